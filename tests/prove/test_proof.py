"""Proofs and arguments as values: none is made of a false statement, nor of steps that do not fit together."""

from __future__ import annotations

import pytest

from gametheory.prove.argument import Argument, Step, argument_from_json
from gametheory.prove.proof import NotProved, Proof, proof_from_json
from gametheory.prove.statement import Statement

X, R = (("x", "Int"),), (("x", "Real"),)
SQUARE = Statement("square", X, (), "(>= (* x x) x)")
FALSE = Statement("false", X, (), "(> (* x x) x)")
ONE = Statement("one", X, ("(> x 0)",), "(>= x 1)")
VACUOUS = Statement("vacuous", X, ("(> x 1)", "(< x 1)"), "(> x 5)")


@pytest.mark.parametrize(
    ("statements", "lemmas", "why"),
    [
        ((FALSE,), (), "false: z3 answers sat to the negation"),
        ((SQUARE, FALSE), (), "false: cvc5 answers sat to the negation"),
        ((VACUOUS,), (), "vacuous: cvc5 answers unsat to the hypotheses alone"),
        ((SQUARE,), (FALSE,), "false: z3 answers sat to the negation"),
        ((SQUARE,), (ONE, VACUOUS), "vacuous: z3 answers unsat to the hypotheses alone"),
        ((), (SQUARE,), "there is no statement"),
        ((SQUARE, Statement("SQUARE", X, (), "(>= (* x x) 0)")), (), "two different statements have the name SQUARE"),
        ((SQUARE,), (Statement("square", X, (), "(>= (* x x) 0)"),), "two different statements have the name square"),
    ],
)
def test_no_proof_is_made_of_what_is_false(
    statements: tuple[Statement, ...], lemmas: tuple[Statement, ...], why: str
) -> None:
    with pytest.raises(NotProved, match=why):
        Proof(statements, lemmas)


def test_a_lemma_on_integers_does_not_help_for_real_numbers() -> None:
    """The lemma is true and has the same variable; 1/2 refutes the statement."""
    assert len(list(Proof((Statement("twice", X, (), "(>= (* x x x x) (* x x))"),), (SQUARE,)).obligations())) == 2
    with pytest.raises(NotProved, match="real: z3 answers sat"):
        Proof((Statement("real", R, (), "(>= (+ (* x x) x) (+ x x))"),), (SQUARE,))


def test_a_lemma_is_used_only_under_its_hypotheses() -> None:
    """1 refutes the statement, and the lemma says nothing about 1."""
    large = Statement("large", X, ("(> x 1)",), "(> (* x x) x)")
    with pytest.raises(NotProved, match="all: z3 answers sat"):
        Proof((Statement("all", X, ("(>= x 1)",), "(> (+ (* x x) 1) (+ x 1))"),), (large,))


def test_a_proof_in_json_is_established_again() -> None:
    data = Proof((SQUARE,), (Statement("lemma", X, ("(> x 1)",), "(> (* x x) x)"),)).as_json()
    assert proof_from_json(data).as_json() == data
    for part in ("statements", "lemmas"):
        with pytest.raises(NotProved, match="z3 answers sat"):
            proof_from_json(data | {part: [FALSE.as_json()]})


N, NM = (("n", "Int"),), (("n", "Int"), ("m", "Int"))
GIVEN = ("(>= n 1)",)
NEXT = ("the next number", ("(= m (+ n 1))",))
GROWS = Step("it grows", Statement("grows", NM, ("(>= n 1)", "(= m (+ n 1))"), "(>= m 2)"))
SQUARED = Step("its square", Statement("squared", (("m", "Int"),), ("(>= m 2)",), "(>= (* m m) 4)"), ("grows",))
LOW = Step("if it is small", Statement("low", N, ("(>= n 1)", "(<= n 5)"), "(<= (* n n) 25)"))
HIGH = Step("if it is large", Statement("high", N, ("(>= n 1)", "(> n 5)"), "(>= (* n n) 36)"))
CASES = ("(<= n 5)", "(> n 5)")


