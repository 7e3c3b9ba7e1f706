"""A certificate that the list of equilibria of three or more players is complete: every lie is refused."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from gametheory import nash
from gametheory.formats.gambit import read_efg, read_nfg
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.solvers.supports import Payoffs
from gametheory.verify import CertificateError, check_complete_profiles
from gametheory.verify.complete_supports import (
    CompleteSupports,
    Face,
    Gain,
    OnlyZero,
    Split,
    SupportProof,
    SupportTables,
    check_gain,
    check_support,
    face_of,
    integer_tables,
    payoffs_of,
    profiles_json,
    read_profiles,
    support_of_profile,
    supports_left,
)

HALF = Fraction(1, 2)


def table(seed, shape, most):
    """Return a random table with payoffs of at most this size."""
    random = np.random.default_rng(seed)
    return NormalForm.from_array([random.integers(-most, most + 1, shape).tolist() for _ in shape], 0)


def listed(game):
    """Return the arguments of the check for the answer of `nash`, which is complete."""
    solution = nash(game)
    assert solution.complete
    profiles = [equilibrium.plans for equilibrium in solution.equilibria]
    continua = [note.point.plans for note in solution.continua]
    return profiles, continua, solution.certificate


def with_proofs(certificate, proofs):
    return CompleteSupports(tuple(proofs), certificate.unproved)


def refuse(game, *arguments):
    with pytest.raises(CertificateError):
        check_complete_profiles(game, *arguments)


# with irrational equilibria, ties, and continua; zeros that are no equilibria are reasons in three of them
GAMES = [((2, 2, 2), 9, 2), ((2, 2, 2), 9, 11), ((3, 2, 2), 9, 9), ((2, 2, 2, 2), 9, 2), ((2, 3, 3), 9, 8)]


@pytest.mark.parametrize(("shape", "most", "seed"), GAMES)
def test_lies_about_the_list_are_refused(shape, most, seed):
    game = table(seed, shape, most)
    profiles, continua, certificate = listed(game)
    payoffs = check_complete_profiles(game, profiles, continua, certificate)
    assert len(payoffs) == len(profiles)
    for number, profile in enumerate(profiles):
        refuse(game, profiles[:number] + profiles[number + 1 :], continua, certificate)
        refuse(game, [*profiles, profile], continua, certificate)
        # a probability of the first player that mixes moves by one part in 10^9
        player = next((player for player, mixed in enumerate(profile) if mixed.count(0) < len(mixed) - 1), None)
        if player is not None:
            tiny = Fraction(1, 10**9)
            one, other = support_of_profile(profile)[player][:2]
            mixed = list(profile[player])
            mixed[one], mixed[other] = moved(mixed[one], tiny), moved(mixed[other], -tiny)
            lie = [*profile[:player], tuple(mixed), *profile[player + 1 :]]
            refuse(game, [*profiles[:number], lie, *profiles[number + 1 :]], continua, certificate)


def moved(number, by):
    return tuple(end + by for end in number) if isinstance(number, tuple) else number + by


@pytest.mark.parametrize(("shape", "most", "seed"), GAMES)
def test_lies_about_the_reasons_are_refused(shape, most, seed):
    game = table(seed, shape, most)
    profiles, continua, certificate = listed(game)
    tables = integer_tables(game)
    for number, proof in enumerate(certificate.proofs):
        supports, steps = proof
        others = certificate.proofs[:number] + certificate.proofs[number + 1 :]
        refuse(game, profiles, continua, with_proofs(certificate, others))
        refuse(game, profiles, continua, with_proofs(certificate, [*certificate.proofs, proof]))
        part = SupportTables(tables, supports)
        zeros = {place: each for place, each in enumerate(profiles) if support_of_profile(each) == supports}
        check_support(part, steps, zeros)
        lies = [(*steps, steps[-1])]
        for place in range(0, len(steps), 1 + len(steps) // 9):
            lies += [(*steps[:place], *lie, *steps[place + 1 :]) for lie in lies_about(steps[place])]
        for lie in lies:
            with pytest.raises(CertificateError):
                check_support(part, lie, zeros)


def lies_about(step):
    """Yield steps in place of one: none, another reason, or numbers that differ."""
    yield ()
    if isinstance(step, Split):
        yield (step._replace(other=step.one),)
        yield (step._replace(player=9),)
    elif isinstance(step, Gain):
        yield (OnlyZero(0, ((HALF, HALF),)),)
        yield (OnlyZero(99),)
        yield (Gain(tuple(tuple(-weight for weight in own) for own in step.weights)),)
        yield (Gain((tuple(weight + 1 for weight in step.weights[0]), *step.weights[1:])),)
    else:
        yield (OnlyZero(step.number + 1) if not step.point else OnlyZero(-1),)
        yield (Gain(((0, 0),) * 3),)


@pytest.mark.parametrize(("shape", "most", "seed"), GAMES[:4])
def test_another_table_is_refused(shape, most, seed):
    """One payoff of a used strategy is greater by 1: then an equilibrium of the list is none."""
    game = table(seed, shape, most)
    profiles, continua, certificate = listed(game)
    profile = next(each for each in profiles if any(mixed.count(0) < len(mixed) - 1 for mixed in each))
    supports = support_of_profile(profile)
    player = next(player for player, used in enumerate(supports) if len(used) > 1)
    cell = [*game.cells()].index(tuple(used[0] for used in supports))
    payoffs = list(game.outcomes[cell].payoffs)
    payoffs[player] += 1
    outcomes = list(game.outcomes)
    outcomes[cell] = Outcome("", tuple(payoffs))
    refuse(replace(game, outcomes=tuple(outcomes)), profiles, continua, certificate)


@pytest.mark.parametrize("tiny", [Fraction(1, 10**30), Fraction(0), -Fraction(1, 10**30)])
def test_a_gain_in_the_last_place_is_a_reason_and_a_loss_is_not(tiny):
    """A strategy pays more in one cell, which is played with a support of all, and almost the same in the others."""
    cells = {}
    for first, second, third in product((0, 1), repeat=3):
        cells[first, second, third] = first * (second * third or tiny), 0, 0
    part = SupportTables(integer_tables(NormalForm.from_profiles(cells)), ((0, 1),) * 3)
    gain = Gain(((-1, 1), (0, 0), (0, 0)))
    if tiny >= 0:
        check_support(part, [gain], {})
    else:
        with pytest.raises(CertificateError, match="do not gain everywhere"):
            check_support(part, [gain], {})


def test_a_gain_of_0_in_a_corner_is_no_reason():
    """The second strategy gains if the second player uses the second one more often; at 1/2 it gains nothing."""
    payoffs = [[[[0, 0, 0]], [[0, 0, 0]]], [[[-1, 0, 0]], [[1, 0, 0]]]]
    part = SupportTables(integer_tables(NormalForm.from_array(payoffs, -1)), ((0, 1), (0, 1), (0,)))
    gain = Gain(((-1, 1), (0, 0), (0,)))
    whole, one = np.array([[1, 0], [0, 1]], object), np.array([[1]], object)
    check_gain(part, (whole, np.array([[2, 3], [0, 1]], object), one), gain)
    for corner in ([2, 2], [3, 2]):
        with pytest.raises(CertificateError, match="do not gain everywhere"):
            check_gain(part, (whole, np.array([corner, [0, 1]], object), one), gain)


def test_a_gain_of_0_suffices_where_used_strategies_are_not_played():
    """The second strategy gains if both others use their second ones, which mixtures of the corners have to play."""
    cells = {profile: (profile[0] * profile[1] * profile[2], 0, 0) for profile in product((0, 1), repeat=3)}
    part = SupportTables(integer_tables(NormalForm.from_profiles(cells)), ((0, 1),) * 3)
    gain = Gain(((-1, 1), (0, 0), (0, 0)))
    whole, upper, lower = (
        np.array(corners, object) for corners in ([[1, 0], [0, 1]], [[1, 1], [0, 1]], [[1, 0], [1, 1]])
    )
    for others in product([whole, upper, lower], repeat=2):
        check_gain(part, (whole, *others), gain)
    # in the middle of both others, where they play everything
    for last, accepted in ((-2, True), (-3, False)):
        part.gains[0] = np.array([[[0, 0], [0, 0]], [[1, 1], [1, last]]], object)
        if accepted:
            check_gain(part, (whole, lower, lower), gain)
            continue
        with pytest.raises(CertificateError, match="do not gain everywhere"):
            check_gain(part, (whole, lower, lower), gain)


def test_an_unused_strategy_has_no_negative_weight():
    """It may pay less than the used ones: that it does is no reason."""
    payoffs = [[[[0, 0, 0]], [[0, 0, 0]]], [[[-1, 0, 0]], [[-1, 0, 0]]]]
    part = SupportTables(integer_tables(NormalForm.from_array(payoffs, -1)), ((0,), (0, 1), (0,)))
    with pytest.raises(CertificateError, match="unused strategy 1 of player 0 has a negative weight"):
        check_support(part, [Gain(((1, -1), (0, 0), (0,)))], {})


def test_a_zero_that_is_an_equilibrium_is_no_reason():
    game = table(2, (2, 2, 2), 9)
    profiles, continua, certificate = listed(game)
    for number, profile in enumerate(profiles):
        supports = support_of_profile(profile)
        mixes = max(map(len, supports)) > 1
        if mixes and all(isinstance(number, Fraction) for mixed in profile for number in mixed):
            point = tuple(tuple(mixed[place] for place in used) for mixed, used in zip(profile, supports, strict=True))
            proofs = [proof for proof in certificate.proofs if proof.supports != supports]
            lie = SupportProof(supports, (OnlyZero(-1, point),))
            rest = profiles[:number] + profiles[number + 1 :]
            with pytest.raises(CertificateError, match="is missing"):
                check_complete_profiles(game, rest, continua, with_proofs(certificate, [*proofs, lie]))
            return
    raise AssertionError("the game has no such equilibrium")


TIMES = [((2, 2, 2), 1, 12), ((2, 2, 2), 9, 12), ((2, 2, 3), 2, 4), ((2, 3, 3), 1, 2)]


@pytest.mark.parametrize(("shape", "most", "count"), TIMES)
def test_all_equilibria_with_small_denominators_are_listed(shape, most, count):
    """Of all profiles of multiples of 1/6, each equilibrium is in the list, or in a support that is named."""
    grids = []
    for size in shape:
        grids.append([point for point in product(range(7), repeat=size) if sum(point) == 6])
    found = 0
    for seed in range(count):
        game = table(seed, shape, most)
        profiles, continua, certificate = listed(game)
        check_complete_profiles(game, profiles, continua, certificate)
        named = {*map(support_of_profile, continua), *certificate.unproved}
        tables = [np.array(each, float) for each in integer_tables(game)]
        for profile in equilibria_among(tables, grids):
            found += 1
            exact = tuple(tuple(Fraction(number, 6) for number in mixed) for mixed in profile)
            assert exact in profiles or support_of_profile(exact) in named
    assert found > count


def equilibria_among(tables, grids):
    """Return the profiles of grids that are equilibria; payoffs are small integers, which floats add up exactly."""
    weights = [np.array(grid, float) for grid in grids]
    good = np.ones([len(grid) for grid in grids], bool)
    for player, table in enumerate(tables):
        payoffs = np.moveaxis(table, player, 0)
        for other in range(len(tables)):
            if other != player:
                payoffs = np.tensordot(payoffs, weights[other], (1, 1))
        attained = np.tensordot(weights[player], payoffs, (1, 0))
        good &= np.moveaxis(attained == 6 * payoffs.max(0), 0, player)
    return [[grid[place] for grid, place in zip(grids, cell, strict=True)] for cell in np.argwhere(good)]


@pytest.mark.parametrize(("shape", "most", "count"), [((2, 2, 2), 99, 10), ((2, 2, 3), 99, 3), ((2, 3, 3), 99, 1)])
def test_branch_and_prune_finds_the_same_equilibria(shape, most, count, monkeypatch):
    games = [table(seed, shape, most) for seed in range(100, 100 + count)]
    found = [nash(game) for game in games]
    assert all(solution.certificate is not None and not solution.certificate.unproved for solution in found)
    monkeypatch.setattr(Payoffs, "is_small_table", False)
    for game, solution in zip(games, found, strict=True):
        other = nash(game)
        assert other.certificate is None
        assert [support_of_profile(one.plans) for one in other] == [support_of_profile(one.plans) for one in solution]
        for one, two in zip(other, solution, strict=True):
            for mixed, same in zip(one.plans, two.plans, strict=True):
                assert [*map(float, mixed)] == pytest.approx([*map(float, same)], abs=1e-12)


def test_dominance_leaves_the_supports_that_brute_force_leaves():
    """A used strategy is worse if another one is better against the others' supports, somewhere strictly."""
    for seed in range(20):
        game = table(seed, (2, 3, 2), 1)
        tables = integer_tables(game)
        subsets = [[s for s in product((0, 1), repeat=size) if any(s)] for size in tables[0].shape]
        expected = set()
        for marks in product(*subsets):
            supports = tuple(tuple(np.flatnonzero(own).tolist()) for own in marks)
            worse = False
            for player, used in enumerate(supports):
                own = np.moveaxis(tables[player], player, 0)
                rows = own[np.ix_(range(len(own)), *supports[:player], *supports[player + 1 :])].reshape(len(own), -1)
                for one, other in product(used, range(len(own))):
                    gains = rows[other] - rows[one]
                    worse = worse or (min(gains) >= 0 and max(gains) > 0)
            if not worse:
                expected.add(supports)
        assert set(supports_left(tables)) == expected


