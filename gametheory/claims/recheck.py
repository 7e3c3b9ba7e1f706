"""Recheck what a run has written, without any code of the claims: certificates for solvers, and theorems for Rocq.

`recheck` lets both solvers discharge certificates again. These are the SMT-LIB files of a folder, or the records of a
manifest of `gametheory check --json`, of which also all words are compared with those that the program writes.

`recheck_theorem` compiles a file of Rocq with a theorem about a game, with the library that comes with the program.
Rocq decides whether the statement has the form that the program writes, and prints the game after computing it. What
the file says in comments is not checked, and shown as such.
"""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from gametheory.claims.collect import mark_verdict
from gametheory.claims.declare import example_folder
from gametheory.claims.evidence import error_text, escaped, read_json
from gametheory.claims.provers import ask_provers, missing_prover
from gametheory.claims.text_run import counts_of, hashed, label_of
from gametheory.claims.verdict import ESTABLISHED, MEANINGS, SYMBOLS, Status, Verdict, verdict_from_json
from gametheory.numbers.format import JsonObject, pluralize
from gametheory.parallel.extras import installed_version, library
from gametheory.parallel.limits import Progress
from gametheory.parallel.processes import results
from gametheory.prove.kernel import (
    Program,
    Refused,
    Rocq,
    Source,
    changed,
    checked_closure,
    compile_files,
    conversation,
    find_program,
    read_sources,
    rejection,
    second_reading,
)
from gametheory.prove.proof import failures
from gametheory.prove.statement import read_script
from gametheory.storage.files import read_text
from gametheory.texts.text import is_safe

MAX_SCRIPT, MAX_MANIFEST = 1_000_000, 400_000_000  # bytes
SOLVERS = ("z3-solver", "cvc5")
VERSIONS = "versions"
MAX_DEPTH = 60  # of nested values in a manifest; lookup tables have about ten
NO_ROCQ = "a proof of Rocq, and Rocq is not installed"


class NothingToRecheck(ValueError):
    """The input is missing, cannot be read, or contains no certificate."""


class Rejection(NamedTuple):
    """What was rejected, a file or a claim, and why."""

    file: str
    why: str


class Rechecked(NamedTuple):
    """The result of rechecking certificates. Those of a claim are accepted together, and its record with them."""

    certificates: int
    accepted: int
    rejected: tuple[Rejection, ...]
    without: int = 0  # of the verdicts in a manifest, those that rest on code alone, which is not run
    established: str = ""  # by the certificate of an answer of `gametheory nash --json`

    @property
    def sound(self) -> bool:
        """Whether everything was accepted."""
        return not self.rejected and self.accepted == self.certificates

    def as_json(self) -> dict[str, object]:
        """Return the keys of `gametheory recheck --json`."""
        rejected = [entry._asdict() for entry in self.rejected]
        return self._asdict() | {"rejected": rejected, "sound": self.sound}


def recheck(path: str | Path, progress: Progress | None = None) -> Rechecked:
    """Check all certificates of a manifest or a folder again: with both solvers, and those of Rocq with its kernel."""
    path = Path(path)
    manifest: JsonObject = {}
    names: list[str] = []
    try:
        is_folder = path.is_dir()
        if is_folder:
            names = [file.relative_to(path).as_posix() for file in sorted(path.rglob("*.smt2"))]
        else:
            manifest = _document(path)
            if "claims" not in manifest:
                return _recheck_list(path.name, manifest)
            manifest = _manifest(manifest)
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, OSError):
            reason = error.strerror
        else:
            reason = str(error)
        raise NothingToRecheck(f"{path}: {reason or error_text(error)}") from error
    # said once, and not for each certificate
    if names or manifest.get("claims"):
        for name in ("z3", "cvc5"):
            library(name, "prove")
    if is_folder:
        found = [*_in_parallel(partial(_recheck_file, path), names, progress), *_read_by_kernel(path, progress)]
    else:
        _ask_kernel(manifest)  # once for all claims, before other processes need its answers
        found = [*_in_parallel(recheck_claim, manifest["claims"], progress), _edits(manifest)]
    rejected: dict[Rejection, None] = {}  # without repetition: one difference of versions is that of all claims
    for each in found:
        rejected |= dict.fromkeys(Rejection(escaped(file), escaped(why)) for file, why in each.rejected)
    total = sum(each.certificates for each in found)
    if not total and not rejected and not manifest.get("texts"):
        raise NothingToRecheck(f"{path}: it contains no certificate")
    by_code = [item for item in manifest.get("claims", ()) if item.get("status") in BY_CODE]
    without = sum(not item.get("certificates") for item in by_code)
    return Rechecked(total, sum(each.accepted for each in found), tuple(rejected), without)


