"""Calculators: what they refuse, what the page shows of them, and the lemmas of Theorem A on many numbers."""

import json
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from castle_3.printed_rows import fall_day, row_2a, row_2b
from castle_3.try_it import try_it
from computed_terms import NoValue, compute

from gametheory.claims import check_all, claim, run
from gametheory.claims.evidence import Calculator, evidence_from_json
from gametheory.claims.results import AppendixSection
from gametheory.games.castle.closed_form import case_of
from gametheory.games.castle.published_formulas import published_fall_day, published_soldiers_waves
from gametheory.render.manifest import build_manifest
from gametheory.render.page import html_page


@pytest.fixture(scope="module")
def castle() -> Calculator:
    [calculator] = try_it.make()
    assert isinstance(calculator, Calculator)
    return calculator


def page_with(calculator: Calculator) -> str:
    """Return a report with a calculator and a single claim of its source."""
    item = claim("CD3.row2a", "a statement", "p. 1")(lambda: check_all([1], bool, "one case"))
    section = AppendixSection("A source", try_it, (calculator,))
    return html_page(build_manifest(run([("A source", item)]), Path("proofs"), appendices=[section]))


def test_it_converts_to_json_and_back(castle: Calculator) -> None:
    data = json.loads(json.dumps(castle.as_json()))
    assert evidence_from_json(data) == evidence_from_json(evidence_from_json(data).as_json())
    assert evidence_from_json(data).as_json() == data


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda data: data["inputs"][1].update(most="(* 6 m)"), "inputs: s: 'm' is not a variable"),
        (lambda data: data["functions"]["row_2a"].update(term="(eval n)"), "functions: row_2a: eval with 1 arguments"),
        (lambda data: data["statements"][0]["printed"].update(term="(row_2a n s)"), "statements: CD3.row2a: row_2a"),
        (lambda data: data["walks"][0]["lemmas"][3].update(values={}), "castle A3 fall: 'R' is not a variable"),
        (lambda data: data["functions"].pop("winner"), "functions: the rules need start"),
        (lambda data: data["statements"].clear(), "statements: there is none"),
    ],
)
def test_unknown_names_are_refused(castle: Calculator, change: Any, named: str) -> None:
    data = json.loads(json.dumps(castle.as_json()))
    change(data)
    with pytest.raises(ValueError, match=named):
        evidence_from_json(data)


def test_the_rows_alone_are_the_rows_of_the_table() -> None:
    for game in product(range(1, 9), range(1, 30), range(1, 12)):
        if case_of(*game) in ("2a", "2b"):
            row = row_2a if case_of(*game) == "2a" else row_2b
            assert row(*game) == published_soldiers_waves(*game)
        if game[2] < game[0]:
            assert fall_day(*game) == published_fall_day(*game)
    # dpw > n: the least q with (2q (dpw - n) - c)^2 >= dpw^2 + 4 n dpw, where c is the numerator without the root
    for n, s, dpw in product(range(1, 7), range(1, 12), range(1, 12)):
        if dpw > n:
            c = 2 * n - 2 * s - dpw
            root = dpw * dpw + 4 * n * dpw
            tops = (2 * q * (dpw - n) - c for q in range(-40, 60))
            least = next(q for q, top in zip(range(-40, 60), tops, strict=True) if top >= 0 and top * top >= root)
            assert fall_day(n, s, dpw) == least


def test_every_lemma_speaks_of_some_game_and_holds_for_all(castle: Calculator) -> None:
    silent = {lemma.name for walk in castle.walks for lemma in walk.lemmas}
    for n, s, dpw in ((4, 4, 2), (3, 4, 1), (10, 43, 8), (4, 7, 3), (5, 9, 5), (5, 12, 7), (8, 30, 2), (5, 6, 1)):
        game = {"n": n, "s": s, "dpw": dpw}
        for walk in castle.walks:
            first, last = (compute(term, game, castle.functions) for term in (walk.first, walk.last))
            for day in range(first, last + 1):
                values: dict[str, Any] = {**game, "day": day}
                for name, term in walk.values.items():
                    values[name] = compute(term, values, castle.functions)
                for lemma in walk.lemmas:
                    own = dict(values)
                    for name, term in lemma.values.items():
                        own[name] = compute(term, own, castle.functions)
                    if all(compute(term, own, {}) for term in lemma.hypotheses):
                        silent.discard(lemma.name)
                        assert compute(lemma.conclusion, own, {}) is True, (lemma.name, game, day)
    assert silent == set()


def test_the_page_has_the_texts_and_works_without_most_claims(castle: Calculator) -> None:
    text = unescape(page_with(castle))
    assert "needs JavaScript" in text
    assert "CD3.row2a: row 2a" in text
    assert "V (n − U) ≤ n (2 U − n)" in text
    assert "n ≤ 20, s ≤ 6 n, dpw ≤ 3 n" in text


def test_a_notebook_names_it(castle: Calculator) -> None:
    assert "Choose the numbers" in check_all([1], bool, "one case", None, castle)._repr_html_()


def test_no_value_is_not_none(castle: Calculator) -> None:
    with pytest.raises(NoValue):
        compute("(row_2a n s dpw)", {"n": 2, "s": 3, "dpw": 2}, castle.functions)
    assert compute("(row_2b n s dpw)", {"n": 2, "s": 3, "dpw": 5}, castle.functions) is None
