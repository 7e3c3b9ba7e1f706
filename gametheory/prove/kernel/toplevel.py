"""Rocq's toplevel, which answers questions about compiled files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from secrets import token_hex
from subprocess import DEVNULL, PIPE, Popen
from threading import Timer

from gametheory.prove.kernel.compiler import SECONDS, Program, library_options, running, start
from gametheory.prove.kernel.sources import Refused, Source

CLOSED = "Closed under the global context"  # all that Rocq prints if nothing is assumed
# The standard library comes last: then its names are printed as usual, and those of files that hide them with the file.
STANDARD = "Require Import Prelude ZArith QArith List.\nOpen Scope Z_scope.\nSet Printing Width 100."
EVERYTHING = "Set Printing Depth 1000000.\nSet Printing Coercions.\nSet Printing Implicit."


@contextmanager
def conversation(program: Program, folder: Path, sources: Sequence[Source]) -> Iterator[Rocq]:
    """Load compiled files of a folder, given in the order of their imports, for questions about them."""
    process = start([*program.toplevel, "-q", *library_options(folder)], folder, stdin=PIPE, stderr=DEVNULL)
    timer = Timer(SECONDS, process.kill)
    timer.start()
    try:
        yield Rocq(process, sources)
    finally:
        timer.cancel()
        process.kill()
        process.communicate()
        running.discard(process)


def changed(folder: Path, sources: Iterable[Source]) -> str:
    """Return that a file has another text than the one that was compiled, or "": programs can write there."""
    files = [source.file for source in sources if (folder / source.file).read_text("utf-8") != source.text]
    return f"{files[0]} was changed while Rocq ran" if files else ""


class Rocq:
    """A conversation with Rocq's toplevel, where compiled files are loaded and none of them is imported.

    So none of their operators and scopes changes what it prints. Every answer ends with a line that no file can
    contain, since its author cannot know the word in it.
    """

    def __init__(self, process: Popen[str], sources: Sequence[Source]) -> None:
        self._process, self._end, self.ask = process, f"end_{token_hex(8)}", cache(self._ask)
        self.ask(f"Require {' '.join(source.name for source in sources)}.\n{STANDARD}\n{EVERYTHING}")

    def _ask(self, command: str) -> str:
        """Return what Rocq prints for a command; nothing if it is an error."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        answer = list[str]()
        try:
            self._process.stdin.write(f"{command}\nLocate {self._end}.\n")
            self._process.stdin.flush()
            for line in self._process.stdout:
                if self._end in line:
                    return "".join(answer)
                answer.append(line)
        except BrokenPipeError:
            pass
        raise Refused(f"Rocq stopped, or takes more than {SECONDS} seconds")

    def assumptions(self, names: Iterable[str]) -> str:
        """Return what theorems, given by their full names, rest on; nothing if Rocq says exactly that they are closed.

        A type in the answer can contain any words, so that no part of an answer decides.
        """
        return self._not_closed("Assumptions", names)

    def opaque(self, names: Iterable[str]) -> str:
        """Return on which definitions without a meaning others depend; nothing if there is none."""
        return self._not_closed("Opaque Dependencies", names)

    def _not_closed(self, what: str, names: Iterable[str]) -> str:
        all_of_them, question = f"all_{token_hex(8)}", f"Print {what} {{}}."
        self.ask(f"Definition {all_of_them} := ({', '.join(f'@{name}' for name in names)}).")
        self.ask(question.format(all_of_them))  # the first answer also names the proofs that are read from disk for it
        answer = self._ask(question.format(all_of_them)).strip()
        return "" if answer == CLOSED else " ".join(answer.removeprefix("Axioms:").split()) or "not known"
