"""Print the tests that a change needs, for `make quick`.

- A file of the package: its own examples, and the test files that import it. If there are none, those that import the
  files that import it, and so on, and those that import a file of the same folder below a layer. Not those that check
  all claims of a source.
- A game: also the folder of tests that mirrors its folder.
- A test file: itself. A helper of tests, or a file of `bench/`, `fuzz/` or `mutants/`: the test files that import it.
- A file of `numbers` or `render`: also the pages that print a result and do not take long.
- A claim: the tests of claims. A known value of a game: the tests of the catalogue. A page: its own examples and links.

The rules of the layout, of words and sentences, and the numbers of pages are tested always. "Changed" means different
from HEAD, or new.

    pytest -m "not slow or page" $(python tests/affected.py)
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALWAYS = tuple(f"tests/project/test_{name}.py" for name in ("layers", "words", "sentences", "counts", "public_names"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PRINTING = ("numbers", "render")
TOOLS = ("bench/", "tests/fuzz/", "tests/mutants/")
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
        if ROOT / path in PAGES:
            yield from (f"tests/project/test_docs.py::{test}[{path.as_posix()}]" for test in PAGE_TESTS)
    elif first == "proofs":
        yield "tests/proofs"
    elif first == "textbooks" or path.name == "games.toml":
        yield "tests/games/catalogue"
    elif path.as_posix().startswith(TOOLS):
        package = ".".join(path.parts[:-1])
        tools = {module for test in _test_files() for module in _imports(test) if module.startswith(package)}
        yield from _importing(tools)
    elif first == "tests" and path.name.startswith("test_"):
        yield path.as_posix()
    elif first == "tests":
        yield from ["tests/cli/test_hostile_files.py"] if "data" in path.parts else _importing({path.stem})
    elif first == "gametheory" and path.suffix == ".py":
        yield path.as_posix()
        if path.parts[1] == "games" and len(path.parts) > 3:
            yield Path("tests", *path.parts[1:-1]).as_posix()
        if path.parts[1] in PRINTING:
            yield from map(_examples, filter(_prints, PAGES))
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        yield from (name for name in _importing_first({module}) if not _checks_claims(name))
        if path.parts[1] != "games" and len(path.parts) > 3 and not _importing({module}):
            folder = ".".join(path.parts[:-1])
            names = {name for test in _test_files() for name in _imports(test)}
            yield from _importing({name for name in names if name.startswith(f"{folder}.")})


def _checks_claims(test: str) -> bool:
    """Return whether a test file reads the verdicts on all claims, which any change of the package makes old."""
    return "results_of(" in (ROOT / test).read_text(encoding="utf-8")


def needs_proofs(page: Path) -> bool:
    """Return whether the examples of a page need a copy of proofs/ with verdicts."""
    return "<!-- at: the repository -->" in page.read_text(encoding="utf-8")


def takes_long(page: Path) -> bool:
    """Return whether the examples of a page check claims, or solve games for a long time."""
    text = page.read_text(encoding="utf-8")
    many = len(re.findall(r"^\$ gametheory", text, re.M)) > 3
    return needs_proofs(page) or many or bool(re.search(r"\$ gametheory (check|annotate)", text))


def _prints(page: Path) -> bool:
    return not takes_long(page) and "\n$ gametheory" in page.read_text(encoding="utf-8")


def _examples(page: Path) -> str:
    return f"tests/project/test_docs.py::{PAGE_TESTS[0]}[{page.relative_to(ROOT).as_posix()}]"


def _importing_first(modules: set[str]) -> list[str]:
    """Return the test files that import a module, or else those that import a file of the package that does."""
    known = set(modules)
    while not (tests := _importing(modules)):
        files = [path for path in (ROOT / "gametheory").rglob("*.py") if _imports(path) & modules]
        names = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in files}
        modules = names - known - {"gametheory"} or names - known  # all of the package is imported there, for its name
        known |= modules
        if not modules:
            return []
    return tests


def _importing(modules: set[str]) -> list[str]:
    return [test.relative_to(ROOT).as_posix() for test in _test_files() if _imports(test) & modules]


@cache
def _test_files() -> list[Path]:
    return sorted((ROOT / "tests").rglob("test_*.py"))


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
