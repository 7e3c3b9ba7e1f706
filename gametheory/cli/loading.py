"""A game named on the command line: the class in a file or a module, and the values it is made of."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from gametheory.cli.arguments import InputError

EXACT = re.compile(r"[+-]?(\d+/0*[1-9]\d*|\d*\.\d+|\d+\.)", re.ASCII)


def load_game(command: str, name: str, values: Sequence[str]) -> Any:
    """The game that FILE.py:CLASS or MODULE:CLASS stands for, made of values such as 7, 3/5, 0.6, (1,2) or depth=3.

    Raises InputError, with one line that names what is missing or has failed and where.
    """
    place, _, attribute = name.rpartition(":")
    if not place or not attribute:
        raise InputError(f"{command}: {name!r} is neither FILE.py:CLASS nor MODULE:CLASS, such as nim.py:Nim")
    made_of = _file(command, place) if place.endswith(".py") else _module(command, place)
    try:
        found = made_of()
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise InputError(f"{command}: {place} cannot be run: {in_short(error, place)}") from error
    game_class = getattr(found, attribute, None)
    if not callable(game_class):
        known = [
            key for key, value in vars(found).items() if isinstance(value, type) and value.__module__ == found.__name__
        ]
        raise InputError(f"{command}: {place} has no class {attribute}; it has {', '.join(known) or 'none'}")
    named = [value.partition("=") for value in values if re.match(r"[A-Za-z_]\w*=", value)]
    plain = [read_value(value) for value in values if not re.match(r"[A-Za-z_]\w*=", value)]
    try:
        return game_class(*plain, **{key: read_value(value) for key, _, value in named})
    except Exception as error:
        said = ", ".join(values)
        raise InputError(f"{command}: {attribute}({said}) cannot be made: {in_short(error, place)}") from error


def read_value(text: str) -> Any:
    """A value of the command line: exact numbers, other Python literals, or else the text itself.

    >>> [read_value(text) for text in ("7", "3/5", "0.25", "(1, 2)", "True", "red")]
    [7, Fraction(3, 5), Fraction(1, 4), (1, 2), True, 'red']
    """
    if EXACT.fullmatch(text):
        return Fraction(text)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def in_short(error: BaseException, place: str) -> str:
    """An exception in one line, with the last line of the user's file that it passed, where there is one."""
    said = f"{type(error).__name__}: {error}".splitlines()[0]
    path = str(Path(place).resolve())
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    line = getattr(error, "lineno", None) or (lines[-1] if lines else None)
    return f"{said} (line {line})" if line and "(line" not in said and ", line" not in said else said


def _file(command: str, place: str) -> Callable[[], ModuleType]:
    path = Path(place).resolve()
    if not os.path.isfile(path):  # which, unlike Path.is_file, is not put out by a name that is too long
        raise InputError(f"{command}: {place}: there is no such file")
    name = f"game_of_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{command}: {place} is not a Python file")
    module = importlib.util.module_from_spec(spec)

    def run() -> ModuleType:
        sys.modules[name] = module  # dataclasses look their module up there
        sys.path.insert(0, str(path.parent))
        assert spec is not None
        assert spec.loader is not None
        spec.loader.exec_module(module)
        return module

    return run


def _module(command: str, place: str) -> Callable[[], ModuleType]:
    def run() -> ModuleType:
        sys.path.insert(0, str(Path.cwd()))
        try:
            return importlib.import_module(place)
        except ModuleNotFoundError as error:
            if error.name and (place == error.name or place.startswith(f"{error.name}.")):
                raise InputError(f"{command}: {place}: there is no such module; a file ends in .py") from error
            raise

    return run
