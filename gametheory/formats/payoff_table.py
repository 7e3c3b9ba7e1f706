"""Payoff tables as text: what a spreadsheet saves as CSV, what is typed into a terminal, and GameTracer's format."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gametheory.formats.gambit import (
    MAX_PAYOFFS,
    FormatError,
    Lexer,
    is_gambit,
    read_gambit,
    read_gambit_text,
    read_text,
)
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm, exact_number, numbered_players

if TYPE_CHECKING:
    from gametheory.formats.umb import UmbGame

TABLE, GAME_TRACER = ".csv", ".gam"
SEPARATORS = "\t", ";", ","
BRACKETS = {"(": ")", "[": "]"}
BETWEEN_PAYOFFS = re.compile(r"\s*[,;]\s*|\s+")
QUOTED = re.compile(r'"[^"]*"')
IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
ALLOWED = 'allowed: a payoff such as 1, 0.5 or -1/3 of the row player, or those of both, as in "3, 5"'


class Line(NamedTuple):
    """The number of a line of the text, and its cells."""

    number: int
    cells: Sequence[str]


def read_payoff_table(text: str) -> NormalForm:
    """Read a table with a payoff, or with the payoffs of both players, in each cell; names of strategies are optional.

    The first row has names if its first cell is empty, or if none of its cells is a payoff; likewise the first column.
    With one payoff in each cell the game is zero-sum. Cells are separated by tabs, semicolons, commas or spaces.

    >>> form = read_payoff_table(',left,right\\nup,"3, 3","0, 5"\\ndown,"5, 0","1, 1"')
    >>> form.strategies, form.payoff_matrix(0)[1]
    ((('up', 'down'), ('left', 'right')), (Fraction(5, 1), Fraction(1, 1)))
    """
    separator = _separator(text)
    lines = list(_lines(text, separator))
    if not lines:
        raise FormatError(f"the table is empty; {ALLOWED}", 1, 1)
    _require_rectangle(lines)
    has_corner = not lines[0].cells[0]
    has_names = has_corner or _has_names(lines[1:] or lines, range(1), "column")
    first = 1 if has_names else 0
    has_header = has_corner or _has_names(lines[:1], range(first, len(lines[0].cells)), "row")
    # the first cell, above or in the column of names, is a name if it is not empty
    if has_names and _payoffs(lines[0].cells[0]) is not None:
        raise FormatError(f"{lines[0].cells[0]!r:.40} is a payoff where a name is needed", lines[0].number, 1)
    rows = lines[1:] if has_header else lines
    if not rows or len(rows[0].cells) == first:
        raise FormatError(f"the table has names, and no payoffs; {ALLOWED}", lines[-1].number, 1)
    cells = [_row_of_payoffs(line, first, separator) for line in rows]
    form = _form(cells, rows, first)
    names = [line.cells[0] for line in rows] if has_names else form.strategies[0]
    header = lines[0].cells[first:] if has_header else form.strategies[1]
    return replace(form, strategies=(tuple(names), tuple(header)))


def read_game(path: Path) -> NormalForm | ExtensiveForm | UmbGame:
    """Read a game from a file .csv, .gam or .umb, or in one of Gambit's formats, which its first word determines."""
    if path.suffix == ".umb":
        from gametheory.formats.umb import UmbGame  # here, because archives take long to import

        return UmbGame(path)
    if path.suffix == GAME_TRACER:
        return read_gam(read_text(path))
    if path.suffix == TABLE:
        return read_table_or_game(read_text(path))
    return read_gambit(path)


def read_table_or_game(text: str) -> NormalForm | ExtensiveForm:
    """Parse a game in one of Gambit's formats, or else a payoff table."""
    return read_gambit_text(text) if is_gambit(text) else read_payoff_table(text)


def read_gam(text: str) -> NormalForm:
    """Parse a game in GameTracer's format, .gam, with any number of players.

    It has the number of players, those of their strategies, and then for each player the payoffs of all profiles, in
    which the strategy of the first player changes first (Blum, Shelton and Koller 2006).

    >>> read_gam("2  2 3  1 2 3 4 5 6  -1 -2 -3 -4 -5 -6").payoff_matrix(0)[1]
    (Fraction(2, 1), Fraction(4, 1), Fraction(6, 1))
    """
    lexer = Lexer(text)
    players = lexer.parse_int("the number of players", 1, MAX_PAYOFFS)
    start = lexer.start
    counts = []
    profiles = 1
    for _ in range(players):
        counts.append(lexer.parse_int("the number of strategies of a player", 1))
        profiles *= counts[-1]
        if players * profiles > MAX_PAYOFFS:
            lexer.fail_limit(f"more than {MAX_PAYOFFS:,} payoffs, the product of these numbers and the players", start)
    payoffs = []
    for _ in range(players):
        payoffs.append([lexer.parse_number() for _ in range(profiles)])
    if not lexer.at_end:
        lexer.fail_expected(f"the end of the file after {players * profiles:,} payoffs")
    strategies = tuple(tuple(map(str, range(1, count + 1))) for count in counts)
    outcomes = tuple(Outcome("", pays) for pays in zip(*payoffs, strict=True))
    return NormalForm(numbered_players(players), strategies, outcomes)