def test_a_document_is_read_as_it_was_written():
    game = table(11, (2, 2, 2), 9)
    solution = nash(game)
    document = solution.as_json()
    assert document["certificate"] == profiles_json(game, solution.certificate)
    read = read_profiles(document)
    assert read.certificate == solution.certificate
    stated = [tuple(map(tuple, each)) for each in read.payoffs]
    points = [payoffs_of(read.game, point) for point in read.continua]
    assert points
    assert [*check_complete_profiles(*read[:-1]), *points] == stated


def only_one_half(third=1):
    """Return a table in which 1/2 of both strategies, or another part, is all that two unused strategies allow."""
    first = [[[-1, 1], [-1, 0]], [[-1, 1], [0, 1]]]
    second = [[[0, 0], [0, 1]], [[0, 1], [-1, 0]]]
    return NormalForm.from_array([first, second, [[[-1, third], [-1, 1]], [[1, -1], [-1, 1]]]], 0)


TIED = ((0, 1), (0,), (1,))


def test_an_equilibrium_that_unused_strategies_leave_is_proved():
    game = only_one_half()
    profiles, continua, certificate = listed(game)
    assert not certificate.unproved
    [steps] = [proof.steps for proof in certificate.proofs if proof.supports == TIED]
    assert [type(step) for step in steps] == [Split, Face, OnlyZero, Face, OnlyZero]
    check_complete_profiles(game, profiles, continua, certificate)
    document = nash(game).as_json()
    assert read_profiles(document).certificate == certificate
    # without this proof, the support can only be named
    others = tuple(proof for proof in certificate.proofs if proof.supports != TIED)
    check_complete_profiles(game, profiles, continua, CompleteSupports(others, (TIED,)))
    refuse(game, profiles, continua, CompleteSupports(others))


