"""`gametheory wargame`: solve the Wargame, look up a position, verify a solution file, and play."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from gametheory.cli.arguments import (
    Commands,
    InputError,
    add_action,
    add_game,
    add_json,
    add_workers,
    drawing_file,
    output_file,
    probability,
    shortened,
    whole_number,
    whole_number_or_zero,
)
from gametheory.cli.output import clear_line, print_json, print_view, write_line, write_output
from gametheory.numbers.format import format_size, integer_ranges, pluralize
from gametheory.numbers.rationals import to_float

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, Wargame, WargameEquilibrium
    from gametheory.games.wargame.equilibrium import Number
    from gametheory.games.wargame.rules import SentDistribution
    from gametheory.games.wargame.solution_file import SolutionFile, VerificationResult

Solution: TypeAlias = "WargameEquilibrium | SolutionFile"

SOLDIERS, ROUNDS = 20, 10
MAX_PAYOFF_CHARACTERS = 100
MAX_VALUE_CHARACTERS = 40  # of a fraction in a sentence
PAYOFF = re.compile(r"-?(\d+(\.\d+)?|\d+/0*[1-9]\d*)", re.ASCII)
OPTIONAL_RULES = "battle_chances", "killed", "payoffs"
RULES = ("soldiers", "rounds", *OPTIONAL_RULES)
ARMIES = ("camp_a", "field_a"), ("camp_b", "field_b")
MAX_PROGRAM_POSITIONS = 500_000  # an hour or more with a linear program for each


def add_wargame(commands: Commands, name: str) -> None:
    """Add `wargame` and its four commands."""
    description = "Two armies send soldiers from camp to field, and the battle begins in a random round."
    actions = add_game(commands, name, description, "solve")

    summary = "compute the equilibrium; print its value and opening"
    solve = add_action(actions, "solve", _solve, summary, "--soldiers 20 --rounds 10")
    _add_rules(solve)
    _add_exact(solve)
    solve.add_argument(
        "--method",
        choices=("simplex", "nashpy", "highs"),
        default="simplex",
        help="what solves the matrix game of each position: simplex (default), or the linear programs of nashpy or of "
        "HiGHS in scipy, which take minutes for the published game; the bound on the error is computed in the same way",
    )
    help_text = "save the complete solution in FILE; if FILE exists it is loaded instead of solving"
    solve.add_argument("-o", dest="output", metavar="FILE", type=output_file, help=help_text)
    solve.add_argument("--plot", metavar="FILE.svg", type=drawing_file, help="also draw the opening")
    add_workers(solve)
    add_json(solve)

    _add_state(actions)

    summary = "check a solution file by exact arithmetic, without the solver"
    verify = add_action(actions, "verify", _verify, summary, "small.wargame")
    first = "example:\n  gametheory wargame solve --soldiers 8 --rounds 4 -o small.wargame\n"
    verify.epilog = str(verify.epilog).replace("example:\n", first)
    verify.add_argument("file", metavar="FILE", type=Path, help="a file written by `wargame solve -o`")
    add_json(verify)

    play = add_action(actions, "play", _play, "play against the equilibrium", "--seed 1 --odds")
    play.set_defaults(exact=False)
    help_text = "random seed (default: a different game each time)"
    play.add_argument("--seed", metavar="S", type=whole_number_or_zero, help=help_text)
    play.add_argument("--odds", action="store_true", help="show your equilibrium strategy before every move")
    _add_rules(play)
    add_json(play)


def _add_state(actions: Commands) -> None:
    summary = "print the value of a position and both optimal strategies"
    state = add_action(actions, "state", _state, summary, "2 18 1 16 2")
    state.add_argument("round", metavar="ROUND", type=whole_number, help="the round, from 1 on")
    for place in (*ARMIES[0], *ARMIES[1]):
        where, army = place.split("_")
        help_text = f"soldiers of {army.upper()} in {where} at the start of the round"
        state.add_argument(place, metavar=place.upper(), type=whole_number_or_zero, help=help_text)
    _add_rules(state)
    _add_exact(state)
    help_text = "load FILE, written by `wargame solve -o`, instead of solving; the rules are those of FILE"
    state.add_argument("--solution", metavar="FILE", type=Path, help=help_text)
    add_json(state)


def _add_exact(parser: argparse.ArgumentParser) -> None:
    help_text = "solve in rationals instead of floats with an error bound"
    parser.add_argument("--exact", action="store_true", help=help_text)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options of the rules; each is None by default."""
    add = parser.add_argument
    add("--soldiers", metavar="N", type=whole_number, help=f"soldiers of each army (default {SOLDIERS})")
    add("--rounds", metavar="R", type=whole_number, help=f"maximum number of rounds (default {ROUNDS})")
    help_text = "probability of the battle after each round; the last one is 1 (default 1/R, 1/(R - 1), ..., 1)"
    add("--battle-chances", metavar="P,P,...", type=_probabilities, help=help_text)
    help_text = "share of a field that is killed if play continues (default 1/2)"
    add("--killed", metavar="P", type=probability, help=help_text)
    help_text = "payoffs to A for a win, a draw and a loss (default 1,0,-1)"
    add("--payoffs", metavar="W,D,L", type=_payoffs, help=help_text)


