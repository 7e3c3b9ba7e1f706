"""Where positions say whose turn it is, and whether the other player would have the same moves."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from operator import eq
from typing import Any, TypeAlias

import numpy as np

from gametheory.model.game import active_players
from gametheory.model.state_arrays import Integers, StateArrays

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


def same_moves_exchanged(arrays: StateArrays, ongoing: Integers, exchange: Callable[[Any], Any]) -> bool:
    """Return whether the other player would have the same moves, with the same effect, in each position.

    An exchanged position that play can reach is compared in the arrays; for any other, the rules are asked. Cost: one
    exchange for each position, and the moves.

    >>> from gametheory import Outcome, unfold
    >>> class Heap:
    ...     players = ("first", "second")
    ...     def start(self): return (3, "first")
    ...     def outcome(self, at): return None if at[0] else Outcome("over")
    ...     def moves(self, at, player): return range(1, at[0] + 1) if player == at[1] else ()
    ...     def after(self, at, taken): return (at[0] - taken, "second" if at[1] == "first" else "first")
    >>> arrays, other = unfold(Heap()), {"first": "second", "second": "first"}
    >>> same_moves_exchanged(arrays, np.flatnonzero(arrays.outcome_of < 0), lambda at: (at[0], other[at[1]]))
    True
    """
    try:
        numbers = (arrays.index.get(exchange(position), -1) for position in arrays.positions)
        exchanged = np.fromiter(numbers, np.int64, len(arrays))
        known = exchanged[ongoing] >= 0
        return _same_in_arrays(arrays, ongoing[known], exchanged) and all(
            _same_when_asked(arrays, number, exchange) for number in ongoing[~known].tolist()
        )
    # rules may raise anything in a position that play cannot reach, and so may a class of positions
    except Exception:
        return False


def _same_in_arrays(arrays: StateArrays, ongoing: Integers, exchanged: Integers) -> bool:
    """Compare some positions with their exchanged positions, all of which play can reach."""
    others = exchanged[ongoing]
    group_of, counts = arrays.groups[1], np.diff(arrays.first_move)
    different = (group_of[others] < 0) | (group_of[others] == group_of[ongoing]) | (counts[others] != counts[ongoing])
    if different.any():
        return False
    own, theirs = _joint_moves(arrays, ongoing), _joint_moves(arrays, others)
    kinds: dict[Any, int] = {}  # moves that are equal and have different types are the same
    kind_of = np.array([kinds.setdefault(move, len(kinds)) for move in arrays.single_moves], np.int64)
    same = (kind_of[arrays.move_of[own]] == kind_of[arrays.move_of[theirs]]) & (
        exchanged[arrays.successor[own]] == arrays.successor[theirs]
    )
    return bool(same.all())


def _joint_moves(arrays: StateArrays, positions: Integers) -> Integers:
    """Return the numbers of the joint moves of some positions, one position after another."""
    counts = np.diff(arrays.first_move)[positions]
    ends = np.cumsum(counts)
    within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
    numbers: Integers = np.repeat(arrays.first_move[positions], counts) + within
    return numbers


def _same_when_asked(arrays: StateArrays, number: int, exchange: Callable[[Any], Any]) -> bool:
    """Compare a position with its exchanged position, which play cannot reach, by a call of the rules."""
    game: Any = arrays.game
    groups, group_of = arrays.groups
    exchanged = exchange(arrays.positions[number])
    [opponent] = (name for name in game.players if name != groups[group_of[number]][0])
    if active_players(game, exchanged) != (opponent,):
        return False
    moves = range(int(arrays.first_move[number]), int(arrays.first_move[number + 1]))
    own = {
        arrays.single_moves[arrays.move_of[joint]]: exchange(arrays.positions[arrays.successor[joint]])
        for joint in moves
    }
    return own == {move: game.after(exchanged, move) for move in game.moves(exchanged, opponent)}
