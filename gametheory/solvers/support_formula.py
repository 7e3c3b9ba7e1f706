"""The conditions for an equilibrium with given supports in SMT-LIB, for z3 and cvc5."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from gametheory.parallel.extras import library
from gametheory.parallel.solver_process import ask_cvc5
from gametheory.solvers import polynomials
from gametheory.solvers.supports import Array

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

    def __init__(self, system: polynomials.System) -> None:
        self.system = system
        self.names = []
        for player in system.mixing:
            self.names += [_weight(player, place) for place in range(1, len(system.supports[player].sequences))]
        self.lines = [f"(declare-const {name} Real)\n(assert (> {name} 0))" for name in self.names]
        for player, _, block, _ in system.used_blocks:
            actions = " ".join(_weight(player, place) for place in block.places)
            if block.size > 1:
                total = f"(+ {actions})"
            else:
                total = actions
            self.lines.append(f"(assert (= {_weight(player, block.parent)} {total}))")
        for condition in system.conditions:
            self.lines += [f"(assert (= {self._sum(row, condition)} 0))" for row in condition.equal]
            self.lines += [f"(assert (<= {self._sum(row, condition)} 0))" for row in condition.outside]

    def _sum(self, row: Array, condition: polynomials.Condition) -> str:
        """Return a form in the weights of the others."""
        terms = ["0", "0"]  # a sum of SMT-LIB has two terms at least
        for places in np.argwhere(row != 0).tolist():
            coefficient = _number(Fraction(int(row[tuple(places)])))
            factors = [_weight(player, place) for player, place in zip(condition.others, places, strict=True) if place]
            terms.append(f"(* {coefficient} {' '.join(factors)} 1)")
        return f"(+ {' '.join(terms)})"

    def equal(self, weights: Weights) -> list[str]:
        """Return assertions that fix some weights."""
        return [f"(assert {equation})" for equation in _equations(weights)]

    def excluding(self, points: Iterable[Weights]) -> list[str]:
        """Return assertions that the weights are not those of some points."""
        return [f"(assert (not (and true {' '.join(_equations(point))})))" for point in points]

    def outside_box(self, box: Sequence[tuple[Fraction, Fraction]]) -> str:
        """Return the assertion that the free probabilities are not all in a box, which has a known equilibrium."""
        sides = []
        for variable, (low, high) in zip(self.system.variables, box, strict=True):
            weight = _weight(variable.player, variable.action)
            parent = self._parent(variable)
            sides.append(f"(>= {weight} (* {_number(low)} {parent}))")
            sides.append(f"(<= {weight} (* {_number(high)} {parent}))")
        return f"(assert (not (and {' '.join(sides)})))"

    def _parent(self, variable: polynomials.Variable) -> str:
        """Return the weight of the sequence that leads to the information set of a free probability."""
        block = self.system.blocks[variable.player][variable.block]
        return _weight(variable.player, block.parent)

    def strict(self) -> list[str]:
        """Return the assertions that unused actions are worse, unless the equations say that they are as good."""
        lines = []
        for condition in self.system.conditions:
            for row in condition.outside:
                if not polynomials.in_span(condition.equal, row):
                    lines.append(f"(assert (< {self._sum(row, condition)} 0))")
        return lines

    def free(self, weights: Weights) -> list[Fraction]:
        """Return the free probabilities."""
        free = []
        for variable in self.system.variables:
            weight = weights[_weight(variable.player, variable.action)]
            free.append(
                weight / weights.get(self._parent(variable), Fraction(1))
            )  # the empty sequence has the weight 1
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
        if answer != "sat":
            return answer, None
        fixed: list[str] = []
        for name in self.names:
            weight = weights.setdefault(name, Fraction(1))  # z3 leaves out what it need not know
            # short enough; z3 rounds the weights that are irrational
            if weight.denominator <= NEAR:
                continue
            near = weight.limit_denominator(NEAR)
            equation = self.equal({name: near})
            tried, other = self.ask([*more, *fixed, *equation])
            if tried == "sat":
                fixed += equation
                weights = {**other, name: near}
        return answer, weights


def _rational(value: Any) -> Fraction:
    """Return a number of a model; one near it if it is irrational."""
    if hasattr(value, "numerator_as_long"):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    near = value.approx(20)
    return Fraction(near.numerator_as_long(), near.denominator_as_long())


def _weight(player: int, place: int) -> str:
    """Return the name of the weight of a used sequence; that of the empty one is 1."""
    return f"w{player}_{place}" if place else "1"


def _equations(weights: Weights) -> list[str]:
    """Return the terms that say which weights are which numbers."""
    return [f"(= {name} {_number(number)})" for name, number in weights.items()]


def _number(number: Fraction) -> str:
    """Return a rational number in SMT-LIB."""
    size = f"(/ {abs(number.numerator)}.0 {number.denominator}.0)"
    return f"(- {size})" if number < 0 else size
