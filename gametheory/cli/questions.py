"""Commands that answer questions about strategies, such as `gametheory correlated` and `gametheory regret`."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, print_json

if TYPE_CHECKING:
    from gametheory.solvers.questions import Answer

CHICKEN = 'printf \'NFG 1 R "Chicken" { "A" "B" } { 2 2 } 6 6 7 2 2 7 0 0\' > chicken.nfg'
OPTIONS = "best", "coarse", "profile", "weak", "leader"
MAX_BYTES = 20_000_000
MAX_DIGITS = 40  # of a decimal in a profile


QUESTIONS = {
    "correlated": "Find the correlated equilibrium of a game that is best for a sum of payoffs, exactly",
    "regret": "Compute what each player gains at most by another strategy, exactly",
    "dominance": "Eliminate dominated strategies round after round, exactly, and print which strategy dominates each",
    "maximin": "Find what each player can guarantee by a pure and by a mixed strategy, exactly",
    "ess": "Find the evolutionarily stable strategies of a symmetric table, exactly, and mutants of the others",
    "stackelberg": "Find the best mixed strategy that a leader can commit to, exactly",
}


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    parsers = {name: _add(commands, name, summary) for name, summary in QUESTIONS.items()}
    parsers["correlated"].add_argument(
        "--best",
        metavar="EXPRESSION",
        help="what to maximize: a sum of players' payoffs such as 'A + B' or '2*A - 1/3*B', or the weights in order, "
        "such as '2, -1/3' (default: all of them)",
    )
    help_text = "players can deviate only before they hear the recommendation (coarse correlated equilibrium)"
    parsers["correlated"].add_argument("--coarse", action="store_true", help=help_text)
    parsers["regret"].epilog = (
        f"example:\n  {CHICKEN}\n  gametheory nash chicken.nfg --json > profile.json\n"
        "  gametheory regret chicken.nfg profile.json"
    )
    help_text = "the strategies, in the form that `nash --json` or `solve --json` prints"
    parsers["regret"].add_argument("profile", metavar="PROFILE.json", help=help_text)
    help_text = "eliminate weakly dominated strategies, too: in each round all of them"
    parsers["dominance"].add_argument("--weak", action="store_true", help=help_text)
    help_text = "the player who commits (default: the first one)"
    parsers["stackelberg"].add_argument("--leader", metavar="NAME", help=help_text)


def _add(commands: Any, name: str, summary: str) -> argparse.ArgumentParser:
    """Add a command that reads a game."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        description=f"{summary}. The game is given as for `nash`.",
        epilog=f"example:\n  {CHICKEN}\n  gametheory {name} chicken.nfg",
    )
    parser.add_argument("game", metavar="NAME|FILE.nfg|FILE.efg|FILE.py[:CLASS]|MODULE:CLASS", help="the game")
    parser.add_argument("arguments", metavar="ARGUMENTS", nargs="*", help="constructor arguments of the class")
    add_json(parser)
    parser.set_defaults(run=_run, question=name)
    return parser


def _run(args: argparse.Namespace) -> int:
    from gametheory.cli.tables import console
    from gametheory.numbers.table import show

    answer = _answer(args)
    if args.json:
        print_json(answer.as_json())
    else:
        show(answer.view(), console())
    return 0


def _answer(args: argparse.Namespace) -> Answer:
    from gametheory import api
    from gametheory.cli.loading import load_game, rules_error
    from gametheory.model.extensive_form import ImperfectRecall
    from gametheory.model.game import PositionLimitExceeded, RulesError
    from gametheory.model.sequence_form import FormTooLarge

    command = f"gametheory {args.question}"
    loaded = load_game(command, args.game, args.arguments)
    options = {name: getattr(args, name) for name in OPTIONS if hasattr(args, name)}
    if "profile" in options:
        options["profile"] = _read_json(f"{command}: argument PROFILE.json", Path(args.profile))
    try:
        answer: Answer = getattr(api, args.question)(loaded.game, **options)
        return answer
    except RulesError as error:
        raise InputError(f"{command}: {loaded.name}: {rules_error(error, loaded.place)}") from error
    except (FormTooLarge, ImperfectRecall, PositionLimitExceeded, ValueError) as error:
        raise InputError(f"{command}: {loaded.name}: {str(error).removeprefix('game: ')}") from error


def _read_json(prefix: str, path: Path) -> Any:
    """Return the document of a file, with decimals as they are written."""
    from gametheory.storage.files import read_bytes

    try:
        return json.loads(read_bytes(path, MAX_BYTES), parse_float=_decimal, object_pairs_hook=_unique)
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{prefix}: cannot read {path}: {reason}; allowed: JSON that nash or solve prints") from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a key that comes twice is refused, since JSON drops the first value."""
    document = dict(pairs)
    if len(document) < len(pairs):
        raise ValueError(f"a key of {', '.join(document):.60} comes twice")
    return document


def _decimal(text: str) -> Fraction | str:
    """Return a decimal exactly; one with a large exponent remains text, which is no number of a profile."""
    exponent = text.lower().partition("e")[2]
    return text if len(text) > MAX_DIGITS or len(exponent) > 3 else Fraction(text)
