"""`gametheory battle minimum_attackers`: the fewest attackers for a wanted chance to win."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, positive_probability, print_json, whole_number
from gametheory.cli.battle.rules import add_rules, battle_of, check_size, law_of, refuse

if TYPE_CHECKING:
    from gametheory.cli.probabilities import Probability


def add_need(actions: Any) -> None:
    """Declare `battle minimum_attackers`."""
    need = add_action(actions, "need", _need, "the fewest attackers for a wanted chance to win", "60 --win 0.7")
    need.add_argument("defenders", metavar="D", type=whole_number, help="defending armies")
    told = "the wanted chance, such as 0.7"
    need.add_argument("--win", metavar="W", type=positive_probability, required=True, help=told)
    add_rules(need)
    need.add_argument("--exact", action="store_true", help="decide by exact rationals in place of floats with a bound")
    add_json(need)


def _need(chosen: argparse.Namespace) -> int:
    from gametheory.cli.battle.output import rules_json
    from gametheory.cli.probabilities import json_probability
    from gametheory.games.battle.decisions import TooClose, minimum_attackers

    check_size(chosen, _most_needed(chosen), chosen.defenders)
    battle = battle_of(chosen, chosen.reserve + 1)
    try:
        found = minimum_attackers(battle, chosen.win, chosen.turns)
    except (ValueError, TooClose) as error:
        refuse(chosen, str(error))
    chances: list[Probability] = [found.win, 0.0 if found.win_before is None else found.win_before]
    bound: Probability = found.error_bound
    if chosen.exact:
        chances = [_chance_to_win(chosen, found.attackers - less) for less in (0, 1)]
        bound = Fraction(0)
    if chosen.json:
        answer = {"wanted": str(chosen.win), "turns": chosen.turns, "win": json_probability(chances[0])}
        answer |= {"win_of_one_less": json_probability(chances[1]), "error_bound": json_probability(bound)}
        print_json(rules_json(replace(battle, attackers=found.attackers)) | answer)
    else:
        _print(chosen, found.attackers, chances, bound)
    return 0


def _print(chosen: argparse.Namespace, attackers: int, chances: list[Probability], bound: Probability) -> None:
    """The fewest and one less, each with its chance."""
    from gametheory.cli.probabilities import error_bound_text, format_probability
    from gametheory.cli.tables import print_table

    when = f"by turn {chosen.turns}" if chosen.turns else "in the end"
    rows = [(str(attackers - less), format_probability(chances[less])) for less in (1, 0)]
    print_table(("attackers", f"win {when}"), rows)
    wins = f"{attackers} attackers win against {chosen.defenders} with a chance of at least {chosen.win}"
    print(f"{wins}, and no fewer do.")
    print(error_bound_text(bound))


def _most_needed(chosen: argparse.Namespace) -> int:
    """About as many attackers as will have to be looked at."""
    if not chosen.p:
        return int(chosen.defenders)
    ratio = (chosen.q / chosen.p) ** 0.5
    if chosen.turns:
        ratio = max(ratio, float(1 / chosen.p) / chosen.turns)
    return int(chosen.reserve + chosen.defenders * Fraction(ratio))


def _chance_to_win(chosen: argparse.Namespace, attackers: int) -> Fraction:
    if attackers <= chosen.reserve:
        return Fraction(0)
    law = law_of(chosen, battle_of(chosen, attackers), chosen.turns)
    return Fraction(law.turns[-1].win if chosen.turns else law.eventual.win)
