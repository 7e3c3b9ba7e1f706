"""docs/theory/how-we-know.md tells numbers; those that can be counted in a moment are counted here."""

import re

import pytest
from conftest import ROOT

from gametheory.collect import collect
from gametheory.games.wargame import Wargame
from gametheory.games.wargame.memory import sizes
from mutants.faults import faults

PAGE = (ROOT / "docs" / "theory" / "how-we-know.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|", PAGE, re.MULTILINE))


def positions(game: Wargame) -> int:
    """Pairs of armies in all rounds, and those after the last."""
    return sum(size.armies**2 for size in sizes(game))


@pytest.mark.parametrize(
    ("row", "count"),
    [
        ("claims with a verdict", len(collect(ROOT / "proofs"))),
        ("obligations discharged twice, by z3 and by cvc5", len(list((ROOT / "proofs/certificates").rglob("*.smt2")))),
        ("positions of the Wargame checked exactly, by the rules alone", positions(Wargame())),
        ("faults planted, one at a time, and caught", len(faults())),
    ],
)
def test_the_page_tells_what_can_be_counted(row: str, count: int) -> None:
    assert ROWS[row].split()[0].rstrip(";") == f"{count:,}"
