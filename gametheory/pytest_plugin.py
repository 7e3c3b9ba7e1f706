"""A plugin of pytest: claims are items, so that editors, reports and other plugins see them as tests.

`pytest FOLDER` checks the claims that it finds, as it runs tests. `gametheory check` runs pytest with a plan
(`gametheory.claims.plan`): then a claim only states its verdict here, and the process that prints establishes it.
Nothing of the package is imported before a file with claims is found.
"""

from __future__ import annotations

import faulthandler
import fnmatch
import json
import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gametheory.storage.read import imports_any
from gametheory.texts.marks import is_text
from gametheory.texts.text import has_marks

if TYPE_CHECKING:
    from gametheory.claims.collect import ClaimsFile as Declared
    from gametheory.claims.declare import Appendix, Claim
    from gametheory.claims.plan import Plan
    from gametheory.claims.verdict import Verdict

PACKAGE = Path(__file__).parent
DECLARING = frozenset({"claim", "Claim", "appendix", "Appendix"})
TIMED_OUT = "Timeout ("  # with this, the message of pytest-timeout begins
SECONDS_MORE = 5.0  # after the time limit, for a check that drops the error of pytest-timeout
PLAN = pytest.StashKey["Plan"]()
HAVE_CLAIMS = pytest.StashKey[dict[Path, bool]]()
DECLARED = pytest.StashKey[dict[str, "Declared"]]()
EVERYTHING = pytest.StashKey[list["ClaimItem"]]()


class ClaimFailed(Exception):
    """The verdict of a claim is not the expected one; the message explains it."""


def pytest_configure(config: pytest.Config) -> None:
    """Read the plan of a worker of `gametheory check`."""
    config.stash[HAVE_CLAIMS], config.stash[DECLARED] = {}, {}
    if plan := vars(config).get("gametheory_plan"):  # in the process of the command
        config.stash[PLAN] = plan
    if text := getattr(config, "workerinput", {}).get("gametheory"):
        from gametheory.claims.plan import plan_from_text

        config.stash[PLAN] = plan_from_text(text)
    if PLAN in config.stash:
        config.pluginmanager.unregister(name="lfplugin-collwrapper")  # claims depend on others, of all files


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a source folder as a folder: as a package, pytest would import it in its own way."""
    if (path / "__init__.py").is_file() and _is_claims_folder(path, parent.config):
        return pytest.Dir.from_parent(parent, path=path)
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the claims of a file, or the marks of a text."""
    if is_text(file_path):
        if PLAN in parent.config.stash:
            return ClaimsFile.from_parent(parent, path=file_path)
        return MarkedText.from_parent(parent, path=file_path) if has_marks(file_path) else None
    if parent.session.isinitpath(file_path) or not _is_claims_file(file_path, parent.config):
        return None  # a file that is named as an argument is collected as a module
    return ClaimsFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> Any:
    """Collect the claims of a file that is named as an argument."""
    return ClaimsFile.from_parent(parent, path=module_path) if _is_claims_file(module_path, parent.config) else None


def _is_claims_file(path: Path, config: pytest.Config) -> bool:
    if PLAN in config.stash:
        return True
    if path.suffix != ".py" or _is_test_file(path, config) or path.is_relative_to(PACKAGE):
        return False
    if path.name.startswith("_") and path.name != "__init__.py":
        return False
    return _is_claims_folder(path.parent, config)


def _is_claims_folder(folder: Path, config: pytest.Config) -> bool:
    have_claims = config.stash[HAVE_CLAIMS]
    if folder not in have_claims:
        files = [path for path in folder.glob("*.py") if not _is_test_file(path, config)]
        declare = any(imports_any(path, PACKAGE.name, DECLARING) for path in files)
        have_claims[folder] = PLAN in config.stash or (declare and not folder.is_relative_to(PACKAGE))
    return have_claims[folder]


def _is_test_file(path: Path, config: pytest.Config) -> bool:
    return path.name == "conftest.py" or any(fnmatch.fnmatch(path.name, each) for each in config.getini("python_files"))


