"""The calculator of the castle game in a real browser: it computes what Python computes, and tells it in words."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from castle_3 import page_functions
from castle_3.try_it import try_it
from conftest import BROWSER, load
from test_browser import find, wait
from test_calculator import page_with

from gametheory.claims.evidence import Calculator
from gametheory.games.castle import Castle
from gametheory.games.castle.dynamic_programming import fewest_waves
from gametheory.games.castle.plays import fastest_win
from gametheory.games.castle.published_formulas import published_soldiers_waves

pytestmark = pytest.mark.skipif(not BROWSER, reason="needs Chromium")

MOST = 12  # soldiers of the games that are searched
# For each game: the values of all named functions, and the fewest waves of both sides by the search.
COMPUTE = """
const calculator = document.querySelector(".calculator").calculator, { library } = calculator;
const [names, large, small] = arguments;
const text = (value) => (value === null || value === undefined ? null : String(value));
const values = (game) => names.map((name) => text(calculator.value((numbers) => library[name](...numbers), game)));
const fewest = (game) => {
  const { sides } = calculator.searched(game).solve(library.start(...game), 20000);
  return ["soldiers", "castle"].map((side) => text(sides[side]?.moves));
};
const games = (texts) => texts.map((game) => game.split("/").map(BigInt));
return [games(large).map(values), games(small).map((game) => [...values(game), ...fewest(game)])];
"""


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    [made] = try_it.make()
    assert isinstance(made, Calculator)
    return made


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, calculator: Calculator) -> Path:
    path = tmp_path_factory.mktemp("calculator") / "page.html"
    path.write_text(page_with(calculator), encoding="utf-8")
    return path


@pytest.fixture
def opened(driver: Any, page: Path) -> Iterator[Any]:
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    load(driver, page)
    yield driver
    assert driver.get_log("browser") == []


def of_code(function: Any, game: tuple[int, ...]) -> str | None:
    try:
        value = function(*game)
    except ZeroDivisionError:
        return None
    return value if value is None else str(value).lower()


def test_ten_thousand_random_games_are_computed_as_in_python(opened: Any) -> None:
    draw = random.Random(10_000)
    functions = {each.__name__: each for each in page_functions.FUNCTIONS if each.__code__.co_argcount == 3}
    for name in ("_soldiers_on", "_shots_by", "published_fall_day"):  # not of n, s and dpw, or only for dpw < n
        del functions[name]
    small = [(n, s, dpw) for n in range(1, MOST + 1) for s in range(1, 6 * n + 1) for dpw in range(1, 3 * n + 1)]
    small = sorted(draw.sample(small, 10_000), key=lambda game: game[2])  # the search keeps what it knows for one dpw
    large = [tuple(draw.randint(1, 10 ** draw.randint(1, 30)) for _ in range(3)) for _ in range(1_000)]
    by_search = {dpw: fewest_waves(dpw, MOST, 6 * MOST) for dpw in range(1, 3 * MOST + 1)}

    def expected(game: tuple[int, ...]) -> list[str | None]:
        return [of_code(function, game) for function in functions.values()]

    def texts(games: list[tuple[int, ...]]) -> list[str]:
        return ["/".join(map(str, game)) for game in games]

    of_large, of_small = opened.execute_script(COMPUTE, list(functions), texts(large), texts(small))
    assert of_large == [expected(game) for game in large]
    for game, found in zip(small, of_small, strict=True):
        searched = [None if waves is None else str(waves) for waves in by_search[game[2]][game[0]][game[1]]]
        assert found == [*expected(game), *searched], game


def choose(driver: Any, *numbers: int) -> None:
    """Enter the numbers of a game, and wait for the search."""
    fields = find(driver, ".numbers input[type=number]")
    script = "arguments[0].forEach((each, place) => { each.value = arguments[1][place]; });"
    script += "arguments[0][0].dispatchEvent(new Event('input'))"
    driver.execute_script(script, fields, list(map(str, numbers)))
    wait(lambda: "searching" not in shown(driver, "[data-fill=search]"))


def choose_statement(driver: Any, claim: str) -> None:
    find(driver, f".calculator option[data-claim='{claim}']")[0].click()


def shown(driver: Any, selector: str) -> str:
    return " ".join(part.text for part in find(driver, f".calculator {selector}") if part.is_displayed())


def test_it_compares_the_three_numbers_and_draws_the_play(opened: Any) -> None:
    choose(opened, 5, 12, 4)
    play = fastest_win(Castle(5, 12, 4), "soldiers")
    assert play is not None
    printed = f"{published_soldiers_waves(5, 12, 4)} waves"
    assert shown(opened, ".days") == f"{printed} {play.length} waves {play.length} waves"
    expected = f"✗ The printed formula is wrong for 5/12/4. Printed: {printed}. Right: {play.length} waves."
    assert shown(opened, ".agreement") == expected
    rows = [[int(cell) for cell in row.text.split()] for row in find(opened, ".play tbody tr")[1:]]
    assert rows == [[wave.number, *wave.volley, *wave.position] for wave in play.waves]
    choose(opened, 10**30, 7 * 10**30, 10**29)
    assert shown(opened, ".days") == "7 waves 8 waves not searched"
    find(opened, ".numbers input[type=number]")[0].send_keys(".5")
    assert "must be a whole number of at least 1" in shown(opened, ".agreement")


def test_it_finds_the_counterexamples_of_the_record(opened: Any) -> None:
    smallest, following = find(opened, ".finders button")
    for claim, first in (
        ("CD3.row2a", "2/3/1"),
        ("CD3.opt", "4/7/3"),
        ("CD3.table.2a", "2/5/1"),
        ("CD3.castle.e", "5/8/4"),
    ):
        choose_statement(opened, claim)
        smallest.click()
        wait(lambda first=first: first in shown(opened, ".found"))
        assert first in shown(opened, ".agreement")
    following.click()
    wait(lambda: "6/9/5" in shown(opened, ".found"))
    assert [field.get_attribute("value") for field in find(opened, ".numbers input")] == ["6", "6", "9", "9", "5", "5"]


def test_it_shows_where_a_statement_breaks_without_a_condition(opened: Any) -> None:
    choose_statement(opened, "CD3.row2b")
    boxes = [box for box in find(opened, ".conditions input") if box.is_displayed()]
    assert len(boxes) == 5
    find(opened, ".finders button")[0].click()
    wait(lambda: "No counterexample among the 549 games" in shown(opened, ".found"))
    boxes[3].send_keys(" ")  # by keyboard: 2n < dpw + s follows from the other conditions
    wait(lambda: "No counterexample among the 549 games" in shown(opened, ".found"))
    boxes[2].send_keys(" ")
    wait(lambda: "The smallest counterexample is" in shown(opened, ".found"))
    boxes[2].send_keys(" ")
    assert boxes[2].is_selected()


def test_it_walks_through_the_lemmas(opened: Any) -> None:
    choose(opened, 10, 43, 8)
    [wait_lemma] = [each for each in find(opened, ".walk li") if "no worse to wait a day" in each.text]
    assert "says nothing here" in wait_lemma.text
    day = find(opened, ".walk input")[0]
    assert day.get_attribute("value") == "15"
    [below] = [each for each in find(opened, ".walk li") if "if U ≤ rho, then" in each.text]
    assert "holds: 18 ≤ 19, slack 1" in below.text, "U and rho are both 5"
    day.clear()
    day.send_keys("14")
    # U = 43 + 13 * 8 - 14 * 10 = 7, V = 5: V (n - U) = 15 and n (2U - n) = 40
    assert "holds: 15 ≤ 40, slack 25" in wait_lemma.text
    find(wait_lemma, "summary")[0].click()
    lines = {row.text for row in find(wait_lemma, "tr")}
    assert "V (n − U) ≤ n (2 U − n) 15 ≤ 40, slack 25" in lines
