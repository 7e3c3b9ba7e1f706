"""Check the greatest mean payoff of one player per move, in a game with or without chance moves."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import networkx as nx

from gametheory.model.game import Move, Position
from gametheory.model.stage_payoffs import checked_stage_payoffs
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import game_of, start_of
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import checked_payoffs, require
from gametheory.verify.expectation import Expectation, exact_values
from gametheory.verify.joint_moves import checked_arrays
from gametheory.verify.screening import unclear


def check_mean_payoff(
    graph: nx.MultiDiGraph,
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
    graph : networkx.MultiDiGraph
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
    gametheory.verify.errors.CertificateError: the policy does not attain gain and bias in rested
    """
    require(len(game_of(graph).players) == 1, "there is not one player")
    arrays = checked_arrays(graph)
    means = [Expectation(arrays, exact_values(arrays, values)) for values in (gains, biases)]
    for number, (position, end) in enumerate(unclear(graph, None)):
        if end is None:
            _check_position(arrays, number, means[0], means[1], policy.get(position))
        else:
            (due,) = checked_payoffs([terminal_payoffs[position]])
            require(gains[position] == due, "the end {} has not the gain {}", position, due)
    return gains[start_of(graph)]


def _check_position(
    arrays: StateArrays,
    number: int,
    gains: Expectation,
    biases: Expectation,
    move: tuple[Move, ...] | None,
) -> None:
    """Check all moves in one position."""
    position, joint = arrays.positions[number], arrays.moves_in(number)
    for moves, after in zip(joint, arrays.joints(number), strict=True):
        gain = gains[after] - gains.values[number]
        (own,) = checked_stage_payoffs(arrays.game, position, moves)
        bias = to_flint(own) + biases[after] - gains.values[number] - biases.values[number]
        require(gain < 0 or (gain == 0 and bias <= 0), "{} in {} is better than the gain", moves, position)
        attained = gain == 0 and bias == 0
        require(moves != move or attained, "the policy does not attain gain and bias in {}", position)
    require(move in joint, "the move of the policy in {} is not allowed", position)