class ClaimsFile(pytest.File):
    """A file of claims. With a plan that knows what it declares, it is read only if a claim of it has to be checked."""

    @property
    def plan(self) -> Plan | None:
        """The plan of `gametheory check`, if it runs."""
        return self.config.stash.get(PLAN, None)

    @property
    def folder(self) -> Path:
        """The claims folder."""
        from gametheory.claims.sources import claims_folder

        return self.plan.folder_of(self.path) if self.plan else claims_folder(self.path.parent).path

    @cached_property
    def read(self) -> Declared:
        """What the file declares, which is found by running it."""
        from gametheory.claims.collect import read_claims_file

        name, seconds = self.path.relative_to(self.folder).as_posix(), self.plan.seconds if self.plan else 0.0
        _note(self.config, {"reading": str(self.path)})
        declared = read_claims_file(self.folder, name, seconds, bool(self.plan and self.plan.run))
        _note(self.config, {})
        return declared

    @cached_property
    def declared(self) -> Declared:
        """What the file declares, as far as the plan knows; then without functions."""
        from gametheory.claims.collect import ClaimsFile as Declared
        from gametheory.claims.plain_values import made

        known = self.plan.known.get(str(self.path)) if self.plan else None
        return made(Declared, known) if known else self.read

    def claims(self) -> Iterable[tuple[Claim | Appendix, Path]]:
        """Return the claims of the file with their folder, and the appendices if a report needs them."""
        self.config.stash[DECLARED][str(self.path)] = self.declared
        appendices = self.declared.appendices if self.plan and self.plan.appendices else ()
        items: list[Claim | Appendix] = [*self.declared.claims, *appendices]
        return [(item, self.folder) for item in items]

    def collect(self) -> Iterator[pytest.Item]:
        """Return an item for each claim."""
        from gametheory.claims.declare import ClaimsError
        from gametheory.claims.plan import item_name

        try:
            for item, folder in self.claims():
                yield ClaimItem.from_parent(self, name=item_name(item), item=item, folder=folder)
        except ClaimsError as error:
            raise self.CollectError(str(error)) from error


class MarkedText(ClaimsFile):
    """A text of Markdown or LaTeX: its marks are items, and so is what is wrong in it."""

    def claims(self) -> Iterable[tuple[Claim | Appendix, Path]]:
        """Return the claims of the marks and of the faults."""
        from gametheory.claims.marked import claims_of_marks

        return claims_of_marks(self.path)


