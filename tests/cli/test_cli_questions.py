"""The commands that answer questions about strategies."""

import program
import pytest

from gametheory.cli import main

CHICKEN = 'NFG 1 R "Chicken" { "Ann" "Bob" } { { "yield" "stay" } { "yield" "stay" } } 6 6 7 2 2 7 0 0'
ENTRY = """
from gametheory import Outcome

class Entry:
    players = ("entrant", "incumbent")

    def start(self):
        return "market"

    def outcome(self, at):
        payoffs = {"out": (0, 3), "shared": (1, 1), "war": (-1, -1)}
        return Outcome(at, payoffs[at]) if at in payoffs else None

    def moves(self, at, player):
        turn = {"market": "entrant", "entered": "incumbent"}[at]
        return {"entrant": ("enter", "stay out"), "incumbent": ("share", "fight")}[player] if player == turn else ()

    def after(self, at, move):
        return {"enter": "entered", "stay out": "out", "share": "shared", "fight": "war"}[move]
"""


@pytest.fixture
def chicken(tmp_path):
    (tmp_path / "chicken.nfg").write_text(CHICKEN, encoding="utf-8")
    return tmp_path / "chicken.nfg"


@pytest.fixture
def entry(tmp_path):
    (tmp_path / "entry.py").write_text(ENTRY, encoding="utf-8")
    return f"{tmp_path / 'entry.py'}:Entry"


def test_correlated_prints_primal_and_dual(chicken):
    solved = program.document("correlated", chicken)
    assert (solved["value"], solved["payoffs"], solved["objective"]) == ("21/2", ["21/4", "21/4"], "Ann + Bob")
    assert {"profile": ["yield", "yield"], "probability": "1/2"} in solved["distribution"]
    assert {"player": "Ann", "recommended": "yield", "other": "stay", "multiplier": "3/4"} in solved["multipliers"]
    assert (len(solved["extreme"]), solved["checked"][0][1]) == (5, "verify.check_correlated")
    coarse = program.document("correlated", chicken, "--coarse", "--best", "2*Ann - Bob")
    assert (coarse["value"], coarse["coarse"]) == ("12", True)


def test_correlated_solves_a_class_as_a_tree(entry):
    solved = program.document("correlated", entry, "--best", "incumbent")
    assert (solved["value"], solved["form"]) == ("3", "the reduced normal form of a tree, 2 x 2")


@pytest.mark.parametrize("command", ["nash", "solve", "correlated"])
def test_every_command_reads_action_graph_games(command, tmp_path):
    (tmp_path / "roads.agg").write_text("#AGG\n2 2 0  2 2  0 1  0 1  1 0  1 1  0 -1 -2  0 -1 -2", encoding="utf-8")
    assert program.document(command, tmp_path / "roads.agg")["checked"]


@pytest.mark.parametrize("command", ["nash", "solve"])
def test_what_a_command_prints_has_no_regret(command, chicken, entry, tmp_path):
    for game in (chicken, entry):
        options = ("--exact",) if command == "nash" else ()
        (tmp_path / "profile.json").write_text(program.call(command, game, *options, "--json").stdout, encoding="utf-8")
        solved = program.document("regret", game, tmp_path / "profile.json")
        assert set(solved["greatest"]) == {"0"}
        assert solved["checked"][0][1] == "verify.check_regret"


def test_decimals_of_a_profile_are_exact(chicken, tmp_path):
    profile = tmp_path / "profile.json"
    profile.write_text('{"strategies": [[0.1, 0.9], [1, 0]]}', encoding="utf-8")
    (rows,) = program.document("regret", chicken, profile)["profiles"]
    # Bob gets 0.1 * 6 + 0.9 * 2 if he yields, and 0.1 * 7 if he stays
    assert [(each["payoff"], each["gain"]) for each in rows] == [("69/10", "1/10"), ("12/5", "0")]
    assert [each["deviation"] for each in rows] == [{"start": "stay"}, {}]
    for text, message in (
        ('{"strategies": [[0.3333333, 0.6666666], [1, 0]]}', "profile: Ann at start: yield 3333333/10000000, stay"),
        (
            '{"strategies": [[1e9999999, 0], [1, 0]]}',
            "Ann at start: yield 1e9999999, stay 0 is no distribution",
        ),
        ("[", "argument PROFILE.json: cannot read"),
    ):
        profile.write_text(text, encoding="utf-8")
        assert message in program.refused("regret", chicken, profile)
    assert "No such file" in program.call("regret", chicken, tmp_path / "none.json").stderr


