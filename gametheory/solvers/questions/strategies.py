"""What a strategy gains: dominated strategies, what one guarantees, what it regrets, and what a commitment gains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from operator import getitem, neg, sub
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gametheory.model.extensive_form import ExtensiveForm, information_set_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm
from gametheory.numbers.format import did_you_mean, pluralize
from gametheory.numbers.rationals import exact_text, to_flint, to_fraction
from gametheory.numbers.table import Block, Table
from gametheory.solvers.arrays import support
from gametheory.solvers.equilibrium import number_text
from gametheory.solvers.matrix_game import solve_matrix
from gametheory.solvers.pivoting import maximize, normalized
from gametheory.solvers.questions import (
    Answer,
    Array,
    Profile,
    Weighted,
    joined,
    mixture_text,
    names_of,
    others_of,
    sets_of,
    table_of,
    weighted,
)
from gametheory.solvers.questions.profiles import Key, ProfileReader, is_list_of_profiles, refuse_other_names
from gametheory.solvers.solution import Check
from gametheory.solvers.subgames import best_plan
from gametheory.verify import (
    check_dominance,
    check_maximin,
    check_regret,
    check_stackelberg,
    check_weak_stackelberg,
)

DOMINANCE_CHECK = Check("each dominated strategy, and a belief for each that is left", "verify.check_dominance")
MAXIMIN_CHECK = Check("the guarantees, and what the others do against each mixed strategy", "verify.check_maximin")
REGRET_CHECK = Check("no other strategy gains more, and the deviation gains this", "verify.check_regret")
MAX_LISTED = 5  # sums that are printed
Plan: TypeAlias = dict[Key, Fraction]
COMMITMENT_CHECK = Check(
    "for each reply, no commitment to which it is a best one gets more", "verify.check_stackelberg"
)
WEAK_COMMITMENT_CHECK = Check(
    "whatever best reply the follower chooses, no commitment surely gets more", "verify.check_weak_stackelberg"
)
Strategy: TypeAlias = tuple[int, int]  # a player, and the number of a strategy
Mixture: TypeAlias = dict[int, Fraction]  # by the numbers of strategies


class Dominated(NamedTuple):
    """A strategy, and the mixed strategy that dominates it."""

    player: str
    strategy: str
    by: Mapping[str, Fraction]


class Belief(NamedTuple):
    """A strategy that is left, and probabilities of the others' strategies to which it is a best reply."""

    player: str
    strategy: str
    belief: tuple[Weighted, ...]


@dataclass(frozen=True, repr=False)
class DominanceSolution(Answer):
    """What iterated elimination of dominated strategies leaves.

    Attributes
    ----------
    weak
        Whether a strategy is eliminated if another one is never worse and sometimes better.
    rounds
        For each round, the strategies that are eliminated in it.
    left
        The strategies of each player that are left.
    beliefs
        For each of these a belief; if `weak`, one in which all strategies of the others have a positive probability.
    """

    ITEMS = "beliefs"
    title: str
    weak: bool
    rounds: tuple[tuple[Dominated, ...], ...]
    left: tuple[tuple[str, ...], ...]
    beliefs: tuple[Belief, ...]

    def rows(self) -> list[dict[str, object]]:
        """Return the strategies: first those eliminated, with the round, and then those left."""
        rows: list[dict[str, object]] = []
        for number, dominated in enumerate(self.rounds, 1):
            for player, strategy, by in dominated:
                row = {"player": player, "strategy": strategy, "round": number, "dominated by": mixture_text(by)}
                rows.append(row)
        for player, strategy, _ in self.beliefs:
            rows.append({"player": player, "strategy": strategy, "round": None, "dominated by": ""})
        return rows

    def arrays(self) -> list[Array]:
        """Return for each player whether each strategy is left."""
        return list(map(np.isin, self.names, self.left))

    def view(self) -> Iterator[Block]:
        """Yield the strategies in the order of their elimination, and those that are left."""
        rows: list[tuple[object, ...]] = []
        for number, dominated in enumerate(self.rounds, 1):
            for index, (player, strategy, by) in enumerate(dominated):
                rows.append(("" if index else number, player, strategy, mixture_text(by)))
        words = ("player", "strategy", "dominated by")
        if rows:
            yield Table(("round", *words), rows, left=words)
        beliefs = []
        for player, strategy, belief in self.beliefs:
            texts = [f"{', '.join(profile)} {exact_text(probability)}" for profile, probability in belief]
            beliefs.append((player, strategy, "; ".join(texts)))
        words = ("player", "left", "best reply to")
        yield Table(words, beliefs, left=words)
        which = "not weakly dominated any more" if self.weak else "rationalizable"
        count = pluralize(sum(map(len, self.left)), "strategy", "strategies")
        yield f"{count} survive in {self.form}: {which}. Checked exactly."
        yield from self.legend()


