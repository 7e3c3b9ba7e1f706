"""What the claims on the Warlight battle share: printed numbers, how they are compared, and the curves by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp, lgamma, log
from typing import NamedTuple

import numpy as np
from _published import rows

from gametheory.claims import Verdict, Witness, refuted, verified
from gametheory.claims.evidence import Evidence, Figure, Table
from gametheory.cli.battle.plots import left_panel, turn_series
from gametheory.games.battle import BattleDistribution
from gametheory.games.battle.result import Probability
from gametheory.games.battle.table import OddsTable
from gametheory.render.svg.charts import BLUE, GREEN, ORANGE, VERMILION, Panel, axis, percent, plot

ANSWER = "the first answer"
COMMENTS = "the comments to the first answer"
COLOURS = (BLUE, VERMILION, GREEN, ORANGE)


def printed(claim: str) -> dict[str, str]:
    """Each number that the page prints for a claim, as it is printed."""
    return {row["what"]: row["printed"] for row in rows("battle.tsv") if row["claim"] == claim}


def rounds_to(value: Fraction | float, text: str) -> bool:
    """Whether a value, rounded to as many places as are printed, is what is printed.

    >>> rounds_to(Fraction(4402, 10000), "0.440"), rounds_to(Fraction(4406, 10000), "0.440")
    (True, False)
    """
    places = len(text.partition(".")[2])
    return 2 * abs(Fraction(value) - Fraction(text)) <= Fraction(1, 10**places)


class Compared(NamedTuple):
    """A printed number beside the computed one."""

    what: str
    printed: str
    computed: Fraction

    @property
    def agrees(self) -> bool:
        """Whether the printed number is the computed one, rounded."""
        return rounds_to(self.computed, self.printed)


def decimals(value: Fraction | float, places: int = 9) -> str:
    """A value with so many places; an exact one that needs fewer is written in full.

    >>> decimals(Fraction(147, 250)), decimals(Fraction(1, 3), 4)
    ('0.588', '0.3333')
    """
    text = f"{float(value):.{places}f}"
    return text.rstrip("0").rstrip(".") if Fraction(text) == value else text


def compare(scope: str, entries: Sequence[Compared], caption: str, *evidence: Evidence) -> Verdict:
    """Verified when every printed number is the computed one rounded to the places printed."""
    wrong = [index for index, entry in enumerate(entries) if not entry.agrees]
    table = Table(
        ("what", "printed", "computed"),
        [(entry.what, entry.printed, decimals(entry.computed)) for entry in entries],
        caption,
        [(index, 1) for index in wrong],
    )
    if wrong:
        first = entries[wrong[0]]
        explanation = f"printed {first.printed}, computed {decimals(first.computed)}"
        return refuted(scope, len(entries), Witness(first.what, explanation), table, *evidence)
    return verified(scope, len(entries), table, *evidence)


def curves(title: str, laws: Mapping[str, BattleDistribution], caption: str) -> Figure:
    """Chances by turn to have won, to have lost and to be fighting on, one panel a battle."""
    panels = [Panel(name, axis("turns", 0, len(law.turns)), percent(), turn_series(law)) for name, law in laws.items()]
    return Figure(plot(title, panels, caption), caption)


def left_over(title: str, laws: Mapping[str, Mapping[int, Probability]], caption: str) -> Figure:
    """Laws of armies left, one panel a law."""
    panels = [left_panel(name, law, colour) for (name, law), colour in zip(laws.items(), COLOURS, strict=False)]
    return Figure(plot(title, panels, caption), caption)


def two_sided(games: int, chance: float, share: float) -> float:
    """How likely a simulation of so many games is to be at least this far off, an exact binomial test.

    The sum of the chances of all numbers of wins that are no more likely than the one found.

    >>> round(two_sided(10, 0.5, 0.5), 6), round(two_sided(10, 0.5, 1.0), 6)
    (1.0, 0.001953)
    """
    found = _binomial(games, chance, round(games * share))
    likely = (_binomial(games, chance, wins) for wins in range(games + 1))
    return min(1.0, sum(value for value in likely if value <= found * (1 + 1e-9)))


def _binomial(games: int, chance: float, wins: int) -> float:
    ways = lgamma(games + 1) - lgamma(wins + 1) - lgamma(games - wins + 1)
    return exp(ways + wins * log(chance) + (games - wins) * log(1 - chance))


def wrong_decisions(table: OddsTable, games: int, threshold: Fraction = Fraction(7, 10)) -> float:
    """How many battles of a table are expected to be judged wrongly by the share of wins in so many simulated games.

    Judged is whether the chance to win reaches the threshold. Battles decided but for a thousandth are left out.
    """
    chances = table.win[1:, 1:].ravel()
    chances = chances[(chances > 0.001) & (chances < 0.999)]
    fewest = -(-games * threshold.numerator // threshold.denominator)
    said = np.zeros_like(chances)
    for wins in range(fewest, games + 1):
        ways = lgamma(games + 1) - lgamma(wins + 1) - lgamma(games - wins + 1)
        said += np.exp(ways + wins * np.log(chances) + (games - wins) * np.log1p(-chances))
    return float(np.where(chances >= float(threshold), 1 - said, said).sum())
