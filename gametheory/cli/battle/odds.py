"""`gametheory battle odds`: odds of one battle, by turn and in the end."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, output_file, print_json, write_output
from gametheory.cli.battle.rules import add_armies, add_rules, battle_of, check_size, distribution_of, fail
from gametheory.numbers.format import format_size

if TYPE_CHECKING:
    from gametheory.games.battle import Battle, OddsByTurn

FIRST_TURNS, MAX_EXACT = 5, 10_000


def add_odds(actions: Any) -> None:
    """Add `battle odds`."""
    odds = add_action(actions, "odds", _odds, "odds of one battle, by turn and in the end", "40 25 --turns 5")
    add_armies(odds)
    add_rules(odds)
    odds.add_argument(
        "--exact", action="store_true", help="print exact rationals instead of floats with an error bound"
    )
    odds.add_argument(
        "--plot", metavar="FILE.svg", type=output_file, help="also draw the odds by turn and the survivors"
    )
    add_json(odds)


def _odds(args: argparse.Namespace) -> int:
    from gametheory.cli.battle.output import distribution_json, rules_json
    from gametheory.cli.battle.plots import distribution_plot

    check_size(args, args.attackers, args.defenders)
    battle = battle_of(args, args.attackers)
    distribution, omitted = _odds_distribution(args, battle)
    when = f"after turn {args.turns}" if args.turns else "in the end"
    if args.plot:
        write_output(args.plot, distribution_plot(battle, distribution, when))
    if args.json:
        print_json(
            rules_json(battle) | distribution_json(distribution) | ({"eventual_left_out": omitted} if omitted else {})
        )
    else:
        _print_odds(battle, distribution, when)
        if omitted:
            print(f"The end is omitted: {omitted}.")
        if args.plot:
            print(f"wrote {args.plot}")
    return 0


def _odds_distribution(args: argparse.Namespace, battle: Battle) -> tuple[OddsByTurn, str]:
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


def _print_odds(battle: Battle, distribution: OddsByTurn, when: str) -> None:
    from gametheory.cli.battle.output import print_distribution
    from gametheory.cli.probabilities import error_bound_text, survivors_text

    print_distribution(distribution, battle.stop_when_outnumbered)
    print(f"Attackers left {when}: {survivors_text(distribution.survivors.attackers)}.")
    print(f"Defenders left {when}: {survivors_text(distribution.survivors.defenders)}.")
    print(error_bound_text(distribution.error_bound))
