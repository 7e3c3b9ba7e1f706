"""The claims that come with the program: the folder `proofs` of the repository, which the wheel contains, too."""

from __future__ import annotations

from pathlib import Path

from gametheory.claims.declare import ClaimsError

PACKAGE = Path(__file__).parent.parent
PLACES = (PACKAGE / "example_claims", PACKAGE.parent / "proofs")  # in an installed wheel; in a clone


def example_folder() -> Path:
    """Return the folder of the claims that come with the program."""
    for folder in PLACES:
        if (folder / "expected.tsv").is_file():
            return folder
    raise ClaimsError(f"the example claims are missing: neither {PLACES[0]} nor {PLACES[1]} is a folder of claims")
