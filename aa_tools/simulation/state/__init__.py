"""Many games at once as numpy arrays: cards, random streams, deals, positions and the scoring of a round.

How a turn is chosen is in `bots`, how a game proceeds in `engine`.
"""
