"""Files are written completely or not at all; the cache folder of the user."""

import os
import stat
import sys
from pathlib import Path

import pytest

from gametheory.storage.files import VARIABLE, cache_folder, write_atomic


@pytest.mark.parametrize("fails", ["fdopen", "chmod", "replace"])
def test_a_failed_write_leaves_the_old_content_only(tmp_path, monkeypatch, fails):
    """After an error, such as a full disk, the old content remains and no part of the new one."""

    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    path = tmp_path / "note.txt"
    write_atomic(path, "old")
    monkeypatch.setattr(os, fails, full)
    with pytest.raises(OSError, match="No space left"):
        write_atomic(path, "new")
    monkeypatch.undo()
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["note.txt"]


def test_a_written_file_has_default_permissions(tmp_path):
    write_atomic(tmp_path / "note.txt", "new")
    (tmp_path / "other.txt").touch()
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("note.txt", "other.txt")}
    assert len(modes) == 1


def test_the_folder_is_the_chosen_one_or_that_of_the_system(monkeypatch, tmp_path):
    assert cache_folder() == Path(os.environ[VARIABLE])
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "gametheory"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "gametheory"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "Library" / "Caches" / "gametheory"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache_folder() == tmp_path / "local" / "gametheory"


def test_a_file_that_is_rewritten_keeps_its_permissions(tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.touch(0o600)
    write_atomic(secret, "{}")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    link, target = tmp_path / "report.html", tmp_path / "inner" / "report.html"
    link.symlink_to("inner/report.html")
    for content in ("old", "new"):  # the first write makes the target
        write_atomic(link, content)
        assert link.is_symlink()
        assert target.read_text() == content
    assert os.listdir(target.parent) == ["report.html"]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="there are no names of open files")
def test_a_stream_that_goes_to_a_file_is_written_and_not_replaced(tmp_path: Path) -> None:
    with (tmp_path / "output").open("wb") as file:
        write_atomic(Path(f"/dev/fd/{file.fileno()}"), "new")
    assert (tmp_path / "output").read_text() == "new"
