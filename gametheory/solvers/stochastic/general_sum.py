"""Games that are not zero-sum, or have three or more players: one subgame-perfect equilibrium."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
from flint import fmpq

from gametheory.model.game import Move, Position, active_players
from gametheory.model.payoffs import Payoffs
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.decision_rows import decision_rows
from gametheory.solvers.markov_chain.values import chain_values, components
from gametheory.solvers.markov_decision import exact_decisions
from gametheory.solvers.policy_iteration import solve_moves
from gametheory.solvers.stochastic.mixed_stationary import MixedProfile, greatest_gain, mixed_stationary_equilibrium
from gametheory.solvers.stochastic.profile import decisions_against, expected_under, replies_to
from gametheory.solvers.stochastic.ranks import escape
from gametheory.solvers.stochastic.stage import NoEquilibriumFound, stage_equilibrium
from gametheory.solvers.stochastic.stationary import Component, pure_stationary_equilibrium

Mixed: TypeAlias = dict[str, dict[Move, Fraction]]
Ranks: TypeAlias = tuple[dict[Position, int], dict[Position, int]]


@short_repr
class EquilibriumSolution(NamedTuple):
    """A subgame-perfect equilibrium in stationary strategies.

    Parameters
    ----------
    payoffs : dict
        The payoffs of all players from each position on.
    best : dict
        What each player can get at most from each position on, by any strategy against those of the others: the same
        payoffs in an equilibrium, and at most `epsilon` more otherwise.
    strategies : dict
        In each position where players move, the probability of each move of each of them.
    ranks : dict
        For each player, two rankings: a certificate for `verify.check_stationary_equilibrium`.
    unique : bool or None
        Whether it is the only subgame-perfect equilibrium; None if that is unknown.
    """

    payoffs: dict[Position, Payoffs]
    best: dict[Position, Payoffs]
    strategies: dict[Position, Mixed]
    ranks: dict[str, Ranks]
    unique: bool | None


def solve_general_sum(
    graph: nx.MultiDiGraph,
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

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    terminal_payoffs : mapping
        The payoffs of all players in each terminal position.
    epsilon : Fraction
        What a player may gain at most by another strategy, where probabilities can be irrational; more than 0.
    limit : int, optional
        Another limit for `pure_stationary_equilibrium`, `mixed_stationary_equilibrium` and `stage_equilibrium`.

    Returns
    -------
    EquilibriumSolution
        Payoffs, strategies and ranks.

    Raises
    ------
    NoEquilibriumFound
        If the search finds no equilibrium of the needed kind in some position or component.
    ValueError
        If payoffs have too many digits for vertex enumeration.

    References
    ----------
    H. W. Kuhn, Extensive games and the problem of information (1953).
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).

    Examples
    --------
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
    game, decisions = graph.graph["game"], exact_decisions(graph)
    payoffs = {node: tuple(map(to_flint, pays)) for node, pays in terminal_payoffs.items()}
    active = {node: active_players(game, node) for node in decisions}
    search = _Search(decisions, active, game.players, payoffs, epsilon / (1 + len(decisions)), limit)
    uniqueness: set[bool | None] = set()
    following = {node: {v for after in joint.values() for v in after} for node, joint in decisions.items()}
    for component in components(following):
        if len(component) == 1 and component[0] not in following[component[0]]:
            uniqueness.add(search.solve_position(component[0]))
        else:
            search.solve_component(component)
            uniqueness.add(None)
    unique = False if False in uniqueness else None if None in uniqueness else True
    return _certificate(graph, terminal_payoffs, search, unique)


class _Search:
    """The equilibrium of the positions met so far."""

    def __init__(
        self,
        decisions: Mapping[Position, Mapping[tuple[Move, ...], Mapping[Position, fmpq]]],
        active: Mapping[Position, tuple[str, ...]],
        players: tuple[str, ...],
        payoffs: dict[Position, tuple[fmpq, ...]],
        epsilon: Fraction,
        limit: int | None,
    ) -> None:
        self.decisions, self.active, self.players, self.payoffs = decisions, active, players, payoffs
        self.epsilon, self.limit = epsilon, limit
        self.exact = True
        self.strategies: dict[Position, Mixed] = {}

    def solve_position(self, node: Position) -> bool | None:
        """Solve a position that cannot repeat, and return whether its equilibrium is the only one."""
        expected = {moves: self._expected(after) for moves, after in self.decisions[node].items()}
        exact = {moves: tuple(map(to_fraction, pays)) for moves, pays in expected.items()}
        try:
            mixed, unique = stage_equilibrium(
                [self.players.index(name) for name in self.active[node]], exact, self.limit
            )
        except NoEquilibriumFound as error:
            many = f"in {node} {len(self.active[node])} players move simultaneously"
            self._mix(self._component([node]), f"{many}, and no pure equilibrium exists there", error)
            return None
        self.strategies[node] = dict(zip(self.active[node], mixed, strict=True))
        total = [fmpq(0)] * len(self.players)
        for moves, pays in expected.items():
            weight = fmpq(1)
            for own, move in zip(mixed, moves, strict=True):
                weight *= to_flint(own.get(move, Fraction(0)))
            total = [old + weight * pay for old, pay in zip(total, pays, strict=True)]
        self.payoffs[node] = tuple(total)
        return unique

    def _expected(self, after: Mapping[Position, fmpq]) -> tuple[fmpq, ...]:
        columns = zip(*(self.payoffs[successor] for successor in after), strict=True)
        return tuple(sum((p * v for p, v in zip(after.values(), column, strict=True)), fmpq(0)) for column in columns)

    def solve_component(self, nodes: list[Position]) -> None:
        """Solve a component through which play can cycle."""
        component = self._component(nodes)
        try:
            profile = pure_stationary_equilibrium(component, self.limit)
        except NoEquilibriumFound as error:
            self._mix(component, str(error), error)
        else:
            mixed = {node: tuple({move: Fraction(1)} for move in moves) for node, moves in profile.items()}
            self._keep(component, mixed)

    def _component(self, nodes: list[Position]) -> Component:
        """Return some positions, with the values of those that can follow."""
        joint = {node: self.decisions[node] for node in nodes}
        following = {v for moves in joint.values() for after in moves.values() for v in after} - joint.keys()
        outside: list[dict[Any, fmpq]] = [
            {node: self.payoffs[node][index] for node in following} for index in range(len(self.players))
        ]
        active = {node: [self.players.index(name) for name in self.active[node]] for node in nodes}
        return Component(joint, active, outside)

    def _mix(self, component: Component, why: str, cause: NoEquilibriumFound) -> None:
        """Solve a component without a pure equilibrium, or say why it has no solution."""
        try:
            profile = mixed_stationary_equilibrium(component, self.epsilon, self.limit)
            self.exact = self.exact and not greatest_gain(component, profile)
            self._keep(component, profile)
        except NoEquilibriumFound as error:
            raise NoEquilibriumFound(f"{why}; {error}") from cause

    def _keep(self, component: Component, profile: MixedProfile) -> None:
        """Store strategies of a component, and its payoffs."""
        steps = {node: replies_to(profile[node], joint)[()] for node, joint in component.joint.items()}
        values = [chain_values(steps, known) for known in component.outside]
        for node in component.joint:
            self.payoffs[node] = tuple(value[node] for value in values)
            self.strategies[node] = dict(zip(self.active[node], profile[node], strict=True))


def _certificate(
    graph: nx.MultiDiGraph, terminal: Mapping[Position, Payoffs], search: _Search, unique: bool | None
) -> EquilibriumSolution:
    """Return the solution with the ranks that its checker needs."""
    arrays = state_arrays(graph)
    rows, name, index = decision_rows(arrays), arrays.positions, arrays.index
    chain, ranks, columns = decisions_against(arrays, rows, search.strategies, None), {}, []
    for place, player in enumerate(search.players):
        own = {index[node]: to_flint(pays[place]) for node, pays in terminal.items()}
        against = decisions_against(arrays, rows, search.strategies, player)
        moves = {number: against.moves(number) for number in range(len(arrays)) if against.moves(number)}
        best = {index[node]: pays[place] for node, pays in search.payoffs.items()}
        if not search.exact:
            best = own | solve_moves(against, moves, own, {})[0]
        negative = {number: own_moves for number, own_moves in moves.items() if best[number] < 0}
        found = expected_under(chain, own).ranks, escape(against, negative, ()).ranks
        at_least, at_most = ({name[number]: rank for number, rank in of.items()} for of in found)
        ranks[player] = (at_least, at_most)
        columns.append(best)
    payoffs = {node: tuple(map(to_fraction, pays)) for node, pays in search.payoffs.items()}
    most = {node: tuple(to_fraction(best[index[node]]) for best in columns) for node in payoffs}
    return EquilibriumSolution(payoffs, most, {n: s for n, s in search.strategies.items() if s}, ranks, unique)
