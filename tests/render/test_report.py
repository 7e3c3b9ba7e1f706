"""The renderers, on a manifest with every status and every kind of evidence, and with hostile text."""

import io
import json
import re
from base64 import b64decode
from gzip import decompress
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from rich.console import Console
from sympy import Eq, Symbol, symbols

from gametheory.claims import (
    MEANINGS,
    Correction,
    Status,
    Witness,
    argue,
    check_all,
    claim,
    open_,
    prove,
    refuted,
    run,
)
from gametheory.claims.evidence import Figure, Formula, Table, Text
from gametheory.claims.sources import read_overview
from gametheory.prove.argument import Step
from gametheory.prove.smt import compose, for_all, obligation
from gametheory.render.manifest import STATUS_SYMBOLS, build_manifest, summary
from gametheory.render.mathml import mathml, plain_text, with_mathml
from gametheory.render.page import SCRIPTS, dependency_map, html_page
from gametheory.render.report import markdown_summary, print_results

HOSTILE = 'For all $n < 3 \\wedge \\mathit{dpw} \\leq n$: <script>alert("&")</script> & </article>'
SVG = (
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">'
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" width="90">'
    "<style>#node1 rect { fill: #fff }</style><script>alert(1)</script>"
    '<g id="node1" onclick="alert(2)"><rect width="9" height="9" stroke="url(#node1)"/></g>'
    '<use xlink:href="#node1"/><image xlink:href="http://example.org/x.png"/></svg>'
)
N = Symbol("n", integer=True)


def _proved() -> Any:
    statement = for_all([N], [N > 3], N**2 >= 16, "the <base> & more")
    return prove(statement, Formula(r"\frac{n}{2} \leq \varphi^{n}", True, "for $n > 0$"))


@claim("A.proved", HOSTILE, "p. 1, <b>line</b> 2", expected="proved")
def proved_claim() -> Any:
    return _proved()


@claim("A.verified", "Every $n$ below 10 is small.", "p. 2", uses=["A.proved"])
def verified_claim() -> Any:
    return check_all(
        range(1234),
        lambda _: True,
        "$0 \\leq n < 10$",
        None,
        Text("First <line>\nand $x^2$"),
        Table(["n", "a & b", "true"], [[1, "2/3", True], [12, "<i>", None]], "Where $n$ differs", [(1, 0)]),
        Table(["n"], [[n] for n in range(50)], "A long one"),
        Figure(SVG, "A drawing of $n$ & more"),
        Figure(SVG, "The same again"),
    )


@claim("A.corrected", "Always $n^2 < 50$.", "p. 3", expected="corrected")
def corrected_claim() -> Any:
    correction = Correction("$n^2 < 50$ for $n < 8$", _proved())
    return refuted("$n < 10$", 9, Witness("$n = 8$", "$64 \\geq 50$ </script>"), correction=correction)


@claim("A.argued", "All $n \\geq 1$ are small.", "p. 4", expected="argued")
def argued_claim() -> Any:
    n, m = symbols("n m", integer=True)
    steps = [
        Step("it is <at least> $2$", obligation("few", (n >= 1, n < 5, Eq(m, n + 1)), m >= 2)),
        Step("it is at least $6$", obligation("many", (n >= 5, Eq(m, n + 1)), m >= 6)),
        Step("so is its square", obligation("square", (m >= 2,), m * m >= 4), uses=("few",)),
    ]
    return argue(lambda: compose([n >= 1], steps, {"the next <number>": [Eq(m, n + 1)]}, [[n < 5, n >= 5]]))


@claim("B.refuted", "Every $n$ is below 3.", "", uses=["A.verified"])
def refuted_claim() -> Any:
    return check_all(range(10), lambda n: n < 3, "0 to 9", lambda n: f"${n} \\geq 3$", Formula("1 = 2", False))


@claim("B.open", "It is true.", "p. 5", uses=["B.refuted"], expected="open")
def open_claim() -> Any:
    return open_("unknown, at $5")


@claim("B.failing", "It is true, too.", "p. 6", expected="proved")
def failing_claim() -> Any:
    raise ArithmeticError("</script><b>1/0 \x07")


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    first = [("One & only", item) for item in (proved_claim, verified_claim, corrected_claim, argued_claim)]
    second = [("Two <b>", item) for item in (refuted_claim, open_claim, failing_claim)]
    return build_manifest(run(first + second), Path("my claims"))


