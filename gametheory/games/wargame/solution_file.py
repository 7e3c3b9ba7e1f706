"""Solution files: the rules, and the value and both mixed strategies of every pair of armies, in exact numbers.

`verify_solution` checks a file by exact arithmetic, without the solver. `pack_values` writes the values in few bytes,
from which a page computes the equilibrium strategy of any position.
"""

from __future__ import annotations

import gzip
import json
import time
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from itertools import product
from typing import Any

import numpy as np
from flint import fmpq, fmpz

from gametheory.games.wargame.equilibrium import (
    Number,
    WargameEquilibrium,
    army_graph,
    more_positions_than,
    position_of,
    stages,
    stored_positions,
    to_rational_distribution,
)
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame, mirror
from gametheory.numbers.rationals import parse_rational, to_flint, to_float
from gametheory.parallel.limits import available_cores
from gametheory.parallel.processes import is_fork_safe, results
from gametheory.solvers.matrix_kernel import Floats
from gametheory.solvers.simultaneous import ExactMixedStrategy, RoundSolution, solve_backward
from gametheory.verify import CertificateError, bracket_values

FORMAT = "gametheory wargame solution 1"
MAX_BYTES = 10**9
MAX_LINE_BYTES = 1 << 26  # the probabilities of the published opening take 4 << 18 bytes
MAX_POSITIONS = 50_000_000
MAX_RULE_CHARACTERS = 100


class SolutionFileError(ValueError):
    """The file is not a solution of the Wargame, or is damaged."""


@dataclass(frozen=True, eq=False)
class SolutionFile:
    """A solution read from a file."""

    game: Wargame
    exact: bool
    values: dict[Position, fmpq] = field(repr=False)
    strategies: dict[Position, tuple[ExactMixedStrategy, ExactMixedStrategy]] = field(repr=False)

    def value(self, position: Position) -> Number:
        """Return the value of a position to A: an fmpq in an exact solution, else a float."""
        if position in self.values:
            value = self.values[position]
        else:
            value = -self.values[mirror(position)]
        if self.exact:
            return value
        return to_float(value)

    def mixed_strategies(self, position: Position) -> tuple[SentDistribution, SentDistribution]:
        """Return the probability with which A and B send each number: as fmpq in an exact solution, else as floats."""
        a, b = self.exact_strategies(position)
        if self.exact:
            return a, b
        return _in_floats(a), _in_floats(b)

    def exact_strategies(self, position: Position) -> tuple[ExactMixedStrategy, ExactMixedStrategy]:
        """Return the strategies as they are in the file. Raises KeyError for a position that play cannot reach."""
        if position in self.strategies:
            return self.strategies[position]
        b, a = self.strategies[mirror(position)]
        return a, b

    @cached_property
    def exploitability(self) -> float:
        """A bound on the sum of what both players could gain by deviating, computed again; 0 in an exact solution."""
        if self.exact:
            return 0.0
        return exploitability_bound(self)


def exploitability_bound(solution: WargameEquilibrium | SolutionFile) -> float:
    """Return a rigorous bound on the sum of what both players can gain by deviating from a file, at any position.

    `solve_backward` bounds the error of the values that the stored strategies guarantee, and here
    of every stored value, too: by its distance from them. The result is twice the greatest bound of a round: an error
    of a late round weighs less in the rounds before it.

    Cost: two products with the payoff matrix of each pair, some seconds in all for the published game.
    """
    graph = army_graph(solution.game)
    last_first = graph.graph["rounds"][::-1]
    positions = stored_positions(solution.game, last_first)

    def stored(payoffs: Floats) -> tuple[Floats, Floats]:
        # The solver asks for the strategies of each pair of armies in this order.
        row, column = solution.mixed_strategies(next(positions))
        rows, columns = payoffs.shape
        return _weights(row, rows), _weights(column, columns)

    greatest = 0.0
    solved = solve_backward(stages(solution.game, graph), stored)
    for armies, guaranteed in zip(last_first, solved, strict=True):
        positions_of_round = [position_of(a, b) for a, b in product(armies, repeat=2)]
        values = np.array([to_float(solution.value(position)) for position in positions_of_round])
        distances = np.abs(values - guaranteed.values.ravel())
        greatest = max(greatest, guaranteed.error + float(distances.max()))
    return 2 * greatest


