"""Imports go one way: between packages as docs/reference/layout.md says, and never in a circle between files."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx

import gametheory

PACKAGE = Path(gametheory.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "layout.md"
OUTSIDE = ("proofs", "tests", "bench")
ROW = re.compile(r"^\| `([^`]+)` \| .* \| (.*) \|$", re.MULTILINE)
EVERYTHING = "everything above"


def layers(page: str) -> dict[str, list[str]]:
    """Return what each layer may import, as the table of the page says."""
    section = page.partition("## Layers")[2].partition("\n## ")[0]
    table = {
        name: re.findall(r"`([^`]+)`", cell) or [EVERYTHING] * (cell == EVERYTHING)
        for name, cell in ROW.findall(section)
    }
    rows = list(table)
    return {name: rows[: rows.index(name)] if allowed == [EVERYTHING] else allowed for name, allowed in table.items()}


ALLOWED = layers(PAGE.read_text(encoding="utf-8"))


def module_name(path: Path) -> str:
    """Return the name of a file inside the package: `solvers.retrograde`, `games.castle`, `__init__`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def layer(module: str) -> str:
    """Return the row of the table that a module belongs to: the most specific one."""
    first, *rest = module.split(".")
    if first == "games":
        return "games/*/rules" if rest[1:] == ["rules"] else "games/*"
    return first


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Return the full name of everything a file imports, at its top or inside a function."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_module(full_name: str) -> str | None:
    """Return the module of the package that defines an imported name; None for a name of another package."""
    first, *rest = full_name.split(".")
    if first != "gametheory":
        return None
    while rest and ".".join(rest) not in MODULES:
        rest.pop()
    return ".".join(rest) or "__init__"


def imports_between_files() -> nx.DiGraph:
    """Return the graph of imports between the files of the package."""
    edges = ((module, own_module(name)) for module, path in MODULES.items() for name in imported(path))
    return nx.DiGraph([(module, other) for module, other in edges if other not in (None, module)])


def test_files_import_only_the_layers_in_the_table():
    wrong = [
        f"{module} imports {other}; {layer(module)} may import {ALLOWED[layer(module)]}"
        for module, path in MODULES.items()
        for name in imported(path)
        if (other := own_module(name)) and layer(other) not in (layer(module), *ALLOWED[layer(module)])
    ]
    assert not wrong, "\n".join(wrong)


def test_every_module_that_is_imported_exists():
    """Also inside a function, and in a folder next to the package: a file may have been joined with another."""
    root = PACKAGE.parent
    files = [path for folder in ("gametheory", "textbooks", *OUTSIDE) for path in root.glob(f"{folder}/**/*.py")]
    missing = []
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else ""
            if module and module.startswith("gametheory.") and module.partition(".")[2] not in MODULES:
                missing.append(f"{path.relative_to(root)}, line {node.lineno}: {module}")
    assert not missing, "\n".join(missing)


def test_no_two_files_import_each_other():
    circles = [sorted(part) for part in nx.strongly_connected_components(imports_between_files()) if len(part) > 1]
    assert circles == []


def test_no_game_imports_another():
    edges = imports_between_files().edges
    games = [(one.split(".")[1], other.split(".")[1]) for one, other in edges if {one[:6], other[:6]} == {"games."}]
    assert games
    assert all(one == other for one, other in games)


def test_package_does_not_import_what_is_built_on_it():
    assert not [name for path in MODULES.values() for name in imported(path) if name.split(".")[0] in OUTSIDE]


def test_table_has_one_row_for_each_layer():
    assert set(ALLOWED) == {layer(module) for module in MODULES}


def test_layers_have_no_circle():
    graph = nx.DiGraph([(name, other) for name, others in ALLOWED.items() for other in others if other != name])
    assert nx.is_directed_acyclic_graph(graph)
