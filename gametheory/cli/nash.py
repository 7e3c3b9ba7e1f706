"""`gametheory nash`: print the Nash equilibria of a game, given as rules in Python or in one of Gambit's files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, print_json, table_file, whole_number
from gametheory.cli.theorem import add_theorem, print_theorem, write_theorem_file

if TYPE_CHECKING:
    from gametheory.cli.loading import LoadedGame
    from gametheory.solvers.nash_solution import NashSolution

COMMAND = "gametheory nash"


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    nash = commands.add_parser(
        "nash",
        description="Find the Nash equilibria of a game of any number of players, in one of Gambit's formats, .nfg, "
        ".efg, .agg or .bagg, or as rules in Python, given as for `solve`. Rules are solved as the tree of all plays.",
        epilog='example:\n  printf \'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1\' > pennies.nfg\n'
        "  gametheory nash pennies.nfg --exact",
    )
    nash.add_argument(
        "game",
        metavar="NAME|FILE.nfg|FILE.efg|FILE.py[:CLASS]|MODULE:CLASS",
        help="file with a game in Gambit's format; or the rules of a game that ends, as for `solve`",
    )
    nash.add_argument("arguments", metavar="ARGUMENTS", nargs="*", help="constructor arguments of the class")
    nash.add_argument(
        "--exact", action="store_true", help="print fractions instead of decimals (--json always has them)"
    )
    nash.add_argument("--all", action="store_true", help="find all extreme equilibria even if slow")
    nash.add_argument(
        "--limit",
        metavar="N",
        type=whole_number,
        help="greatest number of vertices of a polytope (default 2,000; with --all 20,000), or with --refine of "
        "sequences of all players (default 250); of three or more players, of supports (default 5,000; with --all "
        "100,000)",
    )
    which = nash.add_mutually_exclusive_group()
    which.add_argument("--pure", action="store_true", help="find all equilibria in pure strategies, and no others")
    help_text = "find all equilibria of a tree in pure strategies that are subgame perfect"
    which.add_argument("--subgame-perfect", action="store_true", help=help_text)
    which.add_argument(
        "--refine",
        choices=("sequential", "quasi-perfect", "perfect"),
        help="find one equilibrium of a tree that is sequential, quasi-perfect, or extensive-form (trembling-hand) "
        "perfect, with beliefs at every information set",
    )
    nash.add_argument("--player", metavar="NAME", help="print the strategies of one player")
    help_text = "print the rows from an information set of a tree on, given by its name"
    nash.add_argument("--from", dest="start", metavar="SET", help=help_text)
    help_text = (
        "also name the equilibria that are best for a sum of payoffs such as 'A + B', '2*A - 1/3*B' or '2, -1/3'"
    )
    nash.add_argument("--best", metavar="EXPRESSION", help=help_text)
    add_theorem(nash, "states that the first equilibrium is one, or the value of a zero-sum tree")
    help_text = "also write the printed table as LaTeX, or the probabilities of all actions as CSV"
    nash.add_argument("-o", dest="output", metavar="FILE.csv|.tex", type=table_file, help=help_text)
    add_json(nash)
    nash.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from gametheory.cli.loading import require_player
    from gametheory.cli.tables import console, write_table
    from gametheory.solvers.questions import best_equilibria, best_text

    loaded = _load(args.game, args.arguments)
    require_player(COMMAND, loaded.game, args.player)
    _require_objective(args.best, loaded.game)
    options = {"limit": args.limit, "refine": args.refine, "pure": args.pure, "subgame_perfect": args.subgame_perfect}
    solution = _solve(loaded, args.all, options)
    best = None if args.best is None else best_equilibria(solution, args.best)
    try:
        parts = [*solution.view(args.exact, args.player, args.start)]
    except ValueError as error:
        raise _error(f"argument --from: {error}") from error
    parts += [best_text(best)] if best else []
    if args.theorem:
        write_theorem_file(COMMAND, args.theorem, solution, " ".join([Path(args.game).name, *args.arguments]))
    if args.output:
        write_table(args.output, solution, parts)
    if args.json:
        theorem = {"theorem": str(args.theorem)} if args.theorem else {}
        print_json(solution.as_json() | ({"best": best} if best else {}) | theorem)
    else:
        from gametheory.numbers.table import show

        show([*parts, *([f"wrote {args.output}"] if args.output else [])], console())
        print_theorem(args.theorem)
    return 0


def _require_objective(objective: str | None, game: Any) -> None:
    """Refuse what is no sum of payoffs of the players; other rules are refused by the solver."""
    from gametheory.model.extensive_form import player_names
    from gametheory.solvers.questions import parse_objective

    if objective is None or not isinstance(getattr(game, "players", None), tuple):
        return
    try:
        parse_objective(objective, player_names(game.players))
    except ValueError as error:
        raise _error(f"argument --best: {error}") from error


def _load(name: str, arguments: list[str]) -> LoadedGame:
    """Return the game, with the name that begins a message about it."""
    from gametheory.cli.loading import LoadedGame, is_catalogue_name, load_game, read_gambit_file

    path = Path(name)
    if (
        is_catalogue_name(COMMAND, name)
        or path.suffix.partition(":")[0] == ".py"
        or (":" in name and not path.exists())
    ):
        return load_game(COMMAND, name, arguments)
    if arguments:
        raise _error(f"{arguments[0]!r}: a game in a file such as {name} takes no arguments")
    return LoadedGame(read_gambit_file(f"{COMMAND}: argument FILE", path), f"argument FILE: {path}", name)


def _solve(loaded: LoadedGame, find_all: bool, options: dict[str, Any]) -> NashSolution:
    from gametheory.api import nash
    from gametheory.cli.loading import rules_error
    from gametheory.cli.progress import progress_line
    from gametheory.model.extensive_form import ImperfectRecall
    from gametheory.model.game import LIMITS, PositionLimitExceeded, RulesError
    from gametheory.model.normal_form import NormalForm
    from gametheory.model.sequence_form import FormTooLarge
    from gametheory.solvers.pivoting import TooManyPivots, TooManyVertices
    from gametheory.solvers.refinements import TooManySequences
    from gametheory.solvers.sequence_form import TooManyEquilibria

    game, name = loaded.game, loaded.name
    tree_only = next((name for name in ("refine", "subgame_perfect") if options[name]), "").replace("_", "-")
    if tree_only == "refine" and find_all:
        raise _error("argument --all: not with --refine, which finds one equilibrium")
    if tree_only and isinstance(game, NormalForm):
        raise _error(f"argument --{tree_only}: only for rules or a game in a file .efg; {loaded.place} is a table")
    try:
        with progress_line() as progress:
            return nash(game, find_all=find_all, progress=progress, **options)
    except TooManySequences as error:
        raise _error(f"argument --refine: {loaded.place}: {error}; --limit N allows more") from error
    except (TooManyEquilibria, TooManyVertices) as error:
        raise _error(
            f"argument --all: {error}; --limit N allows more; without --all, one equilibrium is found"
        ) from error
    except TooManyPivots as error:
        raise _error(f"{name}: {error}; --limit N allows more") from error
    except RulesError as error:
        raise _error(f"{name}: {rules_error(error, loaded.place)}") from error
    except (FormTooLarge, ImperfectRecall, PositionLimitExceeded, ValueError) as error:
        raise _error(f"{name}: {str(error).removeprefix('game: ')}; see {LIMITS}") from error


def _error(message: str) -> InputError:
    return InputError(f"{COMMAND}: {message}")
