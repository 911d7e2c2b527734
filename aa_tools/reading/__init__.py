"""Photo of a table -> TablePhoto. The entry point is `tablephoto`; typed tables are in `tables`."""
