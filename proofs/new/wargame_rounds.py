r"""The openings of the Wargame as the rounds and the armies grow, and an auction that explains their steps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import inf

import numpy as np
from _published import rows
from flint import arb, fmpq
from sympy import And, Eq, evaluate, symbols
from wargame.openings import Openings

from gametheory.claims import Verdict, argue, check_all, claim
from gametheory.claims.evidence import Figure, Table, Text
from gametheory.games.wargame import Position, Wargame, solve_wargame_exact
from gametheory.numbers.rationals import to_flint
from gametheory.prove.argument import Step
from gametheory.prove.smt import compose, obligation
from gametheory.render.charts import BLUE, GREEN, ORANGE, PURPLE, VERMILION, Panel, Series, axis, plot
from gametheory.solvers.matrix_game import solve_matrix

ROUNDS = "what is new, the Wargame"
LEAST, MIXED = 3, [0, 2, 4]
PLAIN, NEAR, DEEP = (14, 24), (20, 34), (20, 60)  # rounds and soldiers; six minutes of computing for the last two
TWO_EACH = {
    8: ({0: "5/11", 4: "6/11"}, {0: "1/4", 4: "3/4"}),
    9: ({0: "3/7", 2: "1/14", 4: "3/7", 5: "1/14"}, {0: "1/6", 2: "1/3", 4: "1/6", 5: "1/3"}),
    11: ({2: "3/7", 6: "4/7"}, {2: "5/11", 6: "6/11"}),
}
FINE = (inf, 2e-13, 1e-13)  # errors of floats that are not refined: the first is enough to 16 rounds
LOSS = 1 / 11  # of a battle
DRAWN = {3: VERMILION, 4: ORANGE, 6: GREEN, 10: BLUE, 20: PURPLE}


def first_mixed(rounds: int) -> int:
    """Return the number of soldiers from which the opening is mixed, by the conjecture."""
    return 3 * rounds // 2 + 3


@cache
def solved(most: tuple[int, int]) -> Openings:
    """Return the table with up to a number of rounds and soldiers."""
    return Openings(*most)


@cache
def only_opening(rounds: int, soldiers: int, most: tuple[int, int]) -> dict[int, arb]:
    """Return the only optimal opening in intervals, refined if floats do not decide; an empty one if it is open."""
    table = solved(NEAR if most == DEEP and soldiers <= NEAR[1] else most)
    for fine in FINE if most == DEEP else FINE[:1]:
        try:
            found = table.opening(rounds, soldiers, fine)
        except ValueError:
            continue
        if all(found.is_certain(sent) for sent in range(soldiers + 1)):
            return found.probabilities
    return {}


@claim(
    "NEW.rounds",
    r"Conjecture: with $r \ge 3$ rounds some opening of the Wargame that sends one number of soldiers is optimal for "
    r"fewer than $\lfloor 3r/2 \rfloor + 3$ soldiers each. With exactly that many the only optimal opening mixes 0, 2 "
    "and 4.",
    ROUNDS,
)
def first_mixed_opening(deep: bool = False) -> Verdict:
    most = DEEP if deep else PLAIN
    games = [(r, n) for r in range(LEAST, most[0] + 1) for n in range(1, first_mixed(r) + 1)]

    def holds(case: tuple[int, int]) -> bool:
        if case[1] == first_mixed(case[0]):
            return [*only_opening(*case, most)] == MIXED
        return next(solved(NEAR if deep else most).pure(*case), None) is not None

    return check_all(
        games,
        holds,
        f"{LEAST} to {most[0]} rounds, tried on 26 November 2026; ties of the pure openings by exact comparisons",
        lambda case: f"{case[1]} soldiers in {case[0]} rounds",
        Table(
            ("rounds", "soldiers", "sends 0", "sends 2", "sends 4"),
            [(r, n, *opening.values()) for (r, n), opening in published().items() if n == first_mixed(r)],
            "The first mixed opening, to four digits.",
        ),
    )


@cache
def published() -> dict[tuple[int, int], dict[int, float]]:
    """Return the openings of the table by rounds and soldiers."""
    return {
        (int(row["rounds"]), int(row["soldiers"])): {
            int(sent): float(probability) for sent, probability in (each.split(":") for each in row["opening"].split())
        }
        for row in rows("wargame_openings.tsv")
    }


@claim(
    "NEW.openings",
    r"With 3 to 20 rounds and $\lfloor 3r/2 \rfloor + 3$ to 60 soldiers the Wargame has exactly one optimal opening, "
    "the one in the table, except with 3 rounds and 8, 9 or 11 soldiers. Each mixes at least three moves.",
    ROUNDS,
)
def openings(deep: bool = False) -> Verdict:
    most = DEEP if deep else PLAIN
    return check_all(
        mixed_games(LEAST, most),
        lambda case: has_two(case[1]) if case[0] == 3 and case[1] in TWO_EACH else is_published(case, most),
        f"3 to {most[0]} rounds, to {most[1]} soldiers, by intervals that contain all payoffs",
        lambda case: f"{case[1]} soldiers in {case[0]} rounds",
    )


def mixed_games(least: int, most: tuple[int, int]) -> list[tuple[int, int]]:
    """Return all rounds and soldiers of a table from the first mixed opening on."""
    return [(r, n) for r in range(least, most[0] + 1) for n in range(first_mixed(r), most[1] + 1)]


def is_published(case: tuple[int, int], most: tuple[int, int]) -> bool:
    """Return whether the only opening is the one of the table, up to the rounding to four digits."""
    found, printed = only_opening(*case, most), published()[case]
    return (
        found.keys() == printed.keys()
        and len(found) >= 3
        and not any(abs(found[sent] - p) > p / 1000 for sent, p in printed.items())
    )


def has_two(soldiers: int) -> bool:
    """Return whether both stated openings with three rounds are optimal, in rationals."""
    solution, moves = solve_wargame_exact(Wargame(soldiers, 3)), range(soldiers + 1)

    def payoff(i: int, j: int) -> fmpq:
        later = solution.value(Position(2, soldiers - i, i // 2, soldiers - j, j // 2))
        assert isinstance(later, fmpq)  # of an exact solution
        return fmpq((i > j) - (i < j), 3) + fmpq(2, 3) * later

    return all(
        sum((to_flint(Fraction(p)) * payoff(i, j) for i, p in opening.items()), fmpq(0)) >= 0
        for opening in TWO_EACH[soldiers]
        for j in moves
    )


EVEN = 4, 9  # rounds and soldiers


@claim(
    "NEW.even",
    r"Conjecture (failed): with $r \ge 2$ rounds some optimal opening of two equal armies sends even numbers of "
    "soldiers only.",
    ROUNDS,
)
def even_openings() -> Verdict:
    most_rounds, most = EVEN
    return check_all(
        [(r, n) for r in range(2, most_rounds + 1) for n in range(1, most + 1)],
        lambda case: best_of_even(*case)[0] == 0,
        f"2 to {most_rounds} rounds, to {most} soldiers, in rationals",
        lambda case: lost_by_even(*case),
    )


def best_of_even(rounds: int, soldiers: int) -> tuple[fmpq, dict[int, fmpq]]:
    """Return what openings of even numbers guarantee at most, and an opening that they gain no more against."""
    solution, sent = solve_wargame_exact(Wargame(soldiers, rounds)), range(soldiers + 1)

    def payoff(i: int, j: int) -> fmpq:
        later = solution.value(Position(2, soldiers - i, i // 2, soldiers - j, j // 2))
        assert isinstance(later, fmpq)  # of an exact solution
        return fmpq((i > j) - (i < j), rounds) + fmpq(rounds - 1, rounds) * later

    best = solve_matrix([[payoff(i, j) for j in sent] for i in sent[::2]])
    return best.value, best.column


def lost_by_even(rounds: int, soldiers: int) -> str:
    """Return what the best opening of even numbers loses, in words."""
    value, answer = best_of_even(rounds, soldiers)
    mixed = ", ".join(f"{sent} with probability {answer[sent]}" for sent in sorted(answer))
    return f"{soldiers} soldiers in {rounds} rounds: even numbers gain at most {value} against {mixed}"


# fmt: off
m, price, even, odd, other, j = symbols("m price even odd other j")
with evaluate(False):
    PRICED = (m >= 1, m * price < 1, (m + 1) * price > 1, Eq(even, 1 - m * price), Eq(odd, (m + 1) * price - 1))
    ABOVE = j >= 2 * m + 1
    EQUALIZED = Eq((m + 1) * other + m * (price - other), 1)
    STEPS = (
        Step("both probabilities are positive and sum to the price", obligation(
            "auction, probabilities", PRICED, And(even > 0, odd > 0, Eq(even + odd, price)))),
        Step("all probabilities sum to 1, and the mean is m", obligation(
            "auction, mean", PRICED, And(Eq((m + 1) * even + m * odd, 1), Eq(m * (m + 1) * even + m**2 * odd, m)))),
        Step("a bid above 2m loses", obligation("auction, above", (*PRICED, ABOVE), price * (j - m) > 1)),
        Step("no other probabilities make the bids up to 2m equal", obligation(
            "auction, only", (*PRICED, EQUALIZED), Eq(other, even))),
    )
# fmt: on


@claim(
    "NEW.auction",
    r"Two players bid whole numbers $x, y \ge 0$. The higher bid wins 1, and a unit costs $\lambda$: the payoff is "
    r"$\mathrm{sgn}(x - y) - \lambda(x - y)$. For $1/(m+1) < \lambda < 1/m$ the only optimal strategy bids each even "
    r"number from 0 to $2m$ with probability $1 - m\lambda$, and each odd number from 1 to $2m - 1$ with probability "
    r"$(m+1)\lambda - 1$. Its mean is $m$.",
    ROUNDS,
)
def auction() -> Verdict:
    settings = {"a bid above 2m": (ABOVE,), "another strategy, even bids with one probability": (EQUALIZED,)}
    return argue(
        lambda: compose(PRICED, STEPS, settings),
        Text(
            "Against this $x$ let $F(j)$ be its payoff against the bid $j$. From $j$ to $j + 1$ it changes by "
            "$\\lambda - x_j - x_{j+1}$, which is 0 for $j < 2m$ by the first step. The game is symmetric, so the mean "
            "of $F$ under $x$ is 0, and $F = 0$ up to $2m$. Above, $F(j) = \\lambda(j - m) - 1 > 0$. So $x$ is "
            "optimal. An optimal $y$ bids at most $2m$, and every bid up to $2m$ gains 0 against it, since $x$ uses "
            "all of them. The same differences give $y_j + y_{j+1} = \\lambda$. So $y$ alternates, and the last step "
            "says that it is $x$."
        ),
        Table(
            ("price", "bids 0, 1, 2, ... with", "by an exact solver"),
            [(str(each), *priced_rows(each)) for each in (fmpq(2, 3), fmpq(3, 7), fmpq(2, 5), fmpq(3, 10))],
            "Bids up to 8, solved in rationals.",
        ),
    )


def priced_rows(price: fmpq) -> tuple[str, str]:
    """Return the optimal strategy for a price, by the formula and by a solver."""
    mean = int((1 / price).floor())
    formula = [(1 - mean * price, (mean + 1) * price - 1)[bid % 2] for bid in range(2 * mean + 1)]
    bids = range(9)
    payoffs = [[fmpq((x > y) - (x < y)) - price * (x - y) for y in bids] for x in bids]
    solved = solve_matrix(payoffs).row
    return " ".join(map(str, formula)), " ".join(str(solved[bid]) for bid in sorted(solved))


@claim(
    "NEW.steps",
    r"An optimal strategy of this auction, for some price and in pairs of soldiers, guarantees at least "
    r"$-\frac1{11 r}$ as an opening of the Wargame, with $r = 4$ to 20 rounds and $\lfloor 3r/2 \rfloor + 3$ to 60 "
    r"soldiers.",
    ROUNDS,
    uses=["NEW.auction"],
)
def steps(deep: bool = False) -> Verdict:
    most = DEEP if deep else PLAIN
    return check_all(
        mixed_games(4, most),
        lambda case: nearest_auction(*case, most)[0] <= LOSS,
        f"4 to {most[0]} rounds, to {most[1]} soldiers",
        lambda case: f"each loses more with {case[1]} soldiers in {case[0]} rounds",
        mean_figure(),
        Table(
            ("rounds", "soldiers", "mean sent", "of the auction", "price of two soldiers", "loses, in battles"),
            [
                (10, n, f"{mean(10, n):.2f}", 2 * bid, f"{price:.2f}", f"{loss:.3f}")
                for n in range(first_mixed(10), PLAIN[1] + 1)
                for loss, bid, price in [nearest_auction(10, n, PLAIN)]
            ],
            "The auction next to the opening with ten rounds.",
        ),
    )


def nearest_auction(rounds: int, soldiers: int, most: tuple[int, int]) -> tuple[float, int, float]:
    """Return the least loss of an auction's strategy, at most, in battles; with its mean in pairs, and its price."""
    table, start = solved(most), (soldiers, 0)
    payoffs = rounds * table.matrix(rounds, start, start)
    rounding = rounds * table.error(rounds) + 1e-12
    return min((loss + rounding, bid, price) for loss, bid, price in losses(payoffs))


