"""Facts about the Wargame: equally likely rounds, the value of a soldier in camp, and the unique opening."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from flint import arb, arb_mat
from sympy import And, Eq, Implies, evaluate

from gametheory.claims import Verdict, argue
from gametheory.claims.evidence import Evidence
from gametheory.games.wargame import Position, WargameEquilibrium, army_graph
from gametheory.games.wargame.equilibrium import position_of
from gametheory.games.wargame.rules import SentDistribution
from gametheory.numbers.rationals import to_flint
from gametheory.prove.argument import Step
from gametheory.prove.smt import compose, obligation

from .relations import wargame_after, wargame_moves, wargame_outcome, wargame_survivors
from .symbols import (
    ARMIES,
    CHANCE,
    SENT,
    camp,
    chance,
    copied,
    field,
    larger,
    left,
    left_of_larger,
    more,
    number,
    other,
    reached,
    rounds,
    sent,
)

# fmt: off
with evaluate(False):
    REACHED = (number >= 1, number <= rounds, Eq(reached * rounds, rounds - number + 1))
    PRINTED = Eq(chance * (rounds - number + 1), 1)
    AS_LIKELY = Eq(reached * chance * rounds, 1)
    ROUND_OF = (rounds >= 1, *REACHED)
    EQUAL_ROUNDS = (
        Step("the battle is in this round with probability 1/n", obligation(
            "wargame rounds, a battle in this one", (*ROUND_OF, PRINTED), AS_LIKELY)),
        Step("play comes to the next round", obligation(
            "wargame rounds, play comes to the next", (*ROUND_OF, PRINTED),
            Eq(reached * (1 - chance) * rounds, rounds - number))),
        Step("no other chances make every round equally likely", obligation(
            "wargame rounds, no other chances", (*ROUND_OF, AS_LIKELY), PRINTED)),
    )

    STRONGER = (camp >= 0, more >= camp, field >= 0, larger >= field)
    MOVE, ONE_MORE = (sent >= 0, sent <= camp), Eq(copied, sent + 1)
    HALVED = (2 * left <= field, field <= 2 * left + 1, 2 * left_of_larger <= larger, larger <= 2 * left_of_larger + 1)
    COPYING = (
        Step("the stronger army can send as many, and is then still the stronger one", obligation(
            "wargame copying, the same move", (*STRONGER, *MOVE),
            And(sent <= more, more - sent >= camp - sent, larger + sent >= field + sent))),
        Step("also after half of each field is killed", obligation(
            "wargame copying, what survives", (*STRONGER[2:], *HALVED), left_of_larger >= left)),
        Step("it wins every battle that the other wins, and loses no other", obligation(
            "wargame copying, the battle", (larger >= field,),
            And(Implies(field > other, larger > other), Implies(field >= other, larger >= other)))),
        Step("with a soldier in camp instead, one more sent makes the armies equal", obligation(
            "wargame copying, a soldier of the camp sent in place of one in the field",
            (camp >= 0, field >= 0, *MOVE, ONE_MORE),
            And(copied <= camp + 1, Eq(camp + 1 - copied, camp - sent), Eq(field + copied, field + 1 + sent)))),
    )
# fmt: on

CODE = {"a position, soldiers sent, and the chance of a battle": (*ARMIES, *SENT, *CHANCE)}


def equal_rounds(*evidence: Evidence) -> Verdict:
    """Return the verdict that with the printed chances every round is equally likely to be the one of the battle."""
    settings = {
        "a round that play reaches with probability (n - r + 1)/n": REACHED,
        "the printed chance of the battle": (PRINTED,),
        "a chance that makes this round as likely as every other": (AS_LIKELY,),
        **CODE,
    }
    steps = [*EQUAL_ROUNDS, *wargame_after()]
    return argue(lambda: compose([rounds >= 1], steps, settings), *evidence)


def copying(*evidence: Evidence) -> Verdict:
    """Return the verdict that the stronger army can guarantee what the other guarantees, by copying it."""
    settings = {
        "soldiers sent": MOVE,
        "one more": (ONE_MORE,),
        "half of each field": HALVED,
        **CODE,
    }
    code = [*wargame_moves(), *wargame_after(), *wargame_survivors()[:1], *wargame_outcome()]
    return argue(lambda: compose(STRONGER, [*COPYING, *code], settings), *evidence)


class Steps(NamedTuple):
    """Changes of the value by one more or one moved soldier: round, number of pairs, least and mean change."""

    round: int
    pairs: int
    least: float
    mean: float


CHANGES = {"one more in camp": (1, 0), "one more in the field": (0, 1), "one in camp, not in the field": (1, -1)}


def steps(solution: WargameEquilibrium, change: tuple[int, int]) -> list[Steps]:
    """Return the change of the value by a change of A's army, over all pairs of armies, round by round."""
    changes, rounds = [], list[Any](solution.rounds)
    for nth, (group, solved) in enumerate(zip(solution.armies, rounds, strict=True), 1):
        places = {army: place for place, army in enumerate(group)}
        pairs = [
            (places.get(a._replace(camp=a.camp + change[0], field=a.field + change[1])), u) for a, u in places.items()
        ]
        available = [(better, worse) for better, worse in pairs if better is not None]
        if available:
            better, worse = map(list, zip(*available, strict=True))
            gains = solved.values[better] - solved.values[worse]
            changes.append(Steps(nth, gains.size, float(gains.min()), float(gains.mean())))
    return changes


