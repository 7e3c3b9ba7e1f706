"""Castle Defense II: all the ways to win."""

from collections.abc import Callable

from _counts import castle_row, matches_program, missing_waves, total_of, uncounted_wins_text, wrong_waves
from _play_lists import compare_lists, loses_a_won_game, reason_not_different, solved_with_different_survivors
from _plays import compare_plays, fewest, fewest_from_start, figure, shortest_uncounted_win, uncounted
from _post2_recursion import battle_obligations, matches_loop, small_positions, transition_obligations
from _published import box, end_of_waves, fastest, game, graph, play_text, rows, tests
from _two_waves import STATEMENT, no_soldiers_win, two_waves

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, check_all, claim, prove, refuted, verified
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle import castle_first, count_plays, defenders_first
from gametheory.solvers.shortest_paths import count_plays_by_length, cycle_edges

TABLE = "the closing table"
FACTS = "“Other interesting facts”, the last paragraphs"
FIGURES = "the figures and the text around them"
ALL = "the 27 tests"
SMALL = 5
BOX = f"all games with n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n"


@claim(
    "CD2.fast",
    "The fast count of plays, by generating functions, equals the count on the state graph (a claim of this program).",
    "gametheory/games/castle/counting.py",
    expected="verified",
)
def fast_count_is_exact(deep: bool = False) -> Verdict:
    largest = 7 if deep else 4

    def agrees(castle: Castle) -> bool:
        fast, states = count_plays(castle), graph(castle)
        return (
            fast.soldiers == count_plays_by_length(states, "soldiers")
            and fast.castle == count_plays_by_length(states, "castle")
            and fast.uncounted_in_post == count_plays_by_length(states, "castle", uncounted)
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
        errors = wrong_waves(cell, computed) + missing_waves(cell, computed)
        if errors or total != int(row["soldiers_total"]):
            wrong.append((castle, errors, len(table)))
        table.append((row["test"], str(castle), row["soldiers_total"], total, "; ".join(errors) or "as printed"))
    headings = ("test", "n/s/dpw", "total printed", "total computed", "by wave")
    evidence = Table(headings, table, "A marked cell lists wrong printed numbers.", [(row, 4) for *_, row in wrong])
    if not wrong:
        return verified(ALL, len(table), evidence)
    castle, errors, _ = min(wrong)
    last, count = max(count_plays(castle).soldiers.items())
    witness = Witness(
        str(castle), f"{'; '.join(errors)}; the last wave with a win is {last}, with {count}", "A misprint"
    )
    totals = check_all(table, lambda row: int(row[2]) == row[3], ALL)
    correction = Correction(
        f"All 27 totals are right as printed, and all waves except in {castle}: {'; '.join(errors)}.", totals
    )
    return refuted(ALL, len(table), witness, evidence, correction=correction)


CONVENTION = (
    "The program of the post does not count a castle win if the castle fell in an earlier wave and the last volley "
    "leaves more defenders than soldiers. With this convention (castle count --convention published), all 27 totals "
    "and all printed waves agree."
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
    wrong = [
        index for index, (row, _, counts) in enumerate(counted) if int(row["castle_total"]) != total_of(counts.castle)
    ]
    evidence = Table(
        (
            "test",
            "n/s/dpw",
            "printed",
            "as the program counts",
            "by the rules",
            "shortest uncounted win",
            "by wave",
        ),
        [castle_row(row, castle, counts) for row, castle, counts in counted],
        "A marked total differs from the total by the rules.",
        [(index, 2) for index in wrong],
    )
    if not wrong:
        return verified(ALL, len(counted), evidence)
    row, castle, counts = min((counted[index] for index in wrong), key=lambda entry: entry[1])
    witness = Witness(
        str(castle),
        f"printed {row['castle_total']}; by the rules {total_of(counts.castle)}, among them "
        f"{play_text(shortest_uncounted_win(castle))}",
        "Wins that the program does not count",
    )
    convention = check_all(counted, matches_program, ALL)
    return refuted(
        ALL,
        len(counted),
        witness,
        uncounted_wins_text(len(wrong)),
        evidence,
        correction=Correction(CONVENTION, convention),
    )


@claim(
    "CD2.3",
    "Test 0 has three paths to a win, one of the soldiers in 4 waves and two of the castle in 3; all are printed.",
    FIGURES,
    expected="verified",
)
def test_0() -> Verdict:
    return compare_plays(0, {4: 1}, {3: 2}, figure(0, 2))


@claim(
    "CD2.4",
    "Test 1 has 7 paths, all won by the castle: 2 of two waves and 5 of three; the text prints three of them.",
    FIGURES,
    expected="verified",
)
def test_1() -> Verdict:
    return compare_plays(1, {}, {2: 2, 3: 5}, figure(1, 3))


@claim(
    "CD2.5",
    "Test 2: the soldiers win only in 9 waves, by the two printed plays; the castle in 3 to 8 waves, by two plays "
    "each.",
    FIGURES,
    expected="verified",
)
def test_2() -> Verdict:
    return compare_plays(2, {9: 2}, dict.fromkeys(range(3, 9), 2))


@claim("CD2.6", "Test 3 has a single solution: the soldiers win in 2 rounds.", FIGURES, expected="verified")
def test_3() -> Verdict:
    return compare_plays(3, {2: 1}, {})


@claim(
    "CD2.7",
    "Test 7: the soldiers cannot win; the castle wins twice in 2 waves, as printed, and twice in 3.",
    "the output for test 7",
    expected="verified",
)
def test_7() -> Verdict:
    return compare_plays(7, {}, {2: 2, 3: 2})


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
    return compare_plays(10, {4: 1}, {3: 3, 4: 5}, figure(10, 4))


def shortest_castle_wins(hopeless: bool) -> Table:
    """Return the fewest waves of the castle in the tests where the soldiers cannot win, or where both sides can."""
    rows = [
        (number, str(castle), fewest(castle, "castle"))
        for number, castle in tests()
        if (fewest(castle, "soldiers") is None) == hopeless and fewest(castle, "castle") is not None
    ]
    condition = "the soldiers cannot win" if hopeless else "both sides can win"
    return Table(("test", "n/s/dpw", "castle's fewest waves"), rows, f"The tests in which {condition}.")


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


def both_readings(
    table: Table, true_of_tests: bool, holds: Callable[[Castle], bool], where: str, statement: str
) -> Verdict:
    """Check a statement about the 27 tests and about all games, with the proved correction for all games."""
    reading = Text(
        f"As a statement about the 27 tests: {str(true_of_tests).lower()}, {len(table.rows)} tests. About all games:"
    )
    proof = prove([*two_waves(), *no_soldiers_win()])

    def explain(castle: Castle) -> str:
        play = end_of_waves(fastest(castle, "castle"))
        return f"{where}, and the castle needs {len(play) - 1} waves: {play_text(play)}"

    return check_all(box(SMALL), holds, BOX, explain, reading, table, correction=Correction(statement, proof))


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
    totals_of_sieges = [totals(castle) for castle in box(SMALL) if castle.strength > castle.soldiers]
    more = sum(castle > soldiers for soldiers, castle in totals_of_sieges)
    count = Text(
        f"More castle wins in {len(table) - len(fewer)} of the 27 tests, all except {fewer}. Of the games with s > n, "
        f"n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n: {more} of {len(totals_of_sieges)}. “Nearly always” is interpreted as nine "
        "tests in ten."
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
    return compare_lists(
        {"attackDefenders": [0, 6, 9, 15], "attackCastle": [11, 12, 17, 18, 22, 26, 26]},
        {
            "attackDefenders": [number for number, castle in tests() if loses_a_won_game(castle, defenders_first)],
            "attackCastle": [number for number, castle in tests() if loses_a_won_game(castle, castle_first)],
        },
        lambda test: "the soldiers do not lose a game that they can win",
    )


@claim(
    "CD2.13",
    "Tests 2, 3, 4, 5, 8, 20, 23 and 24 are solved by both strategies with a different number of soldiers left.",
    "the paragraph on brute force",
    expected="refuted",
)
def solved_by_both() -> Verdict:
    name = "solved by both, different numbers of soldiers left"
    return compare_lists(
        {name: [2, 3, 4, 5, 8, 20, 23, 24]},
        {name: [number for number, castle in tests() if solved_with_different_survivors(castle)]},
        lambda test: reason_not_different(dict(tests())[test]),
    )


@claim(
    "CD2.14",
    "With $i$ shots at defenders, if both sides survive: soldiers $S - (D - i)$, defenders $D - i + \\mathit{dpw}$, "
    "castle $CH - (S - i)$; and $i$ never exceeds the defenders.",
    "the walk through the loop over i",
    expected="proved",
)
def transition() -> Verdict:
    moves = check_all(small_positions(), matches_loop, "positions with S ≤ 5, D ≤ 8, CH ≤ 8, dpw ≤ 3")
    if moves.witness:
        return moves
    return prove(
        transition_obligations(),
        Text(
            "The code of the rules was run on symbols, branch by branch. The volleys were compared with the loop in "
            f"{moves.cases} positions ({moves.scope}): a volley that the loop tries and the rules forbid fires more "
            "shots at the castle than it has strength, although a defender is alive."
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
        battle_obligations(),
        Text(
            "The recursion gives the right winner. Its numbers of the last wave need the correction that the post "
            "makes: a negative $S'$ means no soldiers; with $D \\le S$ the number of soldiers remains $S$, not "
            "$S - (D - S)$."
        ),
    )
