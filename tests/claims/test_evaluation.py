"""Checks of texts: numbers are computed as Python computes Fractions, and variables become the same as terms."""

import ast
import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import sympify

from gametheory.claims import evaluation
from gametheory.claims.evaluation import Evaluation
from gametheory.claims.symbolic import Symbols
from gametheory.prove.proof import is_true
from gametheory.prove.smt import statement
from gametheory.prove.statement import parse
from gametheory.texts.expressions import Undecided, read_check

FUNCTIONS: dict[str, Callable[..., object]] = {
    "f": lambda x, y=1: Fraction(x) / y,
    "half": lambda: 0.5,
    "word": lambda: "a",
    "yes": lambda: True,
}


def truth(text: str) -> object:
    """Compute an expression."""
    return Evaluation(FUNCTIONS.__getitem__).whole(read_check(text, FUNCTIONS).tree)


TRUE = """\
0.1 + 0.2 == 0.3
comb(48, 1) / comb(52, 5) < 1/50000
sum(comb(5, k) for k in range(6)) == 2**5
sum(i * j for i in range(1, 4) for j in range(i) if i != 2 if j > 0) == 9
sum(sum(j for j in range(i)) for i in range(4)) == 4 and sum(range(2, 10, 3)) == 15 and sum(range(0)) == 0
min(k**2 - 3*k for k in range(10)) == -2 and max(k % 3 for k in range(9)) == max(1, 2) and min(range(3, 9)) == 3
all(any(i == j for j in range(i + 1)) for i in range(9)) and not any(k > 8 for k in range(9))
-2**2 == -4 and 2**3**2 == 512 and 2**-2 == 1/4 and 0**0 == 1 and (-1)**10**9 == 1
-7 // 2 == -4 and -7 % 3 == 2 and 7 % -3 == -2 and (7/2) % (1/3) == 1/6 and 7.5 // 2 == 3
1 < 2 < 3 != 4 and not 1 < 3 < 2 and (1 > 2 or 3 > 2) and not (1 > 2 > 1/0)
comb(10**6, 10**6 - 1) == comb(10**6, 1) == 10**6 and comb(99_000, 50_000) % 2 == 0 and comb(10**6, 10**6) == 1
factorial(5) == perm(5) == 120 and perm(5, 2) == 20 and gcd(4, 6, 8) == 2 and lcm(4, 6) == 12 and gcd() == 0
isqrt(10**30 - 1) == 10**15 - 1 and floor(-1/2) == -1 and ceil(-0.5) == 0 and abs(-1/3) == Fraction(1, 3)
comb(4/2, 1) == 2 and comb(2, 5) == 0 and 1_000 == 1e3 and 0x10 == 16 and 1e-3 == 1/1000
f(3, y=8) == 3/8 and f(3, 8) == 0.375 and f(0.1) == 1/10 and yes()
f(3) == 3 or half() == 1
1 == 2 or 3/0 == 1 or 1 == 1"""


@pytest.mark.parametrize("text", [text for text in TRUE.splitlines() if "3/0" not in text])
def test_true_expressions_are_true(text: str) -> None:
    assert truth(text) is True


