"""All castle games of a box, with who can win, how soon and by which play, to be looked up in the report."""

from __future__ import annotations

from typing import Any

from gametheory import Castle
from gametheory.claims.evidence import LookupTable
from gametheory.games.castle.solution import solve_castle
from gametheory.verify import CertificateError, check_play

MOST = (10, 50, 12)
INPUTS = ("soldiers", "strength", "defenders per wave")
FACTS = ("can win", "soldiers' fewest waves", "castle's fewest waves", "a tie is possible", "case of the posts")
HEADINGS = ("at castle", "at defenders", "soldiers", "defenders", "strength")
START = ("10", "43", "8")


def explorer() -> LookupTable:
    """Every game of the box, solved by the closed forms, with a fastest play replayed by the rules."""
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
        counted="wave",
        note="Each line of the play is the volley of a wave, and what stands after it. Where the soldiers can win, "
        "their fastest play is shown, else the castle's. Who can win and how soon is from the closed forms of "
        "docs/theory/castle.md; each play was replayed by the rules, and is as short as they say. Larger numbers: "
        "gametheory castle solve.",
    )


def answer(game: Castle) -> list[Any]:
    """What is shown of one game; CertificateError where its play is not what it is said to be."""
    found = solve_castle(game)
    fewest = {"soldiers": found.soldiers_min_waves, "castle": found.castle_min_waves}
    able = [side for side, waves in fewest.items() if waves is not None]
    if check_play(game, [(wave.volley,) for wave in found.play.waves], able[0]) != fewest[able[0]]:
        raise CertificateError(f"{game}: the play is not as short as the closed form says")
    return [
        "both" if len(able) == 2 else able[0],
        *("never" if waves is None else waves for waves in fewest.values()),
        found.tie_possible,
        found.case,
        [[*wave.volley, *wave.position] for wave in found.play.waves],
    ]
