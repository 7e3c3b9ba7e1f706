"""Debugging of a check that raised an error: it runs once more, in the foreground and under pdb.

It runs in a child process with the input of the terminal. Its verdict is not used: the run has already given the
verdict of the isolated check.
"""

from __future__ import annotations

import os
import pdb
import signal
import sys
import traceback
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from gametheory.claims.addresses import address, file_of
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import BrokenFile, collect_file
from gametheory.claims.declare import Claim
from gametheory.claims.registry import forget_modules
from gametheory.claims.runner import call_check
from gametheory.parallel.child import Child


def debug(folder: Path, item: Claim, deep: bool) -> None:
    """Run the check of a claim in a child process, and start pdb where it raises an error.

    Parameters
    ----------
    folder
        The claims folder.
    item
        The claim; one that stands for a file that does not run to its end is debugged, too.
    deep
        Whether the check covers a larger range.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.collect import collect
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> debug(folder, collect(folder)[0][1], deep=False)  # prints in another process
    """
    sys.stdout.flush()
    terminal = os.dup(0)  # a child process has no standard input of its own
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the debugger
    try:
        child = Child(partial(_debug, folder, VerdictCache(folder), file_of(item), address(item), deep, terminal))
        child.process.join()
        child.kill()
    finally:
        signal.signal(signal.SIGINT, before)
        os.close(terminal)


def _debug(folder: Path, cache: VerdictCache, file: str, name: str, deep: bool, terminal: int, _: Connection) -> None:
    cache.confine()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = os.fdopen(terminal)
    forget_modules(folder)
    try:
        items = {address(each): each for _, each in collect_file(folder, file).claims}
        if name in items:
            call_check(items[name], deep)
            print(f"{name}: this time the check raised no error")
    except BrokenFile as error:
        _post_mortem(error.__cause__ or error)
    except BaseException as error:  # SystemExit, too
        _post_mortem(error)
    sys.stdout.flush()


def _post_mortem(error: BaseException) -> None:
    traceback.print_exception(error, file=sys.stdout)
    pdb.post_mortem(error.__traceback__)
