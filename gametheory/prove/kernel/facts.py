"""What the kernel of Rocq says about theorems, in this run or an earlier one: statements, meanings and assumptions.

Nothing is read from the sources: Rocq prints each object of the files on which a statement depends, until no other one
occurs. coqchk reads the same compiled files, and those that they import, but for the standard library. Answers are
saved in a store, under the hash of all the files on which a theorem, or a compiled file, depends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from gametheory.parallel.checkpoint import package_hash
from gametheory.parallel.limits import Progress
from gametheory.prove.kernel.compiler import Program, compile_files, find_program, threads
from gametheory.prove.kernel.proof import Fact, fact_from_json, remember
from gametheory.prove.kernel.second_reader import rejection
from gametheory.prove.kernel.sources import Refused, Source, closure_of, digest, in_order, read_sources
from gametheory.prove.kernel.toplevel import Rocq, changed, conversation

Closures = Mapping[str, Sequence[Source]]  # of theorems: the file of each, after all that it imports
QUALIFIED = re.compile(r"[A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)+")
OBJECT = re.compile(r"^(?:Constant|Inductive|Constructor) (\S+)", re.M)


class Store(Protocol):
    """Answers of earlier runs, by key."""

    folder: Path

    def get(self, key: str) -> Any:
        """Return the value of a key, or None."""

    def put(self, key: str, value: Any) -> None:
        """Save a value."""


def facts(
    folder: Path,
    theorems: Iterable[str],
    store: Store | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> dict[str, Fact]:
    """Return what the kernel says about theorems, which `KernelProof` then accepts; compile what no earlier run has.

    With `fresh`, the kernel is asked about every theorem. What coqchk has accepted it does not read again.
    """
    program, wanted = find_program(), sorted(set(theorems))
    if program is None or not wanted:
        return {}
    sources, said, closures = read_sources(folder), dict[str, Fact](), dict[str, Sequence[Source]]()
    for theorem in wanted:
        try:
            closures[theorem] = closure_of(sources, theorem)
        except Refused as error:
            said[theorem] = Fact(theorem, "", (), program.version, str(error))
    keys = {theorem: _key(program, closure, theorem) for theorem, closure in closures.items()}
    for theorem, key in keys.items():
        saved = None if store is None or fresh else _saved(store, key, theorem)
        if saved:
            said[theorem] = saved
            del closures[theorem]
    for fact in compile_and_ask(program, closures, store, progress):
        said[fact.theorem] = fact
        if store is not None and not fact.reason:  # a machine that was busy can be the reason
            store.put(keys[fact.theorem], fact._asdict())
    remember(said)
    return said


def _key(program: Program, closure: Iterable[Source], question: str) -> str:
    """Return the key of an answer; what the code of this folder accepted in an earlier version, it may refuse now."""
    return digest(closure, program.version, package_hash(Path(__file__).parent), question)


def _saved(store: Store, key: str, theorem: str) -> Fact | None:
    try:
        fact = fact_from_json(store.get(key))
    except (KeyError, TypeError, ValueError):
        return None
    return fact if fact.theorem == theorem else None


def compile_and_ask(
    program: Program, closures: Closures, store: Store | None, progress: Progress | None
) -> Iterator[Fact]:
    """Compile the files of theorems, and ask both readers about each library: its theorems share most of the work."""
    if not closures:
        return
    files = _files(closures)
    with TemporaryDirectory(dir=_temporary(store)) as name:
        folder = Path(name)
        reasons = compile_files(program, folder, in_order(files, files), progress)
        libraries = dict[str, dict[str, Sequence[Source]]]()
        for theorem, closure in closures.items():
            reason = next((reasons[source.name] for source in closure if reasons[source.name]), "")
            if reason:
                yield Fact(theorem, "", (), program.version, reason)
            else:
                libraries.setdefault(closure[-1].library, {})[theorem] = closure
        with threads() as pool:
            # coqchk begins first: one of its computations can take longer than all questions
            again = [pool.submit(_read_again, program, folder, _files(own), store) for own in libraries.values()]
            asked = [pool.submit(answers, program, folder, own) for own in libraries.values()]
            for rejected, answered in zip(again, asked, strict=True):
                for fact in answered.result():
                    rejections = map(rejected.result().get, (source.name for source in closures[fact.theorem]))
                    yield fact._replace(reason=fact.reason or next(filter(None, rejections), ""))


def _files(closures: Closures) -> dict[str, Source]:
    """Return all files of theorems by logical name, each after those that it imports."""
    return {source.name: source for closure in closures.values() for source in closure}


def _temporary(store: Store | None) -> Path | None:
    """Return the folder for temporary files; None for the system's, if that of the store cannot be written."""
    try:
        if store is not None:
            store.folder.mkdir(parents=True, exist_ok=True)
            return store.folder
    except OSError:
        pass
    return None


