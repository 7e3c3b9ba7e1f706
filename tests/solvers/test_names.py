"""Names are never keys: a game has the same answers whatever its players, strategies, sets and actions are called."""

import json
import random
from dataclasses import replace
from fractions import Fraction

import program
import pytest
from poker import random_tree

from gametheory import correlated, dominance, maximin, nash, regret, solve, stackelberg
from gametheory.formats.gambit import read_efg, read_nfg, to_efg, to_nfg
from gametheory.model.extensive_form import distinct_names
from gametheory.model.normal_form import NormalForm
from gametheory.solvers.questions import parse_objective

ODD = ["", " ", "x", "x ", "X", "1", "2", "#1", "-", "=a", "a + b", "2*x", "a,b", "a: b", "start", "player 1", "é", "é"]
ODD += ["line\nbreak", "\x1b[31m", "\u202ex", "x" * 300]
# a tree in which the player A has two information sets "x"
TWICE = """EFG 2 R "dup" { "A" "B" "C" } p "" 2 1 "b" { "L" "R" } 0
p "" 1 1 "x" { "u" "d" } 0 p "" 3 1 "c" { "l" "r" } 0 t "" 1 "" { 1 1 1 } t "" 2 "" { 0 0 2 }
p "" 3 1 "c" { "l" "r" } 0 t "" 3 "" { 0 2 0 } t "" 4 "" { 2 0 1 }
p "" 1 2 "x" { "u" "d" } 0 p "" 3 1 "c" { "l" "r" } 0 t "" 5 "" { 0 1 0 } t "" 6 "" { 2 2 1 }
p "" 3 1 "c" { "l" "r" } 0 t "" 7 "" { 1 0 2 } t "" 8 "" { 0 1 0 }"""


def renamed(game, rng):
    """Return a game with random odd names, of which some are equal."""
    pool = rng.sample(ODD, 4) if rng.random() < 0.7 else ODD
    players = tuple(rng.choices(pool, k=len(game.players)))
    if isinstance(game, NormalForm):
        return replace(
            game, players=players, strategies=tuple(tuple(rng.choices(pool, k=len(n))) for n in game.strategies)
        )
    sets = {
        key: each._replace(name=rng.choice(pool), actions=tuple(rng.choices(pool, k=len(each.actions))))
        for key, each in game.information_sets.items()
    }
    return replace(game, players=players, information_sets=sets)


def small_table(sizes, rng):
    count = 1
    for size in sizes:
        count *= size
    numbers = " ".join(str(rng.randint(-3, 3)) for _ in range(count * len(sizes)))
    players = " ".join(f'"P{number}"' for number in range(len(sizes)))
    return read_nfg(f'NFG 1 R "" {{ {players} }} {{ {" ".join(map(str, sizes))} }} {numbers}')


def games():
    rng = random.Random(1)
    for seed, sizes in enumerate([(2, 2), (3, 2), (2, 3), (2, 2, 2), (3,), (1, 2), (2, 2, 1)] * 2):
        yield pytest.param(small_table(sizes, rng), seed, id=f"table-{seed}")
    for seed in range(16):
        tree = random_tree(random.Random(seed), 3, payoffs=range(-2, 3), players=1 + seed % 3)
        yield pytest.param(tree, seed, id=f"tree-{seed}")


@pytest.mark.parametrize(("game", "seed"), list(games()))
def test_other_names_give_the_same_answers(game, seed):
    odd = renamed(game, random.Random(seed))
    assert [each.payoffs for each in nash(odd)] == [each.payoffs for each in nash(game)]
    assert [each.payoffs for each in nash(odd, pure=True)] == [each.payoffs for each in nash(game, pure=True)]
    for coarse in (False, True):
        assert correlated(odd, coarse=coarse).payoffs == correlated(game, coarse=coarse).payoffs
    assert [*map(len, dominance(odd).left)] == [*map(len, dominance(game).left)]
    assert [each[1:4:2] for each in maximin(odd).guarantees] == [each[1:4:2] for each in maximin(game).guarantees]
    if len(game.players) == 2:
        assert stackelberg(odd).value == stackelberg(game).value
        assert [*solve(odd).payoffs.values()] == [*solve(game).payoffs.values()]


