"""Gambit's files: reading, writing, and errors with their place."""

import io
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.formats import FormatError
from gametheory.formats.gambit import read_efg, read_nfg, to_efg, to_nfg, write_efg, write_nfg
from gametheory.games.wargame import Wargame
from gametheory.model.classes import terminal_payoffs
from gametheory.model.extensive_form import CHANCE, ExtensiveForm, InformationSet, Node
from gametheory.model.game import Outcome, active_players
from gametheory.model.normal_form import NormalForm
from gametheory.model.unfolding import joint_moves, unfold
from gametheory.solvers.simultaneous import solve_simultaneous
from gametheory.verify import check_nash

GAMES = Path(__file__).parents[1] / "data" / "games"
NFG = sorted(GAMES.glob("*.nfg"))
EFG = sorted(GAMES.glob("*.efg"))

names = st.text(st.characters(codec="utf-8"), max_size=5).filter(lambda name: not name.endswith("\\"))
numbers = st.fractions() | st.integers().map(Fraction)


@st.composite
def normal_forms(draw):
    players = draw(st.lists(names, min_size=1, max_size=3))
    strategies = [draw(st.lists(names, min_size=1, max_size=3)) for _ in players]
    profiles = 1
    for own in strategies:
        profiles *= len(own)
    named = names if draw(st.booleans()) else st.just("")
    payoffs = st.tuples(*[numbers for _ in players])
    outcomes = draw(st.lists(st.builds(Outcome, named, payoffs), min_size=profiles, max_size=profiles))
    return NormalForm(tuple(players), tuple(map(tuple, strategies)), tuple(outcomes), draw(names), draw(names))


@st.composite
def extensive_forms(draw):
    players = draw(st.lists(names, min_size=1, max_size=3))
    outcomes = {
        number: Outcome(draw(names), tuple(draw(numbers) for _ in players))
        for number in draw(st.sets(st.integers(1, 99), max_size=3))
    }
    sets, nodes, missing = {}, [], 1
    while missing:
        player = draw(st.sampled_from([CHANCE, *range(1, len(players) + 1)])) if len(nodes) < 6 else None
        if draw(st.booleans()):
            player = None
        number = 0 if player is None else draw(st.integers(1, 3))
        if player is not None and (player, number) not in sets:
            actions = tuple(draw(st.lists(names, min_size=1, max_size=3)))
            weights = [draw(st.integers(1, 5)) for _ in actions]
            probabilities = tuple(Fraction(weight, sum(weights)) for weight in weights) if player == CHANCE else ()
            sets[player, number] = InformationSet(draw(names), actions, probabilities)
        nodes.append(Node(draw(names), player, number, draw(st.sampled_from([0, *outcomes]))))
        missing += -1 if player is None else len(sets[player, number].actions) - 1
    used = {node.outcome for node in nodes}
    used_outcomes = {number: outcome for number, outcome in outcomes.items() if number in used}
    return ExtensiveForm(tuple(players), tuple(nodes), sets, used_outcomes, draw(names), draw(names))


@settings(max_examples=40)
@given(normal_forms())
def test_normal_forms_survive_writing_and_reading(game):
    assert read_nfg(to_nfg(game)) == game
    assert to_nfg(read_nfg(to_nfg(game))) == to_nfg(game)


@given(extensive_forms())
def test_extensive_forms_survive_writing_and_reading(game):
    assert read_efg(to_efg(game)) == game
    assert to_efg(read_efg(to_efg(game))) == to_efg(game)


@pytest.mark.parametrize("path", NFG + EFG, ids=lambda path: path.name)
def test_files_survive_reading_and_writing(path, tmp_path):
    read, write = (read_nfg, write_nfg) if path.suffix == ".nfg" else (read_efg, write_efg)
    game = read(path.read_text(encoding="utf-8"))
    write(game, tmp_path / "again")
    assert read((tmp_path / "again").read_bytes().decode()) == game


def test_both_versions_of_the_manuals_example_are_the_same_game():
    outcomes = """NFG 1 R "Selten (IJGT, 75), Figure 2, normal form" { "Player 1" "Player 2" }
        { { "1" "2" "3" } { "1" "2" } }
        { { "" 1, 1 } { "" 0, 2 } { "" 0, 2 } { "" 1, 1 } { "" 0, 3 } { "" 2, 0 } }
        1 2 3 4 5 6"""
    game = read_nfg(outcomes)
    assert game == read_nfg((GAMES / "selten.nfg").read_text(encoding="utf-8"))
    assert game.payoff_matrix(0) == ((1, 1), (0, 0), (0, 2))
    assert game.payoff_matrix(1) == ((1, 1), (2, 3), (2, 0))


def test_outcome_0_pays_nothing():
    game = read_nfg('NFG 1 R "" { "A" } { { "x" "y" } } "c" { { "won" 1/2 } } 1 0')
    assert game.outcomes == (Outcome("won", (Fraction(1, 2),)), Outcome("", (Fraction(0),)))
    assert game.comment == "c"


