"""The claims that a text makes itself: expressions and steps of derivations, each also checked with changed numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from gametheory.claims.conclude import prove, refuted, swept
from gametheory.claims.declare import Claim, Declaration, SourceCode
from gametheory.claims.evidence import Text as Note
from gametheory.claims.plain_values import error_text, escaped, untypeset
from gametheory.claims.status import TRUE, Status
from gametheory.claims.verdict import Verdict, Witness, open_
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
LITERAL = re.compile(r"(?<![\d.])\d+(?![\d.])|[+-]")
POINTS = (1, 2, 3, 5, -1)


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
    check = partial(_checked, text, mark, run, imports) if mark.kind == "check" else partial(_step, mark.formal)
    return Claim(
        mark.id,
        mark.sentence,
        f"line {mark.line}, column {mark.column}",
        check,
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


def _step(formal: str) -> Verdict:
    """Return the verdict of a step of a derivation: proved by both solvers, or refuted by numbers for its letters."""
    # here, because sympy takes longer to import than all else
    from gametheory.claims.derivation_formulas import derivation
    from gametheory.prove.derivation import DerivationStep
    from gametheory.prove.formula_reader import NotRead, read_formula

    def read(text: str) -> DerivationStep:
        return DerivationStep(*map(read_formula, text.split(" = ")))

    def holds(text: str) -> bool:
        try:
            return read(text).holds
        except (NotRead, ValueError, ZeroDivisionError):
            return True

    try:
        step = read(formal)
        true = step.holds
    except (NotRead, ValueError, ZeroDivisionError) as error:
        return open_(untypeset(f"{formal}: {error}"))
    if not true:
        return refuted(formal, 1, _point(step), *derivation([step]))
    try:
        verdict = prove(step.obligation("step"), *derivation([step]))
    except ValueError:  # both sides are the same number
        verdict = swept(check_cases(lambda _: true, [formal]), formal)
    tested = verdict.status not in TRUE or not all(map(holds, _changed(formal)))
    return verdict if tested else replace(verdict, evidence=(*verdict.evidence, Note(NOT_TESTED)))


def _changed(formal: str) -> Iterator[str]:
    """Yield a formula with one number moved by one, or one sign turned."""
    for found in LITERAL.finditer(formal):
        sign = found[0]
        for other in ({"+": "-", "-": "+"}[sign],) if sign in "+-" else (str(int(sign) + 1), str(abs(int(sign) - 1))):
            yield formal[: found.start()] + other + formal[found.end() :]


def _point(step: Any) -> Witness:
    """Return numbers for the letters of a false equation for which its sides differ."""
    from sympy import nsimplify, sstr

    from gametheory.prove.derivation import PHI, VALUE

    sides = [side.xreplace({PHI: VALUE}) for side in (step.left, step.right)]
    letters = sorted(set().union(*(side.free_symbols for side in sides)), key=str)
    for values in product(POINTS, repeat=len(letters)):
        numbers = dict(zip(letters, values, strict=True))
        left, right = (nsimplify(side.xreplace(numbers).doit()) for side in sides)
        if left.is_finite and right.is_finite and (left - right).simplify() != 0:
            case = ", ".join(f"{letter} = {value}" for letter, value in numbers.items())
            return Witness(case or "the numbers", f"the left side is {sstr(left)}, and the right side is {sstr(right)}")
    return Witness("some numbers", "the difference of the sides is not zero")
