"""All extreme Nash equilibria of a two-player game, in exact rationals, by enumeration of vertices.

Rows are the first player's strategies, columns the second player's. Entry [i][j] of either matrix is the payoff to its
player.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import networkx as nx

from gametheory.model.payoff_matrix import MixedStrategy, PayoffMatrix
from gametheory.numbers.printed import printed
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.bimatrix.equilibrium import (
    Equilibrium,
    IntegerMatrix,
    checked_equilibrium,
    to_positive_integers,
)
from gametheory.solvers.bimatrix.polytope import Vertex, vertices

MAX_SUBSETS = MAX_CONNECTED = 1_000


class TooManyEquilibria(Exception):
    """A game has more extreme equilibria than the limit.

    >>> str(TooManyEquilibria(1000))
    'more than 1,000 extreme equilibria'
    """

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} extreme equilibria")
        self.limit = limit


@short_repr
@printed
@dataclass(frozen=True, slots=True)
class Equilibria:
    """All extreme equilibria of a game, and the structure of all others.

    Attributes
    ----------
    extreme
        The extreme equilibria.
    degenerate
        Whether some mixed strategy has more pure best responses than strategies in its support.
    subsets
        The maximal Nash subsets, each as the numbers of its extreme equilibria, counted from 0. Within a subset, every
        mixture of the row strategies and every mixture of the column strategies form an equilibrium; every equilibrium
        of the game is of this form. None if they were not computed: above 1,000 subsets, or above 1,000 strategies in
        a connected component that is not complete.
    """

    extreme: tuple[Equilibrium, ...]
    degenerate: bool
    subsets: tuple[tuple[int, ...], ...] | None


def extreme_equilibria(row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, limit: int = 20_000) -> Equilibria:
    """Return all extreme equilibria: the completely labeled pairs of vertices of the best-response polytopes.

    The method is that of Mangasarian (1964), as in Avis, Rosenberg, Savani and von Stengel (2010), which also shows: a
    maximal Nash subset is a maximal set of rows and columns such that all pairs are equilibria; a game is degenerate
    exactly if a vertex has more labels than its player has strategies. `verify.check_nash` accepts each equilibrium.
    Cost: that of `polytope.vertices`, plus one comparison for each pair of a vertex with too many labels and a vertex
    of the other polytope.

    Parameters
    ----------
    row_payoffs, column_payoffs
        Payoffs to each player: m rows of n Fractions.
    limit
        Greatest number of vertices of a polytope at any step, and of equilibria.

    Returns
    -------
    Equilibria
        The extreme equilibria, the row player's first strategies first.

    Raises
    ------
    TooManyVertices
        If a polytope has more than `limit` vertices.
    TooManyEquilibria
        If there are more than `limit` extreme equilibria; raised before the first is checked.
    ValueError
        If the matrices are empty or their shapes differ, or if their common denominator or a payoff has more than
        20,000 bits.

    Examples
    --------
    >>> from gametheory.model.payoff_matrix import exact_payoffs
    >>> A, B = exact_payoffs([[3, 3], [2, 5], [0, 6]]), exact_payoffs([[3, 2], [2, 6], [3, 1]])
    >>> equilibria = extreme_equilibria(A, B)
    >>> [tuple(map(str, equilibrium.row)) for equilibrium in equilibria.extreme]
    [('1', '0', '0'), ('4/5', '1/5', '0'), ('0', '1/3', '2/3')]
    >>> equilibria.degenerate, equilibria.subsets
    (False, ((0,), (1,), (2,)))

    References
    ----------
    D. Avis, G. D. Rosenberg, R. Savani and B. von Stengel, Enumeration of Nash equilibria for two-player games,
    Economic Theory 42 (2010). O. L. Mangasarian, Equilibrium points of bimatrix games, J. SIAM 12 (1964).
    """
    rows, columns = len(row_payoffs), len(row_payoffs[0])
    row_vertices = vertices(_transposed(to_positive_integers(column_payoffs)), limit)
    # Rotate the labels, so that in both polytopes the labels of the rows come before those of the columns.
    column_vertices = [
        Vertex(vertex.strategy, vertex.labels >> columns | (vertex.labels & (1 << columns) - 1) << rows)
        for vertex in vertices(to_positive_integers(row_payoffs), limit)
    ]
    pairs = list(islice(_completely_labeled(row_vertices, column_vertices, rows, columns), limit + 1))
    if len(pairs) > limit:
        raise TooManyEquilibria(limit)
    pairs.sort(reverse=True)
    extreme = tuple(checked_equilibrium(row_payoffs, column_payoffs, row, column) for row, column in pairs)
    degenerate = any(vertex.labels.bit_count() > rows for vertex in row_vertices) or any(
        vertex.labels.bit_count() > columns for vertex in column_vertices
    )
    return Equilibria(extreme, degenerate, maximal_nash_subsets(pairs))


def _transposed(matrix: IntegerMatrix) -> IntegerMatrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def _completely_labeled(
    row_vertices: list[Vertex], column_vertices: list[Vertex], rows: int, columns: int
) -> Iterator[tuple[MixedStrategy, MixedStrategy]]:
    """Yield the pairs of vertices that together have all labels."""
    all_labels = (1 << rows + columns) - 1
    by_labels: dict[int, list[Vertex]] = {}
    for vertex in column_vertices:
        by_labels.setdefault(vertex.labels, []).append(vertex)
    crowded = [labels for labels in by_labels if labels.bit_count() > columns]
    for vertex in row_vertices:
        missing = all_labels ^ vertex.labels
        # A partner has at least the missing labels. Without degeneracy it has no others, and a lookup finds it.
        exact = [missing] if missing in by_labels else []
        candidates = exact + crowded if missing.bit_count() == columns else list(by_labels)
        partners = {labels for labels in candidates if labels & missing == missing}
        yield from ((vertex.strategy, other.strategy) for labels in partners for other in by_labels[labels])


def maximal_nash_subsets(pairs: Sequence[tuple[Hashable, Hashable]]) -> tuple[tuple[int, ...], ...] | None:
    """Return the maximal complete bipartite subgraphs of the graph of the pairs, as sets of edges.

    Parameters
    ----------
    pairs
        The extreme equilibria as pairs of strategies.

    Returns
    -------
    tuple or None
        The numbers of the pairs in each subset; None above 1,000 subsets, or above 1,000 strategies in a connected
        component that is not complete.

    Examples
    --------
    >>> maximal_nash_subsets([("a", "x"), ("a", "y"), ("b", "z")])
    ((0, 1), (2,))
    """
    # networkx prints a node when it looks for a loop, and Python does not print long numbers: the nodes are indices
    rows, columns = ({strategy: index for index, strategy in enumerate(side)} for side in zip(*pairs, strict=True))
    number = {(rows[row], columns[column]): index for index, (row, column) in enumerate(pairs)}
    graph = nx.Graph()
    for row, column in number:
        graph.add_edge((0, row), (1, column))
    subsets: list[tuple[int, ...]] = []
    for component in nx.connected_components(graph):
        sides = [[node for node in component if node[0] == side] for side in (0, 1)]
        subgraph = graph.subgraph(component)
        # A complete component is one subset, however large it is.
        if subgraph.number_of_edges() == len(sides[0]) * len(sides[1]):
            subsets.append(tuple(sorted(number[row, column] for _, row in sides[0] for _, column in sides[1])))
            continue
        if len(component) > MAX_CONNECTED:
            return None
        # With all rows joined, and all columns, complete bipartite subgraphs become cliques.
        joined = nx.Graph(subgraph)
        for side in sides:
            joined.add_edges_from((u, v) for i, u in enumerate(side) for v in side[:i])
        cliques = list(islice(nx.find_cliques(joined), MAX_SUBSETS + 1))
        if len(subsets) + len(cliques) > MAX_SUBSETS:
            return None
        edges = [{number[u[1], v[1]] for u in clique for v in clique if u[0] < v[0]} for clique in cliques]
        subsets += [tuple(sorted(edge)) for edge in edges if edge]
    return tuple(sorted(subsets))