def _finding(certificates: int, rejected: Sequence[Rejection]) -> Rechecked:
    # Other versions of the solvers are a difference to report, and no reason to refuse what these solvers accept.
    refused = any(entry.file != VERSIONS for entry in rejected)
    return Rechecked(certificates, 0 if refused else certificates, tuple(rejected))


def _of_file(name: str, reason: str) -> Rechecked:
    return _finding(1, [Rejection(name, reason)] if reason else [])


def _in_parallel(
    work: Callable[[Any], Rechecked], pieces: Sequence[Any], progress: Progress | None
) -> Iterator[Rechecked]:
    """Yield the findings in the order of the pieces."""
    found: dict[int, Rechecked] = {}
    for index, finding in results(work, pieces):
        found[index] = finding
        if progress:
            piece = pieces[index]
            name = piece if isinstance(piece, str) else piece["id"]
            progress(len(found), len(pieces), escaped(name))
    return (found[index] for index in range(len(pieces)))


def _recheck_list(name: str, document: JsonObject) -> Rechecked:
    """Check the list of equilibria in an answer of `gametheory nash --json`, and that it is complete."""
    # here, because a manifest needs no arrays
    from gametheory.verify import CertificateError

    certificate = document.get("certificate")
    has_supports = isinstance(certificate, dict) and "supports" in certificate
    try:
        established = _recheck_profiles(document) if has_supports else _recheck_extreme(document)
    except ValueError as error:
        raise ValueError(f"it is not a manifest, which has a list of claims, and has {error}") from None
    except CertificateError as error:
        return _of_file(name, str(error))
    return _of_file(name, "")._replace(established=established)


def _recheck_extreme(document: JsonObject) -> str:
    """Return what a list of the extreme equilibria of two players establishes."""
    from gametheory.verify import check_complete_list, check_complete_plans
    from gametheory.verify.complete_list import read_listed
    from gametheory.verify.complete_plans import read_plans
    from gametheory.verify.errors import require

    certificate = document.get("certificate")
    is_tree = isinstance(certificate, dict) and "sets" in certificate
    if is_tree:
        plans = read_plans(document)
        sequences = " and ".join(str(len(player)) for player in plans.form.players)
        game = f"tree with {sequences} sequences"
        attained = check_complete_plans(*plans)
    else:
        listed = read_listed(document)
        game = f"{len(listed.row_payoffs)} x {len(listed.row_payoffs[0])} table"
        attained = check_complete_list(*listed)
    for equilibrium, payoffs in zip(document["equilibria"], attained, strict=True):
        # of a game of one player the second one is made up
        own = payoffs[: len(document["players"])] if is_tree else payoffs
        agrees = equilibrium.get("payoffs") == list(map(str, own))
        require(agrees, "the payoffs of an equilibrium are others")
    equilibria = pluralize(len(attained), "extreme equilibrium", "extreme equilibria")
    return f"The {game} has {equilibria}: those of the list, and no others."


def _recheck_profiles(document: JsonObject) -> str:
    """Return what a list of the equilibria of a table or a tree of more players establishes."""
    from gametheory.verify import check_complete_behavior, check_complete_profiles, complete_behavior, complete_supports
    from gametheory.verify.complete_behavior import read_behavior
    from gametheory.verify.complete_supports import named_supports, read_profiles
    from gametheory.verify.errors import require

    listed: Any
    if "sets" in document["certificate"]:
        listed = read_behavior(document)
        proved = check_complete_behavior(*listed[:-1])
        points = [complete_behavior.payoffs_of(listed.form, point) for point in listed.continua]
        *sizes, last = (str(len(player)) for player in listed.form.players)
        game = f"tree with {', '.join(sizes)} and {last} sequences"
    else:
        listed = read_profiles(document)
        proved = check_complete_profiles(*listed[:-1])
        points = [complete_supports.payoffs_of(listed.game, point) for point in listed.continua]
        first, *others = map(len, listed.game.strategies)
        game = f"{' x '.join(map(str, (first, *others)))} table"
        if not others:
            game = f"table of one player with {pluralize(first, 'strategy', 'strategies')}"
    for stated, payoffs in zip(listed.payoffs, [*proved, *points], strict=True):
        require(len(stated) == len(payoffs), "an equilibrium has {} payoffs", len(stated))
        for (low, high), (least, most) in zip(stated, payoffs, strict=True):
            require(low <= least and most <= high, "the payoffs of an equilibrium are others")
    equilibria = pluralize(len(proved), "equilibrium", "equilibria")
    named = len(named_supports(listed.continua, listed.certificate))
    rest = f", except with {pluralize(named, 'support')} that it names" if named else ""
    return f"The {game} has {equilibria}: those of the list, and no others{rest}."


