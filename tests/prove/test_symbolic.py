"""Code run on symbols agrees with the same code run on numbers, and what it cannot express is refused."""

from fractions import Fraction
from functools import cache
from math import isqrt
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Symbol, evaluate, symbols

from gametheory.games.battle import Battle
from gametheory.games.battle.rules import Position as BattlePosition
from gametheory.games.castle import Castle, Position, Volley
from gametheory.games.castle import closed_form as forms
from gametheory.games.castle.closed_form import compare_golden_multiple, fibonacci_pair
from gametheory.games.castle.published_formulas import float_battle_days, published_row
from gametheory.games.towers import Towers
from gametheory.model.game import Distribution, Outcome
from gametheory.numbers.rationals import ceiling_division, least_satisfying
from gametheory.prove.symbolic import (
    Raised,
    UnsupportedOperation,
    instance_on_symbols,
    on_symbols,
    run_symbolically,
)
from gametheory.prove.symbolic_values import MAX_DECISIONS, described

x, y, z = symbols("x y z", integer=True)
r = Symbol("r")
small, signed = st.integers(1, 30), st.integers(-20, 20)


COMPUTED = {"quotient": floordiv, "root": isqrt, "fibonacci": lambda index: fibonacci_pair(index)[0]}


def computed(branch, place):
    """Return the values of the symbols of a branch, computed in ints, not read from their meanings."""
    values = dict(place)
    for definition in branch.definitions:
        known = [condition for condition in branch.condition if condition.free_symbols <= set(values)]
        if not all(is_true(condition, values) for condition in known):
            return None  # a search might not end there
        if definition.operation == "least":
            [search] = definition.arguments
            first = int(search.first.subs(values))

            def holds(number, search=search, values=values):
                found = [b for b in search.branches if computed(b, {**values, search.place: number}) is not None]
                assert len(found) == 1
                return found[0].value

            values[definition.symbol] = least_satisfying(holds, first)
            continue
        numbers = [int(argument.subs(values)) for argument in definition.arguments]
        values[definition.symbol] = COMPUTED[definition.operation](*numbers)
    if not all(is_true(condition, values) for condition in branch.condition):
        return None
    for definition in filter(is_exact, branch.definitions):
        value = values[definition.symbol]
        fitting = [
            v for v in (value - 1, value, value + 1) if is_true(definition.meaning, {**values, definition.symbol: v})
        ]
        assert fitting == [value] or definition.meaning == True, "the meaning fixes the value"  # noqa: E712
    return values


def is_true(relation, values):
    return relation.subs(values) == True  # noqa: E712


def is_exact(definition):
    """Return whether the meaning has no symbols of its own."""
    return definition.operation in COMPUTED


def at(branches, place):
    """Return the value of the one branch whose condition is true at some numbers."""
    fitting = []
    for branch in branches:
        try:
            values = computed(branch, place)
        except (ZeroDivisionError, ValueError):  # the condition of another branch is not true there
            continue
        if values is not None:
            fitting.append((branch.value, values))
    assert len(fitting) == 1, "the branches exclude each other and cover everything"
    [(value, values)] = fitting
    return _number(value, values)


def _number(value, values):
    if isinstance(value, tuple):
        return tuple(_number(part, values) for part in value)
    return int(value.subs(values)) if hasattr(value, "subs") else value


@pytest.mark.parametrize("operation", [add, sub, mul, floordiv, mod, divmod, gt, ge, lt, le, eq, ne])
@given(a=signed, b=signed)
@settings(max_examples=15, deadline=None)
def test_every_operation_agrees_with_that_of_numbers(operation, a, b):
    """Symbol and symbol, symbol and number, number and symbol."""
    for arguments, function in (
        ((x, y), operation),
        ((x,), lambda left: operation(left, b)),
        ((y,), lambda right: operation(a, right)),
    ):
        branches = list(run_symbolically(function, *arguments))
        if operation in (floordiv, mod, divmod) and b == 0:
            if len(arguments) == 2 or arguments == (y,):
                assert any(branch.value == Raised("ZeroDivisionError") for branch in branches)
            continue
        assert at(branches, {x: a, y: b}) == operation(a, b)


