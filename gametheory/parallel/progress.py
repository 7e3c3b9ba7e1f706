"""Progress of long work, as functions report it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

# Called with the number of a piece of work, the total, and the name of the piece.
Progress: TypeAlias = Callable[[int, int, str], None]
