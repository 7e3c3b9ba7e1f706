"""Benches: they run, print tables of the documented form, and count failures. No time is asserted."""

import doctest
import re
from importlib import import_module

import numpy as np
import pytest

from bench import page
from bench.__main__ import BENCHES, main
from bench.bimatrix import judge as judge_equilibria
from bench.bimatrix_peers import by_certificates
from bench.connect_games import Connect, LayeredConnect, in_arrays, minimax, whole_solution
from bench.gaps import judge_game
from bench.page import Section, filled, from_json, markers, to_json
from bench.running import QUICK
from bench.work import Judgement, Row, Table, Timed
from gametheory.model.unfolding import state_graph

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


def test_missed_and_wrong_equilibria_are_counted():
    game = [[2, 0], [0, 1]], [[1, 0], [0, 2]]
    three = [((1, 0), (1, 0)), ((0, 1), (0, 1)), ((2 / 3, 1 / 3), (1 / 3, 2 / 3))]
    exact = {"gametheory extreme_equilibria": by_certificates(game)}
    assert judge_equilibria(game, Timed(1.0, three), exact) == Judgement(3, {})
    assert judge_equilibria(game, Timed(1.0, three[1:]), exact) == Judgement(3, {"missed": 1})
    wrong = [*three[:2], ((0.6, 0.4), (1 / 3, 2 / 3))]
    assert judge_equilibria(game, Timed(1.0, wrong), exact) == Judgement(3, {"missed": 1, "wrong": 1})
    assert judge_equilibria(game, Timed(1.0, []), exact) == Judgement(3, {"missed": 3})
    assert judge_equilibria(game, Timed(1.0, None, "ValueError"), exact) == Judgement(3, {"ValueError": 3})


def test_connect_four_has_as_many_positions_as_tromp_counted():
    """OEIS A212693: the positions of Connect Four after 0, 1, 2 and more stones."""
    game = LayeredConnect(Connect(7, 6, 4))
    layers = [np.array([game.start()])]
    while len(layers) < 8:
        layers.append(np.unique(game.expand(layers[-1]).successors))
    assert list(map(len, layers)) == [1, 7, 49, 238, 1120, 4263, 16422, 54859]


def test_connect_four_on_a_small_board_has_as_many_positions_as_tromp_counted():
    """Tromp counts 12,031 positions on 4 x 3 (https://tromp.github.io/c4/c4.html)."""
    assert len(state_graph(LayeredConnect(Connect(4, 3, 4)))) == 12_031


def test_the_plain_class_and_the_arrays_are_the_same_game():
    for game in (Connect(3, 3, 3), Connect(4, 2, 3), Connect(2, 4, 2)):
        plain, coded = state_graph(game), state_graph(LayeredConnect(game))
        assert (len(plain), plain.number_of_edges()) == (len(coded), coded.number_of_edges())
        assert minimax(game) == whole_solution(game) == in_arrays(game)