UNDECIDED = {
    "half() == 0.5": "half() is 0.5, a float, which is rounded",
    "f(half()) > 0": "half() is 0.5, a float",
    "all(half() > 0 for k in range(3))": "half() is 0.5, a float",
    "word() == 2": "word() is 'a', no number",
    "f(1) and f(2)": "f(1) is Fraction(1, 1); it must be True or False",
    "yes() == 1": "yes() is True, no number",
    "yes() + yes() == 2": "yes() is True, no number",
    "sum(yes() for k in range(2)) == 2": "yes() is True, no number",
    "2**(1/2) > 1": "2**(1/2) has no value: with the exponent 1/2 it is in general not a rational number",
    "2**0.5 == 1.4142135623730951": "not a rational number",
    "(-8)**(1/3) == -2": "not a rational number",
    "0**-1 == 1": "0**-1 is a division by zero",
    "1 % 0 == 1": "1 % 0 is a division by zero",
    "1.5 // 0 == 1": "1.5 // 0 is a division by zero",
    "Fraction(1, 0) == 1": "Fraction(1, 0) is a division by zero",
    "comb(-1, 2) == 2": "comb(-1, 2) has no value: n must be a non-negative integer",
    "comb(1/2, 2) == 2": "comb(1/2, 2) has no value: 'Fraction' object cannot be interpreted as an integer",
    "isqrt(-1) == 1": "isqrt(-1) has no value",
    "min(k for k in range(0)) == 1": "has no case",
    "all(k > 5 for k in range(5, 5))": "(k > 5 for k in range(5, 5)) has no case, so that nothing is checked",
    "not any(k > 5 for k in range(5) if k > 9)": "has no case",
    "all(all(k == 7 for k in range(5, 3)) for y in range(9))": "(k == 7 for k in range(5, 3)) never has a case",
    "all(y < 9 and all(k == 7 for k in range(y, 0)) for y in range(9))": "never has a case",
    "sum(k for k in range(1/2)) == 1": "range(1/2) must have whole numbers",
    "sum(k for k in range(1, 2, 0)) == 1": "a step other than 0",
    "10**10**10 > 1": "10**10**10 can have 40,000,000,000 bits; at most 100,000 are allowed",
    "2**-10**9 > 0": "at most 100,000 are allowed",
    "(1/3)**100000 > 0": "at most 100,000 are allowed",
    "factorial(10**9) > 1": "at most 100,000 are allowed",
    "perm(10**9) > 1": "at most 100,000 are allowed",
    "perm(10**9, 10**8) > 1": "at most 100,000 are allowed",
    "comb(10**9, 5*10**8) > 1": "at most 100,000 are allowed",
    "comb(10**999, 10**4) > 1": "at most 100,000 are allowed",
    "factorial(factorial(20)) > 1": "at most 100,000 are allowed",
    "lcm(3**40000, 5**30000) > 1": "at most 100,000 are allowed",
    "sum(k for k in range(10**12)) > 1": "more than 200,000 steps",
    "sum(range(10**12)) > 1": "more than 200,000 steps",
    "max(range(10**30)) > 1": "more than 200,000 steps",
    "sum(1 for k in range(10**12) if k < 0) == 0": "more than 200,000 steps",
    "all(k > -1 for k in range(-1, -10**12, -1) if k > 0)": "more than 200,000 steps",
    "any(sum(range(j)) < 0 for i in range(9999) for j in range(i))": "more than 200,000 steps",
    "sum(3**40000 % (k + 3**20000) for k in range(10**5)) > 1": "more than 200,000 steps",
    "sum(sum(sum(1 for a in range(b)) for b in range(c)) for c in range(999)) > 1": "more than 200,000 steps",
}


@pytest.mark.parametrize("text", UNDECIDED)
def test_what_has_no_exact_value_decides_nothing_within_limits(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "MOST_WORK", 200_000)
    with pytest.raises(Undecided) as error:
        truth(text)
    assert UNDECIDED[text] in str(error.value)


@pytest.mark.parametrize(
    "text", ["max(k for k in range(10**30)) > 1", "sum(3**40000 % k for k in range(1, 10**5)) > 1"]
)
def test_the_limit_of_work_is_a_matter_of_seconds(text: str) -> None:
    start = perf_counter()
    with pytest.raises(Undecided, match="more than 1,000,000 steps"):
        truth(text)
    assert perf_counter() - start < 60  # on a slow machine, too; without a limit, it takes hours


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("f(1) + 1 == 3", "f(1) + 1 is 2"),
        ("f(2) < comb(4, 2) < f(3) + 1", "comb(4, 2) is 6; f(3) + 1 is 4"),
        ("1 == 2 or f(1/2) == 2", "1 == 2 is false; f(1/2) is 1/2"),
        ("all(k + j < 5 for k in range(9) for j in range(k))", "k + j is 5 for k = 3, j = 2"),
        ("f(1) == 1 and f(1) == 2 and 1/0 == 1", "f(1) is 1"),
        ("f(1) == -1", "f(1) is 1"),
        ("not yes()", "not yes() is false"),
        ("2**40000 == 1", "2**40000 is a number of 40,001 bits"),
    ],
)
def test_a_false_expression_is_explained_by_its_parts(text: str, reason: str) -> None:
    tree = read_check(text, FUNCTIONS).tree
    computed = Evaluation(FUNCTIONS.__getitem__)
    assert computed.whole(tree) is False
    assert computed.explained(tree) == reason


# Random expressions, next to Python's own evaluation


