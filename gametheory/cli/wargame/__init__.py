"""`gametheory wargame`: solve the Wargame, look up a position, verify a solution file, and play."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from gametheory.cli.arguments import (
    InputError,
    add_action,
    add_game,
    add_json,
    add_workers,
    drawing_file,
    output_file,
    print_json,
    probability,
    whole_number,
    whole_number_or_zero,
    write_output,
)
from gametheory.cli.progress import clear_line, write_line
from gametheory.numbers.format import format_size, integer_ranges, pluralize

if TYPE_CHECKING:
    from gametheory.cli.wargame.output import Solution
    from gametheory.games.wargame import Position, Wargame, WargameEquilibrium
    from gametheory.games.wargame.rules import SentDistribution
    from gametheory.games.wargame.solution_file import SolutionFile

SOLDIERS, ROUNDS = 20, 10
MAX_PAYOFF_CHARACTERS = 100  # characters
PAYOFF = re.compile(r"-?(\d+(\.\d+)?|\d+/0*[1-9]\d*)", re.ASCII)
OPTIONAL_RULES = "battle_chances", "killed", "payoffs"
RULES = ("soldiers", "rounds", *OPTIONAL_RULES)
PLACES = "camp_a", "field_a", "camp_b", "field_b"
MAX_PROGRAM_POSITIONS = 500_000  # an hour or more with a linear program for each


def add_commands(commands: Any) -> None:
    """Add `wargame` and its four commands."""
    description = "Two armies send soldiers from camp to field, and the battle begins in a random round."
    actions = add_game(commands, "wargame", description, "solve")
    _add_solve(actions)
    _add_state(actions)
    _add_verify(actions)
    _add_play(actions)


def _add_solve(actions: Any) -> None:
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


def _add_state(actions: Any) -> None:
    summary = "print the value of a position and both optimal strategies"
    state = add_action(actions, "state", _state, summary, "2 18 1 16 2")
    _add_position(state)
    _add_rules(state)
    _add_exact(state)
    help_text = "load FILE, written by `wargame solve -o`, instead of solving; the rules are those of FILE"
    state.add_argument("--solution", metavar="FILE", type=Path, help=help_text)
    add_json(state)


def _add_verify(actions: Any) -> None:
    summary = "check a solution file by exact arithmetic, without the solver"
    verify = add_action(actions, "verify", _verify, summary, "small.wargame")
    first = "example:\n  gametheory wargame solve --soldiers 8 --rounds 4 -o small.wargame\n"
    verify.epilog = str(verify.epilog).replace("example:\n", first)
    verify.add_argument("file", metavar="FILE", type=Path, help="a file written by `wargame solve -o`")
    add_json(verify)


def _add_play(actions: Any) -> None:
    parser = add_action(actions, "play", _play, "play against the equilibrium", "--seed 1 --odds")
    parser.set_defaults(exact=False)
    help_text = "random seed (default: a different game each time)"
    parser.add_argument("--seed", metavar="S", type=whole_number_or_zero, help=help_text)
    parser.add_argument("--odds", action="store_true", help="show your equilibrium strategy before every move")
    _add_rules(parser)
    add_json(parser)


def _add_exact(parser: argparse.ArgumentParser) -> None:
    help_text = "solve in rationals instead of floats with an error bound"
    parser.add_argument("--exact", action="store_true", help=help_text)


def _solve(args: argparse.Namespace) -> int:
    from gametheory.cli.wargame.output import print_solution, solution_json

    solution, seconds = _load_or_solve(args)
    if args.plot:
        from gametheory.render.figures import draw_opening

        opening, _ = solution.mixed_strategies(solution.game.start())
        write_output(args.plot, draw_opening(opening))
    if args.json:
        print_json(solution_json(solution, seconds, args))
    else:
        print_solution(solution, args)
        if args.plot:
            print(f"wrote {args.plot}")
    return 0


def _state(args: argparse.Namespace) -> int:
    from gametheory.cli.wargame.output import print_position, state_json

    if args.solution:  # the rules and --exact have to agree with the file if they are given
        given = _game(args) if any(getattr(args, name) is not None for name in RULES) else None
        solution: Solution = _read(args, args.solution, "--solution", given, True if args.exact else None)
        position = _position(args, solution.game)
    else:
        game = _game(args)
        position = _position(args, game)
        solution = _solved(args, game, start=position)
    if args.json:
        print_json(state_json(solution, position))
    else:
        print_position(solution, position)
    return 0


def _verify(args: argparse.Namespace) -> int:
    from gametheory.cli.wargame.output import print_verification, verification_json
    from gametheory.games.wargame.solution_file import verify_solution

    stored = _read(args, args.file, "FILE")
    with _progress():
        write_line(f"checking {pluralize(len(stored.strategies), 'position')} ...")
        result = verify_solution(stored)
    if args.json:
        print_json(verification_json(result))
    else:
        print_verification(result, args.file)
    return 0 if result.sound else 1


def _play(args: argparse.Namespace) -> int:
    from gametheory.cli.play import HUMAN, SOLUTION, play_games
    from gametheory.solvers.playing import SolvedGame

    game = _game(args)
    solution = _solved(args, game)

    def values(position: Position) -> tuple[float, float]:
        value = solution.value(position)
        return value, -value

    def mixed(position: Position, player: str) -> SentDistribution:
        return solution.mixed_strategies(position)[game.players.index(player)]

    solved = SolvedGame(game, mixed, lambda end: end.payoffs, values, bound=solution.exploitability)
    return play_games(solved, dict(zip(game.players, (HUMAN, SOLUTION), strict=True)), args, {})


def _add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options of the rules; each is None by default."""
    add = parser.add_argument
    add("--soldiers", metavar="N", type=whole_number, help=f"soldiers of each army (default {SOLDIERS})")
    add("--rounds", metavar="R", type=whole_number, help=f"maximum number of rounds (default {ROUNDS})")
    add(
        "--battle-chances",
        metavar="P,P,...",
        type=_probabilities,
        help="probability of the battle after each round; the last one is 1 (default 1/R, 1/(R - 1), ..., 1)",
    )
    add(
        "--killed",
        metavar="P",
        type=probability,
        help="share of a field that is killed if play continues (default 1/2)",
    )
    add("--payoffs", metavar="W,D,L", type=_payoffs, help="payoffs to A for a win, a draw and a loss (default 1,0,-1)")


