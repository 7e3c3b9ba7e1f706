"""The equilibria of a game as table rows and sentences for a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from gametheory.model.extensive_form import information_set_names
from gametheory.numbers.format import integer_ranges, rounded
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import MAX_ROWS

NashSolution: TypeAlias = Any  # nash_solution.NashSolution, which imports this file
Cells: TypeAlias = Sequence[tuple[str, ...]]
LONG_DENOMINATOR = 10**12  # such as that of a number that came from a float
WORDS = ("player", "information set", "strategy", "belief")  # left-aligned columns
MAX_LINES = 20  # of the information sets of a tree, each of which takes several
REST = "--player NAME and --from SET print others, and --json all of them"
Row: TypeAlias = tuple[str, ...]
TABLE_COLUMNS = ("", "player", "payoff", "strategy")


def equilibrium_rows(game: Any, name: str, equilibrium: Any, exact: bool | None) -> Iterator[Row]:
    """Yield name, player, payoff and strategy for each player of an equilibrium; in a tree for each information set."""
    tree = bool(equilibrium.behavior)
    cells = [
        [(*([place] if tree else []), mixed_text(actions, own, exact)) for place, actions, own in sets]
        or [("",) * (1 + tree)]
        for sets in choices(game, equilibrium)
    ]
    yield from player_rows(name, game.players, equilibrium.payoffs, cells, exact)


def player_rows(
    name: str, players: Sequence[str], payoffs: Sequence[Any], cells: Sequence[Cells], exact: bool | None
) -> Iterator[tuple[str, ...]]:
    """Yield the name of an equilibrium, player, payoff and further cells, of which each player has one line or more."""
    for index, (player, payoff, lines) in enumerate(zip(players, payoffs, cells, strict=True)):
        head = "" if index else name, player, number_text(payoff, exact)
        for line, further in enumerate(lines):
            yield *(("", "", "") if line else head), *further


def choices(game: Any, equilibrium: Any) -> list[list[tuple[str, Sequence[str], Sequence[Any]]]]:
    """Return for each player the name, the actions and the behavior at each information set that its actions reach."""
    if not equilibrium.behavior:
        return [[("", *each)] for each in zip(game.strategies, equilibrium.plans, strict=True)]
    names, sets = information_set_names(game), list[list[tuple[str, Sequence[str], Sequence[Any]]]]()
    for player, behavior in enumerate(equilibrium.behavior, 1):
        keys = [(player, number) for number in behavior]
        actions = [game.information_sets[key].actions for key in keys]
        sets.append([*zip(map(names.__getitem__, keys), actions, behavior.values(), strict=True)])
    return sets


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
    whose, place = columns.index("player"), columns.index("information set") if "information set" in columns else 0
    found: list[Row] = []
    head: Row = ()
    owners = set[str]()
    for row in rows:
        head = row if row[whose] else head  # a row below has no number, player and payoff of its own
        if player not in (None, head[whose]):
            continue
        owners |= {head[whose]} if row[place] == start else set()
        if start is None or found or row[place] == start:
            found.append(row if found else (*head[:place], *row[place:]))
    if len(owners) > 1:
        whose_sets = " and ".join(sorted(owners))
        raise ValueError(f"information sets of {whose_sets} have the name {start!r}; --player NAME chooses")
    if start is not None and not found:
        whose_set = f" of {player}" if player else ""
        raise ValueError(f"no information set{whose_set} has the name {start!r}; equal and empty names are numbers")
    limit = MAX_LINES if player is None and start is None and place else MAX_ROWS
    if len(found) <= limit:
        return found, ""
    return found[:limit], f"The first {limit} of {len(found):,} rows; {REST}"


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
    elif count == 1:
        sentences.append("The only equilibrium, checked exactly.")
    else:
        sentences.append(f"All {count} extreme equilibria, each checked exactly.")
    return sentences


def mixed_text(names: Sequence[str], probabilities: Sequence[Any], exact: bool | None) -> str:
    """Return the names of the support; with their probabilities unless one is certain."""
    support = [(name, probability) for name, probability in zip(names, probabilities, strict=True) if probability]
    if len(support) == 1:
        return support[0][0]
    return ", ".join(f"{name} {number_text(probability, exact)}" for name, probability in support)


def number_text(number: Any, exact: bool | None) -> str:
    """Return a number as a fraction or a decimal; if `exact` is None as a fraction that is short, or with ≈.

    Of an interval, which is so narrow that both ends are the same float, the decimal.
    """
    if not isinstance(number, Fraction):
        return f"≈{float(number):.12g}"
    if exact or number.denominator == 1 or (exact is None and number.denominator < LONG_DENOMINATOR):
        return exact_text(number)
    return f"{'≈' if exact is None else ''}{rounded(number):.6g}"


def _degenerate_sentence(subsets: tuple[tuple[int, ...], ...] | None) -> str:
    if subsets is None:
        return "The game is degenerate: infinitely many equilibria lie between those listed."
    groups = group_text(subsets)
    if not groups:
        return "The game is degenerate, but has no other equilibria."
    return (
        "The game is degenerate: infinitely many equilibria. Within a group, mixtures of the first player's strategies "
        f"and mixtures of the second's are equilibria too: {groups}."
    )


def group_text(subsets: tuple[tuple[int, ...], ...]) -> str:
    """Return the numbers of the equilibria in each group of several, counted from 1."""
    connected = [subset for subset in subsets if len(subset) > 1]
    return "; ".join(", ".join(integer_ranges(index + 1 for index in subset)) for subset in connected)
