"""Terms of SMT-LIB 2.6: read, check their sorts, and write them.

A term is text or a tuple of terms: `(<= x (+ y 1))` is `("<=", "x", ("+", "y", "1"))`. Only the operators listed here
are accepted. So a term from a file can contain neither a command nor an operator that two solvers read differently.

A page computes terms with a few more operators: `(let x a b)`; `(div a b)` and `(isqrt a)`, which round down;
`(fibonacci a)`; `(least x a b)`, the least integer x from a on for which b is true, if b stays true from then on;
`(tuple a ...)`; and `(f a ...)` for a function f with a term of its own. `none` is None, `'word` is a text, and
`undefined` is what code gives that raises an exception.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

Term: TypeAlias = "str | tuple[Term, ...]"

INTEGER, REAL, TRUTH = "Int", "Real", "Bool"
TOKEN = re.compile(r"\s*([()]|[^\s()]+)")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
WHOLE = re.compile(r"0|[1-9][0-9]*")
DECIMAL = re.compile(r"(0|[1-9][0-9]*)\.0")
RELATIONS = ("=", "<", "<=", ">", ">=")
MAX_DEPTH = 200


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
        else:
            break
        if len(stack) > MAX_DEPTH:
            raise ValueError(f"a term is nested more than {MAX_DEPTH} deep")
    else:
        if len(stack) == 1 and len(stack[0]) == 1:
            return stack[0][0]
    raise ValueError(f"{text[:80]!r} is not one term of SMT-LIB")


def write(term: Term) -> str:
    """Return a term as text."""
    return term if isinstance(term, str) else f"({' '.join(map(write, term))})"


def names(term: Term) -> set[str]:
    """Return the variables of a term."""
    if isinstance(term, str):
        return {term} if NAME.fullmatch(term) and term not in ("true", "false") else set()
    return {name for part in term[1:] for name in names(part)}


def with_real_numbers(term: Term) -> Term:
    """Return a term about real numbers in place of integers."""
    if isinstance(term, str):
        return f"{term}.0" if WHOLE.fullmatch(term) else term
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
    raise ValueError(f"{name[:80]!r} is no variable of the statement and no number")


def _signatures(operator: str, count: int) -> list[tuple[list[str], str]]:
    """Return the allowed sorts of this number of arguments, each with the sort of the result."""
    numbers, truths = [[sort] * count for sort in (INTEGER, REAL)], [TRUTH] * count
    if (operator in ("+", "*") and count >= 2) or (operator == "-" and count in (1, 2)):
        return [(sorts, sorts[0]) for sorts in numbers]
    if operator in RELATIONS and count == 2:
        return [(sorts, TRUTH) for sorts in numbers]
    if (operator in ("and", "or") and count >= 2) or (operator, count) in (("not", 1), ("=>", 2)):
        return [(truths, TRUTH)]
    if operator == "ite" and count == 3:
        return [([TRUTH, sort, sort], sort) for sort in (INTEGER, REAL, TRUTH)]
    if operator == "to_real" and count == 1:
        return [([INTEGER], REAL)]
    return [([REAL, REAL], REAL)] if operator == "/" and count == 2 else []


def _check_fraction(term: Term) -> None:
    # SMT-LIB lets x/0 be any number, so that only constants divide.
    if not all(isinstance(part, str) and DECIMAL.fullmatch(part) for part in term[1:]) or term[2] == "0.0":
        raise ValueError(f"{write(term)[:80]}: only a constant can be divided, and by a constant other than 0")


CONSTANTS = frozenset({"none", "undefined", "true", "false"})
COUNTS = {"div": 2, "isqrt": 1, "fibonacci": 1, "ite": 3, "not": 1, "=>": 2} | dict.fromkeys(
    ("=", "<", "<=", ">", ">="), 2
)
MANY = frozenset({"+", "*", "and", "or", "tuple"})


def check_code_term(text: str, variables: Iterable[str], functions: Mapping[str, int]) -> None:
    """Check that a term has only known operators, variables and functions, each with its number of arguments."""
    try:
        _check(parse(text), frozenset(variables), functions)
    except ValueError as error:
        raise ValueError(f"{error} of the term {text[:80]}") from None


def _check(term: Term, variables: frozenset[str], functions: Mapping[str, int]) -> None:
    if isinstance(term, str):
        if term not in variables | CONSTANTS and not WHOLE.fullmatch(term) and not term[:1] == "'":
            raise ValueError(f"{term!r} is no variable")
        return
    operator, *parts = term
    if operator in ("let", "least"):
        name, first, body = parts
        _check(first, variables, functions)
        _check(body, variables | {write(name)}, functions)
        return
    count = COUNTS.get(write(operator), functions.get(write(operator)))
    right = operator in MANY or (len(parts) in (1, 2) if operator == "-" else len(parts) == count)
    if not right:
        raise ValueError(f"{write(operator)} with {len(parts)} arguments is no operation")
    for part in parts:
        _check(part, variables, functions)
