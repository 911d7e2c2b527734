from __future__ import annotations

import os
from pathlib import Path

import pytest

from aa_tools.errors import InputError, OutputError
from aa_tools.files import DataFolders, check_writable, read_text, safe_writer


def message(path: Path) -> str:
    with pytest.raises(InputError) as error:
        read_text(str(path))
    return str(error.value).replace(str(path), "FILE")


def test_reads_utf8_with_or_without_a_mark(tmp_path: Path) -> None:
    file = tmp_path / "a b ü.txt"
    file.write_bytes("é\n".encode("utf-8-sig"))
    assert read_text(str(file)).text == "é\n"


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    file = tmp_path / "f"
    assert message(file) == "FILE: cannot be read: no such file or directory; check the spelling and the folder"
    assert message(tmp_path) == "FILE: cannot be read: is a directory; give a file in it"
    file.write_bytes(b"abc\nde\xff")
    assert message(file) == "FILE:2:3: is not UTF-8 text; save it as UTF-8"
    file.write_bytes(b"ab\0c")
    assert message(file) == "FILE: is not a text file; give a typed grid or a YAML file"
    with file.open("wb") as large:
        large.truncate(5 * 1024 * 1024)
    assert message(file) == "FILE: is too large for a text file; at most 256 KiB are read"


def test_the_lookup_takes_the_option_then_the_folder_then_the_packed_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    packed = DataFolders().find("cards.yaml")
    assert packed.is_absolute()
    assert packed.is_file()
    (tmp_path / "cards.yaml").write_text("mine")
    assert DataFolders().find("cards.yaml") == Path("cards.yaml")
    assert DataFolders().find("cards.yaml", "other.yaml") == Path("other.yaml")
    with pytest.raises(InputError, match=r"nothing\.yaml is missing here and in the installed program"):
        DataFolders().find("nothing.yaml")


def test_listing_joins_the_folder_and_the_packed_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates" / "papers").mkdir(parents=True)
    (tmp_path / "templates" / "papers" / "mine.yaml").touch()
    assert {"a4", "letter", "mine"} <= set(DataFolders().names("templates/papers"))


def test_a_safe_writer_makes_folders_and_replaces_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "new" / "f.bin"
    with safe_writer(path) as file:
        file.write(b"one")
        assert not path.exists()
    assert path.read_bytes() == b"one"
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()
    assert list(path.parent.iterdir()) == [path]


def test_a_failed_write_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "f.bin"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), safe_writer(path) as file:
        file.write(b"half")
        _ = 1 / 0
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_made_is_an_output_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError) as error, safe_writer(tmp_path / "file" / "f.bin"):
        raise AssertionError("never reached")
    assert str(error.value).endswith("f.bin: cannot be written: file exists; choose another folder")


def test_whether_a_file_can_be_written_is_known_before_and_nothing_is_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    check_writable(tmp_path / "new" / "folder" / "f.bin")
    check_writable(tmp_path / "file")
    for path, why in ((tmp_path / "file" / "f.bin", "not a directory"), (tmp_path, "is a directory")):
        with pytest.raises(OutputError) as error:
            check_writable(path)
        assert str(error.value) == f"{path}: cannot be written: {why}; choose another folder"
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "private.yaml"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with safe_writer(path) as file:
        file.write(b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)
