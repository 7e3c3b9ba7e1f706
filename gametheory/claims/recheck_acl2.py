"""Recheck a theorem about a game with ACL2, which certifies our books and what `prove.acl2` reads in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

from gametheory.claims.provers import certify_text
from gametheory.claims.recheck import Other, RecheckedTheorem, rational, rationals, recheck_theorem, rocq_list
from gametheory.parallel.limits import Progress
from gametheory.prove.acl2 import KINDS, MAX_FILE, LispTheorem, lisp, read_theorem
from gametheory.storage.files import read_text


def recheck_lisp(path: Path) -> RecheckedTheorem:
    """Let ACL2 certify the theorem of a file with the books of the program, not with files next to it.

    Raises ValueError or OSError if the file cannot be read, is not allowed, or ACL2 is not installed.
    """
    return certified(str(path), read_text(path, MAX_FILE))


def recheck_both(rocq: Path, acl2: Path, progress: Progress | None = None) -> tuple[RecheckedTheorem, RecheckedTheorem]:
    """Recheck a file of Rocq and one of ACL2; the first result says whether both are about the same game.

    Rocq decides that: it compares its theorem with the data that ACL2 received.
    """
    second = recheck_lisp(acl2)
    other = None
    if second.sound:
        try:
            other = rocq_statement(read_theorem(read_text(acl2, MAX_FILE)))
        except (TypeError, ValueError):
            # ACL2 ignores what is too much in a list, and the program writes nothing that it ignores
            other = Other("False", {})
    return recheck_theorem(rocq, progress, other), second


def certified(file: str, text: str) -> RecheckedTheorem:
    """Return what ACL2 says about the text of a file, which is written again from what was read in it."""
    began = perf_counter()
    theorem, version, reason = certify_text(Path(file).stem, text)
    kind = KINDS[theorem.kind]
    shown = {}
    for name in kind.stated:
        shown[name] = "\n".join(map(lisp, theorem.data[name]))
    for name, number in zip(kind.numbers, theorem.numbers, strict=True):
        shown["start" if name == "start" else "numbers"] = lisp(number)
    head = []
    # the first comment is for people, and no program checks it
    for line in text.splitlines():
        if not line.startswith(";"):
            break
        head.append(line.removeprefix(";").strip())
    seconds = perf_counter() - began
    statement = lisp(theorem.statement)
    return RecheckedTheorem(file, theorem.name, statement, shown, "none", "\n".join(head), seconds, version, reason)


def rocq_statement(theorem: LispTheorem) -> Other:
    """Return a statement and its data in the language of Rocq.

    >>> from gametheory.prove.acl2 import form
    >>> data = {"game": form("first", 1, 2, form("second", 2, 0, 3))}
    >>> rocq_statement(LispTheorem("tree-value", "value-of-go", data, [form(2)[0]])).constants
    {'game': 'Choose First 1 [End 2; Choose Second 2 [End 0; End 3]]'}
    """
    data: Mapping[str, Any] = theorem.data
    numbers: Sequence[Any] = theorem.numbers
    if theorem.kind == "game-value":
        start, value = numbers
        places = [f"position {number} ({_place(each)})" for number, each in enumerate(data["game"], 1)]
        statement = f"Values.Value.value {{file}}.game {start}%positive {rational(value)}"
        return Other(statement, {"game": rocq_list(places)})
    if theorem.kind == "tree-value":
        return Other(f"Values.Tree.tree_value {{file}}.game {rational(numbers[0])}", {"game": _node(data["game"])})
    cells = [f"cell {rocq_list(map(str, profile))}%nat {rationals(payoffs)}" for profile, payoffs in data["game"]]
    constants = {
        "sizes": f"{rocq_list(map(str, data['sizes']))}%nat",
        "game": rocq_list(cells),
        "strategies": rocq_list(map(rationals, data["strategies"])),
    }
    names = "{file}.sizes {file}.game {file}.strategies"
    return Other(f"Values.Profile.nash_equilibrium {names} {rationals(numbers[0])}", constants)


def _place(place: Any) -> str:
    if isinstance(place, Fraction):
        return f"Over {rational(place)}"
    rows = []
    for row in place:
        rows.append(rocq_list(map(_entry, row)))
    return f"Moves {rocq_list(rows)}"


def _entry(entry: Any) -> str:
    return rocq_list(f"to {number} {rational(probability)}" for number, probability in entry)


def _node(node: Any) -> str:
    if isinstance(node, Fraction):
        return f"End {rational(node)}"
    kind, known, *nodes = node
    begin = f"Chance {rationals(known)}" if kind == "chance" else f"Choose {str(kind).capitalize()} {known}"
    return f"{begin} {rocq_list(map(_node, nodes))}"
