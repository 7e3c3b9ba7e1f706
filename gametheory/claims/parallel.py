"""Check claims in parallel. One task checks all claims of one file, because they share cached computations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from gametheory.claims import CheckedClaim, Claim, ClaimsError, check_serially, verdict_from_json
from gametheory.claims.addresses import address
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import collect_file
from gametheory.claims.registry import forget_declaring_modules, forget_modules
from gametheory.claims.sources import claims_folder
from gametheory.parallel.choose import current_executor


class Task(NamedTuple):
    """Claims of one file to check: their addresses with their cache keys."""

    run: str
    folder: Path
    file: str
    keys: dict[str, str]
    fresh: bool
    outputs: tuple[Path, ...]


# The claims, by address, and the cache of the current run, by its id.
_loaded: dict[str, tuple[dict[str, Claim], VerdictCache]] = {}


def check_by_file(
    folder: Path, fresh: bool, outputs: Sequence[Path], cache: VerdictCache
) -> Callable[[Sequence[Claim]], Iterator[CheckedClaim]]:
    """Return a checker for `claims.run` that gives each file to one worker of the current executor.

    Parameters
    ----------
    folder
        The claims folder, or one source folder.
    fresh
        Ignore cached verdicts.
    outputs
        Files in the folder that the run itself writes.
    cache
        The cache of the folder.

    Raises
    ------
    ClaimsError
        While checking, if a worker has other files or other installed packages than this process.
    WorkerCrashed
        While checking, if workers die too often.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.collect import collect
    >>> folder = Path(mkdtemp())
    >>> lines = ["from gametheory import claim, verified", "A = claim('A', '', '')(lambda: verified('one case', 1))"]
    >>> _ = (folder / "one.py").write_text("\\n".join(lines))
    >>> checker = check_by_file(folder, False, [], VerdictCache(folder))
    >>> [(item.id, verdict.cases) for item, verdict, seconds in checker([item for _, item in collect(folder)])]
    [('A', 1)]
    """
    run, absolute, written = cache.run, folder.absolute(), tuple(path.resolve() for path in outputs)

    def check_files(claims: Sequence[Claim]) -> Iterator[CheckedClaim]:
        files: dict[str, dict[str, str]] = {}
        for item in claims:
            files.setdefault(cache.file_name(item), {})[address(item)] = cache.key(item)
        known = {address(item): item for item in claims}
        tasks = [Task(run, absolute, file, keys, fresh, written) for file, keys in files.items()]
        with closing(current_executor().results(check_file, tasks)) as results:
            for _, text in results:
                found = json.loads(text)
                cache.add_record(found["record"])
                for id, verdict, seconds in found["verdicts"]:
                    yield known[id], verdict_from_json(verdict), seconds

    return check_files


def check_file(task: Task) -> str:
    """Check the claims of one file in a worker.

    Verdicts that a killed worker has cached are reused.

    Returns
    -------
    str
        JSON object: `verdicts`, a list of [address, verdict, seconds], and `record`, from `VerdictCache.record`.

    Raises
    ------
    ClaimsError
        If the worker has other files or other installed packages than the process that made the task.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.collect import collect
    >>> folder = Path(mkdtemp()).resolve()
    >>> lines = ["from gametheory import claim, verified", "A = claim('A', '', '')(lambda: verified('one case', 1))"]
    >>> _ = (folder / "one.py").write_text("\\n".join(lines))
    >>> ((_, item),) = collect(folder)
    >>> keys = {"one.py::A": VerdictCache(folder).key(item)}
    >>> text = check_file(Task("a run", folder, "one.py", keys, False, ()))
    >>> [(id, verdict["status"]) for id, verdict, seconds in json.loads(text)["verdicts"]]
    [('one.py::A', 'verified')]
    """
    known, cache = _loaded.get(task.run) or _load(task)
    if not task.keys.keys() <= known.keys():
        known |= _collect_claims(task, cache)
    done = {id: entry for id in task.keys if (entry := cache.from_this_run(known[id]))}
    for item, verdict, seconds in check_serially([known[id] for id in task.keys if id not in done], cache=cache):
        cache.put(item, verdict, seconds)
        done[address(item)] = verdict, seconds
    verdicts = [(id, verdict.as_json(), seconds) for id, (verdict, seconds) in done.items()]
    return json.dumps({"verdicts": verdicts, "record": cache.record()}, default=str)


def _load(task: Task) -> tuple[dict[str, Claim], VerdictCache]:
    """Begin a run in a worker, and drop modules of the folder that an earlier run has loaded: they can be outdated."""
    _loaded.clear()
    forget_modules(claims_folder(task.folder).path)
    _loaded[task.run] = {}, VerdictCache(task.folder, outputs=task.outputs, fresh=task.fresh, run=task.run)
    return _loaded[task.run]


def _collect_claims(task: Task, cache: VerdictCache) -> dict[str, Claim]:
    folder = claims_folder(task.folder).path
    path = folder / task.file
    forget_declaring_modules(folder)
    with cache.recording():
        claims = {address(item): item for _, item in collect_file(folder, task.file).claims} if path.is_file() else {}
    # Equal keys mean equal dependencies, so that the worker computes the verdict that this process would.
    if any(id not in claims or cache.key(claims[id]) != key for id, key in task.keys.items()):
        raise ClaimsError(
            f"{path}: a worker has other files or other installed packages than this process; both must be the same, "
            "because its verdicts could differ"
        )
    return claims
