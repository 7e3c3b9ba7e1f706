"""A game in extensive form as sequences of actions, or as its reduced normal form.

With perfect recall, the sequence form is linear in the tree. The reduced normal form, of any tree, has a strategy for
each choice of an action at each information set that a player's earlier actions leave, and can be exponentially large.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import NamedTuple, TypeAlias

from gametheory.model.classes import Payoffs
from gametheory.model.extensive_form import CHANCE, Choice, ExtensiveForm, check_perfect_recall, last_choices
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm, profiles_in_order

RealizationPlan: TypeAlias = tuple[Fraction, ...]  # the weight of each sequence of a player
BehaviorStrategy: TypeAlias = dict[int, tuple[Fraction, ...]]  # at each information set, the probability of each action

MAX_BITS = 10_000


class FormTooLarge(Exception):
    """A form of a game would have too many strategies, or too long numbers."""


class SetSequences(NamedTuple):
    """The sequences that end with an action at one information set."""

    number: int
    parent: int
    sequences: range


@dataclass(frozen=True)
class PlayerSequences:
    """The sequences of one player, counted from 0; sequence 0 is empty.

    With perfect recall, a sequence is given by its last action.

    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 p "" 1 8 "" { "on" } 0 t "" 0')
    >>> (player,) = sequence_form(tree).players
    >>> player.choices, [tuple(own) for own in player.sets]
    ((None, (7, 0), (7, 1), (8, 0)), [(7, 0, range(1, 3)), (8, 2, range(3, 4))])
    >>> player.set_of, player.next_sets
    ((-1, 0, 0, 1), ((0,), (), (1,), ()))
    >>> player.behavior((Fraction(1), Fraction(1, 4), Fraction(3, 4), Fraction(3, 4)))
    {7: (Fraction(1, 4), Fraction(3, 4)), 8: (Fraction(1, 1),)}
    >>> [str(weight) for weight in player.plan({7: (Fraction(1, 4), Fraction(3, 4)), 8: (Fraction(1),)})]
    ['1', '1/4', '3/4', '3/4']
    """

    choices: tuple[Choice | None, ...]
    sets: tuple[SetSequences, ...]

    def __len__(self) -> int:
        return len(self.choices)

    @cached_property
    def set_of(self) -> tuple[int, ...]:
        """For each sequence the index in `sets` of its last information set; -1 for the empty sequence."""
        sets = [-1]
        for index, part in enumerate(self.sets):
            sets += [index] * len(part.sequences)
        return tuple(sets)

    @cached_property
    def next_sets(self) -> tuple[tuple[int, ...], ...]:
        """For each sequence the indices in `sets` of the information sets that it leads to."""
        following: list[list[int]] = [[] for _ in self.choices]
        for index, part in enumerate(self.sets):
            following[part.parent].append(index)
        return tuple(map(tuple, following))

    def behavior(self, plan: RealizationPlan) -> BehaviorStrategy:
        """Return the behavior strategy of a realization plan, at the sets that the player's own actions reach."""
        strategy = {}
        for part in self.sets:
            parent = plan[part.parent]
            if parent:
                strategy[part.number] = tuple(plan[sequence] / parent for sequence in part.sequences)
        return strategy

    def plan(self, behavior: BehaviorStrategy) -> RealizationPlan:
        """Return the realization plan of a behavior strategy that says what to do at every information set."""
        weights = [Fraction(1)]
        for part in self.sets:
            parent = weights[part.parent]
            weights += [parent * probability for probability in behavior[part.number]]
        return tuple(weights)

    def by_choice(self, plan: RealizationPlan) -> dict[Choice | None, Fraction]:
        """Return the weight of each sequence of a realization plan, by the last action."""
        return dict(zip(self.choices, plan, strict=True))

    def first_actions(self) -> BehaviorStrategy:
        """Return the pure strategy of the first action at each information set."""
        strategy = {}
        for part in self.sets:
            strategy[part.number] = (Fraction(1), *[Fraction(0)] * (len(part.sequences) - 1))
        return strategy


@dataclass(frozen=True)
class SequenceForm:
    """The sequence form of a game in extensive form with perfect recall (von Stengel 1996).

    A realization plan gives each sequence a weight: 1 to the empty one; and at each information set the weights of its
    sequences are not negative and add up to the weight of the parent. It is equivalent to a behavior strategy, and its
    size is linear in the tree, while strategies can be exponentially many.
    """

    tree: ExtensiveForm
    players: tuple[PlayerSequences, ...]
    payoffs: Mapping[tuple[int, ...], Payoffs]


