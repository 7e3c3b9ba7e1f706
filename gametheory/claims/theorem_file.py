"""Recheck a file of Rocq with a theorem about a game: compile it with the library that comes with the program."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from gametheory.claims.example import example_folder
from gametheory.claims.plain_values import error_text
from gametheory.parallel.cores import Progress
from gametheory.prove.kernel.compiler import Program, compile_files, find_program, library_options, run_program
from gametheory.prove.kernel.facts import CLOSED
from gametheory.prove.kernel.sources import Refused, Source, checked_closure
from gametheory.storage.read import read_text

LIBRARY = "values"
LIBRARY_MODULES = ("Value", "Check", "Rules", "Turns", "Profile", "Tree")
STATES = (
    "value",
    "rules_value",
    "subgame_perfect",
    "nash_equilibrium",
    "tree_value",
)  # what a theorem may say about a game
MAX_FILE = 50_000_000  # bytes
THEOREM = re.compile(r"^Theorem (\w+)", re.M)
WRONG = re.compile(r'"Wrong_at (\d+)"')
ANOTHER = re.compile(r'"Another_value \(?([^")]+)\)?"')


class RecheckedTheorem(NamedTuple):
    """What the kernel says about the last theorem of a file; `reason` says why it rejects the file, or is empty."""

    file: str
    theorem: str
    statement: str
    axioms: str
    seconds: float
    kernel: str
    reason: str

    @property
    def sound(self) -> bool:
        """Whether the file was accepted and its theorem rests on no axiom."""
        return not self.reason

    def as_json(self) -> dict[str, Any]:
        """Return the keys of `gametheory recheck --json`."""
        return {**self._asdict(), "sound": self.sound}


def library_sources() -> dict[str, Source]:
    """Return the files of the library, by logical name.

    >>> list(library_sources())
    ['Values.Value', 'Values.Check', 'Values.Rules', 'Values.Turns', 'Values.Profile', 'Values.Tree']
    """
    folder = example_folder() / "rocq" / LIBRARY
    texts = {module: (folder / f"{module}.v").read_text(encoding="utf-8") for module in LIBRARY_MODULES}
    return {f"Values.{module}": Source(LIBRARY, module, text) for module, text in texts.items()}


def recheck_theorem(path: Path, progress: Progress | None = None) -> RecheckedTheorem:
    """Compile a file with the library of the program, not with files next to it, and ask what its theorem says.

    Raises ValueError or OSError if the file cannot be read, is not allowed, or Rocq is not installed.
    """
    program = find_program()
    if program is None:
        raise FileNotFoundError("Rocq is not installed")
    text = read_text(path, MAX_FILE)
    theorems = THEOREM.findall(text)
    if not theorems or path.stem in LIBRARY_MODULES or not path.stem.isidentifier():
        raise ValueError("it is no file with a theorem, as `gametheory solve --theorem` writes it")
    source = Source(LIBRARY, path.stem, text)
    files = library_sources() | {source.name: source}
    try:
        closure = checked_closure(files, source.name)
    except Refused as error:
        raise ValueError(str(error)) from error
    begin = perf_counter()
    with TemporaryDirectory() as name:
        folder = Path(name)
        reason = compile_files(program, folder, closure, progress)[source.name]
        said = ("", "") if reason else _ask(program, folder, source, theorems[-1])
    if not reason and said[1] != "none":
        reason = f"it rests on axioms: {said[1]}"
    elif not reason and said[0].partition(" ")[0] not in STATES:
        # a definition of the file with the name of one of the library is printed with the name of the file
        reason = f"its theorem is not about a definition of the library: {said[0][:200]}"
    stated = RecheckedTheorem(str(path), theorems[-1], *said, perf_counter() - begin, program.version, "")
    return stated._replace(reason=_explained(reason, text)) if reason else stated


def _ask(program: Program, folder: Path, source: Source, theorem: str) -> tuple[str, str]:
    """Return the statement of a compiled theorem as Rocq prints it, and the axioms that it rests on."""
    question = folder / "Question.v"
    name = f"{source.name}.{theorem}"
    modules = [each for each in source.requires if each.rpartition(".")[2] in LIBRARY_MODULES]
    imported = " ".join(module.rpartition(".")[2] for module in modules)
    question.write_text(
        f"Require Import QArith List.\nImport ListNotations.\nFrom Values Require Import {imported}.\n"
        f"From Values Require {source.module}.\nOpen Scope Q_scope.\nSet Printing Width 100000.\n"
        f"Set Printing Coercions.\nCheck @{name}.\nPrint Assumptions {name}.\n"
    )
    done = run_program([*program.command, "-q", *library_options(folder), question.name], folder)
    if done.returncode:
        raise ValueError(error_text(ValueError(done.stderr.strip())))
    statement, _, assumptions = done.stdout.partition(": ")[2].partition("\n")
    return statement.strip(), "none" if CLOSED in assumptions else " ".join(assumptions.split())[:200]


def _explained(reason: str, text: str) -> str:
    """Return why a file was rejected, with the line of the statement that is wrong, if the checker names one."""
    lines = text.splitlines()
    plain = " ".join(reason.split())
    if wrong := WRONG.search(plain):
        mark = re.compile(rf"\(\* {wrong[1]}(:| \*\))")
        found = [number for number, line in enumerate(lines, 1) if mark.search(line)]
        if found:
            return f"line {found[0]} is wrong, or what the certificate says about it: {lines[found[0] - 1].strip()}"
    if another := ANOTHER.search(plain):
        number = next(number for number, line in enumerate(lines, 1) if line.startswith("Theorem "))
        return f"line {number} states another value than {another[1]}: {lines[number - 1].strip()}"
    return reason
