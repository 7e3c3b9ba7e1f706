"""The HTML report: one self-contained page, made from the templates in `page/`.

Evidence that scripts of the page run (lookup tables, games and calculators) is there with its first content.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from gzip import compress
from hashlib import sha256
from html import escape
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from xml.etree.ElementTree import ParseError, fromstring, register_namespace, tostring

import networkx as nx
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gametheory.numbers.format import JsonObject, cell_text, json_text, visible
from gametheory.parallel.extras import MissingExtra, library
from gametheory.prove.statement import NEGATED, RELATION_SIGNS, Term, as_text, parse, write
from gametheory.render.charts import element, fmt
from gametheory.render.graphs import dot_curve
from gametheory.render.manifest import (
    STATUS_SYMBOLS,
    TITLE,
    Manifest,
    amount_checked,
    assurance,
    false_statements,
    findings,
    formal_scope,
    formally_in_symbols,
    has_unmet_dependency,
    mismatch,
    open_reason,
    own_statements,
    picture,
    sources,
    subject,
    summary,
)
from gametheory.render.mathml import formula_errors, mathml, plain_text, prose, with_mathml

PAGE = Path(__file__).parent / "page"
STYLES = ("style.css.j2", "explorer.css.j2", "calculator/calculator.css.j2", "play/play.css.j2", "print.css.j2")
SCRIPTS = ("manifest.js", "script.js", "explorer.js", "certificates.js")
RULES = ("calculator/terms.js", "calculator/rules_search.js")  # of a game whose rules are terms
CALCULATOR = (*RULES, "calculator/calculator.js")
INTERACTIVE = {
    "castle": (*RULES, "play/play.js", "play/castle_game.js", "play/castle_play.js"),
    "exercises": ("play/exercises.js",),
    "wargame": ("play/play.js", "play/wargame_game.js", "play/wargame_play.js"),
}
FIRST_SCRIPT = Markup('document.documentElement.classList.add("scripted");')
LOOKED_UP = ("lookup_table", "certificate", "interactive")
SVG = "http://www.w3.org/2000/svg"
register_namespace("", SVG)
NOT_SVG = "this drawing is not SVG"
NO_DRAWING = f'<svg xmlns="{SVG}" width="300" height="30"><text y="20">({NOT_SVG})</text></svg>'.encode()
POLICY = "the policy of this page"  # replaced by it once all styles are known
MANY_ROWS = 40  # longer tables, texts and certificates are folded or cut
INTEGER = re.compile(r"-?\d+")
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
# Lengths of the dependency map are in SVG units, which are the points of Graphviz.
LETTER, HEIGHT, MARGIN = 7.3, 24, 6
MAX_CLAIMS = 150
ARROWHEAD = (
    '<defs><marker id="map-arrow" viewBox="0 0 8 8" refX="0" refY="4" markerWidth="7" markerHeight="7" '
    'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
)


def html_page(manifest: Manifest) -> str:
    """Return the report on a manifest as one HTML page that loads nothing: no fonts, styles or scripts from elsewhere.

    The page also contains the manifest, as compressed JSON, in the link `manifest`.
    """
    claims = manifest["claims"]
    names = dict.fromkeys((*SCRIPTS, *_interactive_scripts(manifest)))
    if any(evidence_of_kind(manifest, "calculator")):
        names |= dict.fromkeys(CALCULATOR)
    scripts = [FIRST_SCRIPT, *map(script, names)]
    environment = page_environment()
    style = page_style(environment)
    unexpected: list[JsonObject] = []
    status_of = {}
    statement_of = {}
    for claim in claims:
        status_of[claim["id"]] = claim["status"]
        statement_of[claim["id"]] = claim["statement"]
        if not claim["matches_expected"]:
            unexpected.append(claim)
    page = environment.get_template("page.html.j2").render(
        manifest=manifest,
        policy=POLICY,
        style=style,
        overview=manifest["overview"],
        title=manifest["overview"]["title"] or TITLE,
        findings=findings(manifest),
        picture=picture(manifest),
        sources=sources(manifest),
        map=dependency_map(claims),
        false_statements=false_statements(manifest),
        own_statements=own_statements(manifest),
        unexpected=unexpected,
        established_ids={claim["id"] for claim in claims if claim["grounded"]},
        some_unmet=any(map(has_unmet_dependency, claims)),
        some_formal=any(claim["theorems"] for claim in claims),
        status_of=status_of,
        calculator_of=_calculators(manifest),
        statement_of=statement_of,
        dependents=_dependents(claims),
        seconds=sum(claim["seconds"] for claim in claims),
        earlier_runs=_earlier_runs(claims),
        manifest_link=_manifest_link(manifest),
        address=_evidence_addresses(manifest),
        assurance=partial(assurance, manifest),
        scripts=scripts,
    )
    # the policy has the hashes of styles and scripts, and stands before them
    return page.replace(POLICY, content_security_policy(scripts, [style]), 1)


def _earlier_runs(claims: list[JsonObject]) -> str:
    """Return a sentence on verdicts from earlier runs, with the day of the oldest one; empty if there are none."""
    cached = [claim for claim in claims if claim["kept"]]
    if not cached:
        return ""
    # a day is missing in the cache of an old version
    days = sorted(claim["checked_on"] for claim in cached if claim["checked_on"])
    since = f", the oldest of {days[0]}" if days else ""
    are = "verdict is" if len(cached) == 1 else "verdicts are"
    return f"{len(cached)} {are} from earlier runs{since}: nothing on which they depend has changed."


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
    environment.filters |= {"cell": _cell_html, "place": place_html, "rocq": _rocq_text}
    environment.globals |= {
        "mathml": mathml,
        "drawing_address": drawing_address,
        "element_id": _element_id,
        "link": _link,
        "number": count(1).__next__,
        "bounds_text": _bounds_text,
        "lemma_texts": _lemma_lines,
        "page_data": _page_data,
        "input_choices": _input_choices,
        "initial_answer": _initial_answer,
        "value_text": _value_text,
        "percent_text": _percent_text,
        "cell_class": _cell_class,
        "amount_checked": amount_checked,
        "formal_scope": formal_scope,
        "formally": formally_in_symbols,
        "has_unmet_dependency": has_unmet_dependency,
        "mismatch": mismatch,
        "open_reason": open_reason,
        "subject": subject,
        "summary": summary,
        "symbols": STATUS_SYMBOLS,
        "MANY_ROWS": MANY_ROWS,
    }
    return environment


def _finalize(value: object) -> object:
    """Show characters without a glyph as escapes, in text and in markup that was made from text."""
    if isinstance(value, Markup):
        return Markup(visible(value))
    return visible(value) if isinstance(value, str) else value


def page_style(environment: Environment) -> Markup:
    """Return the styles of a page."""
    return Markup("\n".join(environment.get_template(name).render() for name in STYLES))


def script(name: str) -> Markup:
    """Return a script of the page."""
    return Markup((PAGE / name).read_text(encoding="utf-8"))


def content_security_policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Return a policy by which the page runs and applies only these texts and loads nothing, whatever else it contains.

    Old browsers, which do not know `style-src-elem`, apply all styles, but load nothing either.
    """
    sources = [" ".join(dict.fromkeys(map(_hash_source, texts))) for texts in (scripts, styles)]
    return (
        f"default-src 'none'; script-src {sources[0]}; style-src 'unsafe-inline'; style-src-elem {sources[1]}; "
        "style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash_source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# Drawings


def drawing_address(figure: JsonObject) -> str:
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
            if _image(svg) is None:
                yield NOT_SVG
            yield from formula_errors(value["caption"])
        case {"kind": "formula", "latex": latex}:
            yield from formula_errors(f"${latex}$ {value['note']}")
        case {"kind": "certificate" | "interactive"}:
            return
        case dict():
            for child in value.values():
                yield from not_shown(child)
        case list():
            for child in value:
                yield from not_shown(child)


# Links, and the addresses of evidence


def _element_id(id: str) -> str:
    """Return the id of the HTML element of a claim: its id, with characters that links cannot use escaped."""
    return "".join(sign if sign.isalnum() or sign in ".-" else f"_{ord(sign):x}_" for sign in id)


def _link(id: str) -> str:
    return f"#{quote(_element_id(id))}"


def _dependents(claims: Iterable[JsonObject]) -> dict[str, list[str]]:
    """Return for each claim the ids of the claims that depend on it directly."""
    dependents: dict[str, list[str]] = {claim["id"]: [] for claim in claims}
    for claim in claims:
        for used in claim["uses"]:
            if used in dependents:  # in a run of a selection, some are missing
                dependents[used].append(claim["id"])
    return dependents


def _manifest_link(manifest: Manifest) -> str:
    """Return the address of a link that saves the manifest, as compressed JSON. The explorers read it there, too."""
    text = json_text(manifest, separators=(",", ":"), default=str)
    packed = compress(text.encode(), mtime=0)  # without a time, so that two runs write the same page
    return f"data:application/gzip;base64,{b64encode(packed).decode()}"


def _evidence_addresses(manifest: Manifest) -> Callable[[JsonObject], str]:
    """Return a function from evidence that a script looks up to its keys in the manifest."""
    addresses = {id(item): address for item, address in evidence_of_kind(manifest, *LOOKED_UP)}
    return lambda item: addresses[id(item)]


def evidence_of_kind(value: object, *kinds: str, address: str = "") -> Iterator[tuple[JsonObject, str]]:
    """Yield the evidence of some kinds in a part of the manifest, each with its address."""
    if isinstance(value, dict) and value.get("kind") in kinds:
        yield value, address.removeprefix("/")
        return
    children: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list | tuple):
        children = enumerate(value)
    for key, child in children:
        yield from evidence_of_kind(child, *kinds, address=f"{address}/{key}")


