"""Calculators on the page: what its script gets, and the lines of the lemmas."""

from __future__ import annotations

from typing import Any, NamedTuple

from gametheory.numbers.visible import json_text
from gametheory.prove.readable import NEGATED, RELATIONS, as_text
from gametheory.prove.terms import Term, parse, write
from gametheory.render.addresses import evidence_of_kind
from gametheory.render.interactive import RULES

SCRIPTS = (*RULES, "calculator/calculator.js")


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
    """Return the lines of a hypothesis or a conclusion: one for each relation, with the connectives above their parts.

    >>> for line in lemma_lines(parse("(and (<= x 1) (or (= y 0) (not (< x y))))")):
    ...     print(line.depth, line.text, line.sign or "...")
    0 x ≤ 1 ≤
    0 y = 0 or x ≥ y ...
    1 y = 0 =
    1 x ≥ y ≥
    """
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
    """Return what the script of the page needs of a calculator of the manifest, as JSON: terms and names, no texts.

    >>> data = {"inputs": [], "functions": {}, "rules": None, "statements": [], "walks": []}
    >>> page_data(data)
    '{"inputs":[],"functions":{},"rules":null,"statements":[],"walks":[]}'
    """
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
    """Return the lines of several hypotheses.

    >>> [line.text for line in lemma_texts(["(< x 1)", "(= y 0)"])]
    ['x < 1', 'y = 0']
    """
    return [line for term in terms for line in lemma_lines(parse(term))]


def bounds_text(item: dict[str, Any]) -> str:
    """Return the bounds of the games among which the page looks for counterexamples.

    >>> bounds_text({"inputs": [{"name": "n", "most": "20"}, {"name": "s", "most": "(* 6 n)"}]})
    'n ≤ 20, s ≤ 6 n'
    """
    return ", ".join(f"{each['name']} ≤ {as_text(parse(each['most']))}" for each in item["inputs"])


def calculator_scripts(manifest: dict[str, Any]) -> tuple[str, ...]:
    """Return the files of the script that the page needs for the calculators of a manifest.

    >>> calculator_scripts({"claims": [{"evidence": [{"kind": "text"}]}]})
    ()
    """
    return SCRIPTS if any(evidence_of_kind(manifest, "calculator")) else ()


def calculators(manifest: dict[str, Any]) -> dict[str, str]:
    """Return for each claim that a reader can try the id of the appendix with the calculator.

    >>> evidence = [{"kind": "calculator", "statements": [{"claim": "A"}]}]
    >>> calculators({"appendices": [{"id": "B.try", "evidence": evidence}]})
    {'A': 'B.try'}
    """
    return {
        each["claim"]: section["id"]
        for section in manifest["appendices"]
        for item in section["evidence"]
        if item["kind"] == "calculator"
        for each in item["statements"]
    }
