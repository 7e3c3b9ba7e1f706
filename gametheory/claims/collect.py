"""Collection of the claims of a folder, as pytest collects tests.

All Python files of the folder and of its source folders run in order (`gametheory.claims.sources`), except those whose
name begins with an underscore: other files import these. The claims and appendices of a file are all that are declared
while it runs, in the order of their declaration; the declaring code can be in a loop, a function or another file. The
first line of its docstring, or of `__init__.py` in a source folder, is the name of the source. Collecting runs the
files' code.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from gametheory.claims import Appendix, Claim, ClaimsError, open_, topological_order
from gametheory.claims.addresses import with_unique_ids
from gametheory.claims.from_source import FromSource, import_from_source
from gametheory.claims.registry import (
    Declaration,
    declared_by,
    forget_declaring_modules,
    forget_package,
    registering,
)
from gametheory.claims.sources import (
    INIT,
    ClaimsFolder,
    claims_folder,
    is_source_folder,
    source_files,
    source_paths,
)
from gametheory.claims.validate import error_text, escaped
from gametheory.parallel.signals import outside_interrupt
from gametheory.storage.opened_files import unrecorded


class Collection(NamedTuple):
    """The claims and the appendices of a folder, each with the name of its source.

    Attributes
    ----------
    claims
        The claims. An open claim stands for each file that does not run to its end; its id is the name of the file,
        relative to the claims folder. If that is the `__init__.py` of a source folder, the folder's other files do not
        run.
    appendices
        The appendices.
    broken
        The ids of the claims that stand for files, with the reasons.
    files
        The names of the files in their order, also of those in the same source folders that did not run.
    """

    claims: list[tuple[str, Claim]]
    appendices: list[tuple[str, Appendix]]
    broken: Mapping[str, str]
    files: tuple[str, ...] = ()


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
    place = claims_folder(folder)
    return joined(folder, _collected(place, partial(collect_file, place.path))).claims


def collect_all(folder: Path) -> Collection:
    """Return all claims and appendices of a folder.

    Raises
    ------
    ClaimsError
        If the folder is missing or has no claim, an id occurs twice in a file, a claim uses an unknown id, or the
        dependencies are cyclic.

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
    return joined(folder, collect_files(folder))


def collect_files(
    folder: Path,
    broken: Mapping[str, str] | None = None,
    starting: Callable[[str], None] | None = None,
    only: Container[str] | None = None,
) -> Collection:
    """Return the claims and appendices of the files of a folder, with the ids of the declarations.

    Parameters
    ----------
    folder
        The folder with the Python files.
    broken
        Files that are not run, by name, each with the reason.
    starting
        Function that is called with the name of each file before it runs.
    only
        Names of the files to run; None for all. The `__init__.py` of a source folder runs before its other files.

    Raises
    ------
    ClaimsError
        If the folder is missing.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> for name in "ab":
    ...     _ = (folder / f"{name}.py").write_text("from gametheory import *; claim('S', '', '')(lambda: open_(''))")
    >>> [item.declared.file for _, item in collect_files(folder, only=["b.py"]).claims]
    ['b.py']
    """
    place, reasons = claims_folder(folder), dict(broken or {})

    def collect_one(file: str) -> Collection:
        if file not in reasons:
            if starting:
                starting(file)
            try:
                return collect_file(place.path, file)
            except BrokenFile as error:
                reasons[file] = str(error)
        name = escaped(file)
        reason = escaped(reasons[file]).replace("$", "＄")  # texts typeset what is between dollar signs
        return Collection([(_title(file), _stand_in(name, reason))], [], {name: reason})

    return _collected(place, collect_one, only)


def collect_file(folder: Path, file: str) -> Collection:
    """Return the claims and appendices of one file.

    Parameters
    ----------
    folder
        The claims folder.
    file
        Name of the file, relative to the folder. A file of a source folder is imported, if it is not loaded already.

    Raises
    ------
    BrokenFile
        If the file does not run to its end: it raises an error or calls `sys.exit`.

    Examples
    --------
    >>> collect_file(Path(__file__).parent, "evidence.py")
    Collection(claims=[], appendices=[], broken={}, files=())
    """
    with registering(folder / file, folder) as declared:
        module = _run(folder, file)
    if "/" in file:
        declared_by(module).extend(declared)  # by threads, whose stack does not tell which file declares
        declared = declared_by(module)
    source = _title(file, module)
    return Collection(
        [(source, item) for item in declared if isinstance(item, Claim)],
        [(source, item) for item in declared if isinstance(item, Appendix)],
        {},
    )


def _collected(
    place: ClaimsFolder, collect_one: Callable[[str], Collection], only: Container[str] | None = None
) -> Collection:
    """Return the claims of all sources, each file collected by a function."""
    paths, files = source_paths(place), dict[str, Collection | None]()
    forget_declaring_modules(place.path)
    for path in paths:
        _drop_packages_of_other_folders(path.name, place.path.resolve())

    def collect(names: Sequence[str]) -> None:
        files.update((name, collect_one(name) if only is None or name in only else None) for name in names)

    for path in paths:
        if not is_source_folder(path):
            collect([path.name])
        elif only is None or any(f"{path.name}/{file.name}" in only for file in path.glob("*.py")):
            init = f"{path.name}/{INIT}"
            first = files[init] = collect_one(init)
            collect(
                [] if first.broken else [f"{path.name}/{name}" for name in source_files(path, sys.modules[path.name])]
            )
    return concatenated([each for each in files.values() if each], tuple(files))