def _weights(strategy: SentDistribution, moves: int) -> Floats:
    """Return the probability of each number of moves, 0 where the strategy has none."""
    weights = np.zeros(moves)
    for sent, probability in strategy.items():
        weights[sent] = to_float(probability)
    return weights


def _in_floats(distribution: ExactMixedStrategy) -> SentDistribution:
    return {sent: to_float(probability) for sent, probability in distribution.items()}


def solution_bytes(solution: WargameEquilibrium | SolutionFile) -> bytes:
    """Return the contents of the file of a solution, compressed with gzip.

    The first line is JSON: the rules and the SHA-256 checksum of the rest. A line follows for each stored position: its
    value and both strategies. In a symmetric game only one of two mirrored positions is stored. All numbers are exact
    and in base 16, also those of a solution in floats, whose distributions are adjusted to a sum of 1.
    """
    lines = [_line(solution, position) for position in stored_positions(solution.game)]
    body = "".join(lines).encode()
    header = {"format": FORMAT, **rules_as_json(solution.game), "exact": solution.exact}
    header["sha256"] = sha256(body).hexdigest()
    first_line = json.dumps(header).encode() + b"\n"
    return gzip.compress(first_line + body, compresslevel=6, mtime=0)


def rules_as_json(game: Wargame) -> dict[str, object]:
    """Return the rules as in the header of a file, with fractions as strings."""
    return {
        "soldiers": game.soldiers,
        "rounds": game.rounds,
        "battle_chances": list(map(str, game.battle_chances)),
        "killed": str(game.killed),
        "payoffs": list(map(str, game.payoffs)),
    }


def _line(solution: WargameEquilibrium | SolutionFile, position: Position) -> str:
    value = solution.value(position)
    a, b = solution.mixed_strategies(position)
    if isinstance(value, float):
        value = to_flint(value)
        a = to_rational_distribution(a)
        b = to_rational_distribution(b)
    texts = [_text(value)]
    for strategy in (a, b):
        texts.append(" ".join(f"{sent}:{_text(probability)}" for sent, probability in strategy.items()))
    return "|".join(texts) + "\n"


def _text(number: fmpq) -> str:
    """Return a rational in base 16, which takes linear time, unlike decimals."""
    numerator = str(number.p.str(base=16))
    if number.q == 1:
        return numerator
    return f"{numerator}/{number.q.str(base=16)}"


def _number(text: str) -> fmpq:
    numerator, slash, denominator = text.partition("/")
    if not slash:
        denominator = "1"
    return fmpq(fmpz(int(numerator, 16)), fmpz(int(denominator, 16)))


def read_solution(data: bytes) -> SolutionFile:
    """Return the solution in the contents of a file, of which nothing is trusted."""
    try:
        with gzip.open(BytesIO(data)) as text:
            return _read_lines(text)
    # A reason that is already in words.
    except SolutionFileError:
        raise
    except Exception as error:  # whatever is wrong with it, the file is damaged
        raise SolutionFileError(f"not a solution of the Wargame, or a damaged one ({error})") from error


def _read_lines(text: gzip.GzipFile) -> SolutionFile:
    header = json.loads(_read_line(text))
    solution = SolutionFile(_read_rules(header), bool(header["exact"]), {}, {})
    checksum = sha256()
    limit = to_flint(2 * max(map(abs, solution.game.payoffs)))
    for position in stored_positions(solution.game):
        line = _read_line(text)
        checksum.update(line)
        value, a, b = line.decode("ascii").rstrip("\n").split("|")
        solution.values[position] = _number(value)
        # A value far outside of the payoffs would make the sums of the verification meaningless.
        if abs(solution.values[position]) > limit:
            raise SolutionFileError("the file is damaged: a value is outside the range of its payoffs")
        strategies = _read_strategy(a, position.camp_a), _read_strategy(b, position.camp_b)
        solution.strategies[position] = strategies
    if text.read(1) or checksum.hexdigest() != header["sha256"]:
        raise SolutionFileError("the file is damaged: wrong checksum")
    return solution