def losses(payoffs: np.ndarray) -> Iterator[tuple[float, int, float]]:
    """Yield the loss of the auction's strategies for eight prices between 1/(m + 1) and 1/m, for all m."""
    for bid in range(1, (len(payoffs) - 1) // 4 + 1):
        for share in np.arange(0, 1, 1 / 8):  # of the odd bids
            strategy = np.zeros(len(payoffs))
            strategy[0 : 4 * bid + 1 : 4], strategy[2 : 4 * bid : 4] = (1 - share) / (bid + 1), share / bid
            yield -float((strategy @ payoffs).min()), bid, share / bid + (1 - share) / (bid + 1)


def mean(rounds: int, soldiers: int) -> float:
    """Return the mean number of soldiers sent, by the table."""
    return sum(sent * probability for sent, probability in published()[rounds, soldiers].items())


def mean_figure() -> Figure:
    """Draw the mean sent over the soldiers for each round, with several numbers of rounds."""
    series = [
        Series(f"{r} rounds", [(n / r, mean(r, n)) for at, n in published() if at == r and n <= 10 * r], color)
        for r, color in DRAWN.items()
    ]
    caption = (
        "The mean sent in the first round, over the soldiers for each round: steps of two, clearer with more rounds."
    )
    panel = Panel("", axis("soldiers / rounds", 0, 10), axis("mean sent", 0, 12), series)
    return Figure(plot("The opening of the Wargame", [panel], caption), caption)
