r"""Castle Defense I: two strategies."""

from collections.abc import Callable
from functools import partial

from _lossless import STATEMENT, WHY, lossless
from _published import Result, box, end_of_waves, fastest, game, graph, result, rows, tests, told

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, check_all, claim, refuted, verified
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle import CastlePlay, Position, castle_first, defenders_first, play_out
from gametheory.games.castle.strategies import Strategy
from gametheory.prove.smt import prove
from gametheory.solvers.shortest_paths import longest_distance, plays, terminal_positions

TEXT = "the example 10/43/8"
TABLE = "the closing table"
ALL = "the 27 tests"
CELL = "A wrong cell of the table"
EXAMPLE = Castle(10, 43, 8)
SMALL = 5
BOX = f"all games with n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n"


def best(castle: Castle) -> CastlePlay:
    """The fastest win of the soldiers, or of the castle where they cannot win."""
    way = fastest(castle, "soldiers")
    side = "soldiers" if way else "castle"
    way = way or fastest(castle, side)
    volleys = iter(step.moves[0] for step in way)
    return play_out(castle, lambda _: next(volleys))


def positions(play: CastlePlay) -> str:
    """A play in one line."""
    return told(wave.position for wave in play.waves)


def spoken(play: CastlePlay) -> str:
    """How a play ends."""
    return "tie" if play.winner == "tie" else f"{play.winner} in {play.length}, {play.soldiers_left} standing"


def compare(column: str, computed: Callable[[Castle], CastlePlay]) -> Verdict:
    """Compare one column of the closing table with computed plays, cell by cell."""
    entries = [(game(row), result(row[column]), computed(game(row))) for row in rows("castle_1.tsv")]
    wrong = [entry for entry in entries if not entry[1].agrees(entry[2])]
    evidence = Table(
        ("test", "n/s/dpw", "printed", "computed"),
        [(number, str(castle), str(printed), spoken(play)) for number, (castle, printed, play) in enumerate(entries)],
        "Every row of the column; a marked cell is wrong in print.",
        [(entries.index(entry), 2) for entry in wrong],
    )
    if not wrong:
        return verified(ALL, len(entries), evidence)
    castle, printed, play = min(wrong)
    witness = Witness(str(castle), f"printed: {printed}; computed: {spoken(play)}, by the play {positions(play)}", CELL)
    right = "; ".join(f"{castle}: {spoken(play)}" for castle, _, play in wrong)
    instead = Correction(f"As printed, but for {right}.", verified(ALL, len(entries)))
    return refuted(ALL, len(entries), witness, evidence, instead=instead)


@claim(
    "CD1.1",
    "The column “Min Rounds”: who wins each of the 27 tests, and in how many rounds at least.",
    TABLE,
    expected="refuted",
)
def fewest_rounds() -> Verdict:
    return compare("fewest", best)


@claim(
    "CD1.2",
    "The column “attackCastle”: who wins, in how many rounds, and with how many soldiers standing.",
    TABLE,
    expected="refuted",
)
def attack_castle_column() -> Verdict:
    return compare("attackCastle", partial(play_out, strategy=castle_first))


@claim(
    "CD1.3",
    "The column “attackDefenders”: winner or tie, number of rounds, and soldiers standing.",
    TABLE,
    expected="verified",
)
def attack_defenders_column() -> Verdict:
    return compare("attackDefenders", partial(play_out, strategy=defenders_first))


def as_told(name: str, ending: Result, play: CastlePlay) -> Verdict:
    """Compare the ending and the waves that the text tells of the example with a computed play."""
    printed = {
        int(row["wave"]): tuple(int(row[column]) for column in ("soldiers", "defenders", "strength"))
        for row in rows("castle_1_plays.tsv")
        if row["play"] == name
    }
    if not ending.agrees(play):
        return refuted(str(EXAMPLE), 1, Witness(str(EXAMPLE), f"told: {ending}; computed: {spoken(play)}"))
    return check_all(
        [wave for wave in play.waves if wave.number in printed],
        lambda wave: wave.position == printed[wave.number],
        f"the {len(printed)} waves told of {EXAMPLE}, and the ending",
        lambda wave: f"told: {printed[wave.number]}",
        Table(
            ("wave", "at castle", "at defenders", "soldiers", "defenders", "strength"),
            [(wave.number, *wave.volley, *wave.position) for wave in play.waves],
            f"What stands at the end of each wave; the text tells {len(printed)} of them.",
        ),
    )


