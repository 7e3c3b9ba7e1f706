"""The example 10/43/8 of the text."""

from _published import Result, rows

from gametheory import Castle
from gametheory.claims import Verdict, Witness, check_all, claim, refuted
from gametheory.claims.evidence import Table
from gametheory.games.castle import CastlePlay, castle_first, defenders_first, play_out

from .plays import best, outcome_text

TEXT = "the example 10/43/8"
EXAMPLE = Castle(10, 43, 8)


def matches_text(name: str, ending: Result, play: CastlePlay) -> Verdict:
    """Compare the ending and the waves that the text states for the example with a computed play."""
    printed = {
        int(row["wave"]): tuple(int(row[column]) for column in ("soldiers", "defenders", "strength"))
        for row in rows("castle_1_plays.tsv")
        if row["play"] == name
    }
    if not ending.agrees(play):
        return refuted(str(EXAMPLE), 1, Witness(str(EXAMPLE), f"printed: {ending}; computed: {outcome_text(play)}"))
    reached = {wave.number: wave.position for wave in play.waves}
    return check_all(
        printed,
        lambda number: reached.get(number) == printed[number],
        f"the {len(printed)} printed waves of {EXAMPLE}, and the ending",
        lambda number: f"wave {number}, printed: {printed[number]}",
        Table(
            ("wave", "at castle", "at defenders", "soldiers", "defenders", "strength"),
            [(wave.number, *wave.volley, *wave.position) for wave in play.waves],
            f"The position at the end of each wave; the text states {len(printed)} of them.",
        ),
    )


@claim(
    "CD1.4",
    "10/43/8 under attackCastle: the strength after each wave is as stated, and the castle wins in 15 waves.",
    TEXT,
)
def example_attack_castle() -> Verdict:
    return matches_text("attackCastle", Result("castle", 15), play_out(EXAMPLE, castle_first))


@claim(
    "CD1.5",
    "10/43/8: the other play of the text wins in 16 waves, and no play wins sooner.",
    TEXT,
)
def example_other_play() -> Verdict:
    return matches_text("other", Result("soldiers", 16), best(EXAMPLE))


@claim(
    "CD1.6",
    "10/43/8 under attackDefenders: the soldiers win in 18 waves, with all 10 left.",
    TEXT,
)
def example_attack_defenders() -> Verdict:
    return matches_text("attackDefenders", Result("soldiers", 18, 10), play_out(EXAMPLE, defenders_first))
