"""`gametheory nash`: the equilibria of a game of two players in one of Gambit's files."""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gametheory.cli.arguments import InputError, add_json, print_json
from gametheory.storage.read import read_bytes

if TYPE_CHECKING:
    from gametheory.model.extensive_form import ExtensiveForm
    from gametheory.model.normal_form import NormalForm
    from gametheory.model.payoff_matrix import PayoffMatrix
    from gametheory.solvers.bimatrix.nashpy_check import NashpyCheck
    from gametheory.solvers.bimatrix.vertex_enumeration import Equilibria, Equilibrium

MOST_BYTES = 20_000_000
MOST_VERTICES, MOST_VERTICES_WITH_ALL = 2_000, 20_000
MOST_STRATEGIES = 200
LONG = 500  # bits of a payoff: of longer ones, in proportion fewer vertices are computed
MOST_FOR_NASHPY = 12
MOST_WORK = 200_000_000  # bits of a payoff, times rows, columns, and the lesser of both


class Solved(NamedTuple):
    """The equilibria of a game and what is known of them; `found` is None where only one equilibrium was looked for."""

    game: NormalForm
    tree: ExtensiveForm | None
    equilibria: tuple[Equilibrium, ...]
    method: str
    sum: Fraction | None
    found: Equilibria | None
    opinion: NashpyCheck | None


def add_commands(commands: Any) -> None:
    """Declare `nash`."""
    nash = commands.add_parser(
        "nash",
        description="The Nash equilibria of a game of two players in a file of Gambit's, .nfg or .efg.",
        epilog='example:\n  printf \'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1\' > pennies.nfg\n'
        "  gametheory nash pennies.nfg --exact",
    )
    nash.add_argument("file", metavar="FILE", type=Path, help="a game in Gambit's format, .nfg or .efg")
    nash.add_argument("--exact", action="store_true", help="print rationals in place of decimals")
    nash.add_argument("--all", action="store_true", help="all extreme equilibria, also of a game where that takes long")
    add_json(nash)
    nash.set_defaults(run=_nash)


def _nash(chosen: argparse.Namespace) -> int:
    from gametheory.solvers.bimatrix.lemke_howson import TooManyPivots
    from gametheory.solvers.bimatrix.vertex_enumeration import TooManyEquilibria, TooManyVertices

    try:
        solved = _solve(*_read(chosen.file), chosen.all)
    except (TooManyEquilibria, TooManyVertices) as error:
        raise _refused(f"argument --all: {error}; without it one equilibrium is found") from error
    except (TooManyPivots, ValueError) as error:
        raise _refused(f"argument FILE: {chosen.file}: {error}") from error
    try:
        _show(solved, chosen.exact, chosen.json)
    except OverflowError as error:
        raise _refused(f"argument FILE: {chosen.file}: payoffs too large for decimals; --exact prints them") from error
    return 0


def _show(solved: Solved, exact: bool, as_json: bool) -> None:
    from gametheory.cli.nash.output import nash_json, print_nash

    if as_json:
        print_json(nash_json(solved, exact))
    else:
        print_nash(solved, exact)


def _read(path: Path) -> tuple[NormalForm, ExtensiveForm | None]:
    """The game of a file in normal form, and the tree if it was one; its first word says which format it is."""
    from gametheory.formats import FormatError
    from gametheory.formats.gambit.efg import read_efg
    from gametheory.formats.gambit.nfg import read_nfg
    from gametheory.model.reduced_normal_form import FormTooLarge, ImperfectRecall, reduced_normal_form

    text = _text(path)
    kind = text.lstrip()[:3]
    if kind not in ("NFG", "EFG"):
        raise _refused(f"argument FILE: {path}: line 1, column 1: a game begins with NFG or EFG")
    try:
        game: Any = read_nfg(text) if kind == "NFG" else read_efg(text)
        if len(game.players) != 2:
            raise _refused(f"argument FILE: {path} has {len(game.players)} players; nash solves games of two")
        return (game, None) if kind == "NFG" else (reduced_normal_form(game), game)
    except (FormatError, ImperfectRecall, FormTooLarge) as error:
        raise _refused(f"argument FILE: {path}: {error}") from error


def _text(path: Path) -> str:
    """The text of a file, of which no more is read than the limit and a byte."""
    try:
        return read_bytes(path, MOST_BYTES).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _refused(f"argument FILE: cannot read {path}: {reason}") from error


def _solve(game: NormalForm, tree: ExtensiveForm | None, everything: bool) -> Solved:
    """All extreme equilibria where they are not too many, or asked for; else one of them."""
    from gametheory.solvers.bimatrix.vertex_enumeration import (
        TooManyEquilibria,
        TooManyVertices,
        constant_sum,
        extreme_equilibria,
        to_positive_integers,
    )

    rows, columns = map(len, game.strategies)
    matrices = game.payoff_matrix(0), game.payoff_matrix(1)
    total = constant_sum(*matrices)
    if max(rows, columns) > MOST_STRATEGIES:
        raise ValueError(f"{rows:,} x {columns:,} strategies; at most {MOST_STRATEGIES} of a player are solved exactly")
    bits = max(number.bit_length() for matrix in matrices for row in to_positive_integers(matrix) for number in row)
    if bits * rows * columns * min(rows, columns) > MOST_WORK:
        raise ValueError(f"payoffs of {bits:,} bits over their common denominator are too long for {rows} x {columns}")
    limit = MOST_VERTICES_WITH_ALL if everything else MOST_VERTICES
    try:
        found = extreme_equilibria(*matrices, min(limit, limit * LONG // bits))
    except (TooManyEquilibria, TooManyVertices):
        if everything:
            raise
        one, method = _one(matrices, total)
        return Solved(game, tree, (one,), method, total, None, None)
    opinion = None
    if rows + columns <= MOST_FOR_NASHPY:
        from gametheory.solvers.bimatrix.nashpy_check import cross_check_with_nashpy

        opinion = cross_check_with_nashpy(*matrices, found.extreme)
    return Solved(game, tree, found.extreme, "vertex enumeration", total, found, opinion)


def _one(matrices: tuple[PayoffMatrix, PayoffMatrix], total: Fraction | None) -> tuple[Equilibrium, str]:
    """One equilibrium of a large game: by linear programming where the two get a constant sum, else by pivoting."""
    if total is None:
        from gametheory.solvers.bimatrix.lemke_howson import lemke_howson

        return lemke_howson(*matrices), "Lemke-Howson"
    from gametheory.solvers.bimatrix.vertex_enumeration import Equilibrium
    from gametheory.solvers.matrix_game.exact import solve_matrix_exact
    from gametheory.verify import check_nash

    found = solve_matrix_exact(matrices[0])
    row, column = tuple(found.row), tuple(found.column)
    return Equilibrium(row, column, check_nash(*matrices, row, column)), "linear programming"


def _refused(why: str) -> InputError:
    return InputError(f"gametheory nash: {why}")
