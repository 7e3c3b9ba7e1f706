"""Benches: they run, print tables of the documented form, and count failures. No time is asserted."""

import doctest
import re
import time
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from bench import page
from bench.__main__ import BENCHES, main
from bench.bimatrix import judge as judge_equilibria
from bench.bimatrix_peers import by_double_description, read_lrsnash
from bench.castle_counting import judge as judge_counts
from bench.connect_four import Reflected, connect_four, on_disk
from bench.connect_games import Connect, LayeredConnect, in_arrays, minimax, whole_solution
from bench.gaps import judge_game, judge_games
from bench.graph_rates import graph_rates, unfold
from bench.page import Section, filled, from_json, markers, to_json
from bench.poker import kuhn_poker
from bench.rolls import Rolls
from bench.running import QUICK, Effort, fitted, grown, measured, rated
from bench.state_graphs import Nim, plain_loop
from bench.tables import rate_rows
from bench.trees import EXACT
from bench.trees import judge as judge_value
from bench.work import EmptyWork, Growth, Judgement, Program, Rate, Row, Table, Timed, Took, Work
from bench.workers import crew
from gametheory.games.castle import Castle
from gametheory.games.wargame import Wargame
from gametheory.model.state_graph import state_graph

BENCH = page.ROOT / "bench"
PAGE = page.ROOT / "docs" / "theory" / "speed.md"
SETTING = re.compile(r"Python \d[\w.]+, \w+ \w+, \d+ cores; (?:[\w-]+ [\w.]+(?:, |; |\.))+")
PENNIES = np.array([[1.0, -1.0], [-1.0, 1.0]])
HALVES = ([0.5, 0.5], [0.5, 0.5])


def test_page_shows_the_saved_results():
    text, saved = PAGE.read_text(encoding="utf-8"), page.saved_sections()
    assert set(saved) == set(BENCHES)
    assert filled(text, saved) == text, "run python -m bench --markdown docs/theory/speed.md"


@pytest.mark.parametrize("name", sorted(path.stem for path in BENCH.glob("*.py") if ">>>" in path.read_text("utf-8")))
def test_examples_in_docstrings_of_a_bench(name):
    found = doctest.testmod(import_module(f"bench.{name}"))
    assert found.attempted
    assert not found.failed


@pytest.mark.slow
@pytest.mark.parametrize("name", ["castle-count", "obligations", "markov-chains"])
def test_quick_bench_runs_without_failures(name, capsys):
    main(["--quick", name])
    output = capsys.readouterr().out
    assert f"== {name}: " in output
    assert SETTING.search(output)
    assert re.findall(r"(\d+) of (\d+)", output)
    assert all(failed == "0" != tried for failed, tried in re.findall(r"(\d+) of (\d+)", output))


@pytest.mark.slow
def test_quick_bench_of_rates_has_a_row_for_each(capsys):
    main(["--quick", "state-graph-rates"])
    output = capsys.readouterr().out
    assert [output.count(f"\n{rate.title}  ") for rate in graph_rates(quick=True)] == [1] * len(graph_rates(quick=True))


@pytest.mark.slow
def test_rates_count_the_positions_and_moves_of_a_plain_loop():
    for rate in [*graph_rates(quick=True), *connect_four(quick=True)[:-1]]:
        game, answer = rate.case, rate.solve(rate.case)
        if not isinstance(game, Wargame | Rolls):  # moves are simultaneous, or have random results
            assert plain_loop(game) == (answer.answer if isinstance(answer, Took) else answer), rate.title


def test_a_rate_is_measured_in_a_process_of_its_own():
    result = rated(Rate("Nim", unfold, Nim((3, 3, 3)), Nim((1, 1, 1))), Effort(runs=3, limit=9.0, budget=9.0))
    assert ((result.positions, result.moves), len(result.seconds)) == (plain_loop(Nim((3, 3, 3))), 3)
    assert min(result.seconds) > 0
    assert result.megabytes > 1
    assert rate_rows([replace(result, cpu_seconds=[1e-3, 2e-3, 4e-3])])[0][5:7] == ("60,000", "260,000")


