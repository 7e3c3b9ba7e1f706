"""`gametheory solve`: say which kind of game a class is, solve it by the solver that fits, and draw it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, output_file, print_json, whole_number, write_output

if TYPE_CHECKING:
    import networkx as nx

    from gametheory.solvers.dispatch import Answer

MOST_POSITIONS, MOST_SHOWN = 200_000, 12
COMMAND = "gametheory solve"


def add_commands(commands: Any) -> None:
    """Declare `solve`."""
    solve = commands.add_parser(
        "solve",
        description="Check that a class keeps the protocol of a game, say which kind of game it is, and solve it. "
        "The class is made of the VALUES: 7, 3/5, 0.6 (read exactly), (1,2), red, or name=value.",
        epilog="example:\n  gametheory solve gametheory.games.castle:Castle 10 11 15",
    )
    solve.add_argument("game", metavar="FILE.py:CLASS|MODULE:CLASS", help="where the class of the game stands")
    solve.add_argument("values", metavar="VALUES", nargs="*", help="what the class takes")
    solve.add_argument("--draw", metavar="FILE.svg", type=output_file, help="also draw the positions and best moves")
    solve.add_argument(
        "--limit",
        metavar="N",
        type=whole_number,
        default=MOST_POSITIONS,
        help=f"stop at more positions; {MOST_POSITIONS:,}, unless said otherwise",
    )
    add_json(solve)
    solve.set_defaults(run=_solve)


def _solve(chosen: argparse.Namespace) -> int:
    from gametheory.cli.loading import in_short, load_game
    from gametheory.model.game import RulesError
    from gametheory.model.state_graph import PositionLimitExceeded
    from gametheory.model.validation import validate_game
    from gametheory.solvers.dispatch import NoSolver, solved

    game = load_game(COMMAND, chosen.game, chosen.values)
    name = chosen.game.rpartition(":")[2]
    try:
        graph = validate_game(game, chosen.limit)
    except RulesError as error:
        place = chosen.game.rpartition(":")[0]
        said = in_short(error.__cause__, place).rpartition(" (line ")[2] if error.__cause__ else ""
        line = f" (line {said}" if said.endswith(")") and said[:-1].isdigit() else ""
        raise InputError(f"{COMMAND}: {name}: {error}{line}") from error
    except PositionLimitExceeded as error:
        raise InputError(f"{COMMAND}: {name}: {error}; --limit N allows more") from error
    try:
        answer = solved(graph)
    except NoSolver as error:
        raise InputError(f"{COMMAND}: {name}: {error}") from error
    if chosen.draw:
        write_output(chosen.draw, _drawn(graph, answer, f"{name}({', '.join(chosen.values)})"))
    if chosen.json:
        print_json(_document(graph, answer, chosen))
    else:
        _print(graph, answer)
        if chosen.draw:
            print(f"wrote {chosen.draw}")
    return 0


def _document(graph: nx.MultiDiGraph, answer: Answer, chosen: argparse.Namespace) -> dict[str, Any]:
    from gametheory.solvers.dispatch import label

    kind = answer.kind
    strategy = [{"position": label(position), "move": move} for position, move in answer.strategy.items()]
    return {
        "game": chosen.game,
        "values": chosen.values,
        "positions": len(graph),
        "moves": graph.number_of_edges(),
        "kind": str(kind.movers),
        "chance": kind.chance,
        "cyclic": kind.cyclic,
        "solver": answer.solver,
        **answer.facts,
        "strategy": strategy,
        "checked": answer.checked,
    }


def _print(graph: nx.MultiDiGraph, answer: Answer) -> None:
    from gametheory.cli.tables import print_table
    from gametheory.solvers.dispatch import label

    print(f"{len(graph):,} positions. Kind: {answer.kind}. Solver: {answer.solver}.")
    for sentence in answer.sentences:
        print(sentence)
    if answer.strategy:
        rows = [(label(position), move) for position, move in answer.strategy.items()]
        print_table(("position", "move"), rows[:MOST_SHOWN])
        if len(rows) > MOST_SHOWN:
            print(f"... and {len(rows) - MOST_SHOWN:,} more positions, all of them with --json")
    print(f"Checked: {answer.checked}.")


def _drawn(graph: nx.MultiDiGraph, answer: Answer, title: str) -> str:
    from gametheory.render.svg.state_graph import draw_state_graph
    from gametheory.solvers.dispatch import label

    try:
        return draw_state_graph(graph, answer.best, title, label)
    except ValueError as error:
        raise InputError(f"{COMMAND}: argument --draw: {error}") from error
