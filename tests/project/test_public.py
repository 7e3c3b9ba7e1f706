"""Every public name says in its docstring what it is, and every public function shows an example that is run.

Read off the syntax trees, so that nothing has to be imported. A function's example calls it by its name; that of a
method may stand in its class. `pytest --doctest-modules` runs the examples.
"""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import gametheory

PACKAGE = Path(gametheory.__file__).parent
NOT_CALLED_BY_PROGRAMS = (
    "cli/",
    "__main__",
    "pytest_plugin",
    *(f"render/notebook/{name}.py" for name in ("claims", "games", "solvers")),
)  # the command, whose examples are on docs/reference/commands.md, and what pytest and the notebook registry call

# Functions without an example of their own, and why.
WITHOUT_EXAMPLE = {
    "parallel/compiled.py:compiled": "only functions in kernel files can be compiled, and an example is in none",
    "parallel/compiled.py:compiled_with": "only functions in kernel files can be compiled, and an example is in none",
    "render/pdf.py:find_browser": "the result depends on the computer",
    "render/pdf.py:print_pdf": "it needs a browser",
    "parallel/dask.py:DaskCluster.results": "it needs a cluster",
    "claims/cache.py:VerdictCache.is_below_temporary_files": "the result depends on the computer",
    "claims/cache.py:VerdictCache.confine": "it cannot be undone in the process that it confines",
    "verify/screening.py:clear_subgame_perfect": "it reads what solvers make on arrays; a check of it calls it",
    "verify/screening.py:clear_cyclic": "it reads what solvers make on arrays; a check of it calls it",
    "verify/screening.py:clear_strategy": "it reads what solvers make on arrays; a check of it calls it",
}


class Public(NamedTuple):
    """A public name: where it is, its docstring, the examples that may show it, and whether it needs one."""

    name: str
    docstring: str
    examples: str
    callable: bool


def public_names(module: str, tree: ast.Module) -> list[Public]:
    """The module, and its public functions, classes, methods and properties."""
    text = ast.get_docstring(tree) or ""
    found = [Public(module, text, text, False)] if tree.body else []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_") and not is_overload(node):
            text = ast.get_docstring(node) or ""
            found.append(Public(f"{module}:{node.name}", text, text, isinstance(node, ast.FunctionDef)))
            if isinstance(node, ast.ClassDef):
                found += methods(f"{module}:{node.name}", text, node)
    return found


def is_overload(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a function only states types; the definition that follows has the docstring."""
    return any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)


def methods(name: str, text: str, node: ast.ClassDef) -> list[Public]:
    """The public methods of a class with this docstring; those of a protocol are called in its implementations."""
    protocol = any("Protocol" in ast.unparse(base) for base in node.bases)
    found = []
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
            own = ast.get_docstring(item) or ""
            found.append(Public(f"{name}.{item.name}", own, f"{text}\n{own}", not protocol))
    return found


def all_public_names() -> list[Public]:
    paths = [(path, path.relative_to(PACKAGE)) for path in sorted(PACKAGE.rglob("*.py"))]
    return [
        public
        for path, place in paths
        if not place.as_posix().startswith(NOT_CALLED_BY_PROGRAMS) and "_kernels" not in place.parts
        for public in public_names(place.as_posix(), ast.parse(path.read_text(encoding="utf-8")))
    ]


NAMES = all_public_names()


def calls(docstring: str) -> str:
    """The lines of the examples in a docstring."""
    return "\n".join(re.findall(r"^\s*(?:>>>|\.\.\.) ?(.*)$", docstring, re.MULTILINE))


def missing_docstrings(names: list[Public]) -> list[str]:
    """Those whose docstring does not begin with a sentence of its own line or lines."""
    return [public.name for public in names if not re.match(r"\S[^\n]*(\n[^\n]+)*[.:]($|\n\s*\n|\s)", public.docstring)]


def missing_examples(names: list[Public]) -> list[str]:
    """Those to be called that no example calls."""
    return [public.name for public in names if public.callable and not is_called(public)]


def is_called(public: Public) -> bool:
    """Whether an example that may show a name holds it."""
    own = re.split("[.:]", public.name)[-1]
    return re.search(rf"\b{own}\b", calls(public.examples)) is not None


def test_every_public_name_says_what_it_is():
    assert not missing_docstrings(NAMES)


def test_every_public_function_shows_an_example():
    assert [name for name in missing_examples(NAMES) if name not in WITHOUT_EXAMPLE] == []


def test_no_exception_outlives_its_reason():
    assert sorted(WITHOUT_EXAMPLE) == sorted(set(WITHOUT_EXAMPLE) & set(missing_examples(NAMES)))
    assert all(WITHOUT_EXAMPLE.values())


@pytest.mark.parametrize(
    ("source", "undocumented", "unshown"),
    [
        ("def f():\n    'A thing.\n\n    >>> f()\n    '", [], []),
        ("def f():\n    'A thing.\n\n    >>> g()\n    '", [], ["m.py:f"]),
        ("def f(): pass", ["m.py:f"], ["m.py:f"]),
        ("def _f(): pass", [], []),
        ("class C:\n    'A thing.\n\n    >>> C().f()\n    '\n    def f(self): 'Does.'", [], []),
        ("class C:\n    'A thing.'\n    def f(self): 'Does.'", [], ["m.py:C.f"]),
        ("class C(Protocol):\n    'A thing.'\n    def f(self): 'Does.'", [], []),
    ],
)
def test_what_is_missing_is_noticed(source, undocumented, unshown):
    quoted = re.sub("'([^']*)'", r'"""\1"""', source)
    names = public_names("m.py", ast.parse(f'"""A module."""\n{quoted}'))
    assert (missing_docstrings(names), missing_examples(names)) == (undocumented, unshown)
