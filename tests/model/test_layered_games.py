"""Games in arrays unfold to the same graph as the same game in a plain class."""

import pickle

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from small_games import LayeredNim, Written, WrittenInArrays, whole

from gametheory import Outcome, solve
from gametheory.model.classes import classify
from gametheory.model.game import PositionLimitExceeded, RulesError
from gametheory.model.layered import CodeTable, Distributions, Layer, LayeredGame, checked_layer, unfold_layers
from gametheory.model.unfolding import unfold
from gametheory.model.validation import validate_game
from gametheory.solvers.dispatch import NoSolver


def test_every_position_is_found_again():
    arrays = unfold(LayeredNim((12, 12, 12), 4))
    assert [arrays.index[position] for position in arrays] == list(range(len(arrays)))
    assert len(arrays) > CodeTable(1)._entries.size // 2  # the table has grown
    assert not any(other in arrays.index for other in (-1, 2**63, "text"))
    assert list(pickle.loads(pickle.dumps(arrays))) == list(arrays)


@pytest.mark.parametrize("limit", [1, 7, 1500])
def test_the_limit_is_an_error(limit):
    with pytest.raises(PositionLimitExceeded, match=f"more than {limit} positions: {limit + 1} found"):
        unfold(LayeredNim((9, 9, 9), 4), limit)
    assert len(unfold(LayeredNim((1,), 1), 2)) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda layer: layer._replace(moves=layer.moves + np.random.default_rng().integers(2**20)),
            "when called again",
        ),
        (lambda layer: layer._replace(moves=layer.moves.astype(float)), "no array of whole numbers"),
        (lambda layer: layer._replace(outcome=layer.outcome + 2), "has the outcome 1, the player 0, 2 moves"),
        (lambda layer: layer._replace(active=layer.active + 2), "the player 2"),
        (lambda layer: layer._replace(counts=layer.counts[:0]), "of the lengths"),
        (lambda layer: layer._replace(moves=layer.moves * 0), "lists the move 0 twice"),
        (lambda layer: layer._replace(successors=-layer.successors), "negative"),
        (lambda layer: layer._replace(successors=~layer.successors.astype(np.uint64)), "it is not below 2.63"),
        (lambda layer: layer._replace(outcome=layer.outcome - 1), "has the outcome -2, the player 0, 2 moves"),
        (lambda layer: layer._replace(outcome=layer.outcome - (2**32 - 1)), "has the outcome -4294967296"),
        (lambda layer: layer._replace(moves=layer.moves[:, None]), "no array of whole numbers"),
        (lambda layer: layer._replace(counts=layer.counts.tolist()), "no array of whole numbers"),
        (lambda layer: layer._replace(moves=layer.moves.astype("m8[s]")), "no array of whole numbers"),
        (tuple, "expand returns tuple, not Layer"),
    ],
)
def test_broken_layers_are_refused(change, message):
    class Broken(LayeredNim):
        def expand(self, positions):
            return change(super().expand(positions))

    with pytest.raises(RulesError, match=message):
        validate_game(Broken((2, 0), 2))


@st.composite
def written_games(draw):
    """Return the table of a random game; several moves, and one move several times, can have the same successor."""
    size = draw(st.integers(1, 7))
    pairs = st.lists(st.tuples(st.integers(0, size - 1), st.integers(1, 4)), min_size=1, max_size=4)
    # the denominator may be a multiple of the least one
    spread = st.tuples(pairs, st.integers(1, 3)).map(
        lambda drawn: (
            drawn[1] * sum(share for _, share in drawn[0]),
            [(to, share * drawn[1]) for to, share in drawn[0]],
        )
    )
    played = st.tuples(st.integers(0, 1), st.dictionaries(st.integers(0, 9), spread, min_size=1, max_size=4))
    event = st.tuples(st.just(-1), st.dictionaries(st.just(5), spread, min_size=1, max_size=1))
    return draw(st.lists(st.one_of(st.integers(0, 2), played, played, event), min_size=size, max_size=size))


