"""Check a Nash equilibrium of any number of players: exact strategies, or a box that contains irrational ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, nextafter, prod
from typing import Any, NamedTuple, TypeAlias

from flint import arb, arb_mat, ctx

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import is_distribution, require, require_exact
from gametheory.verify.trees import check_recall, last_choices, payoffs_times_chance

Choice: TypeAlias = tuple[int, int, int]  # player, information set, action, each player from 0
Interval: TypeAlias = tuple[Fraction, Fraction]
Balls: TypeAlias = Mapping[Choice, arb]

BITS = 512


class Play(NamedTuple):
    """A play: its payoffs times the probability of chance, and the choices of the players on the way."""

    payoffs: tuple[Fraction, ...]
    choices: tuple[Choice, ...]


def check_mixed_profile(game: NormalForm, strategies: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """Return the expected payoffs in a Nash equilibrium of a table of any number of players.

    The certificate is the mixed strategies. It suffices that no player gains by a pure strategy (Nash 1951). Cost: the
    cells of the table, for each player.

    Parameters
    ----------
    game : NormalForm
        The table.
    strategies : sequence of sequences
        For each player the probability of each strategy.

    Returns
    -------
    tuple of Fraction
        The expected payoff of each player.

    Raises
    ------
    CertificateError
        If a strategy is not a probability distribution, a payoff is not exact, or a player gains by a pure strategy.

    References
    ----------
    J. F. Nash, Non-cooperative games, Annals of Mathematics 54 (1951).

    Examples
    --------
    >>> half, pennies = Fraction(1, 2), NormalForm.from_payoffs([[1, -1], [-1, 1]])
    >>> check_mixed_profile(pennies, [(half, half), (half, half)])
    (Fraction(0, 1), Fraction(0, 1))
    >>> check_mixed_profile(pennies, [(half, half), (Fraction(1), Fraction(0))])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gets 1 by strategy 1, more than 0
    """
    require(len(strategies) == len(game.players), "{} strategies for {} players", len(strategies), len(game.players))
    for player, (mixed, names) in enumerate(zip(strategies, game.strategies, strict=True), 1):
        sound = len(mixed) == len(names) and is_distribution(mixed)
        require(sound, "player {}: {} is no distribution on {} strategies", player, mixed, len(names))
    require_exact(payoff for outcome in game.outcomes for payoff in outcome.payoffs)
    return tuple(_attained(game, strategies, player) for player in range(len(strategies)))


def _attained(game: NormalForm, strategies: Sequence[Sequence[Fraction]], player: int) -> Fraction:
    """Return the expected payoff of a player, after checking that no pure strategy gets more."""
    gets = [Fraction(0)] * len(strategies[player])
    for play in _plays_of_table(game):
        others = (strategies[who][action] for who, _, action in play.choices if who != player)
        gets[play.choices[player][2]] += play.payoffs[player] * prod(others)
    payoff = sum((p * each for p, each in zip(strategies[player], gets, strict=True)), Fraction(0))
    best = max(gets)
    at = gets.index(best) + 1
    require(best <= payoff, "player {} gets {} by strategy {}, more than {}", player + 1, best, at, payoff)
    return payoff


def check_equilibrium_box(
    game: NormalForm | ExtensiveForm, box: Mapping[Choice, Interval]
) -> tuple[tuple[float, float], ...]:
    """Return bounds of the payoffs in the only Nash equilibrium of a game in a box with the used actions of the box.

    The certificate is an interval for the probability of each action that is used, at each information set that its
    player reaches. An equilibrium makes the used actions at a set equally good: as many equations as there are free
    probabilities. Krawczyk's test (1969) in interval arithmetic proves that the box has exactly one solution. In all of
    the box the probabilities are positive, and each unused action is worse, whatever its player does afterwards: so the
    solution is an equilibrium. Cost: the plays, for each pair of free probabilities.

    Parameters
    ----------
    game : NormalForm or ExtensiveForm
        A table, or a tree with perfect recall.
    box : mapping
        For each used action the least and the greatest probability; the key is the player, counted from 0, the number
        of the information set, 0 in a table, and the action, counted from 0.

    Returns
    -------
    tuple of pairs
        The least and the greatest expected payoff of each player, as floats that are rounded outwards.

    Raises
    ------
    CertificateError
        If the test fails, a probability can be 0, an unused action can be as good as a used one, or a player of a tree
        forgets something.

    References
    ----------
    R. Krawczyk, Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken, Computing 4 (1969).

    Examples
    --------
    >>> half, pennies = (Fraction(49, 100), Fraction(51, 100)), NormalForm.from_payoffs([[1, -1], [-1, 1]])
    >>> box = {(player, 0, action): half for player in (0, 1) for action in (0, 1)}
    >>> [low <= 0 <= high for low, high in check_equilibrium_box(pennies, box)]
    [True, True]
    >>> check_equilibrium_box(pennies, {**box, (0, 0, 0): (Fraction(51, 100), Fraction(52, 100))})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: Krawczyk's test does not prove that the box has an equilibrium
    """
    plays = _plays_of(game)
    require_exact(number for play in plays for number in play.payoffs)
    require_exact(number for ends in box.values() for number in ends)
    with ctx.workprec(BITS):
        balls = _solution(plays, box)
        for choice, ball in balls.items():
            require(bool(ball > 0), "the probability of {} can be 0", choice)
            require(_ball(box[choice]).contains(ball), "the probability of {} is not in its interval", choice)
        payoffs = [_best_reply(_shares(plays, player, balls), (), balls) for player in range(len(game.players))]
        return tuple(map(_float_bounds, payoffs))


def _float_bounds(ball: arb) -> tuple[float, float]:
    """Return floats around a ball: float() rounds to the nearest, which can be inside."""
    low, high = float(ball.lower()), float(ball.upper())
    return (
        low if arb(low) <= ball.lower() else nextafter(low, -inf),
        high if arb(high) >= ball.upper() else nextafter(high, inf),
    )


def _ball(ends: Interval) -> arb:
    low, high = map(to_flint, ends)
    return arb(low).union(arb(high))


def _plays_of(game: NormalForm | ExtensiveForm) -> list[Play]:
    """Return the plays of a game.

    >>> _plays_of(NormalForm.from_payoffs([[3]]))
    [Play(payoffs=(Fraction(3, 1), Fraction(-3, 1)), choices=((0, 0, 0), (1, 0, 0)))]
    """
    return [*(_plays_of_table(game) if isinstance(game, NormalForm) else _plays_of_tree(game))]


def _plays_of_table(game: NormalForm) -> Iterator[Play]:
    """Yield the cells of a table."""
    for profile, payoffs in game.cells().items():
        yield Play(payoffs, tuple((player, 0, action) for player, action in enumerate(profile)))


def _plays_of_tree(tree: ExtensiveForm) -> Iterator[Play]:
    """Yield the plays of a tree, after checking that no player forgets anything."""
    for player in range(1, len(tree.players) + 1):
        check_recall(tree, player, last_choices(tree, player))
    ways: list[tuple[Choice, ...]] = []
    for parent in tree.parents():
        above = tree.nodes[parent[0]] if parent else None
        moved = parent and above and above.player not in (CHANCE, None)
        way = ways[parent[0]] if parent else ()
        ways.append((*way, (above.player - 1, above.information_set, parent[1])) if moved else way)  # type: ignore
    yield from (Play(payoffs, ways[node]) for node, payoffs in payoffs_times_chance(tree).items())


def _solution(plays: Sequence[Play], box: Mapping[Choice, Interval]) -> Balls:
    """Return a part of the box with the only solution of the equations, by Krawczyk's test."""
    last = {choice[:2]: choice for choice in sorted(box)}
    free = [choice for choice in sorted(box) if choice != last[choice[:2]]]
    wide = {choice: _ball(box[choice]) for choice in free}
    point = _completed({choice: ball.mid() for choice, ball in wide.items()}, last)
    inverse = _inverse(_slopes(plays, free, last, point))
    gains = [_derivative(plays, c[0], point, [c]) - _derivative(plays, c[0], point, [last[c[:2]]]) for c in free]
    rest = _identity(len(free)) - inverse * _slopes(plays, free, last, _completed(wide, last))
    middle = _column([point[choice] for choice in free])
    image = (middle - inverse * _column(gains) + rest * (_column(list(wide.values())) - middle)).entries()
    inside = all(wide[choice].contains_interior(ball) for choice, ball in zip(free, image, strict=True))
    require(inside, "Krawczyk's test does not prove that the box has an equilibrium")
    return _completed(dict(zip(free, image, strict=True)), last)


