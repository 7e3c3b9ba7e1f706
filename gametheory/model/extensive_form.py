"""Games in extensive form: the tree, its names, perfect recall; and trees and tables as rules, and rules as trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple, TypeAlias, TypeVar

from gametheory.model.classes import labels_of, short_text, terminal_payoffs
from gametheory.model.game import (
    Distribution,
    GameRules,
    Outcome,
    Position,
    PositionLimitExceeded,
    RulesError,
    active_players,
)
from gametheory.model.normal_form import NormalForm, numbered_players, profiles_in_order
from gametheory.model.unfolding import StateGraph, game_of, joint_moves, outcome_of, start_of
from gametheory.numbers.format import pluralize, short_repr
from gametheory.numbers.table import Block, Printable, Table, text

AnyForm = TypeVar("AnyForm", bound="NormalForm | ExtensiveForm")
CHANCE = 0
Choice: TypeAlias = tuple[int, int]  # the number of an information set of the player, and an action there


def distinct_names(names: Sequence[str], numbered: Sequence[object] = ()) -> tuple[str, ...]:
    """Return the names if they can be keys, else other texts, by default numbers, none of which is one of the names.

    >>> distinct_names(["left", "right"]), distinct_names(["", "right"]), distinct_names(["a", "a"], [3, 7])
    (('left', 'right'), ('1', '2'), ('3', '7'))
    >>> distinct_names(["left", "left "])
    ('1', '2')
    >>> distinct_names(["2", "1", "1"])
    ('#1', '#2', '#3')
    """
    # A reader of an answer does not see the blanks at the ends of a name.
    visible = {" ".join(name.split()) for name in names}
    if all(visible) and len(visible) == len(names):
        return tuple(names)
    texts = list(map(str, numbered or range(1, len(names) + 1)))
    # a number can be the name of something else
    while not set(texts).isdisjoint(names):
        texts = [f"#{text}" for text in texts]
    return tuple(texts)


def player_names(players: Sequence[str]) -> tuple[str, ...]:
    """Return names of players that can be keys: "player 1" and so on, if one is empty or two are equal."""
    return distinct_names(players, numbered_players(len(players)))


def with_distinct_names(form: AnyForm) -> AnyForm:
    """Return a table or a tree in which the names of players, of a player's strategies and of actions can be keys.

    Solvers call this function, so that no such name in an answer stands for two things.

    >>> table = NormalForm(("P", "P"), (("x", "y"), ("",)), NormalForm.from_payoffs([[1], [2]]).outcomes)
    >>> with_distinct_names(table).players, with_distinct_names(table).strategies
    (('player 1', 'player 2'), (('x', 'y'), ('1',)))
    """
    # names are keys of answers: two equal ones would stand for one
    named: dict[str, Any] = {"players": player_names(form.players)}
    if isinstance(form, NormalForm):
        named["strategies"] = tuple(map(distinct_names, form.strategies))
    else:
        sets = {}
        for key, information_set in form.information_sets.items():
            sets[key] = information_set._replace(actions=distinct_names(information_set.actions))
        named["information_sets"] = sets
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
        given = [tree.information_sets[key].name for key in keys]
        distinct = distinct_names(given, [number for _, number in keys])
        names |= dict(zip(keys, distinct, strict=True))
    return names


def names_among_all_players(tree: ExtensiveForm) -> dict[tuple[int, int], str]:
    """Return a name for each information set of a player, distinct among the sets of all players.

    It is the name among the player's own sets, after the name of the player where sets of two players have equal ones.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" "B" } p "" 1 7 "" { "x" } 0 p "" 2 7 "" { "y" } 0 t "" 1 "" { 1 1 }')
    >>> names_among_all_players(tree)
    {(1, 7): 'A: 7', (2, 7): 'B: 7'}
    """
    names = information_set_names(tree)
    if len(set(names.values())) == len(names):
        return names
    # two bidders with the same value have sets of the same name
    with_player = [f"{tree.players[player - 1]}: {name}" for (player, _), name in names.items()]
    numbered = [f"player {player}, information set {number}" for player, number in names]
    return dict(zip(names, distinct_names(with_player, numbered), strict=True))


def node_names(tree: ExtensiveForm, nodes: Sequence[int]) -> list[str]:
    """Return a name for each of some nodes: its own, or else the actions on the way to it.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0')
    >>> node_names(tree, [1, 2])
    ['stay', 'go']
    """
    given = [tree.nodes[node].name for node in nodes]
    if all(given) and len(set(given)) == len(given):
        return given
    parents = list(tree.parents())
    paths = []
    for node in nodes:
        actions = []
        for above, number in _way_back(parents, node):
            actions.append(tree.actions(tree.nodes[above])[number])
        paths.append(" ".join(reversed(actions)))
    return list(distinct_names(paths, [node + 1 for node in nodes]))


def _way_back(parents: Sequence[tuple[int, int] | None], node: int) -> Iterator[tuple[int, int]]:
    """Yield the nodes on the way back to the root, each with the action that was taken there."""
    parent = parents[node]
    while parent is not None:
        yield parent
        parent = parents[parent[0]]


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
    last_of: dict[tuple[int, int], Choice | None] = {}
    for index, (node, choices) in enumerate(zip(game.nodes, last_choices(game), strict=True)):
        if not node.player:
            continue
        last = choices[node.player - 1]
        if last_of.setdefault(node.set_key, last) == last:
            continue
        player = game.players[node.player - 1]
        name = game.information_sets[node.set_key].name
        where = f"information set {node.information_set} {name!r}"
        raise ImperfectRecall(f"player {player} has no perfect recall: {where} {_recall_failure(game, index)}")


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
        last = choices[index]
        node = game.nodes[index]
        if node.player:
            seat = node.player - 1
            # the choice at this node takes the place of the player's last one
            last = (*last[:seat], (node.information_set, action), *last[seat + 1 :])
        choices.append(last)
    return choices


def _recall_failure(game: ExtensiveForm, index: int) -> str:
    """Return why the player of a node has no perfect recall there."""
    set_key = game.nodes[index].set_key
    for above, _ in _way_back(list(game.parents()), index):
        if game.nodes[above].set_key == set_key:
            return "comes twice on one path (absent-mindedness)"
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
        for key, information_set in self.information_sets.items():
            player, number = key
            actions: list[str] = list(information_set.actions)
            for place, probability in enumerate(information_set.probabilities):
                actions[place] += f": {probability}"
            rows.append((names[player], number, information_set.name, counts[key], ", ".join(actions)))
        headings = ("player", "information set", "name", "nodes", "actions")
        yield Table(headings, rows, f"{self.title or 'a tree'}: {pluralize(len(self.nodes), 'node')}")

    @property
    def has_perfect_information(self) -> bool:
        """Whether every information set of a player has one node."""
        moves = [node.set_key for node in self.nodes if node.player]
        return len(moves) == len(set(moves))

    def actions(self, node: Node) -> tuple[str, ...]:
        """Return the actions at a node; a terminal node has none."""
        if node.player is None:
            return ()
        return self.information_sets[node.set_key].actions

    def parents(self) -> Iterator[tuple[int, int] | None]:
        """Yield, for each node in order, its parent and the action that leads from there to the node.

        The root has None. Cost: the number of nodes.
        """
        open_actions: list[tuple[int, int]] = []
        for index, node in enumerate(self.nodes):
            yield open_actions.pop() if open_actions else None
            # the subtree of the first action comes first: its entry is popped first
            for action in reversed(range(len(self.actions(node)))):
                open_actions.append((index, action))

    def payoffs_along(self) -> list[tuple[Fraction, ...]]:
        """Return, for each node, the sum of the payoffs of the outcomes on the way there."""
        return [payoffs for _, payoffs in self.along()]

    def along(self) -> Iterator[tuple[Fraction, tuple[Fraction, ...]]]:
        """Yield, for each node, the probability of all chance events on the way there, and the sum of the payoffs."""
        sums: list[tuple[Fraction, tuple[Fraction, ...]]] = []
        for node, parent in zip(self.nodes, self.parents(), strict=True):
            chance = Fraction(1)
            payoffs = (Fraction(0),) * len(self.players)
            if parent:
                index, action = parent
                chance, payoffs = sums[index]
                above = self.nodes[index]
                if above.player == CHANCE:
                    chance *= self.information_sets[above.set_key].probabilities[action]
            if node.outcome:
                gained = self.outcomes[node.outcome].payoffs
                if gained:
                    payoffs = tuple(map(Fraction.__add__, payoffs, gained))
            sums.append((chance, payoffs))
            yield sums[-1]


class TableGame:
    """The rules of a game in normal form: in the position "start" all players move simultaneously.

    A terminal position is the profile that was chosen, as a tuple.

    >>> from gametheory import solve
    >>> game = TableGame(NormalForm.from_payoffs([[3, 0], [5, 1]], [[3, 5], [0, 1]]))
    >>> game.start(), game.moves("start", "row"), game.after("start", "1", "2")
    ('start', ('1', '2'), ('1', '2'))
    >>> [int(payoff) for payoff in game.outcome(("1", "2")).payoffs], [int(p) for p in solve(game).payoffs.values()]
    ([0, 5], [1, 1])
    """

    def __init__(self, table: NormalForm) -> None:
        table = with_distinct_names(table)
        self.players = table.players
        self._moves = dict(zip(table.players, table.strategies, strict=True))
        self._outcomes = dict(zip(profiles_in_order(table.strategies), table.outcomes, strict=True))
        self._table = table

    def __str__(self) -> str:
        return self._table.title or "table"

    def start(self) -> str:
        """Return the only position that is not terminal."""
        return "start"

    def outcome(self, position: Any) -> Outcome | None:
        """Return the outcome of a profile."""
        return None if position == "start" else self._outcomes[position]

    def moves(self, position: object, player: str) -> tuple[str, ...]:
        """Return the strategies of a player."""
        if position == "start":
            return self._moves[player]
        return ()

    def after(self, position: object, *moves: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return the profile."""
        return moves

    def picture(self, position: Any) -> str:
        """Return the payoffs, or what each player chose."""
        if position == "start":
            payoffs = text([self._table.payoff_table()])
            if len(self.players) == 2:
                rows, columns = self.players
                payoffs += f"\nrows: {rows}, columns: {columns}; payoffs in this order"
            return payoffs
        return ", ".join(f"{player}: {move}" for player, move in zip(self.players, position, strict=True))


