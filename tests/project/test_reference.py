"""docs/reference/python.md names what is there: every name of its tables can be imported, with those arguments."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import gametheory

PACKAGE = Path(gametheory.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python.md"
SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
MODULE = re.compile(r"gametheory(?:\.\w+)*")


class Entry(NamedTuple):
    """A name or a call in the first column of a table, and the modules that its section is about."""

    text: str
    modules: tuple[str, ...]


def entries(page: str) -> Iterator[Entry]:
    """All names and calls in the tables of a page; in a row the module of one holds for those after it."""
    _, *parts = SECTION.split(page)
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        for row in re.findall(r"^\| (.*?) \|", text, re.MULTILINE):
            modules = with_packages(MODULE.findall(heading))
            for quoted in re.findall(r"`([^`]+)`", row):
                yield Entry(quoted, modules)
                before = quoted.partition("(")[0].rpartition(".")[0]
                modules = tuple(f"{module}.{before}" for module in modules) + modules if before else modules


def with_packages(modules: list[str]) -> tuple[str, ...]:
    """Modules, and after them the packages they are in."""
    return (*modules, *(module.rpartition(".")[0] for module in modules if "." in module))


def found(name: str, modules: tuple[str, ...]) -> Any:
    """What a dotted name of a section stands for, by any of its modules; None where it is none."""
    for module in modules:
        try:
            value: Any = importlib.import_module(module)
        except ImportError:
            continue
        for part in name.split("."):
            value = getattr(value, part, None) or imported(value, part)
        if value is not None:
            return value
    return None


def imported(value: Any, part: str) -> Any:
    """A module of a package that nobody has imported yet."""
    try:
        return importlib.import_module(f"{value.__name__}.{part}")
    except (ImportError, AttributeError):
        return None


def problem(entry: Entry) -> str:
    """What is wrong with an entry, or nothing."""
    call = ast.parse(entry.text.replace(", ...)", ")"), mode="eval").body
    name = ast.unparse(call.func if isinstance(call, ast.Call) else call)
    value = found(name, entry.modules)
    if value is None:
        return f"there is no {name} in {entry.modules}"
    return wrong_arguments(call, inspect.signature(value)) if isinstance(call, ast.Call) else ""


def wrong_arguments(call: ast.Call, signature: inspect.Signature) -> str:
    """What is wrong with the arguments of a call: all that must be given are named, and defaults are those told."""
    taken = {name: value.default for name, value in signature.parameters.items()}
    names = [ast.unparse(argument).lstrip("*") for argument in call.args if not isinstance(argument, ast.Dict)]
    told = dict.fromkeys(names, inspect.Parameter.empty) | {item.arg: item.value for item in call.keywords}
    must = {name for name, default in taken.items() if default is inspect.Parameter.empty} - {"evidence"}
    if len(names) == len(call.args) and not must <= set(told) <= set(taken):
        return f"{ast.unparse(call)}: the arguments are {signature}"
    wrong = [name for name, default in told.items() if isinstance(default, ast.expr) and not same(default, taken[name])]
    return f"{ast.unparse(call)}: the defaults of {wrong} are others in {signature}" if wrong else ""


def same(told: ast.expr, default: Any) -> bool:
    """Whether a default is the one told; "..." stands for any, and 1/2 for a fraction."""
    text = ast.unparse(told).replace(" ", "")
    return text == "..." or (Fraction(text) if isinstance(default, Fraction) else ast.literal_eval(told)) == default


ENTRIES = list(entries(PAGE.read_text(encoding="utf-8")))


def test_the_page_has_names_of_every_kind():
    assert len(ENTRIES) > 100


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.text)
def test_the_reference_names_what_is_there(entry):
    assert problem(entry) == ""


def test_every_module_is_on_the_page():
    """By one of its names in a table, or at the end of the page, by itself."""
    page = PAGE.read_text(encoding="utf-8")
    inside = set(re.findall(r"`([\w.]+)`", page.partition("## Inside")[2]))
    modules = {".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in PACKAGE.rglob("*.py")}
    modules = {module for module in modules if not module.startswith(("cli", "__main__")) and "__init__" not in module}
    values = [found(entry.text.partition("(")[0], entry.modules) for entry in ENTRIES]
    listed = {getattr(value, "__module__", "").removeprefix("gametheory.") for value in values}
    assert inside <= modules
    assert modules - listed - inside == set()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("paths.longest_moves(graph)", "there is no"),
        ("paths.fewest_moves(graph)", "the arguments are"),
        ("paths.fewest_moves(graph, end)", "the arguments are"),
        ("polytopes.vertices(columns, limit=3)", "the defaults of ['limit']"),
        ("paths.fewest_moves(graph, outcome)", ""),
        ("paths.fewest_moves", ""),
    ],
)
def test_what_is_wrong_is_noticed(text, why):
    found = problem(Entry(text, ("gametheory.solvers",)))
    assert why in found
    assert bool(why) == bool(found)