@pytest.fixture(scope="module")
def html(manifest: dict[str, Any]) -> str:
    return html_page(manifest)


class Elements(HTMLParser):
    """Parser that collects all elements with their attributes, and the visible text."""

    VOID = ("meta", "link", "br", "input", "img")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.visible = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.visible += data

    def values(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.elements if name in attributes]


def test_page_escapes_the_text_of_claims(html: str) -> None:
    tags = [tag for tag, _ in Elements(html).elements]
    assert tags.count("script") == 1 + len(SCRIPTS)
    assert "b" not in tags
    assert "i" not in tags
    assert '<script>alert("&")</script> & </article>' in Elements(html).visible


def test_page_is_well_nested_and_its_ids_are_unique(html: str) -> None:
    elements = Elements(html)
    assert elements.open == []
    assert len(set(elements.values("id"))) == len(elements.values("id"))


def test_page_loads_nothing(html: str) -> None:
    elements = Elements(html)
    addresses = elements.values("src") + elements.values("href") + elements.values("xlink:href")
    assert all(address.startswith(("#", "data:")) for address in addresses)
    body = html[: html.index("</footer>")]
    assert not re.search(r"https?:|@import|onclick", body)


def test_every_link_inside_the_page_has_its_target(html: str, manifest: dict[str, Any]) -> None:
    elements = Elements(html)
    inside = {unquote(address[1:].removeprefix("focus=")) for address in elements.values("href") if address[0] == "#"}
    assert inside <= set(elements.values("id"))
    assert {used for item in manifest["claims"] for used in item["uses"]} <= inside


def test_page_contains_the_manifest(html: str, manifest: dict[str, Any]) -> None:
    [packed] = re.findall(r'id="manifest" [^>]* href="data:application/gzip;base64,([^"]*)"', html)
    document = decompress(b64decode(packed)).decode()
    assert json.loads(document) == json.loads(json.dumps(manifest)) == manifest


def _without_code(html: str) -> str:
    return re.sub(r'<details class="(code|assurance)">.*?</details>', "", html, flags=re.DOTALL)


def test_page_typesets_every_formula(html: str) -> None:
    visible = Elements(_without_code(html)).visible
    assert "unknown, at $5" in visible
    assert not set("$\\") & set(visible.replace("at $5", "").replace("1/0 \\x07", ""))
    assert html.count("<math") > 10
    assert ">dpw</mi>" in html


def test_page_shows_every_kind_of_evidence(html: str, manifest: dict[str, Any]) -> None:
    elements = Elements(html)
    assert html.count('class="differs"') == 2
    assert "table of 50 rows: A long one" in elements.visible
    assert all(address.startswith("data:image/svg+xml;base64,") for address in elements.values("src"))
    assert [tag for tag, _ in elements.elements if tag == "img"] == ["img", "img"]
    saved = [
        "the--base----more.smt2",
        "the--base----more.smt2",
        "few.smt2",
        "many.smt2",
        "square.smt2",
    ]
    assert [_at(manifest, address)["name"] for address in elements.values("data-address")] == saved
    assert elements.values("download") == ["manifest.json.gz"]


def _at(manifest: Any, address: str) -> Any:
    for key in address.split("/"):
        manifest = manifest[int(key) if isinstance(manifest, list) else key]
    return manifest


def _cards(html: str) -> dict[str, str]:
    """Return the visible text of each card, by claim."""
    pieces = re.findall(r'<article class="card .*?data-claim="([^"]+)"(.*?)</article>', html, re.DOTALL)
    spaced = {id: re.sub("</(dt|p)>", r"</\1> ", text) for id, text in pieces}
    return {id: " ".join(Elements(f"<article {text}").visible.split()) for id, text in spaced.items()}


def test_a_card_shows_the_sentence_and_the_statement_of_record(html: str) -> None:
    card = _cards(html)["A.proved"]
    said, checked = card.index("The source says For all n<3"), card.index("What was checked for all integers n")
    assert said < checked
    assert "with n>3: n2≥16 the <base> & more: accepted by z3 " in card
    assert f"proved: {MEANINGS[Status.PROVED]}" in card


