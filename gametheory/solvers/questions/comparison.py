"""A claimed list of equilibria, compared with the list of `nash`: which profiles are equilibria, and which are missing.

That a claimed profile is an equilibrium or not is established by its regrets alone, without the list of `nash`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm, sequence_of
from gametheory.model.sequence_form import RealizationPlan
from gametheory.numbers.format import JsonObject, brief, integer_ranges, pluralize
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Table
from gametheory.solvers.equilibrium import number_text
from gametheory.solvers.questions import Answer, Array
from gametheory.solvers.questions.profiles import (
    Behavior,
    Key,
    ProfileReader,
    claimed_profiles,
    number_of,
)
from gametheory.solvers.questions.strategies import REGRET_CHECK, Regret, gains_of, regrets_of
from gametheory.verify import CertificateError

EQUILIBRIUM, NEAR, NONE = "equilibrium", "near an equilibrium", "no equilibrium"
NEARBY = Fraction(1, 10**6)  # of each probability
MAX_TOLERANCE = Fraction(1, 10)
SIMPLE = 10_000  # the greatest denominator of a fraction that a decimal may stand for
RIGHT, WRONG, MISSED, FAILED = "right", "wrong", "missed", "failed"
INCOMPLETE, APPROXIMATE = "missed, as documented", "approximate, as documented"
UNCLEAR, REFUSED, ABSENT = "unclear", "refused", "not installed"
VERDICTS = {
    RIGHT: "all that was found is within the tolerance of an equilibrium, and nothing that was claimed is missing",
    WRONG: "a profile is proved to be farther than the tolerance from every equilibrium",
    MISSED: "it claims all equilibria, and a component has none of its profiles",
    FAILED: "no answer: an error, no profile, no distribution, or too much time",
    INCOMPLETE: "components are missed, and its documentation excepts degenerate games",
    APPROXIMATE: "a profile is far from every equilibrium, and the documentation allows its gain",
    UNCLEAR: "a profile is not near a known equilibrium, and not proved to be far from all",
    REFUSED: "the game is none that the program solves",
    ABSENT: "the program is not on this machine",
}
ALL, ALL_UNLESS_DEGENERATE, SOME = "all", "all unless degenerate", "some"
CLAIMS = (ALL, ALL_UNLESS_DEGENERATE, SOME)
MAX_REASON = 300  # characters
Ends: TypeAlias = tuple[Fraction, Fraction]


class Claimed(NamedTuple):
    """What is established about one profile of a claimed list.

    `equilibrium` is its number in the list of `nash`, and `component` that of its component there, both from 0.
    `repeats` is the number of an earlier profile of the claimed list that is the same one.
    """

    verdict: str
    equilibrium: int | None
    component: int | None
    distance: Fraction | None
    repeats: int | None
    regrets: tuple[Regret, ...]
    payoffs_differ: bool


class Component(NamedTuple):
    """Equilibria that are connected with each other, by number from 0; or the support of a continuum, by its number."""

    equilibria: tuple[int, ...]
    continuum: int | None
    listed: bool


@dataclass(frozen=True, repr=False)
class Comparison(Answer):
    """A claimed list of equilibria, compared with the list of `nash`.

    Attributes
    ----------
    agrees
        Whether all claimed profiles are equilibria, their payoffs are right, and it is certain that none is missing.
    claimed
        For each profile whether it is an equilibrium, and what each player gains by a deviation.
    missing
        The equilibria of the list of `nash`, counted from 0, whose component has no claimed profile.
    components
        The components of the list of `nash`, and whether one of the claimed profiles lies in each.
    certain
        Whether the list of `nash` is complete, so that no other equilibrium is missing.
    tolerance
        How far the probabilities of a profile may be from those of an equilibrium that it is called near to.
    near_counts
        Whether the tolerance was asked for; then a profile near an equilibrium agrees with it.
    """

    ITEMS = "claimed"
    agrees: bool
    claimed: tuple[Claimed, ...]
    missing: tuple[int, ...]
    components: tuple[Component, ...]
    certain: bool
    tolerance: Fraction
    near_counts: bool
    solution: Any = field(repr=False)  # a NashSolution, whose class imports this file

    def arrays(self) -> list[Array]:
        """Return for each profile the greatest gain of each player."""
        return [gains_of(claim.regrets) for claim in self.claimed]

    def as_json(self) -> JsonObject:
        """Return the facts as values that `json.dumps` accepts; missing equilibria as `nash` has them."""
        document = super().as_json()
        listed = self.solution.as_json()["equilibria"]
        document["missing"] = [{"equilibrium": index, **listed[index]} for index in self.missing]
        document["method"] = self.solution.method
        del document["solution"]
        return document

    def view(self) -> Iterator[Block]:
        """Yield the verdict on each claimed profile, what is missing, and whether that is certain."""
        rows = []
        for number, claim in enumerate(self.claimed, 1):
            rows.append((number, self._verdict(claim), _gains(claim)))
        if rows:
            yield Table(("", "claimed", "why not"), rows, left=("claimed", "why not"))
        yield self._count()
        for index, component in enumerate(self.components):
            if not component.listed:
                yield f"Missing: {self._component_text(index)}."
        if self.missing:
            yield self.solution.table(self.missing)
        yield self._certainty()
        if any(claim.verdict == NEAR for claim in self.claimed):
            counts = "counts as one" if self.near_counts else "does not count as one; with --tolerance T it does"
            differences = f"no probability differs by more than {exact_text(self.tolerance)}"
            yield f"Near an equilibrium: {differences}. Such a profile {counts}."

    def _verdict(self, claim: Claimed) -> str:
        text = claim.verdict
        if claim.equilibrium is not None:
            text += f" {claim.equilibrium + 1}" if text == EQUILIBRIUM else f": {claim.equilibrium + 1}"
        elif claim.component is not None:
            text += f", in {self._component_text(claim.component)}"
        if claim.repeats is not None:
            text += f", the same as {claim.repeats + 1}"
        if claim.payoffs_differ:
            payoffs = [number_text(regret.payoff, None) for regret in claim.regrets]
            text += f"; its payoffs are {', '.join(payoffs)}"
        return text

    def _component_text(self, index: int) -> str:
        component = self.components[index]
        if component.continuum is not None:
            return f"the continuum ∞{component.continuum + 1}"
        numbers = ", ".join(integer_ranges(number + 1 for number in component.equilibria))
        if len(component.equilibria) == 1:
            return f"equilibrium {numbers}"
        return f"the component of {numbers}"

    def _count(self) -> str:
        verdicts = [claim.verdict for claim in self.claimed]
        text = f"Equilibria: {verdicts.count(EQUILIBRIUM)} of {pluralize(len(verdicts), 'claimed profile')}"
        near = verdicts.count(NEAR)
        if near:
            text += f"; {near} near one"
        return f"{text}. Checked exactly."

    def _certainty(self) -> str:
        scope = self.solution.scope
        if not self.certain:
            return f"Not certain that no other is missing: {self.solution.incompleteness}."
        if all(component.listed for component in self.components):
            return f"None is missing: {scope} are known."
        return f"No other is missing: {scope} are known."


def _gains(claim: Claimed) -> str:
    """Return who gains how much by which strategy."""
    if claim.verdict == EQUILIBRIUM:
        return ""
    gains = []
    for player, _, gain, deviation in claim.regrets:
        if gain:
            # the single decision of a table needs no name
            actions = [action if name == "start" else f"{action} at {name}" for name, action in deviation.items()]
            gains.append(f"{player} gains {number_text(gain, None)} by {' and '.join(actions)}")
    return "; ".join(gains)


def compare_equilibria(solution: Any, claimed: object, tolerance: object = None) -> Comparison:
    """Return which profiles of a claimed list are equilibria, and which equilibria of a solution it lacks.

    >>> from gametheory import nash
    >>> solution = nash([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> found = compare_equilibria(solution, [[[1, 0], [1, 0]], [["1/2", "1/2"], ["1/3", "2/3"]]])
    >>> [claim.verdict for claim in found.claimed], found.missing
    (['equilibrium', 'no equilibrium'], (1, 2))
    """
    kind = getattr(solution, "refinement", None) or getattr(solution, "sought", "")
    if kind not in ("", "pure"):
        raise ValueError(f"compare: the list has {kind} equilibria only; allowed: one of all or all pure equilibria")
    nearby = NEARBY if tolerance is None else number_of(tolerance)
    if not 0 < nearby <= MAX_TOLERANCE:
        raise ValueError(f"tolerance: {exact_text(nearby)}; allowed: more than 0, at most {MAX_TOLERANCE}")
    reader = ProfileReader.of(solution.game)
    judge = _Judge(reader, solution, nearby)
    verdicts = []
    for number, profile in enumerate(claimed_profiles(claimed, reader.game), 1):
        try:
            verdicts.append(judge.verdict(profile))
        except ValueError as error:
            reason = str(error).removeprefix("profile: ")
            raise ValueError(f"profile {number}: {reason}") from error
    reached = {claim.component for claim in verdicts}
    components = []
    missing: list[int] = []
    for index, component in enumerate(judge.components):
        components.append(component._replace(listed=index in reached))
        if index not in reached:
            missing += component.equilibria
    certain = solution.is_certain
    allowed = {EQUILIBRIUM} if tolerance is None else {EQUILIBRIUM, NEAR}
    are_right = all(claim.verdict in allowed and not claim.payoffs_differ for claim in verdicts)
    return Comparison(
        solution.players,
        "a table" if isinstance(reader.game, NormalForm) else "a tree",
        (REGRET_CHECK,),
        are_right and certain and all(component.listed for component in components),
        tuple(verdicts),
        tuple(missing),
        tuple(components),
        certain,
        nearby,
        tolerance is not None,
        solution,
    )


@dataclass(frozen=True)
class _Point:
    """A profile: its realization plans, and the ends of each probability as they are given."""

    plans: list[RealizationPlan]
    ends: Mapping[tuple[Key, str], Ends]
    excess: Fraction  # how far a sum of probabilities is from 1, or a probability below 0

    @property
    def width(self) -> Fraction:
        """The sum of the widths of all intervals, which bounds the difference of any weight from the middle."""
        return sum((high - low for low, high in self.ends.values()), Fraction(0))

    @property
    def used(self) -> list[bool]:
        """Whether each sequence of actions of each player is used."""
        return list(map(bool, chain(*self.plans)))

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are probabilities as they stand."""
        return not self.excess and not self.width

    def contains(self, other: _Point) -> bool:
        """Whether each interval contains the one of another profile, at the sets where that says what to do."""
        for place, (low, high) in other.ends.items():
            least, most = self.ends.get(place, (Fraction(0), Fraction(0)))
            if low < least or most < high:
                return False
        return True

    def distance(self, other: _Point) -> Fraction:
        """Return a bound of the difference between two weights of the same actions."""
        pairs = zip(chain(*self.plans), chain(*other.plans), strict=True)
        difference = max(abs(one - another) for one, another in pairs)
        return max(difference + self.width + other.width, self.excess)


class _Judge:
    """The game, the list of `nash`, and what establishes the verdict on a profile."""

    def __init__(self, reader: ProfileReader, solution: Any, nearby: Fraction) -> None:
        self.reader = reader
        self.solution = solution
        self.nearby = nearby
        self.listed = list(map(self._point, solution.equilibria))
        self.components = _components(solution)
        self.component_of: dict[int, int] = {}
        for index, component in enumerate(self.components):
            self.component_of |= dict.fromkeys(component.equilibria, index)
        self.earlier: list[tuple[list[RealizationPlan], Fraction, Fraction]] = []

    def verdict(self, profile: Any) -> Claimed:
        """Return what is established about a profile."""
        point = self._point(profile)
        # actions that are not named have the probability 0, so that the given numbers can differ
        known = point.plans, point.width, point.excess
        repeats = self.earlier.index(known) if known in self.earlier else None
        self.earlier.append(known)
        regrets = regrets_of(self.reader.form, point.plans)
        differ = self._payoffs_differ(profile, point, regrets)
        is_equilibrium = point.is_exact and not any(regret.gain for regret in regrets)
        number = self._same(point)
        component = self.component_of.get(number) if number is not None else None
        distance = None
        # an interval with an equilibrium in it claims that one
        if is_equilibrium or number is not None:
            verdict = EQUILIBRIUM
            if number is None:
                component = self._component_with(point)
        else:
            number, component, distance = self._nearest(point)
            verdict = NONE if distance is None else NEAR
        return Claimed(verdict, number, component, distance, repeats, regrets, differ)

    def _point(self, profile: Any) -> _Point:
        ends: dict[tuple[Key, str], Ends] = {}
        behavior: Behavior = {}
        excess = Fraction(0)
        is_tree = isinstance(self.reader.game, ExtensiveForm)
        if isinstance(profile, list | tuple) and is_tree and self.reader.names:
            (player, number), name = next(iter(self.reader.names.items()))
            action = self.reader.tree.information_sets[player, number].actions[0]
            example = {self.reader.tree.players[player - 1]: {name: action}}
            raise ValueError(f"{brief(profile)} is a list; allowed of a tree: actions by name, such as {example}")
        for key, mixed in self.reader.mixtures(profile).items():
            middle = mixed
            if isinstance(mixed, Mapping):
                middle = {}
                for action, number in mixed.items():
                    low, high = _ends(number)
                    ends[key, action] = low, high
                    if high - low > self.nearby:
                        allowed = f"at most {exact_text(self.nearby)} wide"
                        raise ValueError(f"{brief(number)} is an interval; allowed: {allowed}, as nash prints them")
                    middle[action] = number if low == high else (low + high) / 2
                    # programs that round write -1e-17 for 0
                    if -self.nearby <= low < 0:
                        middle[action] = 0
                        excess = max(excess, -low)
            behavior[key], total = self.reader.distribution(key, middle, self.nearby)
            excess = max(excess, abs(total - 1))
        return _Point(self.reader.plans(behavior), ends, excess)

    def _same(self, point: _Point) -> int | None:
        """Return the number of the listed equilibrium that a profile is, or that lies in its intervals."""
        if point.excess:
            return None
        for index, other in enumerate(self.listed):
            # without intervals, plans are compared: what own actions exclude can be anything
            if point.contains(other) if point.width else (not other.width and point.plans == other.plans):
                return index
        return None

    def _component_with(self, point: _Point) -> int | None:
        """Return the component of an equilibrium that is not listed itself."""
        found = None
        if hasattr(self.solution, "continua"):
            found = self._continuum_with(point)
        else:
            for index, other in enumerate(self.listed):
                if self._are_connected(point, other):
                    found = self.component_of[index]
                    break
        if found is None and self.solution.complete:
            raise CertificateError("a claimed profile is an equilibrium, and a list that is complete does not have it")
        return found

    def _are_connected(self, point: _Point, other: _Point) -> bool:
        """Whether each player can exchange the plans of two equilibria, so that all mixtures are equilibria, too.

        An equilibrium of two players lies in a maximal set of plans that can be exchanged, which has extreme ones.
        """
        for player, plan in enumerate(point.plans):
            exchanged = [*other.plans]
            exchanged[player] = plan
            if any(regret.gain for regret in regrets_of(self.reader.form, exchanged)):
                return False
        return True

    def _continuum_with(self, point: _Point) -> int | None:
        """Return the component that is the support of an equilibrium, if it has infinitely many."""
        for index, component in enumerate(self.components):
            if component.continuum is None:
                continue
            # the point of a continuum uses all actions of its support
            other = self._point(self.solution.continua[component.continuum].point)
            if point.used == other.used:
                return index
        return None

    def _nearest(self, point: _Point) -> tuple[int | None, int | None, Fraction | None]:
        """Return the number, the component and the distance of an equilibrium that is near to a profile."""
        # the list of nash first, since its equilibria have numbers
        distances = list(map(point.distance, self.listed))
        nearest = min(distances, default=self.nearby + 1)
        if nearest <= self.nearby:
            number = distances.index(nearest)
            return number, self.component_of[number], nearest
        # decimals of a point of a continuum, or of an equilibrium that is not listed
        simple = self._simplified(point)
        distance = point.distance(simple)
        if distance > self.nearby or any(regret.gain for regret in regrets_of(self.reader.form, simple.plans)):
            return None, None, None
        return None, self._component_with(simple), distance

    def _simplified(self, point: _Point) -> _Point:
        """Return the profile of simple fractions near the probabilities of another one."""
        behavior: Behavior = {}
        for player, (own, plan) in enumerate(zip(self.reader.form.players, point.plans, strict=True), 1):
            for number, probabilities in own.behavior(plan).items():
                simple = [probability.limit_denominator(SIMPLE) for probability in probabilities]
                greatest = simple.index(max(simple))
                # rounded fractions rarely add up to 1; the greatest one is changed least by the difference
                simple[greatest] += 1 - sum(simple)
                behavior[player, number] = tuple(simple)
        return _Point(self.reader.plans(behavior), {}, Fraction(0))

    def _payoffs_differ(self, profile: Any, point: _Point, regrets: Sequence[Regret]) -> bool:
        """Whether a profile comes with payoffs that are not its payoffs."""
        payoffs = profile.get("payoffs") if isinstance(profile, Mapping) else None
        if payoffs is None:
            return False
        given = sequence_of(payoffs)
        if given is None or len(given) != len(regrets):
            raise ValueError(f"payoffs {brief(payoffs)}; allowed: a number for each of {len(regrets)} players")
        for number, regret in zip(given, regrets, strict=True):
            low, high = _ends(number)
            # the payoffs of a profile that is rounded are rounded too
            slack = Fraction(0) if point.is_exact else self.nearby * max(Fraction(1), abs(regret.payoff))
            if not low - slack <= regret.payoff <= high + slack:
                return True
        return False


def _ends(number: Any) -> Ends:
    """Return a number twice, or the two ends of an interval."""
    if not isinstance(number, list | tuple):
        exact = number_of(number)
        return exact, exact
    # an interval is a pair of texts in JSON, and a tuple in Python
    if len(number) != 2 or number_of(number[0]) > number_of(number[1]):
        raise ValueError(f"{brief(number)} is no number; an interval has two ends, the lesser one first")
    return number_of(number[0]), number_of(number[1])


def _components(solution: Any) -> list[Component]:
    """Return the components of the equilibria of a solution.

    Of two players, mixtures of the plans of one are equilibria too if the other's plan is the same, so that extreme
    equilibria with a common plan are connected. Of more players, each continuum is a support.
    """
    import networkx as nx  # here, because other questions do without it

    numbers = range(len(solution.equilibria))
    if hasattr(solution, "continua"):
        single = [Component((number,), None, False) for number in numbers]
        return single + [Component((), index, False) for index in range(len(solution.continua))]
    graph: nx.Graph[Any] = nx.Graph()
    for number, equilibrium in enumerate(solution.equilibria):
        # a player who is alone has one component: whatever is best
        for player_and_plan in enumerate((*equilibrium.plans, ())[:2]):
            graph.add_edge(number, player_and_plan)
    components = []
    for part in nx.connected_components(graph):
        components.append(Component(tuple(sorted(part.intersection(numbers))), None, False))
    return sorted(components)


# Whether the answer of another program is right


class Judged(NamedTuple):
    """The verdict on an answer, and the reason for it."""

    verdict: str
    why: str = ""


def judge(solution: Any, answer: Mapping[str, Any], tolerance: Fraction, claims: str, regret: Fraction) -> Judged:
    """Return whether an answer is right, compared with the equilibria of a game.

    A profile is wrong only if that is proved: by a gain that is too great for any profile within the tolerance of an
    equilibrium, or by its distance from all equilibria, if they are known and finitely many.

    >>> from gametheory import nash
    >>> solution = nash([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> pure = {"equilibria": [[[1, 0], [1, 0]], [[0, 1], [0, 1]]]}
    >>> [judge(solution, pure, Fraction(1, 1000), claims, Fraction(0)).verdict for claims in (ALL, SOME)]
    ['missed', 'right']
    """
    if "refused" in answer:
        verdict = ABSENT if answer["refused"] == ABSENT else REFUSED
        return Judged(verdict, str(answer["refused"]))
    if "error" in answer:
        return Judged(FAILED, str(answer["error"]))
    if not answer["equilibria"] and claims == SOME:
        return Judged(FAILED, "no profile")
    try:
        compared = solution.compare(answer["equilibria"], tolerance)
    except ValueError as error:
        return Judged(FAILED, str(error)[:MAX_REASON])
    far = [number for number, claim in enumerate(compared.claimed, 1) if claim.verdict == NONE]
    if far:
        judged = _judge_far(solution, compared, far, answer, tolerance)
        is_allowed = regret and all(_gains_at_most(solution, compared.claimed[number - 1], regret) for number in far)
        return judged._replace(verdict=APPROXIMATE) if is_allowed and judged.verdict == WRONG else judged
    return _judge_missing(solution, compared, claims)


def _judge_far(
    solution: Any, compared: Comparison, far: list[int], answer: Mapping[str, Any], tolerance: Fraction
) -> Judged:
    """Return the verdict if some profiles, by their numbers, are not near an equilibrium that is known."""
    for number in far:
        reason = _proof_by_gain(solution, compared.claimed[number - 1], tolerance)
        if reason:
            return Judged(WRONG, f"profile {number}: {reason}")
    if not _all_isolated(solution, compared):
        return Judged(UNCLEAR, f"profile {far[0]} is near no equilibrium that is known, and gains little")
    # distances of irrational equilibria are bounds, which twice the tolerance covers
    again = solution.compare(answer["equilibria"], 2 * tolerance)
    for number in far:
        if again.claimed[number - 1].verdict == NONE:
            return Judged(WRONG, f"profile {number}: farther than {tolerance} from each of all equilibria")
    return Judged(UNCLEAR, f"profile {far[0]} is at about the tolerance from an equilibrium")


def _proof_by_gain(solution: Any, claim: Claimed, tolerance: Fraction) -> str:
    """Return why a profile of a table is farther than the tolerance from any equilibrium; nothing if that is open.

    Let R be the range of the payoffs of a player, and N the number of strategies of all players. A profile whose
    probabilities differ from those of an equilibrium by at most t changes an expected payoff by at most R t N / 2,
    since its distributions differ by at most t N in total. No player gains there, so that here each gains at most
    R t N.
    """
    game = solution.game
    if not isinstance(game, NormalForm):
        return ""
    strategies = sum(map(len, game.strategies))
    for player, regret in enumerate(claim.regrets):
        payoffs = [outcome.payoffs[player] for outcome in game.outcomes]
        most = (max(payoffs) - min(payoffs)) * tolerance * strategies
        if regret.gain > most:
            action = ", ".join(regret.deviation.values())
            return f"{regret.player} gains {float(regret.gain):.6g} by {action}"
    return ""


def _gains_at_most(solution: Any, claim: Claimed, regret: Fraction) -> bool:
    """Whether no player of a table gains more than a part of the range of all payoffs."""
    if not isinstance(solution.game, NormalForm):
        return False
    payoffs = [payoff for outcome in solution.game.outcomes for payoff in outcome.payoffs]
    most = (max(payoffs) - min(payoffs)) * regret
    return all(each.gain <= most for each in claim.regrets)


def _all_isolated(solution: Any, compared: Comparison) -> bool:
    """Whether all equilibria are known, and each is a component of its own."""
    if not solution.complete:
        return False
    return all(component.continuum is None and len(component.equilibria) == 1 for component in compared.components)


def _judge_missing(solution: Any, compared: Comparison, claims: str) -> Judged:
    """Return the verdict if all profiles are near an equilibrium."""
    missing = sum(not component.listed for component in compared.components)
    if not missing or claims == SOME:
        return Judged(RIGHT)
    why = f"{pluralize(missing, 'component')} of {len(compared.components)} missing"
    if claims == ALL_UNLESS_DEGENERATE and is_degenerate(solution):
        return Judged(INCOMPLETE, why)
    return Judged(MISSED, why)


def is_degenerate(solution: Any) -> bool:
    """Whether the game is degenerate; of more than two players, whether it is not known to be regular."""
    if solution.degenerate is not None:
        return bool(solution.degenerate)
    return not getattr(solution, "regular", False)
