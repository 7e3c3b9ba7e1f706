"""The arguments that the commands of a battle share, what they are refused for, and the law they ask for."""

from __future__ import annotations

import argparse
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, NoReturn

from gametheory.cli.arguments import InputError, probability, whole_number, whole_number_or_zero
from gametheory.numbers.format import format_size

if TYPE_CHECKING:
    from gametheory.games.battle import Battle

MOST_TURNS, MOST_POSITIONS = 10_000, 25_000_000


def add_counts(parser: argparse.ArgumentParser) -> None:
    """Both armies."""
    parser.add_argument("attackers", metavar="A", type=whole_number, help="attacking armies, reserve included")
    parser.add_argument("defenders", metavar="D", type=whole_number, help="defending armies")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Turns, chances and the choices of the attacker."""
    add = parser.add_argument
    add("--turns", metavar="K", type=whole_number, help="after so many turns; without it, in the end")
    add("--p", metavar="P", type=probability, default=Fraction(3, 5), help="chance that an attacker hits, read exactly: 0.6")
    add("--q", metavar="Q", type=probability, default=Fraction(7, 10), help="chance that a defender hits, read exactly: 0.7")
    add(
        "--both-dead",
        choices=("attacker", "defender"),
        default="attacker",
        help="who wins when both sides are wiped out at once; attacker, unless said otherwise",
    )
    add(
        "--reserve",
        metavar="R",
        type=whole_number_or_zero,
        default=0,
        help="so many of the A stay behind and do not fight; 0, unless said otherwise",
    )
    add(
        "--stop-when-outnumbered",
        action="store_true",
        help="the attacker goes on only while the armies there, reserve included, outnumber the defenders",
    )


def battle_of(chosen: argparse.Namespace, attackers: int) -> Battle:
    """The battle with the rules that were chosen."""
    from gametheory.games.battle import Battle

    if chosen.reserve >= attackers:
        refuse(
            chosen,
            f"argument --reserve: {chosen.reserve} is as large as the army of {attackers}, and leaves nobody to fight",
        )
    return Battle(
        attackers, chosen.defenders, chosen.p, chosen.q, chosen.both_dead, chosen.reserve, chosen.stop_when_outnumbered
    )


def refuse(chosen: argparse.Namespace, why: str) -> NoReturn:
    """Raise InputError in the name of the command."""
    raise InputError(f"gametheory battle {chosen.action}: {why}")


def law_of(chosen: argparse.Namespace, battle: Battle, turns: int | None) -> Any:
    """The law of a battle, exact where that was asked for."""
    from gametheory.games.battle.distribution import battle_distribution
    from gametheory.games.battle.exact import exact_distribution

    try:
        return (exact_distribution if chosen.exact else battle_distribution)(battle, turns)
    except ValueError as error:
        refuse(chosen, str(error))


def check_size(chosen: argparse.Namespace, attackers: int, defenders: int) -> None:
    """Refuse what would not fit in memory, or not end, before the work begins."""
    check_turns(chosen)
    if attackers * defenders > MOST_POSITIONS:
        refuse(
            chosen,
            f"A, D too large: {format_size(attackers * defenders)} positions; at most {MOST_POSITIONS:,}, "
            f"{isqrt(MOST_POSITIONS):,} against {isqrt(MOST_POSITIONS):,} for example",
        )


def check_turns(chosen: argparse.Namespace) -> None:
    """Refuse more turns than a battle is followed for."""
    if chosen.turns and chosen.turns > MOST_TURNS:
        refuse(chosen, f"argument --turns: {format_size(chosen.turns)} is more than {MOST_TURNS:,}")
