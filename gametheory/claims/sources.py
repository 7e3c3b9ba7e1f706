"""The sources of a claims folder: its Python files, and its subfolders with a file `__init__.py`.

A subfolder with an `__init__.py` is one source, a source folder. Its files are the modules of a package with the name
of the folder. `__all__` in `__init__.py` states their order; files that it does not name follow in the order of their
names. Files and folders whose names begin with an underscore are helpers, and so are files that declare no claim.

Sources are one level deep. A folder that is not read and has a file that imports `claim` is refused, because its
claims would be missed without a word. Links are followed: a linked file or folder has the name of the link.
"""

from __future__ import annotations

import ast
import os
import sys
import sysconfig
from collections.abc import Iterator
from importlib.machinery import PathFinder
from keyword import iskeyword
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from gametheory.claims.declare import ClaimsError
from gametheory.storage.read import regular

INIT = "__init__.py"
EXPECTED = "expected.tsv"  # the file of expected verdicts
OVERVIEW = "overview.toml"  # the author's words for the report
ABOUT_VERDICTS = (EXPECTED, OVERVIEW)  # they are read when all verdicts are known, so that no verdict depends on them
PACKAGE = Path(__file__).parent.parent
DECLARING = {"claim", "Claim", "appendix", "Appendix"}


class ClaimsFolder(NamedTuple):
    """A claims folder, or one source folder in it.

    Attributes
    ----------
    path
        The claims folder. Files are named relative to it, and it is on the path of imports.
    source
        The name of the only source that was asked for; empty for all.
    alone
        Whether the other files of the claims folder are left alone: a source folder next to a file of expected
        verdicts belongs to the claims folder in which both are; any other one is complete by itself.
    """

    path: Path
    source: str = ""
    alone: bool = False

    def has(self, file: str) -> bool:
        """Return whether a file, named relative to the claims folder, belongs to the source that was asked for.

        >>> ClaimsFolder(Path("proofs"), "castle_3").has("castle_3/battle.py"), ClaimsFolder(Path("proofs")).has("a.py")
        (True, True)
        """
        return not self.source or file.startswith(f"{self.source}/")

    @property
    def expected_file(self) -> Path:
        """The file of expected verdicts.

        >>> ClaimsFolder(Path("proofs"), "castle_3").expected_file.as_posix()
        'proofs/expected.tsv'
        """
        return (self.path / self.source if self.alone else self.path) / EXPECTED


def claims_folder(folder: Path) -> ClaimsFolder:
    """Return the claims folder that a path stands for: the path itself, or the parent of a source folder.

    Examples
    --------
    >>> claims_folder(Path("proofs"))
    ClaimsFolder(path=PosixPath('proofs'), source='', alone=False)
    >>> claims_folder(Path(__file__).parent)[1:]
    ('claims', True)
    """
    if not is_source_folder(folder):
        return ClaimsFolder(folder)
    if folder.name in ("", ".."):
        folder = folder.resolve()
    return ClaimsFolder(folder.parent, folder.name, not (folder.parent / EXPECTED).is_file())


def is_source_folder(path: Path) -> bool:
    """Return whether a path is a folder with an `__init__.py`.

    >>> is_source_folder(Path(__file__).parent), is_source_folder(Path(__file__))
    (True, False)
    """
    return os.path.isfile(path / INIT)  # Path.is_file raises OSError if the name is too long


def source_paths(place: ClaimsFolder) -> list[Path]:
    """Return the claims files and the source folders of a claims folder, in the order of their names.

    Raises
    ------
    ClaimsError
        If the folder is missing, a source folder cannot be imported under its name, a Python file is not a file, or a
        folder that is not read contains claims.

    Examples
    --------
    >>> [path.name for path in source_paths(ClaimsFolder(PACKAGE, "claims", alone=True))]
    ['claims']
    """
    if not os.path.isdir(place.path):
        raise ClaimsError(f"{place.path}: there is no such folder; a claims folder contains Python files with claims")
    if place.alone:
        _check_source(place.path / place.source)
        return [place.path / place.source]
    return list(_source_paths(place.path))


