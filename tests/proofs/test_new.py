"""Our own statements have the verdicts of the page, and planted wrong ones are noticed."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import new.battle_line as line
import new.growth as growth
import new.random_soldiers as soldiers
import new.staircase as stairs
import new.wargame_rounds as rounds
import pytest
from conftest import ROOT, assert_recorded
from sympy import Rational, evaluate

from gametheory.claims import Result, Status
from gametheory.claims.evidence import Table
from gametheory.games.castle import Castle, Position
from gametheory.games.castle.closed_form import castle_fewest_waves, castle_min_winning_strength
from gametheory.games.wargame import Wargame
from gametheory.prove.proof import failures
from gametheory.prove.smt import obligation

PAGE = (ROOT / "docs/theory/what-is-new.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_verdicts_are_those_on_record(results_of: Callable[[str], dict[str, Result]]) -> None:
    assert_recorded(results_of("NEW.").values())


def test_the_page_has_the_recorded_verdicts() -> None:
    recorded = dict(row.split("\t") for row in (ROOT / "proofs/expected.tsv").read_text("utf-8").splitlines())
    listed = dict(re.findall(r"^\| `(NEW\.[\w.]+)` \| (\w+) \|", PAGE, re.M))
    assert listed == {name: label.partition(" ")[0] for name, label in recorded.items() if name.startswith("NEW.")}


def test_the_games_played_by_hand_on_the_page() -> None:
    assert [castle_fewest_waves(2, s, 2) for s in (3, 4)] == [None, 2]
    assert (stairs.line(4, 2), castle_min_winning_strength(4, 2)) == (8, 9)
    assert growth.bounds(10_000, 7) == (366_162, 366_238)
    assert castle_min_winning_strength(10_000, 7) == 366_217
    assert 2 * soldiers.wins(Castle(10, 11, 15)) == 1
    assert line.wasted(1, 2, Fraction(1, 2)) == Fraction(1, 4)
    assert round(line.PAIRS[0].kappa, 6) == 0.009775


def test_the_staircase_is_that_of_a_search_and_notices_a_day_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    least = stairs.by_search(12)
    assert all(stairs.staircase(*pair) == strength for pair, strength in least.items())
    first = stairs.first_day
    monkeypatch.setattr(stairs, "first_day", lambda n, d: first(n, d) + 1)
    assert any(stairs.staircase(*pair) != strength for pair, strength in least.items())


def test_the_thin_set_is_complete_and_no_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    first = stairs.first_day
    thin = {(n, d) for n in range(2, 120) for d in range(2, n + 1) if stairs.exceptional(n, d)}
    assert thin == stairs.listed(119)
    longer = {(n, d) for d in range(2, 120) for n in range(d + 1, 120) if first(n, d) > first(n - 1, d)}
    assert longer == thin  # a day more begins there
    monkeypatch.setattr(stairs, "LINE", 30)
    monkeypatch.setattr(stairs, "listed", lambda bound: thin - {(4, 2)})
    assert stairs.thin_set.check().witness.case == "(4, 2)"
    monkeypatch.setattr(stairs, "listed", lambda bound: thin | {(5, 2)})
    assert stairs.thin_set.check().witness.case == "(5, 2)"


@pytest.mark.parametrize("pair", growth.EXAMPLES)
def test_the_bounds_of_the_growth(pair: tuple[int, int]) -> None:
    below, above = growth.bounds(*pair)
    assert below <= castle_min_winning_strength(*pair) <= above


def test_a_smaller_theta_is_refuted() -> None:
    """The largest theta is 11/24: with 10/24 the step does not follow."""
    [lower] = [step.statement for step in growth.steps() if step.statement.name == "growth, lower"]
    assert not list(failures(lower))
    with evaluate(False):
        z, x = growth.z, growth.x
        given = (z > 0, growth.EXACT, growth.CUBIC, growth.CURVED, growth.ROUNDED)
        wrong = obligation("growth, wrong", given, x >= z**3 / 3 + z**2 / 2 - Rational(10, 24) * z - 2)
    assert list(failures(wrong))


def test_other_numbers_of_shots_to_come_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = soldiers.to_come
    assert soldiers.is_preserved(Castle(1, 1, 3), Position(7, 4, 9))
    monkeypatch.setattr(soldiers, "to_come", lambda dpw, at: right(dpw, at) + Fraction(at.defenders, 1000))
    assert not soldiers.is_preserved(Castle(1, 1, 3), Position(7, 4, 9))


def test_the_wasted_hits_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    case = 3, 2, Fraction(1, 4), Fraction(9, 16), Fraction(3, 2)
    assert line.is_multiplied(*case)
    monkeypatch.setattr(line, "wasted", lambda *_: 0)
    assert not line.is_multiplied(*case)


def test_another_second_term_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = line.Hits.kappa.fget
    monkeypatch.setattr(line.Hits, "kappa", property(lambda hits: right(hits) + 0.05))
    assert line.kappa.check().status is Status.REFUTED


def test_the_first_mixed_opening_is_not_pure() -> None:
    assert rounds.is_pure(Wargame(6, 3))
    assert not rounds.is_pure(Wargame(7, 3))
    assert rounds.mixes(Wargame(7, 3))
    assert not rounds.mixes(Wargame(8, 3))


def test_the_chances_of_the_tests_are_shown() -> None:
    [table] = [entry for entry in soldiers.tests.check().evidence if isinstance(entry, Table)]
    assert len(table.rows) == 27
    assert list(table.rows[0][:2]) == ["10/11/15", "1/2"]