def test_dominance_maximin_and_commitment_print_names(chicken, entry):
    solved = program.document("dominance", entry, "--weak")
    assert solved["rounds"][0] == [{"player": "incumbent", "strategy": "fight", "by": {"share": "1"}}]
    assert solved["left"] == [["enter"], ["share"]]
    guarantees = program.document("maximin", chicken)["guarantees"]
    assert [(each["player"], each["value"], each["mixed"]) for each in guarantees] == [
        ("Ann", "2", {"yield": "1"}),
        ("Bob", "2", {"yield": "1"}),
    ]
    solved = program.document("stackelberg", chicken, "--leader", "Bob")
    assert (solved["leader"], solved["commitment"], solved["reply"], solved["value"]) == (
        "Bob",
        {"stay": "1"},
        "yield",
        "7",
    )
    (strategy,) = (each for each in program.document("ess", chicken)["strategies"] if each["stable"])
    assert strategy == {"strategy": {"yield": "2/3", "stay": "1/3"}, "stable": True, "mutant": None}


def test_pure_equilibria_of_a_tree_have_no_regret_and_one_is_subgame_perfect(entry, chicken, tmp_path):
    (tmp_path / "pure.json").write_text(program.call("nash", entry, "--pure", "--json").stdout, encoding="utf-8")
    assert program.document("regret", entry, tmp_path / "pure.json")["greatest"] == ["0", "0"]
    (perfect,) = program.document("nash", entry, "--subgame-perfect")["equilibria"]
    assert perfect["behavior"] == {
        "entrant": {"market": {"enter": "1", "stay out": "0"}},
        "incumbent": {"entered": {"share": "1", "fight": "0"}},
    }
    best = program.document("nash", chicken, "--pure", "--best", "Bob")["best"]
    assert (best["value"], best["certain"]) == ("7", False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("stackelberg", "--leader", "Eve"), "leader: no player 'Eve'; allowed: Ann, Bob"),
        (("ess", "unlike.nfg"), "not symmetric: strategy 1 against 2 gets 2 as the first player, 3 as the second"),
        (("nash", "--subgame-perfect"), "argument --subgame-perfect: only for rules or a game in a file .efg"),
        (("nash", "--pure", "--refine", "perfect"), "argument --refine: not allowed with argument --pure"),
        (("stackelberg", "lonely.nfg"), "the game has 1 players; a leader and a follower are 2"),
    ],
)
def test_what_has_no_answer_is_refused_in_one_line(arguments, message, chicken, tmp_path):
    (tmp_path / "unlike.nfg").write_text('NFG 1 R "" { "A" "B" } { 2 2 } 1 1 3 3 2 2 0 0', encoding="utf-8")
    (tmp_path / "lonely.nfg").write_text('NFG 1 R "" { "A" } { 2 } 1 2', encoding="utf-8")
    command, *rest = arguments
    files = [tmp_path / each if each.endswith(".nfg") else each for each in rest]
    assert message in program.refused(command, *files, *([] if str(files[0]).endswith(".nfg") else [chicken]))


def test_a_wrong_objective_is_refused_in_one_line(chicken):
    assert program.refused("correlated", chicken, "--best", "Ann + Eve") == (
        "gametheory correlated: chicken.nfg: 'Ann + Eve' is no sum of payoffs; "
        "allowed: names of players with factors, such as 'Ann + Bob'\n"
    )


