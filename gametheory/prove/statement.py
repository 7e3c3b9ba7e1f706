"""The statement of record: hypotheses imply a conclusion, for all values of the variables.

A statement consists of terms of SMT-LIB 2.6. The same terms are printed for the reader and sent to the solvers, so that
a card of the report shows exactly the statement that was checked. A certificate is the statement as a script, and
`read_script` accepts nothing else.

A term is text or a tuple of terms: `(<= x (+ y 1))` is `("<=", "x", ("+", "y", "1"))`. `sort_of` accepts only a short
list of operators. So a term from a file can contain neither a command nor an operator that two solvers read
differently.

The printer, `as_text` and `as_latex`, changes only the look: `(+ a (- b))` is a − b, `(* n n)` is n², and a conditional
that is the larger or smaller of two numbers is max or min.

A page of the report computes terms with a few more operators, which no solver receives and `check_code_term` accepts:
`(let x a b)`; `(div a b)` and `(isqrt a)`, which round down; `(fibonacci a)`; `(least x a b)`, the least integer x from
a on for which b is true, if b stays true from then on; `(tuple a ...)`; and `(f a ...)` for a function f with a term of
its own. `none` is None, `'word` is a text, and `undefined` is what code gives that raises an exception.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar, NamedTuple, TypeAlias

Term: TypeAlias = "str | tuple[Term, ...]"

INTEGER, REAL, TRUTH = "Int", "Real", "Bool"
TOKEN = re.compile(r"\s*([()]|[^\s()]+)")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
WHOLE = re.compile(r"0|[1-9][0-9]*")
DECIMAL = re.compile(r"(0|[1-9][0-9]*)\.0")
RELATIONS = ("=", "<", "<=", ">", ">=")
MAX_DEPTH = 200

# Words of the printed statement, and of the solvers.
WORDS = frozenset(
    "true false and or not if else with max min for all xor ite let forall exists par match as assert "
    "div mod abs to_real to_int is_int distinct select store Int Real Bool".split()
)
ANY_LOGIC, REAL_LOGIC = "ALL", "QF_NRA"
DOMAINS = {INTEGER: "integers", REAL: "real numbers"}
# These print as the golden ratio, a root of 5 and the greatest number left alive.
CONSTANTS = {"phi": REAL, "root5": REAL, "rho": INTEGER}
COMMENT = re.compile(r";[^\n]*")
PLAIN = re.compile(r"[\t\n\x20-\x7e]*")
REFUSED = re.compile(r'["|]')  # text and quoted names can hide a bracket or a comment


@dataclass(frozen=True)
class Statement:
    """A statement about all integers or real numbers.

    >>> square = Statement("square", (("x", "Int"),), ("(>= x 1)",), "(>= (* x x) x)")
    >>> square.text, square.range
    ('for all integers x with x ≥ 1: x² ≥ x', 'for all integers x with x ≥ 1')
    >>> square.latex
    'for all integers $x$ with $x \\\\ge 1$: $x^{2} \\\\ge x$'
    >>> print(square.script())
    ; square: expected answer unsat
    (set-logic ALL)
    (declare-const x Int)
    (assert (>= x 1))
    (assert (not (>= (* x x) x)))
    (check-sat)
    <BLANKLINE>
    >>> Statement("assumed", (("x", "Int"),), ("(> x 1)",), "(> x 1)")
    Traceback (most recent call last):
    ValueError: assumed: the conclusion is one of the hypotheses
    """

    name: str
    variables: tuple[tuple[str, str], ...]
    hypotheses: tuple[str, ...]
    conclusion: str
    sides: ClassVar[tuple[Statement, ...]] = ()

    def __post_init__(self) -> None:
        # The name is a comment of the script: after a line break it would be part of the statement.
        if len(self.name.splitlines()) != 1 or not any(map(str.isalnum, self.name)):
            raise ValueError(f"{self.name!r} cannot be the name of a statement: a line with letters or digits")
        try:
            self._check_variables()
            self._check_terms()
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None

    def _check_variables(self) -> None:
        sorts = dict(self.variables)
        if len(sorts) != len(self.variables):
            raise ValueError("a variable is declared twice")
        for name, sort in self.variables:
            if not NAME.fullmatch(name) or name in WORDS or sort not in DOMAINS:
                raise ValueError(f"{name!r} of sort {sort!r} cannot be a variable")
            # A reader takes φ for the golden ratio, also in a statement about all integers phi.
            expected = CONSTANTS.get(name.rstrip("_"), sort)
            if expected != sort:
                raise ValueError(f"{name!r} prints as a constant of {DOMAINS[expected]}")

    def _check_terms(self) -> None:
        sorts = dict(self.variables)
        *hypotheses, conclusion = map(parse, (*self.hypotheses, self.conclusion))
        for term in (*hypotheses, conclusion):
            if sort_of(term, sorts) != TRUTH:
                raise ValueError(f"{write(term)[:80]} is a number in place of a statement")
        # The solvers would prove what follows, though it says nothing about the variables.
        stated = {_normal(part) for part in conjuncts(conclusion) if not is_identity(part)}
        if not stated:
            raise ValueError(f"both sides of the conclusion {self.conclusion[:80]} are identical")
        constants = stated & {"true", "false"}
        if constants:
            why = "sympy has already simplified it; write it with evaluate=False, or signs of symbols as hypotheses"
            raise ValueError(f"the conclusion is {min(constants)}; {why}")
        assumed = set[str]()
        for hypothesis in hypotheses:
            assumed.update(map(_normal, conjuncts(hypothesis)))
        if stated <= assumed:
            raise ValueError("the conclusion is one of the hypotheses")

    @cached_property
    def text(self) -> str:
        """The statement in words and Unicode formulas."""
        return f"{self.range}: {as_text(parse(self.conclusion))}"

    @property
    def range(self) -> str:
        """The variables and the hypotheses in words."""
        return self._range(as_text)

    @cached_property
    def latex(self) -> str:
        """The same statement with formulas in LaTeX between dollar signs."""
        return f"{self._range(_in_latex)}: {_in_latex(parse(self.conclusion))}"

    def _range(self, show: Callable[[Term], str]) -> str:
        kinds = list[str]()
        for domain_sort, domain in DOMAINS.items():
            shown = [show(name) for name, sort in self.variables if sort == domain_sort]
            if shown:
                kinds.append(f"{domain} {', '.join(shown)}")
        quantifier = f"for all {' and '.join(kinds)}" if kinds else "without variables"
        given = "; ".join(show(parse(term)) for term in self.hypotheses)
        if not given:
            return quantifier
        return f"{quantifier} with {given}"

    def script(self) -> str:
        """Return the hypotheses and the negated conclusion as a script: unsatisfiable iff the statement is true."""
        return self.asserting(self.negation, "unsat")

    @property
    def negation(self) -> tuple[str, ...]:
        """The hypotheses and the negated conclusion."""
        return (*self.hypotheses, f"(not {self.conclusion})")

    def asserting(self, terms: Sequence[str], answer: str, over_reals: bool = False) -> str:
        """Return the script that asserts terms about the variables, with the expected answer.

        `over_reals` makes its integers real numbers: if it is then unsatisfiable, it is so without.
        """
        sorts = dict(self.variables)
        parsed = list(map(parse, terms))
        if over_reals:
            sorts = dict.fromkeys(sorts, REAL)
            parsed = list(map(with_real_numbers, parsed))
        lines = [f"; {self.name}: expected answer {answer}", f"(set-logic {logic_of(sorts)})"]
        for name, sort in sorts.items():
            lines.append(f"(declare-const {name} {sort})")
        for term in parsed:
            lines.append(f"(assert {write(term)})")
        lines += ["(check-sat)", ""]
        return "\n".join(lines)

    @property
    def file_name(self) -> str:
        """The name of the certificate's file, made from the name of the statement."""
        letters = (letter if letter.isalnum() else "-" for letter in self.name.lower())
        return f"{''.join(letters)}.smt2"

    def with_sides(self, sides: Iterable[Statement]) -> Statement:
        """Return the statement with others that have to be proved too; they are no part of what it says."""
        copied = replace(self)
        vars(copied)["sides"] = tuple(sides)
        return copied

    def as_json(self) -> dict[str, Any]:
        """Return the statement as a JSON object."""
        return asdict(self)


