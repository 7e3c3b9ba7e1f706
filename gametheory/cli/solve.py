"""`gametheory solve`: solve the game of a class, print the solution, and draw the state graph."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    InputError,
    add_json,
    drawing_file,
    positive_number,
    print_json,
    table_file,
    whole_number,
    write_output,
)
from gametheory.cli.theorem import add_theorem, print_theorem, write_theorem_file
from gametheory.parallel.extras import library

if TYPE_CHECKING:
    from gametheory.solvers.solution import Solution

DEFAULT_MAX_POSITIONS = 10_000_000
COMMAND = "gametheory solve"
REST = "--player NAME and --from POSITION print others, and --json all of them"


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    solve = commands.add_parser(
        "solve",
        description="Validate the rules of a game, classify it, solve it exactly, and check the solution again. "
        "The ARGUMENTS are those of the class: 7, 3/5, 0.6 (read exactly), (1,2), red, or name=value.",
        epilog="example:\n  gametheory solve gametheory.games.castle:Castle 10 11 15",
    )
    solve.add_argument(
        "game",
        metavar="NAME|FILE.py[:CLASS]|MODULE:CLASS|FILE.nfg|FILE.efg",
        help="a game of the catalogue, or file or module with the class of the game; CLASS may be omitted if the file "
        "has one game class; or a file with a game in Gambit's format",
    )
    solve.add_argument("arguments", metavar="ARGUMENTS", nargs="*", help="constructor arguments of the class")
    solve.add_argument("--draw", metavar="FILE.svg", type=drawing_file, help="also draw the positions and best moves")
    help_text = "also write all decisions as CSV, or the printed table as LaTeX"
    solve.add_argument("-o", dest="output", metavar="FILE.csv|.tex", type=table_file, help=help_text)
    solve.add_argument(
        "--limit",
        metavar="N",
        type=whole_number,
        help=f"maximum number of positions (default {DEFAULT_MAX_POSITIONS:,})",
    )
    solve.add_argument(
        "--width",
        metavar="W",
        type=positive_number,
        default="1/1000000",
        help="largest gap between the two bounds of a value that is not computed exactly; also the largest ε "
        "(default 1/1000000)",
    )
    solve.add_argument(
        "--component-limit",
        metavar="N",
        type=whole_number,
        help="largest cyclic part (in positions) that a slow solver may try "
        "(default 50,000 in sequential games with chance moves, 500 with simultaneous moves, 50 for mixed moves in "
        "games that are not zero-sum); above 1,000, such games are also searched longer for an equilibrium; zero-sum "
        "sequential games with chance moves, cycles and more positions get a bracket instead of the exact value",
    )
    add_theorem(solve, "states the value, or the payoffs of a subgame-perfect equilibrium")
    solve.add_argument("--player", metavar="NAME", help="print the strategy of one player")
    help_text = "print the decisions from a position on, given as it is printed"
    solve.add_argument("--from", dest="start", metavar="POSITION", help=help_text)
    add_json(solve)
    solve.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from gametheory.cli.loading import load_game, require_player

    if args.draw:
        library("pygraphviz", "draw")
    loaded = load_game(COMMAND, args.game, args.arguments)
    require_player(COMMAND, loaded.game, args.player)
    with solving_errors(COMMAND, loaded.name, loaded.place):
        _print(_solve(loaded.game, args), loaded.name, args)
    return 0


def _print(solution: Solution, name: str, args: argparse.Namespace) -> None:
    """Write the theorem, the drawing and the table, if nothing is refused, and print the solution."""
    from gametheory.cli.tables import console, write_table

    try:
        parts = [*solution.view(REST, args.player, args.start)]
    except ValueError as error:
        raise InputError(f"{COMMAND}: argument --from: {error}") from error
    if args.theorem:
        write_theorem_file(COMMAND, args.theorem, solution, " ".join([name, *args.arguments]))
    if args.draw:
        title = f"{name}({', '.join(args.arguments)})" if args.arguments else name
        write_output(args.draw, _drawing(solution, title))
    if args.output:
        write_table(args.output, solution, parts)
    if args.json:
        document = {"game": args.game, "arguments": args.arguments, **solution.as_json()}
        files = {"file": args.output, "theorem": args.theorem}
        print_json(document | {key: str(path) for key, path in files.items() if path})
    else:
        from gametheory.numbers.table import show

        show(parts, console())
        if args.draw:
            print(f"wrote {args.draw}")
        if args.output:
            print(f"wrote {args.output}")
        print_theorem(args.theorem)


def _solve(game: Any, args: argparse.Namespace) -> Solution:
    from gametheory.cli.progress import unfolding_line
    from gametheory.solvers.dispatch import solve_game

    limit = args.limit or DEFAULT_MAX_POSITIONS
    with unfolding_line() as watch:
        return solve_game(game, limit, args.width, watch, args.component_limit)


@contextmanager
def solving_errors(command: str, name: str, place: str) -> Iterator[None]:
    """Turn the errors of solving into InputError; one of the user's rules with the line that raised it."""
    from gametheory.cli.loading import rules_error
    from gametheory.model.game import PositionLimitExceeded, RulesError
    from gametheory.solvers.dispatch import NoSolver

    try:
        yield
    except RulesError as error:
        raise InputError(f"{command}: {name}: {rules_error(error, place)}") from error
    except PositionLimitExceeded as error:
        raise InputError(f"{command}: {name}: {error}; --limit N allows more") from error
    except NoSolver as error:
        raise InputError(f"{command}: {name}: {error}") from error
    except MemoryError as error:
        what = str(error) or "there is not enough memory"
        raise InputError(f"{command}: {name}: {what}; --limit N stops sooner") from error


def _drawing(solution: Solution, title: str) -> str:
    from gametheory.render.graphs import draw_state_graph

    try:
        return draw_state_graph(solution.graph, solution.optimal_moves, title)
    except ValueError as error:
        raise InputError(f"{COMMAND}: argument --draw: {error}") from error
