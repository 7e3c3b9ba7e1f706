"""Tables of odds agree with the distribution of each battle, and are read back from their files."""

import json
from fractions import Fraction
from io import BytesIO

import numpy as np
import pytest
from battles import PROBABILITIES
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.battle import Battle, decisions
from gametheory.games.battle.decisions import odds_table, write_csv, write_npz
from gametheory.games.battle.distribution import battle_distribution, exact_distribution

RULES = st.tuples(
    PROBABILITIES, PROBABILITIES, st.sampled_from(["attacker", "defender"]), st.integers(0, 2), st.booleans()
)  # fmt: skip


def pair(distribution, turns):
    last = distribution.turns[-1] if turns else distribution.eventual
    return last.win, last.lose


@settings(max_examples=40, deadline=None)
@given(RULES, st.sampled_from([None, 1, 3]))
def test_every_entry_is_within_the_bound_of_the_exact_distribution(rules, turns):
    reserve = rules[3]
    table = odds_table(5, 4, turns, *rules)
    assert table.error_bound <= 1e-12
    for attackers in range(reserve + 1 if reserve else 0, 6):
        for defenders in range(5):
            win, lose = pair(exact_distribution(Battle(attackers, defenders, *rules), turns), turns)
            assert abs(Fraction(float(table.win[attackers, defenders])) - win) <= table.error_bound
            assert abs(Fraction(float(table.lose[attackers, defenders])) - lose) <= table.error_bound


@pytest.mark.parametrize("turns", [None, 2])
@pytest.mark.parametrize(
    "rules", [(), (Fraction(1, 20), Fraction(1, 30)), (Fraction(3, 5), Fraction(7, 10), "defender", 1, True)]
)
def test_a_larger_table_agrees_with_each_battle(rules, turns):
    table = odds_table(150, 140, turns, *rules)
    for attackers, defenders in ((150, 140), (150, 1), (2, 140), (80, 75), (71, 70), (33, 64)):
        distribution = battle_distribution(Battle(attackers, defenders, *rules), turns)
        for entry, probability in zip((table.win, table.lose), pair(distribution, turns), strict=True):
            assert abs(entry[attackers, defenders] - probability) <= table.error_bound + distribution.error_bound


def test_attackers_in_reserve_alone_do_not_fight():
    table = odds_table(4, 2, reserve=2)
    assert table.win[:3].tolist() == [[1, 0, 0]] * 3
    assert table.lose[:3].tolist() == [[0, 1, 1]] * 3


def test_refusals():
    with pytest.raises(ValueError, match="a table of 10,000,000 x 10,000,000 battles is too large"):
        odds_table(10**7, 10**7)
    with pytest.raises(ValueError, match="contains no battle"):
        odds_table(0, 5)
    with pytest.raises(ValueError, match="turns"):
        odds_table(5, 5, turns=0)


@pytest.fixture(scope="module")
def table():
    return odds_table(7, 6, 3, Fraction(1, 3), Fraction(2, 7), "defender", 1, True)


def test_npz_reads_back_as_the_same_numbers(table):
    file = BytesIO()
    write_npz(table, file)
    arrays = np.load(BytesIO(file.getvalue()))
    assert (arrays["win"] == table.win).all()
    assert (arrays["lose"] == table.lose).all()
    assert float(arrays["error_bound"]) == table.error_bound
    rules = json.loads(str(arrays["rules"]))
    assert (rules["attackers"], rules["attacker_hits"], rules["both_dead"], rules["turns"]) == (7, "1/3", "defender", 3)


def test_csv_reads_back_as_the_same_floats(table):
    file = BytesIO()
    write_csv(table, file)
    heading, *lines = file.getvalue().decode().splitlines()
    assert heading == "attackers,defenders,win,lose,error_bound"
    assert len(lines) == 8 * 7
    for line in lines:
        attackers, defenders, win, lose, bound = line.split(",")
        place = int(attackers), int(defenders)
        assert (float(win), float(lose), float(bound)) == (table.win[place], table.lose[place], table.error_bound)


def test_the_bound_counts_bands_and_settled_values(monkeypatch):
    """With narrow bands the error is far above all rounding errors, and still within the bound."""
    monkeypatch.setattr(decisions, "MAX_OMITTED", 1e-6)
    monkeypatch.setattr(decisions, "MAX_SETTLED", 1e-6)
    table = odds_table(16, 16)
    exact = {place: exact_distribution(Battle(*place)).eventual.win for place in ((8, 8), (14, 16), (16, 8))}
    errors = [abs(Fraction(float(table.win[place])) - win) for place, win in exact.items()]
    assert 1e-9 < max(errors) <= table.error_bound


def test_distributions_of_hits_that_do_not_fit_are_refused_before_the_work():
    """The table is small, and the bands would take terabytes."""
    for compute in (lambda: odds_table(9_999_999, 2), lambda: battle_distribution(Battle(1, 9_999_999))):
        with pytest.raises(ValueError, match="one side has more than 50,000 armies"):
            compute()


def test_blocks_of_rows_do_not_change_a_table(monkeypatch):
    """A signal is noticed between two blocks."""
    whole = odds_table(60, 45, turns=2)
    monkeypatch.setattr("gametheory.games.battle.hits_kernel.ROWS_OF_TABLE", 7)
    monkeypatch.setattr("gametheory.games.battle.decisions.ROWS_OF_A_TURN", 11)
    blocks = odds_table(60, 45, turns=2)
    assert np.array_equal([blocks.win, blocks.lose], [whole.win, whole.lose])
