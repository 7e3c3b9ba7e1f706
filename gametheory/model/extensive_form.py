"""Games in extensive form: trees with information sets, their names, and perfect recall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, TypeVar

from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import pluralize, short_repr
from gametheory.numbers.table import Block, Printable, Table

AnyForm = TypeVar("AnyForm", bound="NormalForm | ExtensiveForm")
CHANCE = 0
Choice: TypeAlias = tuple[int, int]  # the number of an information set of the player, and an action there


def distinct_names(names: Sequence[str], numbered: Sequence[object] = ()) -> tuple[str, ...]:
    """Return the names if they can be keys, else other texts, by default numbers, none of which is one of the names.

    >>> distinct_names(["left", "right"]), distinct_names(["", "right"]), distinct_names(["a", "a"], [3, 7])
    (('left', 'right'), ('1', '2'), ('3', '7'))
    >>> distinct_names(["2", "1", "1"])
    ('#1', '#2', '#3')
    """
    if all(names) and len(set(names)) == len(names):
        return tuple(names)
    texts = [str(each) for each in numbered or range(1, len(names) + 1)]
    while not set(texts).isdisjoint(names):
        texts = [f"#{text}" for text in texts]
    return tuple(texts)


def player_names(players: Sequence[str]) -> tuple[str, ...]:
    """Return names of players that can be keys: "player 1" and so on, if one is empty or two are equal."""
    return distinct_names(players, [f"player {number}" for number in range(1, len(players) + 1)])


def with_distinct_names(form: AnyForm) -> AnyForm:
    """Return a table or a tree in which the names of players, of a player's strategies and of actions can be keys.

    Solvers call this function, so that no such name in an answer stands for two things.

    >>> table = NormalForm(("P", "P"), (("x", "y"), ("",)), NormalForm.from_payoffs([[1], [2]]).outcomes)
    >>> with_distinct_names(table).players, with_distinct_names(table).strategies
    (('player 1', 'player 2'), (('x', 'y'), ('1',)))
    """
    named: dict[str, Any] = {"players": player_names(form.players)}
    if isinstance(form, NormalForm):
        named["strategies"] = tuple(map(distinct_names, form.strategies))
    else:
        sets = form.information_sets
        named["information_sets"] = {
            key: own._replace(actions=distinct_names(own.actions)) for key, own in sets.items()
        }
    return replace(form, **named)


def information_set_names(tree: ExtensiveForm) -> dict[tuple[int, int], str]:
    """Return a name for each information set of a player, distinct among the sets of this player.

    >>> from gametheory.formats.gambit import read_efg
    >>> information_set_names(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" } 0 t "" 0'))
    {(1, 7): '7'}
    """
    names: dict[tuple[int, int], str] = {}
    for player in range(1, len(tree.players) + 1):
        keys = [key for key in tree.information_sets if key[0] == player]
        distinct = distinct_names([tree.information_sets[key].name for key in keys], [number for _, number in keys])
        names |= dict(zip(keys, distinct, strict=True))
    return names


def names_among_all_players(tree: ExtensiveForm) -> dict[tuple[int, int], str]:
    """Return a name for each information set of a player, distinct among the sets of all players.

    >>> from gametheory.formats.gambit import read_efg
    >>> names_among_all_players(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" } 0 t "" 0'))
    {(1, 7): 'player 1, information set 7'}
    """
    keys = [key for key in tree.information_sets if key[0] != CHANCE]
    names = [tree.information_sets[key].name for key in keys]
    numbered = [f"player {player}, information set {number}" for player, number in keys]
    return dict(zip(keys, distinct_names(names, numbered), strict=True))


def node_names(tree: ExtensiveForm, nodes: Sequence[int]) -> list[str]:
    """Return a name for each of some nodes: its own, or else the actions on the way to it.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0')
    >>> node_names(tree, [1, 2])
    ['stay', 'go']
    """
    own = [tree.nodes[node].name for node in nodes]
    if all(own) and len(set(own)) == len(own):
        return own
    parents, paths = list(tree.parents()), []
    for node in nodes:
        actions, parent = list[str](), parents[node]
        while parent is not None:
            actions.append(tree.actions(tree.nodes[parent[0]])[parent[1]])
            parent = parents[parent[0]]
        paths.append(" ".join(actions[::-1]))
    return list(distinct_names(paths, [node + 1 for node in nodes]))


class ImperfectRecall(Exception):
    """A player forgets an earlier action or earlier information; the message names player and information set."""


def check_perfect_recall(game: ExtensiveForm) -> None:
    """Check that every player remembers all own actions and all own information.

    Perfect recall: on the way to every node of an information set, its player has chosen the same actions at the same
    information sets. By induction along the play it suffices to compare the last such choice. Cost: the number of
    nodes.

    >>> from gametheory.formats.gambit import read_efg
    >>> end = 't "" 1 "home" { 0 }'
    >>> check_perfect_recall(read_efg(f'EFG 2 R "" {{ "D" }} p "" 1 1 "exit" {{ "on" "off" }} 0 '
    ...                               f'p "" 1 1 0 {end} {end} {end}'))
    Traceback (most recent call last):
    gametheory.model.extensive_form.ImperfectRecall: player D has no perfect recall: information set 1 'exit' comes \
twice on one path (absent-mindedness)

    References
    ----------
    H. W. Kuhn, Extensive games and the problem of information (1953).
    """
    known: dict[tuple[int, int], Choice | None] = {}
    for index, (node, choices) in enumerate(zip(game.nodes, last_choices(game), strict=True)):
        if not node.player:
            continue
        last = choices[node.player - 1]
        if known.setdefault(node.set_key, last) != last:
            name = game.information_sets[node.set_key].name
            raise ImperfectRecall(
                f"player {game.players[node.player - 1]} has no perfect recall: information set {node.information_set} "
                f"{name!r} {_recall_failure(game, index)}"
            )


def last_choices(game: ExtensiveForm) -> list[tuple[Choice | None, ...]]:
    """Return, for each node, the last choice of each player on the way there; None for no choice.

    Cost: the number of nodes times the number of players.

    >>> from gametheory.formats.gambit import read_efg
    >>> last_choices(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0'))
    [(None,), ((7, 0),), ((7, 1),)]
    """
    choices: list[tuple[Choice | None, ...]] = []
    for parent in game.parents():
        if parent is None:
            choices.append((None,) * len(game.players))
            continue
        index, action = parent
        above, node = choices[index], game.nodes[index]
        if not node.player:
            choices.append(above)
            continue
        own = node.player - 1
        choices.append((*above[:own], (node.information_set, action), *above[own + 1 :]))
    return choices


def _recall_failure(game: ExtensiveForm, index: int) -> str:
    """Return why the player of a node has no perfect recall there."""
    parents, node = list(game.parents()), game.nodes[index]
    parent = parents[index]
    while parent is not None:
        if game.nodes[parent[0]].set_key == node.set_key:
            return "comes twice on one path (absent-mindedness)"
        parent = parents[parent[0]]
    return "has nodes that the player reaches by different choices, or with different information"


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

    >>> from gametheory.formats.gambit import read_efg
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

    def payoffs_along(self) -> list[tuple[Fraction, ...]]:
        """Return, for each node, the sum of the payoffs of the outcomes on the way there."""
        return [payoffs for _, payoffs in self.along()]

    def along(self) -> Iterator[tuple[Fraction, tuple[Fraction, ...]]]:
        """Yield, for each node, the probability of all chance events on the way there, and the sum of the payoffs."""
        known: list[tuple[Fraction, tuple[Fraction, ...]]] = []
        for node, parent in zip(self.nodes, self.parents(), strict=True):
            chance, payoffs = known[parent[0]] if parent else (Fraction(1), (Fraction(0),) * len(self.players))
            if parent and (above := self.nodes[parent[0]]).player == CHANCE:
                chance *= self.information_sets[above.set_key].probabilities[parent[1]]
            own = self.outcomes[node.outcome].payoffs if node.outcome else ()
            known.append((chance, tuple(map(Fraction.__add__, payoffs, own)) if own else payoffs))
            yield known[-1]
