"""Proofs and counterexamples as values: to make one is to check it.

The constructor of a `Proof` asks both SMT solvers, z3 and cvc5, as the kernel of an LCF prover checks each inference.
So a proof that is read from a file, from a cache or from another process is established again, and text alone cannot be
one. Each solver has a limit on its steps, so that an answer does not depend on the machine. Only a step of cvc5 that
looks at no limit is ended by processor time, and the answer says so.

The constructor of a `Counterexample` substitutes its point in exact numbers. A solver finds the point, and the check
does not rely on it.

A coordinate of a point can be irrational: a root of a polynomial with integer coefficients. A term of such numbers is
either zero or at least as large as a bound that its length, its degrees and the polynomials give (the inequality of
Liouville; Waldschmidt 2000, proposition 3.14). So `sign` decides the sign of a term by an enclosure that is narrower
than the bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cache, reduce
from itertools import chain
from math import lcm, prod
from operator import add, eq, ge, gt, le, lt, sub, truediv
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from flint import arb, ctx, fmpq, fmpz_poly

from gametheory.numbers.format import JsonObject
from gametheory.parallel import solver_process
from gametheory.parallel.extras import installed_version, library
from gametheory.prove.statement import INTEGER, Statement, Term, as_text, names, parse, statement_from_json


@dataclass(frozen=True)
class Proof:
    """Statements that two solvers have established as a whole, for all values of their variables.

    >>> square = Statement("square", (("x", "Int"),), (), "(>= (* x x) x)")
    >>> Proof((square,)).statements[0].text
    'for all integers x: x² ≥ x'
    >>> fourth = Statement("fourth", (("x", "Int"),), (), "(>= (* x x x x) x)")
    >>> proof = Proof((fourth,), lemmas=(square,))
    >>> [entry.hypotheses for entry in proof.obligations()]
    [(), ('(>= (* x x) x)',)]
    >>> proof.as_json()["lemmas"][0]["name"]
    'square'
    >>> Proof((Statement("false", (("x", "Int"),), (), "(> (* x x) x)"),))
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: false: z3 answers sat to the negation, expected unsat, for x = 1
    false: cvc5 answers sat to the negation, expected unsat, for x = 1
    """

    statements: tuple[Statement, ...]
    lemmas: tuple[Statement, ...] = ()

    def __post_init__(self) -> None:
        if not self.statements:
            raise NotProved("there is no statement to prove")
        refuse_equal_names([*self.lemmas, *self.statements])
        if is_stated_only():
            return
        reasons = list(chain.from_iterable(map(failures, self.obligations())))
        if reasons:
            points = filter(None, map(self._refuted, self.statements))
            raise NotProved("\n".join(reasons), next(points, None))

    def _refuted(self, statement: Statement) -> Counterexample | None:
        """Return a counterexample to a statement, unless it was split into cases."""
        # a case has all variables of the statement; solvers take long for the whole
        if any(lemma.variables == statement.variables for lemma in self.lemmas):
            return None
        answered = answers(statement.script()).values()
        if all(answer.text != "sat" for answer in answered):
            return None
        return find_counterexample(statement)

    @property
    def text(self) -> str:
        """The statements in words, one on each line."""
        return "\n".join(statement.text for statement in self.statements)

    def obligations(self) -> Iterator[Statement]:
        """Yield what the solvers must discharge: the lemmas, then the statements with the lemmas as hypotheses."""
        yield from self.lemmas
        for statement in self.statements:
            # A lemma is used for the variables of the statement alone: with the same name and sort.
            known = dict(statement.variables)
            usable = [lemma for lemma in self.lemmas if dict(lemma.variables).items() <= known.items()]
            hypotheses = (*statement.hypotheses, *map(implication, usable))
            yield replace(statement, hypotheses=hypotheses)

    def as_json(self) -> dict[str, object]:
        """Return the statements and lemmas as a JSON object."""
        return {"kind": "proof"} | asdict(self)


def proof_from_json(data: JsonObject) -> Proof:
    """Prove again what the result of `Proof.as_json` states."""
    statements, lemmas = (map(statement_from_json, data[key]) for key in ("statements", "lemmas"))
    return Proof(tuple(statements), tuple(lemmas))


def implication(statement: Statement) -> str:
    """Return a statement without its quantifiers, as one term."""
    if not statement.hypotheses:
        return statement.conclusion
    given = " ".join(statement.hypotheses)
    if len(statement.hypotheses) > 1:
        given = f"(and {given})"
    return f"(=> {given} {statement.conclusion})"


def failures(statement: Statement) -> Iterator[str]:
    """Yield the reasons why a statement is not discharged, one line each; none if it is discharged.

    Both solvers must answer "unsat" to the negation, and both must answer "sat" to the hypotheses alone.
    """
    # Hypotheses that contradict each other would prove any conclusion.
    queries = (
        ("unsat", "the negation", statement.negation),
        ("sat", "the hypotheses alone", statement.hypotheses),
    )
    for expected, query, terms in queries:
        script = statement.asserting(terms, expected)
        over_reals = statement.asserting(terms, expected, over_reals=True)
        if over_reals == script:  # there are no integers
            over_reals = ""
        for solver, (answer, seconds) in answers(script, over_reals).items():
            if answer != expected:
                if answer.startswith("unknown"):
                    why = answer.removeprefix("unknown")
                    yield f"{statement.name}: {solver} could not decide {query} in {seconds:.1f} s{why}"
                    continue
                point = find_counterexample(statement) if answer == "sat" else None
                example = f", for {point.case}" if point else ""
                yield f"{statement.name}: {solver} answers {answer} to {query}, expected {expected}{example}"


def refuse_equal_names(statements: list[Statement]) -> None:
    """Raise NotProved if two different statements have the same file name."""
    names: dict[str, Statement] = {}
    for statement in statements:
        if names.setdefault(statement.file_name, statement) != statement:
            raise NotProved(f"two different statements have the name {statement.name}")


_stating: ContextVar[bool] = ContextVar("stating", default=False)


class NotProved(Exception):
    """A statement or an argument is not established; the message has one reason on each line.

    If a statement is false, `counterexample` is a point at which it is.
    """

    def __init__(self, reasons: str, counterexample: Counterexample | None = None) -> None:
        super().__init__(reasons)
        self.counterexample = counterexample


@contextmanager
def stating() -> Iterator[None]:
    """Context manager: records are stated only, and no solver is asked whether they are true.

    A claim states in this way what is to be established, and another process establishes it from the JSON form.
    """
    before = _stating.set(True)
    try:
        yield
    finally:
        _stating.reset(before)


def is_stated_only() -> bool:
    """Return whether records are stated only, within `stating`."""
    return _stating.get()


# Units of work, which depend on the script alone. The largest use of a stored obligation is 3,036,428 and 53,743 units.
Z3_UNITS = 30_000_000
CVC5_UNITS = 1_000_000
FEW = 20  # a try at the beginning has this part of the units


class Answer(NamedTuple):
    """What a solver answers: sat, unsat, or unknown at its limit; and how long it took."""

    text: str
    seconds: float


_answers: dict[str, dict[str, Answer]] = {}  # of this process


def answers(script: str, over_reals: str = "") -> dict[str, Answer]:
    """Return each solver's answer to an SMT-LIB script.

    `over_reals` is the script with real numbers in place of integers, which solvers decide more often; if it is
    unsatisfiable, so is the script. Answers are remembered in the process, since a script always has the same ones.
    """
    if script not in _answers:
        _answers[script] = {
            "z3": _answer(ask_z3, Z3_UNITS, script, over_reals),
            "cvc5": _answer(ask_cvc5, CVC5_UNITS, script, over_reals),
        }
    return _answers[script]


def remembered(script: str) -> dict[str, Answer]:
    """Return the answers to a script that this process has asked for, or nothing."""
    return _answers.get(script, {})


def _answer(ask: Callable[[str, int], str], units: int, script: str, over_reals: str) -> Answer:
    """Ask a solver with few units of work first if there are two scripts."""
    start, answer = perf_counter(), ""
    limits = [units // FEW, units]
    if not over_reals:
        limits = [units]
    for limit in limits:
        answer = ask(script, limit)
        if answer in ("sat", "unsat"):
            break
        # No integers satisfy what no real numbers satisfy; "sat" over the reals says nothing.
        if over_reals and ask(over_reals, limit) == "unsat":
            answer = "unsat"
            break
    return Answer(answer, perf_counter() - start)


def versions() -> dict[str, str]:
    """Return the version of each solver."""
    return {"z3": installed_version("z3-solver"), "cvc5": installed_version("cvc5")}


def ask_z3(script: str, units: int = Z3_UNITS) -> str:
    """Return z3's answer to an SMT-LIB script, or unknown after this many units of work."""
    return str(z3_solver(script, units).check())


