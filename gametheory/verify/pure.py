"""What a pure strategy forces, and one for each player that nobody gains by leaving."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

import networkx as nx

from gametheory.model.game import Move, Outcome, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.verify.errors import CertificateError, require


def check_strategy(
    graph: nx.MultiDiGraph,
    player: str,
    choice: Mapping[Position, Move],
    outcomes: Collection[str | Outcome],
    allow_infinite_play: bool = False,
) -> int:
    """Return how many positions play can reach when a player keeps to a strategy that forces one of some outcomes.

    `choice` says what he does in each position that then comes up, whatever all others and chance do. Play ends in one
    of the outcomes, given by name or, where payoffs count, whole; with `allow_infinite_play` it may also go on for ever. Cost: the
    edges.

    Raises CertificateError where the strategy has no move, or one that is not allowed, play ends otherwise, or, unless
    `allow_infinite_play`, can go round.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.games.castle import Volley
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> check_strategy(graph, "soldiers", {graph.graph["start"]: Volley(1, 0)}, ["soldiers"])
    2
    """
    game, met = graph.graph["game"], nx.MultiDiGraph()
    met.add_node(graph.graph["start"])
    queue = [graph.graph["start"]]
    while queue:
        position = queue.pop()
        end = graph.nodes[position]["outcome"]
        if end is not None:
            if end.name not in outcomes and end not in outcomes:
                raise CertificateError(f"play can end in {position}, with {end.name}")
            continue
        laws = joint_moves(graph, position)
        moving = active_players(game, position)
        if player in moving:
            index = moving.index(player)
            laws = {m: law for m, law in laws.items() if position in choice and m[index] == choice[position]}
        if not laws:
            raise CertificateError(f"the strategy has no move, or one that is not allowed, in {position}")
        for following in {following for law in laws.values() for following in law}:
            if following not in met:
                queue.append(following)
            met.add_edge(position, following)
    if not allow_infinite_play and not nx.is_directed_acyclic_graph(met):
        raise CertificateError("play can go round without an end")
    return len(met)


def check_subgame_perfect(
    graph: nx.MultiDiGraph,
    worth: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, tuple[Fraction, ...]],
    choice: Mapping[Position, tuple[Move, ...]],
) -> tuple[Fraction, ...]:
    """Return what each player gets from the start in a subgame-perfect equilibrium of a game of turns and chance.

    `values` is what `choice` leads to, and in no position its mover gains by one other move; where play cannot go
    round, then by no other strategy either (the one-shot deviation principle). Cost: the edges.

    Raises CertificateError at the first position where that fails, where two move at once or play can go round.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> start, fallen = graph
    >>> worth, move = (Fraction(2),), graph.edges[start, fallen, 0]["moves"]
    >>> check_subgame_perfect(graph, {fallen: worth}, {start: worth, fallen: worth}, {start: move})
    (Fraction(2, 1),)
    """
    game = graph.graph["game"]
    require(nx.is_directed_acyclic_graph(graph), "play can go round")
    for position, end in graph.nodes(data="outcome"):
        if end is not None:
            require(values[position] == worth[position], f"the end {position} is not valued {worth[position]}")
            continue
        laws, moving = joint_moves(graph, position), active_players(game, position)
        require(len(moving) < 2 and choice[position] in laws, f"the choice in {position} is not allowed")
        means = {
            moves: tuple(sum(p * values[v][i] for v, p in law.items()) for i in range(len(values[position])))
            for moves, law in laws.items()
        }
        require(means[choice[position]] == values[position], f"the choice in {position} does not attain its value")
        for player in moving:
            i = game.players.index(player)
            better = [moves for moves, mean in means.items() if mean[i] > values[position][i]]
            require(not better, f"{player} gains by {better} in {position}")
    return values[graph.graph["start"]]
