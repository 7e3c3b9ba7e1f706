"""What Python does for the page: load libraries when they are imported, run programs, and show their results.

The worker of the page imports this file, and so do the tests in Node and in an ordinary Python.
"""

from __future__ import annotations

import ast
import importlib
import io
import linecache
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import MetaPathFinder
from tempfile import mkdtemp
from typing import Any
from zipfile import ZipFile

NAME = "program"
MOST_CHARACTERS = 200_000  # of a program
MOST_PRINTED = 100_000  # characters


class Wheels(MetaPathFinder):
    """Unpacks the wheel of a library when one of its modules is imported for the first time."""

    def __init__(self, wheels: Mapping[str, str], read: Callable[[str], bytes], folder: str) -> None:
        self._wheels = dict(wheels)  # by module
        self._read = read
        self._folder = folder

    def find_spec(self, name: str, path: object = None, _: object = None) -> None:
        """Unpack the wheel of a module; then the finders that come after this one find it."""
        wheel = self._wheels.pop(name, None)
        if wheel is None or path is not None:
            return
        with ZipFile(io.BytesIO(self._read(wheel))) as archive:
            # tests are a third of numpy and scipy, and unpacking takes time
            members = [member for member in archive.namelist() if "/tests/" not in member]
            archive.extractall(self._folder, members)
        importlib.invalidate_caches()


def install(wheels: Mapping[str, str], read: Callable[[str], bytes], folder: str) -> None:
    """Make libraries importable, and go to an empty folder for the files of programs."""
    sys.meta_path.insert(0, Wheels(wheels, read, folder))
    os.chdir(mkdtemp())


class Printed(io.TextIOBase):
    """Standard output of a program: text for the page, up to a limit."""

    def __init__(self, show: Callable[[str, str], None]) -> None:
        self._show = show
        self._left = MOST_PRINTED

    def write(self, text: str) -> int:
        """Show text."""
        if self._left > 0:
            self._show("text", text[: self._left])
            self._left -= len(text)
            if self._left <= 0:
                self._show("error", f"The program prints more than {MOST_PRINTED:,} characters; the rest is left out.")
        return len(text)


def run(source: str, show: Callable[[str, str], None]) -> bool:
    """Run a program, show what it prints and its last value as a notebook does, and return whether it ended well.

    `show` takes a kind, which is text, html, page or error, and the content.
    """
    if len(source) > MOST_CHARACTERS:
        show("error", f"The program has {len(source):,} characters; at most {MOST_CHARACTERS:,} are run.")
        return False
    names: dict[str, Any] = {"__name__": "__main__", "display": lambda value: display(value, show), "input": _refused}
    # tracebacks and inspect find the lines of the program there
    linecache.cache[NAME] = (len(source), None, source.splitlines(keepends=True), NAME)
    printed = Printed(show)
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            body = ast.parse(source, NAME).body
            last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
            exec(compile(ast.Module(body, []), NAME, "exec"), names)
            if last is not None:
                display(eval(compile(last, NAME, "eval"), names), show)
        except BaseException as error:
            show("error", message(error))
            return False
    return True


def _refused(*_: object) -> None:
    raise ValueError("input() cannot ask here: write the value into the program")


def display(value: Any, show: Callable[[str, str], None]) -> None:
    """Show a value as a notebook does."""
    if isinstance(value, str) and value.lstrip()[:9].lower() == "<!doctype":
        show("page", value)
    elif hasattr(value, "_repr_html_"):
        show("html", value._repr_html_())
    elif hasattr(value, "_repr_svg_"):
        show("html", value._repr_svg_())
    elif value is not None:
        show("text", f"{value!r}\n")


def message(error: BaseException) -> str:
    """Return one line: the line of the program, and what is wrong, in the words of the package or of Python."""
    if isinstance(error, SyntaxError) and error.filename == NAME:
        return f"Line {error.lineno}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
    place = f"Line {lines[-1]}: " if lines else ""
    if isinstance(error, MemoryError):
        return f"{place}not enough memory"
    if isinstance(error, RecursionError):
        return f"{place}too many calls inside one another"
    if isinstance(error, SystemExit):
        return f"{place}the program ended itself (SystemExit)"
    said = error.args[0] if isinstance(error, KeyError) and error.args else error  # not its repr
    words = " ".join(str(said).split())
    ours = type(error).__module__.startswith("gametheory.") or isinstance(error, ValueError)
    if ours and words:
        return place + words
    return f"{place}{type(error).__name__}: {words}".rstrip(": ")


def equilibria(table: str, show: Callable[[str, str], None]) -> bool:
    """Show the equilibria of a typed table, or what is wrong with it; return whether nothing is."""
    from gametheory import nash
    from gametheory.formats.payoff_table import read_payoff_table

    try:
        display(nash(read_payoff_table(table)), show)
    except Exception as error:
        show("error", message(error))
        return False
    return True