def contents(arrays):
    """Return everything that arrays contain, in their order."""
    groups, group_of = arrays.groups
    return [
        (
            arrays.positions[number],
            arrays.outcomes[arrays.outcome_of[number]] if arrays.outcome_of[number] >= 0 else None,
            groups[group_of[number]] if group_of[number] >= 0 else None,
            [(moves, list(spread.items())) for moves, spread in arrays.joint_moves(number).items()],
        )
        for number in range(len(arrays))
    ]


@settings(deadline=None)
@given(written_games())
def test_chance_moves_unfold_as_those_of_the_plain_class(table):
    layered, plain = WrittenInArrays(table), Written(table)
    arrays, other = validate_game(layered), unfold(plain)
    assert contents(arrays) == contents(unfold(layered)) == contents(other)
    assert classify(arrays) == classify(other)
    together = WrittenInArrays(table, bound=len(table))
    assert contents(unfold_layers(together, 10)) == contents(other)
    seen, expected = [], []
    unfold_layers(layered, 10, watch=seen.append)
    unfold(plain, 10, watch=expected.append)
    last, due = seen[-1], expected[-1]
    assert (last.found, last.done) == (due.found, due.done)
    assert set(last.groups) >= set(due.groups)


def solved(game):
    """Return the solution of a game, or why it is refused."""
    try:
        solution = solve(game)
    except NoSolver as error:
        return str(error)
    facts = solution.as_json()
    return {name: facts[name] for name in facts if name not in ("game", "seconds")}


@settings(deadline=None, max_examples=60)
@given(written_games())
@example([2])  # no player can win: the outcomes that play cannot reach say nothing
def test_chance_moves_are_solved_as_those_of_the_plain_class(table):
    assert solved(WrittenInArrays(table)) == solved(WrittenInArrays(table, len(table))) == solved(Written(table))


class Toss(LayeredGame):
    """A coin is tossed `tosses` times, and the player then says what to do with it."""

    players, outcomes, chance = ("one",), (Outcome("end"),), True

    def expand(self, positions):
        on = positions > 0
        coins = positions[on]
        pairs = Distributions(0 * coins + 2, np.tile([1, 2], len(coins)), 0 * coins + 3)
        after = np.stack([coins - 1, coins // 2], axis=1).ravel()
        return Layer(np.where(on, -1, 0), np.where(positions > 2, -1, 0), 1 * on, 0 * coins, after, pairs)


def overflowing(layer):
    """Return a layer with three numerators whose sum is 2^64 + 3."""
    columns = {"sizes": whole([1, 3]), "numerators": whole([3, 2**63 - 1, 2**63 - 1, 5])}
    return spread(layer, **columns)


def spread(layer, **changes):
    return layer._replace(distributions=layer.distributions._replace(**changes))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda layer: spread(layer, numerators=whole([1, 2, 1, 1])),
            "of expand.1. has numerators with the sum 2, and",
        ),
        (lambda layer: spread(layer, numerators=whole([1, 2, 1, 3])), "move 0 .* sum 4, and the denominator 3"),
        (lambda layer: spread(layer, numerators=whole([0, 3, 1, 2])), "expand.3. has a numerator below 1"),
        (lambda layer: spread(layer, numerators=whole([4, -1, 1, 2])), "below 1, and the denominator 3"),
        (lambda layer: spread(layer, denominators=whole([3, 2])), "sum 3, and the denominator 2"),
        (lambda layer: spread(layer, denominators=whole([3, 0])), "sum 3, and the denominator 0"),
        (lambda layer: spread(layer, denominators=whole([3, 2**62])), "too great"),
        (lambda layer: spread(layer, numerators=whole([1, 2, 2**63 - 1, 2**63 - 1])), "and the denominator 3"),
        (lambda layer: overflowing(layer), "sum 18446744073709551619, and the denominator 3"),
        (lambda layer: spread(layer, sizes=whole([4, 0])), "without successors"),
        (lambda layer: spread(layer, sizes=whole([2, 3])), "of the lengths .* 2, 4, 2. for 2 positions with 2 moves"),
        (lambda layer: spread(layer, numerators=whole([1, 2, 1])), "of the lengths"),
        (
            lambda layer: spread(layer, numerators=np.array([1.0, 2, 1, 2])),
            "numerators that are no array of whole numbers",
        ),
        (lambda layer: layer._replace(active=whole([-2, 0])), "the player -2, 1 moves"),
        (lambda layer: layer._replace(distributions=None), "the player -1, 1 moves|of the lengths"),
        (
            lambda layer: Layer(whole([-1, -1]), whole([-1, 0]), whole([2, 0]), *layer[3:]),
            "the player -1, 2 moves",
        ),
        (lambda layer: layer._replace(successors=whole([-1, 1, 0, 0])), "negative"),
    ],
)
def test_broken_distributions_are_refused(change, message):
    class Broken(Toss):
        def expand(self, positions):
            return change(super().expand(positions))

    assert checked_layer(Toss(), np.array([3, 1])).successors.tolist() == [2, 1, 0, 0]
    with pytest.raises(RulesError, match=message):
        checked_layer(Broken(), np.array([3, 1]))


