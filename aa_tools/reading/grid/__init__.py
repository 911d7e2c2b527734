"""Locates the canvas in a photo; the entry point is `locate`. Colours are read in `inks`."""
