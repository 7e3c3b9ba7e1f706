r"""The minimum number of days for the castle to win, and section 2.d."""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import And, Eq, Min, Or, evaluate

from gametheory import Castle
from gametheory.claims import Correction, Verdict
from gametheory.claims.evidence import Table
from gametheory.games.castle.closed_form import castle_fewest_waves, fibonacci
from gametheory.numbers.rationals import least_satisfying

from .case_2b import TOO_STRONG
from .steps import Part, argued, conserved, every_volley, iff, legal, proved, step, text, the_outcome
from .sweeps import bound_on_n, check_row, waves_text
from .symbols import CASE_2A, DAY_2, C, R, U, c, d, f, g, m, n, s, x
from .theorem_b import PHASES, TIES

WHERE = "minimum number of days for the castle to win"
B = "CD3.theorem.B"

# fmt: off
with evaluate(False):
    DAY_1 = every_volley("row castle.b first", "s > n: every volley of day 1 leaves dpw defenders and s - n points",
                         (n >= 1, d >= 1, s > n), (n, 0, s),
                         lambda *after: And(*map(same, after, (n, d, s - n))))
    SOLDIERS_WIN = every_volley("row castle.a", "dpw < n < s, dpw + s <= 2n: every volley of day 2 wins",
                                (*CASE_2A, s + d <= 2 * n), (n, d, s - n),
                                lambda soldiers, defenders, strength:
                                    And(soldiers >= 1, Eq(defenders, 0), Eq(strength, 0)))
    SOLDIERS_LIVE = every_volley("row castle.b", "dpw < n: every volley of day 2 leaves a soldier alive", CASE_2A,
                                 (n, d, s - n), lambda soldiers, defenders, strength: soldiers >= 1)
    # What the claims state about n, s and dpw.
    ONE_FEWER = (n >= 2, d >= 1, Eq(d, n - 1), s > n)
    PLUS_2 = (d >= 1, d < n, Eq(s, n + 2))
    PLUS_3_ONE_FEWER = (n >= 3, d >= 1, Eq(d, n - 1), Eq(s, n + 3))
    PLUS_3_FEWER = (n >= 3, d >= 1, d < n - 1, Eq(s, n + 3))
    _POINT_LEFT = (Eq(x, s + d - 2 * n - 1), Eq(m, n - d))
    ONE_SHORT = Part(
        [
            step("row castle.c three", "dpw = n - 1, n < s <= 2n, n >= 3, one point left: day 3 wins iff 3s >= 4n + 6",
                 (n >= 3, Eq(d, n - 1), s > n, s <= 2 * n, *_POINT_LEFT),
                 iff(3 * x - 2 * m >= d - 1, 3 * s >= 4 * n + 6)),
            step("row castle.c strong", "s > 2n, dpw = n - 1: all at the castle for two days, and day 3 wins",
                 (n >= 2, Eq(d, n - 1), s > 2 * n, Eq(C, s - n)),
                 And(legal(n, d, C, d, C - n), Eq(n - d, 1), Min(2 * d, 2 * d + (C - n) - 1) >= n - d)),
            step("row castle.c two",
                 "n = 2, dpw = 1: with s = 4 = 2n the castle cannot win, with s = 5 it wins on day 3",
                 (Eq(n, 2), Eq(d, n - 1), s > n, s <= 2 * n, DAY_2),
                 And(Or(U <= 0, U * U + U * 2 <= 4), 3 * s < 14)),
        ],
        {"one point left on day 2": _POINT_LEFT, "the strength on day 2": (Eq(C, s - n),), "day 2": (DAY_2,)},
        [(n >= 3, Eq(n, 2)), (s <= 2 * n, s > 2 * n)],
    )
    TWO_MORE = Part(
        [
            step("row castle.d", "s = n + 2, 2 <= dpw < n: one point left on day 2 gives x <= 0 against m >= 1",
                 (d >= 2, d < n, Eq(s, n + 2), *_POINT_LEFT), Or(x < 0, And(m >= 1, Eq(x, 0)))),
            step("row castle.d one", "dpw = 1: U(2) <= 0, or n = 2 and one defender against two soldiers",
                 (Eq(d, 1), d < n, Eq(s, n + 2), DAY_2), Or(U <= 0, And(Eq(U, 1), Eq(n, 2)))),
            step("row castle.d day", "s = n + 2 <= 2n: the strength can be used up on day 2",
                 (d >= 1, d < n, Eq(s, n + 2)), And(s > n, s <= 2 * n)),
        ],
        {"one point left on day 2": _POINT_LEFT, "day 2": (DAY_2,)},
    )
    _THIRD = (Eq(c, n + 2), Eq(U, c + d - 2 * n))
    THREE_MORE = Part(
        [
            step("row castle.e", "s = n + 3, dpw = n - 1, n >= 3: x = m = 1 on day 2, and Q(1, 1) < 0",
                 (n >= 3, Eq(d, n - 1), Eq(s, n + 3), *_POINT_LEFT),
                 And(s <= 2 * n, Eq(x, 1), Eq(m, 1), conserved(m, x) < 0, x + 1 < n)),
            step("row castle.e day", "x F(2j+2) - m F(2j+1) is then F(2j); f = F(2j-2), g = F(2j-1)",
                 (Eq(x, 1), Eq(m, 1)), same(x * (2 * f + 3 * g) - m * (f + 2 * g), f + g), "row castle.e"),
            step("row castle.e first", "first option, 2 left alive: the soldiers win the battle for n >= 4",
                 (n >= 4,), conserved(n, 2) > 0),
            step("row castle.e first three", "… and lose it for n = 3, on day 3", (Eq(n, 3),),
                 And(conserved(n, 2) < 0, 2 >= n - 2)),
            step("row castle.e third",
                 "third option, 2 points, none alive: 1 left alive if it falls, else 0 against m = 1",
                 (n >= 3, Eq(d, n - 1), *_THIRD, Eq(m, n - d)), And(Eq(U, 1), Eq(m, 1), conserved(n, U) > 0)),
        ],
        {"one point left on day 2": _POINT_LEFT, "the third option: one point fewer counts": _THIRD},
        [(n >= 4, Eq(n, 3))],
    )
    FEWER_DEFENDERS = Part(
        [
            step("row castle.f", "s = n + 3, dpw < n - 1: U(2) <= 1, so x <= 0 < m",
                 (n >= 3, d >= 2, d < n - 1, Eq(s, n + 3), DAY_2, Eq(m, n - d)), And(U <= 1, m >= 2, s <= 2 * n)),
            step("row castle.f one", "dpw = 1: U(2) <= 1 against n >= 3 soldiers, and 1 + n < n^2",
                 (n >= 3, Eq(d, 1), Eq(s, n + 3), DAY_2), And(U <= 1, Or(U <= 0, U * U + U * n <= n * n))),
        ],
        {"day 2": (DAY_2,), "one point left on day 2": (Eq(m, n - d),)},
        [(d >= 2, Eq(d, 1))],
    )
    _VOLLEY = legal(n, d, s - n, x, R)
    CASE_2D = Part(
        [
            step("row castle.2d", "s >= 2n, dpw >= n: all at the castle on both days, and all soldiers die on day 2",
                 (n >= 1, d >= n, s >= 2 * n, Eq(C, s - n)), And(legal(n, d, C, d, C - n), d >= n)),
            step("row castle.2d end", "dpw >= 2n: no volley of day 2 leaves a soldier alive",
                 (n >= 1, d >= 2 * n, s >= 2 * n, _VOLLEY), x >= n),
            step("row castle.2d delay", "n <= dpw < 2n: with as many shots at defenders as possible a soldier survives",
                 (n >= 1, d >= n, d < 2 * n, s >= 2 * n, Eq(x, d - n)), And(legal(n, d, s - n, x, s - n), x < n)),
        ],
        {
            "the strength on day 2": (Eq(C, s - n),),
            "a volley of day 2": (_VOLLEY,),
            "the volley with as many shots at defenders as possible": (Eq(x, d - n),),
        },
        [(d >= 2 * n, d < 2 * n)],
    )
    ENDLESS = Part(
        [
            step("row castle.tie", "dpw = n, s > n: shooting all defenders changes nothing, on every day",
                 (n >= 1, s > n, Eq(d, n), Eq(C, s - n)), And(legal(n, d, C, 0, C), Eq(n - 0, n))),
        ],
        {"the strength on day 2": (Eq(C, s - n),)},
    )
