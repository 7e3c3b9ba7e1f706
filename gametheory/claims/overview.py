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
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from gametheory.claims.declare import ClaimsError, Declaration
from gametheory.claims.plain_values import Checked, made
from gametheory.claims.sources import OVERVIEW
from gametheory.storage.files import regular


@dataclass(frozen=True)
class Finding(Checked):
    """A claim that matters, with a headline, and what is true in a few words."""

    claim: str
    headline: str
    truth: str = ""


@dataclass(frozen=True)
class About(Checked):
    """What a reader has to know about a source: its address on the web, and a sentence."""

    source: str
    link: str = ""
    about: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.link and not self.link.startswith(("https://", "http://")):
            raise ValueError(f"link: {self.link!r} does not begin with https:// or http://")


@dataclass(frozen=True)
class Overview(Checked):
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
        return made(Overview, data)
    except (TypeError, ValueError) as error:
        raise ClaimsError(f"{file}: {error}") from error


def _check_known(key: str, names: Iterable[str], known: set[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name not in known:
            raise ClaimsError(f"{OVERVIEW}: {key}: there is no {what} {name!r}")
        if name in seen:
            raise ClaimsError(f"{OVERVIEW}: {key}: {name!r} occurs twice")
        seen.add(name)
