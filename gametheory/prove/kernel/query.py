"""Questions to Rocq about the theorems of compiled files: their statements as it prints them, and their assumptions.

Whoever compiles the files, and in whatever order, need not be believed: the files must still be the sources, all of
which are allowed, and Rocq imports no file that is not compiled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from gametheory.prove.kernel.compile import compile_file
from gametheory.prove.kernel.fact import Fact, parts
from gametheory.prove.kernel.order import in_order
from gametheory.prove.kernel.program import Program
from gametheory.prove.kernel.sources import UNQUALIFIED, Refused, Source

# A variable of the text itself.
BOUND = r"[({{][\w' ]*(?<![\w']){0}(?![\w'])[\w' ]*:|\b(?:fun|forall|exists|let)\b[^,=]*(?<![\w']){0}(?![\w'])"
CLOSED = "Closed under the global context"
# The standard library comes last: a name that a file declares again is printed with the name of the file.
HEAD = """Require Import Prelude ZArith QArith List.
Open Scope Z_scope.
Set Printing Width 100.
Set Printing Depth 1000000.
Set Printing Coercions.
"""


def checked_closure(sources: Mapping[str, Source], name: str) -> list[Source]:
    """Return a file and all that it imports, in order.

    Raises
    ------
    Refused
        In the cases of `in_order`, and if one of the files has a command that is not allowed.

    Examples
    --------
    >>> one = Source("sums", "One", "Axiom one : 1 = 2.")
    >>> two = Source("sums", "Two", "From Sums Require Import One.")
    >>> checked_closure({"Sums.One": one, "Sums.Two": two}, "Sums.Two")
    Traceback (most recent call last):
    gametheory.prove.kernel.sources.Refused: sums/One.v: the command 'Axiom one : 1 = 2' is not allowed
    """
    closure = in_order(sources, [name])
    names = {source.name for source in closure}
    for source in closure:
        source.check()
        if not names.issuperset([name, *source.requires]):
            raise Refused(f"{name}: a file that {source.file} imports is missing")
    return closure


def closure_of(sources: Mapping[str, Source], theorem: str) -> list[Source]:
    """Return the file of a theorem and all that it imports, in order; raise Refused as `checked_closure` does.

    >>> two = Source("sums", "Two", "Lemma two : 1 = 1. Proof. auto. Qed.")
    >>> closure_of({"Sums.Two": two}, "sums/Two.two") == [two]
    True
    """
    library, module, _ = parts(theorem)
    closure = checked_closure(sources, f"{library.capitalize()}.{module}")
    if closure[-1].library != library:
        raise Refused(f"the folder {closure[-1].library} has the same name in Rocq as that of {theorem}")
    return closure


def answers(program: Program, folder: Path, sources: Mapping[str, Source], theorems: Sequence[str]) -> list[Fact]:
    """Ask for the theorems of one file together, which takes a third of the time; if that fails, for each alone.

    Parameters
    ----------
    program
        The compiler.
    folder
        The folder in which the files were compiled.
    sources
        The files.
    theorems
        Theorems of one file.

    Examples
    --------
    >>> import sys
    >>> from tempfile import mkdtemp
    >>> rejects = Program((sys.executable, "-c", "raise SystemExit('Error: no such file')"), "Coq")
    >>> two = Source("sums", "Two", "Lemma two : 1 = 1. Proof. auto. Qed.")
    >>> [fact.reason for fact in answers(rejects, Path(mkdtemp()), {"Sums.Two": two}, ["sums/Two.two"])]
    ['sums/Two.two: Query.v, line ?: Error: no such file']
    """
    closure = closure_of(sources, theorems[0])
    library = closure[-1].library.capitalize()
    head = f"From {library} Require Import {' '.join(source.module for source in closure)}.\n{HEAD}"
    if any(source.has_implicit_arguments for source in closure):
        head += "Set Printing Implicit.\n"
    declared = Counter(name for source in closure for name in set().union(*source.declarations.values()))
    # Rocq then prints what several files declare with the name of the file.
    head += "".join(f"Definition {name} := tt.\n" for name, files in sorted(declared.items()) if files > 1)
    with TemporaryDirectory(dir=folder.parent) as name:  # so no other file has the name of one of these
        query = Path(name, "Query.v")
        query.write_text(head + _questions(theorems))
        if not (reason := compile_file(program, folder, query)):
            assumptions = Path(name, "assumptions.out").read_text(encoding="utf-8").strip()
            if len(theorems) == 1 or assumptions == CLOSED:
                printed = (Path(name, f"statement_{number}.out").read_text("utf-8") for number in range(len(theorems)))
                asked = zip(theorems, printed, strict=True)
                return [_fact(program, folder, closure, *statement, assumptions) for statement in asked]
    if len(theorems) > 1:
        return [fact for theorem in theorems for fact in answers(program, folder, sources, [theorem])]
    return [Fact(theorems[0], "", (), program.version, f"{theorems[0]}: {reason}")]


def _questions(theorems: Sequence[str]) -> str:
    """Return commands that print the statement of each theorem, and the assumptions on which any of them rests."""
    names = [f"@{library.capitalize()}.{module}.{name}" for library, module, name in map(parts, theorems)]
    # A definition that is no proof has no type of sort Prop.
    statements = (
        f"Check (ltac:(let type := type of ({name}) in exact type) : Prop).\n"
        f'Redirect "statement_{number}" Check {name}.\n'
        for number, name in enumerate(names)
    )
    together = f"Definition all_of_them := ({', '.join(names)})."
    return f'{"".join(statements)}{together}\nRedirect "assumptions" Print Assumptions all_of_them.\n'


def _fact(
    program: Program, folder: Path, closure: Sequence[Source], theorem: str, printed: str, assumptions: str
) -> Fact:
    statement = re.sub(r"\s+", " ", printed.partition(":")[2]).strip()
    definitions = _definitions(closure, statement)
    proofs = _names(statement, *(text for _, text in definitions)) & {name for each in closure for name in each.lemmas}
    reason = next(_unclear(closure, definitions), "")
    if assumptions != CLOSED:
        reason = f"{theorem} rests on assumptions: {' '.join(assumptions.split())[:200]}"
    if proofs:
        reason = f"{theorem} states something about {min(proofs)}, whose meaning is in a proof and not shown"
    for changed in (each.file for each in closure if (folder / each.file).read_text("utf-8") != each.text):
        reason = f"{changed} was changed while Rocq ran"
    return Fact(theorem, statement, definitions, program.version, reason)


def _names(*texts: str) -> set[str]:
    return {name for text in texts for name in re.findall(r"[A-Za-z_][\w']*", text)}


def _definitions(closure: Sequence[Source], statement: str) -> tuple[tuple[str, str], ...]:
    """Return the definitions that a statement uses, and those that these use."""
    names, files = _names(statement), {source.file: source for source in closure}
    wanted = {(source.file, text) for source in closure for text, own in source.declarations.items() if own & names}
    while True:
        texts = {source.file: {text for file, text in wanted if file == source.file} for source in closure}
        found = tuple(
            (source.file, text) for source in closure for text in source.definitions(texts[source.file], closure)
        )
        pairs = ((files[file], text, other) for file, text in found for other in closure)
        more = wanted | {(other.file, each) for reader, text, other in pairs for each in reader.meant(text, other)}
        if more == wanted:
            return found
        wanted = more


def _unclear(closure: Sequence[Source], shown: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a reason for each name in a shown text that need not be the one that a shown definition declares."""
    files = {source.file: source for source in closure}
    declared = [(file, text, files[file].declarations.get(text, set())) for file, text in shown]
    for file, text, own in declared:
        for name in sorted(set(UNQUALIFIED.findall(text)) - own):
            places = [(other, each) for other, each, names in declared if name in names]
            meant = {other for other, each in places if name in files[file].meant(text, files[other]).get(each, ())}
            several = len(meant) > 1 and (file not in meant or files[file].imports_late)
            if several or (places and not meant and not re.search(BOUND.format(name), text)):
                others = " and ".join(sorted({other for other, _ in places}))
                yield f"{file} says {name} in {text[:40]!r}, which need not be the one that {others} shows"
