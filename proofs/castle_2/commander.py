"""The lists of tests: where the strategies of the first post fail, and where they differ."""

from _published import tests

from gametheory.claims import Verdict, claim
from gametheory.games.castle import castle_first, defenders_first

from .play_lists import compare_lists, loses_a_won_game, reason_not_different, solved_with_different_survivors


@claim(
    "CD2.12",
    "attackDefenders leads to a castle win in tests 0, 6, 9 and 15; attackCastle in 11, 12, 17, 18, 22, 26 and 26.",
    "the story of the commander",
)
def where_strategies_fail() -> Verdict:
    return compare_lists(
        {"attackDefenders": [0, 6, 9, 15], "attackCastle": [11, 12, 17, 18, 22, 26, 26]},
        {
            "attackDefenders": lambda castle: loses_a_won_game(castle, defenders_first),
            "attackCastle": lambda castle: loses_a_won_game(castle, castle_first),
        },
        lambda test: "the soldiers do not lose a game that they can win",
    )


@claim(
    "CD2.13",
    "Tests 2, 3, 4, 5, 8, 20, 23 and 24 are solved by both strategies with a different number of soldiers left.",
    "the paragraph on brute force",
)
def solved_by_both() -> Verdict:
    name = "tests that both strategies solve with different numbers of soldiers left"
    return compare_lists(
        {name: [2, 3, 4, 5, 8, 20, 23, 24]},
        {name: solved_with_different_survivors},
        lambda test: reason_not_different(dict(tests())[test]),
    )
