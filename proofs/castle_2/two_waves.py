"""Castle wins in two waves, for all integers."""

from __future__ import annotations

from castle_1.rules import C_, D_, LEGAL, PLACE, S_, START, WAVE, C, D, S, b, code, dpw, n, s, step
from sympy import And, Eq, Max, Or, evaluate

from gametheory.claims.evidence import Text
from gametheory.prove.argument import Argument
from gametheory.prove.smt import compose

STATEMENT = (
    r"The castle can win in 2 waves exactly when $s > n$, $\mathit{dpw} \ge n$ and $s + \mathit{dpw} \ge 3n$; "
    r"and then the soldiers cannot win."
)
WHY = Text(
    r"The first volley is forced. With $s \le n$ the soldiers win in the first wave. Otherwise all $n$ soldiers meet "
    r"$\mathit{dpw}$ defenders and strength $s - n$, and the castle can win in 2 waves exactly if some legal second "
    r"volley leaves no soldier. With $\mathit{dpw} \ge n$ and $s + \mathit{dpw} \ge 3n$ the volley that spares most "
    "defenders does (“enough”); without one of the two, none does (“necessary”). If they are true, then by induction "
    "over the waves, with “hopeless from the second wave” as base and “hopeless forever” as step, every position with "
    "soldiers has strength left, whatever the soldiers do: they cannot win."
)
GAME = (n >= 1, s >= 1, dpw >= 1)
LONG, SHORT = s > n, s <= n
with evaluate(False):
    ENOUGH = And(dpw >= n, s + dpw >= 3 * n)
    TOO_FEW = Or(dpw < n, s + dpw < 3 * n)
    SECOND = (Eq(S, n), Eq(D, dpw), Eq(C, s - n))
    SPARING = Eq(b, Max(2 * n - s, 0))
    HOPELESS = (S >= 1, C >= 1, dpw >= S, D >= S, C + D >= 2 * S)


def two_waves() -> Argument:
    """Return the argument that the castle can win in two waves exactly under the condition, and then always wins."""
    rules = code("CD2")
    with evaluate(False):
        steps = [
            step(
                "CD2 two waves, the first volley is forced",
                "no defender is there, so the first volley fires at the castle only",
                (*START, LEGAL),
                Eq(b, 0),
            ),
            step(
                "CD2 two waves, a short game",
                "with s <= n the soldiers have won after the first wave",
                (*GAME, SHORT, *START, Eq(b, 0), WAVE),
                And(Eq(S_, n), Eq(D_, 0), Eq(C_, 0)),
                "CD2 two waves, the first volley is forced",
            ),
            step(
                "CD2 two waves, the first wave",
                "with s > n the first wave leaves n soldiers, dpw defenders and strength s - n",
                (*GAME, LONG, *START, Eq(b, 0), WAVE),
                And(Eq(S_, n), Eq(D_, dpw), Eq(C_, s - n)),
                "CD2 two waves, the first volley is forced",
            ),
            step(
                "CD2 two waves, the sparing volley is allowed",
                "under the condition the volley that spares most defenders is legal",
                (*GAME, LONG, ENOUGH, *SECOND, SPARING),
                LEGAL,
            ),
            step(
                "CD2 two waves, enough",
                "and leaves no soldier",
                (*GAME, LONG, ENOUGH, *SECOND, SPARING, WAVE),
                Eq(S_, 0),
            ),
            step(
                "CD2 two waves, necessary",
                "otherwise some soldier survives every legal second volley",
                (*GAME, LONG, TOO_FEW, *SECOND, LEGAL, WAVE),
                S_ >= 1,
            ),
            step(
                "CD2 hopeless from the second wave",
                "under the condition, defenders and strength are many at the second wave",
                (*GAME, LONG, ENOUGH, *SECOND),
                And(*HOPELESS),
            ),
            step(
                "CD2 hopeless forever",
                "and remain many after every legal volley, as long as a soldier is left",
                (*HOPELESS, LEGAL, WAVE),
                Or(
                    Eq(S_, 0),
                    And(S_ >= 1, C_ >= 1, dpw >= S_, D_ >= S_, C_ + D_ >= 2 * S_),
                ),
            ),
        ]
    settings = {
        "a wave with b shots at defenders leads from S, D, C to S_, D_, C_": (*PLACE, WAVE),
        "a legal volley": (LEGAL,),
        "the first wave": START,
        "the second wave": SECOND,
        "the volley that spares most defenders": (SPARING,),
        "many defenders and much strength": HOPELESS,
    }
    return compose(GAME, [*rules, *steps], settings, [(LONG, SHORT), (ENOUGH, TOO_FEW)])
