"""Check plays, Markov chains, and decision processes: games in which at most one player moves.

The mean payoff of a game of two players who move one at a time is here too: its certificate is two of one player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from gametheory.model.classes import checked_stage_payoffs
from gametheory.model.game import Distribution, GameRules, Move, Position, active_players
from gametheory.model.state_arrays import StateArrays, can_end
from gametheory.model.unfolding import StateGraph, game_of, start_of, state_arrays
from gametheory.numbers.rationals import to_flint
from gametheory.verify import graphs
from gametheory.verify.errors import checked_payoffs, require


def check_play(game: GameRules, moves: Iterable[Sequence[Move]], outcome: str) -> int:
    """Replay a play by the rules of the game and return its number of joint moves.

    The certificate is the play itself. It proves that the outcome can be reached in that number of moves, because every
    position follows from the one before by the rules. Cost: the moves allowed in each position of the play.

    Parameters
    ----------
    game : Game
        The rules. No state graph is needed.
    moves : iterable of sequences
        The joint moves from the start on. A joint move has one move for each active player.
    outcome : str
        The name of the outcome in which the play must end.

    Returns
    -------
    int
        The number of joint moves.

    Raises
    ------
    CertificateError
        If a move is not allowed, comes after the end, or is followed by a chance event, or if the play ends otherwise.

    Examples
    --------
    >>> from gametheory import Castle
    >>> from gametheory.games.castle import Volley
    >>> check_play(Castle(1, 1, 1), [(Volley(1, 0),)], "soldiers")
    1
    >>> check_play(Castle(1, 1, 1), [(Volley(1, 0),)], "castle")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the play ends in Position(...), not with castle
    """
    # the rules are asked for every step, so that no graph has to be trusted
    position, length = game.start(), 0
    for joint_move in moves:
        length += 1
        position = _next_position(game, position, joint_move, length)
    end = game.outcome(position)
    ends_so = end is not None and end.name == outcome
    require(ends_so, "the play ends in {}, not with {}", position, outcome)
    return length


def _next_position(game: GameRules, position: object, joint_move: Sequence[Move], number: int) -> object:
    """Return the position after a joint move that the rules allow."""
    require(game.outcome(position) is None, "move {}: the game is over in {}", number, position)
    active = active_players(game, position)
    require(len(joint_move) == len(active), "move {}: {} is not one move for each of {}", number, joint_move, active)
    for player, move in zip(active, joint_move, strict=True):
        # `move in moves` compares with parts of the text if the rules return a string of one-letter moves
        allowed = list(game.moves(position, player))
        require(move in allowed, "move {}: {} is not allowed in {}", number, move, position)
    following = game.after(position, *joint_move)
    if not isinstance(following, Distribution):
        return following
    require([*following.values()] == [1], "move {}: chance decides what follows {}", number, joint_move)
    return next(iter(following))


def check_distance_lower_bound(graph: StateGraph, outcome: str, bounds: Mapping[Position, int]) -> int | None:
    """Return a lower bound on the number of moves from the start to an outcome.

    The certificate is a number for each position that can reach the outcome. Two local conditions suffice:

    - a terminal position with the outcome has a number of at most 0;
    - if v follows u and v has a number, then u has one, and it is at most one more than that of v.

    By induction on the length of a play, a play from u to the outcome has at least as many moves as the number of u,
    and a position without a number cannot reach the outcome. Cost: the positions and edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game.
    outcome : str
        The name of the outcome.
    bounds : mapping
        A lower bound on the number of moves for each position; without a number, the outcome is out of reach.

    Returns
    -------
    int or None
        The number of the start; None proves that the outcome is out of reach.

    Raises
    ------
    CertificateError
        If a condition fails, or a number is not exact. The message names the position or the edge.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 2, 1))
    >>> start, met, lost = graph
    >>> check_distance_lower_bound(graph, "castle", {start: 2, met: 1, lost: 0})
    2
    >>> check_distance_lower_bound(graph, "castle", {start: 3, met: 1, lost: 0})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the labels of ... and its successor ... do not fit
    """
    arrays = state_arrays(graph)
    labels = graphs.numbered_labels(arrays, bounds)
    labeled = labels.codes >= 0
    bound = graphs.exact_array(labels)
    by_name = [end.name == outcome for end in arrays.outcomes]
    has_outcome = graphs.entries(by_name, arrays.outcome_of, missing=False)
    at_most_0 = labeled & (bound <= 0)
    not_0 = "{} ends with {} and is not labeled 0"
    position = arrays.positions.__getitem__
    graphs.require_each(at_most_0 | ~has_outcome, not_0, position, lambda _: outcome)
    source, after = arrays.sources, arrays.successor
    at_most_1_more = bound[source] <= bound[after] + 1
    # a successor without a label cannot reach the outcome
    fits = (labeled[source] & at_most_1_more) | ~labeled[after]
    graphs.require_each(
        fits,
        "the labels of {} and its successor {} do not fit",
        lambda edge: position(source[edge]),
        lambda edge: position(after[edge]),
    )
    return bounds.get(start_of(graph))


def check_absorption_probability(graph: StateGraph, labels: Mapping[Position, Fraction], outcome: str) -> Fraction:
    """Return the exact probability that a Markov chain ends with an outcome.

    The certificate is the probability of the outcome from each position. Three local conditions suffice:

    - a terminal position is labeled 1 if it has the outcome, else 0;
    - a position that cannot reach a terminal position is labeled 0;
    - any other label is the expected label of the next position.

    From every position of the third kind, play leaves these positions with probability 1. So the linear system has a
    unique solution, and the probabilities solve it (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3).
    Cost: the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game without moves of players.
    labels : mapping
        The claimed probability of the outcome, from each position.
    outcome : str
        The name of the outcome.

    Returns
    -------
    Fraction
        The probability of the outcome from the start.

    Raises
    ------
    CertificateError
        If a player moves, a label is missing or not exact, or a label differs from its equation.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solvers.markov_chain import absorption_probabilities
    >>> graph = state_graph(Battle(2, 1))
    >>> labels = absorption_probabilities(graph, "win")
    >>> check_absorption_probability(graph, labels, "win")
    Fraction(180, 187)
    >>> check_absorption_probability(graph, {**labels, graph.graph["start"]: Fraction(1)}, "win")
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: Position(attackers=2, defenders=1) is labeled 1, not 1326/1375
    """
    arrays = state_arrays(graph)
    expected_labels = graphs.Expectation(arrays, graphs.exact_values(arrays, labels))
    for position, moves in _different_moves(arrays):
        require(not moves, "in {} a player moves", position)
    can_reach_an_end = can_end(arrays).tolist()
    for number, (position, end) in enumerate(graphs.positions_and_outcomes(arrays)):
        label = expected_labels.values[number]
        expected = fmpq(end is not None and end.name == outcome)
        # where play never ends any constant satisfies the equations, but only 0 is the probability
        if end is None and can_reach_an_end[number]:
            expected = expected_labels[int(arrays.first_move[number])]
        require(label == expected, "{} is labeled {}, not {}", position, label, expected)
    return labels[start_of(graph)]


def _different_moves(arrays: StateArrays) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield each different joint move, with a position in which it is made."""
    # a large chain has few different joint moves, or only the empty one
    codes, joints = np.unique(arrays.move_of, return_index=True)
    sources = graphs.sources_of_moves(arrays)[joints]
    for number, code in zip(sources.tolist(), codes.tolist(), strict=True):
        yield arrays.positions[number], arrays.moves[code]