def _add_position(parser: argparse.ArgumentParser) -> None:
    """Add the five numbers of a position."""
    parser.add_argument("round", metavar="ROUND", type=whole_number, help="the round, from 1 on")
    for place in PLACES:
        where, army = place.split("_")
        help_text = f"soldiers of {army.upper()} in {where} at the start of the round"
        parser.add_argument(place, metavar=place.upper(), type=whole_number_or_zero, help=help_text)


def _probabilities(text: str) -> tuple[Fraction, ...]:
    """Parse probabilities separated by commas.

    Raises argparse.ArgumentTypeError, as `arguments.probability` does.
    """
    return tuple(map(probability, text.split(",")))


def _payoffs(text: str) -> tuple[Fraction, Fraction, Fraction]:
    """Parse three numbers separated by commas, each a decimal or a fraction, possibly negative.

    Raises argparse.ArgumentTypeError for any other text.
    """
    numbers = text.split(",")
    if len(numbers) != 3 or any(len(part) > MAX_PAYOFF_CHARACTERS or not PAYOFF.fullmatch(part) for part in numbers):
        short = text if len(text) <= 40 else f"{text[:37]}..."
        raise argparse.ArgumentTypeError(f"{short!r} is not three numbers for win, draw and loss, such as 1,0,-1")
    win, draw, loss = map(Fraction, numbers)
    return win, draw, loss


def _game(args: argparse.Namespace) -> Wargame:
    """Return the game with the given rules; raise InputError if they are invalid or the game is too large."""
    from gametheory.games.wargame import Wargame
    from gametheory.games.wargame.equilibrium import more_positions_than
    from gametheory.games.wargame.solution_file import MAX_POSITIONS

    soldiers, rounds = args.soldiers or SOLDIERS, args.rounds or ROUNDS
    if args.battle_chances and not args.rounds:
        rounds = len(args.battle_chances)
    given = {name: value for name in OPTIONAL_RULES if (value := getattr(args, name)) is not None}
    try:
        game = Wargame(soldiers, rounds, **given)
    except ValueError as error:
        name, _, why = str(error).partition(": ")
        text = f"{','.join(map(str, given[name]))}: " if name == "battle_chances" else ""
        _refuse(args, f"argument --{name.replace('_', '-')}: {text}{why}")
    if more_positions_than(game, MAX_POSITIONS):
        size = f"{game.soldiers} soldiers and {game.rounds} rounds"
        _refuse(args, f"arguments --soldiers, --rounds: {size} have more than {MAX_POSITIONS:,} positions, the maximum")
    return game


