"""Games of the classes that tests/small_games.py lacks; the command `solve` loads this file too."""

from fractions import Fraction

from gametheory import Distribution, Outcome


class Bold:
    """Single-player with chance moves, cyclic: a gambler with 1 coin wants 4, and wins a stake with probability p."""

    players = ("gambler",)

    def __init__(self, p, payoffs=False):
        self.p = p
        self.payoffs = payoffs

    def start(self):
        return 1

    def outcome(self, coins):
        name = {0: "ruined", 4: "rich"}.get(coins)
        return Outcome(name, (Fraction(coins),) if self.payoffs else ()) if name else None

    def moves(self, coins, player):
        return range(1, min(coins, 4 - coins) + 1)

    def after(self, coins, stake):
        return Distribution({coins + stake: self.p, coins - stake: 1 - self.p})


class Race:
    """Sequential, cyclic: 1 forward, 2 forward or 1 back; the player who reaches the goal wins."""

    players = ("first", "second")

    def __init__(self, goal=3, payoffs=None):
        self.goal = goal
        self.payoffs = payoffs

    def start(self):
        return (0, "first")

    def outcome(self, position):
        place, player = position
        other = "second" if player == "first" else "first"
        return Outcome(other, self.payoffs or ()) if place >= self.goal else None

    def moves(self, position, player):
        return (1, 2, -1) if player == position[1] else ()

    def after(self, position, by):
        return (max(position[0] + by, 0), "second" if position[1] == "first" else "first")


class Duel:
    """Simultaneous, two rounds: the guesser wins a round by guessing the hider's coin."""

    players = ("guesser", "hider")

    def start(self):
        return (2, 0)

    def outcome(self, position):
        return None if position[0] else Outcome("over", (Fraction(position[1]), Fraction(-position[1])))

    def moves(self, position, player):
        return ("heads", "tails")

    def after(self, position, guess, coin):
        return (position[0] - 1, position[1] + (guess == coin))


class TossedDuel(Duel):
    """Simultaneous after a chance move: a coin decides whether one round is played or two."""

    def start(self):
        return "toss"

    def outcome(self, position):
        return None if position == "toss" else super().outcome(position)

    def moves(self, position, player):
        return () if position == "toss" else ("heads", "tails")

    def after(self, position, *moves):
        if position == "toss":
            return Distribution({(1, 0): Fraction(1, 2), (2, 0): Fraction(1, 2)})
        return super().after(position, *moves)


class Dice:
    """Sequential with chance moves: the giver keeps or throws a coin, then the taker."""

    players = ("taker", "giver")

    def start(self):
        return "give"

    def outcome(self, position):
        payoff = Fraction(len(position))
        return Outcome(position, (payoff, -payoff)) if position in ("H", "TT") else None

    def moves(self, position, player):
        active = {"give": "giver", "take": "taker"}.get(position)
        return ("keep", "throw") if player == active else ()

    def after(self, position, move):
        if move == "throw":
            return Distribution({"H": Fraction(1, 2), "TT": Fraction(1, 2)})
        return "take" if position == "give" else "H"


class Entry:
    """Sequential and not zero-sum: a firm enters a market or not, and the incumbent fights or yields."""

    players = ("entrant", "incumbent")

    def start(self):
        return "market"

    def outcome(self, position):
        payoffs = {"out": (0, 2), "fight": (-1, -1), "yield": (1, 1)}.get(position)
        return Outcome(position, tuple(map(Fraction, payoffs))) if payoffs else None

    def moves(self, position, player):
        return {("market", "entrant"): ("in", "out"), ("in", "incumbent"): ("fight", "yield")}.get(
            (position, player), ()
        )

    def after(self, position, move):
        return move


class Goofspiel:
    """Simultaneous: two players bid cards 1 to n for prizes in random order; the higher card wins the prize."""

    players = ("left", "right")

    def __init__(self, n=3):
        self.cards = tuple(range(1, n + 1))

    def start(self):
        return (self.cards, self.cards, self.cards, None, 0)

    def outcome(self, position):
        left, *_, score = position
        return None if left else Outcome("over", (Fraction(score), Fraction(-score)))

    def moves(self, position, player):
        left, right, _, prize, _ = position
        return () if prize is None else left if player == "left" else right

    def after(self, position, *bids):
        left, right, prizes, prize, score = position
        if prize is None:
            share = Fraction(1, len(prizes))
            return Distribution(
                {(left, right, tuple(p for p in prizes if p != next_), next_, score): share for next_ in prizes}
            )
        one, other = bids
        score += prize * ((one > other) - (one < other))
        return (tuple(c for c in left if c != one), tuple(c for c in right if c != other), prizes, None, score)


class Endless(Race):
    """More positions than any limit."""

    def outcome(self, position):
        return None

    def after(self, position, by):
        return (position[0] + by, position[1])


class Faulty(Race):
    """A rule that raises an error."""

    def after(self, position, by):
        raise KeyError("no board")
