"""Nash equilibria of a game in normal or extensive form: choose the method.

A table is solved as a tree of one move each, in realization plans.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any, cast

from flint import fmpq

from gametheory.model.extensive_form import ExtensiveForm, ImperfectRecall, with_distinct_names
from gametheory.model.normal_form import MixedStrategy, NormalForm, PayoffMatrix
from gametheory.model.sequence_form import RealizationPlan, SequenceForm, reduced_normal_form, sequence_form
from gametheory.numbers.rationals import to_fraction
from gametheory.parallel.limits import Progress, Terminated
from gametheory.parallel.steps import begin_step
from gametheory.solvers.complete_list import MAX_DIMENSION, NotProved, certified_equilibria, proved_plans
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.many_player_solution import ManyPlayerSolution
from gametheory.solvers.many_players import many_player_equilibria
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.pivoting import MAX_PIVOTS, TooManyVertices
from gametheory.solvers.pivoting import lemke_howson as lemke_howson_path
from gametheory.solvers.questions import sets_of
from gametheory.solvers.questions.equilibria import pure_equilibria
from gametheory.solvers.refinements import refined_solution
from gametheory.solvers.sequence_form import (
    ExtremeEquilibria,
    TooManyEquilibria,
    checked_tree_equilibrium,
    constant_sum,
    enumerate_equilibria,
    form_of_table,
    lemke_path,
    longest_number,
    longest_payoff,
    solve_constant_sum,
    vertex_limit,
    with_two_players,
)
from gametheory.solvers.solution import Check
from gametheory.solvers.subgames import solve_perfect_information, subgame_perfection
from gametheory.solvers.supports import count_supports
from gametheory.solvers.tree_solution import TreeSolution
from gametheory.verify import check_nash
from gametheory.verify.complete_list import positive_integers
from gametheory.verify.complete_plans import check_listed_plans
from gametheory.verify.tables import check_pair, exact_table

MAX_STRATEGIES = 200
HULL_SPEED = 25  # vertices of a convex hull in the time of one of the double description method
MAX_SUPPORTS = 500  # of three or more players with perfect information, about a second
MAX_WORK = 200_000_000  # bits of a payoff, times rows, columns, and the lesser of both
TABLE_CHECK = Check("every listed pair of strategies is a Nash equilibrium, in rationals", "verify.check_nash")
COMPLETE_CHECK = Check("no extreme equilibrium is missing", "verify.check_complete_list")
NASH_CHECK = Check("every listed pair of realization plans is a Nash equilibrium", "verify.check_tree_equilibrium")
PLANS_CHECK = Check("no extreme equilibrium is missing", "verify.check_complete_plans")
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

    For methods, limits and errors see `table_equilibria` and `tree_equilibria`, and for three or more players
    `many_players`; of a tree with perfect information only with `find_all`. Of a tree with imperfect recall
    the equilibria are those of its reduced normal form. The names in the game of the solution can be keys.
    """
    game = with_distinct_names(game)
    try:
        return _with_perfect_recall(game, find_all, limit, refine, progress)
    except ImperfectRecall as error:
        if refine is not None:
            raise
        table = with_distinct_names(reduced_normal_form(cast(ExtensiveForm, game)))
        solution = _with_perfect_recall(table, find_all, limit, None, progress)
        return replace(solution, imperfect_recall=str(error), sets=sets_of(game))


def _with_perfect_recall(
    game: NormalForm | ExtensiveForm, find_all: bool, limit: int | None, refine: str | None, progress: Progress | None
) -> NashSolution:
    players = len(game.players)
    if isinstance(game, NormalForm):
        if players == 1 or (players > 2 and refine is None):
            return many_player_equilibria(game, find_all, limit, progress)
        if refine is not None:
            raise ValueError("refine: only for a game in extensive form, such as a file .efg")
        return table_equilibria(game, find_all, limit)
    if refine is not None:
        return refined_solution(game, refine, limit)
    if players <= 2:
        return tree_equilibria(game, find_all, limit)
    # backward induction finds one equilibrium of any number of players, but not the others
    if not game.has_perfect_information:
        return many_player_equilibria(game, find_all, limit, progress)
    is_small = count_supports(sequence_form(game)) <= MAX_SUPPORTS
    if not (find_all or is_small):
        return tree_equilibria(game, find_all, limit)
    solution = many_player_equilibria(game, find_all, limit, progress)
    # a part of the list says less than one equilibrium that is credible everywhere
    if not (solution.complete or find_all):
        return tree_equilibria(game, find_all, limit)
    return replace(solution, subgame_perfect=_subgame_perfect(game, solution))


