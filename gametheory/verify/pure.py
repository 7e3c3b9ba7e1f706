"""Check a pure strategy that forces outcomes, and a subgame-perfect equilibrium in pure strategies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

import networkx as nx

from gametheory.model.game import Move, Outcome, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, game_of, outcome_of, start_of, state_arrays
from gametheory.verify.errors import checked_payoffs, require
from gametheory.verify.expectation import Expectation, exact_payoffs
from gametheory.verify.joint_moves import checked_arrays, checked_joint_moves, players_in
from gametheory.verify.screening import Cleared, clear_strategy, clear_subgame_perfect, unclear


def check_strategy(
    graph: StateGraph,
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
    graph : StateArrays or networkx.MultiDiGraph
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
    graph: StateGraph, player: str, strategy: Mapping[Position, Move], outcomes: Collection[str | Outcome]
) -> nx.DiGraph[Any]:
    """Return the positions that play can reach, after checking how it ends."""
    reached: nx.DiGraph[Any] = nx.DiGraph()
    queue = [start_of(graph)]
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


def _successors(graph: StateGraph, player: str, strategy: Mapping[Position, Move], position: Position) -> set[Position]:
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
    graph: StateGraph,
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
    graph : StateArrays or networkx.MultiDiGraph
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
    arrays = state_arrays(graph)
    require(arrays.order is not None, "play can cycle")
    cleared = clear_subgame_perfect(graph, terminal_payoffs, payoffs, strategy)
    means = _expected_payoffs(graph, payoffs, cleared)
    for position, end in unclear(graph, cleared):
        if end is None:
            _check_one_shot_deviations(arrays, position, means, payoffs, strategy.get(position))
        else:
            due = checked_payoffs(terminal_payoffs[position])
            require(payoffs[position] == due, "the end {} is not valued {}", position, due)
    return payoffs[start_of(graph)]


def _expected_payoffs(
    graph: StateGraph, payoffs: Mapping[Position, tuple[Fraction, ...]], cleared: Cleared | None
) -> dict[str, Expectation]:
    """Return the expected payoffs of each player, after checking that the moves are those of the rules."""
    if cleared is not None and cleared.all():
        return {}
    arrays, players = checked_arrays(graph), game_of(graph).players
    columns = exact_payoffs(arrays, payoffs, len(players))
    return {player: Expectation(arrays, own) for player, own in zip(players, columns, strict=True)}


def _check_one_shot_deviations(
    arrays: StateArrays,
    position: Position,
    means: Mapping[str, Expectation],
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    move: Any,
) -> None:
    """Check that the move in a position attains its payoffs and that its active player gains by no other move."""
    number = arrays.index[position]
    active, joint = players_in(arrays, number), arrays.moves_in(number)
    allowed = len(active) < 2 and move in joint
    require(allowed, "the move in {} is not allowed, or more than one player moves", position)
    numbers = arrays.joints(number)
    chosen = numbers[joint.index(move)]
    if not all(mean[chosen] == mean.values[number] for mean in means.values()):
        require(False, "the move in {} does not attain {}", position, payoffs[position])
    for player in active:
        mean, others = means[player], [other for other in numbers if other != chosen]
        better = [joint[other - numbers.start] for other in others if mean[other] > mean.values[number]]
        require(not better, "{} gains by {} in {}", player, better, position)
