"""Check that a list has all equilibria of a table in pure strategies, and no others."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TypeAlias

from gametheory.model.normal_form import NormalForm
from gametheory.verify.errors import require, require_exact

Profile: TypeAlias = tuple[int, ...]


def check_pure_equilibria(game: NormalForm, profiles: Collection[tuple[int, ...]]) -> None:
    """Check that some profiles are all Nash equilibria of a table in pure strategies.

    The payoff of each player has to be the greatest against the same strategies of the others. Cost: the cells of the
    table, times the square of the players.

    Parameters
    ----------
    game : NormalForm
        The table.
    profiles : collection of tuples
        A strategy of each player, counted from 0.

    Raises
    ------
    CertificateError
        If a player gains in one of the profiles, if one is missing, or if a payoff is not exact.

    Examples
    --------
    >>> same = NormalForm.from_payoffs([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    >>> check_pure_equilibria(same, [(0, 0), (1, 1)])
    >>> check_pure_equilibria(same, [(0, 0)])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the equilibrium (1, 1) is missing
    """
    cells, listed = game.cells(), set(profiles)
    require_exact(payoff for payoffs in cells.values() for payoff in payoffs)
    require(listed <= set(cells), "{} has profiles that the table does not have", profiles)
    best: dict[tuple[int, Profile], Fraction] = {}
    for profile, payoffs in cells.items():
        for row, payoff in zip(_rows(profile), payoffs, strict=True):
            best[row] = max(payoff, best.get(row, payoff))
    for profile, payoffs in cells.items():
        gains = any(best[row] > payoff for row, payoff in zip(_rows(profile), payoffs, strict=True))
        wrong = "a player gains in {}" if gains else "the equilibrium {} is missing"
        require(gains != (profile in listed), wrong, profile)


def _rows(profile: Profile) -> list[tuple[int, Profile]]:
    """Return each player with the strategies of the others, against which the player chooses."""
    return [(who, profile[:who] + profile[who + 1 :]) for who in range(len(profile))]
