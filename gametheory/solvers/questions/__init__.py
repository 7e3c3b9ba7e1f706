"""Questions about a strategy, answered exactly: correlated play, regret, dominance, commitment, evolutionary stability.

An answer consists of exact facts, which are the keys of its JSON too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from operator import getitem, mul
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from gametheory.model.classes import Payoffs
from gametheory.model.extensive_form import ExtensiveForm, information_set_names, player_names, with_distinct_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import reduced_normal_form
from gametheory.numbers.format import JsonObject, did_you_mean
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Printable
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.solution import Check

Profile: TypeAlias = tuple[int, ...]  # a strategy of each player, counted from 0
Cells: TypeAlias = Mapping[Profile, Payoffs]
Array: TypeAlias = NDArray[Any]  # of floats, or of truth values
Item = TypeVar("Item")
MAX_PROFILES = 2_000
NUMBER = r"\d+(?:\.\d+|/0*[1-9]\d*)?"
WEIGHT = re.compile(rf"[+-]?{NUMBER}", re.ASCII)
TERM = r"\s*([+-]?)\s*(?:({})\s*\*\s*)?{}\s*(?=[+-]|\Z)"


class Weighted(NamedTuple):
    """A profile of strategies, by name, and its probability."""

    profile: tuple[str, ...]
    probability: Fraction


@dataclass(frozen=True, repr=False)
class Answer(Printable):
    """An answer: the players, how the game was read, and what was checked again.

    `sets` has the information sets of each player, in the order of the actions in the names of strategies, if they are
    plans for a tree. `names` has the strategies of each player, in the order of `arrays`.

    An answer is a sequence of its main facts, in the attribute that `ITEMS` names.
    """

    ITEMS: ClassVar[str]
    NUMBERED: ClassVar[str] = ""  # what an item is, if it has several records

    players: tuple[str, ...]
    form: str
    checked: tuple[Check, ...]
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict, kw_only=True)
    names: tuple[tuple[str, ...], ...] = field(default=(), kw_only=True)

    def as_json(self) -> JsonObject:
        """Return the facts as values that `json.dumps` accepts; numbers are text such as "1/3"."""
        document = {each.name: json_of(getattr(self, each.name)) for each in fields(self)}
        # strategies of a table have no parts
        if not self.sets:
            del document["sets"]
        if not self.names:
            del document["names"]
        return document

    def __len__(self) -> int:
        """Return the number of main facts."""
        return len(getattr(self, self.ITEMS))

    def __bool__(self) -> bool:
        """Return True, also if there are no facts."""
        return True

    def __iter__(self) -> Iterator[Any]:
        """Yield the main facts."""
        return iter(getattr(self, self.ITEMS))

    def __getitem__(self, index: Any) -> Any:
        """Return one of the main facts, counted from 0, or a slice of them."""
        return getattr(self, self.ITEMS)[index]

    def rows(self) -> list[dict[str, object]]:
        """Return the main facts as rows for pandas: numbers are exact, and mixed strategies are text.

        >>> from gametheory import correlated
        >>> for row in correlated([[6, 2], [7, 0]], [[6, 7], [2, 0]]).rows()[:2]:
        ...     print(row)
        {'profile': '1, 1', 'probability': Fraction(1, 2)}
        {'profile': '2, 1', 'probability': Fraction(1, 4)}
        """
        rows: list[dict[str, object]] = []
        for number, item in enumerate(self, 1):
            records = item if self.NUMBERED else [item]
            for record in records:
                row: dict[str, object] = {self.NUMBERED: number} if self.NUMBERED else {}
                for name, value in record._asdict().items():
                    row[name] = _cell(value)
                rows.append(row)
        return rows

    def arrays(self) -> list[Array]:
        """Return the numbers of the answer as arrays of floats."""
        raise NotImplementedError

    def vector(self, player: int, mixed: Mapping[str, Fraction]) -> NDArray[np.float64]:
        """Return a mixed strategy of a player, counted from 0, as an array."""
        return np.array([float(mixed.get(name, 0)) for name in self.names[player]])

    def legend(self) -> Iterator[str]:
        """Yield for each player what the parts of the name of a strategy are, if it has several."""
        return plan_legend(self.sets)

    def __repr__(self) -> str:
        """Return the kind of the answer on one line; `print` shows the answer."""
        return f"<{type(self).__name__} of {', '.join(self.players)}>"


def json_of(value: Any) -> Any:
    """Return mappings, sequences and records as JSON has them, with exact numbers as text."""
    if isinstance(value, Fraction):
        return exact_text(value)
    is_record = hasattr(value, "_asdict") and not isinstance(value, Check)  # a check is a pair of texts
    if is_record:
        return json_of(value._asdict())
    if isinstance(value, Mapping):
        return {key: json_of(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return list(map(json_of, value))
    return value


def _cell(value: Any) -> Any:
    """Return a value of a row: a number or a text as it is, and anything else as text."""
    if value is None or isinstance(value, str | int | Fraction):
        return value
    if isinstance(value, Mapping):
        # a deviation has actions in place of probabilities
        if any(isinstance(number, str) for number in value.values()):
            return "; ".join(f"{name}: {action}" for name, action in value.items())
        return mixture_text(value)
    is_record = hasattr(value, "_asdict")
    return (" " if is_record else ", ").join(map(_text, value))


def _text(value: Any) -> str:
    cell = _cell(value)
    return exact_text(cell) if isinstance(cell, Fraction) else str(cell)


def plan_legend(sets: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield for each player what the parts of the names of plans are, if there are several.

    >>> list(plan_legend({"A": ["Monday", "Tuesday"], "B": ["Friday"]}))  # doctest: +ELLIPSIS
    ['A strategy of A has an action at each of Monday, Tuesday, in this order; * is a set that the strategy ...']
    """
    for player, names in sets.items():
        if len(names) > 1:
            excluded = "* is a set that the strategy itself excludes"
            yield f"A strategy of {player} has an action at each of {', '.join(names)}, in this order; {excluded}."


