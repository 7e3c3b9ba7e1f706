"""`gametheory battle simulate_battle`: a battle played many times, with intervals."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, print_json, whole_number, whole_number_or_zero
from gametheory.cli.battle.rules import add_counts, add_rules, battle_of, check_turns, refuse
from gametheory.numbers.format import format_size

if TYPE_CHECKING:
    from gametheory.games.battle import Battle
    from gametheory.games.battle.simulation import Simulation

    Interval = tuple[float, float]

MOST_GAMES, MOST_ARMIES, CONFIDENCE = 20_000_000, 10**15, 0.99


def add_simulate(actions: Any) -> None:
    """Declare `battle simulate_battle`."""
    simulate = add_action(
        actions, "simulate", _simulate, "play a battle many times, with intervals", "40 25 --games 10000 --seed 1"
    )
    add_counts(simulate)
    simulate.add_argument("--games", metavar="G", type=whole_number, required=True, help="how many games")
    simulate.add_argument("--seed", metavar="S", type=whole_number_or_zero, required=True, help="of the random numbers")
    add_rules(simulate)
    add_json(simulate)


def _simulate(chosen: argparse.Namespace) -> int:
    from gametheory.games.battle.simulation import confidence_interval, simulate_battle

    check_turns(chosen)
    if chosen.games > MOST_GAMES:
        refuse(chosen, f"argument --games: {format_size(chosen.games)} is more than {MOST_GAMES:,}")
    if max(chosen.attackers, chosen.defenders) > MOST_ARMIES:
        refuse(chosen, f"A, D too large: at most {MOST_ARMIES:,} armies a side are simulated")
    battle = battle_of(chosen, chosen.attackers)
    try:
        played = simulate_battle(battle, chosen.games, chosen.seed, chosen.turns)
    except ValueError as error:
        refuse(chosen, str(error))
    counts = dict(zip(("win", "lose", "stopped"), played.end, strict=True))
    counts["undecided"] = chosen.games - sum(counts.values())
    intervals = {name: confidence_interval(count, chosen.games, CONFIDENCE) for name, count in counts.items()}
    if chosen.json:
        print_json(_document(battle, played, chosen.seed, counts, intervals))
    else:
        _print(played, chosen.seed, counts, intervals)
    return 0


def _document(
    battle: Battle, played: Simulation, seed: int, counts: dict[str, int], intervals: dict[str, Interval]
) -> dict[str, Any]:
    from gametheory.cli.battle.output import rules_json, simulated_survivors, simulated_turns

    answer: dict[str, Any] = {"games": played.games, "seed": seed, "turns": simulated_turns(played)}
    answer |= {name: count / played.games for name, count in counts.items()}
    answer |= {"confidence": CONFIDENCE, "intervals": {name: list(ends) for name, ends in intervals.items()}}
    return rules_json(battle) | answer | {"survivors": simulated_survivors(played)}


def _print(played: Simulation, seed: int, counts: dict[str, int], intervals: dict[str, Interval]) -> None:
    from gametheory.cli.tables import print_table

    rows = [
        (name, f"{counts[name]:,}", f"{counts[name] / played.games:.6f}", f"{low:.6f} to {high:.6f}")
        for name, (low, high) in intervals.items()
        if counts[name] or name in ("win", "lose")
    ]
    print_table(("outcome", "games", "share", f"{100 * CONFIDENCE:g} % interval"), rows)
    turns = len(played.by_turn)
    print(f"{played.games:,} games, seed {seed}, {turns} turn{'' if turns == 1 else 's'}.")
