"""Reduced normal form of games in extensive form, and behavior strategies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, product
from math import prod
from operator import add
from typing import TypeAlias

from gametheory.model.extensive_form import Choice, ExtensiveForm, check_perfect_recall, last_choices
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.model.payoffs import Payoffs
from gametheory.model.sequence_form import (
    MAX_BITS,
    BehaviorStrategy,
    FormTooLarge,
    check_length,
    payoffs_by_last_choices,
)
from gametheory.numbers.format import format_size

Choices: TypeAlias = tuple[Choice | None, ...]  # the last choice of each player
Strategy: TypeAlias = dict[int, int]  # the action at each information set that own actions do not exclude

MAX_PROFILES = 100_000
MAX_CHOICES = 5_000_000
MAX_SUMS = 20_000_000
MAX_CHARACTERS = 50_000_000


def reduced_normal_form(game: ExtensiveForm) -> NormalForm:
    """Return the reduced normal form of a game with perfect recall, with any number of players.

    A reduced strategy has an action for each information set of its player that its own earlier actions do not exclude.
    Its name lists the actions by information set in the order of the tree, with a * at each excluded set. Payoffs are
    sums along each play, and expected values over chance. Cost: for each profile of strategies the number of
    terminal nodes that all allow.

    Parameters
    ----------
    game
        A game tree.

    Returns
    -------
    NormalForm
        One strategy for each reduced strategy; the last information set changes fastest.

    Raises
    ------
    ImperfectRecall
        If a player does not have perfect recall.
    FormTooLarge
        Above 100,000 profiles of strategies, 20 million summands, 10,000 bits of a number, or 50 million characters of
        names.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = '''EFG 2 R "entry" { "firm" "rival" } p "" 1 1 "" { "enter" "stay out" } 0
    ...           p "" 2 1 "" { "fight" "share" } 0 t "" 1 "war" { -1 -1 } t "" 2 "peace" { 1 1 } t "" 3 "" { 0 2 }'''
    >>> form = reduced_normal_form(read_efg(tree))
    >>> form.strategies
    (('enter', 'stay out'), ('fight', 'share'))
    >>> [tuple(map(str, outcome.payoffs)) for outcome in form.outcomes]
    [('-1', '-1'), ('0', '2'), ('1', '1'), ('0', '2')]
    """
    check_perfect_recall(game)
    players = range(1, len(game.players) + 1)
    next_sets = [_next_sets(game, player) for player in players]
    counts = [_count_strategies(game, player, after) for player, after in zip(players, next_sets, strict=True)]
    if prod(counts) > MAX_PROFILES:
        sizes = " x ".join(map(format_size, counts))
        raise FormTooLarge(
            f"the reduced normal form has {sizes} strategies; at most {MAX_PROFILES:,} profiles are allowed"
        )
    for count, by_choice in zip(counts, next_sets, strict=True):
        if (sets := sum(map(len, by_choice.values()))) * (count + sets) > MAX_CHOICES:
            raise FormTooLarge(f"{count:,} reduced strategies for {sets:,} information sets are too many")
    strategies = [_strategies(game, player, after) for player, after in zip(players, next_sets, strict=True)]
    sums = payoffs_by_last_choices(game, last_choices(game))
    _check_summands(sums, strategies)
    names = tuple(_names(game, player, own) for player, own in zip(players, strategies, strict=True))
    return NormalForm(game.players, names, tuple(_outcomes(sums, strategies)), game.title, game.comment)


def behavior_strategy(game: ExtensiveForm, player: int, mixed: Sequence[Fraction]) -> BehaviorStrategy:
    """Return the behavior strategy that is equivalent to a mixed strategy.

    Kuhn (1953): with perfect recall both give every terminal node the same probability, whatever the opponent plays.
    Cost: the number of strategies times the number of information sets.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> end = 't "" 1 "end" { 0 0 }'
    >>> game = read_efg(f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "in" "out" }} 0 '
    ...                 f'p "" 1 2 "" {{ "left" "right" }} 0 {end} {end} {end}')
    >>> behavior = behavior_strategy(game, 1, [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)])
    >>> [tuple(map(str, probabilities)) for probabilities in behavior.values()]
    [('1/2', '1/2'), ('1/2', '1/2')]
    """
    strategies = _strategies(game, player, _next_sets(game, player))
    behavior: BehaviorStrategy = {}
    for number in dict.fromkeys(node.information_set for node in game.nodes if node.player == player):
        weights = [Fraction(0)] * len(game.information_sets[player, number].actions)
        for strategy, weight in zip(strategies, mixed, strict=True):
            if number in strategy:
                weights[strategy[number]] += weight
        if total := sum(weights):
            behavior[number] = tuple(weight / total for weight in weights)
    return behavior


def _next_sets(game: ExtensiveForm, player: int) -> dict[Choice | None, list[int]]:
    """Return the player's next information sets after each own choice, in the order of the tree; None is the start."""
    next_sets: dict[Choice | None, list[int]] = {None: []}
    seen = set()
    for node, last in zip(game.nodes, last_choices(game), strict=True):
        if node.player == player and node.information_set not in seen:
            seen.add(node.information_set)
            next_sets.setdefault(last[player - 1], []).append(node.information_set)
    return next_sets


