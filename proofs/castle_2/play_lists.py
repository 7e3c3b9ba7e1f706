"""Lists of tests printed in CD2, compared with computed lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from _published import tests

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, check_all, refuted
from gametheory.claims.evidence import Table
from gametheory.games.castle import Position, Volley, castle_first, defenders_first, play_out

from .plays import ALL, fewest


def compare_lists(
    printed: dict[str, list[int]], belongs: dict[str, Callable[[Castle], bool]], error: Callable[[int], str]
) -> Verdict:
    """Compare printed lists of tests with the lists of all tests that belong to them.

    The witness is the first test that is in one list only; `error` returns the reason for a listed test that is wrong.
    """
    computed = {key: [number for number, castle in tests() if belongs[key](castle)] for key in printed}
    table = Table(
        ("list", "printed", "computed"), [(key, *map(_listed, (printed[key], computed[key]))) for key in printed]
    )
    wrong = [key for key in printed if printed[key] != computed[key]]
    if not wrong:
        return check_all(
            tests(),
            lambda case: all((case[0] in printed[key]) == belongs[key](case[1]) for key in printed),
            ALL,
            None,
            table,
        )
    key = wrong[0]
    test = min(set(printed[key]) ^ set(computed[key]), default=printed[key][-1])
    if test in printed[key]:
        explanation = f"Test {test} is listed, but {error(test)} (should not be in the list)"
    else:
        explanation = f"Test {test} is missing in the list of {key}"
    witness = Witness(f"test {test}: {dict(tests())[test]}", explanation, "A wrong list")
    correct = "; ".join(f"the right list of {key} is {_listed(computed[key])}" for key in wrong)
    listed = check_all(
        tests(), lambda case: all((case[0] in computed[key]) == belongs[key](case[1]) for key in wrong), ALL
    )
    return refuted(
        ALL, len(tests()), witness, table, correction=Correction(f"{correct[0].upper()}{correct[1:]}.", listed)
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def loses_a_won_game(castle: Castle, strategy: Callable[[Position], Volley]) -> bool:
    """Return whether a strategy lets the castle win a game that the soldiers can win."""
    return play_out(castle, strategy).winner == "castle" and fewest(castle, "soldiers") is not None


def solved_with_different_survivors(castle: Castle) -> bool:
    """Return whether both strategies are fastest wins and leave different numbers of soldiers."""
    return not reason_not_different(castle)


def reason_not_different(castle: Castle) -> str:
    """Return why both strategies are not fastest wins with different numbers of soldiers left; empty if they are."""
    plays = [play_out(castle, strategy) for strategy in (castle_first, defenders_first)]
    soldiers = fewest(castle, "soldiers")
    if any((play.winner, play.length) != ("soldiers", soldiers) for play in plays):
        return "not both strategies are fastest wins"
    return (
        "both strategies leave the same number of soldiers" if plays[0].soldiers_left == plays[1].soldiers_left else ""
    )
