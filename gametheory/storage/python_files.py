"""What a Python file imports, without running it."""

from __future__ import annotations

import ast
from pathlib import Path

from gametheory.storage.read import regular


def imports_any(path: Path, package: str, names: frozenset[str]) -> bool:
    """Return whether a file imports one of these names from a package; False for what is no Python file."""
    try:
        content = regular(path).read_bytes()
        if package.encode() not in content:  # the usual case, which needs no parser
            return False
        nodes = list(ast.walk(ast.parse(content)))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return False
    imports = (node for node in nodes if isinstance(node, ast.ImportFrom))
    from_package = (node for node in imports if (node.module or "").partition(".")[0] == package)
    return any(alias.name in names for node in from_package for alias in node.names)
