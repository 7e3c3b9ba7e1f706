"""`gametheory wargame`: solve the Wargame, look up a position, verify a solution file, and play."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    add_action,
    add_game,
    add_json,
    add_workers,
    drawing_file,
    output_file,
    print_json,
    whole_number_or_zero,
    write_output,
)
from gametheory.cli.wargame.play import play
from gametheory.cli.wargame.rules import add_position, add_rules, game_from, position_from

if TYPE_CHECKING:
    from gametheory.cli.wargame.output import Solution


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
    add_rules(solve)
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
    add_position(state)
    add_rules(state)
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
    parser = add_action(actions, "play", play, "play against the equilibrium", "--seed 1 --odds")
    parser.set_defaults(exact=False)
    help_text = "random seed (default: a different game each time)"
    parser.add_argument("--seed", metavar="S", type=whole_number_or_zero, help=help_text)
    parser.add_argument("--odds", action="store_true", help="show your equilibrium strategy before every move")
    add_rules(parser)


def _add_exact(parser: argparse.ArgumentParser) -> None:
    help_text = "solve in rationals instead of floats with an error bound"
    parser.add_argument("--exact", action="store_true", help=help_text)


def _solve(args: argparse.Namespace) -> int:
    from gametheory.cli.wargame.output import print_solution, solution_json
    from gametheory.cli.wargame.solution_files import load_or_solve

    solution, seconds = load_or_solve(args)
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
    from gametheory.cli.wargame.output import print_state, state_json
    from gametheory.cli.wargame.solution_files import load_for_state, solve

    if args.solution:
        solution: Solution = load_for_state(args)
        position = position_from(args, solution.game)
    else:
        game = game_from(args)
        position = position_from(args, game)
        solution = solve(args, game, start=position)
    if args.json:
        print_json(state_json(solution, position))
    else:
        print_state(solution, position)
    return 0


def _verify(args: argparse.Namespace) -> int:
    from gametheory.cli.wargame.output import print_verification, verification_json
    from gametheory.cli.wargame.solution_files import verify

    result = verify(args)
    if args.json:
        print_json(verification_json(result))
    else:
        print_verification(result, args.file)
    return 0 if result.sound else 1
