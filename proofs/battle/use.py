"""The use of the probabilities: tables, rules of thumb, and the armies left."""

from fractions import Fraction

import numpy as np

from gametheory.claims import Verdict, check_all, claim
from gametheory.claims.evidence import Table, Text
from gametheory.games.battle import Battle, Position
from gametheory.games.battle.decisions import StoppingSolution, odds_table, optimal_stopping
from gametheory.games.battle.distribution import battle_distribution
from gametheory.games.battle.rules import Probability

from .rules_of_thumb import decision_rules, evaluate_rule
from .shared import ANSWER, COMMENTS, decimals, printed, survivors_plot, wrong_decisions

PRICE, PRIZE = Fraction(1), Fraction(20)


@claim(
    "WB.9",
    "For much larger numbers of armies than 100 against 60, simulation is superior in its use of time and memory.",
    ANSWER,
)
def simulation_is_superior(deep: bool = False) -> Verdict:
    sizes = [(200, 120), (400, 240), (800, 480), *([(2000, 2000)] if deep else [])]
    errors = {battle: battle_distribution(battle, 5).error_bound for battle in (Battle(*size) for size in sizes)}
    shown = [
        (str(battle), f"{error:.0e}", f"{draws(error):.0e}", f"{entries(battle):.0e}", bytes_text(8 * entries(battle)))
        for battle, error in errors.items()
    ]
    return check_all(
        errors,
        lambda battle: draws(errors[battle]) < entries(battle),
        "battles of 5 turns from 200 v 120 to {} v {}".format(*sizes[-1]),
        lambda battle: (
            f"the probabilities are computed to within {errors[battle]:.0e}; a simulation with that error "
            f"draws {draws(errors[battle]):.0e} numbers; even the whole transition matrix has {entries(battle):.0e} "
            "entries"
        ),
        Table(
            (
                "battle",
                "error at most",
                "random numbers of an equally exact simulation",
                "entries of the matrix",
                "its size",
            ),
            shown,
            "A simulation with standard error ε plays 1/(4 ε²) games; a turn draws two numbers.",
        ),
        Text(
            "What is right: the program of the page stores the whole matrix, which does not fit in memory much beyond "
            "100 v 60; and if an error of one per cent is acceptable, 2,500 games are enough for any size. What is "
            "wrong: exact probabilities do not need the matrix. Given both armies, their casualties are independent, "
            "and only a band of them is likely. One number for each pair of armies, in a few copies, is enough: "
            f"{bytes_text(8 * 2001**2)} for each copy for 2,000 v 2,000."
        ),
    )


def draws(error: Probability) -> float:
    """Return the number of random numbers that a simulation needs for a standard error at even odds, 5 turns a game."""
    return float(10 / (4 * error**2))


def entries(battle: Battle) -> int:
    """Return the number of entries of the transition matrix."""
    return (battle.attackers + 1) ** 2 * (battle.defenders + 1) ** 2


def bytes_text(number: int) -> str:
    """Return a number of bytes in words.

    >>> bytes_text(32_032_008), bytes_text(4_731_942_008)
    ('32 MB', '4.7 GB')
    """
    unit, power = next(pair for pair in (("TB", 12), ("GB", 9), ("MB", 6), ("bytes", 0)) if number >= 10 ** pair[1])
    return f"{number / 10**power:.2g} {unit}" if number < 10 ** (power + 1) else f"{number / 10**power:.0f} {unit}"


@claim(
    "WB.10",
    "Some 400,000 battles can be tabulated by simulating 100 games of each, or 1,000 in five hours, and 100 games are "
    "a good approximation.",
    COMMENTS,
)
def all_battles(deep: bool = False) -> Verdict:
    numbers_printed = {what: int(text) for what, text in printed("WB.10").items()}
    side = round(numbers_printed["battles"] ** 0.5)
    table = odds_table(side, side)
    counts = range(4, side, 24 if deep else 120)
    sample = [Position(a, d) for d in counts for a in (d, round(1.08 * d), round(1.2 * d)) if a <= side]
    errors = [
        (games, wrong_decisions(table, games))
        for games in (numbers_printed["first games"], numbers_printed["then games"])
    ]

    def agrees(battle: Position) -> bool:
        distribution = battle_distribution(Battle(*battle))
        bound = table.error_bound + distribution.error_bound
        return bool(abs(table.win[battle] - distribution.eventual.win) <= bound <= 2e-12)

    return check_all(
        sample,
        agrees,
        f"{side} x {side} = {side**2:,} battles to their end, of which these were computed in two ways",
        lambda battle: f"the table gives {table.win[battle]}, the distribution of the single battle another number",
        Table(
            ("games of each battle", "standard error up to", "expected wrong decisions at 70 %"),
            [
                (games, decimals(0.5 / games**0.5, 4), f"{wrong:.0f}, {100 * wrong / side**2:.2f} %")
                for games, wrong in errors
            ],
            "The quality of simulated tables, with the rule to attack from an estimate of 70 % on.",
        ),
        Text(
            f"One table has the probabilities of all {side**2:,} battles, each within {table.error_bound:.0e}; the "
            "command battle table writes it in seconds. Simulated with 100 games, an estimate has a standard error "
            "of up to 5 points; but few battles are close to a threshold, so most decisions are right."
        ),
    )