def z3_solver(script: str, units: int = Z3_UNITS) -> Any:
    """Return a solver of z3 for one script, with its limit."""
    z3 = library("z3", "prove")
    # A context of its own, because the names and terms of earlier scripts would change the search.
    solver = z3.Solver(ctx=z3.Context())
    solver.set("rlimit", units)
    solver.from_string(script)
    return solver


def ask_cvc5(script: str, units: int = CVC5_UNITS) -> str:
    """Return cvc5's answer to an SMT-LIB script, or unknown after this many units of work."""
    return solver_process.ask_cvc5(script, units)


@dataclass(frozen=True)
class Counterexample:
    """A point at which the hypotheses of a statement are true and its conclusion is false.

    >>> grows = Statement("grows", (("x", "Real"),), (), "(>= (* x x) x)")
    >>> half = Counterexample(grows, (Fraction(1, 2),))
    >>> half.case, half.explanation
    ('x = 1/2', 'x² ≥ x is false')
    >>> Counterexample(grows, (Fraction(2),))
    Traceback (most recent call last):
    ValueError: grows: x = 2 is not a counterexample
    """

    statement: Statement
    point: tuple[Number, ...]

    def __post_init__(self) -> None:
        values = dict(zip(self._names, self.point, strict=True))
        whole = all(sort != INTEGER or _is_integer(values[name]) for name, sort in self.statement.variables)
        given = all(is_true(parse(term), values) for term in self.statement.hypotheses)
        if not whole or not given or is_true(parse(self.statement.conclusion), values):
            raise ValueError(f"{self.statement.name}: {self.case} is not a counterexample")

    @property
    def _names(self) -> list[str]:
        return [name for name, _ in self.statement.variables]

    @property
    def case(self) -> str:
        """The values of the variables."""
        texts = list[str]()
        for name, value in zip(self._names, self.point, strict=True):
            if isinstance(value, Root):
                texts.append(value.as_text(name))
            else:
                texts.append(f"{name} = {value}")
        return ", ".join(texts) or "no value is needed"

    @property
    def explanation(self) -> str:
        """What is false at the point."""
        return f"{as_text(parse(self.statement.conclusion))} is false"

    def as_json(self) -> JsonObject:
        """Return the counterexample as a JSON object."""
        point = list(map(_number_as_json, self.point))
        return {"kind": "counterexample", "statement": self.statement.as_json(), "point": point}


