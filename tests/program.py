"""The command line program for tests: in the process of the test, in a fork of another, or in a process of its own.

A process of its own takes a second for imports alone. Tests of what a process is, its signals, status, pipes and
claims, use it; so does one test of each command.
"""

import io
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from gametheory import claims, cli
from gametheory.claims import worker
from gametheory.cli import main

ROOT = Path(__file__).parent.parent
COMMAND = Path(sys.executable).with_name("gametheory")
Done = subprocess.CompletedProcess[str]


def call_process(*arguments: Any, cwd: Path = ROOT) -> Done:
    """Run the program as a process."""
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=120)


def call(*arguments: Any, cwd: Path = ROOT, typed: bytes = b"") -> Done:
    """Run the program in this process, with these bytes to read and streams that are no terminal."""
    words = list(map(str, arguments))
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    digits, stdin = sys.get_int_max_str_digits(), sys.stdin
    try:
        sys.stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
        with chdir(cwd), redirect_stdout(streams[0]), redirect_stderr(streams[1]):
            status = main(words)
    except SystemExit as left:  # argparse leaves after --help
        status = int(left.code or 0)
    finally:
        sys.set_int_max_str_digits(digits)
        sys.stdin = stdin
    output, errors = (stream.buffer.getvalue().decode() for stream in streams)  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(words, status, output, errors)


def refused(*arguments: Any, cwd: Path = ROOT) -> str:
    """Run the program, which must refuse its input in one or two lines, and return these."""
    done = call(*arguments, cwd=cwd)
    assert (done.returncode, done.stdout) == (2, "")
    assert 1 <= len(done.stderr.splitlines()) <= 2
    assert "Traceback" not in done.stderr
    return done.stderr


def document(*arguments: Any, cwd: Path = ROOT) -> Any:
    """Run the program in this process and return its JSON."""
    done = call(*arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def call_fork(words: Sequence[str], folder: Path, environment: Mapping[str, str], output: Path) -> int:
    """Run the program in a fork of a process that has only imported the package; return its status.

    What it prints and its errors are appended to a file, in the order in which a pipe would get them.
    """
    process = _forked(_run, list(words), str(folder), dict(environment), str(output))
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def start_server(control: socket.socket, warm: Iterable[Path]) -> Any:
    """Start the process that forks those of claims files: such a fork in place of a new interpreter."""
    process = _forked(_serve, control, list(map(str, warm)), os.getcwd(), dict(os.environ))
    process.wait = process.join  # type: ignore[attr-defined]
    return process


def _forked(target: Callable[..., None], *arguments: object) -> ForkServerProcess:
    process = _server().Process(target=target, args=arguments)
    script, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")  # it has no script to run again
    try:
        process.start()
    finally:
        sys.modules["__main__"] = script
    return process


@cache
def _server() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    names = [each.name for package in (claims, cli) for each in iter_modules(package.__path__, f"{package.__name__}.")]
    context.set_forkserver_preload(["gametheory.api", *names, "gametheory.prove.argument", "pytest"])
    return context


def _serve(control: socket.socket, warm: list[str], folder: str, environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker.serve_forks(control, warm)


def _run(words: list[str], folder: str, environment: dict[str, str], output: str) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.dont_write_bytecode = bool(environment.get("PYTHONDONTWRITEBYTECODE"))
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(file, stream)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - until the process ends
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.exit(main(words))
