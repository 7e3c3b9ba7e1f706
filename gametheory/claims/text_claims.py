"""The claims that a text makes itself: computed exactly, or decided for all values of variables."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from gametheory.claims.conclude import check_all, prove
from gametheory.claims.declare import Claim, Declaration, SourceCode
from gametheory.claims.evaluation import Evaluation
from gametheory.claims.plain_values import error_text, escaped, shown, untypeset
from gametheory.claims.verdict import Verdict, open_
from gametheory.prove.extent import LONGEST
from gametheory.prove.statement import Statement
from gametheory.texts.expressions import FOR, FUNCTIONS, Check, Undecided, read_check
from gametheory.texts.marks import Mark
from gametheory.texts.text import Text, is_safe, read_text


def claims_of_text(folder: Path, file: str, run: bool) -> tuple[str, tuple[Claim, ...]]:
    """Return the title of a text, and the claims that it makes itself, in order."""
    text = read_text(folder / file, run)
    claims = {mark.id: _claim(text, file, mark, run) for mark in text.marks if mark.kind}
    return escaped(file), tuple(claims.values())


def _claim(text: Text, file: str, mark: Mark, run: bool) -> Claim:
    return Claim(
        mark.id,
        mark.sentence,
        f"line {mark.line}, column {mark.column}",
        partial(_checked, text, mark, run),
        declared=Declaration(file, f"{file}:{mark.line}:{mark.column}"),
        code=SourceCode(str(text.path), mark.line, mark.formal),
    )


def _checked(text: Text, mark: Mark, run: bool) -> Verdict:
    """Return the verdict of an expression; what is not computed or expressed leaves it open."""
    place = f"{text.path.name}:{mark.line}:{mark.column}"
    lookup = partial(_meaning, text, run)
    expression, _, variables = mark.formal.partition(FOR)
    try:
        check = read_check(expression, text.header.imports, variables)
        if check.kinds:
            return prove(_statements(check, mark.id, lookup))
        return _computed(check.tree, mark.formal, lookup)
    except Undecided as error:
        return open_(untypeset(f"{place}: {error}"))
    except Exception as error:  # of a function that the text calls
        return open_(untypeset(f"{place}: {mark.formal} raised {error_text(error)}"))


def _computed(tree: ast.expr, formal: str, lookup: Callable[[str], Any]) -> Verdict:
    """Return the verdict of an expression of numbers: one case, which is true or false."""
    value = Evaluation(lookup).whole(tree)
    if isinstance(value, Verdict):
        return value
    if not isinstance(value, bool):
        raise Undecided(f"{formal} is {shown(value)}, and must be True or False")
    note = formal if len(formal) > LONGEST else ""  # which the scope does not quote
    return check_all([formal], lambda _: value, note, lambda _: Evaluation(lookup).explained(tree))


def _statements(check: Check, id: str, lookup: Callable[[str], Any]) -> list[Statement]:
    """Return the statements of record of an expression with variables, one for each step."""
    # here, because sympy takes longer to import than all else
    from gametheory.claims.symbolic import Symbols

    symbols = Symbols(check.kinds)
    evaluation = Evaluation(lookup, symbols)
    conditions = [evaluation.truth(node) for node in check.conditions]
    steps = evaluation.steps(check.tree)
    if any(isinstance(each, bool) for each in (*conditions, *steps)):
        raise Undecided("a part of it is true or false whatever the variables are: leave it out")
    numbered = {f"step {number} of {id}": step for number, step in enumerate(steps, 1)}
    return [symbols.statement(name, conditions, step) for name, step in numbered.items()]


def _meaning(text: Text, run: bool, name: str) -> Any:
    """Return the function or the value of a name of the header; of an exact function its name."""
    first, _, attribute = name.partition(".")
    module = text.header.imports[first][0]
    parent, _, last = (f"{module}.{attribute}" if attribute else module).rpartition(".")
    if parent == "math":  # which is not imported: a folder could have a file of this name
        found = getattr(math, last, None)
        if callable(found) and last not in FUNCTIONS:
            exact = ", ".join(word for word in FUNCTIONS if hasattr(math, word))
            raise Undecided(f"{name} is not exact: it can be a float; exact are {exact}")
    else:
        found = _imported(module)
        found = getattr(found, attribute, None) if attribute else found
    if found is None:
        raise Undecided(f"{name} is no name of {module}")
    for word in FUNCTIONS:
        if found is getattr(math, word, word):
            return word
    if callable(found) and not run and not is_safe(str(getattr(found, "__module__", ""))):
        raise Undecided(f"{name} is a function of another module; it needs --run")
    return found


def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        parent, _, name = module.rpartition(".")
        found = getattr(_imported(parent), name, None) if error.name == module and parent else None
        if found is None:
            raise Undecided(f"import {module}: {error}") from error
        return found
