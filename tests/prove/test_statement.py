"""Statements say what they are printed as."""

from __future__ import annotations

import pytest

from gametheory.prove.readable import as_latex
from gametheory.prove.statement import Statement
from gametheory.prove.terms import parse


@pytest.mark.parametrize("name", ["max", "and", "else", "forall", "div", "to_real", "true", "Int", "x y", "1x", "x'"])
def test_a_variable_is_not_named_like_a_word_of_the_statement(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a variable"):
        Statement("s", ((name, "Int"),), (), "(>= 1 0)")


def test_a_product_does_not_look_like_a_longer_name() -> None:
    assert as_latex(parse("(* x y)")) == r"x \, y"
    assert as_latex(parse("xy")) == r"\mathit{xy}"


@pytest.mark.parametrize(
    ("term", "other"),
    [
        ("(- a (- b c))", "(- (- a b) c)"),
        ("(* x (- y))", "(- x y)"),
        ("(* (+ x 1) y)", "(+ x (* 1 y))"),
        ("(=> (=> (> x 0) (> y 0)) (> z 0))", "(=> (> x 0) (=> (> y 0) (> z 0)))"),
        ("(or (and (> x 0) (> y 0)) (> z 0))", "(and (> x 0) (or (> y 0) (> z 0)))"),
        ("(not (and (> x 0) (> y 0)))", "(and (not (> x 0)) (> y 0))"),
        ("(- (* x x))", "(* (- x) (- x))"),
        ("(* (* x x) (* x x))", "(* x x x x)"),
    ],
)
def test_different_terms_have_different_printouts(term: str, other: str) -> None:
    assert as_latex(parse(term)) != as_latex(parse(other))