def test_a_card_shows_an_argument_with_the_sources_of_its_hypotheses(html: str) -> None:
    card = _cards(html)["A.argued"]
    assert "Given n≥1 the next <number> m=1+n One of the cases n<5 or n≥5" in card
    assert "it is <at least> 2 for all integers m, n with n≥1; n<5; m=1+n: m≥2 few" in card
    assert "square; it uses: few" in card
    assert "That the steps together imply the claim is text" in card
    assert f"argued: {MEANINGS[Status.ARGUED]}" in card


def test_a_card_shows_the_scope_and_the_code_of_a_sweep(html: str, manifest: dict[str, Any]) -> None:
    card = _cards(html)["A.verified"]
    assert "What was checked 0 to 1233: “0≤n<10” · 1,234 cases code of the check, test_report.py line " in card
    assert "def verified_claim() -> Any: return check_all( range(1234)," in card
    code = next(item["code"] for item in manifest["claims"] if item["id"] == "B.refuted")
    assert Path(__file__).read_text().splitlines()[code["line"] - 1] == code["text"].splitlines()[0]


def test_a_correction_shows_its_own_record(html: str) -> None:
    card = _cards(html)["A.corrected"]
    assert "What was checked counted by the claim itself: “n<10” · 9 cases" in card
    corrected = card.partition("Corrected statement")[2]
    assert "What was checked for all integers n with n>3: n2≥16 the <base> & more: accepted by z3 " in corrected


def test_a_false_sentence_over_a_true_statement_is_seen_at_once() -> None:
    """P = NP, resting on x >= 1, is two things on the card, on the terminal and in the other formats."""
    x = Symbol("x", integer=True)
    lie = claim("L", "P = NP", "p. 1")(lambda: prove(for_all([x], [x > 0], x >= 1)))
    document = build_manifest(run([("S", lie)]), Path("proofs"))
    assert (
        "The source says P = NP What was checked for all integers x with x>0: x≥1" in _cards(html_page(document))["L"]
    )
    formal = "for all integers x with x > 0: x ≥ 1"
    for text in (
        _printed(document, width=120),
        markdown_summary(document).replace("&gt;", ">"),
    ):
        assert formal in text
    assert document["claims"][0]["formal"] == formal


def test_every_output_says_which_verdicts_are_from_an_earlier_run(manifest: dict[str, Any]) -> None:
    claims = [item | {"kept": item["id"] in ("A.proved", "A.argued")} for item in manifest["claims"]]
    document = manifest | {"claims": claims}
    # a page that is handed out says it once, with the day
    visible = " ".join(Elements(html_page(document)).visible.split())
    day = min(item["checked_on"] for item in claims if item["kept"])
    sentence = f"2 verdicts are from earlier runs, the oldest of {day}: nothing on which they depend has changed."
    assert visible.count(sentence) == 1
    # elsewhere only the folded panels of these two claims say it
    folded = "Cached: checked in an earlier run, "
    assert visible.count(folded) == 2
    assert visible.count("earlier run") == 3
    assert "earlier run" not in " ".join(Elements(html_page(manifest)).visible.split())
    lines = [line.split() for line in _printed(document, width=100).splitlines()]
    assert [words[0] for words in lines if words[3:5] == ["earlier", "run"]] == ["A.proved", "A.argued"]
    assert len(re.findall(", earlier run [|]", markdown_summary(document))) == 2


def test_each_status_has_one_sentence_everywhere(html: str, manifest: dict[str, Any]) -> None:
    assert manifest["statuses"] == {str(status): text for status, text in MEANINGS.items()}
    visible = " ".join(Elements(html).visible.split())
    printed = " ".join(_printed(manifest, width=200).split())
    page = (Path(__file__).parents[2] / "docs/theory/how-we-know.md").read_text(encoding="utf-8")
    for status, text in MEANINGS.items():
        assert f"| {status} | {text} |" in page
        if manifest["counts"][status]:
            assert f"{status} {text}" in visible
            assert f"{status}: {text}" in printed
            assert f"- {status}: {text}" in markdown_summary(manifest)


def test_page_names_unexpected_verdicts(html: str) -> None:
    visible = " ".join(Elements(html).visible.split())
    refuted = "B.refuted refuted (expected: proved, argued or verified)"
    failing = "B.failing expected proved, found open (the check raised ArithmeticError: </script><b>1/0 \\x07"
    assert f"2 of 7 verdicts differ from the expected ones {refuted} {failing}" in visible


