"""The public names of the package: documented, listed on a page, imported lazily, and changed by no other import."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib

import pytest
from conftest import ROOT

import gametheory

HEAVY = ("networkx", "numpy", "sympy", "scipy", "numba", "z3", "cvc5", "flint", "rich", "jinja2", "nashpy")
PAGE = ROOT / "docs" / "reference" / "python.md"
SENTENCE = re.compile(r"\S[^\n]*(\n[^\n]+)*[.:]($|\n\s*\n|\s)")


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_imports_no_library():
    loaded = json.loads(run("import sys, json, gametheory; print(json.dumps(list(sys.modules)))"))
    assert not {name.partition(".")[0] for name in loaded} & set(HEAVY)


def test_the_page_lists_the_exported_names():
    table = re.findall(r"(?:^\|.*\n)+", PAGE.read_text(encoding="utf-8"), re.M)[0]
    listed = [name for row in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    assert sorted(listed) == sorted(gametheory.__all__)


@pytest.mark.parametrize(
    "before", ["import gametheory.cli.solve, gametheory.cli.check", "from gametheory import verify"]
)
def test_functions_are_functions_whatever_was_imported_before(before):
    names = "solve, nash, check, report, claim"
    assert run(f"{before}\nfrom gametheory import {names}\nprint(*map(callable, ({names})))").split() == ["True"] * 5


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert gametheory.__version__ == project["version"]


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        gametheory.solver  # noqa: B018


def undocumented(scope: ast.Module | ast.ClassDef) -> list[str]:
    """Return the public functions, classes and methods whose docstring does not begin with a sentence."""
    found = []
    for node in scope.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            stub = any(ast.unparse(each) in ("overload", "typing.overload") for each in node.decorator_list)
            if not stub and not SENTENCE.match(ast.get_docstring(node) or ""):
                found.append(node.name)
            found += undocumented(node) if isinstance(node, ast.ClassDef) else []
    return found


def test_every_public_function_and_class_says_what_it_is():
    paths = [path for path in (ROOT / "gametheory").rglob("*.py") if "cli" not in path.parts]
    missing = {path.name: undocumented(ast.parse(path.read_text(encoding="utf-8"))) for path in paths}
    top = {name: names for name, names in missing.items() if names}
    assert not top


def test_checks_do_not_rest_on_assert():
    """`python -O` drops asserts; those of the package only state a type for the type checker."""
    typed = ("isinstance(", "callable(")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (ROOT / "gametheory").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Assert)
        and not (ast.unparse(node.test).startswith(typed) or ast.unparse(node.test).endswith(" is not None"))
    ]
    assert not found
