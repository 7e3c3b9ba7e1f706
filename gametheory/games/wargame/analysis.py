"""What strategies of the Wargame come to: soldiers in camp and field by round, who wins, what is won for certain."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from gametheory.games.wargame.armies import army_graph, position_of, stages
from gametheory.games.wargame.policies import Law, Strategy
from gametheory.games.wargame.rules import Position, Wargame
from gametheory.solvers.product_game.floats import Stage


@dataclass
class SideAverages:
    """One army in a round on average: in camp before it sends, how many it sends how often, and then in the field.

    >>> side = SideAverages()
    >>> side.add(20, 0, {0: Fraction(1, 2), 4: Fraction(1, 2)}, Fraction(1))
    >>> side.camp, side.mean_sent, side.in_field
    (Fraction(20, 1), Fraction(2, 1), Fraction(2, 1))
    """

    camp: Any = Fraction(0)
    in_field: Any = Fraction(0)
    sent: dict[int, Any] = field(default_factory=dict)

    @property
    def mean_sent(self) -> Any:
        """How many soldiers are sent on average."""
        return sum(number * chance for number, chance in self.sent.items())

    def add(self, camp: int, standing: int, law: Law, chance: Any) -> None:
        """Take in a position that comes up with this chance."""
        self.camp += chance * camp
        for sent, share in law.items():
            self.in_field += chance * share * (standing + sent)
            self.sent[sent] = self.sent.get(sent, Fraction(0)) + chance * share


@dataclass
class Round:
    """A round if play comes to it: the chances of its positions, both sides on average, and how a battle then ends.

    `battle` is the chance that the battle is fought after it, seen from the start; `ends` holds the chances of A's win,
    a draw and A's loss if it is.
    """

    number: int
    positions: dict[Position, Any]
    battle: Fraction
    a: SideAverages = field(default_factory=SideAverages)
    b: SideAverages = field(default_factory=SideAverages)
    ends: list[Any] = field(default_factory=lambda: [Fraction(0)] * 3)


def play_distribution(game: Wargame, a: Strategy, b: Strategy) -> list[Round]:
    """How two strategies play against each other, round by round.

    The law of positions is carried forward over the mixtures of both; the battle has nothing to do with what they do,
    so that one law is enough for each round. Rounds that are never played are left out. Exact where the strategies are.
    Cost: one step for each position that comes up and each pair of moves played there.

    >>> from gametheory.games.wargame.policies import as_player_a, as_player_b, keep_field_at
    >>> for round in play_distribution(Wargame(20, 3), as_player_a(keep_field_at(2)), as_player_b(keep_field_at(4))):
    ...     print(round.number, round.a.camp, round.b.camp, round.a.in_field, round.b.in_field, *round.ends)
    1 20 20 2 4 0 0 1
    2 18 16 2 4 0 0 1
    3 17 14 2 4 0 0 1
    """
    found, still, law = [], Fraction(1), {game.start(): Fraction(1)}
    for number, ends in enumerate(game.battle_chances, 1):
        found.append(Round(number, law, still * ends))
        law, still = _step(game, found[-1], a, b), still * (1 - ends)
        if not still:
            break
    return found


def _step(game: Wargame, now: Round, a: Strategy, b: Strategy) -> dict[Position, Any]:
    """Fill a round in, and give the law of the next."""
    following: dict[Position, Any] = {}
    for position, chance in now.positions.items():
        _, camp_a, field_a, camp_b, field_b, _ = position
        ours, theirs = a(position), b(position)
        now.a.add(camp_a, field_a, ours, chance)
        now.b.add(camp_b, field_b, theirs, chance)
        for i, p in ours.items():
            for j, q in theirs.items():
                share = chance * p * q
                shown_a, shown_b = field_a + i, field_b + j
                now.ends[1 - (shown_a > shown_b) + (shown_a < shown_b)] += share
                left = game.survivors[shown_a], game.survivors[shown_b]
                after = Position(now.number + 1, camp_a - i, left[0], camp_b - j, left[1])
                following[after] = following.get(after, 0) + share
    return following


def expected_payoff(game: Wargame, rounds: list[Round]) -> Any:
    """What A gets on average in a course of play.

    >>> from gametheory.games.wargame.policies import all_at_once, best_response, as_player_a
    >>> game, plan = Wargame(20, 10), all_at_once(10)
    >>> expected_payoff(game, play_distribution(game, as_player_a(plan), best_response(game, plan).strategy))
    Fraction(-4, 5)
    """
    return sum(
        round.battle * chance * payoff
        for round in rounds
        for chance, payoff in zip(round.ends, game.payoffs, strict=True)
    )


def certain_wins(game: Wargame) -> list[set[Position]]:
    """The positions of each round from which A can win for certain, whatever B does.

    A position is one if some move leads, against every answer, to a battle won (unless none is fought then) and to such
    a position (unless play ends). By the rules alone, without a number; as play is finite, these are the positions
    whose value is that of a win. Cost: one comparison for each pair of armies and each pair of their moves.

    >>> [len(won) for won in certain_wins(Wargame(2, 2))]
    [0, 2]
    """
    graph = army_graph(game)
    later = np.zeros((1, 1), bool)
    found: list[set[Position]] = []
    for number, stage in reversed(list(enumerate(stages(game, graph)))):
        later = _won(stage, later, game)
        armies = graph.graph["rounds"][number]
        found.insert(0, {position_of(armies[u], armies[v]) for u, v in np.argwhere(later)})
    return found


def _won(stage: Stage, later: np.typing.NDArray[np.bool_], game: Wargame) -> np.typing.NDArray[np.bool_]:
    """Which pairs of armies of a round are won for certain."""
    row, column = stage.row, stage.column
    battle = np.array(stage.payoffs) == game.payoffs[0]
    played = np.arange(column.shown.shape[1]) < column.moves[:, None]
    won = np.zeros((len(row.moves), len(column.moves)), bool)
    for u, moves in enumerate(row.moves):
        for i in range(moves):
            here = np.ones(played.shape, bool)
            if stage.ends:
                here &= battle[row.shown[u, i]][np.where(played, column.shown, 0)]
            if stage.ends != 1:
                here &= later[row.following[u, i]][np.where(played, column.following, 0)]
            won[u] |= (here | ~played).all(axis=1)
    return won
