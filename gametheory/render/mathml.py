"""Formulas as MathML for the page and as plain characters for terminals.

Formulas are in the LaTeX that sympy writes, between dollar signs or `\\(` and `\\)`; a single dollar sign is an
ordinary character. Both forms are made from one tree of MathML elements, so they always agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import unescape
from unicodedata import normalize
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import convert_to_element
from markupsafe import Markup, escape

FORMULA = re.compile(r"\$([^$]+)\$([,.;:!?)\]]*)")
IN_PARENTHESES = re.compile(r"\\\(([^$]+?)\\\)")  # another way to delimit a formula, which MathJax reads as well
RELATION = re.compile(r" *([=<>≤≥≠≡≈≔∈∉⊂⊆∧∨∣→⇒⇔⟹⟺⟶]+) *")
OPERATION = re.compile(r"(?<=[\w)\]}⌋⌉′]) *([+−·×∖]) *")
PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
ELEMENTS = frozenset(PARTS) | frozenset("math mi mn mo mtext mspace mrow msqrt mtable mtr mtd mstyle mphantom".split())
# Others could restyle the page around a formula: the converter makes style, class and href of \\style, \\class, \\href.
ATTRIBUTES = frozenset(
    "display displaystyle scriptlevel mathvariant stretchy fence form lspace rspace width height depth minsize maxsize "
    "linethickness movablelimits largeop separator accent accentunder columnalign rowspacing columnspacing".split()
)
PRIMES = "′″‴"
UPRIGHT = "ℂℕℙℚℝℤ"
OPENING, CLOSING = "([{⌈⌊", ")]}⌉⌋"  # MathML's dictionary of operators: fences that stretch, at either end of a row
FENCE = {"stretchy": "true", "fence": "true"}
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SIGNS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"(?<![<=>!-])<=(?![=>])", "≤"),
    (r"(?<![<=>!-])>=(?![=>])", "≥"),
    (r"(?<=\b\w) - (?=\w)|(?<=\w) - (?=\w\b)", " − "),
    (r"\b(\d+(?:\.\d+)?)e([+-]?)0*(\d+)\b", lambda match: f"{match[1]}·10{_power(match[2], match[3])}"),
    (r"(?<=\w)\^(-?\d+)\b", lambda match: match[1].translate(SUPERSCRIPTS)),
    (r"(?<=\d) %", "\N{NO-BREAK SPACE}%"),
    (r"(?<=\b[A-Za-z])_(\d)\b", lambda match: match[1].translate(SUBSCRIPTS)),
)
ONE_TERM = re.compile(r"\d+|[^\W\d_]+|\([^()]*\)")


def mathml(latex: str, display: bool = False) -> Markup:
    """Return a LaTeX formula as a MathML element, inline or displayed.

    A name of several letters, as in `\\\\mathit{dpw}`, is one identifier. A formula that cannot be typeset stays LaTeX,
    with a note.
    """
    try:
        return _typeset(latex, display)
    except ValueError as error:
        return Markup("<code>{}</code> ({})").format(latex, str(error).partition(": ")[0])


def formula_errors(text: str) -> Iterator[str]:
    """Yield why formulas in a text cannot be typeset."""
    for match in FORMULA.finditer(_in_dollars(text)):
        try:
            _typeset(match[1])
        except ValueError as error:
            yield str(error)


@cache
def _typeset(latex: str, display: bool = False) -> Markup:
    try:
        tree = _tree(latex, display)
        _drop_defaults(tree)
        return Markup(tostring(tree, encoding="unicode"))
    except RecursionError as error:
        raise ValueError(f"this formula is nested too deeply: {latex}") from error


def with_mathml(text: str) -> Markup:
    """Return text as HTML: escaped, with formulas as MathML and line breaks as `<br>`."""
    pieces = FORMULA.split(_in_dollars(text))  # words, a formula, the punctuation after it, words, ...
    words = [escape(piece).replace("\n", Markup("<br>")) for piece in pieces[::3]]
    html = words[0]
    for latex, sign, after in zip(pieces[1::3], pieces[2::3], words[1:], strict=True):
        html += _tied(latex, sign) + after
    return html


def _in_dollars(text: str) -> str:
    return IN_PARENTHESES.sub(r"$\1$", text)


def _tied(latex: str, sign: str) -> Markup:
    """Return a formula joined to the punctuation after it, so that no line begins with a comma."""
    formula = mathml(latex)
    if sign:
        return Markup('<span class="tied">{}{}</span>').format(formula, sign)
    return formula


def plain_text(text: str) -> str:
    """Return text with formulas in plain characters, with parentheses where the two-dimensional layout implied them.

    A formula that cannot be parsed stays in LaTeX.
    """
    return FORMULA.sub(lambda match: _characters(match[1]) + match[2], _in_dollars(text))


def _tree(latex: str, display: bool = False) -> Element:
    try:
        root: Element = convert_to_element(latex, display="block" if display else "inline")
    except Exception as error:
        raise ValueError(f"this formula cannot be parsed: {latex}") from error
    root.attrib.pop("xmlns")
    elements = list(root.iter())
    refused: set[str] = set()
    for element in elements:
        refused |= ({element.tag} - ELEMENTS) | (element.attrib.keys() - ATTRIBUTES)
    if refused:
        raise ValueError(f"a formula may not have {', '.join(sorted(refused))}: {latex}")
    for element in elements:
        if len(element) != PARTS.get(element.tag, len(element)):
            raise ValueError(f"a part is missing in this formula: {latex}")
        # the converter leaves character references as text; `tostring` escapes again
        element.text = unescape(element.text or "")
        if "\\" in element.text:
            raise ValueError(f"this formula contains an unknown command: {latex}")
    for element in root.iter():
        if element.tag not in PARTS:
            _join_letters(element)
        _slant(element)
        _attach_prime(element)
        _close_up(element)
    return root


def _join_letters(row: Element) -> None:
    """Merge neighbors in one font into one identifier: the converter writes a name letter by letter."""
    name: Element | None = None
    for child in list(row):
        font = child.get("mathvariant")
        if name is not None and child.tag in ("mi", "mn") and font == name.get("mathvariant"):
            name.text = (name.text or "") + (child.text or "")
            row.remove(child)
        else:
            name = child if child.tag == "mi" and font else None


def _slant(element: Element) -> None:
    """Say which names are upright: single letters are italic by default, and by our style sheet longer names, too."""
    if element.tag != "mi":
        return
    text = element.text or ""
    font = element.attrib.pop("mathvariant", "")
    # the converter writes an italic letter as a sign of its own, such as U+1D465
    letter = normalize("NFKC", text)
    if len(letter) == 1 and letter.isalpha() and text not in UPRIGHT:
        element.text = text = letter
        font = font or "italic"
    if font != "italic":
        element.set("mathvariant", "normal")
    elif len(text) > 1:
        element.set("mathvariant", "italic")


def _attach_prime(element: Element) -> None:
    """Move primes out of superscripts: their glyphs are already raised and would become too small."""
    if element.tag != "msup":
        return
    prime = "".join(element[1].itertext())
    if prime and set(prime) <= set(PRIMES):
        element.tag = "mrow"
        element[1] = Element("mo", lspace="0", rspace="0")
        element[1].text = prime


def _close_up(element: Element) -> None:
    """Remove the space around max, infinity and slashes: browsers treat them as operators, TeX does not."""
    text = element.text or ""
    is_name = len(text) > 1 and text.isalpha()
    if element.tag == "mo" and (is_name or text in ("/", "∞")):
        element.attrib |= {"lspace": "0", "rspace": "0"}


def _characters(latex: str) -> str:
    try:
        text = _linear(_tree(latex))
    except (ValueError, RecursionError):
        return latex
    return " ".join(OPERATION.sub(r" \1 ", RELATION.sub(r" \1 ", text)).split())


def _linear(element: Element) -> str:
    """Return the plain characters of an element."""
    parts = [_linear(child) for child in element]
    match element.tag:
        case "mfrac" if element.get("linethickness") == "0":
            return f"{parts[0]} choose {parts[1]}"
        case "mfrac":
            return f"{_term(parts[0])}/{_term(parts[1])}"
        case "msup" | "mover":
            return f"{parts[0]}^{_term(parts[1])}"
        case "msub" | "munder":
            return f"{parts[0]}_{_term(parts[1])}"
        case "msubsup" | "munderover":
            return f"{parts[0]}_{_term(parts[1])}^{_term(parts[2])}"
        case "msqrt":
            return f"√{_term(_side_by_side(parts))}"
        case "mroot":
            return f"{_term(parts[0])}^(1/{parts[1]})"
        case "mtable":
            return "; ".join(parts)
        case "mtr":
            return " ".join(parts)
        case "mspace":
            return " "
    return _text(element.text or "") + _side_by_side(parts)


def _text(text: str) -> str:
    if text in (",", ";", ":"):
        return f"{text} "
    return text


def _side_by_side(parts: Iterable[str]) -> str:
    """Join parts, with a space if two of them would read as one name."""
    joined = ""
    for part in parts:
        ends_factor = joined.endswith(")")
        is_touching = part[:1].isalnum() and (joined[-1:].isalnum() or ends_factor)
        # 2x, ab and (a + b)c are read as products
        is_product = len(part) == 1 and (len(joined) == 1 or joined.isdigit() or ends_factor)
        if is_touching and not is_product:
            joined += " "
        joined += part
    return joined


def _term(text: str) -> str:
    """Add parentheses unless the text is a number, a name or in parentheses already."""
    if ONE_TERM.fullmatch(text):
        return text
    return f"({text})"


def _drop_defaults(root: Element) -> None:
    """Remove attributes that have their default value, and rows with a single element, from a tree of MathML."""
    if root.get("display") == "inline":
        del root.attrib["display"]
    _unwrap(root)
    if len(root) == 1 and _is_row(root[0]):
        root[:] = list(root[0])  # several elements of <math> are a row
    for element in root.iter():
        if element.tag in ("mrow", "math") and len(element) > 1:
            _drop_fence(element[0], "prefix", OPENING)
            _drop_fence(element[-1], "postfix", CLOSING)


def _is_row(element: Element) -> bool:
    return element.tag == "mrow" and not element.attrib


def _unwrap(element: Element) -> None:
    """Replace each row with a single element by that element."""
    for index, child in enumerate(element):
        _unwrap(child)
        if _is_row(child) and len(child) == 1:
            element[index] = child[0]


def _drop_fence(operator: Element, form: str, fences: str) -> None:
    is_fence = operator.tag == "mo" and (operator.text or "") in fences
    # its place in the row says the same
    if is_fence and operator.attrib == FENCE | {"form": form}:
        operator.attrib.clear()


def _power(sign: str, digits: str) -> str:
    return f"{sign.replace('+', '')}{digits}".translate(SUPERSCRIPTS)


def with_signs(text: str) -> str:
    """Return text with the signs of mathematics for those of a keyboard, outside formulas."""
    pieces = re.split(r"(\$[^$]+\$)", _in_dollars(text))
    for index in range(0, len(pieces), 2):  # the others are formulas
        for pattern, sign in SIGNS:
            pieces[index] = re.sub(pattern, sign, pieces[index])
    return "".join(pieces)


def prose(text: str) -> Markup:
    """Return a sentence as HTML, with formulas as MathML and the signs of mathematics."""
    return with_mathml(with_signs(text))
