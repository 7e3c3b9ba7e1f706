"""Recheck certificates: both solvers discharge them again, without any code of the claims.

The certificates are the SMT-LIB files of a folder, or the records of a manifest of `gametheory check --json`.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.lock import hashed
from gametheory.claims.plain_values import error_text, escaped, read_json
from gametheory.claims.status import ESTABLISHED, MEANINGS, SYMBOLS, Status
from gametheory.claims.verdict import verdict_from_json
from gametheory.parallel.extras import installed_version, library
from gametheory.parallel.limits import Progress
from gametheory.parallel.processes import results
from gametheory.prove.kernel.compiler import find_program
from gametheory.prove.kernel.facts import facts
from gametheory.prove.kernel.second_reader import second_reading
from gametheory.prove.kernel.sources import read_sources
from gametheory.prove.proof import failures
from gametheory.prove.statement import read_script
from gametheory.storage.files import read_text

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

    @property
    def sound(self) -> bool:
        """Whether everything was accepted."""
        return not self.rejected and self.accepted == self.certificates

    def as_json(self) -> dict[str, Any]:
        """Return the keys of `gametheory recheck --json`."""
        rejected = [entry._asdict() for entry in self.rejected]
        return self._asdict() | {"rejected": rejected, "sound": self.sound}


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
    found += _read_by_kernel(path, progress) if is_folder else [_edits(manifest)]
    rejected = [entry for each in found for entry in each.rejected]
    total = sum(each.certificates for each in found)
    if not total and not rejected and not manifest.get("texts"):
        raise NothingToRecheck(f"{path}: it contains no certificate")
    lines = dict.fromkeys(Rejection(escaped(file), escaped(why)) for file, why in rejected)
    return Rechecked(total, sum(each.accepted for each in found), tuple(lines))


def _finding(certificates: int, rejected: Sequence[Rejection]) -> Rechecked:
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
            name = pieces[index] if isinstance(pieces[index], str) else pieces[index]["id"]
            progress(len(found), len(pieces), escaped(name))
    return (found[index] for index in range(len(pieces)))


def _manifest(path: Path) -> dict[str, Any]:
    try:
        document = read_json(read_text(path, MAX_MANIFEST))
        claims = document.get("claims") if isinstance(document, dict) else None
        if _depth(document) > MAX_DEPTH:
            raise RecursionError
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
    """Return the theorems that a verdict of a manifest names; none if its data have another form."""
    try:
        return [str(entry["theorem"]) for entry in data["record"]["theorems"]]
    except (LookupError, TypeError):
        return []


def _read_by_kernel(path: Path, progress: Progress | None) -> list[Rechecked]:
    """Compile the files of Rocq below a folder, and let a second reader check them."""
    found = []
    for folder in sorted({file.resolve().parent.parent for file in path.rglob("*.v")}):
        inside = path.resolve()
        try:
            sources = read_sources(folder)
        except (OSError, ValueError) as error:
            found.append(_of_file(f"{folder.name}/*/*.v", error_text(error)))
            continue
        sources = {name: each for name, each in sources.items() if (folder / each.library).is_relative_to(inside)}
        try:
            reasons = second_reading(sources, progress)
        except FileNotFoundError:
            reasons = dict.fromkeys(sources, NO_ROCQ)
        found += [_of_file(sources[name].file, reason) for name, reason in reasons.items()]
    return found


def _recheck_file(folder: Path, name: str) -> Rechecked:
    try:
        if not stat.S_ISREG((folder / name).lstat().st_mode):
            raise ValueError("it is not a regular file")
        script = read_text(folder / name, MAX_SCRIPT)
        reasons = list(failures(read_script(script, "certificate")))
    except OSError as error:
        reasons = [error.strerror or error_text(error)]
    except ValueError as error:
        reasons = [str(error)]
    return _of_file(name, "\n".join(reason.removeprefix("certificate: ") for reason in reasons))


def recheck_claim(data: Mapping[str, Any]) -> Rechecked:
    """Establish the record of a claim again, and that of its correction, and compare what the verdict says."""
    id = str(data["id"])
    try:
        own = json.loads(json.dumps(verdict_from_json(data).as_json(), default=str))
        return _finding(_number(data), list(differences(id, data, own)))
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        reason = error_text(error.__cause__ or error)
        return _of_file(id, f"the data do not describe a verdict: {reason}")


def _number(data: Mapping[str, Any] | None) -> int:
    """Return the number of certificates of a verdict and of its correction."""
    return len(data["certificates"]) + _number(data["correction"]) if data else 0


def differences(id: str, data: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[Rejection]:
    """Yield every difference between a verdict and the one that the program makes of its record."""
    if own["status"] == Status.OPEN != data["status"]:
        awaits_kernel = data["record"] and data["record"]["kind"] == "kernel" and find_program() is None
        yield Rejection(id, NO_ROCQ if awaits_kernel else own["evidence"][0]["text"])
        return
    if own["status"] == Status.REFUTED and data["status"] in ESTABLISHED:
        yield Rejection(id, f"it is false: {own['witness']['explanation']} for {own['witness']['case']}")
        return
    for key, value in own.items():
        if key not in ("correction", "certificates") and data[key] != value:
            known = own["formal"] if isinstance(value, dict | list) else value
            yield Rejection(id, f"{key} is not what the record says: {known or 'there is none'}")
    if _programs(data) != _programs(own):
        yield Rejection(id, "certificates, or the programs that accepted them, are not what the record says")
    elif data["certificates"] != own["certificates"]:
        yield Rejection(VERSIONS, "the certificates were accepted by other versions of the programs than here")
    if own["correction"]:
        yield from differences(f"{id}, correction", data["correction"], own["correction"])


def _programs(verdict: Mapping[str, Any]) -> list[tuple[str, set[str]]]:
    """Return the certificates of a verdict with the names of the programs that accepted them, without versions."""
    return [(entry["file"], {name.split()[0] for name in entry["accepted"]}) for entry in verdict["certificates"]]


def _edits(manifest: Mapping[str, Any]) -> Rechecked:
    """Return differences of a manifest from what the program writes: words, symbols, solvers, hashes and counts."""
    try:
        return _finding(0, list(_edited(manifest)))
    except (AttributeError, LookupError, TypeError) as error:
        return _finding(0, [Rejection("manifest", f"it has another form than the program writes: {error_text(error)}")])


def _edited(manifest: Mapping[str, Any]) -> Iterator[Rejection]:
    words = {"statuses": MEANINGS, "symbols": {status: {"symbol": symbol} for status, symbol in SYMBOLS.items()}}
    for key, value in words.items():
        if manifest.get(key, value) != value:
            yield Rejection(key, f"the manifest gives the verdicts other {key} than this program")
    own = {name: installed_version(name) for name in SOLVERS}
    made_with = manifest.get("computed_with", own)
    if any(made_with.get(name) != version for name, version in own.items()):
        yield Rejection(VERSIONS, f"the manifest was made by other solvers than {own}")
    for mark in (mark for text in manifest.get("texts", ()) for mark in text["marks"]):
        for side in ("sentence", "formal"):
            if hashed(mark[side]) != mark[f"{side}_hash"]:
                yield Rejection(str(mark["id"]), f"the {side} of the mark does not have its hash")
    statuses = [item.get("status") for item in manifest["claims"]]
    for status in Status if manifest.get("counts") else ():
        number = statuses.count(status)
        if manifest["counts"].get(status, 0) != number:
            yield Rejection("counts", f"the manifest has another number of {status} claims than {number}")
