r"""The least strength with which the castle can win, as a staircase of lower Wythoff numbers.

Day $t$ begins with $S_t = n - d\binom{t-1}{2}$ soldiers if all shots so far were at the castle; its margin is
$S_t - d$.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import comb, isqrt

from _game_claim import game_claim

from gametheory.claims import Verdict, check_all
from gametheory.claims.evidence import Figure, Table
from gametheory.games.castle.closed_form import castle_min_winning_strength
from gametheory.games.castle.dynamic_programming import fewest_waves
from gametheory.render.charts import BLUE, VERMILION, Panel, Series, axis, plot

MAP = "what is new, the castle"
PLAIN, DEEP = 30, 70  # soldiers, in a search of all positions
LINE, DEEP_LINE = 300, 700  # soldiers, with the closed form of Theorem B
Pair = tuple[int, int]


def wythoff(k: int) -> int:
    """Return floor(phi k), a lower Wythoff number.

    >>> [wythoff(k) for k in range(8)]
    [0, 1, 3, 4, 6, 8, 9, 11]
    """
    return (k + isqrt(5 * k * k)) // 2


def first_day(n: int, d: int) -> int:
    """Return the least day t >= 2 with phi ((t - 1) d - 1) > m: all defenders but one, left alive, are enough."""
    day = 2
    while margin(n, d, day) >= 0 and wythoff((day - 1) * d - 1) < margin(n, d, day):
        day += 1
    return day


def margin(n: int, d: int, day: int) -> int:
    """Return the soldiers of a day less the fresh defenders, if all shots so far were at the castle."""
    return n - d * (comb(day - 1, 2) + 1)


def staircase(n: int, d: int) -> int:
    """Return the least strength with which the castle can win, by the statement."""
    if d == 1:
        return staircase_of_one(n)
    if d > n:
        return n + 1
    day = first_day(n, d)
    shots = n * (day - 1) - d * comb(day - 1, 3)
    return shots + 1 + max(0, wythoff(margin(n, d, day)) - (day - 2) * d + 1)


def staircase_of_one(n: int) -> int:
    """Return the least strength for one fresh defender a wave."""
    day = next(day for day in count(2) if wythoff(day - 1) > margin(n, 1, day))
    return n * (day - 1) - comb(day - 1, 3) + 1 + max(0, wythoff(margin(n, 1, day) + 1) - day + 1)


def golden_pairs(bound: int) -> Iterator[Pair]:
    """Yield the pairs of the golden line up to a number of soldiers."""
    for n in range(2, bound + 1):
        yield from ((n, d) for d in range(2, n + 1) if (n - d) ** 2 < (d - 1) * (n - 1))


def by_search(bound: int) -> dict[Pair, int]:
    """Return the least strength up to n = bound and d = 2 bound, by the exact solver of all positions."""
    found: dict[Pair, int] = {}
    for d in range(1, 2 * bound + 1):
        table = fewest_waves(d, bound, castle_min_winning_strength(bound, d) + 2)
        for n in range(1, bound + 1):
            found[n, d] = next(s for s, (_, castle) in enumerate(table[n]) if castle is not None)
    return found


@game_claim(
    "NEW.golden",
    r"For $2 \le d \le n$ and $(n - d)^2 < (d - 1)(n - 1)$ the castle can win exactly when "
    r"$s \ge n + 2 + \lfloor \varphi (n - d) \rfloor$, with $d = \mathit{dpw}$: the lower Wythoff numbers.",
    MAP,
    uses=["CD3.theorem.B"],
    theorems=["castle/Wythoff.golden_line", "castle/Agree.castle_min_winning_strength_agrees"],
)
def golden(deep: bool = False) -> Verdict:
    bound = DEEP if deep else PLAIN
    least = by_search(bound)
    return check_all(
        golden_pairs(bound),
        lambda pair: least[pair] == pair[0] + 2 + wythoff(pair[0] - pair[1]),
        f"all pairs n, d of the condition with n ≤ {bound}, by a search of all positions",
        lambda pair: f"the least strength is {least[pair]}",
        Table(
            ("n", "d", "n − d", "⌊φ (n − d)⌋", "least strength"),
            [(8, d, 8 - d, wythoff(8 - d), least[8, d]) for d in range(8, 3, -1)],
            "Eight soldiers on the golden line: each fresh defender less costs one or two points of strength.",
        ),
    )


@game_claim(
    "NEW.staircase",
    r"For $2 \le d \le n$ let $t \ge 2$ be least with $\varphi((t-1)d - 1) > m$, where $m = S_t - d$. The castle can "
    r"win exactly when $s \ge A_{t-1} + 1 + \max(0, \lfloor \varphi m \rfloor - (t-2)d + 1)$. For $d > n$ it can "
    r"exactly when $s > n$. For $d = 1$ let $t \ge 2$ be least with $\varphi(t-1) > S_t$; it can exactly when "
    r"$s \ge A_{t-1} + 1 + \max(0, \lfloor \varphi S_t \rfloor - t + 1)$.",
    MAP,
    uses=["CD3.theorem.B"],
    theorems=[
        "castle/Staircase.staircase",
        "castle/Staircase.staircase_above",
        "castle/Staircase.staircase_one",
        "castle/StairDay.without_search",
        "castle/Agree.castle_min_winning_strength_agrees",
    ],
)
def stairs(deep: bool = False) -> Verdict:
    bound = DEEP if deep else PLAIN
    least = by_search(bound)
    return check_all(
        sorted(least),
        lambda pair: least[pair] == staircase(*pair),
        f"all n ≤ {bound}, d ≤ {2 * bound}, by a search of all positions",
        lambda pair: f"the least strength is {least[pair]}, not {staircase(*pair)}",
        steps_figure(),
    )


def steps_figure(d: int = 12, most: int = 12) -> Figure:
    """Draw the least strength over the soldiers for one d, as multiples of d, with the exceptional pairs."""
    numbers = range(d, most * d + 1)
    points = [(n / d, castle_min_winning_strength(n, d) / d) for n in numbers]
    special = [point for point, n in zip(points, numbers, strict=True) if exceptional(n, d)]
    caption = (
        f"The least strength for d = {d} fresh defenders: straight pieces. The marked pairs, where a day more begins, "
        "are the exceptional ones: there the castle needs a point or two more than the line says."
    )
    series = [
        Series("least strength / d", points, BLUE),
        Series("exceptional pairs", special, VERMILION, shape="circle", kind="marks"),
    ]
    panel = Panel("", axis("soldiers / d", 1, most), axis("strength / d", 0, points[-1][1]), series)
    return Figure(plot("The staircase", [panel], caption), caption)


def exceptional(n: int, d: int) -> bool:
    """Return whether a pair is one of the thin set, by the line without its maximum."""
    day = first_day(n, d)
    return wythoff(margin(n, d, day)) + 1 < (day - 2) * d


def listed(bound: int) -> set[Pair]:
    """Return the thin set up to a number of soldiers, by its closed form: one n for each d and each day from 3 on."""
    pairs: set[Pair] = set()
    for d in range(2, bound + 1):
        for day in count(3):
            below = (day - 2) * d - 1
            n = d * (comb(day - 1, 2) + 1) + wythoff(below) - below
            if n > bound:
                break
            pairs.add((n, d))
    return pairs


@game_claim(
    "NEW.thin",
    r"The line $A_t - D_t + 2 + \lfloor m/\varphi \rfloor$ is the least strength of the castle for all "
    r"$2 \le d \le n$, except for one $n$ for each $d$ and each $t \ge 3$: "
    r"$n = d\left(\binom{t-1}{2} + 1\right) + \lfloor ((t-2)d - 1)/\varphi \rfloor$. "
    "There it is one or two points more.",
    MAP,
    uses=["NEW.staircase"],
    theorems=["castle/Staircase.staircase_line", "castle/Staircase.exceptional_exists"],
)
def thin_set(deep: bool = False) -> Verdict:
    bound = DEEP_LINE if deep else LINE
    thin = listed(bound)
    first = sorted(thin, key=lambda pair: (pair[1], pair[0]))[:6]

    def holds(pair: Pair) -> bool:
        more = castle_min_winning_strength(*pair) - line(*pair)
        return more in (1, 2) if pair in thin else more == 0

    pairs = [(n, d) for n in range(2, bound + 1) for d in range(2, n + 1)]
    return check_all(
        pairs,
        holds,
        f"all 2 ≤ d ≤ n ≤ {bound}, by the closed form of Theorem B",
        lambda pair: f"the line gives {line(*pair)}, and the least strength is {castle_min_winning_strength(*pair)}",
        Table(
            ("n", "d", "t", "line", "least strength"),
            [(n, d, first_day(n, d), line(n, d), castle_min_winning_strength(n, d)) for n, d in first],
            f"The first exceptional pairs; there are {len(thin)} among the {len(pairs):,} pairs with n ≤ {bound}.",
        ),
    )


def line(n: int, d: int) -> int:
    """Return A_t - D_t + 2 + floor(m / phi)."""
    day = first_day(n, d)
    left = margin(n, d, day)
    return n * day - d * comb(day, 3) - (day - 1) * d + 2 + wythoff(left) - left
