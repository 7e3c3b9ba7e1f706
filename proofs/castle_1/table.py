"""The closing table: the columns of 27 tests."""

from collections.abc import Callable
from functools import partial

from _drawn import drawn
from _published import game, result, rows

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, check_all, claim, refuted
from gametheory.claims.evidence import Table
from gametheory.games.castle import CastlePlay, castle_first, defenders_first, play_out

from .plays import best, outcome_text, positions_text

TABLE = "the closing table"
ALL = "the 27 tests"
CELL = "A wrong cell of the table"


def compare(column: str, computed: Callable[[Castle], CastlePlay]) -> Verdict:
    """Compare one column of the closing table with computed plays, cell by cell."""
    entries = [(game(row), result(row[column]), computed(game(row))) for row in rows("castle_1.tsv")]
    wrong = [entry for entry in entries if not entry[1].agrees(entry[2])]
    evidence = Table(
        ("test", "n/s/dpw", "printed", "computed"),
        [
            (number, str(castle), str(printed), outcome_text(play))
            for number, (castle, printed, play) in enumerate(entries)
        ],
        "Every row of the column; a marked cell is a wrong printed value.",
        [(entries.index(entry), 2) for entry in wrong],
    )
    if not wrong:
        return check_all(entries, lambda entry: entry[1].agrees(entry[2]), ALL, None, evidence)
    castle, printed, play = min(wrong)
    witness = Witness(
        str(castle), f"printed: {printed}; computed: {outcome_text(play)}, by the play {positions_text(play)}", CELL
    )
    right = "; ".join(f"{castle}: {outcome_text(play)}" for castle, _, play in wrong)
    others_agree = check_all(entries, lambda entry: entry in wrong or entry[1].agrees(entry[2]), ALL)
    correction = Correction(f"All 27 rows are right as printed, except {right}.", others_agree)
    return refuted(ALL, len(entries), witness, drawn(castle), evidence, correction=correction)


@claim(
    "CD1.1",
    "The column “Min Rounds”: who wins each of the 27 tests, and the minimum number of rounds.",
    TABLE,
)
def fewest_rounds() -> Verdict:
    return compare("fewest", best)


@claim(
    "CD1.2",
    "The column “attackCastle”: who wins, in how many rounds, and with how many soldiers left.",
    TABLE,
)
def attack_castle_column() -> Verdict:
    return compare("attackCastle", partial(play_out, strategy=castle_first))


@claim(
    "CD1.3",
    "The column “attackDefenders”: winner or tie, number of rounds, and soldiers left.",
    TABLE,
)
def attack_defenders_column() -> Verdict:
    return compare("attackDefenders", partial(play_out, strategy=defenders_first))