@pytest.mark.parametrize("empty", [[], [[]], [["one"], []]])
def test_work_that_is_empty_is_an_error(empty):
    with pytest.raises(EmptyWork, match="all games: there is nothing to measure"):
        Work("all games", (Program("p", sleep),), empty, judge_by_failure, 0.0)
    with pytest.raises(EmptyWork, match="all games: there is nothing to measure"):
        Growth("all games", "number", sleep, empty)


@pytest.mark.slow
def test_answers_that_were_not_judged_are_an_error():
    work = Work("all games", (Program("p", sleep),), [0.0], lambda *_: Judgement(0, {}), 0.0)
    with crew() as workers, pytest.raises(EmptyWork, match="all games: no answer of p was judged"):
        measured(work, workers, QUICK)
    with pytest.raises(EmptyWork, match="all games: no position"):
        rated(Rate("all games", no_positions, 0.0, 0.0), QUICK)
    with pytest.raises(RuntimeError, match="all games: ValueError"):
        rated(Rate("all games", fail, 0.0, 0.0), QUICK)
    with pytest.raises(EmptyWork, match="all games: 1 of 2 sizes were measured"):
        grown(Growth("all games", "seconds", sleep, (0.01, 9.0), limit=1.0), QUICK)
    with pytest.raises(EmptyWork, match=f"{EXACT.name} has no value"):
        judge_value(kuhn_poker(3), Timed(1.0, 0.0), {EXACT.name: None})


@pytest.mark.parametrize(
    ("name", "module", "constant", "message"),
    [
        ("obligations", "castle_theorem", "ROOT", "0 obligations: there is nothing to measure"),
        ("first-paint", "first_paint", "REPORT", "there is no report.html"),
    ],
)
def test_missing_files_are_an_error_before_the_first_bench(
    name, module, constant, message, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(f"bench.{module}.{constant}", tmp_path / "report.html")
    with pytest.raises(SystemExit) as exit_info:
        main(["--quick", "castle-box", name])
    captured = capsys.readouterr()
    assert (exit_info.value.code, captured.out) == (2, "")
    assert message in captured.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["no-such-bench"], "no-such-bench"),
        (["--quick", "--markdown", "page.md"], "quick"),
        (["--markdown", "missing/page.md"], "missing"),
        (["castle-box", "--markdown", "page.md"], "castle-box"),
    ],
)
def test_wrong_arguments_are_refused_before_the_first_bench(arguments, name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text("no markers")
    with pytest.raises(SystemExit) as exit_info:
        main(arguments)
    assert exit_info.value.code == 2
    assert name in capsys.readouterr().err.splitlines()[-1]
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]
    assert (tmp_path / "page.md").read_text() == "no markers"


def test_results_are_written_between_the_markers_and_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr("bench.__main__.FULL", QUICK)
    path, (begin, end) = tmp_path / "page.md", markers("castle-box")
    path.write_text(f"before\n{begin}\nold\n{end}\nafter\n")
    other = Section("other", "here", [Table("t", [Row("p", [1.0], [1.0], 1, {}, None, False)])], [])
    page.RESULTS.write_text(to_json({"other": other}))
    main(["castle-box", "--markdown", str(path)])
    text, saved = path.read_text(), from_json(page.RESULTS.read_text())
    assert (text.startswith(f"before\n{begin}\n\n| program |"), text.endswith(f"|\n\n{end}\nafter\n")) == (True, True)
    assert "old" not in text
    assert saved["other"] == other
    assert filled(text, {"castle-box": saved["castle-box"]}) == text


