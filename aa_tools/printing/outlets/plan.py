"""Entry point of the outlets package: a print job and an outlet -> the files to write."""

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
    """Returns an outlet with another resolution or bleed.

    Raises:
        InputError: the outlet has pictures of fixed size, or none; or the bleed is too large.
    """
    if bleed_mm is not None and bleed_mm > LARGEST_BLEED_MM:
        hint = f"at most {LARGEST_BLEED_MM} mm"
        raise InputError("is too large", place=Place(f"--bleed {bleed_mm:g}"), hint=hint)
    chosen = {name: value for name, value in (("dpi", dpi), ("bleed_mm", bleed_mm)) if value is not None}
    if not chosen:
        return outlet
    if outlet.pictures is None or outlet.pictures.sizes_px:
        message = f"the files for {outlet.title} have a fixed size, so --dpi and --bleed have no effect"
        raise InputError(message, hint="leave them out, or write your own outlet")
    return outlet.model_copy(update={"pictures": outlet.pictures.model_copy(update=chosen)})


def plan_export(job: PrintJob, outlet: OutletModel, folder: Path, *, base_url: str | None = None) -> Export:
    """Plans the files for an outlet. They are drawn when the result's iterator is consumed.

    Args:
        job: the faces, from `sheets.prepare_job`.
        outlet: from `load_outlet`.
        folder: the output folder, for files that contain paths of other files.
        base_url: web address of the folder with the pictures, for online tables.

    Raises:
        InputError: the outlet does not take these cards.
    """
    if base_url is not None and outlet.tabletop is None:
        raise InputError(
            f"the files for {outlet.title} contain no addresses, so --url has no effect", hint="leave it out"
        )
    if outlet.pictures:
        return export_pictures(job, outlet, outlet.pictures, folder)
    if outlet.pages:
        return export_pages(job, outlet, outlet.pages)
    if outlet.cutter:
        return export_cut_sheets(job, outlet.cutter)
    assert outlet.tabletop is not None, "the form has one of the four"
    return export_tabletop(job, outlet.tabletop, folder, base_url)
