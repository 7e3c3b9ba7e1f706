"""Files that code opens have names that lead to them from any folder."""

import os
from pathlib import Path

from gametheory.storage.opened_files import PACKAGE, OpenedFiles


def test_the_packages_own_files_are_found_from_any_folder(tmp_path, monkeypatch):
    opened = OpenedFiles(tmp_path)
    monkeypatch.chdir(tmp_path)
    own = PACKAGE / "storage" / "read.py"
    with opened.recording():
        Path(os.path.relpath(own)).read_text()  # as numba does to show the line of a warning
    monkeypatch.chdir("/")
    assert list(opened.hashes) == ["package:storage/read.py"]
    assert opened.unchanged(opened.hashes, tmp_path)


def test_other_relative_names_mean_another_file_in_another_folder(tmp_path, monkeypatch):
    (tmp_path / "one").mkdir()
    (tmp_path / "data.txt").write_text("1")
    opened = OpenedFiles(tmp_path / "one")
    monkeypatch.chdir(tmp_path)
    with opened.recording():
        Path("data.txt").read_text()
    assert opened.unchanged(opened.hashes, tmp_path / "one")
    monkeypatch.chdir(tmp_path / "one")
    assert not opened.unchanged(opened.hashes, tmp_path / "one")
