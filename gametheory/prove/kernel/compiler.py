"""The compiler of Rocq: found on the path, and run without the user's environment on all cores.

Nothing here need be believed: a file that is not compiled cannot be imported, and `gametheory.prove.kernel.toplevel`
compares the files with the sources.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from secrets import token_hex
from threading import enumerate as enumerate_threads
from typing import Any

from gametheory.parallel.extras import ends_with_parent, find_on_path
from gametheory.parallel.limits import Progress, available_cores
from gametheory.prove.kernel.sources import Source

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
    process = subprocess.Popen(
        ends_with_parent(command), cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, **streams
    )
    running.add(process)
    return process


def run_program(command: Sequence[str], folder: Path, seconds: float = SECONDS) -> subprocess.CompletedProcess[str]:
    """Run a program of Rocq in a folder, for a limited time."""
    with start(command, folder, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        try:
            output, errors = process.communicate(timeout=seconds)
        except BaseException:
            process.kill()
            raise
        finally:
            running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


@contextmanager
def threads() -> Iterator[ThreadPoolExecutor]:
    """Return threads that run programs of Rocq; an interrupt kills these, since it must not wait for minutes."""
    name = f"rocq-{token_hex(8)}"
    with ThreadPoolExecutor(available_cores(), name) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            while any(thread.name.startswith(name) for thread in enumerate_threads()):  # it can be about to start one
                for process in tuple(running):
                    process.kill()
                time.sleep(0.05)
            raise


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

    with threads() as pool:
        # In this order a task only waits for tasks that began before it.
        for number, source in enumerate(closure, 1):
            futures[source.name] = pool.submit(compile_one, number, source)
        return {name: future.result() for name, future in futures.items()}


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
