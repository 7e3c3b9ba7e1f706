"""Games in normal form, and the stage game of one position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, TypeAlias

from gametheory.model.game import Distribution, Game, Outcome, Position
from gametheory.model.state_graph import transitions

Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class NormalForm:
    """A game in normal form: what each player may choose, and an outcome for every profile of choices.

    Outcomes stand in the order of Gambit's files: the first player's strategy changes fastest. Raises ValueError where
    the numbers of names, outcomes and payoffs do not fit each other.

    >>> names = (("heads", "tails"), ("heads", "tails"))
    >>> won, lost = Outcome("", (Fraction(1), Fraction(-1))), Outcome("", (Fraction(-1), Fraction(1)))
    >>> pennies = NormalForm(("even", "odd"), names, (won, lost, lost, won))
    >>> pennies.payoff_matrix(1)
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(-1, 1)))
    """

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    outcomes: tuple[Outcome, ...]
    title: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if not self.players or len(self.strategies) != len(self.players):
            raise ValueError(f"strategies: {len(self.strategies)} lists for {len(self.players)} players")
        if len(self.outcomes) != (profiles := prod(map(len, self.strategies))) or not profiles:
            raise ValueError(f"outcomes: {len(self.outcomes)} for {profiles} profiles of strategies")
        if any(len(outcome.payoffs) != len(self.players) for outcome in self.outcomes):
            raise ValueError(f"outcomes: not each has {len(self.players)} payoffs")

    def payoff_matrix(self, player: int) -> Matrix:
        """What a player, counted from 0, gets by row and column in a game of two; ValueError with more or fewer."""
        if len(self.players) != 2:
            raise ValueError(f"the game has {len(self.players)} players, and only two have a payoff matrix")
        rows = len(self.strategies[0])
        return tuple(tuple(end.payoffs[player] for end in self.outcomes[row::rows]) for row in range(rows))


def stage_form(game: Game[Any, Any], position: Position, worth: Mapping[Any, Sequence[Fraction]]) -> NormalForm:
    """The normal form of one position where two or more move at once: the matrix of what they get by what follows.

    `worth` gives each position that can follow what it is worth to each player; a law of several is worth its mean. An
    outcome is named after the position that follows where that is certain. Cost: the number of joint moves.

    Raises ValueError where fewer than two players move, and KeyError where a position that follows has no worth.

    >>> from gametheory.games.wargame import Wargame
    >>> game = Wargame(soldiers=1, rounds=1)
    >>> ends = [end for a in (0, 1) for b in (0, 1) for end in game.after(game.start(), a, b)]
    >>> form = stage_form(game, game.start(), {end: game.outcome(end).payoffs for end in ends})
    >>> form.strategies, form.payoff_matrix(0)
    ((('0', '1'), ('0', '1')), ((Fraction(0, 1), Fraction(-1, 1)), (Fraction(1, 1), Fraction(0, 1))))
    """
    movers = [(name, moves) for name in game.players if (moves := tuple(game.moves(position, name)))]
    if len(movers) < 2:
        raise ValueError(f"position: in {position} {len(movers)} of the players move, not two or more at once")
    laws = dict(transitions(game, position))
    in_order = product(*(moves for _, moves in reversed(movers)))
    return NormalForm(
        tuple(game.players),
        tuple(_move_names(game, position, name) for name in game.players),
        tuple(_mean(laws[joint[::-1]], worth) for joint in in_order),
        f"{game} in {position}",
    )


def _move_names(game: Game[Any, Any], position: Position, player: str) -> tuple[str, ...]:
    return tuple(map(str, game.moves(position, player))) or ("waits",)


def _mean(law: Distribution[Any], worth: Mapping[Any, Sequence[Fraction]]) -> Outcome:
    shares = [[probability * payoff for payoff in worth[following]] for following, probability in law.items()]
    payoffs = tuple(sum(share, Fraction(0)) for share in zip(*shares, strict=True))
    return Outcome(str(next(iter(law))) if len(law) == 1 else "", payoffs)
