"""Functions for the statements of the paper: Nim by its rules, without the theorem."""

from fractions import Fraction
from functools import cache
from itertools import product

from gametheory import check_all


@cache
def grundy(*heaps: int) -> int:
    """Return the Grundy value of a position of Nim: the least value that no move reaches."""
    reached = {grundy(*after) for after in moves(heaps)}
    return next(value for value in range(len(reached) + 1) if value not in reached)


def moves(heaps):
    """Return the positions that one move reaches."""
    return [
        tuple(sorted((*heaps[:place], left, *heaps[place + 1 :])))
        for place, heap in enumerate(heaps)
        for left in range(heap)
    ]


@cache
def lost(*heaps: int) -> bool:
    """Return whether the player to move loses."""
    return not any(lost(*after) for after in moves(heaps))


@cache
def lost_misere(*heaps: int) -> bool:
    """Return whether the player to move loses if who takes the last stone loses."""
    return any(heaps) and not any(lost_misere(*after) for after in moves(heaps))


def winning_moves(*heaps: int) -> int:
    """Return the number of moves after which the opponent loses."""
    return sum(
        lost(*heaps[:place], left, *heaps[place + 1 :]) for place, heap in enumerate(heaps) for left in range(heap)
    )


@cache
def taking(stones: int, most: int) -> int:
    """Return the Grundy value of one heap from which a move takes 1 to `most` stones."""
    reached = {taking(stones - taken, most) for taken in range(1, min(stones, most) + 1)}
    return next(value for value in range(most + 1) if value not in reached)


def lost_positions(heaps: int, below: int) -> int:
    """Return the number of lost positions of several heaps, each smaller than a bound."""
    return sum(lost(*sizes) for sizes in product(range(below), repeat=heaps))


def chance_lost(heaps: int, below: int) -> Fraction:
    """Return the probability that random heaps, each smaller than a bound, are a lost position."""
    return Fraction(lost_positions(heaps, below), below**heaps)


def bouton(largest: int):
    """Check Bouton's theorem for three heaps."""
    cases = product(range(largest + 1), repeat=3)
    return check_all(cases, lambda sizes: lost(*sizes) == (sizes[0] ^ sizes[1] ^ sizes[2] == 0))


def misere_is_opposite(largest: int):
    """Check whether exactly the positions that are lost in normal play are won in misère play."""
    cases = product(range(largest + 1), repeat=2)
    return check_all(cases, lambda sizes: lost(*sizes) != lost_misere(*sizes))
