"""The battle after the castle fell: Lemmas 2 and 3 of docs/theory/castle.md."""

from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import And, Eq, Implies, Max, Or, evaluate

from gametheory.claims import Verdict

from .rules import THEOREM
from .steps import Part, argued, conserved, iff, legal, step, text
from .symbols import D_, S_, D, N, R, S, X, a, f, f_, factor, g, g_, m, n, other, phi, x, y

# fmt: off
with evaluate(False):
    _BETTER = (S >= 1, S_ >= S, D >= 0, D_ >= 0, D_ <= D)
    _DAY_I = (Eq(D, x * g - n * f), Eq(y, n * g - x * (f + g)))
    _POSITIVE = (phi > 1, N > 0, X > 0)
    _OTHER = N + (phi - 1) * X
    BATTLE = Part(
        [
            step("L1 only", "after the fall of the castle there is one legal volley: all fire at defenders",
                 (S >= 1, D >= 1, legal(S, D, 0, x, R)), And(Eq(R, 0), Eq(x, Max(D - S, 0)))),
            step("L2a won", "no fewer soldiers, no more defenders: the battle is won no later",
                 _BETTER, Implies(D <= S, D_ <= S_)),
            step("L2b order", "… and a day of battle preserves the order", _BETTER,
                 Implies(And(D > S, D_ > S_), And(D_ - S_ <= D - S, S_ - (D_ - S_) >= S - (D - S)))),
            step("L2c lost", "… and it is lost no sooner", _BETTER,
                 Implies(And(D_ > S_, D_ - S_ >= S_), And(D > S, D - S >= S))),
            step("L3 base",
                 "the formulas of the post, (def) and (sold), are right on day i = 0, with F(0) = 0 and F(1) = 1",
                 (Eq(f, 0), Eq(g, 1)),
                 And(same(x * g - n * f, x), same(n * g - x * (f + g), n - x))),
            step("L3 none", "no defender is left alive: the battle takes k = 0 days",
                 (Eq(f, 0), Eq(g, 1), x <= 0), x * g <= n * f),
            step("L3 step", "if (def) and (sold) are right on day i, they are on day i + 1; f = F(2i), g = F(2i+1)",
                 _DAY_I,
                 And(same(D - y, x * (f + 2 * g) - n * (f + g)),
                     same(y - (D - y), n * (f + 2 * g) - x * (2 * f + 3 * g)))),
            step("L4a conserved", "a day of battle does not change Q = n^2 - n x - x^2", (),
                 same(conserved(n - x, 2 * x - n), conserved(n, x))),
            step("L4d few", "Q > 0 only if there are fewer defenders than soldiers",
                 (n >= 1, x > 0, conserved(n, x) > 0), x < n),
            step("L4b win", "if Q > 0, the soldiers win today, or some survive and meet fewer defenders than today",
                 (n >= 1, x > 0, conserved(n, x) > 0, x < n),
                 Or(2 * x - n <= 0, And(2 * x - n < n - x, 2 * x - n < x, n - x > 0)), "L4d few"),
            step("L4c never", "if Q <= 0, some defenders survive the day", (n >= 1, x > 0, conserved(n, x) <= 0),
                 2 * x - n > 0),
            step("L4e descent a", "if Q = 0 for (n, x), then also for (x, n - x): Q only changes its sign", (),
                 same(conserved(x, n - x), -conserved(n, x))),
            step("L4e descent b", "… where n - x > 0", (n >= 1, x > 0, conserved(n, x) >= 0), n - x > 0),
            step("L4e descent c",
                 "… and n - x < x: smaller and smaller pairs would follow without end, so Q = 0 is impossible",
                 (n >= 1, x > 0, conserved(n, x) <= 0), n - x < x),
            step("L4f factors", "Q is a product with the factor n - x phi, where phi^2 = phi + 1", (),
                 same(conserved(N, X), (N - phi * X) * _OTHER + (phi * phi - phi - 1) * X * X)),
            step("L4f other", "… whose other factor is positive", _POSITIVE, _OTHER > 0),
            step("L4f sign", "… so Q > 0 exactly when x phi < n", (other > 0,),
                 iff(factor * other > 0, factor > 0)),
            step("L4g dead", "after the last soldier died, (def) and (sold) still show no soldier",
                 (x > 0, m <= 0), And(2 * x - m >= 1, m - x < 0)),
            step("L5a product", "compare two battles with x/n <= y/a: multiply by F(2i+1), which is not negative",
                 (g >= 0, x * a <= y * n),
                 (x * a) * g <= (y * n) * g),
            step("L5a second", "the second one is won by day i, so y F(2i+1) <= a F(2i): multiply by n",
                 (n >= 1, y * g <= a * f),
                 (y * g) * n <= (a * f) * n),
            step("L5c ratio", "join the two: k(n, x) depends only on x/n, and does not fall when it grows",
                 ((x * a) * g <= (y * n) * g, (y * g) * n <= (a * f) * n), a * (x * g) <= a * (n * f),
                 "L5a product", "L5a second"),
            step("L5b quotient", "… and divide by a", (a >= 1, a * (x * g) <= a * (n * f)), x * g <= n * f,
                 "L5c ratio"),
            step("L6 shift",
                 "a day of battle takes one day off: k(n, x) = 1 + k(n - x, 2x - n); f_ = F(2i-2), g_ = F(2i-1)",
                 (Eq(f, f_ + g_), Eq(g, f_ + 2 * g_)),
                 same(x * g - n * f, (2 * x - n) * g_ - (n - x) * f_)),
        ],
        {
            "a day of battle": (S >= 1, D >= 1, legal(S, D, 0, x, R)),
            "a battle (S_, D_) that is no worse for the soldiers than (S, D)": _BETTER,
            "F(0) and F(1)": (Eq(f, 0), Eq(g, 1)),
            "D defenders and y soldiers on day i + 1": _DAY_I,
            "the golden ratio, and n and x as real numbers": _POSITIVE,
            "the factors u = n - x phi and v of Q, the second of which is positive (L4f other)": (other > 0,),
            "the formulas after the last soldier": (m <= 0,),
            "battles with x/n <= y/a, of which the second is won by day i": (
                a >= 1, g >= 0, x * a <= y * n, y * g <= a * f,
            ),
            "neighboring Fibonacci numbers": (Eq(f, f_ + g_), Eq(g, f_ + 2 * g_)),
        },
        [(x > 0, x <= 0), (conserved(n, x) > 0, conserved(n, x) <= 0), (conserved(n, x) >= 0, conserved(n, x) <= 0)],
    )
# fmt: on

JOINED = text(
    "By induction over the days, L3 gives defenders and soldiers of each day of the battle. With Q > 0 their number "
    "falls until the soldiers win (L4b), with Q < 0 it never does (L4c), and Q = 0 would be an infinite descent "
    "(L4e). So the soldiers win on the first day on which the formula shows no defender."
)


@game_claim(
    "CD3.lemma.battle",
    r"After the castle fell with $n$ soldiers and $x$ defenders left alive, the soldiers win exactly when $x\varphi "
    r"< n$, $k(n, x)$ days later: the least $k \ge 0$ with $x F_{2k+1} \le n F_{2k}$. It does not fall when $x/n$ "
    "grows.",
    THEOREM,
    uses=["CD3.lemma.rules"],
    theorems=[
        "castle/BattleRows.cd3_lemma_battle",
        "castle/BattleRows.cd3_lemma_battle_golden",
        "castle/BattleRows.cd3_lemma_battle_ratio",
    ],
)
def the_battle() -> Verdict:
    return argued((n >= 1,), [BATTLE], JOINED)
