"""Figures 2 to 4 of post CD2: the graph of plays, and the drawing of the whole graph."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest
from games_by_table import MoveTable, both_choose

from gametheory.games.castle.figures import fastest_wins_graph, play_graph
from gametheory.games.castle.rules import Castle, Position
from gametheory.model.game import Outcome
from gametheory.model.unfolding import state_graph
from gametheory.render.figures import PLAYS, draw_plays
from gametheory.render.graphs import draw_graph, draw_state_graph
from gametheory.solvers.shortest_paths import distance_to_outcome, plays

TESTS = {0: Castle(10, 11, 15), 1: Castle(3, 10, 4), 10: Castle(5, 8, 5)}
FIGURES = pytest.mark.parametrize("game", TESTS.values(), ids=[f"test {number}" for number in TESTS])
Counts = dict[int, int]
SVG = "{http://www.w3.org/2000/svg}"


@cache
def picture(game: Castle) -> nx.MultiDiGraph:
    return play_graph(game)


@cache
def figure(game: Castle) -> str:
    return draw_plays(picture(game), f"All plays of {game}")


def texts(svg: str) -> Counter[str]:
    return Counter("".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))


def lines(svg: str, kind: str) -> list[ElementTree.Element]:
    """Return the lines of a kind; the first is in the legend."""
    paths = ElementTree.fromstring(svg).iter(f"{SVG}path")
    return [path for path in paths if path.get("data-kind") == kind]


def count_plays_by_length(graph: nx.MultiDiGraph, kind: str) -> Counter[int]:
    """Count by length the paths from the start to the terminal nodes of a kind, along edges of that kind."""
    used = graph.edge_subgraph([edge for edge in graph.edges(keys=True) if graph.edges[edge]["kind"] == kind])
    start = next(iter(graph))
    lengths: Counter[int] = Counter()
    for end in (node for node in used if graph.nodes[node]["kind"] == kind):
        lengths.update(len(path) - 1 for path in nx.all_simple_paths(nx.DiGraph(used), start, end))
    return lengths


def small(**end: Any) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_node("a", label="a < b & c", layer=0, kind=None)
    graph.add_node("b", label="over", layer=1, kind=end.get("kind"))
    graph.add_edge("a", "b", label="<go>", kind="win")
    return graph


@FIGURES
@pytest.mark.parametrize("side", ["soldiers", "castle"])
def test_the_paths_of_the_graph_are_the_plays(game: Castle, side: str) -> None:
    assert count_plays_by_length(picture(game), side) == Counter(map(len, plays(state_graph(game), side)))


@pytest.mark.parametrize(
    ("number", "soldiers", "castle"), [(0, {4: 1}, {3: 2}), (1, {}, {2: 2, 3: 5}), (10, {4: 1}, {3: 3, 4: 5})]
)
def test_the_numbers_of_plays_are_those_of_the_post(number: int, soldiers: Counts, castle: Counts) -> None:
    graph = picture(TESTS[number])
    assert (count_plays_by_length(graph, "soldiers"), count_plays_by_length(graph, "castle")) == (soldiers, castle)


def test_the_blue_play_of_figure_2() -> None:
    blue = [(u, v) for u, v, kind in picture(TESTS[0]).edges(data="kind") if kind == "soldiers"]
    after = [(10, 0, 11), (10, 15, 1), (4, 6, 0), (2, 2, 0), (2, 0, 0)]
    nodes = [(wave, Position(*numbers)) for wave, numbers in enumerate(after)]
    assert blue == list(pairwise(nodes))


def test_the_tie_of_figure_4_is_reached_in_the_first_wave_and_repeats() -> None:
    tie = [(u[0], v[0], label) for u, v, label in tie_edges(TESTS[10])]
    assert tie == [(0, 1, "0"), (1, 1, "5, repeats forever")]
    assert not tie_edges(TESTS[0])
    assert not tie_edges(TESTS[1])


def tie_edges(game: Castle) -> list[tuple[Any, Any, str]]:
    edges = picture(game).edges(data=True)
    return [(u, v, data["label"]) for u, v, data in edges if data["kind"] == "tie"]


def test_a_position_reached_in_two_waves_has_a_node_in_both() -> None:
    counts = Counter(position for _, position in play_graph(Castle(12, 32, 5), limit=1000))
    assert max(counts.values()) > 1


def test_every_edge_is_a_legal_move() -> None:
    for game in TESTS.values():
        for (_, position), (_, following), label in picture(game).edges(data="label"):
            fired = int(label.split(",")[0])
            volleys = [volley for volley in game.moves(position) if volley.at_defenders == fired]
            assert following in [game.after(position, volley) for volley in volleys]


@pytest.mark.parametrize("game", [Castle(12, 32, 5), Castle(60, 600, 40), Castle(10**30, 10**31, 10**30)])
def test_too_large_a_figure_is_refused(game: Castle) -> None:
    with pytest.raises(ValueError, match="more than 150 positions"):
        play_graph(game)


@FIGURES
def test_every_label_is_drawn_once(game: Castle) -> None:
    graph = picture(game)
    nodes = Counter(line for _, label in graph.nodes(data="label") for line in label.split("\n"))
    lanes = Counter(label for *_, label in {(u, v, label) for u, v, label in graph.edges(data="label")})
    words = texts(figure(game))
    assert {text: words[text] for text in nodes | lanes} == dict(nodes + lanes)


@FIGURES
def test_every_row_has_a_heading(game: Castle) -> None:
    waves = {layer for _, layer in picture(game).nodes(data="layer")} - {0}
    assert set(texts(figure(game))) >= {"start", *(f"after wave {wave}" for wave in waves)}


@FIGURES
def test_every_edge_is_a_line_of_its_kind_and_the_legend_has_one_more(game: Castle) -> None:
    edges = Counter(kind for *_, kind in picture(game).edges(data="kind"))
    for kind, (color, dashes, name) in PLAYS.items():
        drawings = lines(figure(game), kind)
        assert len(drawings) == edges[kind] + (edges[kind] > 0)
        assert {line.get("stroke") for line in drawings} <= {color}
        assert {line.get("stroke-dasharray") for line in drawings} <= {dashes or "none"}
        assert texts(figure(game))[name] == (edges[kind] > 0)


def test_the_same_bytes_for_any_order_of_sets() -> None:
    program = (
        "from gametheory.games.castle.figures import Castle, play_graph;"
        "from gametheory.render.figures import draw_plays;"
        "print(draw_plays(play_graph(Castle(5, 8, 5)), 'Figure 4'))"
    )
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    drawn = subprocess.check_output([sys.executable, "-c", program], env=environment, text=True)
    assert drawn == f"{draw_plays(picture(TESTS[10]), 'Figure 4')}\n"


def test_figures_on_one_page_share_only_arrowheads_of_one_color() -> None:
    found: dict[str, set[bytes]] = {}
    for root in (ElementTree.fromstring(figure(game)) for game in TESTS.values()):
        for element in (each for each in root.iter() if each.get("id")):
            found.setdefault(element.get("id", ""), set()).add(ElementTree.tostring(element))
        used = {each.get("marker-end", "")[5:-1] for each in root.iter() if each.get("marker-end")}
        assert used <= set(found)
    assert all(len(texts) == 1 for texts in found.values())


@FIGURES
def test_everything_is_inside_the_frame(game: Castle) -> None:
    root = ElementTree.fromstring(figure(game))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for rect in root.iter(f"{SVG}rect"):
        assert float(rect.get("x", 0)) + float(rect.get("width", 0)) <= width
        assert float(rect.get("y", 0)) + float(rect.get("height", 0)) <= height


def test_text_is_escaped() -> None:
    words = texts(draw_graph(small(), {"win": ("#000", "", "wins & <more>")}, "<title>"))
    assert set(words) >= {"a < b & c", "<go>", "wins & <more>", "<title>"}


def test_moves_back_within_a_row_and_over_rows_are_drawn() -> None:
    graph = small()
    graph.add_node("c", label="c", layer=1, kind=None)
    graph.add_node("d", label="d", layer=4, kind=None)
    for tail, head in [("b", "a"), ("b", "c"), ("a", "d"), ("d", "d")]:
        graph.add_edge(tail, head, label="x", kind="win")
    svg = draw_graph(graph, {"win": ("#000", "", "wins")}, "All sorts", "move")
    assert len(lines(svg, "win")) == 1 + 5
    assert texts(svg)["after move 4"] == 1


def test_a_graph_without_moves_is_drawn() -> None:
    graph = nx.MultiDiGraph()
    graph.add_node(0, label="over", layer=0, kind="win")
    assert texts(draw_graph(graph, {"win": ("#000", "", "wins")}, "Nothing to do"))["over"] == 1


def test_the_error_names_what_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="without nodes"):
        draw_graph(nx.MultiDiGraph(), PLAYS, "Empty")
    with pytest.raises(ValueError, match="no style for the kind win"):
        draw_graph(small(kind="win"), PLAYS, "No style")


def test_an_excerpt_shows_one_fastest_win_of_each_side() -> None:
    game = Castle(10, 43, 8)
    picture = fastest_wins_graph(game)
    ends = {kind: wave for (wave, _), kind in picture.nodes(data="kind") if kind}
    graph = state_graph(game)
    assert ends == {side: distance_to_outcome(graph, side)[game.start()] for side in ("soldiers", "castle")}
    assert "An excerpt: one fastest win of each side" in draw_plays(picture, "An excerpt")
    for (wave, position), (after, following), label in picture.edges(data="label"):
        assert after == wave + 1
        assert any(volley.at_defenders == int(label) for volley in game.moves(position, "soldiers"))
        assert following in graph[position]


def test_an_excerpt_of_a_long_play_has_a_note() -> None:
    picture = fastest_wins_graph(Castle(1000, 100_000, 999))
    assert max(wave for wave, _ in picture) == 30
    assert "the first 30 waves" in picture.graph["notes"][-1]
    with pytest.raises(ValueError, match="30 digits"):
        fastest_wins_graph(Castle(10**31, 10**31, 1))


def test_a_large_graph_is_drawn_up_to_a_number_of_moves() -> None:
    graph = state_graph(Castle(10, 43, 8))
    svg = draw_state_graph(graph, set(), "A large game")
    near = nx.single_source_shortest_path_length(graph, graph.graph["start"], 2)
    assert f"An excerpt: {len(near)} of {len(graph):,} positions, at most 2 moves from the start" in svg
    assert "rule" not in graph.graph
    assert len(nx.single_source_shortest_path_length(graph, graph.graph["start"], 3)) > len(near) + 24


def offer(**members: Any) -> MoveTable:
    """Return an offer of a third or of nothing, which the other player accepts or refuses."""
    offers, answers = ("nothing", "third"), ("yes", "no")
    rows = {"start": ("Ann", {each: each for each in offers})}
    rows |= {each: ("Bob", {answer: f"{each} {answer}" for answer in answers}) for each in offers}
    pays = {f"{each} no": (0, 0) for each in offers}
    pays |= {"nothing yes": (1, 0), "third yes": (Fraction(2, 3), Fraction(1, 3))}
    return MoveTable("Ann Bob", rows, pays, **members)


def test_a_box_names_the_active_player_and_the_payoffs_at_the_end() -> None:
    words = texts(draw_state_graph(state_graph(offer()), set(), "An offer"))
    assert (words["Ann"], words["Bob"]) == (1, 2)
    assert (words["pays 2/3, 1/3"], words["pays 1, 0"], words["pays 0, 0"]) == (1, 1, 2)
    graph = state_graph(TESTS[0])
    castle = texts(draw_state_graph(graph, set(), "A castle"))
    ends = Counter(end.name for _, end in graph.nodes(data="outcome") if end)
    assert castle["soldiers"] == ends["soldiers"]  # the name of the only player, too
    assert not any(word.startswith("pays") for word in castle)


def test_positions_of_one_information_set_have_the_same_number() -> None:
    note = "Positions with the same set number are one information set: the player does not know which of them it is."
    sealed = offer(observation=lambda position, player: player)
    hidden = texts(draw_state_graph(state_graph(sealed), set(), "A sealed offer"))
    assert (hidden["Bob, set 1"], hidden["Bob"], hidden["Ann"], hidden[note]) == (2, 0, 1, 1)
    seen = texts(draw_state_graph(state_graph(offer()), set(), "An offer"))
    assert (seen["Bob"], seen[note]) == (2, 0)


def test_an_outcome_without_a_name_has_no_empty_line() -> None:
    graph = nx.MultiDiGraph(start="over", game=None)
    graph.add_node("over", outcome=Outcome("", (Fraction(2),)))
    assert texts(draw_state_graph(graph, set(), "Nothing to do")).keys() >= {"over", "pays 2"}
    assert "" not in texts(draw_state_graph(graph, set(), "Nothing to do"))


def test_loops_of_one_position_and_their_labels_lie_next_to_each_other() -> None:
    pays = {"CC": (3, 3), "CD": (0, 5), "DC": (5, 0), "DD": (1, 1)}
    dilemma = both_choose("CD", lambda *_: "start", stage_payoffs=lambda at, row, column: pays[row + column])
    svg = draw_state_graph(state_graph(dilemma), {("start", ("D", "D"))}, "The dilemma")
    labels = ["D D pays 1, 1", "C C pays 3, 3", "C D pays 0, 5", "D C pays 5, 0"]  # the best move first
    found = ElementTree.fromstring(svg).iter(f"{SVG}text")
    left = {text.text: float(text.get("x", 0)) for text in found if text.text in labels}
    assert all(left[before] + 6 * len(before) < left[after] for before, after in pairwise(labels))
    assert len(lines(svg, "best move")) == 1 + 1
    assert len(lines(svg, "other move")) == 1 + 3


def test_a_graph_too_wide_at_the_first_move_is_refused() -> None:
    wide = nx.MultiDiGraph(start=0)
    wide.add_node(0, outcome=None)
    for number in range(1, 30):
        wide.add_node(number, outcome=Outcome("end"))
        wide.add_edge(0, number, moves=(number,), probability=Fraction(1))
    with pytest.raises(ValueError, match="24 in a row"):
        draw_state_graph(wide, set(), "A wide game")


def test_an_excerpt_is_the_same_in_each_run() -> None:
    # the hashes of texts differ from run to run; with many labels in one row, `dot` ended Python
    program = "from gametheory import solve\nfrom gametheory.games import catalogue\n"
    program += "from gametheory.render.graphs import draw_state_graph\nsolution = solve(catalogue.game('pig'))\n"
    program += "print(draw_state_graph(solution.graph, solution.optimal_moves, 'pig'))"
    drawings = set()
    for seed in ("1", "4"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
        drawings.add(done.stdout)
    assert len(drawings) == 1
