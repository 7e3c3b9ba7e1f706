"""What `gametheory wargame solve` and `state` print: JSON, and tables for a person."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.tables import console
from gametheory.cli.wargame.solution_files import LoadedSolution
from gametheory.numbers.rationals import to_float

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, Wargame
    from gametheory.games.wargame.equilibrium import SentDistribution

BAR = 20
MANY_DIGITS = 30
NOTHING = 1e-12
Number = Any  # a float, or an fmpq where the solution is exact


def rules_json(game: Wargame) -> dict[str, Any]:
    """The rules, with fractions as strings."""
    return {
        "soldiers": game.soldiers,
        "rounds": game.rounds,
        "battle_chances": [str(chance) for chance in game.battle_chances],
        "killed": str(game.killed),
        "payoffs": [str(payoff) for payoff in game.payoffs],
    }


def solution_json(found: LoadedSolution, output: Path | None) -> dict[str, Any]:
    """The document of `wargame solve`."""
    from gametheory.games.wargame import army_graph

    value, opening, _ = found.at(found.game.start())
    answer: dict[str, Any] = {"value": number(value), "opening": mixture_json(opening)}
    answer["states"] = sum(len(armies) ** 2 for armies in army_graph(found.game).graph["rounds"])
    answer["exploitability"] = "0" if found.exact else found.exploitability
    answer["seconds"] = found.seconds
    file = {"file": str(output), "read": found.read is not None} if output else {}
    return rules_json(found.game) | answer | file


def state_json(found: LoadedSolution, position: Position) -> dict[str, Any]:
    """The document of `wargame state`."""
    value, a, b = found.at(position)
    where = {name: place for name, place in position._asdict().items() if name != "battle"}
    answer = {"value": number(value), "a": mixture_json(a), "b": mixture_json(b)}
    bound = {"exploitability": "0" if found.exact else found.exploitability}
    return rules_json(found.game) | where | answer | bound


def mixture_json(mixture: SentDistribution) -> dict[str, str | float]:
    """The chance of each number sent."""
    return {str(sent): number(chance) for sent, chance in sorted(mixture.items())}


def number(value: Number) -> str | float:
    """A number for JSON: rationals as strings, however long; those of flint have no limit on their digits.

    >>> from flint import fmpq
    >>> number(fmpq(-1, 3)), number(fmpq(2)), number(0.5)
    ('-1/3', '2', 0.5)
    """
    if isinstance(value, float):
        return value
    above, below = value.p.str(), value.q.str()
    return str(above) if below == "1" else f"{above}/{below}"


def print_solution(found: LoadedSolution, output: Path | None) -> None:
    """The value, the opening, how good it is, and what can be done next."""
    game = found.game
    print(f"{game.soldiers} soldiers each, at most {counted(game.rounds, 'round')}.")
    if found.read:
        print(f"Read from {found.read}, which holds the solution of these rules.")
    value, opening, _ = found.at(game.start())
    print(f"The game is worth {shown(value)} to A. In round 1 the equilibrium sends")
    print_mixtures({"A": opening})
    print(told_bound(found))
    if digits := longest([value, *opening.values()]):
        print(f"The longest of these fractions has {digits:,} digits above and below; --json prints them.")
    if output and not found.read:
        print(f"wrote {output}")
    if output:
        print(f"Look a position up: gametheory wargame state 2 ... --solution {output}")
        print(f"Check all of it:    gametheory wargame verify {output}")


def print_state(found: LoadedSolution, position: Position) -> None:
    """The board, the value and both mixtures."""
    game = found.game
    value, a, b = found.at(position)
    chance = game.battle_chances[position.round - 1]
    print(f"Round {position.round} of {game.rounds}; the battle follows with chance {chance}.")
    print(board(position))
    print(f"The position is worth {shown(value)} to A. The equilibrium sends")
    print_mixtures({"A": a, "B": b})
    print(told_bound(found))
    if digits := longest([value, *a.values(), *b.values()]):
        print(f"The longest of these fractions has {digits:,} digits above and below; --json prints them.")


def board(position: Position) -> str:
    """Both camps and both fields, in the order in which they stand.

    >>> from gametheory.games.wargame import Position
    >>> print(board(Position(2, 18, 1, 16, 2)))
      Camp A ||| Field A ||| Field B ||| Camp B
          18 ||| 1       |||       2 ||| 16
    """
    _, camp_a, field_a, camp_b, field_b, _ = position
    heading = "  Camp A ||| Field A ||| Field B ||| Camp B"
    return f"{heading}\n  {camp_a:>6} ||| {field_a:<7} ||| {field_b:>7} ||| {camp_b}"


def print_mixtures(mixtures: dict[str, SentDistribution]) -> None:
    """How often each number is sent by each player, with bars."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("soldiers", justify="right")
    for player in mixtures:
        table.add_column(player, justify="right", no_wrap=True)
        table.add_column()
    for sent in sorted({sent for mixture in mixtures.values() for sent in mixture}):
        row = [str(sent)]
        for mixture in mixtures.values():
            row += [shown(mixture[sent]), bar(to_float(mixture[sent]))] if sent in mixture else ["", ""]
        table.add_row(*row)
    console().print(table)


def bar(chance: float) -> str:
    """A chance as a bar.

    >>> bar(0.1), bar(0.5)
    ('██', '██████████')
    """
    return "█" * round(chance * BAR)


def shown(value: Number) -> str:
    """A number for a person: a short fraction as it is, others to six places; a float that may well be 0 as 0.

    >>> from flint import fmpq
    >>> shown(fmpq(1, 3)), shown(fmpq(1, 10**40)), shown(0.25), shown(1e-9), shown(-1e-17)
    ('1/3', '1.0e-40', '0.250000', '1.0e-09', '0')
    """
    if not isinstance(value, float) and len(text := str(number(value))) <= MANY_DIGITS // 2:
        return text
    if abs(rounded := to_float(value)) < (NOTHING if isinstance(value, float) else 0) or not rounded:
        return "0"
    return f"{rounded:.6f}" if abs(rounded) >= 1e-5 else f"{rounded:.1e}"


def longest(numbers: list[Number]) -> int:
    """The most digits of a numerator or denominator, where it is more than fits on a line; else 0."""
    rationals = [one for one in numbers if not isinstance(one, float)]
    digits = max((len(part.str()) for one in rationals for part in (abs(one.p), one.q)), default=0)
    return digits if digits > MANY_DIGITS else 0


def told_bound(found: LoadedSolution) -> str:
    """What can be said of how good the strategies are."""
    if found.exact:
        return "Solved exactly: against either strategy no play gains anything, from any position."
    return f"From no position both players together gain more than {found.exploitability:.1e} by playing otherwise."


def counted(count: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "round"), counted(1_000, "position")
    ('1 round', '1,000 positions')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
