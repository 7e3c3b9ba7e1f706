"""Obligations for castle wins in two waves, for all integers."""

from __future__ import annotations

from _wave import dpw, wave_obligation
from sympy import And, Eq, Implies, Or, evaluate, symbols

from gametheory.games.castle import Volley
from gametheory.prove.smt import Obligation

STATEMENT = (
    r"The castle can win in 2 waves exactly when $s > n$, $\mathit{dpw} \ge n$ and $s + \mathit{dpw} \ge 3n$; "
    r"and then the soldiers cannot win."
)


def two_waves() -> list[Obligation]:
    """Return the obligations that the castle can win in two waves exactly when s > n, dpw >= n and s + dpw >= 3n."""
    with evaluate(False):
        n, s, shot = symbols("n s shot", integer=True)
        given = (n >= 1, dpw >= 1, s > n)
        volley = Volley(n - shot, shot)
        legal = (shot >= 0, shot <= n, shot <= dpw, Or(n - shot <= s - n, Eq(shot, dpw)))
        condition = And(dpw >= n, s + dpw >= 3 * n)
        # The volley that leaves most defenders alive: it shoots none, or only as many as it must to leave strength.
        most_alive = Or(And(s >= 2 * n, Eq(shot, 0)), And(s < 2 * n, Eq(shot, 2 * n - s)))
        return [
            wave_obligation(
                "CD2 two waves, the first wave",
                given,
                (n, 0, s),
                Volley(n, 0),
                lambda soldiers, defenders, strength: And(Eq(soldiers, n), Eq(defenders, dpw), Eq(strength, s - n)),
            ),
            Obligation("CD2 two waves, the sparing volley is allowed", (*given, condition, most_alive), And(*legal)),
            wave_obligation(
                "CD2 two waves, enough",
                (*given, condition, most_alive),
                (n, dpw, s - n),
                volley,
                lambda soldiers, *_: Eq(soldiers, 0),
            ),
            wave_obligation(
                "CD2 two waves, necessary",
                (*given, *legal),
                (n, dpw, s - n),
                volley,
                lambda soldiers, *_: Implies(Eq(soldiers, 0), condition),
            ),
        ]


def no_soldiers_win() -> list[Obligation]:
    """Return the obligations that the soldiers cannot win if the castle can win in two waves.

    After every wave with soldiers left, defenders >= soldiers and strength + defenders >= twice the soldiers.
    """
    with evaluate(False):
        n, s, S, D, C, shot = symbols("n s S D C shot", integer=True)
        hopeless = (D >= S, C + D >= 2 * S)
        return [
            Obligation(
                "CD2 hopeless from the second wave",
                (n >= 1, s > n, dpw >= n, s + dpw >= 3 * n),
                And(dpw >= n, s - n + dpw >= 2 * n),
            ),
            wave_obligation(
                "CD2 hopeless forever",
                (
                    S >= 1,
                    C >= 1,
                    dpw >= S,
                    *hopeless,
                    shot >= 0,
                    shot <= S,
                    shot <= D,
                    Or(S - shot <= C, Eq(shot, D)),
                ),
                (S, D, C),
                Volley(S - shot, shot),
                lambda soldiers, defenders, strength: Or(
                    Eq(soldiers, 0),
                    And(strength >= 1, soldiers <= S, defenders >= soldiers, strength + defenders >= 2 * soldiers),
                ),
            ),
        ]
