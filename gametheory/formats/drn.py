"""Games of chance alone as Markov chains for Storm, in its explicit format DRN.

From the description of the format (stormchecker.org, documentation, background, DRN).
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import networkx as nx

from gametheory.model.game import Outcome, Position
from gametheory.storage.atomic_write import write_atomic


def to_drn(graph: nx.MultiDiGraph) -> str:
    """A state graph of a game of chance alone as a discrete-time Markov chain in the DRN format.

    States are numbered in the order of the graph; a line of comment before each says which position it is. The start is
    labelled `init`, an end with the name of its outcome, and play stays in it. Chances are exact, p/q: Storm reads them
    so with its option --exact. Cost: linear in the graph, and sorting the steps from each position.

    Raises ValueError where a player moves, and for the name of an outcome that cannot be a label: "init", one that is
    empty, and one with a quotation mark or an end of a line.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> print(to_drn(state_graph(Battle(1, 0))).expandtabs(2))
    @type: DTMC
    @parameters
    <BLANKLINE>
    @reward_models
    <BLANKLINE>
    @nr_states
    1
    @nr_choices
    1
    @model
    // Position(attackers=1, defenders=0)
    state 0 init win
      action 0
        0 : 1
    <BLANKLINE>
    """
    numbers = {position: number for number, position in enumerate(graph)}
    lines = ["@type: DTMC", "@parameters", "", "@reward_models", "", "@nr_states", str(len(graph))]
    lines += ["@nr_choices", str(len(graph)), "@model"]
    for position, number in numbers.items():
        labels = ["init"] * (position == graph.graph["start"]) + _label(graph.nodes[position]["outcome"])
        lines += [f"// {' '.join(repr(position).split())}", " ".join([f"state {number}", *labels]), "\taction 0"]
        lines += [f"\t\t{target} : {chance}" for target, chance in sorted(_steps(graph, position, numbers).items())]
    return "\n".join([*lines, ""])


def write_drn(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write `to_drn` to a file, whole or not at all; OSError where that fails, else errors are those of `to_drn`.

    >>> from tempfile import mkdtemp
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> path = Path(mkdtemp()) / "battle.drn"
    >>> write_drn(state_graph(Battle(1, 1)), path)
    >>> path.read_text().count("state ")
    4
    """
    write_atomic(path, to_drn(graph))


def _steps(graph: nx.MultiDiGraph, position: Position, numbers: dict[Position, int]) -> dict[int, Fraction]:
    """The chance of each state that can follow; an end is followed by itself."""
    if graph.nodes[position]["outcome"] is not None:
        return {numbers[position]: Fraction(1)}
    steps: dict[int, Fraction] = {}
    for _, following, data in graph.out_edges(position, data=True):
        if data["moves"]:
            raise ValueError(f"in {position} a player moves: the game is not one of chance alone")
        steps[numbers[following]] = steps.get(numbers[following], Fraction(0)) + data["probability"]
    return steps


def _label(outcome: Outcome | None) -> list[str]:
    if outcome is None:
        return []
    name = outcome.name
    if name in ("", "init") or any(sign in name for sign in '"\n\r'):
        raise ValueError(f"the name of the outcome {name!r} cannot be a label of a state")
    return [f'"{name}"' if len(name.split()) > 1 or name != name.strip() or name[0] in "[{!" else name]
