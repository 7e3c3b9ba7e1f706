"""The recursions of the program."""

from gametheory.claims import Verdict, check_all, claim, prove
from gametheory.claims.evidence import Text

from .recursion import battle_obligations, matches_loop, small_positions, transition_obligations


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