@pytest.mark.parametrize(
    ("answer", "failures"),
    [
        (HALVES, {}),
        (([0.5, 0.5], [0.5 + 4e-7, 0.5 - 4e-7]), {}),
        (([0.5, 0.5], [0.5 + 2e-6, 0.5 - 2e-6]), {"wrong": 1}),
        (([1.0, 0.0], [0.5, 0.5]), {"wrong": 1}),
        (([0.5, 0.5 - 1e-5], [0.5, 0.5]), {"no distribution": 1}),
        (([1.5, -0.5], [0.5, 0.5]), {"no distribution": 1}),
        (([0.5, 0.5, 0.0], [0.5, 0.5]), {"no distribution": 1}),
        (([np.nan, 0.5], [0.5, 0.5]), {"no distribution": 1}),
    ],
)
@pytest.mark.parametrize("scale", [1.0, 1e-7, 1e7])
def test_gap_is_relative_to_the_range_of_payoffs(answer, failures, scale):
    assert judge_game(PENNIES * scale, Timed(1.0, answer), {}).failures == failures


def test_answers_to_several_games_are_judged_one_by_one():
    answers = [HALVES, ([1.0, 0.0], [0.5, 0.5]), ([2.0, 0.0], [0.5, 0.5])]
    assert judge_games([PENNIES] * 3, Timed(1.0, answers), {}).failures == {"wrong": 1, "no distribution": 1}
    assert judge_games([PENNIES] * 3, Timed(1.0, None, "time out"), {}) == Judgement(3, {"time out": 3})


def test_missed_and_wrong_equilibria_are_counted():
    game = [[2, 0], [0, 1]], [[1, 0], [0, 2]]
    three = [((1, 0), (1, 0)), ((0, 1), (0, 1)), ((2 / 3, 1 / 3), (1 / 3, 2 / 3))]
    exact = {"gametheory extreme_equilibria": by_double_description(game)}
    assert judge_equilibria(game, Timed(1.0, three), exact) == Judgement(3, {})
    assert judge_equilibria(game, Timed(1.0, three[1:]), exact) == Judgement(3, {"missed": 1})
    wrong = [*three[:2], ((0.6, 0.4), (1 / 3, 2 / 3))]
    assert judge_equilibria(game, Timed(1.0, wrong), exact) == Judgement(3, {"missed": 1, "wrong": 1})
    assert judge_equilibria(game, Timed(1.0, []), exact) == Judgement(3, {"missed": 3})
    assert judge_equilibria(game, Timed(1.0, None, "ValueError"), exact) == Judgement(3, {"ValueError": 3})


def test_group_of_lrsnash_means_all_pairs_of_its_lines():
    output = "*head\n2  1  0  3 \n2  2/3  1/3  3 \n1  1  0  3 \n\n2  0  1  5 \n1  0  1  6 \n\n*tail\n"
    assert len(list(read_lrsnash(output))) == 3


def test_different_count_is_a_failure():
    game = Castle(2, 10, 1)
    answers = {"memoized recursion, totals only": (2, 12)}
    assert judge_counts(game, Timed(1.0, ({9: 2}, {3: 12})), answers).failures == {}
    assert judge_counts(game, Timed(1.0, ({9: 2}, {3: 11})), answers).failures == {"different": 1}


def work(duration):
    """A test program that takes a given number of seconds of one core."""
    end = time.process_time() + duration
    while time.process_time() < end:
        pass
    return duration


def sleep(duration):
    """A test program that takes a given number of seconds, and states it: on a busy machine it takes longer."""
    time.sleep(duration)
    return Took(duration, duration, duration)


def fail(duration):
    """A test program that raises an exception."""
    raise ValueError(duration)


def no_answer(duration):
    """A test program without an answer."""


def no_positions(duration):
    """A test program that unfolds nothing."""
    return 0, 0


def judge_by_failure(case, timed, answers):
    return Judgement(1, {timed.failure: 1} if timed.failure else {})


