"""How `gametheory nash` shows equilibria, as JSON and to a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from gametheory.cli.tables import console

if TYPE_CHECKING:
    from gametheory.cli.nash import Solved
    from gametheory.model.extensive_form import ExtensiveForm
    from gametheory.solvers.bimatrix.nashpy_check import NashpyCheck
    from gametheory.solvers.bimatrix.vertex_enumeration import Equilibrium


def nash_json(solved: Solved, exact: bool) -> dict[str, Any]:
    """One document: the game, its equilibria, and what is known of them."""
    shown = str if exact else float
    document: dict[str, Any] = {
        "title": solved.game.title,
        "players": list(solved.game.players),
        "names": [list(names) for names in solved.game.strategies],
        "equilibria": [
            {
                "strategies": [list(map(shown, found.row)), list(map(shown, found.column))],
                "payoffs": list(map(shown, found.payoffs)),
            }
            | (
                {"behaviour": [_behaviour_json(solved.tree, *one, shown) for one in _players(found)]}
                if solved.tree
                else {}
            )
            for found in solved.equilibria
        ],
        "complete": solved.found is not None,
        "degenerate": solved.found.degenerate if solved.found else None,
        "subsets": solved.found.subsets if solved.found else None,
        "method": solved.method,
        "nashpy": solved.opinion._asdict() if solved.opinion else None,
    }
    if solved.sum is not None:
        document["value"] = shown(solved.equilibria[0].payoffs[0])
        document["constant_sum"] = shown(solved.sum)
    return document


def _players(found: Equilibrium) -> list[tuple[int, Sequence[Fraction]]]:
    return [(1, found.row), (2, found.column)]


def _behaviour_json(
    tree: ExtensiveForm, player: int, mixture: Sequence[Fraction], shown: Callable[[Fraction], str | float]
) -> list[dict[str, Any]]:
    from gametheory.model.reduced_normal_form import behavior_strategy

    places = [
        (n, tree.information_sets[player, n], chances)
        for n, chances in behavior_strategy(tree, player, mixture).items()
    ]
    return [
        {
            "information_set": number,
            "name": place.name,
            "actions": list(place.actions),
            "chances": list(map(shown, chances)),
        }
        for number, place, chances in places
    ]


def print_nash(solved: Solved, exact: bool) -> None:
    """A table of the equilibria, and below it what they are worth, how they were found, and whether there are more."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    for heading, justify in (("", "right"), ("player", "left"), ("payoff", "right"), ("strategy", "left")):
        table.add_column(heading, justify=justify, no_wrap=heading != "strategy")  # type: ignore[arg-type]
    for number, found in enumerate(solved.equilibria, 1):
        for player, mixture in enumerate((found.row, found.column)):
            table.add_row(
                "" if player else str(number),
                Text(solved.game.players[player] or f"player {player + 1}"),
                _number(found.payoffs[player], exact),
                Text(_strategy(solved, player, mixture, exact)),
            )
    out = console()
    out.print(table)
    for line in _notes(solved, exact):
        out.print(Text(line), soft_wrap=True)


def _strategy(solved: Solved, player: int, mixture: Sequence[Fraction], exact: bool) -> str:
    """A mixture, or in a tree what is done at each information set that it plays at."""
    if solved.tree is None:
        return _mixture(solved.game.strategies[player], mixture, exact)
    from gametheory.model.reduced_normal_form import behavior_strategy

    lines = []
    for number, chances in behavior_strategy(solved.tree, player + 1, mixture).items():
        place = solved.tree.information_sets[player + 1, number]
        lines.append(f"{place.name or f'set {number}'}: {_mixture(place.actions, chances, exact)}")
    return "\n".join(lines)


def _mixture(choices: Sequence[str], mixture: Sequence[Fraction], exact: bool) -> str:
    """The choices that are made, each with its chance where there are several."""
    names = [name or f"number {index}" for index, name in enumerate(choices, 1)]
    played = [(name, chance) for name, chance in zip(names, mixture, strict=True) if chance]
    if len(played) == 1:
        return played[0][0]
    return ", ".join(f"{name} {_number(chance, exact)}" for name, chance in played)


def _number(number: Fraction, exact: bool) -> str:
    return str(number) if exact or number.denominator == 1 else f"{float(number):.6g}"


def _notes(solved: Solved, exact: bool) -> list[str]:
    notes = []
    if solved.sum is not None:
        worth = _number(solved.equilibria[0].payoffs[0], exact)
        kind = "zero-sum" if not solved.sum else f"constant-sum, {_number(solved.sum, exact)} together"
        notes.append(f"Value {worth} for {solved.game.players[0] or 'player 1'} ({kind}).")
    count = len(solved.equilibria)
    if solved.found is None:
        notes.append(f"One equilibrium, by {solved.method}, checked exactly; --all looks for the others.")
    elif count == 1:
        notes.append("The only equilibrium, checked exactly.")
    else:
        notes.append(f"All {count} extreme equilibria, each checked exactly.")
    if solved.found is not None and solved.found.degenerate:
        notes += _degenerate(solved.found.subsets)
    return notes + _opinion(solved.opinion)


def _degenerate(subsets: tuple[tuple[int, ...], ...] | None) -> list[str]:
    """Which equilibria lie between others."""
    if subsets is None:
        return ["The game is degenerate: infinitely many equilibria lie between those listed."]
    mixed = [subset for subset in subsets if len(subset) > 1]
    if not mixed:
        return ["The game is degenerate, but has no other equilibria."]
    groups = "; ".join(_in_runs([index + 1 for index in subset]) for subset in mixed)
    return [
        "The game is degenerate: infinitely many equilibria. Within a group, mixtures of the first player's strategies "
        f"and mixtures of the second's are equilibria too: {groups}."
    ]


def _in_runs(numbers: Sequence[int]) -> str:
    """Rising numbers with their runs of more than two in short.

    >>> _in_runs([1, 2, 4, 5, 6, 9])
    '1, 2, 4 to 6, 9'
    """
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _opinion(opinion: NashpyCheck | None) -> list[str]:
    if opinion is None:
        return []
    if opinion.failure:
        return [f"nashpy, the second method, fails on this game ({opinion.failure}); the exact equilibria stand."]
    if opinion.missed or opinion.others:
        return [
            f"nashpy, the second method, finds {opinion.confirmed} of them, misses {opinion.missed} and names "
            f"{opinion.others} that are none; the exact equilibria stand."
        ]
    return ["nashpy finds the same." if opinion.confirmed else ""]
