"""The calibration sheet, read with the light behind it, and the files that keep what it showed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import platformdirs
import pypdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.errors import InputError, OutputError, Place
from aa_tools.printing import printers
from aa_tools.printing.faces.template import load_paper
from aa_tools.printing.layout.calibration import IDENTITY, Calibration, Matrix, Printer
from aa_tools.printing.layout.geometry import PT_PER_MM, EdgeLengths, Paper, Size
from aa_tools.printing.layout.imposition import Flip, Layout, MirrorDirection, PageSide
from aa_tools.printing.pages.calibration_sheet import calibration_pdf
from aa_tools.printing.printers import load_printer, printer_names, set_printer
from tests.printing.helpers import picture

A4 = load_paper("a4")
DPI = 254  # ten pixels in a millimetre
PLACE = Place("--test")
calibrations = st.builds(
    Calibration, st.floats(-9, 9), st.floats(-9, 9), st.floats(-2, 2), st.floats(0.9, 1.1), st.floats(0.9, 1.1)
)


def test_a_printer_without_errors_changes_nothing() -> None:
    for flip in (Flip.LONG, Flip.SHORT):
        layout = Layout(Size(210, 297), Size(1, 1), flip, MirrorDirection.HORIZONTAL, ())
        for side in PageSide:
            assert Calibration().onto_sheet(layout, side) == pytest.approx(IDENTITY, abs=1e-12)


def printed_by(data: bytes, error: Calibration) -> bytes:
    """Returns the two pages as a printer with an error puts them on paper."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    for number, page in enumerate(writer.pages):
        page.add_transformation(pypdf.Transformation(_error(error, is_back=bool(number))))
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def _error(error: Calibration, *, is_back: bool) -> Matrix:
    x, y = 105 * PT_PER_MM, 148.5 * PT_PER_MM
    step = pypdf.Transformation().translate(-x, -y).scale(error.scale_x, error.scale_y)
    if is_back:
        step = step.rotate(error.angle_deg).translate(error.offset_x_mm * PT_PER_MM, error.offset_y_mm * PT_PER_MM)
    return step.translate(x, y).ctm


def read_sheet(data: bytes) -> tuple[float, float, float]:
    """Reads X, Y and the angle as a person does: the back's red lines, through the paper, on the front's numbers."""
    through = picture(data, 1, DPI)[:, ::-1].astype(int)
    red = (through[:, :, 0] - through[:, :, 1]) > 40
    rows = np.arange(red.shape[0])

    def long_line(row: int) -> float:
        """The column of the long line near a row."""
        found = [
            np.flatnonzero(red[each, 900:1300]).mean() + 900
            for each in rows[row - 3 : row + 4]
            if red[each, 900:1300].any()
        ]
        return float(np.median(found))

    # The columns of the short line that are beside the ring, and the row where each is red.
    level = [np.flatnonzero(red[1200:1800, column]).mean() + 1200 for column in (960, 970, 980, 1120, 1130, 1140)]
    middle_row = float(np.mean(level))
    middle_column = (long_line(round(middle_row) - 60) + long_line(round(middle_row) + 60)) / 2
    labels = _labels(data)
    x = np.interp(middle_column, *labels["x"])
    y = np.interp(-middle_row, *labels["y"])
    scales = [np.interp(long_line(row), *labels[name]) for row, name in ((485 - 10, "upper"), (2485 + 10, "lower"))]
    return float(x), float(y), float(scales[0] - scales[1])


def _labels(data: bytes) -> dict[str, tuple[list[float], list[float]]]:
    """Returns for each scale the pixels of its numbers on the front, in rising order, and the numbers."""
    found: dict[str, list[tuple[float, int]]] = {"x": [], "y": [], "upper": [], "lower": []}
    text = pypdfium2.PdfDocument(data)[0].get_textpage()
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        for word, across, along in _words(text, (left, bottom, right, top)):
            if abs(along - 160.25) < 0.9 and abs(across - 105) < 13:
                found["x"].append((across * 10, word))
            elif 115 < across < 122 and abs(along - 148.5) < 12:
                found["y"].append((-(297 - along) * 10, word))
            elif 100 < abs(along - 148.5) < 110 and abs(across - 105) < 12:
                found["upper" if along > 148.5 else "lower"].append((across * 10, word))
    return {
        name: ([at for at, _ in sorted(pairs)], [word for _, word in sorted(pairs)]) for name, pairs in found.items()
    }


def _words(text: pypdfium2.PdfTextPage, box: tuple[float, ...]) -> Iterator[tuple[int, float, float]]:
    """Yields a number in a box of text with its middle, in mm from the lower left corner."""
    word = text.get_text_bounded(*box).strip()
    if word.lstrip("+-").isdigit():
        yield int(word), (box[0] + box[2]) / 2 / PT_PER_MM, (box[1] + box[3]) / 2 / PT_PER_MM


@pytest.mark.parametrize(
    "error",
    [
        Calibration(),
        Calibration(offset_x_mm=3, offset_y_mm=2),
        Calibration(offset_x_mm=-4.5, offset_y_mm=1),
        Calibration(angle_deg=1),
        Calibration(offset_x_mm=1, offset_y_mm=-2, angle_deg=-0.8),
    ],
)
def test_what_is_read_on_the_sheet_is_the_error_and_setting_it_puts_it_right(error: Calibration) -> None:
    wanted = (error.offset_x_mm, error.offset_y_mm, error.angle_deg)
    x, y, angle_deg = read_sheet(printed_by(calibration_pdf(A4), error))
    assert (x, y) == pytest.approx(wanted[:2], abs=0.25)
    assert angle_deg == pytest.approx(wanted[2], abs=0.08)
    again = read_sheet(printed_by(calibration_pdf(A4, error), error))
    assert again == pytest.approx((0, 0, 0), abs=0.25)