def _read_again(program: Program, folder: Path, files: Mapping[str, Source], store: Store | None) -> dict[str, str]:
    """Let coqchk read compiled files that it has not accepted before; return why it rejects those that it rejects."""
    keys = {name: _key(program, in_order(files, [name]), "coqchk") for name in files}
    unread = [name for name, key in keys.items() if store is None or store.get(key) != "accepted"]
    if unread and rejection(folder, unread, standard_library=False):
        return {name: rejection(folder, [name], standard_library=False) for name in unread}
    if store is not None:
        for name in unread:
            store.put(keys[name], "accepted")
    return {}


def answers(program: Program, folder: Path, closures: Closures) -> list[Fact]:
    """Return what Rocq says about theorems of one library."""
    files, said = _files(closures), list[Fact]()
    names = {theorem: f"{closure[-1].name}.{theorem.rpartition('.')[2]}" for theorem, closure in closures.items()}
    try:
        with conversation(program, folder, [*files.values()]) as rocq:
            some_rest = rocq.assumptions(names.values())  # the question about all of them takes as long as about one
            for theorem, closure in closures.items():
                said.append(_fact(rocq, theorem, names[theorem], closure, bool(some_rest)))
    except Refused as error:
        return [Fact(theorem, "", (), program.version, str(error)) for theorem in closures]
    reason = changed(folder, files.values())
    return [fact._replace(kernel=program.version, reason=reason or fact.reason) for fact in said]


def _fact(rocq: Rocq, theorem: str, name: str, closure: Sequence[Source], may_rest: bool) -> Fact:
    """Return the statement of a theorem and the objects in it, or why it is not accepted."""
    fact, meaning = Fact(theorem, "", (), "", ""), _Meaning(rocq, closure)
    # A definition that is no proof has no type of sort Prop.
    if not rocq.ask(f"Check (ltac:(let type := type of (@{name}) in exact type) : Prop)."):
        return fact._replace(reason=f"{theorem}: {name} was not found, or is no theorem")
    try:
        meaning.add(rocq.ask(f"Set Printing All.\nCheck @{name}.\nUnset Printing All.").partition(":")[2])
    except Refused as error:
        return fact._replace(reason=f"{theorem}: {error}")
    statement = " ".join(rocq.ask(f"Check @{name}.").partition(":")[2].split())
    shown = QUALIFIED.sub(lambda match: meaning.shortest(match[0], statement), statement)
    assumed = rocq.assumptions([name]) if may_rest else ""
    reason = f"{theorem} rests on axioms: {assumed[:200]}" if assumed else ""
    return fact._replace(statement=shown, definitions=tuple(dict.fromkeys(meaning.objects.values())), reason=reason)


class _Meaning:
    """The objects of files in a statement, by full name: each with its file and definition, after those in it."""

    def __init__(self, rocq: Rocq, closure: Sequence[Source]) -> None:
        self._ask, self._files = rocq.ask, {source.name: source.file for source in closure}
        self.objects: dict[str, tuple[str, str]] = {}

    def add(self, text: str) -> None:
        """Add the objects that a text of Rocq names."""
        for written in dict.fromkeys(QUALIFIED.findall(text)):
            for name in self._named(written):
                if name not in self.objects:
                    self._add(name)

    def _add(self, name: str) -> None:
        self.objects[name] = ("", "")  # so that a recursive type ends here
        printed = self._ask(f"About {name}.\nSet Printing All.\nPrint {name}.\nUnset Printing All.")
        if "is opaque" in printed:
            raise Refused(f"it states something about {name}, whose meaning is in a proof and not shown")
        self.add(printed)
        del self.objects[name]
        definition = self._ask(f"Print {name}.").partition("\n\nArguments ")[0].strip()
        self.objects[name] = (self._files[name.rpartition(".")[0]], definition)

    def _named(self, name: str) -> list[str]:
        """Return the definitions and types of the files that a name can mean."""
        found = OBJECT.findall(self._ask(f"Locate Term {name}."))
        return [each for each in found if each.rpartition(".")[0] in self._files]

    def shortest(self, name: str, statement: str) -> str:
        """Return a name in a statement without its file, if nothing else has this name."""
        last = name.rpartition(".")[2]
        if re.search(rf"(?<![\w'.]){last}(?![\w'])", statement) or self._ask(f"Check @{last}."):
            return name
        return last if len(self._named(last)) == 1 else name
