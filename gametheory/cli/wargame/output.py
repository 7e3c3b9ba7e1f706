"""What `gametheory wargame` prints: JSON documents and tables."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, TypeAlias

from gametheory.cli.tables import console
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import to_float
from gametheory.numbers.table import show

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, WargameEquilibrium
    from gametheory.games.wargame.rules import SentDistribution
    from gametheory.games.wargame.solution_file import SolutionFile, VerificationResult

MAX_VALUE_CHARACTERS = 40  # characters of a fraction in a sentence
Number = Any  # a float, or an fmpq in an exact solution
Solution: TypeAlias = "WargameEquilibrium | SolutionFile"


def solution_json(solution: Solution, seconds: float, args: argparse.Namespace) -> dict[str, Any]:
    """Return the document of `wargame solve`."""
    from gametheory.games.wargame.equilibrium import armies_by_round
    from gametheory.games.wargame.solution_file import rules_as_json

    game = solution.game
    opening, _ = solution.mixed_strategies(game.start())
    document = rules_as_json(game) | {
        "value": number_json(solution.value(game.start())),
        "opening": distribution_json(opening),
        "states": sum(len(armies) ** 2 for armies in armies_by_round(game)),
        "exploitability": _exploitability_json(solution),
        "seconds": seconds,
    }
    if not is_read(solution) and not solution.exact:
        document["method"] = args.method
    return document | ({"file": str(args.output), "read": is_read(solution)} if args.output else {})


def is_read(solution: Solution) -> bool:
    """Return whether a solution was read from a file."""
    from gametheory.games.wargame.solution_file import SolutionFile

    return isinstance(solution, SolutionFile)


def state_json(solution: Solution, position: Position) -> dict[str, Any]:
    """Return the document of `wargame state`."""
    from gametheory.games.wargame.solution_file import rules_as_json

    a, b = solution.mixed_strategies(position)
    place = {name: number for name, number in position._asdict().items() if name != "battle"}
    document = rules_as_json(solution.game) | place | {"value": number_json(solution.value(position))}
    document |= {"a": distribution_json(a), "b": distribution_json(b)}
    return document | {"exploitability": _exploitability_json(solution)}


def _exploitability_json(solution: Solution) -> str | float:
    return "0" if solution.exact else solution.exploitability


def distribution_json(distribution: SentDistribution) -> dict[str, str | float]:
    """Return the probability of each number sent, in ascending order."""
    return {str(sent): number_json(probability) for sent, probability in sorted(distribution.items())}


def number_json(value: Number) -> str | float:
    """Return a number for JSON: floats as they are, rationals as strings of any length."""
    return value if isinstance(value, float) else str(value)


def print_solution(solution: Solution, args: argparse.Namespace) -> None:
    """Print the solution of the opening, and the commands that can follow."""
    game = solution.game
    print(f"{game.soldiers} soldiers each, at most {pluralize(game.rounds, 'round')}.")
    if is_read(solution):
        print(f"Read from {args.output}, which contains the solution for these rules.")
    print_position(solution, game.start())
    if args.output:
        if not is_read(solution):
            print(f"wrote {args.output}")
        print(f"Look up a position: gametheory wargame state 2 ... --solution {args.output}")
        print(f"Check the solution: gametheory wargame verify {args.output}")


def print_position(solution: Solution, position: Position) -> None:
    """Print the board, the value and both strategies."""
    from gametheory.games.wargame.equilibrium import position_view

    show(position_view(solution, position), console())


def verification_json(result: VerificationResult) -> dict[str, Any]:
    """Return the document of `wargame verify`."""
    from gametheory.games.wargame.solution_file import rules_as_json

    lower, upper = map(number_json, result.bracket) if result.bracket else (None, None)
    document: dict[str, Any] = {"lower": lower, "upper": upper, "sound": result.sound, "exact": result.exact}
    document |= {"positions": result.positions, "widest": result.widest, "seconds": result.seconds}
    if fault := result.fault:
        document["fault"] = {"position": list(fault.position[:5]) if fault.position else None, "why": fault.why}
    else:
        document["fault"] = None
    return rules_as_json(result.game) | document


def print_verification(result: VerificationResult, path: Any) -> None:
    """Print the result as text."""
    from gametheory.games.wargame.solution_file import TOLERANCE

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
        print(game.picture(result.fault.position))


def _bracket_text(lower: Any, upper: Any) -> str:
    if lower == upper:
        text = str(number_json(lower))
        return text if len(text) <= MAX_VALUE_CHARACTERS else f"{to_float(lower):.9f}"
    return f"between {to_float(lower):.3e} and {to_float(upper):.3e}"
