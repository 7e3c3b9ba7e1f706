"""Files of Rocq: what they import, and the commands that they may contain.

What a theorem says is asked of Rocq itself (`gametheory.prove.kernel.query`). Here a file is only prevented from
loading code, writing files, and changing the parser or the printer: every command must be in the list below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from gametheory.storage.read import regular

# The commands begin with a capital letter; tactics begin with a small one.
ALLOWED = re.compile(
    r"(From [A-Z]\w* )?Require( Import)?( [A-Z][\w.]*)+|Import ListNotations|Open Scope \w+"
    r"|(Definition|Fixpoint|Inductive|Record|Lemma|Theorem|Corollary|Ltac) (?s:.*)"
    r"|Arguments [^:%]*( : (clear implicits|simpl never|simpl nomatch))?"  # a scope would change what Rocq prints
    r"|Section \w+|End \w+|(Context|Variable|Variables|Hypothesis) (?s:.*)"
    r"|Proof|Qed|Defined|Print Assumptions [\w.]+|Coercion \w+ : \w+ >-> \w+"
    r"|Declare Scope (?!STANDARD)[a-z]+_scope|Delimit Scope (?P<scope>(?!STANDARD)[a-z]+)_scope with (?P=scope)"
    # Rocq prints these operators of another scope than Z_scope with the name of the scope.
    r'|Infix "[-+*/^]" := \w+ : (?!STANDARD)[a-z]+_scope'.replace(
        "STANDARD", "(nat|positive|list|type|bool|core|function|string|char|real|float|uint|int|dec|hex|z|q|n)_"
    )
)
OPERATOR = re.compile(r'"[-+*/^]"')
# After bullets and brackets, a sentence is a command, or begins like a tactic or its rest.
BULLETS = re.compile(r"(?:[-+*{}\s]|(?:\d+|\[[^\]]*\])\s*:\s*\{)*")
TACTIC = re.compile(r"([a-z_(|]|\[|\d+(-\d+)?\s*:\s*[a-z(\[]|$)(?s:.*)")
MODULES = frozenset(
    "ZArith QArith NArith Lia Lqa Bool List Arith Psatz Wf_nat Zwf PeanoNat Znumtheory FMapPositive "
    "Coq.Strings.Byte FinFun Qround Qabs Qminmax".split()
)


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
    def _sentences(self) -> list[str]:
        sentences = re.split(r"\.(?=\s|$)", without_comments(self.text))
        plain = (re.sub(r"\s+", " ", sentence) for sentence in sentences)
        return [BULLETS.sub("", sentence, count=1).strip() for sentence in plain]

    @cached_property
    def requires(self) -> list[str]:
        """The logical names of the files of the same folder that this file imports."""
        head = f"From {self.library.capitalize()} Require "
        modules = (word for sentence in self._sentences if sentence.startswith(head) for word in sentence.split()[3:])
        return [f"{self.library.capitalize()}.{module}" for module in modules if module != "Import"]

    def check(self) -> None:
        """Raise Refused unless every command is in the list."""
        for reason in self._refusals():
            raise Refused(f"{self.file}: {reason}")

    def _refusals(self) -> Iterator[str]:
        plain = without_comments(self.text)
        # Rocq reads texts between quotes in comments, too, where they would hide the end of the comment.
        if '"' in OPERATOR.sub("", plain) or _hides_comment(self.text):
            yield "strings are not allowed, except quotations in comments"
        if not plain.isascii():
            yield "letters and signs outside ASCII are not allowed: some look like others"
        if "#[" in plain:
            yield "attributes are not allowed"
        if native := re.search(r"\bnative_\w+", plain):  # code for the machine takes the place of the kernel
            yield f"{native[0]} is not allowed"
        for sentence in self._sentences:
            words = sentence.replace("Import ", "").split()
            if not (ALLOWED.fullmatch(sentence) or TACTIC.fullmatch(sentence)):
                yield f"the command {sentence[:60]!r} is not allowed"
            elif words[:1] == ["From"] and words[1] != self.library.capitalize():
                yield "only files of the same folder can be imported"
            elif words[:1] == ["Require"] and (unknown := set(words[1:]) - MODULES):
                yield f"{min(unknown)} is not in the list of modules"


def _hides_comment(text: str) -> bool:
    """Return whether a text between quotes contains the beginning or the end of a comment, or does not end."""
    quoted = re.findall(r'"([^"]*)("?)', text)
    return any("(*" in inside or "*)" in inside or not end for inside, end in quoted)


def without_comments(text: str) -> str:
    """Return a text of Rocq without its comments, which can be nested."""
    plain, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece == "(*":
            depth += 1
        elif piece == "*)" and depth:
            depth -= 1
            plain.append(" " if not depth else "")
        elif not depth:
            plain.append(piece)
    return "".join(plain)


def read_sources(folder: Path) -> dict[str, Source]:
    """Return the files of Rocq in the subfolders of a folder, by logical name."""
    paths = sorted(folder.glob("*/*.v"))
    sources = [Source(path.parent.name, path.stem, regular(path).read_text(encoding="utf-8")) for path in paths]
    return {source.name: source for source in sources}


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
    names = re.fullmatch(r"([a-z]\w*)/([A-Z]\w*)\.[A-Za-z]\w*", theorem)
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
