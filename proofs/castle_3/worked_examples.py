"""The two worked examples of CD3, replayed by the rules and compared with every printed number."""

from __future__ import annotations

from _published import rows

from gametheory import Castle
from gametheory.claims import Verdict, Witness, check_all, refuted
from gametheory.claims.evidence import Evidence, Table, Text
from gametheory.games.castle import CastlePlay, Volley, castle_first, play_out
from gametheory.games.castle.closed_form import (
    battle_days,
    castle_fewest_waves,
    compare_golden_multiple,
    soldiers_fewest_waves,
)
from gametheory.games.castle.plays import replay

from .figures import battle_plot

STRENGTH = DPW = 5000


def felled(soldiers: int) -> CastlePlay:
    """Return the play in which the castle falls on day 2, with the battle after it."""
    return play_out(Castle(soldiers, STRENGTH, DPW), castle_first)


def delayed(soldiers: int) -> CastlePlay:
    """Return the play with all shots of day 2 at defenders; on day 3 the castle falls."""
    strength_left = STRENGTH - soldiers
    soldiers_left = soldiers - (DPW - soldiers)
    volleys = [Volley(soldiers, 0), Volley(0, soldiers), Volley(strength_left, soldiers_left - strength_left)]
    return replay(Castle(soldiers, STRENGTH, DPW), volleys)


def printed_numbers(soldiers: int) -> list[tuple[str, int, str, int, int]]:
    """Return each printed number of a game: play, day, quantity, printed value, and value by the rules."""
    plays = {"felled": felled(soldiers), "delay": delayed(soldiers)}
    numbers = []
    for row in rows("castle_3_plays.tsv"):
        if int(row["soldiers"]) == soldiers:
            day, number = int(row["day"]), int(row["number"])
            numbers.append((row["play"], day, row["what"], number, at_end(plays[row["play"]], day)[row["what"]]))
    return numbers


def at_end(play: CastlePlay, day: int) -> dict[str, int]:
    """Return the numbers at the end of a day, by the names of the table."""
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
    """Return a table of a play, day by day."""
    return Table(
        ("day", "at castle", "at defenders", "soldiers", "defenders", "strength"),
        [(wave.number, *wave.volley, *wave.position) for wave in play.waves],
        caption,
    )


def example(soldiers: int, facts: dict[str, bool], *texts: Text) -> Verdict:
    """Compare every printed number and every other printed fact of a game with the rules."""
    numbers = printed_numbers(soldiers)
    wrong = [entry for entry in numbers if entry[3] != entry[4]]
    failed = [fact for fact, true in facts.items() if not true]
    name = str(Castle(soldiers, STRENGTH, DPW))
    evidence: list[Evidence] = [
        days(felled(soldiers), f"{name}: the castle falls on day 2"),
        days(delayed(soldiers), f"{name}: all fire at defenders on day 2"),
        Table(("statement of the post", "true"), [(fact, "yes" if true else "no") for fact, true in facts.items()]),
        battle_plot({"3819": felled(3819), "3820": felled(3820)}),
        *texts,
    ]
    scope = f"{len(numbers)} printed numbers and {len(facts)} statements about {name}"
    if wrong or failed:
        cases = len(numbers) + len(facts)
        return refuted(scope, cases, Witness(name, f"wrong: {wrong} {failed}"), *evidence)
    true = {f"{play}, day {day}: {what}": number == value for play, day, what, number, value in numbers} | facts
    return check_all(true, lambda name: true[name], scope, None, *evidence)


def facts_3819() -> dict[str, bool]:
    """Non-numeric statements of the post about the example 3819/5000/5000."""
    game = (3819, STRENGTH, DPW)
    return {
        "dpw + s is above (φ + 1) n": compare_golden_multiple(3819, STRENGTH + DPW - 3819) < 0,
        "the soldiers cannot win": soldiers_fewest_waves(*game) is None,
        "the castle can win in 3 and not in 2": castle_fewest_waves(*game) == 3,
        "the printed play, with all shots of day 2 at defenders, is a castle win on day 3": _ends(
            delayed(3819), "castle", 3
        ),
        "if the castle falls on day 2, it wins in six": _ends(felled(3819), "castle", 6),
    }


def facts_3820() -> dict[str, bool]:
    """Non-numeric statements of the post about the example 3820/5000/5000."""
    game = (3820, STRENGTH, DPW)
    return {
        "dpw + s is below (φ + 1) n": compare_golden_multiple(3820, STRENGTH + DPW - 3820) > 0,
        "k = 5": battle_days(3820, 2360) == 5,
        "the soldiers can win in 7 waves": soldiers_fewest_waves(*game) == 7,
        "they do if the castle falls on day 2": _ends(felled(3820), "soldiers", 7),
        "the castle can win in 3, and not sooner": castle_fewest_waves(*game) == 3,
        "firing at castle, defenders, castle is such a play": _ends(delayed(3820), "castle", 3),
    }


def _ends(play: CastlePlay, winner: str, length: int) -> bool:
    return (play.winner, play.length) == (winner, length)