# Lines and cells


def _separator(text: str) -> str:
    """Return what separates the cells of the first line that has any; a space if it has nothing else."""
    line = next(filter(str.strip, text.splitlines()), "")
    # what is between quotes or brackets separates the payoffs of one cell
    outside = IN_BRACKETS.sub("", QUOTED.sub("", line))
    for separator in SEPARATORS:
        if separator in outside:
            return separator
    return " "


def _lines(text: str, separator: str) -> Iterator[Line]:
    """Yield the lines that are not blank."""
    if separator == " ":
        for number, line in enumerate(text.splitlines(), 1):
            cells = [cell.strip('"') for cell in re.findall(r'"[^"]*"|\([^()]*\)|\[[^\[\]]*\]|\S+', line)]
            if cells:
                yield Line(number, cells)
        return
    protected = IN_BRACKETS.sub(lambda match: match[0].replace(separator, " "), text)
    reader = csv.reader(protected.splitlines(keepends=True), delimiter=separator, skipinitialspace=True, strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield Line(reader.line_num, cells)
    except csv.Error as error:
        raise FormatError(str(error), max(1, reader.line_num), 1) from error


def _require_rectangle(lines: Sequence[Line]) -> None:
    width = len(lines[0].cells)
    for line in lines:
        if len(line.cells) != width:
            lengths = f"{len(line.cells)} cells, and the first row has {width}"
            raise FormatError(f"the row has {lengths}", line.number, 1)


def _has_names(lines: Sequence[Line], columns: range, what: str) -> bool:
    """Return whether the cells are names; refuse names among payoffs, since a typing error would become a name."""
    names = []
    payoffs = []
    for line in lines:
        for column in columns:
            cell = line.cells[column]
            if _payoffs(cell) is None:
                names.append((line.number, column + 1, cell))
            else:
                payoffs.append(cell)
    if names and payoffs:
        number, column, cell = names[0]
        rule = f"the first {what} has names and payoffs; if all are names, leave the first cell of the table empty"
        raise FormatError(f"{cell!r:.40} is no payoff, and {rule}", number, column)
    return bool(names)


# Payoffs


def _payoffs(cell: str) -> tuple[Fraction, ...] | None:
    """Return the numbers of a cell; None if it has anything else."""
    if cell and BRACKETS.get(cell[0]) == cell[-1]:
        cell = cell[1:-1].strip()
    try:
        return tuple(map(exact_number, BETWEEN_PAYOFFS.split(cell)))
    except ValueError:
        return None


def _row_of_payoffs(line: Line, first: int, separator: str) -> list[tuple[Fraction, ...]]:
    """Return the payoffs of a row; refuse a cell with anything else, and a comma that can be that of a decimal."""
    row = []
    for column, cell in enumerate(line.cells[first:], first + 1):
        payoffs = _payoffs(cell)
        if payoffs is None:
            raise FormatError(f"{cell!r:.40} is no payoff; {ALLOWED}", line.number, column)
        is_bare_comma = re.fullmatch(r"[^\s(\[]+,\S+", cell) is not None
        if separator in (";", "\t") and is_bare_comma:
            one, two = f"{cell.replace(',', '.', 1)!r:.40}", f"{f'({cell})'!r:.40}"
            raise FormatError(f"{cell!r:.40} is one number or two; write {one} or {two}", line.number, column)
        row.append(payoffs)
    return row


def _form(cells: Sequence[Sequence[tuple[Fraction, ...]]], rows: Sequence[Line], first: int) -> NormalForm:
    """Return the zero-sum table of single payoffs, or the table of pairs."""
    count = len(cells[0][0])
    for line, row in zip(rows, cells, strict=True):
        for column, payoffs in enumerate(row, first + 1):
            if len(payoffs) != count or count > 2:
                found = f"{len(payoffs)} payoffs, and the first one has {count}"
                raise FormatError(f"the cell has {found}; {ALLOWED}", line.number, column)
    matrices = [_matrix(cells, player) for player in range(count)]
    return NormalForm.from_payoffs(*matrices)


def _matrix(cells: Sequence[Sequence[tuple[Fraction, ...]]], player: int) -> list[list[Fraction]]:
    matrix = []
    for row in cells:
        matrix.append([payoffs[player] for payoffs in row])
    return matrix