def sequence_form(game: ExtensiveForm) -> SequenceForm:
    """Return the sequence form of a game with perfect recall.

    Cost: the number of nodes.

    >>> from gametheory.formats.gambit import read_efg
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> {sequences: tuple(map(int, payoffs)) for sequences, payoffs in form.payoffs.items()}
    {(1, 1): (-1, -1), (1, 2): (1, 1), (2, 0): (0, 2)}

    References
    ----------
    B. von Stengel, Efficient computation of behavior strategies, Games and Economic Behavior 14 (1996).
    """
    check_perfect_recall(game)
    # with perfect recall, the last choice of a player determines all earlier ones
    choices_at = last_choices(game)
    players = []
    index_of: list[dict[Choice | None, int]] = []
    for player in range(1, len(game.players) + 1):
        own = _player_sequences(game, player, choices_at)
        players.append(own)
        index_of.append({choice: index for index, choice in enumerate(own.choices)})
    payoffs = {}
    for choices, sums in payoffs_by_last_choices(game, choices_at).items():
        sequences = tuple(index[choice] for index, choice in zip(index_of, choices, strict=True))
        payoffs[sequences] = sums
    return SequenceForm(game, tuple(players), payoffs)


def _player_sequences(game: ExtensiveForm, player: int, choices_at: list[tuple[Choice | None, ...]]) -> PlayerSequences:
    """Return the sequences of a player; the sets are in the order of the tree, so each follows those of its parent."""
    sequences: dict[Choice | None, int] = {None: 0}
    sets: dict[int, SetSequences] = {}
    for node, choices in zip(game.nodes, choices_at, strict=True):
        number = node.information_set
        # the first node of a set stands for all: its player has come to each by the same sequence
        if node.player != player or number in sets:
            continue
        parent = sequences[choices[player - 1]]
        first = len(sequences)
        actions = len(game.actions(node))
        sets[number] = SetSequences(number, parent, range(first, first + actions))
        for action in range(actions):
            sequences[number, action] = first + action
    return PlayerSequences(tuple(sequences), tuple(sets.values()))


def payoffs_by_last_choices(
    game: ExtensiveForm, choices_at: list[tuple[Choice | None, ...]]
) -> dict[tuple[Choice | None, ...], Payoffs]:
    """Return the sum of payoffs times chance probabilities over terminal nodes, for each profile of last choices.

    Cost: the number of nodes.

    >>> from gametheory.formats.gambit import read_efg
    >>> game = read_efg('EFG 2 R "" { "A" } c "" 1 "" { "a" 1/2 "b" 1/2 } 0 t "" 1 "" { 1 } t "" 1')
    >>> payoffs_by_last_choices(game, last_choices(game))
    {(None,): (Fraction(1, 1),)}
    """
    sums: dict[tuple[Choice | None, ...], Payoffs] = {}
    for node, choices, (probability, payoffs) in zip(game.nodes, choices_at, game.along(), strict=True):
        check_length(probability, *payoffs)
        if node.player is None:
            # plays that differ in chance events alone have the same sequences
            share = tuple(probability * payoff for payoff in payoffs)
            if choices in sums:
                share = tuple(map(Fraction.__add__, sums[choices], share))
            sums[choices] = share
            check_length(*share)
    return sums


def check_length(*numbers: Fraction) -> None:
    """Raise FormTooLarge if a number is too long.

    >>> check_length(Fraction(1, 3))
    """
    for number in numbers:
        # numbers that grow along a path would make the solvers slow without any sign of progress
        bits = number.numerator.bit_length() + number.denominator.bit_length()
        if bits > 2 * MAX_BITS:
            raise FormTooLarge(
                f"a payoff or a probability has more than {MAX_BITS:,} bits along a path, or in a sum; "
                "round payoffs and probabilities to a common denominator"
            )


MAX_PROFILES = 10_000
MAX_CHOICES = 5_000_000  # on the ways to all nodes
EXCLUDED = -1  # in place of an action
Key: TypeAlias = tuple[int, int]  # player and information set
Plan: TypeAlias = dict[Key, int]


