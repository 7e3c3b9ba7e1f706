"""What is known about an error that a check raised: the line of the claims, its text, and the case."""

from __future__ import annotations

import site
import sysconfig
import traceback
from pathlib import Path

from gametheory.claims.validate import error_text

PACKAGE = Path(__file__).parent.parent
ASSERTS = "do not use assert in a claim: return check_all(cases, holds), which counts the cases"


def description(error: BaseException) -> str:
    """Return an error with its case and the line of the claims that raised it, in one text."""
    notes = [note for note in getattr(error, "__notes__", ()) if isinstance(note, str)]
    text = ", ".join([f"the check raised {error_text(error)}", *notes[:1]])
    frames = traceback.extract_tb(error.__traceback__)
    if line := ([each for each in frames if not _is_library(each.filename)] or [*frames])[-1:]:
        text += f" ({line[0].filename}:{line[0].lineno})\n{line[0].line or ''}".rstrip()
    return text + (f"\n{ASSERTS}" if isinstance(error, AssertionError) else "")


def _is_library(file: str) -> bool:
    places: list[str | Path] = [sysconfig.get_path("stdlib"), *site.getsitepackages(), PACKAGE]
    return file.startswith("<") or any(Path(file).is_relative_to(place) for place in places)