def eliminate_dominated(game: NormalForm | ExtensiveForm, weak: bool = False) -> DominanceSolution:
    """Eliminate dominated strategies, those of all players in each round, until none is left.

    A linear program for each strategy finds a mixed strategy that dominates it, or a belief to which it is a best reply
    (Pearce 1984, Lemmas 3 and 4). Strict dominance leaves the rationalizable strategies, in any order. What weak
    dominance leaves depends on the order; here all dominated strategies are eliminated in each round.
    """
    table, form = table_of(game)
    players, names = table.players, table.strategies
    left = [list(range(len(strategies))) for strategies in names]
    rounds: list[dict[Strategy, Mixture]] = []
    while True:
        dominated, beliefs = _dominated_now(table, left, weak)
        # beliefs of the last round, in which nothing is dominated, are those that support what is left
        if not dominated:
            break
        rounds.append(dominated)
        for player, strategies in enumerate(left):
            left[player] = [strategy for strategy in strategies if (player, strategy) not in dominated]
    check_dominance(table, rounds, beliefs, weak)
    named_rounds = []
    for dominated in rounds:
        named = []
        for (player, strategy), mixture in dominated.items():
            by = names_of(table, player, mixture)
            named.append(Dominated(players[player], names[player][strategy], by))
        named_rounds.append(tuple(named))
    named_beliefs = []
    for (player, strategy), belief in beliefs.items():
        named_belief = weighted(others_of(names, player), belief)
        named_beliefs.append(Belief(players[player], names[player][strategy], named_belief))
    remaining = []
    for player, strategies in enumerate(left):
        remaining.append(tuple(names[player][strategy] for strategy in strategies))
    checks = (DOMINANCE_CHECK,)
    return DominanceSolution(
        players,
        form,
        checks,
        table.title,
        weak,
        tuple(named_rounds),
        tuple(remaining),
        tuple(named_beliefs),
        sets=sets_of(game),
        names=table.strategies,
    )


def _dominated_now(
    table: NormalForm, left: list[list[int]], weak: bool
) -> tuple[dict[Strategy, Mixture], dict[Strategy, dict[Profile, Fraction]]]:
    """Return the strategies that are dominated by those left, each by a mixture, and a belief for each other one."""
    cells = table.cells()
    dominated, beliefs = {}, {}
    for player, strategies in enumerate(left):
        others = list(product(*others_of(left, player)))
        payoffs = {}
        for strategy in strategies:
            payoffs[strategy] = [cells[joined(other, player, strategy)][player] for other in others]
        for strategy in strategies:
            mixture, belief = _mixture_or_belief(strategy, payoffs, weak)
            if mixture:
                dominated[player, strategy] = mixture
            else:
                beliefs[player, strategy] = support(others, belief)
    return dominated, beliefs


def _mixture_or_belief(
    strategy: int, payoffs: Mapping[int, Sequence[Fraction]], weak: bool
) -> tuple[Mixture, Sequence[Fraction]]:
    """Return a mixed strategy that dominates a strategy, if possible a pure one; or else a belief."""
    mine = payoffs[strategy]
    gains = {}
    for other, theirs in payoffs.items():
        if other != strategy:
            gains[other] = list(map(sub, theirs, mine))
    # a pure strategy that dominates is easier to read than a mixture, and found without a linear program
    for other, line in gains.items():
        if min(line) > 0 or (weak and min(line) == 0 < max(line)):
            return {other: Fraction(1)}, ()
    if weak:
        # A mixture that is nowhere worse gains as much as possible in total: nothing, if no mixture dominates. The
        # last weight is that of the strategy itself.
        totals = [sum(line, Fraction(0)) for line in gains.values()]
        losses = [dict(enumerate(map(neg, column))) for column in zip(*gains.values(), strict=True)]
        solved = maximize([*totals, Fraction(0)], losses or [{}] * len(mine))
        mixed = solved.weights[:-1]
        belief = [1 + multiplier for multiplier in solved.multipliers]
        is_dominated = solved.value != 0
    else:
        # A belief to which no other strategy is a better reply; where there is none, the dual solution is a mixture.
        solved = maximize([Fraction(0)] * len(mine), [dict(enumerate(line)) for line in gains.values()])
        mixed = solved.multipliers
        belief = [*solved.weights]
        is_dominated = solved.value is None
    if is_dominated:
        return support(gains, normalized(mixed)), ()
    return {}, normalized(belief)


