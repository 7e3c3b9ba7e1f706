"""Games of two players, or one, in which play can cycle: zero-sum games, and the mean payoff per move.

`solve_sequential` solves games with one active player at a time exactly, and `bound_payoffs` brackets large ones.
`bracket_stochastic` brackets games with simultaneous moves. `solve_mean_payoff` and `solve_mean_payoff_game` count the
payoff per move in the long run. `decisions_against` and `escape` say what follows if players keep to their strategies.
"""

from __future__ import annotations

from collections import ChainMap, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from gametheory.model.classes import Payoffs, require_zero_sum
from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays, starts_of_rows, strong_components
from gametheory.model.unfolding import StateGraph, game_of, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import simplest_between, to_flint, to_fraction
from gametheory.parallel.steps import begin_step
from gametheory.solvers import positions_kernel as kernel
from gametheory.solvers.arrays import (
    CHANCE,
    TERMINAL,
    DecisionRows,
    MoveSet,
    active_indices,
    decision_rows,
    strategy_map,
    terminal_codes,
)
from gametheory.solvers.markov_chain import Steps, chain_values, components
from gametheory.solvers.markov_decision import Options, Values, best_move, guess_moves, solve_moves
from gametheory.solvers.simultaneous import MatrixGames
from gametheory.verify.graphs import players_in
from gametheory.verify.guarantee import PayoffBound

Part: TypeAlias = Mapping[int, Sequence[int]]
Signs: TypeAlias = Mapping[int, int]  # 1 where the first player decides, -1 where the second does, 0 for chance
Fact = TypeVar("Fact")

ZERO = fmpq(0)


@short_repr
class SequentialSolution(NamedTuple):
    """Values, optimal moves and ranks."""

    values: dict[Position, Fraction]
    strategy: PositionMap[tuple[Move, ...]]
    ranks: tuple[dict[Position, int], dict[Position, int]]
    optimal: MoveSet


