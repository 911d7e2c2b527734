"""The door to the outlets: faces and a profile -> the files to write."""

from __future__ import annotations

from pathlib import Path

from aa_tools.errors import InputError, Place
from aa_tools.printing.outlets.cutsheets import export_cut_sheets
from aa_tools.printing.outlets.export import Export
from aa_tools.printing.outlets.pages import export_pages
from aa_tools.printing.outlets.pictures import export_pictures
from aa_tools.printing.outlets.profile import LARGEST_BLEED_MM, OutletModel
from aa_tools.printing.outlets.tabletop import export_tabletop
from aa_tools.printing.sheets import PrintJob


def with_choices(outlet: OutletModel, dpi: int | None, bleed_mm: float | None) -> OutletModel:
    """Returns an outlet with the user's pixels per inch and bleed, where it leaves the choice.

    Raises:
        InputError: the outlet fixes the size of its files, or the bleed is too large.
    """
    if bleed_mm is not None and bleed_mm > LARGEST_BLEED_MM:
        hint = f"at most {LARGEST_BLEED_MM} mm"
        raise InputError("is too large", place=Place(f"--bleed {bleed_mm:g}"), hint=hint)
    chosen = {name: value for name, value in (("dpi", dpi), ("bleed_mm", bleed_mm)) if value is not None}
    if not chosen:
        return outlet
    if outlet.pictures is None or outlet.pictures.sizes_px:
        message = f"{outlet.title} says how large its files are, so --dpi and --bleed cannot change them"
        raise InputError(message, hint="leave them out, or write an outlet of your own")
    return outlet.model_copy(update={"pictures": outlet.pictures.model_copy(update=chosen)})


def plan_export(job: PrintJob, outlet: OutletModel, folder: Path, *, base_url: str | None = None) -> Export:
    """Plans the files for an outlet; nothing is drawn before they are asked for.

    Args:
        job: the faces, from `sheets.prepare_job`.
        outlet: from `load_outlet`.
        folder: where the files will be, for outlets whose files name each other.
        base_url: where an online table will find the pictures.

    Raises:
        InputError: the outlet cannot take these cards.
    """
    if base_url is not None and outlet.tabletop is None:
        raise InputError(f"the files for {outlet.title} hold no addresses, so --url means nothing", hint="leave it out")
    if outlet.pictures:
        return export_pictures(job, outlet, outlet.pictures, folder)
    if outlet.pages:
        return export_pages(job, outlet, outlet.pages)
    if outlet.cutter:
        return export_cut_sheets(job, outlet.cutter)
    assert outlet.tabletop is not None, "the form has one of the four"
    return export_tabletop(job, outlet.tabletop, folder, base_url)
