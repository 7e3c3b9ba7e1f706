"""Check answers about tables: equilibria of every kind, dominance, guarantees, commitment and stability.

Strategies and players are counted from 0, in messages from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any, TypeAlias

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.verify.errors import is_distribution, require, require_exact


def check_nash(
    row_payoffs: Sequence[Sequence[Fraction]],
    column_payoffs: Sequence[Sequence[Fraction]],
    row: Sequence[Fraction],
    column: Sequence[Fraction],
) -> tuple[Fraction, Fraction]:
    """Return the expected payoffs of both players in a Nash equilibrium of a two-player game.

    The certificate is the two mixed strategies. It suffices that no player gains by a pure strategy: the payoff of a
    mixed strategy is an average of those of pure strategies, so none is greater than the best of them (Nash 1951).
    Cost: one product for each payoff against a strategy of positive probability.

    Parameters
    ----------
    row_payoffs, column_payoffs : sequence of rows
        The payoffs of the row player and of the column player, of the same shape (m, n).
    row, column : sequence of Fraction
        The m and the n probabilities of the mixed strategies.

    Returns
    -------
    tuple of Fraction
        The expected payoffs of the row player and of the column player.

    Raises
    ------
    CertificateError
        If the payoffs are not two matrices of one shape, if a mixed strategy is not a probability distribution, if a
        payoff is not exact, or if a player gains by a pure strategy.

    References
    ----------
    J. F. Nash, Non-cooperative games, Annals of Mathematics 54 (1951).

    Examples
    --------
    >>> half, pennies = Fraction(1, 2), [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> opposite = [[-payoff for payoff in line] for line in pennies]
    >>> check_nash(pennies, opposite, (half, half), (half, half))
    (Fraction(0, 1), Fraction(0, 1))
    >>> check_nash(pennies, opposite, (Fraction(1), Fraction(0)), (half, half))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: column 1 gets 1, more than 0
    """
    _require_same_shape(row_payoffs, column_payoffs)
    for name, mixed, size in (("row", row, len(row_payoffs)), ("column", column, len(row_payoffs[0]))):
        sound = len(mixed) == size and is_distribution(mixed)
        require(sound, "{}: {} is no probability distribution on {} strategies", name, mixed, size)
    require_exact(payoff for matrix in (row_payoffs, column_payoffs) for line in matrix for payoff in line)
    by_row = [_expected_payoff(column, line) for line in row_payoffs]
    by_column = [_expected_payoff(row, line) for line in zip(*column_payoffs, strict=True)]
    attained = _expected_payoff(row, by_row), _expected_payoff(column, by_column)
    for name, alternatives, payoff in (("row", by_row, attained[0]), ("column", by_column, attained[1])):
        best = max(alternatives)
        require(best <= payoff, "{} {} gets {}, more than {}", name, alternatives.index(best), best, payoff)
    return attained


def _require_same_shape(*matrices: Sequence[Sequence[Fraction]]) -> None:
    """Check that both players have payoffs for the same rows and columns, and at least one of each."""
    shapes = [[len(line) for line in payoffs] for payoffs in matrices]
    same = shapes[0] == shapes[1] and len(set(shapes[0])) == 1 and shapes[0][0] > 0
    require(same, "the payoffs are not two matrices of one shape: rows of {} and of {} payoffs", *shapes)


def _expected_payoff(mixed: Sequence[Fraction], payoffs: Sequence[Fraction]) -> Fraction:
    """Return the expected payoff, given that of each pure strategy."""
    return sum((p * payoff for p, payoff in zip(mixed, payoffs, strict=True) if p), Fraction(0))


def bracket_matrix_value(
    payoffs: Sequence[Sequence[fmpq]], row: Mapping[int, fmpq], column: Mapping[int, fmpq]
) -> tuple[fmpq, fmpq]:
    """Return a lower and an upper bound on the value of a zero-sum matrix game.

    The certificate is the two mixed strategies. The row player gets at least the least expected payoff of `row` over
    all columns, and at most the greatest expected payoff of `column` over all rows. The value lies between (von Neumann
    1928); if the bounds are equal, both strategies are optimal. Cost: one product for each entry of a row or a column
    of positive probability.

    Parameters
    ----------
    payoffs : sequence of rows
        The payoffs of the row player, of shape (m, n).
    row, column : mapping
        The probability of each row, and of each column, that is played.

    Returns
    -------
    tuple of fmpq
        The bound that `row` guarantees, and the one that `column` guarantees.

    Raises
    ------
    CertificateError
        If a mixed strategy is no probability distribution on rows or columns of the matrix, or if rows differ in
        length.

    References
    ----------
    J. von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100 (1928).

    Examples
    --------
    >>> half = fmpq(1, 2)
    >>> pennies = [[fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(1)]]
    >>> bracket_matrix_value(pennies, {0: half, 1: half}, {0: half, 1: half})
    (0, 0)
    >>> bracket_matrix_value(pennies, {0: half, 1: half}, {0: half})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: column: {0: 1/2} is no probability distribution on 2 moves
    """
    # a longer row would have columns that the first row does not have
    require(len({len(line) for line in payoffs}) == 1, "the rows of the matrix differ in length")
    for name, mixed, size in (("row", row, len(payoffs)), ("column", column, len(payoffs[0]))):
        sound = is_distribution(mixed.values()) and set(mixed) <= set(range(size))
        require(sound, "{}: {} is no probability distribution on {} moves", name, mixed, size)
    lower = extreme_expectation(row.values(), [[payoffs[i][j] for i in row] for j in range(len(payoffs[0]))], min)
    upper = extreme_expectation(column.values(), [[line[j] for j in column] for line in payoffs], max)
    return lower, upper


def extreme_expectation(
    probabilities: Iterable[fmpq], replies: Sequence[Sequence[fmpq]], extreme: Callable[..., Any]
) -> fmpq:
    """Return the least or the greatest expected payoff over the replies to a mixed strategy.

    Intervals of 128 bits rule out most replies; the others are compared exactly.

    Parameters
    ----------
    probabilities : iterable of fmpq
        The probability of each move of the mixed strategy.
    replies : sequence of sequences
        For each reply, its payoff against each of these moves.
    extreme : callable
        `min` or `max`.

    Returns
    -------
    fmpq
        The exact expected payoff of the extreme reply.

    Examples
    --------
    >>> extreme_expectation([fmpq(1, 2), fmpq(1, 2)], [[fmpq(1), fmpq(-1)], [fmpq(1), fmpq(1)]], min)
    0
    """
    weights = list(probabilities)
    if len(weights) == 1:  # as in most positions of a large game
        return weights[0] * fmpq(extreme(payoff for (payoff,) in replies))
    mixed, matrix = fmpq_mat([weights]), fmpq_mat(list(map(list, replies)))
    with ctx.workprec(128):
        expected = (arb_mat(matrix) * arb_mat(mixed.transpose())).entries()
        leading = extreme(expected, key=arb.mid)
        # a reply whose interval does not meet the leading one cannot be the extreme reply
        rest = [reply for reply, interval in zip(replies, expected, strict=True) if interval.overlaps(leading)]
    found: fmpq = extreme((fmpq_mat(list(map(list, rest))) * mixed.transpose()).entries())
    return found


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


Deviation: TypeAlias = tuple[int, int | None, int]  # player, recommended strategy or None for each, other strategy


def check_correlated(
    game: NormalForm,
    distribution: Mapping[Profile, Fraction],
    weights: Sequence[Fraction],
    multipliers: Mapping[Deviation, Fraction],
    coarse: bool = False,
) -> Fraction:
    """Return the greatest weighted sum of expected payoffs in a correlated equilibrium.

    The certificate is a distribution of profiles and multipliers. The distribution is an equilibrium if no player gains
    by another strategy in place of a recommended one (Aumann 1974), or in a coarse one by another strategy before the
    recommendation (Moulin and Vial 1978). No equilibrium is better: let each profile have its weighted sum minus the
    gains of the deviations, each times its multiplier. In an equilibrium the expected gains are not positive, so its
    value is at most the greatest of these numbers. Cost: the deviations, for each profile.

    Parameters
    ----------
    game : NormalForm
        The table.
    distribution : mapping
        The probability of each profile that can be recommended: a strategy of each player, counted from 0.
    weights : sequence of Fraction
        The weight of the payoff of each player.
    multipliers : mapping
        Numbers that are not negative, by player, recommended strategy and other strategy. In a coarse equilibrium the
        recommended strategy is None.
    coarse : bool
        Whether the equilibrium is a coarse one.

    Returns
    -------
    Fraction
        The weighted sum, which is the greatest of all such equilibria.

    Raises
    ------
    CertificateError
        If the distribution is none, if a player gains by a deviation, or if the multipliers do not prove the value.

    References
    ----------
    R. J. Aumann, Subjectivity and correlation in randomized strategies, Journal of Mathematical Economics 1 (1974).
    H. Moulin and J.-P. Vial, Strategically zero-sum games, International Journal of Game Theory 7 (1978).

    Examples
    --------
    >>> lonely = NormalForm.from_payoffs([[1], [3]], [[0], [0]])
    >>> check_correlated(lonely, {(1, 0): Fraction(1)}, [Fraction(1), Fraction(0)], {})
    Fraction(3, 1)
    >>> check_correlated(lonely, {(0, 0): Fraction(1)}, [Fraction(1), Fraction(0)], {})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gains 2 by strategy 2
    """
    payoffs = game.cells()
    require_exact(number for numbers in (weights, multipliers.values(), *payoffs.values()) for number in numbers)
    sound = is_distribution(distribution.values()) and set(distribution) <= set(payoffs)
    require(sound, "{} is no distribution of profiles", distribution)
    _check_deviations(game, payoffs, distribution, coarse)
    require(len(weights) == len(game.players), "{} weights for {} players", len(weights), len(game.players))
    sums = {each: sum((w * p for w, p in zip(weights, own, strict=True)), Fraction(0)) for each, own in payoffs.items()}
    value = sum((sums[profile] * p for profile, p in distribution.items()), Fraction(0))
    _check_bound(game, payoffs, {each: value - own for each, own in sums.items()}, multipliers, coarse)
    return value


def _deviations(game: NormalForm, coarse: bool) -> list[Deviation]:
    sizes = enumerate(len(names) for names in game.strategies)
    return [(who, each, b) for who, n in sizes for each in ([None] if coarse else range(n)) for b in range(n)]


def _gain(payoffs: Mapping[Profile, Sequence[Fraction]], profile: Profile, deviation: Deviation) -> Fraction:
    """Return what a player gains in a profile by a deviation; nothing if another strategy is recommended."""
    player, recommended, other = deviation
    if recommended not in (None, profile[player]):
        return Fraction(0)
    changed = (*profile[:player], other, *profile[player + 1 :])
    return payoffs[changed][player] - payoffs[profile][player]


def _check_deviations(
    game: NormalForm,
    payoffs: Mapping[Profile, Sequence[Fraction]],
    distribution: Mapping[Profile, Fraction],
    coarse: bool,
) -> None:
    for deviation in _deviations(game, coarse):
        gain = sum(p * _gain(payoffs, profile, deviation) for profile, p in distribution.items())
        require(gain <= 0, "player {} gains {} by strategy {}", deviation[0] + 1, gain, deviation[2] + 1)


def _check_bound(
    game: NormalForm,
    payoffs: Mapping[Profile, Sequence[Fraction]],
    losses: Mapping[Profile, Fraction],
    multipliers: Mapping[Deviation, Fraction],
    coarse: bool,
) -> None:
    """Check that no profile exceeds the value by more than its deviations pay, each times its multiplier."""
    require(set(multipliers) <= set(_deviations(game, coarse)), "a multiplier belongs to no deviation")
    require(min(multipliers.values(), default=Fraction(0)) >= 0, "a multiplier is negative")
    for profile, loss in losses.items():
        paid = sum((m * _gain(payoffs, profile, each) for each, m in multipliers.items()), Fraction(0))
        require(loss + paid >= 0, "the multipliers do not bound profile {} by the value", profile)


Strategy: TypeAlias = tuple[int, int]  # player and strategy
Left: TypeAlias = list[set[int]]
Payoffs: TypeAlias = Mapping[Profile, Sequence[Fraction]]


def check_dominance(
    game: NormalForm,
    rounds: Sequence[Mapping[Strategy, Mapping[int, Fraction]]],
    beliefs: Mapping[Strategy, Mapping[Profile, Fraction]],
    weak: bool = False,
) -> tuple[tuple[int, ...], ...]:
    """Return the strategies of each player that are left when no strategy is dominated any more.

    The certificate has, for each round, a mixed strategy for each strategy that it dominates: it gets more against all
    strategies that the others have left. For weak dominance it never gets less, and somewhere more. For each strategy
    that is left there is a belief to which it is a best reply, so that nothing dominates it; for weak dominance one
    in which all that is left has a positive probability (Pearce 1984). Cost: the profiles, for each strategy.

    Parameters
    ----------
    game : NormalForm
        The table.
    rounds : sequence of mappings
        For each round, by player and strategy, counted from 0, the probabilities of the strategies that dominate it.
    beliefs : mapping
        By player and strategy that is left, the probability of each profile of the others.
    weak : bool
        Whether weak dominance suffices.

    Returns
    -------
    tuple of tuples
        For each player the strategies that are left.

    Raises
    ------
    CertificateError
        If a strategy is not dominated, or one that is left is not the best reply to its belief.

    References
    ----------
    D. G. Pearce, Rationalizable strategic behavior and the problem of perfection, Econometrica 52 (1984).

    Examples
    --------
    >>> dilemma, one = NormalForm.from_payoffs([[2, 0], [3, 1]], [[2, 3], [0, 1]]), Fraction(1)
    >>> silent, betray = [{(0, 0): {1: one}, (1, 0): {1: one}}], {(0, 1): {(1,): one}, (1, 1): {(1,): one}}
    >>> check_dominance(dilemma, silent, betray)
    ((1,), (1,))
    >>> check_dominance(dilemma, [{(0, 1): {0: one}}], betray)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: strategy 2 of player 1 is not dominated
    """
    payoffs = game.cells()
    require_exact(payoff for own in payoffs.values() for payoff in own)
    left = [set(range(len(names))) for names in game.strategies]
    for dominated in rounds:
        for key, mixture in dominated.items():
            _check_dominated(payoffs, left, key, mixture, weak)
        left = [own - {each for who, each in dominated if who == player} for player, own in enumerate(left)]
    due = {(player, each) for player, own in enumerate(left) for each in own}
    require(due == set(beliefs), "the beliefs are not those of the strategies that are left")
    for key, belief in beliefs.items():
        _check_best_reply(payoffs, left, key, belief, weak)
    return tuple(tuple(sorted(own)) for own in left)


def _others(left: Left, player: int) -> set[Profile]:
    return set(product(*(left[:player] + left[player + 1 :])))


def _payoff(payoffs: Payoffs, key: Strategy, others: Profile) -> Fraction:
    player, strategy = key
    return payoffs[(*others[:player], strategy, *others[player:])][player]


def _check_dominated(payoffs: Payoffs, left: Left, key: Strategy, mixture: Mapping[int, Fraction], weak: bool) -> None:
    player, strategy = key
    sound = is_distribution(mixture.values()) and {strategy, *mixture} <= left[player]
    require(sound, "{} is no mixture of the strategies that player {} has left", mixture, player + 1)
    gains = []
    for others in _others(left, player):
        mixed = sum(p * _payoff(payoffs, (player, each), others) for each, p in mixture.items())
        gains.append(mixed - _payoff(payoffs, key, others))
    dominated = min(gains) > 0 or (weak and min(gains) == 0 < max(gains))
    require(dominated, "strategy {} of player {} is not dominated", strategy + 1, player + 1)


def _check_best_reply(
    payoffs: Payoffs, left: Left, key: Strategy, belief: Mapping[Profile, Fraction], weak: bool
) -> None:
    player, strategy = key
    others = _others(left, player)
    sound = is_distribution(belief.values()) and set(belief) <= others
    require(sound, "{} is no distribution of the others' strategies", belief)
    require(not weak or sum(p > 0 for p in belief.values()) == len(others), "a belief excludes a profile")
    for other in left[player]:
        gain = sum(p * (_payoff(payoffs, (player, other), o) - _payoff(payoffs, key, o)) for o, p in belief.items())
        require(gain <= 0, "strategy {} of player {} is no best reply", strategy + 1, player + 1)


def check_maximin(
    game: NormalForm, player: int, mixed: Mapping[int, Fraction], against: Mapping[Profile, Fraction]
) -> tuple[Fraction, tuple[int, ...], Fraction]:
    """Return the greatest guarantee of a pure strategy, the strategies that have it, and that of a mixed strategy.

    The certificate is a mixed strategy and a distribution of the others' profiles: what the first guarantees is what no
    strategy exceeds against the second (von Neumann 1928). Cost: the cells of the table.

    Parameters
    ----------
    game : NormalForm
        The table.
    player : int
        The player, counted from 0.
    mixed : mapping
        The probability of each own strategy.
    against : mapping
        The probability of each profile of the others.

    Returns
    -------
    tuple
        The pure maximin value, all pure maximin strategies, and the mixed maximin value.

    Raises
    ------
    CertificateError
        If a distribution is none, or the two do not prove each other optimal.

    References
    ----------
    J. von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100 (1928).

    Examples
    --------
    >>> half, pennies = Fraction(1, 2), NormalForm.from_payoffs([[1, -1], [-1, 1]])
    >>> check_maximin(pennies, 0, {0: half, 1: half}, {(0,): half, (1,): half})
    (Fraction(-1, 1), (0, 1), Fraction(0, 1))
    >>> check_maximin(pennies, 0, {0: Fraction(1)}, {(0,): half, (1,): half})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the strategy guarantees -1, and 0 is possible
    """
    cells = game.cells()
    require_exact(number for numbers in (mixed.values(), against.values(), *cells.values()) for number in numbers)
    ranges = [range(len(names)) for names in game.strategies]
    others = [*product(*(ranges[:player] + ranges[player + 1 :]))]
    require(set(against) <= set(others), "{} are no strategies of the others", against)
    rows = [[cells[(*each[:player], own, *each[player:])][player] for each in others] for own in ranges[player]]
    matrix, column = [[*map(to_flint, row)] for row in rows], {others.index(o): to_flint(p) for o, p in against.items()}
    low, high = bracket_matrix_value(matrix, {own: to_flint(p) for own, p in mixed.items()}, column)
    require(low == high, "the strategy guarantees {}, and {} is possible", low, high)
    pure = [min(row) for row in rows]
    return max(pure), tuple(own for own, least in enumerate(pure) if least == max(pure)), to_fraction(low)


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
        _check_multipliers(cells, reply, multipliers, found[reply][0] if reply in found else None)
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


def _check_multipliers(cells: Cells, reply: int, multipliers: Mapping[int, Fraction], bound: Fraction | None) -> None:
    """Check that no commitment to which the reply is a best one gets more; without a bound, that there is none."""
    require_exact(multipliers.values())
    require(min(multipliers.values(), default=Fraction(0)) >= 0, "a multiplier is negative")
    require({(0, other) for other in multipliers} <= set(cells), "a multiplier belongs to no reply")
    for (own, _), (payoff, follower) in ((key, cell) for key, cell in cells.items() if key[1] == reply):
        paid = sum((m * (cells[own, other][1] - follower) for other, m in multipliers.items()), Fraction(0))
        sound = paid >= 1 if bound is None else payoff - paid <= bound
        require(sound, "the multipliers of reply {} do not bound strategy {} of the leader", reply + 1, own + 1)


def check_stable(payoffs: Sequence[Sequence[Fraction]], strategy: Sequence[Fraction]) -> Fraction:
    """Return the payoff of an evolutionarily stable strategy against itself (Maynard Smith and Price 1973).

    It is a best reply to itself, and a quadratic form is positive on the directions to the other best replies (Haigh
    1975). Along the support all leading minors are positive (Sylvester). What remains for the other best replies is
    strictly copositive: each principal submatrix has a positive determinant if all cofactors of its last row are
    positive (Keller; Hadeler 1983). Cost: the determinants of all subsets of the best replies.

    Parameters
    ----------
    payoffs : sequence of rows
        The payoffs of a strategy against each other one, the same for both players.
    strategy : sequence of Fraction
        The probability of each strategy.

    Returns
    -------
    Fraction
        The payoff.

    Raises
    ------
    CertificateError
        If the strategy is not the best reply to itself, or a mutant invades.

    References
    ----------
    J. Haigh, Game theory and evolution, Advances in Applied Probability 7 (1975). K. P. Hadeler, On copositive
    matrices, Linear Algebra and its Applications 49 (1983).

    Examples
    --------
    >>> hawk_dove, half = [[-1, 4], [0, 2]], Fraction(1, 2)
    >>> check_stable([[Fraction(each) for each in row] for row in hawk_dove], [half * 4 / 3, half * 2 / 3])
    Fraction(2, 3)
    >>> check_stable([[Fraction(each) for each in row] for row in hawk_dove], [Fraction(0), Fraction(1)])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: row 0 gets 4, more than 2
    """
    value, _ = check_nash(payoffs, [*map(list, zip(*payoffs, strict=True))], strategy, strategy)
    gets = [sum(p * each for p, each in zip(strategy, row, strict=True)) for row in payoffs]
    *support, last = [each for each, p in enumerate(strategy) if p]
    others = [each for each, p in enumerate(strategy) if not p and gets[each] == value]
    form, along = _form(payoffs, [*support, *others], last), [*range(len(support))]
    require(all(_minor(form, along[:n], along[:n]) > 0 for n in range(1, len(along) + 1)), "a mutant invades")
    for subset in chain.from_iterable(combinations(range(len(others)), n) for n in range(1, len(others) + 1)):
        rest = [len(along) + each for each in subset]
        cofactors = [_cofactor(form, along, rest, place) for place in range(len(rest))]
        sound = min(cofactors) <= 0 or _minor(form, along + rest, along + rest) > 0
        require(sound, "a mutant invades that uses {}", [others[each] for each in subset])
    return value


def _form(payoffs: Sequence[Sequence[Fraction]], places: Sequence[int], last: int) -> list[list[fmpq]]:
    """Return what moves from the last strategy to two others lose together."""

    def gain(i: int, j: int) -> Fraction:
        return payoffs[i][j] - payoffs[i][last] - payoffs[last][j] + payoffs[last][last]

    return [[to_flint(-gain(i, j) - gain(j, i)) for j in places] for i in places]


def _minor(form: Sequence[Sequence[fmpq]], rows: Sequence[int], columns: Sequence[int]) -> fmpq:
    return fmpq_mat([[form[row][column] for column in columns] for row in rows]).det() if rows else fmpq(1)


def _cofactor(form: Sequence[Sequence[fmpq]], along: list[int], rest: list[int], place: int) -> fmpq:
    """Return a cofactor of the last row, after elimination of the directions along the support."""
    sign = -1 if (len(rest) - 1 + place) % 2 else 1
    return sign * _minor(form, along + rest[:-1], along + rest[:place] + rest[place + 1 :])


def check_invasion(
    payoffs: Sequence[Sequence[Fraction]], strategy: Sequence[Fraction], mutant: Sequence[Fraction]
) -> Fraction:
    """Return by how much a mutant gets more against itself than the strategy gets against it; 0 suffices.

    Parameters
    ----------
    payoffs : sequence of rows
        The payoffs of a strategy against each other one.
    strategy, mutant : sequence of Fraction
        The strategy of a symmetric equilibrium, and another best reply to it.

    Returns
    -------
    Fraction
        The difference.

    Raises
    ------
    CertificateError
        If the strategy is no best reply to itself, or the mutant is no other best reply or gets less.

    Examples
    --------
    >>> same = [[Fraction(1)] * 2] * 2
    >>> check_invasion(same, [1, 0], [0, 1])
    Fraction(0, 1)
    >>> check_invasion([[Fraction(1), Fraction(1)], [Fraction(1), Fraction(0)]], [1, 0], [0, 1])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the mutant gets 0 against itself, the strategy 1
    """
    value, _ = check_nash(payoffs, [*map(list, zip(*payoffs, strict=True))], strategy, strategy)
    sound = len(mutant) == len(strategy) and is_distribution(mutant) and [*mutant] != [*strategy]
    require(sound, "{} is no other strategy", mutant)
    first = _expected_against(payoffs, mutant, strategy)
    require(first == value, "the mutant gets {} against the strategy, less than {}", first, value)
    own, against = _expected_against(payoffs, mutant, mutant), _expected_against(payoffs, strategy, mutant)
    require(own >= against, "the mutant gets {} against itself, the strategy {}", own, against)
    return own - against


def _expected_against(
    payoffs: Sequence[Sequence[Fraction]], one: Sequence[Fraction], other: Sequence[Fraction]
) -> Fraction:
    return sum((p * q * payoffs[i][j] for i, p in enumerate(one) for j, q in enumerate(other)), Fraction(0))
