"""Whether an equilibrium of a two-player game in extensive form is subgame perfect, and if not, why.

`subgame_perfection` adds actions at information sets that a plan says nothing about, and `find_deviation` names a
subgame and a better plan there. `solve_perfect_information` is backward induction for any number of players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import NamedTuple, TypeAlias

from gametheory.model.classes import Payoffs
from gametheory.model.extensive_form import CHANCE, Choice, ExtensiveForm, last_choices
from gametheory.model.sequence_form import (
    BehaviorStrategy,
    PlayerSequences,
    RealizationPlan,
    SequenceForm,
    sequence_form,
)
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.pivoting import TooManyVertices
from gametheory.solvers.sequence_form import (
    ExtremePlan,
    extreme_plans,
    lemke_path,
    maximal_nash_subsets,
    mutual_replies,
    optimal_plans,
    payoffs_against,
    plan_with_replies,
)
from gametheory.verify import (
    CertificateError,
    check_not_subgame_perfect,
    check_perfect_information,
    check_subgame_perfect_tree,
)
from gametheory.verify.trees import part_of, proper_subgames, without_forced_parts

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
    # no proper subgame: every equilibrium is subgame perfect
    if len(search.subgames.inner) == 1:
        return (Subgames(True),) * len(plans)
    answers = []
    for pair in plans:
        first, second = (own.by_choice(plan) for own, plan in zip(form.players, pair, strict=True))
        answers.append(_checked(form, pair, search.complete((first, second))))
    return tuple(answers)


def _checked(form: SequenceForm, plans: Sequence[RealizationPlan], found: Subgames) -> Subgames:
    """Return what the search found, after filling in information sets at which every action will do, and a check."""
    # the search names the subgame; a better plan there is for the reader
    if found.deviation:
        return Subgames(False, deviation=find_deviation(form, plans, found.deviation.subgame))
    if not found.perfect:
        return found
    completion = []
    everywhere = {}
    for player, (own, strategy) in enumerate(zip(form.players, found.completion, strict=True), 1):
        filled = own.first_actions() | strategy
        completion.append(filled)
        for number, probabilities in filled.items():
            everywhere[player, number] = probabilities
    check_subgame_perfect_tree(form.tree, everywhere)
    return Subgames(True, tuple(completion))


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
                self.extreme = extreme_plans(self.form, 0, self.limit), extreme_plans(self.form, 1, self.limit)
            except TooManyVertices:
                self.complete = False
                # one equilibrium can still show that the answer is yes
                first, second = lemke_path(self.form).plans
                self.extreme = [plan_with_replies(self.form, 0, first)], [plan_with_replies(self.form, 1, second)]
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
        all_found = True
        options: dict[int, Options] = {}
        for root in reversed(self.subgames.inner):  # the innermost subgames come last
            options[root], complete = self._options(root, weights, options)
            all_found = all_found and complete
            if all_found and not options[root]:
                return Subgames(False, deviation=Deviation(root))
        # nothing found, but not all was tried: left open
        if not options[0]:
            return Subgames(None)
        behavior: tuple[BehaviorStrategy, ...] = ({}, {})
        self._fill(0, next(iter(options[0])), options, behavior)
        return Subgames(True, behavior)

    def _options(self, root: int, weights: Weights, options: dict[int, Options]) -> tuple[Options, bool]:
        """Return the payoffs of a subgame that agree with the plans, and whether these are all of them."""
        inner = [options[subgame] for subgame in self.subgames.inner[root]]
        found: Options = {}
        # if some combinations are not tried, that none is found proves nothing
        complete = prod(map(len, inner)) <= self.limit
        for payoffs in islice(product(*inner), self.limit):
            stage = self._stage(root, payoffs)
            pairs = list(mutual_replies(*self._plans(stage, root, weights)))
            values = []
            for pair in pairs:
                values.append(_expected_payoffs(stage.form, *pair))
                found.setdefault(values[-1], (stage, pair, payoffs))
            # mixtures of equilibria with different payoffs have all payoffs between them, which are not tried
            several = len(set(values)) > 1 and not _has_no_continuum(pairs, values)
            complete = complete and stage.complete and not several
        return found, complete

    def _fill(
        self, root: int, value: Payoffs, options: dict[int, Options], behavior: tuple[BehaviorStrategy, ...]
    ) -> None:
        """Add the actions of an equilibrium of a subgame with given payoffs, and of the subgames in it."""
        stage, pair, payoffs = options[root][value]
        for strategy, player, extreme in zip(behavior, stage.form.players, pair, strict=True):
            strategy |= player.behavior(extreme.plan)
        for subgame, inner_value in zip(self.subgames.inner[root], payoffs, strict=True):
            self._fill(subgame, inner_value, options, behavior)

    def _plans(self, stage: _Stage, root: int, weights: Weights) -> list[list[ExtremePlan]]:
        """Return for each player the given plan in a subgame; all extreme plans if own actions exclude the subgame."""
        plans: list[list[ExtremePlan]] = []
        for player, given in enumerate(weights):
            # if the player's own actions lead to the subgame, the plan says what happens there
            reached = given[self.choices[root][player]]
            if reached:
                following = stage.form.players[player].choices[1:]
                plan = (Fraction(1), *(given[choice] / reached for choice in following))
                plans.append([plan_with_replies(stage.form, player, plan)])
            else:
                plans.append(stage.plans(player))
        return plans

    def _stage(self, root: int, payoffs: tuple[Payoffs, ...]) -> _Stage:
        """Return a subgame in which the inner subgames are replaced by payoffs."""
        key = root, payoffs
        if key not in self.stages:
            form = sequence_form(self.subgames.stage(root, payoffs))
            self.stages[key] = _Stage(form, self.limit)
        return self.stages[key]


def _expected_payoffs(form: SequenceForm, first: ExtremePlan, second: ExtremePlan) -> Payoffs:
    """Return the payoffs of all players for a pair of plans."""
    expected = []
    for player in range(len(form.players)):
        gains = payoffs_against(form, player, 0, second.plan)
        expected.append(sum(map(Fraction.__mul__, first.plan, gains), Fraction(0)))
    return tuple(expected)


def _has_no_continuum(pairs: list[Pair], values: list[Payoffs]) -> bool:
    """Return whether all equilibria that are connected by mixtures have the same payoffs."""
    subsets = maximal_nash_subsets([(one.plan, other.plan) for one, other in pairs])
    if subsets is None:
        return False
    for subset in subsets:
        payoffs = {values[index] for index in subset}
        if len(payoffs) > 1:
            return False
    return True


PENALTIES = (10**4, 10**8)


@dataclass(frozen=True)
class Deviation:
    """A subgame in which no actions that can be added make an equilibrium."""

    subgame: int
    player: int = 0
    behavior: BehaviorStrategy = field(default_factory=dict)
    gain: Fraction = Fraction(0)


def find_deviation(form: SequenceForm, plans: Sequence[RealizationPlan], subgame: int) -> Deviation:
    """Return a deviation from an equilibrium that is not subgame perfect, in the smallest subgame that shows it.

    A player whose own actions lead to the subgame has a plan there. If every best response to it leaves the player
    something to gain, then one deviation, possibly mixed, gains against all of them (the minimax theorem). Pure best
    responses are tried first, then a linear program in which the other player pays for what is no best response.
    `verify.check_not_subgame_perfect` decides.

    >>> from gametheory.formats.gambit import read_efg
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> out, fight = (Fraction(1), Fraction(0), Fraction(1)), (Fraction(1), Fraction(1), Fraction(0))
    >>> find_deviation(form, (out, fight), 1)
    Deviation(subgame=1, player=2, behavior={1: (Fraction(0, 1), Fraction(1, 1))}, gain=Fraction(2, 1))
    """
    leading = last_choices(form.tree)[subgame]
    inside = sequence_form(without_forced_parts(form.tree, subgame))
    weights = tuple(own.by_choice(plan) for own, plan in zip(form.players, plans, strict=True))
    given: list[RealizationPlan | None] = []
    for own, weight_of, before in zip(inside.players, weights, leading, strict=True):
        reached = weight_of[before]
        if reached:
            given.append((Fraction(1), *(weight_of[choice] / reached for choice in own.choices[1:])))
        else:
            given.append(None)
    for player, plan in enumerate(given):
        if plan is not None:
            search = _DeviationSearch(form, weights, subgame, inside, player)
            found = search.best(plan, given[1 - player])
            if found:
                return found
    return Deviation(subgame)


@dataclass(frozen=True)
class _DeviationSearch:
    """The search for a deviation of one player from a plan that leads to a subgame."""

    form: SequenceForm
    weights: tuple[dict[Choice | None, Fraction], ...]
    subgame: int
    inside: SequenceForm
    player: int

    @property
    def own(self) -> PlayerSequences:
        """The player's sequences in the subgame."""
        return self.inside.players[self.player]

    def best(self, given: RealizationPlan, response: RealizationPlan | None) -> Deviation | None:
        """Return the first candidate that gains, as much like the given plan as it can be."""
        own = self.own
        before = own.behavior(given)
        for plan in self._candidates(given, response):
            gain = self._gain(plan)
            if not gain:
                continue
            behavior = own.first_actions() | before | own.behavior(plan)
            for part in reversed(own.sets):
                # take back what the gain does not need
                number = part.number
                closer = behavior | {number: before.get(number, behavior[number])}
                if self._gain(own.plan(closer)) >= gain:
                    behavior = closer
            deviation = own.plan(behavior)
            changed = {}
            for number, probabilities in own.behavior(deviation).items():
                if before.get(number) != probabilities:
                    changed[number] = probabilities
            return Deviation(self.subgame, self.player + 1, changed, self._gain(deviation))
        return None

    def _candidates(self, given: RealizationPlan, response: RealizationPlan | None) -> Iterator[RealizationPlan]:
        """Yield a best response to a response; then plans that gain against all best responses, if none is given."""
        other = 1 - self.player
        if response is None:
            gains = payoffs_against(self.inside, other, other, given)
            best = best_plan(self.inside.players[other], gains)
        else:
            best = response
        # pure replies first: most deviations are simple
        yield best_plan(self.own, payoffs_against(self.inside, self.player, self.player, best))
        if response is None:
            yield from self._by_linear_program(given)

    def _gain(self, plan: RealizationPlan) -> Fraction:
        """Return what a plan gains against every best response, by the checker; 0 if it does not."""
        by_choice = []
        for weights in (*self.weights, self.own.by_choice(plan)):
            # the checker takes choices: the empty sequence is none
            by_choice.append({choice: weight for choice, weight in weights.items() if choice})
        *plans, deviation = by_choice
        try:
            return check_not_subgame_perfect(self.form.tree, plans, self.subgame, self.player + 1, deviation)
        except CertificateError:
            return Fraction(0)

    def _by_linear_program(self, given: RealizationPlan) -> Iterator[RealizationPlan]:
        """Yield plans that gain as much as possible against every best response, or else a fine."""
        player = self.player
        other = 1 - self.player
        losses = payoffs_against(self.inside, player, other, given)
        replies = payoffs_against(self.inside, other, other, given)
        players = self.own, self.inside.players[other]
        for penalty in PENALTIES:
            gains: dict[tuple[int, ...], Fraction] = {}
            for reply, loss in enumerate(losses):
                gains[0, reply] = -loss - penalty * replies[reply]
            for sequences, payoffs in self.inside.payoffs.items():
                key = sequences[player], sequences[other]
                gains[key] = gains.get(key, Fraction(0)) + payoffs[player]
            payoffs_of_both = {key: (gain, -gain) for key, gain in gains.items()}
            for plan, _ in optimal_plans(SequenceForm(self.inside.tree, players, payoffs_of_both)):
                yield plan


