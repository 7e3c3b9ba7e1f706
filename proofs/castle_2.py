"""Castle Defense II: all the ways to win."""

from collections.abc import Callable

from _counts import as_the_program_counts, castle_row, in_all, left_out, misprints, missing_wins
from _lists import listed, loses, standing_apart
from _loop import battle_obligations, follows_loop, small_positions, transition_obligations
from _plays import census, fewest, fewest_from_start, figure, missed, shortest_missed
from _published import box, end_of_waves, fastest, game, graph, rows, tests, told
from _two_waves import STATEMENT, no_soldiers_win, two_waves

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, check_all, claim, refuted, verified
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle import castle_first, count_plays, defenders_first
from gametheory.prove.smt import prove
from gametheory.solvers.shortest_paths import count_plays_by_length, cycle_edges

TABLE = "the closing table"
FACTS = "“Other interesting facts”, the last paragraphs"
FIGURES = "the figures and the text around them"
ALL = "the 27 tests"
SMALL = 5
BOX = f"all games with n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n"


@claim(
    "CD2.fast",
    "The fast count of ways, by generating functions, equals the count on the state graph; this program's own claim.",
    "gametheory/games/castle/counting.py",
    expected="verified",
)
def fast_count_is_exact(deep: bool = False) -> Verdict:
    largest = 7 if deep else 4

    def agrees(castle: Castle) -> bool:
        fast, unfolded = count_plays(castle), graph(castle)
        return (
            fast.soldiers == count_plays_by_length(unfolded, "soldiers")
            and fast.castle == count_plays_by_length(unfolded, "castle")
            and fast.missed == count_plays_by_length(unfolded, "castle", missed)
        )

    games = [*box(largest), *(castle for _, castle in tests())]
    return check_all(games, agrees, f"all games with n ≤ {largest}, s ≤ 6n, dpw ≤ 3n, and the 27 tests")


@claim(
    "CD2.1",
    "The number of the soldiers' wins in each of the 27 tests, in total and by wave.",
    TABLE,
    uses=["CD2.fast"],
    expected="refuted",
)
def soldiers_wins() -> Verdict:
    table, wrong = [], []
    for row in rows("castle_2.tsv"):
        castle, cell, computed = game(row), row["soldiers_by_wave"], count_plays(game(row)).soldiers
        total = sum(computed.values())
        errors = misprints(cell, computed) + left_out(cell, computed)
        if errors or total != int(row["soldiers_total"]):
            wrong.append((castle, errors, len(table)))
        table.append((row["test"], str(castle), row["soldiers_total"], total, "; ".join(errors) or "as printed"))
    headings = ("test", "n/s/dpw", "total printed", "total computed", "by wave")
    evidence = Table(headings, table, "A marked cell names what is wrong in print.", [(row, 4) for *_, row in wrong])
    if not wrong:
        return verified(ALL, len(table), evidence)
    castle, errors, _ = min(wrong)
    last, count = max(count_plays(castle).soldiers.items())
    witness = Witness(
        str(castle), f"{'; '.join(errors)}; the last wave with a win is {last}, and has {count}", "A misprint"
    )
    totals = check_all(table, lambda row: int(row[2]) == row[3], ALL)
    instead = Correction(f"All 27 totals hold as printed, and all waves but in {castle}: {'; '.join(errors)}.", totals)
    return refuted(ALL, len(table), witness, evidence, instead=instead)


CONVENTION = (
    "The program behind the post misses a castle win when the castle fell in an earlier wave and the last volley "
    "leaves more defenders than soldiers. Counted so (castle count --convention published), all 27 totals and all "
    "printed waves agree."
)