@pytest.mark.parametrize(("game", "seed"), list(games()))
def test_what_nash_prints_of_odd_names_has_no_regret(game, seed):
    odd = renamed(game, random.Random(seed))
    solution = nash(odd)
    document = json.loads(json.dumps(solution.as_json()))
    rational = [each for each in document["equilibria"] if "minimal_polynomials" not in each and "[[" not in str(each)]
    for profile in [*rational, *(each for each in solution if isinstance(each.payoffs[0], Fraction))]:
        found = regret(odd, profile)
        assert set(found.greatest) == {0}
        assert not found.rescaled
    for profile in rational:
        assert [str(each.payoff) for each in regret(odd, profile).profiles[0]] == profile["payoffs"]
    if len(game.players) == 2:
        assert set(regret(odd, json.loads(json.dumps(solve(odd).as_json()))).greatest) == {0}


def test_sets_of_equal_names_are_printed_apart(tmp_path):
    (tmp_path / "dup.efg").write_text(TWICE)
    solved = program.document("nash", "dup.efg", cwd=tmp_path)
    assert [each["behavior"]["A"].keys() for each in solved["equilibria"]] == [{"1", "2"}] * 4
    (tmp_path / "dup.json").write_text(json.dumps(solved))
    assert program.document("regret", "dup.efg", "dup.json", cwd=tmp_path)["greatest"] == ["0"] * 4
    assert "--player NAME and --from SET print others" in program.call("nash", "dup.efg", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("behavior", "message"),
    [
        ({"A": {"x": {"u": 1}}}, "A has no information set 'x', only 1, 2 (numbers stand for equal or empty names)"),
        ({"P": {}}, "the game has no player 'P', only A, B, C (numbers"),
        ({"A": {"1": {"up": 1}}}, "A at 1: {'up': 1} has other actions than u, d (numbers"),
    ],
)
def test_an_ambiguous_name_in_a_profile_is_refused(behavior, message):
    with pytest.raises(ValueError, match=r"^profile: ") as caught:
        regret(read_efg(TWICE), {"behavior": behavior})
    assert message in str(caught.value)
    control = {"A": {"1": {"u": 1}, "2": {"d": 1}}, "B": {"b": {"L": 1}}, "C": {"c": {"l": 1}}}
    assert regret(read_efg(TWICE), {"behavior": control}).profiles[0][0].payoff == 1  # outcome 1


# The best sum of payoffs is that of the better of two equilibria: 10 at (2, 2), where row gets 1 and column 9
STAG = "{ 2 2 } 2 1 0 0 0 0 1 9"


@pytest.mark.parametrize("names", ['"P" "P"', '"2*a" "a"', '"1" "1"', '"" ""', '"a" "a + a"', '"A " "A"', '"1, 0" "b"'])
def test_the_best_sum_is_that_of_payoffs_and_not_of_names(names):
    game = read_nfg(f'NFG 1 R "n" {{ {names} }} {STAG}')
    solution = correlated(game)
    assert (solution.value, solution.payoffs) == (10, (1, 9))
    assert len(set(solution.players)) == 2
    assert correlated(game, best="1, -1").payoffs[0] == 2
    assert {each["player"] for each in nash(game).rows()} == set(solution.players)


def test_strategies_of_equal_names_are_numbered():
    solution = correlated(read_nfg('NFG 1 R "" { "A" "B" } { { "x" "x" } { "x" "x" } } 2 1 0 0 0 0 1 9'))
    assert solution.distribution[0].profile == ("2", "2")


