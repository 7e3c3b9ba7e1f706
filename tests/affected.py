"""Print the tests that a change needs, for `make quick`.

For each changed file of the package: its own examples, the tests in the folder that mirrors it, and the test files
that import it directly. A changed test file runs itself; a changed page runs the examples of pages. The rules of the
layout and of the words run always. "Changed" means different from HEAD, or new.

    pytest -m "not slow" $(python tests/affected.py)
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALWAYS = ("tests/project/test_layers.py", "tests/project/test_words.py")


def changed_files() -> list[str]:
    """Return the files that differ from HEAD, and the new ones."""
    commands = (["git", "diff", "--name-only", "HEAD"], ["git", "ls-files", "--others", "--exclude-standard"])
    runs = [subprocess.run(each, cwd=ROOT, capture_output=True, text=True, check=True) for each in commands]
    return [name for run in runs for name in run.stdout.splitlines() if (ROOT / name).is_file()]


def affected_tests(changed: Iterable[str]) -> list[str]:
    """Return the files and folders to give to pytest."""
    found = dict.fromkeys(ALWAYS)
    for name in changed:
        found |= dict.fromkeys(_tests_of(Path(name)))
    folders = [name for name in found if not name.endswith(".py")]
    return [name for name in found if not any(name.startswith(f"{folder}/") for folder in folders)]


def _tests_of(path: Path) -> Iterator[str]:
    if path.suffix == ".md":
        yield "tests/project/test_docs.py"
    if path.suffix != ".py":
        return
    if path.parts[0] == "tests" and path.name.startswith("test_"):
        yield path.as_posix()
    if path.parts[0] == "proofs":
        yield "tests/proofs"
    if path.parts[0] == "gametheory":
        yield path.as_posix()
        yield from _mirrored(path)
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        yield from (test.relative_to(ROOT).as_posix() for test in _test_files() if module in _imports(test))


def _mirrored(path: Path) -> Iterator[str]:
    """Yield the deepest folder of tests/ that mirrors the folder of a file: `games/battle` before `games`."""
    folder = Path("tests", *path.parts[1:-1])
    while folder != Path("tests"):
        if (ROOT / folder).is_dir():
            yield folder.as_posix()
            return
        folder = folder.parent


def _test_files() -> list[Path]:
    return sorted((ROOT / "tests").rglob("test_*.py"))


def _imports(path: Path) -> set[str]:
    """Return the modules that a file imports, `from a import b` as both `a` and `a.b`."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


if __name__ == "__main__":
    print(*affected_tests(sys.argv[1:] or changed_files()))
