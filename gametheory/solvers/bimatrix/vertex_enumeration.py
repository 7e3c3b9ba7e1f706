"""Two players, a matrix of payoffs for each: Nash equilibria in exact rationals.

Rows are the first player's strategies, columns the second's; entry [i][j] of either matrix is what its player gets. All
functions raise ValueError for matrices that are empty or of different shapes, and for payoffs whose common denominator,
or size over it, has more than `MOST_BITS` bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import TypeAlias

import networkx as nx

from gametheory.solvers.bimatrix.polytope import TooManyVertices, Vertex, vertices
from gametheory.verify import check_nash

Payoffs: TypeAlias = Sequence[Sequence[Fraction]]
Mixture: TypeAlias = tuple[Fraction, ...]
Integers: TypeAlias = list[list[int]]

MOST_BITS = 20_000
MOST_SUBSETS = MOST_CONNECTED = 1_000

__all__ = [
    "Equilibria",
    "Equilibrium",
    "TooManyEquilibria",
    "TooManyVertices",
    "constant_sum",
    "extreme_equilibria",
    "to_positive_integers",
]


class TooManyEquilibria(Exception):
    """A game has more extreme equilibria than the caller allowed.

    >>> str(TooManyEquilibria(1000))
    'more than 1,000 extreme equilibria'
    """

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} extreme equilibria")
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A mixture for each player against which the other's is a best response, and what each gets."""

    row: Mixture
    column: Mixture
    payoffs: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Equilibria:
    """All extreme equilibria of a game, and how the others are made of them.

    `degenerate`: some mixture has more pure best responses than it plays strategies. `subsets` are the maximal Nash
    subsets, each as the numbers of its extreme equilibria: every mixture of their rows is in equilibrium with every
    mixture of their columns, and each equilibrium of the game is of this kind. None where they are not looked for: of
    more than 1,000 subsets, or more than 1,000 mixtures that are connected but not all with all.
    """

    extreme: tuple[Equilibrium, ...]
    degenerate: bool
    subsets: tuple[tuple[int, ...], ...] | None


def extreme_equilibria(row_payoffs: Payoffs, column_payoffs: Payoffs, limit: int = 20_000) -> Equilibria:
    """All extreme equilibria: the pairs of vertices of the best-response polytopes that have every label between them.

    Mangasarian, Equilibrium points of bimatrix games (1964), as in Avis, Rosenberg, Savani and von Stengel, Enumeration
    of Nash equilibria for two-player games (2010); also that a maximal Nash subset is a maximal set of rows and columns
    all of whose pairs are equilibria, and that a game is degenerate just where a vertex has more labels than its player
    has strategies. Each equilibrium has passed `verify.check_nash`. Cost: that of `polytopes.vertices`, and a look at
    each pair of a vertex with too many labels and another.

    Raises TooManyVertices when a polytope has more than `limit` vertices, and TooManyEquilibria, before any is checked,
    when there are more than `limit` extreme equilibria.

    >>> Fractions = lambda rows: [[Fraction(number) for number in row] for row in rows]
    >>> found = extreme_equilibria(Fractions([[3, 3], [2, 5], [0, 6]]), Fractions([[3, 2], [2, 6], [3, 1]]))
    >>> [tuple(map(str, equilibrium.row)) for equilibrium in found.extreme]
    [('1', '0', '0'), ('4/5', '1/5', '0'), ('0', '1/3', '2/3')]
    >>> found.degenerate, found.subsets
    (False, ((0,), (1,), (2,)))
    """
    rows, columns = len(row_payoffs), len(row_payoffs[0])
    ours = vertices(_transposed(to_positive_integers(column_payoffs)), limit)
    theirs = [
        Vertex(vertex.strategy, vertex.labels >> columns | (vertex.labels & (1 << columns) - 1) << rows)
        for vertex in vertices(to_positive_integers(row_payoffs), limit)
    ]
    pairs = list(islice(_completely_labelled(ours, theirs, rows, columns), limit + 1))
    if len(pairs) > limit:
        raise TooManyEquilibria(limit)
    pairs.sort(reverse=True)
    extreme = tuple(_checked(row_payoffs, column_payoffs, row, column) for row, column in pairs)
    degenerate = any(vertex.labels.bit_count() > rows for vertex in ours) or any(
        vertex.labels.bit_count() > columns for vertex in theirs
    )
    return Equilibria(extreme, degenerate, _maximal_subsets(pairs))


