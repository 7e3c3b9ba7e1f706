"""Lists of tests as printed beside lists as computed."""

from __future__ import annotations

from collections.abc import Callable

from _plays import fewest
from _published import tests

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, refuted, verified
from gametheory.claims.evidence import Table
from gametheory.games.castle import Position, Volley, castle_first, defenders_first, play_out

ALL = "the 27 tests"


def listed(printed: dict[str, list[int]], found: dict[str, list[int]]) -> Verdict:
    """Compare lists of tests as printed with lists as computed."""
    table = Table(("list", "printed", "computed"), [(key, str(printed[key]), str(found[key])) for key in printed])
    wrong = [key for key in printed if printed[key] != found[key]]
    if not wrong:
        return verified(ALL, len(tests()), table)
    off = min(set(printed[wrong[0]]) ^ set(found[wrong[0]]), default=printed[wrong[0]][-1])
    side = "in print and should not be" if off in printed[wrong[0]] else "missing in print"
    witness = Witness(f"test {off}: {dict(tests())[off]}", f"{wrong[0]}: {side}", "A wrong list")
    fixed = "; ".join(f"{key}: tests {', '.join(map(str, found[key]))}" for key in wrong)
    return refuted(ALL, len(tests()), witness, table, instead=Correction(f"{fixed}.", verified(ALL, len(tests()))))


def loses(castle: Castle, strategy: Callable[[Position], Volley]) -> bool:
    """Whether a strategy lets the castle win a game that the soldiers can win."""
    return play_out(castle, strategy).winner == "castle" and fewest(castle, "soldiers") is not None


def standing_apart(castle: Castle) -> bool:
    """Whether both strategies win as fast as can be, with different numbers of soldiers standing."""
    plays = [play_out(castle, strategy) for strategy in (castle_first, defenders_first)]
    soldiers = fewest(castle, "soldiers")
    both = all((play.winner, play.length) == ("soldiers", soldiers) for play in plays)
    return both and plays[0].soldiers_left != plays[1].soldiers_left
