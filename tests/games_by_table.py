"""Games given by a table of their moves."""

from fractions import Fraction
from itertools import product

from small_games import RandomGame

from gametheory import Distribution, Outcome, state_graph


class MoveTable:
    """A game as a table: each position has its player and what follows each move; other positions are ends.

    What follows is a position, or the probability of each. In a position of `all` every joint move has its entry, and
    without a player chance decides. Play starts at the first position. Other members of a game are given by name.
    """

    def __init__(self, players, rows, payoffs=None, **members):
        self.players, self.rows, self.payoffs = tuple(players.split()), rows, payoffs or {}
        vars(self).update(members)

    def start(self):
        return next(iter(self.rows))

    def outcome(self, at):
        return None if at in self.rows else Outcome(str(at), tuple(map(Fraction, self.payoffs.get(at, ()))))

    def moves(self, at, player):
        who, following = self.rows.get(at, (None, {}))
        if who == "all":
            return list(dict.fromkeys(moves[self.players.index(player)] for moves in following))
        return list(following) if player == who else []

    def after(self, at, *moves):
        who, following = self.rows[at]
        if who:
            following = following[moves if who == "all" else moves[0]]
        return Distribution(following) if isinstance(following, dict) else following


def table_game(table, active, ends, players=("one", "two"), cyclic=False, simultaneous=False):
    """Return the graph of a game given by its moves and by the payoffs of its ends to the first player."""
    game = RandomGame(1, players=players, inner=len(table), cyclic=cyclic, simultaneous=simultaneous)
    game.table, game.active, game.ends = table, active, ends
    return state_graph(game)


def patience(payoff=1):
    """Return a game in which the first player wins by the move a, or waits by b, and the second can only wait."""
    return table_game([{"a": {2: 1}, "b": {1: 1}}, {"a": {0: 1}}], ["one", "two"], {2: payoff})


def pennies(back=False):
    """Return matching pennies; with `back`, every move leads to the start again."""
    table = {(x, y): {0 if back else 1 if (x == "a") == (y == "c") else 2: 1} for x, y in product("ab", "cd")}
    return table_game([table], ["one"], {1: 1, 2: -1}, simultaneous=True)


def both_choose(sides, after, payoffs=None, players="even odd", **members):
    """Return a game of two who choose a side at `start`, by what follows from both choices."""
    rows = {"start": ("all", {pair: after(*pair) for pair in product(sides, repeat=2)})}
    return MoveTable(players, rows, payoffs, **members)


def pennies_again(payoffs=None):
    """Return matching pennies, in which heads against tails is played again with probability 1/2."""
    half = Fraction(1, 2)
    rounds = {(one, two): "even" if one == two else "draw" for one, two in product("ht", repeat=2)}
    return MoveTable("even odd", {"toss": ("all", rounds | {("h", "t"): {"toss": half, "draw": half}})}, payoffs)


class Chase(MoveTable):
    """Matching pennies until one does not wait, with payoffs that do not add up to 0: no equilibrium is pure."""

    def __init__(self, *places):
        places = places or ("toss", "again")
        rows = {}
        for number, place in enumerate(places):
            pairs = product(("heads", "tails", "wait"), repeat=2)
            rows[place] = ("all", {(one, two): one if one == two else "missed" for one, two in pairs})
            rows[place][1]["wait", "wait"] = places[number - 1]
        super().__init__("even odd", rows, {"heads": (2, -1), "tails": (1, -1), "missed": (-1, 2)})


def push(pays=lambda at, move: (move, -move)):
    """Return a game of two who take turns without end; each move adds 1 or 3, and the second player wants little."""
    rows = {"up": ("up", dict.fromkeys((1, 3), "down")), "down": ("down", dict.fromkeys((1, 3), "up"))}
    return MoveTable("up down", rows, stage_payoffs=pays)
