"""Terms from code: they compute what the code computes, and refuse what they cannot express."""

import random
from typing import Any

import pytest
from castle_3 import page_functions
from computed_terms import NoValue, call
from sympy import Symbol

from gametheory.games.castle import Castle, Position, Volley
from gametheory.prove.gallina import branches_term
from gametheory.prove.statement import check_code_term
from gametheory.prove.symbolic import UnsupportedOperation, run_symbolically

FUNCTIONS = page_functions.functions()


def of_code(function: Any, numbers: list[int]) -> Any:
    try:
        return function(*numbers)
    except (ZeroDivisionError, ValueError):
        return NoValue


def of_term(name: str, numbers: list[int]) -> Any:
    try:
        return call(name, numbers, FUNCTIONS)
    except NoValue:
        return NoValue


@pytest.mark.parametrize("function", page_functions.FUNCTIONS, ids=lambda each: each.__name__)
def test_a_term_computes_what_its_code_does(function: Any) -> None:
    draw = random.Random(19)
    name = function.__name__.lstrip("_")
    for most in (4, 12, 90):
        for _ in range(25):
            numbers = [draw.randint(1, most) for _ in FUNCTIONS[name].parameters]
            if name == "published_fall_day" and numbers[2] >= numbers[0]:
                continue  # its callers ensure dpw < n
            assert of_term(name, numbers) == of_code(function, numbers), numbers


def test_the_rules_as_terms_are_the_rules() -> None:
    draw = random.Random(3)
    for _ in range(300):
        soldiers, strength, dpw = (draw.randint(1, 9) for _ in range(3))
        game = Castle(soldiers, strength, dpw)
        position = Position(draw.randint(0, 9), draw.randint(0, 9), draw.randint(0, 9))
        place = [dpw, *position]
        outcome = game.outcome(position)
        assert call("winner", place, FUNCTIONS) == (outcome and outcome.name)
        assert call("start", [soldiers, strength, dpw], FUNCTIONS) == game.start()
        choices = range(call("moves_from", place, FUNCTIONS), call("moves_to", place, FUNCTIONS))
        moves = [Volley(*call("move", [*place, choice], FUNCTIONS)) for choice in choices]
        assert moves == list(game.moves(position))
        for move in moves:
            assert call("after", [*place, *move], FUNCTIONS) == game.after(position, move)


def test_what_has_no_term_is_refused() -> None:
    x = Symbol("x", integer=True)
    with pytest.raises(UnsupportedOperation, match="type float"):
        branches_term(list(run_symbolically(lambda x: 0.5 if x > 0 else 1, x)))
    with pytest.raises(UnsupportedOperation, match="in a term"):
        branches_term(list(run_symbolically(lambda x: "two words", x)))


@pytest.mark.parametrize(
    ("term", "named"),
    [
        ("(+ x y)", "'y' is not a variable"),
        ("(half x x)", "half with 2 arguments"),
        ("(div x)", "div with 1 arguments"),
        ("(alert x)", "alert with 1 arguments"),
        ("(least y x (> z x))", "'z' is not a variable"),
        ("(+ x 1", "not one term"),
    ],
)
def test_unknown_operations_and_variables_are_refused(term: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        check_code_term(term, ["x"], {"half": 1})
