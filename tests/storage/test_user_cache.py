"""The user's cache folder and its secret key."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gametheory.storage import user_cache
from gametheory.storage.atomic_write import ENDING
from gametheory.storage.user_cache import KEY_BYTES, VARIABLE, cache_folder, secret_key


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


def test_a_key_is_private_and_stays(tmp_path):
    key = secret_key(tmp_path / "new" / "cache")
    assert len(key) == KEY_BYTES
    assert secret_key(tmp_path / "new" / "cache") == key
    assert secret_key(tmp_path / "other") != key
    assert (tmp_path / "new" / "cache" / "key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "new" / "cache").iterdir()] == ["key"]


@pytest.mark.parametrize("content", [b"", b"short", b"k" * 31, b"k" * 33])
def test_a_damaged_key_is_replaced(tmp_path, content):
    (tmp_path / "key").write_bytes(content)
    (tmp_path / "key").chmod(0o600)
    key = secret_key(tmp_path)
    assert len(key) == KEY_BYTES
    assert secret_key(tmp_path) == key


@pytest.mark.skipif(os.name != "posix", reason="files have no permission bits")
@pytest.mark.parametrize("bit", [0o001, 0o002, 0o004, 0o010, 0o020, 0o040])
def test_a_key_that_others_may_use_in_any_way_is_replaced(tmp_path, bit):
    key = secret_key(tmp_path)
    (tmp_path / "key").chmod(0o600 | bit)
    assert secret_key(tmp_path) != key


def test_the_key_of_a_process_that_was_first_stays(tmp_path, monkeypatch):
    first = []

    def meanwhile(count: int) -> bytes:
        monkeypatch.undo()
        first.append(secret_key(tmp_path))
        return bytes(count)

    monkeypatch.setattr(user_cache.secrets, "token_bytes", meanwhile)
    assert [secret_key(tmp_path)] == first
    assert first[0] != bytes(KEY_BYTES)


def test_processes_that_start_together_have_one_key(tmp_path):
    program = "import sys, pathlib; from gametheory.storage.user_cache import secret_key"
    program += "; print(secret_key(pathlib.Path(sys.argv[1])).hex())"
    command = [sys.executable, "-c", program, str(tmp_path / "cache")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert len({process.communicate()[0] for process in processes}) == 1


def test_a_folder_that_cannot_be_made_has_no_key(tmp_path):
    (tmp_path / "file").write_text("")
    assert secret_key(tmp_path / "file" / "cache") is None


def test_what_a_killed_process_left_next_to_the_key_is_removed(tmp_path):
    (tmp_path / f".key.abc{ENDING}").touch()
    secret_key(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