def test_positions_below_a_bound_are_expanded_together():
    game, calls = LayeredNim((3, 2), 3), []
    expected, expand = contents(unfold_layers(game, 10**6)), game.expand
    game.expand = lambda positions: calls.append(len(positions)) or expand(positions)
    for limit, sizes in ((200, [200]), (199, [1, 5, 9, 5])):
        game.bound = 200
        arrays = unfold_layers(game, limit)
        assert contents(arrays) == expected
        assert [arrays.index[position] for position in arrays.positions] == list(range(len(expected)))
        assert calls == sizes
        calls.clear()
    game.bound = 135  # one more than the start; the first heap is never greater than 31
    assert contents(unfold_layers(game, 10**6)) == expected


@pytest.mark.parametrize("bound", [1, 2])
def test_a_position_above_the_bound_is_refused(bound):
    game = WrittenInArrays([(0, {0: (1, [(2, 1)])}), 0, 1], bound)
    with pytest.raises(RulesError, match=f"expand returns the position 2: bound is {bound}"):
        unfold_layers(game, 10)


def test_a_game_that_does_not_say_chance_is_refused():
    class Silent(Toss):
        chance = False

    with pytest.raises(RulesError, match="has chance = True"):
        checked_layer(Silent(), np.array([3, 1]))


def test_players_in_narrow_arrays_are_the_same():
    """In 8 bits without a sign, -1 is 255, and stands for no player."""

    class Narrow(LayeredNim):
        def expand(self, positions):
            layer = super().expand(positions)
            return layer._replace(active=layer.active.astype(np.uint8), counts=layer.counts.astype(np.uint8))

    assert contents(unfold_layers(Narrow((3, 2), 3), 100)) == contents(unfold_layers(LayeredNim((3, 2), 3), 100))


def test_probabilities_in_narrow_arrays_do_not_overflow():
    class Narrow(Toss):
        def expand(self, positions):
            layer, small = super().expand(positions), np.uint8
            sizes, _, denominators = layer.distributions
            pairs = Distributions(sizes.astype(small), np.tile(whole([100, 155]), len(sizes)), 85 * denominators)
            return layer._replace(
                moves=(layer.moves + 255).astype(small),
                distributions=Distributions(*(each.astype(small) for each in pairs)),
            )

        def start(self):
            return 5

    arrays = unfold_layers(Narrow(), 10)
    assert [float(p) for p in arrays.probabilities] == [1, 100 / 255, 155 / 255]
    assert arrays.moves == [(), (255,)]
