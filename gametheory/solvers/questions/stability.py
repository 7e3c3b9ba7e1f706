"""Evolutionarily stable strategies of a symmetric table: every support, and the mutants that invade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from flint import fmpq_mat

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.table import Block, Table
from gametheory.solvers.questions.answer import Answer, mixture_text, names_of, table_of
from gametheory.solvers.solution import Check
from gametheory.verify import check_invasion, check_stable

CHECK = Check("each stable strategy", "verify.check_stable")
INVASION_CHECK = Check("each mutant that invades", "verify.check_invasion")
MAX_STRATEGIES = 12
Vector: TypeAlias = list[Fraction]


class Candidate(NamedTuple):
    """The strategy of a symmetric equilibrium, whether it is stable, and otherwise a mutant that invades."""

    strategy: Mapping[str, Fraction]
    stable: bool
    mutant: Mapping[str, Fraction] | None


@dataclass(frozen=True, repr=False)
class StabilitySolution(Answer):
    """Evolutionarily stable strategies: all of them.

    Attributes
    ----------
    strategies
        The strategies of symmetric equilibria that are the only one with their support; no others can be stable.
    """

    title: str
    strategies: tuple[Candidate, ...]

    def view(self) -> Iterator[Block]:
        """Yield the strategies, and the mutants."""
        rows = [
            (mixture_text(each.strategy), "yes" if each.stable else "no", mixture_text(each.mutant or {}))
            for each in self.strategies
        ]
        yield Table(("strategy", "stable", "invaded by"), rows, left=("strategy", "stable", "invaded by"))
        count = sum(each.stable for each in self.strategies)
        yield f"Evolutionarily stable strategies of {self.form}: {count}. Checked exactly."


def stable_strategies(game: NormalForm | ExtensiveForm) -> StabilitySolution:
    """Return all evolutionarily stable strategies of a symmetric table (Maynard Smith and Price 1973).

    A strategy is stable if it is a best reply to itself, and gets more against each other best reply than this gets
    against itself: a quadratic form is positive on a cone (Haigh 1975; Abakuks 1980), so that a stable strategy is the
    only equilibrium with its support. Cost: the supports, for each support.
    """
    table, form = table_of(game)
    matrix = _symmetric_matrix(table)
    size = range(len(matrix))
    found = []
    for support in _subsets(size):
        solved = _equal_payoffs([[matrix[i][j] for j in support] for i in support])
        if solved is None or min(solved[0]) <= 0:
            continue
        strategy = [Fraction(0)] * len(matrix)
        for each, p in zip(support, solved[0], strict=True):
            strategy[each] = p
        gets = [sum(map(Fraction.__mul__, row, strategy), Fraction(0)) for row in matrix]
        if max(gets) > solved[1]:
            continue
        replies = [each for each in size if gets[each] == max(gets)]
        mutant = _mutant(matrix, strategy, replies)
        if mutant is None:
            check_stable(matrix, strategy)
        else:
            check_invasion(matrix, strategy, mutant)
        named = [None if one is None else names_of(table, 0, dict(enumerate(one))) for one in (strategy, mutant)]
        found.append(Candidate(named[0] or {}, mutant is None, named[1]))
    return StabilitySolution(table.players, form, (CHECK, INVASION_CHECK), table.title, tuple(found))


def _symmetric_matrix(table: NormalForm) -> list[Vector]:
    if len(table.players) != 2 or len({*map(len, table.strategies)}) != 1:
        raise ValueError("the game is not symmetric; allowed: tables of two players with the same strategies")
    first, second = table.payoff_matrix(0), table.payoff_matrix(1)
    for row, own in enumerate(first):
        for column, payoff in enumerate(own):
            if second[column][row] != payoff:
                raise ValueError(
                    f"the game is not symmetric: strategy {row + 1} against {column + 1} gets {payoff} as the first "
                    f"player, {second[column][row]} as the second"
                )
    if len(first) > MAX_STRATEGIES:
        raise ValueError(f"{len(first)} strategies; at most {MAX_STRATEGIES} are allowed")
    return [[*map(Fraction, row)] for row in first]


def _subsets(items: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(1, len(items) + 1))


def _equal_payoffs(matrix: Sequence[Sequence[Fraction]]) -> tuple[Vector, Fraction] | None:
    """Return weights with the sum 1 for which all rows have one payoff, and this payoff; None if not just one."""
    size = len(matrix)
    rows = [[*map(to_flint, row), to_flint(-1)] for row in matrix] + [[to_flint(1)] * size + [to_flint(0)]]
    try:
        solved = fmpq_mat(rows).solve(fmpq_mat(size + 1, 1, [to_flint(0)] * size + [to_flint(1)]))
    except ZeroDivisionError:
        return None
    *weights, payoff = map(to_fraction, solved.entries())
    return weights, payoff


def _mutant(matrix: Sequence[Vector], strategy: Vector, replies: Sequence[int]) -> Vector | None:
    """Return a best reply that gets at least as much against itself as the strategy gets against it, if there is one.

    With the direction z to it, z A z >= 0. Directions along the support are eliminated one after the other.
    """
    size, support = range(len(matrix)), [each for each in replies if strategy[each]]
    last = support.pop()
    unit = [[Fraction(int(j == each) - int(j == last)) for j in size] for each in size]
    free, rest = [unit[each] for each in support], [unit[each] for each in replies if not strategy[each]]

    def form(one: Vector, other: Vector) -> Fraction:
        pairs = [(i, j) for i in size for j in size if one[i] and other[j]]
        return -sum((one[i] * other[j] * (matrix[i][j] + matrix[j][i]) for i, j in pairs), Fraction(0))

    while free:
        pivot = free.pop()
        square = form(pivot, pivot)
        if square <= 0:
            return _moved(strategy, pivot)
        for vectors in (free, rest):
            ratios = [form(pivot, each) / square for each in vectors]
            pairs = zip(vectors, ratios, strict=True)
            vectors[:] = [[a - ratio * b for a, b in zip(each, pivot, strict=True)] for each, ratio in pairs]
    for subset in _subsets(range(len(rest))):
        chosen = [rest[each] for each in subset]
        solved = _equal_payoffs([[form(one, other) for other in chosen] for one in chosen])
        if solved and min(solved[0]) >= 0 >= solved[1]:
            columns = zip(*chosen, strict=True)
            return _moved(strategy, [sum(map(Fraction.__mul__, solved[0], each), Fraction(0)) for each in columns])
    return None


def _moved(strategy: Vector, direction: Vector) -> Vector:
    """Return the last strategy on the way in a direction."""
    step = min(-p / each for p, each in zip(strategy, direction, strict=True) if each < 0)
    return [p + step * each for p, each in zip(strategy, direction, strict=True)]
