"""Leduc poker: hidden information, and a card that both players see."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome


class Position(NamedTuple):
    """The two private cards, the public card if it is open, and the actions of the two rounds.

    The actions are letters: c for check and call, r for raise, f for fold.
    """

    cards: tuple[int, ...]
    public: int | None
    rounds: tuple[str, ...]


@dataclass(frozen=True)
class Leduc:
    """Two players put one chip each into the pot, and each gets a card of a deck with two cards of each rank.

    After a round of bets a public card is opened, and a second round follows. A raise is 2 chips in the first round and
    4 in the second, and a round has at most two. A pair with the public card wins, and otherwise the higher card.
    """

    ranks: int = 3
    players = ("first", "second")

    def start(self) -> Position:
        """Return the position before the deal."""
        return Position((), None, ("",))

    def outcome(self, position: Position) -> Outcome | None:
        """Return what the first player wins, after a fold or two rounds."""
        cards, public, rounds = position
        if rounds[-1].endswith("f"):
            won = self.paid(rounds)[1] if len(rounds[-1]) % 2 == 0 else -self.paid(rounds)[0]
        elif len(rounds) == 2 and self.is_over(rounds[1]):
            first, second = (self.ranks if card == public else card for card in cards)
            won = self.paid(rounds)[0] * ((first > second) - (first < second))
        else:
            return None
        return Outcome(f"first wins {won}", (Fraction(won), Fraction(-won)))

    def paid(self, rounds: tuple[str, ...]) -> list[int]:
        """Return the chips that each player has put into the pot."""
        chips = [1, 1]
        for actions, raised in zip(rounds, (2, 4), strict=False):
            for turn, action in enumerate(actions):
                if action != "f":
                    chips[turn % 2] = max(chips) + raised * (action == "r")
        return chips

    def is_over(self, actions: str) -> bool:
        """Return whether a round ended without a fold: with a call, or with two checks."""
        return len(actions) > 1 and actions.endswith("c")

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return fold after a raise, check or call, and raise if there were fewer than two."""
        actions = position.rounds[-1]
        if not position.cards or self.is_over(actions) or player != self.players[len(actions) % 2]:
            return ()
        return ("f",) * actions.endswith("r") + ("c",) + ("r",) * (actions.count("r") < 2)

    def after(self, position: Position, *moves: str) -> Position | Distribution[Position]:
        """Return the actions so far, or the distribution of the cards that are dealt."""
        cards, public, rounds = position
        if moves:
            return Position(cards, public, (*rounds[:-1], rounds[-1] + moves[0]))
        deck = [rank for rank in range(self.ranks) for _ in "ab"]
        for card in cards:
            deck.remove(card)
        if cards:
            opened = {card: Fraction(deck.count(card), len(deck)) for card in deck}
            return Distribution({Position(cards, card, (*rounds, "")): share for card, share in opened.items()})
        pairs = {(a, b): 2 * (2 - (a == b)) for a in deck for b in deck}
        total = sum(pairs.values())
        return Distribution({Position(pair, None, rounds): Fraction(n, total) for pair, n in pairs.items()})

    def observation(self, position: Position, player: str) -> tuple[int, int | None, tuple[str, ...]]:
        """Return the own card, the public card and all actions."""
        return position.cards[self.players.index(player)], position.public, position.rounds
