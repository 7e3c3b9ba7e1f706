"""Solution files: the rules, and the value and both mixed strategies of every pair of armies, in exact numbers."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from typing import Any
from zlib import MAX_WBITS, compressobj
from zlib import error as zlib_error

from flint import fmpq

from gametheory.games.wargame.armies import armies_by_round, more_positions_than, position_of
from gametheory.games.wargame.equilibrium import WargameEquilibrium, to_rational_distribution
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame, mirror
from gametheory.numbers.rationals import parse_rational, to_flint
from gametheory.parallel.memory import free_memory
from gametheory.solvers.product_game.exact import ExactMixedStrategy
from gametheory.solvers.product_game.exact_text import number_text, parse_number, parse_strategy, strategy_text

FORMAT = "gametheory wargame solution 1"
MAX_LINE_BYTES = 1 << 26  # bytes; the probabilities of the published opening take 4 << 18
SHORT_LINE_BYTES, MIN_LINE_BYTES = 1 << 12, len("0|0:1|0:1\n")
# Deflate compresses at most by the first factor, and digits that are not all alike by about 3.
MAX_COMPRESSION, MAX_COMPRESSION_OF_LONG_LINES = 1032, 16
BYTES_PER_POSITION = 1_000  # in memory: a value, two strategies and the dictionary entries
MAX_SOLDIERS, MAX_ROUNDS, MAX_POSITIONS = 100, 1000, 50_000_000
MAX_RULE_CHARACTERS = 100  # characters


DAMAGED = (OSError, EOFError, zlib_error, ValueError, LookupError, TypeError, ArithmeticError, AttributeError,
           RecursionError, MemoryError, StopIteration)  # fmt: skip


class SolutionFileError(ValueError):
    """The file is not a solution of the Wargame, is damaged, or contains the solution for other rules."""


@dataclass(frozen=True, eq=False)
class SolutionFile:
    """A solution read from a file.

    Parameters
    ----------
    game
        The rules in the file.
    exact
        Whether the game was solved in rationals. The numbers here are rationals in either case.
    values
        The value of each stored position to A.
    strategies
        The mixed strategies of A and B at each stored position. In a symmetric game only one of two mirrored positions
        is stored.

    Examples
    --------
    >>> from gametheory.games.wargame import solve_wargame
    >>> solution = read_solution(solution_bytes(solve_wargame(Wargame(3, 3))))
    >>> solution.value(Position(3, 2, 0, 3, 0)), solution.mixed_strategies(Position(3, 2, 0, 3, 0))
    (-1, ({0: 1}, {3: 1}))
    """

    game: Wargame
    exact: bool
    values: dict[Position, fmpq] = field(repr=False)
    strategies: dict[Position, tuple[ExactMixedStrategy, ExactMixedStrategy]] = field(repr=False)

    def value(self, position: Position) -> fmpq:
        """Return the value of a position to A.

        Raises KeyError for a position that play cannot reach.
        """
        return self.values[position] if position in self.values else -self.values[mirror(position)]

    def mixed_strategies(self, position: Position) -> tuple[SentDistribution, SentDistribution]:
        """Return the probability with which A and B send each number of soldiers, without zeros.

        Raises KeyError for a position that play cannot reach.
        """
        if position in self.strategies:
            return self.strategies[position]
        b, a = self.strategies[mirror(position)]
        return a, b


def solution_bytes(solution: WargameEquilibrium) -> bytes:
    """Return the contents of the file of a solution, compressed with gzip.

    The first line is JSON: the rules and the SHA-256 checksum of the rest. A line follows for each stored position: its
    value and both strategies. In a symmetric game only one of two mirrored positions is stored. All numbers are exact
    and in base 16, also those of a solution in floats, whose distributions are adjusted to a sum of 1.

    >>> from gametheory.games.wargame import solve_wargame
    >>> header, *lines = gzip.decompress(solution_bytes(solve_wargame(Wargame(2, 1)))).splitlines()
    >>> json.loads(header)["soldiers"], lines
    (2, [b'0|2:1|2:1'])
    """
    body, checksum = _compressed_body(solution)
    header = {"format": FORMAT, **rules_as_json(solution.game), "exact": solution.exact, "sha256": checksum}
    return gzip.compress(json.dumps(header).encode() + b"\n", compresslevel=6, mtime=0) + body


def rules_as_json(game: Wargame) -> dict[str, Any]:
    """Return the rules as in the header of a file, with fractions as strings.

    >>> rules_as_json(Wargame(20, 1))
    {'soldiers': 20, 'rounds': 1, 'battle_chances': ['1'], 'killed': '1/2', 'payoffs': ['1', '0', '-1']}
    """
    return {
        "soldiers": game.soldiers,
        "rounds": game.rounds,
        "battle_chances": [str(chance) for chance in game.battle_chances],
        "killed": str(game.killed),
        "payoffs": [str(payoff) for payoff in game.payoffs],
    }


def _compressed_body(solution: WargameEquilibrium) -> tuple[bytes, str]:
    """Return the compressed lines and the checksum of the text, with only one line of text in memory at a time."""
    compressor, checksum, parts = compressobj(6, wbits=MAX_WBITS | 16), sha256(), []
    for position in stored_positions(solution.game):
        line = _line(solution, position).encode()
        checksum.update(line)
        if part := compressor.compress(line):
            parts.append(part)
    return b"".join([*parts, compressor.flush()]), checksum.hexdigest()


def stored_positions(game: Wargame) -> Iterator[Position]:
    """Yield the positions of a file in their order, which depends on the rules only.

    >>> [tuple(position) for position in stored_positions(Wargame(1, 2))]
    [(1, 1, 0, 1, 0, False), (2, 0, 0, 0, 0, False), (2, 1, 0, 0, 0, False), (2, 1, 0, 1, 0, False)]
    """
    for armies in armies_by_round(game):
        for index, a in enumerate(armies):
            yield from (position_of(a, b) for b in armies[: index + 1 if game.symmetric else None])


def _line(solution: WargameEquilibrium, position: Position) -> str:
    value, strategies = solution.value(position), solution.mixed_strategies(position)
    if not solution.exact:
        value = to_flint(value)
    exact = [dict(strategy) if solution.exact else to_rational_distribution(strategy) for strategy in strategies]
    return "|".join([number_text(value), *map(strategy_text, exact)]) + "\n"


def read_solution(data: bytes) -> SolutionFile:
    """Return the solution in the contents of a file.

    Nothing in the file is trusted. The size that it states is compared with its length and with the free memory before
    any memory is allocated.

    Raises
    ------
    SolutionFileError
        If it is not a solution file, is damaged, or contains other positions than its rules have.

    Examples
    --------
    >>> read_solution(b"a letter")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.games.wargame.solution_file.SolutionFileError: not a solution of the Wargame, or a damaged one (...)
    """
    try:
        with gzip.open(BytesIO(data)) as text:
            return _read_text(text, len(data))
    except SolutionFileError:
        raise
    except DAMAGED as error:
        raise SolutionFileError(f"not a solution of the Wargame, or a damaged one ({error})") from error


def _read_text(text: gzip.GzipFile, size: int) -> SolutionFile:
    """Read the uncompressed text of a file of the given compressed size."""
    lines = _lines(text, size)
    header = json.loads(next(lines))
    solution = SolutionFile(_read_rules(header, size), bool(header["exact"]), {}, {})
    checksum, limit = sha256(), to_flint(2 * max(map(abs, solution.game.payoffs)))
    for position in stored_positions(solution.game):
        line = next(lines, b"")
        checksum.update(line)
        if not line:
            raise SolutionFileError("the file is damaged: it ends too early")
        value, a, b = line.decode("ascii").rstrip("\n").split("|")
        solution.values[position] = parse_number(value)
        if abs(solution.values[position]) > limit:
            raise SolutionFileError("the file is damaged: a value is outside the range of its payoffs")
        solution.strategies[position] = _read_strategy(a, position.camp_a), _read_strategy(b, position.camp_b)
    if any(lines) or checksum.hexdigest() != header["sha256"]:
        raise SolutionFileError("the file is damaged: wrong checksum")
    return solution


def _lines(text: gzip.GzipFile, size: int) -> Iterator[bytes]:
    """Yield the lines up to the end; refuse long lines if together they are far longer than the compressed file."""
    left = MAX_COMPRESSION_OF_LONG_LINES * size
    while line := text.readline(min(MAX_LINE_BYTES, SHORT_LINE_BYTES + left)):
        if not line.endswith(b"\n"):
            raise SolutionFileError("the file is damaged: it ends too early, or one of its lines is too long")
        left -= max(0, len(line) - SHORT_LINE_BYTES)
        yield line


def _read_rules(header: dict[str, Any], size: int) -> Wargame:
    """Return the rules of a header; refuse them if the file or the memory is too small for their positions."""
    if header["format"] != FORMAT:
        raise SolutionFileError("the file has another format or version")
    soldiers, rounds = header["soldiers"], header["rounds"]
    if soldiers > MAX_SOLDIERS or rounds > MAX_ROUNDS:
        raise SolutionFileError(f"the file has more than {MAX_SOLDIERS} soldiers or {MAX_ROUNDS} rounds")
    chances, (win, draw, loss) = map(_read_rule, header["battle_chances"]), map(_read_rule, header["payoffs"])
    game = Wargame(soldiers, rounds, tuple(chances), _read_rule(header["killed"]), (win, draw, loss))
    per_line = 2 if game.symmetric else 1
    lines, in_memory = MAX_COMPRESSION * size // MIN_LINE_BYTES, int(free_memory() / BYTES_PER_POSITION)
    if more_positions_than(game, min(MAX_POSITIONS, per_line * lines, per_line * in_memory)):
        why = "the file is too short" if lines <= in_memory else "there is not enough memory"
        raise SolutionFileError(f"{why} for the positions of its rules")
    return game


def _read_rule(number: Any) -> Fraction:
    """Return a number of the rules, which are short."""
    if isinstance(number, str) and len(number) > MAX_RULE_CHARACTERS:
        raise ValueError(f"a number of more than {MAX_RULE_CHARACTERS} characters in the rules")
    return parse_rational(number)


def _read_strategy(text: str, camp: int) -> ExactMixedStrategy:
    strategy = parse_strategy(text)
    probabilities = strategy.values()
    if min(strategy) < 0 or max(strategy) > camp or min(probabilities) <= 0 or sum(probabilities) != 1:
        why = "a strategy is not a probability distribution on the moves of its position"
        raise SolutionFileError(f"the file is damaged: {why}")
    return strategy
