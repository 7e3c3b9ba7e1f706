"""From a tree to a table: perfect recall, and the reduced normal form of a game of two in extensive form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, product
from math import prod
from typing import NamedTuple, TypeAlias

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import format_size

Choice: TypeAlias = tuple[int, int]  # an information set of the player, by number, and an action there
Strategy: TypeAlias = dict[int, int]  # the action at each information set that the strategy does not itself rule out

MOST_PROFILES = 100_000
MOST_CHOICES = 5_000_000
MOST_SUMS = 20_000_000
MOST_SIGNS = 50_000_000
MOST_BITS = 10_000


class ImperfectRecall(Exception):
    """A player forgets what they did or knew before: the message names the player and the information set."""


class FormTooLarge(Exception):
    """The normal form would have more profiles, or longer numbers, than are computed."""


class _Leaf(NamedTuple):
    """An end of play: its chance, what each player gets, and the last choice of each, None without any."""

    chance: Fraction
    payoffs: tuple[Fraction, ...]
    last: tuple[Choice | None, ...]


def check_perfect_recall(game: ExtensiveForm) -> None:
    """Raise ImperfectRecall unless every player remembers all their choices and what they knew when they chose.

    Kuhn, Extensive games and the problem of information (1953): before all nodes of an information set its player has
    made the same choices at the same information sets. It is enough that the last such choice is the same, by induction
    along the path. Cost: the number of nodes.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> end = 't "" 1 "home" { 0 }'
    >>> check_perfect_recall(read_efg(f'EFG 2 R "" {{ "D" }} p "" 1 1 "exit" {{ "on" "off" }} 0 '
    ...                               f'p "" 1 1 0 {end} {end} {end}'))
    Traceback (most recent call last):
    gametheory.model.reduced_normal_form.ImperfectRecall: player D has no perfect recall: information set 1 'exit' comes twice \
on one path (absent-mindedness)
    """
    last_choices = _last_choices(game)
    known: dict[tuple[int, int], Choice | None] = {}
    for index, node in enumerate(game.nodes):
        if not node.mover:
            continue
        place, last = node.place, last_choices[index][node.mover - 1]
        if known.setdefault(place, last) != last:
            name = game.information_sets[place].name
            raise ImperfectRecall(
                f"player {game.players[node.mover - 1]} has no perfect recall: information set {node.information_set} "
                f"{name!r} {_what_is_forgotten(game, index)}"
            )


def reduced_normal_form(game: ExtensiveForm) -> NormalForm:
    """The reduced normal form of a game of two players with perfect recall.

    A strategy says what to do at each information set of its player that it does not itself keep play from; those that
    differ only elsewhere are one. Its name lists the actions by information set in the order of the tree, with a *
    where none is needed. Payoffs are means over chance, added up along each path. Cost: for each pair of strategies the
    pairs of choices at ends that they allow, at most the number of ends.

    Raises ImperfectRecall; FormTooLarge above 100,000 pairs of strategies, with their number, above 20 million pairs of
    choices in all of them, for numbers of more than 10,000 bits and for names of more than 50 million signs in all;
    ValueError without two players.

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
        raise ValueError(f"game: {len(game.players)} players; a reduced normal form is made for two")
    check_perfect_recall(game)
    below = [_sets_below(game, player) for player in (1, 2)]
    counts = [_number_of_strategies(game, player, below[player - 1]) for player in (1, 2)]
    if prod(counts) > MOST_PROFILES:
        raise FormTooLarge(
            f"the reduced normal form has {format_size(counts[0])} x {format_size(counts[1])} strategies; "
            f"at most {MOST_PROFILES:,} pairs are computed"
        )
    for count, after in zip(counts, below, strict=True):
        if (sets := sum(map(len, after.values()))) * (count + sets) > MOST_CHOICES:
            raise FormTooLarge(f"{count:,} reduced strategies for {sets:,} information sets are too many")
    rows, columns = (_strategies(game, player, below[player - 1]) for player in (1, 2))
    outcomes = _payoffs(_by_last_choices(game), rows, columns)
    names = _names(game, 1, rows), _names(game, 2, columns)
    return NormalForm(game.players, names, outcomes, game.title, game.comment)


