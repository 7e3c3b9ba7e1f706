"""Graphs of the smallest games, given by a table of their moves, for tests of checkers."""

from itertools import product

from small_games import RandomGame

from gametheory import state_graph


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
