"""What a check shows for its verdict: text, formulas, tables, plays and figures, as plain values.

Text may hold formulas between dollar signs, in LaTeX. Every exhibit turns itself into JSON; a renderer knows
these kinds and nothing of the games they come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest."""
        return {"kind": "text", "text": self.text}


@dataclass(frozen=True)
class Formula:
    """A displayed formula in LaTeX, with a word on whether it holds and why."""

    latex: str
    holds: bool | None = None
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest."""
        return {"kind": "formula", "latex": self.latex, "holds": self.holds, "note": self.note}


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


@dataclass(frozen=True)
class Figure:
    """A drawing as SVG text, with a caption that says what to see."""

    svg: str
    caption: str

    def as_json(self) -> dict[str, Any]:
        """The exhibit for the manifest."""
        return {"kind": "figure", "svg": self.svg, "caption": self.caption}


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
