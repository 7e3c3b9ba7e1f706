"""The ranking of a tournament of Wargame bots as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gametheory.games.wargame.solution_file import rules_as_json
from gametheory.games.wargame.tournament import Pair, PairScore, Tournament
from gametheory.numbers.format import pluralize
from gametheory.render.html import POLICY, content_security_policy, page_environment, page_style

DIGITS = 4


def score_text(payoff: Any, margin: float = 0.0) -> str:
    """Return a payoff with a sign and four decimals, and the margin of an estimate.

    >>> score_text(-0.5), score_text(0.25, 0.03), score_text(0)
    ('−0.5000', '+0.2500 ± 0.0300', '0.0000')
    """
    rounded = round(float(payoff), DIGITS)
    number = f"{rounded:+.{DIGITS}f}" if rounded else f"{0:.{DIGITS}f}"
    return number.replace("-", "−") + (f" ± {margin:.{DIGITS}f}" if margin else "")


def gain_text(exploitability: float | None) -> str:
    """Return what a best reply gains, with four decimals.

    >>> gain_text(0.25), gain_text(-1e-17), gain_text(None)
    ('0.2500', '0.0000', 'unknown')
    """
    return "unknown" if exploitability is None else f"{abs(round(exploitability, DIGITS)):.{DIGITS}f}"


def fault_texts(faults: Mapping[str, float]) -> list[str]:
    """Return the reasons for which a bot lost without a battle, with the number of games, the most frequent one first.

    >>> fault_texts({"raised KeyError: 3": 0.5, "returned 9, with 4 in camp": 2.0})
    ['returned 9, with 4 in camp (2 games)', 'raised KeyError: 3 (0.5 games)']
    """
    ordered = sorted(faults.items(), key=lambda item: (-item[1], item[0]))
    return [f"{reason} ({_games(number)})" for reason, number in ordered]


def _games(number: float) -> str:
    short = f"{number:.3g}" if number >= 0.001 else "under 0.001"
    return pluralize(int(short), "game") if short.isdigit() else f"{short} games"


def ranking_page(tournament: Tournament) -> str:
    """Return the ranking and the scores of all pairs as one HTML page that loads nothing.

    Parameters
    ----------
    tournament
        The results.

    Examples
    --------
    >>> from gametheory.games.wargame.rules import Wargame
    >>> "Each against each" in ranking_page(Tournament(Wargame(2, 2)))
    True
    """
    environment = page_environment()
    style = page_style(environment)
    names = [row.bot for row in tournament.ranking]
    rows = [row._asdict() | _texts(row) for row in tournament.ranking]
    page = environment.get_template("ranking.html.j2").render(
        policy=POLICY,
        style=style,
        rules=rules_as_json(tournament.game),
        ranking=rows,
        games=max((score.games for score in tournament.scores.values()), default=0),
        some_faults=any(row.faults for row in tournament.ranking),
        some_exact=any(not row.margin for row in tournament.ranking),
        some_played=any(row.margin for row in tournament.ranking),
        matrix=[(a, [_cell(tournament.scores, (a, b)) for b in names]) for a in names],
    )
    return page.replace(POLICY, content_security_policy([], [style]), 1)


def _texts(row: Any) -> dict[str, Any]:
    gain = gain_text(row.exploitability)
    return {"score": score_text(row.score, row.margin), "exploitability": gain, "faults": fault_texts(row.faults)}


def _cell(scores: Mapping[Pair, PairScore], pair: Pair) -> str:
    return score_text(scores[pair].payoff, scores[pair].margin) if pair in scores else "–"
