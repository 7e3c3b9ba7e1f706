"""The overview of a claims folder: what a reader of the report has to know first, in the file `overview.toml`.

It selects and arranges claims, and puts them in words; it cannot change a verdict. Every key is optional:

- `title`: the title of the report;
- `introduction`: what the sources are, in a few sentences;
- `picture`: the id of a claim or an appendix whose first figure is shown next to the introduction;
- `[letters]`: the meaning of the letters in the statements;
- `[[findings]]`: the claims that matter most, by weight, each with `claim` (an id) and `headline`, and optionally
  `truth`: what is true, if the correction of the claim does not say it in few words;
- `[[sources]]`: the sources in the order of the report, each with `source` (its file without extension, or its
  folder), and optionally `link` (an address on the web) and `about` (a sentence);
- `own`: the ids of claims that are the author's and not a source's;
- `[groups]`: the kinds of false statements, each with a list of ids.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from gametheory.claims.declare import ClaimsError, Declaration
from gametheory.claims.sources import OVERVIEW
from gametheory.storage.read import regular


@dataclass(frozen=True)
class Finding:
    """A claim that matters, with a headline, and what is true in a few words."""

    claim: str
    headline: str
    truth: str = ""


@dataclass(frozen=True)
class About:
    """What a reader has to know about a source: its address on the web, and a sentence."""

    source: str
    link: str = ""
    about: str = ""


@dataclass(frozen=True)
class Overview:
    """The author's arrangement of a report; by default, there is none."""

    title: str = ""
    introduction: str = ""
    picture: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    sources: tuple[About, ...] = ()
    own: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the overview as values that JSON can contain."""
        return asdict(self)

    def with_titles(self, titles: Mapping[str, str]) -> Overview:
        """Return the overview with each source by its title, and without sources that have none."""
        known = (each for each in self.sources if each.source in titles)
        return replace(self, sources=tuple(replace(each, source=titles[each.source]) for each in known))

    def check_names(self, claims: Iterable[str], sources: Iterable[str], appendices: Iterable[str] = ()) -> None:
        """Check that everything that the overview names exists, and that no false statement is in two groups."""
        claims, sources = set(claims), set(sources)
        grouped = [id for ids in self.groups.values() for id in ids]
        for key, ids in (("findings", [each.claim for each in self.findings]), ("own", self.own), ("groups", grouped)):
            _check_known(key, ids, claims, "claim with the id")
        _check_known("sources", [each.source for each in self.sources], sources, "source")
        if self.picture:
            _check_known("picture", [self.picture], claims | set(appendices), "claim or appendix with the id")


def source_name(declared: Declaration) -> str:
    """Return the name by which an overview calls the source of a claim: its folder, or its file without extension."""
    return declared.file.partition("/")[0].removesuffix(".py")


def read_overview(folder: Path) -> Overview:
    """Read the overview of a claims folder; without the file, return an empty one."""
    file = folder / OVERVIEW
    try:
        data = tomllib.loads(regular(file).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return Overview()
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror}") from error
    except (UnicodeError, tomllib.TOMLDecodeError) as error:
        raise ClaimsError(f"{file}: it is not TOML in UTF-8: {error}") from error
    try:
        return _overview(data)
    except ValueError as error:
        raise ClaimsError(f"{file}: {error}") from error


def _overview(data: dict[str, Any]) -> Overview:
    _check_keys("the file", data, Overview)
    return Overview(
        **{key: _text(key, data[key]) for key in ("title", "introduction", "picture") if key in data},
        letters={letter: _text(f"letters.{letter}", text) for letter, text in _table("letters", data).items()},
        findings=tuple(Finding(**entry) for entry in _entries("findings", data, Finding, ("claim", "headline"))),
        sources=tuple(About(**entry) for entry in _entries("sources", data, About, ("source",))),
        own=_ids("own", data.get("own", [])),
        groups={kind: _ids(f"groups.{kind}", ids) for kind, ids in _table("groups", data).items()},
    )


def _entries(
    key: str, data: Mapping[str, Any], kind: type[Finding | About], needed: Iterable[str]
) -> list[dict[str, str]]:
    entries = data.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"{key}: {entries!r} is not a list of tables; write each as [[{key}]]")
    for number, entry in enumerate(entries, 1):
        _check_keys(f"{key}, entry {number}", entry, kind)
        for name in needed:
            if not entry.get(name):
                raise ValueError(f"{key}, entry {number}: {name} is missing")
        for name, value in entry.items():
            _text(f"{key}, entry {number}, {name}", value)
        link = entry.get("link", "https://")
        if not link.startswith(("https://", "http://")):
            raise ValueError(f"{key}, entry {number}: link {link!r} does not begin with https:// or http://")
    return entries


def _check_keys(place: str, data: Mapping[str, Any], kind: type) -> None:
    known = [each.name for each in fields(kind)]
    for key in data:
        if key not in known:
            raise ValueError(f"{place}: there is no key {key!r}; the keys are {', '.join(known)}")


def _text(place: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{place}: {value!r} is not text")
    return value


def _table(key: str, data: Mapping[str, Any]) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise ValueError(f"{key}: {table!r} is not a table; write it as [{key}]")
    return table


def _ids(place: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{place}: {value!r} is not a list of ids")
    return tuple(_text(place, id) for id in value)


def _check_known(key: str, names: Iterable[str], known: set[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name not in known:
            raise ClaimsError(f"{OVERVIEW}: {key}: there is no {what} {name!r}")
        if name in seen:
            raise ClaimsError(f"{OVERVIEW}: {key}: {name!r} occurs twice")
        seen.add(name)