def test_an_objective_is_read_before_equilibria_are_sought(chicken, monkeypatch, capsys):
    monkeypatch.setattr("gametheory.api.nash", None)
    assert main(["nash", str(chicken), "--best", "Ann +"]) == 2
    assert capsys.readouterr().err.startswith("gametheory nash: argument --best: 'Ann +' is no sum of payoffs; allowed")


@pytest.mark.parametrize(
    "text",
    [
        '{"strategies": [[1, 0], [1, 0]], "strategies": [[0, 1], [1, 0]]}',
        '{"behavior": {"Ann": {"start": {"yield": 0.5, "yield": 0.5}}, "Bob": {"start": {"yield": 1}}}}',
    ],
)
def test_a_key_that_comes_twice_is_refused_since_one_value_would_be_lost(text, chicken, tmp_path):
    (tmp_path / "profile.json").write_text(text, encoding="utf-8")
    assert "comes twice" in program.refused("regret", chicken, tmp_path / "profile.json")


def test_floats_of_a_file_that_are_divided_out_are_named(chicken, tmp_path):
    profile = tmp_path / "profile.json"
    profile.write_text('{"strategies": [[0.6666666666666666, 0.3333333333333333], ["2/3", "1/3"]]}', encoding="utf-8")
    solved = program.document("regret", chicken, profile)
    assert solved["rescaled"] == [
        {"profile": 1, "player": "Ann", "place": "start", "sum": "9999999999999999/10000000000000000"}
    ]
    assert "have the sum 1 - 1e-16, and were divided by it" in program.call("regret", chicken, profile).stdout


UNNAMED = """EFG 2 R "" { "A" "B" }
p "" 1 1 "Monday" { "" "" } 0
p "" 2 1 "" { "" "" } 0
t "" 1 "" { 3 1 }
p "" 1 2 "Tuesday" { "" "" } 0
t "" 2 "" { 0 2 }
t "" 3 "" { 4 3 }
t "" 4 "" { 2 0 }
"""


def test_plans_of_a_tree_show_what_they_do_at_each_set(tmp_path):
    """A has plans for two sets: 1,1 and 1,2 and 2,*; B chooses 2, after which A has 4 of 0 on Tuesday."""
    (tmp_path / "week.efg").write_text(UNNAMED)
    answer = program.document("maximin", "week.efg", cwd=tmp_path)
    assert answer["sets"] == {"A": ["Monday", "Tuesday"], "B": ["1"]}
    [first, _] = answer["guarantees"]
    assert (first["pure"], first["pure_value"]) == (["1,2"], "3")
    for question in ("maximin", "dominance", "correlated", "stackelberg"):
        printed = program.call(question, "week.efg", cwd=tmp_path).stdout.splitlines()
        legend = [line for line in printed if line.startswith("A strategy of ")]
        assert [line.partition(", in this order")[0] for line in legend] == [
            "A strategy of A has an action at each of Monday, Tuesday"
        ]
    table = tmp_path / "table.nfg"
    table.write_text('NFG 1 R "" { "A" "B" } { 1 2 } 1 2 3 4')
    assert "sets" not in program.document("maximin", table)
    assert "A strategy of" not in program.call("maximin", table).stdout


def test_regret_takes_a_list_of_profiles_as_the_comparison_does(chicken, tmp_path):
    profile = tmp_path / "profiles.json"
    profile.write_text('[[[1, 0], [0, 1]], [["1/2", "1/2"], [1, 0]], {"Ann": "stay", "Bob": {"stay": 1}}]')
    # Ann gets 7 in place of 13/2 if she stays, and 2 in place of 0 if one of them yields
    assert program.document("regret", chicken, profile)["greatest"] == ["0", "1/2", "2"]
    profile.write_text('{"Ann": "stay", "Bob": "yield"}')
    assert program.document("regret", chicken, profile)["greatest"] == ["0"]
    profile.write_text('[{"Anne": "stay"}]')
    assert "the game has no player 'Anne', only Ann, Bob" in program.refused("regret", chicken, profile)
