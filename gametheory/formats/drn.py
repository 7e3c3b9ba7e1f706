"""Markov chains for the model checker Storm, in its explicit format DRN.

From the description of the format (stormchecker.org, documentation, background, DRN).
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import networkx as nx

from gametheory.model.game import Outcome, Position
from gametheory.storage.atomic_write import write_atomic


def to_drn(graph: nx.MultiDiGraph) -> str:
    """Return the state graph of a game without players' moves as a discrete-time Markov chain in the DRN format.

    States are numbered in the order of the graph; a comment before each names its position. The initial state has the
    label `init`. A terminal state has the name of its outcome as label, and a transition to itself. Probabilities are
    exact fractions; Storm reads them exactly with its option --exact. Cost: linear in the graph, plus sorting the
    transitions from each position.

    Parameters
    ----------
    graph
        A state graph in which all moves are chance moves.

    Returns
    -------
    str
        The contents of a DRN file.

    Raises
    ------
    ValueError
        If a player moves, or if the name of an outcome cannot be a label: if it is "init" or empty, or has a quotation
        mark or a line break.

    Examples
    --------
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
        transitions = sorted(_transitions(graph, position, numbers).items())
        lines += [f"\t\t{target} : {probability}" for target, probability in transitions]
    return "\n".join([*lines, ""])


def write_drn(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write a state graph to a file in the DRN format, atomically.

    Raises
    ------
    OSError
        If the file cannot be written.
    ValueError
        As `to_drn`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> path = Path(mkdtemp()) / "battle.drn"
    >>> write_drn(state_graph(Battle(1, 1)), path)
    >>> path.read_text().count("state ")
    4
    """
    write_atomic(path, to_drn(graph))


def _transitions(graph: nx.MultiDiGraph, position: Position, numbers: dict[Position, int]) -> dict[int, Fraction]:
    """Return the probability of each next state; a terminal state has itself as next state."""
    if graph.nodes[position]["outcome"] is not None:
        return {numbers[position]: Fraction(1)}
    probabilities: dict[int, Fraction] = {}
    for _, successor, data in graph.out_edges(position, data=True):
        if data["moves"]:
            raise ValueError(f"in {position} a player moves; a Markov chain has chance moves only")
        probabilities[numbers[successor]] = probabilities.get(numbers[successor], Fraction(0)) + data["probability"]
    return probabilities


def _label(outcome: Outcome | None) -> list[str]:
    if outcome is None:
        return []
    name = outcome.name
    if name in ("", "init") or any(character in name for character in '"\n\r'):
        raise ValueError(f"the name of the outcome {name!r} cannot be the label of a state")
    return [f'"{name}"' if len(name.split()) > 1 or name != name.strip() or name[0] in "[{!" else name]
