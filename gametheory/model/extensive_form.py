"""Games in extensive form: trees with information sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Outcome
from gametheory.numbers.format import pluralize
from gametheory.numbers.short_repr import short_repr
from gametheory.numbers.table import Block, Printable, Table

CHANCE = 0


class Node(NamedTuple):
    """A node of a game tree."""

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
    """Nodes that a player cannot distinguish, or a chance event."""

    name: str
    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...] = ()


@short_repr
@dataclass(frozen=True, slots=True)
class ExtensiveForm(Printable):
    """A game in extensive form (Kuhn 1953).

    `formats.gambit.efg` reads and validates one.

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

    def view(self) -> Iterable[Block]:
        """Return the information sets, with the actions of each; those of a chance event with their probabilities."""
        names = "chance", *self.players
        counts = Counter(node.set_key for node in self.nodes if node.player is not None)
        rows = []
        for (player, number), each in self.information_sets.items():
            chances = [f"{action}: {p}" for action, p in zip(each.actions, each.probabilities, strict=False)]
            rows.append((names[player], number, each.name, counts[player, number], ", ".join(chances or each.actions)))
        headings = ("player", "information set", "name", "nodes", "actions")
        yield Table(headings, rows, f"{self.title or 'a tree'}: {pluralize(len(self.nodes), 'node')}")

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