def statement_from_json(data: Mapping[str, Any]) -> Statement:
    """Convert the result of `Statement.as_json` back to a statement, with all its checks."""
    variables = tuple((str(name), str(sort)) for name, sort in data["variables"])
    hypotheses = tuple(map(str, data["hypotheses"]))
    return Statement(str(data["name"]), variables, hypotheses, str(data["conclusion"]))


def conjuncts(term: Term) -> list[Term]:
    """Return the parts of nested conjunctions."""
    if isinstance(term, str) or term[0] != "and":
        return [term]
    parts = list[Term]()
    for part in term[1:]:
        parts += conjuncts(part)
    return parts


def _normal(term: Term) -> str:
    """Return a term as text, with the greater side of a relation on the right, and parts sorted whose order is free."""
    if isinstance(term, str):
        return term
    operator, *parts = map(_normal, term)
    if operator in (">", ">="):
        operator = operator.replace(">", "<")
        parts = parts[::-1]
    elif operator in ("=", "+", "*", "and", "or"):
        parts.sort()
    return f"({' '.join([operator, *parts])})"


def _in_latex(term: Term) -> str:
    return " and ".join(f"${part}$" for part in latex_parts(term))


def is_identity(term: Term) -> bool:
    """Return whether a term is true because both sides are the same text."""
    return isinstance(term, tuple) and term[0] in ("=", "<=", ">=") and len(set(term[1:])) == 1


