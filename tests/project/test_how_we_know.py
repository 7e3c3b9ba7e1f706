"""The numbers on docs/theory/how-we-know.md that can be counted quickly."""

import json
import re

import pytest
from conftest import ROOT

from gametheory.games.wargame import Wargame
from gametheory.games.wargame.memory_estimate import round_sizes
from mutants.faults import faults

PAGE = (ROOT / "docs" / "theory" / "how-we-know.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|", PAGE, re.MULTILINE))


MEASURED = json.loads((ROOT / "bench" / "results.json").read_text(encoding="utf-8"))


def tries_and_failures(section: str, program: str) -> tuple[int, int]:
    """Return the number of tries and of failures of a program in the benchmarks."""
    rows = [row for table in MEASURED[section]["tables"] for row in table["rows"] if row["program"] == program]
    return sum(row["tries"] for row in rows), sum(sum(row["failures"].values()) for row in rows)


def positions(game: Wargame) -> int:
    """Return the number of pairs of armies in all rounds, including those after the last one."""
    return sum(size.armies**2 for size in round_sizes(game))


@pytest.mark.parametrize(
    ("row", "count"),
    [
        ("positions of the Wargame checked exactly, from the rules alone", positions(Wargame())),
        ("faults to plant, one at a time, each with the checks that must notice it", len(faults())),
    ],
)
def test_counts_on_the_page(row: str, count: int) -> None:
    assert ROWS[row].split()[0].rstrip(";") == f"{count:,}"


@pytest.mark.parametrize(
    ("row", "section", "program"),
    [
        ("extreme equilibria of two-player games", "bimatrix", "gametheory extreme_equilibria"),
        ("zero-sum games that test the matrix solver", "matrix-games", "gametheory solve_matrix"),
    ],
)
def test_benchmark_results_on_the_page(row: str, section: str, program: str) -> None:
    tries, failures = tries_and_failures(section, program)
    text = next(value for name, value in ROWS.items() if name.startswith(row))
    assert text.startswith(f"{tries:,}, none")
    assert failures == 0


@pytest.mark.parametrize(
    ("row", "program"),
    [
        ("gametheory, floats", "gametheory solve_matrix"),
        ("gametheory, rationals", "gametheory solve_matrix_exact (rationals)"),
        ("quantecon minmax", "quantecon minmax"),
        ("quantecon lemke_howson", "quantecon lemke_howson"),
        ("scipy linprog", "scipy linprog (HiGHS)"),
        ("nashpy linear_program", "nashpy linear_program"),
        ("Gambit lp_solve, floats", "pygambit lp_solve"),
        ("OpenSpiel lp_solver", "open_spiel lp_solver (ECOS)"),
    ],
)
def test_failures_of_other_programs_on_the_page(row: str, program: str) -> None:
    assert (240, int(ROWS[row])) == tries_and_failures("matrix-games", program)