def _document(path: Path) -> JsonObject:
    try:
        document = read_json(read_text(path, MAX_MANIFEST))
        if _depth(document) > MAX_DEPTH:
            raise RecursionError
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: {error}") from error
    except RecursionError as error:
        raise ValueError(f"it is nested too deeply; at most {MAX_DEPTH} levels are allowed") from error
    return dict(document) if isinstance(document, dict) else {}


def _manifest(document: JsonObject) -> JsonObject:
    claims = document["claims"]
    if not isinstance(claims, list):
        raise ValueError("it is not a manifest, which has a list of claims")
    ids = set[str]()
    for item in claims:
        id = item.get("id") if isinstance(item, dict) else None
        if not isinstance(id, str) or id in ids:
            raise ValueError("its claims have no ids, or one id occurs twice")
        ids.add(id)
    return document


def _depth(value: Any) -> int:
    """Return how deeply values are nested; too deep ones cannot be sent to another process."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return 1
    return 1 + max(map(_depth, value), default=0)


def _ask_kernel(manifest: JsonObject) -> None:
    """Ask the provers for the theorems of a manifest; their files are those of its claims folder."""
    theorems: list[str] = []
    for data in manifest["claims"]:
        theorems += _theorems(data) + _theorems(data.get("correction"))
    if theorems:
        folder = Path(str(manifest.get("folder", ".")))
        try:
            ask_provers(folder, theorems, None, False, None)
        except (OSError, ValueError) as error:
            raise NothingToRecheck(f"the files of Rocq cannot be read: {error_text(error)}") from error


def _theorems(data: Any) -> list[str]:
    """Return the theorems that a verdict of a manifest names; none if its data have another form."""
    try:
        return [str(entry["theorem"]) for entry in data["record"]["theorems"]]
    except (LookupError, TypeError):
        return []


def _read_by_kernel(path: Path, progress: Progress | None) -> list[Rechecked]:
    """Compile the files of Rocq below a folder, and let a second reader check them."""
    found = []
    inside = path.resolve()
    folders = {file.resolve().parent.parent for file in path.rglob("*.v")}
    for folder in sorted(folders):
        try:
            sources = read_sources(folder)
        except (OSError, ValueError) as error:
            found.append(_of_file(f"{folder.name}/*/*.v", error_text(error)))
            continue
        # The folder of the libraries can be above the one that was named, with libraries next to it.
        below = {name: each for name, each in sources.items() if (folder / each.library).is_relative_to(inside)}
        try:
            reasons = second_reading(below, progress)
        except FileNotFoundError:
            reasons = dict.fromkeys(below, NO_ROCQ)
        found += [_of_file(below[name].file, reason) for name, reason in reasons.items()]
    return found


def _recheck_file(folder: Path, name: str) -> Rechecked:
    file = folder / name
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            raise ValueError("it is not a regular file")
        script = read_text(file, MAX_SCRIPT)
        reasons = list(failures(read_script(script, "certificate")))
    except OSError as error:
        reasons = [error.strerror or error_text(error)]
    except ValueError as error:
        reasons = [str(error)]
    lines = [reason.removeprefix("certificate: ") for reason in reasons]
    return _of_file(name, "\n".join(lines))


def recheck_claim(data: JsonObject) -> Rechecked:
    """Establish the record of a claim again, and that of its correction, and compare what the verdict says."""
    id = str(data["id"])
    try:
        own = as_written(verdict_from_json(data))
        return _finding(_number(data), list(differences(id, data, own)))
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        reason = error_text(error.__cause__ or error)
        return _of_file(id, f"the data do not describe a verdict: {reason}")


def as_written(verdict: Verdict) -> JsonObject:
    """Return a verdict as it is in a manifest: with lists for tuples, and texts for numbers that JSON does not have."""
    return dict(json.loads(json.dumps(verdict.as_json(), default=str)))


def _number(data: JsonObject | None) -> int:
    """Return the number of certificates of a verdict and of its correction."""
    if not data:
        return 0
    return len(data["certificates"]) + _number(data["correction"])


def differences(id: str, data: JsonObject, own: JsonObject) -> Iterator[Rejection]:
    """Yield every difference between a verdict and the one that the program makes of its record."""
    # With another status, everything else differs as well, and would not say more.
    if own["status"] == Status.OPEN != data["status"]:
        prover = missing_prover(_theorems(data))
        reason = f"a proof of {prover}, and {prover} is not installed" if prover else own["evidence"][0]["text"]
        yield Rejection(id, reason)
        return
    if own["status"] == Status.REFUTED and data["status"] in ESTABLISHED:
        yield Rejection(id, f"it is false: {own['witness']['explanation']} for {own['witness']['case']}")
        return
    for key, value in own.items():
        if key not in ("correction", "certificates") and data[key] != value:
            if isinstance(value, dict | list):
                known = own["formal"]
            else:
                known = value
            yield Rejection(id, f"{key} is not what the record says: {known or 'there is none'}")
    if _programs(data) != _programs(own):
        yield Rejection(id, "certificates, or the programs that accepted them, are not what the record says")
    elif data["certificates"] != own["certificates"]:
        yield Rejection(VERSIONS, "the certificates were accepted by other versions of the programs than here")
    if own["correction"]:
        yield from differences(f"{id}, correction", data["correction"], own["correction"])


def _programs(verdict: JsonObject) -> list[tuple[str, set[str]]]:
    """Return the certificates of a verdict with the names of the programs that accepted them, without versions."""
    programs = []
    for entry in verdict["certificates"]:
        programs.append((entry["file"], {name.split()[0] for name in entry["accepted"]}))
    return programs


def _edits(manifest: JsonObject) -> Rechecked:
    """Return differences of a manifest from what the program writes: words, symbols, solvers, hashes and counts."""
    try:
        return _finding(0, list(_edited(manifest)))
    except (AttributeError, LookupError, TypeError) as error:
        why = f"it has another form than the program writes: {error_text(error)}"
        return _finding(0, [Rejection("manifest", why)])


def _edited(manifest: JsonObject) -> Iterator[Rejection]:
    symbols = {status: {"symbol": symbol} for status, symbol in SYMBOLS.items()}
    words: JsonObject = {"statuses": MEANINGS, "symbols": symbols}
    for key, value in words.items():
        if manifest.get(key, value) != value:
            yield Rejection(key, f"the manifest gives the verdicts other {key} than this program")
    own = {name: installed_version(name) for name in SOLVERS}
    made_with = manifest.get("computed_with", own)
    if any(made_with.get(name) != version for name, version in own.items()):
        yield Rejection(VERSIONS, f"the manifest was made by other solvers than {own}")
    for text in manifest.get("texts", ()):
        yield from _edited_text(text, manifest["claims"])
    statuses = [item.get("status") for item in manifest["claims"]]
    counts = manifest.get("counts")
    for status in Status:
        number = statuses.count(status)
        if counts and counts.get(status, 0) != number:
            yield Rejection("counts", f"the manifest has another number of {status} claims than {number}")


def _edited_text(text: JsonObject, claims: Sequence[Mapping[str, object]]) -> Iterator[Rejection]:
    """Yield what a text of a manifest says otherwise than its claims, and its checks that have another verdict."""
    by_address = {claim["address"]: claim for claim in claims}
    for mark in text["marks"]:
        id = str(mark["id"])
        claim = mark["claim"]
        for side in ("sentence", "formal"):
            if hashed(mark[side]) != mark[f"{side}_hash"]:
                yield Rejection(id, f"the {side} of the mark does not have its hash")
        if by_address.get(claim["address"]) != claim:
            yield Rejection(id, "the claim of the mark is not the one in the list of claims")
        label = label_of(claim["status"], mark["changed"])
        if mark["verdict"] != claim["status"] or mark["label"] != label:
            yield Rejection(id, f"the mark has another verdict than its claim, which is {claim['status']}")
        if mark["formal"] not in (claim["formal"], claim["code"]["text"]):
            yield Rejection(id, "the formal side of the mark is not that of its claim")
        is_own = claim["source"] == Path(text["file"]).name
        if is_own and mark["sentence"] != claim["statement"]:
            yield Rejection(id, "the sentence of the mark is not that of its claim")
        # The check of a mark is its text: it can be computed here, if it calls no code of others.
        can_compute = all(map(is_safe, text["imports"].values()))
        if is_own and claim["status"] != Status.OPEN and can_compute:
            yield from _recomputed(id, mark["formal"], text["imports"], claim)
    counts = counts_of(mark["label"] for mark in text["marks"])
    if text["counts"] != counts:
        yield Rejection(str(text["file"]), f"the text has other counts of its marks than {counts}")


def _recomputed(id: str, formal: str, imports: Mapping[str, str], claim: Mapping[str, object]) -> Iterator[Rejection]:
    """Yield how the verdict of a check of a text differs from what the program computes now."""
    places = {name: (module, 0) for name, module in imports.items()}
    now = as_written(mark_verdict(places, id, formal, id, run=False))
    for key in ("status", "formal"):
        if now[key] != claim[key]:
            yield Rejection(id, f"{key} is not what the check gives: {now[key] or 'there is none'}")


LIBRARY = "values"
LIBRARY_MODULES = ("Value", "Check", "Turns", "Profile", "Tree")
MAX_FILE = 50_000_000  # bytes
BY_CODE = (Status.VERIFIED, Status.REFUTED, Status.CORRECTED)
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


class Other(NamedTuple):
    """What another prover states, in the language of Rocq: a pattern of the statement, and what its constants are."""

    statement: str
    constants: Mapping[str, str]


class RecheckedTheorem(NamedTuple):
    """What Rocq says about the theorem of a file; `reason` says why the file is rejected, or is empty.

    `same_game` says whether the file of another prover is about the same game, if one was given.
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
    same_game: bool | None = None

    @property
    def sound(self) -> bool:
        """Whether the file was accepted, its theorem has the form that the program writes, and rests on no axiom."""
        return not self.reason

    def as_json(self) -> dict[str, object]:
        """Return the keys of `gametheory recheck --json`."""
        data: dict[str, object] = {"game": None, "start": None, "numbers": None}
        data |= self._asdict()
        del data["shown"]
        data |= self.shown
        data["sound"] = self.sound
        return data