class Guarantee(NamedTuple):
    """The greatest payoffs that a player can guarantee, and strategies of the others that allow no more."""

    player: str
    pure_value: Fraction
    pure: tuple[str, ...]
    value: Fraction
    mixed: Mapping[str, Fraction]
    against: tuple[Weighted, ...]


@dataclass(frozen=True, repr=False)
class MaximinSolution(Answer):
    """What each player can guarantee.

    Attributes
    ----------
    guarantees
        For each player the greatest guarantee of a pure strategy, the pure strategies that have it, that of a mixed
        strategy, one that has it, and a distribution of the others' strategies against which no strategy gets more.
    """

    ITEMS = "guarantees"
    title: str
    guarantees: tuple[Guarantee, ...]

    def arrays(self) -> list[Array]:
        """Return the mixed strategy of each player."""
        return [self.vector(player, guarantee.mixed) for player, guarantee in enumerate(self.guarantees)]

    def view(self) -> Iterator[Block]:
        """Yield the guarantees of each player."""
        columns = ("player", "pure maximin", "by", "mixed maximin", "by a mixed strategy")
        rows = []
        for player, pure_value, pure, value, mixed, _ in self.guarantees:
            row = (player, exact_text(pure_value), ", ".join(pure), exact_text(value), mixture_text(mixed))
            rows.append(row)
        yield Table(columns, rows, left=("player", "by", "by a mixed strategy"))
        yield f"What each player of {self.form}, can guarantee against all strategies of the others. Checked exactly."
        yield from self.legend()


def maximin_strategies(game: NormalForm | ExtensiveForm) -> MaximinSolution:
    """Return the greatest guarantee of each player, a matrix game against the others as one player.

    A mixed strategy guarantees the least of its payoffs against pure profiles, so that it makes no difference whether
    the others mix independently.
    """
    table, form = table_of(game)
    cells, names = table.cells(), table.strategies
    guarantees = []
    for index, player in enumerate(table.players):
        others = list(product(*(range(len(strategies)) for strategies in others_of(names, index))))
        # the others are one player, who wants the opposite
        matrix = []
        for strategy in range(len(names[index])):
            matrix.append([to_flint(cells[joined(other, index, strategy)][index]) for other in others])
        solved = solve_matrix(matrix)
        mixed = {strategy: to_fraction(p) for strategy, p in solved.row.items()}
        against = {others[column]: to_fraction(p) for column, p in solved.column.items()}
        pure_value, pure, value = check_maximin(table, index, mixed, against)
        by = tuple(names[index][strategy] for strategy in pure)
        named_mixed = names_of(table, index, mixed)
        named_against = weighted(others_of(names, index), against)
        guarantees.append(Guarantee(player, pure_value, by, value, named_mixed, named_against))
    checks = (MAXIMIN_CHECK,)
    return MaximinSolution(
        table.players, form, checks, table.title, tuple(guarantees), sets=sets_of(game), names=table.strategies
    )


class Regret(NamedTuple):
    """The payoff of a player in a profile, the greatest gain, and for each information set the better action."""

    player: str
    payoff: Fraction
    gain: Fraction
    deviation: Mapping[str, str]


class Rescaled(NamedTuple):
    """Probabilities in a profile, counted from 1, that were divided by their sum."""

    profile: int
    player: str
    place: str
    sum: Fraction


