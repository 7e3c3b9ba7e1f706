"""Claims of different files checked by different workers: a task is a file, since its claims share what they cache."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from gametheory.claims import Checked, Claim, ClaimsError, check_serially, verdict_from_json
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import collect_file
from gametheory.parallel.executor import current_executor


class Task(NamedTuple):
    """Claims of one file to check: their ids, each with the key that its verdict is kept under."""

    run: str
    folder: Path
    file: str
    keys: dict[str, str]
    fresh: bool
    outputs: tuple[Path, ...]


_loaded: dict[str, tuple[dict[str, Claim], VerdictCache]] = {}  # of one run: a forked worker has what its parent had


def check_by_file(
    folder: Path, fresh: bool, outputs: Sequence[Path], memory: VerdictCache
) -> Callable[[Sequence[Claim]], Iterator[Checked]]:
    """How `claims.run` checks the files of a folder: each by a worker of the executor in use, alone.

    The claims of a single file are checked here, and their sweeps use the executor. Raises ClaimsError where a worker
    sees another folder than this process, and WorkerCrashed.
    """
    run, whole, written = uuid4().hex, folder.resolve(), tuple(path.resolve() for path in outputs)

    def check_all(claims: Sequence[Claim]) -> Iterator[Checked]:
        files: dict[str, dict[str, str]] = {}
        for item in claims:
            files.setdefault(memory.file(item), {})[item.id] = memory.key(item)
        if len(files) < 2:
            yield from check_serially(claims, memory=memory)
            return
        known = {item.id: item for item in claims}
        _loaded.clear()
        _loaded[run] = known, memory
        tasks = [Task(run, whole, file, keys, fresh, written) for file, keys in files.items()]
        with closing(current_executor().results(check_file, tasks)) as results:
            for _, found in results:
                for id, verdict, seconds in json.loads(found):
                    yield known[id], verdict_from_json(verdict), seconds

    return check_all


def check_file(task: Task) -> str:
    """What a worker does: the ids of the claims, their verdicts and the seconds each took, as JSON.

    A verdict that a worker which was killed has kept is taken from there. Raises ClaimsError where the worker does not
    see the file that is to be checked.
    """
    known, memory = _loaded.get(task.run) or _load(task)
    if not task.keys.keys() <= known.keys():
        known |= _collected(task, memory)
    found = {id: kept for id in task.keys if (kept := memory.recall(known[id]))}
    for item, verdict, seconds in check_serially([known[id] for id in task.keys if id not in found], memory=memory):
        memory.keep(item, verdict, seconds)
        found[item.id] = verdict, seconds
    return json.dumps([(id, verdict.as_json(), seconds) for id, (verdict, seconds) in found.items()], default=str)


def _load(task: Task) -> tuple[dict[str, Claim], VerdictCache]:
    """Begin a run in a worker, which may know the modules of the folder as they were in an earlier one."""
    _loaded.clear()
    for name, module in list(sys.modules.items()):
        if (file := getattr(module, "__file__", None)) and Path(file).resolve().parent == task.folder:
            del sys.modules[name]
    _loaded[task.run] = {}, VerdictCache(task.folder, outputs=task.outputs, fresh=task.fresh)
    return _loaded[task.run]


def _collected(task: Task, memory: VerdictCache) -> dict[str, Claim]:
    path = task.folder / task.file
    claims = {item.id: item for _, item in collect_file(path).claims} if path.is_file() else {}
    if any(id not in claims or memory.key(claims[id]) != key for id, key in task.keys.items()):
        raise ClaimsError(
            f"{path}: a worker sees other files or other installed packages than this process, and could find another "
            "verdict; both have to be the same"
        )
    return claims
