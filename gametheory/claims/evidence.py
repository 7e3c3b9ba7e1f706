"""Evidence for a verdict: text, formulas, tables, figures, certificates, lookup tables, and what a page computes.

All eight kinds, which renderers know, are values of plain data that convert to JSON and back. They are dataclasses
whose fields are checked by their annotations; each message of such a check names the argument, the value and what is
allowed. Text may contain formulas in LaTeX between dollar signs.

A calculator has formulas, the rules of a game and the lemmas of a proof, for numbers that the reader chooses. The
report computes in the page. Whatever it computes is a term (`gametheory.prove.statement`), made from the code of the
package and from the statements of record of a proof, so that there is no second copy of a formula.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import EnumType
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from gametheory.numbers import table
from gametheory.numbers.format import short_repr, visible
from gametheory.numbers.table import Block, Printable
from gametheory.prove.statement import check_code_term

MAX_BITS = 10_000  # Python prints integers of this size in less than a millisecond
SHOWN = 60
Kind = TypeVar("Kind")
WORDS = {bool: "True or False", Callable: "a function", Mapping: "a mapping"}


class Checked:
    """A dataclass that checks its fields, and converts JSON values, as the annotations of the fields say."""

    def __post_init__(self) -> None:
        for name, kind in _annotations(type(self)).items():  # type: ignore[arg-type]
            object.__setattr__(self, name, typed(name, getattr(self, name), kind))


class PlainValue(Checked):
    """A dataclass that has a JSON form.

    >>> from gametheory.claims.evidence import Certificate
    >>> Certificate("a.smt2", "(check-sat)", "z3 FILE").as_json()
    {'kind': 'certificate', 'name': 'a.smt2', 'text': '(check-sat)', 'how': 'z3 FILE'}
    """

    def as_json(self) -> dict[str, object]:
        """Return the value as JSON values for the manifest."""
        return {"kind": kind_of(type(self)), **plain_fields(self)}


@cache
def _annotations(kind: object) -> dict[str, object]:
    return get_type_hints(kind)


def typed(name: str, value: Any, kind: Any) -> Any:
    """Return a value as the type of an annotation: sequences as tuples, and mappings as the dataclasses they describe.

    Raise TypeError or ValueError with the name, the value and what is allowed.
    """
    form = get_origin(kind) or kind
    inner = get_args(kind)
    if form is str or (form is Any and isinstance(value, str)):
        check_text(name, value)
    elif form is int:
        return whole_number(name, value)
    elif form in (Union, UnionType):
        if value is None and NoneType in inner:
            return None
        return _one_of(name, value, inner)
    elif form in (tuple, Sequence, Collection):
        entries = items(name, value, "a sequence")
        is_fixed = form is tuple and inner[-1] is not Ellipsis  # a kind for each entry
        kinds = inner if is_fixed else inner[:1] * len(entries)
        if len(kinds) != len(entries):
            raise ValueError(f"{name}: {shown(value)} is not allowed; it must have {len(kinds)} entries")
        numbered = enumerate(zip(entries, kinds, strict=True), 1)
        return tuple(typed(f"{name}, entry {number}", *each) for number, each in numbered)
    elif form is Mapping:
        check_kind(name, value, Mapping, WORDS[Mapping])
        return {key: typed(f"{name}.{key}", each, inner[1]) for key, each in value.items()}
    elif isinstance(form, EnumType):
        if value not in list(form):
            raise ValueError(f"{name}: {shown(value)} is not allowed; it must be one of {', '.join(form)}")
        return form(value)
    elif isinstance(value, Mapping) and is_dataclass(form):
        return made(form, value, name)  # type: ignore[arg-type]
    elif form is not Any:
        check_kind(name, value, form, WORDS.get(form) or f"a {form.__name__}")
    return value


def _one_of(name: str, value: object, kinds: Sequence[Any]) -> Any:
    kinds = [kind for kind in kinds if kind is not NoneType]
    if len(kinds) == 1:
        return typed(name, value, kinds[0])
    *names, last = (kind.__name__ for kind in kinds)
    check_kind(name, value, tuple(kinds), f"{', '.join(names)} or {last}")
    return value


def made(kind: Callable[..., Kind], data: Mapping[str, object], name: str = "") -> Kind:
    """Return a dataclass with fields from JSON values."""
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    try:
        for key in data:
            if key not in known:
                raise ValueError(f"there is no key {key!r}; the keys are {', '.join(known)}")
        for key, each in known.items():
            if each.default is each.default_factory is MISSING and key not in data:
                raise ValueError(f"{key} is missing")
        return kind(**data)
    except (TypeError, ValueError) as error:
        refusal = TypeError if isinstance(error, TypeError) else ValueError
        raise refusal(": ".join(filter(None, (name, str(error))))) from None


def kind_of(kind: type) -> str:
    """Return the name of a class in JSON, such as lookup_table."""
    return re.sub(r"(?<=.)([A-Z])", r"_\1", kind.__name__).lower()


def plain_fields(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass that its `repr` shows, as JSON values."""
    return {each.name: plain(getattr(value, each.name)) for each in fields(value) if each.repr}


