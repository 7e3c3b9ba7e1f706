"""Saved measurements: all times in a JSON file, and their tables between the markers of a page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bench import ROOT
from bench.tables import (
    GROWTH,
    RATE,
    WORK,
    as_markdown,
    as_text,
    compact,
    compact_fits,
    compact_rates,
    growth_rows,
    kinds_rows,
    rate_rows,
    rows_of,
)
from bench.work import Fit, Rated, Row, Table

RESULTS = ROOT / "bench" / "results.json"


@dataclass(frozen=True)
class Section:
    """The measurements of one bench, and the machine and versions."""

    about: str
    setting: str
    tables: list[Table]
    fits: list[Fit]
    rates: list[Rated] = field(default_factory=list)

    def parts(self) -> list[tuple[Sequence[str], Sequence[Sequence[str]]]]:
        """Return the tables, each as headings and rows."""
        parts: list[tuple[Sequence[str], Sequence[Sequence[str]]]] = []
        if self.tables:
            parts.append((WORK, rows_of(self.tables)))
        if kinds := kinds_rows(self.tables):
            parts.append((kinds[0], kinds[1:]))
        if self.rates:
            parts.append((RATE, rate_rows(self.rates)))
        if self.fits:
            parts.append((GROWTH, growth_rows(self.fits)))
        return parts

    def text(self) -> str:
        """Return the tables as text for a terminal."""
        return "\n\n".join([self.setting, *(as_text(*part) for part in self.parts())])

    def markdown(self) -> str:
        """Return the tables as Markdown: medians only, because the saved measurements have each run."""
        parts = [
            (lines[0], lines[1:])
            for lines in (compact(self.tables), compact_rates(self.rates), compact_fits(self.fits))
        ]
        return "\n\n".join(as_markdown(*part) for part in parts if part[1])


def filled(page: str, sections: Mapping[str, Section]) -> str:
    """Return a page with the tables of these benches between their markers, in place of the old tables.

    Raise ValueError if a bench has no place on the page.
    """
    for name, section in sections.items():
        begin, end = markers(name)
        if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
            raise ValueError(f"the page has no place for {name}, between {begin} and {end}")
        before, after = page[: page.index(begin) + len(begin)], page[page.index(end) :]
        page = f"{before}\n\n{section.markdown()}\n\n{after}"
    return page


def markers(name: str) -> tuple[str, str]:
    """Return the lines before and after the tables of a bench.

    >>> markers("growth")
    ('<!-- bench: growth -->', '<!-- end of bench: growth -->')
    """
    return f"<!-- bench: {name} -->", f"<!-- end of bench: {name} -->"


def between(page: str, name: str) -> str:
    """Return the text between the markers of a bench."""
    match = re.search(f"{re.escape(markers(name)[0])}\n(.*)\n{re.escape(markers(name)[1])}", page, re.S)
    return match[1].strip() if match else ""


def to_json(sections: Mapping[str, Section]) -> str:
    """Return all measurements, run by run, as JSON."""
    return json.dumps({name: asdict(section) for name, section in sections.items()}, indent=1) + "\n"


def from_json(text: str) -> dict[str, Section]:
    """Return the measurements of a JSON text.

    >>> sections = {"b": Section("about", "here", [Table("t", [Row("p", [1.0], [1.0], 1, {}, None, False)])], [])}
    >>> from_json(to_json(sections)) == sections
    True
    """
    return {
        name: Section(
            saved["about"],
            saved["setting"],
            [Table(table["title"], [Row(**row) for row in table["rows"]]) for table in saved["tables"]],
            [Fit(**fit) for fit in saved["fits"]],
            [Rated(**rate) for rate in saved.get("rates", [])],
        )
        for name, saved in json.loads(text).items()
    }


def saved_sections(path: Path = RESULTS) -> dict[str, Section]:
    """Return the saved measurements, if there are any."""
    return from_json(path.read_text(encoding="utf-8")) if path.exists() else {}