def _interactive_scripts(manifest: Manifest) -> Iterable[str]:
    """Return the names of the scripts of the interactive parts of a manifest, in the order of the page."""
    scripts: dict[str, None] = {}
    for item, _ in evidence_of_kind(manifest, "interactive"):
        name = item["name"]
        if name not in INTERACTIVE:
            *others, last = INTERACTIVE
            raise ValueError(f"interactive part: {name!r} is not {', '.join(others)} or {last}")
        scripts |= dict.fromkeys(INTERACTIVE[name])
    return scripts


# Text and cells


def place_html(where: str) -> Markup:
    """Return where a statement is in its source: text with formulas and links, such as `[p. 3](https://a.org/b)`."""
    # no Markdown parser: formulas and links are all that a place has
    html, end = Markup(""), 0
    for match in LINK.finditer(where):
        words, address, bare = match.groups()
        shown = with_mathml(words or bare)
        link = Markup('<a href="{}" rel="noreferrer">{}</a>').format(address or bare, shown)
        html += with_mathml(where[end : match.start()]) + link
        end = match.end()
    return html + with_mathml(where[end:])


def _rocq_text(text: str) -> str:
    """Return a statement of Rocq with the signs of mathematics, as its library `Utf8` prints it.

    No two statements look alike: the files of Rocq contain no letters outside ASCII.
    """
    return SIGN.sub(lambda sign: SIGNS[sign[0]], text)


