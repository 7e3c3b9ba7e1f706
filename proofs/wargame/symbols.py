"""The symbols of this source: one table, so that a letter means the same in every obligation."""

from __future__ import annotations

from sympy import symbols

# The position at the start of a round, the numbers sent by A and B, and the soldiers of each army.
round_, camp_a, field_a, camp_b, field_b = ROUND = symbols("round_ camp_a field_a camp_b field_b", integer=True)
a, b, n = symbols("a b n", integer=True)
# The share of a field that survives, as a fraction p/q.
p, q = symbols("p q", integer=True)
# Payoffs; the chance of the battle in a round.
win, draw, loss, chance = symbols("win draw loss chance")
# The number of a round and that of all rounds, as real numbers; the probability that play reaches it.
number, rounds, reached = symbols("number rounds reached")
# Two armies, of which the second is at least as strong; their moves; half of each field; the field of the opponent.
camp, more, field, larger = symbols("camp more field larger", integer=True)
sent, copied, left, left_of_larger, other = symbols("sent copied left left_of_larger other", integer=True)

ARMIES = (round_ >= 1, n >= 1, camp_a >= 0, field_a >= 0, camp_b >= 0, field_b >= 0)
SENT = (a >= 0, a <= camp_a, b >= 0, b <= camp_b, camp_a + field_a <= n, camp_b + field_b <= n)
CHANCE = (chance >= 0, chance <= 1)
