"""Exercise sheets about the games of the catalogue, in Markdown, with the solutions that the solver found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from gametheory.games.catalogue import Entry
from gametheory.model.normal_form import NormalForm
from gametheory.model.tree_game import extensive_form
from gametheory.model.unfolding import unfold
from gametheory.numbers.table import Block, Table
from gametheory.solvers.dispatch import solve_game
from gametheory.solvers.many_players.roots import Interval
from gametheory.solvers.nash import nash_equilibria
from gametheory.solvers.solution import Solution

POSITIONS = 3  # about which a sheet asks
LEFT_OUT = re.compile("; $|^Best first")  # how long the strategy is, and what another question asks


class Exercise(NamedTuple):
    """A question and its solution, both in Markdown."""

    question: str
    solution: str


def exercise_sheet(entry: Entry) -> str:
    """Return a sheet of exercises about a game, and then their solutions.

    >>> from gametheory.games.catalogue import entry
    >>> sheet = exercise_sheet(entry("prisoners-dilemma"))
    >>> print(sheet.partition("## Solutions")[0].splitlines()[-2])
    4. Luce and Raiffa, Games and Decisions (1957), section 5.4, has this result. Show it. \
“The only equilibrium: both defect, although both gain if both cooperate.”
    """
    game = entry.maker()
    exercises = [
        *(_equilibria(game) if entry.command == "nash" else _best_play(game)),
        Exercise(
            f"{entry.source}, has this result. Show it. “{entry.value}”",
            f"`gametheory games {entry.name}` names a command that checks it.",
        ),
    ]
    numbered = [*enumerate(exercises, 1)]
    parts = [
        f"# Exercises: {entry.name}",
        entry.rules,
        *_first_picture(game),
        "## Exercises",
        *(_item(number, each.question) for number, each in numbered),
        "## Solutions",
        *(_item(number, each.solution) for number, each in numbered),
    ]
    return "\n\n".join(parts)


def _item(number: int, text: str) -> str:
    """Return an item of a numbered list, with further lines indented so that they belong to it."""
    return f"{number}. {text}".replace("\n", "\n   ").replace("   \n", "\n")


def _first_picture(game: Any) -> Iterator[str]:
    """Yield the payoffs of a table, or the picture of the start."""
    if isinstance(game, NormalForm):
        yield from map(_markdown, game.view())
    elif hasattr(game, "picture"):
        yield _picture(game, game.start())


def _picture(game: Any, position: Any) -> str:
    return f"```text\n{game.picture(position)}\n```"


def _markdown(block: Block) -> str:
    """Return a text or a table in Markdown."""
    if not isinstance(block, Table):
        return str(block)
    rows = [[*map(str, block.headings)], ["---"] * len(block.headings), *block.cells()]
    lines = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows]
    return "\n".join([f"{block.title()}:", "", *lines] if block.caption else lines)


def _equilibria(game: Any) -> Iterator[Exercise]:
    """Yield questions about the equilibria of a table, or of rules as the tree of their plays."""
    solution = nash_equilibria(game if isinstance(game, NormalForm) else extensive_form(unfold(game)))
    if isinstance(game, NormalForm) and len(game.players) == 2:
        replies = " ".join(f"{text}." for player in (0, 1) for text in _replies(game, player))
        yield Exercise("What is the best reply of each player to each move of the other?", replies)
    found = "\n\n".join(map(_markdown, solution.view(True)))
    yield Exercise("Find all Nash equilibria, also those with mixed moves.", f"The equilibria:\n\n{found}")
    if isinstance(game, NormalForm):
        better = [
            " and ".join(own[move] for own, move in zip(game.strategies, profile, strict=True))
            for profile, payoffs in game.cells().items()
            if any(all(map(_is_surely_less, each.payoffs, payoffs)) for each in solution.equilibria)
        ]
        question = "Which profiles of moves pay more to every player than some equilibrium?"
        yield Exercise(question, f"{'; '.join(better) or 'none'}.")


def _is_surely_less(payoff: Fraction | Interval, other: Fraction) -> bool:
    return (payoff.high if isinstance(payoff, Interval) else payoff) < other


def _replies(form: NormalForm, player: int) -> Iterator[str]:
    """Yield the best replies of one of two players to each move of the other, as a sentence."""
    matrix = form.payoff_matrix(player)
    against = [*zip(*matrix, strict=True)] if player == 0 else matrix
    for move, payoffs in zip(form.strategies[1 - player], against, strict=True):
        best = [own for own, payoff in zip(form.strategies[player], payoffs, strict=True) if payoff == max(payoffs)]
        yield f"{form.players[player]} against {move}: {' or '.join(best)}"


def _best_play(game: Any) -> Iterator[Exercise]:
    """Yield questions about best play and its payoffs, about the first move, and about positions."""
    solution = solve_game(game)
    view = [each for each in solution.view("") if isinstance(each, str)]
    facts = " ".join(f"{each.rstrip('.')}." for each in view[1:-1] if not LEFT_OUT.search(each))
    if not game.players:
        yield Exercise("What is the probability of each outcome, and how long is a play on average?", facts)
        return
    yield Exercise("What does each player get, if all play as well as they can?", facts)
    if solution.best_first_moves:
        moves = [solution.labels.move(solution.start, move) for move in solution.best_first_moves]
        yield Exercise("Which first moves are best?", f"{', '.join(moves)}.")
    yield from _about_positions(game, solution)


def _about_positions(game: Any, solution: Solution) -> Iterator[Exercise]:
    """Yield questions about positions in which one move is better than all others, or about decisions of a strategy."""
    chosen = _spread([] if solution.equilibria else _with_one_best_move(game, solution))
    for position in chosen:
        [(player, mixed)] = solution.strategy[position].items()
        seen = hasattr(game, "picture")
        shown = (
            f"this position?\n\n{_picture(game, position)}"
            if seen
            else f"the position “{_described(position, solution)}”?"
        )
        move = solution.labels.move(position, next(iter(mixed)))
        yield Exercise(f"What is the only best move of {player} in {shown}", f"{move}.")
    [table] = [each for each in solution.view("") if isinstance(each, Table)]
    mixed_first = sorted(table.cells(), key=lambda row: ":" not in row[-1])
    for place, player, text in _spread([] if chosen else mixed_first):
        yield Exercise(f"How does {player} play in “{place}”, if all play as well as they can?", f"{text}.")


def _with_one_best_move(game: Any, solution: Solution) -> list[Any]:
    """Return the positions with one active player, several moves, and one best move."""
    best = Counter(position for position, _ in solution.optimal_moves)
    return [at for at, count in best.items() if count == 1 and at != solution.start and _has_choice(game, at)]


def _described(position: Any, solution: Solution) -> str:
    """Return a position as text, with the names of its parts if it is a named tuple."""
    if not hasattr(position, "_asdict"):
        return solution.labels.position(position)
    return ", ".join(f"{name} {value}" for name, value in position._asdict().items())


def _has_choice(game: Any, position: Any) -> bool:
    """Return whether a position has one active player, with two moves or more."""
    moves = [len([*game.moves(position, player)]) for player in game.players]
    return max(moves) > 1 and sum(map(bool, moves)) == 1


def _spread(items: Sequence[Any]) -> list[Any]:
    """Return a few of the items, at equal distances.

    >>> _spread([*range(10)])
    [0, 3, 6]
    """
    return [*items[:: max(1, len(items) // POSITIONS)][:POSITIONS]]
