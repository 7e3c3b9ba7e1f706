"""Solve two-player games in normal or extensive form: Nash equilibria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import networkx as nx

from gametheory.model.classify import GameClass, MoveOrder
from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.game import Move, Position
from gametheory.model.names import distinct_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.recall import ImperfectRecall
from gametheory.model.sequence_form import FormTooLarge
from gametheory.model.state_graph import state_graph
from gametheory.model.table_game import TableGame
from gametheory.model.tree_game import TreeGame
from gametheory.solvers.bimatrix.lemke_howson import TooManyPivots
from gametheory.solvers.bimatrix.nash_solution import NashSolution
from gametheory.solvers.dispatch.requirements import NoSolver
from gametheory.solvers.nash import nash_equilibria
from gametheory.solvers.sequence_form.solution import TreeSolution
from gametheory.solvers.solution import MixedMove, Solution, Strategy

Played: TypeAlias = frozenset[tuple[Position, tuple[Move, ...]]]


def solve_form(form: NormalForm | ExtensiveForm) -> Solution:
    """Return the first extreme Nash equilibrium of a two-player game, and the number of them.

    A position of a strategy is the name of an information set, or "start" in a normal form.

    Raises NoSolver if the game does not have two players, or is too large, or has no perfect recall.

    >>> solution = solve_form(NormalForm.from_payoffs([[2, 0], [0, 1]], [[1, 0], [0, 2]]))
    >>> solution.payoffs, solution.equilibria
    ({'row': Fraction(2, 1), 'column': Fraction(1, 1)}, 3)
    """
    game_class = _game_class(form)
    try:
        nash = nash_equilibria(form)
    except TooManyPivots as error:
        raise NoSolver(game_class, f"{error}; gametheory nash --limit N allows more") from error
    except (FormTooLarge, ImperfectRecall, ValueError) as error:
        raise NoSolver(game_class, str(error)) from error
    players = distinct_names(form.players)
    graph, played = _tree_graph(nash) if isinstance(nash, TreeSolution) else _table_graph(nash)
    return Solution(
        graph,
        game_class,
        nash.method,
        nash.checked,
        zero_sum=nash.constant_sum == 0,
        payoffs=dict(zip(players, nash.equilibria[0].payoffs, strict=True)),
        strategy=_strategy(nash, players),
        equilibria=len(nash.equilibria),
        all_equilibria=nash.complete,
        optimal_moves=played,
    )


def _strategy(nash: NashSolution | TreeSolution, players: Sequence[str]) -> Strategy:
    if isinstance(nash, NashSolution):
        first = nash.equilibria[0]
        pairs = zip(nash.strategies, (first.row, first.column), strict=True)
        mixed = [_mixed(names, probabilities) for names, probabilities in pairs]
        return {"start": dict(zip(players, mixed, strict=True))}
    names = _information_set_names(nash.tree)
    strategy: dict[Position, Mapping[str, MixedMove]] = {}
    for number, (player, behavior) in enumerate(zip(players, nash.equilibria[0].behavior, strict=True), 1):
        for index, probabilities in behavior.items():
            actions = nash.tree.information_sets[number, index].actions
            strategy[names[number, index]] = {player: _mixed(actions, probabilities)}
    return strategy


def _mixed(moves: Sequence[str], probabilities: Sequence[Fraction]) -> MixedMove:
    pairs = zip(distinct_names(moves), probabilities, strict=True)
    return {move: probability for move, probability in pairs if probability}


def _information_set_names(tree: ExtensiveForm) -> dict[tuple[int, int], str]:
    """Return a different name for each information set; player and number if names in the file are empty or equal."""
    keys = [key for key in tree.information_sets if key[0] != CHANCE]
    names = [tree.information_sets[key].name for key in keys]
    if not all(names) or len(set(names)) < len(names):
        names = [f"player {player}, information set {number}" for player, number in keys]
    return dict(zip(keys, names, strict=True))


def _game_class(form: NormalForm | ExtensiveForm) -> GameClass:
    if isinstance(form, NormalForm):
        return GameClass(MoveOrder.SIMULTANEOUS, chance=False, cyclic=False)
    numbers = {node.player for node in form.nodes if node.player is not None}
    players = len(numbers - {CHANCE})
    order = (MoveOrder.CHANCE, MoveOrder.SINGLE_PLAYER, MoveOrder.SEQUENTIAL)[min(players, 2)]
    return GameClass(order, CHANCE in numbers, cyclic=False)


def _table_graph(nash: NashSolution) -> tuple[nx.MultiDiGraph, Played]:
    """Return the graph of a normal form, with a joint move for each profile, and the moves of the first equilibrium."""
    first = nash.equilibria[0]
    graph = state_graph(TableGame(nash.game), len(nash.game.outcomes) + 1)
    mixed = [_mixed(names, own) for names, own in zip(nash.strategies, (first.row, first.column), strict=True)]
    return graph, frozenset(("start", profile) for profile in product(*mixed))


def _tree_graph(nash: TreeSolution) -> tuple[nx.MultiDiGraph, Played]:
    """Return the graph of a tree, and at each node the actions of the first equilibrium with positive probability."""
    game = TreeGame(nash.tree)
    graph = state_graph(game, len(nash.tree.nodes))
    played = set()
    for position in map(str, graph):
        for player, own in zip(game.players, nash.equilibria[0].behavior, strict=True):
            if (actions := game.moves(position, player)) and (mixed := own.get(game.observation(position, player))):
                pairs = zip(actions, mixed, strict=True)
                played |= {(position, (action,)) for action, probability in pairs if probability}
    return graph, frozenset(played)
