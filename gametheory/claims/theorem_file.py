"""Recheck a file of Rocq with a theorem about a game: compile it with the library that comes with the program.

Rocq decides whether the statement has the form that the program writes, and prints the game after computing it. What
the file says in comments is not checked, and shown as such.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from gametheory.claims.example import example_folder
from gametheory.parallel.limits import Progress
from gametheory.prove.kernel.compiler import Program, compile_files, find_program
from gametheory.prove.kernel.second_reader import rejection
from gametheory.prove.kernel.sources import Refused, Source, checked_closure
from gametheory.prove.kernel.toplevel import Rocq, changed, conversation
from gametheory.storage.files import read_text

LIBRARY = "values"
LIBRARY_MODULES = ("Value", "Check", "Turns", "Profile", "Tree")
MAX_FILE = 50_000_000  # bytes
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# coqc compiles a file with such a name, and no other file can import it
KEYWORDS = frozenset(
    "_ as at cofix else end exists exists2 fix for forall fun if IF in let match mod Prop return Set SProp then Type "
    "using where with".split()
)
# The commands that the program writes. No other one can change how Rocq prints the game.
WRITTEN = re.compile(
    r"Require Import QArith List|Import ListNotations|From Values Require Import( \w+)+|Open Scope Q_scope"
    r"|(Definition|Theorem) .*|Proof|Qed"
)
# What a theorem may say, in patterns of Ltac: a definition of the library, and of the file only these constants.
STATEMENTS = (
    "Values.Value.value {file}.game ?start ?numbers",
    "Values.Turns.subgame_perfect {file}.table ?start ?numbers",
    "Values.Profile.nash_equilibrium {file}.sizes {file}.game {file}.strategies ?numbers",
    "Values.Tree.tree_value {file}.game ?numbers",
)
# These names are of the standard library: the file is loaded and not imported, so that its own begin with its name.
LITERAL = """Ltac literal term := lazymatch term with
| xH => idtac | xO ?n => literal n | xI ?n => literal n
| Z0 => idtac | Zpos ?n => literal n | Zneg ?n => literal n
| Qmake ?n ?d => literal n; literal d
| @nil Q => idtac | @cons Q ?q ?rest => literal q; literal rest
end."""
LINES = 200  # of a list in one question: Rocq prints several short lists faster than one long list
WRONG = re.compile(r'"Wrong_at (\d+)"')
ANOTHER = re.compile(r'"Another_value \(?([^")]+)\)?"')
HEAD = re.compile(r"\s*\(\*(.*?)\*\)", re.S)


class RecheckedTheorem(NamedTuple):
    """What Rocq says about the theorem of a file; `reason` says why the file is rejected, or is empty.

    `shown` has what the statement is about as Rocq prints it: the game, its start and the numbers. `not_checked` is the
    comment at the beginning of the file.
    """

    file: str
    theorem: str
    statement: str
    shown: Mapping[str, str]
    axioms: str
    not_checked: str
    seconds: float
    kernel: str
    reason: str

    @property
    def sound(self) -> bool:
        """Whether the file was accepted, its theorem has the form that the program writes, and rests on no axiom."""
        return not self.reason

    def as_json(self) -> dict[str, Any]:
        """Return the keys of `gametheory recheck --json`."""
        data: dict[str, Any] = {"game": None, "start": None, "numbers": None, **self._asdict()}
        del data["shown"]
        return data | dict(self.shown) | {"sound": self.sound}


def recheck_theorem(path: Path, progress: Progress | None = None) -> RecheckedTheorem:
    """Compile a file with the library of the program, not with files next to it, and ask what its theorem says.

    Raises ValueError or OSError if the file cannot be read, is not allowed, or Rocq is not installed.
    """
    program = find_program()
    if program is None:
        raise FileNotFoundError("Rocq is not installed")
    text = read_text(path, MAX_FILE)
    if not is_file_name(path.stem):
        raise ValueError("it is no file with a theorem, as `gametheory solve --theorem` writes it")
    source, begin, head = Source(LIBRARY, path.stem, text), perf_counter(), HEAD.match(text)
    for command in source.commands:
        if not WRITTEN.fullmatch(command):
            raise ValueError(f"the command {command[:60]!r} is not one that the program writes")
    not_checked = head[1].strip() if head else ""
    found = RecheckedTheorem(str(path), f"value_of_{path.stem}", "", {}, "", not_checked, 0.0, program.version, "")
    try:
        with TemporaryDirectory() as name:
            found = _read(program, Path(name), source, found, progress)
    except Refused as error:
        raise ValueError(str(error)) from error
    return found._replace(seconds=perf_counter() - begin)


def _read(
    program: Program, folder: Path, source: Source, found: RecheckedTheorem, progress: Progress | None
) -> RecheckedTheorem:
    """Compile a file in a folder, and let both readers of Rocq judge it."""
    closure = _closure(source)
    names = [each.name for each in closure]
    reason = compile_files(program, folder, closure, progress)[source.name]
    if reason:
        return found._replace(reason=explained(reason, source.text))
    with conversation(program, folder, closure) as rocq:
        found = asked(rocq, source.name, names[:-1], found)
    reason = found.reason or changed(folder, closure) or rejection(folder, names, standard_library=False)
    return found._replace(reason=reason)


def compilation_error(name: str, text: str, progress: Progress | None = None) -> str:
    """Return why the file of a theorem does not compile with the library of the program, or ""."""
    program, source = find_program(), Source(LIBRARY, name, text)
    assert program is not None
    with TemporaryDirectory() as folder:
        return explained(compile_files(program, Path(folder), _closure(source), progress)[source.name], text)


def is_file_name(name: str) -> bool:
    """Return whether Rocq can load a file with this name next to the library."""
    # some systems take value.v for Value.v
    return bool(NAME.fullmatch(name)) and name not in KEYWORDS and name.capitalize() not in LIBRARY_MODULES


def library_sources() -> dict[str, Source]:
    """Return the files of the library, by logical name.

    >>> list(library_sources())
    ['Values.Value', 'Values.Check', 'Values.Turns', 'Values.Profile', 'Values.Tree']
    """
    folder = example_folder() / "rocq" / LIBRARY
    texts = {module: (folder / f"{module}.v").read_text(encoding="utf-8") for module in LIBRARY_MODULES}
    return {f"Values.{module}": Source(LIBRARY, module, text) for module, text in texts.items()}


def _closure(source: Source) -> list[Source]:
    return checked_closure(library_sources() | {source.name: source}, source.name)


def asked(rocq: Rocq, file: str, library: Sequence[str], found: RecheckedTheorem) -> RecheckedTheorem:
    """Ask Rocq what the theorem of a file states, whether in the form that the program writes, and what it rests on."""
    theorem = f"{file}.{found.theorem}"
    # of the library, not of the file: so the names that are printed without a file are the library's
    rocq.ask(f"Import ListNotations.\nImport {' '.join(library)}.\nOpen Scope Q_scope.\n{LITERAL}")
    statement = " ".join(rocq.ask(f"Check @{theorem}.").partition(":")[2].split())
    if not statement:
        return found._replace(reason=f"it has no theorem {found.theorem}")
    found = found._replace(statement=statement)
    forms = ((form, _literals(rocq, theorem, form)) for form in (text.format(file=file) for text in STATEMENTS))
    form, shown = next(((form, literals) for form, literals in forms if literals), ("", {}))
    if not shown:
        return found._replace(reason=f"its statement has another form than the program writes: {statement[:200]}")
    constants = re.findall(rf"{re.escape(file)}\.\w+", form)
    if rocq.opaque(constants):
        return found._replace(reason="it states something about a game that a proof hides")
    shown |= {constant.rpartition(".")[2].replace("table", "game"): _computed(rocq, constant) for constant in constants}
    axioms = rocq.assumptions([theorem])
    reason = f"it rests on axioms: {axioms[:200]}" if axioms else ""
    return found._replace(shown=shown, axioms=axioms or "none", reason=reason)


def _literals(rocq: Rocq, theorem: str, form: str) -> dict[str, str]:
    """Return the numbers in a statement of a form, by name; nothing if it has another form or they are no literals."""
    names = re.findall(r"\?(\w+)", form)
    branch = f"{form} => {'; '.join(f'literal {name}' for name in names)}; exact"
    question = f"ltac:(lazymatch type of (@{theorem}) with {branch} {{}} end)"
    shown = {name: _evaluated(rocq, question.format(name)) for name in names}
    return shown if all(shown.values()) else {}


def _computed(rocq: Rocq, constant: str) -> str:
    """Return a constant as Rocq prints it after computing it."""
    parts = list[str]()
    for begin in count(0, LINES):
        part = _evaluated(rocq, f"firstn {LINES} (skipn {begin} {constant})")
        if part in ("", "[]"):  # it is no list, or this is its end
            break
        parts.append(part)
    return "\n++ ".join(parts) or _evaluated(rocq, constant)


def _evaluated(rocq: Rocq, term: str) -> str:
    """Return what Rocq prints for a term after computing it; nothing if that is an error."""
    printed = rocq.ask(f"Eval vm_compute in ({term}).")
    return printed.rpartition("\n     : ")[0].strip().removeprefix("= ").replace("\n" + " " * 7, "\n")


def explained(reason: str, text: str) -> str:
    """Return why a file does not compile, with the line of the statement that is wrong, if the checker names one."""
    lines = text.splitlines()
    plain = " ".join(reason.split())
    if wrong := WRONG.search(plain):
        mark = re.compile(rf"\(\* {wrong[1]}(:| \*\))")
        at = [number for number, line in enumerate(lines, 1) if mark.search(line)]
        if at:
            return f"line {at[0]} is wrong, or what the certificate says about it: {lines[at[0] - 1].strip()}"
    if another := ANOTHER.search(plain):
        number = next(number for number, line in enumerate(lines, 1) if line.startswith("Theorem "))
        return f"line {number} states another value than {another[1]}: {lines[number - 1].strip()}"
    return reason
