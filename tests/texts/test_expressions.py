"""Expressions of checks: what is read, hostile ones that are refused with their place."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from gametheory.texts.expressions import MOST_NESTED, Refused, joined, read_check
from gametheory.texts.text import read_text

NAMES = {"math": None, "f": None}
GOOD = """\
math.comb(4, 2) == 6
1 <= f(4, y=2) < 6
not f(-1) == -1 or f(f(2)) != 2 and f(1)
0.1 + .2 - 1_000 * 2 / 3 // 4 % 5 ** -6 < 7.e-2
sum(i * j for i in range(3) for j in range(i, 9, 2) if i < j if j > 1) == 5
all(any(i == j for j in range(i + 1)) for i in range(3))
min(k for k in range(4)) < max(1, 2, 3) + sum(range(3)) - math.pi
abs(-3) + perm(4) + gcd(4, 6, 8) + lcm(2, 3) + isqrt(9) + floor(1/2) + ceil(0.5) + factorial(3) == Fraction(1, 3)"""


@pytest.mark.parametrize("text", GOOD.splitlines())
def test_a_part_of_python_is_read(text: str) -> None:
    assert ast.dump(read_check(f" {text}\n", NAMES).tree) == ast.dump(ast.parse(text, mode="eval").body)


def test_a_decimal_is_read_from_its_digits() -> None:
    tree = read_check("0.1000000000000000055511151231257827 == 1e-1", {}).tree
    left, right = (vars(each)["exact"] for each in (tree.left, tree.comparators[0]))  # type: ignore[attr-defined]
    assert left - right == Fraction(55511151231257827, 10**34)


HOSTILE = {
    "attribute": "().__class__.__bases__ == 1",
    "two dots": "math.os.abort() == 1",
    "private attribute": "math.__loader__() == 1",
    "private constant": "math.__name__ == 1",
    "subscript": "f(1)[0] == 1",
    "lambda": "(lambda: 1)() == 1",
    "list": "sum([k for k in range(3)]) == 3",
    "set": "max({1, 2}) == 2",
    "case of a function": "sum(k for k in f(3)) == 3",
    "case of a list": "sum(k for k in [1, 2]) == 3",
    "two names": "sum(a + b for a, b in range(3)) == 3",
    "attribute as name": "sum(1 for f.x in range(3)) == 3",
    "subscript as name": "sum(1 for f(1)[0] in range(3)) == 3",
    "asynchronous": "sum(k async for k in range(3)) == 3",
    "word as name": "sum(sum for sum in range(3)) == 3",
    "range as name": "sum(range for range in range(3)) == 3",
    "module as name": "sum(f for f in range(3)) == 3",
    "module as unused name": "sum(1 for f in range(3)) == 3",
    "function as unused name": "sum(1 for comb in range(3)) == 3",
    "name twice": "sum(k for k in range(3) for k in range(3)) == 3",
    "name inside twice": "sum(sum(k for k in range(2)) for k in range(3)) == 3",
    "name outside": "sum(k for k in range(3)) == k",
    "name too early": "sum(k for k in range(k)) == 3",
    "name of a later range": "sum(1 for j in range(k) for k in range(3)) == 3",
    "truths in a sum": "sum(k > 1 for k in range(3)) == 1",
    "numbers in all": "all(k for k in range(3))",
    "number as condition": "sum(k for k in range(3) if k) == 3",
    "truth as a number": "(1 < 2) + 1 == 2",
    "truth as an argument": "f(1 < 2) == 1",
    "truth compared": "(1 < 2) == (2 < 3)",
    "negative truth": "-(1 < 2) == -1",
    "range alone": "range(3) == 3",
    "range of nothing": "sum(range()) == 0",
    "all of a range": "all(range(3))",
    "all without cases": "all(1 < 2)",
    "two generators": "sum((k for k in range(3)), (k for k in range(3))) == 3",
    "start of a sum": "sum((k for k in range(3)), 1) == 4",
    "keyword of a word": "max(1, 2, key=1) == 2",
    "keyword of all": "all((k > 1 for k in range(3)), x=1)",
    "arguments": "comb(5) == 5",
    "no arguments": "abs() == 5",
    "word without call": "comb == 1",
    "word as a module": "comb.real == 1",
    "huge exponent": "f(1e-100000000) == 1",
    "large exponent": "1e999999999 > 1",
    "text": "f('rm -rf /') == 1",
    "text of a number": "Fraction('1e9999999') > 1",
    "bytes": "f(b'x') == 1",
    "f-string": "f(f'{f(1)}') == 1",
    "walrus": "(f := 1) == 1",
    "walrus in a case": "any((last := k) > 1 for k in range(3))",
    "unknown name": "open(1) == 1",
    "unknown constant": "e > 2",
    "dunder name": "__import__(1) == 1",
    "nested calls": "f(" * 90 + "1" + ")" * 90 + " == 1",
    "nested signs": "-" * 90 + "1 == 1",
    "deep sum": "1" + " + 1" * 100 + " == 1",
    "deep brackets": "(" * 900 + "f(1) == 1" + ")" * 900,
    "many parts": "f(1) == 1" + " and 1 == 1" * 250,
    "complex": "f(1j) == 1",
    "true": "f(True) == 1",
    "sum of truths": "True + True == 2",
    "true alone": "True",
    "none": "f(None) == 1",
    "ellipsis": "f(...) == 1",
    "name without call": "f == 1",
    "membership": "f(1) in f(2)",
    "identity": "1 is 1",
    "star": "f(*f(1)) == 1",
    "two stars": "f(**f(1)) == 1",
    "condition": "f(1) if f(2) else f(3)",
    "bits": "1 | 2 == 3",
    "shift": "1 << 100000000 > 1",
    "inverse": "~1 == -2",
    "matrix product": "1 @ 2 == 2",
    "plus": "+1 == 1",
    "number alone": "1",
    "sum alone": "1 + 1",
    "tuple": "1 == 1, 2 == 2",
    "brackets of another": "1) == 1 or (2 == 3",
    "two statements": "f(1) == 1; f(2)",
    "variables in the check": "x > 0; for x: real",
    "assignment": "f = 1",
    "await": "await f(1)",
    "yield": "(yield f(1))",
    "nothing": " ",
    "null": "f(1) == 1\0",
    "comment": "f(1) == 1 # or 2",
    "long": "f(1) == 1 or " * 300 + "f(1) == 1",
    "long number": "f(" + "9" * 5000 + ") == 1",
    "leading zero": "f(007) == 7",
    "word after a number": "f(1)or 1or 1 == 1",
    "fullwidth letters": "ｆ(1) == 1",
    "other digits": "f(١) == 1",
    "other alphabet": "f(1) == 1 or mаth.comb(1, 1) == 1",
    "invisible": "f(1) == 1\u200b",
    "other minus": "f(1) == −1",
    # Notation of LaTeX and of people: a number with a space between its digits is none, and a root no product.
    "thin space in a number": r"2\,000 == 3\,000",
    "thin spaces in a sum": r"1\,500 + 1\,500 == 3\,000",
    "thin spaces twice": r"7\,500\,000 == 7\,400\,000",
    "space with a backslash": r"12\ 345 == 4140",
    "space in a number": "12 345 == 4140",
    "space before zeros": "100 000 == 0",
    "no-break space": "100\xa0000 == 0",
    "narrow space": "100\u202f000 == 0",
    "tie in a number": "2~000 == 3~000",
    "comma in a number": "2,000 == 3,000",
    "comma in braces": "2{,}000 == 3{,}000",
    "apostrophe in a number": "2'000 == 3'000",
    "decimal comma": "0,5 == 1/2",
    "root of LaTeX": r"\sqrt[3]{8} == 8*\sqrt{3}",
    "index of a root": "f[3](8) == 2",
    "function of a letter": "g(2 + 1) == g(2) + g(1)",
    "function of a sign": r"\varphi(6) == 6*\varphi(1)",
    "product without a sign": "s(4)**2 == s(4)s(4)",
    "number before a bracket": "2(3) == 6",
    "number before a name": "2f(1) == 2",
    "subscript in braces": "x_{12} == x_12",
    "mixed number": r"2\frac{1}{2} == \frac{5}{2}",
    "mixed number without LaTeX": "2 1/2 == 5/2",
    "lines of an array": r"1 == 1 \\[4pt] 2 == 2",
    "aligned lines": r"1 &== 1 \\ &== 1",
    "sign of LaTeX": r"2 \le 3",
    "sign of equality": "2 = 2",
    "sign of inequality": "2 <> 3",
    "power": "2^3 == 8",
    "exclamation mark": "3! == 6",
    "dot as product": "2·3 == 6",
    "percent": "f(1) == 50%",
    "vertical lines": "|-1| == 1",
    "entity of HTML": "2&thinsp;000 == 3&thinsp;000",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_expressions_are_refused_with_their_place(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as error:
        read_check(HOSTILE[name], NAMES)
    assert 0 <= error.value.at <= len(HOSTILE[name])
    post = tmp_path / "post.md"
    mark = f'Text.<!-- claim: A check="{HOSTILE[name]}" -->'
    good = 'B.<!-- claim: B check="math.gcd(2, 4) == 2" -->'
    post.write_text(f"<!-- import: math, math as f -->\n\n{mark}\n\n{good}")
    text = read_text(post, run=True)  # it allows other modules, and no other expressions
    (fault,) = text.faults
    assert fault.place.line == 3
    assert fault.place.column >= 6
    assert [mark.id for mark in text.marks] == ["B"]


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("f(1) == f(2)[0]", 8, r"f\(2\)\[0\] is not allowed"),
        ("  1 == n", 7, "n is not declared"),
        ("1 == 1 ==\n\t'a'", 11, "'a' is not allowed"),
        ("1 ==== 2", 4, "invalid syntax"),
        ("2 == 2e5000", 5, "at most 1,000"),
    ],
)
def test_the_place_of_what_is_refused_is_exact(text: str, at: int, message: str) -> None:
    with pytest.raises(Refused, match=message) as error:
        read_check(text, NAMES)
    assert error.value.at == at


def test_the_limit_of_levels_is_exact() -> None:
    read_check("-" * (MOST_NESTED - 2) + "1 == 1", {})
    with pytest.raises(Refused, match=f"more than {MOST_NESTED} levels"):
        read_check("-" * (MOST_NESTED - 1) + "1 == 1", {})


def test_variables_have_kinds_and_conditions() -> None:
    check = read_check("max(x, y) + n + z >= 0", {}, "x, y: real, z: real, max(x, y) > 1, n: integer, y < x < z")
    assert check.kinds == {"x": "real", "y": "real", "z": "real", "n": "integer"}
    assert [ast.unparse(each) for each in check.conditions] == ["max(x, y) > 1", "y < x < z"]
    assert joined("x >  y", " x,y: real ") == "x > y; for x,y: real"


@pytest.mark.parametrize(
    ("variables", "at", "message"),
    [
        ("x", 0, "the variable x has no kind"),
        ("x: real, y", 0, "the variable y has no kind"),
        ("x: natural", 0, "natural is no kind of variable; it must be real or integer"),
        ("x: real, y: real", 0, "the variable y does not occur"),
        ("x: real, x: integer", 8, "x cannot be the name of a variable"),
        ("x, x: real", 2, "x cannot be the name of a variable"),
        ("lambda: real", 0, "lambda cannot be the name of a variable"),
        ("sum: real", 0, "sum cannot be the name of a variable"),
        ("f: real", 0, "f cannot be the name of a variable"),
        ("x: real, x > y", 13, "y is not declared"),
        ("x: real, x", 8, "x cannot be the name of a variable"),
        ("x: real, x + 1", 9, "x \\+ 1 is a number, and a statement must be here"),
        ("x: real,", 8, "this is no expression"),
        (", x: real", 0, "this is no expression"),
        ("x: real, (x > 1", 9, "this is no expression"),
        ("x: real, x) > 1", 10, "this is no expression"),
        ("x: real, x.y: real", 12, "this is no expression"),
        ("x: real, x := 3", 11, "this is no expression"),
        ("x: real, y: real = 3", 10, "this is no expression"),
        ("x: real, é: real", 9, "is not allowed; an expression has ASCII characters"),
        ("x: real" + ", x > 1" * 1000, 0, "7,007 characters are too many"),
    ],
)
def test_variables_that_are_not_declared_are_faults_in_their_place(
    variables: str, at: int, message: str, tmp_path: Path
) -> None:
    with pytest.raises(Refused, match=message) as error:
        read_check("x > 0", NAMES, variables)
    assert error.value.of_variables
    assert error.value.at == at
    post = tmp_path / "post.md"
    post.write_text(f'<!-- import: math as f -->\nText.<!-- claim: A check="x > 0" for="{variables}" -->')
    (fault,) = read_text(post).faults
    assert (fault.place.line, fault.place.column) == (2, 39 + at)  # the quotation mark is in column 38


def test_a_header_hides_no_word_of_the_language() -> None:
    with pytest.raises(Refused, match="the header imports comb, a word of checks"):
        read_check("comb(4, 2) == 6", {"comb": None})
