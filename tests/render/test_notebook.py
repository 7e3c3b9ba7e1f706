"""Rich display in notebooks: HTML is well-formed and escapes all text, drawings are SVG, IPython shows both."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from base64 import b64decode
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from flint import fmpq
from IPython.core.interactiveshell import InteractiveShell
from program import call
from small_games import Nim
from sympy import Eq, Symbol, symbols

import gametheory
from gametheory import (
    Castle,
    Certificate,
    Correction,
    Figure,
    Formula,
    Table,
    Text,
    check_all,
    claims,
    nash,
    solve,
    state_graph,
)
from gametheory.claims.check import CheckRun
from gametheory.claims.status import Status
from gametheory.claims.verdict import Verdict
from gametheory.formats.gambit.efg import read_efg
from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import battle_distribution, battle_odds_by_turn
from gametheory.games.battle.exact import exact_distribution
from gametheory.games.battle.table import odds_table
from gametheory.games.castle import castle_first, count_plays, defenders_first, play_out
from gametheory.games.castle.figures import play_graph
from gametheory.games.castle.solution import solve_castle
from gametheory.games.towers import Towers, towers_distribution
from gametheory.games.wargame import Wargame, solve_wargame, solve_wargame_exact
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import format_number
from gametheory.prove.composer import Step, compose
from gametheory.prove.kernel.fact import Fact
from gametheory.prove.kernel.proof import KernelProof, remember
from gametheory.prove.proof import Proof
from gametheory.prove.smt import Obligation, for_all
from gametheory.render.castle_figures import draw_plays
from gametheory.render.notebook import RENDERERS, html, mimebundle, text
from gametheory.render.notebook.graphs import fields_html
from gametheory.render.notebook.markup import image_html
from gametheory.render.strategy_table import strategy_table
from gametheory.render.svg.charts import Panel, Series, axis, heat_map, percent, plot
from gametheory.render.svg.graph import draw_graph
from gametheory.render.svg.primitives import Drawing, svg_document
from gametheory.render.svg.state_graph import draw_state_graph
from gametheory.solvers.bimatrix.vertex_enumeration import extreme_equilibria
from gametheory.solvers.markov_chain.interval import bounded_distribution_after
from gametheory.solvers.markov_chain.transition import MarkovChain
from gametheory.solvers.matrix_game.exact import solve_matrix_exact
from gametheory.solvers.matrix_game.methods import solve_matrix
from gametheory.solvers.product_game.exact import solve_backward_exact
from gametheory.solvers.product_game.floats import solve_backward
from gametheory.solvers.product_game.stage import PlayerGraph, Stage

EVIL = "<script>alert('&')</script>"


def fractions(rows):
    return [[Fraction(number) for number in row] for row in rows]


def pennies():
    walk = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    return Stage(walk, walk, ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1))


def verdict():
    n = Symbol("n", integer=True)
    proved = claims.prove(for_all([n], [n > 3], n >= 4, f"above {EVIL}"), Certificate("n", "(check-sat)", f"z3 {EVIL}"))
    return claims.refuted(
        "n < 3",
        3,
        claims.Witness("2", EVIL),
        Text(f"first\nsecond {EVIL}"),
        Formula("a < b", False, EVIL),
        Table(["n"], [[EVIL]]),
        Figure(f"<svg><desc>{EVIL}</desc></svg>", EVIL),
        correction=Correction("$n > 3$", proved),
    )


def argued():
    n, m = symbols("n m", integer=True)
    grows = Step(f"it grows {EVIL}", Obligation("grows", (n >= 1, Eq(m, n + 1)), m >= 2))
    return claims.argue(lambda: compose([n >= 1], [grows], {EVIL: [Eq(m, n + 1)]}))


N = Symbol("n", integer=True)
PROOF = Proof((for_all([N], [N > 3], N >= 4, "above").statement,))
CLAIM = claims.claim("N.1", f"It is {EVIL}", "p. 1", expected="corrected")(verdict)
RESULT = claims.Result(CLAIM, "A source", verdict(), True, 0.5, True)
GAME = fractions([[3, 3], [2, 5], [0, 6]]), fractions([[3, 2], [2, 6], [3, 1]])
MADE = {
    "table": lambda: Table([EVIL, "n"], [[EVIL, 1], ["a", None], [True, 2.5]], EVIL, [(0, 1)]),
    "empty table": lambda: Table([], []),
    "matrix": lambda: solve_matrix([[3, -1], [-2, 4]]),
    "matrix, exactly": lambda: solve_matrix_exact(fractions([[1, 0], [0, 2]])),
    "equilibria": lambda: extreme_equilibria(*GAME),
    "equilibrium": lambda: extreme_equilibria(*GAME).extreme[1],
    "nash": lambda: nash(*GAME),
    "zero-sum nash": lambda: nash([[1, -1], [-1, 1]]),
    "play": lambda: play_out(Castle(10, 11, 15), castle_first),
    "counts": lambda: count_plays(Castle(2, 10, 1)),
    "solution": lambda: solve_castle(Castle(10, 43, 8)),
    "solution of any game": lambda: solve(Castle(10, 43, 8)),
    "long solution": lambda: solve_castle(Castle(10, 4001, 8)),
    "huge solution": lambda: solve_castle(Castle(10**5000, 7 * 10**5000, 2 * 10**5000)),
    "turns": lambda: battle_odds_by_turn(Battle(40, 25), 2),
    "battle": lambda: battle_distribution(Battle(40, 25), 2),
    "battle, exactly": lambda: exact_distribution(Battle(4, 3, stop_when_outnumbered=True), 2),
    "odds": lambda: odds_table(40, 25),
    "towers": lambda: towers_distribution(Towers(3, 2, 3, 1, "in-turn"), 5),
    "wargame": lambda: solve_wargame(Wargame(3, 3)),
    "wargame, exactly": lambda: solve_wargame_exact(Wargame(3, 3)),
    "round": lambda: next(solve_backward([pennies()])),
    "round, exactly": lambda: next(solve_backward_exact([pennies()])),
    "verdict": lambda: verdict(),
    "argued": lambda: argued(),
    "claim": lambda: RESULT,
    "run": lambda: CheckRun(Path("proofs"), False, (RESULT,)),
    "game": lambda: solve(Castle(10, 11, 15)),
    "game without a player": lambda: solve(Towers(2, 2, 1, 1)),
    "claim before its check": lambda: CLAIM,
    "certificate": lambda: Certificate("n", EVIL, f"z3 {EVIL}"),
    "small graph": lambda: state_graph(Castle(2, 3, 1)),
    "large graph": lambda: state_graph(Castle(10, 43, 8)),
    "rules of the castle": lambda: Castle(10, 43, 8),
    "rules of a battle": lambda: Battle(40, 25),
    "rules of the towers": lambda: Towers(2, 2, 1, 1),
    "rules of the Wargame": lambda: Wargame(3, 3),
    "normal form": lambda: nash(*GAME).game,
    "normal form of three": lambda: NormalForm(("a", "b", EVIL), (("x",),) * 3, (Outcome("", (Fraction(0),) * 3),)),
    "tree": lambda: read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "far" { 2 }'),
    "chain": lambda: MarkovChain(state_graph(Battle(2, 2)), float),
    "bounded distribution": lambda: bounded_distribution_after(state_graph(Battle(2, 2)), 1),
}


class Values(dict):
    """The values by name, each made when a test asks for it: collecting the tests makes none."""

    def __missing__(self, name):
        self[name] = MADE[name]()
        return self[name]


VALUES = Values()


class Balanced(HTMLParser):
    """A parser that fails at a closing tag that does not match the last open one."""

    def __init__(self):
        super().__init__()
        self.open, self.met = [], set()

    def handle_starttag(self, tag, attrs):
        self.met.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.met.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def parsed(value):
    """Parse the HTML of a value as XML: unlike an HTML parser, this repairs nothing."""
    return ElementTree.fromstring(f"<div>{html(value)}</div>")


def cells(value):
    """Return the text of the table cells, by row."""
    return [["".join(cell.itertext()) for cell in row] for row in parsed(value).iterfind("table/tbody/tr")]


def captions(value):
    return [caption.text for caption in parsed(value).iterfind("table/caption")]


@pytest.mark.parametrize("name", MADE)
def test_html_is_well_formed_and_contains_no_script(name):
    parser, value = Balanced(), VALUES[name]
    parser.feed(html(value))
    parser.close()
    assert parser.open == []
    assert parser.met <= {"table", "caption", "thead", "tbody", "tr", "th", "td", "img", "p"}
    assert "script" not in parser.met
    assert {"table", "p", "img"} & {element.tag for element in parsed(value)}


@pytest.mark.parametrize(
    ("value", "field"),
    [("matrix", "method"), ("play", "winner"), ("solution", "case"), ("verdict", "scope")],
)
def test_text_of_a_result_is_escaped(value, field):
    text = html(dataclasses.replace(VALUES[value], **{field: EVIL}))
    assert "<script" not in text
    if field != "winner":  # any other winner than the castle or a tie reads as the soldiers
        assert "&lt;script&gt;alert('&amp;')" in text


def test_a_table_escapes_headings_cells_and_caption():
    table = VALUES["table"]
    assert captions(table) == [EVIL]
    assert parsed(table).find("table/thead/tr/th").text == EVIL
    assert cells(table) == [[EVIL, "1"], ["a", "–"], ["yes", "2.5"]]


def test_numbers_are_right_aligned_and_words_left_aligned():
    texts = ["1", "-1.5", "2/3", "1e-12", "13 %", "1,000", "≈ 0.5", None, "a", "1 to 3", "2a", "", "0: 1/2, 1: 1/2"]
    sides = [cell.get("style").rpartition(":")[2] for cell in parsed(Table([], [texts])).iter("td")]
    assert sides == ["right"] * 8 + ["left"] * 5


def test_only_marked_cells_are_highlighted():
    styles = [cell.get("style") for cell in parsed(Table(["a", "b"], [[1, 2], [3, 4]], marked=[(1, 0)])).iter("td")]
    assert ["outline" in style for style in styles] == [False, False, True, False]


def test_colors_are_those_of_the_notebook():
    for element in parsed(VALUES["table"]).iter():
        style = element.get("style", "")
        assert "background" not in style
        assert "color" not in style.replace("color:inherit", "")


def test_a_long_table_shows_its_first_rows():
    table = Table(["n"], [[number] for number in range(1000)], "Numbers")
    assert cells(table) == [[str(number)] for number in range(200)]
    assert captions(table) == ["Numbers (the first 200 of 1,000 rows)"]


def test_matrix_games():
    assert cells(VALUES["matrix, exactly"]) == [["row", "0: 2/3, 1: 1/3"], ["column", "0: 2/3, 1: 1/3"]]
    assert captions(VALUES["matrix, exactly"])[0].startswith("Value 2/3 to the row player")
    assert cells(VALUES["matrix"])[0] == ["row", "0: 0.6, 1: 0.4"]


def test_equilibria():
    """The example of von Stengel in Nisan et al., Algorithmic Game Theory (2007), chapter 3."""
    rows = [[int(row[0]), *row[1:3]] for row in cells(VALUES["equilibria"])]
    assert rows == [
        [0, "0: 1", "0: 1"],
        [1, "0: 4/5, 1: 1/5", "0: 2/3, 1: 1/3"],
        [2, "1: 1/3, 2: 2/3", "0: 1/3, 1: 2/3"],
    ]
    assert cells(VALUES["equilibrium"])[0] == ["row", "0: 4/5, 1: 1/5", "3"]
    assert cells(VALUES["nash"])[2:4] == [
        ["2", "row", "3", "1: 4/5, 2: 1/5"],
        ["2", "column", "14/5", "1: 2/3, 2: 1/3"],
    ]
    assert captions(VALUES["zero-sum nash"]) == ["All extreme equilibria, by vertex enumeration; value 0"]


def test_castle():
    assert cells(VALUES["play"])[0] == ["1", "10", "0", "10", "15", "1"]
    assert captions(VALUES["play"]) == ["The soldiers win in wave 4"]
    assert captions(play_out(Castle(10, 43, 8), castle_first)) == ["The castle wins in wave 15"]
    assert captions(play_out(Castle(5, 8, 5), defenders_first)) == ["A tie: the last wave repeats forever"]
    assert cells(VALUES["counts"])[-1] == ["total", "2", "12", "0"]
    assert cells(VALUES["solution"])[:2] == [["soldiers", "16"], ["castle", "3"]]
    assert captions(VALUES["long solution"])[1].startswith("The first waves of a fastest play")
    assert "≈ 1e+5000" in cells(VALUES["huge solution"])[2]


def test_battle():
    """Post WB: 40 v 25 is won in the first turn with 0.440."""
    assert cells(VALUES["battle"])[0][:2] == ["1", "0.44022"]
    assert [row[0] for row in cells(VALUES["battle"])] == ["1", "2", "at the end"]
    assert [row[0] for row in cells(VALUES["turns"])] == ["1", "2"]
    assert cells(VALUES["battle, exactly"])[0] == ["1", "297/625", "0", "4077/15625", "4123/15625"]
    assert captions(VALUES["battle, exactly"]) == ["Probabilities by turn, exact"]
    assert cells(VALUES["odds"])[-1][0] == "40"
    assert (len(cells(VALUES["odds"])), len(cells(VALUES["odds"])[0])) == (8, 9)


def test_the_table_on_the_docs_page_is_the_rendered_one():
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "use-in-a-notebook.md").read_text(encoding="utf-8")
    _, _, *rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("|")]
    assert rows == cells(VALUES["battle"])


def test_towers():
    assert cells(VALUES["towers"])[-1] == ["at the end", "1/4", "3/4", "0"]
    assert captions(VALUES["towers"]) == ["9/4 rounds on average; soldiers left 0: 3/4, 1: 1/4"]


def test_wargame():
    """The opening of docs/theory/wargame.md."""
    opening = "0: 0.130831, 2: 0.724672, 4: 0.144497"
    published = solve_wargame(Wargame())
    assert cells(published) == [["A", opening], ["B", opening]]
    assert "103,488 positions" in captions(published)[0]
    assert captions(VALUES["wargame, exactly"])[0].endswith(", exact")


def test_rounds():
    assert cells(VALUES["round, exactly"]) == [["0", "0", "0", "0: 1/2, 1: 1/2", "0: 1/2, 1: 1/2"]]
    assert "1 x 1 pairs" in captions(VALUES["round"])[0]


def test_verdict():
    facts = dict(cells(VALUES["verdict"])[:9])
    assert facts["status"] == "corrected"
    assert facts["meaning"] == claims.MEANINGS[claims.Status.CORRECTED]
    assert facts["what was checked"] == "counted by the claim itself: “n < 3”"
    assert facts["counterexample"] == f"2: {EVIL}"
    assert facts["correction"] == "$n > 3$ (proved)"
    assert facts["correction: what was checked"] == "for all integers $n$ with $n > 3$: $n \\ge 4$"
    assert facts["false"].startswith("$a < b$")
    (image,) = parsed(VALUES["verdict"]).iter("img")
    assert image.get("alt") == EVIL
    assert b64decode(image.get("src").partition("base64,")[2]).decode().startswith("<svg>")


def test_an_argument_shows_its_steps():
    facts = dict(cells(VALUES["argued"])[:4])
    assert facts["step 1"].startswith(f"it grows {EVIL}\nfor all integers $m$, $n$ with")
    assert "no program has checked" in facts["joined by"]


def test_a_kernel_proof_shows_its_theorems_and_steps():
    said = Fact("notebook/Two.two", f"1 + 1 = 2 {EVIL}", (), "Coq 8.16.1", "")
    remember({said.theorem: said})
    alone, both = (Verdict(Status.PROVED, "", 0, (), record=KernelProof((said,), each)) for each in (None, PROOF))
    theorem = ["what was checked", f"notebook/Two.two: 1 + 1 = 2 {EVIL}"]
    accepted = ["accepted by", "the kernel of Coq 8.16.1, without an assumption"]
    assert cells(alone)[2:4] == [theorem, accepted]
    steps = ["by solvers: what was checked", "for all integers $n$ with $n > 3$: $n \\ge 4$"]
    assert cells(both)[2:5] == [theorem, accepted, steps]


def test_claims_and_runs_say_which_verdicts_are_cached():
    assert dict(cells(VALUES["claim"])[:3])["kept"] == "yes"
    [[id, verdict, *rest]] = cells(VALUES["run"])
    assert (id, verdict.split(", "), rest) == (
        "N.1",
        ["corrected", "kept"],
        [f"It is {EVIL}", "counted by the claim itself: “n < 3”"],
    )


def test_a_run_says_what_was_expected_of_another_verdict():
    item = dataclasses.replace(CLAIM, expected=Status.PROVED)
    run = CheckRun(Path("proofs"), False, (dataclasses.replace(RESULT, claim=item),))
    assert cells(run)[0][1].endswith("; expected proved, found corrected")


def drawings():
    graph = nx.MultiDiGraph()
    graph.add_node(0, label="start < here", layer=0, kind=None)
    yield draw_graph(graph, {}, EVIL)
    yield draw_plays(play_graph(Castle(10, 11, 15)), "A castle")
    yield draw_state_graph(state_graph(Castle(1, 2, 1)), set(), EVIL)
    yield plot(EVIL, [Panel("", axis("turn", 0, 2), percent(), [Series(EVIL, [(1, 0.2)], "#0072B2")])])
    yield heat_map(EVIL, [[0.7, 0.9], [0.2, 0.6]], "attackers", "defenders")
    yield svg_document(EVIL, (10, 10), [])


@pytest.mark.parametrize("drawing", list(drawings()), ids=["node", "castle", "positions", "plot", "map", "document"])
def test_drawings_are_text_and_render_as_svg(drawing, tmp_path):
    assert isinstance(drawing, Drawing)
    root = ElementTree.fromstring(mimebundle(drawing)["image/svg+xml"])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
    assert json.loads(json.dumps(drawing)) == drawing == str(drawing)
    assert type(mimebundle(drawing)["image/svg+xml"]) is str
    (tmp_path / "drawing.svg").write_text(drawing, encoding="utf-8")
    assert mimebundle(Figure(drawing, "a caption")) == {"image/svg+xml": drawing}


def test_a_drawing_in_html_is_an_image():
    image = ElementTree.fromstring(image_html(f"<svg><desc>{EVIL}</desc></svg>", EVIL))
    assert (image.tag, image.get("alt")) == ("img", EVIL)


def test_text_as_markdown_reads_the_same():
    text = Text("1. so * much_more * of <b>it</b>\n- $a_1 * b_1 < c$ & a price of $5\n# no heading")
    assert mimebundle(text)["text/markdown"].splitlines() == [
        r"1\. so \* much\_more \* of \<b\>it\</b\>  ",
        r"\- $a_1 * b_1 < c$ \& a price of $5  ",
        r"\# no heading",
    ]


def test_formula_as_latex():
    assert mimebundle(Formula(r"\frac{a}{b}", True)) == {"text/latex": r"$$ \frac{a}{b} $$"}


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (3, "3"),
        (True, "yes"),
        (Fraction(-1, 3), "-1/3"),
        (2**64, "≈ 1.84467e+19"),
        (Fraction(1, 10**400), "≈ 1e-400"),
        (-Fraction(10**400, 3), "≈ -3.33333e+399"),
        (0.1 + 0.2, "0.3"),
        (1e-300, "1e-300"),
        (None, "–"),
        (fmpq(1, 2), "1/2"),
    ],
)
def test_numbers_in_tables(number, text):
    assert format_number(number) == text


@pytest.mark.parametrize("name", RENDERERS)
def test_every_renderer_belongs_to_a_class(name):
    """A class that was renamed or moved would silently lose its display."""
    module, _, kind = name.rpartition(".")
    assert isinstance(getattr(import_module(module), kind), type)


FIELDS = sorted(name for name, made in RENDERERS.items() if made.get("text/html") is fields_html)


@pytest.mark.parametrize("name", FIELDS)
def test_results_shown_field_by_field_are_cut_and_escaped(name):
    module, _, kind = name.rpartition(".")
    made = getattr(import_module(module), kind)
    names = [field.name for field in dataclasses.fields(made)] if dataclasses.is_dataclass(made) else made._fields
    value = object.__new__(made) if dataclasses.is_dataclass(made) else made(*[{EVIL: n} for n in names])
    if dataclasses.is_dataclass(made):
        for field in names:
            object.__setattr__(value, field, [EVIL] * 100_000)
    text = html(value)
    assert "<script" not in text
    assert len(text) < 10_000
    assert [row[0] for row in cells(value)] == list(names)


def test_a_small_graph_is_drawn_and_a_large_one_listed():
    assert [element.tag for element in parsed(VALUES["small graph"])] == ["img"]
    size = "State graph with 1,114 positions and 3,722 moves"
    assert captions(VALUES["large graph"]) == [f"{size}; the first 10 positions"]
    assert len(cells(VALUES["large graph"])) == 10
    assert cells(VALUES["normal form"])[0] == ["1", "3, 3", "3, 2"]


def test_no_result_prints_hundreds_of_thousands_of_characters():
    long = [[n, EVIL] for n in range(50_000)]
    values = [
        Table(["n"], long),
        Figure("<svg>" + "x" * 300_000 + "</svg>", "a figure"),
        Certificate("a.smt2", "x" * 300_000, "z3"),
        Text("x" * 300_000),
        claims.verified("a case", 1, Table(["n"], long), Text("x" * 300_000)),
        solve_castle(Castle(10, 40_001, 8)),
        solve_castle(Castle(10**4000, 7 * 10**4000, 2 * 10**4000)),
    ]
    for value in values:
        assert len(repr(value)) < 25_000
    assert "...49,980 more" in repr(values[0])
    assert "more characters" in repr(values[1])
    assert repr(Table(["n"], [[1]])) == "Table(headings=['n'], rows=[[1]], caption='', marked=())"


def test_a_value_without_html_is_refused():
    assert mimebundle(3) == {}
    with pytest.raises(TypeError, match="int has no HTML rendering"):
        html(3)


def test_plain_text_has_the_equilibria_of_von_stengel():
    lines = [line.split() for line in text(VALUES["nash"]).splitlines()]
    assert lines[0] == ["player", "payoff", "strategy"]
    assert lines[4:6] == [["2", "row", "3", "1", "4/5,", "2", "1/5"], ["column", "14/5", "1", "2/3,", "2", "1/3"]]
    assert "All 3 extreme equilibria, each checked exactly.".split() in lines


def test_print_shows_what_the_command_prints():
    printed = call("solve", "gametheory.games.castle:Castle", 10, 11, 15).stdout
    assert str(VALUES["game"]).splitlines() == [line.rstrip() for line in printed.splitlines()]
    assert repr(VALUES["game"]) == (
        "<Solution: 8 positions; single-player, acyclic; shortest paths; outcomes castle, soldiers>"
    )
    assert repr(VALUES["nash"]) == "<NashSolution: 3 equilibria, all extreme ones; vertex enumeration>"


def test_each_printed_class_has_a_rendering():
    sources = [path.read_text(encoding="utf-8") for path in sorted(Path(gametheory.__file__).parent.rglob("*.py"))]
    decorated = sum(source.count("\n@printed\n") for source in sources)
    names = [name.rpartition(".") for name, made in RENDERERS.items() if {"text/plain", "text/html"} & set(made)]
    kinds = {name: getattr(import_module(name[0]), name[2]) for name in names}
    printed = {
        name for name, kind in kinds.items() if getattr(kind.__str__, "__module__", "") == "gametheory.numbers.printed"
    }
    assert len(printed) == decorated
    assert {name for name in names if "text/plain" in RENDERERS["".join(name)]} <= printed


def test_print_shows_the_tables_of_a_notebook():
    """Every number and word is printed; a longer one can be cut at the end of a line."""
    for value in map(VALUES.__getitem__, MADE):
        if getattr(
            type(value).__str__, "__module__", ""
        ) == "gametheory.numbers.printed" and "text/plain" not in mimebundle(value):
            words = " ".join(map(unescape, re.findall("<td[^>]*>([^<]*)", html(value)))).split()
            shown = str(value)
            assert [word for word in words if len(word) < 30 and word not in shown] == []


def test_a_verdict_is_printed_as_a_table():
    verdict = check_all(range(9), lambda n: n * n > n, "0 to 8", lambda n: f"{n * n} is not more than {n}")
    assert str(verdict).splitlines() == [
        "  status             refuted",
        "  meaning            false as printed; the smallest counterexample is shown",
        "  what was checked   0: “0 to 8”",
        "  cases              1 checked",
        "  counterexample     0: 0 is not more than 0",
    ]
    assert repr(verdict).startswith("Verdict(status=<Status.REFUTED")


def test_rows_of_a_winner_are_the_decisions_that_play_can_reach():
    solution = solve(Nim((2, 3, 4)))
    winner = solution.forced.winner
    reached, ahead = set(), [solution.start]
    while ahead:  # the winner follows the strategy, the other player makes every move
        position = ahead.pop()
        own = solution.strategy.get(position, {}).get(winner)
        following = [
            after for _, after, moves in solution.graph.out_edges(position, "moves") if not own or moves[0] in own
        ]
        reached |= {position}
        ahead += set(following) - reached
    table = strategy_table(solution, 1000, "elsewhere")
    expected = {str(position) for position in reached if winner in solution.strategy.get(position, {})}
    assert {row[0] for row in table.rows} == expected
    assert len(table.rows) == len(expected)
    assert {row[1] for row in table.rows} == {winner}
    assert table.rest == f"{len(expected)} of {len(solution.strategy)} decisions; elsewhere"


def test_plain_text_of_a_long_solution_says_where_the_rest_is():
    solution = solve(Castle(10, 43, 8))
    decisions = sum(map(len, solution.strategy.values()))
    lines = text(solution).splitlines()
    assert lines[0].startswith(f"{len(solution.graph):,} positions. Class: single-player, acyclic.")
    assert f"16 of {decisions:,} decisions; `strategy` has all of them" in lines
    assert len(lines) < 40


def test_plain_text_shows_brackets_and_hidden_characters():
    table = NormalForm(("[red]", "B\x1b"), (("[/x]",), ("b",)), (Outcome("", (Fraction(1), Fraction(1))),), "", "")
    shown = text(nash(table))
    assert all(name in shown for name in ("[red]", "[/x]", "B\\x1b"))
    assert "\x1b" not in shown


def test_a_value_without_plain_text_is_refused():
    with pytest.raises(TypeError, match="Formula has no plain text; print shows it"):
        text(Formula("a"))


def displayed(value):
    """Return the MIME bundle that IPython sends for a value, without the plain text of Python."""
    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "gametheory")
    bundle, _ = shell.display_formatter.format(value)
    return {mime: data for mime, data in bundle.items() if data != repr(value)}


@pytest.mark.parametrize(
    "make",
    [
        *map(MADE.get, ("verdict", "battle", "equilibria", "nash", "solution of any game")),
        lambda: nash(MADE["tree"]()),
        lambda: Text("a_b"),
        lambda: Formula("a"),
        lambda: next(drawings()),
    ],
)
def test_ipython_displays_what_is_registered(make):
    assert displayed(value := make()) == mimebundle(value) != {}


def test_import_inside_ipython_registers_the_display():
    """In a fresh interpreter: `import gametheory` is enough, and imports no solver and no game."""
    program = """
import sys
from IPython.core.interactiveshell import InteractiveShell
from sympy import Eq, Symbol, symbols
shell = InteractiveShell.instance()
shell.run_cell("import gametheory")
print([name for name in sys.modules if name.startswith(("gametheory.games", "gametheory.solvers"))])
shell.run_cell("from gametheory import Formula")
print(shell.display_formatter.format(shell.run_cell("Formula('a')").result)[0]["text/latex"])
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[0] == "[]"
    assert run.stdout.splitlines()[-1] == "$$ a $$"
