"""Evidence for a verdict: text, formulas, tables, figures, certificates, lookup tables, and parts that a page computes.

All are plain values. Text may contain formulas in LaTeX between dollar signs. Evidence converts to JSON and back;
renderers know these eight kinds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, get_args

from gametheory.claims.calculator import Calculator
from gametheory.claims.plain_values import PlainValue, kind_of, made, shown
from gametheory.numbers import table
from gametheory.numbers.format import short_repr, visible
from gametheory.numbers.table import Block, Printable


@short_repr
@dataclass(frozen=True)
class Text(Printable, PlainValue):
    """A paragraph.

    Attributes
    ----------
    text
        Plain text with formulas between dollar signs. Line breaks are preserved.
    """

    text: str

    def view(self) -> Iterator[Block]:
        """Yield the text."""
        yield self.text


@short_repr
@dataclass(frozen=True)
class Formula(PlainValue):
    """A displayed formula.

    Attributes
    ----------
    latex
        The formula in LaTeX, without dollar signs.
    correct
        Whether the formula is true; None if that is not the point.
    note
        A short explanation.
    """

    latex: str
    correct: bool | None = None
    note: str = ""

    def _repr_latex_(self) -> str:
        return f"$$ {visible(self.latex)} $$"


@short_repr
@dataclass(frozen=True)
class Table(PlainValue, table.Table):
    """A table.

    Attributes
    ----------
    headings
        One heading per column.
    rows
        The cells by row: text with formulas, numbers, truth values, or None for an empty cell.
    caption
        The text above the table.
    marked
        The cells (row, column), counted from 0, that differ from the printed ones.
    """


@short_repr
@dataclass(frozen=True)
class Figure(PlainValue):
    """A drawing.

    Attributes
    ----------
    svg
        The drawing as SVG text.
    caption
        What the drawing shows.
    """

    svg: str
    caption: str

    def _repr_svg_(self) -> str:
        return visible(self.svg)


@short_repr
@dataclass(frozen=True)
class Certificate(PlainValue):
    """A file that another program can check independently.

    Attributes
    ----------
    name
        The name of the file.
    text
        The content of the file.
    how
        How to check the file.
    """

    name: str
    text: str
    how: str


@short_repr
@dataclass(frozen=True)
class LookupTable(Printable, PlainValue):
    """Answers by the values of several inputs. The report shows an explorer: the reader sets the inputs one by one.

    Captions, headings and notes may contain formulas; the values of inputs and answers are plain.

    Attributes
    ----------
    caption
        The text above the explorer.
    inputs
        The names of the inputs. The value of one input can limit the values of the inputs after it.
    answers
        Nested mappings, one level for each input, from the value of the input (as text) to the next level. The last
        level is a list: a value for each of `facts`, followed by the list of rows if there are `headings`.
    start
        The initial value of each input.
    facts
        The names of the single values of an answer.
    headings
        The headings of the rows of an answer.
    probabilities
        The headings of those columns that contain probabilities, drawn as bars.
    numbering
        The heading of a first column that numbers the rows from 1; empty for no such column.
    note
        What the answers cover.

    Raises
    ------
    ValueError
        If the answers or the initial values do not have this form.

    Examples
    --------
    >>> squares = {str(number): [number % 2 == 0, [[number, number**2]]] for number in range(9)}
    >>> table = LookupTable("Squares", ["number"], squares, ["3"], ["even"], ["number", "square"])
    >>> table.answer("8")
    [True, [[8, 64]]]
    """

    caption: str
    inputs: Sequence[str]
    answers: Mapping[str, Any]
    start: Sequence[str]
    facts: Sequence[str] = ()
    headings: Sequence[str] = ()
    probabilities: Sequence[str] = ()
    numbering: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not set(self.probabilities) <= set(self.headings):
            raise ValueError(
                f"probabilities: {list(self.probabilities)} are not all among the headings {list(self.headings)}"
            )
        self._check(self.answers, ())
        try:
            self.answer(*self.start)
        except KeyError as error:
            raise ValueError(f"start: {list(self.start)} has no answer") from error

    def view(self) -> Iterator[Block]:
        """Yield the answer to the initial choices: a table of choices and facts, and a table of the rows."""
        answer = self.answer(*self.start)
        pairs = [*zip(self.inputs, self.start, strict=True), *zip(self.facts, answer, strict=False)]
        yield table.Table(("", ""), pairs, self.caption)
        if self.headings:
            numbered = [(number, *row) for number, row in enumerate(answer[-1], 1)] if self.numbering else answer[-1]
            yield table.Table([*filter(None, (self.numbering,)), *self.headings], numbered)

    def answer(self, *values: str) -> Sequence[Any]:
        """Return the facts, followed by the rows, for a value of each input.

        Raises
        ------
        KeyError
            If there is no answer for these values.
        """
        if len(values) != len(self.inputs):
            raise KeyError(values)
        entry: Any = self.answers
        for value in values:
            entry = entry[value]
        return list(entry)

    def _check(self, entry: Any, values: tuple[str, ...]) -> None:
        """Raise ValueError unless there is a level for each input and each answer fits the facts and headings."""
        if len(values) == len(self.inputs):
            if not self._is_answer(entry):
                raise ValueError(f"answers: the answer at {list(values)} does not fit the facts and headings")
            return
        if not isinstance(entry, Mapping) or not entry or not all(isinstance(key, str) for key in entry):
            name = self.inputs[len(values)]
            raise ValueError(f"answers: the entry at {list(values)} is not a mapping from text, for '{name}'")
        for key, following in entry.items():
            self._check(following, (*values, key))

    def _is_answer(self, entry: Any) -> bool:
        if not isinstance(entry, list | tuple) or len(entry) != len(self.facts) + bool(self.headings):
            return False
        rows = entry[-1] if self.headings else []
        return isinstance(rows, list | tuple) and all(map(self._is_row, rows))

    def _is_row(self, row: Any) -> bool:
        if not isinstance(row, list | tuple) or len(row) != len(self.headings):
            return False
        cells = [row[self.headings.index(name)] for name in self.probabilities]
        return all(cell is None or (isinstance(cell, int | float) and 0 <= cell <= 1) for cell in cells)


@short_repr
@dataclass(frozen=True)
class Interactive(PlainValue):
    """A part of the report that a script of the page runs, such as a game that the reader plays.

    Attributes
    ----------
    name
        What it is. The page has a script for each name that it can show.
    caption
        The text above it.
    data
        What the script needs: JSON values by name.

    Raises
    ------
    ValueError
        If the data are not JSON values.

    Examples
    --------
    >>> Interactive("castle", "Play the castle game.", {"start": [10, 43, 8]}).data["start"]
    [10, 43, 8]
    """

    name: str
    caption: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            written = json.loads(json.dumps(self.data, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise ValueError(f"data: {shown(self.data)} has no JSON form: {error}") from None
        object.__setattr__(self, "data", written)


Evidence: TypeAlias = Text | Formula | Table | Figure | Certificate | LookupTable | Calculator | Interactive
KINDS: dict[str, type[Evidence]] = {kind_of(kind): kind for kind in get_args(Evidence)}


def evidence_from_json(data: Mapping[str, Any]) -> Evidence:
    """Convert JSON values written by `as_json` back to evidence.

    A cell without a JSON form comes back as text.
    """
    try:
        fields = {name: value for name, value in data.items() if name != "kind"}
        evidence: Evidence = made(KINDS[data["kind"]], fields)  # type: ignore[assignment]
        written = evidence.as_json()
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"the data do not describe evidence: {str(data)[:80]}") from error
    if written != data:
        raise ValueError(f"the data do not describe a {data['kind']}: {str(data)[:80]}")
    return evidence
