"""Games given by a table of their moves."""

from fractions import Fraction
from itertools import product

from small_games import RandomGame

from gametheory import Distribution, Outcome, state_graph


class MoveTable:
    """A game as a table: each position has its player and what follows each move; other positions are ends.

    What follows is a position, or the probability of each. In a position of `all` every joint move has its entry, and
    without a player chance decides.
    """

    def __init__(self, players, rows, payoffs=None):
        self.players, self.rows, self.payoffs = tuple(players.split()), rows, payoffs or {}

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


def pennies_again(payoffs=None):
    """Return matching pennies, in which heads against tails is played again with probability 1/2."""
    half = Fraction(1, 2)
    rounds = {(one, two): "even" if one == two else "draw" for one, two in product("ht", repeat=2)}
    return MoveTable("even odd", {"toss": ("all", rounds | {("h", "t"): {"toss": half, "draw": half}})}, payoffs)


class Push:
    """Two players take turns without end; each move adds 1 or 3, and the second player wants little."""

    players = ("up", "down")

    def start(self):
        return "up"

    def outcome(self, at):
        return None

    def moves(self, at, player):
        return (1, 3) if player == at else ()

    def after(self, at, move):
        return "down" if at == "up" else "up"

    def stage_payoffs(self, at, move):
        return (move, -move)
