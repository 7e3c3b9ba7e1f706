"""What the kernel of Rocq says about theorems, in this run or an earlier one: statements, meanings and assumptions.

Nothing is read from the sources: Rocq prints each object of the files on which a statement depends, until no other one
occurs. It is asked where these files are loaded and nothing of them is imported. So none of their operators and scopes
changes what it prints, and each of their objects has the name of its file before its own. Answers are saved in a store,
under the hash of all the files on which a theorem depends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from secrets import token_hex
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any, Protocol

from gametheory.parallel.cores import Progress, available_cores
from gametheory.parallel.hashes import package_hash
from gametheory.prove.kernel.compiler import SECONDS, Program, compile_files, find_program, library_options, start
from gametheory.prove.kernel.proof import Fact, fact_from_json, remember
from gametheory.prove.kernel.sources import Refused, Source, closure_of, digest, in_order, read_sources


class Store(Protocol):
    """Facts of earlier runs, by key."""

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
    """Return what the kernel says about theorems, which `KernelProof` then accepts; compile what no earlier run has."""
    program, wanted = find_program(), sorted(set(theorems))
    if program is None or not wanted:
        return {}
    code = package_hash(Path(__file__).parent)  # what its files accepted in an earlier version, they may refuse now
    sources, said, keys = read_sources(folder), dict[str, Fact](), dict[str, str]()
    for theorem in wanted:
        try:
            keys[theorem] = digest(closure_of(sources, theorem), program.version, code, theorem)
        except Refused as error:
            said[theorem] = Fact(theorem, "", (), program.version, str(error))
            continue
        if store is not None and not fresh and (saved := _saved(store, keys[theorem], theorem)):
            said[theorem] = saved
    missing = [theorem for theorem in wanted if theorem not in said]
    for fact in compile_and_ask(program, sources, missing, progress, _temporary(store)):
        said[fact.theorem] = fact
        if store is not None and not fact.reason:  # a machine that was busy can be the reason
            store.put(keys[fact.theorem], fact._asdict())
    remember(said)
    return said


def compile_and_ask(
    program: Program,
    sources: Mapping[str, Source],
    theorems: Iterable[str],
    progress: Progress | None,
    temporary: Path | None,
) -> Iterator[Fact]:
    """Compile the files of theorems, and ask for the theorems of each file together."""
    modules: dict[str, list[str]] = {}
    for theorem in theorems:
        modules.setdefault(closure_of(sources, theorem)[-1].name, []).append(theorem)
    if not modules:
        return
    with TemporaryDirectory(dir=temporary) as name, ThreadPoolExecutor(available_cores()) as pool:
        folder = Path(name)
        reasons = compile_files(program, folder, in_order(sources, sorted(modules)), progress)

        def ask(module: str) -> list[Fact]:
            closure = in_order(sources, [module])
            try:
                for reason in (reasons[source.name] for source in closure if reasons[source.name]):
                    raise Refused(reason)
                return answers(program, folder, closure, modules[module])
            except Refused as error:
                return [Fact(theorem, "", (), program.version, str(error)) for theorem in modules[module]]

        for asked in pool.map(ask, modules):
            yield from asked


def _saved(store: Store, key: str, theorem: str) -> Fact | None:
    try:
        fact = fact_from_json(store.get(key))
    except (KeyError, TypeError, ValueError):
        return None
    return fact if fact.theorem == theorem else None


def _temporary(store: Store | None) -> Path | None:
    """Return the folder for temporary files; None for the system's, if that of the store cannot be written."""
    try:
        if store is not None:
            store.folder.mkdir(parents=True, exist_ok=True)
            return store.folder
    except OSError:
        pass
    return None


# The standard library comes last: then its names are printed as usual, and those of files that hide them with the file.
STANDARD = "Require Import Prelude ZArith QArith List.\nOpen Scope Z_scope.\nSet Printing Width 100.\n"
EVERYTHING = "Set Printing Depth 1000000.\nSet Printing Coercions.\nSet Printing Implicit."
CLOSED = "Closed under the global context"
QUALIFIED = re.compile(r"[A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)+")
OBJECT = re.compile(r"^(?:Constant|Inductive|Constructor) (\S+)", re.M)


