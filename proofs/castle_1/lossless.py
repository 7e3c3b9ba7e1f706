"""The correct statement about shooting the defenders first, for all integers n, s and dpw."""

from __future__ import annotations

from _wave import dpw, wave_obligation
from sympy import And, Eq, Or, evaluate, symbols

from gametheory.claims.evidence import Text
from gametheory.games.castle import Volley
from gametheory.prove.smt import Obligation

STATEMENT = (
    r"With $\mathit{dpw} < n < s$ attackDefenders wins in $1 + \lceil (s - n)/(n - \mathit{dpw}) \rceil$ waves "
    r"without a loss, and is the only play that loses no soldier. With $\mathit{dpw} \ge n$, $s > n$ it never wins."
)
WHY = Text(
    r"With $\mathit{dpw} < n$ the first two obligations are base and step of an induction over the waves: all $n$ "
    r"soldiers are alive, $\mathit{dpw}$ defenders face them, and the strength falls by $n - \mathit{dpw} \ge 1$ in "
    "each wave, until it is at most that number and the wave wins. A volley that leaves a defender alive costs a "
    "soldier (third). So a play without a loss shoots every defender in every wave, which is attackDefenders. With "
    r"$\mathit{dpw} \ge n$ the strength never changes (fourth)."
)


def lossless() -> list[Obligation]:
    """Return the obligations: base and step without a loss; no other such play; no shot at the castle for dpw >= n."""
    with evaluate(False):
        n, s, S, D, C = symbols("n s S D C", integer=True)
        return [
            wave_obligation(
                "CD1 lossless, first wave",
                (n >= 1, s > n, dpw >= 1),
                (n, 0, s),
                Volley(n, 0),
                lambda soldiers, defenders, strength: And(Eq(soldiers, n), Eq(defenders, dpw), Eq(strength, s - n)),
            ),
            wave_obligation(
                "CD1 lossless, every wave",
                (dpw >= 1, n > dpw, C >= 1),
                (n, dpw, C),
                Volley(n - dpw, dpw),
                lambda soldiers, defenders, strength: And(
                    Eq(soldiers, n),
                    Or(
                        And(n - dpw >= C, Eq(strength, 0), Eq(defenders, 0)),
                        And(Eq(strength, C - (n - dpw)), strength >= 1, Eq(defenders, dpw)),
                    ),
                ),
            ),
            wave_obligation(
                "CD1 lossless, whoever spares a defender loses a soldier",
                (S >= 1, D >= 1, s >= 0, s < D, s <= S, C >= 0, dpw >= 1, n >= 0, n <= S - s),
                (S, D, C),
                Volley(n, s),
                lambda soldiers, *_: soldiers < S,
            ),
            wave_obligation(
                "CD1 lossless, with dpw at least n the castle is never fired at",
                (S >= 1, dpw >= S, D >= S, C >= 1),
                (S, D, C),
                Volley(0, S),
                lambda soldiers, defenders, strength: And(
                    Eq(strength, C), soldiers <= S, Or(Eq(soldiers, 0), defenders >= soldiers)
                ),
            ),
        ]
