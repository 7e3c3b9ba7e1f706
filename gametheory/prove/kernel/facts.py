"""What the kernel of Rocq says about theorems: their statements as it prints them, and their assumptions.

The files are compiled in a temporary folder, each with a time limit and without a network or a startup file. The
answers are saved in a store that is authenticated, under the hash of all the files on which a theorem depends.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Protocol, TypeAlias

from gametheory.parallel.cores import available_cores
from gametheory.prove.kernel.sources import Refused, Source, digest, in_order, read_sources

SECONDS = 300  # for one file; the slowest of proofs/ takes about 20
CLOSED = "Closed under the global context"
HEAD = "Require Import ZArith QArith List.\nOpen Scope Z_scope.\nSet Printing Width 100.\nSet Printing Coercions.\n"


Progress: TypeAlias = Callable[[int, int, str], None]


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


class Store(Protocol):
    """Facts of earlier runs, by key."""

    def get(self, key: str) -> Any:
        """Return the value of a key, or None."""

    def put(self, key: str, value: Any) -> None:
        """Save a value."""


@dataclass(frozen=True)
class Program:
    """The compiler of Rocq on this machine.

    Attributes
    ----------
    command
        The command that compiles a file.
    version
        The program's name and version.
    """

    command: tuple[str, ...]
    version: str


@cache
def find_program() -> Program | None:
    """Return the compiler of Rocq (or Coq) that is on the path, or None."""
    for name, command in (("coqc", ("coqc",)), ("rocq", ("rocq", "compile"))):
        if not (path := shutil.which(name)):
            continue
        try:
            text = run_program([path, "--version"], Path("/")).stdout
        except (OSError, subprocess.TimeoutExpired):
            continue
        if number := re.search(r"version (\d+\.\d+(\.\d+)?)", text):
            return Program((path, *command[1:]), f"{'Rocq' if 'Rocq' in text else 'Coq'} {number[1]}")
    return None


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
    """
    program, wanted = find_program(), sorted(set(theorems))
    if program is None or not wanted:
        return {}
    sources, found, keys = read_sources(folder), dict[str, Fact](), dict[str, str]()
    for theorem in wanted:
        try:
            closure = in_order(sources, [_logical(theorem)])
            for source in closure:
                source.check()
        except Refused as error:
            found[theorem] = Fact(theorem, "", (), program.version, str(error))
            continue
        keys[theorem] = digest(closure, program.version, HEAD, theorem)
        if store is not None and not fresh and (saved := _from_json(store.get(keys[theorem]), theorem)):
            found[theorem] = saved
    missing = [theorem for theorem in wanted if theorem not in found]
    for theorem, fact in _ask(program, sources, missing, progress).items():
        found[theorem] = fact
        if store is not None:
            store.put(keys[theorem], fact._asdict())
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


def _from_json(data: Any, theorem: str) -> Fact | None:
    try:
        pairs = tuple((str(file), str(text)) for file, text in data["definitions"])
        fact = Fact(data["theorem"], data["statement"], pairs, data["kernel"], data["reason"])
    except (KeyError, TypeError, ValueError):
        return None
    return fact if fact.theorem == theorem else None


def _ask(
    program: Program,
    sources: Mapping[str, Source],
    theorems: Sequence[str],
    progress: Progress | None,
) -> dict[str, Fact]:
    """Compile the files of some theorems, and ask for their statements and assumptions."""
    if not theorems:
        return {}
    modules: dict[str, list[str]] = {}
    for theorem in theorems:
        modules.setdefault(_logical(theorem), []).append(theorem)
    closure = in_order(sources, sorted(modules))
    with TemporaryDirectory() as name, ThreadPoolExecutor(available_cores()) as pool:
        folder = Path(name)
        reasons = compile_files(program, folder, closure, progress)

        def ask_module(module: str) -> list[Fact]:
            own = in_order(sources, [module])
            reason = next((reasons[source.name] for source in own if reasons[source.name]), "")
            if reason:
                return [Fact(theorem, "", (), program.version, reason) for theorem in modules[module]]
            return _facts(program, folder, own, modules[module])

        return {fact.theorem: fact for found in pool.map(ask_module, modules) for fact in found}


def _logical(theorem: str) -> str:
    library, module, _ = parts(theorem)
    return f"{library.capitalize()}.{module}"


