"""The paragraphs “Other interesting facts”."""

from collections.abc import Callable

from _game_claim import game_claim
from _published import box, play_text, positions_of_fastest, tests

from gametheory import Castle
from gametheory.claims import Correction, Verdict, argue, check_all, claim
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle import count_plays

from .plays import ALL, fewest
from .two_waves import STATEMENT, WHY, two_waves

FACTS = "“Other interesting facts”, the last paragraphs"
SMALL = 5
BOX = f"all games with n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n"


def shortest_castle_wins(hopeless: bool) -> Table:
    """Return the fewest waves of the castle in the tests where the soldiers cannot win, or where both sides can."""
    rows = [
        (number, str(castle), fewest(castle, "castle"))
        for number, castle in tests()
        if (fewest(castle, "soldiers") is None) == hopeless and fewest(castle, "castle") is not None
    ]
    condition = "the soldiers cannot win" if hopeless else "both sides can win"
    return Table(("test", "n/s/dpw", "castle's fewest waves"), rows, f"The tests in which {condition}.")


@game_claim(
    "CD2.9",
    "Where the soldiers cannot win, the shortest castle win takes 2 waves.",
    FACTS,
    theorems=["castle/SecondDay.cd3_two_days", "castle/FirstPosts.cd2_two_waves_never"],
)
def two_waves_when_hopeless() -> Verdict:
    table = shortest_castle_wins(hopeless=True)
    named = [row[0] for row in table.rows] == [1, 7, 13, 14, 16, 19]
    return both_readings(
        table,
        named and {row[2] for row in table.rows} == {2},
        lambda castle: fewest(castle, "soldiers") is not None or fewest(castle, "castle") == 2,
        "the soldiers cannot win",
        STATEMENT,
        WHY,
    )


@game_claim(
    "CD2.10",
    "Where both sides can win, the shortest castle win takes 3 waves.",
    FACTS,
    theorems=["castle/FirstPosts.cd2_three_waves"],
)
def three_waves_when_both_can() -> Verdict:
    table = shortest_castle_wins(hopeless=False)
    return both_readings(
        table,
        {row[2] for row in table.rows} == {3},
        lambda castle: fewest(castle, "soldiers") is None or fewest(castle, "castle") in (None, 3),
        "both sides can win",
        "Where the soldiers can win, every castle win takes at least 3 waves.",
        WHY,
        Text(
            "The castle has no win in one wave: the first wave leaves all soldiers alive. So where the soldiers can "
            "win, every castle win takes 3 waves or more."
        ),
    )


def both_readings(
    table: Table,
    true_of_tests: bool,
    holds: Callable[[Castle], bool],
    where: str,
    statement: str,
    *joined: Text,
) -> Verdict:
    """Check a statement about the 27 tests and about all games, with the argued correction for all games."""
    reading = Text(
        f"As a statement about the 27 tests: {str(true_of_tests).lower()}, {len(table.rows)} tests. About all games:"
    )
    correction = Correction(statement, argue(two_waves, *joined))

    def explain(castle: Castle) -> str:
        play = positions_of_fastest(castle, "castle")
        return f"{where}, and the castle needs {len(play) - 1} waves: {play_text(play)}"

    return check_all(box(SMALL), holds, BOX, explain, reading, table, correction=correction)


EXCEPTIONS = (3, 8)  # the tests in which the castle has no more wins; fewer than one in ten, which is “nearly always”


@claim(
    "CD2.11",
    "There are nearly always more castle wins than soldiers' wins.",
    FACTS,
    uses=["CD2.fast"],
)
def more_castle_wins() -> Verdict:
    def totals(castle: Castle) -> tuple[int, int]:
        counts = count_plays(castle)
        return sum(counts.soldiers.values()), sum(counts.castle.values())

    table = [(number, str(castle), *totals(castle)) for number, castle in tests()]
    more_wins = {number: of_castle > of_soldiers for number, _, of_soldiers, of_castle in table}
    totals_of_sieges = [totals(castle) for castle in box(SMALL) if castle.strength > castle.soldiers]
    more = sum(castle > soldiers for soldiers, castle in totals_of_sieges)
    exceptions = " and ".join(map(str, EXCEPTIONS))
    count = Text(
        f"More castle wins in {sum(more_wins.values())} of the 27 tests, all except {exceptions}. Of the games with "
        f"s > n, n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n: {more} of {len(totals_of_sieges)}. “Nearly always” is interpreted as "
        "nine tests in ten."
    )
    evidence = Table(("test", "n/s/dpw", "soldiers' wins", "castle wins"), table)
    return check_all(
        more_wins,
        lambda number: more_wins[number] is (number not in EXCEPTIONS),
        f"{ALL}, with more castle wins in all except {exceptions}",
        None,
        count,
        evidence,
    )
