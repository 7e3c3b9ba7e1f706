"""Games in normal form: payoff matrices, mixed strategies, and tables of any number of players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from numbers import Rational
from typing import Any, TypeAlias

from gametheory.model.game import Outcome
from gametheory.numbers.format import format_number, short_repr
from gametheory.numbers.table import Block, Printable, Table

PayoffMatrix: TypeAlias = Sequence[Sequence[Fraction]]  # by row strategy, then by column strategy
MixedStrategy: TypeAlias = tuple[Fraction, ...]  # the probability of each pure strategy

NUMBER = re.compile(r"[+-]?(\d+(/\d+|\.\d*)?|\.\d+)", re.ASCII)
MAX_DIGITS = 2_000  # of a payoff as text


def exact_payoffs(payoffs: Iterable[Iterable[Any]]) -> tuple[tuple[Fraction, ...], ...]:
    """Return a payoff matrix as Fractions, without rounding.

    >>> exact_payoffs([[1, "1/3"], [0.5, "-0.1"]])
    ((Fraction(1, 1), Fraction(1, 3)), (Fraction(1, 2), Fraction(-1, 10)))
    >>> exact_payoffs([[1, 2], [3]])
    Traceback (most recent call last):
    ValueError: row 1 has 1 payoffs, and row 0 has 2
    """
    rows = [_row(index, row) for index, row in enumerate(_entries(payoffs, "the payoff matrix"))]
    if not rows or not rows[0]:
        raise ValueError("a payoff matrix needs at least one row and one column")
    for index, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {index} has {len(row)} payoffs, and row 0 has {len(rows[0])}")
    return tuple(rows)


def _row(index: int, row: object) -> tuple[Fraction, ...]:
    return tuple(_payoff(index, column, value) for column, value in enumerate(_entries(row, f"row {index}")))


def _entries(values: Any, name: str) -> Iterable[Any]:
    # Text is iterable too, but "12" is not a row of two payoffs.
    with suppress(TypeError):
        if not isinstance(values, str | bytes):
            return list(values)  # a numpy array without dimensions only looks iterable
    raise ValueError(f"{name} is {values!r:.60}, not a sequence")


def _payoff(row: int, column: int, value: Any) -> Fraction:
    try:
        return exact_number(value)
    except ValueError as error:
        raise ValueError(f"row {row}, column {column}: {error}") from error


def exact_number(value: Any) -> Fraction:
    """Return a number of any library, or text such as "1/3", as a Fraction; a float is the fraction that it stores."""
    try:
        if isinstance(value, str):
            return _number(value)
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        return Fraction(*value.as_integer_ratio())
    except (AttributeError, ArithmeticError, ValueError) as error:
        raise ValueError(f"{value!r:.60} is not a finite number") from error


def _number(text: str) -> Fraction:
    """Return the number that text stands for; exponents are refused, since a short one can fill the memory."""
    if len(text) > MAX_DIGITS or not NUMBER.fullmatch(text.strip()):
        raise ValueError
    return Fraction(text.strip())


MAX_STRATEGIES = 20  # of a player in a table


@short_repr
@dataclass(frozen=True, slots=True)
class NormalForm(Printable):
    """A game in normal form: the strategies of each player, and an outcome for every strategy profile.

    >>> names = (("heads", "tails"), ("heads", "tails"))
    >>> won, lost = Outcome("", (Fraction(1), Fraction(-1))), Outcome("", (Fraction(-1), Fraction(1)))
    >>> pennies = NormalForm(("even", "odd"), names, (won, lost, lost, won))
    >>> pennies.payoff_matrix(1)
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(-1, 1)))
    """

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    outcomes: tuple[Outcome, ...]
    title: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if not self.players or len(self.strategies) != len(self.players):
            raise ValueError(f"strategies: {len(self.strategies)} lists for {len(self.players)} players")
        if len(self.outcomes) != (profiles := prod(map(len, self.strategies))) or not profiles:
            raise ValueError(f"outcomes: {len(self.outcomes)} for {profiles} strategy profiles")
        if any(len(outcome.payoffs) != len(self.players) for outcome in self.outcomes):
            raise ValueError(f"outcomes: each needs {len(self.players)} payoffs")

    def view(self) -> Iterable[Block]:
        """Return the payoffs of two players as one table, or the strategies of more players."""
        caption = self.title or f"{' against '.join(self.players)}: payoffs in this order"
        if len(self.players) > 2:
            players = zip(self.players, self.strategies, strict=True)
            rows = [(player, len(names), ", ".join(names[:MAX_STRATEGIES])) for player, names in players]
            yield Table(("player", "strategies", "names"), rows, caption)
            return
        payoffs = [", ".join(map(format_number, outcome.payoffs)) for outcome in self.outcomes]
        first, second = self.strategies if len(self.players) == 2 else (*self.strategies, ("",))
        cells = [(name, *payoffs[i :: len(first)][:MAX_STRATEGIES]) for i, name in enumerate(first)]
        yield Table(("", *second[:MAX_STRATEGIES]), cells, caption)

    @classmethod
    def from_payoffs(
        cls, row_payoffs: Iterable[Iterable[Any]], column_payoffs: Iterable[Iterable[Any]] | None = None
    ) -> NormalForm:
        """Return the two-player game with these payoff matrices; players are "row" and "column".

        >>> NormalForm.from_payoffs([[1, -1]]).outcomes[1]
        Outcome(name='', payoffs=(Fraction(-1, 1), Fraction(1, 1)))
        """
        first = exact_payoffs(row_payoffs)
        second = exact_payoffs(column_payoffs) if column_payoffs is not None else [[-p for p in row] for row in first]
        shape, other = (len(first), len(first[0])), (len(second), len(second[0]))
        if shape != other:
            raise ValueError(
                f"payoffs to the row player are {shape[0]} x {shape[1]}, to the column player {other[0]} x {other[1]}"
            )
        rows, columns = map(range, shape)
        outcomes = tuple(Outcome("", (first[i][j], second[i][j])) for j in columns for i in rows)
        names = tuple(tuple(str(number + 1) for number in moves) for moves in (rows, columns))
        return cls(("row", "column"), names, outcomes)

    @classmethod
    def from_array(cls, payoffs: Any) -> NormalForm:
        """Return the game of an array of shape n1 x ... x nk x k: the payoffs of k players for each strategy profile.

        An array of shape k x n1 x ... x nk, or a list of k arrays, has one array for each player.

        >>> NormalForm.from_array([[[1, 2], [3, "1/2"]]]).outcomes[1]
        Outcome(name='', payoffs=(Fraction(3, 1), Fraction(1, 2)))
        >>> NormalForm.from_array([[[1, 3, 5]], [[2, "1/2", 6]]]).outcomes[1]
        Outcome(name='', payoffs=(Fraction(3, 1), Fraction(1, 2)))
        """
        shape = array_shape(payoffs)
        players = len(shape) - 1
        listed = isinstance(payoffs, list | tuple) and len(getattr(payoffs[0], "shape", ())) == players
        if not all(shape) or players not in (shape[0], shape[-1]):
            allowed = "n1 x ... x nk x k, and k x n1 x ... x nk"
            raise ValueError(f"payoffs: an array of shape {' x '.join(map(str, shape))}; allowed: {allowed}")
        if players == shape[0] and (listed or players != shape[-1]):
            sizes = shape[1:]
            cells = list(zip(*(_profiles(each, sizes) for each in payoffs), strict=True))
        else:
            sizes = shape[:-1]
            cells = _profiles(payoffs, sizes)
        names = tuple(tuple(str(number + 1) for number in range(size)) for size in sizes)
        outcomes = tuple(Outcome("", own) for own in exact_payoffs(cells))
        return cls(tuple(f"player {number + 1}" for number in range(players)), names, outcomes)

    def cells(self) -> dict[tuple[int, ...], tuple[Fraction, ...]]:
        """Return the payoffs of each profile of strategies, counted from 0, in the order of the outcomes.

        >>> [*NormalForm.from_payoffs([[1, 2], [3, 4]]).cells()]
        [(0, 0), (1, 0), (0, 1), (1, 1)]
        """
        # the first player's strategy changes fastest
        profiles = product(*(range(len(own)) for own in reversed(self.strategies)))
        return {profile[::-1]: each.payoffs for profile, each in zip(profiles, self.outcomes, strict=True)}

    def payoff_matrix(self, player: int) -> tuple[tuple[Fraction, ...], ...]:
        """Return the payoffs to player 0 or 1 of a two-player game, by row and column."""
        if len(self.players) != 2:
            raise ValueError(f"the game has {len(self.players)} players; only two-player games have payoff matrices")
        rows = len(self.strategies[0])
        return tuple(tuple(outcome.payoffs[player] for outcome in self.outcomes[row::rows]) for row in range(rows))


def _profiles(array: Any, sizes: Sequence[int]) -> list[Any]:
    """Return the entries of an array of these sizes; the first player's strategy changes fastest."""
    cells = [array]
    for size in sizes:
        if any(len(cell) != size for cell in cells):
            raise ValueError("payoffs: not an array, because its rows differ in length")
        cells = [cell[number] for number in range(size) for cell in cells]
    return cells


def array_shape(array: Any) -> list[int]:
    """Return the lengths of a nested sequence, of its first entry, of the first of that, and so on.

    >>> array_shape([[1, "10"], [2, 3]])
    [2, 2]
    """
    shape = []
    while isinstance(array, list | tuple) or getattr(array, "shape", None):
        shape.append(len(array))
        array = array[0] if len(array) else None
    return shape
