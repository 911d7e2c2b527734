"""Print the cards of Abstract Academy, score a real table of them, and tune the design."""

__version__ = "0.1.0"
