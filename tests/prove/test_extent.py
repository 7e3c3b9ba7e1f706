"""A scope states the cases that ran, whatever the claim says about them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from gametheory import Castle
from gametheory.claims import Status, Verdict, Witness, check_all, claim, run, swept
from gametheory.parallel.checkpoint import checkpointing
from gametheory.parallel.limits import limit_cores
from gametheory.prove.sweep import BLOCK, Coverage, Sweep, check_cases, coverage_from_json, sweep


class Prints(int):
    """A number that is printed as another one, and says that it is another one."""

    def __int__(self) -> int:
        return 10**9

    __index__ = __int__

    def __lt__(self, other: int) -> bool:
        return True

    def __str__(self) -> str:
        return "10"


class Named(tuple[int, ...]):
    _fields = ("for all graphs, in particular n",)


@dataclass(frozen=True)
class Hidden:
    _x: int
    y_: int


@dataclass
class Changing:
    n: int


def changing() -> Iterator[Changing]:
    """Yield one case three times, with another number each time."""
    case = Changing(0)
    for case.n in range(3):
        yield case


class Game(NamedTuple):
    n: int
    s: int | None


BOX = [Game(n, s) for n in range(1, 4) for s in range(1, 3)]


@pytest.mark.parametrize(
    ("cases", "text"),
    [
        (range(1, 41), "1 to 40"),
        (range(1, BLOCK + 2), f"1 to {BLOCK + 1}"),
        ([7], "7"),
        (range(40, 0, -1), "within 1 to 40"),  # each once, but not in the order that shows it
        ([*range(1, 20), *range(21, 41)], "within 1 to 40"),
        ([*range(1, 20), 19, *range(21, 41)], "within 1 to 40"),  # as many as in the range, and one twice
        ([*range(1, BLOCK + 1), BLOCK], f"within 1 to {BLOCK}"),  # the same, where a block of cases ends
        ([*range(1, BLOCK + 1), BLOCK + 2], f"within 1 to {BLOCK + 2}"),
        ([*range(1, BLOCK + 1), BLOCK, BLOCK + 2], f"within 1 to {BLOCK + 2}"),
        (map(np.int64, range(3)), "0 to 2"),
        ([False, True], "from “False” to “True”"),
        (product(range(2), range(3)), "(0 to 1, 0 to 2)"),
        ([(0, 0), (1, 1)], "within (0 to 1, 0 to 1)"),
        (BOX, "n 1 to 3, s 1 to 2"),
        (BOX[:-1], "within n 1 to 3, s 1 to 2"),
        ([*BOX, Game(9, None)], "within n 1 to 9"),
        ([*BOX, 5], "from “Game(n=1, s=1)” to 5"),
        ([*BOX * BLOCK, (1, 2)], "from “Game(n=1, s=1)” to “(1, 2)”"),
        ([Castle(1, s, 2) for s in (1, 2)], "soldiers 1, strength 1 to 2, “defenders per wave” 2"),
        ([namedtuple("Case", "all_n_above")(0)], "“all n above” 0"),
        (["a", "b"], "from “a” to “b”"),
        (["a" * 99, "b"], "cases that the check lists"),
        ([0.5, 1.5], "from “0.5” to “1.5”"),
        ([()], "“()”"),
        ([Fraction(1, 2), Fraction(3, 2)], "from 1/2 to 3/2"),
        ([Game(1, -3), Game(2, -3)], "n 1 to 2, s -3"),
        (["all graphs"], "“all graphs”"),
        (["”all graphs"], "“all graphs”"),
        ([Prints(1)], "“10”"),
        ([Prints(1), Prints(2)], "from “10” to “10”"),
        ([Named((1,)), Named((2,))], "1 to 2"),
        ([Hidden(1, 2)], "x 1, y_ 2"),
        (changing(), "from “Changing(n=2)” to “Changing(n=2)”"),  # no range: the numbers are read after the checks
    ],
)
def test_the_scope_is_recorded_from_the_cases(cases: Iterable[Any], text: str) -> None:
    verdict = check_all(cases, lambda _: True, "all integers")
    assert (verdict.scope, verdict.note) == (text, "all integers")


def test_the_scope_ends_at_the_counterexample() -> None:
    verdict = check_all(range(100), lambda n: n < 8, "0 to 99")
    assert (verdict.status, verdict.scope, verdict.cases) == (Status.REFUTED, "0 to 8", 9)


@pytest.mark.parametrize(
    ("cases", "ranges", "whole", "ends"),
    [
        (3, [], False, ["all integers"]),
        (3, [], False, ["“all” integers”"]),
        (3, [], False, ["“all”", "“integers”", "“too”"]),
        (3, [], False, ["1/2 or more"]),
        (3, [["all integers", 0, 2]], True, []),
        (3, [["n", 0, "2, all integers"]], True, []),
        (3, [["n", 0, 2.0]], True, []),
        (3, [["n", False, 2]], True, []),
        (3, [[["n"], 0, 2]], True, []),
        (3, [["", 3, 0]], False, []),
        (3, [["", 0, 3]], True, []),
        (5, [["", 0, 3]], True, []),
        (2, [["", 7, 7]], True, []),
        (10, [["0", 0, 1], ["1", 0, 3]], True, []),
        (10, [["n", 1, 2], ["s", 1, 4]], True, []),
        (3, [], True, []),
        (8, [["n", 1, 4], ["n", 1, 2]], True, []),
        (1, [["n", 1, 10**9]], False, []),
        (0, [["n", 1, 1]], False, []),
        (9, [["n", 1, 9]], True, ["“all integers”"]),
        (9, [["\u0663", 1, 9]], True, []),
        (2, [], False, ["\u0661", "\u0662"]),
    ],
)
def test_a_range_that_no_sweep_records_is_refused(cases: int, ranges: list[Any], whole: bool, ends: list[str]) -> None:
    """Code of a claim can make such a value; the process of the command reads it and refuses it."""
    data = {"cases": cases, "extent": {"ranges": ranges, "whole": whole, "ends": ends}, "failed": None}
    with pytest.raises(ValueError, match="not a range that a sweep records"):
        coverage_from_json(data)


def test_a_typed_range_is_a_quotation() -> None:
    """A claim of all integers that checks three of them says so."""
    lie = claim("L", "for all integers", "p. 1")(lambda: check_all(range(3), lambda _: True, "all integers"))
    assert [result.verdict.covered for result in run([("S", lie)])] == ["0 to 2: “all integers”"]


@pytest.mark.parametrize(
    "value",
    [
        (False, "text"),
        "no",
        1,
        None,
        [0],
        (_ for _ in ()),
        np.array([True, True]),
        type("bool_", (), {"__bool__": lambda _: True})(),
    ],
)
def test_only_truth_values_decide_a_case(value: object) -> None:
    """A pair, a generator and a text would be true in every case."""
    with pytest.raises(TypeError, match="it must return True or False"):
        check_all([3], lambda _: value)  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match="it must return True or False"):
        check_cases(lambda _: value, [3])  # type: ignore[arg-type, return-value]


def test_truth_values_of_numpy_decide_a_case() -> None:
    assert check_all(np.arange(3), lambda n: n < 2).scope == "0 to 2"


def test_the_extent_of_a_sweep_does_not_depend_on_the_order_of_its_parts() -> None:
    parts = [check_cases(lambda _: True, cases) for cases in (BOX[:2], BOX[2:], [Game(7, 7)])]
    texts = {swept(sum(order, Sweep[Any]())).scope for order in permutations(parts)}
    assert texts == {"within n 1 to 7, s 1 to 7"}
    other = [*parts, check_cases(lambda _: True, ["a", "b"])]
    assert {swept(sum(order, Sweep[Any]())).scope for order in permutations(other)} == {"cases that the check lists"}


def test_a_sweep_without_a_record_of_its_cases_leaves_the_claim_open() -> None:
    assert swept(Sweep(10**9), "all integers").status is Status.OPEN
    assert swept(Sweep(), "nothing").status is Status.OPEN


def test_a_resumed_sweep_has_the_same_extent(tmp_path: Path) -> None:
    def one(n: int) -> Sweep[Game]:
        return check_cases(lambda game: game.n < 3, (game for game in BOX if game.n == n))

    found = []
    for _ in range(2):
        with limit_cores(1), checkpointing(tmp_path / "sweep.jsonl"):
            found.append(swept(sweep(one, (1, 2, 3))))
    assert {str(verdict.scope) for verdict in found} == {"within n 1 to 3, s 1 to 2"}


@pytest.mark.parametrize("bound", [9, 8])
def test_the_record_of_a_sweep_says_whether_a_case_failed(bound: int) -> None:
    failed = bound < 9
    for verdict in (
        check_all(range(9), lambda n: n < bound),
        swept(check_cases(lambda n: n < bound, range(9))),
        swept(sweep(lambda first: check_cases(lambda n: n < bound, range(first, first + 3)), (0, 3, 6), workers=1)),
    ):
        assert isinstance(verdict.record, Coverage)
        assert verdict.record.failed == ("8" if failed else None)
        assert (verdict.status is Status.REFUTED) is failed
        for other in set(Status) - {verdict.status, Status.CORRECTED}:
            with pytest.raises((TypeError, ValueError)):
                Verdict(other, "", 9, record=verdict.record, witness=Witness("8", "no"))


@pytest.mark.parametrize("cases", [-1, True, 9.0, float("inf"), "all", None, [9]])
def test_what_is_no_number_of_cases_is_refused(cases: Any) -> None:
    data = {"cases": cases, "extent": {"ranges": [], "whole": False, "ends": []}, "failed": None}
    with pytest.raises(ValueError, match="is not a number of cases"):
        coverage_from_json(data)
