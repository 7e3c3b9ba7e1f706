"""A lookup table of all castle games of a box, for the report: who can win, how soon, and by which play."""

from __future__ import annotations

from typing import Any

from gametheory import Castle
from gametheory.claims.evidence import LookupTable
from gametheory.games.castle.plays import solve_castle
from gametheory.verify import CertificateError, check_play

MOST = (10, 50, 12)
INPUTS = ("soldiers", "strength", "defenders per wave")
FACTS = ("can win", "soldiers' fewest waves", "castle's fewest waves", "a tie is possible", "case of the posts")
HEADINGS = ("at castle", "at defenders", "soldiers", "defenders", "strength")
START = ("10", "43", "8")


def explorer() -> LookupTable:
    """Return every game of the box, solved by the closed forms, with a fastest play replayed by the rules."""
    soldiers, strength, fresh = (range(1, most + 1) for most in MOST)
    answers = {
        str(n): {str(s): {str(dpw): answer(Castle(n, s, dpw)) for dpw in fresh} for s in strength} for n in soldiers
    }
    return LookupTable(
        "The castle game for all numbers up to {} soldiers, strength {} and {} defenders per wave: who can win, in how "
        "few waves, and a fastest play.".format(*MOST),
        INPUTS,
        answers,
        START,
        FACTS,
        HEADINGS,
        numbering="wave",
        note="Each line of the play has the volley of a wave and the numbers after it. The play is a fastest win of "
        "the soldiers, or of the castle if the soldiers cannot win. The closed forms of Theorems A and B state "
        "who can win and how soon; each play was replayed by the rules and has the stated length. For larger numbers "
        "use gametheory castle solve.",
    )


def answer(game: Castle) -> list[Any]:
    """Return the facts and the play of one game; raise CertificateError if the play has not the stated length."""
    solution = solve_castle(game)
    fewest = {"soldiers": solution.soldiers_min_waves, "castle": solution.castle_min_waves}
    winners = [side for side, waves in fewest.items() if waves is not None]
    if check_play(game, [(wave.volley,) for wave in solution.play.waves], winners[0]) != fewest[winners[0]]:
        raise CertificateError(f"{game}: the play is not as short as the closed form says")
    return [
        "both" if len(winners) == 2 else winners[0],
        *("never" if waves is None else waves for waves in fewest.values()),
        solution.tie_possible,
        solution.case,
        [[*wave.volley, *wave.position] for wave in solution.play.waves],
    ]