def check_mdp_policy(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, Fraction],
    values: Mapping[Position, Fraction],
    policy: Mapping[Position, tuple[Move, ...]],
) -> Fraction:
    """Return the greatest expected payoff that one player can get from the start, with or without chance moves.

    Play without end pays 0. The certificate is the value of each position and a policy. Four conditions suffice:

    - the value of a terminal position is its payoff;
    - the value of any other position is the expected value after the move of the policy, and no move has a greater one
      (the optimality equation, Bellman 1957);
    - the value is 0 where play under the policy cannot end: so the policy attains the values;
    - the player cannot stay forever in positions of negative value. Under any strategy the values form a bounded
      supermartingale. It converges, and in play without end its limit is the value of positions in which the player can
      stay. So the limit is at least 0, and no strategy gets more than the values.

    Cost: the edges; for a cyclic game, the edges times the number of positions of negative value at worst.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game in which at most one player ever moves.
    terminal_payoffs : mapping
        The payoff of each terminal position.
    values : mapping
        The claimed value of each position.
    policy : mapping
        The joint move in each position that is not terminal; `()` at a chance node.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a value is missing or not exact, or more than one player moves.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> start, fallen = graph
    >>> shoot, two = {start: graph.edges[start, fallen, 0]["moves"]}, Fraction(2)
    >>> check_mdp_policy(graph, {fallen: two}, {start: two, fallen: two}, shoot)
    Fraction(2, 1)
    >>> check_mdp_policy(graph, {fallen: two}, {start: two - 1, fallen: two}, shoot)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: (Volley(...),) in Position(...) has the expected value 2, more than 1
    """
    arrays, chosen = graphs.checked_arrays(graph), []
    _check_players(arrays)
    means = graphs.Expectation(arrays, graphs.exact_values(arrays, values))
    for number, (position, end) in enumerate(graphs.positions_and_outcomes(arrays)):
        if end is None:
            chosen.append(_check_optimality_equation(arrays, number, means, policy.get(position)))
        else:
            (payoff,) = checked_payoffs([terminal_payoffs[position]])
            require(values[position] == payoff, "the end {} is not valued {}", position, payoff)
    _check_policy_without_end(arrays, chosen, means.values)
    _check_negative_positions(arrays, means.values)
    return values[start_of(graph)]


