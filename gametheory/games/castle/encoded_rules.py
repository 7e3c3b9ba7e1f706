"""The rules of the castle game over whole numbers, by which graphs of more than 2,000 positions are unfolded."""

from __future__ import annotations

import numpy as np

from gametheory.games.castle.rules import CASTLE, SOLDIERS, Castle, Position, Volley
from gametheory.model.encoded_game import EncodedGame, TupleCodes
from gametheory.model.layers import Layer
from gametheory.model.state_arrays import Integers


class EncodedCastle(EncodedGame):
    """The rules of `Castle` in arrays, line by line; their comments are not repeated here.

    Parameters
    ----------
    rules : Castle
        The game.

    Examples
    --------
    >>> game = EncodedCastle(Castle(4, 6, 7))
    >>> layer = game.expand(np.array([game.position_codes.code(Position(4, 7, 2))]))
    >>> [tuple(volley) for volley, in game.move_codes.decode(layer.moves)]
    [(2, 2), (1, 3), (0, 4)]
    """

    def __init__(self, rules: Castle) -> None:
        self._per_wave = rules.defenders_per_wave
        # before a wave fewer defenders are alive than soldiers, each of whom would have shot one, and the fresh ones
        most_defenders = rules.soldiers - 1 + rules.defenders_per_wave
        positions = TupleCodes(Position, rules.soldiers + 1, most_defenders + 1, rules.strength + 1)
        moves = TupleCodes(_joint_move, rules.soldiers + 1, rules.soldiers + 1)
        super().__init__(rules, (SOLDIERS, CASTLE), positions, moves)

    def expand(self, codes: Integers) -> Layer:
        """Return what the rules say about some positions."""
        soldiers, defenders, strength = self.position_codes.columns(codes)
        outcome = np.where(soldiers <= 0, 1, np.where((defenders == 0) & (strength == 0), 0, -1))
        fewest = np.minimum(np.maximum(soldiers - strength, 0), defenders)
        counts = np.where(outcome < 0, np.minimum(soldiers, defenders) + 1 - fewest, 0)
        at_defenders = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - fewest, counts)
        soldiers, defenders, strength = (np.repeat(column, counts) for column in (soldiers, defenders, strength))
        at_castle = soldiers - at_defenders
        moves = self.move_codes.encode(at_castle, at_defenders)
        strength = np.maximum(strength - at_castle, 0)
        defenders = defenders - at_defenders
        soldiers = np.maximum(soldiers - defenders, 0)
        defenders += self._per_wave * ((soldiers > 0) & (strength > 0))
        return Layer(outcome, 0 * codes, counts, moves, self.position_codes.encode(soldiers, defenders, strength))


def _joint_move(at_castle: int, at_defenders: int) -> tuple[Volley]:
    return (Volley(at_castle, at_defenders),)
