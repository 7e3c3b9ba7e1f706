"""No mover: the law after so many steps, the chance of each ending, how long play lasts, and what is left.

Every function takes a graph made by `state_graph` of a game in which chance alone decides: an absorbing Markov
chain (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3). Positions in which play is over stay as they are.
Play that can never end is allowed and reported: its chance is what endings lack, its outcome is None.

Exact functions return Fractions. Those called `bounded_` work in floats and return a rigorous bound on the error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import fsum, inf, nextafter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import networkx as nx
import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from gametheory.core import Position
from gametheory.rationals import fraction, rational

Number = TypeVar("Number", fmpq, float)
Probability = TypeVar("Probability", Fraction, float)
Edges: TypeAlias = dict[Any, list[tuple[Any, Number]]]
ExactLaw: TypeAlias = dict[Any, Fraction]
ROUNDING = Fraction(1, 2**53)  # the greatest relative error of one operation on floats
SMALLEST = Fraction(1, 2**1074)  # no operation on floats adds more where the result is too small for that


class Bounded(NamedTuple):
    """A law in floats; the errors of all its entries together, so of the chance of any event, are within the bound."""

    law: dict[Any, float]
    error_bound: float


class _Arithmetic(NamedTuple, Generic[Number]):
    """How to compute: the numbers used, and the solution x of a square system, matrix x = right."""

    number: Callable[[Fraction], Number]
    solve: Callable[[list[list[Number]], list[Number]], list[Number]]


def law_after(graph: nx.MultiDiGraph, steps: int) -> ExactLaw:
    """The exact law of the position after a number of steps, from the start.

    s(k) = s(k - 1) P, one edge at a time; cost: steps times the edges, in rationals that grow with the steps.
    Raises ValueError for a negative number of steps and where a player moves.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> law_after(state_graph(Battle(2, 1)), 1)[Position(1, 1)]
    Fraction(14, 125)
    """
    _require_steps(steps)
    law = next(islice(_laws(graph), steps, None))
    return {position: fraction(weight) for position, weight in law.items()}


def outcome_law(graph: nx.MultiDiGraph, steps: int) -> dict[str | None, Fraction]:
    """The chance of each outcome by the end of a number of steps, and under None that play is not over.

    Method, cost and errors are those of `law_after`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> outcome_law(state_graph(Battle(2, 1)), 1)
    {'win': Fraction(21, 25), 'lose': Fraction(0, 1), None: Fraction(4, 25)}
    """
    return by_outcome(graph, law_after(graph, steps))


def outcome_laws(graph: nx.MultiDiGraph) -> Iterator[dict[str | None, Fraction]]:
    """The law of `outcome_law` after 0 steps, after 1, after 2 and so on, without end.

    Cost: the edges of the positions reached for each law drawn. Errors are those of `law_after`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> laws = outcome_laws(state_graph(Battle(2, 1)))
    >>> next(laws)[None], next(laws)[None]
    (Fraction(1, 1), Fraction(4, 25))
    """
    for law in _laws(graph):
        yield by_outcome(graph, {position: fraction(weight) for position, weight in law.items()})


def ending_law(graph: nx.MultiDiGraph) -> ExactLaw:
    """The exact law of the position in which play ends, however long it takes; the sum lacks the chance of no end.

    The fundamental matrix N = 1 + Q + Q^2 + ... applied to the start gives the expected visits to each position;
    ends get what flows out of them. One strongly connected component of n positions after another: a division by
    1 - (chance to stay) where n is 1, else a linear system (n^3). Raises ValueError where a player moves.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> ending_law(state_graph(Battle(1, 1)))[Position(1, 0)]
    Fraction(9, 44)
    """
    edges = _edges(graph, rational)
    flow = _outflow(graph, edges, _visits(graph, edges, EXACT))
    return {position: fraction(chance) for position, chance in flow.items()}


def absorption(graph: nx.MultiDiGraph) -> dict[str | None, Fraction]:
    """The exact chance of each outcome, however long it takes, and under None that play never ends.

    Method, cost and errors are those of `ending_law`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> absorption(state_graph(Battle(1, 1)))
    {'win': Fraction(15, 22), 'lose': Fraction(7, 22), None: Fraction(0, 1)}
    """
    chances = by_outcome(graph, ending_law(graph))
    return {**chances, None: 1 - sum(chances.values(), Fraction(0))}


def expected_steps(graph: nx.MultiDiGraph) -> Fraction | None:
    """The expected number of steps until play ends; None where play need not end, so that it is infinite.

    The sum of the expected visits; method, cost and errors are those of `ending_law`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> expected_steps(state_graph(Battle(1, 1)))
    Fraction(25, 22)
    """
    edges = _edges(graph, rational)
    if endless_positions(graph):
        return None
    return fraction(sum(_visits(graph, edges, EXACT).values(), fmpq(0)))


def absorption_labels(graph: nx.MultiDiGraph, outcome: str) -> ExactLaw:
    """The exact chance of an outcome from every position: a certificate for `certify.check_law`.

    The system h = P h, one strongly connected component after another, backwards from the ends; where play can
    never end any more, h is 0. Cost and errors are those of `ending_law`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> absorption_labels(state_graph(Battle(2, 1)), "win")[Position(1, 1)]
    Fraction(15, 22)
    """
    worth = {end: Fraction(int(graph.nodes[end]["outcome"].name == outcome)) for end in _ends(graph)}
    return expectation_labels(graph, worth)


def expectation_labels(graph: nx.MultiDiGraph, worth: Mapping[Any, Fraction]) -> ExactLaw:
    """From every position, what play is worth on average: `worth` of the position in which it ends, 0 if it does not.

    Method, cost and errors are those of `absorption_labels`, which is the case of worth 1 and 0.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> graph = state_graph(Battle(1, 1))
    >>> ends = [position for position, end in graph.nodes(data="outcome") if end]
    >>> expectation_labels(graph, {end: Fraction(end.attackers) for end in ends})[Position(1, 1)]
    Fraction(9, 44)
    """
    edges = _edges(graph, rational)
    labels = dict.fromkeys(graph, fmpq(0)) | {end: rational(worth[end]) for end in _ends(graph)}
    for part in reversed(_components(graph)):
        known = [sum((p * labels[v] for v, p in edges[u]), fmpq(0)) for u in part]
        labels.update(zip(part, _solved(edges, part, known, EXACT), strict=True))
    return {position: fraction(label) for position, label in labels.items()}


def endless_positions(graph: nx.MultiDiGraph) -> set[Position]:
    """The positions from which play never ends, whatever happens: no end can be reached from them.

    Search backwards from the ends; cost: the number of edges.

    >>> from fractions import Fraction
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> endless_positions(state_graph(Battle(2, 1, Fraction(0), Fraction(0))))
    {Position(attackers=2, defenders=1)}
    """
    queue = _ends(graph)
    reached = set(queue)
    while queue:
        new = set(graph.predecessors(queue.pop())) - reached
        reached |= new
        queue.extend(new)
    return set(graph) - reached


def transition_matrix(graph: nx.MultiDiGraph, order: Sequence[Position] | None = None) -> list[list[Fraction]]:
    """The exact chances of one step: from order[i] to order[j] at [i][j]; where play is over, 1 to stay.

    Cost: the square of the number of positions. Raises ValueError where a player moves, and unless the order
    names every position of the graph once; without one it is that of the graph.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> transition_matrix(state_graph(Battle(1, 0)))
    [[Fraction(1, 1)]]
    """
    places = list(graph) if order is None else list(order)
    if len(places) != len(graph) or set(places) != set(graph):
        raise ValueError(f"order: not each of the {len(graph)} positions once")
    column = {position: index for index, position in enumerate(places)}
    matrix = [[Fraction(0)] * len(places) for _ in places]
    for position, steps in _edges(graph, lambda probability: probability).items():
        for following, probability in steps or [(position, Fraction(1))]:
            matrix[column[position]][column[following]] += probability
    return matrix


def by_outcome(graph: nx.MultiDiGraph, law: Mapping[Any, Probability]) -> dict[str | None, Probability]:
    """A law of positions summed by their outcome, None where play is not over; floats are rounded once.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> by_outcome(state_graph(Battle(1, 1)), {Position(1, 0): 0.25, Position(0, 0): 0.5, Position(1, 1): 0.25})
    {'win': 0.75, 'lose': 0.0, None: 0.25}
    """
    names = {node: end.name if end else None for node, end in graph.nodes(data="outcome")}
    terms: dict[str | None, list[Any]] = {name: [] for name in names.values() if name is not None}
    terms[None] = []
    for position, probability in law.items():
        terms[names[position]].append(probability)
    return {name: _total(chances, law) for name, chances in terms.items()}


def bounded_law_after(graph: nx.MultiDiGraph, steps: int) -> Bounded:
    """The law of the position after a number of steps, in floats, with a bound on the error.

    As `law_after`, all edges at once. Nothing is subtracted, so that with n operations behind an entry its
    relative error is at most n u / (1 - n u), where u = 2^-53 (Higham, Accuracy and Stability, 2002, lemma 3.1); n is
    steps times (most edges into a position + 1). Errors are those of `law_after`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> law, error_bound = bounded_law_after(state_graph(Battle(2, 1)), 1)
    >>> law[Position(1, 1)], error_bound < 1e-14
    (0.112, True)
    """
    _require_steps(steps)
    source, target, chance = _arrays(graph)
    weights: NDArray[np.float64] = np.zeros(len(graph))
    weights[0] = 1.0
    for _ in range(steps):
        weights = np.asarray(np.bincount(target, weights[source] * chance, len(graph)), np.float64)
    operations = steps * (int(np.bincount(target).max()) + 1)
    relative = operations * ROUNDING / (1 - operations * ROUNDING)
    absolute = 4 * steps * len(chance) * SMALLEST
    law = {position: weight for position, weight in zip(graph, weights.tolist(), strict=True) if weight}
    return Bounded(law, _upwards(relative + absolute + ROUNDING * 2))


def bounded_ending_law(graph: nx.MultiDiGraph) -> Bounded:
    """The law of the position in which play ends, in floats, with a bound on the error.

    As `ending_law`, then checked: the visits found, g, are put into g = start + g Q in exact rationals. By how much
    that fails in all positions together bounds the error of all endings together, since a visit more or less
    anywhere ends somewhere with chance at most 1. Cost: that of `ending_law` in floats, and two products
    of rationals an edge. Errors are those of `ending_law`; OverflowError where play lasts longer than floats can count.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> law, error_bound = bounded_ending_law(state_graph(Battle(1, 1)))
    >>> abs(law[Position(1, 0)] - 9 / 44) <= error_bound < 1e-14
    True
    """
    edges, visits = _edges(graph, rational), _visits_in_floats(graph)
    flow = {position: fraction(chance) for position, chance in _outflow(graph, edges, visits).items()}
    law = {position: float(chance) for position, chance in flow.items()}
    rounded = sum(abs(Fraction(law[position]) - chance) for position, chance in flow.items())
    return Bounded(law, _upwards(_imbalance(graph, edges, visits) + rounded + ROUNDING * 2))


def _ends(graph: nx.MultiDiGraph) -> list[Position]:
    return [position for position, end in graph.nodes(data="outcome") if end is not None]


def _laws(graph: nx.MultiDiGraph) -> Iterator[dict[Any, fmpq]]:
    """The law of the position after 0 steps, after 1, after 2 and so on."""
    edges = _edges(graph, rational)
    law = {graph.graph["start"]: fmpq(1)}
    while True:
        yield law
        later: dict[Any, fmpq] = {}
        for position, weight in law.items():
            for following, probability in edges[position] or [(position, fmpq(1))]:
                later[following] = later.get(following, fmpq(0)) + weight * probability
        law = later


def _edges(graph: nx.MultiDiGraph, number: Callable[[Fraction], Any]) -> Edges[Any]:
    """What can follow each position, with its chance; nothing where play is over."""
    edges: Edges[Any] = {position: [] for position in graph}
    for position, following, data in graph.edges(data=True):
        if data["moves"]:
            raise ValueError(f"in {position} a player moves: the game is not one of chance alone")
        edges[position].append((following, number(data["probability"])))
    return edges


def _arrays(graph: nx.MultiDiGraph) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Every step as numbers in the order of the graph: from where, to where, with what chance; ends stay."""
    index = {position: number for number, position in enumerate(graph)}
    edges = _edges(graph, float)
    steps = [(index[u], index[v], p) for u in graph for v, p in edges[u] or [(u, 1.0)]]
    sources, targets, chances = zip(*steps, strict=True)
    return np.array(sources, np.int64), np.array(targets, np.int64), np.array(chances, np.float64)


