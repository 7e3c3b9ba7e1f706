"""Small games solved the slow way, without any solver: every pure stationary strategy, and plain value iteration."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

from gametheory.model.game import active_players
from gametheory.model.unfolding import joint_moves


def rows_of(graph):
    """Return for each position that is not terminal its active players and its joint moves."""
    ongoing = [node for node, end in graph.nodes(data="outcome") if end is None]
    return {node: (active_players(graph.graph["game"], node), joint_moves(graph, node)) for node in ongoing}


def chain_value(steps, payoffs):
    """Return the exact expected payoff from each position of a chain: Gauss in Fractions; endless play pays 0."""
    leaving, size = set(payoffs), 0
    while len(leaving) > size:
        size = len(leaving)
        leaving |= {node for node, after in steps.items() if leaving & after.keys()}
    nodes = [node for node in steps if node in leaving]
    index = {node: number for number, node in enumerate(nodes)}
    system = []
    for node in nodes:
        row = [Fraction(0)] * (len(nodes) + 1)
        row[index[node]] += 1
        for successor, p in steps[node].items():
            if successor in index:
                row[index[successor]] -= p
            else:
                row[-1] += p * payoffs.get(successor, 0)
        system.append(row)
    for k in range(len(nodes)):
        pivot = next(i for i in range(k, len(nodes)) if system[i][k])
        system[k], system[pivot] = system[pivot], system[k]
        system[k] = [number / system[k][k] for number in system[k]]
        for i in range(len(nodes)):
            if i != k and (factor := system[i][k]):
                system[i] = [a - factor * b for a, b in zip(system[i], system[k], strict=True)]
    return {**dict.fromkeys(steps, Fraction(0)), **{node: system[index[node]][-1] for node in nodes}, **payoffs}


def pure_strategies_of(rows, player):
    """Yield every pure stationary strategy of a player."""
    own = [node for node, (active, _) in rows.items() if player in active]
    choices = [sorted({m[rows[n][0].index(player)] for m in rows[n][1]}, key=str) for n in own]
    for picked in product(*choices):
        yield dict(zip(own, picked, strict=True))


def steps_under(rows, profile):
    """Return the chain under a pure strategy of each player."""
    return {node: joint[tuple(profile[player][node] for player in active)] for node, (active, joint) in rows.items()}


def steps_played(rows, strategy):
    """Return the chain under a mixed strategy of each player."""
    steps = {}
    for node, (active, joint) in rows.items():
        steps[node] = Counter()
        for moves, after in joint.items():
            share = prod(strategy[node][player].get(move, 0) for player, move in zip(active, moves, strict=True))
            for successor, p in after.items() if share else ():
                steps[node][successor] += share * p
    return steps


def max_min(graph, payoffs):
    """Return the value of each position of a two-player zero-sum game: the best of the worst of all pure strategies."""
    rows, (first, second) = rows_of(graph), graph.graph["game"].players
    table = [
        [chain_value(steps_under(rows, {first: one, second: two}), payoffs) for two in pure_strategies_of(rows, second)]
        for one in pure_strategies_of(rows, first)
    ]
    lower = {node: max(min(v[node] for v in row) for row in table) for node in graph}
    upper = {node: min(max(row[j][node] for row in table) for j in range(len(table[0]))) for node in graph}
    assert lower == upper
    return lower


def value_iteration(graph, payoffs, rounds):
    """Return the values of a sequential two-player game after some rounds of plain value iteration in floats."""
    rows, first = rows_of(graph), graph.graph["game"].players[0]
    plan = []
    for node, (active, joint) in rows.items():
        moves = [[(v, float(p)) for v, p in after.items()] for after in joint.values()]
        plan.append((node, max if active in ((), (first,)) else min, moves))
    values = {node: float(payoffs.get(node, 0)) for node in graph}
    for _ in range(rounds):
        # all positions in one step: in place, play that waits forever could keep a value of an earlier round
        values |= {n: choose(sum(p * values[v] for v, p in after) for after in moves) for n, choose, moves in plan}
    return values
