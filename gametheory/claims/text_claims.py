"""The claims that a text makes itself: expressions, each also checked with changed numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from gametheory.claims.conclude import swept
from gametheory.claims.declare import Claim, Declaration, SourceCode
from gametheory.claims.evidence import Text as Note
from gametheory.claims.plain_values import error_text, escaped, untypeset
from gametheory.claims.status import TRUE, Status
from gametheory.claims.verdict import Verdict, open_
from gametheory.prove.sweep import check_cases
from gametheory.texts.expressions import (
    Computation,
    Refused,
    Undecided,
    arguments,
    functions,
    mutants,
    parsed,
    read_expression,
)
from gametheory.texts.marks import Mark
from gametheory.texts.text import Text, is_safe, read_text

NOT_TESTED = "not tested: the check also holds with each of its numbers moved by one, and each inequality turned"


def is_tested(verdict: Verdict) -> bool:
    """Return whether a change of its numbers makes a true check fail."""
    return Note(NOT_TESTED) not in verdict.evidence


def claims_of_text(folder: Path, file: str, run: bool, imports: bool) -> tuple[str, tuple[Claim, ...]]:
    """Return the title of a text, and the claims that it makes itself, in order."""
    text = read_text(folder / file, run, imports)
    claims = {mark.id: _claim(text, file, mark, run, imports) for mark in text.marks if mark.kind}
    return escaped(file), tuple(claims.values())


def _claim(text: Text, file: str, mark: Mark, run: bool, imports: bool) -> Claim:
    place = f"{file}:{mark.line}:{mark.column}"
    return Claim(
        mark.id,
        mark.sentence,
        f"line {mark.line}, column {mark.column}",
        partial(_checked, text, mark, run, imports),
        declared=Declaration(file, place),
        code=SourceCode(str(text.path), mark.line, mark.formal),
    )


def _checked(text: Text, mark: Mark, run: bool, imports: bool) -> Verdict:
    """Return the verdict of an expression; what cannot be computed leaves it open, with its place."""
    place = f"{text.path.name}:{mark.line}:{mark.column}"
    try:
        try:
            tree = read_expression(mark.formal, text.header.imports)
        except Refused:
            return _by_python(text, mark) if run else open_(f"{place}: it needs --run")
        named = {name: _function(text, name, imports or run) for name in functions(tree)}
        computation = Computation(named)
        value = computation.truth(tree)
        verdict = (
            value
            if isinstance(value, Verdict)
            else _of_truth(value, mark.formal, arguments(tree), partial(computation.explained, tree))
        )
        if verdict.status in TRUE and not any(_fails(computation, each) for each in mutants(tree)):
            return replace(verdict, evidence=(*verdict.evidence, Note(NOT_TESTED)))
        return verdict
    except (Undecided, Unknown) as error:
        return open_(untypeset(f"{place}: {error}"))
    except Exception as error:  # of a function that the text calls
        return open_(untypeset(f"{place}: {mark.formal} raised {error_text(error)}"))


def _of_truth(value: object, formal: str, numbers: list[Any], explain: Callable[[], str]) -> Verdict:
    if not isinstance(value, bool):
        raise Undecided(f"{formal} is {value!r}, and must be True or False")
    case = tuple(numbers) if len(numbers) > 1 else numbers[0] if numbers else formal
    return swept(check_cases(lambda _: value, [case]), formal, lambda _: explain())


def _fails(computation: Computation, tree: Any) -> bool:
    """Return whether an expression is false; an error says nothing about it."""
    try:
        value = computation.truth(tree)
    except Exception:
        return False
    return value is False or (isinstance(value, Verdict) and value.status in (Status.REFUTED, Status.CORRECTED))


class Unknown(ValueError):
    """A name that its module does not have."""


def _function(text: Text, name: str, imports: bool) -> Callable[..., Any]:
    """Import a function that an expression calls."""
    first, _, attribute = name.partition(".")
    function = _imported(text.header.imports[first][0])
    if attribute:
        function = getattr(function, attribute, None)
    if not callable(function):
        raise Unknown(f"{name} is no function of {text.header.imports[first][0]}")
    if not imports and not is_safe(str(getattr(function, "__module__", ""))):
        raise Unknown(f"{name} is a function of another module; it needs --run")
    return function  # type: ignore[no-any-return]


def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        parent, _, name = module.rpartition(".")
        if error.name != module or not parent:
            raise Unknown(f"import {module}: {error}") from error
        found = getattr(_imported(parent), name, None)
        if found is None:
            raise Unknown(f"import {module}: {error}") from error
        return found


def _by_python(text: Text, mark: Mark) -> Verdict:
    """Let Python compute an expression, as --run allows it."""
    names = {name: _imported(module) for name, (module, _) in text.header.imports.items()}
    parsed(mark.formal)
    value = eval(mark.formal, names)
    return value if isinstance(value, Verdict) else _of_truth(value, mark.formal, [], lambda: f"{mark.formal} is false")