def _read_line(text: gzip.GzipFile) -> bytes:
    line = text.readline(MAX_LINE_BYTES)
    if not line.endswith(b"\n"):
        raise SolutionFileError("the file is damaged: it ends too early, or one of its lines is too long")
    return line


def _read_rules(header: dict[str, Any]) -> Wargame:
    if header["format"] != FORMAT:
        raise SolutionFileError("the file has another format or version")
    chances = tuple(map(_read_rule, header["battle_chances"]))
    killed = _read_rule(header["killed"])
    win, draw, loss = map(_read_rule, header["payoffs"])
    game = Wargame(header["soldiers"], header["rounds"], chances, killed, (win, draw, loss))
    if more_positions_than(game, MAX_POSITIONS):
        raise SolutionFileError(f"the game of the file has more than {MAX_POSITIONS:,} positions")
    return game


def _read_rule(number: Any) -> Fraction:
    """Return a number of the rules, which are short."""
    if isinstance(number, str) and len(number) > MAX_RULE_CHARACTERS:
        raise ValueError(f"a number of more than {MAX_RULE_CHARACTERS} characters in the rules")
    return parse_rational(number)


def _read_strategy(text: str, camp: int) -> ExactMixedStrategy:
    strategy: ExactMixedStrategy = {}
    for part in text.split(" "):
        sent, number = part.split(":")
        strategy[int(sent)] = _number(number)
    are_moves = min(strategy) >= 0 and max(strategy) <= camp
    is_distribution = min(strategy.values()) > 0 and sum(strategy.values()) == 1
    if not are_moves or not is_distribution:
        why = "a strategy is not a probability distribution on the moves of its position"
        raise SolutionFileError(f"the file is damaged: {why}")
    return strategy


TOLERANCE = Fraction(1, 10**9)  # of a solution in floats; an exact one has none
SHARED_FROM = 200  # positions of a round; fewer are checked before other processes have started

Bracket = tuple[fmpq, fmpq]


@dataclass(frozen=True)
class Fault:
    """The worst error of a solution: its position (None if there are no strategies to check) and the reason."""

    position: Position | None
    why: str


@dataclass(frozen=True)
class VerificationResult:
    """The result of verifying a solution file."""

    game: Wargame
    exact: bool
    positions: int
    bracket: Bracket | None
    widest: float | None
    fault: Fault | None
    seconds: float

    @property
    def sound(self) -> bool:
        """Return whether no error was found."""
        return self.fault is None


def verify_solution(solution: SolutionFile) -> VerificationResult:
    """Check every position of a solution, given only the rules, the stored values and the stored strategies.

    Two passes of best responses compute what either strategy guarantees at each position. The solution is sound if, at
    every position, these two bounds differ by at most the tolerance, and the stored value is outside them by at most
    the tolerance. The tolerance is 0 for an exact solution and 1e-9 for one in floats.

    See `gametheory.verify.bracket_values` for the method and the cost. The positions of a round are divided among all
    cores, each of which computes again what other positions of the round need as well.
    """
    started = time.perf_counter()
    bracket = widest = None
    try:
        brackets = _brackets(solution)
        bracket = brackets[solution.game.start()]
        widest = max(to_float(upper - lower) for lower, upper in brackets.values())
        fault = _worst_fault(solution, brackets)
    except CertificateError as error:
        fault = Fault(None, str(error))
    seconds = time.perf_counter() - started
    positions = len(solution.strategies)
    return VerificationResult(solution.game, solution.exact, positions, bracket, widest, fault, seconds)


