"""Sequential two-player zero-sum games with chance moves and cycles: strategy iteration in rationals."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
from flint import fmpq

from gametheory.model.game import Move, Position, active_players
from gametheory.model.payoffs import Payoffs, is_zero_sum
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.markov_chain.values import Steps, components, expected_next
from gametheory.solvers.markov_decision import exact_decisions
from gametheory.solvers.policy_iteration import solve_decisions
from gametheory.solvers.stochastic.guess import guess_moves
from gametheory.solvers.stochastic.ranks import escape

Decisions: TypeAlias = Mapping[Any, Mapping[tuple[Move, ...], Steps]]
Moves: TypeAlias = dict[Any, tuple[Move, ...]]


@short_repr
class SequentialSolution(NamedTuple):
    """Values, optimal moves and ranks.

    Parameters
    ----------
    values : dict
        The value of each position to the first player.
    strategy : dict
        The joint move in each position that is not terminal; `()` at a chance node.
    ranks : tuple of two dicts
        For each player, the ranks of the positions with a positive value to this player: a certificate for
        `verify.check_guarantee`.
    """

    values: dict[Position, Fraction]
    strategy: dict[Position, tuple[Move, ...]]
    ranks: tuple[dict[Position, int], dict[Position, int]]


def solve_sequential(graph: nx.MultiDiGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> SequentialSolution:
    """Return the value of each position and optimal moves of both players; play without end pays 0.

    A simple stochastic game (Shapley 1953; Condon 1992), one strongly connected component at a time, from the terminal
    positions back. Strategy iteration (Hoffman and Karp 1966): the best response to the moves of the first player is a
    Markov decision process; then the first player takes every move that is better against it. Where the value is
    negative, and the moves that keep it let the first player stay forever, staying is better. Every round improves
    some value and makes none worse, so no strategy occurs twice. A value iteration in floats guesses the first moves.
    Cost: a Markov decision process for each round. The number of rounds is small in practice and exponential at worst.
    The numbers grow with the number of components on a path.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game of two players who move one at a time, with or without chance moves and cycles.
    terminal_payoffs : mapping
        The payoffs of both players in each terminal position. Their sum must be 0.

    Returns
    -------
    SequentialSolution
        Values, moves and ranks.

    Raises
    ------
    ValueError
        If the payoffs are not zero-sum, there are not two players, or both move simultaneously.

    References
    ----------
    L. S. Shapley, Stochastic games (1953). A. J. Hoffman and R. M. Karp, On nonterminating stochastic games (1966).
    A. Condon, The complexity of stochastic games (1992).

    Examples
    --------
    Two players toss a coin in turn until it shows heads, and the player who tossed it wins:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Heads:
    ...     players = ("first", "second")
    ...     def start(self): return "first"
    ...     def outcome(self, at): return Outcome(at[5:]) if at[:4] == "won " else None
    ...     def moves(self, at, player): return ("toss",) if at == player else ()
    ...     def after(self, at, move):
    ...         other = "second" if at == "first" else "first"
    ...         return Distribution({f"won {at}": Fraction(1, 2), other: Fraction(1, 2)})
    >>> payoffs = {"won first": (Fraction(1), Fraction(-1)), "won second": (Fraction(-1), Fraction(1))}
    >>> graph = state_graph(Heads())
    >>> terminal = {at: payoffs.get(at, (Fraction(1), Fraction(-1))) for at in graph if graph.nodes[at]["outcome"]}
    >>> solve_sequential(graph, terminal).values["first"]
    Fraction(1, 3)
    """
    signs = _signs(graph)
    if not is_zero_sum(terminal_payoffs):
        raise ValueError("the payoffs of the two players are not zero-sum")
    decisions = exact_decisions(graph)
    values = {node: to_flint(payoffs[0]) for node, payoffs in terminal_payoffs.items()}
    first = guess_moves(decisions, values, {node: sign or 1 for node, sign in signs.items()})
    for component in components(
        {node: {v for after in moves.values() for v in after} for node, moves in decisions.items()}
    ):
        values.update(_solve_component({node: decisions[node] for node in component}, signs, values, first))
    return _certificate(decisions, signs, values)


def _solve_component(
    part: Decisions, signs: Mapping[Any, int], values: dict[Any, fmpq], moves: Moves
) -> dict[Any, fmpq]:
    """Return the values of one component, given the values of all positions that can follow it."""
    current = {node: moves[node] for node in part}
    negative = {
        v: -values[v] for options in part.values() for after in options.values() for v in after if v not in part
    }
    while True:
        restricted = {u: {current[u]: part[u][current[u]]} if signs[u] > 0 else part[u] for u in part}
        found, reply = solve_decisions(restricted, negative, current)
        now = {node: -found[node] for node in part}
        current |= {node: move for node, move in reply.items() if signs[node] < 0}
        known: ChainMap[Any, fmpq] = ChainMap(now, values)
        better = _better_moves(part, signs, known) or _moves_that_stay(part, signs, known)
        if not better:
            return now
        current |= better


def _better_moves(part: Decisions, signs: Mapping[Any, int], values: Mapping[Any, fmpq]) -> Moves:
    """Return the best move of the first player in each position where it is better than the value."""
    better: Moves = {}
    for node, options in part.items():
        if signs[node] > 0:
            expected = {move: expected_next(after, values) for move, after in options.items()}
            best = max(expected, key=expected.__getitem__)
            if expected[best] > values[node]:
                better[node] = best
    return better


def _moves_that_stay(part: Decisions, signs: Mapping[Any, int], values: Mapping[Any, fmpq]) -> Moves:
    """Return moves that let the first player stay forever where the value is negative, and keep it."""
    negative = {node for node in part if values[node] < 0}
    tight = {node: _tight(part[node], values[node], values) for node in negative}
    rest = negative - escape(negative, tight, {node for node in negative if signs[node] < 0}).ranks.keys()
    own = (node for node in rest if signs[node] > 0)
    return {node: next(move for move, after in tight[node].items() if after.keys() <= rest) for node in own}


def _tight(
    options: Mapping[tuple[Move, ...], Steps], value: fmpq, values: Mapping[Any, fmpq]
) -> dict[tuple[Move, ...], Steps]:
    """Return the moves after which the expected value is the value of the position."""
    return {move: after for move, after in options.items() if expected_next(after, values) == value}


def _certificate(decisions: Decisions, signs: Mapping[Any, int], values: Mapping[Any, fmpq]) -> SequentialSolution:
    """Return optimal moves and ranks, given the values of all positions."""
    tight = {node: _tight(moves, values[node], values) for node, moves in decisions.items()}
    strategy = {node: next(iter(moves)) for node, moves in tight.items()}
    ranks: list[dict[Any, int]] = []
    for sign in (1, -1):
        inside = {node for node in decisions if sign * values[node] > 0}
        own = {node for node in inside if signs[node] == sign}
        allowed = {node: tight[node] if node in own else decisions[node] for node in inside}
        found = escape(inside, allowed, own)
        strategy |= found.moves
        ranks.append(found.ranks)
    exact = {node: to_fraction(value) for node, value in values.items()}
    return SequentialSolution(exact, strategy, (ranks[0], ranks[1]))


def _signs(graph: nx.MultiDiGraph) -> dict[Position, int]:
    """Return 1 or -1 where the first or the second of two players moves, and 0 at a chance node."""
    game = graph.graph["game"]
    if len(game.players) != 2:
        raise ValueError(f"not two players: {', '.join(game.players) or 'none'}")
    sign_of: dict[tuple[str, ...], int] = {(): 0, (game.players[0],): 1, (game.players[1],): -1}
    signs: dict[Position, int] = {}
    for position, end in graph.nodes(data="outcome"):
        if end is None:
            active = active_players(game, position)
            if active not in sign_of:
                raise ValueError(f"in {position} both players move")
            signs[position] = sign_of[active]
    return signs
