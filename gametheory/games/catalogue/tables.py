"""Games with simultaneous moves: tables of payoffs, and three games that are played in several rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from gametheory.model.game import Distribution, Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import pluralize
from gametheory.numbers.table import text


def matching_pennies() -> NormalForm:
    """Two players show a coin simultaneously. Even wins if both sides are equal, and odd if they differ."""
    payoffs = [[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]]
    return _table("Matching pennies", "even odd", "heads tails", payoffs)


def matching_pennies_of_three() -> NormalForm:
    """Three players show a coin. A wants to match B, B wants to match C, and C wants to differ from A."""

    def payoffs(a: int, b: int, c: int) -> list[int]:
        return [_one_or_minus_one(a == b), _one_or_minus_one(b == c), _one_or_minus_one(c != a)]

    sides = ("heads", "tails")
    return _form("Matching pennies of three", ("A", "B", "C"), [sides] * 3, payoffs)


def prisoners_dilemma() -> NormalForm:
    """Two prisoners cannot talk to each other. Whatever the other does, each gains by defecting."""
    payoffs = [[(3, 3), (0, 5)], [(5, 0), (1, 1)]]
    return _table("The prisoner's dilemma", "row column", "cooperate defect", payoffs)


def battle_of_the_sexes() -> NormalForm:
    """She prefers the opera, he prefers the match, and both want to be together."""
    payoffs = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]]
    return _table("The battle of the sexes", "she he", "opera match", payoffs)


def chicken() -> NormalForm:
    """Two drivers meet on a narrow road. Each yields or dares, and it is a disaster if both dare."""
    payoffs = [[(6, 6), (2, 7)], [(7, 2), (0, 0)]]
    return _table("Chicken", "row column", "yield dare", payoffs)


def stag_hunt() -> NormalForm:
    """Two hunters catch a stag only together. A hare each can catch alone."""
    payoffs = [[(4, 4), (0, 3)], [(3, 0), (3, 3)]]
    return _table("The stag hunt", "row column", "stag hare", payoffs)


def shapley_cycle() -> NormalForm:
    """Each player's best reply is always another move, in a cycle of six profiles."""
    payoffs = [[(1, 0), (0, 0), (0, 1)], [(0, 1), (1, 0), (0, 0)], [(0, 0), (0, 1), (1, 0)]]
    return _table("Shapley's cycle", "row column", "1 2 3", payoffs)


def blotto(regiments: int = 4, enemies: int = 3) -> NormalForm:
    """Colonel Blotto and an enemy divide their regiments between two posts.

    At each post the side with more regiments wins the post and the enemy's regiments there, one point each.
    """

    def payoffs(first: int, enemy_first: int) -> list[int]:
        second = regiments - first
        enemy_second = enemies - enemy_first
        points = _points_at_post(first, enemy_first) + _points_at_post(second, enemy_second)
        return [points, -points]

    divisions = tuple(f"{first} and {regiments - first}" for first in range(regiments + 1))
    enemy_divisions = tuple(f"{first} and {enemies - first}" for first in range(enemies + 1))
    return _form("Colonel Blotto", ("Blotto", "enemy"), [divisions, enemy_divisions], payoffs)


def _points_at_post(regiments: int, enemies: int) -> int:
    """Return the points that Blotto wins at a post, negative if the enemy wins them."""
    if regiments > enemies:
        return enemies + 1
    if regiments < enemies:
        return -(regiments + 1)
    return 0


def cournot(demand: int = 12) -> NormalForm:
    """Two firms choose simultaneously how many units to sell, at no cost.

    The price is `demand`, by default 12, minus all units.
    """

    def payoffs(one: int, two: int) -> list[int]:
        price = max(0, demand - one - two)
        return [one * price, two * price]

    units = tuple(map(str, range(demand + 1)))
    return _form("Cournot's duopoly", ("firm 1", "firm 2"), [units, units], payoffs)


def el_farol(people: int = 3, seats: int = 2) -> NormalForm:
    """People decide independently whether to go to a bar. It is a pleasure if there are seats for all who go.

    Staying at home pays 0. Going pays 1, or -1 if the bar is crowded.
    """
    names = tuple(f"person {number}" for number in range(1, people + 1))
    go, stay = 0, 1

    def payoffs(*moves: int) -> list[int]:
        pleasure = _one_or_minus_one(moves.count(go) <= seats)
        return [0 if move == stay else pleasure for move in moves]

    return _form("El Farol", names, [("go", "stay")] * people, payoffs)


