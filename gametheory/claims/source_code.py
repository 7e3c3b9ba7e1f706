"""The source code of a check, which the report shows for verdicts that no solver has established."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.storage.opened_files import unrecorded


class SourceCode(NamedTuple):
    """The code of a function.

    Attributes
    ----------
    file
        The file that contains it.
    line
        The number of its first line.
    text
        The code.
    """

    file: str
    line: int
    text: str

    def as_json(self, folder: Path) -> dict[str, Any]:
        """Return the code as a JSON object, with the file relative to the claims folder if it is in this folder.

        >>> SourceCode("proofs/castle.py", 3, "def check(): ...").as_json(Path("proofs"))["file"]
        'castle.py'
        """
        file, root = Path(self.file).resolve(), folder.resolve()
        name = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name
        return {"file": name, "line": self.line, "text": self.text}


def source_code(function: Callable[..., Any]) -> SourceCode | None:
    """Return the code of a function; None if there is no file with it.

    Examples
    --------
    >>> source_code(source_code).text.splitlines()[0]
    'def source_code(function: Callable[..., Any]) -> SourceCode | None:'
    >>> source_code(print) is None
    True
    """
    function = unwrapped(function)
    try:
        with unrecorded():  # the verdict does not depend on the text; the code is a dependency of its own claims only
            lines, line = inspect.getsourcelines(function)
        return SourceCode(inspect.getfile(function), line, inspect.cleandoc("\n" + "".join(lines)))
    except (OSError, TypeError, SyntaxError, UnicodeError):
        return None


def unwrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function inside decorators and partial calls.

    >>> unwrapped(partial(print, 3)) is print
    True
    """
    function = inspect.unwrap(function)
    while isinstance(function, partial):
        function = inspect.unwrap(function.func)
    return function
