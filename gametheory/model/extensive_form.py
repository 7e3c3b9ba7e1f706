"""Games in extensive form: trees with information sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Outcome
from gametheory.numbers.printed import printed
from gametheory.numbers.short_repr import short_repr

CHANCE = 0


class Node(NamedTuple):
    """A node of a game tree.

    Attributes
    ----------
    name
        Text for people.
    player
        CHANCE, the number of a player, counted from 1, or None at a terminal node.
    information_set
        Number of the information set or of the chance event; 0 at a terminal node.
    outcome
        Number of an outcome, or 0 for no outcome. The payoffs of all outcomes along a play add up.
    """

    name: str
    player: int | None
    information_set: int
    outcome: int

    @property
    def set_key(self) -> tuple[int, int]:
        """The key of the information set in `ExtensiveForm.information_sets`, a player and a number.

        >>> Node("", 2, 1, 0).set_key, Node("", None, 0, 3).set_key
        ((2, 1), (0, 0))
        """
        return self.player or CHANCE, self.information_set


class InformationSet(NamedTuple):
    """Nodes that a player cannot distinguish, or a chance event.

    Attributes
    ----------
    name
        Text for people.
    actions
        Names of the actions.
    probabilities
        Probability of each action of a chance event; empty for a player.
    """

    name: str
    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...] = ()


@short_repr
@printed
@dataclass(frozen=True, slots=True)
class ExtensiveForm:
    """A game in extensive form (Kuhn 1953).

    `formats.gambit.efg` reads and validates one.

    Attributes
    ----------
    players
        Names of the players; player 1 is first.
    nodes
        All nodes of the tree in prefix order: each node precedes its descendants.
    information_sets
        Information sets by player and number.
    outcomes
        Outcomes by number.
    title
        Text for people.
    comment
        Text for people.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "far" { 2 }')
    >>> [tree.actions(node) for node in tree.nodes], list(tree.parents())
    ([('stay', 'go'), (), ()], [None, (0, 0), (0, 1)])
    >>> tree.has_perfect_information
    True
    """

    players: tuple[str, ...]
    nodes: tuple[Node, ...]
    information_sets: Mapping[tuple[int, int], InformationSet]
    outcomes: Mapping[int, Outcome]
    title: str = ""
    comment: str = ""

    @property
    def has_perfect_information(self) -> bool:
        """Whether every information set of a player has one node."""
        moves = [node.set_key for node in self.nodes if node.player]
        return len(moves) == len(set(moves))

    def actions(self, node: Node) -> tuple[str, ...]:
        """Return the actions at a node; a terminal node has none."""
        return () if node.player is None else self.information_sets[node.set_key].actions

    def parents(self) -> Iterator[tuple[int, int] | None]:
        """Yield, for each node in order, its parent and the action that leads from there to the node.

        The root has None. Cost: the number of nodes.
        """
        open_actions: list[tuple[int, int]] = []
        for index, node in enumerate(self.nodes):
            yield open_actions.pop() if open_actions else None
            open_actions += [(index, action) for action in reversed(range(len(self.actions(node))))]
