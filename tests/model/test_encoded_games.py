"""Games that are also given over whole numbers: the arrays are those of their rules, and a lie is noticed."""

import pickle
from dataclasses import fields
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory import Castle, solve, state_graph
from gametheory.games.castle.encoded_rules import EncodedCastle
from gametheory.games.castle.rules import Position
from gametheory.games.wargame import Wargame
from gametheory.model.array_unfolding import unfold_layers
from gametheory.model.encoded_game import DecodedPositions
from gametheory.model.encoded_unfolding import BY_RULES, compare_samples, decoded
from gametheory.model.encoding import encoding_of
from gametheory.model.game import RulesError
from gametheory.model.layers import Layer
from gametheory.model.state_graph import PositionLimitExceeded, joint_moves
from gametheory.model.unfolding import unfold
from gametheory.model.validation import validate_game

CASTLES = [Castle(n, s, dpw) for n in range(1, 6) for s in range(1, 4 * n + 2, 3) for dpw in range(1, 3 * n + 1, 2)]
HALF, THIRD, ONE = Fraction(1, 2), Fraction(1, 3), Fraction(1)
WARGAMES = [Wargame(1, 1), Wargame(2, 2), Wargame(3, 4), Wargame(4, 10), Wargame(3, 3, (0, THIRD, 1), killed=THIRD)]
WARGAMES += [Wargame(2, 3, (THIRD, 1, 1)), Wargame(2, 2, killed=ONE, payoffs=(ONE, ONE, -HALF)), Wargame(2, 2, (1, 1))]
LARGE = Castle(16, 60, 8)  # 2,466 positions


def by_arrays(game, encoded=None):
    """Return the arrays of the graph of a game, unfolded over whole numbers."""
    encoded = encoded or encoding_of(game)
    return decoded(unfold_layers(encoded, limit=100_000), game, encoded)


def facts(arrays):
    """Return everything that arrays say, as texts and lists, which tell a named tuple from another tuple."""
    values = {field.name: getattr(arrays, field.name) for field in fields(arrays)}
    values["positions"], values["index"] = list(arrays.positions), dict(arrays.index)
    # the rules number the moves of each player, too
    values["moves"] = [values["moves"][code] for code in values.pop("move_of").tolist()]
    names, group_of = values.pop("known_groups")
    values |= {"groups": list(names), "group_of": group_of}
    return {name: one.tolist() if isinstance(one, np.ndarray) else repr(one) for name, one in values.items()}


@pytest.mark.parametrize("games", [CASTLES, [Castle(10, 43, 8), Castle(5, 8, 5), LARGE], WARGAMES], ids=len)
def test_the_arrays_are_those_of_the_rules(games):
    for game in games:
        assert facts(by_arrays(game)) == facts(unfold(game, limit=100_000)), game


def test_a_large_graph_is_that_of_the_rules():
    expected = unfold(LARGE, limit=100_000)
    assert len(expected) > BY_RULES
    for graph in (state_graph(LARGE), validate_game(LARGE), pickle.loads(pickle.dumps(state_graph(LARGE)))):
        assert isinstance(graph.arrays.positions, DecodedPositions)
        assert facts(graph.arrays) == facts(expected)
    assert dict(graph.nodes(data="outcome")) == {at: LARGE.outcome(at) for at in expected.positions}


def test_a_large_wargame_is_that_of_the_rules():
    game = Wargame(5, 10)
    expected = unfold(game, limit=100_000)
    assert len(expected) > BY_RULES
    graph = validate_game(game)
    assert isinstance(graph.arrays.positions, DecodedPositions)
    assert facts(graph.arrays) == facts(expected)


def test_a_denominator_that_is_too_large_leaves_the_rules():
    assert encoding_of(Wargame(2, 2, (Fraction(1, 2**62 - 1), 1))) is not None
    assert encoding_of(Wargame(2, 2, (Fraction(1, 2**62), 1))) is None


def test_positions_are_recalled_as_in_a_dict():
    graph, plain = state_graph(LARGE), dict(unfold(LARGE, limit=100_000).index)
    for position, number in list(plain.items())[::50]:
        assert graph.arrays.index[position] == graph.arrays.index[tuple(map(float, position))] == number
    for other in [(16, 0, 59), (16, -1, 61), (17, 0, 60), (16, 0), (16, "0", 60), 16, None, "x", (0.5, 0, 60)]:
        assert other not in plain
        assert other not in graph
        assert graph.arrays.index.get(other) is None
    with pytest.raises(KeyError, match=r"\(16, 0, 59\)"):
        joint_moves(graph, (16, 0, 59))
    with pytest.raises(TypeError):
        graph.arrays.index[[16, 0, 60]]


def test_small_graphs_and_other_rules_are_unfolded_by_the_rules():
    class Fast(Castle):
        def after(self, position, volley):
            return super().after(position, volley)._replace(strength=0)

    assert isinstance(state_graph(Castle(10, 43, 8)).arrays.positions, list)
    assert encoding_of(Fast(16, 60, 8)) is None
    assert facts(state_graph(Fast(16, 60, 8)).arrays) == facts(unfold(Fast(16, 60, 8), limit=100))


