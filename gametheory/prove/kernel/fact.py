"""What the kernel of Rocq says about a theorem, as a value."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from gametheory.prove.kernel.sources import Refused


class Fact(NamedTuple):
    """What the kernel says about one theorem.

    Attributes
    ----------
    theorem
        Its name, such as `castle/TheoremA.theorem_A`.
    statement
        Its type, as Rocq prints it.
    definitions
        Pairs (file, text): the definitions that the statement uses, from the first to the last.
    kernel
        The program and its version.
    reason
        Why the theorem is not accepted; empty if it is.
    """

    theorem: str
    statement: str
    definitions: tuple[tuple[str, str], ...]
    kernel: str
    reason: str

    def as_json(self) -> dict[str, Any]:
        """Return the values as a JSON object.

        >>> Fact("sums/Two.two", "1 + 1 = 2", (("sums/Two.v", "Definition a := 1."),), "Coq", "").as_json()["kernel"]
        'Coq'
        """
        return self._asdict() | {"definitions": [list(pair) for pair in self.definitions]}


def fact_from_json(data: Any) -> Fact:
    """Convert the result of `Fact.as_json` back to a fact.

    Raises
    ------
    KeyError, TypeError, ValueError
        If the data do not describe one.

    Examples
    --------
    >>> said = Fact("sums/Two.two", "1 + 1 = 2", (("sums/Two.v", "Definition a := 1."),), "Coq 8.16.1", "")
    >>> fact_from_json(said.as_json()) == said
    True
    """
    definitions = tuple((str(file), str(text)) for file, text in data["definitions"])
    theorem, statement, kernel, reason = (str(data[name]) for name in ("theorem", "statement", "kernel", "reason"))
    return Fact(theorem, statement, definitions, kernel, reason)


def parts(theorem: str) -> tuple[str, str, str]:
    """Return the folder, the file and the name of a theorem.

    >>> parts("castle/TheoremA.theorem_A")
    ('castle', 'TheoremA', 'theorem_A')
    >>> parts("theorem_A")
    Traceback (most recent call last):
    gametheory.prove.kernel.sources.Refused: 'theorem_A' is not FOLDER/FILE.THEOREM
    """
    names = re.fullmatch(r"([a-z]\w*)/([A-Z]\w*)\.([A-Za-z]\w*)", theorem)
    if names is None:
        raise Refused(f"{theorem[:60]!r} is not FOLDER/FILE.THEOREM")
    return names[1], names[2], names[3]
