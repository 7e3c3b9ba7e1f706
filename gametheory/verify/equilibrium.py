"""Check an equilibrium in stationary strategies of any number of players, with chance moves and cycles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from gametheory.model.game import Move, Position
from gametheory.model.state_graph import StateGraph, game_of, start_of
from gametheory.verify.errors import require, require_exact, require_label
from gametheory.verify.guarantee import check_guarantee

SIGNS = (1, -1)  # of what a player gets at least, and of what the others let the player get at most

Ranks = tuple[Mapping[Position, int], Mapping[Position, int]]


def check_stationary_equilibrium(
    graph: StateGraph,
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
    graph : StateArrays or networkx.MultiDiGraph
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
    check_epsilon_equilibrium(graph, terminal_payoffs, payoffs, payoffs, strategies, ranks)
    return payoffs[start_of(graph)]


def check_epsilon_equilibrium(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    best: Mapping[Position, tuple[Fraction, ...]],
    strategies: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
    ranks: Mapping[str, Ranks],
) -> Fraction:
    """Return ε: from no position on does a player gain more than ε by leaving the stationary strategies alone.

    Play without end pays 0. For each player `check_guarantee` establishes two inequalities from every position: all
    players together guarantee that the player gets at least the first payoff, and the others that the player gets at
    most the second, whatever the player does. ε is the greatest difference (Radner 1980 for the term). An equilibrium
    is the case ε = 0. Cost: the edges, twice for each player.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game.
    terminal_payoffs : mapping
        The payoffs of all players in each terminal position, in the order of `players`.
    payoffs : mapping
        What each player is claimed to get at least from each position on.
    best : mapping
        What each player is claimed to get at most from each position on, by any strategy against those of the others.
    strategies : mapping
        In each position where players move, the probability of each move of each of them.
    ranks : mapping
        For each player two rankings of positions: one for `payoffs`, where they are positive, and one for `best`,
        where it is negative.

    Returns
    -------
    Fraction
        The greatest possible gain ε.

    Raises
    ------
    CertificateError
        If an inequality fails, something is missing, or a number is not exact.

    References
    ----------
    R. Radner, Collusive behavior in noncooperative epsilon-equilibria of oligopolies with long but finite lives (1980).

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> graph, mixed = state_graph(Pennies()), {"heads": Fraction(49, 100), "tails": Fraction(51, 100)}
    >>> terminal = {"even": (1, -1), "odd": (-1, 1)}
    >>> low, high = Fraction(1, 2500), Fraction(1, 50)
    >>> payoffs, best = {**terminal, "toss": (low, -low)}, {**terminal, "toss": (high, high)}
    >>> ranks = dict.fromkeys(("even", "odd"), ({"toss": 1}, {}))
    >>> strategies = {"toss": {"even": mixed, "odd": mixed}}
    >>> check_epsilon_equilibrium(graph, terminal, payoffs, best, strategies, ranks)
    Fraction(51, 2500)
    >>> lie = {**best, "toss": (low, high)}
    >>> check_epsilon_equilibrium(graph, terminal, payoffs, lie, strategies, ranks)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: ...
    """
    players = game_of(graph).players
    require_label(players, ranks)
    for index, player in enumerate(players):
        others = [name for name in players if name != player]
        for sign, following, claimed, ranking in zip(
            SIGNS, (players, others), (payoffs, best), ranks[player], strict=True
        ):
            due, values = (_signed(sign, index, players, amounts) for amounts in (terminal_payoffs, claimed))
            check_guarantee(graph, due, following, strategies, values, ranking)
    gains = (most - least for node in graph for most, least in zip(best[node], payoffs[node], strict=True))
    return max((Fraction(gain) for gain in gains), default=Fraction(0))


def _signed(
    sign: int, index: int, players: Sequence[str], payoffs: Mapping[Position, tuple[Fraction, ...]]
) -> dict[Position, Fraction]:
    """Return the payoffs of one player, or what they cost."""
    require({len(amounts) for amounts in payoffs.values()} <= {len(players)}, "not one payoff for each player")
    require_exact(amounts[index] for amounts in payoffs.values())  # a product may hide the type
    return {position: sign * amounts[index] for position, amounts in payoffs.items()}
