"""The claims that come with the program: folders of the repository, which the wheel contains, too."""

from __future__ import annotations

from pathlib import Path

from gametheory.claims.declare import ClaimsError

PACKAGE = Path(__file__).parent.parent
EXAMPLE = (PACKAGE / "example_claims", PACKAGE.parent / "proofs")  # in an installed wheel; in a clone
TEXTBOOKS = (PACKAGE / "textbooks", PACKAGE.parent / "textbooks")


def example_folder() -> Path:
    """Return the folder of claims about the posts, which `gametheory report --example` checks."""
    return _first(EXAMPLE)


def textbooks_folder() -> Path:
    """Return the folder of claims about the games of the catalogue."""
    return _first(TEXTBOOKS)


def _first(places: tuple[Path, Path]) -> Path:
    for folder in places:
        if (folder / "expected.tsv").is_file():
            return folder
    raise ClaimsError(f"the example claims are missing: neither {places[0]} nor {places[1]} is a folder of claims")
