# A claim that is false, and the smallest game that shows it.
from gametheory import check_all, claim, solve
from gametheory.games.catalogue import game


def first_wins(heaps):
    return solve(game("nim", heaps)).forced.winner == "first"


@claim("NIM.odd", "The first player wins three heaps if their sum is even.", where="a guess")
def even_sums():
    heaps = [(a, b, c) for c in range(1, 5) for b in range(1, c + 1) for a in range(1, b + 1)]
    return check_all(
        [each for each in heaps if sum(each) % 2 == 0],
        first_wins,
        "three heaps of 1 to 4 stones",
        lambda each: f"the heaps {each} are lost",
    )


even_sums.check()
