"""docs/reference/trusted.md lists the files that must be believed, with their lines of code, and what they import.

`python tests/project/test_trusted.py` writes the counts.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "trusted.md"
ROW = re.compile(r"^\| `(\w[\w/]*\.py)` \| (\d+) \|", re.M)
TOTAL = re.compile(r"^\| \*\*together\*\* \| (\d+) \|", re.M)
SUM = re.compile(r"^\| (?!verdict)([^|`]+) \| ([^|]+) \| (\d+) \|$", re.M)
SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def lines_of_code(path: Path) -> int:
    """Return the number of lines that are neither empty nor only comment or docstring."""
    text = path.read_text(encoding="utf-8")
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            documented |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    tokens = (token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type not in SKIPPED)
    return len({line for token in tokens for line in range(token.start[0], token.end[0] + 1)} - documented)


def sections() -> list[str]:
    """Return the parts of the page that have a table of files, each under its heading."""
    return [part for part in PAGE.read_text(encoding="utf-8").split("\n## ") if ROW.search(part)]


def counted(part: str) -> str:
    """Return a part of the page with its counts as they are now."""
    part = ROW.sub(lambda row: f"| `{row[1]}` | {lines_of_code(ROOT / 'gametheory' / row[1])} |", part)
    return TOTAL.sub(f"| **together** | {sum(int(count) for _, count in ROW.findall(part))} |", part)


def summed(head: str) -> str:
    """Return the beginning of the page, with the lines on which each verdict rests."""
    tables = {part.splitlines()[0]: int(TOTAL.findall(counted(part))[0]) for part in sections()}
    checkers = max(sum(map(lines_of_code, reached(path))) for path in (ROOT / "gametheory" / "verify").rglob("*.py"))
    tables |= {"the largest checker, with what it imports": checkers, "all tables of this page": sum(tables.values())}
    return SUM.sub(lambda row: f"| {row[1]} | {row[2]} | {sum(tables[name] for name in row[2].split('; '))} |", head)


def reached(path: Path) -> set[Path]:
    """Return a checker and all checkers that it imports, directly or indirectly."""
    if path.name == "__init__.py":  # it only names them
        return {path}
    found, waiting = set[Path](), {path}
    while waiting:
        found |= waiting
        waiting = {ROOT / "gametheory" / name for each in waiting for name in imported(each) if name in LISTED} - found
    return found


LISTED = [name for part in sections() for name, _ in ROW.findall(part)] if PAGE.exists() else []


def test_the_sums_of_the_page() -> None:
    head = PAGE.read_text(encoding="utf-8").split("\n## ")[0]
    assert len(SUM.findall(head)) == 8
    assert head == summed(head), "run: python tests/project/test_trusted.py"


@pytest.mark.parametrize("part", sections(), ids=lambda part: part.splitlines()[0])
def test_counts_on_the_page(part: str) -> None:
    assert part == counted(part), "run: python tests/project/test_trusted.py"


def test_every_checker_and_all_rules_are_listed() -> None:
    present = [*(ROOT / "gametheory" / "verify").rglob("*.py"), *(ROOT / "gametheory" / "games").glob("*/rules.py")]
    assert {path.relative_to(ROOT / "gametheory").as_posix() for path in present} <= set(LISTED)
    assert len(LISTED) == len(set(LISTED))


def imported(path: Path) -> set[str]:
    """Return the files of the package that a file imports when it runs."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gametheory"):
            module = node.module or ""
            for name in [f"{module}.{alias.name}" for alias in node.names] + [module]:
                file = ROOT / (name.replace(".", "/") + ".py")
                names |= {file.relative_to(ROOT / "gametheory").as_posix()} if file.exists() else set()
    return names


def test_the_trusted_files_import_only_what_the_page_names() -> None:
    """Otherwise a fault in another file could make a false statement proved; for earlier runs the page says that."""
    allowed = set(re.findall(r"`(\w[\w/]*\.py)`", PAGE.read_text(encoding="utf-8").partition("## They import")[2]))
    earlier = next(part for part in sections() if part.startswith("For *verified* in an earlier run"))
    files = set(LISTED) - {name for name, _ in ROW.findall(earlier)}
    used = {name for file in files for name in imported(ROOT / "gametheory" / file)} - set(LISTED)
    assert {name for name in used if not name.startswith("model/")} == allowed


def test_a_line_of_code_is_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    lines = [
        '"""A docstring.',
        "",
        'Of three lines."""',
        "# a comment",
        "x = (1,  # one",
        "     2)",
        "def f():",
        '    """No."""',
    ]
    path.write_text("\n".join([*lines, '    return "b"; 3']))
    assert lines_of_code(path) == 4


if __name__ == "__main__":
    head, *rest = PAGE.read_text(encoding="utf-8").split("\n## ")
    parts = [summed(head), *(counted(part) if ROW.search(part) else part for part in rest)]
    PAGE.write_text("\n## ".join(parts), encoding="utf-8")
