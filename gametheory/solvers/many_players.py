"""The equilibria of a game of three or more players as a result: checked, printed, and as JSON.

Decide each support: isolated equilibria, a continuum with one exact point, none, or left open with the reason.

A guess of one equilibrium of a large game: the end of the path of logit equilibria, in floats.

Supports that intervals cannot decide: two SMT solvers say whether an equilibrium has the support.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np
from flint import arb, ctx, fmpq_mat

from gametheory.model.extensive_form import ExtensiveForm, information_set_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import FormTooLarge, PlayerSequences, SequenceForm, sequence_form
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import to_flint
from gametheory.parallel.extras import MissingExtra, library
from gametheory.parallel.limits import Progress
from gametheory.parallel.processes import ask_cvc5
from gametheory.solvers.nash_solution import Equilibrium, NashSolution, Row, choices, equilibrium_rows, number_json
from gametheory.solvers.pivoting import corrected, followed
from gametheory.solvers.polynomials import (
    BITS,
    Array,
    Condition,
    Equations,
    Interval,
    Payoffs,
    Search,
    Support,
    Supports,
    System,
    contract,
    dependent_near,
    in_span,
    interval,
    rank_of,
    support_of,
    wider,
)
from gametheory.solvers.sequence_form import checked_tree_equilibrium, form_of_table
from gametheory.solvers.solution import Check
from gametheory.verify import check_equilibrium_box, check_mixed_profile

MAX_LISTED = 20
TABLE_CHECK = Check("every equilibrium with rational probabilities, exactly", "verify.check_mixed_profile")
TREE_CHECK = Check("every equilibrium with rational probabilities, exactly", "verify.check_tree_equilibrium")
BOX_CHECK = Check("every box contains one equilibrium, by Krawczyk's test", "verify.check_equilibrium_box")


class SupportNote(NamedTuple):
    """The used actions of each player, and what is known about equilibria that use exactly these."""

    actions: tuple[tuple[str, ...], ...]
    note: str
    point: Equilibrium | None = None


@dataclass(frozen=True, slots=True, repr=False)
class ManyPlayerSolution(NashSolution):
    """Nash equilibria of a table or a tree of three or more players.

    Attributes
    ----------
    reason
        Why `complete` is false, else an empty text.
    continua
        The supports with infinitely many equilibria, each with one of them, exactly.
    undecided
        The supports that are left open, each with the reason.
    regular
        Whether every equilibrium is alone in a neighborhood and strict outside its support; then their number is odd.

    Examples
    --------
    >>> from gametheory import nash
    >>> same = [[[[int(a == b == c)] * 3 for c in (1, 2)] for b in (1, 2)] for a in (1, 2)]
    >>> solution = nash(same)
    >>> solution.complete, solution.regular, [str(each.payoffs[0]) for each in solution.equilibria]
    (True, True, ['1', '1', '1/4'])
    """

    reason: str = ""
    continua: tuple[SupportNote, ...] = ()
    undecided: tuple[SupportNote, ...] = ()
    regular: bool = False

    def _table(self, exact: bool | None) -> tuple[Sequence[str], Iterable[Row]]:
        """Return the equilibria and the continua."""
        tree = isinstance(self.game, ExtensiveForm)
        columns = ("", "player", "payoff", *(["information set"] if tree else []), "strategy")
        marked = [(str(index), each) for index, each in enumerate(self.equilibria, 1)]
        marked += [(f"∞{index}", each.point) for index, each in enumerate(self.continua, 1) if each.point]
        return columns, (row for name, each in marked for row in equilibrium_rows(self.game, name, each, exact))

    def _sentences(self, exact: bool | None) -> Iterator[str]:  # noqa: ARG002
        """Yield the number of equilibria, and the supports that are left open."""
        yield self._count()
        if self.continua:
            yield f"{pluralize(len(self.continua), 'support')} with infinitely many equilibria: ∞ marks one of each."
        for each in self.undecided[:MAX_LISTED]:
            yield f"Not decided: {_support_text(each)}: {each.note}."
        if len(self.undecided) > MAX_LISTED:
            yield f"{len(self.undecided) - MAX_LISTED} more supports are not decided; --json names them."

    def __repr__(self) -> str:
        """Return the number of equilibria on one line; `print` shows more."""
        return f"<{type(self).__name__}: {self._count()}>"

    def _count(self) -> str:
        number = len(self.equilibria)
        count = pluralize(number, "equilibrium", "equilibria")
        if not self.complete:
            return f"{count}, checked; there may be more: {self.reason}."
        if not self.regular:
            return f"{count}, checked; all others are in the continua." if self.continua else f"All {count}, checked."
        which = "The only equilibrium" if number == 1 else f"All {count}"
        return f"{which}, checked; the number is odd, as it must be in a regular game."

    def _strategies_json(self, index: int) -> dict[str, Any]:
        return self._point_json(self.equilibria[index])

    def _point_json(self, equilibrium: Equilibrium) -> dict[str, Any]:
        """Return strategies or behavior, in which an interval is a pair of texts."""
        if not equilibrium.behavior:
            return {"strategies": [list(map(number_json, plan)) for plan in equilibrium.plans]}
        behavior = {
            player: {name: dict(zip(actions, map(number_json, own), strict=True)) for name, actions, own in sets}
            for player, sets in zip(self.players, choices(self.game, equilibrium), strict=True)
        }
        return {"behavior": behavior}

    def _facts_json(self) -> dict[str, Any]:
        continua = [
            {"support": each.actions}
            | {"point": {"payoffs": list(map(number_json, each.point.payoffs)), **self._point_json(each.point)}}
            for each in self.continua
            if each.point
        ]
        return {
            "reason": self.reason,
            "regular": self.regular,
            "continua": continua,
            "undecided": [{"support": each.actions, "reason": each.note} for each in self.undecided],
            **({"names": [list(own) for own in self.strategies]} if isinstance(self.game, NormalForm) else {}),
        }


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
    form = sequence_form(game) if isinstance(game, ExtensiveForm) else form_of_table(game.cells())
    result = search_equilibria(form, limit, find_all, progress)
    equilibria = tuple(_checked(game, form, each) for each in result.profiles)
    complete = not result.reason and not result.left
    boxes = [BOX_CHECK] * any(not each.exact for each in result.profiles)
    return ManyPlayerSolution(
        game,
        equilibria,
        "support enumeration with branch and prune",
        complete=complete,
        checked=(TREE_CHECK if tree else TABLE_CHECK, *boxes),
        reason=_reason(result),
        continua=tuple(
            SupportNote(_names(game, form, supports), "infinitely many", _checked(game, form, point))
            for supports, point in result.continua
        ),
        undecided=tuple(SupportNote(_names(game, form, supports), reason) for supports, reason in result.left),
        regular=complete and not result.continua and all(each.regular for each in result.profiles),
    )


def _reason(result: Result) -> str:
    reasons = [f"{pluralize(len(result.left), 'support')} not decided, {result.decided:,} decided"] * bool(result.left)
    return "; ".join([*reasons, *([f"{result.reason}, {result.decided:,} decided"] if result.reason else [])])


def _checked(game: NormalForm | ExtensiveForm, form: SequenceForm, profile: Profile) -> Equilibrium:
    """Return an equilibrium that a checker accepts."""
    plans = tuple(
        tuple(each.get(sequence, Fraction(0)) for sequence in range(1, len(player)))
        for player, each in zip(form.players, profile.probabilities, strict=True)
    )
    behavior = tuple(
        {
            own.number: tuple(each.get(sequence, Fraction(0)) for sequence in own.sequences)
            for own in player.sets
            if any(sequence in each for sequence in own.sequences)
        }
        for player, each in zip(form.players, profile.probabilities, strict=True)
    )
    if not profile.exact:
        intervals = _by_choice(form, profile.probabilities)
        box = {choice: each if isinstance(each, Interval) else (each, each) for choice, each in intervals.items()}
        bounds = check_equilibrium_box(game, box)
        payoffs: Any = tuple(Interval(*map(Fraction, ends)) for ends in bounds)
        return Equilibrium((), payoffs, behavior) if form.tree else Equilibrium(plans, payoffs)
    if isinstance(game, NormalForm):
        return Equilibrium(plans, check_mixed_profile(game, plans))
    # below an unused action all weights are 0, whatever stands there
    everywhere = (
        player.plan({own_set.number: (Fraction(1),) * len(own_set.sequences) for own_set in player.sets} | own)
        for player, own in zip(form.players, behavior, strict=True)
    )
    return checked_tree_equilibrium(form, tuple(everywhere))


def _by_choice(form: SequenceForm, probabilities: Sequence[dict[int, Any]]) -> dict[tuple[int, int, int], Any]:
    """Return the probabilities of all used actions, by player, information set and action."""
    return {
        (number, *_choice(form, number, sequence)): each
        for number, own in enumerate(probabilities)
        for sequence, each in own.items()
    }


def _choice(form: SequenceForm, player: int, sequence: int) -> tuple[int, int]:
    """Return an information set, 0 in a table, and an action."""
    choice = form.players[player].choices[sequence]
    assert choice is not None
    return choice if form.tree else (0, choice[1])


def _names(game: Any, form: SequenceForm, supports: Supports) -> tuple[tuple[str, ...], ...]:
    """Return the names of the used actions of each player, in a tree with the information set."""
    sets = information_set_names(game) if form.tree else {}

    def name(player: int, sequence: int) -> str:
        number, action = _choice(form, player, sequence)
        if not form.tree:
            return str(game.strategies[player][action])
        key = player + 1, number
        return f"{sets[key]}: {game.information_sets[key].actions[action]}"

    return tuple(
        tuple(name(player, sequence) for sequence in support.sequences[1:]) for player, support in enumerate(supports)
    )


def _support_text(note: SupportNote) -> str:
    return " | ".join(", ".join(own) or "–" for own in note.actions)


MAX_SUPPORTS, MAX_SUPPORTS_OF_ALL = 5_000, 100_000
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


def search_equilibria(
    form: SequenceForm, limit: int | None = None, find_all: bool = False, progress: Progress | None = None
) -> Result:
    """Return all equilibria of a game, or those that are found within the limits or until Ctrl-C.

    The limits count supports and work, never time, so that each run has the same answer. If there are more than 5,000
    supports, `guess_equilibria` leads to one equilibrium first, which an early end does not lose.
    """
    result, payoffs = Result(), Payoffs(form)
    first: Profile | None = None
    try:
        payoffs.find_supports()
        if prod(map(len, payoffs.supports)) > MAX_SUPPORTS:
            first = _certified_guess(payoffs, progress)
        _decide_all(payoffs, result, limit, find_all, progress)
    except KeyboardInterrupt:
        result.reason = "it was interrupted"
    except FormTooLarge as error:
        result.reason, first = str(error), _certified_guess(payoffs, progress)
        if first is None:
            raise
    if first and not any(_used_strategies(each) == _used_strategies(first) for each in result.profiles):
        result.profiles.append(first)
    return result


def _decide_all(payoffs: Payoffs, result: Result, limit: int | None, find_all: bool, progress: Progress | None) -> None:
    """Decide one support after the other, until all are decided or a limit is reached."""
    most = limit or (MAX_SUPPORTS_OF_ALL if find_all else MAX_SUPPORTS)
    for supports in payoffs.combinations():
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
        _decide(payoffs, supports, result)


def _used_strategies(profile: Profile) -> list[list[int]]:
    return [[*each] for each in profile.probabilities]


def _certified_guess(payoffs: Payoffs, progress: Progress | None) -> Profile | None:
    """Return an equilibrium near the end of the path of logit equilibria."""
    if progress:
        progress(0, 1, "one equilibrium by the path of logit equilibria")
    for supports, numbers in reversed([*guess_equilibria(payoffs)]):
        system = System(payoffs, supports)
        equations = Equations(system)
        point = [numbers[each.player][each.action] for each in system.variables]
        root = equations.certify(np.array(point)) if point else None
        free = (root.exact or root.balls) if root else []
        verdict = _verdict(equations, free) if root or not point else None
        if verdict and verdict[0]:
            return _profile(equations, free, verdict[1])
    return None


def _decide(payoffs: Payoffs, supports: Supports, result: Result) -> None:
    """Add the equilibria with given supports to a result."""
    system = System(payoffs, supports)
    equations = Equations(system)
    if not system.variables:
        _, strict = _verdict(equations, []) or (False, False)
        result.profiles.append(_profile(equations, [], strict))
        result.decided += 1
        return
    uniform = [Fraction(1, system.blocks[each.player][each.block].size) for each in system.variables]
    if system.singular and _is_equilibrium(equations, uniform) and _on_a_continuum(equations, uniform):
        result.continua.append((supports, _profile(equations, uniform, regular=False)))
        result.decided += 1
        return
    roots, whole = Search(system).isolate(equations.certify)
    known = []
    for root in roots:
        verdict = _verdict(equations, root.exact or root.balls)
        known.append(verdict is not None)
        if verdict is not None and verdict[0]:
            result.profiles.append(_profile(equations, root.exact or root.balls, verdict[1]))
    if whole and all(known):
        result.decided += 1
        return
    boxes = [[interval(each) for each in root.wide] for root, sure in zip(roots, known, strict=True) if sure]
    try:
        reason = _by_smt(equations, boxes, result)
    except MissingExtra as error:
        reason = str(error)
    if reason:
        result.left.append((supports, reason))
    else:
        result.decided += 1


def _verdict(equations: Equations, free: Sequence[Any]) -> tuple[bool, bool] | None:
    """Return whether a zero of the equations is an equilibrium, and whether strictly; None if that is not clear."""
    with ctx.workprec(BITS):
        behavior = equations.behavior(list(free))
        sizes = [number for own in behavior.values() for number in own]
        if any(number <= 0 for number in sizes):
            return False, False
        weights, strict = equations.weights(behavior), True
        clear = all(number > 0 for number in sizes)
        for condition in equations.conditions:
            for gain in contract(condition.outside, condition, weights):
                if gain > 0:
                    return False, False
                if not gain < 0:
                    strict = False
                    clear = clear and isinstance(gain, int | Fraction)
    return (True, strict) if clear else None


def _is_equilibrium(equations: Equations, free: Sequence[Fraction]) -> bool:
    """Whether exact probabilities are an equilibrium."""
    zero = not any(equations.values(equations.weights(equations.behavior(list(free)))))
    return zero and (_verdict(equations, free) or (False, False))[0]


def _profile(equations: Equations, free: Sequence[Any], regular: bool) -> Profile:
    """Return the probabilities of all used sequences of all players, given the free ones."""
    probabilities = []
    with ctx.workprec(BITS):
        inside = equations.behavior(list(free))
    for player, support in enumerate(equations.system.supports):
        used = inside.get(player, [Fraction(1)] * len(support.sequences))
        numbers = [wider(each) if isinstance(each, arb) else Fraction(each) for each in used]
        probabilities.append(dict(zip(support.sequences[1:], numbers[1:], strict=True)))
    return Profile(tuple(probabilities), not any(isinstance(each, arb) for each in free), regular)


def _by_smt(equations: Equations, boxes: Sequence[Sequence[tuple[Fraction, Fraction]]], result: Result) -> str:
    """Add the other equilibria with a support; return why it is left open, or an empty text."""
    system = equations.system
    formula = Formula(system)
    known = [formula.outside_box(box) for box in boxes]
    points: list[Any] = []
    strict = formula.strict() if system.singular else []
    while len(points) < MAX_POINTS:
        more = [*known, *formula.excluding(points)]
        answer, point = formula.rational_point([*more, *strict])
        if answer != "sat" and strict:
            strict = []
            continue
        if answer == "unsat":
            confirmation = formula.confirm(more)
            if confirmation == "unsat":
                return ""
            return f"z3 finds no other equilibrium, and cvc5 does not confirm it: {confirmation}"
        if point is None:
            return "z3 does not decide it in its limit"
        free = formula.free(point)
        if not _is_equilibrium(equations, free):
            return "it has an equilibrium, but no rational one is found"
        if _on_a_continuum(equations, free) or _on_a_segment(equations, formula, point):
            del result.profiles[len(result.profiles) - len(points) :]
            result.continua.append((system.supports, _profile(equations, free, regular=False)))
            return ""
        points.append(point)
        result.profiles.append(_profile(equations, free, regular=False))
    return "it has several equilibria, and whether their number is finite is not decided"


def _on_a_segment(equations: Equations, formula: Formula, point: Weights) -> bool:
    """Whether another equilibrium with the support differs in the weights of one player only.

    All conditions are linear in the weights of one player, so all between the two are equilibria, too.
    """
    for player in equations.system.mixing:
        others = {name: weight for name, weight in point.items() if not name.startswith(f"w{player}_")}
        answer, other = formula.ask([*formula.equal(others), *formula.excluding([point])])
        exact = answer == "sat" and other != point and {**other, **others} == other
        if exact and _is_equilibrium(equations, formula.free(other)):
            return True
    return False


def _on_a_continuum(equations: Equations, free: Sequence[Fraction]) -> bool:
    """Whether the equilibria near a point are a smooth set of a dimension greater than 0.

    They are, if there are fewer independent equations than unknowns and the derivatives of these are independent too,
    or if algebra says so; and no other condition holds with equality unless it follows from the equations.
    """
    behavior = equations.behavior(list(free))
    weights = equations.weights(behavior)
    for condition in equations.conditions:
        gains = contract(condition.outside, condition, weights)
        tied = (row for row, gain in zip(condition.outside, gains, strict=True) if not gain)
        if not all(in_span(condition.equal, row) for row in tied):
            return False
    rank = sum(rank_of(each.equal) for each in equations.conditions)
    slopes = [to_flint(Fraction(each)) for each in equations.jacobian(behavior, Fraction(0))]
    smooth = rank < equations.count and fmpq_mat(equations.count, equations.count, slopes).rank() == rank
    return smooth or dependent_near(equations, free)


MAX_NUMBERS = 1 << 22  # of the payoffs, times players and probabilities
GREATEST_LOG = 50.0  # a wrong step of Newton's method overflows
LEAST_USED = 1e-6  # of the probability of a used action


def guess_equilibria(payoffs: Payoffs) -> Iterator[tuple[Supports, list[Array]]]:
    """Yield supports, and the probabilities of their actions, near late points of the path; the last is the best.

    The path is that of `stochastic.logit_path`, with expected payoffs that are not divided by the probability that play
    comes to an information set; its limit is a Nash equilibrium all the same (McKelvey and Palfrey 1998).
    """
    equations = _LogitEquations(payoffs)
    if payoffs.tables[0].size * len(payoffs.players) * equations.count > MAX_NUMBERS:
        return
    begin = corrected(equations.residual, equations.uniform(), np.eye(equations.count + 1)[-1])
    for point in () if begin is None else followed(equations.residual, begin):
        numbers = [np.exp(own) for own in equations.split(point)]
        supports = tuple(_used(player, own) for player, own in zip(payoffs.players, numbers, strict=True))
        yield supports, [own[[*each.sequences]] for own, each in zip(numbers, supports, strict=True)]


class _LogitEquations:
    """The equations of logit equilibria, in the logarithms of the probabilities of all actions, and the precision.

    The last axis of an array has the sequences of one player or of all, and the first the points.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        self.players = payoffs.players
        self.tables = [np.array(table, float) / (np.abs(table).max() or 1) for table in payoffs.tables]
        self.ends = np.cumsum([0, *map(len, self.players)])
        self.count = int(self.ends[-1])

    def split(self, point: Array) -> list[Array]:
        """Return the part of each player."""
        return [point[..., first:last] for first, last in pairwise(self.ends)]

    def uniform(self) -> Array:
        """Return the point of uniform play."""
        point = np.zeros(self.count + 1)
        for player, part in zip(self.players, self.split(point), strict=True):
            for own in player.sets:
                part[own.sequences] = -np.log(len(own.sequences))
        return point

    def residual(self, point: Array) -> Array:
        """Return the left sides of the equations, which are 0 on the path."""
        points = np.atleast_2d(point)
        logs = self.split(np.minimum(points.real, GREATEST_LOG) + 1j * points.imag)
        probabilities = list(map(np.exp, logs))
        weights = [_weights(*each) for each in zip(self.players, probabilities, strict=True)]
        rows = []
        for number, player in enumerate(self.players):
            own_logs, now = logs[number], self._values(number, probabilities[number], weights)
            rows.append(own_logs[:, :1])  # of the empty sequence
            for own in player.sets:
                first, *others = own.sequences
                rows.append(probabilities[number][:, own.sequences].sum(1, keepdims=True) - 1)
                gains = now[:, others] - now[:, [first]]
                rows.append(own_logs[:, others] - own_logs[:, [first]] - points[:, -1:] * gains)
        result: Array = np.concatenate(rows, axis=1)
        return (result if np.iscomplexobj(point) else result.real).reshape(*point.shape[:-1], self.count)

    def _values(self, player: int, probabilities: Array, weights: list[Array]) -> Array:
        """Return the expected payoff of each action of a player, with what follows it."""
        rows = self.tables[player][None]
        for reached in reversed(weights[:player] + weights[player + 1 :]):
            rows = (rows * reached.reshape(len(reached), *(1,) * (rows.ndim - 2), -1)).sum(-1)
        for own in reversed(self.players[player].sets):
            rows[:, own.parent] += (rows[:, own.sequences] * probabilities[:, own.sequences]).sum(-1)
        return rows


