"""Print the tests that a change needs, for `make quick`.

- A file of the package: its own examples, the tests in the folder that mirrors it, the test files that import it
  directly, and the rules for public names.
- A test file: itself. A helper of tests, or a file of `bench/`, `fuzz/` or `mutants/`: the test files that import it.
- A hostile file: the tests of hostile files. A claim: the tests of claims, and the count on a page.
- A page: its own examples and links.

The rules of the layout and of the words run always. "Changed" means different from HEAD, or new.

    pytest -m "not slow" $(python tests/affected.py)
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALWAYS = ("tests/project/test_layers.py", "tests/project/test_words.py")
TOOLS = ("bench", "fuzz", "mutants")
PAGE_TESTS = ("test_examples_of_a_page", "test_links_of_a_page_lead_somewhere")


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
    folders = [name for name in found if (ROOT / name).is_dir()]
    return [name for name in found if not any(name.startswith(f"{folder}/") for folder in folders)]


def _tests_of(path: Path) -> Iterator[str]:
    first = path.parts[0]
    if path.suffix == ".md":
        yield from (f"tests/project/test_docs.py::{test}[{path.as_posix()}]" for test in PAGE_TESTS)
    elif first == "tests":
        yield from _tests_of_a_test_file(path)
    elif first == "proofs":
        yield from ("tests/proofs", "tests/project/test_how_we_know.py")
    elif first in TOOLS:
        yield from _importing(lambda module: module.partition(".")[0] == first)
    elif first == "gametheory" and path.suffix == ".py":
        yield from (path.as_posix(), "tests/project/test_public.py")
        yield from _mirrored(path)
        changed = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        yield from _importing(lambda module: module == changed)


def _tests_of_a_test_file(path: Path) -> Iterator[str]:
    if path.name.startswith("test_"):
        yield path.as_posix()
    elif path.suffix == ".py":
        yield from _importing(lambda module: module == path.stem)
    elif path.parent.name == "hostile":
        yield "tests/cli/test_hostile_files.py"


def _importing(wanted: Callable[[str], bool]) -> Iterator[str]:
    """Yield the test files that import a wanted module."""
    for test in sorted((ROOT / "tests").rglob("test_*.py")):
        if any(map(wanted, _imports(test))):
            yield test.relative_to(ROOT).as_posix()


def _mirrored(path: Path) -> Iterator[str]:
    """Yield the deepest folder of tests/ that mirrors the folder of a file: `games/battle` before `games`."""
    folder = Path("tests", *path.parts[1:-1])
    while folder != Path("tests"):
        if (ROOT / folder).is_dir():
            yield folder.as_posix()
            return
        folder = folder.parent


@cache
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
