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
DAYS = (
    "Day $q$ begins with $s_q$ soldiers, $d_q$ defenders and strength $c_q$; the soldiers leave $x_q$ defenders alive. "
    "So $c_{q+1} = c_q - [s_q - (d_q - x_q)]$, $s_{q+1} = s_q - x_q$ and $d_{q+1} = \\mathit{dpw} + x_q$. On day 1 all "
    "fire at the castle: $s_2 = n$, $d_2 = \\mathit{dpw}$ and $c_2 = s - n$. Lines 1 to 3 compute $c_3$, $c_4$ and "
    "$c_5$. Line 4 is the pattern of $c_q$ for $q = 4$, on the left, and $c_4$. Line 5 leads from $c_q$ to $c_{q+1}$; "
    "there $x_2$ and $x_3$ stand for $x_{q-1}$ and $x_q$, $Z = x_2 + \\dots + x_{q-1}$ and $Y = (q-3)x_2 + (q-4)x_3 + "
    "\\dots$."
)
WAITING = (
    "If the castle falls today, $x$ defenders are left alive, and $y$ if it falls a day later. Waiting is faster if "
    "$\\varphi^4 (n - x\\varphi)(n + y\\varphi^{-1})$ is less than $(n + x\\varphi^{-1})(n - y\\varphi)$, with the "
    "golden ratio $\\varphi = (1 + \\sqrt{5})/2$. On the right of lines 4 to 6 is the difference of both, in line 6 "
    "divided by a positive number."
)


@appendix("CD3.exercises", "Exercises: which step fails?")
def exercises() -> list[Interactive]:
    items = [
        which_step(lines.DAYS, "CD3.2b.days", DAYS),
        which_step([*golden.CROSS, *golden.NINE, *golden.FACTOR, *golden.TEN], "CD3.eq9", WAITING),
    ]
    return [Interactive("exercises", CAPTION, {"items": items})]


def which_step(steps: Sequence[DerivationStep], claim: str, letters: str) -> dict[str, Any]:
    """Return the exercise to find the first false line of a derivation, after the meaning of its letters."""
    first = next(number for number, step in enumerate(steps, 1) if not step.holds)
    false, *corrected = derivation([steps[first - 1]])
    return {
        "task": f"{letters} Which line is the first false one?",
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
