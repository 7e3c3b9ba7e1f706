"""Questions over many battles: the fewest attackers who win, the odds of all battles up to a size, and when to stop.

The fewest attackers. More attackers never win less: fight both battles with the same hits, and let the additional
armies shoot apart; then the larger army always has at least as many attackers left, against at most as many defenders.
In the same way more defenders never lose more. So the minimum number of attackers is found by bisection.

No float decides: a probability within its error bound of the required one is computed again in exact rationals.

Values of all battles up to a size, by backward induction in floats, with a rigorous error bound.

W(a, d) = sum over x, y of b(x; d, q) b(y; a, p) W(a - x, d - y), in which the casualties x and y are independent given
a and d. Only x = 0 refers to the row of a itself, and only if d is small; there it is solved by substitution. The
columns of a row are otherwise independent of each other, and divided among the cores.

Most of a table is settled: the side with far more armies wins, except with a probability that no float shows. So after
each row the values at its start that differ by at most `negligible` from its first value are made equal to it, and the
values at its end that are at most `negligible` are made 0. A sum over a constant stretch is one tail probability, over
zeros nothing.

The bound, for values from 0 to 1. As for one battle (see `distribution`), a value is a sum of products of nonnegative
floats, and one step changes it by at most a known multiple of itself. Errors made later in the battle, and those of the
values made equal or 0, are weighted by the probabilities of their positions: the probabilities after one step sum to 1,
after any number of steps to at most E[turns in which an army is hit], which is at most `most_turns` and at most the
number of armies. The bands leave out 2 `omitted` a turn. In a step a product passes `most_terms` / 4 + 3 additions over
y (see `correlate`), one more for the constant stretch, one for each of `most_terms` x, and at most 8 roundings for the
product, the substitution and the division; it has at most 4 hit probabilities as factors.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import IO

import numpy as np

from gametheory.games.battle.battle_kernel import (
    Choice,
    ValueTable,
    expect_independent_columns,
    round_all_settled_ends,
    solve_dependent_columns,
    solve_independent_columns,
    write_previous_turn,
)
from gametheory.games.battle.distribution import (
    MAX_OMITTED,
    battle_distribution,
    exact_distribution,
    hits_of_both_sides,
    outcome_masks,
)
from gametheory.games.battle.hits_kernel import GROUP, UNIT, Bools, Floats, expected_turns_bound
from gametheory.games.battle.rules import Battle, BattleDistribution, Probability
from gametheory.numbers.format import format_number, format_size, short_repr
from gametheory.numbers.rationals import ceiling_division, least_satisfying, require_whole
from gametheory.numbers.table import Block, Printable, Table
from gametheory.parallel.limits import run_on_threads

MAX_EXACT = 2000  # attackers x defenders; beyond it, exact rationals take minutes
MAX_POSITIONS = 25_000_000  # beyond it, a distribution takes gigabytes
MAX_ATTACKERS = 20_000  # as well


class TooClose(ArithmeticError):
    """A probability is too close to the required one for floats, in a battle too large for exact rationals."""

    def __init__(self, battle: Battle, win: Fraction) -> None:
        super().__init__(f"{battle}: the win probability is too close to {win} to be decided in a battle of this size")


@dataclass(frozen=True)
class MinimumAttackers:
    """Minimum number of attackers for a win probability."""

    attackers: int
    win: float
    win_before: float | None
    error_bound: float


def minimum_attackers(battle: Battle, win: Fraction, turns: int | None = None) -> MinimumAttackers:
    """Return the minimum number of attackers that win with a probability of at least `win`.

    Bisection from the square law's number on, with `battle_distribution` for each probability. Cost: about ten
    distributions.

    >>> minimum_attackers(Battle(1, 25), Fraction(7, 10)).attackers
    29
    """
    _require_reachable(battle, win, turns)
    first = battle.reserve + 1 if battle.reserve else 0  # a reserve needs an army to fight
    near = _square_law_guess(battle) if win else first
    most = min(MAX_POSITIONS // (battle.defenders + 1), MAX_ATTACKERS)

    def enough(count: int) -> bool:
        if count > most:
            too_rare = "hits are too rare to compute the number"
            raise ValueError(f"win: more than {most:,} attackers may be needed; {too_rare}")
        return wins_at_least(replace(battle, attackers=count), win, turns)

    attackers = least_satisfying(enough, first, near)
    probability, bound = win_probability(replace(battle, attackers=attackers), turns)
    # No smaller army can fight.
    if attackers == first:
        return MinimumAttackers(attackers, probability, None, bound)
    before, bound_before = win_probability(replace(battle, attackers=attackers - 1), turns)
    return MinimumAttackers(attackers, probability, before, max(bound, bound_before))


def _square_law_guess(battle: Battle) -> int:
    if not battle.attacker_hits:
        return battle.defenders
    ratio = math.sqrt(battle.defender_hits / battle.attacker_hits)
    fighting = round(ratio * battle.defenders)
    return battle.reserve + 1 + fighting


def _require_reachable(battle: Battle, win: Fraction, turns: int | None) -> None:
    """Raise ValueError unless some number of attackers reaches `win`.

    Every probability below 1 is reached if attackers can hit, since many of them hit all defenders in one turn.
    """
    if not 0 <= win <= 1:
        raise ValueError(f"win: {win} is not a probability from 0 to 1")
    if win and battle.defenders and not battle.attacker_hits:
        raise ValueError(f"win: attackers who cannot hit never win with a probability of {win}")
    many = replace(battle, attackers=battle.defenders + battle.reserve + 1)
    if win == 1 and not wins_surely(many, turns):
        raise ValueError("win: no number of attackers wins with a probability of 1")


def wins_at_least(battle: Battle, win: Fraction, turns: int | None = None) -> bool:
    """Return whether a battle is won with a probability of at least `win`; floats decide only outside their bound.

    Cost: a distribution in floats, and in exact rationals if the two probabilities are close.
    """
    if win == 0:
        return True
    if win == 1:
        return wins_surely(battle, turns)
    probability, bound = win_probability(battle, turns)
    # Exact comparisons of floats: outside the bound they decide.
    if abs(Fraction(probability) - win) > Fraction(bound):
        return probability > win
    # Otherwise the exact probability decides, if it takes seconds.
    if battle.attackers * battle.defenders > MAX_EXACT:
        raise TooClose(battle, win)
    return _win(exact_distribution(battle, turns)) >= win


@lru_cache  # a search asks twice for the numbers that it reports
def win_probability(battle: Battle, turns: int | None = None) -> tuple[float, float]:
    """Return the probability to win by a turn, or in the end, and a bound on its error.

    Cost: that of `battle_distribution`.
    """
    distribution = battle_distribution(battle, turns)
    return float(_win(distribution)), float(distribution.error_bound)


def _win(distribution: BattleDistribution) -> Probability:
    """Return the probability to win by the last turn, if there is one, and otherwise in the end."""
    if distribution.turns:
        return distribution.turns[-1].win
    return distribution.eventual.win


def wins_surely(battle: Battle, turns: int | None = None) -> bool:
    """Return whether a battle is won with a probability of exactly 1, by the rules alone.

    If defenders can hit and attackers can miss, all attackers may miss and be hit. If all attackers hit, they win in
    the first turn or may be hit first; if no defender hits, the win is only a question of time.
    """
    fighting = battle.fighting
    defenders = battle.defenders
    if not defenders:
        return fighting > 0 or battle.both_dead == "attacker"
    is_stopped = battle.stop_when_outnumbered and battle.attackers <= defenders
    if is_stopped or not fighting or not battle.attacker_hits:
        return False
    if battle.attacker_hits < 1:
        return not battle.defender_hits and turns is None
    # Every attacker hits, so that all defenders fall as soon as there are shots enough.
    if not battle.defender_hits:
        return turns is None or ceiling_division(defenders, fighting) <= turns
    needed = defenders if battle.both_dead == "attacker" else defenders + 1  # all attackers may fall, but one
    return fighting >= needed


MAX_SHOWN = 8  # rows and columns that are printed
MAX_BATTLES = 50_000_000  # of a table, which takes 48 bytes for each: two gigabytes


@short_repr
@dataclass(frozen=True)
class OddsTable(Printable):
    """Probabilities of every battle up to a size, at [attackers, defenders], in which attackers include the reserve."""

    largest: Battle
    turns: int | None
    win: Floats
    lose: Floats
    error_bound: float

    def view(self) -> Iterable[Block]:
        """Return the win probabilities of a few evenly spaced battles."""
        height, width = self.win.shape
        attackers = _evenly_spaced(height)
        defenders = _evenly_spaced(width)
        rows: list[list[int | str]] = []
        for row in attackers:
            probabilities = self.win[row, defenders].tolist()
            rows.append([row, *map(format_number, probabilities)])
        when = "at the end" if self.turns is None else f"by turn {self.turns}"
        caption = f"Win probability {when}, attackers (rows) against defenders; each within {self.error_bound:.1e}"
        return [Table(["", *map(str, defenders)], rows, caption)]


def _evenly_spaced(size: int) -> list[int]:
    """Return at most MAX_SHOWN numbers up to the last index, at equal distances rounded up."""
    steps = range(1, MAX_SHOWN + 1)
    return sorted({ceiling_division((size - 1) * step, MAX_SHOWN) for step in steps})


def odds_table(
    most_attackers: int,
    most_defenders: int,
    turns: int | None = None,
    attacker_hits: Fraction = Battle.attacker_hits,
    defender_hits: Fraction = Battle.defender_hits,
    both_dead: str = "attacker",
    reserve: int = 0,
    stop_when_outnumbered: bool = False,
) -> OddsTable:
    """Return the odds of every battle up to a number of attackers and defenders, with one rigorous bound.

    WB.10, computed by backward induction instead of simulated (see `values`). If there are no more attackers than the
    reserve, none fights, and the rules decide the battle. Cost: A D products of both bands; with `turns`, as many for
    each turn, for winning and for losing; 48 bytes for each battle.
    """
    if turns is not None:
        require_whole("turns", turns, 1)
    rules = attacker_hits, defender_hits, both_dead, reserve, stop_when_outnumbered
    largest = Battle(most_attackers, most_defenders, *rules)
    if not (most_attackers and most_defenders):
        raise ValueError(f"a table of {most_attackers} x {most_defenders} contains no battle")
    require_size(largest)
    values = BattleValues(largest)
    win = _probabilities(values, "win", turns)
    always_decided = turns is None and values.ever_ends and not stop_when_outnumbered
    # Where every battle is won or lost, one of the two is enough.
    lose = 1 - win if always_decided else _probabilities(values, "lose", turns)
    bound = values.error_bound(turns)
    return OddsTable(largest, turns, _with_reserve(win, reserve), _with_reserve(lose, reserve), bound)


def _with_reserve(table: Floats, reserve: int) -> Floats:
    """Return a table by fighting attackers as one by all attackers: with the reserve alone, none of them fights."""
    none_fights = np.repeat(table[:1], reserve, axis=0)
    return np.concatenate([none_fights, table])


def _probabilities(values: BattleValues, outcome: str, turns: int | None) -> Floats:
    terminal = values.outcome_masks[outcome].astype(np.float64)
    if turns is None:
        probabilities = values.to_the_end(terminal)
    else:
        probabilities = values.after_turns(terminal, turns)
    # The true probability is from 0 to 1, so that clipping only reduces the error.
    return np.clip(probabilities, 0.0, 1.0, out=probabilities)


def break_even_points(table: OddsTable) -> list[tuple[float, float]]:
    """Return the points (attackers, defenders) at which the win probability passes 1/2, one for each defender count.

    The win probability is interpolated linearly between the last number of attackers with less than 1/2 and the next.
    Defender counts without such a number have no point. Cost: the size of the table.
    """
    first = table.largest.reserve + 1
    points: list[tuple[float, float]] = []
    for defenders in range(1, table.win.shape[1]):
        win = table.win[:, defenders]
        passes = (win[first - 1 : -1] < 0.5) & (win[first:] >= 0.5)
        if passes.any():
            attackers = first + int(passes.argmax())
            # Linear interpolation between the two numbers of attackers.
            below, above = win[attackers - 1 : attackers + 1].tolist()
            share = (0.5 - below) / (above - below)
            points.append((attackers - 1 + share, defenders))
    return points


def require_size(largest: Battle) -> None:
    """Raise ValueError if there are too many battles up to this one for a table."""
    if largest.attackers * largest.defenders > MAX_BATTLES:
        size = f"{format_size(largest.attackers)} x {format_size(largest.defenders)}"
        side = math.isqrt(MAX_BATTLES)
        allowed = f"at most {MAX_BATTLES:,} battles, such as {side} x {side}"
        raise ValueError(f"a table of {size} battles is too large; {allowed}")


def write_npz(table: OddsTable, file: IO[bytes]) -> None:
    """Write a table for numpy: arrays `win`, `lose`, `error_bound`, and the rules as JSON in `rules`."""
    rules = json.dumps(vars(table.largest) | {"turns": table.turns}, default=str)
    bound = np.float64(table.error_bound)
    np.savez(file, win=table.win, lose=table.lose, error_bound=bound, rules=np.str_(rules))


def write_csv(table: OddsTable, file: IO[bytes]) -> None:
    """Write a table as CSV, one battle on a line, with enough digits to read back the same floats."""
    file.write(b"attackers,defenders,win,lose,error_bound\n")
    for attackers, wins in enumerate(table.win.tolist()):
        loses = table.lose[attackers].tolist()
        lines = []
        for defenders, (win, lose) in enumerate(zip(wins, loses, strict=True)):
            lines.append(f"{attackers},{defenders},{win},{lose},{table.error_bound}\n")
        file.write("".join(lines).encode())


@dataclass(frozen=True)
class StoppingSolution:
    """Expected payoffs of the attacker, at [fighting attackers, defenders]: armies left x price, plus the prize."""

    optimal: Floats
    continue_once: Floats
    never_stop: Floats
    stop_now: Floats
    error_bound: float

    def advice(self, attackers: int, defenders: int) -> str:
        """Return "attack" or "stop", or "either" if the two differ by less than their error bounds."""
        position = attackers, defenders
        difference = self.continue_once[position] - self.stop_now[position]
        if abs(difference) <= 2 * self.error_bound:
            return "either"
        if difference > 0:
            return "attack"
        return "stop"


def optimal_stopping(battle: Battle, price: Fraction, prize: Fraction) -> StoppingSolution:
    """Return the optimal decisions, attack again or stop, in all battles up to one.

    Backward induction (Bellman 1957) on W = max(price x a, E[W after a turn]). A turn without a hit leads back to the
    same decision, so that a turn is valued given that an army is hit. Armies in reserve cannot be lost and are not
    counted. Cost: twice that of `odds_table`.

    Parameters
    ----------
    battle
        The largest battle, whose rules are those of all.
    price
        The payoff for each fighting army left.
    prize
        The payoff for winning.

    Returns
    -------
    StoppingSolution
        The expected payoffs of all positions, with an error bound.

    Raises
    ------
    ValueError
        If the price or the prize is negative, if both are zero, or if the battle has its own stopping rule.

    Examples
    --------
    >>> solution = optimal_stopping(Battle(10, 10), price=Fraction(1), prize=Fraction(5))
    >>> solution.advice(10, 3), solution.advice(3, 10)
    ('attack', 'stop')
    """
    if price < 0 or prize < 0 or not price + prize:
        raise ValueError(f"price {price} and prize {prize}: neither may be negative, and not both zero")
    if battle.stop_when_outnumbered:
        raise ValueError("stop_when_outnumbered: the battle must not have its own stopping rule")
    require_size(battle)
    values = BattleValues(battle)
    # The error bound is for values from 0 to 1, so all payoffs are divided by the largest one.
    scale = float(prize + price * battle.fighting)
    height, width = values.active.shape
    armies = np.arange(height) * (float(price) / scale)
    stop = np.repeat(armies[:, None], width, axis=1)
    won = values.outcome_masks["win"] * (float(prize) / scale)
    terminal = np.where(values.active, 0.0, stop) + won
    never_stop = values.to_the_end(terminal.copy())
    optimal, continue_once = values.choices(terminal, stop)
    return StoppingSolution(
        optimal=optimal * scale,
        continue_once=continue_once * scale,
        never_stop=never_stop * scale,
        stop_now=stop * scale,
        error_bound=scale * (values.error_bound() + 8 * UNIT),
    )


MAX_SETTLED = 5e-14  # the error that settling values may cause in a battle to the end; the bound counts it
ROWS = 16  # solved on all cores before the next block begins
ROWS_OF_A_TURN = 128


class BattleValues:
    """Values of all battles up to one of `battle`, under its rules; arrays are at [fighting attackers, defenders].

    >>> duel = BattleValues(Battle(1, 1))
    >>> won = duel.outcome_masks["win"].astype(float)
    >>> once, ever = duel.after_turns(won.copy(), 1)[1, 1], duel.to_the_end(won.copy())[1, 1]
    >>> round(float(once), 6), round(float(ever), 6), round(15 / 22, 6)
    (0.6, 0.681818, 0.681818)
    >>> optimal, continued = duel.choices(won.copy(), np.full((2, 2), 0.9))
    >>> float(optimal[1, 1]), duel.error_bound() < 1e-12
    (0.9, True)
    """

    def __init__(self, battle: Battle) -> None:
        fighting, defenders = np.ogrid[: battle.fighting + 1, : battle.defenders + 1]
        self.outcome_masks = outcome_masks(battle, fighting, defenders)
        self.active: Bools = self.outcome_masks[None]
        self.armies = sum(self.active.shape)
        hits = battle.attacker_hits, battle.defender_hits
        self.ever_ends = any(hits)
        self.most_turns = 1.0
        if self.ever_ends:
            self.most_turns = expected_turns_bound(battle.fighting, battle.defenders, *hits)
        self.negligible = MAX_SETTLED / min(self.most_turns, self.armies)
        self.attack, self.defense = hits_of_both_sides(battle, MAX_OMITTED / self.most_turns)

    def after_turns(self, values: Floats, turns: int) -> Floats:
        """Return the values `turns` turns before those given; terminal positions keep theirs."""
        for _ in range(turns):
            earlier = values.copy()
            table = self._table(values)
            # a signal is only noticed between two blocks
            for begin in range(1, len(values), ROWS_OF_A_TURN):
                rows = begin, min(begin + ROWS_OF_A_TURN, len(values))
                run_on_threads(write_previous_turn, values.size, table, rows, earlier)
            values = earlier
        return values

    def to_the_end(self, values: Floats) -> Floats:
        """Return the values if every battle is fought to its end, given those of the terminal positions."""
        return self.choices(values, np.zeros_like(values))[0]

    def choices(self, values: Floats, stop: Floats) -> tuple[Floats, Floats]:
        """Return the maximum of fighting on and of `stop` at each position, and the value of fighting on.

        The decision after a turn without a hit is the same as before it, so that a turn is valued given that an army
        is hit. `values` contains those of the terminal positions and is overwritten elsewhere.
        """
        continued = np.zeros_like(values)
        # No army can hit: fighting on changes nothing, so that stopping is as good.
        if not self.ever_ends:
            return np.where(self.active, stop, values), continued
        height, width = values.shape
        # With this many defenders at least ROWS attackers fall, so that no row of a block depends on another.
        independent = max(int(np.searchsorted(self.defense.first, ROWS)), 1)
        table = self._table(values)
        choice = Choice(stop, continued)
        expected = np.zeros((ROWS, width))
        # The first columns row by row; the others of the block in parallel, on all cores.
        for begin in range(1, height, ROWS):
            rows = begin, min(begin + ROWS, height)
            solve_dependent_columns(table, choice, rows, independent)
            run_on_threads(expect_independent_columns, values.size, table, rows, independent, expected)
            solve_independent_columns(table, choice, rows, independent, expected)
        return values, continued

    def _table(self, values: Floats) -> ValueTable:
        spans = round_all_settled_ends(values, self.active)
        return ValueTable(values, spans, self.active, self.attack, self.defense, self.negligible)

    def error_bound(self, turns: int | None = None) -> float:
        """Return a bound on the error of every value, for values from 0 to 1; `turns` None means to the end."""
        steps = min(self.most_turns, self.armies if turns is None else turns)
        terms = self.attack.most_terms / GROUP + self.defense.most_terms + 12
        of_hits = max(self.attack.relative_error, self.defense.relative_error)
        factor = 4 * of_hits + terms * UNIT
        turns_omitted = min(self.most_turns, turns or self.most_turns)
        omitted = (self.attack.omitted + self.defense.omitted) * turns_omitted
        return min(1.0, 1.001 * (steps * (factor + self.negligible) + omitted) + 2 * UNIT)
