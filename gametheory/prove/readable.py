"""Terms as a person reads them: in Unicode text and in LaTeX.

The printer changes only the look: `(+ a (- b))` is a − b, `(* n n)` is n², and a conditional that is the larger or
smaller of two numbers is max or min.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from gametheory.prove.terms import Term

NEGATED = {"=": "≠", "<": "≥", "<=": ">", ">": "≤", ">=": "<"}
LATEX_SIGNS = {"=": "=", "≠": r"\ne", "<": "<", "≤": r"\le", ">": ">", "≥": r"\ge"}
RELATIONS = {"=": "=", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
GREEK = {"phi": "φ", "rho": "ρ", "root5": "√5"}
GREEK_LATEX = {"phi": r"\varphi", "rho": r"\rho", "root5": r"\sqrt{5}"}
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

# The binding strength of what is printed: a part that binds less than its place requires gets brackets.
ATOM, POWER, PRODUCT, SUM, RELATION, CONNECTIVE, IMPLICATION = range(7, 0, -1)


class _Printed(NamedTuple):
    text: str
    strength: int


def as_text(term: Term) -> str:
    """Return a term as Unicode text.

    >>> from gametheory.prove.terms import parse
    >>> as_text(parse("(=> (not (= x 0)) (>= (+ (* x x) (- 1)) (* 2 (+ x y))))"))
    'x ≠ 0 ⟹ x² − 1 ≥ 2 (x + y)'
    """
    return _print(term, latex=False).text


def as_latex(term: Term) -> str:
    """Return a term as LaTeX.

    >>> from gametheory.prove.terms import parse
    >>> as_latex(parse("(<= (* rho rho) (ite (>= x dpw) x dpw))"))
    '\\\\rho^{2} \\\\le \\\\max(x, \\\\mathit{dpw})'
    """
    return _print(term, latex=True).text


def _print(term: Term, latex: bool) -> _Printed:
    if isinstance(term, str):
        return _Printed(_name(term, latex), ATOM)
    operator, parts = term[0], term[1:]
    if operator == "+":
        return _sum(parts, latex)
    if operator == "*":
        return _product(parts, latex)
    if operator == "-" and len(parts) == 1:
        return _Printed(f"−{_in(parts[0], POWER, latex)}" if not latex else f"-{_in(parts[0], POWER, latex)}", SUM)
    if operator == "-":
        return _sum((parts[0], *(("-", part) for part in parts[1:])), latex)
    if operator == "/":
        over = [_print(part, latex).text for part in parts]
        return _Printed(rf"\frac{{{over[0]}}}{{{over[1]}}}" if latex else "/".join(over), ATOM if latex else PRODUCT)
    if operator == "to_real":
        return _print(parts[0], latex)
    if operator in RELATIONS:
        return _relation(RELATIONS[str(operator)], parts, latex)
    return _connective(str(operator), parts, latex)


def _connective(operator: str, parts: tuple[Term, ...], latex: bool) -> _Printed:
    if operator == "not":
        inside = parts[0]
        if isinstance(inside, tuple) and inside[0] in RELATIONS:
            return _relation(NEGATED[str(inside[0])], inside[1:], latex)
        return _Printed((r"\neg " if latex else "not ") + _in(inside, ATOM, latex), ATOM)
    if operator == "ite":
        return _conditional(parts, latex)
    if operator == "=>":
        sign = r" \Rightarrow " if latex else " ⟹ "
        return _Printed(sign.join(_in(part, CONNECTIVE, latex) for part in parts), IMPLICATION)
    sign = {"and": r" \wedge " if latex else " and ", "or": r" \vee " if latex else " or "}[operator]
    if operator == "and" and len(parts) == 2 and parts[1] == _converse(parts[0]):
        both = r" \Leftrightarrow " if latex else " ⟺ "
        return _Printed(both.join(_in(part, CONNECTIVE, latex) for part in parts[0][1:]), IMPLICATION)
    return _Printed(sign.join(_in(part, RELATION, latex) for part in parts), CONNECTIVE)


def _converse(term: Term) -> Term | None:
    return ("=>", term[2], term[1]) if isinstance(term, tuple) and term[0] == "=>" else None


def _conditional(parts: tuple[Term, ...], latex: bool) -> _Printed:
    condition, first, second = parts
    for sign, name in ((">=", "max"), ("<=", "min")):
        if condition == (sign, first, second):
            inside = f"({_print(first, latex).text}, {_print(second, latex).text})"
            return _Printed((rf"\{name}" if latex else name) + inside, ATOM)
    texts = [_print(part, latex).text for part in (condition, first, second)]
    if latex:
        return _Printed(
            rf"\begin{{cases}} {texts[1]} & \text{{if }} {texts[0]} \\ {texts[2]} & \text{{otherwise}} \end{{cases}}",
            ATOM,
        )
    return _Printed(f"({texts[1]} if {texts[0]}, else {texts[2]})", ATOM)


def _relation(sign: str, parts: tuple[Term, ...], latex: bool) -> _Printed:
    shown = LATEX_SIGNS[sign] if latex else sign
    return _Printed(f" {shown} ".join(_in(part, SUM, latex) for part in parts), RELATION)


def _sum(parts: tuple[Term, ...], latex: bool) -> _Printed:
    minus = "-" if latex else "−"
    text = ""
    for part in parts:
        negative, size = _without_sign(part)
        sign = (minus if negative else "") if not text else f" {minus if negative else '+'} "
        text += sign + _in(size, PRODUCT, latex)
    return _Printed(text, SUM)


def _without_sign(term: Term) -> tuple[bool, Term]:
    """Return whether a summand is subtracted, and the summand without its sign."""
    if isinstance(term, tuple) and term[0] == "-" and len(term) == 2:
        return True, term[1]
    if isinstance(term, tuple) and term[0] == "*" and _minus_constant(term[1]) is not None:
        size, rest = _minus_constant(term[1]), term[2:]
        if size in ("1", "1.0"):
            return True, rest[0] if len(rest) == 1 else ("*", *rest)
        return True, ("*", str(size), *rest)
    return False, term


def _minus_constant(term: Term) -> str | None:
    """Return the size of a negative constant, otherwise None."""
    if isinstance(term, tuple) and term[0] == "-" and len(term) == 2 and isinstance(term[1], str):
        return term[1] if term[1][0].isdigit() else None
    return None


def _product(parts: tuple[Term, ...], latex: bool) -> _Printed:
    minus, sign = _minus_constant(parts[0]), ""
    if minus is not None:
        sign, parts = "-" if latex else "−", parts[1:] if minus in ("1", "1.0") else (minus, *parts[1:])
    factors = []
    for part, run in groupby(parts):
        count, base = len(list(run)), _in(part, POWER, latex)
        number = isinstance(part, str) and part[0].isdigit()
        if count == 1 or number:
            factors += [base] * count
        else:
            base = _in(part, ATOM, latex)
            factors.append(f"{base}^{{{count}}}" if latex else base + str(count).translate(SUPERSCRIPTS))
    gap = r" \cdot " if latex else " · "
    between = r" \, " if latex else " "  # without it, a product of x and y would look like the name xy
    text = factors[0]
    for factor in factors[1:]:
        text += (gap if factor[0].isdigit() else between) + factor
    return _Printed(sign + text, SUM if sign else PRODUCT if len(factors) > 1 else POWER)


def _in(term: Term, least: int, latex: bool) -> str:
    """Return a part, in brackets if it binds less than its place requires."""
    printed = _print(term, latex)
    if printed.strength >= least:
        return printed.text
    return rf"\left({printed.text}\right)" if latex else f"({printed.text})"


def _name(name: str, latex: bool) -> str:
    if name[0].isdigit():
        return name.removesuffix(".0")
    stem, primes = name.rstrip("_"), len(name) - len(name.rstrip("_"))
    table: Mapping[str, str] = GREEK_LATEX if latex else GREEK
    shown = table.get(stem, stem)
    if latex and shown == stem and len(stem) > 1:
        shown = rf"\mathit{{{stem}}}".replace("_", r"\_")
    return shown + "′" * primes if not latex else shown + "'" * primes
