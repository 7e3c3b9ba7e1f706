"""What is known about an error that a check raised: the line of the claims, its text, its values, and the case."""

from __future__ import annotations

import ast
import linecache
import site
import sysconfig
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from gametheory.claims.validate import error_text, shown
from gametheory.storage.opened_files import unrecorded

PACKAGE = Path(__file__).parent.parent
MOST = 6  # values to show
ASSERTS = "a claim asserts nothing: return check_all(cases, holds), which counts the cases"


def description(error: BaseException) -> str:
    """Return an error with its case, the line of the claims that raised it, its text and its values, in one text.

    Examples
    --------
    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     description(error).partition(" (")[0]
    'the check raised ZeroDivisionError: division by zero'
    """
    notes = [note for note in getattr(error, "__notes__", ()) if isinstance(note, str)]
    frames = list(_frames(error.__traceback__))
    own = [frame for frame in frames if not _is_library(frame.tb_frame.f_code.co_filename)] or frames[-1:]
    parts = [f"the check raised {error_text(error)}", *notes[:1]]
    text = ", ".join(parts)
    if not own:
        return text
    line, values = _line(own[-1]), _values(own[-1])
    text += f" ({own[-1].tb_frame.f_code.co_filename}:{own[-1].tb_lineno})"
    text += f"\n{line}" if line else ""
    text += f"\nwith {', '.join(values)}" if values else ""
    if frames[-1] is not own[-1]:
        text += f"\nraised in {frames[-1].tb_frame.f_code.co_filename}:{frames[-1].tb_lineno}"
    return text + (f"\n{ASSERTS}" if isinstance(error, AssertionError) else "")


def _frames(frame: TracebackType | None) -> Iterator[TracebackType]:
    while frame is not None:
        yield frame
        frame = frame.tb_next


def _is_library(file: str) -> bool:
    path = Path(file)
    places: list[str | Path] = [sysconfig.get_path("stdlib"), *site.getsitepackages(), PACKAGE]
    return file.startswith("<") or any(path.is_relative_to(place) for place in places)


def _line(frame: TracebackType) -> str:
    with unrecorded():
        return linecache.getline(frame.tb_frame.f_code.co_filename, frame.tb_lineno).strip()


def _values(frame: TracebackType) -> list[str]:
    """Return the values of the variables that occur in the line, functions and modules left out."""
    summary = traceback.extract_tb(frame, limit=1)[0]
    try:
        with unrecorded():
            tree = ast.parse(" ".join(_line(frame).split()).removesuffix(":") if summary.lineno else "")
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    except (SyntaxError, ValueError):  # a part of a longer statement
        used = set(frame.tb_frame.f_locals)
    known: dict[str, Any] = frame.tb_frame.f_locals
    return [f"{name} = {shown(known[name])}" for name in known if name in used and not callable(known[name])][:MOST]
