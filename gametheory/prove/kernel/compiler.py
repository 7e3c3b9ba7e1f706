"""The programs of Rocq: its compiler, its toplevel, and coqchk, the small checker without parser and tactics.

They are found on the path and run without the user's environment, the compiler on all cores in the order of imports.
Nothing here need be believed: a file that is not compiled cannot be imported, and `gametheory.prove.kernel.facts`
compares the files with the sources.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import enumerate as enumerate_threads
from typing import Any

from gametheory.parallel.cores import Progress, available_cores
from gametheory.parallel.extras import ends_with_parent, find_on_path
from gametheory.prove.kernel.sources import Refused, Source, checked_closure, in_order

SECONDS = 300  # for one file; the slowest of proofs/ takes about 20
running: set[subprocess.Popen[str]] = set()  # in all threads of this process


@dataclass(frozen=True)
class Program:
    """The compiler of Rocq on this machine, and its toplevel, which answers questions."""

    command: tuple[str, ...]
    version: str
    toplevel: tuple[str, ...] = ()


@cache
def find_program() -> Program | None:
    """Return the compiler of Rocq (or Coq) that is on the path, or None."""
    for compiler, toplevel in (("coqc", "coqtop"), ("rocq compile", "rocq repl")):
        (name, *words), (other, *more) = compiler.split(), toplevel.split()
        path, top = find_on_path(name), find_on_path(other)
        if not path or not top:
            continue
        try:
            text = run_program([path, "--version"], Path("/")).stdout
        except (OSError, subprocess.TimeoutExpired):
            continue
        if number := re.search(r"version (\d+\.\d+(\.\d+)?)", text):
            return Program((path, *words), f"{'Rocq' if 'Rocq' in text else 'Coq'} {number[1]}", (top, *more))
    return None


def library_options(folder: Path) -> list[str]:
    """Return the options that give each subfolder its logical name."""
    folders = sorted(path.name for path in folder.iterdir() if path.is_dir())
    return [option for name in folders for option in ("-Q", str(folder / name), name.capitalize())]


def start(command: Sequence[str], folder: Path, **streams: Any) -> subprocess.Popen[str]:
    """Start a program of Rocq in a folder, without the user's environment and startup files."""
    saved = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    environment = {**saved, "HOME": str(folder)}
    return subprocess.Popen(
        ends_with_parent(command), cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, **streams
    )


