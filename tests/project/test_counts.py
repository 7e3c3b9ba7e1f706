"""Numbers of claims, obligations, theorems and lines in the pages are those of the recorded files.

In a page `103<!-- count: claims -->` is a number and its name. `python tests/project/test_counts.py` writes them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from gametheory.claims.collect import collect
from gametheory.claims.declare import Claim
from gametheory.claims.expected_file import read_expected
from gametheory.claims.status import MEANINGS, Status
from gametheory.prove.kernel.order import in_order, read_sources
from gametheory.prove.kernel.query import _definitions

ROOT = Path(__file__).parents[2]
PROOFS = ROOT / "proofs"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COUNT = re.compile(r"\b([\d,]+)<!-- count: ([^>\n]+?) -->")
# What a person reads to believe a theorem of the castle; each file contains no proof.
TO_READ = {
    "theorem_A": ("castle/Rules.v", "castle/ClosedForms.v", "castle/ClosedFormsA.v"),
    "theorem_B": ("castle/Rules.v", "castle/ClosedForms.v", "castle/ClosedFormsB.v"),
}
ESTABLISHED = (Status.PROVED, Status.CORRECTED)


@cache
def claims() -> tuple[Claim, ...]:
    """Return the claims of proofs/."""
    return tuple(item for _, item in collect(PROOFS))


@cache
def recorded() -> dict[str, str]:
    """Return the recorded label of each claim, without that of its correction."""
    expected = read_expected(PROOFS / "expected.tsv")
    assert expected is not None, "run: gametheory check --record"
    return {id: label.partition(" ")[0] for id, label in expected.items()}


def in_the_kernel(source: str = "") -> int:
    """Return the number of claims of a source, or of all, that Rocq establishes; their theorems may be a correction."""
    return sum(
        bool(item.theorems) and recorded()[item.id] in ESTABLISHED
        for item in claims()
        if item.declared is not None and item.declared.file.startswith(source)
    )


def lines(file: str) -> int:
    """Return the number of lines of a file of Rocq."""
    return (PROOFS / "rocq" / file).read_text(encoding="utf-8").count("\n")


def lines_needed(file: str) -> int:
    """Return the number of lines of a file of Rocq and of all files of its folder that it imports."""
    library, module = file.removesuffix(".v").split("/")
    needed = in_order(read_sources(PROOFS / "rocq"), [f"{library.capitalize()}.{module}"])
    return sum(source.text.count("\n") for source in needed)


def count(name: str) -> int:
    """Return the number with a name.

    Raises
    ------
    KeyError
        If there is no such name.
    """
    kind, _, argument = name.rpartition(" ")
    if kind == "lines to read for":
        return sum(map(lines, TO_READ[argument]))
    by_argument: dict[str, Callable[[str], int]] = {
        "lines of": lines,
        "lines needed for": lines_needed,
        "kernel claims of": in_the_kernel,
    }
    if kind in by_argument:
        return by_argument[kind](argument)
    statuses = Counter(recorded().values()) if name in (*MEANINGS, "claims", "false claims") else Counter()
    numbers = {
        **{label: statuses[label] for label in MEANINGS},
        "claims": statuses.total(),
        "false claims": statuses[Status.CORRECTED] + statuses[Status.REFUTED],
    }
    if name in numbers:
        return numbers[name]
    counters: dict[str, Callable[[], int]] = {
        "kernel claims": in_the_kernel,
        "theorems": lambda: len({theorem for item in claims() for theorem in item.theorems}),
        "obligations": lambda: len(list((PROOFS / "certificates").rglob("*.smt2"))),
        "slack obligations": lambda: len((PROOFS / "tables" / "slack.tsv").read_text().splitlines()),
    }
    return counters[name]()


def counted(page: str) -> str:
    """Return a page with its numbers as they are now."""
    return COUNT.sub(lambda found: f"{count(found[2]):,}{found[0].removeprefix(found[1])}", page)


WITH_COUNTS = [path for path in PAGES if COUNT.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", WITH_COUNTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_numbers_of_a_page(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert len(COUNT.findall(page)) == page.count("<!-- count:"), "a name without a number, or over two lines"
    assert page == counted(page), "run: python tests/project/test_counts.py"


@pytest.mark.parametrize("theorem", TO_READ)
def test_what_must_be_read_is_short_and_complete(theorem: str) -> None:
    assert sum(map(lines, TO_READ[theorem])) <= 150
    sources = read_sources(PROOFS / "rocq")
    module = "TheoremA" if theorem == "theorem_A" else "TheoremB"
    commands = sources[f"Castle.{module}"].commands
    text = next(command for command in commands if command.startswith(f"Theorem {theorem} "))
    closure = in_order(sources, [f"Castle.{module}"])
    assert {file for file, _ in _definitions(closure, text)} == set(TO_READ[theorem])


def test_the_record_lists_the_claims() -> None:
    assert set(recorded()) == {item.id for item in claims()}


def test_a_wrong_number_and_an_unknown_name_are_noticed() -> None:
    right = counted("0<!-- count: obligations -->")
    assert right != "0<!-- count: obligations -->"
    assert counted(right) == right
    with pytest.raises(KeyError, match="obligatoins"):
        counted("1<!-- count: obligatoins -->")


if __name__ == "__main__":
    for path in WITH_COUNTS:
        path.write_text(counted(path.read_text(encoding="utf-8")), encoding="utf-8")
