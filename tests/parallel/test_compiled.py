"""Kernels: the cache of machine code, and the files that may hold them."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gametheory
from gametheory.parallel.compiled import compiled

PACKAGE = Path(gametheory.__file__).parent
CALLEE = "gametheory/games/battle/callee_kernel.py"
FILES = {
    CALLEE: """from gametheory.parallel.compiled import compiled

@compiled
def value(number):
    return 4.0 * number
""",
    "gametheory/games/battle/caller_kernel.py": """from gametheory.games.battle.callee_kernel import value
from gametheory.parallel.compiled import compiled

@compiled
def more(number):
    return value(number) + 1.0
""",
    "main.py": """from gametheory.games.battle.caller_kernel import more

kernel = more.dispatcher
print(kernel(1.0), sum(kernel.stats.cache_hits.values()))
""",
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package with two kernel files and a program, without anything cached."""
    shutil.copytree(PACKAGE, tmp_path / "gametheory", ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(copy: Path, **environment: str) -> list[str]:
    """Run the program with the copied package in a new process, and return its words and what a terminal shows."""
    unset = ("NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES")
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    variables = {**inherited, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    ours, theirs = os.openpty()
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=copy, env=variables, stdout=subprocess.PIPE, stderr=theirs, text=True
    )
    os.write(theirs, b"end")
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    assert done.returncode == 0, shown
    return [*done.stdout.split(), shown.removesuffix("end")]


def test_an_edited_kernel_changes_its_callers_in_other_files(copy: Path) -> None:
    *printed, shown = run(copy)
    assert (printed, shown.count("compiling loops")) == (["5.0", "0"], 1)
    assert run(copy) == ["5.0", "1", ""]
    (copy / CALLEE).write_text(FILES[CALLEE].replace("4.0", "8.0"))
    assert run(copy)[:2] == ["9.0", "0"]


def test_without_a_writable_folder_every_run_compiles_and_says_so(copy: Path) -> None:
    """A file replaces the folder, since root can write to a read-only folder."""
    for folder in {file.parent for file in (copy / "gametheory").rglob("*.py")}:
        (folder / "__pycache__").write_text("")
    home = copy / "home"
    home.write_text("")
    closed = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "NUMBA_CACHE_DIR": ""}
    *printed, shown = run(copy, **closed)
    assert printed == ["5.0", "0"]
    assert shown.startswith("gametheory: no folder for compiled code is writable")
    assert "writable" not in run(copy, **{**closed, "NUMBA_CACHE_DIR": str(copy / "chosen")})[-1]
    assert list((copy / "chosen").rglob("*.nbi"))


def test_functions_outside_of_kernel_files_are_refused() -> None:
    with pytest.raises(ValueError, match="not a kernel file"):
        compiled(lambda number: number)


def test_kernel_files_import_only_kernel_files() -> None:
    """The hash covers every constant and every function that is compiled in, and no other file uses numba."""
    kernels = {*PACKAGE.rglob("_kernels/*.py"), *PACKAGE.rglob("*_kernel.py")}
    names = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in kernels}
    allowed = names | {"gametheory.parallel.limits", "gametheory.parallel.compiled"}  # which call kernels
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text())
        modules = {str(node.module) for node in tree.body if isinstance(node, ast.ImportFrom)}
        modules |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        assert "numba" not in modules or path == PACKAGE / "parallel/compiled.py"
        if path in kernels:
            assert {module for module in modules if module.startswith("gametheory")} <= allowed, path
    assert len(kernels) >= 5
