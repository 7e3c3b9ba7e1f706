"""Which of the listed equilibria are best for a sum of payoffs, and whether no other can be better."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gametheory.numbers.format import integer_ranges
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.questions.answer import parse_objective


def best_equilibria(solution: NashSolution, objective: str) -> dict[str, Any]:
    """Return the best of the listed equilibria for a sum of payoffs such as "A + B", as JSON.

    `equilibria` has their numbers from 0, `value` a number or the two ends of an interval. `certain` says whether no
    other equilibrium is better. The payoffs of two players are linear in each strategy, so that some extreme
    equilibrium is best of all; continua of more players leave it open.

    >>> from gametheory import nash
    >>> best_equilibria(nash([[2, 0], [0, 1]], [[1, 0], [0, 2]]), "row + column")
    {'objective': 'row + column', 'value': '3', 'equilibria': [0, 2], 'certain': True}
    """
    weights = parse_objective(objective, solution.players)
    sums = []
    for equilibrium in solution.equilibria:
        # a payoff that can be irrational is an interval
        ends = [(p, p) if isinstance(p, Fraction) else tuple(p) for p in equilibrium.payoffs]
        pairs = [sorted((weight * low, weight * high)) for weight, (low, high) in zip(weights, ends, strict=True)]
        sums.append((sum(low for low, _ in pairs), sum(high for _, high in pairs)))
    least = max((low for low, _ in sums), default=Fraction(0))
    best = [index for index, (_, high) in enumerate(sums) if high >= least]
    value = [exact_text(least), exact_text(max((high for _, high in sums), default=least))]
    return {
        "objective": objective,
        "value": None if not sums else value[0] if value[0] == value[1] else value,
        "equilibria": best,
        "certain": bool(solution.complete and not getattr(solution, "continua", ())),
    }


def best_text(best: dict[str, Any]) -> str:
    """Return the best equilibria as a sentence.

    >>> best_text({"objective": "A + B", "value": "3", "equilibria": [0, 2], "certain": False})
    'Best of those listed for A + B, 3: 1, 3.'
    """
    if best["value"] is None:
        return f"Best for {best['objective']}: none, since no equilibrium is listed."
    value = best["value"] if isinstance(best["value"], str) else " to ".join(best["value"])
    numbers = ", ".join(integer_ranges(index + 1 for index in best["equilibria"]))
    which = "Best equilibria" if best["certain"] else "Best of those listed"
    return f"{which} for {best['objective']}, {value}: {numbers}."
