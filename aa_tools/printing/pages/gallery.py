"""The faces of a card file as PNG, kept from edit to edit: only what looks different is drawn again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aa_tools.errors import Problem
from aa_tools.printing.faces.compose import FailedFace, StyledFace
from aa_tools.printing.output.png import png
from aa_tools.printing.output.raster import fingerprints, rasterise


@dataclass(frozen=True)
class FacePicture:
    """A drawn face; `key` names its content. A face that cannot be drawn has neither, but what is wrong with it."""

    card_id: str
    deck: str
    count: int
    key: str
    png: bytes
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Gallery:
    """Every face of a card file, by id, in the order of the file."""

    dpi: int
    pictures: tuple[FacePicture, ...] = ()

    @property
    def undrawn(self) -> list[FacePicture]:
        """The faces that cannot be drawn."""
        return [picture for picture in self.pictures if picture.problems]

    def redrawn(self, shown: Sequence[StyledFace | FailedFace]) -> Gallery:
        """Returns the gallery of these faces, with the pictures that are already here where they look the same."""
        known = {picture.key: picture.png for picture in self.pictures}
        whole = [each for each in shown if isinstance(each, StyledFace)]
        keys = [each[:20] for each in fingerprints(whole)]
        missing = [(proof, key) for proof, key in zip(whole, keys, strict=True) if key not in known]
        drawn = rasterise([proof for proof, _ in missing], self.dpi)
        known |= {key: png(pixels, self.dpi) for (_, key), pixels in zip(missing, drawn, strict=True)}
        key_of, pictures = iter(keys), list[FacePicture]()
        for each in shown:
            if isinstance(each, FailedFace):
                pictures.append(FacePicture(each.card_id, each.deck, each.count, "", b"", each.problems))
            else:
                face, key = each.face, next(key_of)
                pictures.append(FacePicture(face.card_id, face.deck, face.count, key, known[key]))
        return Gallery(self.dpi, tuple(pictures))

    def new_since(self, earlier: Gallery) -> list[FacePicture]:
        """Returns the pictures that look different, or were not there."""
        before = {picture.card_id: picture.key for picture in earlier.pictures}
        return [picture for picture in self.pictures if picture.png and before.get(picture.card_id) != picture.key]

    def gone_since(self, earlier: Gallery) -> list[str]:
        """Returns the ids of the cards that have no picture any more."""
        here = {picture.card_id for picture in self.pictures if picture.png}
        return [picture.card_id for picture in earlier.pictures if picture.card_id not in here]
