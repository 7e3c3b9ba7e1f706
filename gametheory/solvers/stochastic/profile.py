"""What follows if players keep to their strategies: Markov chains, and how one player leaves some positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple, TypeAlias

from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.numbers.rationals import to_flint
from gametheory.solvers.arrays import DecisionRows
from gametheory.solvers.markov_chain import Steps, chain_values

Mixed: TypeAlias = Mapping[str, Mapping[Move, Fraction]]
Followed: TypeAlias = Sequence[Mapping[Move, Fraction] | None]


def decisions_against(
    arrays: StateArrays, rows: DecisionRows, strategies: Mapping[Position, Mixed], player: str | None
) -> DecisionRows:
    """Return the decisions of one player if all others follow their strategies.

    The moves have new numbers, in the order of the positions. Cost: the edges.
    """
    groups, group_of = arrays.groups

    def followed(number: int) -> list[Mapping[Move, Fraction] | None]:
        names = groups[group_of[number]]
        return [None if name == player else strategies[arrays.positions[number]][name] for name in names]

    going_on = (arrays.outcome_of < 0).tolist()
    moves = [arrays.moves[code] for code in arrays.move_of.tolist()]
    return replies(rows, moves, (followed(number) if goes_on else None for number, goes_on in enumerate(going_on)))


def expected_under(rows: DecisionRows, payoffs: Mapping[int, fmpq]) -> tuple[dict[int, fmpq], dict[int, int]]:
    """Return the expected payoff from each position of a Markov chain, and ranks of the positive ones: a certificate.

    Cost: that of `chain_values`.
    """
    found = expected_values(rows, payoffs)
    positive = {number: rows.moves(number) for number, value in found.items() if value > 0}
    return {**payoffs, **found}, escape(rows, positive, ()).ranks


def expected_values(rows: DecisionRows, known: Mapping[int, fmpq]) -> dict[int, fmpq]:
    """Return the expected value from each position of a Markov chain that is not terminal.

    Cost: that of `chain_values`.
    """
    steps = {number: rows.steps(rows.first[number]) for number in range(len(rows.first) - 1) if rows.moves(number)}
    return chain_values(steps, dict(known))


def replies(rows: DecisionRows, moves: Sequence[tuple[Move, ...]], followed: Iterable[Followed | None]) -> DecisionRows:
    """Return the moves of the player without a strategy, and what can follow if all others follow theirs.

    The moves have new numbers, in the order of the positions. Cost: the edges.
    """
    first, starts = [0], [0]
    successor: list[int] = []
    weight: list[fmpq] = []
    for node, own in enumerate(followed):
        if own is not None:
            joint = {moves[number]: rows.steps(number) for number in rows.moves(node)}
            for after in (joint if all(each is None for each in own) else _mixed(own, joint)).values():
                successor += after
                weight += after.values()
                starts.append(len(successor))
        first.append(len(starts) - 1)
    return DecisionRows(first, starts, successor, weight)


def _mixed(followed: Followed, joint: Mapping[tuple[Move, ...], Steps]) -> dict[tuple[Move, ...], dict[int, fmpq]]:
    """Return the distribution of the next position after each move of the player without a strategy."""
    shares = [
        None if own is None else {move: to_flint(probability) for move, probability in own.items()} for own in followed
    ]
    found: dict[tuple[Move, ...], dict[int, fmpq]] = {}
    for moves, after in joint.items():
        pairs = list(zip(shares, moves, strict=True))
        weight = prod((own.get(move, fmpq(0)) for own, move in pairs if own is not None), start=fmpq(1))
        if weight:
            total = found.setdefault(tuple(move for own, move in pairs if own is None), {})
            for successor, probability in after.items():
                total[successor] = total.get(successor, fmpq(0)) + weight * probability
    return found


class Escape(NamedTuple):
    """Ranks, and the moves of the player who wants to leave."""

    ranks: dict[int, int]
    moves: dict[int, int]


def escape(rows: DecisionRows, inside: Mapping[int, Sequence[int]], own: Collection[int]) -> Escape:
    """Return the numbered positions from which a player leaves a set again and again, with ranks.

    An attractor, found by a search backward, breadth first: a position of the player needs one move that can lead
    nearer; in other positions all moves must be able to. From the positions without a rank the others can stay inside
    forever. Cost: the edges.
    """
    before: dict[int, list[int]] = {}
    owner = {move: node for node, moves in inside.items() for move in moves}
    for move in owner:
        for successor in rows.after(move):
            before.setdefault(successor, []).append(move)
    left = {node: 1 if node in own else len(moves) for node, moves in inside.items()}
    found, done = Escape({}, {}), set()
    queue = deque((node, 0) for node in before if node not in inside)
    while queue:
        successor, rank = queue.popleft()
        for move in before.get(successor, ()):
            node = owner[move]
            if move in done or not left[node]:
                continue
            done.add(move)
            left[node] -= 1
            if not left[node]:
                found.ranks[node] = rank + 1
                queue.append((node, rank + 1))
                if node in own:
                    found.moves[node] = move
    return found
