"""The state graph of one army, and the Wargame as a product game of two such graphs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import networkx as nx
import numpy as np

from gametheory.games.wargame.rules import Position, Wargame
from gametheory.solvers.product_game.stage import PlayerGraph, Stage


class Army(NamedTuple):
    """One army at the start of a round."""

    round: int
    camp: int
    field: int


def army_graph(game: Wargame, first: Collection[Army] = ()) -> nx.DiGraph[Any]:
    """Return the state graph of one army, with an edge for each army that can follow in the next round.

    Cost: the number of armies times the number of soldiers.

    Parameters
    ----------
    game
        The rules.
    first
        The armies to start from, all of the same round; by default the army with all soldiers in camp.

    Returns
    -------
    nx.DiGraph
        Nodes are armies. The edge attribute `moves` is the tuple of all numbers of soldiers sent that lead to the same
        army (0 and 1 can, when the odd soldier of the field is killed). The graph attribute `rounds` is the sorted list
        of the armies of each round.

    Examples
    --------
    >>> graph = army_graph(Wargame(20, 10))
    >>> [len(armies) for armies in graph.graph["rounds"]]
    [1, 21, 76, 103, 116, 121, 121, 121, 121, 121]
    >>> [len(armies) for armies in army_graph(Wargame(20, 10), [Army(9, 1, 3)]).graph["rounds"]]
    [1, 2]
    """
    rounds = [sorted(set(first)) or [Army(1, game.soldiers, 0)]]
    graph: nx.DiGraph[Any] = nx.DiGraph(rounds=rounds)
    graph.add_nodes_from(rounds[0])
    while rounds[-1][0].round < game.rounds:
        for army in rounds[-1]:
            for sent in range(army.camp + 1):
                successor = Army(army.round + 1, army.camp - sent, game.survivors[army.field + sent])
                if graph.has_edge(army, successor):
                    graph.edges[army, successor]["moves"] += (sent,)
                else:
                    graph.add_edge(army, successor, moves=(sent,))
        rounds.append(sorted({successor for army in rounds[-1] for successor in graph.successors(army)}))
    return graph


def more_positions_than(game: Wargame, limit: int) -> bool:
    """Return whether the game has more joint positions than `limit`, without building a graph.

    Cost: the moves of one army, up to the round in which the limit is exceeded.
    """
    positions = 0
    for armies in armies_by_round(game):
        positions += len(armies) ** 2
        if positions > limit:
            return True
    return False


def armies_by_round(game: Wargame) -> Iterator[list[Army]]:
    """Yield the sorted armies of each round, as in `army_graph`, without building a graph."""
    armies = {(game.soldiers, 0)}
    for number in range(1, game.rounds + 1):
        yield [Army(number, camp, field) for camp, field in sorted(armies)]
        armies = {(camp - sent, game.survivors[field + sent]) for camp, field in armies for sent in range(camp + 1)}


def position_of(a: Army, b: Army) -> Position:
    """Return the position of the game with these two armies of the same round."""
    return Position(a.round, a.camp, a.field, b.camp, b.field)


def stored_positions(game: Wargame, rounds: Iterable[Sequence[Army]] | None = None) -> Iterator[Position]:
    """Yield the positions of rounds, by default of all, in an order that depends on the rules only.

    In a symmetric game only one of two mirrored positions is among them.
    """
    for armies in armies_by_round(game) if rounds is None else rounds:
        for index, a in enumerate(armies):
            yield from (position_of(a, b) for b in armies[: index + 1 if game.symmetric else None])


def armies_of(position: Position) -> tuple[Army, Army]:
    """Return the two armies of a position."""
    number, camp_a, field_a, camp_b, field_b, _ = position
    return Army(number, camp_a, field_a), Army(number, camp_b, field_b)


def stages(game: Wargame, graph: nx.DiGraph[Any]) -> list[Stage]:
    """Return the rounds of the game as stages of a product game, from the first round of the graph on."""
    payoffs = [[_battle_payoff(game, a, b) for b in range(game.soldiers + 1)] for a in range(game.soldiers + 1)]
    rounds = graph.graph["rounds"]
    player_graphs = [_player_graph(graph, *pair) for pair in zip(rounds, [*rounds[1:], []], strict=True)]
    battles = game.battle_chances[rounds[0][0].round - 1 :]
    return [Stage(player, player, payoffs, battle) for player, battle in zip(player_graphs, battles, strict=True)]


def _player_graph(graph: nx.DiGraph[Any], armies: list[Army], next_armies: list[Army]) -> PlayerGraph:
    """Return one round of the graph in arrays; the payoff index of a move is the field after it."""
    next_index = {army: index for index, army in enumerate(next_armies)}
    shape = (len(armies), max(army.camp for army in armies) + 1)
    successors, fields = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    moves: Any
    for index, army in enumerate(armies):
        fields[index, : army.camp + 1] = army.field + np.arange(army.camp + 1)
        for _, successor, moves in graph.out_edges(army, data="moves"):
            successors[index, list(moves)] = next_index[successor]
    return PlayerGraph(np.array([army.camp + 1 for army in armies]), successors, fields)


def _battle_payoff(game: Wargame, field_a: int, field_b: int) -> Fraction:
    """Return the payoff to A of a battle between two fields."""
    outcome = game.outcome(Position(game.rounds, 0, field_a, 0, field_b, True))
    assert outcome is not None
    return outcome.payoffs[0]
