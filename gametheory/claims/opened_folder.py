"""The claims of a folder: those of unchanged files from the index, those of other files by running the files.

Files run in the host, a child process, if the platform can fork. A file runs only if its claims are not known, or if
one of them is to be checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from gametheory.claims.addresses import address, file_of, with_unique_ids
from gametheory.claims.alone import Declared, disagreements
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import Collection, collect_files, concatenated, joined
from gametheory.claims.collection_index import CollectionIndex
from gametheory.claims.declare import Appendix, Claim, ClaimsError
from gametheory.claims.evidence import Evidence
from gametheory.claims.host import Host
from gametheory.claims.registry import forget_modules
from gametheory.claims.runner import CheckedClaim, check_serially
from gametheory.claims.sources import ClaimsFolder, possible_files
from gametheory.claims.validate import escaped


@dataclass(frozen=True)
class Work:
    """How a folder is checked.

    Attributes
    ----------
    cache
        The cache of the folder.
    deep
        Whether checks cover larger ranges.
    timeout
        Seconds after which a file or a check is given up; 0 for no limit.
    isolated
        Whether the files run in a child process.
    fresh
        Whether to ignore what earlier runs have found.
    capture
        Whether what the checks print is saved.
    scheduler
        The address of the Dask cluster on which the sweeps inside the checks run; None for this machine.
    """

    cache: VerdictCache
    deep: bool = False
    timeout: float = 0
    isolated: bool = True
    fresh: bool = False
    capture: bool = True
    scheduler: str | None = None


class OpenedFolder:
    """The claims of a folder, and the functions that check them on this machine.

    Parameters
    ----------
    folder
        The claims folder, or a source folder that is complete by itself.
    place
        The same as a `ClaimsFolder`.
    work
        How it is checked.

    Examples
    --------
    >>> from contextlib import closing
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.sources import claims_folder
    >>> from gametheory.parallel.start import can_fork
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> with closing(OpenedFolder(folder, claims_folder(folder), Work(VerdictCache(folder)))) as opened:
    ...     opened.collect(None)
    ...     claims = [item for _, item in opened.collection(str(folder)).claims]
    ...     print(len(claims), opened.is_isolated == can_fork(), opened.disagreements(["a.py"], processes=1))
    ...     print([item.id for _, item in opened.as_declared(opened.collection(str(folder)).claims, processes=1)])
    ...     [(verdict.status.value, opened.printed(item)) for item, verdict, _ in opened.check(claims, 1)]
    1 True []
    ['A']
    [('verified', '')]
    >>> opened.close()  # ending it twice does no harm
    """

    def __init__(self, folder: Path, place: ClaimsFolder, work: Work) -> None:
        self._folder, self._place, self._work = folder, place, work
        self._index = CollectionIndex(place, work.cache)
        self._files = {} if work.fresh else self._index.read()
        self._sources = possible_files(place)
        self._host: Host | None = None
        self._loaded: Collection | None = None
        self._running: set[str] = set()  # the files that have run in the host

    def close(self) -> None:
        """End the child process."""
        if self._host:
            self._host.close()
            self._host = None

    @property
    def is_isolated(self) -> bool:
        """Whether code of claims runs in a child process."""
        return self._work.isolated

    def collect(self, wanted: set[str] | None) -> None:
        """Make the claims of some files known, and those of all files if a claim uses one of another file.

        Parameters
        ----------
        wanted
            Names of the files; None for all.
        """
        everything = {name for names in self._sources for name in names}
        names = everything if wanted is None else wanted & everything
        self._run(names - self._files.keys())
        if names != everything and self._has_unknown_uses(names):
            self._run(everything - self._files.keys())

    def collection(self, name: str) -> Collection:
        """Return the claims that are known, in the order of the files.

        Parameters
        ----------
        name
            What the user asked for, for messages.

        Raises
        ------
        ClaimsError
            In the same cases as `collect_all`.
        """
        return joined(name, self._known())

    def check(self, claims: Sequence[Claim], processes: int) -> Iterator[CheckedClaim]:
        """Check claims, as `Host.check`."""
        self._load(claims)
        if self._host:
            return self._host.check(claims, processes, self._work.capture)
        assert self._loaded is not None
        functions = {address(item): item for _, item in self._loaded.claims}
        items = {address(functions[address(item)]): item for item in claims}
        checked = check_serially([functions[name] for name in items], self._work.deep, self._work.cache)
        return ((items[address(item)], verdict, seconds) for item, verdict, seconds in checked)

    def as_declared(self, claims: Sequence[tuple[str, Claim]], processes: int) -> list[tuple[str, Claim]]:
        """Return claims such that none is skipped because another file says so: that one is checked, and open."""
        own = self._declared({file_of(item) for _, item in claims if item.skip}, processes)
        skipped = {stated for declared in own.values() for _, stated in declared or ()}
        return [
            (source, replace(item, skip="") if own and item.skip and item.stated not in skipped else item)
            for source, item in claims
        ]

    def disagreements(self, files: Iterable[str], processes: int) -> list[str]:
        """Return a line for each of these files that declares other claims than those that were collected."""
        own = self._declared({name for name in files if name not in self._known().broken}, processes)
        everything = {name for names in self._sources for name in names}
        lines = disagreements(own, self._stated())
        if lines and not everything <= self._files.keys():
            # the claims of a helper belong to the file that imports it first
            self._run(everything - self._files.keys())
            lines = disagreements(own, self._stated())
        return lines

    def _stated(self) -> set[str]:
        return {item.stated for collection in self._files.values() for _, item in collection.claims}

    def _declared(self, files: set[str], processes: int) -> dict[str, Declared | None]:
        """Return what the claims of each file state where it runs alone; nothing if claims run in this process."""
        if not self._work.isolated:
            return {}
        cache = self._work.cache
        if unknown := sorted(name for name in files if cache.declared(name) is None):
            if not self._host:
                self._run(set(unknown) | self._running)
            assert self._host is not None
            self._host.declare(unknown, processes)
        return {name: cache.declared(name) for name in sorted(files)}

    def printed(self, item: Claim) -> str:
        """Return what the check of a claim printed."""
        return self._host.printed.get(address(item), "") if self._host else ""

    def _make(self, section: Appendix) -> Sequence[Evidence]:
        """Make the evidence of an appendix."""
        name = self._work.cache.file_name(section)
        if name not in self._running:
            self._run({name})
        assert self._loaded is not None
        (made,) = (each.make() for _, each in self._loaded.appendices if each.id == section.id)
        return made

    def _load(self, claims: Sequence[Claim]) -> None:
        """Run the files of claims that are known from the index only."""
        files = {file_of(item) for item in claims}
        if not files <= self._running:
            self._run(files | self._running)
        assert self._loaded is not None
        if missing := {address(item) for item in claims} - {address(item) for _, item in self._loaded.claims}:
            # Which file declares the claims of a helper depends on the file that imports it first.
            self._run({name for names in self._sources for name in names})
            missing -= {address(item) for _, item in self._loaded.claims}
            if missing:
                raise ClaimsError(f"{min(missing)}: the file did not declare this claim when it ran again")

    def _run(self, names: set[str]) -> None:
        if not names:
            return
        self.close()
        self._loaded = self._collected(names | self._running)
        self._running = names | self._running
        files = _by_file(self._loaded, self._running)
        self._files |= files
        # Where __init__.py breaks, the other files of its source folder have not run.
        self._index.write({name: files[name] for name in files if name in self._loaded.files}, self._loaded.files)

    def _collected(self, names: set[str]) -> Collection:
        work = self._work
        if work.isolated:
            work.cache.read(names)
            self._host = Host(self._folder, work.cache, work.deep, work.timeout, names, work.scheduler)
            return self._host.collection
        forget_modules(self._place.path)  # they can be outdated
        with work.cache.recording():
            return collect_files(self._folder, only=names)

    def _known(self) -> Collection:
        order = self._index.ordered(self._sources)
        names = [name for name in order if name in self._files]
        collection = concatenated([self._files[name] for name in names], tuple(names))
        sections = [(source, _with_maker(each, self._make)) for source, each in collection.appendices]
        return collection._replace(appendices=sections)

    def _has_unknown_uses(self, names: set[str]) -> bool:
        known = with_unique_ids(self._known().claims)
        ids = {item.id for _, item in known}
        return any(used not in ids for _, item in known if file_of(item) in names for used in item.uses)


def _by_file(collection: Collection, names: set[str]) -> dict[str, Collection]:
    """Return the claims and appendices of each file; a file that does not run to its end has one claim."""
    files = {name: Collection([], [], {}) for name in names}
    for source, item in collection.claims:
        files.setdefault(file_of(item), Collection([], [], {})).claims.append((source, item))
    for source, section in collection.appendices:
        file = section.declared.file if section.declared else ""
        files.setdefault(file, Collection([], [], {})).appendices.append((source, section))
    for name, reason in collection.broken.items():
        files[name] = files[name]._replace(broken={name: reason})
    return {name: files.get(escaped(name), files[name]) for name in files}


def _with_maker(section: Appendix, make: Any) -> Appendix:
    return Appendix(section.id, section.title, partial(make, section), section.declared)
