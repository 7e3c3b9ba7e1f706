"""What `print` shows of a result. A result does not know how it is displayed: the package names the function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Kind = TypeVar("Kind", bound=type)
Display = Callable[[object], str]

_displays: list[Display] = [repr]


def printed(kind: Kind) -> Kind:
    """Class decorator: `str`, and so `print`, gives the text for a person; `repr` stays.

    Examples
    --------
    >>> from gametheory import NashSolution, nash
    >>> printed(NashSolution) is NashSolution
    True
    >>> equilibria = nash([[1, -1], [-1, 1]])
    >>> print(equilibria)
          player   payoff   strategy
     ────────────────────────────────────
      1   row           0   1 1/2, 2 1/2
          column        0   1 1/2, 2 1/2
    <BLANKLINE>
    Value 0 for row (zero-sum).
    The only equilibrium, checked exactly.
    nashpy finds the same.
    >>> equilibria
    <NashSolution: 1 equilibrium, all extreme ones; vertex enumeration>
    """
    kind.__str__ = _text  # type: ignore[assignment]
    return kind


def display_by(display: Display) -> None:
    """Set the function that makes the text of a value of a `printed` class.

    >>> from gametheory.render.notebook import text
    >>> display_by(text)
    """
    _displays[:] = [display]


def _text(self: object) -> str:
    return _displays[0](self)
