"""Games with hidden information: cards, dice, signals and sealed bids."""

from fractions import Fraction
from itertools import product
from typing import Any

from _known import THIRD, known_value

from gametheory import check_all, nash, solve
from gametheory.claims import Verdict, claim
from gametheory.games.catalogue import entry, game
from gametheory.games.catalogue.auctions import FirstPrice, SecondPrice
from gametheory.games.catalogue.beer_quiche import TYPES, BeerQuiche
from gametheory.games.catalogue.seltens_horse import SeltensHorse


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


@claim(
    "liars-dice", entry("liars-dice").value, entry("liars-dice").source, skip="solving 294,877 positions takes minutes"
)
def liars_dice() -> Verdict:
    return check_all(["liars-dice"], lambda name: nash(game(name)).value == Fraction(-7, 258), "the value")
