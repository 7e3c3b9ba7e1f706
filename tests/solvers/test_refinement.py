"""Sequential, perfect and quasi-perfect equilibria: known answers, and random trees against a second method."""

import random
from fractions import Fraction

import pytest
from plans import pure_plans, table_of_plans
from poker import kuhn_poker, random_tree
from program import document
from trees import BATTLE, ENTRY, HORSE

from gametheory import nash
from gametheory.formats.gambit.efg import read_efg
from gametheory.solvers.sequence_form.refinement import REFINEMENTS, TooManySequences
from gametheory.verify import CertificateError, check_intuitive_criterion, check_sequential_equilibrium

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


def test_those_of_several_equilibria_that_are_known_to_be_sequential_are_marked():
    assert nash(ENTRY).sequential == (True, False, False)  # the others threaten to fight
    assert nash(BATTLE).sequential == (False, True, True)
    horse = nash(HORSE)  # Selten (1975): down, across, left is subgame perfect, but not sequential
    payoffs = [each.payoffs for each in horse.equilibria]
    assert dict(zip(payoffs, horse.sequential, strict=True)) == {(1, 1, 1): True, (3, 3, 2): None}
    assert [each["sequential"] for each in horse.as_json()["equilibria"]] == [*horse.sequential]
    assert "Known to be sequential: 1." in str(horse)


HEAD = 'EFG 2 R "" { "S" "R" } c "" 1 "" { "one" 1/3 "two" 2/3 } 0'


def signalling_game(payoffs):
    """Return a tree of two types and messages, in which payoffs[type][message] has both payoffs of each answer."""
    text, number = HEAD, 0
    actions = " ".join(f'"{answer}"' for answer in range(len(payoffs[0][0])))
    for kind in (0, 1):
        text += f'\np "" 1 {kind + 1} "type {kind}" {{ "m0" "m1" }} 0'
        for message in (0, 1):
            text += f'\np "" 2 {message + 1} "after {message}" {{ {actions} }} 0'
            for one, other in payoffs[kind][message]:
                number += 1
                text += f' t "" {number} "" {{ {one} {other} }}'
    return read_efg(text)


def best_answers(lines):
    """Return the answers that are best for some belief: where two are equally good, or between such beliefs."""
    if len(lines) == 1:
        return {a for a, each in enumerate(lines[0]) if each == max(lines[0])}
    one, two = lines
    points = {Fraction(0), Fraction(1)}
    for a in range(len(one)):
        for b in range(a):
            slope = one[a] - one[b] - two[a] + two[b]
            points |= {Fraction(two[b] - two[a], slope)} if slope else set()
    points = sorted(point for point in points if 0 <= point <= 1)
    points += [(x + y) / 2 for x in points for y in points]
    found = set()
    for point in points:
        gets = [point * x + (1 - point) * y for x, y in zip(one, two, strict=True)]
        found |= {a for a, each in enumerate(gets) if each == max(gets)}
    return found


def breaks(payoffs, behavior):
    """Return the first type and message that break an equilibrium, by the definition."""
    sends, answers = behavior
    attained = [
        sum(sends[k + 1][m] * p * payoffs[k][m][a][0] for m in (0, 1) for a, p in enumerate(answers[m + 1]))
        for k in (0, 1)
    ]
    for message in (0, 1):
        if any(sends[kind + 1][message] for kind in (0, 1)):
            continue
        lines = [[other for _, other in payoffs[kind][message]] for kind in (0, 1)]
        gets = [[one for one, _ in payoffs[kind][message]] for kind in (0, 1)]
        likely = [k for k in (0, 1) if max(gets[k][a] for a in best_answers(lines)) >= attained[k]]
        for kind in likely:
            if min(gets[kind][a] for a in best_answers([lines[k] for k in likely])) > attained[kind]:
                return f"type {kind}", f"m{message}"
    return None


def test_both_eat_quiche_fails_and_both_drink_beer_passes():
    """Cho and Kreps (1987), section II: only the strong type can gain by beer, if both eat quiche."""
    solved = document("nash", "beer-quiche")
    marks = {(each["payoffs"][0], each["intuitive"], *each["broken_by"].values()) for each in solved["equilibria"]}
    assert marks == {("29/10", True), ("21/10", False, "strong", "beer")}
    assert solved["checked"][-1][1] == "verify.check_intuitive_criterion"