def test_the_map_links_connected_claims_and_lists_the_others(html: str, manifest: dict[str, Any]) -> None:
    map_svg = html[html.index('<svg class="map"') :]
    map_svg = map_svg[: map_svg.index("</svg>")]
    assert set(re.findall(r'data-claim="([^"]+)"', map_svg)) == {"A.proved", "A.verified", "B.refuted", "B.open"}
    arrows = set(re.findall(r'data-from="([^"]+)" data-to="([^"]+)"', map_svg))
    assert arrows == {(used, item["id"]) for item in manifest["claims"] for used in item["uses"]}
    assert set(re.findall(r'class="id tag \w+" href="#([^"]+)"', html)) == {"A.corrected", "A.argued", "B.failing"}


def test_indirect_dependencies_are_not_drawn() -> None:
    uses = {"A": [], "B": ["A"], "C": ["A", "B"]}
    claims = [{"id": id, "uses": used, "status": "open", "grounded": False} for id, used in uses.items()]
    arrows = re.findall(r'data-from="(.)" data-to="(.)"', dependency_map(claims).svg)
    assert sorted(arrows) == [("A", "B"), ("B", "C")]


def test_a_map_with_too_many_claims_is_not_drawn() -> None:
    claims = [{"id": f"{n}", "uses": [f"{n - 1}"] if n else [], "status": "open"} for n in range(200)]
    assert dependency_map(claims)[:2] == ("", 200)


def test_unmet_dependencies_are_marked_on_the_map() -> None:
    claims = [
        {"id": "A", "uses": [], "status": "refuted", "grounded": False},
        {"id": "B", "uses": ["A"], "status": "proved", "grounded": False},
    ]
    assert dependency_map(claims).svg.count('class="node proved unmet"') == 1
    assert "B, proved, not established" in dependency_map(claims).svg


def test_the_words_of_a_correction_are_never_shown_as_proved_without_the_formal_statement(tmp_path: Path) -> None:
    """Free text next to "proved" could say anything; what was proved is printed there, too."""
    n = Symbol("n", integer=True)
    proved = Correction("P = NP", prove(for_all([n], [n > 3], n**2 >= 16, "square")))
    item = claim("F", "a statement", "p. 1")(lambda: refuted("a case", 1, Witness("1", "no"), correction=proved))
    (tmp_path / "overview.toml").write_text('[[findings]]\nclaim = "F"\nheadline = "It is false"')
    made = build_manifest(run([("S", item)]), tmp_path, overview=read_overview(tmp_path))
    printed = io.StringIO()
    print_results(made, Console(file=printed, width=200))
    head, _, false = html_page(made).partition('id="finding-1"')[2].partition("</article>")
    for text in (printed.getvalue(), markdown_summary(made), head, false.partition('class="card')[0]):
        assert "P = NP" in text
        assert "formally: for all integers n" in unescape(text)


def test_markdown_shows_unexpected_verdicts_and_false_statements(manifest: dict[str, Any]) -> None:
    text = markdown_summary(manifest)
    assert "**7 claims: 1 proved, 1 argued, 1 verified, 1 corrected, 1 refuted, 2 open**" in text
    assert "- **B.failing**: expected proved, found open" in text
    assert "| ✗ B.refuted | Every n is below 3. | 3: 3 ≥ 3 |  |" in text
    assert (
        "| ✎ A.corrected | Always n^2 &lt; 50. | n = 8: 64 ≥ 50 &lt;/script&gt; | n^2 &lt; 50 for n &lt; 8 (proved); "
        "formally: for all integers"
    ) in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5, 6}


def test_a_report_without_claims() -> None:
    assert "0 claims from 0 sources" in " ".join(
        Elements(html_page(build_manifest([], Path("proofs")))).visible.split()
    )


def _printed(manifest: dict[str, Any], **options: Any) -> str:
    console = Console(file=io.StringIO(), **options)
    print_results(manifest, console)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("width", [60, 100, 200])
