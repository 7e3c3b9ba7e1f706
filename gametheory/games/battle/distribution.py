"""Distribution of one battle by three methods: floats with a rigorous bound, exact rationals, and simulation.

The distribution in floats. Given a against d, the casualties of the two sides are independent, so that a turn is a sum
over one side and then over the other (see `battle_kernel`). Only positions with a positive probability are followed, on
the bands of `hit_distributions`.

The bound. Compare the battle with one in which the hits of each turn are given to be in their bands: the two differ
with a probability of at most 2 `omitted` in a turn, hence of 2 `omitted` E[turns] in all. For the second battle every
number here is a sum of products of nonnegative floats, and nothing is subtracted. A sum of products each of which
passes at most n roundings has a relative error of at most gamma(n) = n u / (1 - n u), u = 2^-53 (Higham 2002, section
3.1), and the weights and quotients in it have a known relative error; so the error of the probability that leaves a
position is at most a known multiple of it. An error made at some position changes the probability of an outcome by at
most its own size. Together the roundings thus count at most that multiple x the sum of all probabilities computed to
leave a position, which is the expected number of turns in which an army is hit. Omitted probability counts in full.

The roundings of a product: at most BLOCK additions in its block, and 8 for the products, the stay in a position and the
quotient; those over blocks, rows and substitutions are counted. Adding the probability that arrives rounds the earlier
content of the position once, in a row that is solved once for each substitution too; that content is at most 1 in all.
Each product has at most four hit probabilities as factors: those of both casualties, of staying, and of leaving.

The distribution in exact rationals, without the state graph. All numbers are integers over one common denominator. With
hit probabilities u/v (attackers) and s/t (defenders), the transitions in a turn of a fighting attackers against d have
weights over v^a t^d, and a turn without a hit has the weight (v - u)^a (t - s)^d. So the denominator after k turns is
(v^A t^D)^k; at the end it is the product of f(a, d) = v^a t^d - (v - u)^a (t - s)^d, because turns without a hit add up
to a geometric series.

A distribution is a matrix of weights, with a row for each number of fighting attackers and a column for each number of
defenders. Losses of the two sides are independent, so that a turn of a whole column is a product of two matrices.

The simulation is an independent check of both, with confidence intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, log10
from typing import NamedTuple, TypeVar

import numpy as np
from flint import fmpq, fmpz, fmpz_mat
from numpy.typing import NDArray

from gametheory.games.battle.battle_kernel import BLOCK, propagate_to_end, propagate_turn
from gametheory.games.battle.hits_kernel import (
    LONG_UNIT,
    UNIT,
    Bools,
    Floats,
    HitDistributions,
    Ints,
    expected_turns_bound,
    hit_distributions,
)
from gametheory.games.battle.rules import Battle, BattleDistribution, Eventual, OddsByTurn, Position, Survivors, Turn
from gametheory.numbers.rationals import require_whole, to_fraction

MAX_OMITTED = 1e-14  # by the bands, and by negligible positions, in a usual battle; the bound counts it


def battle_distribution(battle: Battle, turns: int | None = None) -> BattleDistribution:
    """Return the distribution of a battle by turn, in the end, and of the survivors, with a rigorous error bound.

    WB.3, s(k) = P s(k - 1), without storing the matrix P. The probability that is undecided after the last turn asked
    for is followed to the end in one sweep, in which turns without a hit are summed as a geometric series. See the
    module for the bound. Cost: the positions with a positive probability times the width of both bands, once for each
    turn and once for the end; about 40 bytes for each of A D positions.

    >>> distribution = battle_distribution(Battle(40, 25), 1)
    >>> round(distribution.turns[0].win, 3), distribution.error_bound < 1e-12
    (0.44, True)
    """
    propagation = _Propagation(battle)
    by_turn = propagation.play(0 if turns is None else require_whole("turns", turns, 1))
    survivors = propagation.survivors() if turns else None
    # The survivors are those after the last turn, before the rest of the battle is followed.
    propagation.finish()
    eventual = Eventual(*propagation.outcome_probabilities())  # before the bound, which counts their terms
    survivors = survivors or propagation.survivors()
    return BattleDistribution(by_turn, survivors, propagation.error_bound(), turns, eventual)


def battle_odds_by_turn(battle: Battle, turns: int) -> OddsByTurn:
    """Return the distribution of a battle by turn and of the survivors, without its end.

    Method, bound, cost and errors are those of `battle_distribution`, for the turns alone.
    """
    propagation = _Propagation(battle)
    by_turn = propagation.play(require_whole("turns", turns, 1))
    return OddsByTurn(by_turn, propagation.survivors(), propagation.error_bound(), turns)


def outcome_masks(battle: Battle, fighting: Ints, defenders: Ints) -> dict[str | None, Bools]:
    """Return which of some positions are won, lost and stopped, by outcome; the active ones under None."""
    no_defenders = defenders == 0
    no_fighters = fighting == 0
    win = no_defenders & (~no_fighters | (battle.both_dead == "attacker"))
    lose = (no_fighters | no_defenders) & ~win
    outnumbered = fighting + battle.reserve <= defenders
    stopped = outnumbered & battle.stop_when_outnumbered & ~win & ~lose
    active = ~(win | lose | stopped)
    return {"win": win, "lose": lose, "stopped": stopped, None: active}


def hits_of_both_sides(battle: Battle, omitted: float) -> tuple[HitDistributions, HitDistributions]:
    """Return the distributions of the hits of up to all attackers who fight, and of up to all defenders."""
    attack = hit_distributions(battle.fighting, battle.attacker_hits, omitted)
    defense = hit_distributions(battle.defenders, battle.defender_hits, omitted)
    return attack, defense


class _Propagation:
    """The probability at [fighting attackers, defenders], and the parts of its error bound."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        fighting, defenders = np.ogrid[: battle.fighting + 1, : battle.defenders + 1]
        self.masks = outcome_masks(battle, fighting, defenders)
        self.active = self.masks[None]
        self.distribution = np.zeros(self.active.shape)
        self.distribution[battle.fighting, battle.defenders] = 1
        self.negligible = MAX_OMITTED / self.distribution.size
        hits = battle.attacker_hits, battle.defender_hits
        most_turns = expected_turns_bound(battle.fighting, battle.defenders, *hits) if any(hits) else 1
        self.hits = hits_of_both_sides(battle, MAX_OMITTED / most_turns)
        self.lost = self.turns = self.rounded = 0.0
        self.terms = 0

    def play(self, turns: int) -> tuple[Turn, ...]:
        """Play turns, and return the probabilities after each of them."""
        return tuple(self._play_turn(number) for number in range(1, turns + 1))

    def _play_turn(self, number: int) -> Turn:
        lost, fought, additions = propagate_turn(self.distribution, self.active, self.negligible, *self.hits)
        self._count_errors(lost, fought, fought, additions * fought, 1)
        win, lose, stopped, undecided = self.outcome_probabilities()
        return Turn(number, win, lose, undecided, stopped)

    def finish(self) -> None:
        """Follow the undecided probability to the end of the battle, row by row from all attackers to one."""
        if not (self.battle.attacker_hits or self.battle.defender_hits):
            return  # the battle never ends
        *_, undecided = self.outcome_probabilities()
        # Following so little would change no digit that is printed; it counts in full in the bound.
        if undecided <= MAX_OMITTED:
            self.lost += undecided
            return
        lost, moved, turns, additions = propagate_to_end(self.distribution, self.active, self.negligible, *self.hits)
        _, defense = self.hits
        # One addition to a position for what arrives, and one for each substitution that can reach it.
        before = 1 + int(np.count_nonzero(defense.none_hit))
        self._count_errors(lost, moved, turns, additions, before)

    def _count_errors(self, lost: float, moved: float, turns: float, additions: float, before: int) -> None:
        """Count the roundings of the moved probability, and of `before` additions to the earlier content."""
        of_hits = max(hits.relative_error for hits in self.hits)
        relative_error = 4 * of_hits + (BLOCK + 8) * UNIT
        self.rounded += relative_error * moved + (additions + before) * UNIT
        self.lost += lost
        self.turns += turns

    def outcome_probabilities(self) -> list[float]:
        """Return the probability of winning, of losing, of stopping and of no outcome so far."""
        self.terms = max(self.terms, int(np.count_nonzero(self.distribution)))
        sums = [self.distribution[mask].sum(dtype=np.longdouble) for mask in self.masks.values()]
        return [float(probability) for probability in sums]

    def survivors(self) -> Survivors:
        """Return the distributions of the survivors of each side, without zero entries."""
        by_attackers = self.distribution.sum(1, np.longdouble)
        by_defenders = self.distribution.sum(0, np.longdouble)
        return Survivors(_nonzero(by_attackers, self.battle.reserve), _nonzero(by_defenders, 0))

    def error_bound(self) -> float:
        """Return a bound on the error of every probability; the last term is for the sums that are reported."""
        reported = UNIT + self.terms * 2 * LONG_UNIT
        omitted = sum(hits.omitted for hits in self.hits) * self.turns
        return min(1.0, 1.001 * (omitted + self.rounded + self.lost + reported))