def _column(numbers: list[arb]) -> arb_mat:
    return arb_mat(len(numbers), 1, numbers)


def _identity(size: int) -> arb_mat:
    return arb_mat(size, size, [int(row == column) for row in range(size) for column in range(size)])


def _inverse(matrix: arb_mat) -> arb_mat:
    """Return an approximate inverse, without balls; any matrix would be sound."""
    try:
        return matrix.mid().inv().mid()
    except ZeroDivisionError:
        return matrix.mid()


def _completed(free: Balls, last: Mapping[tuple[int, int], Choice]) -> dict[Choice, arb]:
    """Return the free probabilities, and at each information set that of the last used action: the rest to 1."""
    rest = {choice: 1 - sum((free[c] for c in free if c[:2] == key), arb(0)) for key, choice in last.items()}
    return {**free, **rest}


def _slopes(
    plays: Sequence[Play], free: Sequence[Choice], last: Mapping[tuple[int, int], Choice], balls: Balls
) -> arb_mat:
    """Return the derivative of each equation by each free probability."""
    pairs = [(one, last[one[:2]], by, last[by[:2]]) for one in free for by in free]
    return arb_mat(
        len(free),
        len(free),
        [
            _derivative(plays, one[0], balls, [one, by])
            - _derivative(plays, one[0], balls, [one, by_last])
            - _derivative(plays, one[0], balls, [one_last, by])
            + _derivative(plays, one[0], balls, [one_last, by_last])
            for one, one_last, by, by_last in pairs
        ],
    )