def test_two_firms_of_one_name():
    tree = read_efg(
        'EFG 2 R "" { "Firm" "Firm" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0 '
        't "" 1 "" { -1 -1 } t "" 2 "" { 1 5 } t "" 3 "" { 0 9 }'
    )
    solution = correlated(tree)
    assert (solution.value, solution.distribution[0].profile[0]) == (9, "out")


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("2*a", ("2*a", "a")),
        ("2*a + a", ("2*a", "a")),
        ("a + a", ("a", "a + a")),
        ("-a", ("-a", "a")),
        ("A", ("A", "A")),
        ("A + A", ("A ", "A")),
        ("1, 2", ("1, 2", "b")),
        ("3", ("3",)),
    ],
)
def test_an_objective_of_two_readings_is_refused(text, players):
    with pytest.raises(
        ValueError, match="has several readings, since players have such names; allowed: the weights in"
    ):
        parse_objective(text, players)
    assert parse_objective(", ".join(["+1"] * len(players)), players) == [1] * len(players)


@pytest.mark.parametrize(
    ("text", "players", "weights"),
    [
        ("a", ("2*a", "a"), [0, 1]),
        ("1*2*a - 3*a", ("2*a", "b", "a"), [1, 0, -3]),
        ("b - 1/2*2*a", ("2*a", "b"), [Fraction(-1, 2), 1]),
        ("2, -1/3", ("A", "B"), [2, Fraction(-1, 3)]),
        (" -1 ,+0.5 ", ("A", "B"), [-1, Fraction(1, 2)]),
        ("a" + "+a" * 5_000, ("a", "a+a"), None),
        (None, ("A", "A"), [1, 1]),
    ],
)
def test_an_objective_of_one_reading_has_its_weights(text, players, weights):
    if weights is None:
        with pytest.raises(ValueError, match="several readings"):
            parse_objective(text, players)
    else:
        assert parse_objective(text, players) == weights


@pytest.mark.parametrize("text", ["1", "1, 2, 3", "1,", "1; 2", "1, 1/0", "1e3, 1", "A, B"])
def test_a_list_that_is_no_weight_for_each_player_is_refused(text):
    with pytest.raises(ValueError, match="is no sum of payoffs"):
        parse_objective(text, ("A", "B"))


def test_new_names_are_none_of_the_old_ones():
    assert distinct_names(["2", "1", "1"]) == ("#1", "#2", "#3")
    assert distinct_names(["#1", "1", "1"]) == ("##1", "##2", "##3")
    rng = random.Random(5)
    for _ in range(200):
        names = rng.choices(ODD, k=rng.randint(1, 4))
        new = distinct_names(names)
        assert len(set(new)) == len(names)
        assert all(new)
        assert tuple(names) == new or not set(names) & set(new)
        assert distinct_names(new) == new


@pytest.mark.parametrize("seed", range(6))
def test_commands_agree_on_odd_names(seed, tmp_path):
    rng = random.Random(seed)
    table, tree = renamed(small_table((2, 2), rng), rng), renamed(random_tree(rng, 3, payoffs=range(3)), rng)
    (tmp_path / "table.nfg").write_text(to_nfg(table), newline="")
    (tmp_path / "tree.efg").write_text(to_efg(tree), newline="")
    for file in ("table.nfg", "tree.efg"):
        names = program.document("nash", file, cwd=tmp_path)["players"]
        for command in ("correlated", "dominance", "maximin", "stackelberg"):
            assert program.document(command, file, cwd=tmp_path)["players"] == names
            assert program.call(command, file, cwd=tmp_path).returncode == 0
        assert [*program.document("solve", file, cwd=tmp_path)["payoffs"]] == names
        assert program.call("nash", file, f"--player={names[1]}", cwd=tmp_path).returncode == 0
        assert program.document("stackelberg", file, f"--leader={names[1]}", cwd=tmp_path)["leader"] == names[1]


def test_an_information_set_of_two_players_is_chosen_with_the_player(tmp_path):
    tree = TWICE.replace('"b"', '"x"').replace('"x" { "u"', '"y" { "u"')
    tree = tree.replace('"c"', '"x"')
    (tmp_path / "game.efg").write_text(tree)
    message = "argument --from: information sets of B and C have the name 'x'; --player NAME chooses"
    assert message in program.refused("nash", "game.efg", "--from", "x", cwd=tmp_path)
    assert program.call("nash", "game.efg", "--from", "x", "--player", "C", cwd=tmp_path).returncode == 0
