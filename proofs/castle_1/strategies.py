"""What the text says about the two strategies: the slowest, the one that loses fewest soldiers, and neither."""

from collections.abc import Callable
from typing import Any

from _game_claim import game_claim
from _published import box, end_of_waves, graph, play_text, positions_of_fastest, tests

from gametheory import Castle
from gametheory.claims import Correction, Verdict, argue, check_all, claim
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle import Position, castle_first, defenders_first, play_out
from gametheory.games.castle.plays import Strategy
from gametheory.solvers.shortest_paths import longest_distance, plays, terminal_positions

from .example import EXAMPLE
from .lossless import STATEMENT, WHY, lossless
from .plays import best, outcome_text

SMALL = 5
LOSSLESS_THEOREMS = [
    "castle/FirstPosts.cd1_attack_defenders",
    "castle/FirstPosts.cd1_lossless",
    "castle/FirstPosts.cd1_attack_defenders_never",
]
BOX = f"all games with n ≤ {SMALL}, s ≤ 6n, dpw ≤ 3n"


@game_claim(
    "CD1.7",
    "Attacking the defenders first is the slowest possible way for the soldiers to win.",
    "the paragraph before the code of attackDefenders",
    theorems=LOSSLESS_THEOREMS,
)
def slowest_possible() -> Verdict:
    slowest = longest_distance(graph(EXAMPLE), "soldiers")[EXAMPLE.start()]
    return counterexample(
        is_slowest,
        lambda castle: (
            f"attackDefenders wins in {play_out(castle, defenders_first).length}, a slower play in "
            f"{longest_distance(graph(castle), 'soldiers')[castle.start()]}: {play_text(slowest_win(castle))}"
        ),
        Text(f"In the example of the text, {EXAMPLE}, attackDefenders takes 18 waves and the slowest win {slowest}."),
    )


@game_claim(
    "CD1.8",
    "Attacking the defenders first is the way that loses the fewest soldiers.",
    "the paragraph before the code of attackDefenders",
    theorems=LOSSLESS_THEOREMS,
)
def fewest_killed() -> Verdict:
    return counterexample(
        loses_fewest,
        lambda castle: (
            f"attackDefenders: {outcome_text(play_out(castle, defenders_first))}; another play wins with "
            f"{most_soldiers_left(castle)} left: {play_text(positions_of_fastest(castle, 'soldiers'))}"
        ),
    )


def is_slowest(castle: Castle) -> bool:
    """Return whether attackDefenders does not win, or no win of the soldiers is slower."""
    play = play_out(castle, defenders_first)
    return play.winner != "soldiers" or longest_distance(graph(castle), "soldiers")[castle.start()] == play.length


def loses_fewest(castle: Castle) -> bool:
    """Return whether no win of the soldiers leaves more of them than attackDefenders."""
    return play_out(castle, defenders_first).soldiers_left >= most_soldiers_left(castle)


def counterexample(holds: Callable[[Castle], bool], explain: Callable[[Castle], str], *evidence: Text) -> Verdict:
    """Return the smallest game that contradicts a statement about attackDefenders, with the argued correction."""
    correction = Correction(STATEMENT, argue(lossless, WHY))
    return check_all(box(SMALL), holds, BOX, explain, *evidence, correction=correction)


def most_soldiers_left(castle: Castle) -> int:
    """Return the largest number of soldiers left after a win of the soldiers; 0 if they cannot win."""
    ends: list[Any] = terminal_positions(graph(castle), "soldiers")
    return max((end.soldiers for end in ends), default=0)


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
)
def neither_is_right() -> Verdict:
    errors = [
        (number, str(castle), errors_of(castle, castle_first), errors_of(castle, defenders_first))
        for number, castle in tests()
    ]
    columns = {"attackCastle": 2, "attackDefenders": 3}
    wrong = {name: [row[0] for row in errors if row[column]] for name, column in columns.items()}
    evidence = Table(
        ("test", "n/s/dpw", "error of attackCastle", "error of attackDefenders"),
        errors,
        "; ".join(f"{name} is wrong in tests {', '.join(map(str, numbers))}" for name, numbers in wrong.items()) + ".",
    )
    note = "each strategy has a counterexample among the 27 tests"
    return check_all(wrong, lambda strategy: bool(wrong[strategy]), note, lambda _: "right in every test", evidence)
