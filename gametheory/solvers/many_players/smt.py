"""Supports that intervals cannot decide: two SMT solvers say whether an equilibrium has the support."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from gametheory.parallel.extras import library
from gametheory.parallel.processes import ask_cvc5
from gametheory.solvers.many_players.boxes import Array, Condition, System
from gametheory.solvers.many_players.roots import in_span

# Units of work for each question, which depend on the script alone; what is not decided by then is left open. Of
# Gambit's games and random ones with many ties, questions that are decided take up to 700,000 and 127,000 units.
Z3_UNITS = 1_000_000
CVC5_UNITS = 200_000
# Alone, the lemmas on products decide most scripts. Only some of the rest need cylindrical coverings, a step of which
# can take hours and looks at no limit.
WAYS_OF_CVC5 = ("(set-option :nl-cov false)", "(set-option :nl-cov true)")
UNCONFIRMED_WORK = 20_000_000  # the time in which numpy computes as many numbers is that of a failure of cvc5
NEAR = 10**4  # the greatest denominator of a probability that is fixed to find a rational equilibrium

Weights = dict[str, Fraction]


class Formula:
    """The conditions for an equilibrium with a support, in SMT-LIB; the unknowns are the weights of used sequences."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.names = [f"w{player}_{at}" for player in system.mixing for at in range(1, len(system.columns_of(player)))]
        self.lines = [f"(declare-const {name} Real)\n(assert (> {name} 0))" for name in self.names]
        for player in system.mixing:
            for block in system.blocks[player]:
                actions = " ".join(f"w{player}_{at}" for at in range(block.first, block.first + block.size))
                parent = f"w{player}_{block.parent}" if block.parent else "1"
                self.lines.append(f"(assert (= {parent} {f'(+ {actions})' if block.size > 1 else actions}))")
        for condition in system.conditions:
            for sign, rows in (("=", condition.equal), ("<=", condition.outside)):
                self.lines += [f"(assert ({sign} {self._sum(row, condition)} 0))" for row in rows]

    def _sum(self, row: Array, condition: Condition) -> str:
        """Return a form in the weights of the others."""
        terms = ["0", "0"]
        for places in np.argwhere(row != 0):
            factors = [f"w{player}_{at}" for player, at in zip(condition.others, places.tolist(), strict=True) if at]
            terms.append(f"(* {_number(Fraction(int(row[tuple(places)])))} {' '.join(factors)} 1)")
        return f"(+ {' '.join(terms)})"

    def equal(self, weights: Weights) -> list[str]:
        """Return assertions that fix some weights."""
        return [f"(assert (= {name} {_number(number)}))" for name, number in weights.items()]

    def excluding(self, points: Iterable[Weights]) -> list[str]:
        """Return assertions that the weights are not those of some points."""
        return [
            f"(assert (not (and true {' '.join(f'(= {name} {_number(number)})' for name, number in point.items())})))"
            for point in points
        ]

    def outside_box(self, box: Sequence[tuple[Fraction, Fraction]]) -> str:
        """Return the assertion that the free probabilities are not all in a box, which has a known equilibrium."""
        sides = []
        for variable, (low, high) in zip(self.system.variables, box, strict=True):
            block = self.system.blocks[variable.player][variable.block]
            weight = f"w{variable.player}_{variable.action}"
            parent = f"w{variable.player}_{block.parent}" if block.parent else "1"
            sides += [f"(>= {weight} (* {_number(low)} {parent}))", f"(<= {weight} (* {_number(high)} {parent}))"]
        return f"(assert (not (and {' '.join(sides)})))"

    def strict(self) -> list[str]:
        """Return the assertions that unused actions are worse, unless the equations say that they are as good."""
        return [
            f"(assert (< {self._sum(row, condition)} 0))"
            for condition in self.system.conditions
            for row in condition.outside
            if not in_span(condition.equal, row)
        ]

    def free(self, weights: Weights) -> list[Fraction]:
        """Return the free probabilities."""
        free = []
        for each in self.system.variables:
            parent = self.system.blocks[each.player][each.block].parent
            above = weights[f"w{each.player}_{parent}"] if parent else Fraction(1)
            free.append(weights[f"w{each.player}_{each.action}"] / above)
        return free

    def confirm(self, more: Sequence[str]) -> str:
        """Return cvc5's answer to whether there is an equilibrium: z3 alone excludes none. Raise MissingExtra."""
        lines = ["(set-logic QF_NRA)", *self.lines, *more, "(check-sat)"]
        answer = ""
        for option in WAYS_OF_CVC5:
            answer = ask_cvc5("\n".join([option, *lines]), CVC5_UNITS)
            if answer in ("sat", "unsat"):
                return answer
        self.system.payoffs.work += UNCONFIRMED_WORK
        return answer

    def ask(self, more: Sequence[str] = ()) -> tuple[str, Weights]:
        """Return z3's answer, and the weights of an equilibrium as far as they are rational."""
        z3 = library("z3", "prove")
        solver = z3.Solver(ctx=z3.Context())
        solver.set("rlimit", Z3_UNITS)
        solver.from_string("\n".join([*self.lines, *more]))
        answer = str(solver.check())
        self.system.payoffs.work += solver.statistics().get_key_value("rlimit count")
        if answer != "sat":
            return answer, {}
        model = solver.model()
        values = {str(symbol): model[symbol] for symbol in model}
        return answer, {name: _rational(values[name]) for name in self.names if name in values}

    def rational_point(self, more: Sequence[str] = ()) -> tuple[str, Weights | None]:
        """Return z3's answer, and an equilibrium whose weights are rational, if one can be had by fixing some."""
        answer, weights = self.ask(more)
        fixed: list[str] = []
        for name in self.names if answer == "sat" else ():
            if name not in weights:
                weights[name] = Fraction(1)
            if weights[name].denominator > NEAR:
                near = f"(assert (= {name} {_number(weights[name].limit_denominator(NEAR))}))"
                tried, other = self.ask([*more, *fixed, near])
                if tried == "sat":
                    fixed.append(near)
                    weights = {**other, name: weights[name].limit_denominator(NEAR)}
        return answer, weights if answer == "sat" else None


def _rational(value: Any) -> Fraction:
    """Return a number of a model; one near it if it is irrational."""
    if hasattr(value, "numerator_as_long"):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    near = value.approx(20)
    return Fraction(near.numerator_as_long(), near.denominator_as_long())


def _number(number: Fraction) -> str:
    """Return a rational number in SMT-LIB."""
    size = f"(/ {abs(number.numerator)}.0 {number.denominator}.0)"
    return f"(- {size})" if number < 0 else size
