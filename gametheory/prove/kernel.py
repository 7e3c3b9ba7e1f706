"""Theorems in the kernel of a proof assistant: files of Rocq, compiled, asked about, and read again.

A `KernelProof` records theorems that the kernel of Rocq accepts without an assumption, and `facts` asks it what they
say: statements, meanings and assumptions. Nothing of this is read from the sources. Rocq prints each object of the
files on which a statement depends, until no other one occurs. Answers are saved in a store, under the hash of all the
files on which a theorem, or a compiled file, depends.

A source is only prevented from loading code, writing files, and changing Rocq itself: `Source.check` accepts the
commands of a list and no others.

The compiler of Rocq is found on the path, and runs without the user's environment on all cores. It need not be
believed: a file that is not compiled cannot be imported, and the files are compared with the sources. The toplevel of
Rocq answers questions about the compiled files.

coqchk is the second reader. It checks the same compiled files, and those that they import, but for the standard
library, and has no parser and no tactics. It computes with Rocq's virtual machine, as the first reader does: without
it, one long computation takes hours.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import chain
from pathlib import Path
from secrets import token_hex
from subprocess import DEVNULL, PIPE, CompletedProcess, Popen, TimeoutExpired
from tempfile import TemporaryDirectory
from threading import Timer
from threading import enumerate as enumerate_threads
from typing import Any, NamedTuple, Protocol, TypeAlias

from gametheory.numbers.format import JsonObject
from gametheory.parallel.checkpoint import package_hash
from gametheory.parallel.extras import ends_with_parent, find_on_path
from gametheory.parallel.limits import Progress, available_cores
from gametheory.prove.argument import Argument, argument_from_json
from gametheory.prove.proof import NotProved, Proof, is_stated_only, proof_from_json
from gametheory.prove.statement import Statement
from gametheory.storage.files import regular


class Fact(NamedTuple):
    """What the kernel says about one theorem: its statement, and what this means, each text with the name of a file."""

    theorem: str
    statement: str
    definitions: tuple[tuple[str, str], ...]
    kernel: str
    reason: str


def fact_from_json(data: Any) -> Fact:
    """Convert the JSON form of a fact back to a fact."""
    definitions = tuple((str(file), str(text)) for file, text in data["definitions"])
    theorem = str(data["theorem"])
    statement = str(data["statement"])
    return Fact(theorem, statement, definitions, str(data["kernel"]), str(data["reason"]))


# What the kernel has said in this process, or in the process from which it was forked.
_asked: dict[str, Fact] = {}
STEP_READERS: dict[str, Callable[[JsonObject], Proof | Argument]] = {
    "proof": proof_from_json,
    "argument": argument_from_json,
}


def remember(said: Mapping[str, Fact]) -> None:
    """Remember what the kernel says about theorems, so that `KernelProof` accepts those that are established."""
    _asked.update(said)


@dataclass(frozen=True)
class KernelProof:
    """Theorems that the kernel of Rocq accepts without an assumption.

    >>> said = Fact("sums/Two.two", "1 + 1 = 2", (), "Coq 8.16.1", "")
    >>> KernelProof((said,))
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: sums/Two.two: the kernel has not been asked in this run
    >>> remember({"sums/Two.two": said})
    >>> KernelProof((said,)).text
    '1 + 1 = 2'
    >>> square = Proof((Statement("square", (("x", "Int"),), (), "(>= (* x x) x)"),))
    >>> both = KernelProof((said,), square)
    >>> both.statements == square.statements, [entry.name for entry in both.obligations()]
    (True, ['square'])
    >>> both.as_json()["steps"]["kind"]
    'proof'
    """

    theorems: tuple[Fact, ...]
    steps: Proof | Argument | None = None

    def __post_init__(self) -> None:
        if not self.theorems:
            raise NotProved("there is no theorem")
        if is_stated_only():
            return
        for fact in self.theorems:
            # A record from a file is compared with what the kernel says about the sources today.
            said = _said(fact.theorem)
            if said != fact:
                raise NotProved(f"{fact.theorem}: the kernel states another theorem: {said.statement}")
            if fact.reason:
                raise NotProved(fact.reason)

    @classmethod
    def of(cls, theorems: Iterable[str], steps: Proof | Argument | None = None) -> KernelProof:
        """Return the proof by theorems that the kernel was asked for."""
        return cls(tuple(map(_said, theorems)), steps)

    @property
    def text(self) -> str:
        """The statements as Rocq prints them, one on each line."""
        return "\n".join(fact.statement for fact in self.theorems)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements that the SMT solvers discharged."""
        if self.steps is None:
            return ()
        return self.steps.statements

    def obligations(self) -> Iterator[Statement]:
        """Yield what the SMT solvers discharged."""
        if self.steps is None:
            return iter(())
        return self.steps.obligations()

    def as_json(self) -> JsonObject:
        """Return the theorems, and the steps for the SMT solvers, as a JSON object."""
        theorems = [fact._asdict() for fact in self.theorems]
        steps = self.steps.as_json() if self.steps else None
        return {"kind": "kernel", "theorems": theorems, "steps": steps}


