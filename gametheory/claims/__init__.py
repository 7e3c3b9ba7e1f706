"""Claims and verdicts: what a source states, what a check established, and what rests on what.

A claim is a declared value; its verdict is computed when it is checked.
"""

from gametheory.claims.declared import Claim, ClaimsError, Display, claim, display, in_order, select
from gametheory.claims.running import Checked, Memory, Result, check_here, run
from gametheory.claims.verdicts import (
    MEANINGS,
    Correction,
    Status,
    Verdict,
    Witness,
    every,
    proved,
    refuted,
    undecided,
    verdict_from_json,
    verified,
)

__all__ = [
    "MEANINGS",
    "Checked",
    "Claim",
    "ClaimsError",
    "Correction",
    "Display",
    "Memory",
    "Result",
    "Status",
    "Verdict",
    "Witness",
    "check_here",
    "claim",
    "display",
    "every",
    "in_order",
    "proved",
    "refuted",
    "run",
    "select",
    "undecided",
    "verdict_from_json",
    "verified",
]
