"""Solution files: the rules, and the value and both mixed strategies of every pair of armies, in exact numbers."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from typing import Any

import numpy as np
from flint import fmpq, fmpz

from gametheory.games.wargame.armies import army_graph, more_positions_than, position_of, stages, stored_positions
from gametheory.games.wargame.equilibrium import Number, WargameEquilibrium, to_rational_distribution
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame, mirror
from gametheory.numbers.rationals import parse_rational, to_flint, to_float
from gametheory.solvers.matrix_game.simplex_kernel import Floats
from gametheory.solvers.product_game.exact import ExactMixedStrategy
from gametheory.solvers.product_game.floats import solve_backward

FORMAT = "gametheory wargame solution 1"
MAX_BYTES, MAX_LINE_BYTES = 10**9, 1 << 26  # the probabilities of the published opening take 4 << 18 bytes
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
        value = self.values[position] if position in self.values else -self.values[mirror(position)]
        return value if self.exact else to_float(value)

    def mixed_strategies(self, position: Position) -> tuple[SentDistribution, SentDistribution]:
        """Return the probability with which A and B send each number: as fmpq in an exact solution, else as floats."""
        a, b = self.exact_strategies(position)
        return (a, b) if self.exact else (_in_floats(a), _in_floats(b))

    def exact_strategies(self, position: Position) -> tuple[ExactMixedStrategy, ExactMixedStrategy]:
        """Return the strategies as they are in the file. Raises KeyError for a position that play cannot reach."""
        if position in self.strategies:
            return self.strategies[position]
        b, a = self.strategies[mirror(position)]
        return a, b

    @cached_property
    def exploitability(self) -> float:
        """A bound on the sum of what both players could gain by deviating, computed again; 0 in an exact solution."""
        return 0.0 if self.exact else exploitability_bound(self)


def exploitability_bound(solution: WargameEquilibrium | SolutionFile) -> float:
    """Return a rigorous bound on the sum of what both players can gain by deviating from a file, at any position.

    `product_game.floats.solve_backward` bounds the error of the values that the stored strategies guarantee, and here
    of every stored value, too: by its distance from them. The result is twice the greatest bound of a round: an error
    of a late round weighs less in the rounds before it.

    Cost: two products with the payoff matrix of each pair, some seconds in all for the published game.
    """
    game, greatest = solution.game, 0.0
    graph = army_graph(game)
    positions = stored_positions(game, reversed(graph.graph["rounds"]))

    def stored(payoffs: Floats) -> tuple[Floats, Floats]:
        row, column = map(np.zeros, payoffs.shape)
        for weights, strategy in zip((row, column), solution.mixed_strategies(next(positions)), strict=True):
            weights[list(strategy)] = [to_float(probability) for probability in strategy.values()]
        return row, column

    solved = solve_backward(stages(game, graph), stored)
    for armies, found in zip(reversed(graph.graph["rounds"]), solved, strict=True):
        values = np.array([[to_float(solution.value(position_of(a, b))) for b in armies] for a in armies])
        greatest = max(greatest, found.error + float(np.abs(values - found.values).max()))
    return 2 * greatest


def _in_floats(distribution: ExactMixedStrategy) -> SentDistribution:
    return {sent: to_float(probability) for sent, probability in distribution.items()}


def solution_bytes(solution: WargameEquilibrium | SolutionFile) -> bytes:
    """Return the contents of the file of a solution, compressed with gzip.

    The first line is JSON: the rules and the SHA-256 checksum of the rest. A line follows for each stored position: its
    value and both strategies. In a symmetric game only one of two mirrored positions is stored. All numbers are exact
    and in base 16, also those of a solution in floats, whose distributions are adjusted to a sum of 1.
    """
    body = "".join(_line(solution, position) for position in stored_positions(solution.game)).encode()
    header = {"format": FORMAT, **rules_as_json(solution.game), "exact": solution.exact}
    header["sha256"] = sha256(body).hexdigest()
    return gzip.compress(json.dumps(header).encode() + b"\n" + body, compresslevel=6, mtime=0)


def rules_as_json(game: Wargame) -> dict[str, Any]:
    """Return the rules as in the header of a file, with fractions as strings."""
    return {
        "soldiers": game.soldiers,
        "rounds": game.rounds,
        "battle_chances": list(map(str, game.battle_chances)),
        "killed": str(game.killed),
        "payoffs": list(map(str, game.payoffs)),
    }


def _line(solution: WargameEquilibrium | SolutionFile, position: Position) -> str:
    value, texts = solution.value(position), []
    for strategy in solution.mixed_strategies(position):
        exact = strategy if solution.exact else to_rational_distribution(strategy)
        texts.append(" ".join(f"{sent}:{_text(probability)}" for sent, probability in exact.items()))
    return "|".join([_text(value if solution.exact else to_flint(value)), *texts]) + "\n"


def _text(number: fmpq) -> str:
    """Return a rational in base 16, which takes linear time, unlike decimals."""
    numerator = str(number.p.str(base=16))
    return f"{numerator}/{number.q.str(base=16)}" if number.q != 1 else numerator


def _number(text: str) -> fmpq:
    numerator, slash, denominator = text.partition("/")
    return fmpq(fmpz(int(numerator, 16)), fmpz(int(denominator, 16) if slash else 1))


def read_solution(data: bytes) -> SolutionFile:
    """Return the solution in the contents of a file, of which nothing is trusted."""
    try:
        with gzip.open(BytesIO(data)) as text:
            return _read_lines(text)
    except SolutionFileError:
        raise
    except Exception as error:  # whatever is wrong with it, the file is damaged
        raise SolutionFileError(f"not a solution of the Wargame, or a damaged one ({error})") from error


def _read_lines(text: gzip.GzipFile) -> SolutionFile:
    header = json.loads(_read_line(text))
    solution = SolutionFile(_read_rules(header), bool(header["exact"]), {}, {})
    checksum, limit = sha256(), to_flint(2 * max(map(abs, solution.game.payoffs)))
    for position in stored_positions(solution.game):
        line = _read_line(text)
        checksum.update(line)
        value, a, b = line.decode("ascii").rstrip("\n").split("|")
        solution.values[position] = _number(value)
        if abs(solution.values[position]) > limit:
            raise SolutionFileError("the file is damaged: a value is outside the range of its payoffs")
        solution.strategies[position] = _read_strategy(a, position.camp_a), _read_strategy(b, position.camp_b)
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
    chances, (win, draw, loss) = map(_read_rule, header["battle_chances"]), map(_read_rule, header["payoffs"])
    rules = tuple(chances), _read_rule(header["killed"]), (win, draw, loss)
    game = Wargame(header["soldiers"], header["rounds"], *rules)
    if more_positions_than(game, MAX_POSITIONS):
        raise SolutionFileError(f"the game of the file has more than {MAX_POSITIONS:,} positions")
    return game


def _read_rule(number: Any) -> Fraction:
    """Return a number of the rules, which are short."""
    if isinstance(number, str) and len(number) > MAX_RULE_CHARACTERS:
        raise ValueError(f"a number of more than {MAX_RULE_CHARACTERS} characters in the rules")
    return parse_rational(number)


def _read_strategy(text: str, camp: int) -> ExactMixedStrategy:
    strategy = {int(sent): _number(number) for sent, number in (part.split(":") for part in text.split(" "))}
    probabilities = strategy.values()
    if min(strategy) < 0 or max(strategy) > camp or min(probabilities) <= 0 or sum(probabilities) != 1:
        why = "a strategy is not a probability distribution on the moves of its position"
        raise SolutionFileError(f"the file is damaged: {why}")
    return strategy
