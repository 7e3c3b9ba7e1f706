"""Games in extensive form: trees with information sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Outcome

CHANCE = 0


class Node(NamedTuple):
    """A node of a tree: whose move it is (CHANCE, a player counted from 1, or None at an end), where, and what it pays.

    `information_set` is the number of the information set, or of the chance event; 0 at an end. `outcome` is the number
    of an outcome, whose payoffs add up along the way; 0 where there is none.
    """

    name: str
    mover: int | None
    information_set: int
    outcome: int

    @property
    def place(self) -> tuple[int, int]:
        """The mover and the number of the information set, by which the game finds it.

        >>> Node("", 2, 1, 0).place, Node("", None, 0, 3).place
        ((2, 1), (0, 0))
        """
        return self.mover or CHANCE, self.information_set


class InformationSet(NamedTuple):
    """The nodes a player cannot tell apart, or a chance event: its actions, and for chance their probabilities."""

    name: str
    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtensiveForm:
    """A game in extensive form (Kuhn 1953): a tree whose nodes stand in prefix order, each before those below it.

    `information_sets` is by mover and number; `outcomes` by number. `formats.gambit.efg` reads and checks one.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "far" { 2 }')
    >>> [tree.actions(node) for node in tree.nodes], list(tree.parents())
    ([('stay', 'go'), (), ()], [None, (0, 0), (0, 1)])
    """

    players: tuple[str, ...]
    nodes: tuple[Node, ...]
    information_sets: Mapping[tuple[int, int], InformationSet]
    outcomes: Mapping[int, Outcome]
    title: str = ""
    comment: str = ""

    def actions(self, node: Node) -> tuple[str, ...]:
        """What may be done at a node; nothing at an end."""
        return () if node.mover is None else self.information_sets[node.place].actions

    def parents(self) -> Iterator[tuple[int, int] | None]:
        """For each node in order the node above it and the number of the action between, None for the root.

        Cost: the number of nodes.
        """
        open_actions: list[tuple[int, int]] = []
        for index, node in enumerate(self.nodes):
            yield open_actions.pop() if open_actions else None
            open_actions += [(index, action) for action in reversed(range(len(self.actions(node))))]
