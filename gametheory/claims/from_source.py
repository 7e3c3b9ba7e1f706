"""Imports from a claims folder: only from source code, and never in place of Python's library.

Python takes the code of a module from `__pycache__` if the file there says that it is current. It can be that of
another text than the one which a reader sees, and on which a cached verdict depends. And a file `random.py` in the
folder would run wherever a module of Python's library imports `random`, though no claim names this file.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path
from types import CodeType, ModuleType

from gametheory.claims.sources import PACKAGE, is_installed

_folders: set[Path] = set()
_contents: dict[Path, str] = {}  # in the processes of claims: the hashes of the files of code as the run began


class FromSource(SourceFileLoader):
    """A loader that compiles the source code of a file, and neither reads nor writes compiled code.

    >>> FromSource("own", __file__).get_code("own").co_filename == __file__
    True
    """

    def get_code(self, fullname: str) -> CodeType:
        """Return the compiled source code."""
        path = self.get_filename(fullname)
        data = self.get_data(path)
        before = _contents.get(Path(path).parent.resolve() / Path(path).name)
        if before not in (None, sha256(data).hexdigest()):
            raise ImportError(f"{path} was changed while the claims ran", name=fullname, path=path)
        code: CodeType = self.source_to_code(data, path)
        return code


def expect_contents(hashes: Mapping[Path, str]) -> None:
    """Let this process refuse files that were changed since the run began: code of claims could exchange them.

    >>> expect_contents({})
    """
    _contents.update(hashes)


class _Finder(FileFinder):
    """A finder for one folder, which leaves the names of Python's library and of installed packages to others."""

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> ModuleSpec | None:
        found = super().find_spec(fullname, target)
        return None if found and "." not in fullname and _is_elsewhere(fullname) else found


def import_from_source(folder: Path) -> None:
    """Let this process import the modules in a folder from their source code, if there is any.

    Parameters
    ----------
    folder
        The folder, as it is on the path of imports. Installed packages in it are left alone.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> import_from_source(folder)
    >>> sys.path_hooks[0](str(folder)).path == str(folder)
    True
    """
    if folder in _folders:
        return
    _folders.add(folder)
    if _finder not in sys.path_hooks:
        sys.path_hooks.insert(0, _finder)
    for known in [name for name in sys.path_importer_cache if Path(name).is_relative_to(folder)]:
        del sys.path_importer_cache[known]


def _finder(name: str) -> FileFinder:
    path = Path(name)
    if not any(map(path.is_relative_to, _folders)) or any(map(path.is_relative_to, _installed())):
        raise ImportError(f"{name} is not in a claims folder")
    # In Python's own order, a compiled module comes before the source code.
    return _Finder(name, (FromSource, SOURCE_SUFFIXES), (ExtensionFileLoader, EXTENSION_SUFFIXES))


@cache
def _installed() -> tuple[Path, ...]:
    return (PACKAGE, *{Path(place) for place in sysconfig.get_paths().values()})


@cache
def _is_elsewhere(name: str) -> bool:
    return name in sys.stdlib_module_names or is_installed(name)
