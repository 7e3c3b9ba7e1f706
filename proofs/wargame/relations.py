"""The Wargame's code, run on symbols, against the relations that the proofs use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from _rules_on_symbols import equal_to, in_every, same, step
from sympy import And, Eq, Expr, Implies, sympify
from sympy.logic.boolalg import Boolean

from gametheory.games.wargame import Wargame
from gametheory.games.wargame.rules import Position as Round
from gametheory.model.game import Distribution
from gametheory.prove.argument import Step
from gametheory.prove.symbolic import Branch, instance_on_symbols, run_symbolically
from gametheory.prove.symbolic_values import Opaque

from .symbols import (
    ARMIES,
    CHANCE,
    ROUND,
    SENT,
    a,
    b,
    camp_a,
    camp_b,
    chance,
    draw,
    field_a,
    field_b,
    loss,
    n,
    p,
    q,
    round_,
    win,
)


class Share:
    """A share of the field that is killed, of which 1 - share is p/q."""

    def __init__(self, numerator: Any, denominator: Any) -> None:
        self.numerator, self.denominator = numerator, denominator

    def __rsub__(self, one: int) -> Share:
        if one != 1:
            raise ValueError(one)
        return self


class _Listed(Opaque):
    """A list with symbolic indices, of which an entry is described by a function; the index must be in range."""

    __slots__ = ("entry", "length")

    def __init__(self, entry: Callable[[Any], Any], length: Any) -> None:
        self.entry, self.length = entry, length

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self.length:
            raise IndexError(index)
        return self.entry(index)


class Key(Round):
    """A position of the Wargame as the key of a dictionary: all keys have one hash, so that they are compared."""

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        if type(other) is not Key:
            raise TypeError(other)
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other


def wargame_survivors(rules: type = Wargame) -> list[Step]:
    """Return how many of a field survive: half rounded down, and any share p/q rounded down."""

    def rounded(branches: Iterable[Branch], one: Expr, of: Expr) -> Boolean:
        """Return that the entry of each field from 0 to n is the share one/of of it, rounded down."""
        cases = []
        for branch in branches:
            [left], [field] = branch.value, branch.elements
            share = And(of * left <= one * field.symbol, one * field.symbol < of * left + of)
            cases.append(Implies(And(*branch.facts), And(share, same(field.lower, 0), same(field.upper, n + 1))))
        return And(*cases)

    general = list(
        run_symbolically(
            lambda n, p, q: instance_on_symbols(rules, soldiers=n, killed=Share(p, q)).survivors,
            n, p, q, given=(n >= 1, p >= 0, q >= 1),
        )
    )  # fmt: skip
    half = list(run_symbolically(lambda n: instance_on_symbols(rules, soldiers=n, killed=Fraction(1, 2)).survivors, n))
    of_half = rounded(half, sympify(1), sympify(2))
    return [
        step("wargame code, survivors of a field, half", "`survivors` lists half of each field", (n >= 1,),
                  of_half),
        step("wargame code, survivors of a field, share", "`survivors` lists the share of each field",
                  (n >= 1, p >= 0, q >= 1), rounded(general, p, q)),
    ]  # fmt: skip


def wargame_after(rules: type = Wargame) -> list[Step]:
    """Return the two next positions: the battle with its chance, and the next round with half of each field."""

    def after(round_, camp_a, field_a, camp_b, field_b, a, b, n, chance):  # type: ignore[no-untyped-def]
        game = instance_on_symbols(
            rules,
            {Round: Key, Distribution: dict},
            survivors=_Listed(lambda field: field // 2, n + 1),
            _probabilities=_Listed(lambda _: (chance, 1 - chance), round_),
        )
        return game.after(Key(round_, camp_a, field_a, camp_b, field_b), a, b)

    given = (*ARMIES, *SENT, *CHANCE)
    branches = list(run_symbolically(after, *ROUND, a, b, n, chance, given=given))
    camps = (camp_a - a, camp_b - b)

    def battle_or_round(pairs: Any) -> Boolean:
        if not isinstance(pairs, tuple) or not pairs or isinstance(pairs[0], str):
            return Eq(n, 0)  # the code fails
        cases = []
        for (number, first_camp, first, second_camp, second, battle), probability in pairs:
            common = (same(first_camp, camps[0]), same(second_camp, camps[1]))
            if battle:
                here = (
                    same(number, round_),
                    same(first, field_a + a),
                    same(second, field_b + b),
                    same(probability, chance),
                )
            else:
                halves = [
                    And(2 * left <= size, size <= 2 * left + 1)
                    for left, size in ((first, field_a + a), (second, field_b + b))
                ]
                here = (same(number, round_ + 1), *halves, same(probability, 1 - chance))
            cases.append(And(*common, *here))
        kinds = {pair[0][5] for pair in pairs}
        missing = [Eq(chance, 0)] * (True not in kinds) + [Eq(chance, 1)] * (False not in kinds)
        return And(*cases, *missing)

    return [
        step("wargame code, after", "`after` gives the battle and the next round, with their chances", given,
                  in_every(branches, battle_or_round))
    ]  # fmt: skip


def wargame_outcome(rules: type = Wargame) -> list[Step]:
    """Return A's payoff, that of the larger field; B's is the opposite; there is none before the battle."""

    def outcome(field_a, field_b, win, draw, loss):  # type: ignore[no-untyped-def]
        game = instance_on_symbols(rules, payoffs=(win, draw, loss))
        if game.outcome(Round(1, 0, field_a, 0, field_b)) is not None:
            raise ValueError("there is an outcome before the battle")
        return game.outcome(Round(1, 0, field_a, 0, field_b, True))

    def payoff(outcome: Any) -> Boolean:
        to_a, to_b = outcome.payoffs
        return And(
            same(to_b, -to_a),
            Implies(field_a > field_b, same(to_a, win)),
            Implies(Eq(field_a, field_b), same(to_a, draw)),
            Implies(field_a < field_b, same(to_a, loss)),
        )

    branches = run_symbolically(outcome, field_a, field_b, win, draw, loss)
    return [step("wargame code, outcome", "`outcome` pays the larger field", (), in_every(branches, payoff))]


def _are_up_to(camp: Expr, bounds: Any) -> Boolean:
    """Return that the numbers a with these bounds are those from 0 to the camp."""
    inside, wanted = And(bounds.lower <= a, a < bounds.upper), And(a >= 0, a <= camp)
    return And(Implies(inside, wanted), Implies(wanted, inside))


def wargame_moves(rules: type = Wargame) -> list[Step]:
    """Return that a player can send 0 to all soldiers of the camp, and none at the battle."""
    steps = []
    for player, camp in (("A", camp_a), ("B", camp_b)):
        branches = run_symbolically(
            lambda *place, player=player: instance_on_symbols(rules).moves(Round(*place), player), *ROUND
        )
        show = in_every(branches, partial(_are_up_to, camp))
        steps.append(step(f"wargame code, moves of {player}", "`moves` are 0 to the camp", ARMIES, show))
    return steps


def wargame_start(rules: type = Wargame) -> list[Step]:
    """Return that the first round begins with all soldiers in camp."""
    branches = run_symbolically(lambda n: instance_on_symbols(rules, soldiers=n).start(), n)
    show = in_every(branches, lambda position: equal_to(position[:5], ROUND, (1, n, 0, n, 0)))
    return [step("wargame code, start", "the play starts in round 1 with n in both camps", (n >= 1,), show)]
