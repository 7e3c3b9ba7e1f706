"""Check pure strategies: those that force an outcome, and equilibria of games with perfect information.

A state graph may have chance moves if play is finite, and cycles if two players have opposite payoffs. The conditions
on all moves are compared together, as arrays of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import add

import numpy as np

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.game import Move, Outcome, Position
from gametheory.model.state_arrays import Integers, StateArrays, reachable
from gametheory.model.unfolding import StateGraph, game_of, start_of
from gametheory.verify import graphs
from gametheory.verify.errors import require, require_exact


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
    # in text, "win" would be found inside "no win"
    require(not isinstance(outcomes, str), "the outcomes are one text, {}, not a collection", outcomes)
    arrays = graphs.checked_arrays(graph)
    followed = arrays.with_moves(_moves_that_follow(arrays, player, strategy))
    reached = reachable(followed)

    def position(place: int) -> Position:
        return arrays.positions[int(reached[place])]

    end = arrays.outcome_of[reached]
    moves_left = np.diff(followed.first_move)[reached]
    stuck = (end < 0) & (moves_left == 0)
    graphs.require_each(~stuck, "the strategy has no move, or one that is not allowed, in {}", position)
    good = [outcome.name in outcomes or outcome in outcomes for outcome in arrays.outcomes]
    ends_well = graphs.entries(good, end, missing=True)
    graphs.require_each(
        ends_well, "play can end in {}, with {}", position, lambda place: arrays.outcomes[end[place]].name
    )
    if not allow_infinite_play:
        among = np.zeros(len(arrays), bool)
        among[reached] = True
        order = followed.with_moves(among[graphs.sources_of_moves(followed)]).order
        require(order is not None, "play can cycle and need not end")
    return len(reached)


def _moves_that_follow(arrays: StateArrays, player: str, strategy: Mapping[Position, Move]) -> graphs.Truths:
    """Return for each joint move whether the player does not take part in it, or makes the move of the strategy."""
    chosen = graphs.numbered_labels(arrays, strategy)
    source = graphs.sources_of_moves(arrays)
    groups, group_of = arrays.groups
    follows = np.ones(len(arrays.move_of), bool)
    for code, group in enumerate(groups):
        if player not in group:
            continue
        index = group.index(player)
        # joint moves of fewer players are those of other positions
        moves_of_player = [moves[index] if len(moves) > index else None for moves in arrays.moves]
        # equal moves get equal numbers, and -1 is the number of no move
        number_of = {move: number for number, move in enumerate(moves_of_player)}
        made = np.array([number_of[move] for move in moves_of_player], np.int32)
        numbers_chosen = [number_of.get(move, -1) for move in chosen.table]
        choice = graphs.entries(numbers_chosen, chosen.codes, missing=-1)
        elsewhere = (group_of != code)[source]
        follows &= elsewhere | (made[arrays.move_of] == choice[source])
    return follows


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
    arrays = graphs.checked_arrays(graph)
    players = game_of(graph).players
    require(arrays.order is not None, "play can cycle")
    claimed = graphs.numbered_labels(arrays, payoffs)
    gains = list(_gains(arrays, payoffs, claimed, len(players)))
    is_payoff = "the end {} is not valued by its payoffs"
    graphs.require_ends(arrays, terminal_payoffs, claimed, lambda due, row: tuple(row) == due, is_payoff)
    active = graphs.active_indices(arrays)
    source = graphs.sources_of_moves(arrays)
    played = np.flatnonzero(graphs.moves_played(arrays, strategy))
    plays_one = np.bincount(source[played], minlength=len(arrays)) == 1
    allowed = plays_one & (active != graphs.SEVERAL)
    not_allowed = "the move in {} is not allowed, or more than one player moves"
    graphs.require_each(allowed | (arrays.outcome_of >= 0), not_allowed, arrays.positions.__getitem__)

    def position(joint: int) -> Position:
        return arrays.positions[int(source[joint])]

    def claim(joint: int) -> tuple[Fraction, ...]:
        return payoffs[position(joint)]

    def player(joint: int) -> str:
        return str(players[active[source[joint]]])

    def moves(joint: int) -> list[tuple[Move, ...]]:
        return [arrays.moves[arrays.move_of[joint]]]

    for index, gain in enumerate(gains):
        attained = gain(played) == 0
        graphs.require_each(attained, "the move in {} does not attain {}", position, claim, among=played)
        # moves of the others, and of chance, may bring the player more
        by_player = np.flatnonzero((active == index)[source])
        no_better = gain(by_player) <= 0
        graphs.require_each(no_better, "{} gains by {} in {}", player, moves, position, among=by_player)
    return payoffs[start_of(graph)]


def _gains(
    arrays: StateArrays, payoffs: Mapping[Position, tuple[Fraction, ...]], claimed: graphs.Labels, players: int
) -> Iterator[Callable[[Integers], Integers]]:
    """Yield for each player a function of joint moves: the sign of what each is expected to add to the payoff."""
    if arrays.deterministic:
        # no expectation is needed: the payoffs are compared by their order
        _check_rows(arrays, claimed, players)
        for index in range(players):
            column = [row[index] for row in claimed.table]
            yield partial(_certain_gain, arrays, graphs.ranks(column)[claimed.codes])
    else:
        for exact_column in graphs.exact_payoffs(arrays, payoffs, players):
            yield partial(_expected_gain, arrays, graphs.Expectation(arrays, exact_column))


def _certain_gain(arrays: StateArrays, rank: Integers, joints: Integers) -> Integers:
    before = rank[arrays.sources[joints]]
    gain: Integers = rank[arrays.successor[joints]] - before
    return gain


def _expected_gain(arrays: StateArrays, expected: graphs.Expectation, joints: Integers) -> Integers:
    signs = []
    for joint, number in zip(joints.tolist(), graphs.sources_of_moves(arrays)[joints].tolist(), strict=True):
        before = expected.values[number]
        after = expected[joint]
        signs.append((after > before) - (after < before))
    return np.array(signs, np.int8)


def _check_rows(arrays: StateArrays, claimed: graphs.Labels, players: int) -> None:
    """Check that each position has exact payoffs of all players."""
    graphs.require_each(claimed.codes >= 0, "{} is not labeled", arrays.positions.__getitem__)
    for code, row in enumerate(claimed.table):
        if len(row) != players:
            first = int((claimed.codes == code).argmax())
            require(False, "{} does not have {} payoffs", arrays.positions[first], players)
        require_exact(row)


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
    >>> from gametheory.model.unfolding import state_graph
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
    arrays = graphs.checked_arrays(graph)
    require(len(game_of(graph).players) == 2, "there are not two players")
    _check_turns(arrays)
    claimed = graphs.numbered_labels(arrays, values)
    near = graphs.numbered_labels(arrays, distances)
    graphs.require_each(claimed.codes >= 0, "{} is not labeled", arrays.positions.__getitem__)
    require_exact(claimed.table)
    is_value = "the value of {} is not its payoff"
    graphs.require_ends(arrays, payoffs, claimed, lambda due, value: due == (value, -value), is_value)
    source, after = arrays.sources, arrays.successor
    active = graphs.active_indices(arrays)
    played = np.flatnonzero(graphs.moves_played(arrays, strategy))
    allowed = np.bincount(source[played], minlength=len(arrays)) == 1
    graphs.require_each(
        allowed | (arrays.outcome_of >= 0), "the move in {} is not allowed", arrays.positions.__getitem__
    )
    # the value to the active player, as an integer with the order and the signs of the values
    sign = 1 - 2 * active
    value = graphs.ranks(claimed.table)[claimed.codes]
    lead = sign * value
    gain = sign[source] * value[after] - lead[source]

    def position(edge: int) -> Position:
        return arrays.positions[int(source[edge])]

    def player(edge: int) -> str:
        return str(arrays.game.players[active[source[edge]]])

    def move(edge: int) -> Move:
        return arrays.single_moves[int(arrays.move_of[edge])]

    graphs.require_each(gain <= 0, "{} gains by {} in {}", player, move, position)
    graphs.require_each(gain[played] == 0, "the move in {} does not keep the value", position, among=played)
    # the winner's own move and all the loser's replies have to come nearer to the end
    of_winners = played[lead[source[played]] > 0]
    of_losers = np.flatnonzero((gain == 0) & (lead < 0)[source])
    edges = np.append(of_winners, of_losers)
    tail = source[edges]
    head = after[edges]
    distance = graphs.exact_array(near)
    labeled = near.codes >= 0
    nearer = labeled[tail] & labeled[head] & (distance[head] < distance[tail])
    graphs.require_each(nearer, "the move in {} does not come nearer to the end", position, among=edges)
    return values[start_of(graph)]


def _check_turns(arrays: StateArrays) -> None:
    """Check that there is no chance move, and that exactly one player moves in each position that is not terminal."""
    if not arrays.deterministic:
        for joint, number in enumerate(graphs.sources_of_moves(arrays).tolist()):
            probabilities = [arrays.probability(edge) for edge in arrays.edges(joint)]
            require(probabilities == [1], "there is a chance move in {}", arrays.positions[number])
    active = graphs.active_indices(arrays)
    one_moves = (active != graphs.SEVERAL) & (active != graphs.NO_PLAYER)
    graphs.require_each(
        one_moves | (arrays.outcome_of >= 0), "not one player moves in {}", arrays.positions.__getitem__
    )


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
    players = len(tree.players)
    require(all(len(row) == players for row in payoffs), "not one payoff for each player at each node")
    moves = [node.set_key for node in tree.nodes if node.player]
    require(len(moves) == len(set(moves)), "an information set has more than one node")
    after: list[list[tuple[Fraction, ...]]] = []
    for index, parent in enumerate(tree.parents()):
        after.append([])
        if parent is not None:  # a node precedes its children, in the order of its actions
            above, _ = parent
            after[above].append(payoffs[index])
    for index, action in enumerate(actions):
        _check_node(tree, index, after[index], payoffs[index], action)
    return payoffs[0]


def _check_node(
    tree: ExtensiveForm, index: int, after: list[tuple[Fraction, ...]], payoffs: tuple[Fraction, ...], action: int
) -> None:
    """Check the payoffs of one node, given those after each of its actions."""
    node = tree.nodes[index]
    require_exact(payoffs)
    later = (Fraction(0),) * len(tree.players)
    if node.player == CHANCE:
        later = _expected(tree.information_sets[node.set_key].probabilities, after)
    elif node.player:
        require(0 <= action < len(after), "node {} has no action {}", index, action)
        index_of_player = node.player - 1
        best = max(option[index_of_player] for option in after)
        later = after[action]
        require(later[index_of_player] == best, "player {} gains at node {}", node.player, index)
    due = later
    if node.outcome:
        gets = tree.outcomes[node.outcome].payoffs
        due = tuple(map(add, gets, later))
    require(payoffs == due, "the payoffs at node {} are not {}", index, due)


def _expected(chances: Sequence[Fraction], options: Sequence[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """Return the expected payoff of each player after a chance move."""
    expected = [Fraction(0)] * len(options[0])
    for chance, payoffs in zip(chances, options, strict=True):
        for player, payoff in enumerate(payoffs):
            expected[player] += chance * payoff
    return tuple(expected)
