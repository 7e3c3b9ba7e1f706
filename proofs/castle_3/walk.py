"""The lemmas of Theorem A on numbers that the reader chooses: the obligations, with a value for each of their symbols.

The play is that of the theorem: on each day before the fall all defenders are shot. Where a hypothesis is false for the
reader's numbers, the lemma says nothing about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sympy import Expr, Max, Min, Piecewise, evaluate

from gametheory.claims.evidence import Quantity, Walk, WalkedLemma
from gametheory.prove.argument import Step
from gametheory.prove.gallina import number

from .battle import BATTLE
from .symbols import D_, S_, C, D, P, Q, S, U, V, a, d, e, f, g, left_alive, m, n, r, rho, s, t, w, x, y
from .theorem_a import FEW_DEFENDERS, FIRST_DAY, MANY_DEFENDERS

T = "(best_fall_day n s dpw)"
LEFT = f"(let t {T} {number(left_alive(t))})"  # on the day of the fall
BATTLE_DAYS = f"(battle_days n {LEFT})"


def walks() -> list[Walk]:
    """Return the walk through Theorem A, and the one through the battle that follows the fall of the castle."""
    theorem_a = [*FIRST_DAY.steps, *FEW_DEFENDERS.steps, *MANY_DEFENDERS.steps]
    return [
        Walk(
            "CD3.theorem.A",
            "Theorem A",
            "Day $t$ on which the castle may fall",
            "2",
            f"(+ (ite (> {T} 2) {T} 2) 1)",
            T,
            _THEOREM_A,
            _SUMMARY,
            [_lemma(each, _OF_ONE_DAY) for each in theorem_a],
        ),
        Walk(
            "CD3.lemma.battle",
            "Lemma 2, the battle",
            "Day $i$ of the battle",
            "0",
            f"(let k {BATTLE_DAYS} (ite (= k none) 9 (+ k 1)))",
            f"(let k {BATTLE_DAYS} (ite (= k none) 1 k))",
            _BATTLE,
            _SUMMARY,
            [_lemma(each, _OF_THE_BATTLE) for each in BATTLE.steps if _short(each) not in _OF_THE_GOLDEN_RATIO],
        ),
    ]


_SUMMARY = [
    Quantity("$T$", T),
    Quantity("$U_T$", LEFT),
    Quantity("$k(n, U_T)$", BATTLE_DAYS),
    Quantity("fewest days", "(soldiers_fewest_waves n s dpw)"),
]


def _short(step: Step) -> str:
    return step.statement.name.removeprefix("castle ")


def _lemma(step: Step, own: Mapping[str, Mapping[str, str]]) -> WalkedLemma:
    statement = step.statement
    values = next((values for names, values in own.items() if _short(step) in names.split(", ")), {})
    return WalkedLemma(statement.name, step.says, statement.hypotheses, statement.conclusion, values)


def _terms(pairs: Iterable[tuple[object, Expr]]) -> dict[str, str]:
    return {str(symbol): number(value) for symbol, value in pairs}


# The castle falls once the volley can leave U alive, if U is at most rho; for dpw >= n as soon as it can fall.
_SPARED = Max(U, 0)
_FELLED = (d >= _SPARED) & ((rho >= _SPARED) | (d >= n))
with evaluate(False):
    _THEOREM_A = {
        "t": "day",
        "T": T,
        "r": f"(isqrt {number(d * d + 4 * n * d)})",
        **_terms([(U, left_alive(t))]),
        **_terms([(V, U + d - n), (S, n), (C, U + n - d)]),
        "rho": "(most_left_alive n dpw)",
    }
_AFTER_FIRE = _terms(
    [
        ("x_", Piecewise((_SPARED, _FELLED), (Max(d - n, 0), True))),
        ("R_", Piecewise((0, _FELLED), (C - n + Min(n, d), True))),
    ]
)
_OF_ONE_DAY = {
    "A1 first day, A1 case 1": _terms([("x", n - n), ("R", Max(s - n, 0))]),
    "A2 lower bound": {
        **_terms([(x, n - n)]),
        **_AFTER_FIRE,
        "U": "C",  # of the day before: every defender was shot, and U points of strength are left
    },
    "A3 fall": {**_AFTER_FIRE, "x": "x_", "R": "R_"},
    "A9 squares": _terms(
        [(P, Piecewise((2 * U + d, rho >= U), (r + 1, True))), (Q, Piecewise((r, rho >= U), (2 * U + d, True)))]
    ),
    "A10 least": {
        **_terms([(w, n - d), (e, s - n - rho)]),
        "t": "(ite (>= w 1) (* (- 1) (div (* (- 1) e) w)) 1)",
        "v": "(+ t (- 1))",
    },
}
_OF_THE_GOLDEN_RATIO = "L4f factors, L4f other, L4f sign".split(", ")  # not of whole numbers
with evaluate(False):
    _BATTLE = {
        "x": LEFT,
        "f": "(fibonacci (* 2 day))",
        "g": "(fibonacci (+ (* 2 day) 1))",
        **_terms([(D, x * g - n * f), (y, n * g - x * (f + g)), (m, n - n)]),
    }
_OF_THE_BATTLE = {
    "L1 only": _terms([(S, y), ("x", Max(D - y, 0)), ("R", n - n)]),
    # Lemmas that compare two battles: the other one has one more soldier.
    "L2a won, L2b order, L2c lost": _terms([(S, y), (S_, y + 1), (D_, D)]),
    "L5a product, L5a second, L5c ratio, L5b quotient": _terms([(a, n), (y, x), (n, n + 1)]),
    "L4g dead": _terms([("m", y), ("x", D)]),
    "L6 shift": {
        "f_": "(ite (>= day 1) (fibonacci (+ (* 2 day) (- 2))) 1)",
        "g_": "(ite (>= day 1) (fibonacci (+ (* 2 day) (- 1))) (- 1))",
    },
}
