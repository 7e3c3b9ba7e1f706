"""Random games without cycles: values and equilibria of this program next to OpenSpiel."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from random import Random
from typing import Any

from gametheory import Outcome, nash, solve, state_graph
from gametheory.formats.gambit import to_efg
from gametheory.model.extensive_form import ExtensiveForm, extensive_form
from gametheory.solvers.tree_solution import TreeSolution
from tests.fuzz.random_trees import random_tree

NEEDS = ("pyspiel", "cvxpy")
CLOSE = 1e-5  # OpenSpiel computes in floats; payoffs are whole numbers from -3 to 3
MAX_VERTICES = 300


class Moves:
    """Two players move simultaneously, some rounds, and then the second pays the first a random number."""

    players = ("one", "two")

    def __init__(self, draw: Random) -> None:
        self.rounds = draw.randint(1, 2)
        self.payoffs: dict[str, Fraction] = {}
        self.draw = draw

    def start(self) -> str:
        """Return the empty history."""
        return ""

    def outcome(self, position: str) -> Outcome | None:
        """Return the payoffs after the last round."""
        if len(position) < 2 * self.rounds:
            return None
        payoff = self.payoffs.setdefault(position, Fraction(self.draw.randint(-3, 3)))
        return Outcome(position, (payoff, -payoff))

    def moves(self, position: str, player: str) -> str:
        """Return the moves of a player."""
        return "ab" if player == "one" else "cd"

    def after(self, position: str, *moves: str) -> str:
        """Return the longer history."""
        return position + "".join(moves)


def load(tree: ExtensiveForm) -> Any:
    """Return a tree as a game of OpenSpiel, which wants the information sets of each player numbered from 1."""
    import pyspiel

    numbers: dict[tuple[int, int], int] = {}
    for key in tree.information_sets:
        numbers[key] = 1 + sum(player == key[0] for player, _ in numbers)
    nodes = tuple(
        node._replace(information_set=numbers[node.set_key]) if node.player is not None else node for node in tree.nodes
    )
    sets = {(player, numbers[player, number]): own for (player, number), own in tree.information_sets.items()}
    return pyspiel.load_efg_game(to_efg(replace(tree, nodes=nodes, information_sets=sets)))


def value_by_linear_program(game: Any) -> float:
    """Return the value to the first player by OpenSpiel's linear program on the sequence form."""
    from open_spiel.python.algorithms import sequence_form_lp

    return float(sequence_form_lp.solve_zero_sum_game(game)[0])


def nash_conv(tree: ExtensiveForm, game: Any, behavior: tuple[Mapping[int, Any], ...]) -> float:
    """Return what the players gain together by best responses, as OpenSpiel computes it."""
    import pyspiel

    children: list[dict[int, int]] = [{} for _ in tree.nodes]
    for index, parent in enumerate(tree.parents()):
        if parent:
            children[parent[0]][parent[1]] = index
    policy: dict[str, list[tuple[int, float]]] = {}

    def visit(state: Any, index: int) -> None:
        node = tree.nodes[index]
        if state.is_terminal():
            return
        player = state.current_player()
        names = [state.action_to_string(player, action) for action in state.legal_actions()]
        actions = list(tree.actions(node))
        if node.player:
            own = behavior[node.player - 1].get(node.information_set) or [1, *[0] * (len(actions) - 1)]
            chances = [float(own[actions.index(name)]) for name in names]
            policy[state.information_state_string()] = list(zip(state.legal_actions(), chances, strict=True))
        for action, name in zip(state.legal_actions(), names, strict=True):
            visit(state.child(action), children[index][actions.index(name)])

    visit(game.new_initial_state(), 0)
    return float(pyspiel.nash_conv(game, pyspiel.TabularPolicy(policy)))


def wrong_tree(draw: Random, zero_sum: bool, perfect_information: bool = False) -> Iterator[str]:
    """Yield what is wrong with the equilibria of a random tree."""
    depth, tree = 3 + draw.randrange(2), None
    while tree is None or not {node.player for node in tree.nodes} >= {1, 2}:  # OpenSpiel wants players who move
        tree = random_tree(draw, depth, zero_sum=zero_sum, perfect_information=perfect_information)
    solution, game = nash(tree, limit=MAX_VERTICES), load(tree)
    assert isinstance(solution, TreeSolution)
    for equilibrium in solution.equilibria:
        gain = nash_conv(tree, game, equilibrium.behavior)
        if gain > CLOSE:
            yield f"the players gain {gain} from {equilibrium.behavior}"
    if zero_sum and abs(value_by_linear_program(game) - float(solution.equilibria[0].payoffs[0])) > CLOSE:
        yield f"the value is {value_by_linear_program(game)}, not {solution.equilibria[0].payoffs[0]}"
    if perfect_information and zero_sum and solve(tree).payoffs[tree.players[0]] != solution.value:
        yield f"backward induction finds {solve(tree).payoffs}, not {solution.value}"


def wrong_matrix(draw: Random) -> Iterator[str]:
    """Yield what is wrong with the value of a random zero-sum matrix game."""
    import pyspiel
    from open_spiel.python.algorithms import lp_solver

    rows, columns = draw.randint(1, 6), draw.randint(1, 6)
    matrix = [[draw.randint(-3, 3) for _ in range(columns)] for _ in range(rows)]
    negative = [[-payoff for payoff in row] for row in matrix]
    *_, theirs, _ = lp_solver.solve_zero_sum_matrix_game(pyspiel.create_matrix_game(matrix, negative))
    ours = nash(matrix).value
    if ours is None or abs(theirs - float(ours)) > CLOSE:
        yield f"the value is {theirs}, not {ours}: {matrix}"


def wrong_rules(draw: Random) -> Iterator[str]:
    """Yield what is wrong with the value of random rules with simultaneous moves."""
    graph = state_graph(Moves(draw))
    ours = solve(graph).payoffs["one"]
    theirs = value_by_linear_program(load(extensive_form(graph)))
    if abs(theirs - float(ours)) > CLOSE:
        yield f"the value is {theirs}, not {ours}"


KINDS: dict[str, Callable[[Random], Iterator[str]]] = {
    "matrix games": wrong_matrix,
    "rules with simultaneous moves": wrong_rules,
    "zero-sum trees": lambda draw: wrong_tree(draw, zero_sum=True),
    "trees with perfect information": lambda draw: wrong_tree(draw, zero_sum=True, perfect_information=True),
    "general-sum trees": lambda draw: wrong_tree(draw, zero_sum=False),
}


def run_open_spiel(seconds: float, seed: int) -> bool:
    """Compare random games for this many seconds and print the result; return whether there is no finding."""
    if absent := [name for name in NEEDS if not find_spec(name)]:
        print(f"open_spiel: left out, {' and '.join(absent)} not installed")
        return True
    counts, found = Counter[str](), list[str]()
    begun = time.monotonic()
    while not found and time.monotonic() < begun + seconds:
        for kind, wrong in KINDS.items():
            counts[kind] += 1
            found += [f"{kind}, seed {seed}: {each}" for each in wrong(Random(seed))]
        seed += 1
    print(f"open_spiel: {', '.join(f'{count:,} {what}' for what, count in counts.items())}, in {seconds:g} s")
    for each in found:
        print(f"  found {each}")
    return not found