# fmt: on
WITH_B = text("By Theorem B: one point of strength left on day 2 is best, and its closed form gives the days.")


@game_claim(
    "CD3.castle.a",
    r"$\mathit{dpw} + s \le 2n$, $s > n$, $\mathit{dpw} < n$: the castle cannot win, and the soldiers win on day 2.",
    WHERE,
    uses=["CD3.lemma.rules"],
    theorems=["castle/CastleRows.cd3_castle_a"],
)
def soldiers_win_on_day_2() -> Verdict:
    return proved([DAY_1, SOLDIERS_WIN, *the_outcome()], text("Every volley of day 2 wins."))


@game_claim(
    "CD3.castle.b",
    r"$\mathit{dpw} < n < s$: the castle needs more than 2 days.",
    WHERE,
    uses=["CD3.lemma.rules"],
    theorems=["castle/CastleRows.cd3_castle_b"],
)
def more_than_two_days() -> Verdict:
    return proved([DAY_1, SOLDIERS_LIVE, *the_outcome()])


@game_claim(
    "CD3.castle.c",
    r"$\mathit{dpw} = n - 1$: the castle needs at least 3 days, and wins on day 3 only if $s > 2n$.",
    WHERE,
    uses=["CD3.castle.b", B],
    theorems=["castle/CastleRows.cd3_castle_c", "castle/SoldiersRows.cd3_case1"],
)
def one_defender_short(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: dpw == n - 1 and s > n,
        lambda n, s, dpw: s > 2 * n or castle_fewest_waves(n, s, dpw) != 3,
        lambda n, s, dpw: (
            f"s is not above {2 * n}, and the castle can win in {waves_text(castle_fewest_waves(n, s, dpw))}"
        ),
        Correction(
            r"$\mathit{dpw} = n - 1$, $s > n$: at least 3 days, and a win on day 3 exactly when $3s \ge 4n + 6$ or "
            "$s > 2n$.",
            argued(ONE_FEWER, [ONE_SHORT, PHASES], WITH_B),
        ),
        bound_on_n(deep),
        text("At least 3 days is right, and so is “if”; “only if” is false."),
    )


