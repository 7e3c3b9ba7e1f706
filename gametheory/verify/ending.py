"""Check that play ends with probability 1, whatever the players do."""

from __future__ import annotations

import numpy as np

from gametheory.model.state_graph import StateGraph
from gametheory.verify.errors import require
from gametheory.verify.joint_moves import checked_arrays


def check_sure_end(graph: StateGraph) -> None:
    """Check that play ends with probability 1, whatever the players do.

    From some positions each joint move can lead to the end, or to a position of which this is known already. If these
    are all, then from everywhere play ends within as many moves as there are positions with a positive probability,
    and so with probability 1 in the long run. If some are left, the players can stay among them. Cost: the moves, times
    the length of the longest of the shortest ways to the end.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph.

    Raises
    ------
    CertificateError
        If the players can avoid the end.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Die:
    ...     players = ("A",)
    ...     def start(self): return "roll"
    ...     def outcome(self, at): return None if at == "roll" else Outcome("six")
    ...     def moves(self, at, player): return ("again",) if at == "roll" else ()
    ...     def after(self, at, move): return Distribution({"six": Fraction(1, 6), "roll": Fraction(5, 6)})
    >>> check_sure_end(state_graph(Die()))
    """
    arrays = checked_arrays(graph)
    going_on = np.flatnonzero(arrays.outcome_of < 0)
    sure = arrays.outcome_of >= 0
    while len(going_on):
        closer = np.logical_or.reduceat(sure[arrays.successor], arrays.starts[:-1])
        every = np.logical_and.reduceat(closer, arrays.first_move[going_on])
        require(bool(every.any()), "play can avoid the end from {}", arrays.positions[going_on[0]])
        sure[going_on[every]] = True
        going_on = going_on[~every]
