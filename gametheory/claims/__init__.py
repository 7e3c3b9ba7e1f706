"""Claims and verdicts: what a source states, what a check established, and what rests on what.

A claim is a declared value; its verdict is computed when it is checked.
"""

from gametheory.claims.declare import Appendix, Claim, ClaimsError, appendix, claim, select, topological_order
from gametheory.claims.runner import Cache, Checked, Result, check_serially, run
from gametheory.claims.verdict import (
    MEANINGS,
    Correction,
    Status,
    Verdict,
    Witness,
    check_all,
    open_,
    proved,
    refuted,
    verdict_from_json,
    verified,
)

__all__ = [
    "MEANINGS",
    "Appendix",
    "Cache",
    "Checked",
    "Claim",
    "ClaimsError",
    "Correction",
    "Result",
    "Status",
    "Verdict",
    "Witness",
    "appendix",
    "check_all",
    "check_serially",
    "claim",
    "open_",
    "proved",
    "refuted",
    "run",
    "select",
    "topological_order",
    "verdict_from_json",
    "verified",
]
