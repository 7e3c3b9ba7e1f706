"""Shared by the claims about the Warlight battle: printed numbers, their comparison, and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp, lgamma, log
from typing import NamedTuple

import numpy as np
from _published import rows

from gametheory.claims import Verdict, check_all
from gametheory.claims.evidence import Evidence, Figure, Table
from gametheory.games.battle import BattleDistribution
from gametheory.games.battle.decisions import OddsTable
from gametheory.games.battle.rules import Probability
from gametheory.render.charts import BLUE, GREEN, ORANGE, VERMILION, Panel, axis, percent, plot
from gametheory.render.figures import survivors_panel, turn_series

ANSWER = "the first answer"
COMMENTS = "the comments to the first answer"
COLORS = (BLUE, VERMILION, GREEN, ORANGE)


def printed(claim: str) -> dict[str, str]:
    """Return each number that the page prints for a claim, as text."""
    return {row["what"]: row["printed"] for row in rows("battle.tsv") if row["claim"] == claim}


def rounds_to(value: Fraction | float, text: str) -> bool:
    """Return whether a value, rounded to the number of printed places, equals the printed text.

    >>> rounds_to(Fraction(4402, 10000), "0.440"), rounds_to(Fraction(4406, 10000), "0.440")
    (True, False)
    """
    places = len(text.partition(".")[2])
    return 2 * abs(Fraction(value) - Fraction(text)) <= Fraction(1, 10**places)


class Comparison(NamedTuple):
    """A printed number and the computed value."""

    what: str
    printed: str
    computed: Probability

    @property
    def agrees(self) -> bool:
        """Whether the printed number is the computed value, rounded."""
        return rounds_to(self.computed, self.printed)


def decimals(value: Fraction | float, places: int = 9) -> str:
    """Return a value with the given number of places; an exact value with fewer places is written in full.

    >>> decimals(Fraction(147, 250)), decimals(Fraction(1, 3), 4)
    ('0.588', '0.3333')
    """
    text = f"{float(value):.{places}f}"
    return text.rstrip("0").rstrip(".") if Fraction(text) == value else text


def compare(note: str, entries: Sequence[Comparison], caption: str, *evidence: Evidence) -> Verdict:
    """Return *verified* if every printed number is the computed one rounded to the printed places."""
    wrong = [index for index, entry in enumerate(entries) if not entry.agrees]
    table = Table(
        ("what", "printed", "computed"),
        [(entry.what, entry.printed, decimals(entry.computed)) for entry in entries],
        caption,
        [(index, 1) for index in wrong],
    )
    return check_all(
        entries,
        lambda entry: entry.agrees,
        note,
        lambda entry: f"printed {entry.printed}, computed {decimals(entry.computed)}",
        table,
        *evidence,
    )


def odds_plot(title: str, distributions: Mapping[str, BattleDistribution], caption: str) -> Figure:
    """Draw the probabilities by turn of a win, a loss and an undecided battle, with one panel for each battle."""
    panels = [
        Panel(name, axis("turns", 0, len(distribution.turns)), percent(), turn_series(distribution))
        for name, distribution in distributions.items()
    ]
    return Figure(plot(title, panels, caption), caption)


def survivors_plot(title: str, distributions: Mapping[str, Mapping[int, Probability]], caption: str) -> Figure:
    """Draw distributions of armies left, with one panel for each."""
    panels = [
        survivors_panel(name, distribution, color)
        for (name, distribution), color in zip(distributions.items(), COLORS, strict=False)
    ]
    return Figure(plot(title, panels, caption), caption)


def two_sided(games: int, probability: float, share: float) -> float:
    """Return the p-value of the share of wins in a simulation: an exact two-sided binomial test.

    It is the sum of the probabilities of all numbers of wins that are at most as likely as the observed one.

    >>> round(two_sided(10, 0.5, 0.5), 6), round(two_sided(10, 0.5, 1.0), 6)
    (1.0, 0.001953)
    """
    observed = _binomial(games, probability, round(games * share))
    likely = (_binomial(games, probability, wins) for wins in range(games + 1))
    return min(1.0, sum(value for value in likely if value <= observed * (1 + 1e-9)))


def _binomial(games: int, probability: float, wins: int) -> float:
    combinations = lgamma(games + 1) - lgamma(wins + 1) - lgamma(games - wins + 1)
    return exp(combinations + wins * log(probability) + (games - wins) * log(1 - probability))


def wrong_decisions(table: OddsTable, games: int, threshold: Fraction = Fraction(7, 10)) -> float:
    """Return the expected number of wrong decisions in a table if they are based on a number of simulated games.

    The decision is whether the probability of winning reaches the threshold. Battles with a probability below 0.001 or
    above 0.999 are omitted.
    """
    probabilities = table.win[1:, 1:].ravel()
    probabilities = probabilities[(probabilities > 0.001) & (probabilities < 0.999)]
    fewest = -(-games * threshold.numerator // threshold.denominator)
    attacks = np.zeros_like(probabilities)
    for wins in range(fewest, games + 1):
        combinations = lgamma(games + 1) - lgamma(wins + 1) - lgamma(games - wins + 1)
        attacks += np.exp(combinations + wins * np.log(probabilities) + (games - wins) * np.log1p(-probabilities))
    return float(np.where(probabilities >= float(threshold), 1 - attacks, attacks).sum())
