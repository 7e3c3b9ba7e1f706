"""The positions of the published Wargame that optimal play meets, to be looked up in the report."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from _wargame import optimal_play, published

from gametheory.claims.evidence import LookupTable
from gametheory.games.wargame import Army, Position
from gametheory.games.wargame.analysis import RoundSummary
from gametheory.games.wargame.armies import armies_of, position_of

WHOLE_ROUNDS = 2
LEAST = 0.001
DIGITS = 4
INPUTS = ("round", "A in camp", "A in field", "B in camp", "B in field")
FACTS = ("worth to A", "battle after this round", "met in optimal play")
HEADINGS = ("soldiers sent", "by A", "by B")
START = ("2", "18", "1", "16", "2")


def explorer() -> LookupTable:
    """The value and both mixtures of every pair of armies that are usual in optimal play."""
    shown = {position_of(*pair): round for round in optimal_play() for pair in product(usual(round), repeat=2)}
    answers: dict[str, Any] = {}
    for position, round in shown.items():
        *before, last = map(str, position[:5])
        here = answers
        for choice in before:
            here = here.setdefault(choice, {})
        here[last] = _answer(position, round)
    return LookupTable(
        "The Wargame, position by position: what it is worth to A, from −1 to 1, and how often the equilibrium sends "
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
    """The armies of a round to be shown: all of the first rounds, later those that optimal play has often enough."""
    if round.number <= WHOLE_ROUNDS:
        return published().armies[round.number - 1]
    probabilities: Counter[Army] = Counter()
    for position, probability in round.positions.items():
        for army in armies_of(position):
            probabilities[army] += float(probability) / 2
    return sorted(army for army, probability in probabilities.items() if probability >= LEAST)


def _answer(position: Position, round: RoundSummary) -> list[Any]:
    a, b = published().mixed_strategies(position)
    rows = [[sent, _rounded(a.get(sent, 0)), _rounded(b.get(sent, 0))] for sent in sorted({*a, *b})]
    met = 100 * float(round.positions.get(position, 0))
    return [
        _rounded(published().value(position)),
        str(published().game.battle_chances[position.round - 1]),
        f"{met:.2f} %" if met >= 0.005 else "under 0.01 %" if met else "never",
        [row for row in rows if row[1] or row[2]],
    ]


def _rounded(number: float) -> float:
    """A number of few digits, as an integer where it is one."""
    short = round(number, DIGITS)
    return int(short) if short == int(short) else short


def _note(shown: dict[Position, RoundSummary]) -> str:
    covered: Counter[int] = Counter()
    for position, round in shown.items():
        covered[round.number] += float(round.positions.get(position, 0))
    least, bound = 100 * min(covered.values()), published().exploitability
    return (
        f"{len(shown):,} of the {published().position_count:,} positions, as all would make this file too long: all of "
        f"rounds 1 and {WHOLE_ROUNDS}; later every pair of armies of which each has a probability of at least "
        f"{100 * LEAST:.1f} % in that round of optimal play. So {least:.0f} % of optimal play or more is here in every "
        f"round. Numbers are rounded to {DIGITS} decimals, and probabilities that round to 0 left out; they are "
        f"floats, with a bound of {bound:.1e} on what both players together could gain by other play. This is one "
        "equilibrium: many positions have others. For any other position: gametheory wargame state."
    )
