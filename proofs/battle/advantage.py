"""How many attackers it takes: few extra armies, and what battles without randomness say."""

from fractions import Fraction

from _game_claim import game_claim

from gametheory.claims import Verdict, check_all, claim
from gametheory.claims.evidence import Figure, Table, Text
from gametheory.games.battle import Battle
from gametheory.games.battle.decisions import OddsTable, break_even_points, odds_table
from gametheory.render.charts import contour, heat_map

from . import theory
from .rules_of_thumb import mean_hits_rule
from .shared import ANSWER, decimals, printed

SQUARE = (0.7 / 0.6) ** 0.5  # the ratio of Lanchester's square law, for drawing and for distances


@claim(
    "WB.5",
    "The attacker needs relatively few extra armies for a huge advantage, fewer than the 0.7/0.6 times as many that "
    "one might naively expect.",
    ANSWER,
)
def few_extra_armies() -> Verdict:
    numbers_printed = printed("WB.5")
    probabilities = Fraction(numbers_printed["naive defenders"]), Fraction(numbers_printed["naive attackers"])
    table = odds_table(130, 100)

    def naive(d: int) -> int:
        return mean_hits_rule(d, *probabilities)

    shares = (0.5, 0.9, 0.99)
    shown = [
        (
            d,
            *(fewest(table, d, share) for share in shares),
            decimals(SQUARE * d, 1),
            naive(d),
            decimals(table.win[naive(d), d], 4),
        )
        for d in (3, 10, 20, 40, 60, 80, 100)
    ]
    equal = [d for d in range(1, 101) if fewest(table, d, 0.5) == naive(d)]
    points = break_even_points(table)
    near = max(abs(attackers - SQUARE * defenders) for attackers, defenders in points)
    even = ", ".join(f"{attackers / d:.2f} against {d:.0f}" for attackers, d in points if d in (5, 10, 100))
    return check_all(
        range(1, 101),
        lambda d: fewest(table, d, 0.5) <= naive(d) and table.win[naive(d), d] > 0.6,
        "against 1 to 100 defenders",
        lambda d: f"against {d} the attacker needs {fewest(table, d, 0.5)} armies to be the favorite",
        close_battles(table, probabilities[1] / probabilities[0]),
        Table(
            (
                "defenders",
                "for 50 %",
                "for 90 %",
                "for 99 %",
                "√(q/p) D",
                "naively",
                "probability of winning with these",
            ),
            shown,
            "The fewest attackers for a probability of winning, compared with the two ratios.",
        ),
        Text(
            f"The curve of even odds is never more than {near:.2f} armies from $\\sqrt{{q/p}}\\, D$, the ratio of "
            f"Lanchester's square law, against 1 to 100 defenders. Attackers per defender for even odds: {even}, "
            f"interpolated, and {SQUARE:.4f} in the limit; a battle that wipes out both is won. Against 60 it "
            f"takes {fewest(table, 60, 0.5)} to be the favorite and {fewest(table, 60, 0.99)} to win 99 battles of "
            f"100; the naive {naive(60)} win {100 * table.win[naive(60), 60]:.0f}. Only against "
            f"{numbers_text(equal)} defenders is the naive number, rounded up, needed for even odds."
        ),
    )


def numbers_text(numbers: list[int]) -> str:
    """Return numbers in words: 3, 4, 5 or 6."""
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}"


def fewest(table: OddsTable, defenders: int, share: float) -> int:
    """Return the fewest attackers in a table with at least that probability of winning."""
    return int((table.win[:, defenders] >= share).argmax())


def close_battles(table: OddsTable, ratio: Fraction, least: int = -5, most: int = 25) -> Figure:
    """Draw the probability of winning over the defenders and the surplus of attackers."""
    defenders = range(1, table.largest.defenders + 1)
    values = [[table.win[max(d + more, 0), d].clip(0, 1) for d in defenders] for more in range(least, most + 1)]
    lines = {"square law": (SQUARE, "8 5"), "linear law, 0.7/0.6": (float(ratio), "2 5")}
    curves = [
        contour("even odds", [(d, attackers - d) for attackers, d in break_even_points(table)]),
        *(contour(name, [(d, (slope - 1) * d) for d in defenders], dashes) for name, (slope, dashes) in lines.items()),
    ]
    caption = "Who wins a close battle, with the curve of even odds, Lanchester's square law and the linear law."
    title = "Probability of winning in the end, p = 0.6, q = 0.7"
    axes = ("defenders", "attackers more than defenders")
    return Figure(
        heat_map(title, values, *axes, curves, "probability that the attacker wins", caption, (1, least)), caption
    )


@game_claim(
    "WB.5.reason",
    r"Without the randomness the attacker would need $q/p = 0.7/0.6$ times as many armies; fewer are enough "
    "because randomness magnifies a small superiority.",
    ANSWER,
    theorems=["battle/SquareLaw.WB_5_reason", "battle/SquareLaw.WB_5_reason_defender"],
)
def without_randomness() -> Verdict:
    numbers_printed = printed("WB.5")
    probabilities = Fraction(numbers_printed["naive defenders"]), Fraction(numbers_printed["naive attackers"])
    ratio = probabilities[1] / probabilities[0]
    return check_all(
        [Battle(a, d, *probabilities) for d in range(1, 101) for a in range(1, 2 * d) if a < ratio * d],
        lambda battle: not wins_on_average(battle),
        "battles without randomness, up to 100 defenders, with fewer than 0.7/0.6 times as many attackers",
        lambda battle: f"{battle.attackers} win against {battle.defenders} when every turn kills exactly the average",
        correction=theory.square_law(),
    )


def wins_on_average(battle: Battle) -> bool:
    """Return whether the attacker wins if every turn kills exactly the average, in exact fractions."""
    a, d = Fraction(battle.attackers), Fraction(battle.defenders)
    while a > 0 and d > 0:
        a, d = a - battle.defender_hits * d, d - battle.attacker_hits * a
    return a > 0
