"""The solution of one position as sentences for a person."""

from __future__ import annotations

from collections.abc import Iterator

from gametheory.model.position_text import short_text
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.saved.best_play import Line, PositionSolution
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, SHORTEST_PATHS

MAX_MOVES = 24  # of a play that is printed


def lookup_sentences(found: PositionSolution) -> Iterator[str]:
    """Yield who moves, the payoffs, and best play for each objective, one line each.

    >>> won = PositionSolution((0, "second"), None, {}, {"payoff": Line(0, (), (), "first")}, BACKWARD_INDUCTION)
    >>> list(lookup_sentences(won))
    ["Position (0, 'second'): play has ended.", 'The longest play has 0 moves.']
    """
    active = f"{found.player} moves" if found.player else "play has ended"
    yield f"Position {short_text(found.position)}: {active}."
    if found.payoffs:
        payoffs = (f"{player} {exact_text(payoff)}" for player, payoff in found.payoffs.items())
        yield f"Payoffs: {', '.join(payoffs)}."
    for name, line in found.lines.items():
        yield from _line_text(found.method, name, line)
    if found.player and not found.lines:
        yield "Play never ends."


def _line_text(method: str, name: str, line: Line) -> Iterator[str]:
    """Yield sentences about best play for one objective."""
    if method == SHORTEST_PATHS:
        yield f"{name}: out of reach." if line.distance is None else f"{name}: {pluralize(line.distance, 'move')}."
    elif method == BACKWARD_INDUCTION:
        yield f"The longest play has {pluralize(line.distance or 0, 'move')}."
    elif line.distance is None:
        yield "No player can force the end."
    else:
        yield f"The end can be forced in {pluralize(line.distance, 'move')}."
    if not line.best_moves:
        return
    yield f"  best moves: {', '.join(map(short_text, line.best_moves))}"
    moves = ", ".join(map(short_text, line.play[:MAX_MOVES]))
    rest = f" and {pluralize(len(line.play) - MAX_MOVES, 'more move')}" if len(line.play) > MAX_MOVES else ""
    yield f"  best play: {moves}{rest}; {'a position is repeated' if line.end is None else f'it ends with {line.end}'}"
