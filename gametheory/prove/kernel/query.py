"""Questions to Rocq about the theorems of compiled files: what they state, what that means, and their assumptions.

Nothing is read from the sources: Rocq prints each object of the files on which a statement depends, until no other one
occurs. It is asked where these files are loaded and nothing of them is imported. So none of their operators and scopes
changes what it prints, and each of their objects has the name of its file before its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from secrets import token_hex
from subprocess import DEVNULL, PIPE, Popen
from threading import Timer

from gametheory.prove.kernel.compiler import SECONDS, Program, library_options, start
from gametheory.prove.kernel.proof import Fact
from gametheory.prove.kernel.sources import Refused, Source, without_comments

CLOSED = "Closed under the global context"
# The standard library comes last: then its names are printed as usual, and those of files that hide them with the file.
STANDARD = "Require Import Prelude ZArith QArith List.\nOpen Scope Z_scope.\n"
SETTINGS = "Set Printing Width 100.\nSet Printing Depth 1000000.\nSet Printing Coercions.\n"
QUALIFIED = re.compile(r"[A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)+")
OBJECT = re.compile(r"^(?:Constant|Inductive|Constructor) (\S+)", re.M)
ARGUMENTS = re.compile(r"\n\nArguments (?s:.*)\Z")
IMPLICIT = re.compile(r"[{\[]")
LISTS = re.compile(r"^Require .*\bList\b", re.M)  # the type of their elements is an argument that Rocq leaves out


class Rocq:
    """A conversation with Rocq's toplevel.

    Every answer ends with a line that no file can contain, since its author cannot know the word in it.
    """

    def __init__(self, process: Popen[str]) -> None:
        self._process, self._end = process, f"end_{token_hex(8)}"

    def ask(self, command: str) -> str:
        """Return what Rocq prints for a command; nothing if it is an error."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{command}\nLocate {self._end}.\n")
        self._process.stdin.flush()
        answer = list[str]()
        for line in self._process.stdout:
            if self._end in line:
                return "".join(answer)
            answer.append(line)
        raise Refused(f"Rocq stopped, or takes more than {SECONDS} seconds")


@contextmanager
def conversation(program: Program, folder: Path) -> Iterator[Rocq]:
    """Begin a conversation about the compiled files of a folder."""
    command = [*program.toplevel, "-q", *library_options(folder)]
    with start(command, folder, stdin=PIPE, stderr=DEVNULL) as process:
        timer = Timer(SECONDS, process.kill)
        timer.start()
        try:
            yield Rocq(process)
        except BrokenPipeError:
            raise Refused("Rocq stopped before it answered") from None
        finally:
            timer.cancel()
            process.kill()


def answers(program: Program, folder: Path, closure: Sequence[Source], theorems: Sequence[str]) -> list[Fact]:
    """Return what Rocq says about theorems of one file, the last of its closure."""
    with conversation(program, folder) as rocq:
        questions, facts = Questions(rocq, closure), dict[str, Fact]()
        settings = dict[str, str]()
        for theorem in theorems:
            try:
                settings[theorem], shown = questions.meaning(theorem.rpartition(".")[2])
                facts[theorem] = Fact(theorem, "", shown, program.version, "")
            except Refused as error:
                facts[theorem] = Fact(theorem, "", (), program.version, f"{theorem}: {error}")
        if questions.assumptions(list(settings)) != CLOSED:  # together they take a third of the time
            for theorem in settings:
                if (assumptions := questions.assumptions([theorem])) != CLOSED:
                    reason = f"{theorem} rests on assumptions: {' '.join(assumptions.split())[:200]}"
                    facts[theorem] = facts[theorem]._replace(reason=reason)
        questions.import_files()
        for theorem, setting in settings.items():
            facts[theorem] = questions.usual(facts[theorem], setting)
    changed = [source.file for source in closure if (folder / source.file).read_text("utf-8") != source.text]
    return [
        fact._replace(reason=f"{changed[0]} was changed while Rocq ran") if changed else fact for fact in facts.values()
    ]


