"""Check folders of claims, and return the results as one value: `check`, and `check_with` for all options.

This is the process that prints. It runs pytest, establishes what claims state, and imports no claims file. Each claims
file is read in a process of its own, in which its claims then state their verdicts, in order. pytest waits for them one
after the other, while the processes of further files work ahead on the other cores. `Session` is such a run, and
`Folder` a claims folder in it: its files, what they declare, and what earlier runs have saved of them.
"""

from __future__ import annotations

import io
import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, NoReturn

import pytest
from _pytest.mark.expression import Expression

from gametheory.claims.collect import ClaimsFile, described_file
from gametheory.claims.declare import (
    SEPARATOR,
    Appendix,
    Claim,
    ClaimsError,
    Place,
    base_id,
    item_name,
    local_id,
    names_of,
    topological_order,
    with_dependencies,
    with_unique_ids,
    without_unknown,
)
from gametheory.claims.evidence import Text, shown
from gametheory.claims.processes import Checker, Processes, Stated, refuse_missing_cluster, verdict_of
from gametheory.claims.results import (
    DEFAULT_FOLDER,
    AppendixSection,
    CheckRun,
    Expectations,
    Result,
    StoredCertificates,
    ask_kernel,
    explained,
    full_address,
    holds,
    lift,
    recalled,
    result_as_json,
    today,
)
from gametheory.claims.sources import Asked, FolderState, asked, claims_files, refuse_unmatched, user_cache
from gametheory.claims.text_run import Locked, texts_of
from gametheory.claims.verdict import Status, Verdict, open_
from gametheory.claims.worker import Job
from gametheory.parallel.extras import MissingExtra
from gametheory.parallel.limits import Progress, available_cores, has_threads, limit_cores
from gametheory.parallel.processes import environment
from gametheory.storage.files import cache_folder

TIMEOUT = 600.0  # the slowest claim of proofs/ takes about ten seconds
DEEP_TIMEOUT = 86_400.0
PLUGIN = "gametheory.pytest_plugin"


class Options(NamedTuple):
    """The options of a run, as for `gametheory.check`; `arguments` are handed on to pytest."""

    deep: bool = False
    fresh: bool = False
    timeout: float | None = None
    outputs: Sequence[Path] = ()
    appendices: bool = False
    progress: Progress | None = None
    record: bool = False
    select: str = ""
    arguments: Sequence[str] = ()
    shown: bool = False
    debug: bool = False
    quiet: bool = True
    run: bool = False
    cluster: str = ""  # the address of a Dask scheduler

    @property
    def seconds(self) -> float:
        """The time limit of a check; 0 for none."""
        # a person may think at the prompt as long as they like
        if self.debug:
            return 0
        if self.timeout is not None:
            return self.timeout
        return DEEP_TIMEOUT if self.deep else TIMEOUT


class Selected(NamedTuple):
    """A claim or an appendix in a run, with its name in pytest."""

    folder: Folder
    item: Claim | Appendix
    name: str


