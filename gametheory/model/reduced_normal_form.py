"""Reduced normal form of two-player games in extensive form, and behavior strategies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, product
from math import prod
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

Strategy: TypeAlias = dict[int, int]  # the action at each information set that own actions do not exclude

MAX_PROFILES = 100_000
MAX_CHOICES = 5_000_000
MAX_SUMS = 20_000_000
MAX_CHARACTERS = 50_000_000


def reduced_normal_form(game: ExtensiveForm) -> NormalForm:
    """Return the reduced normal form of a two-player game with perfect recall.

    A reduced strategy has an action for each information set of its player that its own earlier actions do not exclude.
    Its name lists the actions by information set in the order of the tree, with a * at each excluded set. Payoffs are
    sums along each play, and expected values over chance. Cost: for each pair of strategies the number of terminal
    nodes that both allow.

    Parameters
    ----------
    game
        A game tree with two players.

    Returns
    -------
    NormalForm
        One strategy for each reduced strategy; the last information set changes fastest.

    Raises
    ------
    ImperfectRecall
        If a player does not have perfect recall.
    FormTooLarge
        Above 100,000 pairs of strategies, 20 million summands, 10,000 bits of a number, or 50 million characters of
        names.
    ValueError
        If the game does not have two players.

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
    if len(game.players) != 2:
        raise ValueError(f"game: {len(game.players)} players; the reduced normal form is for two-player games")
    check_perfect_recall(game)
    next_sets = [_next_sets(game, player) for player in (1, 2)]
    counts = [_count_strategies(game, player, next_sets[player - 1]) for player in (1, 2)]
    if prod(counts) > MAX_PROFILES:
        raise FormTooLarge(
            f"the reduced normal form has {format_size(counts[0])} x {format_size(counts[1])} strategies; "
            f"at most {MAX_PROFILES:,} pairs are allowed"
        )
    for count, by_choice in zip(counts, next_sets, strict=True):
        if (sets := sum(map(len, by_choice.values()))) * (count + sets) > MAX_CHOICES:
            raise FormTooLarge(f"{count:,} reduced strategies for {sets:,} information sets are too many")
    rows, columns = (_strategies(game, player, next_sets[player - 1]) for player in (1, 2))
    outcomes = _payoffs(payoffs_by_last_choices(game, last_choices(game)), rows, columns)
    names = _names(game, 1, rows), _names(game, 2, columns)
    return NormalForm(game.players, names, outcomes, game.title, game.comment)


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


def _payoffs(
    sums: dict[tuple[Choice | None, ...], Payoffs], rows: list[Strategy], columns: list[Strategy]
) -> tuple[Outcome, ...]:
    """Return the payoffs of each pair of strategies: the sum over the pairs of last choices that both allow."""
    _check_summands(sums, rows, columns)
    by_row_choice: dict[Choice | None, list[tuple[Choice | None, Payoffs]]] = {}
    for (row_choice, column_choice), payoffs in sums.items():
        by_row_choice.setdefault(row_choice, []).append((column_choice, payoffs))
    table: dict[tuple[int, int], Outcome] = {}
    for i, row in enumerate(rows):
        # Group by column choice once for each row: every column then looks at its own choices only.
        by_column_choice: dict[Choice | None, list[Payoffs]] = {}
        for choice in _last_choices_of(row):
            for column_choice, payoffs in by_row_choice.get(choice, ()):
                by_column_choice.setdefault(column_choice, []).append(payoffs)
        for j, column in enumerate(columns):
            summands = [payoffs for choice in _last_choices_of(column) for payoffs in by_column_choice.get(choice, ())]
            table[i, j] = Outcome("", tuple(sum(share, Fraction(0)) for share in zip(*summands, strict=True)))
            check_length(*table[i, j].payoffs)
    return tuple(table[i, j] for j in range(len(columns)) for i in range(len(rows)))


def _check_summands(
    sums: dict[tuple[Choice | None, ...], Payoffs], rows: list[Strategy], columns: list[Strategy]
) -> None:
    """Raise FormTooLarge if the payoffs have too many summands in total."""
    row_counts, column_counts = (
        Counter(chain.from_iterable(map(_last_choices_of, strategies))) for strategies in (rows, columns)
    )
    summands = sum(row_counts[row_choice] * column_counts[column_choice] for row_choice, column_choice in sums)
    if summands > MAX_SUMS:
        raise FormTooLarge(
            f"the payoffs of {len(rows):,} x {len(columns):,} strategies are sums of {summands:,} numbers in total; "
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
