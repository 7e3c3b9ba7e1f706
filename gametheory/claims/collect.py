"""Collection of the claims of a folder, as pytest collects tests.

All Python files of the folder run in the order of their names, except those whose name begins with an underscore: other
files import these. The claims and appendices of a file are the `Claim` and `Appendix` values that it defines, in the
order of their definition. The first line of its docstring is the name of the source. Collecting runs the files' code.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from gametheory.claims import Appendix, Claim, ClaimsError, topological_order


class Collection(NamedTuple):
    """The claims and the appendices of a folder, each with the name of its source."""

    claims: list[tuple[str, Claim]]
    appendices: list[tuple[str, Appendix]]


def collect(folder: Path) -> list[tuple[str, Claim]]:
    """Return all claims of a folder, each with the name of its source.

    Raises
    ------
    ClaimsError
        In the same cases as `collect_all`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> collect(folder)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.claims.declare.ClaimsError: ...: no claim found; a claim is a function ...
    """
    return collect_all(folder).claims


def collect_all(folder: Path) -> Collection:
    """Return all claims and appendices of a folder.

    Parameters
    ----------
    folder
        The folder with the Python files.

    Raises
    ------
    ClaimsError
        If the folder is missing or has no claim, a file raises an error, an id occurs twice, a claim uses an unknown
        id, or the dependencies are cyclic.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["'Sums of two.'", "from gametheory import claim, verified", "two = claim('S', '1 + 1 = 2', 'p. 1')"]
    >>> lines += ["@two", "def one_and_one():", "    return verified('one case', 1)"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> [(source, item.id) for source, item in collect_all(folder).claims]
    [('Sums of two', 'S')]
    """
    if not os.path.isdir(folder):  # Path.is_dir raises OSError if the name is too long
        raise ClaimsError(f"{folder}: there is no such folder; a claims folder contains Python files with claims")
    collection = Collection([], [])
    for path in sorted(folder.glob("[!_]*.py")):
        if not path.is_file():
            raise ClaimsError(f"{path}: it is not a file")
        claims, appendices = collect_file(path)
        collection.claims.extend(claims)
        collection.appendices.extend(appendices)
    if not collection.claims:
        raise ClaimsError(f"{folder}: no claim found; a claim is a function decorated with @claim in a Python file")
    topological_order(collection.claims)
    _check_appendix_ids(collection)
    return collection


def collect_file(path: Path) -> Collection:
    """Return the claims and appendices of one file.

    Raises
    ------
    ClaimsError
        If the file raises an error.

    Examples
    --------
    >>> collect_file(Path(__file__).with_name("evidence.py"))
    Collection(claims=[], appendices=[])
    """
    module, collection = _run(path), Collection([], [])
    lines = (module.__doc__ or "").strip().splitlines()
    source = lines[0].rstrip(".") if lines else path.stem
    for value in vars(module).values():
        if isinstance(value, Claim) and value.check.__module__ == module.__name__:
            collection.claims.append((source, value))
        elif isinstance(value, Appendix) and value.make.__module__ == module.__name__:
            collection.appendices.append((source, value))
    return collection


def _check_appendix_ids(collection: Collection) -> None:
    ids = {item.id for _, item in collection.claims}
    for source, item in collection.appendices:
        if item.id in ids:
            raise ClaimsError(f"the id {item.id} of an appendix in {source} occurs twice")
        ids.add(item.id)


def _run(path: Path) -> ModuleType:
    name = f"claims_of_{path.parent.resolve().name}.{path.stem}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _drop_modules_of_other_folders(path.parent.resolve())
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
        line = getattr(error, "lineno", None) or (lines[-1] if lines else "?")
        message = f"{path}, line {line}: {type(error).__name__}: {error}".splitlines()[0]
        raise ClaimsError(message) from error
    finally:
        sys.path.pop(0)
    return module


_collected_folders: set[Path] = set()


def _drop_modules_of_other_folders(folder: Path) -> None:
    """Drop loaded `_helper` modules of other claims folders that have the same name as one in this folder."""
    _collected_folders.add(folder)
    for path in folder.glob("_*.py"):
        loaded = getattr(sys.modules.get(path.stem), "__file__", None)
        if loaded and Path(loaded).parent in _collected_folders - {folder}:
            del sys.modules[path.stem]
