"""Sheets for home printers: `sheets` lays decks out and writes them as PDF; `print_log` records what was printed.

How cards look is in `drawing` and `faces`; files for shops, cutting machines and online tables are in `outlets`.
"""
