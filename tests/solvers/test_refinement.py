"""Sequential, perfect and quasi-perfect equilibria: known answers, and random trees against a second method."""

import random
from fractions import Fraction

import pytest
from plans import pure_plans, table_of_plans
from poker import kuhn_poker, random_tree

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.solvers.refinements import REFINEMENTS, TooManySequences
from gametheory.verify import check_sequential_equilibrium

# Cho and Kreps (1987), with other payoffs: Ann's strong type likes beer, her weak type quiche; Bob fights the weak one
BEER_QUICHE = read_efg("""EFG 2 R "Beer and quiche" { "Ann" "Bob" } c "" 1 "type" { "strong" 9/10 "weak" 1/10 } 0
p "" 1 1 "strong" { "beer" "quiche" } 0
p "strong beer" 2 1 "after beer" { "duel" "retreat" } 0 t "" 1 "" { 1 0 } t "" 2 "" { 3 1 }
p "strong quiche" 2 2 "after quiche" { "duel" "retreat" } 0 t "" 3 "" { 0 0 } t "" 4 "" { 2 1 }
p "" 1 2 "weak" { "beer" "quiche" } 0
p "weak beer" 2 1 "after beer" { "duel" "retreat" } 0 t "" 5 "" { 0 1 } t "" 6 "" { 2 0 }
p "weak quiche" 2 2 "after quiche" { "duel" "retreat" } 0 t "" 7 "" { 1 1 } t "" 8 "" { 3 0 }""")

# Kreps and Wilson (1982): only after "down" does player 2 move, who does not know whether it was "l" or "r"; "right" is
# better in both cases, so a threat of "left" keeps player 1 out only in a Nash equilibrium
THREAT = read_efg("""EFG 2 R "" { "1" "2" } p "" 1 1 "" { "out" "l" "r" } 0 t "" 1 "" { 2 2 }
p "" 2 1 "" { "left" "right" } 0 t "" 2 "" { 0 0 } t "" 3 "" { 3 1 }
p "" 2 1 0 t "" 4 "" { 0 0 } t "" 5 "" { 1 1 }""")


@pytest.mark.parametrize("name", REFINEMENTS)
def test_both_types_drink_beer_or_both_eat_quiche(name):
    """In every sequential equilibrium Ann's types pool, and Bob retreats; off the path he believes the weak type."""
    (equilibrium,) = nash(BEER_QUICHE, refine=name).equilibria
    first, second = equilibrium.behavior[0][1], equilibrium.behavior[0][2]
    assert first == second
    assert set(first) == {0, 1}
    unreached = 2 if first[0] else 1
    assert equilibrium.behavior[1][3 - unreached] == (0, 1)
    assert equilibrium.behavior[1][unreached][0] >= Fraction(1, 2)
    weak = 9 if first[0] == 0 else 12
    assert equilibrium.beliefs[weak] >= Fraction(1, 2)


@pytest.mark.parametrize("name", REFINEMENTS)
def test_a_threat_that_would_not_be_carried_out(name):
    """There is no subgame, so the threat is subgame perfect; only the other equilibrium is sequential."""
    assert {equilibrium.payoffs for equilibrium in nash(THREAT).equilibria} == {(2, 2), (3, 1)}
    assert nash(THREAT).subgame_perfect == (True,) * len(nash(THREAT).equilibria)
    (equilibrium,) = nash(THREAT, refine=name).equilibria
    assert equilibrium.payoffs == (3, 1)
    assert equilibrium.behavior == ({1: (0, 1, 0)}, {1: (0, 1)})


@pytest.mark.parametrize(("name", "first"), [("perfect", (0, 1)), ("quasi-perfect", None)])
def test_a_perfect_player_fears_own_mistakes(name, first):
    tree = read_efg("""EFG 2 R "" { "A" } p "" 1 1 "" { "risk" "stop" } 0 p "" 1 2 "" { "good" "bad" } 0
        t "" 1 "" { 1 } t "" 2 "" { 0 } t "" 1""")
    (equilibrium,) = nash(tree, refine=name).equilibria
    assert first in (None, equilibrium.behavior[0][1])
    assert equilibrium.behavior[0][2] == (1, 0)


