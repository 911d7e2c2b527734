"""`aa cards`: what a designer asks of a card file, time and again."""

from __future__ import annotations

import typer

from aa_tools.cli.cards.check import check
from aa_tools.cli.cards.diff import diff
from aa_tools.cli.cards.preview import preview
from aa_tools.cli.cards.schema import schema
from aa_tools.cli.cards.show import list_cards, show
from aa_tools.cli.cards.spreadsheet import export_cards, import_cards
from aa_tools.cli.cards.watch import watch

cards = typer.Typer(name="cards", no_args_is_help=True, help="Check, show, compare and preview the cards.")
cards.command()(check)
cards.command("list")(list_cards)
cards.command(no_args_is_help=True)(show)
cards.command(no_args_is_help=True)(diff)
cards.command()(preview)
cards.command()(schema)
cards.command()(watch)
cards.command("export", no_args_is_help=True)(export_cards)
cards.command("import", no_args_is_help=True)(import_cards)
