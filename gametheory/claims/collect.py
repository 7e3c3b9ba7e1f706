"""Collection of the claims of a folder, as pytest collects tests.

All Python files of the folder run in the order of their names, except those whose name begins with an underscore: other
files import these. The claims and appendices of a file are all that are declared while it runs, in the order of their
declaration; the declaring code can be in a loop, a function or another file. The first line of its docstring is the
name of the source. Collecting runs the files' code.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from gametheory.claims import Appendix, Claim, ClaimsError, open_, topological_order
from gametheory.claims.registry import Declaration, forget_declaring_modules, registering
from gametheory.claims.validate import error_text, escaped
from gametheory.parallel.signals import outside_interrupt


class Collection(NamedTuple):
    """The claims and the appendices of a folder, each with the name of its source.

    Attributes
    ----------
    claims
        The claims. An open claim stands for each file that does not run to its end; its id is the name of the file.
    appendices
        The appendices.
    broken
        The ids of the claims that stand for files, with the reasons.
    """

    claims: list[tuple[str, Claim]]
    appendices: list[tuple[str, Appendix]]
    broken: Mapping[str, str]


class BrokenFile(ClaimsError):
    """A claims file does not run to its end."""


def collect(folder: Path) -> list[tuple[str, Claim]]:
    """Return all claims of a folder, each with the name of its source.

    Raises
    ------
    ClaimsError
        In the same cases as `collect_all`, or if a file does not run to its end.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> collect(folder)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.claims.declare.ClaimsError: ...: no claim found; a claim is a function ...
    """
    forget_declaring_modules(folder)
    files = [collect_file(path) for path in claims_files(folder)]
    return _joined(folder, files).claims


def collect_all(
    folder: Path, broken: Mapping[str, str] | None = None, starting: Callable[[str], None] | None = None
) -> Collection:
    """Return all claims and appendices of a folder.

    Parameters
    ----------
    folder
        The folder with the Python files.
    broken
        Files that are not run, by name, each with the reason.
    starting
        Function that is called with the name of each file before it runs.

    Raises
    ------
    ClaimsError
        If the folder is missing or has no claim, an id occurs twice, a claim uses an unknown id, or the dependencies
        are cyclic.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["'Sums of two.'", "from gametheory import claim, verified", "two = claim('S', '1 + 1 = 2', 'p. 1')"]
    >>> lines += ["@two", "def one_and_one():", "    return verified('one case', 1)"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> _ = (folder / "wrong.py").write_text("1 / 0")
    >>> collection = collect_all(folder)
    >>> [(source, item.id) for source, item in collection.claims], list(collection.broken)
    ([('Sums of two', 'S'), ('wrong.py', 'wrong.py')], ['wrong.py'])
    """
    forget_declaring_modules(folder)
    reasons, files = dict(broken or {}), list[Collection]()
    for path in claims_files(folder):
        if path.name not in reasons:
            if starting:
                starting(path.name)
            try:
                files.append(collect_file(path))
                continue
            except BrokenFile as error:
                reasons[path.name] = str(error)
        name = escaped(path.name)
        reason = escaped(reasons[path.name]).replace("$", "＄")  # texts typeset what is between dollar signs
        files.append(Collection([(name, _stand_in(name, reason))], [], {name: reason}))
    return _joined(folder, files)


def collect_file(path: Path) -> Collection:
    """Return the claims and appendices of one file.

    Raises
    ------
    BrokenFile
        If the file does not run to its end: it raises an error or calls `sys.exit`.

    Examples
    --------
    >>> collect_file(Path(__file__).with_name("evidence.py"))
    Collection(claims=[], appendices=[], broken={})
    """
    with registering(path) as declared:
        module = _run(path)
    lines = (module.__doc__ or "").strip().splitlines()
    source = escaped(lines[0].rstrip(".") if lines else path.stem)
    return Collection(
        [(source, item) for item in declared if isinstance(item, Claim)],
        [(source, item) for item in declared if isinstance(item, Appendix)],
        {},
    )


def claims_files(folder: Path) -> list[Path]:
    """Return the claims files of a folder in the order of their names.

    Raises
    ------
    ClaimsError
        If the folder is missing, or one of them is not a file.

    Examples
    --------
    >>> [path.name for path in claims_files(Path(__file__).parent)][:2]
    ['cache.py', 'check.py']
    """
    if not os.path.isdir(folder):  # Path.is_dir raises OSError if the name is too long
        raise ClaimsError(f"{folder}: there is no such folder; a claims folder contains Python files with claims")
    paths = sorted(folder.glob("[!_]*.py"))
    for path in paths:
        if not path.is_file():
            raise ClaimsError(f"{path}: it is not a file")
    return paths


def _joined(folder: Path, files: list[Collection]) -> Collection:
    collection = Collection(
        [pair for each in files for pair in each.claims],
        [pair for each in files for pair in each.appendices],
        {name: reason for each in files for name, reason in each.broken.items()},
    )
    if not collection.claims:
        raise ClaimsError(f"{folder}: no claim found; a claim is a function decorated with @claim in a Python file")
    if collection.broken:
        # The id that a claim uses can be one that a broken file would have declared.
        ids, first = {item.id for _, item in collection.claims}, min(collection.broken)
        collection = collection._replace(
            claims=[
                (source, replace(item, uses=tuple(dict.fromkeys(name if name in ids else first for name in item.uses))))
                for source, item in collection.claims
            ]
        )
    topological_order(collection.claims)
    _check_appendix_ids(collection)
    return collection


def _stand_in(name: str, reason: str) -> Claim:
    """Return an open claim that stands for a file that does not run to its end."""
    statement = f"The file {name.replace('$', '＄')} runs to its end."
    return Claim(name, statement, name, lambda: open_(reason), declared=Declaration(name, f"{name}:1", ""))


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
    own = str(path.parent.resolve())
    sys.path.insert(0, own)
    try:
        with redirect_stdout(sys.stderr):  # standard output is for the verdicts
            spec.loader.exec_module(module)
    except BaseException as error:  # SystemExit, too, must not end the run
        if interrupt := outside_interrupt(error):
            raise interrupt from error
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
        line = getattr(error, "lineno", None) or (lines[-1] if lines else "?")
        raise BrokenFile(f"{path}, line {line}: {error_text(error)}") from error
    finally:
        if own in sys.path:
            sys.path.remove(own)
    return module


_collected_folders: set[Path] = set()


def _drop_modules_of_other_folders(folder: Path) -> None:
    """Drop loaded `_helper` modules of other claims folders that have the same name as one in this folder."""
    _collected_folders.add(folder)
    for path in folder.glob("_*.py"):
        loaded = getattr(sys.modules.get(path.stem), "__file__", None)
        if loaded and Path(loaded).parent in _collected_folders - {folder}:
            del sys.modules[path.stem]
