"""`aa score` and `aa read`."""
