"""What runs is the source code that a reader sees: no compiled code next to it, and no file that no claim imports."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[import-not-found]
from pathlib import Path

import pytest

from gametheory.claims.check import check
from gametheory.claims.from_source import import_from_source

CLAIM = """from gametheory import claim, check_all
@claim("{id}", "every number below 10 is below 5", "p. 1")
def check():
    return check_all(range(10), {holds}, "numbers")
"""
FALSE, ANOTHER = "lambda n: n < 5", "lambda n: n < 50"
PATCH = "import gametheory.claims.case_by_case as module\nmodule.is_true = lambda holds, case: True\n"


@pytest.fixture(autouse=True)
def own_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget what a test has imported."""
    before = set(sys.modules)
    yield
    for name in {"_helper", "source", "source.own", "numbers"} & (set(sys.modules) - before):
        monkeypatch.delitem(sys.modules, name)


def write_with_other_code(path: Path, text: str, old: str, new: str) -> None:
    """Write a file, and next to it compiled code that Python would never compare with it."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    compiled = Path(importlib.util.cache_from_source(str(path)))
    compiled.parent.mkdir(exist_ok=True)
    code = compile(text.replace(old, new), str(path), "exec")
    compiled.write_bytes(_code_to_hash_pyc(code, bytes(8), False))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
def test_compiled_code_of_another_text_does_not_run(tmp_path: Path) -> None:
    write_with_other_code(tmp_path / "file.py", CLAIM.format(id="FILE", holds=FALSE), FALSE, ANOTHER)
    helped = "import _helper\n" + CLAIM.format(id="HELPED", holds="_helper.holds")
    (tmp_path / "helped.py").write_text(helped)
    write_with_other_code(tmp_path / "_helper.py", f"holds = {FALSE}\n", FALSE, ANOTHER)
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "__init__.py").write_text('"""A source."""\n')
    write_with_other_code(tmp_path / "source" / "own.py", CLAIM.format(id="SOURCE", holds=FALSE), FALSE, ANOTHER)
    found = {result.claim.id: result.verdict.status.value for result in check(tmp_path, workers=1)}
    assert found == dict.fromkeys(["FILE", "HELPED", "SOURCE"], "refuted")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")
def test_a_file_does_not_run_in_place_of_a_module_of_python(tmp_path: Path) -> None:
    """`statistics` imports `numbers`, which the claim does not name."""
    (tmp_path / "victim.py").write_text(
        "import sys\nfor name in ('statistics', 'numbers'):\n    sys.modules.pop(name, None)\nimport statistics\n"
        + CLAIM.format(id="V", holds=FALSE)
    )
    (tmp_path / "numbers.py").write_text(PATCH)
    assert check(tmp_path)["V"].verdict.status.value == "refuted"


def test_a_folder_leaves_packages_that_are_installed_in_it_alone() -> None:
    installed = Path(pytest.__file__).parent
    import_from_source(installed.parent)
    with pytest.raises(ImportError, match="is not in a claims folder"):
        sys.path_hooks[0](str(installed))
