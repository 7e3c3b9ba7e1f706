"""Best plays of the soldiers, and plays in words."""

from collections.abc import Iterator
from typing import Any

from _published import fastest, play_text

from gametheory import Castle
from gametheory.games.castle import CastlePlay, play_out


def best(castle: Castle) -> CastlePlay:
    """Return a fastest win of the soldiers, or of the castle if the soldiers cannot win."""
    win = fastest(castle, "soldiers") or fastest(castle, "castle") or ()
    volleys: Iterator[Any] = iter(step.moves[0] for step in win)
    return play_out(castle, lambda _: next(volleys))


def positions_text(play: CastlePlay) -> str:
    """Return the positions of a play in one line."""
    return play_text(wave.position for wave in play.waves)


def outcome_text(play: CastlePlay) -> str:
    """Return the winner, the length and the soldiers left of a play, in words."""
    return "tie" if play.winner == "tie" else f"{play.winner} in {play.length}, {play.soldiers_left} left"
