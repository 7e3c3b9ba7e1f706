"""Distribution of one battle in exact rationals, without its state graph.

All numbers are integers over one common denominator. With hit probabilities u/v (attackers) and s/t (defenders), the
transitions in a turn of a fighting attackers against d have weights over v^a t^d, and a turn without a hit has the
weight (v - u)^a (t - s)^d. So the denominator after k turns is (v^A t^D)^k; at the end it is the product of
f(a, d) = v^a t^d - (v - u)^a (t - s)^d, because turns without a hit add up to a geometric series.

A distribution is a matrix of weights, with a row for each number of fighting attackers and a column for each number of
defenders. Losses of the two sides are independent, so that a turn of a whole column is a product of two matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, comb, log10
from typing import NamedTuple, TypeVar

from flint import fmpq, fmpz, fmpz_mat

from gametheory.games.battle.result import BattleDistribution, Eventual, OddsByTurn, Survivors, Turn
from gametheory.games.battle.rules import Battle, Position
from gametheory.numbers.rationals import require_whole, to_fraction

Key = TypeVar("Key", bound=int | str | None)
MAX_DIGITS = 150_000  # the end of 60 v 40 has denominators of 100,000 digits and takes about ten seconds


class TooManyDigits(ValueError):
    """The exact fractions of a distribution would be too long."""


def exact_distribution(battle: Battle, turns: int | None = None, most_digits: int = MAX_DIGITS) -> BattleDistribution:
    """Return the exact distribution of a battle: by turn, in the end, and of the survivors.

    The Markov chain of WB.3, column by column; the end is its fundamental matrix (Kemeny and Snell 1960) by
    substitution, since armies only decrease. Cost: A^2 D^2 products of integers of k (A log v + D log t) digits in turn
    k, and as many of up to `ending_digits` digits for the end.

    Parameters
    ----------
    battle
        The battle.
    turns
        The last turn to report; None to report the end only.
    most_digits
        The largest number of digits that `ending_digits` may estimate.

    Returns
    -------
    BattleDistribution
        With fractions, and the error bound 0.

    Raises
    ------
    ValueError
        If `turns` is not a whole number of at least 1.
    TooManyDigits
        If the end takes more than `most_digits`.

    Examples
    --------
    >>> distribution = exact_distribution(Battle(2, 1), 1)
    >>> distribution.turns
    (Turn(turn=1, win=Fraction(21, 25), lose=Fraction(0, 1), undecided=Fraction(4, 25), stopped=Fraction(0, 1)),)
    >>> distribution.eventual.win
    Fraction(180, 187)
    """
    if (digits := ending_digits(battle)) > most_digits:
        raise TooManyDigits(f"{battle}: the exact end takes fractions of {digits} digits, more than {most_digits}")
    weights = _TurnWeights(battle)
    by_turn = _distributions(weights, 0 if turns is None else require_whole("turns", turns, 1))
    ending = _ending(weights)
    survivors = _survivors(battle, by_turn[-1] if turns else ending)
    eventual = Eventual(*_outcome_probabilities(battle, ending))
    return BattleDistribution(_turns(battle, by_turn), survivors, Fraction(0), turns, eventual)


def exact_odds_by_turn(battle: Battle, turns: int, most_digits: int = MAX_DIGITS) -> OddsByTurn:
    """Return the exact distribution by turn and of the survivors, without the end, which takes far longer fractions.

    Method, cost and errors are those of `exact_distribution`, without the end.
    """
    if (digits := turns_digits(battle, require_whole("turns", turns, 1))) > most_digits:
        raise TooManyDigits(f"{battle}: {turns} turns take fractions of {digits} digits, more than {most_digits}")
    by_turn = _distributions(_TurnWeights(battle), turns)
    return OddsByTurn(_turns(battle, by_turn), _survivors(battle, by_turn[-1]), Fraction(0), turns)


def turns_digits(battle: Battle, turns: int) -> int:
    """Estimate the digits of the denominator of the probabilities by a turn, before it is reduced."""
    attack, defense = log10(battle.attacker_hits.denominator), log10(battle.defender_hits.denominator)
    return ceil(turns * ((battle.attackers - battle.reserve) * attack + battle.defenders * defense))


def ending_digits(battle: Battle) -> int:
    """Estimate the digits of the denominator of the probabilities in the end, before it is reduced."""
    fighting, defenders = battle.attackers - battle.reserve, battle.defenders
    attack, defense = log10(battle.attacker_hits.denominator), log10(battle.defender_hits.denominator)
    return ceil(fighting * defenders * ((fighting + 1) * attack + (defenders + 1) * defense) / 2)


def _turns(battle: Battle, by_turn: Sequence[_Distribution]) -> tuple[Turn, ...]:
    probabilities = [_outcome_probabilities(battle, distribution) for distribution in by_turn[1:]]
    return tuple(
        Turn(number, win, lose, undecided, stopped)
        for number, (win, lose, stopped, undecided) in enumerate(probabilities, start=1)
    )


class _Distribution(NamedTuple):
    """Weights [fighting attackers, defenders] over one denominator."""

    weights: fmpz_mat
    denominator: fmpz


class _TurnWeights:
    """Weights of the hits of one turn, on both sides."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.fighting = battle.attackers - battle.reserve
        self.attack = _hit_weights(self.fighting, battle.attacker_hits)
        self.defense = _hit_weights(battle.defenders, battle.defender_hits)

    def active(self, defenders: int) -> list[int]:
        """List the numbers of fighting attackers with which the battle continues, largest first."""
        reserve, outcome = self.battle.reserve, self.battle.outcome
        return [a for a in range(self.fighting, 0, -1) if outcome(Position(reserve + a, defenders)) is None]

    def total(self, fighting: int, defenders: int) -> fmpz:
        """Return v^a t^d, the sum of the weights of one turn."""
        attack, defense = self.battle.attacker_hits.denominator, self.battle.defender_hits.denominator
        return fmpz(attack) ** fighting * fmpz(defense) ** defenders

    def stay(self, fighting: int, defenders: int) -> fmpz:
        """Return the weight of a turn without a hit."""
        return self.attack[fighting][0] * self.defense[defenders][0]

    def after(self, column: Sequence[fmpz], defenders: int, most_left: int) -> fmpz_mat:
        """Return the weights one turn after those of a column, for at most `most_left` defenders left."""
        left = [_weights_of_left(a, self.defense[defenders]) for a in range(self.fighting + 1)]
        size, width = self.fighting + 1, self.battle.defenders + 1
        attackers = [left[a][b] if b <= a else 0 for b in range(size) for a in range(size)]
        products: list[fmpz | int] = []
        for weight, hits in zip(column, self.attack, strict=True):
            row = _weights_of_left(defenders, hits)[: most_left + 1] if weight else []
            products += [weight * other for other in row] + [0] * (width - len(row))
        return fmpz_mat(size, size, attackers) * fmpz_mat(size, width, products)


