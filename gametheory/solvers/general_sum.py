"""Games that are not zero-sum, or have three or more players: one subgame-perfect equilibrium.

A position that cannot repeat is the game of its joint moves: `stage_equilibrium`. A strongly connected component needs
an equilibrium in stationary strategies: a pure one by best responses, or a mixed one, which is guessed in floats along
the path of logit equilibria and made exact, or nearly so.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, product
from math import prod
from operator import getitem
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.classes import Payoffs
from gametheory.model.game import Move, Outcome, Position
from gametheory.model.normal_form import NormalForm, profiles_in_order
from gametheory.model.state_arrays import StateArrays
from gametheory.model.unfolding import StateGraph, game_of, state_arrays
from gametheory.numbers.format import pluralize, short_repr
from gametheory.numbers.rationals import simplest_between, to_flint, to_fraction
from gametheory.parallel.steps import begin_step
from gametheory.solvers.arrays import DecisionRows, decision_rows
from gametheory.solvers.markov_chain import chain_values, components
from gametheory.solvers.markov_decision import solve_moves
from gametheory.solvers.nash import extreme_equilibria, lemke_howson
from gametheory.solvers.pivoting import MAX_PIVOTS, TINY, TooManyVertices, corrected, followed, jacobian
from gametheory.solvers.sequence_form import TooManyEquilibria
from gametheory.solvers.stochastic import (
    by_position,
    decisions_against,
    escape,
    expected_under,
    expected_values,
    moves_at,
    replies,
    steps_of,
    terminal_values,
)
from gametheory.verify.graphs import players_in

Mixed: TypeAlias = dict[str, dict[Move, Fraction]]
Ranks: TypeAlias = tuple[dict[Position, int], dict[Position, int]]


@short_repr
class EquilibriumSolution(NamedTuple):
    """A subgame-perfect equilibrium in stationary strategies."""

    payoffs: dict[Position, Payoffs]
    best: dict[Position, Payoffs]
    strategies: dict[Position, Mixed]
    ranks: dict[str, Ranks]
    unique: bool | None


def solve_general_sum(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, Payoffs],
    epsilon: Fraction = Fraction(1, 10**6),
    limit: int | None = None,
) -> EquilibriumSolution:
    """Return one subgame-perfect equilibrium of a game of any number of players; play without end pays 0.

    One strongly connected component at a time, from the terminal positions back. A position that cannot repeat is the
    game of its joint moves, solved by `stage_equilibrium`: backward induction (Kuhn 1953; Selten 1965). A larger
    component needs an equilibrium in stationary strategies: `pure_stationary_equilibrium` looks for a pure one, and
    `mixed_stationary_equilibrium` for a mixed one. Probabilities of the latter can be irrational. Then it is an
    ε-equilibrium, like the one of a position where three or more players move and no pure equilibrium exists.
    Cost: an equilibrium of a bimatrix game for each position in which two players move.

    References
    ----------
    H. W. Kuhn, Extensive games and the problem of information (1953).
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).

    >>> from gametheory import Outcome, state_graph
    >>> class Sexes:
    ...     players = ("one", "two")
    ...     def start(self): return "evening"
    ...     def outcome(self, at): return None if at == "evening" else Outcome(at)
    ...     def moves(self, at, player): return ("opera", "boxing")
    ...     def after(self, at, one, two): return one if one == two else "apart"
    >>> terminal = {"opera": (2, 1), "boxing": (1, 2), "apart": (0, 0)}
    >>> solution = solve_general_sum(state_graph(Sexes()), terminal)
    >>> solution.strategies["evening"], solution.unique
    ({'one': {'opera': Fraction(1, 1)}, 'two': {'opera': Fraction(1, 1)}}, False)
    """
    arrays = state_arrays(graph)
    inside = np.flatnonzero(arrays.outcome_of < 0).tolist()
    # the errors of all positions together are at most ε
    share = epsilon / (1 + len(inside))
    search = _Search(arrays, game_of(graph).players, terminal_payoffs, share, limit)
    options = moves_at(search.rows, inside)
    following = {number: set(search.rows.following(moves)) for number, moves in options.items()}
    order = arrays.order
    if order is None:
        parts = components(following)
    else:
        parts = [[number] for number in order[::-1].tolist()]
    begin_step("an equilibrium of every position")
    uniqueness: set[bool | None] = set()
    for part in parts:
        first = part[0]
        if first not in options:  # a terminal position
            continue
        # play visits it once: a game of one move
        if len(part) == 1 and first not in following[first]:
            uniqueness.add(search.solve_position(first))
        else:
            begin_step(f"an equilibrium of {len(part):,} positions in a cycle")
            search.solve_component(part)
            uniqueness.add(None)
    unique = _all_unique(uniqueness)
    if order is None or not search.exact:
        return _certificate(arrays, terminal_payoffs, search, unique)
    # play goes on to positions of smaller rank, whatever the players do
    backward = order[::-1].tolist()
    nearer = {arrays.positions[number]: rank for rank, number in enumerate(backward)}
    payoffs = _by_position(arrays, search.values)
    ranks = dict.fromkeys(search.players, (nearer, nearer))
    return EquilibriumSolution(payoffs, payoffs, search.named_strategies(), ranks, unique)


def _all_unique(answers: set[bool | None]) -> bool | None:
    """Return whether the equilibrium of every position is the only one; None if that is not known of some."""
    if False in answers:
        return False
    return None if None in answers else True


class _Search:
    """The equilibrium of the positions met so far, by the numbers of the positions."""

    def __init__(
        self,
        arrays: StateArrays,
        players: tuple[str, ...],
        payoffs: Mapping[Position, Payoffs],
        epsilon: Fraction,
        limit: int | None,
    ) -> None:
        self.arrays = arrays
        self.rows = decision_rows(arrays)
        self.players = players
        # for each player, the value of each position
        self.values = [terminal_values(arrays, payoffs, player) for player in range(len(players))]
        self.epsilon, self.limit = epsilon, limit
        self.exact = True
        self.strategies: dict[int, Mixed] = {}

    def solve_position(self, node: int) -> bool | None:
        """Solve a position that cannot repeat, and return whether its equilibrium is the only one."""
        active = players_in(self.arrays, node)
        joints = self.rows.moves(node)
        names = self.arrays.moves_in(node)
        columns = []
        for values in self.values:
            columns.append([self.rows.mean(joint, values) for joint in joints])
        expected = dict(zip(names, zip(*columns, strict=True), strict=True))
        exact = {moves: tuple(map(to_fraction, payoffs)) for moves, payoffs in expected.items()}
        try:
            mixed, unique = stage_equilibrium(self._active(node), exact, self.limit)
        except NoEquilibriumFound as error:
            many = f"in {self.arrays.positions[node]} {len(active)} players move simultaneously"
            self._mix([node], self._component([node]), f"{many}, and no pure equilibrium exists there", error)
            return None
        self.strategies[node] = dict(zip(active, mixed, strict=True))
        totals = [fmpq(0) for _ in self.players]
        for moves in product(*mixed):
            probability = to_flint(prod(map(getitem, mixed, moves)))
            for player, payoff in enumerate(expected[moves]):
                totals[player] += probability * payoff
        for values, total in zip(self.values, totals, strict=True):
            values[node] = total
        return unique

    def solve_component(self, nodes: list[int]) -> None:
        """Solve a component through which play can cycle."""
        component = self._component(nodes)
        try:
            profile = pure_stationary_equilibrium(component, self.limit)
        except NoEquilibriumFound as error:
            self._mix(nodes, component, str(error), error)
            return
        pure: MixedProfile = []
        for joint in profile:
            pure.append(tuple({move: Fraction(1)} for move in component.moves[joint]))
        self._keep(nodes, component, pure)

    def named_strategies(self) -> dict[Position, Mixed]:
        """Return the strategies in each position, in the order of the positions."""
        return {self.arrays.positions[number]: mixed for number, mixed in sorted(self.strategies.items()) if mixed}

    def _active(self, node: int) -> list[int]:
        """Return the players who move in a position, by index."""
        return list(map(self.players.index, players_in(self.arrays, node)))

    def _component(self, nodes: list[int]) -> Component:
        """Return some positions, with the values of those that can follow."""
        rows, numbers = self.rows.part(nodes)
        following = range(len(nodes), len(numbers))
        moves: list[tuple[Move, ...]] = []
        active = []
        for node in nodes:
            moves += self.arrays.moves_in(node)
            active.append(self._active(node))
        outside = []
        for values in self.values:
            outside.append({after: values[numbers[after]] for after in following})
        return Component(rows, moves, active, outside, [self.arrays.positions[node] for node in nodes])

    def _mix(self, nodes: list[int], component: Component, why: str, cause: NoEquilibriumFound) -> None:
        """Solve a component without a pure equilibrium, or say why it has no solution."""
        try:
            profile = mixed_stationary_equilibrium(component, self.epsilon, self.limit)
            self.exact = self.exact and not greatest_gain(component, profile)
            self._keep(nodes, component, profile)
        except NoEquilibriumFound as error:
            raise NoEquilibriumFound(f"{why}; {error}") from cause

    def _keep(self, nodes: list[int], component: Component, profile: MixedProfile) -> None:
        """Store strategies of a component, and its payoffs."""
        chain = replies(component.rows, component.moves, profile)
        for values, outside in zip(self.values, component.outside, strict=True):
            for place, value in expected_values(chain, outside).items():
                values[nodes[place]] = value
        for node, mixed in zip(nodes, profile, strict=True):
            self.strategies[node] = dict(zip(players_in(self.arrays, node), mixed, strict=True))


def _certificate(
    arrays: StateArrays, terminal: Mapping[Position, Payoffs], search: _Search, unique: bool | None
) -> EquilibriumSolution:
    """Return the solution with the ranks that its checker needs."""
    rows, strategies = search.rows, search.named_strategies()
    chain = decisions_against(arrays, rows, strategies, None)
    ranks: dict[str, Ranks] = {}
    columns = []
    for index, player in enumerate(search.players):
        ends = terminal_values(arrays, terminal, index)
        against = decisions_against(arrays, rows, strategies, player)
        moves = moves_at(against, range(len(arrays)))
        best = search.values[index]
        if not search.exact:  # of an ε-equilibrium, what the player can have at most is more than the payoff
            best = ends | solve_moves(against, moves, ends, {})[0]
        columns.append(best)
        # play without end pays 0: a gain needs that play ends, and so does a loss that is not avoided
        negative = {number: joints for number, joints in moves.items() if best[number] < 0}
        at_least = expected_under(chain, ends)[1]
        at_most = escape(against, negative, ()).ranks
        ranks[player] = by_position(arrays, at_least), by_position(arrays, at_most)
    payoffs = _by_position(arrays, search.values)
    most = _by_position(arrays, columns)
    return EquilibriumSolution(payoffs, most, strategies, ranks, unique)


def _by_position(arrays: StateArrays, columns: Sequence[Mapping[int, fmpq]]) -> dict[Position, Payoffs]:
    """Return the payoffs of all players in each position."""
    payoffs = {}
    for number, position in enumerate(arrays.positions):
        payoffs[position] = tuple(to_fraction(column[number]) for column in columns)
    return payoffs


Profiles: TypeAlias = Mapping[tuple[Move, ...], Payoffs]
MAX_VERTICES = 2_000


class NoEquilibriumFound(ValueError):
    """The search found no equilibrium of the kind that the solver can find."""


class StageEquilibrium(NamedTuple):
    """An equilibrium of the game of one position."""

    mixed: tuple[dict[Move, Fraction], ...]
    unique: bool | None


def stage_equilibrium(active: Sequence[int], expected: Profiles, limit: int | None = None) -> StageEquilibrium:
    """Return an equilibrium of the game of one position, and whether it is the only one.

    Strictly dominated moves are eliminated first, since no equilibrium uses them. One player with a choice takes a best
    move. For two, all extreme equilibria are found by vertex enumeration, and the one
    with the greatest sum of payoffs is returned; if there are too many vertices, one is found by Lemke and Howson. For
    three or more, all pure equilibria are found, and if there is none, one with rational probabilities by
    `many_player_equilibria`; NoEquilibriumFound if all are irrational (Nash 1951).

    References
    ----------
    J. F. Nash, Non-cooperative games, Annals of Mathematics 54 (1951).

    >>> payoffs = {("c", "c"): (2, 2), ("c", "d"): (0, 3), ("d", "c"): (3, 0), ("d", "d"): (1, 1)}
    >>> stage_equilibrium([0, 1], payoffs)
    StageEquilibrium(mixed=({'d': Fraction(1, 1)}, {'d': Fraction(1, 1)}), unique=True)
    """
    if not active:
        return StageEquilibrium((), True)
    # no equilibrium uses a strictly dominated move
    expected = undominated(active, expected)
    choosing = [seat for seat in range(len(active)) if len(_moves_of(seat, expected)) > 1]
    # with two who choose, all equilibria are known, and the best is taken
    if len(choosing) == 2:
        return _of_two(active, choosing, expected, limit)
    pure = _pure_equilibria(active, expected)
    if not pure:
        return _of_many(active, expected, limit)
    mixed = tuple({move: Fraction(1)} for move in pure[0])
    if len(pure) > 1:
        return StageEquilibrium(mixed, False)
    # of three or more players, mixed equilibria may exist besides the pure one
    return StageEquilibrium(mixed, True if len(choosing) < 2 else None)


def _moves_of(seat: int, expected: Profiles) -> list[Move]:
    """Return the different moves of an active player."""
    return list(dict.fromkeys(moves[seat] for moves in expected))


def _others(moves: tuple[Move, ...], seat: int) -> tuple[Move, ...]:
    """Return a joint move without that of one active player."""
    return moves[:seat] + moves[seat + 1 :]


def undominated(active: Sequence[int], expected: Profiles) -> Profiles:
    """Return the joint moves that are left when strictly dominated moves of each player are eliminated in turn.

    >>> payoffs = {("c", "c"): (2, 2), ("c", "d"): (0, 3), ("d", "c"): (3, 0), ("d", "d"): (1, 1)}
    >>> undominated([0, 1], payoffs)
    {('d', 'd'): (1, 1)}
    """
    left = expected
    for seat, player in enumerate(active):
        gains: dict[Move, dict[tuple[Move, ...], object]] = {}
        for moves, payoffs in left.items():
            gains.setdefault(moves[seat], {})[_others(moves, seat)] = payoffs[player]
        remaining = set()
        for move, own in gains.items():
            if not any(_is_better(other, own) for other in gains.values()):
                remaining.add(move)
        left = {moves: payoffs for moves, payoffs in left.items() if moves[seat] in remaining}
    # a move can be dominated only after moves of the others are gone
    if len(left) == len(expected):
        return left
    return undominated(active, left)


def _is_better(one: Mapping[tuple[Move, ...], object], other: Mapping[tuple[Move, ...], Any]) -> bool:
    """Return whether a move pays more than another one, whatever the others do."""
    return all(payoff > other[others] for others, payoff in one.items())


def _of_two(active: Sequence[int], choosing: Sequence[int], expected: Profiles, limit: int | None) -> StageEquilibrium:
    """Return an equilibrium of the bimatrix game of two players; the others have one move each."""
    first, second = choosing
    payoffs = {(moves[first], moves[second]): own for moves, own in expected.items()}
    rows = _moves_of(first, expected)
    columns = _moves_of(second, expected)

    def matrix(player: int) -> list[list[Fraction]]:
        lines = []
        for row in rows:
            lines.append([payoffs[row, column][player] for column in columns])
        return lines

    one = matrix(active[first])
    two = matrix(active[second])
    unique: bool | None
    try:
        found = extreme_equilibria(one, two, MAX_VERTICES).extreme
        best = max(found, key=lambda equilibrium: sum(equilibrium.payoffs))
        unique = len(found) == 1
    except (TooManyVertices, TooManyEquilibria):
        best = lemke_howson(one, two, limit=max(MAX_PIVOTS, limit or 0))
        unique = None
    mixed = [{move: Fraction(1)} for move in next(iter(expected))]
    mixed[first] = _mixed(rows, best.row)
    mixed[second] = _mixed(columns, best.column)
    return StageEquilibrium(tuple(mixed), unique)


def _of_many(active: Sequence[int], expected: Profiles, limit: int | None) -> StageEquilibrium:
    """Return a mixed equilibrium of three or more players."""
    # here, since it needs the solvers of trees, and few games need it
    from gametheory.solvers.many_players import many_player_equilibria

    moves = [_moves_of(seat, expected) for seat in range(len(active))]
    outcomes = []
    for joint in profiles_in_order(moves):
        payoffs = expected[joint]
        outcomes.append(Outcome("", tuple(Fraction(payoffs[player]) for player in active)))
    strategies = tuple(tuple(map(str, range(len(own)))) for own in moves)
    table = NormalForm(tuple(map(str, active)), strategies, tuple(outcomes))
    found = many_player_equilibria(table, limit=limit)
    points = [*found.equilibria, *(note.point for note in found.continua if note.point)]
    for point in points:
        if not all(isinstance(number, Fraction) for number in chain.from_iterable(point.plans)):
            continue
        unique = True if found.complete else None
        if len(points) > 1 or found.continua:
            unique = False
        return StageEquilibrium(tuple(map(_mixed, moves, point.plans)), unique)
    raise NoEquilibriumFound("no pure equilibrium, and no mixed one with rational probabilities")


def _mixed(moves: Sequence[Move], probabilities: Sequence[Fraction]) -> dict[Move, Fraction]:
    return {move: probability for move, probability in zip(moves, probabilities, strict=True) if probability}


def _pure_equilibria(active: Sequence[int], expected: Profiles) -> list[tuple[Move, ...]]:
    """Return the joint moves from which no active player gains by another move, in one pass for each player."""
    found = list(expected)
    for seat, player in enumerate(active):
        best: dict[tuple[Move, ...], Any] = {}
        for moves, payoffs in expected.items():
            others = _others(moves, seat)
            payoff = payoffs[player]
            best[others] = max(best.get(others, payoff), payoff)
        found = [moves for moves in found if expected[moves][player] == best[_others(moves, seat)]]
    return found


Profile: TypeAlias = list[int]  # the number of a joint move for each position
MAX_PROFILES = 1_000
PROFILES_FOR_EACH_START = 50  # 20 searches, unless a limit is given
ROUNDS_FOR_EACH_PROFILE = 5


def pure_stationary_equilibrium(component: Component, limit: int | None = None) -> Profile:
    """Return a joint move for each position, by its number: no player gains by any other strategy, from any position.

    Each player in turn replaces the strategy by a best response, a Markov decision process, until no player gains. This
    can cycle, so it starts several times, at last from each of up to 1,000 profiles. Such an equilibrium need not
    exist. Cost: a Markov decision process for each player and round.
    """
    profiles = prod(len(component.rows.moves(node)) for node in range(len(component)))
    most = max(MAX_PROFILES, limit or 0)
    seen: set[tuple[int, ...]] = set()
    for start in _starts(component, profiles, most):
        profile = list(start)
        # the search goes on from a profile always in the same way, and a profile that it has left is no equilibrium
        while tuple(profile) not in seen and len(seen) < ROUNDS_FOR_EACH_PROFILE * most:
            seen.add(tuple(profile))
            changed = [_improve(component, profile, player) for player in range(len(component.outside))]
            if not any(changed):
                return profile
    every = "there is no pure one"
    if profiles > most:
        every = (
            f"{most // PROFILES_FOR_EACH_START:,} searches found no pure one, "
            f"and --component-limit, in Python component_limit, above {most:,} allows more of them"
        )
    raise NoEquilibriumFound(
        f"play can cycle through {component.positions[0]}, "
        f"and an equilibrium in stationary strategies is needed: {every}"
    )


def _starts(component: Component, number: int, most: int) -> Iterator[Sequence[int]]:
    """Yield the profiles from which the search starts: all, if there are at most `most`."""
    lists = [component.rows.moves(node) for node in range(len(component))]
    yield [moves[0] for moves in lists]
    if number <= most:
        yield from product(*lists)
        return
    # the same profiles in every run
    draw = random.Random(number)
    for _ in range(most // PROFILES_FOR_EACH_START - 1):
        yield [draw.choice(moves) for moves in lists]


def _improve(component: Component, profile: Profile, player: int) -> bool:
    """Replace the strategy of a player by a best response if that gains something; return whether it does."""
    rows = component.rows
    outside = component.outside[player]
    current = dict(enumerate(profile))
    now = chain_values(steps_of(rows, current), outside)
    options = {node: component.choices(node, move, player) for node, move in current.items()}
    best, policy = solve_moves(rows, options, outside, current)
    if all(best[node] == value for node, value in now.items()):
        return False
    profile[:] = [policy[node] for node in current]
    return True


MixedProfile: TypeAlias = list[tuple[dict[Move, Fraction], ...]]  # for each position and active player
MAX_POSITIONS = 50  # each step of the path solves linear systems of several equations for each position
DISCOUNTS = tuple(1 - Fraction(1, 10**k) for k in (2, 4, 6, 8))
SHARES = (1e-3, 1e-2, 1e-5)  # a move with a smaller probability on the path is guessed to have none
GUARD_BITS = 24
ONE = fmpq(1)


def mixed_stationary_equilibrium(component: Component, epsilon: Fraction, limit: int | None = None) -> MixedProfile:
    """Return mixed moves for each position, from which no player gains more than ε, from any position.

    The path of logit equilibria leads to a guess. Newton's method makes the moves that it plays equally good: in
    rationals, with the derivatives in floats. If the simplest rationals nearby are an equilibrium, they are the result;
    otherwise rounded probabilities. What the players can gain is computed exactly in both cases. If play always ends,
    an equilibrium in stationary strategies exists (Fink 1964); if it need not end, the path is that of a discounted
    component, and there may be none. Cost: `logit_path`, and a Markov decision process for each player and guess.

    References
    ----------
    A. M. Fink, Equilibrium in a stochastic n-person game (1964).

    >>> even, odd = 1, 2
    >>> rows = DecisionRows([0, 4, 4, 4], [0, 1, 2, 3, 4], [even, odd, odd, even], [fmpq(1)] * 4)
    >>> outside = [{even: fmpq(2), odd: fmpq(0)}, {even: fmpq(0), odd: fmpq(1)}]
    >>> component = Component(rows, [("h", "h"), ("h", "t"), ("t", "h"), ("t", "t")], [[0, 1]], outside, ["toss"])
    >>> mixed_stationary_equilibrium(component, Fraction(1, 100))
    [({'h': Fraction(1, 2), 't': Fraction(1, 2)}, {'h': Fraction(1, 2), 't': Fraction(1, 2)})]
    """
    most = limit or MAX_POSITIONS
    number = len(component)
    if number > most:
        raise NoEquilibriumFound(
            f"a mixed one is sought if play can cycle through at most {pluralize(most, 'position')} together, "
            f"not {number:,}, "
            "unless --component-limit, in Python component_limit, allows more"
        )
    inside = moves_at(component.rows, range(number))
    ends = escape(component.rows, inside, ()).ranks.keys() == inside.keys()
    scaled, unit = _scaled(component)
    precision = to_fraction(to_flint(epsilon) / unit)
    for profile in _candidates(scaled, precision, ends):
        if greatest_gain(component, profile) <= epsilon:
            return profile
    endless = "" if ends else ", and since play need not end there may be none"
    raise NoEquilibriumFound(
        f"no guess of a mixed one was good enough{endless}; a greater --width, in Python width, accepts a greater ε"
    )


def _scaled(component: Component) -> tuple[Component, fmpq]:
    """Return the component with the payoffs of each player between -1 and 1, and the greatest unit of a player."""
    units, scaled = [], []
    for outside in component.outside:
        unit = max(map(abs, outside.values()), default=ONE) or ONE
        units.append(unit)
        scaled.append({after: value / unit for after, value in outside.items()})
    return replace(component, outside=scaled), max(units, default=ONE)


def greatest_gain(component: Component, profile: MixedProfile) -> Fraction:
    """Return what a player can gain at most by another strategy, from the position where that is most.

    Cost: a Markov chain and a Markov decision process for each player.
    """
    chain = replies(component.rows, component.moves, profile)
    gain = fmpq(0)
    for player, outside in enumerate(component.outside):
        now = expected_values(chain, outside)
        against = _replies(component, profile, player)
        best, _ = solve_moves(against, moves_at(against, now), outside, {})
        for node, value in now.items():
            gain = max(gain, best[node] - value)
    return to_fraction(gain)


def _replies(component: Component, profile: MixedProfile, player: int) -> DecisionRows:
    """Return the decisions of one player against the others."""
    followed = []
    for active, mixed in zip(component.active, profile, strict=True):
        if player in active:
            own_seat = active.index(player)
        else:
            own_seat = -1
        followed.append([None if seat == own_seat else own for seat, own in enumerate(mixed)])
    return replies(component.rows, component.moves, followed)


def _candidates(component: Component, epsilon: Fraction, ends: bool) -> Iterator[MixedProfile]:
    """Yield profiles that may be good enough."""
    arrays = StageArrays(component)
    exact = StageArrays(component, fmpq)
    tried: set[frozenset[int]] = set()
    for discount in (Fraction(1),) if ends else DISCOUNTS:
        for probabilities, values in logit_path(arrays, float(discount)):
            for share in SHARES:
                played = frozenset(np.flatnonzero(probabilities >= share).tolist())
                if played not in tried:
                    tried.add(played)
                    yield from _polished(arrays, exact, sorted(played), probabilities, values, epsilon)
            yield _profile(exact, [_rounded(probability, epsilon) for probability in probabilities.tolist()])


def _polished(
    arrays: StageArrays,
    exact: StageArrays,
    played: Sequence[int],
    probabilities: Numbers,
    values: Numbers,
    epsilon: Fraction,
) -> Iterator[MixedProfile]:
    """Yield profiles in which the moves played are equally good: with simple numbers, then rounded."""
    # first in floats, by Newton's method
    point = np.append(probabilities[played], values.ravel())
    for _ in range(20):
        point = point - _change(arrays, played, point)
    found = point[: len(played)]
    if not np.isfinite(point).all() or min(found, default=1.0) < 0:
        return
    inverse = np.linalg.pinv(jacobian(partial(_residual, arrays, played), point))
    near = list(map(to_flint, point.tolist()))
    bits = GUARD_BITS + int(1 / epsilon).bit_length()
    for _ in range(2 + bits // 20):  # each round adds about as many correct digits as floats have
        off = _residual(exact, played, np.array(near, dtype=object)).tolist()
        # floats have no room for the small numbers of the last rounds: they are divided by the greatest
        scale = max(map(abs, off), default=ONE) or ONE
        step = inverse @ np.array([float(to_fraction(number / scale)) for number in off])
        changes = [_short(to_flint(float(change)) * scale, 2 * bits) for change in step]
        near = [_short(number - change, 2 * bits) for number, change in zip(near, changes, strict=True)]
    shares = [Fraction(0)] * len(exact.names)
    for variable, share in zip(played, near, strict=False):
        shares[variable] = to_fraction(share)
    # the moves that were guessed are not those of an equilibrium
    if min(shares, default=0) < 0:
        return
    slack = Fraction(1, 2**bits)
    yield _profile(exact, [simplest_between(share - slack, share + slack) if share else share for share in shares])
    yield _profile(exact, [_rounded(share, epsilon) for share in shares])


def _residual(arrays: StageArrays, played: Sequence[int], point: Numbers) -> Numbers:
    """Return by how much the moves played differ in payoff, and what else has to be 0."""
    count = len(played)
    zero = point.flat[0] * 0
    points = point.shape[:-1]
    probabilities = np.full((*points, len(arrays.names)), zero, point.dtype)
    probabilities[..., played] = point[..., :count]
    values = point[..., count:].reshape(*points, len(arrays.nodes), arrays.players)
    payoffs, now = arrays.expected(probabilities, values)
    rows = []
    for node, player, variables in arrays.slots:
        mine = [variable for variable in variables if variable in played]
        rows.append(probabilities[..., mine].sum(axis=-1, keepdims=True) - arrays.one)
        # every move that is played pays the value of the position
        rows.append(payoffs[..., mine] - values[..., node, player, None])
    differences = values - now
    deciding = {(node, player) for node, player, _ in arrays.slots}
    for node, player in product(arrays.nodes, range(arrays.players)):
        if (node, player) not in deciding:
            rows.append(differences[..., node, player, None])
    return np.concatenate(rows, axis=-1)


def _change(arrays: StageArrays, played: Sequence[int], point: Numbers) -> Numbers:
    """Return a step of Newton's method, or the shortest one if there are several."""
    if not np.isfinite(point).all():
        return np.zeros(len(point))
    residual = partial(_residual, arrays, played)
    return np.linalg.lstsq(jacobian(residual, point), residual(point), rcond=1e-12)[0]


