r"""How many ways: the number of plays of exactly $k$ waves that a side wins, as a function of $n$, $s$ and $d$.

A play is a sequence of shots at defenders, and the rules are linear in it. So the plays of $k$ waves are the lattice
points of polytopes, and their number is a quasi-polynomial of the three numbers on each of finitely many chambers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, factorial

from _game_claim import game_claim
from sympy import Expr, Symbol, integrate

from gametheory import Castle
from gametheory.claims import Verdict, check_all, claim
from gametheory.claims.evidence import Figure, Table
from gametheory.games.castle import count_plays
from gametheory.render.charts import BLUE, GREEN, PURPLE, VERMILION, Panel, Series, axis, plot

from .staircase import MAP

PLAIN, DEEP = 14, 20  # soldiers in a count of all plays
LARGE = 40  # the same for the games of a ray
RULES = ["castle/CountPlays.count_is_number_of_plays", "castle/Agree.move_agrees", "castle/Agree.after_agrees"]
y = Symbol("y")
Game = tuple[int, int, int]


def fuss_catalan(waves: int, dpw: int) -> int:
    """Return the number of sequences 0 = y_1, y_2, ..., y_(k-1) with 0 <= y_t <= y_(t-1) + dpw.

    >>> [fuss_catalan(k, 1) for k in range(2, 8)]
    [1, 2, 5, 14, 42, 132]
    """
    return comb((waves - 1) * (dpw + 1), waves - 1) // ((waves - 1) * dpw + 1)


def plateau(waves: int, n: int, dpw: int) -> range:
    """Return the strengths of the statement, for three waves or more."""
    most, least = (waves - 1) * n - (waves - 3) * dpw, waves * n - (comb(waves, 3) + waves - 1) * dpw
    return range(most + 1, least + 1)


def plateaus(bound: int) -> Iterator[tuple[int, Castle]]:
    """Yield the games of all plateaus up to a number of soldiers, with the number of waves."""
    for n in range(1, bound + 1):
        for dpw in range(1, n):
            for waves in range(3, n + 3):
                yield from ((waves, Castle(n, s, dpw)) for s in plateau(waves, n, dpw))


def volume(waves: int) -> Expr:
    """Return the volume of the sequences of real numbers for dpw = 1, by integration from the last number on."""
    inner: Expr = y**0
    for _ in range(waves - 2):
        inner = integrate(inner, (y, 0, y + 1))
    return inner.subs(y, 0)


@game_claim(
    "NEW.ways.soldiers",
    r"For $k \ge 3$ and $(k-1)n - (k-3)d < s \le kn - \left(\binom{k}{3} + k - 1\right)d$ the soldiers have exactly "
    r"$\frac{1}{(k-1)d + 1}\binom{(k-1)(d+1)}{k-1}$ ways to win in $k$ waves: the Fuss-Catalan numbers, and for "
    r"$d = 1$ the Catalan numbers 2, 5, 14, 42, ...",
    MAP,
    theorems=["castle/Ways.fuss_catalan", *RULES],
)
def soldiers(deep: bool = False) -> Verdict:
    bound = DEEP if deep else PLAIN
    return check_all(
        plateaus(bound),
        lambda case: count_plays(case[1]).soldiers == {case[0]: fuss_catalan(case[0], case[1].defenders_per_wave)},
        f"all games of the condition with n ≤ {bound}, by generating functions: no win takes more or fewer waves",
        lambda case: f"in {case[0]} waves {count_plays(case[1]).soldiers.get(case[0])} ways",
        Table(
            ("k", "d = 1", "d = 2", "d = 3", "volume"),
            [(k, *(fuss_catalan(k, dpw) for dpw in (1, 2, 3)), str(volume(k))) for k in range(3, 8)],
            "The number is a polynomial of $d$ with degree $k - 2$. Its leading coefficient "
            "$(k-1)^{k-2}/(k-1)!$ is the volume of the sequences $0 \\le y_t \\le y_{t-1} + 1$, found by integration.",
        ),
        plateau_figure(),
    )


def plateau_figure(n: int = 16, dpw: int = 1) -> Figure:
    """Draw the number of the soldiers' ways over the strength, for two to five waves."""
    strengths = range(n + 1, 5 * n)
    counts = {s: count_plays(Castle(n, s, dpw)).soldiers for s in strengths}
    styles = ((2, PURPLE, "2 4"), (3, GREEN, "8 5"), (4, VERMILION, "8 3 2 3"), (5, BLUE, ""))
    series = [Series(f"{k} waves", [(s, counts[s].get(k, 0)) for s in strengths], *style) for k, *style in styles]
    caption = (
        f"The soldiers' ways to win with n = {n} and d = {dpw}, by the number of waves. Each curve has a plateau "
        "at a Catalan number: 1, 2, 5, 14."
    )
    panel = Panel("", axis("strength", n, strengths[-1]), axis("ways", 0, fuss_catalan(5, dpw) + 1), series)
    return Figure(plot("How many ways", [panel], caption), caption)


