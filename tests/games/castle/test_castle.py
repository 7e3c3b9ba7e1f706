"""The castle game: theorems on its rules, the published tables, and fast counts against the state graph."""

import pytest
from _published import by_wave, game, result, rows
from hypothesis import given
from hypothesis import strategies as st

from gametheory import Castle, state_graph
from gametheory.games.castle import (
    Position,
    best_play,
    castle_first,
    count_plays,
    defenders_first,
    fastest_win,
    play_out,
)
from gametheory.games.castle.counting import is_uncounted_in_post
from gametheory.solvers.shortest_paths import count_plays_by_length

FIRST = rows("castle_1.tsv")
SECOND = rows("castle_2.tsv")
small = st.builds(Castle, st.integers(1, 7), st.integers(1, 24), st.integers(1, 12))
positions = st.builds(Position, st.integers(1, 30), st.integers(0, 60), st.integers(0, 60)).filter(any)


@given(small, positions)
def test_rules_of_a_wave(game, position):
    if game.outcome(position):
        return
    volleys = list(game.moves(position))
    assert volleys, "a legal volley always exists"
    for volley in volleys:
        after = game.after(position, volley)
        left_alive = position.defenders - volley.at_defenders
        assert sum(volley) == position.soldiers, "all soldiers fire"
        assert left_alive >= 0
        assert volley.at_castle <= position.strength or left_alive == 0, "no shot is wasted"
        assert after.strength == max(position.strength - volley.at_castle, 0)
        assert after.soldiers == max(position.soldiers - left_alive, 0)
        fresh = game.defenders_per_wave if after.soldiers and after.strength else 0
        assert after.defenders == left_alive + fresh


@pytest.mark.parametrize("row", FIRST, ids=lambda row: row["test"])
def test_table_of_the_first_post(row):
    castle = game(row)
    best = fastest_win(castle, "soldiers") or fastest_win(castle, "castle")
    plays = {
        "fewest": best,
        "attackCastle": play_out(castle, castle_first),
        "attackDefenders": play_out(castle, defenders_first),
    }
    wrong = {column for column, play in plays.items() if not result(row[column]).agrees(play)}
    assert wrong == ({"fewest", "attackCastle"} if row["test"] == "13" else set())


WRONG_WAVES = {("22", "soldiers", 30)}


@pytest.mark.parametrize("row", SECOND, ids=lambda row: row["test"])
def test_table_of_the_second_post(row):
    counts = count_plays(game(row))
    for side, computed in (("soldiers", counts.soldiers), ("castle", counts.published_castle)):
        assert sum(computed.values()) == int(row[f"{side}_total"])
        for wave, count in by_wave(row[f"{side}_by_wave"]).items():
            assert (computed.get(wave) != count) == ((row["test"], side, wave) in WRONG_WAVES)


def test_eleven_rows_omit_castle_wins():
    omitted = [row["test"] for row in SECOND if count_plays(game(row)).uncounted_in_post]
    assert omitted == ["4", "5", "11", "12", "17", "18", "20", "21", "22", "25", "26"]


@given(small)
def test_fast_counts_equal_the_counts_on_the_graph_for_any_game(game):
    counts, states = count_plays(game), state_graph(game)
    assert counts.soldiers == count_plays_by_length(states, "soldiers")
    assert counts.castle == count_plays_by_length(states, "castle")
    assert counts.uncounted_in_post == count_plays_by_length(
        states, "castle", lambda step: is_uncounted_in_post(step.position, step.successor)
    )


@given(small)
def test_best_play_is_best(game):
    play, states = best_play(game), state_graph(game)
    soldiers, castle = (count_plays_by_length(states, side) for side in ("soldiers", "castle"))
    if soldiers:
        assert (play.winner, play.length) == ("soldiers", min(soldiers))
    elif game.defenders_per_wave == game.soldiers:
        assert (play.winner, play.length, play.soldiers_left) == ("tie", None, game.soldiers)
    else:
        assert (play.winner, play.length) == ("castle", max(castle))


@pytest.mark.parametrize("numbers", [(0, 1, 1), (1, 0, 1), (1, 1, -2), (1.0, 1, 1), ("3", 1, 1)])
def test_wrong_numbers_are_named(numbers):
    with pytest.raises(ValueError, match="is not a whole number of at least 1"):
        Castle(*numbers)
