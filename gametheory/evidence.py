"""What a check shows for its verdict: text, formulas, tables, plays and figures, as plain values.

Text may hold formulas between dollar signs, in LaTeX. Every exhibit turns itself into JSON; a renderer knows
these kinds and nothing of the games they come from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, get_args

from gametheory.showing import markdown, table_html


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest."""
        return {"kind": "text", "text": self.text}

    def _repr_markdown_(self) -> str:
        return markdown(self.text)


@dataclass(frozen=True)
class Formula:
    """A displayed formula in LaTeX, with a word on whether it holds and why."""

    latex: str
    holds: bool | None = None
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest."""
        return {"kind": "formula", "latex": self.latex, "holds": self.holds, "note": self.note}

    def _repr_latex_(self) -> str:
        return f"$$ {self.latex} $$"


@dataclass(frozen=True)
class Table:
    """Rows under headings; `marked` names the cells (row, column) that differ from what is printed."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Any]]
    caption: str = ""
    marked: Sequence[tuple[int, int]] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest."""
        return {
            "kind": "table",
            "caption": self.caption,
            "headings": list(self.headings),
            "rows": [list(row) for row in self.rows],
            "marked": [list(cell) for cell in self.marked],
        }

    def _repr_html_(self) -> str:
        return table_html(self.headings, self.rows, self.caption, self.marked)


@dataclass(frozen=True)
class Figure:
    """A drawing as SVG text, with a caption that says what to see."""

    svg: str
    caption: str

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest."""
        return {"kind": "figure", "svg": self.svg, "caption": self.caption}

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class Certificate:
    """A file another program can re-check: its name, its text, and how to check it."""

    name: str
    text: str
    how: str

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest."""
        return {"kind": "certificate", "name": self.name, "text": self.text, "how": self.how}


Exhibit: TypeAlias = Text | Formula | Table | Figure | Certificate
KINDS: dict[str, type[Exhibit]] = {kind.__name__.lower(): kind for kind in get_args(Exhibit)}


def exhibit_from_json(data: Mapping[str, Any]) -> Exhibit:
    """The exhibit that was written as JSON; a cell without a form in JSON comes back as text.

    Raises KeyError for an unknown kind, and TypeError for fields that are not those of the kind.

    >>> exhibit_from_json(Text("so it is").as_json())
    Text(text='so it is')
    """
    fields = {name: value for name, value in data.items() if name != "kind"}
    return KINDS[data["kind"]](**fields)
