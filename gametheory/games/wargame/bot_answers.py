"""Answers of bots as JSON values: reading what the process of a bot sends runs none of its code."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from gametheory.games.wargame.armies import Army, armies_by_round
from gametheory.games.wargame.rules import SentDistribution, Wargame

Answer: TypeAlias = "SentDistribution | str"  # a distribution of soldiers sent, or why there is none
BotTable: TypeAlias = Mapping[str, Mapping[Army, Mapping[Army, Answer]]]  # by player, own army and other army


@cache
def certain(sent: int) -> SentDistribution:
    """Return one object for each number, because a table has many equal answers.

    >>> certain(3)
    {3: Fraction(1, 1)}
    """
    return {sent: Fraction(1)}


def answer_to_json(answer: Answer) -> Any:
    """Return a reason as itself, a certain choice as its number, and a mixture as a list of pairs.

    The probabilities of a mixture are Fractions, written in hexadecimal, or floats.

    >>> [answer_to_json(answer) for answer in ("returned 9", {3: Fraction(1)}, {0: Fraction(1, 16), 2: 0.25})]
    ['returned 9', 3, [[0, '1/10'], [2, 0.25]]]
    """
    if isinstance(answer, str):
        return answer
    if len(answer) == 1:
        (sent, p), *_ = answer.items()
        if isinstance(p, Fraction):
            return sent
    return [[sent, _hexadecimal(p) if isinstance(p, Fraction) else p] for sent, p in answer.items()]


def answer_from_json(value: Any) -> Answer:
    """Return the answer that `answer_to_json` has written.

    >>> [answer_from_json(value) for value in ("returned 9", 3, [[0, "1/10"], [2, 0.25]])]
    ['returned 9', {3: Fraction(1, 1)}, {0: Fraction(1, 16), 2: 0.25}]
    """
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return certain(value)
    return {sent: _fraction(p) if isinstance(p, str) else p for sent, p in value}


def table_to_json(table: BotTable) -> dict[str, Any]:
    """Return, by player, each own army with its answers to all armies of the opponent in that round, in order.

    >>> own = Army(1, 4, 0)
    >>> table_to_json({"A": {own: {own: {2: Fraction(1)}}}})
    {'A': [[[1, 4, 0], [2]]]}
    """
    return {
        player: [[list(own), list(map(answer_to_json, found.values()))] for own, found in answers.items()]
        for player, answers in table.items()
    }


def table_from_json(game: Wargame, value: Mapping[str, Any]) -> BotTable:
    """Return the table that `table_to_json` has written.

    >>> table_from_json(Wargame(4, 2), {"A": [[[1, 4, 0], [2]]]})["A"][Army(1, 4, 0)]
    {Army(round=1, camp=4, field=0): {2: Fraction(1, 1)}}
    """
    others = {armies[0].round: armies for armies in armies_by_round(game)}
    return {
        player: {
            (own := Army(*fields)): dict(zip(others[own.round], map(answer_from_json, found), strict=True))
            for fields, found in answers
        }
        for player, answers in value.items()
    }


def _hexadecimal(p: Fraction) -> str:
    """Write a fraction of any length; Python refuses to write over 4300 decimal digits."""
    return f"{p.numerator:x}/{p.denominator:x}"


def _fraction(text: str) -> Fraction:
    numerator, denominator = text.split("/")
    return Fraction(int(numerator, 16), int(denominator, 16))