@given(a=signed, b=signed)
@settings(max_examples=20, deadline=None)
def test_signs_powers_and_extrema_agree_with_those_of_numbers(a, b):
    def mixed(first, second):
        return (-first, +second, abs(first), first**3, max(first, second, 2), min(first, second), first and second)

    assert at(list(run_symbolically(mixed, x, y)), {x: a, y: b}) == mixed(a, b)


fibonacci = described("fibonacci")
PAIR = {fibonacci_pair: lambda index: (fibonacci(index), fibonacci(index + 1))}
CLOSED_FORMS = (
    (forms.case_of, "n s d"),
    (forms.best_fall_day, "n s d"),
    (forms.soldiers_fewest_waves, "n s d"),
    (published_row, "n s d"),
    (forms.most_left_alive, "n d"),
    (forms._soldiers_on, "n d s"),
    (forms._shots_by, "n d s"),
    (forms._about_last_day, "n d"),
    (forms._point_left, "d"),
    (forms.battle_days, "n s"),
    (compare_golden_multiple, "n s"),
    (ceiling_division, "n d"),
)


@pytest.mark.parametrize(("function", "names"), CLOSED_FORMS)
@given(n=small, s=small, d=small)
@settings(max_examples=15, deadline=None)
def test_closed_forms_on_symbols_agree_with_those_of_numbers(function, names, n, s, d):
    numbers = {"n": n, "s": s, "d": d}
    arguments = symbols(names, integer=True, seq=True)
    place = {symbol: numbers[symbol.name] for symbol in arguments}
    branches = branches_of(function, arguments)
    assert at(branches, place) == function(*place.values())


@cache
def branches_of(function, arguments):
    return list(run_symbolically(on_symbols(function, PAIR), *arguments, given=[symbol >= 1 for symbol in arguments]))


S, D, C = symbols("S D C", integer=True)
counts = st.integers(0, 12)


@given(soldiers=counts, defenders=counts, strength=counts)
@settings(max_examples=30, deadline=None)
def test_volleys_on_symbols_are_those_of_numbers(soldiers, defenders, strength):
    """The range of the element, evaluated, gives each volley once."""
    [branch] = run_symbolically(lambda *place: instance_on_symbols(Castle).moves(Position(*place)), S, D, C)
    [element], place = branch.elements, {S: soldiers, D: defenders, C: strength}
    found = [
        tuple(int(number.subs({**place, element.symbol: at})) for number in branch.value[0])
        for at in range(int(element.lower.subs(place)), int(element.upper.subs(place)))
    ]
    assert found == [tuple(volley) for volley in Castle(1, 1, 1).moves(Position(soldiers, defenders, strength))]


@given(soldiers=counts, defenders=counts, strength=counts, at_castle=counts, at_defenders=counts, fresh=small)
@settings(max_examples=30, deadline=None)
def test_outcome_and_successor_on_symbols_are_those_of_numbers(
    soldiers, defenders, strength, at_castle, at_defenders, fresh
):
    a, b, dpw = symbols("a b dpw", integer=True)
    game, position = Castle(1, 1, fresh), Position(soldiers, defenders, strength)
    outcomes = list(run_symbolically(lambda *place: instance_on_symbols(Castle).outcome(Position(*place)), S, D, C))
    place = {S: soldiers, D: defenders, C: strength, a: at_castle, b: at_defenders, dpw: fresh}
    assert at(outcomes, place) == game.outcome(position)

    def after(S, D, C, a, b, dpw):
        return instance_on_symbols(Castle, defenders_per_wave=dpw).after(Position(S, D, C), Volley(a, b))

    assert at(list(run_symbolically(after, *place)), place) == tuple(
        game.after(position, Volley(at_castle, at_defenders))
    )