def test_three_players_are_read_in_the_order_of_the_format():
    game = read_nfg('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + " ".join(f"{i} 0 0" for i in range(8)))
    assert [int(outcome.payoffs[0]) for outcome in game.outcomes] == list(range(8))
    with pytest.raises(ValueError, match="3 players"):
        game.payoff_matrix(0)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), ("-0.25", Fraction(-1, 4)), (".5", Fraction(1, 2)), ("5.", 5), ("+3/6", Fraction(1, 2)),
     ("1e3", 1000), ("2.5E-2", Fraction(1, 40)), ("0.1", Fraction(1, 10)), ("-0", 0)],
)  # fmt: skip
def test_numbers_are_exact(text, value):
    assert read_nfg(f'NFG 1 R "" {{ "A" }} {{ 1 }} {text}').outcomes[0].payoffs == (value,)


@pytest.mark.parametrize(
    "text", ["1e999999999", "1e-999999999", "9" * 2001, "1/" + "3" * 2001, "1e99999999999999999999"]
)
def test_numbers_with_too_many_digits_are_refused_quickly(text):
    begin = time.thread_time()
    with pytest.raises(FormatError, match=r"line 1, column 23: .* more than 2,000 digits"):
        read_nfg(f'NFG 1 R "" {{ "A" }} {{1}}{text}')
    assert time.thread_time() - begin < 0.5


@pytest.mark.parametrize("text", ["1/0", "x", "--1", "1/2/3", "1.5/2", ".", "e5", "1e", "∞", "nan", "٣"])
def test_invalid_numbers_are_refused(text):
    with pytest.raises(FormatError, match="line 2, column 3"):
        read_nfg(f'NFG 1 R "" {{ "A" }} {{ 1 }}\n  {text}')


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("", (1, 1), "expected NFG, found the end of the file"),
        ("EFG 2 R", (1, 1), "expected NFG, found 'EFG'"),
        ('NFG 1 R "t', (1, 9), "no closing quotation mark"),
        ('NFG 1 R "t\\"', (1, 9), "no closing quotation mark"),
        ('NFG 1 R "" { }', (1, 15), "at least one player"),
        ('NFG 1 R "" { "A", "B" }', (1, 17), "the name of a player in quotation marks, found ','"),
        ('NFG 1 R "" { "A" } { 2 3 }', (1, 20), "strategies of 2 players in a game of 1"),
        ('NFG 1 R "" { "A" } { 0 }', (1, 22), "a whole number of|a whole number from 1"),
        ('NFG 1 R "" { "A" } { { } }', (1, 20), "a player has no strategy"),
        ('NFG 1 R "" { "A" "B" } { 100000 100000 }', (1, 24), "more than 1,000,000 payoffs"),
        ('NFG 1 R "" { "A" } { 1 } 1 2', (1, 28), "expected the end of the file, found '2'"),
        ('NFG 1 R "" { "A" } { 1 } { { "a" 1 2 } } 1', (1, 30), "an outcome with 2 payoffs for 1 players"),
        ('NFG 1 R "" { "A" } { 1 }\n{ { "a" 1 } }\n2', (3, 1), "from 0 to 1, found '2'"),
    ],
)
def test_invalid_nfg_is_refused_with_its_place(text, where, why):
    with pytest.raises(FormatError, match=why) as refused:
        read_nfg(text)
    assert (refused.value.line, refused.value.column) == where


HEAD = 'EFG 2 R "" { "A" "B" }\n'
END = 't "" 0\n'


@pytest.mark.parametrize(
    ("body", "where", "why"),
    [
        ("", (2, 1), "expected a node: c, p or t, found the end of the file"),
        ("q", (2, 1), "expected a node"),
        (END + END, (3, 1), "expected the end of the file"),
        ('p "" 3 1 "" { "x" } 0 ', (2, 6), "the number of a player, a whole number from 1 to 2"),
        ('p "" 1 1 0 ', (2, 10), "information set 1, which has no description yet"),
        ('p "" 1 1 "" { } 0 ', (2, 10), "without an action"),
        ('p "" 1 1 "" { "x" } 0\np "" 1 1 "" { "y" } 0 ', (3, 10), "information set 1 has another description earlier"),
        ('c "" 1 "" { "x" 1/2 "y" 1/3 } 0 ', (2, 8), "must add up to 1"),
        ('c "" 1 "" { "x" 3/2 "y" -1/2 } 0 ', (2, 8), "must not be negative"),
        ('t "" 1 ', (2, 8), "the payoffs of outcome 1, which has no description yet"),
        ('t "" 1 "" { 1 } ', (2, 8), "1 payoffs for 2 players"),
        ('t "" 0 "" { 0 0 }', (2, 8), "outcome 0 means no outcome"),
        ('p "" 1 1 "" { "x" } 1 "a" { 1 2 }\nt "" 1 "a" { 2 2 }', (3, 8), "outcome 1 has another description earlier"),
    ],
)
def test_invalid_efg_is_refused_with_its_place(body, where, why):
    with pytest.raises(FormatError, match=why) as refused:
        read_efg(HEAD + body)
    assert (refused.value.line, refused.value.column) == where


