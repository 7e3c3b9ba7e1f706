"""Solutions kept in a file: the rules, and for every pair of armies its value and both mixtures, in exact numbers."""

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

from flint import fmpq, fmpz

from gametheory.games.wargame.armies import armies_by_round, more_positions_than, position_of
from gametheory.games.wargame.equilibrium import Equilibrium, SentDistribution, rational_mixture
from gametheory.games.wargame.rules import Position, Wargame
from gametheory.numbers.rationals import parse_rational, to_flint
from gametheory.parallel.memory import free_memory

FORMAT = "gametheory wargame solution 1"
LONGEST_LINE = 1 << 26  # bytes; the chances of the published opening take 4 << 18
SHORT_LINE, LEAST_LINE = 1 << 12, len("0|0:1|0:1\n")
MOST_PACKED, MOST_PACKED_IN_LONG = 1032, 16  # deflate packs by no more; of digits that are not all alike, by 3 or so
BYTES_A_POSITION = 1_000  # of a value, two mixtures and what finds them
MOST_SOLDIERS, MOST_ROUNDS, MOST_POSITIONS = 100, 1000, 50_000_000
MOST_SIGNS = 100  # of a number in the rules


DAMAGED = (OSError, EOFError, zlib_error, ValueError, LookupError, TypeError, ArithmeticError, AttributeError,
           RecursionError, MemoryError, StopIteration)  # fmt: skip


class SolutionFileError(ValueError):
    """A file is not a solution of the Wargame, is damaged, or is of other rules."""


@dataclass(frozen=True, eq=False)
class SolutionFile:
    """A solution read from a file: values and mixtures by position, the players exchanged where it holds the mirror.

    `game` are its rules; `exact` tells whether it was solved in rationals; numbers are rationals in any case.

    >>> from gametheory.games.wargame import solve_wargame
    >>> kept = read_solution(solution_bytes(solve_wargame(Wargame(3, 3))))
    >>> kept.at(Position(3, 2, 0, 3, 0))
    (-1, {0: 1}, {3: 1})
    """

    game: Wargame
    exact: bool
    values: dict[Position, fmpq] = field(repr=False)
    mixtures: dict[Position, tuple[SentDistribution, SentDistribution]] = field(repr=False)

    def at(self, position: Position) -> tuple[fmpq, SentDistribution, SentDistribution]:
        """The value of a position to A, and how A and B play there.

        Raises KeyError for a position that no play from the start can reach.
        """
        if position in self.values:
            return self.values[position], *self.mixtures[position]
        other = mirror(position)
        b, a = self.mixtures[other]
        return -self.values[other], a, b


def mirror(position: Position) -> Position:
    """The position with the players exchanged.

    >>> mirror(Position(2, 18, 1, 16, 2))
    Position(round=2, camp_a=16, field_a=2, camp_b=18, field_b=1, battle=False)
    """
    return Position(
        position.round, position.camp_b, position.field_b, position.camp_a, position.field_a, position.battle
    )


def solution_bytes(solution: Equilibrium) -> bytes:
    """The file of a solution: gzip, a first line with the rules and the SHA-256 of the rest, a line for each pair.

    Where the rules do not tell the players apart, pairs that are the mirror image of one before are left out. Numbers
    are exact, in base 16; floats are rationals too, and each mixture of them is made to sum to 1.

    >>> from gametheory.games.wargame import solve_wargame
    >>> first, *others = gzip.decompress(solution_bytes(solve_wargame(Wargame(2, 1)))).splitlines()
    >>> json.loads(first)["soldiers"], others
    (2, [b'0|2:1|2:1'])
    """
    body, checked = _packed_body(solution)
    game = solution.game
    head = {
        "format": FORMAT,
        "soldiers": game.soldiers,
        "rounds": game.rounds,
        "battle_chances": [str(chance) for chance in game.battle_chances],
        "killed": str(game.killed),
        "payoffs": [str(payoff) for payoff in game.payoffs],
        "exact": solution.exact,
        "sha256": checked,
    }
    return gzip.compress(json.dumps(head).encode() + b"\n", compresslevel=6, mtime=0) + body


def _packed_body(solution: Equilibrium) -> tuple[bytes, str]:
    """The lines packed, and the sum of what they are unpacked; no more than one of them is unpacked in memory."""
    packer, checked, parts = compressobj(6, wbits=MAX_WBITS | 16), sha256(), []
    for position in kept_positions(solution.game):
        line = _line(solution, position).encode()
        checked.update(line)
        if part := packer.compress(line):
            parts.append(part)
    return b"".join([*parts, packer.flush()]), checked.hexdigest()


def kept_positions(game: Wargame) -> Iterator[Position]:
    """The positions of a file, in their order, as the rules alone give them.

    >>> [tuple(position) for position in kept_positions(Wargame(1, 2))]
    [(1, 1, 0, 1, 0, False), (2, 0, 0, 0, 0, False), (2, 1, 0, 0, 0, False), (2, 1, 0, 1, 0, False)]
    """
    for armies in armies_by_round(game):
        for place, a in enumerate(armies):
            yield from (position_of(a, b) for b in armies[: place + 1 if symmetric(game) else None])