def run_program(command: Sequence[str], folder: Path, seconds: float = SECONDS) -> subprocess.CompletedProcess[str]:
    """Run a program of Rocq in a folder, for a limited time."""
    with start(command, folder, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        running.add(process)
        try:
            output, errors = process.communicate(timeout=seconds)
        except BaseException:
            process.kill()
            raise
        finally:
            running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def compile_files(
    program: Program, folder: Path, closure: Sequence[Source], progress: Progress | None
) -> dict[str, str]:
    """Compile files on all cores, each after those that it imports; return why each does not compile, or ""."""
    futures: dict[str, Future[str]] = {}

    def compile_one(number: int, source: Source) -> str:
        if waiting := next((name for name in source.requires if futures[name].result()), ""):
            return f"{waiting} does not compile"
        if progress:
            progress(number, len(closure), source.file)
        path = folder / source.file
        path.parent.mkdir(exist_ok=True)
        path.write_text(source.text, encoding="utf-8")
        return _compile(program, folder, path)

    name = f"compiling-{id(futures)}"
    with ThreadPoolExecutor(available_cores(), name) as pool:
        try:
            # In this order a task only waits for tasks that began before it.
            for number, source in enumerate(closure, 1):
                futures[source.name] = pool.submit(compile_one, number, source)
            return {name: future.result() for name, future in futures.items()}
        except BaseException:  # Ctrl-C, which must not wait for minutes of compiling
            pool.shutdown(wait=False, cancel_futures=True)
            while any(thread.name.startswith(name) for thread in enumerate_threads()):  # it can be about to start one
                for process in tuple(running):
                    process.kill()
                time.sleep(0.05)
            raise


def _compile(program: Program, folder: Path, path: Path) -> str:
    """Compile one file with the libraries of a folder; return why it does not compile, or ""."""
    try:
        done = run_program([*program.command, "-q", *library_options(folder), path.name], path.parent)
    except subprocess.TimeoutExpired:
        return f"{path.name}: Rocq takes more than {SECONDS} seconds"
    if done.returncode == 0:
        return ""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    where = next((line for line in lines if line.startswith("File ")), "")
    line = re.search(r"line (\d+)", where)
    error = next((text for text in lines if text.startswith("Error")), "Error: no message")
    detail = " ".join(lines[lines.index(error) :])[:200] if error in lines else error
    return f"{path.name}, line {line[1] if line else '?'}: {detail}"


CHECKER_SECONDS = 1800
# Such a file can be one long computation, which coqchk finishes only with its virtual machine.
COMPUTES = "vm_"


def second_reading(sources: Mapping[str, Source], progress: Progress | None = None) -> dict[str, str]:
    """Compile files of Rocq and let coqchk check the compiled files, and the standard library below them."""
    if not sources:
        return {}
    program = find_program()
    if program is None:
        raise FileNotFoundError("coqc: Rocq is not installed")
    reasons: dict[str, str] = {}
    for source in sources.values():
        try:
            checked_closure(sources, source.name)
        except Refused as error:
            reasons[source.name] = str(error)
    allowed = in_order({name: each for name, each in sources.items() if name not in reasons}, sources.keys() - reasons)
    with TemporaryDirectory() as name:
        folder = Path(name)
        reasons |= compile_files(program, folder, allowed, progress)
        reasons |= read_compiled(folder, [each for each in allowed if not reasons[each.name]])
    return reasons


def read_compiled(folder: Path, sources: Iterable[Source], library: bool = True) -> dict[str, str]:
    """Let coqchk check compiled files."""
    files = {source.name: source for source in sources}
    long = [name for name, source in files.items() if COMPUTES in source.text]
    plain = [name for name in files if name not in long]
    reasons = dict.fromkeys(plain, _rejection(folder, plain if library else _alone(plain)) if plain else "")
    if long:
        needed = [source.name for source in in_order(files, long)]  # what is not checked here counts as an axiom
        reasons |= dict.fromkeys(long, _rejection(folder, ["-bytecode-compiler", "yes", *_alone(needed)]))
    return reasons


def _alone(modules: Iterable[str]) -> list[str]:
    """Return the options with which coqchk checks compiled files, and not the files that they import."""
    return [option for name in modules for option in ("-norec", name)]


def _rejection(folder: Path, options: Sequence[str]) -> str:
    """Return why coqchk rejects the compiled files that options name, or ""."""
    checker = find_on_path("coqchk") or find_on_path("rocqchk")
    if checker is None:
        raise FileNotFoundError("coqchk: it is not installed")
    command = [checker, "-silent", "-o", *library_options(folder), *options]
    try:
        done = run_program(command, folder, CHECKER_SECONDS)
    except subprocess.TimeoutExpired:
        return f"coqchk takes more than {CHECKER_SECONDS} seconds"
    text = done.stdout + done.stderr
    summary = dict(re.findall(r"^\* ([^:\n]+):([^*]*)", text, re.M))
    for title, value in summary.items():
        # Tactics for rational numbers load the real numbers of the standard library, whose axioms no theorem uses:
        # `facts` asks for the assumptions of each theorem.
        own = [
            name for name in value.split() if name != "<none>" and not name.startswith(("Coq.", "Stdlib.", "Corelib."))
        ]
        if title != "Theory" and own:
            return f"coqchk reports {title}: {' '.join(own)[:200]}"
    if done.returncode or "Axioms" not in summary:
        return f"coqchk: {' '.join(text.split())[-200:]}"
    return ""
