"""`gametheory castle`: solve, count, play and draw one castle game."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    InputError,
    add_action,
    add_json,
    output_file,
    print_json,
    whole_number,
    write_output,
)
from gametheory.cli.memory_limit import add_memory, check_memory
from gametheory.cli.tables import console

if TYPE_CHECKING:
    import networkx as nx

    from gametheory.games.castle import Castle, CastlePlay

MOST_POSITIONS = 10_000_000
MOST_WORK = 50_000_000_000


def add_commands(commands: Any) -> None:
    """Declare `castle` and its four commands."""
    castle = commands.add_parser(
        "castle",
        description="The castle game of three posts.",
        epilog="example:\n  gametheory castle solve 10 43 8",
    )
    actions = castle.add_subparsers(metavar="ACTION", required=True)

    solve = _action(actions, "solve", _solve, "fewest waves for either side, and the play", "10 43 8")
    add_json(solve)

    count = _action(actions, "count", _count, "number of ways to win, by wave", "12 32 5 --convention published")
    count.add_argument(
        "--convention",
        choices=("rules", "published"),
        default="rules",
        help="count every win, or as the program behind the second post does: without castle wins in which the "
        "castle fell in an earlier wave and more defenders than soldiers are left at the end",
    )
    add_memory(count)
    add_json(count)

    play = _action(actions, "play", _play, "one play, wave by wave", "10 43 8 --strategy defenders-first")
    play.add_argument("--strategy", choices=("best", "castle-first", "defenders-first"), required=True)
    add_json(play)

    draw = _action(actions, "draw", _draw, "every way to win as a figure", "10 11 15 -o castle.svg")
    draw.add_argument("-o", dest="output", metavar="FILE.svg", type=output_file, required=True)


def _action(
    actions: Any, name: str, run: Callable[[argparse.Namespace], int], what: str, example: str
) -> argparse.ArgumentParser:
    parser = add_action(actions, name, run, what, example)
    parser.add_argument("soldiers", metavar="N", type=whole_number, help="soldiers")
    parser.add_argument("strength", metavar="S", type=whole_number, help="strength of the castle")
    parser.add_argument("defenders_per_wave", metavar="DPW", type=whole_number, help="defenders per wave")
    return parser


def _game(chosen: argparse.Namespace) -> Castle:
    from gametheory.games.castle import Castle

    return Castle(chosen.soldiers, chosen.strength, chosen.defenders_per_wave)


def _solve(chosen: argparse.Namespace) -> int:
    from gametheory.games.castle.solution import solve_castle

    game = _game(chosen)
    solution = solve_castle(game)
    if chosen.json:
        numbers = {
            "soldiers": game.soldiers,
            "strength": game.strength,
            "defenders_per_wave": game.defenders_per_wave,
        }
        print_json(
            numbers
            | {
                "case": solution.case,
                "soldiers_min_waves": solution.soldiers_min_waves,
                "castle_min_waves": solution.castle_min_waves,
                "tie_possible": solution.tie_possible,
                "play": [wave.as_json() for wave in solution.play.waves],
                "play_cut": solution.play_cut,
            }
        )
        return 0
    for side, waves in (("soldiers", solution.soldiers_min_waves), ("castle", solution.castle_min_waves)):
        print(f"The {side} cannot win." if waves is None else f"The {side} can win in {_waves(waves)}, not sooner.")
    print(f"Case {solution.case} of the posts." + (" Play can go on for ever." if solution.tie_possible else ""))
    _print_play(solution.play, solution.play_cut)
    return 0


def _count(chosen: argparse.Namespace) -> int:
    from gametheory.games.castle.counting import count_plays, region_size
    from gametheory.games.castle.memory_estimate import bytes_for_count

    game = _game(chosen)
    positions = max(region_size(game), game.soldiers**2)
    if positions > MOST_POSITIONS or positions * game.strength > MOST_WORK:
        raise InputError(
            f"gametheory castle count: N, S, DPW too large: about 10^{len(str(positions)) - 1} positions to look at, "
            f"N (N + 1) / 2 x (S - N); at most {MOST_POSITIONS:.0e}, and {MOST_WORK:.0e} when multiplied by S"
        )
    if chosen.memory:
        check_memory(chosen, bytes_for_count(game), "castle count")
    counts = count_plays(game)
    castle = counts.castle if chosen.convention == "rules" else counts.published_castle
    if chosen.json:
        print_json(
            {
                "convention": chosen.convention,
                "soldiers": counts.soldiers,
                "castle": castle,
                "soldiers_total": sum(counts.soldiers.values()),
                "castle_total": sum(castle.values()),
            }
        )
        return 0
    _print_counts(counts.soldiers, castle)
    return 0


def _play(chosen: argparse.Namespace) -> int:
    from gametheory.games.castle.strategies import STRATEGIES, PlayTooLong, best_play, play_out
    from gametheory.model.state_graph import PositionLimitExceeded

    game = _game(chosen)
    try:
        strategy = STRATEGIES.get(chosen.strategy)
        play = play_out(game, strategy) if strategy else best_play(game)
    except (PositionLimitExceeded, PlayTooLong) as error:
        raise InputError(f"gametheory castle play: N, S, DPW too large: {error}") from error
    if chosen.json:
        print_json(
            {
                "winner": play.winner,
                "waves": play.length,
                "soldiers_left": play.soldiers_left,
                "play": [wave.as_json() for wave in play.waves],
            }
        )
        return 0
    _print_play(play)
    return 0


def _draw(chosen: argparse.Namespace) -> int:
    from gametheory.games.castle.figures import STYLES, fastest_wins_graph, play_graph
    from gametheory.render.svg.graph import draw

    game = _game(chosen)
    try:
        graph, title, told = play_graph(game), f"Every way to win {game}", ""
    except ValueError as error:  # more than anybody could read
        told = f", an excerpt with one fastest win of each side: {error}"
        graph, title = _excerpt(fastest_wins_graph, game), f"The fastest wins of {game}"
    write_output(chosen.output, draw(graph, STYLES, title))
    print(f"wrote {chosen.output}{told}")
    return 0


def _excerpt(excerpt: Callable[[Castle], nx.MultiDiGraph], game: Castle) -> nx.MultiDiGraph:
    try:
        return excerpt(game)
    except ValueError as error:
        raise InputError(f"gametheory castle draw: N, S, DPW too large: {error}") from error


def _waves(number: int) -> str:
    return f"{number} wave{'' if number == 1 else 's'}"


def _print_play(play: CastlePlay, cut: bool = False) -> None:
    from rich import box
    from rich.table import Table

    ending = {
        "soldiers": f"The soldiers win in wave {play.length}, {play.soldiers_left} standing.",
        "castle": f"The castle wins in wave {play.length}.",
        "tie": f"A tie: the last wave repeats for ever, {play.soldiers_left} soldiers standing.",
    }
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("wave", "at castle", "at defenders", "soldiers", "defenders", "strength"):
        table.add_column(heading, justify="right")
    for wave in play.waves:
        table.add_row(*(str(value) for value in wave.as_json().values()))
    last_line = f"Only the first {len(play.waves)} waves are shown." if cut else ending[play.winner]
    console().print(table, last_line, sep="\n")


def _print_counts(soldiers: dict[int, int], castle: dict[int, int]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_footer=True)
    for heading, foot in (
        ("wave", "in all"),
        ("soldiers win", sum(soldiers.values())),
        ("castle wins", sum(castle.values())),
    ):
        table.add_column(heading, footer=str(foot), justify="right")
    for wave in sorted(soldiers.keys() | castle.keys()):
        table.add_row(str(wave), *(str(ways[wave]) if wave in ways else "" for ways in (soldiers, castle)))
    console().print(table)