def counterexample_from_json(data: JsonObject) -> Counterexample:
    """Check again what the result of `Counterexample.as_json` states."""
    point = tuple(map(_number_from_json, data["point"]))
    return Counterexample(statement_from_json(data["statement"]), point)


def _is_integer(value: Number) -> bool:
    return isinstance(value, Fraction) and value.denominator == 1


def _number_as_json(value: Number) -> Any:
    if isinstance(value, Root):
        return {"root": value.index, "of": list(value.coefficients)}
    return str(value)


def _number_from_json(entry: Any) -> Number:
    if isinstance(entry, dict):
        return Root(tuple(entry["of"]), entry["root"])
    return Fraction(str(entry))


@cache
def find_counterexample(statement: Statement) -> Counterexample | None:
    """Return the point at which z3 finds a statement false, if it is false there."""
    z3 = library("z3", "prove")
    solver = z3_solver(statement.script())
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    values = {str(symbol): model[symbol] for symbol in model}
    try:
        point = tuple(_number(values.get(name)) for name, _ in statement.variables)
        return Counterexample(statement, point)
    except ValueError:  # z3 names a number that is none of ours, or the point refutes nothing
        return None


def _number(value: Any) -> Number:
    """Return a number of z3; what it does not mention can have any value."""
    if value is None:
        return Fraction(0)
    if hasattr(value, "poly"):
        return Root(tuple(int(str(number)) for number in value.poly()), value.index())
    return Fraction(str(value))