def _subgame_perfect(tree: ExtensiveForm, solution: ManyPlayerSolution) -> tuple[bool | None, ...]:
    """Return for each equilibrium of a tree with perfect information whether it is subgame perfect; None if not known.

    If there is one in pure strategies, it is the only one: a tie on any path of best actions would give two.
    """
    try:
        perfect = pure_equilibria(tree, subgame_perfect=True).equilibria
    except ValueError:  # there are too many
        return (None,) * len(solution.equilibria)
    no = False if len(perfect) == 1 else None
    return tuple(True if _agrees_with_one(one, perfect) else no for one in solution.equilibria)


def _agrees_with_one(equilibrium: Equilibrium, perfect: Sequence[Equilibrium]) -> bool:
    """Whether an equilibrium says nothing else than one of several that say what to do everywhere."""
    for other in perfect:
        players = zip(equilibrium.behavior, other.behavior, strict=True)
        # sets that own actions exclude are in the other one alone
        if all(own.items() <= whole.items() for own, whole in players):
            return True
    return False


def tree_equilibria(tree: ExtensiveForm, find_all: bool = False, limit: int | None = None) -> TreeSolution:
    """Return all extreme Nash equilibria of a game in extensive form, or one equilibrium of a large game.

    Two players, or one: the double description method finds all extreme equilibria in realization plans. If a player's
    polyhedron has more than 2,000 vertices, the result is one equilibrium: by backward induction with perfect
    information; by linear programming if the sum of the payoffs is constant; by complementary pivots otherwise. Three
    or more players: backward induction, if the game has perfect information.
    """
    if not tree.players:
        raise ValueError("the game has 0 players")
    begin_step("the sequence form of the tree")
    form = sequence_form(tree)
    if len(tree.players) > 2:
        return _backward_induction(form)

    def checked(pair: Sequence[RealizationPlan]) -> Equilibrium:
        # of a game of one player, the second one is made up
        return checked_tree_equilibrium(form, pair[: len(form.players)])

    two = with_two_players(form)
    begin_step("vertex enumeration")
    most = limit or vertex_limit(longest_payoff(two), find_all)
    try:
        extreme = enumerate_equilibria(two, checked, most)
    except (TooManyEquilibria, TooManyVertices, KeyboardInterrupt) as error:
        reason = _why_incomplete(error, find_all)
        one = _backward_induction(form) if tree.has_perfect_information else _one_equilibrium(form, limit)
        return replace(one, reason=reason)
    begin_step("the certificate that no equilibrium is missing")
    proved = proved_plans(two, most)
    checks: tuple[Check, ...] = (NASH_CHECK,)
    if proved:
        check_listed_plans(two, _plans_of_two(form, extreme.extreme), proved[1])
        checks = (NASH_CHECK, PLANS_CHECK)
    solution = TreeSolution(
        tree,
        extreme.extreme,
        "vertex enumeration",
        complete=True,
        checked=checks,
        constant_sum=constant_sum(tree),
        subsets=extreme.subsets,
        certificate=proved[0] if proved else None,
    )
    return _with_subgames(form, solution, limit)


def _why_incomplete(error: BaseException, find_all: bool) -> str:
    """Return why one equilibrium is found in place of all; raise the error again if all were asked for."""
    if isinstance(error, KeyboardInterrupt) and not isinstance(error, Terminated):
        return "it was interrupted"
    if find_all or isinstance(error, Terminated):
        raise error
    return f"{error}; --limit N allows more"


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


def _one_equilibrium(form: SequenceForm, limit: int | None) -> TreeSolution:
    two = with_two_players(form)
    total = constant_sum(form.tree)
    equilibrium, method = None, "linear programming"
    if total is not None:
        equilibrium = solve_constant_sum(two)
    if equilibrium is None:  # also where rounding errors hide the basis of the linear program
        equilibrium = lemke_path(two, max(MAX_PIVOTS, limit or 0))
        method = "complementary pivots"
    if two is not form:
        equilibrium = checked_tree_equilibrium(form, equilibrium.plans[:1])
    checks = (NASH_CHECK,)
    solution = TreeSolution(form.tree, (equilibrium,), method, complete=False, checked=checks, constant_sum=total)
    return _with_subgames(form, solution, limit)


