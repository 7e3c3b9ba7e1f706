"""The castle game as relations, with the lemmas on one day and on the battle after the castle fell.

A day is described by its result: `x` defenders alive after the soldiers' fire, and `R` points of strength. `RULES`
proves from the code of the rules, branch by branch, that these relations are the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from _wave import dpw as d
from _wave import wave_branches
from sympy import And, Eq, Expr, Implies, Max, Or, Piecewise, evaluate, symbols
from sympy.logic.boolalg import Boolean

from gametheory.claims import Verdict, open_, prove
from gametheory.claims.evidence import Evidence, Table
from gametheory.games.castle import Volley
from gametheory.prove.smt import Obligation, failures

ALL_INTEGERS = "all integers n, s, dpw of at least 1"

# A position (S, D, C), the result (x, R) of a day, and a second position and result for comparison.
S, D, C, x, R, b = symbols("S D C x R b", integer=True)
S_, D_, C_, x_, R_ = symbols("S_ D_ C_ x_ R_", integer=True)
# A game, days, lower bounds U of day t and V of the day after, and a pair of neighbouring Fibonacci numbers.
n, s, t, U, V, m, y = symbols("n s t U V m y", integer=True)
f, g = symbols("f g", integer=True)
GAME = (n >= 1, s >= 1, d >= 1)


class Step(NamedTuple):
    """A step of a proof: its statement in words, and the same statement as an obligation for the solvers."""

    says: str
    obligation: Obligation


def step(name: str, says: str, given: Sequence[Boolean], show: Boolean) -> Step:
    """Return a step named `castle NAME`; its certificate is the file castle-name.smt2."""
    return Step(says, Obligation(f"castle {name}", tuple(given), show))


def theorem(scope: str, steps: Sequence[Step], *evidence: Evidence) -> Verdict:
    """Return *proved* if both solvers discharge every step; the report lists the steps in words."""
    rows = [(entry.obligation.name, entry.says) for entry in steps]
    table = Table(
        ("obligation", "statement"), rows, "The steps. Each one is a file that z3 or cvc5 can check by itself."
    )
    reasons = [reason for entry in steps for reason in undischarged(entry.obligation)]
    if reasons:
        return open_("\n".join(reasons), *evidence)
    return prove([entry.obligation for entry in steps], *evidence, table)


@cache
def undischarged(obligation: Obligation) -> tuple[str, ...]:
    """Return why an obligation is not discharged; cached, since corrections share steps with the theorems."""
    return tuple(failures(obligation))


def same(left: Expr, right: Expr) -> Boolean:
    """Return an equation for the solvers, even if sympy could decide it."""
    return Eq(left, right, evaluate=False)


def iff(left: Boolean, right: Boolean) -> Boolean:
    """Return the equivalence of two statements."""
    return And(Implies(left, right), Implies(right, left))


def legal(soldiers: Expr, defenders: Expr, strength: Expr, alive: Expr, left: Expr) -> Boolean:
    """State that a legal volley leaves `alive` defenders and `left` strength: a <= C or b = D, 0 <= b <= min(S, D)."""
    at_defenders = defenders - alive
    at_castle = soldiers - at_defenders
    return And(
        alive >= 0,
        alive <= defenders,
        at_defenders <= soldiers,
        Or(at_castle <= strength, Eq(alive, 0)),
        Eq(left, Max(strength - at_castle, 0)),
    )


def total(soldiers: Expr, defenders: Expr, strength: Expr) -> Expr:
    """Return defenders + strength - soldiers: the sum of both after a day without a wasted shot."""
    return defenders + strength - soldiers


def conserved(soldiers: Expr, defenders: Expr) -> Expr:
    """Return the quadratic form that is invariant under a day of battle."""
    return soldiers * soldiers - soldiers * defenders - defenders * defenders


def _rules() -> list[Step]:
    with evaluate(False):
        steps = []
        given = (S >= 1, D >= 0, C >= 0, d >= 1, b >= 0, b <= S, b <= D)
        for number, branch in enumerate(wave_branches((S, D, C), Volley(S - b, b)), 1):
            soldiers, defenders, strength = branch.value
            alive, left = D - b, Max(C - (S - b), 0)
            standing = And(S - alive >= 1, left >= 1)
            show = And(
                same(strength, left),
                same(soldiers, Max(S - alive, 0)),
                same(defenders, Piecewise((alive + d, standing), (alive, True))),
            )
            says = f"the rules, branch {number}: the code returns the result of the relations"
            steps.append(step(f"R{number} rules", says, (*given, *branch.condition), show))
        return steps


RULES = _rules()

# fmt: off
with evaluate(False):
    _DAY = (S >= 1, D >= 0, C >= 0, legal(S, D, C, x, R))
    DAY = [
        step("M1 total", "no shot wasted: defenders and strength left are strength + defenders - soldiers",
             (*_DAY, S - (D - x) <= C), same(x + R, total(S, D, C))),
        step("M2 overkill", "a shot wasted: no strength and no defender is left, the soldiers win",
             (*_DAY, S - (D - x) > C), And(Eq(x, 0), Eq(R, 0), D + C < S)),
        step("M3 forced", "strength + defenders <= soldiers: every volley wins", (*_DAY, D + C <= S),
             And(Eq(x, 0), Eq(R, 0))),
        step("M4 at least", "defenders and strength left are never less than strength + defenders - soldiers", _DAY,
             x + R >= total(S, D, C)),
        step("M5 always a volley", "the volley with as many shots at defenders as possible is always legal",
             (S >= 1, D >= 0, C >= 0, Eq(x, Max(D - S, 0)), Eq(R, Max(C - (S - (D - x)), 0))), legal(S, D, C, x, R)),
    ]

    _WORSE = (S >= 1, S_ >= S, D >= 0, D_ >= 0, D_ <= D)
    _phi, _N, _X, _u, _v = symbols("phi N X u v")
    _P, _Q, _k, _a, _c = symbols("P Q k a c", integer=True)
    _f, _g = symbols("f_ g_", integer=True)
    BATTLE = [
        step("L1 only", "after the fall of the castle there is one legal volley",
             (S >= 1, D >= 1, legal(S, D, 0, x, R)),
             And(Eq(R, 0), Eq(x, Max(D - S, 0)))),
        step("L2a won", "no fewer soldiers, no more defenders: won no later", (*_WORSE, D <= S), D_ <= S_),
        step("L2b order", "… and a day of battle preserves the order", (*_WORSE, D > S, D_ > S_),
             And(D_ - S_ <= D - S, S_ - (D_ - S_) >= S - (D - S))),
        step("L2c lost", "… and lost no sooner", (*_WORSE, D_ > S_, D_ - S_ >= S_), And(D > S, D - S >= S)),
        step("L3 base", "(def) and (sold) for i = 0, where F(0) = 0 and F(1) = 1", (Eq(f, 0), Eq(g, 1)),
             And(same(x * g - n * f, x), same(n * g - x * (f + g), n - x))),
        step("L3 step", "(def) and (sold): from i to i + 1; f = F(2i), g = F(2i+1)",
             (Eq(D, x * g - n * f), Eq(y, n * g - x * (f + g))),
             And(same(D - y, x * (f + 2 * g) - n * (f + g)),
                 same(y - (D - y), n * (f + 2 * g) - x * (2 * f + 3 * g)))),
        step("L4a conserved", "a day of battle preserves Q = n^2 - n x - x^2", (),
             same(conserved(n - x, 2 * x - n), conserved(n, x))),
        step("L4b win", "Q > 0: some soldiers survive the day, and fewer defenders than before",
             (x > 0, x < n, conserved(n, x) > 0, 2 * x - n > 0), And(2 * x - n < n - x, 2 * x - n < x, n - x > 0)),
        step("L4c never", "Q <= 0: some defenders survive the day", (x > 0, n > 0, conserved(n, x) <= 0),
             2 * x - n > 0),
        step("L4d few", "Q > 0 only when there are fewer defenders than soldiers", (x > 0, n > 0, conserved(n, x) > 0),
             x < n),
        step("L4e descent a", "Q = 0 would lead from (n, x) to (x, n - x): Q only changes its sign", (),
             same(conserved(x, n - x), -conserved(n, x))),
        step("L4e descent b", "… where n - x > 0", (x > 0, n > 0, conserved(n, x) >= 0), n - x > 0),
        step("L4e descent c", "… and n - x < x, so the descent would be infinite: Q = 0 is impossible",
             (x > 0, n > 0, conserved(n, x) <= 0), n - x < x),
        step("L4f factors", "Q is a product with the factor n - x phi, where phi^2 = phi + 1", (),
             same(conserved(_N, _X),
                  (_N - _phi * _X) * (_N + (_phi - 1) * _X) + (_phi * _phi - _phi - 1) * _X * _X)),
        step("L4f sign", "… whose other factor is positive: x phi < n exactly when Q > 0", (_v > 0,),
             iff(_u * _v > 0, _u > 0)),
        step("L4g dead", "after the last soldier the formulas (def), (sold) still show no soldier", (m <= 0, x >= 1),
             And(2 * x - m >= 1, m - x < 0)),
        step("L5a product", "multiply an inequality by a number that is not negative",
             (_P <= _Q, _k >= 0), _P * _k <= _Q * _k),
        step("L5b quotient", "… and divide it by a positive one", (_k > 0, _k * _P <= _k * _Q), _P <= _Q),
        step("L5c ratio",
             "k(n, x) depends on x/n and does not fall when it grows: x a <= y n, y g <= a f give x g <= n f",
             ((x * _a) * g <= (y * n) * g, (y * g) * n <= (_a * f) * n), _a * (x * g) <= _a * (n * f)),
        step("L6 shift", "k(n, x) = 1 + k(n - x, 2x - n): f_ = F(2i-2), g_ = F(2i-1)",
             (Eq(f, _f + _g), Eq(g, _f + 2 * _g)), same(x * g - n * f, (2 * x - n) * _g - (n - x) * _f)),
    ]