def _weights(player: PlayerSequences, probabilities: Array) -> Array:
    """Return the weight of each sequence: the product of the probabilities of its actions."""
    weights = probabilities.copy()
    for own in player.sets:
        weights[:, own.sequences] *= weights[:, [own.parent]]
    return weights


def _used(player: PlayerSequences, probabilities: Array) -> Support:
    """Return the support of the actions that are used, and reached by used ones."""
    used = {0}
    for own in player.sets:
        if own.parent in used:
            used |= {each for each in own.sequences if probabilities[each] > LEAST_USED}
    return support_of(player, sorted(used))


# Units of work for each question, which depend on the script alone; what is not decided by then is left open. Of
# Gambit's games and random ones with many ties, questions that are decided take up to 700,000 and 127,000 units.
Z3_UNITS = 1_000_000
CVC5_UNITS = 200_000
# Alone, the lemmas on products decide most scripts. Only some of the rest need cylindrical coverings, a step of which
# can take hours and looks at no limit.
WAYS_OF_CVC5 = ("(set-option :nl-cov false)", "(set-option :nl-cov true)")
UNCONFIRMED_WORK = 20_000_000  # the time in which numpy computes as many numbers is that of a failure of cvc5
NEAR = 10**4  # the greatest denominator of a probability that is fixed to find a rational equilibrium