@dataclass(frozen=True, repr=False)
class RegretSolution(Answer):
    """For each profile the regret of each player.

    Attributes
    ----------
    profiles
        The regrets of the players in each profile; a profile is an equilibrium if no player has a gain.
    greatest
        The greatest gain of each profile.
    rescaled
        The distributions whose sum differed from 1, by at most 10^-9.
    """

    ITEMS = "profiles"
    NUMBERED = "profile"
    profiles: tuple[tuple[Regret, ...], ...]
    greatest: tuple[Fraction, ...]
    rescaled: tuple[Rescaled, ...]

    def arrays(self) -> list[Array]:
        """Return for each profile the greatest gain of each player."""
        return list(map(gains_of, self.profiles))

    def view(self) -> Iterator[Block]:
        """Yield payoffs, gains and deviations, and the number of equilibria."""
        rows: list[tuple[object, ...]] = []
        for number, profile in enumerate(self.profiles, 1):
            for index, (player, payoff, gain, deviation) in enumerate(profile):
                by = "; ".join(f"{name}: {action}" for name, action in deviation.items())
                rows.append(("" if index else number, player, number_text(payoff, None), number_text(gain, None), by))
        yield Table(("", "player", "payoff", "gain", "by"), rows, left=("player", "by"))
        equilibria = self.greatest.count(Fraction(0))
        yield f"Nash equilibria: {equilibria} of {pluralize(len(self.profiles), 'profile')}. Checked exactly."
        for number, player, name, total in self.rescaled[:MAX_LISTED]:
            sign = "-" if total < 1 else "+"
            difference = f"{sign} {abs(float(total - 1)):.2g}"
            what = f"Profile {number}: the probabilities of {player} at {name}"
            yield f"{what} have the sum 1 {difference}, and were divided by it."
        others = len(self.rescaled) - MAX_LISTED
        if others > 0:
            yield f"So were {pluralize(others, 'other distribution')}."


def gains_of(regrets: Sequence[Regret]) -> Array:
    """Return the greatest gain of each player as an array."""
    return np.array([float(regret.gain) for regret in regrets])


def regret_of_profiles(game: NormalForm | ExtensiveForm, document: Any) -> RegretSolution:
    """Return the gain of each player's best deviation from each profile of a result of `nash` or `solve`, or its JSON.

    Cost: the plays, for each player and profile.
    """
    reader = ProfileReader.of(game)
    size = "a table" if isinstance(game, NormalForm) else "a tree"
    if hasattr(document, "as_json"):
        document = document.as_json()
    if isinstance(document, Mapping):
        refuse_other_names(document, reader.game)
    profiles = document.get("equilibria") if isinstance(document, Mapping) else None
    # a document without a list of equilibria is itself a profile
    if not isinstance(profiles, list | tuple):
        profiles = document if is_list_of_profiles(document) else [document]
    regrets = []
    greatest = []
    rescaled: list[Rescaled] = []
    for number, profile in enumerate(profiles, 1):
        behavior, sums = reader.behavior(profile)
        for key, total in sums.items():
            # floats of other programs rarely add up to 1
            if total != 1:
                player = reader.tree.players[key[0] - 1]
                rescaled.append(Rescaled(number, player, reader.names[key], total))
        regrets.append(regrets_of(reader.form, reader.plans(behavior)))
        greatest.append(max(regret.gain for regret in regrets[-1]))
    checks = (REGRET_CHECK,)
    return RegretSolution(reader.tree.players, size, checks, tuple(regrets), tuple(greatest), tuple(rescaled))


def regrets_of(form: SequenceForm, plans: Sequence[RealizationPlan]) -> tuple[Regret, ...]:
    """Return the payoff of each player, the greatest gain, and the actions of a pure plan that gains it."""
    tree = form.tree
    gains = [[Fraction(0)] * len(sequences) for sequences in form.players]
    for sequences, payoffs in form.payoffs.items():
        weights = list(map(getitem, plans, sequences))
        for player, sequence in enumerate(sequences):
            # what the others' plans make of the payoff
            gains[player][sequence] += payoffs[player] * prod(others_of(weights, player))
    best = list(map(best_plan, form.players, gains))
    checked = check_regret(tree, _certificate(form.players, plans), _certificate(form.players, best))
    names = information_set_names(tree)
    regrets = []
    for player, (payoff, gain) in enumerate(checked):
        actions = {}
        # without a gain nothing is better than the plan itself
        if gain:
            for number, mixed in form.players[player].behavior(best[player]).items():
                key = (player + 1, number)
                actions[names[key]] = tree.information_sets[key].actions[mixed.index(1)]
        regrets.append(Regret(tree.players[player], payoff, gain, actions))
    return tuple(regrets)


