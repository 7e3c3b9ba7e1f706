"""Stating: what the check of a claim returns or raises becomes a verdict, and JSON text. Nothing here is trusted."""

from __future__ import annotations

import inspect
import json
import site
import sysconfig
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gametheory.claims.declare import Appendix, Claim
from gametheory.claims.plain_values import error_text, shown, untypeset
from gametheory.claims.status import Status
from gametheory.claims.verdict import Verdict, open_

PACKAGE = Path(__file__).parent.parent
ASSERTS = "do not use assert in a claim: return check_all(cases, holds), which counts the cases"


def called(item: Claim | Appendix, deep: bool) -> Verdict:
    """Return what the check of a claim returns, open if that is no verdict; or an open one with an appendix."""
    if isinstance(item, Appendix):
        return Verdict(Status.OPEN, "", 0, tuple(item.make()))
    takes_deep = "deep" in inspect.signature(item.check).parameters
    verdict: Any = item.check(deep=deep) if takes_deep else item.check()
    return verdict if isinstance(verdict, Verdict) else open_(untypeset("; ".join(_no_verdict(verdict))))


def raised(error: BaseException) -> Verdict:
    """Return the open verdict of a check that raised an error, with its case and the line of the claims."""
    notes = [note for note in getattr(error, "__notes__", ()) if isinstance(note, str)]
    text = ", ".join([f"the check raised {error_text(error)}", *notes[:1]])
    frames = traceback.extract_tb(error.__traceback__)
    if line := ([each for each in frames if not _is_library(each.filename)] or [*frames])[-1:]:
        text += f" ({line[0].filename}:{line[0].lineno})\n{line[0].line or ''}".rstrip()
    return open_(untypeset(text + (f"\n{ASSERTS}" if isinstance(error, AssertionError) else "")))


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict as JSON text; if it has none, an open verdict that says why."""
    try:
        text = json.dumps(verdict.as_json(), default=str, ensure_ascii=False)
        text.encode()
        return text
    except Exception as error:  # the text of an object in a table is computed by its own code
        return json.dumps(open_(untypeset(f"the verdict cannot be written as JSON: {error_text(error)}")).as_json())


def _no_verdict(value: object) -> Iterator[str]:
    yield f"the check returned {shown(value)}, which is not a verdict"
    yield "return the result of prove, argue, check_all, refuted or open_"
    if value is None:
        yield "without `return`, a function returns None"
    elif isinstance(value, bool):
        yield "check_all(cases, holds, scope) asks a function for True or False in each case and counts the cases"


def _is_library(file: str) -> bool:
    places: list[str | Path] = [sysconfig.get_path("stdlib"), *site.getsitepackages(), PACKAGE]
    return file.startswith("<") or any(Path(file).is_relative_to(place) for place in places)
