"""Nash equilibria of a game in normal or extensive form."""

from __future__ import annotations

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.sequence_form.nash import tree_equilibria
from gametheory.solvers.sequence_form.refinement import refined_solution
from gametheory.solvers.tables import table_equilibria


def nash_equilibria(
    game: NormalForm | ExtensiveForm, find_all: bool = False, limit: int | None = None, refine: str | None = None
) -> NashSolution:
    """Return all extreme Nash equilibria of a game, or one equilibrium of a large game; of a tree a `TreeSolution`.

    For methods, limits and errors see `tables.table_equilibria` and `sequence_form.nash.tree_equilibria`.
    """
    if isinstance(game, NormalForm):
        if refine is not None:
            raise ValueError("refine: only for a game in extensive form, such as a file .efg")
        return table_equilibria(game, find_all, limit)
    return tree_equilibria(game, find_all, limit) if refine is None else refined_solution(game, refine, limit)
