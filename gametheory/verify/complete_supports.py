"""Check that a list of the equilibria of a table of three or more players is complete, without a search.

Every equilibrium has a support: the strategies that each player uses. Dominance excludes most supports. Each other one
has a proof: its mixed strategies are cut into cells, and each cell has a reason why no further equilibrium is in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations, permutations, product, starmap
from math import gcd
from operator import eq
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import arb, arb_mat, ctx
from numpy.typing import NDArray

from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import exact_text, to_flint
from gametheory.verify.complete_list import positive_integers
from gametheory.verify.errors import require, require_exact
from gametheory.verify.many_players import BITS, check_equilibrium_box, check_mixed_profile

Ends: TypeAlias = tuple[Fraction, Fraction]
Profile: TypeAlias = Sequence[Sequence[Fraction | Ends]]  # a number that is not rational lies between two ends
Exact: TypeAlias = tuple[tuple[Fraction, ...], ...]
Supports: TypeAlias = tuple[tuple[int, ...], ...]  # for each player the used strategies, ascending
Numbers: TypeAlias = NDArray[np.object_]  # integers of Python, or balls
Cell: TypeAlias = tuple[Numbers, ...]  # for each player the corners, one row each, as multiples of mixed strategies

MAX_SUPPORTS = 100_000


class Split(NamedTuple):
    """Cut a cell in two, between two corners of a player: in the middle, or where their shares are not equal."""

    player: int
    one: int
    other: int
    first_share: int = 1
    second_share: int = 1


class Gain(NamedTuple):
    """No equilibrium is in the cell: everywhere in it, some deviations together gain.

    The weights of each player's strategies add up to 0, and those of unused strategies are not negative.
    """

    weights: tuple[tuple[int, ...], ...]


class Face(NamedTuple):
    """Nowhere in the cell do some deviations together lose: equilibria are only in the part where they gain nothing.

    The weights are those of a `Gain`. The next step is about this part, unless it leaves a used strategy out.
    """

    weights: tuple[tuple[int, ...], ...]


class OnlyZero(NamedTuple):
    """The equations of the support have at most one zero in the cell, which is known; or the cell is one point.

    It is the equilibrium of the list with a number, counted from 0, or else a point that is no equilibrium.
    """

    number: int
    point: Exact = ()


Step: TypeAlias = Split | Gain | Face | OnlyZero


class SupportProof(NamedTuple):
    """A proof for a support: a step for each cell; after a split, all steps of one half, then those of the other."""

    supports: Supports
    steps: tuple[Step, ...]


class CompleteSupports(NamedTuple):
    """Why no equilibrium is missing: proofs, and the supports without one, about which nothing is stated."""

    proofs: tuple[SupportProof, ...]
    unproved: tuple[Supports, ...] = ()


class ListedProfiles(NamedTuple):
    """The arguments of `check_complete_profiles`, and the payoffs of equilibria and of continua, as in a document."""

    game: NormalForm
    equilibria: Sequence[Profile]
    continua: Sequence[Exact]
    certificate: CompleteSupports
    payoffs: Sequence[Sequence[Ends]]


def check_complete_profiles(
    game: NormalForm, equilibria: Sequence[Profile], continua: Sequence[Exact], certificate: CompleteSupports
) -> list[tuple[Ends, ...]]:
    """Return the payoffs of the equilibria of a table: a list has all of them, except in the supports that are named.

    Named are the supports of `continua`, and those that the certificate calls unproved. A used strategy that is
    worse than another one, whatever the others use of their supports, excludes a support (Porter, Nudelman and
    Shoham 2004). Every other support is cut into products of simplices, with a reason for each. `Gain`: in an
    equilibrium all used strategies pay the same, and no other one pays more; so no sum of gains with the weights is
    positive. It is linear in each player's probabilities, so that it is positive in a cell if it is at the corners.
    Since all used strategies are played, it suffices that it is nowhere negative, and positive at all corners that
    play a certain used strategy of each player. `Face`: if such a sum is nowhere negative, then equilibria are only
    where it is 0. `OnlyZero`: let J be the derivative of the indifference equations along edges of the cell, and A
    any matrix. If the absolute values in each row of 1 - A J add up to less than 1, for all values of J in a convex
    set, then the equations have at most one zero in it, by the mean value theorem. Cost: the supports, and for each
    cell the profiles of the support.

    Parameters
    ----------
    game : NormalForm
        The table.
    equilibria : sequence of profiles
        For each player the probability of each strategy: exact, or the two ends of an interval.
    continua : sequence of profiles
        Equilibria with exact probabilities, in whose supports there can be others.
    certificate : CompleteSupports
        The proofs.

    Returns
    -------
    list of tuples
        For each equilibrium the least and the greatest payoff of each player, which are equal if they are exact.

    Raises
    ------
    CertificateError
        If a profile is no equilibrium, if one is listed twice, or if a support or a cell has no valid reason.

    References
    ----------
    R. Porter, E. Nudelman and Y. Shoham, Simple search methods for finding a Nash equilibrium, AAAI 2004.

    Examples
    --------
    >>> one, zero = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    >>> game = NormalForm.from_array([[[[0, 0, 0], [1, 1, 1]], [[1, 1, 1], [2, 2, 2]]]])
    >>> [payoffs[0][0] for payoffs in check_complete_profiles(game, [(one[:1], zero, zero)], (), CompleteSupports(()))]
    [Fraction(2, 1)]
    >>> check_complete_profiles(game, [], (), CompleteSupports(()))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the equilibrium in the pure strategies ((0,), (1,), (1,)) is missing
    """
    payoffs = [payoffs_of(game, profile) for profile in equilibria]
    for point in continua:
        check_mixed_profile(game, point)
    tables = integer_tables(game)
    count = 1
    for size in tables[0].shape:
        count *= 2**size - 1
    require(count <= MAX_SUPPORTS, "{} supports are too many to look at", count)
    named = named_supports(continua, certificate)
    check_supports(supports_left(tables), partial(SupportTables, tables), equilibria, certificate, named)
    return payoffs


def check_supports(
    left: Iterable[Supports],
    part_of: Callable[[Supports], SupportTables],
    equilibria: Sequence[Profile],
    certificate: CompleteSupports,
    named: set[Supports],
) -> None:
    """Check that a list has all equilibria with some supports, except with those that are named.

    Parameters
    ----------
    left : iterable of supports
        All that an equilibrium can have.
    part_of : function
        From a support to its payoffs.
    equilibria : sequence of profiles
        The list.
    certificate : CompleteSupports
        The proofs.
    named : set of supports
        What `named_supports` returns.

    Raises
    ------
    CertificateError
        If an equilibrium is listed twice, or if a support or a cell has no valid reason.
    """
    listed: defaultdict[Supports, dict[int, Profile]] = defaultdict(dict)
    for number, profile in enumerate(equilibria):
        zeros = listed[support_of_profile(profile)]
        for other, listed_before in zeros.items():
            require(_are_apart(profile, listed_before), "equilibria {} and {} can be one", other, number)
        zeros[number] = profile
    proofs = dict(certificate.proofs)
    require(len(proofs) == len(certificate.proofs), "a support has two proofs")
    for supports in left:
        if supports in proofs:
            check_support(part_of(supports), proofs[supports], listed[supports])
        elif max(map(len, part_of(supports).supports), default=1) == 1:
            # of pure strategies, dominance leaves only equilibria, so that nothing is open where they are named
            require(supports in listed, "the equilibrium in the pure strategies {} is missing", supports)
        else:
            require(supports in named, "nothing is proved about the support {}", supports)


def payoffs_of(game: NormalForm, profile: Profile) -> tuple[Ends, ...]:
    """Return the payoffs of an equilibrium, after checking that it is one."""
    sizes = [*map(len, profile)]
    require(sizes == [*map(len, game.strategies)], "a profile has {} numbers", sizes)
    box: dict[tuple[int, int, int], Ends] = {}
    for player, used in enumerate(support_of_profile(profile)):
        for strategy in used:
            box[player, 0, strategy] = ends(profile[player][strategy])
    payoffs: list[Ends] = []
    if all(starmap(eq, box.values())):
        for payoff in check_mixed_profile(game, profile):  # type: ignore[arg-type]
            payoffs.append((payoff, payoff))
    else:
        for player, (low, high) in enumerate(check_equilibrium_box(game, box)):
            constant = _constant_payoff(game, support_of_profile(profile), player)
            payoffs.append((Fraction(low), Fraction(high)) if constant is None else (constant, constant))
    return tuple(payoffs)


def _constant_payoff(game: NormalForm, supports: Supports, player: int) -> Fraction | None:
    """Return what a used strategy pays whatever the others use, and so in an equilibrium all; None without one."""
    cells = game.cells()
    for strategy in supports[player]:
        profiles = product(*supports[:player], (strategy,), *supports[player + 1 :])
        paid = {Fraction(cells[profile][player]) for profile in profiles}
        if len(paid) == 1:
            return paid.pop()
    return None


def support_of_profile(profile: Profile) -> Supports:
    """Return the strategies of each player whose probability is not 0.

    >>> support_of_profile([(Fraction(1, 2), Fraction(0), Fraction(1, 2))])
    ((0, 2),)
    """
    supports = []
    for mixed in profile:
        used = [strategy for strategy, number in enumerate(mixed) if number]
        supports.append(tuple(used))
    return tuple(supports)


def named_supports(continua: Sequence[Exact], certificate: CompleteSupports) -> set[Supports]:
    """Return the supports about which a complete list states nothing: they can have further equilibria."""
    return {*map(support_of_profile, continua), *certificate.unproved}


def _are_apart(one: Profile, other: Profile) -> bool:
    """Whether some probability of two profiles is not the same."""
    for mixed, others in zip(one, other, strict=True):
        for number, another in zip(mixed, others, strict=True):
            low, high = ends(number)
            least, most = ends(another)
            if high < least or most < low:
                return True
    return False


def ends(number: Fraction | Ends) -> Ends:
    """Return the least and the greatest value of a number.

    >>> ends(Fraction(1, 2))
    (Fraction(1, 2), Fraction(1, 2))
    """
    return number if isinstance(number, tuple) else (number, number)


def integer_tables(game: NormalForm) -> list[Numbers]:
    """Return for each player an array of the payoffs, by the strategies of all, scaled and shifted to integers.

    >>> [table.tolist() for table in integer_tables(NormalForm.from_array([[[1, 2], [3, "1/2"]]]))]
    [[[1, 3]], [[4, 1]]]
    """
    shape = tuple(map(len, game.strategies))
    tables = []
    for player in range(len(shape)):
        payoffs = [outcome.payoffs[player] for outcome in game.outcomes]
        require_exact(payoffs)
        integers = positive_integers([payoffs])
        # the first player's strategy changes fastest
        tables.append(np.array(integers, object).reshape(shape, order="F"))
    return tables


def supports_left(tables: Sequence[Numbers]) -> Iterator[Supports]:
    """Yield the supports in which no used strategy is worse than another one against the others' supports.

    Worse against all that they use: nowhere better, and somewhere worse.

    Parameters
    ----------
    tables : sequence of arrays
        The payoffs of each player, by the strategies of all.

    Yields
    ------
    tuple of tuples
        For each player the used strategies, ascending.

    Examples
    --------
    >>> [*supports_left(integer_tables(NormalForm.from_payoffs([[1, 2], [0, 0]], [[1, 0], [0, 1]])))]
    [((0,), (0,))]
    """
    options = []
    for size in tables[0].shape:
        subsets: list[tuple[int, ...]] = []
        for count in range(1, size + 1):
            subsets += combinations(range(size), count)
        options.append(subsets)
    worse = []
    for player, table in enumerate(tables):
        others = options[:player] + options[player + 1 :]
        worse.append(_worse_strategies(np.moveaxis(table, player, 0), others))
    for supports in product(*options):
        for player, used in enumerate(supports):
            against = supports[:player] + supports[player + 1 :]
            if not worse[player][against].isdisjoint(used):
                break
        else:
            yield supports


def _worse_strategies(table: Numbers, others: Sequence[Sequence[tuple[int, ...]]]) -> dict[Supports, set[int]]:
    """Return for all supports of the others the strategies, of the first axis, that are worse than another one.

    Sets of the others' profiles are integers, whose bits are the profiles in the order of the table.
    """
    comparisons = []
    for strategy, other in permutations(range(len(table)), 2):
        gains = np.ravel(table[other] - table[strategy])
        comparisons.append((strategy, _set_of(gains < 0), _set_of(gains > 0)))
    places = np.indices(table.shape[1:])
    sets: list[dict[tuple[int, ...], int]] = []  # the profiles in which a player uses a support, by the support
    for player, options in enumerate(others):
        of_strategy = [_set_of(places[player].ravel() == strategy) for strategy in range(table.shape[1 + player])]
        sets.append({used: sum(of_strategy[strategy] for strategy in used) for used in options})
    found: dict[Supports, set[int]] = {}
    for supports in product(*others):
        profiles = -1
        for of_support, used in zip(sets, supports, strict=True):
            profiles &= of_support[used]
        worse = set()
        for strategy, loses, gains_in in comparisons:
            if not profiles & loses and profiles & gains_in:
                worse.add(strategy)
        found[supports] = worse
    return found


def _set_of(marks: Iterable[object]) -> int:
    """Return the integer whose bits are some marks, the last one first.

    >>> bin(_set_of([True, True, False]))
    '0b11'
    """
    return sum(1 << place for place, mark in enumerate(marks) if mark)


class SupportTables:
    """The payoffs of a table that matter for a support.

    Parameters
    ----------
    tables : sequence of arrays
        The payoffs of each player as integers, by the strategies of all.
    supports : tuple of tuples
        For each player the used strategies.

    Examples
    --------
    >>> tables = integer_tables(NormalForm.from_payoffs([[3, 1], [0, 2]]))
    >>> SupportTables(tables, ((0, 1), (1,))).gains[0].tolist()
    [[2], [3]]
    """

    def __init__(self, tables: Sequence[Numbers], supports: Supports) -> None:
        self.supports = supports
        self.gains = []  # by all strategies of the player, and then by the used ones of the others
        for player, table in enumerate(tables):
            others = supports[:player] + supports[player + 1 :]
            own_first = table.transpose(player, *self.others(player))
            self.gains.append(own_first[np.ix_(range(len(own_first)), *others)])

    def others(self, player: int) -> list[int]:
        """Return the players except one."""
        return [other for other in range(len(self.supports)) if other != player]

    def used(self, profile: Profile) -> list[list[Fraction | Ends]]:
        """Return the probabilities of the used strategies."""
        numbers = []
        for mixed, used in zip(profile, self.supports, strict=True):
            numbers.append([mixed[strategy] for strategy in used])
        return numbers


def check_support(part: SupportTables, steps: Sequence[Step], zeros: Mapping[int, Profile]) -> None:
    """Check that no equilibrium with a support is missing from some: the steps leave no cell of it open.

    Parameters
    ----------
    part : SupportTables
        The payoffs for the support.
    steps : sequence of steps
        The proof.
    zeros : mapping
        Equilibria with the support, by their numbers.

    Raises
    ------
    CertificateError
        If a step does not prove what it states, or a cell has none.

    Examples
    --------
    >>> part = SupportTables(integer_tables(NormalForm.from_payoffs([[3, 1], [2, 0]])), ((0, 1), (0, 1)))
    >>> check_support(part, [Gain(((1, -1), (0, 0)))], {})
    >>> check_support(part, [Gain(((0, 0), (1, -1)))], {})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the deviations ((0, 0), (1, -1)) do not gain everywhere in a cell
    """
    whole = []
    for used in part.supports:
        whole.append(np.eye(len(used), dtype=int).astype(object))
    cells: list[Cell] = [tuple(whole)]
    for step in steps:
        require(bool(cells), "the support {} has steps that belong to no cell", part.supports)
        cell = cells.pop()
        if isinstance(step, Split):
            one, other = halves(cell, step)
            cells += [other, one]
        elif isinstance(step, Gain):
            check_gain(part, cell, step)
        elif isinstance(step, Face):
            cells += face_of(part, cell, step)
        else:
            _check_only_zero(part, cell, step, zeros)
    require(not cells, "{} cells of the support {} have no reason", len(cells), part.supports)


def halves(cell: Cell, split: Split) -> tuple[Cell, Cell]:
    """Return both halves of a cell.

    Parameters
    ----------
    cell : tuple of arrays
        For each player the corners, one in a row.
    split : Split
        The player, and two corners, between which there is a new one with shares of both.

    Returns
    -------
    tuple of cells
        The half in which the new corner replaces the first of the two, and that in which it replaces the second.

    Raises
    ------
    CertificateError
        If there are no two such corners.

    Examples
    --------
    >>> corners = np.array([[1, 0], [0, 1]], object)
    >>> [half[0].tolist() for half in halves((corners,), Split(0, 0, 1))]
    [[[1, 1], [0, 1]], [[1, 0], [1, 1]]]
    """
    player, one, other, *shares = split
    sound = 0 <= player < len(cell) and 0 <= one < other < len(cell[player])
    require(sound, "no cell is cut between the corners {} and {} of player {}", one, other, player)
    require_exact(shares)
    require(min(shares) > 0, "no cell is cut with the shares {}", shares)
    corners = cell[player]
    first, second = corners[one], corners[other]
    middle = first * (shares[0] * sum(second)) + second * (shares[1] * sum(first))
    middle //= gcd(*middle)
    parts = []
    for place in (one, other):
        changed = corners.copy()
        changed[place] = middle
        parts.append((*cell[:player], changed, *cell[player + 1 :]))
    return parts[0], parts[1]


def check_gain(part: SupportTables, cell: Cell, gain: Gain) -> None:
    """Check that deviations gain everywhere in a cell.

    Parameters
    ----------
    part : SupportTables
        The payoffs for the support.
    cell : tuple of arrays
        For each player the corners, one in a row, by the used strategies.
    gain : Gain
        The weights of the deviations.

    Raises
    ------
    CertificateError
        If the weights are not those of deviations, or these gain nothing somewhere.

    Examples
    --------
    >>> part = SupportTables(integer_tables(NormalForm.from_payoffs([[3, 1], [2, 0]])), ((0, 1), (1,)))
    >>> check_gain(part, (np.eye(2, dtype=int), np.eye(1, dtype=int)), Gain(((1, -1), (0, 0))))
    """
    values = _gains_at_corners(part, cell, gain.weights)
    is_reason = bool((values > 0).all())
    if not is_reason and (values >= 0).all():
        # every used strategy is played at a corner that counts: it suffices to gain where some used strategies are
        failing = _at_corners((values <= 0).astype(int), [(corners > 0).astype(int).T for corners in cell])
        is_reason = not failing.all()
    require(is_reason, "the deviations {} do not gain everywhere in a cell", gain.weights)


def _gains_at_corners(part: SupportTables, cell: Cell, deviations: Sequence[Sequence[int]]) -> Numbers:
    """Return what deviations with some weights gain together at the corners of a cell."""
    require(len(deviations) == len(part.supports), "{} lists of weights", len(deviations))
    shape = [*map(len, part.supports)]
    total: Any = 0
    for player, weights in enumerate(deviations):
        table = part.gains[player]
        require_exact(weights)
        require(len(weights) == len(table) and sum(weights) == 0, "the weights {} do not add up to 0", weights)
        for strategy, weight in enumerate(weights):
            allowed = weight >= 0 or strategy in part.supports[player]
            require(allowed, "the unused strategy {} of player {} has a negative weight", strategy, player)
        if any(weights):
            own = np.array(weights, object) @ table.reshape(len(table), -1)
            # times the sum of the player's own probabilities, which is 1, it is linear in the probabilities of all
            total = total + own.reshape(*shape[:player], 1, *shape[player + 1 :])
    return _at_corners(np.broadcast_to(total, shape), cell)


def face_of(part: SupportTables, cell: Cell, face: Face) -> list[Cell]:
    """Return the part of a cell in which deviations gain nothing, after checking that they lose nowhere.

    In an equilibrium they gain nothing, so that all corners that count together gain nothing. Those of the other
    players play all used strategies. So a corner is in the part only if such corners of the others go with it.

    Parameters
    ----------
    part : SupportTables
        The payoffs for the support.
    cell : tuple of arrays
        For each player the corners, one in a row, by the used strategies.
    face : Face
        The weights of the deviations.

    Returns
    -------
    list of cells
        The part; none if it leaves a used strategy out.

    Raises
    ------
    CertificateError
        If the weights are not those of deviations, if these lose somewhere, or if the part is the whole cell.

    Examples
    --------
    >>> part = SupportTables(integer_tables(NormalForm.from_payoffs([[3, 1], [2, 1]])), ((0, 1), (0, 1)))
    >>> whole = np.eye(2, dtype=int)
    >>> face_of(part, (whole, whole), Face(((1, -1), (0, 0))))
    []
    """
    values = _gains_at_corners(part, cell, face.weights)
    require(bool((values >= 0).all()), "the deviations {} lose somewhere in a cell", face.weights)
    left = []
    for player, corners in enumerate(cell):
        others = cell[:player] + cell[player + 1 :]
        stays = []
        for place, gains_nothing in enumerate(np.moveaxis(values == 0, player, 0)):
            if _use_all(gains_nothing, others):
                stays.append(place)
        left.append(corners[stays])
    require([*map(len, left)] != [*map(len, cell)], "the deviations {} gain nothing in a cell", face.weights)
    return [tuple(left)] if all((corners > 0).any(axis=0).all() for corners in left) else []


def _use_all(marks: NDArray[np.bool_], cell: Sequence[Numbers]) -> bool:
    """Whether the corners of each player in marked profiles use all strategies together."""
    for axis, corners in enumerate(cell):
        used = np.moveaxis(marks, axis, 0).reshape(len(corners), -1).any(axis=1)
        if not (corners[used] > 0).any(axis=0).all():
            return False
    return True


def _at_corners(values: Numbers, cell: Sequence[Numbers]) -> Numbers:
    """Return the values of a multilinear form, given by its values in pure strategies, at the corners of a cell."""
    for corners in cell:
        # the axis of this player becomes the last, so that the order is the same in the end
        values = values.reshape(corners.shape[1], -1).T @ corners.T
    return values.reshape([*map(len, cell)])


def _check_only_zero(part: SupportTables, cell: Cell, step: OnlyZero, zeros: Mapping[int, Profile]) -> None:
    """Check that the zero of a step is known, and that it is the only one in a cell."""
    if step.point:
        _require_no_equilibrium(part, step.point)
        zero: Profile = step.point
    else:
        require(step.number in zeros, "equilibrium {} is none with the support {}", step.number, part.supports)
        zero = part.used(zeros[step.number])
    sizes = [*map(len, cell)]
    if max(sizes) == 1:
        for [corner], mixed in zip(cell, zero, strict=True):
            exact = [Fraction(weight, sum(corner)) for weight in corner]
            require(exact == list(mixed), "the only point of a cell is not {}", mixed)
        return
    require(sizes == [*map(len, part.supports)], "a part of a cell has no equations of its own")
    with ctx.workprec(BITS):
        points = []
        for corners, mixed in zip(cell, zero, strict=True):
            balls = [_ball(*ends(number)) for number in mixed]
            exact = corners * arb(1) / corners.sum(axis=1, keepdims=True)
            points.append([*exact, np.array(balls, object)])
        slopes = _slopes(part, points)
        size = slopes.nrows()
        try:
            inverse = slopes.mid().inv().mid()
        except ZeroDivisionError:
            inverse = slopes.mid()
        rest = np.array((inverse * slopes).tolist(), object) - np.eye(size, dtype=int)
        for total in np.abs(rest).sum(axis=1):
            require(bool(total < 1), "a cell of the support {} can have two zeros", part.supports)


def _ball(low: Fraction, high: Fraction) -> arb:
    return arb(to_flint(low)).union(arb(to_flint(high)))


def _require_no_equilibrium(part: SupportTables, point: Exact) -> None:
    """Check that a point satisfies the equations of a support, and is no equilibrium with it."""
    require([*map(len, point)] == [*map(len, part.supports)], "a zero is no point of the support {}", part.supports)
    used_everywhere = True
    gains = False
    for player, used in enumerate(part.supports):
        require_exact(point[player])
        require(sum(point[player]) == 1, "the probabilities {} do not add up to 1", point[player])
        used_everywhere = used_everywhere and min(point[player]) > 0
        payoffs = part.gains[player]
        for other in reversed(part.others(player)):
            payoffs = payoffs @ np.array(point[other], object)
        common = payoffs[used[0]]
        require(bool((payoffs[list(used)] == common).all()), "the equations are not zero in {}", point)
        gains = gains or max(payoffs) > common
    require(gains or not used_everywhere, "the equilibrium {} is missing", point)


def _slopes(part: SupportTables, points: Sequence[Sequence[Numbers]]) -> arb_mat:
    """Return bounds of the derivatives of the equations along the edges from the first corner of a cell.

    The equations say that the used strategies of a player pay as much as the first. A derivative is linear in the
    probabilities of each further player, so that between some points its bounds are those of its values there. The
    last point of each player is the known zero, and the others are the corners.
    """
    rows: list[list[arb]] = []
    for player, used in enumerate(part.supports):
        if len(used) == 1:
            continue
        table = part.gains[player][list(used)]
        others = part.others(player)
        equations: list[list[arb]] = [[] for _ in used[1:]]
        for by in range(len(part.supports)):
            free = len(part.supports[by]) - 1
            # a player's own probabilities are in none of the player's equations
            if by == player or not free:
                for equation in equations:
                    equation += [arb(0)] * free
                continue
            first, *corners = points[by][:-1]
            edges = np.array(corners, object) - first
            rest = np.moveaxis(table[1:] - table[:1], 1 + others.index(by), -1)
            slopes = np.moveaxis(rest @ edges.T, -1, 1)
            further = [points[other] for other in others if other != by]
            for equation, bounds in zip(equations, _bounds(slopes, further), strict=True):
                equation += bounds
        rows += equations
    return arb_mat(rows)


def _bounds(slopes: Numbers, further: Sequence[Sequence[Numbers]]) -> list[list[arb]]:
    """Return bounds of the entries of a matrix, whose further axes belong to players with some points each."""
    values = slopes
    for points in further:
        # the axis of the next player becomes the last, with the points in place of the strategies
        axes = [0, 1, *range(3, values.ndim), 2]
        values = values.transpose(axes) @ np.array(points, object).T
    bounds = []
    for row in values.reshape(*values.shape[:2], -1).tolist():
        bounds.append([reduce(arb.union, entry) for entry in row])
    return bounds


def profiles_json(game: NormalForm, certificate: CompleteSupports) -> dict[str, list[object]]:
    """Return a certificate with the payoffs that it is about, as values that `json.dumps` accepts.

    Parameters
    ----------
    game : NormalForm
        The table.
    certificate : CompleteSupports
        The proofs.

    Returns
    -------
    dict
        "payoffs" of each player as one text, in which the first player's strategy changes fastest; "supports", each
        with its "steps" as texts; and those "unproved".

    Examples
    --------
    >>> game = NormalForm.from_array([[[[0, 0, 0], [1, 1, 1]]]])
    >>> profiles_json(game, CompleteSupports((), (((0,), (0,), (0, 1)),)))
    {'payoffs': ['0 1', '0 1', '0 1'], 'supports': [], 'unproved': ['0 | 0 | 0 1']}
    """
    payoffs: list[object] = []
    for column in zip(*(outcome.payoffs for outcome in game.outcomes), strict=True):
        payoffs.append(" ".join(map(exact_text, column)))
    return {"payoffs": payoffs, **proofs_json(certificate)}


def proofs_json(certificate: CompleteSupports) -> dict[str, list[object]]:
    """Return the proofs as values that `json.dumps` accepts.

    Parameters
    ----------
    certificate : CompleteSupports
        The proofs.

    Returns
    -------
    dict
        "supports", each with its "steps" as texts; and those "unproved".

    Examples
    --------
    >>> proofs_json(CompleteSupports((SupportProof(((0,), (0, 1)), (OnlyZero(2),)),)))
    {'supports': [{'support': '0 | 0 1', 'steps': ['equilibrium 2']}], 'unproved': []}
    """
    proofs: list[object] = []
    for supports, steps in certificate.proofs:
        proofs.append({"support": _lists_text(supports), "steps": list(map(_step_text, steps))})
    return {"supports": proofs, "unproved": list(map(_lists_text, certificate.unproved))}


def _lists_text(lists: Iterable[Iterable[object]]) -> str:
    parts = []
    for numbers in lists:
        parts.append(" ".join(map(str, numbers)))
    return " | ".join(parts)


def _step_text(step: Step) -> str:
    if isinstance(step, Split):
        numbers = step if step[3:] != (1, 1) else step[:3]
        return " ".join(["split", *map(str, numbers)])
    if isinstance(step, Gain | Face):
        name = type(step).__name__.lower()
        return f"{name} {_lists_text(step.weights)}"
    if step.point:
        return f"zero {_lists_text(step.point)}"
    return f"equilibrium {step.number}"


def read_profiles(document: Mapping[str, Any]) -> ListedProfiles:
    """Return the equilibria and the certificate of a document of `gametheory nash --json`.

    Parameters
    ----------
    document : mapping
        With the keys "players", "names", "equilibria", "continua" and "certificate", as `profiles_json` writes it.

    Returns
    -------
    ListedProfiles
        The arguments of `check_complete_profiles`, and the payoffs.

    Raises
    ------
    ValueError
        If a part is missing or is not what this program writes.

    Examples
    --------
    >>> read_profiles({"equilibria": []})
    Traceback (most recent call last):
    ValueError: no list of equilibria with a certificate that it is complete
    """
    try:
        certificate = document["certificate"]
        strategies = tuple(map(tuple, document["names"]))
        columns = _rows("|".join(certificate["payoffs"]), Fraction)
        if not strategies:
            raise ValueError
        outcomes = tuple(map(partial(Outcome, ""), zip(*columns, strict=True)))
        game = NormalForm(tuple(document["players"]), strategies, outcomes)
        profiles, payoffs = [], []
        points = [each["point"] for each in document["continua"]]
        for each in [*document["equilibria"], *points]:
            profiles.append(_profile(each["strategies"]))
            [numbers] = _profile([each["payoffs"]])
            payoffs.append([*map(ends, numbers)])
        number = len(document["equilibria"])
        return ListedProfiles(game, profiles[:number], profiles[number:], read_proofs(certificate), payoffs)
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError, OverflowError):
        raise ValueError("no list of equilibria with a certificate that it is complete") from None


def read_proofs(certificate: Mapping[str, Any]) -> CompleteSupports:
    """Return the proofs that `proofs_json` has written.

    Parameters
    ----------
    certificate : mapping
        What `proofs_json` returns.

    Returns
    -------
    CompleteSupports
        The proofs.

    Examples
    --------
    >>> read_proofs({"supports": [], "unproved": ["0 | 0 1"]}).unproved
    (((0,), (0, 1)),)
    """
    proofs = []
    for proof in certificate["supports"]:
        steps = tuple(map(_step, proof["steps"]))
        proofs.append(SupportProof(_rows(proof["support"], int), steps))
    unproved = tuple(_rows(each, int) for each in certificate["unproved"])
    return CompleteSupports(tuple(proofs), unproved)


def _profile(strategies: Any) -> Any:
    return tuple(tuple(map(read_number, mixed)) for mixed in strategies)


def read_number(number: Any) -> Fraction | Ends:
    """Return a number of a document, or the two ends of an interval.

    >>> read_number("1/2"), read_number(["0", "1"])
    (Fraction(1, 2), (Fraction(0, 1), Fraction(1, 1)))
    """
    if isinstance(number, str):
        return Fraction(number)
    low, high = map(Fraction, number)
    return low, high


def _rows(text: str, number: Callable[[str], Any]) -> tuple[tuple[Any, ...], ...]:
    rows = []
    for part in text.split("|"):
        rows.append(tuple(map(number, part.split())))
    return tuple(rows)


def _step(text: str) -> Step:
    """Return a step from its text."""
    kind, _, rest = text.partition(" ")
    if kind == "split":
        return Split(*map(int, rest.split()))
    if kind == "gain":
        return Gain(_rows(rest, int))
    if kind == "face":
        return Face(_rows(rest, int))
    if kind == "equilibrium":
        return OnlyZero(int(rest))
    if kind == "zero":
        return OnlyZero(-1, _rows(rest, Fraction))
    raise ValueError(kind)