def _check_players(arrays: StateArrays) -> None:
    """Check that only one player ever moves, or none."""
    groups, _ = arrays.groups
    players = {player for group in groups for player in group}
    require(len(players) < 2, "more than one player moves: {}", players)


def _check_optimality_equation(arrays: StateArrays, number: int, means: graphs.Expectation, move: Any) -> int:
    """Check that the policy attains the value of a position and that no move has a greater expected value.

    Return the number of the joint move of the policy.
    """
    position = arrays.positions[number]
    value = means.values[number]
    moves = arrays.moves_in(number)
    require(move in moves, "the move of the policy in {} is not allowed", position)
    expected = [means[joint] for joint in arrays.joints(number)]
    best = max(expected)
    best_move = moves[expected.index(best)]
    more = "{} in {} has the expected value {}, more than {}"
    require(best <= value, more, best_move, position, best, value)
    place = moves.index(move)
    attained = expected[place]
    require(attained == value, "the policy gets {} in {}, not {}", attained, position, value)
    return arrays.joints(number)[place]


def _check_policy_without_end(arrays: StateArrays, chosen: list[int], values: Sequence[fmpq]) -> None:
    """Check that the value is 0 wherever play under the policy cannot end."""
    included = np.zeros(len(arrays.move_of), bool)
    included[chosen] = True
    for number in np.flatnonzero(~can_end(arrays.with_moves(included))).tolist():
        position = arrays.positions[number]
        require(values[number] == 0, "the policy never ends from {}, but its value is not 0", position)


def _check_negative_positions(arrays: StateArrays, values: Sequence[fmpq]) -> None:
    """Check that the player cannot stay forever in positions of negative value.

    A position from which every move may leave the set is removed, until all are gone or each of the rest has a move
    that stays among the rest.
    """
    negative = np.array([value < 0 for value in values], bool)
    rest = leaving = negative & (arrays.outcome_of < 0)
    first_move = arrays.first_move[:-1]
    while leaving.any():
        stays = np.logical_and.reduceat(rest[arrays.successor], arrays.starts[:-1])
        # a terminal position has no moves, so that its entry means nothing
        can_stay = np.logical_or.reduceat(np.append(stays, False), first_move)
        leaving = rest & ~can_stay
        rest = rest & ~leaving
    stay = "the player can stay forever in positions of negative value, such as {}"
    graphs.require_each(~rest, stay, arrays.positions.__getitem__)


