"""Solve two-player games in normal or extensive form: Nash equilibria."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from gametheory.model.classify import classify
from gametheory.model.extensive_form import (
    ExtensiveForm,
    ImperfectRecall,
    check_perfect_recall,
    distinct_names,
    names_among_all_players,
)
from gametheory.model.game import Move, Position
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import BehaviorStrategy, FormTooLarge
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import game_of
from gametheory.solvers.array_results import Strategy
from gametheory.solvers.dispatch.requirements import NoSolver
from gametheory.solvers.dispatch.stochastic import joint_probability
from gametheory.solvers.nash import nash_equilibria
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.pivoting import TooManyPivots
from gametheory.solvers.sequence_form.solution import TreeSolution
from gametheory.solvers.solution import Solution

Played: TypeAlias = dict[tuple[Position, tuple[Move, ...]], Fraction]


def solve_form(form: NormalForm | ExtensiveForm, graph: StateArrays) -> Solution:
    """Return the first extreme Nash equilibrium of a two-player game with a graph, and the number of them.

    A position of a strategy is the name of an information set, or "start" in a normal form.

    Raises NoSolver if the game does not have two players, or is too large, or has no perfect recall.

    >>> from gametheory.model.tree_game import TableGame
    >>> from gametheory.model.unfolding import unfold
    >>> table = NormalForm.from_payoffs([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> solution = solve_form(table, unfold(TableGame(table)))
    >>> solution.payoffs, solution.equilibria
    ({'row': Fraction(2, 1), 'column': Fraction(1, 1)}, 3)
    """
    game_class = classify(graph)
    if len(form.players) > 2 and not (isinstance(form, ExtensiveForm) and form.has_perfect_information):
        raise NoSolver(game_class, f"the game has {len(form.players)} players; gametheory nash finds its equilibria")
    try:
        if isinstance(form, ExtensiveForm):
            check_perfect_recall(form)
        nash = nash_equilibria(form)
    except TooManyPivots as error:
        raise NoSolver(game_class, f"{error}; gametheory nash --limit N allows more") from error
    except ImperfectRecall as error:
        raise NoSolver(game_class, f"{error}; gametheory nash finds equilibria in plans") from error
    except (FormTooLarge, ValueError) as error:
        raise NoSolver(game_class, str(error)) from error
    strategy = _behavior(nash) if isinstance(nash, TreeSolution) else _mixed_strategies(nash)
    return Solution(
        graph,
        game_class,
        nash.method,
        nash.checked,
        zero_sum=nash.constant_sum == 0,
        payoffs=dict(zip(nash.players, nash.equilibria[0].payoffs, strict=True)),
        strategy=strategy,
        equilibria=len(nash.equilibria),
        all_equilibria=nash.complete,
        optimal_moves=_played(nash, strategy, graph),
    )


def _mixed_strategies(nash: NashSolution) -> Strategy:
    own = zip(nash.players, nash.strategies, nash.equilibria[0].plans, strict=True)
    return {"start": {player: _mixed(names, probabilities) for player, names, probabilities in own}}


def _behavior(nash: TreeSolution) -> Strategy:
    names = names_among_all_players(nash.tree)
    return {
        names[number, index]: {player: _mixed(nash.tree.information_sets[number, index].actions, probabilities)}
        for number, (player, behavior) in enumerate(zip(nash.players, nash.equilibria[0].behavior, strict=True), 1)
        for index, probabilities in behavior.items()
    }


def behavior_strategies(tree: ExtensiveForm, strategy: Strategy) -> list[BehaviorStrategy]:
    """Return the probabilities of all actions at the information sets that a strategy names, for each player.

    >>> from gametheory import nash, solve
    >>> from gametheory.formats.gambit import read_efg
    >>> end = 't "" 1 "" { 1 -1 }'
    >>> tree = read_efg(f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "x" "y" }} 0 p "" 2 1 "" {{ "u" }} 0 {end} '
    ...                 f'p "" 2 1 0 {end}')
    >>> behavior_strategies(tree, solve(tree).strategy) == list(nash(tree).equilibria[0].behavior)
    True
    """
    behavior: list[BehaviorStrategy] = [{} for _ in tree.players]
    for (player, number), name in names_among_all_players(tree).items():
        for mixed in strategy.get(name, {}).values():
            actions = distinct_names(tree.information_sets[player, number].actions)
            behavior[player - 1][number] = tuple(mixed.get(action, Fraction(0)) for action in actions)
    return behavior


def _mixed(moves: Sequence[str], probabilities: Sequence[Fraction]) -> dict[Move, Fraction]:
    pairs = zip(moves, probabilities, strict=True)
    return {move: probability for move, probability in pairs if probability}


def _played(nash: NashSolution, strategy: Strategy, graph: StateArrays) -> Played:
    """Return the probability of each joint move in each position that the first equilibrium can make there."""
    if not isinstance(nash, TreeSolution):
        table = [*strategy["start"].values()]
        return {("start", profile): joint_probability(table, profile) for profile in product(*table)}
    game, played = game_of(graph), dict[tuple[Position, tuple[Move, ...]], Fraction]()
    for position in map(str, graph):
        for player, own in zip(game.players, nash.equilibria[0].behavior, strict=True):
            if (actions := game.moves(position, player)) and (mixed := own.get(game.observation(position, player))):
                pairs = zip(actions, mixed, strict=True)
                played |= {(position, (action,)): probability for action, probability in pairs if probability}
    return played
