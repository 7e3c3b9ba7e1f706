"""Plays of the castle game: the two strategies of CD1, and the best play on the state graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.numbers.printed import printed
from gametheory.numbers.short_repr import short_repr

if TYPE_CHECKING:
    import networkx as nx

Strategy = Callable[[Position], Volley]
MAX_WAVES = 100_000
MAX_GRAPH_POSITIONS = 30_000


class PlayTooLong(Exception):
    """Raised if a play has not ended after the maximum number of waves."""


@dataclass(frozen=True)
class Wave:
    """One wave of a play: its number from 1 on, the volley, and the position at its end.

    Examples
    --------
    >>> Wave(1, Volley(1, 0), Position(1, 1, 1)).position.strength
    1
    """

    number: int
    volley: Volley
    position: Position


@short_repr
@printed
@dataclass(frozen=True)
class CastlePlay:
    """A play, wave by wave.

    Parameters
    ----------
    winner
        "soldiers", "castle", or "tie" if the last wave repeats forever.
    waves
        The waves in their order.

    Examples
    --------
    >>> play = CastlePlay("soldiers", (Wave(1, Volley(2, 0), Position(2, 0, 0)),))
    >>> play.length, play.soldiers_left
    (1, 2)
    """

    winner: str
    waves: tuple[Wave, ...]

    @property
    def length(self) -> int | None:
        """Number of waves until a side has won; None for a tie."""
        return None if self.winner == "tie" else len(self.waves)

    @property
    def soldiers_left(self) -> int:
        """Soldiers left at the end of the last wave."""
        return self.waves[-1].position.soldiers


def castle_first(position: Position) -> Volley:
    """Fell the castle if the volley can; otherwise shoot all defenders if possible; otherwise fire all at the castle.

    The strategy `attackCastle` of CD1, section "Reasonable solutions".

    Examples
    --------
    >>> castle_first(Position(10, 8, 9))
    Volley(at_castle=9, at_defenders=1)
    """
    soldiers, defenders, strength = position
    if strength <= soldiers:
        at_defenders = min(soldiers - strength, defenders)
    else:
        at_defenders = defenders if soldiers > defenders else 0
    return Volley(soldiers - at_defenders, at_defenders)


def defenders_first(position: Position) -> Volley:
    """Shoot as many defenders as possible, and fire the remaining shots at the castle.

    The strategy `attackDefenders` of CD1, section "Reasonable solutions".

    Examples
    --------
    >>> defenders_first(Position(10, 8, 9))
    Volley(at_castle=2, at_defenders=8)
    """
    at_defenders = min(position.soldiers, position.defenders)
    return Volley(position.soldiers - at_defenders, at_defenders)


STRATEGIES: dict[str, Strategy] = {"castle-first": castle_first, "defenders-first": defenders_first}


def play_out(game: Castle, strategy: Strategy) -> CastlePlay:
    """Play a strategy until a side has won or a position occurs again.

    A repeated position is a tie: the strategy depends only on the position, so the play would cycle.

    Raises
    ------
    PlayTooLong
        If the play has not ended after 100,000 waves.

    Examples
    --------
    >>> play = play_out(Castle(10, 43, 8), castle_first)
    >>> play.winner, play.length
    ('castle', 15)
    >>> play_out(Castle(5, 8, 5), defenders_first).winner
    'tie'
    """
    position = game.start()
    waves: list[Wave] = []
    visited: set[Position] = set()
    while (end := game.outcome(position)) is None and position not in visited:
        visited.add(position)
        if len(waves) == MAX_WAVES:
            raise PlayTooLong(f"the play has not ended after {MAX_WAVES} waves")
        volley = strategy(position)
        position = game.after(position, volley)
        waves.append(Wave(len(waves) + 1, volley, position))
    return CastlePlay(end.name if end else "tie", tuple(waves))


def replay(game: Castle, volleys: Iterable[Any]) -> CastlePlay:
    """Return the play of a list of volleys; it is a tie if the last volley repeats the position.

    Examples
    --------
    >>> replay(Castle(1, 1, 1), [Volley(1, 0)]).winner
    'soldiers'
    """
    remaining = iter(volleys)
    return play_out(game, lambda _: next(remaining))


def fastest_win(game: Castle, side: str, graph: nx.MultiDiGraph | None = None) -> CastlePlay | None:
    """Return a shortest play on the state graph that a side wins, or None if no play does.

    Among equally short plays it returns the one with the most shots at the castle first.

    Parameters
    ----------
    game
        The game.
    side
        "soldiers" or "castle".
    graph
        The state graph of the game, if it is already available.

    Examples
    --------
    >>> fastest_win(Castle(10, 43, 8), "soldiers").length
    16
    """
    # here, because closed forms answer most questions, and networkx takes long to import
    from gametheory.model.state_graph import state_graph
    from gametheory.solvers.shortest_paths import distance_to_outcome

    graph = state_graph(game) if graph is None else graph
    distance = distance_to_outcome(graph, side)
    return replay(game, _descend(graph, distance)) if game.start() in distance else None


def best_play(game: Castle) -> CastlePlay:
    """Return a best play of the soldiers: a fastest win; without a win a tie; without a tie the slowest loss.

    The play comes from the state graph.

    Raises
    ------
    PositionLimitExceeded
        If the state graph has more than 30,000 positions.

    Examples
    --------
    >>> best_play(Castle(10, 50, 10)).winner
    'tie'
    >>> best_play(Castle(3, 10, 4)).length
    3
    """
    from networkx import shortest_path_length

    from gametheory.model.state_graph import state_graph
    from gametheory.solvers.shortest_paths import cycle_edges, longest_distance

    graph = state_graph(game, limit=MAX_GRAPH_POSITIONS)
    win = fastest_win(game, "soldiers", graph)
    if win:
        return win
    cycles = cycle_edges(graph)
    if not cycles:
        return replay(game, _descend(graph, longest_distance(graph, "castle")))
    # A cycle of this game is a single move that changes nothing: reach it, then make that move.
    approach = _descend(graph, shortest_path_length(graph, target=cycles[0].position))
    return replay(game, [*approach, cycles[0].moves[0]])


def _descend(graph: nx.MultiDiGraph, distance: Mapping[Any, int]) -> list[Volley]:
    """Return the volleys of a path from the start along which the distance falls by one with each move."""
    from gametheory.model.state_graph import joint_moves

    position, volleys = graph.graph["start"], list[Any]()
    while distance[position] > 0:
        position, volley = next(
            (successor, moves[0])
            for moves, distribution in joint_moves(graph, position).items()
            for successor in distribution
            if distance.get(successor) == distance[position] - 1
        )
        volleys.append(volley)
    return volleys
