"""Numbers of claims, theorems and obligations in the pages are those of the recorded files.

In a page `103<!-- count: claims -->` is a number and its name. `python tests/project/test_counts.py` writes them.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROOFS = ROOT / "proofs"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COUNT = re.compile(r"\b([\d,]+)<!-- count: ([^>\n]+?) -->")


@cache
def counts() -> dict[str, int]:
    """Return the numbers that pages may name: claims in all, by recorded status, and obligations."""
    rows = [line.split("\t") for line in (PROOFS / "expected.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    labels = Counter(row[1].partition(" ")[0] for row in rows)
    return {
        **{label: labels[label] for label in ("proved", "argued", "verified", "corrected", "refuted")},
        "claims": len(rows),
        "false claims": labels["corrected"] + labels["refuted"],
        "obligations": len(list((PROOFS / "certificates").rglob("*.smt2"))),
    }


def counted(page: str) -> str:
    """Return a page with its numbers as they are now."""
    return COUNT.sub(lambda found: f"{counts()[found[2]]:,}{found[0].removeprefix(found[1])}", page)


WITH_COUNTS = [path for path in PAGES if "<!-- count:" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_COUNTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_numbers_of_a_page(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert len(COUNT.findall(page)) == page.count("<!-- count:"), "a name without a number, or over two lines"
    assert page == counted(page), "run: python tests/project/test_counts.py"


if __name__ == "__main__":
    for path in WITH_COUNTS:
        path.write_text(counted(path.read_text(encoding="utf-8")), encoding="utf-8")
