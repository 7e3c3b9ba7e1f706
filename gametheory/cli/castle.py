"""`gametheory castle`: solve, count, play and draw one castle game."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from gametheory.cli.arguments import Commands, InputError, add_action, add_game, add_json, drawing_file, whole_number
from gametheory.cli.output import print_json, print_view, write_output
from gametheory.games.castle import Castle, CastlePlay
from gametheory.games.castle.counting import count_plays, region_size
from gametheory.games.castle.plays import STRATEGIES, PlayTooLong, best_play, play_out, solve_castle
from gametheory.model.game import PositionLimitExceeded

MAX_POSITIONS = 10_000_000
MAX_WORK = 50_000_000_000
TOO_LARGE = "N, S, DPW too large"


def add_castle(commands: Commands, name: str) -> None:
    """Add `castle` and its four commands."""
    actions = add_game(commands, name, "The castle game of the posts Castle Defense I, II and III.", "solve 10 43 8")

    summary = "minimum number of waves for each side, and a fastest play"
    solve = _action(actions, "solve", _solve, summary, "10 43 8")
    add_json(solve)

    example = "12 32 5 --convention published"
    count = _action(actions, "count", _count, "number of winning plays, by wave", example)
    count.add_argument(
        "--convention",
        choices=("rules", "published"),
        default="rules",
        help="rules: count every winning play (default); published: count as the program of the second post does, "
        "without the castle wins where the castle fell in an earlier wave and more defenders than soldiers are left "
        "at the end",
    )
    add_json(count)

    play = _action(actions, "play", _play, "one play, wave by wave", "10 43 8 --strategy defenders-first")
    play.add_argument(
        "--strategy",
        choices=("best", "castle-first", "defenders-first"),
        required=True,
        help="how the soldiers play; best: a fastest win, otherwise a tie, otherwise the slowest loss",
    )
    add_json(play)

    draw = _action(actions, "draw", _draw, "all winning plays as a figure", "10 11 15 -o castle.svg")
    help_text = "SVG file to write"
    draw.add_argument("-o", dest="output", metavar="FILE.svg", type=drawing_file, required=True, help=help_text)


def _action(
    actions: Commands, name: str, run: Callable[[argparse.Namespace], int], summary: str, example: str
) -> argparse.ArgumentParser:
    parser = add_action(actions, name, run, summary, example)
    parser.add_argument("soldiers", metavar="N", type=whole_number, help="number of soldiers")
    parser.add_argument("strength", metavar="S", type=whole_number, help="strength of the castle")
    parser.add_argument("defenders_per_wave", metavar="DPW", type=whole_number, help="defenders per wave")
    return parser


def _game(args: argparse.Namespace) -> Castle:
    return Castle(args.soldiers, args.strength, args.defenders_per_wave)


def _solve(args: argparse.Namespace) -> int:
    game = _game(args)
    solution = solve_castle(game)  # by closed forms: numbers of a thousand digits take no longer
    if args.json:
        print_json(vars(game) | vars(solution) | {"play": _play_json(solution.play)})
    else:
        print_view(solution.view())
    return 0


def _count(args: argparse.Namespace) -> int:
    game = _game(args)
    positions = max(region_size(game), game.soldiers**2)
    # the numbers that are counted grow with S
    if positions > MAX_POSITIONS or positions * game.strength > MAX_WORK:
        size = f"about 10^{len(str(positions)) - 1} positions to evaluate, N (N + 1) / 2 x (S - N)"
        most = f"at most {MAX_POSITIONS:.0e}, and {MAX_WORK:.0e} when multiplied by S"
        raise InputError(f"gametheory castle count: {TOO_LARGE}: {size}; {most}")
    counts = count_plays(game)
    if args.convention == "rules":
        castle = counts.castle
    else:
        castle = counts.published_castle
    if args.json:
        document: dict[str, Any] = {"convention": args.convention, "soldiers": counts.soldiers, "castle": castle}
        document["soldiers_total"] = sum(counts.soldiers.values())
        document["castle_total"] = sum(castle.values())
        print_json(document)
    else:
        print_view([counts.table(castle)])
    return 0


def _play(args: argparse.Namespace) -> int:
    game = _game(args)
    try:
        # the best strategy depends on the game: it is found in the graph of plays
        strategy = STRATEGIES.get(args.strategy)
        play = play_out(game, strategy) if strategy else best_play(game)
    except (PositionLimitExceeded, PlayTooLong) as error:
        raise InputError(f"gametheory castle play: {TOO_LARGE}: {error}") from error
    if args.json:
        end = {"winner": play.winner, "waves": play.length, "soldiers_left": play.soldiers_left}
        print_json(end | {"play": _play_json(play)})
    else:
        print_view(play.view())
    return 0


def _draw(args: argparse.Namespace) -> int:
    from gametheory.games.castle.figures import fastest_wins_graph, play_graph
    from gametheory.render.figures import draw_plays

    game = _game(args)
    note = ""
    try:
        graph = play_graph(game)
        title = f"All winning plays of {game}"
    except ValueError as too_many:  # nodes to read
        note = f", an excerpt with one fastest win of each side: {too_many}"
        title = f"The fastest wins of {game}"
        try:
            graph = fastest_wins_graph(game)
        except ValueError as error:
            raise InputError(f"gametheory castle draw: {TOO_LARGE}: {error}") from error
    write_output(args.output, draw_plays(graph, title))
    print(f"wrote {args.output}{note}")
    return 0


def _play_json(play: CastlePlay) -> list[dict[str, int]]:
    return [{"wave": wave.number, **wave.volley._asdict(), **wave.position._asdict()} for wave in play.waves]