Weights = dict[str, Fraction]


class Formula:
    """The conditions for an equilibrium with a support, in SMT-LIB; the unknowns are the weights of used sequences."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.names = [f"w{player}_{at}" for player in system.mixing for at in range(1, len(system.columns_of(player)))]
        self.lines = [f"(declare-const {name} Real)\n(assert (> {name} 0))" for name in self.names]
        for player in system.mixing:
            for block in system.blocks[player]:
                actions = " ".join(f"w{player}_{at}" for at in range(block.first, block.first + block.size))
                parent = f"w{player}_{block.parent}" if block.parent else "1"
                self.lines.append(f"(assert (= {parent} {f'(+ {actions})' if block.size > 1 else actions}))")
        for condition in system.conditions:
            for sign, rows in (("=", condition.equal), ("<=", condition.outside)):
                self.lines += [f"(assert ({sign} {self._sum(row, condition)} 0))" for row in rows]

    def _sum(self, row: Array, condition: Condition) -> str:
        """Return a form in the weights of the others."""
        terms = ["0", "0"]
        for places in np.argwhere(row != 0):
            factors = [f"w{player}_{at}" for player, at in zip(condition.others, places.tolist(), strict=True) if at]
            terms.append(f"(* {_number(Fraction(int(row[tuple(places)])))} {' '.join(factors)} 1)")
        return f"(+ {' '.join(terms)})"

    def equal(self, weights: Weights) -> list[str]:
        """Return assertions that fix some weights."""
        return [f"(assert (= {name} {_number(number)}))" for name, number in weights.items()]

    def excluding(self, points: Iterable[Weights]) -> list[str]:
        """Return assertions that the weights are not those of some points."""
        return [
            f"(assert (not (and true {' '.join(f'(= {name} {_number(number)})' for name, number in point.items())})))"
            for point in points
        ]

    def outside_box(self, box: Sequence[tuple[Fraction, Fraction]]) -> str:
        """Return the assertion that the free probabilities are not all in a box, which has a known equilibrium."""
        sides = []
        for variable, (low, high) in zip(self.system.variables, box, strict=True):
            block = self.system.blocks[variable.player][variable.block]
            weight = f"w{variable.player}_{variable.action}"
            parent = f"w{variable.player}_{block.parent}" if block.parent else "1"
            sides += [f"(>= {weight} (* {_number(low)} {parent}))", f"(<= {weight} (* {_number(high)} {parent}))"]
        return f"(assert (not (and {' '.join(sides)})))"

    def strict(self) -> list[str]:
        """Return the assertions that unused actions are worse, unless the equations say that they are as good."""
        return [
            f"(assert (< {self._sum(row, condition)} 0))"
            for condition in self.system.conditions
            for row in condition.outside
            if not in_span(condition.equal, row)
        ]

    def free(self, weights: Weights) -> list[Fraction]:
        """Return the free probabilities."""
        free = []
        for each in self.system.variables:
            parent = self.system.blocks[each.player][each.block].parent
            above = weights[f"w{each.player}_{parent}"] if parent else Fraction(1)
            free.append(weights[f"w{each.player}_{each.action}"] / above)
        return free

    def confirm(self, more: Sequence[str]) -> str:
        """Return cvc5's answer to whether there is an equilibrium: z3 alone excludes none. Raise MissingExtra."""
        lines = ["(set-logic QF_NRA)", *self.lines, *more, "(check-sat)"]
        answer = ""
        for option in WAYS_OF_CVC5:
            answer = ask_cvc5("\n".join([option, *lines]), CVC5_UNITS)
            if answer in ("sat", "unsat"):
                return answer
        self.system.payoffs.work += UNCONFIRMED_WORK
        return answer

    def ask(self, more: Sequence[str] = ()) -> tuple[str, Weights]:
        """Return z3's answer, and the weights of an equilibrium as far as they are rational."""
        z3 = library("z3", "prove")
        solver = z3.Solver(ctx=z3.Context())
        solver.set("rlimit", Z3_UNITS)
        solver.from_string("\n".join([*self.lines, *more]))
        answer = str(solver.check())
        self.system.payoffs.work += solver.statistics().get_key_value("rlimit count")
        if answer != "sat":
            return answer, {}
        model = solver.model()
        values = {str(symbol): model[symbol] for symbol in model}
        return answer, {name: _rational(values[name]) for name in self.names if name in values}

    def rational_point(self, more: Sequence[str] = ()) -> tuple[str, Weights | None]:
        """Return z3's answer, and an equilibrium whose weights are rational, if one can be had by fixing some."""
        answer, weights = self.ask(more)
        fixed: list[str] = []
        for name in self.names if answer == "sat" else ():
            if name not in weights:
                weights[name] = Fraction(1)
            if weights[name].denominator > NEAR:
                near = f"(assert (= {name} {_number(weights[name].limit_denominator(NEAR))}))"
                tried, other = self.ask([*more, *fixed, near])
                if tried == "sat":
                    fixed.append(near)
                    weights = {**other, name: weights[name].limit_denominator(NEAR)}
        return answer, weights if answer == "sat" else None


def _rational(value: Any) -> Fraction:
    """Return a number of a model; one near it if it is irrational."""
    if hasattr(value, "numerator_as_long"):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    near = value.approx(20)
    return Fraction(near.numerator_as_long(), near.denominator_as_long())


def _number(number: Fraction) -> str:
    """Return a rational number in SMT-LIB."""
    size = f"(/ {abs(number.numerator)}.0 {number.denominator}.0)"
    return f"(- {size})" if number < 0 else size