@pytest.mark.slow
def test_programs_run_in_turn_within_their_time_limits():
    programs = (Program("slow", sleep), Program("raises", fail), Program("silent", no_answer),
                Program("absent", sleep, ("no such distribution",)), Program("half", sleep, scale=2.0))  # fmt: skip
    work = Work("sleep", programs, [0.0, 0.1, 30.0, 0.1], judge_by_failure, 0.0, ["short", "short", "long", "short"])
    with crew() as workers:
        table = measured(work, workers, Effort(runs=3, limit=1.0, budget=0.4))
    measured_rows = {row.program: row for row in table.rows}
    assert list(measured_rows) == ["slow", "raises", "silent", "half"], "a program that is not installed is left out"
    slow = measured_rows["slow"]
    assert (slow.tries, slow.failures, slow.at_least, len(slow.seconds)) == (3, {"time out": 1}, True, 1)
    assert slow.by_kind == {"short": [0, 2], "long": [1, 1]}, "no case runs after the budget is used"
    assert slow.ratios == [1.0]
    assert measured_rows["raises"].failures == {"ValueError": 4}
    assert len(measured_rows["raises"].seconds) == 3
    assert measured_rows["silent"].failures == {"no answer": 4}
    assert measured_rows["half"].ratios == [2.0]


@pytest.mark.slow
def test_only_the_errors_of_answers_that_pass_are_stated():
    def judge(case, timed, answers):
        return Judgement(1, {"wrong": 1} if case else {}, 1e-9 + case)

    with crew() as workers:
        [row] = measured(Work("w", (Program("p", sleep),), [0.0, 0.1], judge, 0.0), workers, QUICK).rows
    assert (row.failures, row.off) == ({"wrong": 1}, 1e-9)


@pytest.mark.slow
def test_growth_stops_at_the_first_size_that_takes_too_long():
    fit = grown(Growth("work", "seconds", work, (0.05, 0.1, 30.0), limit=1.0), QUICK)
    assert fit.sizes == [0.05, 0.1]
    assert 0.5 < fit.exponent < 1.5
    assert fit.megabytes > 1


def test_exponent_is_fitted_with_its_error():
    exponent, error, spread = fitted([1, 2, 4, 8], [3 * size**1.5 for size in (1, 2, 4, 8)])
    assert (round(exponent, 9), round(error, 9), round(spread, 9)) == (1.5, 0, 1)
    exponent, error, spread = fitted([1, 2, 4], [1, 4, 4])
    assert round(exponent, 9) == 1
    assert spread == pytest.approx(np.exp(np.sqrt(6 * (np.log(2) / 3) ** 2)))
    assert error == pytest.approx(np.log(spread) / np.sqrt(2 * np.log(2) ** 2))


def test_connect_four_has_as_many_positions_as_tromp_counted():
    """OEIS A212693: the positions of Connect Four after 0, 1, 2 and more stones."""
    game = LayeredConnect(Connect(7, 6, 4))
    layers = [np.array([game.start()])]
    while len(layers) < 8:
        layers.append(np.unique(game.expand(layers[-1]).successors))
    assert list(map(len, layers)) == [1, 7, 49, 238, 1120, 4263, 16422, 54859]


def test_reflected_boards_are_the_positions_up_to_reflection():
    """Tromp counts 12,031 positions on 4 x 3 (https://tromp.github.io/c4/c4.html)."""
    board = Connect(4, 3, 4)
    every, half = (set(state_graph(kind(board)).nodes) for kind in (LayeredConnect, Reflected))
    columns = {at: [at >> 4 * column & 15 for column in range(4)] for at in every}
    reflections = {at: sum(stones << 4 * column for column, stones in enumerate(columns[at][::-1])) for at in every}
    assert len(every) == 12_031
    assert half == {min(at, other) for at, other in reflections.items()}
    assert on_disk(Reflected(board))[0] == len(half)


def test_the_plain_class_and_the_arrays_are_the_same_game():
    for game in (Connect(3, 3, 3), Connect(4, 2, 3), Connect(2, 4, 2)):
        plain, coded = state_graph(game), state_graph(LayeredConnect(game))
        assert (len(plain), plain.number_of_edges()) == (len(coded), coded.number_of_edges())
        assert minimax(game) == whole_solution(game) == in_arrays(game)
