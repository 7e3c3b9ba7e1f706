"""The result of `gametheory.nash`: the equilibria of a table or of a tree, as JSON, as rows and as sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.model.extensive_form import (
    ExtensiveForm,
    distinct_names,
    information_set_names,
    names_among_all_players,
    node_names,
)
from gametheory.model.game import Position
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.model.state_arrays import StateArrays
from gametheory.numbers.format import JsonObject, did_you_mean, integer_ranges, pluralize
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import MAX_ROWS, Block, Printable, Table
from gametheory.solvers.arrays import JointMove, Mixed, Strategy, joint_probability, support
from gametheory.solvers.equilibrium import Equilibrium, number_json, number_text
from gametheory.solvers.questions import json_of, plan_legend
from gametheory.solvers.solution import Check
from gametheory.verify.complete_list import CompleteList, certificate_json
from gametheory.verify.complete_supports import CompleteSupports

Row: TypeAlias = tuple[str, ...]
Cells: TypeAlias = Sequence[Row]
# by player, information set and node
BeliefsByName: TypeAlias = dict[str, dict[str, dict[str, tuple[Fraction, Fraction]]]]
ChoiceOfPlayer: TypeAlias = tuple[str, Sequence[str], Sequence[Any]]  # information set, actions, probabilities

if TYPE_CHECKING:
    from gametheory.solvers.questions.comparison import Comparison

WORDS = ("player", "information set", "strategy", "belief")  # left-aligned columns
MAX_LINES = 20  # of the information sets of a tree, each of which takes several
REST = "--player NAME and --from SET print others, --number N one equilibrium, and --json all"
MAX_BOUNDED = 5_000  # nodes of a tree times equilibria, of which JSON has the bounds of beliefs
TABLE_COLUMNS = ("", "player", "payoff", "strategy")


@dataclass(frozen=True, slots=True, repr=False)
class NashSolution(Printable):
    """Nash equilibria of a two-player game in normal form.

    Attributes
    ----------
    game
        The game.
    equilibria
        All extreme equilibria if `complete`, else one equilibrium. Strategies and payoffs are exact.
    method
        "vertex enumeration", "linear programming" or "Lemke-Howson".
    complete
        Whether all extreme equilibria are listed.
    checked
        The properties that were checked again without the solver, and the checker of each.
    constant_sum
        The sum of both payoffs if it is constant, else None.
    subsets
        The maximal Nash subsets, as indices in `equilibria`; None if not computed.
    degenerate
        Whether the game is degenerate, and then can have infinitely many equilibria; None if not `complete`.
    imperfect_recall
        Who forgets what in the tree whose plans are the strategies of the table; else an empty text.
    certificate
        The vertices that prove that no extreme equilibrium is missing: `verify.check_complete_list` checks them, and of
        a tree `verify.check_complete_plans`. None where the list is not `complete`, or where it is as complete as the
        double description method is right. Of three or more players, the proofs for all supports, for
        `verify.check_complete_profiles`, and of a tree for `verify.check_complete_behavior`.
    sets
        Of a tree whose plans are the strategies: the information sets of each player, in the order of the actions.
    best
        With `nash(..., best="A + B")`: the greatest sum, the numbers of the equilibria that have it, counted from 0,
        and whether no other equilibrium has more.
    sought
        "pure" or "pure subgame-perfect" if all equilibria of this kind are listed, and no others; else an empty text.
    reason
        Why `complete` is false, where a search ended early; else an empty text.

    Examples
    --------
    >>> from gametheory import nash
    >>> solution = nash([[1, -1], [-1, 1]])
    >>> solution.players, solution.strategies, solution.value
    (('row', 'column'), (('1', '2'), ('1', '2')), Fraction(0, 1))
    >>> solution.checked[0].checker
    'verify.check_nash'
    """

    game: Any
    equilibria: tuple[Equilibrium, ...]
    method: str
    complete: bool
    checked: tuple[Check, ...]
    constant_sum: Fraction | None = None
    subsets: tuple[tuple[int, ...], ...] | None = None
    degenerate: bool | None = None
    imperfect_recall: str = ""
    certificate: CompleteList | CompleteSupports | None = field(default=None, repr=False, compare=False)
    best: JsonObject | None = field(default=None, kw_only=True)
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict, kw_only=True)
    sought: str = field(default="", kw_only=True)
    reason: str = field(default="", kw_only=True)

    def __len__(self) -> int:
        """Return the number of equilibria."""
        return len(self.equilibria)

    def __getitem__(self, index: Any) -> object:
        """Return one of the equilibria, counted from 0, or a slice of them."""
        return self.equilibria[index]

    def __iter__(self) -> Iterator[Equilibrium]:
        """Yield the equilibria."""
        return iter(self.equilibria)

    def arrays(self) -> list[tuple[NDArray[np.float64], ...]]:
        """Return the plans of each equilibrium as arrays of floats.

        >>> from gametheory import nash
        >>> nash([[3, -1], [-1, 1]]).arrays()
        [(array([0.33333333, 0.66666667]), array([0.33333333, 0.66666667]))]
        """
        return [tuple(np.array([*map(float, plan)]) for plan in equilibrium) for equilibrium in self]

    def rows(self) -> list[dict[str, object]]:
        """Return the probability of each action of each player, exactly, as rows for pandas or a file of CSV.

        >>> from gametheory import nash
        >>> for row in nash([[3, -1], [-1, 1]]).rows()[:2]:
        ...     print(*row.items())
        ('equilibrium', 1) ('player', 'row') ('action', '1') ('probability', Fraction(1, 3)) ('payoff', Fraction(1, 3))
        ('equilibrium', 1) ('player', 'row') ('action', '2') ('probability', Fraction(2, 3)) ('payoff', Fraction(1, 3))
        """
        rows = []
        for number, equilibrium in enumerate(self, 1):
            by_player = zip(self.players, equilibrium.payoffs, choices(self.game, equilibrium), strict=True)
            for player, payoff, sets in by_player:
                for name, actions, probabilities in sets:
                    head: dict[str, object] = {"equilibrium": number, "player": player}
                    if equilibrium.behavior:
                        head["information set"] = name
                    for action, probability in zip(actions, probabilities, strict=True):
                        rows.append({**head, "action": action, "probability": probability, "payoff": payoff})
        return rows

    def view(self, exact: bool | None = None, player: str | None = None, start: str | None = None) -> Iterator[Block]:
        """Yield the equilibria, and facts about the game.

        Numbers are fractions if `exact`, decimals if not, and with None decimals where fractions are long.
        With a player, or the name of an information set of a tree, the rows are those of the player, from there on.
        """
        columns, rows = self._table(exact)
        shown, rest = selected_rows(rows, columns, player, start)
        yield Table(columns, shown, left=WORDS)
        if rest:
            yield rest
        yield from self._sentences(exact)
        yield from self._recall_note()
        if self.best:
            yield best_text(self.best)

    def compare(self, claimed: object, tolerance: object = None) -> Comparison:
        """Compare a claimed list of equilibria with this one, exactly.

        Parameters
        ----------
        claimed
            Profiles: lists of mixed strategies, or of a tree dicts {player: {information set: {action: probability}}},
            or what `nash` or `as_json` returns. Numbers are exact, and a float is the fraction that it stores.
        tolerance
            Let a profile whose probabilities differ by at most this from those of an equilibrium count as one. None:
            such a profile is named, for 1/1000000, and does not count.

        Returns
        -------
        Comparison
            The verdict on each profile, with a deviation that gains, the equilibria that are missing, and whether that
            is certain.

        Raises
        ------
        ValueError
            If a profile does not belong to the game, or if this list has refined or subgame-perfect equilibria only.

        Examples
        --------
        >>> from gametheory import nash
        >>> found = nash([[2, 0], [0, 1]], [[1, 0], [0, 2]]).compare([{"row": "1", "column": "2"}])
        >>> print(*[regret.deviation for regret in found.claimed[0].regrets], found.agrees)
        {'start': '2'} {'start': '1'} False
        """
        # here, because a list is seldom compared, and the checker of regrets takes time to load
        from gametheory.solvers.questions.comparison import compare_equilibria

        return compare_equilibria(self, claimed, tolerance)

    def belief_bounds(self, index: int = 0) -> BeliefsByName:
        """Return which beliefs an equilibrium of a tree allows: exact where play comes, and in bounds elsewhere.

        Parameters
        ----------
        index
            The place of the equilibrium in `equilibria`.

        Returns
        -------
        dict
            By player, information set and node, the least and the greatest probability of the node, given that play
            has come to the set. Where play comes, both are that of Bayes' rule. Elsewhere the player gains by no other
            action at this set, given what all do afterwards; if there is no such belief, no node is listed. Each set is
            looked at alone: the beliefs of a sequential equilibrium are within the bounds, and can be fewer. Sets at
            which, or after which, the equilibrium leaves actions open are left out.

        Raises
        ------
        ValueError
            If the game is a table, or if the equilibrium has irrational probabilities.

        Examples
        --------
        >>> from gametheory import nash
        >>> from gametheory.formats.gambit import read_efg
        >>> solution = nash(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "out" "left" "right" } 0
        ... t "" 1 "" { 2 0 } p "" 2 1 "" { "l" "r" } 0 t "" 2 "" { 0 1 } t "" 3 "" { 3 0 }
        ... p "" 2 1 0 t "" 4 "" { 0 0 } t "" 5 "" { 1 2 }'''))
        >>> solution.equilibria[0].behavior[1], solution.belief_bounds(0)["B"]["1"]["left"]
        ({1: (Fraction(1, 1), Fraction(0, 1))}, (Fraction(2, 3), Fraction(1, 1)))
        """
        tree = self.game
        if not isinstance(tree, ExtensiveForm):
            raise ValueError("belief_bounds: only of a tree; a table has no information sets")
        if not self.equilibria[index].plans:
            raise ValueError(f"belief_bounds: equilibrium {index + 1} has irrational probabilities")
        names = information_set_names(tree)
        by_player: BeliefsByName = {player: {} for player in self.players}
        for key, bounds in self.bounds_by_set(index).items():
            nodes = node_names(tree, list(bounds))
            by_player[self.players[key[0] - 1]][names[key]] = dict(zip(nodes, bounds.values(), strict=True))
        return by_player

    def bounds_by_set(self, index: int) -> dict[tuple[int, int], Any]:
        """Return the bounds of beliefs by player and number of the set, and by node."""
        # here, because the linear programs are seldom needed
        from gametheory.solvers.beliefs import belief_bounds
        from gametheory.solvers.sequence_form import information_set_facts

        behavior, found = self.added(index), {}
        unreached = set(behavior)
        for fact in information_set_facts(self.game, self.equilibria[index]):
            key = fact.player, fact.number
            behavior[key] = fact.probabilities
            if fact.reached:
                found[key] = {node: (belief, belief) for node, belief in fact.beliefs.items()}
            else:
                unreached.add(key)
        return {**found, **belief_bounds(self.game, behavior, sorted(unreached))}

    def added(self, index: int) -> dict[tuple[int, int], tuple[Fraction, ...]]:  # noqa: ARG002
        """Return the actions that are known at sets that own actions exclude: none, unless a subclass knows some."""
        return {}

    def _bounds_json(self, index: int) -> object:
        """Return the bounds of beliefs as text; None in long lists, and where there are none."""
        size = len(self.game.nodes) * len(self.equilibria)
        if size > MAX_BOUNDED or not self.equilibria[index].plans:
            return None
        return json_of(self.belief_bounds(index))

    @property
    def is_certain(self) -> bool:
        """Whether no equilibrium of the kind that was sought is missing."""
        return self.complete or bool(self.sought)

    @property
    def scope(self) -> str:
        """What is listed if nothing is missing."""
        return f"all {self.sought} equilibria" if self.sought else "all equilibria"

    @property
    def incompleteness(self) -> str:
        """Why the list can lack equilibria."""
        return f"one equilibrium was found, by {self.method}; --all searches for the others"

    def sought_text(self) -> str:
        """Return the number of the equilibria, all of the kind that was sought."""
        count = len(self.equilibria)
        if count == 0:
            return f"No {self.sought} equilibrium exists; mixed ones were not sought."
        which = f"The only {self.sought} equilibrium" if count == 1 else f"All {count} {self.sought} equilibria"
        return f"{which}, checked; mixed ones were not sought."

    def table(self, numbers: Collection[int], exact: bool | None = None) -> Table:
        """Return the table of some of the equilibria, by their numbers from 0; `exact` is that of `view`.

        >>> from gametheory import nash
        >>> print(nash([[2, 0], [0, 1]], [[1, 0], [0, 2]]).table([1]))
              player   payoff   strategy
         ────────────────────────────────────
          2   row         2/3   1 2/3, 2 1/3
              column      2/3   1 1/3, 2 2/3
        """
        columns, rows = self._table(exact)
        shown = {str(number + 1) for number in numbers}
        selected: list[Row] = []
        is_shown = False
        for row in rows:
            # rows without a number belong to the equilibrium above them
            if row[0]:
                is_shown = row[0] in shown
            if is_shown:
                selected.append(row)
        return Table(columns, selected, left=WORDS)

    def _table(self, exact: bool | None) -> tuple[Sequence[str], Iterable[Row]]:
        """Return the columns and the rows of the equilibria."""
        rows: list[Row] = []
        for number, equilibrium in enumerate(self.equilibria, 1):
            rows += equilibrium_rows(self.game, str(number), equilibrium, exact)
        return TABLE_COLUMNS, rows

    def _sentences(self, exact: bool | None) -> Iterable[str]:
        """Return the facts about the game as sentences."""
        return facts(self, exact)

    def _recall_note(self) -> Iterator[str]:
        """Yield what the strategies are, if a player has no perfect recall."""
        if self.imperfect_recall:
            yield (
                f"Mixed strategies over plans, since {self.imperfect_recall}. An equilibrium in behavior strategies "
                "need not exist (Wichardt 2008)."
            )
            yield from plan_legend(self.sets)

    def __repr__(self) -> str:
        """Return the number of equilibria and the method on one line; `print` shows more."""
        count = pluralize(len(self.equilibria), "equilibrium", "equilibria")
        which = "all extreme ones" if self.complete else "there may be more"
        return f"<{type(self).__name__}: {count}, {which}; {self.method}>"

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players."""
        players: tuple[str, ...] = self.game.players
        return players

    @property
    def strategies(self) -> tuple[tuple[str, ...], ...]:
        """Names of the pure strategies of each player, in the order of the probabilities of mixed strategies."""
        strategies: tuple[tuple[str, ...], ...] = self.game.strategies
        return strategies

    @property
    def value(self) -> Fraction | None:
        """The first player's payoff in every equilibrium of a constant-sum game of two players; else None."""
        if self.constant_sum is None or len(self.players) != 2:
            return None
        return self.equilibria[0].payoffs[0]

    def as_json(self) -> JsonObject:
        """Return the solution as values that `json.dumps` accepts: exact numbers become strings such as "1/3".

        Examples
        --------
        >>> from gametheory import nash
        >>> document = nash([[1, -1], [-1, 1]]).as_json()
        >>> document["equilibria"], document["value"]
        ([{'payoffs': ['0', '0'], 'strategies': [['1/2', '1/2'], ['1/2', '1/2']]}], '0')
        """
        equilibria = []
        for index, equilibrium in enumerate(self.equilibria):
            payoffs = list(map(number_json, equilibrium.payoffs))
            equilibria.append({"payoffs": payoffs, **self._strategies_json(index)})
        document: dict[str, object] = {
            "title": self.game.title,
            "players": list(self.players),
            "equilibria": equilibria,
            "complete": self.complete,
            "degenerate": self.degenerate,
            "subsets": self.subsets,
            "method": self.method,
            "checked": [list(check) for check in self.checked],
            **self._facts_json(),
        }
        if self.imperfect_recall:
            document["imperfect_recall"] = self.imperfect_recall
            document["sets"] = {player: list(names) for player, names in self.sets.items()}
        if self.best:
            document["best"] = self.best
        if self.reason:
            document["reason"] = self.reason
        if self.certificate:
            document["certificate"] = self._certificate_json(self.certificate)
        if self.sought:
            document["sought"] = self.sought
        if self.constant_sum is not None and self.value is not None:
            document |= {"value": exact_text(self.value), "constant_sum": exact_text(self.constant_sum)}
        return document

    def _certificate_json(self, certificate: Any) -> dict[str, list[object]]:
        return certificate_json(self.game.payoff_matrix(0), self.game.payoff_matrix(1), certificate)

    def _strategies_json(self, index: int) -> dict[str, object]:
        return {"strategies": [list(map(exact_text, plan)) for plan in self.equilibria[index].plans]}

    def _facts_json(self) -> dict[str, object]:
        return {"names": [list(names) for names in self.strategies]}


def equilibrium_rows(game: Any, name: str, equilibrium: Any, exact: bool | None) -> Iterator[Row]:
    """Yield name, player, payoff and strategy for each player of an equilibrium; in a tree for each information set."""
    tree = bool(equilibrium.behavior)
    cells: list[Cells] = []
    for sets in choices(game, equilibrium):
        lines: list[Row] = []
        for set_name, actions, probabilities in sets:
            text = mixed_text(actions, probabilities, exact)
            lines.append((set_name, text) if tree else (text,))
        # a player who decides nothing has an empty line
        cells.append(lines or [("",) * (1 + tree)])
    yield from player_rows(name, game.players, equilibrium.payoffs, cells, exact)


def player_rows(
    name: str, players: Sequence[str], payoffs: Sequence[Any], cells: Sequence[Cells], exact: bool | None
) -> Iterator[Row]:
    """Yield the name of an equilibrium, player, payoff and further cells, of which each player has one line or more."""
    for player, payoff, lines in zip(players, payoffs, cells, strict=True):
        head = (name, player, number_text(payoff, exact))
        for further in lines:
            yield *head, *further
            head = ("", "", "")
        name = ""


def choices(game: Any, equilibrium: Any) -> list[list[ChoiceOfPlayer]]:
    """Return for each player the name, the actions and the behavior at each information set that its actions reach."""
    # a table has no information sets, so that the name is empty
    if not equilibrium.behavior:
        return [[("", names, plan)] for names, plan in zip(game.strategies, equilibrium.plans, strict=True)]
    names = information_set_names(game)
    by_player = []
    for player, behavior in enumerate(equilibrium.behavior, 1):
        sets: list[ChoiceOfPlayer] = []
        for number, probabilities in behavior.items():
            key = (player, number)
            sets.append((names[key], game.information_sets[key].actions, probabilities))
        by_player.append(sets)
    return by_player


def facts(solution: NashSolution, exact: bool | None) -> list[str]:
    """Return sentences about the value, the method, and degeneracy.

    >>> from gametheory import nash
    >>> for sentence in facts(nash([[1, -1], [-1, 1]]), exact=True):
    ...     print(sentence)
    Value 0 for row (zero-sum).
    The only equilibrium, checked exactly.
    """
    sentences = value_and_count(solution, exact)
    if solution.degenerate:
        sentences.append(_degenerate_sentence(solution.subsets))
    return sentences


def selected_rows(
    rows: Iterable[Row], columns: Sequence[str], player: str | None, start: str | None
) -> tuple[list[Row], str]:
    """Return the rows of a player, from an information set on, at most 20 or with an option 200, and how many.

    Raises ValueError if there is no information set of that name.
    """
    whose = columns.index("player")
    has_sets = "information set" in columns
    set_column = columns.index("information set") if has_sets else 0
    selected: list[Row] = []
    head: Row = ()
    names: list[object] = []
    players_with_set = set[str]()
    for row in rows:
        if row[whose]:
            head = row  # a row below it has no number, player and payoff
        if player not in (None, head[whose]):
            continue
        names.append(row[set_column])
        is_start = row[set_column] == start
        if is_start:
            players_with_set.add(head[whose])
        # the first row that is shown repeats what stands above it in the whole table
        if selected:
            selected.append(row)
        elif start is None or is_start:
            selected.append((*head[:set_column], *row[set_column:]))
    # equal names of sets of two players: a name alone does not say which is meant
    if len(players_with_set) > 1:
        whose_sets = " and ".join(sorted(players_with_set))
        raise ValueError(f"information sets of {whose_sets} have the name {start!r}; --player NAME chooses")
    if start is not None and not selected:
        whose_set = f" of {player}" if player else ""
        close = did_you_mean(start, filter(None, names))
        what = "equal and empty names are numbers"
        if names and not close:
            close = f"; allowed: a name such as {names[0]}"
        raise ValueError(f"no information set{whose_set} has the name {start!r}; {what}{close}")
    # whoever asks for a part gets more of it
    is_overview = player is None and start is None and has_sets
    limit = MAX_LINES if is_overview else MAX_ROWS
    if len(selected) <= limit:
        return selected, ""
    return selected[:limit], f"The first {limit} of {len(selected):,} rows; {REST}"


def value_and_count(solution: Any, exact: bool | None) -> list[str]:
    """Return sentences about the value, the method, and the number of equilibria."""
    sentences = []
    if solution.value is not None and solution.constant_sum is not None:
        total = number_text(solution.constant_sum, exact)
        kind = f"constant-sum, {total} in total" if solution.constant_sum else "zero-sum"
        value = number_text(solution.value, exact)
        sentences.append(f"Value {value} for {solution.players[0]} ({kind}).")
    count = len(solution.equilibria)
    if getattr(solution, "refinement", None):
        sentences.append(f"One {solution.refinement} equilibrium, by {solution.method}, checked exactly.")
    elif not solution.complete:
        sentences.append(f"One equilibrium, by {solution.method}, checked exactly; --all searches for the others.")
        if solution.reason:
            sentences.append(f"Not complete: {solution.reason}.")
    elif count == 1:
        sentences.append("The only equilibrium, checked exactly.")
    else:
        sentences.append(f"All {count} extreme equilibria, each checked exactly.")
    return sentences


def mixed_text(names: Sequence[str], probabilities: Sequence[Any], exact: bool | None) -> str:
    """Return the names of the support; with their probabilities unless one is certain."""
    played = [(name, number) for name, number in zip(names, probabilities, strict=True) if number]
    # a pure strategy needs no probability
    if len(played) == 1:
        return played[0][0]
    return ", ".join(f"{name} {number_text(number, exact)}" for name, number in played)


def perfect_text(answers: Sequence[bool | None]) -> str:
    """Return which equilibria are subgame perfect, as a sentence.

    >>> perfect_text([True, False, True]), perfect_text([False])
    ('Subgame perfect: 1, 3.', 'Subgame perfect: none.')
    """
    perfect = [str(number) for number, answer in enumerate(answers, 1) if answer]
    return f"Subgame perfect: {', '.join(perfect) or 'none'}."


def _degenerate_sentence(subsets: tuple[tuple[int, ...], ...] | None) -> str:
    if subsets is None:
        return "The game is degenerate: infinitely many equilibria lie between those listed."
    groups = group_text(subsets)
    # degenerate in a best response that is no part of an equilibrium
    if not groups:
        return "The game is degenerate, but has no other equilibria."
    return (
        "The game is degenerate: infinitely many equilibria. Within a group, mixtures of the first player's strategies "
        f"and mixtures of the second's are equilibria too: {groups}."
    )


def best_text(best: JsonObject) -> str:
    """Return the best equilibria as a sentence.

    >>> best_text({"objective": "A + B", "value": "3", "equilibria": [0, 2], "certain": False})
    'Greatest A + B of those listed: 3, in equilibria 1, 3.'
    """
    objective = best["objective"]
    value = best["value"]
    if value is None:
        return f"Best for {objective}: none, since no equilibrium is listed."
    if not isinstance(value, str):
        value = " to ".join(value)
    ranges = integer_ranges(index + 1 for index in best["equilibria"])
    numbers = ", ".join(ranges)
    among = "" if best["certain"] else " of those listed"
    return f"Greatest {objective}{among}: {value}, in equilibria {numbers}."


def group_text(subsets: tuple[tuple[int, ...], ...]) -> str:
    """Return the numbers of the equilibria in each group of several, counted from 1."""
    connected = [subset for subset in subsets if len(subset) > 1]
    return "; ".join(", ".join(integer_ranges(index + 1 for index in subset)) for subset in connected)


def first_strategy(nash: NashSolution) -> dict[Position, dict[str, Mixed]]:
    """Return the first equilibrium by information set; of a table at "start". What is never played is left out."""
    strategy: dict[Position, dict[str, Mixed]] = {}
    first = nash.equilibria[0]
    # a table, where each player decides once
    if not first.behavior:
        plans = zip(nash.players, nash.strategies, first.plans, strict=True)
        strategy["start"] = {player: support(names, plan) for player, names, plan in plans}
        return strategy
    tree: ExtensiveForm = nash.game
    names = names_among_all_players(tree)
    for number, (player, behavior) in enumerate(zip(nash.players, first.behavior, strict=True), 1):
        for index, probabilities in behavior.items():
            actions = tree.information_sets[number, index].actions
            strategy[names[number, index]] = {player: support(actions, probabilities)}
    return strategy


def first_played(nash: NashSolution, strategy: Strategy, graph: StateArrays) -> dict[JointMove, Fraction]:
    """Return the probability of each joint move that the first equilibrium makes in a position of a graph."""
    played: dict[JointMove, Fraction] = {}
    behaviors = nash.equilibria[0].behavior
    # in a table all players decide together: a joint move has the product of the probabilities
    if not behaviors:
        mixed = strategy["start"].values()
        return {("start", profile): joint_probability(mixed, profile) for profile in product(*mixed)}
    game = graph.game
    for position in map(str, graph):
        for player, behavior in zip(game.players, behaviors, strict=True):
            actions = game.moves(position, player)
            if not actions:
                continue
            # the equilibrium says nothing about a set that the player's own actions exclude
            probabilities = behavior.get(game.observation(position, player), [Fraction(0)] * len(actions))
            for action, probability in support(actions, probabilities).items():
                played[position, (action,)] = probability
    return played


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
        # sets that own actions exclude are not in the strategy
        for mixed in strategy.get(name, {}).values():
            actions = distinct_names(tree.information_sets[player, number].actions)
            probabilities = [mixed.get(action, Fraction(0)) for action in actions]
            behavior[player - 1][number] = tuple(probabilities)
    return behavior
