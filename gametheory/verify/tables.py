"""Check answers about tables: equilibria of every kind, dominance, guarantees, commitment and stability.

Strategies and players are counted from 0, in most messages from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, product
from math import lcm
from operator import mul
from typing import Any, NamedTuple, TypeAlias

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import is_exact, to_flint, to_fraction
from gametheory.verify.errors import is_distribution, is_distribution_on, require, require_exact

Profile: TypeAlias = tuple[int, ...]  # a strategy of each player, or of each of the others
Payoffs: TypeAlias = Mapping[Profile, Sequence[Fraction]]
Strategy: TypeAlias = tuple[int, int]  # player and strategy
Remaining: TypeAlias = list[set[int]]  # the strategies of each player that are not eliminated
Cell: TypeAlias = tuple[Fraction, Fraction]  # the payoffs of the leader and of the follower
Cells: TypeAlias = Mapping[tuple[int, int], Cell]  # by the strategies of the leader and of the follower
Weights: TypeAlias = Mapping[int, Fraction]
Program: TypeAlias = tuple[Weights, Weights]  # of strategies of the leader, and of other replies
Deviation: TypeAlias = tuple[int, int | None, int]  # player, recommended strategy or None for any, other strategy


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
    return check_pair(exact_table(row_payoffs, column_payoffs), row, column).payoffs


class PayoffLines(NamedTuple):
    """The payoffs of one player: for each of their strategies, integers times a factor over a common denominator."""

    numerators: list[list[int]]
    factors: list[int]
    denominator: int


class ExactTable(NamedTuple):
    """The payoffs of two players in integers: by rows of the row player, and by columns of the column player."""

    row: PayoffLines
    column: PayoffLines


class CheckedPair(NamedTuple):
    """The payoffs in an equilibrium, and for each player all strategies that are best replies."""

    payoffs: tuple[Fraction, Fraction]
    best_rows: list[int]
    best_columns: list[int]


def exact_table(row_payoffs: Sequence[Sequence[Fraction]], column_payoffs: Sequence[Sequence[Fraction]]) -> ExactTable:
    """Return a table in integers, in which `check_pair` checks many pairs of strategies.

    Parameters
    ----------
    row_payoffs, column_payoffs : sequence of rows
        The payoffs of both players, of the same shape (m, n).

    Returns
    -------
    ExactTable
        The same payoffs.

    Raises
    ------
    CertificateError
        If the payoffs are not two matrices of one shape, or if one is not exact.

    Examples
    --------
    >>> exact_table([[Fraction(1, 2), Fraction(2)]], [[Fraction(3), Fraction(1, 3)]]).column
    PayoffLines(numerators=[[3], [1]], factors=[3, 1], denominator=3)
    """
    require_same_shape(row_payoffs, column_payoffs)
    for line in chain(row_payoffs, column_payoffs):
        require_exact(line)
    return ExactTable(_payoff_lines(row_payoffs), _payoff_lines(zip(*column_payoffs, strict=True)))


def _payoff_lines(payoffs: Iterable[Sequence[Fraction]]) -> PayoffLines:
    lines = list(map(over_common_denominator, payoffs))
    common = lcm(*(denominator for _, denominator in lines))
    return PayoffLines([line for line, _ in lines], [common // denominator for _, denominator in lines], common)


def check_pair(table: ExactTable, row: Sequence[Fraction], column: Sequence[Fraction]) -> CheckedPair:
    """Return the expected payoffs and all best replies in a Nash equilibrium: what `check_nash` says of one pair.

    Parameters
    ----------
    table : ExactTable
        What `exact_table` returns.
    row, column : sequence of Fraction
        The m and the n probabilities of the mixed strategies.

    Returns
    -------
    CheckedPair
        The payoffs, and the strategies with the greatest payoff, counted from 0.

    Raises
    ------
    CertificateError
        If a mixed strategy is not a probability distribution, or if a player gains by a pure strategy.

    Examples
    --------
    >>> one, two = Fraction(1), Fraction(2)
    >>> check_pair(exact_table([[one, two]], [[two, two]]), [one], [one, 0 * one])
    CheckedPair(payoffs=(Fraction(1, 1), Fraction(2, 1)), best_rows=[0], best_columns=[0, 1])
    """
    mixed_row = _mixture("row", row, len(table.row.numerators))
    mixed_column = _mixture("column", column, len(table.column.numerators))
    row_payoff, best_rows = _best_replies("row", table.row, mixed_row, mixed_column)
    column_payoff, best_columns = _best_replies("column", table.column, mixed_column, mixed_row)
    return CheckedPair((row_payoff, column_payoff), best_rows, best_columns)


class Mixture(NamedTuple):
    """A mixed strategy: integers over a common denominator, which is their sum."""

    weights: list[int]
    total: int


def _mixture(name: str, mixed: Sequence[Fraction], size: int) -> Mixture:
    is_sound = len(mixed) == size and all(map(is_exact, mixed))
    if is_sound:
        # sums and comparisons of integers, since those of fractions look for common divisors
        mixture = Mixture(*over_common_denominator(mixed))
        is_sound = min(mixture.weights) >= 0 and sum(mixture.weights) == mixture.total
    require(is_sound, "{}: {} is no probability distribution on {} strategies", name, mixed, size)
    return mixture


def _best_replies(name: str, lines: PayoffLines, own: Mixture, other: Mixture) -> tuple[Fraction, list[int]]:
    """Return a player's payoff, after checking that it is the greatest one, and the pure strategies that attain it."""
    payoffs = []
    for line, factor in zip(lines.numerators, lines.factors, strict=True):
        payoffs.append(factor * sum(map(mul, line, other.weights)))
    best = max(payoffs)
    attained = sum(map(mul, payoffs, own.weights))
    denominator = other.total * lines.denominator
    greatest, average = Fraction(best, denominator), Fraction(attained, own.total * denominator)
    no_gain = best * own.total <= attained
    require(no_gain, "{} {} gets {}, more than {}", name, payoffs.index(best), greatest, average)
    return average, [place for place, payoff in enumerate(payoffs) if payoff == best]