def _probabilities(text: str) -> tuple[Fraction, ...]:
    """Parse probabilities separated by commas.

    Raises argparse.ArgumentTypeError, as `arguments.probability` does.
    """
    return tuple(map(probability, text.split(",")))


def _payoffs(text: str) -> tuple[Fraction, ...]:
    """Parse three numbers separated by commas, each a decimal or a fraction, possibly negative.

    Raises argparse.ArgumentTypeError for any other text.
    """
    numbers = text.split(",")
    are_numbers = all(len(number) <= MAX_PAYOFF_CHARACTERS and PAYOFF.fullmatch(number) for number in numbers)
    if len(numbers) != 3 or not are_numbers:
        raise argparse.ArgumentTypeError(
            f"{shortened(text)} is not three numbers for win, draw and loss, such as 1,0,-1"
        )
    return tuple(map(Fraction, numbers))


# The commands


def _solve(args: argparse.Namespace) -> int:
    began = time.perf_counter()
    solution = _load_or_solve(args)
    seconds = time.perf_counter() - began
    if args.plot:
        from gametheory.render.figures import draw_opening

        opening, _ = solution.mixed_strategies(solution.game.start())
        write_output(args.plot, draw_opening(opening))
    if args.json:
        print_json(_solution_json(solution, seconds, args))
        return 0
    _print_solution(solution, args)
    if args.plot:
        print(f"wrote {args.plot}")
    return 0


def _state(args: argparse.Namespace) -> int:
    solution: Solution
    if args.solution:
        # the rules and --exact have to agree with the file, but only if they are given
        expected = None
        if any(getattr(args, name) is not None for name in RULES):
            expected = _game(args)
        solution = _read(args, args.solution, "--solution", expected, args.exact or None)
        position = _position(args, solution.game)
    else:
        game = _game(args)
        position = _position(args, game)
        solution = _compute(args, game, start=position)
    if args.json:
        print_json(_state_json(solution, position))
    else:
        _print_position(solution, position)
    return 0


def _verify(args: argparse.Namespace) -> int:
    from gametheory.games.wargame.solution_file import verify_solution

    stored = _read(args, args.file, "FILE")
    with _cleared_line():
        write_line(f"checking {pluralize(len(stored.strategies), 'position')} ...")
        result = verify_solution(stored)
    if args.json:
        print_json(_verification_json(result))
    else:
        _print_verification(result, args.file)
    return 0 if result.sound else 1


def _play(args: argparse.Namespace) -> int:
    from gametheory.cli.play import HUMAN, SOLUTION, play_games
    from gametheory.solvers.playing import SolvedGame

    game = _game(args)
    solution = _compute(args, game)

    def values(position: Position) -> tuple[Number, Number]:
        value = solution.value(position)
        return value, -value

    def mixed(position: Position, player: str) -> SentDistribution:
        return solution.mixed_strategies(position)[game.players.index(player)]

    solved = SolvedGame(game, mixed, lambda end: end.payoffs, values, bound=solution.exploitability)
    first, second = game.players
    return play_games(solved, {first: HUMAN, second: SOLUTION}, args, {})


# From the arguments to a solution


def _game(args: argparse.Namespace) -> Wargame:
    """Return the game with the given rules; raise InputError if they are invalid or the game is too large."""
    from gametheory.games.wargame import Wargame
    from gametheory.games.wargame.equilibrium import more_positions_than
    from gametheory.games.wargame.solution_file import MAX_POSITIONS

    soldiers = args.soldiers or SOLDIERS
    rounds = args.rounds or ROUNDS
    if args.battle_chances and not args.rounds:
        # the schedule has a probability for each round
        rounds = len(args.battle_chances)
    optional = {}
    for name in OPTIONAL_RULES:
        value = getattr(args, name)
        if value is not None:
            optional[name] = value
    try:
        game = Wargame(soldiers, rounds, **optional)
    except ValueError as error:
        name, _, reason = str(error).partition(": ")
        if name == "battle_chances":  # a list, of which the reason names one member
            reason = f"{_rule_text(optional[name])}: {reason}"
        _refuse(args, f"argument --{name.replace('_', '-')}: {reason}")
    if more_positions_than(game, MAX_POSITIONS):  # counted without listing them
        size = f"{game.soldiers} soldiers and {game.rounds} rounds"
        _refuse(args, f"arguments --soldiers, --rounds: {size} have more than {MAX_POSITIONS:,} positions, the maximum")
    return game


