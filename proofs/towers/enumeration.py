"""The probability of winning the tower game by enumerating every choice of targets, without code of the package."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product


@lru_cache(2**18)
def win_probability(soldiers: int, towers: tuple[int, ...], kills: int, aim: str) -> Fraction:
    """Return the probability of winning by enumerating every choice of targets, with each tower at its own place.

    The function shares no code with the package. Only with aim "anywhere" and without kills can a round change nothing;
    such a round is conditioned away.
    """
    if not any(towers):
        return Fraction(1)
    if soldiers <= 0:
        return Fraction(0)
    distribution: dict[tuple[int, ...], Fraction] = {}
    for left, probability in volleys(towers, soldiers, aim):
        distribution[left] = distribution.get(left, Fraction(0)) + probability
    stays = distribution.pop(towers, Fraction(0)) if kills == 0 else Fraction(0)
    wins = (
        probability * win_probability(soldiers - kills * sum(map(bool, left)), left, kills, aim)
        for left, probability in distribution.items()
    )
    return sum(wins, Fraction(0)) / (1 - stays)


def volleys(towers: tuple[int, ...], soldiers: int, aim: str) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield the hits left of each tower after a round of fire, with their probability."""
    intact = [place for place, hits in enumerate(towers) if hits]
    places = range(len(towers)) if aim == "anywhere" else intact
    if aim == "in-turn":
        yield from one_by_one(towers, soldiers)
    elif aim == "together":
        yield from ((hit(towers, [place] * soldiers), Fraction(1, len(intact))) for place in intact)
    else:
        for targets in product(places, repeat=soldiers):
            yield hit(towers, targets), Fraction(1, len(places) ** soldiers)


def one_by_one(towers: tuple[int, ...], soldiers: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield the result of every order of targets if each soldier fires at a tower that is intact at that moment."""
    intact = [place for place, hits in enumerate(towers) if hits]
    if soldiers == 0 or not intact:
        yield towers, Fraction(1)
        return
    for place in intact:
        for left, probability in one_by_one(hit(towers, [place]), soldiers - 1):
            yield left, probability / len(intact)


def hit(towers: tuple[int, ...], targets: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """Return the towers after one shot at each of the targets."""
    return tuple(max(hits - targets.count(place), 0) for place, hits in enumerate(towers))