def compile_files(
    program: Program,
    folder: Path,
    closure: Sequence[Source],
    progress: Progress | None,
) -> dict[str, str]:
    """Compile files on all cores, each after those that it imports; return the reason of each failure, or ""."""
    futures: dict[str, Future[str]] = {}

    def compile_one(number: int, source: Source) -> str:
        if waiting := next((name for name in source.requires if futures[name].result()), ""):
            return f"{waiting} does not compile"
        if progress:
            progress(number, len(closure), f"{source.library}/{source.module}.v")
        path = folder / source.library / f"{source.module}.v"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source.text, encoding="utf-8")
        return _failure(program, folder, path)

    with ThreadPoolExecutor(available_cores()) as pool:
        # In this order a task only waits for tasks that began before it.
        for number, source in enumerate(closure, 1):
            futures[source.name] = pool.submit(compile_one, number, source)
        return {name: future.result() for name, future in futures.items()}


def _failure(program: Program, folder: Path, path: Path) -> str:
    """Compile one file; return why it does not compile, or ""."""
    options = library_options(folder)
    try:
        done = run_program([*program.command, "-q", *options, str(path.relative_to(folder))], folder)
    except subprocess.TimeoutExpired:
        return f"{path.name}: Rocq takes more than {SECONDS} seconds"
    if done.returncode == 0:
        return ""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    place = next((line for line in lines if line.startswith("File ")), "")
    line = re.search(r"line (\d+)", place)
    error = next((text for text in lines if text.startswith("Error")), "Error: no message")
    detail = " ".join(lines[lines.index(error) :])[:200] if error in lines else error
    return f"{path.name}, line {line[1] if line else '?'}: {detail}"


def _facts(program: Program, folder: Path, closure: Sequence[Source], theorems: Sequence[str]) -> list[Fact]:
    """Ask for the theorems of one file; if that fails, ask for each of them alone."""
    library, module, _ = parts(theorems[0])
    head = f"From {library.capitalize()} Require Import {' '.join(source.module for source in closure)}.\n{HEAD}"
    query = folder / library / f"Query_{module}.v"
    query.write_text(head + "".join(_question(theorem, number) for number, theorem in enumerate(theorems)))
    reason = _failure(program, folder, query)
    if reason and len(theorems) > 1:
        return [fact for theorem in theorems for fact in _facts(program, folder, closure, [theorem])]
    if reason:
        return [Fact(theorems[0], "", (), program.version, f"{theorems[0]}: {reason}")]
    return [_fact(program, folder, closure, theorem, number) for number, theorem in enumerate(theorems)]


def _question(theorem: str, number: int) -> str:
    library, module, name = parts(theorem)
    full, files = f"{library.capitalize()}.{module}.{name}", f"{module}_{number}"
    # A definition that is no proof has no type of sort Prop.
    return (
        f"Check (ltac:(let type := type of (@{full}) in exact type) : Prop).\n"
        f'Redirect "{files}_statement" Check @{full}.\nRedirect "{files}_assumptions" Print Assumptions {full}.\n'
    )


def _fact(program: Program, folder: Path, closure: Sequence[Source], theorem: str, number: int) -> Fact:
    _, module, _ = parts(theorem)
    printed = (folder / f"{module}_{number}_statement.out").read_text(encoding="utf-8")
    assumptions = (folder / f"{module}_{number}_assumptions.out").read_text(encoding="utf-8").strip()
    statement = re.sub(r"\s+", " ", printed.partition(":")[2]).strip()
    reason = "" if assumptions == CLOSED else f"{theorem} rests on assumptions: {' '.join(assumptions.split())[:200]}"
    return Fact(theorem, statement, _definitions(closure, statement), program.version, reason)


def _definitions(closure: Sequence[Source], statement: str) -> tuple[tuple[str, str], ...]:
    """Return the definitions that a statement uses, and those that these use."""
    names: set[str] = set(re.findall(r"[A-Za-z_][\w']*", statement))
    while True:
        found = tuple(
            (f"{source.library}/{source.module}.v", text) for source in closure for text in source.definitions(names)
        )
        more = names | {name for _, text in found for name in re.findall(r"[A-Za-z_][\w']*", text)}
        if more == names:
            return found
        names = more


def library_options(folder: Path) -> list[str]:
    """Return the options that give each subfolder its logical name."""
    folders = sorted(path.name for path in folder.iterdir() if path.is_dir())
    return [option for name in folders for option in ("-Q", name, name.capitalize())]


def run_program(command: Sequence[str], folder: Path, seconds: float = SECONDS) -> subprocess.CompletedProcess[str]:
    """Run a program of Rocq in a folder, without the user's environment and startup files."""
    saved = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return subprocess.run(
        command,
        cwd=folder,
        env={**saved, "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        stdin=subprocess.DEVNULL,
    )