@pytest.mark.parametrize("error", [Fraction(1, 10**30), -Fraction(1, 10**30)])
def test_the_probabilities_of_a_chance_event_add_up_exactly(error):
    """Also as decimals, and for the least probabilities."""
    half = Fraction(1, 2)

    def tree(*probabilities):
        branches = " ".join(f'"{place}" {probability}' for place, probability in enumerate(probabilities))
        leaves = " ".join('t "" 0' for _ in probabilities)
        return f'EFG 2 R "" {{ "A" }} c "" 1 "" {{ {branches} }} 0 {leaves}'

    assert read_efg(tree(half, half)).information_sets[0, 1].probabilities == (half, half)
    assert sum(read_efg(tree(half + error, half - error)).information_sets[0, 1].probabilities) == 1
    for wrong in ((half + error, half), (half, half + error), ("0.5", f"0.4{9 * '9'}"), (1 + abs(error), -abs(error))):
        with pytest.raises(FormatError, match="must add up to 1"):
            read_efg(tree(*wrong))


def test_known_descriptions_are_optional():
    place, paid = 'p "" 1 7 "s" { "x" "y" }', '3 "o" { 1 2 }'
    long = read_efg(f'{HEAD}{place} {paid} t "" 3 "o" {{ 1.0 4/2 }} {place} 0 {END}{END}')
    short = read_efg(HEAD + 'p "" 1 7 "s" { "x" "y" } 3 "o" { 1, 2 } t "" 3 p "" 1 7 0 ' + 2 * END)
    assert long == short


def test_a_deep_tree_needs_no_deep_stack():
    depth = 50_000
    text = HEAD + 'p "" 1 1 "s" { "x" } 0\n' + 'p "" 1 1 0\n' * (depth - 1) + END
    game = read_efg(text)
    assert len(game.nodes) == depth + 1
    assert read_efg(to_efg(game)) == game


def test_many_long_denominators_are_refused_quickly():
    probabilities = " ".join(f'"" 1/{10**1999 + 2 * k + 1}' for k in range(500))
    begin = time.thread_time()
    with pytest.raises(FormatError, match="common denominator"):
        read_efg(HEAD + f'c "" 1 "" {{ {probabilities} }} 0')
    assert time.thread_time() - begin < 1


def test_games_that_the_reader_would_refuse_are_not_written():
    game = read_nfg('NFG 1 R "" { "A" } { 1 } 1')
    with pytest.raises(ValueError, match="ends with a backslash"):
        to_nfg(NormalForm(("A\\",), game.strategies, game.outcomes))
    with pytest.raises(ValueError, match="more than 2,000 digits"):
        to_nfg(NormalForm(("A",), game.strategies, (Outcome("", (Fraction(10**2000),)),)))


def test_pygambit_reads_written_files(tmp_path):
    pygambit = pytest.importorskip("pygambit", reason="pygambit is not installed")
    for path in NFG:
        write_nfg(read_nfg(path.read_text(encoding="utf-8")), tmp_path / path.name)
        assert len(pygambit.read_nfg(tmp_path / path.name).players) == 2
    for path in EFG:
        write_efg(read_efg(path.read_text(encoding="utf-8")), tmp_path / path.name)
        assert len(pygambit.read_efg(tmp_path / path.name).players) == 2


def test_pygambit_finds_the_value_of_a_stage():
    pygambit = pytest.importorskip("pygambit", reason="pygambit is not installed")
    game = Wargame(soldiers=3, rounds=2)
    graph = unfold(game)
    values = terminal_payoffs(graph)
    solved = solve_simultaneous(graph, values)
    stages = [position for position in graph if len(active_players(game, position)) == 2]
    for position in stages:
        expected = [
            sum(chance * solved.values[after] for after, chance in spread.items())
            for spread in joint_moves(graph, position).values()
        ]
        columns = len(list(game.moves(position, "B")))
        form = NormalForm.from_payoffs([expected[at : at + columns] for at in range(0, len(expected), columns)])
        result = pygambit.nash.lp_solve(pygambit.read_nfg(io.BytesIO(to_nfg(form).encode())))
        found = result.equilibrium if hasattr(result, "equilibrium") else result.equilibria[0]  # before version 17
        first, second = ([Fraction(weight) for _, weight in strategy] for strategy in found)
        gains = check_nash(form.payoff_matrix(0), form.payoff_matrix(1), first, second)
        assert gains[0] == solved.values[position]
    assert len(stages) > 10


def test_the_first_players_strategy_changes_fastest():
    """Outcomes are in the order of the files: rows belong to player 1, in a matrix that is not square."""
    rows = [[0, 1, 2], [3, 4, 5]]
    form = NormalForm.from_payoffs(rows)
    assert [int(outcome.payoffs[0]) for outcome in form.outcomes] == [0, 3, 1, 4, 2, 5]
    assert form.payoff_matrix(0) == tuple(map(tuple, rows))
    assert read_nfg(to_nfg(form)) == form