def kernel_proof_from_json(data: JsonObject) -> KernelProof:
    """Establish again what the result of `KernelProof.as_json` states."""
    theorems = tuple(map(fact_from_json, data["theorems"]))
    steps = data["steps"]
    if not steps:
        return KernelProof(theorems)
    return KernelProof(theorems, STEP_READERS[steps["kind"]](steps))


def _said(theorem: str) -> Fact:
    """Return what the kernel said about a theorem in this run."""
    if theorem not in _asked:
        raise NotProved(f"{theorem}: the kernel has not been asked in this run")
    return _asked[theorem]


# Of theorems: the file of each, after all that it imports.
Closures: TypeAlias = "Mapping[str, Sequence[Source]]"
QUALIFIED = re.compile(r"[A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)+")
SHOW_ALL = "Set Printing All."
ALL_SHOWN = f"{SHOW_ALL}\n{{}}\nUnset Printing All."  # also implicit arguments and coercions
OBJECT = re.compile(r"^(?:Constant|Inductive|Constructor) (\S+)", re.M)


class Store(Protocol):
    """Answers of earlier runs, by key."""

    folder: Path

    def get(self, key: str) -> Any:
        """Return the value of a key, or None."""

    def put(self, key: str, value: Any) -> None:
        """Save a value."""


