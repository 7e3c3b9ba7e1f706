"""The rules of games in normal and in extensive form, and from rules to a game in extensive form."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import count, product
from typing import Any

from gametheory.model.extensive_form import (
    CHANCE,
    ExtensiveForm,
    InformationSet,
    Node,
    distinct_names,
    with_distinct_names,
)
from gametheory.model.game import (
    Distribution,
    Game,
    Outcome,
    Position,
    PositionLimitExceeded,
    RulesError,
    active_players,
)
from gametheory.model.normal_form import NormalForm
from gametheory.model.payoffs import terminal_payoffs
from gametheory.model.position_text import labels_of, short_text
from gametheory.model.state_graph import StateGraph, game_of, joint_moves, outcome_of, start_of


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
        # the first player's strategy changes fastest in the list of outcomes
        profiles = (reversed_profile[::-1] for reversed_profile in product(*reversed(table.strategies)))
        self._outcomes = dict(zip(profiles, table.outcomes, strict=True))
        self._title = table.title

    def __str__(self) -> str:
        return self._title or "table"

    def start(self) -> str:
        """Return the only position that is not terminal."""
        return "start"

    def outcome(self, position: Any) -> Outcome | None:
        """Return the outcome of a profile."""
        return None if position == "start" else self._outcomes[position]

    def moves(self, position: Any, player: str) -> tuple[str, ...]:
        """Return the strategies of a player."""
        return self._moves[player] if position == "start" else ()

    def after(self, position: Any, *moves: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return the profile."""
        return moves


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
        name = (self.tree.outcomes[node.outcome].name if node.outcome else "") or node.name or position
        return Outcome(name, self._payoffs[index])

    def moves(self, position: str, player: str) -> tuple[str, ...]:
        """Return the actions of the player whose node it is."""
        node = self.tree.nodes[self._index[position]]
        active = node.player and self.players[node.player - 1] == player
        return self.tree.actions(node) if active else ()

    def after(self, position: str, *moves: str) -> str | Distribution[str]:
        """Return the next node, or the distribution of a chance event without actions of probability 0."""
        index = self._index[position]
        node, names = self.tree.nodes[index], [self._names[child] for child in self._children[index]]
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
    for parent in tree.parents():
        action = tree.actions(tree.nodes[parent[0]])[parent[1]] if parent else ""
        paths.append(f"{paths[parent[0]]} {action}".strip() if parent else "")
    named = [
        tree.information_sets[node.set_key].name if node.player else path
        for node, path in zip(tree.nodes, paths, strict=True)
    ]
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
        self.game: Game[Any, Any] = game_of(graph)
        self.observation, self.labels = getattr(self.game, "observation", None), labels_of(self.game)
        self.payoffs = terminal_payoffs(graph)
        self.nodes: list[Node] = []
        self.sets: dict[tuple[int, int], InformationSet] = {}
        self.moves: dict[tuple[int, int], tuple[Any, ...]] = {}
        self.numbers: dict[tuple[int, Hashable], int] = {}
        self.outcomes: dict[Outcome, int] = {}
        self.play = count()  # numbers the plays of a game whose players remember everything

    def tree(self) -> ExtensiveForm:
        """Unfold the game with a stack: play can be longer than the recursion of Python is deep."""
        waiting: list[Any] = [start_of(self.graph)]
        steps: list[Any] = [(self._position, waiting.pop())]
        while steps:
            step, *arguments = steps.pop()
            if len(self.nodes) >= self.limit:
                raise PositionLimitExceeded(len(self.nodes) + 1, self.limit, arguments[0])
            steps += reversed(step(*arguments))
        outcomes = {number: outcome for outcome, number in self.outcomes.items()}
        return ExtensiveForm(tuple(self.game.players), tuple(self.nodes), self.sets, outcomes, _title(self.game))

    def _position(self, position: Position) -> list[Any]:
        """Add the first node of a position, and return the steps that add the nodes after it."""
        outcome = outcome_of(self.graph, position)
        if outcome is not None:
            own = Outcome(outcome.name, self.payoffs[position])
            self.nodes.append(Node("", None, 0, self.outcomes.setdefault(own, len(self.outcomes) + 1)))
            return []
        return self._joint_move(position, active_players(self.game, position), (), next(self.play))

    def _joint_move(self, position: Position, active: tuple[str, ...], chosen: tuple[Any, ...], play: int) -> list[Any]:
        """Add the node of the next player of a position; chance follows the last one if it has several results."""
        if len(chosen) == len(active):
            return self._chance(joint_moves(self.graph, position)[chosen])
        player = active[len(chosen)]
        moves = tuple(dict.fromkeys(joint[len(chosen)] for joint in joint_moves(self.graph, position)))
        self._add_move(position, player, moves, play)
        return [(self._joint_move, position, active, (*chosen, move), play) for move in moves]

    def _chance(self, distribution: Mapping[Position, Fraction]) -> list[Any]:
        if len(distribution) == 1:
            return self._position(next(iter(distribution)))
        number = len(self.sets) + 1
        names = distinct_names(list(map(self.labels.position, distribution)))
        self.sets[CHANCE, number] = InformationSet("", names, tuple(map(Fraction, distribution.values())))
        self.nodes.append(Node("", CHANCE, number, 0))
        return [(self._position, position) for position in distribution]

    def _add_move(self, position: Position, player: str, moves: tuple[Any, ...], play: int) -> None:
        index = self.game.players.index(player) + 1
        seen = self.observation(position, player) if self.observation else play
        try:
            number = self.numbers.setdefault((index, seen), len(self.sets) + 1)
        except TypeError:
            raise RulesError(f"observation({position}, {player!r}) is not hashable: {seen!r}") from None
        if self.moves.setdefault((index, number), moves) != moves:
            raise RulesError(f"{player} observes {seen!r} in positions with different moves, such as {position}")
        if (index, number) not in self.sets:
            name = short_text(seen) if self.observation else self.labels.position(position)
            actions = distinct_names([self.labels.move(position, move) for move in moves])
            self.sets[index, number] = InformationSet(name, actions)
        self.nodes.append(Node("", index, number, 0))


def _title(game: Any) -> str:
    """Return a game as text; the name of its class if the text would be its address, which differs in every process."""
    kind: Any = type(game)
    return kind.__name__ if kind.__repr__ is object.__repr__ and kind.__str__ is object.__str__ else str(game)
