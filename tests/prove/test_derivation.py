"""Derivation steps: true and false lines; a wrong line cannot pass."""

from fractions import Fraction
from functools import reduce

import pytest
from sympy import Expr, Pow, Rational, evaluate, sin, sqrt, symbols

from gametheory.claims.derivation_formulas import derivation
from gametheory.prove.derivation import PHI, DerivationStep, as_written, induction_identities, is_zero, obligations
from gametheory.prove.proof import failures
from gametheory.prove.statement import Term

x, y, n, d, w = symbols("x y n d w")

RIGHT = DerivationStep(PHI**4, 3 * PHI + 2)
WRONG = DerivationStep(PHI**4, 3 * PHI + 1)
QUOTIENT = DerivationStep((n + x / PHI) / (n - x * PHI), (n * PHI + x) / (PHI * (n - x * PHI)))
ROOT = DerivationStep(((w - d) / 2) ** 2 + d * (w - d) / 2, n * d, squares={w: d**2 + 4 * n * d})


@pytest.mark.parametrize("line", [RIGHT, QUOTIENT, ROOT], ids=["constants", "quotients", "another root"])
def test_a_true_line_is_discharged_by_both_solvers(line: DerivationStep) -> None:
    assert line.holds
    assert list(failures(line.obligation("line"))) == []


@pytest.mark.parametrize(
    "line",
    [
        WRONG,
        DerivationStep(n / x, n / x + 1),
        DerivationStep(ROOT.left, 2 * n * d, squares=ROOT.squares),
        DerivationStep(sqrt(5) * x, -sqrt(5) * x),
        DerivationStep(x * PHI**20, x * 15127),
    ],
    ids=["constants", "quotients", "another root", "conjugate", "differs by 1/15127"],
)
def test_a_planted_wrong_identity_is_caught(line: DerivationStep) -> None:
    assert not line.holds
    assert len(list(failures(line.obligation("line")))) == 2


def test_the_root_of_five_is_irrational() -> None:
    assert not is_zero(sqrt(5) - 2 - x)
    assert is_zero((x + sqrt(5)) * (x - sqrt(5)) - x**2 + 5)


def test_formulas_of_a_wrong_line_have_its_difference_and_the_correction() -> None:
    shown = derivation([RIGHT, DerivationStep(WRONG.left, WRONG.right, "misprint", RIGHT)])
    assert [formula.correct for formula in shown] == [True, False, True]
    assert shown[1].note == "misprint; the sides differ by $1$"


def test_obligations_of_a_wrong_line_are_those_of_its_correction() -> None:
    wrong = DerivationStep(WRONG.left, WRONG.right, "", RIGHT)
    assert obligations("chain", [wrong]) == obligations("chain", [RIGHT])
    with pytest.raises(ValueError, match="there is no correct line"):
        obligations("chain", [WRONG])
    with pytest.raises(ValueError, match="there is no correct line"):
        obligations("chain", [DerivationStep(x, y, "", WRONG)])


def test_other_roots_are_refused() -> None:
    with pytest.raises(ValueError, match="squares"):
        is_zero(sqrt(x) * sqrt(x) + sqrt(2))


def test_a_vanishing_denominator_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        is_zero(x / (PHI**2 - PHI - 1))


def test_an_induction_needs_its_base() -> None:
    """Twice the closed forms satisfy the same recursion with another start."""
    f, g = symbols("f g")
    step, base, following = (lambda a, b: (b, a + b)), {f: 0, g: 1}, {f: g, g: f + g}
    for factor, holds in ((1, True), (2, False)):
        forms = (factor * x * f, factor * x * g)
        equations = induction_identities(forms, step, base, following, (0, x))
        assert all(is_zero(left - right) for left, right in equations) is holds


def number(term: Term, point: dict[str, Fraction]) -> Fraction:
    """Return the value of a printed term."""
    if isinstance(term, str):
        return point.get(term) or Fraction(term)
    first, *others = (number(part, point) for part in term[1:])
    steps = {"+": Fraction.__add__, "*": Fraction.__mul__, "/": Fraction.__truediv__, "-": Fraction.__sub__}
    return reduce(steps[str(term[0])], others, first) if others or term[0] != "-" else -first


with evaluate(False):
    WRITTEN = [
        n - (x - d),
        (n - x) - (n - d),
        n - 2 * (x - d) ** 2,
        -n * (x - d) / (3 * n),
        (n / x + 1) / (1 - x / n),
        n / (x * d) / d**2,
        n * 1 * x - 2 * x * 0 - 1 / x,
        -(n - x) / 2 + Rational(-3, 4) * d + x * Rational(1, 3) * d,
        n * (-2) * x + (-1) * x,
        Rational(-1, 2) - x**3 * n**-2,
    ]


@pytest.mark.parametrize("expression", WRITTEN, ids=str)
def test_a_printed_side_has_the_value_of_the_expression(expression: Expr) -> None:
    for point in ({"n": 2, "x": 3, "d": 5}, {"n": -7, "x": 2, "d": Fraction(1, 3)}):
        values = {symbol: Rational(point[symbol.name]) for symbol in (n, x, d)}
        fractions = {name: Fraction(value) for name, value in point.items()}
        assert number(as_written(expression), fractions) == Fraction(str(expression.subs(values).doit()))


@pytest.mark.parametrize(
    ("line", "latex"),
    [
        (RIGHT, r"\varphi^{4} = 2 + 3 \, \varphi"),
        (DerivationStep(WRITTEN[0], WRITTEN[4]), r"n - \left(x - d\right) = \frac{\frac{n}{x} + 1}{1 - \frac{x}{n}}"),
        (DerivationStep(WRITTEN[2], x), r"n - 2 \, \left(x - d\right)^{2} = x"),
        (DerivationStep(sqrt(5), x), r"\sqrt{5} = x"),
    ],
)
def test_a_line_is_printed_as_it_is_written(line: DerivationStep, latex: str) -> None:
    assert line.latex == latex


def test_what_cannot_be_printed_is_refused() -> None:
    for expression in (sqrt(x), Pow(x, 0, evaluate=False), sin(x)):
        with pytest.raises(ValueError, match="cannot be printed as it is written"):
            as_written(expression)
