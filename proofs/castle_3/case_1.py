"""Section 1: no more points of strength than soldiers."""

from __future__ import annotations

from _game_claim import game_claim
from sympy import And, Eq, evaluate

from gametheory.claims import Verdict

from .steps import every_volley, proved, the_outcome
from .symbols import n, s

with evaluate(False):
    CASE_1 = every_volley(
        "row case1",
        "s <= n: every volley of day 1 wins, so the castle cannot",
        (n >= 1, s >= 1, s <= n),
        (n, 0, s),
        lambda soldiers, defenders, strength: And(soldiers >= 1, Eq(defenders, 0), Eq(strength, 0)),
    )


@game_claim(
    "CD3.case1",
    r"$s \le n$: the soldiers win in one day, and the castle cannot win.",
    "section 1",
    uses=["CD3.lemma.rules"],
    theorems=["castle/SoldiersRows.cd3_case1"],
)
def case_1() -> Verdict:
    return proved([CASE_1, *the_outcome()])
