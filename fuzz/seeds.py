"""First inputs of the fuzzers: valid files, and the hostile files in tests/data."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

GAMES = Path(__file__).parent.parent / "tests" / "data" / "games"
HOSTILE = Path(__file__).parent.parent / "tests" / "data" / "hostile"


def from_files(pattern: str) -> Callable[[], Iterator[bytes]]:
    """The games of the tests and all hostile files of a kind."""
    return lambda: (path.read_bytes() for folder in (GAMES, HOSTILE) for path in sorted(folder.glob(pattern)))


def word_seeds() -> Iterator[bytes]:
    """How to take words, and words."""
    yield b"\0\1\2\3\4\5\6\7" + b'"a \\" b" 1/2 12 { 1, 2 } NFG "c" d'
    yield b"\1\1\1\1\1\1\1\1" + b"1e3 -2.5 .5 7/3 1. 0e-0 +4 -1/1"


def graph_seeds(name: str, ending: str) -> Callable[[], Iterator[bytes]]:
    """Small state graphs in a format, by the name of its module in `gametheory.formats`, and all hostile files."""

    def seeds() -> Iterator[bytes]:
        from gametheory import Castle, state_graph
        from gametheory.games.battle import Battle

        write = getattr(import_module(f"gametheory.formats.{name}"), f"to_{name}")
        for game in (Castle(1, 1, 1), Castle(2, 3, 1), Battle(1, 1)):
            yield write(state_graph(game)).encode()
        yield from from_files(f"*{ending}")()

    return seeds


def table_seeds() -> Iterator[bytes]:
    """Two small tables of odds."""
    from gametheory.games.battle.table import odds_table, write_npz

    for arguments in ((1, 1), (2, 1, 3, Fraction(1, 3), Fraction(2, 7), "defender", 1, True)):
        file = BytesIO()
        write_npz(odds_table(*arguments), file)
        yield file.getvalue()
    yield from from_files("*.npz")()


def solution_seeds() -> Iterator[bytes]:
    """Three small solutions, packed and as text."""
    from gametheory.games.wargame import Wargame, solve_wargame, solve_wargame_exact
    from gametheory.games.wargame.solution_file import solution_bytes

    for found in (
        solve_wargame(Wargame(1, 1)),
        solve_wargame_exact(Wargame(2, 2)),
        solve_wargame(Wargame(2, 3, killed=Fraction(1))),
    ):
        yield b"\0" + solution_bytes(found)
        yield b"\1" + gzip.decompress(solution_bytes(found))
    yield from (b"\0" + data for data in from_files("*.wargame")())


def strong_seeds() -> Iterator[bytes]:
    """The strong solutions of `STRONGLY_SOLVED`, as files and as text, each also as one of the next game."""
    from fuzz.strongly_solved import STRONGLY_SOLVED
    from gametheory import save_solution, solve
    from gametheory.solvers.saved.solution_file import read_labels
    from gametheory.storage.array_files import read_array_file

    with TemporaryDirectory() as folder:
        path = Path(folder, "solution.npz")
        for number, rules in enumerate(STRONGLY_SOLVED):
            save_solution(solve(rules), path)
            names = ["positions", "codes", "parents"]
            names += [f"distances_{row}" for row in range(len(read_labels(path).solution.distances))]
            header, arrays = read_array_file(path, dict.fromkeys(names, "i"))
            kinds = {name: [array.dtype.str, len(array)] for name, array in arrays.items()}
            text = json.dumps([header, kinds]).encode() + b"\n" + b"".join(map(bytes, arrays.values()))
            for game in (number, number + 1):
                yield bytes([2 * game]) + path.read_bytes()
                yield bytes([2 * game + 1]) + text


def round_seeds() -> Iterator[bytes]:
    """A round in floats and an exact one."""
    import numpy as np

    from gametheory.solvers.product_game.checkpoint_files import float_checkpoint_files
    from gametheory.solvers.product_game.floats import PackedStrategies, RoundSolution

    one = PackedStrategies(np.array([0, 1]), np.array([3], np.uint16), np.array([1.0]))
    with TemporaryDirectory() as folder:
        float_checkpoint_files(Path(folder), {"game": "mine"}).save(
            1, RoundSolution(np.zeros((1, 1)), one, one, True, 0.0)
        )
        yield b"\1" + (Path(folder) / "round-0001.part").read_bytes()
    body = b"0 0|1/2|0:1/1|0:1/2 1:1/2\n"
    head = {"of": {"game": "mine"}, "round": 1, "facts": {"symmetric": False}, "arrays": [["|u1", [len(body)]]]}
    yield b"\1" + json.dumps(head).encode() + b"\n" + body


def verdict_seeds() -> Iterator[bytes]:
    """Verdicts of a claim that fails, and of one that was swept."""
    from gametheory import Table, check_all, verified

    for verdict in (check_all(range(9), lambda n: n < 3, "0 to 8"), verified("a box", 2, Table(["a"], [[1]]))):
        yield b"\0" + json.dumps(verdict.as_json(), default=str).encode()


def formula_seeds() -> Iterator[bytes]:
    """LaTeX of most kinds that claims hold."""
    yield rb"costs $\frac{n + 1}{2} \leq \varphi^{2 k}$ for $\mathit{dpw} > 0$, and $\sqrt[3]{x_1}$."
    yield rb"$\left\lceil \frac{a}{b} \right\rceil$ $\begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}$ $x^{\prime}$ $5"
    yield rb"$\sum_{i=0}^{n} \binom{n}{i} \text{for all} \mathbb{N} \overline{x} \cdot \infty$"