def _components(graph: nx.MultiDiGraph) -> list[list[Position]]:
    """The positions from which play goes on and can end, by strongly connected component, first things first."""
    endless = endless_positions(graph)
    ongoing = [node for node, end in graph.nodes(data="outcome") if end is None and node not in endless]
    parts = nx.condensation(graph.subgraph(ongoing))
    return [list(parts.nodes[part]["members"]) for part in nx.topological_sort(parts)]


def _visits(graph: nx.MultiDiGraph, edges: Edges[Number], arithmetic: _Arithmetic[Number]) -> dict[Any, Number]:
    """The expected number of visits to each position from which play goes on and can end."""
    inflow = {graph.graph["start"]: arithmetic.number(Fraction(1))}
    visits: dict[Any, Number] = {}
    for part in _components(graph):
        into = [inflow.get(position, arithmetic.number(Fraction(0))) for position in part]
        found = dict(zip(part, _solved(edges, part, into, arithmetic, forwards=True), strict=True))
        visits.update(found)
        for position, count in found.items():
            for following, probability in edges[position]:
                inflow[following] = inflow.get(following, arithmetic.number(Fraction(0))) + count * probability
    return visits


def _visits_in_floats(graph: nx.MultiDiGraph) -> dict[Any, fmpq]:
    """The expected visits, found in floats, as the rationals they are."""
    try:
        found = _visits(graph, _edges(graph, float), FLOATS)
        return {position: rational(Fraction(count)) for position, count in found.items()}
    except (ZeroDivisionError, OverflowError, ValueError, np.linalg.LinAlgError):
        raise OverflowError("play lasts longer than floats can count") from None


