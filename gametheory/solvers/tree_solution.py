"""The result of `gametheory.nash` for a game in extensive form.

The equilibria of a game in extensive form as table rows and sentences for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gametheory.model.extensive_form import ExtensiveForm, information_set_names, node_names
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.nash_solution import (
    NashSolution,
    Row,
    group_text,
    mixed_text,
    number_text,
    player_rows,
    value_and_count,
)
from gametheory.solvers.sequence_form import InformationSetFacts, information_set_facts
from gametheory.solvers.subgames import Deviation


@dataclass(frozen=True, slots=True, repr=False)
class TreeSolution(NashSolution):
    """Nash equilibria of a game in extensive form; its attributes are those of `NashSolution`, and these.

    Attributes
    ----------
    equilibria
        All extreme equilibria in realization plans if `complete`, else one equilibrium.
    method
        "vertex enumeration", "linear programming", "complementary pivots", "backward induction" or "complementary
        pivots with small mistakes".
    subgame_perfect
        For each equilibrium, whether actions at the information sets that it does not reach can be added so that it is
        subgame perfect; None if the search was too long.
    completions
        For each equilibrium that is subgame perfect: such actions, at every information set of each player; empty if
        there is no proper subgame, so that any actions will do.
    deviations
        For each equilibrium that is not subgame perfect: the subgame that shows it, and a better plan there; else None.
    refinement
        "sequential", "quasi-perfect" or "perfect" if the equilibrium was sought as such, else None.

    Examples
    --------
    >>> from gametheory import nash
    >>> from gametheory.formats.gambit import read_efg
    >>> solution = nash(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "" { 2 }'))
    >>> solution.players, solution.equilibria[0].behavior
    (('A',), ({1: (Fraction(0, 1), Fraction(1, 1))},))
    >>> solution.value, solution.infinitely_many
    (None, False)
    >>> solution.as_json()["equilibria"][0]["behavior"]
    {'A': {'1': {'stay': '0', 'go': '1'}}}
    """

    subgame_perfect: tuple[bool | None, ...] = ()
    completions: tuple[tuple[BehaviorStrategy, ...], ...] = ()
    deviations: tuple[Deviation | None, ...] = ()
    refinement: str | None = None

    def _table(self, exact: bool | None) -> tuple[Sequence[str], Iterable[Row]]:
        return TREE_COLUMNS, tree_rows(self, exact)

    def _sentences(self, exact: bool | None) -> Iterable[str]:
        return tree_facts(self, exact)

    @property
    def tree(self) -> ExtensiveForm:
        """The game."""
        tree: ExtensiveForm = self.game
        return tree

    @property
    def infinitely_many(self) -> bool | None:
        """Whether there are infinitely many equilibria; None if that is not known."""
        return None if self.subsets is None else any(len(subset) > 1 for subset in self.subsets)

    def _facts_json(self) -> dict[str, Any]:
        return {"infinitely_many": self.infinitely_many, "refinement": self.refinement}

    def _strategies_json(self, index: int) -> dict[str, Any]:
        equilibrium = self.equilibria[index]
        players, keys = self.players, information_set_names(self.tree)
        sets = information_set_facts(self.tree, equilibrium)
        document: dict[str, Any] = {
            fact: {player: {} for player in players} for fact in ("behavior", "reached", "beliefs")
        }
        for facts in sets:
            player, key = players[facts.player - 1], keys[facts.player, facts.number]
            document["behavior"][player][key] = self._by_action((facts.player, facts.number), facts.probabilities)
            document["reached"][player][key] = exact_text(facts.reached)
            if facts.beliefs:
                names = node_names(self.tree, list(facts.beliefs))
                document["beliefs"][player][key] = dict(
                    zip(names, map(exact_text, facts.beliefs.values()), strict=True)
                )
        if equilibrium.path:
            document["path"] = dict(zip(players, map(self._path_json, range(len(players))), strict=True))
        document["subgame_perfect"] = self.subgame_perfect[index] if self.subgame_perfect else None
        if deviation := self.deviations[index] if self.deviations else None:
            document["not_subgame_perfect"] = self._deviation_json(deviation)
        if added := self.added(index):
            document["completion"] = {player: {} for player in players}
            for chosen, own in added.items():
                document["completion"][players[chosen[0] - 1]][keys[chosen]] = self._by_action(chosen, own)
        return document

    def _deviation_json(self, deviation: Deviation) -> dict[str, Any]:
        """Return the subgame in which an equilibrium fails, and the better plan, if one was found."""
        document: dict[str, Any] = {"node": deviation.subgame, "subgame": node_names(self.tree, [deviation.subgame])[0]}
        if deviation.player:
            keys, player = information_set_names(self.tree), self.players[deviation.player - 1]
            document |= {"player": player, "gain": exact_text(deviation.gain), "behavior": {}}
            for set_number, own in deviation.behavior.items():
                key = deviation.player, set_number
                document["behavior"][keys[key]] = self._by_action(key, own)
        return document

    def _by_action(self, key: tuple[int, int], numbers: Iterable[Fraction]) -> dict[str, str]:
        """Return a number for each action at an information set, by the name of the action."""
        return dict(zip(self.tree.information_sets[key].actions, map(exact_text, numbers), strict=True))

    def added(self, index: int) -> dict[tuple[int, int], tuple[Fraction, ...]]:
        """Return what makes an equilibrium subgame perfect at information sets that the player's own actions exclude.

        Parameters
        ----------
        index
            The place of the equilibrium in `equilibria`.

        Returns
        -------
        dict
            The probability of each action, by player, counted from 1, and number of the set.

        Examples
        --------
        >>> from gametheory import nash
        >>> from gametheory.formats.gambit import read_efg
        >>> solution = nash(read_efg('''EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "" { 3 }
        ...     p "" 1 2 "" { "left" "right" } 0 t "" 2 "" { 1 } t "" 3 "" { 2 }'''))
        >>> solution.added(0)
        {(1, 2): (Fraction(0, 1), Fraction(1, 1))}
        """
        completion = self.completions[index] if self.completions else ()
        if not completion:
            return {}
        behavior = self.equilibria[index].behavior
        return {
            (player, number): probabilities
            for player, (own, given) in enumerate(zip(completion, behavior, strict=True), 1)
            for number, probabilities in own.items()
            if number not in given
        }

    def _path_json(self, player: int) -> dict[str, Any]:
        """Return the weights of a player for small ε: the coefficients for each information set and action."""
        keys = information_set_names(self.tree)
        path = self.equilibria[0].path[player]
        weights: dict[str, Any] = {"": list(path[None])}
        for choice, coefficients in path.items():
            if choice:
                key = player + 1, choice[0]
                action = self.tree.information_sets[key].actions[choice[1]]
                weights.setdefault(keys[key], {})[action] = list(coefficients)
        return weights


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
