"""The published tables, read from the text files in tables/, and the games that they contain."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from gametheory import Castle
from gametheory.games.castle import CastlePlay, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.unfolding import unfold
from gametheory.solvers.shortest_paths import Play, distance_to_outcome, shortest_plays
from gametheory.verify import CertificateError, check_distance_lower_bound, check_play

TABLES = Path(__file__).parent / "tables"
MOST_POSITIONS = 1_000_000


class Result(NamedTuple):
    """A printed result: winner, number of rounds, and the soldiers left if the table states them."""

    winner: str
    waves: int | None = None
    soldiers_left: int | None = None

    def __str__(self) -> str:
        left = "" if self.soldiers_left is None else f", {self.soldiers_left} left"
        return self.winner if self.waves is None else f"{self.winner} in {self.waves}{left}"

    def agrees(self, play: CastlePlay) -> bool:
        """Return whether a play ends as printed."""
        same = (self.winner, self.waves) == (play.winner, play.length)
        return same and self.soldiers_left in (None, play.soldiers_left)


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of one table; lines that begin with # are comments."""
    lines = [line for line in (TABLES / name).read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def result(cell: str) -> Result:
    """Parse a cell such as `soldiers 9 2`, `castle 3` or `tie`."""
    winner, *numbers = cell.split()
    return Result(winner, *map(int, numbers))


def by_wave(cell: str) -> dict[int, int]:
    """Parse a cell such as `17:1 21-31:9 ... 35:1`: the printed number of plays for each printed wave."""
    plays = {}
    for entry in cell.split():
        if entry not in ("-", "..."):
            waves, count = entry.split(":")
            first, _, last = waves.partition("-")
            plays.update(dict.fromkeys(range(int(first), int(last or first) + 1), int(count)))
    return plays


def game(row: dict[str, str]) -> Castle:
    """Return the game of a row."""
    return Castle(int(row["soldiers"]), int(row["strength"]), int(row["defenders_per_wave"]))


@cache
def graph(castle: Castle) -> StateArrays:
    """Return the positions and moves of a game, cached."""
    return unfold(castle, MOST_POSITIONS)


def tests() -> list[tuple[int, Castle]]:
    """Return the 27 tests with their numbers."""
    return [(int(row["test"]), game(row)) for row in rows("castle_1.tsv")]


def box(soldiers: int) -> Iterator[Castle]:
    """Yield all games with at most `soldiers` soldiers, s <= 6n and dpw <= 3n, in the order (n, s, dpw)."""
    for n in range(1, soldiers + 1):
        yield from (Castle(n, s, dpw) for s in range(1, 6 * n + 1) for dpw in range(1, 3 * n + 1))


def play_text(positions: Iterable[Position]) -> str:
    """Return a play as a line of positions: soldiers S, defenders D and castle hits CH, as in the posts."""
    return " → ".join("S{} D{} CH{}".format(*position) for position in positions)


def end_of_waves(play: Play) -> list[Position]:
    """Return the positions of a play from the start on."""
    places: list[Any] = [play[0].position, *(step.successor for step in play)]
    return places


def positions_of_fastest(castle: Castle, side: str) -> list[Position]:
    """Return the positions of a fastest win of a side that can win."""
    play = fastest(castle, side)
    assert play is not None
    return end_of_waves(play)


def fastest(castle: Castle, side: str) -> Play | None:
    """Return a fastest win of a side, checked by the rules and by a lower bound for every other play."""
    states = graph(castle)
    play = next(shortest_plays(states, side), None)
    bound = check_distance_lower_bound(states, side, distance_to_outcome(states, side))
    length = None if play is None else check_play(castle, (step.moves for step in play), side)
    if length != bound:
        raise CertificateError(f"{castle}: a play of {length} waves, but a bound of {bound}")
    return play
