"""Programs that find all equilibria of a two-player game: from two integer matrices to pairs of mixed strategies."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from bench.matrix_peers import Pair, gambit_pair
from bench.work import Program

Payoffs = tuple[list[list[int]], list[list[int]]]


def by_certificates(game: Payoffs) -> list[Pair]:
    """Return all extreme equilibria, in rationals, by this program."""
    from gametheory.solvers.nash import extreme_equilibria

    found = extreme_equilibria(*exact(game), hull_limit=500_000)
    return [(equilibrium.row, equilibrium.column) for equilibrium in found.extreme]


def by_nash(game: Payoffs) -> list[Pair]:
    """Return all extreme equilibria by the function that users call, which also reads the payoffs."""
    from gametheory import nash

    return [(equilibrium.row, equilibrium.column) for equilibrium in nash(*game, find_all=True)]


def exact(game: Payoffs) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    """Return a game in rationals."""
    first, second = ([[Fraction(payoff) for payoff in row] for row in payoffs] for payoffs in game)
    return first, second


def by_nashpy_vertices(game: Payoffs) -> list[Pair]:
    """Nashpy's vertex enumeration, in floats."""
    return list(_nashpy(game).vertex_enumeration())


def by_nashpy_supports(game: Payoffs) -> list[Pair]:
    """Nashpy's support enumeration, in floats."""
    return list(_nashpy(game).support_enumeration())


def _nashpy(game: Payoffs) -> Any:
    import nashpy

    return nashpy.Game(*(np.array(payoffs, dtype=float) for payoffs in game))


def by_quantecon_vertices(game: Payoffs) -> list[Pair]:
    """QuantEcon's vertex enumeration, in floats."""
    from quantecon.game_theory import vertex_enumeration

    return list(vertex_enumeration(_quantecon(game)))


def by_quantecon_supports(game: Payoffs) -> list[Pair]:
    """QuantEcon's support enumeration, compiled, in floats."""
    from quantecon.game_theory import support_enumeration

    return list(support_enumeration(_quantecon(game)))


def _quantecon(game: Payoffs) -> Any:
    from quantecon.game_theory import NormalFormGame, Player

    row, column = (np.array(payoffs, dtype=float) for payoffs in game)
    return NormalFormGame((Player(row), Player(np.ascontiguousarray(column.T))))


def by_gambit_floats(game: Payoffs) -> list[Pair]:
    """Gambit's `enummixed`, in floats."""
    return _by_gambit(game, rational=False)


def by_gambit_rationals(game: Payoffs) -> list[Pair]:
    """Gambit's `enummixed`, in rationals."""
    return _by_gambit(game, rational=True)


def _by_gambit(game: Payoffs, rational: bool) -> list[Pair]:
    import pygambit

    form = pygambit.StrategicGame.from_arrays(*game)
    return list(map(gambit_pair, pygambit.nash.enummixed_solve(form, rational=rational).equilibria))


def by_lrsnash(game: Payoffs) -> list[Pair]:
    """The command of lrslib, in rationals, including its process."""
    sizes = f"{len(game[0])} {len(game[0][0])}"
    matrices = ("\n".join(" ".join(map(str, row)) for row in payoffs) for payoffs in game)
    with tempfile.NamedTemporaryFile("w", suffix=".nash") as file:
        file.write("\n\n".join([sizes, *matrices]) + "\n")
        file.flush()
        done = subprocess.run(["lrsnash", file.name], capture_output=True, text=True, check=True)
    return list(read_lrsnash(done.stdout))


def read_lrsnash(output: str) -> Iterator[Pair]:
    """Yield the equilibria in an output: in each group, every line of player 1 with every line of player 2.

    >>> list(read_lrsnash("*text\\n2 1 0 3\\n1 1/2 1/2 3\\n\\n*text\\n"))
    [([Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 1), Fraction(0, 1)])]
    """
    lines = [line for line in output.splitlines() if not line.startswith("*")]
    for group in "\n".join(lines).split("\n\n"):
        strategies: dict[str, list[list[Fraction]]] = {"1": [], "2": []}
        for player, *numbers in map(str.split, filter(None, group.splitlines())):
            strategies[player].append(list(map(Fraction, numbers[:-1])))
        yield from product(strategies["1"], strategies["2"])


PROGRAMS = (
    Program("gametheory extreme_equilibria", by_certificates, ("gametheory",)),
    Program("gametheory nash", by_nash, ("gametheory",)),
    Program("lrsnash (rationals)", by_lrsnash, ("lrsnash",)),
    Program("pygambit enummixed (rationals)", by_gambit_rationals, ("pygambit",)),
    Program("pygambit enummixed", by_gambit_floats, ("pygambit",)),
    Program("quantecon vertex_enumeration", by_quantecon_vertices, ("quantecon",)),
    Program("quantecon support_enumeration", by_quantecon_supports, ("quantecon",)),
    Program("nashpy vertex_enumeration", by_nashpy_vertices, ("nashpy",)),
    Program("nashpy support_enumeration", by_nashpy_supports, ("nashpy",)),
)
