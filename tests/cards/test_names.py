"""Cards are found by their ids, titles and short names."""

from __future__ import annotations

import pytest

from aa_tools.cards.database import CardDatabase, parse_cards
from aa_tools.errors import InputError, Place
from aa_tools.files import SourceText
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("said", "card_id"),
    [
        ("red-areas", "red-areas"),
        ("Red Archipelago", "red-areas"),
        ("  RED   archipélago ", "red-areas"),
        ("red_areas", "red-areas"),
        ("Professor Point", "pointillist"),
        ("point", "pointillist"),
        ("Island", "islander"),
        ("professor ECHO", "echo"),
        ("hook", "inspiration-hook"),
        ("The Hook", "inspiration-hook"),
        ("c07", "C07"),
        ("First Player", "first-player"),
    ],
)
def test_a_card_has_several_names(cards: CardDatabase, said: str, card_id: str) -> None:
    assert cards.card(said).id == card_id
    assert cards.id_of(said, cards.decks) == card_id


def test_every_title_means_its_card(cards: CardDatabase) -> None:
    titles = {str(card.title): card.id for deck in cards.decks.values() for card in deck.cards if card.title}  # type: ignore[attr-defined]
    assert len(titles) > 25
    assert {title: cards.card(title.upper()).id for title in titles} == titles


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("Red Arcipelago", "there is no assignment or professor card 'Red Arcipelago'; "
         "did you mean red-areas (Red Archipelago)?"),
        ("Profesor Point", "there is no assignment or professor card 'Profesor Point'; "
         "did you mean pointillist (Professor Point)?"),
        ("xyz", "there is no assignment or professor card 'xyz'; known: red-areas, yellow-areas, "
         "blue-areas, red-field, yellow-field, blue-field, red-frame, yellow-frame, blue-frame, red-pairs, "
         "yellow-pairs, blue-pairs, red-steps, …"),
        ("The Hook", "The Hook is a card of the inspiration deck; expected a card of assignment or professor"),
    ],
)  # fmt: skip
def test_what_no_card_is_called(cards: CardDatabase, said: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        cards.public_card(said, Place("--objective"))
    assert str(caught.value) == f"--objective: {message}"
    assert cards.id_of(said, ("assignment", "professor")) == said


def test_a_name_of_two_cards_is_asked_back() -> None:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8").replace("en: Red Field", "en: Red Archipelago")
    text = text.replace("tag: 10\n", "tag: 10\n        accept: {same-title: For a test.}\n")
    cards = parse_cards(SourceText("cards.yaml", text))
    with pytest.raises(InputError) as caught:
        cards.public_card("red archipelago")
    assert str(caught.value) == (
        "the name 'red archipelago' is ambiguous; "
        "did you mean red-areas (Red Archipelago) or red-field (Red Archipelago)?"
    )
    assert cards.public_card("red-field").id == "red-field"
