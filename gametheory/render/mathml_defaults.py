"""Shorter MathML: leave out what a browser assumes anyway. Formulas are a quarter of a report."""

from __future__ import annotations

from xml.etree.ElementTree import Element

OPENING, CLOSING = "([{⌈⌊", ")]}⌉⌋"  # MathML's dictionary of operators: fences that stretch, at either end of a row
FENCE = {"stretchy": "true", "fence": "true"}


def drop_defaults(root: Element) -> None:
    """Remove attributes that have their default value, and rows with a single element, from a tree of MathML.

    Single letters are italic by default, and identifiers of several letters are upright. The style sheet of a report
    makes all identifiers italic, so those that are upright say so.

    Examples
    --------
    >>> from xml.etree.ElementTree import fromstring, tostring
    >>> tree = fromstring('<math display="inline"><mrow><mi mathvariant="italic">n</mi><mi>log</mi></mrow></math>')
    >>> drop_defaults(tree)
    >>> tostring(tree)
    b'<math><mi>n</mi><mi mathvariant="normal">log</mi></math>'
    """
    if root.get("display") == "inline":
        del root.attrib["display"]
    _unwrap(root)
    if len(root) == 1 and _is_row(root[0]):
        root[:] = list(root[0])  # several elements of <math> are a row
    for element in root.iter():
        if element.tag == "mi":
            _name_variant(element)
        elif element.tag in ("mrow", "math") and len(element) > 1:
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


def _name_variant(name: Element) -> None:
    italic = name.attrib.pop("mathvariant", "normal") == "italic"
    if len(name.text or "") > 1 and italic:
        name.set("mathvariant", "italic")
    elif not italic:
        name.set("mathvariant", "normal")


def _drop_fence(operator: Element, form: str, fences: str) -> None:
    if operator.tag == "mo" and (operator.text or "") in fences and operator.attrib == FENCE | {"form": form}:
        operator.attrib.clear()
