"""`gametheory battle simulate`: a battle played many times, with confidence intervals."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, print_json, whole_number, whole_number_or_zero
from gametheory.cli.battle.rules import add_armies, add_rules, battle_of, check_turns, fail
from gametheory.numbers.format import format_size, pluralize

if TYPE_CHECKING:
    from gametheory.games.battle import Battle
    from gametheory.games.battle.simulation import BattleSimulation

    Interval = tuple[float, float]

MAX_GAMES, MAX_ARMIES, CONFIDENCE = 20_000_000, 10**15, 0.99


def add_simulate(actions: Any) -> None:
    """Add `battle simulate`."""
    simulate = add_action(
        actions,
        "simulate",
        _simulate,
        "simulate a battle many times, with confidence intervals",
        "40 25 --games 10000 --seed 1",
    )
    add_armies(simulate)
    simulate.add_argument("--games", metavar="G", type=whole_number, required=True, help="number of games")
    simulate.add_argument("--seed", metavar="S", type=whole_number_or_zero, required=True, help="random seed")
    add_rules(simulate)
    add_json(simulate)


def _simulate(args: argparse.Namespace) -> int:
    from gametheory.games.battle.simulation import confidence_interval, simulate_battle

    check_turns(args)
    if args.games > MAX_GAMES:
        fail(args, f"argument --games: {format_size(args.games)} is more than {MAX_GAMES:,}")
    if max(args.attackers, args.defenders) > MAX_ARMIES:
        fail(args, f"A, D too large: at most {MAX_ARMIES:,} armies a side are simulated")
    battle = battle_of(args, args.attackers)
    try:
        played = simulate_battle(battle, args.games, args.seed, args.turns)
    except ValueError as error:
        fail(args, str(error))
    counts = dict(zip(("win", "lose", "stopped"), played.end, strict=True))
    counts["undecided"] = args.games - sum(counts.values())
    intervals = {name: confidence_interval(count, args.games, CONFIDENCE) for name, count in counts.items()}
    if args.json:
        print_json(_document(battle, played, args.seed, counts, intervals))
    else:
        _print(played, args.seed, counts, intervals)
    return 0


def _document(
    battle: Battle, played: BattleSimulation, seed: int, counts: dict[str, int], intervals: dict[str, Interval]
) -> dict[str, Any]:
    """Return the shares of games by outcome, by turn, and by armies left on each side."""
    from gametheory.cli.battle.output import rules_json

    games = played.games
    by_turn = [
        {"turn": turn, "win": won / games, "lose": lost / games, "stopped": stopped / games}
        | {"undecided": (games - won - lost - stopped) / games}
        for turn, (won, lost, stopped) in enumerate(played.by_turn, 1)
    ]
    sides = {"attackers": played.attackers, "defenders": played.defenders}
    survivors = {side: {str(left): count / games for left, count in left_of.items()} for side, left_of in sides.items()}
    answer: dict[str, Any] = {"games": games, "seed": seed, "turns": by_turn}
    answer |= {name: count / games for name, count in counts.items()}
    answer |= {"confidence": CONFIDENCE, "intervals": {name: list(ends) for name, ends in intervals.items()}}
    return rules_json(battle) | answer | {"survivors": survivors}


def _print(played: BattleSimulation, seed: int, counts: dict[str, int], intervals: dict[str, Interval]) -> None:
    from gametheory.cli.tables import print_table

    rows = [
        (name, f"{counts[name]:,}", f"{counts[name] / played.games:.6f}", f"{low:.6f} to {high:.6f}")
        for name, (low, high) in intervals.items()
        if counts[name] or name in ("win", "lose")
    ]
    print_table(("outcome", "games", "share", f"{100 * CONFIDENCE:g} % interval"), rows)
    turns = len(played.by_turn)
    print(f"{played.games:,} games, seed {seed}, {pluralize(turns, 'turn')}.")
