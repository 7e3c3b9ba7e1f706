"""What a claims file declares where it runs alone, compared with the claims that were collected.

All files of a folder are collected in one process, where one file can hide or change the claims of another. Each file
also runs in a process of its own, which no other file can change.
"""

from __future__ import annotations

import json
from collections.abc import Container, Mapping
from typing import Any, TypeAlias

from gametheory.claims.collect import Collection
from gametheory.numbers.format import listed

Declared: TypeAlias = list[tuple[str, str]]  # the id of each claim, and the hash of what it states


def declared_as_json(collection: Collection) -> str:
    """Return what the claims of a file state, as JSON.

    >>> declared_as_json(Collection([], [], {}))
    '[]'
    """
    return json.dumps([[item.id, item.stated] for _, item in collection.claims])


def declared_from_json(text: Any) -> Declared | None:
    """Return what the claims of a file state; None if the text has another form.

    >>> declared_from_json('[["A", "a hash"]]'), declared_from_json("{}")
    ([('A', 'a hash')], None)
    """
    try:
        data = json.loads(text)
        return [(str(id), str(stated)) for id, stated in data] if isinstance(data, list) else None
    except (TypeError, ValueError, RecursionError):
        return None


def disagreements(declared: Mapping[str, Declared | None], collected: Container[str]) -> list[str]:
    """Return a line for each file that declares other claims than those that were collected.

    Parameters
    ----------
    declared
        What each file declares where it runs alone; None if it does not run.
    collected
        What all collected claims state. A claim of a helper belongs to the file that imports it first.

    Examples
    --------
    >>> for line in disagreements({"a.py": [("A", "one"), ("B", "two")], "b.py": None}, {"one"}):
    ...     print(line)
    1 claim (B) of a.py was changed or hidden while the other files of the folder ran
    b.py does not run alone, so that its claims cannot be compared with those that were collected
    """
    lines = []
    for file, own in declared.items():
        if own is None:
            lines.append(
                f"{file} does not run alone, so that its claims cannot be compared with those that were collected"
            )
        elif others := [id for id, stated in own if stated not in collected]:
            were = "was" if len(others) == 1 else "were"
            lines.append(
                f"{listed(others, 'claim')} of {file} {were} changed or hidden while the other files of the folder ran"
            )
    return lines