def _solved(
    edges: Edges[Number], part: list[Any], right: list[Number], arithmetic: _Arithmetic[Number], forwards: bool = False
) -> list[Number]:
    """The solution of x = right + Q x for one component, or of x = right + x Q."""
    leaving = [sum((p for v, p in edges[u] if v != u), arithmetic.number(Fraction(0))) for u in part]
    if len(part) == 1:
        return [right[0] / leaving[0]]
    index = {position: number for number, position in enumerate(part)}
    matrix = [[arithmetic.number(Fraction(0))] * len(part) for _ in part]
    for position, row in index.items():
        matrix[row][row] = leaving[row]
        for following, probability in edges[position]:
            if following in index and following != position:
                matrix[row][index[following]] -= probability
    return arithmetic.solve([list(column) for column in zip(*matrix, strict=True)] if forwards else matrix, right)


def _outflow(graph: nx.MultiDiGraph, edges: Edges[fmpq], visits: Mapping[Any, fmpq]) -> dict[Any, fmpq]:
    """What flows from the visited positions into the ends; all of it where the start is an end."""
    over = {node for node, end in graph.nodes(data="outcome") if end is not None}
    flow = {graph.graph["start"]: fmpq(1)} if graph.graph["start"] in over else {}
    for position, count in visits.items():
        for following, probability in edges[position]:
            if following in over:
                flow[following] = flow.get(following, fmpq(0)) + count * probability
    return flow


