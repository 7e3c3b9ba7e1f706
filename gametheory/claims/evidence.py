"""Evidence for a verdict: text, formulas, tables, figures, certificates, lookup tables, and parts that a page computes.

All are plain values. Text may contain formulas in LaTeX between dollar signs. Evidence converts to JSON and back;
renderers know these eight kinds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from gametheory.claims.calculator import Calculator
from gametheory.claims.validate import check_kind, check_text, items, shown, whole_number
from gametheory.numbers import table
from gametheory.numbers.format import short_repr, visible
from gametheory.numbers.table import Block, Printable


@short_repr
@dataclass(frozen=True)
class Text(Printable):
    """A paragraph.

    Attributes
    ----------
    text
        Plain text with formulas between dollar signs. Line breaks are preserved.
    """

    text: str

    def __post_init__(self) -> None:
        check_text("text", self.text)

    def view(self) -> Iterator[Block]:
        """Yield the text."""
        yield self.text

    def as_json(self) -> dict[str, Any]:
        """Return the evidence as JSON values for the manifest.

        >>> Text("checked by hand").as_json()
        {'kind': 'text', 'text': 'checked by hand'}
        """
        return {"kind": "text", "text": self.text}


@short_repr
@dataclass(frozen=True)
class Formula:
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

    def __post_init__(self) -> None:
        _check_texts(self, "latex", "note")
        check_kind("correct", self.correct, (bool, type(None)), "True, False or None")

    def _repr_latex_(self) -> str:
        return f"$$ {visible(self.latex)} $$"

    def as_json(self) -> dict[str, Any]:
        """Return the evidence as JSON values for the manifest.

        >>> Formula("a = b", correct=False).as_json()
        {'kind': 'formula', 'latex': 'a = b', 'correct': False, 'note': ''}
        """
        return {"kind": "formula", "latex": self.latex, "correct": self.correct, "note": self.note}


@short_repr
@dataclass(frozen=True)
class Table(table.Table):
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

    def __post_init__(self) -> None:
        check_text("caption", self.caption)
        for heading in items("headings", self.headings, "a sequence of texts"):
            check_text("headings", heading)
        for row in items("rows", self.rows, "a sequence of rows"):
            for cell in items("rows", row, "a sequence of cells"):
                if isinstance(cell, str):
                    check_text("rows", cell)
        for place in items("marked", self.marked, "a sequence of pairs (row, column)"):
            if len(items("marked", place, "a pair (row, column)")) != 2:
                raise ValueError(f"marked: {shown(place)} is not allowed; it must be a pair (row, column)")
            for number in place:
                whole_number("marked", number)

    def as_json(self) -> dict[str, Any]:
        """Return the evidence as JSON values for the manifest.

        >>> Table(["n"], [[1], [2]], marked=[(1, 0)]).as_json()
        {'kind': 'table', 'caption': '', 'headings': ['n'], 'rows': [[1], [2]], 'marked': [[1, 0]]}
        """
        return {
            "kind": "table",
            "caption": self.caption,
            "headings": list(self.headings),
            "rows": [[_cell(cell) for cell in row] for row in self.rows],
            "marked": [[int(number) for number in cell] for cell in self.marked],
        }


@short_repr
@dataclass(frozen=True)
class Figure:
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

    def __post_init__(self) -> None:
        _check_texts(self, "svg", "caption")

    def _repr_svg_(self) -> str:
        return visible(self.svg)

    def as_json(self) -> dict[str, Any]:
        """Return the evidence as JSON values for the manifest.

        >>> Figure("<svg/>", "an empty drawing").as_json()
        {'kind': 'figure', 'svg': '<svg/>', 'caption': 'an empty drawing'}
        """
        return {"kind": "figure", "svg": self.svg, "caption": self.caption}


@short_repr
@dataclass(frozen=True)
class Certificate:
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

    def __post_init__(self) -> None:
        _check_texts(self, "name", "text", "how")

    def as_json(self) -> dict[str, Any]:
        """Return the evidence as JSON values for the manifest.

        >>> Certificate("a.smt2", "(check-sat)", "z3 FILE").as_json()
        {'kind': 'certificate', 'name': 'a.smt2', 'text': '(check-sat)', 'how': 'z3 FILE'}
        """
        return {"kind": "certificate", "name": self.name, "text": self.text, "how": self.how}


LookupEntries: TypeAlias = Mapping[str, "LookupEntries | Sequence[Any]"]


@short_repr
@dataclass(frozen=True)
class LookupTable(Printable):
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
    answers: LookupEntries
    start: Sequence[str]
    facts: Sequence[str] = ()
    headings: Sequence[str] = ()
    probabilities: Sequence[str] = ()
    numbering: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        _check_texts(self, "caption", "numbering", "note")
        for name in ("inputs", "start", "facts", "headings", "probabilities"):
            for text in items(name, getattr(self, name), "a sequence of texts"):
                check_text(name, text)
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

    def as_json(self) -> dict[str, Any]:
        """Return the evidence as JSON values for the manifest.

        >>> LookupTable("Squares", ["n"], {"2": [4]}, ["2"], ["square"]).as_json()["answers"]
        {'2': [4]}
        """
        lists = {name: list(getattr(self, name)) for name in ("inputs", "start", "facts", "headings", "probabilities")}
        texts = {"caption": self.caption, "numbering": self.numbering, "note": self.note}
        return {"kind": "lookup_table", **texts, **lists, "answers": _plain(self.answers)}

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
class Interactive:
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
        _check_texts(self, "name", "caption")
        check_kind("data", self.data, Mapping, "a mapping from names")
        try:
            written = json.loads(json.dumps(dict(self.data), allow_nan=False))
        except (TypeError, ValueError) as error:
            raise ValueError(f"data: {shown(self.data)} has no JSON form: {error}") from None
        object.__setattr__(self, "data", written)

    def as_json(self) -> dict[str, Any]:
        """Return the evidence as JSON values for the manifest.

        >>> Interactive("castle", "Play.").as_json()
        {'kind': 'interactive', 'name': 'castle', 'caption': 'Play.', 'data': {}}
        """
        return {"kind": "interactive", "name": self.name, "caption": self.caption, "data": dict(self.data)}


def _plain(answers: Any) -> Any:
    """Convert mappings to dicts and sequences to lists at every depth."""
    if isinstance(answers, Mapping):
        return {key: _plain(entry) for key, entry in answers.items()}
    return [_plain(part) for part in answers] if isinstance(answers, list | tuple) else _cell(answers)


def _check_texts(value: object, *names: str) -> None:
    for name in names:
        check_text(name, getattr(value, name))


def _cell(value: Any) -> Any:
    """Convert a number of numpy to a number of Python, which JSON can represent."""
    return value.item() if hasattr(value, "dtype") and getattr(value, "ndim", None) == 0 else value


Evidence: TypeAlias = Text | Formula | Table | Figure | Certificate | LookupTable | Calculator | Interactive
KINDS: dict[str, type[Evidence]] = {
    "text": Text,
    "formula": Formula,
    "table": Table,
    "figure": Figure,
    "certificate": Certificate,
    "lookup_table": LookupTable,
    "calculator": Calculator,
    "interactive": Interactive,
}


def evidence_from_json(data: Mapping[str, Any]) -> Evidence:
    """Convert JSON values written by `as_json` back to evidence.

    A cell without a JSON form comes back as text.
    """
    try:
        fields = {name: value for name, value in data.items() if name != "kind"}
        evidence = KINDS[data["kind"]](**fields)
        written = evidence.as_json()
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"the data do not describe evidence: {str(data)[:80]}") from error
    if written != data:
        raise ValueError(f"the data do not describe a {data['kind']}: {str(data)[:80]}")
    return evidence
