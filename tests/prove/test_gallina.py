"""Branches printed as Gallina."""

from fractions import Fraction

import pytest
from sympy import Rational, Symbol, pi

from gametheory.numbers.rationals import least_satisfying
from gametheory.prove.gallina import gallina_definition
from gametheory.prove.symbolic import Branch, UnsupportedOperation, on_symbols, run_symbolically
from gametheory.prove.symbolic_values import described

x, y = Symbol("x", integer=True), Symbol("y", integer=True)


def printed(function, *arguments, **operations):
    branches = list(run_symbolically(function, *arguments))
    text = gallina_definition("f", ["(x y : Z)"], "Z", branches, lambda value, text: text(value), operations)
    return " ".join(text.partition(":=\n")[2].split())


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda a, b: a - 2 * b, "(x + ((-1) * 2 * y))."),
        (lambda a, b: 1 if a < b else 2, "if x <? y then 1 else 2."),
        (lambda a, b: 1 if a <= b else 2, "if x <=? y then 1 else 2."),
        (lambda a, b: 1 if a > b else 2, "if y <? x then 1 else 2."),
        (lambda a, b: 1 if a >= b else 2, "if y <=? x then 1 else 2."),
        (lambda a, b: 1 if a == b else 2, "if x =? y then 1 else 2."),
        (lambda a, b: 1 if a != b else 2, "if negb (x =? y) then 1 else 2."),
        (lambda a, b: max(0, int(a < b) * 0), "0."),
        (lambda a, b: 1 if a > 0 and b > 0 else 2, "if 0 <? x then if 0 <? y then 1 else 2 else 2."),
        (lambda a, b: a**2 // 3 % 5, "(((x * x) / 3) + ((-1) * 5 * (((x * x) / 3) / 5)))."),
    ],
)
def test_forms(function, text):
    assert printed(function, x, y) == text


def greatest(first, second):
    return max(first, second, 3) - min(first, second)


def least(first, second):
    return least_satisfying(lambda number: number * first >= second, 1)


def test_extrema_searches_and_named_operations():
    assert printed(on_symbols(greatest), x, y) == "((Z.max 3 (Z.max x y)) + ((-1) * (Z.min x y)))."
    where = "(if y <=? (least_1_place * x) then true else false) = true"
    assert printed(on_symbols(least), x, y) == (
        f"exists least_1, least_satisfying (fun least_1_place => ({where})) 1 least_1 /\\ least_1.".replace(
            f"({where})", where
        )
    )
    power = described("power")
    assert printed(lambda a, b: power(a, b + 1), x, y, power="({} ^ {})") == "(x ^ (y + 1))."


@pytest.mark.parametrize(
    ("function", "named"),
    [
        (lambda a, b: a // b, "ZeroDivisionError"),
        (lambda a, b: described("unknown")(a), "unknown"),
        (lambda a, b: a + Fraction(1, 2), "Half"),
    ],
)
def test_what_has_no_form_is_refused(function, named):
    with pytest.raises(UnsupportedOperation, match=named):
        printed(function, x, y)


@pytest.mark.parametrize("value", [pi, Rational(1, 3), x ** Rational(1, 2), 1 / x])
def test_other_expressions_are_refused(value):
    with pytest.raises(UnsupportedOperation):
        gallina_definition("f", [], "Z", [Branch((), value)], lambda value, text: text(value))


def test_a_missing_branch_is_refused():
    with pytest.raises(UnsupportedOperation, match="missing"):
        gallina_definition("f", [], "Z", [Branch((x > 0,), x)], lambda value, text: text(value))
