"""Turns cards into faces: reads face templates, themes and papers, composes each face and draws it.

Placing cards on sheets and writing files happens elsewhere. Start with `compose.compose_faces`.
"""