def test_terminal_table_lines_up(manifest: dict[str, Any], width: int) -> None:
    lines = _printed(manifest, width=width).splitlines()
    assert max(map(len, lines)) <= width
    rows = {item["id"]: next(line for line in lines if line.startswith(item["id"])) for item in manifest["claims"]}
    marked = {item["id"]: f"{STATUS_SYMBOLS[item['status']].symbol} {item['status']}" for item in manifest["claims"]}
    assert len({row.index(marked[name]) for name, row in rows.items()}) == 1


def test_terminal_shows_unexpected_verdicts_and_false_statements(manifest: dict[str, Any]) -> None:
    text = " ".join(_printed(manifest, width=100).split())
    assert "B.failing expected proved, found open (the check raised ArithmeticError" in text
    assert "counterexample n = 8: 64 ≥ 50" in text
    assert "correction (proved) n^2 < 50 for n < 8" in text
    counts = "7 claims: 1 proved, 1 argued, 1 verified, 1 corrected, 1 refuted, 2 open"
    assert (counts, f"{counts}; 2 unexpected") == (summary(manifest), text[text.index(counts) :])


def test_a_pipe_gets_no_colors(manifest: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    print_results(manifest)
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert 90 < max(map(len, text.splitlines())) <= 100
    assert "\x1b" in _printed(manifest, force_terminal=True, color_system="truecolor", width=100)


@pytest.mark.parametrize("latex", [r"\nothing{x}", r"\frac", "x_"])
def test_a_malformed_formula_is_named(latex: str) -> None:
    assert f"<code>{latex}</code> (" in mathml(latex)
    assert plain_text(f"${latex}$") == latex


def test_formulas_escape_their_text() -> None:
    assert "<script>" not in with_mathml(r"$\text{<script>} < 1$ <script>")


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\left\lfloor{\frac{n + 1}{2}}\right\rfloor", "⌊(n + 1)/2⌋"),
        (r"\begin{cases} 0 & \text{for}\: n < 2 \\1 & \text{otherwise} \end{cases}", "{0 for n < 2; 1 otherwise"),
        (r"\neg p \wedge x^{y^{2k}}_{i+1} \geq -1", "¬p ∧ x_(i + 1)^(y^(2k)) ≥ −1"),
        (r"\sum_{i=0}^{n} F_{2 i} \equiv \sqrt{5} \pmod 2", "∑_(i = 0)^n F_(2i) ≡ √5 (mod 2)"),
        (r"{\binom{n}{k}} \cdot \sqrt[3]{x} \bmod \mathit{d}", "(n choose k) · x^(1/3) mod d"),
        (r"D'' = S^{\prime} - 1", "D″ = S′ − 1"),
        (r"\left[\begin{matrix}1 & 2\\3 & 4\end{matrix}\right]", "[1 2; 3 4]"),
    ],
)
def test_formulas_in_plain_characters(latex: str, text: str) -> None:
    assert plain_text(f"${latex}$") == text


def test_each_status_has_its_own_color_of_okabe_and_ito() -> None:
    """Bluish green, reddish purple, blue, yellow, orange and vermilion, and gray for open."""
    colors = {"proved": "#009e73", "argued": "#cc79a7", "verified": "#0072b2", "corrected": "#e69f00"}
    others = {"refuted": "#d55e00", "open": "#999999"}
    assert {status: mark.color for status, mark in STATUS_SYMBOLS.items()} == colors | others
    assert len({mark.on_dark for mark in STATUS_SYMBOLS.values()}) == len(STATUS_SYMBOLS)


def test_terminal_lists_claims_with_unmet_dependencies(manifest: dict[str, Any]) -> None:
    text = " ".join(_printed(manifest, width=100).split())
    assert "Depends on claims that are not established B.open ? open depends on B.refuted" in text


def test_formulas_say_nothing_that_browsers_assume() -> None:
    assert mathml("n + 1") == "<math><mi>n</mi><mo>+</mo><mn>1</mn></math>"
    inside = '<mrow><mo>(</mo><mi>n</mi><mo>)</mo></mrow><mi mathvariant="normal">log</mi><mi>n</mi>'
    assert mathml(r"\left( n \right) \log n", display=True) == f'<math display="block">{inside}</math>'
    assert mathml(r"\left| n \right|").count("stretchy") == 2, "whether a bar stretches depends on its place"
    assert mathml(r"\frac{n}{2}") == "<math><mfrac><mi>n</mi><mn>2</mn></mfrac></math>"