def _title(file: str, module: ModuleType | None = None) -> str:
    """Return the name of a source: the first line of its docstring, if it is loaded, or else the name of the file."""
    package = file.partition("/")[0] if "/" in file else ""
    module = sys.modules.get(package) if package else module
    lines = _docstring(module).strip().splitlines() if module else []
    if lines:
        return escaped(lines[0].rstrip("."))
    return escaped(package or (Path(file).stem if module else file))


def _docstring(module: ModuleType) -> str:
    """Return the docstring of a module, also if `python -OO` has dropped it."""
    if sys.flags.optimize > 1 and module.__file__:
        with unrecorded():  # no verdict depends on the name of a source
            text = Path(module.__file__).read_bytes()
        # Without optimize=0, as in `ast.parse`, Python 3.14 drops docstrings here too.
        tree = compile(text, module.__file__, "exec", ast.PyCF_ONLY_AST, optimize=0)
        return (isinstance(tree, ast.Module) and ast.get_docstring(tree)) or ""
    return module.__doc__ or ""


def concatenated(parts: Sequence[Collection], files: tuple[str, ...]) -> Collection:
    """Return the claims and appendices of several collections as one.

    >>> concatenated([Collection([], [], {"a.py": "why"}), Collection([], [], {})], ("a.py", "b.py"))
    Collection(claims=[], appendices=[], broken={'a.py': 'why'}, files=('a.py', 'b.py'))
    """
    return Collection(
        [pair for each in parts for pair in each.claims],
        [pair for each in parts for pair in each.appendices],
        {name: reason for each in parts for name, reason in each.broken.items()},
        files,
    )


def joined(folder: str | Path, collection: Collection) -> Collection:
    """Return the claims of several files with ids that are unique, and check their dependencies.

    Raises
    ------
    ClaimsError
        If there is no claim, an id occurs twice in a file, a claim uses an unknown id, or the dependencies are cyclic.

    Examples
    --------
    >>> joined(Path("proofs"), Collection([], [], {}))
    Traceback (most recent call last):
    gametheory.claims.declare.ClaimsError: proofs: no claim found; a claim is a function decorated with @claim in a \
Python file
    """
    if not collection.claims:
        raise ClaimsError(f"{folder}: no claim found; a claim is a function decorated with @claim in a Python file")
    claims = with_unique_ids(collection.claims)
    if collection.broken:
        # The id that a claim uses can be one that a broken file would have declared.
        ids, first = {item.id for _, item in claims}, min(collection.broken)
        claims = [
            (source, replace(item, uses=tuple(dict.fromkeys(name if name in ids else first for name in item.uses))))
            for source, item in claims
        ]
    topological_order(claims)
    collection = collection._replace(claims=claims)
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


def _run(folder: Path, file: str) -> ModuleType:
    """Run a claims file, or import it if it is in a source folder."""
    path, own = folder / file, str(folder.resolve())
    _drop_modules_of_other_folders(folder.resolve())
    _drop_packages_of_other_folders(Path(file).parts[0], folder.resolve())
    import_from_source(folder.resolve())
    sys.path.insert(0, own)
    try:
        with redirect_stdout(sys.stderr):  # standard output is for the verdicts
            return _imported(file) if "/" in file else _executed(path)
    except BaseException as error:  # SystemExit, too, must not end the run
        if interrupt := outside_interrupt(error):
            raise interrupt from error
        raise BrokenFile(f"{path}, line {_line(error, path)}: {error_text(error)}") from error
    finally:
        if own in sys.path:
            sys.path.remove(own)


def _imported(file: str) -> ModuleType:
    importlib.invalidate_caches()  # the folder can have new files
    module = importlib.import_module(file.removesuffix(f"/{INIT}").removesuffix(".py").replace("/", "."))
    if file.endswith(f"/{INIT}"):
        source_files(Path(str(module.__file__)).parent, module)  # refuse a wrong order
    return module


def _executed(path: Path) -> ModuleType:
    name = f"claims_of_{path.parent.resolve().name}.{path.stem}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path, loader=FromSource(name, str(path.absolute())))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _line(error: BaseException, path: Path) -> int | str:
    """Return the last line of a file that an error passed."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).resolve() == path.resolve():
        return error.lineno or "?"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    return (lines[-1] if lines else None) or "?"


_collected_folders: set[Path] = set()


def _drop_modules_of_other_folders(folder: Path) -> None:
    """Drop loaded helper modules and sources of other claims folders that have the same name as one in this folder."""
    _collected_folders.add(folder)
    for path in folder.glob("_*.py"):
        loaded = getattr(sys.modules.get(path.stem), "__file__", None)
        if loaded and Path(loaded).parent in _collected_folders - {folder}:
            del sys.modules[path.stem]
    for path in folder.glob(f"*/{INIT}"):
        loaded = getattr(sys.modules.get(path.parent.name), "__file__", None)
        if loaded and Path(loaded).parent.parent.resolve() in _collected_folders - {folder}:
            forget_package(path.parent.name)


def _drop_packages_of_other_folders(name: str, folder: Path) -> None:
    """Drop a loaded package with the name of a source, if it is not in this folder."""
    if name in sys.modules:
        loaded = getattr(sys.modules[name], "__file__", None)
        if not loaded or Path(loaded).parent.parent.resolve() != folder:
            forget_package(name)
