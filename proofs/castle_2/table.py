"""The closing table: how many plays each side wins."""

from _game_claim import game_claim
from _published import box, game, graph, play_text, rows, tests

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, check_all, claim, refuted
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle import Position, count_plays
from gametheory.solvers.shortest_paths import count_plays_by_length, cycle_edges

from .counts import castle_row, matches_program, missing_waves, total_of, uncounted_wins_text, wrong_waves
from .plays import ALL, shortest_uncounted_win, uncounted

TABLE = "the closing table"


@claim(
    "CD2.fast",
    "The fast count of plays, by generating functions, equals the count on the state graph (a claim of this program).",
    "not in the post",
)
def fast_count_is_exact(deep: bool = False) -> Verdict:
    largest = 7 if deep else 5

    def agrees(castle: Castle) -> bool:
        fast, states = count_plays(castle), graph(castle)
        return (
            fast.soldiers == count_plays_by_length(states, "soldiers")
            and fast.castle == count_plays_by_length(states, "castle")
            and fast.uncounted_in_post == count_plays_by_length(states, "castle", uncounted)
        )

    games = [*box(largest), *(castle for _, castle in tests())]
    return check_all(games, agrees, f"all games with n ≤ {largest}, s ≤ 6n, dpw ≤ 3n, and the 27 tests")


def wins_by_recursion(castle: Castle, side: str, waves: int, position: Position) -> int:
    """Return the number of plays that a side wins in `waves` waves: one at the end, a sum over the volleys before."""
    outcome = castle.outcome(position)
    if outcome or not waves:
        return int(not waves and outcome is not None and outcome.name == side)
    volleys = castle.moves(position, "soldiers")
    return sum(wins_by_recursion(castle, side, waves - 1, castle.after(position, volley)) for volley in volleys)


@game_claim(
    "CD2.count",
    "The sum over the volleys, wave by wave, counts each play that a side wins once (a claim of this program).",
    "not in the post",
    theorems=[
        "castle/CountPlays.in_all_plays",
        "castle/CountPlays.plays_differ",
        "castle/CountPlays.count_is_number_of_plays",
    ],
)
def recursion_counts_plays() -> Verdict:
    def agrees(castle: Castle) -> bool:
        found = {
            side: {waves: wins_by_recursion(castle, side, waves, castle.start()) for waves in range(7)}
            for side in ("soldiers", "castle")
        }
        states = graph(castle)
        return all(
            {waves: count for waves, count in found[side].items() if count}
            == {waves: count for waves, count in count_plays_by_length(states, side).items() if waves < 7}
            for side in found
        )

    note = Text(
        "Games with a move that leads back to its position are left out of the cases: the theorem counts plays with "
        "such a move too, and the count on the graph does not. The generating functions of CD2.fast obey this "
        "recursion. How the program packs their coefficients into one integer is not part of the theorem; CD2.fast "
        "compares the results."
    )
    games = [castle for castle in box(3) if not cycle_edges(graph(castle))]
    scope = "all games with n ≤ 3, s ≤ 6n, dpw ≤ 3n without a cycle, plays of up to 6 waves"
    return check_all(games, agrees, scope, str, note)


@claim(
    "CD2.1",
    "The number of the soldiers' wins in each of the 27 tests, in total and by wave.",
    TABLE,
    uses=["CD2.fast"],
)
def soldiers_wins() -> Verdict:
    table: list[tuple[str | int, ...]] = []
    wrong = []
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
        return check_all(table, lambda row: row[4] == "as printed", ALL, str, evidence)
    castle, errors, _ = min(wrong)
    last, count = max(count_plays(castle).soldiers.items())
    witness = Witness(
        str(castle), f"{'; '.join(errors)}; the last wave with a win is {last}, with {count}", "A misprint"
    )
    totals = {game(row): (int(row["soldiers_total"]), count_plays(game(row)).soldiers) for row in rows("castle_2.tsv")}
    right = check_all(totals, lambda castle: totals[castle][0] == sum(totals[castle][1].values()), ALL)
    correction = Correction(
        f"All 27 totals are right as printed, and all waves except in {castle}: {'; '.join(errors)}.", right
    )
    return refuted(ALL, len(table), witness, evidence, correction=correction)


CONVENTION = (
    "The program of the post does not count a castle win if the castle fell in an earlier wave and the last volley "
    "leaves more defenders than soldiers. If such wins are left out, all 27 totals and all printed waves agree."
)


@claim(
    "CD2.2",
    "The number of the castle's wins in each of the 27 tests, in total and by wave.",
    TABLE,
    uses=["CD2.fast"],
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
        return check_all(
            counted, lambda case: int(case[0]["castle_total"]) == total_of(case[2].castle), ALL, None, evidence
        )
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
