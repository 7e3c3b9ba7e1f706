"""The report on proofs/ in a real browser, opened from disk: what a reader can see, click, copy and print."""

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from conftest import BROWSER, load
from test_hostile_drawings import ADDRESS, hostile_page

from gametheory.games.castle import Castle
from gametheory.model.unfolding import state_graph
from gametheory.solvers.shortest_paths import distance_to_outcome

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "report.png"
pytestmark = pytest.mark.skipif(not BROWSER, reason="needs Chromium")


@pytest.fixture(scope="module")
def claims(report: Path) -> dict[str, dict[str, Any]]:
    manifest = json.loads(report.with_suffix(".json").read_text(encoding="utf-8"))
    return {item["id"]: item for item in manifest["claims"]}


Open = Callable[..., Any]


def find(driver: Any, selector: str) -> list[Any]:
    return driver.find_elements("css selector", selector)


def visible_claims(driver: Any) -> set[str]:
    script = "return [...document.querySelectorAll('article[data-claim]')].filter(c => c.checkVisibility())"
    return set(driver.execute_script(script + ".map(c => c.dataset.claim)"))


def claim_count(driver: Any) -> str:
    return find(driver, ".tools output")[0].text


def search(driver: Any, text: str) -> None:
    field = find(driver, "nav input[name=text]")[0]
    field.clear()
    field.send_keys(text)


def with_dependencies(claims: dict[str, dict[str, Any]], id: str) -> set[str]:
    return {id}.union(*(with_dependencies(claims, used) for used in claims[id]["uses"]))


