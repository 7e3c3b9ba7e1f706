"""Expressions of checks: what is computed, hostile ones that are refused, and mutants."""

import ast
import math
from fractions import Fraction
from pathlib import Path

import pytest

from gametheory.texts.expressions import Computation, Refused, Undecided, mutants, read_expression
from gametheory.texts.text import read_text

NAMES = {"math": None, "f": None}
FUNCTIONS = {"math.comb": math.comb, "f": lambda x, y=1: Fraction(x) / y, "half": lambda: 0.5, "word": lambda: "a"}


def truth(text: str):
    """Compute an expression."""
    return Computation(FUNCTIONS).truth(read_expression(text, NAMES | {"half": None, "word": None}))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("math.comb(4, 2) == 6", True),
        ("1 <= math.comb(4, 2) < 6", False),
        ("f(3, y=8) == 3/8 and f(3, 8) == 0.375", True),
        ("not f(-1) == -1 or f(f(2)) != 2", False),
        ("f(0.1) == 1/10", True),
        ("f(3) == 3 or half() == 1", True),
    ],
)
def test_expressions_are_computed_exactly(text: str, value: bool) -> None:
    assert truth(text) is value


@pytest.mark.parametrize("text", ["half() == 0.5", "word() == 2", "f(1) and f(2)", "not f(1)"])
def test_rounded_numbers_and_numbers_without_comparison_decide_nothing(text: str) -> None:
    with pytest.raises(Undecided):
        truth(text)


HOSTILE = {
    "attribute": "().__class__.__bases__ == 1",
    "two dots": "math.os.abort() == 1",
    "private attribute": "math.__loader__() == 1",
    "subscript": "f(1)[0] == 1",
    "lambda": "(lambda: 1)() == 1",
    "comprehension": "[f(1) for f in f(1)] == 1",
    "huge power": "f(9**9**9**9) == 1",
    "text": "f('rm -rf /') == 1",
    "bytes": "f(b'x') == 1",
    "f-string": "f(f'{f(1)}') == 1",
    "walrus": "(f := 1) == 1",
    "unknown name": "open(1) == 1",
    "dunder name": "__import__(1) == 1",
    "nested calls": "f(" * 60 + "1" + ")" * 60 + " == 1",
    "deep brackets": "(" * 900 + "f(1) == 1" + ")" * 900,
    "many parts": "f(1) == 1" + " and f(1) == 1" * 60,
    "infinity": "f(1e999) == 1",
    "complex": "f(1j) == 1",
    "true": "f(True) == 1",
    "name without call": "f == 1",
    "membership": "f(1) in f(2)",
    "star": "f(*f(1)) == 1",
    "condition": "f(1) if f(2) else f(3)",
    "arithmetic": "f(1) + 1 == 2",
    "zero below": "f(1/0) == 1",
    "number alone": "1",
    "two statements": "f(1) == 1; f(2)",
    "await": "await f(1)",
    "nothing": " ",
    "null": "f(1) == 1\0",
    "long": "f(1) == 1 or " * 300 + "f(1) == 1",
    "long number": "f(" + "9" * 5000 + ") == 1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_expressions_are_refused_with_their_place(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        read_expression(HOSTILE[name], NAMES)
    if '"' in HOSTILE[name]:
        return
    post = tmp_path / "post.md"
    mark = f'Text.<!-- claim: A check="{HOSTILE[name]}" -->'
    good = 'B.<!-- claim: B check="math.gcd(2, 4) == 2" -->'
    post.write_text(f"<!-- import: math, math as f -->\n\n{mark}\n\n{good}")
    text = read_text(post)
    (fault,) = text.faults
    assert fault.line == 3
    assert fault.column >= 6
    assert [mark.id for mark in text.marks] == ["B"]


def test_the_place_of_what_is_refused_is_exact(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"f\(2\)\[0\] is not allowed") as error:
        read_expression("f(1) == f(2)[0]", NAMES)
    assert error.value.at == 8


def test_mutants_move_numbers_and_turn_inequalities() -> None:
    tree = read_expression("f(3, 8) < 0.25", NAMES)
    assert next(ast.unparse(each) for each in mutants(tree)) == "f(3, 8) > 0.25"
    values = [vars(each.comparators[0])["exact"] for each in mutants(tree)]  # type: ignore[attr-defined]
    assert {Fraction(1, 2), Fraction(0)} < set(values)


def test_a_call_is_computed_once() -> None:
    calls = []
    computation = Computation({"f": lambda x: calls.append(x) or x})
    tree = read_expression("f(1) == 1 and f(1) < 2", NAMES)
    assert computation.truth(tree) is True
    assert [computation.truth(each) for each in mutants(tree)].count(False) > 0
    assert calls.count(1) == 1