class ImmediateExecutor(Executor):
    """Does the work when it is submitted, where there are no threads."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function, and return its result as a future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Session(Checker):
    """A run of pytest on claims folders: a plugin of pytest, and what the plugin for claims asks."""

    def __init__(self, parts: Sequence[Asked], options: Options) -> None:
        self._options = options
        settings = options.deep, options.run, options.fresh, options.record, options.outputs
        self._folders = [Folder(part, *settings) for part in parts]
        self._root = Path(os.path.commonpath([folder.path for folder in self._folders]))
        self._files: dict[Path, tuple[Folder, str]] = {}
        for folder in self._folders:
            self._files |= {folder.path / name: (folder, name) for name in folder.names}
        self._reading: dict[Path, Future[ClaimsFile]] = {}  # files that are read in this run
        self._items: dict[str, Selected] = {}  # everything that is declared, by its name in pytest
        self.selected: list[str] = []
        self._stated: dict[str, Future[Stated]] = {}
        self._results: dict[str, Result] = {}
        self._sections: dict[str, AppendixSection] = {}
        self._problems: list[str] = []
        self._asked_kernel: set[Path] = set()
        self._begun = 0
        self._error: BaseException | None = None

    # Running pytest

    def run(self) -> None:
        """Run pytest, with a process for each file of which not all results are known from earlier runs."""
        # a folder without a file that can declare claims is no empty success
        if not self._files:
            refuse_unmatched(self._folders[0].asked.targets, [])
        waiting = []
        for path, (folder, name) in self._files.items():
            if not folder.knows(name, self._options.appendices):
                waiting.append(path)
        with self._working(waiting), TemporaryDirectory() as temporary:
            for path in waiting:
                folder, name = self._files[path]
                if name not in folder.files:
                    self._reading[path] = self._pool.submit(self._processes.read, folder.path, name)
            cache = cache_folder() or Path(temporary)
            self._run_pytest(cache / "pytest" / self._root.name)

    @contextmanager
    def _working(self, waiting: Sequence[Path]) -> Iterator[None]:
        """Context manager: processes for files, and threads that ask them."""
        if not waiting:
            yield
            return
        options, cores = self._options, available_cores()
        on_cores = options.deep and not options.cluster  # with deep, single sweeps use the cores
        one_by_one = on_cores or options.shown or options.debug
        number = 1 if one_by_one else min(cores, len(waiting))
        shared = None if number > 1 else cores
        if options.cluster:
            shared = 1  # what is not sent to the cluster
        # A text can import modules next to it that no folder lists.
        has_text = any(folder.asked.place.text for folder in self._folders)
        newest = 0 if has_text else max((folder.newest for folder in self._folders), default=0)
        job = Job(
            run=options.run,
            deep=options.deep,
            cores=shared,
            shown=options.shown,
            debug=options.debug,
            newest=newest,
            cluster=options.cluster,
        )
        folders = {path.parent for path in waiting}
        folders |= {folder.path for folder in self._folders}
        helpers: list[Path] = []
        for path in sorted(folders):
            helpers += path.glob("_*.py")
        self._processes = Processes(job, options.seconds, [*waiting, *helpers])
        self._pool = ThreadPoolExecutor(number) if has_threads() else ImmediateExecutor()
        try:
            yield
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._processes.close()
            self._pool.shutdown()

    def _run_pytest(self, cache: Path) -> None:
        # Without confcutdir, pytest would list each folder above the root.
        roots = [f"--rootdir={self._root}", f"--confcutdir={self._root}"]
        arguments = ["-p", PLUGIN, "-c", os.devnull, *roots, "--noconftest", "--assert=plain"]
        arguments += ["--tb=short", "-o", f"cache_dir={cache}", "--no-header"]
        # It collects all garbage of this process ten times, for errors of code that runs elsewhere here.
        arguments += ["-p", "no:unraisableexception"]
        if self._options.select:
            arguments.append(f"-k{self._options.select}")
        arguments += [*self._options.arguments, *map(str, self._files)]
        printed = io.StringIO()
        # Plugins of other packages are for tests.
        alone = environment("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        with alone, redirect_stdout(printed) if self._options.quiet else nullcontext():
            status = pytest.main(arguments, plugins=[self])
        # pytest has caught it: an error of the claims, or Ctrl-C
        if self._error:
            raise self._error
        # Failing tests are no error: they are claims whose verdicts are not the expected ones.
        if status in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
            lines = [line for line in printed.getvalue().splitlines() if line.strip()]
            raise ClaimsError(f"pytest ended with an error: {lines[-1] if lines else status}")

    def _stop(self, error: BaseException) -> NoReturn:
        self._error = self._error or error
        pytest.exit("the claims cannot be checked", returncode=0)

    # What the plugin for claims asks

    def items(self, path: Path) -> Iterator[tuple[Claim | Appendix, Place]]:
        """Yield what a file declares; appendices are for a report only."""
        folder, file = self._files[path]
        if path in self._reading:
            try:
                folder.files[file] = self._reading[path].result()
            except ClaimsError as error:
                self._stop(error)
        known = folder.files[file]
        declared: list[Claim | Appendix] = [*known.claims]
        if self._options.appendices:
            declared += known.appendices
        for item in declared:
            yield item, Place(folder.path, file, item_name(item))

    def skip(self, name: str) -> None:
        """Leave the verdict on a claim open that is to be skipped."""
        selected = self._items[name]
        self._take(selected, open_(f"skipped: {getattr(selected.item, 'skip', '')}"), Stated())

    def result(self, name: str, item: Claim | Appendix, place: Place) -> Result | None:
        """Return the result of a claim; None for an appendix, which becomes a section of the report."""
        selected = self._items[name]
        folder, item = selected.folder, selected.item
        saved = folder.saved[place.file].get(place.name)
        if saved:
            stated = Stated(seconds=saved.seconds, machines=saved.machines)
            verdict = saved.verdict
        else:
            try:
                stated = self._stated[name].result()
                verdict = self._lifted(selected, verdict_of(stated))
            except (ClaimsError, MissingExtra) as error:
                self._stop(error)
        is_made = isinstance(item, Appendix) and not (stated.raised or stated.reason)
        # What is open is checked again in the next run: a limit of time or a missing program can be its reason.
        is_final = is_made or verdict.status is not Status.OPEN
        if not saved and is_final:
            folder.keep(place.file, place.name, Saved(verdict, stated.seconds, today(), stated.machines))
        if isinstance(item, Appendix):
            source = folder.files[place.file].title
            self._sections[name] = AppendixSection(source, item, verdict.evidence)
            if not saved and not is_made:
                reasons = [each.text for each in verdict.evidence if isinstance(each, Text)]
                self._problems.append(f"the appendix {item.id} was not made: {'; '.join(reasons)}")
            return None
        # whatever it states, what it rests on is not there
        if item.id in folder.unknown:
            verdict = open_(f"it uses {folder.unknown[item.id]}; no claim has that id")
        return self._take(selected, verdict, stated, saved.day if saved else "")

    def _take(self, selected: Selected, verdict: Verdict, stated: Stated, earlier: str = "") -> Result:
        """Take the verdict on a claim, which can be from an earlier day."""
        folder, item, name = selected
        assert isinstance(item, Claim)
        source = folder.files[item.file].title
        place = folder.asked.place.path
        details = bool(earlier), place, stated.printed, earlier or today()
        result = Result(item, source, verdict, holds(verdict), stated.seconds, *details)
        self._results[name] = replace(result, machines=stated.machines)
        return self._results[name]

    def _lifted(self, selected: Selected, verdict: Verdict) -> Verdict:
        """Return a verdict together with the kernel's, which is asked once for all theorems of a folder."""
        folder, item, _ = selected
        if isinstance(item, Appendix) or not item.theorems:
            return verdict
        if folder.path not in self._asked_kernel:
            self._asked_kernel.add(folder.path)
            claims = []
            for each in self._waiting():
                if each.folder is folder and isinstance(each.item, Claim):
                    claims.append(each.item)
            # fresh: what an earlier run saved of Rocq's answers could be of claims that wrote it
            ask_kernel(folder.path, claims, True, self._options.progress, reread=self._options.fresh)
        return lift(verdict, item)

    def _waiting(self) -> list[Selected]:
        """Return what was selected and has no result from an earlier run, in order."""
        waiting = []
        for name in self.selected:
            selected = self._items[name]
            folder, item, _ = selected
            is_known = item_name(item) in folder.saved[item.file]
            # what is skipped is open without being asked
            if not is_known and not getattr(item, "skip", ""):
                waiting.append(selected)
        return waiting

    # Hooks of pytest

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Let the plugin for claims ask this run."""
        vars(config)["gametheory_checker"] = self

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Resolve what the files declare, and keep what was asked for, from which pytest then selects."""
        self._everything = list(items)
        try:
            for folder in self._folders:
                folder.resolve()
                for item in folder.declared():
                    name = self._name(folder, item)
                    self._items[name] = Selected(folder, item, name)
        except ClaimsError as error:
            self._stop(error)
        items[:] = [each for each in items if self._is_asked_for(each.nodeid)]
        exact = [each for each in items if self._has_id(each.nodeid, config.option.keyword)]
        if exact:  # an id is more than a part of a name
            items[:], config.option.keyword = exact, ""

    def _name(self, folder: Folder, item: Claim | Appendix) -> str:
        path = (folder.path / item.file).relative_to(self._root)
        return f"{path.as_posix()}{SEPARATOR}{item_name(item)}"

    def _is_asked_for(self, name: str) -> bool:
        folder, item, _ = self._items[name]
        return folder.asked.includes(item)

    def _has_id(self, name: str, text: str) -> bool:
        item = self._items[name].item
        return text in (item.id, local_id(item), base_id(local_id(item)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Add the claims on which the selected ones depend, and let the processes of the files work ahead."""
        names = {item.nodeid for item in session.items}
        wanted = names | self._dependencies(names)
        for name, (folder, item, _) in self._items.items():
            if folder.files[item.file].broken and self._is_asked_for(name):
                wanted.add(name)  # what was selected could be in this file
        session.items += [item for item in self._everything if item.nodeid in wanted - names]
        self.selected = [name for name in self._items if name in wanted]
        if not session.config.option.collectonly:
            self._work_ahead()

    def _dependencies(self, names: set[str]) -> set[str]:
        """Return the names of the claims on which those with some of the names depend."""
        wanted = set[str]()
        for folder in self._folders:
            by_id = {item.id: self._name(folder, item) for item in folder.claims}
            selected = [id for id, name in by_id.items() if name in names]
            wanted |= {by_id[id] for id in with_dependencies(folder.claims, selected)}
        return wanted

    def _work_ahead(self) -> None:
        """Let the process of each file state the verdicts on its claims, file after file."""
        by_file: dict[Path, list[str]] = {}
        for folder, item, name in self._waiting():
            self._stated[name] = Future()
            reason = folder.files[item.file].broken
            if reason:  # there is no process of this file that could be asked
                self._stated[name].set_result(Stated(reason=reason))
            else:
                by_file.setdefault(folder.path / item.file, []).append(name)
        for path, names in by_file.items():
            self._pool.submit(self._state, path, names)

    def _state(self, path: Path, names: Sequence[str]) -> None:
        """Let the claims of a file state their verdicts; in a thread of the pool."""
        folder, file = self._files[path]
        for name in names:
            try:
                stated = self._processes.state(folder.path, file, item_name(self._items[name].item))
            except BaseException as error:
                self._stated[name].set_exception(error)
            else:
                self._stated[name].set_result(stated)
        self._processes.release(path)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Say which claim comes next."""
        self._begun += 1
        if self._options.progress:
            self._options.progress(self._begun, len(self.selected), self._items[nodeid].item.id)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note a Ctrl-C; pytest also uses this error to stop by itself."""
        if type(excinfo.value).__name__ not in ("Interrupted", "Exit"):
            self._error = self._error or excinfo.value

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Save the results, and report what fails by others: a claim whose dependency is not established."""
        for folder in self._folders:
            folder.save()
        for name, result in self._final().items():
            if self._results[name].matches_expected and not result.matches_expected:
                location = (name.partition(SEPARATOR)[0], None, name)
                late = pytest.TestReport(name, location, {}, "failed", explained(result), "call")
                session.config.hook.pytest_runtest_logreport(report=late)

    # What the run has found

    def check_run(self, seconds: float) -> CheckRun:
        """Return the results, compared with what is on record; or record them."""
        self._complete()
        final = self._final()
        results: list[Result] = []
        problems = list(self._problems)
        for folder in self._folders:
            in_folder = [result for name, result in final.items() if self._items[name].folder is folder]
            compared, differences = folder.compared(in_folder)
            results += compared
            problems += differences
        counts = Counter(result.claim.id for result in results)
        is_one = len(self._folders) == 1
        ended = {*final, *self._sections}
        return CheckRun(
            self._folders[0].asked.place.named if is_one else self._root,
            self._options.deep,
            tuple(_renamed(result, counts) for result in results),
            tuple(self._sections[name] for name in self._items if name in self._sections),
            tuple(problems),
            tuple(self._items[name].item.id for name in self.selected if name not in ended),
            seconds,
            self._left_out(final),
        )

    def _left_out(self, final: Mapping[str, Result]) -> frozenset[str]:
        """Return the names of the claims that were not selected, or not checked before the run stopped."""
        names = set[str]()
        for name, selected in self._items.items():
            if name not in final and isinstance(selected.item, Claim):
                names |= names_of(selected.item)
        return frozenset(names)

    def _complete(self) -> None:
        """Leave each selected claim open that has no result, unless the run was to stop at a failure."""
        if any(word.startswith(("-x", "--maxfail")) for word in self._options.arguments):
            return
        for name in self.selected:
            selected = self._items[name]
            if name not in self._results and isinstance(selected.item, Claim):
                self._take(selected, open_("pytest did not ask for the verdict"), Stated())

    def _final(self) -> dict[str, Result]:
        """Return the results, each with what it depends on, in the order of the files."""
        final: dict[str, Result] = {}
        for folder in self._folders:
            hold: dict[str, bool] = {}
            for item in topological_order(folder.claims):
                name = self._name(folder, item)
                result = self._results.get(name)
                itself = result is not None and holds(result.verdict)
                hold[item.id] = itself and all(hold[used] for used in item.uses)
                if result:
                    final[name] = replace(result, dependencies_hold=hold[item.id])
        return {name: final[name] for name in self._items if name in final}


def _renamed(result: Result, counts: Mapping[str, int]) -> Result:
    """Return a result whose id is an address with its folder if a claim of another folder has the id, too."""

    def name(id: str) -> str:
        # the id alone is enough where one claim has it
        if counts[id] < 2 or result.folder is None:
            return id
        if SEPARATOR in id:
            address = id
        else:
            address = f"{result.claim.file}{SEPARATOR}{id}"
        return (result.folder / address).as_posix()

    uses = tuple(map(name, result.claim.uses))
    return replace(result, claim=replace(result.claim, id=name(result.claim.id), uses=uses))


class Saved(NamedTuple):
    """The verdict on a claim, or the evidence of an appendix, as the cache keeps it."""

    verdict: Verdict
    seconds: float
    day: str
    machines: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        verdict = self.verdict.as_json()
        return {"verdict": verdict, "seconds": self.seconds, "day": self.day, "machines": self.machines}


class Folder:
    """A claims folder in a run."""

    def __init__(
        self, asked: Asked, deep: bool, run: bool, fresh: bool, recording: bool, outputs: Iterable[Path]
    ) -> None:
        place = asked.place
        self.asked = asked
        self.path = Path(os.path.abspath(place.path))
        self.recording = recording and asked.is_named
        self.expectations: Expectations
        if place.text:
            self.expectations = Locked(place.path / place.text, recording)
        else:
            self.expectations = Expectations(place.expected_file, self.recording)
        self.names = claims_files(place)
        self.files: dict[str, ClaimsFile] = {}  # by name, as far as they are known
        self.saved: dict[str, dict[str, Saved]] = {name: {} for name in self.names}  # by file and name
        self.claims: list[Claim] = []
        self.unknown: dict[str, str] = {}  # by claim: the id that it uses, and that no claim has
        self._options = [deep, run]
        self._stored = set[str]()  # the files of which the cache has all
        self._state = FolderState(place, deep, outputs)
        # A text whose code may run can read any file next to it, and none of these are hashed.
        self._cache = None if place.text and run else user_cache("claims")
        if not fresh:
            for name in self.names:
                self._recall(name)

    @property
    def newest(self) -> int:
        """The last time at which one of the files had changed when the run began."""
        return self._state.newest

    def _key(self, name: str) -> str:
        return json.dumps([str(self.path / name), *self._options])

    def _recall(self, name: str) -> None:
        """Take what an earlier run has saved of a file; nothing of an entry that is damaged."""
        if self._cache is None:
            return
        entry: Any = self._cache.get(self._key(name))
        try:
            # another file of the folder can have changed what this one states
            if entry["hash"] != self._state.hash:
                return
            self.files[name] = described_file(name, entry["file"])
            for item, saved in entry["results"].items():
                verdict = recalled(saved["verdict"])
                machines = tuple(map(str, saved["machines"]))
                self.saved[name][item] = Saved(verdict, float(saved["seconds"]), str(saved["day"]), machines)
        except (AttributeError, LookupError, TypeError, ValueError):
            return
        self._stored.add(name)

    def keep(self, file: str, name: str, saved: Saved) -> None:
        """Keep a result for the next run."""
        self.saved[file][name] = saved
        self._stored.discard(file)

    def knows(self, name: str, appendices: bool) -> bool:
        """Return whether all results of a file are known from earlier runs."""
        if name not in self.files:
            return False
        file = self.files[name]
        items: list[Claim | Appendix] = [item for item in file.claims if not item.skip]
        if appendices:
            items += file.appendices
        return all(item_name(item) in self.saved[name] for item in items)

    def resolve(self) -> None:
        """Resolve ids and dependencies, when all files are known."""
        files = [self.files[name] for name in self.names]
        claims: list[Claim] = []
        for each in files:
            claims += each.claims
        ids = {item.id for item in claims}
        broken = [each.claims[0].id for each in files if each.broken]
        if broken:
            # The id that a claim uses can be one that a broken file would have declared.
            claims = [_using(item, ids, broken[0]) for item in claims]
        known, self.unknown = without_unknown(with_unique_ids(claims))
        self.claims = list(map(self.expectations.expecting, known))
        topological_order(self.claims)
        refuse_unmatched(self.asked.targets, self.claims)
        ids = set()
        for item in self.declared():
            if item.id in ids:
                raise ClaimsError(f"the id {item.id} of an appendix in {self.files[item.file].title} occurs twice")
            ids.add(item.id)

    def declared(self) -> list[Claim | Appendix]:
        """Return the claims, then the appendices."""
        items: list[Claim | Appendix] = [*self.claims]
        for name in self.names:
            items += self.files[name].appendices
        return items

    def compared(self, results: list[Result]) -> tuple[list[Result], list[str]]:
        """Return results with their differences from what is on record; or record them."""
        asked = self.asked
        place = self.asked.place
        ids = [item.id for item in self.claims]
        broken = [each.broken for each in self.files.values() if each.broken]
        named = {item.id for item in self.claims if asked.includes(item)}
        # What is no longer declared can only be seen if nothing was left out.
        complete = {each.claim.id for each in results} == named
        whole = complete and asked.is_whole
        targets = {(target.file, target.id) for target in asked.targets}
        one_source = complete and targets == {(place.source, "")}
        changed = self._state.changes()
        # what is compared is written only on request
        if not self.recording:
            stored = StoredCertificates(place, results, whole or one_source)
            problems = self.expectations.problems(results, ids, whole and not broken)
            return results, [*changed, *problems, *stored.problems()]
        if broken or changed:
            raise ClaimsError(f"{'; '.join([*broken, *changed])}; nothing was recorded")
        results = self.expectations.record(results, ids, whole)
        stored = StoredCertificates(place, results, whole or one_source)
        stored.write()
        return results, list(stored.problems())

    def save(self) -> None:
        """Save what is new for the next run, unless the folder has changed meanwhile."""
        if self._cache is None or not self._state.is_same():
            return
        for name, file in self.files.items():
            # a broken file is read again: what it imports can come from elsewhere
            if name in self._stored or file.broken:
                continue
            results = {item: saved.as_json() for item, saved in self.saved[name].items()}
            entry = {"hash": self._state.hash, "file": file.as_json(), "results": results}
            self._cache.put(self._key(name), entry)


def _using(item: Claim, ids: set[str], broken: str) -> Claim:
    uses = dict.fromkeys(name if name in ids else broken for name in item.uses)
    return replace(item, uses=tuple(uses))


MOST_NESTED = 100
__all__ = ["DEFAULT_FOLDER", "CheckRun", "Result", "check", "check_with", "full_address", "result_as_json"]


def check(
    folder: str | Path | Sequence[str | Path] = DEFAULT_FOLDER,
    select: str | None = None,
    *,
    deep: bool = False,
    fresh: bool = False,
    workers: int | None = None,
    timeout: float | None = None,
    record: bool = False,
) -> CheckRun:
    """Check the claims of folders and files.

    Each file is read in a process of its own, in which its checks run; this process establishes what they state. A
    check that raises an error, calls `sys.exit`, crashes or does not end leaves its claim open, and the others are
    checked. A file that does not run to its end is one open claim, whose id is the name of the file, such as
    "castle_3/battle.py".

    Verdicts are cached in the user's cache folder until a file of the claims folder changes, this program, or an
    installed package. With `deep`, the sweeps inside each check run in parallel instead of the files, because a single
    sweep can then take most of the time.

    Parameters
    ----------
    folder
        Folder with Python files that declare claims, or one source folder: a subfolder with an `__init__.py`; or one
        file, or a claim as "folder/file.py::id"; or several of these.
    select
        Id of a claim, or an expression as for `pytest -k`. Dependencies of the selected claims are checked too.
    deep
        Let checks cover larger ranges, which is slow.
    fresh
        Ignore cached verdicts.
    workers
        Number of files that are checked at the same time; by default as many as there are cores.
    timeout
        Seconds after which a check is stopped and its claim is open; 0 for no limit. The default is 600, and 86,400 (a
        day) with `deep`.
    record
        Write the verdicts to the file of expected verdicts, `expected.tsv` in the claims folder, and the certificates
        to its folder `certificates`, if there is one; those of the selected claims only, if there is a selection.

    Returns
    -------
    CheckRun
        The results in the order of the claims.

    Raises
    ------
    ClaimsError
        If the folder cannot be checked: it is missing, has no claim, an id occurs twice in a file, or no claim matches
        `select`. If the file of expected verdicts has another form, contradicts a claim, or cannot be written; or if
        `record` is set and a file does not run to its end, or a claim is open without expecting it.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["'Sums.'", "from gametheory import check_all, claim"]
    >>> lines += ["sum = claim('S', '$1 + 1 = 2$', 'p. 1')(lambda: check_all([1], lambda n: n + n == 2))"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> run = check(folder)
    >>> run["S"].verdict.status.value, run.counts["verified"], run.all_match_expected
    ('verified', 1, True)
    """
    options = Options(deep, fresh, timeout, record=record, select=select or "")
    paths = [folder] if isinstance(folder, str | Path) else folder
    return check_with(options, paths, workers)


def check_with(options: Options, paths: Sequence[str | Path], workers: int | None = None) -> CheckRun:
    """Check the claims of folders and files with all options of a run."""
    parts = asked(paths, options.run)
    texts = texts_of(paths)
    if not parts and texts:  # nothing in them can be checked
        return CheckRun(texts[0][0].parent, options.deep, ())
    if not parts:
        raise ClaimsError("folder: it is empty; it must be a path or several paths")
    if options.select:
        # the parser of pytest calls itself in each of these, and at Python's limit it prints errors
        if len(re.findall(r"\(|\bnot\b", options.select)) > MOST_NESTED:
            raise ClaimsError(f"-k {shown(options.select)}: more than {MOST_NESTED} brackets and words not")
        try:
            Expression.compile(options.select)
        except Exception as error:  # SyntaxError or pytest's own class, depending on its version
            raise ClaimsError(f"-k {shown(options.select)}: {error}") from error
    if options.cluster:
        refuse_missing_cluster(options.cluster)
    began = time.perf_counter()
    with limit_cores(workers):
        session = Session(parts, options)
        session.run()
    if not session.selected and not texts:
        raise ClaimsError(f"-k {options.select}: no claim matches" if options.select else "no claim was selected")
    return session.check_run(time.perf_counter() - began)