class TreeGame:
    """The rules of a game in extensive form; a position is a node, as the text of the actions that lead to it.

    A player observes the information set. If every information set has one node, the rules are those of a game with
    perfect information, and every solver of such games solves it.

    >>> from gametheory import solve
    >>> from gametheory.formats.gambit import read_efg
    >>> game = TreeGame(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "war" { -1 -1 } t "" 2 "peace" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> game.start(), game.moves("start", "A"), game.after("start", "in"), game.outcome("in share").name
    ('start', ('in', 'out'), 'in', 'peace')
    >>> game.observation("in", "B"), [int(payoff) for payoff in solve(game).payoffs.values()]
    (1, [1, 1])
    """

    def __init__(self, tree: ExtensiveForm) -> None:
        self.tree = tree = with_distinct_names(tree)
        self.players = tree.players
        self._names = position_names(tree)
        self._index = {name: index for index, name in enumerate(self._names)}
        self._children: list[list[int]] = [[] for _ in tree.nodes]
        # an outcome can stand at any node: the payoffs of a play are sums
        self._payoffs = tree.payoffs_along()
        for index, parent in enumerate(tree.parents()):
            if parent:
                self._children[parent[0]].append(index)

    def __str__(self) -> str:
        return self.tree.title or "tree"

    def start(self) -> str:
        """Return the root."""
        return self._names[0]

    def outcome(self, position: str) -> Outcome | None:
        """Return the outcome of a terminal node, with the sum of the payoffs along its play."""
        index = self._index[position]
        node = self.tree.nodes[index]
        if node.player is not None:
            return None
        if node.outcome:
            given = self.tree.outcomes[node.outcome].name
        else:
            given = ""
        return Outcome(given or node.name or position, self._payoffs[index])

    def moves(self, position: str, player: str) -> tuple[str, ...]:
        """Return the actions of the player whose node it is."""
        node = self.tree.nodes[self._index[position]]
        if not node.player or self.players[node.player - 1] != player:
            return ()
        return self.tree.actions(node)

    def after(self, position: str, *moves: str) -> str | Distribution[str]:
        """Return the next node, or the distribution of a chance event without actions of probability 0."""
        index = self._index[position]
        node = self.tree.nodes[index]
        names = [self._names[child] for child in self._children[index]]
        if node.player == CHANCE:
            chances = self.tree.information_sets[node.set_key].probabilities
            return Distribution({name: chance for name, chance in zip(names, chances, strict=True) if chance})
        return names[self.tree.actions(node).index(moves[0])]

    def observation(self, position: str, player: str) -> int:  # noqa: ARG002
        """Return the number of the information set."""
        return self.tree.nodes[self._index[position]].information_set