@claim(
    "CD2.2",
    "The number of the castle's wins in each of the 27 tests, in total and by wave.",
    TABLE,
    uses=["CD2.fast"],
    expected="refuted",
)
def castle_wins() -> Verdict:
    counted = [(row, game(row), count_plays(game(row))) for row in rows("castle_2.tsv")]
    short = [
        index for index, (row, _, counts) in enumerate(counted) if int(row["castle_total"]) != in_all(counts.castle)
    ]
    evidence = Table(
        (
            "test",
            "n/s/dpw",
            "printed",
            "as the program counts",
            "by the rules",
            "shortest win missed",
            "by wave",
        ),
        [castle_row(row, castle, counts) for row, castle, counts in counted],
        "A marked total is not that of the rules.",
        [(index, 2) for index in short],
    )
    if not short:
        return verified(ALL, len(counted), evidence)
    row, castle, counts = min((counted[index] for index in short), key=lambda entry: entry[1])
    witness = Witness(
        str(castle),
        f"printed {row['castle_total']}; by the rules {in_all(counts.castle)}, "
        f"among them {told(shortest_missed(castle))}",
        "Wins that the program misses",
    )
    convention = check_all(counted, as_the_program_counts, ALL)
    return refuted(
        ALL,
        len(counted),
        witness,
        missing_wins(len(short)),
        evidence,
        instead=Correction(CONVENTION, convention),
    )


@claim(
    "CD2.3",
    "Test 0 has three paths to a win, one of the soldiers in 4 waves and two of the castle in 3; all are printed.",
    FIGURES,
    expected="verified",
)
def test_0() -> Verdict:
    return census(0, {4: 1}, {3: 2}, figure(0, 2))


@claim(
    "CD2.4",
    "Test 1 has 7 paths, all won by the castle: 2 of two waves and 5 of three; the text prints three of them.",
    FIGURES,
    expected="verified",
)
def test_1() -> Verdict:
    return census(1, {}, {2: 2, 3: 5}, figure(1, 3))


@claim(
    "CD2.5",
    "Test 2: the soldiers win in 9 waves only, in the two printed ways; the castle in 3 to 8 waves, two ways each.",
    FIGURES,
    expected="verified",
)
def test_2() -> Verdict:
    return census(2, {9: 2}, dict.fromkeys(range(3, 9), 2))


@claim("CD2.6", "Test 3 has a single solution: the soldiers win in 2 rounds.", FIGURES, expected="verified")
def test_3() -> Verdict:
    return census(3, {2: 1}, {})


@claim(
    "CD2.7",
    "Test 7: the soldiers cannot win; the castle wins twice in 2 waves, as printed, and twice in 3.",
    "the output for test 7",
    expected="verified",
)
def test_7() -> Verdict:
    return census(7, {}, {2: 2, 3: 2})


@claim(
    "CD2.8",
    "Test 10: one win of the soldiers, in 4 waves; a tie on the second wave; castle wins, 3 in 3 waves and 5 in 4.",
    FIGURES,
    expected="verified",
)
def test_10() -> Verdict:
    castle = dict(tests())[10]
    ties = cycle_edges(graph(castle))
    distance = [fewest_from_start(castle, step.position) for step in ties]
    if distance != [1]:
        return refuted(str(castle), 1, Witness(str(castle), f"positions that repeat: {ties}"))
    return census(10, {4: 1}, {3: 3, 4: 5}, figure(10, 4))


def shortest_castle_wins(hopeless: bool) -> Table:
    """The fewest waves of the castle in the tests in which the soldiers cannot win, or in which both can."""
    chosen = [
        (number, str(castle), fewest(castle, "castle"))
        for number, castle in tests()
        if (fewest(castle, "soldiers") is None) == hopeless and fewest(castle, "castle") is not None
    ]
    which = "the soldiers cannot win" if hopeless else "both sides can win"
    return Table(("test", "n/s/dpw", "castle's fewest waves"), chosen, f"The tests in which {which}.")


@claim(
    "CD2.9",
    "Where the soldiers cannot win, the shortest castle win takes 2 waves.",
    FACTS,
    expected="corrected",
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
    )


@claim(
    "CD2.10",
    "Where both sides can win, the shortest castle win takes 3 waves.",
    FACTS,
    expected="corrected",
)
def three_waves_when_both_can() -> Verdict:
    table = shortest_castle_wins(hopeless=False)
    return both_readings(
        table,
        {row[2] for row in table.rows} == {3},
        lambda castle: fewest(castle, "soldiers") is None or fewest(castle, "castle") in (None, 3),
        "both sides can win",
        "Where the soldiers can win, every castle win takes at least 3 waves.",
    )


