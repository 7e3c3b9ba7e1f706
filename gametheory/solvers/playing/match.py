"""The turns of a play between functions that choose moves, with chance moves drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from gametheory.model.game import Distribution, Move

SUM_TOLERANCE = 1e-9
MAX_TURNS = 1_000  # of a play that need not end

Value = TypeVar("Value")
Choose: TypeAlias = Callable[[Any, str, tuple[Any, ...]], Move]
Bot: TypeAlias = Callable[[Any, str, tuple[Move, ...]], Any]


class Turn(NamedTuple):
    """A position, the move of each active player, and the next position."""

    position: Any
    moves: dict[str, Any]
    after: Any


def turns(game: Any, choose: Choose, random: Random) -> Iterator[Turn]:
    """Yield the turns of a play until it ends, or after 1,000 turns.

    >>> from gametheory import Castle
    >>> [turn.after for turn in turns(Castle(1, 2, 1), lambda position, player, moves: moves[0], Random(1))][0]
    Position(soldiers=1, defenders=1, strength=1)
    """
    position = game.start()
    for _ in range(MAX_TURNS):
        if game.outcome(position) is not None:
            return
        options = {player: tuple(game.moves(position, player)) for player in game.players}
        moves = {player: choose(position, player, own) for player, own in options.items() if own}
        result = game.after(position, *moves.values())
        after = sample(result, random) if isinstance(result, Distribution) else result
        yield Turn(position, moves, after)
        position = after


def sample(distribution: Mapping[Value, Fraction | float], random: Random) -> Value:
    """Return a random value of a distribution."""
    return random.choices(list(distribution), [float(probability) for probability in distribution.values()])[0]


def bot_move(bot: Bot, view: Any, player: str, moves: tuple[Move, ...], random: Random) -> Any:
    """Return the move of a bot, which returns a move or the probability of each move.

    Raises ValueError if that is no legal move and no distribution over legal moves.

    >>> bot_move(lambda view, player, moves: {"heads": Fraction(1)}, "toss", "even", ("heads", "tails"), Random(1))
    'heads'
    """
    chosen = bot(view, player, moves)
    if isinstance(chosen, Mapping):
        check_distribution(chosen, moves, f"{player} at {view}", f"the moves {', '.join(map(str, moves)):.99}")
        return sample(chosen, random)
    if chosen not in moves:
        raise ValueError(f"{player} at {view}: {chosen!r:.99} is none of the moves {', '.join(map(str, moves)):.99}")
    return moves[moves.index(chosen)]


def check_distribution(distribution: Mapping[Any, Any], moves: Sequence[Move], who: str, allowed: str) -> None:
    """Raise ValueError unless a mapping gives probabilities with sum 1 to legal moves."""
    probabilities = list(distribution.values())
    total = float(sum(probabilities))
    sums_to_one = all(p >= 0 for p in probabilities) and abs(total - 1) <= SUM_TOLERANCE
    if not all(move in moves for move in distribution) or not sums_to_one:
        given = f"{dict(distribution)}, with the sum {total:.12g}"
        raise ValueError(f"{who}: not probabilities with sum 1 on {allowed}: {given}")
