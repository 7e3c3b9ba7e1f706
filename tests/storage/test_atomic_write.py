"""Files are written completely or not at all."""

import os
import stat

import pytest

from gametheory.storage.atomic_write import write_atomic


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
