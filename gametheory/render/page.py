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
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from xml.etree.ElementTree import ParseError, fromstring, register_namespace, tostring

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gametheory.numbers.format import cell_text, json_text, visible
from gametheory.prove.readable import NEGATED, RELATIONS, as_text
from gametheory.prove.terms import Term, parse, write
from gametheory.render.claim_map import dependency_map
from gametheory.render.manifest import (
    STATUS_SYMBOLS,
    TITLE,
    Manifest,
    amount_checked,
    assurance,
    false_statements,
    findings,
    formal_scope,
    formally,
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


INTEGER = re.compile(r"-?\d+")
LOOKED_UP = ("lookup_table", "certificate", "interactive")
RULES = ("calculator/terms.js", "calculator/rules_search.js")  # of a game whose rules are terms
CALCULATOR = (*RULES, "calculator/calculator.js")
EXPLORERS = {
    "castle": (*RULES, "play/play.js", "play/castle_game.js", "play/castle_play.js"),
    "exercises": ("play/exercises.js",),
    "wargame": ("play/play.js", "play/wargame_game.js", "play/wargame_play.js"),
}


def evidence_addresses(manifest: dict[str, Any]) -> Callable[[dict[str, Any]], str]:
    """Return a function from evidence that a script looks up to its keys in the manifest."""
    addresses = {id(item): address for item, address in evidence_of_kind(manifest, *LOOKED_UP)}
    return lambda item: addresses[id(item)]


def evidence_of_kind(value: Any, *kinds: str, address: str = "") -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the evidence of some kinds in a part of the manifest, each with its address."""
    if isinstance(value, dict) and value.get("kind") in kinds:
        yield value, address.removeprefix("/")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from evidence_of_kind(each, *kinds, address=f"{address}/{key}")
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from evidence_of_kind(each, *kinds, address=f"{address}/{index}")


def interactive_scripts(manifest: dict[str, Any]) -> Iterable[str]:
    """Return the names of the scripts of the interactive parts of a manifest, in the order of the page."""
    names = [item["name"] for item, _ in evidence_of_kind(manifest, "interactive")]
    for name in names:
        if name not in EXPLORERS:
            raise ValueError(f"interactive part: {name!r} is not {_alternatives(EXPLORERS)}")
    return dict.fromkeys(file for name in names for file in EXPLORERS[name])


def _alternatives(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}"


class Choice(NamedTuple):
    """An input of an explorer: its name, the possible values, the selected value, and whether it is a slider.

    Inputs whose values are all numbers are sliders, others are menus.
    """

    name: str
    options: list[str]
    selected: str
    numeric: bool


def input_choices(table: dict[str, Any]) -> list[Choice]:
    """Return the inputs of a lookup table of the manifest, with the values that are possible at its start.

    Numbers are in numerical order, words in the given order.
    """
    choices, entry, level = [], table["answers"], [table["answers"]]
    for name, selected in zip(table["inputs"], table["start"], strict=True):
        # An input is a slider or a menu once and for all, so the values after every other choice count as well.
        numeric = all(INTEGER.fullmatch(key) for each in level for key in each)
        choices.append(Choice(name, sorted(entry, key=int) if numeric else list(entry), selected, numeric))
        entry, level = entry[selected], [child for each in level for child in each.values()]
    return choices


def initial_answer(table: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the facts (name and value) and the rows of the initial answer of a lookup table of the manifest."""
    answer: Any = table["answers"]
    for selected in table["start"]:
        answer = answer[selected]
    facts = list(zip(table["facts"], answer, strict=False))
    return {"facts": facts, "rows": answer[-1] if table["headings"] else []}


def value_text(value: object) -> str:
    """Return a value as the script of the page writes it; the script typesets no formulas."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.15g}".replace("-", "−")
    return cell_text(value)


def percent_text(probability: float | None) -> str:
    """Return a probability in percent; a dash if it is 0 or None."""
    return f"{100 * probability:.2f} %" if probability else "–"


class Line(NamedTuple):
    """A line of a lemma: a relation with its sides, or a combination, whose relations follow deeper.

    The sides are terms; a combination has the whole term in place of the left side, and no sign.
    """

    text: str
    depth: int
    sign: str
    left: str
    right: str


def lemma_lines(term: Term, depth: int = 0) -> list[Line]:
    """Return the lines of a hypothesis or a conclusion: one for each relation, below its connectives."""
    operator, parts = term[0], term[1:]
    if operator == "and":
        return [line for part in parts for line in lemma_lines(part, depth)]
    if operator in RELATIONS:
        return [Line(as_text(term), depth, RELATIONS[str(operator)], *map(write, parts))]
    if operator == "not" and isinstance(parts[0], tuple) and parts[0][0] in NEGATED:
        return [Line(as_text(term), depth, NEGATED[str(parts[0][0])], *map(write, parts[0][1:]))]
    inner = [line for part in parts for line in lemma_lines(part, depth + 1)]
    return [Line(as_text(term), depth, "", write(term), ""), *inner]


def page_data(item: dict[str, Any]) -> str:
    """Return what the script of the page needs of a calculator of the manifest, as JSON: terms and names, no texts."""
    terms = {
        "inputs": [{name: each[name] for name in ("name", "most")} for each in item["inputs"]],
        "functions": item["functions"],
        "rules": item["rules"],
        "statements": [_terms_of_statement(each) for each in item["statements"]],
        "walks": [_terms_of_walk(each) for each in item["walks"]],
    }
    return json_text(terms, separators=(",", ":"))


def _terms_of_statement(statement: dict[str, Any]) -> dict[str, Any]:
    one = {name: statement[name]["term"] for name in ("printed", "right")}
    many = {name: _terms(statement[name]) for name in ("conditions", "printed_parts", "right_parts")}
    return {"side": statement["side"], **one, **many}


def _terms_of_walk(walk: dict[str, Any]) -> dict[str, Any]:
    lemmas = [
        {"values": lemma["values"], "given": _sides(lemma["hypotheses"]), "then": _sides([lemma["conclusion"]])}
        for lemma in walk["lemmas"]
    ]
    days = {name: walk[name] for name in ("first", "last", "start", "values")}
    return {**days, "summary": _terms(walk["summary"]), "lemmas": lemmas}


def _terms(quantities: list[dict[str, str]]) -> list[str]:
    return [each["term"] for each in quantities]


def _sides(terms: list[str]) -> list[list[Any]]:
    """Return the sign, the sides and the depth of each line."""
    return [[line.sign, line.left, line.right, line.depth] for line in lemma_texts(terms)]


def lemma_texts(terms: list[str]) -> list[Line]:
    """Return the lines of several hypotheses."""
    return [line for term in terms for line in lemma_lines(parse(term))]


def bounds_text(item: dict[str, Any]) -> str:
    """Return the bounds of the games among which the page looks for counterexamples."""
    return ", ".join(f"{each['name']} ≤ {as_text(parse(each['most']))}" for each in item["inputs"])


def calculator_scripts(manifest: dict[str, Any]) -> tuple[str, ...]:
    """Return the files of the script that the page needs for the calculators of a manifest."""
    return CALCULATOR if any(evidence_of_kind(manifest, "calculator")) else ()


def calculators(manifest: dict[str, Any]) -> dict[str, str]:
    """Return for each claim that a reader can try the id of the appendix with the calculator."""
    return {
        each["claim"]: section["id"]
        for section in manifest["appendices"]
        for item in section["evidence"]
        if item["kind"] == "calculator"
        for each in item["statements"]
    }
