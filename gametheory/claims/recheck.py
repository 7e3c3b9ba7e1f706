"""Recheck certificates: both solvers discharge them again, without any code of the claims.

The certificates are the SMT-LIB files of a folder, or the records of a manifest of `gametheory check --json`.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.status import ESTABLISHED, MEANINGS, SYMBOLS, Status
from gametheory.claims.validate import error_text, escaped, read_json
from gametheory.claims.verdict import verdict_from_json
from gametheory.parallel.cores import Progress
from gametheory.parallel.extras import installed_version, library
from gametheory.parallel.processes import results
from gametheory.prove.kernel.compiler import find_program, second_reading
from gametheory.prove.kernel.facts import facts
from gametheory.prove.kernel.sources import read_sources
from gametheory.prove.proof import failures
from gametheory.prove.statement import read_script
from gametheory.storage.read import read_bytes

MAX_SCRIPT, MAX_MANIFEST = 1_000_000, 400_000_000  # bytes
SOLVERS = ("z3-solver", "cvc5")
NOT_UTF8 = "it is not text in UTF-8"
MAX_DEPTH = 60  # of nested values in a manifest; lookup tables have about ten
NO_ROCQ = "a proof of Rocq, and Rocq is not installed"


class NothingToRecheck(ValueError):
    """The input is missing, cannot be read, or contains no certificate."""


class Rejection(NamedTuple):
    """What was rejected, a file or a claim with its certificate, and why."""

    file: str
    why: str


class Rechecked(NamedTuple):
    """The result of rechecking certificates."""

    certificates: int
    accepted: int
    rejected: tuple[Rejection, ...]

    @property
    def sound(self) -> bool:
        """Whether everything was accepted."""
        return not self.rejected and self.accepted == self.certificates

    def as_json(self) -> dict[str, Any]:
        """Return the keys of `gametheory recheck --json`."""
        rejected = [entry._asdict() for entry in self.rejected]
        return {
            "certificates": self.certificates,
            "accepted": self.accepted,
            "rejected": rejected,
            "sound": self.sound,
        }


class _Finding(NamedTuple):
    """The certificates of a file or a claim, with their names in rejections, and what was rejected."""

    certificates: list[str]
    rejected: list[Rejection]

    @property
    def accepted(self) -> int:
        files = {entry.file for entry in self.rejected}
        return sum(name not in files for name in self.certificates)


def recheck(path: str | Path, progress: Progress | None = None) -> Rechecked:
    """Check all certificates of a manifest or a folder again: with both solvers, and those of Rocq with its kernel."""
    path = Path(path)
    try:
        is_folder = path.is_dir()
        files = sorted(path.rglob("*.smt2")) if is_folder else []
        manifest = {} if is_folder else _manifest(path)
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise NothingToRecheck(f"{path}: {reason or error_text(error)}") from error
    names = [file.relative_to(path).as_posix() for file in files]
    work = partial(_recheck_file, path) if is_folder else recheck_claim
    claims = [] if is_folder else manifest["claims"]
    if names or claims:
        for name in ("z3", "cvc5"):
            library(name, "prove")
    if claims:
        _ask_kernel(manifest)
    found = list(_in_parallel(work, names or claims, progress))
    found += _read_by_kernel(path, progress) if is_folder else []
    rejected = [*chain.from_iterable(finding.rejected for finding in found), *_edits(manifest)]
    total = sum(len(finding.certificates) for finding in found)
    if not total and not rejected and not manifest.get("texts"):
        raise NothingToRecheck(f"{path}: it contains no certificate")
    accepted = sum(finding.accepted for finding in found)
    lines = dict.fromkeys(Rejection(escaped(file), escaped(why)) for file, why in rejected)
    return Rechecked(total, accepted, tuple(lines))


def _in_parallel(
    work: Callable[[Any], _Finding], pieces: Sequence[Any], progress: Progress | None
) -> Iterator[_Finding]:
    """Yield the findings in the order of the pieces."""
    found: dict[int, _Finding] = {}
    for index, finding in results(work, pieces):
        found[index] = finding
        if progress:
            name = pieces[index] if isinstance(pieces[index], str) else pieces[index]["id"]
            progress(len(found), len(pieces), escaped(name))
    return (found[index] for index in range(len(pieces)))


def _manifest(path: Path) -> dict[str, Any]:
    try:
        document = read_json(read_bytes(path, MAX_MANIFEST).decode())
        claims = document.get("claims") if isinstance(document, dict) else None
        if _depth(document) > MAX_DEPTH:
            raise RecursionError
    except UnicodeDecodeError as error:
        raise ValueError(NOT_UTF8) from error
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: {error}") from error
    except RecursionError as error:
        raise ValueError(f"it is nested too deeply; at most {MAX_DEPTH} levels are allowed") from error
    if not isinstance(claims, list):
        raise ValueError("it is not a manifest, which has a list of claims")
    ids = [item.get("id") if isinstance(item, dict) else None for item in claims]
    if not all(isinstance(id, str) for id in ids) or len(set(ids)) < len(ids):
        raise ValueError("its claims have no ids, or one id occurs twice")
    return dict(document)


def _depth(value: Any) -> int:
    """Return how deeply values are nested; too deep ones cannot be sent to another process."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0)


