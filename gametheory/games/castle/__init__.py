"""The castle game of the posts "Castle Defense" I, II and III."""

from __future__ import annotations

from gametheory.games.castle.counting import PlayCounts, count_plays
from gametheory.games.castle.plays import (
    CastlePlay,
    Wave,
    best_play,
    castle_first,
    defenders_first,
    fastest_win,
    play_out,
)
from gametheory.games.castle.rules import Castle, Position, Volley

__all__ = [
    "Castle",
    "CastlePlay",
    "PlayCounts",
    "Position",
    "Volley",
    "Wave",
    "best_play",
    "castle_first",
    "count_plays",
    "defenders_first",
    "fastest_win",
    "play_out",
]
