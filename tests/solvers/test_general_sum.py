"""Games that are not zero-sum, or have three players: no player gains, by all other strategies, from any position."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from brute_force import chain_value, pure_strategies_of, rows_of, steps_under
from games_by_table import Chase, MoveTable, pennies_again
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from small_games import RandomPayoffs

from gametheory import nash, solve, state_graph
from gametheory.games.catalogue import game
from gametheory.games.catalogue.chance import Truel
from gametheory.games.catalogue.tables import Dilemma
from gametheory.model.classes import terminal_payoffs
from gametheory.model.extensive_form import TableGame
from gametheory.model.normal_form import NormalForm
from gametheory.solvers.dispatch import NoSolver
from gametheory.solvers.general_sum import NoEquilibriumFound, solve_general_sum, stage_equilibrium
from gametheory.verify import check_nash

SEEDS = st.integers(0, 10**6)
ONE = Fraction(1)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.booleans(), st.booleans())
def test_no_player_gains_by_any_stationary_strategy(seed, chance, simultaneous):
    """All pure stationary deviations of each player, each evaluated by Gauss in Fractions."""
    names = ("one", "two") if simultaneous else ("one", "two", "three")
    graph = state_graph(
        RandomPayoffs(seed, names, 3 if simultaneous else 4, cyclic=True, chance=chance, simultaneous=simultaneous)
    )
    try:
        found = solve_general_sum(graph, terminal_payoffs(graph))
    except NoEquilibriumFound:
        assume(False)
    assume(all(len(own) == 1 for mixed in found.strategies.values() for own in mixed.values()))
    rows = rows_of(graph)
    profile = {name: {n: next(iter(m[name])) for n, m in found.strategies.items() if name in m} for name in names}
    for index, name in enumerate(names):
        own = {end: payoffs[index] for end, payoffs in terminal_payoffs(graph).items()}
        value = chain_value(steps_under(rows, profile), own)
        assert {node: payoffs[index] for node, payoffs in found.payoffs.items()} == value
        for other in pure_strategies_of(rows, name):
            deviation = chain_value(steps_under(rows, {**profile, name: other}), own)
            assert all(deviation[node] <= value[node] for node in graph)


def test_the_duel_of_three():
    """The worst shot fires into the air (Gardner 1961): 25/63, 8/21 and 2/9."""
    solution = solve(Truel(Fraction(1, 3), Fraction(2, 3), Fraction(1)))
    assert solution.payoffs == {"A": Fraction(25, 63), "B": Fraction(8, 21), "C": Fraction(2, 9)}
    assert solution.strategy["ABC", "A"] == {"A": {"air": ONE}}
    assert solution.strategy["ABC", "B"] == {"B": {"at C": ONE}}
    assert {name: facts.probability for name, facts in solution.outcomes.items()} == solution.payoffs


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_the_repeated_dilemma_is_always_defected(rounds):
    solution = solve(Dilemma(rounds))
    assert solution.payoffs == {"row": rounds, "column": rounds}
    assert all(own == {"defect": ONE} for mixed in solution.strategy.values() for own in mixed.values())
    assert solution.other_equilibria == "none"
    assert solution.as_json()["other_equilibria"] == "none"


def test_the_battle_of_the_sexes_has_other_equilibria():
    solution = solve(TableGame(game("battle-of-the-sexes")))
    assert (solution.payoffs, solution.other_equilibria) == ({"she": 2, "he": 1}, "some")


# three players may quit: no stationary ε-equilibrium (Flesch, Thuijsman and Vrieze 1997)
QUITTERS = {"1": (1, 3, 0), "2": (0, 1, 3), "3": (3, 0, 1), "12": (1, 0, 1), "23": (1, 1, 0), "13": (0, 1, 1)}
QUITTERS["123"] = (0, 0, 0)


QUITTING = MoveTable(
    "one two three",
    {
        "": (
            "all",
            {
                moves: "".join(str(number) for number, move in enumerate(moves, 1) if move == "quit")
                for moves in product(("go on", "quit"), repeat=3)
            },
        )
    },
    QUITTERS,
)


def test_a_game_without_a_stationary_equilibrium_is_refused():
    with pytest.raises(NoSolver, match="there is no pure one; no guess of a mixed one was good enough, and since play"):
        solve(QUITTING)


def test_components_that_are_too_large_are_refused_before_the_work():
    graph = state_graph(Chase())
    with pytest.raises(NoEquilibriumFound, match="at most 1 position together, not 2, unless --component-limit"):
        solve_general_sum(graph, terminal_payoffs(graph), ONE, 1)
    with pytest.raises(NoSolver, match=r"positions together, and at most 1 are solved, unless --component-limit"):
        solve(Chase(), component_limit=1)
    with pytest.raises(ValueError, match="component_limit is 'many', not a whole number"):
        solve(Chase(), component_limit="many")


@pytest.mark.parametrize("digits", [6, 40])
def test_an_irrational_stationary_equilibrium_of_any_precision(digits):
    """If play always ends, a positive multiple plus a constant changes no equilibrium: even gets 2 - sqrt(2)."""
    solution = solve(pennies_again({"even": (1, -2), "draw": (0, 1)}), width=Fraction(1, 10**digits))
    assert not solution.payoffs
    assert 0 < solution.epsilon <= Fraction(1, 10**digits)
    (low, high), (least, most) = solution.bounds["even"], solution.bounds["odd"]
    assert (2 - low) ** 2 > 2 > (2 - high) ** 2
    assert high - low < Fraction(1, 10**digits)
    assert least < 1 - 3 * low
    assert 1 - 3 * high < most
    assert solution.as_json()["epsilon"] == str(solution.epsilon)


def test_no_equilibrium_but_one_up_to_epsilon_where_play_need_not_end():
    """Whoever does not wait is better met by waiting, and both waiting forever pays 0: the limit is no equilibrium."""
    solution = solve(Chase("toss"))
    assert 0 < solution.epsilon <= Fraction(1, 10**6)
    assert [check.checker for check in solution.checked] == ["verify.check_epsilon_equilibrium"]
    assert all(0 < share < 1 for own in solution.strategy["toss"].values() for share in own.values())


def test_three_players_of_whom_two_have_a_choice():
    """Matching pennies, which a third player watches, has one equilibrium."""
    payoffs = {(a, b, "watch"): (1, -1, 5) if a == b else (-1, 1, 5) for a, b in product("ht", repeat=2)}
    half = {"h": Fraction(1, 2), "t": Fraction(1, 2)}
    assert stage_equilibrium([0, 1, 2], payoffs) == ((half, half, {"watch": Fraction(1)}), True)


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_payoffs_over_twelve_decades(seed):
    """Three players without a pure equilibrium, whose payoffs differ by more than floats can tell."""
    rng = random.Random(seed)
    payoffs = [rng.randint(-9, 9) * 10 ** rng.randint(0, 12) for _ in range(24)]
    array = np.array(payoffs, object).reshape(2, 2, 2, 3)
    solution = solve(NormalForm.from_array(array))
    assert (solution.epsilon or 0) <= Fraction(1, 10**6)


@given(st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_dominated_moves_change_no_equilibrium(seed):
    """The equilibrium is one of the whole table, and it is the only one exactly if nash finds no other."""
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    payoffs = {move: (rng.randint(-3, 3), rng.randint(-3, 3)) for move in product(range(rows), range(columns))}
    mixed, unique = stage_equilibrium([0, 1], payoffs)
    one, two = ([[payoffs[r, c][k] for c in range(columns)] for r in range(rows)] for k in (0, 1))
    check_nash(
        one, two, *([own.get(m, Fraction(0)) for m in range(n)] for own, n in zip(mixed, (rows, columns), strict=True))
    )
    assert unique == (len(nash(one, two).equilibria) == 1)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=18, max_size=18))
def test_the_pure_equilibria_of_three_players_are_those_from_which_no_move_gains(payoffs):
    moves = ("ab", "xyz", "uvw")
    expected = dict(zip(product(*moves), payoffs, strict=True))

    def stable(profile):
        others = [[(*profile[:k], move, *profile[k + 1 :]) for move in moves[k]] for k in range(3)]
        return all(expected[other][k] <= expected[profile][k] for k in range(3) for other in others[k])

    pure = [profile for profile in expected if stable(profile)]
    if pure:
        found = stage_equilibrium([0, 1, 2], expected)
        assert (found.mixed, found.unique) == (tuple({m: ONE} for m in pure[0]), False if len(pure) > 1 else None)


def test_three_players_at_once_who_mix():
    """In a ring of matching pennies all mix evenly; in a game of Nau and others (2004) no numbers are rational."""

    def expected(pays):
        return {cell: tuple(map(int, pays(*cell))) for cell in product("ab", repeat=3)}

    irrational = [(3, 0, 2), (1, 0, 0), (0, 2, 0), (0, 1, 0), (0, 1, 0), (0, 3, 0), (1, 0, 0), (2, 0, 3)]
    found = stage_equilibrium([0, 1, 2], expected(lambda x, y, z: (x == y, y == z, z != x)))
    assert found == ((({"a": ONE / 2, "b": ONE / 2},) * 3), True)
    with pytest.raises(NoEquilibriumFound, match="no mixed one with rational probabilities"):
        stage_equilibrium([0, 1, 2], dict(zip(product("ab", repeat=3), irrational, strict=True)))


@pytest.mark.parametrize("simultaneous", [False, True])
def test_three_players_who_play_without_end(simultaneous):
    """No end is reached, so nothing says whether the payoffs are opposite; every player gets 0."""
    rows = [("all", ("on",) * 3)] * 3 if simultaneous else [("one", "on"), ("two", "on"), ("three", "on")]
    game = MoveTable("one two three", {at: (who, {move: (at + 1) % 3}) for at, (who, move) in enumerate(rows)})
    assert set(solve(game).payoffs.values()) == {0}