def voting() -> NormalForm:
    """Three voters vote for a, b or c. If all votes differ, the vote of the chair counts.

    The chair ranks a, b, c; the second voter b, c, a; the third c, a, b. The best alternative pays 2, the next 1.
    """
    rankings = ((0, 1, 2), (1, 2, 0), (2, 0, 1))  # of a, b, c by chair, second and third

    def payoffs(chair: int, second: int, third: int) -> list[int]:
        # The chair's vote decides unless the two others agree against it.
        elected = second if second == third else chair
        return [2 - ranking.index(elected) for ranking in rankings]

    return _form("The paradox of the chair", ("chair", "second", "third"), [("a", "b", "c")] * 3, payoffs)


def _one_or_minus_one(wins: bool) -> int:
    return 1 if wins else -1


def _table(title: str, players: str, moves: str, payoffs: Any) -> NormalForm:
    """Return a game of two players with the same moves; `payoffs[i][j]` are those of the profile (i, j)."""
    names = tuple(moves.split())
    return _form(title, tuple(players.split()), [names, names], lambda row, column: payoffs[row][column])


def _form(
    title: str,
    players: tuple[str, ...],
    strategies: Sequence[tuple[str, ...]],
    payoffs: Callable[..., Sequence[int]],
) -> NormalForm:
    """Return a game in normal form; `payoffs` takes the index of each player's move."""
    outcomes = []
    # In a normal form the move of the first player changes fastest, in `product` the last one.
    for indices in product(*(range(len(names)) for names in reversed(strategies))):
        values = payoffs(*reversed(indices))
        outcomes.append(Outcome("", tuple(map(Fraction, values))))
    return NormalForm(players, tuple(strategies), tuple(outcomes), title)


DILEMMA_PAYOFFS = {
    ("cooperate", "cooperate"): (3, 3),
    ("cooperate", "defect"): (0, 5),
    ("defect", "cooperate"): (5, 0),
    ("defect", "defect"): (1, 1),
}
DilemmaPosition = tuple[int, int, int]


@dataclass(frozen=True)
class Dilemma:
    """The prisoner's dilemma is played a known number of times, and the payoffs of all rounds add up."""

    # A position is the number of rounds left, and the payoffs of row and column so far.

    rounds: int = 3
    players = ("row", "column")

    def start(self) -> DilemmaPosition:
        """Return the position before the first round."""
        return self.rounds, 0, 0

    def outcome(self, position: DilemmaPosition) -> Outcome | None:
        """Return the sums of payoffs after the last round."""
        left, row, column = position
        if left:
            return None
        return Outcome("over", (Fraction(row), Fraction(column)))

    def moves(self, position: DilemmaPosition, player: str) -> tuple[str, str]:  # noqa: ARG002 - of the protocol
        """Return the two moves of both players."""
        return "cooperate", "defect"

    def after(self, position: DilemmaPosition, *moves: str) -> DilemmaPosition:
        """Return the position after one more round."""
        left, row, column = position
        # Payoffs are sums, so that the past matters only by its total.
        row_wins, column_wins = DILEMMA_PAYOFFS[moves[0], moves[1]]
        return left - 1, row + row_wins, column + column_wins

    def label(self, position: DilemmaPosition) -> str:
        """Return the rounds left and the payoffs so far, such as 2 rounds, 6 and 11."""
        rounds, row, column = position
        return f"{pluralize(rounds, 'round')}, {row} and {column}"

    def picture(self, position: DilemmaPosition) -> str:
        """Return the payoffs of a round, those so far, and the rounds left."""
        left, row, column = position
        payoffs = prisoners_dilemma().payoff_table()
        return f"{text([payoffs])}\nrounds left: {left}; payoffs so far: row {row}, column {column}"


class InspectionPosition(NamedTuple):
    """The periods and inspections that are left, and the outcome if play is over."""

    periods: int
    inspections: int
    over: str = ""


