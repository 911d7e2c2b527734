"""Simulated games: bots play a deck thousands of times, and a report counts what happened.

Entry points: `playtest.run_playtest` for a report and `playtest.replay_game` for one game. The rules themselves are in
`aa_tools.rules`; printing to the terminal is in `aa_tools.cli.playtest`.
"""
