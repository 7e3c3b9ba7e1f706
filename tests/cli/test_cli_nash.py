"""`gametheory nash`."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import program
import pytest
from poker import kuhn_poker
from program import COMMAND, refused

from gametheory.cli import main
from gametheory.formats.gambit import write_efg

GAMES = Path(__file__).parents[1] / "data" / "games"


def call(*arguments):
    return program.call("nash", *arguments)


def document(*arguments):
    return program.document("nash", *arguments)


def test_all_equilibria_as_documented():
    solved = document(GAMES / "battle-of-the-sexes.nfg", "--exact")
    assert solved["players"] == ["Ann", "Bob"]
    assert solved["equilibria"] == [
        {"strategies": [["1", "0"], ["1", "0"]], "payoffs": ["2", "1"]},
        {"strategies": [["2/3", "1/3"], ["1/3", "2/3"]], "payoffs": ["2/3", "2/3"]},
        {"strategies": [["0", "1"], ["0", "1"]], "payoffs": ["1", "2"]},
    ]
    assert (solved["complete"], solved["degenerate"]) == (True, False)
    assert "value" not in solved
    assert document(GAMES / "battle-of-the-sexes.nfg") == solved, "JSON is exact, as that of solve"
    lines = call(GAMES / "battle-of-the-sexes.nfg", "--exact").stdout.splitlines()
    assert [line.split()[:3] for line in lines if "fight 1/3" in line] == [["2", "Ann", "2/3"]]
    assert len({line.index("opera") for line in lines if "opera" in line}) == 1


@pytest.mark.parametrize(
    ("name", "value", "total"), [("matching-pennies.nfg", "0", "0"), ("monty-hall.efg", "2/3", "1")]
)
def test_the_value_of_a_constant_sum_game(name, value, total):
    solved = document(GAMES / name, "--exact")
    assert (solved["value"], solved["constant_sum"]) == (value, total)


def test_kuhn_poker_has_a_family_with_one_parameter():
    """Kuhn (1950): the first player bets with the jack with any probability from 0 to 1/3, the second has no choice."""
    solved = document(GAMES / "kuhn-poker.efg", "--exact")
    assert (solved["value"], solved["method"], solved["complete"]) == ("-1/18", "vertex enumeration", True)
    assert (solved["subsets"], solved["infinitely_many"]) == ([[0, 1]], True)
    ends = [one["behavior"]["first"] for one in solved["equilibria"]]
    assert [(end["J"]["bet"], end["K"]["bet"], end["Q after bet"]["call"]) for end in ends] == [
        ("0", "0", "1/3"),
        ("1/3", "1", "2/3"),
    ]
    for one in solved["equilibria"]:
        second = one["behavior"]["second"]
        assert (second["J after check"]["bet"], second["Q after bet"]["call"]) == ("1/3", "1/3")
        assert one["subgame_perfect"] is True
    sentences = call(GAMES / "kuhn-poker.efg").stdout.splitlines()
    assert "--refine sequential, quasi-perfect or perfect finds one that is credible at every set." in sentences
    assert [line.partition(":")[0] for line in sentences if ": the probability " in line] == ["reached", "belief"]
    reached, beliefs = (solved["equilibria"][1][key]["second"] for key in ("reached", "beliefs"))
    assert (reached["Q after bet"], beliefs["Q after bet"]) == ("2/9", {"JQ bet": "1/4", "KQ bet": "3/4"})


def test_large_poker_by_linear_programming(tmp_path):
    write_efg(kuhn_poker(6), tmp_path / "six.efg")
    solved = document(tmp_path / "six.efg", "--exact")
    assert (solved["value"], solved["method"], solved["complete"]) == ("-11/180", "linear programming", False)
    assert solved["checked"][0][1] == "verify.check_tree_equilibrium"


def test_a_long_table_is_cut_and_the_options_show_the_rest(tmp_path):
    write_efg(kuhn_poker(6), tmp_path / "six.efg")
    whole = document(tmp_path / "six.efg")["equilibria"][0]["behavior"]
    names = {player: [*sets] for player, sets in whole.items()}
    assert f"The first 20 of {sum(map(len, names.values()))} rows; --player NAME" in call(tmp_path / "six.efg").stdout
    for player, sets in names.items():
        lines = call(tmp_path / "six.efg", "--player", player, "--from", sets[3]).stdout.splitlines()
        column = slice(*map(lines[1].index, ("information set", "strategy")))
        assert [name for line in lines[3:] if (name := line[column].strip()) in sets] == sets[3:]
    for option, value in (("--player", "third"), ("--from", "nowhere")):
        assert f"argument {option}: " in refused("nash", tmp_path / "six.efg", option, value)
    other = call(tmp_path / "six.efg", "--player", "first", "--from", names["second"][0])
    assert "argument --from: no information set of first has the name" in other.stderr


def test_a_degenerate_game_lists_its_maximal_nash_subsets():
    solved = document(GAMES / "selten.nfg")
    assert (solved["degenerate"], solved["subsets"]) == (True, [[0, 1]])
    assert "infinitely many equilibria" in call(GAMES / "selten.nfg").stdout


def test_many_equilibria_are_listed_as_ranges(tmp_path):
    path = tmp_path / "zeros.nfg"
    path.write_text('NFG 1 R "zeros" { "A" "B" } { 20 20 }' + " 0 0" * 400, encoding="utf-8")
    printed = call(path, "--all").stdout
    assert "All 400 extreme equilibria" in printed
    assert printed.rstrip().endswith("are equilibria too: 1 to 400.")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"hello", "line 1, column 1: a game begins with NFG, EFG, #AGG or #BAGG"),
        (b'EFG 2 R "" { } t "" 0', "the game has 0 players"),
        (b"NFG \xff", "cannot read"),
    ],
)
def test_wrong_files(tmp_path, content, why):
    (tmp_path / "game.nfg").write_bytes(content)
    message = refused("nash", tmp_path / "game.nfg")
    assert "argument FILE" in message
    assert why in message


def test_payoffs_too_large_for_a_float_have_decimals(tmp_path):
    (tmp_path / "game.nfg").write_bytes(b'NFG 1 R "" { "A" "B" } { 1 1 } 0 1' + b"0" * 400 + b"1/2")
    assert "5.0e+400" in call(tmp_path / "game.nfg").stdout.replace("5e+400", "5.0e+400")


RULES = """from gametheory import Outcome
class Entry:
    players = ("entrant", "incumbent")
    def __init__(self, monopoly): self.monopoly = monopoly
    def start(self): return "market"
    def outcome(self, at):
        payoffs = {"out": (0, self.monopoly), "shared": (1, 1), "war": (-1, -1)}
        return Outcome(at, payoffs[at]) if at in payoffs else None
    def moves(self, at, player):
        turn = {"market": "entrant", "entered": "incumbent"}[at]
        return {"entrant": ("enter", "stay"), "incumbent": ("share", "fight")}[player] if player == turn else ()
    def after(self, at, move): return {"enter": "entered", "stay": "out", "share": "shared", "fight": "war"}[move]