def require_same_shape(*matrices: Sequence[Sequence[Fraction]]) -> None:
    """Check that both players have payoffs for the same rows and columns, and at least one of each.

    Parameters
    ----------
    *matrices : sequence of rows
        The payoffs of both players.

    Raises
    ------
    CertificateError
        If the shapes differ, or if there is nothing.

    Examples
    --------
    >>> require_same_shape([[1, 2]], [[3, 4]])
    """
    first, second = (list(map(len, payoffs)) for payoffs in matrices)
    same = first == second and len(set(first)) == 1 and first[0] > 0
    require(same, "the payoffs are not two matrices of one shape: rows of {} and of {} payoffs", first, second)


def _expected(weights: Iterable[Fraction], numbers: Iterable[Fraction]) -> Fraction:
    """Return the sum of the numbers, each times its weight."""
    weight_numerators, weight_denominator = over_common_denominator(weights)
    numerators, denominator = over_common_denominator(numbers)
    require(len(weight_numerators) == len(numerators), "weights and numbers differ in number")
    # one fraction at the end, since every sum of fractions looks for a common divisor
    products = map(mul, weight_numerators, numerators)
    return Fraction(sum(products), weight_denominator * denominator)


def over_common_denominator(numbers: Iterable[Fraction]) -> tuple[list[int], int]:
    """Return numerators over the least common denominator, and it.

    Parameters
    ----------
    numbers : iterable of Fraction
        The numbers.

    Returns
    -------
    tuple
        The numerators, and the denominator.

    Examples
    --------
    >>> over_common_denominator([Fraction(1, 2), Fraction(1, 3)])
    ([3, 2], 6)
    """
    listed = list(numbers)
    common = lcm(*(number.denominator for number in listed))
    return [number.numerator * (common // number.denominator) for number in listed], common


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
    require(len(set(map(len, payoffs))) == 1, "the rows of the matrix differ in length")
    columns = range(len(payoffs[0]))  # all replies count, whether the other player's strategy has them or not
    _require_mixed_moves("row", row, range(len(payoffs)))
    _require_mixed_moves("column", column, columns)
    by_column = []
    for reply in columns:
        by_column.append([payoffs[move][reply] for move in row])
    by_row = []
    for line in payoffs:
        by_row.append([line[move] for move in column])
    lower = extreme_expectation(row.values(), by_column, min)
    upper = extreme_expectation(column.values(), by_row, max)
    return lower, upper


def _require_mixed_moves(name: str, mixed: Mapping[int, fmpq], moves: range) -> None:
    sound = is_distribution_on(mixed, moves)
    require(sound, "{}: {} is no probability distribution on {} moves", name, mixed, len(moves))


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
    mixed = fmpq_mat([weights]).transpose()
    matrix = fmpq_mat(list(map(list, replies)))
    with ctx.workprec(128):
        expected = (arb_mat(matrix) * arb_mat(mixed)).entries()
        leading = extreme(expected, key=arb.mid)
        # a reply whose interval does not meet the leading one cannot be the extreme reply
        rest = [list(reply) for reply, interval in zip(replies, expected, strict=True) if interval.overlaps(leading)]
    found: fmpq = extreme((fmpq_mat(rest) * mixed).entries())
    return found


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
    cells = _exact_cells(game)
    listed = set(profiles)
    require(listed <= set(cells), "{} has profiles that the table does not have", profiles)
    best: dict[tuple[int, Profile], Fraction] = {}  # by player and strategies of the others
    for profile, payoffs in cells.items():
        for player, payoff in enumerate(payoffs):
            key = player, _others(profile, player)
            best[key] = max(payoff, best.get(key, payoff))
    for profile, payoffs in cells.items():
        gains = False
        for player, payoff in enumerate(payoffs):
            gains |= best[player, _others(profile, player)] > payoff
        wrong = "a player gains in {}" if gains else "the equilibrium {} is missing"
        require(gains != (profile in listed), wrong, profile)


def _exact_cells(game: NormalForm) -> Payoffs:
    """Return the payoffs of a table by profile, after checking that all are exact."""
    cells = game.cells()
    for payoffs in cells.values():
        require_exact(payoffs)
    return cells


def _others(profile: Profile, player: int) -> Profile:
    """Return the strategies of the other players."""
    return profile[:player] + profile[player + 1 :]


def _joined(others: Profile, player: int, strategy: int) -> Profile:
    """Return the profile in which a player has a strategy against those of the others."""
    return (*others[:player], strategy, *others[player:])


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
    payoffs = _exact_cells(game)
    require_exact(weights)
    require_exact(multipliers.values())
    require(is_distribution_on(distribution, payoffs), "{} is no distribution of profiles", distribution)
    players = len(game.players)
    require(len(weights) == players, "{} weights for {} players", len(weights), players)
    deviations = _deviations(game, coarse)
    for deviation in deviations:
        gain = Fraction(0)
        for profile, probability in distribution.items():
            gain += probability * _gain(payoffs, profile, deviation)
        player, _, other = deviation
        require(gain <= 0, "player {} gains {} by strategy {}", player + 1, gain, other + 1)
    require(set(multipliers) <= set(deviations), "a multiplier belongs to no deviation")
    require(min(multipliers.values(), default=Fraction(0)) >= 0, "a multiplier is negative")
    sums = {profile: _expected(weights, row) for profile, row in payoffs.items()}
    value = _expected(distribution.values(), [sums[profile] for profile in distribution])
    # duality of linear programs: no profile exceeds the value by more than its deviations pay, times their multipliers
    for profile, objective in sums.items():
        paid = Fraction(0)
        for deviation, multiplier in multipliers.items():
            paid += multiplier * _gain(payoffs, profile, deviation)
        loss = value - objective
        require(loss + paid >= 0, "the multipliers do not bound profile {} by the value", profile)
    return value


def _deviations(game: NormalForm, coarse: bool) -> list[Deviation]:
    deviations: list[Deviation] = []
    for player, names in enumerate(game.strategies):
        strategies = range(len(names))
        # in a coarse equilibrium players deviate before they know what is recommended
        for recommended in [None] if coarse else strategies:
            deviations += [(player, recommended, other) for other in strategies]
    return deviations


def _gain(payoffs: Payoffs, profile: Profile, deviation: Deviation) -> Fraction:
    """Return what a player gains in a profile by a deviation; nothing if another strategy is recommended."""
    player, recommended, other = deviation
    if recommended not in (None, profile[player]):
        return Fraction(0)
    changed = _joined(_others(profile, player), player, other)
    return payoffs[changed][player] - payoffs[profile][player]


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
    payoffs = _exact_cells(game)
    remaining = [set(range(len(names))) for names in game.strategies]
    for dominated in rounds:
        for key, mixture in dominated.items():
            _check_dominated(payoffs, remaining, key, mixture, weak)
        # only now: within a round each strategy is compared with all that are left before it
        for player, strategy in dominated:
            remaining[player].discard(strategy)
    undominated: set[Strategy] = set()
    for player, strategies in enumerate(remaining):
        undominated.update(product([player], strategies))
    require(undominated == set(beliefs), "the beliefs are not those of the strategies that are left")
    for key, belief in beliefs.items():
        _check_best_reply(payoffs, remaining, key, belief, weak)
    return tuple(tuple(sorted(strategies)) for strategies in remaining)


def _profiles_of_others(remaining: Sequence[Iterable[int]], player: int) -> list[Profile]:
    others = [*remaining[:player], *remaining[player + 1 :]]
    return list(product(*others))


def _payoff(payoffs: Payoffs, key: Strategy, others: Profile) -> Fraction:
    player, strategy = key
    return payoffs[_joined(others, player, strategy)][player]


def _check_dominated(
    payoffs: Payoffs, remaining: Remaining, key: Strategy, mixture: Mapping[int, Fraction], weak: bool
) -> None:
    player, strategy = key
    sound = strategy in remaining[player] and is_distribution_on(mixture, remaining[player])
    require(sound, "{} is no mixture of the strategies that player {} has left", mixture, player + 1)
    gains = []
    for others in _profiles_of_others(remaining, player):
        by_strategy = [_payoff(payoffs, (player, other), others) for other in mixture]
        mixed = _expected(mixture.values(), by_strategy)
        gains.append(mixed - _payoff(payoffs, key, others))
    least = min(gains)
    greatest = max(gains)
    # weak dominance: never less, and somewhere more
    dominated = least > 0 or (weak and least == 0 < greatest)
    require(dominated, "strategy {} of player {} is not dominated", strategy + 1, player + 1)


def _check_best_reply(
    payoffs: Payoffs, remaining: Remaining, key: Strategy, belief: Mapping[Profile, Fraction], weak: bool
) -> None:
    player, strategy = key
    profiles = set(_profiles_of_others(remaining, player))
    require(is_distribution_on(belief, profiles), "{} is no distribution of the others' strategies", belief)
    if weak:  # a strategy that is weakly dominated is no best reply to a belief in which everything is possible
        possible = [others for others, probability in belief.items() if probability > 0]
        require(len(possible) == len(profiles), "a belief excludes a profile")
    by_profile = [_payoff(payoffs, key, others) for others in belief]
    payoff = _expected(belief.values(), by_profile)
    for other in remaining[player]:
        instead = [_payoff(payoffs, (player, other), others) for others in belief]
        gain = _expected(belief.values(), instead) - payoff
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
    cells = _exact_cells(game)
    require_exact(mixed.values())
    require_exact(against.values())
    strategies = [range(len(names)) for names in game.strategies]
    others = _profiles_of_others(strategies, player)
    require(set(against) <= set(others), "{} are no strategies of the others", against)
    guarantees, matrix = [], []
    # all others together are one opponent, who chooses a profile
    for strategy in strategies[player]:
        row = [_payoff(cells, (player, strategy), profile) for profile in others]
        guarantees.append(min(row))
        matrix.append(list(map(to_flint, row)))
    row_weights = {strategy: to_flint(weight) for strategy, weight in mixed.items()}
    column_weights = {}
    for profile, weight in against.items():
        column_weights[others.index(profile)] = to_flint(weight)
    low, high = bracket_matrix_value(matrix, row_weights, column_weights)
    require(low == high, "the strategy guarantees {}, and {} is possible", low, high)
    greatest = max(guarantees)
    best = [strategy for strategy, guarantee in enumerate(guarantees) if guarantee == greatest]
    return greatest, tuple(best), to_fraction(low)


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
    cells = _cells_of_leader(game, leader)
    _, replies = zip(*cells, strict=True)
    require(set(replies) == set(programs), "the programs are not those of the replies")
    attained: dict[int, Cell] = {}
    for reply, (mixed, _) in programs.items():
        if mixed:
            attained[reply] = _payoffs_of_commitment(cells, mixed, reply)
    for reply, (_, multipliers) in programs.items():
        if reply in attained:
            bound = attained[reply][0]
        else:
            bound = None
        lines, _ = _lines_of_reply(cells, reply, weak=False)
        _check_multipliers(cells, reply, lines, multipliers, bound)
    return attained


def _cells_of_leader(game: NormalForm, leader: int) -> dict[tuple[int, int], Cell]:
    """Return the payoffs of a leader and of the follower, by their strategies in this order."""
    players = len(game.players)
    require(players == 2 and leader in (0, 1), "{} players; a leader and a follower are 2", players)
    cells: dict[tuple[int, int], Cell] = {}
    for profile, payoffs in _exact_cells(game).items():
        # of two players, the follower is first if the leader is second
        commitment, reply = profile if leader == 0 else reversed(profile)
        to_leader, to_follower = payoffs if leader == 0 else reversed(payoffs)
        cells[commitment, reply] = to_leader, to_follower
    return cells


def _payoffs_of_commitment(cells: Cells, mixed: Mapping[int, Fraction], reply: int) -> Cell:
    """Return the payoffs for a commitment, after checking that the reply is a best one."""
    commitments, replies = zip(*cells, strict=True)
    require(is_distribution_on(mixed, commitments), "{} is no strategy", mixed)
    to_leader, attained = _expected_cell(cells, mixed, reply)
    for other in set(replies):
        _, instead = _expected_cell(cells, mixed, other)
        require(attained >= instead, "the follower gets {} by another reply, more than {}", instead, attained)
    return to_leader, attained


def _expected_cell(cells: Cells, mixed: Mapping[int, Fraction], reply: int) -> Cell:
    played = [cells[strategy, reply] for strategy in mixed]
    to_leader, to_follower = zip(*played, strict=True)
    return _expected(mixed.values(), to_leader), _expected(mixed.values(), to_follower)


def check_weak_stackelberg(
    game: NormalForm, leader: int, programs: Mapping[int, Program], sides: Mapping[int, Program]
) -> dict[int, Cell]:
    """Return for each reply the payoffs of a leader and a follower who breaks ties against the leader.

    The greatest of the leader's payoffs is the least upper bound over all commitments (von Stengel and Zamir 2010). A
    reply counts if some commitment makes it better than all replies with other payoffs of the follower. Such
    commitments are near to every one, and a reply that a mixture of others equals or beats everywhere has none. Among
    replies with the same payoffs of the follower, the leader gets the worst. So each other reply has one line that must
    not be positive: what the follower gains by it, or what the leader loses by it. Cost: the cells, for each reply.

    Parameters
    ----------
    game : NormalForm
        A table of two players.
    leader : int
        The player who commits, 0 or 1.
    programs : mapping
        For each reply, counted from 0, the probability of each strategy of the leader, and the multiplier of each other
        reply. No probabilities mean that the reply is never the worst of the best ones.
    sides : mapping
        For each reply, a commitment to which only replies with its payoffs are best ones; or none, and then a mixture
        of other replies that the follower likes at least as much everywhere.

    Returns
    -------
    dict
        By reply, the payoffs of the leader and of the follower; without the replies that do not count.

    Raises
    ------
    CertificateError
        If a reply is no best one, or the multipliers do not prove that no commitment gets more.

    References
    ----------
    B. von Stengel and S. Zamir, Leadership games with convex strategy sets, Games and Economic Behavior 69 (2010).

    Examples
    --------
    >>> one = Fraction(1)
    >>> equal = NormalForm.from_payoffs([[0, 1]], [[0, 0]])  # the follower does not care
    >>> sides = {0: ({0: one}, {}), 1: ({0: one}, {})}
    >>> check_weak_stackelberg(equal, 0, {0: ({0: one}, {}), 1: ({}, {0: one})}, sides)
    {0: (Fraction(0, 1), Fraction(0, 1))}
    >>> check_weak_stackelberg(equal, 0, {0: ({0: one}, {}), 1: ({0: one}, {})}, sides)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: reply 1 is better for the follower, or worse for the leader, than reply 2
    """
    cells = _cells_of_leader(game, leader)
    _, replies = zip(*cells, strict=True)
    require(set(replies) == set(programs) == set(sides), "the programs are not those of the replies")
    attained: dict[int, Cell] = {}
    for reply, (mixed, multipliers) in programs.items():
        lines, equal = _lines_of_reply(cells, reply, weak=True)
        if not _is_alone_somewhere(reply, lines, equal, sides[reply]):
            continue
        bound = None
        if mixed:
            require(is_distribution_on(mixed, list(lines[reply])), "{} is no strategy", mixed)
            for other, line in lines.items():
                is_best = _expected(mixed.values(), map(line.__getitem__, mixed)) <= 0
                message = "reply {} is better for the follower, or worse for the leader, than reply {}"
                require(is_best, message, other + 1, reply + 1)
            attained[reply] = _expected_cell(cells, mixed, reply)
            bound = attained[reply][0]
        _check_multipliers(cells, reply, lines, multipliers, bound)
    require(bool(attained), "no reply counts")
    return attained


def _lines_of_reply(cells: Cells, reply: int, weak: bool) -> tuple[dict[int, Weights], set[int]]:
    """Return for each reply and strategy what must not be positive on average, and the replies with equal payoffs."""
    strategies, replies = zip(*cells, strict=True)
    lines: dict[int, Weights] = {}
    equal: set[int] = set()
    for other in sorted(set(replies)):
        gains: dict[int, Fraction] = {}
        losses: dict[int, Fraction] = {}
        for strategy in sorted(set(strategies)):
            to_leader, to_follower = cells[strategy, reply]
            instead, follower_instead = cells[strategy, other]
            gains[strategy] = follower_instead - to_follower
            losses[strategy] = to_leader - instead
        lines[other] = gains
        if any(gains.values()):
            continue
        equal.add(other)
        # the follower is indifferent whatever the commitment is, so that the leader's payoff decides
        if weak:
            lines[other] = losses
    return lines, equal


def _is_alone_somewhere(reply: int, lines: Mapping[int, Weights], equal: set[int], side: Program) -> bool:
    """Return whether a commitment shows that a reply counts, after checking it, or the mixture that shows the other."""
    inside, mixture = side
    others = lines.keys() - equal
    if inside:
        require(is_distribution_on(inside, list(lines[reply])), "{} is no strategy", inside)
        for other in others:
            gain = _expected(inside.values(), map(lines[other].__getitem__, inside))
            require(gain < 0, "reply {} is as good as reply {}", other + 1, reply + 1)
        return True
    require(is_distribution_on(mixture, others), "{} is no mixture of other replies", mixture)
    for strategy in lines[reply]:
        gain = _expected(mixture.values(), [lines[other][strategy] for other in mixture])
        require(gain >= 0, "the mixture is worse than reply {} against strategy {}", reply + 1, strategy + 1)
    return False


def _check_multipliers(
    cells: Cells, reply: int, lines: Mapping[int, Weights], multipliers: Weights, bound: Fraction | None
) -> None:
    """Check that the leader gets no more than a bound where no line is positive; without one, that some line is."""
    require_exact(multipliers.values())
    require(min(multipliers.values(), default=Fraction(0)) >= 0, "a multiplier is negative")
    require(multipliers.keys() <= lines.keys(), "a multiplier belongs to no reply")
    for strategy in lines[reply]:
        paid = _expected(multipliers.values(), [lines[other][strategy] for other in multipliers])
        payoff, _ = cells[strategy, reply]
        if bound is None:  # the multipliers prove by Farkas' lemma that the reply is never a best one
            sound = paid >= 1
        else:
            sound = payoff - paid <= bound
        require(sound, "the multipliers of reply {} do not bound strategy {} of the leader", reply + 1, strategy + 1)


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
    value = _symmetric_value(payoffs, strategy)
    support = [index for index, weight in enumerate(strategy) if weight]
    last = support.pop()
    others = []  # best replies outside the support
    for index, row in enumerate(payoffs):
        if not strategy[index] and _expected(strategy, row) == value:
            others.append(index)
    form = _loss_form(payoffs, [*support, *others], last)
    along = list(range(len(support)))
    for size in range(1, len(along) + 1):
        leading = along[:size]
        # Sylvester's criterion
        require(_minor(form, leading, leading) > 0, "a mutant invades")
    for size in range(1, len(others) + 1):
        for subset in combinations(range(len(others)), size):
            rest = [len(along) + place for place in subset]
            # Hadeler's criterion: a determinant counts only if all cofactors of its last row are positive
            cofactors = [_cofactor(form, along, rest, place) for place in range(size)]
            sound = min(cofactors) <= 0 or _minor(form, along + rest, along + rest) > 0
            require(sound, "a mutant invades that uses {}", [others[place] for place in subset])
    return value


def _symmetric_value(payoffs: Sequence[Sequence[Fraction]], strategy: Sequence[Fraction]) -> Fraction:
    """Return the payoff of a strategy against itself, after checking that it is a best reply to itself."""
    to_column = list(zip(*payoffs, strict=True))
    value, _ = check_nash(payoffs, to_column, strategy, strategy)
    return value


def _loss_form(payoffs: Sequence[Sequence[Fraction]], places: Sequence[int], last: int) -> list[list[fmpq]]:
    """Return the quadratic form of what mutants lose against themselves, by directions away from the last strategy."""
    at_last = payoffs[last]

    def gain(i: int, j: int) -> Fraction:
        by_row = payoffs[i][j] - payoffs[i][last]
        return by_row - (at_last[j] - at_last[last])

    form = []
    for i in places:
        form.append([-to_flint(gain(i, j) + gain(j, i)) for j in places])
    return form


def _minor(form: Sequence[Sequence[fmpq]], rows: Sequence[int], columns: Sequence[int]) -> fmpq:
    if not rows:
        return fmpq(1)
    entries = [form[row][column] for row, column in product(rows, columns)]
    return fmpq_mat(len(rows), len(columns), entries).det()


def _cofactor(form: Sequence[Sequence[fmpq]], along: list[int], rest: list[int], place: int) -> fmpq:
    """Return a cofactor of the last row, after elimination of the directions along the support."""
    columns = rest[:place] + rest[place + 1 :]
    minor = _minor(form, along + rest[:-1], along + columns)
    # the sign of the chessboard, in the last row of the subset
    is_negative = (len(rest) - 1 + place) % 2
    return -minor if is_negative else minor


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
    value = _symmetric_value(payoffs, strategy)
    require(len(mutant) == len(strategy) and is_distribution(mutant), "{} is no other strategy", mutant)
    require(list(mutant) != list(strategy), "{} is no other strategy", mutant)
    # otherwise the mutant, while it is rare, gets less than the strategy, and disappears
    first = _expected_against(payoffs, mutant, strategy)
    require(first == value, "the mutant gets {} against the strategy, less than {}", first, value)
    # against the mixture of both, this difference decides which of them grows
    by_mutant = _expected_against(payoffs, mutant, mutant)
    by_strategy = _expected_against(payoffs, strategy, mutant)
    require(by_mutant >= by_strategy, "the mutant gets {} against itself, the strategy {}", by_mutant, by_strategy)
    return by_mutant - by_strategy


def _expected_against(
    payoffs: Sequence[Sequence[Fraction]], one: Sequence[Fraction], other: Sequence[Fraction]
) -> Fraction:
    return _expected(one, [_expected(other, row) for row in payoffs])
