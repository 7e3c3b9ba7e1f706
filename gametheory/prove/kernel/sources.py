"""Files of Rocq: their commands, their order, and a list of the commands that they may use.

A theorem is believed as Rocq prints it. So a file can declare no axiom, load no code, and change neither the parser nor
the printer: every command must be in the list below, and everything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import accumulate

# The commands begin with a capital letter; tactics begin with a small one.
ALLOWED = re.compile(
    r"From [A-Z]\w* Require( Import)?( [A-Z]\w*)+|Require( Import)?( [A-Z][\w.]*)+|Import ListNotations|Open Scope \w+"
    r"|(Definition|Fixpoint|Inductive|Record|Lemma|Theorem|Corollary) (?s:.*)|Ltac (?s:.*)"
    r"|Arguments [^:]*( : (clear implicits|simpl never|simpl nomatch))?"
    r"|Section \w+|End \w+|(Context|Variable|Variables|Hypothesis) (?s:.*)"
    r"|Proof|Qed|Defined|Print Assumptions [\w.]+"
    r"|Coercion \w+ : \w+ >-> \w+|Declare Scope [a-z]+_scope|Delimit Scope (?P<scope>[a-z]+)_scope with (?P=scope)"
    r'|Infix "[-+*/^]" := \w+ : [a-z]+_scope'
)
LATE = re.compile(r"(From|Definition|Fixpoint|Inductive|Record)\b.* Require .*(Definition|Fixpoint|Inductive|Record)\b")
DEFINING = r"(?:Definition|Fixpoint|Inductive|Record)\b"
# Rocq prints these operators of another scope than Z_scope with the name of the scope. Names of the standard scopes:
STANDARD_SCOPES = frozenset(
    "nat positive list type bool core function string char real float uint int dec hex z q n".split()
)
UNQUALIFIED = re.compile(r"(?<![\w'.])[A-Za-z_][\w']*")
OPERATOR = re.compile(r'"[-+*/^]"')
# After bullets and brackets, a sentence is a command, or begins like a tactic or its rest.
BULLETS = re.compile(r"(?:[-+*{}\s]|(?:\d+|\[[^\]]*\])\s*:\s*\{)*")
TACTIC = re.compile(r"[a-z_(|]|\[|\d+(-\d+)?\s*:\s*[a-z(\[]|$")
PROVED = re.compile(r"(Lemma|Theorem|Corollary) ([\w']+)")
WITH, MATCH = (re.compile(rf"(?<![\w']){word}(?![\w'])") for word in ("with", "match"))
# A bracket that makes an argument implicit, or one that may: not of `{struct n}`, of `{| x := 1 |}`, or of a list.
IMPLICIT = re.compile(r"\{(?!struct\b|\|)|\[[^][;]*:|\b(forall|fun)\b[^,=]*\[")
USUAL = "Open Scope Z_scope."  # what a reader assumes if a card says nothing
# An open scope changes how numbers and operators are read only where a file itself imports a module with its notations.
OPENS_Q = {"QArith", "Qabs"}
NOTATIONS = {
    "Q_scope": OPENS_Q,
    "Z_scope": OPENS_Q | {"ZArith"},
    **dict.fromkeys(("N_scope", "positive_scope"), OPENS_Q | {"ZArith", "NArith"}),
}
CONTEXT = ("Context", "Variable", "Variables", "Hypothesis")
STANDARD = frozenset(
    "ZArith QArith NArith Lia Lqa Bool List Arith Psatz Wf_nat Zwf PeanoNat Znumtheory FMapPositive "
    "Coq.Strings.Byte FinFun Qround Qabs Qminmax".split()
)
# A tactic that leaves a goal open, or replaces the check of the kernel.
REFUSED_TACTICS = re.compile(r"\b(admit|give_up|\w*abstract|native_compute|native_cast_no_check|Admitted)\b")


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

    @property
    def file(self) -> str:
        """The path of the file, such as `castle/Rules.v`.

        >>> Source("castle", "Rules", "").file
        'castle/Rules.v'
        """
        return f"{self.library}/{self.module}.v"

    @cached_property
    def commands(self) -> list[str]:
        """The sentences of the file that begin with a capital letter, without comments.

        >>> Source("a", "A", "(* A (* nested *) one. *) Definition two := 2. Proof. lia. Qed.").commands
        ['Definition two := 2', 'Proof', 'Qed']
        """
        return [sentence for sentence in self._sentences if _is_command(sentence)]

    @cached_property
    def _sentences(self) -> list[str]:
        sentences = re.split(r"\.(?=\s|$)", without_comments(self.text))
        plain = (re.sub(r"\s+", " ", sentence) for sentence in sentences)
        return [BULLETS.sub("", sentence, count=1).strip() for sentence in plain]

    @cached_property
    def requires(self) -> list[str]:
        """The logical names of the files of the same folder that this file imports.

        >>> Source("castle", "Day", "From Castle Require Import Rules Order. Require Import ZArith.").requires
        ['Castle.Rules', 'Castle.Order']
        """
        own = self.library.capitalize()
        lines = [command.split()[3:] for command in self.commands if command.startswith(f"From {own} Require ")]
        return [f"{own}.{module}" for line in lines for module in line if module != "Import"]

    def check(self) -> None:
        """Raise Refused unless every command is in the list.

        >>> Source("a", "A", "Axiom one : 1 = 2.").check()
        Traceback (most recent call last):
        gametheory.prove.kernel.sources.Refused: a/A.v: the command 'Axiom one : 1 = 2' is not allowed
        """
        for reason in self._refusals():
            raise Refused(f"{self.file}: {reason}")

    def _refusals(self) -> Iterator[str]:
        own = self.library.capitalize()
        for command in self.commands:
            if not ALLOWED.fullmatch(command):
                yield f"the command {command[:60]!r} is not allowed"
            elif command.startswith("From ") and not command.startswith(f"From {own} "):
                yield "only files of the same folder can be imported"
            elif command.startswith("Require "):
                modules = command.removeprefix("Require ").removeprefix("Import ").split()
                yield from (f"{module} is not in the list of modules" for module in modules if module not in STANDARD)
            elif command.startswith("Infix ") and command.split()[-1] not in self.scopes:
                # An operator in a scope of the standard library would change how a theorem is printed.
                yield f"the operator {command.split()[1]} is not in a scope that this file declares"
            elif command.startswith("Delimit ") and command.split()[2] not in self.scopes:
                yield f"{command.split()[2]} is not a scope that this file declares"
            elif command.startswith("Declare Scope ") and command.split()[2].partition("_")[0] in STANDARD_SCOPES:
                yield f"{command.split()[2]} is a scope of the standard library"
            elif re.match(r"Definition|Fixpoint|Inductive|Record", command) and re.search(r"\bltac *:", command):
                yield "a definition that tactics make does not show what it means"
            elif command.startswith("Arguments ") and "%" in command:
                yield "an argument cannot have a scope of its own: Rocq prints operators there without its name"
            elif PROVED.match(command) and len(WITH.findall(command)) > len(MATCH.findall(command)):
                yield "only one lemma can be stated at a time"
        if LATE.search(" ".join(command.split()[0] for command in self.commands)):
            yield "a module of the standard library must be imported first: its names would hide others in definitions"
        if any(depth and words[0] in ("From", "Require") for words, depth in self._depths):
            yield "an import in a section ends with it"
        plain = without_comments(self.text)
        # Rocq reads texts between quotes in comments, too, where they would hide the end of the comment.
        if '"' in OPERATOR.sub("", plain) or _hides_comment(self.text):
            yield "strings are not allowed, except quotations in comments"
        if not plain.isascii():
            yield "letters and signs outside ASCII are not allowed: some look like others"
        if "#[" in plain:
            yield "attributes are not allowed"
        if found := REFUSED_TACTICS.search(plain):
            yield f"{found[0]} is not allowed"
        yield from self._misplaced()

    def _misplaced(self) -> Iterator[str]:
        """Yield a reason for each sentence that belongs to the proof of a definition, or is no tactic in a proof."""
        proving = False
        for sentence in filter(None, self._sentences):
            kind = sentence.split()[0]
            if kind in ("Lemma", "Theorem", "Corollary") and not proving:
                proving = True
            elif kind in ("Qed", "Defined") and proving:
                proving = False
            elif not proving and (not _is_command(sentence) or kind in ("Proof", "Qed", "Defined")):
                yield f"{sentence[:40]!r} is not in the proof of a lemma; definitions cannot be made by tactics"
            elif proving and kind != "Proof" and not TACTIC.match(sentence):
                yield f"{sentence[:40]!r} is no tactic, and a proof is not finished"

    @cached_property
    def declarations(self) -> dict[str, set[str]]:
        """The text of each definition, as the file has it, with the names that it declares.

        >>> Source("a", "A", "Definition two := 2. Lemma sum : two = 1 + 1. Proof. auto. Qed.").declarations
        {'Definition two := 2.': {'two'}}
        """
        return {text: declared_names(text) for text in self._raw_sentences if re.match(DEFINING, text)}

    def meant(self, text: str, other: Source) -> dict[str, set[str]]:
        """Return the definitions of a file that a text of this file can mean, each with the names that it uses for it.

        A name can be that of an earlier definition, or of a file that was imported before, or follow that of its file.

        >>> text = "Definition two := 2. Definition four := two + two. Definition six := 6."
        >>> Source("a", "A", text).meant("Definition four := two + two.", Source("a", "A", text))
        {'Definition two := 2.': {'two'}}
        """
        before = self._raw_sentences[: self._raw_sentences.index(text)] if text in self._raw_sentences else []
        words = [sentence[:-1].split() for sentence in before if sentence.startswith("From")]
        imported = {module for _, _, _, *modules in words if modules[0] == "Import" for module in modules}
        names = set(re.findall(rf"(?<![\w'])(?:{other.module}\.)([A-Za-z_][\w']*)", text))
        if other == self or other.module in imported:
            names |= set(UNQUALIFIED.findall(text))
        known = {each: own & names for each, own in other.declarations.items() if other != self or each in before}
        return {each: own for each, own in known.items() if own}

    @cached_property
    def _names(self) -> set[str]:
        return set[str]().union(*self.declarations.values())

    @property
    def imports_late(self) -> bool:
        """Whether names of another file can hide those of earlier definitions.

        >>> Source("a", "A", "Definition two := 2. From A Require Import B.").imports_late
        True
        """
        kinds = [command.split()[0] for command in self.commands if re.match(DEFINING + "|From ", command)]
        return kinds != sorted(kinds, key="From".__ne__)

    @cached_property
    def opens(self) -> list[str]:
        """The scopes that a file opens for those that import it.

        >>> Source("a", "A", "Section S. Open Scope Q_scope. End S. Open Scope Z_scope.").opens
        ['Z_scope']
        """
        return [words[2] for words, depth in self._depths if words[0] == "Open" and not depth]

    @cached_property
    def _depths(self) -> list[tuple[list[str], int]]:
        """The words of each command, with the number of the sections around."""
        words = [command.split() for command in self.commands]
        depths = accumulate((kind == "Section") - (kind == "End") for kind, *_ in words)
        return list(zip(words, depths, strict=True))

    @cached_property
    def scopes(self) -> set[str]:
        """The scopes that a file declares.

        >>> Source("a", "A", "Declare Scope my_scope.").scopes
        {'my_scope'}
        """
        return {command.split()[2] for command in self.commands if command.startswith("Declare Scope ")}

    def definitions(self, wanted: Collection[str], files: Iterable[Source] = ()) -> list[str]:
        """Return the texts of definitions, in order, with what a reader must know to read them.

        Parameters
        ----------
        wanted
            The texts.
        files
            The files that this one imports, and others.

        Examples
        --------
        >>> text = "Definition two := 2. Lemma sum : two = 1 + 1. Proof. auto. Qed."
        >>> Source("a", "A", text).definitions({"Definition two := 2."})
        ['Open Scope nat_scope.', 'Definition two := 2.']
        """
        found, around, shown = list[str](), list[str](), [USUAL]
        meant = set[str]().union(*(self.declarations[text] for text in wanted))
        imported, standard, of_files = set[str](), set[str](), {source.module: source for source in files}
        opened = [["nat_scope"]]  # by Rocq itself, and in each section around
        for sentence in self._raw_sentences:
            kind, *words = sentence[:-1].split() or [""]
            if kind in ("Coercion", "Infix"):
                found.append(sentence)  # the text of a definition does not show what an operator or a coercion is
            elif kind == "Arguments" and not (self._names - meant).intersection(words[:1]):
                found.append(sentence)  # which arguments are left out
            elif sentence in wanted:
                silent = {scope for name, source in of_files.items() if name not in imported for scope in source.scopes}
                silent |= {scope for scope, modules in NOTATIONS.items() if not modules & standard}
                reading = _reading(scope for scope in opened[-1] if scope not in silent - self.scopes)
                found += [*(reading if reading != shown else ()), *around, sentence]
                around, shown = [], reading
            elif kind in CONTEXT:
                around.append(sentence)
            elif kind == "Open":
                opened[-1] = [*opened[-1], words[1]]
            elif kind == "From" and "Import" in words:
                imported |= set(words)
                opened[-1] = [
                    *opened[-1],
                    *(scope for name in words if name in of_files for scope in of_files[name].opens),
                ]
            elif kind == "Require" and "Import" in words:
                standard |= set(words)
                opened[-1] = [*opened[-1], *(["Q_scope"] if OPENS_Q & set(words) else [])]
            elif kind == "Section":
                opened.append(opened[-1])
            elif kind == "End":
                opened.pop()
        return found

    @cached_property
    def _raw_sentences(self) -> list[str]:
        return [sentence.strip() for sentence in re.split(r"(?<=\.)(?=\s|$)", without_comments(self.text))]

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """The names of what is proved.

        >>> sorted(Source("a", "A", "Lemma one : True. Proof. exact I. Qed.").lemmas)
        ['one']
        """
        return frozenset(found[2] for command in self.commands if (found := PROVED.match(command)))

    @cached_property
    def has_implicit_arguments(self) -> bool:
        """Whether a declaration can make arguments implicit, which Rocq does not print unless it is asked to.

        >>> Source("a", "A", "Definition f {x : nat} := x.").has_implicit_arguments
        True
        >>> Source("a", "A", "Record r := R { x : nat }.").has_implicit_arguments
        False
        """
        return any(map(_makes_implicit, self.commands))


def _reading(opened: Iterable[str]) -> list[str]:
    """Return the commands that open scopes, the last one last; after the usual one, those before it do not matter."""
    commands = list[str]()
    for command in (f"Open Scope {scope}." for scope in opened):
        commands = [USUAL] if command == USUAL else [*(each for each in commands if each != command), command]
    return commands


def _hides_comment(text: str) -> bool:
    """Return whether a text between quotes contains the beginning or the end of a comment, or does not end."""
    quoted = re.findall(r'"([^"]*)("?)', text)
    return any("(*" in inside or "*)" in inside or not end for inside, end in quoted)


def _is_command(sentence: str) -> bool:
    return sentence[:1].isupper() or sentence[:1] == "#"


def _makes_implicit(command: str) -> bool:
    if command.startswith(("Arguments ", *CONTEXT)):
        return "{" in command or "[" in command or "implicits" in command
    if not command.startswith(("Definition ", "Fixpoint ", "Inductive ", "Record ")):
        return False
    if command.startswith("Record "):  # the bracket of its fields
        command = re.sub(r":=\s*[\w']*\s*\{", ":=", command, count=1)
    heads = [part.partition(":=")[0] for part in re.split(r"\bwith\b", command)]
    return any("[" in head for head in heads) or bool(IMPLICIT.search(command))


def declared_names(sentence: str) -> set[str]:
    """Return the names that a definition declares: its own, those after `with`, constructors and fields.

    >>> sorted(declared_names("Record pair := Pair { one : Z; other : Z }") - {"pair"})[:4]
    ['Build_pair', 'Pair', 'one', 'other']
    """
    if found := re.match(r"Definition\s+([\w']+)", sentence):
        return {found[1]}  # the names after `with` are those of a match
    # The word after the `with` of a match is followed by an arrow, before any colon.
    pairs = re.findall(r"(?:Fixpoint|Inductive|Record)\s+([\w']+)|\bwith\s+([\w']+)(?=[^=:|]*:)", sentence)
    names = {name for pair in pairs for name in pair if name}
    if sentence.startswith(("Inductive", "Record")):
        made = {f"{name}_{ending}" for name in names for ending in ("rect", "ind", "rec", "sind")}
        constructors = set(re.findall(r"(?:\||:=|[{;])\s*([A-Za-z_][\w']*)", sentence))
        return names | made | {f"Build_{name}" for name in names} | constructors
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


def digest(sources: Iterable[Source], *parts: str) -> str:
    """Return a hash of files and of further texts.

    >>> len(digest([Source("sums", "Two", "")], "8.16.1"))
    64
    """
    content = "\0".join([*parts, *(text for source in sources for text in (source.name, source.text))])
    return sha256(content.encode()).hexdigest()
