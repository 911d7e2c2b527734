"""Texts in several languages, numbers of the rules in texts, and tags: what is read, and what is said of errors."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.cards.physical import TAG_COUNT
from aa_tools.errors import InputError
from tests.conftest import ROOT

SHIPPED = ROOT / "cards.yaml"
GOOD = Path(__file__).parent / "bad" / "good.yaml"


def edited(tmp_path: Path, *changes: tuple[str, str], source: Path = GOOD) -> str:
    text = source.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    return str(tmp_path / "cards.yaml")


def problem(path: str, language: str | None = None, **rules: str) -> str:
    with pytest.raises(InputError) as caught:
        load_cards(path, {key.replace("__", "."): value for key, value in rules.items()}, language=language)
    return str(caught.value).replace(path, "cards.yaml")


def texts(cards: CardDatabase) -> dict[str, list[str]]:
    found = {}
    for deck in cards.decks.values():
        for card in deck.cards:  # type: ignore[attr-defined]
            sections = getattr(card, "sections", ())
            lines = [part for each in sections for part in (each.heading, *each.lines)]
            found[card.id] = [each for each in (card.title, getattr(card, "text", None), *lines) if each]
    return found


def test_every_shipped_text_is_there_in_english_and_german() -> None:
    english, german = (texts(load_cards(str(SHIPPED), language=language)) for language in ("en", "de"))
    assert texts(load_cards(str(SHIPPED))) == english
    assert english.keys() == german.keys()
    said = [(one, other) for card in english for one, other in zip(english[card], german[card], strict=True)]
    same = [one for one, other in said if one == other]
    assert len(said) == 2 * 29 + 13 + 1
    assert same == ["Professor Echo"]


def test_a_plain_text_stands_in_every_language(tmp_path: Path) -> None:
    path = edited(tmp_path, ("title: Weaver", "title: {en: Weaver, de: Weber}"))
    german = load_cards(path, language="de")
    assert (german.language, german.card("weaver").title, german.card("hook").title) == ("de", "Weber", "Hook")


def test_the_file_names_the_language_that_is_meant(tmp_path: Path) -> None:
    path = edited(
        tmp_path, ("tagline: Test", "tagline: Test, language: de"), ("title: Weaver", "title: {en: Weaver, de: Weber}")
    )
    assert load_cards(path).card("weaver").title == "Weber"
    assert load_cards(path, language="en").card("weaver").title == "Weaver"


def test_a_language_that_the_file_does_not_have() -> None:
    message = f"{SHIPPED}: no texts in the language 'd'; did you mean de?"
    with pytest.raises(InputError) as caught:
        load_cards(str(SHIPPED), language="d")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{de: Weber}", "cards.yaml:17:29: the text in 'en' is missing; add en: …"),
        (
            "{en: Weaver, german: Weber}",
            "cards.yaml:17:50: 'german' is not a language code; write one such as en or de",
        ),
        ("{en: Weaver, de: 3}", "cards.yaml:17:46: the text in 'de' is empty; write it after de:"),
        ("{en: Weaver, de: }", "cards.yaml:17:46: the text in 'de' is empty; write it after de:"),
        ("3", "cards.yaml:17:29: title must be text, not 3"),
        ("{}", "cards.yaml:17:29: title must be text, not a mapping"),
        (
            '{en: Weaver, de: "{points.profesor}"}',
            "cards.yaml:17:46: the rules have no number {points.profesor}; did you mean points.professor?",
        ),
        (
            '"{points.professor"',
            "cards.yaml:17:29: unmatched brace; write {points.professor} or {grid.2|card|cards}",
        ),
        ('"{home_rows}"', "cards.yaml:17:29: the rules have no number {home_rows}; known: points.assignment"),
    ],
)
def test_errors_of_texts_have_their_places(tmp_path: Path, text: str, message: str) -> None:
    assert problem(edited(tmp_path, ("title: Weaver", f"title: {text}"))).startswith(message)


def test_a_language_of_the_file_that_its_texts_do_not_have_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("language: en", "language: fr"), encoding="utf-8")
    assert problem(str(path)) == "cards.yaml:14:13: no texts in the language 'fr'; known: de, en"


def test_an_unknown_language_of_the_file(tmp_path: Path) -> None:
    path = edited(tmp_path, ("tagline: Test", "tagline: Test, language: english"))
    assert problem(path) == (
        "cards.yaml:2:46: language cannot be 'english'; write the two letters of a language, such as en or de"
    )


def test_numbers_follow_the_rules(tmp_path: Path) -> None:
    line = "{points.professor}, {grid.2|card|cards}, {rounds.1.assignments_of_each_colour|assignment|assignments}"
    path = edited(tmp_path, ("text: Borders.", f'text: "{line}"'))
    assert load_cards(path).card("weaver").text == "5, 4 cards, 1 assignment"  # type: ignore[attr-defined]
    own = load_cards(path, {"points.professor": "4", "grid.2": "3"})
    assert own.card("weaver").text == "4, 3 cards, 1 assignment"  # type: ignore[attr-defined]


def test_the_shipped_reference_follows_the_rules() -> None:
    rules = {"points.professor": "7", "points.assignment": "6", "points.inspiration": "8", "grid.4": "6"}
    for language in ("en", "de"):
        lines = " ".join(texts(load_cards(str(SHIPPED), rules, language=language))["reference"])
        assert all(number in lines for number in "678")
        assert not any(number in lines for number in "59")


def test_invalid_rules_are_reported_and_texts_left_unchanged(tmp_path: Path) -> None:
    path = edited(tmp_path, ("text: Borders.", 'text: "{points.professor}"'))
    assert problem(path, points__professor="x") == (
        "rule points.professor=x: points.professor must be a whole number, not 'x'"
    )


def test_shipped_tags_are_fixed(cards: CardDatabase) -> None:
    """Printed cards carry these numbers: a change would make a camera take one card for another."""
    tags = {card.id: card.tag for deck in cards.decks.values() for card in deck.cards}  # type: ignore[attr-defined]
    ids = [card.id for deck in ("inspiration", "assignment", "professor") for card in cards.decks[deck].cards]  # type: ignore[attr-defined]
    assert [tags[card_id] for card_id in ids] == list(range(1, 29))
    assert tags["first-player"] == 0
    assert tags["reference"] is None
    assert [tags[f"C{number:02}"] for number in range(1, 55)] == list(range(46, 100))
    assert max(Counter(tag for tag in tags.values() if tag is not None).values()) == 1


def test_a_tag_is_used_once(tmp_path: Path) -> None:
    path = edited(tmp_path, ("id: hook,", "id: hook, tag: 7,"), ("id: weaver,", "id: weaver, tag: 7,"))
    assert problem(path) == "cards.yaml:17:27: the tag 7 is used twice; first used in line 9; free tags: 0, 1, 2"


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ("100", f"tag is too large; at most {TAG_COUNT - 1}"),
        ("-1", "tag is too small; at least 0"),
        ("x", "tag must be a whole number, not 'x'"),
    ],
)
def test_a_tag_is_one_of_those_there_are(tmp_path: Path, tag: str, message: str) -> None:
    assert problem(edited(tmp_path, ("id: weaver,", f"id: weaver, tag: {tag},"))) == f"cards.yaml:17:27: {message}"
