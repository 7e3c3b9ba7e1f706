"""Sweeps find the smallest failure and count every case, in one process or in several."""

from __future__ import annotations

import importlib.util
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gametheory.prove.sweep import Sweep, check_cases, sweep

Pair = tuple[int, int]


def check_row(row: int) -> Sweep[Pair]:
    """Check one row of a rectangle; the statement is false if the product is 12."""
    return check_cases(lambda pair: pair[0] * pair[1] != 12, ((row, column) for column in range(20, 0, -1)))


@pytest.mark.parametrize("workers", [1, 2, 5, None])
@pytest.mark.parametrize("rows", [range(1, 21), range(20, 0, -1)])
def test_the_smallest_failure_is_found_in_any_order(workers: int | None, rows: range) -> None:
    assert sweep(check_row, rows, workers) == Sweep(cases=400, failures=6, first=(1, 12))


def test_a_sweep_without_failure_has_no_first_case() -> None:
    assert sweep(lambda row: check_cases(lambda _: True, [row]), range(5), 2) == Sweep(5, 0, None)


def test_a_failing_case_of_zero_is_reported() -> None:
    assert check_cases(lambda number: number > 1, [2, 1, 0]) == Sweep(3, 2, 0)


def test_an_empty_range_has_no_case() -> None:
    assert sweep(check_row, []) == Sweep(0, 0, None)


def test_no_case_is_counted_twice() -> None:
    row, column = ([(number, 2) for number in range(4)], [(1, number) for number in range(2, 6)])
    parts = [check_cases(lambda _: True, cases) for cases in (row, [(4, 2), (4, 3)], column)]
    assert (parts[0] + parts[1]).cases == 6
    with pytest.raises(ValueError, match="two parts of a sweep have cases in common"):
        sum(parts, Sweep[Pair]())
    with pytest.raises(ValueError, match="two parts of a sweep have cases in common"):
        sweep(lambda chunk: check_cases(lambda _: True, range(chunk)), [3, 3])


def test_no_case_of_a_list_is_counted_twice() -> None:
    lists = [2, 3, 5], [5, 7, 11], [13, 19], range(7, 12)
    primes, more, others, numbers = (check_cases(lambda _: True, cases) for cases in lists)
    assert (primes + others + numbers).cases == 10
    for one, two in ((primes, primes), (primes, more), (primes + others, more), (more, numbers), (numbers, more)):
        with pytest.raises(ValueError, match="two parts of a sweep have cases in common"):
            one + two
    assert sum((check_cases(lambda _: True, [[case]]) for case in (1, 1)), Sweep[list[int]]()).cases == 2  # no hash


@given(st.lists(st.lists(st.integers(0, 9))), st.sets(st.integers(0, 99)))
def test_sweeps_of_parts_add_up(parts: list[list[int]], failing: set[int]) -> None:
    parts = [[number + 10 * place for number in part] for place, part in enumerate(parts)]
    whole = check_cases(lambda case: case not in failing, [case for part in parts for case in part])
    assert sum((check_cases(lambda case: case not in failing, part) for part in parts), Sweep[int]()) == whole


def test_sweeps_run_in_other_processes() -> None:
    def number_of_process(_: int) -> Sweep[int]:
        return Sweep(1, 1, os.getpid())

    assert sweep(number_of_process, range(4), 1).first == os.getpid()
    assert sweep(number_of_process, range(4), 2).first != os.getpid()


def test_a_function_of_a_file_loaded_by_path_can_be_swept(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from gametheory.prove.sweep import check_cases\n"
        "def check(chunk):\n"
        "    return check_cases(lambda case: case != 3, [chunk])\n"
    )
    spec = importlib.util.spec_from_file_location("not_importable.own", file)
    assert spec is not None
    assert spec.loader is not None
    own = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(own)
    assert sweep(own.check, range(6), 2) == Sweep(6, 1, 3)


def test_an_error_of_a_check_ends_the_sweep() -> None:
    def fails(chunk: int) -> Sweep[int]:
        raise LookupError(f"chunk {chunk}")

    for workers in (1, 2):
        with pytest.raises(LookupError, match="chunk"):
            sweep(fails, range(3), workers)


class Terminal(io.StringIO):
    """A text stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_printed_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sweep(check_row, range(3), 1)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    sweep(check_row, range(3), 1)
    assert "2 of 3" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\033[K")


INTERRUPTED = """
import time
from gametheory.prove.sweep import Sweep, sweep

def slow(chunk):
    print("begun", flush=True)
    time.sleep(60)

try:
    sweep(slow, range(8), 2)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a group of processes")
def test_an_interrupt_ends_workers_silently() -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(5) == "begun"  # one worker has; the other may say so on the same line
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
        message, complaints = process.communicate(timeout=20)
    assert message.endswith("interrupted\n")
    assert complaints == ""


def test_a_check_that_ends_an_iteration_does_not_end_the_sweep() -> None:
    """`next` of an empty iteration raises StopIteration, at which `map` would end as if there were no more chunks."""

    def check(chunk: int) -> Sweep[int]:
        return check_cases(lambda number: number < 25 or next(iter(())), range(chunk, chunk + 10))

    for workers in (1, 2):
        with pytest.raises(RuntimeError, match="StopIteration"):
            sweep(check, range(0, 100, 10), workers=workers)
