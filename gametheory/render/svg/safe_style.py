"""Style sheets of drawings: keep the rules from a fixed list, and limit them to their drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator

PROPERTIES = frozenset(
    """
    alignment-baseline background background-color baseline-shift clip-path clip-rule color color-interpolation
    color-rendering direction display dominant-baseline fill fill-opacity fill-rule font font-family font-size
    font-size-adjust font-stretch font-style font-variant font-weight height image-rendering letter-spacing line-height
    marker marker-end marker-mid marker-start mask mask-type max-height max-width opacity overflow paint-order
    pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform
    transform-origin unicode-bidi vector-effect visibility white-space width word-spacing writing-mode
    """.split()
)
FUNCTIONS = "rgba?|hsla?|calc|translate[XY]?|scale[XY]?|rotate|skew[XY]|matrix"
PLAIN = r"\w\s.,%#+*/-"
# No other function is a value, so nothing can be loaded; `url(#...)` refers to a part of the page.
VALUE = re.compile(
    rf"(?:(?:{FUNCTIONS})\([{PLAIN}]*\)|var\(--[\w-]+\)|url\(\s*[\"']?#[\w.:-]+[\"']?\s*\)"
    rf"|[{PLAIN}]|\"[{PLAIN}]*\"|'[{PLAIN}]*')*",
    re.ASCII,
)
COMPOUND = r"(?:\*|[A-Za-z][\w-]*)?(?:[.#][A-Za-z_][\w-]*)*"
SELECTOR = re.compile(rf"(?=\S){COMPOUND}(?:(?:\s*[>+~]\s*|\s+)(?=[^\s>+~]){COMPOUND})*", re.ASCII)
MEDIA = re.compile(r"@media[\w\s():,.-]+", re.ASCII)
RULE = re.compile(r"\s*(?:(@[^{}]*)\{((?:[^{}]*\{[^{}]*\})*)\s*\}|([^{}@]+)\{([^{}]*)\})")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def is_safe_value(value: str) -> bool:
    """Return whether the value of a property or an attribute can neither load anything nor run anything.

    Examples
    --------
    >>> is_safe_value("url(#arrow)"), is_safe_value("rgb(0, 0, 0) 2px"), is_safe_value("url(//example.org)")
    (True, True, False)
    """
    return VALUE.fullmatch(value) is not None


def safe_declarations(text: str) -> str:
    """Return the declarations whose property is in the list and whose value loads nothing.

    Examples
    --------
    >>> safe_declarations("fill: red; position: fixed; mask: url(//example.org/a); max-width:100%")
    'fill:red;max-width:100%'
    """
    pairs = (part.partition(":") for part in COMMENT.sub("", text).split(";"))
    found = ((name.strip().lower(), value.strip()) for name, _, value in pairs)
    return ";".join(f"{name}:{value}" for name, value in found if name in PROPERTIES and value and is_safe_value(value))


def scoped_style(text: str, prefix: str, ids: set[str], scope: str) -> str:
    """Return a style sheet that applies to one drawing only and loads nothing.

    It is written from the rules that have the allowed form; what has another form is left out.

    Parameters
    ----------
    text
        The style sheet.
    prefix
        Added to each class, and to the ids of the drawing.
    ids
        The ids of the drawing.
    scope
        Class of the root of the drawing.

    Examples
    --------
    >>> scoped_style("@import 'a.css';", "d-", set(), "d")
    ''
    >>> scoped_style(".badge > text, #a rect {fill: red; cursor: url(b)}", "d-", {"a"}, "d")
    '.d-badge > text:is(.d,.d *),#d-a rect{fill:red}'
    """
    return "".join(_rules(COMMENT.sub("", text), prefix, ids, scope))


def _rules(text: str, prefix: str, ids: set[str], scope: str) -> Iterator[str]:
    place = 0
    while rule := RULE.match(text, place):
        place = rule.end()
        media, inner, selectors, declarations = rule.groups()
        if media is not None:
            if MEDIA.fullmatch(media.strip()):
                yield f"{media.strip()}{{{''.join(_rules(inner, prefix, ids, scope))}}}"
            continue
        scoped = [_scoped(each.strip(), prefix, ids, scope) for each in selectors.split(",")]
        body = safe_declarations(declarations)
        if body and all(scoped):
            yield f"{','.join(scoped)}{{{body}}}"


def _scoped(selector: str, prefix: str, ids: set[str], scope: str) -> str:
    """Return a selector that matches only elements of the drawing, or "" if it has another form."""
    if not SELECTOR.fullmatch(selector):
        return ""
    renamed = re.sub(r"\.([A-Za-z_])", rf".{prefix}\1", selector)
    renamed = re.sub(r"#([\w-]+)", lambda found: f"#{prefix if found[1] in ids else ''}{found[1]}", renamed)
    if renamed.startswith(f"#{prefix}") and not re.match(r"[^\s>+~]+\s*[+~]", renamed):
        return renamed  # the drawing itself, or what is inside a part of it
    return f"{renamed}:is(.{scope},.{scope} *)"
