"""Sequence form of games in extensive form: the players' sequences of actions in place of their strategies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

from gametheory.model.extensive_form import Choice, ExtensiveForm, check_perfect_recall, last_choices
from gametheory.model.payoffs import Payoffs

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
        return (-1, *(index for index, own in enumerate(self.sets) for _ in own.sequences))

    @cached_property
    def next_sets(self) -> tuple[tuple[int, ...], ...]:
        """For each sequence the indices in `sets` of the information sets that it leads to."""
        found: list[list[int]] = [[] for _ in self.choices]
        for index, own in enumerate(self.sets):
            found[own.parent].append(index)
        return tuple(map(tuple, found))

    def behavior(self, plan: RealizationPlan) -> BehaviorStrategy:
        """Return the behavior strategy of a realization plan, at the sets that the player's own actions reach."""
        return {
            own.number: tuple(plan[sequence] / plan[own.parent] for sequence in own.sequences)
            for own in self.sets
            if plan[own.parent]
        }

    def plan(self, behavior: BehaviorStrategy) -> RealizationPlan:
        """Return the realization plan of a behavior strategy that says what to do at every information set."""
        weights = [Fraction(1)]
        for own in self.sets:
            weights += [weights[own.parent] * probability for probability in behavior[own.number]]
        return tuple(weights)


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
    choices_at = last_choices(game)
    players = tuple(_player_sequences(game, player, choices_at) for player in range(1, len(game.players) + 1))
    index_of = [{choice: index for index, choice in enumerate(player.choices)} for player in players]
    payoffs = {
        tuple(index[choice] for index, choice in zip(index_of, choices, strict=True)): sums
        for choices, sums in payoffs_by_last_choices(game, choices_at).items()
    }
    return SequenceForm(game, players, payoffs)


def _player_sequences(game: ExtensiveForm, player: int, choices_at: list[tuple[Choice | None, ...]]) -> PlayerSequences:
    """Return the sequences of a player; the sets are in the order of the tree, so each follows those of its parent."""
    sequences: dict[Choice | None, int] = {None: 0}
    sets: dict[int, SetSequences] = {}
    for node, choices in zip(game.nodes, choices_at, strict=True):
        if node.player == player and (number := node.information_set) not in sets:
            first, actions = len(sequences), len(game.actions(node))
            sets[number] = SetSequences(number, sequences[choices[player - 1]], range(first, first + actions))
            sequences |= {(number, action): first + action for action in range(actions)}
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
            share = tuple(probability * payoff for payoff in payoffs)
            sums[choices] = tuple(map(Fraction.__add__, sums[choices], share)) if choices in sums else share
            check_length(*sums[choices])
    return sums


def check_length(*numbers: Fraction) -> None:
    """Raise FormTooLarge if a number is too long.

    >>> check_length(Fraction(1, 3))
    """
    if any(number.numerator.bit_length() + number.denominator.bit_length() > 2 * MAX_BITS for number in numbers):
        raise FormTooLarge(
            f"a payoff or a probability has more than {MAX_BITS:,} bits along a path, or in a sum; "
            "round payoffs and probabilities to a common denominator"
        )
