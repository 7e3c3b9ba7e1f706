"""A game as an explicit graph of positions.

A game says who may move, what they may do, what follows, and when it is over. One function unfolds that to
a networkx graph; every solver is a free function of the graph.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Protocol, TypeAlias, TypeVar

import networkx as nx

Position: TypeAlias = Hashable
Move: TypeAlias = Hashable
PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished play ended: its name, and what each player gets where the game counts that.

    >>> Outcome("soldiers")
    Outcome(name='soldiers', payoffs=())
    """

    name: str
    payoffs: tuple[Fraction, ...] = ()


class Chance(dict[PositionT, Fraction]):
    """A law of the next position: exact probabilities that sum to 1.

    Raises ValueError when a probability is not positive or the sum is not 1.

    >>> Chance({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})["heads"]
    Fraction(1, 2)
    """

    def __init__(self, law: Mapping[PositionT, Fraction]) -> None:
        super().__init__(law)
        if min(self.values(), default=0) <= 0 or sum(self.values()) != 1:
            raise ValueError(f"not a probability law: {dict(law)}")


class Game(Protocol[PositionT, MoveT]):
    """The rules of a game: four methods and the names of the players.

    One protocol serves the four kinds of game. With one mover, `moves` is empty for everybody else; with
    movers in turn, for everybody but the one whose turn it is; with two at once, for neither; where chance
    alone decides, for all, and `after` gets no move. `after` returns the next position, or a `Chance`.
    Positions and moves are hashable values; a player without a move in a position does not move there.
    """

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, in the order in which `after` takes their moves."""

    def start(self) -> PositionT:
        """The first position."""

    def outcome(self, position: PositionT) -> Outcome | None:
        """How the play ended, or None while it goes on."""

    def moves(self, position: PositionT, player: str) -> Iterable[MoveT]:
        """What the player may do in the position."""

    def after(self, position: PositionT, *moves: MoveT) -> PositionT | Chance[PositionT]:
        """The position that follows when the players who may move do so at once."""


class PositionLimitExceeded(Exception):
    """A game has more positions than the caller allowed.

    >>> str(PositionLimitExceeded(7, 5))
    'the game has more than 5 positions: 7 found when unfolding stopped'
    """

    def __init__(self, found: int, limit: int) -> None:
        super().__init__(f"the game has more than {limit} positions: {found} found when unfolding stopped")
        self.found = found
        self.limit = limit


class RulesError(Exception):
    """The rules of a game contradict themselves in some position."""


def movers(game: Game[Any, Any], position: Position) -> tuple[str, ...]:
    """The players who may move in a position, in the order of `players`.

    >>> from gametheory.games.castle import Castle
    >>> movers(Castle(1, 2, 1), Castle(1, 2, 1).start())
    ('soldiers',)
    """
    return tuple(player for player in game.players if any(True for _ in game.moves(position, player)))


def successors(game: Game[Any, Any], position: Position) -> Iterable[tuple[tuple[Move, ...], Chance[Any]]]:
    """Every joint move of the players who may move in a position, with the law of what follows.

    A certain successor is a law with one position of probability 1. Raises RulesError where nobody may move,
    the game is not over, and the rules name no chance event.

    >>> from gametheory.games.towers import Towers
    >>> game = Towers(soldiers=2, towers=2, hits=1, kills=1)
    >>> for moves, law in successors(game, game.start()):
    ...     print(moves, *(f"{tuple(position)} with {chance}" for position, chance in law.items()))
    () (1, (1,)) with 1/2 (2, ()) with 1/2
    """
    choices = [moves for player in game.players if (moves := tuple(game.moves(position, player)))]
    for joint in product(*choices):
        following = game.after(position, *joint)
        if not choices and not isinstance(following, Chance):
            raise RulesError(f"nobody may move in {position}, it has no outcome, and no chance event follows")
        yield joint, following if isinstance(following, Chance) else Chance({following: Fraction(1)})


def state_graph(game: Game[Any, Any], limit: int = 1_000_000) -> nx.MultiDiGraph:
    """Unfold a game into the graph of all positions that play can reach.

    Breadth-first from the start. The graph carries `game` and `start`; a node is a position with the attribute
    `outcome` (None while play goes on); an edge has `moves`, one for each player who moves there, and
    `probability`. Time and memory grow with the number of edges.

    Raises PositionLimitExceeded as soon as more than `limit` positions are found.

    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(10, 11, 15))
    >>> len(graph), [outcome.name for _, outcome in graph.nodes(data="outcome") if outcome]
    (8, ['castle', 'castle', 'soldiers'])
    """
    start = game.start()
    graph = nx.MultiDiGraph(game=game, start=start)
    graph.add_node(start, outcome=game.outcome(start))
    queue = deque([start])
    while queue:
        position = queue.popleft()
        if graph.nodes[position]["outcome"] is not None:
            continue
        for moves, law in successors(game, position):
            for following, probability in law.items():
                if following not in graph:
                    if len(graph) >= limit:
                        raise PositionLimitExceeded(len(graph) + 1, limit)
                    graph.add_node(following, outcome=game.outcome(following))
                    queue.append(following)
                graph.add_edge(position, following, moves=moves, probability=probability)
    return graph


def options(graph: nx.MultiDiGraph, position: Position) -> dict[tuple[Move, ...], dict[Position, Fraction]]:
    """Each joint move in a position of a state graph, in the order of its edges, with the law of what follows.

    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> options(graph, graph.graph["start"])
    {(Volley(at_castle=1, at_defenders=0),): {Position(soldiers=1, defenders=0, strength=0): Fraction(1, 1)}}
    """
    found: dict[tuple[Move, ...], dict[Position, Fraction]] = {}
    for _, following, data in graph.out_edges(position, data=True):
        found.setdefault(data["moves"], {})[following] = data["probability"]
    return found
