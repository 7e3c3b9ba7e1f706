"""`gametheory battle odds`: the chances of one battle, by turn and in the end."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, output_file, print_json, write_output
from gametheory.cli.battle.rules import add_counts, add_rules, battle_of, check_size, law_of, refuse
from gametheory.numbers.format import format_size

if TYPE_CHECKING:
    from gametheory.games.battle import Battle, OddsByTurn

FIRST_TURNS, MOST_EXACT = 5, 10_000


def add_odds(actions: Any) -> None:
    """Declare `battle odds`."""
    odds = add_action(actions, "odds", _odds, "the chances of one battle, by turn and in the end", "40 25 --turns 5")
    add_counts(odds)
    add_rules(odds)
    odds.add_argument("--exact", action="store_true", help="exact rationals in place of floats with a bound")
    odds.add_argument("--plot", metavar="FILE.svg", type=output_file, help="also draw the turns and the armies left")
    add_json(odds)


def _odds(chosen: argparse.Namespace) -> int:
    from gametheory.cli.battle.output import law_json, rules_json
    from gametheory.cli.battle.plots import law_plot

    check_size(chosen, chosen.attackers, chosen.defenders)
    battle = battle_of(chosen, chosen.attackers)
    law, no_end = _odds_law(chosen, battle)
    when = f"after turn {chosen.turns}" if chosen.turns else "in the end"
    if chosen.plot:
        write_output(chosen.plot, law_plot(battle, law, when))
    if chosen.json:
        print_json(rules_json(battle) | law_json(law) | ({"eventual_left_out": no_end} if no_end else {}))
    else:
        _print_odds(battle, law, when)
        if no_end:
            print(f"The end is left out: {no_end}.")
        if chosen.plot:
            print(f"wrote {chosen.plot}")
    return 0


def _odds_law(chosen: argparse.Namespace, battle: Battle) -> tuple[OddsByTurn, str]:
    """The law to show, and why its end is left out where exact turns were asked for and their end would be too long."""
    from gametheory.games.battle import BattleDistribution
    from gametheory.games.battle.exact import TooManyDigits, exact_distribution

    if chosen.exact and chosen.turns:
        try:
            return exact_distribution(battle, chosen.turns), ""
        except TooManyDigits as error:
            return _exact_turns(chosen, battle), str(error)
    law = law_of(chosen, battle, chosen.turns or FIRST_TURNS)
    if not chosen.turns:
        end = law_of(chosen, battle, None)
        law = BattleDistribution(law.turns, end.survivors, max(law.error_bound, end.error_bound), end.eventual)
    return law, ""


def _exact_turns(chosen: argparse.Namespace, battle: Battle) -> OddsByTurn:
    from gametheory.games.battle.exact import TooManyDigits, exact_odds_by_turn

    positions = (battle.attackers - battle.reserve) * battle.defenders
    if positions > MOST_EXACT:
        refuse(chosen, f"A, D too large for --exact: {format_size(positions)} positions; at most {MOST_EXACT:,}")
    try:
        return exact_odds_by_turn(battle, chosen.turns)
    except TooManyDigits as error:
        refuse(chosen, str(error))


def _print_odds(battle: Battle, law: OddsByTurn, when: str) -> None:
    from gametheory.cli.battle.output import print_law
    from gametheory.cli.probabilities import survivors_text, error_bound_text

    print_law(law, battle.stop_when_outnumbered)
    print(f"Attackers left {when}: {survivors_text(law.survivors.attackers)}.")
    print(f"Defenders left {when}: {survivors_text(law.survivors.defenders)}.")
    print(error_bound_text(law.error_bound))
