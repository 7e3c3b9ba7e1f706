"""Marks of a text with their verdicts: numbers, variables, functions of modules, and what leaves a mark open."""

from pathlib import Path

import pytest

from gametheory.claims.collect import claims_of_text
from gametheory.claims.verdict import Verdict

MODULE = """\
from fractions import Fraction
from math import comb, sqrt
from gametheory.claims import check_all
PAIRS, ABOUT = 6, 1.5
def half(): return 0.5
def third(x): return Fraction(x, 3)
def swept(n): return check_all(range(n), lambda x: x < 5)
def fails(x): raise KeyError(x)
def is_even(x): return x % 2 == 0
"""


def verdict(folder: Path, check: str, run: bool = False, imports: str = "math") -> Verdict:
    """Return the verdict of the one mark of a text."""
    (folder / "post.md").write_text(f"<!-- import: {imports} -->\n\nIt is so.<!-- claim: it {check} -->\n")
    (claim,) = claims_of_text(folder, "post.md", run)[1]
    return claim.check()


def answer(found: Verdict) -> tuple[str, str]:
    """Return the status, and the counterexample, the reason or the scope."""
    if found.witness:
        return found.status.value, f"{found.witness.case}: {found.witness.explanation}"
    return found.status.value, found.evidence[0].text if found.status == "open" else found.scope  # type: ignore[union-attr]


NUMBERS = {
    "0.1 + 0.2 == 0.3": ("verified", "“0.1 + 0.2 == 0.3”"),
    "math.comb(5, 2) + math.comb(5, 3) == 20": ("verified", "“math.comb(5, 2) + math.comb(5, 3) == 20”"),
    "2000 == 3000": ("refuted", "2000 == 3000: 2000 == 3000 is false"),
    "1500 + 1500 == 3000": ("verified", "“1500 + 1500 == 3000”"),
    "7_500_000 == 7_400_000": ("refuted", "7_500_000 == 7_400_000: 7_500_000 is 7500000; 7_400_000 is 7400000"),
    "8**(1/3) == 2": ("open", "post.md:3:10: 8**(1/3) has no value: with the exponent 1/3 it is in general not a "
                      "rational number"),
    "math.floor(-0.5) == -1 and math.gcd(4, 6) == 2": ("verified", "cases that the check lists"),
    "2**0.5 == 1.4142135623730951": ("open", "post.md:3:10: 2**0.5 has no value: with the exponent 1/2 it is in "
                                     "general not a rational number"),
    "math.floor(math.sqrt(10**30 - 1)) == 10**15": ("open", "post.md:3:10: math.sqrt is not exact: it can be a float; "
                                                    "exact are comb, perm, factorial, gcd, lcm, isqrt, floor, ceil"),
    "math.floor(math.log(1000, 10)) == 2": ("open", "post.md:3:10: math.log is not exact: it can be a float; "
                                            "exact are comb, perm, factorial, gcd, lcm, isqrt, floor, ceil"),
    "math.pi > 3": ("open", "post.md:3:10: math.pi is 3.141592653589793, a float, which is rounded; it must be a whole "
                    "number or a Fraction"),
    "math.inf > 3": ("open", "post.md:3:10: math.inf is inf, a float, which is rounded; it must be a whole number or a "
                     "Fraction"),
    "math.combs(4, 2) == 6": ("open", "post.md:3:10: math.combs is not a name in math"),
    "math.comb(4) == 6": ("open", "post.md:3:10: math.comb(4) has another number of arguments than comb"),
    "math.comb(4, k=2) == 6": ("open", "post.md:3:10: math.comb(4, k=2) has another number of arguments than comb"),
    "math.comb(10**9, 5*10**8) > 0": ("open", "post.md:3:10: math.comb(10**9, 5*10**8) can have 1,000,000,000 bits; at "
                                      "most 100,000 are allowed"),
    "comb(4, 2) + 1 == 6": ("refuted", "comb(4, 2) + 1 == 6: comb(4, 2) + 1 is 7"),
    "all(n**2 < 50 for n in range(10))": ("refuted", "all(n**2 < 50 for n in range(10)): n**2 is 64 for n = 8"),
}  # fmt: skip


@pytest.mark.parametrize("check", NUMBERS)
def test_numbers_are_computed_exactly_with_and_without_run(check: str, tmp_path: Path) -> None:
    for run in (False, True):
        assert answer(verdict(tmp_path, f'check="{check}"', run)) == NUMBERS[check]