def _brackets(solution: SolutionFile) -> dict[Position, Bracket]:
    """Return what both strategies guarantee at each position, round by round from the last to the first."""
    rounds: dict[int, list[Position]] = {}
    for position in solution.strategies:
        rounds.setdefault(position.round, []).append(position)
    later: dict[Position, Bracket] = {}
    brackets: dict[Position, Bracket] = {}
    # Backward: what a strategy guarantees depends on the next round only.
    for number in sorted(rounds, reverse=True):
        later = _brackets_of_round(solution, rounds[number], later)
        brackets |= later
    return {position: brackets[position] for position in solution.strategies}


def _brackets_of_round(
    solution: SolutionFile, positions: Sequence[Position], later: dict[Position, Bracket]
) -> dict[Position, Bracket]:
    """Return the brackets of positions of one round, given those of the next round."""
    image = mirror if solution.game.symmetric else None

    def check(part: int) -> dict[Position, Bracket]:
        strategies = {position: solution.strategies[position] for position in positions[part::parts]}
        return bracket_values(solution.game, strategies, image, later)

    # a new interpreter for each part of each round would take longer than the check
    parts = available_cores() if len(positions) >= SHARED_FROM and is_fork_safe() else 1
    brackets: dict[Position, Bracket] = {}
    for _, checked in results(check, range(parts)):
        brackets |= checked
    return brackets


def _worst_fault(solution: SolutionFile, brackets: dict[Position, Bracket]) -> Fault | None:
    """Return the position with the largest error, the first of equal ones; None if all are within the tolerance."""
    worst = to_flint(0 if solution.exact else TOLERANCE)
    fault = None
    for position, (lower, upper) in brackets.items():
        value = solution.values[position]
        width = upper - lower
        distance = max(lower - value, value - upper)
        excess = max(width, distance)
        if excess > worst:
            worst = excess
            fault = Fault(position, _why(width, distance, to_float(value)))
    return fault


def _why(width: fmpq, distance: fmpq, value: float) -> str:
    if distance > width:
        outside = f"{to_float(distance):.1e} outside the bounds that the strategies guarantee"
        return f"the stored value {value:.9f} is {outside}"
    return f"A's strategy guarantees {to_float(width):.1e} less than B's strategy concedes"


SCALE = 2**23 - 1  # the page divides by it, too


def pack_values(solution: WargameEquilibrium) -> dict[str, object]:
    """Return the rules and the values of a symmetric game with payoffs from -1 to 1, as JSON values for a page.

    Only one of two mirrored positions is packed: in the order of rounds from the second, of the army of A and of that
    of B, with A's army before B's. A value v becomes the integer nearest to v (2^23 - 1).

    The bound is rigorous. Let e be the largest distance of a packed value from the value of its position: from the
    computed one, plus the exploitability bound of the solution. The page solves the stage of the packed values exactly,
    so what it concedes there exceeds the value of the position by at most e for the stage, and by e more for the values
    after it. Over R rounds its opponent gains at most 2 e R.
    """
    game = solution.game
    if not game.symmetric or game.payoffs[0] > 1:
        raise ValueError(f"payoffs: {', '.join(map(str, game.payoffs))} are not symmetric and from -1 to 1")
    packed = b""
    farthest = 0.0
    for stage in solution.rounds[1:]:
        if not isinstance(stage, RoundSolution):
            raise ValueError("solution: it is exact; values are packed from a solution in floats")
        above_diagonal = np.triu_indices(len(stage.values), 1)
        values: Floats = stage.values[above_diagonal]
        integers = np.rint(values * SCALE).astype("<i4")
        distances = np.abs(integers / SCALE - values)
        farthest = max(farthest, float(distances.max(initial=0.0)))
        # The highest of four bytes says only the sign, which the page finds in the third.
        four_bytes = integers.view(np.uint8).reshape(-1, 4)
        packed += four_bytes[:, :3].tobytes()
    # The page draws from probabilities rounded to doubles: 2^-50 is more than all roundings of a round.
    bound = 2 * game.rounds * (farthest + solution.exploitability + 2.0**-50)
    return rules_as_json(game) | {"values": b64encode(packed).decode(), "bound": bound}
