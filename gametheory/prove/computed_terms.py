"""Terms that a page can compute: those of SMT-LIB (`gametheory.prove.terms`) with a few more operators.

These are `(let x a b)`; `(div a b)` and `(isqrt a)`, which round down; `(fibonacci a)`; `(least x a b)`, the least
integer x from a on for which b is true, if b stays true from then on; `(tuple a ...)`; and `(f a ...)` for a function f
with a term of its own. `none` is None, `'word` is a text, and `undefined` is what code gives that raises an exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gametheory.prove.terms import WHOLE, Term, parse, write

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
