"""Statements of first textbooks: which `decide` proves, and that it refutes a false neighbour of each kind."""

import pytest
from sympy import And, Eq, Implies, Max, Mod, Ne, Or, Sum, ceiling, factorial, floor, sqrt, symbols

from gametheory import Status, decide

n, m, k, h = symbols("n m k h", integer=True)
p, q = symbols("p q", positive=True)
x, y = symbols("x y", real=True)

TRUE = {
    "parity": {
        "the square of an odd number is odd": (Eq(n**2 % 2, 1), (Eq(n % 2, 1),)),
        "odd numbers add up to an even one": (Eq(Mod(n + m, 2), 0), (Eq(n % 2, 1), Eq(m % 2, 1))),
    },
    "divisibility": {
        "6 divides n^3 - n": (Eq(Mod(n**3 - n, 6), 0), ()),
        "3 divides n^3 + 2 n": (Eq(Mod(n**3 + 2 * n, 3), 0), ()),
        "8 divides the square of an odd number less 1": (Eq(n**2 % 8, 1), (Eq(n % 2, 1),)),
        "multiples add up": (Eq(Mod(n + m, 7), 0), (Eq(n % 7, 0), Eq(m % 7, 0))),
    },
    "squares": {
        "no square is 3 k + 2": (Ne(n**2, 3 * k + 2), ()),
        "no square is 4 k + 3": (Ne(n**2, 4 * k + 3), ()),
        "a square is 0, 1 or 4 modulo 8": (Or(*(Eq(n**2 % 8, rest) for rest in (0, 1, 4))), ()),
    },
    "rounding": {
        "halves add up": (Eq(floor(n / 2) + ceiling(n / 2), n), ()),
        "up by down": (Eq(ceiling(n / 4), floor((n + 3) / 4)), ()),
        "quotient and remainder": (Eq(5 * (n // 5) + n % 5, n), ()),
        "a real number": (And(floor(x) <= x, x < floor(x) + 1), ()),
    },
    "inequalities": {
        "two means": ((p + q) / 2 >= sqrt(p * q), ()),
        "a number and its reciprocal": (p + 1 / p >= 2, ()),
        "square of a difference": (x**2 + y**2 >= 2 * x * y, ()),
        "Bernoulli, fourth power": ((1 + x) ** 4 >= 1 + 4 * x, (x >= -1,)),
        "the larger of two": (2 * Max(x, y) >= x + y, ()),
    },
    "games": {
        "taking 1 to 3: from a multiple of 4 to none": (Ne((h - k) % 4, 0), (Eq(h % 4, 0), k >= 1, k <= 3)),
        "two heaps: equal ones become unequal": (Ne(n - k, m), (Eq(n, m), k >= 1, k <= n)),
        "coins of 4": (And(4 * ceiling(n / 4) >= n, 4 * (ceiling(n / 4) - 1) < n), (n >= 1,)),
    },
}

FALSE = {
    "parity": (Eq(Mod(n * (n + 2), 2), 0), ()),
    "an odd sum": (Eq(Mod(n + m, 2), 1), (Eq(n % 2, 1), Eq(m % 2, 1))),
    "divisibility by 12": (Eq(Mod(n**3 - n, 12), 0), ()),
    "divisibility by 16": (Eq(n**2 % 16, 1), (Eq(n % 2, 1),)),
    "squares 3 k + 1": (Ne(n**2, 3 * k + 1), ()),
    "squares modulo 8": (Or(Eq(n**2 % 8, 0), Eq(n**2 % 8, 1)), ()),
    "up by down": (Eq(ceiling(n / 4), floor((n + 2) / 4)), ()),
    "a bound that is reached": (And(floor(x) < x, x < floor(x) + 1), ()),
    "two means": ((p + q) / 2 > sqrt(p * q), ()),
    "Bernoulli below -1": ((1 + x) ** 3 >= 1 + 3 * x, (x >= -5,)),
    "taking 1 to 4": (Ne((h - k) % 4, 0), (Eq(h % 4, 0), k >= 1, k <= 4)),
    "equal heaps, taking nothing": (Ne(n - k, m), (Eq(n, m), k >= 0, k <= n)),
    "coins, one fewer": (4 * (ceiling(n / 4) - 1) >= n, (n >= 1,)),
    "a step that does not follow": (Implies(n > 3, n > 4), ()),
}

SIMPLIFIED = {
    "n (n + 1) is even": (Eq(Mod(n * (n + 1), 2), 0), ()),
    "taking 1 to 3: from no multiple of 4 to one": (Eq((h - h % 4) % 4, 0), (h >= 1, Ne(h % 4, 0))),
    "two heaps: unequal ones can be made equal": (Eq(n - (n - m), m), (n > m, m >= 0)),
}

OPEN = {
    "an even square has an even root": (Eq(n % 2, 0), (Eq(n**2 % 2, 0),)),
    "none between neighbours": (Ne(m**2, n**2 + 1), (n >= 1, m >= 1)),
}

NEEDS_INDUCTION = {
    "a power": (2**n > n, (n >= 0,)),
    "a power and a square": (2**n > n**2, (n >= 5,)),
    "a factorial": (factorial(n) >= 2 ** (n - 1), (n >= 1,)),
    "numbers": (Eq(Sum(k, (k, 1, n)), n * (n + 1) / 2), (n >= 1,)),
    "squares": (Eq(Sum(k**2, (k, 1, n)), n * (n + 1) * (2 * n + 1) / 6), (n >= 1,)),
    "powers": (Eq(Sum(2**k, (k, 0, n)), 2 ** (n + 1) - 1), (n >= 0,)),
    "3 divides 4^n - 1": (Eq(Mod(4**n - 1, 3), 0), (n >= 0,)),
}

STATEMENTS = [(kind, name) for kind, statements in TRUE.items() for name in statements]


@pytest.mark.parametrize(("kind", "name"), STATEMENTS)
def test_a_statement_of_a_textbook_is_proved(kind: str, name: str) -> None:
    assert decide(*TRUE[kind][name]).status is Status.PROVED


@pytest.mark.parametrize("name", FALSE)
def test_its_false_neighbour_is_refuted(name: str) -> None:
    assert decide(*FALSE[name]).status is Status.REFUTED


@pytest.mark.parametrize("name", SIMPLIFIED)
def test_what_sympy_has_simplified_to_true_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="sympy has already simplified it"):
        decide(*SIMPLIFIED[name])


@pytest.mark.slow  # the solvers use all the work that they may do
@pytest.mark.parametrize("name", OPEN)
def test_what_a_solver_cannot_decide_is_open(name: str) -> None:
    verdict = decide(*OPEN[name])
    assert verdict.status is Status.OPEN
    assert "could not decide" in verdict.evidence[0].text


@pytest.mark.parametrize("name", NEEDS_INDUCTION)
def test_what_needs_an_induction_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match='by="induction"'):
        decide(*NEEDS_INDUCTION[name])


@pytest.mark.parametrize("name", NEEDS_INDUCTION)
def test_it_is_proved_by_induction(name: str) -> None:
    assert decide(*NEEDS_INDUCTION[name], by="induction").status is Status.PROVED
