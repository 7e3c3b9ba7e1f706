"""One Nash equilibrium, and its numbers as text: of a table or a tree, exact or in an interval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from gametheory.model.classes import Payoffs
from gametheory.model.extensive_form import Choice
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.numbers.format import rounded, short_repr
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Printable, Table

WeightPath: TypeAlias = dict[Choice | None, tuple[int, ...]]  # the coefficients of each weight, that of ε^0 first

LONG_DENOMINATOR = 10**12  # such as that of a number that came from a float


@short_repr
@dataclass(frozen=True, slots=True)
class Equilibrium(Printable):
    """A Nash equilibrium: mixed strategies of a table, or realization plans of a tree.

    An equilibrium of a tree also has the behavior at information sets, and a refinement its beliefs and the path of
    small mistakes whose limit it is.
    """

    plans: tuple[tuple[Fraction, ...], ...]
    payoffs: Payoffs
    behavior: tuple[BehaviorStrategy, ...] = ()
    beliefs: Mapping[int, Fraction] = field(default_factory=dict)
    path: tuple[WeightPath, ...] = ()

    def __iter__(self) -> Iterator[tuple[Fraction, ...]]:
        """Yield the plan of each player."""
        return iter(self.plans)

    def view(self) -> Iterator[Block]:
        """Yield the payoffs and probabilities; their names are those of the solution that has the equilibrium."""
        rows = []
        for number, (plan, payoff) in enumerate(zip(self.plans, self.payoffs, strict=True), 1):
            # of a tree the behavior: the weights of a plan are no probabilities at an information set
            mixtures = {"": plan}
            if self.behavior:
                mixtures = {f"set {key}: ": mixed for key, mixed in self.behavior[number - 1].items()}
            texts = []
            for name, mixed in mixtures.items():
                texts.append(name + ", ".join(number_text(probability, None) for probability in mixed))
            rows.append((number, number_text(payoff, None), "; ".join(texts)))
        yield Table(("player", "payoff", "probabilities"), rows, left=("player", "probabilities"))

    @property
    def row(self) -> tuple[Fraction, ...]:
        """The first player's plan."""
        return self.plans[0]

    @property
    def column(self) -> tuple[Fraction, ...]:
        """The second player's plan."""
        return self.plans[1]


def number_json(number: Any) -> Any:
    """Return an exact number as text, and an interval as a pair of texts."""
    if isinstance(number, tuple):
        return list(map(exact_text, number))
    return exact_text(number)


def number_text(number: Any, exact: bool | None) -> str:
    """Return a number as a fraction or a decimal; if `exact` is None as a fraction that is short, or with ≈.

    Of an interval, which is so narrow that both ends are the same float, the decimal; 0 if it contains 0.
    """
    if not isinstance(number, Fraction):
        return f"≈{float(number):.12g}"
    is_short = exact is None and number.denominator < LONG_DENOMINATOR
    # an approximate number is marked only if exact ones are printed with it
    if exact or is_short or number.denominator == 1:
        return exact_text(number)
    decimal = f"{rounded(number):.6g}"
    return f"≈{decimal}" if exact is None else decimal
