"""The recursions of the program."""

from _game_claim import game_claim

from gametheory.claims import Verdict, prove
from gametheory.claims.evidence import Text

from . import recursion

CODE = "The hypotheses say what the code of the rules returns after a wave: it was run on symbols, branch by branch. "


@game_claim(
    "CD2.14",
    "With $i$ shots at defenders, if both sides survive: soldiers $S - (D - i)$, defenders $D - i + \\mathit{dpw}$, "
    "castle $CH - (S - i)$; and $i$ never exceeds the defenders.",
    "the walk through the loop over i",
    theorems=["castle/FirstPosts.cd2_transition"],
)
def transition() -> Verdict:
    return prove(
        [recursion.transition(), *recursion.volleys()],
        Text(
            CODE + "That $i$ never exceeds the defenders is the second statement: every volley of the code is legal. "
            "With $i > D$ the formula would raise the dead: $S - (D - i) > S$. The loop tries every $i$ up to $S$ and "
            "$D$; by the last statement the rules forbid only those that fire more shots at the castle than it has "
            "strength, although a defender is alive."
        ),
    )


@game_claim(
    "CD2.15",
    "After the castle fell: $D' = D - S$, then $S' = S - D'$, until $D$ or $S$ is zero or less.",
    "soldiersVsDefenders, and the section on path computation",
    theorems=["castle/FirstPosts.cd2_battle"],
)
def battle_recursion() -> Verdict:
    return prove(
        [*recursion.battle(), *recursion.volleys(), recursion.who_won()],
        Text(
            CODE + "The recursion gives the right winner. Its numbers of the last wave need the correction that the "
            "post makes: a negative $S'$ means no soldiers; with $D \\le S$ the number of soldiers remains $S$, not "
            "$S - (D - S)$."
        ),
    )