def best_plan(own: PlayerSequences, gains: list[Fraction]) -> RealizationPlan:
    """Return a pure plan with the greatest sum of gains."""
    totals = list(gains)
    behavior: BehaviorStrategy = {}
    for part in reversed(own.sets):
        best = max(part.sequences, key=totals.__getitem__)
        pure = [Fraction(int(sequence == best)) for sequence in part.sequences]
        behavior[part.number] = tuple(pure)
        totals[part.parent] += totals[best]
    return own.plan(behavior)


def solve_perfect_information(form: SequenceForm) -> Equilibrium:
    """Return a subgame-perfect equilibrium in pure strategies of a game with perfect information.

    Backward induction (Zermelo 1913; Kuhn 1953); of several best actions the first one is chosen.
    `verify.check_perfect_information` accepts the action at every node. Cost: the nodes times the number of players.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> solve_perfect_information(form).payoffs
    (Fraction(1, 1), Fraction(1, 1))

    References
    ----------
    H. W. Kuhn, Extensive games and the problem of information (1953).
    """
    tree = form.tree
    payoffs, chosen = _values(tree)
    attained = check_perfect_information(tree, payoffs, chosen)
    behavior: list[BehaviorStrategy] = [{} for _ in tree.players]
    for node, action in zip(tree.nodes, chosen, strict=True):
        if node.player:
            pure = [Fraction(0)] * len(tree.actions(node))
            pure[action] = Fraction(1)
            behavior[node.player - 1][node.information_set] = tuple(pure)
    plans = tuple(own.plan(strategy) for own, strategy in zip(form.players, behavior, strict=True))
    return Equilibrium(plans, attained, tuple(behavior))


