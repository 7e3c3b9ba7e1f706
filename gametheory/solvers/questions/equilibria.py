"""Kinds of equilibria of a table: correlated ones, all in pure strategies, and evolutionarily stable ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, product
from operator import getitem
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gametheory.model.classes import Payoffs
from gametheory.model.extensive_form import CHANCE, ExtensiveForm, ImperfectRecall, with_distinct_names
from gametheory.model.normal_form import MixedStrategy, NormalForm
from gametheory.model.sequence_form import Plan, SequenceForm, reduced_normal_form, reduced_plans, sequence_form
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import exact_text, to_flint, to_fraction
from gametheory.numbers.table import Block, Table
from gametheory.solvers.arrays import support
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.many_player_solution import ManyPlayerSolution
from gametheory.solvers.many_players import TABLE_CHECK, TREE_CHECK
from gametheory.solvers.matrix_game import equal_means
from gametheory.solvers.pivoting import TooManyVertices, common_denominator, cut_cone, maximize, normalized
from gametheory.solvers.questions import (
    Answer,
    Array,
    Cells,
    Profile,
    Weighted,
    dot,
    mixture_text,
    names_of,
    parse_objective,
    sets_of,
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
Deviation: TypeAlias = tuple[int, int | None, int]  # of a player, from a strategy or any, to another
ALL_CHECK = Check("no pure equilibrium is missing, in each subgame", "verify.check_pure_equilibria")
SUBGAMES_CHECK = Check("every equilibrium, in each subgame", "verify.check_subgame_perfect_tree")
MAX_PURE_CELLS = 200_000
MAX_LISTED = 1_000
Option: TypeAlias = tuple[Payoffs, Plan]  # the payoffs of a subgame, and the actions in it
STABILITY_CHECK = Check("each stable strategy", "verify.check_stable")
INVASION_CHECK = Check("each mutant that invades", "verify.check_invasion")
MAX_STRATEGIES = 12
Vector: TypeAlias = list[Fraction]


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

    ITEMS = "distribution"
    title: str
    objective: str
    value: Fraction
    payoffs: tuple[Fraction, ...]
    distribution: tuple[Weighted, ...]
    multipliers: tuple[Multiplier, ...]
    coarse: bool
    extreme: tuple[tuple[Weighted, ...], ...] | None

    def arrays(self) -> list[Array]:
        """Return the probability of each profile, in one array with an axis for each player."""
        table = np.zeros(list(map(len, self.names)))
        for profile, probability in self.distribution:
            place = tuple(names.index(strategy) for names, strategy in zip(self.names, profile, strict=True))
            table[place] = float(probability)
        return [table]

    def view(self) -> Iterator[Block]:
        """Yield the distribution, the payoffs and the value."""
        rows = [(*profile, exact_text(probability)) for profile, probability in self.distribution]
        yield Table((*self.players, "probability"), rows, left=self.players)
        yield Table(self.players, [list(map(exact_text, self.payoffs))], "expected payoffs", left=())
        kind = "coarse correlated equilibrium" if self.coarse else "correlated equilibrium"
        yield f"{self.objective} = {exact_text(self.value)}: no {kind} of {self.form}, has more. Checked exactly."
        if self.extreme is not None:
            yield f"All such equilibria are mixtures of {pluralize(len(self.extreme), 'extreme one')}."
        yield from self.legend()


def correlated_equilibrium(
    game: NormalForm | ExtensiveForm, best: str | None = None, coarse: bool = False
) -> CorrelatedSolution:
    """Return the correlated equilibrium of a table, or of the reduced normal form of a tree, that is best.

    The best one maximizes a weighted sum of payoffs, without `best` the sum of all. A linear program has a variable for
    each profile and a constraint for each deviation. HiGHS solves it in floats, and its basis is solved in rationals.
    Cost: that of a linear system with as many unknowns as profiles that are recommended.
    """
    table, form = table_of(game)
    cells, players = table.cells(), table.players
    weights = parse_objective(best, players)
    constraints: dict[Deviation, dict[int, Fraction]] = {}
    for deviation in _deviations(table, coarse):
        gains = _gains(cells, deviation)
        # a deviation that gains nowhere is no constraint
        if max(gains.values(), default=0) > 0:
            constraints[deviation] = gains
    # the expected value of the objective is linear in the probabilities of profiles
    objective = list(map(partial(dot, weights), cells.values()))
    solved = maximize(objective, list(constraints.values()))
    distribution = support(cells, solved.weights)
    duals = support(constraints, solved.multipliers)
    value = check_correlated(table, distribution, weights, duals, coarse)
    by_player = zip(*map(cells.__getitem__, distribution), strict=True)
    return CorrelatedSolution(
        players,
        form,
        (CORRELATED_CHECK,),
        table.title,
        " + ".join(players) if best is None else best,
        value,
        tuple(map(partial(dot, distribution.values()), by_player)),
        weighted(table.strategies, distribution),
        tuple(_multiplier(table, deviation, dual) for deviation, dual in duals.items()),
        coarse,
        _extreme_points(table, [*cells], list(constraints.values())),
        sets=sets_of(game),
        names=table.strategies,
    )


def _deviations(table: NormalForm, coarse: bool) -> Iterator[Deviation]:
    """Yield the deviations of each player: from a recommended strategy, or if `coarse` from any, to another one."""
    for player, names in enumerate(table.strategies):
        strategies = range(len(names))
        recommended = [None] if coarse else strategies
        for old, new in product(recommended, strategies):
            if new != old:
                yield player, old, new


def _gains(cells: Cells, deviation: Deviation) -> dict[int, Fraction]:
    """Return what a deviation gains in each profile in which it gains or loses something."""
    player, recommended, other = deviation
    gains = {}
    for index, (profile, payoffs) in enumerate(cells.items()):
        if recommended in (None, profile[player]):
            after = (*profile[:player], other, *profile[player + 1 :])
            gain = cells[after][player] - payoffs[player]
            if gain:
                gains[index] = gain
    return gains


def _multiplier(table: NormalForm, deviation: Deviation, dual: Fraction) -> Multiplier:
    player, recommended, other = deviation
    names = table.strategies[player]
    old = None if recommended is None else names[recommended]
    return Multiplier(table.players[player], old, names[other], dual)


def _extreme_points(
    table: NormalForm, profiles: list[Profile], constraints: list[dict[int, Fraction]]
) -> tuple[tuple[Weighted, ...], ...] | None:
    """Return the vertices of all correlated equilibria; None if there are too many."""
    size = len(profiles)
    # their number grows exponentially
    if size > MAX_CELLS:
        return None
    # the cone of all weights, whose extreme rays are the unit vectors; each lies on all facets but its own
    all_facets = (1 << size) - 1
    rays = {}
    for index in range(size):
        unit_vector = [0] * size
        unit_vector[index] = 1
        rays[tuple(unit_vector)] = all_facets ^ (1 << index)
    try:
        for facet, gains in enumerate(constraints, size):
            unit = common_denominator(gains.values())
            normal = [int(-gains.get(index, 0) * unit) for index in range(size)]
            rays = cut_cone(rays, normal, 1 << facet, MAX_EXTREME)
    except TooManyVertices:
        return None
    points = []
    for ray in rays:
        distribution = support(profiles, normalized(list(map(Fraction, ray))))
        points.append(weighted(table.strategies, distribution))
    return tuple(points)


def pure_equilibria(game: NormalForm | ExtensiveForm, subgame_perfect: bool = False) -> ManyPlayerSolution:
    """Return all pure equilibria; of a tree those of its reduced normal form, or of each subgame.

    Subgame perfect: the innermost subgames come first; each is replaced by the payoffs of each of its equilibria. Cost:
    the profiles of each subgame, for each combination of payoffs.
    """
    game = with_distinct_names(game)
    which = "subgame-perfect ones" if subgame_perfect else "ones"
    check, forgotten = TABLE_CHECK, ""
    sets: Mapping[str, tuple[str, ...]] = {}
    equilibria: Iterator[Equilibrium]
    if isinstance(game, ExtensiveForm):
        try:
            form = sequence_form(game)
            equilibria = _tree_equilibria(game, form, subgame_perfect)
            check = SUBGAMES_CHECK if subgame_perfect else TREE_CHECK
        except ImperfectRecall as error:
            if subgame_perfect:
                raise
            # in a tree in which a player forgets, plans are not behavior, so that only the table is left
            sets = sets_of(game)
            game = with_distinct_names(reduced_normal_form(game))
            forgotten = str(error)
    elif subgame_perfect:
        raise ValueError("subgame_perfect: only for rules or a game in extensive form, such as a file .efg")
    if isinstance(game, NormalForm):
        equilibria = _table_equilibria(game)
    return ManyPlayerSolution(
        game,
        tuple(equilibria),
        "all profiles of pure strategies",
        complete=False,
        checked=(check, ALL_CHECK),
        reason=f"all pure {which} are listed, mixed ones are not",
        imperfect_recall=forgotten,
        sets=sets,
        sought="pure subgame-perfect" if subgame_perfect else "pure",
    )


def _profiles(table: NormalForm) -> list[Profile]:
    """Return the profiles from which no player gains by another strategy."""
    if len(table.outcomes) > MAX_PURE_CELLS:
        raise ValueError(f"the game has {len(table.outcomes):,} profiles; at most {MAX_PURE_CELLS:,} are allowed")
    cells = table.cells()
    best: dict[tuple[int, Profile], Fraction] = {}  # what a player can get against the others
    for profile, payoffs in cells.items():
        for player, payoff in enumerate(payoffs):
            key = _against(profile, player)
            best[key] = max(payoff, best.get(key, payoff))
    equilibria = []
    for profile, payoffs in cells.items():
        if all(payoff == best[_against(profile, player)] for player, payoff in enumerate(payoffs)):
            equilibria.append(profile)
    check_pure_equilibria(table, equilibria)
    return equilibria


def _against(profile: Profile, player: int) -> tuple[int, Profile]:
    return player, profile[:player] + profile[player + 1 :]


def _table_equilibria(table: NormalForm) -> Iterator[Equilibrium]:
    sizes = list(map(len, table.strategies))
    for profile in _profiles(table):
        plans = list(map(_pure, profile, sizes))
        yield Equilibrium(tuple(plans), check_mixed_profile(table, plans))


def _pure(action: int, count: int) -> MixedStrategy:
    weights = [Fraction(0)] * count
    weights[action] = Fraction(1)
    return tuple(weights)


def _tree_equilibria(tree: ExtensiveForm, form: SequenceForm, subgame_perfect: bool) -> Iterator[Equilibrium]:
    """Yield the equilibria, with the action at every information set if they are subgame perfect."""
    whole_tree = NestedSubgames(tree, {0: []}, {0: len(tree.nodes)})
    subgames = NestedSubgames.of(tree) if subgame_perfect else whole_tree
    for _, plan in _options(subgames):
        behavior: list[dict[int, MixedStrategy]] = [{} for _ in tree.players]
        for (player, number), information_set in tree.information_sets.items():
            if player == CHANCE:
                continue
            # where the plan says nothing, any action will do: nothing changes in an equilibrium
            action = max(plan.get((player, number), 0), 0)
            behavior[player - 1][number] = _pure(action, len(information_set.actions))
        plans = tuple(player.plan(mixed) for player, mixed in zip(form.players, behavior, strict=True))
        equilibrium = checked_tree_equilibrium(form, plans)
        if subgame_perfect:
            check_subgame_perfect_tree(tree, _by_information_set(behavior))
            equilibrium = replace(equilibrium, behavior=tuple(behavior))
        yield equilibrium


def _by_information_set(behavior: Sequence[Mapping[int, object]]) -> dict[tuple[int, int], Any]:
    return {(player, number): mixed for player, sets in enumerate(behavior, 1) for number, mixed in sets.items()}


def _options(subgames: NestedSubgames) -> list[Option]:
    """Return the payoffs and the actions of each equilibrium of the tree, after those of each subgame."""
    options: dict[int, list[Option]] = {}
    # the innermost subgames come last in the list
    for root, inner in reversed(subgames.inner.items()):
        options[root] = []
        of_payoffs: dict[object, list[Option]] = {}  # many equilibria of the inner subgames have equal payoffs
        for number, combination in enumerate(product(*map(options.__getitem__, inner))):
            payoffs = tuple(option[0] for option in combination)
            if payoffs not in of_payoffs:
                of_payoffs[payoffs] = _stage_options(subgames.stage(root, payoffs))
            for stage_payoffs, stage_plan in of_payoffs[payoffs]:
                plans = [plan for _, plan in combination] + [stage_plan]
                options[root].append((stage_payoffs, _merged(plans)))
            if max(number, len(options[root])) > MAX_LISTED:
                raise ValueError(f"more than {MAX_LISTED:,} pure equilibria of the subgames of one subgame")
    return options[0]


def _stage_options(stage: ExtensiveForm) -> list[Option]:
    plans = reduced_plans(stage)
    table = reduced_normal_form(stage)
    cells = table.cells()
    options = []
    for profile in _profiles(table):
        options.append((cells[profile], _merged(map(getitem, plans, profile))))
    return options


def _merged(plans: Iterable[Mapping[Any, int]]) -> dict[Any, int]:
    return {key: action for plan in plans for key, action in plan.items()}


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

    ITEMS = "strategies"
    title: str
    strategies: tuple[Candidate, ...]

    def arrays(self) -> list[Array]:
        """Return the strategy of each candidate."""
        return [self.vector(0, candidate.strategy) for candidate in self.strategies]

    def view(self) -> Iterator[Block]:
        """Yield the strategies, and the mutants."""
        columns = ("strategy", "stable", "invaded by")
        rows = []
        for strategy, stable, mutant in self.strategies:
            rows.append((mixture_text(strategy), "yes" if stable else "no", mixture_text(mutant or {})))
        yield Table(columns, rows, left=columns)
        count = sum(candidate.stable for candidate in self.strategies)
        yield f"Evolutionarily stable strategies of {self.form}: {count}. Checked exactly."


def stable_strategies(game: NormalForm | ExtensiveForm) -> StabilitySolution:
    """Return all evolutionarily stable strategies of a symmetric table (Maynard Smith and Price 1973).

    A strategy is stable if it is a best reply to itself, and gets more against each other best reply than this gets
    against itself: a quadratic form is positive on a cone (Haigh 1975; Abakuks 1980), so that a stable strategy is the
    only equilibrium with its support. Cost: the supports, for each support.
    """
    table, form = table_of(game)
    matrix = _symmetric_matrix(table)
    candidates = []
    for subset in _subsets(range(len(matrix))):
        strategy = _equilibrium_on(matrix, subset)
        if strategy is None:
            continue
        payoffs = [dot(row, strategy) for row in matrix]
        greatest = max(payoffs)
        if greatest > payoffs[subset[0]]:  # no best reply to itself
            continue
        replies = [index for index, payoff in enumerate(payoffs) if payoff == greatest]
        named = names_of(table, 0, dict(enumerate(strategy)))
        mutant = _mutant(matrix, strategy, replies)
        # the checkers decide, with other inequalities than the search
        if mutant is None:
            check_stable(matrix, strategy)
            candidates.append(Candidate(named, True, None))
        else:
            check_invasion(matrix, strategy, mutant)
            candidates.append(Candidate(named, False, names_of(table, 0, dict(enumerate(mutant)))))
    checks = (STABILITY_CHECK, INVASION_CHECK)
    names = table.strategies
    return StabilitySolution(table.players, form, checks, table.title, tuple(candidates), names=names)


def _equilibrium_on(matrix: Sequence[Vector], subset: Sequence[int]) -> Vector | None:
    """Return the strategy of a subset against which all strategies in it get the same; None if not just one."""
    solved = _equal_payoffs([[matrix[i][j] for j in subset] for i in subset])
    if solved is None:
        return None
    weights, _ = solved
    if min(weights) <= 0:
        return None
    strategy = [Fraction(0)] * len(matrix)
    for index, weight in zip(subset, weights, strict=True):
        strategy[index] = weight
    return strategy


def _symmetric_matrix(table: NormalForm) -> list[Vector]:
    if len(table.players) != 2 or len({*map(len, table.strategies)}) != 1:
        raise ValueError("the game is not symmetric; allowed: tables of two players with the same strategies")
    first = table.payoff_matrix(0)
    second = table.payoff_matrix(1)
    for row, payoffs in enumerate(first):
        for column, payoff in enumerate(payoffs):
            # A symmetric game looks the same from both seats: the second matrix is the transpose of the first
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
    solved = equal_means([list(map(to_flint, row)) for row in matrix])
    if solved is None:
        return None
    weights, payoff = solved
    return list(map(to_fraction, weights)), to_fraction(payoff)


def _mutant(matrix: Sequence[Vector], strategy: Vector, replies: Sequence[int]) -> Vector | None:
    """Return a best reply that gets at least as much against itself as the strategy gets against it, if there is one.

    With the direction z to it, z A z >= 0. Directions along the support are eliminated one after the other.
    """
    size = range(len(matrix))
    played = [reply for reply in replies if strategy[reply]]
    others = [reply for reply in replies if not strategy[reply]]
    last = played.pop()

    def direction(index: int) -> Vector:
        vector = [Fraction(0)] * len(matrix)
        vector[index] += 1
        vector[last] -= 1
        return vector

    def form(one: Vector, other: Vector) -> Fraction:
        total = Fraction(0)
        for i, j in product(size, size):
            if one[i] and other[j]:
                total += one[i] * other[j] * (matrix[i][j] + matrix[j][i])
        return -total

    free = list(map(direction, played))  # both ways
    rest = list(map(direction, others))  # one way only
    while free:
        pivot = free.pop()
        square = form(pivot, pivot)
        # the form is not positive in a direction that can be followed both ways: there is a mutant
        if square <= 0:
            return _moved(strategy, pivot)
        # what remains is orthogonal to the pivot, so that the form splits into two
        for vectors in (free, rest):
            for index, vector in enumerate(vectors):
                vectors[index] = _without(vector, pivot, form(pivot, vector) / square)
    # the form is positive on a cone exactly if it is where its derivatives are equal, for each subset of directions
    for subset in _subsets(range(len(rest))):
        chosen = list(map(rest.__getitem__, subset))
        solved = _equal_payoffs([[*map(partial(form, one), chosen)] for one in chosen])
        if solved is None:
            continue
        weights, payoff = solved
        if min(weights) >= 0 >= payoff:
            return _moved(strategy, list(map(partial(dot, weights), zip(*chosen, strict=True))))
    return None


def _without(vector: Vector, pivot: Vector, ratio: Fraction) -> Vector:
    return [a - ratio * b for a, b in zip(vector, pivot, strict=True)]


def _moved(strategy: Vector, direction: Vector) -> Vector:
    """Return the last strategy on the way in a direction."""
    step = min(-weight / change for weight, change in zip(strategy, direction, strict=True) if change < 0)
    return [weight + step * change for weight, change in zip(strategy, direction, strict=True)]
