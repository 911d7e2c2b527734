"""Work on a card file: its check, and its earlier versions."""