@given(attackers=counts, defenders=counts, reserve=st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_outcomes_of_battles_on_symbols_are_those_of_numbers(attackers, defenders, reserve):
    def outcome(a, d, reserve):
        game = instance_on_symbols(Battle, reserve=reserve, both_dead="defender", stop_when_outnumbered=True)
        return game.outcome(BattlePosition(a, d))

    game = Battle(reserve + 1, 1, both_dead="defender", stop_when_outnumbered=True, reserve=reserve)
    expected = game.outcome(BattlePosition(attackers, defenders))
    assert at(list(run_symbolically(outcome, x, y, z)), {x: attackers, y: defenders, z: reserve}) == expected


def notices(value):
    return value + 1 if isinstance(value, int) else value


def compares_types(value):
    return value + 1 if type(value) is int else value


def compares_identity(value, other):
    return 1 if value is other else 0


def hides(value):
    try:
        return value + len(value)
    except Exception:
        return 0


def counts_down(value):
    while value > 0:
        value -= 1
    return value


def sums_up(value):
    total = 0
    for number in range(value):
        total += number
    return total


def counts_elements(value):
    return sum(1 for number in range(value))


def sorted_out(value):
    return [number + 1 for number in range(value) if number > 3]


def _two_loops(value):
    for number in range(value):
        yield number + 1
    for number in range(2 * value):
        yield number + 1


def _yields_more(value):
    yield -1
    for number in range(value):
        yield number + 1


def _stops(value):
    for number in range(value):
        if number > 3:
            return
        yield number + 1


def yields(value):
    for number in range(value):
        yield number + 1


def _counts_yielded(value):
    return len(list(yields_of_symbols(value)))


yields_of_symbols = on_symbols(yields)


@pytest.mark.parametrize(
    ("function", "named"),
    [
        (notices, "isinstance"),
        (compares_types, "type"),
        (compares_identity, "is other"),
        (hides, "try"),
        (counts_down, "while"),
        (sums_up, "loop"),
        (counts_elements, "loop"),
        (sorted_out, "loop"),
        (_two_loops, "loop"),
        (_yields_more, "loop"),
        (_stops, "loop"),
        (_counts_yielded, "iter"),
        (float_battle_days, "try"),
    ],
)
def test_code_that_could_differ_on_symbols_is_refused(function, named):
    arguments = (x, y)[: function.__code__.co_argcount]
    with pytest.raises(UnsupportedOperation, match=named):
        list(run_symbolically(lambda *values: on_symbols(function)(*values), *arguments))


@pytest.mark.parametrize(
    ("function", "named"),
    [
        (notices, "isinstance"),
        (lambda value: {value: 1}, "hash"),
        (lambda value: {0, value}, "hash"),
        (lambda value: f"{value}", "format"),
        (lambda value: f"{value!r}", "repr"),
        (lambda value: str(value), "str"),
        (lambda value: int(value), "int"),
        (lambda value: float(value), "float"),
        (lambda value: round(value), "round"),
        (lambda value: [1, 2][value], "index"),
        (lambda value: range(value), "index"),
        (lambda value: isqrt(value), "index"),
        (lambda value: value / 2, "truediv"),
        (lambda value: 2**value, "rpow"),
        (lambda value: value**value, "power"),
        (lambda value: value**-1, "power"),
        (lambda value: value & 1, "and"),
        (lambda value: ~value, "invert"),
        (lambda value: value * 0.5, "float"),
        (lambda value: value < 0.5, "float"),
        (lambda value: value == 0.5, "float"),
        (lambda value: hasattr(value, "numerator"), "numerator"),
        (lambda value: value.bit_length(), "bit_length"),
        (lambda value: len(value), "len"),
        (lambda value: value.__class__, "isinstance"),
        (lambda value: object(), "object"),
        (lambda value: 0.5, "float"),
    ],
)
def test_operations_that_symbols_cannot_express_are_refused_by_name(function, named):
    with pytest.raises(UnsupportedOperation, match=named):
        list(run_symbolically(function, x))


def test_a_sum_of_rationals_is_not_an_integer():
    """No strict comparison of reals becomes one of integers, and no quotient is rounded."""
    [branch] = run_symbolically(lambda v: v + Fraction(1, 2), x)
    assert branch.value == x + Fraction(1, 2)
    assert len(list(run_symbolically(lambda v: v >= 1, r, given=[r > 0]))) == 2
    assert len(list(run_symbolically(lambda v: v >= 1, x, given=[x > 0]))) == 1
    assert len(list(run_symbolically(lambda v: v > 0, r, given=[r >= 0]))) == 2
    for divide in (lambda v: v // 2, lambda v: 2 // v, lambda v: v % 2):
        with pytest.raises(UnsupportedOperation, match=r"floor|mod"):
            list(run_symbolically(divide, r))


@given(a=signed, b=signed, shift=signed, first=st.sampled_from([gt, ge, lt, le, eq, ne]))
@settings(max_examples=40, deadline=None)
def test_a_comparison_without_a_fork_is_right(a, b, shift, first):
    """Whatever is decided by an earlier comparison, all of the six relations are as for numbers."""

    def compared(left, right):
        return (first(left, right), *(later(left, right + shift) for later in (gt, ge, lt, le, eq, ne)))

    branches = list(run_symbolically(compared, x, y))
    assert at(branches, {x: a, y: b}) == compared(a, b)
    if shift == 0 and first in (gt, le):
        assert len(branches) == 3


def test_only_numbers_and_known_bounds_decide_a_comparison():
    """sympy knows that a square is not negative; a run on symbols does not rely on it."""
    assert [branch.value for branch in run_symbolically(lambda v: v * v >= 0, x)] == [True, False]
    assert [branch.value for branch in run_symbolically(lambda v: v + 1 > v, x)] == [True]
    with evaluate(False):
        assert [branch.value for branch in run_symbolically(lambda v: v + 1 > v, x)] == [True]


@pytest.mark.parametrize("symbol", [Symbol("p", positive=True), Symbol("n", integer=True, nonnegative=True)])
def test_symbols_with_assumptions_of_their_own_are_refused(symbol):
    with pytest.raises(ValueError, match="assumption"):
        list(run_symbolically(lambda v: v > 0, symbol))


def test_endless_comparisons_and_too_many_branches_are_refused():
    def endless(value):
        while value != 0:
            value = value - 1
        return value

    with pytest.raises(UnsupportedOperation, match=str(MAX_DECISIONS)):
        list(run_symbolically(endless, x))
    with pytest.raises(UnsupportedOperation, match="1000 branches"):
        list(run_symbolically(lambda v: [v * v > k * v for k in range(10)], x))


def test_symbols_outside_a_run_are_refused():
    stored = []
    list(run_symbolically(lambda v: stored.append(v), x))
    with pytest.raises(UnsupportedOperation, match="outside"):
        _ = stored[0] > 0


def test_new_symbols_have_unused_names():
    quotient = Symbol("quotient_1", integer=True)
    [branch] = run_symbolically(lambda v: v // 2, quotient)
    assert branch.value != quotient
    [branch] = run_symbolically(lambda v, w: v // 2 + w // 2 + v // 2, x, y)
    assert len(branch.definitions) == 2
    assert len({definition.symbol for definition in branch.definitions}) == 2


def test_a_search_is_described_by_its_condition():
    """The least number with a property has the property."""
    [branch] = run_symbolically(lambda n: on_symbols(first_square)(n), x)
    [search] = branch.definitions[0].arguments
    least = branch.definitions[0].symbol
    assert branch.value == least
    assert set(branch.facts[0].args) == {least >= 0, least**2 >= x}
    assert [search.holds(y).subs({y: root, x: 4}) == True for root in (1, 2, 3)] == [False, True, True]  # noqa: E712


def first_square(number):
    return least_satisfying(lambda root: root * root >= number, 0)


def test_errors_of_the_code_are_values():
    def either(value):
        return 7 // value

    assert next(branch.value for branch in run_symbolically(either, x)) == Raised("ZeroDivisionError")
    branches = run_symbolically(on_symbols(forms.most_left_alive), x, y)
    assert [branch.value for branch in branches if branch.value == Raised("ValueError")]


def test_distributions_and_outcomes_are_values():
    def lottery(number):
        return Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2)}), Outcome("win", (number, -number))

    [branch] = run_symbolically(lottery, x)
    assert branch.value == ((("heads", Fraction(1, 2)), ("tails", Fraction(1, 2))), Outcome("win", (x, -x)))


def test_a_class_with_bases_and_a_field_that_was_not_given_are_refused():
    class Child(Towers):
        pass

    with pytest.raises(UnsupportedOperation, match="base classes"):
        instance_on_symbols(Child)
    with pytest.raises(AttributeError, match="defenders_per_wave"):
        list(run_symbolically(lambda s: instance_on_symbols(Castle).after(Position(s, 0, 9), Volley(s, 0)), x))


@pytest.mark.parametrize("number", range(10))
def test_a_root_is_rounded_down(number):
    *_, branch = list(run_symbolically(on_symbols(root_of), x, given=[x >= 0]))
    [definition] = branch.definitions
    place = {x: number}
    fitting = [v for v in range(-4, 5) if is_true(definition.meaning, {**place, definition.symbol: v})]
    assert fitting == [isqrt(number)]


def root_of(number):
    return isqrt(number)