def solve_sequential(graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> SequentialSolution:
    """Return the value of each position and optimal moves of both players; play without end pays 0.

    A simple stochastic game (Shapley 1953; Condon 1992), one strongly connected component at a time, from the terminal
    positions back. Strategy iteration (Hoffman and Karp 1966): the best response to the moves of the first player is a
    Markov decision process; then the first player takes every move that is better against it. Where the value is
    negative, and the moves that keep it let the first player stay forever, staying is better. Every round improves
    some value and makes none worse, so no strategy occurs twice. A value iteration in floats guesses the first moves.
    Cost: a Markov decision process for each round. The number of rounds is small in practice and exponential at worst.
    The numbers grow with the number of components on a path.

    References
    ----------
    L. S. Shapley, Stochastic games (1953). A. J. Hoffman and R. M. Karp, On nonterminating stochastic games (1966).
    A. Condon, The complexity of stochastic games (1992).

    Two players toss a coin in turn until it shows heads, and the player who tossed it wins:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Heads:
    ...     players = ("first", "second")
    ...     def start(self): return "first"
    ...     def outcome(self, at): return Outcome(at[5:]) if at[:4] == "won " else None
    ...     def moves(self, at, player): return ("toss",) if at == player else ()
    ...     def after(self, at, move):
    ...         other = "second" if at == "first" else "first"
    ...         return Distribution({f"won {at}": Fraction(1, 2), other: Fraction(1, 2)})
    >>> payoffs = {"won first": (Fraction(1), Fraction(-1)), "won second": (Fraction(-1), Fraction(1))}
    >>> graph = state_graph(Heads())
    >>> terminal = {at: payoffs.get(at, (Fraction(1), Fraction(-1))) for at in graph if graph.nodes[at]["outcome"]}
    >>> solve_sequential(graph, terminal).values["first"]
    Fraction(1, 3)
    """
    arrays = state_arrays(graph)
    players = game_of(graph).players
    # the second player's payoffs follow from the first one's
    require_zero_sum(players, terminal_payoffs)
    signs = _signs(arrays, players)
    rows = decision_rows(arrays)
    ends = terminal_values(arrays, terminal_payoffs)
    options = moves_at(rows, signs)
    begin_step("strategy iteration in rationals")
    first = guess_moves(rows, options, signs, ends)
    values, _ = solve_numbered(rows, options, signs, ends, first)
    return _certificate(arrays, rows, signs, values)


def solve_numbered(
    rows: DecisionRows, options: Part, signs: Signs, ends: Values, first: Mapping[int, int]
) -> tuple[Values, dict[int, int]]:
    """Return the values and optimal moves, given some first moves; the core of `solve_sequential`, without a graph."""
    values = dict(ends)
    current = dict(first)
    following = {number: set(rows.following(moves)) for number, moves in options.items()}
    for component in components(following):
        part = {number: options[number] for number in component}
        values |= _solve_component(rows, part, signs, values, current)
    return values, current


def _solve_component(rows: DecisionRows, part: Part, signs: Signs, values: Values, current: dict[int, int]) -> Values:
    """Return the values of one component, given those of all positions that can follow it, from some first moves."""
    # the second player decides, and maximizes what the first one loses
    outside = set(chain.from_iterable(map(rows.following, part.values()))) - part.keys()
    losses = {successor: -values[successor] for successor in outside}
    while True:
        restricted = dict(part)
        for number in part:
            if signs[number] > 0:
                restricted[number] = [current[number]]
        found, reply = solve_moves(rows, restricted, losses, current)
        for number, move in reply.items():
            if signs[number] < 0:
                current[number] = move
        now = _times(-1, found)
        all_values: ChainMap[int, fmpq] = ChainMap(now, values)
        better = _better_moves(rows, part, signs, all_values)
        if not better:  # only then does staying forever, which pays 0, come into question
            better = _moves_that_stay(rows, part, signs, all_values)
        if not better:
            return now
        current |= better


def _better_moves(rows: DecisionRows, part: Part, signs: Signs, values: Mapping[int, fmpq]) -> dict[int, int]:
    """Return the best move of the first player in each position where it is better than the value."""
    better = {}
    for number, moves in part.items():
        if signs[number] > 0:
            value, move = best_move(rows, moves, values)
            if value > values[number]:
                better[number] = move
    return better


def _moves_that_stay(rows: DecisionRows, part: Part, signs: Signs, values: Mapping[int, fmpq]) -> dict[int, int]:
    """Return moves that let the first player stay forever where the value is negative, and keep it."""
    losing = [number for number in part if values[number] < 0]
    tight = {number: _tight(rows, number, values) for number in losing}
    second = {number for number in losing if signs[number] < 0}
    # where the second player, who wants play to end, cannot make it leave
    trapped = tight.keys() - escape(rows, tight, second).ranks.keys()
    staying = {}
    for number in losing:
        if number in trapped and signs[number] > 0:
            for move in tight[number]:
                if trapped.issuperset(rows.after(move)):
                    staying[number] = move
                    break
    return staying


def _tight(rows: DecisionRows, number: int, values: Mapping[int, fmpq]) -> list[int]:
    """Return the moves after which the expected value is the value of the position."""
    value = values[number]
    return [move for move in rows.moves(number) if rows.mean(move, values) == value]


def _certificate(arrays: StateArrays, rows: DecisionRows, signs: Signs, values: Values) -> SequentialSolution:
    """Return optimal moves and ranks, given the values of all positions."""
    tight = {number: _tight(rows, number, values) for number in signs}
    chosen = np.full(len(arrays), -1)
    chosen[[*tight]] = [moves[0] for moves in tight.values()]
    optimal = np.zeros(len(arrays.move_of), bool)
    decisions = (moves for number, moves in tight.items() if signs[number])
    optimal[list(chain.from_iterable(decisions))] = True
    ranks = []
    for sign in (1, -1):
        # a player must leave the positions of positive value: play without end pays 0
        own = {number for number in signs if signs[number] == sign}
        inside = {}
        for number in signs:
            if sign * values[number] > 0:
                inside[number] = tight[number] if number in own else rows.moves(number)
        found = escape(rows, inside, own)
        chosen[[*found.moves]] = [*found.moves.values()]
        ranks.append(by_position(arrays, found.ranks))
    return SequentialSolution(
        exact_values(arrays, values), strategy_map(arrays, chosen), (ranks[0], ranks[1]), MoveSet(arrays, optimal)
    )


def _signs(arrays: StateArrays, players: Sequence[str]) -> dict[int, int]:
    """Return 1 or -1 where the first or the second of two players moves, and 0 at a chance node."""
    sign_of = {0: 1, 1: -1, CHANCE: 0}
    signs = {}
    for number, active in enumerate(active_indices(arrays, players).tolist()):
        if active != TERMINAL:
            signs[number] = sign_of[active]
    return signs


def moves_at(rows: DecisionRows, numbers: Iterable[int]) -> dict[int, Sequence[int]]:
    """Return the moves in some positions, without those that have none."""
    moves_of: dict[int, Sequence[int]] = {}
    for number in numbers:
        moves = rows.moves(number)
        if moves:
            moves_of[number] = moves
    return moves_of


def steps_of(rows: DecisionRows, policy: Mapping[int, int]) -> dict[int, Steps]:
    """Return the Markov chain of a policy: what follows the move of each position."""
    return {number: rows.steps(move) for number, move in policy.items()}


def _times(factor: int, values: Values) -> Values:
    return {number: factor * value for number, value in values.items()}


def by_position(arrays: StateArrays, facts: Mapping[int, Fact]) -> dict[Position, Fact]:
    """Return facts about numbered positions, by position."""
    return {arrays.positions[number]: fact for number, fact in facts.items()}


def exact_values(arrays: StateArrays, values: Mapping[int, fmpq]) -> dict[Position, Fraction]:
    """Return the values of numbered positions as fractions, by position."""
    return {arrays.positions[number]: to_fraction(value) for number, value in values.items()}


def terminal_values(arrays: StateArrays, payoffs: Mapping[Position, Payoffs], player: int = 0) -> Values:
    """Return the payoff of a player in each terminal position, by its number."""
    return {arrays.index[position]: to_flint(own[player]) for position, own in payoffs.items()}


MAX_ROUNDS = 10_000
VALUE_BITS = 48  # floats are then exact to a fraction of a unit
SUM_BITS = 62  # of a numerator times a value, in machine integers
LEAST_TOLL = 16.0  # units: more than all errors of rounding in one move
SHARE_OF_WIDTH = 2**10  # the toll of some thousand moves is less than the width
STEP = 8  # from one toll to the next


def bound_payoffs(
    graph: StateGraph, terminal_payoffs: Mapping[object, Payoffs], width: Fraction
) -> tuple[PayoffBound, PayoffBound]:
    """Return what each of two players guarantees, as certificates for `verify.check_payoff_bound`.

    Value iteration in floats, component by component, the last ones first. Play without end pays 0, so each move takes
    a toll from gains and losses: no value supports itself in a cycle. The toll starts great and is reduced step by
    step. Then each player's gains alone pay it; the results are rounded down to whole units, and lowered until the
    inequalities of the certificate are true in integers. The toll makes play end where the value is positive. If the
    bracket is wider than asked, the toll is reduced again, down to the precision of floats. Cost: the edges, times the
    rounds of value iteration in their component.

    Two players toss a coin in turn until it shows heads, and the player who tossed it wins; the value is 1/3:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> from gametheory.model.classes import terminal_payoffs
    >>> class Heads:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome(at[1]) if at[0] else None
    ...     def moves(self, at, player): return ("toss",) if at[1] == player else ()
    ...     def after(self, at, move):
    ...         other = "second" if at[1] == "first" else "first"
    ...         return Distribution({(1, at[1]): Fraction(1, 2), (0, other): Fraction(1, 2)})
    >>> graph = state_graph(Heads())
    >>> low, high = bound_payoffs(graph, terminal_payoffs(graph), Fraction(1, 10**9))
    >>> low.unit * int(low.values[0]) < Fraction(1, 3) < -high.unit * int(high.values[0])
    True
    """
    require_zero_sum(game_of(graph).players, terminal_payoffs)
    if width <= 0:
        raise ValueError(f"width: {width} is not positive")
    begin_step("value iteration in floats")
    game = _whole_game(graph, terminal_payoffs)
    start = game.arrays.start
    # a great toll makes the first rounds converge fast
    values = game.ends[0].astype(float)
    toll = 2.0**VALUE_BITS
    while True:
        toll = max(LEAST_TOLL, toll / STEP)
        _iterate(game, 0, toll, values, both=1)
        # with such a toll the bracket cannot be narrow
        if toll * SHARE_OF_WIDTH * game.unit > width and toll > LEAST_TOLL:
            continue
        low = _bound(game, 0, toll, values)
        high = _bound(game, 1, toll, -values)
        gap = -int(low.values[start]) - int(high.values[start])
        if gap * game.unit <= width or toll == LEAST_TOLL:
            return low, high


class _WholeGame(NamedTuple):
    """A game in whole numbers: the payoffs of both players in units, rounded down, and the probabilities."""

    arrays: StateArrays
    active: Integers
    unit: Fraction
    ends: tuple[Integers, Integers]
    moves: tuple[Integers, Integers, Integers, Integers, int]
    parts: tuple[Integers, Integers]


def _whole_game(graph: StateGraph, terminal_payoffs: Mapping[object, Payoffs]) -> _WholeGame:
    """Return a game in whole numbers; raise ValueError if its probabilities have too long a denominator."""
    arrays = state_arrays(graph)
    active = active_indices(arrays, game_of(graph).players)
    numerators = arrays.numerators()
    if numerators is None or SUM_BITS - numerators[1].bit_length() < VALUE_BITS - 20:
        raise ValueError("the common denominator of the probabilities has more than 10 digits")
    weight, common = numerators
    codes, table = terminal_codes(arrays, terminal_payoffs)
    most = max(map(abs, chain.from_iterable(table)), default=Fraction(0))
    most_bits = most.numerator.bit_length() - most.denominator.bit_length() + 1
    # sums of numerators times values are then machine integers
    unit = Fraction(2) ** (most_bits - min(VALUE_BITS, SUM_BITS - common.bit_length()))
    ends = []
    for side in (0, 1):
        units = [payoffs[side] // unit for payoffs in table]
        ends.append(np.array([*units, 0], np.int64)[codes])
    moves = arrays.first_move, arrays.starts, arrays.successor, weight, common
    return _WholeGame(arrays, active, unit, (ends[0], ends[1]), moves, _components(arrays))


def _components(arrays: StateArrays) -> tuple[Integers, Integers]:
    """Return the positions by component, the last component and the last position first, and where each one begins."""
    component = strong_components(arrays)
    order = np.lexsort((-np.arange(len(arrays)), component))
    return order, starts_of_rows(np.bincount(component))


def _inputs(game: _WholeGame, side: int) -> kernel.CyclicGame:
    """Return what a loop reads: the moves, who decides in each position, and the components."""
    signs = np.where(game.active == side, 1, -1)
    signs[game.active == TERMINAL] = 0
    return *game.moves, signs.astype(np.int8), *game.parts


def _iterate(game: _WholeGame, side: int, toll: float, values: NDArray[np.float64], both: int) -> None:
    """Improve the values to one player, in place."""
    kernel.iterate_values(_inputs(game, side), MAX_ROUNDS, toll, both, values)


def _bound(game: _WholeGame, side: int, toll: float, guess: NDArray[np.float64]) -> PayoffBound:
    """Return what one player guarantees, given about the value of each position to this player."""
    inputs = _inputs(game, side)
    ended = game.active == TERMINAL
    ends = game.ends[side]
    values = np.where(ended, ends, guess)
    _iterate(game, side, toll, values, both=0)
    least = int(ends.min())
    whole = np.maximum(np.floor(values), least)
    whole = np.where(ended, ends, whole).astype(np.int64)
    while True:
        kernel.lower_values(inputs, MAX_ROUNDS, least, whole)
        ranks = np.where((whole > 0) & ~ended, -1, 0).astype(np.int32)
        chosen = np.full(len(whole), -1, np.int64)
        if not kernel.rank_positions(inputs, whole, ranks, chosen):
            return PayoffBound(game.unit, whole, chosen, ranks)
        # the player cannot make play end from a position without a rank: there only 0 is guaranteed
        whole = np.where(ranks < 0, 0, whole)


Mixed: TypeAlias = dict[str, dict[Move, Fraction]]
Strategies: TypeAlias = dict[Position, Mixed]
MAX_IMPROVEMENTS = 40
GUARD_BITS = 32
DISCOUNTS = tuple(1 - fmpq(1, 10**k) for k in (1, 2, 4, 6))


@short_repr
class Guarantee(NamedTuple):
    """What the stationary strategy of one player guarantees."""

    values: dict[Position, Fraction]
    strategy: Strategies
    ranks: dict[Position, int]


def bracket_stochastic(
    graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs], width: Fraction
) -> tuple[Guarantee, Guarantee]:
    """Return what a strategy of each player guarantees: a lower and an upper bound of the value of each position.

    Play without end pays 0: a stochastic game (Shapley 1953) if play always ends, otherwise a recursive game (Everett
    1957), whose value stationary strategies approach, but need not attain. Strategy iteration (Hoffman and Karp 1966)
    from both sides: the best response to a strategy is a Markov decision process, solved in rationals; the optimal
    strategies of the matrix games of its values come next, with rounded probabilities. If play need not end,
    these steps discount the game by a factor that tends to 1; the bounds themselves are those of the game as it is.
    The value can be irrational. If simple rationals inside the bracket prove to be the values, the bounds are equal.
    Cost: for each round an exact matrix game for each position, and two decision processes.

    References
    ----------
    L. S. Shapley, Stochastic games (1953). H. Everett, Recursive games (1957).
    A. J. Hoffman and R. M. Karp, On nonterminating stochastic games (1966).

    Matching pennies, in which heads against tails is played again with probability 1/2; the value is 2 - sqrt(2):

    >>> from gametheory.model.game import Distribution
    >>> from gametheory import Outcome, state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("h", "t")
    ...     def after(self, at, one, two):
    ...         again = Distribution({"toss": Fraction(1, 2), "draw": Fraction(1, 2)})
    ...         return again if one + two == "ht" else "even" if one == two else "draw"
    >>> payoffs = {"even": (Fraction(1), Fraction(-1)), "draw": (Fraction(0), Fraction(0))}
    >>> low, high = bracket_stochastic(state_graph(Pennies()), payoffs, Fraction(1, 10**9))
    >>> (2 - low.values["toss"]) ** 2 >= 2 >= (2 - high.values["toss"]) ** 2
    True
    >>> high.values["toss"] - low.values["toss"] <= Fraction(1, 10**9)
    True
    """
    require_zero_sum(game_of(graph).players, terminal_payoffs)
    if width <= 0:
        raise ValueError(f"width: {width} is not positive")
    search = _Search(graph, terminal_payoffs)
    for number, discount in enumerate(search.discounts(), 1):
        begin_step(f"strategy iteration over matrix games, round {number}")
        if search.improve(discount, to_flint(width)):
            break
    search.try_simple_values()
    return search.guarantee(0), search.guarantee(1)


class _Found(NamedTuple):
    """What a strategy of one player guarantees, and the strategies of both from which it was taken."""

    values: Values
    strategies: Strategies


class _Search:
    """The best strategies found so far."""

    def __init__(self, graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> None:
        self.arrays = state_arrays(graph)
        self.players = game_of(graph).players
        self.rows = decision_rows(self.arrays)
        self.start = self.arrays.start
        self.terminal = terminal_values(self.arrays, terminal_payoffs)
        self.inside: list[int] = np.flatnonzero(self.arrays.outcome_of < 0).tolist()
        self.games = MatrixGames(self.arrays, self.players)
        uniform = {self.arrays.positions[number]: self._uniform(number) for number in self.inside}
        self.best = [_Found(self.evaluate(side, uniform, fmpq(1)), uniform) for side in (0, 1)]

    def discounts(self) -> Sequence[fmpq]:
        """Return 1 alone if play always ends, otherwise factors that tend to 1."""
        ranks = escape(self.rows, moves_at(self.rows, self.inside), ()).ranks
        if len(ranks) == len(self.inside):
            return (fmpq(1),)
        return DISCOUNTS

    def improve(self, discount: fmpq, width: fmpq) -> bool:
        """Improve both strategies of a discounted game until nothing changes; return whether the bracket is narrow."""
        denominator = 2 ** (GUARD_BITS + int(1 / width).bit_length())
        for side in (0, 1):
            strategies = self.best[side].strategies
            values = self.evaluate(side, strategies, discount)
            for _ in range(MAX_IMPROVEMENTS):
                if self.gap() <= width:
                    return True
                strategies = self.optimal(values, discount, denominator)
                following = self.evaluate(side, strategies, discount)
                self.keep(side, strategies)
                changes = [abs(following[number] - values[number]) for number in self.inside]
                values = following
                if max(changes) * 1_000 <= width:
                    break
        return bool(self.gap() <= width)

    def gap(self) -> fmpq:
        """Return the difference of the bounds at the start."""
        low, high = self.best
        return high.values[self.start] - low.values[self.start]

    def keep(self, side: int, strategies: Strategies) -> None:
        """Store the strategies of a side if they are better at the start."""
        values = self.evaluate(side, strategies, fmpq(1))
        gain = values[self.start] - self.best[side].values[self.start]
        if gain > 0 if side == 0 else gain < 0:
            self.best[side] = _Found(values, strategies)

    def evaluate(self, side: int, strategies: Strategies, discount: fmpq) -> Values:
        """Return the value of each position to the first player, if one side follows its strategy."""
        sign = 2 * side - 1  # the other player decides: against the first player the least value, hence -1
        rows = decisions_against(self.arrays, self.rows, strategies, self.players[1 - side])
        ends = _times(sign, self.terminal)
        if discount != 1:
            # each move of the decision process can stop in a position of its own, which pays 0
            stopped = range(len(self.arrays), len(self.arrays) + rows.first[-1])
            ends |= dict.fromkeys(stopped, fmpq(0))
            rows = rows.discounted(discount)
        found, _ = solve_moves(rows, moves_at(rows, self.inside), ends, {})
        return self.terminal | _times(sign, found)

    def optimal(self, values: Values, discount: fmpq, denominator: int) -> Strategies:
        """Return optimal strategies of both players in the matrix game of each position, rounded if they are long."""
        strategies: Strategies = {}
        for number in self.inside:
            means = [discount * self.rows.mean(joint, values) for joint in self.rows.moves(number)]
            _, mixed = self.games.solve(number, means)
            rounded = {player: _rounded(weights, denominator) for player, weights in mixed.items()}
            strategies[self.arrays.positions[number]] = rounded
        return strategies

    def _uniform(self, number: int) -> Mixed:
        """Return the uniform distribution on the moves of each active player."""
        joint_moves = self.arrays.moves_in(number)
        mixed = {}
        for seat, player in enumerate(players_in(self.arrays, number)):
            moves = {joint[seat] for joint in joint_moves}
            mixed[player] = dict.fromkeys(moves, Fraction(1, len(moves)))
        return mixed

    def try_simple_values(self) -> None:
        """If the simplest rationals inside the bracket are the values, store strategies that attain them."""
        low = self.best[0].values
        high = self.best[1].values
        if any(low[number] > high[number] for number in self.inside):
            return
        simple = {}
        for number, least in low.items():
            simple[number] = to_flint(simplest_between(to_fraction(least), to_fraction(high[number])))
        # if the guess is right, the matrix games of the simple values have these very values
        strategies = self.optimal(simple, fmpq(1), 0)
        for side in (0, 1):
            if self.evaluate(side, strategies, fmpq(1)) == simple:
                self.best[side] = _Found(simple, strategies)

    def guarantee(self, side: int) -> Guarantee:
        """Return the best strategy of a side with its certificate."""
        values, strategies = self.best[side]
        sign = 1 - 2 * side
        player = self.players[side]
        other = self.players[1 - side]
        rows = decisions_against(self.arrays, self.rows, strategies, other)
        positive = [number for number in self.inside if sign * values[number] > 0]
        ranks = escape(rows, moves_at(rows, positive), ()).ranks
        strategy = {}
        for position, mixed in strategies.items():
            if player in mixed:
                strategy[position] = {player: mixed[player]}
        return Guarantee(exact_values(self.arrays, values), strategy, by_position(self.arrays, ranks))


def _rounded(mixed: dict[Move, Fraction], denominator: int) -> dict[Move, Fraction]:
    """Return a mixed move; long probabilities are rounded down, and the greatest takes the rest."""
    longest = max(probability.denominator for probability in mixed.values())
    if not denominator or longest <= denominator:
        return mixed
    rounded = {}
    for move, share in mixed.items():
        numerator = int(share * denominator)
        if numerator:
            rounded[move] = Fraction(numerator, denominator)
    most = max(mixed, key=mixed.__getitem__)
    rounded[most] = 1 - sum(rounded.values()) + rounded.get(most, Fraction(0))
    return rounded


MixedMoves: TypeAlias = Mapping[str, Mapping[Move, Fraction]]
Followed: TypeAlias = Sequence[Mapping[Move, Fraction] | None]


def decisions_against(
    arrays: StateArrays, rows: DecisionRows, strategies: Mapping[Position, MixedMoves], player: str | None
) -> DecisionRows:
    """Return the decisions of one player if all others follow their strategies.

    The moves have new numbers, in the order of the positions. Cost: the edges.
    """
    groups, group_of = arrays.groups
    followed: list[Followed | None] = []
    for position, group in zip(arrays.positions, group_of.tolist(), strict=True):
        if group < 0:  # a terminal position
            followed.append(None)
            continue
        mixed = [None if name == player else strategies[position][name] for name in groups[group]]
        followed.append(mixed)
    moves = [arrays.moves[code] for code in arrays.move_of.tolist()]
    return replies(rows, moves, followed)


def expected_under(rows: DecisionRows, payoffs: Mapping[int, fmpq]) -> tuple[dict[int, fmpq], dict[int, int]]:
    """Return the expected payoff from each position of a Markov chain, and ranks of the positive ones: a certificate.

    Cost: that of `chain_values`.
    """
    found = expected_values(rows, payoffs)
    positive = [number for number, value in found.items() if value > 0]
    return {**payoffs, **found}, escape(rows, moves_at(rows, positive), ()).ranks


def expected_values(rows: DecisionRows, ends: Mapping[int, fmpq]) -> dict[int, fmpq]:
    """Return the expected value from each position of a Markov chain that is not terminal.

    Cost: that of `chain_values`.
    """
    only_moves = {number: moves[0] for number, moves in moves_at(rows, range(len(rows.first) - 1)).items()}
    return chain_values(steps_of(rows, only_moves), dict(ends))


def replies(rows: DecisionRows, moves: Sequence[tuple[Move, ...]], followed: Iterable[Followed | None]) -> DecisionRows:
    """Return the moves of the player without a strategy, and what can follow if all others follow theirs.

    The moves have new numbers, in the order of the positions. Cost: the edges.
    """
    first, starts = [0], [0]
    successor: list[int] = []
    weight: list[fmpq] = []
    for node, strategies in enumerate(followed):
        if strategies is not None:  # play goes on
            joint: Mapping[Any, Steps] = {moves[number]: rows.steps(number) for number in rows.moves(node)}
            if any(mixed is not None for mixed in strategies):
                joint = _mixed_steps(strategies, joint)
            for after in joint.values():
                successor += after
                weight += after.values()
                starts.append(len(successor))
        first.append(len(starts) - 1)
    return DecisionRows(first, starts, successor, weight)


def _mixed_steps(followed: Followed, joint: Mapping[Any, Steps]) -> dict[tuple[Move, ...], dict[int, fmpq]]:
    """Return the distribution of the next position after each move of the player without a strategy."""
    shares: list[dict[Move, fmpq] | None] = []
    for mixed in followed:
        if mixed is None:
            shares.append(None)
        else:
            shares.append({move: to_flint(probability) for move, probability in mixed.items()})
    found: dict[tuple[Move, ...], dict[int, fmpq]] = {}
    for moves, after in joint.items():
        weight = fmpq(1)
        free = []
        for own, move in zip(shares, moves, strict=True):
            if own is None:
                free.append(move)
            else:
                weight *= own.get(move, ZERO)
        if not weight:
            continue
        total = found.setdefault(tuple(free), {})
        for successor, probability in after.items():
            total[successor] = total.get(successor, ZERO) + weight * probability
    return found


class Escape(NamedTuple):
    """Ranks, and the moves of the player who wants to leave."""

    ranks: dict[int, int]
    moves: dict[int, int]


def escape(rows: DecisionRows, inside: Mapping[int, Sequence[int]], own: Collection[int]) -> Escape:
    """Return the numbered positions from which a player leaves a set again and again, with ranks.

    An attractor, found by a search backward, breadth first: a position of the player needs one move that can lead
    nearer; in other positions all moves must be able to. From the positions without a rank the others can stay inside
    forever. Cost: the edges.
    """
    owner: dict[int, int] = {}
    before: dict[int, list[int]] = {}
    left: dict[int, int] = {}  # how many moves of a position must still be able to lead nearer
    for node, moves in inside.items():
        left[node] = 1 if node in own else len(moves)
        for move in moves:
            owner[move] = node
            for successor in rows.after(move):
                before.setdefault(successor, []).append(move)
    found = Escape({}, {})
    done: set[int] = set()
    queue = deque((node, 0) for node in before if node not in inside)
    while queue:
        successor, rank = queue.popleft()
        for move in before.get(successor, ()):
            node = owner[move]
            if move in done or not left[node]:
                continue
            done.add(move)
            left[node] -= 1
            if left[node]:
                continue
            found.ranks[node] = rank + 1
            queue.append((node, rank + 1))
            if node in own:
                found.moves[node] = move
    return found


Policy: TypeAlias = dict[int, int]  # the number of a move in each position
Rewards: TypeAlias = Sequence[Fraction]  # of each joint move, in the order of their numbers


class MeanPayoffSolution(NamedTuple):
    """Gains, biases (those of both players, if there are two) and an optimal policy: a certificate for `verify`."""

    gains: dict[Position, Fraction]
    biases: Any
    policy: PositionMap[tuple[Move, ...]]


class _Numbered(NamedTuple):
    """A game by numbers: its moves, the payoff of each, and those of terminal positions."""

    arrays: StateArrays
    rows: DecisionRows
    options: Options
    rewards: list[fmpq]
    terminal: Values


def _numbered(graph: StateGraph, rewards: Rewards, terminal_payoffs: Mapping[Position, Fraction]) -> _Numbered:
    """Return a game by numbers."""
    arrays = state_arrays(graph)
    rows = decision_rows(arrays)
    terminal = {arrays.index[end]: to_flint(payoff) for end, payoff in terminal_payoffs.items()}
    options = moves_at(rows, range(len(arrays)))
    return _Numbered(arrays, rows, options, list(map(to_flint, rewards)), terminal)


def _solution(game: _Numbered, gains: Values, biases: Sequence[Values], policy: Policy) -> MeanPayoffSolution:
    """Return a solution by position in place of numbers."""
    named = tuple(exact_values(game.arrays, own) for own in biases)
    chosen = np.array([policy.get(number, -1) for number in range(len(game.arrays))])
    strategy = strategy_map(game.arrays, chosen)
    return MeanPayoffSolution(exact_values(game.arrays, gains), named[0] if len(named) == 1 else named, strategy)


def solve_mean_payoff(
    graph: StateGraph, rewards: Rewards, terminal_payoffs: Mapping[Position, Fraction]
) -> MeanPayoffSolution:
    """Return the greatest mean payoff per move from each position, in the long run, and a policy that attains it.

    A Markov decision process with several recurrent classes. Policy iteration (Howard 1960; Veinott 1966): a move is
    replaced by one with a greater expected gain or, of equal gain, with a greater payoff plus expected bias. A terminal
    position pays its payoff at every move from then on. Cost: linear systems of the size of the recurrent classes for
    each round.

    References
    ----------
    R. A. Howard, Dynamic programming and Markov processes (1960).
    A. F. Veinott, On finding optimal policies in discrete dynamic programming with no discounting (1966).

    >>> from gametheory import unfold
    >>> class Work:
    ...     players = ("worker",)
    ...     def start(self): return "rested"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return ("rest", "work") if at == "rested" else ("rest",)
    ...     def after(self, at, move): return "tired" if move == "work" else "rested"
    >>> rested, worked = Fraction(0), Fraction(1)
    >>> solve_mean_payoff(unfold(Work()), [rested, worked, rested], {}).gains["rested"]
    Fraction(1, 2)
    """
    game = _numbered(graph, rewards, terminal_payoffs)
    gains, biases, policy = solve_mean_moves(game.rows, game.options, game.rewards, game.terminal)
    return _solution(game, gains, [biases], policy)


def solve_mean_moves(
    rows: DecisionRows, options: Options, rewards: Sequence[fmpq], terminal: Values
) -> tuple[Values, Values, Policy]:
    """Return gains, biases and a policy; the core of `solve_mean_payoff`, without a graph."""
    policy = {node: moves[0] for node, moves in options.items()}
    while True:
        paid = {node: rewards[move] for node, move in policy.items()}
        gains, biases = _evaluate(steps_of(rows, policy), paid, terminal)
        better = {}
        for node, moves in options.items():
            # the expected gain, and the payoff plus the expected bias, which counts if the gains are equal
            best = gains[node], gains[node] + biases[node]
            for move in moves:
                merit = rows.mean(move, gains), rewards[move] + rows.mean(move, biases)
                if merit > best:
                    best = merit
                    better[node] = move
        if not better:
            return gains, biases, policy
        policy |= better


def _evaluate(steps: Mapping[int, Steps], rewards: Mapping[int, fmpq], terminal: Values) -> tuple[Values, Values]:
    """Return the gain and a bias of each position of a Markov chain."""
    gains = dict(terminal)
    biases = dict.fromkeys(terminal, ZERO)
    transient = dict(steps)
    for component in components({node: set(after) for node, after in steps.items()}):
        # a component that no move leaves is a recurrent class
        inside = set(component)
        if not all(inside.issuperset(steps[node]) for node in component):
            continue
        gain, own_biases = _recurrent_class(component, steps, rewards)
        gains |= dict.fromkeys(component, gain)
        biases |= own_biases
        for node in component:
            del transient[node]
    # a transient position has the gain of the classes where play ends up
    gains |= chain_values(transient, gains)
    biases |= chain_values(transient, biases, {node: rewards[node] - gains[node] for node in transient})
    return gains, biases


def _recurrent_class(
    component: list[int], steps: Mapping[int, Steps], rewards: Mapping[int, fmpq]
) -> tuple[fmpq, Values]:
    """Return the gain of a recurrent class, and the biases with 0 in its first position, by one linear system."""
    index = {node: number for number, node in enumerate(component)}
    matrix = [[ZERO] * len(component) for _ in component]
    for node, row in index.items():
        line = matrix[row]
        line[row] += 1
        for successor, probability in steps[node].items():
            line[index[successor]] -= probability
        line[0] = fmpq(1)  # the bias of the first position is 0: its column is that of the gain
    [unknowns] = fmpq_mat(matrix).solve(fmpq_mat([[rewards[node]] for node in component])).transpose().tolist()
    biases = dict(zip(component, unknowns, strict=True))
    biases[component[0]] = ZERO
    return unknowns[0], biases


def solve_mean_payoff_game(
    graph: StateGraph, rewards: Rewards, terminal_payoffs: Mapping[Position, Fraction]
) -> MeanPayoffSolution:
    """Return the value of each position, and strategies of both players that guarantee it.

    Strategies that are optimal for a discount factor near 1 are optimal for the mean payoff, too (Gillette 1957;
    Liggett and Lippman 1969). The discounted game is solved by strategy iteration in rationals (Hoffman and Karp 1966),
    with the factors 1 - 1/2^k for k = 8, 16, 32, .... The gain that each player then guarantees is exact: the other one
    faces a Markov decision process. The factor is near enough when both gains are equal in every position. Cost: that
    of the linear systems for the rounds of strategy iteration, with longer numbers for each k.

    References
    ----------
    D. Gillette, Stochastic games with zero stop probabilities (1957). A. J. Hoffman and R. M. Karp, On nonterminating
    stochastic games, Management Science 12 (1966).

    >>> from gametheory import unfold
    >>> class Push:
    ...     players = ("up", "down")
    ...     def start(self): return "up"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return (1, 3) if player == at else ()
    ...     def after(self, at, move): return "down" if at == "up" else "up"
    >>> solve_mean_payoff_game(unfold(Push()), [Fraction(1), Fraction(3)] * 2, {}).gains["up"]
    Fraction(2, 1)
    """
    game = _numbered(graph, rewards, terminal_payoffs)
    (groups, group_of), (first_player, _) = game.arrays.groups, game_of(graph).players
    signs = {}
    policy = {}
    for node, moves in game.options.items():
        # at a chance node either sign will do: there is one move
        signs[node] = 1 if first_player in groups[group_of[node]] else -1
        policy[node] = moves[0]
    exponent = 8
    while True:
        # a discount factor nearer to 1 in each round
        stop = fmpq(1, 2**exponent)
        # play stops after each move with this probability: what the move pays is divided by it
        ends = {end: payoff / stop for end, payoff in game.terminal.items()}
        for move, payoff in enumerate(game.rewards, len(game.arrays)):
            ends[move] = payoff / stop
        _, policy = solve_numbered(game.rows.discounted(1 - stop), game.options, signs, ends, policy)
        low, low_bias = _guaranteed(game, signs, policy, 1)
        high, high_bias = _guaranteed(game, signs, policy, -1)
        if low == high:
            return _solution(game, low, [low_bias, high_bias], policy)
        exponent *= 2


def _guaranteed(game: _Numbered, signs: Signs, policy: Policy, side: int) -> tuple[Values, Values]:
    """Return gains and biases if the player with a sign follows a policy, and the other one replies."""
    options = dict(game.options)
    for node, sign in signs.items():
        if sign == side:
            options[node] = [policy[node]]
    # the one who replies maximizes: the signs are those of that player
    rewards = [-side * payoff for payoff in game.rewards]
    gains, biases, _ = solve_mean_moves(game.rows, options, rewards, _times(-side, game.terminal))
    return _times(-side, gains), _times(-side, biases)
