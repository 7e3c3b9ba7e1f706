"""Files of proofs/rocq, compiled once: a test that compiles one gets what an earlier test made of the same text.

The compiler runs for all other files, and for these as soon as they, or files that they import, have another text.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path

from gametheory.prove import kernel
from gametheory.prove.kernel import (
    Program,
    Source,
    compile_files,
    digest,
    find_program,
    in_order,
    read_sources,
)

ROCQ = Path(__file__).parent.parent / "proofs" / "rocq"
_compile = kernel._compile


@cache
def stored() -> dict[str, Source]:
    """Return the files of proofs/rocq, by logical name."""
    return read_sources(ROCQ)


def compile_once(cache_folder: Path) -> Callable[[Program, Path, Path], str]:
    """Return a function that compiles a file, and saves what becomes of those of proofs/rocq in a folder."""

    def compile_file(program: Program, folder: Path, path: Path) -> str:
        name = Source(path.parent.name, path.stem, "").name
        closure = in_order(stored(), [name]) if name in stored() else []
        if not closure or any((folder / each.file).read_text(encoding="utf-8") != each.text for each in closure):
            return _compile(program, folder, path)
        saved = cache_folder / f"{digest(closure, program.version)}.vo"
        cache_folder.mkdir(parents=True, exist_ok=True)
        with saved.with_suffix(".lock").open("w") as lock:
            flock(lock, LOCK_EX)  # each file is compiled with the saved files that it imports
            if saved.exists():
                shutil.copy(saved, path.with_suffix(".vo"))
                return ""
            reason = _compile(program, folder, path)
            if not reason:
                shutil.copy(path.with_suffix(".vo"), saved.with_suffix(".new"))
                saved.with_suffix(".new").rename(saved)
            return reason

    return compile_file


def compiled_library(folder: Path, *names: str) -> Path:
    """Return the folder with files of proofs/rocq, given by their logical names, and what they import, compiled."""
    program = find_program()
    assert program is not None
    reasons = compile_files(program, folder, in_order(stored(), names), None)
    assert not any(reasons.values()), reasons
    return folder