def recheck_theorem(path: Path, progress: Progress | None = None, other: Other | None = None) -> RecheckedTheorem:
    """Compile a file with the library of the program, not with files next to it, and ask what its theorem says.

    With an `other` statement the result says whether it is about the same game and states the same numbers.
    Raises ValueError or OSError if the file cannot be read, is not allowed, or Rocq is not installed.
    """
    program = find_program()
    if program is None:
        raise FileNotFoundError("Rocq is not installed")
    text = read_text(path, MAX_FILE)
    if not is_file_name(path.stem):
        raise ValueError("it is not a file with a theorem, as `gametheory solve --theorem` writes it")
    began = perf_counter()
    source = Source(LIBRARY, path.stem, text)
    for command in source.commands:
        if not WRITTEN.fullmatch(command):
            raise ValueError(f"the command {command[:60]!r} is not one that the program writes")
    head = HEAD.match(text)
    not_checked = head[1].strip() if head else ""
    theorem = f"value_of_{path.stem}"
    found = RecheckedTheorem(str(path), theorem, "", {}, "", not_checked, 0.0, program.version, "")
    try:
        with TemporaryDirectory() as name:
            found = _read(program, Path(name), source, found, progress, other)
    except Refused as error:
        raise ValueError(str(error)) from error
    return found._replace(seconds=perf_counter() - began)