def _cell_class(value: object) -> str:
    """Return the CSS classes of a table cell: numbers are right-aligned, and short text is not wrapped."""
    text = str(value)
    if NUMBER.fullmatch(text):
        return "number"
    return "words short" if len(text) <= SHORT_TEXT else "words"


def _cell_html(value: object) -> Markup:
    """Return the content of a table cell: text with formulas, yes or no for truth values, a dash or a list."""
    if isinstance(value, list | tuple):
        return prose(", ".join(map(str, value)))
    return prose(cell_text(None if value == "-" else value))


# Lookup tables


class Choice(NamedTuple):
    """An input of an explorer: its name, the possible values, the selected value, and whether it is a slider.

    Inputs whose values are all numbers are sliders, others are menus.
    """

    name: str
    options: list[str]
    selected: str
    numeric: bool


def _input_choices(table: JsonObject) -> list[Choice]:
    """Return the inputs of a lookup table of the manifest, with the values that are possible at its start.

    Numbers are in numerical order, words in the given order.
    """
    choices = []
    entry = table["answers"]
    level = [table["answers"]]
    for name, selected in zip(table["inputs"], table["start"], strict=True):
        # An input is a slider or a menu once and for all, so the values after every other choice count as well.
        keys = [key for answers in level for key in answers]
        numeric = all(map(INTEGER.fullmatch, keys))
        if numeric:
            options = sorted(entry, key=int)
        else:
            options = list(entry)
        choices.append(Choice(name, options, selected, numeric))
        entry = entry[selected]
        level = [child for answers in level for child in answers.values()]
    return choices


