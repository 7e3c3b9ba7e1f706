"""The host: a child process whose own child processes run the files of a claims folder.

The process of the command never runs code of claims, and reads only JSON from the host. A claim that ends or blocks its
process is open, and the others are checked.
"""

from __future__ import annotations

import json
from collections.abc import Collection as Container
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gametheory.claims.addresses import address
from gametheory.claims.alone import declared_from_json
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import Collection
from gametheory.claims.declare import Claim, ClaimsError
from gametheory.claims.evidence import Evidence, evidence_from_json
from gametheory.claims.hosted import CheckRequest, EvidenceRequest, Hosted, Record, is_record
from gametheory.claims.messages import WrongDescription, collection_from_json
from gametheory.claims.runner import CheckedClaim
from gametheory.claims.sources import claims_folder, possible_files
from gametheory.claims.status import Status
from gametheory.claims.validate import error_text, escaped
from gametheory.claims.verdict import Verdict, open_, verdict_from_json
from gametheory.parallel.child import Child, ChildEnded

SECONDS_TO_START = 60.0  # for the process that runs the files, on a busy machine
CHANGED = "another file of the folder changes what this claim states; run alone, its own file states something else"


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
    scheduler
        The address of the Dask cluster on which the sweeps inside the checks run; None for this machine.

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
    ...     host.declare(["one.py"], processes=1)
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
        scheduler: str | None = None,
    ) -> None:
        self._folder, self._cache, self._deep, self._timeout = folder, cache, deep, timeout
        self._only, self._scheduler, self._place = only, scheduler, claims_folder(folder)
        self.printed: dict[str, str] = {}
        self._requests = 0
        self._temporary = TemporaryDirectory(prefix="gametheory-") if cache.is_below_temporary_files else None
        self._child, collection = self._collect()
        sections = [
            (source, replace(one, make=partial(self._make, cache.file_name(one), one.id)))
            for source, one in collection.appendices
        ]
        self.collection = collection._replace(appendices=sections)

    def close(self) -> None:
        """End the host and all its child processes."""
        self._child.kill()
        if self._temporary:
            self._temporary.cleanup()

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
            for id, text, seconds, record, printed, own in self._ask(CheckRequest(files, keys, processes, capture)):
                if record:
                    self._cache.add_record(record)
                if printed:
                    self.printed[id] = str(printed)
                if id in files:
                    self._cache.put_declared(id, declared_from_json(text))
                elif id in left:
                    changed = self._cache.changed(record) if record else []
                    yield left[id], as_stated(left.pop(id), text, own, changed), seconds
        except ChildEnded as error:
            for item in left.values():
                yield item, open_(f"the claims file {error}"), 0.0

    def declare(self, files: Iterable[str], processes: int) -> None:
        """Run files, each in a process of its own, and save in the cache what their claims state.

        Parameters
        ----------
        files
            Names of files.
        processes
            Number of processes.
        """
        request = CheckRequest({name: [] for name in files}, {}, processes, True)
        with suppress(ChildEnded):
            for file, text, _, record, *_ in self._ask(request):
                if record:
                    self._cache.add_record(record)
                self._cache.put_declared(file, declared_from_json(text))

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

    def _make(self, file: str, id: str) -> Sequence[Evidence]:
        """Make the evidence of an appendix."""
        try:
            ((text, reason, record),) = self._ask(EvidenceRequest(file, id))
        except ChildEnded as error:
            raise ClaimsError(f"the appendix {id} {error}") from error
        if reason:
            raise ClaimsError(f"the appendix {id} {reason}")
        self._cache.add_record(record)
        return [evidence_from_json(data) for data in json.loads(text)]

    def _collect(self) -> tuple[Child, Collection]:
        """Start a host. If a file ends, blocks or corrupts it, start another one that does not run this file."""
        broken: dict[str, str] = {}
        while True:
            child, file = self._start(broken, self._only), ""
            try:
                while isinstance(message := child.receive(self._seconds(file)), str):
                    file = message
                if isinstance(message, dict) and (ended := message.get("ended")):
                    raise ChildEnded(ended)
                collection, record = _described(message)
            except ChildEnded as error:
                child.kill()
                if not file or file in broken:
                    raise ClaimsError(f"{self._folder}: the process that collects the claims {error}") from error
                broken[file] = f"{self._place.path / file}: the file {error}"
            except WrongDescription:
                child.kill()
                if not (corrupting := self._corrupting(broken)):
                    raise
                broken |= corrupting
            except BaseException:
                child.kill()
                raise
            else:
                self._cache.add_record(record)
                return child, collection

    def _corrupting(self, broken: Mapping[str, str]) -> dict[str, str]:
        """Return the files that corrupt what a host sends also if they run alone, with the reasons."""
        found: dict[str, str] = {}
        for name in self._names():
            child = self._start({**broken, **found}, [name])
            try:
                while isinstance(message := child.receive(self._timeout), str):
                    pass
                _described(message)
            except WrongDescription as error:
                found[name] = f"{self._place.path / name}: where this file runs alone, {error}"
            except (ChildEnded, ClaimsError):  # another fault, which running all files shows
                pass
            finally:
                child.kill()
        return found

    def _names(self) -> Iterator[str]:
        """Yield the names of the files that run; the first one of a source folder runs before each other one."""
        for names in possible_files(self._place):
            if wanted := [name for name in names if self._only is None or name in self._only]:
                yield from dict.fromkeys([names[0], *wanted])

    def _seconds(self, file: str) -> float:
        """Return how long a host may take to its next message: a file has the time limit, the start may take longer."""
        return max(self._timeout, SECONDS_TO_START) if self._timeout and not file else self._timeout

    def _start(self, broken: Mapping[str, str], only: Container[str] | None) -> Child:
        temporary = self._temporary.name if self._temporary else None
        settings = self._cache, self._deep, self._timeout, dict(broken), only, temporary, self._scheduler
        return Child(Hosted(self._folder, *settings).serve)


