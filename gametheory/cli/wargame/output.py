"""What `gametheory wargame` prints: JSON documents and tables."""

from __future__ import annotations

import argparse
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from gametheory.cli.tables import console
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import to_float
from gametheory.numbers.table import Table, show

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, WargameEquilibrium
    from gametheory.games.wargame.rules import SentDistribution
    from gametheory.games.wargame.solution_file import SolutionFile
    from gametheory.games.wargame.verification import VerificationResult

BAR_LENGTH = 20
MANY_DIGITS = 30
NEGLIGIBLE = 1e-12
MAX_VALUE_CHARACTERS = 40  # characters of a fraction in a sentence
Number = Any  # a float, or an fmpq in an exact solution
Solution: TypeAlias = "WargameEquilibrium | SolutionFile"


def solution_json(solution: Solution, seconds: float, args: argparse.Namespace) -> dict[str, Any]:
    """Return the document of `wargame solve`."""
    from gametheory.games.wargame.armies import armies_by_round
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
    if isinstance(value, float):
        return value
    # Unlike str() of a large int, flint has no limit on the number of digits.
    numerator, denominator = value.p.str(), value.q.str()
    return str(numerator) if denominator == "1" else f"{numerator}/{denominator}"


def print_solution(solution: Solution, args: argparse.Namespace) -> None:
    """Print the value, the opening, the error bound, and the commands that can follow."""
    game = solution.game
    print(f"{game.soldiers} soldiers each, at most {pluralize(game.rounds, 'round')}.")
    if is_read(solution):
        print(f"Read from {args.output}, which contains the solution for these rules.")
    value, (opening, _) = solution.value(game.start()), solution.mixed_strategies(game.start())
    print(f"The value of the game to A is {number_text(value)}. In round 1 the equilibrium sends")
    print_distributions({"A": opening})
    _print_accuracy(solution, [value, *opening.values()])
    if args.output:
        if not is_read(solution):
            print(f"wrote {args.output}")
        print(f"Look up a position: gametheory wargame state 2 ... --solution {args.output}")
        print(f"Check the solution: gametheory wargame verify {args.output}")


def print_state(solution: Solution, position: Position) -> None:
    """Print the board, the value and both strategies."""
    value, (a, b) = solution.value(position), solution.mixed_strategies(position)
    print(solution.game.picture(position))
    print(f"Value to A: {number_text(value)}. The equilibrium sends")
    print_distributions({"A": a, "B": b})
    _print_accuracy(solution, [value, *a.values(), *b.values()])


def print_distributions(distributions: dict[str, SentDistribution]) -> None:
    """Print the probability of each number sent by each player, with bars."""
    sent = sorted({sent for distribution in distributions.values() for sent in distribution})
    rows = [[number, *chain(*(_cells(each.get(number)) for each in distributions.values()))] for number in sent]
    headings = ["soldiers", *chain(*((player, "") for player in distributions))]
    show([Table(headings, rows, left=[""])], console())


def _cells(probability: Number | None) -> tuple[str, str]:
    """Return a probability as a number and as a bar."""
    return ("", "") if probability is None else (number_text(probability), bar(to_float(probability)))


def bar(probability: float) -> str:
    """Return a probability as a bar."""
    return "█" * round(probability * BAR_LENGTH)


def number_text(value: Number) -> str:
    """Format a number: a short fraction exactly, others with six decimal places, a negligible float as 0."""
    if not isinstance(value, float) and len(text := str(number_json(value))) <= MANY_DIGITS // 2:
        return text
    if abs(rounded := to_float(value)) < (NEGLIGIBLE if isinstance(value, float) else 0) or not rounded:
        return "0"
    return f"{rounded:.6f}" if abs(rounded) >= 1e-5 else f"{rounded:.1e}"


def _print_accuracy(solution: Solution, numbers: list[Number]) -> None:
    """Print the error bound, and the number of digits of the exact fractions."""
    if not solution.exact:
        bound = f"{solution.exploitability:.1e}"
        print(f"In every position, the most that the two players could gain by deviating is {bound} in total.")
        return
    print("Solved exactly: in every position, neither player can gain by deviating.")
    if (digits := _most_digits(numbers)) > MANY_DIGITS:
        print(f"The longest numerator or denominator has {digits:,} digits; --json prints all of them.")


def _most_digits(rationals: list[Number]) -> int:
    return max(len(part.str()) for number in rationals for part in (abs(number.p), number.q))


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
        print(game.picture(result.fault.position))


def _bracket_text(lower: Any, upper: Any) -> str:
    if lower == upper:
        text = str(number_json(lower))
        return text if len(text) <= MAX_VALUE_CHARACTERS else f"{to_float(lower):.9f}"
    return f"between {to_float(lower):.3e} and {to_float(upper):.3e}"
