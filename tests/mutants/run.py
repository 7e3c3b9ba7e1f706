"""Run the checks in copies of the checkout, with one fault after the other."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.mutants.checks import Found, environment_of, is_imported, run_claim, run_tests
from tests.mutants.faults import Fault, FaultsError

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "site", "*.egg-info", "report.html")
SECONDS = 180  # for the tests of one fault
SECONDS_OF_CLAIM = 600  # its files of Rocq are compiled again
SECONDS_OF_ALL = 3600


class Outcome(NamedTuple):
    """The result for one fault: the check that caught it or the reason why there is no answer; and the seconds."""

    fault: Fault
    found: Found
    seconds: float

    @property
    def caught(self) -> bool:
        """Whether a check failed, and for the right reason."""
        return bool(self.found.failed)


class Copies:
    """Copies of the checkout in a temporary folder, one for each worker."""

    def __init__(self, folder: Path, number: int) -> None:
        self.folder = folder
        self.free: SimpleQueue[Path] = SimpleQueue()
        for worker in range(number):
            copy = folder / str(worker) / "copy"
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
            if not is_imported(copy, environment_of(copy, self.cache(copy))):
                raise FaultsError(f"a new process does not import the package from its copy in {copy}")
            self.free.put(copy)

    def cache(self, copy: Path) -> Path:
        """Return the folder for compiled code, which is cached under a hash of all kernel files, faults included."""
        return copy.parent / "compiled"

    @contextmanager
    def one(self) -> Iterator[Path]:
        """Provide a copy that no other worker uses meanwhile."""
        copy = self.free.get()
        try:
            yield copy
        finally:
            self.free.put(copy)


@contextmanager
def copies(number: int) -> Iterator[Copies]:
    """Provide this many copies, and remove them afterwards."""
    with TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        yield Copies(Path(folder).resolve(), number)


def without_a_fault(made: Copies, faults: Sequence[Fault]) -> list[str]:
    """Return the checks that fail, or have no answer, although no fault is planted."""
    tests = list(dict.fromkeys(test for fault in faults for test in fault.tests))
    claims = list(dict.fromkeys(claim for fault in faults for claim in fault.claims))
    with made.one() as copy:
        environment = environment_of(copy, made.cache(copy))
        found = [run_tests(tests, copy, environment, SECONDS_OF_ALL, stop=False)] if tests else []
        found += [run_claim(claim, copy, environment, SECONDS_OF_CLAIM) for claim in claims]
    return [each.failed or each.no_answer for each in found if any(each)]


def with_each_fault(
    made: Copies, faults: Sequence[Fault], workers: int, done: Callable[[Outcome], None] = lambda _: None
) -> list[Outcome]:
    """Plant each fault in a copy, run its checks and restore the file; `done` receives each outcome as it comes."""

    def run(fault: Fault) -> Outcome:
        with made.one() as copy:
            return with_fault(made, copy, fault)

    outcomes: dict[str, Outcome] = {}
    with ThreadPoolExecutor(workers) as threads:
        for future in as_completed([threads.submit(run, fault) for fault in faults]):
            outcomes[future.result().fault.id] = future.result()
            done(future.result())
    return [outcomes[fault.id] for fault in faults]


def with_fault(made: Copies, copy: Path, fault: Fault) -> Outcome:
    """Plant one fault, run its checks until one fails, and restore the file."""
    path, began = copy / fault.file, time.perf_counter()
    text, times = path.read_text(encoding="utf-8"), path.stat()
    environment = environment_of(copy, made.cache(copy))
    try:
        path.write_text(fault.planted(text), encoding="utf-8")
        found = Found()
        if fault.tests:
            found = run_tests(fault.tests, copy, environment, SECONDS)
        for claim in fault.claims:
            if not found.failed:
                found = run_claim(claim, copy, environment, SECONDS_OF_CLAIM)
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # older versions of numba compile again if it changes
    return Outcome(fault, found, time.perf_counter() - began)
