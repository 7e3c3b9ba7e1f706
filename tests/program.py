"""The command line program for tests: in the process of the test, or in one of its own.

A process of its own takes a second for imports alone. Tests of what a process is, its signals, status, pipes and
claims, use it; so does one test of each command.
"""

import io
import json
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

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


def document(*arguments: Any, cwd: Path = ROOT) -> Any:
    """Run the program in this process and return its JSON."""
    done = call(*arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