def number(random: Random, names: Sequence[str] = (), depth: int = 3) -> str:
    """Return the text of a number, without brackets that precedence does not need, so that they are tested, too."""
    if not depth or random.random() < 0.2:
        return random.choice([*names * 4, "0", "1", "2", "3", "7", "10", "0.5", "1.25", ".1", "2e-1", "1e1"])
    one, other = number(random, names, depth - 1), number(random, names, depth - 1)
    new = f"k{depth}"
    forms = [
        *(f"{one} {sign} {other}" for sign in ("+", "-", "*", "/")),
        *(f"({one}) {sign} ({other})" for sign in ("*", "/", "-")),
        f"-{one}",
        f"({one})**{random.randint(-2, 3)}",
        f"{random.randint(2, 3)}**-{random.randint(1, 2)}**2",
        f"abs({one})",
        f"max({one}, {other}, 1)",
        f"min({one}, {other})",
        f"sum({one} + {new} * ({other}) for {new} in range(1, 4))",
    ]
    if not names:
        forms += [f"({one}) // ({other})", f"({one}) % ({other})", f"floor({one})", f"ceil({other})", f"-{one} % 3"]
        forms += [f"comb({random.randint(0, 6)}, {random.randint(0, 6)})", f"isqrt({random.randint(0, 99)})"]
        forms += [f"min({other} - {new} for {new} in range(3) if {one} < {new})"]
    return random.choice(forms)


def statement_of(random: Random, names: Sequence[str] = ()) -> str:
    """Return the text of a statement."""
    one, two, three = (number(random, names) for _ in range(3))
    sign, other = (random.choice(["==", "!=", "<", "<=", ">", ">="]) for _ in range(2))
    forms = [f"{one} {sign} {two}", f"{one} {sign} {two} {other} {three}", f"not {one} {sign} {two}"]
    forms += [f"{one} {sign} {two} and {two} {other} {three} or not {one} {other} {three}"]
    forms += [f"all({one} {sign} k9 for k9 in range(2, 5))", f"any({one} {sign} k9 for k9 in range(2, 5))"]
    return random.choice(forms)


SEEDS = st.integers(0, 2**32).map(Random)


class Exactly(ast.NodeTransformer):
    """Numbers as Fractions, apart from the arguments of `range` and of functions of whole numbers."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Leave the arguments of functions that take no Fraction."""
        whole = isinstance(node.func, ast.Name) and node.func.id in ("range", "comb", "isqrt")
        return node if whole else self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Read a number from its text, as Python prints it."""
        return ast.parse(f"Fraction('{node.value}')", mode="eval").body


def by_python(text: str, **values: Fraction) -> object:
    """Return what Python computes, or the error."""
    tree = ast.fix_missing_locations(Exactly().visit(ast.parse(text, mode="eval")))
    names = {name: getattr(math, name) for name in ("comb", "isqrt", "floor", "ceil")} | {"Fraction": Fraction}
    try:
        return eval(compile(tree, "check", "eval"), names | values)
    except (ValueError, ZeroDivisionError):
        return "no value"


@settings(max_examples=50, deadline=None)
@given(SEEDS)
def test_random_expressions_have_the_values_of_python(random: Random) -> None:
    for _ in range(10):
        text = statement_of(random)
        try:
            value = truth(text)
        except Undecided as error:
            if "never has a case" in str(error):
                continue  # Python gives a value, and nothing was compared
            value = "no value" if "by zero" in str(error) or "has no case" in str(error) else error
        assert value == by_python(text), text


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_statements_have_the_truth_of_python_at_random_points(random: Random) -> None:
    text, x, n = statement_of(random, ["x", "n"]), Fraction(random.randint(-12, 12), 4), random.randint(-3, 3)
    symbols = Symbols({"x": "real", "n": "integer"})
    tree = read_check(f"({text}) and x == n", {}, "x: real, n: integer").tree.values[0]  # type: ignore[attr-defined]
    try:
        found = Evaluation(FUNCTIONS.__getitem__, symbols).truth(tree)
    except Undecided as error:
        if re.search("by zero|divides by 0|more than 4,000 parts", str(error)):
            return
        raise
    values = {symbols.values["x"]: sympify(x), symbols.values["n"]: sympify(n)}
    for denominator, definition in zip(symbols.hypotheses[::2], symbols.hypotheses[1::2], strict=True):
        below, top = (each.xreplace(values).doit() for each in (denominator.lhs, definition.rhs))
        if not below:
            return  # the hypothesis excludes the point
        (quotient,) = definition.free_symbols - values.keys()
        values[quotient] = top / below
    point = {str(symbol): Fraction(int(value.p), int(value.q)) for symbol, value in values.items()}
    known = found if isinstance(found, bool) else is_true(parse(statement(found)), point)
    assert known == by_python(text, x=x, n=Fraction(n)), text
