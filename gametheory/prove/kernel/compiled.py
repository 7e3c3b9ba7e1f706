"""Compile the files of theorems, and ask for the theorems of each file together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from gametheory.parallel.cores import available_cores
from gametheory.parallel.progress import Progress
from gametheory.prove.kernel.compile import compile_files
from gametheory.prove.kernel.fact import Fact
from gametheory.prove.kernel.order import in_order
from gametheory.prove.kernel.program import Program
from gametheory.prove.kernel.query import answers, closure_of
from gametheory.prove.kernel.sources import Source


def compile_and_ask(
    program: Program,
    sources: Mapping[str, Source],
    theorems: Sequence[str],
    progress: Progress | None = None,
    place: Path | None = None,
) -> Iterator[Fact]:
    """Yield what the kernel says about each theorem.

    Parameters
    ----------
    program
        The compiler.
    sources
        The files.
    theorems
        The theorems.
    progress
        Function that is called before each compilation with its number, the total and the file.
    place
        A folder in which the files are compiled; by default the system's for temporary files.

    Examples
    --------
    >>> list(compile_and_ask(Program(("coqc",), "Coq"), {}, []))
    []
    """
    if not theorems:
        return
    modules: dict[str, list[str]] = {}
    for theorem in theorems:
        modules.setdefault(closure_of(sources, theorem)[-1].name, []).append(theorem)
    with TemporaryDirectory(dir=place) as name, ThreadPoolExecutor(available_cores()) as pool:
        folder = Path(name)
        reasons = compile_files(program, folder, in_order(sources, sorted(modules)), progress)

        def ask_module(module: str) -> list[Fact]:
            reason = next((reasons[source.name] for source in in_order(sources, [module]) if reasons[source.name]), "")
            if reason:
                return [Fact(theorem, "", (), program.version, reason) for theorem in modules[module]]
            return answers(program, folder, sources, modules[module])

        for found in pool.map(ask_module, modules):
            yield from found
