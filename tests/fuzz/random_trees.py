"""Random games in extensive form with perfect recall."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from gametheory.model.extensive_form import ExtensiveForm, InformationSet, Node
from gametheory.model.game import Outcome


def random_tree(
    rng: Random,
    depth: int = 4,
    payoffs: Sequence[int] = range(-3, 4),
    zero_sum: bool = False,
    perfect_information: bool = False,
    players: int = 2,
) -> ExtensiveForm:
    """Return a random tree with perfect recall, in which a set joins nodes that its player cannot tell apart."""
    nodes: list[Node] = []
    sets: dict[tuple[int, int], InformationSet] = {}
    outcomes: dict[int, Outcome] = {}
    joined: dict[Any, int] = {}

    def grow(left: int, last: dict[int, tuple[int, int]]) -> None:
        owner = rng.choice([0, *range(1, players + 1), *range(1, players + 1)]) if left else None
        if owner is None or (left < depth and rng.random() < 0.2):
            number = len(outcomes) + 1
            values = [Fraction(rng.choice(payoffs)) for _ in range(players)]
            outcomes[number] = Outcome("", (values[0], -values[0]) if zero_sum else tuple(values))
            nodes.append(Node("", None, 0, number))
            return
        actions = rng.choice([2, 2, 3])
        place = len(nodes) if owner == 0 or perfect_information else rng.randrange(2)
        key = owner, last.get(owner), actions, place
        number = joined.setdefault(key, len(joined) + 1)
        weights = [rng.randint(1, 3) for _ in range(actions)]
        chances = tuple(Fraction(weight, sum(weights)) for weight in weights) if owner == 0 else ()
        sets.setdefault((owner, number), InformationSet("", tuple("abc"[:actions]), chances))
        nodes.append(Node("", owner, number, 0))
        for action in range(actions):
            grow(left - 1, last | ({owner: (number, action)} if owner else {}))

    grow(depth, {})
    return ExtensiveForm(tuple("ABCD"[:players]), tuple(nodes), sets, outcomes)
