"""Games in normal form: payoff matrices, mixed strategies, and tables of any number of players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain, islice, product
from math import prod
from numbers import Rational
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from gametheory.model.game import LIMITS, Outcome
from gametheory.numbers.format import brief, format_number, short_repr
from gametheory.numbers.table import Block, Printable, Table

PayoffMatrix: TypeAlias = Sequence[Sequence[Fraction]]  # by row strategy, then by column strategy
MixedStrategy: TypeAlias = tuple[Fraction, ...]  # the probability of each pure strategy

T = TypeVar("T")

MAX_STRATEGIES = 20  # of a player in a table
MAX_PROFILES = 64  # of three or more players in a table


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
        profiles = prod(map(len, self.strategies))
        if len(self.outcomes) != profiles or not profiles:
            raise ValueError(f"outcomes: {len(self.outcomes)} for {profiles} strategy profiles")
        if any(len(outcome.payoffs) != len(self.players) for outcome in self.outcomes):
            raise ValueError(f"outcomes: each needs {len(self.players)} payoffs")

    def view(self) -> Iterable[Block]:
        """Return the payoffs of two players as one table, or the strategies of more players."""
        if len(self.players) > 2:
            caption = self.title or f"{' against '.join(self.players)}: payoffs in this order"
            rows = []
            for player, names in zip(self.players, self.strategies, strict=True):
                rows.append((player, len(names), ", ".join(names[:MAX_STRATEGIES])))
            yield Table(("player", "strategies", "names"), rows, caption)
            return
        yield self.payoff_table()

    def payoff_table(self) -> Table:
        """Return the payoffs: of two players with a row for each strategy, of more with a row for each profile."""
        if len(self.players) > 2:
            profiles = islice(profiles_in_order(self.strategies), MAX_PROFILES)
            pairs = zip(profiles, self.outcomes, strict=False)
            rows = [(*profile, _payoffs_text(outcome)) for profile, outcome in pairs]
            caption = self.title
            if len(self.outcomes) > MAX_PROFILES:
                caption += f" (the first {MAX_PROFILES} of {len(self.outcomes):,} profiles)"
            return Table((*self.players, "payoffs"), rows, caption.strip(), left=(*self.players, "payoffs"))
        caption = self.title or f"{' against '.join(self.players)}: payoffs in this order"
        payoffs = [_payoffs_text(outcome) for outcome in self.outcomes]
        first, second = self.strategies if len(self.players) == 2 else (*self.strategies, ("",))
        cells = []
        for row, name in enumerate(first):
            own = payoffs[row :: len(first)]  # the first player's strategy changes fastest
            cells.append((name, *own[:MAX_STRATEGIES]))
        return Table(("", *second[:MAX_STRATEGIES]), cells, caption)

    @classmethod
    def from_payoffs(cls, row_payoffs: Iterable[object], column_payoffs: Iterable[object] | None = None) -> NormalForm:
        """Return the two-player game with these payoff matrices; players are "row" and "column".

        >>> NormalForm.from_payoffs([[1, -1]]).outcomes[1]
        Outcome(name='', payoffs=(Fraction(-1, 1), Fraction(1, 1)))
        """
        first = exact_payoffs(row_payoffs)
        if column_payoffs is None:  # zero-sum
            opposite = []
            for line in first:
                opposite.append(tuple(-payoff for payoff in line))
            second = tuple(opposite)
        else:
            second = exact_payoffs(column_payoffs)
        shape = len(first), len(first[0])
        other = len(second), len(second[0])
        if shape != other:
            raise ValueError(
                f"payoffs to the row player are {shape[0]} x {shape[1]}, to the column player {other[0]} x {other[1]}"
            )
        names = _numbered_strategies(shape)
        outcomes = []
        for row, column in profiles_in_order(map(range, shape)):
            outcomes.append(Outcome("", (first[row][column], second[row][column])))
        return cls(("row", "column"), names, tuple(outcomes))

    @classmethod
    def from_array(cls, payoffs: object, axis: int | None = None) -> NormalForm:
        """Return the game of an array of shape n1 x ... x nk x k: the payoffs of k players for each strategy profile.

        `axis` is that of the players: -1, or 0 for k arrays of shape n1 x ... x nk. None: the only one that fits; if
        both do, the last one of lists of tuples, and otherwise ValueError.

        >>> NormalForm.from_array([[[1, 2], [3, "1/2"]]]).outcomes[1]
        Outcome(name='', payoffs=(Fraction(3, 1), Fraction(1, 2)))
        >>> NormalForm.from_array([[[1, 3, 5]], [[2, "1/2", 6]]]).outcomes[1]
        Outcome(name='', payoffs=(Fraction(3, 1), Fraction(1, 2)))
        """
        nested = read_nested(payoffs)
        players = len(nested.shape) - 1
        first = _axis_of_players(nested, axis) == 0
        if first:
            sizes = nested.shape[1:]
        else:
            sizes = nested.shape[:-1]
        # one axis of the array is that of the players, all others are strategies
        numbers = exact_entries(nested)
        count = prod(sizes)
        # in an array the last player's strategy changes fastest, in the list of outcomes the first player's
        order = np.arange(count).reshape(sizes).transpose().ravel().tolist()
        outcomes = []
        for profile in order:
            start = profile * players
            if first:
                own = numbers[profile::count]
            else:
                own = numbers[start : start + players]
            outcomes.append(Outcome("", tuple(own)))
        return cls(numbered_players(players), _numbered_strategies(sizes), tuple(outcomes))

    @classmethod
    def from_profiles(cls, payoffs: Mapping[object, object]) -> NormalForm:
        """Return the game of a dict: the payoffs of all players for each profile, a tuple of strategies of any kind.

        >>> game = NormalForm.from_profiles({("up", "left"): (1, 2), ("down", "left"): (0, "1/3")})
        >>> game.strategies, game.outcomes[1].payoffs
        ((('up', 'down'), ('left',)), (Fraction(0, 1), Fraction(1, 3)))
        """
        players = len(next((profile for profile in payoffs if isinstance(profile, tuple)), ()))
        for profile in payoffs:
            if not isinstance(profile, tuple) or len(profile) != players:
                raise ValueError(f"payoffs: the key {brief(profile)} of a dict; {PROFILES}")
        if not players:
            raise ValueError(f"payoffs: a dict without a profile; {PROFILES}")
        strategies = [[*dict.fromkeys(own)] for own in zip(*payoffs, strict=True)]
        outcomes = []
        for profile in profiles_in_order(strategies):
            if profile not in payoffs:
                raise ValueError(f"payoffs: a dict without the profile {brief(profile)}; {PROFILES}")
            entries = sequence_of(payoffs[profile])
            if entries is None or len(entries) != players:
                raise ValueError(f"payoffs: {brief(payoffs[profile])} for the profile {brief(profile)}; {PROFILES}")
            try:
                outcomes.append(Outcome("", tuple(map(exact_number, entries))))
            except ValueError as error:
                raise ValueError(f"payoffs of the profile {brief(profile)}: {error}") from error
        names = tuple(tuple(map(str, own)) for own in strategies)
        return cls(numbered_players(players), names, tuple(outcomes))

    def cells(self) -> dict[tuple[int, ...], tuple[Fraction, ...]]:
        """Return the payoffs of each profile of strategies, counted from 0, in the order of the outcomes.

        >>> [*NormalForm.from_payoffs([[1, 2], [3, 4]]).cells()]
        [(0, 0), (1, 0), (0, 1), (1, 1)]
        """
        profiles = profiles_in_order(range(len(own)) for own in self.strategies)
        return {profile: outcome.payoffs for profile, outcome in zip(profiles, self.outcomes, strict=True)}

    def payoff_matrix(self, player: int) -> tuple[tuple[Fraction, ...], ...]:
        """Return the payoffs to player 0 or 1 of a two-player game, by row and column."""
        if len(self.players) != 2:
            raise ValueError(f"the game has {len(self.players)} players; only two-player games have payoff matrices")
        payoffs = [outcome.payoffs[player] for outcome in self.outcomes]
        rows = len(self.strategies[0])
        return tuple(tuple(payoffs[row::rows]) for row in range(rows))


def _payoffs_text(outcome: Outcome) -> str:
    return ", ".join(map(format_number, outcome.payoffs))


def profiles_in_order(strategies: Iterable[Iterable[T]]) -> Iterator[tuple[T, ...]]:
    """Yield the profiles of strategies in the order of the outcomes: the first player's strategy changes fastest.

    >>> list(profiles_in_order(["ab", "cd"]))
    [('a', 'c'), ('b', 'c'), ('a', 'd'), ('b', 'd')]
    """
    for backward in product(*reversed(list(strategies))):
        yield backward[::-1]


def numbered_players(count: int) -> tuple[str, ...]:
    """Return names of players without names.

    >>> numbered_players(2)
    ('player 1', 'player 2')
    """
    return tuple(f"player {number}" for number in range(1, count + 1))


def _numbered_strategies(sizes: Iterable[int]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, range(1, size + 1))) for size in sizes)


NUMBER = re.compile(r"[+-]?(\d+(/\d+|\.\d*)?|\.\d+)", re.ASCII)
MAX_DIGITS = 2_000  # of a payoff as text
MAX_PAYOFFS, MAX_AXES = 1_000_000, 32
PROFILES = "allowed: a tuple of strategies, one of each player, and their payoffs, as in {('up', 'left'): (1, 2), ...}"
WAYS = (
    "allowed: an array for each player, as in nash(A, B) or [numpy.array(A), ...], "
    "or a tuple for each profile, as in [[(1, 2), ...], ...]"
)


class Nested(NamedTuple):
    """The lengths of nested sequences, their entries in order, and whether the innermost ones alone are tuples."""

    shape: tuple[int, ...]
    entries: list[object]
    tuples: bool


def read_nested(values: object) -> Nested:
    """Return nested sequences, or an array or a matrix of any library, level by level.

    The sequences of a level have one length, so that what contains itself comes to the limit of axes or of entries.

    >>> read_nested([[1, "10"], [2, 3]])
    Nested(shape=(2, 2), entries=[1, '10', 2, 3], tuples=False)
    """
    if isinstance(values, Nested):
        return values
    shape: tuple[int, ...] = ()
    entries, tuples = [values], [False]
    while True:
        rows = list(map(sequence_of, entries))
        if all(row is None for row in rows):
            return Nested(shape, entries, tuples[-1] and not tuples[-2])
        # all sequences of a level are of one length, so the entries of the next level are in a grid
        shape = *shape, _common_length(entries, rows, shape)
        _require_few(shape)
        if not shape[-1]:
            raise ValueError("a payoff matrix needs at least one row and one column")
        tuples.append(all(isinstance(row, tuple) for row in rows))
        entries = list(chain.from_iterable(row or () for row in rows))


def sequence_of(value: object) -> Sequence[object] | None:
    """Return the entries of a sequence, an array or a matrix, of a vector as a tuple; None for a number or a text.

    >>> sequence_of(np.array([1, 2])), sequence_of("12")
    ((1, 2), None)
    """
    if isinstance(value, int | float | Fraction | str | bytes | bytearray):
        return None
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        _require_few(shape)
    for method in ("toarray", "to_numpy"):  # of sparse matrices, and of data frames
        if hasattr(value, method):
            value = getattr(value, method)()
    # an array of another library, which numpy can read
    if not hasattr(value, "tolist") and hasattr(value, "__array__"):
        value = np.asarray(value)
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind in ("m", "M"):
        raise ValueError(f"{brief(value)} has times, not numbers")
    if hasattr(value, "tolist"):
        vector = getattr(value, "ndim", 0) == 1
        if vector:
            value = tuple(value.tolist())
        else:
            value = value.tolist()
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, Set | Mapping):
        raise ValueError(f"{brief(value)} has no order; allowed: lists, tuples and arrays")
    # an iterator can be endless
    if isinstance(value, Iterable):
        return list(islice(value, MAX_PAYOFFS + 1))
    return None


def _common_length(entries: Sequence[object], rows: Sequence[Sequence[object] | None], shape: tuple[int, ...]) -> int:
    """Return the length of all sequences of a level; raise ValueError, which names the first other one."""
    length = len(next(row for row in rows if row is not None))
    for number, row in enumerate(rows):
        if row is None:
            raise ValueError(f"{_place(number, shape)} is {brief(entries[number])}, not a sequence")
        if len(row) != length:
            raise ValueError(f"{_place(number, shape)} has {len(row)} payoffs, and {_place(0, shape)} has {length}")
    return length


def _require_few(shape: tuple[int, ...]) -> None:
    """Raise ValueError if an array has too many entries or axes."""
    if len(shape) <= MAX_AXES and prod(shape) <= MAX_PAYOFFS:
        return
    size = " x ".join(map(str, shape[:4]))
    if len(shape) > 4:
        size += " x ..."
    raise ValueError(f"payoffs: {size}; at most {MAX_PAYOFFS:,} payoffs on {MAX_AXES} axes are allowed; see {LIMITS}")


def _place(number: int, shape: tuple[int, ...]) -> str:
    """Return where an entry of an array is, such as "row 0, column 1"."""
    if not shape:
        return "the payoff matrix"
    index = tuple(map(int, np.unravel_index(number, shape)))
    if len(index) > 2:
        return f"entry {index}"
    words = zip(("row", "column"), index, strict=False)
    return ", ".join(f"{word} {coordinate}" for word, coordinate in words)


def _axis_of_players(nested: Nested, axis: int | None) -> int:
    """Return the first or the last axis, if its length is the number of the others."""
    shape = nested.shape
    text = " x ".join(map(str, shape))
    fitting = []
    for candidate in (0, -1):
        fits = shape and shape[candidate] == len(shape) - 1
        if fits and axis in (None, candidate):
            fitting.append(candidate)
    if not fitting:
        raise ValueError(f"payoffs: an array of shape {text}; allowed: n1 x ... x nk x k, and k x n1 x ... x nk")
    # lists of tuples say that the players are last
    if len(fitting) == 2 and not nested.tuples:
        raise ValueError(f"payoffs: in the shape {text} the players can be the first axis or the last; {WAYS}")
    return fitting[-1]


def exact_payoffs(payoffs: Iterable[object]) -> tuple[tuple[Fraction, ...], ...]:
    """Return a payoff matrix as Fractions, without rounding.

    >>> exact_payoffs([[1, "1/3"], [0.5, "-0.1"]])
    ((Fraction(1, 1), Fraction(1, 3)), (Fraction(1, 2), Fraction(-1, 10)))
    >>> exact_payoffs([[1, 2], [3]])
    Traceback (most recent call last):
    ValueError: row 1 has 1 payoffs, and row 0 has 2
    """
    nested = read_nested(payoffs)
    if len(nested.shape) < 2:
        raise ValueError(f"{_place(0, nested.shape)} is {brief(nested.entries[0])}, not a sequence")
    if len(nested.shape) > 2:
        raise ValueError(f"payoffs: an array of shape {' x '.join(map(str, nested.shape))}, not a matrix")
    numbers = iter(exact_entries(nested))
    rows, columns = nested.shape
    return tuple(tuple(islice(numbers, columns)) for _ in range(rows))


def exact_entries(nested: Nested) -> list[Fraction]:
    """Return all entries as Fractions; raise ValueError, which names the place of one that is no number."""
    numbers = []
    for number, entry in enumerate(nested.entries):
        try:
            numbers.append(exact_number(entry))
        except ValueError as error:
            raise ValueError(f"{_place(number, nested.shape)}: {error}") from error
    return numbers


def exact_number(value: Any) -> Fraction:
    """Return a number of any library, or text such as "1/3", as a Fraction; a float is the fraction that it stores."""
    try:
        if type(value) is int:
            return Fraction(value)
        if isinstance(value, str):
            return _number(value)
        # numpy's truth values are no numbers to Python
        if isinstance(value, np.bool_):
            return Fraction(bool(value))
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        if isinstance(value, Decimal) and abs(value.adjusted()) > MAX_DIGITS:
            raise ValueError
        return Fraction(*value.as_integer_ratio())
    except (AttributeError, ArithmeticError, TypeError, ValueError) as error:
        raise ValueError(f"{brief(value)} is not a finite number that is exact, such as 1, 0.5 or '1/3'") from error


def _number(text: str) -> Fraction:
    """Return the number that text stands for; exponents are refused, since a short one can fill the memory."""
    if len(text) > MAX_DIGITS or not NUMBER.fullmatch(text.strip()):
        raise ValueError
    return Fraction(text.strip())
