"""The compiler of Rocq: find it, and compile files in the order of their imports.

Each file has a time limit, and the compiler runs without the user's environment and startup files.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import enumerate as enumerate_threads

from gametheory.parallel.child import ends_with_parent, find_on_path
from gametheory.parallel.cores import available_cores
from gametheory.parallel.progress import Progress
from gametheory.prove.kernel.sources import Source

SECONDS = 300  # for one file; the slowest of proofs/ takes about 20


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
    """Return the compiler of Rocq (or Coq) that is on the path, or None.

    >>> program = find_program()
    >>> program is None or program.version.startswith(("Coq ", "Rocq "))
    True
    """
    for name, command in (("coqc", ("coqc",)), ("rocq", ("rocq", "compile"))):
        if not (path := find_on_path(name)):
            continue
        try:
            text = run_program([path, "--version"], Path("/")).stdout
        except (OSError, subprocess.TimeoutExpired):
            continue
        if number := re.search(r"version (\d+\.\d+(\.\d+)?)", text):
            return Program((path, *command[1:]), f"{'Rocq' if 'Rocq' in text else 'Coq'} {number[1]}")
    return None


def compile_files(
    program: Program,
    folder: Path,
    closure: Sequence[Source],
    progress: Progress | None,
) -> dict[str, str]:
    """Compile files on all cores, each after those that it imports.

    Parameters
    ----------
    program
        The compiler.
    folder
        An empty folder, in which the files are written and compiled.
    closure
        The files, each after those that it imports, as `in_order` returns them.
    progress
        Function that is called before each file with its number, the total and its name.

    Returns
    -------
    dict
        The reason why each file does not compile, by logical name; "" if it compiles.

    Examples
    --------
    >>> import sys
    >>> from tempfile import mkdtemp
    >>> rejects = Program((sys.executable, "-c", "raise SystemExit('Error: no proof')"), "a program that rejects files")
    >>> compile_files(rejects, Path(mkdtemp()), [Source("sums", "Two", "Lemma two : 1 = 2.")], None)
    {'Sums.Two': 'Two.v, line ?: Error: no proof'}
    """
    futures: dict[str, Future[str]] = {}

    def compile_one(number: int, source: Source) -> str:
        if waiting := next((name for name in source.requires if futures[name].result()), ""):
            return f"{waiting} does not compile"
        if progress:
            progress(number, len(closure), source.file)
        path = folder / source.file
        path.parent.mkdir(exist_ok=True)
        path.write_text(source.text, encoding="utf-8")
        return compile_file(program, folder, path)

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
                _end_programs()
                time.sleep(0.05)
            raise


def compile_file(program: Program, folder: Path, path: Path) -> str:
    """Compile one file with the libraries of a folder; return why it does not compile, or "".

    >>> import sys
    >>> from tempfile import mkdtemp
    >>> accepts = Program((sys.executable, "-c", ""), "a program that accepts every file")
    >>> folder = Path(mkdtemp())
    >>> compile_file(accepts, folder, folder / "Two.v")
    ''
    """
    options = library_options(folder)
    where = folder if path.is_relative_to(folder) else path.parent
    try:
        done = run_program([*program.command, "-q", *options, str(path.relative_to(where))], where)
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


def library_options(folder: Path) -> list[str]:
    """Return the options that give each subfolder its logical name.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> (folder / "sums").mkdir()
    >>> library_options(folder)[-1]
    'Sums'
    """
    folders = sorted(path.name for path in folder.iterdir() if path.is_dir())
    return [option for name in folders for option in ("-Q", str(folder / name), name.capitalize())]


def run_program(command: Sequence[str], folder: Path, seconds: float = SECONDS) -> subprocess.CompletedProcess[str]:
    """Run a program of Rocq in a folder, without the user's environment and startup files.

    >>> import sys
    >>> run_program([sys.executable, "-c", "print(6 * 7)"], Path("/")).stdout
    '42\\n'
    """
    saved = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    with subprocess.Popen(
        ends_with_parent(command),
        cwd=folder,
        env={**saved, "HOME": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        stdin=subprocess.DEVNULL,
    ) as process:
        _running.add(process)
        try:
            output, errors = process.communicate(timeout=seconds)
        except BaseException:
            process.kill()
            raise
        finally:
            _running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


_running: set[subprocess.Popen[str]] = set()  # in all threads of this process


def _end_programs() -> None:
    for process in tuple(_running):
        process.kill()
