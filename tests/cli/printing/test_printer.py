"""`aa printer`, through the command line."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pypdf
import pytest

from tests.conftest import Aa


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: tmp_path / "settings")
    return tmp_path / "settings" / "printers"


def test_a_printer_is_set_listed_and_used(aa: Aa, settings: Path, tmp_path: Path) -> None:
    run = aa("printer", "list")
    assert (run.code, run.out) == (0, "")
    assert run.err.startswith("No printer profile is saved yet. Start with aa printer calibrate.")
    line = "office: offset -0.8,0.5 mm, angle 0.2°, scale 1,1"
    assert aa("printer", "set", "office", "--offset", "-0.8,0.5", "--angle", "0.2").out == line + "\n"
    run = aa("printer", "set", "office", "--scale", "0.997,1", "--margins", "4,4,12.5,4")
    full = "office: offset -0.8,0.5 mm, angle 0.2°, scale 0.997,1, margins 4,4,12.5,4 mm"
    assert run.out == full + "\n"
    run = aa("printer", "list")
    assert run.out == full + "\n"
    assert run.err == f"Printer profiles are saved in {settings}.\n"
    assert aa("sheets", "reference", "--printer", "office", "--out", tmp_path / "out").code == 0


def test_the_calibration_sheet_of_a_new_and_of_a_known_printer(aa: Aa, tmp_path: Path) -> None:
    run = aa("printer", "calibrate", "--paper", "letter", "--out", tmp_path)
    assert (run.code, run.out) == (0, f"{tmp_path / 'calibrate.pdf'}\n")
    new = (tmp_path / "calibrate.pdf").read_bytes()
    assert [float(each) for each in pypdf.PdfReader(tmp_path / "calibrate.pdf").pages[1].mediabox[2:]] == [612, 792]
    aa("printer", "set", "office", "--offset", "1,1")
    assert aa("printer", "calibrate", "--printer", "office", "--paper", "letter", "--out", tmp_path).code == 0
    known = (tmp_path / "calibrate.pdf").read_bytes()
    assert known != new
    text = " ".join(pypdf.PdfReader(tmp_path / "calibrate.pdf").pages[0].extract_text().split())
    assert "so the cross should lie at 0" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["set", "office"], "aa printer set: nothing to save; add --offset, --angle, --scale or --margins"),
        (["set", "my printer", "--angle", "1"], "'my printer' cannot be the name of a printer; use at most 40 letters"),
        (["set", "../x", "--angle", "1"], "'../x' cannot be the name of a printer; use at most 40 letters"),
        (["set", "office", "--offset", "1"], "--offset 1: wrong number of values; write it as X,Y"),
        (["set", "office", "--offset", "30,0"], "--offset 30,0: x is too large; at most 20.0"),
        (["set", "office", "--angle", "one"], "--angle one: 'one' is not a number; use digits"),
        (["set", "office", "--scale", "99.7,1"], "--scale 99.7,1: x is too large; at most 1.25"),
        (["set", "office", "--margins", "-1"], "--margins -1: a length cannot be negative; use 0 or more"),
        (["set", "office", "--margins", "4,300,4,4"], "--margins 4,300,4,4: no printer stays 300 mm away from an edge"),
        (["calibrate", "--printer", "office"], "there is no printer 'office'; keep one with aa printer set"),
        (["calibrate", "--paper", "a44"], "there is no paper template 'a44'; did you mean a4?"),
    ],
)
def test_wrong_input_keeps_nothing(
    aa: Aa, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run = aa("printer", *arguments)
    assert (run.code, run.out) == (3, "")
    assert run.err.startswith(f"aa: {message}")
    assert run.err.count("\n") == 1
    assert not settings.exists()
    assert not (tmp_path / "output").exists()


def test_a_printers_file_with_a_fault_is_told_by_list(aa: Aa, settings: Path) -> None:
    aa("printer", "set", "office", "--angle", "1")
    (settings / "office.yaml").write_text("format: aa.printer/1\nangel_deg: 1\n", encoding="utf-8")
    aa("printer", "set", "home", "--angle", "2")
    run = aa("printer", "list")
    assert (run.code, run.out) == (3, "home: offset 0,0 mm, angle 2°, scale 1,1\n")
    assert "office.yaml:2:1: the key angel_deg is not known here; did you mean angle_deg?" in run.err
