"""Settings of `gametheory check` and `report`, and of the plugin of pytest: [tool.gametheory] in pyproject.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.declare import ClaimsError
from gametheory.storage.read import regular

FILE, TABLE = "pyproject.toml", "tool.gametheory"


class Settings(NamedTuple):
    """The settings; None where the file says nothing.

    Attributes
    ----------
    folders
        The folders to check if the command names none.
    timeout, deep, workers
        As the options of the command.
    """

    folders: tuple[Path, ...] = ()
    timeout: int | None = None
    deep: bool = False
    workers: int | None = None


def read_settings(start: Path | None = None) -> Settings:
    """Return the settings of the nearest pyproject.toml with the table, in the current folder or above it.

    Parameters
    ----------
    start
        Another folder to start from.

    Raises
    ------
    ClaimsError
        If the file is not TOML, or a setting is unknown or has a value that is not allowed.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / FILE).write_text("[tool.gametheory]\\ntimeout = 5")
    >>> read_settings(folder).timeout
    5
    """
    start = (start or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        table = _table(folder / FILE)
        if table is not None:
            return _settings(table, folder)
    return Settings()


def _table(path: Path) -> Any:
    """Return the table of a file; None if there is none, or the file is that of another program and is wrong."""
    try:
        content = regular(path).read_bytes()
        if TABLE.encode() not in content:
            return None
        return tomllib.loads(content.decode()).get("tool", {}).get("gametheory")
    except OSError:
        return None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClaimsError(f"{path}: it is not TOML: {error}") from error


def _settings(table: Any, folder: Path) -> Settings:
    values: dict[str, Any] = {}
    for name, value in table.items() if isinstance(table, dict) else ():
        if name not in KINDS:
            raise _wrong(folder, name, f"is not known; the settings are {', '.join(KINDS)}")
        is_right, allowed = KINDS[name]
        if not is_right(value):
            raise _wrong(folder, name, f"{value!r} is not allowed; it must be {allowed}")
        values[name] = value
    if folders := values.get("folders"):
        values["folders"] = tuple(_relative(folder / name) for name in folders)
    return Settings(**values)


def _relative(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _wrong(folder: Path, name: str, problem: str) -> ClaimsError:
    return ClaimsError(f"{folder / FILE}: {TABLE}.{name}: {problem}")


def _is_number(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "folders": (
        lambda value: isinstance(value, list) and bool(value) and all(isinstance(name, str) and name for name in value),
        "a list of folders",
    ),
    "timeout": (lambda value: _is_number(value, 0), "a whole number of seconds of at least 0"),
    "deep": (lambda value: isinstance(value, bool), "true or false"),
    "workers": (lambda value: _is_number(value, 1), "a whole number of at least 1"),
}
