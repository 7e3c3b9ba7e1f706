"""Check the mean payoff per move of a zero-sum game of two players who move one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import networkx as nx

from gametheory.model.game import Move, Position
from gametheory.model.stage_payoffs import checked_stage_payoffs
from gametheory.verify.errors import require, require_values
from gametheory.verify.expectation import expectation
from gametheory.verify.joint_moves import checked_joint_moves


def check_mean_payoff_game(
    graph: nx.MultiDiGraph,
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
    graph : networkx.MultiDiGraph
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
    gametheory.verify.errors.CertificateError: down does not get the gain after (3,) in down
    """
    require(len(graph.graph["game"].players) == 2, "there are not two players")
    for values in (gains, *biases):
        require_values(graph, values)
    for position, end in graph.nodes(data="outcome"):
        if end is None:
            _check_position(graph, position, gains, biases, policy)
        else:
            due = terminal_payoffs[position]
            require(sum(due) == 0, "the payoffs of {} do not add up to 0", position)
            require(gains[position] == due[0], "the end {} has not the gain {}", position, due[0])
    return gains[graph.graph["start"]]


def _check_position(
    graph: nx.MultiDiGraph,
    position: Position,
    gains: Mapping[Position, Fraction],
    biases: tuple[Mapping[Position, Fraction], Mapping[Position, Fraction]],
    policy: Mapping[Position, tuple[Move, ...]],
) -> None:
    """Check the moves of one position: those of the policy, and all of the other player."""
    active, joint = checked_joint_moves(graph, position)
    require(len(active) < 2, "both players move in {}", position)
    require(policy.get(position) in joint, "the move of the policy in {} is not allowed", position)
    for moves, after in joint.items():
        payoffs = checked_stage_payoffs(graph.graph["game"], position, moves)
        require(sum(payoffs) == 0, "the payoffs of {} in {} do not add up to 0", moves, position)
        for player, bias, sign in zip(graph.graph["game"].players, biases, (1, -1), strict=True):
            drift = _drift(payoffs[0], after, position, gains, bias)
            loses = sign * drift[0] < 0 or (drift[0] == 0 and sign * drift[1] < 0)
            counts = policy[position] == moves or active != (player,)
            require(not (loses and counts), "{} does not get the gain after {} in {}", player, moves, position)


def _drift(
    payoff: Fraction,
    after: Mapping[Position, Fraction],
    position: Position,
    gains: Mapping[Position, Fraction],
    bias: Mapping[Position, Fraction],
) -> tuple[Fraction, Fraction]:
    """Return what a move adds to the gain and, which counts if that is 0, to the bias."""
    excess = payoff + expectation(after, bias) - gains[position] - bias[position]
    return expectation(after, gains) - gains[position], excess
