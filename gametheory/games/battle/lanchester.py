"""Lanchester's square law (1916) for aimed fire, and its prediction for a battle of single armies.

Aimed fire: each side loses armies in proportion to the number of its opponents, da/dt = -q d and dd/dt = -p a.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

import sympy as sp
from sympy.solvers.ode.systems import dsolve_system

from gametheory.numbers.rationals import ceiling_division

p, q, a0, d0 = sp.symbols("p q a_0 d_0", positive=True)
time = sp.Symbol("t", nonnegative=True)
attackers, defenders = sp.Function("a")(time), sp.Function("d")(time)
EQUATIONS = (sp.Eq(attackers.diff(time), -q * defenders), sp.Eq(defenders.diff(time), -p * attackers))


@dataclass(frozen=True)
class AimedFire:
    """Solution of the equations from a(0) = a_0 and d(0) = d_0, and its invariant.

    Attributes
    ----------
    attackers, defenders
        The numbers at time t.
    invariant
        p a^2 - q d^2, which is constant along the solution.
    ratio
        The ratio a/d at which both sides die out together.
    turn_factor
        In a battle fought in turns, a' = a - q d and d' = d - p a, the factor of the invariant in each turn.
    """

    attackers: sp.Expr
    defenders: sp.Expr
    invariant: sp.Expr
    ratio: sp.Expr
    turn_factor: sp.Expr


@cache
def aimed_fire() -> AimedFire:
    """Solve the equations of aimed fire, and derive Lanchester's square law from the solution.

    sympy solves them. The derivative shows that p a^2 - q d^2 is constant along the solution, and the ratio is where it
    is 0. A turn of the battle with mean hits multiplies it by 1 - p q, which does not change its sign: the ratio is the
    same in turns. Cost: some tenths of a second.

    Returns
    -------
    AimedFire
        Expressions in the symbols of this module.

    Raises
    ------
    ArithmeticError
        If a check fails.

    Examples
    --------
    >>> fire = aimed_fire()
    >>> fire.ratio, fire.turn_factor
    (sqrt(q)/sqrt(p), -p*q + 1)
    """
    start = {attackers.subs(time, 0): a0, defenders.subs(time, 0): d0}
    (solution,) = dsolve_system(list(EQUATIONS), [attackers, defenders], time, ics=start)
    a_of_t, d_of_t = (sp.simplify(equation.rhs) for equation in solution)
    invariant = p * a_of_t**2 - q * d_of_t**2
    ratio = sp.solve(p * a0**2 - q * d0**2, a0)[0] / d0
    after = p * (a0 - q * d0) ** 2 - q * (d0 - p * a0) ** 2
    factor = sp.cancel(after / (p * a0**2 - q * d0**2))
    if sp.simplify(invariant.diff(time)) != 0 or sp.simplify(invariant.subs(time, 0) - p * a0**2 + q * d0**2) != 0:
        raise ArithmeticError("p a^2 - q d^2 changes along the solution")
    return AimedFire(a_of_t, d_of_t, p * attackers**2 - q * defenders**2, sp.simplify(ratio), factor)


def square_law(count: int, attacker_hits: Fraction, defender_hits: Fraction) -> int:
    """Return the minimum number of attackers with p a^2 >= q d^2 against `count` defenders (Lanchester's square law).

    Cost: one integer root.

    Parameters
    ----------
    count
        The number of defenders.
    attacker_hits, defender_hits
        The hit probabilities p and q.

    Raises
    ------
    ZeroDivisionError
        If attackers cannot hit.

    Examples
    --------
    >>> square_law(60, Fraction(3, 5), Fraction(7, 10))
    65
    """
    ratio = defender_hits / attacker_hits * count * count
    root = isqrt(ceiling_division(ratio.numerator, ratio.denominator))
    return root if root * root >= ratio else root + 1


def mean_hits_rule(count: int, attacker_hits: Fraction, defender_hits: Fraction) -> int:
    """Return the minimum number of attackers with at least as many mean hits as `count` defenders, p a >= q d (WB.5).

    Cost: one division.

    Parameters
    ----------
    count
        The number of defenders.
    attacker_hits, defender_hits
        The hit probabilities p and q.

    Raises
    ------
    ZeroDivisionError
        If attackers cannot hit.

    Examples
    --------
    >>> mean_hits_rule(60, Fraction(3, 5), Fraction(7, 10))
    70
    """
    needed = defender_hits / attacker_hits * count
    return ceiling_division(needed.numerator, needed.denominator)
