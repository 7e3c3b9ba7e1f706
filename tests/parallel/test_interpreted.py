"""Kernels give the same results to the last bit whether they are compiled or interpreted."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from math import inf
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.battle import Battle
from gametheory.games.battle.decisions import odds_table, optimal_stopping
from gametheory.games.battle.distribution import battle_distribution, battle_odds_by_turn
from gametheory.games.battle.hits_kernel import GROUP, correlate, probability_of
from gametheory.model.layered import CodeTable, Distributions, Layer, ProbabilityCodes
from gametheory.numbers.rationals import to_flint
from gametheory.parallel import compiled
from gametheory.solvers.matrix_game import solve_matrix
from gametheory.solvers.matrix_kernel import pure_guarantees, simplex

LARGER_TABLE = 4000  # positions, for which a hash table grows

probabilities = st.fractions(0, 1, max_denominator=40) | st.sampled_from([Fraction(1, 10**30), 1 - Fraction(1, 10**9)])


def battles(most: int, **fixed: Any) -> st.SearchStrategy[Battle]:
    """Battles of up to a number of armies on each side, with all rules."""
    rules = {
        "both_dead": st.sampled_from(["attacker", "defender"]),
        "reserve": st.integers(0, 2),
        "stop_when_outnumbered": st.booleans(),
    } | {name: st.just(value) for name, value in fixed.items()}
    return st.builds(Battle, st.integers(3, most), st.integers(1, most), probabilities, probabilities, **rules)


def bits(value: Any) -> Any:
    """Return a value in a form in which two are equal only if all types and all bits are."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if is_dataclass(value):
        return [bits(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, tuple | list):
        return [bits(each) for each in value]
    return repr(value)


def run(seconds: float, work: Callable[[], Any]) -> Any:
    """Return the bits of a result, with kernels that are compiled after they have run for some seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "SECONDS", seconds)
        return bits(work())


def same_both_ways(work: Callable[[], Any]) -> bool:
    return bool(run(0, work) == run(inf, work))


def stop(battle: Battle) -> Any:
    return optimal_stopping(battle, Fraction(2, 3), Fraction(17))


def table(battle: Battle, turns: int | None) -> Any:
    return odds_table(battle.attackers, battle.defenders, turns, *list(vars(battle).values())[2:])


@given(battles(70), st.integers(1, 3))
@settings(max_examples=12, deadline=None)
def test_odds(battle: Battle, turns: int) -> None:
    assert same_both_ways(lambda: (battle_distribution(battle), battle_odds_by_turn(battle, turns)))


@given(battles(40), st.none() | st.integers(1, 2))
@settings(max_examples=30, deadline=None)
def test_tables(battle: Battle, turns: int | None) -> None:
    assert same_both_ways(lambda: table(battle, turns))


@given(battles(30, stop_when_outnumbered=False))
@settings(max_examples=10, deadline=None)
def test_optimal_decisions(battle: Battle) -> None:
    assert same_both_ways(lambda: stop(battle))


@given(st.integers(1, 9), st.integers(0, 40), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_correlations(groups: int, size: int, seed: int) -> None:
    """Their interpreted function is another one."""
    random = np.random.default_rng(seed)
    weights, values = random.random(GROUP * groups), random.random(GROUP * groups + size) ** 20
    into = random.random(size)

    def work() -> Any:
        result = into.copy()
        correlate(weights, values, result)
        return result

    assert same_both_ways(work)


small, any_size = st.integers(-3, 3), st.floats(-1e9, 1e9) | st.sampled_from([0.0, -0.0, 5e-324, 1e300])


@given(st.integers(1, 12), st.integers(1, 12), st.data())
@settings(max_examples=25, deadline=None)
def test_matrix_games(height: int, width: int, data: st.DataObject) -> None:
    entries = data.draw(st.sampled_from([small, any_size]))
    rows = data.draw(st.lists(st.lists(entries, min_size=width, max_size=width), min_size=height, max_size=height))

    exact = [list(map(to_flint, row)) for row in rows]

    assert same_both_ways(lambda: (simplex(np.array(rows, float), 0), solve_matrix(exact)))


@given(st.integers(0, 2**32), st.integers(1, 2**62))
@settings(max_examples=10, deadline=None)
def test_numbers_of_positions_and_of_probabilities(seed: int, greatest: int) -> None:
    random = np.random.default_rng(seed)
    sizes = random.integers(1, 9, 600)
    successors, numerators = random.integers(0, greatest, sizes.sum()), random.integers(1, 7, sizes.sum())
    nothing, more = np.zeros(0, np.int64), random.integers(0, greatest, LARGER_TABLE)
    spread = Distributions(sizes, numerators, np.add.reduceat(numerators, np.cumsum(sizes) - sizes))

    def work() -> Any:
        table, codes = CodeTable(10**4), ProbabilityCodes()
        numbers = table.numbers(successors % 400 + (greatest - 400) * (greatest > 400))
        found = codes.add(Layer(nothing, nothing, nothing, nothing, nothing, spread), numbers, len(table))
        few = table.codes, numbers, found, table.find(np.arange(400)), codes.fractions(found[2])
        return few, table.numbers(more), table.codes

    assert same_both_ways(work)


def test_kernels_are_compiled_after_a_while_and_for_large_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[Any] = []
    monkeypatch.setattr(
        type(pure_guarantees), "dispatcher", property(lambda kernel: used.append(kernel) or kernel.py_func)
    )
    monkeypatch.setattr(compiled, "_spent", defaultdict(float))
    pure_guarantees(np.eye(3))
    assert not used
    pure_guarantees(np.zeros((10, compiled.ELEMENTS // 10)))
    assert used == [pure_guarantees]
    while len(used) < 2:
        pure_guarantees(np.zeros((1, compiled.ELEMENTS - 1)))
    assert compiled._spent[pure_guarantees.__module__.rpartition(".")[0]] >= compiled.SECONDS
    monkeypatch.setattr(compiled, "_spent", defaultdict(float))
    simplex(np.eye(70), 0)
    assert len(used) == 2
    simplex(np.eye(71), 0)  # its cost grows faster
    assert used[2] is simplex


def test_two_threads_share_one_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(vars(probability_of), "_dispatcher", raising=False)
    found: list[Any] = []
    threads = [Thread(target=lambda: found.append(probability_of.dispatcher)) for _ in range(8)]  # type: ignore[attr-defined]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(each is found[0] for each in found)


def test_kernels_are_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(correlate)) is correlate


@pytest.mark.parametrize(
    "arguments", ["odds 40 25", "need 10 --win 0.9", "odds 9 4 --turns 3", "table 9 4 -o FILE", "odds 9 4 --plot FILE"]
)
def test_small_commands_do_not_load_numba(arguments: str, tmp_path: Path) -> None:
    words = arguments.replace("FILE", str(tmp_path / ("map.svg" if "plot" in arguments else "odds.npz"))).split()
    program = f"import sys; from gametheory.cli import main; print(main({['battle', *words]}), 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.endswith("0 False\n"), done.stderr
