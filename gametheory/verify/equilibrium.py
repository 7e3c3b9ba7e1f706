"""Check an equilibrium in stationary strategies of any number of players, with chance moves and cycles."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import networkx as nx

from gametheory.model.game import Move, Position
from gametheory.verify.errors import require, require_label
from gametheory.verify.guarantee import check_guarantee

Ranks = tuple[Mapping[Position, int], Mapping[Position, int]]


def check_stationary_equilibrium(
    graph: nx.MultiDiGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    strategies: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
    ranks: Mapping[str, Ranks],
) -> tuple[Fraction, ...]:
    """Return the payoffs of an equilibrium in stationary strategies: from every position on, no player gains alone.

    Play without end pays 0. The certificate is the strategies, the payoffs from each position on, and ranks. For each
    player `check_guarantee` establishes two inequalities from every position: all players together guarantee that the
    player gets at least the payoff, and the others that the player gets at most the payoff, whatever the player does.
    So the strategies are an equilibrium in every subgame (Selten 1965; Fink 1964 for stationary strategies).
    Cost: the edges, twice for each player.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game.
    terminal_payoffs : mapping
        The payoffs of all players in each terminal position, in the order of `players`.
    payoffs : mapping
        The claimed payoffs from each position on.
    strategies : mapping
        In each position where players move, the probability of each move of each of them.
    ranks : mapping
        For each player two rankings of positions: one for at least, where the payoff is positive, and one for at most,
        where it is negative.

    Returns
    -------
    tuple of Fraction
        The payoffs from the start.

    Raises
    ------
    CertificateError
        If an inequality fails, something is missing, or a number is not exact.

    References
    ----------
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).
    A. M. Fink, Equilibrium in a stochastic n-person game (1964).

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> class Sexes:
    ...     players = ("one", "two")
    ...     def start(self): return "evening"
    ...     def outcome(self, at): return None if at == "evening" else Outcome(at)
    ...     def moves(self, at, player): return ("opera", "boxing")
    ...     def after(self, at, one, two): return one if one == two else "apart"
    >>> graph = state_graph(Sexes())
    >>> terminal = {"opera": (2, 1), "boxing": (1, 2), "apart": (0, 0)}
    >>> both = {"evening": {"one": {"opera": Fraction(1)}, "two": {"opera": Fraction(1)}}}
    >>> ranks = dict.fromkeys(("one", "two"), ({"evening": 1}, {}))
    >>> check_stationary_equilibrium(graph, terminal, {**terminal, "evening": (2, 1)}, both, ranks)
    (2, 1)
    >>> apart = {"evening": {"one": {"opera": Fraction(1)}, "two": {"boxing": Fraction(1)}}}
    >>> check_stationary_equilibrium(graph, terminal, {**terminal, "evening": (0, 0)}, apart, ranks)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: after ('boxing',) in evening the expected value is -1, less than 0
    """
    players = graph.graph["game"].players
    require_label(graph, payoffs)
    require_label(players, ranks)
    require(all(len(payoffs[position]) == len(players) for position in graph), "not one payoff for each player")
    for index, player in enumerate(players):
        others = [name for name in players if name != player]
        for sign, following, ranking in ((1, players, ranks[player][0]), (-1, others, ranks[player][1])):
            due = {position: sign * terminal_payoffs[position][index] for position in terminal_payoffs}
            values = {position: sign * payoffs[position][index] for position in graph}
            check_guarantee(graph, due, following, strategies, values, ranking)
    return payoffs[graph.graph["start"]]