def symmetric(game: Wargame) -> bool:
    """Whether exchanging the players changes nothing but the sign of the payoff.

    >>> symmetric(Wargame(3, 3)), symmetric(Wargame(3, 3, payoffs=(Fraction(1), Fraction(1), Fraction(0))))
    (True, False)
    """
    win, draw, loss = game.payoffs
    return draw == 0 and win == -loss


def _line(solution: Equilibrium, position: Position) -> str:
    value, mixtures = solution.value(position), list(solution.mixtures(position))
    if not solution.exact:
        value, mixtures = to_flint(value), list(map(rational_mixture, mixtures))
    parts = [_hexadecimal(value)]
    parts += [" ".join(f"{move}:{_hexadecimal(weight)}" for move, weight in mixture.items()) for mixture in mixtures]
    return "|".join(parts) + "\n"


def _hexadecimal(number: fmpq) -> str:
    """Linear in the number of digits, which decimals are not."""
    return f"{number.p.str(base=16)}/{number.q.str(base=16)}" if number.q != 1 else number.p.str(base=16)


def read_solution(data: bytes) -> SolutionFile:
    """Read the file of a solution back; nothing in it is believed but checked to be what it says it is.

    What it says of its size is compared with how long it is, and with the memory that is free, before any is taken.
    Raises SolutionFileError where it is not such a file, where it is damaged, or holds other pairs than its rules have.

    >>> read_solution(b"a letter")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.games.wargame.solution_file.SolutionFileError: not a solution of the Wargame, or a damaged one (...)
    """
    try:
        with gzip.open(BytesIO(data)) as unpacked:
            lines = _lines(unpacked, len(data))
            head = json.loads(next(lines))
            found = SolutionFile(_rules(head, len(data)), bool(head["exact"]), {}, {})
            digest, most = sha256(), 2 * max(map(abs, found.game.payoffs))
            for position in kept_positions(found.game):
                line = next(lines, b"")
                digest.update(line)
                if not line:
                    raise SolutionFileError("the file is damaged: it ends too early")
                value, a, b = _parsed(line.decode("ascii"))
                if abs(value) > to_flint(most):
                    raise SolutionFileError("the file is damaged: a value in it is none that its payoffs allow")
                found.values[position] = value
                found.mixtures[position] = _law(a, position.camp_a), _law(b, position.camp_b)
            if any(lines) or digest.hexdigest() != head["sha256"]:
                raise SolutionFileError("the file is damaged: its check sum is another")
            return found
    except SolutionFileError:
        raise
    except DAMAGED as error:
        raise SolutionFileError(f"not a solution of the Wargame, or a damaged one ({error})") from error


def _lines(unpacked: gzip.GzipFile, size: int) -> Iterator[bytes]:
    """The lines of a file of a size, up to its end; refused where long ones are far longer than the file."""
    left = MOST_PACKED_IN_LONG * size
    while line := unpacked.readline(min(LONGEST_LINE, SHORT_LINE + left)):
        if not line.endswith(b"\n"):
            raise SolutionFileError("the file is damaged: it ends too early, or a line of it is too long")
        left -= max(0, len(line) - SHORT_LINE)
        yield line


def _rules(head: dict[str, Any], size: int) -> Wargame:
    """The rules that a file of a size states."""
    if head["format"] != FORMAT:
        raise SolutionFileError("the file is of another format or version")
    soldiers, rounds = head["soldiers"], head["rounds"]
    if soldiers > MOST_SOLDIERS or rounds > MOST_ROUNDS:
        raise SolutionFileError(f"the file is of more than {MOST_SOLDIERS} soldiers or {MOST_ROUNDS} rounds")
    chances, (win, draw, loss) = map(_stated, head["battle_chances"]), map(_stated, head["payoffs"])
    game = Wargame(soldiers, rounds, tuple(chances), _stated(head["killed"]), (win, draw, loss))
    kept = 2 if symmetric(game) else 1
    longest, most = MOST_PACKED * size // LEAST_LINE, int(free_memory() / BYTES_A_POSITION)
    if more_positions_than(game, min(MOST_POSITIONS, kept * longest, kept * most)):
        why = "it is too short" if longest <= most else "there is not enough memory"
        raise SolutionFileError(f"{why} for the positions that the rules of the file have")
    return game


def _stated(number: Any) -> Fraction:
    """A number of the rules, which are short."""
    if isinstance(number, str) and len(number) > MOST_SIGNS:
        raise ValueError(f"a number of more than {MOST_SIGNS} signs in the rules")
    return parse_rational(number)


def _parsed(line: str) -> tuple[fmpq, SentDistribution, SentDistribution]:
    value, a, b = line.rstrip("\n").split("|")
    return _number(value), _mixture(a), _mixture(b)


def _mixture(text: str) -> SentDistribution:
    return {int(move): _number(weight) for move, weight in (part.split(":") for part in text.split(" "))}


def _law(mixture: SentDistribution, camp: int) -> SentDistribution:
    """The mixture, if it is one of soldiers that are there."""
    if min(mixture) < 0 or max(mixture) > camp or min(mixture.values()) <= 0 or sum(mixture.values()) != 1:
        raise SolutionFileError("the file is damaged: a mixture in it is no law on the moves of its position")
    return mixture


def _number(text: str) -> fmpq:
    above, _, below = text.partition("/")
    return fmpq(fmpz(int(above, 16)), fmpz(int(below, 16) if below else 1))
