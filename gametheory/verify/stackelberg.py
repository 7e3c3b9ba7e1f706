"""Check the best mixed strategy that a leader can commit to in a table of two players."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from gametheory.model.normal_form import NormalForm
from gametheory.verify.errors import require, require_exact
from gametheory.verify.mixed import is_distribution

Cell: TypeAlias = tuple[Fraction, Fraction]  # the payoffs of the leader and of the follower
Cells: TypeAlias = Mapping[tuple[int, int], Cell]  # by the strategies of the leader and of the follower
Program: TypeAlias = tuple[Mapping[int, Fraction], Mapping[int, Fraction]]


def check_stackelberg(game: NormalForm, leader: int, programs: Mapping[int, Program]) -> dict[int, Cell]:
    """Return for each reply of a follower the best payoff of a leader who commits, and then that of the follower.

    The certificate has for each reply a commitment to which it is a best one, and multipliers of the follower's gains
    by other replies. As a best reply has no gains, the leader gets at most the greatest of these numbers: for each
    strategy the leader's payoff minus the gains, each times its multiplier. If there is no such commitment, the gains
    times the multipliers are at least 1 everywhere (Farkas' lemma). Cost: the cells, for each reply.

    Parameters
    ----------
    game : NormalForm
        A table of two players.
    leader : int
        The player who commits, 0 or 1.
    programs : mapping
        For each reply, counted from 0, the probability of each strategy of the leader, and the multiplier of each other
        reply. No probabilities mean that the reply is never a best one.

    Returns
    -------
    dict
        By reply, the payoffs of the leader and of the follower; without the replies that are never best ones.

    Raises
    ------
    CertificateError
        If a reply is no best one, or the multipliers do not prove that no commitment gets more.

    References
    ----------
    V. Conitzer and T. Sandholm, Computing the optimal strategy to commit to, EC (2006).

    Examples
    --------
    >>> quantity, one = NormalForm.from_payoffs([[2, 4], [1, 3]], [[1, 0], [0, 1]]), Fraction(1)
    >>> half = {0: one / 2, 1: one / 2}
    >>> check_stackelberg(quantity, 0, {0: ({0: one}, {}), 1: (half, {0: one / 2})})[1]
    (Fraction(7, 2), Fraction(1, 2))
    >>> check_stackelberg(quantity, 0, {0: ({0: one}, {}), 1: ({0: one}, {0: one / 2})})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the follower gets 1 by another reply, more than 0
    """
    require(len(game.players) == 2 and leader in (0, 1), "{} players; a leader and a follower are 2", len(game.players))
    cells = {
        (profile[leader], profile[1 - leader]): (payoffs[leader], payoffs[1 - leader])
        for profile, payoffs in game.cells().items()
    }
    require_exact(number for pair in cells.values() for number in pair)
    require({reply for _, reply in cells} == set(programs), "the programs are not those of the replies")
    found = {reply: _attained(cells, mixed, reply) for reply, (mixed, _) in programs.items() if mixed}
    for reply, (_, multipliers) in programs.items():
        _check_bound(cells, reply, multipliers, found[reply][0] if reply in found else None)
    return found


def _attained(cells: Cells, mixed: Mapping[int, Fraction], reply: int) -> Cell:
    """Return the payoffs for a commitment, after checking that the reply is a best one."""
    require(is_distribution(mixed.values()) and set(mixed) <= {own for own, _ in cells}, "{} is no strategy", mixed)
    values = {other: _payoffs(cells, mixed, other) for _, other in cells}
    best = max(follower for _, follower in values.values())
    require(values[reply][1] == best, "the follower gets {} by another reply, more than {}", best, values[reply][1])
    return values[reply]


def _payoffs(cells: Cells, mixed: Mapping[int, Fraction], reply: int) -> Cell:
    pairs = [[p * number for number in cells[own, reply]] for own, p in mixed.items()]
    first, second = (sum(column, Fraction(0)) for column in zip(*pairs, strict=True))
    return first, second


def _check_bound(cells: Cells, reply: int, multipliers: Mapping[int, Fraction], bound: Fraction | None) -> None:
    """Check that no commitment to which the reply is a best one gets more; without a bound, that there is none."""
    require_exact(multipliers.values())
    require(min(multipliers.values(), default=Fraction(0)) >= 0, "a multiplier is negative")
    require({(0, other) for other in multipliers} <= set(cells), "a multiplier belongs to no reply")
    for (own, _), (payoff, follower) in ((key, cell) for key, cell in cells.items() if key[1] == reply):
        paid = sum((m * (cells[own, other][1] - follower) for other, m in multipliers.items()), Fraction(0))
        sound = paid >= 1 if bound is None else payoff - paid <= bound
        require(sound, "the multipliers of reply {} do not bound strategy {} of the leader", reply + 1, own + 1)
