"""Evidence that scripts of the page run: lookup tables, games and calculators, with their first content."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from gametheory.numbers.format import cell_text, json_text
from gametheory.prove.readable import NEGATED, RELATIONS, as_text
from gametheory.prove.terms import Term, parse, write

INTEGER = re.compile(r"-?\d+")
LOOKED_UP = ("lookup_table", "certificate", "interactive")
RULES = ("calculator/terms.js", "calculator/rules_search.js")  # of a game whose rules are terms
CALCULATOR = (*RULES, "calculator/calculator.js")
SCRIPTS = {
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
        if name not in SCRIPTS:
            raise ValueError(f"interactive part: {name!r} is not {_alternatives(SCRIPTS)}")
    return dict.fromkeys(file for name in names for file in SCRIPTS[name])


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