def sets_of(game: NormalForm | ExtensiveForm) -> dict[str, tuple[str, ...]]:
    """Return the information sets of each player of a tree, in the order of the actions in the names of plans.

    >>> from gametheory.formats.gambit import read_efg
    >>> sets_of(read_efg('EFG 2 R "" { "A" } p "" 1 7 "Monday" { "stay" "go" } 0 t "" 1 "" { 1 } t "" 2 "" { 2 }'))
    {'A': ('Monday',)}
    """
    if isinstance(game, NormalForm):
        return {}
    names = information_set_names(game)
    by_player: dict[str, list[str]] = {player: [] for player in player_names(game.players)}
    players = list(by_player)
    # a plan has the sets in the order of their first nodes
    for node in game.nodes:
        if node.player:
            own = by_player[players[node.player - 1]]
            if names[node.set_key] not in own:
                own.append(names[node.set_key])
    return {player: tuple(own) for player, own in by_player.items()}


def table_of(game: NormalForm | ExtensiveForm) -> tuple[NormalForm, str]:
    """Return a game as a table whose names can be keys, and what it is: of a tree its reduced normal form.

    >>> from gametheory.formats.gambit import read_efg
    >>> table_of(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "" { 1 } t "" 2 "" { 2 }'))[1]
    'the reduced normal form of a tree, 2'
    """
    if not game.players:
        raise ValueError("the game has 0 players: only chance moves, so there is no strategy")
    if isinstance(game, ExtensiveForm):
        # with names for actions without one, plans tell what they do at each set
        table = with_distinct_names(reduced_normal_form(with_distinct_names(game)))
        kind = "the reduced normal form of a tree"
    else:
        kind, table = "a table", with_distinct_names(game)
    sizes = [str(len(names)) for names in table.strategies]
    form = f"{kind}, {' x '.join(sizes)}"
    if len(table.outcomes) > MAX_PROFILES:
        raise ValueError(f"{form}, has {len(table.outcomes):,} profiles; at most {MAX_PROFILES:,} are allowed")
    return table, form


def weighted(names: Sequence[Sequence[str]], distribution: Mapping[Profile, Fraction]) -> tuple[Weighted, ...]:
    """Return profiles of some players by the names of their strategies, with their probabilities."""
    named = []
    for profile, probability in distribution.items():
        strategies = tuple(map(getitem, names, profile))
        named.append(Weighted(strategies, probability))
    return tuple(named)


def names_of(table: NormalForm, player: int, numbers: Mapping[int, Fraction]) -> dict[str, Fraction]:
    """Return the numbers that are not 0 of some strategies of a player, by name."""
    names = table.strategies[player]
    return {names[strategy]: number for strategy, number in sorted(numbers.items()) if number}


def dot(left: Iterable[Fraction], right: Iterable[Fraction]) -> Fraction:
    """Return the sum of the products of two rows of numbers."""
    return sum(map(mul, left, right), Fraction(0))


def mixture_text(mixed: Mapping[str, Fraction]) -> str:
    """Return a mixed strategy as text.

    >>> mixture_text({"left": Fraction(1, 3), "right": Fraction(2, 3)}), mixture_text({"left": Fraction(1)})
    ('left 1/3, right 2/3', 'left')
    """
    parts = []
    for name, probability in mixed.items():
        parts.append(name if probability == 1 else f"{name} {exact_text(probability)}")
    return ", ".join(parts)


def others_of(items: Sequence[Item], player: int) -> Sequence[Item]:
    """Return what the other players have, given what all have.

    >>> others_of(["a", "b", "c"], 1)
    ['a', 'c']
    """
    return [*items[:player], *items[player + 1 :]]


