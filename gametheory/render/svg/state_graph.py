"""Draw the state graph of any game: positions in rows by their distance from the start, with best moves highlighted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

import networkx as nx

from gametheory.model.game import active_players
from gametheory.model.position_text import Labels, labels_of
from gametheory.model.stage_payoffs import checked_stage_payoffs
from gametheory.numbers.format import format_number
from gametheory.render.svg.graph import Style, draw_graph
from gametheory.render.svg.primitives import Drawing

MAX_POSITIONS, MAX_EDGES, MAX_IN_A_ROW = 150, 400, 24
STYLES: dict[str, Style] = {
    "best move": ("#0072B2", "", "best moves"),
    "other move": ("#8a8a8a", "3 4", "other moves"),
    "chance": ("#CC79A7", "7 4", "chance moves with their probability"),
}
HIDDEN = "Positions with the same set number are one information set: the player does not know which of them it is."
MIXED = "A number in brackets is the probability of a mixed move."
ENDS = ("#009E73", "#D55E00", "#E69F00", "#56B4E9", "#0072B2", "#CC79A7")


def draw_state_graph(
    graph: nx.MultiDiGraph[Any], best_moves: Collection[Any] | Mapping[Any, Fraction], title: str
) -> Drawing:
    """Draw a state graph as an SVG.

    A box has the position, below the names of the active players if the game has several players. If the rules have
    `observation`, positions of one information set have the same number after the player. A terminal one has
    the outcome and the payoffs. In a game that pays after every move, each move has these payoffs. `best_moves` are
    pairs of a position and a joint move; if they come with probabilities, mixed moves have them. A drawing has at
    most 150 positions, 24 in a row, and 400 moves. Of a larger graph it shows the positions up to some number of moves
    from the start, and says so.
    """
    whole = graph
    graph, rule = _excerpt(whole)
    layers, note = _rows(graph)
    sets, labels = _information_sets(graph), labels_of(graph.graph.get("game"))
    played = best_moves if isinstance(best_moves, Mapping) else {}
    mixed = [MIXED] if any(probability != 1 for probability in played.values()) else []
    figure: nx.MultiDiGraph[Any] = nx.MultiDiGraph(notes=(note, *rule, *mixed, *([HIDDEN] if sets else [])))
    names: list[str] = []
    end: Any
    for position, end in graph.nodes(data="outcome"):
        if end is not None and end.name not in names:
            names.append(end.name)
        label = _label(graph, position, labels.position(position), _cut(whole, graph, position), sets)
        figure.add_node(position, label=label, layer=layers[position], kind=None if end is None else _end(end.name))
    for position, successor, data in graph.edges(data=True):
        moves = data["moves"]
        kind = "chance" if not moves else "best move" if (position, moves) in best_moves else "other move"
        label = " ".join(_words(graph, position, data, labels, played.get((position, moves), Fraction(1))))
        figure.add_edge(position, successor, label=label, kind=kind)
    ends = {_end(name): (ENDS[index % len(ENDS)], "", name) for index, name in enumerate(names)}
    return draw_graph(figure, STYLES | ends, title, "move")


def _information_sets(graph: nx.MultiDiGraph[Any]) -> dict[tuple[str, Any], int]:
    """Return a number for each information set of several positions, by player and observation."""
    game: Any = graph.graph.get("game")
    observation = getattr(game, "observation", None)
    if not callable(observation):
        return {}
    ongoing = [position for position, end in graph.nodes(data="outcome") if end is None]
    seen = [(player, observation(each, player)) for each in ongoing for player in active_players(game, each)]
    several = (key for key, count in Counter(seen).items() if count > 1)
    return {key: number for number, key in enumerate(several, 1)}


def _label(
    graph: nx.MultiDiGraph[Any], position: Any, text: str, cut: bool, sets: Mapping[tuple[str, Any], int]
) -> str:
    """Return the lines of a position: the active players, if the game has several players, or the outcome; its text."""
    end = graph.nodes[position]["outcome"]
    if end:
        names = dict.fromkeys(name for name in (end.name, text) if name)
        return "\n".join([*names, *([_pays(end.payoffs)] if end.payoffs else [])])
    game: Any = graph.graph.get("game")
    several = (len(getattr(game, "players", ())) > 1 or sets) and hasattr(game, "moves")
    active = [_named(game, player, position, sets) for player in active_players(game, position)] if several else []
    return "\n".join([*([", ".join(active)] if active else []), f"{text} …" if cut else text])


def _named(game: Any, player: str, position: Any, sets: Mapping[tuple[str, Any], int]) -> str:
    """Return a player, with the number of the information set if it has several positions."""
    number = sets.get((player, game.observation(position, player))) if sets else None
    return f"{player}, set {number}" if number else player


def _words(graph: nx.MultiDiGraph[Any], position: Any, data: Any, labels: Labels, played: Fraction) -> Iterator[str]:
    """Yield the moves of an edge, their probability if they are mixed, that of the result, and what the moves pay."""
    moves, probability, game = data["moves"], data["probability"], graph.graph.get("game")
    yield from (labels.move(position, move) for move in moves)
    if played != 1:
        yield f"[{format_number(played)}]"
    if probability != 1 or not moves:
        yield str(probability)
    if hasattr(game, "stage_payoffs"):
        yield _pays(checked_stage_payoffs(game, position, moves))


def _pays(payoffs: tuple[Fraction, ...]) -> str:
    return f"pays {', '.join(map(format_number, payoffs))}"


def _excerpt(graph: nx.MultiDiGraph[Any]) -> tuple[nx.MultiDiGraph[Any], list[str]]:
    """Return the graph, or if it is too large, the part near the start with a note about it."""
    if _legible(graph):
        return graph, []
    distance = nx.single_source_shortest_path_length(graph, graph.graph["start"])
    near = sorted(distance, key=distance.__getitem__)[: MAX_POSITIONS + 1]
    for most in range(distance[near[-1]] - 1, 0, -1):
        part = graph.subgraph(position for position in near if distance[position] <= most)
        if _legible(part):
            moves = "1 move" if most == 1 else f"{most} moves"
            count = f"{len(part)} of {len(graph):,} positions"
            return part, [f"An excerpt: {count}, at most {moves} from the start; … marks positions with further moves"]
    raise ValueError(
        f"the positions one move from the start are too many to draw; the limits are {MAX_POSITIONS} positions, "
        f"{MAX_IN_A_ROW} in a row and {MAX_EDGES} moves"
    )


def _legible(graph: nx.MultiDiGraph[Any]) -> bool:
    if len(graph) > MAX_POSITIONS or graph.number_of_edges() > MAX_EDGES:
        return False
    rows, _ = _rows(graph)
    return max(Counter(rows.values()).values()) <= MAX_IN_A_ROW


def _cut(whole: nx.MultiDiGraph[Any], part: nx.MultiDiGraph[Any], position: Any) -> bool:
    return any(successor not in part for successor in whole.successors(position))


def _rows(graph: nx.MultiDiGraph[Any]) -> tuple[dict[Any, int], str]:
    """Return the row of each position, and a note about the rows. In an acyclic graph every move leads down."""
    start = graph.graph["start"]
    if not nx.is_directed_acyclic_graph(graph):
        distance = nx.single_source_shortest_path_length(graph, start)
        return distance, "Rows count moves from the start (shortest way)."
    longest = {start: 0}
    for position in nx.topological_sort(graph):
        for successor in graph.successors(position):
            longest[successor] = max(longest.get(successor, 0), longest[position] + 1)
    return longest, "Rows count moves from the start (longest way)."


def _end(name: str) -> str:
    """Return the kind of a terminal node; the prefix keeps it different from the kinds of moves."""
    return f"end: {name}"
