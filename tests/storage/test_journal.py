"""Lines of a journal are believed only as they were written, and none is lost, whoever else writes or is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gametheory.storage.journal import Journal

SECRET = b"secret"
COUNT = 60  # values of each process


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a journal with three values."""
    journal = Journal(tmp_path / "a.jsonl", SECRET)
    for number in range(3):
        journal.put(f"key{number}", {"cases": number})
    return tmp_path / "a.jsonl"


def values(path: Path, secret: bytes = SECRET) -> list[int | None]:
    """Return the values of the three keys, as a new process reads them."""
    journal = Journal(path, secret)
    return [found and found["cases"] for found in (journal.get(f"key{number}") for number in range(3))]


def test_every_bit_of_a_line_counts_and_the_other_lines_stay(path: Path) -> None:
    content = path.read_bytes()
    begins = [place for place, byte in enumerate(content) if byte == ord("\n")]
    for place in range(begins[1], begins[2]):
        for bit in (1, 128):
            path.write_bytes(content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :])
            # Without its break, the second line is an end of the first one.
            assert values(path) == [None if place == begins[1] else 0, None, 2], (place, bit)
    path.write_bytes(content)
    assert values(path) == [0, 1, 2]
    assert values(path, b"another secret") == [None, None, None]


def test_what_is_saved_after_a_part_of_a_line_is_read(path: Path) -> None:
    content = path.read_bytes()
    for end in range(content.rindex(b"\n"), len(content)):
        path.write_bytes(content[:end])
        assert values(path) == [0, 1, None], end
        Journal(path, SECRET).put("key2", {"cases": 7})
        assert values(path) == [0, 1, 7], end


def test_the_last_value_counts_and_the_file_does_not_grow_without_end(path: Path) -> None:
    size = path.stat().st_size
    for number in range(50):
        Journal(path, SECRET).put("key1", {"cases": number})
        assert values(path) == [0, number, 2]
    assert path.stat().st_size < 4 * size


def test_a_value_that_cannot_be_saved_changes_nothing(path: Path, tmp_path: Path) -> None:
    endless: list[Any] = []
    for _ in range(5_000):
        endless = [endless]
    for value in (10**5000, "\ud800", {(1, 2): 3}, endless):
        Journal(path, SECRET).put("key1", value)
    assert values(path) == [0, 1, 2]
    (tmp_path / "file").touch()
    journal = Journal(tmp_path / "file" / "b.jsonl")
    journal.put("key", 1)
    assert journal.get("key") is None


@pytest.mark.skipif(os.name != "posix", reason="named pipes")
def test_a_pipe_or_a_device_is_no_journal(tmp_path: Path) -> None:
    pipe, endless = tmp_path / "pipe", tmp_path / "endless"
    os.mkfifo(pipe)
    endless.symlink_to("/dev/zero")
    for path in (pipe, endless):
        journal = Journal(path)
        journal.put("key", 1)
        assert journal.get("key") is None


WRITER = """
import sys
from pathlib import Path
from gametheory.storage.journal import Journal
path, name = Path(sys.argv[1]), sys.argv[2]
print("begins", flush=True)
for number in range(int(sys.argv[3])):
    for _ in range(3):  # so that most lines have been replaced, and the file is written again
        Journal(path, b"secret").put("same", "x" * 5000)
    Journal(path, b"secret").put(f"{name}-{number}", number)
    print(number, flush=True)
"""


def writer(path: Path, name: str, count: int) -> "subprocess.Popen[str]":
    """Start a process that saves values, and prints the number of each when it is saved."""
    command = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="without locks, a value can be saved in a file that is replaced")
def test_no_value_is_lost_where_several_processes_save_while_the_file_is_written_again(path: Path) -> None:
    writers = [writer(path, name, COUNT) for name in "abc"]
    assert [each.communicate(timeout=60)[0].split()[-1] for each in writers] == [str(COUNT - 1)] * 3
    found = Journal(path, SECRET)
    assert [found.get(f"{name}-{number}") for name in "abc" for number in range(COUNT)] == [*range(COUNT)] * 3
    assert values(path) == [0, 1, 2]
    assert path.read_bytes().count(b"\n") < 3 * COUNT * 4, "it was not written again"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed")
def test_what_a_killed_process_has_saved_stays(path: Path) -> None:
    with writer(path, "a", 10**6) as process:
        assert process.stdout
        for line in process.stdout:
            if line.strip() == "9":
                process.kill()
                break
    Journal(path, SECRET).put("after", "kill")
    found = Journal(path, SECRET)
    assert [found.get(f"a-{number}") for number in range(10)] == [*range(10)]
    assert found.get("after") == "kill"
    assert values(path) == [0, 1, 2]
