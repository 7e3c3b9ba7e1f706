"""A second reader of compiled files: coqchk, the small checker of Rocq, which has neither a parser nor tactics."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from gametheory.parallel.cores import Progress
from gametheory.parallel.extras import find_on_path
from gametheory.prove.kernel.compiler import compile_files, find_program, library_options, run_program
from gametheory.prove.kernel.sources import Refused, Source, checked_closure, in_order

SECONDS = 1800
# A longer file is a certificate of a game: one long computation, which coqchk finishes only with its virtual machine.
LONGEST = 200_000  # characters


def second_reading(sources: Mapping[str, Source], progress: Progress | None = None) -> dict[str, str]:
    """Compile files of Rocq and let coqchk check the compiled files, and the standard library below them."""
    if not sources:
        return {}
    program = find_program()
    if program is None:
        raise FileNotFoundError("coqc: Rocq is not installed")
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
        reasons |= read_compiled(folder, [each for each in allowed if not reasons[each.name]])
    return reasons


def read_compiled(folder: Path, sources: Iterable[Source], library: bool = True) -> dict[str, str]:
    """Let coqchk check compiled files."""
    files = {source.name: source for source in sources}
    long = [name for name, source in files.items() if len(source.text) > LONGEST]
    plain = [name for name in files if name not in long]
    reasons = dict.fromkeys(plain, _rejection(folder, plain if library else _alone(plain)) if plain else "")
    if long:
        needed = [source.name for source in in_order(files, long)]  # what is not checked here counts as an axiom
        reasons |= dict.fromkeys(long, _rejection(folder, ["-bytecode-compiler", "yes", *_alone(needed)]))
    return reasons


def _alone(modules: Iterable[str]) -> list[str]:
    """Return the options with which coqchk checks compiled files, and not the files that they import."""
    return [option for name in modules for option in ("-norec", name)]


def _rejection(folder: Path, options: Sequence[str]) -> str:
    """Return why coqchk rejects the compiled files that options name, or ""."""
    checker = find_on_path("coqchk") or find_on_path("rocqchk")
    if checker is None:
        raise FileNotFoundError("coqchk: it is not installed")
    command = [checker, "-silent", "-o", *library_options(folder), *options]
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
