"""The public names of the package: they exist, they are imported lazily, and no other import changes them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import gametheory

HEAVY = ("networkx", "numpy", "sympy", "scipy", "numba", "z3", "cvc5", "flint", "rich", "jinja2", "nashpy")


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_imports_no_library():
    loaded = json.loads(run("import sys, json, gametheory; print(json.dumps(list(sys.modules)))"))
    assert not {name.partition(".")[0] for name in loaded} & set(HEAVY)


@pytest.mark.parametrize("name", gametheory.__all__)
def test_each_public_name_exists_and_has_a_docstring(name):
    value = getattr(gametheory, name)
    assert value.__doc__
    assert name in dir(gametheory)


def test_the_list_of_names_is_sorted_and_lists_each_name_once():
    assert gametheory.__all__ == sorted(set(gametheory.__all__), key=lambda name: (not name[0].isupper(), name))
    assert set(gametheory.__all__) == set(gametheory._MODULE_OF)


@pytest.mark.parametrize(
    "before",
    [
        "",
        "import gametheory.solvers.dispatch",
        "import gametheory.cli.solve, gametheory.cli.check, gametheory.cli.nash",
        "import gametheory.claims.check, gametheory.render.report, gametheory.solvers.bimatrix.nash",
        "from gametheory import verify, claims",
    ],
)
def test_functions_are_functions_whatever_was_imported_before(before):
    names = "solve, nash, check, report, claim"
    code = f"{before}\nfrom gametheory import {names}\nprint(*map(callable, ({names})))"
    assert run(code).split() == ["True"] * 5


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        gametheory.solver  # noqa: B018
