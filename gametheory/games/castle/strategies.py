"""Plays of the castle game: the two strategies of CD1, and the best play on the state graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.numbers.format import format_number, short_repr
from gametheory.numbers.table import Block, Printable, Table

if TYPE_CHECKING:
    import networkx as nx

Strategy = Callable[[Position], Volley]
MAX_WAVES = 100_000
MAX_GRAPH_POSITIONS = 30_000


class PlayTooLong(Exception):
    """Raised if a play has not ended after the maximum number of waves."""


@dataclass(frozen=True)
class Wave:
    """One wave of a play: its number from 1 on, the volley, and the position at its end."""

    number: int
    volley: Volley
    position: Position


@short_repr
@dataclass(frozen=True)
class CastlePlay(Printable):
    """A play, wave by wave."""

    winner: str
    waves: tuple[Wave, ...]

    def view(self) -> Iterable[Block]:
        """Return the waves in the columns of the posts."""
        captions = {"tie": "A tie: the last wave repeats forever", "castle": f"The castle wins in wave {self.length}"}
        return [self.table(captions.get(self.winner, f"The soldiers win in wave {self.length}"))]

    def table(self, caption: str) -> Table:
        """Return the waves under a caption."""
        headings = ("wave", "at castle", "at defenders", "soldiers", "defenders", "strength")
        rows = [(*map(format_number, (wave.number, *wave.volley, *wave.position)),) for wave in self.waves]
        return Table(headings, rows, caption)

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
    """
    at_defenders = min(position.soldiers, position.defenders)
    return Volley(position.soldiers - at_defenders, at_defenders)


STRATEGIES: dict[str, Strategy] = {"castle-first": castle_first, "defenders-first": defenders_first}


def play_out(game: Castle, strategy: Strategy) -> CastlePlay:
    """Play a strategy until a side has won or a position occurs again.

    A repeated position is a tie: the strategy depends only on the position, so the play would cycle.
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
    """Return the play of a list of volleys; it is a tie if the last volley repeats the position."""
    remaining = iter(volleys)
    return play_out(game, lambda _: next(remaining))


def fastest_win(game: Castle, side: str, graph: nx.MultiDiGraph | None = None) -> CastlePlay | None:
    """Return a shortest play on the state graph that a side wins, or None if no play does.

    Among equally short plays it returns the one with the most shots at the castle first.
    """
    # here, because closed forms answer most questions, and networkx takes long to import
    from gametheory.model.unfolding import unfold
    from gametheory.solvers.shortest_paths import shortest_plays

    graph = unfold(game) if graph is None else graph
    shortest = next(shortest_plays(graph, side), None)
    return None if shortest is None else replay(game, [step.moves[0] for step in shortest])


def best_play(game: Castle) -> CastlePlay:
    """Return a best play of the soldiers: a fastest win; without a win a tie; without a tie the slowest loss.

    The wins and the losses come from the state graph.
    """
    from gametheory.model.unfolding import unfold
    from gametheory.solvers.shortest_paths import longest_distance

    graph = unfold(game, limit=MAX_GRAPH_POSITIONS)
    if win := fastest_win(game, "soldiers", graph):
        return win
    # A wave that changes nothing shoots as many defenders as come out, which takes all soldiers if they cannot win.
    repeated = play_out(game, defenders_first)
    return repeated if repeated.winner == "tie" else replay(game, _descend(graph, longest_distance(graph, "castle")))


def _descend(graph: nx.MultiDiGraph, distance: Mapping[Any, int]) -> list[Volley]:
    """Return the volleys of a path from the start along which the distance falls by one with each move."""
    from gametheory.model.state_graph import joint_moves, start_of

    position, volleys = start_of(graph), list[Any]()
    while distance[position] > 0:
        position, volley = next(
            (successor, moves[0])
            for moves, distribution in joint_moves(graph, position).items()
            for successor in distribution
            if distance.get(successor) == distance[position] - 1
        )
        volleys.append(volley)
    return volleys