def _position(args: argparse.Namespace, game: Wargame) -> Position:
    """Return the given position; raise InputError if no play reaches it."""
    from gametheory.games.wargame import Position, army_graph

    if args.round > game.rounds:
        _refuse(args, f"argument ROUND: {format_size(args.round)} is not from 1 to {game.rounds}")
    possible = army_graph(game).graph["rounds"][args.round - 1]
    for names in ARMIES:
        camp, field = (getattr(args, name) for name in names)
        if (args.round, camp, field) in possible:
            continue
        # name the camps, or, if the camp is one of these, the fields
        allowed = [army.field for army in possible if army.camp == camp]
        hint = f"with that camp, the field is {' or '.join(integer_ranges(allowed))}"
        if not allowed:
            camps = [army.camp for army in possible]
            hint = f"the camp is {' or '.join(integer_ranges(camps))}"
        given = f"round {args.round} cannot have camp {format_size(camp)} and field {format_size(field)}"
        arguments = ", ".join(names).upper()
        _refuse(args, f"arguments {arguments}: with {game.soldiers} soldiers, {given}; {hint}")
    return Position(args.round, args.camp_a, args.field_a, args.camp_b, args.field_b)


def _load_or_solve(args: argparse.Namespace) -> Solution:
    """Load the file of -o if it exists; else solve, and write the file if there is -o."""
    from gametheory.games.wargame.equilibrium import more_positions_than
    from gametheory.games.wargame.solution_file import solution_bytes

    game, path = _game(args), args.output
    # a solution in rationals takes minutes: the file saves solving it again
    if path and path.is_file():
        return _read(args, path, "-o", game, args.exact)
    if args.method != "simplex":
        if args.exact:
            _refuse(args, f"argument --method: {args.method} solves in floats, and --exact in rationals")
        if more_positions_than(game, MAX_PROGRAM_POSITIONS):
            most = f"more than {MAX_PROGRAM_POSITIONS:,} positions; state fewer --soldiers or --rounds"
            _refuse(args, f"argument --method: {args.method} would take hours for {most}")
    solution = _compute(args, game)
    if path:
        write_output(path, solution_bytes(solution))
    return solution


def _compute(args: argparse.Namespace, game: Wargame, start: Position | None = None) -> WargameEquilibrium:
    """Solve a game; with --exact, only the positions that can follow `start`."""
    from gametheory.games.wargame import solve_wargame, solve_wargame_exact

    def progress(number: int) -> None:
        write_line(f"round {number} is solved")

    with _cleared_line():
        if args.exact:
            return solve_wargame_exact(game, progress, start)
        return solve_wargame(game, progress, getattr(args, "method", "simplex"))


def _read(
    args: argparse.Namespace,
    path: Path,
    argument: str,
    expected: Wargame | None = None,
    exact: bool | None = None,
) -> SolutionFile:
    """Read a solution file; refuse it if it is damaged, for other rules, or in other numbers."""
    from gametheory.games.wargame.solution_file import MAX_BYTES, SolutionFileError, read_solution
    from gametheory.storage.files import read_bytes

    try:
        solution = read_solution(read_bytes(path, MAX_BYTES))
    except SolutionFileError as error:
        _refuse(args, f"argument {argument}: {path}: {error}")
    except (OSError, ValueError) as error:
        _refuse(args, f"argument {argument}: cannot read {path}: {getattr(error, 'strerror', None) or error}")
    if expected is not None:
        for name in RULES:
            stored = getattr(solution.game, name)
            if stored != getattr(expected, name):
                option = f"--{name.replace('_', '-')} {_rule_text(stored)}"
                _refuse(args, f"argument {argument}: {path} contains the solution for other rules: {option}")
    if exact is not None and solution.exact != exact:
        kind = "a solution in floats; omit --exact"
        if solution.exact:
            kind = "an exact solution; add --exact"
        _refuse(args, f"argument {argument}: {path} contains {kind}, or name another file")
    return solution


def _rule_text(rule: object) -> str:
    """Return a rule as its option takes it; probabilities and payoffs are several numbers."""
    if isinstance(rule, tuple):
        return ",".join(map(str, rule))
    return str(rule)


def _refuse(args: argparse.Namespace, why: str) -> NoReturn:
    """Raise InputError with the name of the command."""
    raise InputError(f"gametheory wargame {args.action}: {why}")


@contextmanager
def _cleared_line() -> Iterator[None]:
    """Context manager: clear the line of progress at the end, also after an error."""
    try:
        yield
    finally:
        clear_line()


# JSON documents


