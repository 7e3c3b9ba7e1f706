"""The correct statement about shooting the defenders first, for all integers n, s and dpw."""

from __future__ import annotations

from sympy import And, Eq, Or, evaluate

from gametheory.claims.evidence import Text
from gametheory.prove.argument import Argument
from gametheory.prove.smt import compose

from .rules import (
    C_,
    D_,
    DEFENDERS_FIRST,
    LEGAL,
    PLACE,
    S_,
    START,
    WAVE,
    C,
    D,
    S,
    b,
    code,
    code_of_strategy,
    dpw,
    j,
    n,
    s,
    step,
)

STATEMENT = (
    r"With $\mathit{dpw} < n < s$ attackDefenders wins in $1 + \lceil (s - n)/(n - \mathit{dpw}) \rceil$ waves "
    r"without a loss, and is the only play that loses no soldier. With $\mathit{dpw} \ge n$, $s > n$ it never wins."
)
WHY = Text(
    r"The first wave leaves $n$ soldiers, $\mathit{dpw}$ defenders and strength $s - n$. With $\mathit{dpw} < n$, "
    r"“every wave” is the step of an induction over $j$: before wave $j + 2$ the strength is $s - n - j(n - "
    r"\mathit{dpw})$, and the wave wins as soon as $(j + 1)(n - \mathit{dpw}) \ge s - n$, without a loss. The least "
    r"such $j + 1$ is $\lceil (s - n)/(n - \mathit{dpw}) \rceil$. A volley that leaves a defender alive costs a "
    "soldier, and the only legal volley that leaves none alive is that of attackDefenders. So a play without a loss is "
    r"attackDefenders. With $\mathit{dpw} \ge n$ the strength after the first wave never changes, by induction over "
    "the waves, so the soldiers do not win."
)
GAME = (n >= 1, s > n, dpw >= 1)
FEWER, MANY = n > dpw, dpw >= n
with evaluate(False):
    LATER = (Eq(S, n), Eq(D, dpw), j >= 0, Eq(C, s - n - j * (n - dpw)), C >= 1)
FACED = (S >= 1, C >= 1, dpw >= S, D >= S)
SPARES, NONE_LEFT = b < D, b >= D


def lossless() -> Argument:
    """Return the argument: induction without a loss; no other such play; no shot at the castle for dpw >= n."""
    rules = [*code("CD1"), code_of_strategy("CD1")]
    with evaluate(False):
        taken = (j + 1) * (n - dpw)
        won = And(Eq(C_, 0), Eq(D_, 0), taken >= s - n)
        goes_on = And(Eq(C_, s - n - taken), C_ >= 1, Eq(D_, dpw))
        steps = [
            step(
                "CD1 lossless, the volley is legal",
                "the volley of attackDefenders is legal",
                (*PLACE, DEFENDERS_FIRST),
                LEGAL,
            ),
            step(
                "CD1 lossless, first wave",
                "the first wave leaves n soldiers, dpw defenders and strength s - n",
                (*GAME, *START, DEFENDERS_FIRST, WAVE),
                And(Eq(S_, n), Eq(D_, dpw), Eq(C_, s - n)),
            ),
            step(
                "CD1 lossless, every wave",
                "with dpw < n the strength falls by n - dpw, until the wave wins; no soldier is lost",
                (*GAME, FEWER, *LATER, DEFENDERS_FIRST, WAVE),
                And(Eq(S_, n), Or(won, goes_on)),
            ),
            step(
                "CD1 lossless, whoever spares a defender loses a soldier",
                "whoever leaves a defender alive loses a soldier",
                (*PLACE, LEGAL, SPARES, WAVE),
                S_ < S,
            ),
            step(
                "CD1 lossless, no other volley spares none",
                "a legal volley that leaves no defender alive is that of attackDefenders",
                (*PLACE, LEGAL, NONE_LEFT),
                DEFENDERS_FIRST,
            ),
            step(
                "CD1 lossless, with dpw at least n as many defenders",
                "with dpw >= n the first wave leaves strength, and at least as many defenders as soldiers",
                (*GAME, MANY, *START, DEFENDERS_FIRST, WAVE),
                And(S_ >= 1, C_ >= 1, dpw >= S_, D_ >= S_),
            ),
            step(
                "CD1 lossless, with dpw at least n the castle is never fired at",
                "from then on the strength never changes, and this remains so",
                (*FACED, DEFENDERS_FIRST, WAVE),
                And(Eq(C_, C), Or(Eq(S_, 0), And(S_ >= 1, dpw >= S_, D_ >= S_))),
            ),
        ]
    settings = {
        "a game": (s >= 1,),
        "a wave with b shots at defenders leads from S, D, C to S_, D_, C_": (*PLACE, WAVE),
        "a legal volley": (LEGAL,),
        "a volley that spares a defender": (SPARES,),
        "a volley that spares none": (NONE_LEFT,),
        "the volley of attackDefenders": (DEFENDERS_FIRST,),
        "the first wave": START,
        "with dpw < n, wave j + 2 of attackDefenders": LATER,
        "with dpw >= n, a later wave of attackDefenders": FACED,
    }
    return compose(GAME, [*rules, *steps], settings, [(FEWER, MANY)])
