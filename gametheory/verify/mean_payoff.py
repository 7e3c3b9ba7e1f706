"""Check the mean payoff per move of one player, or of a zero-sum game of two who move one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.stage_payoffs import checked_stage_payoffs
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, game_of, start_of
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import checked_payoffs, require
from gametheory.verify.expectation import Expectation, exact_values
from gametheory.verify.joint_moves import checked_arrays, players_in
from gametheory.verify.screening import unclear

NOTHING = fmpq(0), fmpq(0)


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
    return _check(graph, {end: (payoff,) for end, payoff in terminal_payoffs.items()}, gains, (biases, biases), policy)


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
    arrays = checked_arrays(graph)
    means = [Expectation(arrays, exact_values(arrays, values)) for values in (gains, *biases)]
    for number, (position, end) in enumerate(unclear(graph, None)):
        if end is None:
            _check_position(arrays, number, means, policy.get(position))
        else:
            due = _first_payoff(terminal_payoffs[position], position)
            require(gains[position] == due, "the end {} has not the gain {}", position, due)
    return gains[start_of(graph)]


def _first_payoff(payoffs: tuple[Fraction, ...], *place: object) -> Fraction:
    """Return the payoff of the first player; that of a second one is the opposite."""
    exact = checked_payoffs(payoffs)
    require(len(exact) == 1 or sum(exact) == 0, "the payoffs of {} do not add up to 0", place)
    return exact[0]


def _check_position(arrays: StateArrays, number: int, means: list[Expectation], move: tuple[Move, ...] | None) -> None:
    """Check the moves of one position: those of the policy, and all of the other player."""
    position, active, joint = arrays.positions[number], players_in(arrays, number), arrays.moves_in(number)
    require(len(active) < 2, "both players move in {}", position)
    require(move in joint, "the move of the policy in {} is not allowed", position)
    first = active == arrays.game.players[:1]
    second = len(active) == 1 and not first
    for moves, after in zip(joint, arrays.joints(number), strict=True):
        payoff = _first_payoff(checked_stage_payoffs(arrays.game, position, moves), moves, position)
        low, high = (_drift(to_flint(payoff), after, number, means[0], bias) for bias in means[1:])
        attained = low >= NOTHING or (first and moves != move)
        require(attained, "the gain is not attained after {} in {}", moves, position)
        not_exceeded = high <= NOTHING or (second and moves != move)
        require(not_exceeded, "the gain is exceeded after {} in {}", moves, position)


def _drift(payoff: fmpq, after: int, number: int, gains: Expectation, bias: Expectation) -> tuple[fmpq, fmpq]:
    """Return what a joint move adds to the gain and, which counts if that is 0, to the bias."""
    gain = gains.values[number]
    return gains[after] - gain, payoff + bias[after] - gain - bias.values[number]