def _initial_answer(table: JsonObject) -> dict[str, list[object]]:
    """Return the facts (name and value) and the rows of the initial answer of a lookup table of the manifest."""
    answer: Any = table["answers"]
    for selected in table["start"]:
        answer = answer[selected]
    facts = list(zip(table["facts"], answer, strict=False))
    return {"facts": facts, "rows": answer[-1] if table["headings"] else []}


def _value_text(value: object) -> str:
    """Return a value as the script of the page writes it; the script typesets no formulas."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.15g}".replace("-", "−")
    return cell_text(value)


def _percent_text(probability: float | None) -> str:
    """Return a probability in percent; a dash if it is 0 or None."""
    return f"{100 * probability:.2f} %" if probability else "–"


# Calculators


class Line(NamedTuple):
    """A line of a lemma: a relation with its sides, or a combination, whose relations follow deeper.

    The sides are terms; a combination has the whole term in place of the left side, and no sign.
    """

    text: str
    depth: int
    sign: str
    left: str
    right: str


def _lemma_lines(terms: list[str]) -> list[Line]:
    """Return the lines of several hypotheses."""
    return [line for term in terms for line in _lines_of_term(parse(term), 0)]


def _lines_of_term(term: Term, depth: int) -> Iterator[Line]:
    """Yield the lines of a hypothesis or a conclusion: one for each relation, below its connectives."""
    operator = term[0]
    operands = term[1:]
    if operator == "and":
        for operand in operands:
            yield from _lines_of_term(operand, depth)
        return
    if operator in RELATION_SIGNS:
        yield Line(as_text(term), depth, RELATION_SIGNS[str(operator)], *map(write, operands))
        return
    negated = operands[0] if operator == "not" else None
    if isinstance(negated, tuple) and negated[0] in NEGATED:
        sign = NEGATED[str(negated[0])]
        yield Line(as_text(term), depth, sign, *map(write, negated[1:]))
        return
    yield Line(as_text(term), depth, "", write(term), "")
    for operand in operands:
        yield from _lines_of_term(operand, depth + 1)


def _page_data(item: JsonObject) -> str:
    """Return what the script of the page needs of a calculator of the manifest, as JSON: terms and names, no texts."""
    terms = {
        "inputs": [{"name": entry["name"], "most": entry["most"]} for entry in item["inputs"]],
        "functions": item["functions"],
        "rules": item["rules"],
        "statements": [_terms_of_statement(statement) for statement in item["statements"]],
        "walks": [_terms_of_walk(walk) for walk in item["walks"]],
    }
    return json_text(terms, separators=(",", ":"))


def _terms_of_statement(statement: JsonObject) -> JsonObject:
    terms: JsonObject = {"side": statement["side"]}
    for name in ("printed", "right"):
        terms[name] = statement[name]["term"]
    for name in ("conditions", "printed_parts", "right_parts"):
        terms[name] = _terms(statement[name])
    return terms


def _terms_of_walk(walk: JsonObject) -> JsonObject:
    terms = {name: walk[name] for name in ("first", "last", "start", "values")}
    terms["summary"] = _terms(walk["summary"])
    terms["lemmas"] = []
    for lemma in walk["lemmas"]:
        given = _sides(lemma["hypotheses"])
        then = _sides([lemma["conclusion"]])
        terms["lemmas"].append({"values": lemma["values"], "given": given, "then": then})
    return terms


def _terms(quantities: list[dict[str, str]]) -> list[str]:
    return [quantity["term"] for quantity in quantities]


def _sides(terms: list[str]) -> list[list[object]]:
    """Return the sign, the sides and the depth of each line."""
    return [[line.sign, line.left, line.right, line.depth] for line in _lemma_lines(terms)]


def _bounds_text(item: JsonObject) -> str:
    """Return the bounds of the games among which the page looks for counterexamples."""
    return ", ".join(f"{entry['name']} ≤ {as_text(parse(entry['most']))}" for entry in item["inputs"])


def _calculators(manifest: Manifest) -> dict[str, str]:
    """Return for each claim that a reader can try the id of the appendix with the calculator."""
    appendix_of = {}
    for appendix in manifest["appendices"]:
        for item, _ in evidence_of_kind(appendix["evidence"], "calculator"):
            for statement in item["statements"]:
                appendix_of[statement["claim"]] = appendix["id"]
    return appendix_of


# The dependency map: claims as linked boxes, with arrows from each claim to the claims that depend on it


class ClaimMap(NamedTuple):
    """A drawing of the claims with dependencies or dependents."""

    svg: str
    connected: int
    unconnected: list[str]
    left_out: str = ""  # why there is no drawing, although the claims are few enough for one


def dependency_map(claims: Iterable[JsonObject]) -> ClaimMap:
    """Draw the dependency map of the claims of a manifest; Graphviz `dot` places the boxes (Gansner et al. 1993).

    The map omits arrows that a longer path implies (transitive reduction; Aho, Garey and Ullman 1972). The style sheet
    of the page gives the colors of the statuses; the symbol of a status needs no color. Without pygraphviz, the reason
    is in the place of the drawing.
    """
    by_id = {claim["id"]: claim for claim in claims}
    graph = nx.DiGraph((used, claim["id"]) for claim in by_id.values() for used in claim["uses"])
    unconnected = [name for name in by_id if name not in graph]
    if not graph or len(graph) > MAX_CLAIMS:
        return ClaimMap("", len(graph), unconnected)
    try:
        drawing = _draw_map(nx.transitive_reduction(graph), by_id)
    except MissingExtra as error:  # a page without a map is better than none
        return ClaimMap("", len(graph), unconnected, str(error))
    return ClaimMap(drawing, len(graph), unconnected)


def _draw_map(graph: nx.DiGraph[object], claims: dict[str, JsonObject]) -> str:
    # the order of the claims decides the places, so that the same claims have the same map
    order = [name for name in claims if name in graph]
    plan = library("pygraphviz", "draw").AGraph(directed=True, rankdir="LR", nodesep=0.09, ranksep=0.32)
    plan.node_attr.update(shape="box", fixedsize="true", label="")
    for name in order:
        plan.add_node(name, width=LETTER * (len(name) + 5) / 72, height=HEIGHT / 72)
    for name in order:
        for dependent in order:
            if graph.has_edge(name, dependent):
                plan.add_edge(name, dependent)
    plan.layout(prog="dot")
    *_, width, height = map(float, plan.graph_attr["bb"].split(","))
    parts = [ARROWHEAD]
    for edge in plan.edges():
        parts.append(_map_arrow(plan.get_edge(*edge).attr["pos"], height, edge))
    for name in order:
        parts.append(_map_node(claims[name], plan.get_node(name).attr, height))
    outer_width = width + 2 * MARGIN
    outer_height = height + 2 * MARGIN
    return element(
        "svg",
        "".join(parts),
        class_="map",
        viewBox=f"{-MARGIN} {-MARGIN} {fmt(outer_width)} {fmt(outer_height)}",
        width=outer_width,
        height=outer_height,
        role="group",
        aria_label="Dependencies: an arrow points from a claim to a claim that depends on it",
    )


def _map_node(claim: JsonObject, place: Any, height: float) -> str:
    name = claim["id"]
    status = claim["status"]
    text = f"{name}, {status}"
    classes = f"node {status}"
    if has_unmet_dependency(claim):
        text = f"{text}, not established"
        classes = f"{classes} unmet"
    x, y = map(float, place["pos"].split(","))
    # Graphviz counts from the lower edge, and widths in inches
    y = height - y
    width = 72 * float(place["width"])
    left = x - width / 2
    top = y - HEIGHT / 2
    box = element("rect", class_="shape", x=left, y=top, width=width, height=HEIGHT, rx=4)
    words = element("text", escape(f"{STATUS_SYMBOLS[status].symbol} {name}"), x=x, y=y + 4)
    content = element("title", escape(text)) + box + words
    return element("a", content, href=_link(name), class_=classes, data_claim=name, aria_label=text)


def _map_arrow(position: str, height: float, edge: tuple[str, str]) -> str:
    used, dependent = edge
    curve = dot_curve(position, height)
    return element("path", class_="arrow", data_from=used, data_to=dependent, d=curve, marker_end="url(#map-arrow)")