def _count_strategies(game: ExtensiveForm, player: int, next_sets: dict[Choice | None, list[int]]) -> int:
    """Count reduced strategies: the product over sets that are reached together, the sum over the actions at a set."""
    counts: dict[int, int] = {}
    for number in _last_sets_first(next_sets):
        actions = range(len(game.information_sets[player, number].actions))
        counts[number] = sum(prod(counts[later] for later in next_sets.get((number, action), ())) for action in actions)
        if counts[number].bit_length() > MAX_BITS:
            raise FormTooLarge(f"player {game.players[player - 1]} has more than 2^{MAX_BITS:,} reduced strategies")
    return prod(counts[number] for number in next_sets[None])


def _last_sets_first(next_sets: dict[Choice | None, list[int]]) -> list[int]:
    """Return the information sets of a player in an order in which each precedes its predecessors."""
    return [number for numbers in reversed(next_sets.values()) for number in reversed(numbers)]


def _strategies(game: ExtensiveForm, player: int, next_sets: dict[Choice | None, list[int]]) -> list[Strategy]:
    """Return all reduced strategies of a player; the last information set changes fastest."""
    from_set: dict[int, list[Strategy]] = {}
    for number in _last_sets_first(next_sets):
        actions = range(len(game.information_sets[player, number].actions))
        from_set[number] = [
            {number: action} | later
            for action in actions
            for later in _combine([from_set.pop(next_set) for next_set in next_sets.get((number, action), ())])
        ]
    return _combine([from_set[number] for number in next_sets[None]])


def _combine(options: list[list[Strategy]]) -> list[Strategy]:
    """Return all unions of strategies, one from each list: the lists are about disjoint information sets."""
    return [{number: action for part in parts for number, action in part.items()} for parts in product(*options)]


def _outcomes(sums: Mapping[Choices, Payoffs], strategies: list[list[Strategy]]) -> Iterator[Outcome]:
    """Yield the expected payoffs of each profile; the strategy of the first player changes fastest."""
    if not strategies:
        check_length(*sums[()])
        yield Outcome("", sums[()])
        return
    by_choice: dict[Choice | None, list[tuple[Choices, Payoffs]]] = {}
    for (*others, choice), payoffs in sums.items():
        by_choice.setdefault(choice, []).append((tuple(others), payoffs))
    for strategy in strategies[-1]:
        # the payoffs that this strategy allows, added up for each profile of last choices of the other players
        rest: dict[Choices, Payoffs] = {}
        for choice in _last_choices_of(strategy):
            for before, payoffs in by_choice.get(choice, ()):
                rest[before] = tuple(map(add, rest[before], payoffs)) if before in rest else payoffs
        yield from _outcomes(rest, strategies[:-1])


def _check_summands(sums: Mapping[Choices, Payoffs], strategies: list[list[Strategy]]) -> None:
    """Raise FormTooLarge if the payoffs have too many summands in total."""
    counts = [Counter(chain.from_iterable(map(_last_choices_of, own))) for own in strategies]
    summands = sum(prod(map(Counter.__getitem__, counts, choices)) for choices in sums)
    if summands > MAX_SUMS:
        sizes = " x ".join(f"{len(own):,}" for own in strategies)
        raise FormTooLarge(
            f"the payoffs of {sizes} strategies are sums of {summands:,} numbers in total; "
            f"at most {MAX_SUMS:,} are allowed"
        )


def _last_choices_of(strategy: Strategy) -> Iterator[Choice | None]:
    """Yield the last choices of the plays that a strategy allows: None for no choice, and each of its own."""
    return chain((None,), strategy.items())


def _names(game: ExtensiveForm, player: int, strategies: list[Strategy]) -> tuple[str, ...]:
    """Return the names of strategies: the actions in the order of the tree, * at an excluded information set."""
    numbers = dict.fromkeys(node.information_set for node in game.nodes if node.player == player)
    actions = {number: game.information_sets[player, number].actions for number in numbers}
    if sum(len(actions[n][action]) for strategy in strategies for n, action in strategy.items()) > MAX_CHARACTERS:
        raise FormTooLarge(
            f"the names of {len(strategies):,} strategies have more than {MAX_CHARACTERS:,} characters in total"
        )
    return tuple(
        " ".join(actions[n][strategy[n]] if n in strategy else "*" for n in numbers) or "nothing to do"
        for strategy in strategies
    )