@dataclass(frozen=True)
class Inspection:
    """In each period an inspector with few inspections inspects or waits, and an inspectee acts legally or violates.

    A violation ends the game: the inspector wins if there is an inspection in this period, and the inspectee wins if
    not. Without a violation the game is drawn.
    """

    periods: int = 4
    inspections: int = 2
    players = ("inspector", "inspectee")

    def start(self) -> InspectionPosition:
        """Return the position with all periods and inspections."""
        return InspectionPosition(self.periods, self.inspections)

    def outcome(self, position: InspectionPosition) -> Outcome | None:
        """Return who wins after a violation, or a draw after the last period."""
        if position.over:
            return Outcome(position.over)
        if position.periods:
            return None
        return Outcome("draw")

    def moves(self, position: InspectionPosition, player: str) -> tuple[str, ...]:
        """Return the moves of both; without an inspection left the inspector can only wait."""
        if player == "inspectee":
            return ("legal", "violate")
        if position.inspections:
            return ("inspect", "wait")
        return ("wait",)

    def after(self, position: InspectionPosition, inspector: str, inspectee: str) -> InspectionPosition:
        """Return the position in the next period."""
        inspects = inspector == "inspect"
        winner = ""
        if inspectee == "violate":
            winner = "inspector" if inspects else "inspectee"
        return InspectionPosition(position.periods - 1, position.inspections - inspects, winner)

    def label(self, position: InspectionPosition) -> str:
        """Return what is left and who has won, such as 3 periods, 1 inspection."""
        periods, inspections, winner = position
        left = f"{pluralize(periods, 'period')}, {pluralize(inspections, 'inspection')}"
        return f"{left}, {winner} has won" if winner else left

    def picture(self, position: InspectionPosition) -> str:
        """Return what is left."""
        return f"periods left: {position.periods}; inspections left: {position.inspections}"


class GoofspielPosition(NamedTuple):
    """The cards of both players, the prizes to come, the prize, and the points of left minus those of right."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    prizes: tuple[int, ...]
    prize: int | None
    lead: int


@dataclass(frozen=True)
class Goofspiel:
    """Two players with the cards 1 to n bid one each, simultaneously, for prizes 1 to n that turn up in random order.

    The higher card wins the points of the prize; equal cards win nothing. Whoever has more points at the end wins.
    """

    cards: int = 3
    players = ("left", "right")

    def start(self) -> GoofspielPosition:
        """Return the position with all cards."""
        hand = tuple(range(1, self.cards + 1))
        return GoofspielPosition(hand, hand, hand, None, 0)

    def outcome(self, position: GoofspielPosition) -> Outcome | None:
        """Return who has more points, if no card is left."""
        if position.left:
            return None
        if position.lead == 0:
            return Outcome("draw")
        return Outcome("left" if position.lead > 0 else "right")

    def moves(self, position: GoofspielPosition, player: str) -> tuple[int, ...]:
        """Return the cards of a player, if there is a prize to bid for."""
        if not position.prize:
            return ()
        if player == "left":
            return position.left
        return position.right

    def after(self, position: GoofspielPosition, *bids: int) -> GoofspielPosition | Distribution[GoofspielPosition]:
        """Return the position after both bids, or the distribution of the next prize."""
        if position.prize is None:
            share = Fraction(1, len(position.prizes))
            return Distribution({self.turn_up(position, prize): share for prize in position.prizes})
        left, right = bids
        lead = position.lead
        if left > right:
            lead += position.prize
        elif left < right:
            lead -= position.prize
        hands = _without(position.left, left), _without(position.right, right)
        return GoofspielPosition(*hands, position.prizes, None, lead)

    def turn_up(self, position: GoofspielPosition, prize: int) -> GoofspielPosition:
        """Return the position in which a prize has turned up."""
        return position._replace(prizes=_without(position.prizes, prize), prize=prize)

    def picture(self, position: GoofspielPosition) -> str:
        """Return the prizes, both hands, and who leads."""
        prize = _cards([position.prize] if position.prize else [])
        hands = f"left: {_cards(position.left)}; right: {_cards(position.right)}"
        return (
            f"prize: {prize}; to come: {_cards(position.prizes)}\n{hands}\npoints of left minus right: {position.lead}"
        )


def _cards(cards: Sequence[int]) -> str:
    return " ".join(f"[{card}]" for card in cards) or "none"


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]
