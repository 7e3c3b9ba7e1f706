"""Check mixed strategies of a whole game with simultaneous moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import is_, mul
from typing import Any, TypeAlias

from flint import fmpq

from gametheory.model.game import Distribution, Game, Move, Position
from gametheory.model.state_graph import StateGraph, game_of, start_of
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import CertificateError, checked_payoffs, require
from gametheory.verify.guarantee import check_guarantee
from gametheory.verify.joint_moves import checked_arrays
from gametheory.verify.mixed import extreme_expectation, is_distribution
from gametheory.verify.screening import unclear

Bounds: TypeAlias = tuple[fmpq, fmpq]
# the probabilities of chance moves; for either bound, what is expected over some next positions
_Means: TypeAlias = tuple[list[fmpq], tuple[dict[Any, fmpq], dict[Any, fmpq]]]


def check_simultaneous_equilibrium(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
    strategies: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
) -> Fraction:
    """Return the value of an acyclic two-player zero-sum game to the first player.

    The certificate is the value of each position and a mixed strategy of each active player there. It suffices that in
    every position the first player expects at least the value against each move of the second player, and the second
    player concedes at most the value against each move of the first. Then both are optimal in the matrix game of the
    position (von Neumann 1928), and backward induction makes the values those of the game (Shapley 1953).
    Cost: the edges, once for each player.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of an acyclic game of two players.
    terminal_payoffs : mapping
        The payoffs of both players in each terminal position. Their sum must be 0.
    values : mapping
        The claimed value of each position to the first player.
    strategies : mapping
        In each position that is not terminal, the probability of each move of each active player.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a value or strategy is missing or not exact, payoffs are not zero-sum, or play can cycle.

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> graph, fair = state_graph(Pennies()), {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}
    >>> payoffs = {"even": (Fraction(1), Fraction(-1)), "odd": (Fraction(-1), Fraction(1))}
    >>> values = {"toss": Fraction(0), "even": Fraction(1), "odd": Fraction(-1)}
    >>> check_simultaneous_equilibrium(graph, payoffs, values, {"toss": {"even": fair, "odd": fair}})
    Fraction(0, 1)
    >>> lie = {"toss": {"even": fair, "odd": {"heads": Fraction(1)}}}
    >>> check_simultaneous_equilibrium(graph, payoffs, values, lie)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: odd does not guarantee the values: after ('heads',) in toss the \
