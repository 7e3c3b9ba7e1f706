"""Claims and verdicts: statements of a source, the results of checking them, and their dependencies.

A claim is a declared value. Checking it computes its verdict.
"""

from gametheory.claims.conclude import argue, check_all, decide, prove, refuted, swept
from gametheory.claims.declare import Appendix, Claim, ClaimsError, appendix, claim, parametrize
from gametheory.claims.results import Result, run
from gametheory.claims.verdict import MEANINGS, Correction, Status, Verdict, Witness, open_, verdict_from_json

__all__ = [
    "MEANINGS",
    "Appendix",
    "Claim",
    "ClaimsError",
    "Correction",
    "Result",
    "Status",
    "Verdict",
    "Witness",
    "appendix",
    "argue",
    "check_all",
    "claim",
    "decide",
    "open_",
    "parametrize",
    "prove",
    "refuted",
    "run",
    "swept",
    "verdict_from_json",
]
