# Ann and Bob take 1, 3 or 4 stones in turn.
# Whoever takes the last one wins.
from gametheory import Outcome, solve


class Stones:
    players = ("Ann", "Bob")

    def start(self):
        return (10, "Ann")

    def outcome(self, position):
        stones, player = position
        if stones > 0:
            return None
        return Outcome(other(player))  # who took the last stone

    def moves(self, position, player):
        stones, active = position
        if player != active:
            return []
        return [taken for taken in (1, 3, 4) if taken <= stones]

    def after(self, position, taken):
        stones, player = position
        return (stones - taken, other(player))


def other(player):
    return "Bob" if player == "Ann" else "Ann"


solve(Stones())
