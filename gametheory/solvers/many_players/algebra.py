"""Whether an exact zero lies on a curve or a surface of zeros, by a Gröbner basis."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gametheory.solvers.many_players.roots import Equations

MAX_UNKNOWNS = 4  # a basis of more can take hours


def dependent_near(equations: Equations, free: Sequence[Fraction]) -> bool:
    """Whether the equations with independent derivatives at a zero imply the others near it, and leave a freedom.

    The former define a smooth set where a minor of their derivatives is not 0, as it is not at the zero. The others
    vanish on the set if they are in the ideal that the former and an inverse of the minor generate.
    """
    import sympy  # here, because it takes long to import

    count = equations.count
    if count > MAX_UNKNOWNS:
        return False
    inverse, *unknowns = sympy.symbols(f"w y:{count}")
    behavior = equations.behavior(list(unknowns))
    values = [sympy.expand(each) for each in equations.values(equations.weights(behavior))]
    slopes = sympy.Matrix(count, count, equations.jacobian(behavior))
    point = {name: sympy.Rational(each.numerator, each.denominator) for name, each in zip(unknowns, free, strict=True)}
    rows = slopes.subs(point).T.rref()[1]
    columns = slopes.subs(point)[list(rows), :].rref()[1]
    if len(rows) == count or not rows:
        return False
    minor = sympy.expand(slopes[list(rows), list(columns)].det())
    ideal = [*(values[row] for row in rows), 1 - inverse * minor]
    basis = sympy.groebner(ideal, inverse, *unknowns, order="grevlex")
    return all(basis.contains(value) for row, value in enumerate(values) if row not in rows)
