"""One army's own graph, and the Wargame as two such graphs that only the battle joins."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

import networkx as nx
import numpy as np

from gametheory.games.wargame.rules import Position, Wargame
from gametheory.solvers.product_game.floats import PlayerGraph, Stage


class Army(NamedTuple):
    """One army at the start of a round."""

    round: int
    camp: int
    field: int


def army_graph(game: Wargame, first: Collection[Army] = ()) -> nx.DiGraph:
    """The graph of one army: its positions (round, camp, field), an edge for each number of soldiers sent.

    It begins with all soldiers in camp, or with the armies `first`, of one round. An edge has `moves`, all numbers sent
    that lead there (1 and 0 may, where the odd soldier of the field is killed). The graph carries `rounds`, a list of
    the positions of each round. Cost: the number of positions times the soldiers.

    >>> graph = army_graph(Wargame(20, 10))
    >>> [len(positions) for positions in graph.graph["rounds"]]
    [1, 21, 76, 103, 116, 121, 121, 121, 121, 121]
    >>> [len(positions) for positions in army_graph(Wargame(20, 10), [Army(9, 1, 3)]).graph["rounds"]]
    [1, 2]
    """
    rounds = [sorted(set(first)) or [Army(1, game.soldiers, 0)]]
    graph = nx.DiGraph(rounds=rounds)
    graph.add_nodes_from(rounds[0])
    while rounds[-1][0].round < game.rounds:
        for army in rounds[-1]:
            for sent in range(army.camp + 1):
                following = Army(army.round + 1, army.camp - sent, game.survivors[army.field + sent])
                if graph.has_edge(army, following):
                    graph.edges[army, following]["moves"] += (sent,)
                else:
                    graph.add_edge(army, following, moves=(sent,))
        rounds.append(sorted({following for army in rounds[-1] for following in graph.successors(army)}))
    return graph


def more_positions_than(game: Wargame, most: int) -> bool:
    """Whether the game has more joint positions than so many, without the memory of its graph.

    Cost: the moves of one army, up to the round in which the limit is passed.

    >>> more_positions_than(Wargame(20, 10), 103_488), more_positions_than(Wargame(20, 10), 103_487)
    (False, True)
    """
    positions = 0
    for armies in armies_by_round(game):
        positions += len(armies) ** 2
        if positions > most:
            return True
    return False


def armies_by_round(game: Wargame) -> Iterator[list[Army]]:
    """The armies of each round, as `army_graph` has them, without the memory of its graph.

    >>> [len(armies_of) for armies_of in armies_by_round(Wargame(20, 10))]
    [1, 21, 76, 103, 116, 121, 121, 121, 121, 121]
    """
    armies = {(game.soldiers, 0)}
    for number in range(1, game.rounds + 1):
        yield [Army(number, camp, field) for camp, field in sorted(armies)]
        armies = {(camp - sent, game.survivors[field + sent]) for camp, field in armies for sent in range(camp + 1)}


def position_of(a: Army, b: Army) -> Position:
    """The position of the game with these two armies, of the same round.

    >>> position_of(Army(2, 18, 1), Army(2, 16, 2))
    Position(round=2, camp_a=18, field_a=1, camp_b=16, field_b=2, battle=False)
    """
    return Position(a.round, a.camp, a.field, b.camp, b.field)


def armies_of(position: Position) -> tuple[Army, Army]:
    """The two armies of a position.

    >>> armies_of(Position(2, 18, 1, 16, 2))
    (Army(round=2, camp=18, field=1), Army(round=2, camp=16, field=2))
    """
    return Army(position.round, position.camp_a, position.field_a), Army(
        position.round, position.camp_b, position.field_b
    )


def stages(game: Wargame, graph: nx.DiGraph) -> list[Stage]:
    """The rounds of the game, from the graph of one army and from its first round on, for `solvers.product_game.floats`.

    >>> game = Wargame(2, 2)
    >>> [(len(stage.row.moves), str(stage.ends)) for stage in stages(game, army_graph(game))]
    [(1, '1/2'), (3, '1')]
    """
    payoffs = [[_payoff(game, a, b) for b in range(game.soldiers + 1)] for a in range(game.soldiers + 1)]
    rounds = graph.graph["rounds"]
    places = [{army: place for place, army in enumerate(positions)} for positions in rounds]
    walks = []
    for number, positions in enumerate(rounds):
        shape = (len(positions), max(army.camp for army in positions) + 1)
        following, shown = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for place, army in enumerate(positions):
            shown[place, : army.camp + 1] = army.field + np.arange(army.camp + 1)
            for _, after, moves in graph.out_edges(army, data="moves"):
                following[place, list(moves)] = places[number + 1][after]
        walks.append(PlayerGraph(np.array([army.camp + 1 for army in positions]), following, shown))
    chances = game.battle_chances[rounds[0][0].round - 1 :]
    return [Stage(walk, walk, payoffs, chance) for walk, chance in zip(walks, chances, strict=True)]


def _payoff(game: Wargame, field_a: int, field_b: int) -> Fraction:
    """What A gets in a battle between two fields."""
    outcome = game.outcome(Position(game.rounds, 0, field_a, 0, field_b, True))
    assert outcome is not None
    return outcome.payoffs[0]
