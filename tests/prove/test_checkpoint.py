"""An interrupted sweep resumes with the chunks that it has finished, and only with these."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gametheory.parallel.checkpoint import Checkpoint, checkpointing, function_hash
from gametheory.parallel.limits import limit_cores
from gametheory.prove.sweep import Sweep, check_cases, sweep

LIMIT, CHUNKS = 50, range(0, 40, 10)


SEEN: list[int] = []  # no value that a hash of a function includes


def swept(path: Path, check: Callable[[int], Sweep[int]]) -> Any:
    with limit_cores(1), checkpointing(path):
        return sweep(check, CHUNKS)


def test_a_sweep_resumes_with_finished_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, stop = tmp_path / "sweep.jsonl", [20]

    def check(chunk: int) -> Sweep[int]:
        if chunk in stop:
            raise KeyboardInterrupt
        SEEN.append(chunk)
        return check_cases(lambda n: n % 7 != 6, range(chunk, chunk + 10))

    SEEN.clear()
    monkeypatch.setattr("gametheory.parallel.checkpoint.function_hash", lambda work: repr(work[1][1]))
    with pytest.raises(KeyboardInterrupt):
        swept(path, check)
    path.write_text(path.read_text() + '\n["half a')
    stop.clear()
    assert swept(path, check) == sweep(check, CHUNKS, 1) == Sweep(40, 5, 6)
    # now every result is read, that of each chunk
    assert swept(path, check) == Sweep(40, 5, 6)
    assert [0, 10, 20, 30, *CHUNKS] == SEEN
    path.write_text("[]\n5\nnull\n")
    assert swept(path, check) == Sweep(40, 5, 6)


def test_a_chunk_that_was_checked_with_another_function_is_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sweep.jsonl"

    def below(limit: int) -> Callable[[int], Sweep[int]]:
        return lambda chunk: check_cases(lambda n: n < min(limit, LIMIT), range(chunk, chunk + 10))

    assert swept(path, below(30)).failures == 10
    lines = path.read_text()
    assert swept(path, below(30)).failures == 10
    assert path.read_text() == lines
    assert swept(path, below(20)).failures == 20
    monkeypatch.setitem(globals(), "LIMIT", 10)
    assert swept(path, below(30)).failures == 30
    monkeypatch.setattr("gametheory.parallel.checkpoint.package_hash", lambda: "another version")
    lines = path.read_text()
    assert swept(path, below(30)).failures == 30
    assert path.read_text() != lines


def test_different_functions_have_different_hashes() -> None:
    made = [eval(f"lambda n: n % {number} == 0", {}) for number in (2, 3)]
    assert len({function_hash(each) for each in made}) == 2
    assert function_hash(n for n in CHUNKS) is None


@pytest.mark.parametrize("outcome", [(1, 2), {1: "a"}, float("nan"), object(), "\ud800"])
def test_what_json_does_not_represent_exactly_is_not_saved(tmp_path: Path, outcome: object) -> None:
    path = tmp_path / "sweep.jsonl"
    Checkpoint(path).add("work", outcome)
    assert Checkpoint(path).outcome("work") in (None, outcome)
    assert type(Checkpoint(path).outcome("work")) in (type(None), str)