def partitions(waves: int, most: int) -> int:
    """Return the coefficient of z^most in 1 / ((1 - z) (1 - z) (1 - z^2) ... (1 - z^(waves - 1))).

    >>> [partitions(3, h) for h in range(8)]
    [1, 2, 4, 6, 9, 12, 16, 20]
    """
    coefficients = [1] * (most + 1)
    for part in range(1, waves):
        for h in range(part, most + 1):
            coefficients[h] += coefficients[h - part]
    return coefficients[most]


def strong_castles(bound: int) -> Iterator[tuple[int, Castle]]:
    """Yield games of the statement up to a number of soldiers: the weakest castle of each pair, and the next one."""
    for n in range(1, bound + 1):
        for dpw in range(1, 2 * n + 1):
            for waves in range(2, n + 2):
                if (waves - 1) ** 2 * dpw <= 2 * n <= waves * (waves - 1) * dpw:
                    weakest = waves * n - (waves - 2) * dpw
                    yield from ((waves, Castle(n, s, dpw)) for s in (weakest, weakest + 1))


def lead(waves: int, castle: Castle) -> int:
    """Return h: how many more soldiers than there are the defenders could shoot in these waves if none is shot."""
    return comb(waves, 2) * castle.defenders_per_wave - castle.soldiers


@game_claim(
    "NEW.ways.castle",
    r"Let $k \ge 2$, $(k-1)^2 d \le 2n$, $s \ge kn - (k-2)d$ and $h = \binom{k}{2}d - n \ge 0$. The castle has as many "
    r"ways to win in exactly $k$ waves as there are numbers $b_1, \dots, b_{k-1} \ge 0$ with "
    r"$b_1 + 2b_2 + \dots + (k-1)b_{k-1} \le h$: partitions of at most $h$ into parts of at most $k - 1$. The "
    r"generating function over $h$ is $\frac{1}{(1-z)\,(1-z)(1-z^2)\cdots(1-z^{k-1})}$.",
    MAP,
    theorems=["castle/Ways.castle_partitions", "castle/Ways.at_most_next", *RULES],
)
def castle(deep: bool = False) -> Verdict:
    bound = DEEP if deep else PLAIN
    return check_all(
        strong_castles(bound),
        lambda case: count_plays(case[1]).castle.get(case[0]) == partitions(case[0], lead(*case)),
        f"all n ≤ {bound} and d of the condition, for the weakest castle and the next one, by generating functions",
        lambda case: f"in {case[0]} waves {count_plays(case[1]).castle.get(case[0])} ways",
        Table(
            ("k", *(f"h = {h}" for h in range(7)), "leading coefficient"),
            [(k, *(partitions(k, h) for h in range(7)), f"1/{factorial(k - 1) ** 2}") for k in range(2, 6)],
            "A quasi-polynomial of $h$ with degree $k - 1$. Its leading coefficient is the volume of the simplex "
            "$b_1 + 2b_2 + \\dots + (k-1)b_{k-1} \\le 1$. For $k = 3$ the numbers are the quarter squares "
            "$\\lfloor (h+2)^2/4 \\rfloor$.",
        ),
    )


