"""Check the claims of one folder: collect, select, use the cache, and check files in parallel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.addresses import SEPARATOR, address
from gametheory.claims.declare import Appendix, Claim, topological_order
from gametheory.claims.evidence import Evidence
from gametheory.claims.folder_session import FolderSession, Options
from gametheory.claims.last_failed import LastFailed
from gametheory.claims.runner import Result
from gametheory.claims.selection import Selection, selected
from gametheory.claims.targets import Asked
from gametheory.parallel.progress import Progress


class AppendixSection(NamedTuple):
    """The evidence of an appendix, with the name of its source."""

    source: str
    appendix: Appendix
    evidence: Sequence[Evidence]


class FolderRun(NamedTuple):
    """The results of one claims folder, the folder in which its files are, and the rest as for `CheckRun`."""

    folder: Path
    results: tuple[Result, ...]
    appendices: tuple[AppendixSection, ...]
    problems: tuple[str, ...]
    not_checked: tuple[str, ...] = ()


def check_folder(asked: Asked, selection: Selection, options: Options) -> FolderRun:
    """Check the selected claims of a folder.

    Parameters
    ----------
    asked
        The folder, and the files and claims of it that were asked for.
    selection
        Which claims of these are checked.
    options
        The options of the run.

    Raises
    ------
    ClaimsError
        In the same cases as `gametheory.check`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.targets import asked
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> [result.verdict.cases for result in check_folder(asked([folder])[0], Selection(), Options()).results]
    [1]
    """
    with closing(FolderSession(asked, options)) as session:
        failures = LastFailed(session.cache.index, asked.place.path)
        claims = _selected(session, asked, selection, options, failures)
        first = set(failures.addresses) if options.failed == "first" else set[str]()
        ordered = sorted(claims, key=lambda pair: address(pair[1]) not in first)
        with session.results(ordered) as results:
            done = _until_maxfail(results, topological_order(ordered), options)
        sections = _announced(session.collection.appendices, options.progress) if options.appendices else ()
        made = tuple(AppendixSection(source, item, session.cache.evidence(item)) for source, item in sections)
        failures.update(done.values())
        found = [done[item.id] for _, item in claims if item.id in done]
        complete = selection.is_everything and options.failed != "only" and len(found) == len(claims)
        compared, problems = session.compared(found, complete)
    left = tuple(item.id for _, item in claims if item.id not in done)
    return FolderRun(asked.place.path, compared, made, problems, left)


def list_folder(asked: Asked, selection: Selection, options: Options) -> list[tuple[str, Claim]]:
    """Return the selected claims of a folder without checking them, each with the name of its source.

    Parameters
    ----------
    asked, selection, options
        As for `check_folder`.

    Raises
    ------
    ClaimsError
        In the same cases as `gametheory.check`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.targets import asked
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> [item.id for _, item in list_folder(asked([folder])[0], Selection(), Options())]
    ['A']
    """
    with closing(FolderSession(asked, options)) as session:
        return _selected(session, asked, selection, options, LastFailed(session.cache.index, asked.place.path))


def _selected(
    session: FolderSession, asked: Asked, selection: Selection, options: Options, failures: LastFailed
) -> list[tuple[str, Claim]]:
    """Return the selected claims, without those that did not fail last if only the others are to be checked."""
    collection = session.collection
    existing = {address(item) for _, item in collection.claims} | collection.broken.keys()
    failed = {name for name in failures.addresses if name in existing or _is_file(name)}
    only_failed = options.failed == "only" and failed
    return selected(collection, replace(selection, addresses=failed) if only_failed else selection, asked.folder)


def _is_file(name: str) -> bool:
    """Return whether an address is that of a claim that stands for a file."""
    file, _, id = name.partition(SEPARATOR)
    return file == id


def _until_maxfail(
    results: Iterator[Result], ordered: Sequence[tuple[str, Claim]], options: Options
) -> dict[str, Result]:
    """Return the results by id, up to the greatest number of failures."""
    done: dict[str, Result] = {}
    failures = 0
    for _, item in _announced(ordered, options.progress):
        result = next(results)
        done[item.id] = result
        if options.finished:
            options.finished(result)
        failures += not result.matches_expected
        if failures == options.maxfail > 0:
            break
    return done


def _announced(items: Sequence[tuple[str, Any]], progress: Progress | None) -> Iterator[tuple[str, Any]]:
    for number, (source, item) in enumerate(items, 1):
        if progress:
            progress(number, len(items), item.id)
        yield source, item