def _ask_kernel(manifest: Mapping[str, Any]) -> None:
    """Ask the kernel for the theorems of a manifest; the files of Rocq are those of its claims folder."""
    theorems = [name for data in manifest["claims"] for name in (*_theorems(data), *_theorems(data.get("correction")))]
    if theorems:
        try:
            facts(Path(str(manifest.get("folder", "."))) / "rocq", theorems)
        except (OSError, ValueError) as error:
            raise NothingToRecheck(f"the files of Rocq cannot be read: {error_text(error)}") from error


def _theorems(data: Any) -> list[str]:
    """Return the theorems that a verdict of a manifest names, in whatever form its data are."""
    record = data.get("record") if isinstance(data, dict) else None
    stated = record.get("theorems") if isinstance(record, dict) and record.get("kind") == "kernel" else None
    entries = [entry for entry in stated if isinstance(entry, dict)] if isinstance(stated, list) else []
    return [entry["theorem"] for entry in entries if isinstance(entry.get("theorem"), str)]


def _read_by_kernel(path: Path, progress: Progress | None) -> list[_Finding]:
    """Compile the files of Rocq below a folder, and let a second reader check them."""
    found = []
    for folder in sorted({file.resolve().parent.parent for file in path.rglob("*.v")}):
        inside = path.resolve()
        try:
            sources = read_sources(folder)
        except (OSError, ValueError) as error:
            file = f"{folder.name}/*/*.v"
            found.append(_Finding([file], [Rejection(file, error_text(error))]))
            continue
        sources = {name: each for name, each in sources.items() if (folder / each.library).is_relative_to(inside)}
        try:
            reasons = second_reading(sources, progress)
        except FileNotFoundError:
            reasons = dict.fromkeys(sources, NO_ROCQ)
        for name, reason in reasons.items():
            file = sources[name].file
            found.append(_Finding([file], [Rejection(file, reason)] if reason else []))
    return found


def _recheck_file(folder: Path, name: str) -> _Finding:
    try:
        if not stat.S_ISREG((folder / name).lstat().st_mode):
            raise ValueError("it is not a regular file")
        reason = _failure(read_bytes(folder / name, MAX_SCRIPT).decode())
    except UnicodeDecodeError:
        reason = NOT_UTF8
    except OSError as error:
        reason = error.strerror or error_text(error)
    except ValueError as error:
        reason = str(error)
    return _Finding([name], [Rejection(name, reason)] if reason else [])


def _failure(script: str) -> str:
    """Return why the solvers do not discharge a script, or ""."""
    try:
        reasons = list(failures(read_script(script, "certificate")))
        return "\n".join(reason.removeprefix("certificate: ") for reason in reasons)
    except ValueError as error:
        return str(error).removeprefix("certificate: ")


def recheck_claim(data: Mapping[str, Any]) -> _Finding:
    """Establish the record of a claim again, and that of its correction, and compare what the verdict says."""
    id = str(data["id"])
    try:
        own = json.loads(json.dumps(verdict_from_json(data).as_json(), default=str))
        listed = [_name(name, entry) for name, verdict in _verdicts(id, data) for entry in verdict["certificates"]]
        return _Finding(listed, list(differences(id, data, own)))
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        reason = error_text(error.__cause__ or error)
        return _Finding([id], [Rejection(id, f"the data do not describe a verdict: {reason}")])


