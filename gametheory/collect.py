"""Collect the claims of a folder, as pytest collects tests.

Every Python file of the folder is run, in the order of the names, but for those that begin with an underscore;
they are for what several files share. A file's claims are the `Claim` values it defines, in the order of
definition. The first line of its docstring is the name of the source. Claims are code and run as such.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from gametheory.claims import Claim, ClaimsError, in_order


def collect(folder: Path) -> list[tuple[str, Claim]]:
    """All claims of a folder, each with the name of its source.

    Raises ClaimsError when the folder is missing or holds no claim, when a file cannot be run, when an id
    stands twice, and when a claim uses an unknown id or, in a circle, itself.
    """
    if not folder.is_dir():
        raise ClaimsError(f"{folder}: there is no such folder; a claims folder holds Python files with claims")
    claims = [pair for path in sorted(folder.glob("[!_]*.py")) for pair in _claims_of(path)]
    if not claims:
        raise ClaimsError(f"{folder}: no claim found; a claim is a function decorated with @claim in a Python file")
    in_order(claims)
    return claims


def _claims_of(path: Path) -> list[tuple[str, Claim]]:
    module = _run(path)
    lines = (module.__doc__ or "").strip().splitlines()
    source = lines[0].rstrip(".") if lines else path.stem
    own = (value for value in vars(module).values() if isinstance(value, Claim))
    return [(source, item) for item in own if item.check.__module__ == module.__name__]


def _run(path: Path) -> ModuleType:
    name = f"claims_of_{path.parent.resolve().name}.{path.stem}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
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
