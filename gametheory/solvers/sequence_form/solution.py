"""The result of `gametheory.nash` for a game in extensive form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.names import distinct_names, information_set_names, node_names
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.numbers.format import pluralize
from gametheory.numbers.printed import printed
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.sequence_form.deviation import Deviation
from gametheory.solvers.sequence_form.equilibrium import TreeEquilibrium
from gametheory.solvers.solution import Check

Number: TypeAlias = Callable[[Fraction], str | float]


@printed
@dataclass(frozen=True, slots=True, repr=False)
class TreeSolution:
    """Nash equilibria of a game in extensive form.

    Attributes
    ----------
    tree
        The game.
    equilibria
        All extreme equilibria in realization plans if `complete`, else one equilibrium.
    method
        "vertex enumeration", "linear programming", "complementary pivots", "backward induction" or "complementary
        pivots with small mistakes".
    complete
        Whether all extreme equilibria are listed.
    checked
        The properties that were checked again without the solver, and the checker of each.
    constant_sum
        The sum of the payoffs if it is constant, else None.
    subsets
        The maximal Nash subsets, as in `extreme_equilibria.TreeEquilibria`; None if not computed.
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
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> solution = nash(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "" { 2 }'))
    >>> solution.players, solution.equilibria[0].behavior
    (('A',), ({1: (Fraction(0, 1), Fraction(1, 1))},))
    >>> solution.value, solution.infinitely_many
    (None, False)
    """

    tree: ExtensiveForm
    equilibria: tuple[TreeEquilibrium, ...]
    method: str
    complete: bool
    checked: tuple[Check, ...]
    constant_sum: Fraction | None = None
    subsets: tuple[tuple[int, ...], ...] | None = None
    subgame_perfect: tuple[bool | None, ...] = ()
    completions: tuple[tuple[BehaviorStrategy, ...], ...] = ()
    deviations: tuple[Deviation | None, ...] = ()
    refinement: str | None = None

    def __repr__(self) -> str:
        """Return the number of equilibria and the method on one line; `print` shows more."""
        count = pluralize(len(self.equilibria), "equilibrium", "equilibria")
        return f"<TreeSolution: {count}, {'all extreme ones' if self.complete else 'there may be more'}; {self.method}>"

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players."""
        return self.tree.players

    @property
    def value(self) -> Fraction | None:
        """The first player's payoff in every equilibrium of a constant-sum game of two players; else None."""
        return None if self.constant_sum is None or len(self.players) != 2 else self.equilibria[0].payoffs[0]

    @property
    def infinitely_many(self) -> bool | None:
        """Whether there are infinitely many equilibria; None if that is not known."""
        return None if self.subsets is None else any(len(subset) > 1 for subset in self.subsets)

    def as_json(self, exact: bool = True) -> dict[str, Any]:
        """Return the solution as values that `json.dumps` accepts.

        Parameters
        ----------
        exact
            Whether numbers are text such as "1/3", or else floats.

        Raises
        ------
        OverflowError
            If a payoff is too large for a float and `exact` is false.

        Examples
        --------
        >>> from gametheory import nash
        >>> from gametheory.formats.gambit.efg import read_efg
        >>> solution = nash(read_efg('EFG 2 R "" { "A" } p "" 1 1 "way" { "stay" "go" } 0 t "" 0 t "" 1 "" { 2 }'))
        >>> solution.as_json()["equilibria"][0]["behavior"]
        {'A': {'way': {'stay': '0', 'go': '1'}}}
        """
        number: Number = exact_text if exact else float
        document: dict[str, Any] = {
            "title": self.tree.title,
            "players": list(self.players),
            "equilibria": [self._equilibrium_json(index, number) for index in range(len(self.equilibria))],
            "complete": self.complete,
            "degenerate": None,
            "infinitely_many": self.infinitely_many,
            "subsets": self.subsets,
            "method": self.method,
            "nashpy": None,
            "checked": [list(check) for check in self.checked],
            "refinement": self.refinement,
        }
        if self.constant_sum is not None and self.value is not None:
            document["value"] = number(self.value)
            document["constant_sum"] = number(self.constant_sum)
        return document

    def _equilibrium_json(self, index: int, number: Number) -> dict[str, Any]:
        equilibrium = self.equilibria[index]
        players = distinct_names(self.players)
        keys = information_set_names(self.tree)
        sets = information_set_facts(self.tree, equilibrium)
        document: dict[str, Any] = {"payoffs": list(map(number, equilibrium.payoffs))}
        for fact in ("behavior", "reached", "beliefs"):
            document[fact] = {player: {} for player in players}
        for facts in sets:
            player, key = players[facts.player - 1], keys[facts.player, facts.number]
            actions = distinct_names(self.tree.information_sets[facts.player, facts.number].actions)
            document["behavior"][player][key] = dict(zip(actions, map(number, facts.probabilities), strict=True))
            document["reached"][player][key] = number(facts.reached)
            if facts.beliefs:
                names = node_names(self.tree, list(facts.beliefs))
                document["beliefs"][player][key] = dict(zip(names, map(number, facts.beliefs.values()), strict=True))
        if equilibrium.path:
            document["path"] = dict(zip(players, map(self._path_json, range(len(players))), strict=True))
        document["subgame_perfect"] = self.subgame_perfect[index] if self.subgame_perfect else None
        if deviation := self.deviations[index] if self.deviations else None:
            document["not_subgame_perfect"] = self._deviation_json(deviation, number)
        if added := self.added(index):
            document["completion"] = {player: {} for player in players}
            for (player_number, set_number), own in added.items():
                actions = distinct_names(self.tree.information_sets[player_number, set_number].actions)
                own_names = dict(zip(actions, map(number, own), strict=True))
                document["completion"][players[player_number - 1]][keys[player_number, set_number]] = own_names
        return document

    def _deviation_json(self, deviation: Deviation, number: Number) -> dict[str, Any]:
        """Return the subgame in which an equilibrium fails, and the better plan, if one was found."""
        document: dict[str, Any] = {"node": deviation.subgame, "subgame": node_names(self.tree, [deviation.subgame])[0]}
        if deviation.player:
            keys, players = information_set_names(self.tree), distinct_names(self.players)
            document |= {"player": players[deviation.player - 1], "gain": number(deviation.gain), "behavior": {}}
            for set_number, own in deviation.behavior.items():
                key = deviation.player, set_number
                actions = distinct_names(self.tree.information_sets[key].actions)
                document["behavior"][keys[key]] = dict(zip(actions, map(number, own), strict=True))
        return document

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
        >>> from gametheory.formats.gambit.efg import read_efg
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
                action = distinct_names(self.tree.information_sets[key].actions)[choice[1]]
                weights.setdefault(keys[key], {})[action] = list(coefficients)
        return weights


class InformationSetFacts(NamedTuple):
    """What an equilibrium says about one information set.

    Attributes
    ----------
    player
        The number of the player, counted from 1.
    number
        The number of the information set.
    probabilities
        The probability of each action.
    reached
        The probability that play reaches the set.
    beliefs
        The probability of each node of the set, given that play reaches the set; empty if it does not, except in
        a sequential equilibrium.
    """

    player: int
    number: int
    probabilities: tuple[Fraction, ...]
    reached: Fraction
    beliefs: dict[int, Fraction]


def information_set_facts(tree: ExtensiveForm, equilibrium: TreeEquilibrium) -> list[InformationSetFacts]:
    """Return the facts about each information set at which an equilibrium says what to do.

    Cost: the nodes.

    Examples
    --------
    >>> from gametheory import nash
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('''EFG 2 R "" { "A" } c "" 1 "" { "dry" 2/3 "rain" 1/3 } 0
    ...     p "" 1 1 "" { "walk" "ride" } 0 t "" 1 "" { 3 } t "" 2 "" { 2 } p "" 1 1 0 t "" 3 "" { 0 } t "" 2''')
    >>> (facts,) = information_set_facts(tree, nash(tree).equilibria[0])
    >>> facts.reached, facts.beliefs
    (Fraction(1, 1), {1: Fraction(2, 3), 4: Fraction(1, 3)})
    """
    probabilities: list[Fraction] = []
    nodes: dict[tuple[int, int], dict[int, Fraction]] = {}
    for index, (node, parent) in enumerate(zip(tree.nodes, tree.parents(), strict=True)):
        above = _probability(tree, equilibrium, *parent) * probabilities[parent[0]] if parent else Fraction(1)
        probabilities.append(above)
        if node.player:
            nodes.setdefault(node.set_key, {})[index] = above
    facts = []
    for player, behavior in enumerate(equilibrium.behavior, 1):
        for number, own in behavior.items():
            reached = sum(nodes[player, number].values(), Fraction(0))
            beliefs = {node: equilibrium.beliefs[node] for node in nodes[player, number] if equilibrium.beliefs}
            if reached:
                beliefs = {node: chance / reached for node, chance in nodes[player, number].items()}
            facts.append(InformationSetFacts(player, number, own, reached, beliefs))
    return facts


def _probability(tree: ExtensiveForm, equilibrium: TreeEquilibrium, index: int, action: int) -> Fraction:
    """Return the probability of an action at a node; 0 where the equilibrium says nothing."""
    node = tree.nodes[index]
    if node.player == CHANCE or node.player is None:
        return tree.information_sets[node.set_key].probabilities[action]
    behavior = equilibrium.behavior[node.player - 1].get(node.information_set)
    return behavior[action] if behavior else Fraction(0)