def test_ties_that_only_mistakes_break():
    """A file of Gambit: against uniform play both actions of player 2 are equally good, but for later mistakes."""
    tree = read_efg("""EFG 2 R "" { "1" "2" } p "" 2 1 "" { "a" "b" } 0
        p "" 1 1 "" { "L" "R" } 0 p "" 2 2 "" { "l" "r" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { -1 1 } t "" 3 "" { 1 -1 }
        p "" 1 2 "" { "L" "R" } 0 t "" 4 "" { 1 -1 } t "" 5 "" { -1 1 }""")
    (equilibrium,) = nash(tree, refine="perfect").equilibria
    assert equilibrium.payoffs == (1, -1)
    assert equilibrium.behavior[1][2] == (0, 1)


def test_kuhn_poker_with_mistakes():
    """A perfect player never folds the king nor calls with the jack, also where that never matters."""
    (equilibrium,) = nash(kuhn_poker(3), refine="perfect").equilibria
    assert equilibrium.payoffs == (Fraction(-1, 18), Fraction(1, 18))
    solution = nash(kuhn_poker(3), refine="quasi-perfect")
    assert solution.value == Fraction(-1, 18)


def dominated(matrix, strategy):
    """Return whether another row is never worse than a row of a matrix, and once better."""
    own = matrix[strategy]
    return any(all(a >= b for a, b in zip(row, own, strict=True)) and row != own for row in matrix)


@pytest.mark.parametrize("seed", range(12))
def test_random_trees(seed):
    """Quasi-perfect strategies are not weakly dominated (van Damme 1984); all refinements are sequential."""
    tree = random_tree(random.Random(seed), depth=3, payoffs=range(-1, 2))
    for name in REFINEMENTS:
        (equilibrium,) = nash(tree, refine=name).equilibria
        assert check_sequential_equilibrium(tree, equilibrium.path).beliefs == equilibrium.beliefs
    form = table_of_plans(tree)
    (equilibrium,) = nash(tree, refine="quasi-perfect").equilibria
    for player in (1, 2):
        matrix = form.payoff_matrix(player - 1)
        matrix = matrix if player == 1 else tuple(zip(*matrix, strict=True))
        behavior = equilibrium.behavior[player - 1]
        for index, plan in enumerate(pure_plans(tree, player)):
            if all(behavior[number][action] for number, action in plan.items()):
                assert not dominated(matrix, index)


def test_three_players_with_perfect_information():
    tree = random_tree(random.Random(5), perfect_information=True, players=3)
    solution = nash(tree, refine="sequential")
    assert solution.method == "backward induction"
    assert set(solution.equilibria[0].beliefs.values()) == {1}


@pytest.mark.parametrize(
    ("tree", "name", "why"),
    [
        (random_tree(random.Random(5), players=3), "perfect", "3 players; a perfect equilibrium needs one or two"),
        (random_tree(random.Random(1), players=3), "sequential", "needs one or two, or perfect information"),
        (THREAT, "proper", "refine is 'proper', not one of sequential, perfect, quasi-perfect"),
        (
            read_efg('EFG 2 R "" { "A" } c "" 1 "" { "a" 1 "b" 0 } 0 t "" 0 t "" 0'),
            "perfect",
            "a chance event has an action of probability 0",
        ),
    ],
)
def test_refusals(tree, name, why):
    with pytest.raises(ValueError, match=why):
        nash(tree, refine=name)


def test_tables_and_large_trees_are_refused():
    with pytest.raises(TooManySequences, match="26 sequences, more than 25"):
        nash(kuhn_poker(3), refine="perfect", limit=25)
