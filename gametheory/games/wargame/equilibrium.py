"""The equilibrium of the Wargame at every position, in floats or in rationals.

The two armies are independent, apart from the battle: the game is a product of two state graphs of one army each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np
from flint import fmpq

from gametheory.games.wargame.rules import Position, SentDistribution, Wargame
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint, to_float
from gametheory.numbers.table import Block, Printable, Table
from gametheory.solvers.matrix_game import program_of
from gametheory.solvers.simultaneous import (
    ExactMixedStrategy,
    ExactRoundSolution,
    PlayerGraph,
    RoundSolution,
    Stage,
    solve_backward,
    solve_backward_exact,
)

Number: TypeAlias = float | fmpq  # the latter in an exact solution
BAR = 20  # characters of a full bar
MANY_DIGITS = 30  # more than a person reads
NEGLIGIBLE = 1e-12  # a smaller float is printed as 0


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
        if isinstance(solution, RoundSolution):
            return float(solution.values[u, v])
        return solution.value(u, v)

    def mixed_strategies(self, position: Position) -> tuple[SentDistribution, SentDistribution]:
        """Return the probability with which A and B send each number of soldiers, without zeros.

        Raises KeyError for a position that play from `start` cannot reach.
        """
        solution, u, v = self._pair(position)
        a, b = solution.mixed_strategies(u, v)
        return a, b

    def positions(self) -> Iterator[Position]:
        """Yield all joint positions at which the players move, round by round."""
        for armies in self.armies:
            for a, b in product(armies, repeat=2):
                yield position_of(a, b)

    @cached_property
    def _index(self) -> dict[Army, int]:
        """The index of each army in its round."""
        return {army: index for armies in self.armies for index, army in enumerate(armies)}

    def _pair(self, position: Position) -> tuple[RoundSolution | ExactRoundSolution, int, int]:
        """Return the solution of the round of a position, and the indices of its armies there."""
        a, b = armies_of(position)
        if position.battle or a not in self._index or b not in self._index:
            raise KeyError(position)
        first_round = self.start.round
        return self.rounds[position.round - first_round], self._index[a], self._index[b]


def position_view(solution: Any, position: Position) -> Iterator[Block]:
    """Yield the board of a position, its value, both strategies with bars, and the error bound of a solution."""
    value = solution.value(position)
    a, b = solution.mixed_strategies(position)
    yield solution.game.picture(position)
    yield f"Value to A: {number_text(value)}. The equilibrium sends"
    rows = []
    for sent in sorted({*a, *b}):
        rows.append([sent, *_cells(a.get(sent)), *_cells(b.get(sent))])
    yield Table(["soldiers", "A", "", "B", ""], rows, left=[""])
    if not solution.exact:
        bound = f"{solution.exploitability:.1e}"
        yield f"In every position, the most that the two players could gain by deviating is {bound} in total."
        return
    yield "Solved exactly: in every position, neither player can gain by deviating."
    numbers = [value, *a.values(), *b.values()]
    longest = [max(abs(number.p), number.q) for number in numbers]
    digits = len(max(longest).str())
    if digits > MANY_DIGITS:
        yield f"The longest numerator or denominator has {digits:,} digits; --json prints all of them."


def _cells(probability: Number | None) -> tuple[str, str]:
    """Return a probability as a number and as a bar."""
    if probability is None:
        return "", ""
    length = round(to_float(probability) * BAR)
    return number_text(probability), "█" * length


def number_text(value: Number) -> str:
    """Format a number: a short fraction exactly, others with six decimal places, a negligible float as 0."""
    is_exact = not isinstance(value, float)
    if is_exact:
        text = str(value)
        if len(text) <= MANY_DIGITS // 2:
            return text
    rounded = to_float(value)
    if rounded == 0 or (abs(rounded) < NEGLIGIBLE and not is_exact):
        return "0"
    if abs(rounded) >= 1e-5:
        return f"{rounded:.6f}"
    return f"{rounded:.1e}"


def solve_wargame(
    game: Wargame, progress: Callable[[int], None] = lambda _: None, method: str = "simplex"
) -> WargameEquilibrium:
    """Solve the game at every position, in floats with a rigorous bound.

    Backward induction over the product of the two armies' graphs; `solve_backward` states the
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

    See `solve_backward_exact` for the method. The published game takes half a minute, and each
    probability of its opening has 150,000 digits; from a position of the third round on it takes a few seconds.
    """
    return _solve(game, solve_backward_exact, progress, start)


def _solve(
    game: Wargame,
    method: Callable[..., Iterator[object]],
    progress: Callable[[int], None],
    start: Position | None = None,
) -> WargameEquilibrium:
    graph = army_graph(game, armies_of(start) if start else ())
    rounds: list[Any] = []
    for solution in method(stages(game, graph)):
        rounds.insert(0, solution)
        progress(game.rounds - len(rounds) + 1)
    # The error of a late round weighs less in the rounds before it, so that of the first need not be the greatest.
    exploitability = 2 * max(getattr(solution, "error", 0.0) for solution in rounds)
    return WargameEquilibrium(game, graph.graph["rounds"], rounds, exploitability, start or game.start())


def to_rational_distribution(distribution: SentDistribution) -> ExactMixedStrategy:
    """Convert a distribution in floats to rationals that sum to 1; the most likely number of soldiers is adjusted."""
    exact = {sent: to_flint(probability) for sent, probability in distribution.items()}
    most_likely = max(exact, key=exact.__getitem__)
    # Floats sum to 1 only nearly; the largest probability changes least, in proportion.
    exact[most_likely] += 1 - sum(exact.values())
    return exact


class Army(NamedTuple):
    """One army at the start of a round."""

    round: int
    camp: int
    field: int


def army_graph(game: Wargame, first: Collection[Army] = ()) -> nx.DiGraph[object]:
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
    armies = sorted(set(first)) or [Army(1, game.soldiers, 0)]
    rounds = [armies]
    graph: nx.DiGraph[object] = nx.DiGraph(rounds=rounds)
    graph.add_nodes_from(armies)
    while armies[0].round < game.rounds:
        successors = set()
        for army in armies:
            for sent in range(army.camp + 1):
                successor = Army(army.round + 1, army.camp - sent, game.survivors[army.field + sent])
                successors.add(successor)
                # The odd soldier of a field is killed, so that two numbers can lead to the same army.
                if graph.has_edge(army, successor):
                    graph.edges[army, successor]["moves"] += (sent,)
                else:
                    graph.add_edge(army, successor, moves=(sent,))
        armies = sorted(successors)
        rounds.append(armies)
    return graph


def more_positions_than(game: Wargame, limit: int) -> bool:
    """Return whether the game has more joint positions than `limit`, without building a graph.

    Cost: the moves of one army, up to the round in which the limit is exceeded.
    """
    positions = 0
    for armies in armies_by_round(game):
        # Every army of A can meet every army of B in the same round.
        positions += len(armies) ** 2
        if positions > limit:
            return True
    return False


def armies_by_round(game: Wargame) -> Iterator[list[Army]]:
    """Yield the sorted armies of each round, as in `army_graph`, without building a graph."""
    survivors = game.survivors
    armies = {(game.soldiers, 0)}  # pairs, which are made faster than armies: this is asked for before a large game
    for number in range(1, game.rounds + 1):
        yield [Army(number, camp, field) for camp, field in sorted(armies)]
        next_armies: set[tuple[int, int]] = set()
        for camp, field in armies:
            next_armies.update((camp - sent, survivors[field + sent]) for sent in range(camp + 1))
        armies = next_armies


def position_of(a: Army, b: Army) -> Position:
    """Return the position of the game with these two armies of the same round."""
    return Position(a.round, a.camp, a.field, b.camp, b.field)


def stored_positions(game: Wargame, rounds: Iterable[Sequence[Army]] | None = None) -> Iterator[Position]:
    """Yield the positions of rounds, by default of all, in an order that depends on the rules only.

    In a symmetric game only one of two mirrored positions is among them.
    """
    for armies in armies_by_round(game) if rounds is None else rounds:
        for index, a in enumerate(armies):
            # Exchanging the players gives the other half of a symmetric game.
            opponents = armies[: index + 1] if game.symmetric else armies
            for b in opponents:
                yield position_of(a, b)


def armies_of(position: Position) -> tuple[Army, Army]:
    """Return the two armies of a position."""
    number, camp_a, field_a, camp_b, field_b, _ = position
    return Army(number, camp_a, field_a), Army(number, camp_b, field_b)


def stages(game: Wargame, graph: nx.DiGraph[object]) -> list[Stage]:
    """Return the rounds of the game as stages of a product game, from the first round of the graph on."""
    fields = range(game.soldiers + 1)
    payoffs = []
    for field_a in fields:
        payoffs.append([_battle_payoff(game, field_a, field_b) for field_b in fields])
    rounds = graph.graph["rounds"]
    first_round = rounds[0][0].round
    solved = []
    for number, armies in enumerate(rounds, first_round):
        next_armies = rounds[number - first_round + 1] if number < game.rounds else []
        player = _player_graph(graph, armies, next_armies)
        solved.append(Stage(player, player, payoffs, game.battle_chances[number - 1]))
    return solved


def _player_graph(graph: nx.DiGraph[Any], armies: list[Army], next_armies: list[Army]) -> PlayerGraph:
    """Return one round of the graph in arrays; the payoff index of a move is the field after it."""
    next_index = {army: index for index, army in enumerate(next_armies)}
    move_counts = np.array([army.camp + 1 for army in armies])
    shape = (len(armies), max(move_counts))
    successors = np.zeros(shape, np.int64)
    fields = np.zeros(shape, np.int64)
    moves: object
    for index, army in enumerate(armies):
        sent = np.arange(army.camp + 1)
        fields[index, sent] = army.field + sent
        for _, successor, moves in graph.out_edges(army, data="moves"):
            successors[index, list(moves)] = next_index[successor]
    return PlayerGraph(move_counts, successors, fields)


def _battle_payoff(game: Wargame, field_a: int, field_b: int) -> Fraction:
    """Return the payoff to A of a battle between two fields."""
    outcome = game.outcome(Position(game.rounds, 0, field_a, 0, field_b, True))
    assert outcome is not None
    return outcome.payoffs[0]
