"""Makes the pages of this folder, their pictures and schemas/ from the code.

python docs/reference/make.py            writes them
python docs/reference/make.py --check    says which are stale
"""

from __future__ import annotations

import sys
from pathlib import Path

import command_pages
import file_pages
import measure_page
import python_page
from PIL import Image, ImageChops

from aa_tools.services.cards.schemas import MODELS, schema_text

ROOT = Path(__file__).resolve().parent.parent.parent
HEAD = "<!-- Made by docs/reference/make.py from the code; edit that, not this. -->\n\n"


def texts() -> dict[str, str]:
    """Returns the text of each page and schema by its path in the project."""
    pages = {
        "cards": file_pages.card_file(),
        "templates": file_pages.templates(),
        "measures": measure_page.page(),
        "commands": command_pages.page(),
        "exit-codes": command_pages.exit_codes(),
        "python": python_page.page(),
    }
    made = {f"docs/reference/{name}.md": HEAD + text.rstrip() + "\n" for name, text in pages.items()}
    made["docs/statistics.md"] = command_pages.with_bots((ROOT / "docs/statistics.md").read_text(encoding="utf-8"))
    return made | {f"schemas/{name}.json": schema_text(name) for name in MODELS}


def pictures() -> dict[str, Image.Image]:
    """Returns each picture by its path in the project."""
    return {f"docs/reference/pictures/{name}.png": picture for name, picture in measure_page.pictures().items()}


def stale() -> list[str]:
    """Returns what is not as it would be made now; a picture may differ by what another renderer makes of edges."""
    old = [name for name, text in texts().items() if not _is(ROOT / name, text)]
    return old + [name for name, picture in pictures().items() if not _looks_like(ROOT / name, picture)]


def _is(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def _looks_like(path: Path, picture: Image.Image) -> bool:
    if not path.is_file():
        return False
    with Image.open(path) as kept:
        differences = ImageChops.difference(kept.convert("RGB"), picture).convert("L")
        return kept.size == picture.size and sum(differences.histogram()[64:]) < 0.002 * picture.width * picture.height


def main() -> None:
    """Writes everything, or with --check says what is stale."""
    if sys.argv[1:] == ["--check"]:
        if old := stale():
            sys.exit(f"stale, run python docs/reference/make.py: {', '.join(old)}")
        return
    for name, text in texts().items():
        (ROOT / name).write_text(text, encoding="utf-8")
    for name, picture in pictures().items():
        (ROOT / name).parent.mkdir(exist_ok=True)
        picture.quantize(64).save(ROOT / name, optimize=True)
    print(f"wrote {len(texts())} texts and {len(pictures())} pictures")


if __name__ == "__main__":
    main()
