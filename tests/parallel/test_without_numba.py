"""The package without numba, which is an extra: Python runs the loops that would be compiled, with the same results."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gametheory import Castle, Distribution, Outcome, nash, solve
from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import battle_distribution
from gametheory.parallel import compiled
from gametheory.solvers.matrix_game.simplex_kernel import contains

# also what Pyodide lacks, for which numba has no build
BLOCKED = ("numba", "llvmlite", "_multiprocessing", "fcntl", "resource", "termios")
PROGRAM = """import sys
sys.modules |= dict.fromkeys({blocked})
sys.path.insert(0, {folder!r})
from test_without_numba import results
print(results())
"""


class Walk:
    """A walk of chance between two ends, a Markov chain."""

    players = ()

    def start(self) -> int:
        return 30

    def outcome(self, at: int) -> Outcome | None:
        return {0: Outcome("low"), 100: Outcome("high")}.get(at)

    def moves(self, at: int, player: str) -> tuple[int, ...]:
        return ()

    def after(self, at: int) -> Distribution[int]:
        return Distribution({at + 1: Fraction(2, 5), at - 1: Fraction(3, 5)})


class Nim:
    """Four heaps; players take turns, and who takes the last stone wins."""

    players = ("first", "second")

    def start(self) -> tuple[int, ...]:
        return (0, 7, 7, 7, 7)

    def outcome(self, at: tuple[int, ...]) -> Outcome | None:
        return None if any(at[1:]) else Outcome(self.players[1 - at[0]])

    def moves(self, at: tuple[int, ...], player: str) -> list[tuple[int, int]]:
        return [(i, k) for i in range(1, 5) for k in range(at[i]) if player == self.players[at[0]]]

    def after(self, at: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        heaps = sorted(move[1] if i == move[0] else at[i] for i in range(1, 5))
        return (1 - at[0], *heaps)


def results() -> str:
    """Solve games with the loops of every package of kernels, each of which is compiled immediately if it can be."""
    compiled.SECONDS = 0.0
    random = np.random.default_rng(7)
    castle, walk, nim = solve(Castle(10, 43, 8)), solve(Walk()), solve(Nim())
    zero_sum = nash(random.integers(-9, 9, (24, 24)))
    battle = battle_distribution(Battle(30, 20))
    words = [each.as_json() | {"seconds": 0} for each in (castle, walk, nim)]
    return repr((words, zero_sum.as_json(), battle))


def test_the_same_results_without_numba_and_without_what_a_browser_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "SECONDS", compiled.SECONDS)  # restored afterwards
    program = PROGRAM.format(blocked=BLOCKED, folder=str(Path(__file__).parent))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout == f"{results()}\n", done.stderr
    assert "numba" in sys.modules


def test_a_terminal_names_the_extra_once(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    compiled._has_numba.cache_clear()
    compiled._name_the_wait.cache_clear()
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "numba", None)
        patch.setattr(sys.stderr, "isatty", lambda: True)
        patch.setattr(compiled, "parent_process", lambda: None)
        assert [contains(np.arange(compiled.ELEMENTS), at) for at in (4, -4)] == [True, False]
    compiled._has_numba.cache_clear()
    assert capsys.readouterr().err.count("pip install 'gametheory-exact[fast]'") == 1
