"""The published tables, read from the text files in tables/; and the games they are about."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import networkx as nx

from gametheory import Castle, state_graph
from gametheory.games.castle import CastlePlay, Position
from gametheory.solvers.shortest_paths import Play, distance_to_outcome, shortest_plays
from gametheory.verify import CertificateError, check_distances, check_play

TABLES = Path(__file__).parent / "tables"


class Result(NamedTuple):
    """Winner and number of rounds as printed; soldiers standing where the table says so."""

    winner: str
    waves: int | None = None
    standing: int | None = None

    def __str__(self) -> str:
        standing = "" if self.standing is None else f", {self.standing} standing"
        return self.winner if self.waves is None else f"{self.winner} in {self.waves}{standing}"

    def agrees(self, play: CastlePlay) -> bool:
        """Whether a play ends as printed."""
        same = (self.winner, self.waves) == (play.winner, play.length)
        return same and self.standing in (None, play.soldiers_left)


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one table; lines that begin with # are notes."""
    lines = [line for line in (TABLES / name).read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def result(cell: str) -> Result:
    """A cell such as `soldiers 9 2`, `castle 3` or `tie`."""
    winner, *numbers = cell.split()
    return Result(winner, *map(int, numbers))


def by_wave(cell: str) -> dict[int, int]:
    """A cell such as `17:1 21-31:9 ... 35:1`: the printed number of ways for each printed wave."""
    ways = {}
    for entry in cell.split():
        if entry not in ("-", "..."):
            waves, count = entry.split(":")
            first, _, last = waves.partition("-")
            ways.update(dict.fromkeys(range(int(first), int(last or first) + 1), int(count)))
    return ways


def game(row: dict[str, str]) -> Castle:
    """The game of a row."""
    return Castle(int(row["soldiers"]), int(row["strength"]), int(row["defenders_per_wave"]))


@cache
def graph(castle: Castle) -> nx.MultiDiGraph:
    """The state graph of a game, unfolded once."""
    return state_graph(castle)


def tests() -> list[tuple[int, Castle]]:
    """The 27 tests with their numbers."""
    return [(int(row["test"]), game(row)) for row in rows("castle_1.tsv")]


def box(soldiers: int) -> Iterator[Castle]:
    """All games with up to so many soldiers, s <= 6n and dpw <= 3n, in the order (n, s, dpw)."""
    for n in range(1, soldiers + 1):
        yield from (Castle(n, s, dpw) for s in range(1, 6 * n + 1) for dpw in range(1, 3 * n + 1))


def told(positions: Iterable[Position]) -> str:
    """A play as a line of positions: soldiers S, defenders D and castle hits CH, as the posts abbreviate them."""
    return " → ".join("S{} D{} CH{}".format(*position) for position in positions)


def end_of_waves(way: Play) -> list[Position]:
    """The positions of a way from the start on."""
    return [way[0].position, *(step.successor for step in way)]


def fastest(castle: Castle, side: str) -> Play | None:
    """A fastest way of a side to win, re-checked by the rules and by a bound for every other way."""
    unfolded = graph(castle)
    way = next(shortest_plays(unfolded, side), None)
    bound = check_distances(unfolded, side, distance_to_outcome(unfolded, side))
    length = None if way is None else check_play(castle, (step.moves for step in way), side)
    if length != bound:
        raise CertificateError(f"{castle}: a way of {length} waves, and a bound of {bound}")
    return way
