"""Recheck certificates: both solvers discharge them again, without any code of the claims.

The certificates are the SMT-LIB files of a folder, or the records of a manifest of `gametheory check --json`.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.audit import differences
from gametheory.claims.record import record_from_json
from gametheory.claims.status import MEANINGS, Status
from gametheory.claims.validate import error_text, escaped
from gametheory.parallel.cores import Progress
from gametheory.parallel.extras import library
from gametheory.parallel.processes import results
from gametheory.prove.kernel.compiler import find_program, second_reading
from gametheory.prove.kernel.facts import facts
from gametheory.prove.kernel.sources import read_sources
from gametheory.prove.proof import NotProved, failures
from gametheory.prove.statement import read_script

MAX_SCRIPT, MAX_MANIFEST = 1_000_000, 400_000_000  # bytes
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
    work = partial(_recheck_file, path) if is_folder else _recheck_claim
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
    if not total and not rejected:
        raise NothingToRecheck(f"{path}: it contains no certificate")
    accepted = sum(finding.accepted for finding in found)
    lines = (Rejection(escaped(file), escaped(why)) for file, why in rejected)
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
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe could never end
        raise ValueError("it is neither a file nor a folder")
    with path.open("rb") as file:
        content = file.read(MAX_MANIFEST + 1)
    if len(content) > MAX_MANIFEST:
        raise ValueError(f"it has more than {MAX_MANIFEST:,} bytes")
    try:
        document = json.loads(content.decode(), object_pairs_hook=_unique)
    except UnicodeDecodeError as error:
        raise ValueError("it is not text in UTF-8") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: {error}") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    _check_depth(document)
    claims = document.get("claims") if isinstance(document, dict) else None
    if not isinstance(claims, list):
        raise ValueError("it is not a manifest, which has a list of claims")
    ids = [item.get("id") if isinstance(item, dict) else None for item in claims]
    if not all(isinstance(id, str) for id in ids) or len(set(ids)) < len(ids):
        raise ValueError("its claims have no ids, or one id occurs twice")
    return dict(document)


def _check_depth(document: Any) -> None:
    """Raise ValueError if values are nested so deeply that they cannot be sent to another process."""
    level = [document]
    for _ in range(MAX_DEPTH):
        inner = (
            value.values() if isinstance(value, dict) else value for value in level if isinstance(value, dict | list)
        )
        level = list(chain.from_iterable(inner))
    if level:
        raise ValueError(f"it is nested more than {MAX_DEPTH} deep")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return pairs as a dict. If a key occurred twice, two programs could read different values."""
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("an object has the same key twice")
    return values


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
        sources = {
            name: source
            for name, source in read_sources(folder).items()
            if (folder / source.library).is_relative_to(inside)
        }
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
        path = folder / name
        if not stat.S_ISREG(path.lstat().st_mode):
            raise ValueError("it is not a regular file")
        with path.open("rb") as file:
            content = file.read(MAX_SCRIPT + 1)
        if len(content) > MAX_SCRIPT:
            raise ValueError(f"it has more than {MAX_SCRIPT:,} bytes")
        reason = _failure(content.decode())
    except UnicodeDecodeError:
        reason = "it is not text in UTF-8"
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


def _recheck_claim(data: Mapping[str, Any]) -> _Finding:
    """Recheck the record of a claim, and that of its correction."""
    try:
        rejected = list(_rejections(str(data["id"]), data))
        listed = [_name(str(data["id"]), entry) for entry in data["certificates"]]
        correction = data["correction"]
        if correction is None:
            return _Finding(listed, rejected)
        inner = _recheck_claim(correction | {"id": f"{data['id']}, correction"})
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        id = str(data["id"])
        return _Finding([id], [Rejection(id, f"the data do not describe a verdict: {error_text(error)}")])
    return _Finding(listed + inner.certificates, rejected + inner.rejected)


def _rejections(id: str, data: Mapping[str, Any]) -> Iterator[Rejection]:
    """Yield every difference between a verdict of the manifest and what its record says."""
    stated = data["record"]
    if stated is not None and stated["kind"] == "kernel" and find_program() is None:
        yield from _alone(id, data, NO_ROCQ)
        if not any(str(entry["file"]).endswith(".v") for entry in data["certificates"]):
            yield Rejection(id, NO_ROCQ)
        return
    try:
        record = record_from_json(stated)
    except NotProved as error:
        yield Rejection(id, str(error))
        yield from _alone(id, data, "its claim is not established")
        return
    for certificate, why in differences(data, record):
        yield Rejection(f"{id}: {certificate}" if certificate else id, why)


def _name(id: str, entry: Mapping[str, Any]) -> str:
    """Return the name of a certificate in rejections."""
    return f"{id}: {entry['file']}"


def _alone(id: str, data: Mapping[str, Any], why: str) -> Iterator[Rejection]:
    """Yield each certificate that is rejected by itself, and those of Rocq, if the record is not established."""
    texts = {entry["name"]: entry["text"] for entry in data["evidence"] if entry["kind"] == "certificate"}
    for entry in data["certificates"]:
        kernel = str(entry["file"]).endswith(".v")
        reason = why if kernel else _failure(texts[entry["file"]]) if entry["file"] in texts else "its text is missing"
        if reason:
            yield Rejection(_name(id, entry), reason)


def _edits(manifest: Mapping[str, Any]) -> Iterator[Rejection]:
    """Yield differences of a manifest from what the program writes: meanings, counterexamples, counts."""
    if manifest.get("statuses", MEANINGS) != MEANINGS:
        yield Rejection("statuses", "the manifest gives the verdicts other meanings than this program")
    for item in manifest.get("claims", ()):
        if item.get("status") in (Status.REFUTED, Status.CORRECTED) and not item.get("witness"):
            yield Rejection(str(item.get("id")), f"it is {item['status']}, without a counterexample")
    for name, key, words in (("counts", "status", tuple(Status)), ("labels", "label", tuple(MEANINGS))):
        stated = manifest.get(name, {})
        for word in words if stated else ():
            found = sum(item.get(key) == word for item in manifest["claims"])
            if not isinstance(stated, dict) or stated.get(word, 0) != found:
                yield Rejection(name, f"the manifest has another number of {word} claims than {found}")
