"""Whether a Nash equilibrium of a two-player game in extensive form is subgame perfect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import NamedTuple, TypeAlias

from gametheory.model.extensive_form import Choice, ExtensiveForm, last_choices
from gametheory.model.payoffs import Payoffs
from gametheory.model.sequence_form import BehaviorStrategy, RealizationPlan, SequenceForm, sequence_form
from gametheory.solvers.pivoting import TooManyVertices
from gametheory.solvers.sequence_form.deviation import Deviation, find_deviation
from gametheory.solvers.sequence_form.equilibrium import payoffs_against
from gametheory.solvers.sequence_form.extreme_equilibria import maximal_nash_subsets, mutual_replies
from gametheory.solvers.sequence_form.extreme_plans import ExtremePlan, extreme_plans, plan_with_replies
from gametheory.solvers.sequence_form.lemke import lemke_path
from gametheory.verify import check_subgame_perfect_tree
from gametheory.verify.trees import part_of, proper_subgames

MAX_TRIES = 500  # vertices of the plans in one subgame, and combinations of payoffs in the subgames of one subgame

Weights: TypeAlias = tuple[dict[Choice | None, Fraction], ...]


class Subgames(NamedTuple):
    """Whether an equilibrium is subgame perfect, and how."""

    perfect: bool | None
    completion: tuple[BehaviorStrategy, ...] = ()
    deviation: Deviation | None = None


def subgame_perfection(
    form: SequenceForm, plans: Sequence[Sequence[RealizationPlan]], limit: int | None = None
) -> tuple[Subgames, ...]:
    """Return for each equilibrium whether it is subgame perfect: an equilibrium in every subgame (Selten 1965).

    Realization plans say nothing about information sets that the player's own actions exclude. There any actions may
    be added; the question is whether some make an equilibrium in every subgame. The innermost subgames come first: each
    is replaced by the payoffs of its equilibria, and all payoffs are tried. `verify.check_subgame_perfect_tree` accepts
    the actions that are found. Cost: for each subgame that is not reached, the enumeration of its extreme equilibria,
    for each combination of payoffs of the subgames in it.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> go_in, stay_out = (Fraction(1), Fraction(1), Fraction(0)), (Fraction(1), Fraction(0), Fraction(1))
    >>> entry, threat = subgame_perfection(form, [(go_in, stay_out), (stay_out, go_in)])
    >>> entry.perfect, entry.completion[1], threat.perfect
    (True, {1: (Fraction(0, 1), Fraction(1, 1))}, False)

    References
    ----------
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).
    """
    search = _Search.of(form.tree, limit or MAX_TRIES)
    if len(search.subgames.inner) == 1:
        return (Subgames(True),) * len(plans)
    return tuple(_checked(form, pair, search.complete(_weights(form, pair))) for pair in plans)


def _weights(form: SequenceForm, plans: Sequence[RealizationPlan]) -> Weights:
    first, second = (dict(zip(own.choices, plan, strict=True)) for own, plan in zip(form.players, plans, strict=True))
    return first, second


def _checked(form: SequenceForm, plans: Sequence[RealizationPlan], found: Subgames) -> Subgames:
    """Return what the search found, after filling in information sets at which every action will do, and a check."""
    if found.deviation:
        return Subgames(False, deviation=find_deviation(form, plans, found.deviation.subgame))
    if not found.perfect:
        return found
    filled = []
    for own, strategy in zip(form.players, found.completion, strict=True):
        first = {part.number: (Fraction(1), *[Fraction(0)] * (len(part.sequences) - 1)) for part in own.sets}
        filled.append(first | strategy)
    behavior = {(player, number): own for player, each in enumerate(filled, 1) for number, own in each.items()}
    check_subgame_perfect_tree(form.tree, behavior)
    return Subgames(True, tuple(filled))


@dataclass(slots=True)
class _Stage:
    """A subgame in which all subgames are replaced by payoffs."""

    form: SequenceForm
    limit: int
    extreme: tuple[list[ExtremePlan], list[ExtremePlan]] | None = None
    complete: bool = True

    def plans(self, player: int) -> list[ExtremePlan]:
        """Return the extreme plans of a player; if they are too many, a plan of one equilibrium."""
        if self.extreme is None:
            try:
                first, second = (extreme_plans(self.form, player, self.limit) for player in (0, 1))
            except TooManyVertices:
                self.complete = False
                pair = lemke_path(self.form).plans
                first, second = ([plan_with_replies(self.form, each, pair[each])] for each in (0, 1))
            self.extreme = first, second
        return self.extreme[player]


Pair: TypeAlias = tuple[ExtremePlan, ExtremePlan]
Options: TypeAlias = dict[Payoffs, tuple[_Stage, Pair, tuple[Payoffs, ...]]]


@dataclass(frozen=True)
class NestedSubgames:
    """The subgames of a tree, each given by its first node, in order: the subgames in it, and the first node after it.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 p "" 1 2 "" { "on" } 0 t "" 0')
    >>> NestedSubgames.of(tree).inner
    {0: [2], 2: []}
    """

    tree: ExtensiveForm
    inner: dict[int, list[int]]
    ends: dict[int, int]

    @classmethod
    def of(cls, tree: ExtensiveForm) -> NestedSubgames:
        """Find the subgames of a tree."""
        ends = {0: len(tree.nodes), **dict(proper_subgames(tree))}
        inner: dict[int, list[int]] = {}
        open_roots: list[int] = []
        for root in ends:
            while open_roots and ends[open_roots[-1]] <= root:
                open_roots.pop()
            if open_roots:
                inner[open_roots[-1]].append(root)
            inner[root] = []
            open_roots.append(root)
        return cls(tree, inner, ends)

    def stage(self, root: int, payoffs: Sequence[Payoffs]) -> ExtensiveForm:
        """Return a subgame in which the subgames in it are replaced by payoffs."""
        return part_of(self.tree, root, self.ends, dict(zip(self.inner[root], payoffs, strict=True)))


@dataclass(frozen=True)
class _Search:
    """The search for actions in the subgames of a tree."""

    subgames: NestedSubgames
    choices: list[tuple[Choice | None, ...]]
    stages: dict[tuple[int, tuple[Payoffs, ...]], _Stage]
    limit: int

    @classmethod
    def of(cls, tree: ExtensiveForm, limit: int) -> _Search:
        """Find the subgames of a tree."""
        return cls(NestedSubgames.of(tree), last_choices(tree), {}, limit)

    def complete(self, weights: Weights) -> Subgames:
        """Return whether actions can be added to an equilibrium that make it subgame perfect, and which."""
        known, options = True, dict[int, Options]()
        for root in reversed(self.subgames.inner):
            options[root], complete = self._options(root, weights, options)
            known = known and complete
            if known and not options[root]:
                return Subgames(False, deviation=Deviation(root))
        if not options[0]:
            return Subgames(None)
        behavior: tuple[BehaviorStrategy, ...] = ({}, {})
        self._fill(0, next(iter(options[0])), options, behavior)
        return Subgames(True, behavior)

    def _options(self, root: int, weights: Weights, options: dict[int, Options]) -> tuple[Options, bool]:
        """Return the payoffs of a subgame that agree with the plans, and whether these are all of them."""
        inner = [options[each] for each in self.subgames.inner[root]]
        found: Options = {}
        complete = prod(map(len, inner)) <= self.limit
        for payoffs in islice(product(*inner), self.limit):
            stage = self._stage(root, payoffs)
            pairs = list(mutual_replies(*self._plans(stage, root, weights)))
            values = [_expected_payoffs(stage.form, one.plan, other.plan) for one, other in pairs]
            for value, pair in zip(values, pairs, strict=True):
                found.setdefault(value, (stage, pair, payoffs))
            complete = complete and stage.complete and (len(set(values)) < 2 or _has_no_continuum(pairs, values))
        return found, complete

    def _fill(
        self, root: int, value: Payoffs, options: dict[int, Options], behavior: tuple[BehaviorStrategy, ...]
    ) -> None:
        """Add the actions of an equilibrium of a subgame with given payoffs, and of the subgames in it."""
        stage, pair, payoffs = options[root][value]
        for own, player, extreme in zip(behavior, stage.form.players, pair, strict=True):
            own |= player.behavior(extreme.plan)
        for each, payoff in zip(self.subgames.inner[root], payoffs, strict=True):
            self._fill(each, payoff, options, behavior)

    def _plans(self, stage: _Stage, root: int, weights: Weights) -> list[list[ExtremePlan]]:
        """Return for each player the given plan in a subgame; all extreme plans if own actions exclude the subgame."""
        plans: list[list[ExtremePlan]] = []
        for player, given in enumerate(weights):
            total = given[self.choices[root][player]]
            if not total:
                plans.append(stage.plans(player))
                continue
            own = stage.form.players[player].choices[1:]
            plan = (Fraction(1), *(given[choice] / total for choice in own))
            plans.append([plan_with_replies(stage.form, player, plan)])
        return plans

    def _stage(self, root: int, payoffs: tuple[Payoffs, ...]) -> _Stage:
        """Return a subgame in which the inner subgames are replaced by payoffs."""
        if (root, payoffs) not in self.stages:
            self.stages[root, payoffs] = _Stage(sequence_form(self.subgames.stage(root, payoffs)), self.limit)
        return self.stages[root, payoffs]


def _expected_payoffs(form: SequenceForm, first: RealizationPlan, second: RealizationPlan) -> Payoffs:
    gains = (payoffs_against(form, player, 0, second) for player in range(len(form.players)))
    return tuple(sum(map(Fraction.__mul__, first, own), Fraction(0)) for own in gains)


def _has_no_continuum(pairs: list[tuple[ExtremePlan, ExtremePlan]], values: list[Payoffs]) -> bool:
    """Return whether all equilibria that are connected by mixtures have the same payoffs."""
    subsets = maximal_nash_subsets([(one.plan, other.plan) for one, other in pairs])
    return subsets is not None and all(len({values[index] for index in subset}) == 1 for subset in subsets)
