"""The manifest as one HTML page that needs nothing else: no network, no fonts, no script to be read."""

from __future__ import annotations

import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gametheory.render.explorer import explorer_addresses, initial_answer, input_choices, percent_text, value_text
from gametheory.render.manifest import Manifest
from gametheory.render.mathml import mathml, plain_text, with_mathml
from gametheory.render.status_symbols import (
    FALSE_AS_PRINTED,
    STATUS_SYMBOLS,
    amount_checked,
    has_unmet_dependency,
    mismatch,
    summary,
)
from gametheory.render.svg.claim_map import dependency_map, status_swatch
from gametheory.render.svg.embed import embed_svg

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("script.js", "explorer.js")
MANY_ROWS = 40
SHORT = 28


def html_page(manifest: Manifest) -> str:
    """The report on a manifest as the text of one HTML file.

    The manifest stands in the file as well, as the JSON of the element `build_manifest`. Raises ValueError with the
    formula or the caption of the drawing that cannot be shown.

    >>> from gametheory.claims import claim, run, verified
    >>> from gametheory.render.manifest import build_manifest
    >>> item = claim("A", "$1 < 2$", "p. 1")(lambda: verified("one case", 1))
    >>> text = html_page(build_manifest(run([("A source", item)]), Path("claims")))
    >>> "A source" in text, "<mo>&lt;</mo>" in text
    (True, True)
    """
    claims = manifest["claims"]
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            manifest=manifest,
            sources=_sources(manifest),
            map=dependency_map(claims, element_id),
            false_claims=[item for item in claims if item["status"] in FALSE_AS_PRINTED],
            not_as_recorded=[item for item in claims if not item["matches_expected"]],
            grounded_ids={item["id"] for item in claims if item["grounded"]},
            some_loose=any(map(has_unmet_dependency, claims)),
            status_of={item["id"]: item["status"] for item in claims},
            rested_on=dependents(claims),
            seconds=sum(item["seconds"] for item in claims),
            document=json_for_script(manifest),
            address=explorer_addresses(manifest),
            script=Markup("\n".join((PAGE / name).read_text(encoding="utf-8") for name in SCRIPTS)),
        )
    )


def _sources(manifest: Manifest) -> list[dict[str, Any]]:
    """Each source with its claims, those that are false as printed, and its displays."""
    return [
        {
            "name": source,
            "claims": claims,
            "false_claims": [item for item in claims if item["status"] in FALSE_AS_PRINTED],
            "displays": [shown for shown in manifest["displays"] if shown["source"] == source],
        }
        for source, claims in group_by_source(manifest["claims"]).items()
    ]


def group_by_source(claims: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The claims of each source, both in the order of the manifest.

    >>> group_by_source([{"id": "A", "source": "I"}, {"id": "B", "source": "II"}, {"id": "C", "source": "I"}])["I"]
    [{'id': 'A', 'source': 'I'}, {'id': 'C', 'source': 'I'}]
    """
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for item in claims:
        groups[item["source"]].append(item)
    return dict(groups)


def dependents(claims: Iterable[dict[str, Any]]) -> dict[str, list[str]]:
    """For each claim the ids of those that rest on it.

    >>> dependents([{"id": "A", "uses": []}, {"id": "B", "uses": ["A"]}])
    {'A': ['B'], 'B': []}
    """
    claims = list(claims)
    return {item["id"]: [other["id"] for other in claims if item["id"] in other["uses"]] for item in claims}


def element_id(id: str) -> str:
    """The id of a claim as the id of an element: itself, unless it holds a character that links cannot.

    >>> element_id("CD2.9"), element_id("two words")
    ('CD2.9', 'two_20_words')
    """
    return "".join(sign if sign.isalnum() or sign in ".-" else f"_{ord(sign):x}_" for sign in id)


def json_for_script(manifest: Manifest) -> Markup:
    """The manifest as JSON that may stand inside a script element.

    >>> print(json_for_script({"text": "</script>"}))
    {"text":"\\u003c/script\\u003e"}
    """
    text = json.dumps(manifest, ensure_ascii=False, separators=(",", ":"), default=str)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def data_url(text: str) -> str:
    """Text as an address that a link can save without any server.

    >>> data_url("x = 1")
    'data:text/plain;charset=utf-8;base64,eCA9IDE='
    """
    return f"data:text/plain;charset=utf-8;base64,{b64encode(text.encode()).decode()}"


def cell_class(value: object) -> str:
    """The classes of a table cell: numbers stand on the right, and short words on one line.

    >>> cell_class(12), cell_class("3/5"), cell_class("a play")
    ('number', 'number', 'words short')
    """
    text = str(value)
    if text.replace("/", "").replace(".", "").lstrip("-−").isdecimal():
        return "number"
    return "words short" if len(text) <= SHORT else "words"


def cell_html(value: object) -> Markup:
    """A table cell as it is shown: text with its formulas, yes and no for truth values, a dash for nothing.

    >>> print(cell_html(None), cell_html(True), cell_html("a < b"))
    – yes a &lt; b
    """
    if value is None:
        return Markup("–")
    return with_mathml({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value))


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(PAGE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"math": with_mathml, "plain": plain_text, "shown": cell_html, "download": data_url}
    environment.globals |= {
        "mathml": mathml,
        "anchor": element_id,
        "link": lambda id: f"#{quote(element_id(id))}",
        "drawing": embed_svg,
        "number": count(1).__next__,
        "choices": input_choices,
        "first_answer": initial_answer,
        "value_text": value_text,
        "percent_text": percent_text,
        "swatch": status_swatch,
        "cell_class": cell_class,
        "amount": amount_checked,
        "deviation": mismatch,
        "summary": summary,
        "marks": STATUS_SYMBOLS,
        "MANY_ROWS": MANY_ROWS,
    }
    return environment
