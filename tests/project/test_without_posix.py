"""All modules are imported, and a report written, by a Python without what only POSIX systems have, as on Windows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

# What Windows lacks, of the modules that this package uses.
PREPARE = """
import os, signal, sys
for name in ("fork", "killpg", "sched_getaffinity", "setsid", "sysconf", "sysconf_names",
             "uname", "register_at_fork", "wait", "posix_spawn", "getpgid", "getuid", "geteuid", "getloadavg", "nice",
             "sched_setaffinity", "openpty", "mkfifo", "statvfs", "chown", "pread", "waitid", "forkpty", "getgroups"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGSTOP", "SIGCONT", "SIGALRM", "SIGPIPE", "SIGHUP", "SIGUSR1",
             "alarm", "setitimer", "ITIMER_REAL", "pthread_sigmask", "pthread_kill", "sigwait", "siginterrupt"):
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("fcntl", "resource", "pwd", "grp", "termios", "pty", "syslog"):
    sys.modules[name] = None
import multiprocessing
multiprocessing.get_all_start_methods = lambda: ["spawn"]
sys.platform = "another"
"""
LIBRARIES = "asyncio, cvc5, jinja2, networkx, numba, numpy, pygraphviz, rich.console, scipy.optimize, sympy, z3"
EVERY_MODULE = """
import gametheory, pkgutil
from importlib import import_module
from gametheory.cli import main
names = [each.name for each in pkgutil.walk_packages(gametheory.__path__, "gametheory.") if "__main__" not in each.name]
modules = [import_module(name) for name in names]
if len(modules) < 300:
    sys.exit(f"only {len(modules)} modules")
"""
CLAIMS = '''
"""A source."""
from gametheory import claim, check_all

@claim("S.1", "Every number below 99 is below 100.", "p. 1")
def small():
    return check_all(range(99), lambda n: n < 100, "0 to 98", lambda n: "no")
'''


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Import every module and run a command without POSIX calls; libraries are imported first, for the real system."""
    program = f"import {LIBRARIES}\n{PREPARE}\n{EVERY_MODULE}\nsys.exit(main({list(arguments)!r}))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize(
    "command",
    [
        "report claims -o report.html --workers 2",
    ],
)
def test_a_command_needs_no_posix_call(tmp_path: Path, command: str) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "sums.py").write_text(CLAIMS, encoding="utf-8")
    done = run(tmp_path, *command.split())
    assert (done.returncode, done.stderr[-500:]) == (0, "")
