"""`gametheory battle need`: the minimum number of attackers for a win probability."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, positive_probability, print_json, whole_number
from gametheory.cli.battle.rules import add_rules, battle_of, check_size, distribution_of, fail

if TYPE_CHECKING:
    from gametheory.cli.probabilities import Probability


def add_need(actions: Any) -> None:
    """Add `battle need`."""
    need = add_action(actions, "need", _need, "the minimum number of attackers for a win probability", "60 --win 0.7")
    need.add_argument("defenders", metavar="D", type=whole_number, help="defending armies")
    need.add_argument(
        "--win", metavar="W", type=positive_probability, required=True, help="win probability, such as 0.7"
    )
    add_rules(need)
    need.add_argument(
        "--exact", action="store_true", help="print exact rationals instead of floats with an error bound"
    )
    add_json(need)


def _need(args: argparse.Namespace) -> int:
    from gametheory.cli.battle.output import rules_json
    from gametheory.cli.probabilities import json_probability
    from gametheory.games.battle.decisions import TooClose, minimum_attackers

    check_size(args, _most_needed(args), args.defenders)
    battle = battle_of(args, args.reserve + 1)
    try:
        result = minimum_attackers(battle, args.win, args.turns)
    except (ValueError, TooClose) as error:
        fail(args, str(error))
    probabilities: list[Probability] = [result.win, 0.0 if result.win_before is None else result.win_before]
    bound: Probability = result.error_bound
    if args.exact:
        probabilities = [_exact_win_probability(args, result.attackers - less) for less in (0, 1)]
        bound = Fraction(0)
    if args.json:
        answer = {"wanted": str(args.win), "turns": args.turns, "win": json_probability(probabilities[0])}
        answer |= {"win_of_one_less": json_probability(probabilities[1]), "error_bound": json_probability(bound)}
        print_json(rules_json(replace(battle, attackers=result.attackers)) | answer)
    else:
        _print(args, result.attackers, probabilities, bound)
    return 0


def _print(args: argparse.Namespace, attackers: int, probabilities: list[Probability], bound: Probability) -> None:
    """Print the minimum and one less, each with its win probability."""
    from gametheory.cli.probabilities import error_bound_text, format_probability
    from gametheory.cli.tables import print_table

    when = f"by turn {args.turns}" if args.turns else "in the end"
    rows = [(str(attackers - less), format_probability(probabilities[less])) for less in (1, 0)]
    print_table(("attackers", f"win {when}"), rows)
    wins = f"{attackers} attackers win against {args.defenders} with a probability of at least {args.win}"
    print(f"{wins}; fewer attackers do not.")
    print(error_bound_text(bound))


def _most_needed(args: argparse.Namespace) -> int:
    """Estimate the largest number of attackers that the search tries."""
    if not args.p:
        return int(args.defenders)
    ratio = (args.q / args.p) ** 0.5
    if args.turns:
        ratio = max(ratio, float(1 / args.p) / args.turns)
    return int(args.reserve + args.defenders * Fraction(ratio))


def _exact_win_probability(args: argparse.Namespace, attackers: int) -> Fraction:
    if attackers <= args.reserve:
        return Fraction(0)
    distribution = distribution_of(args, battle_of(args, attackers), args.turns)
    return Fraction(distribution.turns[-1].win if args.turns else distribution.eventual.win)
