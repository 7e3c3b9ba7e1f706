"""Parse the rules and the position of a command, and refuse invalid ones before solving."""

from __future__ import annotations

import argparse
import re
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from gametheory.cli.arguments import InputError, probability, whole_number, whole_number_or_zero
from gametheory.numbers.format import format_size, integer_ranges

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, Wargame

SOLDIERS, ROUNDS = 20, 10
MAX_PAYOFF_CHARACTERS = 100  # characters
PAYOFF = re.compile(r"-?(\d+(\.\d+)?|\d+/0*[1-9]\d*)", re.ASCII)
OPTIONAL_RULES = "battle_chances", "killed", "payoffs"
RULES = ("soldiers", "rounds", *OPTIONAL_RULES)
PLACES = "camp_a", "field_a", "camp_b", "field_b"


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options of the rules; each is None by default."""
    add = parser.add_argument
    add("--soldiers", metavar="N", type=whole_number, help=f"soldiers of each army (default {SOLDIERS})")
    add("--rounds", metavar="R", type=whole_number, help=f"maximum number of rounds (default {ROUNDS})")
    add(
        "--battle-chances",
        metavar="P,P,...",
        type=probabilities,
        help="probability of the battle after each round; the last one is 1 (default 1/R, 1/(R - 1), ..., 1)",
    )
    add(
        "--killed",
        metavar="P",
        type=probability,
        help="share of a field that is killed if play continues (default 1/2)",
    )
    add("--payoffs", metavar="W,D,L", type=payoffs, help="payoffs to A for a win, a draw and a loss (default 1,0,-1)")


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the five numbers of a position."""
    parser.add_argument("round", metavar="ROUND", type=whole_number, help="the round, from 1 on")
    for place in PLACES:
        where, army = place.split("_")
        help_text = f"soldiers of {army.upper()} in {where} at the start of the round"
        parser.add_argument(place, metavar=place.upper(), type=whole_number_or_zero, help=help_text)


def probabilities(text: str) -> tuple[Fraction, ...]:
    """Parse probabilities separated by commas.

    Raises argparse.ArgumentTypeError, as `arguments.probability` does.
    """
    return tuple(map(probability, text.split(",")))


def payoffs(text: str) -> tuple[Fraction, Fraction, Fraction]:
    """Parse three numbers separated by commas, each a decimal or a fraction, possibly negative.

    Raises argparse.ArgumentTypeError for any other text.
    """
    numbers = text.split(",")
    if len(numbers) != 3 or any(len(part) > MAX_PAYOFF_CHARACTERS or not PAYOFF.fullmatch(part) for part in numbers):
        short = text if len(text) <= 40 else f"{text[:37]}..."
        raise argparse.ArgumentTypeError(f"{short!r} is not three numbers for win, draw and loss, such as 1,0,-1")
    win, draw, loss = map(Fraction, numbers)
    return win, draw, loss


def game_from(args: argparse.Namespace) -> Wargame:
    """Return the game with the given rules; raise InputError if they are invalid or the game is too large."""
    from gametheory.games.wargame import Wargame
    from gametheory.games.wargame.armies import more_positions_than
    from gametheory.games.wargame.solution_file import MAX_POSITIONS, MAX_ROUNDS, MAX_SOLDIERS

    soldiers, rounds = args.soldiers or SOLDIERS, args.rounds or ROUNDS
    if args.battle_chances and not args.rounds:
        rounds = len(args.battle_chances)
    for name, number, most in (("soldiers", soldiers, MAX_SOLDIERS), ("rounds", rounds, MAX_ROUNDS)):
        if number > most:
            refuse(args, f"argument --{name}: {format_size(number)} is more than {most:,}")
    given = {name: value for name in OPTIONAL_RULES if (value := getattr(args, name)) is not None}
    try:
        game = Wargame(soldiers, rounds, **given)
    except ValueError as error:
        name, _, why = str(error).partition(": ")
        text = f"{','.join(map(str, given[name]))}: " if name == "battle_chances" else ""
        refuse(args, f"argument --{name.replace('_', '-')}: {text}{why}")
    if more_positions_than(game, MAX_POSITIONS):
        size = f"{game.soldiers} soldiers and {game.rounds} rounds"
        refuse(args, f"arguments --soldiers, --rounds: {size} have more than {MAX_POSITIONS:,} positions, the maximum")
    return game


def position_from(args: argparse.Namespace, game: Wargame) -> Position:
    """Return the given position; raise InputError if no play reaches it."""
    from gametheory.games.wargame import Position, army_graph

    if args.round > game.rounds:
        refuse(args, f"argument ROUND: {format_size(args.round)} is not from 1 to {game.rounds}")
    armies = army_graph(game).graph["rounds"][args.round - 1]
    for first in (0, 2):
        camp, field = (getattr(args, name) for name in PLACES[first : first + 2])
        if (args.round, camp, field) not in armies:
            names = f"{PLACES[first]}, {PLACES[first + 1]}".upper()
            given = f"with {game.soldiers} soldiers, round {args.round} cannot have camp {format_size(camp)}"
            fields = [army.field for army in armies if army.camp == camp]
            camps = [army.camp for army in armies]
            possible = (
                f"with that camp, the field is {' or '.join(integer_ranges(fields))}"
                if fields
                else f"the camp is {' or '.join(integer_ranges(camps))}"
            )
            refuse(args, f"arguments {names}: {given} and field {format_size(field)}; {possible}")
    return Position(args.round, *(getattr(args, name) for name in PLACES))


def refuse(args: argparse.Namespace, why: str) -> NoReturn:
    """Raise InputError with the name of the command."""
    raise InputError(f"gametheory wargame {args.action}: {why}")
