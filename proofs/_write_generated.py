"""Definitions in Gallina from the Python code: `python proofs/_write_generated.py` writes them.

Each library of proofs/rocq about a game has a file Generated.v. Agree.v, next to it, proves that the definitions of the
theorems are equal to these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from _battle_in_gallina import battle
from _castle_in_gallina import castle
from _wargame_in_gallina import wargame

GENERATED: Mapping[str, Callable[[], str]] = {"battle": battle, "castle": castle, "wargame": wargame}


def file_of(library: str) -> Path:
    """Return the file of the generated definitions of a library."""
    return Path(__file__).parent / "rocq" / library / "Generated.v"


@cache
def is_current(library: str) -> bool:
    """Return whether the definitions of a library are those that the code gives now."""
    return file_of(library).read_text(encoding="utf-8") == GENERATED[library]()


if __name__ == "__main__":
    for library, generated in GENERATED.items():
        file_of(library).write_text(generated(), encoding="utf-8")
