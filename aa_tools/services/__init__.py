"""What the program does with cards, tables and games, for the command line and the Python interface alike.

Nothing here prints, asks or knows the terminal; `documents` and `explanations` turn results into data and words.
"""
