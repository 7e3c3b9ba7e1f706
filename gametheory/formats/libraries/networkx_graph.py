"""The rules of a game that a digraph of networkx describes by attributes of its nodes and edges."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.model.game import Distribution, Outcome, RulesError
from gametheory.model.normal_form import exact_number
from gametheory.numbers.format import pluralize

if TYPE_CHECKING:
    import networkx as nx

CHANCE = "chance"


def read_graph(graph: nx.DiGraph[Any]) -> Any:
    """Return the rules that a digraph describes; a state graph is returned unchanged."""
    if not graph.is_directed():
        raise RulesError(
            f"game is a {type(graph).__name__} of networkx; allowed: a DiGraph, because play has a direction"
        )
    made = graph.is_multigraph() and {"game", "start"} <= graph.graph.keys()
    return graph if made else GraphGame(graph)


class GraphGame:
    """A game on a digraph: positions are nodes, and moves are successors, or the attribute `move` of an edge.

    The attribute `owner` of a node names the player who moves there, or "chance", whose edges have a `probability`. A
    node without successors has a `payoff`: a number for each player, by name or in order, or one number that the second
    of two players pays to the first. Players are in the order in which nodes name them, and play starts at the only
    node without predecessors, unless the graph has the attributes `players` and `start`.

    >>> import networkx as nx
    >>> from gametheory import solve
    >>> graph = nx.DiGraph([("root", "left"), ("root", "right")])
    >>> graph.add_node("root", owner="Ann")
    >>> graph.add_nodes_from([("left", {"payoff": {"Ann": 1}}), ("right", {"payoff": {"Ann": "3/2"}})])
    >>> solve(GraphGame(graph)).payoffs
    {'Ann': Fraction(3, 2)}
    """

    def __init__(self, graph: nx.DiGraph[Any]) -> None:
        self._graph, self._owner = graph, dict(graph.nodes(data="owner"))
        self._payoff = dict(graph.nodes(data="payoff"))
        for node in graph:
            wanted, other = ("owner", "payoff") if graph.out_degree(node) else ("payoff", "owner")
            if graph.nodes[node].get(wanted) is None or graph.nodes[node].get(other) is not None:
                where = f"the node {node!r} of the graph has {pluralize(graph.out_degree(node), 'successor')}"
                raise RulesError(f"{where}, so it needs the attribute {wanted!r}, and no {other!r}")
        named = [owner for owner in self._owner.values() if owner not in (None, CHANCE)]
        named += [player for payoff in self._payoff.values() if isinstance(payoff, Mapping) for player in payoff]
        self.players = tuple(map(str, graph.graph.get("players", dict.fromkeys(named))))
        first = [node for node, degree in graph.in_degree() if not degree]
        self._start = graph.graph.get("start", first[0] if len(first) == 1 else None)
        if self._start not in graph:
            found = pluralize(len(first), "node")
            raise RulesError(
                f"{found} of the graph without predecessors: it needs one, or the attribute 'start', a node"
            )

    def start(self) -> Any:
        """Return the attribute of the graph, or the only node without predecessors."""
        return self._start

    def outcome(self, node: Any) -> Outcome | None:
        """Return the payoffs of a node without successors."""
        payoff = self._payoff[node]
        if payoff is None:
            return None
        if isinstance(payoff, Mapping):
            if sorted(map(str, payoff)) != sorted(self.players):
                raise RulesError(f"a payoff for {[*payoff]}, and the players are {', '.join(self.players)}")
            by_name = {str(player): own for player, own in payoff.items()}
            payoff = [by_name[player] for player in self.players]
        elif isinstance(payoff, str) or not hasattr(payoff, "__len__"):
            first = exact_number(payoff)
            payoff = (first, -first)[: len(self.players)]
        return Outcome(str(node), tuple(map(exact_number, payoff)))

    def moves(self, node: Any, player: str) -> list[Any]:
        """Return the moves at a node of the player."""
        return [move for move, _, _ in self._edges(node)] if str(self._owner[node]) == player else []

    def after(self, node: Any, *moves: Any) -> Any:
        """Return the successor to which a move leads, or the distribution of a chance node."""
        if moves:
            return next(successor for move, successor, _ in self._edges(node) if move == moves[0])
        chances: dict[Any, Fraction] = {}
        for _, successor, edge in self._edges(node):
            chances[successor] = chances.get(successor, Fraction(0)) + exact_number(edge.get("probability"))
        return Distribution(chances)

    def _edges(self, node: Any) -> list[tuple[Any, Any, Mapping[str, Any]]]:
        """Return the move, the successor and the attributes of each edge."""
        edges = self._graph.out_edges(node, data=True)
        return [(edge.get("move", successor), successor, edge) for _, successor, edge in edges]