def _imbalance(graph: nx.MultiDiGraph, edges: Edges[fmpq], visits: Mapping[Any, fmpq]) -> Fraction:
    """The sum of |start + g Q - g| over the visited positions, for the visits g."""
    balance = {position: -count for position, count in visits.items()}
    if graph.graph["start"] in balance:
        balance[graph.graph["start"]] += 1
    for position, count in visits.items():
        for following, probability in edges[position]:
            if following in balance:
                balance[following] += count * probability
    return fraction(sum((abs(rest) for rest in balance.values()), fmpq(0)))


def _solve_exactly(matrix: list[list[fmpq]], right: list[fmpq]) -> list[fmpq]:
    solution = fmpq_mat(matrix).solve(fmpq_mat([[number] for number in right]))
    return [solution[row, 0] for row in range(len(right))]


def _solve_in_floats(matrix: list[list[float]], right: list[float]) -> list[float]:
    return [float(number) for number in np.linalg.solve(np.array(matrix), np.array(right))]


def _total(terms: list[Any], law: Mapping[Any, Any]) -> Any:
    """The sum of some chances of a law, rounded once if the law is in floats."""
    return fsum(terms) if any(isinstance(chance, float) for chance in law.values()) else sum(terms, Fraction(0))


def _upwards(bound: Fraction) -> float:
    """A float that is not below the bound."""
    return nextafter(float(bound), inf)


def _require_steps(steps: int) -> None:
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
        raise ValueError(f"steps: {steps!r} is not a whole number of at least 0")


EXACT = _Arithmetic(rational, _solve_exactly)
FLOATS = _Arithmetic(float, _solve_in_floats)
