"""The equilibrium of the Wargame at every position, in floats or exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias

from flint import fmpq

from gametheory.games.wargame.armies import Army, armies_of, army_graph, position_of, stages
from gametheory.games.wargame.rules import Position, Wargame
from gametheory.numbers.rationals import to_flint
from gametheory.solvers.product_game.checkpoint import RoundCheckpoint
from gametheory.solvers.product_game.exact import ExactRoundSolution, solve_backward_exact
from gametheory.solvers.product_game.floats import RoundSolution, solve_backward

Number: TypeAlias = Any  # a float, or an fmpq where the solution is exact
SentDistribution: TypeAlias = dict[int, Number]


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Values and optimal mixtures of both players at every pair of armies of the same round that was solved.

    `exploitability` bounds how much both players together could gain by leaving their strategies, from any position; it
    is 0 where the solution is exact.

    >>> solution = solve_wargame(Wargame(3, 3))
    >>> solution.exact, solution.position_count == len(list(solution.positions())), solution.places[Army(2, 3, 0)]
    (False, True, 3)
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
        """Whether numbers are rationals rather than floats."""
        return isinstance(self.rounds[0], ExactRoundSolution)

    @property
    def position_count(self) -> int:
        """The number of joint positions in which both move."""
        return sum(len(positions) ** 2 for positions in self.armies)

    @cached_property
    def places(self) -> dict[Army, int]:
        """The place of an army among those of its round."""
        return {army: place for positions in self.armies for place, army in enumerate(positions)}

    def value(self, position: Position) -> Number:
        """What a position is worth to A.

        Raises KeyError for a position that no play from where it was solved can reach.
        """
        solved, u, v = self._pair(position)
        return float(solved.values[u, v]) if isinstance(solved, RoundSolution) else solved.value(u, v)

    def mixed_strategies(self, position: Position) -> tuple[SentDistribution, SentDistribution]:
        """How often A and B send each number of soldiers in a position, without those they never send.

        Raises KeyError for a position that no play from where it was solved can reach.

        >>> a, b = solve_wargame(Wargame(20, 10)).mixed_strategies(Wargame(20, 10).start())
        >>> {sent: round(chance, 4) for sent, chance in a.items()}
        {0: 0.1308, 2: 0.7247, 4: 0.1445}
        """
        solved, u, v = self._pair(position)
        a, b = solved.mixed_strategies(u, v)
        return a, b

    def positions(self) -> Iterator[Position]:
        """All joint positions in which both move, round by round."""
        return (position_of(a, b) for positions in self.armies for a in positions for b in positions)

    def _pair(self, position: Position) -> tuple[Any, int, int]:
        a, b = armies_of(position)
        if position.battle or a not in self.places or b not in self.places:
            raise KeyError(position)
        return self.rounds[position.round - self.armies[0][0].round], self.places[a], self.places[b]


def solve_wargame(
    game: Wargame,
    progress: Callable[[int], None] = lambda _: None,
    rounds: RoundCheckpoint[RoundSolution] | None = None,
) -> Equilibrium:
    """Solve the game at every position, in floats; `progress` is called with each round solved, from the last on.

    Backward induction over the product of the two armies' graphs; see `solve_wargame.stages.solve_backward` for the method, the
    rigorous bound and the cost; `rounds` are those solved before, as of `solve_wargame.kept_rounds`. The published game takes a
    fraction of a second, 100 soldiers some ten minutes; for the memory see `memory.bytes_for_solution`.

    >>> solution = solve_wargame(Wargame(3, 3))
    >>> solution.value(Position(2, 3, 0, 2, 0)), solution.exploitability < 1e-12
    (0.5, True)
    """
    return _solve(game, partial(solve_backward, rounds=rounds), progress)


def solve_wargame_exact(
    game: Wargame,
    progress: Callable[[int], None] = lambda _: None,
    rounds: RoundCheckpoint[ExactRoundSolution] | None = None,
    start: Position | None = None,
) -> Equilibrium:
    """Solve the game in rationals: at every position, or at `start` and at all that either player can reach from it.

    See `solve_wargame.exact_stages.solve_backward_exact`. The published game takes half a minute, and the chances of its opening
    have 150,000 digits each; from a position of its third round on a few seconds.

    >>> solve_wargame_exact(Wargame(8, 4)).mixed_strategies(Position(3, 7, 0, 5, 1))
    ({2: 1/2, 6: 1/2}, {1: 1/2, 5: 1/2})
    >>> solve_wargame_exact(Wargame(8, 4), start=Position(4, 7, 0, 5, 1)).position_count
    4
    """
    return _solve(game, partial(solve_backward_exact, rounds=rounds), progress, start)


def _solve(
    game: Wargame,
    method: Callable[..., Iterator[Any]],
    progress: Callable[[int], None],
    start: Position | None = None,
) -> Equilibrium:
    graph = army_graph(game, armies_of(start) if start else ())
    found: list[Any] = []
    for solved in method(stages(game, graph)):
        found.insert(0, solved)
        progress(game.rounds - len(found) + 1)
    exploitability = 2 * found[0].error if isinstance(found[0], RoundSolution) else 0.0
    return Equilibrium(game, graph.graph["rounds"], found, exploitability, start or game.start())


def to_rational_distribution(mixture: SentDistribution) -> dict[int, fmpq]:
    """A mixture of floats as one of rationals that sum to 1: the move played most often takes the difference.

    >>> to_rational_distribution({0: 0.25, 3: 0.75})
    {0: 1/4, 3: 3/4}
    """
    exact = {move: to_flint(weight) for move, weight in mixture.items()}
    most = max(exact, key=exact.__getitem__)
    exact[most] += 1 - sum(exact.values())
    return exact
