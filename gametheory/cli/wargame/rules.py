"""The rules of a Wargame from the options of a command, and what is refused before the work begins."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from gametheory.cli.arguments import InputError, chance, whole_number, whole_number_or_zero
from gametheory.numbers.format import format_size

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, Wargame

SOLDIERS, ROUNDS = 20, 10
MOST_SOLDIERS, MOST_ROUNDS, MOST_POSITIONS = 100, 1_000, 50_000_000
MOST_NUMBER_SIGNS = 100
PAYOFF = re.compile(r"-?(\d+(\.\d+)?|\d+/0*[1-9]\d*)", re.ASCII)
RULES = "soldiers", "rounds", "battle_chances", "killed", "payoffs"
PLACES = "camp_a", "field_a", "camp_b", "field_b"


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the rules; None where one is not given."""
    add = parser.add_argument
    add("--soldiers", metavar="N", type=whole_number, help=f"soldiers of each army; {SOLDIERS}, unless said otherwise")
    add("--rounds", metavar="R", type=whole_number, help=f"rounds at most; {ROUNDS}, unless said otherwise")
    add(
        "--battle-chances",
        metavar="P,P,...",
        type=chances,
        help="the chance of the battle after each round, the last of them 1; else 1/R, 1/(R - 1), ..., 1",
    )
    add("--killed", metavar="P", type=chance, help="the share of a field that is killed if play goes on; 1/2")
    add("--payoffs", metavar="W,D,L", type=payoffs, help="what A gets for a win, a draw and a loss; 1,0,-1")


def add_position(parser: argparse.ArgumentParser) -> None:
    """Declare the five numbers of a position."""
    parser.add_argument("round", metavar="ROUND", type=whole_number, help="the round, from 1 on")
    for place in PLACES:
        where, army = place.split("_")
        told = f"soldiers of {army.upper()} in {where} at the start of the round"
        parser.add_argument(place, metavar=place.upper(), type=whole_number_or_zero, help=told)


def chances(text: str) -> tuple[Fraction, ...]:
    """Chances with commas between them.

    Raises argparse.ArgumentTypeError, as `arguments.chance` does.

    >>> chances("1/2,0.25,1")
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 1))
    """
    return tuple(map(chance, text.split(",")))


def payoffs(text: str) -> tuple[Fraction, Fraction, Fraction]:
    """Three numbers with commas between them, each a decimal or a quotient, with or without a minus.

    Raises argparse.ArgumentTypeError where they are not.

    >>> payoffs("1,1/2,-0.5")
    (Fraction(1, 1), Fraction(1, 2), Fraction(-1, 2))
    """
    numbers = text.split(",")
    if len(numbers) != 3 or any(len(one) > MOST_NUMBER_SIGNS or not PAYOFF.fullmatch(one) for one in numbers):
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        raise argparse.ArgumentTypeError(f"{shown!r} is not three numbers for win, draw and loss, such as 1,0,-1")
    win, draw, loss = map(Fraction, numbers)
    return win, draw, loss


def chosen_game(chosen: argparse.Namespace) -> Wargame:
    """The game with the rules that were chosen; raises InputError for what is no game, or one too large."""
    from gametheory.games.wargame import Wargame

    soldiers, rounds = chosen.soldiers or SOLDIERS, chosen.rounds or ROUNDS
    if chosen.battle_chances and not chosen.rounds:
        rounds = len(chosen.battle_chances)
    for name, number, most in (("soldiers", soldiers, MOST_SOLDIERS), ("rounds", rounds, MOST_ROUNDS)):
        if number > most:
            refuse(chosen, f"argument --{name}: {format_size(number)} is more than {most:,}")
    given = {name: value for name in RULES[2:] if (value := getattr(chosen, name)) is not None}
    try:
        game = Wargame(soldiers, rounds, **given)
    except ValueError as error:
        name, _, why = str(error).partition(": ")
        shown = f"{','.join(map(str, given[name]))}: " if name == "battle_chances" else ""
        refuse(chosen, f"argument --{name.replace('_', '-')}: {shown}{why}")
    _check_size(chosen, game)
    return game


def rules_given(chosen: argparse.Namespace) -> bool:
    """Whether any option of the rules is given."""
    return any(getattr(chosen, name) is not None for name in RULES)


def _check_size(chosen: argparse.Namespace, game: Wargame) -> None:
    """Refuse a game that has too many positions, before the work begins."""
    from gametheory.games.wargame.armies import more_positions_than

    if more_positions_than(game, MOST_POSITIONS):
        refuse(
            chosen,
            f"arguments --soldiers, --rounds: {game.soldiers} soldiers and {game.rounds} rounds have more than "
            f"{MOST_POSITIONS:,} positions; at most so many are solved",
        )


def check_position(chosen: argparse.Namespace, game: Wargame) -> Position:
    """The position that was chosen; raises InputError for one that no play from the start can reach."""
    from gametheory.games.wargame import Position, army_graph

    if chosen.round > game.rounds:
        refuse(chosen, f"argument ROUND: {format_size(chosen.round)} is not from 1 to {game.rounds}")
    armies = army_graph(game).graph["rounds"][chosen.round - 1]
    for place in (0, 2):
        camp, field = (getattr(chosen, name) for name in PLACES[place : place + 2])
        if (chosen.round, camp, field) not in armies:
            names = f"{PLACES[place]}, {PLACES[place + 1]}".upper()
            have = f"with {game.soldiers} soldiers, round {chosen.round} cannot have camp {format_size(camp)}"
            fields = [army.field for army in armies if army.camp == camp]
            camps = [army.camp for army in armies]
            possible = f"with that camp, the field is {ranges(fields)}" if fields else f"the camp is {ranges(camps)}"
            refuse(chosen, f"arguments {names}: {have} and field {format_size(field)}; {possible}")
    return Position(chosen.round, *(getattr(chosen, name) for name in PLACES))


def ranges(numbers: Iterable[int]) -> str:
    """Whole numbers in words, those in a row as a range.

    >>> ranges([3, 0, 1, 2, 7, 9, 8]), ranges([4])
    ('0 to 3 or 7 to 9', '4')
    """
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return " or ".join(f"{first} to {last}" if first < last else str(first) for first, last in parts)


def refuse(chosen: argparse.Namespace, why: str) -> NoReturn:
    """Raise InputError in the name of the command."""
    raise InputError(f"gametheory wargame {chosen.action}: {why}")