def test_random_games_against_all_beliefs():
    choose, marks = random.Random(1987), []
    for _ in range(12):
        payoffs = [[[(choose.randint(0, 3), choose.randint(0, 3)) for _ in range(3)] for _ in (0, 1)] for _ in (0, 1)]
        solution = nash(signalling_game(payoffs))
        expected = [breaks(payoffs, each.behavior) for each in solution.equilibria]
        assert [*solution.broken_by] == expected
        marks += expected
    assert min(marks.count(None), len(marks) - marks.count(None)) > 1


@pytest.mark.parametrize(
    "text",
    [
        f'{HEAD} p "" 1 1 "" {{ "a" }} 0 p "" 2 1 "" {{ "x" }} 0 t "" 0 p "" 1 1 0 p "" 2 2 "" {{ "x" }} 0 t "" 0',
        f'{HEAD} p "" 1 1 "" {{ "a" }} 0 p "" 2 1 "" {{ "x" }} 0 t "" 0 p "" 1 2 "" {{ "a" }} 0 t "" 0',
        f'{HEAD} p "" 1 1 "" {{ "a" "b" }} 0 p "" 2 1 "" {{ "x" }} 0 t "" 0 p "" 2 1 0 t "" 0 '
        'p "" 1 2 "" { "a" } 0 p "" 2 2 "" { "x" } 0 t "" 0',
        'EFG 2 R "" { "S" "R" } p "" 1 1 "" { "a" } 0 p "" 2 1 "" { "x" } 0 t "" 0',
    ],
    ids=["the sender does not know the type", "no answer", "two messages look the same", "no chance"],
)
def test_other_trees_have_no_mark(text):
    assert nash(read_efg(text)).broken_by == ()
    assert "intuitive" not in nash(read_efg(text)).as_json()["equilibria"][0]


PAYOFFS = [[[(3, 1), (1, 0), (1, 0)], [(4, 0), (0, 1), (9, 0)]], [[(3, 1), (1, 0), (1, 0)], [(2, 1), (0, 2), (9, 0)]]]
BOTH, ONE = frozenset({1, 2}), Fraction(1)
PLANS = [{(1, 0): ONE, (2, 0): ONE}, {(1, 0): ONE, (2, 1): ONE}]
REASONS = {
    (2, BOTH, 0): (False, {1: ONE}),
    (2, BOTH, 1): (True, {1: ONE}),
    (2, BOTH, 2): (False, {1: ONE}),
}


def test_reasons_that_are_none_are_refused():
    tree = signalling_game(PAYOFFS)
    assert check_intuitive_criterion(tree, PLANS, REASONS) is None
    for answer, reason, message in (
        (0, (True, {1: ONE}), "answer 1 is not best"),
        (1, (False, {0: ONE}), "answer 2 is not dominated"),
        (1, (False, {1: ONE}), "answer 2 is not dominated"),
        (1, (True, {3: ONE}), "is no belief in the types"),
        (1, (True, {1: 1.0}), "is no belief in the types"),
        (2, (False, {1: 2 * ONE}), "is no mixture of answers"),
        (2, (False, {3: ONE}), "is no mixture of answers"),
    ):
        with pytest.raises(CertificateError, match=message):
            check_intuitive_criterion(tree, PLANS, {**REASONS, (2, BOTH, answer): reason})
    with pytest.raises(CertificateError, match="there is no reason for answer 1"):
        check_intuitive_criterion(tree, PLANS, {})
    with pytest.raises(CertificateError, match="player 1 gets"):
        check_intuitive_criterion(tree, [PLANS[0], {(1, 0): ONE, (2, 0): ONE}], REASONS)


def test_a_type_without_a_name_has_that_of_the_move_of_chance():
    """Beer and quiche, in which the second player sends and no information set has a name."""
    tree = read_efg("""EFG 2 R "" { "R" "S" } c "" 1 "" { "strong" 9/10 "weak" 1/10 } 0
        p "" 2 1 "" { "beer" "quiche" } 0 p "" 1 1 "" { "duel" "retreat" } 0 t "" 1 "" { 0 1 } t "" 2 "" { 1 3 }
        p "" 1 2 "" { "duel" "retreat" } 0 t "" 3 "" { 0 0 } t "" 4 "" { 1 2 }
        p "" 2 2 "" { "beer" "quiche" } 0 p "" 1 1 0 t "" 5 "" { 1 0 } t "" 6 "" { 0 2 }
        p "" 1 2 0 t "" 7 "" { 1 1 } t "" 8 "" { 0 3 }""")
    lines = str(nash(tree)).splitlines()
    (passing,) = (line for line in lines if line.startswith("Pass the intuitive criterion: "))
    (failing,) = (line for line in lines if line.startswith("Fail it: "))
    assert len(passing.split(",")) == 2
    assert failing.endswith(": strong gains by beer.")
