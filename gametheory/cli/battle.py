"""`gametheory battle`: odds of one battle, of all battles, the minimum number of attackers, and a simulation."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from io import BytesIO
from math import isqrt
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    InputError,
    add_action,
    add_game,
    add_json,
    add_workers,
    drawing_file,
    output_file,
    positive_probability,
    print_json,
    probability,
    whole_number,
    whole_number_or_zero,
    write_output,
)
from gametheory.cli.tables import console, print_table
from gametheory.numbers.format import format_error_bound, format_probability, format_size, pluralize
from gametheory.numbers.table import show

if TYPE_CHECKING:
    from gametheory.games.battle import Battle, OddsByTurn

FIRST_TURNS = 5
MAX_TURNS, MAX_POSITIONS, MAX_EXACT = 10_000, 25_000_000, 10_000
MAX_GAMES, MAX_ARMIES, CONFIDENCE = 20_000_000, 10**15, 0.99
SIDES = ("attacker", "defender")
RULES: dict[str, dict[str, Any]] = {
    "--turns": {"metavar": "K", "type": whole_number, "help": "report the odds after K turns (default: at the end)"},
    "--p": {"metavar": "P", "type": probability, "default": Fraction(3, 5)}
    | {"help": "hit probability of an attacker (default 0.6)"},
    "--q": {"metavar": "Q", "type": probability, "default": Fraction(7, 10)}
    | {"help": "hit probability of a defender (default 0.7)"},
    "--both-dead": {"choices": SIDES, "default": SIDES[0]}
    | {"help": "the winner if both sides are wiped out in the same turn (default attacker)"},
    "--reserve": {"metavar": "R", "type": whole_number_or_zero, "default": 0}
    | {"help": "armies held in reserve (default 0)"},
    "--stop-when-outnumbered": {"action": "store_true"}
    | {"help": "stop attacking once attackers (with reserve) no longer outnumber defenders"},
}
EXACT = "print exact rationals instead of floats with an error bound"
SHORT = {"attacker_hits": "p", "defender_hits": "q"}  # names of a battle in the JSON


def add_commands(commands: Any) -> None:
    """Add `battle` and its four commands."""
    description = "Battles: two armies shoot at each other, turn after turn, until one side is gone."
    actions = add_game(commands, "battle", description, "odds 40 25 --turns 5")
    add = _action(actions, "odds", _odds, "odds of one battle, by turn and in the end", "40 25 --turns 5")
    add("--exact", action="store_true", help=EXACT)
    add("--plot", metavar="FILE.svg", type=drawing_file, help="also draw the odds by turn and the survivors")
    add = _action(actions, "need", _need, "the minimum number of attackers for a win probability", "60 --win 0.7")
    add("--win", metavar="W", type=positive_probability, required=True, help="win probability, such as 0.7")
    add("--exact", action="store_true", help=EXACT)
    summary = "write the odds of all battles up to A against D to a file"
    add = _action(actions, "table", _table, summary, "100 100 -o odds.npz")
    add(
        "-o",
        dest="output",
        metavar="FILE",
        type=partial(output_file, endings=(".npz", ".csv")),
        required=True,
        help="output file, .npz or .csv",
    )
    add("--plot", metavar="FILE.svg", type=drawing_file, help="also draw a map of the win probabilities")
    summary, example = "simulate a battle many times, with confidence intervals", "40 25 --games 10000 --seed 1"
    add = _action(actions, "simulate", _simulate, summary, example)
    add("--games", metavar="G", type=whole_number, required=True, help="number of games")
    add("--seed", metavar="S", type=whole_number_or_zero, required=True, help="random seed")


def _action(
    actions: Any, name: str, run: Callable[[argparse.Namespace], None], summary: str, example: str
) -> Callable[..., Any]:
    """Add a command with the armies and the rules, and return the function that adds its other options."""
    parser = add_action(actions, name, partial(_checked, run), summary, example)
    if name != "need":
        parser.add_argument("attackers", metavar="A", type=whole_number, help="attacking armies, reserve included")
    parser.add_argument("defenders", metavar="D", type=whole_number, help="defending armies")
    for option, settings in RULES.items():
        parser.add_argument(option, **settings)
    if name == "table":
        add_workers(parser)
    add_json(parser)
    return parser.add_argument


def _checked(run: Callable[[argparse.Namespace], None], args: argparse.Namespace) -> int:
    """Run a command; a number that is too large for it becomes wrong input."""
    from gametheory.games.battle.decisions import TooClose

    try:
        if args.turns and args.turns > MAX_TURNS:
            raise ValueError(f"argument --turns: {format_size(args.turns)} is more than {MAX_TURNS:,}")
        run(args)
    except (ValueError, TooClose) as error:
        raise InputError(f"gametheory battle {args.action}: {error}") from error
    return 0


def _battle(args: argparse.Namespace, attackers: int) -> Battle:
    """Return the battle that the arguments describe."""
    from gametheory.games.battle import Battle

    if args.reserve >= attackers:
        army = f"{args.reserve} is as large as the army of {attackers}"
        raise ValueError(f"argument --reserve: {army}, and leaves no army to fight")
    return Battle(attackers, args.defenders, args.p, args.q, args.both_dead, args.reserve, args.stop_when_outnumbered)


def _check_size(attackers: int, defenders: int) -> None:
    """Refuse a battle that would take too much memory or time."""
    if attackers * defenders > MAX_POSITIONS:
        largest = f"at most {MAX_POSITIONS:,}, for example {isqrt(MAX_POSITIONS):,} against {isqrt(MAX_POSITIONS):,}"
        raise ValueError(f"A, D too large: {format_size(attackers * defenders)} positions; {largest}")


def _rules(battle: Battle) -> dict[str, Any]:
    """Return the battle and its rules as JSON, with both hit probabilities as exact fractions."""
    return {SHORT.get(name, name): str(v) if isinstance(v, Fraction) else v for name, v in vars(battle).items()}


def _odds(args: argparse.Namespace) -> None:
    _check_size(args.attackers, args.defenders)
    battle = _battle(args, args.attackers)
    distribution, omitted = _distribution(args, battle)
    if args.plot:
        from gametheory.render.figures import distribution_plot

        write_output(args.plot, distribution_plot(battle, distribution))
    if args.json:
        print_json(_rules(battle) | _json(distribution) | ({"eventual_left_out": omitted} if omitted else {}))
        return
    show(distribution.view(), console())
    if omitted:
        print(f"The end is omitted: {omitted}.")
    if args.plot:
        print(f"wrote {args.plot}")


def _distribution(args: argparse.Namespace, battle: Battle) -> tuple[OddsByTurn, str]:
    """Return the distribution to print; and if its end has fractions too long to compute, the reason."""
    from gametheory.games.battle import distribution

    whole, by_turn = (
        (distribution.exact_distribution, distribution.exact_odds_by_turn)
        if args.exact
        else (distribution.battle_distribution, distribution.battle_odds_by_turn)
    )
    if not args.turns:
        end, first = whole(battle), by_turn(battle, FIRST_TURNS)
        return replace(end, turns=first.turns, error_bound=max(first.error_bound, end.error_bound)), ""
    try:
        return whole(battle, args.turns), ""
    except distribution.TooManyDigits as error:
        positions = (battle.attackers - battle.reserve) * battle.defenders
        if positions > MAX_EXACT:
            size = f"{format_size(positions)} positions; at most {MAX_EXACT:,}"
            raise ValueError(f"A, D too large for --exact: {size}") from error
        return by_turn(battle, args.turns), str(error)


def _json(distribution: OddsByTurn) -> dict[str, Any]:
    """Return the JSON of a distribution; exact numbers are written in full."""
    sys.set_int_max_str_digits(0)
    number: Callable[[Any], str | float] = str if isinstance(distribution.error_bound, Fraction) else float

    def numbers(probabilities: Mapping[Any, Any]) -> dict[str, str | float]:
        return {str(name): number(value) for name, value in probabilities.items()}

    eventual, survivors = getattr(distribution, "eventual", None), distribution.survivors._asdict()
    return {
        "turns": [numbers(turn._asdict()) | {"turn": turn.turn} for turn in distribution.turns],
        "eventual": numbers(eventual._asdict()) if eventual else None,
        "survivors": {side: numbers(dict(sorted(left.items()))) for side, left in survivors.items()},
        "error_bound": number(distribution.error_bound),
    }


def _need(args: argparse.Namespace) -> None:
    from gametheory.games.battle.decisions import minimum_attackers

    _check_size(_most_needed(args), args.defenders)
    battle = _battle(args, args.reserve + 1)
    result = minimum_attackers(battle, args.win, args.turns)
    odds: list[Any] = [result.win, result.win_before or 0.0, result.error_bound]
    if args.exact:
        odds = [*(_exact_win(battle, result.attackers - less, args.turns) for less in (0, 1)), Fraction(0)]
    win, before, bound = odds
    if args.json:
        numbers = zip(("win", "win_of_one_less", "error_bound"), map(str, odds) if args.exact else odds, strict=True)
        wanted = {"wanted": str(args.win), "turns": args.turns}
        print_json(_rules(replace(battle, attackers=result.attackers)) | wanted | dict(numbers))
        return
    rows = [(str(result.attackers - 1), format_probability(before)), (str(result.attackers), format_probability(win))]
    print_table(("attackers", f"win by turn {args.turns}" if args.turns else "win in the end"), rows)
    wins = f"{result.attackers} attackers win against {args.defenders} with a probability of at least {args.win}"
    print(f"{wins}; fewer attackers do not.\n{format_error_bound(bound)}")


def _most_needed(args: argparse.Namespace) -> int:
    """Estimate the largest number of attackers that the search tries."""
    if not args.p:
        return int(args.defenders)
    ratio = (args.q / args.p) ** 0.5
    if args.turns:
        ratio = max(ratio, float(1 / args.p) / args.turns)
    return int(args.reserve + args.defenders * Fraction(ratio))


def _exact_win(battle: Battle, attackers: int, turns: int | None) -> Fraction:
    from gametheory.games.battle.distribution import exact_distribution

    if attackers <= battle.reserve:
        return Fraction(0)
    distribution = exact_distribution(replace(battle, attackers=attackers), turns)
    return Fraction(distribution.turns[-1].win if turns else distribution.eventual.win)


def _table(args: argparse.Namespace) -> None:
    from gametheory.games.battle.decisions import odds_table, write_csv, write_npz

    battle, file = _battle(args, args.attackers), BytesIO()
    rules = battle.attacker_hits, battle.defender_hits, battle.both_dead, battle.reserve, battle.stop_when_outnumbered
    table = odds_table(battle.attackers, battle.defenders, args.turns, *rules)
    (write_npz if args.output.suffix == ".npz" else write_csv)(table, file)
    write_output(args.output, file.getvalue())
    if args.plot:
        from gametheory.render.figures import table_plot

        write_output(args.plot, table_plot(table))
    battles = (battle.attackers - battle.reserve) * battle.defenders
    if args.json:
        made = {"turns": args.turns, "battles": battles, "error_bound": table.error_bound}
        print_json(_rules(battle) | made | {"file": str(args.output)})
        return
    print(f"wrote {args.output}: {battles:,} battles\n{format_error_bound(table.error_bound)}")
    if args.plot:
        print(f"wrote {args.plot}")


def _simulate(args: argparse.Namespace) -> None:
    from gametheory.games.battle.distribution import confidence_interval, simulate_battle

    if args.games > MAX_GAMES:
        raise ValueError(f"argument --games: {format_size(args.games)} is more than {MAX_GAMES:,}")
    if max(args.attackers, args.defenders) > MAX_ARMIES:
        raise ValueError(f"A, D too large: at most {MAX_ARMIES:,} armies a side are simulated")
    battle, games = _battle(args, args.attackers), args.games
    played = simulate_battle(battle, games, args.seed, args.turns)

    def counts(outcomes: tuple[int, int, int]) -> dict[str, int]:
        names = ("win", "lose", "stopped", "undecided")
        return dict(zip(names, (*outcomes, games - sum(outcomes)), strict=True))

    def shares(numbers: Mapping[Any, int]) -> dict[str, float]:
        return {str(name): count / games for name, count in numbers.items()}

    end = counts(played.end)
    intervals = {name: confidence_interval(count, games, CONFIDENCE) for name, count in end.items()}
    if args.json:
        by_turn = [{"turn": turn} | shares(counts(each)) for turn, each in enumerate(played.by_turn, 1)]
        document = {"games": games, "seed": args.seed, "turns": by_turn} | shares(end)
        document |= {"confidence": CONFIDENCE, "intervals": intervals}
        survivors = {"attackers": shares(played.attackers), "defenders": shares(played.defenders)}
        print_json(_rules(battle) | document | {"survivors": survivors})
        return
    rows = [
        (name, f"{end[name]:,}", f"{end[name] / games:.6f}", f"{low:.6f} to {high:.6f}")
        for name, (low, high) in intervals.items()
        if end[name] or name in ("win", "lose")
    ]
    print_table(("outcome", "games", "share", f"{100 * CONFIDENCE:g} % interval"), rows)
    print(f"{games:,} games, seed {args.seed}, {pluralize(len(played.by_turn), 'turn')}.")
