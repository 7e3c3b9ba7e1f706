"""A networkx graph that is stored as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import networkx as nx

from gametheory.model.game import Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.tracked import Changes, TrackedDict

KEPT_IN_PICKLES = {"graph", "_arrays", "_changes", "__networkx_cache__"}


class StateGraph(nx.MultiDiGraph):  # type: ignore[misc]
    """The positions and moves of a game as arrays of integers, which networkx and its functions read as a graph.

    The dictionaries of networkx are made when they are first read: about 1 kB for each edge. The arrays stay valid
    until the graph is changed. `len`, `in`, iteration, `number_of_edges`, `successors` and `predecessors` need no
    dictionaries, and neither do the solvers.

    Parameters
    ----------
    arrays : StateArrays, optional
        The positions and their successors; by default the graph is empty.
    attributes
        The attributes of the graph.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> from gametheory.model.state_graph import state_arrays, state_graph
    >>> graph = state_graph(Castle(10, 43, 8))
    >>> state_arrays(graph).successor[:5].tolist(), graph.out_degree(next(iter(graph)))
    ([1, 2, 3, 4, 5], 1)
    >>> graph.number_of_nodes() == graph.order() == len(graph.arrays), graph.number_of_edges()
    (True, 3722)
    >>> start = graph.graph["start"]
    >>> [second] = graph.successors(start)
    >>> list(graph.predecessors(second)) == [start], graph.has_node(second)
    (True, True)
    """

    def __init__(self, arrays: StateArrays | None = None, **attributes: Any) -> None:
        # networkx passes data of its own kind as the first argument
        super().__init__(None if isinstance(arrays, StateArrays) else arrays, **attributes)
        self._arrays, self._changes = arrays if isinstance(arrays, StateArrays) else None, Changes()
        if self._arrays is not None:
            for name in ("_node", "_adj", "_succ", "_pred"):
                del self.__dict__[name]

    @property
    def arrays(self) -> StateArrays | None:
        """The arrays from which the graph was made; None if there are none or the graph was changed."""
        return None if self._changes.any else self._arrays

    @property
    def _node(self) -> Any:
        if "_node" not in self.__dict__:
            nx.MultiDiGraph._node.__set__(self, self._node_dictionary())
        return self.__dict__["_node"]

    @_node.setter
    def _node(self, nodes: Any) -> None:
        nx.MultiDiGraph._node.__set__(self, nodes)

    @property
    def _adj(self) -> Any:
        if "_adj" not in self.__dict__:
            self._make_adjacency()
        return self.__dict__["_adj"]

    @_adj.setter
    def _adj(self, adjacency: Any) -> None:
        nx.MultiDiGraph._adj.__set__(self, adjacency)

    _succ = _adj

    @property
    def _pred(self) -> Any:
        if "_pred" not in self.__dict__:
            self._make_adjacency()
        return self.__dict__["_pred"]

    @_pred.setter
    def _pred(self, adjacency: Any) -> None:
        nx.MultiDiGraph._pred.__set__(self, adjacency)

    def _node_dictionary(self) -> TrackedDict:
        """Return the attributes of each position."""
        arrays, changes = self._made_from(), self._changes
        nodes, outcomes = TrackedDict(changes), [*arrays.outcomes, None]
        for position, code in zip(arrays.positions, arrays.outcome_of.tolist(), strict=True):
            nodes.fill(position, TrackedDict(changes, outcome=outcomes[code]))
        return nodes

    def _make_adjacency(self) -> None:
        """Make the dictionaries of successors and predecessors, with the attributes of each edge."""
        arrays, changes, one = self._made_from(), self._changes, Fraction(1)
        positions, probability_of = list(arrays.positions), arrays.probability_of
        successors, predecessors = TrackedDict(changes), TrackedDict(changes)
        for position in positions:
            successors.fill(position, TrackedDict(changes))
            predecessors.fill(position, TrackedDict(changes))
        edge_moves = arrays.move_of if arrays.first_successor is None else arrays.move_of[arrays.joint_move_of_edge()]
        for edge, (tail, head, move) in enumerate(zip(arrays.sources, arrays.successor, edge_moves, strict=True)):
            position, successor = positions[tail], positions[head]
            probability = one if probability_of is None else arrays.probabilities[probability_of[edge]]
            parallel = successors[position].get(successor)
            if parallel is None:
                parallel = TrackedDict(changes)
                successors[position].fill(successor, parallel)
                predecessors[successor].fill(position, parallel)
            attributes = TrackedDict(changes, moves=arrays.moves[move], probability=probability)
            parallel.fill(len(parallel), attributes)
        self._adj, self._pred = successors, predecessors

    def _made_from(self) -> StateArrays:
        """Return the arrays; a dictionary that was not made yet cannot have been changed."""
        assert self._arrays is not None
        return self._arrays

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.arrays) if self.arrays else int(super().__len__())

    def number_of_nodes(self) -> int:
        """Return the number of positions."""
        return len(self)

    def order(self) -> int:
        """Return the number of positions."""
        return len(self)

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions."""
        return iter(self.arrays.positions if self.arrays else self._node)

    def __contains__(self, position: object) -> bool:
        """Return whether a value is a position of the graph."""
        return super().__contains__(position) if self.arrays is None else self.has_node(position)

    def has_node(self, position: object) -> bool:
        """Return whether a value is a position of the graph."""
        try:
            return position in (self.arrays.index if self.arrays else self._node)
        except TypeError:  # not hashable
            return False

    def number_of_edges(self, u: Position | None = None, v: Position | None = None) -> int:
        """Return the number of edges, or of those from one position to another."""
        if u is None and self.arrays:
            return len(self.arrays.successor)
        return int(super().number_of_edges(u, v))

    def successors(self, position: Position) -> Iterator[Position]:
        """Yield the positions that can follow a position, each once."""
        arrays, number = self.arrays, self._number(position)
        if arrays is None or number is None:
            return super().successors(position)  # type: ignore[no-any-return]
        following = arrays.successor[arrays.row[number] : arrays.row[number + 1]]
        return map(arrays.positions.__getitem__, dict.fromkeys(following.tolist()))

    neighbors = successors

    def predecessors(self, position: Position) -> Iterator[Position]:
        """Yield the positions that a position can follow, each once."""
        arrays, number = self.arrays, self._number(position)
        if arrays is None or number is None:
            return super().predecessors(position)  # type: ignore[no-any-return]
        starts, sources = arrays.predecessors
        return map(arrays.positions.__getitem__, dict.fromkeys(sources[starts[number] : starts[number + 1]].tolist()))

    def _number(self, position: Position) -> int | None:
        return self.arrays.index.get(position) if self.arrays else None

    def __getstate__(self) -> dict[str, Any]:
        """Return the arrays, and the dictionaries only if the graph was changed."""
        state = dict(self.__dict__)
        if self.arrays is not None:
            state = {name: value for name, value in state.items() if name in KEPT_IN_PICKLES}
        return state
