"""What a check shows for its verdict: text, formulas, tables, plays and figures, as plain values.

Text may hold formulas between dollar signs, in LaTeX. Every exhibit turns itself into JSON; a renderer knows
these kinds and nothing of the games they come from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, get_args


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest.

        >>> Text("so it is").as_json()
        {'kind': 'text', 'text': 'so it is'}
        """
        return {"kind": "text", "text": self.text}


@dataclass(frozen=True)
class Formula:
    """A displayed formula in LaTeX, with a word on whether it holds and why."""

    latex: str
    holds: bool | None = None
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest.

        >>> Formula("a = b", holds=False).as_json()
        {'kind': 'formula', 'latex': 'a = b', 'holds': False, 'note': ''}
        """
        return {"kind": "formula", "latex": self.latex, "holds": self.holds, "note": self.note}


@dataclass(frozen=True)
class Table:
    """Rows under headings; `marked` names the cells (row, column) that differ from what is printed."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Any]]
    caption: str = ""
    marked: Sequence[tuple[int, int]] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest.

        >>> Table(["n"], [[1], [2]], marked=[(1, 0)]).as_json()
        {'kind': 'table', 'caption': '', 'headings': ['n'], 'rows': [[1], [2]], 'marked': [[1, 0]]}
        """
        return {
            "kind": "table",
            "caption": self.caption,
            "headings": list(self.headings),
            "rows": [list(row) for row in self.rows],
            "marked": [list(cell) for cell in self.marked],
        }


@dataclass(frozen=True)
class Figure:
    """A drawing as SVG text, with a caption that says what to see."""

    svg: str
    caption: str

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest.

        >>> Figure("<svg/>", "nothing").as_json()
        {'kind': 'figure', 'svg': '<svg/>', 'caption': 'nothing'}
        """
        return {"kind": "figure", "svg": self.svg, "caption": self.caption}


@dataclass(frozen=True)
class Certificate:
    """A file another program can re-check: its name, its text, and how to check it."""

    name: str
    text: str
    how: str

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest.

        >>> Certificate("a.smt2", "(check-sat)", "z3 FILE").as_json()
        {'kind': 'certificate', 'name': 'a.smt2', 'text': '(check-sat)', 'how': 'z3 FILE'}
        """
        return {"kind": "certificate", "name": self.name, "text": self.text, "how": self.how}


LookupEntries: TypeAlias = Mapping[str, "LookupEntries | Sequence[Any]"]


@dataclass(frozen=True)
class LookupTable:
    """Answers to look up by choices that are made one after the other, each among what exists after those before it.

    `answers` is nested, a mapping for each of `inputs` in their order: from what can be chosen to the next mapping, and
    at last to a list with a value for each of `facts` and then, where there are `headings`, the rows under them.
    `chances` are the headings of columns to be drawn as bars; `counted` is the heading of a first column that numbers
    the rows, and is not in them. `start` are the choices shown first, `note` tells what the answers cover. Choices and
    answers are plain; all else may hold formulas.

    Raises ValueError where the answers or the start do not have this form.

    >>> squares = {str(number): [number % 2 == 0, [[number, number**2]]] for number in range(9)}
    >>> explorer = LookupTable("Squares", ["number"], squares, ["3"], ["even"], ["number", "square"])
    >>> explorer.answer("8")
    [True, [[8, 64]]]
    """

    caption: str
    inputs: Sequence[str]
    answers: LookupEntries
    start: Sequence[str]
    facts: Sequence[str] = ()
    headings: Sequence[str] = ()
    chances: Sequence[str] = ()
    counted: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if not set(self.chances) <= set(self.headings):
            raise ValueError(f"chances: {list(self.chances)} are not all among the headings {list(self.headings)}")
        self._check(self.answers, ())
        try:
            self.answer(*self.start)
        except KeyError as error:
            raise ValueError(f"start: {list(self.start)} leads to no answer") from error

    def answer(self, *choices: str) -> Sequence[Any]:
        """The facts, and after them the rows, that a choice for each input leads to; KeyError where there are none."""
        if len(choices) != len(self.inputs):
            raise KeyError(choices)
        found: Any = self.answers
        for choice in choices:
            found = found[choice]
        return list(found)

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest.

        >>> LookupTable("Squares", ["n"], {"2": [4]}, ["2"], ["square"]).as_json()["answers"]
        {'2': [4]}
        """
        lists = {name: list(getattr(self, name)) for name in ("inputs", "start", "facts", "headings", "chances")}
        texts = {"caption": self.caption, "counted": self.counted, "note": self.note}
        return {"kind": "explorer", **texts, **lists, "answers": _plain(self.answers)}

    def _check(self, found: Any, choices: tuple[str, ...]) -> None:
        """Refuse answers that are not as deep as there are inputs, or not as long as their headings tell."""
        if len(choices) == len(self.inputs):
            if not self._is_answer(found):
                raise ValueError(f"answers: what stands at {list(choices)} does not fit the facts and headings")
            return
        if not isinstance(found, Mapping) or not found or not all(isinstance(key, str) for key in found):
            name = self.inputs[len(choices)]
            raise ValueError(f"answers: at {list(choices)} stands no mapping from text, for '{name}'")
        for key, after in found.items():
            self._check(after, (*choices, key))

    def _is_answer(self, found: Any) -> bool:
        if not isinstance(found, list | tuple) or len(found) != len(self.facts) + bool(self.headings):
            return False
        rows = found[-1] if self.headings else []
        return isinstance(rows, list | tuple) and all(map(self._is_row, rows))

    def _is_row(self, row: Any) -> bool:
        if not isinstance(row, list | tuple) or len(row) != len(self.headings):
            return False
        drawn = [row[self.headings.index(name)] for name in self.chances]
        return all(cell is None or (isinstance(cell, int | float) and 0 <= cell <= 1) for cell in drawn)


def _plain(answers: Any) -> Any:
    """Mappings as dicts and sequences as lists, at every depth."""
    if isinstance(answers, Mapping):
        return {key: _plain(after) for key, after in answers.items()}
    return [_plain(part) for part in answers] if isinstance(answers, list | tuple) else answers


Evidence: TypeAlias = Text | Formula | Table | Figure | Certificate | LookupTable
KINDS: dict[str, type[Evidence]] = {kind.__name__.lower(): kind for kind in get_args(Evidence)}


def evidence_from_json(data: Mapping[str, Any]) -> Evidence:
    """The exhibit that was written as JSON; a cell without a form in JSON comes back as text.

    Raises ValueError for what no exhibit writes.

    >>> evidence_from_json(Text("so it is").as_json())
    Text(text='so it is')
    """
    try:
        fields = {name: value for name, value in data.items() if name != "kind"}
        found = KINDS[data["kind"]](**fields)
        again = found.as_json()
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"these are the data of no exhibit: {str(data)[:80]}") from error
    if again != data:
        raise ValueError(f"no {data['kind']} has these data: {str(data)[:80]}")
    return found
