"""The option --theorem of `solve` and `nash`: a file of Rocq that states the answer, with its proof."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gametheory.cli.arguments import InputError
from gametheory.numbers.format import visible

if TYPE_CHECKING:
    from gametheory.solvers.nash_solution import NashSolution
    from gametheory.solvers.solution import Solution


def add_theorem(parser: argparse.ArgumentParser, content: str) -> None:
    """Add the option; `content` says what the theorem states."""
    help_text = f"also write a theorem of Rocq that {content}, with its proof, for `coqc` and `recheck`"
    parser.add_argument("--theorem", metavar="FILE.v", type=_theorem_file, help=help_text)


def _theorem_file(text: str) -> Path:
    from gametheory.render.theorems import theorem_path

    try:
        return theorem_path(text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot write {text}: {error}") from error
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def write_theorem_file(command: str, path: Path, solution: Solution | NashSolution, title: str) -> None:
    """Write the theorem of a solution that Rocq compiles, and the files of the library next to it."""
    from gametheory.claims.theorem_file import compilation_error
    from gametheory.cli.progress import progress_line
    from gametheory.prove.kernel.compiler import find_program
    from gametheory.render.theorems import NotStated, theorem_of, write_theorem

    try:
        theorem = theorem_of(solution, path.stem, title)
        if find_program() is None:
            print(f"{command}: {path} was not compiled, because Rocq is not installed", file=sys.stderr)
        else:
            with progress_line() as progress:
                reason = compilation_error(path.stem, theorem.text, progress)
            if reason:
                raise NotStated(f"Rocq does not accept the theorem: {visible(reason)}")
        write_theorem(path, theorem)
    except NotStated as error:
        raise InputError(f"{command}: argument --theorem: {error}") from error
    except OSError as error:
        raise InputError(f"{command}: cannot write {path}: {error.strerror or error}") from error


def print_theorem(path: Path | None) -> None:
    """Print the name of the file, and the command that checks it."""
    if path:
        print(f"wrote {path}\ncheck it: gametheory recheck {path}")
