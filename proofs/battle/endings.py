"""How battles end: both sides wiped out, the simulator of the second answer, and closed forms."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt

from _game_claim import game_claim

from gametheory.claims import Correction, Verdict, Witness, check_all, claim, refuted
from gametheory.claims.evidence import Table, Text
from gametheory.games.battle import Battle, Position
from gametheory.games.battle.distribution import battle_distribution, exact_distribution, exact_odds_by_turn
from gametheory.games.battle.rules import BattleDistribution, Probability, Turn

from . import theory
from .shared import ANSWER, decimals, printed, two_sided

SECOND = "the second answer"


@game_claim(
    "WB.6",
    "When both sides are wiped out in the same turn, the attacker has won; in the variant of the comments, the "
    "defender. This is a slight advantage of the attacker.",
    f"{ANSWER}, and its comments",
    theorems=["battle/Recurrence.WB_6"],
)
def both_wiped_out(deep: bool = False) -> Verdict:
    most = 12 if deep else 7
    battles = [Position(a, d) for a in range(1, most + 1) for d in range(1, most + 1)]
    shown = [(1, 1), (5, 5), (10, 10), (65, 60)]
    gains = [(f"{a} v {d}", *(decimals(value, 6) for value in ends_of(a, d, battle_distribution))) for a, d in shown]
    return check_all(
        battles,
        lambda numbers: differs_by_both_dead(*numbers),
        f"all battles up to {most} v {most}, exactly",
        lambda _: "the difference of the two rules is not the probability that both sides are wiped out",
        Table(
            ("battle", "attacker wins a draw", "defender wins a draw", "both wiped out"),
            gains,
            "The advantage is exactly the probability that both are wiped out: slight between large armies, 48 % in "
            "1 v 1.",
        ),
    )


def ends_of(
    attackers: int, defenders: int, distribution: Callable[[Battle], BattleDistribution]
) -> tuple[Probability, Probability, Probability]:
    """Return the probability of winning under either rule, and the difference."""
    one, other = (
        distribution(Battle(attackers, defenders, both_dead=side)).eventual for side in ("attacker", "defender")
    )
    return one.win, other.win, one.win - other.win


def differs_by_both_dead(attackers: int, defenders: int) -> bool:
    """Return whether the two rules differ exactly by the probability of no survivor."""
    one, other = (exact_distribution(Battle(attackers, defenders, both_dead=side)) for side in ("attacker", "defender"))
    no_survivor = one.survivors.attackers.get(0, Fraction(0)) - one.eventual.lose
    return one.eventual.win - other.eventual.win == no_survivor == other.eventual.lose - one.eventual.lose > 0


@claim(
    "WB.7",
    "The simulator of the second answer, 40 against 25, attacks with one army less and stops when it does not "
    "outnumber: it reports that the attacker has won with probability 0.36301 after one turn, 0.9983 after two, "
    "0.99999 after three.",
    SECOND,
)
def simulator() -> Verdict:
    turns = exact_odds_by_turn(Battle(40, 25, reserve=1, stop_when_outnumbered=True), 3).turns
    games = 100_000
    pairs = [(turn, printed("WB.7")[f"win {turn.turn}"]) for turn in turns]
    table = Table(
        ("turn", "printed", "exact", "standard errors apart", "as far off, or further, in"),
        [
            (
                turn.turn,
                text,
                decimals(turn.win, 8),
                f"{apart(games, turn.win, text):+.1f}",
                f"{100 * probability(text, turn):.0f} %",
            )
            for turn, text in pairs
        ],
        f"For {games:,} games; the last column is an exact binomial test.",
    )
    return check_all(
        pairs,
        lambda pair: probability(pair[1], pair[0]) > 0.01,
        f"3 printed numbers, as results of {games:,} games",
        lambda pair: f"less than one simulation in a hundred gives {pair[1]}",
        table,
        Text(
            "The printed numbers are simulated. With the 10,000 games that the printed code plays by default, 0.36301 "
            "and 0.99999 are impossible: they are not multiples of 1/10,000, but of 1/100,000. By its text the "
            "defender wins a fight when the armies are equal; by its code, as here, the fight stops and is not won. "
            "The army in reserve is never hit: a turn is fought only against fewer defenders than there are armies."
        ),
    )


def apart(games: int, probability: Probability, text: str) -> float:
    """Return the difference of the printed and the exact number, in standard errors of a simulation."""
    return float(Fraction(text) - probability) / sqrt(probability * (1 - probability) / games)


def probability(text: str, turn: Turn) -> float:
    """Return the probability that 100,000 games differ at least as much from the exact number."""
    return two_sided(100_000, float(turn.win), float(text))


@game_claim(
    "WB.8",
    "There is no analytical solution in closed form.",
    "a comment to the question",
    theorems=[
        "battle/OneArmy.WB_8_one_defender",
        "battle/OneArmy.WB_8_one_attacker",
        "battle/Solution.eventual_in_the_end",
        "battle/Solution.by_turn_tends",
    ],
)
def closed_form() -> Verdict:
    battle = Battle(1, 1)
    value = exact_distribution(battle).eventual.win
    p, q = battle.attacker_hits, battle.defender_hits
    if value != p / (p + q - p * q):
        raise ValueError(f"the attacker wins 1 v 1 with probability {value}")
    return refuted(
        "as a statement about every battle",
        1,
        Witness("1 v 1", f"the attacker wins with probability p / (p + q - p q), here {value}"),
        Text(
            "What exists: after $k$ turns the distribution is $P^k s$: a finite sum of products of binomial "
            "probabilities, a polynomial in $p$ and $q$. After one turn the probability to have won is a regularized "
            "incomplete beta function, $I_p(D, A - D + 1)$. In the end it is a rational function of $p$ and $q$, with "
            r"a denominator that divides $\prod (1 - x^a y^d)$ over the states, where $x = 1 - p$ and $y = 1 - q$: "
            "solve the equation of the first turn in each state, from small armies up. The command battle odds with "
            "--exact prints its value."
        ),
        Text(
            "What does not exist: even against one defender the probability of losing is no sum of hypergeometric "
            "terms in $A$, nor any sequence with a linear recurrence whose coefficients are polynomials in $A$: it "
            "falls like $x^{A^2/2}$, faster than any of these can. The proof is on the theory page. In that sense the "
            "comment is right. Whether all battles have a formula of bounded length is open."
        ),
        correction=Correction(
            "Against one defender, and for a single attacker, the probability in the end is a product in closed form.",
            theory.one_defender(),
        ),
    )
