"""What a solver found, as facts for JSON and as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.model.classify import GameClass

if TYPE_CHECKING:
    import networkx as nx

    from gametheory.model.game import Move, Position

    Choice = Mapping[Position, tuple[Move, ...]]


class NoSolver(ValueError):
    """No solver of the package fits the game."""


@dataclass
class Answer:
    """What was found: the solver, facts for JSON, sentences, the moves to draw as best, and what was re-checked."""

    kind: GameClass
    solver: str
    facts: dict[str, Any] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)
    best: set[tuple[Position, tuple[Move, ...]]] = field(default_factory=set)
    strategy: dict[Position, str] = field(default_factory=dict)
    checked: str = ""


def label(value: object) -> str:
    """A position or a move for a person: entries without the name of their class.

    >>> from gametheory.games.castle import Volley
    >>> label(Volley(1, 0)), label("heads")
    ('(1, 0)', 'heads')
    """
    return str(tuple(value)) if isinstance(value, tuple) else str(value)


def fraction_and_decimal(value: Fraction) -> str:
    """An exact number, with a decimal where that helps.

    >>> fraction_and_decimal(Fraction(3)), fraction_and_decimal(Fraction(1, 3))
    ('3', '1/3 (0.333333)')
    """
    if value.denominator == 1:
        return str(value)
    exact = str(value) if value.denominator < 10**12 else ""
    return f"{exact} ({float(value):.6f})" if exact else f"{float(value):.12f}"


def count_moves(number: int) -> str:
    """So many moves.

    >>> count_moves(1), count_moves(2000)
    ('1 move', '2,000 moves')
    """
    return f"{number:,} move{'' if number == 1 else 's'}"


def outcome_names(graph: nx.MultiDiGraph) -> list[str]:
    """The names of the outcomes that can come about."""
    return sorted({end.name for _, end in graph.nodes(data="outcome") if end is not None})


def payoffs_of_ends(graph: nx.MultiDiGraph) -> dict[Position, tuple[Fraction, ...]]:
    """What each player gets at each end; raises NoSolver where that is not told."""
    from gametheory.model.payoffs import terminal_payoffs

    try:
        return terminal_payoffs(graph)
    except ValueError as error:
        raise NoSolver(str(error)) from error
