"""The symbols of this source: one table, so that a letter means the same in every obligation."""

from __future__ import annotations

from sympy import symbols

# The probabilities that one attacker, and one defender, hits in a turn.
p, q = symbols("p q")
# Armies in the rules, those held in reserve, and a position.
attackers, defenders, reserve = symbols("attackers defenders reserve", integer=True)
A, D = symbols("A D", integer=True)
# Armies where every turn kills exactly the average; a bound r of the ratio d/a, and by how much it falls in a turn.
a, d, r, e = symbols("a d r e")
# The probability t that all of the larger side miss, and what is asked of a position and of the one before it.
t, now, before = symbols("t now before")

PROBABILITIES = (p >= 0, p <= 1, q >= 0, q <= 1)