def _hit_weights(most: int, hits: Fraction) -> list[list[fmpz]]:
    """Return the weights of 0, 1, ... hits over denominator^shooters, for each number of shooters up to `most`."""
    hit, miss = hits.numerator, hits.denominator - hits.numerator
    return [[fmpz(comb(n, k) * hit**k * miss ** (n - k)) for k in range(n + 1)] for n in range(most + 1)]


def _weights_of_left(armies: int, hits: list[fmpz]) -> list[fmpz]:
    """Return the weights of 0, 1, ... armies left."""
    weights = [*hits[:armies], *[fmpz(0)] * (armies - len(hits))]
    return [sum(hits[armies:], fmpz(0)), *reversed(weights)]


def _start(battle: Battle) -> _Distribution:
    weights = fmpz_mat(battle.attackers - battle.reserve + 1, battle.defenders + 1)
    weights[battle.attackers - battle.reserve, battle.defenders] = 1
    return _Distribution(weights, fmpz(1))


def _distributions(turn: _TurnWeights, turns: int) -> list[_Distribution]:
    """Return the distributions after 0, 1, ... turns."""
    distributions = [_start(turn.battle)]
    for _ in range(turns):
        distributions.append(_next(turn, distributions[-1]))
    return distributions


def _next(turn: _TurnWeights, distribution: _Distribution) -> _Distribution:
    """Return the distribution one turn later; the probability of terminal positions stays there."""
    common = turn.total(turn.fighting, turn.battle.defenders)
    stays = fmpz_mat(distribution.weights)
    moved = fmpz_mat(distribution.weights.nrows(), distribution.weights.ncols())
    for defenders in range(1, turn.battle.defenders + 1):
        column = [fmpz(0)] * (turn.fighting + 1)
        for a in turn.active(defenders):
            column[a] = distribution.weights[a, defenders] * (common // turn.total(a, defenders))
            stays[a, defenders] = 0
        moved += turn.after(column, defenders, defenders)
    return _Distribution(stays * common + moved, distribution.denominator * common)


def _ending(turn: _TurnWeights) -> _Distribution:
    """Return the distribution of the terminal position; a battle in which no army can be hit stays at its start.

    Column by column, from all defenders to one: probability leaves a column only towards fewer defenders.
    """
    weights, denominator = _start(turn.battle)
    if not (turn.battle.attacker_hits or turn.battle.defender_hits):
        return _Distribution(weights, denominator)
    for defenders in range(turn.battle.defenders, 0, -1):
        column = [weights[a, defenders] for a in range(turn.fighting + 1)]
        factor = _solve_column(turn, column, defenders)
        weights *= factor
        denominator *= factor
        visits = [fmpz(0)] * len(column)
        for a in turn.active(defenders):
            visits[a], column[a] = column[a], fmpz(0)
        for a, weight in enumerate(column):
            weights[a, defenders] = weight
        weights += turn.after(visits, defenders, defenders - 1)
    return _Distribution(weights, denominator)


def _solve_column(turn: _TurnWeights, column: list[fmpz], defenders: int) -> fmpz:
    """Follow a column until a defender falls or the battle is over; return the factor of its new denominator.

    The weight that entered an active position becomes the expected number of turns fought there, divided by v^a t^d.
    """
    factor = fmpz(1)
    for fighting in turn.active(defenders):
        weight, moves = column[fighting], turn.total(fighting, defenders) - turn.stay(fighting, defenders)
        column[:] = [other * moves for other in column]
        column[fighting] = weight
        missed = weight * turn.attack[fighting][0]
        for left, weight_of_left in enumerate(_weights_of_left(fighting, turn.defense[defenders])[:-1]):
            column[left] += missed * weight_of_left
        factor *= moves
    return factor


def _marginal(distribution: _Distribution, key: Callable[[int, int], Key]) -> dict[Key, Fraction]:
    """Return the distribution of a function of the fighting attackers and the defenders, without zero entries."""
    sums: dict[Key, fmpz] = {}
    for fighting in range(distribution.weights.nrows()):
        for defenders in range(distribution.weights.ncols()):
            if weight := distribution.weights[fighting, defenders]:
                name = key(fighting, defenders)
                sums[name] = sums.get(name, fmpz(0)) + weight
    # Reduce once for each key: the greatest common divisors of long numbers take most of the time.
    return {name: to_fraction(fmpq(weight, distribution.denominator)) for name, weight in sums.items()}


def _outcome_probabilities(
    battle: Battle, distribution: _Distribution
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the probabilities of "win", "lose", "stopped" and of no outcome."""

    def name(fighting: int, defenders: int) -> str | None:
        outcome = battle.outcome(Position(battle.reserve + fighting, defenders))
        return outcome.name if outcome else None

    probabilities = _marginal(distribution, name)
    win, lose, stopped, none = (probabilities.get(key, Fraction(0)) for key in ("win", "lose", "stopped", None))
    return win, lose, stopped, none


def _survivors(battle: Battle, distribution: _Distribution) -> Survivors:
    attackers = _marginal(distribution, lambda fighting, _: battle.reserve + fighting)
    defenders = _marginal(distribution, lambda _, defenders: defenders)
    return Survivors(dict(sorted(attackers.items())), dict(sorted(defenders.items())))
