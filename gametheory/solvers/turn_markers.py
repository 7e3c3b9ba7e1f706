"""Where positions say whose turn it is, and whether the other player would have the same moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from operator import eq
from typing import Any

from gametheory.model.game import Move, Position, active_players
from gametheory.model.state_arrays import StateArrays


def exchanges(
    positions: Sequence[Any], active: Sequence[str], players: tuple[str, ...]
) -> Iterator[Callable[[Any], Any]]:
    """Yield functions that change only the mark of the turn in a position, one for each part that can be the mark.

    A part of a position is an entry of a tuple, a field of a dataclass, or a character of a text. It can be the mark if
    it names the active player, if it has one value for each player, such as 0 and 1, or if it counts moves, so that its
    parity decides. Cost: the positions, for each part.
    """
    rows = list(map(_parts, positions))
    for place in range(min(map(len, rows), default=0)):
        if (change := _change([row[place] for row in rows], active, players)) is not None:
            yield _exchange_at(place, change)


def _parts(position: Any) -> list[Any]:
    if is_dataclass(position):
        return [getattr(position, field.name) for field in fields(position)]
    return list(position) if isinstance(position, tuple | str) else []


def _change(values: Sequence[Any], active: Sequence[str], players: tuple[str, ...]) -> Callable[[Any], Any] | None:
    """Return how a mark changes if the other player is active; None if the values are no marks of the turn."""
    first, second = players
    if all(map(eq, values, active)):
        return {first: second, second: first}.get
    pairs = set(zip(values, active, strict=True))
    marks = {player: {value for value, name in pairs if name == player} for player in players}
    if all(len(found) == 1 for found in marks.values()):
        (one,), (other,) = marks[first], marks[second]
        return {one: other, other: one}.get if one != other else None
    whole = all(isinstance(value, int) and not isinstance(value, bool) for value in set().union(*marks.values()))
    if whole and len({(value + (name == first)) % 2 for value, name in pairs}) == 1:
        return lambda value: value + 1
    return None


def _exchange_at(place: int, change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def exchange(position: Any) -> Any:
        parts = _parts(position)
        changed = change(parts[place]) if place < len(parts) else None
        if changed is None:
            return position
        parts[place] = changed
        if isinstance(position, str):
            return "".join(parts)
        return tuple(parts) if type(position) is tuple else type(position)(*parts)

    return exchange


def same_moves_exchanged(arrays: StateArrays, ongoing: Iterable[int], exchange: Callable[[Any], Any]) -> bool:
    """Return whether the other player would have the same moves, with the same effect, in each position.

    An exchanged position that play can reach is compared in the arrays; for any other, the rules are asked. Cost: one
    exchange for each position and each move.

    >>> from gametheory import Outcome, unfold
    >>> class Heap:
    ...     players = ("first", "second")
    ...     def start(self): return (3, "first")
    ...     def outcome(self, at): return None if at[0] else Outcome("over")
    ...     def moves(self, at, player): return range(1, at[0] + 1) if player == at[1] else ()
    ...     def after(self, at, taken): return (at[0] - taken, "second" if at[1] == "first" else "first")
    >>> arrays, other = unfold(Heap()), {"first": "second", "second": "first"}
    >>> same_moves_exchanged(arrays, [0], lambda at: (at[0], other[at[1]]))
    True
    """
    groups, group_of = arrays.groups

    def steps(number: int) -> dict[Move, Position]:
        after = (arrays.positions[arrays.successor[joint]] for joint in arrays.joints(number))
        return {moves[0]: to for moves, to in zip(arrays.moves_in(number), after, strict=True)}

    def same(number: int) -> bool:
        position, (player,) = exchange(arrays.positions[number]), groups[group_of[number]]
        if (other := arrays.index.get(position)) is None:
            active = active_players(arrays.game, position)
            moves = arrays.game.moves(position, active[0]) if len(active) == 1 else ()
            theirs = {move: arrays.game.after(position, move) for move in moves}
        else:
            active, theirs = groups[group_of[other]], steps(other)
        opponents = tuple(name for name in arrays.game.players if name != player)
        return active == opponents and theirs == {move: exchange(after) for move, after in steps(number).items()}

    try:
        return all(map(same, ongoing))
    # rules may raise anything in a position that play cannot reach, and so may a class of positions
    except Exception:
        return False
