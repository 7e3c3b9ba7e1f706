"""Finite games written out in full: in normal form, a table of payoffs, and in extensive form, a tree.

Both hold what a file of Gambit holds, exactly, so that what is read can be written again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from gametheory.core import Chance, Game, Outcome, Position, successors

Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]
CHANCE = 0


@dataclass(frozen=True, slots=True)
class NormalForm:
    """A game in normal form: what each player may choose, and an outcome for every profile of choices.

    Outcomes stand in the order of Gambit's files: the first player's strategy changes fastest. Raises ValueError where
    the numbers of names, outcomes and payoffs do not fit each other.

    >>> names = (("heads", "tails"), ("heads", "tails"))
    >>> won, lost = Outcome("", (Fraction(1), Fraction(-1))), Outcome("", (Fraction(-1), Fraction(1)))
    >>> pennies = NormalForm(("even", "odd"), names, (won, lost, lost, won))
    >>> pennies.payoff_matrix(1)
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(-1, 1)))
    """

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    outcomes: tuple[Outcome, ...]
    title: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if not self.players or len(self.strategies) != len(self.players):
            raise ValueError(f"strategies: {len(self.strategies)} lists for {len(self.players)} players")
        if len(self.outcomes) != (profiles := prod(map(len, self.strategies))) or not profiles:
            raise ValueError(f"outcomes: {len(self.outcomes)} for {profiles} profiles of strategies")
        if any(len(outcome.payoffs) != len(self.players) for outcome in self.outcomes):
            raise ValueError(f"outcomes: not each has {len(self.players)} payoffs")

    def payoff_matrix(self, player: int) -> Matrix:
        """What a player, counted from 0, gets by row and column in a game of two; ValueError with more or fewer."""
        if len(self.players) != 2:
            raise ValueError(f"the game has {len(self.players)} players, and only two have a payoff matrix")
        rows = len(self.strategies[0])
        return tuple(tuple(end.payoffs[player] for end in self.outcomes[row::rows]) for row in range(rows))


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

    `information_sets` is by mover and number; `outcomes` by number. `formats.efg` reads and checks one.

    >>> from gametheory.formats.efg import read_efg
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


def stage_form(game: Game[Any, Any], position: Position, worth: Mapping[Any, Sequence[Fraction]]) -> NormalForm:
    """The normal form of one position where two or more move at once: the matrix of what they get by what follows.

    `worth` gives each position that can follow what it is worth to each player; a law of several is worth its mean. An
    outcome is named after the position that follows where that is certain. Cost: the number of joint moves.

    Raises ValueError where fewer than two players move, and KeyError where a position that follows has no worth.

    >>> from gametheory.games.wargame import Wargame
    >>> game = Wargame(soldiers=1, rounds=1)
    >>> ends = [end for a in (0, 1) for b in (0, 1) for end in game.after(game.start(), a, b)]
    >>> form = stage_form(game, game.start(), {end: game.outcome(end).payoffs for end in ends})
    >>> form.strategies, form.payoff_matrix(0)
    ((('0', '1'), ('0', '1')), ((Fraction(0, 1), Fraction(-1, 1)), (Fraction(1, 1), Fraction(0, 1))))
    """
    movers = [(name, moves) for name in game.players if (moves := tuple(game.moves(position, name)))]
    if len(movers) < 2:
        raise ValueError(f"position: in {position} {len(movers)} of the players move, not two or more at once")
    laws = dict(successors(game, position))
    in_order = product(*(moves for _, moves in reversed(movers)))
    return NormalForm(
        tuple(game.players),
        tuple(_move_names(game, position, name) for name in game.players),
        tuple(_mean(laws[joint[::-1]], worth) for joint in in_order),
        f"{game} in {position}",
    )


def _move_names(game: Game[Any, Any], position: Position, player: str) -> tuple[str, ...]:
    return tuple(map(str, game.moves(position, player))) or ("waits",)


def _mean(law: Chance[Any], worth: Mapping[Any, Sequence[Fraction]]) -> Outcome:
    shares = [[probability * payoff for payoff in worth[following]] for following, probability in law.items()]
    payoffs = tuple(sum(share, Fraction(0)) for share in zip(*shares, strict=True))
    return Outcome(str(next(iter(law))) if len(law) == 1 else "", payoffs)
