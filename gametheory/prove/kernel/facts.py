"""What the kernel of Rocq says about theorems: their statements as it prints them, and their assumptions.

The files are compiled in a temporary folder, each with a time limit and without a network or a startup file. The
answers are saved in a store that is authenticated, under the hash of all the files on which a theorem depends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Protocol

from gametheory.parallel.cores import available_cores
from gametheory.parallel.progress import Progress
from gametheory.prove.kernel.compile import Program, compile_file, compile_files, find_program
from gametheory.prove.kernel.sources import Refused, Source, checked_closure, digest, in_order, read_sources

CLOSED = "Closed under the global context"
# The standard library comes last: a name that a file declares again is printed with the name of the file.
HEAD = """Require Import Prelude ZArith QArith List.
Open Scope Z_scope.
Set Printing Width 100.
Set Printing Depth 1000000.
Set Printing Coercions.
"""


class Fact(NamedTuple):
    """What the kernel says about one theorem.

    Attributes
    ----------
    theorem
        Its name, such as `castle/TheoremA.theorem_A`.
    statement
        Its type, as Rocq prints it.
    definitions
        Pairs (file, text): the definitions that the statement uses, from the first to the last.
    kernel
        The program and its version.
    reason
        Why the theorem is not accepted; empty if it is.
    """

    theorem: str
    statement: str
    definitions: tuple[tuple[str, str], ...]
    kernel: str
    reason: str

    def as_json(self) -> dict[str, Any]:
        """Return the values as a JSON object.

        >>> Fact("sums/Two.two", "1 + 1 = 2", (("sums/Two.v", "Definition a := 1."),), "Coq", "").as_json()["kernel"]
        'Coq'
        """
        return self._asdict() | {"definitions": [list(pair) for pair in self.definitions]}


def fact_from_json(data: Any) -> Fact:
    """Convert the result of `Fact.as_json` back to a fact.

    Raises
    ------
    KeyError, TypeError, ValueError
        If the data do not describe one.

    Examples
    --------
    >>> said = Fact("sums/Two.two", "1 + 1 = 2", (("sums/Two.v", "Definition a := 1."),), "Coq 8.16.1", "")
    >>> fact_from_json(said.as_json()) == said
    True
    """
    definitions = tuple((str(file), str(text)) for file, text in data["definitions"])
    theorem, statement, kernel, reason = (str(data[name]) for name in ("theorem", "statement", "kernel", "reason"))
    return Fact(theorem, statement, definitions, kernel, reason)


class Store(Protocol):
    """Facts of earlier runs, by key.

    Attributes
    ----------
    folder
        A folder that code of claims cannot write, in which files are compiled.
    """

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
    """Return what the kernel says about theorems; compile what no earlier run has compiled.

    Parameters
    ----------
    folder
        The folder whose subfolders contain the files of Rocq.
    theorems
        Names such as `castle/TheoremA.theorem_A`: folder, file and theorem.
    store
        Facts of earlier runs.
    fresh
        Ignore the facts of earlier runs.
    progress
        Function that is called before each compilation with its number, the total and the file.

    Returns
    -------
    dict
        The fact of each theorem; empty if Rocq is not installed.

    Examples
    --------
    >>> facts(Path("proofs/rocq"), [])
    {}
    """
    program, wanted = find_program(), sorted(set(theorems))
    if program is None or not wanted:
        return {}
    sources, found, keys = read_sources(folder), dict[str, Fact](), dict[str, str]()
    for theorem in wanted:
        try:
            closure = checked_closure(sources, _logical(theorem))
            if closure[-1].library != parts(theorem)[0]:
                raise Refused(f"the folder {closure[-1].library} has the same name in Rocq as that of {theorem}")
        except Refused as error:
            found[theorem] = Fact(theorem, "", (), program.version, str(error))
            continue
        keys[theorem] = digest(closure, program.version, HEAD, theorem)
        if store is not None and not fresh and (saved := _saved(store, keys[theorem], theorem)):
            found[theorem] = saved
    missing = [theorem for theorem in wanted if theorem not in found]
    for theorem, fact in _ask(program, sources, missing, progress, _place(store)).items():
        found[theorem] = fact
        if store is not None and not fact.reason:  # a machine that was busy can be the reason
            store.put(keys[theorem], fact.as_json())
    return found


def parts(theorem: str) -> tuple[str, str, str]:
    """Return the folder, the file and the name of a theorem.

    >>> parts("castle/TheoremA.theorem_A")
    ('castle', 'TheoremA', 'theorem_A')
    >>> parts("theorem_A")
    Traceback (most recent call last):
    gametheory.prove.kernel.sources.Refused: 'theorem_A' is not FOLDER/FILE.THEOREM
    """
    names = re.fullmatch(r"([a-z]\w*)/([A-Z]\w*)\.([A-Za-z]\w*)", theorem)
    if names is None:
        raise Refused(f"{theorem[:60]!r} is not FOLDER/FILE.THEOREM")
    return names[1], names[2], names[3]


def _saved(store: Store, key: str, theorem: str) -> Fact | None:
    try:
        fact = fact_from_json(store.get(key))
    except (KeyError, TypeError, ValueError):
        return None
    return fact if fact.theorem == theorem else None


def _place(store: Store | None) -> Path | None:
    """Return the folder for temporary files; None for the system's, if that of the store cannot be written."""
    try:
        if store is not None:
            store.folder.mkdir(parents=True, exist_ok=True)
            return store.folder
    except OSError:
        pass
    return None


