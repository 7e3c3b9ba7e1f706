"""Theorems about games whose players see the position: the value, or payoffs of a subgame-perfect equilibrium."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from gametheory.model.classify import MoveOrder
from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs, terminal_payoffs
from gametheory.model.position_text import Labels, labels_of
from gametheory.render.theorems.text import (
    MAX_POSITIONS,
    Line,
    NotStated,
    Theorem,
    check_number,
    exact,
    list_definition,
    parts,
    rational,
    rationals,
    whole_file,
)
from gametheory.solvers.solution import Solution

Follows = list[tuple[int, Fraction]]  # the numbers of the positions that can follow, with probabilities


class _Place(NamedTuple):
    """A position in the table: the active players and their moves, what follows each joint move, the strategies."""

    moves: Mapping[str, list[Move]]
    follows: Mapping[tuple[Move, ...], Follows]
    strategy: Mapping[str, Mapping[Move, Fraction]]


class _Table:
    """The positions of a game, numbered from 1, each before those that can follow it."""

    def __init__(self, solution: Solution) -> None:
        self.arrays, self.strategy = solution.arrays, solution.strategy
        self.players: Sequence[str] = solution.arrays.game.players
        order = solution.arrays.order
        assert order is not None  # acyclic
        self.order = order.tolist()
        self.rank = {number: rank for rank, number in enumerate(self.order, 1)}
        self.payoffs = terminal_payoffs(solution.arrays)
        self.labels: Labels = labels_of(solution.arrays.game)

    @cached_property
    def places(self) -> list[_Place | Payoffs]:
        """The places of all positions in order; payoffs where play is over."""
        return [*map(self._place, self.order)]

    def _place(self, number: int) -> _Place | Payoffs:
        arrays, (groups, group_of) = self.arrays, self.arrays.groups
        position = arrays.positions[number]
        if arrays.outcome_of[number] >= 0:
            return self.payoffs[position]
        active = groups[group_of[number]]
        joints = arrays.moves_in(number)
        follows = {
            moves: [(self.rank[int(arrays.successor[edge])], arrays.probability(edge)) for edge in arrays.edges(joint)]
            for moves, joint in zip(joints, arrays.joints(number), strict=True)
        }
        moves = {player: [*dict.fromkeys(joint[k] for joint in joints)] for k, player in enumerate(active)}
        return _Place(moves, follows, self.strategy.get(position, {}) if active else {})

    @cached_property
    def values(self) -> list[Payoffs]:
        """The expected payoffs of all players from each position on, if they play their strategies."""
        values: list[Payoffs] = [()] * (len(self.places) + 1)
        for rank in range(len(self.places), 0, -1):
            place = self.places[rank - 1]
            values[rank] = self._expected(place, values) if isinstance(place, _Place) else place
        return values[1:]

    def _expected(self, place: _Place, values: Sequence[Payoffs]) -> Payoffs:
        total = [Fraction(0)] * len(self.players)
        for joint, follows in place.follows.items():
            weight = Fraction(1)
            for player, move in zip(place.moves, joint, strict=True):
                weight *= place.strategy[player].get(move, Fraction(0))
            for rank, probability in follows if weight else ():
                total = [have + weight * probability * own for have, own in zip(total, values[rank], strict=True)]
        return tuple(total)

    def position(self, rank: int) -> Position:
        """Return the position with a number in the table."""
        position: Position = self.arrays.positions[self.order[rank - 1]]
        return position

    def comment(self, rank: int) -> str:
        """Return what a position is, and which moves the players have there."""
        position, place = self.position(rank), self.places[rank - 1]
        if not isinstance(place, _Place):
            return f"{self.labels.position(position)}; the end"
        moves = [
            f"{player}: {', '.join(self.labels.move(position, move) for move in own)}"
            for player, own in place.moves.items()
        ]
        return f"{self.labels.position(position)}; {'; '.join(moves) or 'chance'}"


def theorem_of_positions(solution: Solution, name: str, title: str) -> Theorem:
    """Return the file with a theorem about a solution whose players see the position; raise NotStated if there is none.

    >>> from gametheory import solve
    >>> from gametheory.games.castle import Castle
    >>> theorem_of_positions(solve(Castle(10, 11, 15)), "Castle", "Castle 10 11 15")
    Traceback (most recent call last):
    gametheory.render.theorems.text.NotStated: the outcomes have no payoffs
    """
    _require_statement(solution)
    table = _Table(solution)
    if len(table.arrays) > MAX_POSITIONS:
        raise NotStated(f"the game has {len(table.arrays):,} positions; a theorem states at most {MAX_POSITIONS:,}")
    return _value(table, name, title) if solution.zero_sum else _turns(table, name, title)


def _require_statement(solution: Solution) -> None:
    if solution.game_class.cyclic:
        raise NotStated("play can cycle, so that the table is no finite tree of plays")
    if solution.criterion:
        raise NotStated("the game pays after every move, and not at the ends of its plays")
    if not solution.payoffs:
        raise NotStated("the outcomes have no payoffs")
    if solution.epsilon is not None:
        raise NotStated("the strategies are only an ε-equilibrium")
    if not solution.zero_sum and solution.game_class.order is MoveOrder.SIMULTANEOUS:
        raise NotStated("players move simultaneously, and the game is not zero-sum; `nash --theorem` states equilibria")


def _value(table: _Table, name: str, title: str) -> Theorem:
    first, second = table.players
    positions, lines = [], []
    for rank, (place, (value, _)) in enumerate(zip(table.places, table.values, strict=True), 1):
        text, numbers, weights = _as_place(place, table.players)
        positions.append(Line(f"position {rank} ({text})", table.comment(rank)))
        number = check_number([rank, *numbers, *parts([value]), *parts(weights[0]), *parts(weights[1])])
        lines.append(Line(f"Line {rational(value)} {' '.join(map(rationals, weights))} {number}", ""))
    start = table.rank[table.arrays.start]
    value = table.values[start - 1][0]
    claim = [
        f"{title}: its value to {first} is {exact(value)}, exactly.",
        f"{first}, the first player, can guarantee this expected payoff against every strategy of {second},",
        f"and {second}, who pays it, can guarantee to pay no more. Position {start} is the start of the game.",
        f"The table was computed by Python: it lists all {len(table.arrays):,} positions that the rules reach.",
    ]
    definitions = [list_definition("game", "table", positions), list_definition("certificate", "list line", lines)]
    statement = f"value_of_{name} : value game {start} {rational(value)}"
    proof = f"checked_value game certificate {start} {rational(value)}"
    return whole_file(name, claim, "Value", definitions, statement, proof)


def _as_place(place: _Place | Payoffs, players: Sequence[str]) -> tuple[str, list[int], list[list[Fraction]]]:
    """Return a place of `Value.v` as text, its numbers, and the probabilities of the moves of each player."""
    if not isinstance(place, _Place):
        return f"Over {rational(place[0])}", parts(place[:1]), [[], []]
    moves = [place.moves.get(player, [None]) for player in players]
    weights = [
        [place.strategy[player].get(move, Fraction(0)) for move in own] if player in place.moves else [Fraction(1)]
        for player, own in zip(players, moves, strict=True)
    ]
    rows = [[place.follows[_joint(place, players, pair)] for pair in ((a, b) for b in moves[1])] for a in moves[0]]
    text = "; ".join(f"[{'; '.join(map(_follow_text, row))}]" for row in rows)
    return f"Moves [{text}]", [*_follow_numbers(follows for row in rows for follows in row)], weights


def _joint(place: _Place, players: Sequence[str], pair: tuple[Move, Move]) -> tuple[Move, ...]:
    return tuple(move for player, move in zip(players, pair, strict=True) if player in place.moves)


def _follow_text(follows: Follows) -> str:
    return f"[{'; '.join(f'to {rank} {rational(probability)}' for rank, probability in follows)}]"


def _follow_numbers(entries: Iterator[Follows] | Sequence[Follows]) -> Iterator[int]:
    for follows in entries:
        for rank, probability in follows:
            yield from (rank, *parts([probability]))


def _turns(table: _Table, name: str, title: str) -> Theorem:
    positions, lines = [], []
    for rank, (place, values) in enumerate(zip(table.places, table.values, strict=True), 1):
        text, numbers, move = _as_turn(place, table.players)
        positions.append(Line(f"turn_at {rank} ({text})", table.comment(rank)))
        number = check_number([rank, *numbers, *parts(values), move])
        lines.append(Line(f"Choice {rationals(values)} {move} {number}", ""))
    start = table.rank[table.arrays.start]
    values = table.values[start - 1]
    each = ", ".join(f"{exact(own)} to {player}" for player, own in zip(table.players, values, strict=True))
    claim = [
        f"{title}: a subgame-perfect equilibrium pays exactly {each}.",
        f"Payoffs are in the order of the players, {', '.join(table.players)}. Position {start} is the start.",
        f"The table was computed by Python: it lists all {len(table.arrays):,} positions that the rules reach.",
    ]
    definitions = [list_definition("table", "game", positions), list_definition("certificate", "list choice", lines)]
    statement = f"value_of_{name} : subgame_perfect table {start} {rationals(values)}"
    proof = f"checked_turns table certificate {start} {rationals(values)}"
    return whole_file(name, claim, "Turns", definitions, statement, proof)


def _as_turn(place: _Place | Payoffs, players: Sequence[str]) -> tuple[str, list[int], int]:
    """Return a node of `Turns.v` as text, its numbers, and the number of the move that its player makes."""
    if not isinstance(place, _Place):
        return f"Ends {rationals(place)}", parts(place), 0
    active = next(iter(place.moves), players[0])
    chosen = [place.strategy[active].get(move, 0) for move in place.moves[active]] if place.moves else [1]
    follows = [*place.follows.values()]
    player = players.index(active)
    text = f"Turn {player} [{'; '.join(map(_follow_text, follows))}]"
    return text, [player, *_follow_numbers(follows)], chosen.index(1)