class Questions:
    """Questions about the theorems of one file."""

    def __init__(self, rocq: Rocq, closure: Sequence[Source]) -> None:
        self.rocq = rocq
        self.ask: Callable[[str], str] = cache(rocq.ask)
        self.closure, self.sources = closure, {source.name: source for source in closure}
        self.library, self.theory = closure[-1].library.capitalize(), closure[-1].name
        self.ambiguous = set[str]()  # last names of objects of several files
        rocq.ask(f"From {self.library} Require {' '.join(source.module for source in closure)}.\n{STANDARD}{SETTINGS}")

    def objects(self, name: str) -> list[str]:
        """Return the definitions and types of the files that a name can mean."""
        found = OBJECT.findall(self.ask(f"Locate Term {name}."))
        return [name for name in found if name.rpartition(".")[0] in self.sources]

    def closed(self, statement: str) -> dict[str, str]:
        """Return what Rocq prints, leaving nothing out, for all objects on which a statement depends."""
        printed, waiting = dict[str, str](), [statement]
        while waiting:
            names = dict.fromkeys(QUALIFIED.findall(waiting.pop()))
            for name in [each for written in names for each in self.objects(written) if each not in printed]:
                if "is opaque" in self.ask(f"About {name}."):
                    raise Refused(f"it states something about {name}, whose meaning is in a proof and not shown")
                printed[name] = self.ask(f"Set Printing All.\nPrint {name}.\nUnset Printing All.")
                waiting.append(printed[name])
        return printed

    def meaning(self, theorem: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return how to print a theorem, and all that it means, with the names of files: first its statement."""
        name = f"{self.theory}.{theorem}"
        # A definition that is no proof has no type of sort Prop.
        if not self.ask(f"Check (ltac:(let type := type of (@{name}) in exact type) : Prop)."):
            raise Refused(f"{name} was not found, or is no theorem")
        statement = self.statement(name, "Set Printing All.")
        used = self.closed(statement)
        for each in (each for name in QUALIFIED.findall(statement) for each in self.objects(name)):
            last = each.rpartition(".")[2]
            self.ambiguous |= {last} if len(self.objects(last)) > 1 else set()
        implicit = any(IMPLICIT.search(text) for printed in used.values() for text in ARGUMENTS.findall(printed))
        implicit = implicit or any(LISTS.search(source.text) for source in self.closure)
        setting = f"{'Set' if implicit else 'Unset'} Printing Implicit."
        stated = (self.closure[-1].file, f"{theorem} : {self.statement(name, setting)}")
        return setting, (
            stated,
            *dict.fromkeys(self.printed(each, setting) for each in sorted(used, key=self.position)),
        )

    def statement(self, name: str, setting: str) -> str:
        """Return the type of a theorem as Rocq prints it."""
        printed = self.ask(f"{setting}\nCheck @{name}.\nUnset Printing All.")
        return re.sub(r"\s+", " ", printed.partition(":")[2]).strip()

    def printed(self, name: str, setting: str) -> tuple[str, str]:
        """Return an object as Rocq prints it, with its file, and with its arguments if one of them is left out."""
        printed = self.ask(f"{setting}\nPrint {name}.").strip()
        arguments = ARGUMENTS.search(printed)
        shown = printed if arguments and IMPLICIT.search(arguments[0]) else ARGUMENTS.sub("", printed)
        return self.sources[name.rpartition(".")[0]].file, shown

    def position(self, name: str) -> tuple[int, int]:
        """Return where an object is declared, for the order in which a person reads."""
        theory, _, last = name.rpartition(".")
        declared = re.search(rf"(?<![\w']){last}(?![\w'])", without_comments(self.sources[theory].text))
        return list(self.sources).index(theory), declared.start() if declared else 0

    def assumptions(self, theorems: Sequence[str]) -> str:
        """Return the assumptions on which any of the theorems rests."""
        names, word = ", ".join(f"@{self.theory}.{name.rpartition('.')[2]}" for name in theorems), f"all_{token_hex(8)}"
        self.rocq.ask(f"Definition {word} := ({names or 'tt'}).")
        lines = self.rocq.ask(f"Print Assumptions {word}.").splitlines()
        return "\n".join(line for line in lines if not line.startswith("Fetching opaque proofs")).strip()

    def import_files(self) -> None:
        """Import the files, so that Rocq prints statements as their authors wrote them."""
        self.ask = self.rocq.ask
        modules = " ".join(source.module for source in self.closure)
        self.ask(f"From {self.library} Require Import {modules}.\n{STANDARD}")
        for name in sorted(self.ambiguous):  # Rocq then prints what several files declare with the name of the file
            self.ask(f"Definition {name} := tt.")

    def usual(self, fact: Fact, setting: str) -> Fact:
        """Return a fact with its statement as usual; its full form is then shown only if it says more."""
        name = f"{self.theory}.{fact.theorem.rpartition('.')[2]}"
        statement, (full, *shown) = self.statement(name, setting), fact.definitions
        modules = "|".join(source.module for source in self.closure)
        said = re.sub(rf"\b({modules})\.", "", full[1].partition(" : ")[2])
        return fact._replace(statement=statement, definitions=tuple(shown if said == statement else (full, *shown)))