@claim(
    "WB.11",
    "The rule to attack when 0.6 times one's armies are at least theirs gives a good probability of wiping them out in "
    "the first turn; to attack from a probability of 70 % on is another rule.",
    COMMENTS,
)
def rules_of_thumb() -> Verdict:
    numbers_printed = {what: Fraction(text) for what, text in printed("WB.11").items()}
    first, end = odds_table(100, 100, turns=1), odds_table(100, 100)
    forces = [Position(a, d) for d in range(1, 101) for a in range(1, 101) if numbers_printed["share"] * a >= d]
    rules = {rule.name: rule for rule in decision_rules(end)}
    errors_of_rules = [evaluate_rule(end, rules[name], numbers_printed["threshold"]) for name in SHOWN]
    return check_all(
        forces,
        lambda battle: first.win[battle] - first.error_bound >= 0.5,
        "all forces up to 100 a side for which the rule says attack",
        lambda battle: f"the probability to have won after one turn is {first.win[battle]}",
        Table(
            ("rule", "v 10", "v 30", "v 60", "attacks", "false attacks", "missed attacks", "right"),
            [
                (
                    errors.rule.name,
                    *(errors.rule.minimum[d - 1] for d in (10, 30, 60)),
                    errors.attacks,
                    errors.false_attacks,
                    errors.missed_attacks,
                    f"{100 * float(errors.accuracy):.1f} %",
                )
                for errors in errors_of_rules
            ],
            "The minimum number of attackers of each rule; over the 10,000 forces up to 100 a side its attacks, "
            "those of them with a final probability below 70 % (false attacks), the forces with such a probability "
            "that it does not attack (missed attacks), and how often it is right. Here a attack d, p = 0.6, q = 0.7.",
        ),
        Text(
            "The rule makes no false attack: the probability is at least "
            f"{decimals(min(first.win[f] for f in forces), 3)} after one turn and "
            f"{decimals(min(end.win[f] for f in forces), 3)} in the end. It is at least one half because the "
            "median of a binomial number is at least its mean rounded down (Kaas and Buhrman 1980). But the rule "
            "requires a win in one turn and misses a third of the battles with a probability of 70 %. Lanchester's $p "
            "a^2 \\ge q d^2$ is closer to even odds than any of these."
        ),
    )


SHOWN = ("p a >= d", "p a >= q d", "p a^2 >= q d^2", "a > d", "win >= 0.7")


@claim(
    "WB.12",
    "It helps to know the distribution of the armies left.",
    COMMENTS,
)
def armies_left(deep: bool = False) -> Verdict:
    most = 10 if deep else 6
    small = optimal_stopping(Battle(most, most), PRICE, PRIZE)
    large = optimal_stopping(Battle(100, 100), PRICE, PRIZE)
    exact = exact_values(most)
    examples = [(3, 3), (13, 12), (20, 15), (67, 60), (66, 30)]
    return check_all(
        [Position(*at) for at in exact],
        lambda at: abs(Fraction(float(small.optimal[at])) - exact[at]) <= Fraction(small.error_bound),
        f"the value of attacking, up to {most} v {most}, compared with backward induction in exact fractions",
        lambda at: f"computed {small.optimal[at]}, exactly {float(exact[at])}",
        Table(
            ("battle", "win", "left", "to the end", "optimal stopping", "no attack", "advice"),
            [example_row(battle, large) for battle in examples],
            "The value of an army is 1, that of the territory 20. The probability of winning and the average number of "
            "armies left, both in the end; the average value of attacking to the end, of optimal stopping, and of no "
            "attack.",
        ),
        survivors_plot(
            "Armies left to the attacker in the end",
            {f"{a} v {d}": battle_distribution(Battle(a, d)).survivors.attackers for a, d in ((20, 15), (67, 60))},
            "Attackers left of 20 against 15, and of 67 against 60: in more than one battle of four none of the 67.",
        ),
        Text(
            "By the probability of winning alone, 66 v 30 is the best of these attacks, and by a threshold of 70 % "
            "67 v 60 is an attack too; both cost more armies than the value of the territory. 3 v 3 has a gain, "
            "although it is lost more often than won. 13 v 12 has a gain only for an attacker who knows when to "
            "stop: fought to the end it has a loss, with the option to stop after each turn a gain."
        ),
    )


def example_row(battle: tuple[int, int], solution: StoppingSolution) -> tuple[object, ...]:
    """Return a row of the table of examples."""
    distribution = battle_distribution(Battle(*battle))
    left = sum(count * value for count, value in distribution.survivors.attackers.items())
    values = (solution.never_stop[battle], solution.optimal[battle], solution.stop_now[battle])
    name = "{} v {}".format(*battle)
    return (
        name,
        decimals(distribution.eventual.win, 3),
        *(decimals(float(x), 2) for x in (left, *values)),
        solution.advice(*battle),
    )


def exact_values(most: int) -> dict[tuple[int, int], Fraction]:
    """Return the value of each position under optimal decisions, in exact fractions, from small armies up."""
    values: dict[tuple[int, int], Fraction] = {}
    for a, d in np.ndindex(most + 1, most + 1):
        if not (a and d):
            values[a, d] = a * PRICE + (PRIZE if d == 0 else 0)
            continue
        distribution = Battle(a, d).after(Position(a, d))
        moved = sum(value * values[at] for at, value in distribution.items() if at != (a, d))
        values[a, d] = max(a * PRICE, moved / (1 - distribution[Position(a, d)]))
    return values
