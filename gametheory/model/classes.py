"""What is read off a game before it is solved: its class, its payoffs, and its positions and moves as text.

`classify` names the class, which decides the solver. `terminal_payoffs` are those of outcomes or of wins, and
`StoppingGame` turns discounted payoffs into the payoffs of a game that may stop after each move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from numbers import Integral
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq

from gametheory.model.game import Distribution, Exploration, GameRules, Move, Outcome, Position, RulesError
from gametheory.model.state_arrays import Integers, PositionMap
from gametheory.model.unfolding import StateGraph, state_arrays
from gametheory.numbers.format import did_you_mean
from gametheory.numbers.rationals import is_exact, to_fraction


class MoveOrder(StrEnum):
    """The order of moves: which players choose a move in a position."""

    CHANCE = "chance"
    SINGLE_PLAYER = "single-player"
    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


@dataclass(frozen=True)
class GameClass:
    """The class of a game, which decides the solver; `hidden` if some information is hidden.

    >>> print(GameClass(MoveOrder.SINGLE_PLAYER, chance=True, cyclic=False))
    single-player with chance moves, acyclic
    """

    order: MoveOrder
    chance: bool
    cyclic: bool | None
    hidden: bool = False

    def __str__(self) -> str:
        """Return the class in words."""
        if self.chance and self.order is not MoveOrder.CHANCE:
            with_chance = " with chance moves"
        else:
            with_chance = ""
        cycles = {True: ", cyclic", False: ", acyclic", None: ""}[self.cyclic]
        hidden = ", hidden information" if self.hidden else ""
        return f"{self.order}{with_chance}{cycles}{hidden}"


def classify(graph: StateGraph) -> GameClass:
    """Return the class of the game of a state graph, from all its positions.

    Cost: the positions and edges.

    >>> from gametheory import Castle, state_graph
    >>> print(classify(state_graph(Castle(10, 11, 15))))
    single-player, acyclic
    """
    arrays = state_arrays(graph)
    groups, _ = arrays.groups
    # One certain successor without a player's move is a chance move too: an event with one possible result.
    chance = arrays.probability_of is not None or not all(arrays.moves)
    return GameClass(_order(set(groups)), chance, arrays.order is None)


def class_so_far(exploration: Exploration) -> GameClass:
    """Return the class of a game as far as it is unfolded. Whether play can cycle is not known before the end.

    >>> print(class_so_far(Exploration(7, 3, 6, [("one",), ("two",)], False, [])))
    sequential
    """
    return GameClass(_order(set(exploration.groups)), exploration.chance, None)


def _order(groups: set[tuple[str, ...]]) -> MoveOrder:
    """Return the order of moves, given the groups of players who move at the same time somewhere."""
    # one position where two players decide makes the game simultaneous
    if any(len(group) > 1 for group in groups):
        return MoveOrder.SIMULTANEOUS
    players = {player for group in groups for player in group}
    if len(players) > 1:
        return MoveOrder.SEQUENTIAL
    return MoveOrder.SINGLE_PLAYER if players else MoveOrder.CHANCE


Payoffs: TypeAlias = tuple[Fraction, ...]


class ExactColumn(Sequence[Fraction]):
    """The payoff of a player in each position, made into a fraction when it is read.

    >>> list(ExactColumn([1, fmpq(1, 2)], [3, 1])), ExactColumn([1, fmpq(1, 2)], [3, 1]).exact()
    ([Fraction(1, 3), Fraction(1, 2)], [1/3, 1/2])
    """

    def __init__(self, numerators: Integers | list[fmpq], denominators: Integers | list[int]) -> None:
        self._numerators, self._denominators = numerators, denominators

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._denominators)

    def __getitem__(self, number: Any) -> Any:
        """Return the payoff in a position."""
        numerator = self._numerators[number]
        # a solver of cyclic games gives fractions of flint, compiled loops give machine integers
        if isinstance(numerator, fmpq):
            return to_fraction(numerator)
        return Fraction(int(numerator), int(self._denominators[number]))

    def exact(self) -> list[fmpq]:
        """Return the same numbers as numbers of flint."""
        numbers = []
        for numerator, denominator in zip(self._numerators, self._denominators, strict=True):
            exact = isinstance(numerator, fmpq)
            numbers.append(numerator if exact else fmpq(int(numerator), int(denominator)))
        return numbers


class ExactRows(Sequence[Payoffs]):
    """The payoffs of all players in each position, made into fractions when they are read.

    >>> ExactRows([ExactColumn([1, 2], [3, 4]), ExactColumn([-1, -2], [3, 4])])[1]
    (Fraction(1, 2), Fraction(-1, 2))
    """

    def __init__(self, columns: list[ExactColumn]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.columns[0])

    def __getitem__(self, number: object) -> Any:
        """Return the payoffs in a position."""
        return tuple(column[number] for column in self.columns)


def terminal_payoffs(graph: StateGraph) -> PositionMap[Payoffs]:
    """Return the payoffs of all players in each terminal position.

    These are the payoffs of the outcomes if all outcomes have some. If none has any and there are several players, an
    outcome with the name of a player is a win of that player, and any other outcome is a draw. A win of one of two
    players pays 1 to -1; one of three or more pays 1 to the winner and 0 to the others. A draw pays 0.
    Cost: the number of positions.

    >>> import networkx as nx
    >>> graph = nx.MultiDiGraph(game=type("Chess", (), {"players": ("white", "black")}))
    >>> graph.add_node("mate", outcome=Outcome("white"))
    >>> terminal_payoffs(graph)
    {'mate': (Fraction(1, 1), Fraction(-1, 1))}
    """
    arrays = state_arrays(graph)
    return PositionMap(arrays, arrays.outcome_of, payoffs_of_outcomes(arrays.game.players, arrays.outcomes))


def payoffs_of_outcomes(players: Sequence[str], outcomes: Sequence[Outcome]) -> list[Payoffs]:
    """Return the payoffs of all players for each outcome, as `terminal_payoffs` does for each terminal position.

    >>> payoffs_of_outcomes(("white", "black"), [Outcome("black"), Outcome("stalemate")])
    [(Fraction(-1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(0, 1))]
    """
    without = outcomes_without_payoffs(outcomes)
    if not without:
        return [tuple(map(Fraction, outcome.payoffs)) for outcome in outcomes]
    # without a win of any player the names say nothing: all outcomes would be draws
    if len(players) < 2 or set(players).isdisjoint(without):
        close = "".join(did_you_mean(name, players) for name in without)
        raise ValueError(
            f"{_have_no_payoffs(without)} named after a player, which would be a win; "
            f"the players are {', '.join(players) or 'none'}{close}"
        )
    payoffs_of = dict(zip(players, _payoffs_of_wins(len(players)), strict=True))
    draw = (Fraction(0),) * len(players)
    return [payoffs_of.get(outcome.name, draw) for outcome in outcomes]


def _have_no_payoffs(names: Sequence[str]) -> str:
    """Return the first half of a refusal of outcomes that have neither payoffs nor the name of a player.

    >>> _have_no_payoffs(["Bob"])
    "outcome 'Bob' has no payoffs and is not"
    """
    if len(names) == 1:
        return f"outcome {names[0]!r} has no payoffs and is not"
    return f"outcomes {', '.join(map(repr, names))} have no payoffs and are not"


def _payoffs_of_wins(count: int) -> list[Payoffs]:
    """Return what a win of each of several players pays to all: of two players, 1 and -1; of more, 1 and 0."""
    loss = Fraction(-1 if count == 2 else 0)
    rows = []
    for winner in range(count):
        payoffs = [loss] * count
        payoffs[winner] = Fraction(1)
        rows.append(tuple(payoffs))
    return rows


def outcomes_without_payoffs(outcomes: Collection[Outcome]) -> list[str]:
    """Return the names of the outcomes without payoffs; raise ValueError if other outcomes have some.

    >>> outcomes_without_payoffs([Outcome("white"), Outcome("draw")])
    ['draw', 'white']
    """
    # with some payoffs a name without any is probably forgotten, not a win
    without = sorted({outcome.name for outcome in outcomes if not outcome.payoffs})
    if without and any(outcome.payoffs for outcome in outcomes):
        raise ValueError(f"some outcomes have payoffs, and {', '.join(without)} has none")
    return without


def is_zero_sum(terminal_payoffs: Mapping[Position, Payoffs]) -> bool:
    """Return whether there are two players whose payoffs add to 0 in every terminal position.

    >>> is_zero_sum({"a": (Fraction(1), Fraction(-1))}), is_zero_sum({"a": (Fraction(1), Fraction(1))})
    (True, False)
    """
    different: Iterable[Payoffs] = terminal_payoffs.values()
    if isinstance(terminal_payoffs, PositionMap):
        different = terminal_payoffs.table  # equal payoffs once
    return all(len(payoffs) == 2 and sum(payoffs) == 0 for payoffs in different)


def require_zero_sum(players: Sequence[str], terminal_payoffs: Mapping[Position, Payoffs]) -> None:
    """Raise ValueError unless two players have opposite payoffs in every terminal position."""
    if len(players) != 2 or not is_zero_sum(terminal_payoffs):
        raise ValueError("not a zero-sum game of two players")


class Stopped(NamedTuple):
    """The end of a discounted game after some move, with the payoffs of all players."""

    payoffs: tuple[Fraction, ...]


def discount_factor(game: object) -> Fraction | None:
    """Return the discount factor of a game, its attribute `discount`; None if it has none.

    >>> discount_factor(type("Game", (), {"discount": Fraction(9, 10), "stage_payoffs": None}))
    Fraction(9, 10)
    """
    factor = getattr(game, "discount", None)
    if factor is None:
        return None
    if type(factor) is not Fraction or not 0 < factor < 1:
        raise RulesError(f"discount is {factor!r}, not a Fraction greater than 0 and less than 1")
    if not hasattr(game, "stage_payoffs"):
        raise RulesError("discount: the game has no method stage_payoffs(position, *moves)")
    return factor


def checked_stage_payoffs(game: Any, position: Position, moves: tuple[Move, ...]) -> tuple[Fraction, ...]:
    """Return the payoffs of all players for one move, from the method `stage_payoffs`.

    >>> class Game:
    ...     players = ("one",)
    ...     def stage_payoffs(self, position, *moves): return (2,)
    >>> checked_stage_payoffs(Game(), "start", ("go",))
    (Fraction(2, 1),)
    """
    payoffs = game.stage_payoffs(position, *moves)
    exact = isinstance(payoffs, tuple) and all(map(is_exact, payoffs))
    if not exact or len(payoffs) != len(game.players):
        raise RulesError(f"stage_payoffs in {position} is {payoffs!r}, not a tuple of one exact number for each player")
    return tuple(map(Fraction, payoffs))


class StoppingGame:
    """A discounted game as a game without discount, which stops after each move with a probability.

    With the discount factor d, the payoffs r of a move are followed with probability 1 - d by the end, where they are
    paid as r / (1 - d), and play goes on with probability d. The expected payoffs are the discounted sums: those of
    the move number t, counted from 0, and those of an outcome after t moves, times d to the power t (Shapley 1953).

    References
    ----------
    L. S. Shapley, Stochastic games (1953).

    >>> class Rent:
    ...     players, discount = ("owner",), Fraction(9, 10)
    ...     def start(self): return "house"
    ...     def outcome(self, position): return None
    ...     def moves(self, position, player): return ("rent",)
    ...     def after(self, position, move): return "house"
    ...     def stage_payoffs(self, position, move): return (1,)
    >>> StoppingGame(Rent()).after("house", "rent")
    {'house': Fraction(9, 10), Stopped(payoffs=(Fraction(10, 1),)): Fraction(1, 10)}
    """

    def __init__(self, game: GameRules) -> None:
        factor = discount_factor(game)
        if factor is None:
            raise RulesError("the game has no discount")
        self.game = game
        self.factor = factor
        self.players = game.players

    def start(self) -> Any:
        """Return the first position."""
        return self.game.start()

    def outcome(self, position: object) -> Outcome | None:
        """Return the outcome of a terminal position."""
        if isinstance(position, Stopped):
            return Outcome("stopped", position.payoffs)
        return self.game.outcome(position)

    def moves(self, position: object, player: str) -> Iterable[object]:
        """Return the moves of a player."""
        if isinstance(position, Stopped):
            return ()
        return self.game.moves(position, player)

    def after(self, position: object, *moves: object) -> Distribution[object]:
        """Return the distribution of the next position: as in the game, or stopped."""
        result = self.game.after(position, *moves)
        # a certain next position, too, is reached with the probability d only
        following = result if isinstance(result, Distribution) else {result: Fraction(1)}
        stop = 1 - self.factor
        # r / (1 - d) with probability 1 - d is r on average
        payoffs = checked_stage_payoffs(self.game, position, moves)
        probabilities: dict[object, Fraction] = {}
        for successor, probability in following.items():
            probabilities[successor] = self.factor * probability
        probabilities[Stopped(tuple(payoff / stop for payoff in payoffs))] = stop
        return Distribution(probabilities)


def short_text(value: object) -> str:
    """Return a position or a move as text, without the class name of a named tuple.

    >>> from gametheory.games.castle import Volley
    >>> short_text(Volley(1, 0)), short_text("heads")
    ('(1, 0)', 'heads')
    """
    if isinstance(value, tuple):
        return str(tuple(value))
    return str(value)


class Labels(NamedTuple):
    """How a game writes its positions and moves for a reader."""

    position: Callable[[Position], str]
    move: Callable[[Position, Move], str]


def labels_of(game: object) -> Labels:
    """Return `label` and `label_move` of the rules, and `short_text` for each that they do not have.

    >>> class Coins:
    ...     def label(self, heads): return f"{heads} heads"
    >>> labels = labels_of(Coins())
    >>> labels.position(3), labels.move(3, (1, 0))
    ('3 heads', '(1, 0)')
    """

    def text(name: str, *arguments: object) -> str:
        method = getattr(game, name, None)
        if not callable(method):
            return short_text(arguments[-1])
        try:
            return str(method(*arguments))
        except Exception as error:  # the rules are any code
            call = f"{name}({', '.join(map(str, arguments))})"
            raise RulesError(f"{call} fails: {type(error).__name__}: {error}") from error

    return Labels(partial(text, "label"), partial(text, "label_move"))


def json_value(value: object) -> Any:
    """Return a position or a move for JSON: numbers, texts, and lists for tuples; otherwise its text.

    >>> from fractions import Fraction
    >>> json_value((3, "red", (None, Fraction(1, 2)))), json_value(frozenset({1}))
    ([3, 'red', [None, '1/2']], 'frozenset({1})')
    """
    if isinstance(value, tuple):
        return list(map(json_value, value))
    if value is None or isinstance(value, str | float | bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    return str(value)
