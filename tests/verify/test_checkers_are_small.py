"""Checkers stay small enough to read: short functions, and nothing shared with the solvers."""

import ast
from pathlib import Path

import pytest

import gametheory.verify

FILES = sorted(Path(gametheory.verify.__file__).parent.rglob("*.py"))
MAX_LINES = 40
ALLOWED = ("gametheory.model", "gametheory.numbers", "gametheory.verify")


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


@pytest.mark.parametrize(("node", "text"), list(functions()))
def test_a_function_is_short(node, text):
    assert body_lines(node, text) <= MAX_LINES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_checker_imports_only_the_model_and_numbers(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module] if isinstance(node, ast.ImportFrom) else []
        names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            assert name.partition(".")[0] != "gametheory" or name.startswith(ALLOWED), f"{path.name} imports {name}"
