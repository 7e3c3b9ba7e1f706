"""Orders of a directed graph, compared with networkx."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory import Outcome
from gametheory.model.unfolding import state_arrays


def graph_of(edges, nodes):
    """Return a graph made by hand; its rules are not read."""
    graph = nx.MultiDiGraph(game=None, start=0)
    graph.add_nodes_from(range(nodes), outcome=Outcome("end"))
    for tail, head in edges:
        graph.add_edge(tail, head, moves=(head,), probability=1)
    return graph


def test_an_order_has_each_position_before_its_successors():
    """The numbers of the nodes are shuffled, so that many moves lead to a smaller number."""
    random = np.random.default_rng(1)
    for _ in range(50):
        nodes = int(random.integers(1, 30))
        number = random.permutation(nodes)
        tails, heads = np.sort(random.integers(0, nodes, (2, 3 * nodes)), axis=0)
        edges = [(int(number[t]), int(number[h])) for t, h in zip(tails, heads, strict=True) if t < h]
        order = state_arrays(graph_of(edges, nodes)).order
        assert sorted(order.tolist()) == list(range(nodes))
        place = {int(node): rank for rank, node in enumerate(order)}
        assert all(place[tail] < place[head] for tail, head in edges)


@pytest.mark.parametrize("steps", [0, 10**9], ids=["compiled", "interpreted"])
def test_there_is_no_order_if_and_only_if_there_is_a_cycle(steps):
    @settings(max_examples=100, deadline=None)
    @given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=9))
    def compare(edges):
        graph = graph_of(edges, 7)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("gametheory.parallel.compiled.SECONDS", steps)
            assert (state_arrays(graph).order is None) == (not nx.is_directed_acyclic_graph(graph))

    compare()
