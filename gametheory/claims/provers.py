"""The provers of theorems that claims name: Rocq of FOLDER/FILE.THEOREM, and ACL2 of FILE.lisp in the folder `acl2`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from gametheory.claims.declare import example_folder
from gametheory.parallel.limits import Progress
from gametheory.prove.acl2 import (
    KINDS,
    LISP,
    MAX_FILE,
    PACKAGE,
    SHARED,
    LispTheorem,
    certify,
    find_acl2,
    lisp,
    lisp_text,
    read_theorem,
    theorem_name,
)
from gametheory.prove.kernel import Fact, Store, facts, find_program, remember
from gametheory.storage.files import read_text

ROCQ, ACL2 = "rocq", "acl2"  # the folders of their files in a claims folder
NO_ACL2 = f"ACL2 is not installed; on Debian: apt-get install --no-install-recommends {PACKAGE}"
THEOREM = "theorem"  # the name of the book that ACL2 receives


def missing_prover(theorems: Iterable[str]) -> str:
    """Return the name of a prover that is needed for all these theorems and not installed; otherwise nothing."""
    is_lisp = {name.endswith(LISP) for name in theorems}
    if False in is_lisp and find_program() is None:
        return "Rocq"
    if True in is_lisp and find_acl2() is None:
        return "ACL2"
    return ""


def ask_provers(
    folder: Path, theorems: Sequence[str], store: Store | None, fresh: bool, progress: Progress | None
) -> None:
    """Ask the provers that are installed for theorems of a claims folder, which `KernelProof` then accepts."""
    of_acl2 = {name for name in theorems if name.endswith(LISP)}
    facts(folder / ROCQ, [name for name in theorems if name not in of_acl2], store, fresh, progress)
    if find_acl2() is None:
        return
    # ACL2 answers in seconds, so that its answers are not saved
    for name in sorted(of_acl2):
        remember({name: _fact(folder / ACL2, name)})


def _fact(folder: Path, name: str) -> Fact:
    nothing = Fact(name, "", (), "ACL2", "")
    # a claim must not name files outside its folder
    if Path(name).name != name:
        return nothing._replace(reason=f"{name}: it is no file of the folder {ACL2}")
    try:
        found = certify_text(Path(name).stem, read_text(folder / name, MAX_FILE))
    except (OSError, ValueError) as error:
        return nothing._replace(reason=f"{name}: {getattr(error, 'strerror', None) or error}")
    if found.reason:
        return nothing._replace(reason=f"{name}: {found.reason}")
    shown = [(f"{ACL2}/games{LISP}", books_of(found.theorem.kind)["games"])]
    for constant in KINDS[found.theorem.kind].stated:
        rows = "\n".join(map(lisp, found.theorem.data[constant]))
        shown.append((f"{ACL2}/{name}", f"*{constant}* =\n{rows}"))
    return Fact(name, lisp(found.theorem.statement), tuple(shown), found.version, "")


def books_of(kind: str) -> dict[str, str]:
    """Return the books of the program that a statement needs, in the order of their certification.

    >>> list(books_of("tree-value"))
    ['games', 'shared', 'tree']
    """
    folder = example_folder() / ACL2
    books = {}
    for name in (*SHARED, KINDS[kind].book):
        books[name] = (folder / f"{name}{LISP}").read_text(encoding="ascii")
    return books


class Certified(NamedTuple):
    """What was read in a file, and what ACL2 says about it; `reason` says why it is rejected, or is empty."""

    theorem: LispTheorem
    version: str
    reason: str


def certify_text(stem: str, text: str) -> Certified:
    """Let ACL2 certify the theorem of a file, which is written again from what was read in it.

    `stem` is the name of the file, which that of the theorem repeats.

    Raises ValueError if the text is not allowed, and FileNotFoundError if ACL2 is not installed.
    """
    program = find_acl2()
    if program is None:
        raise FileNotFoundError(NO_ACL2)
    theorem = read_theorem(text)
    if theorem.name != theorem_name(stem):
        raise ValueError(f"its theorem is {theorem.name}, and not {theorem_name(stem)}")
    books = books_of(theorem.kind) | {THEOREM: lisp_text(theorem)}
    with TemporaryDirectory() as folder:
        version, reason = certify(program, Path(folder), books)
    # ACL2 knows no name of the file: the statement is the only form in it that is not computed
    reason = reason.replace(f"{THEOREM}{LISP}", f"the statement {lisp(theorem.statement)}")
    return Certified(theorem, version, reason)
