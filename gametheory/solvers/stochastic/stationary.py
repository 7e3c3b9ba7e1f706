"""Equilibria in pure stationary strategies of one strongly connected component, by best responses."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from gametheory.solvers.markov_chain import chain_values
from gametheory.solvers.markov_decision import solve_moves
from gametheory.solvers.stochastic.component import Component
from gametheory.solvers.stochastic.stage import NoEquilibriumFound

Profile: TypeAlias = list[int]  # the number of a joint move for each position
MAX_PROFILES = 1_000
PROFILES_FOR_EACH_START = 50  # 20 searches, unless a limit is given
ROUNDS_FOR_EACH_PROFILE = 5


def pure_stationary_equilibrium(component: Component, limit: int | None = None) -> Profile:
    """Return a joint move for each position, by its number: no player gains by any other strategy, from any position.

    Each player in turn replaces the strategy by a best response, a Markov decision process, until no player gains. This
    can cycle, so it starts several times, at last from each of up to 1,000 profiles. Such an equilibrium need not
    exist. Cost: a Markov decision process for each player and round.
    """
    number = prod(len(component.rows.moves(node)) for node in range(len(component)))
    most = max(MAX_PROFILES, limit or 0)
    seen: set[tuple[int, ...]] = set()
    for start in _starts(component, number, most):
        profile = list(start)
        # the search goes on from a profile always in the same way, and a profile that it has left is no equilibrium
        while (moves := tuple(profile)) not in seen and len(seen) < ROUNDS_FOR_EACH_PROFILE * most:
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
    place = component.positions[0]
    raise NoEquilibriumFound(
        f"play can cycle through {place}, and an equilibrium in stationary strategies is needed: {every}"
    )


def _starts(component: Component, number: int, most: int) -> Iterator[Sequence[int]]:
    """Yield the profiles from which the search starts: all, if there are at most `most`."""
    lists = [component.rows.moves(node) for node in range(len(component))]
    yield [moves[0] for moves in lists]
    if number <= most:
        yield from product(*lists)
        return
    draw = random.Random(number)
    for _ in range(most // PROFILES_FOR_EACH_START - 1):
        yield [draw.choice(moves) for moves in lists]


def _improve(component: Component, profile: Profile, player: int) -> bool:
    """Replace the strategy of a player by a best response if that gains something; return whether it does."""
    outside, places = component.outside[player], dict(enumerate(profile))
    now = chain_values({node: component.rows.steps(move) for node, move in places.items()}, outside)
    options = {node: component.choices(node, move, player) for node, move in places.items()}
    best, policy = solve_moves(component.rows, options, outside, places)
    if all(best[node] == value for node, value in now.items()):
        return False
    profile[:] = [policy[node] for node in places]
    return True
