"""A certificate that the list of equilibria of a tree of three or more players is complete: every lie is refused."""

import json
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from fuzz.random_trees import random_tree

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.model.sequence_form import SequenceForm, sequence_form
from gametheory.solvers.supports import count_supports
from gametheory.verify import CertificateError, check_complete_behavior
from gametheory.verify.complete_behavior import FormTables, SetTables, read_behavior, supports_left
from gametheory.verify.complete_supports import (
    CompleteSupports,
    Gain,
    OnlyZero,
    Split,
    SupportProof,
    check_support,
    support_of_profile,
)

ZERO, ONE = Fraction(0), Fraction(1)

# Selten 1975, figure 1: player 3 does not know whose move it was
HORSE = """EFG 2 R "horse" { "1" "2" "3" } p "" 1 1 "" { "across" "down" } 0
p "" 2 1 "" { "across" "down" } 0 t "" 1 "" { 1 1 1 }
p "" 3 1 "" { "left" "right" } 0 t "" 2 "" { 4 4 0 } t "" 3 "" { 0 0 1 }
p "" 3 1 0 t "" 4 "" { 3 3 2 } t "" 5 "" { 0 0 0 }"""

# one of two guesses of player 1, which both others have to match without seeing it, and chance pays player 1 more
VOTE = """EFG 2 R "vote" { "1" "2" "3" } c "" 1 "" { "dry" 1/2 "wet" 1/2 } 0
p "" 1 1 "" { "l" "r" } 0
p "" 2 1 "" { "l" "r" } 0 p "" 3 1 "" { "l" "r" } 0 t "" 1 "" { 3 2 2 } t "" 2 "" { 0 0 0 } p "" 3 1 0 t "" 2 t "" 2
p "" 2 1 0 p "" 3 1 0 t "" 2 t "" 2 p "" 3 1 0 t "" 2 t "" 3 "" { 1 2 3 }
p "" 1 2 "" { "l" "r" } 0
p "" 2 1 0 p "" 3 1 0 t "" 4 "" { 1 3 1 } t "" 2 p "" 3 1 0 t "" 2 t "" 2
p "" 2 1 0 p "" 3 1 0 t "" 2 t "" 2 p "" 3 1 0 t "" 2 t "" 5 "" { 2 2 1 }"""


def listed(tree):
    """Return the arguments of the check for the answer of `nash`, which is complete, as a document has them."""
    solution = nash(tree, find_all=True)
    assert solution.complete
    read = read_behavior(json.loads(json.dumps(solution.as_json())))
    assert read.certificate == solution.certificate
    return [*read[:-1]]


def random_trees(seed, count, most=2):
    rng = Random(seed)
    while count:
        tree = random_tree(rng, depth=3, payoffs=range(-most, most + 1), players=3)
        decide = all(any(node.player == player for node in tree.nodes) for player in (1, 2, 3))
        if decide and count_supports(sequence_form(tree)) < 150:
            count -= 1
            yield tree


TREES = [read_efg(HORSE), read_efg(VOTE), *random_trees(7, 6, most=9)]


def refuse(*arguments, match=None):
    with pytest.raises(CertificateError, match=match):
        check_complete_behavior(*arguments)


@pytest.mark.parametrize("tree", TREES, ids=range(len(TREES)))
def test_lies_about_the_list_are_refused(tree):
    form, profiles, continua, certificate = listed(tree)
    payoffs = check_complete_behavior(form, profiles, continua, certificate)
    assert len(payoffs) == len(profiles) > 0
    named = {*map(support_of_profile, continua), *certificate.unproved}
    for number, profile in enumerate(profiles):
        if support_of_profile(profile) not in named:
            refuse(form, profiles[:number] + profiles[number + 1 :], continua, certificate)
        refuse(form, [*profiles, profile], continua, certificate)
    for number in range(len(continua)):
        # a component without its support: nothing is proved about it
        refuse(form, profiles, continua[:number] + continua[number + 1 :], certificate)
    for number in range(len(certificate.unproved)):
        rest = certificate.unproved[:number] + certificate.unproved[number + 1 :]
        refuse(form, profiles, continua, CompleteSupports(certificate.proofs, rest), match="nothing is proved")


@pytest.mark.parametrize("tree", TREES[:5], ids=range(5))
def test_lies_about_the_reasons_are_refused(tree):
    form, profiles, continua, certificate = listed(tree)
    for number, proof in enumerate(certificate.proofs):
        others = certificate.proofs[:number] + certificate.proofs[number + 1 :]
        refuse(form, profiles, continua, CompleteSupports(others, certificate.unproved), match="nothing is proved")
        twice = CompleteSupports((*certificate.proofs, proof), certificate.unproved)
        refuse(form, profiles, continua, twice, match="two proofs")
        part = SetTables(FormTables(form), proof.supports)
        zeros = {place: each for place, each in enumerate(profiles) if support_of_profile(each) == proof.supports}
        check_support(part, proof.steps, zeros)
        for place, step in enumerate(proof.steps[:9]):
            for lie in lies_about(step):
                with pytest.raises(CertificateError):
                    check_support(part, (*proof.steps[:place], *lie, *proof.steps[place + 1 :]), zeros)


