"""Memory estimate for a table of battles."""

from __future__ import annotations

PROGRAM = 235e6  # with numpy and compiled code; a tenth less under Python 3.11, 75e6 more while it is first compiled
TABLE, TEXT, MAP = 60, 105, 20  # bytes per battle: both tables and their file; a CSV file; a map of the odds


def bytes_for_table(attackers: int, defenders: int, text: bool = False, plot: bool = False) -> float:
    """Estimate the bytes that `gametheory battle table` takes, a little more than measured up to 3000 x 3000.

    Parameters
    ----------
    attackers, defenders
        The size of the table.
    text
        Whether its file is text.
    plot
        Whether it is drawn too.

    Returns
    -------
    float
        The number of bytes.

    Examples
    --------
    >>> bytes_for_table(1000, 1000) / 1e6
    295.0
    """
    size = min(attackers * defenders, 1e300)  # a float has no larger powers of ten to spare
    return PROGRAM + (TABLE + TEXT * text + MAP * plot) * size