class ClaimItem(pytest.Item):
    """A claim: it passes if its verdict is the expected one. Or an appendix, which passes if it is made."""

    def __init__(self, *, item: Claim | Appendix, folder: Path, **options: Any) -> None:
        super().__init__(**options)
        self.item, self.stated, self.folder = item, "", folder
        self.extra_keyword_matches.update((item.id, getattr(item, "statement", "")))

    @property
    def file(self) -> ClaimsFile:
        """The file of the claim."""
        assert isinstance(self.parent, ClaimsFile)
        return self.parent

    def setup(self) -> None:
        """Skip a claim that is to be skipped."""
        if reason := getattr(self.item, "skip", ""):
            pytest.skip(reason)

    def runtest(self) -> None:
        """Let the claim state its verdict, or check it."""
        if plan := self.file.plan:
            if self.nodeid not in plan.done:
                self._state(plan)
        else:
            self._check()

    def _state(self, plan: Plan) -> None:
        from gametheory.claims.collect import importing_from
        from gametheory.claims.plain_values import error_text
        from gametheory.claims.stating import raised, verdict_text
        from gametheory.claims.verdict import open_
        from gametheory.parallel.processes import serial_worker
        from gametheory.prove.proof import stating

        if plan.seconds:
            faulthandler.dump_traceback_later(plan.seconds + SECONDS_MORE, exit=True, file=open(os.devnull, "w"))  # noqa: SIM115
        try:
            with importing_from(self.folder), stating(), serial_worker() if plan.parallel else nullcontext():
                self.stated = verdict_text(self._verdict(plan.deep))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            timed_out = isinstance(error, pytest.fail.Exception) and str(error).startswith(TIMED_OUT)
            limit = f"the check did not end within {plan.seconds:g} seconds"
            self.stated = verdict_text(open_(limit) if timed_out else raised(error))
            if _is_plain(error):
                raise
            raise ClaimFailed(error_text(error)) from None
        finally:
            faulthandler.cancel_dump_traceback_later()

    def _verdict(self, deep: bool) -> Verdict:
        from gametheory.claims.plan import item_name
        from gametheory.claims.stating import called
        from gametheory.claims.verdict import open_

        if reason := self.file.declared.broken:
            return open_(reason)
        live: list[Claim | Appendix] = [*self.file.read.claims, *self.file.read.appendices]
        item = next((each for each in live if item_name(each) == self.name), None)
        return called(item, deep) if item else open_("the file does not declare this claim any more")

    def _check(self) -> None:
        """Check the claim here, as by hand."""
        from gametheory.claims.collect import importing_from
        from gametheory.claims.declare import Claim
        from gametheory.claims.establish import established_here

        assert isinstance(self.item, Claim)
        with importing_from(self.folder):
            result = established_here(self.item, self.folder)
        self.user_properties.append(("verdict", result.verdict.label))
        if not result.matches_expected:
            from gametheory.claims.results import explained

            raise ClaimFailed(explained(result))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the claim is declared."""
        line = (self.item.declared.place if self.item.declared else "").partition(" ")[0].rpartition(":")[2]
        return self.path, int(line) - 1 if line.isdigit() else None, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ARG002
        """Return the explanation of a failure."""
        if isinstance(excinfo.value, ClaimFailed):
            return str(excinfo.value)
        return excinfo.getrepr(
            style="short",
            tbfilter=lambda raised: raised.traceback.filter(lambda each: Path(each.path).is_relative_to(self.folder)),
        )


def _is_plain(error: BaseException) -> bool:
    """Return whether pytest can report an error: it neither ends the process, nor has a text that cannot be sent."""
    try:
        str(error).encode()
    except Exception:  # a message can be computed by anything
        return False
    return isinstance(error, Exception)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With a plan: keep what was asked for, from which pytest then selects."""
    plan = config.stash.get(PLAN, None)
    if plan is None:
        return
    from gametheory.claims.plan import exactly

    everything = [item for item in items if isinstance(item, ClaimItem)]
    config.stash[EVERYTHING] = everything
    _note(config, {"files": {path: declared.as_json() for path, declared in config.stash[DECLARED].items()}})
    items[:] = [item for item in everything if plan.includes(item.path, item.item)]
    if exact := exactly(items, config.option.keyword):  # an id is more than a part of a name
        items[:], config.option.keyword = exact, ""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """With a plan: add the dependencies of the claims that pytest has selected."""
    if plan := session.config.stash.get(PLAN, None):
        from gametheory.claims.declare import Claim

        everything, names = session.config.stash[EVERYTHING], {item.nodeid for item in session.items}
        claims = [(item.path, item.item) for item in everything if isinstance(item.item, Claim)]
        missing = plan.dependencies(claims, names) - names
        # What was selected could be in a file that does not run.
        broken = [item for item in everything if item.file.declared.broken]
        missing |= {item.nodeid for item in broken if plan.includes(item.path, item.item)} - names
        session.items += [item for item in everything if item.nodeid in missing]


def _note(config: pytest.Config, note: dict[str, Any]) -> None:
    """Let the process that prints know what this worker has read, or what it reads now, should it end meanwhile."""
    if plan := config.stash.get(PLAN, None):
        worker = getattr(config, "workerinput", {}).get("workerid", "main")
        Path(plan.notes, f"{worker}.json").write_text(json.dumps(note), encoding="utf-8")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Send what a claim states with the report of its call."""
    report = yield
    if call.when == "call" and isinstance(item, ClaimItem):
        report.stated = item.stated
    return report


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Return how the verdict of a claim is shown, and None for other items.

    >>> from types import SimpleNamespace
    >>> made = {"when": "call", "outcome": "passed", "user_properties": [("verdict", "self-verified")]}
    >>> pytest_report_teststatus(SimpleNamespace(**made))
    ('passed', '.', 'SELF-VERIFIED')
    """
    shown = dict(report.user_properties).get("verdict") if report.when == "call" else None
    if shown is None or report.outcome == "skipped":
        return None
    return report.outcome, "." if report.outcome == "passed" else "F", str(shown).upper()