def read_script(text: str, name: str) -> Statement:
    """Return the statement whose negation a script asserts."""
    text = COMMENT.sub("", text.replace("\r\n", "\n"))
    if not PLAIN.fullmatch(text) or REFUSED.search(text):
        raise ValueError("a command contains a sign that is not plain ASCII, or a quoted name or text")
    commands = list[tuple[Term, ...]]()
    for command in parse(f"({text})"):
        if isinstance(command, str):
            raise ValueError("there is text outside the commands")
        commands.append(command)
    return _of_commands(commands, name)


def logic_of(sorts: Mapping[str, str]) -> str:
    """Return the logic that names the method for variables of these sorts; only real numbers have one of their own."""
    used = set(sorts.values())
    if used == {REAL}:
        return REAL_LOGIC
    return ANY_LOGIC


def _of_commands(commands: Sequence[tuple[Term, ...]], name: str) -> Statement:
    known_logics = ("set-logic", ANY_LOGIC), ("set-logic", REAL_LOGIC)
    if not commands or commands[0] not in known_logics:
        raise ValueError(f"the first command is not (set-logic {ANY_LOGIC}) or (set-logic {REAL_LOGIC})")
    if commands[-1] != ("check-sat",):
        raise ValueError(f"the last command is {write(commands[-1])[:80]}, not (check-sat)")
    variables: list[tuple[str, str]] = []
    assertions: list[Term] = []
    for command in commands[1:-1]:
        match command:
            # A declaration after an assertion would not be part of the statement as it is written.
            case ("declare-const", str(variable), str(sort)) if not assertions:
                variables.append((variable, sort))
            case ("assert", term):
                assertions.append(term)
            case _:
                raise ValueError(f"the command {write(command)[:80]} is not allowed here")
    match assertions:
        case [*hypotheses, ("not", conclusion)]:
            return Statement(name, tuple(variables), tuple(map(write, hypotheses)), write(conclusion))
    raise ValueError("the last assertion is not the negation of a conclusion")


