"""Small games of each class, for tests of functions that serve all games."""

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from gametheory.model.game import Distribution, Outcome
from gametheory.model.layered import Distributions, Layer, LayeredGame


@dataclass(frozen=True)
class Countdown:
    """Single-player: take 1 or 2 from a pile until it is empty."""

    pile: int
    players = ("taker",)

    def start(self):
        return self.pile

    def outcome(self, position):
        return Outcome("empty") if position == 0 else None

    def moves(self, position, player):
        return range(1, min(position, 2) + 1)

    def after(self, position, taken):
        return position - taken


@dataclass(frozen=True)
class Coin:
    """Only chance moves: toss a coin until heads, with a limit on the number of tosses."""

    tosses: int
    players = ()

    def start(self):
        return (self.tosses, "")

    def outcome(self, position):
        left, face = position
        return Outcome("heads") if face == "H" else Outcome("never") if left == 0 else None

    def moves(self, position, player):
        return ()

    def after(self, position):
        left, _ = position
        return Distribution({(left - 1, "H"): Fraction(1, 3), (left - 1, "T"): Fraction(2, 3)})


class Matching:
    """Simultaneous moves: matching pennies, once."""

    players = ("even", "odd")

    def start(self):
        return "start"

    def outcome(self, position):
        return None if position == "start" else Outcome(position, (Fraction(1), Fraction(-1)))

    def moves(self, position, player):
        return ("heads", "tails")

    def after(self, position, even, odd):
        return "even" if even == odd else "odd"


class Alternating:
    """Sequential: add 1 or 2; the player who reaches 3 wins."""

    players = ("first", "second")

    def start(self):
        return (0, "first")

    def outcome(self, position):
        total, active = position
        return Outcome("second" if active == "first" else "first") if total >= 3 else None

    def moves(self, position, player):
        return (1, 2) if player == position[1] else ()

    def after(self, position, added):
        return (position[0] + added, "second" if position[1] == "first" else "first")


class Ring:
    """Single-player and cyclic: walk around three places, or leave."""

    players = ("walker",)

    def start(self):
        return 0

    def outcome(self, position):
        return Outcome("out") if position == "out" else None

    def moves(self, position, player):
        return ("on", "leave")

    def after(self, position, move):
        return (position + 1) % 3 if move == "on" else "out"


class Stuck:
    """Rules that contradict themselves: no player has a move, and play is not over."""

    players = ("idle",)

    def start(self):
        return 0

    def outcome(self, position):
        return None

    def moves(self, position, player):
        return ()

    def after(self, position, *moves):
        return 0


class RandomGame:
    """A random game: positions are numbers, the last three are terminal, and every move has a distribution.

    `cyclic` lets moves lead back; `chance` lets a move have two successors. In a sequential game each position has one
    active player.
    """

    def __init__(self, seed, players=("one", "two"), inner=6, cyclic=False, chance=False, simultaneous=False):
        draw = random.Random(seed)
        self.players = players
        self.ends = {inner + k: draw.randint(-3, 3) for k in range(3)}
        self.active = [draw.choice(players) for _ in range(inner)]
        self.simultaneous = simultaneous
        self.table = [
            {
                move: self.draw_distribution(draw, 0 if cyclic else node + 1, inner + 2, chance)
                for move in (product("ab", "cd") if simultaneous else "abc"[: draw.randint(1, 3)])
            }
            for node in range(inner)
        ]

    @staticmethod
    def draw_distribution(draw, low, high, chance):
        successors = draw.sample(range(low, high + 1), min(draw.choice((1, 2)) if chance else 1, high - low + 1))
        if len(successors) == 1:
            return {successors[0]: Fraction(1)}
        share = Fraction(draw.randint(1, 3), 4)
        return {successors[0]: share, successors[1]: 1 - share}

    def start(self):
        return 0

    def outcome(self, node):
        if node not in self.ends:
            return None
        value = Fraction(self.ends[node])
        return Outcome(f"end {node}", (value, -value)[: len(self.players)])

    def moves(self, node, player):
        if self.simultaneous:
            return "ab" if player == self.players[0] else "cd"
        return list(self.table[node]) if player == self.active[node] else ()

    def after(self, node, *moves):
        distribution = self.table[node][moves if self.simultaneous else moves[0]]
        return Distribution(distribution) if len(distribution) > 1 else next(iter(distribution))