def test_it_opens_from_disk_and_loads_nothing(opened: Open, report: Path) -> None:
    driver = opened()
    assert driver.title == "Which of the claims are true?"
    assert driver.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    requests = [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    assert {address for address in requests if not address.startswith("data:")} == {report.as_uri()}


def test_the_first_screen_has_the_five_findings(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    headlines = find(driver, ".headlines li")
    assert len(headlines) == 5
    assert all(item.rect["y"] + item.rect["height"] < 800 for item in headlines), "without a click, without scrolling"
    assert "2/3/1" in headlines[0].text
    formula = "".join(headlines[0].text.split())
    for part in ("1+q+max(0,k)", "q=max(1,", "dpw2+4n·dpw−dpw+2n−2s", "2(dpw−n)", "k=", "x=s+q·dpw−(q+1)n", "φ=1+52"):
        assert part in formula, "the right formula of row 2a is written out"
    cut = "return [...document.querySelectorAll('.truth')].filter(e => e.scrollWidth > e.clientWidth).length"
    assert driver.execute_script(cut) == 0
    for number, headline in enumerate(headlines, 1):
        find(headline, "a")[0].click()
        finding = find(driver, f"#finding-{number}")[0]
        assert -1 < driver.execute_script("return arguments[0].getBoundingClientRect().top", finding) < 800
        why = find(finding, "dd a")[-1].get_attribute("href").partition("#")[2]
        assert claims[why]["status"] in ("refuted", "corrected")
        find(headline, ".why")[0].click()
        evidence = driver.find_element("id", why)
        assert -1 < driver.execute_script("return arguments[0].getBoundingClientRect().top", evidence) < 800


def test_every_false_statement_is_in_a_group_with_what_is_true(shown: Open, claims: dict[str, Any]) -> None:
    driver = shown()
    false = {id for id, item in claims.items() if item["status"] in ("refuted", "corrected")}
    rows = {item.get_attribute("data-claim"): item for item in find(driver, ".false-statements li")}
    own = {item.get_attribute("data-claim") for item in find(driver, "[aria-labelledby=own-statements] li")}
    assert set(rows) == false | own
    assert "Other false statements" not in find(driver, "[aria-labelledby=false-statements]")[0].text
    assert all("True:" in rows[id].text for id in false if claims[id]["correction"])
    failed = {"CD3.conjecture", "NEW.even", "NEW.kappa.root", "NEW.random.half", "NEW.ways.hill"}
    assert own & false == failed, "our own conjectures are no errors of a source"


def test_our_own_statements_are_not_said_to_be_of_a_source(shown: Open, claims: dict[str, Any]) -> None:
    driver = shown()
    own = {item.get_attribute("data-claim") for item in find(driver, "[aria-labelledby=own-statements] li")}
    heading = "(card) => [card.id, card.querySelector('h4').textContent]"
    script = f"return [...document.querySelectorAll('article[data-claim]')].map({heading})"
    headings = dict(driver.execute_script(script))
    assert {id for id, text in headings.items() if text == "Our statement"} == own
    assert all(id in own for id, item in claims.items() if "this program" in item["statement"])


def test_dark_and_light_differ_and_can_be_read(shown: Open) -> None:
    grounds = []
    for dark in (False, True):
        driver = shown(dark=dark)
        grounds.append(driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]


def test_a_false_statement_unfolds(shown: Open, claims: dict[str, Any]) -> None:
    driver = shown()
    first = find(driver, ".false-statements li")[0]
    reason = find(first, "details > div")[0]
    assert not reason.is_displayed()
    find(first, "summary")[0].click()
    assert "Smallest counterexample" in reason.text
    find(first, "summary")[0].click()
    assert not reason.is_displayed()


def test_a_search_scrolls_to_its_hits_and_knows_the_introduction(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    search(driver, "dice")
    first = next(id for id, item in claims.items() if item["id"].startswith("WB."))
    top = f"return document.getElementById('{first}').getBoundingClientRect().top"
    wait(lambda: 0 < driver.execute_script(top) < 300)
    assert visible_claims(driver) >= {id for id in claims if id.startswith("WB.")}
    assert "and in the introduction" in find(driver, ".match-count")[0].text


def test_a_key_leads_to_the_search_which_lists_its_hits(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    find(driver, "body")[0].send_keys("/")
    field = driver.switch_to.active_element
    assert (field.get_attribute("name"), field.get_attribute("value")) == ("text", "")
    assert 0 < field.rect["y"] < 200, "on the first screen"
    field.send_keys("row2a")
    wait(lambda: {each.text for each in find(driver, ".hits a")} == {"✎ CD3.row2a", "✎ CD3.eq12"})
    [hit] = [each for each in find(driver, ".hits a") if each.text == "✎ CD3.row2a"]
    hit.click()
    wait(lambda: driver.current_url.endswith("#CD3.row2a"))
    field.send_keys("/x")  # in the field, the key is a letter
    wait(lambda: find(driver, ".hits")[0].text == "No claim has all of these words.")
    assert field.get_attribute("value") == "row2a/x"
    for id in ("dependencies", "all-verdicts"):
        assert not driver.find_element("id", id).is_displayed(), "nothing grey without a hit"
    search(driver, "castle")
    wait(lambda: len(find(driver, ".hits a")) == 12)
    hits = len(visible_claims(driver))
    assert find(driver, ".hits li")[-1].text == f"and {hits - 12} more"
    assert claim_count(driver) == f"{hits} of {len(claims)} claims"


def test_the_first_finding_can_be_tried(opened: Open) -> None:
    driver = opened()
    find(driver, ".headlines li .try")[0].click()
    wait(lambda: any(each.is_displayed() and "next" in each.text for each in find(driver, ".finders button")))


def test_each_finding_quotes_the_passage_with_its_sign(opened: Open) -> None:
    driver = opened()
    passages = find(driver, ".finding .passage")
    assert len(passages) == 5
    assert all(each.text.startswith("✗") for each in passages)
    assert "Row 2a" in passages[0].text


def test_a_factor_is_apart_from_a_name_of_several_letters(opened: Open) -> None:
    """Without a space, q times dpw would read as the name qdpw."""
    driver = opened()
    name = "[...document.querySelectorAll('mi + mi')].find((each) => each.textContent === 'dpw')"
    assert driver.execute_script(f"return parseFloat(getComputedStyle({name}).paddingInlineStart)") > 1
    alone = "[...document.querySelectorAll('mo + mi')].find((each) => each.textContent === 'dpw')"
    assert driver.execute_script(f"return parseFloat(getComputedStyle({alone}).paddingInlineStart)") == 0


def test_the_picture_of_the_readme_is_of_this_page(opened: Open) -> None:
    """The text of the first screen is in a file next to the picture, since pixels depend on installed fonts."""
    driver = opened()
    text = "".join(find(driver, ".opening")[0].text.split())
    if os.environ.get("WRITE_PICTURES"):
        parts = "[document.documentElement, document.querySelector('nav')]"
        driver.execute_script(f"for (const part of {parts}) part.style.scrollbarWidth = 'none'")
        driver.save_screenshot(str(PICTURE))
        PICTURE.with_suffix(".txt").write_text(text + "\n", encoding="utf-8")
    written = PICTURE.with_suffix(".txt").read_text(encoding="utf-8")
    again = "WRITE_PICTURES=1 pytest tests/render/test_browser.py -k picture"
    assert written == text + "\n", f"the picture is of an older page; {again} makes it again"


def test_search_covers_the_visible_text(shown: Open, claims: dict[str, Any]) -> None:
    driver = shown()
    search(driver, "row2a")
    assert visible_claims(driver) == {"CD3.row2a", "CD3.eq12"}  # the theorem of CD3.eq12 is in castle/Row2a.v
    assert claim_count(driver) == f"2 of {len(claims)} claims"
    search(driver, "no claim says this")
    assert visible_claims(driver) == set()
    find(driver, ".tools button[type=reset]")[0].click()
    assert visible_claims(driver) == set(claims)


def test_filters_by_status_and_source(shown: Open, claims: dict[str, Any]) -> None:
    driver = shown()
    find(driver, ".chip.refuted")[0].click()
    refuted = {id for id, item in claims.items() if item["status"] == "refuted"}
    assert visible_claims(driver) == refuted
    assert find(driver, ".chip.refuted")[0].get_attribute("aria-pressed") == "true"
    [option] = [each for each in find(driver, ".tools option") if each.text == claims["CD1.1"]["source"]]
    option.click()
    assert visible_claims(driver) == {id for id in refuted if id.startswith("CD1.")}
    rows = [row for row in find(driver, ".verdicts tbody tr") if row.is_displayed()]
    assert len(rows) == len(visible_claims(driver))
    find(driver, ".tools button[type=reset]")[0].click()
    assert visible_claims(driver) == set(claims)


def test_no_formula_is_cut_below_its_line(shown: Open) -> None:
    """A part that scrolls sideways hides what is drawn below it, such as the index of an index."""
    driver = shown()
    cut = "return [...document.querySelectorAll('.scroll')].filter(e => e.scrollHeight > e.clientHeight + 1)"
    height = "getComputedStyle(e).overflowY === 'hidden' && e.checkVisibility()"
    script = f"{cut}.filter(e => {height}).map(e => e.textContent.trim().slice(0, 60))"
    assert driver.execute_script(script) == []
    driver.execute_script(
        "const sheet = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet];"
        "sheet.replaceSync('.scroll { padding-block: 0 !important }')"
    )
    assert driver.execute_script(script) != [], "without the padding, some are"
    driver.execute_script("document.adoptedStyleSheets = []")


@pytest.mark.parametrize("width", [1280, 360])
def test_the_table_of_all_verdicts_needs_no_scrolling(shown: Open, width: int) -> None:
    driver = shown(width=width)
    script = "const [table] = document.getElementsByClassName('verdicts'); return [table, table.parentElement]"
    table, box = driver.execute_script(script)
    assert table.get_property("scrollWidth") <= box.get_property("clientWidth")


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_wider_than_a_phone(shown: Open, dark: bool) -> None:
    driver = shown(width=360, dark=dark)
    assert driver.execute_script("return document.documentElement.scrollWidth") == 360
    drawings = "return [...document.querySelectorAll('.figure .scroll')].map(e => e.scrollWidth - e.clientWidth)"
    assert set(driver.execute_script(drawings)) == {0}, "a drawing is cut only when a tap has enlarged it"
    unfolded = (
        "const closed = [...document.querySelectorAll('details:not([open])')];"
        "const unfold = (open) => closed.forEach((each) => { each.open = open; });"
        "unfold(true); const width = document.documentElement.scrollWidth; unfold(false); return width"
    )
    assert driver.execute_script(unfolded) == 360, "with all details opened"


def test_focus_shows_dependencies_and_dependents(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened("#focus=CD3.wait")
    dependents = {id for id in claims if "CD3.wait" in with_dependencies(claims, id)}
    assert visible_claims(driver) == with_dependencies(claims, "CD3.wait") | dependents
    assert len(dependents) > 3
    assert not find(driver, ".map .node.focus.dim")
    assert len(find(driver, ".map .node:not(.dim)")) == len(visible_claims(driver))


def test_every_claim_has_an_address(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened("#CD3.row2a")
    box = driver.execute_script("return document.getElementById('CD3.row2a').getBoundingClientRect().top")
    assert 0 <= box < 800
    search(driver, "CD1.1")
    assert "CD3.row2a" not in visible_claims(driver)
    driver.execute_script("location.hash = 'CD3.row2b'")
    wait(lambda: "CD3.row2b" in visible_claims(driver))


def test_an_unknown_address_is_named(opened: Open) -> None:
    """Also one that is no text in UTF-8, and until a known one is followed."""
    for address in ("CD9.nothing", "%E0%A4%A", "focus=CD9"):
        driver = opened(f"#{address}")
        assert f"nothing with the address “#{address}”" in find(driver, ".unknown")[0].text
    driver.execute_script("location.hash = 'CD1.1'")
    wait(lambda: not find(driver, ".unknown")[0].is_displayed())


def test_a_command_is_copied(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    origin = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    driver.execute_cdp_cmd("Browser.grantPermissions", origin)
    button = find(driver, "[id='CD2.9'] button.copy")[0]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    wait(lambda: button.text == "Copied")
    assert driver.execute_script("return navigator.clipboard.readText()") == claims["CD2.9"]["command"]


def test_a_certificate_can_be_saved(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    [first, *_] = [each for each in claims["CD3.theorem.A"]["evidence"] if each["kind"] == "certificate"]
    folded = find(driver, "[id='CD3.theorem.A'] details.certificate")[0]
    driver.execute_script("arguments[0].open = true", folded)
    wait(lambda: bool(find(folded, "a")))
    [link] = find(folded, f"a[download='{first['name']}']")
    assert unquote(link.get_attribute("href").partition(",")[2]) == first["text"]
    assert find(folded, "pre")[0].get_property("textContent") == first["text"]


def select(driver: Any, explorer: Any, *values: str) -> dict[str, str]:
    """Set the inputs of an explorer by keyboard, and return its facts."""
    for control, wanted in zip(find(explorer, "input[type=range], select"), values, strict=True):
        step = "\ue014" if int(control.get_attribute("aria-valuetext")) < int(wanted) else "\ue012"
        while control.get_attribute("aria-valuetext") != wanted:
            control.send_keys(step)
    names, texts = (find(explorer, f".facts {tag}") for tag in ("dt", "dd"))
    return {name.text: text.text for name, text in zip(names, texts, strict=True)}


def test_the_castle_explorer_answers(opened: Open) -> None:
    driver = opened("#CD3.games")
    [explorer] = find(driver, "[id='CD3.games'] .explorer")
    facts = select(driver, explorer, "5", "8", "5")
    graph = state_graph(Castle(5, 8, 5))
    fewest = [distance_to_outcome(graph, side)[graph.graph["start"]] for side in ("soldiers", "castle")]
    assert [int(value) for value in facts.values() if value.isdigit()] == fewest
    assert len(find(explorer, "tbody tr")) == fewest[0]


def test_the_wargame_explorer_answers(opened: Open) -> None:
    driver = opened("#WG.positions")
    [explorer] = find(driver, "[id='WG.positions'] .explorer")
    assert "0.0979" in select(driver, explorer, "2", "18", "1", "16", "2").values()
    facts = select(driver, explorer, "1", "20", "0", "20", "0")
    assert "0" in facts.values()
    assert [row.text.split()[0] for row in find(explorer, "tbody tr")] == ["0", "2", "4"]
    assert driver.get_log("browser") == []


@pytest.mark.parametrize("width", [360, 1100])
def test_the_layout_does_not_shift_while_loading(opened: Open, width: int) -> None:
    script = "new PerformanceObserver(l => done(l.getEntries().map(shift))).observe({type, buffered: true})"
    moved = "e => [e.value, e.sources.map(s => s.node && (s.node.outerHTML || s.node.textContent).slice(0, 200))]"
    wanted = (
        f"const done = arguments[0], type = 'layout-shift', shift = {moved}; {script}; setTimeout(() => done([]), 1000)"
    )
    # twice: on a busy machine one of many loads had a shift that no other had
    loads = [opened(width=width).execute_async_script(wanted) for _ in range(2)]
    assert min(sum(value for value, _ in shifts) for shifts in loads) < 0.01, loads


def test_it_is_readable_without_scripts(opened: Open, driver: Any, claims: dict[str, Any]) -> None:
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened()
        cards = find(driver, "article[data-claim]")
        assert len(cards) == len(claims)
        assert not find(driver, ".tools")[0].is_displayed()
        seen = "each.checkVisibility({opacityProperty: true, visibilityProperty: true})"
        script = "return [...document.querySelectorAll('button')].map((each) => " + seen + ")"
        assert not any(driver.execute_script(script))
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def pages(page: Path, folder: Path) -> int:
    """Print a page from the command line of the browser, since the driver gives up after ten seconds."""
    options = "--headless --no-sandbox --disable-gpu --no-pdf-header-footer --virtual-time-budget=10000".split()
    command = [str(BROWSER), *options, f"--user-data-dir={folder}/profile", f"--print-to-pdf={folder}/page.pdf"]
    subprocess.run([*command, page.as_uri()], capture_output=True, timeout=300, check=True)
    return len(re.findall(rb"/Type\s*/Page\b", (folder / "page.pdf").read_bytes()))


def test_it_prints_on_few_pages(report: Path, tmp_path: Path) -> None:
    assert 10 < pages(report, tmp_path) < 60
    start = tmp_path / "start.html"
    html = report.read_text(encoding="utf-8")
    start.write_text(html.partition('<section aria-labelledby="false-statements"')[0], encoding="utf-8")
    assert pages(start, tmp_path) == 2


def test_it_is_small_and_can_paint_at_once(report: Path) -> None:
    """Little comes before the findings, and no long script; `python -m bench first-paint` measures the time."""
    claims = json.loads(report.with_suffix(".json").read_text(encoding="utf-8"))["claims"]
    assert report.stat().st_size < 37_500 * len(claims)
    before = report.read_text(encoding="utf-8").partition('class="headlines"')[0]
    assert len(before) < 64_000
    assert sum(map(len, re.findall("<script[^>]*>(.*?)</script>", before, re.S))) < 2_000


def wait(condition: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "nothing happened"
        time.sleep(0.05)


def test_hostile_drawings_load_nothing_and_repaint_nothing(driver: Any, tmp_path: Path) -> None:
    """A server on this machine is asked for nothing: the policy refuses even what is put into the page afterwards."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/x"
        missed = f"<script>window.ran = 1</script><style>.badge {{ fill: red }}</style><img src='{address}'>"
        missed += f"<svg><rect style='fill: url({address}#a)'/></svg><link rel=stylesheet href={address}>"
        page = hostile_page().replace(ADDRESS, address).replace("</main>", f"{missed}</main>")
        path = tmp_path / "page.html"
        path.write_text(page, encoding="utf-8")
        load(driver, path)  # although the server does not answer
        assert driver.execute_script("return window.ran") is None
        script = "return getComputedStyle(document.querySelector('.badge')).fill"
        assert driver.execute_script(script) == "rgb(0, 0, 0)"
        assert find(driver, "html.scripted"), "the scripts of the page itself run"
        with pytest.raises(TimeoutError):
            server.accept()
    refused = [entry["message"] for entry in driver.get_log("browser")]
    assert len(refused) >= 4
    assert all("Content Security Policy" in message for message in refused)