def constant_sum(row_payoffs: Payoffs, column_payoffs: Payoffs) -> Fraction | None:
    """What the two get together, where that is the same however they play; else None.

    >>> constant_sum([[Fraction(1), Fraction(-1)]], [[Fraction(0), Fraction(2)]])
    Fraction(1, 1)
    """
    sums = {
        a + b
        for ours, theirs in zip(row_payoffs, column_payoffs, strict=True)
        for a, b in zip(ours, theirs, strict=True)
    }
    return sums.pop() if len(sums) == 1 else None


def to_positive_integers(payoffs: Payoffs) -> Integers:
    """Payoffs multiplied and shifted to positive integers, which alters no best response.

    >>> to_positive_integers([[Fraction(1, 2), Fraction(-1, 3)]])
    [[6, 1]]
    """
    common = 1
    for number in (number for row in payoffs for number in row):
        common = lcm(common, number.denominator)
        if max(common.bit_length(), number.numerator.bit_length()) > MOST_BITS:
            raise ValueError(f"payoffs: their common denominator, or one of them, has more than {MOST_BITS:,} bits")
    scaled = [[int(number * common) for number in row] for row in payoffs]
    if not scaled or not scaled[0] or len({len(row) for row in scaled}) > 1:
        raise ValueError("payoffs: not a matrix with rows of one length of at least 1")
    least = min(map(min, scaled))
    return [[number - least + 1 for number in row] for row in scaled]


def _transposed(matrix: Integers) -> Integers:
    return [list(column) for column in zip(*matrix, strict=True)]


def _completely_labelled(
    ours: list[Vertex], theirs: list[Vertex], rows: int, columns: int
) -> Iterator[tuple[Mixture, Mixture]]:
    """The pairs of vertices whose labels together are all rows and all columns."""
    everything = (1 << rows + columns) - 1
    by_labels: dict[int, list[Vertex]] = {}
    for vertex in theirs:
        by_labels.setdefault(vertex.labels, []).append(vertex)
    crowded = [labels for labels in by_labels if labels.bit_count() > columns]
    for vertex in ours:
        missing = everything ^ vertex.labels
        exact = [missing] if missing in by_labels else []
        candidates = exact + crowded if missing.bit_count() == columns else list(by_labels)
        fitting = {labels for labels in candidates if labels & missing == missing}
        yield from ((vertex.strategy, other.strategy) for labels in fitting for other in by_labels[labels])


def _checked(row_payoffs: Payoffs, column_payoffs: Payoffs, row: Mixture, column: Mixture) -> Equilibrium:
    return Equilibrium(row, column, check_nash(row_payoffs, column_payoffs, row, column))


def _maximal_subsets(pairs: list[tuple[Mixture, Mixture]]) -> tuple[tuple[int, ...], ...] | None:
    """The maximal complete bipartite subgraphs of the graph whose edges are the pairs, as sets of edges.

    They are the maximal cliques once the rows are joined to each other, and the columns.
    """
    number = {pair: index for index, pair in enumerate(pairs)}
    graph = nx.Graph()
    for row, column in pairs:
        graph.add_edge((0, row), (1, column))
    found: list[tuple[int, ...]] = []
    for part in nx.connected_components(graph):
        sides = [[node for node in part if node[0] == side] for side in (0, 1)]
        together = graph.subgraph(part)
        if together.number_of_edges() == len(sides[0]) * len(sides[1]):
            found.append(tuple(sorted(number[row, column] for _, row in sides[0] for _, column in sides[1])))
            continue
        if len(part) > MOST_CONNECTED:
            return None
        joined = nx.Graph(together)
        for side in sides:
            joined.add_edges_from((u, v) for i, u in enumerate(side) for v in side[:i])
        cliques = list(islice(nx.find_cliques(joined), MOST_SUBSETS + 1))
        if len(found) + len(cliques) > MOST_SUBSETS:
            return None
        edges = [{number[u[1], v[1]] for u in clique for v in clique if u[0] < v[0]} for clique in cliques]
        found += [tuple(sorted(edge)) for edge in edges if edge]
    return tuple(sorted(found))
