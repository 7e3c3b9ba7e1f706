"""True certificates of every checker in rationals, and what each must refuse in all of them, number by number."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import chain, pairwise
from operator import getitem
from typing import Any, NamedTuple

import pytest
from chains import Chain
from classic_games import load
from flint import fmpq
from games_by_table import patience, pennies, push, table_game
from lying_numbers import KINDS, LyingFraction
from poker import kuhn_poker
from small_games import Countdown
from trees import ACROSS, BATTLE, ENTRY, HORSE, kuhn_plans

from gametheory import state_graph, verify
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.verify import CertificateError

ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)
TINY = Fraction(1, 10**30)


class Case(NamedTuple):
    """A checker, the game, the other arguments, which lies in each of them it refuses, and what it returns for these.

    Lies are named as in LIES. Of an argument with `types` only the types of the numbers are tested.
    """

    check: Callable[..., Any]
    game: Any
    arguments: tuple[Any, ...]
    refused: tuple[str, ...]
    value: Any

    def answer(self, *arguments: Any) -> Any:
        """Return what the checker says of other arguments; of an assessment, its beliefs."""
        found = self.check(self.game, *arguments)
        return getattr(found, "beliefs", found)

    def refuses(self, place: int, lies: Iterator[Any]) -> int:
        """Let the checker refuse other values of an argument, and return their number."""
        number = 0
        for number, lie in enumerate(lies, 1):  # noqa: B007
            with pytest.raises(CertificateError):
                pytest.fail(
                    f"{lie} is accepted: {self.answer(*self.arguments[:place], lie, *self.arguments[place + 1 :])}"
                )
        return number


UNITS = "more less moved"  # in any one number, or from one number to the next one
RULES = f"{UNITS} all"  # also in all numbers together
VALUES = f"{RULES} missing"
PLANS = f"{UNITS} missing"
CHAIN = state_graph(Chain(0, {0: {"end": HALF, 0: HALF / 2, 1: HALF / 2}, 1: {0: HALF, "other": HALF}}))
BET = [{"a": {1: Fraction(1, 3), 2: Fraction(2, 3)}, "b": {2: ONE}}]
PENNIES = ((ONE, -ONE), (-ONE, ONE))
FAIR = {"one": {"a": HALF, "b": HALF}, "two": {"c": HALF, "d": HALF}}
EVEN = {0: fmpq(1, 2), 1: fmpq(1, 2)}
MACHINE = {"new": ("run",), "old": ("run",), "broken": ("repair",)}
BIASES = {"new": ZERO, "old": -9 * ONE, "broken": Fraction(-21, 2)}  # 2 periods new, 3 old, 1 broken: (20 + 18 - 5) / 6
CHICKEN = NormalForm.from_payoffs([[6, 2], [7, 0]], [[6, 7], [2, 0]])
CIRCLE = NormalForm.from_array(
    [[[[1 - 2 * (a != b), 1 - 2 * (b != c), 1 - 2 * (c == a)] for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
)
SUBGAME = {(1, 1): (1, 0), (1, 2): (Fraction(3, 4), Fraction(1, 4)), (2, 1): (Fraction(1, 4), Fraction(3, 4))}
FAR = {3: ONE}, {}  # of the horse: player 3 is sure that play came over player 2
NEAR = {3: Fraction(2, 3), 6: Fraction(1, 3)}, {(1, 0): Fraction(1, 3)}
RETURNS = [(1, 1), (1, 1), (-1, -1), (1, 1), (0, 2)]
CASES = {
    "absorption": Case(
        verify.check_absorption_probability,
        CHAIN,
        ({0: Fraction(4, 5), 1: Fraction(2, 5), "end": ONE, "other": ZERO}, "end"),
        (VALUES, ""),
        Fraction(4, 5),
    ),
    "certain absorption": Case(
        verify.check_absorption_probability,
        state_graph(Chain(0, {0: {1: ONE}, 1: {"end": ONE}})),
        ({0: ONE, 1: ONE, "end": ONE}, "end"),
        (VALUES, ""),
        1,
    ),
    "policy": Case(
        verify.check_mdp_policy,
        table_game(BET, ["one"], {1: 3, 2: 0}, ("one",)),
        ({1: 3 * ONE, 2: ZERO}, {0: ONE, 1: 3 * ONE, 2: ZERO}, {0: ("a",)}),
        (RULES, VALUES, ""),
        1,
    ),
    "turns": Case(
        verify.check_subgame_perfect,
        table_game(BET, ["one"], {1: 3, 2: 0}),
        ({1: (3, -3), 2: (0, 0)}, {0: (1, -1), 1: (3, -3), 2: (0, 0)}, {0: ("a",)}),
        (RULES, VALUES, ""),
        (1, -1),
    ),
    "cycles": Case(
        verify.check_cyclic_equilibrium,
        patience(),
        ({2: (ONE, -ONE)}, {0: ONE, 1: ONE, 2: ONE}, {0: ("a",), 1: ("a",)}, {0: 1, 1: 2, 2: 0}),
        (RULES, VALUES, "", "types"),
        1,
    ),
    "simultaneous": Case(
        verify.check_simultaneous_equilibrium,
        pennies(),
        ({1: (ONE, -ONE), 2: (-ONE, ONE)}, {0: ZERO, 1: ONE, 2: -ONE}, {0: FAIR}),
        (RULES, VALUES, VALUES),
        0,
    ),
    "stationary": Case(
        verify.check_stationary_equilibrium,
        pennies(),
        (
            {1: (ONE, -ONE), 2: (-ONE, ONE)},
            {0: (ZERO, ZERO), 1: (ONE, -ONE), 2: (-ONE, ONE)},
            {0: FAIR},
            dict.fromkeys(("one", "two"), ({0: 1}, {0: 1})),
        ),
        (RULES, VALUES, VALUES, "types"),
        (0, 0),
    ),
    "guarantee": Case(
        verify.check_guarantee,
        pennies(),
        ({1: ONE, 2: -ONE}, ["one"], {0: {"one": FAIR["one"]}}, {0: ZERO, 1: ONE, 2: -ONE}, {0: 1}),
        ("less", "", VALUES, "more missing", "types"),
        0,
    ),
    "mean payoff": Case(
        verify.check_mean_payoff,
        state_graph(load("machine").Machine()),
        ({}, dict.fromkeys(MACHINE, Fraction(11, 2)), BIASES, MACHINE),
        ("", VALUES, PLANS, ""),
        Fraction(11, 2),
    ),
    "mean payoff of two": Case(
        verify.check_mean_payoff_game,
        state_graph(push()),
        ({}, {"up": 2 * ONE, "down": 2 * ONE}, ({"up": ONE, "down": ZERO},) * 2, {"up": (3,), "down": (1,)}),
        ("", VALUES, "types missing", ""),
        2,
    ),
    "table": Case(
        verify.check_nash,
        PENNIES,
        (tuple(tuple(-payoff for payoff in row) for row in PENNIES), (HALF, HALF), (HALF, HALF)),
        (PLANS, VALUES, VALUES),
        (0, 0),
    ),
    "table of many": Case(verify.check_mixed_profile, CIRCLE, ([(HALF, HALF)] * 3,), (VALUES,), (0, 0, 0)),
    "correlated": Case(
        verify.check_correlated,
        CHICKEN,
        (
            {(0, 0): HALF, (1, 0): HALF / 2, (0, 1): HALF / 2},
            (ONE, ONE),
            {(0, 0, 1): Fraction(3, 4), (1, 0, 1): Fraction(3, 4)},
        ),
        (VALUES, "types", "more less missing"),
        Fraction(21, 2),
    ),
    "dominance": Case(
        verify.check_dominance,
        NormalForm.from_payoffs([[3, 0], [0, 3], [1, 1]], [[0, 0]] * 3),
        (
            [{(0, 2): {0: HALF, 1: HALF}}],
            {(0, 0): {(0,): ONE}, (0, 1): {(1,): ONE}, (1, 0): {(0,): ONE}, (1, 1): {(1,): ONE}},
        ),
        ("more less all missing",) * 2,
        ((0, 1), (0, 1)),
    ),
    "maximin": Case(
        verify.check_maximin,
        NormalForm.from_payoffs(PENNIES),
        (0, {0: HALF, 1: HALF}, {(0,): HALF, (1,): HALF}),
        ("", VALUES, VALUES),
        (-1, (0, 1), 0),
    ),
    "commitment": Case(
        verify.check_stackelberg,
        NormalForm.from_payoffs([[2, 4], [1, 3]], [[1, 0], [0, 1]]),
        (0, {0: ({0: ONE}, {}), 1: ({0: HALF, 1: HALF}, {0: HALF})}),
        ("", VALUES),
        {0: (2, 1), 1: (Fraction(7, 2), HALF)},
    ),
    "commitment against ties": Case(
        verify.check_weak_stackelberg,
        NormalForm.from_payoffs([[2, 4], [1, 3]], [[1, 0], [0, 1]]),
        (
            0,
            {0: ({0: ONE}, {}), 1: ({0: HALF, 1: HALF}, {0: HALF})},
            {0: ({0: ONE}, {}), 1: ({1: ONE}, {})},
        ),
        ("", VALUES, "types missing"),
        {0: (2, 1), 1: (Fraction(7, 2), HALF)},
    ),
    "stable": Case(
        verify.check_stable, ((-ONE, 4 * ONE), (ZERO, 2 * ONE)), ((2 * ONE / 3, ONE / 3),), (VALUES,), 2 * ONE / 3
    ),
    "invasion": Case(
        verify.check_invasion,
        ((ZERO, -ONE, ONE), (ONE, ZERO, -ONE), (-ONE, ONE, ZERO)),
        ((ONE / 3,) * 3, (ZERO, HALF, HALF)),
        (VALUES, "more less all missing"),
        0,
    ),
    "matrix": Case(
        verify.bracket_matrix_value,
        [[fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(1)]],
        (EVEN, EVEN),
        ("more less all missing",) * 2,
        (0, 0),
    ),
    "tree": Case(
        verify.check_tree_equilibrium, kuhn_poker(3), (kuhn_plans(),), (VALUES,), (Fraction(-1, 18), Fraction(1, 18))
    ),
    "perfect information": Case(
        verify.check_perfect_information, ENTRY, (RETURNS, [0, 1, 0, 0, 0]), (VALUES, ""), (1, 1)
    ),
    "subgames": Case(verify.check_subgame_perfect_tree, BATTLE, (SUBGAME,), (VALUES,), (2, 0)),
    "empty threat": Case(
        verify.check_not_subgame_perfect,
        ENTRY,
        ([{(1, 1): 1}, {(1, 0): 1}], 1, 2, {(1, 1): 1}),
        ("more less all missing", "", "", "more less all missing"),
        2,
    ),
    "beliefs": Case(
        verify.check_belief_bounds,
        HORSE,
        (
            {(1, 1): (ONE, ZERO), (2, 1): (ONE, ZERO), (3, 1): (ZERO, ONE)},
            {(3, 1): ({3: (NEAR, FAR), 6: (FAR, NEAR)}, {})},
        ),
        ("more less all missing", VALUES),
        # right gains 1 if far, and left gains 2 if near
        {(3, 1): {3: (Fraction(2, 3), 1), 6: (0, Fraction(1, 3))}},
    ),
    "no belief": Case(
        verify.check_belief_bounds,
        ENTRY,
        ({(1, 1): (ONE, ZERO), (2, 1): (ONE, ZERO)}, {(2, 1): ({}, {(0, 1): ONE})}),
        ("more less all missing", "missing"),
        {(2, 1): {}},
    ),
    "distances": Case(
        verify.check_distance_lower_bound,
        state_graph(Countdown(9)),
        ("empty", {pile: (pile + 1) // 2 for pile in range(10)}),
        ("", "more missing"),
        5,
    ),
} | {
    name: Case(check, HORSE, (ACROSS,), (VALUES,), {0: 1, 1: 1, 3: 1, 6: 0})
    for name, check in (
        ("sequential", verify.check_sequential_equilibrium),
        ("perfect", verify.check_perfect_equilibrium),
        ("quasi-perfect", verify.check_quasi_perfect_equilibrium),
    )
}


def paths(part: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every number of nested mappings and sequences."""
    if isinstance(part, int | Fraction | fmpq) and not isinstance(part, bool):
        yield path
    elif isinstance(part, dict | list | tuple):
        for key in part if isinstance(part, dict) else range(len(part)):
            yield from paths(part[key], *path, key)


