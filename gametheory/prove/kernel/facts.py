"""What the kernel of Rocq says about theorems, in this run or an earlier one.

Answers are saved in a store that is authenticated, under the hash of all the files on which a theorem depends.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gametheory.parallel.package_hash import package_hash
from gametheory.parallel.progress import Progress
from gametheory.prove.kernel.compiled import compile_and_ask
from gametheory.prove.kernel.fact import Fact, fact_from_json
from gametheory.prove.kernel.order import read_sources
from gametheory.prove.kernel.program import find_program
from gametheory.prove.kernel.proof import remember
from gametheory.prove.kernel.query import closure_of
from gametheory.prove.kernel.saved_facts import Store
from gametheory.prove.kernel.sources import Refused, digest


def facts(
    folder: Path,
    theorems: Iterable[str],
    store: Store | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> dict[str, Fact]:
    """Return what the kernel says about theorems, which `KernelProof` then accepts; compile what no earlier run has.

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
    code = package_hash(Path(__file__).parent)  # what its files accepted in an earlier version, they may refuse now
    sources, found, keys = read_sources(folder), dict[str, Fact](), dict[str, str]()
    for theorem in wanted:
        try:
            keys[theorem] = digest(closure_of(sources, theorem), program.version, code, theorem)
        except Refused as error:
            found[theorem] = Fact(theorem, "", (), program.version, str(error))
            continue
        if store is not None and not fresh and (saved := _saved(store, keys[theorem], theorem)):
            found[theorem] = saved
    missing = [theorem for theorem in wanted if theorem not in found]
    for fact in compile_and_ask(program, sources, missing, progress, _place(store)):
        found[fact.theorem] = fact
        if store is not None and not fact.reason:  # a machine that was busy can be the reason
            store.put(keys[fact.theorem], fact.as_json())
    remember(found)
    return found


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
