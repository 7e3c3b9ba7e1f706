"""The battle's code, run on symbols, against the relations that the proofs use.

The loop over the number of hits in a turn adds up probabilities, so that it cannot run over a symbolic number: turns
are stated for small armies and every hit probability, outcomes for all armies.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from _rules_on_symbols import equal_to, in_every, same, step
from sympy import And, Eq, Expr, Not, Or, sympify
from sympy.logic.boolalg import Boolean

from gametheory.games.battle import Battle
from gametheory.games.battle.rules import Position as BattlePosition
from gametheory.model.game import Distribution
from gametheory.prove.argument import Step
from gametheory.prove.symbolic import instance_on_symbols, run_symbolically

from .symbols import PROBABILITIES, A, D, attackers, defenders, p, q, reserve


def _case(cases: Mapping[str | None, Boolean], outcome: Any) -> Boolean:
    return cases[outcome.name if outcome else None]


def battle_outcome(rules: type = Battle) -> list[Step]:
    """Return the outcomes of a battle for both rules about the case that both are dead, and with the stop."""
    steps = []
    for both_dead in ("attacker", "defender"):
        for stop in (False, True):
            branches = run_symbolically(
                lambda A, D, r, both_dead=both_dead, stop=stop: instance_on_symbols(
                    rules, reserve=r, both_dead=both_dead, stop_when_outnumbered=stop
                ).outcome(BattlePosition(A, D)),
                attackers, defenders, reserve,
            )  # fmt: skip
            fights = attackers > reserve
            won = And(Eq(defenders, 0), Or(fights, both_dead == "attacker"))
            lost = Or(And(Eq(defenders, 0), Not(won)), And(Not(Eq(defenders, 0)), Not(fights)))
            stopped = And(Not(Eq(defenders, 0)), fights, attackers <= defenders) if stop else sympify(False)
            cases = {"win": won, "lose": lost, "stopped": stopped, None: And(Not(won), Not(lost), Not(stopped))}
            show = in_every(branches, partial(_case, cases))
            name = f"battle code, outcome, both dead {both_dead}" + ", stop" * stop
            steps.append(step(name, "`outcome` is as the relations say", (), show))
    return steps


def _whole(number: int) -> int:
    """Return an int in place of a Fraction, which does not add itself to symbols."""
    return number


def _chances(wanted: Mapping[BattlePosition, Expr], pairs: Any) -> Boolean:
    """Return that a distribution gives each position its probability, 0 where it has no entry."""
    found = {tuple(map(int, position)): probability for position, probability in pairs}
    return And(*(same(found.get(tuple(place), sympify(0)), chance) for place, chance in wanted.items()))


def battle_start(rules: type = Battle) -> list[Step]:
    """Return that both sides start at full strength."""
    branches = run_symbolically(
        lambda A, D: instance_on_symbols(rules, attackers=A, defenders=D).start(), attackers, defenders
    )
    show = in_every(branches, lambda position: equal_to(position, (A, D), (attackers, defenders)))
    return [step("battle code, start", "the play starts with all armies", (), show)]


def battle_turns(most: int = 3, rules: type = Battle) -> list[Step]:
    """Return the chances of a turn for small armies and every hit probability: the recurrences' coefficients.

    Against one defender, a attackers all miss with t = (1 - p)^a; then the position stays with t (1 - q) and loses one
    attacker with t q. One attacker against d: the same with the sides exchanged.
    """
    steps = []
    for armies in range(1, most + 1):
        for one_defender in (True, False):
            place = BattlePosition(armies, 1) if one_defender else BattlePosition(1, armies)
            fewer = BattlePosition(armies - 1, 1) if one_defender else BattlePosition(1, armies - 1)
            many, single = (p, q) if one_defender else (q, p)
            branches = run_symbolically(
                lambda p, q, place=place: instance_on_symbols(
                    rules, {Distribution: dict, Fraction: _whole}, attacker_hits=p, defender_hits=q, reserve=0
                ).after(place),
                p, q,
            )  # fmt: skip
            missed = (1 - many) ** armies

            chances = partial(_chances, {place: missed * (1 - single), fewer: missed * single})
            against = f"{armies} against one defender" if one_defender else f"one attacker against {armies}"
            steps.append(
                step(f"battle code, a turn of {against}", "the chances without and with one hit", PROBABILITIES,
                          in_every(branches, chances))
            )  # fmt: skip
    return steps
