"""The package without numba, which is an extra: Python runs the loops that would be compiled, with the same results."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chains import gamblers_ruin
from small_games import Nim

from gametheory import Castle, nash, solve
from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import battle_distribution
from gametheory.parallel import compiled
from gametheory.solvers.matrix_kernel import pure_guarantees

# also what Pyodide lacks, for which numba has no build
BLOCKED = ("numba", "llvmlite", "_multiprocessing", "fcntl", "resource", "termios")
PROGRAM = """import sys
sys.modules |= dict.fromkeys({blocked})
sys.path[:0] = {folders!r}
from test_without_numba import results
print(results())
"""


def results() -> str:
    """Solve games with the loops of every package of kernels, each of which is compiled immediately if it can be."""
    compiled.SECONDS = 0.0
    random = np.random.default_rng(7)
    castle, walk, nim = (
        solve(Castle(10, 43, 8)),
        solve(gamblers_ruin(30, 100, Fraction(2, 5))),
        solve(Nim((7, 7, 7, 7))),
    )
    zero_sum = nash(random.integers(-9, 9, (14, 14)))
    battle = battle_distribution(Battle(30, 20))
    words = [each.as_json() | {"seconds": 0} for each in (castle, walk, nim)]
    return repr((words, zero_sum.as_json(), battle))


def test_the_same_results_without_numba_and_without_what_a_browser_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "SECONDS", compiled.SECONDS)  # restored afterwards
    program = PROGRAM.format(blocked=BLOCKED, folders=[str(Path(__file__).parents[level]) for level in (0, 1)])
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
        assert pure_guarantees(np.arange(float(compiled.ELEMENTS))[None])[2:4] == (0, 0)
    compiled._has_numba.cache_clear()
    assert capsys.readouterr().err.count("pip install '.[fast]' in the source folder") == 1
