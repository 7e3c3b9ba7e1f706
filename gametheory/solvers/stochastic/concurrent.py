"""Two-player zero-sum games with simultaneous moves and cycles: a bracket of the value, with its strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs, require_zero_sum
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import simplest_between, to_flint, to_fraction
from gametheory.solvers.arrays import decision_rows
from gametheory.solvers.markov_decision import solve_moves
from gametheory.solvers.simultaneous import MatrixGames
from gametheory.solvers.stochastic.profile import decisions_against, escape
from gametheory.verify.graphs import players_in

Mixed: TypeAlias = dict[str, dict[Move, Fraction]]
Strategies: TypeAlias = dict[Position, Mixed]
Values: TypeAlias = dict[int, fmpq]
MAX_ROUNDS = 40
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
    for discount in search.discounts():
        if search.improve(discount, to_flint(width)):
            break
    search.try_simple_values()
    return search.guarantee(0), search.guarantee(1)


class _Search:
    """The best strategies found so far."""

    def __init__(self, graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> None:
        self.arrays, self.players = state_arrays(graph), game_of(graph).players
        self.rows, self.start = decision_rows(self.arrays), self.arrays.start
        index = self.arrays.index
        self.terminal = {index[position]: to_flint(payoffs[0]) for position, payoffs in terminal_payoffs.items()}
        self.inside: list[int] = np.flatnonzero(self.arrays.outcome_of < 0).tolist()
        self.games = MatrixGames(self.arrays, self.players)
        self.best: list[tuple[Values, Strategies]] = []
        uniform = {self.arrays.positions[number]: self._uniform(number) for number in self.inside}
        for side in (0, 1):
            self.best.append((self.evaluate(side, uniform, fmpq(1)), uniform))

    def discounts(self) -> Sequence[fmpq]:
        """Return 1 alone if play always ends, otherwise factors that tend to 1."""
        ranks = escape(self.rows, {number: self.rows.moves(number) for number in self.inside}, ()).ranks
        return (fmpq(1),) if len(ranks) == len(self.inside) else DISCOUNTS

    def improve(self, discount: fmpq, width: fmpq) -> bool:
        """Improve both strategies of a discounted game until nothing changes; return whether the bracket is narrow."""
        denominator = 2 ** (GUARD_BITS + int(1 / width).bit_length())
        for side in (0, 1):
            strategies = self.best[side][1]
            values = self.evaluate(side, strategies, discount)
            for _ in range(MAX_ROUNDS):
                if self.gap() <= width:
                    return True
                strategies = self.optimal(values, discount, denominator)
                following = self.evaluate(side, strategies, discount)
                self.keep(side, strategies)
                progress = max(abs(following[number] - values[number]) for number in self.inside)
                values = following
                if progress * 1_000 <= width:
                    break
        return bool(self.gap() <= width)

    def gap(self) -> fmpq:
        """Return the difference of the bounds at the start."""
        return self.best[1][0][self.start] - self.best[0][0][self.start]

    def keep(self, side: int, strategies: Strategies) -> None:
        """Store the strategies of a side if they are better at the start."""
        values = self.evaluate(side, strategies, fmpq(1))
        sign = 1 - 2 * side
        if sign * values[self.start] > sign * self.best[side][0][self.start]:
            self.best[side] = (values, strategies)

    def evaluate(self, side: int, strategies: Strategies, discount: fmpq) -> Values:
        """Return the value of each position to the first player, if one side follows its strategy."""
        sign = 2 * side - 1  # the other player decides: against the first player the least value, hence -1
        rows = decisions_against(self.arrays, self.rows, strategies, self.players[1 - side])
        known = {number: sign * value for number, value in self.terminal.items()}
        if discount != 1:
            known |= dict.fromkeys(range(len(self.arrays), len(self.arrays) + rows.first[-1]), fmpq(0))
            rows = rows.discounted(discount)
        found, _ = solve_moves(rows, {number: rows.moves(number) for number in self.inside}, known, {})
        return self.terminal | {number: sign * value for number, value in found.items()}

    def optimal(self, values: Values, discount: fmpq, denominator: int) -> Strategies:
        """Return optimal strategies of both players in the matrix game of each position, rounded if they are long."""
        strategies: Strategies = {}
        for number in self.inside:
            means = [discount * self.rows.mean(joint, values) for joint in self.rows.moves(number)]
            _, mixed = self.games.solve(number, means)
            strategies[self.arrays.positions[number]] = {
                player: _rounded(weights, denominator) for player, weights in mixed.items()
            }
        return strategies

    def _uniform(self, number: int) -> Mixed:
        """Return the uniform distribution on the moves of each active player."""
        active, joint = players_in(self.arrays, number), self.arrays.moves_in(number)
        lists = {player: {moves[seat] for moves in joint} for seat, player in enumerate(active)}
        return {player: dict.fromkeys(moves, Fraction(1, len(moves))) for player, moves in lists.items()}

    def try_simple_values(self) -> None:
        """If the simplest rationals inside the bracket are the values, store strategies that attain them."""
        (low, _), (high, _) = self.best
        if not all(low[number] <= high[number] for number in self.inside):
            return
        pairs = {number: (to_fraction(low[number]), to_fraction(high[number])) for number in low}
        simple = {number: to_flint(simplest_between(*pair)) for number, pair in pairs.items()}
        strategies = self.optimal(simple, fmpq(1), 0)
        for side in (0, 1):
            if self.evaluate(side, strategies, fmpq(1)) == simple:
                self.best[side] = (simple, strategies)

    def guarantee(self, side: int) -> Guarantee:
        """Return the best strategy of a side with its certificate."""
        values, strategies = self.best[side]
        player, other, sign = self.players[side], self.players[1 - side], 1 - 2 * side
        rows, name = decisions_against(self.arrays, self.rows, strategies, other), self.arrays.positions
        ranks = escape(rows, {n: rows.moves(n) for n in self.inside if sign * values[n] > 0}, ()).ranks
        own = {node: {player: mixed[player]} for node, mixed in strategies.items() if player in mixed}
        exact = {name[number]: to_fraction(value) for number, value in values.items()}
        return Guarantee(exact, own, {name[number]: rank for number, rank in ranks.items()})


def _rounded(mixed: dict[Move, Fraction], denominator: int) -> dict[Move, Fraction]:
    """Return a mixed move; long probabilities are rounded down, and the greatest takes the rest."""
    if not denominator or max(probability.denominator for probability in mixed.values()) <= denominator:
        return mixed
    rounded = {move: Fraction(int(share * denominator), denominator) for move, share in mixed.items()}
    rounded[max(mixed, key=mixed.__getitem__)] += 1 - sum(rounded.values())
    return {move: share for move, share in rounded.items() if share}
