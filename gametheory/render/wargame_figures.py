"""Drawings of strategies of the Wargame."""

from __future__ import annotations

from gametheory.games.wargame.rules import SentDistribution
from gametheory.numbers.rationals import to_float
from gametheory.render.svg.charts import BLUE, Panel, Series, axis, percent, plot
from gametheory.render.svg.primitives import Drawing

NEGLIGIBLE = 1e-12  # less is not drawn


def draw_opening(opening: SentDistribution, caption: str = "") -> Drawing:
    """Draw a mixed strategy of round 1 as an SVG: a bar for the probability of each number of soldiers sent.

    Parameters
    ----------
    opening
        The probability of each number sent, as a float or an exact rational.
    caption
        What a screen reader says.

    Returns
    -------
    Drawing
        The text of the SVG; a notebook displays it.

    Examples
    --------
    >>> from gametheory.games.wargame import Wargame, solve_wargame
    >>> game = Wargame(12, 6)
    >>> svg = draw_opening(solve_wargame(game).mixed_strategies(game.start())[0], "The opening.")
    >>> "The optimal opening" in svg, "soldiers sent in round 1" in svg
    (True, True)
    """
    likely = {sent: to_float(chance) for sent, chance in sorted(opening.items()) if to_float(chance) > NEGLIGIBLE}
    most = max(8, *likely)
    bars = Series("probability", [(sent, likely.get(sent, 0.0)) for sent in range(most + 1)], BLUE, kind="bars")
    panel = Panel("", axis("soldiers sent in round 1", -0.6, most + 0.6), percent(), [bars])
    return plot("The optimal opening", [panel], caption)