def both_readings(table: Table, right: bool, holds: Callable[[Castle], bool], where: str, statement: str) -> Verdict:
    """A fact read of the 27 tests and read of all games, and what holds of all games."""
    reading = Text(f"Read of the 27 tests: {'true' if right else 'false'}, {len(table.rows)} tests. Read of all games:")
    proof = prove("all integers n, s, dpw of at least 1", [*two_waves(), *no_soldiers_win()])

    def explain(castle: Castle) -> str:
        play = end_of_waves(fastest(castle, "castle"))
        return f"{where}, and the castle needs {len(play) - 1} waves: {told(play)}"

    return check_all(box(SMALL), holds, BOX, explain, reading, table, instead=Correction(statement, proof))


@claim(
    "CD2.11",
    "There are nearly always more castle wins than soldiers' wins.",
    FACTS,
    uses=["CD2.fast"],
    expected="verified",
)
def more_castle_wins() -> Verdict:
    def totals(castle: Castle) -> tuple[int, int]:
        counts = count_plays(castle)
        return sum(counts.soldiers.values()), sum(counts.castle.values())

    table = [(number, str(castle), *totals(castle)) for number, castle in tests()]
    fewer = [row[0] for row in table if row[3] <= row[2]]
    siege = [totals(castle) for castle in box(SMALL) if castle.strength > castle.soldiers]
    more = sum(castle > soldiers for soldiers, castle in siege)
    count = Text(
        f"More castle wins in {len(table) - len(fewer)} of the 27 tests, all but {fewer}. Of the games with s > n, "
        f"n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n: {more} of {len(siege)}. “Nearly always” is read as nine tests in ten."
    )
    evidence = Table(("test", "n/s/dpw", "soldiers' wins", "castle wins"), table)
    if 10 * len(fewer) <= len(table):
        return verified(ALL, len(table), count, evidence)
    return refuted(
        ALL, len(table), Witness(f"tests {fewer}", "no more castle wins than soldiers' wins"), count, evidence
    )


@claim(
    "CD2.12",
    "attackDefenders leads to a castle win in tests 0, 6, 9 and 15; attackCastle in 11, 12, 17, 18, 22, 26 and 26.",
    "the story of the commander",
    expected="refuted",
)
def where_strategies_fail() -> Verdict:
    return listed(
        {"attackDefenders": [0, 6, 9, 15], "attackCastle": [11, 12, 17, 18, 22, 26, 26]},
        {
            "attackDefenders": [number for number, castle in tests() if loses(castle, defenders_first)],
            "attackCastle": [number for number, castle in tests() if loses(castle, castle_first)],
        },
    )


@claim(
    "CD2.13",
    "Tests 2, 3, 4, 5, 8, 20, 23 and 24 are solved by both strategies with a different number of soldiers standing.",
    "the paragraph on brute force",
    expected="refuted",
)
def solved_by_both() -> Verdict:
    name = "solved by both, standing apart"
    return listed(
        {name: [2, 3, 4, 5, 8, 20, 23, 24]},
        {name: [number for number, castle in tests() if standing_apart(castle)]},
    )


@claim(
    "CD2.14",
    "With $i$ shots at defenders, and both sides standing: soldiers $S - (D - i)$, defenders $D - i + \\mathit{dpw}$, "
    "castle $CH - (S - i)$; and $i$ never exceeds the defenders.",
    "the walk through the loop over i",
    expected="proved",
)
def transition() -> Verdict:
    moves = check_all(small_positions(), follows_loop, "positions with S ≤ 5, D ≤ 8, CH ≤ 8, dpw ≤ 3")
    if moves.witness:
        return moves
    return prove(
        "all integers S, D, CH, dpw and i",
        transition_obligations(),
        Text(
            "The code of the rules was run on symbols, branch by branch. The volleys themselves were compared with the "
            f"loop in {moves.cases} positions ({moves.scope}): a volley that the loop tries and the rules forbid fires "
            "more shots at the castle than it has strength while a defender lives."
        ),
    )


@claim(
    "CD2.15",
    "After the castle fell: $D' = D - S$, then $S' = S - D'$, until $D$ or $S$ is zero or less.",
    "soldiersVsDefenders, and the section on path computation",
    expected="proved",
)
def battle_recursion() -> Verdict:
    return prove(
        "all integers S, D of at least 1",
        battle_obligations(),
        Text(
            "The recursion names the right winner. Its numbers of the last wave need the correction that the post "
            "makes: a negative $S'$ stands for no soldiers; with $D \\le S$ the soldiers stay $S$, not $S - (D - S)$."
        ),
    )