class Endless(Entry):
    def after(self, at, move): return "market"
class Wrong(Entry):
    def after(self, at, move): return {}[move]
made = Entry(3)
word = "up"
"""


@pytest.fixture(scope="module")
def entry(tmp_path_factory):
    path = tmp_path_factory.mktemp("rules") / "entry.py"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "arguments", "monopoly"), [("Entry", ["7/2"], "7/2"), ("made", [], "3")])
def test_rules_have_the_equilibria_of_the_entry_game(entry, name, arguments, monopoly):
    """Selten (1978): the entrant stays out if the incumbent threatens to fight, or enters and shares."""
    solved = document(f"{entry}:{name}", *arguments, "--exact")
    assert {tuple(equilibrium["payoffs"]) for equilibrium in solved["equilibria"]} == {("1", "1"), ("0", monopoly)}
    (credible,) = document(f"{entry}:{name}", *arguments, "--exact", "--refine", "sequential")["equilibria"]
    assert credible["payoffs"] == ["1", "1"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            ":Endless 3",
            "Endless: play can cycle, so that there is no finite tree of plays; gametheory.solve solves it; see",
        ),
        (":Wrong 3", "Wrong: after(market, enter) raised KeyError: 'enter' (line 16)"),
        (":Entry", "Entry() cannot be made: monopoly has no value; allowed: monopoly"),
        (":made 3", "'3': {}:made is a game and no class, so it takes no arguments"),
        (":word", "{} has no class word; it has Entry, Endless, Wrong"),
        ("", "{} has 3 game classes, Entry, Endless, Wrong; name one, as in {}:Entry"),
    ],
)
def test_wrong_rules(entry, name, why):
    message = refused("nash", *f"{entry}{name}".split())
    assert message.startswith(f"gametheory nash: {why.format(entry, entry)}")


def test_a_limit_can_be_raised_and_lowered(tmp_path):
    fewer = document(GAMES / "kuhn-poker.efg", "--exact", "--limit", "10")
    assert (fewer["method"], fewer["complete"], fewer["value"]) == ("linear programming", False, "-1/18")
    (tmp_path / "wide.nfg").write_bytes(b'NFG 1 R "" { "A" "B" } { 201 1 }' + b" 1 1" * 200 + b" 2 2")
    refused = call(tmp_path / "wide.nfg")
    assert (
        "201 x 1 strategies; at most 200 for each player, unless gametheory nash --limit, in Python limit, allows more"
        in refused.stderr
    )
    assert document(tmp_path / "wide.nfg", "--limit", "300")["equilibria"][0]["payoffs"] == ["2", "2"]


SEXES = GAMES / "battle-of-the-sexes.nfg"


def test_a_claimed_list_is_compared(tmp_path):
    """Ann (1/2, 1/2) against Bob (1/3, 2/3): both rows pay Ann 2/3; Bob has 5/6 of 1."""
    answers = tmp_path / "answers.json"
    answers.write_text('[{"Ann": "opera", "Bob": "opera"}, [["1/2", "1/2"], ["1/3", "2/3"]]]')
    done = call(SEXES, "--check", answers)
    assert done.returncode == 1
    assert "no equilibrium   Bob gains 1/6 by fight" in done.stdout
    assert "Missing: equilibrium 2." in done.stdout.splitlines()
    assert "No other is missing: all equilibria are known." in done.stdout.splitlines()
    own = tmp_path / "own.json"
    own.write_text(call(SEXES, "--json").stdout)
    assert call(SEXES, "--check", own).returncode == 0
    compared = program.document("nash", SEXES, "--check", own)
    assert [one["equilibrium"] for one in compared["claimed"]] == [0, 1, 2]
    assert (compared["agrees"], compared["certain"], compared["missing"]) == (True, True, [])


def test_rounded_decimals_count_with_a_tolerance(tmp_path):
    answers = tmp_path / "answers.json"
    answers.write_text("[[[1, 0], [1, 0]], [[0, 1], [0, 1]], [[0.6667, 0.3333], [0.3333333, 6.667e-1]]]")
    done = call(SEXES, "--check", answers, "--tolerance", "0.0001")
    assert (done.returncode, "near an equilibrium: 2" in done.stdout) == (0, True)
    assert call(SEXES, "--check", answers, "--tolerance", "1/100000").returncode == 2, "the sum differs from 1 by more"
    answers.write_text("[[[1, 0], [1, 0]], [[0, 1], [0, 1]], [[0.6667, 0.3333], [0.3333, 0.6667]]]")
    assert call(SEXES, "--check", answers, "--tolerance", "1/100000").returncode == 1
    assert call(SEXES, "--check", answers).returncode == 1


def test_a_list_for_a_game_of_the_catalogue_and_for_a_tree(tmp_path):
    answers = tmp_path / "answers.json"
    answers.write_text('[{"entrant": {"start": "stay out"}, "incumbent": {"entered": "share"}}]')
    sets = document("entry")["equilibria"][0]["behavior"]
    [(entrant, [first]), (incumbent, [second])] = sets.items()
    actions = [[*sets[entrant][first]], [*sets[incumbent][second]]]
    assert [len(own) for own in actions] == [2, 2]
    answers.write_text(f'[{{"{entrant}": {{"{first}": "{actions[0][0]}"}}, "{incumbent}": {{"{second}": "nothing"}}}}]')
    refusal = refused("nash", "entry", "--check", answers)
    assert f"profile 1: {incumbent} at {second}: {{'nothing': 1}} has other actions than" in refusal


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("{", (), "argument --check: cannot read"),
        ('[[["1/2", "1/3"], [1, 0]]]', (), "argument --check: profile 1: Ann at start: opera 1/2, fight 1/3 is no"),
        ('{"players": ["A", "B"], "equilibria": []}', (), "argument --check: it is for the players ['A', 'B']"),
        ("[]", ("--best", "Ann"), "argument --check: not with --best"),
        ("[]", ("--subgame-perfect",), "argument --check: not with --subgame-perfect"),
        ("[]", ("--tolerance", "0.2"), "argument --tolerance: 1/5; allowed: more than 0, at most 1/10"),
        ("[]", ("--tolerance", "0"), "is not a number greater than 0"),
    ],
)
def test_a_claimed_list_that_is_refused(tmp_path, text, options, message):
    answers = tmp_path / "answers.json"
    answers.write_text(text)
    assert message in refused("nash", SEXES, "--check", answers, *options)


@pytest.mark.parametrize("game", [SEXES, "kuhn", "el-farol"])
def test_a_claimed_list_is_read_before_the_search(tmp_path, monkeypatch, capsys, game):
    """The search is replaced by an error, so that a list is refused without it, and a right one is not."""

    def search(*_: object, **__: object) -> None:
        raise RuntimeError("the search has begun")

    monkeypatch.setattr("gametheory.api.nash_equilibria", search)
    answers = tmp_path / "answers.json"
    wrong = ("[[[1, 0], [1, 1]]]", '[{"Somebody": {}}]', "3", '{"equilibria": [{"strategies": [[1]]}]}')
    for text, tolerance in [*((text, "0.01") for text in wrong), ("[]", "1/2")]:
        answers.write_text(text)
        assert main(["nash", str(game), "--check", str(answers), "--tolerance", tolerance]) == 2
        message = capsys.readouterr().err
        assert message.startswith("gametheory nash: argument --")
        assert message.count("\n") == 1
    answers.write_text("[]")
    with pytest.raises(RuntimeError, match="the search has begun"):
        main(["nash", str(game), "--check", str(answers)])


def test_a_tolerance_belongs_to_a_list():
    assert "argument --tolerance: only with --check" in refused("nash", SEXES, "--tolerance", "0.1")


def test_one_of_many_is_printed_by_its_number():
    done = call(SEXES, "--exact", "--number", "2")
    assert done.returncode == 0
    assert [line.split() for line in done.stdout.splitlines() if "fight" in line] == [
        ["2", "Ann", "2/3", "opera", "2/3,", "fight", "1/3"],
        ["Bob", "2/3", "opera", "1/3,", "fight", "2/3"],
    ]
    assert "Of 3 listed." in done.stdout
    both = call(SEXES, "--number", "1-1, 3").stdout
    assert [line.split()[0] for line in both.splitlines() if "Ann" in line] == ["1", "3"]


@pytest.mark.parametrize(
    ("number", "options", "message"),
    [
        ("4", (), "argument --number: 4; the list has 3"),
        ("1-999999", (), "argument --number: 4; the list has 3"),
        ("0", (), "allowed: numbers from 1 on"),
        ("-1", (), "argument --number"),
        ("3-2", (), "the range 3-2 is empty"),
        ("2,,3", (), "allowed: numbers from 1 on"),
        ("2", ("--json",), "argument --number: not with --json"),
        ("2", ("-o", "x.csv"), "argument --number: not with -o"),
        ("2", ("--player", "Ann"), "argument --number: not with --player"),
    ],
)
def test_a_number_that_is_refused(number, options, message):
    assert message in refused("nash", SEXES, "--number", number, *options)


def test_pure_says_that_its_list_is_complete():
    assert "All 2 pure equilibria, checked; mixed ones were not sought." in call(SEXES, "--pure").stdout
    pennies = call("matching-pennies", "--pure").stdout
    assert "No pure equilibrium exists; mixed ones were not sought." in pennies
    assert document(SEXES, "--pure")["sought"] == "pure"
    assert "sought" not in document(SEXES)
    entry = call("entry", "--subgame-perfect").stdout
    assert "The only pure subgame-perfect equilibrium, checked; mixed ones were not sought." in entry


@pytest.mark.parametrize("option", [("--all",), ("--limit", "5")])
def test_pure_refuses_what_it_would_ignore(option):
    message = f"argument {option[0]}: not with --pure, which finds all pure ones without limit"
    assert message in refused("nash", SEXES, "--pure", *option)
    assert message.replace("--pure", "--subgame-perfect") in refused("nash", "entry", "--subgame-perfect", *option)
    assert call(SEXES, *option).returncode == 0


THREE = """EFG 2 R "Three in a row" { "A" "B" "C" }
p "" 1 1 "" { "stop" "go" } 0
t "" 1 "" { 1 1 1 }
p "" 2 1 "" { "stop" "go" } 0
t "" 2 "" { 0 3 2 }
p "" 3 1 "" { "stop" "go" } 0
t "" 3 "" { 0 2 4 }
t "" 4 "" { 2 4 0 }
"""


def test_three_players_in_turn_have_all_equilibria(tmp_path):
    """C stops for 4 of 0, so B for 3 of 2, so A for 1 of 0. A stops unless both others go, and then C would stop."""
    (tmp_path / "three.efg").write_text(THREE)
    solved = program.document("nash", "three.efg", cwd=tmp_path)
    plans = []
    for equilibrium in solved["equilibria"]:
        sets = [*equilibrium["behavior"].values()]
        plans.append(["stop" if own["1"]["stop"] == "1" else "go" for own in sets])
    assert sorted(plans) == [["stop", "go", "stop"], ["stop", "stop", "go"], ["stop", "stop", "stop"]]
    perfect = [equilibrium["subgame_perfect"] for equilibrium in solved["equilibria"]]
    assert dict(zip(map(tuple, plans), perfect, strict=True)) == {
        ("stop", "stop", "stop"): True,
        ("stop", "stop", "go"): False,
        ("stop", "go", "stop"): False,
    }
    # A stops, and B or C or both mix
    assert (solved["complete"], len(solved["continua"])) == (True, 5)
    assert "Subgame perfect: " in program.call("nash", "three.efg", cwd=tmp_path).stdout


def test_a_large_tree_of_four_players_has_the_equilibrium_of_backward_induction():
    assert document("chain-store")["method"] == "backward induction"


def test_solve_names_information_sets_as_nash_does():
    solved = program.document("solve", "first-price-auction")
    assert solved["class"] == "simultaneous"
    names = {(each["player"], each["position"]) for each in solved["strategy"]}
    found = document("first-price-auction")["equilibria"][0]["behavior"]
    assert names == {(player, f"{player}: {name}") for player, sets in found.items() for name in sets}
    kind = "simultaneous with chance moves, acyclic, hidden information"
    for command in (("games", "first-price-auction"), ("solve", "first-price-auction")):
        assert kind in program.call(*command).stdout
    one = program.document("solve", "entry")["strategy"]
    assert all(": " not in str(each["position"]) for each in one)


FORGETS = """EFG 2 R "Forgets" { "A" }
p "" 1 1 "first" { "l" "r" } 0
p "" 1 2 "second" { "l" "r" } 0
t "" 1 "" { 1 }
t "" 2 "" { 0 }
p "" 1 2 0
t "" 2
t "" 1
"""


def test_plans_of_a_player_who_forgets_show_the_sets(tmp_path):
    (tmp_path / "forgets.efg").write_text(FORGETS)
    legend = "A strategy of A has an action at each of first, second, in this order;"
    for options in ((), ("--pure",)):
        done = program.call("nash", "forgets.efg", *options, cwd=tmp_path)
        assert legend in done.stdout
    solved = program.document("nash", "forgets.efg", cwd=tmp_path)
    assert (solved["sets"], solved["names"]) == ({"A": ["first", "second"]}, [["l,l", "l,r", "r,l", "r,r"]])
    assert "sets" not in document("entry")


def cpu_seconds(process):
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the time of another process is read from /proc")
def test_ctrl_c_leaves_one_equilibrium_and_says_that_it_is_not_all(tmp_path):
    rng = random.Random(1)
    payoffs = " ".join(str(rng.randint(-99, 99)) for _ in range(2 * 18 * 18))
    (tmp_path / "large.nfg").write_text(f'NFG 1 R "large" {{ "A" "B" }} {{ 18 18 }}\n\n{payoffs}\n')
    command = [COMMAND, "nash", tmp_path / "large.nfg", "--all", "--limit", "10000000"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        # the modules are loaded after a second of the processor, and the first hull takes minutes
        while cpu_seconds(running.pid) < 4:
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        output, message = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, message) == (0, "")
    assert "Not complete: it was interrupted." in output