@pytest.mark.parametrize("limit", [1_999, 2_000, 2_465])
def test_the_limit_is_an_error_with_the_number_of_positions(limit):
    with pytest.raises(PositionLimitExceeded, match=f"more than {limit} positions: {limit + 1} found"):
        state_graph(LARGE, limit=limit)
    assert len(state_graph(LARGE, limit=2_466)) == 2_466


def test_the_codes_fill_63_bits_and_no_more():
    strength = 2**63 // (4 * 5) - 1  # soldiers 0 to 3, defenders 0 to 4
    assert encoding_of(Castle(3, strength, 2)) is not None
    assert encoding_of(Castle(3, strength + 1, 2)) is None
    assert encoding_of(Castle(4095, 1, 1)) is not None
    assert encoding_of(Castle(4096, 1, 1)) is None  # moves are less than 2^24


@settings(max_examples=40)
@given(st.data())
def test_each_position_is_expanded_as_by_the_rules(data):
    soldiers, per_wave = data.draw(st.integers(1, 50)), data.draw(st.integers(1, 100))
    strength = data.draw(st.integers(1, 2**63 // ((soldiers + 1) * (soldiers + per_wave)) - 1))
    game = Castle(soldiers, strength, per_wave)
    encoded = encoding_of(game)
    bounds = soldiers, soldiers - 1 + per_wave, strength
    drawn = st.tuples(*(st.integers(0, most) | st.just(most) for most in bounds))
    positions = [Position(*at) for at in data.draw(st.lists(drawn, min_size=1, max_size=20))]
    codes = np.array([encoded.position_codes.code(at) for at in positions])
    assert encoded.position_codes.decode(codes) == positions
    layer = encoded.expand(codes)
    moves, after = encoded.move_codes.decode(layer.moves), encoded.position_codes.decode(layer.successors)
    expected = [(at, volley) for at in positions if game.outcome(at) is None for volley in game.moves(at)]
    assert [volley for (volley,) in moves] == [volley for _, volley in expected]
    assert after == [game.after(at, volley) for at, volley in expected]
    ends = [None if code < 0 else encoded.outcomes[code] for code in layer.outcome]
    assert ends == [game.outcome(at) for at in positions]


class LyingCastle(EncodedCastle):
    """Rules over whole numbers with a lie of one unit about one position."""

    def __init__(self, rules, liar, lie):
        super().__init__(rules)
        self._liar, self._lie = self.position_codes.code(liar), lie

    def expand(self, codes):
        layer = super().expand(codes)
        place = np.flatnonzero(codes == self._liar)
        return self._lie(layer, int(place[0]), int(layer.counts[: place[0]].sum())) if len(place) else layer


def shifted(column, place, by):
    return column + by * (np.arange(len(column)) == place)


def one_move_less(layer, place, move):
    moves, successors = np.delete(layer.moves, move), np.delete(layer.successors, move)
    return Layer(layer.outcome, layer.active, shifted(layer.counts, place, -1), moves, successors)


LIES = {
    "move": lambda layer, _, move: layer._replace(moves=shifted(layer.moves, move, 1)),
    "next position": lambda layer, _, move: layer._replace(successors=shifted(layer.successors, move, 1)),
    "one move less": one_move_less,
}


@pytest.mark.parametrize("lie", LIES.values(), ids=list(LIES))
def test_a_lie_of_one_unit_about_a_sample_is_refused(lie):
    game = Castle(8, 20, 4)  # 119 positions, all of which are samples
    several = [at for at in state_graph(game) if game.outcome(at) is None and len(list(game.moves(at))) > 1]
    assert len(several) == 60
    for liar in several[::6]:
        with pytest.raises(RulesError, match=r"in \(.*\) the arrays of the game differ from its rules"):
            compare_samples(game, by_arrays(game, LyingCastle(game, liar, lie)))


def test_a_lie_about_an_outcome_is_refused():
    game = Castle(8, 20, 4)
    ends = [at for at in state_graph(game) if game.outcome(at) is not None]
    assert {game.outcome(at).name for at in ends} == {"soldiers", "castle"}
    for liar in ends[::6]:
        other = LyingCastle(game, liar, lambda layer, at, _: layer._replace(outcome=opposite(layer.outcome, at)))
        with pytest.raises(RulesError, match="the arrays of the game differ from its rules"):
            compare_samples(game, by_arrays(game, other))


def opposite(outcome, place):
    return np.where(np.arange(len(outcome)) == place, 1 - outcome, outcome)


def test_the_solution_of_a_large_graph_is_that_of_the_rules():
    class Plain(Castle):
        """Rules without arrays."""

    one, two = solve(LARGE), solve(Plain(16, 60, 8))
    for name in ("soldiers", "castle"):
        assert one.outcomes[name].distance == two.outcomes[name].distance
        assert one.outcomes[name].shortest_plays == two.outcomes[name].shortest_plays
        assert one.outcomes[name].play == two.outcomes[name].play
        assert dict(one.outcomes[name].distances) == dict(two.outcomes[name].distances)
    assert dict(one.strategy) == dict(two.strategy)
