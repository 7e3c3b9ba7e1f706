"""The equilibrium of the Wargame at every position, in floats or in rationals.

The state graph of one army, and the Wargame as a product game of two such graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np

from gametheory.games.wargame.rules import Position, SentDistribution, Wargame
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint, to_float
from gametheory.numbers.table import Block, Printable, Table
from gametheory.solvers.matrix_game.methods import program_of
from gametheory.solvers.product_game.exact import ExactMixedStrategy, ExactRoundSolution, solve_backward_exact
from gametheory.solvers.product_game.floats import RoundSolution, solve_backward
from gametheory.solvers.product_game.stage import PlayerGraph, Stage

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


class Army(NamedTuple):
    """One army at the start of a round."""

    round: int
    camp: int
    field: int


def army_graph(game: Wargame, first: Collection[Army] = ()) -> nx.DiGraph[Any]:
    """Return the state graph of one army, with an edge for each army that can follow in the next round.

    Cost: the number of armies times the number of soldiers.

    Parameters
    ----------
    game
        The rules.
    first
        The armies to start from, all of the same round; by default the army with all soldiers in camp.

    Returns
    -------
    nx.DiGraph
        Nodes are armies. The edge attribute `moves` is the tuple of all numbers of soldiers sent that lead to the same
        army (0 and 1 can, when the odd soldier of the field is killed). The graph attribute `rounds` is the sorted list
        of the armies of each round.

    Examples
    --------
    >>> graph = army_graph(Wargame(20, 10))
    >>> [len(armies) for armies in graph.graph["rounds"]]
    [1, 21, 76, 103, 116, 121, 121, 121, 121, 121]
    >>> [len(armies) for armies in army_graph(Wargame(20, 10), [Army(9, 1, 3)]).graph["rounds"]]
    [1, 2]
    """
    rounds = [sorted(set(first)) or [Army(1, game.soldiers, 0)]]
    graph: nx.DiGraph[Any] = nx.DiGraph(rounds=rounds)
    graph.add_nodes_from(rounds[0])
    while rounds[-1][0].round < game.rounds:
        for army in rounds[-1]:
            for sent in range(army.camp + 1):
                successor = Army(army.round + 1, army.camp - sent, game.survivors[army.field + sent])
                if graph.has_edge(army, successor):
                    graph.edges[army, successor]["moves"] += (sent,)
                else:
                    graph.add_edge(army, successor, moves=(sent,))
        rounds.append(sorted({successor for army in rounds[-1] for successor in graph.successors(army)}))
    return graph


def more_positions_than(game: Wargame, limit: int) -> bool:
    """Return whether the game has more joint positions than `limit`, without building a graph.

    Cost: the moves of one army, up to the round in which the limit is exceeded.
    """
    positions = 0
    for armies in armies_by_round(game):
        positions += len(armies) ** 2
        if positions > limit:
            return True
    return False


def armies_by_round(game: Wargame) -> Iterator[list[Army]]:
    """Yield the sorted armies of each round, as in `army_graph`, without building a graph."""
    armies = {(game.soldiers, 0)}
    for number in range(1, game.rounds + 1):
        yield [Army(number, camp, field) for camp, field in sorted(armies)]
        armies = {(camp - sent, game.survivors[field + sent]) for camp, field in armies for sent in range(camp + 1)}


def position_of(a: Army, b: Army) -> Position:
    """Return the position of the game with these two armies of the same round."""
    return Position(a.round, a.camp, a.field, b.camp, b.field)


def stored_positions(game: Wargame, rounds: Iterable[Sequence[Army]] | None = None) -> Iterator[Position]:
    """Yield the positions of rounds, by default of all, in an order that depends on the rules only.

    In a symmetric game only one of two mirrored positions is among them.
    """
    for armies in armies_by_round(game) if rounds is None else rounds:
        for index, a in enumerate(armies):
            yield from (position_of(a, b) for b in armies[: index + 1 if game.symmetric else None])


def armies_of(position: Position) -> tuple[Army, Army]:
    """Return the two armies of a position."""
    number, camp_a, field_a, camp_b, field_b, _ = position
    return Army(number, camp_a, field_a), Army(number, camp_b, field_b)


def stages(game: Wargame, graph: nx.DiGraph[Any]) -> list[Stage]:
    """Return the rounds of the game as stages of a product game, from the first round of the graph on."""
    payoffs = [[_battle_payoff(game, a, b) for b in range(game.soldiers + 1)] for a in range(game.soldiers + 1)]
    rounds = graph.graph["rounds"]
    player_graphs = [_player_graph(graph, *pair) for pair in zip(rounds, [*rounds[1:], []], strict=True)]
    battles = game.battle_chances[rounds[0][0].round - 1 :]
    return [Stage(player, player, payoffs, battle) for player, battle in zip(player_graphs, battles, strict=True)]


def _player_graph(graph: nx.DiGraph[Any], armies: list[Army], next_armies: list[Army]) -> PlayerGraph:
    """Return one round of the graph in arrays; the payoff index of a move is the field after it."""
    next_index = {army: index for index, army in enumerate(next_armies)}
    shape = (len(armies), max(army.camp for army in armies) + 1)
    successors, fields = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    moves: Any
    for index, army in enumerate(armies):
        fields[index, : army.camp + 1] = army.field + np.arange(army.camp + 1)
        for _, successor, moves in graph.out_edges(army, data="moves"):
            successors[index, list(moves)] = next_index[successor]
    return PlayerGraph(np.array([army.camp + 1 for army in armies]), successors, fields)


def _battle_payoff(game: Wargame, field_a: int, field_b: int) -> Fraction:
    """Return the payoff to A of a battle between two fields."""
    outcome = game.outcome(Position(game.rounds, 0, field_a, 0, field_b, True))
    assert outcome is not None
    return outcome.payoffs[0]
