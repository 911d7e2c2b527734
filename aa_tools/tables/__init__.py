"""Tables in text form: grids and table files, read, written and checked against the card file.

Import `parse_table` and `format_table` from `tablefile`, and `read_table` from `resolve`. Photos are read in
`aa_tools.reading`, and a table is scored in `aa_tools.rules.scoring`.
"""
