"""What runs in the host. It runs no code of claims itself, so that no file can change how another one is checked.

One child process runs all files, describes their claims, and ends. Then each file with claims to be checked runs in a
child process of its own, with the files that it imports.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Collection as Container
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from gametheory.claims.addresses import SEPARATOR, address
from gametheory.claims.alone import declared_as_json
from gametheory.claims.cache import VerdictCache
from gametheory.claims.cluster import use_cluster
from gametheory.claims.collect import BrokenFile, Collection, collect_file, collect_files
from gametheory.claims.declare import Claim, ClaimsError
from gametheory.claims.from_source import expect_contents
from gametheory.claims.messages import collection_as_json
from gametheory.claims.printed import Printed, captured
from gametheory.claims.registry import forget_modules
from gametheory.claims.runner import check_serially
from gametheory.claims.source_code import source_code
from gametheory.claims.sources import claims_folder
from gametheory.claims.validate import error_text
from gametheory.claims.verdict import open_
from gametheory.parallel.child import Child, ChildEnded
from gametheory.parallel.isolated import isolated_results
from gametheory.parallel.json_connection import send

Record: TypeAlias = dict[str, Any]
# A verdict, the seconds, opened files, what was printed, and the hash of what the claim states in its own file.
Answer: TypeAlias = tuple[str, float, Record, str, str | None]
ELSEWHERE = "the file of this claim, run alone, does not declare it; another file of the folder adds or renames it"
COLLECTING = "-"  # the name of no file: the process that collects the claims has no checkpoints
# Packages that many files import. The host imports them once; it imports nothing that a file only names.
COMMON = frozenset("gametheory sympy mpmath numpy scipy networkx numba flint z3 cvc5".split())


class CheckRequest(NamedTuple):
    """A request to the host: list and check the claims of files, with their cache keys, by their addresses."""

    files: Mapping[str, Sequence[str]]
    keys: Mapping[str, str]
    processes: int
    capture: bool


class EvidenceRequest(NamedTuple):
    """A request to the host: make the evidence of an appendix of a file."""

    file: str
    appendix: str


@dataclass(frozen=True, eq=False)
class Hosted:
    """The work of the host.

    Attributes
    ----------
    folder
        The claims folder, or one source folder.
    cache
        Its cache.
    deep
        Whether checks cover larger ranges.
    timeout
        Seconds after which a check or an appendix is given up; 0 for no limit.
    broken
        Files that are not run, by name, each with the reason.
    only
        Names of the files to run; None for all.
    temporary
        The folder for temporary files of claims; None for that of the system.
    scheduler
        The address of the Dask cluster on which the sweeps inside the checks run; None for this machine.
    """

    folder: Path
    cache: VerdictCache
    deep: bool
    timeout: float
    broken: Mapping[str, str]
    only: Container[str] | None
    temporary: str | None
    scheduler: str | None = None

    def serve(self, connection: Connection) -> None:
        """Collect the claims, then answer requests. The answers to a request end with None.

        >>> from tempfile import mkdtemp
        >>> folder = Path(mkdtemp())
        >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
        >>> child = Child(Hosted(folder, VerdictCache(folder), False, 0, {}, None, None).serve)
        >>> child.receive(), sorted(child.receive())
        ('a.py', ['collection', 'error', 'loaded', 'record'])
        >>> child.kill()
        """
        with suppress(OSError):  # standard error is closed
            os.dup2(2, 1)  # standard output is a document of the command, which the claims must not write
        if self.temporary:
            tempfile.tempdir = os.environ["TMPDIR"] = self.temporary
        self.cache.confine()
        forget_modules(claims_folder(self.folder).path)
        self.cache.forget_opened()
        expect_contents(self.cache.contents)
        source_code(self.serve)  # Python compiles its patterns here once, and not in each child process
        if not self._collected(connection):
            return
        for number in count(1):
            request = connection.recv()
            if isinstance(request, CheckRequest):
                self.cache.keys |= request.keys
                check = partial(self._answer, request.capture)
                groups = [[name, *ids] for name, ids in request.files.items()]
                for id, answer, seconds in isolated_results(check, groups, request.processes, self.timeout):
                    send(connection, (number, (id, *_or_open(answer, seconds))))
            else:
                evidence = partial(self._evidence, request.file)
                for _, made, _ in isolated_results(evidence, [[request.appendix]], 1, self.timeout):
                    send(connection, (number, made if _fits(made, str, str, dict) else ("", _reason(made), {})))
            send(connection, (number, None))

    def _collected(self, connection: Connection) -> bool:
        """Send the claims as a child process describes them; return whether it has collected them."""
        child = Child(self._collect)
        try:
            while isinstance(message := child.receive(), str):
                send(connection, message)
        except ChildEnded as error:
            message = {"error": "", "ended": str(error)}
        finally:
            child.kill()
        described = message if isinstance(message, dict) else {}
        _import(described.get("loaded"))
        send(connection, described)
        return "collection" in described

    def _collect(self, connection: Connection) -> None:
        self.cache.confine(COLLECTING)
        try:
            with self.cache.recording():
                collection = collect_files(self.folder, self.broken, partial(send, connection), self.only)
        except ClaimsError as error:
            send(connection, {"error": str(error)})
            return
        described = {"collection": collection_as_json(collection), "record": self.cache.record()}
        send(connection, {"error": "", "loaded": _loaded(), **described})

    def _answer(self, capture: bool, name: str) -> Answer:
        """Check a claim, or return what the claims of a file state, as its own process finds them."""
        with captured(Printed()):  # what the files print is shown where the claims are collected
            own = _own(self, name.partition(SEPARATOR)[0])
        if SEPARATOR not in name:
            return declared_as_json(own), 0.0, self.cache.record(), "", None
        items = _by_address(self, name.partition(SEPARATOR)[0])
        if name not in items:
            return json.dumps(open_(ELSEWHERE).as_json()), 0.0, {}, "", None
        file = Printed() if capture else None
        with captured(file), use_cluster(self.scheduler):
            ((_, verdict, seconds),) = check_serially([items[name]], self.deep, self.cache)
        text = json.dumps(verdict.as_json())
        record = self.cache.record([name])  # those before have been sent
        return text, seconds, record, file.text() if file else "", items[name].stated

    def _evidence(self, file: str, id: str) -> tuple[str, str, Record]:
        """Return the evidence of an appendix as JSON, the reason if there is none, and the record of opened files."""
        try:
            own = {item.id: item for _, item in _own(self, file).appendices}
            section = own[id] if id in own else {item.id: item for _, item in _all(self).appendices}[id]
            with self.cache.recording():
                made = [piece.as_json() for piece in section.make()]
            return json.dumps(made, default=str), "", self.cache.record()
        except BaseException as error:  # SystemExit, too; this process receives no interrupts
            return "", f"raised {error_text(error)}", {}


@cache
def _own(hosted: Hosted, file: str) -> Collection:
    """Run one file in this process; it has claims of no other file."""
    hosted.cache.confine(file)
    with hosted.cache.recording(), suppress(BrokenFile):
        return collect_file(claims_folder(hosted.folder).path, file)
    return Collection([], [], {})


@cache
def _by_address(hosted: Hosted, file: str) -> dict[str, Claim]:
    return {address(item): item for _, item in _own(hosted, file).claims}


@cache
def _all(hosted: Hosted) -> Collection:
    """Run all files: which one declares the claims of a helper depends on the file that imports it first."""
    with hosted.cache.recording():
        return collect_files(hosted.folder, hosted.broken, only=hosted.only)


def _loaded() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] in COMMON]


def _import(names: Any) -> None:
    for name in names if isinstance(names, list) else ():
        if str(name).partition(".")[0] in COMMON:
            with suppress(Exception):
                import_module(str(name))


def _or_open(answer: Answer | ChildEnded, seconds: float) -> Answer:
    if not isinstance(answer, ChildEnded) and _fits(answer, str, float, dict, str, str | None):
        return answer
    return json.dumps(open_(f"the check {_reason(answer)}").as_json()), seconds, {}, "", None


def _reason(answer: object) -> str:
    return str(answer) if isinstance(answer, ChildEnded) else "sent another message than its result"


def _fits(answer: object, *kinds: Any) -> bool:
    """Return whether an answer has parts of these kinds. Code of the claim can have sent another one."""
    if not isinstance(answer, list | tuple) or len(answer) != len(kinds):
        return False
    parts = zip(answer, kinds, strict=True)
    return all(isinstance(part, kind) and (kind is not dict or is_record(part)) for part, kind in parts)


def is_record(record: Any) -> bool:
    """Return whether a value has the form of the result of `VerdictCache.record`, or is {}.

    >>> is_record({"checked": ["a.py::A"], "opened": {}}), is_record({"checked": 1}), is_record({"one": 1, "two": 2})
    (True, False, False)
    >>> is_record({"checked": [], "opened": {"file:\\0": "a hash"}})
    False
    """
    if not isinstance(record, dict):
        return False
    checked, opened = record.get("checked", []), record.get("opened", {})
    texts = [*checked, *opened, *opened.values()] if isinstance(checked, list) and isinstance(opened, dict) else [None]
    return record.keys() in (set(), {"checked", "opened"}) and all(map(_can_name_a_file, texts))


def _can_name_a_file(text: Any) -> bool:
    """Return whether a value is text that the system accepts as the name of a file, which need not exist."""
    try:
        return isinstance(text, str) and b"\0" not in os.fsencode(text)
    except ValueError:
        return False