def _described(message: Any) -> tuple[Collection, Record]:
    """Return the claims and the opened files that a host describes. Code of the files can have changed the message."""
    described = message if isinstance(message, dict) else {}
    if reason := described.get("error"):
        raise ClaimsError(str(reason))
    collection = collection_from_json(described.get("collection", {}))
    if not ((record := described.get("record")) and is_record(record)):
        raise WrongDescription("the process that collects the claims describes the opened files wrongly")
    return collection, record


def as_stated(item: Claim, text: str, own: str | None, changed: Sequence[Path] = ()) -> Verdict:
    """Read a verdict; it is open if the claim states something else where its file runs alone, or its data changed.

    Another file of the folder runs when the claims are collected, and not when this one is checked.

    Parameters
    ----------
    item
        The claim, as it was collected.
    text
        The verdict.
    own
        The hash of what the claim states where its file runs alone; None if it was not checked.
    changed
        Files that the check has opened, and that were not as when the run began.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> text = json.dumps(item.check().as_json())
    >>> [as_stated(item, text, own).status.value for own in (item.stated, "another hash")]
    ['verified', 'open']
    >>> as_stated(item, text, item.stated, [Path("data.txt")]).evidence[0].text
    'data.txt, which the check has opened, was changed while the claims ran'
    """
    verdict = established(text)
    if changed and verdict.status is not Status.OPEN:
        return open_(f"{escaped(changed[0].name)}, which the check has opened, was changed while the claims ran")
    same = own == item.stated or (own is None and verdict.status is Status.OPEN)
    return verdict if same else open_(CHANGED)


def established(text: str) -> Verdict:
    """Read a verdict; code of the claim can have made it, and can have changed the prover in its own process.

    >>> established("[]").status.value
    'open'
    """
    try:
        return verdict_from_json(json.loads(text))
    except Exception as error:  # whatever the text contains, the other claims are checked
        return open_(f"what the check returned is not established: {error_text(error)}")
