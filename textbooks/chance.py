"""Games with chance moves."""

from fractions import Fraction

from _known import known_value, probability

from gametheory import check_all, solve
from gametheory.claims import Verdict
from gametheory.games.catalogue.chance import GamblersRuin, Pig, Truel


@known_value("gamblers-ruin")
def gamblers_ruin() -> Verdict:
    chances = {"rich": 282429536481, "ruined": 244140625}
    return check_all(
        chances,
        lambda name: probability(GamblersRuin(), name) == Fraction(chances[name], sum(chances.values())),
        "both outcomes",
    )


@known_value("pig")
def pig() -> Verdict:
    return check_all([Pig(4, 2)], lambda game: probability(game, "first") == Fraction(4, 7), "Piglet")


@known_value("truel")
def truel() -> Verdict:
    solution, chances = solve(Truel()), {"A": Fraction(3, 10), "B": Fraction(7, 10), "C": Fraction(0)}
    return check_all(
        chances,
        lambda player: (
            probability(Truel(), player) == chances[player] and solution.strategy["ABC", "A"] == {"A": {"air": 1}}
        ),
        "the three players",
    )