VARIABLES = {
    'check="(x + y)**2 >= 4*x*y" for="x, y: real, x >= 0, y >= 0"': (
        "proved", "for all real numbers x, y with x ≥ 0; y ≥ 0"),
    'check="x**2 >= x" for="x: integer"': ("proved", "for all integers x"),
    'check="x**2 >= x" for="x: real"': ("refuted", "x = 1/2: x² ≥ x is false"),
    'check="x/x == 1" for="x: real"': ("proved", "for all real numbers q1, x with x ≠ 0; x q1 = x"),
    'check="(x**2 - 1)/(x - 1) == x + 1" for="x: real"': (
        "proved", "for all real numbers q1, x with x − 1 ≠ 0; (x − 1) q1 = x² − 1"),
    'check="x/x == x/x" for="x: real"': ("proved", "for all real numbers q1, x with x ≠ 0; x q1 = x"),
    'check="1/x*x == 1" for="x: real"': ("proved", "for all real numbers q1, x with x ≠ 0; x q1 = 1"),
    'check="x**2 - 1 == x*x - 1 == (x - 1)*(x + 1)" for="x: real"': (
        "proved", "2 statements, each for all values of its variables"),
    'check="sum(x*k for k in range(500)) == 124750*x" for="x: real"': ("proved", "for all real numbers x"),
    'check="x**-2 > 0" for="x: real"': ("proved", "for all real numbers q1, x with x² ≠ 0; x² q1 = 1"),
    'check="n*(n + 1)/2 == n*(n - 1)/2 + n == (n**2 + n)/2" for="n: integer"': (
        "proved", "2 statements, each for all values of its variables"),
    'check="(n + 1)**2 - n**2 == n + 1 + n == 2*n - 1" for="n: integer"': (
        "refuted", "n = 0: (n + 1) + n = 2 n − 1 is false"),
    'check="sum(x**k for k in range(4)) * (x - 1) == x**4 - 1" for="x: real"': ("proved", "for all real numbers x"),
    'check="min(x, y) <= (x + y)/2 <= max(x, y) and abs(x) >= x" for="x, y: real"': (
        "proved", "for all real numbers x, y"),
    'check="all(x + k > 0 for k in range(3)) or not x > 0" for="x: real"': ("proved", "for all real numbers x"),
    'check="(x**2)**(1/2) == abs(x)" for="x: real"': ("proved", "for all real numbers r1, x with r1 ≥ 0; r1² = x²"),
    'check="q1/q2 > 0" for="q1, q2: real, q1 > 0, q2 > 0"': (
        "proved", "for all real numbers q1, q2, q3 with q1 > 0; q2 > 0; q2 ≠ 0; q2 q3 = q1"),
    'check="a + a == 2*a" for="a: real"': ("proved", "for all real numbers a"),
    'check="(a + b)**2 == a**2 + 2*a*b + b**2 == b**2 + 2*a*b + a**2" for="a, b: real"': (
        "proved", "2 statements, each for all values of its variables"),
    'check="x_12 == x_1*2" for="x_12, x_1: real"': ("refuted", "x_1 = 0, x_12 = 1/2: x_12 = x_1 · 2 is false"),
    'check="x > math.comb(4, 2)" for="x: integer, x > 6.5"': ("proved", "for all integers x with x > 13/2"),
}  # fmt: skip


@pytest.mark.parametrize("check", VARIABLES)
def test_variables_are_decided_under_the_conditions_that_are_shown(check: str, tmp_path: Path) -> None:
    assert answer(verdict(tmp_path, check)) == VARIABLES[check]


