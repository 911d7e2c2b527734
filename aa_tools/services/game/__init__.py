"""Recorded games: the options of their commands, and tables that are completed and scored by what the game knows."""
