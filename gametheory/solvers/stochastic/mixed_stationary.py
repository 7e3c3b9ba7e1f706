"""Equilibria in mixed stationary strategies of one component: guessed in floats, made exact or nearly so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TypeAlias

import numpy as np
from flint import fmpq

from gametheory.model.game import Move
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import simplest_between, to_flint, to_fraction
from gametheory.solvers.arrays import DecisionRows
from gametheory.solvers.markov_decision import solve_moves
from gametheory.solvers.pivoting import jacobian
from gametheory.solvers.stochastic.component import Component, Numbers, StageArrays
from gametheory.solvers.stochastic.logit_path import logit_path
from gametheory.solvers.stochastic.profile import escape, expected_values, replies
from gametheory.solvers.stochastic.stage import NoEquilibriumFound

MixedProfile: TypeAlias = list[tuple[dict[Move, Fraction], ...]]  # for each position and active player
MAX_POSITIONS = 50  # each step of the path solves linear systems of several equations for each position
DISCOUNTS = tuple(1 - Fraction(1, 10**k) for k in (2, 4, 6, 8))
SHARES = (1e-3, 1e-2, 1e-5)  # a move with a smaller probability on the path is guessed to have none
GUARD_BITS = 24
ONE = fmpq(1)


def mixed_stationary_equilibrium(component: Component, epsilon: Fraction, limit: int | None = None) -> MixedProfile:
    """Return mixed moves for each position, from which no player gains more than ε, from any position.

    The path of logit equilibria leads to a guess. Newton's method makes the moves that it plays equally good: in
    rationals, with the derivatives in floats. If the simplest rationals nearby are an equilibrium, they are the result;
    otherwise rounded probabilities. What the players can gain is computed exactly in both cases. If play always ends,
    an equilibrium in stationary strategies exists (Fink 1964); if it need not end, the path is that of a discounted
    component, and there may be none. Cost: `logit_path`, and a Markov decision process for each player and guess.

    References
    ----------
    A. M. Fink, Equilibrium in a stochastic n-person game (1964).

    >>> even, odd = 1, 2
    >>> rows = DecisionRows([0, 4, 4, 4], [0, 1, 2, 3, 4], [even, odd, odd, even], [fmpq(1)] * 4)
    >>> outside = [{even: fmpq(2), odd: fmpq(0)}, {even: fmpq(0), odd: fmpq(1)}]
    >>> component = Component(rows, [("h", "h"), ("h", "t"), ("t", "h"), ("t", "t")], [[0, 1]], outside, ["toss"])
    >>> mixed_stationary_equilibrium(component, Fraction(1, 100))
    [({'h': Fraction(1, 2), 't': Fraction(1, 2)}, {'h': Fraction(1, 2), 't': Fraction(1, 2)})]
    """
    most, number = limit or MAX_POSITIONS, len(component)
    if number > most:
        raise NoEquilibriumFound(
            f"a mixed one is sought if play can cycle through at most {pluralize(most, 'position')} together, "
            f"not {number:,}, "
            "unless --component-limit, in Python component_limit, allows more"
        )
    inside = {node: component.rows.moves(node) for node in range(number)}
    ends = escape(component.rows, inside, ()).ranks.keys() == inside.keys()
    scaled, unit = _scaled(component)
    for profile in _candidates(scaled, to_fraction(to_flint(epsilon) / unit), ends):
        if greatest_gain(component, profile) <= epsilon:
            return profile
    endless = "" if ends else ", and since play need not end there may be none"
    raise NoEquilibriumFound(
        f"no guess of a mixed one was good enough{endless}; a greater --width, in Python width, accepts a greater ε"
    )


def _scaled(component: Component) -> tuple[Component, fmpq]:
    """Return the component with the payoffs of each player between -1 and 1, and the greatest unit of a player."""
    units = [max(map(abs, outside.values()), default=ONE) or ONE for outside in component.outside]
    outside = [
        {after: value / unit for after, value in own.items()}
        for own, unit in zip(component.outside, units, strict=True)
    ]
    return replace(component, outside=outside), max(units, default=ONE)


def greatest_gain(component: Component, profile: MixedProfile) -> Fraction:
    """Return what a player can gain at most by another strategy, from the position where that is most.

    Cost: a Markov chain and a Markov decision process for each player.
    """
    chain = replies(component.rows, component.moves, profile)
    gain = fmpq(0)
    for player, outside in enumerate(component.outside):
        now = expected_values(chain, outside)
        against = _replies(component, profile, player)
        best, _ = solve_moves(against, {node: against.moves(node) for node in now}, outside, {})
        gain = max(gain, *(best[node] - value for node, value in now.items()))
    return to_fraction(gain)


def _replies(component: Component, profile: MixedProfile, player: int) -> DecisionRows:
    """Return the decisions of one player against the others."""
    seats = zip(component.active, profile, strict=True)
    followed = ([None if index == player else own for index, own in zip(*each, strict=True)] for each in seats)
    return replies(component.rows, component.moves, followed)


def _candidates(component: Component, epsilon: Fraction, ends: bool) -> Iterator[MixedProfile]:
    """Yield profiles that may be good enough."""
    arrays, exact = StageArrays(component), StageArrays(component, fmpq)
    tried: set[frozenset[int]] = set()
    for discount in (Fraction(1),) if ends else DISCOUNTS:
        for probabilities, values in logit_path(arrays, float(discount)):
            for share in SHARES:
                played = frozenset(np.flatnonzero(probabilities >= share).tolist())
                if played not in tried:
                    tried.add(played)
                    yield from _polished(arrays, exact, sorted(played), probabilities, values, epsilon)
            yield _profile(exact, [_rounded(each, epsilon) for each in probabilities.tolist()])


def _polished(
    arrays: StageArrays,
    exact: StageArrays,
    played: Sequence[int],
    probabilities: Numbers,
    values: Numbers,
    epsilon: Fraction,
) -> Iterator[MixedProfile]:
    """Yield profiles in which the moves played are equally good: with simple numbers, then rounded."""
    point = np.append(probabilities[played], values.ravel())
    for _ in range(20):
        point = point - _change(arrays, played, point)
    if not np.isfinite(point).all() or min(point[: len(played)], default=1.0) < 0:
        return
    near = np.array([to_flint(float(each)) for each in point], dtype=object)
    inverse = np.linalg.pinv(jacobian(partial(_residual, arrays, played), point))
    bits = GUARD_BITS + int(1 / epsilon).bit_length()
    for _ in range(2 + bits // 20):  # each round adds about as many correct digits as floats have
        off = _residual(exact, played, near)
        scale = max([abs(each) for each in off.tolist()], default=fmpq(0)) or fmpq(1)
        step = inverse @ np.array([float(to_fraction(each / scale)) for each in off.tolist()])
        near = near - np.array([_short(to_flint(float(each)) * scale, 2 * bits) for each in step])
        near = np.array([_short(each, 2 * bits) for each in near.tolist()], dtype=object)
    found = dict(zip(played, near.tolist(), strict=False))
    if any(each < 0 for each in found.values()):
        return
    numbers = [to_fraction(found.get(place, fmpq(0))) for place in range(len(exact.names))]
    slack = Fraction(1, 2**bits)
    yield _profile(exact, [simplest_between(each - slack, each + slack) if each else each for each in numbers])
    yield _profile(exact, [_rounded(each, epsilon) for each in numbers])


def _residual(arrays: StageArrays, played: Sequence[int], point: Numbers) -> Numbers:
    """Return by how much the moves played differ in payoff, and what else has to be 0."""
    shape = (len(arrays.nodes), arrays.players)
    count, zero = len(played), point.flat[0] * 0
    probabilities = np.full((*point.shape[:-1], len(arrays.names)), zero, point.dtype)
    probabilities[..., played] = point[..., :count]
    values = point[..., count:].reshape(*point.shape[:-1], *shape)
    own, now = arrays.expected(probabilities, values)
    chosen, rows = set(played), []
    free = {(node, player) for node in range(shape[0]) for player in range(shape[1])}
    for node, player, variables in arrays.slots:
        mine = [variable for variable in variables if variable in chosen]
        free.discard((node, player))
        rows.append(probabilities[..., mine].sum(axis=-1, keepdims=True) - arrays.one)
        rows.append(own[..., mine] - values[..., node, player][..., None])
    rows += [(values - now)[..., node, player][..., None] for node, player in sorted(free)]
    return np.concatenate(rows, axis=-1)


def _change(arrays: StageArrays, played: Sequence[int], point: Numbers) -> Numbers:
    """Return a step of Newton's method, or the shortest one if there are several."""
    if not np.isfinite(point).all():
        return np.zeros(len(point))
    residual = partial(_residual, arrays, played)
    return np.linalg.lstsq(jacobian(residual, point), residual(point), rcond=1e-12)[0]


def _profile(arrays: StageArrays, probabilities: Sequence[Fraction]) -> MixedProfile:
    """Return mixed moves without zeros; they add up to 1, because the greatest probability takes the rest."""
    lists: list[list[dict[Move, Fraction]]] = [[] for _ in arrays.nodes]
    for place, _, variables in arrays.slots:
        own = {arrays.names[variable][2]: probabilities[variable] for variable in variables}
        most = max(own, key=own.__getitem__)
        own[most] += 1 - sum(own.values())
        lists[place].append({move: share for move, share in own.items() if share})
    return [tuple(mixed) for mixed in lists]


def _rounded(probability: float | Fraction, epsilon: Fraction) -> Fraction:
    """Return a probability with a short binary denominator."""
    unit = 2 ** (GUARD_BITS + int(1 / epsilon).bit_length())
    return Fraction(round(Fraction(probability) * unit), unit)


def _short(number: fmpq, bits: int) -> fmpq:
    return to_flint(Fraction(round(to_fraction(number) * 2**bits), 2**bits))
