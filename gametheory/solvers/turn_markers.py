"""Where positions say whose turn it is, and whether the other player would have the same moves."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import eq
from typing import Any, TypeAlias

from gametheory.model.game import Move, Position, active_players
from gametheory.model.state_arrays import StateArrays

Path: TypeAlias = tuple[int | str, ...]


def exchanges(
    positions: Sequence[Any], active: Sequence[str], players: tuple[str, ...]
) -> Iterator[Callable[[Any], Any]]:
    """Yield functions that change only the mark of the turn in a position, one for each part that can be the mark.

    A part of a position is an entry of a tuple, a field of a dataclass, or a character of a text, at any depth. It can
    be the mark if it names the active player, if it has one value for each player, such as 0 and 1, or if it counts
    moves, so that its parity decides. Cost: the positions, for each part.
    """
    for path in _paths(positions[0] if positions else None):
        values = [part(position, path) for position in positions]
        if (change := _change(values, active, players)) is not None:
            yield _exchange_at(path, change)


def part(position: Any, path: Path) -> Any:
    """Return a part of a position; None if it has no such part."""
    for step in path:
        try:
            position = getattr(position, step) if isinstance(step, str) else position[step]
        except (AttributeError, IndexError, TypeError):
            return None
    return position


def _paths(position: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all parts that have no parts themselves."""
    if isinstance(position, tuple):
        for index, entry in enumerate(position):
            yield from _paths(entry, (*path, index))
    elif dataclasses.is_dataclass(position) and not isinstance(position, type):
        for field in dataclasses.fields(position):
            yield from _paths(getattr(position, field.name), (*path, field.name))
    else:
        yield path
        if isinstance(position, str) and len(position) > 1:
            yield from ((*path, index) for index in (*range(len(position)), *range(-len(position), 0)))


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


def _exchange_at(path: Path, change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def exchange(position: Any) -> Any:
        mark = part(position, path)
        changed = None if mark is None else change(mark)
        return position if changed is None else _replaced(position, path, changed)

    return exchange


def _replaced(position: Any, path: Path, value: Any) -> Any:
    """Return a position with another value of one part."""
    if not path:
        return value
    step, *rest = path
    if isinstance(step, str):
        return dataclasses.replace(position, **{step: _replaced(getattr(position, step), tuple(rest), value)})
    entries = list(position)
    entries[step] = _replaced(entries[step], tuple(rest), value)
    if isinstance(position, str):
        return "".join(entries)
    return type(position)(*entries) if hasattr(position, "_fields") else tuple(entries)


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
