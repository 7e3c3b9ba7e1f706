"""Check claims on a cluster. One task checks all claims of one file, in an interpreter that runs no other file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims import CheckedClaim, Claim, ClaimsError, check_serially, open_
from gametheory.claims.addresses import address
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import collect_file
from gametheory.claims.host import as_stated
from gametheory.claims.hosted import is_record
from gametheory.claims.sources import claims_folder
from gametheory.parallel.child import ends_with_parent
from gametheory.parallel.choose import current_executor

ENDED: tuple[str, float, str | None] = (
    json.dumps(open_("the process of its file ended before it sent all verdicts").as_json()),
    0.0,
    None,
)
# A worker of Dask has threads, so that it is not forked, and may start no process of multiprocessing.
PROGRAM = "import sys; sys.path[:] = {!r}; from gametheory.claims.parallel import answer; answer()"


class Task(NamedTuple):
    """Claims of one file to check: their addresses with the hashes of their code."""

    folder: str
    file: str
    keys: dict[str, str]
    fresh: bool
    outputs: list[str]


def check_by_file(
    folder: Path, fresh: bool, outputs: Sequence[Path], cache: VerdictCache
) -> Callable[[Sequence[Claim]], Iterator[CheckedClaim]]:
    """Return a checker for `claims.run` that gives each file to one worker of the current executor.

    Parameters
    ----------
    folder
        The claims folder, or one source folder.
    fresh
        Ignore saved results of interrupted sweeps.
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
    absolute, written = str(folder.absolute()), [str(path.resolve()) for path in outputs]

    def check_files(claims: Sequence[Claim]) -> Iterator[CheckedClaim]:
        files: dict[str, dict[str, str]] = {}
        for item in claims:
            files.setdefault(cache.file_name(item), {})[address(item)] = cache.code_key(item)
        known = {address(item): item for item in claims}
        tasks = [Task(absolute, file, keys, fresh, written) for file, keys in files.items()]
        with closing(current_executor().results(check_file, tasks)) as results:
            for index, text in results:
                found = _read(text)
                if found.get("error"):
                    raise ClaimsError(str(found["error"]))
                changed = list[Path]()
                if (record := found.get("record")) and is_record(record):
                    cache.add_record(record)
                    changed = cache.changed(record)
                verdicts = dict(zip(tasks[index].keys, found.get("verdicts", ()), strict=False))
                for id in tasks[index].keys:
                    text, seconds, own = verdicts.get(id, ENDED)
                    yield known[id], as_stated(known[id], text, own, changed), seconds

    return check_files


def check_file(task: Task) -> str:
    """Check the claims of one file in a new interpreter, and return its answer, whatever it is.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp()).resolve()
    >>> lines = ["from gametheory import claim, verified", "A = claim('A', '', '')(lambda: verified('one case', 1))"]
    >>> _ = (folder / "one.py").write_text("\\n".join(lines))
    >>> json.loads(check_file(Task(str(folder), "one.py", {"one.py::A": "another key"}, False, [])))["error"][-33:]
    'because its verdicts could differ'
    """
    command = ends_with_parent([sys.executable, "-c", PROGRAM.format(sys.path)])
    done = subprocess.run(command, input=json.dumps(task).encode(), stdout=subprocess.PIPE, check=False)
    return done.stdout.decode(errors="replace")


def answer() -> None:
    """Read a task from standard input, check its claims in this process, and write the verdicts to standard output.

    >>> answer.__name__
    'answer'
    """
    task = Task(*json.load(sys.stdin))
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)  # what the claims print is no part of the answer
        try:
            found = _check(task)
        except ClaimsError as error:
            found = {"error": str(error)}
        output.write(json.dumps(found, default=str))
        output.flush()
        os._exit(0)  # threads and exit handlers of the claims end with it


def _check(task: Task) -> dict[str, Any]:
    folder = claims_folder(Path(task.folder)).path
    path = folder / task.file
    cache = VerdictCache(Path(task.folder), outputs=[Path(name) for name in task.outputs], fresh=task.fresh)
    cache.confine(task.file)
    with cache.recording():
        claims = {address(item): item for _, item in collect_file(folder, task.file).claims} if path.is_file() else {}
    # Equal keys mean equal dependencies, so that the worker computes the verdict that this process would.
    if any(id not in claims or cache.code_key(claims[id]) != key for id, key in task.keys.items()):
        raise ClaimsError(
            f"{path}: a worker has other files or other installed packages than this process; both must be the same, "
            "because its verdicts could differ"
        )
    checked = check_serially([claims[id] for id in task.keys], cache=cache)
    verdicts = [(json.dumps(verdict.as_json()), seconds, item.stated) for item, verdict, seconds in checked]
    return {"verdicts": verdicts, "record": cache.record()}


def _read(text: str) -> dict[str, Any]:
    """Read an answer. Code of the claims can have sent another one, or none."""
    try:
        found = dict(json.loads(text))
        verdicts = [(str(verdict), float(seconds), own) for verdict, seconds, own in found.get("verdicts", ())]
        return found | {"verdicts": verdicts}
    except (TypeError, ValueError, RecursionError):
        return {}
