"""The programs of Rocq: found on the path, and run without the user's environment and startup files."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gametheory.parallel.child import ends_with_parent, find_on_path

SECONDS = 300  # for one file; the slowest of proofs/ takes about 20
running: set[subprocess.Popen[str]] = set()  # in all threads of this process


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


def run_compiler(program: Program, folder: Path, path: Path) -> subprocess.CompletedProcess[str]:
    """Compile one file with the libraries of a folder.

    >>> import sys
    >>> from tempfile import mkdtemp
    >>> accepts = Program((sys.executable, "-c", ""), "a program that accepts every file")
    >>> folder = Path(mkdtemp())
    >>> run_compiler(accepts, folder, folder / "Two.v").returncode
    0
    """
    return run_program([*program.command, "-q", *library_options(folder), path.name], path.parent)


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
        running.add(process)
        try:
            output, errors = process.communicate(timeout=seconds)
        except BaseException:
            process.kill()
            raise
        finally:
            running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, output, errors)
