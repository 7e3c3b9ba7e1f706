"""The games of the report in a real browser: the rules and the search of the page against those of the package."""

from __future__ import annotations

import re
from base64 import b64decode
from fractions import Fraction
from itertools import combinations, count, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from _published import box
from castle_1 import exercises as castle_exercises
from castle_1 import game as castle_game
from castle_1 import strategies
from castle_3 import exercises as step_exercises
from conftest import load

from gametheory import Castle, Interactive, appendix, check_all, claim, state_graph
from gametheory.claims import run
from gametheory.claims.results import AppendixSection
from gametheory.games.castle import Position
from gametheory.games.castle.dynamic_programming import solve_box
from gametheory.games.wargame import Wargame, solve_wargame
from gametheory.games.wargame.equilibrium import army_graph, position_of, solve_wargame_exact
from gametheory.games.wargame.solution_file import SCALE, pack_values
from gametheory.numbers.rationals import to_fraction
from gametheory.render.manifest import build_manifest
from gametheory.render.page import PAGE, html_page
from gametheory.solvers.shortest_paths import distance_to_outcome

SMALL = 5
GAME = Wargame(6, 4)
RULES = "const rules = JSON.parse(document.querySelector('[data-rules]').dataset.rules);"
ENTER, END, RIGHT = "\ue007", "\ue010", "\ue014"


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return pack_values(solve_wargame(GAME))


