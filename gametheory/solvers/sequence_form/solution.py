"""The result of `gametheory.nash` for a game in extensive form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gametheory.model.extensive_form import ExtensiveForm, information_set_names, node_names
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.nash_solution import NashSolution, Row
from gametheory.solvers.sequence_form.deviation import Deviation
from gametheory.solvers.sequence_form.equilibrium import information_set_facts
from gametheory.solvers.tree_text import TREE_COLUMNS, tree_facts, tree_rows


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