def parse(text: str) -> Term:
    """Return the one term of a text."""
    stack: list[list[Term]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token != ")":
            stack[-1].append(token)
        elif len(stack) > 1:
            term = tuple(stack.pop())
            stack[-1].append(term)
        else:  # this bracket closes nothing
            break
        # The functions below call themselves for the parts of a term.
        if len(stack) > MAX_DEPTH:
            raise ValueError(f"a term is nested more than {MAX_DEPTH} deep")
    else:
        if len(stack) == 1 and len(stack[0]) == 1:
            return stack[0][0]
    raise ValueError(f"{text[:80]!r} is not one term of SMT-LIB")


def write(term: Term) -> str:
    """Return a term as text."""
    if isinstance(term, str):
        return term
    return f"({' '.join(map(write, term))})"


def names(term: Term) -> set[str]:
    """Return the variables of a term."""
    if isinstance(term, str):
        if NAME.fullmatch(term) and term not in ("true", "false"):
            return {term}
        return set()
    return set[str]().union(*map(names, term[1:]))


def with_real_numbers(term: Term) -> Term:
    """Return a term about real numbers in place of integers."""
    if isinstance(term, str):
        # SMT-LIB refuses the integer 2 next to real numbers.
        if WHOLE.fullmatch(term):
            return f"{term}.0"
        return term
    if term[0] == "to_real":
        return with_real_numbers(term[1])
    return tuple(map(with_real_numbers, term))


def sort_of(term: Term, variables: Mapping[str, str]) -> str:
    """Return the sort of a term: Int, Real or Bool."""
    if isinstance(term, str):
        return _sort_of_atom(term, variables)
    if not term or not isinstance(term[0], str):
        raise ValueError(f"{write(term)[:80]} has no operator")
    sorts = [sort_of(part, variables) for part in term[1:]]
    for allowed, result in _signatures(term[0], len(sorts)):
        if sorts == allowed:
            if term[0] == "/":
                _check_fraction(term)
            return result
    raise ValueError(f"{write(term)[:80]}: the arguments have the sorts {' and '.join(sorts) or 'none'}")


def _sort_of_atom(name: str, variables: Mapping[str, str]) -> str:
    if name in variables:
        return variables[name]
    if name in ("true", "false"):
        return TRUTH
    if WHOLE.fullmatch(name):
        return INTEGER
    if DECIMAL.fullmatch(name):
        return REAL
    raise ValueError(f"{name[:80]!r} is neither a variable of the statement nor a number")


def _signatures(operator: str, count: int) -> list[tuple[list[str], str]]:
    """Return the allowed sorts of this number of arguments, each with the sort of the result."""
    integers = [INTEGER] * count
    reals = [REAL] * count
    truths = [TRUTH] * count
    # Arguments of two sorts are in no list: the solvers convert integers differently.
    if (operator in ("+", "*") and count >= 2) or (operator == "-" and count in (1, 2)):
        return [(integers, INTEGER), (reals, REAL)]
    if operator in RELATIONS and count == 2:
        return [(integers, TRUTH), (reals, TRUTH)]
    if operator in ("and", "or") and count >= 2:
        return [(truths, TRUTH)]
    if (operator, count) in (("not", 1), ("=>", 2)):
        return [(truths, TRUTH)]
    if operator == "ite" and count == 3:
        return [([TRUTH, sort, sort], sort) for sort in (INTEGER, REAL, TRUTH)]
    if operator == "to_real" and count == 1:
        return [(integers, REAL)]
    if operator == "/" and count == 2:
        return [(reals, REAL)]
    return []


def _check_fraction(term: Term) -> None:
    # SMT-LIB lets x/0 be any number, so that only constants divide.
    constant = all(DECIMAL.fullmatch(write(part)) for part in term[1:])
    if not constant or term[2] == "0.0":
        raise ValueError(f"{write(term)[:80]}: only a constant can be divided, and by a constant other than 0")


NEGATED = {"=": "≠", "<": "≥", "<=": ">", ">": "≤", ">=": "<"}
RELATION_SIGNS = {"=": "=", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
# Each sign in text and in LaTeX.
SIGNS = {
    "=": (" = ", " = "),
    "≠": (" ≠ ", r" \ne "),
    "<": (" < ", " < "),
    "≤": (" ≤ ", r" \le "),
    ">": (" > ", " > "),
    "≥": (" ≥ ", r" \ge "),
    "and": (" and ", r" \wedge "),
    "or": (" or ", r" \vee "),
    "=>": (" ⟹ ", r" \Rightarrow "),
    "<=>": (" ⟺ ", r" \Leftrightarrow "),
    "not": ("not {}", r"\neg {}"),
    "if": (
        "({1} if {0}, else {2})",
        r"\begin{{cases}} {1} & \text{{if }} {0} \\ {2} & \text{{otherwise}} \end{{cases}}",
    ),
    "max": ("max({}, {})", r"\max({}, {})"),
    "min": ("min({}, {})", r"\min({}, {})"),
    "/": ("{}/{}", r"\frac{{{}}}{{{}}}"),
    "()": ("({})", r"\left({}\right)"),
    "-": ("−", "-"),
    "·": (" · ", r" \cdot "),
    " ": (" ", r" \, "),  # without it, a product of x and y would look like the name xy
    "'": ("′", "'"),
}
NAMES = {"phi": ("φ", r"\varphi"), "rho": ("ρ", r"\rho"), "root5": ("√5", r"\sqrt{5}")}
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

# The binding strength of what is printed: a part that binds less than its place requires gets brackets.
ATOM, POWER, PRODUCT, SUM, RELATION, CONNECTIVE, IMPLICATION = range(7, 0, -1)


class _Printed(NamedTuple):
    text: str
    strength: int


def as_text(term: Term) -> str:
    """Return a term as Unicode text."""
    return _print(term, latex=False).text


def as_latex(term: Term) -> str:
    """Return a term as LaTeX."""
    return _print(term, latex=True).text


def latex_parts(term: Term) -> list[str]:
    """Return a term in LaTeX, a conjunction as several formulas, between which a line can break."""
    if isinstance(term, tuple) and term[0] == "and" and not is_equivalence(term):
        return [_in(part, RELATION, latex=True) for part in term[1:]]
    return [as_latex(term)]


def _print(term: Term, latex: bool) -> _Printed:
    negative, size = _without_sign(term)
    if negative:
        # A sign binds like a sum: the factor −x in a product gets brackets.
        return _Printed(SIGNS["-"][latex] + _in(size, PRODUCT, latex), SUM)
    if isinstance(term, str):
        return _Printed(_name(term, latex), ATOM)
    operator = str(term[0])
    parts = term[1:]
    if operator == "+":
        return _sum(parts, latex)
    if operator == "-":
        # A single part is a sign, which is printed above.
        subtracted = [("-", part) for part in parts[1:]]
        return _sum((parts[0], *subtracted), latex)
    if operator == "*":
        return _product(parts, latex)
    if operator == "/":
        return _Printed(_filled("/", parts, latex), POWER if latex else PRODUCT)
    if operator == "to_real":
        return _print(parts[0], latex)
    if operator in RELATION_SIGNS:
        return _joined(RELATION_SIGNS[operator], parts, SUM, RELATION, latex)
    return _connective(operator, parts, latex)


def _connective(operator: str, parts: Sequence[Term], latex: bool) -> _Printed:
    first = parts[0]
    if operator == "not" and isinstance(first, tuple) and first[0] in NEGATED:
        return _joined(NEGATED[str(first[0])], first[1:], SUM, RELATION, latex)
    if operator == "not":
        return _Printed(SIGNS["not"][latex].format(_in(first, ATOM, latex)), ATOM)
    if operator == "ite":
        # `obligation` writes max(a, b) as (ite (>= a b) a b), and min with <=.
        names: dict[Term, str] = {(">=", *parts[1:]): "max", ("<=", *parts[1:]): "min"}
        if first in names:
            return _Printed(_filled(names[first], parts[1:], latex), ATOM)
        # In LaTeX, cases have no bracket on the right: an exponent would look like one of the
        # first condition.
        return _Printed(_filled("if", parts, latex), SUM if latex else ATOM)
    if is_equivalence((operator, *parts)):
        return _joined("<=>", first[1:], CONNECTIVE, IMPLICATION, latex)
    if operator == "=>":
        return _joined("=>", parts, CONNECTIVE, IMPLICATION, latex)
    return _joined(operator, parts, RELATION, CONNECTIVE, latex)


def is_equivalence(term: Term) -> bool:
    """Return whether a term is the conjunction of an implication and its converse."""
    match term:
        case ("and", ("=>", one, other), ("=>", again, start)):
            return (one, other) == (start, again)
    return False


def _joined(sign: str, parts: Sequence[Term], least: int, strength: int, latex: bool) -> _Printed:
    return _Printed(SIGNS[sign][latex].join(_in(part, least, latex) for part in parts), strength)


def _filled(sign: str, parts: Sequence[Term], latex: bool) -> str:
    return SIGNS[sign][latex].format(*(_print(part, latex).text for part in parts))


def _sum(parts: Sequence[Term], latex: bool) -> _Printed:
    minus = SIGNS["-"][latex]
    text = ""
    for part in parts:
        negative, size = _without_sign(part)
        sign = minus if negative else "+"
        if text:
            text += f" {sign} "
        elif negative:  # the first summand shows no plus
            text = sign
        text += _in(size, PRODUCT, latex)
    return _Printed(text, SUM)


def _without_sign(term: Term) -> tuple[bool, Term]:
    """Return whether a term is subtracted in a sum, and the term without its sign."""
    match term:
        case ("-", size):
            return True, size
        case ("*", ("-", str(number)), *rest) if number[0].isdigit():
            # −1 · x is printed as −x, and −3 · x as −(3x) without the brackets.
            if number in ("1", "1.0"):
                factors = rest
            else:
                factors = [number, *rest]
            if len(factors) == 1:
                return True, factors[0]
            return True, ("*", *factors)
    return False, term


def _product(parts: Sequence[Term], latex: bool) -> _Printed:
    factors = []
    for part, run in groupby(parts):
        count = len(list(run))
        base = _in(part, POWER, latex)
        number = isinstance(part, str) and part[0].isdigit()
        if count == 1 or number:  # 2 · 2 is not written as a power
            factors += [base] * count
        elif latex:
            factors.append(f"{_in(part, ATOM, latex)}^{{{count}}}")
        else:
            factors.append(_in(part, ATOM, latex) + str(count).translate(SUPERSCRIPTS))
    text = factors[0]
    for factor in factors[1:]:
        # 2 ½ would look like two and a half.
        mixed = text[-1].isdigit() and factor.startswith(r"\frac")
        times = "·" if factor[0].isdigit() or mixed else " "
        text += SIGNS[times][latex] + factor
    if len(factors) > 1:
        return _Printed(text, PRODUCT)
    return _Printed(text, POWER)


def _in(term: Term, least: int, latex: bool) -> str:
    """Return a part, in brackets if it binds less than its place requires."""
    printed = _print(term, latex)
    if printed.strength >= least:
        return printed.text
    return SIGNS["()"][latex].format(printed.text)


def _name(name: str, latex: bool) -> str:
    if name[0].isdigit():
        return name.removesuffix(".0")
    stem = name.rstrip("_")
    # Code writes x_ for x′, since a prime is not allowed in its names.
    primes = SIGNS["'"][latex] * (len(name) - len(stem))
    if stem in NAMES:
        return NAMES[stem][latex] + primes
    if not latex or len(stem) <= 1:
        return stem + primes
    numbered = re.fullmatch(r"([A-Za-z])(\d+)", stem)
    if numbered:
        return f"{numbered[1]}_{{{numbered[2]}}}{primes}"
    escaped = stem.replace("_", r"\_")
    return rf"\mathit{{{escaped}}}{primes}"


CONSTANT_WORDS = frozenset({"none", "undefined", "true", "false"})
COUNTS = {"div": 2, "isqrt": 1, "fibonacci": 1, "ite": 3, "not": 1, "=>": 2}
COUNTS |= dict.fromkeys(RELATIONS, 2)
MANY = frozenset({"+", "*", "and", "or", "tuple"})


def check_code_term(text: str, variables: Iterable[str], functions: Mapping[str, int]) -> None:
    """Check that a term has only known operators, variables and functions, each with its number of arguments."""
    try:
        _check(parse(text), frozenset(variables), functions)
    except ValueError as error:
        raise ValueError(f"{error} of the term {text[:80]}") from None


def _check(term: Term, variables: frozenset[str], functions: Mapping[str, int]) -> None:
    if isinstance(term, str):
        known = term in variables or term in CONSTANT_WORDS
        literal = WHOLE.fullmatch(term) or term.startswith("'")
        if not known and not literal:
            raise ValueError(f"{term!r} is not a variable")
        return
    operator, *parts = term
    if operator in ("let", "least"):
        name, first, body = parts
        # The value of `let` and the beginning of a search are outside the scope of the new name.
        _check(first, variables, functions)
        _check(body, variables | {write(name)}, functions)
        return
    name_of_operator = write(operator)
    if operator == "-":
        valid = len(parts) in (1, 2)
    else:
        count = COUNTS.get(name_of_operator, functions.get(name_of_operator))
        valid = operator in MANY or len(parts) == count
    if not valid:
        raise ValueError(f"{name_of_operator} with {len(parts)} arguments is not an operation")
    for part in parts:
        _check(part, variables, functions)
