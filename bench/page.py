"""Saved measurements: all of them in a JSON file, and their tables between the markers of a page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench import ROOT
from bench.tables import GROWTH, WORK, as_markdown, as_text, growth_rows, kinds_rows, rows_of
from bench.work import Fit, Row, Table

RESULTS = ROOT / "bench" / "results.json"


@dataclass(frozen=True)
class Section:
    """What one bench measured, and where."""

    about: str
    setting: str
    tables: list[Table]
    fits: list[Fit]

    def parts(self) -> list[tuple[Sequence[str], Sequence[Sequence[str]]]]:
        """Its tables, each with headings and rows."""
        found: list[tuple[Sequence[str], Sequence[Sequence[str]]]] = []
        if self.tables:
            found.append((WORK, rows_of(self.tables)))
        if kinds := kinds_rows(self.tables):
            found.append((kinds[0], kinds[1:]))
        if self.fits:
            found.append((GROWTH, growth_rows(self.fits)))
        return found

    def text(self) -> str:
        """For a terminal."""
        return "\n\n".join([self.setting, *(as_text(*part) for part in self.parts())])

    def markdown(self) -> str:
        """For a page."""
        return "\n\n".join([self.setting, *(as_markdown(*part) for part in self.parts())])


def filled(page: str, sections: Mapping[str, Section]) -> str:
    """A page with the tables of these benches between their markers, replacing the old ones.

    Raises ValueError where a bench has no place on the page.
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
    found = re.search(f"{re.escape(markers(name)[0])}\n(.*)\n{re.escape(markers(name)[1])}", page, re.S)
    return found[1].strip() if found else ""


def to_json(sections: Mapping[str, Section]) -> str:
    """All measurements, run by run."""
    return json.dumps({name: asdict(section) for name, section in sections.items()}, indent=1) + "\n"


def from_json(text: str) -> dict[str, Section]:
    """The measurements back.

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
        )
        for name, saved in json.loads(text).items()
    }


def saved_sections(path: Path = RESULTS) -> dict[str, Section]:
    """Return the saved measurements, if there are any."""
    return from_json(path.read_text(encoding="utf-8")) if path.exists() else {}
