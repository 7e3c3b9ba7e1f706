"""Check mixed strategies of a whole state graph by what some of the players guarantee, whatever others do.

A guarantee of each side proves the value of a zero-sum game; one guarantee for each player and one of all the others
prove an equilibrium. Chance moves and cycles are allowed unless a checker refuses them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from operator import is_, mul
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.game import Distribution, GameRules, Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.unfolding import StateGraph, game_of, start_of
from gametheory.numbers.rationals import to_flint
from gametheory.verify import graphs
from gametheory.verify.errors import (
    CertificateError,
    checked_payoffs,
    is_distribution,
    is_distribution_on,
    require,
    require_exact,
    require_label,
)
from gametheory.verify.tables import extreme_expectation

Mixed = Mapping[str, Mapping[Move, Fraction]]
Replies = dict[tuple[Move, ...], dict[int, fmpq]]


def check_guarantee(
    graph: StateGraph,
    payoffs: Mapping[Position, Fraction],
    players: Collection[str],
    strategies: Mapping[Position, Mixed],
    values: Mapping[Position, Fraction],
    ranks: Mapping[Position, int],
) -> Fraction:
    """Return an expected payoff from the start that some players guarantee by their strategies, whatever others do.

    Play without end pays 0. The certificate is the strategies, a value and an integer, the rank, for each position.
    Three conditions suffice:

    - the value of a terminal position is at most its payoff;
    - in any other position, after each reply of the other players the expected value is at least the value there;
    - if the value there is positive, some next position of positive probability has a smaller rank.

    Then the payoff is at least the value, from every position, against all strategies, also those that remember past
    moves. The values of the positions of a play are a bounded submartingale, which converges (Doob 1953). There are
    finitely many values, so in play without end one repeats forever from some time on. It is not positive: from
    positive values, the ranks lead to a terminal position or to another value within a bounded number of moves, with a
    probability bounded from below. So the limit is at most the payoff, and its expectation is at least the value.
    Cost: the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game.
    payoffs : mapping
        The payoff in each terminal position.
    players : collection of str
        The players who follow the strategies. All others may do anything.
    strategies : mapping
        In each position where such a player moves, the probability of each move.
    values : mapping
        The claimed guarantee from each position on.
    ranks : mapping
        An integer for each position of positive value; 0 where there is none.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a value or a strategy is missing, or a number is not exact.

    References
    ----------
    J. L. Doob, Stochastic Processes (1953), chapter VII. H. Everett, Recursive games (1957).

    Examples
    --------
    A player tosses a coin until it shows heads, or gives up:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Tosses:
    ...     players = ("player",)
    ...     def start(self): return "on"
    ...     def outcome(self, at): return None if at == "on" else Outcome(at)
    ...     def moves(self, at, player): return ("toss", "give up")
    ...     def after(self, at, move):
    ...         toss = Distribution({"on": Fraction(1, 2), "heads": Fraction(1, 2)})
    ...         return toss if move == "toss" else "lost"
    >>> graph, one = state_graph(Tosses()), Fraction(1)
    >>> payoffs, toss = {"heads": one, "lost": Fraction(0)}, {"on": {"player": {"toss": one}}}
    >>> values = {"on": one, "heads": one, "lost": Fraction(0)}
    >>> check_guarantee(graph, payoffs, ["player"], toss, values, {"on": 1})
    Fraction(1, 1)
    >>> check_guarantee(graph, payoffs, ["player"], toss, values, {"on": 0})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: play can stay at the value of on forever
    """
    arrays = graphs.checked_arrays(graph)
    means = graphs.Expectation(arrays, graphs.exact_values(arrays, values))
    require_exact(ranks.values())
    rank_of = [ranks.get(position, 0) for position in arrays.positions]
    for number, (position, end) in enumerate(graphs.positions_and_outcomes(arrays)):
        if end is None:
            replies = _replies(arrays, number, players, strategies.get(position, {}))
            _check_replies(position, replies, means, rank_of, number)
        else:
            (payoff,) = checked_payoffs([payoffs[position]])
            require(values[position] <= payoff, "the end {} is valued more than {}", position, payoff)
    return values[start_of(graph)]


def _check_replies(
    position: Position, replies: Replies, means: graphs.Expectation, rank_of: Sequence[int], number: int
) -> None:
    """Check the value and the rank of one position, by its number, against every reply of the other players."""
    value = means.values[number]
    rank = rank_of[number]
    falls = "after {} in {} the expected value is {}, less than {}"
    for reply, weights in replies.items():
        expected = fmpq(0)
        for joint, weight in weights.items():
            expected += weight * means[joint]
        require(expected >= value, falls, reply, position, expected, value)
        if value <= 0:
            continue  # play that stays here pays 0, which is enough
        ranks_after = []
        for joint in weights:
            ranks_after += [rank_of[successor] for successor in means.successors(joint)]
        require(min(ranks_after) < rank, "play can stay at the value of {} forever", position)


def _replies(arrays: StateArrays, number: int, players: Collection[str], mixed: Mixed) -> Replies:
    """Return the probabilities of numbered joint moves after each reply of the players who follow no strategy."""
    position = arrays.positions[number]
    joint_moves = arrays.moves_in(number)
    active = graphs.players_in(arrays, number)
    followed = [mixed.get(player, {}) if player in players else None for player in active]
    strategies = _checked_strategies(position, followed, joint_moves)
    replies: Replies = {}
    for joint, moves in zip(arrays.joints(number), joint_moves, strict=True):
        weight = fmpq(1)
        reply = []
        for strategy, move in zip(strategies, moves, strict=True):
            if strategy is None:
                reply.append(move)
            else:
                weight *= strategy.get(move, fmpq(0))
        if weight:
            replies.setdefault(tuple(reply), {})[joint] = weight
    require(bool(replies), "the strategies lead nowhere in {}", position)
    return replies


def _checked_strategies(
    position: Position, followed: Sequence[Mapping[Move, Fraction] | None], joint_moves: Sequence[tuple[Move, ...]]
) -> list[dict[Move, fmpq] | None]:
    """Return the followed strategies, after checking that each is a distribution on moves of the position."""
    exact: list[dict[Move, fmpq] | None] = []
    for index, strategy in enumerate(followed):
        if strategy is None:
            exact.append(None)
            continue
        allowed = {moves[index] for moves in joint_moves}
        sound = is_distribution_on(strategy, allowed)
        require(sound, "a strategy in {} is no probability distribution on the moves there", position)
        exact.append({move: to_flint(probability) for move, probability in strategy.items()})
    return exact


Ranks = tuple[Mapping[Position, int], Mapping[Position, int]]


def check_stationary_equilibrium(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    strategies: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
    ranks: Mapping[str, Ranks],
) -> tuple[Fraction, ...]:
    """Return the payoffs of an equilibrium in stationary strategies: from every position on, no player gains alone.

    Play without end pays 0. The certificate is the strategies, the payoffs from each position on, and ranks. For each
    player `check_guarantee` establishes two inequalities from every position: all players together guarantee that the
    player gets at least the payoff, and the others that the player gets at most the payoff, whatever the player does.
    So the strategies are an equilibrium in every subgame (Selten 1965; Fink 1964 for stationary strategies).
    Cost: the edges, twice for each player.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game.
    terminal_payoffs : mapping
        The payoffs of all players in each terminal position, in the order of `players`.
    payoffs : mapping
        The claimed payoffs from each position on.
    strategies : mapping
        In each position where players move, the probability of each move of each of them.
    ranks : mapping
        For each player two rankings of positions: one for at least, where the payoff is positive, and one for at most,
        where it is negative.

    Returns
    -------
    tuple of Fraction
        The payoffs from the start.

    Raises
    ------
    CertificateError
        If an inequality fails, something is missing, or a number is not exact.

    References
    ----------
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).
    A. M. Fink, Equilibrium in a stochastic n-person game (1964).

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> class Sexes:
    ...     players = ("one", "two")
    ...     def start(self): return "evening"
    ...     def outcome(self, at): return None if at == "evening" else Outcome(at)
    ...     def moves(self, at, player): return ("opera", "boxing")
    ...     def after(self, at, one, two): return one if one == two else "apart"
    >>> graph = state_graph(Sexes())
    >>> terminal = {"opera": (2, 1), "boxing": (1, 2), "apart": (0, 0)}
    >>> both = {"evening": {"one": {"opera": Fraction(1)}, "two": {"opera": Fraction(1)}}}
    >>> ranks = dict.fromkeys(("one", "two"), ({"evening": 1}, {}))
    >>> check_stationary_equilibrium(graph, terminal, {**terminal, "evening": (2, 1)}, both, ranks)
    (2, 1)
    >>> apart = {"evening": {"one": {"opera": Fraction(1)}, "two": {"boxing": Fraction(1)}}}
    >>> check_stationary_equilibrium(graph, terminal, {**terminal, "evening": (0, 0)}, apart, ranks)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: after ('boxing',) in evening the expected value is -1, less than 0
    """
    check_epsilon_equilibrium(graph, terminal_payoffs, payoffs, payoffs, strategies, ranks)
    return payoffs[start_of(graph)]


def check_epsilon_equilibrium(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    best: Mapping[Position, tuple[Fraction, ...]],
    strategies: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
    ranks: Mapping[str, Ranks],
) -> Fraction:
    """Return ε: from no position on does a player gain more than ε by leaving the stationary strategies alone.

    Play without end pays 0. For each player `check_guarantee` establishes two inequalities from every position: all
    players together guarantee that the player gets at least the first payoff, and the others that the player gets at
    most the second, whatever the player does. ε is the greatest difference (Radner 1980 for the term). An equilibrium
    is the case ε = 0. Cost: the edges, twice for each player.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game.
    terminal_payoffs : mapping
        The payoffs of all players in each terminal position, in the order of `players`.
    payoffs : mapping
        What each player is claimed to get at least from each position on.
    best : mapping
        What each player is claimed to get at most from each position on, by any strategy against those of the others.
    strategies : mapping
        In each position where players move, the probability of each move of each of them.
    ranks : mapping
        For each player two rankings of positions: one for `payoffs`, where they are positive, and one for `best`,
        where it is negative.

    Returns
    -------
    Fraction
        The greatest possible gain ε.

    Raises
    ------
    CertificateError
        If an inequality fails, something is missing, or a number is not exact.

    References
    ----------
    R. Radner, Collusive behavior in noncooperative epsilon-equilibria of oligopolies with long but finite lives (1980).

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> graph, mixed = state_graph(Pennies()), {"heads": Fraction(49, 100), "tails": Fraction(51, 100)}
    >>> terminal = {"even": (1, -1), "odd": (-1, 1)}
    >>> low, high = Fraction(1, 2500), Fraction(1, 50)
    >>> payoffs, best = {**terminal, "toss": (low, -low)}, {**terminal, "toss": (high, high)}
    >>> ranks = dict.fromkeys(("even", "odd"), ({"toss": 1}, {}))
    >>> strategies = {"toss": {"even": mixed, "odd": mixed}}
    >>> check_epsilon_equilibrium(graph, terminal, payoffs, best, strategies, ranks)
    Fraction(51, 2500)
    >>> lie = {**best, "toss": (low, high)}
    >>> check_epsilon_equilibrium(graph, terminal, payoffs, lie, strategies, ranks)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: ...
    """
    players = game_of(graph).players
    require_label(players, ranks)
    for index, player in enumerate(players):
        others = set(players) - {player}
        # all together see to it that the player gets the first payoff, the others that it is at most the second
        sides = ((1, players, payoffs), (-1, others, best))
        for (sign, following, claimed), ranking in zip(sides, ranks[player], strict=True):
            due = _signed(sign, index, players, terminal_payoffs)
            values = _signed(sign, index, players, claimed)
            check_guarantee(graph, due, following, strategies, values, ranking)
    epsilon = Fraction(0)
    for position in graph:
        for most, least in zip(best[position], payoffs[position], strict=True):
            epsilon = max(epsilon, Fraction(most - least))
    return epsilon


def _signed(
    sign: int, index: int, players: Sequence[str], payoffs: Mapping[Position, tuple[Fraction, ...]]
) -> dict[Position, Fraction]:
    """Return the payoffs of one player, or what they cost."""
    signed = {}
    for position, row in payoffs.items():
        require(len(row) == len(players), "not one payoff for each player")
        require_exact(row)  # a product may hide the type
        signed[position] = sign * row[index]
    return signed


Bounds: TypeAlias = tuple[fmpq, fmpq]
LOWER, UPPER = 0, 1
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
    arrays = graphs.checked_arrays(graph)
    players = game_of(graph).players
    order = arrays.order
    if order is None or len(players) != 2:
        raise CertificateError("play can cycle, or not two players play")
    claimed = graphs.numbered_labels(arrays, values)
    graphs.require_each(claimed.codes >= 0, "{} is not labeled", arrays.positions.__getitem__)
    is_value = "the end {} is not valued by its payoffs, or not zero-sum"
    graphs.require_ends(arrays, terminal_payoffs, claimed, lambda due, value: due == (value, -value), is_value)
    # where play is finite, the order of play is a rank that falls with every move
    ranks = {arrays.positions[number]: rank for rank, number in enumerate(order[::-1].tolist())}
    _check_guarantees(graph, players[0], values, strategies, ranks)
    costs = {position: -value for position, value in values.items()}
    _check_guarantees(graph, players[1], costs, strategies, ranks)
    return values[start_of(graph)]


def _check_guarantees(
    graph: StateGraph,
    player: str,
    values: Mapping[Position, Fraction],
    strategies: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
    ranks: Mapping[Position, int],
) -> None:
    """Check that a player gets at least the value of each position, given that of each end."""
    # the ends are checked before, so that their values are the payoffs
    try:
        check_guarantee(graph, values, [player], strategies, values, ranks)
    except CertificateError as error:
        raise CertificateError(f"{player} does not guarantee the values: {error}") from error


def bracket_values(
    game: GameRules,
    strategies: Mapping[Any, tuple[Mapping[Any, fmpq], Mapping[Any, fmpq]]],
    mirror: Callable[[Any], object] | None = None,
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
        self.game, self.strategies = game, strategies
        self.mirror, self.later = mirror, later
        self.known: dict[object, Bounds | None] = {}
        self.chances: tuple[Fraction, ...] = ()
        self.last: _Means = [], ({}, {})
        self.means: dict[tuple[Fraction, ...], _Means] = {}

    def bounds(self, position: object) -> Bounds:
        """Return the bounds of a position, computed once."""
        bounds = self.later.get(position) or self.known.get(position)
        if bounds is None:
            # this position again, before its bounds are known, means a cycle
            require(position not in self.known, "play can cycle through {}", position)
            self.known[position] = None
            bounds = self._compute(position)
            self.known[position] = bounds
        return bounds

    def _compute(self, position: object) -> Bounds:
        end = self.game.outcome(position)
        if end is not None:
            payoffs = list(map(to_flint, end.payoffs))
            require(len(payoffs) == 2 and sum(payoffs) == 0, "the payoffs in {} are not zero-sum", position)
            return payoffs[0], payoffs[0]
        if position in self.strategies:
            return self._guarantees(position, *self.strategies[position])
        if self.mirror is None:
            image = None
        else:
            image = self.mirror(position)
        is_known = image in self.strategies or image in self.later
        require(is_known, "there are no strategies for {}", position)
        # the players are exchanged, so that the bounds are too, with the opposite sign
        lower, upper = self.bounds(image)
        return -upper, -lower

    def _guarantees(self, position: object, row: Mapping[object, fmpq], column: Mapping[object, fmpq]) -> Bounds:
        """Return what each strategy guarantees against the best response to it."""
        rows, columns = (list(self.game.moves(position, player)) for player in self.game.players)
        for mixed, moves in ((row, rows), (column, columns)):
            sound = is_distribution_on(mixed, moves)
            require(sound, "a strategy in {} is no probability distribution on the moves", position)
        by_column, by_row = [], []
        for reply in columns:
            by_column.append([self._expected(position, move, reply, LOWER) for move in row])
        for reply in rows:
            by_row.append([self._expected(position, reply, move, UPPER) for move in column])
        lower = extreme_expectation(row.values(), by_column, min)
        return lower, extreme_expectation(column.values(), by_row, max)

    def _expected(self, position: object, row: object, column: object, side: int) -> fmpq:
        """Return the expected lower or upper bound after two moves."""
        following = self.game.after(position, row, column)
        if not isinstance(following, Distribution):
            return self.bounds(following)[side]
        successors = tuple(following)
        weights, means = self._known_means(tuple(following.values()))
        mean = means[side].get(successors)
        if mean is None:
            bounds = [self.bounds(successor)[side] for successor in successors]
            mean = sum(map(mul, weights, bounds), fmpq(0))
            means[side][successors] = mean
        return mean

    def _known_means(self, chances: tuple[Fraction, ...]) -> _Means:
        """Return the probabilities of a chance move in flint, and the expected bounds that were computed with them."""
        # mostly the same objects as last time: to hash these numbers takes longer than all the rest
        is_same = len(chances) == len(self.chances) and all(map(is_, chances, self.chances))
        if not is_same:
            if chances not in self.means:
                require(is_distribution(chances), "{} is no probability distribution", chances)
                weights = list(map(to_flint, chances))
                self.means[chances] = weights, ({}, {})
            self.chances = chances
            self.last = self.means[chances]
        return self.last


WholeNumbers: TypeAlias = NDArray[np.integer[Any]]
LARGEST = 2**63 - 1


class PayoffBound(NamedTuple):
    """What one player guarantees from each position on, by a certain move in each.

    Parameters
    ----------
    unit : Fraction
        The size of one unit of the values.
    values : array of int
        For each position, by number, the guaranteed payoff in units.
    chosen : array of int
        The number of the player's joint move in each position where the player moves; -1 elsewhere.
    ranks : array of int
        A whole number for each position of positive value; 0 elsewhere.
    """

    unit: Fraction
    values: WholeNumbers
    chosen: WholeNumbers
    ranks: WholeNumbers


def check_payoff_bound(
    graph: StateGraph, payoffs: Mapping[Position, Fraction], player: str, bound: PayoffBound
) -> Fraction:
    """Return an expected payoff from the start that a player guarantees, whatever the other players do.

    The conditions are those of `check_guarantee`, which has the proof. Here all positions are compared together, in
    machine integers that cannot overflow: the common denominator of the probabilities times a value is less than 2^63.
    Play without end pays 0. Cost: the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game in which at most one player moves at a time.
    payoffs : mapping
        The payoff of the player in each terminal position.
    player : str
        The player who follows the chosen moves. All others may do anything.
    bound : PayoffBound
        The values, the moves and the ranks.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a number is missing or not whole, or sums could exceed machine integers.

    Examples
    --------
    A player tosses a coin until it shows heads, which pays 1. With values in tenths:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Toss:
    ...     players = ("one",)
    ...     def start(self): return "coin"
    ...     def outcome(self, at): return Outcome(at) if at == "heads" else None
    ...     def moves(self, at, player): return ("toss",)
    ...     def after(self, at, move): return Distribution({"heads": Fraction(1, 2), "coin": Fraction(1, 2)})
    >>> graph, one = state_graph(Toss()), {"heads": Fraction(1)}
    >>> moves, ranks = np.array([0, -1]), np.array([1, 0])
    >>> check_payoff_bound(graph, one, "one", PayoffBound(Fraction(1, 10), np.array([10, 10]), moves, ranks))
    Fraction(1, 1)
    >>> check_payoff_bound(graph, one, "one", PayoffBound(Fraction(1, 10), np.array([11, 10]), moves, ranks))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: after ('toss',) in coin the expected value is less than 11 units
    """
    arrays = graphs.checked_arrays(graph)
    weight, common = _probabilities(arrays)
    _check_numbers(arrays, bound, common)
    _check_end_values(arrays, payoffs, bound)
    followed = _followed(arrays, player, bound)
    _check_moves(arrays, followed, bound, weight, common)
    return int(bound.values[arrays.start]) * bound.unit


def _probabilities(arrays: StateArrays) -> tuple[WholeNumbers, int]:
    """Return the numerators of all probabilities and their denominator, if they are distributions."""
    require_exact(arrays.probabilities)
    in_range = all(0 < probability <= 1 for probability in arrays.probabilities)
    require(in_range, "a probability is not positive, or greater than 1")
    counts = np.diff(arrays.starts)
    require(bool((counts > 0).all()), "a move has no next position")
    too_great = "the common denominator of the probabilities is too great for machine integers"
    numerators = arrays.numerators()
    if numerators is None:
        raise CertificateError(too_great)
    weight, common = numerators
    require(common * int(counts.max(initial=0)) <= LARGEST, too_great)
    adds_up = _sums(arrays, weight) == common
    require(bool(adds_up.all()), "the probabilities of a move do not add up to 1")
    return weight, common


def _check_numbers(arrays: StateArrays, bound: PayoffBound, common: int) -> None:
    """Check that the certificate has a whole number for each position, small enough for exact sums."""
    require_exact([bound.unit])
    require(bound.unit > 0, "the unit {} is not positive", bound.unit)
    for name in ("values", "chosen", "ranks"):
        numbers = getattr(bound, name)
        whole = numbers.dtype.kind == "i" and numbers.shape == (len(arrays),)
        require(whole, "the {} are not one whole number for each position", name)
    # an expected value is a sum of values, each times a numerator, and these add up to the denominator
    most = max(-int(bound.values.min()), int(bound.values.max()))
    require(most * common <= LARGEST, "the values are too great for machine integers")


def _check_end_values(arrays: StateArrays, payoffs: Mapping[Position, Fraction], bound: PayoffBound) -> None:
    """Check that the value of each terminal position is at most its payoff."""
    for number in np.flatnonzero(arrays.outcome_of >= 0).tolist():
        position = arrays.positions[number]
        require(position in payoffs, "{} has no payoff", position)
        payoff = payoffs[position]
        require_exact([payoff])
        value = int(bound.values[number]) * bound.unit
        require(value <= payoff, "{} pays {}, less than {}", position, payoff, value)


def _followed(arrays: StateArrays, player: str, bound: PayoffBound) -> WholeNumbers:
    """Return the numbers of the joint moves that can be made: all of the others, and the chosen ones of the player."""
    groups, group_of = arrays.groups
    several = graphs.SEVERAL in graphs.active_indices(arrays)
    require(not several, "several players move simultaneously")
    is_player = [group == (player,) for group in groups]
    by_player = graphs.entries(is_player, group_of, missing=False)
    chosen = bound.chosen
    first = arrays.first_move[:-1]
    behind = arrays.first_move[1:]
    allowed = (first <= chosen) & (chosen < behind)
    position = arrays.positions.__getitem__
    graphs.require_each(allowed | ~by_player, "no move of {} is chosen in {}", lambda _: player, position)
    source = graphs.sources_of_moves(arrays)
    is_chosen = chosen[source] == np.arange(len(source))
    return np.flatnonzero(~by_player[source] | is_chosen)


def _check_moves(
    arrays: StateArrays, followed: WholeNumbers, bound: PayoffBound, weight: WholeNumbers, common: int
) -> None:
    """Check that no move lowers the expected value, and that one of the next positions has a smaller rank."""
    source = graphs.sources_of_moves(arrays)[followed]
    values = bound.values.astype(np.int64)
    ranks = bound.ranks.astype(np.int64)

    def moves(place: int) -> object:
        return arrays.moves[arrays.move_of[followed[place]]]

    def position(place: int) -> Position:
        return arrays.positions[int(source[place])]

    # both sides are multiplied by the common denominator, so that they are integers
    expected = _sums(arrays, weight * values[arrays.successor])[followed]
    keeps_value = expected >= common * values[source]
    falls = "after {} in {} the expected value is less than {} units"
    graphs.require_each(keeps_value, falls, moves, position, lambda place: values[source[place]])
    nearest = np.minimum.reduceat(ranks[arrays.successor], arrays.starts[:-1])[followed]
    goes_on = (values[source] <= 0) | (nearest < ranks[source])
    graphs.require_each(goes_on, "play can stay at a positive value after {} in {}", moves, position)


def _sums(arrays: StateArrays, terms: WholeNumbers) -> WholeNumbers:
    """Return the sum over the successors of each joint move."""
    sums: WholeNumbers = np.add.reduceat(terms, arrays.starts[:-1])
    return sums
