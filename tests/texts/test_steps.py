"""Steps of derivations: what is proved, what is refuted by which numbers, and what is not read."""

import pytest

from gametheory.claims.text_claims import _step, is_tested
from gametheory.prove.formula_reader import NotRead, read_formula

STEPS = {
    "(a+b)^2 = a^2 + 2ab + b^2": "",
    "\\varphi^2 = \\varphi + 1": "",
    "\\frac{1}{\\sqrt{5}} = \\frac{\\sqrt5}{5}": "",
    "\\frac12 n(n+1) = \\frac{n^2+n}{2}": "",
    "2^3 = 8": "",
    "a - (b - c) = a - b - c": "a = 1, b = 1, c = 1: the left side is 1, and the right side is -1",
    "(x_1 + 1)^2 = x_1^2 + 1": "x_1 = 1: the left side is 4, and the right side is 2",
    "\\frac{1}{x} + \\frac{1}{y} = \\frac{2}{x+y}": "x = 1, y = 1: the left side is 2, and the right side is 1",
    "2^3 = 9": "the numbers: the left side is 8, and the right side is 9",
}


@pytest.mark.parametrize("formal", STEPS)
def test_steps_are_decided(formal: str) -> None:
    verdict = _step(formal)
    found = f"{verdict.witness.case}: {verdict.witness.explanation}" if verdict.witness else ""
    assert (verdict.status in ("proved", "verified"), found) == (not STEPS[formal], STEPS[formal])
    assert is_tested(verdict)


def test_a_step_from_a_term_to_itself_is_not_tested() -> None:
    assert not is_tested(_step("a b = a b"))


@pytest.mark.parametrize(
    ("formula", "at"),
    [("\\sin x", 0), ("a + ", 4), ("a^{n}", 2), ("2^{1000}", 2), ("(a", 2), ("a)", 1), ("x!", 1), ("(" * 600, 0)],
)
def test_what_is_not_arithmetic_is_not_read(formula: str, at: int) -> None:
    with pytest.raises(NotRead) as error:
        read_formula(formula)
    assert error.value.at == at
    assert _step(f"{formula} = 1").status == "open"
