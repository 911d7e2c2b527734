"""The faces of a card file as PNG, kept from edit to edit: only what looks different is drawn again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aa_tools.printing.outlets.png import png
from aa_tools.printing.proofs import Proof
from aa_tools.printing.raster import fingerprints, rasterise


@dataclass(frozen=True)
class FacePicture:
    """A drawn face; `key` names its content."""

    card_id: str
    deck: str
    count: int
    key: str
    png: bytes


@dataclass(frozen=True)
class Gallery:
    """Every face of a card file, by id, in the order of the file."""

    dpi: int
    pictures: tuple[FacePicture, ...] = ()

    def redrawn(self, shown: Sequence[Proof]) -> Gallery:
        """Returns the gallery of these faces, with the pictures that are already here where they look the same."""
        known = {picture.key: picture.png for picture in self.pictures}
        keys = [each[:20] for each in fingerprints(shown)]
        missing = [(proof, key) for proof, key in zip(shown, keys, strict=True) if key not in known]
        drawn = rasterise([proof for proof, _ in missing], self.dpi)
        known |= {key: png(pixels, self.dpi) for (_, key), pixels in zip(missing, drawn, strict=True)}
        pictures = (
            FacePicture(proof.face.card_id, proof.face.deck, proof.face.count, key, known[key])
            for proof, key in zip(shown, keys, strict=True)
        )
        return Gallery(self.dpi, tuple(pictures))

    def new_since(self, earlier: Gallery) -> list[FacePicture]:
        """Returns the pictures that look different, or were not there."""
        before = {picture.card_id: picture.key for picture in earlier.pictures}
        return [picture for picture in self.pictures if before.get(picture.card_id) != picture.key]

    def gone_since(self, earlier: Gallery) -> list[str]:
        """Returns the ids of the cards that are there no more."""
        here = {picture.card_id for picture in self.pictures}
        return [picture.card_id for picture in earlier.pictures if picture.card_id not in here]
