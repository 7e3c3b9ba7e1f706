"""Components written by hand, with names in place of numbers."""

from typing import Any, NamedTuple

from gametheory.solvers.arrays import DecisionRows
from gametheory.solvers.general_sum import Component


class Definition(NamedTuple):
    """The joint moves of each position, the players who move there, and the values of what follows for each player."""

    joint: dict[Any, Any]
    active: dict[Any, Any]
    outside: list[dict[Any, Any]]


def component(joint: Any, active: Any, outside: Any) -> Component:
    """Return a component, whose positions are numbered in the order of `joint`, and then those that follow."""
    names = list(
        dict.fromkeys([*joint, *(after for moves in joint.values() for steps in moves.values() for after in steps)])
    )
    index = {name: number for number, name in enumerate(names)}
    steps = [steps for moves in joint.values() for steps in moves.values()]
    counts = [len(joint.get(name, ())) for name in names]
    rows = DecisionRows(
        [sum(counts[:number]) for number in range(len(names) + 1)],
        [sum(map(len, steps[:number])) for number in range(len(steps) + 1)],
        [index[after] for each in steps for after in each],
        [probability for each in steps for probability in each.values()],
    )
    values = [{index[name]: value for name, value in known.items()} for known in outside]
    moves = [move for each in joint.values() for move in each]
    return Component(rows, moves, [active[name] for name in joint], values, list(joint))
