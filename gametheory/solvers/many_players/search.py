"""Decide each support: isolated equilibria, a continuum with one exact point, none, or left open with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq_mat

from gametheory.model.sequence_form import FormTooLarge, SequenceForm
from gametheory.numbers.rationals import to_flint
from gametheory.parallel.extras import MissingExtra
from gametheory.parallel.limits import Progress
from gametheory.solvers.many_players.algebra import dependent_near
from gametheory.solvers.many_players.boxes import Search, System, rank_of
from gametheory.solvers.many_players.guess import guess_equilibria
from gametheory.solvers.many_players.roots import BITS, Equations, contract, in_span, interval, wider
from gametheory.solvers.many_players.smt import Formula, Weights
from gametheory.solvers.many_players.supports import Payoffs, Supports

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
    if first and not any(_used(each) == _used(first) for each in result.profiles):
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


def _used(profile: Profile) -> list[list[int]]:
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
