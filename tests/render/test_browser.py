"""The report of proofs/ in a real browser, opened from disk: what a reader sees, clicks, copies and prints."""

import json
import shutil
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gametheory.games.castle import Castle
from gametheory.model.state_graph import state_graph
from gametheory.render.pdf import browser, print_pdf
from gametheory.solvers.shortest_paths import distance_to_outcome

webdriver = pytest.importorskip("selenium.webdriver")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (DRIVER and browser()), reason="needs Chromium and its driver")

PROOFS = Path(__file__).parents[2] / "proofs"
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
)


@pytest.fixture(scope="module")
def report(checked: Path) -> Path:
    return checked / "report.html"


@pytest.fixture(scope="module")
def claims(report: Path) -> dict[str, dict[str, Any]]:
    manifest = json.loads(report.with_suffix(".json").read_text(encoding="utf-8"))
    return {item["id"]: item for item in manifest["claims"]}


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(browser())
    for option in OPTIONS.split():
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


Open = Callable[..., Any]


@pytest.fixture
def opened(driver: Any, report: Path) -> Open:
    """Open the report anew, by default on a wide and light screen; the logs begin there."""

    def open_report(address: str = "", width: int = 1280, dark: bool = False) -> Any:
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 800}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        driver.get("about:blank")
        driver.get_log("browser")
        driver.get_log("performance")
        driver.get(report.as_uri() + address)
        return driver

    return open_report


def found(driver: Any, selector: str) -> list[Any]:
    return driver.find_elements("css selector", selector)


def shown_claims(driver: Any) -> set[str]:
    script = "return [...document.querySelectorAll('article[data-claim]')].filter(c => c.checkVisibility())"
    return set(driver.execute_script(script + ".map(c => c.dataset.claim)"))


def told(driver: Any) -> str:
    return found(driver, ".tools output")[0].text


def search(driver: Any, text: str) -> None:
    field = found(driver, ".tools input")[0]
    field.clear()
    field.send_keys(text)


def with_all_below(claims: dict[str, dict[str, Any]], id: str) -> set[str]:
    return {id}.union(*(with_all_below(claims, used) for used in claims[id]["uses"]))


