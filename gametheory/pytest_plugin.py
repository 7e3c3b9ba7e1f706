"""A plugin of pytest: claims are items, so that editors, reports and other plugins see them as tests.

The claims of a folder are checked as `gametheory check` checks them, in processes of their own. Nothing is imported
before a file with claims is found.
"""

from __future__ import annotations

import ast
import fnmatch
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gametheory.claims.declare import Claim
    from gametheory.claims.runner import Result
    from gametheory.claims.verdicts_on_request import VerdictsOnRequest

PACKAGE = Path(__file__).parent
DECLARING = {"claim", "Claim", "appendix", "Appendix"}


class ClaimFailed(Exception):
    """The verdict of a claim is not the expected one; the message explains it."""


class Claims:
    """The claims folders of a pytest session. It is the plugin, which `pytest_configure` registers."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._has_claims: dict[Path, bool] = {}
        self._folders: dict[Path, VerdictsOnRequest] = {}

    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect a source folder as a folder: as a package, its code would run in this process."""
        if (path / "__init__.py").is_file() and self._is_claims_folder(path):
            return pytest.Dir.from_parent(parent, path=path)
        return None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect the claims of a file."""
        if parent.session.isinitpath(file_path) or not self._is_claims_file(file_path):
            return None  # a file that is named as an argument is collected as a module
        return ClaimsFile.from_parent(parent, path=file_path)

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makemodule(self, module_path: Path, parent: pytest.Collector) -> Any:
        """Collect the claims of a file that is named as an argument."""
        return ClaimsFile.from_parent(parent, path=module_path) if self._is_claims_file(module_path) else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add an item for what a folder has on record besides the verdicts of its claims."""
        for folder, verdicts in self._folders.items():
            if verdicts.has_record:
                items.append(RecordItem.from_parent(session, name=f"{folder.name}/record", verdicts=verdicts))

    def pytest_unconfigure(self) -> None:
        """End the processes of the claims."""
        for verdicts in self._folders.values():
            verdicts.close()

    def verdicts_of(self, file: Path) -> VerdictsOnRequest:
        """Return the claims of the folder of a file."""
        from gametheory.claims.folder_session import Options
        from gametheory.claims.settings import read_settings
        from gametheory.claims.sources import claims_folder
        from gametheory.claims.targets import asked
        from gametheory.claims.verdicts_on_request import VerdictsOnRequest

        folder = claims_folder(file.parent).path
        if folder not in self._folders:
            named = [Path(str(name).partition("::")[0]).absolute() for name in self._config.args]
            inside = [name for name in named if name.is_relative_to(folder) and name != folder]
            everything = any(map(folder.is_relative_to, named)) or len(asked(inside)) != 1
            in_parallel = not hasattr(self._config, "workerinput")  # workers of pytest-xdist are parallel themselves
            settings = read_settings(self._config.rootpath)
            options = Options(deep=settings.deep, timeout=settings.timeout)
            self._folders[folder] = VerdictsOnRequest([folder] if everything else inside, in_parallel, options)
        return self._folders[folder]

    def _is_claims_file(self, path: Path) -> bool:
        if path.suffix != ".py" or self._is_test_file(path) or path.is_relative_to(PACKAGE):
            return False
        if path.name.startswith("_") and path.name != "__init__.py":
            return False
        return self._is_claims_folder(path.parent)

    def _is_claims_folder(self, folder: Path) -> bool:
        if folder not in self._has_claims:
            files = [path for path in folder.glob("*.py") if not self._is_test_file(path)]
            self._has_claims[folder] = not folder.is_relative_to(PACKAGE) and any(map(imports_claim, files))
        return self._has_claims[folder]

    def _is_test_file(self, path: Path) -> bool:
        patterns: Iterable[str] = self._config.getini("python_files")
        return path.name == "conftest.py" or any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns)


def imports_claim(path: Path) -> bool:
    """Return whether a file imports what declares claims; its code does not run.

    >>> imports_claim(Path(__file__))
    False
    """
    try:
        content = path.read_bytes()
        if b"gametheory" not in content or b"laim" not in content:
            return False
        nodes = ast.parse(content).body
    except (OSError, SyntaxError, ValueError, RecursionError):
        return False
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    names = {alias.name for node in imports if (node.module or "").startswith("gametheory") for alias in node.names}
    return bool(names & DECLARING)


