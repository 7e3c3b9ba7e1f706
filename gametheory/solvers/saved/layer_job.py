"""What every worker needs that solves a part of a layer on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from gametheory.model.layers import LayeredGame
from gametheory.model.payoffs import Payoffs, payoffs_of_outcomes
from gametheory.model.state_arrays import Integers
from gametheory.parallel.choose import current_executor
from gametheory.parallel.executor import Serial
from gametheory.solvers.saved.labels import NotSaved
from gametheory.solvers.saved.layer_files import LayerFiles


class RankedPayoffs(NamedTuple):
    """All different payoffs in ascending order, the rank of each for every player, and the place of each outcome."""

    table: Sequence[Payoffs]
    ranks: Integers
    of_outcome: Integers


class LayerJob(NamedTuple):
    """A game that is solved in layers on the disk.

    Parameters
    ----------
    files : LayerFiles
        The finished layers.
    game : LayeredGame
        The rules.
    payoffs : RankedPayoffs
        The payoffs of its outcomes.
    block : int
        The number of positions that are expanded at a time.
    """

    files: LayerFiles
    game: LayeredGame
    payoffs: RankedPayoffs
    block: int


def ranked_payoffs(game: LayeredGame) -> RankedPayoffs:
    """Return the payoffs of the outcomes of a game.

    Raises
    ------
    NotSaved
        If the payoffs are not known.

    Examples
    --------
    >>> from gametheory.model.game import Outcome
    >>> class Duel(LayeredGame):
    ...     players, outcomes = ("one", "two"), (Outcome("two"), Outcome("one"))
    >>> ranked = ranked_payoffs(Duel())
    >>> [tuple(map(int, payoffs)) for payoffs in ranked.table], ranked.ranks.tolist(), ranked.of_outcome.tolist()
    ([(-1, 1), (1, -1)], [[0, 1], [1, 0]], [0, 1])
    """
    try:
        payoffs = payoffs_of_outcomes(game.players, game.outcomes)
    except ValueError as error:
        raise NotSaved(str(error)) from error
    table = sorted(set(payoffs))
    columns = [sorted(set(column)) for column in zip(*table, strict=True)]
    ranks = [[columns[player].index(row[player]) for row in table] for player in range(len(columns))]
    return RankedPayoffs(table, np.array(ranks, np.int64), np.array([table.index(row) for row in payoffs], np.int64))


def on_workers(work: Callable[[int], None], parts: Sequence[int]) -> None:
    """Do the work of some parts of a layer: in this process if there is one.

    Examples
    --------
    >>> on_workers(print, [3])
    3
    """
    executor = current_executor() if len(parts) > 1 else Serial()
    for _ in executor.results(work, parts):
        pass
