"""Games that are not zero-sum, or have three or more players: one subgame-perfect equilibrium.

One equilibrium of the game of one position, whose payoffs are those expected after each joint move.

Equilibria in pure stationary strategies of one strongly connected component, by best responses.

Equilibria in mixed stationary strategies of one component: guessed in floats, made exact or nearly so.

The path of logit equilibria of one component, from uniform play towards an equilibrium, in floats.

The positions of one strongly connected component and what follows them, as rows of whole numbers and as arrays.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from operator import getitem
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.classes import Payoffs
from gametheory.model.game import Move, Outcome, Position
from gametheory.model.normal_form import NormalForm
from gametheory.model.state_arrays import StateArrays
from gametheory.model.unfolding import StateGraph, game_of, state_arrays
from gametheory.numbers.format import pluralize, short_repr
from gametheory.numbers.rationals import simplest_between, to_flint, to_fraction
from gametheory.solvers.arrays import DecisionRows, decision_rows
from gametheory.solvers.markov_chain import chain_values, components
from gametheory.solvers.markov_decision import solve_moves
from gametheory.solvers.nash import extreme_equilibria, lemke_howson
from gametheory.solvers.pivoting import MAX_PIVOTS, TINY, TooManyVertices, corrected, followed, jacobian
from gametheory.solvers.sequence_form import TooManyEquilibria
from gametheory.solvers.stochastic import decisions_against, escape, expected_under, expected_values, replies
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
    ends, order = arrays.outcome_of >= 0, arrays.order
    search = _Search(arrays, game_of(graph).players, terminal_payoffs, epsilon / (1 + int((~ends).sum())), limit)
    uniqueness: set[bool | None] = set()
    options = {number: search.rows.moves(number) for number in np.flatnonzero(~ends).tolist()}
    following = {number: set(search.rows.following(moves)) for number, moves in options.items()}
    for component in components(following) if order is None else ([number] for number in order[::-1].tolist()):
        if component[0] not in options:
            continue
        if len(component) == 1 and component[0] not in following[component[0]]:
            uniqueness.add(search.solve_position(component[0]))
        else:
            search.solve_component(component)
            uniqueness.add(None)
    unique = False if False in uniqueness else None if None in uniqueness else True
    if order is None or not search.exact:
        return _certificate(arrays, terminal_payoffs, search, unique)
    # play goes on to positions of smaller rank, whatever the players do
    nearer = {arrays.positions[number]: rank for rank, number in enumerate(order[::-1].tolist())}
    payoffs = _by_position(arrays, search.values)
    return EquilibriumSolution(
        payoffs, payoffs, search.named_strategies(), dict.fromkeys(search.players, (nearer, nearer)), unique
    )


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
        self.arrays, self.rows, self.players = arrays, decision_rows(arrays), players
        # for each player, the value of each position
        self.values = [
            {arrays.index[node]: to_flint(pays[place]) for node, pays in payoffs.items()}
            for place in range(len(players))
        ]
        self.epsilon, self.limit = epsilon, limit
        self.exact = True
        self.strategies: dict[int, Mixed] = {}

    def solve_position(self, node: int) -> bool | None:
        """Solve a position that cannot repeat, and return whether its equilibrium is the only one."""
        names, active = self.arrays.moves_in(node), players_in(self.arrays, node)
        columns = [[self.rows.mean(move, values) for move in self.rows.moves(node)] for values in self.values]
        expected = dict(zip(names, zip(*columns, strict=True), strict=True))
        exact = {moves: tuple(map(to_fraction, pays)) for moves, pays in expected.items()}
        try:
            mixed, unique = stage_equilibrium([self.players.index(name) for name in active], exact, self.limit)
        except NoEquilibriumFound as error:
            many = f"in {self.arrays.positions[node]} {len(active)} players move simultaneously"
            self._mix([node], self._component([node]), f"{many}, and no pure equilibrium exists there", error)
            return None
        self.strategies[node] = dict(zip(active, mixed, strict=True))
        for index, values in enumerate(self.values):
            values[node] = sum(
                (to_flint(prod(map(getitem, mixed, moves))) * expected[moves][index] for moves in product(*mixed)),
                fmpq(0),
            )
        return unique

    def solve_component(self, nodes: list[int]) -> None:
        """Solve a component through which play can cycle."""
        component = self._component(nodes)
        try:
            profile = pure_stationary_equilibrium(component, self.limit)
        except NoEquilibriumFound as error:
            self._mix(nodes, component, str(error), error)
        else:
            moves = map(component.moves.__getitem__, profile)
            self._keep(nodes, component, [tuple({move: Fraction(1)} for move in joint) for joint in moves])

    def named_strategies(self) -> dict[Position, Mixed]:
        """Return the strategies in each position, in the order of the positions."""
        return {self.arrays.positions[number]: mixed for number, mixed in sorted(self.strategies.items()) if mixed}

    def _component(self, nodes: list[int]) -> Component:
        """Return some positions, with the values of those that can follow."""
        rows, numbers = self.rows.part(nodes)
        following = range(len(nodes), len(numbers))
        return Component(
            rows,
            [moves for node in nodes for moves in self.arrays.moves_in(node)],
            [[self.players.index(player) for player in players_in(self.arrays, node)] for node in nodes],
            [{after: values[numbers[after]] for after in following} for values in self.values],
            [self.arrays.positions[node] for node in nodes],
        )

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
            values.update((nodes[place], value) for place, value in expected_values(chain, outside).items())
        for node, mixed in zip(nodes, profile, strict=True):
            self.strategies[node] = dict(zip(players_in(self.arrays, node), mixed, strict=True))


def _certificate(
    arrays: StateArrays, terminal: Mapping[Position, Payoffs], search: _Search, unique: bool | None
) -> EquilibriumSolution:
    """Return the solution with the ranks that its checker needs."""
    rows, name, ranks, columns = search.rows, arrays.positions, dict[str, Ranks](), []
    strategies = search.named_strategies()
    chain = decisions_against(arrays, rows, strategies, None)
    for place, player in enumerate(search.players):
        own = {arrays.index[node]: to_flint(pays[place]) for node, pays in terminal.items()}
        against = decisions_against(arrays, rows, strategies, player)
        moves = {number: against.moves(number) for number in range(len(arrays)) if against.moves(number)}
        best = search.values[place]
        if not search.exact:
            best = own | solve_moves(against, moves, own, {})[0]
        negative = {number: own_moves for number, own_moves in moves.items() if best[number] < 0}
        found = expected_under(chain, own)[1], escape(against, negative, ()).ranks
        at_least, at_most = ({name[number]: rank for number, rank in of.items()} for of in found)
        ranks[player] = (at_least, at_most)
        columns.append(best)
    payoffs, most = _by_position(arrays, search.values), _by_position(arrays, columns)
    return EquilibriumSolution(payoffs, most, strategies, ranks, unique)


def _by_position(arrays: StateArrays, columns: Sequence[Mapping[int, fmpq]]) -> dict[Position, Payoffs]:
    """Return the payoffs of all players in each position."""
    return {
        position: tuple(to_fraction(column[number]) for column in columns)
        for number, position in enumerate(arrays.positions)
    }


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
    expected = undominated(active, expected)
    choosing = [place for place in range(len(active)) if len({moves[place] for moves in expected}) > 1]
    if len(choosing) == 2:
        return _of_two(active, choosing, expected, limit)
    pure = _pure_equilibria(active, expected)
    if not pure:
        return _of_many(active, expected, limit)
    mixed = tuple({move: Fraction(1)} for move in pure[0])
    return StageEquilibrium(mixed, False if len(pure) > 1 else True if len(choosing) < 2 else None)


def undominated(active: Sequence[int], expected: Profiles) -> Profiles:
    """Return the joint moves that are left when strictly dominated moves of each player are eliminated in turn.

    >>> payoffs = {("c", "c"): (2, 2), ("c", "d"): (0, 3), ("d", "c"): (3, 0), ("d", "d"): (1, 1)}
    >>> undominated([0, 1], payoffs)
    {('d', 'd'): (1, 1)}
    """
    left = expected
    for place, player in enumerate(active):
        gains: dict[Move, dict[tuple[Move, ...], Any]] = {}
        for moves, payoffs in left.items():
            gains.setdefault(moves[place], {})[*moves[:place], *moves[place + 1 :]] = payoffs[player]
        undominated_moves = {
            move
            for move, own in gains.items()
            if not any(all(own[others] < more for others, more in better.items()) for better in gains.values())
        }
        left = {moves: payoffs for moves, payoffs in left.items() if moves[place] in undominated_moves}
    return left if len(left) == len(expected) else undominated(active, left)


def _of_two(active: Sequence[int], choosing: Sequence[int], expected: Profiles, limit: int | None) -> StageEquilibrium:
    """Return an equilibrium of the bimatrix game of two players; the others have one move each."""
    payoffs = {tuple(moves[place] for place in choosing): each for moves, each in expected.items()}
    rows, columns = (list(dict.fromkeys(moves[place] for moves in expected)) for place in choosing)
    one, two = ([[payoffs[r, c][active[place]] for c in columns] for r in rows] for place in choosing)
    try:
        found = extreme_equilibria(one, two, MAX_VERTICES).extreme
        best, unique = max(found, key=lambda equilibrium: sum(equilibrium.payoffs)), len(found) == 1
    except (TooManyVertices, TooManyEquilibria):
        best, unique = lemke_howson(one, two, limit=max(MAX_PIVOTS, limit or 0)), None
    mixed = [{move: Fraction(1)} for move in next(iter(expected))]
    for place, moves, plan in zip(choosing, (rows, columns), (best.row, best.column), strict=True):
        mixed[place] = _mixed(moves, plan)
    return StageEquilibrium(tuple(mixed), unique)


def _of_many(active: Sequence[int], expected: Profiles, limit: int | None) -> StageEquilibrium:
    """Return a mixed equilibrium of three or more players."""
    # here, since it needs the solvers of trees, and few games need it
    from gametheory.solvers.many_players import many_player_equilibria

    moves = [[*dict.fromkeys(joint[place] for joint in expected)] for place in range(len(active))]
    # the first player's strategy changes fastest in the list of outcomes
    outcomes = (expected[joint[::-1]] for joint in product(*reversed(moves)))
    table = NormalForm(
        tuple(map(str, active)),
        tuple(tuple(map(str, range(len(own)))) for own in moves),
        tuple(Outcome("", tuple(Fraction(payoffs[player]) for player in active)) for payoffs in outcomes),
    )
    found = many_player_equilibria(table, limit=limit)
    points = [*found.equilibria, *(each.point for each in found.continua if each.point)]
    for one in points:
        if all(isinstance(each, Fraction) for plan in one.plans for each in plan):
            mixed = tuple(map(_mixed, moves, one.plans))
            several = len(points) > 1 or bool(found.continua)
            return StageEquilibrium(mixed, False if several else True if found.complete else None)
    raise NoEquilibriumFound("no pure equilibrium, and no mixed one with rational probabilities")


def _mixed(moves: Sequence[Move], probabilities: Sequence[Fraction]) -> dict[Move, Fraction]:
    return {move: probability for move, probability in zip(moves, probabilities, strict=True) if probability}


def _pure_equilibria(active: Sequence[int], expected: Profiles) -> list[tuple[Move, ...]]:
    """Return the joint moves from which no active player gains by another move, in one pass for each player."""
    found = list(expected)
    for place, player in enumerate(active):
        best: dict[tuple[Move, ...], Any] = {}
        for moves, payoffs in expected.items():
            others = (*moves[:place], *moves[place + 1 :])
            best[others] = max(best.get(others, payoffs[player]), payoffs[player])
        found = [m for m in found if expected[m][player] == best[*m[:place], *m[place + 1 :]]]
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
    number = prod(len(component.rows.moves(node)) for node in range(len(component)))
    most = max(MAX_PROFILES, limit or 0)
    seen: set[tuple[int, ...]] = set()
    for start in _starts(component, number, most):
        profile = list(start)
        # the search goes on from a profile always in the same way, and a profile that it has left is no equilibrium
        while (moves := tuple(profile)) not in seen and len(seen) < ROUNDS_FOR_EACH_PROFILE * most:
            seen.add(moves)
            changed = [_improve(component, profile, player) for player in range(len(component.outside))]
            if not any(changed):
                return profile
    every = "there is no pure one"
    if number > most:
        every = (
            f"{most // PROFILES_FOR_EACH_START:,} searches found no pure one, "
            f"and --component-limit, in Python component_limit, above {most:,} allows more of them"
        )
    place = component.positions[0]
    raise NoEquilibriumFound(
        f"play can cycle through {place}, and an equilibrium in stationary strategies is needed: {every}"
    )


def _starts(component: Component, number: int, most: int) -> Iterator[Sequence[int]]:
    """Yield the profiles from which the search starts: all, if there are at most `most`."""
    lists = [component.rows.moves(node) for node in range(len(component))]
    yield [moves[0] for moves in lists]
    if number <= most:
        yield from product(*lists)
        return
    draw = random.Random(number)
    for _ in range(most // PROFILES_FOR_EACH_START - 1):
        yield [draw.choice(moves) for moves in lists]


def _improve(component: Component, profile: Profile, player: int) -> bool:
    """Replace the strategy of a player by a best response if that gains something; return whether it does."""
    outside, places = component.outside[player], dict(enumerate(profile))
    now = chain_values({node: component.rows.steps(move) for node, move in places.items()}, outside)
    options = {node: component.choices(node, move, player) for node, move in places.items()}
    best, policy = solve_moves(component.rows, options, outside, places)
    if all(best[node] == value for node, value in now.items()):
        return False
    profile[:] = [policy[node] for node in places]
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
    most, number = limit or MAX_POSITIONS, len(component)
    if number > most:
        raise NoEquilibriumFound(
            f"a mixed one is sought if play can cycle through at most {pluralize(most, 'position')} together, "
            f"not {number:,}, "
            "unless --component-limit, in Python component_limit, allows more"
        )
    inside = {node: component.rows.moves(node) for node in range(number)}
    ends = escape(component.rows, inside, ()).ranks.keys() == inside.keys()
    scaled, unit = _scaled(component)
    for profile in _candidates(scaled, to_fraction(to_flint(epsilon) / unit), ends):
        if greatest_gain(component, profile) <= epsilon:
            return profile
    endless = "" if ends else ", and since play need not end there may be none"
    raise NoEquilibriumFound(
        f"no guess of a mixed one was good enough{endless}; a greater --width, in Python width, accepts a greater ε"
    )


def _scaled(component: Component) -> tuple[Component, fmpq]:
    """Return the component with the payoffs of each player between -1 and 1, and the greatest unit of a player."""
    units = [max(map(abs, outside.values()), default=ONE) or ONE for outside in component.outside]
    outside = [
        {after: value / unit for after, value in own.items()}
        for own, unit in zip(component.outside, units, strict=True)
    ]
    return replace(component, outside=outside), max(units, default=ONE)


def greatest_gain(component: Component, profile: MixedProfile) -> Fraction:
    """Return what a player can gain at most by another strategy, from the position where that is most.

    Cost: a Markov chain and a Markov decision process for each player.
    """
    chain = replies(component.rows, component.moves, profile)
    gain = fmpq(0)
    for player, outside in enumerate(component.outside):
        now = expected_values(chain, outside)
        against = _replies(component, profile, player)
        best, _ = solve_moves(against, {node: against.moves(node) for node in now}, outside, {})
        gain = max(gain, *(best[node] - value for node, value in now.items()))
    return to_fraction(gain)


def _replies(component: Component, profile: MixedProfile, player: int) -> DecisionRows:
    """Return the decisions of one player against the others."""
    seats = zip(component.active, profile, strict=True)
    followed = ([None if index == player else own for index, own in zip(*each, strict=True)] for each in seats)
    return replies(component.rows, component.moves, followed)


def _candidates(component: Component, epsilon: Fraction, ends: bool) -> Iterator[MixedProfile]:
    """Yield profiles that may be good enough."""
    arrays, exact = StageArrays(component), StageArrays(component, fmpq)
    tried: set[frozenset[int]] = set()
    for discount in (Fraction(1),) if ends else DISCOUNTS:
        for probabilities, values in logit_path(arrays, float(discount)):
            for share in SHARES:
                played = frozenset(np.flatnonzero(probabilities >= share).tolist())
                if played not in tried:
                    tried.add(played)
                    yield from _polished(arrays, exact, sorted(played), probabilities, values, epsilon)
            yield _profile(exact, [_rounded(each, epsilon) for each in probabilities.tolist()])


def _polished(
    arrays: StageArrays,
    exact: StageArrays,
    played: Sequence[int],
    probabilities: Numbers,
    values: Numbers,
    epsilon: Fraction,
) -> Iterator[MixedProfile]:
    """Yield profiles in which the moves played are equally good: with simple numbers, then rounded."""
    point = np.append(probabilities[played], values.ravel())
    for _ in range(20):
        point = point - _change(arrays, played, point)
    if not np.isfinite(point).all() or min(point[: len(played)], default=1.0) < 0:
        return
    near = np.array([to_flint(float(each)) for each in point], dtype=object)
    inverse = np.linalg.pinv(jacobian(partial(_residual, arrays, played), point))
    bits = GUARD_BITS + int(1 / epsilon).bit_length()
    for _ in range(2 + bits // 20):  # each round adds about as many correct digits as floats have
        off = _residual(exact, played, near)
        scale = max([abs(each) for each in off.tolist()], default=fmpq(0)) or fmpq(1)
        step = inverse @ np.array([float(to_fraction(each / scale)) for each in off.tolist()])
        near = near - np.array([_short(to_flint(float(each)) * scale, 2 * bits) for each in step])
        near = np.array([_short(each, 2 * bits) for each in near.tolist()], dtype=object)
    found = dict(zip(played, near.tolist(), strict=False))
    if any(each < 0 for each in found.values()):
        return
    numbers = [to_fraction(found.get(place, fmpq(0))) for place in range(len(exact.names))]
    slack = Fraction(1, 2**bits)
    yield _profile(exact, [simplest_between(each - slack, each + slack) if each else each for each in numbers])
    yield _profile(exact, [_rounded(each, epsilon) for each in numbers])


def _residual(arrays: StageArrays, played: Sequence[int], point: Numbers) -> Numbers:
    """Return by how much the moves played differ in payoff, and what else has to be 0."""
    shape = (len(arrays.nodes), arrays.players)
    count, zero = len(played), point.flat[0] * 0
    probabilities = np.full((*point.shape[:-1], len(arrays.names)), zero, point.dtype)
    probabilities[..., played] = point[..., :count]
    values = point[..., count:].reshape(*point.shape[:-1], *shape)
    own, now = arrays.expected(probabilities, values)
    chosen, rows = set(played), []
    free = {(node, player) for node in range(shape[0]) for player in range(shape[1])}
    for node, player, variables in arrays.slots:
        mine = [variable for variable in variables if variable in chosen]
        free.discard((node, player))
        rows.append(probabilities[..., mine].sum(axis=-1, keepdims=True) - arrays.one)
        rows.append(own[..., mine] - values[..., node, player][..., None])
    rows += [(values - now)[..., node, player][..., None] for node, player in sorted(free)]
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
    for place, _, variables in arrays.slots:
        own = {arrays.names[variable][2]: probabilities[variable] for variable in variables}
        most = max(own, key=own.__getitem__)
        own[most] += 1 - sum(own.values())
        lists[place].append({move: share for move, share in own.items() if share})
    return [tuple(mixed) for mixed in lists]


def _rounded(probability: float | Fraction, epsilon: Fraction) -> Fraction:
    """Return a probability with a short binary denominator."""
    unit = 2 ** (GUARD_BITS + int(1 / epsilon).bit_length())
    return Fraction(round(Fraction(probability) * unit), unit)


def _short(number: fmpq, bits: int) -> fmpq:
    return to_flint(Fraction(round(to_fraction(number) * 2**bits), 2**bits))


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
    moves, shape = len(arrays.names), (len(arrays.nodes), arrays.players)
    scale = max(float(np.ptp(arrays.outside)), TINY)

    def residual(point: Numbers) -> Numbers:
        logs, values, precision = point[..., :moves], point[..., moves:-1], point[..., -1:]
        logs = np.minimum(logs.real, GREATEST_LOG) + (logs - logs.real)  # a wrong step of Newton's method overflows
        own, now = arrays.expected(np.exp(logs), discount * values.reshape(*values.shape[:-1], *shape) * scale)
        rows = [values - now.reshape(values.shape) / scale]  # a step is as long in any unit of the payoffs
        for _, _, (first, *others) in arrays.slots:
            total = np.exp(logs[..., [first, *others]]).sum(axis=-1, keepdims=True)
            rows.append(total - 1)
            gains = (own[..., others] - own[..., [first]]) / scale
            rows.append(logs[..., others] - logs[..., [first]] - precision * gains)
        return np.concatenate(rows, axis=-1)

    point = np.zeros(moves + shape[0] * shape[1] + 1)
    for _, _, own in arrays.slots:
        point[own] = -np.log(len(own))
    start = corrected(residual, point, np.eye(len(point))[-1])
    if start is not None:
        for each in followed(residual, start):
            yield np.exp(each[:moves]), scale * each[moves:-1].reshape(shape)


Numbers = NDArray[Any]


@dataclass(frozen=True)
class Component:
    """The positions of a component, numbered from 0, and then those that can follow it."""

    rows: DecisionRows
    moves: Sequence[tuple[Move, ...]]
    active: Sequence[Sequence[int]]
    outside: Sequence[dict[int, fmpq]]
    positions: Sequence[Any]

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

        def others(number: int) -> tuple[Move, ...]:
            return self.moves[number][:seat] + self.moves[number][seat + 1 :]

        return [other for other in self.rows.moves(node) if others(other) == others(move)]


class StageArrays:
    """The joint moves of a component as arrays; a variable is the probability of one move of one player somewhere."""

    def __init__(self, component: Component, kind: Any = float) -> None:
        self.nodes = range(len(component))
        self.players = len(component.outside)
        self.slots: list[tuple[int, int, list[int]]] = []
        number: dict[tuple[int, int, Any], int] = {}
        rows = [(node, move) for node in self.nodes for move in component.rows.moves(node)]
        for node in self.nodes:
            for seat, player in enumerate(component.active[node]):
                moves = dict.fromkeys(component.moves[move][seat] for move in component.rows.moves(node))
                self.slots.append((node, player, list(range(len(number), len(number) + len(moves)))))
                number |= {(node, seat, move): len(number) + k for k, move in enumerate(moves)}
        self.names = list(number)
        seats = max((len(moves) for moves in component.moves), default=0)
        none = len(number)  # a variable that is always 1, where fewer players move
        dtype = float if kind is float else object
        self.inside = np.full((len(rows), len(self.nodes)), kind(0), dtype)
        self.outside = np.full((len(rows), self.players), kind(0), dtype)
        self.at_node = np.full((len(self.nodes), len(rows)), kind(0), dtype)
        self.variables = np.full((len(rows), max(seats, 1)), none)
        pairs: list[tuple[int, int, int, int]] = []
        for row, (node, joint) in enumerate(rows):
            self.at_node[node, row] = kind(1)
            for seat, move in enumerate(component.moves[joint]):
                self.variables[row, seat] = number[node, seat, move]
                pairs.append((row, seat, self.variables[row, seat], component.active[node][seat]))
            for successor, probability in component.rows.steps(joint).items():
                share = _as(kind, probability)
                if successor in self.nodes:
                    self.inside[row, successor] += share
                    continue
                for player, known in enumerate(component.outside):
                    self.outside[row, player] += share * _as(kind, known[successor])
        self.pair_rows = np.array([row for row, *_ in pairs], int)
        self.pair_players = np.array([player for *_, player in pairs], int)
        self.others = self.variables[self.pair_rows]
        self.others[np.arange(len(pairs)), [seat for _, seat, *_ in pairs]] = none
        self.at_variable = np.full((len(pairs), none), kind(0), dtype)
        self.at_variable[np.arange(len(pairs)), [variable for *_, variable, _ in pairs]] = kind(1)
        self.one = kind(1)

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
        shares = padded[..., self.others].prod(axis=-1) * after[..., self.pair_rows, self.pair_players]
        return np.matmul(shares, self.at_variable), np.matmul(self.at_node, joint[..., None] * after)


def _as(kind: Any, number: Any) -> Any:
    """Return an exact number as a float, or as it is."""
    return int(number.p) / int(number.q) if kind is float else number
