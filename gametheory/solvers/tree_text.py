"""The equilibria of a game in extensive form as table rows and sentences for a person."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from gametheory.model.extensive_form import ExtensiveForm, information_set_names, node_names
from gametheory.numbers.format import pluralize
from gametheory.solvers.nash_solution import (
    group_text,
    mixed_text,
    number_text,
    player_rows,
    value_and_count,
)
from gametheory.solvers.sequence_form.deviation import Deviation
from gametheory.solvers.sequence_form.equilibrium import InformationSetFacts, information_set_facts

TreeSolution: TypeAlias = Any  # sequence_form.solution.TreeSolution, which imports this file
TREE_COLUMNS = ("", "player", "payoff", "information set", "strategy", "reached", "belief")
MAX_NODES = 4  # of one information set
MAX_DEVIATIONS = 10


def tree_rows(solution: TreeSolution, exact: bool | None) -> Iterator[tuple[str, ...]]:
    """Yield the cells of `TREE_COLUMNS`, for each information set of each player of each equilibrium."""
    tree, names = solution.tree, information_set_names(solution.tree)

    def cells_of(each: InformationSetFacts) -> tuple[str, str, str, str]:
        """Return name, strategy, probability and belief of an information set; no belief at a single node."""
        key = each.player, each.number
        strategy = mixed_text(tree.information_sets[key].actions, each.probabilities, exact)
        return names[key], strategy, number_text(each.reached, exact), _belief(tree, each.beliefs, exact)

    for index, equilibrium in enumerate(solution.equilibria, 1):
        facts, cells = information_set_facts(tree, equilibrium), []
        for player in range(1, len(solution.players) + 1):
            own = [cells_of(each) for each in facts if each.player == player]
            for key, probabilities in solution.added(index - 1).items():
                if key[0] == player:
                    chosen = InformationSetFacts(key[0], key[1], probabilities, Fraction(0), {})
                    place, strategy, reached, belief = cells_of(chosen)
                    own.append((place, f"[{strategy}]", reached, belief))
            cells.append(own or [("", "", "", "")])
        yield from player_rows(str(index), solution.players, equilibrium.payoffs, cells, exact)


def _belief(tree: ExtensiveForm, beliefs: dict[int, Fraction], exact: bool | None) -> str:
    if len(beliefs) < 2:
        return ""
    likely = [node for node, belief in beliefs.items() if belief]
    names = dict(zip(beliefs, node_names(tree, list(beliefs)), strict=True))
    if len(likely) == 1:
        return names[likely[0]]
    texts = [f"{names[node]} {number_text(beliefs[node], exact)}" for node in likely[:MAX_NODES]]
    return ", ".join(texts) + (", ..." if len(likely) > MAX_NODES else "")


def _legend(solution: TreeSolution) -> Iterator[str]:
    """Yield what the columns mean that the table of a tree has."""
    yield "reached: the probability that play comes to the information set."
    if any(facts.beliefs for each in solution.equilibria for facts in information_set_facts(solution.tree, each)):
        yield "belief: the probability of each position of the set, given that play has come to it."


def _empty_threats(solution: TreeSolution, exact: bool | None) -> list[str]:
    """Return for each deviation in a subgame the equilibria that it refutes; not for more than a few."""
    refuted: dict[str, list[str]] = {}
    for index, deviation in enumerate(solution.deviations, 1):
        if deviation:
            refuted.setdefault(_deviation_text(solution.tree, deviation, exact), []).append(str(index))
    lines = [f"Not subgame perfect: {', '.join(indices)}: {text}." for text, indices in refuted.items()]
    more = len(lines) - MAX_DEVIATIONS
    return lines[:MAX_DEVIATIONS] + (
        [f"{pluralize(more, 'more reason')} of this kind with --json."] if more > 0 else []
    )


def _deviation_text(tree: ExtensiveForm, deviation: Deviation, exact: bool | None) -> str:
    """Return a subgame, and what a player gains there and how."""
    name = node_names(tree, [deviation.subgame])[0]
    where = f'in the subgame "{name}"' if deviation.subgame else "if every subgame is an equilibrium"
    if not deviation.player:
        return f"{where}, no equilibrium agrees with the plans"
    actions, names = [], information_set_names(tree)
    for number, probabilities in deviation.behavior.items():
        key = deviation.player, number
        actions.append(f"{mixed_text(tree.information_sets[key].actions, probabilities, exact)} at {names[key]}")
    player = tree.players[deviation.player - 1]
    return f"{where}, {player} gains at least {number_text(deviation.gain, exact)} by {' and '.join(actions)}"


def tree_facts(solution: TreeSolution, exact: bool | None) -> list[str]:
    """Return sentences about the value, the method, subgame perfection, and the mixtures that are equilibria too."""
    sentences = [*_legend(solution), *value_and_count(solution, exact)]
    perfect, unknown = (
        [str(index) for index, answer in enumerate(solution.subgame_perfect, 1) if answer is wanted]
        for wanted in (True, None)
    )
    if solution.subgame_perfect:
        sentences.append(f"Subgame perfect: {', '.join(perfect) or 'none'}.")
    sentences += _empty_threats(solution, exact)
    if any(map(solution.added, range(len(solution.equilibria)))):
        sentences.append(
            "In brackets: actions that make the equilibrium subgame perfect, where the player's own actions exclude "
            "the information set."
        )
    if unknown:
        sentences.append(
            f"Subgame perfect or not, the search was too long: {', '.join(unknown)}; --limit N allows more."
        )
    if len(solution.equilibria) > 1:
        sentences.append("--refine sequential, quasi-perfect or perfect finds one that is credible at every set.")
    if solution.complete and solution.subsets is None:
        sentences.append("Infinitely many equilibria lie between those listed.")
    elif groups := group_text(solution.subsets or ()):
        sentences.append(
            "Infinitely many equilibria: within a group, mixtures of the first player's realization plans and mixtures "
            f"of the second's are equilibria too: {groups}."
        )
    return sentences