def three_waves(n: int, s: int, dpw: int) -> int:
    """Return the number of the soldiers' ways in three waves by the statement, for s > n."""
    alive = s - 2 * n + dpw
    standing = max(0, 1 + min(dpw, (n - dpw) // 2, alive - 1, 3 * n - 2 * dpw - s))
    return standing + (1 <= alive <= min(dpw, n // 2))


@game_claim(
    "NEW.ways.three",
    r"Let $s > n$ and $u = s - 2n + d$. The soldiers have exactly "
    r"$\max\left(0, 1 + \min\left(d, \lfloor\tfrac{n-d}{2}\rfloor, u - 1, 3n - 2d - s\right)\right)$ ways to win in "
    r"three waves, and one more if $1 \le u \le \min(d, \lfloor\tfrac n2\rfloor)$.",
    MAP,
    theorems=["castle/Ways.soldiers_in_three", *RULES],
)
def three(deep: bool = False) -> Verdict:
    bound = DEEP if deep else 10
    games = [
        Castle(n, s, dpw) for n in range(1, bound + 1) for dpw in range(1, 2 * n + 1) for s in range(n + 1, 3 * n + 2)
    ]
    return check_all(
        games,
        lambda game: (
            count_plays(game).soldiers.get(3, 0) == three_waves(game.soldiers, game.strength, game.defenders_per_wave)
        ),
        f"all n ≤ {bound}, d ≤ 2n, s ≤ 3n + 1, by generating functions",
        lambda game: f"{count_plays(game).soldiers.get(3, 0)} ways",
    )


# Games and a, b, c, q: with all three numbers L times as large there are floor((a L^2 + b L + c) / q) ways.
RAYS: Sequence[tuple[Game, tuple[int, int, int, int]]] = (
    ((2, 4, 1), (1, 10, 0, 12)),
    ((3, 7, 1), (1, 4, 2, 3)),
    ((3, 8, 1), (3, 16, 12, 12)),
    ((4, 8, 2), (1, 5, 0, 3)),
    ((4, 10, 1), (1, 3, 0, 2)),
    ((4, 11, 1), (5, 11, 6, 6)),
    ((5, 16, 1), (1, 4, 4, 4)),
)


def area(n: int, s: int, dpw: int) -> Fraction:
    """Return the area of the pairs (x, y) of defenders left alive in waves 2 and 3 of the soldiers' wins in wave 4.

    The limits of y are lines a x + b: no fewer than 0, and shots for all soldiers at most; no more than there are, all
    shot by the fourth wave, and the castle falls in the fourth wave and not before.
    """
    low: list[tuple[Fraction | int, int]] = [(0, 0), (2, dpw - n)]
    high: list[tuple[Fraction | int, Fraction | int]] = [
        (1, dpw),
        (Fraction(-1, 2), Fraction(n - dpw, 2)),
        (1, s - 3 * n + 2 * dpw),
        (-2, 4 * n - 3 * dpw - s),
    ]
    crossings = {Fraction(b2 - b) / (a - a2) for (a, b), (a2, b2) in combinations(low + high, 2) if a != a2}
    ends = sorted({Fraction(0), Fraction(dpw), *(x for x in crossings if 0 < x < dpw)})

    def width(x: Fraction) -> Fraction:
        return max(Fraction(0), min(a * x + b for a, b in high) - max(a * x + b for a, b in low))

    return sum(((right - left) * (width(left) + width(right)) / 2 for left, right in pairwise(ends)), Fraction(0))


@claim(
    "NEW.ways.rays",
    r"Let all three numbers of a game be $L$ times as large. The soldiers win in four waves in "
    r"$\lfloor L(L+10)/12 \rfloor$ ways in 2/4/1, $\lfloor (L^2+4L+2)/3 \rfloor$ in 3/7/1, "
    r"$\lfloor (3L^2+16L+12)/12 \rfloor$ in 3/8/1, $\lfloor L(L+5)/3 \rfloor$ in 4/8/2, $L(L+3)/2$ in 4/10/1, "
    r"$\lfloor (L+1)(5L+6)/6 \rfloor$ in 4/11/1 and $\lfloor (L+2)^2/4 \rfloor$ in 5/16/1. The leading coefficients "
    "are the areas of polygons.",
    MAP,
)
def rays(deep: bool = False) -> Verdict:
    bound = 2 * LARGE if deep else LARGE
    cases = [(ray, times) for ray in RAYS for times in range(1, bound // ray[0][0] + 1)]

    def agrees(case: tuple[tuple[Game, tuple[int, int, int, int]], int]) -> bool:
        (game, (a, b, c, q)), times = case
        ways = count_plays(Castle(*(times * number for number in game))).soldiers.get(4, 0)
        return ways == (a * times**2 + b * times + c) // q and area(*game) == Fraction(a, q)

    return check_all(
        cases,
        agrees,
        f"up to {bound} soldiers, by generating functions; each formula was found from the first $L$ alone",
        lambda case: f"{case[0][0]}, L = {case[1]}",
    )


def is_one_hill(values: Sequence[int]) -> bool:
    """Return whether the values rise and then fall, each in the wide sense."""
    top = values.index(max(values))
    return list(values[:top]) == sorted(values[:top]) and list(values[top:]) == sorted(values[top:], reverse=True)


@claim(
    "NEW.ways.hill",
    "Conjecture (failed): for fixed numbers of soldiers, fresh defenders and waves, the number of the soldiers' ways "
    "rises with the strength up to a peak, and falls after it.",
    MAP,
)
def hill() -> Verdict:
    counts = {
        (n, dpw): [count_plays(Castle(n, s, dpw)).soldiers for s in range(1, 7 * n + 1)]
        for n in range(1, 6)
        for dpw in range(1, n + 1)
    }
    cases = {(*pair, k): [each.get(k, 0) for each in counts[pair]] for pair in counts for k in range(2, 8)}
    return check_all(
        cases,
        lambda case: is_one_hill(cases[case]),
        "all d ≤ n ≤ 5 and up to seven waves",
        lambda case: f"n, d, k = {case}: for s = 1, 2, ... there are {', '.join(map(str, cases[case]))} ways",
    )
