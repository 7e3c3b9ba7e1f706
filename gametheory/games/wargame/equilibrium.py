"""The equilibrium of the Wargame at every position, in floats or in rationals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias

from gametheory.games.wargame.armies import Army, armies_of, army_graph, position_of, stages
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint, to_float
from gametheory.numbers.table import Block, Printable, Table
from gametheory.solvers.matrix_game.methods import program_of
from gametheory.solvers.product_game.exact import ExactMixedStrategy, ExactRoundSolution, solve_backward_exact
from gametheory.solvers.product_game.floats import RoundSolution, solve_backward

Number: TypeAlias = Any  # a float, or an fmpq in an exact solution
BAR, MANY_DIGITS, NEGLIGIBLE = 20, 30, 1e-12  # characters of a full bar; what a person reads; as 0


@short_repr
@dataclass(frozen=True, eq=False)
class WargameEquilibrium(Printable):
    """The values and optimal mixed strategies of both players at every pair of armies that was solved."""

    game: Wargame
    armies: list[list[Army]]
    rounds: list[RoundSolution] | list[ExactRoundSolution]
    exploitability: float
    start: Position

    def view(self) -> Iterator[Block]:
        """Return the board, the value and both strategies at the first position, and the error bound."""
        return position_view(self, self.start)

    @property
    def exact(self) -> bool:
        """Return whether the numbers are rationals rather than floats."""
        return isinstance(self.rounds[0], ExactRoundSolution)

    @property
    def position_count(self) -> int:
        """The number of joint positions at which the players move."""
        return sum(len(armies) ** 2 for armies in self.armies)

    def value(self, position: Position) -> Number:
        """Return the value of a position to A.

        Raises KeyError for a position that play from `start` cannot reach.
        """
        solution, u, v = self._pair(position)
        return float(solution.values[u, v]) if isinstance(solution, RoundSolution) else solution.value(u, v)

    def mixed_strategies(self, position: Position) -> tuple[SentDistribution, SentDistribution]:
        """Return the probability with which A and B send each number of soldiers, without zeros.

        Raises KeyError for a position that play from `start` cannot reach.
        """
        solution, u, v = self._pair(position)
        a, b = solution.mixed_strategies(u, v)
        return a, b

    def positions(self) -> Iterator[Position]:
        """Yield all joint positions at which the players move, round by round."""
        return (position_of(a, b) for armies in self.armies for a in armies for b in armies)

    @cached_property
    def _index(self) -> dict[Army, int]:
        """The index of each army in its round."""
        return {army: index for armies in self.armies for index, army in enumerate(armies)}

    def _pair(self, position: Position) -> tuple[Any, int, int]:
        a, b = armies_of(position)
        if position.battle or a not in self._index or b not in self._index:
            raise KeyError(position)
        return self.rounds[position.round - self.armies[0][0].round], self._index[a], self._index[b]


def position_view(solution: Any, position: Position) -> Iterator[Block]:
    """Yield the board of a position, its value, both strategies with bars, and the error bound of a solution."""
    value, strategies = solution.value(position), solution.mixed_strategies(position)
    yield solution.game.picture(position)
    yield f"Value to A: {number_text(value)}. The equilibrium sends"
    sent = sorted({number for strategy in strategies for number in strategy})
    rows = [[number, *(cell for strategy in strategies for cell in _cells(strategy.get(number)))] for number in sent]
    yield Table(["soldiers", "A", "", "B", ""], rows, left=[""])
    if not solution.exact:
        bound = f"{solution.exploitability:.1e}"
        yield f"In every position, the most that the two players could gain by deviating is {bound} in total."
        return
    yield "Solved exactly: in every position, neither player can gain by deviating."
    numbers = [value, *(probability for strategy in strategies for probability in strategy.values())]
    digits = max(len(part.str()) for number in numbers for part in (abs(number.p), number.q))
    if digits > MANY_DIGITS:
        yield f"The longest numerator or denominator has {digits:,} digits; --json prints all of them."


def _cells(probability: Number | None) -> tuple[str, str]:
    """Return a probability as a number and as a bar."""
    return ("", "") if probability is None else (number_text(probability), "█" * round(to_float(probability) * BAR))


def number_text(value: Number) -> str:
    """Format a number: a short fraction exactly, others with six decimal places, a negligible float as 0."""
    if not isinstance(value, float) and len(text := str(value)) <= MANY_DIGITS // 2:
        return text
    if abs(rounded := to_float(value)) < (NEGLIGIBLE if isinstance(value, float) else 0) or not rounded:
        return "0"
    return f"{rounded:.6f}" if abs(rounded) >= 1e-5 else f"{rounded:.1e}"


def solve_wargame(
    game: Wargame, progress: Callable[[int], None] = lambda _: None, method: str = "simplex"
) -> WargameEquilibrium:
    """Solve the game at every position, in floats with a rigorous bound.

    Backward induction over the product of the two armies' graphs; `product_game.floats.solve_backward` states the
    method, the bound and the cost. The published game takes a fraction of a second, one of 100 soldiers some ten
    minutes. `progress` is called with the number of each round after it is solved, from the last to the first. With the
    method "nashpy" or "highs" their linear programs solve the matrix game of each position, in some milliseconds each.

    >>> solution = solve_wargame(Wargame(3, 3))
    >>> solution.value(Position(2, 3, 0, 2, 0)), solution.exploitability < 1e-12
    (0.5, True)
    """
    return _solve(game, partial(solve_backward, program=program_of(method)), progress)


def solve_wargame_exact(
    game: Wargame, progress: Callable[[int], None] = lambda _: None, start: Position | None = None
) -> WargameEquilibrium:
    """Solve the game in rationals; with `start`, only that position and those after it.

    See `product_game.exact.solve_backward_exact` for the method. The published game takes half a minute, and each
    probability of its opening has 150,000 digits; from a position of the third round on it takes a few seconds.
    """
    return _solve(game, solve_backward_exact, progress, start)


def _solve(
    game: Wargame,
    method: Callable[..., Iterator[Any]],
    progress: Callable[[int], None],
    start: Position | None = None,
) -> WargameEquilibrium:
    graph = army_graph(game, armies_of(start) if start else ())
    rounds: list[Any] = []
    for solution in method(stages(game, graph)):
        rounds.insert(0, solution)
        progress(game.rounds - len(rounds) + 1)
    # the error of a late round weighs less in the rounds before it, so that of the first need not be the greatest
    exploitability = 2 * max(getattr(solution, "error", 0.0) for solution in rounds)
    return WargameEquilibrium(game, graph.graph["rounds"], rounds, exploitability, start or game.start())


def to_rational_distribution(distribution: SentDistribution) -> ExactMixedStrategy:
    """Convert a distribution in floats to rationals that sum to 1; the most likely number of soldiers is adjusted."""
    exact = {sent: to_flint(probability) for sent, probability in distribution.items()}
    most_likely = max(exact, key=exact.__getitem__)
    exact[most_likely] += 1 - sum(exact.values())
    return exact
