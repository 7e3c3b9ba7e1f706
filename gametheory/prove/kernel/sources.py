"""Files of Rocq: their commands, their order, and a list of the commands that they may use.

A theorem is believed as Rocq prints it. So a file can declare no axiom, load no code, and change neither the parser nor
the printer: every command must be in the list below, and everything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

# The commands begin with a capital letter; tactics begin with a small one.
ALLOWED = re.compile(
    r"(From [A-Z]\w* )?Require( Import)?( [A-Z][\w.]*)+|Import ListNotations|Open Scope \w+"
    r"|(Definition|Fixpoint|Inductive|Record|Lemma|Theorem|Corollary) (?s:.*)|Ltac (?s:.*)"
    r"|Arguments (?s:.*)|Section \w+|End \w+|(Context|Variable|Variables|Hypothesis) (?s:.*)"
    r"|Proof|Qed|Defined|Print Assumptions [\w.]+"
    r"|Coercion \w+ : \w+ >-> \w+|Declare Scope \w+|Delimit Scope \w+ with \w+|Infix \S+ := \w+ : \w+"
)
STANDARD = frozenset(
    "ZArith QArith NArith Lia Lqa Bool List Arith Psatz Wf_nat Zwf PeanoNat Znumtheory FMapPositive Coq.Strings.Byte FinFun Qround Qabs Qminmax".split()
)
# A tactic that leaves a goal open, or replaces the check of the kernel.
REFUSED_TACTICS = re.compile(r"\b(admit|give_up|abstract|native_compute|native_cast_no_check|Admitted)\b")


class Refused(ValueError):
    """A file of Rocq contains a command that is not allowed."""


@dataclass(frozen=True)
class Source:
    """One file of Rocq.

    Attributes
    ----------
    library
        The name of its folder; the logical name is the same with a capital letter.
    module
        The name of the file without its extension.
    text
        Its content.
    """

    library: str
    module: str
    text: str

    @property
    def name(self) -> str:
        """The logical name, such as `Castle.Rules`.

        >>> Source("castle", "Rules", "").name
        'Castle.Rules'
        """
        return f"{self.library.capitalize()}.{self.module}"

    @cached_property
    def commands(self) -> list[str]:
        """The sentences of the file that begin with a capital letter, without comments.

        >>> Source("a", "A", "(* A (* nested *) one. *) Definition two := 2. Proof. lia. Qed.").commands
        ['Definition two := 2', 'Proof', 'Qed']
        """
        return [sentence for sentence in self._sentences if sentence[:1].isupper() or sentence[:1] == "#"]

    @cached_property
    def _sentences(self) -> list[str]:
        sentences = re.split(r"\.(?=\s|$)", without_comments(self.text))
        return [re.sub(r"\s+", " ", sentence).strip().lstrip("-+*{} ") for sentence in sentences]

    @cached_property
    def requires(self) -> list[str]:
        """The logical names of the files of the same folder that this file imports.

        >>> Source("castle", "Day", "From Castle Require Import Rules Order. Require Import ZArith.").requires
        ['Castle.Rules', 'Castle.Order']
        """
        prefix = f"From {self.library.capitalize()} Require Import "
        lines = [command.removeprefix(prefix) for command in self.commands if command.startswith(prefix)]
        return [f"{self.library.capitalize()}.{module}" for line in lines for module in line.split()]

    def check(self) -> None:
        """Raise Refused unless every command is in the list."""
        for reason in self._refusals():
            raise Refused(f"{self.library}/{self.module}.v: {reason}")

    def _refusals(self) -> Iterator[str]:
        own = self.library.capitalize()
        scopes = {command.split()[2] for command in self.commands if command.startswith("Declare Scope ")}
        for command in self.commands:
            if not ALLOWED.fullmatch(command):
                yield f"the command {command[:60]!r} is not allowed"
            elif command.startswith("From ") and not command.startswith(f"From {own} "):
                yield "only files of the same folder can be imported"
            elif command.startswith("Require "):
                modules = command.removeprefix("Require ").removeprefix("Import ").split()
                yield from (f"{module} is not in the list of modules" for module in modules if module not in STANDARD)
            elif command.startswith("Infix ") and command.split()[-1] not in scopes:
                # An operator in a scope of the standard library would change how a theorem is printed.
                yield f"the operator {command.split()[1]} is not in a scope that this file declares"
            elif '"' in command and not command.startswith("Infix "):
                yield "strings are not allowed"
        if found := REFUSED_TACTICS.search(without_comments(self.text)):
            yield f"{found[0]} is not allowed"

    def definitions(self, names: Collection[str]) -> list[str]:
        """Return the text of the definitions of these names, as the file has them.

        >>> text = "Definition two := 2. Lemma sum : two = 1 + 1. Proof. auto. Qed."
        >>> Source("a", "A", text).definitions({"two", "sum"})
        ['Definition two := 2.']
        """
        found = []
        for sentence in re.split(r"(?<=\.)(?=\s|$)", without_comments(self.text)):
            words = re.match(r"\s*(Definition|Fixpoint|Inductive|Record|Coercion)\s+([\w']+)", sentence)
            # The text of a definition does not show where a coercion is applied.
            if words and (words[1] == "Coercion" or _declared_names(sentence) & set(names)):
                found.append(sentence.strip())
        return found


def _declared_names(sentence: str) -> set[str]:
    """Return the names that a definition declares: its own, those after `with`, constructors and fields."""
    names = set(re.findall(r"(?:Definition|Fixpoint|Inductive|Record|\bwith)\s+([\w']+)", sentence))
    if sentence.lstrip().startswith(("Inductive", "Record")):
        names |= set(re.findall(r"(?:\||:=|[{;])\s*([A-Za-z_][\w']*)", sentence))
    return names


def without_comments(text: str) -> str:
    """Return a text of Rocq without its comments, which can be nested.

    >>> without_comments("1 (* a (* b *) c *) 2")
    '1   2'
    """
    parts, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece == "(*":
            depth += 1
        elif piece == "*)" and depth:
            depth -= 1
            parts.append(" " if not depth else "")
        elif not depth:
            parts.append(piece)
    return "".join(parts)


def read_sources(folder: Path) -> dict[str, Source]:
    """Return the files of Rocq in the subfolders of a folder, by logical name.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> (folder / "sums").mkdir()
    >>> _ = (folder / "sums" / "Two.v").write_text("Definition two := 1 + 1.")
    >>> list(read_sources(folder))
    ['Sums.Two']
    """
    paths = sorted(folder.glob("*/*.v"))
    found = [Source(path.parent.name, path.stem, path.read_text(encoding="utf-8")) for path in paths]
    return {source.name: source for source in found}


def in_order(sources: Mapping[str, Source], wanted: Iterable[str]) -> list[Source]:
    """Return the wanted files and all that they import, each after those that it imports.

    Raises
    ------
    Refused
        If a file imports one that is missing, or files import each other in a cycle.

    Examples
    --------
    >>> two = Source("sums", "Two", "")
    >>> four = Source("sums", "Four", "From Sums Require Import Two.")
    >>> [source.module for source in in_order({"Sums.Two": two, "Sums.Four": four}, ["Sums.Four"])]
    ['Two', 'Four']
    """
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


def digest(sources: Iterable[Source], *parts: str) -> str:
    """Return a hash of files and of further texts.

    >>> len(digest([Source("sums", "Two", "")], "8.16.1"))
    64
    """
    content = "\0".join([*parts, *(text for source in sources for text in (source.name, source.text))])
    return sha256(content.encode()).hexdigest()
