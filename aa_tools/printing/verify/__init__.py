"""Reads PDF sheets back: the checks of `aa sheets --verify`, and the amount of ink. Uses only what is in the file."""
