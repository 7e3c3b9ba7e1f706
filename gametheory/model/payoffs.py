"""What an ending is worth: the payoffs of a game, or those that the names of its outcomes stand for."""

from __future__ import annotations

from fractions import Fraction

import networkx as nx

from gametheory.model.game import Position


def terminal_payoffs(graph: nx.MultiDiGraph) -> dict[Position, tuple[Fraction, ...]]:
    """What each player gets in each ending, in the order of `players`.

    The payoffs of the outcomes, where all have some. Where none has any, an outcome with the name of one of two
    players is a win of that player, 1 to -1, and any other a draw, 0 to 0. Cost: the number of positions.

    Raises ValueError where only some outcomes have payoffs, or where none has any and neither player's name is among
    the outcomes, or there are not two players.

    >>> from gametheory import Outcome
    >>> graph = nx.MultiDiGraph(game=type("Chess", (), {"players": ("white", "black")}))
    >>> graph.add_node("mate", outcome=Outcome("white"))
    >>> terminal_payoffs(graph)
    {'mate': (Fraction(1, 1), Fraction(-1, 1))}
    """
    players = graph.graph["game"].players
    ends = {position: end for position, end in graph.nodes(data="outcome") if end is not None}
    without = sorted({end.name for end in ends.values() if not end.payoffs})
    if not without:
        return {position: tuple(map(Fraction, end.payoffs)) for position, end in ends.items()}
    if any(end.payoffs for end in ends.values()):
        raise ValueError(f"some outcomes have payoffs, and {', '.join(without)} has none")
    if len(players) != 2 or not set(players) & set(without):
        raise ValueError(
            f"the outcomes {', '.join(without)} have no payoffs, and are no wins: "
            f"an outcome named after one of two players is one, and the players are {', '.join(players) or 'none'}"
        )
    worth = {players[0]: Fraction(1), players[1]: Fraction(-1)}
    values = {position: worth.get(end.name, Fraction(0)) for position, end in ends.items()}
    return {position: (value, -value) for position, value in values.items()}


def is_zero_sum(worth: dict[Position, tuple[Fraction, ...]]) -> bool:
    """Whether two players' payoffs add to nothing in every ending.

    >>> is_zero_sum({"a": (Fraction(1), Fraction(-1))}), is_zero_sum({"a": (Fraction(1), Fraction(1))})
    (True, False)
    """
    return all(len(values) == 2 and sum(values) == 0 for values in worth.values())