def test_lies_about_ties_are_refused():
    """Each lie differs by one unit from steps that the check accepts."""
    game = only_one_half()
    profiles, _, certificate = listed(game)
    [steps] = [proof.steps for proof in certificate.proofs if proof.supports == TIED]
    part = SupportTables(integer_tables(game), TIED)
    zeros = {number: each for number, each in enumerate(profiles) if support_of_profile(each) == TIED}
    check_support(part, steps, zeros)
    split, face, zero, other, _ = steps
    tiny = Fraction(1, 10**30)
    nearby = {zero.number: ((HALF + tiny, HALF - tiny), *zeros[zero.number][1:])}
    for lie, known in (
        ((split._replace(first_share=2), *steps[1:]), zeros),  # another place
        ((split._replace(first_share=0), *steps[1:]), zeros),
        ((split, other, zero, other, zero), zeros),  # deviations that lose in the cell
        ((split, Face(((0, 0), (0, 0), (0, 0))), zero, other, zero), zeros),  # or gain nothing in all of it
        ((split, face, other, zero), zeros),  # a part without a step
        ((split, zero, other, zero), zeros),  # a cell that is no point
        (steps, {}),  # an equilibrium that is not listed
        (steps, nearby),  # or is not there
        (tuple(Gain(step.weights) if step is face else step for step in steps), zeros),
    ):
        with pytest.raises(CertificateError):
            check_support(part, lie, known)
    # one payoff differs by 1: the part of the cell is not the point
    changed = SupportTables(integer_tables(only_one_half(third=2)), TIED)
    with pytest.raises(CertificateError):
        check_support(changed, steps, zeros)


