"""Kinds of equilibria of a table: correlated ones, all in pure strategies, and evolutionarily stable ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations, product
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq_mat

from gametheory.model.classes import Payoffs
from gametheory.model.extensive_form import ExtensiveForm, ImperfectRecall, with_distinct_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import Plan, SequenceForm, reduced_normal_form, reduced_plans, sequence_form
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import exact_text, to_flint, to_fraction
from gametheory.numbers.table import Block, Table
from gametheory.solvers.many_players import TABLE_CHECK, TREE_CHECK, ManyPlayerSolution
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.pivoting import TooManyVertices, cut_cone, maximize
from gametheory.solvers.questions import (
    Answer,
    Cells,
    Profile,
    Weighted,
    mixture_text,
    names_of,
    parse_objective,
    table_of,
    weighted,
)
from gametheory.solvers.sequence_form import checked_tree_equilibrium
from gametheory.solvers.solution import Check
from gametheory.solvers.subgames import NestedSubgames
from gametheory.verify import (
    check_correlated,
    check_invasion,
    check_mixed_profile,
    check_pure_equilibria,
    check_stable,
    check_subgame_perfect_tree,
)

CORRELATED_CHECK = Check("no player gains by a deviation, and no such equilibrium is better", "verify.check_correlated")
MAX_CELLS, MAX_EXTREME = 30, 500  # for the extreme points
Deviation: TypeAlias = tuple[int, int | None, int]


class Multiplier(NamedTuple):
    """The dual number of a deviation: from a recommended strategy, or from each (None), to another one."""

    player: str
    recommended: str | None
    other: str
    multiplier: Fraction


@dataclass(frozen=True, repr=False)
class CorrelatedSolution(Answer):
    """The correlated equilibrium that is best for an objective.

    Attributes
    ----------
    objective
        What is greatest: a sum of payoffs.
    value, payoffs
        The greatest value, and the expected payoff of each player.
    distribution
        The profiles with a positive probability.
    multipliers
        The dual solution, which proves that no such equilibrium is better.
    coarse
        Whether players can deviate only before the recommendation.
    extreme
        All extreme points of the set of such equilibria, for at most 30 profiles and 500 points; else None.
    """

    title: str
    objective: str
    value: Fraction
    payoffs: tuple[Fraction, ...]
    distribution: tuple[Weighted, ...]
    multipliers: tuple[Multiplier, ...]
    coarse: bool
    extreme: tuple[tuple[Weighted, ...], ...] | None

    def view(self) -> Iterator[Block]:
        """Yield the distribution, the payoffs and the value."""
        rows = [(*each.profile, exact_text(each.probability)) for each in self.distribution]
        yield Table((*self.players, "probability"), rows, left=self.players)
        yield Table(self.players, [list(map(exact_text, self.payoffs))], "expected payoffs", left=())
        kind = "coarse correlated equilibrium" if self.coarse else "correlated equilibrium"
        yield f"{self.objective} = {exact_text(self.value)}: no {kind} of {self.form}, has more. Checked exactly."
        if self.extreme is not None:
            yield f"All such equilibria are mixtures of {pluralize(len(self.extreme), 'extreme one')}."


def correlated_equilibrium(
    game: NormalForm | ExtensiveForm, best: str | None = None, coarse: bool = False
) -> CorrelatedSolution:
    """Return the correlated equilibrium of a table, or of the reduced normal form of a tree, that is best.

    The best one maximizes a weighted sum of payoffs, without `best` the sum of all. A linear program has a variable for
    each profile and a constraint for each deviation. HiGHS solves it in floats, and its basis is solved in rationals.
    Cost: that of a linear system with as many unknowns as profiles that are recommended.
    """
    table, form = table_of(game)
    cells = table.cells()
    players = table.players
    weights = parse_objective(best, players)
    deviations = {each: row for each in _deviations(table, coarse) if (row := _gains(cells, each))}
    solved = maximize([_dot(weights, payoffs) for payoffs in cells.values()], list(deviations.values()))
    distribution = {profile: p for profile, p in zip(cells, solved.weights, strict=True) if p}
    multipliers = {each: own for each, own in zip(deviations, solved.multipliers, strict=True) if own}
    value = check_correlated(table, distribution, weights, multipliers, coarse)
    return CorrelatedSolution(
        players,
        form,
        (CORRELATED_CHECK,),
        table.title,
        " + ".join(players) if best is None else best,
        value,
        tuple(_dot(distribution.values(), [cells[each][who] for each in distribution]) for who in range(len(players))),
        weighted(table.strategies, distribution),
        tuple(
            Multiplier(players[who], None if old is None else table.strategies[who][old], table.strategies[who][new], m)
            for (who, old, new), m in multipliers.items()
        ),
        coarse,
        _extreme_points(table, [*cells], list(deviations.values())),
    )


def _deviations(table: NormalForm, coarse: bool) -> Iterator[Deviation]:
    for player, names in enumerate(table.strategies):
        strategies = range(len(names))
        yield from (
            (player, old, new) for old in ([None] if coarse else strategies) for new in strategies if new != old
        )


def _gains(cells: Cells, deviation: Deviation) -> dict[int, Fraction]:
    """Return what a deviation gains in each profile; nothing if it gains in none, so that it is no constraint."""
    player, recommended, other = deviation
    gains = {
        index: gain
        for index, (profile, payoffs) in enumerate(cells.items())
        if recommended in (None, profile[player])
        and (gain := cells[(*profile[:player], other, *profile[player + 1 :])][player] - payoffs[player])
    }
    return gains if max(gains.values(), default=0) > 0 else {}


def _dot(left: Any, right: Any) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def _extreme_points(
    table: NormalForm, profiles: list[Profile], constraints: list[dict[int, Fraction]]
) -> tuple[tuple[Weighted, ...], ...] | None:
    """Return the vertices of all correlated equilibria; None if there are too many."""
    size = len(profiles)
    if size > MAX_CELLS:
        return None
    everything = (1 << size) - 1
    rays = {tuple(int(i == j) for j in range(size)): everything ^ (1 << i) for i in range(size)}
    try:
        for facet, row in enumerate(constraints, size):
            unit = lcm(*(gain.denominator for gain in row.values()))
            normal = [int(-row.get(index, 0) * unit) for index in range(size)]
            rays = cut_cone(rays, normal, 1 << facet, MAX_EXTREME)
    except TooManyVertices:
        return None
    return tuple(
        weighted(table.strategies, {each: Fraction(n, sum(ray)) for each, n in zip(profiles, ray, strict=True) if n})
        for ray in rays
    )


ALL_CHECK = Check("no pure equilibrium is missing, in each subgame", "verify.check_pure_equilibria")
SUBGAMES_CHECK = Check("every equilibrium, in each subgame", "verify.check_subgame_perfect_tree")
MAX_PURE_CELLS = 200_000
MAX_LISTED = 1_000
Option: TypeAlias = tuple[Payoffs, Plan]  # the payoffs of a subgame, and the actions in it


def pure_equilibria(game: NormalForm | ExtensiveForm, subgame_perfect: bool = False) -> ManyPlayerSolution:
    """Return all pure equilibria; of a tree those of its reduced normal form, or of each subgame.

    Subgame perfect: the innermost subgames come first; each is replaced by the payoffs of each of its equilibria. Cost:
    the profiles of each subgame, for each combination of payoffs.
    """
    game = with_distinct_names(game)
    which = "subgame-perfect ones" if subgame_perfect else "ones"
    reason = f"all pure {which} are listed, mixed ones are not"
    found: Iterator[Equilibrium]
    checks, forgotten = (TABLE_CHECK, ALL_CHECK), ""
    if isinstance(game, ExtensiveForm):
        try:
            form = sequence_form(game)
            found = _tree_equilibria(game, form, subgame_perfect)
            checks = (SUBGAMES_CHECK if subgame_perfect else TREE_CHECK, ALL_CHECK)
        except ImperfectRecall as error:
            if subgame_perfect:
                raise
            game = with_distinct_names(reduced_normal_form(game))
            forgotten = str(error)
    elif subgame_perfect:
        raise ValueError("subgame_perfect: only for rules or a game in extensive form, such as a file .efg")
    if isinstance(game, NormalForm):
        found = _table_equilibria(game)
    return ManyPlayerSolution(
        game,
        tuple(found),
        "all profiles of pure strategies",
        complete=False,
        checked=checks,
        reason=reason,
        imperfect_recall=forgotten,
    )


def _profiles(table: NormalForm) -> list[Profile]:
    """Return the profiles from which no player gains by another strategy."""
    if len(table.outcomes) > MAX_PURE_CELLS:
        raise ValueError(f"the game has {len(table.outcomes):,} profiles; at most {MAX_CELLS:,} are allowed")
    cells = table.cells()
    best: dict[tuple[int, Profile], Fraction] = {}
    for profile, payoffs in cells.items():
        for who, payoff in enumerate(payoffs):
            key = who, profile[:who] + profile[who + 1 :]
            best[key] = max(payoff, best.get(key, payoff))
    found = [
        profile
        for profile, payoffs in cells.items()
        if all(payoff == best[who, profile[:who] + profile[who + 1 :]] for who, payoff in enumerate(payoffs))
    ]
    check_pure_equilibria(table, found)
    return found


def _table_equilibria(table: NormalForm) -> Iterator[Equilibrium]:
    for profile in _profiles(table):
        plans = [_pure(action, len(names)) for action, names in zip(profile, table.strategies, strict=True)]
        yield Equilibrium(tuple(plans), check_mixed_profile(table, plans))


def _pure(action: int, count: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(action == each)) for each in range(count))


def _tree_equilibria(tree: ExtensiveForm, form: SequenceForm, subgame_perfect: bool) -> Iterator[Equilibrium]:
    """Yield the equilibria, with the action at every information set if they are subgame perfect."""
    subgames = NestedSubgames.of(tree) if subgame_perfect else NestedSubgames(tree, {0: []}, {0: len(tree.nodes)})
    for _, plan in _options(subgames):
        chosen = {
            key: _pure(max(plan.get(key, 0), 0), len(own.actions))
            for key, own in tree.information_sets.items()
            if key[0]
        }
        behavior = [
            {number: mixed for (who, number), mixed in chosen.items() if who == player}
            for player in range(1, len(tree.players) + 1)
        ]
        plans = tuple(own.plan(each) for own, each in zip(form.players, behavior, strict=True))
        found = checked_tree_equilibrium(form, plans)
        if subgame_perfect:
            check_subgame_perfect_tree(tree, chosen)
            found = replace(found, behavior=tuple(behavior))
        yield found


def _options(subgames: NestedSubgames) -> list[Option]:
    """Return the payoffs and the actions of each equilibrium of the tree, after those of each subgame."""
    options: dict[int, list[Option]] = {}
    for root, inner in reversed(subgames.inner.items()):
        options[root], known = [], dict[Any, list[Option]]()
        for number, chosen in enumerate(product(*(options[each] for each in inner))):
            payoffs = tuple(each for each, _ in chosen)
            if payoffs not in known:
                known[payoffs] = _stage_options(subgames.stage(root, payoffs))
            plans: Sequence[Mapping[Any, int]] = [plan for _, plan in chosen]
            for own_payoffs, own in known[payoffs]:
                options[root].append((own_payoffs, {key: a for plan in (*plans, own) for key, a in plan.items()}))
            if max(number, len(options[root])) > MAX_LISTED:
                raise ValueError(f"more than {MAX_LISTED:,} pure equilibria of the subgames of one subgame")
    return options[0]


def _stage_options(stage: ExtensiveForm) -> list[Option]:
    plans = reduced_plans(stage)
    table = reduced_normal_form(stage)
    cells = table.cells()
    return [
        (cells[profile], {key: a for own, each in zip(plans, profile, strict=True) for key, a in own[each].items()})
        for profile in _profiles(table)
    ]


STABILITY_CHECK = Check("each stable strategy", "verify.check_stable")
INVASION_CHECK = Check("each mutant that invades", "verify.check_invasion")
MAX_STRATEGIES = 12
Vector: TypeAlias = list[Fraction]


class Candidate(NamedTuple):
    """The strategy of a symmetric equilibrium, whether it is stable, and otherwise a mutant that invades."""

    strategy: Mapping[str, Fraction]
    stable: bool
    mutant: Mapping[str, Fraction] | None


@dataclass(frozen=True, repr=False)
class StabilitySolution(Answer):
    """Evolutionarily stable strategies: all of them.

    Attributes
    ----------
    strategies
        The strategies of symmetric equilibria that are the only one with their support; no others can be stable.
    """

    title: str
    strategies: tuple[Candidate, ...]

    def view(self) -> Iterator[Block]:
        """Yield the strategies, and the mutants."""
        rows = [
            (mixture_text(each.strategy), "yes" if each.stable else "no", mixture_text(each.mutant or {}))
            for each in self.strategies
        ]
        yield Table(("strategy", "stable", "invaded by"), rows, left=("strategy", "stable", "invaded by"))
        count = sum(each.stable for each in self.strategies)
        yield f"Evolutionarily stable strategies of {self.form}: {count}. Checked exactly."


def stable_strategies(game: NormalForm | ExtensiveForm) -> StabilitySolution:
    """Return all evolutionarily stable strategies of a symmetric table (Maynard Smith and Price 1973).

    A strategy is stable if it is a best reply to itself, and gets more against each other best reply than this gets
    against itself: a quadratic form is positive on a cone (Haigh 1975; Abakuks 1980), so that a stable strategy is the
    only equilibrium with its support. Cost: the supports, for each support.
    """
    table, form = table_of(game)
    matrix = _symmetric_matrix(table)
    size = range(len(matrix))
    found = []
    for support in _subsets(size):
        solved = _equal_payoffs([[matrix[i][j] for j in support] for i in support])
        if solved is None or min(solved[0]) <= 0:
            continue
        strategy = [Fraction(0)] * len(matrix)
        for each, p in zip(support, solved[0], strict=True):
            strategy[each] = p
        gets = [sum(map(Fraction.__mul__, row, strategy), Fraction(0)) for row in matrix]
        if max(gets) > solved[1]:
            continue
        replies = [each for each in size if gets[each] == max(gets)]
        mutant = _mutant(matrix, strategy, replies)
        if mutant is None:
            check_stable(matrix, strategy)
        else:
            check_invasion(matrix, strategy, mutant)
        named = [None if one is None else names_of(table, 0, dict(enumerate(one))) for one in (strategy, mutant)]
        found.append(Candidate(named[0] or {}, mutant is None, named[1]))
    return StabilitySolution(table.players, form, (STABILITY_CHECK, INVASION_CHECK), table.title, tuple(found))


def _symmetric_matrix(table: NormalForm) -> list[Vector]:
    if len(table.players) != 2 or len({*map(len, table.strategies)}) != 1:
        raise ValueError("the game is not symmetric; allowed: tables of two players with the same strategies")
    first = table.payoff_matrix(0)
    second = table.payoff_matrix(1)
    for row, own in enumerate(first):
        for column, payoff in enumerate(own):
            if second[column][row] != payoff:
                raise ValueError(
                    f"the game is not symmetric: strategy {row + 1} against {column + 1} gets {payoff} as the first "
                    f"player, {second[column][row]} as the second"
                )
    if len(first) > MAX_STRATEGIES:
        raise ValueError(f"{len(first)} strategies; at most {MAX_STRATEGIES} are allowed")
    return [[*map(Fraction, row)] for row in first]


def _subsets(items: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(1, len(items) + 1))


def _equal_payoffs(matrix: Sequence[Sequence[Fraction]]) -> tuple[Vector, Fraction] | None:
    """Return weights with the sum 1 for which all rows have one payoff, and this payoff; None if not just one."""
    size = len(matrix)
    rows = [[*map(to_flint, row), to_flint(-1)] for row in matrix] + [[to_flint(1)] * size + [to_flint(0)]]
    try:
        solved = fmpq_mat(rows).solve(fmpq_mat(size + 1, 1, [to_flint(0)] * size + [to_flint(1)]))
    except ZeroDivisionError:
        return None
    *weights, payoff = map(to_fraction, solved.entries())
    return weights, payoff


def _mutant(matrix: Sequence[Vector], strategy: Vector, replies: Sequence[int]) -> Vector | None:
    """Return a best reply that gets at least as much against itself as the strategy gets against it, if there is one.

    With the direction z to it, z A z >= 0. Directions along the support are eliminated one after the other.
    """
    size = range(len(matrix))
    support = [each for each in replies if strategy[each]]
    last = support.pop()
    unit = [[Fraction(int(j == each) - int(j == last)) for j in size] for each in size]
    free = [unit[each] for each in support]
    rest = [unit[each] for each in replies if not strategy[each]]

    def form(one: Vector, other: Vector) -> Fraction:
        pairs = [(i, j) for i in size for j in size if one[i] and other[j]]
        return -sum((one[i] * other[j] * (matrix[i][j] + matrix[j][i]) for i, j in pairs), Fraction(0))

    while free:
        pivot = free.pop()
        square = form(pivot, pivot)
        if square <= 0:
            return _moved(strategy, pivot)
        for vectors in (free, rest):
            ratios = [form(pivot, each) / square for each in vectors]
            pairs = zip(vectors, ratios, strict=True)
            vectors[:] = [[a - ratio * b for a, b in zip(each, pivot, strict=True)] for each, ratio in pairs]
    for subset in _subsets(range(len(rest))):
        chosen = [rest[each] for each in subset]
        solved = _equal_payoffs([[form(one, other) for other in chosen] for one in chosen])
        if solved and min(solved[0]) >= 0 >= solved[1]:
            columns = zip(*chosen, strict=True)
            return _moved(strategy, [sum(map(Fraction.__mul__, solved[0], each), Fraction(0)) for each in columns])
    return None


def _moved(strategy: Vector, direction: Vector) -> Vector:
    """Return the last strategy on the way in a direction."""
    step = min(-p / each for p, each in zip(strategy, direction, strict=True) if each < 0)
    return [p + step * each for p, each in zip(strategy, direction, strict=True)]
