"""Mathematical signs in sentences that were written on a keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup

from gametheory.render.mathml import with_mathml

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SIGNS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"(?<![<=>!-])<=(?![=>])", "≤"),
    (r"(?<![<=>!-])>=(?![=>])", "≥"),
    (r"(?<=\b\w) - (?=\w)|(?<=\w) - (?=\w\b)", " − "),
    (r"\b(\d+(?:\.\d+)?)e([+-]?)0*(\d+)\b", lambda found: f"{found[1]}·10{_power(found[2], found[3])}"),
    (r"(?<=\w)\^(-?\d+)\b", lambda found: found[1].translate(SUPERSCRIPTS)),
    (r"(?<=\d) %", "\N{NO-BREAK SPACE}%"),
    (r"(?<=\b[A-Za-z])_(\d)\b", lambda found: found[1].translate(SUBSCRIPTS)),
)


def _power(sign: str, digits: str) -> str:
    return f"{sign.replace('+', '')}{digits}".translate(SUPERSCRIPTS)


def with_signs(text: str) -> str:
    """Return text with the signs of mathematics for those of a keyboard, outside formulas.

    Examples
    --------
    >>> with_signs("n^2 - n x <= x_2 within 2e-14, and $n <= 2$")
    'n² − n x ≤ x₂ within 2·10⁻¹⁴, and $n <= 2$'
    >>> with_signs("a -> b <=> c, a well-known x-axis")
    'a -> b <=> c, a well-known x-axis'
    """
    pieces = re.split(r"(\$[^$]+\$)", text)
    for place in range(0, len(pieces), 2):
        for pattern, sign in SIGNS:
            pieces[place] = re.sub(pattern, sign, pieces[place])
    return "".join(pieces)


def prose(text: str) -> Markup:
    """Return a sentence as HTML, with formulas as MathML and the signs of mathematics.

    >>> print(prose("n >= 2"))
    n ≥ 2
    """
    return with_mathml(with_signs(text))