def test_a_face_keeps_all_points_without_a_gain():
    """Of the points of random cells on a grid that use all strategies, those outside the part gain something."""
    random = np.random.default_rng(3)
    choices = [np.array(corners, object) for corners in ([[1, 0], [1, 1]], [[1, 1], [0, 1]], [[1, 2], [2, 1]])]
    zeros = np.zeros((2, 2, 2), object)
    parts = 0
    for _ in range(300):
        # what the second strategy of the third player, which is not used, gains against the others
        gains = random.integers(-1, 2, (2, 2)).astype(object)
        part = SupportTables([zeros, zeros, np.stack([zeros[0], gains], axis=2)], ((0, 1), (0, 1), (0,)))
        one, other = choices[random.integers(3)], choices[random.integers(3)]
        try:
            found = face_of(part, (one, other, np.array([[1]], object)), Face(((0, 0), (0, 0), (-1, 1))))
        except CertificateError:
            continue
        parts += len(found)
        for share, another in product(range(5), repeat=2):
            first = share * one[0] * sum(one[1]) + (4 - share) * one[1] * sum(one[0])
            second = another * other[0] * sum(other[1]) + (4 - another) * other[1] * sum(other[0])
            if min(*first, *second) > 0 and not first @ gains @ second:
                [left] = found
                assert is_between(first, left[0])
                assert is_between(second, left[1])
    assert parts > 5


