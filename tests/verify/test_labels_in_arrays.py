"""Labels that are stored as arrays are accepted and refused exactly as the same labels in a dictionary."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Nim, RandomGame

from gametheory import unfold
from gametheory.model.classes import terminal_payoffs
from gametheory.model.state_arrays import PositionMap
from gametheory.solvers.perfect_information import backward_induction, retrograde_analysis
from gametheory.verify import CertificateError, check_cyclic_equilibrium, check_strategy, check_subgame_perfect
from gametheory.verify.graphs import is_stored

SEEDS = st.integers(0, 10**6)


def answer(check, *arguments, **options):
    """Return what a checker returns, or that it refuses."""
    try:
        return check(*arguments, **options)
    except CertificateError:
        return "refused"


def with_code(labels, place, code):
    """Return labels in which one position has another value of the table."""
    codes = np.array(labels.codes)
    codes[place] = code
    return PositionMap(labels.arrays, codes, labels.table)


def changes(data, labels, size):
    """Return the same labels, or labels wrong in one position."""
    if data.draw(st.booleans()):
        return labels
    place, code = data.draw(st.integers(0, len(labels.codes) - 1)), data.draw(st.integers(-1, size - 1))
    return with_code(labels, place, code)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.data())
def test_a_subgame_perfect_equilibrium_is_refused_alike(seed, data):
    graph = unfold(RandomGame(seed, inner=6))
    terminal = terminal_payoffs(graph)
    payoffs, strategy, _ = backward_induction(graph, terminal)
    assert check_subgame_perfect(graph, terminal, payoffs, strategy) == payoffs[0]
    payoffs = changes(data, payoffs, len(payoffs.table))
    strategy = changes(data, strategy, len(strategy.table))
    quick = answer(check_subgame_perfect, graph, terminal, payoffs, strategy)
    assert quick == answer(check_subgame_perfect, graph, dict(terminal), dict(payoffs), dict(strategy))


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.data())
def test_a_cyclic_equilibrium_is_refused_alike(seed, data):
    graph = unfold(RandomGame(seed, cyclic=True, inner=6))
    terminal = terminal_payoffs(graph)
    values, strategy, distance = retrograde_analysis(graph, terminal)
    assert check_cyclic_equilibrium(graph, terminal, values, strategy, distance) == values[0]
    values = changes(data, values, len(values.table))
    strategy = changes(data, strategy, len(strategy.table))
    distance = changes(data, distance, len(graph) + 1)
    quick = answer(check_cyclic_equilibrium, graph, terminal, values, strategy, distance)
    slow = answer(check_cyclic_equilibrium, graph, dict(terminal), dict(values), dict(strategy), dict(distance))
    assert quick == slow


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.booleans(), st.booleans(), st.data())
def test_a_strategy_is_refused_alike(seed, cyclic, infinite, data):
    graph = unfold(RandomGame(seed, cyclic=cyclic, inner=6))
    arrays = graph
    codes = np.full(len(arrays), -1)
    for number in range(len(arrays)):
        row = arrays.move_of[arrays.first_move[number] : arrays.first_move[number + 1]]
        if len(row) and arrays.groups[0][arrays.groups[1][number]] == ("one",):
            codes[number] = data.draw(st.sampled_from(row.tolist()))
    own = changes(data, PositionMap(arrays, codes, arrays.single_moves), len(arrays.moves))
    names = {outcome.name for outcome in arrays.outcomes}
    outcomes = names - {data.draw(st.sampled_from(["", *sorted(names)]))}
    quick = answer(check_strategy, graph, "one", own, outcomes, allow_infinite_play=infinite)
    assert quick == answer(check_strategy, graph, "one", dict(own), outcomes, allow_infinite_play=infinite)


def test_every_lie_of_one_unit_is_refused():
    graph = unfold(Nim((3, 2)))
    terminal = terminal_payoffs(graph)
    payoffs, strategy, _ = backward_induction(graph, terminal)
    values, moves, distance = retrograde_analysis(graph, terminal)
    for place in range(len(graph)):
        lie = with_code(payoffs, place, 1 - payoffs.codes[place])
        with pytest.raises(CertificateError):
            check_subgame_perfect(graph, terminal, lie, strategy)
        lie = with_code(values, place, (values.codes[place] + 1) % 3)
        with pytest.raises(CertificateError):
            check_cyclic_equilibrium(graph, terminal, lie, moves, distance)
    # the distance after the winner's move, and the greatest one after a move of the loser, is one less
    for place in np.flatnonzero(distance.codes > 0):
        for lie in (-1, distance.codes[place] - 1):
            with pytest.raises(CertificateError):
                check_cyclic_equilibrium(graph, terminal, values, moves, with_code(distance, place, lie))


def test_every_move_that_loses_is_refused():
    graph = unfold(Nim((3, 2)))
    terminal, arrays = terminal_payoffs(graph), graph
    payoffs, strategy, _ = backward_induction(graph, terminal)
    values, moves, distance = retrograde_analysis(graph, terminal)
    losing = np.flatnonzero(values.codes[arrays.successor] != values.codes[arrays.sources])
    assert len(losing) > 10
    for place, code in zip(arrays.sources[losing], arrays.move_of[losing], strict=True):
        with pytest.raises(CertificateError, match="does not attain"):
            check_subgame_perfect(graph, terminal, payoffs, with_code(strategy, place, code))
        with pytest.raises(CertificateError, match="does not keep the value"):
            check_cyclic_equilibrium(graph, terminal, values, with_code(moves, place, code), distance)


def test_labels_of_other_arrays_are_read_by_position():
    graph = unfold(Nim((2, 1)))
    terminal = terminal_payoffs(graph)
    payoffs, strategy, _ = backward_induction(graph, terminal)
    first, second, *rest = graph.positions
    swapped = [second, first, *rest]
    others = replace(graph, positions=swapped, index={position: place for place, position in enumerate(swapped)})
    elsewhere = PositionMap(others, payoffs.codes, payoffs.table)
    quick = answer(check_subgame_perfect, graph, terminal, elsewhere, strategy)
    assert quick == answer(check_subgame_perfect, graph, terminal, dict(elsewhere), strategy)


class Flattering(PositionMap):
    """Labels whose values are not those of their codes."""

    __slots__ = ()

    def __getitem__(self, position):
        return Fraction(9)


def test_labels_that_are_not_one_code_for_each_position_are_not_read_by_their_codes():
    """A subclass can return other values."""
    graph = unfold(RandomGame(3, cyclic=True, inner=6))
    terminal = terminal_payoffs(graph)
    values, strategy, distance = retrograde_analysis(graph, terminal)
    codes = np.array(distance.codes)
    assert is_stored(PositionMap(graph, codes, distance.table), graph)
    for wrong in (codes[:-1], codes[:1], codes[:, None], codes + 0.5, codes + len(distance.table), codes - 2):
        assert not is_stored(PositionMap(graph, wrong, distance.table), graph)
    flattering = Flattering(graph, values.codes, values.table)
    assert not is_stored(flattering, graph)
    with pytest.raises(CertificateError, match="is not its payoff"):
        check_cyclic_equilibrium(graph, terminal, flattering, strategy, distance)
    # the codes are the distances, but not the values
    other = PositionMap(graph, codes, range(len(distance.table), 0, -1))
    with pytest.raises(CertificateError, match="does not come nearer"):
        check_cyclic_equilibrium(graph, terminal, values, strategy, other)
