"""Embed an SVG file in an HTML page: keep what is in a fixed list, and make ids and classes unique.

The list has no element that runs, loads, animates or contains HTML, and no attribute that a script of the page uses.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from markupsafe import Markup

from gametheory.render.mathml import plain_text
from gametheory.render.svg.safe_style import PROPERTIES, is_safe_value, safe_declarations, scoped_style

SVG = "http://www.w3.org/2000/svg"
ELEMENTS = frozenset(
    """
    a circle clipPath defs desc ellipse g image line linearGradient marker mask path pattern polygon polyline
    radialGradient rect stop style svg switch symbol text textPath title tspan use
    """.split()
)
GEOMETRY = frozenset(
    """
    clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits lengthAdjust markerHeight markerUnits
    markerWidth maskContentUnits maskUnits method offset orient pathLength patternContentUnits patternTransform
    patternUnits points preserveAspectRatio r refX refY rotate rx ry side space spacing spreadMethod startOffset
    textLength version viewBox x x1 x2 y y1 y2
    """.split()
)
TEXTS = frozenset(("aria-label", "aria-hidden", "aria-roledescription", "lang", "role"))
REFERENCES = frozenset(("id", "aria-labelledby", "aria-describedby"))
NAMES = re.compile(r"[\w.:-]+(?:\s+[\w.:-]+)*")
LINK = re.compile(r"#\S*|data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*")


def embed_svg(figure: dict[str, Any], number: int) -> Markup:
    """Return the SVG of a figure for use inside a page.

    Each id and each class gets a prefix with the number of the figure, so that neither styles nor scripts of the page
    apply to it, and its own styles apply to nothing else. It loads nothing.

    Parameters
    ----------
    figure
        A figure of the manifest.
    number
        A number that no other figure of the page has.

    Raises
    ------
    ValueError
        If the text is not XML; the message gives the caption.

    Examples
    --------
    >>> print(embed_svg({"svg": '<svg id="a" onload="run()"><script/></svg>', "caption": "a curve"}, 3))
    <svg id="drawing-3-a" class="drawing-3" role="img" aria-label="a curve" />
    """
    return Markup(tostring(safe_drawing(figure, number), encoding="unicode"))


def safe_drawing(figure: dict[str, Any], number: int) -> Element:
    """Return the root element of the SVG that `embed_svg` returns; parameters and errors are the same.

    Examples
    --------
    >>> drawing = safe_drawing({"svg": "<svg><style>text{fill:red}</style></svg>", "caption": "a text"}, 3)
    >>> drawing[0].text
    'text:is(.drawing-3,.drawing-3 *){fill:red}'
    """
    try:
        root = fromstring(figure["svg"])
    except ParseError as error:
        raise ValueError(f"the drawing '{figure['caption']}' is not SVG: {error}") from error
    scope = f"drawing-{number}"
    _keep_graphics(root)
    root.tag = "svg"
    _rename(root, f"{scope}-", scope)
    _remove_empty_styles(root)
    root.set("class", f"{scope} {root.get('class', '')}".strip())
    root.attrib.setdefault("role", "img")
    root.attrib.setdefault("aria-label", plain_text(figure["caption"]))
    return root


def _keep_graphics(element: Element) -> None:
    """Remove the elements and attributes that are not in the lists, and namespaces, which HTML does not need."""
    element.tag = _local(element.tag)
    attributes = {_local(name): value for name, value in element.attrib.items()}
    element.attrib.clear()
    if element.tag != "style":
        element.attrib.update((name, value) for name, value in attributes.items() if _is_kept(name, value))
    for child in list(element):
        space, _, name = child.tag.rpartition("}")
        if name in ELEMENTS and space.lstrip("{") in ("", SVG) and element.tag != "style":
            _keep_graphics(child)
        else:
            element.remove(child)


def _is_kept(name: str, value: str) -> bool:
    if name in REFERENCES or name == "class":
        return NAMES.fullmatch(value.strip()) is not None
    if name == "href":
        return LINK.fullmatch(value) is not None
    return name in TEXTS or name == "style" or (name in GEOMETRY | PROPERTIES and is_safe_value(value))


def _rename(root: Element, prefix: str, scope: str) -> None:
    """Add a prefix to every id and class, and to every reference to them in an attribute or a style rule."""
    ids = {element.get("id", "") for element in root.iter()} - {""}

    def renamed(name: str, value: str) -> str:
        if name in REFERENCES or name == "class":
            return " ".join(prefix + word for word in value.split())
        if name in TEXTS or value.startswith("data:"):
            return value
        text = safe_declarations(value) if name == "style" else value
        return re.sub(r"#([\w.:-]+)", lambda found: f"#{prefix if found[1] in ids else ''}{found[1]}", text)

    for element in root.iter():
        element.attrib.update({name: renamed(name, value) for name, value in element.attrib.items()})
        if element.tag == "style":
            element.text = scoped_style(element.text or "", prefix, ids, scope)


def _remove_empty_styles(element: Element) -> None:
    """Remove the style sheets of which nothing is left."""
    for child in list(element):
        if child.tag == "style" and not child.text:
            element.remove(child)
        else:
            _remove_empty_styles(child)


def _local(name: str) -> str:
    return name.rpartition("}")[2]