def is_between(point, corners):
    """Whether a point has its first probability between those of some corners."""
    shares = [Fraction(corner[0], sum(corner)) for corner in corners]
    return min(shares) <= Fraction(point[0], sum(point)) <= max(shares)


def test_a_cell_with_two_equilibria_has_no_only_zero():
    """Nine equilibria (McKelvey and McLennan 1997), of which two use all strategies: one is not the only zero."""
    cells = {"000": (9, 8, 12), "110": (9, 8, 2), "011": (3, 4, 6), "101": (3, 4, 4)}
    payoffs = {each: cells.get("".join(map(str, each)), (0, 0, 0)) for each in product((0, 1), repeat=3)}
    game = NormalForm.from_profiles(payoffs)
    profiles, continua, certificate = listed(game)
    assert len(check_complete_profiles(game, profiles, continua, certificate)) == 9
    whole = ((0, 1),) * 3
    numbers = [number for number, profile in enumerate(profiles) if support_of_profile(profile) == whole]
    assert len(numbers) == 2
    others = [proof for proof in certificate.proofs if proof.supports != whole]
    for number, other in (numbers, numbers[::-1]):
        lie = with_proofs(certificate, [*others, SupportProof(whole, (OnlyZero(number),))])
        with pytest.raises(CertificateError, match="can have two zeros"):
            check_complete_profiles(game, profiles, continua, lie)
        rest = [*profiles]
        del rest[other]
        refuse(game, rest, continua, certificate)


