"""`gametheory nash`: print the Nash equilibria of a two-player game in one of Gambit's files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, print_json

if TYPE_CHECKING:
    from gametheory.model.extensive_form import ExtensiveForm
    from gametheory.model.normal_form import NormalForm
    from gametheory.solvers.bimatrix.nash_solution import NashSolution


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    nash = commands.add_parser(
        "nash",
        description="Find the Nash equilibria of a two-player game in Gambit's format, .nfg or .efg.",
        epilog='example:\n  printf \'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1\' > pennies.nfg\n'
        "  gametheory nash pennies.nfg --exact",
    )
    nash.add_argument("file", metavar="FILE", type=Path, help="a game in Gambit's format, .nfg or .efg")
    nash.add_argument("--exact", action="store_true", help="print fractions instead of decimals")
    nash.add_argument("--all", action="store_true", help="find all extreme equilibria even if slow")
    add_json(nash)
    nash.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from gametheory.cli.loading import read_gambit_file

    game = read_gambit_file("gametheory nash: argument FILE", args.file)
    solution = _solve(game, args.file, args.all)
    try:
        if args.json:
            print_json(solution.as_json(args.exact))
        else:
            _print(solution, args.exact)
    except OverflowError as error:
        raise _error(f"argument FILE: {args.file}: payoffs too large for decimals; --exact prints them") from error
    return 0


def _solve(game: NormalForm | ExtensiveForm, path: Path, find_all: bool) -> NashSolution:
    from gametheory.model.reduced_normal_form import FormTooLarge, ImperfectRecall
    from gametheory.solvers.bimatrix.lemke_howson import TooManyPivots
    from gametheory.solvers.bimatrix.nash import nash_equilibria
    from gametheory.solvers.bimatrix.polytope import TooManyVertices
    from gametheory.solvers.bimatrix.vertex_enumeration import TooManyEquilibria

    try:
        return nash_equilibria(game, find_all)
    except (TooManyEquilibria, TooManyVertices) as error:
        raise _error(f"argument --all: {error}; without --all, one equilibrium is found") from error
    except (FormTooLarge, ImperfectRecall, TooManyPivots, ValueError) as error:
        raise _error(f"argument FILE: {path}: {error}") from error


def _print(solution: NashSolution, exact: bool) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from gametheory.cli.tables import console
    from gametheory.numbers.visible import visible
    from gametheory.render.nash_text import equilibrium_rows, facts

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("player", no_wrap=True)
    table.add_column("payoff", justify="right", no_wrap=True)
    table.add_column("strategy")
    for number, player, payoff, strategy in equilibrium_rows(solution, exact):
        table.add_row(number, Text(visible(player)), payoff, Text(visible(strategy)))
    output = console()
    output.print(table)
    for sentence in facts(solution, exact):
        output.print(Text(visible(sentence)), soft_wrap=True)


def _error(message: str) -> InputError:
    return InputError(f"gametheory nash: {message}")
