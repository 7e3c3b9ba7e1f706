"""What a solver found, as facts for JSON and as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.solve.kinds import Kind

if TYPE_CHECKING:
    import networkx as nx

    from gametheory.core import Move, Position

    Choice = Mapping[Position, tuple[Move, ...]]


class NoSolver(ValueError):
    """No solver of the package fits the game."""


@dataclass
class Answer:
    """What was found: the solver, facts for JSON, sentences, the moves to draw as best, and what was re-checked."""

    kind: Kind
    solver: str
    facts: dict[str, Any] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)
    best: set[tuple[Position, tuple[Move, ...]]] = field(default_factory=set)
    strategy: dict[Position, str] = field(default_factory=dict)
    checked: str = ""


def shown(value: object) -> str:
    """A position or a move for a person: entries without the name of their class.

    >>> from gametheory.games.castle import Volley
    >>> shown(Volley(1, 0)), shown("heads")
    ('(1, 0)', 'heads')
    """
    return str(tuple(value)) if isinstance(value, tuple) else str(value)


def both(value: Fraction) -> str:
    """An exact number, with a decimal where that helps.

    >>> both(Fraction(3)), both(Fraction(1, 3))
    ('3', '1/3 (0.333333)')
    """
    if value.denominator == 1:
        return str(value)
    exact = str(value) if value.denominator < 10**12 else ""
    return f"{exact} ({float(value):.6f})" if exact else f"{float(value):.12f}"


def moves_told(number: int) -> str:
    """So many moves.

    >>> moves_told(1), moves_told(2000)
    ('1 move', '2,000 moves')
    """
    return f"{number:,} move{'' if number == 1 else 's'}"


def outcome_names(graph: nx.MultiDiGraph) -> list[str]:
    """The names of the outcomes that can come about."""
    return sorted({end.name for _, end in graph.nodes(data="outcome") if end is not None})


def payoffs_of_ends(graph: nx.MultiDiGraph) -> dict[Position, tuple[Fraction, ...]]:
    """What each player gets at each end; raises NoSolver where that is not told."""
    from gametheory.solve.payoffs import payoffs

    try:
        return payoffs(graph)
    except ValueError as error:
        raise NoSolver(str(error)) from error
