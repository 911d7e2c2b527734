"""Game files: reading, replaying, changing and writing a game of several rounds.

Import `open_game`, `create_game` and `update_game` from `store`, and the steps (deal, score, undo) from `steps`. The
rules of a match are in `aa_tools.rules.match`; reading a table or photo is not done here.
"""
