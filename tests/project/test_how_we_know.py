"""docs/theory/how-we-know.md tells numbers; those that can be counted in a moment are counted here."""

import json
import re

import pytest
from conftest import ROOT

from gametheory.claims.collect import collect
from gametheory.games.wargame import Wargame
from gametheory.games.wargame.memory_estimate import round_sizes
from mutants.faults import faults

PAGE = (ROOT / "docs" / "theory" / "how-we-know.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|", PAGE, re.MULTILINE))


MEASURED = json.loads((ROOT / "bench" / "results.json").read_text(encoding="utf-8"))


def judged(section: str, program: str) -> tuple[int, int]:
    """How often a program was judged in the benches, and how often it failed."""
    rows = [row for table in MEASURED[section]["tables"] for row in table["rows"] if row["program"] == program]
    return sum(row["tries"] for row in rows), sum(sum(row["failures"].values()) for row in rows)


def positions(game: Wargame) -> int:
    """Pairs of armies in all rounds, and those after the last."""
    return sum(size.armies**2 for size in round_sizes(game))


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


@pytest.mark.parametrize(
    ("row", "section", "program"),
    [
        ("extreme equilibria of games of two", "bimatrix", "gametheory extreme_equilibria"),
        ("zero-sum games on which the matrix solver was judged", "matrix-games", "gametheory solve_matrix"),
    ],
)
def test_the_page_tells_what_the_benches_judged(row: str, section: str, program: str) -> None:
    tries, failures = judged(section, program)
    told = next(value for name, value in ROWS.items() if name.startswith(row))
    assert told.startswith(f"{tries:,}, none")
    assert failures == 0


@pytest.mark.parametrize(
    ("row", "program"),
    [
        ("gametheory, floats", "gametheory solve_matrix"),
        ("gametheory, rationals", "gametheory solve_exactly (rationals)"),
        ("quantecon minmax", "quantecon minmax"),
        ("quantecon lemke_howson", "quantecon lemke_howson"),
        ("scipy linprog", "scipy linprog (HiGHS)"),
        ("nashpy linear_program", "nashpy linear_program"),
        ("Gambit lp_solve, floats", "pygambit lp_solve"),
        ("OpenSpiel lp_solver", "open_spiel lp_solver (ECOS)"),
    ],
)
def test_the_page_tells_how_often_programs_failed(row: str, program: str) -> None:
    assert (240, int(ROWS[row])) == judged("matrix-games", program)
