"""The rules of the game on numpy arrays, written once for real tables, photos and simulated games.

Import `score` from `scoring`, the steps of a match from `match`, and the house rules from `ruleset`. The rules for
placing cards (`placement`) and scoring with unknown quadrants (`completions`) are here as well. No module here reads
files.
"""
