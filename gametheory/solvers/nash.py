"""Nash equilibria of a game in normal or extensive form."""

from __future__ import annotations

from typing import overload

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.solvers.bimatrix.nash import bimatrix_equilibria
from gametheory.solvers.bimatrix.nash_solution import NashSolution
from gametheory.solvers.sequence_form.nash import tree_equilibria
from gametheory.solvers.sequence_form.refined_solution import refined_solution
from gametheory.solvers.sequence_form.solution import TreeSolution


@overload
def nash_equilibria(
    game: NormalForm, find_all: bool = False, limit: int | None = None, refine: str | None = None
) -> NashSolution: ...
@overload
def nash_equilibria(
    game: ExtensiveForm, find_all: bool = False, limit: int | None = None, refine: str | None = None
) -> TreeSolution: ...
@overload
def nash_equilibria(
    game: NormalForm | ExtensiveForm, find_all: bool = False, limit: int | None = None, refine: str | None = None
) -> NashSolution | TreeSolution: ...


def nash_equilibria(
    game: NormalForm | ExtensiveForm, find_all: bool = False, limit: int | None = None, refine: str | None = None
) -> NashSolution | TreeSolution:
    """Return all extreme Nash equilibria of a game, or one equilibrium of a large game.

    For methods, limits and errors see `bimatrix.nash.bimatrix_equilibria` and `sequence_form.nash.tree_equilibria`.

    Parameters
    ----------
    game
        A game in normal or extensive form.
    find_all
        Raise the limits, and return all extreme equilibria or none. Can take half a minute.
    limit
        Another limit on vertices, or with `refine` on sequences, as the functions above explain it.
    refine
        Return one equilibrium of a refinement of a game in extensive form, as `sequence_form.refined_solution` does.

    Returns
    -------
    NashSolution or TreeSolution
        The equilibria and the facts about them.

    Examples
    --------
    >>> nash_equilibria(NormalForm.from_payoffs([[1, -1], [-1, 1]])).value
    Fraction(0, 1)
    """
    if refine is not None:
        if isinstance(game, NormalForm):
            raise ValueError("refine: only for a game in extensive form, such as a file .efg")
        return refined_solution(game, refine, limit)
    if isinstance(game, ExtensiveForm):
        return tree_equilibria(game, find_all, limit)
    return bimatrix_equilibria(game, find_all, limit)
