"""One model of a table: what `print` and a notebook show of a result, with all text escaped, and long results cut."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from fractions import Fraction
from html import unescape
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest
from flint import fmpq
from IPython.core.interactiveshell import InteractiveShell
from program import call
from rich.console import Console
from small_games import Nim
from sympy import Eq, Symbol, symbols

from gametheory import (
    Castle,
    Certificate,
    Correction,
    Figure,
    Formula,
    LookupTable,
    Table,
    Text,
    check_all,
    claims,
    nash,
    solve,
    state_graph,
)
from gametheory.claims.verdict import Verdict
from gametheory.formats.gambit import read_efg
from gametheory.games.battle import Battle
from gametheory.games.battle.decisions import odds_table
from gametheory.games.battle.distribution import battle_distribution, battle_odds_by_turn, exact_distribution
from gametheory.games.castle import castle_first, count_plays, defenders_first, play_out
from gametheory.games.castle.figures import play_graph
from gametheory.games.castle.plays import solve_castle
from gametheory.games.towers import Towers, towers_distribution
from gametheory.games.wargame import Wargame, solve_wargame, solve_wargame_exact
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import format_decimal, format_number
from gametheory.numbers.table import Picture, html, show
from gametheory.prove.argument import Step
from gametheory.prove.kernel import Fact, KernelProof, remember
from gametheory.prove.proof import Proof
from gametheory.prove.smt import compose, for_all, obligation
from gametheory.render.charts import Drawing, Panel, Series, axis, heat_map, percent, plot, svg_document
from gametheory.render.figures import draw_plays
from gametheory.render.graphs import draw_graph, draw_state_graph
from gametheory.solvers.solution import strategy_table

EVIL = "<script>alert('&')</script>"
N = Symbol("n", integer=True)
PROOF = Proof((for_all([N], [N > 3], N >= 4, "above"),))
TREE = 'EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "far" { 2 }'


def fractions(rows):
    return [[Fraction(number) for number in row] for row in rows]


def verdict():
    proved = claims.prove(for_all([N], [N > 3], N >= 4, f"above {EVIL}"), Certificate("n", "(check-sat)", f"z3 {EVIL}"))
    return claims.refuted(
        "n < 3",
        3,
        claims.Witness("2", EVIL),
        Text(f"first\nsecond {EVIL}"),
        Formula("a < b", False, EVIL),
        Table(["n"], [[EVIL]]),
        LookupTable("Squares", ["number"], {"2": [True, [[2, 4]]]}, ["2"], ["even"], ["number", "square"]),
        Figure(f"<svg><desc>{EVIL}</desc></svg>", EVIL),
        correction=Correction("$n > 3$", proved),
    )


def argued():
    n, m = symbols("n m", integer=True)
    grows = Step(f"it grows {EVIL}", obligation("grows", (n >= 1, Eq(m, n + 1)), m >= 2))
    return claims.argue(lambda: compose([n >= 1], [grows], {EVIL: [Eq(m, n + 1)]}))


CLAIM = claims.claim("N.1", f"It is {EVIL}", "p. 1", expected="corrected")(verdict)
GAME = fractions([[3, 3], [2, 5], [0, 6]]), fractions([[3, 2], [2, 6], [3, 1]])
MADE = {
    "table": lambda: Table([EVIL, "n"], [[EVIL, 1], ["a", None], [True, 2.5]], EVIL, [(0, 1)]),
    "empty table": lambda: Table([], []),
    "nash": lambda: nash(*GAME),
    "tree nash": lambda: nash(read_efg(TREE)),
    "play": lambda: play_out(Castle(10, 11, 15), castle_first),
    "counts": lambda: count_plays(Castle(2, 10, 1)),
    "solution": lambda: solve_castle(Castle(10, 43, 8)),
    "long solution": lambda: solve_castle(Castle(10, 4001, 8)),
    "huge solution": lambda: solve_castle(Castle(10**5000, 7 * 10**5000, 2 * 10**5000)),
    "turns": lambda: battle_odds_by_turn(Battle(40, 25), 2),
    "battle": lambda: battle_distribution(Battle(40, 25), 2),
    "battle, exactly": lambda: exact_distribution(Battle(4, 3, stop_when_outnumbered=True), 2),
    "odds": lambda: odds_table(40, 25),
    "towers": lambda: towers_distribution(Towers(3, 2, 3, 1, "in-turn"), 5),
    "wargame, exactly": lambda: solve_wargame_exact(Wargame(3, 3)),
    "verdict": verdict,
    "argued": argued,
    "result": lambda: claims.Result(CLAIM, "A source", verdict(), True, 0.5, True),
    "claim before its check": lambda: CLAIM,
    "game": lambda: solve(Castle(10, 11, 15)),
    "game without a player": lambda: solve(Towers(2, 2, 1, 1)),
    "normal form": lambda: nash(*GAME).game,
    "normal form of three": lambda: NormalForm(("a", "b", EVIL), (("x",),) * 3, (Outcome("", (Fraction(0),) * 3),)),
    "tree": lambda: read_efg(TREE),
}


class Values(dict):
    """The values by name, each made when a test asks for it: collecting the tests makes none."""

    def __missing__(self, name):
        self[name] = MADE[name]()
        return self[name]


VALUES = Values()


def parsed(value):
    """Parse the HTML of a value as XML: unlike an HTML parser, this repairs nothing."""
    return ElementTree.fromstring(f"<div>{value._repr_html_()}</div>")


def cells(value):
    """Return the text of the table cells, by row."""
    return [["".join(cell.itertext()) for cell in row] for row in parsed(value).iterfind("table/tbody/tr")]


def captions(value):
    return [caption.text for caption in parsed(value).iterfind("table/caption")]


@pytest.mark.parametrize("name", MADE)
def test_html_has_no_script_and_print_shows_the_same(name):
    value = VALUES[name]
    root = parsed(value)
    tags = {element.tag for element in root.iter()}
    assert tags <= {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "img", "p"}
    shown = str(value)
    words = " ".join(unescape(text) for text in re.findall("<(?:td|p)[^>]*>([^<]*)", value._repr_html_())).split()
    assert words or name == "empty table"
    assert [word for word in words if len(word) < 30 and word not in shown] == []  # a longer one can be folded


def test_a_table_escapes_headings_cells_and_caption():
    table = VALUES["table"]
    assert captions(table) == [EVIL]
    assert parsed(table).find("table/thead/tr/th").text == EVIL
    assert cells(table) == [[EVIL, "1"], ["a", "–"], ["yes", "2.5"]]


def test_numbers_are_right_aligned_and_words_left_aligned():
    texts = ["1", "-1.5", "2/3", "1e-12", "13 %", "1,000", "≈ 0.5", None, "a", "1 to 3", "2a", "", "0: 1/2, 1: 1/2"]
    sides = [cell.get("style").rpartition(":")[2] for cell in parsed(Table([], [texts])).iter("td")]
    assert sides == ["right"] * 8 + ["left"] * 5


def test_only_marked_cells_are_highlighted_and_the_notebook_chooses_all_other_colors():
    root = parsed(Table(["a", "b"], [[1, 2], [3, 4]], marked=[(1, 0)]))
    assert ["outline" in cell.get("style") for cell in root.iter("td")] == [False, False, True, False]
    styles = "".join(element.get("style", "") for element in root.iter()).replace("color:inherit", "")
    assert "background" not in styles
    assert "color" not in styles


def test_a_long_table_shows_its_first_rows():
    table = Table(["n"], [[number] for number in range(1000)], "Numbers")
    assert cells(table) == [[str(number)] for number in range(200)]
    assert captions(table) == ["Numbers (the first 200 of 1,000 rows)"]
    assert len(str(table).splitlines()) == 204


@pytest.mark.parametrize("width", [20, 40, 80, 100])
def test_no_column_of_a_narrow_console_loses_text(width):
    hands = "(1, 2, 3, 4, 5), (1, 2, 3, 4, 5)"
    rows = [[f"({hands}, (2, 3), {prize})", "left", "1: 0.326888474, 2: 0.056012177, 3: 0.6"] for prize in (1, 4)]
    for sides in ((), None, ("position", "player", "move")):
        table, page = Table(["position", "player", "move"], rows, left=sides), StringIO()
        show([table], Console(file=page, width=width))
        printed = page.getvalue()
        assert (printed.count("player"), printed.count("left")) == (1, 2)
        wanted = "".join(map("".join, [table.headings, *rows])).replace(" ", "")
        assert Counter("".join(printed.replace("─", "").split())) == Counter(wanted)


def test_equilibria():
    """The example of von Stengel in Nisan et al., Algorithmic Game Theory (2007), chapter 3."""
    assert cells(VALUES["nash"])[2:4] == [["2", "row", "3", "1 4/5, 2 1/5"], ["", "column", "14/5", "1 2/3, 2 1/3"]]
    lines = [line.split() for line in str(VALUES["nash"]).splitlines()]
    assert lines[0] == ["player", "payoff", "strategy"]
    assert lines[4:6] == [["2", "row", "3", "1", "4/5,", "2", "1/5"], ["column", "14/5", "1", "2/3,", "2", "1/3"]]
    assert "All 3 extreme equilibria, each checked exactly.".split() in lines
    assert cells(VALUES["normal form"])[0] == ["1", "3, 3", "3, 2"]


def test_castle():
    assert cells(VALUES["play"])[0] == ["1", "10", "0", "10", "15", "1"]
    assert captions(VALUES["play"]) == ["The soldiers win in wave 4"]
    assert captions(play_out(Castle(10, 43, 8), castle_first)) == ["The castle wins in wave 15"]
    assert captions(play_out(Castle(5, 8, 5), defenders_first)) == ["A tie: the last wave repeats forever"]
    assert cells(VALUES["counts"])[-1] == ["total", "2", "12"]
    assert captions(VALUES["long solution"])[0].startswith("The first waves of a fastest play")
    assert "≈ 1e+5000" in cells(VALUES["huge solution"])[0]


def test_battle():
    """Post WB: 40 v 25 is won in the first turn with 0.440."""
    assert cells(VALUES["battle"])[0][:2] == ["1", "0.440220"]
    assert [row[0] for row in cells(VALUES["battle"])] == ["1", "2", "in the end"]
    assert [row[0] for row in cells(VALUES["turns"])] == ["1", "2"]
    assert cells(VALUES["battle, exactly"])[0] == ["1", "0.475200", "0", "0.260928", "0.263872"]
    assert "Computed exactly" in str(VALUES["battle, exactly"])
    assert (len(cells(VALUES["odds"])), len(cells(VALUES["odds"])[0]), cells(VALUES["odds"])[-1][0]) == (8, 9, "40")


def test_towers_and_wargame():
    assert cells(VALUES["towers"])[-1] == ["in the end", "0.250000", "0.750000", "0"]
    assert "2.250000 rounds on average, exactly 9/4." in str(VALUES["towers"])
    opening = [(row[0], row[1], row[3]) for row in cells(solve_wargame(Wargame()))]  # docs/theory/wargame.md
    assert opening == [("0", "0.130831", "0.130831"), ("2", "0.724672", "0.724672"), ("4", "0.144497", "0.144497")]
    assert "Solved exactly" in str(VALUES["wargame, exactly"])


def test_verdict():
    facts = dict(cells(VALUES["verdict"])[:9])
    assert facts["status"] == "corrected"
    assert facts["meaning"] == claims.MEANINGS[claims.Status.CORRECTED]
    assert facts["what was checked"] == "counted by the claim itself: “n < 3”"
    assert facts["counterexample"] == f"2: {EVIL}"
    assert facts["correction"] == "$n > 3$ (proved)"
    assert facts["correction: what was checked"] == "for all integers $n$ with $n > 3$: $n \\ge 4$"
    assert facts["false"].startswith("$a < b$")
    assert ["even", "yes"] in cells(VALUES["verdict"])
    (image,) = parsed(VALUES["verdict"]).iter("img")
    assert image.get("alt") == EVIL
    assert b64decode(image.get("src").partition("base64,")[2]).decode().startswith("<svg>")
    assert dict(cells(VALUES["result"])[:3])["earlier run"] == "yes"


def test_an_argument_shows_its_steps():
    facts = dict(cells(VALUES["argued"])[:4])
    assert facts["step 1"].startswith(f"it grows {EVIL}\nfor all integers $m$, $n$ with")
    assert "no program has checked" in facts["joined by"]


def test_a_kernel_proof_shows_its_theorems_and_steps():
    said = Fact("notebook/Two.two", f"1 + 1 = 2 {EVIL}", (), "Coq 8.16.1", "")
    remember({said.theorem: said})
    alone, both = (
        Verdict(claims.Status.PROVED, "", 0, (), record=KernelProof((said,), each)) for each in (None, PROOF)
    )
    theorem = ["what was checked", f"notebook/Two.two: 1 + 1 = 2 {EVIL}"]
    accepted = ["accepted by", "the kernel of Coq 8.16.1, without an assumption"]
    assert cells(alone)[2:4] == [theorem, accepted]
    steps = ["by solvers: what was checked", "for all integers $n$ with $n > 3$: $n \\ge 4$"]
    assert cells(both)[2:5] == [theorem, accepted, steps]


def test_a_verdict_is_printed_as_a_table():
    verdict = check_all(range(9), lambda n: n * n > n, "0 to 8", lambda n: f"{n * n} is not more than {n}")
    assert str(verdict).splitlines() == [
        "  status             refuted",
        "  meaning            false as printed; the counterexample is shown",
        "  what was checked   0: “0 to 8”",
        "  cases              1 checked",
        "  counterexample     0: 0 is not more than 0",
    ]
    assert repr(verdict).startswith("Verdict(status=<Status.REFUTED")


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
def test_drawings_are_text_and_render_as_svg(drawing):
    assert isinstance(drawing, Drawing)
    root = ElementTree.fromstring(displayed(drawing)["image/svg+xml"])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
    assert displayed(Figure(drawing, "a caption")) == {"image/svg+xml": drawing}
    image = ElementTree.fromstring(html([Picture(drawing, EVIL)]))
    assert (image.tag, image.get("alt")) == ("img", EVIL)


def displayed(value):
    """Return the MIME bundle that IPython sends for a value, without the plain text."""
    bundle, _ = InteractiveShell().display_formatter.format(value)
    return {mime: data for mime, data in bundle.items() if mime != "text/plain"}


def test_ipython_displays_results_without_an_extension():
    for value in (VALUES["verdict"], VALUES["nash"], VALUES["game"], VALUES["battle"], Text("a < b")):
        assert displayed(value) == {"text/html": value._repr_html_()}
        assert InteractiveShell().display_formatter.format(value)[0]["text/plain"] == str(value)
    assert displayed(Formula(r"\frac{a}{b}", True)) == {"text/latex": r"$$ \frac{a}{b} $$"}


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


@pytest.mark.parametrize("number", [Fraction(n, 8) for n in range(-9, 10)])
def test_a_decimal_is_the_number(number):
    assert Fraction(format_decimal(number)) == number
    assert ("/" in format_decimal(number / 3)) == (number.numerator % 3 != 0)


def test_no_repr_has_hundreds_of_thousands_of_characters():
    long = [[n, EVIL] for n in range(50_000)]
    values = [
        Table(["n"], long),
        Figure("<svg>" + "x" * 300_000 + "</svg>", "a figure"),
        Certificate("a.smt2", "x" * 300_000, "z3"),
        Text("x" * 300_000),
        claims.check_all([1], bool, "a case", None, Table(["n"], long), Text("x" * 300_000)),
        solve_castle(Castle(10, 40_001, 8)),
        solve_castle(Castle(10**4000, 7 * 10**4000, 2 * 10**4000)),
    ]
    for value in values:
        assert len(repr(value)) < 25_000
    assert "...49,980 more" in repr(values[0])
    assert "more characters" in repr(values[1])
    assert repr(Table(["n"], [[1]])) == "Table(headings=('n',), rows=((1,),), caption='', marked=())"


def test_print_shows_what_the_command_prints():
    printed = call("solve", "gametheory.games.castle:Castle", 10, 11, 15).stdout
    assert str(VALUES["game"]).splitlines() == [line.rstrip() for line in printed.splitlines()]
    assert repr(VALUES["game"]) == (
        "<Solution: 8 positions; single-player, acyclic; shortest paths; outcomes castle, soldiers>"
    )
    assert repr(VALUES["nash"]) == "<NashSolution: 3 equilibria, all extreme ones; vertex enumeration>"


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
    table, rest = strategy_table(solution, 1000, "elsewhere")
    expected = {str(position) for position in reached if winner in solution.strategy.get(position, {})}
    assert {row[0] for row in table.rows} == expected
    assert len(table.rows) == len(expected)
    assert {row[1] for row in table.rows} == {winner}
    assert rest == f"{len(expected)} of {len(solution.strategy)} decisions; elsewhere"


def test_a_long_solution_says_where_the_rest_is():
    solution = solve(Castle(10, 43, 8))
    decisions = sum(map(len, solution.strategy.values()))
    lines = str(solution).splitlines()
    assert lines[0].startswith(f"{len(solution.graph):,} positions. Class: single-player, acyclic.")
    assert f"16 of {decisions:,} decisions; `strategy` has all of them" in lines
    assert len(lines) < 40


def test_brackets_are_no_markup_and_hidden_characters_are_escapes():
    table = NormalForm(("[red]", "B\x1b"), (("[/x]",), ("b",)), (Outcome("", (Fraction(1), Fraction(1))),), "", "")
    shown = str(nash(table))
    assert all(name in shown for name in ("[red]", "[/x]", "B\\x1b"))
    assert "\x1b" not in shown


def test_the_table_on_the_docs_page_is_the_rendered_one():
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "use-in-a-notebook.md").read_text(encoding="utf-8")
    _, _, *rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("|")]
    assert rows == cells(VALUES["battle"])
