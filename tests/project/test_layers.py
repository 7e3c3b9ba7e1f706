"""Which rooms of the package each room may import, asserted from the syntax tree."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import gametheory

# GAME stands for the folder of any one game; its rules are a room of their own. A room may always import itself.
ALLOWED = {
    "core": (),
    "exact": (),
    "rationals": (),
    "showing": (),
    "evidence": ("showing",),
    "reading": (),
    "writing": ("reading",),
    "forms": ("core",),
    "formats": ("core", "exact", "writing", "forms"),
    "work": ("kept",),
    "exhibits": ("showing", "evidence"),
    "claims": ("evidence", "exhibits", "work"),
    "collect": ("claims",),
    "kept": ("writing",),
    "inputs": ("kept", "__init__"),
    "memory": ("kept", "inputs", "claims", "evidence", "work"),
    "certify": ("core", "rationals"),
    "conformance": ("core",),
    "solve": ("core", "exact", "rationals", "certify", "forms", "showing", "evidence", "writing", "work"),
    "prove": ("claims", "evidence", "exact", "work"),
    "games": (),
    "games.GAME.rules": ("core", "exact"),
    "games.GAME": ("games.GAME.rules", "core", "exact", "rationals", "solve", "certify", "showing", "evidence",
                   "work"),
    "report": ("claims", "evidence", "showing", "core", "exact"),
    "cli": ("core", "exact", "rationals", "showing", "evidence", "reading", "writing", "claims", "collect", "memory",
            "certify", "solve", "prove", "games.GAME", "games.GAME.rules", "report", "forms", "formats", "conformance",
            "work"),
    "__init__": ("core", "claims", "evidence", "games.GAME"),
    "__main__": ("cli",),
}  # fmt: skip

PACKAGE = Path(gametheory.__file__).parent
OUTSIDE = ("proofs", "tests", "bench", "mutants", "fuzz")


def module_name(path: Path) -> str:
    """The name of a file inside the package: `solvers.shortest_paths`, `games.castle`, `__init__`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def room(module: str) -> str:
    """The row of the table that a module belongs to."""
    first, *rest = module.split(".")
    if first != "games" or not rest:
        return first
    return "games.GAME.rules" if rest[1:] == ["rules"] else "games.GAME"


def imported(path: Path) -> Iterator[str]:
    """The full name of all that a file imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_module(full_name: str) -> str | None:
    """The module of the package in which an imported name lies; None for a name of another package."""
    first, *rest = full_name.split(".")
    if first != "gametheory":
        return None
    while rest and ".".join(rest) not in MODULES:
        rest.pop()
    return ".".join(rest) or "__init__"


@pytest.mark.parametrize("module", MODULES)
def test_a_room_imports_only_what_the_table_allows(module):
    allowed = (room(module), *ALLOWED[room(module)])
    wrong = [other for name in imported(MODULES[module]) if (other := own_module(name)) and room(other) not in allowed]
    assert not wrong, f"{module} imports {wrong}; {room(module)} may import {allowed}"


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith("games.")])
def test_no_game_imports_another(module):
    own = module.split(".")[:2]
    games = [other.split(".")[:2] for name in imported(MODULES[module]) if (other := own_module(name))]
    assert all(game == own for game in games if game[0] == "games")


@pytest.mark.parametrize("module", MODULES)
def test_the_package_does_not_import_what_is_built_on_it(module):
    assert not [name for name in imported(MODULES[module]) if name.split(".")[0] in OUTSIDE]


def test_the_table_names_no_room_that_is_not_there():
    assert set(ALLOWED) == {room(module) for module in MODULES}


def test_what_a_room_may_import_has_no_circle():
    below: dict[str, set[str]] = {}
    while ready := [name for name in ALLOWED if name not in below and set(ALLOWED[name]) <= set(below)]:
        below |= {name: set(ALLOWED[name]) for name in ready}
    assert set(below) == set(ALLOWED)
