"""The host: a child process that runs the files of a claims folder.

The process of the command never runs code of claims, and reads only JSON from the host. The host collects the claims
and describes them. It checks the claims in child processes of its own, so that a claim that ends or blocks its process
is open, and the others are checked.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Collection as Container
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from gametheory.claims.addresses import address
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import Collection, collect_files
from gametheory.claims.declare import Appendix, Claim, ClaimsError
from gametheory.claims.evidence import Evidence, evidence_from_json
from gametheory.claims.messages import collection_as_json, collection_from_json
from gametheory.claims.printed import Printed, captured
from gametheory.claims.registry import forget_modules
from gametheory.claims.runner import CheckedClaim, check_serially
from gametheory.claims.sources import claims_folder
from gametheory.claims.validate import error_text
from gametheory.claims.verdict import Verdict, open_, verdict_from_json
from gametheory.parallel.child import Child, ChildEnded
from gametheory.parallel.isolated import isolated_results
from gametheory.parallel.json_connection import receive, send

Record: TypeAlias = dict[str, Any]
Answer: TypeAlias = tuple[str, float, Record, str]  # a verdict, the seconds, opened files, and what was printed


class _Check(NamedTuple):
    """A request to the host: check claims, by file, with their cache keys. Claims are named by their addresses."""

    files: list[list[str]]
    keys: Mapping[str, str]
    processes: int
    capture: bool


class _Evidence(NamedTuple):
    """A request to the host: make the evidence of an appendix."""

    appendix: str


class Host:
    """A child process that collects the claims of a folder and checks them.

    Parameters
    ----------
    folder
        The claims folder, or one source folder.
    cache
        Its cache; the records of opened files are added to it.
    deep
        Whether checks cover larger ranges.
    timeout
        Seconds after which a file, a check or an appendix is given up; 0 for no limit.
    only
        Names of the files to run; None for all.

    Attributes
    ----------
    collection
        The claims and appendices of the files, with the ids of the declarations. Their functions cannot be called here,
        but `make` of an appendix asks the host.
    printed
        What the checks have printed, by the address of the claim.

    Raises
    ------
    ClaimsError
        If the folder cannot be collected.

    Examples
    --------
    >>> from contextlib import closing
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["import os", "from gametheory import claim, verified"]
    >>> lines += ["A = claim('A', 'true', 'p. 1')(lambda: verified('one case', 1))"]
    >>> lines += ["B = claim('B', 'crashes', 'p. 1')(lambda: os._exit(0))"]
    >>> _ = (folder / "one.py").write_text("\\n".join(lines))
    >>> with closing(Host(folder, VerdictCache(folder))) as host:
    ...     claims = [item for _, item in host.collection.claims]
    ...     [(item.id, verdict.status.value) for item, verdict, seconds in host.check(claims, 1)]
    [('A', 'verified'), ('B', 'open')]
    >>> host.close()  # ending it twice does no harm
    """

    def __init__(
        self,
        folder: Path,
        cache: VerdictCache,
        deep: bool = False,
        timeout: float = 0,
        only: Container[str] | None = None,
    ) -> None:
        self._folder, self._cache, self._deep, self._timeout = folder, cache, deep, timeout
        self._only = only
        self.printed: dict[str, str] = {}
        self._requests = 0
        self._temporary = TemporaryDirectory(prefix="gametheory-") if cache.is_below_temporary_files else None
        self._child, collection = self._collect()
        sections = [(source, replace(one, make=partial(self._make, one.id))) for source, one in collection.appendices]
        self.collection = collection._replace(appendices=sections)

    def close(self) -> None:
        """End the host and all its child processes."""
        self._child.kill()
        if self._temporary:
            self._temporary.cleanup()

    def paused(self) -> AbstractContextManager[None]:
        """Return a context manager: code of claims does not run.

        Examples
        --------
        >>> from contextlib import closing
        >>> from tempfile import mkdtemp
        >>> folder = Path(mkdtemp())
        >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
        >>> with closing(Host(folder, VerdictCache(folder))) as host, host.paused():
        ...     len(host.collection.claims)
        1
        """
        return self._child.paused()

    def check(self, claims: Sequence[Claim], processes: int, capture: bool = True) -> Iterator[CheckedClaim]:
        """Check claims; several files in parallel, if there are several processes.

        Parameters
        ----------
        claims
            Claims of the collection.
        processes
            Number of processes. With one, the sweeps inside the checks run in parallel.
        capture
            Whether what the checks print is saved; otherwise it goes to standard error.

        Yields
        ------
        tuple
            The claim, its verdict and the seconds that the check took.
        """
        left = {address(item): item for item in claims}
        files: dict[str, list[str]] = {}
        for item in claims:
            files.setdefault(self._cache.file_name(item), []).append(address(item))
        try:
            keys = {address(item): self._cache.key(item) for item in claims}
            for id, text, seconds, record, printed in self._ask(_Check(list(files.values()), keys, processes, capture)):
                if record:
                    self._cache.add_record(record)
                if printed:
                    self.printed[id] = str(printed)
                if id in left:
                    yield left.pop(id), _established(text), seconds
        except ChildEnded as error:  # code of a file still runs in the host, for example in a thread
            for item in left.values():
                yield item, open_(f"the claims file {error}"), 0.0

    def _ask(self, request: object) -> Iterator[Any]:
        self._requests += 1
        own = self._requests
        try:
            self._child.connection.send(request)
        except OSError as error:
            raise ChildEnded("ended the process in which it ran") from error
        while True:
            number, answer = self._child.receive()
            if number == own:  # the caller can have left answers to an earlier request
                if answer is None:
                    return
                yield answer

    def _make(self, id: str) -> Sequence[Evidence]:
        """Make the evidence of an appendix."""
        try:
            ((text, reason, record),) = self._ask(_Evidence(id))
        except ChildEnded as error:
            raise ClaimsError(f"the appendix {id} {error}") from error
        if reason:
            raise ClaimsError(f"the appendix {id} {reason}")
        self._cache.add_record(record)
        return [evidence_from_json(data) for data in json.loads(text)]

    def _collect(self) -> tuple[Child, Collection]:
        """Start a host. If a file ends or blocks it, start another one that does not run this file."""
        broken: dict[str, str] = {}
        while True:
            child, file = self._start(broken), ""
            try:
                while isinstance(message := child.receive(self._timeout), str):
                    file = message
            except ChildEnded as error:
                child.kill()
                if not file or file in broken:
                    raise ClaimsError(f"{self._folder}: the process that collects the claims {error}") from error
                broken[file] = f"{claims_folder(self._folder).path / file}: the file {error}"
                continue
            except BaseException:
                child.kill()
                raise
            try:
                if reason := message["error"]:
                    raise ClaimsError(reason)
                collection = collection_from_json(message["collection"])
            except BaseException:
                child.kill()
                raise
            self._cache.add_record(message["record"])
            return child, collection

    def _start(self, broken: Mapping[str, str]) -> Child:
        temporary = self._temporary.name if self._temporary else None
        serve = partial(_serve, self._folder, self._cache, self._deep, self._timeout, dict(broken), self._only)
        return Child(partial(_confined, self._cache, temporary, serve), receive)


def _established(text: str) -> Verdict:
    """Read a verdict; code of the claim can have made it, and can have changed the prover in its own process."""
    try:
        return verdict_from_json(json.loads(text))
    except Exception as error:  # whatever the text contains, the other claims are checked
        return open_(f"what the check returned is not established: {error_text(error)}")


def _confined(
    cache: VerdictCache, temporary: str | None, serve: Callable[[Connection], None], connection: Connection
) -> None:
    """Run in the host, before any code of claims: keep it and its child processes out of the cache."""
    if temporary:
        tempfile.tempdir = os.environ["TMPDIR"] = temporary
    cache.confine()
    serve(connection)


def _serve(
    folder: Path,
    cache: VerdictCache,
    deep: bool,
    timeout: float,
    broken: Mapping[str, str],
    only: Container[str] | None,
    connection: Connection,
) -> None:
    """Run in the host: collect the claims, then answer requests. The answers to a request end with None."""
    forget_modules(claims_folder(folder).path)
    try:
        with cache.recording():
            collection = collect_files(folder, broken, partial(send, connection), only)
    except ClaimsError as error:
        send(connection, {"error": str(error)})
        return
    send(connection, {"error": "", "collection": collection_as_json(collection), "record": cache.record()})
    claims = {address(item): item for _, item in collection.claims}
    sections = {item.id: item for _, item in collection.appendices}
    for number in count(1):
        request = connection.recv()
        if isinstance(request, _Check):
            cache.keys |= request.keys
            check = partial(_check, claims, cache, deep, request.capture)
            for id, answer, seconds in isolated_results(check, request.files, request.processes, timeout):
                send(connection, (number, (id, *_or_open(answer, seconds))))
        else:
            evidence = partial(_evidence, sections, cache)
            for _, made, _ in isolated_results(evidence, [[request.appendix]], 1, timeout):
                send(connection, (number, ("", str(made), {}) if isinstance(made, ChildEnded) else made))
        send(connection, (number, None))


def _check(claims: Mapping[str, Claim], cache: VerdictCache, deep: bool, capture: bool, id: str) -> Answer:
    file = Printed() if capture else None
    with captured(file):
        ((_, verdict, seconds),) = check_serially([claims[id]], deep, cache)
    return json.dumps(verdict.as_json()), seconds, cache.record(), file.text() if file else ""


def _or_open(answer: Answer | ChildEnded, seconds: float) -> Answer:
    if not isinstance(answer, ChildEnded):
        return answer
    return json.dumps(open_(f"the check {answer}").as_json()), seconds, {}, ""


def _evidence(sections: Mapping[str, Appendix], cache: VerdictCache, id: str) -> tuple[str, str, Record]:
    """Return the evidence of an appendix as JSON, the reason if there is none, and the record of opened files."""
    try:
        with cache.recording():
            made = [piece.as_json() for piece in sections[id].make()]
        return json.dumps(made, default=str), "", cache.record()
    except BaseException as error:  # SystemExit, too; this process receives no interrupts
        return "", f"raised {error_text(error)}", {}
