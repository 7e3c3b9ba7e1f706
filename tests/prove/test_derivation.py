"""Derivation steps: true and false lines; a wrong line cannot pass."""

import pytest
from sympy import Symbol, sqrt, symbols

from gametheory.claims.derivation_formulas import derivation
from gametheory.prove.derivation import PHI, DerivationStep, induction_identities, is_zero, obligations
from gametheory.prove.smt import failures

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


def test_induction_fails_with_a_wrong_form() -> None:
    f, g = symbols("f g")

    def pairs(form: object) -> list[bool]:
        forms = (x * g - n * f, form)
        equations = induction_identities(
            forms, lambda a, b: (a - b, b - (a - b)), {f: 0, g: 1}, {f: f + g, g: f + 2 * g}, (x, n - x)
        )
        return [is_zero(left - right) for left, right in equations]

    assert all(pairs(n * g - x * (f + g)))
    assert not all(pairs(n * g - x * (f + 2 * g)))


def test_symbols_of_a_line_are_those_of_its_obligation() -> None:
    script = QUOTIENT.obligation("quotient").smtlib()
    assert {str(Symbol(name)) for name in ("n", "x", "root5")} <= set(script.replace(")", " ").split())


def test_an_induction_needs_its_base() -> None:
    """Twice the closed forms satisfy the same recursion with another start."""
    f, g = symbols("f g")
    step, base, following = (lambda a, b: (b, a + b)), {f: 0, g: 1}, {f: g, g: f + g}
    for factor, holds in ((1, True), (2, False)):
        forms = (factor * x * f, factor * x * g)
        equations = induction_identities(forms, step, base, following, (0, x))
        assert all(is_zero(left - right) for left, right in equations) is holds
