"""Games with hidden information: cards, dice, signals and sealed bids."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from _known import THIRD, known_value

from gametheory import check_all, nash, solve
from gametheory.claims import Verdict
from gametheory.games.catalogue import game
from gametheory.games.catalogue.hidden_information import (
    TYPES,
    BeerQuiche,
    Bid,
    Bids,
    FirstPrice,
    LiarsDice,
    LiarsDicePosition,
    SecondPrice,
    SeltensHorse,
)

ZERO = Fraction(0)
Reached = dict[int, Fraction]


@known_value("monty-hall")
def monty_hall() -> Verdict:
    """A payoff of 1 for a win and -1 for a loss is a probability of 2/3 if it is 1/3."""
    solution = solve(game("monty-hall"))
    choices = [each["contestant"] for each in solution.strategy.values() if "contestant" in each]
    last = [choice for choice in choices if choice.keys() <= {"stay", "switch"}]
    return check_all(
        ["contestant"],
        lambda player: (
            (solution.payoffs[player] + 1) / 2 == 2 * THIRD and all(choice == {"switch": 1} for choice in last)
        ),
        "the value, and the last move at every information set",
    )


@known_value("kuhn")
def kuhn() -> Verdict:
    return check_all(["kuhn"], lambda name: nash(game(name)).value == Fraction(-1, 18), "the value")


@known_value("one-card-poker")
def one_card_poker() -> Verdict:
    solution = solve(game("one-card-poker"))
    return check_all(
        ["one-card-poker"],
        lambda _: (
            solution.payoffs["first"] == THIRD
            and solution.strategy["king"]["first"]["bet"] == THIRD
            and solution.strategy["bet"]["second"]["call"] == 2 * THIRD
        ),
        "the value and both strategies",
    )


@known_value("leduc")
def leduc() -> Verdict:
    published = Fraction("0.085606424078")
    return check_all(
        ["leduc"],
        lambda name: abs(solve(game(name)).payoffs["second"] - published) < Fraction(1, 10**12),
        "the value, to the last digit",
    )


@known_value("beer-quiche")
def beer_quiche() -> Verdict:
    found = [each["behavior"] for each in nash(BeerQuiche()).as_json()["equilibria"]]

    def is_pooling(breakfast: str) -> bool:
        """Return whether some equilibrium has this breakfast, and if so, both types have it and no receiver fights."""
        having = [each for each in found if each["sender"]["strong"][breakfast] != "0"]
        both = [each["sender"][kind][breakfast] == "1" for each in having for kind in TYPES]
        return bool(having) and all(both) and all(each["receiver"][breakfast]["leave"] == "1" for each in having)

    return check_all(["beer", "quiche"], is_pooling, "the breakfasts, in all extreme equilibria")


@known_value("seltens-horse")
def seltens_horse() -> Verdict:
    """After player 1 goes across, player 2 gets 1 for across, and 4 for down if player 3 goes left."""
    document = nash(SeltensHorse()).as_json()
    found = [*document["equilibria"], *(each["point"] for each in document["continua"])]

    def gains_later(equilibrium: dict[str, Any]) -> bool:
        """Return whether player 2 goes across although down would pay more."""
        across, left = equilibrium["behavior"]["2"]["2"]["across"], equilibrium["behavior"]["3"]["3"]["left"]
        return across != "0" and 4 * Fraction(left) > 1

    return check_all(
        [["1", "1", "1"], ["3", "3", "2"]],
        lambda payoffs: (
            [each for each in found if each["payoffs"] == payoffs] != []
            and all(gains_later(each) == (payoffs[0] == "3") for each in found if each["payoffs"] == payoffs)
            and len(found) == sum(each["payoffs"] in (["1", "1", "1"], ["3", "3", "2"]) for each in found)
        ),
        "both payoffs, in all equilibria and one of each continuum",
    )


@known_value("first-price-auction")
def first_price_auction() -> Verdict:
    game = FirstPrice()

    def gain(bid: int, value: int, player: int) -> Fraction:
        """Return the gain of a bidder, times the number of values, if the other bids half of the own value."""
        return sum((payoff(game, (value, other), (bid, other // 2), player) for other in game.values), Fraction(0))

    return check_all(
        product(game.values, (0, 1)),
        lambda case: gain(case[0] // 2, *case) == max(gain(bid, *case) for bid in game.moves(DRAWN, "left")),
        "the value of a bidder, and which bidder",
    )


@known_value("second-price-auction")
def second_price_auction() -> Verdict:
    game = SecondPrice()
    bids = game.moves(DRAWN, "left")
    return check_all(
        product(game.values, bids, (0, 1)),
        lambda case: (
            payoff(game, (case[0], 0), (case[0], case[1]), case[2])
            == max(payoff(game, (case[0], 0), (bid, case[1]), case[2]) for bid in bids)
        ),
        "the value of a bidder, the bid of the other, and which bidder",
    )


def payoff(game: FirstPrice, values: tuple[int, int], bids: tuple[int, int], player: int) -> Fraction:
    """Return the payoff of a bidder; values and bids begin with those of this bidder."""
    step = 1 - 2 * player
    end = game.outcome((values[::step], bids[::step]))
    return end.payoffs[player] if end else Fraction(0)


DRAWN = ((0, 0), ())  # a position in which both bid


@known_value("liars-dice")
def liars_dice() -> Verdict:
    """The strategies come from `gametheory solve liars-dice`, which takes minutes; the check needs the rules alone."""
    values = {"first": Fraction(-7, 258), "second": Fraction(7, 258)}
    return check_all(values, lambda player: guaranteed(player) == values[player], "what each strategy wins at least")


def guaranteed(player: str) -> Fraction:
    """Return what the strategy of a player in the file `_liars_dice.tsv` wins at least, whatever the other does."""
    game, strategy = LiarsDice(), liars_strategy(player)
    own = game.players.index(player)

    def other_wins(die: int, bids: Bids, reached: Reached) -> Fraction:
        """Return the most that the other player can win with a die after these bids.

        `reached` has the probability of each die of the player, times that of the moves of the player so far.
        """
        active = game.players[len(bids) % 2]
        moves = game.moves(LiarsDicePosition((1, 1), bids), active)
        if active != player:
            return max(after(die, bids, move, reached) for move in moves)
        each = [(move, {face: p * strategy[face, bids].get(move, 0) for face, p in reached.items()}) for move in moves]
        return sum((after(die, bids, move, {face: p for face, p in left.items() if p}) for move, left in each), ZERO)

    def after(die: int, bids: Bids, move: Bid | str, reached: Reached) -> Fraction:
        """Return the same after one more move."""
        if not isinstance(move, str):
            return other_wins(die, (*bids, move), reached) if reached else ZERO
        return sum((p if lost(face, die, bids) else -p for face, p in reached.items()), ZERO)

    def lost(face: int, die: int, bids: Bids) -> bool:
        end = game.outcome(LiarsDicePosition((face, die) if own == 0 else (die, face), bids, True))
        return end is not None and end.name != player

    faces = range(1, game.sides + 1)
    start = {face: Fraction(1, game.sides) for face in faces}
    return -sum((other_wins(die, (), start) for die in faces), ZERO) / game.sides


def liars_strategy(player: str) -> dict[tuple[int, Bids], dict[Bid | str, Fraction]]:
    """Return the probabilities of the moves of a player, by the own die and the bids so far."""
    strategy: dict[tuple[int, Bids], dict[Bid | str, Fraction]] = {}
    for line in Path(__file__).with_name("_liars_dice.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name, die, bids, move, probability = line.split("\t")
        if name == player:
            mixed = strategy.setdefault((int(die), tuple(map(bid, bids.split()))), {})
            mixed["doubt" if move == "doubt" else bid(move)] = Fraction(probability)
    if any(sum(mixed.values()) != 1 or min(mixed.values()) < 0 for mixed in strategy.values()):
        raise ValueError("_liars_dice.tsv: a mixture that is no probability distribution")
    return strategy


def bid(digits: str) -> Bid:
    """Return a bid of two digits as number and face."""
    return int(digits[0]), int(digits[1])
