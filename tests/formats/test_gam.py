"""GameTracer's format, .gam, which QuantEcon reads and writes, too."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import call, refused

from gametheory import nash
from gametheory.formats.gambit import FormatError
from gametheory.formats.payoff_table import read_gam


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4), st.integers(0, 2**32 - 1))
def test_the_strategy_of_the_first_player_changes_first(counts: list[int], seed: int) -> None:
    """The order of numpy's arrays of Fortran, player after player."""
    payoffs = np.random.default_rng(seed).integers(-99, 99, (len(counts), *counts))
    numbers = [number for own in payoffs for number in own.flatten(order="F")]
    game = read_gam(" ".join(map(str, [len(counts), *counts, *numbers])))
    for profile, pays in game.cells().items():
        assert list(pays) == [own[profile] for own in payoffs]


def test_commands_and_python_read_it(tmp_path: Path) -> None:
    """Chicken: player 1 has 6 2 / 7 0, player 2 has 6 7 / 2 0, the first player's strategy first."""
    (tmp_path / "chicken.gam").write_text("2\n\n2 2\n\n6.0 7.0 2.0 0.0\n\n6.0 2.0 7.0 0.0\n")
    found = nash(tmp_path / "chicken.gam")
    assert {tuple(map(str, each.payoffs)) for each in found} == {("7", "2"), ("14/3", "14/3"), ("2", "7")}
    assert "All 3 extreme equilibria" in call("nash", "chicken.gam", cwd=tmp_path).stdout
    assert call("solve", "chicken.gam", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected the number of players, a whole number from 1 to 1,000,000, found the end"),
        ("0", "expected the number of players"),
        ("2 2", "expected the number of strategies of a player, a whole number of at least 1, found the end"),
        ("1 0 5", "expected the number of strategies of a player, a whole number of at least 1, found '0'"),
        ("2 2 2 1 2 3 4 5 6 7", "found the end of the file"),
        ("2 2 2 1 2 3 4 5 6 7 8 9", "expected the end of the file after 8 payoffs, found '9'"),
        ("1 2 1 nan", "line 1, column 7: "),
        ("1000 " + "2 " * 1000, "line 1, column 6: more than 1,000,000 payoffs"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as error:
        read_gam(text)
    assert message in str(error.value)
    (tmp_path / "a.gam").write_text(text)
    assert message in refused("nash", "a.gam", cwd=tmp_path)
