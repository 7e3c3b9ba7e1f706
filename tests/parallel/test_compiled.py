"""The cache of compiled kernels never runs machine code of an older version of any kernel file."""

from __future__ import annotations

import ast
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import gametheory
from gametheory.parallel.compiled import compiled
from gametheory.parallel.kernel_files import kernel_files

PACKAGE = Path(gametheory.__file__).parent
KERNELS = "games/battle/_kernels"
CALLER = """
import numpy as np
from gametheory.games.battle._kernels.binomial import HitDistributions
from gametheory.games.battle._kernels.turn_expectation import hit_distribution

band = np.array([0]), np.array([0]), np.array([-1])
table = HitDistributions(*band, np.array([[0.0, 1.0, 0.0]]), np.array([[1.0, 1.0, 0.0]]), 0.0, 0.0)
print(hit_distribution(table, 0).probabilities[0], sum(hit_distribution.dispatcher.stats.cache_hits.values()))
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


def test_without_a_writable_folder_kernels_are_cached_in_a_private_one_or_not_at_all(copy: Path) -> None:
    """A file replaces the folder, since root can write to a read-only folder."""
    for folder in {file.parent for file in (copy / "gametheory").rglob("*.py")}:
        (folder / "__pycache__").write_text("")
    home = copy / "home"
    home.write_text("")
    temporary = copy / "temporary"
    temporary.mkdir()
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "NUMBA_CACHE_DIR": "", "TMPDIR": str(temporary)}
    assert run(copy, **places) == ["1.0", "0"]
    assert run(copy, **places) == ["1.0", "1"]
    [private] = temporary.iterdir()
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    private.chmod(0o720)  # machine code that others could have written is not run
    [*printed, line] = run(copy, **places)
    assert printed == ["1.0", "0"]
    assert line.startswith("gametheory: no folder for compiled code is writable")
    chosen = {**places, "NUMBA_CACHE_DIR": str(copy / "chosen")}
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


def test_a_cache_folder_that_vanishes_is_no_error(copy: Path) -> None:
    """The folder is writable at first, and replaced by a file before the machine code is written."""
    chosen = copy / "chosen"
    lines = "hit_distribution.dispatcher; import shutil, pathlib\n"
    lines += f"shutil.rmtree({str(chosen)!r}); pathlib.Path({str(chosen)!r}).write_text('')"
    program = CALLER.replace("\nband", f"\n{lines}\nband")
    assert run(copy, program, NUMBA_CACHE_DIR=str(chosen)) == ["1.0", "0"]
    assert stat.S_ISREG(chosen.stat().st_mode)


def test_functions_outside_of_kernel_files_are_refused() -> None:
    with pytest.raises(ValueError, match="not a kernel file"):
        compiled(lambda number: number)


def test_kernel_files_import_only_kernel_files() -> None:
    """The hash covers every constant and every function that is compiled in, and no file compiles in another way."""
    kernels = {path.relative_to(PACKAGE.resolve()).as_posix() for path in kernel_files()} - {"parallel/machine_code.py"}
    allowed = {"gametheory." + name.removesuffix(".py").replace("/", ".") for name in kernels}
    allowed |= {"gametheory.parallel.threads", "gametheory.parallel.compiled"}  # plain Python, which calls kernels
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        imported = {
            (str(module), item.name)
            for node in ast.parse(path.read_text()).body
            if isinstance(node, ast.Import | ast.ImportFrom)
            for item in node.names
            for module in [node.module if isinstance(node, ast.ImportFrom) else item.name]
        }
        modules = {module for module, _ in imported}
        if name != "parallel/machine_code.py":
            assert not any(module.split(".")[0] == "numba" for module in modules), name
        if name in kernels:
            assert {module for module in modules if module.startswith("gametheory")} <= allowed, name
        else:
            items = {item for module, item in imported if module == "gametheory.parallel.compiled"}
            assert items <= {"expect_steps", "faster", "sized"}, name
    assert len(kernels) >= 8
