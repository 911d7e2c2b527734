"""Makes the pictures of README and docs from what `aa` really prints, draws and reads: python -m docs.pictures.make"""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageOps
from rich.console import Console
from rich.terminal_theme import TerminalTheme

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.cli.terminal.score_view import show_score
from aa_tools.printing.faces.template import load_paper
from aa_tools.printing.layout.geometry import PT_PER_MM
from aa_tools.printing.layout.imposition import Flip
from aa_tools.printing.outlets.plan import plan_export
from aa_tools.printing.outlets.profile import load_outlet
from aa_tools.printing.pages.calibration_sheet import calibration_pdf
from aa_tools.printing.sheets import PrintSettings, plan, prepare_job, write
from aa_tools.reading.image.photo import open_photo
from aa_tools.reading.tablephoto import read_table_photo
from aa_tools.rules.scoring import score
from aa_tools.tables.resolve import read_table
from docs.pictures.followed import write_tutorial, write_your_game
from docs.pictures.laying import beside
from docs.pictures.photos import write_photos

HERE = Path(__file__).parent
SHOWN = [("canvas", 1, 1), ("canvas", 3, 4), ("assignment", 1, 0), ("professor", 1, 1), ("inspiration", 1, 0),
         ("first_player", 1, 0), ("canvas", 2, 4)]  # fmt: skip
"""(deck, page from 1, place on the sheet from 0)"""

PAPER = TerminalTheme((252, 252, 250), (40, 40, 40), [(0, 0, 0)] * 8, None)
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; }} {styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
<rect fill="#FCFCFA" x="0" y="0" width="{width}" height="{height}" rx="6"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>"""


def card(database: CardDatabase, deck: str, page: int, place: int, dpi: int = 110) -> Image.Image:
    """Returns one printed card, cut from its sheet."""
    planned, file = plan(database, deck), io.BytesIO()
    write(planned, file)
    layout = planned.document.layout
    rect = layout.slots(layout.per_sheet, layout.sides[1 - page % 2])[place].rect
    sheet = pypdfium2.PdfDocument(file.getvalue())[page - 1].render(scale=dpi / 72).to_pil()
    scale = dpi / 25.4
    top = layout.page.height_mm - rect.top_mm
    corners = (rect.left_mm, top, rect.right_mm, top + layout.card.height_mm)
    return sheet.crop(tuple(round(each * scale) for each in corners))


def fan(cards: list[Image.Image]) -> Image.Image:
    """Lays cards side by side on a table, each a little turned."""
    width, height = cards[0].size
    table = Image.new("RGB", (int(width * 0.93) * len(cards) + width // 3, int(height * 1.25)), "#E9E4DA")
    for index, face in enumerate(cards):
        angle = (-3, 2, -1.5, 3, -2, 1.5, -2.5)[index % 7]
        turned = face.convert("RGBA").rotate(angle, expand=True, resample=Image.Resampling.BICUBIC)
        shadow = Image.new("RGBA", turned.size)
        shadow.putalpha(turned.getchannel("A").point(lambda alpha: alpha * 0.35))
        at = (int(width * 0.93) * index + width // 8, (table.height - turned.height) // 2)
        soft = Image.new("RGBA", table.size)
        soft.paste(shadow, (at[0] + 4, at[1] + 5))
        soft = soft.filter(ImageFilter.GaussianBlur(5))
        table.paste(soft, (0, 0), soft)
        table.paste(turned, at, turned)
    return table


def flips(database: CardDatabase) -> Image.Image:
    """Lays the pages of the seven professors side by side: long and short edge, folded."""
    pages: list[Image.Image] = []
    for flip in (Flip.LONG, Flip.SHORT, Flip.FOLD):
        file = io.BytesIO()
        write(plan(database, "professor", setup=PrintSettings(flip=flip)), file)
        document = pypdfium2.PdfDocument(file.getvalue())
        pages += [document[number].render(scale=0.5).to_pil() for number in range(1 if flip is Flip.FOLD else 2)]
    return beside(pages)


def outlets(database: CardDatabase) -> Image.Image:
    """Lays side by side a sheet for a cutter, a back and a front for a press, and faces for an online table."""

    def files(outlet: str, *decks: str) -> dict[str, bytes]:
        return dict(plan_export(prepare_job(database, decks), load_outlet(outlet), HERE).files)

    sheet = pypdfium2.PdfDocument(files("silhouette", "assignment")["cards.pdf"])[0].render(scale=0.72).to_pil()
    press = pypdfium2.PdfDocument(files("drivethru", "professor")["professor.pdf"])
    pages = [press[number].render(scale=1.2).to_pil() for number in (2, 3)]
    faces = Image.open(io.BytesIO(files("tts", "canvas")["canvas-faces.png"]))
    faces.thumbnail((430, 430), Image.Resampling.LANCZOS)
    return beside([sheet, *pages, faces])


def in_the_light() -> Image.Image:
    """Returns the middle of a calibration sheet with the cross of its back shining through, 2 mm right and 1 mm up."""
    document = pypdfium2.PdfDocument(calibration_pdf(load_paper("a4")))
    front, back = (page.render(scale=2).to_pil().convert("RGB") for page in document)
    through = ImageOps.mirror(ImageChops.offset(back, round(2 * PT_PER_MM * 2), -round(PT_PER_MM * 2)))
    middle = front.width // 2, front.height // 2
    return ImageChops.multiply(front, through).crop(
        (middle[0] - 190, middle[1] - 150, middle[0] + 190, middle[1] + 150)
    )


def scored(database: CardDatabase) -> str:
    """Returns the table of the tutorial's photo, scored, as the terminal shows it."""
    console = Console(record=True, width=96, file=io.StringIO(), highlight=False, markup=False, force_terminal=True,
                      color_system="truecolor")  # fmt: skip
    photo = read_table_photo(open_photo(str(HERE / "photo-table.jpg")), database)
    table = read_table(photo.text(), database)
    show_score(score(table, database.rules), database, console)
    return console.export_svg(theme=PAPER, code_format=SVG)


def main() -> None:
    """Writes the pictures beside this file."""
    database = load_cards()
    picture = fan([card(database, *shown) for shown in SHOWN])
    picture.quantize(128).save(HERE / "cards.png", optimize=True)
    flips(database).quantize(64).save(HERE / "flips.png", optimize=True)
    outlets(database).quantize(64).save(HERE / "outlets.png", optimize=True)
    in_the_light().quantize(64).save(HERE / "calibrate.png", optimize=True)
    write_photos()
    (HERE / "score.svg").write_text(scored(database), encoding="utf-8")
    write_tutorial()
    write_your_game()
    print(f"wrote the pictures in {HERE}")


if __name__ == "__main__":
    main()
