"""Exercises about the castle game: the answers come from the code that judges the claims."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from _published import box, graph, play_text, positions_of_fastest

from gametheory import Castle
from gametheory.claims import appendix
from gametheory.claims.declare import Claim
from gametheory.claims.evidence import Interactive
from gametheory.games.castle import defenders_first
from gametheory.solvers.shortest_paths import distance_to_outcome

from . import strategies
from .example import EXAMPLE
from .strategies import SMALL

CAPTION = "Exercises. The page checks each answer; the answers are printed on a page of their own."


@appendix("CD1.exercises", "Exercises about the castle game")
def exercises() -> list[Interactive]:
    items = [
        find_counterexample(strategies.slowest_possible, strategies.is_slowest),
        find_counterexample(strategies.fewest_killed, strategies.loses_fewest),
        missing_volley(EXAMPLE),
        missing_volley(Castle(10, 11, 15)),
    ]
    return [Interactive("exercises", CAPTION, {"items": items})]


def find_counterexample(claim: Claim, holds: Callable[[Castle], bool]) -> dict[str, Any]:
    """Return the exercise to find a game that contradicts a claim, judged by the function that judges the claim."""
    games = list(box(SMALL))
    wrong = [game for game in games if not holds(game)]
    return {
        "task": f"Find a game in which this sentence is false: {claim.statement}",
        "claim": claim.id,
        "inputs": ["soldiers $n$", "strength $s$", "defenders per wave $\\mathit{dpw}$"],
        "accepted": [str(game) for game in wrong],
        "possible": [str(game) for game in games],
        "range": f"The page knows the answer for n ≤ {SMALL}, s ≤ 6n and dpw ≤ 3n.",
        "right": f"Yes, the sentence is false there. The smallest such game is {wrong[0]}.",
        "wrong": "No, the sentence is true there.",
        "answer": f"The smallest is {wrong[0]}. There are {len(wrong)} among the {len(games)} games with n ≤ {SMALL}, "
        "s ≤ 6n and dpw ≤ 3n.",
    }


def missing_volley(game: Castle) -> dict[str, Any]:
    """Return the exercise to complete a fastest win at the first wave at which attackDefenders is too slow."""
    distance = distance_to_outcome(graph(game), "soldiers")
    play = positions_of_fastest(game, "soldiers")

    def is_best(at: Any, volley: Any) -> bool:
        return distance.get(game.after(at, volley)) == distance[at] - 1

    wave, before = next((k, at) for k, at in enumerate(play, 1) if not is_best(at, defenders_first(at)))
    volleys = list(game.moves(before))
    best = [volley.at_defenders for volley in volleys if is_best(before, volley)]
    return {
        "task": f"Complete a fastest win in {game}. The play so far, with soldiers S, defenders D and the hits CH that "
        f"the castle still needs: {play_text(play[:wave])}. How many of the {before.soldiers} soldiers fire at "
        f"defenders in wave {wave}?",
        "claim": "CD1.9",
        "inputs": ["shots at defenders"],
        "accepted": [str(shot) for shot in best],
        "possible": [str(volley.at_defenders) for volley in volleys],
        "range": "This volley is not allowed: no shot may be wasted while a defender is alive.",
        "right": f"Yes, the soldiers then win in {distance[before]} waves from here.",
        "wrong": "No, this volley is not a part of a fastest win.",
        "answer": f"{' or '.join(map(str, best))} at defenders, and {distance[before]} waves in all from here.",
    }
