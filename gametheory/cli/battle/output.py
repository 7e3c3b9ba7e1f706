"""Output of `gametheory battle`: distributions as JSON and as tables."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.cli.probabilities import error_bound_text, format_probability, json_probability, survivors_text
from gametheory.cli.tables import print_table

if TYPE_CHECKING:
    from gametheory.cli.probabilities import Probability
    from gametheory.games.battle import Battle, OddsByTurn, Turn

MAX_ROWS = 12


def rules_json(battle: Battle) -> dict[str, Any]:
    """Return the battle and its rules, with both hit probabilities as exact fractions."""
    return {
        "attackers": battle.attackers,
        "defenders": battle.defenders,
        "p": str(battle.attacker_hits),
        "q": str(battle.defender_hits),
        "both_dead": battle.both_dead,
        "reserve": battle.reserve,
        "stop_when_outnumbered": battle.stop_when_outnumbered,
    }


def distribution_json(distribution: OddsByTurn) -> dict[str, Any]:
    """Return the JSON of a distribution; exact numbers are written in full."""
    from gametheory.games.battle import BattleDistribution

    sys.set_int_max_str_digits(0)
    convert = json_probability if isinstance(distribution.error_bound, Fraction) else float

    def converted(probabilities: Mapping[Any, Probability]) -> dict[str, str | float]:
        return {str(name): convert(value) for name, value in probabilities.items()}

    return {
        "turns": [{"turn": turn.turn} | converted(_probabilities(turn)) for turn in distribution.turns],
        "eventual": converted(distribution.eventual._asdict())
        if isinstance(distribution, BattleDistribution)
        else None,
        "survivors": {
            side: converted(dict(sorted(left.items()))) for side, left in distribution.survivors._asdict().items()
        },
        "error_bound": convert(distribution.error_bound),
    }


def _probabilities(turn: Turn) -> dict[str, Probability]:
    return {name: value for name, value in turn._asdict().items() if name != "turn"}


def print_distribution(distribution: OddsByTurn, stops: bool, when: str) -> None:
    """Print the odds by turn, those of the end if they are known, and the armies left."""
    from gametheory.games.battle import BattleDistribution

    names = ["win", "lose", *(["stopped"] if stops else []), "undecided"]
    rows = [
        (str(turn.turn), *(format_probability(getattr(turn, name)) for name in names)) for turn in distribution.turns
    ]
    if len(rows) > MAX_ROWS:
        rows = [*rows[: MAX_ROWS - 1], ("...", *[""] * len(names)), rows[-1]]
    if isinstance(distribution, BattleDistribution):
        end = distribution.eventual._asdict()
        rows.append(
            ("in the end", *(format_probability(end["never" if name == "undecided" else name]) for name in names))
        )
    print_table(("after turn", *names), rows)
    print(f"Attackers left {when}: {survivors_text(distribution.survivors.attackers)}.")
    print(f"Defenders left {when}: {survivors_text(distribution.survivors.defenders)}.")
    print(error_bound_text(distribution.error_bound))
