"""Proved facts about the Wargame: equally likely rounds, the value of a soldier in camp, and the unique opening."""

from __future__ import annotations

from typing import NamedTuple

from flint import arb
from sympy import And, Eq, evaluate, symbols

from gametheory.games.wargame import Position, WargameEquilibrium, army_graph
from gametheory.games.wargame.armies import position_of
from gametheory.numbers.rationals import to_flint
from gametheory.prove.smt import Obligation

n, r, still, probability = symbols("n r still chance")
with evaluate(False):
    ROUND = (n >= 1, r >= 1, r <= n, Eq(still * n, n - r + 1))
    PRINTED = Eq(probability * (n - r + 1), 1)
    EQUAL_ROUNDS = (
        Obligation("wargame rounds, a battle in this one", (*ROUND, PRINTED), Eq(still * probability * n, 1)),
        Obligation(
            "wargame rounds, play comes to the next",
            (*ROUND, PRINTED),
            Eq(still * (1 - probability) * n, n - r),
        ),
        Obligation("wargame rounds, no other chances", (*ROUND, Eq(still * probability * n, 1)), PRINTED),
    )

    camp, more, field, larger, sent, copied, left, left_of_larger, other = symbols(
        "camp more field larger sent copied left left_of_larger other", integer=True
    )
    HALVED = (2 * left <= field, field <= 2 * left + 1, 2 * left_of_larger <= larger, larger <= 2 * left_of_larger + 1)
    COPYING = (
        Obligation(
            "wargame copying, the same move",
            (camp >= 0, more >= camp, field >= 0, larger >= field, sent >= 0, sent <= camp),
            And(sent <= more, more - sent >= camp - sent, larger + sent >= field + sent),
        ),
        Obligation("wargame copying, what survives", (field >= 0, larger >= field, *HALVED), left_of_larger >= left),
        Obligation(
            "wargame copying, a soldier of the camp sent in place of one in the field",
            (camp >= 0, field >= 0, sent >= 0, sent <= camp, Eq(copied, sent + 1)),
            And(copied <= camp + 1, Eq(camp + 1 - copied, camp - sent), Eq(field + copied, field + 1 + sent)),
        ),
    )


class Steps(NamedTuple):
    """Changes of the value by one more or one moved soldier: round, number of pairs, least and mean change."""

    round: int
    pairs: int
    least: float
    mean: float


CHANGES = {"one more in camp": (1, 0), "one more in the field": (0, 1), "one in camp, not in the field": (1, -1)}


def steps(solution: WargameEquilibrium, change: tuple[int, int]) -> list[Steps]:
    """Return the change of the value by a change of A's army, over all pairs of armies, round by round."""
    changes = []
    for number, (group, solved) in enumerate(zip(solution.armies, solution.rounds, strict=True), 1):
        places = {army: place for place, army in enumerate(group)}
        pairs = [
            (places.get(a._replace(camp=a.camp + change[0], field=a.field + change[1])), u) for a, u in places.items()
        ]
        available = [(better, worse) for better, worse in pairs if better is not None]
        if available:
            better, worse = map(list, zip(*available, strict=True))
            gains = solved.values[better] - solved.values[worse]
            changes.append(Steps(number, gains.size, float(gains.min()), float(gains.mean())))
    return changes


class Opening(NamedTuple):
    """Proved intervals for the opening: each probability, and a lower bound on the loss of every other move."""

    probabilities: dict[int, arb]
    losses: dict[int, arb]

    @property
    def unique(self) -> bool:
        """Whether the intervals prove that no other opening is optimal."""
        return all(probability > 0 for probability in self.probabilities.values()) and all(
            loss > 0 for loss in self.losses.values()
        )


def opening(solution: WargameEquilibrium) -> Opening:
    """Return the optimal mixed strategy of three moves in the first round, from intervals for the values of the second.

    Raises
    ------
    ValueError
        If the computed opening has another number of moves.
    """
    payoffs = opening_game(solution)
    played = sorted(solution.mixed_strategies(solution.game.start())[0])
    if len(played) != 3:
        raise ValueError(f"an opening of {len(played)} moves")
    i, j, k = played
    weights = {i: payoffs[j][k], j: -payoffs[i][k], k: payoffs[i][j]}
    total = sum(weights.values(), arb(0))
    probabilities = {move: weight / total for move, weight in weights.items()}
    others = [move for move in range(len(payoffs)) if move not in played]
    return Opening(probabilities, {m: sum((probabilities[p] * payoffs[p][m] for p in played), arb(0)) for m in others})


def opening_game(solution: WargameEquilibrium) -> list[list[arb]]:
    """Return the payoffs of the first round, as intervals that contain the true ones."""
    game, graph = solution.game, army_graph(solution.game)
    ends = game.battle_chances[0]
    after = {sent: army for _, army, moves in graph.out_edges(solution.armies[0][0], data="moves") for sent in moves}

    def entry(a: int, b: int) -> arb:
        later = arb(solution.value(position_of(after[a], after[b])), solution.exploitability)
        ended = to_flint(ends * game.outcome(Position(1, 0, a, 0, b, True)).payoffs[0])
        return arb(ended) + arb(to_flint(1 - ends)) * later

    moves = range(game.soldiers + 1)
    above = {(a, b): entry(a, b) for a in moves for b in moves if a > b}
    return [[above[a, b] if a > b else -above[b, a] if b > a else arb(0) for b in moves] for a in moves]
