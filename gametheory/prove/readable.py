"""Terms as a person reads them: in Unicode text and in LaTeX.

The printer changes only the look: `(+ a (- b))` is a − b, `(* n n)` is n², and a conditional that is the larger or
smaller of two numbers is max or min.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from gametheory.prove.terms import Term

NEGATED = {"=": "≠", "<": "≥", "<=": ">", ">": "≤", ">=": "<"}
RELATIONS = {"=": "=", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
# Each sign in text and in LaTeX.
SIGNS = {
    "=": (" = ", " = "),
    "≠": (" ≠ ", r" \ne "),
    "<": (" < ", " < "),
    "≤": (" ≤ ", r" \le "),
    ">": (" > ", " > "),
    "≥": (" ≥ ", r" \ge "),
    "and": (" and ", r" \wedge "),
    "or": (" or ", r" \vee "),
    "=>": (" ⟹ ", r" \Rightarrow "),
    "<=>": (" ⟺ ", r" \Leftrightarrow "),
    "not": ("not {}", r"\neg {}"),
    "if": (
        "({1} if {0}, else {2})",
        r"\begin{{cases}} {1} & \text{{if }} {0} \\ {2} & \text{{otherwise}} \end{{cases}}",
    ),
    "max": ("max({}, {})", r"\max({}, {})"),
    "min": ("min({}, {})", r"\min({}, {})"),
    "/": ("{}/{}", r"\frac{{{}}}{{{}}}"),
    "()": ("({})", r"\left({}\right)"),
    "-": ("−", "-"),
    "·": (" · ", r" \cdot "),
    " ": (" ", r" \, "),  # without it, a product of x and y would look like the name xy
    "'": ("′", "'"),
}
NAMES = {"phi": ("φ", r"\varphi"), "rho": ("ρ", r"\rho"), "root5": ("√5", r"\sqrt{5}")}
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

# The binding strength of what is printed: a part that binds less than its place requires gets brackets.
ATOM, POWER, PRODUCT, SUM, RELATION, CONNECTIVE, IMPLICATION = range(7, 0, -1)


class _Printed(NamedTuple):
    text: str
    strength: int


def as_text(term: Term) -> str:
    """Return a term as Unicode text."""
    return _print(term, latex=False).text


def as_latex(term: Term) -> str:
    """Return a term as LaTeX."""
    return _print(term, latex=True).text


def latex_parts(term: Term) -> list[str]:
    """Return a term in LaTeX, a conjunction as several formulas, between which a line can break."""
    if isinstance(term, tuple) and term[0] == "and" and not is_equivalence(term):
        return [_in(part, RELATION, latex=True) for part in term[1:]]
    return [as_latex(term)]


def _print(term: Term, latex: bool) -> _Printed:
    negative, size = _without_sign(term)
    if negative:
        return _Printed(SIGNS["-"][latex] + _in(size, PRODUCT, latex), SUM)
    if isinstance(term, str):
        return _Printed(_name(term, latex), ATOM)
    operator, parts = str(term[0]), term[1:]
    if operator == "+":
        return _sum(parts, latex)
    if operator == "-":
        return _sum((parts[0], *(("-", part) for part in parts[1:])), latex)
    if operator == "*":
        return _product(parts, latex)
    if operator == "/":
        return _Printed(_filled("/", parts, latex), POWER if latex else PRODUCT)
    if operator == "to_real":
        return _print(parts[0], latex)
    if operator in RELATIONS:
        return _joined(RELATIONS[operator], parts, SUM, RELATION, latex)
    return _connective(operator, parts, latex)


def _connective(operator: str, parts: Sequence[Term], latex: bool) -> _Printed:
    first = parts[0]
    if operator == "not" and isinstance(first, tuple) and first[0] in NEGATED:
        return _joined(NEGATED[str(first[0])], first[1:], SUM, RELATION, latex)
    if operator == "not":
        return _Printed(SIGNS["not"][latex].format(_in(first, ATOM, latex)), ATOM)
    if operator == "ite":
        names = {(">=", *parts[1:]): "max", ("<=", *parts[1:]): "min"}
        name = names.get(first) if isinstance(first, tuple) else None
        if name:
            return _Printed(_filled(name, parts[1:], latex), ATOM)
        # In LaTeX, cases have no bracket on the right: an exponent would look like one of the first condition.
        return _Printed(_filled("if", parts, latex), SUM if latex else ATOM)
    if operator == "and" and is_equivalence(("and", *parts)):
        return _joined("<=>", first[1:], CONNECTIVE, IMPLICATION, latex)
    if operator == "=>":
        return _joined("=>", parts, CONNECTIVE, IMPLICATION, latex)
    return _joined(operator, parts, RELATION, CONNECTIVE, latex)


def is_equivalence(term: Term) -> bool:
    """Return whether a term is the conjunction of an implication and its converse."""
    match term:
        case ("and", ("=>", one, other), ("=>", again, start)):
            return (one, other) == (start, again)
    return False


def _joined(sign: str, parts: Sequence[Term], least: int, strength: int, latex: bool) -> _Printed:
    return _Printed(SIGNS[sign][latex].join(_in(part, least, latex) for part in parts), strength)


def _filled(sign: str, parts: Sequence[Term], latex: bool) -> str:
    return SIGNS[sign][latex].format(*(_print(part, latex).text for part in parts))


def _sum(parts: Sequence[Term], latex: bool) -> _Printed:
    minus, text = SIGNS["-"][latex], ""
    for part in parts:
        negative, size = _without_sign(part)
        sign = (minus if negative else "") if not text else f" {minus if negative else '+'} "
        text += sign + _in(size, PRODUCT, latex)
    return _Printed(text, SUM)


def _without_sign(term: Term) -> tuple[bool, Term]:
    """Return whether a term is subtracted in a sum, and the term without its sign."""
    match term:
        case ("-", size):
            return True, size
        case ("*", ("-", str(number)), *rest) if number[0].isdigit():
            factors = rest if number in ("1", "1.0") else [number, *rest]
            return True, factors[0] if len(factors) == 1 else ("*", *factors)
    return False, term


def _product(parts: Sequence[Term], latex: bool) -> _Printed:
    factors = []
    for part, run in groupby(parts):
        count, base = len(list(run)), _in(part, POWER, latex)
        number = isinstance(part, str) and part[0].isdigit()
        if count == 1 or number:
            factors += [base] * count
        else:
            power = f"^{{{count}}}" if latex else str(count).translate(SUPERSCRIPTS)
            factors.append(_in(part, ATOM, latex) + power)
    text = factors[0]
    for factor in factors[1:]:
        mixed = text[-1].isdigit() and factor.startswith(r"\frac")  # 2 ½ would look like two and a half
        text += SIGNS["·" if factor[0].isdigit() or mixed else " "][latex] + factor
    return _Printed(text, PRODUCT if len(factors) > 1 else POWER)


def _in(term: Term, least: int, latex: bool) -> str:
    """Return a part, in brackets if it binds less than its place requires."""
    printed = _print(term, latex)
    if printed.strength >= least:
        return printed.text
    return SIGNS["()"][latex].format(printed.text)


def _name(name: str, latex: bool) -> str:
    if name[0].isdigit():
        return name.removesuffix(".0")
    stem = name.rstrip("_")
    long = rf"\mathit{{{stem}}}".replace("_", r"\_") if len(stem) > 1 else stem
    if numbered := re.fullmatch(r"([A-Za-z])(\d+)", stem):
        long = f"{numbered[1]}_{{{numbered[2]}}}"
    return NAMES.get(stem, (stem, long))[latex] + SIGNS["'"][latex] * (len(name) - len(stem))
