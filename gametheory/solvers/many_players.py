"""Nash equilibria of a game of three or more players: all of them, as far as each support can be decided.

A support has isolated equilibria, a continuum with one exact point, or none; or it is left open with the reason. What
intervals cannot decide, two SMT solvers are asked. In a large game, the end of the path of logit equilibria is a guess
of one equilibrium. Results are checked, printed, and written as JSON.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import chain
from math import prod
from typing import Any, NamedTuple

import numpy as np
from flint import arb, ctx, fmpq_mat

from gametheory.model.extensive_form import ExtensiveForm, information_set_names
from gametheory.model.normal_form import NormalForm, profiles_in_order
from gametheory.model.sequence_form import BehaviorStrategy, FormTooLarge, SequenceForm, sequence_form
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.parallel.compiled import Floats
from gametheory.parallel.extras import MissingExtra
from gametheory.parallel.limits import Progress
from gametheory.solvers import polynomials
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.many_player_solution import ManyPlayerSolution, SupportNote
from gametheory.solvers.sequence_form import checked_tree_equilibrium, form_of_table
from gametheory.solvers.solution import Check
from gametheory.solvers.support_cells import CellSearch, Zero, linear_zero, steps_at_ties
from gametheory.solvers.support_formula import Formula, Weights
from gametheory.solvers.supports import Array, Payoffs, Supports, actions_of, guess_equilibria, most_probable
from gametheory.verify import check_equilibrium_box, check_mixed_profile
from gametheory.verify.complete_supports import (
    CompleteSupports,
    OnlyZero,
    Step,
    SupportProof,
    check_support,
    support_of_profile,
)
from gametheory.verify.errors import CertificateError

TABLE_CHECK = Check("every equilibrium with rational probabilities, exactly", "verify.check_mixed_profile")
TREE_CHECK = Check("every equilibrium with rational probabilities, exactly", "verify.check_tree_equilibrium")
BOX_CHECK = Check("every box contains one equilibrium, by Krawczyk's test", "verify.check_equilibrium_box")
COMPLETE_TREE_CHECK = Check("no equilibrium is missing, by a proof for each support", "verify.check_complete_behavior")
COMPLETE_CHECK = Check("no equilibrium is missing, by a proof for each support", "verify.check_complete_profiles")


def many_player_equilibria(
    game: NormalForm | ExtensiveForm,
    find_all: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
) -> ManyPlayerSolution:
    """Return all Nash equilibria of a game of any number of players, as far as its supports can be decided.

    Each support that conditional dominance leaves (Porter, Nudelman and Shoham 2004) is searched by branch and prune.
    """
    tree = isinstance(game, ExtensiveForm)
    if isinstance(game, ExtensiveForm):
        form = sequence_form(game)
    else:
        form = form_of_table(game.cells())
    result = search_equilibria(form, limit, find_all, progress)
    profiles = result.profiles
    complete = not result.reason and not result.left
    checks = [TREE_CHECK if tree else TABLE_CHECK]
    if not all(profile.exact for profile in profiles):
        checks.append(BOX_CHECK)
    certificate = None
    if complete and result.names_of:
        continua_of = {supports for supports, _ in result.continua}
        unproved = [result.names_of(supports) for supports in result.unproved if supports not in continua_of]
        certificate = CompleteSupports(tuple(result.proofs), tuple(unproved))
        if not certificate.unproved:
            checks.insert(1, COMPLETE_TREE_CHECK if tree else COMPLETE_CHECK)
    continua = []
    for supports, profile in result.continua:
        point = _checked(game, form, profile)
        continua.append(SupportNote(_names(game, form, supports), "infinitely many", point))
    return ManyPlayerSolution(
        game,
        tuple(_checked(game, form, profile) for profile in profiles),
        "support enumeration with branch and prune",
        complete=complete,
        checked=tuple(checks),
        certificate=certificate,
        reason=_reason(result),
        continua=tuple(continua),
        undecided=tuple(SupportNote(_names(game, form, supports), reason) for supports, reason in result.left),
        regular=complete and not result.continua and all(profile.regular for profile in profiles),
    )


def _reason(result: Result) -> str:
    """Return why a search is not complete; an empty text if it is."""
    reasons = []
    if result.left:
        reasons.append(f"{pluralize(len(result.left), 'support')} not decided")
    if result.reason:
        reasons.append(result.reason)
    return "; ".join(f"{reason}, {result.decided:,} decided" for reason in reasons)


def _checked(game: NormalForm | ExtensiveForm, form: SequenceForm, profile: Profile) -> Equilibrium:
    """Return an equilibrium that a checker accepts."""
    plans = []
    behavior: list[BehaviorStrategy] = []
    for player, probabilities in zip(form.players, profile.probabilities, strict=True):
        plans.append(tuple(probabilities.get(sequence, Fraction(0)) for sequence in range(1, len(player))))
        used: BehaviorStrategy = {}
        for part in player.sets:
            if not probabilities.keys().isdisjoint(part.sequences):
                used[part.number] = tuple(probabilities.get(sequence, Fraction(0)) for sequence in part.sequences)
        behavior.append(used)
    # irrational: the checker proves that the box has one equilibrium
    if not profile.exact:
        box = {}
        for player_number, probabilities in enumerate(profile.probabilities):
            for sequence, number in probabilities.items():
                choice = player_number, *_choice(form, player_number, sequence)
                box[choice] = number if isinstance(number, polynomials.Interval) else (number, number)
        bounds = check_equilibrium_box(game, box)
        payoffs: Any = tuple(polynomials.Interval(*map(Fraction, ends)) for ends in bounds)
        if isinstance(game, NormalForm):
            payoffs = _with_constant_payoffs(game, plans, payoffs)
        if form.tree:
            return Equilibrium((), payoffs, tuple(behavior))
        return Equilibrium(tuple(plans), payoffs)
    if isinstance(game, NormalForm):
        return Equilibrium(tuple(plans), check_mixed_profile(game, plans))
    everywhere = []
    for player, used in zip(form.players, behavior, strict=True):
        # below an unused action all weights are 0, whatever stands there
        anything = {part.number: (Fraction(1),) * len(part.sequences) for part in player.sets}
        everywhere.append(player.plan(anything | used))
    return checked_tree_equilibrium(form, everywhere)


def _with_constant_payoffs(
    table: NormalForm, plans: Sequence[Sequence[Any]], payoffs: Sequence[Any]
) -> tuple[Any, ...]:
    """Return the payoffs; exact is that of a player with a used strategy that pays the same whatever others do.

    In an equilibrium all used strategies of a player pay the same, so that one of them has the payoff of all.
    """
    profiles = profiles_in_order([range(len(names)) for names in table.strategies])
    paid: defaultdict[tuple[int, int], set[Fraction]] = defaultdict(set)
    for profile, outcome in zip(profiles, table.outcomes, strict=True):
        if all(plan[strategy] for plan, strategy in zip(plans, profile, strict=True)):
            for player, strategy in enumerate(profile):
                paid[player, strategy].add(Fraction(outcome.payoffs[player]))
    exact = list(payoffs)
    for (player, _), numbers in paid.items():
        if len(numbers) == 1:
            exact[player] = numbers.pop()
    return tuple(exact)


def _choice(form: SequenceForm, player: int, sequence: int) -> tuple[int, int]:
    """Return an information set, 0 in a table, and an action."""
    choice = form.players[player].choices[sequence]
    assert choice is not None
    return choice if form.tree else (0, choice[1])


def _names(game: Any, form: SequenceForm, supports: Supports) -> tuple[tuple[str, ...], ...]:
    """Return the names of the used actions of each player, in a tree with the information set."""
    sets = information_set_names(game) if form.tree else {}
    names = []
    for player, support in enumerate(supports):
        actions = []
        for sequence in support.sequences[1:]:
            number, action = _choice(form, player, sequence)
            if form.tree:
                key = player + 1, number
                actions.append(f"{sets[key]}: {game.information_sets[key].actions[action]}")
            else:
                actions.append(str(game.strategies[player][action]))
        names.append(tuple(actions))
    return tuple(names)


MAX_SUPPORTS, MAX_SUPPORTS_OF_ALL = 5_000, 100_000
SUPPORTS_AT_A_TIME = 256  # of which arrays have the cells
MAX_POINTS = 3  # that are sought in one support before it is left open
# Of `Payoffs.work`, about a minute: ends a search without a limit. Of Gambit's games, those that are
# decided need up to 98 million.
MAX_WORK = 150_000_000


@dataclass(frozen=True)
class Profile:
    """The probability of each used action, by its sequence, for each player: rationals, or certified intervals."""

    probabilities: tuple[dict[int, Any], ...]
    exact: bool
    regular: bool  # alone in a neighborhood, and no unused action is as good as a used one


@dataclass
class Result:
    """What a search has decided."""

    profiles: list[Profile] = field(default_factory=list)
    continua: list[tuple[Supports, Profile]] = field(default_factory=list)
    left: list[tuple[Supports, str]] = field(default_factory=list)
    decided: int = 0
    reason: str = ""  # why the search ended early
    proofs: list[SupportProof] = field(default_factory=list)
    unproved: list[Supports] = field(default_factory=list)  # of those decided
    names_of: Callable[[Supports], tuple[tuple[int, ...], ...]] | None = None  # in proofs, if there can be some


def search_equilibria(
    form: SequenceForm, limit: int | None = None, find_all: bool = False, progress: Progress | None = None
) -> Result:
    """Return all equilibria of a game, or those that are found within the limits or until Ctrl-C.

    The limits count supports and work, never time, so that each run has the same answer. If there are more than 5,000
    supports, `guess_equilibria` leads to one equilibrium first, which an early end does not lose.
    """
    payoffs = Payoffs(form, find_all)
    has_proofs = payoffs.is_small_table or payoffs.is_small_tree
    result = Result(names_of=payoffs.names_of if has_proofs else None)
    guess: Profile | None = None
    try:
        if not payoffs.is_small_table:
            payoffs.find_supports()
            if prod(map(len, payoffs.supports)) > MAX_SUPPORTS:
                guess = _certified_guess(payoffs, progress)
        _decide_all(payoffs, result, limit, find_all, progress)
        if has_proofs:
            _prove_ties(payoffs, result)
    except KeyboardInterrupt:
        result.reason = "it was interrupted"
    except FormTooLarge as error:
        result.reason = str(error)
        guess = _certified_guess(payoffs, progress)
        if guess is None:
            raise
    if guess is not None:
        found = [_used_actions(profile) for profile in result.profiles]
        if _used_actions(guess) not in found:
            result.profiles.append(guess)
    return result


def _decide_all(payoffs: Payoffs, result: Result, limit: int | None, find_all: bool, progress: Progress | None) -> None:
    """Decide one support after the other, until all are decided or a limit is reached."""
    most = limit or (MAX_SUPPORTS_OF_ALL if find_all else MAX_SUPPORTS)
    for supports, decided_by_cells in _with_proofs(payoffs):
        if result.decided + len(result.left) == most:
            result.reason = f"the limit of {most:,} supports is reached"
            return
        if not (limit or find_all) and payoffs.work > MAX_WORK:
            result.reason = f"its limit of work is reached ({MAX_WORK:,} numbers), while --all or a --limit goes on"
            return
        if not supports:  # excluded by dominance
            continue
        if progress:
            progress(result.decided, most, "supports are decided")
        if decided_by_cells is None or not decided_by_cells(result):
            _decide(payoffs, supports, result)


def _with_proofs(payoffs: Payoffs) -> Iterator[tuple[Supports, Callable[[Result], bool] | None]]:
    """Yield the supports that dominance leaves, those of a small game with what tries to decide them by cells."""
    if not (payoffs.is_small_table or payoffs.is_small_tree):
        for supports in payoffs.combinations():
            yield supports, None
        return
    waiting: list[Supports] = []
    for supports in payoffs.combinations():
        if not any(support.dimension for support in supports):
            is_table = payoffs.is_small_table
            yield supports, partial(_add_pure, payoffs.action_tables, supports) if is_table else None
            continue
        waiting.append(supports)
        if len(waiting) == SUPPORTS_AT_A_TIME:
            yield from _Proofs(payoffs, waiting)
            waiting = []
    if waiting:
        yield from _Proofs(payoffs, waiting)


def _add_pure(tables: Sequence[Array], supports: Supports, result: Result) -> bool:
    """Add the equilibrium in pure strategies that dominance leaves in a support of a table; return True."""
    actions = [used for (used,) in actions_of(supports)]
    is_strict = True
    for player, table in enumerate(tables):
        payoffs = np.moveaxis(table, player, -1)[tuple(actions[:player] + actions[player + 1 :])]
        as_good = payoffs >= payoffs[actions[player]]
        is_strict = is_strict and as_good.sum() == 1
    played = tuple({action + 1: Fraction(1)} for action in actions)
    result.profiles.append(Profile(played, exact=True, regular=is_strict))
    result.decided += 1
    return True


class _Proofs:
    """Proofs for some supports of a small table or tree, and the zeros of their equations that they name."""

    def __init__(self, payoffs: Payoffs, options: Sequence[Supports]) -> None:
        self.payoffs = payoffs
        self.options = options
        self.parts = list(map(payoffs.part_of, options))
        self.equations: dict[int, polynomials.Equations] = {}
        self.roots: defaultdict[int, list[polynomials.Root]] = defaultdict(list)
        self.solved: set[int] = set()  # supports whose equations are linear
        self.profiles: defaultdict[int, list[Profile]] = defaultdict(list)
        self.steps: dict[int, list[Step] | None] = {}
        for members, tables in self._groups():
            supports = [self.parts[number].supports for number in members]
            search = CellSearch(tables, supports, partial(self._find_zero_of, members))
            self.steps |= zip(members, search.run(), strict=True)
            payoffs.work += search.work

    def _groups(self) -> Iterator[tuple[Sequence[int], list[Array]]]:
        """Yield the numbers of supports that are searched together, and the payoffs of each player."""
        if self.payoffs.is_small_table:
            tables = [np.moveaxis(table, player, 0)[None] for player, table in enumerate(self.payoffs.action_tables)]
            yield range(len(self.options)), tables
            return
        # a table of information sets for each support: together are those of one shape
        groups: defaultdict[object, list[int]] = defaultdict(list)
        for number, part in enumerate(self.parts):
            shape = tuple(gains.shape for gains in part.gains)
            groups[shape].append(number)
        for members in groups.values():
            by_set = zip(*(self.parts[number].gains for number in members), strict=True)
            yield members, list(map(np.stack, by_set))

    def __iter__(self) -> Iterator[tuple[Supports, Callable[[Result], bool]]]:
        """Yield each support, with what adds its equilibria and its proof to a result."""
        for number, supports in enumerate(self.options):
            yield supports, partial(self._add, number)

    def _add(self, number: int, result: Result) -> bool:
        """Add the equilibria of a support and its proof; return False if another method has to decide it."""
        first = len(result.profiles)
        steps: list[Step] = []
        for step in self.steps[number] or ():
            if isinstance(step, OnlyZero) and not step.point:
                step = OnlyZero(first + step.number)
            steps.append(step)
        profiles = self.profiles[number]
        zeros = {}
        for number_of_all, profile in enumerate(profiles, first):
            zeros[number_of_all] = _numbers_of_all(self.payoffs, profile)
        try:
            check_support(self.parts[number], steps, zeros)
        except CertificateError:  # there are no steps, or floats have suggested too much
            return False
        result.profiles += profiles
        result.proofs.append(SupportProof(self.payoffs.names_of(self.options[number]), tuple(steps)))
        result.decided += 1
        return True

    def _find_zero_of(self, members: Sequence[int], place: int, point: Floats) -> Zero | None:
        return self.find_zero(members[place], point)

    def find_zero(self, number: int, point: Floats) -> Zero | None:
        """Return the zero of the equations of a support near a point, if there is one that was not returned before."""
        mixing = [player for player, support in enumerate(self.options[number]) if support.dimension]
        # the equations of two players of a table who mix are linear
        is_linear = len(mixing) == 2 and self.payoffs.is_small_table
        found = self._only_zero(number) if is_linear else self._zero_near(number, point)
        if found is None:
            return None
        profile, verdict = found
        part = self.parts[number]
        used_by_row: list[list[Any]] = [*part.used(_numbers_of_all(self.payoffs, profile))]
        step = None
        if verdict is not None and verdict.equilibrium:
            step = OnlyZero(len(self.profiles[number]))
            self.profiles[number].append(profile)
        elif verdict is not None and profile.exact:
            step = OnlyZero(-1, tuple(map(tuple, used_by_row)))
        at = np.zeros_like(point)
        for own, used, probabilities in zip(at, part.supports, used_by_row, strict=True):
            own[list(used)] = list(map(float, probabilities))
        return Zero(at, step)

    def _only_zero(self, number: int) -> tuple[Profile, _Verdict] | None:
        """Return the zero of a support in which two players mix, if it was not returned before."""
        zero = linear_zero(self.parts[number])
        if zero is None or number in self.solved:
            return None
        self.solved.add(number)
        probabilities = []
        for used, plan in zip(self.parts[number].supports, zero.plans, strict=True):
            probabilities.append(
                {strategy + 1: to_fraction(number) for strategy, number in zip(used, plan, strict=True)}
            )
        profile = Profile(tuple(probabilities), exact=True, regular=zero.is_strict)
        return profile, _Verdict(zero.is_equilibrium, zero.is_strict)

    def _zero_near(self, number: int, point: Floats) -> tuple[Profile, _Verdict | None] | None:
        """Return a zero near a point, if there is one that was not returned before."""
        options = self.options[number]
        if number not in self.equations:
            self.equations[number] = polynomials.Equations(polynomials.System(self.payoffs, options))
        equations = self.equations[number]
        # a row of the point for each information set
        row_of: dict[tuple[int, int], int] = {}
        for player, support in enumerate(options):
            for block in range(len(support.blocks)):
                row_of[player, block] = len(row_of)
        free = []
        for player, block, place in equations.system.variables:
            row = row_of[player, block]
            strategy = place - options[player].blocks[block].first
            free.append(point[row][self.parts[number].supports[row][strategy]])
        root = equations.certify(np.array(free), widen=False)
        if root is None or any(other.same(root) for other in self.roots[number]):
            return None
        self.roots[number].append(root)
        numbers = root.exact or root.balls
        verdict = _verdict(equations, numbers)
        return _profile(equations, numbers, verdict is not None and verdict.strict), verdict


def _numbers_of_all(payoffs: Payoffs, profile: Profile) -> list[list[Any]]:
    """Return the probabilities of a profile as the checker reads them; in a tree those of empty sequences, too."""
    numbers = []
    for player, used in zip(payoffs.players, profile.probabilities, strict=True):
        own = [used.get(sequence, Fraction(0)) for sequence in range(1, len(player))]
        numbers.append(own if payoffs.is_small_table else [Fraction(1), *own])
    return numbers


def _prove_ties(payoffs: Payoffs, result: Result) -> None:
    """Prove what other methods have decided about supports whose conditions hold with equality."""
    continua_of = {supports for supports, _ in result.continua}
    unproved = []
    for supports in result.unproved:
        if supports in continua_of:
            unproved.append(supports)
            continue
        names = payoffs.names_of(supports)
        zeros = {}
        for number, profile in enumerate(result.profiles):
            numbers = _numbers_of_all(payoffs, profile)
            if support_of_profile(numbers) == names:
                zeros[number] = numbers
        part = payoffs.part_of(supports)
        steps = steps_at_ties(part, zeros)
        try:
            check_support(part, steps, zeros)
        except CertificateError:
            unproved.append(supports)
        else:
            result.proofs.append(SupportProof(names, tuple(steps)))
    result.unproved = unproved


def _used_actions(profile: Profile) -> list[list[int]]:
    """Return the used sequences of each player."""
    return list(map(list, profile.probabilities))


def _certified_guess(payoffs: Payoffs, progress: Progress | None) -> Profile | None:
    """Return an equilibrium near the end of the path of logit equilibria."""
    if progress:
        progress(0, 1, "one equilibrium by the path of logit equilibria")
    # the last supports are those of the limit of the path
    guesses = [*guess_equilibria(payoffs)]
    for supports, numbers in reversed(guesses):
        equations = polynomials.Equations(polynomials.System(payoffs, supports))
        point = [numbers[variable.player][variable.action] for variable in equations.system.variables]
        free: Sequence[object] = []
        if point:
            root = equations.certify(np.array(point))
            if root is None:
                continue
            free = root.exact or root.balls
        verdict = _verdict(equations, free)
        if verdict is not None and verdict.equilibrium:
            return _profile(equations, free, verdict.strict)
    # at sets that play does not reach, probabilities often have no limit that can be certified
    for supports, numbers in guesses[-1:]:
        pure = tuple(map(most_probable, payoffs.players, supports, numbers))
        equations = polynomials.Equations(polynomials.System(payoffs, pure))
        verdict = _verdict(equations, [])
        if verdict is not None and verdict.equilibrium:
            return _profile(equations, [], verdict.strict)
    return None


def _decide(payoffs: Payoffs, supports: Supports, result: Result) -> None:
    """Add the equilibria with given supports to a result."""
    system = polynomials.System(payoffs, supports)
    equations = polynomials.Equations(system)
    if not system.variables:  # dominance leaves a pure profile only if it is an equilibrium
        verdict = _verdict(equations, [])
        result.profiles.append(_profile(equations, [], verdict is not None and verdict.strict))
        result.decided += 1
        return
    uniform = [Fraction(1, system.blocks[player][block].size) for player, block, _ in system.variables]
    # with fewer equations than unknowns there are none or infinitely many: often uniform play is one
    if system.singular and _is_equilibrium(equations, uniform) and _on_a_continuum(equations, uniform):
        result.continua.append((supports, _profile(equations, uniform, regular=False)))
        result.decided += 1
        return
    result.unproved.append(supports)
    # boxes without an equilibrium are excluded, those with one certified
    roots, whole = polynomials.Search(system).isolate(equations.certify)
    boxes = []
    for root in roots:
        free = root.exact or root.balls
        verdict = _verdict(equations, free)
        if verdict is None:  # a comparison that the balls leave open
            whole = False
            continue
        boxes.append(list(map(polynomials.interval, root.wide)))
        if verdict.equilibrium:
            result.profiles.append(_profile(equations, free, verdict.strict))
    if whole:
        result.decided += 1
        return
    try:
        reason = _by_smt(equations, boxes, result)
    except MissingExtra as error:
        reason = str(error)
    if reason:
        result.left.append((supports, reason))
    else:
        result.decided += 1


class _Verdict(NamedTuple):
    """Whether a zero of the equations is an equilibrium, and whether every unused action is worse."""

    equilibrium: bool
    strict: bool


NO_EQUILIBRIUM = _Verdict(equilibrium=False, strict=False)


def _verdict(equations: polynomials.Equations, free: Sequence[object]) -> _Verdict | None:
    """Return whether a zero of the equations is an equilibrium; None if that is not clear."""
    strict = clear = True
    with ctx.workprec(polynomials.BITS):
        behavior = equations.behavior(list(free))
        for probability in chain.from_iterable(behavior.values()):
            # an action of the support would not be used: another support has this equilibrium
            if probability <= 0:
                return NO_EQUILIBRIUM
            # a ball around 0 is neither positive nor not
            clear = clear and bool(probability > 0)
        weights = equations.weights(behavior)
        for condition in equations.conditions:
            for gain in polynomials.contract(condition.outside, condition, weights):
                if gain > 0:
                    return NO_EQUILIBRIUM
                if not gain < 0:
                    # an exact 0 is a tie; a ball around 0 decides nothing
                    strict = False
                    clear = clear and isinstance(gain, int | Fraction)
    return _Verdict(equilibrium=True, strict=strict) if clear else None


def _is_equilibrium(equations: polynomials.Equations, free: Sequence[Fraction]) -> bool:
    """Whether exact probabilities are an equilibrium."""
    weights = equations.weights(equations.behavior(list(free)))
    if any(equations.values(weights)):
        return False
    verdict = _verdict(equations, free)
    return verdict is not None and verdict.equilibrium


def _profile(equations: polynomials.Equations, free: Sequence[object], regular: bool) -> Profile:
    """Return the probabilities of all used sequences of all players, given the free ones."""
    probabilities = []
    exact = True
    with ctx.workprec(polynomials.BITS):
        behavior = equations.behavior(list(free))
    for player, support in enumerate(equations.system.supports):
        used = behavior.get(player, [Fraction(1)] * len(support.sequences))
        numbers: dict[int, object] = {}
        for sequence, probability in zip(support.sequences[1:], used[1:], strict=True):
            if isinstance(probability, arb):
                exact = False
                numbers[sequence] = polynomials.wider(probability)
            else:
                numbers[sequence] = Fraction(probability)
        probabilities.append(numbers)
    return Profile(tuple(probabilities), exact, regular)


def _by_smt(
    equations: polynomials.Equations, boxes: Sequence[Sequence[tuple[Fraction, Fraction]]], result: Result
) -> str:
    """Add the other equilibria with a support; return why it is left open, or an empty text."""
    system = equations.system
    formula = Formula(system)
    outside = [formula.outside_box(box) for box in boxes]
    points: list[Any] = []
    # of infinitely many equilibria, one in the interior of the other conditions proves the continuum
    strict = formula.strict() if system.singular else []
    while len(points) < MAX_POINTS:
        others = [*outside, *formula.excluding(points)]
        answer, point = formula.rational_point([*others, *strict])
        if answer != "sat" and strict:
            strict = []
            continue
        if answer == "unsat":
            confirmation = formula.confirm(others)
            if confirmation == "unsat":
                return ""
            return f"z3 finds no other equilibrium, and cvc5 does not confirm it: {confirmation}"
        if point is None:
            return "z3 does not decide it in its limit"
        free = formula.free(point)
        if not _is_equilibrium(equations, free):
            return "it has an equilibrium, but no rational one is found"
        profile = _profile(equations, free, regular=False)
        if _on_a_continuum(equations, free) or _on_a_segment(equations, formula, point):
            # the points before this one lie on the continuum, too
            del result.profiles[len(result.profiles) - len(points) :]
            result.continua.append((system.supports, profile))
            return ""
        points.append(point)
        result.profiles.append(profile)
    return "it has several equilibria, and whether their number is finite is not decided"


def _on_a_segment(equations: polynomials.Equations, formula: Formula, point: Weights) -> bool:
    """Whether another equilibrium with the support differs in the weights of one player only.

    All conditions are linear in the weights of one player, so all between the two are equilibria, too.
    """
    for player in equations.system.mixing:
        others = {name: weight for name, weight in point.items() if not name.startswith(f"w{player}_")}
        answer, other = formula.ask([*formula.equal(others), *formula.excluding([point])])
        if answer != "sat" or other == point:
            continue
        # an irrational weight is only near the model's: then the others may have moved, too
        is_same = all(other.get(name) == weight for name, weight in others.items())
        if is_same and _is_equilibrium(equations, formula.free(other)):
            return True
    return False


def _on_a_continuum(equations: polynomials.Equations, free: Sequence[Fraction]) -> bool:
    """Whether the equilibria near a point are a smooth set of a dimension greater than 0.

    They are, if there are fewer independent equations than unknowns and the derivatives of these are independent too,
    or if algebra says so; and no other condition holds with equality unless it follows from the equations.
    """
    behavior = equations.behavior(list(free))
    weights = equations.weights(behavior)
    for condition in equations.conditions:
        gains = polynomials.contract(condition.outside, condition, weights)
        for row, gain in zip(condition.outside, gains, strict=True):
            if not gain and not polynomials.in_span(condition.equal, row):
                return False
    rank = sum(polynomials.rank_of(condition.equal) for condition in equations.conditions)
    if rank < equations.count:
        slopes = [to_flint(Fraction(slope)) for slope in equations.jacobian(behavior, Fraction(0))]
        if fmpq_mat(equations.count, equations.count, slopes).rank() == rank:
            return True  # the implicit function theorem
    return polynomials.dependent_near(equations, free)