def test_steps_with_sources_are_an_argument() -> None:
    argument = Argument(GIVEN, (NEXT,), (CASES,), (GROWS, SQUARED, LOW, HIGH))
    assert argument_from_json(argument.as_json()) == argument
    assert [statement.name for statement in argument.obligations()] == ["grows", "squared", "low", "high"]


FAR = ("(<= n 5)", "(> n 6)")
HIGHER = Step("if it is larger", Statement("higher", N, ("(>= n 1)", "(> n 6)"), "(>= (* n n) 49)"))
SUM = Step("of integers", Statement("sum", N, ("(>= n 1)",), "(>= (+ n n) n)"))
REAL = Step("of real numbers", Statement("real", (("n", "Real"),), (), "(>= (* n n) 0.0)"))
WRONG = Step("it grows more", Statement("wrong", NM, ("(>= n 1)", "(= m (+ n 1))"), "(>= m 3)"))


@pytest.mark.parametrize(
    ("settings", "splits", "steps", "why"),
    [
        ((NEXT,), (), (), "there is no step"),
        ((NEXT,), (), (WRONG,), "wrong: z3 answers sat"),
        ((NEXT,), (), (GROWS, WRONG), "wrong: cvc5 answers sat"),
        ((), (), (GROWS,), r"grows: nothing supplies the hypothesis \(= m \(\+ n 1\)\)"),
        ((), (), (LOW,), r"low: nothing supplies the hypothesis \(<= n 5\)"),
        ((("another", ("(>= r 1.0)",)),), (), (SUM,), "^r is not a variable of any step$"),
        ((), (("(>= k 1)", "(< k 1)"),), (SUM,), "^k is not a variable of any step$"),
        ((NEXT,), (), (GROWS, Step("", SQUARED.statement)), r"nothing supplies the hypothesis \(>= m 2\)"),
        ((NEXT,), (), (SQUARED, GROWS), "squared: it uses grows, which is not a step before it"),
        (
            (NEXT,),
            (),
            (Step("", SQUARED.statement, ("squared",)),),
            "squared: it uses squared, which is not a step before it",
        ),
        ((("small n", ("(<= n 5)",)),), (), (LOW,), r"low: its settings demand more than what is given: \(<= n 5\)"),
        (
            (("small n", ("(and (<= n 5) (<= n 9))",)),),
            (),
            (LOW,),
            r"low: its settings demand more than what is given: \(<= n 5\)",
        ),
        ((), (FAR,), (LOW, HIGHER), r"the cases \(<= n 5\), \(> n 6\) do not cover everything"),
        ((), (("(<= n 5)",),), (LOW,), r"the cases \(<= n 5\) do not cover everything"),
        ((), (), (SUM, REAL), "n is an integer and a real number"),
        ((), (CASES,), (LOW,), r"no step treats the case \(> n 5\)"),
        ((), (("(<= n 5)", "nonsense"),), (LOW,), "is not a variable of any step"),
    ],
)
def test_steps_that_do_not_fit_together_are_no_argument(
    settings: tuple[tuple[str, tuple[str, ...]], ...],
    splits: tuple[tuple[str, ...], ...],
    steps: tuple[Step, ...],
    why: str,
) -> None:
    with pytest.raises(NotProved, match=why):
        Argument(GIVEN, settings, splits, steps)


SAME, FEW, FEWER = ("a copy", ("(= m n)",)), ("a few", ("(<= m 5)",)), ("fewer", ("(< m 6)",))
COPIED = Step("n is small", Statement("copied", NM, ("(= m n)", "(<= m 5)"), "(<= n 5)"))
FIVE = Step("m is small", Statement("five", NM, ("(<= m 5)",), "(< m 6)"))
THEN = Step("so n is small", Statement("then", NM, ("(= m n)", "(< m 6)"), "(<= n 5)"), ("five",))
# Exactly the numbers up to 5 have a root of at most 2.
ROOT = ("a root", ("(>= k 0)", "(>= (* (+ k 1) (+ k 1)) (+ n 1))", "(<= k 1)"))
ROOTED = Step("n has a small root", Statement("rooted", (("n", "Int"), ("k", "Int")), ROOT[1], "(<= n 3)"))
HALF = ("half", ("(= (+ k k) n)",))
EVEN = Step("n is even", Statement("even", (("n", "Int"), ("k", "Int")), HALF[1], "(not (= n (+ k k 1)))"))
BOTH = Step("one number is both small and large", Statement("both", N, ("(<= n 5)", "(>= n 5)"), "(= n 5)"))
LOW_OR, OR_HIGH = ("(<= n 5)", "(>= n 5)"), Step("large", Statement("above", N, ("(>= n 5)",), "(>= (* n n) 25)"))
BOUND = Step("in the first case", Statement("bound", N, ("(>= n 1)", "(<= n 5)"), "(< n 6)"))
LEAK = Step("used in the other", Statement("leak", N, ("(>= n 5)", "(< n 6)"), "(= n 5)"), ("bound",))


