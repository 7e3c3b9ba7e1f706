"""Equilibria in pure stationary strategies of one strongly connected component, by best responses."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq

from gametheory.model.game import Move
from gametheory.solvers.markov_chain.values import Steps, chain_values
from gametheory.solvers.policy_iteration import solve_decisions
from gametheory.solvers.stochastic.stage import NoEquilibriumFound, deviations

Profile: TypeAlias = dict[Any, tuple[Move, ...]]
MAX_PROFILES = 1_000
PROFILES_FOR_EACH_START = 50  # 20 searches, unless a limit is given
ROUNDS_FOR_EACH_PROFILE = 5


class Component(NamedTuple):
    """The positions of a component, and what follows them.

    Parameters
    ----------
    joint : mapping
        For each position, each joint move with the probabilities of the next position.
    active : mapping
        For each position, the numbers of the active players, in the order of their moves.
    outside : sequence of dicts
        For each player, the values of the positions that can follow the component.
    """

    joint: Mapping[Any, Mapping[tuple[Move, ...], Steps]]
    active: Mapping[Any, Sequence[int]]
    outside: Sequence[dict[Any, fmpq]]


def pure_stationary_equilibrium(component: Component, limit: int | None = None) -> Profile:
    """Return one joint move for each position, from which no player gains by any other strategy, from any position.

    Each player in turn replaces the strategy by a best response, a Markov decision process, until no player gains. This
    can cycle, so it starts several times, at last from each of up to 1,000 profiles. Such an equilibrium need not
    exist. Cost: a Markov decision process for each player and round.

    Parameters
    ----------
    component : Component
        The component.
    limit : int, optional
        If it is more than 1,000: the profiles, in place of 1,000. Without all profiles there are 20 starts for each
        1,000, and best responses are tried in 5,000 profiles for each 1,000.

    Raises
    ------
    NoEquilibriumFound
        If no start leads to an equilibrium.

    Examples
    --------
    >>> stay, leave = {"on": fmpq(1)}, {"end": fmpq(1)}
    >>> component = Component({"on": {("stay",): stay, ("leave",): leave}}, {"on": (0,)}, [{"end": fmpq(1)}])
    >>> pure_stationary_equilibrium(component)
    {'on': ('leave',)}
    """
    number, most = prod(len(moves) for moves in component.joint.values()), max(MAX_PROFILES, limit or 0)
    seen: set[tuple[tuple[Move, ...], ...]] = set()
    for start in _starts(component, number, most):
        profile = dict(start)
        # the search goes on from a profile always in the same way, and a profile that it has left is no equilibrium
        while (moves := tuple(profile.values())) not in seen and len(seen) < ROUNDS_FOR_EACH_PROFILE * most:
            seen.add(moves)
            changed = [_improve(component, profile, player) for player in range(len(component.outside))]
            if not any(changed):
                return profile
    every = "there is no pure one"
    if number > most:
        every = (
            f"{most // PROFILES_FOR_EACH_START:,} searches found no pure one, "
            f"and --component-limit, in Python component_limit, above {most:,} allows more of them"
        )
    place = next(iter(component.joint))
    raise NoEquilibriumFound(
        f"play can cycle through {place}, and an equilibrium in stationary strategies is needed: {every}"
    )


def _starts(component: Component, number: int, most: int) -> Iterator[Profile]:
    """Yield the profiles from which the search starts: all, if there are at most `most`."""
    lists = {node: list(moves) for node, moves in component.joint.items()}
    yield {node: moves[0] for node, moves in lists.items()}
    if number <= most:
        yield from (dict(zip(lists, choice, strict=True)) for choice in product(*lists.values()))
        return
    draw = random.Random(number)
    for _ in range(most // PROFILES_FOR_EACH_START - 1):
        yield {node: draw.choice(moves) for node, moves in lists.items()}


def _improve(component: Component, profile: Profile, player: int) -> bool:
    """Replace the strategy of a player by a best response if that gains something; return whether it does."""
    outside = component.outside[player]
    now = chain_values({node: component.joint[node][moves] for node, moves in profile.items()}, outside)
    decisions = {node: _options(component, profile, player, node) for node in profile}
    best, policy = solve_decisions(decisions, outside, profile)
    if all(best[node] == value for node, value in now.items()):
        return False
    profile |= policy
    return True


def _options(component: Component, profile: Profile, player: int, node: Any) -> dict[tuple[Move, ...], Steps]:
    """Return the joint moves between which a player decides, the others being fixed."""
    joint, moves = component.joint[node], profile[node]
    if player not in component.active[node]:
        return {moves: joint[moves]}
    return {other: joint[other] for other in deviations(moves, component.active[node].index(player), joint)}