def test_a_zero_that_does_not_play_a_used_strategy_is_a_reason():
    """The equations of a support have a solution in which a strategy of the support has probability 0."""
    game = table(14, (2, 2, 3), 1)
    profiles, continua, certificate = listed(game)
    check_complete_profiles(game, profiles, continua, certificate)
    points = [step.point for proof in certificate.proofs for step in proof.steps if isinstance(step, OnlyZero)]
    assert any(0 in own for point in points for own in point)


def test_a_player_alone_has_a_certificate_too():
    """All mixtures of the two best strategies are equilibria: they are named, and the others are excluded."""
    driver = """EFG 2 R "" { "D" } p "" 1 1 "" { "exit" "on" } 0 t "" 1 "" { 4 }
    p "" 1 2 "" { "exit" "on" } 0 t "" 2 "" { 4 } p "" 1 1 0 t "" 3 "" { 1 } t "" 4 "" { 0 }"""
    solution = nash(read_efg(driver))
    assert solution.imperfect_recall
    profiles = [equilibrium.plans for equilibrium in solution]
    continua = [note.point.plans for note in solution.continua]
    check_complete_profiles(solution.game, profiles, continua, solution.certificate)
    assert len(profiles) == 2
    for number in range(2):
        refuse(solution.game, profiles[:number] + profiles[number + 1 :], continua, solution.certificate)
    refuse(solution.game, profiles, [], solution.certificate)


def test_an_equilibrium_next_to_its_intervals_is_in_none_of_them():
    """The ball of an interval is greater than it by a part in 2^30: two intervals without it would count it twice."""
    game = read_nfg('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 3 0 2 0 1 0 0 2 0 1 0 0 1 0 0 0 3 0 0 1 0 2 0 3')
    [profile], continua, certificate = listed(game)
    width = Fraction(1, 10**12)

    def between(low, high):
        moved_ends = []
        for mixed in profile:
            moved_ends.append([(sum(number) / 2 + low, sum(number) / 2 + high) for number in mixed])
        return moved_ends

    check_complete_profiles(game, [between(-width, width)], continua, certificate)
    for ends in [(width / 2**31, width), (-width, -width / 2**31), (width, -width)]:
        with pytest.raises(CertificateError, match="is not in its interval"):
            check_complete_profiles(game, [between(*ends)], continua, certificate)


def test_a_missing_equilibrium_in_pure_strategies_is_named():
    """The second strategy of each player is better, whatever the others use."""
    game = NormalForm.from_profiles({cell: cell for cell in product((0, 1), repeat=3)})
    one = ((Fraction(0), Fraction(1)),) * 3
    assert check_complete_profiles(game, [one], (), CompleteSupports(())) == [((1, 1),) * 3]
    with pytest.raises(CertificateError, match="pure strategies"):
        check_complete_profiles(game, [], (), CompleteSupports(()))
    # it is all that a support of pure strategies can have, so that nothing is open there
    for named in [((), CompleteSupports((), (((1,),) * 3,))), ([one], CompleteSupports(()))]:
        with pytest.raises(CertificateError, match="pure strategies"):
            check_complete_profiles(game, [], *named)
