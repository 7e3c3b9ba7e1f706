"""Compile files of Rocq on all cores, in the order of their imports, and say why one does not compile.

Nothing here need be believed: a file that is not compiled cannot be imported, and `gametheory.prove.kernel.query`
compares the files with the sources.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import enumerate as enumerate_threads

from gametheory.parallel.cores import available_cores
from gametheory.parallel.progress import Progress
from gametheory.prove.kernel.program import SECONDS, Program, run_compiler, running
from gametheory.prove.kernel.sources import Source


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
    try:
        done = run_compiler(program, folder, path)
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


def _end_programs() -> None:
    for process in tuple(running):
        process.kill()
