"""Games that are not zero-sum, or have three or more players: one subgame-perfect equilibrium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from operator import getitem
from typing import NamedTuple, TypeAlias

import numpy as np
from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.arrays import decision_rows
from gametheory.solvers.markov_chain import components
from gametheory.solvers.markov_decision import solve_moves
from gametheory.solvers.stochastic.component import Component
from gametheory.solvers.stochastic.mixed_stationary import MixedProfile, greatest_gain, mixed_stationary_equilibrium
from gametheory.solvers.stochastic.profile import (
    decisions_against,
    escape,
    expected_under,
    expected_values,
    replies,
)
from gametheory.solvers.stochastic.stage import NoEquilibriumFound, stage_equilibrium
from gametheory.solvers.stochastic.stationary import pure_stationary_equilibrium
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
