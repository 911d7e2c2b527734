"""Reads the colours of a located canvas, its quadrants and its spaces. Doubts about them are in `doubts`."""
