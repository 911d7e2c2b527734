"""Draws with reportlab, in millimetres: text, shapes, textures, card backs, diagrams and photo tags.

Nothing here knows card files or templates. Start with `pen.Pen`.
"""
