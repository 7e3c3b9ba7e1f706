"""Choose the method that finds the Nash equilibria of a game in extensive form."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.sequence_form import SequenceForm, sequence_form
from gametheory.solvers.bimatrix.polytope import TooManyVertices
from gametheory.solvers.bimatrix.vertex_enumeration import TooManyEquilibria
from gametheory.solvers.sequence_form.backward_induction import solve_perfect_information
from gametheory.solvers.sequence_form.equilibrium import (
    TreeEquilibrium,
    checked_tree_equilibrium,
    constant_sum,
    integer_payoffs,
)
from gametheory.solvers.sequence_form.extreme_equilibria import TreeEquilibria, extreme_tree_equilibria
from gametheory.solvers.sequence_form.lemke import MAX_PIVOTS, lemke_path
from gametheory.solvers.sequence_form.linear_program import solve_constant_sum
from gametheory.solvers.sequence_form.solution import TreeSolution
from gametheory.solvers.sequence_form.subgames import subgame_perfection
from gametheory.solvers.sequence_form.two_players import with_two_players
from gametheory.solvers.solution import Check

LONG_PAYOFF = 500  # bits; with longer payoffs the limit on vertices falls in proportion
MAX_VERTICES, MAX_VERTICES_FIND_ALL = 2_000, 20_000
NASH_CHECK = Check("every listed pair of realization plans is a Nash equilibrium", "verify.check_tree_equilibrium")
COMPLETION_CHECK = Check("the equilibria that are subgame perfect", "verify.check_subgame_perfect_tree")
DEVIATION_CHECK = Check("the deviations in subgames", "verify.check_not_subgame_perfect")
SUBGAMES_CHECK = Check("the payoffs and the action at every node", "verify.check_perfect_information")


def tree_equilibria(tree: ExtensiveForm, find_all: bool = False, limit: int | None = None) -> TreeSolution:
    """Return all extreme Nash equilibria of a game in extensive form, or one equilibrium of a large game.

    Two players, or one: the double description method finds all extreme equilibria in realization plans. If a player's
    polyhedron has more than 2,000 vertices, the result is one equilibrium: by backward induction with perfect
    information; by linear programming if the sum of the payoffs is constant; by complementary pivots otherwise. Three
    or more players: backward induction, if the game has perfect information.

    Parameters
    ----------
    tree
        A game tree with perfect recall.
    find_all
        Raise the limit to 20,000 vertices, and return all extreme equilibria or none.
    limit
        Another limit on the number of vertices of each player, and on the search in subgames; and on pivots, if it is
        greater than 10,000.

    Returns
    -------
    TreeSolution
        The equilibria and the facts about them.

    Raises
    ------
    ValueError
        If the game has no player, or three or more and no perfect information; or if the common denominator of its
        payoffs has more than 20,000 bits.
    TooManyVertices, TooManyEquilibria
        If `find_all` and the limit is exceeded.
    TooManyPivots
        If there are more than 10,000 pivots.
    ImperfectRecall
        If a player does not have perfect recall.
    FormTooLarge
        If numbers are too long.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> solution = tree_equilibria(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> [tuple(map(int, equilibrium.payoffs)) for equilibrium in solution.equilibria], solution.subgame_perfect
    ([(1, 1), (0, 2), (0, 2)], (True, False, False))
    """
    perfect = tree.has_perfect_information
    if not tree.players or (len(tree.players) > 2 and not perfect):
        raise ValueError(
            f"the game has {len(tree.players)} players; a game in extensive form needs one or two, "
            f"or perfect information and any number"
        )
    form = sequence_form(tree)
    if len(tree.players) > 2:
        return _backward_induction(form)
    total = constant_sum(tree)
    try:
        found = _all_equilibria(form, limit or _vertex_limit(form, find_all))
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
    own = _without_added_player(form, equilibrium or lemke_path(two, max(MAX_PIVOTS, limit or 0)))
    solution = TreeSolution(form.tree, (own,), method, complete=False, checked=(NASH_CHECK,), constant_sum=total)
    return _with_subgames(form, solution, limit)


def _vertex_limit(form: SequenceForm, find_all: bool) -> int:
    """Return the greatest number of vertices to compute: less with long payoffs."""
    numbers = [
        abs(payoff)
        for player in (0, 1)
        for line in integer_payoffs(with_two_players(form), player, 0)
        for payoff in line.values()
    ]
    limit = MAX_VERTICES_FIND_ALL if find_all else MAX_VERTICES
    return min(limit, limit * LONG_PAYOFF // max(max(numbers, default=0).bit_length(), 1))


def _all_equilibria(form: SequenceForm, limit: int) -> TreeEquilibria:
    found = extreme_tree_equilibria(with_two_players(form), limit)
    return replace(found, extreme=tuple(_without_added_player(form, one) for one in found.extreme))


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


def _without_added_player(form: SequenceForm, equilibrium: TreeEquilibrium) -> TreeEquilibrium:
    if len(equilibrium.plans) == len(form.players):
        return equilibrium
    return checked_tree_equilibrium(form, equilibrium.plans[: len(form.players)])
