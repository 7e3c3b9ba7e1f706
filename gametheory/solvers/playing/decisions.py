"""What each move of one player is expected to pay if the other players follow the solution, and so what it costs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, TypeAlias

from gametheory.model.game import Distribution, Move, Outcome, Position, active_players
from gametheory.model.unfolding import unfold
from gametheory.solvers.markov_decision import solve_mdp
from gametheory.solvers.playing.solved_game import SolvedGame

State: TypeAlias = frozenset[tuple[Position, Any]]
MAX_STATES = 10_000_000


class Decisions:
    """The decision process of one player against the solution, as rules of a game with this player alone.

    Its positions are the positions of the game that the player cannot tell apart, each with its probability: with
    perfect information a single one. With hidden information one follows another when the player is to move again.

    >>> from gametheory import Outcome
    >>> from gametheory.solvers.playing.solved_game import solve_to_play
    >>> class Nim:
    ...     players = ("first", "second")
    ...     def start(self): return (4, "first")
    ...     def outcome(self, at): return None if at[0] else Outcome("second" if at[1] == "first" else "first")
    ...     def moves(self, at, player): return range(1, min(at[0], 2) + 1) if player == at[1] else ()
    ...     def after(self, at, taken): return (at[0] - taken, "second" if at[1] == "first" else "first")
    >>> decisions = Decisions(solve_to_play(Nim()), "first")
    >>> decisions.payoffs((4, "first")), decisions.costs((4, "first"))
    ({1: Fraction(1, 1), 2: Fraction(-1, 1)}, {1: Fraction(0, 1), 2: Fraction(2, 1)})
    """

    def __init__(self, solved: SolvedGame, player: str) -> None:
        self.solved, self.player, self.players = solved, player, (player,)
        self._index = solved.game.players.index(player)
        self._first: State = frozenset({(solved.game.start(), Fraction(1))})
        self._values: dict[State, Any] = {}
        self._state_of: dict[Hashable, State] = {}  # with hidden information: by what the player knows

    def start(self) -> State:
        """Return the first state."""
        return self._first

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome of a terminal state."""
        outcome: Outcome | None = self.solved.game.outcome(_any(state))
        return outcome

    def moves(self, state: State, player: str) -> tuple[Move, ...]:
        """Return the moves of the player."""
        return tuple(self.solved.game.moves(_any(state), player))

    def after(self, state: State, *own: Move) -> Distribution[State]:
        """Return the distribution of the next state."""
        return Distribution(self.spread(state, own))

    def spread(self, state: State, own: tuple[Move, ...]) -> dict[State, Any]:
        """Return the probability of each next state; in floats if the solution is."""
        groups: dict[Hashable, dict[Position, Any]] = {}
        waiting = [step for position, weight in state for _, *step in self.steps(position, weight, own)]
        while waiting:
            position, weight = waiting.pop()
            ended = self.solved.game.outcome(position) is not None
            if self.solved.hidden and not ended and not self._moves_at(position):
                waiting += [step for _, *step in self.steps(position, weight, ())]
            else:
                seen = position if ended or not self.solved.hidden else self.solved.view(position, self.player)
                group = groups.setdefault((ended, seen), {})
                group[position] = group.get(position, 0) + weight
        totals = [(sum(group.values()), group) for group in groups.values()]
        return {frozenset((each, weight / total) for each, weight in own.items()): total for total, own in totals}

    def steps(
        self, position: Position, weight: Any, own: tuple[Move, ...]
    ) -> Iterator[tuple[dict[str, Move], Any, Any]]:
        """Yield the moves, the next position and the probability of all that can follow a position."""
        game, active = self.solved.game, active_players(self.solved.game, position)
        mixed = [self.solved.mixed(position, each) if each != self.player else {own[0]: 1} for each in active]
        for joint in product(*(each.items() for each in mixed)):
            moves = tuple(move for move, _ in joint)
            result = game.after(position, *moves)
            share = weight * prod(probability for _, probability in joint)
            for after, chance in result.items() if isinstance(result, Distribution) else [(result, 1)]:
                yield dict(zip(active, moves, strict=True)), after, share * chance

    def payoffs(self, position: Position) -> dict[Move, Any]:
        """Return what each move is expected to pay, if the player plays best later.

        Empty if the solution never comes to what the player knows there.
        """
        state = self.state(position)
        return {move: self.payoff(state, move) for move in self.moves(state, self.player)} if state else {}

    def costs(self, position: Position) -> dict[Move, Any]:
        """Return how much less than the best move each move is expected to pay; empty as `payoffs`."""
        payoffs = self.payoffs(position)
        best = max(payoffs.values(), default=0)
        free = {move for move, payoff in payoffs.items() if payoff == best or best - payoff <= self.solved.bound}
        return {move: Fraction(0) if move in free else best - payoff for move, payoff in payoffs.items()}

    def payoff(self, state: State, *own: Move) -> Any:
        """Return the expected payoff of a move in a state."""
        return sum(weight * self.value(after) for after, weight in self.spread(state, own).items())

    def value(self, state: State) -> Any:
        """Return the expected payoff of the player from a state on."""
        if (outcome := self.outcome(state)) is not None:
            return self.solved.payoffs(outcome)[self._index]
        if self.solved.values is not None:
            return self.solved.values(_any(state))[self._index]
        if state not in self._values:
            self._solve(state)
        return self._values[state]

    def state(self, position: Position) -> State | None:
        """Return the state of a position in which the player moves; None if the solution never comes to it."""
        if not self.solved.hidden:
            return frozenset({(position, Fraction(1))})
        if not self._state_of:
            self.value(self._first)
            self._state_of = {
                self.solved.view(_any(state), self.player): state
                for state in self._values
                if self.outcome(state) is None and self._moves_at(_any(state))
            }
        return self._state_of.get(self.solved.view(position, self.player))

    def _moves_at(self, position: Position) -> bool:
        return any(True for _ in self.solved.game.moves(position, self.player))

    def _solve(self, first: State) -> None:
        """Add the values of all states from one on."""
        start, self._first = self._first, first
        graph: Any = unfold(self, MAX_STATES)
        self._first = start
        ends = {state: end for state in graph if (end := self.outcome(state)) is not None}
        payoffs = {state: self.solved.payoffs(end)[self._index] for state, end in ends.items()}
        values: Mapping[Any, Any] = solve_mdp(graph, payoffs).values
        self._values |= {state: values[state] for state in graph}


def _any(state: State) -> Position:
    """Return one position of a state."""
    return next(iter(state))[0]