NOTHING = fmpq(0), fmpq(0)


class Means(NamedTuple):
    """The expected gain and biases after each joint move: one shows that the gain is attained, one that no more is."""

    gain: graphs.Expectation
    lower_bias: graphs.Expectation
    upper_bias: graphs.Expectation


def check_mean_payoff(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, Fraction],
    gains: Mapping[Position, Fraction],
    biases: Mapping[Position, Fraction],
    policy: Mapping[Position, tuple[Move, ...]],
) -> Fraction:
    """Return the greatest mean payoff per move from the start, in the long run, for the only player who moves.

    A terminal position pays its payoff at every move from then on. The certificate is a policy and two numbers for each
    position, the gain and the bias. In a terminal position the gain is the payoff. In any other one

    - no move has a greater expected gain than the position;
    - a move whose expected gain is equal has a payoff plus expected bias of at most gain plus bias;
    - both are equalities for the move of the policy.

    If the bias is replaced by itself plus a large multiple of the gain, the second inequality is true for all moves. So
    the sum of n payoffs exceeds n times the gain by a bounded amount at most, under any strategy, and the policy
    attains this (Blackwell 1962; Puterman, Markov Decision Processes, 1994, theorem 9.1.2). Cost: the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game with `stage_payoffs`, and one player.
    terminal_payoffs : mapping
        The payoff of each terminal position.
    gains, biases : mapping
        The claimed gain and a bias of each position.
    policy : mapping
        The joint move in each position that is not terminal; `()` at a chance node.

    Returns
    -------
    Fraction
        The gain of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a number is missing or not exact, or there is not one player.

    References
    ----------
    D. Blackwell, Discrete dynamic programming (1962).

    Examples
    --------
    >>> from gametheory import state_graph
    >>> class Work:
    ...     players = ("worker",)
    ...     def start(self): return "rested"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return ("work", "rest") if at == "rested" else ("rest",)
    ...     def after(self, at, move): return "tired" if move == "work" else "rested"
    ...     def stage_payoffs(self, at, move): return (int(move == "work"),)
    >>> graph, half = state_graph(Work()), Fraction(1, 2)
    >>> gains, biases = dict.fromkeys(graph, half), {"rested": half, "tired": Fraction(0)}
    >>> check_mean_payoff(graph, {}, gains, biases, {"rested": ("work",), "tired": ("rest",)})
    Fraction(1, 2)
    >>> check_mean_payoff(graph, {}, gains, biases, {"rested": ("rest",), "tired": ("rest",)})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the gain is not attained after ('rest',) in rested
    """
    require(len(game_of(graph).players) == 1, "there is not one player")
    payoffs = {end: (payoff,) for end, payoff in terminal_payoffs.items()}
    return _check(graph, payoffs, gains, (biases, biases), policy)


def check_mean_payoff_game(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    gains: Mapping[Position, Fraction],
    biases: tuple[Mapping[Position, Fraction], Mapping[Position, Fraction]],
    policy: Mapping[Position, tuple[Move, ...]],
) -> Fraction:
    """Return the value of the start: the mean payoff per move that the first player can guarantee in the long run.

    A terminal position pays its payoff at every move from then on. The certificate is a move in each position, a gain
    and two biases of each position. In a terminal position the gain is the payoff. With the first bias, when the first
    player makes the moves of the policy, and the other any move,

    - no move has a lesser expected gain than the position;
    - a move whose expected gain is equal has a payoff plus expected bias of at least gain plus bias.

    So the first player gets at least the gain (the argument of `check_mean_payoff`). With the second bias and the moves
    of the second player the inequalities are the other way round, so the first player gets at most the gain. Cost: the
    edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game with `stage_payoffs`, two players, and at most one of them at a time.
    terminal_payoffs : mapping
        The payoffs of each terminal position.
    gains : mapping
        The claimed mean payoff of the first player from each position.
    biases : tuple of mappings
        A bias of each position that shows that the gain is attained, and one that shows that it is not exceeded.
    policy : mapping
        The joint move in each position that is not terminal; `()` at a chance node.

    Returns
    -------
    Fraction
        The gain of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a number is missing or not exact, or the game is not a zero-sum game of this kind.

    References
    ----------
    D. Gillette, Stochastic games with zero stop probabilities (1957). T. M. Liggett and S. A. Lippman, Stochastic games
    with perfect information and time average payoff, SIAM Review 11 (1969).

    Examples
    --------
    >>> from gametheory import state_graph
    >>> class Push:
    ...     players = ("up", "down")
    ...     def start(self): return "up"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return (1, 3) if player == at else ()
    ...     def after(self, at, move): return "down" if at == "up" else "up"
    ...     def stage_payoffs(self, at, move): return (move, -move)
    >>> graph, two = state_graph(Push()), Fraction(2)
    >>> gains, bias = {"up": two, "down": two}, {"up": Fraction(1), "down": Fraction(0)}
    >>> check_mean_payoff_game(graph, {}, gains, (bias, bias), {"up": (3,), "down": (1,)})
    Fraction(2, 1)
    >>> check_mean_payoff_game(graph, {}, gains, (bias, bias), {"up": (3,), "down": (3,)})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the gain is exceeded after (3,) in down
    """
    require(len(game_of(graph).players) == 2, "there are not two players")
    return _check(graph, terminal_payoffs, gains, biases, policy)


