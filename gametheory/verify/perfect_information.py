"""Check pure strategies: those that force an outcome, and equilibria of games with perfect information.

A state graph may have chance moves if play is finite, and cycles if two players have opposite payoffs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

import networkx as nx

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.game import Move, Outcome, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, game_of, outcome_of, start_of, state_arrays
from gametheory.verify.errors import checked_payoffs, require, require_exact, require_values
from gametheory.verify.graphs import Expectation, checked_arrays, checked_joint_moves, exact_payoffs, players_in
from gametheory.verify.screening import Cleared, clear_cyclic, clear_strategy, clear_subgame_perfect, unclear


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


def check_cyclic_equilibrium(
    graph: StateGraph,
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
    strategy: Mapping[Position, tuple[Move, ...]],
    distances: Mapping[Position, int],
) -> Fraction:
    """Return the value to the first player of a zero-sum sequential game in which play may cycle.

    Play without end pays 0. The certificate is the value of each position, a move in each, and distances. It suffices
    that in each position

    - the move keeps the value, and no move of the active player improves on it;
    - if the active player's value is positive, the move leads to a position of smaller distance;
    - if it is negative, so does every reply that keeps the value.

    A player of positive value gets it in finitely many moves: along the play the value never falls, and as long as it
    stays the same the distance falls. A player whose value is 0 or negative gets at least the value even if play never
    ends. So the moves are optimal from every position on (Zermelo 1913). Cost: the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game of two players who move one at a time, without chance moves.
    payoffs : mapping
        The payoffs of both players in each terminal position. Their sum must be 0.
    values : mapping
        The claimed value of each position to the first player.
    strategy : mapping
        The joint move, of one player, in each position that is not terminal.
    distances : mapping
        An integer for each position whose value is not 0.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a value or a distance is missing, or a value is not exact.

    Examples
    --------
    >>> from gametheory.model.state_graph import state_graph
    >>> from gametheory.model.game import Outcome
    >>> class Patience:
    ...     players = ("first", "second")
    ...     def start(self): return "first"
    ...     def outcome(self, at): return Outcome("first") if at == "won" else None
    ...     def moves(self, at, player): return () if at != player else ("win", "wait") if at == "first" else ("wait",)
    ...     def after(self, at, move): return "won" if move == "win" else "second" if at == "first" else "first"
    >>> graph, one = state_graph(Patience()), Fraction(1)
    >>> payoffs, values = {"won": (one, -one)}, {"first": one, "second": one, "won": one}
    >>> distances = {"won": 0, "first": 1, "second": 2}
    >>> check_cyclic_equilibrium(graph, payoffs, values, {"first": ("win",), "second": ("wait",)}, distances)
    Fraction(1, 1)
    >>> check_cyclic_equilibrium(graph, payoffs, values, {"first": ("wait",), "second": ("wait",)}, distances)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the move in first does not come nearer to the end
    """
    require(len(game_of(graph).players) == 2, "there are not two players")
    cleared = clear_cyclic(graph, payoffs, values, strategy, distances)
    if cleared is None:
        require_values(graph, values)
        require_exact(distances.values())
    for position, end in unclear(graph, cleared):
        if end is None:
            _check_position(graph, position, values, strategy, distances)
        else:
            due = (values[position], -values[position])
            require(checked_payoffs(payoffs[position]) == due, "the value of {} is not its payoff", position)
    return values[start_of(graph)]


def _check_position(
    graph: StateGraph,
    position: Position,
    values: Mapping[Position, Fraction],
    strategy: Mapping[Position, tuple[Move, ...]],
    distances: Mapping[Position, int],
) -> None:
    """Check the conditions on all moves in one position."""
    active, after = checked_joint_moves(graph, position)
    require(len(active) == 1, "not one player moves in {}", position)
    require(strategy.get(position) in after, "the move in {} is not allowed", position)
    sign = 1 if active[0] == game_of(graph).players[0] else -1
    for moves, distribution in after.items():
        require([*distribution.values()] == [1], "there is a chance move in {}", position)
        gain = sum(sign * (values[successor] - values[position]) for successor in distribution)
        require(gain <= 0, "{} gains by {} in {}", active[0], moves[0], position)
        require(gain == 0 or moves != strategy[position], "the move in {} does not keep the value", position)
        # the winner's own move and all the loser's replies have to come nearer to the end
        if (moves == strategy[position] and sign * values[position] > 0) or (gain == 0 and sign * values[position] < 0):
            _check_nearer(position, distances, *distribution)


def _check_nearer(position: Position, distances: Mapping[Position, int], successor: Position) -> None:
    """Check that a successor has a smaller distance than its position."""
    labeled = position in distances and successor in distances
    nearer = labeled and distances[successor] < distances[position]
    require(nearer, "the move in {} does not come nearer to the end", position)


def check_perfect_information(
    tree: ExtensiveForm, payoffs: Sequence[tuple[Fraction, ...]], actions: Sequence[int]
) -> tuple[Fraction, ...]:
    """Return the payoffs of a subgame-perfect equilibrium of a game tree with perfect information.

    The certificate is the payoffs of all players from each node on, and an action at each node. Local conditions
    suffice, because play is finite (the one-shot deviation principle, Selten 1965): the payoffs of a node are those of
    its outcome, plus those after its action, or the expected ones after chance; and the player at a node gets no more
    after any other action. Cost: the nodes times the players.

    Parameters
    ----------
    tree : ExtensiveForm
        A game tree with any number of players.
    payoffs : sequence of tuples
        For each node in order the payoff of each player from there on.
    actions : sequence of int
        For each node in order the action of its player; any number at other nodes.

    Returns
    -------
    tuple of Fraction
        The payoffs at the root.

    Raises
    ------
    CertificateError
        If a condition fails, if a number is not exact, or if an information set has more than one node.

    Examples
    --------
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 } t "" 2 "out" { 2 }')
    >>> one, two = (Fraction(1),), (Fraction(2),)
    >>> check_perfect_information(tree, [two, one, two], [1, 0, 0])
    (Fraction(2, 1),)
    >>> check_perfect_information(tree, [one, one, two], [0, 0, 0])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gains at node 0

    References
    ----------
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).
    """
    sizes = len(payoffs) == len(actions) == len(tree.nodes)
    require(sizes, "{} payoffs and {} actions for {} nodes", len(payoffs), len(actions), len(tree.nodes))
    require(all(len(each) == len(tree.players) for each in payoffs), "not one payoff for each player at each node")
    moves = [node.set_key for node in tree.nodes if node.player]
    require(len(moves) == len(set(moves)), "an information set has more than one node")
    after: list[list[int]] = [[] for _ in tree.nodes]
    for index, parent in enumerate(tree.parents()):
        after[parent[0] if parent else 0] += [index] if parent else []
    for index in range(len(tree.nodes)):
        _check_node(tree, index, [payoffs[child] for child in after[index]], payoffs[index], actions[index])
    return payoffs[0]


def _check_node(
    tree: ExtensiveForm, index: int, after: list[tuple[Fraction, ...]], payoffs: tuple[Fraction, ...], action: int
) -> None:
    """Check the payoffs of one node, given those after each of its actions."""
    node = tree.nodes[index]
    require_exact(payoffs)
    due = tuple(tree.outcomes[node.outcome].payoffs) if node.outcome else (Fraction(0),) * len(tree.players)
    if node.player == CHANCE:
        chances = tree.information_sets[node.set_key].probabilities
        due = tuple(own + _mean(chances, [option[player] for option in after]) for player, own in enumerate(due))
    elif node.player:
        require(0 <= action < len(after), "node {} has no action {}", index, action)
        gains = any(option[node.player - 1] > after[action][node.player - 1] for option in after)
        require(not gains, "player {} gains at node {}", node.player, index)
        due = tuple(own + later for own, later in zip(due, after[action], strict=True))
    require(payoffs == due, "the payoffs at node {} are not {}", index, due)


def _mean(chances: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """Return the expected value."""
    return sum((chance * value for chance, value in zip(chances, values, strict=True)), Fraction(0))
