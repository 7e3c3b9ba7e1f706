"""`gametheory battle`: the chances of one battle, of all battles, the armies it takes, and a simulation."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    InputError,
    add_action,
    add_json,
    add_workers,
    chance,
    chance_above_zero,
    output_file,
    print_json,
    whole_number,
    whole_number_or_zero,
    write_output,
)
from gametheory.cli.memory_limit import add_memory, check_memory

if TYPE_CHECKING:
    from gametheory.games.battle import Battle, TurnsLaw
    from gametheory.games.battle.table import OddsTable

FIRST_TURNS, MOST_TURNS = 5, 10_000
MOST_POSITIONS, MOST_EXACT = 25_000_000, 10_000
MOST_GAMES, MOST_ARMIES, CONFIDENCE = 20_000_000, 10**15, 0.99


def add_commands(commands: Any) -> None:
    """Declare `battle` and its four commands."""
    battle = commands.add_parser(
        "battle",
        description="Armies that shoot at each other, turn after turn, until one side is gone.",
        epilog="example:\n  gametheory battle odds 40 25 --turns 5",
    )
    actions = battle.add_subparsers(metavar="ACTION", required=True)
    _add_odds(actions)
    _add_need(actions)
    _add_table(actions)
    _add_simulate(actions)


def _add_odds(actions: Any) -> None:
    odds = add_action(actions, "odds", _odds, "the chances of one battle, by turn and in the end", "40 25 --turns 5")
    _counts(odds)
    _rules(odds)
    odds.add_argument("--exact", action="store_true", help="exact rationals in place of floats with a bound")
    odds.add_argument("--plot", metavar="FILE.svg", type=output_file, help="also draw the turns and the armies left")
    add_json(odds)


def _add_need(actions: Any) -> None:
    need = add_action(actions, "need", _need, "the fewest attackers for a wanted chance to win", "60 --win 0.7")
    need.add_argument("defenders", metavar="D", type=whole_number, help="defending armies")
    need.add_argument(
        "--win", metavar="W", type=chance_above_zero, required=True, help="the wanted chance, such as 0.7"
    )
    _rules(need)
    need.add_argument("--exact", action="store_true", help="decide by exact rationals in place of floats with a bound")
    add_json(need)


def _add_table(actions: Any) -> None:
    table = add_action(actions, "table", _table, "all battles up to A against D as a file", "100 100 -o odds.npz")
    _counts(table)
    _rules(table)
    table.add_argument("-o", dest="output", metavar="FILE", type=_table_file, required=True, help=".npz or .csv")
    table.add_argument("--plot", metavar="FILE.svg", type=output_file, help="also draw the chances as a map")
    add_workers(table)
    add_memory(table)
    add_json(table)


def _add_simulate(actions: Any) -> None:
    simulate = add_action(
        actions, "simulate", _simulate, "play a battle many times, with intervals", "40 25 --games 10000 --seed 1"
    )
    _counts(simulate)
    simulate.add_argument("--games", metavar="G", type=whole_number, required=True, help="how many games")
    simulate.add_argument("--seed", metavar="S", type=whole_number_or_zero, required=True, help="of the random numbers")
    _rules(simulate)
    add_json(simulate)


def _counts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("attackers", metavar="A", type=whole_number, help="attacking armies, reserve included")
    parser.add_argument("defenders", metavar="D", type=whole_number, help="defending armies")


def _rules(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--turns", metavar="K", type=whole_number, help="after so many turns; without it, in the end")
    add("--p", metavar="P", type=chance, default=Fraction(3, 5), help="chance that an attacker hits, read exactly: 0.6")
    add("--q", metavar="Q", type=chance, default=Fraction(7, 10), help="chance that a defender hits, read exactly: 0.7")
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


def _table_file(text: str) -> Any:
    path = output_file(text)
    if path.suffix not in (".npz", ".csv"):
        raise argparse.ArgumentTypeError(f"{text} ends neither in .npz nor in .csv")
    return path


def _battle(chosen: argparse.Namespace, attackers: int) -> Battle:
    """The battle with the rules that were chosen."""
    from gametheory.games.battle import Battle

    if chosen.reserve >= attackers:
        _refuse(
            chosen,
            f"argument --reserve: {chosen.reserve} is as large as the army of {attackers}, and leaves nobody to fight",
        )
    return Battle(
        attackers, chosen.defenders, chosen.p, chosen.q, chosen.both_dead, chosen.reserve, chosen.stop_when_outnumbered
    )


def _refuse(chosen: argparse.Namespace, why: str) -> None:
    raise InputError(f"gametheory battle {chosen.action}: {why}")


def _law(chosen: argparse.Namespace, battle: Battle, turns: int | None) -> Any:
    """The law of a battle, exact where that was asked for."""
    from gametheory.games.battle.exact import exact_law
    from gametheory.games.battle.law import battle_law

    try:
        return (exact_law if chosen.exact else battle_law)(battle, turns)
    except ValueError as error:
        raise InputError(f"gametheory battle {chosen.action}: {error}") from error


def _odds(chosen: argparse.Namespace) -> int:
    from gametheory.cli.battle_shown import law_json, law_plot, rules_json

    _check_size(chosen, chosen.attackers, chosen.defenders)
    battle = _battle(chosen, chosen.attackers)
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


def _odds_law(chosen: argparse.Namespace, battle: Battle) -> tuple[TurnsLaw, str]:
    """The law to show, and why its end is left out where exact turns were asked for and their end would be too long."""
    from gametheory.games.battle import BattleLaw
    from gametheory.games.battle.exact import TooManyDigits, exact_law

    if chosen.exact and chosen.turns:
        try:
            return exact_law(battle, chosen.turns), ""
        except TooManyDigits as error:
            return _exact_turns(chosen, battle), str(error)
    law = _law(chosen, battle, chosen.turns or FIRST_TURNS)
    if not chosen.turns:
        end = _law(chosen, battle, None)
        law = BattleLaw(law.turns, end.survivors, max(law.error_bound, end.error_bound), end.eventual)
    return law, ""


def _exact_turns(chosen: argparse.Namespace, battle: Battle) -> TurnsLaw:
    from gametheory.games.battle.exact import TooManyDigits, exact_turns

    positions = (battle.attackers - battle.reserve) * battle.defenders
    if positions > MOST_EXACT:
        _refuse(chosen, f"A, D too large for --exact: {_rounded(positions)} positions; at most {MOST_EXACT:,}")
    try:
        return exact_turns(battle, chosen.turns)
    except TooManyDigits as error:
        raise InputError(f"gametheory battle {chosen.action}: {error}") from error


def _print_odds(battle: Battle, law: TurnsLaw, when: str) -> None:
    from gametheory.cli.battle_shown import armies_left, bound_in_words, print_law

    print_law(law, battle.stop_when_outnumbered)
    print(f"Attackers left {when}: {armies_left(law.survivors.attackers)}.")
    print(f"Defenders left {when}: {armies_left(law.survivors.defenders)}.")
    print(bound_in_words(law.error_bound))


def _check_size(chosen: argparse.Namespace, attackers: int, defenders: int) -> None:
    """Refuse what would not fit in memory, or not end, before the work begins."""
    _check_turns(chosen)
    if attackers * defenders > MOST_POSITIONS:
        _refuse(
            chosen,
            f"A, D too large: {_rounded(attackers * defenders)} positions; at most {MOST_POSITIONS:,}, "
            f"{isqrt(MOST_POSITIONS):,} against {isqrt(MOST_POSITIONS):,} for example",
        )


def _check_turns(chosen: argparse.Namespace) -> None:
    if chosen.turns and chosen.turns > MOST_TURNS:
        _refuse(chosen, f"argument --turns: {_rounded(chosen.turns)} is more than {MOST_TURNS:,}")


def _rounded(number: int) -> str:
    digits = str(number)
    return f"{number:,}" if len(digits) <= 12 else f"about 10^{len(digits) - 1}"


def _need(chosen: argparse.Namespace) -> int:
    from gametheory.cli.battle_shown import bound_in_words, number, print_table, rules_json, shown
    from gametheory.games.battle.decisions import TooClose, need

    _check_size(chosen, _most_needed(chosen), chosen.defenders)
    battle = _battle(chosen, chosen.reserve + 1)
    try:
        found = need(battle, chosen.win, chosen.turns)
    except (ValueError, TooClose) as error:
        raise InputError(f"gametheory battle need: {error}") from error
    chances: list[Fraction | float] = [found.win, 0.0 if found.win_before is None else found.win_before]
    bound: Fraction | float = found.error_bound
    if chosen.exact:
        chances = [_chance_to_win(chosen, found.attackers - less) for less in (0, 1)]
        bound = Fraction(0)
    if chosen.json:
        answer = {"wanted": str(chosen.win), "turns": chosen.turns, "win": number(chances[0])}
        answer |= {"win_of_one_less": number(chances[1]), "error_bound": number(bound)}
        print_json(rules_json(replace(battle, attackers=found.attackers)) | answer)
        return 0
    when = f"by turn {chosen.turns}" if chosen.turns else "in the end"
    rows = [(str(found.attackers - less), shown(chances[less])) for less in (1, 0)]
    print_table(("attackers", f"win {when}"), rows)
    print(
        f"{found.attackers} attackers win against {chosen.defenders} with a chance of at least {chosen.win}, "
        "and no fewer do."
    )
    print(bound_in_words(bound))
    return 0


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
    law = _law(chosen, _battle(chosen, attackers), chosen.turns)
    return Fraction(law.turns[-1].win if chosen.turns else law.eventual.win)


def _table(chosen: argparse.Namespace) -> int:
    from gametheory.cli.battle_shown import bound_in_words, rules_json, table_plot
    from gametheory.games.battle.memory import bytes_for_table
    from gametheory.games.battle.table import check_memory as check_free_memory
    from gametheory.games.battle.table import odds_table

    _check_turns(chosen)
    battle = _battle(chosen, chosen.attackers)
    needed = bytes_for_table(chosen.attackers, chosen.defenders, chosen.output.suffix == ".csv", bool(chosen.plot))
    check_memory(chosen, needed, "battle table")
    rules = battle.attacker_hits, battle.defender_hits, battle.both_dead, battle.reserve, battle.stop_when_outnumbered
    try:
        check_free_memory(battle.attackers, battle.defenders)
        table = odds_table(battle.attackers, battle.defenders, chosen.turns, *rules)
    except ValueError as error:
        raise InputError(f"gametheory battle table: {error}") from error
    write_output(chosen.output, _file(table, chosen.output.suffix))
    if chosen.plot:
        write_output(chosen.plot, table_plot(table))
    battles = (battle.attackers - battle.reserve) * battle.defenders
    if chosen.json:
        made = {"turns": chosen.turns, "battles": battles, "error_bound": table.error_bound}
        print_json(rules_json(battle) | made | {"file": str(chosen.output)})
    else:
        print(f"wrote {chosen.output}: {battles:,} battles")
        print(bound_in_words(table.error_bound))
        if chosen.plot:
            print(f"wrote {chosen.plot}")
    return 0


def _file(table: OddsTable, suffix: str) -> bytes:
    from io import BytesIO

    from gametheory.games.battle.table import write_csv, write_npz

    file = BytesIO()
    (write_npz if suffix == ".npz" else write_csv)(table, file)
    return file.getvalue()


def _simulate(chosen: argparse.Namespace) -> int:
    from gametheory.cli.battle_shown import print_table, rules_json, simulated_survivors, simulated_turns
    from gametheory.games.battle.simulation import confidence_interval, simulate

    _check_turns(chosen)
    if chosen.games > MOST_GAMES:
        _refuse(chosen, f"argument --games: {_rounded(chosen.games)} is more than {MOST_GAMES:,}")
    if max(chosen.attackers, chosen.defenders) > MOST_ARMIES:
        _refuse(chosen, f"A, D too large: at most {MOST_ARMIES:,} armies a side are simulated")
    battle = _battle(chosen, chosen.attackers)
    try:
        played = simulate(battle, chosen.games, chosen.seed, chosen.turns)
    except ValueError as error:
        raise InputError(f"gametheory battle simulate: {error}") from error
    counts = dict(zip(("win", "lose", "stopped"), played.end, strict=True))
    counts["undecided"] = chosen.games - sum(counts.values())
    intervals = {name: confidence_interval(count, chosen.games, CONFIDENCE) for name, count in counts.items()}
    if chosen.json:
        answer: dict[str, Any] = {"games": chosen.games, "seed": chosen.seed, "turns": simulated_turns(played)}
        answer |= {name: count / chosen.games for name, count in counts.items()}
        answer |= {"confidence": CONFIDENCE, "intervals": {name: list(ends) for name, ends in intervals.items()}}
        print_json(rules_json(battle) | answer | {"survivors": simulated_survivors(played)})
        return 0
    rows = [
        (name, f"{counts[name]:,}", f"{counts[name] / chosen.games:.6f}", f"{low:.6f} to {high:.6f}")
        for name, (low, high) in intervals.items()
        if counts[name] or name in ("win", "lose")
    ]
    print_table(("outcome", "games", "share", f"{100 * CONFIDENCE:g} % interval"), rows)
    turns = len(played.by_turn)
    print(f"{chosen.games:,} games, seed {chosen.seed}, {turns} turn{'' if turns == 1 else 's'}.")
    return 0
