"""What mixed strategies guarantee: in one matrix, round by round, and over a whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from operator import mul
from typing import Any

import networkx as nx
from flint import arb, ctx, fmpq, fmpq_mat

from gametheory.model.game import Distribution, Game, Move, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import CertificateError, require

_rational = cache(to_flint)  # the chances of a game are few, and met at every move


def check_nash(
    row_payoffs: Sequence[Sequence[Fraction]],
    column_payoffs: Sequence[Sequence[Fraction]],
    row: Sequence[Fraction],
    column: Sequence[Fraction],
) -> tuple[Fraction, Fraction]:
    """Return what each player gets in a Nash equilibrium of two players: of mixtures, one of rows and one of columns.

    Each is a law, and no pure strategy gains by taking its place (Nash 1951); so no mixture does. Cost: a product for
    each entry of a matrix against a strategy that the other plays.

    Raises CertificateError where a mixture is no law, or at the first row or column that would gain.

    >>> half, pennies = Fraction(1, 2), [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> check_nash(pennies, [[-payoff for payoff in row] for row in pennies], (half, half), (half, half))
    (Fraction(0, 1), Fraction(0, 1))
    """
    for name, mixture, length in (("row", row, len(row_payoffs)), ("column", column, len(row_payoffs[0]))):
        if len(mixture) != length or min(mixture) < 0 or sum(mixture) != 1:
            raise CertificateError(f"{name}: {mixture} is no law on {length} strategies")
    rows, columns = ([(number, chance) for number, chance in enumerate(law) if chance] for law in (row, column))
    by_row = [sum((line[j] * chance for j, chance in columns), Fraction(0)) for line in row_payoffs]
    by_column = [
        sum((line[i] * chance for i, chance in rows), Fraction(0)) for line in zip(*column_payoffs, strict=True)
    ]
    ours = sum((p * q for p, q in zip(row, by_row, strict=True)), Fraction(0))
    theirs = sum((p * q for p, q in zip(column, by_column, strict=True)), Fraction(0))
    for name, payoffs, payoff in (("row", by_row, ours), ("column", by_column, theirs)):
        if max(payoffs) > payoff:
            raise CertificateError(f"{name} {payoffs.index(max(payoffs))} gets {max(payoffs)}, more than {payoff}")
    return ours, theirs


def bracket_matrix_value(
    payoffs: Sequence[Sequence[fmpq]], row: Mapping[int, fmpq], column: Mapping[int, fmpq]
) -> tuple[fmpq, fmpq]:
    """Return what two mixtures guarantee in a zero-sum game: at least so much, at most so much to the row player.

    A mixture gives each move that is played its probability. Its guarantee is its mean against the best pure answer,
    and the value lies between the two (von Neumann 1928); where they are equal, both mixtures are optimal. Intervals
    of 128 bits rule out most answers; the others are compared exactly. Cost: one product for each entry of a row or a
    column that is played.

    Raises CertificateError where a mixture is no law.

    >>> half = fmpq(1, 2)
    >>> bracket_matrix_value([[fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(1)]], {0: half, 1: half}, {0: half, 1: half})
    (0, 0)
    """
    for name, mixture, length in (("row", row, len(payoffs)), ("column", column, len(payoffs[0]))):
        if not mixture or min(mixture.values()) < 0 or sum(mixture.values()) != 1 or set(mixture) - set(range(length)):
            raise CertificateError(f"the mixture of the {name} player is no law on {length} moves")
    lower = _best_answer(row.values(), [[payoffs[i][j] for i in row] for j in range(len(payoffs[0]))], min)
    upper = _best_answer(column.values(), [[line[j] for j in column] for line in payoffs], max)
    return lower, upper


def _best_answer(weights: Iterable[fmpq], answers: Sequence[Sequence[fmpq]], best: Callable[..., Any]) -> fmpq:
    """The least or greatest mean of some payoffs, over the answers."""
    law = list(weights)
    with ctx.workprec(128):
        near = [arb(weight) for weight in law]
        means = [sum(map(mul, near, map(arb, answer)), arb(0)) for answer in answers]
        leading = best(means, key=arb.mid)
        still = [answer for answer, mean in zip(answers, means, strict=True) if mean.overlaps(leading)]
    exact = fmpq_mat(1, len(law), law) * fmpq_mat([list(entries) for entries in zip(*still, strict=True)])
    found: fmpq = best(exact.entries())
    return found


def check_simultaneous_equilibrium(
    graph: nx.MultiDiGraph,
    worth: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
    mixtures: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
) -> Fraction:
    """Return what the first of two players gets on average from the start, where one gets what the other loses.

    In each position the mixture of either player guarantees its value against every move of the other; backward
    induction then makes it the value of play from there on. Cost: the edges, once for each player.

    Raises CertificateError at the first position where that fails, and where play can go round.

    >>> from gametheory.model.game import Outcome

    >>> from gametheory.model.state_graph import state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> worth = {"even": (Fraction(1), Fraction(-1)), "odd": (Fraction(-1), Fraction(1))}
    >>> values = {"toss": Fraction(0), "even": Fraction(1), "odd": Fraction(-1)}
    >>> fair = {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}
    >>> check_simultaneous_equilibrium(state_graph(Pennies()), worth, values, {"toss": {"even": fair, "odd": fair}})
    Fraction(0, 1)
    >>> check_simultaneous_equilibrium(state_graph(Pennies()), worth, values, {"toss": {"even": fair, "odd": {"heads": Fraction(1)}}})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: in toss odd does not guarantee 0
    """
    game = graph.graph["game"]
    require(nx.is_directed_acyclic_graph(graph) and len(game.players) == 2, "play can go round, or not two play")
    for position, end in graph.nodes(data="outcome"):
        if end is not None:
            due = worth[position][0]
            require(due == values[position] == -worth[position][1], f"the end {position} is not valued {due}")
            continue
        moving, laws = active_players(game, position), joint_moves(graph, position)
        means = {moves: sum(p * values[v] for v, p in law.items()) for moves, law in laws.items()}
        for player, sign in zip(game.players, (1, -1), strict=True):
            mixture = mixtures[position][player] if player in moving else {}
            allowed = min(mixture.values(), default=1) >= 0 and sum(mixture.values()) == (player in moving)
            require(allowed, f"in {position} {player} does not mix moves by a law")
            against: dict[tuple[Move, ...], Fraction] = {}
            for moves, mean in means.items():
                own = dict(zip(moving, moves, strict=True))
                others = tuple(move for name, move in own.items() if name != player)
                share = mixture.get(own[player], Fraction(0)) if player in own else Fraction(1)
                against[others] = against.get(others, Fraction(0)) + share * mean
            worst = min(sign * value for value in against.values())
            require(worst >= sign * values[position], f"in {position} {player} does not guarantee {values[position]}")
    return values[graph.graph["start"]]


def bracket_values(
    game: Game[Any, Any],
    mixtures: Mapping[Any, tuple[Mapping[Any, fmpq], Mapping[Any, fmpq]]],
    mirror: Callable[[Any], Any] | None = None,
) -> dict[Any, tuple[fmpq, fmpq]]:
    """Return what two strategies guarantee in every position of a zero-sum game of two at once that is sure to end.

    `mixtures` holds, for a position, those of the first and of the second player. Two passes of best responses, by the
    rules alone: the first player's strategy guarantees the least mean over the other's answers of what it guarantees
    later, and so for the second; the value of a position lies between (Shapley 1953). `mirror` exchanges the players,
    in a game whose rules do not tell them apart: a position without mixtures is taken for its mirror image. Cost: one
    look at the rules for each move played with each answer.

    Raises CertificateError for mixtures that are missing or no laws, and for payoffs that are not opposite.

    >>> from gametheory.games.wargame import Wargame
    >>> game, all_in = Wargame(1, 1), ({1: fmpq(1)}, {1: fmpq(1)})
    >>> bracket_values(game, {game.start(): all_in})[game.start()]
    (0, 0)
    """
    known: dict[Any, tuple[fmpq, fmpq]] = {}

    def bracket(position: Any) -> tuple[fmpq, fmpq]:
        if position not in known:
            known[position] = _bracket(game, position, mixtures, mirror, bracket)
        return known[position]

    for position in reversed(
        list(mixtures)
    ):  # the last first, so that the recursion is not deep where they are in order
        bracket(position)
    return {position: known[position] for position in mixtures}


def _bracket(
    game: Game[Any, Any],
    position: Any,
    mixtures: Mapping[Any, tuple[Mapping[Any, fmpq], Mapping[Any, fmpq]]],
    mirror: Callable[[Any], Any] | None,
    bracket: Callable[[Any], tuple[fmpq, fmpq]],
) -> tuple[fmpq, fmpq]:
    """What both strategies guarantee in a position, given that in later ones."""
    if (end := game.outcome(position)) is not None:
        if len(end.payoffs) != 2 or sum(end.payoffs) != 0:
            raise CertificateError(f"the payoffs in {position} are not opposite")
        return (payoff := _rational(end.payoffs[0])), payoff
    if position not in mixtures:
        if mirror is None or mirror(position) not in mixtures:
            raise CertificateError(f"there are no mixtures for {position}")
        lower, upper = bracket(mirror(position))
        return -upper, -lower
    both = [list(game.moves(position, player)) for player in game.players]
    row, column = mixtures[position]
    for mixture, moves in zip((row, column), both, strict=True):
        if not mixture or min(mixture.values()) < 0 or sum(mixture.values()) != 1 or not set(mixture) <= set(moves):
            raise CertificateError(f"a mixture in {position} is no law on the moves there")

    def worth(i: Any, j: Any, side: int) -> fmpq:
        following = game.after(position, i, j)
        if not isinstance(following, Distribution):
            return bracket(following)[side]
        return sum((_rational(chance) * bracket(after)[side] for after, chance in following.items()), fmpq(0))

    lower = _best_answer(row.values(), [[worth(i, j, 0) for i in row] for j in both[1]], min)
    upper = _best_answer(column.values(), [[worth(i, j, 1) for j in column] for i in both[0]], max)
    return lower, upper
