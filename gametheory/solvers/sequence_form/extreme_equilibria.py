"""All extreme Nash equilibria of a two-player game in extensive form, in realization plans."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gametheory.model.sequence_form import RealizationPlan, SequenceForm
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.sequence_form.extreme_plans import ExtremePlan, extreme_plans

Subsets: TypeAlias = tuple[tuple[int, ...], ...]

BLOCK = 1 << 22  # pairs of plans that are compared at a time
MAX_SUBSETS = MAX_CONNECTED = 1_000
MAX_VERTICES, MAX_VERTICES_FIND_ALL = 2_000, 20_000
LONG_PAYOFF = 500  # bits; with longer payoffs the limit on vertices falls in proportion


class TooManyEquilibria(Exception):
    """A game has more extreme equilibria than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} extreme equilibria")


class ExtremeEquilibria(NamedTuple):
    """All extreme equilibria of a game, each of them checked, and the structure of all others."""

    extreme: tuple[Equilibrium, ...]
    subsets: Subsets | None
    degenerate: bool


def vertex_limit(bits: int, find_all: bool) -> int:
    """Return the greatest number of vertices to compute, less with long payoffs."""
    limit = MAX_VERTICES_FIND_ALL if find_all else MAX_VERTICES
    return min(limit, limit * LONG_PAYOFF // max(bits, 1))


def enumerate_equilibria(
    form: SequenceForm, checked: Callable[[tuple[RealizationPlan, RealizationPlan]], Equilibrium], limit: int = 20_000
) -> ExtremeEquilibria:
    """Return all extreme equilibria of a two-player game: pairs of extreme plans that reply to each other.

    Two plans are an equilibrium if and only if every sequence with positive weight belongs to a best reply to the other
    plan. Every equilibrium is a mixture of extreme ones, as in a bimatrix game (Mangasarian 1964), because the plans
    that reply to a given plan, and to which it replies, are a polytope. A maximal Nash subset is a maximal set of plans
    of both players such that all pairs are equilibria (Avis, Rosenberg, Savani and von Stengel 2010, who also show: a
    table is degenerate exactly if a plan has more best replies than actions with positive weight). `checked` makes an
    equilibrium of a pair. Cost: that of `extreme_plans`, plus one comparison for each pair of extreme plans.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> equilibria = enumerate_equilibria(form, lambda pair: Equilibrium(pair, ()))
    >>> [tuple(map(str, one.row + one.column)) for one in equilibria.extreme]
    [('1', '1', '0', '1', '0', '1'), ('1', '0', '1', '1', '1', '0'), ('1', '0', '1', '1', '1/2', '1/2')]
    >>> equilibria.subsets
    ((0,), (1, 2))

    References
    ----------
    D. Avis, G. D. Rosenberg, R. Savani and B. von Stengel, Enumeration of Nash equilibria for two-player games,
    Economic Theory 42 (2010). O. L. Mangasarian, Equilibrium points of bimatrix games, J. SIAM 12 (1964).
    """
    first, second = (extreme_plans(form, player, limit) for player in (0, 1))
    pairs = [(one.plan, other.plan) for one, other in islice(mutual_replies(first, second), limit + 1)]
    if len(pairs) > limit:
        raise TooManyEquilibria(limit)
    pairs.sort(reverse=True)
    degenerate = any(plan.replies.bit_count() > plan.played.bit_count() for plan in (*first, *second))
    return ExtremeEquilibria(tuple(map(checked, pairs)), maximal_nash_subsets(pairs), degenerate)


def mutual_replies(first: list[ExtremePlan], second: list[ExtremePlan]) -> Iterator[tuple[ExtremePlan, ExtremePlan]]:
    """Yield the pairs in which each plan plays only sequences that belong to best replies to the other.

    Cost: one comparison of sets of sequences, in words of 64 bits, for each pair.
    """
    longest = max(bits.bit_length() for plan in (*first, *second) for bits in (plan.played, plan.replies))
    words = longest // 64 + 1
    played, replies = (_words(sets, words) for sets in zip(*((p.played, p.replies) for p in second), strict=True))
    height = max(1, BLOCK // len(second))
    for begin in range(0, len(first), height):
        block = first[begin : begin + height]
        own, best = (_words(sets, words) for sets in zip(*((p.played, p.replies) for p in block), strict=True))
        wrong = np.zeros((len(block), len(second)), np.uint64)
        for word in range(words):  # the sequences that are played and do not belong to a best reply
            wrong |= own[:, word, None] & ~replies[:, word] | played[:, word] & ~best[:, word, None]
        for row, column in zip(*(indices.tolist() for indices in np.nonzero(wrong == 0)), strict=True):
            yield block[row], second[column]


def _words(sets: Sequence[int], words: int) -> NDArray[np.uint64]:
    packed = b"".join(each.to_bytes(8 * words, "little") for each in sets)
    return np.frombuffer(packed, "<u8").reshape(len(sets), words)


def maximal_nash_subsets(pairs: Sequence[tuple[Hashable, Hashable]]) -> Subsets | None:
    """Return the maximal complete bipartite subgraphs of the graph of the pairs, as sets of edges."""
    # networkx prints a node when it looks for a loop, and Python does not print long numbers: the nodes are indices
    rows, columns = ({strategy: index for index, strategy in enumerate(side)} for side in zip(*pairs, strict=True))
    if len(rows) == len(columns) == len(pairs):  # no strategy belongs to two equilibria
        return tuple((index,) for index in range(len(pairs)))
    number = {(rows[row], columns[column]): index for index, (row, column) in enumerate(pairs)}
    graph: nx.Graph[Any] = nx.Graph()
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
        joined: nx.Graph[Any] = nx.Graph(subgraph)
        for side in sides:
            joined.add_edges_from((u, v) for i, u in enumerate(side) for v in side[:i])
        cliques = list(islice(nx.find_cliques(joined), MAX_SUBSETS + 1))
        if len(subsets) + len(cliques) > MAX_SUBSETS:
            return None
        edges = [{number[u[1], v[1]] for u in clique for v in clique if u[0] < v[0]} for clique in cliques]
        subsets += [tuple(sorted(edge)) for edge in edges if edge]
    return tuple(sorted(subsets))
