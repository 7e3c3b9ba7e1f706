"""JSON values over a connection: reading one runs no code of its sender.

An object that is sent by pickle can name any function, which the reader calls.
"""

from __future__ import annotations

import json
from multiprocessing.connection import Connection
from typing import Any


def send(connection: Connection, message: Any) -> None:
    """Send JSON values.

    >>> from multiprocessing import Pipe
    >>> one, other = Pipe()
    >>> send(one, {"claims": []})
    >>> other.recv_bytes()
    b'{"claims": []}'
    """
    connection.send_bytes(json.dumps(message).encode())


def receive(connection: Connection) -> Any:
    """Receive JSON values.

    >>> from multiprocessing import Pipe
    >>> one, other = Pipe()
    >>> send(one, ["A", 0.5])
    >>> receive(other)
    ['A', 0.5]
    """
    return json.loads(connection.recv_bytes())