def _read(
    program: Program,
    folder: Path,
    source: Source,
    found: RecheckedTheorem,
    progress: Progress | None,
    other: Other | None,
) -> RecheckedTheorem:
    """Compile a file in a folder, and let both readers of Rocq judge it."""
    closure = _closure(source)
    names = [each.name for each in closure]
    reason = compile_files(program, folder, closure, progress)[source.name]
    if reason:
        return found._replace(reason=explained(reason, source.text))
    with conversation(program, folder, closure) as rocq:
        try:
            found = asked(rocq, source.name, names[:-1], found)
            if other and not found.reason:
                found = found._replace(same_game=_is_same(rocq, source.name, found.theorem, other))
        except Refused as error:
            return found._replace(reason=str(error))
    # The second reader reads compiled files: what Rocq compiled must still be what was written.
    reason = found.reason or changed(folder, closure) or rejection(folder, names, standard_library=False)
    return found._replace(reason=reason)


def compilation_error(name: str, text: str, progress: Progress | None = None) -> str:
    """Return why the file of a theorem does not compile with the library of the program, or ""."""
    program = find_program()
    source = Source(LIBRARY, name, text)
    assert program is not None
    with TemporaryDirectory() as folder:
        reasons = compile_files(program, Path(folder), _closure(source), progress)
    return explained(reasons[source.name], text)


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
    sources = {}
    for module in LIBRARY_MODULES:
        text = (folder / f"{module}.v").read_text(encoding="utf-8")
        sources[f"Values.{module}"] = Source(LIBRARY, module, text)
    return sources