@claim(
    "CD1.4",
    "10/43/8 under attackCastle: the strengths told wave by wave; the castle wins in 15.",
    TEXT,
    expected="verified",
)
def example_attack_castle() -> Verdict:
    return as_told("attackCastle", Result("castle", 15), play_out(EXAMPLE, castle_first))


@claim(
    "CD1.5",
    "10/43/8: the other play told in the text wins in 16, and no play wins sooner.",
    TEXT,
    expected="verified",
)
def example_other_play() -> Verdict:
    return as_told("other", Result("soldiers", 16), best(EXAMPLE))


@claim(
    "CD1.6",
    "10/43/8 under attackDefenders: the soldiers win in 18 with all 10 standing.",
    TEXT,
    expected="verified",
)
def example_attack_defenders() -> Verdict:
    return as_told("attackDefenders", Result("soldiers", 18, 10), play_out(EXAMPLE, defenders_first))


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
            f"{longest_distance(graph(castle), 'soldiers')[castle.start()]}: {told(slow_way(castle))}"
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
        lambda castle: play_out(castle, defenders_first).soldiers_left >= most_standing(castle),
        lambda castle: (
            f"attackDefenders: {spoken(play_out(castle, defenders_first))}; "
            f"another play wins with {most_standing(castle)} standing: "
            f"{told(end_of_waves(fastest(castle, 'soldiers')))}"
        ),
    )


def counterexample(holds: Callable[[Castle], bool], explain: Callable[[Castle], str], *evidence: Text) -> Verdict:
    """The smallest game in which a word about attackDefenders fails, and what holds instead."""
    instead = Correction(STATEMENT, prove("all integers n, s, dpw of at least 1", lossless(), WHY))
    return check_all(box(SMALL), holds, BOX, explain, *evidence, instead=instead)


def most_standing(castle: Castle) -> int:
    """The most soldiers that stand after a win of theirs; 0 where they cannot win."""
    return max((end.soldiers for end in terminal_positions(graph(castle), "soldiers")), default=0)


def slow_way(castle: Castle) -> list[Position]:
    """A longest way of the soldiers to win."""
    return end_of_waves(max(plays(graph(castle), "soldiers"), key=len))


def judged(castle: Castle, strategy: Strategy) -> str:
    """What a strategy gets wrong in a game: nothing, the side that wins, or the number of waves."""
    play, right = play_out(castle, strategy), best(castle)
    if play.winner != right.winner:
        return f"{spoken(play)} for {right.winner} in {right.length}"
    return "" if play.length == right.length else f"{play.length} waves for {right.length}"


@claim(
    "CD1.9",
    "Neither strategy is right for every $n$, $s$ and $\\mathit{dpw}$.",
    "the paragraph after the code of attackDefenders",
    expected="verified",
)
def neither_is_right() -> Verdict:
    judgements = [
        (number, str(castle), judged(castle, castle_first), judged(castle, defenders_first))
        for number, castle in tests()
    ]
    castle_wrong, defenders_wrong = ([row[0] for row in judgements if row[column]] for column in (2, 3))
    evidence = Table(
        ("test", "n/s/dpw", "attackCastle gets wrong", "attackDefenders gets wrong"),
        judgements,
        f"attackCastle is wrong in tests {castle_wrong}, attackDefenders in {defenders_wrong}.",
    )
    if castle_wrong and defenders_wrong:
        return verified("a counterexample for each, among the 27 tests", len(judgements), evidence)
    return refuted(ALL, len(judgements), Witness(ALL, "one strategy is right in every test"), evidence)
