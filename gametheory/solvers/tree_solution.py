"""The result of `gametheory.nash` for a game in extensive form, as JSON, table rows and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from gametheory.model.extensive_form import ExtensiveForm, information_set_names, node_names
from gametheory.model.sequence_form import BehaviorStrategy, sequence_form
from gametheory.numbers.format import JsonObject, pluralize
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.beliefs import Bounds
from gametheory.solvers.equilibrium import number_text
from gametheory.solvers.nash_solution import (
    NashSolution,
    Row,
    group_text,
    mixed_text,
    perfect_text,
    player_rows,
    value_and_count,
)
from gametheory.solvers.sequence_form import information_set_facts, with_two_players
from gametheory.solvers.subgames import Deviation
from gametheory.verify.complete_list import CompleteList
from gametheory.verify.complete_plans import plans_json


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
        if self.subsets is None:
            return None
        return any(len(subset) > 1 for subset in self.subsets)

    def _certificate_json(self, certificate: CompleteList) -> dict[str, list[object]]:
        return plans_json(with_two_players(sequence_form(self.tree)), certificate)

    def _facts_json(self) -> dict[str, object]:
        return {"infinitely_many": self.infinitely_many, "refinement": self.refinement}

    def _strategies_json(self, index: int) -> dict[str, object]:
        equilibrium = self.equilibria[index]
        keys = information_set_names(self.tree)
        behavior = self._by_player()
        reached = self._by_player()
        beliefs = self._by_player()
        for facts in information_set_facts(self.tree, equilibrium):
            set_key = facts.player, facts.number
            player = self.players[facts.player - 1]
            name = keys[set_key]
            behavior[player][name] = self._by_action(set_key, facts.probabilities)
            reached[player][name] = exact_text(facts.reached)
            # only a refinement, or a set that play reaches, gives beliefs
            if facts.beliefs:
                nodes = node_names(self.tree, list(facts.beliefs))
                beliefs[player][name] = dict(zip(nodes, map(exact_text, facts.beliefs.values()), strict=True))
        document: dict[str, object] = {"behavior": behavior, "reached": reached, "beliefs": beliefs}
        document["belief_bounds"] = self._bounds_json(index)
        if equilibrium.path:
            document["path"] = {player: self._path_json(number) for number, player in enumerate(self.players)}
        document["subgame_perfect"] = self.subgame_perfect[index] if self.subgame_perfect else None
        # why it is not subgame perfect, or what makes it so
        deviation = self.deviations[index] if self.deviations else None
        if deviation:
            document["not_subgame_perfect"] = self._deviation_json(deviation)
        added = self.added(index)
        if added:
            completion = self._by_player()
            for set_key, probabilities in added.items():
                player = self.players[set_key[0] - 1]
                completion[player][keys[set_key]] = self._by_action(set_key, probabilities)
            document["completion"] = completion
        return document

    def _by_player(self) -> dict[str, dict[str, object]]:
        return {player: {} for player in self.players}

    def _deviation_json(self, deviation: Deviation) -> dict[str, object]:
        """Return the subgame in which an equilibrium fails, and the better plan, if one was found."""
        [subgame] = node_names(self.tree, [deviation.subgame])
        document: dict[str, object] = {"node": deviation.subgame, "subgame": subgame}
        if deviation.player:
            keys = information_set_names(self.tree)
            behavior = {}
            for number, probabilities in deviation.behavior.items():
                set_key = deviation.player, number
                behavior[keys[set_key]] = self._by_action(set_key, probabilities)
            player = self.players[deviation.player - 1]
            document |= {"player": player, "gain": exact_text(deviation.gain), "behavior": behavior}
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
        added = {}
        for player, filled in enumerate(completion):
            given = self.equilibria[index].behavior[player]
            for number, probabilities in filled.items():
                if number not in given:
                    added[player + 1, number] = probabilities
        return added

    def _path_json(self, player: int) -> dict[str, object]:
        """Return the weights of a player for small ε: the coefficients for each information set and action."""
        keys = information_set_names(self.tree)
        path = self.equilibria[0].path[player]
        weights: JsonObject = {"": list(path[None])}
        for choice, coefficients in path.items():
            if choice:
                number, action = choice
                set_key = player + 1, number
                name = self.tree.information_sets[set_key].actions[action]
                weights.setdefault(keys[set_key], {})[name] = list(coefficients)
        return weights


TREE_COLUMNS = ("", "player", "payoff", "information set", "strategy", "reached", "belief")
MAX_NODES = 4  # of one information set
MAX_DEVIATIONS = 10


def tree_rows(solution: TreeSolution, exact: bool | None) -> Iterator[tuple[str, ...]]:
    """Yield the cells of `TREE_COLUMNS`, for each information set of each player of each equilibrium."""
    tree = solution.tree
    names = information_set_names(solution.tree)
    for index, equilibrium in enumerate(solution.equilibria):
        bounds = solution.bounds_by_set(index) if solution.refinement else {}
        cells: list[list[tuple[str, ...]]] = [[] for _ in solution.players]
        for facts in information_set_facts(tree, equilibrium):
            set_key = facts.player, facts.number
            strategy = mixed_text(tree.information_sets[set_key].actions, facts.probabilities, exact)
            belief = _belief(tree, facts.beliefs, bounds.get(set_key, {}), exact)
            cells[facts.player - 1].append((names[set_key], strategy, number_text(facts.reached, exact), belief))
        for set_key, probabilities in solution.added(index).items():
            strategy = mixed_text(tree.information_sets[set_key].actions, probabilities, exact)
            # the player's own actions exclude the set: it is not reached
            cells[set_key[0] - 1].append((names[set_key], f"[{strategy}]", number_text(Fraction(0), exact), ""))
        filled = [own or [("", "", "", "")] for own in cells]
        yield from player_rows(str(index + 1), solution.players, equilibrium.payoffs, filled, exact)


def _belief(tree: ExtensiveForm, beliefs: dict[int, Fraction], bounds: Bounds, exact: bool | None) -> str:
    """Return the probabilities of the nodes of a set, with their bounds if they differ; empty for a single node."""
    if len(beliefs) < 2:
        return ""
    names = dict(zip(beliefs, node_names(tree, list(beliefs)), strict=True))
    # a node whose greatest probability is 0 is impossible
    likely = [node for node, belief in beliefs.items() if bounds.get(node, (belief, belief))[1]]
    # a node that is certain needs no number
    if len(likely) == 1:
        return names[likely[0]]
    texts = []
    for node in likely[:MAX_NODES]:
        text = f"{names[node]} {number_text(beliefs[node], exact)}"
        low, high = bounds.get(node, (0, 0))
        if low < high:
            text += f" (possible: {number_text(low, exact)} to {number_text(high, exact)})"
        texts.append(text)
    if len(likely) > MAX_NODES:
        texts.append("...")
    return ", ".join(texts)


def _legend(solution: TreeSolution) -> Iterator[str]:
    """Yield what the columns mean that the table of a tree has."""
    yield "reached: the probability that play comes to the information set."
    facts = chain.from_iterable(information_set_facts(solution.tree, one) for one in solution.equilibria)
    if any(each.beliefs for each in facts):
        yield "belief: the probability of each position of the set, given that play has come to it."


def _empty_threats(solution: TreeSolution, exact: bool | None) -> list[str]:
    """Return for each deviation in a subgame the equilibria that it refutes; not for more than a few."""
    refuted: dict[str, list[str]] = {}
    for index, deviation in enumerate(solution.deviations, 1):
        if deviation:
            text = _deviation_text(solution.tree, deviation, exact)
            # equilibria that fail for one reason share a line
            refuted.setdefault(text, []).append(str(index))
    lines = [f"Not subgame perfect: {', '.join(indices)}: {text}." for text, indices in refuted.items()]
    more = len(lines) - MAX_DEVIATIONS
    if more > 0:
        lines[MAX_DEVIATIONS:] = [f"{pluralize(more, 'more reason')} of this kind with --json."]
    return lines


def _deviation_text(tree: ExtensiveForm, deviation: Deviation, exact: bool | None) -> str:
    """Return a subgame, and what a player gains there and how."""
    [name] = node_names(tree, [deviation.subgame])
    where = f'in the subgame "{name}"' if deviation.subgame else "if every subgame is an equilibrium"
    if not deviation.player:
        return f"{where}, no equilibrium agrees with the plans"
    actions, names = [], information_set_names(tree)
    for number, probabilities in deviation.behavior.items():
        set_key = deviation.player, number
        mixed = mixed_text(tree.information_sets[set_key].actions, probabilities, exact)
        actions.append(f"{mixed} at {names[set_key]}")
    player = tree.players[deviation.player - 1]
    return f"{where}, {player} gains at least {number_text(deviation.gain, exact)} by {' and '.join(actions)}"


def tree_facts(solution: TreeSolution, exact: bool | None) -> list[str]:
    """Return sentences about the value, the method, subgame perfection, and the mixtures that are equilibria too."""
    sentences = [*_legend(solution), *value_and_count(solution, exact)]
    unknown = [str(index) for index, answer in enumerate(solution.subgame_perfect, 1) if answer is None]
    if solution.subgame_perfect:
        sentences.append(perfect_text(solution.subgame_perfect))
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
    groups = group_text(solution.subsets or ())
    if solution.complete and solution.subsets is None:
        sentences.append("Infinitely many equilibria lie between those listed.")
    elif groups:
        sentences.append(
            "Infinitely many equilibria: within a group, mixtures of the first player's realization plans and mixtures "
            f"of the second's are equilibria too: {groups}."
        )
    return sentences