def _with_subgames(form: SequenceForm, solution: TreeSolution, limit: int | None) -> TreeSolution:
    """Return a solution with facts about subgames, if the equilibria are not known to be subgame perfect."""
    begin_step("checking subgames")
    two = with_two_players(form)
    players = len(form.players)
    facts = subgame_perfection(two, _plans_of_two(form, solution.equilibria), limit)
    checks = list(solution.checked)
    if any(fact.completion for fact in facts):
        checks.append(COMPLETION_CHECK)
    if any(fact.deviation and fact.deviation.player for fact in facts):
        checks.append(DEVIATION_CHECK)
    return replace(
        solution,
        checked=tuple(checks),
        subgame_perfect=tuple(fact.perfect for fact in facts),
        completions=tuple(fact.completion[:players] for fact in facts),
        deviations=tuple(fact.deviation for fact in facts),
    )


def _plans_of_two(form: SequenceForm, equilibria: Sequence[Equilibrium]) -> list[tuple[RealizationPlan, ...]]:
    """Return the plans of each equilibrium; a second player who is made up does nothing, with the weight 1."""
    added = ((Fraction(1),),) * (2 - len(form.players))
    return [(*equilibrium.plans, *added) for equilibrium in equilibria]


def table_equilibria(game: NormalForm, find_all: bool = False, limit: int | None = None) -> NashSolution:
    """Return all extreme Nash equilibria of a two-player game, or one equilibrium of a large game.

    Vertex enumeration finds all extreme equilibria, with a certificate that none is missing. If a best-response
    polytope has more than 50,000 vertices, linear programming finds one equilibrium of a constant-sum game, and the
    Lemke-Howson algorithm one of any other game. `verify.check_nash` accepts every equilibrium in exact arithmetic.
    """
    if len(game.players) != 2:
        raise ValueError(f"the game has {len(game.players)} players; nash needs at least two")
    begin_step("vertex enumeration")
    matrices = game.payoff_matrix(0), game.payoff_matrix(1)
    total = table_sum(*matrices)
    # a linear program finds the value of a table whose vertices are too many to begin with
    if total is not None and max(map(len, game.strategies)) > MAX_DIMENSION and not find_all:
        return _one_of_table(game, matrices, total, limit)
    try:
        most = _vertex_limit(matrices, find_all, limit)
        enumerated = extreme_equilibria(*matrices, most, limit or HULL_SPEED * most)
    # one equilibrium is found without the vertices
    except (TooManyEquilibria, TooManyVertices, KeyboardInterrupt) as error:
        reason = _why_incomplete(error, find_all)
        return replace(_one_of_table(game, matrices, total, limit), reason=reason)
    checked = (TABLE_CHECK,) if enumerated.certificate is None else (TABLE_CHECK, COMPLETE_CHECK)
    return NashSolution(
        game,
        enumerated.extreme,
        "vertex enumeration",
        complete=True,
        checked=checked,
        constant_sum=total,
        subsets=enumerated.subsets,
        degenerate=enumerated.degenerate,
        certificate=enumerated.certificate,
    )


def _vertex_limit(matrices: tuple[PayoffMatrix, PayoffMatrix], find_all: bool, limit: int | None) -> int:
    """Return the greatest number of vertices to compute; ValueError if even one equilibrium takes too long."""
    rows = len(matrices[0])
    columns = len(matrices[0][0])
    most = max(MAX_STRATEGIES, limit or 0)
    if max(rows, columns) > most:
        raise ValueError(
            f"{rows:,} x {columns:,} strategies; at most {most:,} for each player, "
            "unless gametheory nash --limit, in Python limit, allows more"
        )
    if limit:
        return limit
    # even one pivot multiplies numbers of this length in every cell
    bits = max(map(longest_number, matrices))
    if bits * rows * columns * min(rows, columns) > MAX_WORK:
        raise ValueError(
            f"payoffs of {bits:,} bits over their common denominator are too long for {rows} x {columns}, "
            "unless gametheory nash --limit, in Python limit, is given"
        )
    return vertex_limit(bits, find_all)


def _one_of_table(
    game: NormalForm, matrices: tuple[PayoffMatrix, PayoffMatrix], total: Fraction | None, limit: int | None
) -> NashSolution:
    """Return one equilibrium of a table."""
    equilibrium, method = _one_table_equilibrium(matrices, total, limit)
    return NashSolution(game, (equilibrium,), method, complete=False, checked=(TABLE_CHECK,), constant_sum=total)