class RandomPayoffs(RandomGame):
    """A random game whose payoffs are random for each player, from the number of the terminal position."""

    def outcome(self, node):
        if node not in self.ends:
            return None
        own = (self.ends[node] * (3 * k + 1) % 7 - 3 for k in range(len(self.players)))
        return Outcome(f"end {node}", tuple(map(Fraction, own)))


@dataclass(frozen=True)
class Nim:
    """Heaps; a move takes at most `most` from one heap. The player who takes the last one wins, or loses in misère."""

    heaps: tuple[int, ...]
    most: int = 10
    misere: bool = False
    players = ("first", "second")

    def start(self):
        return (self.heaps, "first")

    def outcome(self, position):
        heaps, active = position
        if any(heaps):
            return None
        other = "second" if active == "first" else "first"
        return Outcome(active if self.misere else other)

    def moves(self, position, player):
        heaps, active = position
        if player != active:
            return []
        return [(heap, k) for heap, size in enumerate(heaps) for k in range(1, min(size, self.most) + 1)]

    def after(self, position, move):
        heaps, active = position
        heap, taken = move
        left = tuple(size - taken * (place == heap) for place, size in enumerate(heaps))
        return (left, "second" if active == "first" else "first")


class LayeredNim(LayeredGame):
    """Nim: a position has the player in the last bit and the heaps above it; a move is 16 x heap + sticks."""

    players, outcomes = ("first", "second"), (Outcome("first"), Outcome("second"))

    def __init__(self, heaps, most):
        self.heaps, self.most = heaps, most

    def encode(self, heaps, player):
        """Return the whole number of a position."""
        return int(sum(size << (5 * place) for place, size in enumerate(heaps)) * 2 + player)

    def start(self):
        return self.encode(self.heaps, 0)

    def expand(self, positions):
        player, heaps = positions & 1, positions >> 1
        columns = []
        for place in range(len(self.heaps)):
            for taken in range(1, self.most + 1):
                allowed = ((heaps >> (5 * place)) & 31) >= taken
                after = ((heaps - (taken << (5 * place))) << 1) | (1 - player)
                columns.append((allowed, np.full(len(positions), 16 * place + taken), after))
        allowed, moves, after = (np.stack(part, axis=1) for part in zip(*columns, strict=True))
        return Layer(np.where(heaps == 0, 1 - player, -1), player, allowed.sum(axis=1), moves[allowed], after[allowed])


class Written:
    """A game written as a table: for each position an outcome, or its player and the successors of each move.

    `table[position]` is the index of an outcome; or the index of the player and, for each move, the denominator and the
    pairs of a successor and a numerator. The player of a chance event is -1.
    """

    players = ("first", "second")
    ends = (Outcome("first"), Outcome("second"), Outcome("draw"))

    def __init__(self, table):
        self.table = table

    def start(self):
        return 0

    def outcome(self, position):
        entry = self.table[position]
        return self.ends[entry] if isinstance(entry, int) else None

    def moves(self, position, player):
        active, moves = self.table[position]
        return list(moves) if active >= 0 and self.players[active] == player else []

    def after(self, position, *moves):
        active, table = self.table[position]
        [(denominator, pairs)] = [table[move] for move in moves] or table.values()
        shares = {}
        for successor, numerator in pairs:
            shares[successor] = shares.get(successor, 0) + Fraction(numerator, denominator)
        return next(iter(shares)) if active >= 0 and len(shares) == 1 else Distribution(shares)


class WrittenInArrays(LayeredGame):
    """The same game as arrays."""

    players, outcomes, chance = Written.players, Written.ends, True

    def __init__(self, table, bound=None):
        self.table, self.bound = table, bound

    def start(self):
        return 0

    def expand(self, positions):
        rows = [self.table[position] for position in positions.tolist()]
        own = [(-1, {}) if isinstance(row, int) else row for row in rows]
        moves = [(move, *spread) for _, table in own for move, spread in table.items()]
        pairs = [pair for _, _, spread in moves for pair in spread]
        columns = (
            [row if isinstance(row, int) else -1 for row in rows],
            [active for active, _ in own],
            [len(table) for _, table in own],
            [move for move, _, _ in moves],
            [successor for successor, _ in pairs],
        )
        spread = [len(each) for *_, each in moves], [share for _, share in pairs], [each for _, each, _ in moves]
        return Layer(*map(whole, columns), Distributions(*map(whole, spread)))


def whole(numbers):
    """Return whole numbers as an array, also if there are none."""
    return np.array(numbers, np.int64)
