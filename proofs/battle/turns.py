"""The battle turn by turn: the question, the matrix of the first answer, and its figure."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from _published import rows

from gametheory import Distribution, state_graph
from gametheory.claims import Verdict, Witness, check_all, claim, refuted
from gametheory.claims.evidence import Formula, Table, Text
from gametheory.games.battle import Battle, Position
from gametheory.games.battle.distribution import battle_distribution, exact_odds_by_turn
from gametheory.games.battle.rules import BattleDistribution, Turn, survivor_distribution
from gametheory.solvers.markov_chain import distribution_after, transition_matrix

from .shared import ANSWER, Comparison, compare, decimals, odds_plot, printed

QUESTION = "the question"


@claim(
    "WB.1",
    "40 armies attack 25, and each hits with probability 0.6: the probability to have won after one turn is 0.440.",
    QUESTION,
)
def first_turn() -> Verdict:
    by_sum = sum(comb(40, hits) * Fraction(3, 5) ** hits * Fraction(2, 5) ** (40 - hits) for hits in range(25, 41))
    by_distribution = exact_odds_by_turn(Battle(40, 25), 1).turns[0].win
    if by_sum != by_distribution:
        return refuted(
            "40 v 25", 1, Witness("40 v 25", f"the sum is {by_sum}, but the distribution gives {by_distribution}")
        )
    return compare(
        "the printed number",
        [Comparison("40 v 25, won after turn 1", printed("WB.1")["win 40 25 1"], by_distribution)],
        "The sum of the question and the exact distribution of the battle are the same fraction.",
        Formula(
            r"\sum_{i=25}^{40} \binom{40}{i} \frac{3^i \, 2^{40-i}}{5^{40}}",
            True,
            f"it is {decimals(by_distribution, 12)}",
        ),
    )


@claim(
    "WB.2",
    "The transition matrix of the battle of 2 against 1, all 36 entries, and the eight probabilities computed by hand.",
    ANSWER,
)
def matrix() -> Verdict:
    states = [Position(a, d) for d in (1, 0) for a in (2, 1, 0)]
    computed = transition_matrix(state_graph(Battle(2, 1)), states)
    entries = [
        Comparison(f"{name(states[row])} from {name(states[column])}", text, computed[column][row])
        for row, line in enumerate(printed_matrix())
        for column, text in enumerate(line)
    ]
    worked = [Comparison(what, text, worked_probability(*what.split())) for what, text in printed("WB.2").items()]
    return compare("36 entries and 8 probabilities", [*entries, *worked], "Columns of the page's matrix are rows here.")


def name(position: Position) -> str:
    """Return the name of a position on the page."""
    return f"{position.attackers}:{position.defenders}"


def printed_matrix() -> list[list[str]]:
    """Return the printed matrix, row by row."""
    return [list(row.values())[1:] for row in rows("battle_matrix.tsv")]


def worked_probability(what: str, *numbers: str) -> Fraction:
    """Return one of the probabilities that the page computes for 2 against 1."""
    count = int(numbers[0])
    hit = {0: Fraction(2, 5), 1: Fraction(3, 5)}
    distributions = {
        "attackers": survivor_distribution(2, 1, Fraction(7, 10)),
        "defenders": survivor_distribution(1, 2, Fraction(3, 5)),
    }
    if what == "X":
        return comb(2, count) * hit[1] ** count * hit[0] ** (2 - count)
    if what == "both":
        return Distribution(Battle(2, 1).after(Position(2, 1)))[Position(count, int(numbers[1]))]
    return distributions[what][count]


@claim(
    "WB.3",
    r"The battle is a Markov chain on the $(A+1)(D+1)$ numbers of armies, and $s(k) = P\, s(k-1)$.",
    ANSWER,
)
def markov_chain(deep: bool = False) -> Verdict:
    most, turns = (8 if deep else 6), 3
    battles = [
        Battle(a, d, *probabilities)
        for a in range(1, most + 1)
        for d in range(1, most + 1)
        for probabilities in PROBABILITIES
    ]
    return check_all(
        battles,
        lambda battle: is_chain(battle, turns),
        f"all battles up to {most} v {most}, with three pairs of probabilities, {turns} turns",
        lambda _: "the states, or the distributions after some turn, differ",
        Text(
            "Three methods give the same fractions: powers of the matrix $P$, the distribution propagated along "
            "the edges of the graph, and the distribution of the battle computed without a graph. With both "
            "probabilities strictly between 0 and 1 all $(A+1)(D+1)$ states are reached; with a probability of 0 "
            "or 1 only some are."
        ),
    )


PROBABILITIES = ((Fraction(3, 5), Fraction(7, 10)), (Fraction(1, 3), Fraction(1, 2)), (Fraction(1), Fraction(1, 2)))


def is_chain(battle: Battle, turns: int) -> bool:
    """Return whether the states are as stated and the powers of the matrix give the distribution of each turn."""
    graph = state_graph(battle)
    states: list[Position] = list(graph)
    rows_from = transition_matrix(graph, states)
    row = [Fraction(state == battle.start()) for state in states]
    equal = []
    for turn in range(1, turns + 1):
        row = [sum((row[i] * rows_from[i][j] for i in range(len(states))), Fraction(0)) for j in range(len(states))]
        distribution = {state: value for state, value in zip(states, row, strict=True) if value}
        won = sum(value for state, value in distribution.items() if state.defenders == 0)
        equal.append(
            distribution == distribution_after(graph, turn) and won == exact_odds_by_turn(battle, turn).turns[-1].win
        )
    inner = 0 < battle.attacker_hits < 1 and 0 < battle.defender_hits < 1
    everywhere = len(states) == (battle.attackers + 1) * (battle.defenders + 1)
    return all(equal) and everywhere == inner


@claim(
    "WB.4",
    "60 defenders against 63, 67, 71 and 75 attackers, evenly spaced in the logarithm: the probabilities to have won, "
    "to have lost and to be undecided, for 5 turns.",
    "the figure and the end of its code",
)
def figure() -> Verdict:
    numbers_printed = {what: int(text) for what, text in printed("WB.4").items()}
    attackers = spaced(
        numbers_printed["first attackers"], numbers_printed["last attackers"], numbers_printed["battles"]
    )
    distributions = {
        f"{a} v 60": battle_distribution(Battle(a, numbers_printed["defenders"]), numbers_printed["turns"])
        for a in attackers
    }
    rows_shown = [
        (battle, turn.turn, *(decimals(value, 6) for value in (turn.win, turn.lose, turn.undecided)))
        for battle, distribution in distributions.items()
        for turn in distribution.turns
    ]
    evidence = (
        odds_plot("60 defenders, p = 0.6, q = 0.7", distributions, "The figure of the answer, recomputed."),
        Table(("battle", "turn", "won", "lost", "undecided"), rows_shown, f"All within {worst(distributions):.0e}."),
    )
    scope = "4 battles, 5 turns each"
    if attackers != [63, 67, 71, 75]:
        return refuted(scope, 4, Witness("attackers", f"the printed code gives {attackers}"), *evidence)
    cases = [(battle, turn) for battle, distribution in distributions.items() for turn in distribution.turns]
    return check_all(cases, adds_up, scope, lambda _: "the three probabilities do not add up to 1", *evidence)


def spaced(first: int, last: int, count: int) -> list[int]:
    """Return the whole numbers nearest to a geometric sequence, in integers: the printed code without rounding."""
    steps = count - 1

    def nearest(step: int) -> int:
        power = first ** (steps - step) * last**step  # the result is the nearest integer to its root of order `steps`
        return next(n for n in range(first, last + 1) if (2 * n + 1) ** steps > 2**steps * power)

    return [nearest(step) for step in range(count)]


def worst(distributions: Mapping[str, BattleDistribution]) -> float:
    """Return the greatest error bound of some distributions."""
    return max(float(distribution.error_bound) for distribution in distributions.values())


def adds_up(case: tuple[str, Turn]) -> bool:
    """Return whether the probabilities of a turn add up to 1, up to the rounding of four numbers."""
    turn = case[1]
    return abs(float(turn.win + turn.lose + turn.undecided - 1)) < 1e-12