def _derivative(plays: Sequence[Play], player: int, numbers: Balls, fixed: Sequence[Choice]) -> arb:
    """Return the derivative of a player's payoff by the probabilities of some actions at different sets.

    >>> plays = _plays_of(NormalForm.from_payoffs([[3, 1], [0, 2]]))
    >>> _derivative(plays, 0, {(1, 0, 0): arb(1) / 4, (1, 0, 1): arb(3) / 4}, [(0, 0, 0)])
    1.50000000000000
    """
    total = arb(0)
    for play in plays:
        rest = [choice for choice in play.choices if choice not in fixed]
        if len(rest) + len(fixed) == len(play.choices) and all(choice in numbers for choice in rest):
            total += prod((numbers[choice] for choice in rest), start=arb(to_flint(play.payoffs[player])))
    return total


def _shares(plays: Sequence[Play], player: int, balls: Balls) -> list[tuple[tuple[Choice, ...], arb]]:
    """Return for each play the player's choices, and the payoff times the others' probabilities."""
    shares = []
    for play in plays:
        own = tuple(choice for choice in play.choices if choice[0] == player)
        others = [balls.get(choice, arb(0)) for choice in play.choices if choice[0] != player]
        shares.append((own, prod(others, start=arb(to_flint(play.payoffs[player])))))
    return shares


def _best_reply(shares: Sequence[tuple[tuple[Choice, ...], arb]], done: tuple[Choice, ...], balls: Balls) -> arb:
    """Return what a player gets after some choices, after checking that unused actions get less than used ones."""
    at, total = len(done), sum((share for own, share in shares if own == done), arb(0))
    later = [(own, share) for own, share in shares if len(own) > at]
    for key in dict.fromkeys(own[at][:2] for own, _ in later):
        gets: dict[Choice, Any] = {}
        for choice in dict.fromkeys(own[at] for own, _ in later if own[at][:2] == key):
            gets[choice] = _best_reply([each for each in later if each[0][at] == choice], (*done, choice), balls)
        used = [gets[choice] for choice in gets if choice in balls]
        require(bool(used) or not all(choice in balls for choice in done), "player {} has no action at set {}", *key)
        for choice in gets if used else ():
            require(choice in balls or bool(gets[choice] < used[0]), "{} can be as good as a used action", choice)
        total += used[0] if used else _greatest(list(gets.values()))
    return total


def _greatest(balls: Sequence[arb]) -> arb:
    greatest = balls[0]
    for ball in balls[1:]:
        greatest = greatest.max(ball)
    return greatest
