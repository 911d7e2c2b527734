"""Finds printed tags, and from them the cards around the canvas. The canvas must be located before."""
