"""Check a pure strategy that forces outcomes, and a subgame-perfect equilibrium in pure strategies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

import networkx as nx

from gametheory.model.components import topological_order
from gametheory.model.game import Move, Outcome, Position
from gametheory.model.state_graph import outcome_of, state_arrays
from gametheory.verify.errors import require, require_exact, require_label
from gametheory.verify.expectation import expectation
from gametheory.verify.joint_moves import checked_joint_moves
from gametheory.verify.screening import clear_strategy, clear_subgame_perfect, unclear


def check_strategy(
    graph: nx.MultiDiGraph,
    player: str,
    strategy: Mapping[Position, Move],
    outcomes: Collection[str | Outcome],
    allow_infinite_play: bool = False,
) -> int:
    """Return the number of positions that play can reach if a player follows a strategy that forces some outcomes.

    The certificate is the strategy. The checker follows its move and every move of the other players and of chance.
    So each possible play is covered. All terminal positions that it meets must have one of the outcomes, and no cycle
    may be possible, so that every play ends. Cost: the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game.
    player : str
        The player who follows the strategy.
    strategy : mapping
        The player's move in each position that play can reach and in which the player moves.
    outcomes : collection of str or Outcome
        The outcomes that the strategy forces: names, or whole outcomes if payoffs count.
    allow_infinite_play : bool
        Whether the strategy may also lead to play without end.

    Returns
    -------
    int
        The number of positions that play can reach.

    Raises
    ------
    CertificateError
        If the strategy has no move in a position, or one that is not allowed, or if play can end otherwise or cycle.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> from gametheory.games.castle import Volley
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> check_strategy(graph, "soldiers", {graph.graph["start"]: Volley(1, 0)}, ["soldiers"])
    2
    >>> check_strategy(graph, "soldiers", {graph.graph["start"]: Volley(1, 0)}, ["castle"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: play can end in Position(...), with soldiers
    """
    cleared = clear_strategy(graph, player, strategy, outcomes, allow_infinite_play)
    if cleared is not None:
        return cleared
    reached = _reached(graph, player, strategy, outcomes)
    require(allow_infinite_play or nx.is_directed_acyclic_graph(reached), "play can cycle and need not end")
    return len(reached)


def _reached(
    graph: nx.MultiDiGraph, player: str, strategy: Mapping[Position, Move], outcomes: Collection[str | Outcome]
) -> nx.DiGraph:
    """Return the positions that play can reach, after checking how it ends."""
    reached, queue = nx.DiGraph(), [graph.graph["start"]]
    reached.add_nodes_from(queue)
    while queue:
        position = queue.pop()
        successors = _successors(graph, player, strategy, position)
        queue.extend(successor for successor in successors if successor not in reached)
        reached.add_edges_from((position, successor) for successor in successors)
        _check_end(position, outcome_of(graph, position), outcomes)
    return reached


def _check_end(position: Position, end: Outcome | None, outcomes: Collection[str | Outcome]) -> None:
    """Check that play goes on in a position, or ends with one of the outcomes."""
    # in text, "win" would be found inside "no win"
    require(not isinstance(outcomes, str), "the outcomes are one text, {}, not a collection", outcomes)
    good = end is None or end.name in outcomes or end in outcomes
    require(good, "play can end in {}, with {}", position, end and end.name)


def _successors(
    graph: nx.MultiDiGraph, player: str, strategy: Mapping[Position, Move], position: Position
) -> set[Position]:
    """Return the positions that can follow if the player follows the strategy; none if the position is terminal."""
    if outcome_of(graph, position) is not None:
        return set()
    active, moves = checked_joint_moves(graph, position)
    if player in active:
        index = active.index(player)
        chosen = [strategy[position]] if position in strategy else []
        moves = {joint: after for joint, after in moves.items() if joint[index] in chosen}
        require(bool(moves), "the strategy has no move, or one that is not allowed, in {}", position)
    return {successor for after in moves.values() for successor in after}


def check_subgame_perfect(
    graph: nx.MultiDiGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    strategy: Mapping[Position, tuple[Move, ...]],
) -> tuple[Fraction, ...]:
    """Return the payoffs of a subgame-perfect equilibrium of an acyclic sequential game, with or without chance moves.

    The certificate is the payoffs from each position on and the move in each. Local conditions suffice:

    - in a terminal position the payoffs are given;
    - in any other position the payoffs are the expected ones after its move, or after its chance event;
    - the active player expects no more after any other move.

    In finite play, a strategy that no single deviation improves is optimal from every position on: this is the one-shot
    deviation principle (Selten 1965; Osborne and Rubinstein, A Course in Game Theory, 1994, lemma 98.2).
    Cost: the edges times the number of players.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of an acyclic game in which at most one player moves at a time.
    terminal_payoffs : mapping
        The payoffs of all players in each terminal position, in the order of `players`.
    payoffs : mapping
        The claimed equilibrium payoffs from each position on.
    strategy : mapping
        The joint move in each position that is not terminal; `()` at a chance node.

    Returns
    -------
    tuple of Fraction
        The equilibrium payoffs from the start.

    Raises
    ------
    CertificateError
        If a condition fails, payoffs are missing or not exact, two players move simultaneously, or play can cycle.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> start, fallen = graph
    >>> two, shoot = (Fraction(2),), {start: graph.edges[start, fallen, 0]["moves"]}
    >>> check_subgame_perfect(graph, {fallen: two}, {start: two, fallen: two}, shoot)
    (Fraction(2, 1),)
    >>> check_subgame_perfect(graph, {fallen: two}, {start: (Fraction(3),), fallen: two}, shoot)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the move in Position(...) does not attain (Fraction(3, 1),)
    """
    require(topological_order(state_arrays(graph)) is not None, "play can cycle")
    cleared = clear_subgame_perfect(graph, terminal_payoffs, payoffs, strategy)
    if cleared is None:
        _check_payoffs(graph, payoffs)
    for position, end in unclear(graph, cleared):
        if end is None:
            _check_one_shot_deviations(graph, position, payoffs, strategy)
        else:
            due = terminal_payoffs[position]
            require(payoffs[position] == due, "the end {} is not valued {}", position, due)
    return payoffs[graph.graph["start"]]


def _check_payoffs(graph: nx.MultiDiGraph, payoffs: Mapping[Position, tuple[Fraction, ...]]) -> None:
    """Check that every position has an exact payoff for each player."""
    require_label(graph, payoffs)
    players = len(graph.graph["game"].players)
    for position in graph:
        require(len(payoffs[position]) == players, "{} does not have {} payoffs", position, players)
        require_exact(payoffs[position])


def _check_one_shot_deviations(
    graph: nx.MultiDiGraph,
    position: Position,
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    strategy: Mapping[Position, tuple[Move, ...]],
) -> None:
    """Check that the move in a position attains its payoffs and that its active player gains by no other move."""
    active, after = checked_joint_moves(graph, position)
    allowed = len(active) < 2 and strategy.get(position) in after
    require(allowed, "the move in {} is not allowed, or more than one player moves", position)
    for index, player in enumerate(graph.graph["game"].players):
        own = {successor: payoffs[successor][index] for moves in after.values() for successor in moves}
        expected = {moves: expectation(distribution, own) for moves, distribution in after.items()}
        attained = expected[strategy[position]] == payoffs[position][index]
        require(attained, "the move in {} does not attain {}", position, payoffs[position])
        better = [moves for moves, value in expected.items() if player in active and value > payoffs[position][index]]
        require(not better, "{} gains by {} in {}", player, better, position)
