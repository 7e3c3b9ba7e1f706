"""JSON values over a connection: reading one runs no code of its sender.

An object that is sent by pickle can name any function, which the reader calls.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

LENGTH = struct.Struct("!i")  # what `Connection.send_bytes` writes before a message of less than 2 GiB
BLOCK = 1 << 16  # bytes


def send(connection: Connection, message: Any) -> None:
    """Send JSON values.

    >>> from multiprocessing import Pipe
    >>> one, other = Pipe()
    >>> send(one, {"claims": []})
    >>> other.recv_bytes()
    b'{"claims": []}'
    """
    connection.send_bytes(json.dumps(message).encode())


def receive(connection: Connection, wait: Callable[[], object] | None = None) -> Any:
    """Receive JSON values.

    Parameters
    ----------
    connection
        The connection.
    wait
        Function that is called before each part of the message is read. It returns when there is a part, or raises an
        exception: the sender can begin a message and not end it. By default, reading waits for the whole message. On
        Windows, whose connections have whole messages only, it is called once.

    Raises
    ------
    EOFError
        If the connection ends before the message.

    Examples
    --------
    >>> from multiprocessing import Pipe
    >>> one, other = Pipe()
    >>> send(one, ["A", 0.5])
    >>> receive(other)
    ['A', 0.5]
    """
    if wait is None or sys.platform == "win32":
        if wait:
            wait()
        return json.loads(connection.recv_bytes())
    (size,) = LENGTH.unpack(_read(connection, LENGTH.size, wait))
    return json.loads(_read(connection, size, wait))


def _read(connection: Connection, size: int, wait: Callable[[], object]) -> bytearray:
    read = bytearray()
    while len(read) < size:
        wait()
        part = os.read(connection.fileno(), min(size - len(read), BLOCK))
        if not part:
            raise EOFError("the connection ended within a message")
        read += part
    return read
