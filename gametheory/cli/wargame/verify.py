"""`gametheory wargame verify`: a kept solution checked by two passes of best responses, exactly."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.wargame.output import board, counted, number, rules_json
from gametheory.numbers.rationals import to_flint, to_float

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, Wargame
    from gametheory.games.wargame.solution_file import SolutionFile

TOLERANCE = Fraction(1, 10**9)


@dataclass(frozen=True)
class Fault:
    """Where a solution is furthest from sound, None where there are no strategies to check, and what is wrong."""

    position: Position | None
    why: str


@dataclass(frozen=True)
class VerificationResult:
    """What was established of a file: the bracket of the value at the start, None where there is none, and a fault."""

    game: Wargame
    exact: bool
    positions: int
    bracket: tuple[Any, Any] | None
    widest: float | None
    fault: Fault | None
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.fault is None


def verify_solution(kept: SolutionFile) -> VerificationResult:
    """Check every position of a kept solution; what is known of it is its mixtures, and the rules.

    It is sound where the bracket of every position is no wider than the tolerance, 0 or, of a solution in floats, 1e-9,
    and holds the value that is kept, up to the tolerance. See `certify.bracket_values` for the cost.
    """
    from gametheory.games.wargame.solution_file import mirror, symmetric
    from gametheory.verify import CertificateError, bracket_values

    started, count = time.perf_counter(), len(kept.mixtures)
    _tell(f"checking {counted(count, 'position')} ...")
    bracket = widest = None
    try:
        brackets = bracket_values(kept.game, kept.mixtures, mirror if symmetric(kept.game) else None)
        bracket, widest = (
            brackets[kept.game.start()],
            max(to_float(upper - lower) for lower, upper in brackets.values()),
        )
        fault = _worst(kept, brackets)
    except CertificateError as error:
        fault = Fault(None, str(error))
    finally:
        _tell("")
    seconds = time.perf_counter() - started
    return VerificationResult(kept.game, kept.exact, count, bracket, widest, fault, seconds)


def _worst(kept: SolutionFile, brackets: dict[Any, tuple[Any, Any]]) -> Fault | None:
    """The position that fails by most, the latest of those that fail alike; None where none does."""
    worst, fault, tolerance = None, None, _tolerance(kept.exact)
    for position, (lower, upper) in brackets.items():
        value = kept.values[position]
        width, off = upper - lower, max(lower - value, value - upper)
        excess = max(width, off)
        if excess > tolerance and (worst is None or excess > worst):
            worst, fault = excess, Fault(position, _why(width, off, to_float(value)))
    return fault


def _tolerance(exact: bool) -> Any:
    return to_flint(0 if exact else TOLERANCE)


def _why(width: Any, off: Any, value: float) -> str:
    if off > width:
        return f"the value kept, {value:.9f}, lies {to_float(off):.1e} outside of what the strategies guarantee"
    return f"the strategies leave {to_float(width):.1e} between what A is sure to get and what B is sure to pay"


def verification_json(checked: VerificationResult) -> dict[str, Any]:
    """The document of `wargame verify`."""
    lower, upper = map(number, checked.bracket) if checked.bracket else (None, None)
    answer: dict[str, Any] = {"lower": lower, "upper": upper, "sound": checked.sound, "exact": checked.exact}
    answer |= {"positions": checked.positions, "widest": checked.widest, "seconds": checked.seconds}
    fault = checked.fault
    answer["fault"] = fault and {"position": _place(fault.position), "why": fault.why}
    return rules_json(checked.game) | answer


def _place(position: Position | None) -> list[int] | None:
    return list(position[:5]) if position else None


def print_verification(checked: VerificationResult, path: Path) -> None:
    """What was found, in words."""
    game, kind = checked.game, "an exact solution" if checked.exact else "a solution in floats"
    print(f"{path}: {kind} for {game.soldiers} soldiers and {counted(game.rounds, 'round')}.")
    if checked.bracket:
        print(f"{counted(checked.positions, 'position')} checked by exact arithmetic, without the solver.")
        print(f"To A the game is worth {_between(*checked.bracket)}.")
    if checked.fault is None:
        limit = "to 0, exactly" if checked.exact else f"to {checked.widest:.1e}, at most {float(TOLERANCE):.0e}"
        print(f"Sound: in every position both strategies agree on the value, {limit}.")
    elif checked.fault.position is None:
        print(f"Not sound: {checked.fault.why}.")
    else:
        print(f"Not sound: worst in round {checked.fault.position.round}, where {checked.fault.why}.")
        print(board(checked.fault.position))


def _between(lower: Any, upper: Any) -> str:
    texts = [str(number(bound)) for bound in (lower, upper)]
    if lower == upper:
        return texts[0] if len(texts[0]) <= 40 else f"{to_float(lower):.9f}"
    return f"between {to_float(lower):.3e} and {to_float(upper):.3e}"


def _tell(what: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)
