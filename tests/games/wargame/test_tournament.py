"""Tournaments of bots from files: exact scores, games with random bots, and bots that fail."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gametheory.games.wargame import Army, Wargame, solve_wargame
from gametheory.games.wargame.arena import expected_score
from gametheory.games.wargame.bot_answers import table_from_json, table_to_json
from gametheory.games.wargame.bot_files import BotFolderError, bot_files, tabulate
from gametheory.games.wargame.bots import AllInRound, EquilibriumBot, Steady, Uniform
from gametheory.games.wargame.policies import all_in_round, best_response, keep_field_at
from gametheory.games.wargame.tournament import exploitability, play_tournament
from gametheory.render.ranking import ranking_page

GAME = Wargame(5, 3)
SOURCES = {
    "late": "def choose(view): return view.camp if view.round == 3 else 0",
    "mixed": "def choose(view): return {0: 0.25, view.camp: 0.75} if view.camp else 0",
    "steady": "def choose(view): return min(2, view.camp)",
    "uniform": "from fractions import Fraction as F\n"
    "def choose(view): return dict.fromkeys(range(view.camp + 1), F(1, view.camp + 1))",
}
FAULTY = {
    "divides": ("def choose(view): return 1 // (2 - view.round)", "raised ZeroDivisionError"),
    "exits": ("import os\ndef choose(view): os._exit(3)", "ended its process with exit status 3"),
    "hangs": ("def choose(view):\n    while view.round == 2: pass\n    return 0", "did not answer within 0.5 s"),
    "quits": ("def choose(view): raise SystemExit", "raised SystemExit"),
    "sends_all_and_one": ("def choose(view): return view.camp + 1", "returned 6, with 5 in camp"),
    "sends_half": ("def choose(view): return 0.5", "returned 0.5, with 5 in camp"),
    "sums_to_less": ("def choose(view): return {0: 0.5}", "returned {0: 0.5}: not probabilities with sum 1"),
    "true": ("def choose(view): return True", "returned True, with 5 in camp"),
    "without_choose": ("", "cannot be loaded: raised TypeError: the file has no function choose"),
    "wrong": ("def", "cannot be loaded: raised SyntaxError"),
}


def write(folder: Path, sources: dict[str, str]) -> dict[str, Path]:
    for name, text in sources.items():
        (folder / f"{name}.py").write_text(text + "\n", encoding="utf-8")
    return bot_files(folder)


class Mixed:
    def distribution(self, view: Any) -> Any:
        return {0: 0.25, view.camp: 0.75} if view.camp else {0: 1.0}


def test_scores_are_exact_and_those_of_the_arena(tmp_path: Path) -> None:
    bots: dict[str, Any] = {"late": AllInRound(3), "mixed": Mixed(), "steady": Steady(2), "uniform": Uniform()}
    result = play_tournament(GAME, write(tmp_path, SOURCES))
    assert len(result.scores) == 12
    for (a, b), score in result.scores.items():
        wanted = expected_score(bots[a], bots[b], GAME)
        assert (score.games, score.margin) == (0, 0)
        if "mixed" in (a, b):
            assert score.payoff == pytest.approx(float(wanted), abs=1e-12)
        else:
            assert score.payoff == wanted
            assert isinstance(score.payoff, Fraction)
    assert [row.rank for row in result.ranking] == [1, 2, 3, 4]
    signs = {pair: (pair[0] == "late") - (pair[1] == "late") for pair in result.scores}
    own = [signs[pair] * score.payoff for pair, score in result.scores.items()]
    [late] = [row for row in result.ranking if row.bot == "late"]
    assert late.score == pytest.approx(float(sum(own)) / 6, abs=1e-12)


@pytest.mark.parametrize("policy", [all_in_round(2), keep_field_at(2)])
def test_what_a_best_reply_gains_is_that_of_the_exact_best_response(policy: Any) -> None:
    table = tabulate(GAME, lambda view: policy(Army(view.round, view.camp, view.field)))
    assert table is not None
    assert exploitability(GAME, table) == pytest.approx(float(-best_response(GAME, policy).value), abs=1e-12)


def test_no_reply_gains_against_the_equilibrium() -> None:
    table = tabulate(GAME, EquilibriumBot(solve_wargame(GAME)).distribution)
    assert table is not None
    assert exploitability(GAME, table) == pytest.approx(0, abs=1e-9)
    other = tabulate(GAME, lambda view: {view.camp: Fraction(1)})
    assert other is not None
    assert exploitability(GAME, {"A": table["A"], "B": other["B"]}) > 0.1, "sending all in the first round is worse"


def test_a_bot_that_fails_loses_those_games_with_the_reason_and_the_others_go_on(tmp_path: Path) -> None:
    files = write(tmp_path, {"steady": SOURCES["steady"]} | {name: source for name, (source, _) in FAULTY.items()})
    result = play_tournament(GAME, files, timeout=0.5, processes=2)
    reasons = {row.bot: list(row.faults) for row in result.ranking}
    assert reasons.pop("steady") == []
    assert {bot: len(found) for bot, found in reasons.items()} == dict.fromkeys(FAULTY, 1)
    for bot, (_, reason) in FAULTY.items():
        assert reasons[bot][0].startswith(reason)
    assert result.ranking[0].bot == "steady"
    assert result.scores["steady", "exits"].payoff == 1
    assert result.scores["exits", "steady"].payoff == -1
    assert result.scores["exits", "quits"].payoff == 0, "both fail, so it is a draw"
    assert result.scores["divides", "steady"].payoff == Fraction(-1, 3) - Fraction(2, 3), "1 against 2, or it fails"
    assert result.scores["divides", "hangs"].payoff == Fraction(1, 3), "1 against 0; then both fail"
    page = ranking_page(result)
    assert "ended its process with exit status 3 (20 games)" in page
    assert "http:" not in page


def test_a_random_bot_plays_games_with_a_seed(tmp_path: Path) -> None:
    random = "import random\ndef choose(view): return random.randrange(view.camp + 1)"
    files = write(tmp_path, {"random": random, "steady": SOURCES["steady"], "late": SOURCES["late"]})
    result = play_tournament(GAME, files, games=300, seed=3)
    assert result.random_bots == ["random"]
    assert result.scores["late", "steady"].games == 0
    score = result.scores["random", "steady"]
    assert score.games == 300
    assert abs(score.payoff - float(expected_score(Uniform(), Steady(2), GAME))) <= score.margin < 0.2
    assert {row.bot: row.exploitability is None for row in result.ranking}["random"]
    assert play_tournament(GAME, files, games=300, seed=3) == result
    assert play_tournament(GAME, files, games=300, seed=4) != result


def test_answers_pass_between_processes_unchanged() -> None:
    tiny = Fraction(1, 16**5000)  # over 4300 decimal digits, which Python does not write
    later: list[Any] = [{0: Fraction(1)}, {1: 1.0}, {1: 0.1, 2: 0.9}, "returned \ud800", {4: Fraction(1)}]
    first = {0: tiny, 1: Fraction(1, 3), 2: Fraction(1, 7), 3: Fraction(1, 9), 4: Fraction(1, 9)}
    first[5] = 1 - sum(first.values())
    table = tabulate(GAME, lambda view: [*later, first][view.camp])
    assert table is not None
    read: Any = table_from_json(GAME, json.loads(json.dumps(table_to_json(table))))
    assert read == table
    assert {own.camp for own in read["B"]} == set(range(6))
    types = {own.camp: type(p) for own, found in read["B"].items() if own.camp < 2 for p in found[own].values()}
    assert types == {0: Fraction, 1: float}, "1.0 is not read as the fraction 1"


def test_a_folder_needs_two_bots(tmp_path: Path) -> None:
    with pytest.raises(BotFolderError, match="has 1 Python file"):
        write(tmp_path, {"one": "", "_shared": ""})


def test_a_name_cannot_break_out_of_the_page(tmp_path: Path) -> None:
    result = play_tournament(GAME, write(tmp_path, {"<b>": SOURCES["late"], "steady": SOURCES["steady"]}))
    assert "<b>" not in ranking_page(result)
    assert "&lt;b&gt;" in ranking_page(result)