OPEN = {
    'check="1/(1/(x - x)) == 0" for="x: real"': "to the hypotheses alone, expected sat",
    'check="x > y" for="x, y: real, x > y + 1, x < y"': "to the hypotheses alone, expected sat",
    'check="x/0 == x/0" for="x: real"': "the check divides by 0",
    'check="x > 1 or x > 1" for="x: real, x > 1"': "the conclusion is one of the hypotheses",
    'check="x > 1" for="x: real, x > 1"': "the conclusion is one of the hypotheses",
    'check="n % 2 == 0 or n % 2 == 1" for="n: integer"': "% is not expressed for a variable",
    'check="n // 2 <= n" for="n: integer, n > 0"': "// is not expressed for a variable",
    'check="2**n > n" for="n: integer, n > 0"': "the exponent n is not expressed; it must be a number up to 60",
    'check="comb(n, 2) >= 0" for="n: integer"': "comb is not expressed for a variable",
    'check="floor(x) <= x" for="x: real"': "floor is not expressed for a variable",
    'check="math.gcd(n, 1) == 1" for="n: integer"': "gcd is not expressed for a variable",
    'check="sum(k for k in range(n)) >= 0" for="n: integer"': "range(n) must have whole numbers",
    'check="sum(1 for k in range(3) if k < n) <= 3" for="n: integer"': "k < n has a variable",
    'check="x/0 == 1" for="x: real"': "the check divides by 0",
    'check="x**0 == 1" for="x: real"': "true or false whatever the variables are: leave it out",
    'check="x > 0" for="x: real, 1 > 0"': "true or false whatever the variables are",
    'check="x**100 >= 0" for="x: real"': "the exponent 100 is not expressed; it must be a number up to 60",
    'check="((x + 1)**60)**60 >= 0" for="x: real"': "more than 4,000 parts",
    'check="x < math.pi" for="x: real, x < 3"': "math.pi is 3.141592653589793, a float",
    'check="x < 2**0.5" for="x: real, x < 1"': "not a rational number",
    'check="root5**2 == 5" for="root5: real"': "root5 cannot be the name of a variable",
    'check="pi > 3" for="pi: real, pi > 4"': "'pi' cannot be the name of a symbol",
    'check="div > 3" for="div: real, div > 4"': "'div' cannot be the name of a symbol",
    'check="Int > 3" for="Int: real, Int > 4"': "'Int' cannot be the name of a symbol",
}


@pytest.mark.parametrize("check", OPEN)
def test_what_is_not_decided_is_open_with_its_reason(check: str, tmp_path: Path) -> None:
    status, reason = answer(verdict(tmp_path, check))
    assert status == "open"
    assert OPEN[check] in reason


def test_functions_of_other_modules_need_run_and_their_floats_decide_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "others.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)

    def found(check: str) -> tuple[str, str]:
        return answer(verdict(tmp_path, f'check="{check}"', run=True, imports="others as my"))

    assert found("my.third(2) == 2/3 and my.is_even(4) and my.PAIRS == 6")[0] == "verified"
    assert found("my.third(x=1) == 1")[0] == "refuted"
    assert found("my.swept(9)") == ("refuted", "5: 5 < 5 is false")
    assert found("my.swept(3)") == ("verified", "0 to 2")
    assert found("my.comb(10**9, 5*10**8) > 1")[1].endswith("at most 100,000 are allowed")
    reasons = {
        "my.half() == 0.5": "my.half() is 0.5, a float",
        "my.sqrt(4) == 2": "my.sqrt(4) is 2.0, a float",
        "my.ABOUT > 1": "my.ABOUT is 1.5, a float",
        "my.third(my.half()) > 0": "my.half() is 0.5, a float",
        "my.fails(1) == 1": "raised KeyError: 1",
        "my.swept(3) and my.is_even(2)": "it must be True or False",
        "my.PAIRS(2) == 1": "my.PAIRS is not a function",
        "my.nothing(2) == 1": "my.nothing is not a name in others",
        "my.Fraction == 1": "not a number",
    }
    for check, reason in reasons.items():
        status, text = found(check)
        assert status == "open"
        assert reason in text
    (tmp_path / "post.md").write_text('<!-- import: others as my -->\n\nA.<!-- claim: A check="my.is_even(2)" -->')
    assert claims_of_text(tmp_path, "post.md", run=False)[1] == ()


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (
            "castle.ceiling_division(7, 2) == 4",
            "castle.ceiling_division is a function of another module; it needs --run",
        ),
        ("castle.isqrt(10**30 - 1) == 10**15", "castle.isqrt(10**30 - 1) is 999999999999999"),
        ("castle.soldiers_fewest_waves(10, 43, 8) == 18", "castle.soldiers_fewest_waves(10, 43, 8) is 16"),
    ],
)
def test_only_functions_of_games_run_for_a_stranger(check: str, expected: str, tmp_path: Path) -> None:
    imports = "gametheory.games.castle.closed_form as castle"
    assert expected in answer(verdict(tmp_path, f'check="{check}"', imports=imports))[1]