def behavior_strategy(game: ExtensiveForm, player: int, mixture: Sequence[Fraction]) -> dict[int, tuple[Fraction, ...]]:
    """The chance of each action at the information sets of a player that a mixture of reduced strategies plays at.

    Kuhn (1953): with perfect recall play goes on as with the mixture, if at each information set the actions are taken
    with these chances. `player` counts from 1; `mixture` is one of the strategies of `reduced_normal_form`. Cost: the
    number of strategies times that of information sets.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> end = 't "" 1 "end" { 0 0 }'
    >>> game = read_efg(f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "in" "out" }} 0 '
    ...                 f'p "" 1 2 "" {{ "left" "right" }} 0 {end} {end} {end}')
    >>> found = behavior_strategy(game, 1, [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)])
    >>> [tuple(map(str, chances)) for chances in found.values()]
    [('1/2', '1/2'), ('1/2', '1/2')]
    """
    strategies = _strategies(game, player, _sets_below(game, player))
    found: dict[int, tuple[Fraction, ...]] = {}
    for number in dict.fromkeys(node.information_set for node in game.nodes if node.mover == player):
        weights = [Fraction(0)] * len(game.information_sets[player, number].actions)
        for strategy, weight in zip(strategies, mixture, strict=True):
            if number in strategy:
                weights[strategy[number]] += weight
        if total := sum(weights):
            found[number] = tuple(weight / total for weight in weights)
    return found


def _last_choices(game: ExtensiveForm) -> list[tuple[Choice | None, ...]]:
    """For each node the last choice of each player before it."""
    found: list[tuple[Choice | None, ...]] = []
    for above in game.parents():
        if above is None:
            found.append((None,) * len(game.players))
            continue
        index, action = above
        last, node = list(found[index]), game.nodes[index]
        if node.mover:
            last[node.mover - 1] = (node.information_set, action)
        found.append(tuple(last))
    return found


def _what_is_forgotten(game: ExtensiveForm, index: int) -> str:
    """What goes wrong at an information set that is reached with unlike memories."""
    parents, node = list(game.parents()), game.nodes[index]
    above = parents[index]
    while above is not None:
        if game.nodes[above[0]].place == node.place:
            return "comes twice on one path (absent-mindedness)"
        above = parents[above[0]]
    return "has nodes that the player reaches by different choices, or knowing different things"


def _sets_below(game: ExtensiveForm, player: int) -> dict[Choice | None, list[int]]:
    """The information sets of a player that come next after each choice of theirs, in the order of the tree."""
    below: dict[Choice | None, list[int]] = {None: []}
    seen = set()
    for node, last in zip(game.nodes, _last_choices(game), strict=True):
        if node.mover == player and node.information_set not in seen:
            seen.add(node.information_set)
            below.setdefault(last[player - 1], []).append(node.information_set)
    return below


def _number_of_strategies(game: ExtensiveForm, player: int, below: dict[Choice | None, list[int]]) -> int:
    """How many reduced strategies there are: a product over the sets that come together, a sum over actions."""
    counts: dict[int, int] = {}
    for number in _last_first(below):
        actions = range(len(game.information_sets[player, number].actions))
        counts[number] = sum(prod(counts[later] for later in below.get((number, action), ())) for action in actions)
        if counts[number].bit_length() > MOST_BITS:
            raise FormTooLarge(f"player {game.players[player - 1]} has more than 2^{MOST_BITS:,} reduced strategies")
    return prod(counts[number] for number in below[None])


def _last_first(below: dict[Choice | None, list[int]]) -> list[int]:
    """The information sets of a player so that each comes after those that follow it."""
    return [number for after in reversed(below.values()) for number in reversed(after)]


def _strategies(game: ExtensiveForm, player: int, below: dict[Choice | None, list[int]]) -> list[Strategy]:
    """All reduced strategies of a player, the last information set changing fastest."""
    from_set: dict[int, list[Strategy]] = {}
    for number in _last_first(below):
        actions = range(len(game.information_sets[player, number].actions))
        from_set[number] = [
            {number: action} | later
            for action in actions
            for later in _together([from_set.pop(following) for following in below.get((number, action), ())])
        ]
    return _together([from_set[number] for number in below[None]])


def _together(options: list[list[Strategy]]) -> list[Strategy]:
    """A strategy for several information sets that come together, from one for each."""
    return [{number: action for part in parts for number, action in part.items()} for parts in product(*options)]