def is_true(term: Term, point: Mapping[str, Number]) -> bool:
    """Return whether a statement is true at a point."""
    if isinstance(term, str):
        return term == "true"
    operator, *parts = term
    if operator in COMPARISONS:
        left, right = (_without_cases(part, point) for part in parts)
        compare = COMPARISONS[str(operator)]
        return bool(compare(sign(("-", left, right), point), 0))
    if operator == "ite":
        condition, first, otherwise = parts
        if is_true(condition, point):
            return is_true(first, point)
        return is_true(otherwise, point)
    truths = [is_true(part, point) for part in parts]
    if operator == "not":
        return not truths[0]
    if operator == "=>":
        return not truths[0] or truths[1]
    if operator == "and":
        return all(truths)
    return any(truths)


def _without_cases(term: Term, point: Mapping[str, Number]) -> Term:
    """Return a number with the case that is true at a point in place of each case distinction."""
    if isinstance(term, str):
        return term
    if term[0] == "ite":
        _, condition, first, otherwise = term
        if is_true(condition, point):
            return _without_cases(first, point)
        return _without_cases(otherwise, point)
    return (term[0], *(_without_cases(part, point) for part in term[1:]))


MAX_DEGREE = 60
MAX_BITS = 50_000
OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda *parts: reduce(add, parts),
    "-": lambda first, *others: reduce(sub, others, first) if others else -first,
    "*": lambda *parts: prod(parts[1:], start=parts[0]),
    "/": truediv,
    "to_real": lambda part: part,
}
COMPARISONS = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


@dataclass(frozen=True)
class Root:
    """A real root of a polynomial with integer coefficients, the constant first; the least root has the index 1.

    >>> Root((-2, 0, 1), 2).as_text("x")
    'x ≈ 1.41421 with x² − 2 = 0'
    >>> Root((-1, 0, 4), 1).as_text("x")
    'x = -1/2'
    >>> Root((1, 0, 1), 1)
    Traceback (most recent call last):
    ValueError: root: the polynomial (1, 0, 1) has no real root number 1
    """

    coefficients: tuple[int, ...]
    index: int

    def __post_init__(self) -> None:
        whole = all(type(number) is int for number in (*self.coefficients, self.index))
        if not whole or not 1 <= self.degree <= MAX_DEGREE or not self.coefficients[-1]:
            raise ValueError(f"root: {str(self.coefficients)[:80]} is not a polynomial of degree 1 to {MAX_DEGREE}")
        if not 1 <= self.index <= len(self._balls()):
            raise ValueError(f"root: the polynomial {self.coefficients} has no real root number {self.index}")

    @property
    def degree(self) -> int:
        """The degree of the polynomial."""
        return len(self.coefficients) - 1

    def ball(self) -> arb:
        """Return an enclosure of the number, as narrow as the precision in use."""
        return self._balls()[self.index - 1]

    def _balls(self) -> list[arb]:
        roots: Any = fmpz_poly(list(self.coefficients)).complex_roots()
        # flint isolates the roots, and gives those that are real an imaginary part of exactly 0.
        real = (root.real for root, _ in roots if root.imag == 0)
        return sorted(real, key=lambda ball: ball.mid())

    def _rational(self) -> Fraction | None:
        """Return the number if it is rational: a zero of a linear factor."""
        _, factors = fmpz_poly(list(self.coefficients)).factor()
        for factor, _ in factors:
            if factor.degree() != 1:
                continue
            zero = Fraction(-int(factor[0]), int(factor[1]))
            # the balls of different roots have no number in common
            if self.ball().contains(arb(fmpq(zero.numerator, zero.denominator))):
                return zero
        return None

    def as_text(self, name: str) -> str:
        """Return what a variable with this value is: a fraction, or first digits and the equation that defines it."""
        rational = self._rational()
        if rational is not None:
            return f"{name} = {rational}"
        terms = list[Term]()
        for power, coefficient in enumerate(self.coefficients):
            if coefficient:
                terms.insert(0, _monomial(coefficient, (name,) * power))
        equation = as_text(("=", ("+", *terms), "0"))
        return f"{name} ≈ {float(self.ball()):.6g} with {equation}"