def lies_about(step):
    """Yield steps in place of one: none, or numbers that differ."""
    yield ()
    if isinstance(step, Gain):
        yield (Gain(tuple(tuple(-weight for weight in own) for own in step.weights)),)
        yield (Gain((tuple(weight + 1 for weight in step.weights[0]), *step.weights[1:])),)
    elif isinstance(step, OnlyZero):
        yield (OnlyZero(99),)
        yield (Gain(((0, 0),) * 3),)
    else:
        assert isinstance(step, Split)
        yield (step._replace(player=99),)


def test_changed_payoffs_and_probabilities_are_refused():
    form, profiles, continua, certificate = listed(read_efg(VOTE))
    check_complete_behavior(form, profiles, continua, certificate)
    for sequences, payoffs in form.payoffs.items():
        if not any(payoffs):
            continue
        # another game: a payoff of a used action is 7 less
        changed = {**form.payoffs, sequences: tuple(payoff - 7 for payoff in payoffs)}
        refuse(SequenceForm(form.tree, form.players, changed), profiles, continua, certificate)
    tiny = Fraction(1, 10**9)
    for number, profile in enumerate(profiles):
        mixed = [(player, at) for player, own in enumerate(profile) for at, each in enumerate(own) if 0 != each != 1]
        for player, at in mixed[:1]:
            own = list(profile[player])
            for place, by in ((at, tiny), (at + 1, -tiny)):
                own[place] = tuple(end + by for end in own[place]) if isinstance(own[place], tuple) else own[place] + by
            lie = (*profile[:player], tuple(own), *profile[player + 1 :])
            refuse(form, [*profiles[:number], lie, *profiles[number + 1 :]], continua, certificate)
    wrong = [
        ((ONE, ONE, ZERO), (ONE, ONE, ZERO), (ONE, ONE, ZERO)),
        ((ZERO, *profiles[0][0][1:]), *profiles[0][1:]),
        (tuple(map(float, profiles[0][0])), *profiles[0][1:]),
    ]
    for lie in wrong:
        refuse(form, [*profiles[1:], lie], continua, certificate)


def test_an_action_without_plays_is_no_way_to_hide_a_deviation():
    """The box of an irrational equilibrium looks at plays: a document must have one for each action."""
    cells = {(0, 0, 0): (3, 0, 2), (0, 0, 1): (1, 0, 0), (0, 1, 0): (0, 2, 0), (0, 1, 1): (0, 1, 0)}
    cells |= {(1, 0, 0): (0, 1, 0), (1, 0, 1): (0, 3, 0), (1, 1, 0): (1, 0, 0), (1, 1, 1): (2, 0, 3)}
    rows = []
    for first, second in product((0, 1), repeat=2):
        ends = [
            f't "" {1 + 4 * first + 2 * second + third} "" {{ {" ".join(map(str, cells[first, second, third]))} }}'
            for third in (0, 1)
        ]
        rows.append('p "" 3 1 "" { "l" "r" } 0 ' + " ".join(ends))
    second = 'p "" 2 1 "" { "l" "r" } 0 '
    tree = read_efg(
        f'EFG 2 R "" {{ "1" "2" "3" }} p "" 1 1 "" {{ "l" "r" "out" }} 0 {second} {rows[0]} {rows[1]} '
        f'{second} {rows[2]} {rows[3]} t "" 9 "" {{ -9 -9 -9 }}'
    )
    form, profiles, continua, certificate = listed(tree)
    assert any(isinstance(number, tuple) for own in profiles[-1] for number in own)
    check_complete_behavior(form, profiles, continua, certificate)
    payoffs = {sequences: each for sequences, each in form.payoffs.items() if sequences != (3, 0, 0)}
    refuse(SequenceForm(form.tree, form.players, payoffs), profiles, continua, certificate, match="are in a play")


def pure_plans(own):
    """Return the plans without mixtures as the probabilities of actions, 0 at sets that own actions exclude."""
    plans = [(ONE,)]
    for part in own.sets:
        size = len(part.sequences)
        longer = []
        for plan in plans:
            options = range(size) if plan[part.parent] else [size]
            longer += [plan + tuple(Fraction(action == taken) for action in range(size)) for taken in options]
        plans = longer
    return plans


