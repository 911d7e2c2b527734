"""Facts about the printed cards that drawing and reading share: the size of a card and the codes of the photo tags."""

from __future__ import annotations

POKER_CARD_MM = (63.5, 88.9)
"""Width and height of a trimmed poker card."""

TAG_DICTIONARY = "DICT_4X4_100"
"""OpenCV's name of the ArUco dictionary that `TAG_CODES` repeats, so that printing does not need OpenCV."""

TAG_BITS = 4
"""Modules on a side of a tag's code, without its black border."""

TAG_CODES = bytes.fromhex(
    "B5320F9A332D9946549E79CD9E2EC4F2FEDACF56F99111A70EB72A0F24B1263E466566006C5E76AF868BB02BCCD5DD82FE47"
    "9471ACE4A5542123346F441557B29ECFF0CB08AE0929187504FF0DF61C5A17182A28328C38B224E82EEB2D3F4B64502E5013"
    "519455685D415F9768016867612461E96B126FE567DF7E1B80A083448BA2937A846C852A859C9C899FA1BB7CBC04B65BBFC8"
    "B7ABCA1FC962D958D3D5CC98C7A0C537E95DF925FBBBEE2AF74D35758AAD76170ACF064B2DC149D843F44F364FD369E470C7"
)
"""Two bytes for each tag: its modules from the upper left, row by row; 1 is white."""

TAG_COUNT = len(TAG_CODES) // 2
"""Number of different tags."""


def tag_modules(tag: int) -> list[list[bool]]:
    """Returns the modules of a tag as TAG_BITS rows of TAG_BITS values; True is white."""
    code = int.from_bytes(TAG_CODES[2 * tag : 2 * tag + 2], "big")
    bits = [bool(code >> (TAG_BITS * TAG_BITS - 1 - index) & 1) for index in range(TAG_BITS * TAG_BITS)]
    return [bits[start : start + TAG_BITS] for start in range(0, len(bits), TAG_BITS)]
