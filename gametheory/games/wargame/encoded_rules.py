"""The rules of the Wargame over whole numbers, by which graphs of more than 2,000 positions are unfolded."""

from __future__ import annotations

import numpy as np

from gametheory.games.wargame.rules import Position, Wargame
from gametheory.model.encoded_game import EncodedGame, TupleCodes
from gametheory.model.layers import Distributions, Layer
from gametheory.model.state_arrays import Integers

LARGEST_DENOMINATOR = 2**62 - 1  # times the two positions after a move it is below 2^63


class EncodedWargame(EncodedGame):
    """The rules of `Wargame` in arrays: both players send soldiers, and a battle or the next round follows.

    Parameters
    ----------
    rules : Wargame
        The game.

    Examples
    --------
    >>> game = EncodedWargame(Wargame(soldiers=2, rounds=2))
    >>> layer = game.expand(np.array([game.start()]))
    >>> successors = game.position_codes.decode(layer.successors)
    >>> game.move_codes.decode(layer.moves)[5], tuple(successors[10]), tuple(successors[11])
    ((1, 2), (1, 1, 1, 0, 2, True), (2, 1, 0, 0, 1, False))
    >>> game.active_groups, game.fits
    ([('A', 'B'), ()], True)
    """

    chance = True

    def __init__(self, rules: Wargame) -> None:
        size = rules.soldiers + 1
        # each result of a battle, as the rules name it
        battles = (Position(1, 0, field, 0, other, True) for field, other in ((1, 0), (0, 0), (0, 1)))
        outcomes = tuple(outcome for battle in battles if (outcome := rules.outcome(battle)))
        positions = TupleCodes(_position, rules.rounds + 1, size, size, size, size, 2)
        super().__init__(rules, outcomes, positions, TupleCodes(_joint_move, size, size))
        self._survivors = np.array(rules.survivors)
        self._chances = [chance.as_integer_ratio() for chance in rules.battle_chances]

    @property
    def active_groups(self) -> list[tuple[str, ...]]:
        """Both players, who move simultaneously, and no player, who never moves."""
        return [self.players, ()]

    @property
    def fits(self) -> bool:
        """Whether all codes and denominators are in the ranges of a `LayeredGame`."""
        return super().fits and max(denominator for _, denominator in self._chances) <= LARGEST_DENOMINATOR

    def expand(self, codes: Integers) -> Layer:
        """Return what the rules say about some positions."""
        number, camp_a, field_a, camp_b, field_b, battle = self.position_codes.columns(codes)
        outcome = np.where(battle > 0, 1 - np.sign(field_a - field_b), -1)
        counts = np.where(battle > 0, 0, (camp_a + 1) * (camp_b + 1))
        place = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        before = number, camp_a, field_a, camp_b, field_b
        number, camp_a, field_a, camp_b, field_b = (np.repeat(column, counts) for column in before)
        a, b = np.divmod(place, camp_b + 1)
        moves = self.move_codes.encode(a, b)
        camp_a, field_a, camp_b, field_b = camp_a - a, field_a + a, camp_b - b, field_b + b
        fought = self.position_codes.encode(number, camp_a, field_a, camp_b, field_b, 1)
        survivors_a, survivors_b = self._survivors[field_a], self._survivors[field_b]
        continued = self.position_codes.encode(number + 1, camp_a, survivors_a, camp_b, survivors_b, 0)
        numerator, denominator = np.array(self._chances, np.int64)[number - 1].T
        numerators = np.stack([numerator, denominator - numerator], axis=1)
        possible = numerators > 0
        spread = Distributions(possible.sum(axis=1), numerators[possible], denominator)
        successors = np.stack([fought, continued], axis=1)[possible]
        return Layer(outcome, 0 * codes, counts, moves, successors, spread)


def _position(number: int, camp_a: int, field_a: int, camp_b: int, field_b: int, battle: int) -> Position:
    return Position(number, camp_a, field_a, camp_b, field_b, battle == 1)


def _joint_move(a: int, b: int) -> tuple[int, int]:
    return a, b
