"""The equilibrium of the Wargame at every position, in floats or in rationals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias

from gametheory.games.wargame.armies import Army, armies_of, army_graph, position_of, stages
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame
from gametheory.numbers.printed import printed
from gametheory.numbers.rationals import to_flint
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.product_game.checkpoint import RoundCheckpoint
from gametheory.solvers.product_game.exact import ExactMixedStrategy, ExactRoundSolution, solve_backward_exact
from gametheory.solvers.product_game.floats import RoundSolution, solve_backward

Number: TypeAlias = Any  # a float, or an fmpq in an exact solution


@short_repr
@printed
@dataclass(frozen=True, eq=False)
class WargameEquilibrium:
    """The values and optimal mixed strategies of both players at every pair of armies that was solved.

    Parameters
    ----------
    game
        The rules.
    armies
        The armies of each round; the positions of a round are all pairs of them.
    rounds
        The solution of each round, in the same order.
    exploitability
        A bound on the sum of what both players could gain by deviating, from any position; 0 in an exact solution.
    start
        The position from which the game was solved.

    Examples
    --------
    >>> solution = solve_wargame(Wargame(3, 3))
    >>> solution.exact, solution.position_count == len(list(solution.positions()))
    (False, True)
    >>> round(solution.value(Position(2, 3, 0, 2, 0)), 12)
    0.5
    """

    game: Wargame
    armies: list[list[Army]]
    rounds: list[RoundSolution] | list[ExactRoundSolution]
    exploitability: float
    start: Position

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

        >>> a, b = solve_wargame(Wargame(20, 10)).mixed_strategies(Wargame(20, 10).start())
        >>> {sent: round(probability, 4) for sent, probability in a.items()}
        {0: 0.1308, 2: 0.7247, 4: 0.1445}
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


def solve_wargame(
    game: Wargame,
    progress: Callable[[int], None] = lambda _: None,
    checkpoint: RoundCheckpoint[RoundSolution] | None = None,
) -> WargameEquilibrium:
    """Solve the game at every position, in floats with a rigorous bound.

    Backward induction over the product of the two armies' graphs; `product_game.floats.solve_backward` states the
    method, the bound and the cost. The published game takes a fraction of a second, one of 100 soldiers some ten
    minutes; `memory_estimate.bytes_for_solution` estimates the memory.

    Parameters
    ----------
    game
        The rules.
    progress
        Called with the number of each round after it is solved, from the last round to the first.
    checkpoint
        Solutions of rounds from an earlier run, such as `product_game.checkpoint_files.float_checkpoint_files`.

    Returns
    -------
    WargameEquilibrium
        Values and strategies in floats.

    Examples
    --------
    >>> solution = solve_wargame(Wargame(3, 3))
    >>> solution.value(Position(2, 3, 0, 2, 0)), solution.exploitability < 1e-12
    (0.5, True)
    """
    return _solve(game, partial(solve_backward, checkpoint=checkpoint), progress)


def solve_wargame_exact(
    game: Wargame,
    progress: Callable[[int], None] = lambda _: None,
    checkpoint: RoundCheckpoint[ExactRoundSolution] | None = None,
    start: Position | None = None,
) -> WargameEquilibrium:
    """Solve the game in rationals.

    See `product_game.exact.solve_backward_exact` for the method. The published game takes half a minute, and each
    probability of its opening has 150,000 digits; from a position of the third round on it takes a few seconds.

    Parameters
    ----------
    game
        The rules.
    progress
        Called with the number of each round after it is solved, from the last round to the first.
    checkpoint
        Solutions of rounds from an earlier run, such as `product_game.checkpoint_files.exact_checkpoint_files`.
    start
        Solve only this position and all pairs of armies that either player can have after it; by default all positions.

    Returns
    -------
    WargameEquilibrium
        Values and strategies in the rationals of flint.

    Examples
    --------
    >>> solve_wargame_exact(Wargame(8, 4)).mixed_strategies(Position(3, 7, 0, 5, 1))
    ({2: 1/2, 6: 1/2}, {1: 1/2, 5: 1/2})
    >>> solve_wargame_exact(Wargame(8, 4), start=Position(4, 7, 0, 5, 1)).position_count
    4
    """
    return _solve(game, partial(solve_backward_exact, checkpoint=checkpoint), progress, start)


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
    """Convert a distribution in floats to rationals that sum to 1; the most likely number of soldiers is adjusted.

    >>> to_rational_distribution({0: 0.25, 3: 0.75})
    {0: 1/4, 3: 3/4}
    """
    exact = {sent: to_flint(probability) for sent, probability in distribution.items()}
    most_likely = max(exact, key=exact.__getitem__)
    exact[most_likely] += 1 - sum(exact.values())
    return exact