def _verdicts(id: str, data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the verdict of a claim and that of its correction, each with its name in rejections."""
    while data:
        yield id, data
        id, data = f"{id}, correction", data["correction"]


def _name(id: str, entry: Mapping[str, Any]) -> str:
    """Return the name of a certificate in rejections."""
    return f"{id}: {entry['file']}"


def differences(id: str, data: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[Rejection]:
    """Yield every difference between a verdict and the one that the program makes of its record."""
    if own["status"] == Status.OPEN != data["status"]:
        awaits_kernel = data["record"] and data["record"]["kind"] == "kernel" and find_program() is None
        yield Rejection(id, NO_ROCQ if awaits_kernel else own["evidence"][0]["text"])
        yield from chain.from_iterable(_alone(name, verdict) for name, verdict in _verdicts(id, data))
        return
    if own["status"] == Status.REFUTED and data["status"] in ESTABLISHED:
        yield Rejection(id, f"it is false: {own['witness']['explanation']} for {own['witness']['case']}")
        yield from chain.from_iterable(_alone(name, verdict) for name, verdict in _verdicts(id, data))
        return
    for key, value in own.items():
        if key not in ("correction", "certificates") and data[key] != value:
            known = own["formal"] if isinstance(value, dict | list) else value
            yield Rejection(id, f"{key} is not what the record says: {known or 'there is none'}")
    yield from _other_certificates(id, data, own)
    if own["correction"]:
        yield from differences(f"{id}, correction", data["correction"], own["correction"])


def _other_certificates(id: str, data: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[Rejection]:
    """Yield how the certificates of a verdict differ: their files, their texts, and the programs that accepted them."""
    if [entry["file"] for entry in data["certificates"]] != [entry["file"] for entry in own["certificates"]]:
        yield Rejection(id, f"certificates is not what the record says: {len(own['certificates'])}")
        return
    texts = {entry["name"]: entry for entry in own["evidence"] if entry["kind"] == "certificate"}
    for stated, entry in zip(data["certificates"], own["certificates"], strict=True):
        if _programs(stated) != _programs(entry):
            yield Rejection(_name(id, entry), "the programs that accepted it are not those that must")
        elif stated != entry:
            said, here = (", ".join(each["accepted"]) for each in (stated, entry))
            yield Rejection("versions", f"the certificates were accepted by {said} in the manifest, here by {here}")
        if entry["file"] in texts and texts[entry["file"]] not in data["evidence"]:
            yield Rejection(_name(id, entry), "its text is missing, or is not the one that the record states")


def _programs(certificate: Mapping[str, Any]) -> set[str]:
    """Return the names of the programs that have accepted a certificate, without their versions."""
    return {program.split()[0] for program in certificate["accepted"]}


def _alone(id: str, data: Mapping[str, Any]) -> Iterator[Rejection]:
    """Yield each certificate that is rejected by itself, and those of Rocq, if the record is not established."""
    texts = {entry["name"]: entry["text"] for entry in data["evidence"] if entry["kind"] == "certificate"}
    for entry in data["certificates"]:
        kernel = str(entry["file"]).endswith(".v")
        missing = "its claim is not established" if kernel else "its text is missing"
        if reason := _failure(texts[entry["file"]]) if entry["file"] in texts and not kernel else missing:
            yield Rejection(_name(id, entry), reason)


def _marks(manifest: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the marks of the texts of a manifest, in whatever form its data are."""
    texts = manifest.get("texts")
    parts = [text.get("marks") for text in texts if isinstance(text, dict)] if isinstance(texts, list) else []
    return [mark for marks in parts if isinstance(marks, list) for mark in marks if isinstance(mark, dict)]


def _edits(manifest: Mapping[str, Any]) -> Iterator[Rejection]:
    """Yield differences of a manifest from what the program writes: words, symbols, solvers and counts."""
    words = {"statuses": MEANINGS, "symbols": {label: {"symbol": symbol} for label, symbol in SYMBOLS.items()}}
    for key, value in words.items():
        if manifest.get(key, value) != value:
            yield Rejection(key, f"the manifest gives the verdicts other {key} than this program")
    own = {name: installed_version(name) for name in SOLVERS}
    made_with = manifest.get("computed_with", own)
    if not isinstance(made_with, dict) or any(made_with.get(name) != version for name, version in own.items()):
        yield Rejection("versions", f"the manifest was made by other solvers than {own}")
    for mark in _marks(manifest):
        for side in ("sentence", "formal"):
            if sha256(str(mark.get(side)).encode()).hexdigest() != mark.get(f"{side}_hash"):
                yield Rejection(str(mark.get("id")), f"the {side} of the mark does not have its hash")
    for name, key, labels in (("counts", "status", tuple(Status)), ("labels", "label", tuple(MEANINGS))):
        stated = manifest.get(name, {})
        for word in labels if stated else ():
            found = sum(item.get(key) == word for item in manifest["claims"])
            if not isinstance(stated, dict) or stated.get(word, 0) != found:
                yield Rejection(name, f"the manifest has another number of {word} claims than {found}")
