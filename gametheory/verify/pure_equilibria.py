"""Check that a list has all equilibria of a table in pure strategies, and no others."""

from __future__ import annotations

from collections.abc import Collection

from gametheory.model.normal_form import NormalForm
from gametheory.verify.errors import require, require_exact


def check_pure_equilibria(game: NormalForm, profiles: Collection[tuple[int, ...]]) -> None:
    """Check that some profiles are all Nash equilibria of a table in pure strategies.

    Cost: the cells of the table, times the strategies of all players.

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
    cells = game.cells()
    require_exact(payoff for payoffs in cells.values() for payoff in payoffs)
    require(set(profiles) <= set(cells), "{} has profiles that the table does not have", profiles)
    for profile, payoffs in cells.items():
        others = [
            (who, cells[(*profile[:who], other, *profile[who + 1 :])][who])
            for who, names in enumerate(game.strategies)
            for other in range(len(names))
        ]
        gains = any(payoff > payoffs[who] for who, payoff in others)
        wrong = "a player gains in {}" if gains else "the equilibrium {} is missing"
        require(gains != (profile in profiles), wrong, profile)