def possible_files(place: ClaimsFolder) -> list[list[str]]:
    """Return the names of the files of each source that can declare claims, relative to the claims folder.

    Raises
    ------
    ClaimsError
        In the same cases as `source_paths`.

    Examples
    --------
    >>> possible_files(ClaimsFolder(PACKAGE, "claims", alone=True))[0][:2]
    ['claims/__init__.py', 'claims/addresses.py']
    """
    return [_possible_files(path) for path in source_paths(place)]


def _possible_files(path: Path) -> list[str]:
    if not is_source_folder(path):
        return [path.name]
    return [f"{path.name}/{INIT}", *(f"{path.name}/{file.name}" for file in sorted(path.glob("[!_]*.py")))]


def source_files(folder: Path, package: ModuleType) -> list[str]:
    """Return the names of the claims files of a source folder, except `__init__.py`, in the stated order.

    Parameters
    ----------
    folder
        The source folder.
    package
        The imported package, whose `__all__` states the order.

    Raises
    ------
    ValueError
        If `__all__` has an entry that is neither a file nor a name of the package.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder, package = Path(mkdtemp()), ModuleType("castle")
    >>> for name in ("battle.py", "_helper.py", "rules.py", "appendix.py"):
    ...     (folder / name).touch()
    >>> package.__all__ = ["rules"]
    >>> source_files(folder, package)
    ['rules.py', 'appendix.py', 'battle.py']
    """
    present = sorted(path.name for path in folder.glob("[!_]*.py"))
    stated = [f"{name}.py" for name in getattr(package, "__all__", ())]
    for name in stated:
        if name not in present and not hasattr(package, name[:-3]):
            raise ValueError(f"__all__ names {name[:-3]}, and there is neither a file {name} nor such a name")
    return list(dict.fromkeys([*(name for name in stated if name in present), *present]))


def _source_paths(folder: Path) -> Iterator[Path]:
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise ClaimsError(f"{folder}: {error.strerror}") from error
    for path in paths:
        if path.name.startswith("_"):
            continue
        if path.suffix == ".py":
            _check_file(path)
            if is_source_folder(path.with_suffix("")):
                raise ClaimsError(f"{path}: the folder {path.stem} is a source of the same name; rename one of them")
            yield path
        elif path.name.startswith("."):
            continue
        elif is_source_folder(path):
            _check_source(path)
            if (path / EXPECTED).exists():
                raise ClaimsError(
                    f"{path / EXPECTED}: expected verdicts are in {folder / EXPECTED} for all sources; delete this file"
                )
            yield path
        elif path.is_dir():
            _refuse_claims(path, f"a source folder needs a file {INIT} with the name of the source")


def _check_source(folder: Path) -> None:
    name = folder.name
    if not name.isidentifier() or iskeyword(name):
        raise ClaimsError(f"{folder}: a source folder is imported, so its name must be a Python identifier")
    if name in sys.stdlib_module_names or folder.resolve() == PACKAGE or is_installed(name):
        raise ClaimsError(f"{folder}: {name} is the name of an installed package; rename the folder")
    for path in sorted(folder.glob("[!_]*.py")):
        _check_file(path)
    for inner in sorted(path for path in folder.iterdir() if path.is_dir() and path.name[0] not in "._"):
        _refuse_claims(inner, "sources are one level deep; move the files up")


def _check_file(path: Path) -> None:
    if not path.is_file():  # reading a pipe would block
        raise ClaimsError(f"{path}: it is not a file")


def is_installed(name: str) -> bool:
    """Return whether a package or module with this name is installed.

    >>> is_installed("numpy"), is_installed("a_claims_file")
    (True, False)
    """
    spec = PathFinder.find_spec(name, [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    return spec is not None and spec.origin is not None


def _refuse_claims(folder: Path, reason: str) -> None:
    """Refuse a folder that is not read if one of its files imports what declares claims."""
    for path in sorted(folder.glob("[!_]*.py")):
        try:
            tree = ast.parse(regular(path).read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
        from_here = (node for node in imports if (node.module or "").partition(".")[0] == PACKAGE.name)
        if any(DECLARING & {alias.name for alias in node.names} for node in from_here):
            raise ClaimsError(f"{path}: its claims would not be checked: {reason}")
