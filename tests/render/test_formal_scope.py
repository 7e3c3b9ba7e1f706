"""The first line of a card has the formal scope, if the sentence does not have it in the same words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sympy import Symbol

from gametheory import for_all
from gametheory.claims import Verdict, Witness, check_all, claim, open_, prove, refuted, run
from gametheory.claims.session import CheckRun
from gametheory.render.manifest import build_manifest
from gametheory.render.page import html_page

X = Symbol("x", integer=True)
SMALL = check_all(range(9), lambda n: n < 9)
CARDS: dict[str, tuple[str, Verdict, str]] = {
    "VERIFIED": ("All numbers are small.", SMALL, "0 to 8"),
    "STATED": ("The numbers 0 to 8 are small.", SMALL, ""),
    "NOTED": ("All numbers are small.", check_all(range(9), lambda n: n < 9, "all integers"), "0 to 8"),
    "REFUTED": ("All numbers are small.", check_all(range(9), lambda n: n < 5), "0 to 5"),
    "PROVED": ("P = NP", prove(for_all([X], [X >= 1], X**2 >= X)), "for all integers x with x ≥ 1"),
    "TYPED": ("All numbers are small.", refuted("all integers", 9, Witness("9", "no")), ""),
    "OPEN": ("All numbers are small.", open_("not tried"), ""),
}


@pytest.fixture(scope="module")
def page() -> str:
    claims = [("A source", claim(id, said, "p. 1")(lambda v=verdict: v)) for id, (said, verdict, _) in CARDS.items()]
    return html_page(build_manifest(CheckRun(Path("claims"), False, tuple(run(claims))), Path("claims")))


@pytest.mark.parametrize("id", CARDS)
def test_the_first_line_of_a_card_has_the_formal_scope(page: str, id: str) -> None:
    (header,) = re.findall(rf'<article class="card [^>]*id="{id}".*?<header>(.*?)</header>', page, re.S)
    (line,) = [" ".join(re.sub("<[^>]*>", "", header).split())]
    assert (f" checked: {CARDS[id][2]} " in line) is bool(CARDS[id][2])
    assert ("checked" in line) is bool(CARDS[id][2])
