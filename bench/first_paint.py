"""How soon Chromium paints the report of proofs/, next to a page of one word."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import ROOT
from bench.work import EmptyWork, Judgement, Program, Timed, Took, Work

REPORT = ROOT / "report.html"
PAINTED = """
const done = arguments[0], type = "paint";
const times = (list) => list.getEntries().filter((each) => each.name === "first-contentful-paint");
new PerformanceObserver((list) => times(list).forEach((each) => done(each.startTime))).observe({type, buffered: true});
"""


def paint(page: Path) -> Took:
    """Open a page in a new browser; return the seconds from its address to the first text on the screen."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium") or shutil.which("google-chrome"))
    for option in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(option)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        driver.get(page.as_uri())
        return Took(float(driver.execute_async_script(PAINTED)) / 1000, driver.title)
    finally:
        driver.quit()


def paint_report(report: Path) -> Took:
    """Open the report, which `make report` writes."""
    return paint(report)


def paint_word(report: Path) -> Took:  # noqa: ARG001
    """Open a page of one word."""
    with TemporaryDirectory() as folder:
        page = Path(folder, "word.html")
        page.write_text("<!DOCTYPE html><title>word</title><p>word", encoding="utf-8")
        return paint(page)


def judge(report: Path, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Judge whether a page with a title was painted."""
    return Judgement(1, {} if timed.answer else {timed.failure or "no title": 1})


def first_paint(quick: bool) -> list[Work]:  # noqa: ARG001
    """The time until a browser shows the first text of a report; report.html must exist."""
    needs = ("selenium", "chromium")
    programs = Program("gametheory report", paint_report, needs), Program("a page of one word", paint_word, needs)
    if not REPORT.exists():
        raise EmptyWork(f"there is no {REPORT.name}, which `make report` writes")
    megabytes = f"{REPORT.stat().st_size / 1e6:.1f} MB"
    return [Work(f"report.html of proofs/, {megabytes}", programs, [REPORT], judge, REPORT, limit=60)]


BENCHES = {"first-paint": first_paint}
