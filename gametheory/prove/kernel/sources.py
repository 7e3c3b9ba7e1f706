"""Files of Rocq: what they import, and the commands that they may contain.

What a theorem says is asked of Rocq itself (`gametheory.prove.kernel.facts`). Here a file is only prevented from
loading code, writing files, and changing Rocq itself: every command must be in the list below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from gametheory.storage.files import regular

# After bullets, brackets and the number or name of a goal, a sentence is a tactic if it begins with a small letter.
BEGINNING = re.compile(r"(?:\[[^\]]*\]|\d|\W)*")
MODULES = (
    "ZArith QArith NArith Lia Lqa Bool List Arith Psatz Wf_nat Zwf PeanoNat Znumtheory FMapPositive "
    "Coq.Strings.Byte FinFun Qround Qabs Qminmax"
)
OWN = frozenset(
    {"Coq", "Corelib", "Ltac2", "Stdlib"}
)  # libraries of Rocq, whose axioms have these names before their own
SHARED = "Values"  # the library of games and their values, which theorems of every folder may import
ALLOWED = (
    rf"From (LIBRARY|{SHARED}) Require( Import)?( [A-Z]\w*)+|Require( Import)?( ({MODULES.replace(' ', '|')}))+"
    r"|(Definition|Fixpoint|Inductive|Record|Lemma|Theorem|Corollary|Ltac|Context|Variables?|Hypothesis) .*"
    r"|Arguments [^:%]*( : (clear implicits|simpl never|simpl nomatch))?|Section \w+|End \w+|Proof|Qed|Defined"
    r"|Import ListNotations|Print Assumptions [\w.]+|Coercion \w+ : \w+ >-> \w+"
    r'|(Declare|Open) Scope \w+|Delimit Scope \w+ with \w+|Infix "[-+*/^]" := \w+ : \w+'
)
# Signs that look like others, attributes, texts that are no operator, and code for the machine in place of the kernel.
REFUSED = re.compile(r'[^\x00-\x7f]|#\[|"|native_\w+')
OPERATOR = re.compile(r'"[-+*/^]"')
ASSUMES = frozenset({"Context", "Hypothesis", "Variable", "Variables"})  # outside a section each declares an axiom
PIECE = re.compile(r'[^"(*]+|"[^"]*"|\(\*|\*\)|.')  # as Rocq reads: a text in quotes can contain the marks of comments


class Refused(ValueError):
    """A file of Rocq contains a command that is not allowed, or Rocq does not say what a theorem means."""


@dataclass(frozen=True)
class Source:
    """One file of Rocq.

    >>> source = Source("castle", "Day", "From Castle Require Import Rules Order. Require Import ZArith.")
    >>> source.name, source.file, source.requires
    ('Castle.Day', 'castle/Day.v', ['Castle.Rules', 'Castle.Order'])
    >>> Source("a", "A", "Axiom one : 1 = 2.").check()
    Traceback (most recent call last):
    gametheory.prove.kernel.sources.Refused: a/A.v: the command 'Axiom one : 1 = 2' is not allowed
    """

    library: str
    module: str
    text: str

    @property
    def name(self) -> str:
        """The logical name, such as `Castle.Rules`."""
        return f"{self.library.capitalize()}.{self.module}"

    @property
    def file(self) -> str:
        """The path of the file, such as `castle/Rules.v`."""
        return f"{self.library}/{self.module}.v"

    @cached_property
    def _plain(self) -> str:
        """The text without its comments, which can be nested."""
        plain, depth = [], 0
        for piece in PIECE.findall(self.text):
            plain.append(piece if not depth and piece != "(*" else " ")
            depth += (piece == "(*") - (piece == "*)" and depth > 0)
        return re.sub(r"\s+", " ", "".join(plain))

    @cached_property
    def requires(self) -> list[str]:
        """The logical names of the files that this file imports, of the same folder and of `SHARED`."""
        libraries = f"{self.library.capitalize()}|{SHARED}"
        names = re.findall(rf"\bFrom ({libraries}) Require (?:Import )?([\w ]*)\.(?= |$)", self._plain)
        return [f"{library}.{module}" for library, text in names for module in text.split()]

    def check(self) -> None:
        """Raise Refused unless every command is in the list, and assumptions are in sections."""
        if self.library.capitalize() in OWN:
            raise Refused(f"{self.file}: {self.library} is the name of a library of Rocq itself")
        if sign := REFUSED.search(OPERATOR.sub("", self._plain)):
            raise Refused(f"{self.file}: {sign[0]!r} is not allowed")
        allowed, sections = ALLOWED.replace("LIBRARY", self.library.capitalize()), 0
        for command in self.commands:
            word = command.partition(" ")[0]
            sections += (word == "Section") - (word == "End")
            if not re.fullmatch(allowed, command):
                raise Refused(f"{self.file}: the command {command[:60]!r} is not allowed")
            if word in ASSUMES and sections < 1:
                raise Refused(f"{self.file}: the command {command[:60]!r} is an axiom outside a section")

    @property
    def commands(self) -> list[str]:
        """The sentences of the file that are no tactics."""
        sentences = (BEGINNING.sub("", sentence, count=1).strip() for sentence in re.split(r"\.(?= |$)", self._plain))
        return [sentence for sentence in sentences if sentence[:1].isupper()]


def read_sources(folder: Path) -> dict[str, Source]:
    """Return the files of Rocq in the subfolders of a folder, by logical name."""
    sources = [Source(path.parent.name, path.stem, _text(path)) for path in sorted(folder.glob("*/*.v"))]
    return {source.name: source for source in sources}


def _text(path: Path) -> str:
    try:
        return regular(path).read_text(encoding="utf-8")
    except UnicodeError as error:
        raise Refused(f"{path.parent.name}/{path.name}: it is not text in UTF-8") from error


def in_order(sources: Mapping[str, Source], wanted: Iterable[str]) -> list[Source]:
    """Return the wanted files and all that they import, each after those that it imports."""
    ordered: dict[str, Source] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise Refused(f"files of Rocq import each other in a cycle: {' -> '.join((*path, name))}")
        if name not in sources:
            raise Refused(f"{path[-1] if path else 'a claim'} needs {name}, and there is no such file of Rocq")
        if name not in ordered:
            for required in sources[name].requires:
                visit(required, (*path, name))
            ordered[name] = sources[name]

    for name in wanted:
        visit(name, ())
    return list(ordered.values())


def checked_closure(sources: Mapping[str, Source], name: str) -> list[Source]:
    """Return a file and all that it imports, in order, after checking their commands."""
    closure = in_order(sources, [name])
    for source in closure:
        source.check()
    return closure


def closure_of(sources: Mapping[str, Source], theorem: str) -> list[Source]:
    """Return the file of a theorem, given as FOLDER/FILE.THEOREM, after all that it imports."""
    names = re.fullmatch(r"([a-z]\w*)/([A-Za-z]\w*)\.[A-Za-z]\w*", theorem)
    if names is None:
        raise Refused(f"{theorem[:60]!r} is not FOLDER/FILE.THEOREM")
    closure = checked_closure(sources, f"{names[1].capitalize()}.{names[2]}")
    if closure[-1].library != names[1]:
        raise Refused(f"the folder {closure[-1].library} has the same name in Rocq as that of {theorem}")
    return closure


def digest(sources: Iterable[Source], *parts: str) -> str:
    """Return a hash of files and of further texts."""
    content = "\0".join([*parts, *(text for source in sources for text in (source.name, source.text))])
    return sha256(content.encode()).hexdigest()