def _certificate(players: Sequence[PlayerSequences], plans: Sequence[RealizationPlan]) -> list[Plan]:
    """Return plans for the checker."""
    certificate = []
    for sequences, plan in zip(players, plans, strict=True):
        pairs = zip(sequences.choices, plan, strict=True)
        certificate.append({choice: weight for choice, weight in pairs if choice and weight})
    return certificate


class Reply(NamedTuple):
    """A reply, the most that the leader gets if it is a best one, None if it never is, how, and the dual numbers."""

    reply: str
    value: Fraction | None
    commitment: Mapping[str, Fraction]
    multipliers: Mapping[str, Fraction]


@dataclass(frozen=True, repr=False)
class StackelbergSolution(Answer):
    """The best commitment of a leader, if the follower breaks ties in favor of the leader, or if `weak` against.

    Attributes
    ----------
    leader
        The player who commits to a mixed strategy.
    value, follower_payoff
        What the leader and the follower get.
    commitment, reply
        The leader's strategy, and the follower's.
    programs
        For each reply of the follower, the most that the leader gets by it.
    attained
        Whether the commitment itself gets the value. If `weak` it can be a limit.
    toward
        If the value is not attained: each mixture of the commitment with a little of this strategy gets nearly as much.
    """

    ITEMS = "programs"
    title: str
    leader: str
    value: Fraction
    follower_payoff: Fraction
    commitment: Mapping[str, Fraction]
    reply: str
    programs: tuple[Reply, ...]
    weak: bool = field(default=False, kw_only=True)
    attained: bool = field(default=True, kw_only=True)
    toward: Mapping[str, Fraction] = field(default_factory=dict, kw_only=True)

    def arrays(self) -> list[Array]:
        """Return the commitment of the leader, and the reply of the follower."""
        leader = self.players.index(self.leader)
        return [self.vector(leader, self.commitment), self.vector(1 - leader, {self.reply: Fraction(1)})]

    def view(self) -> Iterator[Block]:
        """Yield the most that the leader gets by each reply, and the best commitment."""
        rows = []
        for program in self.programs:
            if program.value is None:
                value = "–"
            else:
                value = exact_text(program.value)
            rows.append((program.reply, value))
        yield Table(("reply", f"payoff of {self.leader}"), rows, left=("reply",))
        commitment = mixture_text(self.commitment)
        yield f"{self.leader} commits to {commitment}; the reply is {self.reply}."
        both = f"{exact_text(self.value)} and {exact_text(self.follower_payoff)}"
        if not self.weak:
            yield f"Payoffs {both}: no commitment gets more. Checked exactly."
        elif self.attained:
            yield f"Payoffs {both}, whatever best reply is chosen: no commitment surely gets more. Checked exactly."
        else:
            yield (
                f"Payoffs near {both}, whatever best reply is chosen, if the commitment is mixed with a little of "
                f"{mixture_text(self.toward)}: no commitment surely gets more. Checked exactly."
            )
        yield from self.legend()


def best_commitment(
    game: NormalForm | ExtensiveForm, leader: str | None = None, weak: bool = False
) -> StackelbergSolution:
    """Return the best mixed strategy to commit to, of the first player or another one (von Stackelberg 1934).

    For each reply, a linear program finds the commitment with the greatest payoff to which the reply is a best one
    (Conitzer and Sandholm 2006). `weak`: the follower breaks ties against the leader (von Stengel and Zamir 2010).
    """
    table, form = table_of(game)
    players = table.players
    if len(players) != 2:
        raise ValueError(f"the game has {len(players)} players; a leader and a follower are 2")
    # before any program is solved
    if leader not in (None, *players):
        close = did_you_mean(leader, players)
        raise ValueError(f"leader: no player {leader!r}; allowed: {', '.join(players)}{close}")
    first = 0 if leader is None else players.index(leader)
    second = 1 - first
    replies = range(len(table.strategies[second]))
    programs = {reply: _best_for_reply(table, first, reply, weak) for reply in replies}
    sides: dict[int, tuple[Mixture, Mixture]] = {}
    if weak:
        sides = {reply: _side_of_reply(table, first, reply) for reply in replies}
        values = check_weak_stackelberg(table, first, programs, sides)
        check = WEAK_COMMITMENT_CHECK
    else:
        values = check_stackelberg(table, first, programs)
        check = COMMITMENT_CHECK
    # ties of the follower are broken in favor of the leader, or replies that can be worse have no such value
    best = max(values, key=lambda reply: values[reply][0])
    names = table.strategies[second]
    named_replies = {}
    for reply, (mixed, dual) in programs.items():
        value = values[reply][0] if reply in values else None
        named = names_of(table, first, mixed), names_of(table, second, dual)
        named_replies[reply] = Reply(names[reply], value, *named)
    attained = not weak or _is_attained(table, first, programs[best][0], values[best][0])
    return StackelbergSolution(
        players,
        form,
        (check,),
        table.title,
        players[first],
        *values[best],
        named_replies[best].commitment,
        names[best],
        tuple(named_replies.values()),
        weak=weak,
        attained=attained,
        toward={} if attained else names_of(table, first, sides[best][0]),
        sets=sets_of(game),
        names=table.strategies,
    )


