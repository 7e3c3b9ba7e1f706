"""Plays of the castle game: the two strategies of CD1, and the best play read off the state graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import networkx as nx

from gametheory.claims.evidence import Table
from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.model.state_graph import state_graph
from gametheory.numbers.format import format_number
from gametheory.solvers.shortest_paths import cycle_edges, distance_to_outcome, longest_distance

Strategy = Callable[[Position], Volley]
LONGEST = 100_000
GRAPH_LIMIT = 30_000
HEADINGS = ("wave", "at castle", "at defenders", "soldiers", "defenders", "strength")


class PlayTooLong(Exception):
    """A play was not over after as many waves as are followed."""


@dataclass(frozen=True)
class Wave:
    """One wave of a play: its number, the volley fired, and what stands at its end.

    >>> Wave(1, Volley(1, 0), Position(1, 1, 1)).as_json()
    {'wave': 1, 'at_castle': 1, 'at_defenders': 0, 'soldiers': 1, 'defenders': 1, 'strength': 1}
    """

    number: int
    volley: Volley
    position: Position

    def as_json(self) -> dict[str, int]:
        """The keys of the command line's `play` lists."""
        return {"wave": self.number, **self.volley._asdict(), **self.position._asdict()}


@dataclass(frozen=True)
class CastlePlay:
    """A play wave by wave; the winner is "soldiers", "castle", or "tie" when the last wave repeats for ever.

    >>> play = CastlePlay("soldiers", (Wave(1, Volley(2, 0), Position(2, 0, 0)),))
    >>> play.length, play.soldiers_left
    (1, 2)
    """

    winner: str
    waves: tuple[Wave, ...]

    @property
    def length(self) -> int | None:
        """Waves until somebody won; None for a tie."""
        return None if self.winner == "tie" else len(self.waves)

    @property
    def soldiers_left(self) -> int:
        """Soldiers still standing at the end, or for ever in a tie."""
        return self.waves[-1].position.soldiers

    def _repr_html_(self) -> str:
        """The waves in the columns of the posts."""
        ends = {"tie": "A tie: the last wave repeats for ever", "castle": f"The castle wins in wave {self.length}"}
        return self.table(ends.get(self.winner, f"The soldiers win in wave {self.length}"))._repr_html_()

    def table(self, caption: str) -> Table:
        """The waves as an exhibit.

        >>> castle_first_play = play_out(Castle(1, 1, 1), castle_first)
        >>> castle_first_play.table("One shot").rows
        [('1', '1', '0', '1', '0', '0')]
        """
        rows = [tuple(map(format_number, (wave.number, *wave.volley, *wave.position))) for wave in self.waves]
        return Table(HEADINGS, rows, caption)


def castle_first(position: Position) -> Volley:
    """Finish the castle if the volley can; else shoot every defender if it can; else all at the castle.

    The strategy `attackCastle` of CD1, section "Reasonable solutions".

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
    """Shoot as many defenders as there are, and at the castle with what is left.

    The strategy `attackDefenders` of CD1, section "Reasonable solutions".

    >>> defenders_first(Position(10, 8, 9))
    Volley(at_castle=2, at_defenders=8)
    """
    at_defenders = min(position.soldiers, position.defenders)
    return Volley(position.soldiers - at_defenders, at_defenders)


STRATEGIES: dict[str, Strategy] = {"castle-first": castle_first, "defenders-first": defenders_first}


def play_out(game: Castle, strategy: Strategy) -> CastlePlay:
    """Play a strategy to its end; a position met again is a tie, since the strategy then repeats itself.

    Raises PlayTooLong after 100,000 waves.

    >>> play = play_out(Castle(10, 43, 8), castle_first)
    >>> play.winner, play.length
    ('castle', 15)
    >>> play_out(Castle(5, 8, 5), defenders_first).winner
    'tie'
    """
    position = game.start()
    waves: list[Wave] = []
    met: set[Position] = set()
    while (end := game.outcome(position)) is None and position not in met:
        met.add(position)
        if len(waves) == LONGEST:
            raise PlayTooLong(f"the play is not over after {LONGEST} waves")
        volley = strategy(position)
        position = game.after(position, volley)
        waves.append(Wave(len(waves) + 1, volley, position))
    return CastlePlay(end.name if end else "tie", tuple(waves))


def replay(game: Castle, volleys: Iterable[Any]) -> CastlePlay:
    """The play that a list of volleys makes; a tie when the last wave changes nothing.

    >>> replay(Castle(1, 1, 1), [Volley(1, 0)]).winner
    'soldiers'
    """
    remaining = iter(volleys)
    return play_out(game, lambda _: next(remaining))


def fastest_win(game: Castle, side: str, graph: nx.MultiDiGraph | None = None) -> CastlePlay | None:
    """A play that ends soonest with a win of the side, "soldiers" or "castle"; None where there is none.

    Of equally fast plays the one with most shots at the castle first. Read off the state graph.

    >>> fastest_win(Castle(10, 43, 8), "soldiers").length
    16
    """
    graph = state_graph(game) if graph is None else graph
    remaining = distance_to_outcome(graph, side)
    return replay(game, _descend(graph, remaining)) if game.start() in remaining else None


def best_play(game: Castle) -> CastlePlay:
    """What the soldiers should do: win as soon as they can; else tie; else hold out as long as they can.

    Read off the state graph. Raises PositionLimitExceeded when that has more than 30,000 positions.

    >>> best_play(Castle(10, 50, 10)).winner
    'tie'
    >>> best_play(Castle(3, 10, 4)).length
    3
    """
    graph = state_graph(game, limit=GRAPH_LIMIT)
    win = fastest_win(game, "soldiers", graph)
    if win:
        return win
    endless = cycle_edges(graph)
    if not endless:
        return replay(game, _descend(graph, longest_distance(graph, "castle")))
    approach = _descend(graph, nx.shortest_path_length(graph, target=endless[0].position))
    return replay(game, [*approach, endless[0].moves[0]])


def _descend(graph: nx.MultiDiGraph, remaining: Mapping[Any, int]) -> list[Volley]:
    """The volleys from the start along which the number of moves that remain falls by one."""
    position, volleys = graph.graph["start"], []
    while remaining[position] > 0:
        position, volley = next(
            (following, moves[0])
            for _, following, moves in graph.out_edges(position, data="moves")
            if remaining.get(following) == remaining[position] - 1
        )
        volleys.append(volley)
    return volleys