def _by_last_choices(game: ExtensiveForm) -> dict[tuple[Choice | None, ...], list[Fraction]]:
    """For each pair of last choices what the players get at the ends after both, times its chance."""
    paths = _last_choices(game)
    worth: dict[tuple[Choice | None, ...], list[Fraction]] = {}
    values: list[tuple[Fraction, list[Fraction]]] = []
    for index, (node, above) in enumerate(zip(game.nodes, game.parents(), strict=True)):
        chance, payoffs = (Fraction(1), [Fraction(0)] * len(game.players)) if above is None else values[above[0]]
        parent = None if above is None else game.nodes[above[0]]
        if above is not None and parent is not None and parent.mover == CHANCE:
            chance = chance * game.information_sets[CHANCE, parent.information_set].probabilities[above[1]]
        if node.outcome:
            payoffs = [a + b for a, b in zip(payoffs, game.outcomes[node.outcome].payoffs, strict=True)]
        _check_length(chance, *payoffs)
        values.append((chance, payoffs))
        if node.mover is None:
            sums = worth.setdefault(paths[index], [Fraction(0)] * len(game.players))
            worth[paths[index]] = [total + chance * payoff for total, payoff in zip(sums, payoffs, strict=True)]
            _check_length(*worth[paths[index]])
    return worth


def _check_length(*numbers: Fraction) -> None:
    if any(number.numerator.bit_length() + number.denominator.bit_length() > 2 * MOST_BITS for number in numbers):
        raise FormTooLarge(f"payoffs or chances come to more than {MOST_BITS:,} bits along a path, or in sum")


def _payoffs(
    worth: dict[tuple[Choice | None, ...], list[Fraction]], rows: list[Strategy], columns: list[Strategy]
) -> tuple[Outcome, ...]:
    """What each pair of strategies pays: the sum over the ends that both allow."""
    _check_sums(worth, rows, columns)
    by_ours: dict[Choice | None, list[tuple[Choice | None, list[Fraction]]]] = {}
    for (ours, theirs), payoffs in worth.items():
        by_ours.setdefault(ours, []).append((theirs, payoffs))
    table: dict[tuple[int, int], Outcome] = {}
    for i, row in enumerate(rows):
        by_theirs: dict[Choice | None, list[list[Fraction]]] = {}
        for choice in _choices(row):
            for theirs, payoffs in by_ours.get(choice, ()):
                by_theirs.setdefault(theirs, []).append(payoffs)
        for j, column in enumerate(columns):
            allowed = [payoffs for choice in _choices(column) for payoffs in by_theirs.get(choice, ())]
            table[i, j] = Outcome("", tuple(sum(share, Fraction(0)) for share in zip(*allowed, strict=True)))
            _check_length(*table[i, j].payoffs)
    return tuple(table[i, j] for j in range(len(columns)) for i in range(len(rows)))


def _check_sums(
    worth: dict[tuple[Choice | None, ...], list[Fraction]], rows: list[Strategy], columns: list[Strategy]
) -> None:
    """Raise FormTooLarge where there is too much to be added up."""
    of_rows, of_columns = (Counter(chain.from_iterable(map(_choices, own))) for own in (rows, columns))
    sums = sum(of_rows[ours] * of_columns[theirs] for ours, theirs in worth)
    if sums > MOST_SUMS:
        raise FormTooLarge(f"the payoffs of {len(rows):,} x {len(columns):,} strategies are sums of {sums:,} numbers "
                           f"in all; at most {MOST_SUMS:,} are added up")  # fmt: skip


def _choices(strategy: Strategy) -> Iterator[Choice | None]:
    """The last choices of ends that a strategy allows: its own, and with them all before them; or none at all."""
    return chain((None,), strategy.items())


def _names(game: ExtensiveForm, player: int, strategies: list[Strategy]) -> tuple[str, ...]:
    numbers = dict.fromkeys(node.information_set for node in game.nodes if node.mover == player)
    actions = {number: game.information_sets[player, number].actions for number in numbers}
    if sum(len(actions[n][action]) for strategy in strategies for n, action in strategy.items()) > MOST_SIGNS:
        raise FormTooLarge(f"the names of {len(strategies):,} strategies have more than {MOST_SIGNS:,} signs in all")
    return tuple(
        " ".join(actions[n][strategy[n]] if n in strategy else "*" for n in numbers) or "nothing to do"
        for strategy in strategies
    )