Payoffs: TypeAlias = list[list[arb]]  # of a symmetric game, as intervals that contain the true ones


class Opening(NamedTuple):
    """Proved intervals for the opening: each probability, and a lower bound on the loss of every other move."""

    probabilities: dict[int, arb]
    losses: dict[int, arb]

    def is_certain(self, sent: int) -> bool:
        """Whether the intervals prove that a move is played, or loses. If all are, no other opening is optimal."""
        return bool({**self.probabilities, **self.losses}[sent] > 0)


def opening(solution: WargameEquilibrium) -> Opening:
    """Return the only optimal strategy in the first round, from intervals for the values of the second."""
    return only_optimal(opening_game(solution), solution.mixed_strategies(solution.game.start())[0])


def only_optimal(payoffs: Payoffs, strategy: SentDistribution) -> Opening:
    """Return the mixed strategy of a symmetric game that makes the moves of a strategy indifferent, an odd number.

    If all intervals of the result are positive, every optimal strategy uses these moves only and makes them
    indifferent. The equations of all but one of them have a unique solution, or the intervals would be infinite. It is
    narrow without the equation of the most likely move, where the terms of unlikely moves would cancel.

    Raises
    ------
    ValueError
        If the number of moves is even, or the intervals are too wide.
    """
    played = sorted(strategy)
    if len(played) % 2 == 0:
        raise ValueError(f"an opening of {len(played)} moves")
    likely = max(played, key=strategy.__getitem__)
    others = [move for move in played if move != likely]
    equations = arb_mat([[arb(1)] * len(played), *([payoffs[i][j] for j in played] for i in others)])
    try:
        solved = equations.solve(arb_mat([[arb(1)], *[[arb(0)]] * (len(played) - 1)]), algorithm="precond")
    except ZeroDivisionError:
        raise ValueError("the intervals of the payoffs are too wide") from None
    probabilities = {move: solved[row, 0] for row, move in enumerate(played)}
    unplayed = [move for move in range(len(payoffs)) if move not in played]
    losses = {m: sum((probabilities[p] * payoffs[p][m] for p in played), arb(0)) for m in unplayed}
    return Opening(probabilities, losses)


def opening_game(solution: WargameEquilibrium) -> Payoffs:
    """Return the payoffs of the first round, as intervals that contain the true ones."""
    game, graph = solution.game, army_graph(solution.game)
    ends = game.battle_chances[0]
    edges: Any = graph.out_edges(solution.armies[0][0], data="moves")
    after = {sent: army for _, army, moves in edges for sent in moves}

    def entry(a: int, b: int) -> arb:
        later = arb(solution.value(position_of(after[a], after[b])), solution.exploitability)
        end = game.outcome(Position(1, 0, a, 0, b, True))
        assert end is not None
        ended = to_flint(ends * end.payoffs[0])
        return arb(ended) + arb(to_flint(1 - ends)) * later

    moves = range(game.soldiers + 1)
    above = {(a, b): entry(a, b) for a in moves for b in moves if a > b}
    return [[above[a, b] if a > b else -above[b, a] if b > a else arb(0) for b in moves] for a in moves]
