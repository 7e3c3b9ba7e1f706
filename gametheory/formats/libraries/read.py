"""Read a game that is an object of another library; its class names the library, which is not imported here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gametheory.formats.gambit.efg import read_efg
from gametheory.formats.gambit.nfg import read_nfg
from gametheory.formats.libraries.networkx_graph import read_graph
from gametheory.formats.libraries.open_spiel import OpenSpielGame
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm, read_nested

FRAME = "pandas.DataFrame"


def read_object(game: Any) -> Any:
    """Return a game of another library as a form, as rules or as a state graph; anything else is returned unchanged.

    Numbers are exact: a float is the fraction that it stores, and a decimal of Gambit the number that it prints.

    >>> import nashpy
    >>> read_object(nashpy.Game([[1, -1], [-1, 1]])).payoff_matrix(1)
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(-1, 1)))
    """
    names = _class_names(game)
    return next((READERS[name](game) for name in names if name in READERS), game)


def read_payoffs(payoffs: Any, column_payoffs: Any = None, symmetric: bool = False) -> NormalForm:
    """Return the table of one or two matrices, of an array, a dict of profiles, or a DataFrame with names as labels.

    With one matrix the game is zero-sum, or symmetric: then the column player has its transpose.
    """
    if isinstance(payoffs, Mapping):
        if column_payoffs is not None:
            raise ValueError("column_payoffs: only together with a payoff matrix, not with a dict of profiles")
        return NormalForm.from_profiles(payoffs)
    frames = [each for each in (payoffs, column_payoffs) if FRAME in _class_names(each)]
    labels = [[list(map(str, axis)) for axis in (frame.index, frame.columns)] for frame in frames]
    if labels[1:] and labels[0] != labels[1]:
        raise ValueError("column_payoffs: its labels are not those of the first DataFrame, in the same order")
    arrays = isinstance(payoffs, list | tuple) and all(hasattr(each, "shape") for each in payoffs)
    first = read_nested(payoffs)
    if column_payoffs is None and len(first.shape) > 2:
        one_each = arrays and len(first.shape) == len(payoffs) + 1
        # the cells of a DataFrame are profiles
        form = NormalForm.from_array(first, 0 if one_each else -1 if frames else None)
    else:
        square = symmetric and column_payoffs is None and len({*first.shape}) == 1
        transposed = [first.entries[column :: first.shape[0]] for column in range(first.shape[0])] if square else None
        form = NormalForm.from_payoffs(first, transposed if square else column_payoffs)
    if not frames:
        return form
    players = str(frames[0].index.name or "row"), str(frames[0].columns.name or "column")
    return replace(form, players=players, strategies=tuple(map(tuple, labels[0])))


def _class_names(game: Any) -> list[str]:
    """Return the library and the name of the class of an object, and of each class that this inherits from."""
    return [f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(game).__mro__]


def _gambit(game: Any) -> NormalForm | ExtensiveForm:
    """Read a game of pygambit, by the text of its file."""
    tree = getattr(game, "is_tree", type(game).__name__ == "ExtensiveGame")
    return read_efg(game.to_efg()) if tree else read_nfg(game.to_nfg())


READERS: Mapping[str, Callable[[Any], Any]] = {
    "nashpy.Game": lambda game: NormalForm.from_payoffs(*game.payoff_matrices),
    "networkx.Graph": read_graph,
    "pygambit.Game": _gambit,
    "pyspiel.Game": OpenSpielGame,
    "quantecon.NormalFormGame": lambda game: NormalForm.from_array(game.payoff_profile_array, -1),
}
