"""Values that satisfy a script, for the message about a statement that is not proved."""

from __future__ import annotations

from gametheory.parallel.extras import library
from gametheory.prove.solvers import z3_solver


def counterexample(script: str) -> str:
    """Return values that satisfy a script, found by z3.

    >>> counterexample("(declare-const x Int) (assert (= (* 2 x) 6)) (check-sat)")
    'x = 3'
    """
    z3, solver = library("z3", "prove"), z3_solver(script)
    if solver.check() != z3.sat:
        return "unknown values (z3 finds none)"
    values = solver.model()
    return ", ".join(sorted(f"{symbol} = {values[symbol]}" for symbol in values))