@pytest.mark.parametrize(
    ("settings", "splits", "steps", "demand"),
    [
        ((SAME, FEW), (), (COPIED,), r"copied: its settings demand .*: \(<= n 5\)"),
        ((SAME, FEW), (), (FIVE, THEN), r"then: its settings demand .*: \(<= n 5\)"),
        ((SAME, FEW, FEWER), (), (Step("", THEN.statement),), r"then: its settings demand .*: \(< n 6\)"),
        ((ROOT,), (), (ROOTED,), r"rooted: its settings demand .*: .*\(<= k 1\)"),
        ((HALF,), (), (EVEN,), r"even: its settings demand .*: \(= \(\+ k k\) n\)"),
        ((), (LOW_OR,), (BOTH,), "both: it takes two cases of one split"),
        ((), (LOW_OR,), (BOUND, OR_HIGH, LEAK), "leak: it takes two cases of one split"),
    ],
)
def test_settings_and_cases_cannot_restrict_the_claim_together(
    settings: tuple[tuple[str, tuple[str, ...]], ...],
    splits: tuple[tuple[str, ...], ...],
    steps: tuple[Step, ...],
    demand: str,
) -> None:
    """Each setting alone restricts nothing, and the solvers discharge every step."""
    with pytest.raises(NotProved, match=demand):
        Argument(GIVEN, settings, splits, steps)


def test_objects_that_exist_for_all_values_restrict_nothing() -> None:
    root = ("a root", ("(>= k 0)", "(<= (* k k) n)"))  # k = 0
    step = Step("n has a root", Statement("rooted", (("n", "Int"), ("k", "Int")), root[1], "(<= k n)"))
    even = ("(= n (+ k k))", "(= n (+ k k 1))")
    halves = ("halves", ("(<= (+ k k) n)", "(>= (+ k k 1) n)"))
    low, high = (
        Step(name, Statement(name, step.statement.variables, (*halves[1], case), "(>= (+ n 1) k)"))
        for name, case in zip(("even", "odd"), even, strict=True)
    )
    assert Argument(GIVEN, (root,), (), (step,))
    with pytest.raises(NotProved, match="do not cover everything"):  # not for every k
        Argument(GIVEN, (halves,), (even,), (low, high))


def test_a_name_in_what_is_given_that_no_step_has_is_refused() -> None:
    with pytest.raises(NotProved, match=r"^r is not a variable of any step$"):
        Argument((*GIVEN, "(>= r 1)"), (NEXT,), (CASES,), (GROWS, LOW, HIGH))


def test_different_steps_have_different_names() -> None:
    other = Step("another", Statement("grows", N, ("(>= n 1)",), "(>= (* n n) n)"))
    with pytest.raises(NotProved, match="two different statements have the name grows"):
        Argument(GIVEN, (NEXT,), (), (GROWS, other))


def test_a_setting_can_say_what_follows_from_what_is_given() -> None:
    """It restricts nothing: n >= 0 is weaker than n >= 1."""
    step = Step("weaker", Statement("sum", N, ("(>= n 0)",), "(>= (+ n n) n)"))
    assert Argument(GIVEN, (("not negative", ("(>= n 0)",)),), (), (step,))


def test_an_argument_in_json_is_established_again() -> None:
    data = Argument(GIVEN, (NEXT,), (), (GROWS, SQUARED)).as_json()
    for key in ("given", "settings"):
        with pytest.raises(NotProved, match="nothing supplies"):
            argument_from_json(data | {key: []})
