"""Collect the claims of a folder, as pytest collects tests.

Every Python file of the folder is run, in the order of the names, but for those that begin with an underscore;
they are for what several files share. A file's claims and displays are the `Claim` and `Appendix` values it defines, in
the order of definition. The first line of its docstring is the name of the source. Claims are code and run as such.
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
    """The claims and the displays of a folder, each with the name of its source."""

    claims: list[tuple[str, Claim]]
    displays: list[tuple[str, Appendix]]


def collect(folder: Path) -> list[tuple[str, Claim]]:
    """All claims of a folder, each with the name of its source.

    Raises ClaimsError as `collect_all` does.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> collect(folder)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.claims.declare.ClaimsError: ...: no claim found; a claim is a function ...
    """
    return collect_all(folder).claims


def collect_all(folder: Path) -> Collection:
    """All claims and displays of a folder.

    Raises ClaimsError when the folder is missing or holds no claim, when a file cannot be run, when an id
    stands twice, and when a claim uses an unknown id or, in a circle, itself.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["'Sums of two.'", "from gametheory import claim, verified", "two = claim('S', '1 + 1 = 2', 'p. 1')"]
    >>> lines += ["@two", "def one_and_one():", "    return verified('one case', 1)"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> [(source, item.id) for source, item in collect_all(folder).claims]
    [('Sums of two', 'S')]
    """
    if not os.path.isdir(folder):  # which, unlike Path.is_dir, is not put out by a name that is too long
        raise ClaimsError(f"{folder}: there is no such folder; a claims folder holds Python files with claims")
    found = Collection([], [])
    for path in sorted(folder.glob("[!_]*.py")):
        if not path.is_file():
            raise ClaimsError(f"{path}: it is not a file")
        claims, displays = collect_file(path)
        found.claims.extend(claims)
        found.displays.extend(displays)
    if not found.claims:
        raise ClaimsError(f"{folder}: no claim found; a claim is a function decorated with @claim in a Python file")
    topological_order(found.claims)
    _check_displays(found)
    return found


def collect_file(path: Path) -> Collection:
    """The claims and displays of one file of a folder.

    Raises ClaimsError when it cannot be run.

    >>> collect_file(Path(__file__).with_name("exact.py"))
    Collection(claims=[], displays=[])
    """
    module, found = _run(path), Collection([], [])
    lines = (module.__doc__ or "").strip().splitlines()
    source = lines[0].rstrip(".") if lines else path.stem
    for value in vars(module).values():
        if isinstance(value, Claim) and value.check.__module__ == module.__name__:
            found.claims.append((source, value))
        elif isinstance(value, Appendix) and value.make.__module__ == module.__name__:
            found.displays.append((source, value))
    return found


def _check_displays(found: Collection) -> None:
    ids = {item.id for _, item in found.claims}
    for source, shown in found.displays:
        if shown.id in ids:
            raise ClaimsError(f"the id {shown.id} of a display in {source} stands twice")
        ids.add(shown.id)


def _run(path: Path) -> ModuleType:
    name = f"claims_of_{path.parent.resolve().name}.{path.stem}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _forget_namesakes(path.parent.resolve())
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


_folders: set[Path] = set()


def _forget_namesakes(folder: Path) -> None:
    """What another claims folder shares under a name must not stand in for what this one shares under it."""
    _folders.add(folder)
    for path in folder.glob("_*.py"):
        place = getattr(sys.modules.get(path.stem), "__file__", None)
        if place and Path(place).parent in _folders - {folder}:
            del sys.modules[path.stem]
