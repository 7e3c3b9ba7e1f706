"""Checkers of pure strategies refuse every wrong certificate."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from small_games import Nim, RandomGame, Ring

from gametheory import state_graph, unfold
from gametheory.model.payoffs import ExactColumn, ExactRows, terminal_payoffs
from gametheory.model.state_arrays import PositionMap
from gametheory.numbers.rationals import to_flint
from gametheory.solvers.backward_induction import backward_induction
from gametheory.verify import CertificateError, check_strategy, check_subgame_perfect

TINY = Fraction(1, 10**30)


def changed(mapping, key, value):
    return {**mapping, key: value}


def test_a_strategy_that_loses_is_refused():
    graph = state_graph(Nim((4,), 2))
    solution = backward_induction(graph, terminal_payoffs(graph))
    own = {at: moves[0] for at, moves in solution.strategy.items() if at[1] == "first"}
    assert check_strategy(graph, "first", own, ["first"]) == 5
    start = graph.graph["start"]
    with pytest.raises(CertificateError, match="play can end in"):
        check_strategy(graph, "first", changed(own, start, (0, 2)), ["first"])
    with pytest.raises(CertificateError, match="no move, or one that is not allowed"):
        check_strategy(graph, "first", changed(own, start, (0, 3)), ["first"])
    with pytest.raises(CertificateError, match="no move"):
        check_strategy(graph, "first", {}, ["first"])
    with pytest.raises(CertificateError, match="play can cycle"):
        check_strategy(state_graph(Ring()), "walker", dict.fromkeys(range(3), "on"), ["out"])
    assert (
        check_strategy(state_graph(Ring()), "walker", dict.fromkeys(range(3), "on"), [], allow_infinite_play=True) == 3
    )


@pytest.mark.parametrize("gain", [-TINY, 0, TINY])
def test_a_deviation_is_judged_up_to_the_last_place(gain):
    """Move b gets the active player `gain` more than move a: a is an equilibrium unless that is positive."""
    game = RandomGame(5, inner=1)
    game.table, game.active, game.ends = [{"a": {1: Fraction(1)}, "b": {2: Fraction(1)}}], ["two"], {1: 1, 2: 2}
    graph = state_graph(game)
    payoffs = {1: (Fraction(7), Fraction(1)), 2: (Fraction(9), 1 + gain)}
    claimed = {0: payoffs[1], **payoffs}
    if gain > 0:
        with pytest.raises(CertificateError, match=r"two gains by \[\('b',\)\]"):
            check_subgame_perfect(graph, payoffs, claimed, {0: ("a",)})
    else:
        assert check_subgame_perfect(graph, payoffs, claimed, {0: ("a",)}) == (7, 1)
    for position in graph:
        for side in (0, 1):
            for error in (TINY, -TINY):
                wrong = list(claimed[position])
                wrong[side] += error
                with pytest.raises(CertificateError):
                    check_subgame_perfect(graph, payoffs, changed(claimed, position, tuple(wrong)), {0: ("a",)})
        with pytest.raises(CertificateError, match="does not have 2 payoffs"):
            check_subgame_perfect(graph, payoffs, changed(claimed, position, claimed[position][:1]), {0: ("a",)})
    with pytest.raises(CertificateError, match="is not allowed"):
        check_subgame_perfect(graph, payoffs, claimed, {})


def test_columns_of_payoffs_are_refused_as_rows_are():
    """A solver of games with chance moves returns numerators over denominators, which are not made into fractions."""
    graph = unfold(RandomGame(5, chance=True))
    terminal = terminal_payoffs(graph)
    payoffs, strategy, _ = backward_induction(graph, terminal)
    right = check_subgame_perfect(graph, terminal, dict(payoffs), dict(strategy))
    columns = [column.exact() for column in payoffs.table.columns]

    def answer(columns, arrays=graph):
        rows = ExactRows([ExactColumn(column, [1] * len(column)) for column in columns])
        return check_subgame_perfect(graph, terminal, PositionMap(arrays, payoffs.codes, rows), strategy)

    assert answer(columns) == right
    for side, place in product((0, 1), range(len(graph))):
        for error in (TINY, -TINY):
            wrong = [list(column) for column in columns]
            wrong[side][place] += to_flint(error)
            with pytest.raises(CertificateError, match=r"attain|gains|valued"):
                answer(wrong)
    with pytest.raises(CertificateError, match="does not have 2 payoffs"):
        answer([*columns, columns[0]])
    first, second, *ends = graph.positions
    assert payoffs[first] != payoffs[second]
    swapped = [second, first, *ends]
    others = replace(graph, positions=swapped, index={each: place for place, each in enumerate(swapped)})
    with pytest.raises(CertificateError, match=r"attain|gains"):
        answer(columns, others)