@game_claim(
    "CD3.castle.d",
    "$s = n + 2$: the castle can never win.",
    WHERE,
    uses=[B],
    theorems=["castle/CastleRows.cd3_castle_d"],
)
def two_more_points(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: s == n + 2,
        lambda *game: castle_fewest_waves(*game) is None,
        lambda n, s, dpw: f"the castle can win in {waves_text(castle_fewest_waves(n, s, dpw))}",
        Correction(
            r"$s = n + 2$ and $\mathit{dpw} < n$: the castle can never win.",
            argued(PLUS_2, [TWO_MORE, PHASES], WITH_B),
        ),
        bound_on_n(deep),
        text(
            "The paragraph is about dpw < n, and with this condition it is right; the closing sentence does not state "
            "the condition, and row 2d of the post's own table contradicts it.",
        ),
        kind="False without the condition of its paragraph",
    )


def first_fibonacci_day(n: int) -> int:
    """Return 2 + the least j >= 1 with F(2j) >= n - 2."""
    return 2 + least_satisfying(lambda j: fibonacci(2 * j) >= n - 2, 1)


@game_claim(
    "CD3.castle.e",
    r"$s = n + 3$, $\mathit{dpw} = n - 1$, $n > 2$: of the options of day 2 the first lets the castle win only for "
    "$n = 3$, the third never, and the second always: on the third day for $n = 3$, on the fourth for $n = 4$, and "
    "so on.",
    WHERE,
    uses=[B],
    theorems=[
        "castle/CastleRows.cd3_castle_e",
        "castle/CastleRows.cd3_castle_e_day_3",
        "castle/CastleRows.cd3_castle_e_options",
    ],
)
def three_more_points(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: s == n + 3 and dpw == n - 1 and n > 2,
        lambda n, s, dpw: castle_fewest_waves(n, s, dpw) == n,
        lambda n, s, dpw: f"the castle wins in {waves_text(castle_fewest_waves(n, s, dpw))}, not in {n}",
        Correction(
            r"$s = n + 3$, $\mathit{dpw} = n - 1$, $n > 2$: the castle can win, and soonest on day $2 + j$ with the "
            r"least $j \ge 1$ for which $F_{2j} \ge n - 2$; on day 3 only for $n = 3$.",
            argued(PLUS_3_ONE_FEWER, [THREE_MORE, PHASES], WITH_B),
        ),
        bound_on_n(deep),
        text(
            "The statements on the three options are right, and so are the days for $n = 3$ and $n = 4$. The “etc.” is "
            "false: the number of days grows with the logarithm of $n$.",
        ),
        Table(("n", "castle wins on day", "as printed"), [(n, first_fibonacci_day(n), n) for n in range(3, 26)]),
    )


