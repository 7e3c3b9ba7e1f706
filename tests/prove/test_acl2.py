"""Theorem files of ACL2: a small language is read, and every file with a lie or a trick is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from poker import kuhn_poker
from small_games import Alternating, RandomGame

from gametheory import nash, solve
from gametheory.claims.recheck_acl2 import certified
from gametheory.games.catalogue.tables import Inspection
from gametheory.numbers.rationals import check_number
from gametheory.prove.acl2 import (
    CHECK,
    LispTheorem,
    certify,
    find_acl2,
    flattened,
    form,
    lisp,
    lisp_text,
    read_forms,
    read_theorem,
)
from gametheory.render.acl2_theorems import ACL2, _file
from gametheory.render.theorems import theorem_of

needs_acl2 = pytest.mark.skipif(find_acl2() is None, reason="ACL2 is not installed")

SAME = [[[[int(a == b == c)] * 3 for c in (1, 2)] for b in (1, 2)] for a in (1, 2)]
SOLVED: dict[str, tuple[Callable[[], object], str]] = {
    "in turns": (lambda: solve(Alternating()), "(game-value *game* 1 -1)"),
    "simultaneous moves": (lambda: solve(Inspection(2, 1)), "(game-value *game* 1 -1/3)"),
    "chance and simultaneous moves": (
        lambda: solve(RandomGame(7, chance=True, simultaneous=True)),
        "(game-value *game* 1 ",
    ),
    "a table": (lambda: nash([[1, -1], [-1, 1]]), "(nash-equilibrium *sizes* *game* *strategies* '(0 0))"),
    "a table of three": (lambda: nash(SAME), "(nash-equilibrium *sizes* *game* *strategies* '(1 1 1))"),
    "Kuhn poker": (lambda: solve(kuhn_poker(3)), "(tree-value *game* -1/18)"),
}


def written(solved: Callable[[], object]) -> str:
    return theorem_of(solved(), "Tried", "a game", ACL2).text  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def text() -> str:
    """Return a file that ACL2 accepts, as the next test shows."""
    return written(SOLVED["simultaneous moves"][0])


@pytest.mark.parametrize(("solved", "statement"), SOLVED.values(), ids=SOLVED)
def test_what_is_written_is_read(solved: Callable[[], object], statement: str) -> None:
    theorem = read_theorem(written(solved))
    assert lisp(theorem.statement).startswith(statement)
    # what ACL2 receives is the same without comments
    assert read_theorem(lisp_text(theorem)) == theorem
    assert ";" not in lisp_text(theorem)


@needs_acl2
@pytest.mark.slow
@pytest.mark.parametrize("solved", [each[0] for each in SOLVED.values()], ids=SOLVED)
def test_acl2_accepts_the_answer_and_no_other(solved: Callable[[], object]) -> None:
    text = written(solved)
    found = certified("Tried.lisp", text)
    assert (found.reason, found.axioms, found.theorem) == ("", "none", "value-of-tried")
    assert found.kernel == "ACL2 Version 8.5"
    theorem = read_theorem(text)
    lies = []
    last = theorem.numbers[-1]
    if isinstance(last, Fraction):
        lies = [[*theorem.numbers[:-1], last + Fraction(1, 10**9)], [*theorem.numbers[:-1], last - Fraction(1, 10**9)]]
    else:
        lies = [[type(last)([*last[:-1], last[-1] + Fraction(1, 10**9)])]]  # type: ignore[operator]
    for numbers in lies:
        lie = _file("Tried", theorem._replace(numbers=numbers), [], {}).text
        found = certified("Tried.lisp", lie)
        assert found.reason.startswith("ACL2 does not accept the statement (")


THEOREM = "(defthm value-of-tried"
INCLUDE = '(include-book "value")'
STATEMENT = "(game-value *game* 1 -1/3)"
# The old and the new text, and what is refused.
FAULTS = {
    "a digit of a payoff": ("\n-1\n", "\n-2\n", r"line \d+, or its check number, is wrong: -2"),
    "a move": ("((2 1))", "((3 1))", r"line \d+, or its check number, is wrong"),
    "a probability": ("((2 1))", "((2 1/2))", r"line \d+, or its check number, is wrong"),
    "the start": (STATEMENT, "(game-value *game* 2 -1/3)", r"line \d+ has another form"),
    "the start, in the proof too": (
        None,
        lambda text: text.replace(STATEMENT, "(game-value *game* 2 -1/3)").replace("(start 1)", "(start 2)"),
        r"line \d+, or its check number, is wrong: 2",
    ),
    "another value": (STATEMENT, "(game-value *game* 1 -1/2)", r"line \d+ has another form"),
    "two theorems": (THEOREM, f"(defthm one (equal 1 1))\n{THEOREM}", "4 constants|5 constants"),
    "a theorem after it": ("", None, ""),
    "or": (STATEMENT, f"(or {STATEMENT} t)", "no theorem as the program writes it"),
    "a hypothesis": (STATEMENT, f"(implies nil {STATEMENT})", "no theorem as the program writes it"),
    "a hypothesis in the statement": (STATEMENT, "(game-value (if nil *game* nil) 1 -1/3)", "another form"),
    "a variable": (STATEMENT, "(game-value game 1 -1/3)", r"line \d+ has another form"),
    "another definition": (STATEMENT, "(mean-gain *game* 1 -1/3)", "no theorem as the program writes it"),
    "a number to be computed": (STATEMENT, "(game-value *game* 1 (expt 3 1))", "no theorem as the program writes it"),
    "a computed constant": ("(defconst *game* '(", "(defconst *game* (append '(", "its \\( is not closed|no place"),
    "a redefinition": (THEOREM, f"(defun game-value (g s v) t)\n{THEOREM}", "5 constants"),
    "skip-proofs": (THEOREM, f"(skip-proofs {THEOREM}", "its \\( is not closed"),
    "skip-proofs, closed": (
        None,
        lambda text: text.replace(THEOREM, f"(skip-proofs {THEOREM}").rstrip() + ")\n",
        "no theorem as the program writes it",
    ),
    "local": (INCLUDE, f"(local {INCLUDE})", r"line \d+ has another form"),
    "encapsulate": (
        None,
        lambda text: text.replace(THEOREM, f"(encapsulate nil {THEOREM}").rstrip() + ")\n",
        "no theorem as the program writes it",
    ),
    "a macro": (THEOREM, f"(defmacro game-value (a b c) t)\n{THEOREM}", "5 constants"),
    "an axiom": (THEOREM, f"(defaxiom magic (equal 1 2))\n{THEOREM}", "5 constants"),
    "an axiom for a constant": ("(defconst *values* '(", "(defaxiom *values* '(", r"line \d+ has another form"),
    "another book": (INCLUDE, '(include-book "mine")', r"line \d+ has another form"),
    "a book of the system": (INCLUDE, '(include-book "arithmetic" :dir :system)', r"line \d+ has another form"),
    "a book with a path": (INCLUDE, '(include-book "/tmp/value")', "not in the language"),
    "another package": ('(in-package "ACL2")', '(in-package "COMMON-LISP")', r"line \d+ has another form"),
    "rule classes": (":rule-classes nil", ":rule-classes :rewrite", r"line \d+ has another form"),
    "a hint": (":in-theory '((check-value))", ":in-theory '((check-value)) :by nil", r"line \d+ has another form"),
    "a computed hint": ('(("Goal"', '((if nil) ("Goal"', r"line \d+ has another form"),
    "another lemma": ("(:instance checked-value", "(:instance value-of-lie", r"line \d+ has another form"),
    "raw Lisp": (THEOREM, f"#.(exit 7)\n{THEOREM}", "'#.\\(exit 7\\)' is not in the language"),
    "a feature": (THEOREM, f"#+acl2 t\n{THEOREM}", "not in the language"),
    "a block comment": (THEOREM, f"#| {THEOREM} |#\n{THEOREM}", "not in the language"),
    "a symbol in bars": (STATEMENT, "(|GAME-VALUE| *game* 1 -1/3)", "not in the language"),
    "a package": (STATEMENT, "(acl2::game-value *game* 1 -1/3)", "not in the language"),
    "a capital letter": (STATEMENT, "(Game-Value *game* 1 -1/3)", "not in the language"),
    "a comment in a line": (STATEMENT, f"{STATEMENT} ; or", "not in the language"),
    "a tab": (STATEMENT, f"\t{STATEMENT}", "not in the language"),
    "a carriage return": (THEOREM, f"; \r{THEOREM}", "not in the language"),
    "a letter that looks like another": (STATEMENT, "(g\u0430me-value *game* 1 -1/3)", "not in the language"),
    "a letter in a comment": ("; 1: ", "; 1\u2028: ", "not in the language"),
    "a backquote": ("(defconst *game* '(", "(defconst *game* `(", "not in the language"),
    "a dotted pair": ("((2 1))", "((2 . 1))", "not in the language"),
    "a decimal": ("((2 1))", "((2 1.0))", "not in the language"),
    "a plus sign": ("((2 1))", "((2 +1))", "not in the language"),
    "the denominator 0": ("((2 1))", "((2 1/0))", "denominator 0"),
    "a symbol among numbers": ("((2 1))", "((2 t))", "no constant|not a constant with numbers alone"),
    "a quote among numbers": ("((2 1))", "((2 '1))", "not a constant with numbers alone"),
    "a long number": ("((2 1))", f"((2 {'1' * 5000}))", "more than 4,000 digits"),
    "deep lists": ("((2 1))", "(" * 400 + ")" * 400, "there is no place for \\("),
    "a name of another kind": (THEOREM, "(defthm check-value", "no theorem as the program writes it"),
    "an empty file": (None, lambda text: "", "no theorem"),
    "a text": (None, lambda text: '"ACL2"', "in no list|not in the language"),
}
FAULTS["a theorem after it"] = (None, lambda text: f"{text}(defthm one (equal 1 1))\n", "no theorem as the program")


@pytest.mark.parametrize(("old", "new", "reason"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_refused(old: str | None, new: str | Callable[[str], str], reason: str, text: str) -> None:
    if old is None:
        assert callable(new)
        changed = new(text)
    else:
        assert isinstance(new, str)
        assert old in text
        changed = text.replace(old, new, 1)
    assert changed != text
    with pytest.raises(ValueError, match=reason):
        read_theorem(changed)


def test_every_digit_of_the_data_counts(text: str) -> None:
    lines = text.splitlines(keepends=True)
    changed = 0
    for number, line in enumerate(lines):
        if line.startswith(";"):
            continue
        for digit in re.finditer(r"\d", line):
            if line[: digit.start()].endswith("ACL"):
                continue
            other = f"{line[: digit.start()]}{(int(digit[0]) + 1) % 10}{line[digit.end() :]}"
            with pytest.raises(ValueError, match="line"):
                read_theorem("".join([*lines[:number], other, *lines[number + 1 :]]))
            changed += 1
    assert changed > 100


def test_the_small_language() -> None:
    text = '; a comment\n(a-b :c *d* \'(1 -2/4 "E-1") ())\n'
    assert [lisp(each) for each in read_forms(text)] == ['(a-b :c *d* \'(1 -1/2 "E-1") ())']
    for wrong in ("(a", "a)", "(a ')", "''(a)", "a", "(a)b", '("a\\"b")', "(1/-2)", "(a;b\n)", "(1a)", "(-)"):
        with pytest.raises(ValueError, match=r"line|in no list"):
            read_forms(wrong)


# Consistent lies, with check numbers of their own: the reader lets them pass, and ACL2 does not.
LIES = {
    "a payoff": ("game", lambda game: [*game[:-1], game[-1] + 1]),
    "a value": ("values", lambda values: [values[0] + 1, *values[1:]]),
    "a plan": (
        "first-plan",
        lambda plan: [[plan[0][0], *([Fraction(0)] * (len(plan[0]) - 2)), Fraction(1)], *plan[1:]],
    ),
    "a missing plan": ("second-plan", lambda plan: []),
    "a missing value": ("values", lambda values: values[:-1]),
}


@needs_acl2
@pytest.mark.slow
@pytest.mark.parametrize(("name", "change"), LIES.values(), ids=LIES)
def test_a_consistent_lie_is_refused(name: str, change: Callable[[list[object]], list[object]], text: str) -> None:
    theorem = read_theorem(text)
    changed = type(theorem.data[name])(change(theorem.data[name]))  # type: ignore[arg-type]
    for index, each in enumerate(changed):
        if isinstance(each, list):
            changed[index] = type(theorem.data[name])(each)
    data = theorem.data | {name: changed}
    lie = _file("Tried", theorem._replace(data=data), [], {}).text
    assert read_theorem(lie).data[CHECK] != theorem.data[CHECK]
    assert certified("Tried.lisp", lie).reason.startswith("ACL2 does not accept the statement (")


def test_acl2_that_does_not_start_is_no_rejection(tmp_path: Path) -> None:
    """Without its folder of books it stops in the Lisp below it, and what it then says counts for nothing."""
    program = tmp_path / "acl2"
    banner = "echo ' + ACL2 Version 8.5'"
    for output in ("echo 'no room'", f"{banner}; echo 'Raw Lisp Break.'"):
        program.write_text(f"#!/bin/sh\ncat > /dev/null\n{output}\nexit 7\n")
        program.chmod(0o700)
        with pytest.raises(ValueError, match="ACL2 does not start"):
            certify(str(program), tmp_path, {"a": ""})
    for status, reason in ((7, ""), (1, "ACL2 does not accept a.lisp"), (0, "ACL2 does not accept a.lisp")):
        program.write_text(f"#!/bin/sh\ncat > /dev/null\n{banner}\nexit {status}\n")
        assert certify(str(program), tmp_path, {"a": ""}) == ("ACL2 Version 8.5", reason)


@needs_acl2
@pytest.mark.slow
def test_books_next_to_the_file_are_not_used(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "value.lisp").write_text('(in-package "ACL2")\n(defaxiom magic (equal 1 2))\n')
    monkeypatch.chdir(tmp_path)
    assert certified("Tried.lisp", text).sound


@needs_acl2
@pytest.mark.slow
@pytest.mark.parametrize(("last", "accepted"), [("0 10", True), ("0 10 10", False)])
def test_an_information_set_has_one_number_of_moves(last: str, accepted: bool) -> None:
    """Otherwise its player could tell the nodes apart, and a plan would be for one of them only."""
    tree = f"chance (1/2 1/2) (second 1 10 0) (second 1 {last})"
    forms = read_forms(f"({tree}) () ((1 1 0))")
    data = dict(zip(("game", "first-plan", "second-plan"), forms, strict=True))
    theorem = LispTheorem("tree-value", "value-of-a", data, [Fraction(5)])
    data[CHECK] = form(*(check_number(flattened(row)) for row in theorem.rows()))
    assert certified("a.lisp", lisp_text(theorem)).sound == accepted
