"""The two worked examples of CD3, replayed by the rules and compared with every number told."""

from __future__ import annotations

from _castle_map import battle_plot
from _published import rows

from gametheory import Castle
from gametheory.claims import Verdict, Witness, refuted, verified
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle import CastlePlay, Volley, castle_first, play_out
from gametheory.games.castle.closed_form import battle_days, castle_fewest_waves, soldiers_fewest_waves
from gametheory.games.castle.fibonacci import compare_golden_multiple
from gametheory.games.castle.strategies import replay

STRENGTH = DPW = 5000


def felled(soldiers: int) -> CastlePlay:
    """The castle felled on day 2, and the battle after it."""
    return play_out(Castle(soldiers, STRENGTH, DPW), castle_first)


def delayed(soldiers: int) -> CastlePlay:
    """All at the defenders on day 2; on day 3 the castle first, and the spare shots at defenders."""
    left = STRENGTH - soldiers
    standing = soldiers - (DPW - soldiers)
    volleys = [Volley(soldiers, 0), Volley(0, soldiers), Volley(left, standing - left)]
    return replay(Castle(soldiers, STRENGTH, DPW), volleys)


def told_numbers(soldiers: int) -> list[tuple[str, int, str, int, int]]:
    """Each number told of a game: play, day, what it is, as printed, and by the rules."""
    plays = {"felled": felled(soldiers), "delay": delayed(soldiers)}
    found = []
    for row in rows("castle_3_plays.tsv"):
        if int(row["soldiers"]) == soldiers:
            day, number = int(row["day"]), int(row["number"])
            found.append((row["play"], day, row["what"], number, at_end(plays[row["play"]], day)[row["what"]]))
    return found


def at_end(play: CastlePlay, day: int) -> dict[str, int]:
    """What stands at the end of a day, by the names of the table."""
    wave = play.waves[day - 1]
    fresh = DPW if wave.position.soldiers and wave.position.strength else 0
    return {
        "soldiers": wave.position.soldiers,
        "strength": wave.position.strength,
        "shot": wave.volley.at_defenders,
        "alive": wave.position.defenders - fresh,
        "next": wave.position.defenders,
    }


def days(play: CastlePlay, caption: str) -> Table:
    """A play day by day."""
    return Table(
        ("day", "at castle", "at defenders", "soldiers", "defenders", "strength"),
        [(wave.number, *wave.volley, *wave.position) for wave in play.waves],
        caption,
    )


def example(soldiers: int, facts: dict[str, bool], *texts: Text) -> Verdict:
    """Every number told of a game, and other facts told of it, one by one."""
    numbers = told_numbers(soldiers)
    wrong = [entry for entry in numbers if entry[3] != entry[4]]
    failed = [fact for fact, holds in facts.items() if not holds]
    name = str(Castle(soldiers, STRENGTH, DPW))
    evidence = (
        days(felled(soldiers), f"{name}: the castle felled on day 2"),
        days(delayed(soldiers), f"{name}: all at the defenders on day 2"),
        Table(("told of the game", "holds"), [(fact, "yes" if holds else "no") for fact, holds in facts.items()]),
        battle_plot({"3819": felled(3819), "3820": felled(3820)}),
        *texts,
    )
    cases, scope = len(numbers) + len(facts), f"{len(numbers)} numbers and {len(facts)} facts told of {name}"
    if wrong or failed:
        return refuted(scope, cases, Witness(name, f"wrong: {wrong} {failed}"), *evidence)
    return verified(scope, cases, *evidence)


def facts_3819() -> dict[str, bool]:
    """What is told of 3819/5000/5000 besides numbers."""
    game = (3819, STRENGTH, DPW)
    return {
        "dpw + s is above (φ + 1) n": compare_golden_multiple(3819, STRENGTH + DPW - 3819) < 0,
        "the soldiers cannot win": soldiers_fewest_waves(*game) is None,
        "the castle can win in 3 and not in 2": castle_fewest_waves(*game) == 3,
        "the play told, all at the defenders on day 2, is a castle win on day 3": _ends(delayed(3819), "castle", 3),
        "the castle felled on day 2, the castle wins in six": _ends(felled(3819), "castle", 6),
    }


def facts_3820() -> dict[str, bool]:
    """What is told of 3820/5000/5000 besides numbers."""
    game = (3820, STRENGTH, DPW)
    return {
        "dpw + s is below (φ + 1) n": compare_golden_multiple(3820, STRENGTH + DPW - 3820) > 0,
        "k = 5": battle_days(3820, 2360) == 5,
        "the soldiers can win in 7 waves": soldiers_fewest_waves(*game) == 7,
        "the castle felled on day 2, they do": _ends(felled(3820), "soldiers", 7),
        "the castle can win in 3 at least": castle_fewest_waves(*game) == 3,
        "castle, defenders, castle is such a play": _ends(delayed(3820), "castle", 3),
    }


def _ends(play: CastlePlay, winner: str, length: int) -> bool:
    return (play.winner, play.length) == (winner, length)
