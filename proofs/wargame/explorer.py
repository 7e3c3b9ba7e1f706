"""A lookup table of the positions of the published Wargame that occur in optimal play, for the report."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Any

from gametheory.claims.evidence import LookupTable
from gametheory.games.wargame import Army, Position
from gametheory.games.wargame.equilibrium import armies_of, position_of
from gametheory.games.wargame.strategies import RoundSummary
from gametheory.numbers.rationals import to_float

from .shared import optimal_play, published

WHOLE_ROUNDS = 2
LEAST = 0.001
DIGITS = 4
INPUTS = ("round", "A in camp", "A in field", "B in camp", "B in field")
FACTS = ("value to A", "battle after this round", "frequency in optimal play")
HEADINGS = ("soldiers sent", "by A", "by B")
START = ("2", "18", "1", "16", "2")


def explorer() -> LookupTable:
    """Return the value and both mixed strategies for every pair of armies that is frequent in optimal play."""
    shown = {position_of(*pair): round for round in optimal_play() for pair in product(usual(round), repeat=2)}
    answers: dict[str, Any] = {}
    for position, round in shown.items():
        *before, last = map(str, position[:5])
        here = answers
        for choice in before:
            here = here.setdefault(choice, {})
        here[last] = _answer(position, round)
    return LookupTable(
        "The Wargame, position by position: the value to A, from −1 to 1, and how often the equilibrium sends "
        "each number of soldiers.",
        INPUTS,
        answers,
        START,
        FACTS,
        HEADINGS,
        HEADINGS[1:],
        note=_note(shown),
    )


def usual(round: RoundSummary) -> list[Army]:
    """Return the armies of a round to show: all in the first rounds, later those that are frequent in optimal play."""
    if round.number <= WHOLE_ROUNDS:
        return published().armies[round.number - 1]
    probabilities: defaultdict[Army, float] = defaultdict(float)
    for position, probability in round.positions.items():
        for army in armies_of(position):
            probabilities[army] += float(probability) / 2
    return sorted(army for army, probability in probabilities.items() if probability >= LEAST)


def _answer(position: Position, round: RoundSummary) -> list[Any]:
    a, b = published().mixed_strategies(position)
    rows = [[sent, _rounded(a.get(sent, 0)), _rounded(b.get(sent, 0))] for sent in sorted({*a, *b})]
    frequency = 100 * float(round.positions.get(position, 0))
    return [
        _rounded(to_float(published().value(position))),
        str(published().game.battle_chances[position.round - 1]),
        f"{frequency:.2f} %" if frequency >= 0.005 else "under 0.01 %" if frequency else "never",
        [row for row in rows if row[1] or row[2]],
    ]


def _rounded(number: float) -> float:
    """Return a number of few digits, as an integer if it is whole."""
    short = round(number, DIGITS)
    return int(short) if short == int(short) else short


def _note(shown: dict[Position, RoundSummary]) -> str:
    covered: defaultdict[int, float] = defaultdict(float)
    for position, round in shown.items():
        covered[round.number] += float(round.positions.get(position, 0))
    least, bound = 100 * min(covered.values()), published().exploitability
    return (
        f"The table has {len(shown):,} of the {published().position_count:,} positions; with all of them this file "
        f"would be too long. It has all positions of rounds 1 and {WHOLE_ROUNDS}, and in later rounds every pair of "
        f"armies that both have a probability of at least {100 * LEAST:.1f} % in that round of optimal play: at "
        f"least {least:.0f} % of optimal play in every round. Numbers are rounded to {DIGITS} decimals, and "
        "probabilities that round to 0 are omitted. They are floats; both players together can gain at most "
        f"{bound:.1e} by other play. This is one equilibrium: many positions have others. For any other position use "
        "gametheory wargame state."
    )