def _nonzero(probabilities: Floats, first: int) -> dict[int, float]:
    counts = np.flatnonzero(probabilities).tolist()
    return {first + count: float(probabilities[count]) for count in counts}


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
    digits = ending_digits(battle)
    if digits > most_digits:
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
    digits = turns_digits(battle, require_whole("turns", turns, 1))
    if digits > most_digits:
        raise TooManyDigits(f"{battle}: {turns} turns take fractions of {digits} digits, more than {most_digits}")
    by_turn = _distributions(_TurnWeights(battle), turns)
    survivors = _survivors(battle, by_turn[-1])
    return OddsByTurn(_turns(battle, by_turn), survivors, Fraction(0), turns)


def turns_digits(battle: Battle, turns: int) -> int:
    """Estimate the digits of the denominator of the probabilities by a turn, before it is reduced."""
    attack, defense = _digits_of_a_shot(battle)
    return ceil(turns * (battle.fighting * attack + battle.defenders * defense))


def ending_digits(battle: Battle) -> int:
    """Estimate the digits of the denominator of the probabilities in the end, before it is reduced."""
    attack, defense = _digits_of_a_shot(battle)
    mean_digits = ((battle.fighting + 1) * attack + (battle.defenders + 1) * defense) / 2  # of the factor of a position
    return ceil(battle.fighting * battle.defenders * mean_digits)