def position_names(tree: ExtensiveForm) -> list[str]:
    """Return a different name for each node: its information set if that has a name of its own, or else its path.

    >>> from gametheory.formats.gambit import read_efg
    >>> position_names(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 0'))
    ['start', 'stay', 'go']
    """
    paths: list[str] = []
    named: list[str] = []
    for node, parent in zip(tree.nodes, tree.parents(), strict=True):
        path = ""
        if parent:
            above, number = parent
            action = tree.actions(tree.nodes[above])[number]
            path = f"{paths[above]} {action}".strip()
        paths.append(path)
        named.append(tree.information_sets[node.set_key].name if node.player else path)
    # names of information sets are shorter, but can be equal, as those of one set with several nodes are
    for names in (named, paths):
        names[0] = names[0] or "start"
        if all(names) and len(set(names)) == len(names):
            return names
    return [f"node {number}" for number in range(1, len(paths) + 1)]


def extensive_form(graph: StateGraph, limit: int = 1_000_000) -> ExtensiveForm:
    """Return the game of a state graph in extensive form: one node for each play that leads to a position.

    If the rules have a fifth method `observation(position, player)`, nodes at which a player observes the same value
    belong to one information set. Otherwise every player sees the position and remembers the play. Players who move
    at the same time become nodes one after the other; none of them sees the moves of the others. Cost: the number of
    nodes, which can be exponential in the number of positions.

    >>> from gametheory import Outcome, state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> tree = extensive_form(state_graph(Pennies()))
    >>> [(node.player, node.information_set) for node in tree.nodes]
    [(1, 1), (2, 2), (None, 0), (None, 0), (2, 2), (None, 0), (None, 0)]
    """
    return tree_of_game(graph, limit)[0]


