"""`gametheory wargame`: solve the Wargame, look a position up, verify a kept solution, and play."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import add_action, add_json, add_workers, output_file, print_json, whole_number_or_zero
from gametheory.cli.memory_limit import add_memory
from gametheory.cli.wargame.play import play
from gametheory.cli.wargame.rules import add_position, add_rules, check_position, chosen_game

if TYPE_CHECKING:
    from gametheory.cli.wargame.solution_files import LoadedSolution


def add_commands(commands: Any) -> None:
    """Declare `wargame` and its four commands."""
    wargame = commands.add_parser(
        "wargame",
        description="Two armies send soldiers from camp to field, and nobody knows when the battle begins.",
        epilog="example:\n  gametheory wargame solve",
    )
    actions = wargame.add_subparsers(metavar="ACTION", required=True)
    _add_solve(actions)
    _add_state(actions)
    _add_verify(actions)
    _add_play(actions)


def _add_solve(actions: Any) -> None:
    solve = add_action(actions, "solve", _solve, "the equilibrium: its value and opening", "--soldiers 20 --rounds 10")
    add_rules(solve)
    _exact(solve)
    told = "keep the whole solution in a file; one that is there is read in place of solving"
    solve.add_argument("-o", dest="output", metavar="FILE", type=output_file, help=told)
    add_workers(solve)
    add_memory(solve)
    add_json(solve)


def _add_state(actions: Any) -> None:
    state = add_action(actions, "state", _state, "what a position is worth, and how to play in it", "2 18 1 16 2")
    add_position(state)
    add_rules(state)
    _exact(state)
    told = "look it up in a file of `wargame solve -o`, in place of solving; the rules are those of the file"
    state.add_argument("--solution", metavar="FILE", type=Path, help=told)
    add_json(state)


def _add_verify(actions: Any) -> None:
    what = "check a kept solution by exact arithmetic, without the solver"
    verify = add_action(actions, "verify", _verify, what, "small.wargame")
    first = "example:\n  gametheory wargame solve --soldiers 8 --rounds 4 -o small.wargame\n"
    verify.epilog = str(verify.epilog).replace("example:\n", first)
    verify.add_argument("file", metavar="FILE", type=Path, help="a file of `wargame solve -o`")
    add_json(verify)


def _add_play(actions: Any) -> None:
    playing = add_action(actions, "play", play, "play against the equilibrium", "--seed 1 --odds")
    playing.set_defaults(exact=False)
    told = "of the random numbers; without it another game each time"
    playing.add_argument("--seed", metavar="S", type=whole_number_or_zero, help=told)
    playing.add_argument("--odds", action="store_true", help="show before every move how the equilibrium would play")
    add_rules(playing)


def _exact(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--exact", action="store_true", help="solve in rationals in place of floats with a bound")


def _solve(chosen: argparse.Namespace) -> int:
    from gametheory.cli.wargame.output import print_solution, solution_json
    from gametheory.cli.wargame.solution_files import load_or_solve

    found = load_or_solve(chosen)
    if chosen.json:
        print_json(solution_json(found, chosen.output))
    else:
        print_solution(found, chosen.output)
    return 0


def _state(chosen: argparse.Namespace) -> int:
    from gametheory.cli.wargame.output import print_state, state_json
    from gametheory.cli.wargame.solution_files import from_file, solved

    if chosen.solution:
        found: LoadedSolution = from_file(chosen)
        position = check_position(chosen, found.game)
    else:
        game = chosen_game(chosen)
        position = check_position(chosen, game)
        found = solved(chosen, game, start=position)
    if chosen.json:
        print_json(state_json(found, position))
    else:
        print_state(found, position)
    return 0


def _verify(chosen: argparse.Namespace) -> int:
    from gametheory.cli.wargame.solution_files import read_kept
    from gametheory.cli.wargame.verify import print_verification, verification_json, verify_solution

    checked = verify_solution(read_kept(chosen, chosen.file, "FILE"))
    if chosen.json:
        print_json(verification_json(checked))
    else:
        print_verification(checked, chosen.file)
    return 0 if checked.sound else 1
