"""A second reader of compiled files: coqchk, the small checker of Rocq, which has neither a parser nor tactics."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from gametheory.prove.kernel.compile import Program, Progress, compile_files, find_program, library_options, run_program
from gametheory.prove.kernel.sources import Refused, Source, checked_closure, in_order

SECONDS = 1800
# A certificate of a game is one long computation, which coqchk, without the kernel's virtual machine, does not finish.
LONGEST = 200_000  # characters


def second_reading(sources: Mapping[str, Source], progress: Progress | None = None) -> dict[str, str]:
    """Compile files of Rocq and let coqchk check the compiled files, except those longer than 200,000 characters.

    Parameters
    ----------
    sources
        The files, by logical name.
    progress
        Function that is called before each file with its number, the total and its name.

    Returns
    -------
    dict
        The reason why each file is rejected, by logical name; "" if it is accepted.

    Raises
    ------
    FileNotFoundError
        If Rocq or coqchk is not installed.

    Examples
    --------
    >>> second_reading({})
    {}
    """
    if not sources:
        return {}
    program, checker = find_program(), shutil.which("coqchk") or shutil.which("rocqchk")
    if program is None or checker is None:
        raise FileNotFoundError("coqc and coqchk: Rocq is not installed")
    reasons: dict[str, str] = {}
    for source in sources.values():
        try:
            checked_closure(sources, source.name)
        except Refused as error:
            reasons[source.name] = str(error)
    allowed = in_order({name: each for name, each in sources.items() if name not in reasons}, sources.keys() - reasons)
    with TemporaryDirectory() as name:
        folder = Path(name)
        reasons |= compile_files(program, folder, allowed, progress)
        compiled = [each.name for each in allowed if not reasons[each.name] and len(each.text) <= LONGEST]
        if compiled and (reason := _rejection(Program((checker,), program.version), folder, compiled)):
            reasons |= dict.fromkeys(compiled, reason)
    return reasons


def _rejection(checker: Program, folder: Path, modules: list[str]) -> str:
    """Return why coqchk rejects compiled files, or ""."""
    command = [*checker.command, "-silent", "-o", *library_options(folder), *modules]
    try:
        done = run_program(command, folder, SECONDS)
    except subprocess.TimeoutExpired:
        return f"coqchk takes more than {SECONDS} seconds"
    text = done.stdout + done.stderr
    summary = dict(re.findall(r"^\* ([^:\n]+):([^*]*)", text, re.M))
    for title, value in summary.items():
        # Tactics for rational numbers load the real numbers of the standard library, whose axioms no theorem uses:
        # `facts` asks for the assumptions of each theorem.
        own = [
            name for name in value.split() if name != "<none>" and not name.startswith(("Coq.", "Stdlib.", "Corelib."))
        ]
        if title != "Theory" and own:
            return f"coqchk reports {title}: {' '.join(own)[:200]}"
    if done.returncode or "Axioms" not in summary:
        return f"coqchk: {' '.join(text.split())[-200:]}"
    return ""
