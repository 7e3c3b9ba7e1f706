"""The castle game of the posts "Castle Defense" I, II and III."""

from gametheory.games.castle.counting import WayCounts, count_ways
from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.games.castle.strategies import (
    Play,
    Wave,
    best_play,
    castle_first,
    defenders_first,
    fastest_win,
    play_out,
)

__all__ = [
    "Castle",
    "Play",
    "Position",
    "Volley",
    "Wave",
    "WayCounts",
    "best_play",
    "castle_first",
    "count_ways",
    "defenders_first",
    "fastest_win",
    "play_out",
]