@pytest.mark.parametrize("page", [0, 1])
def test_both_sides_get_their_true_size(page: int) -> None:
    """What is printed with the error and its cure covers the same paper as what is printed without either."""
    error = Calibration(scale_x=0.98, scale_y=1.02)
    plain, cured, wrong = (
        picture(data, page, 100).min(axis=2) < 200
        for data in (
            calibration_pdf(A4),
            printed_by(calibration_pdf(A4, error), error),
            printed_by(calibration_pdf(A4), error),
        )
    )
    extents = [
        np.concatenate([np.flatnonzero(each.any(axis=axis))[[0, -1]] for axis in (0, 1)])
        for each in (plain, cured, wrong)
    ]
    assert np.abs(extents[0] - extents[1]).max() <= 1
    assert np.abs(extents[0] - extents[2]).max() > 3


@pytest.mark.parametrize("name", ["a3", "a5", "letter", "legal", "tabloid", "photo-4x6", "photo-5x7"])
def test_every_paper_can_be_calibrated_with(name: str) -> None:
    front, back = pypdf.PdfReader(io.BytesIO(calibration_pdf(load_paper(name)))).pages
    text = " ".join(front.extract_text().split())
    assert "aa printer set NAME" in text
    assert "upper scale, and take away what it shows on the lower scale." in text
    assert "mm from end to end" in text
    assert "look at the other side" in back.extract_text()


def test_a_paper_too_small_to_calibrate_with_is_refused() -> None:
    small = Paper("A7", Size(74, 105), A4.margins, A4.marks)
    with pytest.raises(InputError) as caught:
        calibration_pdf(small)
    assert str(caught.value) == "A7 (74 x 105 mm) is too small to calibrate with; take a larger paper"


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: tmp_path / "settings")
    return tmp_path / "settings" / "printers"


def test_a_printer_is_kept_and_what_is_not_given_stays(settings: Path) -> None:
    assert printer_names() == []
    set_printer("office", {("offset_mm", "x"): (0.5, PLACE), ("offset_mm", "y"): (-0.25, PLACE)})
    kept = set_printer("office", {("angle_deg",): (0.1, PLACE)})
    sides = ("top", "right", "bottom", "left")
    margins: dict[tuple[str | int, ...], tuple[float, Place]] = {("margins_mm", side): (4.0, PLACE) for side in sides}
    assert kept == Printer("office", Calibration(0.5, -0.25, 0.1), None)
    set_printer("home", margins)
    assert load_printer("home") == Printer("home", Calibration(), EdgeLengths(4, 4, 4, 4))
    assert load_printer("office") == kept
    assert printer_names() == ["home", "office"]
    assert (settings / "office.yaml").read_text(encoding="utf-8").startswith("# How a printer's sheets come out.")


@given(calibrations)
def test_any_printer_is_read_back_as_it_was_set(calibration: Calibration) -> None:
    found = calibration
    values = {
        ("offset_mm", "x"): found.offset_x_mm,
        ("offset_mm", "y"): found.offset_y_mm,
        ("angle_deg",): found.angle_deg,
        ("scale", "x"): found.scale_x,
        ("scale", "y"): found.scale_y,
    }
    set_printer("any", {path: (value, PLACE) for path, value in values.items()})
    assert load_printer("any").calibration == found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("offset_mm: {x: 1, z: 2}", ":2:19: the key z is not known here; known: x, y"),
        ("angle_deg: 30", ":2:12: angle_deg is too large; at most 10.0"),
        ("scale: {x: 99.6, y: 1}", ":2:12: x is too large; at most 1.25"),
        ("margins_mm: {top: 1, right: 1, bottom: 1}", ":2:13: margins_mm has no left; add left: …"),
    ],
)
def test_a_fault_in_a_printers_file_has_its_place(settings: Path, line: str, message: str) -> None:
    settings.mkdir(parents=True)
    (settings / "office.yaml").write_text(f"format: aa.printer/1\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_printer("office")
    assert f"{settings / 'office.yaml'}{message}" in str(caught.value)


def test_a_value_that_cannot_be_is_refused_and_nothing_is_kept(settings: Path) -> None:
    with pytest.raises(InputError) as caught:
        set_printer(
            "office", {("scale", "x"): (99.6, Place("--scale 99.6,1")), ("scale", "y"): (1, Place("--scale 99.6,1"))}
        )
    assert str(caught.value) == "--scale 99.6,1: x is too large; at most 1.25"
    assert not settings.exists()


def test_settings_that_cannot_be_written_are_told(settings: Path) -> None:
    settings.parent.parent.mkdir(parents=True, exist_ok=True)
    settings.parent.write_text("a file stands in the way")
    with pytest.raises(OutputError) as caught:
        set_printer("office", {("angle_deg",): (1, PLACE)})
    assert "check the folder of your settings" in str(caught.value)


def test_an_unknown_printer_is_named(settings: Path) -> None:
    with pytest.raises(InputError, match="there is no printer 'office'; keep one with aa printer set"):
        load_printer("office")
    set_printer("office", {("angle_deg",): (1, PLACE)})
    with pytest.raises(InputError, match=r"there is no printer 'offise'; did you mean office\?"):
        load_printer("offise")
    assert printers.printers_folder() == settings
