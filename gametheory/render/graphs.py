"""Draw graphs in rows as standalone SVG: state graphs of any game, and graphs of plays.

Graphviz `dot` places boxes and curves (Gansner, Koutsofios, North and Vo 1993). The SVG is written here, so that screen
readers can read it and it adapts to dark pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, TypeAlias

import networkx as nx

from gametheory.model.classes import Labels, checked_stage_payoffs, labels_of
from gametheory.model.game import active_players
from gametheory.numbers.format import format_number
from gametheory.parallel.extras import library
from gametheory.render.charts import Drawing, Point, element, fmt, path, svg_document
from gametheory.render.charts import label as text

Style: TypeAlias = tuple[str, str, str]  # color, dashes, text of the legend
Node: TypeAlias = Hashable
Edge: TypeAlias = tuple[Node, Node, str, str]  # from, to, label and kind
Graph: TypeAlias = "nx.MultiDiGraph[Any]"
InformationSets: TypeAlias = Mapping[tuple[str, Any], int]

MAX_POSITIONS, MAX_EDGES, MAX_IN_A_ROW = 150, 400, 24
STYLES: dict[str, Style] = {
    "best move": ("#0072B2", "", "best moves"),
    "other move": ("#8a8a8a", "3 4", "other moves"),
    "chance": ("#CC79A7", "7 4", "chance moves with their probability"),
}
ENDS = ("#009E73", "#D55E00", "#E69F00", "#56B4E9", "#0072B2", "#CC79A7")
HIDDEN = "Positions with the same set number are one information set: the player does not know which of them it is."
MIXED = "A number in brackets is the probability of a mixed move."

# Lengths are in SVG units, which are the points of Graphviz. Widths of text are those of a wide sans-serif.
MARGIN, HEADINGS, INDENT, TITLE = 16, 104, 54, 34
LINE = 16
CAPTION_LINE = 19
LETTER = 7.6
TITLE_LETTER = 9.6
ARROW = 8
LOOP, LOOP_GAP = 34, 8.5
MAX_LABELS_IN_ROW = 4
LIGHT = {
    ".soft": "fill:#555",
    ".band": "fill:#f2f2f2",
    ".box": "stroke:#555;stroke-width:1.2",
    ".line": "fill:none;stroke-width:2;stroke-linecap:round",
    ".strong": "font-weight:600",
}
DARK = {".soft": "fill:#b4b4b4", ".band": "fill:#1e2126", ".box": "stroke:#a8a8a8"}


# State graphs


def draw_state_graph(graph: Graph, best_moves: Collection[object] | Mapping[object, Fraction], title: str) -> Drawing:
    """Draw a state graph as an SVG.

    A box has the position, below the names of the active players if the game has several players. If the rules have
    `observation`, positions of one information set have the same number after the player. A terminal one has
    the outcome and the payoffs. In a game that pays after every move, each move has these payoffs. `best_moves` are
    pairs of a position and a joint move; if they come with probabilities, mixed moves have them. A drawing has at
    most 150 positions, 24 in a row, and 400 moves. Of a larger graph it shows the positions up to some number of moves
    from the start, and says so.
    """
    excerpt, notes = _excerpt(graph)
    layers, rule = _rows(excerpt)
    sets = _information_sets(excerpt)
    played = best_moves if isinstance(best_moves, Mapping) else {}
    notes = [rule, *notes]
    if any(probability != 1 for probability in played.values()):
        notes.append(MIXED)
    if sets:
        notes.append(HIDDEN)
    figure: Graph = nx.MultiDiGraph(notes=notes)

    labels = labels_of(excerpt.graph.get("game"))
    styles = dict(STYLES)
    outcomes: Any = excerpt.nodes(data="outcome")
    for position, outcome in outcomes:
        kind = None
        if outcome is not None:
            kind = f"end: {outcome.name}"  # an outcome can have the name of a kind of moves
            ends = len(styles) - len(STYLES)
            styles.setdefault(kind, (ENDS[ends % len(ENDS)], "", outcome.name))
        words = labels.position(position)
        if any(successor not in excerpt for successor in graph.successors(position)):
            words += " …"
        text_of_box = _label(excerpt, position, words, sets)
        figure.add_node(position, label=text_of_box, layer=layers[position], kind=kind)

    for position, successor, move in excerpt.edges(data=True):
        moves = move["moves"]
        if not moves:
            kind = "chance"
        elif (position, moves) in best_moves:
            kind = "best move"
        else:
            kind = "other move"
        probability = played.get((position, moves), Fraction(1))
        label = " ".join(_move_label(excerpt, position, move, labels, probability))
        figure.add_edge(position, successor, label=label, kind=kind)
    return draw_graph(figure, styles, title, "move")


def _information_sets(graph: Graph) -> InformationSets:
    """Return a number for each information set of several positions, by player and observation."""
    game: object = graph.graph.get("game")
    observation = getattr(game, "observation", None)
    if not callable(observation):
        return {}
    sizes: Counter[tuple[str, object]] = Counter()
    for position, outcome in graph.nodes(data="outcome"):
        if outcome is not None:
            continue
        for player in active_players(game, position):
            sizes[player, observation(position, player)] += 1
    several = [key for key, size in sizes.items() if size > 1]
    return {key: number for number, key in enumerate(several, 1)}


def _label(graph: Graph, position: object, words: str, sets: InformationSets) -> str:
    """Return the lines of a position: the active players, if the game has several players, or the outcome; its text."""
    outcome = graph.nodes[position]["outcome"]
    if outcome:
        lines = dict.fromkeys(line for line in (outcome.name, words) if line)
        if outcome.payoffs:
            lines[_pays(outcome.payoffs)] = None
        return "\n".join(lines)
    game: Any = graph.graph.get("game")
    several_players = len(getattr(game, "players", ())) > 1
    # a graph made by hand can be without rules
    if not hasattr(game, "moves") or not (several_players or sets):
        return words
    active = []
    for player in active_players(game, position):
        if sets:
            number = sets.get((player, game.observation(position, player)))
        else:
            number = None
        active.append(f"{player}, set {number}" if number else player)
    return "\n".join([", ".join(active), words] if active else [words])


def _move_label(graph: Graph, position: object, move: Any, labels: Labels, played: Fraction) -> Iterator[str]:
    """Yield the moves of an edge, their probability if they are mixed, that of the result, and what the moves pay."""
    moves = move["moves"]
    probability = move["probability"]
    game = graph.graph.get("game")
    for player_move in moves:
        yield labels.move(position, player_move)
    if played != 1:
        yield f"[{format_number(played)}]"
    if probability != 1 or not moves:
        yield str(probability)
    if hasattr(game, "stage_payoffs"):
        yield _pays(checked_stage_payoffs(game, position, moves))


def _pays(payoffs: tuple[Fraction, ...]) -> str:
    return f"pays {', '.join(map(format_number, payoffs))}"


def _excerpt(graph: Graph) -> tuple[Graph, list[str]]:
    """Return the graph, or if it is too large, the part near the start with a note about it."""
    if _is_legible(graph):
        return graph, []
    distance = nx.single_source_shortest_path_length(graph, graph.graph["start"])
    near = sorted(distance, key=distance.__getitem__)[: MAX_POSITIONS + 1]
    farthest = distance[near[-1]]
    for most in range(farthest - 1, 0, -1):
        excerpt = _induced(graph, [position for position in near if distance[position] <= most])
        if _is_legible(excerpt):
            moves = "1 move" if most == 1 else f"{most} moves"
            count = f"{len(excerpt)} of {len(graph):,} positions"
            return excerpt, [
                f"An excerpt: {count}, at most {moves} from the start; … marks positions with further moves"
            ]
    raise ValueError(
        f"the positions one move from the start are too many to draw; the limits are {MAX_POSITIONS} positions, "
        f"{MAX_IN_A_ROW} in a row and {MAX_EDGES} moves"
    )


def _induced(graph: Graph, positions: Sequence[Any]) -> Graph:
    """Return the graph of some positions in their order; that of `subgraph` depends on the hashes of positions."""
    induced: Graph = nx.MultiDiGraph(**graph.graph)
    induced.add_nodes_from((position, graph.nodes[position]) for position in positions)
    for position in positions:
        for _, successor, move in graph.out_edges(position, data=True):
            if successor in induced:
                induced.add_edge(position, successor, **move)
    return induced


def _is_legible(graph: Graph) -> bool:
    if len(graph) > MAX_POSITIONS or graph.number_of_edges() > MAX_EDGES:
        return False
    rows, _ = _rows(graph)
    return max(Counter(rows.values()).values()) <= MAX_IN_A_ROW


def _rows(graph: Graph) -> tuple[dict[object, int], str]:
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


# Graphs in rows


def draw_graph(graph: Graph, styles: Mapping[str, Style], title: str, layer_name: str = "wave") -> Drawing:
    """Draw a graph in rows as an SVG, with edges of several kinds that differ in color and dashes.

    Made for figures 2, 3 and 4 of post CD2. Nodes have `label` (lines of text, of which the first names the outcome of
    a terminal position), `layer` (row, from 0) and `kind` (that of a terminal position, or None). Edges have `label`
    and `kind`. Lines of explanation are in `graph.graph["notes"]`. A style is a color, a dash pattern ("" for a solid
    line) and a text for the legend. The same input gives the same text.

    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node(0, label="start", layer=0, kind=None)
    >>> graph.add_node(1, label="won", layer=1, kind="win")
    >>> _ = graph.add_edge(0, 1, label="go", kind="win")
    >>> svg = draw_graph(graph, {"win": ("#0072B2", "", "winning plays")}, "A short game", "move")
    >>> svg.startswith("<svg "), "after move 1" in svg, 'data-kind="win"' in svg
    (True, True, True)
    """
    _require_styles(graph, styles)
    edges = _edges_by_style(graph, styles)
    counts = Counter(kind for *_, kind in edges)
    rows = _nodes_by_row(graph)
    notes = list(graph.graph.get("notes", ()))
    has_ends = any(kind for _, kind in graph.nodes(data="kind"))
    caption = list(_legend(styles, counts, has_ends))
    caption += [text(0, 0, note, "soft") for note in notes]

    names = {node: f"n{index}" for index, node in enumerate(graph)}
    plan = _layout(graph, names, edges, rows)
    _, _, inside, height = map(float, plan.graph_attr["bb"].split(","))
    places = {}
    for node, name in names.items():
        places[node] = _point(plan.get_node(name).attr["pos"], height)
    lines = [LETTER * len(note) for note in notes]
    lines += [INDENT + LETTER * len(styles[kind][2]) for kind in counts]
    lines += [TITLE_LETTER * len(title), HEADINGS + inside + 8, 420]
    width = max(lines) + 2 * MARGIN
    top = TITLE + CAPTION_LINE * len(caption) + 8

    arrowheads = "".join(_arrowhead(styles[kind][0]) for kind in counts)
    bands = "\n".join(_bands(graph, rows, places, width - 2 * MARGIN, layer_name))
    body = [*_lines(plan, edges, names, styles, height), *_boxes(graph, places, styles)]
    parts = [f"<defs>{arrowheads}</defs>"]
    for index, line in enumerate(caption):
        parts.append(_translate(MARGIN, TITLE + 8 + CAPTION_LINE * index, line))
    parts.append(_translate(MARGIN, top, bands))
    left = (width + HEADINGS - 8 - inside) / 2  # in the middle of what the headings leave
    parts.append(_translate(left, top, "\n".join(body)))

    moves = ", ".join(f"{count} on {styles[kind][2]}" for kind, count in counts.items())
    size = f"{len(graph)} positions in {len(rows)} rows, from the start at the top"
    description = ". ".join([size, f"Moves: {moves or 'none'}", *notes])
    size_of_all = (width, top + height + MARGIN + 4)
    return svg_document(title, size_of_all, parts, description, LIGHT, DARK, MARGIN)


def _require_styles(graph: Graph, styles: Mapping[str, Style]) -> None:
    """Raise ValueError if a kind of node or edge has no style, or if there is nothing to draw."""
    if not graph:
        raise ValueError("a graph without nodes cannot be drawn")
    nodes: Any = graph.nodes(data="kind")
    edges: Any = graph.edges(data="kind")
    kinds = {kind for *_, kind in (*nodes, *edges)}
    missing = sorted(str(kind) for kind in kinds - {None} - set(styles))
    if missing:
        raise ValueError(f"no style for the kind {', '.join(missing)}; known: {', '.join(styles)}")


def _edges_by_style(graph: Graph, styles: Mapping[str, Style]) -> list[Edge]:
    """Return the different edges, in the order of the legend."""
    edges: dict[Edge, None] = {}
    for tail, head, data in graph.edges(data=True):
        edges[tail, head, data["label"], data["kind"]] = None
    order = list(styles)
    return sorted(edges, key=lambda edge: order.index(edge[3]))


def _nodes_by_row(graph: Graph) -> list[list[Node]]:
    layers: Any = graph.nodes(data="layer")
    ordered = sorted(layers, key=lambda entry: entry[1])
    rows = []
    for _, row in groupby(ordered, lambda entry: entry[1]):
        rows.append([node for node, _ in row])
    return rows


def _layout(graph: Graph, names: Mapping[Node, str], edges: Sequence[Edge], rows: Sequence[Sequence[Node]]) -> Any:
    """Return the graph with the places that `dot` finds, from sizes alone: they do not depend on installed fonts."""
    plan = library("pygraphviz", "draw").AGraph(directed=True, strict=False, nodesep=0.2, ranksep=0.28)
    plan.node_attr.update(shape="box", fixedsize="true", label="")
    plan.edge_attr.update(arrowsize=ARROW / 10)
    for node, name in names.items():
        width, height = _size(graph, node)
        plan.add_node(name, width=width / 72, height=height / 72)
    for row in rows:
        plan.add_subgraph([names[node] for node in row], rank="same")

    layers: Any = dict(graph.nodes(data="layer"))
    in_row = Counter(layers[tail] for tail, head, _, _ in edges if tail != head and layers[tail] == layers[head])
    labelled = set()
    for key, (tail, head, words, _) in enumerate(edges):
        label = ""
        if (tail, head, words) not in labelled:  # edges of several kinds share a label
            labelled.add((tail, head, words))
            width = LETTER * len(words) + (LOOP if tail == head else 10)
            room = f'WIDTH="{width:.0f}" HEIGHT="{LINE + 4}"'
            label = f'<<TABLE BORDER="0" FIXEDSIZE="TRUE" {room}><TR><TD></TD></TR></TABLE>>'
        # `dot` cannot order many labels between nodes of one row: an assertion would end Python, so they come last
        is_late = layers[tail] == layers[head] and tail != head and in_row[layers[tail]] > MAX_LABELS_IN_ROW
        plan.add_edge(names[tail], names[head], f"e{key}", **{"xlabel" if is_late else "label": label})

    # `dot` puts a row that no edge joins to the one above at the top: an invisible edge holds it in its place
    for above, below in pairwise(rows):
        if not any(graph.has_edge(tail, head) for tail in above for head in below):
            plan.add_edge(names[above[0]], names[below[0]], "order", style="invis")
    plan.layout(prog="dot")
    return plan


def _size(graph: Graph, node: Node) -> Point:
    lines = graph.nodes[node]["label"].split("\n")
    return LETTER * max(map(len, lines)) + 16, LINE * len(lines) + 8


def _point(position: str, height: float) -> Point:
    x, y = position.split(",")
    return float(x), height - float(y)  # the y axis points up in Graphviz and down in SVG


def dot_curve(position: str, height: float) -> str:
    """Return the path of a curve that ends at the base of its arrowhead, from the position of an edge in `dot`."""
    points = []
    for point in position.split():
        if point[0] not in "es":  # those are the tips of arrowheads
            points.append(" ".join(map(fmt, _point(point, height))))
    return f"M{points[0]}C{' '.join(points[1:])}"


def _translate(x: float, y: float, content: str) -> str:
    return element("g", content, transform=f"translate({fmt(x)} {fmt(y)})")


def _arrowhead(color: str) -> str:
    return element(
        "marker",
        element("path", d=f"M0 0L{ARROW} 3L0 6z", fill=color),
        id=f"arrow-{color[1:]}",
        markerUnits="userSpaceOnUse",
        markerWidth=ARROW,
        markerHeight=6,
        refX=0,
        refY=3,
        orient="auto",
    )


def _line(curve: str, kind: str, style: Style) -> str:
    color, dashes, _ = style
    return element(
        "path",
        class_="line",
        data_kind=kind,
        d=curve,
        stroke=color,
        stroke_dasharray=dashes or "none",
        marker_end=f"url(#arrow-{color[1:]})",
    )


def _legend(styles: Mapping[str, Style], kinds: Counter[str], has_ends: bool) -> Iterator[str]:
    for kind in kinds:
        _, _, meaning = styles[kind]
        yield _line("M0 -4.5H36", kind, styles[kind]) + text(INDENT, 0, meaning)
    if has_ends:
        box = element("rect", class_="band box", x=4, y=-12, width=36, height=15, rx=7)
        yield box + text(INDENT, 0, "terminal position with its outcome")


def _bands(
    graph: Graph, rows: Sequence[Sequence[Node]], places: Mapping[Node, Point], width: float, layer_name: str
) -> Iterator[str]:
    """Yield a band behind each row, and the text at its left."""
    for row in rows:
        layer = graph.nodes[row[0]]["layer"]
        _, y = places[row[0]]
        height = max(_size(graph, node)[1] for node in row) + 8
        yield element("rect", class_="band", y=y - height / 2, width=width, height=height, rx=4)
        yield text(8, y + 4.5, f"after {layer_name} {layer}" if layer else "start", "soft")


def _lines(
    plan: Any, edges: Sequence[Edge], names: Mapping[Node, str], styles: Mapping[str, Style], height: float
) -> Iterator[str]:
    """Yield the edges with their labels."""
    reach: dict[Node, float] = {}  # how far the loops at a node go to the right
    for key, (tail, head, words, kind) in enumerate(edges):
        place = plan.get_edge(names[tail], names[head], f"e{key}").attr
        # `dot` makes loops hardly longer than their arrowheads: these go around the ones before
        if tail == head:
            box = plan.get_node(names[tail]).attr
            x, y = _point(box["pos"], height)
            x += 36 * float(box["width"])
            far = reach.setdefault(tail, LOOP - LOOP_GAP)
            yield _line(_loop(x, y, far), kind, styles[kind])
            yield text(x + far + LOOP_GAP, y + 4.5, words)
            reach[tail] += LETTER * len(words) + 2 * LOOP_GAP
            continue
        yield _line(dot_curve(place["pos"], height), kind, styles[kind])
        middle = place["lp"] or place["xlp"]
        if middle:
            x, y = _point(middle, height)
            yield text(x, y + 4.5, words, "middle")


def _loop(x: float, y: float, far: float) -> str:
    """Return the path of a loop at the right edge of a box."""
    outer = x + far * 4 / 3  # a curve reaches 3/4 as far as its control points
    return path("M", x, y - 10, "C", outer, y - 26, outer, y + 26, x + ARROW, y + 11)


def _boxes(graph: Graph, places: Mapping[Node, Point], styles: Mapping[str, Style]) -> Iterator[str]:
    """Yield the box of each node with its lines of text."""
    for node, (x, y) in places.items():
        width, height = _size(graph, node)
        left = x - width / 2
        top = y - height / 2
        kind = graph.nodes[node]["kind"]
        corner = 14 if kind else 2
        yield element("rect", class_="paper box", x=left, y=top, width=width, height=height, rx=corner)
        if kind:
            color, _, _ = styles[kind]
            box = {"x": left, "y": top, "width": width, "height": height, "rx": corner}
            yield element("rect", **box, fill=color, fill_opacity=".2", stroke=color, stroke_width=2)
        for index, line in enumerate(graph.nodes[node]["label"].split("\n"), 1):
            classes = "middle strong" if kind and index == 1 else "middle"
            yield text(x, top + LINE * index, line, classes)
