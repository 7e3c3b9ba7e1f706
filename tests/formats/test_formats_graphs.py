"""State graphs as GraphML, node-link JSON and DRN."""

import json
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import Alternating, Coin, Countdown, Matching

from gametheory import Castle, Outcome, state_graph
from gametheory.formats import FormatError
from gametheory.formats.drn import to_drn, write_drn
from gametheory.formats.graphml import read_graphml, to_graphml, write_graphml
from gametheory.formats.node_link import read_node_link, to_node_link, write_node_link
from gametheory.games.battle import Battle
from gametheory.games.towers import Towers
from gametheory.solvers.markov_chain import outcome_distribution

GAMES = [Castle(4, 5, 5), Battle(3, 2), Countdown(4), Coin(3), Matching(), Alternating()]
PAIRS = [(to_node_link, read_node_link), (to_graphml, read_graphml)]

values = st.recursive(
    st.booleans() | st.integers() | st.text() | st.fractions(),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize(("write", "read"), PAIRS)
def test_graphs_survive_writing_and_reading(game, write, read):
    graph = state_graph(game)
    assert nx.utils.graphs_equal(read(write(graph), game), graph)
    assert write(read(write(graph))) == write(graph)


@given(st.lists(values, min_size=1, max_size=4, unique=True), st.fractions())
def test_positions_and_numbers_of_every_type_survive(positions, payoff):
    graph = nx.MultiDiGraph(start=positions[0])
    for position in positions:
        graph.add_node(position, outcome=Outcome("", (payoff,)))
    graph.add_edge(positions[0], positions[-1], moves=(positions[0],), probability=Fraction(1, 3))
    for write, read in PAIRS:
        assert nx.utils.graphs_equal(read(write(graph)), graph)


@dataclass(frozen=True)
class Place:
    number: int


def test_a_position_of_another_type_becomes_text():
    graph = nx.MultiDiGraph(start=Place(1))
    graph.add_node(Place(1), outcome=None)
    for write, read in PAIRS:
        assert list(read(write(graph))) == ["Place(number=1)"]


def test_networkx_reads_both_formats(tmp_path):
    graph = state_graph(Battle(2, 1))
    write_node_link(graph, tmp_path / "graph.json")
    write_graphml(graph, tmp_path / "graph.graphml")
    document = json.loads((tmp_path / "graph.json").read_text(encoding="utf-8"))
    for other in (nx.node_link_graph(document, edges="edges"), nx.read_graphml(tmp_path / "graph.graphml")):
        assert (len(other), other.number_of_edges()) == (len(graph), graph.number_of_edges())
        assert {data["probability"] for _, _, data in other.edges(data=True)} >= {"14/125"}


@pytest.mark.parametrize("read", [read for _, read in PAIRS])
@given(
    text=st.text() | st.sampled_from(["[" * 99_999, "{}", "[]", "<a/>", "NaN", '{"nodes": [{"id": []}]}', "9" * 5000])
)
def test_any_other_text_is_refused(read, text):
    with pytest.raises(FormatError):
        read(text)


@pytest.mark.filterwarnings("ignore:No key type")
@pytest.mark.parametrize(("write", "read"), PAIRS)
@given(data=st.data())
def test_a_mutated_text_is_read_or_refused(write, read, data):
    text = write(state_graph(Countdown(2)))
    start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
    with suppress(FormatError):
        read(text[:start] + data.draw(st.text(max_size=3)) + text[end:])


def test_a_name_that_xml_does_not_allow_is_refused():
    graph = nx.MultiDiGraph(start=1)
    graph.add_node(1, outcome=Outcome("\0"))
    with pytest.raises(ValueError, match="a character that XML does not allow"):
        to_graphml(graph)


def markov_chain_of(text):
    """Return the labels and the transitions of the states of a DRN file, by the description of the format."""
    states, transitions = [], []
    for line in text.partition("@model\n")[2].splitlines():
        words = line.split()
        if line.startswith("state"):
            assert int(words[1]) == len(states)
            states.append(words[2:])
            transitions.append({})
        elif ":" in words:
            transitions[-1][int(words[0])] = Fraction(words[2])
    return states, transitions


@pytest.mark.parametrize("game", [Battle(3, 3), Coin(4)])
def test_the_markov_chain_for_storm_has_the_same_probabilities(game, tmp_path):
    graph = state_graph(game)
    write_drn(graph, tmp_path / "game.drn")
    states, transitions = markov_chain_of((tmp_path / "game.drn").read_text(encoding="utf-8"))
    assert [labels[0] for labels in states if labels and labels[0] == "init"] == ["init"]
    assert all(sum(distribution.values()) == 1 for distribution in transitions)
    copy = nx.MultiDiGraph(start=0)
    for number, labels in enumerate(states):
        names = [label for label in labels if label != "init"]
        copy.add_node(number, outcome=Outcome(names[0]) if names else None)
    for number, distribution in enumerate(transitions):
        if copy.nodes[number]["outcome"] is None:
            copy.add_edges_from((number, target, {"moves": (), "probability": p}) for target, p in distribution.items())
    assert outcome_distribution(copy) == outcome_distribution(graph)


def test_a_game_with_moves_of_players_is_refused_as_a_markov_chain():
    with pytest.raises(ValueError, match="a player moves"):
        to_drn(state_graph(Castle(1, 2, 1)))


@pytest.mark.parametrize("name", ["", "init", 'a "b"', "a\nb"])
def test_a_name_that_cannot_be_a_label_is_refused(name):
    graph = nx.MultiDiGraph(start=1)
    graph.add_node(1, outcome=Outcome(name))
    with pytest.raises(ValueError, match="cannot be the label"):
        to_drn(graph)


@pytest.mark.parametrize("game", [Battle(4, 3), Towers(3, 2, 3, 1)], ids=["battle", "towers"])
def test_storm_finds_the_same_probabilities(tmp_path, game):
    stormpy = pytest.importorskip("stormpy", reason="stormpy is not installed")
    graph = state_graph(game)
    write_drn(graph, tmp_path / "game.drn")
    model = stormpy.build_model_from_drn(str(tmp_path / "game.drn"))
    assert model.nr_states == len(graph)
    probabilities = outcome_distribution(graph)
    assert probabilities.pop(None) == 0
    assert len(probabilities) > 1
    for outcome, probability in probabilities.items():
        [wanted] = stormpy.parse_properties(f'P=? [F "{outcome}"]')
        found = stormpy.model_checking(model, wanted)
        at = found.get_value if hasattr(found, "get_value") else found.at  # its name before version 2
        assert abs(at(model.initial_states[0]) - float(probability)) < 1e-6


def test_two_nodes_of_one_position_are_refused():
    document = json.loads(to_node_link(state_graph(Countdown(1))))
    document["nodes"][1]["position"] = document["nodes"][0]["position"]
    with pytest.raises(FormatError, match="the id or the position of another node"):
        read_node_link(json.dumps(document))
