"""Symbols, colors and phrases for verdicts, the same in every report."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from gametheory.claims import Status
from gametheory.claims.status import COUNTED, SYMBOLS
from gametheory.claims.verdict import covered
from gametheory.numbers.format import pluralize


@dataclass(frozen=True)
class StatusSymbol:
    """The look of a status."""

    symbol: str
    color: str
    ink: str
    on_dark: str


COLORS = {
    Status.PROVED: ("#009e73", "#000000", "#1fb58c"),
    Status.ARGUED: ("#cc79a7", "#000000", "#d98fb8"),
    Status.VERIFIED: ("#0072b2", "#ffffff", "#56b4e9"),
    Status.CORRECTED: ("#e69f00", "#000000", "#e69f00"),
    Status.REFUTED: ("#d55e00", "#000000", "#ee7a2b"),
    Status.OPEN: ("#999999", "#000000", "#a9a9a9"),
}
STATUS_SYMBOLS = {status: StatusSymbol(SYMBOLS[status], *colors) for status, colors in COLORS.items()}

FALSE_AS_PRINTED = (Status.CORRECTED, Status.REFUTED)


def has_unmet_dependency(item: dict[str, Any]) -> bool:
    """Return whether a claim of the manifest is true by its own check, but a dependency is not established."""
    return not item["grounded"] and item["status"] not in (Status.REFUTED, Status.OPEN)


def amount_checked(item: dict[str, Any]) -> str:
    """Return the number of cases or obligations checked for a claim or a correction of the manifest."""
    established = item["status"] in (Status.PROVED, Status.ARGUED)
    one, many = ("obligation", "obligations") if established else ("case", "cases")
    return f"{item['cases']:,} {one if item['cases'] == 1 else many}" if item["cases"] else ""


def status_text(item: dict[str, Any]) -> str:
    """Return the status of a claim of the manifest, and whether it is from an earlier run, or was skipped."""
    notes = {"earlier run": item["kept"], "skipped": item.get("skipped")}
    return ", ".join([item["status"], *(note for note, given in notes.items() if given)])


def subject(item: dict[str, Any]) -> str:
    """Return what was checked for a claim or a correction, in one line: a proved statement, or a scope."""
    if item["status"] == Status.PROVED:
        return "; ".join(item["formal"].splitlines())
    scope = item["scope"]
    return covered(re.sub(r"[()']", "", scope) if scope.startswith("from ") else scope, item["note"])


def formal_scope(item: dict[str, Any]) -> str:
    """Return the range that was checked, for the first line of a card; "" if the sentence itself has these words."""
    has_range = item["status"] in (Status.PROVED, Status.VERIFIED, Status.REFUTED) and not item["theorems"]
    scope = item["scope"] if has_range and item["scope"] != COUNTED else ""
    return "" if scope in item["statement"] else scope


def formally(correction: dict[str, Any]) -> str:
    """Return the formal statement of a correction in one line, so that free text is not read as what was proved."""
    return f"formally: {'; '.join(correction['formal'].splitlines())}" if correction["formal"] else ""


def legend(manifest: dict[str, Any]) -> list[str]:
    """Return a line with the meaning of each status that a claim of the manifest has."""
    return [f"{status}: {manifest['statuses'][status]}" for status, count in manifest["counts"].items() if count]


def mismatch(item: dict[str, Any]) -> str:
    """Return how the status of a claim differs from the expected one; "" if it does not."""
    if item["matches_expected"]:
        return ""
    if item["not_shown"]:
        return "; ".join(item["not_shown"])
    if item["expected"] is None and has_unmet_dependency(item):
        return f"{item['status']}, but a dependency is not established"
    if item["expected"] is None:
        return f"{item['status']} (expected: proved, argued or verified)"
    return f"expected {item['expected']}, found {item['status']}"


def open_reason(item: dict[str, Any]) -> str:
    """Return the reason of an open verdict in one line: the first text of its evidence; "" if there is none."""
    first = item["evidence"][0] if item["status"] == Status.OPEN and item["evidence"] else {}
    return "; ".join(first["text"].splitlines()) if first.get("kind") == "text" else ""


def summary(manifest: dict[str, Any]) -> str:
    """Return the number of claims by status in one line."""
    total = len(manifest["claims"])
    counts = ", ".join(f"{count} {status}" for status, count in manifest["counts"].items())
    return f"{pluralize(total, 'claim')}: {counts}"