@game_claim(
    "CD3.castle.f",
    r"$s = n + 3$, $\mathit{dpw} < n - 1$: the castle cannot win.",
    WHERE,
    uses=[B],
    theorems=["castle/CastleRows.cd3_castle_f"],
)
def three_more_points_fewer_defenders() -> Verdict:
    return argued(
        PLUS_3_FEWER,
        [FEWER_DEFENDERS],
        WITH_B,
        text(r"The reason given, $s + \mathit{dpw} \le 2n + 1$, is right: at most one defender is left alive."),
    )


@game_claim(
    "CD3.castle.2d",
    r"$s \ge 2n$, $\mathit{dpw} \ge n$: the castle wins in 2 days when all fire at it; the soldiers cannot win, but "
    "can delay that by firing at both.",
    "section 2.d",
    uses=["CD3.2b.need"],
    theorems=["castle/CastleRows.cd3_castle_2d"],
)
def case_2d(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: s >= 2 * n and dpw >= n,
        lambda n, s, dpw: max(position.soldiers for position in after_day_2(n, s, dpw)) > 0,
        lambda n, s, dpw: (
            f"defenders after day 1: {dpw}, soldiers: {n}; after any volley, {dpw - n} or more defenders fire back"
        ),
        Correction(
            r"$s \ge 2n$, $\mathit{dpw} \ge n$: the castle wins in 2 days when all fire at it, the soldiers never, "
            r"and they can delay it exactly when $\mathit{dpw} < 2n$.",
            argued((n >= 1, d >= n, s >= 2 * n), [CASE_2D, TOO_STRONG], text("“Never” is Theorem A.")),
        ),
        16 if deep else 10,
        kind="The two days and “never” are right, “can delay” is false",
    )


def after_day_2(n: int, s: int, dpw: int):  # type: ignore[no-untyped-def]
    """Return the positions after every volley of day 2, by the rules."""
    castle = Castle(n, s, dpw)
    (first,) = castle.moves(castle.start())
    second_day = castle.after(castle.start(), first)
    return (castle.after(second_day, volley) for volley in castle.moves(second_day))


@game_claim(
    "CD3.castle.tie",
    r"$\mathit{dpw} = n$: killing all defenders from day 2 on, the soldiers can tie.",
    "section 2.d",
    uses=["CD3.lemma.rules"],
    theorems=["castle/Tie.cd3_castle_tie"],
)
def tie() -> Verdict:
    note = text("For $s > n$, as in its section. No other play is endless: a day without losses requires $S = D$ (T1).")
    return argued((n >= 1, d >= 1, s > n, Eq(d, n)), [ENDLESS, TIES], note)