def _monomial(coefficient: int, powers: tuple[str, ...]) -> Term:
    factors = powers
    if abs(coefficient) > 1 or not powers:  # 1 · x is printed as x
        factors = (str(abs(coefficient)), *powers)
    size: Term = ("*", *factors) if len(factors) > 1 else factors[0]
    if coefficient < 0:
        return ("-", size)
    return size


Number: TypeAlias = Fraction | Root


@dataclass(frozen=True)
class _Size:
    """A polynomial with integer coefficients over a denominator: the sum of their sizes, and its degrees."""

    denominator: int
    length: int
    degrees: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: _Size) -> _Size:
        common = lcm(self.denominator, other.denominator)
        length = common // self.denominator * self.length
        other_length = common // other.denominator * other.length
        # The degree of a sum is the larger one, in each variable.
        return _Size(common, length + other_length, self.degrees | other.degrees)

    __sub__ = __add__

    def __neg__(self) -> _Size:
        return self

    def __mul__(self, other: _Size) -> _Size:
        denominator = self.denominator * other.denominator
        return _Size(denominator, self.length * other.length, self.degrees + other.degrees)

    def __truediv__(self, other: _Size) -> _Size:  # only constants divide
        denominator = self.denominator * other.length
        return _Size(denominator, self.length * other.denominator, self.degrees)


def sign(term: Term, point: Mapping[str, Number]) -> int:
    """Return -1, 0 or 1, the sign of a number without case distinctions.

    >>> x = Root((-2, 0, 1), 2)
    >>> sign(("-", ("*", "x", "x"), "2"), {"x": x}), sign(("-", ("*", "7", "x"), "10"), {"x": x})
    (0, -1)
    """
    values = {name: point[name] for name in names(term)}
    roots = {name: value for name, value in values.items() if isinstance(value, Root)}
    if not roots:
        number = _evaluated(term, point, Fraction)
        return int(number > 0) - int(number < 0)
    bits = _bits_of_least(term, point, roots)
    precision = 64
    while precision < MAX_BITS:
        with ctx.workprec(precision):
            balls = {name: _ball(value) for name, value in point.items()}
            ball = _evaluated(term, balls, arb)
            if not ball.contains(0):
                return 1 if ball > 0 else -1
            # A number that is not zero would be at least as large as the bound.
            if ball.abs_upper() < arb(2) ** -bits:
                return 0
        precision *= 2
    raise ValueError(f"the sign of {as_text(term)[:80]} is not decided with {MAX_BITS} bits")


def _bits_of_least(term: Term, point: Mapping[str, Number], roots: Mapping[str, Root]) -> int:
    """Return a number of bits b such that the term is zero or at least 2^-b in size."""
    sizes = dict[str, _Size]()
    for name, value in point.items():
        if isinstance(value, Root):
            sizes[name] = _Size(1, 1, Counter({name: 1}))
        else:
            sizes[name] = _Size(value.denominator, abs(value.numerator))
    size: _Size = _evaluated(term, sizes, lambda literal: _Size(1, int(literal)))
    # Liouville's inequality for a polynomial P of length L over the denominator d, at roots of
    # degrees d1, d2, ...: the product of the degrees bounds that of the field.
    degree = prod(root.degree for root in roots.values())
    bits = (degree - 1) * size.length.bit_length() + size.denominator.bit_length()
    for name, root in roots.items():
        length = sum(map(abs, root.coefficients))
        # The length of a polynomial is at least the Mahler measure of its roots.
        bits += degree // root.degree * size.degrees[name] * length.bit_length()
    return bits


def _evaluated(term: Term, values: Mapping[str, object], literal: Any) -> Any:
    if isinstance(term, str):
        if term in values:
            return values[term]
        return literal(int(term.removesuffix(".0")))
    operation = OPERATIONS[str(term[0])]
    return operation(*(_evaluated(part, values, literal) for part in term[1:]))


def _ball(value: Number) -> arb:
    if isinstance(value, Root):
        return value.ball()
    return arb(fmpq(value.numerator, value.denominator))
