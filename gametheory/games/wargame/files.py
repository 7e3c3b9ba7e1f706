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
from zlib import error as zlib_error

from flint import fmpq, fmpz

from gametheory.games.wargame.army import army_graph, joint, more_positions_than
from gametheory.games.wargame.equilibrium import Equilibrium, Mixture, rational_mixture
from gametheory.games.wargame.rules import Position, Wargame
from gametheory.rationals import rational

FORMAT = "gametheory wargame solution 1"
LONGEST_LINE = 1 << 26  # bytes; the chances of the published opening take 4 << 18
MOST_SOLDIERS, MOST_ROUNDS, MOST_POSITIONS = 100, 1000, 50_000_000


class SolutionFileError(ValueError):
    """A file is not a solution of the Wargame, is damaged, or is of other rules."""


@dataclass(frozen=True, eq=False)
class KeptSolution:
    """A solution read from a file: values and mixtures by position, the players exchanged where it holds the mirror.

    `game` are its rules; `exact` tells whether it was solved in rationals; numbers are rationals in any case.
    """

    game: Wargame
    exact: bool
    values: dict[Position, fmpq] = field(repr=False)
    mixtures: dict[Position, tuple[Mixture, Mixture]] = field(repr=False)

    def at(self, position: Position) -> tuple[fmpq, Mixture, Mixture]:
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
    """
    body = "".join(_line(solution, position) for position in kept_positions(solution.game)).encode()
    game = solution.game
    head = {
        "format": FORMAT,
        "soldiers": game.soldiers,
        "rounds": game.rounds,
        "battle_chances": [str(chance) for chance in game.battle_chances],
        "killed": str(game.killed),
        "payoffs": [str(payoff) for payoff in game.payoffs],
        "exact": solution.exact,
        "sha256": sha256(body).hexdigest(),
    }
    return gzip.compress(json.dumps(head).encode() + b"\n" + body, compresslevel=6, mtime=0)


def kept_positions(game: Wargame) -> Iterator[Position]:
    """The positions of a file, in their order, as the rules alone give them."""
    for armies in army_graph(game).graph["rounds"]:
        for place, a in enumerate(armies):
            yield from (joint(a, b) for b in armies[: place + 1 if symmetric(game) else None])


def symmetric(game: Wargame) -> bool:
    """Whether exchanging the players changes nothing but the sign of the payoff."""
    win, draw, loss = game.payoffs
    return draw == 0 and win == -loss


def _line(solution: Equilibrium, position: Position) -> str:
    value, mixtures = solution.value(position), list(solution.mixtures(position))
    if not solution.exact:
        value, mixtures = rational(value), list(map(rational_mixture, mixtures))
    parts = [_hexadecimal(value)]
    parts += [" ".join(f"{move}:{_hexadecimal(weight)}" for move, weight in mixture.items()) for mixture in mixtures]
    return "|".join(parts) + "\n"


def _hexadecimal(number: fmpq) -> str:
    """Linear in the number of digits, which decimals are not."""
    return f"{number.p.str(base=16)}/{number.q.str(base=16)}" if number.q != 1 else number.p.str(base=16)


def read_solution(data: bytes) -> KeptSolution:
    """Read the file of a solution back; nothing in it is believed but checked to be what it says it is.

    Raises SolutionFileError where it is not such a file, where it is damaged, or holds other pairs than its rules have.
    """
    try:
        with gzip.open(BytesIO(data)) as lines:
            head = json.loads(_read_line(lines))
            game, exact = _rules(head), bool(head["exact"])
            found = KeptSolution(game, exact, {}, {})
            digest = sha256()
            for position in kept_positions(game):
                line = _read_line(lines)
                digest.update(line)
                found.values[position], a, b = _parsed(line.decode("ascii"))
                found.mixtures[position] = _law(a, position.camp_a), _law(b, position.camp_b)
            if lines.read(1) or digest.hexdigest() != head["sha256"]:
                raise SolutionFileError("the file is damaged: its check sum is another")
            return found
    except SolutionFileError:
        raise
    except (OSError, EOFError, zlib_error, ValueError, KeyError, TypeError, ZeroDivisionError, AttributeError) as error:
        raise SolutionFileError(f"not a solution of the Wargame, or a damaged one ({error})") from error


def _read_line(lines: gzip.GzipFile) -> bytes:
    line = lines.readline(LONGEST_LINE)
    if not line.endswith(b"\n"):
        raise SolutionFileError("the file is damaged: it ends too early")
    return line


def _rules(head: dict[str, Any]) -> Wargame:
    """The rules that a file states."""
    if head["format"] != FORMAT:
        raise SolutionFileError("the file is of another format or version")
    soldiers, rounds = head["soldiers"], head["rounds"]
    if soldiers > MOST_SOLDIERS or rounds > MOST_ROUNDS:
        raise SolutionFileError(f"the file is of more than {MOST_SOLDIERS} soldiers or {MOST_ROUNDS} rounds")
    chances, (win, draw, loss) = map(Fraction, head["battle_chances"]), map(Fraction, head["payoffs"])
    game = Wargame(soldiers, rounds, tuple(chances), Fraction(head["killed"]), (win, draw, loss))
    if more_positions_than(game, MOST_POSITIONS):
        raise SolutionFileError(f"the file is of a game of more than {MOST_POSITIONS:,} positions")
    return game


def _parsed(line: str) -> tuple[fmpq, Mixture, Mixture]:
    value, a, b = line.rstrip("\n").split("|")
    return _number(value), _mixture(a), _mixture(b)


def _mixture(text: str) -> Mixture:
    return {int(move): _number(weight) for move, weight in (part.split(":") for part in text.split(" "))}


def _law(mixture: Mixture, camp: int) -> Mixture:
    """The mixture, if it is one of soldiers that are there."""
    if min(mixture) < 0 or max(mixture) > camp or min(mixture.values()) <= 0 or sum(mixture.values()) != 1:
        raise SolutionFileError("the file is damaged: a mixture in it is no law on the moves of its position")
    return mixture


def _number(text: str) -> fmpq:
    above, _, below = text.partition("/")
    return fmpq(fmpz(int(above, 16)), fmpz(int(below, 16) if below else 1))
