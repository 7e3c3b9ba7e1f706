"""`gametheory battle` and `gametheory towers`: exact odds of armies that shoot at each other, or at towers."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from io import BytesIO
from math import comb, isqrt
from typing import TYPE_CHECKING, Any, NoReturn

from gametheory.cli.arguments import (
    Commands,
    InputError,
    add_action,
    add_game,
    add_json,
    add_workers,
    drawing_file,
    output_file,
    positive_probability,
    probability,
    shortened,
    whole_number,
    whole_number_or_zero,
)
from gametheory.cli.output import print_json, print_view, write_output
from gametheory.games.battle import Battle
from gametheory.numbers.format import JsonObject, format_error_bound, format_probability, format_size, pluralize
from gametheory.numbers.table import Table

if TYPE_CHECKING:
    from gametheory.games.battle import OddsByTurn
    from gametheory.games.towers import Towers, TowersDistribution

FIRST_TURNS = 5
MAX_TURNS, MAX_POSITIONS, MAX_EXACT, MAX_LUCK = 10_000, 25_000_000, 10_000, 1_000
MOST_WITH_LUCK = 100  # attackers that `need` tries
DICE = re.compile("([1-3])v([12])")
MAX_GAMES, MAX_ARMIES, CONFIDENCE = 20_000_000, 10**15, 0.99
SIDES = ("attacker", "defender")
EXACT = "print exact rationals instead of floats with an error bound"
SHORT = {"attacker_hits": "p", "defender_hits": "q"}  # names of a battle in the JSON

FIRST_ROUNDS = 5
MOST_OF_TOWERS = {"SOLDIERS": 1_000, "--rounds": 1_000}
MAX_STATES, MAX_STEPS = 10_000, 20_000_000


# gametheory battle


def add_battle(commands: Commands, name: str) -> None:
    """Add `battle` and its four commands."""
    description = "Battles: two armies shoot at each other, turn after turn, until one side is gone."
    actions = add_game(commands, name, description, "odds 40 25 --turns 5")

    add = _action(actions, "odds", _odds, "odds of one battle, by turn and in the end", "40 25 --turns 5")
    add("--exact", action="store_true", help=EXACT)
    add("--plot", metavar="FILE.svg", type=drawing_file, help="also draw the odds by turn and the survivors")

    add = _action(actions, "need", _need, "the minimum number of attackers for a win probability", "60 --win 0.7")
    add("--win", metavar="W", type=positive_probability, required=True, help="win probability, such as 0.7")
    add("--exact", action="store_true", help=EXACT)

    summary = "write the odds of all battles up to A against D to a file"
    add = _action(actions, "table", _table, summary, "100 100 -o odds.npz")
    file = partial(output_file, endings=(".npz", ".csv"))
    add("-o", dest="output", metavar="FILE", type=file, required=True, help="output file, .npz or .csv")
    add("--plot", metavar="FILE.svg", type=drawing_file, help="also draw a map of the win probabilities")

    summary, example = "simulate a battle many times, with confidence intervals", "40 25 --games 10000 --seed 1"
    add = _action(actions, "simulate", _simulate, summary, example)
    add("--games", metavar="G", type=whole_number, required=True, help="number of games")
    add("--seed", metavar="S", type=whole_number_or_zero, required=True, help="random seed")


def _action(
    actions: Commands, name: str, run: Callable[[argparse.Namespace], None], summary: str, example: str
) -> Callable[..., object]:
    """Add a command with the armies and the rules, and return the function that adds its other options."""
    parser = add_action(actions, name, partial(_run_battle, run), summary, example)
    add = parser.add_argument
    if name != "need":  # which looks for their number
        add("attackers", metavar="A", type=whole_number, help="attacking armies, reserve included")
    add("defenders", metavar="D", type=whole_number, help="defending armies")
    add("--turns", metavar="K", type=whole_number, help="report the odds after K turns (default: at the end)")
    # no default here: with dice, a hit probability is refused
    help_text = "hit probability of an attacker (default 0.6)"
    add("--p", metavar="P", type=probability, help=help_text)
    help_text = "hit probability of a defender (default 0.7)"
    add("--q", metavar="Q", type=probability, help=help_text)
    help_text = "the winner if both sides are wiped out in the same turn (default attacker)"
    add("--both-dead", choices=SIDES, default=SIDES[0], help=help_text)
    help_text = "armies held in reserve (default 0)"
    add("--reserve", metavar="R", type=whole_number_or_zero, default=0, help=help_text)
    help_text = "stop attacking once attackers (with reserve) no longer outnumber defenders"
    add("--stop-when-outnumbered", action="store_true", help=help_text)
    parser.set_defaults(dice=None, luck=None, round=None)
    if name in ("odds", "need"):
        _add_other_rules(add)
    else:
        for option in ("--dice", "--luck", "--round"):
            add(option, type=_of_odds_and_need, help=argparse.SUPPRESS)
    if name == "table":
        add_workers(parser)
    add_json(parser)
    return add


def _add_other_rules(add: Callable[..., object]) -> None:
    """Add the rules of other games, whose odds are exact fractions."""
    help_text = "roll dice as in RISK: the attacker at most A, from 1 to 3, the defender at most D, 1 or 2"
    add("--dice", metavar="AvD", type=_dice, help=help_text)
    help_text = "luck modifier of Warzone: 0 kills the expected number, 1 (default) a random one, others lie between"
    add("--luck", metavar="L", type=probability, help=help_text)
    help_text = "with --luck: to the nearest whole number (default), or up with the probability of the remainder"
    add("--round", choices=("straight", "weighted"), help=help_text)


def _dice(text: str) -> tuple[int, int]:
    match = DICE.fullmatch(text)
    if match is None:
        allowed = "AvD with at most 3 dice of the attacker and 2 of the defender, such as 3v2"
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not {allowed}")
    return int(match[1]), int(match[2])


def _of_odds_and_need(_text: str) -> NoReturn:
    raise argparse.ArgumentTypeError("only `battle odds` and `battle need` take it; their odds are exact")


def _run_battle(run: Callable[[argparse.Namespace], None], args: argparse.Namespace) -> int:
    """Run a command; a number that is too large for it becomes wrong input."""
    from gametheory.games.battle.decisions import TooClose

    try:
        _check_other_rules(args)
        if args.turns and args.turns > MAX_TURNS:
            raise ValueError(f"argument --turns: {format_size(args.turns)} is more than {MAX_TURNS:,}")
        run(args)
    except (ValueError, TooClose) as error:
        raise InputError(f"gametheory battle {args.action}: {error}") from error
    return 0


def _check_other_rules(args: argparse.Namespace) -> None:
    """Refuse options that exclude each other, and give the hit probabilities their defaults."""
    if args.round and args.luck is None:
        raise ValueError(f"argument --round: only with --luck; {args.round!r} rounds what --luck computes")
    for option in ("p", "q", "luck"):
        if args.dice and getattr(args, option) is not None:
            raise ValueError(f"argument --{option}: not allowed with --dice, which decides who is hit")
    args.is_other = args.dice is not None or args.luck is not None
    if args.is_other and args.action == "need" and args.turns:
        raise ValueError("argument --turns: not allowed with --dice or --luck; the win is that in the end")
    if args.p is None:
        args.p = Fraction(3, 5)
    if args.q is None:
        args.q = Fraction(7, 10)


def _battle(args: argparse.Namespace, attackers: int) -> Battle:
    """Return the battle that the arguments describe."""
    if args.reserve >= attackers:
        army = f"{args.reserve} is as large as the army of {attackers}"
        raise ValueError(f"argument --reserve: {army}, and leaves no army to fight")
    rules = (
        attackers,
        args.defenders,
        args.p,
        args.q,
        args.both_dead,
        args.reserve,
        args.stop_when_outnumbered,
    )
    if not args.is_other:
        return Battle(*rules)
    from gametheory.games.battle.other_rules import DiceBattle, LuckBattle

    if args.dice:
        return DiceBattle(*rules, dice=args.dice)
    return LuckBattle(*rules, luck=args.luck, rounding=args.round or "straight")


def _check_size(attackers: int, defenders: int, most: int = MAX_POSITIONS) -> None:
    """Refuse a battle that would take too much memory or time."""
    positions = attackers * defenders
    if positions > most:
        side = isqrt(most)
        largest = f"at most {most:,}, for example {side:,} against {side:,}"
        raise ValueError(f"A, D too large: {format_size(positions)} positions; {largest}")


def _battle_json(battle: Battle) -> dict[str, object]:
    """Return the battle and its rules as JSON, with both hit probabilities as exact fractions."""
    document = {}
    for name, value in vars(battle).items():
        if name in SHORT and hasattr(battle, "dice"):
            continue
        document[SHORT.get(name, name)] = str(value) if isinstance(value, Fraction) else value
    return document


def _odds(args: argparse.Namespace) -> None:
    _check_size(args.attackers, args.defenders, _most_positions(args))
    battle = _battle(args, args.attackers)
    distribution, omitted = _distribution(args, battle)
    if args.plot:  # drawn before anything is printed, since it can be refused
        from gametheory.render.figures import distribution_plot

        write_output(args.plot, distribution_plot(battle, distribution))
    if args.json:
        document = _battle_json(battle) | _odds_json(distribution)
        if omitted:
            document["eventual_left_out"] = omitted
        print_json(document)
        return
    print_view(distribution.view())
    if omitted:
        print(f"The end is omitted: {omitted}.")
    if args.plot:
        print(f"wrote {args.plot}")


def _most_positions(args: argparse.Namespace) -> int:
    """Return how many positions a battle may have by its rules."""
    if args.dice:
        return MAX_EXACT
    # a turn with luck leads to many positions, a roll of dice to three
    return MAX_POSITIONS if args.luck is None else MAX_LUCK


def _distribution(args: argparse.Namespace, battle: Battle) -> tuple[OddsByTurn, str]:
    """Return the distribution to print; and if its end has fractions too long to compute, the reason."""
    from gametheory.games.battle import distribution

    if args.is_other:
        from gametheory.games.battle.other_rules import exact_battle

        return exact_battle(battle, args.turns or FIRST_TURNS, ends=not args.turns), ""
    whole: Callable[..., object]
    by_turn: Callable[..., object]
    if args.exact:
        whole, by_turn = distribution.exact_distribution, distribution.exact_odds_by_turn
    else:
        whole, by_turn = distribution.battle_distribution, distribution.battle_odds_by_turn
    if not args.turns:
        # the end alone has no turns; the first few show how fast it comes
        end = whole(battle)
        first = by_turn(battle, FIRST_TURNS)
        bound = max(first.error_bound, end.error_bound)
        return replace(end, turns=first.turns, error_bound=bound), ""
    try:
        return whole(battle, args.turns), ""
    except distribution.TooManyDigits as error:
        positions = (battle.attackers - battle.reserve) * battle.defenders
        # the turns alone are short enough only in a small battle
        if positions > MAX_EXACT:
            size = f"{format_size(positions)} positions; at most {MAX_EXACT:,}"
            raise ValueError(f"A, D too large for --exact: {size}") from error
        return by_turn(battle, args.turns), str(error)


def _odds_json(distribution: OddsByTurn) -> dict[str, object]:
    """Return the JSON of a distribution; exact numbers are written in full."""
    # exact probabilities after many turns have a million digits
    sys.set_int_max_str_digits(0)
    is_exact = isinstance(distribution.error_bound, Fraction)
    number: Callable[[Any], str | float] = str if is_exact else float

    def numbers(probabilities: Mapping[Any, Any]) -> dict[str, str | float]:
        return {str(name): number(value) for name, value in probabilities.items()}

    turns = [numbers(turn._asdict()) | {"turn": turn.turn} for turn in distribution.turns]
    survivors = {}
    for side, left in distribution.survivors._asdict().items():
        survivors[side] = numbers(dict(sorted(left.items())))
    eventual = getattr(distribution, "eventual", None)
    return {
        "turns": turns,
        "eventual": numbers(eventual._asdict()) if eventual else None,
        "survivors": survivors,
        "error_bound": number(distribution.error_bound),
    }


def _need(args: argparse.Namespace) -> None:
    from gametheory.games.battle.decisions import minimum_attackers

    if args.is_other:
        _print_need(args, _battle(args, args.reserve + 1), *_need_by_other_rules(args))
        return
    # the search tries larger and larger armies, and the largest decides about memory
    _check_size(_most_needed(args), args.defenders)
    battle = _battle(args, args.reserve + 1)
    result = minimum_attackers(battle, args.win, args.turns)
    win: float | Fraction = result.win
    before: float | Fraction = result.win_before or 0.0
    bound: float | Fraction = result.error_bound
    if args.exact:
        win = _exact_win(battle, result.attackers, args.turns)
        before = _exact_win(battle, result.attackers - 1, args.turns)
        bound = Fraction(0)
    _print_need(args, battle, result.attackers, win, before, bound)


def _need_by_other_rules(args: argparse.Namespace) -> tuple[int, Fraction, Fraction, Fraction]:
    """Return the number of attackers, its probability to win and that of one fewer, and the error, which is 0."""
    from gametheory.games.battle.other_rules import win_probabilities

    # a turn of hundreds of armies with luck takes long
    most = min(_most_positions(args) // args.defenders, MAX_EXACT if args.dice else MOST_WITH_LUCK)
    before = Fraction(0)
    for attackers, win in win_probabilities(_battle(args, args.reserve + 1), most):
        if win >= args.win:
            return attackers, win, before, Fraction(0)
        before = win
    raise ValueError(f"argument --win: {args.win} is not reached by {most:,} attackers, the most that are tried")


def _print_need(
    args: argparse.Namespace,
    battle: Battle,
    attackers: int,
    win: float | Fraction,
    before: float | Fraction,
    bound: float | Fraction,
) -> None:
    """Print the fewest attackers, with the probabilities that they and one fewer win."""
    if args.json:
        document = _battle_json(replace(battle, attackers=attackers))
        document |= {"wanted": str(args.win), "turns": args.turns}
        for name, value in (("win", win), ("win_of_one_less", before), ("error_bound", bound)):
            document[name] = str(value) if isinstance(value, Fraction) else value
        print_json(document)
        return
    fewer = str(attackers - 1)
    enough = str(attackers)
    rows = [(fewer, format_probability(before)), (enough, format_probability(win))]
    when = f"win by turn {args.turns}" if args.turns else "win in the end"
    print_view([Table(("attackers", when), rows, left=())])
    wins = f"{attackers} attackers win against {args.defenders} with a probability of at least {args.win}"
    print(f"{wins}; fewer attackers do not.\n{format_error_bound(bound)}")


def _most_needed(args: argparse.Namespace) -> int:
    """Estimate the largest number of attackers that the search tries."""
    if not args.p:
        return int(args.defenders)
    # Lanchester's square law: the strengths are even where p A^2 = q D^2
    ratio = (args.q / args.p) ** 0.5
    if args.turns:
        # they must also hit every defender in this time
        ratio = max(ratio, float(1 / args.p) / args.turns)
    return int(args.reserve + args.defenders * Fraction(ratio))


def _exact_win(battle: Battle, attackers: int, turns: int | None) -> Fraction:
    from gametheory.games.battle.distribution import exact_distribution

    if attackers <= battle.reserve:  # no army fights
        return Fraction(0)
    distribution = exact_distribution(replace(battle, attackers=attackers), turns)
    if turns:
        return Fraction(distribution.turns[-1].win)
    return Fraction(distribution.eventual.win)


def _table(args: argparse.Namespace) -> None:
    from gametheory.games.battle.decisions import odds_table, write_csv, write_npz

    # in memory, because files are written completely or not at all
    battle = _battle(args, args.attackers)
    file = BytesIO()
    rules = battle.attacker_hits, battle.defender_hits, battle.both_dead, battle.reserve, battle.stop_when_outnumbered
    table = odds_table(battle.attackers, battle.defenders, args.turns, *rules)
    if args.output.suffix == ".npz":
        write_npz(table, file)
    else:
        write_csv(table, file)
    write_output(args.output, file.getvalue())
    if args.plot:
        from gametheory.render.figures import table_plot

        write_output(args.plot, table_plot(table))
    battles = (battle.attackers - battle.reserve) * battle.defenders
    if args.json:
        document = _battle_json(battle) | {"turns": args.turns, "battles": battles}
        print_json(document | {"error_bound": table.error_bound, "file": str(args.output)})
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
    battle = _battle(args, args.attackers)
    games = args.games
    played = simulate_battle(battle, games, args.seed, args.turns)

    def counts(outcomes: tuple[int, int, int]) -> dict[str, int]:
        win, lose, stopped = outcomes
        return {"win": win, "lose": lose, "stopped": stopped, "undecided": games - sum(outcomes)}

    def shares(numbers: Mapping[Any, int]) -> dict[str, float]:
        return {str(name): count / games for name, count in numbers.items()}

    end = counts(played.end)
    intervals = {name: confidence_interval(count, games, CONFIDENCE) for name, count in end.items()}
    if args.json:
        by_turn = [{"turn": turn} | shares(counts(outcomes)) for turn, outcomes in enumerate(played.by_turn, 1)]
        document = _battle_json(battle) | {"games": games, "seed": args.seed, "turns": by_turn} | shares(end)
        document |= {"confidence": CONFIDENCE, "intervals": intervals}
        document["survivors"] = {"attackers": shares(played.attackers), "defenders": shares(played.defenders)}
        print_json(document)
        return
    rows = []
    for name, (low, high) in intervals.items():
        if end[name] or name in ("win", "lose"):  # without stopping or a limit of turns, the others are 0
            rows.append((name, f"{end[name]:,}", f"{end[name] / games:.6f}", f"{low:.6f} to {high:.6f}"))
    print_view([Table(("outcome", "games", "share", f"{100 * CONFIDENCE:g} % interval"), rows, left=())])
    print(f"{games:,} games, seed {args.seed}, {pluralize(len(played.by_turn), 'turn')}.")


# gametheory towers


def add_towers(commands: Commands, name: str) -> None:
    """Add `towers` and its command."""
    description = "Soldiers fire at random towers; each standing tower kills soldiers, round after round."
    actions = add_game(commands, name, description, "odds 10 3 4 1")
    summary, example = "exact odds of one game, by round and in the end", "10 3 4 1 --aim in-turn"
    odds = add_action(actions, "odds", _towers_odds, summary, example)
    add = odds.add_argument
    add("soldiers", metavar="SOLDIERS", type=whole_number, help="number of soldiers; each fires once in a round")
    add("towers", metavar="TOWERS", type=whole_number, help="number of towers")
    add("hits", metavar="HITS", type=whole_number, help="hits at which a tower crumbles")
    help_text = "soldiers that each standing tower kills in a round"
    add("kills", metavar="KILLS", type=whole_number_or_zero, help=help_text)
    add(
        "--aim",
        choices=("each", "in-turn", "anywhere", "together"),
        default="each",
        help="targets. each (default): every soldier chooses a tower standing at the start of the round; "
        "in-turn: one after another, each at a tower still standing; anywhere: as each, crumbled towers included; "
        "together: all at one tower",
    )
    help_text = f"number of rounds to show (default {FIRST_ROUNDS})"
    add("--rounds", metavar="K", type=whole_number, default=FIRST_ROUNDS, help=help_text)
    add_json(odds)


def _towers_odds(args: argparse.Namespace) -> int:
    from gametheory.games.towers import Towers, towers_distribution

    _check_towers_size(args)
    game = Towers(args.soldiers, args.towers, args.hits, args.kills, args.aim)
    distribution = towers_distribution(game, args.rounds)
    if args.json:
        print_json(_towers_json(game, distribution))
    else:
        print_view(distribution.view())
    return 0


def _check_towers_size(args: argparse.Namespace) -> None:
    """Refuse a game that would take minutes, by the numbers of soldiers times pairs of states of the towers."""
    # each number first, since the states of huge ones cannot be counted
    for name, most in MOST_OF_TOWERS.items():
        value = getattr(args, name.lower().strip("-"))
        if value > most:
            raise InputError(f"gametheory towers odds: argument {name}: {format_size(value)} is more than {most:,}")
    # a state says how many towers have been hit how often; the binomial of very large numbers is not computed
    is_huge = max(args.towers, args.hits) > MAX_STATES
    states = MAX_STATES
    if not is_huge:
        states = comb(args.towers + args.hits, args.towers)
    numbers = 1  # if no soldier dies
    if args.kills:
        numbers = 1 - -args.soldiers // args.kills  # rounded up
    if numbers * states**2 > MAX_STEPS:
        size = f"{'more than ' if is_huge else ''}{format_size(states)} states of the towers"
        raise InputError(
            f"gametheory towers odds: SOLDIERS, TOWERS, HITS too large: {numbers:,} numbers of soldiers times the",
            f"square of {size}; at most {MAX_STEPS:,} in all, such as 40 6 6 2",
        )


def _towers_json(game: Towers, distribution: TowersDistribution) -> JsonObject:
    """Return exact numbers as strings, and as decimals under `decimals`."""
    sys.set_int_max_str_digits(0)
    document = vars(game) | _numbers_of_towers(distribution, str)
    document["survivors"] = {str(count): str(probability) for count, probability in distribution.soldiers.items()}
    return document | {"decimals": _numbers_of_towers(distribution, float)}


def _numbers_of_towers(
    distribution: TowersDistribution, number: Callable[[Fraction], str | float]
) -> dict[str, object]:
    rounds = []
    for row in distribution.rounds:
        probabilities = {name: number(value) for name, value in row._asdict().items() if name != "round"}
        rounds.append({"round": row.round, **probabilities})
    return {
        "rounds": rounds,
        "eventual": {"win": number(distribution.win), "lose": number(distribution.lose)},
        "expected_rounds": number(distribution.expected_rounds),
    }
