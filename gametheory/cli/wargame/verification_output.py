"""JSON document and text of `gametheory wargame verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.wargame.output import board, number_json
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import to_float

if TYPE_CHECKING:
    from gametheory.games.wargame.verification import Fault, VerificationResult

MAX_VALUE_CHARACTERS = 40  # characters of a fraction in a sentence


def verification_json(result: VerificationResult) -> dict[str, Any]:
    """Return the document of `wargame verify`."""
    from gametheory.games.wargame.solution_file import rules_as_json

    lower, upper = map(number_json, result.bracket) if result.bracket else (None, None)
    document: dict[str, Any] = {"lower": lower, "upper": upper, "sound": result.sound, "exact": result.exact}
    document |= {"positions": result.positions, "widest": result.widest, "seconds": result.seconds}
    document["fault"] = _fault_json(result.fault) if result.fault else None
    return rules_as_json(result.game) | document


def _fault_json(fault: Fault) -> dict[str, Any]:
    return {"position": list(fault.position[:5]) if fault.position else None, "why": fault.why}


def print_verification(result: VerificationResult, path: Path) -> None:
    """Print the result as text."""
    from gametheory.games.wargame.verification import TOLERANCE

    game, kind = result.game, "an exact solution" if result.exact else "a solution in floats"
    print(f"{path}: {kind} for {game.soldiers} soldiers and {pluralize(game.rounds, 'round')}.")
    if result.bracket:
        print(f"{pluralize(result.positions, 'position')} checked by exact arithmetic, without the solver.")
        print(f"The value of the game to A is {_bracket_text(*result.bracket)}.")
    if result.fault is None:
        agree = (
            "are equal" if result.exact else f"differ by {result.widest:.1e} or less (allowed: {float(TOLERANCE):.0e})"
        )
        print(f"Sound: in every position, the bounds that the two strategies guarantee {agree}.")
    elif result.fault.position is None:
        print(f"Not sound: {result.fault.why}.")
    else:
        print(f"Not sound. The worst position is in round {result.fault.position.round}: {result.fault.why}.")
        print(board(result.fault.position))


def _bracket_text(lower: Any, upper: Any) -> str:
    if lower == upper:
        text = str(number_json(lower))
        return text if len(text) <= MAX_VALUE_CHARACTERS else f"{to_float(lower):.9f}"
    return f"between {to_float(lower):.3e} and {to_float(upper):.3e}"