def test_it_opens_from_disk_and_nothing_leaves_the_file(opened: Open, report: Path) -> None:
    driver = opened()
    assert driver.title == "Claims checked: proofs"
    assert driver.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    requests = [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    assert {address for address in requests if not address.startswith("data:")} == {report.as_uri()}


def test_the_first_screen_says_what_was_checked_and_what_is_wrong(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    wrong = [id for id, item in claims.items() if item["status"] in ("refuted", "corrected")]
    assert [item.get_attribute("data-claim") for item in found(driver, ".wrongs li")] == wrong
    assert found(driver, ".counts")[0].rect["y"] < 400
    assert found(driver, ".wrongs li")[5].rect["y"] < 800


def test_as_many_cases_were_swept_as_the_docs_tell(claims: dict[str, Any]) -> None:
    page = (PROOFS.parent / "docs" / "theory" / "how-we-know.md").read_text(encoding="utf-8")
    assert f"| cases swept for the verdicts | {sum(claim['cases'] for claim in claims.values()):,};" in page


def test_a_wrong_statement_unfolds(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    first = found(driver, ".wrongs li")[0]
    reason = found(first, "details > div")[0]
    assert not reason.is_displayed()
    found(first, "summary")[0].click()
    assert "Instead" in reason.text


def test_search_finds_what_a_reader_reads(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    search(driver, "row2a")
    assert shown_claims(driver) == {"CD3.row2a"}
    assert told(driver) == f"1 of {len(claims)} claims"
    search(driver, "no claim says this")
    assert shown_claims(driver) == set()
    found(driver, ".tools button[type=reset]")[0].click()
    assert shown_claims(driver) == set(claims)


def test_filters_by_status_and_source(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    found(driver, ".chip.refuted")[0].click()
    refuted = {id for id, item in claims.items() if item["status"] == "refuted"}
    assert shown_claims(driver) == refuted
    assert found(driver, ".chip.refuted")[0].get_attribute("aria-pressed") == "true"
    sources = list(dict.fromkeys(item["source"] for item in claims.values()))
    found(driver, f".tools option[value='{1 + sources.index(claims['CD1.1']['source'])}']")[0].click()
    assert shown_claims(driver) == {id for id in refuted if id.startswith("CD1.")}
    rows = [row for row in found(driver, ".verdicts tbody tr") if row.is_displayed()]
    assert len(rows) == len(shown_claims(driver))


def test_focus_shows_what_a_claim_rests_on_and_carries(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened("#focus=CD3.wait")
    carried = {id for id in claims if "CD3.wait" in with_all_below(claims, id)}
    assert shown_claims(driver) == with_all_below(claims, "CD3.wait") | carried
    assert len(carried) > 3
    assert not found(driver, ".map .node.focus.dim")
    assert len(found(driver, ".map .node:not(.dim)")) == len(shown_claims(driver))


def test_every_claim_has_an_address(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened("#CD3.row2a")
    box = driver.execute_script("return document.getElementById('CD3.row2a').getBoundingClientRect().top")
    assert 0 <= box < 800
    search(driver, "CD1.1")
    assert "CD3.row2a" not in shown_claims(driver)
    driver.execute_script("location.hash = 'CD3.row2b'")
    wait(lambda: "CD3.row2b" in shown_claims(driver))


def test_a_command_is_copied(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    origin = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    driver.execute_cdp_cmd("Browser.grantPermissions", origin)
    button = found(driver, "[id='CD2.9'] button.copy")[0]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    wait(lambda: button.text == "Copied")
    assert driver.execute_script("return navigator.clipboard.readText()") == claims["CD2.9"]["command"]


def test_a_certificate_can_be_saved(opened: Open, claims: dict[str, Any]) -> None:
    driver = opened()
    [first, *_] = [each for each in claims["CD3.theorem.A"]["evidence"] if each["kind"] == "certificate"]
    [link] = found(driver, f"[id='CD3.theorem.A'] a[download='{first['name']}']")
    assert b64decode(link.get_attribute("href").partition(",")[2]).decode() == first["text"]


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_wider_than_a_phone(opened: Open, dark: bool) -> None:
    driver = opened(width=360, dark=dark)
    assert driver.execute_script("return document.documentElement.scrollWidth") == 360


def pressed(driver: Any, explorer: Any, *choices: str) -> dict[str, str]:
    """Choose by keyboard, and read the facts that are shown then."""
    for control, wanted in zip(found(explorer, "input[type=range], select"), choices, strict=True):
        step = "\ue014" if int(control.get_attribute("aria-valuetext")) < int(wanted) else "\ue012"
        while control.get_attribute("aria-valuetext") != wanted:
            control.send_keys(step)
    names, values = (found(explorer, f".facts {tag}") for tag in ("dt", "dd"))
    return {name.text: value.text for name, value in zip(names, values, strict=True)}


def test_the_castle_explorer_answers(opened: Open) -> None:
    driver = opened("#CD3.games")
    [explorer] = found(driver, "[id='CD3.games'] .explorer")
    facts = pressed(driver, explorer, "5", "8", "5")
    graph = state_graph(Castle(5, 8, 5))
    fewest = [distance_to_outcome(graph, side)[graph.graph["start"]] for side in ("soldiers", "castle")]
    assert [int(value) for value in facts.values() if value.isdigit()] == fewest
    assert len(found(explorer, "tbody tr")) == fewest[0]


def test_the_wargame_explorer_answers(opened: Open) -> None:
    driver = opened("#WG.positions")
    [explorer] = found(driver, "[id='WG.positions'] .explorer")
    assert "0.0979" in pressed(driver, explorer, "2", "18", "1", "16", "2").values()
    facts = pressed(driver, explorer, "1", "20", "0", "20", "0")
    assert "0" in facts.values()
    assert [row.text.split()[0] for row in found(explorer, "tbody tr")] == ["0", "2", "4"]
    assert driver.get_log("browser") == []


def test_nothing_moves_while_it_loads(opened: Open) -> None:
    driver = opened(width=360)
    script = "new PerformanceObserver(l => done(l.getEntries().map(e => e.value))).observe({type, buffered: true})"
    wanted = f"const done = arguments[0], type = 'layout-shift'; {script}; setTimeout(() => done([]), 1000)"
    assert sum(driver.execute_async_script(wanted)) < 0.01


def test_dark_and_light_differ_and_can_be_read(opened: Open) -> None:
    grounds = []
    for dark in (False, True):
        driver = opened(dark=dark)
        grounds.append(driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]


def test_it_is_read_without_scripts(opened: Open, driver: Any, claims: dict[str, Any]) -> None:
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened()
        cards = found(driver, "article[data-claim]")
        assert len(cards) == len(claims)
        assert not found(driver, ".tools")[0].is_displayed()
        assert not any(button.is_displayed() for button in found(driver, "button"))
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_it_prints(report: Path) -> None:
    printed = print_pdf(report.read_text(encoding="utf-8"))
    assert printed.startswith(b"%PDF-")
    assert printed.rstrip().endswith(b"%%EOF")


def wait(condition: Callable[[], bool], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "nothing happened"
        time.sleep(0.05)
