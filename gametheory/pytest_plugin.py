"""A plugin of pytest: claims are items, so that editors, reports and other plugins see them as tests.

`pytest FOLDER` checks the claims that it finds, as it runs tests. `gametheory check` runs pytest with this plugin, too.
What a file declares, and what its claims state, comes from a process of that file (`gametheory.claims.processes`).
Nothing of the package is imported before a file with claims is found.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gametheory.storage.files import names_any
from gametheory.texts.marks import is_text
from gametheory.texts.text import has_marks

if TYPE_CHECKING:
    from gametheory.claims.declare import Appendix, Claim, Place
    from gametheory.claims.processes import Checker

PACKAGE = Path(__file__).parent
DECLARING = frozenset({"claim", "Claim", "appendix", "Appendix"})
CHECKER = pytest.StashKey["Checker"]()
HAVE_CLAIMS = pytest.StashKey[dict[Path, bool]]()


class ClaimFailed(Exception):
    """The verdict of a claim is not the expected one; the message explains it."""


def pytest_configure(config: pytest.Config) -> None:
    """Look for the run of `gametheory check`, of which all files are files of claims."""
    config.stash[HAVE_CLAIMS] = {}
    if checker := vars(config).get("gametheory_checker"):
        config.stash[CHECKER] = checker
        config.pluginmanager.unregister(name="lfplugin-collwrapper")  # claims depend on others, of all files


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a source folder as a folder: as a package, pytest would import it in its own way."""
    if (path / "__init__.py").is_file() and _is_claims_folder(path, parent.config):
        return pytest.Dir.from_parent(parent, path=path)
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the claims of a file, or the marks of a text."""
    if is_text(file_path):
        is_wanted = _is_command(parent.config) or has_marks(file_path)
        return ClaimsFile.from_parent(parent, path=file_path) if is_wanted else None
    if parent.session.isinitpath(file_path) or not _is_claims_file(file_path, parent.config):
        return None  # a file that is named as an argument is collected as a module
    return ClaimsFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> Any:
    """Collect the claims of a file that is named as an argument."""
    return ClaimsFile.from_parent(parent, path=module_path) if _is_claims_file(module_path, parent.config) else None


def _is_command(config: pytest.Config) -> bool:
    return "gametheory_checker" in vars(config)


def _is_claims_file(path: Path, config: pytest.Config) -> bool:
    if _is_command(config):
        return True
    if path.suffix != ".py" or _is_test_file(path, config) or path.is_relative_to(PACKAGE):
        return False
    if path.name.startswith("_") and path.name != "__init__.py":
        return False
    return _is_claims_folder(path.parent, config)


def _is_claims_folder(folder: Path, config: pytest.Config) -> bool:
    have_claims = config.stash[HAVE_CLAIMS]
    if _is_command(config):
        return True
    if folder.is_relative_to(PACKAGE):
        return False
    if folder not in have_claims:
        files = [path for path in folder.glob("*.py") if not _is_test_file(path, config)]
        have_claims[folder] = any(names_any(path, PACKAGE.name, DECLARING) for path in files)
    return have_claims[folder]


def _is_test_file(path: Path, config: pytest.Config) -> bool:
    return path.name == "conftest.py" or any(fnmatch.fnmatch(path.name, each) for each in config.getini("python_files"))


def _checker(config: pytest.Config) -> Checker:
    """Return what knows the claims; where a user runs pytest, it is made for the first file."""
    if CHECKER not in config.stash:
        from gametheory.claims.processes import Checker

        capture = config.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled():  # processes with `-s` and `--pdb` get the terminal
            config.stash[CHECKER] = Checker(config.getoption("capture") == "no", config.getoption("usepdb"))
        config.add_cleanup(config.stash[CHECKER].close)
    return config.stash[CHECKER]


class ClaimsFile(pytest.File):
    """A file of claims, or a text with marks."""

    def collect(self) -> Iterator[pytest.Item]:
        """Return an item for each claim."""
        from gametheory.claims.declare import ClaimsError, item_name

        try:
            for item, place in _checker(self.config).items(self.path):
                yield ClaimItem.from_parent(self, name=item_name(item), item=item, place=place)
        except ClaimsError as error:
            raise self.CollectError(str(error)) from error

    def teardown(self) -> None:
        """End the process of the file after its last claim."""
        _checker(self.config).release(self.path)


class ClaimItem(pytest.Item):
    """A claim: it passes if its verdict is the expected one. Or an appendix, which passes."""

    def __init__(self, *, item: Claim | Appendix, place: Place, **options: Any) -> None:
        super().__init__(**options)
        self.item, self.place, self.seconds = item, place, 0.0
        self.extra_keyword_matches.update((item.id, getattr(item, "statement", "")))

    def setup(self) -> None:
        """Skip a claim that is to be skipped."""
        if reason := getattr(self.item, "skip", ""):
            _checker(self.config).skip(self.nodeid)
            pytest.skip(reason)

    def runtest(self) -> None:
        """Ask for the verdict."""
        result = _checker(self.config).result(self.nodeid, self.item, self.place)
        if result is None:
            return
        self.seconds = result.seconds
        self.user_properties += [("verdict", result.verdict.status.value), ("earlier_run", str(result.cached).lower())]
        if result.printed:
            self.add_report_section("call", "stdout", result.printed)
        if not result.matches_expected:
            from gametheory.claims.results import explained

            raise ClaimFailed(explained(result))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the claim is declared."""
        line = (self.item.declared.place if self.item.declared else "").partition(" ")[0].rpartition(":")[2]
        return self.path, int(line) - 1 if line.isdigit() else None, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the explanation of a failure."""
        return str(excinfo.value) if isinstance(excinfo.value, ClaimFailed) else super().repr_failure(excinfo, style)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Report the seconds that the check of a claim took in its process."""
    report = yield
    if call.when == "call" and isinstance(item, ClaimItem):
        report.duration = item.seconds
    return report


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Return how the verdict of a claim is shown, and None for other items.

    >>> from types import SimpleNamespace
    >>> made = {"when": "call", "outcome": "passed", "user_properties": [("verdict", "verified")]}
    >>> pytest_report_teststatus(SimpleNamespace(**made))
    ('passed', '.', 'VERIFIED')
    """
    shown = dict(report.user_properties).get("verdict") if report.when == "call" else None
    if shown is None or report.outcome == "skipped":
        return None
    return report.outcome, "." if report.outcome == "passed" else "F", str(shown).upper()
