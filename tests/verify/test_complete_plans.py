"""A certificate that a list of equilibria of a tree is complete: tables of pure plans agree, lies are refused."""

import json
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from fuzz.random_trees import random_tree

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.model.sequence_form import sequence_form
from gametheory.solvers.nash import extreme_equilibria
from gametheory.verify import CertificateError, check_complete_plans
from gametheory.verify.complete_list import CompleteList, PolytopeVertices
from gametheory.verify.complete_plans import plan_polytope, read_plans

ZERO, ONE = Fraction(0), Fraction(1)

# an offer that is seen, with a set of two nodes after it
POKER = """EFG 2 R "" { "A" "B" } c "" 1 "" { "high" 1/2 "low" 1/2 } 0
p "" 1 1 "h" { "bet" "fold" } 0
p "" 2 1 "b" { "call" "pass" } 0 t "" 1 "" { 2 -2 } t "" 2 "" { 1 -1 } t "" 3 "" { 1 -1 }
p "" 1 2 "l" { "bet" "fold" } 0 p "" 2 1 0 t "" 4 "" { -2 2 } t "" 2 t "" 5 "" { -1 1 }"""


# shifts of the bounds of two replies by 4 to 6, as their payoffs are, met in one point, and nash failed
UNLUCKY = """EFG 2 R "" { "A" "B" } p "" 2 1 "" { "a" "b" } 0 p "" 2 2 "" { "a" "b" } 0 t "" 1 "" { 6 5 }
p "" 1 3 "" { "a" "b" } 0 p "" 1 4 "" { "a" "b" "c" } 0 t "" 2 "" { 6 7 } t "" 3 "" { 8 8 } t "" 4 "" { 9 6 }
t "" 5 "" { 7 8 } p "" 2 5 "" { "a" "b" } 0 t "" 6 "" { 1 5 } p "" 1 6 "" { "a" "b" } 0 t "" 8 "" { 9 1 }
t "" 9 "" { 8 4 }"""


def test_shifts_that_meet_by_chance_are_replaced():
    solution = nash(read_efg(UNLUCKY))
    assert solution.certificate
    check_complete_plans(*read_plans(json.loads(json.dumps(solution.as_json()))))


def test_a_profile_with_payoffs_twice_is_refused():
    document = json.loads(json.dumps(nash(read_efg(POKER)).as_json()))
    lines = document["certificate"]["payoffs"]
    read_plans(document)
    lines.append(" ".join([*lines[0].split()[:2], "9", "9"]))
    with pytest.raises(ValueError, match="no list of equilibria"):
        read_plans(document)


def pure_plans(player):
    """Return the plans without mixtures, by choosing an action at each set that is reached."""
    plans = [(ONE,)]
    for part in player.sets:
        longer = []
        for plan in plans:
            size = len(part.sequences)
            if not plan[part.parent]:
                longer.append(plan + (ZERO,) * size)
                continue
            longer += [plan + tuple(Fraction(action == taken) for action in range(size)) for taken in range(size)]
        plans = longer
    return plans


def payoffs_of(form, plans):
    """Return the payoffs of both players by the definition of the sequence form."""
    total = [ZERO, ZERO]
    for sequences, payoffs in form.payoffs.items():
        weight = plans[0][sequences[0]] * plans[1][sequences[1]]
        total = [before + weight * payoff for before, payoff in zip(total, payoffs, strict=True)]
    return total


def mixture(plans, weights):
    """Return the realization plan of a mixture of pure plans."""
    return tuple(
        sum(weight * plan[at] for weight, plan in zip(weights, plans, strict=True)) for at in range(len(plans[0]))
    )


def random_trees(seed, count, most):
    rng = random.Random(seed)
    while count:
        tree = random_tree(rng, depth=rng.choice([3, 4]), payoffs=range(-most, most + 1))
        form = sequence_form(tree)
        plans = [pure_plans(player) for player in form.players]
        if max(map(len, plans)) <= 8:
            count -= 1
            yield tree, form, plans


@pytest.mark.parametrize("most", [1, 100])
def test_the_equilibria_are_those_of_the_table_of_all_pure_plans(most):
    certified = several = 0
    for tree, form, plans in random_trees(most, 20, most):
        solution = nash(tree)
        certified += solution.certificate is not None
        listed = {tuple(one.plans) for one in solution}
        several += len(listed) > 1
        cells = {pair: payoffs_of(form, pair) for pair in product(*plans)}
        tables = [[[cells[own, other][side] for other in plans[1]] for own in plans[0]] for side in (0, 1)]
        images = set()
        for one in extreme_equilibria(*tables).extreme:
            images.add(tuple(mixture(own, weights) for own, weights in zip(plans, one.plans, strict=True)))
        # an image can lie between others, but a pure one cannot
        assert listed <= images
        assert {pair for pair in images if all(weight in (0, 1) for plan in pair for weight in plan)} <= listed
    assert certified == 20
    assert several > 5


def certified(tree):
    solution = nash(tree)
    return sequence_form(tree), [one.plans for one in solution], solution.certificate


