"""`gametheory wargame tournament`: bots from a folder play each against each."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import output_file, positive_number, print_json, whole_number, whole_number_or_zero
from gametheory.cli.wargame.rules import game_from, refuse

if TYPE_CHECKING:
    from gametheory.games.wargame import Wargame
    from gametheory.games.wargame.bot_answers import BotTable
    from gametheory.games.wargame.tournament import Tournament

GAMES, SECONDS = 1000, 1
MAX_GAMES = 100_000
EQUILIBRIUM = "equilibrium"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command, without those of the rules."""
    add = parser.add_argument
    add("folder", metavar="FOLDER", type=Path, help="folder with a Python file for each bot")
    help_text = f"games of each pair with a bot that plays at random (default {GAMES:,})"
    add("--games", metavar="N", type=whole_number, default=GAMES, help=help_text)
    add("--seed", metavar="S", type=whole_number_or_zero, default=1, help="random seed of these games (default 1)")
    help_text = f"a bot that thinks longer about one choice loses the game (default {SECONDS})"
    add("--timeout", metavar="SECONDS", type=positive_number, default=SECONDS, help=help_text)
    add("--equilibrium", action="store_true", help="let the equilibrium take part")
    add("--html", metavar="FILE", type=output_file, help="write the ranking as a page")


def tournament(args: argparse.Namespace) -> int:
    """Run the tournament, and print the ranking."""
    from gametheory.games.wargame.bot_files import BotFolderError, bot_files
    from gametheory.games.wargame.tournament import play_tournament
    from gametheory.parallel.cores import available_cores
    from gametheory.parallel.start import can_fork

    game = game_from(args)
    if args.games > MAX_GAMES:
        refuse(args, f"argument --games: {args.games} is more than {MAX_GAMES:,}")
    if not can_fork():
        refuse(args, "bots run in forked processes, which this system does not have")
    try:
        files = bot_files(args.folder)
    except BotFolderError as error:
        refuse(args, f"argument FOLDER: {error}")
    except OSError as error:
        refuse(args, f"argument FOLDER: cannot read {args.folder}: {error.strerror}")
    if args.equilibrium and EQUILIBRIUM in files:
        refuse(args, f"argument --equilibrium: {files[EQUILIBRIUM]} has the same name; rename it")
    extra = {EQUILIBRIUM: _equilibrium(args, game)} if args.equilibrium else {}
    result = play_tournament(game, files, args.games, args.seed, float(args.timeout), available_cores(), extra)
    if args.html:
        _write_page(result, args.html)
    if args.json:
        print_json(_as_json(result, args))
    else:
        _print_ranking(result, args)
    return 0


def _equilibrium(args: argparse.Namespace, game: Wargame) -> BotTable:
    from gametheory.cli.wargame.solution_files import solve
    from gametheory.games.wargame.bot_files import tabulate
    from gametheory.games.wargame.bots import EquilibriumBot

    table = tabulate(game, EquilibriumBot(solve(args, game).solution).distribution)
    assert table is not None
    return table


def _write_page(result: Tournament, path: Path) -> None:
    from gametheory.cli.arguments import write_output
    from gametheory.render.ranking import ranking_page

    write_output(path, ranking_page(result))


def _as_json(result: Tournament, args: argparse.Namespace) -> dict[str, Any]:
    from gametheory.games.wargame.solution_file import rules_as_json

    ranking = [
        row._asdict() | {"score": _number(row.score), "faults": dict(sorted(row.faults.items()))}
        for row in result.ranking
    ]
    scores = [
        {"a": a, "b": b, "payoff": _number(score.payoff), "games": score.games, "margin": score.margin}
        for (a, b), score in result.scores.items()
    ]
    document = rules_as_json(result.game) | {"ranking": ranking, "scores": scores, "random": result.random_bots}
    return document | {"seed": args.seed} | ({"file": str(args.html)} if args.html else {})


def _number(value: Any) -> float | str:
    return value if isinstance(value, float) else str(value)


def _print_ranking(result: Tournament, args: argparse.Namespace) -> None:
    from gametheory.cli.tables import print_table
    from gametheory.numbers.visible import visible
    from gametheory.render.ranking import fault_texts, gain_text, score_text

    game = result.game
    print(f"{len(result.ranking)} bots, {game.soldiers} soldiers each, at most {game.rounds} rounds.")
    if result.random_bots:
        bots = ", ".join(map(visible, result.random_bots))
        print(f"Played at random: {bots}. Their pairs played {args.games:,} games on each side, with seed {args.seed}.")
    rows = [
        (
            str(row.rank),
            visible(row.bot),
            score_text(row.score, row.margin),
            gain_text(row.exploitability),
        )
        for row in result.ranking
    ]
    print_table(("rank", "bot", "score", "a best reply gains"), rows)
    for row in result.ranking:
        for fault in fault_texts(row.faults):
            print(f"{visible(row.bot)} {fault}")
    if args.html:
        print(f"wrote {args.html}")
