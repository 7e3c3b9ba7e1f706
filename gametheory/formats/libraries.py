"""Games that are objects of other libraries; the class of an object names its library, which is not imported here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.formats.gambit import read_efg, read_nfg
from gametheory.formats.open_spiel import OpenSpielGame
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.game import Distribution, Outcome, RulesError
from gametheory.model.normal_form import NormalForm, exact_number, read_nested
from gametheory.numbers.format import pluralize

if TYPE_CHECKING:
    import networkx as nx

FRAME = "pandas.DataFrame"
STRATEGIES = "pygambit.MixedStrategyProfile"
CHANCE = "chance"


def read_object(game: object) -> Any:
    """Return a game of another library as a form, as rules or as a state graph; anything else is returned unchanged.

    Numbers are exact: a float is the fraction that it stores, and a decimal of Gambit the number that it prints.

    >>> import nashpy
    >>> read_object(nashpy.Game([[1, -1], [-1, 1]])).payoff_matrix(1)
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(-1, 1)))
    """
    for name in _class_names(game):
        if name in READERS:
            return READERS[name](game)
    return game


def _class_names(game: object) -> list[str]:
    """Return the library and the name of the class of an object, and of each class that this inherits from."""
    return [f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(game).__mro__]


# Tables


def read_payoffs(payoffs: Any, column_payoffs: Any = None, symmetric: bool = False) -> NormalForm:
    """Return the table of one or two matrices, of an array, a dict of profiles, or a DataFrame with names as labels.

    With one matrix the game is zero-sum, or symmetric: then the column player has its transpose.
    """
    if isinstance(payoffs, Mapping):
        if column_payoffs is not None:
            raise ValueError("column_payoffs: only together with a payoff matrix, not with a dict of profiles")
        return NormalForm.from_profiles(payoffs)
    frames = [matrix for matrix in (payoffs, column_payoffs) if FRAME in _class_names(matrix)]
    for frame in frames:
        levels = max(getattr(frame.index, "nlevels", 1), getattr(frame.columns, "nlevels", 1))
        if levels > 1:
            raise ValueError(
                f"payoffs: the labels of the DataFrame have {levels} levels; give one DataFrame for each player, "
                "as in nash(frame['row'], frame['column'])"
            )
    labels = [(tuple(map(str, frame.index)), tuple(map(str, frame.columns))) for frame in frames]
    if len(frames) == 2 and labels[0] != labels[1]:
        raise ValueError("column_payoffs: its labels are not those of the first DataFrame, in the same order")
    form = _read_arrays(payoffs, column_payoffs, symmetric, of_profiles=bool(frames))
    if not frames:
        return form
    players = str(frames[0].index.name or "row"), str(frames[0].columns.name or "column")
    return replace(form, players=players, strategies=labels[0])


def _read_arrays(payoffs: Any, column_payoffs: Any, symmetric: bool, of_profiles: bool) -> NormalForm:
    """Return the table of matrices, or of an array whose cells are the payoffs of a profile."""
    first = read_nested(payoffs)
    if column_payoffs is None and len(first.shape) > 2:
        # a list of arrays has an array for each player; otherwise the shape tells which axis is that of the players
        are_arrays = isinstance(payoffs, list | tuple) and all(hasattr(array, "shape") for array in payoffs)
        player_axis = -1 if of_profiles else None
        if are_arrays and len(first.shape) == len(payoffs) + 1:
            player_axis = 0
        return NormalForm.from_array(first, player_axis)
    is_square = len(set(first.shape)) == 1
    if symmetric and column_payoffs is None and is_square:
        size = first.shape[0]
        column_payoffs = [first.entries[column::size] for column in range(size)]
    return NormalForm.from_payoffs(first, column_payoffs)


# Graphs of networkx


def _read_graph(graph: nx.DiGraph[object]) -> object:
    """Return the rules that a digraph describes; a state graph is returned unchanged."""
    if not graph.is_directed():
        kind = type(graph).__name__
        raise RulesError(f"game is a {kind} of networkx; allowed: a DiGraph, because play has a direction")
    is_state_graph = graph.is_multigraph() and {"game", "start"} <= graph.graph.keys()
    return graph if is_state_graph else GraphGame(graph)


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
        self._graph = graph
        self._owner = dict(graph.nodes(data="owner"))
        self._payoff = dict(graph.nodes(data="payoff"))
        _require_attributes(graph)
        names: dict[object, None] = {}
        for owner in self._owner.values():
            if owner not in (None, CHANCE):
                names[owner] = None
        for payoff in self._payoff.values():
            if isinstance(payoff, Mapping):
                names |= dict.fromkeys(payoff)
        self.players = tuple(map(str, graph.graph.get("players", names)))
        first = [node for node, degree in graph.in_degree() if not degree]
        only = first[0] if len(first) == 1 else None
        self._start = graph.graph.get("start", only)
        if self._start not in graph:
            count = pluralize(len(first), "node")
            needed = "it needs one, or the attribute 'start', a node"
            raise RulesError(f"{count} of the graph without predecessors: {needed}")

    def start(self) -> Any:
        """Return the attribute of the graph, or the only node without predecessors."""
        return self._start

    def outcome(self, node: object) -> Outcome | None:
        """Return the payoffs of a node without successors."""
        payoff = self._payoff[node]
        if payoff is None:
            return None
        if isinstance(payoff, Mapping):
            if sorted(map(str, payoff)) != sorted(self.players):
                raise RulesError(f"a payoff for {list(payoff)}, and the players are {', '.join(self.players)}")
            by_name = {str(player): amount for player, amount in payoff.items()}
            payoff = [by_name[player] for player in self.players]
        elif isinstance(payoff, str) or not hasattr(payoff, "__len__"):
            # one number: the second of two players pays it
            amount = exact_number(payoff)
            payoff = (amount, -amount)[: len(self.players)]
        return Outcome(str(node), tuple(map(exact_number, payoff)))

    def moves(self, node: object, player: str) -> list[object]:
        """Return the moves at a node of the player."""
        if str(self._owner[node]) != player:
            return []
        return [move for move, _, _ in self._edges(node)]

    def after(self, node: object, *moves: object) -> Any:
        """Return the successor to which a move leads, or the distribution of a chance node."""
        if moves:
            return next(successor for move, successor, _ in self._edges(node) if move == moves[0])
        chances: dict[object, Fraction] = {}
        for _, successor, edge in self._edges(node):
            # parallel edges of a multigraph lead to one node
            chances[successor] = chances.get(successor, Fraction(0)) + exact_number(edge.get("probability"))
        return Distribution(chances)

    def _edges(self, node: object) -> list[tuple[object, object, Mapping[str, object]]]:
        """Return the move, the successor and the attributes of each edge."""
        edges = self._graph.out_edges(node, data=True)
        return [(edge.get("move", successor), successor, edge) for _, successor, edge in edges]


def _require_attributes(graph: nx.DiGraph[object]) -> None:
    """Raise RulesError unless a node has an owner if play goes on there, and a payoff if it ends, and not both."""
    for node, attributes in graph.nodes(data=True):
        successors = graph.out_degree(node)
        needed, other = ("owner", "payoff") if successors else ("payoff", "owner")
        if attributes.get(needed) is None or attributes.get(other) is not None:
            where = f"the node {node!r} of the graph has {pluralize(successors, 'successor')}"
            raise RulesError(f"{where}, so it needs the attribute {needed!r}, and no {other!r}")


# Other libraries


def _read_pygambit(game: Any) -> NormalForm | ExtensiveForm:
    """Read a game of pygambit, by the text of its file."""
    is_tree = getattr(game, "is_tree", type(game).__name__ == "ExtensiveGame")
    if is_tree:
        return read_efg(game.to_efg())
    return read_nfg(game.to_nfg())


def _refuse_profile(profile: object) -> None:
    name = type(profile).__name__
    raise RulesError(f"game is a {name} of pygambit, and no game; regret(game, profile) takes one of strategies")


def read_profile(profile: Any) -> Any:
    """Return a mixed strategy profile of pygambit as lists of probabilities; anything else is returned unchanged."""
    if STRATEGIES not in _class_names(profile):
        return profile
    players = []
    for mixed in profile:
        pairs = [tuple(pair) for pair in mixed]  # of a strategy and its probability
        players.append([exact_number(probability) for _, probability in pairs])
    return players


def _read_nashpy(game: Any) -> NormalForm:
    return NormalForm.from_payoffs(*game.payoff_matrices)


def _read_quantecon(game: Any) -> NormalForm:
    return NormalForm.from_array(game.payoff_profile_array, -1)


READERS: Mapping[str, Callable[[Any], object]] = {
    "nashpy.Game": _read_nashpy,
    "networkx.Graph": _read_graph,
    "pygambit.Game": _read_pygambit,
    "pygambit.MixedBehaviorProfile": _refuse_profile,
    STRATEGIES: _refuse_profile,
    "pyspiel.Game": OpenSpielGame,
    "quantecon.NormalFormGame": _read_quantecon,
}