@pytest.fixture(scope="module")
def page(data: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with one claim and both games."""
    [castle] = castle_game.play.make()
    rules = castle.data["rules"]
    games = [
        Interactive("castle", "Play the castle game.", {"start": [10, 43, 8], "rules": rules}),
        Interactive("wargame", "Play.", data),
    ]
    item = claim("A", "a statement", "p. 1")(lambda: check_all([1], bool, "all"))
    section = AppendixSection("S", appendix("P", "Play")(lambda: games), games)
    path = tmp_path_factory.mktemp("play") / "report.html"
    path.write_text(
        html_page(build_manifest(run([("S", item)]), Path("proofs"), appendices=[section])), encoding="utf-8"
    )
    return path


@pytest.fixture
def opened(driver: Any, page: Path) -> Any:
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    )
    load(driver, page)
    driver.get_log("browser")
    return driver


def test_the_search_of_the_page_gives_the_fewest_waves_of_all_small_games(opened: Any) -> None:
    found = opened.execute_script(f"""
      {RULES} const games = [];
      for (let dpw = 1; dpw <= {3 * SMALL}; dpw += 1) {{
        const game = new CastleGame(rules, dpw);
        for (let n = Math.ceil(dpw / 3); n <= {SMALL}; n += 1)
          for (let s = 1; s <= 6 * n; s += 1)
            games.push([n, s, dpw, ...["soldiers", "castle"].map((side) => game.fewest(game.start(n, s), side))
              .map((waves) => waves === Infinity ? null : waves)]);
      }}
      return games;""")
    wanted = [game for dpw in range(1, 3 * SMALL + 1) for game in solve_box(dpw, SMALL)]
    assert [tuple(game) for game in found] == [tuple(game) for game in wanted]


@pytest.mark.parametrize("side", ["soldiers", "castle"])
def test_the_waves_lost_are_those_of_the_state_graph(opened: Any, side: str) -> None:
    random = Random(side)
    for n, s, dpw in [(4, 7, 3), (6, 15, 4), (5, 8, 5), (7, 31, 5), (3, 20, 2)]:
        game = Castle(n, s, dpw)
        distance = distance_to_outcome(state_graph(game), side)
        position, shots, lost = game.start(), [], []
        while game.outcome(position) is None and len(shots) < 30:
            volley = random.choice(list(game.moves(position)))
            successor = game.after(position, volley)
            shots.append(volley.at_defenders)
            if position not in distance:
                lost.append("already lost")
            else:
                lost.append(1 + distance[successor] - distance[position] if successor in distance else "all")
            position = successor
        as_text = "loss === Infinity ? 'all' : loss ?? 'already lost'"
        script = f"{RULES} const [n, s, dpw, ...play] = arguments, game = new CastleGame(rules, dpw);"
        script += f"return game.review(game.start(n, s), ...play).map(({{position, loss}}) => [position, {as_text}])"
        reviewed = opened.execute_script(script, n, s, dpw, side, shots)
        assert [loss for _, loss in reviewed] == lost
        assert tuple(reviewed[-1][0]) == position


def test_the_page_concedes_no_more_than_its_bound_against_any_opponent(opened: Any, data: dict[str, Any]) -> None:
    """The best response to what the page plays, by exact backward induction over all positions of the game."""
    exact, rounds = solve_wargame_exact(GAME), army_graph(GAME).graph["rounds"]
    positions = [position_of(a, b) for armies in rounds for a, b in product(armies, repeat=2)]
    script = """const page = wargameGame.game(arguments[0]);
      return arguments[1].map((position) => page.solve(...position)).map((found) =>
        [found.b, found.value, found.losses, found.exact])"""
    armies = [[p.round, [p.camp_a, p.field_a], [p.camp_b, p.field_b]] for p in positions]
    solved = dict(zip(positions, opened.execute_script(script, data, armies), strict=True))
    bound = Fraction(data["bound"])
    conceded: dict[Any, Fraction] = {}
    values: dict[Any, Fraction] = {}
    for position in reversed(positions):
        mixture, value, losses, page_is_exact = solved[position]
        conceded[position] = max(_payoffs(position, mixture, conceded))
        true = to_fraction(exact.value(position))
        assert page_is_exact
        assert abs(Fraction(value) - true) <= bound
        assert conceded[position] <= true + bound
        payoffs = _payoffs(position, mixture, values)
        values[position] = true
        assert losses == pytest.approx([float(max(payoffs) - payoff) for payoff in payoffs], abs=float(bound))


def _payoffs(position: Any, mixture: list[float], later: dict[Any, Fraction]) -> list[Fraction]:
    """Return what A expects from each number sent, against a mixture of B, by the rules."""

    def payoff(after: Any) -> Fraction:
        outcome = GAME.outcome(after)
        return outcome.payoffs[0] if outcome else later[after]

    def expected(a: int) -> Fraction:
        ends = ((weight, GAME.after(position, a, b)) for b, weight in enumerate(mixture))
        return sum(
            (Fraction(weight) * p * payoff(after) for weight, end in ends for after, p in end.items()), Fraction(0)
        )

    return [expected(a) for a in GAME.moves(position, "A")]


def test_packed_values_are_the_nearest(data: dict[str, Any]) -> None:
    exact, rounds = solve_wargame_exact(GAME), army_graph(GAME).graph["rounds"]
    positions = [position_of(a, b) for armies in rounds for a, b in combinations(armies, 2)]
    packed = b64decode(data["values"])
    stored = [int.from_bytes(packed[at : at + 3], "little", signed=True) for at in range(0, len(packed), 3)]
    for position, integer in zip(positions, stored, strict=True):
        assert abs(to_fraction(exact.value(position)) * SCALE - integer) <= Fraction(1, 2) + Fraction(1, 1000)


def test_a_game_that_is_not_symmetric_is_not_packed() -> None:
    with pytest.raises(ValueError, match="payoffs: 1, 1, 0 are not symmetric"):
        pack_values(solve_wargame(Wargame(2, 2, payoffs=(Fraction(1), Fraction(1), Fraction(0)))))


def test_random_numbers_are_those_of_the_system(opened: Any) -> None:
    assert not any("Math.random" in path.read_text(encoding="utf-8") for path in PAGE.rglob("*.js"))
    script = """const counts = [0, 0, 0, 0];
      for (let each = 0; each < 4000; each += 1) counts[play.drawFrom([0, 0.25, 0.75, 0])] += 1;
      for (let each = 0; each < 3000; each += 1) counts[0] += play.drawBelow(3) === 2;
      return counts;"""
    thirds, quarters, rest, never = opened.execute_script(script)
    assert (quarters + rest, never) == (4000, 0)
    assert 800 < quarters < 1200, "a fair draw misses this once in 10^12"
    assert 800 < thirds < 1200


def figure(driver: Any, name: str) -> Any:
    return driver.find_element("css selector", f"[data-play={name}]")


def part(element: Any, selector: str) -> Any:
    return element.find_element("css selector", selector)


def test_a_castle_game_by_keyboard(opened: Any) -> None:
    """The post plays 10/43/8 in 18 waves by firing at as many defenders as possible; the fastest win takes 16."""
    castle = figure(opened, "castle")
    part(castle, ".setup button").send_keys(ENTER)
    for wave in range(1, 19):
        slider = opened.switch_to.active_element
        assert slider.get_attribute("type") == "range"
        assert "at defenders" in slider.get_attribute("aria-valuetext")
        slider.send_keys(END, ENTER)
        assert len(castle.find_elements("css selector", ".record li")) == wave
    assert part(castle, ".state").text == "The soldiers win in 18 waves."
    result = part(castle, ".result")
    assert "The best play takes 16, so you needed 2 waves more." in result.text
    assert result.get_attribute("role") == "status"
    assert opened.switch_to.active_element == result
    lost = [line.text.partition(" wave")[0] for line in castle.find_elements("css selector", ".record strong")]
    assert sum(map(int, lost)) == 2
    assert opened.execute_script("return document.documentElement.scrollWidth") == 360
    part(castle, ".again").send_keys(ENTER)
    assert part(castle, ".setup").is_displayed()
    assert opened.get_log("browser") == []


def test_a_game_that_the_side_cannot_win_is_refused(opened: Any) -> None:
    castle = figure(opened, "castle")
    for name, value in (("n", 3), ("s", 6), ("dpw", 3)):
        field = part(castle, f"input[name={name}]")
        field.clear()
        field.send_keys(str(value))
    part(castle, ".setup button").click()
    assert "The soldiers cannot win 3/6/3" in part(castle, ".problem").text
    assert not part(castle, ".board").is_displayed()


def tap(driver: Any, element: Any) -> None:
    """Touch the middle of an element with a finger; what it does follows a little later."""
    middle = "arguments[0].scrollIntoView({block: 'center'}); const box = arguments[0].getBoundingClientRect();"
    x, y = driver.execute_script(f"{middle} return [box.left + box.width / 2, box.top + box.height / 2]", element)
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_castle_game_by_touch(opened: Any) -> None:
    from selenium.webdriver.support.ui import WebDriverWait  # the fixture skips the test without selenium

    castle, wait = figure(opened, "castle"), WebDriverWait(opened, 10)

    def shows(text: str) -> bool:
        return bool(wait.until(lambda _: part(castle, ".move output").text == text))

    opened.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        tap(opened, part(castle, ".setup button"))
        assert shows("0 at defenders, 10 at the castle")
        tap(opened, part(castle, ".go"))
        wait.until(lambda _: castle.find_elements("css selector", ".record li"))
        for shots in range(1, 4):
            tap(opened, part(castle, "[data-step='1']"))
            assert shows(f"{shots} at defenders, {10 - shots} at the castle")
        tap(opened, part(castle, "input[type=range]"))
        assert shows("4 at defenders, 6 at the castle"), "the middle of 0 to 8"
    finally:
        opened.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_a_wargame_by_keyboard(opened: Any) -> None:
    wargame = figure(opened, "wargame")
    part(wargame, ".setup button").send_keys(ENTER)
    opened.execute_async_script("setTimeout(arguments[0], 300)")  # the data are unpacked
    for number in count(1):
        opened.switch_to.active_element.send_keys(RIGHT, ENTER)
        assert len(wargame.find_elements("css selector", ".record li")) == number <= GAME.rounds
        if part(wargame, ".result").is_displayed():
            break
    assert "The battle begins with" in part(wargame, ".state").text
    assert "cost" in part(wargame, ".result").text
    assert opened.get_log("browser") == []


def test_without_a_script_a_sentence_replaces_the_games(driver: Any, page: Path) -> None:
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        load(driver, page)
        for name in ("castle", "wargame"):
            assert "To play, open the report" in figure(driver, name).text
            assert not part(figure(driver, name), ".setup").is_displayed()
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def answer(form: Any, *numbers: int) -> str:
    """Type an answer by keyboard, and return what the page says."""
    for field, number in zip(form.find_elements("css selector", "input"), numbers, strict=True):
        field.clear()
        field.send_keys(str(number))
    form.find_elements("css selector", "input")[-1].send_keys(ENTER)
    form.parent.execute_async_script("setTimeout(arguments[0], 300)")  # the data are unpacked
    return str(part(form, ".result").text)


def test_exercises_are_judged_as_the_claims(driver: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(castle_exercises, "SMALL", 4)  # so that the test is fast
    [castle], [steps] = castle_exercises.exercises.make(), step_exercises.exercises.make()
    item = claim("A", "a statement", "p. 1")(lambda: check_all([1], bool, "all"))
    section = AppendixSection("S", appendix("P", "Exercises")(lambda: [castle, steps]), [castle, steps])
    path = tmp_path / "report.html"
    path.write_text(html_page(build_manifest(run([("S", item)]), Path("p"), appendices=[section])), encoding="utf-8")
    load(driver, path)
    slowest, fewest, example, *_, days, nine = driver.find_elements("css selector", ".exercise")
    first = next(game for game in box(4) if not strategies.is_slowest(game))
    smallest = first.soldiers, first.strength, first.defenders_per_wave
    assert answer(slowest, *smallest) == f"Yes, the sentence is false there. The smallest such game is {first}."
    assert answer(slowest, 1, 1, 1) == "No, the sentence is true there."
    assert "n ≤ 4" in answer(fewest, 5, 1, 1)
    assert "the soldiers then win" in answer(example, int(castle.data["items"][2]["accepted"][0]))
    assert answer(days, 3).startswith("No")
    assert answer(days, 4).startswith("Yes")
    assert answer(nine, 5).startswith("No"), "line 5 is false, but line 4 is the first"
    assert answer(nine, 4).startswith("Yes")
    driver.execute_script("""window.print = () => { document.title = document.documentElement.className; };
      document.querySelector(".print-exercises").click();""")
    assert "printing-exercises" in driver.title
    assert driver.get_log("browser") == []


def test_every_accepted_volley_completes_a_fastest_win() -> None:
    for game in (Castle(10, 43, 8), Castle(10, 11, 15)):
        exercise = castle_exercises.missing_volley(game)
        distance = distance_to_outcome(state_graph(game), "soldiers")
        so_far = re.findall(r"S(\d+) D(\d+) CH(\d+)", exercise["task"])
        before = Position(*map(int, so_far[-1]))
        best = [
            v.at_defenders for v in game.moves(before) if distance.get(game.after(before, v)) == distance[before] - 1
        ]
        assert exercise["accepted"] == [str(shot) for shot in best]
        assert 0 < len(best) < len(list(game.moves(before)))


def test_an_unknown_part_is_refused() -> None:
    chess = Interactive("chess", "Play.")
    item = claim("A", "a statement", "p. 1")(lambda: check_all([1], bool, "all", None, chess))
    with pytest.raises(ValueError, match="'chess' is not castle, exercises or wargame"):
        html_page(build_manifest(run([("S", item)]), Path("proofs")))