def _check(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    gains: Mapping[Position, Fraction],
    biases: tuple[Mapping[Position, Fraction], Mapping[Position, Fraction]],
    policy: Mapping[Position, tuple[Move, ...]],
) -> Fraction:
    """Check that the first player gets at least the gain of each position, and at most."""
    arrays = graphs.checked_arrays(graph)
    means = Means(*(graphs.Expectation(arrays, graphs.exact_values(arrays, values)) for values in (gains, *biases)))
    for number, (position, end) in enumerate(graphs.positions_and_outcomes(arrays)):
        if end is None:
            _check_position(arrays, number, means, policy.get(position))
        else:
            due = _first_payoff(terminal_payoffs[position], position)
            require(gains[position] == due, "the end {} has not the gain {}", position, due)
    return gains[start_of(graph)]


def _first_payoff(payoffs: tuple[Fraction, ...], *place: object) -> Fraction:
    """Return the payoff of the first player; that of a second one is the opposite."""
    exact = checked_payoffs(payoffs)
    opposite = len(exact) == 1 or sum(exact) == 0
    require(opposite, "the payoffs of {} do not add up to 0", place)
    return exact[0]


def _check_position(arrays: StateArrays, number: int, means: Means, move: tuple[Move, ...] | None) -> None:
    """Check the moves of one position: those of the policy, and all of the other player."""
    position = arrays.positions[number]
    joint_moves = arrays.moves_in(number)
    active = graphs.players_in(arrays, number)
    require(len(active) < 2, "both players move in {}", position)
    require(move in joint_moves, "the move of the policy in {} is not allowed", position)
    first = active == arrays.game.players[:1]
    second = len(active) == 1 and not first
    for moves, joint in zip(joint_moves, arrays.joints(number), strict=True):
        payoffs = checked_stage_payoffs(arrays.game, position, moves)
        payoff = to_flint(_first_payoff(payoffs, moves, position))
        low = _drift(payoff, joint, number, means.gain, means.lower_bias)
        high = _drift(payoff, joint, number, means.gain, means.upper_bias)
        # whoever moves is bound to the policy in one of the two inequalities, and free in the other
        attained = low >= NOTHING or (first and moves != move)
        require(attained, "the gain is not attained after {} in {}", moves, position)
        not_exceeded = high <= NOTHING or (second and moves != move)
        require(not_exceeded, "the gain is exceeded after {} in {}", moves, position)


def _drift(
    payoff: fmpq, joint: int, number: int, gain: graphs.Expectation, bias: graphs.Expectation
) -> tuple[fmpq, fmpq]:
    """Return what a joint move adds to the gain and, which counts if that is 0, to the bias."""
    gain_here = gain.values[number]
    bias_added = bias[joint] - bias.values[number]
    return gain[joint] - gain_here, payoff - gain_here + bias_added
