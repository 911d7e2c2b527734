"""Warnings about text and signs too close to the cut: shops may cut a little off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aa_tools.printing.drawing.text import TextLine
from aa_tools.printing.faces.card_forms import face_scale
from aa_tools.printing.faces.compose import Face
from aa_tools.printing.layout.geometry import TOLERANCE_MM, Rect, Size

_SIGNS = {
    "diagram": "diagram",
    "tag": "tag",
    "letters": "letters",
    "zone": "picture of the zone",
    "down": "mark of the lower edge",
    "badge": "badge",
}
"""Pictures that carry information. The others are art, which may be cut off a little."""

_DESCENT = 0.2
"""Depth of letters below the baseline, as a share of the font size."""


def safety_warnings(faces: Sequence[Face], card: Size, safe_mm: float, title: str) -> Iterator[str]:
    """Yields a warning for each deck with text or signs closer to the cut than the outlet allows.

    Args:
        faces: faces of one card size.
        card: the size at which they are printed.
        safe_mm: smallest distance from the cut.
        title: name of the outlet.
    """
    for deck in dict.fromkeys(face.deck for face in faces):
        found = {face.card_id: outermost(face, card) for face in faces if face.deck == deck}
        near = {card_id: nearest for card_id, nearest in found.items() if nearest[0] < safe_mm - TOLERANCE_MM}
        if near:
            worst = min(near, key=lambda card_id: near[card_id][0])
            distance_mm, what = near[worst]
            others = f" (and others on {len(near) - 1} more)" if len(near) > 1 else ""
            yield (
                f"{deck.replace('_', ' ')}: {what} on card {worst}{others} is {distance_mm:.2f} mm from the cut; "
                f"{title} asks for {safe_mm:.4g} mm."
            )


def outermost(face: Face, card: Size) -> tuple[float, str]:
    """Returns the smallest distance of text or a sign from the edge of the card, in mm, and a name for it.

    Without text and signs the distance is infinite.
    """
    scale = face_scale(face, card)
    x, y = (card.width_mm - scale * face.size.width_mm) / 2, (card.height_mm - scale * face.size.height_mm) / 2
    boxes = [(_box(line), f'"{" ".join(run.text for run in line.runs)}"') for line in face.lines if line.runs]
    boxes += [(art.box, f"the {_SIGNS[art.draw]}") for art in face.art if art.draw in _SIGNS]
    found = ((_distance(box, scale, x, y, card), what) for box, what in boxes)
    return min(found, default=(float("inf"), ""))


def _distance(box: Rect, scale: float, x: float, y: float, card: Size) -> float:
    left, bottom = x + scale * box.left_mm, y + scale * box.bottom_mm
    right, top = x + scale * box.right_mm, y + scale * box.top_mm
    return min(left, bottom, card.width_mm - right, card.height_mm - top)


def _box(line: TextLine) -> Rect:
    width = sum(run.font.width_mm(run.text, line.size_mm) for run in line.runs)
    above = max(run.font.cap_height for run in line.runs) * line.size_mm
    below = _DESCENT * line.size_mm
    return Rect(line.x_mm, line.baseline_mm - below, width, above + below)
