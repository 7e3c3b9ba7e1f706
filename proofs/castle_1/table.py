r"""Castle Defense I: two strategies."""

from collections.abc import Callable
from functools import partial

from _lossless import STATEMENT, WHY, lossless
from _published import Result, box, end_of_waves, fastest, game, graph, play_text, result, rows, tests

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, check_all, claim, prove, refuted, verified
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle import CastlePlay, Position, castle_first, defenders_first, play_out
from gametheory.games.castle.strategies import Strategy
from gametheory.solvers.shortest_paths import longest_distance, plays, terminal_positions

TEXT = "the example 10/43/8"
TABLE = "the closing table"
ALL = "the 27 tests"
CELL = "A wrong cell of the table"
EXAMPLE = Castle(10, 43, 8)
SMALL = 5
BOX = f"all games with n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n"


def best(castle: Castle) -> CastlePlay:
    """Return a fastest win of the soldiers, or of the castle if the soldiers cannot win."""
    win = fastest(castle, "soldiers") or fastest(castle, "castle")
    volleys = iter(step.moves[0] for step in win)
    return play_out(castle, lambda _: next(volleys))


def positions_text(play: CastlePlay) -> str:
    """Return the positions of a play in one line."""
    return play_text(wave.position for wave in play.waves)


def outcome_text(play: CastlePlay) -> str:
    """Return the winner, the length and the soldiers left of a play, in words."""
    return "tie" if play.winner == "tie" else f"{play.winner} in {play.length}, {play.soldiers_left} left"


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
        return verified(ALL, len(entries), evidence)
    castle, printed, play = min(wrong)
    witness = Witness(
        str(castle), f"printed: {printed}; computed: {outcome_text(play)}, by the play {positions_text(play)}", CELL
    )
    right = "; ".join(f"{castle}: {outcome_text(play)}" for castle, _, play in wrong)
    correction = Correction(f"As printed, except {right}.", verified(ALL, len(entries)))
    return refuted(ALL, len(entries), witness, evidence, correction=correction)


@claim(
    "CD1.1",
    "The column “Min Rounds”: who wins each of the 27 tests, and the minimum number of rounds.",
    TABLE,
    expected="refuted",
)
def fewest_rounds() -> Verdict:
    return compare("fewest", best)


@claim(
    "CD1.2",
    "The column “attackCastle”: who wins, in how many rounds, and with how many soldiers left.",
    TABLE,
    expected="refuted",
)
def attack_castle_column() -> Verdict:
    return compare("attackCastle", partial(play_out, strategy=castle_first))


@claim(
    "CD1.3",
    "The column “attackDefenders”: winner or tie, number of rounds, and soldiers left.",
    TABLE,
    expected="verified",
)
def attack_defenders_column() -> Verdict:
    return compare("attackDefenders", partial(play_out, strategy=defenders_first))


def matches_text(name: str, ending: Result, play: CastlePlay) -> Verdict:
    """Compare the ending and the waves that the text states for the example with a computed play."""
    printed = {
        int(row["wave"]): tuple(int(row[column]) for column in ("soldiers", "defenders", "strength"))
        for row in rows("castle_1_plays.tsv")
        if row["play"] == name
    }
    if not ending.agrees(play):
        return refuted(str(EXAMPLE), 1, Witness(str(EXAMPLE), f"printed: {ending}; computed: {outcome_text(play)}"))
    return check_all(
        [wave for wave in play.waves if wave.number in printed],
        lambda wave: wave.position == printed[wave.number],
        f"the {len(printed)} printed waves of {EXAMPLE}, and the ending",
        lambda wave: f"printed: {printed[wave.number]}",
        Table(
            ("wave", "at castle", "at defenders", "soldiers", "defenders", "strength"),
            [(wave.number, *wave.volley, *wave.position) for wave in play.waves],
            f"The position at the end of each wave; the text states {len(printed)} of them.",
        ),
    )


@claim(
    "CD1.4",
    "10/43/8 under attackCastle: the strengths stated wave by wave; the castle wins in 15.",
    TEXT,
    expected="verified",
)
def example_attack_castle() -> Verdict:
    return matches_text("attackCastle", Result("castle", 15), play_out(EXAMPLE, castle_first))


