"""The report: its data, its tables and labels, the comparison of two card files, and the HTML page.

`report` defines the types; nothing here plays games.
"""