def _position(args: argparse.Namespace, game: Wargame) -> Position:
    """Return the given position; raise InputError if no play reaches it."""
    from gametheory.games.wargame import Position, army_graph

    if args.round > game.rounds:
        _refuse(args, f"argument ROUND: {format_size(args.round)} is not from 1 to {game.rounds}")
    armies = army_graph(game).graph["rounds"][args.round - 1]
    for first in (0, 2):
        camp, field = (getattr(args, name) for name in PLACES[first : first + 2])
        if (args.round, camp, field) not in armies:
            names = f"{PLACES[first]}, {PLACES[first + 1]}".upper()
            given = f"with {game.soldiers} soldiers, round {args.round} cannot have camp {format_size(camp)}"
            fields = [army.field for army in armies if army.camp == camp]
            camps = [army.camp for army in armies]
            possible = (
                f"with that camp, the field is {' or '.join(integer_ranges(fields))}"
                if fields
                else f"the camp is {' or '.join(integer_ranges(camps))}"
            )
            _refuse(args, f"arguments {names}: {given} and field {format_size(field)}; {possible}")
    return Position(args.round, *(getattr(args, name) for name in PLACES))


def _refuse(args: argparse.Namespace, why: str) -> NoReturn:
    """Raise InputError with the name of the command."""
    raise InputError(f"gametheory wargame {args.action}: {why}")


def _solved(args: argparse.Namespace, game: Wargame, start: Position | None = None) -> WargameEquilibrium:
    """Solve a game; with --exact, only the positions that can follow `start`."""
    from gametheory.games.wargame import solve_wargame, solve_wargame_exact

    with _progress():
        if args.exact:
            return solve_wargame_exact(game, _print_round, start)
        return solve_wargame(game, _print_round, getattr(args, "method", "simplex"))


def _load_or_solve(args: argparse.Namespace) -> tuple[WargameEquilibrium | SolutionFile, float]:
    """Load the file of -o if it exists; else solve, and write the file if there is -o. Also return the seconds."""
    from gametheory.games.wargame.equilibrium import more_positions_than
    from gametheory.games.wargame.solution_file import solution_bytes

    began, game, path = time.perf_counter(), _game(args), args.output
    if path and path.is_file():
        solution: WargameEquilibrium | SolutionFile = _read(args, path, "-o", game, args.exact)
        return solution, time.perf_counter() - began
    if args.method != "simplex":
        if args.exact:
            _refuse(args, f"argument --method: {args.method} solves in floats, and --exact in rationals")
        if more_positions_than(game, MAX_PROGRAM_POSITIONS):
            most = f"more than {MAX_PROGRAM_POSITIONS:,} positions; state fewer --soldiers or --rounds"
            _refuse(args, f"argument --method: {args.method} would take hours for {most}")
    solved = _solved(args, game)
    seconds = time.perf_counter() - began
    if path:
        write_output(path, solution_bytes(solved))
    return solved, seconds


def _read(
    args: argparse.Namespace, path: Path, argument: str, game: Wargame | None = None, exact: bool | None = None
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
    for name in RULES if game else ():
        if (stored := getattr(solution.game, name)) != getattr(game, name):
            text = ",".join(map(str, stored)) if isinstance(stored, tuple) else stored
            other = f"the solution for other rules: --{name.replace('_', '-')} {text}"
            _refuse(args, f"argument {argument}: {path} contains {other}")
    if exact is not None and solution.exact != exact:
        kind = "an exact solution; add --exact" if solution.exact else "a solution in floats; omit --exact"
        _refuse(args, f"argument {argument}: {path} contains {kind}, or name another file")
    return solution


def _print_round(number: int) -> None:
    write_line(f"round {number} is solved")


@contextmanager
def _progress() -> Iterator[None]:
    try:
        yield
    finally:
        clear_line()
