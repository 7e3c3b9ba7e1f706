"""How much memory a table of battles takes."""

from __future__ import annotations

PROGRAM = 235e6  # with numpy and compiled code; a tenth less under Python 3.11, 75e6 more while it is first compiled
TABLE, TEXT, MAP = 60, 105, 20  # bytes for a battle: both tables and their file; the same as text; the chances as a map


def bytes_for_table(attackers: int, defenders: int, text: bool = False, plot: bool = False) -> float:
    """About how many bytes `gametheory battle table` takes, as measured from 50 x 50 to 3000 x 3000, and a little more.

    Arguments: the size of the table; whether its file is text; whether it is drawn too.

    >>> bytes_for_table(1000, 1000) / 1e6
    295.0
    """
    return PROGRAM + (TABLE + TEXT * text + MAP * plot) * attackers * defenders