def _gains_of_reply(table: NormalForm, leader: int, reply: int) -> list[Mixture]:
    """Return for each other reply what the follower gains by it, for each strategy of the leader."""
    cells = table.cells()
    follower = 1 - leader
    gains = []
    for other in range(len(table.strategies[follower])):
        line = {}
        for strategy in range(len(table.strategies[leader])):
            instead = cells[joined((other,), leader, strategy)][follower]
            line[strategy] = instead - cells[joined((reply,), leader, strategy)][follower]
        gains.append(line)
    return gains


def _side_of_reply(table: NormalForm, leader: int, reply: int) -> tuple[Mixture, Mixture]:
    """Return a commitment to which only replies with equal payoffs are best ones; or a mixture that is never worse.

    The follower's losses by other replies are a matrix game, whose value is positive if there is such a commitment.
    """
    gains = _gains_of_reply(table, leader, reply)
    others = [other for other, line in enumerate(gains) if any(line.values())]
    # the follower is always indifferent between all replies
    if not others:
        return {0: Fraction(1)}, {}
    matrix = []
    for strategy in range(len(table.strategies[leader])):
        matrix.append([to_flint(-gains[other][strategy]) for other in others])
    solved = solve_matrix(matrix)
    if solved.value > 0:
        return dict(zip(solved.row, map(to_fraction, solved.row.values()), strict=True)), {}
    columns = map(others.__getitem__, solved.column)
    return {}, dict(zip(columns, map(to_fraction, solved.column.values()), strict=True))


def _is_attained(table: NormalForm, leader: int, mixed: Mixture, value: Fraction) -> bool:
    """Return whether a commitment gets a value against each best reply to it."""
    cells = table.cells()
    payoffs = []
    for reply in range(len(table.strategies[1 - leader])):
        to_leader = to_follower = Fraction(0)
        for strategy, weight in mixed.items():
            pair = cells[joined((reply,), leader, strategy)]
            to_leader += weight * pair[leader]
            to_follower += weight * pair[1 - leader]
        payoffs.append((to_follower, to_leader))
    most, _ = max(payoffs)
    return all(own >= value for to_follower, own in payoffs if to_follower == most)


def _best_for_reply(table: NormalForm, leader: int, reply: int, weak: bool) -> tuple[Mixture, Mixture]:
    """Return the best commitment to which a reply is a best one, empty if there is none, and the dual numbers."""
    cells = table.cells()
    strategies = range(len(table.strategies[leader]))
    payoffs = [cells[joined((reply,), leader, strategy)][leader] for strategy in strategies]
    # for each other reply, what the follower would gain by it must not be positive
    lines = _gains_of_reply(table, leader, reply)
    for other, line in enumerate(lines):
        # a follower who is indifferent for every commitment chooses the reply that is worst for the leader
        if weak and not any(line.values()):
            for strategy in strategies:
                line[strategy] = payoffs[strategy] - cells[joined((other,), leader, strategy)][leader]
    solved = maximize(payoffs, lines)
    # there are no weights where the reply is never a best one
    mixed = support(range(len(solved.weights)), solved.weights)
    return mixed, support(range(len(lines)), solved.multipliers)
