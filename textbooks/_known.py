"""A claim about a game of the catalogue: its statement and its source are those of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gametheory import nash, solve
from gametheory.claims import Verdict, claim
from gametheory.claims.declare import Claim
from gametheory.games.catalogue import entry

HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)


def known_value(name: str) -> Callable[[Callable[..., Verdict]], Claim]:
    """Declare the claim that the known value of a game is right."""
    game = entry(name)
    return claim(name, game.value, game.source)


def wins(game: Any, player: str) -> bool:
    """Return whether a player can force a win of a game of two."""
    return solve(game).payoffs[player] == 1


def payoffs(game: Any) -> Any:
    """Return the payoffs of the players by backward induction, as a tuple."""
    return tuple(solve(game).payoffs.values())


def equilibrium_payoffs(game: Any) -> Any:
    """Return the payoffs of all extreme equilibria, as a set."""
    return {equilibrium.payoffs for equilibrium in nash(game).equilibria}


def probability(game: Any, outcome: str) -> Any:
    """Return the probability of an outcome, if all play as well as they can."""
    facts: Any = solve(game).outcomes[outcome]
    return facts.probability