def answers(program: Program, folder: Path, closure: Sequence[Source], theorems: Sequence[str]) -> list[Fact]:
    """Return what Rocq says about theorems of one file, the last of its closure."""
    with start([*program.toplevel, "-q", *library_options(folder)], folder, stdin=PIPE, stderr=DEVNULL) as process:
        timer = Timer(SECONDS, process.kill)
        timer.start()
        try:
            rocq = Rocq(process, closure, theorems)
            facts = [rocq.fact(Fact(theorem, "", (), program.version, "")) for theorem in theorems]
        except BrokenPipeError:
            raise Refused("Rocq stopped before it answered") from None
        finally:
            timer.cancel()
            process.kill()
    changed = [source.file for source in closure if (folder / source.file).read_text("utf-8") != source.text]
    return [fact._replace(reason=f"{changed[0]} was changed while Rocq ran") if changed else fact for fact in facts]


class Rocq:
    """A conversation with Rocq's toplevel about the theorems of one file.

    Every answer ends with a line that no file can contain, since its author cannot know the word in it.
    """

    def __init__(self, process: Popen[str], closure: Sequence[Source], theorems: Sequence[str]) -> None:
        self._process, self._end, self.ask = process, f"end_{token_hex(8)}", cache(self._ask)
        self.theory, self.files = closure[-1].name, {source.name: source.file for source in closure}
        self.ask(f"Require {' '.join(source.name for source in closure)}.\n{STANDARD}{EVERYTHING}")
        self.rests = self._assumptions(theorems)  # together they take a third of the time

    def _ask(self, command: str) -> str:
        """Return what Rocq prints for a command; nothing if it is an error."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{command}\nLocate {self._end}.\n")
        self._process.stdin.flush()
        answer = list[str]()
        for line in self._process.stdout:
            if self._end in line:
                return "".join(answer)
            answer.append(line)
        raise Refused(f"Rocq stopped, or takes more than {SECONDS} seconds")

    def fact(self, asked: Fact) -> Fact:
        """Return the statement of a theorem and the objects in it, or why it is not accepted."""
        theorem, objects = f"{self.theory}.{asked.theorem.rpartition('.')[2]}", dict[str, tuple[str, str]]()
        # A definition that is no proof has no type of sort Prop.
        if not self.ask(f"Check (ltac:(let type := type of (@{theorem}) in exact type) : Prop)."):
            return asked._replace(reason=f"{asked.theorem}: {theorem} was not found, or is no theorem")
        try:
            stated = self.ask(f"Set Printing All.\nCheck @{theorem}.\nUnset Printing All.").partition(":")[2]
            self._close(stated, objects)
        except Refused as error:
            return asked._replace(reason=f"{asked.theorem}: {error}")
        statement = " ".join(self.ask(f"Check @{theorem}.").partition(":")[2].split())
        shown = QUALIFIED.sub(lambda match: self._shortest(match[0], statement), statement)
        assumed = " ".join((self.rests and self._assumptions([asked.theorem])).split())[:200]
        reason = f"{asked.theorem} rests on axioms: {assumed}" if assumed else ""
        return asked._replace(statement=shown, definitions=tuple(dict.fromkeys(objects.values())), reason=reason)

    def _assumptions(self, theorems: Sequence[str]) -> str:
        """Return what Rocq says about the assumptions of theorems; nothing if there is none."""
        names, word = [f"@{self.theory}.{name.rpartition('.')[2]}" for name in theorems], f"all_{token_hex(8)}"
        printed = self.ask(f"Definition {word} := ({', '.join(names)}).\nPrint Assumptions {word}.")
        return "" if CLOSED in printed else printed.partition("Axioms:")[2] or "not known"

    def _close(self, text: str, objects: dict[str, tuple[str, str]]) -> None:
        """Add the objects of the files that a text names, each after those on which it depends."""
        for name in [each for written in dict.fromkeys(QUALIFIED.findall(text)) for each in self._objects(written)]:
            if name in objects:
                continue
            objects[name] = ("", "")
            printed = self.ask(f"About {name}.\nSet Printing All.\nPrint {name}.\nUnset Printing All.")
            if "is opaque" in printed:
                raise Refused(f"it states something about {name}, whose meaning is in a proof and not shown")
            self._close(printed, objects)
            del objects[name]
            definition = self.ask(f"Print {name}.").partition("\n\nArguments ")[0].strip()
            objects[name] = (self.files[name.rpartition(".")[0]], definition)

    def _objects(self, name: str) -> list[str]:
        """Return the definitions and types of the files that a name can mean."""
        found = OBJECT.findall(self.ask(f"Locate Term {name}."))
        return [each for each in found if each.rpartition(".")[0] in self.files]

    def _shortest(self, name: str, statement: str) -> str:
        """Return a name in a statement without its file, if nothing else has this name."""
        last = name.rpartition(".")[2]
        if re.search(rf"(?<![\w'.]){last}(?![\w'])", statement) or self.ask(f"Check @{last}."):
            return name
        return last if len(self._objects(last)) == 1 else name
