"""How a verdict is marked and worded, the same in every rendering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gametheory.claims import Status


@dataclass(frozen=True)
class StatusSymbol:
    """The symbol of a status, its shape on a map, its colour on light and on dark ground, and the ink that reads there.

    The colours are Okabe and Ito's, which colour-blind readers can tell apart; black reads on each dark one.
    """

    symbol: str
    shape: str
    colour: str
    ink: str
    on_dark: str


STATUS_SYMBOLS: dict[str, StatusSymbol] = {
    Status.PROVED: StatusSymbol("∀", "ellipse", "#009e73", "#000000", "#1fb58c"),
    Status.VERIFIED: StatusSymbol("✓", "box", "#0072b2", "#ffffff", "#56b4e9"),
    Status.CORRECTED: StatusSymbol("✎", "hexagon", "#e69f00", "#000000", "#e69f00"),
    Status.REFUTED: StatusSymbol("✗", "octagon", "#d55e00", "#000000", "#ee7a2b"),
    Status.OPEN: StatusSymbol("?", "diamond", "#999999", "#000000", "#a9a9a9"),
}

FALSE_AS_PRINTED = (Status.CORRECTED, Status.REFUTED)


def has_unmet_dependency(item: dict[str, Any]) -> bool:
    """Whether a claim of the manifest is established itself, but rests on what is not.

    >>> has_unmet_dependency({"status": "proved", "grounded": False}), has_unmet_dependency({"status": "refuted", "grounded": False})
    (True, False)
    """
    return not item["grounded"] and item["status"] not in (Status.REFUTED, Status.OPEN)


def amount_checked(item: dict[str, Any]) -> str:
    """How much was checked for a claim, or for a correction, of the manifest.

    >>> amount_checked({"status": "verified", "cases": 1200}), amount_checked({"status": "proved", "cases": 1})
    ('1,200 cases', '1 obligation')
    >>> amount_checked({"status": "open", "cases": 0})
    ''
    """
    one, many = ("obligation", "obligations") if item["status"] == Status.PROVED else ("case", "cases")
    return f"{item['cases']:,} {one if item['cases'] == 1 else many}" if item["cases"] else ""


def mismatch(item: dict[str, Any]) -> str:
    """In what the status of a claim is not the recorded one; empty when it is.

    >>> mismatch({"status": "open", "expected": "proved", "matches_expected": False})
    'proved is on record, but the check found: open'
    """
    if item["matches_expected"]:
        return ""
    recorded = f"{item['expected']} is on record" if item["expected"] else "no status is on record"
    return f"{recorded}, but the check found: {item['status']}"


def summary(manifest: dict[str, Any]) -> str:
    """The counts in one line.

    >>> summary({"claims": [0, 0, 0], "counts": {"proved": 1, "verified": 2}})
    '3 claims: 1 proved, 2 verified'
    """
    total = len(manifest["claims"])
    counts = ", ".join(f"{count} {status}" for status, count in manifest["counts"].items())
    return f"{total} claim{'' if total == 1 else 's'}: {counts}"
