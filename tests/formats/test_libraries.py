"""Games that are objects of other libraries: the same results as for the payoffs and the rules that they stand for.

pandas, QuantEcon, pygambit and OpenSpiel are no dependencies. Where one of them is not installed, a fake has the same
documented names: a class whose name and module are those of the library.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import nashpy
import networkx as nx
import numpy as np
import pytest

from gametheory import nash, regret, solve
from gametheory.formats.gambit import read_efg, to_nfg
from gametheory.formats.open_spiel import OpenSpielGame
from gametheory.model.game import RulesError
from gametheory.model.normal_form import NormalForm

CHICKEN = [[6, 2], [7, 0]], [[6, 7], [2, 0]]
PAIRS = [[(6, 6), (2, 7)], [(7, 2), (0, 0)]]
ENTRY = """EFG 2 R "entry" { "entrant" "incumbent" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0
t "" 1 "war" { -1 -1 } t "" 2 "peace" { 1 1 } t "" 3 "" { 0 2 }"""


def fake(module: str, name: str, /, **members: Any) -> Any:
    """Return an object of a class of a library that is not installed."""
    return type(name, (), {"__module__": module, **members})()


def frame(cells: Any, index: Any, columns: Any) -> Any:
    if find_spec("pandas"):
        return import_module("pandas").DataFrame(cells, index=index, columns=columns)
    values = np.empty((len(cells), len(cells[0])), object)
    for i, row in enumerate(cells):
        for j, cell in enumerate(row):
            values[i, j] = cell
    rows, names = (
        fake("pandas", "Index", name=None, __iter__=lambda self, own=own: iter(own)) for own in (index, columns)
    )
    return fake("pandas", "DataFrame", to_numpy=lambda self: values, index=rows, columns=names, shape=values.shape)


def quantecon(array: Any) -> Any:
    if find_spec("quantecon"):
        return import_module("quantecon.game_theory").NormalFormGame(array)
    return fake("quantecon.game_theory.normal_form_game", "NormalFormGame", payoff_profile_array=array)


def gambit_table(first: Any, second: Any) -> Any:
    if find_spec("pygambit"):
        pygambit = import_module("pygambit")
        return getattr(pygambit, "StrategicGame", pygambit.Game).from_arrays(first, second)
    text = to_nfg(NormalForm.from_payoffs(first, second))
    return fake("pygambit.gambit", "Game", is_tree=False, to_nfg=lambda self: text)


def gambit_tree(text: str) -> Any:
    if find_spec("pygambit"):
        io = import_module("io")
        return import_module("pygambit").read_efg(io.StringIO(text))
    return fake("pygambit.gambit", "Game", is_tree=True, to_efg=lambda self: text)


def payoffs(solution: Any) -> list[Any]:
    return sorted(each.payoffs for each in solution.equilibria)


TABLES = {
    "pairs": PAIRS,
    "array of records": np.array(PAIRS, [("Ann", int), ("Bob", float)]),
    "dict of profiles": {(row, column): PAIRS[row][column] for row in (0, 1) for column in (0, 1)},
    "list of lists and tuples": [tuple(PAIRS[0]), PAIRS[1]],
    "list of matrices": [np.array(matrix) for matrix in CHICKEN],
    "pair of matrices": tuple(np.array(matrix) for matrix in CHICKEN),
    "nashpy": nashpy.Game(*map(np.array, CHICKEN)),
    "quantecon": quantecon(np.array(PAIRS)),
    "pygambit": gambit_table(*CHICKEN),
    "frame of pairs": frame(PAIRS, ["yield", "go"], ["yield", "go"]),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_the_equilibria_of_its_matrices(name: str) -> None:
    assert payoffs(nash(TABLES[name])) == payoffs(nash(*CHICKEN))
    assert tuple(solve(TABLES[name]).payoffs.values()) in payoffs(nash(*CHICKEN))


def test_stacked_arrays_have_one_for_each_player() -> None:
    first, second = [[3, 1, 0], [2, 0, 5]], [[1, 4, 1], [0, 2, 6]]
    assert nash(np.array([first, second])).as_json()["equilibria"] == nash(first, second).as_json()["equilibria"]
    three = np.arange(24).reshape(2, 2, 2, 3)
    assert nash(np.moveaxis(three, -1, 0)[:, :1]).as_json() == nash(three[:1]).as_json()


def test_labels_of_frames_name_the_strategies() -> None:
    first, second = (frame(matrix, ["yield", "go"], ["left", "right"]) for matrix in CHICKEN)
    solution = nash(first, second)
    assert solution.strategies == (("yield", "go"), ("left", "right"))
    assert payoffs(solution) == payoffs(nash(*CHICKEN))
    assert nash(first).value == nash(CHICKEN[0]).value
    with pytest.raises(ValueError, match=r"column_payoffs: its labels are not those of the first DataFrame"):
        nash(first, frame(CHICKEN[1], ["go", "yield"], ["left", "right"]))


def test_floats_are_read_exactly() -> None:
    assert nash(nashpy.Game([[0.1, 0], [0, 0.1]])).value == Fraction(0.1) / 2


def test_a_profile_of_pygambit_is_no_game_and_is_taken_by_regret() -> None:
    """As in pygambit 17, a profile is a list of strategies, and each of these a list of labels and probabilities."""
    pure = [("C", Fraction(0)), ("D", Fraction(1))]
    profile = fake("pygambit.gambit", "MixedStrategyProfile", __iter__=lambda _: iter([pure, pure]))
    behavior = fake("pygambit.gambit", "MixedBehaviorProfile", __iter__=lambda _: iter([]))
    for given in (profile, behavior):
        for function in (nash, solve):
            with pytest.raises(RulesError, match=r"Profile of pygambit, and no game; regret\(game, profile\) takes"):
                function(given)
    dilemma = gambit_table([[3, 0], [5, 1]], [[3, 5], [0, 1]])
    assert [each.gain for each in regret(dilemma, profile).profiles[0]] == [0, 0]
    cooperate = fake("pygambit.gambit", "MixedStrategyProfile", __iter__=lambda _: iter([pure[::-1], pure]))
    assert [each.gain for each in regret(dilemma, cooperate).profiles[0]] == [1, 0]


def test_the_profile_may_follow_two_frames() -> None:
    first, second = frame([[3, 0], [5, 1]], "CD", "CD"), frame([[3, 5], [0, 1]], "CD", "CD")
    defect = [[0, 1], [0, 1]]
    for arguments in ((second, defect), (defect, second)):
        assert [each.gain for each in regret(first, *arguments).profiles[0]] == [0, 0]


def test_labels_of_two_levels_are_refused() -> None:
    """A frame with the matrices of both players next to each other was read as one matrix of a zero-sum game."""
    values = np.array([[3, 0, 3, 5], [5, 1, 0, 1]])
    index = fake("pandas", "Index", nlevels=1, name=None, __iter__=lambda _: iter("CD"))
    assert nash(frame(values, "CD", "CDCD")).value == Fraction(3, 4)
    with pytest.raises(ValueError, match="the labels of the DataFrame have 2 levels; give one DataFrame for each"):
        nash(
            fake("pandas", "DataFrame", to_numpy=lambda _: values, index=index, columns=fake("pandas", "M", nlevels=2))
        )


def test_a_tree_of_pygambit_is_the_tree_of_its_file() -> None:
    assert nash(gambit_tree(ENTRY)).as_json()["equilibria"] == nash(read_efg(ENTRY)).as_json()["equilibria"]


# Graphs of networkx.


def entry() -> nx.DiGraph:
    graph = nx.DiGraph([("market", "out"), ("market", "entered"), ("entered", "war"), ("entered", "peace")])
    nx.set_node_attributes(graph, {"market": "entrant", "entered": "incumbent"}, "owner")
    end = {"out": (0, 2), "war": {"incumbent": -1, "entrant": -1}, "peace": np.array([1.0, 1.0])}
    nx.set_node_attributes(graph, end, "payoff")
    return graph


def test_a_digraph_is_solved_as_the_tree_that_it_draws() -> None:
    assert solve(entry()).payoffs == {"entrant": 1, "incumbent": 1}
    assert payoffs(nash(entry())) == payoffs(nash(read_efg(ENTRY)))


def test_a_digraph_with_a_cycle_chance_and_names_of_moves() -> None:
    """The gambler tosses until a head, and doubles the stake with each tail."""
    graph = nx.MultiDiGraph(start="bet", players=["gambler", "bank"])
    graph.add_node("bet", owner="gambler")
    graph.add_node("toss", owner="chance")
    graph.add_nodes_from([("won", {"payoff": "3/2"}), ("lost", {"payoff": -1})])
    graph.add_edges_from([("bet", "toss", {"move": "play"}), ("bet", "lost", {"move": "leave"})])
    chances = {"won": 0.25, "lost": "1/4", "bet": Fraction(1, 2)}
    graph.add_edges_from([("toss", end, {"probability": chance}) for end, chance in chances.items()])
    solution = solve(graph)
    assert solution.payoffs == {"gambler": Fraction(1, 4), "bank": Fraction(-1, 4)}  # half of 3/2, and half of -1
    assert solution.strategy["bet"]["gambler"] == {"play": 1}
    assert nash(nx.relabel_nodes(entry(), str)).players == ("entrant", "incumbent")


def changed(**attributes: Any) -> nx.DiGraph:
    graph = entry()
    graph.nodes["entered"].clear()
    graph.nodes["entered"].update(attributes)
    return graph


@pytest.mark.parametrize("play", [nash, solve])
@pytest.mark.parametrize(
    ("graph", "why"),
    [
        (nx.DiGraph(), "0 nodes of the graph without predecessors"),
        (nx.DiGraph(start=0), "0 nodes of the graph without predecessors"),
        (nx.Graph(entry()), "game is a Graph of networkx; allowed: a DiGraph"),
        (changed(), "the node 'entered' of the graph has 2 successors, so it needs the attribute 'owner'"),
        (changed(owner="incumbent", payoff=1), "no 'payoff'"),
        (nx.DiGraph([(1, 2)]), "the node 1 of the graph has 1 successor, so it needs the attribute 'owner'"),
        (changed(owner="chance"), "None is not a finite number"),
    ],
)
def test_a_graph_without_a_game_is_refused(play: Any, graph: Any, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        play(graph)


# Games of OpenSpiel.


class FakeState:
    """A state with the names of `pyspiel.State`: cards drawn by chance, or heaps, by functions of the history."""

    def __init__(self, rules: Any, past: tuple[int, ...] = ()) -> None:
        self.rules, self.past = rules, past

    def __str__(self) -> str:
        return str(self.rules.text(self.past))

    def clone(self) -> FakeState:
        return FakeState(self.rules, self.past)

    def child(self, action: int) -> FakeState:
        return FakeState(self.rules, (*self.past, action))

    def apply_action(self, action: int) -> None:
        self.past = (*self.past, action)

    def history(self) -> list[int]:
        return list(self.past)

    def history_str(self) -> str:
        return ", ".join(map(str, self.past))

    def move_number(self) -> int:
        return len(self.past)

    def current_player(self) -> int:
        return int(self.rules.player(self.past))

    def is_terminal(self) -> bool:
        return self.current_player() == -4

    def is_chance_node(self) -> bool:
        return self.current_player() == -1

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int = -1) -> list[int]:
        return list(self.rules.actions(self.past))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        actions = self.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def action_to_string(self, player: int, action: int) -> str:
        return f"take {action}"

    def returns(self) -> list[float]:
        return list(self.rules.returns(self.past)) if self.is_terminal() else [0.0, 0.0]

    def information_state_string(self, player: int) -> str:
        return f"{player} to move"


def spiel(information: str, **rules: Any) -> Any:
    kind = SimpleNamespace(
        short_name="fake",
        dynamics=SimpleNamespace(name="SEQUENTIAL"),
        chance_mode=SimpleNamespace(name="EXPLICIT_STOCHASTIC"),
        information=SimpleNamespace(name=information),
    )
    start = FakeState(SimpleNamespace(**rules))
    methods = {"get_type": lambda self: kind, "num_players": lambda self: 2, "new_initial_state": lambda self: start}
    return fake("pyspiel", "Game", **methods)


def stones(text: Any) -> Any:
    """Ten stones; who takes the last one, of 1 or 2 at a time, wins."""
    return spiel(
        "PERFECT_INFORMATION",
        text=text,
        player=lambda past: -4 if sum(past) == 10 else len(past) % 2,
        actions=lambda past: range(1, min(2, 10 - sum(past)) + 1),
        returns=lambda past: [1.0, -1.0] if len(past) % 2 else [-1.0, 1.0],
    )


def test_a_fake_of_openspiel_with_perfect_information_is_merged_by_the_text_of_states() -> None:
    solution = solve(stones(lambda past: 10 - sum(past)))
    assert solution.payoffs == {"player 0": 1, "player 1": -1}  # 10 is no multiple of 3
    assert solution.best_first_moves == ("take 1",)
    assert solution.positions == len({(len(past), sum(past)) for past in pasts()})


def pasts() -> list[tuple[int, ...]]:
    """All histories of the ten stones."""
    found: list[tuple[int, ...]] = [()]
    for past in found:
        found += [(*past, taken) for taken in (1, 2) if sum(past) + taken <= 10]
    return found


def test_states_of_the_same_text_that_differ_are_refused_and_can_be_distinguished() -> None:
    game = stones(lambda past: "a heap")
    with pytest.raises(RulesError, match=r"'a heap' depends on their past; OpenSpielGame.*merge=False"):
        solve(game)
    solution = solve(OpenSpielGame(game, merge=False))
    assert (solution.positions, solution.payoffs["player 0"]) == (len(pasts()), 1)


def test_a_fake_of_openspiel_with_hidden_information_and_chance() -> None:
    """A guess of one card of three, which no player sees: it is right with probability 1/3, which is a float there."""
    game = spiel(
        "IMPERFECT_INFORMATION",
        text=lambda past: "",
        player=lambda past: (-1, 0, -4)[len(past)],
        actions=lambda past: range(3) if len(past) < 2 else [],
        returns=lambda past: [1.0, -1.0] if past[0] == past[1] else [0.0, 0.0],
    )
    assert solve(game).payoffs == {"player 0": Fraction(1, 3), "player 1": Fraction(-1, 3)}
    assert payoffs(nash(game))[0] == (Fraction(1, 3), Fraction(-1, 3))


@pytest.mark.parametrize(
    ("name", "positions", "value"),
    [
        ("kuhn_poker", 58, Fraction(-1, 18)),  # Kuhn 1950
        ("tic_tac_toe", 5478, 0),
        ("matrix_rps", 10, 0),
        ("goofspiel(num_cards=3)", None, 0),
        ("nim(pile_sizes=1;2;4)", None, 1),  # misère: the same winner as normal play, unless all heaps have 1
        ("liars_dice(numdice=1,dice_sides=2)", None, None),
    ],
)
def test_games_of_openspiel(name: str, positions: int | None, value: Fraction | None) -> None:
    game = pytest.importorskip("pyspiel").load_game(name)
    solution = solve(game)
    assert positions in (None, solution.positions)
    assert value in (None, solution.payoffs["player 0"])
    assert sum(solution.payoffs.values()) == 0


def test_actions_of_openspiel_with_one_name_are_two_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two stones called "take" wins, the other loses."""
    game = spiel(
        "PERFECT_INFORMATION",
        text=lambda past: str(past),
        player=lambda past: -4 if past else 0,
        actions=lambda past: [] if past else [0, 1],
        returns=lambda past: [1.0, -1.0] if past == (1,) else [-1.0, 1.0],
    )
    monkeypatch.setattr(FakeState, "action_to_string", lambda self, player, action: "take")
    solution = solve(game)
    assert solution.payoffs["player 0"] == 1
    assert solution.strategy[solution.start] == {"player 0": {"2": 1}}


@pytest.mark.parametrize("payoff", [{"entrant": 1}, {"entrant": 1, "incumbent": 1, "Eve": 0}, {1: 0, "1": 1}])
def test_a_payoff_of_other_players_is_refused(payoff: Any) -> None:
    graph = entry()
    graph.graph["players"] = ["entrant", "incumbent"]
    graph.nodes["peace"]["payoff"] = payoff
    with pytest.raises(RulesError, match="and the players are entrant, incumbent"):
        solve(graph)
    graph.nodes["peace"]["payoff"] = {"incumbent": 1, "entrant": 1}
    assert solve(graph).payoffs == {"entrant": 1, "incumbent": 1}


def test_no_library_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Objects are recognized by the names of their classes."""
    for name in ("nashpy", "pandas", "pygambit", "pyspiel", "quantecon"):
        monkeypatch.setitem(sys.modules, name, None)  # an import would raise an error
    assert payoffs(nash(TABLES["nashpy"])) == payoffs(nash(*CHICKEN)) == payoffs(nash(PAIRS))
