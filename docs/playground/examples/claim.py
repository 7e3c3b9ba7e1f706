# A claim about a game, with its check.
from gametheory import check_all, claim, solve
from gametheory.games.catalogue import game


def first_loses(heaps):
    return solve(game("nim", heaps)).forced.winner == "second"


@claim("NIM.two", "The first player loses two equal heaps, and wins others.", where="Bouton 1902")
def two_heaps():
    pairs = [(a, b) for a in range(1, 6) for b in range(1, 6)]
    return check_all(
        pairs,
        lambda pair: first_loses(pair) == (pair[0] == pair[1]),
        "two heaps of 1 to 5 stones",
    )


two_heaps.check()
