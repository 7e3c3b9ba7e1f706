"""The castle game as relations, and what one day does.

A day is described by its result: `x` defenders alive after the soldiers' fire, and `R` points of strength.
"""

from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import And, Eq, Max, Piecewise, evaluate

from gametheory.claims import Verdict
from gametheory.games.castle import Volley
from gametheory.prove.argument import Step

from .steps import legal, proved, step, the_code, total
from .symbols import C, D, R, S, b, d, x
from .wave import wave_branches

THEOREM = "not in the post"


def rules() -> list[Step]:
    """Return one step for each branch of the code: it returns the result of the relations."""
    with evaluate(False):
        steps = []
        given = (S >= 1, D >= 0, C >= 0, d >= 1, b >= 0, b <= S, b <= D)
        for number, branch in enumerate(wave_branches((S, D, C), Volley(S - b, b)), 1):
            soldiers, defenders, strength = branch.value
            alive, left = D - b, Max(C - (S - b), 0)
            standing = And(S - alive >= 1, left >= 1)
            show = And(
                same(strength, left),
                same(soldiers, Max(S - alive, 0)),
                same(defenders, Piecewise((alive + d, standing), (alive, True))),
            )
            says = f"the rules, branch {number}: the code returns the result of the relations"
            steps.append(step(f"R{number} rules", says, (*given, *branch.condition), show))
        return steps


RULES = rules()

# fmt: off
with evaluate(False):
    POSITION = (S >= 1, D >= 0, C >= 0)
    VOLLEY = legal(S, D, C, x, R)
    FORCED = step("M3 forced", "strength + defenders <= soldiers: every volley wins", (*POSITION, VOLLEY, D + C <= S),
                  And(Eq(x, 0), Eq(R, 0)))
    DAY = [
        step("M1 total", "no shot wasted: defenders and strength left are strength + defenders - soldiers",
             (*POSITION, VOLLEY, S - (D - x) <= C), same(x + R, total(S, D, C))),
        step("M2 overkill", "a shot wasted: no strength and no defender is left, the soldiers win",
             (*POSITION, VOLLEY, S - (D - x) > C), And(Eq(x, 0), Eq(R, 0), D + C < S)),
        FORCED,
        step("M4 at least", "defenders and strength left are never less than strength + defenders - soldiers",
             (*POSITION, VOLLEY), x + R >= total(S, D, C)),
        step("M5 always a volley", "the volley with as many shots at defenders as possible is always legal",
             (*POSITION, Eq(x, Max(D - S, 0)), Eq(R, Max(C - (S - (D - x)), 0))), VOLLEY),
    ]
# fmt: on


@game_claim(
    "CD3.lemma.rules",
    "A day leaves $x$ defenders alive and $R$ points of strength, with $x + R = D + C - S$ unless shots are wasted; "
    "wasted shots win. These relations are equivalent to the code of the rules.",
    THEOREM,
    theorems=[
        "castle/RulesRows.cd3_lemma_rules_move",
        "castle/RulesRows.cd3_lemma_rules_total",
        "castle/RulesRows.cd3_lemma_rules_day",
        "castle/RulesRows.cd3_lemma_rules_volley",
        "castle/Agree.start_agrees",
        "castle/Agree.outcome_agrees",
        "castle/Agree.move_agrees",
        "castle/Agree.move_all_fire",
        "castle/Agree.after_agrees",
    ],
)
def the_rules_as_relations() -> Verdict:
    return proved([*the_code(), *RULES, *DAY])
