r"""Random soldiers: in each wave they choose one of the legal volleys, all with the same probability."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from _game_claim import game_claim
from _published import game, rows
from flint import fmpq
from sympy import And, Eq, Or, evaluate, symbols

from gametheory import Castle
from gametheory.claims import Verdict, argue, check_all, claim
from gametheory.claims.evidence import Figure, Table, Text
from gametheory.games.castle import Position
from gametheory.prove.argument import Step
from gametheory.prove.smt import compose, obligation
from gametheory.render.charts import BLUE, GREEN, GREY, Panel, Series, axis, percent, plot

RANDOM = "what is new, random soldiers"
TESTS = "castle_1.tsv"


def potential(dpw: int, position: Position) -> Fraction:
    """Return h = H / (4 dpw), whose mean change in a wave and the mean number of shots add up to 0 by the statement."""
    n, d = position.soldiers, position.defenders
    return Fraction(2 * n * n - 4 * n * d + 3 * d * d + (9 * dpw + 3) * n - 3 * dpw * d, 4 * dpw)


def is_preserved(castle: Castle, position: Position) -> bool:
    """Return whether shots and the change of H add up to 0 over the volleys, by the code of the rules."""
    change = Fraction(0)
    for volley in castle.moves(position):
        change += volley.at_castle + potential(castle.defenders_per_wave, castle.after(position, volley))
        change -= potential(castle.defenders_per_wave, position)
    return change == 0


@game_claim(
    "NEW.random",
    r"Let $n$ soldiers, $D < n$ defenders and strength $C > n$ be left. For random soldiers the shots of a wave and "
    r"the change of $h(n, D) = \frac{n^2}{2d} - \frac{nD}{d} + \frac{3D^2}{4d} + \left(\frac94 + \frac{3}{4d}\right)n "
    r"- \frac{3D}{4}$ add up to 0 on average.",
    RANDOM,
    theorems=[
        "castle/RandomSoldiers.random_soldiers",
        "castle/RandomSoldiers.random_volleys",
        "castle/RandomSoldiers.random_shots",
        "castle/Agree.after_agrees",
        "castle/Agree.move_agrees",
    ],
)
def one_step() -> Verdict:
    return check_all(
        [(n, d, dpw) for n in range(1, 13) for d in range(n) for dpw in range(1, 9)],
        lambda case: is_preserved(Castle(1, 1, case[2]), Position(case[0], case[1], case[0] + 1)),
        "all D < n ≤ 12 and dpw ≤ 8, by the code of the rules",
    )


class Chances:
    """The exact probability that random soldiers win, for all positions of one number of fresh defenders."""

    def __init__(self, dpw: int) -> None:
        self.castle = Castle(1, 1, dpw)
        self.wins = cache(self._wins)

    def _wins(self, *place: int) -> fmpq:
        position = Position(*place)
        end = self.castle.outcome(position)
        if end is not None:
            return fmpq(int(end.name == "soldiers"))
        total, others = fmpq(0), 0
        for volley in self.castle.moves(position):
            following = self.castle.after(position, volley)
            if following != position:  # a wave that changes nothing is repeated until another volley is chosen
                total += self.wins(*following)
                others += 1
        return total / others


@cache
def chances(dpw: int) -> Chances:
    """Return the probabilities for one number of fresh defenders; they are stored."""
    return Chances(dpw)


def wins(castle: Castle) -> fmpq:
    """Return the probability that random soldiers win a game.

    >>> wins(Castle(10, 11, 15))
    1/2
    """
    return chances(castle.defenders_per_wave).wins(*castle.start())


ORDERED = 9  # soldiers, and half of the strength and of the fresh defenders


@game_claim(
    "NEW.random.order",
    "More soldiers never lower the probability that random soldiers win. More strength and more fresh defenders never "
    "raise it. The same is true of a win by the end of wave $t$, for every $t$.",
    RANDOM,
    theorems=[
        "castle/RandomOrder.random_chance",
        "castle/RandomOrder.random_chance_grows",
        "castle/RandomOrder.random_order",
        "castle/RandomOrder.volleys_are_moves",
        "castle/Agree.start_agrees",
        "castle/Agree.outcome_agrees",
        "castle/Agree.after_agrees",
        "castle/Agree.move_agrees",
    ],
)
def order() -> Verdict:
    most = 2 * ORDERED
    games = [(n, s, d) for n in range(1, ORDERED + 1) for s in range(1, most + 1) for d in range(1, most + 1)]
    return check_all(
        games,
        is_ordered,
        f"all n ≤ {ORDERED} and s, dpw ≤ {most}, by exact probabilities of a win after any number of waves",
        None,
        Text(
            "Coupling. A volley is the number $y$ of defenders left alive, uniform on an interval. Call the game with "
            "fewer soldiers, more strength and more defenders the harder one. Its interval begins and ends later, but "
            "by no more than its targets less its shots, $w = D + C - S$, exceed those of the easier game. So let the "
            "two numbers have the same rank: the harder one is then larger, by no more than that. After the wave the "
            "harder game has fewer soldiers, more defenders alive, and as much strength or more, namely $w - y$. If "
            "its castle has fallen, so has the other. Use induction over the waves: this is `random_order` in Rocq."
        ),
    )


def is_ordered(case: tuple[int, int, int]) -> bool:
    """Return whether a soldier less, a point more and a fresh defender more do not help random soldiers."""
    n, s, d = case
    harder = [Castle(n, s + 1, d), Castle(n, s, d + 1)]
    if n > 1:
        harder.append(Castle(n - 1, s, d))
    here = wins(Castle(n, s, d))
    return all(wins(castle) <= here for castle in harder)


# fmt: off
# A morning (S, D) with more soldiers than defenders and y of these left alive, and the means of y and of y^2; a
# morning (P, Q) with no fewer defenders; a mean loss e of soldiers; X and Y defenders on the last mornings, R strength.
n, d, S, D, y, Y1, Y2, P, Q, e, X, Y, R = symbols("n d S D y Y1 Y2 P Q e X Y R")
with evaluate(False):
    MORNING, OTHER = (d >= 1, n >= d, S >= 1, n >= S, D >= 0, D < S), (P >= 0, P <= Q, d <= Q)
    ALIVE, MEANS = (y >= 0, y <= D), (Eq(2 * Y1, D), Eq(6 * Y2, D * (2 * D + 1)))
    LOSS = (e >= 0, e <= S, Or(2 * e >= d, 2 * e >= S))
    LAST = (X >= 0, 8 * X <= S, Y >= 0, X + d >= Y, 8 * d <= S, R <= X)
    CHANGE = (4 * S * D - d * D - 3 * D**2) + (2 * d - 8 * S - 3) * y + 9 * y**2
    REST = 2 * P**2 - 4 * P * Q + 3 * Q**2 + (9 * d + 3) * P - 3 * d * Q
    BEFORE = 2 * S**2 - 4 * S * D + 3 * D**2 + (9 * d + 3) * S - 3 * d * D
    STEPS = (
        Step("with y defenders left alive, shots and 4 d h change together by this", obligation(
            "random soldiers, change", (), Eq(
                4 * d * (S - D + y) + 2 * (S - y)**2 - 4 * (S - y) * (y + d) + 3 * (y + d)**2
                + (9 * d + 3) * (S - y) - 3 * d * (y + d) - BEFORE, CHANGE))),
        Step("which is 0 in the mean", obligation("random soldiers, mean", MEANS, Eq(
            (4 * S * D - d * D - 3 * D**2) + (2 * d - 8 * S - 3) * Y1 + 9 * Y2, 0))),
        Step("and at most 12 n D", obligation(
            "random soldiers, largest change", (*MORNING, *ALIVE), And(12 * n * D >= CHANGE, -12 * n * D <= CHANGE))),
        Step("the mean square of the defenders of the next morning", obligation(
            "random soldiers, defenders", (*MORNING, *MEANS),
            Y2 + 2 * d * Y1 + d**2 <= D**2 - 2 * D**2 / 3 + 2 * d * D + d**2)),
        Step("4 d h once no fewer defenders than soldiers are outside", obligation(
            "random soldiers, rest", (d >= 1, *OTHER), And(REST <= 15 * Q**2, REST >= -3 * Q**2))),
        Step("4 d h before that", obligation(
            "random soldiers, most to come", MORNING, 2 * S**2 + (9 * d + 3) * S >= BEFORE)),
        Step("on any day 2 S^2 / d + 2 S falls in the mean by S or more", obligation(
            "random soldiers, any day", (d >= 1, S >= 1, *LOSS), 2 * S * e + 2 * d * e >= S * d)),
        Step("the last two days: what is left of the castle falls, and few defenders are left", obligation(
            "random soldiers, last days", (S >= 1, *LAST), And(S - X - Y >= R, 2 * Y < S - X))),
    )
# fmt: on


@claim(
    "NEW.random.limit",
    r"Let $0 < \varepsilon < 1/2$. As $n/d$ grows, the probability that random soldiers win tends to 1 for "
    r"$s \le (1/2 - \varepsilon) n^2/d$, and to 0 for $s \ge (1/2 + \varepsilon) n^2/d$.",
    RANDOM,
    uses=["NEW.random", "CD3.lemma.battle"],
)
def limit() -> Verdict:
    return argue(lambda: compose((*MORNING, *OTHER, *ALIVE, *MEANS, *LOSS, *LAST), STEPS), *map(Text, WHY))


WHY = (
    "Unlimited strength. Let $M$ be the shots so far plus $h$, until the first morning with $D \\ge S$. It is a "
    "martingale by the second step, and a day changes it by at most $3nD/d$ by the third. Each defender left "
    "alive kills a soldier, so the means of $D$ before that morning add up to at most $2n$. After the first day "
    "$D \\ge d$, so there are at most $1 + 2n/d$ such days in the mean. By the fourth step the mean of $D^2$ on "
    "that morning is at most $7nd$, and those before add up to at most $10.5\\,nd$. So the variance of $M$ is "
    "at most $100\\,n^3/d$.",
    "From that morning on. There $h$ is at most $4D^2/d$ in size, in the mean $28n$. On each later day the mean "
    "loss of soldiers is at least $d/2$ or $S/2$. By the seventh step the shots still to come are at most "
    "$2S^2/d + 2S \\le 4D^2/d$ in the mean, again $28n$. So the number of all shots differs from $n^2/(2d)$ by "
    "at most $10\\,n^{3/2} d^{-1/2} + 60n$ in the mean. Relative to $n^2/d$ this tends to 0.",
    "The castle differs from one with unlimited strength only once at most $S$ points are left. For $s \\ge "
    "(1/2 + \\varepsilon)n^2/d$ the probability of that tends to 0, since $n$ is small against $n^2/d$.",
    "The soldiers. For $s \\le (1/2 - \\varepsilon)n^2/d$ all that follows has a probability that tends to 1. "
    "At most $S$ points are left on a morning before the first with $D \\ge S$. On it $h$ is at least "
    "$\\varepsilon n^2/(2d)$, so by the sixth step $S \\ge cn$ for a $c$ that depends on $\\varepsilon$ alone. "
    "By the sum of the means of $D^2$ no morning has more than $cn/8$ defenders. By the last step the castle "
    "falls today or tomorrow, and fewer than half as many defenders as soldiers who fire are left: by Lemma 2 "
    "the soldiers win.",
)


@claim(
    "NEW.random.tests",
    "Random soldiers win 10/11/15 with probability 1/2 exactly, and the other 26 tests of the posts as the table says.",
    RANDOM,
)
def tests() -> Verdict:
    games = [game(row) for row in rows(TESTS)]
    return check_all(
        games,
        lambda castle: 0 <= wins(castle) <= 1 and (str(castle) != "10/11/15" or wins(castle) == fmpq(1, 2)),
        "the 27 tests of Castle Defense I, in rationals",
        None,
        Table(
            ("n/s/dpw", "random soldiers win", "h(n, 0)"),
            [(str(castle), in_words(wins(castle)), f"{float(at_start(castle)):.1f}") for castle in games],
            "The exact probability, as a fraction if it is short; and $h(n, 0)$ of NEW.random.",
        ),
        chances_figure(),
    )


def at_start(castle: Castle) -> Fraction:
    """Return h(n, 0) of a game."""
    return potential(castle.defenders_per_wave, castle.start())


def in_words(chance: fmpq) -> str:
    """Return a probability as a fraction with at most four digits, or in decimals."""
    return str(chance) if len(str(chance.q)) < 5 else f"{float(int(chance.p) / int(chance.q)):.3g}"


def chances_figure() -> Figure:
    """Draw the probability over s d / n^2 for three armies and one fresh defender."""
    series = []
    for n, color, dashes in ((4, GREY, "2 4"), (8, GREEN, "8 5"), (16, BLUE, "")):
        strengths = range(1, n * n + 1, max(1, n * n // 60))
        points = [(s / (n * n), float(int(w.p) / int(w.q))) for s in strengths for w in [wins(Castle(n, s, 1))]]
        series.append(Series(f"{n} soldiers", points, color, dashes))
    caption = "One fresh defender a wave: the larger the army, the steeper the fall, which moves towards s = n²/2."
    panel = Panel("", axis("strength / n²", 0, 1), percent(), series)
    return Figure(plot("The probability that random soldiers win", [panel], caption), caption)


@claim(
    "NEW.random.half",
    "Conjecture (failed): random soldiers win with probability at least 1/2 exactly when $h(n, 0)$ is at least the "
    "strength.",
    RANDOM,
)
def half() -> Verdict:
    games = [Castle(n, s, d) for n in range(1, 9) for d in range(1, n + 1) for s in range(n + 1, 2 * n * n + 5)]
    return check_all(
        games,
        lambda castle: (2 * wins(castle) >= 1) == (at_start(castle) >= castle.strength),
        "all d ≤ n ≤ 8",
        lambda castle: (
            f"h = {float(at_start(castle)):.2f}, and they win with probability {in_words(wins(castle))}; shots of "
            "the last soldiers come too late to win"
        ),
    )
