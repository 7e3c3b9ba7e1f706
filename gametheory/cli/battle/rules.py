"""Arguments shared by the commands of a battle, their limits, and the battle and distribution they describe."""

from __future__ import annotations

import argparse
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any, NoReturn

from gametheory.cli.arguments import InputError, probability, whole_number, whole_number_or_zero
from gametheory.numbers.format import format_size

if TYPE_CHECKING:
    from gametheory.games.battle import Battle

MAX_TURNS, MAX_POSITIONS = 10_000, 25_000_000


def add_armies(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for both armies."""
    parser.add_argument("attackers", metavar="A", type=whole_number, help="attacking armies, reserve included")
    parser.add_argument("defenders", metavar="D", type=whole_number, help="defending armies")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options for turns, hit probabilities and rules."""
    add = parser.add_argument
    add("--turns", metavar="K", type=whole_number, help="report the odds after K turns (default: at the end)")
    add(
        "--p",
        metavar="P",
        type=probability,
        default=Fraction(3, 5),
        help="hit probability of an attacker (default 0.6)",
    )
    add(
        "--q",
        metavar="Q",
        type=probability,
        default=Fraction(7, 10),
        help="hit probability of a defender (default 0.7)",
    )
    add(
        "--both-dead",
        choices=("attacker", "defender"),
        default="attacker",
        help="the winner if both sides are wiped out in the same turn (default attacker)",
    )
    add(
        "--reserve",
        metavar="R",
        type=whole_number_or_zero,
        default=0,
        help="armies held in reserve (default 0)",
    )
    add(
        "--stop-when-outnumbered",
        action="store_true",
        help="stop attacking once attackers (with reserve) no longer outnumber defenders",
    )


def battle_of(args: argparse.Namespace, attackers: int) -> Battle:
    """Return the battle that the arguments describe."""
    from gametheory.games.battle import Battle

    if args.reserve >= attackers:
        fail(
            args,
            f"argument --reserve: {args.reserve} is as large as the army of {attackers}, and leaves no army to fight",
        )
    return Battle(attackers, args.defenders, args.p, args.q, args.both_dead, args.reserve, args.stop_when_outnumbered)


def fail(args: argparse.Namespace, why: str) -> NoReturn:
    """Raise InputError with the name of the command."""
    raise InputError(f"gametheory battle {args.action}: {why}")


def distribution_of(args: argparse.Namespace, battle: Battle, turns: int | None) -> Any:
    """Return the distribution of a battle, exact with --exact."""
    from gametheory.games.battle.distribution import battle_distribution
    from gametheory.games.battle.exact import exact_distribution

    try:
        return (exact_distribution if args.exact else battle_distribution)(battle, turns)
    except ValueError as error:
        fail(args, str(error))


def check_size(args: argparse.Namespace, attackers: int, defenders: int) -> None:
    """Refuse a battle that would take too much memory or time."""
    check_turns(args)
    if attackers * defenders > MAX_POSITIONS:
        fail(
            args,
            f"A, D too large: {format_size(attackers * defenders)} positions; at most {MAX_POSITIONS:,}, "
            f"for example {isqrt(MAX_POSITIONS):,} against {isqrt(MAX_POSITIONS):,}",
        )


def check_turns(args: argparse.Namespace) -> None:
    """Refuse more turns than the limit."""
    if args.turns and args.turns > MAX_TURNS:
        fail(args, f"argument --turns: {format_size(args.turns)} is more than {MAX_TURNS:,}")