@claim(
    "CD1.5",
    "10/43/8: the other play stated in the text wins in 16, and no play wins sooner.",
    TEXT,
    expected="verified",
)
def example_other_play() -> Verdict:
    return matches_text("other", Result("soldiers", 16), best(EXAMPLE))


@claim(
    "CD1.6",
    "10/43/8 under attackDefenders: the soldiers win in 18 with all 10 left.",
    TEXT,
    expected="verified",
)
def example_attack_defenders() -> Verdict:
    return matches_text("attackDefenders", Result("soldiers", 18, 10), play_out(EXAMPLE, defenders_first))


@claim(
    "CD1.7",
    "Attacking the defenders first is the slowest possible way for the soldiers to win.",
    "the paragraph before the code of attackDefenders",
    expected="corrected",
)
def slowest_possible() -> Verdict:
    slowest = longest_distance(graph(EXAMPLE), "soldiers")[EXAMPLE.start()]

    def is_slowest(castle: Castle) -> bool:
        play = play_out(castle, defenders_first)
        return play.winner != "soldiers" or longest_distance(graph(castle), "soldiers")[castle.start()] == play.length

    return counterexample(
        is_slowest,
        lambda castle: (
            f"attackDefenders wins in {play_out(castle, defenders_first).length}, a slower play in "
            f"{longest_distance(graph(castle), 'soldiers')[castle.start()]}: {play_text(slowest_win(castle))}"
        ),
        Text(f"In the example of the text, {EXAMPLE}, attackDefenders takes 18 waves and the slowest win {slowest}."),
    )


@claim(
    "CD1.8",
    "Attacking the defenders first is the way that loses the fewest soldiers.",
    "the paragraph before the code of attackDefenders",
    expected="corrected",
)
def fewest_killed() -> Verdict:
    return counterexample(
        lambda castle: play_out(castle, defenders_first).soldiers_left >= most_soldiers_left(castle),
        lambda castle: (
            f"attackDefenders: {outcome_text(play_out(castle, defenders_first))}; another play wins with "
            f"{most_soldiers_left(castle)} left: {play_text(end_of_waves(fastest(castle, 'soldiers')))}"
        ),
    )


def counterexample(holds: Callable[[Castle], bool], explain: Callable[[Castle], str], *evidence: Text) -> Verdict:
    """Return the smallest game that contradicts a statement about attackDefenders, and the proved correction."""
    correction = Correction(STATEMENT, prove(lossless(), WHY))
    return check_all(box(SMALL), holds, BOX, explain, *evidence, correction=correction)


def most_soldiers_left(castle: Castle) -> int:
    """Return the largest number of soldiers left after a win of the soldiers; 0 if they cannot win."""
    return max((end.soldiers for end in terminal_positions(graph(castle), "soldiers")), default=0)


def slowest_win(castle: Castle) -> list[Position]:
    """Return a longest win of the soldiers."""
    return end_of_waves(max(plays(graph(castle), "soldiers"), key=len))


def errors_of(castle: Castle, strategy: Strategy) -> str:
    """Return the error of a strategy in a game: nothing, a wrong winner, or too many waves."""
    play, optimal = play_out(castle, strategy), best(castle)
    if play.winner != optimal.winner:
        return f"{outcome_text(play)} instead of {optimal.winner} in {optimal.length}"
    return "" if play.length == optimal.length else f"{play.length} waves instead of {optimal.length}"


@claim(
    "CD1.9",
    "Neither strategy is right for every $n$, $s$ and $\\mathit{dpw}$.",
    "the paragraph after the code of attackDefenders",
    expected="verified",
)
def neither_is_right() -> Verdict:
    errors = [
        (number, str(castle), errors_of(castle, castle_first), errors_of(castle, defenders_first))
        for number, castle in tests()
    ]
    castle_wrong, defenders_wrong = ([row[0] for row in errors if row[column]] for column in (2, 3))
    evidence = Table(
        ("test", "n/s/dpw", "error of attackCastle", "error of attackDefenders"),
        errors,
        f"attackCastle is wrong in tests {castle_wrong}, attackDefenders in {defenders_wrong}.",
    )
    if castle_wrong and defenders_wrong:
        return verified("a counterexample for each, among the 27 tests", len(errors), evidence)
    return refuted(ALL, len(errors), Witness(ALL, "one strategy is right in every test"), evidence)