def _digits_of_a_shot(battle: Battle) -> tuple[float, float]:
    return log10(battle.attacker_hits.denominator), log10(battle.defender_hits.denominator)


def _turns(battle: Battle, by_turn: Sequence[_Distribution]) -> tuple[Turn, ...]:
    turns = []
    for number, distribution in enumerate(by_turn[1:], 1):
        win, lose, stopped, undecided = _outcome_probabilities(battle, distribution)
        turns.append(Turn(number, win, lose, undecided, stopped))
    return tuple(turns)


class _Distribution(NamedTuple):
    """Weights [fighting attackers, defenders] over one denominator."""

    weights: fmpz_mat
    denominator: fmpz


class _TurnWeights:
    """Weights of the hits of one turn, on both sides."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.fighting = battle.fighting
        self.attack = _hit_weights(battle.fighting, battle.attacker_hits)
        self.defense = _hit_weights(battle.defenders, battle.defender_hits)

    def active(self, defenders: int) -> list[int]:
        """List the numbers of fighting attackers with which the battle continues, largest first."""
        numbers = []
        for fighting in range(self.fighting, 0, -1):
            position = Position(self.battle.reserve + fighting, defenders)
            if self.battle.outcome(position) is None:
                numbers.append(fighting)
        return numbers

    def total(self, fighting: int, defenders: int) -> fmpz:
        """Return v^a t^d, the sum of the weights of one turn."""
        attack = fmpz(self.battle.attacker_hits.denominator)
        defense = fmpz(self.battle.defender_hits.denominator)
        return attack**fighting * defense**defenders

    def stay(self, fighting: int, defenders: int) -> fmpz:
        """Return the weight of a turn without a hit."""
        return self.attack[fighting][0] * self.defense[defenders][0]

    def after(self, column: Sequence[fmpz], defenders: int, most_left: int) -> fmpz_mat:
        """Return the weights one turn after those of a column, for at most `most_left` defenders left."""
        # A product of two matrices: the weights with which b of a attackers are left, and those with which the hits of
        # a attackers leave a number of defenders, times the weight of a in the column.
        size = self.fighting + 1
        attackers = fmpz_mat(size, size)
        products = fmpz_mat(size, self.battle.defenders + 1)
        for a, weight in enumerate(column):
            # Terminal positions have no weight in a column: nothing moves from them.
            if not weight:
                continue
            for b, weight_of_left in enumerate(_weights_of_left(a, self.defense[defenders])):
                attackers[b, a] = weight_of_left
            for left, weight_of_left in enumerate(_weights_of_left(defenders, self.attack[a])[: most_left + 1]):
                products[a, left] = weight * weight_of_left
        return attackers * products


def _hit_weights(most: int, hits: Fraction) -> list[list[fmpz]]:
    """Return the weights of 0, 1, ... hits over denominator^shooters, for each number of shooters up to `most`."""
    hit = hits.numerator
    miss = hits.denominator - hit
    weights = []
    for shooters in range(most + 1):
        counts = range(shooters + 1)
        weights.append([fmpz(comb(shooters, k) * hit**k * miss ** (shooters - k)) for k in counts])
    return weights


def _weights_of_left(armies: int, hits: list[fmpz]) -> list[fmpz]:
    """Return the weights of 0, 1, ... armies left."""
    none_left = sum(hits[armies:], fmpz(0))
    impossible = [fmpz(0)] * (armies - len(hits))  # with fewer shooters than armies, some are left
    return [none_left, *impossible, *reversed(hits[:armies])]


def _start(battle: Battle) -> _Distribution:
    weights = fmpz_mat(battle.fighting + 1, battle.defenders + 1)
    weights[battle.fighting, battle.defenders] = 1
    return _Distribution(weights, fmpz(1))


def _distributions(turn: _TurnWeights, turns: int) -> list[_Distribution]:
    """Return the distributions after 0, 1, ... turns."""
    distributions = [_start(turn.battle)]
    for _ in range(turns):
        distributions.append(_next(turn, distributions[-1]))
    return distributions


def _next(turn: _TurnWeights, distribution: _Distribution) -> _Distribution:
    """Return the distribution one turn later; the probability of terminal positions stays there."""
    weights, denominator = distribution
    common = turn.total(turn.fighting, turn.battle.defenders)
    # What is left here when all active positions have moved on: the terminal ones.
    stays = fmpz_mat(weights)
    moved = fmpz_mat(weights.nrows(), weights.ncols())
    for defenders in range(1, turn.battle.defenders + 1):
        column = [fmpz(0)] * (turn.fighting + 1)
        for fighting in turn.active(defenders):
            # Smaller armies have a smaller denominator, which is extended to the common one.
            extension = common // turn.total(fighting, defenders)
            column[fighting] = weights[fighting, defenders] * extension
            stays[fighting, defenders] = 0
        moved += turn.after(column, defenders, defenders)
    return _Distribution(stays * common + moved, denominator * common)


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
        # What is left in the column: visits of active positions, which move on, and terminal positions.
        visits = [fmpz(0)] * len(column)
        for fighting in turn.active(defenders):
            visits[fighting] = column[fighting]
            column[fighting] = fmpz(0)
        for fighting, weight in enumerate(column):
            weights[fighting, defenders] = weight
        weights += turn.after(visits, defenders, defenders - 1)
    return _Distribution(weights, denominator)


def _solve_column(turn: _TurnWeights, column: list[fmpz], defenders: int) -> fmpz:
    """Follow a column until a defender falls or the battle is over; return the factor of its new denominator.

    The weight that entered an active position becomes the expected number of turns fought there, divided by v^a t^d.
    """
    factor = fmpz(1)
    for fighting in turn.active(defenders):
        # A new denominator for the whole column, in which this position does not stay.
        weight = column[fighting]
        moves = turn.total(fighting, defenders) - turn.stay(fighting, defenders)
        column[:] = [other * moves for other in column]
        column[fighting] = weight
        missed = weight * turn.attack[fighting][0]
        *fewer_left, _ = _weights_of_left(fighting, turn.defense[defenders])
        for left, weight_of_left in enumerate(fewer_left):
            column[left] += missed * weight_of_left
        factor *= moves
    return factor


def _marginal(distribution: _Distribution, key: Callable[[int, int], Key]) -> dict[Key, Fraction]:
    """Return the distribution of a function of the fighting attackers and the defenders, without zero entries."""
    weights, denominator = distribution
    sums: dict[Key, fmpz] = {}
    for fighting in range(weights.nrows()):
        for defenders in range(weights.ncols()):
            weight = weights[fighting, defenders]
            if weight:
                name = key(fighting, defenders)
                sums[name] = sums.get(name, fmpz(0)) + weight
    # Reduce once for each key: the greatest common divisors of long numbers take most of the time.
    return {name: to_fraction(fmpq(weight, denominator)) for name, weight in sums.items()}


def _outcome_probabilities(battle: Battle, distribution: _Distribution) -> list[Fraction]:
    """Return the probabilities of "win", "lose", "stopped" and of no outcome."""

    def name(fighting: int, defenders: int) -> str | None:
        outcome = battle.outcome(Position(battle.reserve + fighting, defenders))
        return outcome.name if outcome else None

    probabilities = _marginal(distribution, name)
    return [probabilities.get(key, Fraction(0)) for key in ("win", "lose", "stopped", None)]


def _survivors(battle: Battle, distribution: _Distribution) -> Survivors:
    attackers = _marginal(distribution, lambda fighting, _: battle.reserve + fighting)
    defenders = _marginal(distribution, lambda _, defenders: defenders)
    return Survivors(dict(sorted(attackers.items())), dict(sorted(defenders.items())))


Counts = NDArray[np.int64]


@dataclass(frozen=True)
class BattleSimulation:
    """Counts over many simulated games of one battle; those of `by_turn` are games won, lost and stopped."""

    games: int
    by_turn: tuple[tuple[int, int, int], ...]
    attackers: dict[int, int]
    defenders: dict[int, int]

    @property
    def end(self) -> tuple[int, int, int]:
        """The number of games won, lost and stopped by the last turn."""
        return self.by_turn[-1]


def simulate_battle(battle: Battle, games: int, seed: int, turns: int | None = None) -> BattleSimulation:
    """Play a battle many times, to its end or for a number of turns; the same seed gives the same games.

    All games are played in parallel arrays, with numpy's default generator: in each turn one binomial number per side
    for every active game.
    """
    require_whole("games", games, 1)
    require_whole("seed", seed, 0)
    if turns is not None:
        require_whole("turns", turns, 1)
    elif not (battle.attacker_hits or battle.defender_hits):
        raise ValueError("turns: a battle in which no army can hit never ends")
    random = np.random.default_rng(seed)
    attacker_hits = float(battle.attacker_hits)
    defender_hits = float(battle.defender_hits)
    fighting: Counts = np.full(games, battle.fighting)
    defending: Counts = np.full(games, battle.defenders)
    by_turn: list[tuple[int, int, int]] = []
    while turns is None or len(by_turn) < turns:
        active = np.flatnonzero(outcome_masks(battle, fighting, defending)[None])
        # Copies from before the turn: armies hit in this turn still shoot in it.
        attack = fighting[active]
        defense = defending[active]
        defending[active] = np.maximum(defense - random.binomial(attack, attacker_hits), 0)
        fighting[active] = np.maximum(attack - random.binomial(defense, defender_hits), 0)
        masks = outcome_masks(battle, fighting, defending)
        won, lost, stopped, undecided = (int(np.count_nonzero(mask)) for mask in masks.values())
        by_turn.append((won, lost, stopped))
        # Without a number of turns, until the last game is over.
        if turns is None and not undecided:
            break
    return BattleSimulation(games, tuple(by_turn), _tally(fighting + battle.reserve), _tally(defending))


def _tally(armies: Counts) -> dict[int, int]:
    """Return the number of games by the number of armies left."""
    numbers, games = np.unique(armies, return_counts=True)
    return dict(zip(numbers.tolist(), games.tolist(), strict=True))


def confidence_interval(count: int, games: int, confidence: float) -> tuple[float, float]:
    """Return the exact confidence interval for the probability of an event (Clopper and Pearson 1934).

    It covers the true probability with at least the confidence stated.
    """
    from scipy.special import betaincinv  # here, because it takes longer to import than a battle

    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence} is not between 0 and 1")
    if not 0 <= count <= games:
        raise ValueError(f"count: {count} is not a number of {games} games")
    doubt = (1 - confidence) / 2
    low = 0.0
    high = 1.0
    # Without a success the lower end is 0, and with nothing else the upper one is 1.
    if count > 0:
        low = float(betaincinv(count, games - count + 1, doubt))
    if count < games:
        high = float(betaincinv(count + 1, games - count, 1 - doubt))
    return low, high
