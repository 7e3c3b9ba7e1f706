"""`gametheory battle odds` and `need`: odds of one battle, and the fewest attackers for a win probability."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    add_action,
    add_json,
    output_file,
    positive_probability,
    print_json,
    whole_number,
    write_output,
)
from gametheory.cli.battle.rules import add_armies, add_rules, battle_of, check_size, distribution_of, fail
from gametheory.numbers.format import format_size

if TYPE_CHECKING:
    from gametheory.cli.probabilities import Probability
    from gametheory.games.battle import Battle, OddsByTurn

FIRST_TURNS, MAX_EXACT = 5, 10_000
EXACT = "print exact rationals instead of floats with an error bound"


def add_odds(actions: Any) -> None:
    """Add `battle odds`."""
    odds = add_action(actions, "odds", _odds, "odds of one battle, by turn and in the end", "40 25 --turns 5")
    add_armies(odds)
    add_rules(odds)
    odds.add_argument("--exact", action="store_true", help=EXACT)
    help_text = "also draw the odds by turn and the survivors"
    odds.add_argument("--plot", metavar="FILE.svg", type=output_file, help=help_text)
    add_json(odds)


def add_need(actions: Any) -> None:
    """Add `battle need`."""
    need = add_action(actions, "need", _need, "the minimum number of attackers for a win probability", "60 --win 0.7")
    need.add_argument("defenders", metavar="D", type=whole_number, help="defending armies")
    help_text = "win probability, such as 0.7"
    need.add_argument("--win", metavar="W", type=positive_probability, required=True, help=help_text)
    add_rules(need)
    need.add_argument("--exact", action="store_true", help=EXACT)
    add_json(need)


def _odds(args: argparse.Namespace) -> int:
    from gametheory.cli.battle.output import distribution_json, print_distribution, rules_json

    check_size(args, args.attackers, args.defenders)
    battle = battle_of(args, args.attackers)
    distribution, omitted = _distribution(args, battle)
    when = f"after turn {args.turns}" if args.turns else "in the end"
    if args.plot:
        from gametheory.render.figures import distribution_plot

        write_output(args.plot, distribution_plot(battle, distribution, when))
    if args.json:
        document = rules_json(battle) | distribution_json(distribution)
        print_json(document | ({"eventual_left_out": omitted} if omitted else {}))
        return 0
    print_distribution(distribution, battle.stop_when_outnumbered, when)
    if omitted:
        print(f"The end is omitted: {omitted}.")
    if args.plot:
        print(f"wrote {args.plot}")
    return 0


def _distribution(args: argparse.Namespace, battle: Battle) -> tuple[OddsByTurn, str]:
    """Return the distribution to print; and if its end has fractions too long to compute, the reason."""
    from gametheory.games.battle import BattleDistribution
    from gametheory.games.battle.distribution import battle_odds_by_turn
    from gametheory.games.battle.exact import TooManyDigits, exact_distribution, exact_odds_by_turn

    if args.exact and args.turns:
        try:
            return exact_distribution(battle, args.turns), ""
        except TooManyDigits as error:
            return _exact_turns(args, battle), str(error)
    if args.turns:
        return distribution_of(args, battle, args.turns), ""
    end = distribution_of(args, battle, None)
    try:
        first = (exact_odds_by_turn if args.exact else battle_odds_by_turn)(battle, FIRST_TURNS)
    except ValueError as error:
        fail(args, str(error))
    bound = max(first.error_bound, end.error_bound)
    return BattleDistribution(first.turns, end.survivors, bound, end.eventual), ""


def _exact_turns(args: argparse.Namespace, battle: Battle) -> OddsByTurn:
    from gametheory.games.battle.exact import TooManyDigits, exact_odds_by_turn

    positions = (battle.attackers - battle.reserve) * battle.defenders
    if positions > MAX_EXACT:
        fail(args, f"A, D too large for --exact: {format_size(positions)} positions; at most {MAX_EXACT:,}")
    try:
        return exact_odds_by_turn(battle, args.turns)
    except TooManyDigits as error:
        fail(args, str(error))


def _need(args: argparse.Namespace) -> int:
    from gametheory.cli.battle.output import rules_json
    from gametheory.cli.probabilities import error_bound_text, format_probability, json_probability
    from gametheory.cli.tables import print_table
    from gametheory.games.battle.decisions import TooClose, minimum_attackers

    check_size(args, _most_needed(args), args.defenders)
    battle = battle_of(args, args.reserve + 1)
    try:
        result = minimum_attackers(battle, args.win, args.turns)
    except (ValueError, TooClose) as error:
        fail(args, str(error))
    win: Probability = result.win
    win_before: Probability = result.win_before or 0.0
    bound: Probability = result.error_bound
    if args.exact:
        win, win_before = (_exact_win_probability(args, result.attackers - less) for less in (0, 1))
        bound = Fraction(0)
    if args.json:
        numbers = {"win": win, "win_of_one_less": win_before, "error_bound": bound}
        document = rules_json(replace(battle, attackers=result.attackers))
        document |= {"wanted": str(args.win), "turns": args.turns}
        print_json(document | {name: json_probability(number) for name, number in numbers.items()})
        return 0
    rows = [
        (str(result.attackers - 1), format_probability(win_before)),
        (str(result.attackers), format_probability(win)),
    ]
    print_table(("attackers", f"win by turn {args.turns}" if args.turns else "win in the end"), rows)
    wins = f"{result.attackers} attackers win against {args.defenders} with a probability of at least {args.win}"
    print(f"{wins}; fewer attackers do not.")
    print(error_bound_text(bound))
    return 0


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
