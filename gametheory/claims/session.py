"""The process that prints: it runs pytest, whose workers read the claims files, and establishes what claims state.

It imports no claims file, except for `-s` and `--pdb`, which need one process. Whatever arrives from a worker is JSON
text: two results for one claim, a text of another form and a worker that ends leave a claim open.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from gametheory.claims.addresses import SEPARATOR, topological_order, with_unique_ids, without_unknown
from gametheory.claims.cache import dependency_hashes, user_cache
from gametheory.claims.collect import ClaimsFile, broken_file, forget_modules
from gametheory.claims.declare import Appendix, Claim, ClaimsError
from gametheory.claims.establish import established, recalled
from gametheory.claims.expected import Expectations
from gametheory.claims.kernel import ask_kernel, lift
from gametheory.claims.lock import Locked
from gametheory.claims.plain_values import made, untypeset
from gametheory.claims.plan import Plan, item_name
from gametheory.claims.results import AppendixSection, CheckRun, Result, explained, holds, today
from gametheory.claims.sources import Asked, claims_files, refuse_unmatched
from gametheory.claims.status import Status
from gametheory.claims.stored_certificates import StoredCertificates
from gametheory.claims.verdict import Verdict, open_
from gametheory.parallel.cores import Progress, available_cores
from gametheory.parallel.extras import MissingExtra
from gametheory.storage.user_cache import cache_folder

TIMEOUT = 600.0  # the slowest claim of proofs/ takes about ten seconds
DEEP_TIMEOUT = 86_400.0
MOST_STARTS = 3  # of workers that end for no known reason before they have read all files
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
    one_process: bool = False
    quiet: bool = True
    run: bool = False

    @property
    def seconds(self) -> float:
        """The time limit of a check; 0 for none."""
        if self.timeout is not None:
            return self.timeout
        return DEEP_TIMEOUT if self.deep else TIMEOUT


class Folder:
    """A claims folder in a run: its files, what they declare, and what earlier runs have saved of them."""

    def __init__(self, asked: Asked, options: Options) -> None:
        self.asked, self.path = asked, Path(os.path.abspath(asked.place.path))
        text = asked.place.path / asked.place.text if asked.place.text else None
        self.recording = options.record and asked.is_named
        file = asked.place.expected_file
        self.expectations = Locked(text, options.record) if text else Expectations(file, self.recording)
        names = claims_files(asked.place)
        self.files: dict[str, ClaimsFile] = {}
        self.claims: list[Claim] = []
        self.unknown: dict[str, str] = {}  # by claim: the id that it uses, and that no claim has
        self._hashes = dependency_hashes(asked.place, names, options.deep, options.outputs)
        self._cache, self._options = user_cache("claims"), options
        entries = {name: {} if options.fresh else self._saved(name) for name in names}
        self.entries: dict[str, dict[str, Any]] = entries

    def _key(self, name: str) -> str:
        return json.dumps([str(self.path / name), self._options.deep, *([True] if self._options.run else [])])

    def _saved(self, name: str) -> dict[str, Any]:
        entry: Any = self._cache.get(self._key(name)) if self._cache else None
        try:
            if entry["hash"] == self._hashes[name] and isinstance(entry["results"], dict):
                made(ClaimsFile, entry["file"])
                return dict(entry)
        except (AttributeError, LookupError, TypeError, ValueError):
            pass
        return {}

    def knows(self, name: str) -> bool:
        """Return whether all verdicts of a file are known from earlier runs."""
        entry = self.entries[name]
        if "file" not in entry:
            return False
        file: ClaimsFile = made(ClaimsFile, entry["file"])
        items: list[Claim | Appendix] = [item for item in file.claims if not item.skip]
        items += file.appendices if self._options.appendices else ()
        return all(item_name(item) in entry["results"] for item in items)

    def declares(self, files: Mapping[Path, ClaimsFile]) -> None:
        """Take what the files of the folder declare, and resolve ids and dependencies."""
        self.files = {name: files[self.path / name] for name in self.entries if self.path / name in files}
        claims = [item for each in self.files.values() for item in each.claims]
        ids = {item.id for item in claims}
        if broken := [each.claims[0].id for each in self.files.values() if each.broken]:
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
        return [*self.claims, *(item for each in self.files.values() for item in each.appendices)]

    def compared(self, results: list[Result]) -> tuple[list[Result], list[str]]:
        """Return results with their differences from what is on record; or record them."""
        asked, place = self.asked, self.asked.place
        ids, broken = [item.id for item in self.claims], [each.broken for each in self.files.values() if each.broken]
        named = {item.id for item in self.claims if any(target.includes(item) for target in asked.targets)}
        complete = {each.claim.id for each in results} == named
        whole = complete and asked.is_whole
        one_source = complete and {(target.file, target.id) for target in asked.targets} == {(place.source, "")}
        if not self.recording:
            stored = StoredCertificates(place, results, whole or one_source)
            return results, [*self.expectations.problems(results, ids, whole and not broken), *stored.problems()]
        if broken:
            raise ClaimsError(f"{'; '.join(broken)}; nothing was recorded")
        results = self.expectations.record(results, ids, whole)
        stored = StoredCertificates(place, results, whole or one_source)
        stored.write()
        return results, list(stored.problems())

    def save(self) -> None:
        """Save the results, for the next run."""
        for name, entry in self.entries.items():
            is_new = entry.pop("new", False) or "file" not in entry
            if is_new and self._cache and name in self.files and not self.files[name].broken:
                described = {"hash": self._hashes[name], "file": self.files[name].as_json()}
                self._cache.put(self._key(name), {"results": {}} | entry | described)


def _recalled(saved: Mapping[str, Any]) -> tuple[Verdict, float, str]:
    try:
        return recalled(saved["verdict"]), float(saved["seconds"]), str(saved["day"])
    except (AttributeError, LookupError, TypeError, ValueError):
        return open_("the saved verdict is damaged; --fresh checks the claim again"), 0.0, ""


def _using(item: Claim, ids: set[str], broken: str) -> Claim:
    return replace(item, uses=tuple(dict.fromkeys(name if name in ids else broken for name in item.uses)))


class Session:
    """A plugin of pytest in the process that prints."""

    def __init__(self, parts: Sequence[Asked], options: Options) -> None:
        self._options = options
        self._folders = [Folder(part, options) for part in parts]
        self._root = Path(os.path.commonpath([folder.path for folder in self._folders]))
        self._items: dict[str, tuple[Folder, Claim | Appendix]] = {}
        self.selected: list[str] = []
        self._results: dict[str, Result] = {}
        self._sections: dict[str, AppendixSection] = {}
        self._started: dict[str, float] = {}
        self._broken: dict[str, Any] = {}  # the descriptions of files that end their process, by path
        self._starts, self._parallel, self._finished = 0, False, False
        self._asked_kernel: set[Path] = set()
        self._error: BaseException | None = None

    # Running pytest

    def run(self) -> None:
        """Run pytest: in this process if all verdicts are known from earlier runs, otherwise with workers."""
        waiting = sum(not folder.knows(name) for folder in self._folders for name in folder.entries)
        number = min(available_cores(), waiting)
        # With deep, single sweeps take longest: then these use the cores, and one worker checks all claims.
        self._parallel = number > 1 and not self._options.deep
        workers = ["-n", str(number if self._parallel else 1), "--dist=load", "--max-worker-restart=1000000"]
        with tempfile.TemporaryDirectory() as self._notes:
            self._pytest(workers if waiting and not self._options.one_process else [])

    def _pytest(self, arguments: Sequence[str]) -> None:
        files = [str(folder.path / name) for folder in self._folders for name in folder.entries]
        if not files:
            refuse_unmatched(self._folders[0].asked.targets, [])
        self._plan = self._make_plan()
        cache = (cache_folder() or Path(self._notes)) / "pytest" / self._root.name
        own = ["-p", PLUGIN, "-p", "xdist", "-p", "timeout", "-c", os.devnull, f"--rootdir={self._root}"]
        own += ["--noconftest", "--assert=plain", "--tb=short", "-o", f"cache_dir={cache}", "--no-header"]
        own += [f"-k{self._options.select}"] if self._options.select else []
        own += [f"--timeout={self._options.seconds:g}", "--timeout-method=signal"]
        printed = io.StringIO()
        # Plugins of other packages are for tests.
        alone = patch.dict(os.environ, {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
        with alone, redirect_stdout(printed) if self._options.quiet else nullcontext():
            status = pytest.main([*own, *arguments, *self._options.arguments, *files], plugins=[self])
        if self._error:
            raise self._error
        if status in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
            lines = [line for line in printed.getvalue().splitlines() if line.strip()]
            raise ClaimsError(f"pytest ended with an error: {lines[-1] if lines else status}")

    def _make_plan(self) -> Plan:
        known, done = {}, []
        for folder in self._folders:
            for name, entry in folder.entries.items():
                if "file" in entry:
                    known[str(folder.path / name)] = entry["file"]
                    file = (folder.path / name).relative_to(self._root).as_posix()
                    done += [f"{file}::{each}" for each in entry["results"]]
        targets = tuple((str(folder.path), target) for folder in self._folders for target in folder.asked.targets)
        options = self._options
        return Plan(
            str(self._root),
            targets,
            known,
            tuple(done),
            options.deep,
            float(options.seconds),
            self._parallel,
            options.appendices,
            self._notes,
            options.run,
        )

    def _stop(self, error: BaseException) -> None:
        self._error = self._error or error
        pytest.exit("the claims cannot be checked", returncode=0)

    # Hooks of pytest

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Give the plan to the plugin of this process."""
        vars(config)["gametheory_plan"] = self._plan
        if self._options.one_process:
            forget_modules([str(folder.path) for folder in self._folders])

    def pytest_configure_node(self, node: Any) -> None:
        """Give the plan to a worker."""
        node.workerinput["gametheory"] = replace(self._plan, known={**self._plan.known, **self._broken}).as_text()

    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Find the file whose code has ended a worker while it was read; the next workers do not read it."""
        if not error or self._items:  # later, xdist says which check has ended it
            return
        path = self._note(node.workerinput["workerid"]).get("reading")
        if isinstance(path, str):
            folder, reason = self._plan.folder_of(Path(path)), f"{path}: reading the file ended its process"
            self._broken[path] = broken_file(folder, Path(path).relative_to(folder).as_posix(), reason).as_json()
            return
        self._starts += 1
        if self._starts > MOST_STARTS:
            self._stop(ClaimsError("the processes that read the claims end without a reason"))

    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:
        """Take what the first worker has read."""
        if not self._items:
            self._collected(self._note(node.workerinput["workerid"]), ids)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Take what this process has read."""
        self._collected(self._note("main"), [item.nodeid for item in session.items])

    def _note(self, worker: str) -> dict[str, Any]:
        try:
            note = json.loads(Path(self._notes, f"{worker}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return note if isinstance(note, dict) else {}

    def _collected(self, note: Mapping[str, Any], ids: Sequence[str]) -> None:
        try:
            files = {Path(path): made(ClaimsFile, each) for path, each in dict(note["files"]).items()}
            for folder in self._folders:
                folder.declares(files)
                for item in folder.declared():
                    self._items[self._plan.name(folder.path / item.file, item)] = folder, item
        except ClaimsError as error:
            self._stop(error)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            self._stop(ClaimsError(f"a claims file changes how its claims are described: {error}"))
        self.selected = [name for name in self._items if name in set(ids)]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Note when a check begins, and say so."""
        self._started[nodeid] = time.monotonic()
        if self._options.progress and nodeid in self._items:
            self._options.progress(len(self._started), len(self.selected), self._items[nodeid][1].id)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Establish what a claim states, before other plugins see whether it has failed."""
        is_other = report.when == "teardown" or (report.when == "setup" and report.passed)
        if is_other or report.nodeid not in self._items or self._finished:
            return
        try:
            failed = self._arrived(report, *self._items[report.nodeid])
        except (ClaimsError, MissingExtra) as error:
            self._stop(error)
        if report.skipped and not failed:
            return
        report.outcome = "failed" if failed else "passed"
        if failed and not (report.longrepr and report.when == "call"):
            report.longrepr = failed

    def _arrived(self, report: pytest.TestReport, folder: Folder, item: Claim | Appendix) -> str:
        """Take a result; return why it is not the expected one, or ""."""
        name, entry, source = report.nodeid, folder.entries[item.file], folder.files[item.file].title
        results = entry.setdefault("results", {})
        saved = results.get(item_name(item)) if name in self._plan.done else None
        if saved:
            verdict, seconds, day = _recalled(saved)
        else:
            verdict, seconds, day = self._stated(report, folder, item), report.duration, today()
            if name in self._results:
                verdict = open_("the claim's process sent two verdicts")
                results.pop(item_name(item), None)
            if verdict.status is not Status.OPEN or (isinstance(item, Appendix) and report.passed):
                stated = json.loads(json.dumps(verdict.as_json(), default=str))
                results[item_name(item)] = {"verdict": stated, "seconds": seconds, "day": day}
                entry["new"] = True
        if isinstance(item, Appendix):
            if report.failed:
                reason = report.longreprtext.strip().rpartition("\n")[2]
                raise ClaimsError(f"the appendix {item.id} was not made: {reason}")
            self._sections[name] = AppendixSection(source, item, verdict.evidence)
            return ""
        if missing := folder.unknown.get(item.id):
            verdict = open_(f"it uses {missing}, and no claim has that id")
        place, printed = folder.asked.place.path, report.capstdout
        result = Result(item, source, verdict, holds(verdict), seconds, bool(saved), place, printed, day)
        self._results[name] = result
        report.user_properties = [("verdict", verdict.label), ("earlier_run", str(bool(saved)).lower())]
        return "" if result.matches_expected else explained(result)

    def _stated(self, report: pytest.TestReport, folder: Folder, item: Claim | Appendix) -> Verdict:
        stated = getattr(report, "stated", None)
        if isinstance(item, Claim) and report.skipped and item.skip:
            return open_(f"skipped: {item.skip}")
        if isinstance(stated, str) and stated:
            verdict = established(stated)
            return self._lifted(verdict, folder, item) if isinstance(item, Claim) and item.theorems else verdict
        if self._options.seconds and time.monotonic() - self._started.get(report.nodeid, 0) > self._options.seconds:
            return open_(f"the check did not end within {self._options.seconds:g} seconds")
        return open_("the check ended its process" if str(report.when) == "???" else untypeset(report.longreprtext))

    def _lifted(self, verdict: Verdict, folder: Folder, item: Claim) -> Verdict:
        """Ask the kernel for the theorems of a folder when the first one is needed."""
        if folder.path not in self._asked_kernel:
            self._asked_kernel.add(folder.path)
            waiting = [self._items[name] for name in self.selected if name not in self._plan.done]
            claims = [each for place, each in waiting if place is folder and isinstance(each, Claim)]
            # fresh: what an earlier run saved of Rocq's answers could be of claims that wrote it
            ask_kernel(folder.path, claims, True, self._options.progress, reread=self._options.fresh)
        return lift(verdict, item)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note a Ctrl-C; pytest and its workers also use this error to stop by themselves."""
        if type(excinfo.value).__name__ not in ("Interrupted", "Exit"):
            self._error = self._error or excinfo.value

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Save the results, and report what fails by others: a claim whose dependency is not established."""
        self._finished = True
        for folder in self._folders:
            folder.save()
        for name, result in self._final().items():
            if not result.matches_expected and self._results[name].matches_expected:
                location = (name.partition("::")[0], None, name)
                late = pytest.TestReport(name, location, {}, "failed", explained(result), "call")
                session.config.hook.pytest_runtest_logreport(report=late)

    # What the run has found

    def check_run(self, seconds: float) -> CheckRun:
        """Return the results, compared with what is on record; or record them."""
        self._complete()
        final = self._final()
        found = [
            folder.compared([final[name] for name in final if self._items[name][0] is folder])
            for folder in self._folders
        ]
        counts = Counter(result.claim.id for results, _ in found for result in results)
        return CheckRun(
            self._folders[0].asked.place.named if len(found) == 1 else self._root,
            self._options.deep,
            tuple(_renamed(result, counts) for results, _ in found for result in results),
            tuple(self._sections[name] for name in self._items if name in self._sections),
            tuple(problem for _, problems in found for problem in problems),
            tuple(self._items[name][1].id for name in self.selected if name not in (*final, *self._sections)),
            seconds,
        )

    def _complete(self) -> None:
        """Leave each selected claim open that has sent no result, unless the run was to stop at a failure."""
        if any(word.startswith(("-x", "--maxfail")) for word in self._options.arguments):
            return
        for name in self.selected:
            folder, item = self._items[name]
            if name not in self._results and isinstance(item, Claim):
                verdict, source = open_("the process of the check sent no result"), folder.files[item.file].title
                self._results[name] = Result(item, source, verdict, False, 0.0, folder=folder.asked.place.path)

    def _final(self) -> dict[str, Result]:
        """Return the results, each with what it depends on, in the order of the files."""
        final: dict[str, Result] = {}
        for folder in self._folders:
            hold: dict[str, bool] = {}
            for item in topological_order(folder.claims):
                name = self._plan.name(folder.path / item.file, item)
                result = self._results.get(name)
                itself = result is not None and holds(result.verdict)
                hold[item.id] = itself and all(hold[used] for used in item.uses)
                if result:
                    final[name] = replace(result, dependencies_hold=hold[item.id])
        return {name: final[name] for name in self._items if name in final}


def _renamed(result: Result, counts: Mapping[str, int]) -> Result:
    """Return a result whose id is an address with its folder if a claim of another folder has the id, too."""

    def name(id: str) -> str:
        if counts[id] < 2 or result.folder is None:
            return id
        return (result.folder / (id if SEPARATOR in id else f"{result.claim.file}{SEPARATOR}{id}")).as_posix()

    uses = tuple(map(name, result.claim.uses))
    return replace(result, claim=replace(result.claim, id=name(result.claim.id), uses=uses))