def rational(number: Fraction | int) -> str:
    """Return a rational number as Rocq reads it.

    >>> rational(Fraction(-1, 18)), rational(2)
    ('(-1 # 18)', '2')
    """
    number = Fraction(number)
    if number.denominator == 1 and number >= 0:
        return str(number)
    return f"({number.numerator} # {number.denominator})"


def rationals(numbers: Iterable[Fraction | int]) -> str:
    """Return a list of rational numbers.

    >>> rationals([1, Fraction(1, 2)])
    '[1; (1 # 2)]'
    """
    return rocq_list(map(rational, numbers))


def rocq_list(entries: Iterable[str]) -> str:
    """Return a list as Rocq reads it."""
    return f"[{'; '.join(entries)}]"


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
    form = ""
    shown: dict[str, str] = {}
    for pattern in STATEMENTS:
        form = pattern.format(file=file)
        shown = _literals(rocq, theorem, form)
        if shown:
            break
    if not shown:
        return found._replace(reason=f"its statement has another form than the program writes: {statement[:200]}")
    constants = re.findall(rf"{re.escape(file)}\.\w+", form)
    if rocq.opaque(constants):
        return found._replace(reason="it states something about a game that a proof hides")
    for constant in constants:
        name = constant.rpartition(".")[2].replace("table", "game")
        shown[name] = computed(rocq, constant)
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


def _is_same(rocq: Rocq, file: str, theorem: str, other: Other) -> bool:
    """Return whether Rocq computes the constants of another statement, and finds its numbers in that of a theorem."""
    statement = other.statement.format(file=file)
    question = f"ltac:(lazymatch type of (@{file}.{theorem}) with {statement} => exact I end)"
    questions = [f"Check {question}."]
    for name, value in other.constants.items():
        questions.append(f"Check (@eq_refl _ {file}.{name} <: {file}.{name} = {value}).")
    return all(map(rocq.ask, questions))


def computed(rocq: Rocq, constant: str) -> str:
    """Return a constant as Rocq prints it after computing it."""
    if not _evaluated(rocq, f"length {constant}"):  # it is no list
        return _printed(rocq, constant, constant)
    parts = list[str]()
    for begin in count(0, LINES):
        part = _printed(rocq, f"firstn {LINES} (skipn {begin} {constant})", constant)
        if part == "[]":
            break
        parts.append(part)
    return "\n++ ".join(parts) or "[]"


def _printed(rocq: Rocq, term: str, constant: str) -> str:
    """Return what Rocq prints for a part of a constant; without it, the game would be shown without this part."""
    printed = _evaluated(rocq, term)
    if not printed:
        raise Refused(f"Rocq cannot print all of {constant}")
    return printed


def _evaluated(rocq: Rocq, term: str) -> str:
    """Return what Rocq prints for a term after computing it; nothing if that is an error."""
    printed = rocq.ask(f"Eval vm_compute in ({term}).")
    return printed.rpartition("\n     : ")[0].strip().removeprefix("= ").replace("\n" + " " * 7, "\n")


def explained(reason: str, text: str) -> str:
    """Return why a file does not compile, with the line of the statement that is wrong, if the checker names one."""
    lines = text.splitlines()
    plain = " ".join(reason.split())
    wrong = WRONG.search(plain)
    another = ANOTHER.search(plain)
    if wrong:
        mark = re.compile(rf"\(\* {wrong[1]}(:| \*\))")  # the comment of the row with this number
        for number, line in enumerate(lines, 1):
            if mark.search(line):
                return f"line {number} is wrong, or what the certificate says about it: {line.strip()}"
    if another:
        for number, line in enumerate(lines, 1):
            if line.startswith("Theorem "):
                return f"line {number} states another value than {another[1]}: {line.strip()}"
    return reason
