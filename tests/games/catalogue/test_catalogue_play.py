"""Every game of the catalogue can be played from what `play` shows: pictures, labels, outcomes and rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from program import call

from gametheory import unfold
from gametheory.games.catalogue import ENTRIES, game
from gametheory.games.catalogue.hidden_information import Kuhn, Leduc, LeducPosition, LiarsDice, LiarsDicePosition
from gametheory.games.catalogue.perfect_information import Chomp, Connect3, Hex, TicTacToe
from gametheory.model.classes import labels_of
from gametheory.model.extensive_form import TableGame
from gametheory.model.normal_form import NormalForm
from gametheory.solvers.playing import SolvedGame, turns

NAMES = [entry.name for entry in ENTRIES]
RAW = re.compile(r"\(.*(''|\(\)|None).*|\((\d+|'[^']*'), |\w+\(\w+=")  # a tuple or a named tuple of Python
LONG_FRACTION = re.compile(r"\d{3,}/\d{3,}")


def shown_game(rules: Any) -> SolvedGame:
    """Return a game as `play` shows it, with a strategy that is never asked."""
    if isinstance(rules, NormalForm):
        rules = TableGame(rules)
    hidden = callable(getattr(rules, "observation", None))
    return SolvedGame(rules, lambda _position, _player: {}, lambda end: end.payoffs, hidden=hidden)


def texts(shown: SolvedGame, seed: int) -> Iterator[str]:
    """Yield what a player can see in a random play: the picture, what each active player knows, moves and the end."""
    rules, random = shown.game, Random(seed)
    seen = []

    def choose(position: Any, player: str, moves: tuple[Any, ...]) -> Any:
        seen.append(shown.shown(position, player))
        seen.extend(shown.labels.move(position, move) for move in moves)
        return random.choice(moves)

    last = rules.start()
    yield shown.picture(last)
    for turn in turns(rules, choose, random):
        last = turn.after
        yield shown.picture(last)
    yield from seen
    outcome = rules.outcome(last)
    if outcome is not None:  # two gamblers can play for long
        yield outcome.name or shown.picture(last)


@pytest.mark.parametrize("name", NAMES)
def test_no_picture_label_or_outcome_is_empty_or_a_tuple(name: str) -> None:
    shown = shown_game(game(name))
    for seed in range(12):
        for text in texts(shown, seed):
            assert text.strip(), "an empty text"
            if "values (" not in text:  # the name of an outcome of an auction
                assert not RAW.search(text), text


def test_a_raw_tuple_is_found() -> None:
    """The control: what games printed before they had labels."""
    for raw in ("(1, '')", "(2, ())", "(0, 0, 9, 'first')", "(0, None, ('',))", "((), '')", "(1, 2)"):
        assert RAW.search(raw), raw


LABELED = (
    "chomp",
    "centipede",
    "entry",
    "chain-store",
    "bargaining",
    "duel",
    "truel",
    "inspection",
    "repeated-dilemma",
)


@pytest.mark.parametrize("name", LABELED)
def test_each_position_has_a_text_of_its_own(name: str) -> None:
    rules = game(name)
    positions = unfold(rules, 1000).positions
    labels = [labels_of(rules).position(position) for position in positions]
    assert len(set(labels)) == len(positions) > 3
    assert not any(map(RAW.search, labels))


def test_a_solution_is_printed_as_a_person_would_write_it() -> None:
    """Who leaves an L with legs of one length wins Chomp: every bite of one leg is then answered in the other."""
    said = call("solve", "chomp", "--from", "4 1 1, first").stdout
    assert re.search(r"4 1 1, first +first +r1c4", said)


@pytest.mark.parametrize("rules", [TicTacToe(), Connect3(), Hex(), Chomp()], ids=str)
def test_each_cell_that_can_be_chosen_has_the_name_of_its_move(rules: Any) -> None:
    random = Random(2)
    shown = shown_game(rules)
    position = rules.start()
    while rules.outcome(position) is None:
        player = next(each for each in rules.players if rules.moves(position, each))
        moves = list(rules.moves(position, player))
        words = shown.picture(position).split()
        assert sorted(words.count(shown.labels.move(position, move)) for move in moves) == [1] * len(moves)
        position = rules.after(position, random.choice(moves))


def test_the_payoffs_of_a_table_are_shown() -> None:
    two, three = shown_game(game("prisoners-dilemma")), shown_game(game("voting"))
    assert re.search(r"cooperate +3, 3 +0, 5\n +defect +5, 0 +1, 1", two.picture("start"))
    assert re.search(r"c +b +a +0, 1, 2", three.picture("start")), "the chair's vote counts"
    assert two.picture(("defect", "cooperate")) == "row: defect, column: cooperate"


def test_only_the_own_cards_and_dice_are_shown() -> None:
    """With another card of the opponent, what a player knows is the same text; with another own card it is not."""
    positions_of: dict[Any, Any] = {
        Kuhn(): lambda own, other: ((own, other), "p"),
        Leduc(): lambda own, other: LeducPosition((own, other), 2, ("cc", "r")),
        LiarsDice(): lambda own, other: LiarsDicePosition((own, other), ((1, 2),)),
    }
    for rules, position in positions_of.items():
        shown = shown_game(rules)
        own_is_0, the_same, own_is_1 = (shown.shown(position(*cards), "first") for cards in ((0, 1), (0, 2), (1, 2)))
        assert own_is_0 == the_same != own_is_1


def test_actions_are_in_words() -> None:
    position = LeducPosition((0, 1), None, ("cr",))
    shown = shown_game(Leduc())
    assert [shown.labels.move(position, move) for move in "fcr"] == ["fold", "call", "raise"]
    assert "round 1: check, raise" in shown.shown(position, "first")
    assert "round 1: raise, call" in shown.picture(position._replace(rounds=("rc", "")))
    assert shown_game(LiarsDice()).labels.move((), (2, 3)) == "2x3"


def test_numbers_are_decimals_unless_they_are_asked_for_exactly() -> None:
    shown = shown_game(game("pig"))
    cost = Fraction(491186580, 476485631)
    assert LONG_FRACTION.search(str(cost)), "the control"
    assert (shown.cost_text(cost), shown.number_text(cost)) == ("1.03085", "1.03085")
    assert shown.cost_text(Fraction(2)) == "2"
    exact = SolvedGame(shown.game, shown.mixed, shown.payoffs, exact=True)
    assert exact.cost_text(cost) == str(cost)


NOT_PLAYED = "gamblers-ruin", "liars-dice", "leduc", "second-price-auction"  # no player moves; more than a second


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_PLAYED])
def test_play_says_the_rules_and_what_each_move_costs(name: str) -> None:
    """The first move is made without reading on; then the input ends."""
    asked = call("play", name, "--seed", 1, typed=b"?\n").stdout
    rules, _, rest = asked.partition("\n\n")
    assert rules.endswith(".")
    assert re.search(r"Type .*, or \?: ", rest)
    assert not LONG_FRACTION.search(rest)
