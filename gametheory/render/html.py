"""HTML reports: one self-contained page, made from the templates in `page/`."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import partial
from gzip import compress
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree.ElementTree import ParseError, fromstring, register_namespace, tostring

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gametheory.numbers.format import cell_text, json_text, visible
from gametheory.render.assurance import assurance
from gametheory.render.claim_map import dependency_map
from gametheory.render.manifest import Manifest
from gametheory.render.mathml import formula_errors, mathml, plain_text, prose, with_mathml
from gametheory.render.overview import TITLE, false_statements, findings, own_statements, picture, sources
from gametheory.render.page_evidence import (
    bounds_text,
    calculator_scripts,
    calculators,
    evidence_addresses,
    initial_answer,
    input_choices,
    interactive_scripts,
    lemma_texts,
    page_data,
    percent_text,
    value_text,
)
from gametheory.render.status_symbols import (
    STATUS_SYMBOLS,
    amount_checked,
    formal_scope,
    formally,
    has_unmet_dependency,
    mismatch,
    open_reason,
    subject,
    summary,
)

PAGE = Path(__file__).parent / "page"
STYLES = ("style.css.j2", "explorer.css.j2", "calculator/calculator.css.j2", "play/play.css.j2", "print.css.j2")
SCRIPTS = ("manifest.js", "script.js", "explorer.js", "certificates.js")
FIRST_SCRIPT = Markup('document.documentElement.classList.add("scripted");')
SVG = "http://www.w3.org/2000/svg"
register_namespace("", SVG)
NOT_SVG = "this drawing is not SVG"
NO_DRAWING = f'<svg xmlns="{SVG}" width="300" height="30"><text y="20">({NOT_SVG})</text></svg>'.encode()
POLICY = "the policy of this page"  # replaced by it once all styles are known
MANY_ROWS = 40  # longer tables, texts and certificates are folded or cut
LINK = re.compile(r"\[([^\]]*)\]\((https?://[^\s()]+)\)|(https?://\S+)")  # as in Markdown, or an address
NUMBER = re.compile(r"[-+−]?\d[\d./]*(e[-+]?\d+)?( ?%)?|[-–]")
SIGNS = {
    "forall": "∀",
    "exists": "∃",
    "<->": "↔",
    "->": "→",
    "/\\": "∧",
    "\\/": "∨",
    "<=": "≤",
    ">=": "≥",
    "<>": "≠",
    "~": "¬",
}
SIGN = re.compile(r"(?<![\w'.])(?:forall|exists)(?![\w'])|<->|->|/\\|\\/|<=(?!\?)|>=(?!\?)|<>|~")
SHORT_TEXT = 28  # characters of a cell that is not wrapped


def html_page(manifest: Manifest) -> str:
    """Return the report on a manifest as one HTML page that loads nothing: no fonts, styles or scripts from elsewhere.

    The page also contains the manifest, as compressed JSON, in the link `manifest`.
    """
    claims = manifest["claims"]
    names = dict.fromkeys((*SCRIPTS, *interactive_scripts(manifest), *calculator_scripts(manifest)))
    scripts = [FIRST_SCRIPT, *map(script, names)]
    environment = page_environment()
    style = page_style(environment)
    page = environment.get_template("page.html.j2").render(
        manifest=manifest,
        policy=POLICY,
        style=style,
        overview=manifest["overview"],
        title=manifest["overview"]["title"] or TITLE,
        findings=findings(manifest),
        picture=picture(manifest),
        sources=sources(manifest),
        map=dependency_map(claims, element_id),
        false_statements=false_statements(manifest),
        own_statements=own_statements(manifest),
        unexpected=[item for item in claims if not item["matches_expected"]],
        established_ids={item["id"] for item in claims if item["grounded"]},
        some_unmet=any(map(has_unmet_dependency, claims)),
        some_formal=any(item["theorems"] for item in claims),
        status_of={item["id"]: item["status"] for item in claims},
        calculator_of=calculators(manifest),
        statement_of={item["id"]: item["statement"] for item in claims},
        dependents=dependents(claims),
        seconds=sum(item["seconds"] for item in claims),
        manifest_link=manifest_link(manifest),
        address=evidence_addresses(manifest),
        assurance=partial(assurance, manifest),
        scripts=scripts,
    )
    return page.replace(POLICY, content_security_policy(scripts, [style]), 1)


def drawing_address(figure: dict[str, Any]) -> str:
    """Return the address of a drawing as an image, which no browser lets run or load anything."""
    return f"data:image/svg+xml;base64,{b64encode(_image(figure['svg']) or NO_DRAWING).decode()}"


def _image(svg: str) -> bytes | None:
    try:
        root = fromstring(svg)
        if root.tag == "svg":  # without its namespace, a browser would show the text of an image
            root.set("xmlns", SVG)
        return tostring(root)
    except (ParseError, RecursionError):  # of one drawing; the rest of the page is right
        return None


def not_shown(value: Any) -> Iterator[str]:
    """Yield why formulas and drawings in a part of the manifest, such as the evidence of a claim, cannot be shown."""
    match value:
        case str():
            yield from formula_errors(value)
        case {"kind": "figure", "svg": svg}:
            yield from () if _image(svg) else (NOT_SVG,)
            yield from formula_errors(value["caption"])
        case {"kind": "formula", "latex": latex}:
            yield from formula_errors(f"${latex}$ {value['note']}")
        case {"kind": "certificate" | "interactive"}:
            return
        case dict() | list():
            for part in value.values() if isinstance(value, dict) else value:
                yield from not_shown(part)


def content_security_policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Return a policy by which the page runs and applies only these texts and loads nothing, whatever else it contains.

    Old browsers, which do not know `style-src-elem`, apply all styles, but load nothing either.
    """
    sources = [" ".join(dict.fromkeys(map(_hash_source, texts))) for texts in (scripts, styles)]
    return (
        f"default-src 'none'; script-src {sources[0]}; style-src 'unsafe-inline'; style-src-elem {sources[1]}; "
        "style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )


def script(name: str) -> Markup:
    """Return a script of the page."""
    return Markup((PAGE / name).read_text(encoding="utf-8"))


def _hash_source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page_style(environment: Environment) -> Markup:
    """Return the styles of a page."""
    return Markup("\n".join(environment.get_template(name).render() for name in STYLES))


def dependents(claims: Iterable[dict[str, Any]]) -> dict[str, list[str]]:
    """Return for each claim the ids of the claims that depend on it directly."""
    claims = list(claims)
    return {item["id"]: [other["id"] for other in claims if item["id"] in other["uses"]] for item in claims}


def element_id(id: str) -> str:
    """Return the id of the HTML element of a claim: its id, with characters that links cannot use escaped."""
    return "".join(sign if sign.isalnum() or sign in ".-" else f"_{ord(sign):x}_" for sign in id)


def manifest_link(manifest: Manifest) -> str:
    """Return the address of a link that saves the manifest, as compressed JSON. The explorers read it there, too."""
    text = json_text(manifest, separators=(",", ":"), default=str)
    packed = compress(text.encode(), mtime=0)  # without a time, so that two runs write the same page
    return f"data:application/gzip;base64,{b64encode(packed).decode()}"


def cell_class(value: object) -> str:
    """Return the CSS classes of a table cell: numbers are right-aligned, and short text is not wrapped."""
    text = str(value)
    if NUMBER.fullmatch(text):
        return "number"
    return "words short" if len(text) <= SHORT_TEXT else "words"


def cell_html(value: object) -> Markup:
    """Return the content of a table cell: text with formulas, yes or no for truth values, a dash or a list."""
    if isinstance(value, list | tuple):
        return prose(", ".join(map(str, value)))
    return prose(cell_text(None if value == "-" else value))


def place_html(where: str) -> Markup:
    """Return where a statement is in its source: text with formulas and links, such as `[p. 3](https://a.org/b)`."""
    pieces = iter(LINK.split(where))
    parts = [with_mathml(next(pieces))]
    for words, address, bare in zip(pieces, pieces, pieces, strict=False):
        link = Markup('<a href="{}" rel="noreferrer">{}</a>')
        parts += [link.format(address or bare, with_mathml(words or bare)), with_mathml(next(pieces))]
    return Markup("").join(parts)


def rocq_text(text: str) -> str:
    """Return a statement of Rocq with the signs of mathematics, as its library `Utf8` prints it.

    No two statements look alike: the files of Rocq contain no letters outside ASCII.
    """
    return SIGN.sub(lambda found: SIGNS[found[0]], text)


def _finalize(value: Any) -> Any:
    """Show characters without a glyph as escapes, in text and in markup that was made from text."""
    if isinstance(value, Markup):
        return Markup(visible(value))
    return visible(value) if isinstance(value, str) else value


def page_environment() -> Environment:
    """Return the templates in `page/`, which escape text and show characters without a glyph as escapes."""
    environment = Environment(
        loader=FileSystemLoader(PAGE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_finalize,
    )
    environment.filters |= {"math": with_mathml, "plain": plain_text, "prose": prose}
    environment.filters |= {"cell": cell_html, "place": place_html, "rocq": rocq_text}
    environment.globals |= {
        "mathml": mathml,
        "drawing_address": drawing_address,
        "element_id": element_id,
        "link": lambda id: f"#{quote(element_id(id))}",
        "number": count(1).__next__,
        "bounds_text": bounds_text,
        "lemma_texts": lemma_texts,
        "page_data": page_data,
        "input_choices": input_choices,
        "initial_answer": initial_answer,
        "value_text": value_text,
        "percent_text": percent_text,
        "cell_class": cell_class,
        "amount_checked": amount_checked,
        "formal_scope": formal_scope,
        "formally": formally,
        "has_unmet_dependency": has_unmet_dependency,
        "mismatch": mismatch,
        "open_reason": open_reason,
        "subject": subject,
        "summary": summary,
        "symbols": STATUS_SYMBOLS,
        "MANY_ROWS": MANY_ROWS,
    }
    return environment
