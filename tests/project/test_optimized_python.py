"""`python -O` and `python -OO` drop asserts and docstrings; no check and no name depends on them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

FOLDER = {
    "sums.py": '''
"""A source with a name."""
from gametheory import claim, check_all, verified

@claim("S.1", "Every number below 9 is below 10.", "p. 1")
def small():
    "A docstring."
    return check_all(range(9), lambda n: n < 10, "0 to 8", lambda n: "no")

@claim("S.3", "Every number below 9 is below 8.", "p. 3", expected="refuted")
def false():
    return check_all(range(9), lambda n: n < 8, "0 to 8", lambda n: f"{n} is not")
''',
    "package/__init__.py": '"""Another source.\n\nMore text."""\n__all__ = ["first"]\n',
    "package/first.py": '"""A file."""\nfrom gametheory import claim, verified\n'
    'one = claim("P.1", "One.", "p. 1")(lambda: verified("one case", 1))\n',
}


def sources() -> list[Path]:
    return [*sorted((ROOT / "gametheory").rglob("*.py")), *sorted((ROOT / "proofs").rglob("*.py"))]


def test_an_assert_does_no_more_than_tell_the_type_checker_a_type() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources()
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Assert) and not _narrows_a_type(node.test)
    ]
    assert not found


def _narrows_a_type(test: ast.expr) -> bool:
    """`x is not None` or `isinstance(x, C)`."""
    if isinstance(test, ast.Compare):
        return isinstance(test.ops[0], ast.IsNot) and ast.unparse(test.comparators[0]) == "None"
    return isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance"


def test_a_check_prints_the_same_bytes_without_asserts_and_docstrings(tmp_path: Path) -> None:
    for name, text in FOLDER.items():
        path = tmp_path / "claims" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    printed = [checked(tmp_path, *option) for option in ([], ["-OO"])]
    assert printed[0] == printed[1]
    assert b"A source with a name" in printed[0]
    assert b"Another source" in printed[0]


def checked(folder: Path, *option: str) -> bytes:
    """Return the output and the JUnit report of a check without the seconds, which are the same in no two runs."""
    command = [sys.executable, *option, "-m", "gametheory", "check", "claims", "--fresh", "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*command, "--junit", "out.xml"], cwd=folder, env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr
    lines = (folder / "out.xml").read_bytes()
    return re.sub(rb"[\d.]+ s\b", b"", done.stdout) + b"".join(
        part for part in lines.split(b'"') if not part.replace(b".", b"").isdigit()
    )


@pytest.mark.parametrize("text", ["assert x == 1", "assert x", "assert f(x)", "assert x is None"])
def test_other_asserts_are_noticed(text: str) -> None:
    [node] = ast.parse(text).body
    assert isinstance(node, ast.Assert)
    assert not _narrows_a_type(node.test)
