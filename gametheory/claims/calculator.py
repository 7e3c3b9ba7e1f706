"""A calculator: formulas, the rules of a game and the lemmas of a proof, for numbers that the reader chooses.

The report computes in the page. Whatever it computes is a term (`gametheory.prove.terms`), made from the code
of the package and from the statements of record of a proof, so that there is no second copy of a formula.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gametheory.claims.plain_values import Checked, PlainValue
from gametheory.prove.terms import check_code_term

# The functions of the rules, with what they get next to the inputs that `Rules.inputs` names.
RULES = ("moves_from", "moves_to", "move", "after", "winner")


@dataclass(frozen=True)
class Input(Checked):
    """A whole number that the reader chooses: its name in terms, its label, the first value, and two upper bounds.

    `slider` is the end of the slider; a greater number can be typed. `most` is a term of the inputs before: the bound
    of the games among which the page looks for counterexamples.
    """

    name: str
    label: str
    start: int
    slider: int
    most: str


@dataclass(frozen=True)
class Function(Checked):
    """A function: the names of its parameters, and its value as a term."""

    parameters: Sequence[str]
    term: str


@dataclass(frozen=True)
class Quantity(Checked):
    """A number or a condition: as text with formulas, and as a term of the inputs."""

    text: str
    term: str


@dataclass(frozen=True)
class TriedStatement(Checked):
    """A statement that gives the fewest waves of a side under some conditions, and the right number, with its parts."""

    claim: str
    title: str
    side: str
    conditions: Sequence[Quantity]
    printed: Quantity
    printed_parts: Sequence[Quantity]
    right: Quantity
    right_parts: Sequence[Quantity]

    def quantities(self) -> list[Quantity]:
        """Return everything that has a term."""
        return [*self.conditions, self.printed, *self.printed_parts, self.right, *self.right_parts]


@dataclass(frozen=True)
class Rules(Checked):
    """The rules of a game of one player, for the search in the page.

    The function `start` of all inputs gives the first position. Of the inputs named here and the position,
    `moves_from` and `moves_to` give the range of the choices, and `winner` the winner or none. `move` gets the choice
    as well, and `after` the move: they give the move and the next position.
    """

    inputs: Sequence[str]
    position: Sequence[str]
    move: Sequence[str]


@dataclass(frozen=True)
class WalkedLemma(Checked):
    """A statement of record, and the values of those of its variables that differ from the values of the walk."""

    name: str
    says: str
    hypotheses: Sequence[str]
    conclusion: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Walk(Checked):
    """The lemmas of a claim on the reader's numbers, on a day between `first` and `last` that the reader chooses.

    The text `day` is the label of that choice. `values` are terms of the inputs, of `day` and of the values before;
    `summary` are quantities of the inputs.
    """

    claim: str
    title: str
    day: str
    first: str
    last: str
    start: str
    values: Mapping[str, str]
    summary: Sequence[Quantity]
    lemmas: Sequence[WalkedLemma]


@dataclass(frozen=True)
class Calculator(PlainValue):
    """Evidence that the page computes from numbers of the reader."""

    caption: str
    inputs: Sequence[Input]
    functions: Mapping[str, Function]
    rules: Rules
    statements: Sequence[TriedStatement]
    walks: Sequence[Walk] = ()
    note: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        counts = {name: len(function.parameters) for name, function in self.functions.items()}
        for name, function in self.functions.items():
            _check_terms(f"functions: {name}", [function.term], function.parameters, counts)
        names = [each.name for each in self.inputs]
        for place, each in enumerate(self.inputs):
            _check_terms(f"inputs: {each.name}", [each.most], names[:place], counts)
        for tried in self.statements:
            _check_terms(f"statements: {tried.claim}", [each.term for each in tried.quantities()], names, counts)
        if not {"start", *RULES} <= set(self.functions):
            raise ValueError(f"functions: the rules need start, {', '.join(RULES)}")
        if not self.statements:
            raise ValueError("statements: there is none; a reader needs at least one to try")
        for walk in self.walks:
            _check_walk(walk, names, counts)


def _check_terms(where: str, terms: Sequence[str], variables: Sequence[str], counts: Mapping[str, int]) -> None:
    for term in terms:
        try:
            check_code_term(term, variables, counts)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None


def _check_walk(walk: Walk, names: Sequence[str], counts: Mapping[str, int]) -> None:
    _check_terms("walk", [walk.first, walk.last, walk.start, *(each.term for each in walk.summary)], names, counts)
    known = [*names, "day"]
    for name, term in walk.values.items():
        _check_terms(f"walk: {name}", [term], known, counts)
        known.append(name)
    for lemma in walk.lemmas:
        own = list(known)
        for name, term in lemma.values.items():
            _check_terms(f"walk: {lemma.name}: {name}", [term], own, counts)
            own.append(name)
        _check_terms(f"walk: {lemma.name}", [*lemma.hypotheses, lemma.conclusion], own, counts)