def _one_table_equilibrium(
    matrices: tuple[PayoffMatrix, PayoffMatrix], total: Fraction | None, limit: int | None
) -> tuple[Equilibrium, str]:
    """Return one equilibrium and the name of the method."""
    begin_step("one equilibrium, without the vertices")
    if total is None:
        return lemke_howson(*matrices, limit=max(MAX_PIVOTS, limit or 0)), "Lemke-Howson"
    # here, because the compiled simplex method takes a second to load, and small games do not need it
    from gametheory.solvers.matrix_game import solve_matrix

    # If the sum of payoffs is constant, optimal strategies of the zero-sum game are an equilibrium.
    row_payoffs = matrices[0]
    solved = solve_matrix([list(map(fmpq, row)) for row in positive_integers(row_payoffs)])
    row = _weights(solved.row, len(row_payoffs))
    column = _weights(solved.column, len(row_payoffs[0]))
    return checked_equilibrium(*matrices, row, column), "linear programming"


def _weights(mixed: Mapping[int, fmpq], size: int) -> MixedStrategy:
    return tuple(to_fraction(mixed.get(move, fmpq(0))) for move in range(size))


def extreme_equilibria(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, limit: int = 20_000, hull_limit: int | None = None
) -> ExtremeEquilibria:
    """Return all extreme equilibria of two payoff matrices; `verify.check_nash` accepts each of them.

    By the method of `certified_equilibria`, with at most `hull_limit` vertices, or else `limit`. Where that proves
    nothing, a table is a tree in which each player has one information set, and method and cost are those of
    `enumerate_equilibria`.

    >>> from gametheory.model.normal_form import exact_payoffs
    >>> A, B = exact_payoffs([[3, 3], [2, 5], [0, 6]]), exact_payoffs([[3, 2], [2, 6], [3, 1]])
    >>> equilibria = extreme_equilibria(A, B)
    >>> [tuple(map(str, equilibrium.row)) for equilibrium in equilibria.extreme]
    [('1', '0', '0'), ('4/5', '1/5', '0'), ('0', '1/3', '2/3')]
    >>> equilibria.degenerate, equilibria.subsets
    (False, ((0,), (1,), (2,)))
    """

    try:
        return certified_equilibria(row_payoffs, column_payoffs, limit, hull_limit or limit)
    except NotProved:
        form = table_form(*map(positive_integers, (row_payoffs, column_payoffs)))
        table = exact_table(row_payoffs, column_payoffs)

        def checked(pair: Sequence[RealizationPlan]) -> Equilibrium:
            # without the weight 1 of doing nothing, a realization plan is a mixed strategy
            row, column = (plan[1:] for plan in pair)
            return Equilibrium((row, column), check_pair(table, row, column).payoffs)

        return enumerate_equilibria(form, checked, limit)


def table_form(
    row_payoffs: Sequence[Sequence[Fraction | int]], column_payoffs: Sequence[Sequence[Fraction | int]]
) -> SequenceForm:
    """Return two payoff matrices as the sequence form of a tree in which each player moves once."""
    cells: dict[tuple[int, ...], Any] = {}
    for i, (row_line, column_line) in enumerate(zip(row_payoffs, column_payoffs, strict=True)):
        for j, pair in enumerate(zip(row_line, column_line, strict=True)):
            cells[i, j] = pair
    return form_of_table(cells)


def lemke_howson(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, label: int = 0, limit: int = MAX_PIVOTS
) -> Equilibrium:
    """Return the equilibrium at the end of a path of `pivoting.lemke_howson`; `verify.check_nash` accepts it."""
    row, column = lemke_howson_path(row_payoffs, column_payoffs, label, limit)
    return checked_equilibrium(row_payoffs, column_payoffs, row, column)


def checked_equilibrium(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, row: MixedStrategy, column: MixedStrategy
) -> Equilibrium:
    """Return an equilibrium that `verify.check_nash` accepts."""
    return Equilibrium((row, column), check_nash(row_payoffs, column_payoffs, row, column))


def table_sum(row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix) -> Fraction | None:
    """Return the sum of both payoffs if it is the same for all strategies, else None."""
    sums = set(map(Fraction.__add__, chain(*row_payoffs), chain(*column_payoffs)))
    return sums.pop() if len(sums) == 1 else None