def grid_of(own, parts):
    """Return the behavior of a player with multiples of a probability, at the sets that own actions reach."""
    points = [point for point in product(range(parts + 1), repeat=2) if sum(point) == parts]
    behavior = [(ONE,)]
    for part in own.sets:
        size = len(part.sequences)
        longer = []
        for one in behavior:
            if not one[part.parent]:
                longer.append(one + (ZERO,) * size)
                continue
            grid = points if size == 2 else [p for p in product(range(parts + 1), repeat=size) if sum(p) == parts]
            longer += [one + tuple(Fraction(number, parts) for number in point) for point in grid]
        behavior = longer
    return behavior


def weights_of(own, behavior):
    weights = list(behavior)
    for part in own.sets:
        for sequence in part.sequences:
            weights[sequence] *= weights[part.parent]
    return weights


def is_equilibrium(form, profile, plans):
    """Whether no player gains by a pure plan, by the definition of expected payoffs."""
    weights = [weights_of(own, behavior) for own, behavior in zip(form.players, profile, strict=True)]
    for player in range(len(profile)):

        def payoff(own_weights, player=player):
            total = ZERO
            for sequences, payoffs in form.payoffs.items():
                share = payoffs[player] * own_weights[sequences[player]]
                for other, sequence in enumerate(sequences):
                    share *= weights[other][sequence] if other != player else 1
                total += share
            return total

        attained = payoff(weights[player])
        if any(payoff(weights_of(form.players[player], plan)) > attained for plan in plans[player]):
            return False
    return True


def test_all_equilibria_on_a_grid_are_listed_or_in_supports_that_are_named():
    found = 0
    for tree in [read_efg(HORSE), *random_trees(3, 6, most=1)]:
        form, profiles, continua, certificate = listed(tree)
        check_complete_behavior(form, profiles, continua, certificate)
        named = {*map(support_of_profile, continua), *certificate.unproved}
        grids = [grid_of(own, 2) for own in form.players]
        plans = [pure_plans(own) for own in form.players]
        if len(grids[0]) * len(grids[1]) * len(grids[2]) > 250:
            continue
        for profile in product(*grids):
            if is_equilibrium(form, profile, plans):
                found += 1
                assert profile in profiles or support_of_profile(profile) in named
    assert found > 10


def test_supports_left_have_no_dominated_action():
    """Player 1 never goes down in the horse, if player 3 goes right and player 2 across."""
    tables = FormTables(sequence_form(read_efg(HORSE)))
    left = {*supports_left(tables)}
    across, down, both = (0, 1), (0, 2), (0, 1, 2)
    assert (down, across, down) not in left
    assert (across, across, down) in left
    # what player 3 does counts only if another one goes down
    assert (across, across, both) in left
    assert (across, both, both) not in left


def test_an_excluded_support_with_an_equilibrium_is_refused():
    form, profiles, continua, certificate = listed(read_efg(VOTE))
    supports = [support_of_profile(profile) for profile in profiles]
    whole = max(supports, key=lambda each: sum(map(len, each)))
    others = [proof for proof in certificate.proofs if proof.supports != whole]
    sizes = [len(gains) for gains in SetTables(FormTables(form), whole).gains]
    for weights in product(*(((0,) * size, (1, -1) + (0,) * (size - 2)) for size in sizes)):
        lie = CompleteSupports((*others, SupportProof(whole, (Gain(weights),))), certificate.unproved)
        refuse(form, profiles, continua, lie)


def test_gains_are_those_given_that_a_set_is_reached():
    """Player 2 of the horse is reached if player 1 goes across, and player 3 if one of both goes down."""
    both = (0, 1, 2)
    first, second, third = SetTables(FormTables(sequence_form(read_efg(HORSE))), (both,) * 3).gains
    assert first[1].tolist() == [[2, -1], [-1, 0]]
    assert second[1].tolist() == [[3, -1], [3, -1]]
    assert third[1].tolist() == [[0, 1], [-2, -2]]


def test_a_tree_with_many_forced_moves_has_no_certificate_and_an_answer():
    """Sets with one action make no supports, but an axis of an array each."""
    forced = " ".join(f'p "" {2 + number % 2} {number} "" {{ "on" }} 0' for number in range(2, 72))
    tree = read_efg(
        f'EFG 2 R "" {{ "1" "2" "3" }} c "" 1 "" {{ "x" 1/2 "y" 1/2 }} 0 {forced} '
        'p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1 0 0 } t "" 2 "" { 2 0 0 } p "" 1 1 0 t "" 1 t "" 2'
    )
    solution = nash(tree, find_all=True)
    assert solution.complete
    assert len(solution) == 1
    assert solution.certificate is None
    with pytest.raises(CertificateError, match="71 information sets are too many"):
        FormTables(sequence_form(tree))
