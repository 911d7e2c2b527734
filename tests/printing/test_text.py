"""Text keeps its words, stays in its box, and is as large as it can be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.printing.drawing.fonts import find_font
from aa_tools.printing.drawing.text import Run, TextLine, TextStyle, break_lines, fit_text, line_width, split_words
from aa_tools.printing.layout.geometry import PT_PER_MM, Rect

FONT = find_font("RedHatDisplay-Medium")
STRONG = find_font("RedHatDisplay-Bold")
words = st.lists(st.text("abcgijmwy", min_size=1, max_size=9), min_size=1, max_size=25)
boxes = st.builds(Rect, st.floats(0, 20), st.floats(0, 20), st.floats(15, 60), st.floats(4, 60))
styles = st.builds(
    TextStyle,
    st.floats(8, 20),
    st.floats(4, 8),
    st.floats(0.95, 1.5),
    st.just("#000000"),
    st.sampled_from(["left", "centre", "right"]),
    st.sampled_from(["top", "middle", "bottom"]),
)


def joined(lines: list[TextLine]) -> str:
    return " ".join("".join(run.text for run in line.runs) for line in lines)


@given(words, boxes, styles)
def test_a_text_that_fits_stays_in_its_box(text: list[str], box: Rect, style: TextStyle) -> None:
    lines = fit_text(split_words(" ".join(text), FONT), box, style)
    if lines is None:
        return
    assert joined(lines).split() == text
    for line in lines:
        assert line.x_mm >= box.left_mm - 0.01
        assert line.x_mm + line_width(line.runs, line.size_mm) <= box.right_mm + 0.01
        assert line.baseline_mm + FONT.cap_height * line.size_mm <= box.top_mm + 0.01
        assert line.baseline_mm - 0.2 * line.size_mm >= box.bottom_mm - 0.01


@given(words, boxes, styles)
def test_no_larger_size_would_fit(text: list[str], box: Rect, style: TextStyle) -> None:
    lines = fit_text(split_words(" ".join(text), FONT), box, style)
    used_mm = lines[0].size_mm if lines else 0
    for size_mm in style.sizes_mm():
        if size_mm > used_mm:
            size_pt = size_mm * PT_PER_MM
            larger = TextStyle(size_pt, size_pt, style.leading, style.ink)
            assert fit_text(split_words(" ".join(text), FONT), box, larger) is None


@given(words, st.floats(20, 60))
def test_even_lines_are_no_more_than_the_fewest(text: list[str], width_mm: float) -> None:
    runs = split_words(" ".join(text), FONT)
    lines = break_lines(runs, 3, width_mm)
    greedy = [""]
    for word in text:
        longer = f"{greedy[-1]} {word}".strip()
        if FONT.width_mm(longer, 3) <= width_mm + 0.001:
            greedy[-1] = longer
        else:
            greedy.append(word)
    if lines is None:
        assert any(FONT.width_mm(word, 3) > width_mm for word in text)
    else:
        assert len(lines) == len([line for line in greedy if line])


def test_lines_are_even() -> None:
    lines = break_lines(split_words("Most places in your zone and one", FONT), 4, 45)
    assert lines is not None
    assert [run.text for line in lines for run in line] == ["Most places in", "your zone and one"]


def test_two_fonts_share_a_line() -> None:
    lines = break_lines([Run("Tie:", STRONG), Run("toss", FONT), Run("up", FONT)], 3, 100)
    assert lines == [(Run("Tie:", STRONG), Run(" toss up", FONT))]


@pytest.mark.parametrize(("across", "share"), [("left", 0), ("centre", 0.5), ("right", 1)])
def test_alignment(across: str, share: float) -> None:
    (line,) = fit_text(split_words("x", FONT), Rect(10, 0, 40, 10), TextStyle(10, 10, 1, "#000000", across)) or []
    assert line.x_mm == pytest.approx(10 + share * (40 - FONT.width_mm("x", line.size_mm)))


def test_a_font_knows_what_it_cannot_draw() -> None:
    assert FONT.missing("Málaga, Žižkov, Łódź, Straße") == ""
    assert FONT.missing("ЖaЖ■") == "Ж■"