class ClaimsFile(pytest.File):
    """A file of claims."""

    def collect(self) -> Iterator[pytest.Item]:
        """Return an item for each claim of the file."""
        from gametheory.claims.addresses import file_of, local_id
        from gametheory.claims.declare import ClaimsError

        try:
            verdicts = plugin_of(self.config).verdicts_of(self.path)
            claims = [item for item in verdicts.claims if verdicts.folder / file_of(item) == self.path]
        except ClaimsError as error:
            raise self.CollectError(str(error)) from error
        for item in claims:
            yield ClaimItem.from_parent(self, name=local_id(item), item=item, verdicts=verdicts)


class ClaimItem(pytest.Item):
    """A claim: it passes if its verdict is the expected one."""

    def __init__(self, *, item: Claim, verdicts: VerdictsOnRequest, **options: Any) -> None:
        super().__init__(**options)
        self._item, self._verdicts = item, verdicts
        self.extra_keyword_matches.update((item.id, item.statement))
        verdicts.want(item)

    def setup(self) -> None:
        """Skip a claim that is to be skipped."""
        if self._item.skip:
            pytest.skip(self._item.skip)

    def runtest(self) -> None:
        """Check the claim."""
        result = self._verdicts.result(self._item)
        self.add_report_section("call", "stdout", result.printed)
        self.user_properties.append(("verdict", result.verdict.label))
        if not result.matches_expected:
            raise ClaimFailed(explained(result))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the claim is declared."""
        line = (self._item.declared.place if self._item.declared else "").rpartition(":")[2]
        return self.path, int(line) - 1 if line.isdigit() else None, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the explanation of a failure."""
        return str(excinfo.value) if isinstance(excinfo.value, ClaimFailed) else super().repr_failure(excinfo, style)


class RecordItem(pytest.Item):
    """The recorded verdicts and certificates of a folder: it passes if they belong to its claims, and no other."""

    def __init__(self, *, verdicts: VerdictsOnRequest, **options: Any) -> None:
        super().__init__(**options)
        self._verdicts = verdicts

    def runtest(self) -> None:
        """Compare the claims with the record."""
        if problems := self._verdicts.problems():
            raise ClaimFailed("\n".join(problems))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the folder."""
        return self._verdicts.folder, None, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the explanation of a failure."""
        return str(excinfo.value) if isinstance(excinfo.value, ClaimFailed) else super().repr_failure(excinfo, style)


def explained(result: Result) -> str:
    """Return the statement of a claim and why its verdict is not the expected one.

    >>> from gametheory.claims import claim, open_, run
    >>> item = claim("A", "a statement", "p. 1")(lambda: open_("no solver answers"))
    >>> print(explained(next(run([("a source", item)]))))
    A: a statement
    found open; without an expected status, proved, argued or verified is expected
    no solver answers
    """
    from gametheory.claims.check import result_as_json
    from gametheory.numbers.visible import visible
    from gametheory.render.mathml import plain_text
    from gametheory.render.status_symbols import mismatch

    item = result_as_json(result, result.folder or Path(), deep=False)
    lines = [f"{item['id']}: {plain_text(item['statement'])}", mismatch(item)]
    if witness := item["witness"]:
        lines.append(f"counterexample {plain_text(witness['case'])}: {plain_text(witness['explanation'])}")
    if item["status"] == "open":
        lines += [plain_text(each["text"]) for each in item["evidence"] if each["kind"] == "text"]
    return visible("\n".join(lines))


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Return how a claim is shown that no sweep has counted, and None for other items.

    >>> from types import SimpleNamespace
    >>> made = {"when": "call", "passed": True, "user_properties": [("verdict", "self-verified")]}
    >>> pytest_report_teststatus(SimpleNamespace(**made))
    ('passed', '.', 'SELF-VERIFIED')
    """
    shown = dict(report.user_properties).get("verdict") if report.when == "call" and report.passed else None
    if shown is None:  # another test, which needs nothing of this package
        return None
    from gametheory.claims.status import SELF_VERIFIED

    return ("passed", ".", SELF_VERIFIED.upper()) if shown == SELF_VERIFIED else None


def plugin_of(config: pytest.Config) -> Claims:
    """Return the plugin of a pytest session.

    >>> plugin_of.__name__
    'plugin_of'
    """
    plugin = config.pluginmanager.get_plugin("gametheory_claims")
    assert isinstance(plugin, Claims)
    return plugin


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin of this session.

    >>> pytest_configure.__name__
    'pytest_configure'
    """
    config.pluginmanager.register(Claims(config), "gametheory_claims")