def plain(value: Any) -> Any:
    """Convert mappings, sequences, dataclasses and numbers of numpy, at every depth, to what JSON can represent."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if hasattr(value, "__dataclass_fields__"):
        return plain_fields(value)
    if hasattr(value, "dtype") and getattr(value, "ndim", None) == 0:
        return value.item()
    return value


def check_text(name: str, value: object) -> None:
    """Raise TypeError unless a value is text, and ValueError if UTF-8 cannot encode it."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: {shown(value)} is not text; it must be a str")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{name}: {shown(value)} contains half of a surrogate pair; all characters must be encodable in UTF-8"
        ) from error


def whole_number(name: str, value: object) -> int:
    """Return a whole number of at least 0 as an int; integers of numpy are allowed, truth values are not."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: {shown(value)} is not a whole number; it must be an int of at least 0") from None
    if isinstance(value, bool):
        raise TypeError(f"{name}: {value} is not a whole number; it must be an int of at least 0")
    if number < 0:
        raise ValueError(f"{name}: {number} is negative; it must be an int of at least 0")
    if number.bit_length() > MAX_BITS:
        raise ValueError(f"{name}: the number has {number.bit_length():,} bits; at most {MAX_BITS:,} are allowed")
    return number


def check_kind(name: str, value: object, kind: type | tuple[type, ...], allowed: str) -> None:
    """Raise TypeError unless a value has one of these types; `allowed` describes them."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: {shown(value)} is not allowed; it must be {allowed}")