def _ask(
    program: Program,
    sources: Mapping[str, Source],
    theorems: Sequence[str],
    progress: Progress | None,
    place: Path | None,
) -> dict[str, Fact]:
    """Compile the files of some theorems, and ask for their statements and assumptions."""
    if not theorems:
        return {}
    modules: dict[str, list[str]] = {}
    for theorem in theorems:
        modules.setdefault(_logical(theorem), []).append(theorem)
    closure = in_order(sources, sorted(modules))
    with TemporaryDirectory(dir=place) as name, ThreadPoolExecutor(available_cores()) as pool:
        folder = Path(name)
        reasons = compile_files(program, folder, closure, progress)

        def ask_module(module: str) -> list[Fact]:
            own = in_order(sources, [module])
            reason = next((reasons[source.name] for source in own if reasons[source.name]), "")
            if reason:
                return [Fact(theorem, "", (), program.version, reason) for theorem in modules[module]]
            return _facts(program, folder, own, modules[module], place)

        found = {fact.theorem: fact for facts in pool.map(ask_module, modules) for fact in facts}
        if changed := _changed(folder, closure):
            return {name: fact._replace(reason=f"{changed} was changed while Rocq ran") for name, fact in found.items()}
        return found


def _changed(folder: Path, closure: Sequence[Source]) -> str:
    """Return a file that another program has changed in the temporary folder, or ""."""
    written = ((source, folder / source.file) for source in closure)
    return next((each.file for each, path in written if path.exists() and path.read_text("utf-8") != each.text), "")


def _logical(theorem: str) -> str:
    library, module, _ = parts(theorem)
    return f"{library.capitalize()}.{module}"


def _facts(
    program: Program, folder: Path, closure: Sequence[Source], theorems: Sequence[str], place: Path | None
) -> list[Fact]:
    """Ask for the theorems of one file together, which takes a third of the time; if that fails, for each alone."""
    library, _, _ = parts(theorems[0])
    head = f"From {library.capitalize()} Require Import {' '.join(source.module for source in closure)}.\n{HEAD}"
    if any(source.has_implicit_arguments for source in closure):
        head += "Set Printing Implicit.\n"
    with TemporaryDirectory(dir=place) as name:  # so no other file has the name of one of these
        query = Path(name, "Query.v")
        query.write_text(head + _questions(theorems))
        if not (reason := compile_file(program, folder, query)):
            assumptions = Path(name, "assumptions.out").read_text(encoding="utf-8").strip()
            if len(theorems) == 1 or assumptions == CLOSED:
                printed = (Path(name, f"statement_{number}.out").read_text("utf-8") for number in range(len(theorems)))
                asked = zip(theorems, printed, strict=True)
                return [_fact(program, closure, *statement, assumptions) for statement in asked]
    if len(theorems) > 1:
        return [fact for theorem in theorems for fact in _facts(program, folder, closure, [theorem], place)]
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


def _fact(program: Program, closure: Sequence[Source], theorem: str, printed: str, assumptions: str) -> Fact:
    statement = re.sub(r"\s+", " ", printed.partition(":")[2]).strip()
    definitions = _definitions(closure, statement)
    proofs = _names(statement, *(text for _, text in definitions)) & {name for each in closure for name in each.lemmas}
    reason = "" if assumptions == CLOSED else f"{theorem} rests on assumptions: {' '.join(assumptions.split())[:200]}"
    if proofs:
        reason = f"{theorem} states something about {min(proofs)}, whose meaning is in a proof and not shown"
    return Fact(theorem, statement, definitions, program.version, reason)


def _names(*texts: str) -> set[str]:
    return {name for text in texts for name in re.findall(r"[A-Za-z_][\w']*", text)}


def _definitions(closure: Sequence[Source], statement: str) -> tuple[tuple[str, str], ...]:
    """Return the definitions that a statement uses, and those that these use."""
    names = _names(statement)
    while True:
        found = tuple((source.file, text) for source in closure for text in source.definitions(names))
        more = names | _names(*(text for _, text in found))
        if more == names:
            return found
        names = more