def _solution_json(solution: Solution, seconds: float, args: argparse.Namespace) -> dict[str, object]:
    from gametheory.games.wargame.equilibrium import armies_by_round
    from gametheory.games.wargame.solution_file import rules_as_json

    game = solution.game
    opening, _ = solution.mixed_strategies(game.start())
    document = rules_as_json(game) | {
        "value": _number_json(solution.value(game.start())),
        "opening": _distribution_json(opening),
        "states": sum(len(armies) ** 2 for armies in armies_by_round(game)),
        "exploitability": _exploitability_json(solution),
        "seconds": seconds,
    }
    is_read = _is_read(solution)
    if not is_read and not solution.exact:
        document["method"] = args.method
    if args.output:
        document |= {"file": str(args.output), "read": is_read}
    return document


def _state_json(solution: Solution, position: Position) -> dict[str, object]:
    from gametheory.games.wargame.solution_file import rules_as_json

    a, b = solution.mixed_strategies(position)
    document = rules_as_json(solution.game) | position._asdict()
    del document["battle"]  # false at the start of every round
    return document | {
        "value": _number_json(solution.value(position)),
        "a": _distribution_json(a),
        "b": _distribution_json(b),
        "exploitability": _exploitability_json(solution),
    }


def _verification_json(result: VerificationResult) -> dict[str, object]:
    from gametheory.games.wargame.solution_file import rules_as_json

    lower, upper, fault = None, None, None
    if result.bracket:
        lower, upper = map(_number_json, result.bracket)
    if result.fault:
        position = result.fault.position
        fault = {"position": list(position[:5]) if position else None, "why": result.fault.why}
    return rules_as_json(result.game) | {
        "lower": lower,
        "upper": upper,
        "sound": result.sound,
        "exact": result.exact,
        "positions": result.positions,
        "widest": result.widest,
        "seconds": result.seconds,
        "fault": fault,
    }


def _exploitability_json(solution: Solution) -> str | float:
    return "0" if solution.exact else solution.exploitability


def _distribution_json(distribution: SentDistribution) -> dict[str, str | float]:
    """Return the probability of each number sent, in ascending order."""
    return {str(sent): _number_json(probability) for sent, probability in sorted(distribution.items())}


def _number_json(value: object) -> str | float:
    """Return a number for JSON: floats as they are, an fmpq of an exact solution as a string of any length."""
    return value if isinstance(value, float) else str(value)


# Text


def _print_solution(solution: Solution, args: argparse.Namespace) -> None:
    """Print the solution of the opening, and the commands that can follow."""
    game = solution.game
    print(f"{game.soldiers} soldiers each, at most {pluralize(game.rounds, 'round')}.")
    is_read = _is_read(solution)
    if is_read:
        print(f"Read from {args.output}, which contains the solution for these rules.")
    _print_position(solution, game.start())
    if args.output:
        if not is_read:
            print(f"wrote {args.output}")
        print(f"Look up a position: gametheory wargame state 2 ... --solution {args.output}")
        print(f"Check the solution: gametheory wargame verify {args.output}")


def _is_read(solution: Solution) -> bool:
    """Return whether a solution was read from a file."""
    from gametheory.games.wargame.solution_file import SolutionFile

    return isinstance(solution, SolutionFile)


def _print_position(solution: Solution, position: Position) -> None:
    """Print the board, the value and both strategies."""
    from gametheory.games.wargame.equilibrium import position_view

    print_view(position_view(solution, position))


def _print_verification(result: VerificationResult, path: Path) -> None:
    from gametheory.games.wargame.solution_file import TOLERANCE

    game, kind = result.game, "a solution in floats"
    if result.exact:
        kind = "an exact solution"
    print(f"{path}: {kind} for {game.soldiers} soldiers and {pluralize(game.rounds, 'round')}.")
    if result.bracket:
        print(f"{pluralize(result.positions, 'position')} checked by exact arithmetic, without the solver.")
        print(f"The value of the game to A is {_bracket_text(*result.bracket)}.")
    if result.fault is None:
        agree = "are equal"
        if not result.exact:
            agree = f"differ by {result.widest:.1e} or less (allowed: {float(TOLERANCE):.0e})"
        print(f"Sound: in every position, the bounds that the two strategies guarantee {agree}.")
    elif result.fault.position is None:
        print(f"Not sound: {result.fault.why}.")
    else:
        print(f"Not sound. The worst position is in round {result.fault.position.round}: {result.fault.why}.")
        print(game.picture(result.fault.position))


def _bracket_text(lower: Any, upper: Any) -> str:
    if lower != upper:
        return f"between {to_float(lower):.3e} and {to_float(upper):.3e}"
    text = str(lower)
    if len(text) <= MAX_VALUE_CHARACTERS:
        return text
    return f"{to_float(lower):.9f}"
