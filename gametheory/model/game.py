"""The rules of a game: the `Game` protocol, outcomes, and exact probability distributions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar


class PositionLimitExceeded(Exception):
    """A game has more positions than the caller allowed.

    Parameters
    ----------
    count : int
        The number of positions found so far.
    limit : int
        The greatest number allowed.
    newest : Position
        One of the last positions, which shows what goes wrong in rules that never end.

    Examples
    --------
    >>> str(PositionLimitExceeded(7, 5, (3, -2)))
    'the game has more than 5 positions: 7 found when unfolding stopped, such as (3, -2)'
    """

    def __init__(self, count: int, limit: int, newest: Position) -> None:
        found = f"{count} found when unfolding stopped, such as {str(newest)[:MAX_CHARACTERS]}"
        super().__init__(f"the game has more than {limit} positions: {found}")
        self.count = count
        self.limit = limit


class Exploration(NamedTuple):
    """How far the unfolding of a game has come."""

    found: int
    done: int
    edges: int
    groups: Sequence[tuple[str, ...]]
    chance: bool
    outcomes: Sequence[Outcome]
    newest: Position = None


Watch: TypeAlias = Callable[[Exploration], None]


MAX_CHARACTERS = 200  # of a position in a message
LIMITS = "docs/reference/what-it-does-not-do.md"
RULES = "docs/how-to/your-own-game.md"


Position: TypeAlias = Hashable
Move: TypeAlias = Hashable
PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished play: its name, and the payoffs if the game counts them.

    Parameters
    ----------
    name : str
        The name of the outcome, often that of the winner.
    payoffs : tuple of Fraction
        The payoff of each player, in the order of `Game.players`; empty if the game counts none.

    Examples
    --------
    >>> Outcome("soldiers")
    Outcome(name='soldiers', payoffs=())
    """

    name: str
    payoffs: tuple[Fraction, ...] = ()


class Distribution(dict[PositionT, Fraction]):
    """A probability distribution of the next position: exact probabilities that sum to 1.

    Parameters
    ----------
    probabilities : mapping
        The probability of each position. A position of probability 0 is left out.

    Raises
    ------
    ValueError
        If a probability is negative or the sum is not 1.

    Examples
    --------
    >>> Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})["heads"]
    Fraction(1, 2)
    >>> Distribution({"sure": Fraction(1), "never": Fraction(0)})
    {'sure': Fraction(1, 1)}
    """

    def __init__(self, probabilities: Mapping[PositionT, Fraction]) -> None:
        super().__init__(probabilities)
        if not _is_distribution(self.values()):
            # only now, since most rules list no position of probability 0
            possible = {position: probability for position, probability in probabilities.items() if probability}
            if not _is_distribution(possible.values()):
                raise ValueError(f"not a probability distribution: {dict(probabilities)}, {_reason(possible.values())}")
            super().clear()
            super().update(possible)


def _reason(probabilities: Collection[Any]) -> str:
    """Return why numbers other than 0 are no distribution."""
    negative = [probability for probability in probabilities if probability < 0]
    if negative:
        return f"with {negative[0]} less than 0"
    return f"with the sum {sum(probabilities)}, not 1"


def _is_distribution(probabilities: Collection[Any]) -> bool:
    """Return whether all numbers are positive, and their sum is 1."""
    total, denominator = 0, 1
    for probability in probabilities:
        if type(probability) is not Fraction:
            return bool(min(probabilities) > 0 and sum(probabilities) == 1)
        numerator, new = probability.numerator, probability.denominator
        if numerator <= 0:
            return False
        # a sum of fractions would be reduced at each step, in most of the time that rules with chance moves take
        if new == denominator:
            total += numerator
        else:
            total = total * new + numerator * denominator
            denominator *= new
    return total == denominator


class Game(Protocol[PositionT, MoveT]):
    """The rules of a game: four methods and the names of the players.

    One protocol serves all classes of games. In a single-player game one player has moves. In a sequential game only
    the player whose turn it is has moves. In a game with simultaneous moves several players have moves in the same
    position. At a chance node no player has moves, and `after` gets none. Positions and moves are hashable values.
    A game that pays after every move has a method `stage_payoffs`, and can have a `discount`: `model.classes`.

    A fifth method is optional: `observation(position, player)`, what the active player knows in a position, as a
    hashable value. The game then has hidden information; positions with the same observation are one information set.

    Another is `canonical(position)`, which returns the same position for all that are symmetric, such as reflections of
    a board. The game is then unfolded between these positions only: `model.unfolding`.

    `label(position)` and `label_move(position, move)` are optional, too: the texts of tables and drawings. To play,
    `picture(position)` draws the board, and `label_observation(observation, player)` says what a player knows.
    """

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the players, in the order in which `after` takes their moves."""

    def start(self) -> PositionT:
        """Return the first position."""

    def outcome(self, position: PositionT) -> Outcome | None:
        """Return the outcome of a terminal position, or None if play goes on."""

    def moves(self, position: PositionT, player: str) -> Iterable[MoveT]:
        """Return the moves of a player in a position; none if the player is not active there."""

    def after(self, position: PositionT, *moves: MoveT) -> PositionT | Distribution[PositionT]:
        """Return the next position, or its distribution, after one move of each active player."""


# a function that takes the rules of every game cannot name the positions: a method that takes one refuses all others
GameRules: TypeAlias = Game[Any, Any]


class RulesError(Exception):
    """The rules of a game contradict themselves in some position."""


def active_players(game: GameRules, position: Position) -> tuple[str, ...]:
    """Return the players who have a move in a position.

    Cost: one call of `moves` for each player; only the first move is read.

    >>> from gametheory.games.castle import Castle
    >>> active_players(Castle(1, 2, 1), Castle(1, 2, 1).start())
    ('soldiers',)
    """
    # the moves can be endless, or take long to list
    return tuple(player for player in game.players if any(True for _ in game.moves(position, player)))
