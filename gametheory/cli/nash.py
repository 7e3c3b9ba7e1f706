"""`gametheory nash`: print the Nash equilibria of a two-player game in one of Gambit's files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, print_json, whole_number

if TYPE_CHECKING:
    from gametheory.model.extensive_form import ExtensiveForm
    from gametheory.model.normal_form import NormalForm
    from gametheory.solvers.bimatrix.nash_solution import NashSolution
    from gametheory.solvers.sequence_form.solution import TreeSolution


RIGHT = ("", "payoff", "reached")
NARROW = ("", "player", "payoff", "reached")
MAX_ROWS = 500


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
    nash.add_argument(
        "--limit",
        metavar="N",
        type=whole_number,
        help="greatest number of vertices of a polytope (default 2,000; with --all 20,000), or with --refine of "
        "sequences of all players (default 250)",
    )
    nash.add_argument(
        "--refine",
        choices=("sequential", "quasi-perfect", "perfect"),
        help="find one equilibrium of a tree that is sequential, quasi-perfect, or extensive-form (trembling-hand) "
        "perfect, with beliefs at every information set",
    )
    add_json(nash)
    nash.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from gametheory.cli.loading import read_gambit_file

    game = read_gambit_file("gametheory nash: argument FILE", args.file)
    solution = _solve(game, args.file, args.all, args.limit, args.refine)
    try:
        if args.json:
            print_json(solution.as_json(args.exact))
        else:
            _print(solution, args.exact)
    except OverflowError as error:
        raise _error(f"argument FILE: {args.file}: payoffs too large for decimals; --exact prints them") from error
    return 0


def _solve(
    game: NormalForm | ExtensiveForm, path: Path, find_all: bool, limit: int | None, refine: str | None
) -> NashSolution | TreeSolution:
    from gametheory.model.help_pages import LIMITS
    from gametheory.model.normal_form import NormalForm
    from gametheory.model.recall import ImperfectRecall
    from gametheory.model.sequence_form import FormTooLarge
    from gametheory.solvers.bimatrix.lemke_howson import TooManyPivots
    from gametheory.solvers.bimatrix.polytope import TooManyVertices
    from gametheory.solvers.bimatrix.vertex_enumeration import TooManyEquilibria
    from gametheory.solvers.nash import nash_equilibria
    from gametheory.solvers.sequence_form.refined_solution import TooManySequences

    if refine and find_all:
        raise _error("argument --all: not with --refine, which finds one equilibrium")
    if refine and isinstance(game, NormalForm):
        raise _error(f"argument --refine: only for a game in extensive form, such as a file .efg; {path} is a table")
    try:
        return nash_equilibria(game, find_all, limit, refine)
    except TooManySequences as error:
        raise _error(f"argument --refine: {path}: {error}; --limit N allows more") from error
    except (TooManyEquilibria, TooManyVertices) as error:
        raise _error(
            f"argument --all: {error}; --limit N allows more; without --all, one equilibrium is found"
        ) from error
    except TooManyPivots as error:
        raise _error(f"argument FILE: {path}: {error}; --limit N allows more") from error
    except (FormTooLarge, ImperfectRecall, ValueError) as error:
        raise _error(f"argument FILE: {path}: {error}; see {LIMITS}") from error


def _print(solution: NashSolution | TreeSolution, exact: bool) -> None:
    from rich.text import Text

    from gametheory.cli.tables import console
    from gametheory.numbers.visible import visible
    from gametheory.solvers.bimatrix.nash_solution import NashSolution

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    if isinstance(solution, NashSolution):
        from gametheory.render.nash_text import TABLE_COLUMNS, equilibrium_rows, facts

        columns, rows, sentences = TABLE_COLUMNS, list(equilibrium_rows(solution, exact)), facts(solution, exact)
    else:
        from gametheory.render.tree_text import TREE_COLUMNS, tree_facts, tree_rows

        columns, rows, sentences = TREE_COLUMNS, list(tree_rows(solution, exact)), tree_facts(solution, exact)
    _print_table(columns, rows[:MAX_ROWS])
    if len(rows) > MAX_ROWS:
        sentences = [f"... and {len(rows) - MAX_ROWS:,} more rows; --json prints all of them.", *sentences]
    for sentence in sentences:
        console().print(Text(visible(sentence)), soft_wrap=True)


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from gametheory.cli.tables import console
    from gametheory.numbers.visible import visible

    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, justify="right" if column in RIGHT else "left", no_wrap=column in NARROW)
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console().print(table)


def _error(message: str) -> InputError:
    return InputError(f"gametheory nash: {message}")
