"""Checkers stay small enough to read: short functions, few branches, and nothing shared with the solvers."""

import ast
import inspect
from pathlib import Path

import pytest

import gametheory.verify

FILES = sorted(Path(gametheory.verify.__file__).parent.rglob("*.py"))
MAX_LINES = 12
MAX_BRANCHES = 8
BRANCHES = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension, ast.Match)
ALLOWED = ("gametheory.model", "gametheory.numbers", "gametheory.parallel.loops", "gametheory.verify")


def functions():
    """Return every function and method of the checkers, with the text of its file."""
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                yield pytest.param(node, text, id=f"{path.stem}.{node.name}")


def body(node):
    """Return the statements of a function without its docstring."""
    return node.body[1:] if ast.get_docstring(node) else node.body


def body_lines(node, text):
    """Return the number of lines of code in the body, without blank lines and comments."""
    lines = text.splitlines()
    numbers = {number for part in body(node) for number in range(part.lineno, part.end_lineno + 1)}
    return sum(bool(lines[n - 1].partition("#")[0].strip()) for n in numbers)


def branches(node):
    """Return the number of branches: statements, conditions of comprehensions, and `and` and `or`."""
    parts = [inner for part in body(node) for inner in ast.walk(part)]
    operators = sum(len(part.values) - 1 for part in parts if isinstance(part, ast.BoolOp))
    conditions = sum(len(part.ifs) for part in parts if isinstance(part, ast.comprehension))
    return sum(isinstance(part, BRANCHES) for part in parts) + operators + conditions


@pytest.mark.parametrize(("node", "text"), list(functions()))
def test_a_function_is_short(node, text):
    assert body_lines(node, text) <= MAX_LINES
    assert branches(node) <= MAX_BRANCHES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_checker_imports_only_the_model_numbers_and_the_runner_of_loops(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module] if isinstance(node, ast.ImportFrom) else []
        names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            assert name.partition(".")[0] != "gametheory" or name.startswith(ALLOWED), f"{path.name} imports {name}"


@pytest.mark.parametrize("name", [name for name in gametheory.verify.__all__ if name != "CertificateError"])
def test_a_checker_states_its_theorem_and_refuses_a_lie(name):
    text = inspect.getdoc(getattr(gametheory.verify, name))  # without the indentation, as Python 3.13 stores it
    assert all(f"{section}\n---" in text for section in ("Parameters", "Returns", "Raises", "Examples"))
    assert "CertificateError\n" in text
    assert "gametheory.verify.errors.CertificateError: " in text


def test_the_measures_see_what_they_count():
    """A function with a docstring, a comment, and each kind of branch."""
    text = (
        'def f(x):\n    """Doc."""\n    # why\n\n    for y in x:\n        if y and x or 1:\n            '
        "z = [a for a in x if a]\n    return 1 if z else 2\n"
    )
    (node,) = ast.parse(text).body
    assert (body_lines(node, text), branches(node)) == (4, 7)
