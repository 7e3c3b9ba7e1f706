"""The page of `gametheory play --html` in a real browser: offline, with the solution and the costs of the package."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import load
from games_by_class import Dice, Duel
from program import call
from small_games import Countdown, Nim

from gametheory.games.catalogue.hidden_information import Kuhn
from gametheory.render.pages import play_page
from gametheory.solvers.playing import solve_to_play


def states(page: str) -> Any:
    """Return the states in a page."""
    return json.loads(re.search(r'id="states">(.*)</script>', page)[1])  # type: ignore[index]


def value(found: Any, number: int = 0) -> float:
    """Return what the reader expects from a state with the best moves, by recursion over the states of the page."""
    if "end" in found[number]:
        return float(Fraction(re.search(r"second (-?[\d/]+)\.$", found[number]["end"])[1]))  # type: ignore[index]
    payoffs = [sum(p * value(found, after) for after, p, _ in move["after"]) for move in found[number]["moves"]]
    for move, expected in zip(found[number]["moves"], payoffs, strict=True):
        assert "label" not in move or Fraction(move["payoff"]) == pytest.approx(expected)
        assert "label" not in move or move["cost"] == pytest.approx(max(payoffs) - expected)
    return max(payoffs)


@pytest.mark.parametrize(("game", "wanted"), [(Nim((1, 2)), -1), (Kuhn(), 1 / 18)], ids=["nim", "kuhn"])
def test_the_states_of_the_page_give_the_value_of_the_game(game: Any, wanted: float) -> None:
    solved = replace(solve_to_play(game), exact=True)
    assert value(states(play_page(solved, "second", "a game"))) == pytest.approx(wanted)


def test_with_hidden_information_the_page_contains_only_what_the_player_knows() -> None:
    found = states(play_page(solve_to_play(Kuhn()), "first", "Kuhn"))
    seen = {state["text"] for state in found if "end" not in state}
    assert seen == {
        "",
        *(f"your card: [{card}] of 1 to 3; so far: {bets}" for card in (1, 2, 3) for bets in ("nothing", "pass, bet")),
    }


@pytest.mark.parametrize(
    ("game", "player", "ends"),
    [
        (Countdown(5), "taker", "Outcome: empty."),
        (Nim((1, 2)), "first", "Outcome: second. Payoffs: first -1, second 1."),
        (Duel(), "hider", "Outcome: over. Payoffs: guesser "),
        (Dice(), "taker", "Payoffs: taker "),
        (Kuhn(), "second", "Payoffs: first "),
    ],
    ids=["single-player", "sequential", "simultaneous", "chance", "hidden information"],
)
def test_a_game_in_the_browser(driver: Any, tmp_path: Path, game: Any, player: str, ends: str) -> None:
    """Always the first move, by keyboard: the remarks are those that the package gives for the same moves."""
    solved = solve_to_play(game)
    page = tmp_path / "game.html"
    page.write_text(play_page(solved, player, "<a> game"), encoding="utf-8")
    load(driver, page)
    driver.get_log("browser")
    find = driver.find_element
    assert find("css selector", "h1").text == "Play <a> game"
    find("css selector", "[name=odds]").click()
    find("css selector", ".setup button").send_keys("\ue007")
    costs = []
    while find("css selector", ".move").is_displayed():
        text, choice = find("css selector", "pre.drawing").text, driver.switch_to.active_element
        state = next(each for each in states(page.read_text()) if each["text"] == text and "moves" in each)
        assert choice.text == f"{state['moves'][0]['label']} ({state['moves'][0]['payoff']})"
        costs.append(state["moves"][0]["cost"])
        choice.send_keys("\ue007")
    assert ends in find("css selector", ".state").text
    lines = driver.find_elements("css selector", ".record li")
    assert len(lines) == len(costs) > 0
    assert [("This move costs" in line.text) for line in lines] == [cost > 0 for cost in costs]
    total = f"In all, your moves cost {round(sum(costs), 4):g}." if sum(costs) else "No move of yours cost anything"
    assert find("css selector", ".result").text.startswith(total)
    assert driver.get_log("browser") == []


def test_the_page_of_the_command_draws_the_board_and_plays_first(driver: Any, tmp_path: Path) -> None:
    (tmp_path / "board.py").write_text(
        "from gametheory import Outcome\n\n\n"
        "class Board:\n    players = ('white', 'black')\n\n"
        "    def start(self):\n        return ''\n\n"
        "    def outcome(self, at):\n"
        "        return {'ab': Outcome('black')}.get(at, Outcome('white') if at[1:] else None)\n\n"
        "    def moves(self, at, player):\n        return 'ab' if player == self.players[len(at)] else ''\n\n"
        "    def after(self, at, move):\n        return at + move\n\n"
        "    def picture(self, at):\n        return f'+--+\\n|{at:2}|\\n+--+'\n"
    )
    done = call("play", "board.py", "--player", "black", "--html", "game.html", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "wrote game.html\n")
    load(driver, tmp_path / "game.html")
    driver.find_element("css selector", ".setup button").click()
    assert driver.find_element("css selector", "pre.drawing").text == "+--+\n|b |\n+--+"
    assert driver.find_element("css selector", ".state").text == "white: b. Your move:"


def test_a_cell_of_the_board_is_clicked(driver: Any, tmp_path: Path) -> None:
    """A click makes the move of the cell; its mark is no button then, and neither are words of a text without cells."""
    for name in ("tic-tac-toe", "kuhn"):
        assert call("play", name, "--html", f"{name}.html", cwd=tmp_path).returncode == 0
    load(driver, tmp_path / "tic-tac-toe.html")
    driver.get_log("browser")
    find = driver.find_element
    assert find("css selector", "h1 + p").text.startswith("Two players mark a square"), "the rules"
    find("css selector", ".setup button").click()
    cells = driver.find_elements("css selector", "pre.drawing button")
    assert [cell.text for cell in cells] == list("012345678")
    cells[4].click()
    drawn = find("css selector", "pre.drawing")
    assert drawn.text.split()[4] == "X"
    assert drawn.text.count("O") == 1
    assert len(drawn.find_elements("css selector", "button")) == 7
    assert find("css selector", ".record li").text.startswith("You: 4. O: ")
    assert driver.get_log("browser") == []
    load(driver, tmp_path / "kuhn.html")
    find("css selector", ".setup button").click()
    assert find("css selector", "pre.drawing").text.startswith("your card: [")
    assert not driver.find_elements("css selector", "pre.drawing button")