def reduced_normal_form(tree: ExtensiveForm) -> NormalForm:
    """Return the reduced normal form of a tree, with or without perfect recall.

    The name of a strategy lists the action at each information set, and a * at those that its own actions exclude. A
    player acts alike at all nodes of a set. Raises FormTooLarge above 10,000 profiles. Cost: the profiles, times the
    plays.

    >>> from gametheory.formats.gambit import read_efg
    >>> driver = '''EFG 2 R "" { "D" } p "" 1 1 "" { "exit" "on" } 0 t "" 1 "early" { 0 }
    ...     p "" 1 1 0 t "" 2 "home" { 4 } t "" 3 "late" { 1 }'''
    >>> form = reduced_normal_form(read_efg(driver))
    >>> form.strategies, [int(outcome.payoffs[0]) for outcome in form.outcomes]
    ((('exit', 'on'),), [0, 1])
    """
    paths = _paths(tree)
    plans = _plans_of_players(tree, paths)
    count = prod(map(len, plans))
    if count > MAX_PROFILES:
        raise FormTooLarge(f"the reduced normal form has {count:,} profiles; at most {MAX_PROFILES:,} are allowed")
    plays = []
    for node, path, (chance, payoffs) in zip(tree.nodes, paths, tree.along(), strict=True):
        if path is not None and node.player is None:
            plays.append((path, tuple(chance * payoff for payoff in payoffs)))
    outcomes = []
    for profile in profiles_in_order(plans):
        chosen: Plan = {}
        for plan in profile:
            chosen |= plan
        sums = [Fraction(0)] * len(plans)
        for path, shares in plays:
            # the play is one of the profile: chance decides among several
            if path.items() <= chosen.items():
                sums = list(map(Fraction.__add__, sums, shares))
        outcomes.append(Outcome("", tuple(sums)))
    names = tuple(tuple(_name(tree, plan) for plan in own) for own in plans)
    return NormalForm(tree.players, names, tuple(outcomes), tree.title, tree.comment)


def reduced_plans(tree: ExtensiveForm) -> list[list[Plan]]:
    """Return the action at each information set of each strategy of each player; -1 at sets that it excludes.

    >>> from gametheory.formats.gambit import read_efg
    >>> reduced_plans(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0'))
    [[{(1, 7): 0}, {(1, 7): 1}]]
    """
    return _plans_of_players(tree, _paths(tree))


def _plans_of_players(tree: ExtensiveForm, paths: list[Plan | None]) -> list[list[Plan]]:
    return [_plans(tree, player, paths) for player in range(1, len(tree.players) + 1)]


def _paths(tree: ExtensiveForm) -> list[Plan | None]:
    """Return the actions of the players on the way to each node; None if it needs two at one information set."""
    paths: list[Plan | None] = []
    choices = 0
    for parent in tree.parents():
        path: Plan | None = {}
        if parent:
            above, action = parent
            path = _extended(paths[above], tree.nodes[above].set_key, action)
        choices += len(path or ())
        if choices > MAX_CHOICES:
            raise FormTooLarge("the plays of the tree have too many moves for its reduced normal form")
        paths.append(path)
    return paths


def _extended(path: Plan | None, key: Key, action: int) -> Plan | None:
    """Return the actions on the way to a node and one more; None if they are not those of one plan."""
    if path is None or key[0] == CHANCE:
        return path
    if path.get(key, action) != action:  # an absent-minded player who would have to act in two ways
        return None
    return path | {key: action}


def _plans(tree: ExtensiveForm, player: int, paths: list[Plan | None]) -> list[Plan]:
    """Return the plans of a player, each with an action at every set that its earlier actions do not exclude."""
    ways_to: dict[Key, list[Plan]] = {}
    for node, path in zip(tree.nodes, paths, strict=True):
        if node.player != player:
            continue
        ways = ways_to.setdefault(node.set_key, [])
        if path is not None:
            ways.append({key: action for key, action in path.items() if key[0] == player})
    plans: list[Plan] = [{}]
    for key, ways in ways_to.items():
        actions = range(len(tree.information_sets[key].actions))
        longer = []
        for plan in plans:
            # what the player's own earlier actions exclude needs no action: this makes the form reduced
            reached = any(_allows(plan, way) for way in ways)
            longer += [plan | {key: action} for action in (actions if reached else (EXCLUDED,))]
        plans = longer
        if len(plans) > MAX_PROFILES:
            who = tree.players[player - 1]
            raise FormTooLarge(f"player {who} has more than {MAX_PROFILES:,} reduced strategies, the most allowed")
    return plans


def _allows(plan: Mapping[Key, int], way: Plan) -> bool:
    """Return whether a plan, as far as it goes, has the actions that lead to a node."""
    return all(plan.get(key, action) == action for key, action in way.items())


def _name(tree: ExtensiveForm, plan: Plan) -> str:
    """Return the actions of a plan, with a * for those that the plan itself excludes."""
    names = []
    for key, action in plan.items():
        names.append("*" if action == EXCLUDED else tree.information_sets[key].actions[action])
    return ",".join(names)