def _values(tree: ExtensiveForm) -> tuple[list[Payoffs], list[int]]:
    """Return the payoffs of all players from each node on, and the action there; 0 at chance and terminal nodes."""
    zero = (Fraction(0),) * len(tree.players)
    count = len(tree.nodes)
    payoffs = [zero] * count
    chosen = [0] * count
    after: list[list[Payoffs]] = [[] for _ in tree.nodes]  # from the last action to the first
    parents = list(tree.parents())
    for index in reversed(range(count)):  # a node comes after its parent
        node = tree.nodes[index]
        options = after[index][::-1]
        after[index] = []
        value = zero
        if node.player == CHANCE:
            probabilities = tree.information_sets[node.set_key].probabilities
            for probability, option in zip(probabilities, options, strict=True):
                shares = (probability * payoff for payoff in option)
                value = tuple(map(Fraction.__add__, value, shares))
        elif node.player:
            seat = node.player - 1
            best = max(range(len(options)), key=lambda action: options[action][seat])
            chosen[index] = best
            value = options[best]
        if node.outcome:
            value = tuple(map(Fraction.__add__, value, tree.outcomes[node.outcome].payoffs))
        payoffs[index] = value
        parent = parents[index]
        if parent:
            after[parent[0]].append(value)
    return payoffs, chosen
