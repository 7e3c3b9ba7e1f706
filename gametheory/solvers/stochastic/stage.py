"""One equilibrium of the game of one position, whose payoffs are those expected after each joint move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from gametheory.model.game import Move, Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.model.payoffs import Payoffs
from gametheory.solvers.nash import extreme_equilibria, lemke_howson
from gametheory.solvers.pivoting import MAX_PIVOTS, TooManyVertices
from gametheory.solvers.sequence_form.extreme_equilibria import TooManyEquilibria

Profiles: TypeAlias = Mapping[tuple[Move, ...], Payoffs]
MAX_VERTICES = 2_000


class NoEquilibriumFound(ValueError):
    """The search found no equilibrium of the kind that the solver can find."""


class StageEquilibrium(NamedTuple):
    """An equilibrium of the game of one position."""

    mixed: tuple[dict[Move, Fraction], ...]
    unique: bool | None


def stage_equilibrium(active: Sequence[int], expected: Profiles, limit: int | None = None) -> StageEquilibrium:
    """Return an equilibrium of the game of one position, and whether it is the only one.

    Strictly dominated moves are eliminated first, since no equilibrium uses them. One player with a choice takes a best
    move. For two, all extreme equilibria are found by vertex enumeration, and the one
    with the greatest sum of payoffs is returned; if there are too many vertices, one is found by Lemke and Howson. For
    three or more, all pure equilibria are found, and if there is none, one with rational probabilities by
    `many_player_equilibria`; NoEquilibriumFound if all are irrational (Nash 1951).

    References
    ----------
    J. F. Nash, Non-cooperative games, Annals of Mathematics 54 (1951).

    >>> payoffs = {("c", "c"): (2, 2), ("c", "d"): (0, 3), ("d", "c"): (3, 0), ("d", "d"): (1, 1)}
    >>> stage_equilibrium([0, 1], payoffs)
    StageEquilibrium(mixed=({'d': Fraction(1, 1)}, {'d': Fraction(1, 1)}), unique=True)
    """
    if not active:
        return StageEquilibrium((), True)
    expected = undominated(active, expected)
    choosing = [place for place in range(len(active)) if len({moves[place] for moves in expected}) > 1]
    if len(choosing) == 2:
        return _of_two(active, choosing, expected, limit)
    pure = _pure_equilibria(active, expected)
    if not pure:
        return _of_many(active, expected, limit)
    mixed = tuple({move: Fraction(1)} for move in pure[0])
    return StageEquilibrium(mixed, False if len(pure) > 1 else True if len(choosing) < 2 else None)


def undominated(active: Sequence[int], expected: Profiles) -> Profiles:
    """Return the joint moves that are left when strictly dominated moves of each player are eliminated in turn.

    >>> payoffs = {("c", "c"): (2, 2), ("c", "d"): (0, 3), ("d", "c"): (3, 0), ("d", "d"): (1, 1)}
    >>> undominated([0, 1], payoffs)
    {('d', 'd'): (1, 1)}
    """
    left = expected
    for place, player in enumerate(active):
        gains: dict[Move, dict[tuple[Move, ...], Any]] = {}
        for moves, payoffs in left.items():
            gains.setdefault(moves[place], {})[*moves[:place], *moves[place + 1 :]] = payoffs[player]
        undominated_moves = {
            move
            for move, own in gains.items()
            if not any(all(own[others] < more for others, more in better.items()) for better in gains.values())
        }
        left = {moves: payoffs for moves, payoffs in left.items() if moves[place] in undominated_moves}
    return left if len(left) == len(expected) else undominated(active, left)


def _of_two(active: Sequence[int], choosing: Sequence[int], expected: Profiles, limit: int | None) -> StageEquilibrium:
    """Return an equilibrium of the bimatrix game of two players; the others have one move each."""
    payoffs = {tuple(moves[place] for place in choosing): each for moves, each in expected.items()}
    rows, columns = (list(dict.fromkeys(moves[place] for moves in expected)) for place in choosing)
    one, two = ([[payoffs[r, c][active[place]] for c in columns] for r in rows] for place in choosing)
    try:
        found = extreme_equilibria(one, two, MAX_VERTICES).extreme
        best, unique = max(found, key=lambda equilibrium: sum(equilibrium.payoffs)), len(found) == 1
    except (TooManyVertices, TooManyEquilibria):
        best, unique = lemke_howson(one, two, limit=max(MAX_PIVOTS, limit or 0)), None
    mixed = [{move: Fraction(1)} for move in next(iter(expected))]
    for place, moves, plan in zip(choosing, (rows, columns), (best.row, best.column), strict=True):
        mixed[place] = _mixed(moves, plan)
    return StageEquilibrium(tuple(mixed), unique)


def _of_many(active: Sequence[int], expected: Profiles, limit: int | None) -> StageEquilibrium:
    """Return a mixed equilibrium of three or more players."""
    # here, since it needs the solvers of trees, and few games need it
    from gametheory.solvers.many_players.solution import many_player_equilibria

    moves = [[*dict.fromkeys(joint[place] for joint in expected)] for place in range(len(active))]
    # the first player's strategy changes fastest in the list of outcomes
    outcomes = (expected[joint[::-1]] for joint in product(*reversed(moves)))
    table = NormalForm(
        tuple(map(str, active)),
        tuple(tuple(map(str, range(len(own)))) for own in moves),
        tuple(Outcome("", tuple(Fraction(payoffs[player]) for player in active)) for payoffs in outcomes),
    )
    found = many_player_equilibria(table, limit=limit)
    points = [*found.equilibria, *(each.point for each in found.continua if each.point)]
    for one in points:
        if all(isinstance(each, Fraction) for plan in one.plans for each in plan):
            mixed = tuple(map(_mixed, moves, one.plans))
            several = len(points) > 1 or bool(found.continua)
            return StageEquilibrium(mixed, False if several else True if found.complete else None)
    raise NoEquilibriumFound("no pure equilibrium, and no mixed one with rational probabilities")


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