def test_lies_about_the_list_are_refused():
    form, pairs, certificate = certified(read_efg(POKER))
    assert check_complete_plans(form, pairs, certificate) == [(Fraction(1, 3), Fraction(-1, 3))]
    for tree, form, _plans in random_trees(5, 8, 1):
        solution = nash(tree)
        pairs = [one.plans for one in solution]
        check_complete_plans(form, pairs, solution.certificate)
        with pytest.raises(CertificateError, match="1 extreme equilibria are missing"):
            check_complete_plans(form, pairs[1:], solution.certificate)
        with pytest.raises(CertificateError, match="listed twice"):
            check_complete_plans(form, [*pairs, pairs[0]], solution.certificate)


def test_a_plan_that_is_none_and_a_mixture_of_equilibria_are_refused():
    # both ends pay the same: all mixtures are equilibria
    tree = read_efg('EFG 2 R "" { "A" "B" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1 0 } t "" 2 "" { 1 0 }')
    form, pairs, certificate = certified(tree)
    assert len(pairs) == 2
    check_complete_plans(form, pairs, certificate)
    half = Fraction(1, 2)
    tiny = Fraction(1, 10**30)
    wrong = [
        ((ONE, half, half), (ONE,)),
        ((ONE, ONE - tiny, ZERO), (ONE,)),
        ((ONE, ONE + tiny, -tiny), (ONE,)),
        ((2 * ONE, ONE, ONE), (ONE,)),
        ((ONE, ONE), (ONE,)),
        ((1.0, ONE, ZERO), (ONE,)),
    ]
    for plans in wrong:
        for rest in (pairs, pairs[1:]):
            with pytest.raises(CertificateError):
                check_complete_plans(form, [*rest, plans], certificate)


def lies(vertices, constraints, rng):
    """Yield lists with a vertex dropped, one or all doubled, and one constraint exchanged for another."""
    shifts, tight = vertices
    place = rng.randrange(len(tight))
    yield PolytopeVertices(shifts, np.delete(tight, place, axis=0))
    yield PolytopeVertices(shifts, np.vstack([tight, tight[place]]))
    yield PolytopeVertices(shifts, np.vstack([tight, tight]))
    others = [number for number in range(constraints) if number not in tight[place]]
    changed = tight.copy()
    changed[place, rng.randrange(tight.shape[1])] = rng.choice(others)
    changed[place].sort()
    yield PolytopeVertices(shifts, changed)


def test_a_vertex_dropped_doubled_or_moved_is_refused():
    rng = random.Random(3)
    refused = 0
    while refused < 40:
        tree = random_tree(rng, depth=3)
        form, pairs, certificate = certified(tree)
        for player, vertices in enumerate(certificate or ()):
            if len(vertices.tight) < 3:
                continue
            polytope = plan_polytope(form, player)
            for wrong in lies(vertices, polytope.dimension + len(polytope.matrix), rng):
                changed = list(certificate)
                changed[player] = wrong
                with pytest.raises(CertificateError):
                    check_complete_plans(form, pairs, CompleteList(*changed))
                refused += 1


def test_the_facet_and_its_vertices_are_those_of_the_polyhedron():
    """The weights at each vertex are a plan or a direction, and no cut is negative there."""
    for _tree, form, plans in random_trees(9, 10, 3):
        for player, own in enumerate(plans):
            polytope = plan_polytope(form, player)
            assert all(min(row) >= 1 for row in polytope.matrix)
            assert len(polytope.weights) == len(form.players[player])
            for plan in own:
                # weights are linear in the coordinates, of which some are weights themselves
                coordinates = [ZERO] * polytope.dimension
                for weight, line in zip(plan, polytope.weights, strict=True):
                    if sum(map(abs, line)) == 1:
                        coordinates[line.index(1)] = weight
                again = [sum(map(lambda a, b: a * b, line, coordinates)) for line in polytope.weights]
                assert again == list(plan)


def test_a_certificate_of_a_tree_survives_json():
    solution = nash(read_efg(POKER))
    document = json.loads(json.dumps(solution.as_json()))
    assert ["no extreme equilibrium is missing", "verify.check_complete_plans"] in document["checked"]
    again = read_plans(document)
    assert check_complete_plans(*again) == [(Fraction(1, 3), Fraction(-1, 3))]
    for key, wrong in [
        ("sets", []),
        ("sets", [[{"set": "h", "after": 1, "actions": ["bet", "fold"]}], []]),
        ("payoffs", ["9 0 1 1"]),
        ("payoffs", ["-1 0 1 1"]),
        ("payoffs", ["0 0 1 0.5.5"]),
        ("vertices", []),
    ]:
        changed = document | {"certificate": document["certificate"] | {key: wrong}}
        with pytest.raises(ValueError, match="no list of equilibria of a tree"):
            read_plans(changed)
    unknown = document["equilibria"][0]["behavior"] | {"A": {"h": {"bet": "1", "fold": "0"}}}
    with pytest.raises(ValueError, match="no list of equilibria of a tree"):
        read_plans(document | {"equilibria": [{"behavior": unknown}]})
