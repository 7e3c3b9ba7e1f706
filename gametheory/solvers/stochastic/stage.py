"""One equilibrium of the game of one position, whose payoffs are those expected after each joint move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from gametheory.model.game import Move
from gametheory.model.payoffs import Payoffs
from gametheory.solvers.bimatrix.lemke_howson import MAX_PIVOTS, lemke_howson
from gametheory.solvers.bimatrix.polytope import TooManyVertices
from gametheory.solvers.bimatrix.vertex_enumeration import TooManyEquilibria, extreme_equilibria

Profiles: TypeAlias = Mapping[tuple[Move, ...], Payoffs]
MAX_VERTICES = 2_000


class NoEquilibriumFound(ValueError):
    """The search found no equilibrium of the kind that the solver can find."""


class StageEquilibrium(NamedTuple):
    """An equilibrium of the game of one position.

    Parameters
    ----------
    mixed : tuple of dicts
        The probability of each move of each active player, without zeros.
    unique : bool or None
        Whether it is the only one; None if that is unknown.
    """

    mixed: tuple[dict[Move, Fraction], ...]
    unique: bool | None


def stage_equilibrium(active: Sequence[int], expected: Profiles, limit: int | None = None) -> StageEquilibrium:
    """Return an equilibrium of the game of one position, and whether it is the only one.

    One active player takes a best move. For two, all extreme equilibria are found by vertex enumeration, and the one
    with the greatest sum of payoffs is returned; if there are too many vertices, one is found by Lemke and Howson. For
    three or more, all pure equilibria are found: mixed ones can have irrational probabilities (Nash 1951).

    Parameters
    ----------
    active : sequence of int
        The numbers of the active players, in the order of their moves.
    expected : mapping
        For each joint move, the expected payoffs of all players.
    limit : int, optional
        The greatest number of pivots of Lemke and Howson, if it is more than 10,000.

    Raises
    ------
    NoEquilibriumFound
        If three or more players move, and there is no pure equilibrium.
    TooManyPivots
        If the path of Lemke and Howson is longer than that.

    References
    ----------
    J. F. Nash, Non-cooperative games, Annals of Mathematics 54 (1951).

    Examples
    --------
    >>> payoffs = {("c", "c"): (2, 2), ("c", "d"): (0, 3), ("d", "c"): (3, 0), ("d", "d"): (1, 1)}
    >>> stage_equilibrium([0, 1], payoffs)
    StageEquilibrium(mixed=({'d': Fraction(1, 1)}, {'d': Fraction(1, 1)}), unique=True)
    """
    if not active:
        return StageEquilibrium((), True)
    if len(active) == 2:
        return _of_two(active, expected, limit)
    pure = _pure_equilibria(active, expected)
    if not pure:
        raise NoEquilibriumFound("no pure equilibrium")
    mixed = tuple({move: Fraction(1)} for move in pure[0])
    return StageEquilibrium(mixed, False if len(pure) > 1 else True if len(active) == 1 else None)


def _of_two(active: Sequence[int], expected: Profiles, limit: int | None) -> StageEquilibrium:
    """Return an equilibrium of a bimatrix game."""
    rows, columns = (list(dict.fromkeys(moves[index] for moves in expected)) for index in (0, 1))
    one, two = ([[expected[r, c][player] for c in columns] for r in rows] for player in active)
    try:
        found = extreme_equilibria(one, two, MAX_VERTICES).extreme
        best, unique = max(found, key=lambda equilibrium: sum(equilibrium.payoffs)), len(found) == 1
    except (TooManyVertices, TooManyEquilibria):
        best, unique = lemke_howson(one, two, limit=max(MAX_PIVOTS, limit or 0)), None
    return StageEquilibrium((_mixed(rows, best.row), _mixed(columns, best.column)), unique)


def _mixed(moves: Sequence[Move], probabilities: Sequence[Fraction]) -> dict[Move, Fraction]:
    return {move: probability for move, probability in zip(moves, probabilities, strict=True) if probability}


def _pure_equilibria(active: Sequence[int], expected: Profiles) -> list[tuple[Move, ...]]:
    """Return the joint moves from which no active player gains by another move, in one pass for each player."""
    found = list(expected)
    for place, player in enumerate(active):
        best: dict[tuple[Move, ...], Any] = {}
        for moves, payoffs in expected.items():
            others = (*moves[:place], *moves[place + 1 :])
            best[others] = max(best.get(others, payoffs[player]), payoffs[player])
        found = [m for m in found if expected[m][player] == best[*m[:place], *m[place + 1 :]]]
    return found


def deviations(moves: tuple[Move, ...], place: int, joint: Mapping[tuple[Move, ...], Any]) -> list[tuple[Move, ...]]:
    """Return the joint moves in which one player may move differently, this one included.

    >>> deviations(("a", "x"), 1, dict.fromkeys([("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]))
    [('a', 'x'), ('a', 'y')]
    """
    own = dict.fromkeys(other[place] for other in joint)
    return [(*moves[:place], move, *moves[place + 1 :]) for move in own]
