"""What the terms of `gametheory.prove.statement` mean, in Python, by the plainest definitions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from itertools import count
from math import isqrt
from typing import Any

from gametheory.games.castle.closed_form import fibonacci
from gametheory.prove.statement import Term, parse

CONSTANTS = {"none": None, "true": True, "false": False}
OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda *all: sum(all),
    "*": lambda *all: reduce(operator.mul, all),
    "-": lambda a, b=None: -a if b is None else a - b,
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "not": operator.not_,
    "and": lambda *all: False not in all,
    "or": lambda *all: True in all,
    "=>": lambda a, b: not a or b,
    "div": operator.floordiv,
    "isqrt": isqrt,
    "fibonacci": fibonacci,
    "tuple": lambda *all: all,
}


class NoValue(Exception):
    """The value of `undefined`."""


def compute(term: str | Term, values: Mapping[str, Any], functions: Mapping[str, Any]) -> Any:
    """Return the value of a term; functions have `parameters` and `term`. A search counts up."""
    match parse(term) if isinstance(term, str) and term.startswith("(") else term:
        case "undefined":
            raise NoValue
        case str() as name:
            if name in values:
                return values[name]
            return CONSTANTS[name] if name in CONSTANTS else name[1:] if name[0] == "'" else int(name)
        case ("let", str() as name, first, body):
            return compute(body, {**values, name: compute(first, values, functions)}, functions)
        case ("least", str() as name, first, body):
            start = compute(first, values, functions)
            return next(at for at in count(start) if compute(body, {**values, name: at}, functions))
        case ("ite", condition, first, second):
            return compute(first if compute(condition, values, functions) else second, values, functions)
        case (str() as name, *parts):
            numbers = [compute(part, values, functions) for part in parts]
            return OPERATIONS[name](*numbers) if name in OPERATIONS else call(name, numbers, functions)
    raise AssertionError(term)


def call(name: str, numbers: list[Any], functions: Mapping[str, Any]) -> Any:
    """Return the value of a function."""
    function = functions[name]
    return compute(function.term, dict(zip(function.parameters, numbers, strict=True)), functions)
