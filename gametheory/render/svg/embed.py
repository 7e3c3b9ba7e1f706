"""Embed an SVG file in an HTML page: remove scripts and external resources, and make its ids unique."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from markupsafe import Markup

from gametheory.render.mathml import plain_text

SVG = "http://www.w3.org/2000/svg"
ID_ATTRIBUTES = ("id", "aria-labelledby", "aria-describedby")
INERT = ("script", "foreignObject")


def embed_svg(figure: dict[str, Any], number: int) -> Markup:
    """Return the SVG of a figure for use inside a page.

    Each id gets a prefix with the number of the figure, so that ids of different figures differ. Scripts and references
    to other files are removed.

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
    <svg id="drawing-3-a" role="img" aria-label="a curve" />
    """
    try:
        root = fromstring(figure["svg"])
    except ParseError as error:
        raise ValueError(f"the drawing '{figure['caption']}' is not SVG: {error}") from error
    _clean(root)
    _rename(root, f"drawing-{number}-")
    root.attrib.setdefault("role", "img")
    root.attrib.setdefault("aria-label", plain_text(figure["caption"]))
    return Markup(tostring(root, encoding="unicode"))


def _clean(element: Element) -> None:
    """Remove namespaces, which HTML does not need, and everything that runs, loads or is not SVG."""
    element.tag = _local(element.tag)
    attributes = {_local(name): value for name, value in element.attrib.items()}
    element.attrib.clear()
    element.attrib.update((name, value) for name, value in attributes.items() if _harmless(name, value))
    for child in list(element):
        if _is_graphic(child):
            _clean(child)
        else:
            element.remove(child)


def _rename(root: Element, prefix: str) -> None:
    """Add a prefix to every id, and to every reference to an id in an attribute or a style rule."""
    ids = {element.get("id", "") for element in root.iter()} - {""}

    def renamed(name: str, value: str) -> str:
        if name in ID_ATTRIBUTES:
            return " ".join(prefix + word for word in value.split())
        return re.sub(r"#([\w.-]+)", lambda ref: f"#{prefix if ref[1] in ids else ''}{ref[1]}", value)

    for element in root.iter():
        element.attrib.update({name: renamed(name, value) for name, value in element.attrib.items()})
        if element.tag == "style":
            element.text = renamed("style", element.text or "")


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _is_graphic(element: Element) -> bool:
    space, _, name = element.tag.rpartition("}")
    if name == "style" and "@import" in (element.text or ""):
        return False
    return space.lstrip("{") in ("", SVG) and name not in INERT


def _harmless(name: str, value: str) -> bool:
    loads = (name == "href" and not value.startswith(("#", "data:image/"))) or "//" in value
    return not name.lower().startswith("on") and not loads
