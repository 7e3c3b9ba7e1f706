"""A failing comparison shows both sides, in each kind of sweep; where they are not known, the plain sentence stays."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from gametheory.claims import check_all, swept
from gametheory.claims.conclude import FAILS
from gametheory.claims.session import check
from gametheory.parallel.checkpoint import checkpointing
from gametheory.prove.sweep import _source, both_sides, check_cases, sweep

LIMIT = 8


def f(n: int) -> int:
    return n * n


def g(n: int) -> int:
    return 3 * n - 1 if n > 2 else n * n


def equal(n: int) -> bool:
    """Return whether both are equal."""
    return f(n) == g(n)


def by_steps(n: int) -> bool:
    if n < 0:
        return False
    square = f(n)
    return square == g(n) and n < 99


class Method:
    least = 5

    def holds(self, n: int) -> bool:
        return n < self.least


class Pair(NamedTuple):
    row: int
    column: int


def closure(limit: int) -> Callable[[int], bool]:
    def holds(n: int) -> bool:
        return f(n) < limit

    return holds


@cache
def cached(n: int) -> bool:
    return f(n) == 3


two = [lambda n: n < 3, lambda n: n < 4]
odd = iter(range(9))
SHOWN: dict[str, tuple[Callable[[Any], Any], Any, str]] = {
    "equal": (lambda n: f(n) == g(n), 3, "f(3) is 9, g(3) is 8: 9 == 8 is false"),
    "a function": (equal, 3, "f(3) is 9, g(3) is 8: 9 == 8 is false"),
    "steps": (by_steps, 3, "square is 9, g(3) is 8: 9 == 8 is false"),
    "a method": (Method().holds, 7, "self.least is 5: 7 < 5 is false"),
    "a closure": (closure(4), 2, "f(2) is 4, limit is 4: 4 < 4 is false"),
    "a cached function": (cached, 2, ""),
    "partial": (partial(lambda least, n: n > least, 4), 4, ""),
    "a global number": (lambda n: n < LIMIT, 9, "LIMIT is 8: 9 < 8 is false"),
    "negative": (lambda n: n**2 > 9, -3, "(-3) ** 2 is 9: 9 > 9 is false"),
    "a fraction": (lambda p: p + 1 == 2, Fraction(1, 2), "p + 1 is Fraction(3, 2): Fraction(3, 2) == 2 is false"),
    "not equal": (lambda n: f(n) != 4, 2, "f(2) is 4: 4 != 4 is false"),
    "in": (lambda n: n not in (1, 2), 2, "2 not in (1, 2) is false"),
    "a chain, its first part": (lambda n: 0 < n < 9, 0, "0 < 0 is false"),
    "a chain, its last part": (lambda n: 0 < f(n) <= 9, 4, "f(4) is 16: 16 <= 9 is false"),
    "and": (lambda n: n > 1 and f(n) == g(n), 3, "f(3) is 9, g(3) is 8: 9 == 8 is false"),
    "and, of which only the first part runs": (lambda n: n > 0 and 1 / n < 1, 0, "0 > 0 is false"),
    "or": (lambda n: n < 3 or f(n) == g(n), 3, "3 < 3 is false; f(3) is 9, g(3) is 8: 9 == 8 is false"),
    "a condition": (lambda n: f(n) == 9 if n > 3 else n == 9, 2, "2 == 9 is false"),
    "parts of a case": (lambda p: p.row < p.column, Pair(2, 1), "p.row is 2, p.column is 1: 2 < 1 is false"),
    "a comprehension": (
        lambda n: sum(k * n for k in range(n)) == 9,
        2,
        "sum((k * 2 for k in range(2))) is 2: 2 == 9",
    ),
    "several lines": (
        lambda n: (
            f(n)  # the square
            == g(n)
        ),
        3,
        "f(3) is 9, g(3) is 8: 9 == 8 is false",
    ),
    "the first of two in a line": (two[0], 3, "3 < 3 is false"),
    "the second of two in a line": (two[1], 4, "4 < 4 is false"),
    "a text": (lambda word: word == word[::-1], "ab", "'ab'[::-1] is 'ba': 'ab' == 'ba' is false"),
    "numbers of numpy": (lambda n: np.int64(n) == 3, 2, "np.int64(2) == 3 is false"),
    # Nothing is known of these.
    "no comparison": (lambda n: bool(n - n), 3, ""),
    "all of several": (lambda n: all(k < n for k in range(9)), 3, ""),
    "a negation": (lambda n: not (1 < n < 9), 3, ""),
    "a builtin function": (bool, 0, ""),
    "an object": (type("Holds", (), {"__call__": lambda self, n: n < 3})(), 3, ""),
    "code without a file": (eval("lambda n: n < 3"), 3, ""),
    "another result": (lambda n: next(odd) == 1, 1, ""),
    "an error": (lambda n: 1 / n < 0, 0, ""),
    "it is true": (lambda n: n == n, 3, ""),
}


@pytest.mark.parametrize(("holds", "case", "shown"), SHOWN.values(), ids=SHOWN)
def test_both_sides_of_a_comparison(holds: Any, case: Any, shown: str) -> None:
    assert both_sides(holds, case).startswith(shown)
    assert bool(both_sides(holds, case)) is bool(shown)


# The kinds of sweeps: each is of the numbers 0 to 8, and 3 is the smallest that fails.
KINDS: dict[str, Callable[[Any], Any]] = {
    "check_all": lambda holds: check_all(range(9), holds),
    "check_all with a note": lambda holds: check_all(range(9), holds, "small numbers"),
    "check_cases": lambda holds: swept(check_cases(holds, range(9))),
    "check_cases, the largest first": lambda holds: swept(check_cases(holds, range(8, -1, -1)), "numbers"),
    "sweep": lambda holds: swept(sweep(lambda k: check_cases(holds, range(k, k + 3)), [6, 3, 0], workers=1)),
    "sweep in processes": lambda holds: swept(sweep(lambda k: check_cases(holds, range(k, k + 3)), [6, 3, 0], 2)),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize(
    ("holds", "shown"),
    [
        (lambda n: f(n) == g(n), "f(3) is 9, g(3) is 8: 9 == 8 is false"),
        (equal, "f(3) is 9, g(3) is 8: 9 == 8 is false"),
        (by_steps, "square is 9, g(3) is 8: 9 == 8 is false"),
        (lambda n: bool(n < 3), FAILS),
    ],
)
def test_each_kind_of_sweep_shows_both_sides(kind: Any, holds: Any, shown: str) -> None:
    verdict = kind(holds)
    assert verdict.witness.case == "3"
    assert verdict.witness.explanation == shown


def test_an_explanation_of_the_claim_takes_their_place() -> None:
    def holds(n: int) -> bool:
        return n < 3

    for verdict in (check_all(range(9), holds, "", str), swept(check_cases(holds, range(9)), "", str)):
        assert verdict.witness is not None
        assert verdict.witness.explanation == "3"


def test_a_resumed_sweep_shows_them_too(tmp_path: Path) -> None:
    found = []
    for _ in range(2):
        with checkpointing(tmp_path / "parts"):
            found.append(swept(sweep(lambda k: check_cases(equal, range(k, k + 3)), [6, 3, 0], workers=1)))
    assert found[0].witness == found[1].witness
    assert found[1].witness is not None
    assert found[1].witness.explanation == "f(3) is 9, g(3) is 8: 9 == 8 is false"


def test_what_a_function_does_besides_is_done_once_more_and_printed_once(capsys: Any) -> None:
    calls = count()

    def holds(n: int) -> bool:
        print("looking at", n, next(calls))
        return n < 3

    verdict = check_all(range(9), holds)
    assert verdict.witness is not None
    assert verdict.witness.explanation == "3 < 3 is false"
    assert capsys.readouterr().out.splitlines() == [f"looking at {n} {n}" for n in range(4)]


def test_nothing_is_read_from_a_file_that_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    for text, shown in (("n < 3", "3 < 3 is false"), ("n < 2", "")):
        path.write_text("holds = lambda n: n < 3\n")
        module: dict[str, Any] = {}
        exec(compile(path.read_text(), str(path), "exec"), module)
        path.write_text(f"holds = lambda n: {text}\n")
        linecache.checkcache()
        _source.cache_clear()
        assert both_sides(module["holds"], 3) == shown


CLAIMS = """from gametheory import check_all, claim
def f(n): return n * n
@claim("A", "It is so.", "p. 1")
def first():
    return check_all(range(9), lambda n: f(n) == 2 * n)
@claim("B", "It leaves when it is asked again.", "p. 1")
def second():
    asked = []
    def holds(n):
        asked.append(n)
        if asked.count(n) > 1:
            raise SystemExit
        return n < 3
    return check_all(range(9), holds)
"""


def test_claims_show_them(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CLAIMS)
    run = check(tmp_path)
    witnesses = [result.verdict.witness for result in run]
    assert [each and (each.case, each.explanation) for each in witnesses] == [
        ("1", "f(1) is 1, 2 * 1 is 2: 1 == 2 is false"),
        ("3", FAILS),
    ]