expected value is -1, less than 0
    """
    arrays, players = checked_arrays(graph), game_of(graph).players
    order = arrays.order
    if order is None or len(players) != 2:
        raise CertificateError("play can cycle, or not two players play")
    _check_ends(graph, terminal_payoffs, values)
    ranks = {arrays.positions[number]: rank for rank, number in enumerate(order[::-1].tolist())}
    _check_guarantees(graph, players[0], values, strategies, ranks)
    _check_guarantees(graph, players[1], {position: -value for position, value in values.items()}, strategies, ranks)
    return values[start_of(graph)]


def _check_ends(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
) -> None:
    """Check that the payoffs of each end are its value and the opposite."""
    for position, end in unclear(graph, None):
        if end is not None:
            due = checked_payoffs(terminal_payoffs[position])
            zero_sum = position in values and due == (values[position], -values[position])
            require(zero_sum, "the end {} is not valued {}, or not zero-sum", position, due[0])


def _check_guarantees(
    graph: StateGraph,
    player: str,
    values: Mapping[Position, Fraction],
    strategies: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
    ranks: Mapping[Position, int],
) -> None:
    """Check that a player gets at least the value of each position, given that of each end."""
    try:
        check_guarantee(graph, values, [player], strategies, values, ranks)
    except CertificateError as error:
        raise CertificateError(f"{player} does not guarantee the values: {error}") from error


def bracket_values(
    game: Game[Any, Any],
    strategies: Mapping[Any, tuple[Mapping[Any, fmpq], Mapping[Any, fmpq]]],
    mirror: Callable[[Any], Any] | None = None,
    later: Mapping[Any, Bounds] | None = None,
) -> dict[Any, Bounds]:
    """Return a lower and an upper bound on the value of every position, from one strategy of each player.

    The game is acyclic and zero-sum, with two players who both move in every position. The certificate is the two
    strategies. The lower bound is what the first player expects against the best responses of the second, from this
    position to the end; the upper bound is what the second concedes. Both follow from those of the next positions by
    one best response, and the value lies between (Shapley 1953). The checker uses the rules only, no state graph.
    Cost: one call of `after` for each pair of a played move and a reply; one sum for each different distribution.

    Parameters
    ----------
    game : Game
        The rules.
    strategies : mapping
        For each position, the mixed strategies of the first and of the second player, as probabilities of moves.
    mirror : callable, optional
        The position with the players exchanged. A position without strategies gets the bounds of its mirror image,
        with the opposite sign. The caller must know that the rules treat both players alike.
    later : mapping, optional
        The bounds of positions that can follow, as this function returned them.

    Returns
    -------
    dict
        The lower and the upper bound for each position of `strategies`.

    Raises
    ------
    CertificateError
        If a strategy is missing or is not a probability distribution on the moves, if a chance move is not exact, if
        payoffs are not zero-sum, or if play can cycle.

    References
    ----------
    L. S. Shapley, Stochastic games, Proceedings of the National Academy of Sciences 39 (1953).

    Examples
    --------
    >>> from gametheory.games.wargame import Wargame
    >>> game, all_in = Wargame(1, 1), ({1: fmpq(1)}, {1: fmpq(1)})
    >>> bracket_values(game, {game.start(): all_in})[game.start()]
    (0, 0)
    >>> bracket_values(game, {game.start(): ({2: fmpq(1)}, {1: fmpq(1)})})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: a strategy in Position(...) is no probability distribution on the moves
    """
    require(len(game.players) == 2, "the game has {} players, not 2", len(game.players))
    bracket = _Bracket(game, strategies, mirror, later or {})
    # the last positions first: if they are in the order of play, the recursion stays shallow
    for position in reversed(list(strategies)):
        bracket.bounds(position)
    return {position: bracket.bounds(position) for position in strategies}


class _Bracket:
    """The bounds of all positions met so far."""

    def __init__(self, game: Any, strategies: Mapping[Any, Any], mirror: Any, later: Mapping[Any, Bounds]) -> None:
        self.game, self.strategies, self.mirror, self.later = game, strategies, mirror, later
        self.known: dict[Any, Bounds | None] = {}
        self.chances: tuple[Fraction, ...] = ()
        self.last: _Means = [], ({}, {})
        self.means: dict[tuple[Fraction, ...], _Means] = {}

    def bounds(self, position: Any) -> Bounds:
        """Return the bounds of a position, computed once."""
        found = self.later.get(position) or self.known.get(position)
        if found is None:
            require(position not in self.known, "play can cycle through {}", position)
            self.known[position] = None  # this position again, before its bounds are known, means a cycle
            found = self.known[position] = self._compute(position)
        return found

    def _compute(self, position: Any) -> Bounds:
        end = self.game.outcome(position)
        if end is not None:
            payoffs = list(map(to_flint, end.payoffs))
            require(len(payoffs) == 2 and sum(payoffs) == 0, "the payoffs in {} are not zero-sum", position)
            return payoffs[0], payoffs[0]
        if position in self.strategies:
            return self._guarantees(position, *self.strategies[position])
        image = None if self.mirror is None else self.mirror(position)
        require(image in self.strategies or image in self.later, "there are no strategies for {}", position)
        lower, upper = self.bounds(image)
        return -upper, -lower

    def _guarantees(self, position: Any, row: Mapping[Any, fmpq], column: Mapping[Any, fmpq]) -> Bounds:
        """Return what each strategy guarantees against the best response to it."""
        rows, columns = (list(self.game.moves(position, player)) for player in self.game.players)
        for mixed, moves in ((row, rows), (column, columns)):
            sound = is_distribution(mixed.values()) and set(mixed) <= set(moves)
            require(sound, "a strategy in {} is no probability distribution on the moves", position)
        lower = [[self._expected(position, i, j, 0) for i in row] for j in columns]
        upper = [[self._expected(position, i, j, 1) for j in column] for i in rows]
        return extreme_expectation(row.values(), lower, min), extreme_expectation(column.values(), upper, max)

    def _expected(self, position: Any, row: Any, column: Any, side: int) -> fmpq:
        """Return the expected lower bound (side 0) or upper bound (side 1) after two moves."""
        following = self.game.after(position, row, column)
        if not isinstance(following, Distribution):
            return self.bounds(following)[side]
        successors, (weights, means) = tuple(following), self._known_means(tuple(following.values()))
        if (mean := means[side].get(successors)) is None:
            bounds = [self.bounds(successor)[side] for successor in successors]
            mean = means[side][successors] = sum(map(mul, weights, bounds), fmpq(0))
        return mean

    def _known_means(self, chances: tuple[Fraction, ...]) -> _Means:
        """Return the probabilities of a chance move in flint, and the expected bounds that were computed with them."""
        # mostly the same objects as last time: to hash these numbers takes longer than all the rest
        if len(chances) != len(self.chances) or not all(map(is_, chances, self.chances)):
            if chances not in self.means:
                require(is_distribution(chances), "{} is no probability distribution", chances)
                self.means[chances] = list(map(to_flint, chances)), ({}, {})
            self.chances, self.last = chances, self.means[chances]
        return self.last