def changed(part: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """Return nested mappings and sequences with another part at the end of a path."""
    if not path:
        return change(part)
    inner = changed(part[path[0]], path[1:], change)
    if isinstance(part, dict):
        return {**part, path[0]: inner}
    return type(part)([*part[: path[0]], inner, *part[path[0] + 1 :]])


def plus(unit: Fraction) -> Callable[[Any], Any]:
    return lambda number: number + (to_flint(unit) if isinstance(number, fmpq) else unit)


def every_number(change: Callable[[Any], Any]) -> Callable[[Any], Iterator[Any]]:
    """Return a function that changes one number after the other."""
    return lambda argument: (changed(argument, path, change) for path in paths(argument))


def all_numbers(unit: Fraction) -> Callable[[Any], Iterator[Any]]:
    """Return a function that adds a unit to all numbers: along a single move every value still equals the next one."""
    return lambda argument: iter(
        [reduce(lambda part, path: changed(part, path, plus(unit)), paths(argument), argument)]
    )


def moved(unit: Fraction) -> Callable[[Any], Iterator[Any]]:
    """Return a function that takes a unit from one number and adds it to the next one of the same part."""
    return lambda argument: (
        changed(changed(argument, one, plus(-unit)), other, plus(unit))
        for one, other in pairwise(paths(argument))
        if one[:-1] == other[:-1]
    )


def longer(argument: Any) -> Iterator[Any]:
    """Append a 0 to every tuple of numbers."""
    for path in dict.fromkeys(path[:-1] for path in paths(argument)):
        if isinstance(reduce(getitem, path, argument), tuple):
            yield changed(argument, path, lambda numbers: (*numbers, 0))


def left_out(argument: Any) -> Iterator[Any]:
    """Leave out one number."""
    for *path, key in paths(argument):
        yield changed(
            argument,
            tuple(path),
            lambda part, key=key: (
                {name: part[name] for name in part if name != key}
                if isinstance(part, dict)
                else type(part)([*part[:key], *part[key + 1 :]])
            ),
        )


LIES = {
    "more": every_number(plus(TINY)),
    "less": every_number(plus(-TINY)),
    "all": lambda argument: chain(all_numbers(TINY)(argument), all_numbers(-TINY)(argument)),
    "moved": lambda argument: chain(moved(TINY)(argument), moved(-TINY)(argument)),
    "missing": left_out,
    "longer": longer,
    "types": every_number(float),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_no_lie_of_one_unit_is_accepted(case: Case) -> None:
    assert case.answer(*case.arguments) == case.value
    for place, words in enumerate(case.refused):
        for word in [*words.split(), *(["longer"] if words else [])]:
            assert case.refuses(place, LIES[word](case.arguments[place])) or word == "longer", word


@pytest.mark.parametrize("kind", [*KINDS, lambda number: float(number + 1), lambda number: LyingFraction(number + 1)])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_no_number_is_rounded_or_of_another_type(case: Case, kind: Any) -> None:
    """Compared with a number that lies, any value would be the right one; and floats satisfy equations by rounding."""

    def other(number: Any) -> Any:
        return kind(to_fraction(number) if isinstance(number, fmpq) else number)

    for place, words in enumerate(case.refused):
        if words:
            assert case.refuses(place, every_number(other)(case.arguments[place]))
