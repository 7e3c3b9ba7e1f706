"""What the kernel of Rocq says about theorems, in this run or an earlier one.

Answers are saved in a store, under the hash of all the files on which a theorem depends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from gametheory.parallel.cores import Progress, available_cores
from gametheory.parallel.hashes import package_hash
from gametheory.prove.kernel.compiler import Program, compile_files, find_program
from gametheory.prove.kernel.proof import Fact, fact_from_json, remember
from gametheory.prove.kernel.query import answers
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