def joined(others: Profile, player: int, strategy: int) -> Profile:
    """Return the profile of a player's strategy and those of the others.

    >>> joined((5, 7), 1, 6)
    (5, 6, 7)
    """
    return (*others[:player], strategy, *others[player:])


def parse_objective(text: str | None, players: Sequence[str]) -> list[Fraction]:
    """Return the weight of each player in a sum such as "A + B", "2*A - 1/3*B" or "-A", or in a list such as "2, -1/3".

    None stands for the sum of all payoffs. Names are any text, so that a sum can have two readings, which is refused.

    >>> list(map(str, parse_objective("2*A - 1/3*B", ["A", "B"])))
    ['2', '-1/3']
    """
    if text is None:
        return [Fraction(1)] * len(players)
    listed = [part.strip() for part in text.split(",")]
    readings = set(_sums(text, players))
    # a list of weights is a reading too
    if len(listed) == len(players) and all(map(WEIGHT.fullmatch, listed)):
        readings.add(tuple(map(Fraction, listed)))
    weights = f"the weights in the order of the players, such as {', '.join('1' * len(players))!r}"
    # with a player called 'A - B', a text can be one name or the difference of two
    if len(readings) > 1:
        raise ValueError(f"{text!r} has several readings, since players have such names; allowed: {weights}")
    if not readings:
        example = " + ".join(players)
        words = set(re.findall(r"[^\W\d]\w*", text)) - set(players)
        close = "".join(did_you_mean(word, players) for word in sorted(words))
        allowed = f"allowed: names of players with factors, such as {example!r}"
        raise ValueError(f"{text!r} is no sum of payoffs; {allowed}{close}")
    return [*readings.pop()]


def _sums(text: str, players: Sequence[str]) -> Collection[tuple[Fraction, ...]]:
    """Return the weights of the readings of a text as a sum of names with factors, at most two of them."""
    terms = [re.compile(TERM.format(NUMBER, re.escape(name))) for name in players]
    # at each place two readings of the text before it suffice: what follows is the same for all of them
    readings: dict[int, set[tuple[Fraction, ...]]] = {0: {(Fraction(0),) * len(players)}}
    for start in range(len(text)):
        if start not in readings:
            continue
        for player, term in enumerate(terms):
            match = term.match(text, start)
            if match is None:
                continue
            sign = match[1]
            factor = match[2] or 1
            if start and not sign:  # only the first term needs none
                continue
            weight = Fraction(f"{sign}{factor}")
            after = readings.setdefault(match.end(), set())
            for weights in readings[start]:
                if len(after) < 2:
                    after.add((*weights[:player], weights[player] + weight, *weights[player + 1 :]))
    if text:
        return readings.get(len(text), ())
    return ()


class Equilibria(Protocol):
    """A result of `nash`, whose class imports this file."""

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players."""
        ...

    @property
    def equilibria(self) -> tuple[Equilibrium, ...]:
        """The equilibria, with their payoffs."""
        ...

    @property
    def complete(self) -> bool:
        """Whether all are listed."""
        ...


def best_equilibria(solution: Equilibria, objective: str) -> JsonObject:
    """Return the best of the listed equilibria for a sum of payoffs such as "A + B", as JSON.

    `equilibria` has their numbers from 0, `value` a number or the two ends of an interval. `certain` says whether no
    other equilibrium is better. The payoffs of two players are linear in each strategy, so that some extreme
    equilibrium is best of all; continua of more players leave it open.

    >>> from gametheory import nash
    >>> best_equilibria(nash([[2, 0], [0, 1]], [[1, 0], [0, 2]]), "row + column")
    {'objective': 'row + column', 'value': '3', 'equilibria': [0, 2], 'certain': True}
    """
    weights = parse_objective(objective, solution.players)
    sums = [_bounds_of_sum(weights, equilibrium.payoffs) for equilibrium in solution.equilibria]
    value: str | list[str] | None = None
    best: list[int] = []
    if sums:
        least = max(low for low, _ in sums)
        most = max(high for _, high in sums)
        # one whose interval reaches above the best lower end may be the best
        best = [index for index, (_, high) in enumerate(sums) if high >= least]
        if least == most:
            value = exact_text(least)
        else:
            value = [exact_text(least), exact_text(most)]
    is_all = solution.complete and not getattr(solution, "continua", ())
    return {"objective": objective, "value": value, "equilibria": best, "certain": bool(is_all)}


def _bounds_of_sum(weights: Sequence[Fraction], payoffs: Sequence[Any]) -> tuple[Fraction, Fraction]:
    """Return both ends of a weighted sum of payoffs; one that can be irrational is an interval."""
    low = high = Fraction(0)
    for weight, payoff in zip(weights, payoffs, strict=True):
        least, most = payoff, payoff
        if not isinstance(payoff, Fraction):
            least, most = payoff
        # a negative weight exchanges the ends
        ends = (weight * least, weight * most)
        low += min(ends)
        high += max(ends)
    return low, high