def facts(
    folder: Path,
    theorems: Iterable[str],
    store: Store | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> dict[str, Fact]:
    """Return what the kernel says about theorems, which `KernelProof` then accepts; compile what no earlier run has.

    With `fresh`, the kernel is asked about every theorem. What coqchk has accepted it does not read again.
    """
    program = find_program()
    wanted = sorted(set(theorems))
    if program is None or not wanted:
        return {}
    sources = read_sources(folder)
    said: dict[str, Fact] = {}
    closures: dict[str, Sequence[Source]] = {}
    for theorem in wanted:
        try:
            closures[theorem] = closure_of(sources, theorem)
        except Refused as error:
            said[theorem] = Fact(theorem, "", (), program.version, str(error))
    keys = {theorem: _key(program, closure, theorem) for theorem, closure in closures.items()}
    if store is not None and not fresh:
        for theorem, key in keys.items():
            saved = _saved(store, key, theorem)
            if saved:
                said[theorem] = saved
                del closures[theorem]
    for fact in compile_and_ask(program, closures, store, progress):
        said[fact.theorem] = fact
        if store is not None and not fact.reason:  # a machine that was busy can be the reason
            store.put(keys[fact.theorem], fact._asdict())
    remember(said)
    return said


def _key(program: Program, closure: Iterable[Source], question: str) -> str:
    """Return the key of an answer; what the code of this folder accepted in an earlier version, it may refuse now."""
    return digest(closure, program.version, package_hash(Path(__file__).parent), question)


def _saved(store: Store, key: str, theorem: str) -> Fact | None:
    try:
        fact = fact_from_json(store.get(key))
    except (KeyError, TypeError, ValueError):  # nothing, or what an earlier version has saved
        return None
    if fact.theorem != theorem:
        return None
    return fact


def compile_and_ask(
    program: Program, closures: Closures, store: Store | None, progress: Progress | None
) -> Iterator[Fact]:
    """Compile the files of theorems, and ask both readers about each library: its theorems share most of the work."""
    if not closures:
        return
    files = _files(closures)
    with TemporaryDirectory(dir=_temporary(store)) as name:
        folder = Path(name)
        reasons = compile_files(program, folder, in_order(files, files), progress)
        by_library = dict[str, dict[str, Sequence[Source]]]()
        for theorem, closure in closures.items():
            compiled = (reasons[source.name] for source in closure)
            reason = next(filter(None, compiled), "")
            if reason:
                yield Fact(theorem, "", (), program.version, reason)
            else:
                by_library.setdefault(closure[-1].library, {})[theorem] = closure
        libraries = by_library.values()
        with threads() as pool:
            # coqchk begins first: one of its computations can take longer than all questions.
            second = [pool.submit(_read_again, program, folder, _files(one), store) for one in libraries]
            first = [pool.submit(answers, program, folder, one) for one in libraries]
            for rejected, answered in zip(second, first, strict=True):
                for fact in answered.result():
                    names = [source.name for source in closures[fact.theorem]]
                    rejections = filter(None, map(rejected.result().get, names))
                    yield fact._replace(reason=fact.reason or next(rejections, ""))


def _files(closures: Closures) -> dict[str, Source]:
    """Return all files of theorems by logical name, each after those that it imports."""
    return {source.name: source for source in chain.from_iterable(closures.values())}


def _temporary(store: Store | None) -> Path | None:
    """Return the folder for temporary files; None for the system's, if that of the store cannot be written."""
    if store is None:
        return None
    try:
        store.folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return store.folder


def _read_again(program: Program, folder: Path, files: Mapping[str, Source], store: Store | None) -> dict[str, str]:
    """Let coqchk read compiled files that it has not accepted before; return why it rejects those that it rejects."""
    keys = {name: _key(program, in_order(files, [name]), "coqchk") for name in files}
    unread = [name for name, key in keys.items() if store is None or store.get(key) != "accepted"]
    if unread and rejection(folder, unread, standard_library=False):
        # Of several files coqchk does not say which one it rejects.
        return {name: rejection(folder, [name], standard_library=False) for name in unread}
    if store is not None:
        for name in unread:
            store.put(keys[name], "accepted")
    return {}


def answers(program: Program, folder: Path, closures: Closures) -> list[Fact]:
    """Return what Rocq says about theorems of one library."""
    sources = list(_files(closures).values())
    said: list[Fact] = []
    names = dict[str, str]()
    for theorem, closure in closures.items():
        names[theorem] = f"{closure[-1].name}.{theorem.rpartition('.')[2]}"
    try:
        with conversation(program, folder, sources) as rocq:
            # The question about all of them takes as long as about one.
            some_rest = rocq.assumptions(names.values())
            for theorem, closure in closures.items():
                said.append(_fact(rocq, theorem, names[theorem], closure, bool(some_rest)))
    except Refused as error:
        return [Fact(theorem, "", (), program.version, str(error)) for theorem in closures]
    reason = changed(folder, sources)
    return [fact._replace(kernel=program.version, reason=reason or fact.reason) for fact in said]


def _fact(rocq: Rocq, theorem: str, name: str, closure: Sequence[Source], may_rest: bool) -> Fact:
    """Return the statement of a theorem and the objects in it, or why it is not accepted."""
    fact = Fact(theorem, "", (), "", "")
    meaning = _Meaning(rocq, closure)
    # A definition that is no proof has no type of sort Prop.
    if not rocq.ask(f"Check (ltac:(let type := type of (@{name}) in exact type) : Prop)."):
        return fact._replace(reason=f"{theorem}: {name} was not found, or is not a theorem")
    try:
        meaning.add(_type_in(rocq.printed(ALL_SHOWN.format(f"Check @{name}."))))
        statement = " ".join(_type_in(rocq.printed(f"Check @{name}.")).split())
    except Refused as error:
        return fact._replace(reason=f"{theorem}: {error}")
    shown = QUALIFIED.sub(lambda match: meaning.shortest(match[0], statement), statement)
    assumed = rocq.assumptions([name]) if may_rest else ""
    if assumed:
        reason = f"{theorem} rests on axioms: {assumed[:200]}"
    else:
        reason = ""
    return fact._replace(statement=shown, definitions=tuple(dict.fromkeys(meaning.objects.values())), reason=reason)


def _type_in(answer: str) -> str:
    """Return the type in an answer such as `name : type`."""
    return answer.partition(":")[2]


class _Meaning:
    """The objects of files in a statement, by full name: each with its file and definition, after those in it."""

    def __init__(self, rocq: Rocq, closure: Sequence[Source]) -> None:
        self._rocq = rocq
        self._files = {source.name: source.file for source in closure}
        self.objects: dict[str, tuple[str, str]] = {}

    def add(self, text: str) -> None:
        """Add the objects that a text of Rocq names."""
        for written in dict.fromkeys(QUALIFIED.findall(text)):
            for name in self._named(written):
                if name not in self.objects:
                    self._add(name)

    def _add(self, name: str) -> None:
        self.objects[name] = ("", "")  # so that a recursive type ends here
        if "is opaque" in self._rocq.printed(f"About {name}."):
            raise Refused(f"it states something about {name}, whose meaning is in a proof and not shown")
        self.add(self._rocq.printed(ALL_SHOWN.format(f"Print {name}.")))
        del self.objects[name]
        definition = self._rocq.printed(f"Print {name}.").partition("\n\nArguments ")[0].strip()
        self.objects[name] = (self._files[name.rpartition(".")[0]], definition)

    def _named(self, name: str) -> list[str]:
        """Return the definitions and types of the files that a name can mean."""
        found = OBJECT.findall(self._rocq.printed(f"Locate Term {name}."))
        return [each for each in found if each.rpartition(".")[0] in self._files]

    def shortest(self, name: str, statement: str) -> str:
        """Return a name in a statement without its file, if nothing else has this name."""
        last = name.rpartition(".")[2]
        # A variable of the statement, or an object of the standard library, has the short name.
        variable = re.search(rf"(?<![\w'.]){last}(?![\w'])", statement)
        if variable or self._rocq.ask(f"Check @{last}."):
            return name
        if len(self._named(last)) == 1:
            return last
        return name


# After bullets, brackets and the number or name of a goal, a sentence is a tactic if it begins with a small letter.
BEGINNING = re.compile(r"(?:\[[^\]]*\]|\d|\W)*")
MODULES = (
    "ZArith QArith NArith Lia Lqa Bool List Arith Psatz Wf_nat Zwf PeanoNat Znumtheory FMapPositive "
    "Coq.Strings.Byte FinFun Qround Qabs Qminmax"
)
# Libraries of Rocq, whose axioms have these names before their own.
OWN = frozenset({"Coq", "Corelib", "Ltac2", "Stdlib"})
SHARED = "Values"  # the library of games and their values, which theorems of every folder may import
ALLOWED_COMMANDS = (
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
    gametheory.prove.kernel.Refused: a/A.v: the command 'Axiom one : 1 = 2' is not allowed
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
        plain, depth = list[str](), 0
        for piece in PIECE.findall(self.text):
            if piece == "(*":
                depth += 1
            # A mark that closes no comment is ordinary text to Rocq.
            plain.append(" " if depth else piece)
            if piece == "*)" and depth:
                depth -= 1
        return re.sub(r"\s+", " ", "".join(plain))

    @cached_property
    def requires(self) -> list[str]:
        """The logical names of the files that this file imports, of the same folder and of `SHARED`."""
        libraries = f"{self.library.capitalize()}|{SHARED}"
        command = rf"\bFrom ({libraries}) Require (?:Import )?([\w ]*)\.(?= |$)"
        names = list[str]()
        for library, modules in re.findall(command, self._plain):
            names += [f"{library}.{module}" for module in modules.split()]
        return names

    def check(self) -> None:
        """Raise Refused unless every command is in the list, and assumptions are in sections."""
        if self.library.capitalize() in OWN:
            raise Refused(f"{self.file}: {self.library} is the name of a library of Rocq itself")
        sign = REFUSED.search(OPERATOR.sub("", self._plain))
        if sign:
            raise Refused(f"{self.file}: {sign[0]!r} is not allowed")
        # Files of other folders are not in the closure, so that nothing checks their commands.
        allowed = ALLOWED_COMMANDS.replace("LIBRARY", self.library.capitalize())
        sections = 0
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
        commands = list[str]()
        for sentence in re.split(r"\.(?= |$)", self._plain):
            command = BEGINNING.sub("", sentence, count=1).strip()
            if command[:1].isupper():
                commands.append(command)
        return commands


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
            raise Refused(f"{path[-1] if path else 'a claim'} needs {name}; there is no such file of Rocq")
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
    content = list(parts)
    for source in sources:
        content += [source.name, source.text]
    return sha256("\0".join(content).encode()).hexdigest()


SECONDS = 300  # for one file; the slowest of proofs/ takes about 20
running: set[Popen[str]] = set()  # in all threads of this process


@dataclass(frozen=True)
class Program:
    """The compiler of Rocq on this machine, and its toplevel, which answers questions."""

    command: tuple[str, ...]
    version: str
    toplevel: tuple[str, ...] = ()


@cache
def find_program() -> Program | None:
    """Return the compiler of Rocq (or Coq) that is on the path, or None."""
    for compiler, toplevel in (("coqc", "coqtop"), ("rocq compile", "rocq repl")):
        (name, *words), (other, *more) = compiler.split(), toplevel.split()
        path = find_on_path(name)
        top = find_on_path(other)
        if not path or not top:
            continue
        try:
            text = run_program([path, "--version"], Path("/")).stdout
        except (OSError, TimeoutExpired):  # a file of this name that is another program
            continue
        number = re.search(r"version (\d+\.\d+(\.\d+)?)", text)
        if number:
            system = "Rocq" if "Rocq" in text else "Coq"
            return Program((path, *words), f"{system} {number[1]}", (top, *more))
    return None


def library_options(folder: Path) -> list[str]:
    """Return the options that give each subfolder its logical name."""
    options = list[str]()
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            options += ["-Q", str(path), path.name.capitalize()]
    return options


def start(command: Sequence[str], folder: Path, **streams: Any) -> Popen[str]:
    """Start a program of Rocq in a folder, without the user's environment and startup files."""
    environment = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    environment["HOME"] = str(folder)
    process = Popen(ends_with_parent(command), cwd=folder, env=environment, text=True, stdout=PIPE, **streams)
    running.add(process)
    return process


def run_program(command: Sequence[str], folder: Path, seconds: float = SECONDS) -> CompletedProcess[str]:
    """Run a program of Rocq in a folder, for a limited time."""
    with start(command, folder, stderr=PIPE, stdin=DEVNULL) as process:
        try:
            output, errors = process.communicate(timeout=seconds)
        except BaseException:
            process.kill()
            raise
        finally:
            running.discard(process)
    return CompletedProcess(command, process.returncode, output, errors)


@contextmanager
def threads() -> Iterator[ThreadPoolExecutor]:
    """Return threads that run programs of Rocq; an interrupt kills these, since it must not wait for minutes."""
    name = f"rocq-{token_hex(8)}"
    with ThreadPoolExecutor(available_cores(), name) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            while any(thread.name.startswith(name) for thread in enumerate_threads()):  # it can be about to start one
                for process in tuple(running):
                    process.kill()
                time.sleep(0.05)
            raise


def compile_files(
    program: Program, folder: Path, closure: Sequence[Source], progress: Progress | None
) -> dict[str, str]:
    """Compile files on all cores, each after those that it imports; return why each does not compile, or ""."""
    futures: dict[str, Future[str]] = {}

    def compile_one(number: int, source: Source) -> str:
        for name in source.requires:
            if futures[name].result():
                return f"{name} does not compile"
        if progress:
            progress(number, len(closure), source.file)
        path = folder / source.file
        path.parent.mkdir(exist_ok=True)
        path.write_text(source.text, encoding="utf-8")
        return _compile(program, folder, path)

    with threads() as pool:
        # In this order a task only waits for tasks that began before it.
        for number, source in enumerate(closure, 1):
            futures[source.name] = pool.submit(compile_one, number, source)
        # Python would notice an interrupt that comes just before a wait without a limit only after that wait.
        while wait(futures.values(), timeout=1).not_done:
            continue
        return {name: future.result() for name, future in futures.items()}


def _compile(program: Program, folder: Path, path: Path) -> str:
    """Compile one file with the libraries of a folder; return why it does not compile, or ""."""
    try:
        done = run_program([*program.command, "-q", *library_options(folder), path.name], path.parent)
    except TimeoutExpired:
        return f"{path.name}: Rocq takes more than {SECONDS} seconds"
    if done.returncode == 0:
        return ""
    # The place of the error is in a line before its message, which can have several lines.
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    where = next((line for line in lines if line.startswith("File ")), "")
    number = re.search(r"line (\d+)", where)
    message = "Error: no message"
    for index, line in enumerate(lines):
        if line.startswith("Error"):
            message = " ".join(lines[index:])[:200]
            break
    return f"{path.name}, line {number[1] if number else '?'}: {message}"


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
    for source in sources:
        if (folder / source.file).read_text("utf-8") != source.text:
            return f"{source.file} was changed while Rocq ran"
    return ""


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

    def printed(self, command: str) -> str:
        """Return what Rocq prints for a command that prints something, unless it is an error.

        Raises Refused if there is no answer: what Rocq cannot print, such as a very deep term, is not shown.
        """
        answer = self.ask(command).strip()
        if not answer:
            question = command.replace(SHOW_ALL, "").strip().splitlines()[0]
            raise Refused(f"Rocq prints no answer to: {question[:200]}")
        return answer

    def assumptions(self, names: Iterable[str]) -> str:
        """Return what theorems, given by their full names, rest on; nothing if Rocq says exactly that they are closed.

        A type in the answer can contain any words, so that no part of an answer decides.
        """
        return self._not_closed("Assumptions", names)

    def opaque(self, names: Iterable[str]) -> str:
        """Return on which definitions without a meaning others depend; nothing if there is none."""
        return self._not_closed("Opaque Dependencies", names)

    def _not_closed(self, what: str, names: Iterable[str]) -> str:
        all_of_them = f"all_{token_hex(8)}"
        question = f"Print {what} {all_of_them}."
        self.ask(f"Definition {all_of_them} := ({', '.join(f'@{name}' for name in names)}).")
        self.ask(question)  # the first answer also names the proofs that are read from disk for it
        answer = self._ask(question).strip()
        if answer == CLOSED:
            return ""
        return " ".join(answer.removeprefix("Axioms:").split()) or "not known"


READER_SECONDS = 1800  # for one call; the standard library takes about 60
# What coqchk lists of the standard library for files that import no more of it than `MODULES`. No
# theorem may rest on one of these: `Rocq` compares all that Rocq says about its assumptions with
# one sentence.
ALLOWED_AXIOMS = frozenset(
    f"Coq.{file}.{name}"
    for file, names in {
        # Axioms of the real numbers, which tactics for rational numbers load.
        "Logic.FunctionalExtensionality": "functional_extensionality_dep",
        "Reals.ClassicalDedekindReals": "sig_forall_dec sig_not_dec",
        # No axioms but definitions behind a signature, which are listed where the standard library is not read again:
        # two that hold real numbers, and one of a tactic that rewrites under binders.
        "Reals.Rdefinitions.RbaseSymbolsImpl": (
            "R R0 R0_def R1 R1_def Rabst Rlt Rlt_def Rmult Rmult_def Ropp Ropp_def Rplus Rplus_def Rquot1 Rquot2 Rrepr"
        ),
        "Reals.Rdefinitions.RinvImpl": "Rinv Rinv_def",
        "ssr.ssrunder.Under_rel": (
            "Over_rel Under_rel Under_relE Under_rel_from_rel over_rel over_rel_done under_rel_done"
        ),
    }.items()
    for name in names.split()
)


def second_reading(sources: Mapping[str, Source], progress: Progress | None = None) -> dict[str, str]:
    """Compile files of Rocq, and let coqchk check them and the standard library; return why each is rejected, or ""."""
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
    # A file with an allowed closure imports allowed files alone.
    allowed = in_order(sources, sources.keys() - reasons)
    with TemporaryDirectory() as name:
        folder = Path(name)
        reasons |= compile_files(program, folder, allowed, progress)
        compiled = [source.name for source in allowed if not reasons[source.name]]
        if compiled:
            reasons |= dict.fromkeys(compiled, rejection(folder, compiled))
        return reasons


def rejection(folder: Path, names: Iterable[str], standard_library: bool = True) -> str:
    """Return why coqchk rejects compiled files of a folder, or "".

    Without the standard library, coqchk checks these files and believes all others that they import.
    """
    checker = find_on_path("coqchk") or find_on_path("rocqchk")
    if checker is None:
        return "coqchk is not installed"
    command = [checker, "-silent", "-o", "-bytecode-compiler", "yes", *library_options(folder)]
    for name in names:
        command += [name] if standard_library else ["-norec", name]
    try:
        done = run_program(command, folder, READER_SECONDS)
    except TimeoutExpired:
        return f"coqchk takes more than {READER_SECONDS} seconds"
    text = " ".join((done.stdout + done.stderr).split())
    summary = dict(part.split(": ", 1) for part in text.split(" * ")[1:])
    if done.returncode or "Axioms" not in summary:
        return f"coqchk: {text[-200:]}"
    summary.pop("Theory", None)  # an option that is not given here, whether Set is impredicative
    for title, value in summary.items():
        allowed = ALLOWED_AXIOMS if title == "Axioms" else frozenset()
        others = set(value.split()) - allowed - {"<none>"}
        if others:
            return f"coqchk reports {title}: {' '.join(sorted(others))[:200]}"
    return ""
