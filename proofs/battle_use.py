"""Warlight battle: one question, its answers and their comments."""

from fractions import Fraction

import numpy as np
from _battle import ANSWER, COMMENTS, decimals, printed, survivors_plot, wrong_decisions

from gametheory.claims import Verdict, check_all, claim
from gametheory.claims.evidence import Table, Text
from gametheory.games.battle import Battle, Position
from gametheory.games.battle.decisions import decision_rules, evaluate_rule
from gametheory.games.battle.distribution import battle_distribution
from gametheory.games.battle.optimal_stopping import StoppingSolution, optimal_stopping
from gametheory.games.battle.table import odds_table

PRICE, PRIZE = Fraction(1), Fraction(20)


@claim(
    "WB.9",
    "For much larger numbers of armies than 100 against 60, simulation is superior in its use of time and memory.",
    ANSWER,
    expected="refuted",
)
def simulation_is_superior(deep: bool = False) -> Verdict:
    sizes = [(200, 120), (400, 240), (800, 480), *([(2000, 2000)] if deep else [])]
    errors = {battle: battle_distribution(battle, 5).error_bound for battle in (Battle(*size) for size in sizes)}
    shown = [
        (str(battle), f"{error:.0e}", f"{draws(error):.0e}", f"{entries(battle):.0e}", in_words(8 * entries(battle)))
        for battle, error in errors.items()
    ]
    return check_all(
        errors,
        lambda battle: draws(errors[battle]) < entries(battle),
        "battles of 5 turns from 200 v 120 to {} v {}".format(*sizes[-1]),
        lambda battle: (
            f"the chances are computed to within {errors[battle]:.0e}; a simulation as good draws "
            f"{draws(errors[battle]):.0e} numbers; even the whole transition matrix has {entries(battle):.0e} entries"
        ),
        Table(
            ("battle", "error at most", "random numbers of a simulation as good", "entries of the matrix", "its size"),
            shown,
            "A simulation with standard error ε plays 1/(4 ε²) games; a turn draws two numbers.",
        ),
        Text(
            "What is so: the page's program keeps the whole matrix, which does not fit in memory much beyond 100 v 60; "
            "and where an error of one per cent will do, 2,500 games are enough, whatever the size. What is not so: "
            "that exact chances need the matrix. Given both armies their casualties are independent, and only a band "
            "of them is likely; a number for each pair of armies, with a few copies, holds all there is: "
            f"{in_words(8 * 2001**2)} a copy for 2,000 v 2,000."
        ),
    )


def draws(error: float) -> float:
    """How many random numbers a simulation draws for that standard error at even chances, 5 turns a game."""
    return 10 / (4 * error**2)


def entries(battle: Battle) -> int:
    """The number of entries of the transition matrix."""
    return (battle.attackers + 1) ** 2 * (battle.defenders + 1) ** 2


def in_words(number: int) -> str:
    """Bytes in words.

    >>> in_words(32_032_008), in_words(4_731_942_008)
    ('32 MB', '4.7 GB')
    """
    unit, power = next(pair for pair in (("TB", 12), ("GB", 9), ("MB", 6), ("bytes", 0)) if number >= 10 ** pair[1])
    return f"{number / 10**power:.2g} {unit}" if number < 10 ** (power + 1) else f"{number / 10**power:.0f} {unit}"


@claim(
    "WB.10",
    "Some 400,000 battles can be tabulated by simulating 100 games of each, or 1,000 in five hours, and 100 games are "
    "a good approximation.",
    COMMENTS,
    expected="verified",
)
def all_battles(deep: bool = False) -> Verdict:
    told = {what: int(text) for what, text in printed("WB.10").items()}
    side = round(told["battles"] ** 0.5)
    table = odds_table(side, side)
    counts = range(4, side, 24 if deep else 120)
    sample = [(a, d) for d in counts for a in (d, round(1.08 * d), round(1.2 * d)) if a <= side]
    errors = [(games, wrong_decisions(table, games)) for games in (told["first games"], told["then games"])]

    def agrees(battle: tuple[int, int]) -> bool:
        law = battle_distribution(Battle(*battle))
        return abs(table.win[battle] - law.eventual.win) <= table.error_bound + law.error_bound <= 2e-12

    return check_all(
        sample,
        agrees,
        f"{side} x {side} = {side**2:,} battles to their end, of which these were computed in two ways",
        lambda battle: f"the table says {table.win[battle]}, the law of the one battle something else",
        Table(
            ("games of each battle", "standard error up to", "battles judged wrongly at 70 %, expected"),
            [
                (games, decimals(0.5 / games**0.5, 4), f"{wrong:.0f}, {100 * wrong / side**2:.2f} %")
                for games, wrong in errors
            ],
            "What simulated tables are worth: to attack from an estimate of 70 % on.",
        ),
        Text(
            f"One table holds the chances of all {side**2:,} battles, each within {table.error_bound:.0e}; "
            "the command battle table writes it in seconds. Simulated with 100 games, an estimate is off by up to 5 "
            "points (one standard error); yet few battles are close to a threshold, so that nearly every decision is "
            "right."
        ),
    )


