"""What a check prints: it is saved with the verdict, as pytest captures the output of a test."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

MOST = 20_000  # characters: an endless loop of prints must not fill the memory


class Printed(io.TextIOBase):
    """A text file that saves its first characters.

    Examples
    --------
    >>> file = Printed()
    >>> print("a" * MOST + "b", file=file)
    >>> file.text()[-17:]
    ' 2 more not saved'
    >>> file.write("c"), file.writable()
    (1, True)
    """

    def __init__(self) -> None:
        super().__init__()
        self._parts, self._length = list[str](), 0

    def write(self, text: str) -> int:
        """Save a text, as far as there is room."""
        if self._length < MOST:
            self._parts.append(text[: MOST - self._length])
        self._length += len(text)
        return len(text)

    def writable(self) -> bool:
        """Return True: the file can be written."""
        return True

    def text(self) -> str:
        """Return what was saved."""
        more = f" ... {self._length - MOST:,} more not saved" if self._length > MOST else ""
        return "".join(self._parts) + more


@contextmanager
def captured(file: Printed | None) -> Iterator[None]:
    """Context manager: what Python code prints goes into a file; with None, it stays as it is.

    Code that is not Python, and other processes, print to the terminal as before.

    Examples
    --------
    >>> file = Printed()
    >>> with captured(file):
    ...     print("inside")
    >>> file.text()
    'inside\\n'
    """
    if file is None:
        yield
        return
    with redirect_stdout(file), redirect_stderr(file):
        yield
