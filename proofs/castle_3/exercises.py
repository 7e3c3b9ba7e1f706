"""Exercises about the formulas: the same exact check of a line as for the claims says which line is false."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gametheory.claims import appendix
from gametheory.claims.derivation_formulas import derivation
from gametheory.claims.evidence import Interactive
from gametheory.prove.derivation import DerivationStep

from . import golden, lines

CAPTION = "In each derivation of the post at least one line is false. The answers are printed on a page of their own."


@appendix("CD3.exercises", "Exercises: which step fails?")
def exercises() -> list[Interactive]:
    items = [
        which_step(lines.DAYS, "CD3.2b.days"),
        which_step([*golden.CROSS, *golden.NINE, *golden.FACTOR, *golden.TEN], "CD3.eq9"),
    ]
    return [Interactive("exercises", CAPTION, {"items": items})]


def which_step(steps: Sequence[DerivationStep], claim: str) -> dict[str, Any]:
    """Return the exercise to find the first false line of a derivation."""
    first = next(number for number, step in enumerate(steps, 1) if not step.holds)
    false, *corrected = derivation([steps[first - 1]])
    return {
        "task": "Which line is the first false one?",
        "claim": claim,
        "lines": [step.latex for step in steps],
        "inputs": ["line"],
        "accepted": [str(first)],
        "possible": [str(number) for number in range(1, len(steps) + 1)],
        "range": f"The lines are numbered from 1 to {len(steps)}.",
        "right": "Yes, this line is false, and those before it are true.",
        "wrong": "No, this line is not the first false one.",
        "answer": f"Line {first}: {false.note}." + (f" Right: ${corrected[0].latex}$" if corrected else ""),
    }