@claim(
    "WB.11",
    "The rule to attack when 0.6 times one's armies are at least theirs gives a good chance to wipe them out in the "
    "first turn; to attack from a chance of 70 % on is another rule.",
    COMMENTS,
    expected="verified",
)
def rules_of_thumb() -> Verdict:
    told = {what: Fraction(text) for what, text in printed("WB.11").items()}
    first, end = odds_table(100, 100, turns=1), odds_table(100, 100)
    forces = [(a, d) for d in range(1, 101) for a in range(1, 101) if told["share"] * a >= d]
    rules = {rule.name: rule for rule in decision_rules(end)}
    judged = [evaluate_rule(end, rules[name], told["threshold"]) for name in SHOWN]
    return check_all(
        forces,
        lambda battle: first.win[battle] - first.error_bound >= 0.5,
        "all forces up to 100 a side for which the rule asks for an attack",
        lambda battle: f"the chance to have won after one turn is {first.win[battle]}",
        Table(
            ("rule", "v 10", "v 30", "v 60", "attacks", "rash", "missed", "right"),
            [
                (
                    j.rule.name,
                    *(j.rule.minimum[d - 1] for d in (10, 30, 60)),
                    j.attacks,
                    j.false_attacks,
                    j.missed_attacks,
                    f"{100 * float(j.accuracy):.1f} %",
                )
                for j in judged
            ],
            "The fewest attackers that each rule asks for; over the 10,000 forces up to 100 a side its attacks, those "
            "of them with less than a chance of 70 % in the end (rash), the forces with such a chance that it holds "
            "back (missed), and how often it is right. Here a attack d, p = 0.6, q = 0.7.",
        ),
        Text(
            f"The rule is never rash: at least {decimals(min(first.win[f] for f in forces), 3)} after one turn and "
            f"{decimals(min(end.win[f] for f in forces), 3)} in the end. That one half is reached is no accident: the "
            "median of a binomial number is at least its mean rounded down (Kaas and Buhrman 1980). But it asks for a "
            "win in one turn and passes up every third battle with a chance of 70 %. Lanchester's $p a^2 \\ge q d^2$ "
            "is nearer to even chances than any of these."
        ),
    )


SHOWN = ("p a >= d", "p a >= q d", "p a^2 >= q d^2", "a > d", "win >= 0.7")


@claim(
    "WB.12",
    "It helps to know the law of the armies left over.",
    COMMENTS,
    expected="verified",
)
def armies_left(deep: bool = False) -> Verdict:
    most = 10 if deep else 6
    small = optimal_stopping(Battle(most, most), PRICE, PRIZE)
    large = optimal_stopping(Battle(100, 100), PRICE, PRIZE)
    exact = worth(most)
    examples = [(3, 3), (13, 12), (20, 15), (67, 60), (66, 30)]
    return check_all(
        exact,
        lambda at: abs(Fraction(float(small.optimal[at])) - exact[at]) <= Fraction(small.error_bound),
        f"what attacking is worth, up to {most} v {most}, against backward induction in exact fractions",
        lambda at: f"computed {small.optimal[at]}, exactly {float(exact[at])}",
        Table(
            ("battle", "win", "left", "to the end", "while it pays", "at home", "advice"),
            [told_of(battle, large) for battle in examples],
            "An army is worth 1 and the territory 20. The chance to win and the armies left on average, both in the "
            "end; what it is worth on average to attack to the end, to attack while it pays, and to stay at home.",
        ),
        survivors_plot(
            "Armies left to the attacker in the end",
            {f"{a} v {d}": battle_distribution(Battle(a, d)).survivors.attackers for a, d in ((20, 15), (67, 60))},
            "Attackers left of 20 against 15, and of 67 against 60: in more than one battle of four none of the 67.",
        ),
        Text(
            "By the chance to win alone 66 v 30 is the best of these attacks, and by a threshold of 70 % 67 v 60 is "
            "one too; both cost more armies than the territory is worth. 3 v 3, won less often than not, pays. And "
            "13 v 12 pays only for an attacker who knows when to stop: to the end it loses, with the option to go home "
            "after each turn it gains."
        ),
    )


def told_of(battle: tuple[int, int], found: StoppingSolution) -> tuple[object, ...]:
    """A row of the table of examples."""
    law = battle_distribution(Battle(*battle))
    left = sum(count * value for count, value in law.survivors.attackers.items())
    worths = (found.never_stop[battle], found.optimal[battle], found.stop_now[battle])
    name = "{} v {}".format(*battle)
    return name, decimals(law.eventual.win, 3), *(decimals(float(x), 2) for x in (left, *worths)), found.advice(*battle)


def worth(most: int) -> dict[tuple[int, int], Fraction]:
    """What each position is worth with the best decisions, in exact fractions, from small armies up."""
    found: dict[tuple[int, int], Fraction] = {}
    for a, d in np.ndindex(most + 1, most + 1):
        if not (a and d):
            found[a, d] = a * PRICE + (PRIZE if d == 0 else 0)
            continue
        law = Battle(a, d).after(Position(a, d))
        moved = sum(value * found[at] for at, value in law.items() if at != (a, d))
        found[a, d] = max(a * PRICE, moved / (1 - law[Position(a, d)]))
    return found
