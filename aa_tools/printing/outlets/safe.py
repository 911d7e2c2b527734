"""How near text and signs come to the cut. Shops cut a little off; what is read must stay farther away."""

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
"""Pictures that are read; the others are art, of which a little may be cut off."""

_DESCENT = 0.2
"""How far letters reach below the baseline, as a share of their size."""


def safety_warnings(faces: Sequence[Face], card: Size, safe_mm: float, title: str) -> Iterator[str]:
    """Yields a line for each deck of which something comes nearer to the cut than an outlet asks.

    Args:
        faces: those of one size of card.
        card: the size in which they are printed.
        safe_mm: what the outlet asks.
        title: the name of the outlet.
    """
    for deck in dict.fromkeys(face.deck for face in faces):
        found = {face.card_id: outermost(face, card) for face in faces if face.deck == deck}
        near = {card_id: each for card_id, each in found.items() if each[0] < safe_mm - TOLERANCE_MM}
        if near:
            worst = min(near, key=lambda card_id: near[card_id][0])
            distance_mm, what = near[worst]
            others = f" (and others on {len(near) - 1} more)" if len(near) > 1 else ""
            yield (
                f"{deck.replace('_', ' ')}: {what} on card {worst}{others} is {distance_mm:.2f} mm from the cut; "
                f"{title} asks for {safe_mm:.4g} mm."
            )


def outermost(face: Face, card: Size) -> tuple[float, str]:
    """Returns how near the text and signs of a face come to the edge of a card, in mm, and what comes nearest.

    Where there are none, the distance is infinite.
    """
    scale = face_scale(face, card)
    x, y = (card.width_mm - scale * face.size.width_mm) / 2, (card.height_mm - scale * face.size.height_mm) / 2
    boxes = [(_box(line), f'"{" ".join(run.text for run in line.runs)}"') for line in face.lines if line.runs]
    boxes += [(each.box, f"the {_SIGNS[each.draw]}") for each in face.art if each.draw in _SIGNS]
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