def items(name: str, value: object, allowed: str) -> Sequence[object]:
    """Return the items of an iterable that is not text; otherwise raise TypeError."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{name}: {shown(value)} is not allowed; it must be {allowed}")
    return tuple(value)


def shown(value: object) -> str:
    """Return the repr of a value on one line, shortened; the type if the repr fails."""
    try:
        text = escaped(repr(value))
    except Exception:  # a repr can raise anything
        return f"a value of type {type(value).__name__}"
    if len(text) <= SHOWN:
        return text
    return f"{text[:SHOWN]}..."


def error_text(error: BaseException) -> str:
    """Return the type of an error and the first line of its message."""
    try:
        message = str(error)
    except Exception:  # a message can be computed by anything
        message = "its message cannot be read"
    first = message.strip().splitlines()[:1]
    return escaped(": ".join([type(error).__name__, *first]))


def escaped(text: str) -> str:
    """Return text with lone surrogates escaped, so that it can be written in every format."""
    return text.encode(errors="backslashreplace").decode()


def untypeset(text: str) -> str:
    """Return text without dollar signs, between which a report would typeset formulas."""
    return text.replace("$", "＄")


def read_json(text: str) -> Any:
    """Return the value of a JSON text; refuse a key that occurs twice, of which two programs could read either."""
    return json.loads(text, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("an object has the same key twice")
    return values


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
    summary = [each.term for each in walk.summary]
    _check_terms("walk", [walk.first, walk.last, walk.start, *summary], names, counts)
    known = [*names, "day"]  # each value can be used in those after it
    for name, term in walk.values.items():
        _check_terms(f"walk: {name}", [term], known, counts)
        known.append(name)
    for lemma in walk.lemmas:
        own = list(known)
        for name, term in lemma.values.items():
            _check_terms(f"walk: {lemma.name}: {name}", [term], own, counts)
            own.append(name)
        _check_terms(f"walk: {lemma.name}", [*lemma.hypotheses, lemma.conclusion], own, counts)


@short_repr
@dataclass(frozen=True)
class Text(Printable, PlainValue):
    """A paragraph.

    Attributes
    ----------
    text
        Plain text with formulas between dollar signs. Line breaks are preserved.
    """

    text: str

    def view(self) -> Iterator[Block]:
        """Yield the text."""
        yield self.text


@short_repr
@dataclass(frozen=True)
class Formula(PlainValue):
    """A displayed formula.

    Attributes
    ----------
    latex
        The formula in LaTeX, without dollar signs.
    correct
        Whether the formula is true; None if that is not the point.
    note
        A short explanation.
    """

    latex: str
    correct: bool | None = None
    note: str = ""

    def _repr_latex_(self) -> str:
        return f"$$ {visible(self.latex)} $$"


@short_repr
@dataclass(frozen=True)
class Table(PlainValue, table.Table):
    """A table.

    Attributes
    ----------
    headings
        One heading per column.
    rows
        The cells by row: text with formulas, numbers, truth values, or None for an empty cell.
    caption
        The text above the table.
    marked
        The cells (row, column), counted from 0, that differ from the printed ones.
    """


@short_repr
@dataclass(frozen=True)
class Figure(PlainValue):
    """A drawing.

    Attributes
    ----------
    svg
        The drawing as SVG text.
    caption
        What the drawing shows.
    """

    svg: str
    caption: str

    def _repr_svg_(self) -> str:
        return visible(self.svg)


@short_repr
@dataclass(frozen=True)
class Certificate(PlainValue):
    """A file that another program can check independently.

    Attributes
    ----------
    name
        The name of the file.
    text
        The content of the file.
    how
        How to check the file.
    """

    name: str
    text: str
    how: str


@short_repr
@dataclass(frozen=True)
class LookupTable(Printable, PlainValue):
    """Answers by the values of several inputs. The report shows an explorer: the reader sets the inputs one by one.

    Captions, headings and notes may contain formulas; the values of inputs and answers are plain.

    Attributes
    ----------
    caption
        The text above the explorer.
    inputs
        The names of the inputs. The value of one input can limit the values of the inputs after it.
    answers
        Nested mappings, one level for each input, from the value of the input (as text) to the next level. The last
        level is a list: a value for each of `facts`, followed by the list of rows if there are `headings`.
    start
        The initial value of each input.
    facts
        The names of the single values of an answer.
    headings
        The headings of the rows of an answer.
    probabilities
        The headings of those columns that contain probabilities, drawn as bars.
    numbering
        The heading of a first column that numbers the rows from 1; empty for no such column.
    note
        What the answers cover.

    Raises
    ------
    ValueError
        If the answers or the initial values do not have this form.

    Examples
    --------
    >>> squares = {str(number): [number % 2 == 0, [[number, number**2]]] for number in range(9)}
    >>> table = LookupTable("Squares", ["number"], squares, ["3"], ["even"], ["number", "square"])
    >>> table.answer("8")
    [True, [[8, 64]]]
    """

    caption: str
    inputs: Sequence[str]
    answers: Mapping[str, Any]  # `typed` checks texts in a field of `Any`, and not of `object`
    start: Sequence[str]
    facts: Sequence[str] = ()
    headings: Sequence[str] = ()
    probabilities: Sequence[str] = ()
    numbering: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not set(self.probabilities) <= set(self.headings):
            raise ValueError(
                f"probabilities: {list(self.probabilities)} are not all among the headings {list(self.headings)}"
            )
        self._check(self.answers, ())
        try:
            self.answer(*self.start)
        except KeyError as error:
            raise ValueError(f"start: {list(self.start)} has no answer") from error

    def view(self) -> Iterator[Block]:
        """Yield the answer to the initial choices: a table of choices and facts, and a table of the rows."""
        answer = self.answer(*self.start)
        pairs = [*zip(self.inputs, self.start, strict=True), *zip(self.facts, answer, strict=False)]
        yield table.Table(("", ""), pairs, self.caption)
        if self.headings:
            headings = [*self.headings]
            rows = answer[-1]
            if self.numbering:
                headings = [self.numbering, *headings]
                rows = [(number, *row) for number, row in enumerate(rows, 1)]
            yield table.Table(headings, rows)

    def answer(self, *values: str) -> Sequence[Any]:
        """Return the facts, followed by the rows, for a value of each input.

        Raises
        ------
        KeyError
            If there is no answer for these values.
        """
        if len(values) != len(self.inputs):
            raise KeyError(values)
        entry: Any = self.answers
        for value in values:
            entry = entry[value]
        return list(entry)

    def _check(self, entry: Any, values: tuple[str, ...]) -> None:
        """Raise ValueError unless there is a level for each input and each answer fits the facts and headings."""
        if len(values) == len(self.inputs):
            if not self._is_answer(entry):
                raise ValueError(f"answers: the answer at {list(values)} does not fit the facts and headings")
            return
        is_level = isinstance(entry, Mapping) and entry and all(isinstance(key, str) for key in entry)
        if not is_level:
            name = self.inputs[len(values)]
            raise ValueError(f"answers: the entry at {list(values)} is not a mapping from text, for '{name}'")
        for key, following in entry.items():
            self._check(following, (*values, key))

    def _is_answer(self, entry: Any) -> bool:
        length = len(self.facts) + bool(self.headings)  # the rows are the last entry
        if not isinstance(entry, list | tuple) or len(entry) != length:
            return False
        if not self.headings:
            return True
        rows = entry[-1]
        return isinstance(rows, list | tuple) and all(map(self._is_row, rows))

    def _is_row(self, row: Any) -> bool:
        if not isinstance(row, list | tuple) or len(row) != len(self.headings):
            return False
        for name in self.probabilities:
            cell = row[self.headings.index(name)]
            is_probability = isinstance(cell, int | float) and 0 <= cell <= 1
            if cell is not None and not is_probability:
                return False
        return True


@short_repr
@dataclass(frozen=True)
class Interactive(PlainValue):
    """A part of the report that a script of the page runs, such as a game that the reader plays.

    Attributes
    ----------
    name
        What it is. The page has a script for each name that it can show.
    caption
        The text above it.
    data
        What the script needs: JSON values by name.

    Raises
    ------
    ValueError
        If the data are not JSON values.

    Examples
    --------
    >>> Interactive("castle", "Play the castle game.", {"start": [10, 43, 8]}).data["start"]
    [10, 43, 8]
    """

    name: str
    caption: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            written = json.loads(json.dumps(self.data, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise ValueError(f"data: {shown(self.data)} has no JSON form: {error}") from None
        object.__setattr__(self, "data", written)


Evidence: TypeAlias = Text | Formula | Table | Figure | Certificate | LookupTable | Calculator | Interactive
KINDS: dict[str, type[Evidence]] = {kind_of(kind): kind for kind in get_args(Evidence)}


def evidence_from_json(data: Mapping[str, Any]) -> Evidence:
    """Convert JSON values written by `as_json` back to evidence.

    A cell without a JSON form comes back as text.
    """
    try:
        fields = {name: value for name, value in data.items() if name != "kind"}
        evidence: Evidence = made(KINDS[data["kind"]], fields)  # type: ignore[assignment]
        written = evidence.as_json()
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"the data do not describe evidence: {str(data)[:80]}") from error
    if written != data:
        raise ValueError(f"the data do not describe a {data['kind']}: {str(data)[:80]}")
    return evidence
