"""Files are written completely or not at all."""

import os
import stat
import subprocess
import sys

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


SLOW_WRITER = """
import sys
from pathlib import Path
from gametheory.storage.atomic_write import write_parts

def parts():
    yield b"half"
    print("writing", flush=True)
    yield sys.stdin.readline().encode()

write_parts(Path(sys.argv[1]), parts())
"""


def slow_writer(path):
    """Start a process that has written half of a file, and waits for the rest."""
    command = [sys.executable, "-c", SLOW_WRITER, str(path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "writing\n"
    return process


def test_the_next_write_removes_what_a_killed_process_left(tmp_path):
    process = slow_writer(tmp_path / "report.html")
    process.kill()
    process.communicate()
    assert [name.startswith(".report.html.") for name in os.listdir(tmp_path)] == [True]
    write_atomic(tmp_path / "other.txt", "new")
    assert os.listdir(tmp_path) == ["other.txt"]


def test_a_file_that_another_process_is_writing_stays(tmp_path):
    process = slow_writer(tmp_path / "report.html")
    (tmp_path / ".mine.gametheory").touch()
    write_atomic(tmp_path / "other.txt", "new")
    assert len(os.listdir(tmp_path)) == 3
    process.communicate(" and half\n")
    assert (tmp_path / "report.html").read_text() == "half and half\n"
    assert sorted(os.listdir(tmp_path)) == [".mine.gametheory", "other.txt", "report.html"]
