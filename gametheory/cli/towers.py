"""`gametheory towers`: exact odds of the tower game, round by round and in the end."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    InputError,
    add_action,
    add_game,
    add_json,
    print_json,
    whole_number,
    whole_number_or_zero,
)
from gametheory.cli.tables import console
from gametheory.numbers.format import format_size
from gametheory.numbers.table import show

if TYPE_CHECKING:
    from gametheory.games.towers import Towers, TowersDistribution

FIRST_ROUNDS, MAX_ROUNDS = 5, 1_000
MAX_SOLDIERS, MAX_STATES, MAX_STEPS = 1_000, 10_000, 20_000_000


def add_commands(commands: Any) -> None:
    """Add `towers` and its command."""
    description = "Soldiers fire at random towers; each standing tower kills soldiers, round after round."
    actions = add_game(commands, "towers", description, "odds 10 3 4 1")
    summary, example = "exact odds of one game, by round and in the end", "10 3 4 1 --aim in-turn"
    odds = add_action(actions, "odds", _odds, summary, example)
    for name, kind, help_text in (
        ("soldiers", whole_number, "number of soldiers; each fires once in a round"),
        ("towers", whole_number, "number of towers"),
        ("hits", whole_number, "hits at which a tower crumbles"),
        ("kills", whole_number_or_zero, "soldiers that each standing tower kills in a round"),
    ):
        odds.add_argument(name, metavar=name.upper(), type=kind, help=help_text)
    odds.add_argument(
        "--aim",
        choices=("each", "in-turn", "anywhere", "together"),
        default="each",
        help="targets. each (default): every soldier chooses a tower standing at the start of the round; "
        "in-turn: one after another, each at a tower still standing; anywhere: as each, crumbled towers included; "
        "together: all at one tower",
    )
    odds.add_argument(
        "--rounds",
        metavar="K",
        type=whole_number,
        default=FIRST_ROUNDS,
        help=f"number of rounds to show (default {FIRST_ROUNDS})",
    )
    add_json(odds)


def _odds(args: argparse.Namespace) -> int:
    from gametheory.games.towers import Towers, towers_distribution

    _check_size(args)
    game = Towers(args.soldiers, args.towers, args.hits, args.kills, args.aim)
    distribution = towers_distribution(game, args.rounds)
    if args.json:
        print_json(_document(game, distribution))
    else:
        show(distribution.view(), console())
    return 0


def _check_size(args: argparse.Namespace) -> None:
    """Refuse a game that would take minutes, by the numbers of soldiers times pairs of states of the towers."""
    for name, most in (("SOLDIERS", MAX_SOLDIERS), ("--rounds", MAX_ROUNDS)):
        value = getattr(args, name.lower().strip("-"))
        if value > most:
            raise InputError(f"gametheory towers odds: argument {name}: {format_size(value)} is more than {most:,}")
    many = max(args.towers, args.hits) > MAX_STATES
    states = MAX_STATES if many else comb(args.towers + args.hits, args.towers)
    numbers = 1 - -args.soldiers // args.kills if args.kills else 1
    if numbers * states**2 > MAX_STEPS:
        raise InputError(
            f"gametheory towers odds: SOLDIERS, TOWERS, HITS too large: {numbers:,} numbers of soldiers times the",
            f"square of {'more than ' if many else ''}{format_size(states)} states of the towers; at most "
            f"{MAX_STEPS:,} in all, such as 40 6 6 2",
        )


def _document(game: Towers, distribution: TowersDistribution) -> dict[str, Any]:
    """Return exact numbers as strings, and as decimals under `decimals`."""
    sys.set_int_max_str_digits(0)
    survivors = {str(count): str(probability) for count, probability in distribution.soldiers.items()}
    exact, decimals = (_odds_json(distribution, number) for number in (str, float))
    return vars(game) | exact | {"survivors": survivors, "decimals": decimals}


def _odds_json(distribution: TowersDistribution, number: Callable[[Fraction], str | float]) -> dict[str, Any]:
    return {
        "rounds": [
            {"round": row.round} | dict(zip(row._fields[1:], map(number, row[1:]), strict=True))
            for row in distribution.rounds
        ],
        "eventual": {"win": number(distribution.win), "lose": number(distribution.lose)},
        "expected_rounds": number(distribution.expected_rounds),
    }
