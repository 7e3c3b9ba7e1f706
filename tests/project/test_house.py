"""The package stays easy to read: its figures are within the limits that docs/contributing.md states."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import ROOT

PACKAGE = ROOT / "gametheory"
PAGE = ROOT / "docs" / "contributing.md"
ROW = re.compile(r"^\| (.+?) \| at (most|least) ([\d.,]+) ?%? \|$", re.M)
BODIES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SMALL = 100  # lines of code in a file


class Figures(NamedTuple):
    """What a file costs its next reader."""

    counts: Counter[str]
    expressions: list[int]  # for each statement, the number of nodes of its expressions


def docstrings(tree: ast.Module) -> Iterator[ast.Expr]:
    for node in ast.walk(tree):
        first = node.body[0] if isinstance(node, BODIES) and node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            yield first


def code_lines(text: str, documentation: list[ast.Expr]) -> int:
    contents = [line.lstrip() for line in text.splitlines()]
    code = {number for number, content in enumerate(contents, 1) if content and not content.startswith("#")}
    for each in documentation:
        code.difference_update(range(each.lineno, int(each.end_lineno or each.lineno) + 1))
    return len(code)


@cache
def figures(path: Path) -> Figures:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    documentation = list(docstrings(tree))
    comments = sum(line.lstrip().startswith("#") for line in text.splitlines())
    counts = Counter(files=1, comments=comments, lines=code_lines(text, documentation), nodes=-2 * len(documentation))
    expressions = []
    sizes = dict[ast.AST, int]()
    for node in reversed(list(ast.walk(tree))):  # children first, so that each node is counted once
        children = list(ast.iter_child_nodes(node))
        sizes[node] = 1 + sum(sizes[child] for child in children)
        counts["nodes"] += 1
        counts["comprehensions"] += isinstance(node, COMPREHENSIONS)
        counts["conditionals"] += isinstance(node, ast.IfExp)
        counts["Any"] += isinstance(node, ast.Name) and node.id == "Any"
        if isinstance(node, ast.Import | ast.ImportFrom):
            counts["imports"] += int(node.end_lineno or node.lineno) - node.lineno + 1
        elif isinstance(node, ast.stmt) and not isinstance(node, BODIES) and node not in documentation:
            expressions.append(sum(sizes[child] for child in children if isinstance(child, ast.expr)))
    counts["small"] = counts["lines"] < SMALL
    return Figures(counts, expressions)


def density(expressions: list[int]) -> int:
    """Return how many nodes nine of ten statements have at most: what a reader holds in mind at a time."""
    return sorted(expressions)[len(expressions) * 9 // 10]


def measured() -> dict[str, float]:
    """Return the figures of the package under the names in the table."""
    files = [figures(path) for path in PACKAGE.rglob("*.py")]
    total = Counter[str]()
    for each in files:
        total.update(each.counts)
    rooms = [
        [size for path in room.rglob("*.py") for size in figures(path).expressions]
        for room in PACKAGE.iterdir()
        if (room / "__init__.py").is_file()
    ]
    thousands = total["lines"] / 1000
    return {
        "files": total["files"],
        "files of fewer than 100 lines of code": 100 * total["small"] / total["files"],
        "lines of code in the largest file": max(each.counts["lines"] for each in files),
        "syntax nodes": total["nodes"],
        "nodes of expressions in nine of ten statements": density(
            [size for each in files for size in each.expressions]
        ),
        "the same in the densest folder": max(map(density, rooms)),
        "comprehensions in 1,000 lines": total["comprehensions"] / thousands,
        "conditional expressions in 1,000 lines": total["conditionals"] / thousands,
        "uses of `Any` in 1,000 lines": total["Any"] / thousands,
        "imports among the lines": 100 * total["imports"] / total["lines"],
        "comments for the lines": 100 * total["comments"] / total["lines"],
    }


LIMITS = {name: (side, float(number.replace(",", ""))) for name, side, number in ROW.findall(PAGE.read_text("utf-8"))}


def test_the_table_has_a_limit_for_each_figure() -> None:
    assert list(LIMITS) == list(measured())


@pytest.mark.parametrize("name", LIMITS)
def test_the_package_is_within_its_limits(name: str) -> None:
    side, limit = LIMITS[name]
    figure = measured()[name]
    assert figure <= limit if side == "most" else figure >= limit, f"{name}: {figure:.1f}, not at {side} {limit:g}"


def test_each_use_of_any_counts_but_its_import(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("from typing import Any\n\nx: dict[Any, list[Any]] = {}\n")
    assert figures(path).counts["Any"] == 2


def test_figures_of_a_small_file(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('"""Words."""\n\nimport ast\n\n# why\nx = [1 if y else 2 for y in "ab"]\n')
    counts, expressions = figures(path)
    assert (counts["lines"], counts["comments"], counts["imports"]) == (2, 1, 1)
    assert (counts["comprehensions"], counts["conditionals"]) == (1, 1)
    assert expressions == [12]
