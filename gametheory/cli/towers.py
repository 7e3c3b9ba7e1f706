"""`gametheory towers`: the exact chances of the tower game, round by round and in the end."""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, print_json, whole_number, whole_number_or_zero
from gametheory.numbers.format import format_size

if TYPE_CHECKING:
    from gametheory.games.towers import Towers, TowersDistribution

FIRST_ROUNDS, MOST_ROUNDS = 5, 1_000
MOST_SOLDIERS, MOST_STATES, MOST_STEPS = 1_000, 10_000, 20_000_000


def add_commands(commands: Any) -> None:
    """Declare `towers` and its command."""
    towers = commands.add_parser(
        "towers",
        description="Soldiers fire at random towers; each tower that stands kills soldiers, round after round.",
        epilog="example:\n  gametheory towers odds 10 3 4 1",
    )
    actions = towers.add_subparsers(metavar="ACTION", required=True)
    odds = actions.add_parser(
        "odds",
        help="the exact chances of one game, by round and in the end",
        description="The exact chances of one game, by round and in the end.",
        epilog="example:\n  gametheory towers odds 10 3 4 1 --aim in-turn",
    )
    odds.add_argument("soldiers", metavar="SOLDIERS", type=whole_number, help="soldiers, each with a shot a round")
    odds.add_argument("towers", metavar="TOWERS", type=whole_number, help="towers")
    odds.add_argument("hits", metavar="HITS", type=whole_number, help="hits at which a tower crumbles")
    odds.add_argument("kills", metavar="KILLS", type=whole_number_or_zero, help="soldiers each tower kills a round")
    odds.add_argument(
        "--aim",
        choices=("each", "in-turn", "anywhere", "together"),
        default="each",
        help="each soldier at a tower of his own that stood when the round began (unless said otherwise); in turn, at "
        "one that stands then; anywhere, crumbled towers included; or all together at one",
    )
    odds.add_argument(
        "--rounds",
        metavar="K",
        type=whole_number,
        default=FIRST_ROUNDS,
        help=f"show so many rounds, fewer if play is over; {FIRST_ROUNDS}, unless said otherwise",
    )
    add_json(odds)
    odds.set_defaults(run=_odds)


def _odds(chosen: argparse.Namespace) -> int:
    from gametheory.games.towers import Towers, towers_distribution

    _check_size(chosen)
    game = Towers(chosen.soldiers, chosen.towers, chosen.hits, chosen.kills, chosen.aim)
    law = towers_distribution(game, chosen.rounds)
    if chosen.json:
        print_json(_document(game, law))
    else:
        _print(law)
    return 0


def _check_size(chosen: argparse.Namespace) -> None:
    """Refuse what would take minutes, before the work begins: by numbers of soldiers times pairs of tower states."""
    for name, most in (("SOLDIERS", MOST_SOLDIERS), ("--rounds", MOST_ROUNDS)):
        value = getattr(chosen, name.lower().strip("-"))
        if value > most:
            raise InputError(f"gametheory towers odds: argument {name}: {format_size(value)} is more than {most:,}")
    many = max(chosen.towers, chosen.hits) > MOST_STATES
    states = MOST_STATES if many else comb(chosen.towers + chosen.hits, chosen.towers)
    numbers = 1 - -chosen.soldiers // chosen.kills if chosen.kills else 1
    if numbers * states**2 > MOST_STEPS:
        raise InputError(
            f"gametheory towers odds: SOLDIERS, TOWERS, HITS too large: {numbers:,} numbers of soldiers times the",
            f"square of {'more than ' if many else ''}{format_size(states)} states of the towers; at most "
            f"{MOST_STEPS:,} in all, such as 40 6 6 2",
        )


def _document(game: Towers, law: TowersDistribution) -> dict[str, Any]:
    """Exact numbers as strings, each beside its decimal."""
    sys.set_int_max_str_digits(0)
    return {
        "soldiers": game.soldiers,
        "towers": game.towers,
        "hits": game.hits,
        "kills": game.kills,
        "aim": game.aim,
        "rounds": [
            {"round": row.round, "win": str(row.win), "lose": str(row.lose), "undecided": str(row.undecided)}
            for row in law.rounds
        ],
        "eventual": {"win": str(law.win), "lose": str(law.lose)},
        "expected_rounds": str(law.expected_rounds),
        "survivors": {str(count): str(chance) for count, chance in law.soldiers.items()},
        "decimals": {
            "rounds": [
                {"round": row.round, "win": float(row.win), "lose": float(row.lose), "undecided": float(row.undecided)}
                for row in law.rounds
            ],
            "eventual": {"win": float(law.win), "lose": float(law.lose)},
            "expected_rounds": float(law.expected_rounds),
        },
    }


def _print(law: TowersDistribution) -> None:
    from gametheory.cli.probabilities import survivors_text, format_probability
    from gametheory.cli.tables import print_table

    rows = [(str(row.round), *(format_probability(value) for value in row[1:])) for row in law.rounds]
    rows.append(("in the end", format_probability(law.win), format_probability(law.lose), "0"))
    print_table(("after round", "win", "lose", "undecided"), rows)
    print(f"{float(law.expected_rounds):.6f} rounds on average{_exactly(law.expected_rounds)}.")
    print(f"The soldiers win with chance {format_probability(law.win)}{_exactly(law.win)}.")
    print(f"Soldiers left in the end: {survivors_text(law.soldiers)}.")


def _exactly(value: Fraction) -> str:
    """An exact number that is short enough to be read."""
    return f", exactly {value}" if value.denominator.bit_length() <= 100 else ", computed exactly, shown rounded"
