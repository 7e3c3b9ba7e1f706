"""Nash equilibria of a game in normal or extensive form: choose the method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from gametheory.model.extensive_form import ExtensiveForm, ImperfectRecall, with_distinct_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.reduced_normal_form import reduced_normal_form
from gametheory.model.sequence_form import RealizationPlan, SequenceForm, sequence_form
from gametheory.parallel.limits import Progress
from gametheory.solvers.double_description import TooManyVertices
from gametheory.solvers.many_players.solution import many_player_equilibria
from gametheory.solvers.nash_solution import Equilibrium, NashSolution
from gametheory.solvers.pivoting import MAX_PIVOTS
from gametheory.solvers.sequence_form.backward_induction import solve_perfect_information
from gametheory.solvers.sequence_form.equilibrium import (
    checked_tree_equilibrium,
    constant_sum,
    longest_payoff,
    with_two_players,
)
from gametheory.solvers.sequence_form.extreme_equilibria import TooManyEquilibria, enumerate_equilibria, vertex_limit
from gametheory.solvers.sequence_form.lemke import lemke_path
from gametheory.solvers.sequence_form.linear_program import solve_constant_sum
from gametheory.solvers.sequence_form.refinement import refined_solution
from gametheory.solvers.sequence_form.solution import TreeSolution
from gametheory.solvers.sequence_form.subgames import subgame_perfection
from gametheory.solvers.solution import Check
from gametheory.solvers.tables import table_equilibria

NASH_CHECK = Check("every listed pair of realization plans is a Nash equilibrium", "verify.check_tree_equilibrium")
COMPLETION_CHECK = Check("the equilibria that are subgame perfect", "verify.check_subgame_perfect_tree")
DEVIATION_CHECK = Check("the deviations in subgames", "verify.check_not_subgame_perfect")
SUBGAMES_CHECK = Check("the payoffs and the action at every node", "verify.check_perfect_information")


def nash_equilibria(
    game: NormalForm | ExtensiveForm,
    find_all: bool = False,
    limit: int | None = None,
    refine: str | None = None,
    progress: Progress | None = None,
) -> NashSolution:
    """Return all extreme Nash equilibria of a game, or one equilibrium of a large game; of a tree a `TreeSolution`.

    For methods, limits and errors see `tables.table_equilibria` and `tree_equilibria`, and for three or more players
    `many_players.solution`; of a tree with perfect information only with `find_all`. Of a tree with imperfect recall
    the equilibria are those of its reduced normal form. The names in the game of the solution can be keys.
    """
    game = with_distinct_names(game)
    try:
        return _with_perfect_recall(game, find_all, limit, refine, progress)
    except ImperfectRecall as error:
        if refine is not None:
            raise
        table = with_distinct_names(reduced_normal_form(cast(ExtensiveForm, game)))
        return replace(_with_perfect_recall(table, find_all, limit, None, progress), imperfect_recall=str(error))


def _with_perfect_recall(
    game: NormalForm | ExtensiveForm, find_all: bool, limit: int | None, refine: str | None, progress: Progress | None
) -> NashSolution:
    perfect = isinstance(game, ExtensiveForm) and game.has_perfect_information
    table_of_one = isinstance(game, NormalForm) and len(game.players) == 1
    if table_of_one or (len(game.players) > 2 and refine is None and (find_all or not perfect)):
        return many_player_equilibria(game, find_all, limit, progress)
    if isinstance(game, NormalForm):
        if refine is not None:
            raise ValueError("refine: only for a game in extensive form, such as a file .efg")
        return table_equilibria(game, find_all, limit)
    return tree_equilibria(game, find_all, limit) if refine is None else refined_solution(game, refine, limit)


def tree_equilibria(tree: ExtensiveForm, find_all: bool = False, limit: int | None = None) -> TreeSolution:
    """Return all extreme Nash equilibria of a game in extensive form, or one equilibrium of a large game.

    Two players, or one: the double description method finds all extreme equilibria in realization plans. If a player's
    polyhedron has more than 2,000 vertices, the result is one equilibrium: by backward induction with perfect
    information; by linear programming if the sum of the payoffs is constant; by complementary pivots otherwise. Three
    or more players: backward induction, if the game has perfect information.
    """
    perfect = tree.has_perfect_information
    if not tree.players:
        raise ValueError("the game has 0 players")
    form = sequence_form(tree)
    if len(tree.players) > 2:
        return _backward_induction(form)
    total = constant_sum(tree)

    def checked(pair: Sequence[RealizationPlan]) -> Equilibrium:
        return checked_tree_equilibrium(form, pair[: len(form.players)])

    try:
        two = with_two_players(form)
        found = enumerate_equilibria(two, checked, limit or vertex_limit(longest_payoff(two), find_all))
    except (TooManyEquilibria, TooManyVertices):
        if find_all:
            raise
        return _backward_induction(form) if perfect else _one_equilibrium(form, total, limit)
    solution = TreeSolution(
        tree,
        found.extreme,
        "vertex enumeration",
        complete=True,
        checked=(NASH_CHECK,),
        constant_sum=total,
        subsets=found.subsets,
    )
    return _with_subgames(form, solution, limit)


def _backward_induction(form: SequenceForm) -> TreeSolution:
    equilibrium = solve_perfect_information(form)
    return TreeSolution(
        form.tree,
        (equilibrium,),
        "backward induction",
        complete=False,
        checked=(SUBGAMES_CHECK,),
        constant_sum=constant_sum(form.tree),
        subgame_perfect=(True,),
    )


def _one_equilibrium(form: SequenceForm, total: Fraction | None, limit: int | None) -> TreeSolution:
    two = with_two_players(form)
    equilibrium = solve_constant_sum(two) if total is not None else None
    method = "linear programming" if equilibrium else "complementary pivots"
    equilibrium = equilibrium or lemke_path(two, max(MAX_PIVOTS, limit or 0))
    if two is not form:
        equilibrium = checked_tree_equilibrium(form, equilibrium.plans[:1])
    solution = TreeSolution(
        form.tree, (equilibrium,), method, complete=False, checked=(NASH_CHECK,), constant_sum=total
    )
    return _with_subgames(form, solution, limit)


def _with_subgames(form: SequenceForm, solution: TreeSolution, limit: int | None) -> TreeSolution:
    """Return a solution with facts about subgames, if the equilibria are not known to be subgame perfect."""
    two = with_two_players(form)
    added = ((Fraction(1),),) * (len(two.players) - len(form.players))
    found = subgame_perfection(two, [(*one.plans, *added) for one in solution.equilibria], limit)
    completed = (COMPLETION_CHECK,) if any(each.completion for each in found) else ()
    refuted = (DEVIATION_CHECK,) if any(each.deviation and each.deviation.player for each in found) else ()
    return replace(
        solution,
        checked=(*solution.checked, *completed, *refuted),
        subgame_perfect=tuple(each.perfect for each in found),
        completions=tuple(each.completion[: len(form.players)] for each in found),
        deviations=tuple(each.deviation for each in found),
    )
