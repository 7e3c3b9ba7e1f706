"""How to cite the program and one claim of a run, from the file `CITATION.cff` of the repository and the wheel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

NAME = "CITATION.cff"
PACKAGE = Path(__file__).parent.parent
FIELD = re.compile(r"^(title|version|url|repository-code|doi): *(.+)$", re.M)
AUTHOR = re.compile(r"^ +- (?:name|family-names): *(.+)$", re.M)
SPECIAL = re.compile(r"([&%#_{}$])")


def citation() -> dict[str, Any]:
    """Return title, version and authors of the program, with its address if the file has one; {} without the file.

    >>> citation()["title"]
    'gametheory'
    """
    path = next((folder / NAME for folder in (PACKAGE, PACKAGE.parent) if (folder / NAME).is_file()), None)
    if path is None:
        return {}
    text = path.read_text(encoding="utf-8")
    authors = AUTHOR.findall(text.partition("\nauthors:")[2])
    return {key: value.strip() for key, value in FIELD.findall(text)} | {"authors": [name.strip() for name in authors]}


def bibtex(cited: dict[str, Any], claim: dict[str, Any], source: str) -> str:
    """Return the entry of BibTeX for the verdict on one claim.

    Parameters
    ----------
    cited
        The key `citation` of a manifest.
    claim
        A claim of the manifest.
    source
        The name of its source, without formulas.

    Examples
    --------
    >>> cited = {"title": "gametheory", "version": "1.0", "authors": ["A. Author"]}
    >>> claim = {"id": "CD3.row2a", "label": "corrected", "checked_on": "2026-11-22", "command": "gametheory check"}
    >>> print(bibtex(cited, claim, "A & B"))
    @software{gametheory-CD3.row2a,
      author = {{A. Author}},
      title = {{CD3.row2a of A \\& B: corrected}},
      publisher = {gametheory},
      version = {1.0},
      date = {2026-11-22},
      note = {gametheory check},
    }
    """
    fields = {
        "author": " and ".join(f"{{{_plain(name)}}}" for name in cited.get("authors", ())),
        "title": f"{{{_plain(claim['id'])} of {_plain(source)}: {claim['label']}}}",
        "publisher": cited.get("title", ""),
        "version": cited.get("version", ""),
        "date": claim.get("checked_on", ""),
        "doi": cited.get("doi", ""),
        "url": cited.get("url") or cited.get("repository-code", ""),
        "note": _plain(claim["command"]),
    }
    key = re.sub(r"[^\w.:-]+", "-", f"{cited.get('title') or 'claim'}-{claim['id']}")
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@software{{{key},", *lines, "}"])


def _plain(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text.replace("\\", "/"))