def _profile(arrays: StageArrays, probabilities: Sequence[Fraction]) -> MixedProfile:
    """Return mixed moves without zeros; they add up to 1, because the greatest probability takes the rest."""
    lists: list[list[dict[Move, Fraction]]] = [[] for _ in arrays.nodes]
    for node, _, variables in arrays.slots:
        mixed = {arrays.names[variable][2]: probabilities[variable] for variable in variables}
        # the rest is smallest in proportion there
        most = max(mixed, key=mixed.__getitem__)
        mixed[most] += 1 - sum(mixed.values())
        lists[node].append({move: share for move, share in mixed.items() if share})
    return list(map(tuple, lists))


def _rounded(probability: float | Fraction, epsilon: Fraction) -> Fraction:
    """Return a probability with a short binary denominator."""
    unit = 2 ** (GUARD_BITS + int(1 / epsilon).bit_length())
    return Fraction(round(Fraction(probability) * unit), unit)


def _short(number: fmpq, bits: int) -> fmpq:
    unit = 2**bits
    return to_flint(Fraction(round(to_fraction(number) * unit), unit))


GREATEST_LOG = 50.0


def logit_path(arrays: StageArrays, discount: float = 1.0) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield probabilities of moves and values of positions along a path of logit equilibria.

    In a logit equilibrium (McKelvey and Palfrey 1995) the logarithms of the probabilities of two moves differ by λ
    times the difference of their payoffs. The path begins with uniform play at λ = 0, and for almost all games its
    limit is an equilibrium: for stochastic games see Eibelshäuser and Poensgen. It is followed by predictor and
    corrector steps along its length, so that it may turn back. The result is a guess, for others to improve and check.
    Cost: for each step a linear system in the number of variables.

    References
    ----------
    R. D. McKelvey and T. R. Palfrey, Quantal response equilibria for normal form games (1995).
    S. Eibelshäuser and D. Poensgen, Markov quantal response equilibrium and a homotopy method for computing and
    selecting Markov perfect equilibria of dynamic stochastic games (2019).

    >>> from flint import fmpq
    >>> from gametheory.solvers.arrays import DecisionRows
    >>> from gametheory.solvers.general_sum import Component
    >>> rows = DecisionRows([0, 2, 2], [0, 1, 2], [0, 1], [fmpq(1), fmpq(1)])
    >>> component = Component(rows, [("stay",), ("leave",)], [[0]], [{1: fmpq(1)}], ["on"])
    >>> *_, (probabilities, values) = logit_path(StageArrays(component), 0.9)
    >>> [round(float(probability), 3) for probability in probabilities], round(float(values[0, 0]), 3)
    ([0.0, 1.0], 1.0)
    """
    count = len(arrays.names)
    shape = (len(arrays.nodes), arrays.players)
    scale = max(float(np.ptp(arrays.outside)), TINY)

    def residual(point: Numbers) -> Numbers:
        logs = point[..., :count]
        values = point[..., count:-1]
        precision = point[..., -1:]
        logs = np.minimum(logs.real, GREATEST_LOG) + (logs - logs.real)  # a wrong step of Newton's method overflows
        probabilities = np.exp(logs)
        after = discount * values.reshape(*values.shape[:-1], *shape) * scale
        payoffs, now = arrays.expected(probabilities, after)
        rows = [values - now.reshape(values.shape) / scale]  # a step is as long in any unit of the payoffs
        for _, _, variables in arrays.slots:
            first, *others = variables
            rows.append(probabilities[..., variables].sum(axis=-1, keepdims=True) - 1)
            gains = (payoffs[..., others] - payoffs[..., [first]]) / scale
            rows.append(logs[..., others] - logs[..., [first]] - precision * gains)
        return np.concatenate(rows, axis=-1)

    uniform = np.zeros(count + shape[0] * shape[1] + 1)
    for _, _, variables in arrays.slots:
        uniform[variables] = -np.log(len(variables))
    start = corrected(residual, uniform, np.eye(len(uniform))[-1])
    if start is None:
        return
    for point in followed(residual, start):
        yield np.exp(point[:count]), scale * point[count:-1].reshape(shape)


Numbers = NDArray[Any]


@dataclass(frozen=True)
class Component:
    """The positions of a component, numbered from 0, and then those that can follow it."""

    rows: DecisionRows
    moves: Sequence[tuple[Move, ...]]
    active: Sequence[Sequence[int]]
    outside: Sequence[dict[int, fmpq]]
    positions: Sequence[object]

    def __len__(self) -> int:
        """Return the number of positions of the component."""
        return len(self.active)

    def choices(self, node: int, move: int, player: int) -> Sequence[int]:
        """Return the joint moves between which a player decides in a position, if the others move as in one of them."""
        active = self.active[node]
        if player not in active:
            return [move]
        if len(active) == 1:
            return self.rows.moves(node)
        seat = active.index(player)
        others = _others(self.moves[move], seat)
        return [joint for joint in self.rows.moves(node) if _others(self.moves[joint], seat) == others]


class StageArrays:
    """The joint moves of a component as arrays; a variable is the probability of one move of one player somewhere."""

    def __init__(self, component: Component, kind: Any = float) -> None:
        self.nodes = range(len(component))
        self.players = len(component.outside)
        self.one = kind(1)
        self.slots: list[tuple[int, int, list[int]]] = []
        number: dict[tuple[int, int, object], int] = {}
        joints = []
        for node in self.nodes:
            numbers = component.rows.moves(node)
            joints += [(node, joint) for joint in numbers]
            for seat, player in enumerate(component.active[node]):
                moves = dict.fromkeys(component.moves[joint][seat] for joint in numbers)
                variables = list(range(len(number), len(number) + len(moves)))
                self.slots.append((node, player, variables))
                number |= {(node, seat, move): variable for move, variable in zip(moves, variables, strict=True)}
        self.names = list(number)
        self._fill_payoffs(component, joints, kind)
        seats = max((len(moves) for moves in component.moves), default=0)
        always = len(number)  # a variable that is always 1, where fewer players move
        self.variables = np.full((len(joints), max(seats, 1)), always)
        pair_rows = []
        pair_seats = []
        pair_players = []
        pair_variables = []
        for row, (node, joint) in enumerate(joints):
            for seat, move in enumerate(component.moves[joint]):
                variable = number[node, seat, move]
                self.variables[row, seat] = variable
                pair_rows.append(row)
                pair_seats.append(seat)
                pair_players.append(component.active[node][seat])
                pair_variables.append(variable)
        self.pair_rows = np.array(pair_rows, int)
        self.pair_players = np.array(pair_players, int)
        pairs = np.arange(len(pair_rows))
        # what a move pays is weighted by the moves of the others alone
        self.others = self.variables[self.pair_rows]
        self.others[pairs, pair_seats] = always
        self.at_variable = np.full((len(pairs), always), kind(0), self.inside.dtype)
        self.at_variable[pairs, pair_variables] = self.one

    def _fill_payoffs(self, component: Component, joints: Sequence[tuple[int, int]], kind: Any) -> None:
        """Set what follows each joint move: the positions inside, and the expected payoffs of those outside."""
        dtype = float if kind is float else object
        zero = kind(0)
        count = len(joints)
        nodes = len(self.nodes)
        self.inside = np.full((count, nodes), zero, dtype)
        self.outside = np.full((count, self.players), zero, dtype)
        self.at_node = np.full((nodes, count), zero, dtype)
        for row, (node, joint) in enumerate(joints):
            self.at_node[node, row] = self.one
            for successor, probability in component.rows.steps(joint).items():
                share = _as(kind, probability)
                if successor in self.nodes:
                    self.inside[row, successor] += share
                    continue
                for player, outside in enumerate(component.outside):
                    self.outside[row, player] += share * _as(kind, outside[successor])

    def expected(self, probabilities: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
        """Return the payoff of each move to its player, and of each position to each player.

        >>> even, odd = 1, 2
        >>> rows = DecisionRows([0, 4, 4, 4], [0, 1, 2, 3, 4], [even, odd, odd, even], [fmpq(1)] * 4)
        >>> outside = [{even: fmpq(1), odd: fmpq(-1)}, {even: fmpq(-1), odd: fmpq(1)}]
        >>> moves = [("h", "h"), ("h", "t"), ("t", "h"), ("t", "t")]
        >>> arrays = StageArrays(Component(rows, moves, [[0, 1]], outside, ["toss"]))
        >>> moves, positions = arrays.expected(np.array([1.0, 0.0, 0.75, 0.25]), np.zeros((1, 2)))
        >>> moves.tolist(), positions.tolist()
        ([0.5, -0.5, -1.0, 1.0], [[0.5, -0.5]])
        """
        shape = (*probabilities.shape[:-1], 1)
        padded = np.concatenate([probabilities, np.full(shape, self.one, probabilities.dtype)], axis=-1)
        after = np.matmul(self.inside, values) + self.outside
        joint = padded[..., self.variables].prod(axis=-1)
        # of each move, the probability of the moves of the others, times what its player gets then
        shares = padded[..., self.others].prod(axis=-1)
        shares = shares * after[..., self.pair_rows, self.pair_players]
        of_positions = np.matmul(self.at_node, joint[..., None] * after)
        return np.matmul(shares, self.at_variable), of_positions


def _as(kind: object, number: Any) -> Any:
    """Return an exact number as a float, or as it is."""
    if kind is float:
        return int(number.p) / int(number.q)
    return number