def tree_of_game(graph: StateGraph, limit: int) -> tuple[ExtensiveForm, dict[tuple[int, Hashable], int]]:
    """Return what `extensive_form` does, and the number of the information set of each player and observation."""
    unfolding = _Unfolding(graph, limit)
    return unfolding.tree(), unfolding.numbers


class _Unfolding:
    """The nodes of a tree in prefix order, and the information sets and outcomes so far."""

    def __init__(self, graph: StateGraph, limit: int) -> None:
        self.graph, self.limit = graph, limit
        self.game: GameRules = game_of(graph)
        self.observation = getattr(self.game, "observation", None)
        self.labels = labels_of(self.game)
        self.payoffs = terminal_payoffs(graph)
        self.nodes: list[Node] = []
        self.sets: dict[tuple[int, int], InformationSet] = {}
        self.moves: dict[tuple[int, int], tuple[object, ...]] = {}
        self.numbers: dict[tuple[int, Hashable], int] = {}
        self.outcomes: dict[Outcome, int] = {}
        self.play = count()  # numbers the plays of a game whose players remember everything

    def tree(self) -> ExtensiveForm:
        """Unfold the game with a stack: play can be longer than the recursion of Python is deep."""
        steps: list[Any] = [(self._position, start_of(self.graph))]
        while steps:
            step, *arguments = steps.pop()
            if len(self.nodes) >= self.limit:
                raise PositionLimitExceeded(len(self.nodes) + 1, self.limit, arguments[0])
            steps += reversed(step(*arguments))
        outcomes = {number: outcome for outcome, number in self.outcomes.items()}
        return ExtensiveForm(tuple(self.game.players), tuple(self.nodes), self.sets, outcomes, _title(self.game))

    def _position(self, position: Position) -> list[object]:
        """Add the first node of a position, and return the steps that add the nodes after it."""
        outcome = outcome_of(self.graph, position)
        if outcome is None:
            return self._joint_move(position, active_players(self.game, position), (), next(self.play))
        # terminal positions with equal names and payoffs share an outcome, as in a file
        with_payoffs = Outcome(outcome.name, self.payoffs[position])
        number = self.outcomes.setdefault(with_payoffs, len(self.outcomes) + 1)
        self.nodes.append(Node("", None, 0, number))
        return []

    def _joint_move(
        self, position: Position, active: tuple[str, ...], chosen: tuple[object, ...], play: int
    ) -> list[object]:
        """Add the node of the next player of a position; chance follows the last one if it has several results."""
        joint = joint_moves(self.graph, position)
        seat = len(chosen)
        if seat == len(active):
            return self._chance(joint[chosen])
        moves = tuple(dict.fromkeys(profile[seat] for profile in joint))
        self._add_move(position, active[seat], moves, play)
        return [(self._joint_move, position, active, (*chosen, move), play) for move in moves]

    def _chance(self, distribution: Mapping[Position, Fraction]) -> list[object]:
        """Add a chance node, unless there is one result, and return the steps that add the nodes after it."""
        if len(distribution) == 1:  # a certain result is no chance event
            return self._position(next(iter(distribution)))
        number = len(self.sets) + 1
        names = distinct_names(list(map(self.labels.position, distribution)))
        self.sets[CHANCE, number] = InformationSet("", names, tuple(map(Fraction, distribution.values())))
        self.nodes.append(Node("", CHANCE, number, 0))
        return [(self._position, position) for position in distribution]

    def _add_move(self, position: Position, player: str, moves: tuple[object, ...], play: int) -> None:
        """Add a node at which a player moves, to the information set of what the player observes."""
        index = self.game.players.index(player) + 1
        # without observations a player remembers the whole play, which its number stands for
        if self.observation:
            seen = self.observation(position, player)
        else:
            seen = play
        try:
            number = self.numbers.setdefault((index, seen), len(self.sets) + 1)
        except TypeError:
            raise RulesError(f"observation({position}, {player!r}) is not hashable: {seen!r}") from None
        set_key = index, number
        # a player who sees different moves would know more than the observation says
        if self.moves.setdefault(set_key, moves) != moves:
            raise RulesError(f"{player} observes {seen!r} in positions with different moves, such as {position}")
        if set_key not in self.sets:
            if self.observation:
                name = short_text(seen)
            else:
                name = self.labels.position(position)
            actions = distinct_names([self.labels.move(position, move) for move in moves])
            self.sets[set_key] = InformationSet(name, actions)
        self.nodes.append(Node("", index, number, 0))


def _title(game: object) -> str:
    """Return a game as text; the name of its class if the text would be its address, which differs in every process."""
    kind: Any = type(game)
    has_text = kind.__repr__ is not object.__repr__ or kind.__str__ is not object.__str__
    return str(game) if has_text else str(kind.__name__)
