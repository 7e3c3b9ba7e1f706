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
KERNELS = "games/battle/_kernels"
CALLER = """
import numpy as np
from gametheory.games.battle._kernels.binomial import HitDistributions
from gametheory.games.battle._kernels.turn_expectation import hit_distribution

band = np.array([0]), np.array([0]), np.array([-1])
table = HitDistributions(*band, np.array([[0.0, 1.0, 0.0]]), np.array([[1.0, 1.0, 0.0]]), 0.0, 0.0)
kernel = hit_distribution.dispatcher
print(kernel(table, 0).probabilities[0], sum(kernel.stats.cache_hits.values()))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package, without anything cached."""
    shutil.copytree(PACKAGE, tmp_path / "gametheory", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(copy: Path, program: str = CALLER, **environment: str) -> list[str]:
    """Run a program with the copied package in a new process, and return its words."""
    unset = ("NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES")
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    variables = {**inherited, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run([sys.executable, "-c", program], cwd=copy, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split() + done.stderr.splitlines()


def test_an_edited_kernel_changes_its_callers_in_other_files(copy: Path) -> None:
    assert run(copy) == ["1.0", "0"]
    assert run(copy) == ["1.0", "1"]
    callee = copy / "gametheory" / KERNELS / "binomial.py"
    text = callee.read_text()
    old = "    return distributions.probabilities[shooters, column]"
    assert text.count(old) == 1
    callee.write_text(text.replace(old, f"{old} / 4"))
    assert run(copy) == ["0.25", "0"]
    callee.write_text(text)
    assert run(copy) == ["1.0", "1"]


def test_without_a_writable_folder_every_run_compiles_and_says_so(copy: Path) -> None:
    """A file replaces the folder, since root can write to a read-only folder."""
    for folder in {file.parent for file in (copy / "gametheory").rglob("*.py")}:
        (folder / "__pycache__").write_text("")
    home = copy / "home"
    home.write_text("")
    closed = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "NUMBA_CACHE_DIR": ""}
    *printed, line = run(copy, **closed)
    assert printed == ["1.0", "0"]
    assert line.startswith("gametheory: no folder for compiled code is writable")
    chosen = {**closed, "NUMBA_CACHE_DIR": str(copy / "chosen")}
    assert run(copy, **chosen) == ["1.0", "0"]
    assert run(copy, **chosen) == ["1.0", "1"]


def test_the_first_run_says_on_a_terminal_that_it_compiles(copy: Path) -> None:
    def printed() -> bytes:
        ours, theirs = os.openpty()
        variables = {**os.environ, "PYTHONPATH": str(copy), "NUMBA_CACHE_DIR": str(copy / "chosen")}
        subprocess.run([sys.executable, "-c", CALLER], cwd=copy, env=variables, stderr=theirs, check=True)
        os.write(theirs, b"end")
        os.close(theirs)
        return os.read(ours, 1000)

    assert printed().count(b"compiling loops") == 1
    assert printed() == b"end"


def test_functions_outside_of_kernel_files_are_refused() -> None:
    with pytest.raises(ValueError, match="not a kernel file"):
        compiled(lambda number: number)


def test_kernel_files_import_only_kernel_files() -> None:
    """The hash covers every constant and every function that is compiled in, and no other file uses numba."""
    kernels = {
        *PACKAGE.rglob("_kernels/*.py"),
        *PACKAGE.rglob("*_kernel.py"),
        PACKAGE / "solvers/product_game/kernel.py",
    }
    names = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in kernels}
    allowed = names | {"gametheory.parallel.cores", "gametheory.parallel.compiled"}  # which call kernels
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text())
        modules = {str(node.module) for node in tree.body if isinstance(node, ast.ImportFrom)}
        modules |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        assert "numba" not in modules or path == PACKAGE / "parallel/compiled.py"
        if path in kernels:
            assert {module for module in modules if module.startswith("gametheory")} <= allowed, path
    assert len(kernels) >= 8
