"""`gametheory solve`, `gametheory nash`, and the questions about a strategy, such as `gametheory regret`."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    Commands,
    InputError,
    add_json,
    add_rules,
    drawing_file,
    positive_number,
    shortened,
    table_file,
    umb_file,
    whole_number,
)
from gametheory.cli.loading import (
    STANDARD_INPUT,
    LoadedGame,
    is_catalogue_name,
    load_game,
    read_game_file,
    require_player,
    rules_errors,
)
from gametheory.cli.output import (
    print_json,
    print_view,
    progress_line,
    solving_line,
    unfolding_line,
    write_output,
    write_table,
)
from gametheory.model.game import LIMITS, PositionLimitExceeded
from gametheory.numbers.format import visible
from gametheory.parallel.extras import library

if TYPE_CHECKING:
    from gametheory.parallel.limits import Progress
    from gametheory.solvers.nash_solution import NashSolution
    from gametheory.solvers.questions import Answer
    from gametheory.solvers.questions.comparison import Comparison
    from gametheory.solvers.solution import Solution

SOLVE, NASH = "gametheory solve", "gametheory nash"
DEFAULT_MAX_POSITIONS = 10_000_000
REST = "--player NAME and --from POSITION print others, and --json all of them"
NOT_COMPARED = {  # options that a comparison would ignore
    "refine": "--refine",
    "subgame_perfect": "--subgame-perfect",
    "best": "--best",
    "player": "--player",
    "start": "--from",
    "theorem": "--theorem",
    "output": "-o",
}
NOT_NUMBERED = {  # options whose results have all equilibria, or a choice of their own
    "json": "--json, which has all",
    "output": "-o, which writes all",
    "check": "--check",
    "player": "--player",
    "start": "--from",
    "theorem": "--theorem",
}
NUMBERS = re.compile(r"0*([1-9]\d{0,6})(?:-0*([1-9]\d{0,6}))?", re.ASCII)
MAX_NUMBERS = 100_000
OPTIONS_OF_TREES = "refine", "subgame_perfect"

CHICKEN = 'printf \'NFG 1 R "Chicken" { "A" "B" } { 2 2 } 6 6 7 2 2 7 0 0\' > chicken.nfg'
QUESTIONS = {
    "correlated": "Find the correlated equilibrium of a game that is best for a sum of payoffs, exactly",
    "regret": "Compute what each player gains at most by another strategy, exactly",
    "dominance": "Eliminate dominated strategies round after round, exactly, and print which strategy dominates each",
    "maximin": "Find what each player can guarantee by a pure and by a mixed strategy, exactly",
    "ess": "Find the evolutionarily stable strategies of a symmetric table, exactly, and mutants of the others",
    "stackelberg": "Find the best mixed strategy that a leader can commit to, exactly",
}
OPTIONS_OF_QUESTIONS = "best", "coarse", "profile", "weak", "leader"
MAX_BYTES = 20_000_000
MAX_DIGITS = 40  # of a decimal in a profile


# gametheory solve


def add_solve(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    solve = commands.add_parser(
        name,
        description="Validate the rules of a game, classify it, solve it exactly, and check the solution again. "
        "The ARGUMENTS are those of the class: 7, 3/5, 0.6 (read exactly), (1,2), red, or name=value.",
        epilog="example:\n  gametheory solve gametheory.games.castle:Castle 10 11 15",
    )
    add_rules(
        solve,
        "NAME|FILE.py[:CLASS]|MODULE:CLASS|FILE.nfg|.efg|.gam|.csv|.umb|-",
        "a game of the catalogue, or file or module with the class of the game; CLASS may be omitted if the file "
        "has one game class; or a file with a game in Gambit's format, with a table of payoffs, or with a model of "
        "Storm or PRISM, whose arguments are goal=LABEL and reward=NAME; - reads standard input",
    )
    add = solve.add_argument
    add("--draw", metavar="FILE.svg", type=drawing_file, help="also draw the positions and best moves")
    help_text = "also write all decisions as CSV, or the printed table as LaTeX"
    add("-o", dest="output", metavar="FILE.csv|.tex", type=table_file, help=help_text)
    help_text = "also write the positions as a model for Storm and PRISM"
    add("--umb", metavar="FILE.umb", type=umb_file, help=help_text)
    help_text = f"maximum number of positions (default {DEFAULT_MAX_POSITIONS:,})"
    add("--limit", metavar="N", type=whole_number, default=DEFAULT_MAX_POSITIONS, help=help_text)
    add(
        "--width",
        metavar="W",
        type=positive_number,
        default="1/1000000",
        help="largest gap between the two bounds of a value that is not computed exactly; also the largest ε "
        "(default 1/1000000)",
    )
    add(
        "--component-limit",
        metavar="N",
        type=whole_number,
        help="largest cyclic part (in positions) that a slow solver may try "
        "(default 50,000 in sequential games with chance moves, 500 with simultaneous moves, 50 for mixed moves in "
        "games that are not zero-sum); above 1,000, such games are also searched longer for an equilibrium; zero-sum "
        "sequential games with chance moves, cycles and more positions get a bracket instead of the exact value",
    )
    _add_theorem(solve, "states the value, or the payoffs of a subgame-perfect equilibrium")
    add("--player", metavar="NAME", help="print the strategy of one player")
    help_text = "print the decisions from a position on, given as it is printed"
    add("--from", dest="start", metavar="POSITION", help=help_text)
    add_json(solve)
    solve.set_defaults(run=_run_solve)


def _run_solve(args: argparse.Namespace) -> int:
    from gametheory.solvers.dispatch import solve_game

    if args.draw:  # a missing library is known before the game is solved
        library("pygraphviz", "draw")
    loaded = load_game(SOLVE, args.game, args.arguments)
    require_player(SOLVE, loaded.game, args.player)
    # the strategy is a function of the rules, so that printing can run them as well
    with solving_errors(SOLVE, loaded):
        with unfolding_line() as watch:
            solution = solve_game(loaded.game, args.limit, args.width, watch, args.component_limit)
        _print_solution(solution, loaded.name, args)
    return 0


@contextmanager
def solving_errors(command: str, loaded: LoadedGame) -> Iterator[None]:
    """Turn the errors of solving into InputError; one of the user's rules with the line that raised it."""
    from gametheory.solvers.dispatch import NoSolver

    # the limits are options, so that each message names the option
    about = f"{command}: {loaded.name}"
    try:
        with rules_errors(command, loaded):
            yield
    except PositionLimitExceeded as error:
        raise InputError(f"{about}: {error}; --limit N allows more") from error
    except NoSolver as error:
        raise InputError(f"{about}: {error}") from error
    except MemoryError as error:
        reason = str(error) or "there is not enough memory"
        raise InputError(f"{about}: {reason}; --limit N stops sooner") from error


def _print_solution(solution: Solution, name: str, args: argparse.Namespace) -> None:
    """Write the theorem, the drawing and the table, if nothing is refused, and print the solution."""
    try:
        parts = list(solution.view(REST, args.player, args.start))
    except ValueError as error:
        raise InputError(f"{SOLVE}: argument --from: {error}") from error
    # everything that can be refused comes before the first line is printed
    if args.theorem:
        _write_theorem(SOLVE, args.theorem, solution, " ".join([name, *args.arguments]))
    if args.umb:
        write_output(args.umb, _umb(solution))
    if args.draw:
        if args.arguments:
            title = f"{name}({', '.join(args.arguments)})"
        else:
            title = name
        write_output(args.draw, _drawing(solution, title))
    if args.output:
        write_table(args.output, solution, parts)
    if args.json:
        document = {"game": args.game, "arguments": args.arguments, **solution.as_json()}
        if args.output:
            document["file"] = str(args.output)
        if args.umb:
            document["umb"] = str(args.umb)
        if args.theorem:
            document["theorem"] = str(args.theorem)
        print_json(document)
        return
    print_view(parts)
    for path in (args.draw, args.umb, args.output):
        if path:
            print(f"wrote {path}")
    _print_theorem(args.theorem)


def _umb(solution: Solution) -> bytes:
    from gametheory.formats.umb import to_umb

    try:
        return to_umb(solution.arrays)
    except ValueError as error:
        raise InputError(f"{SOLVE}: argument --umb: {error}") from error


def _drawing(solution: Solution, title: str) -> str:
    from gametheory.render.graphs import draw_state_graph

    try:
        return draw_state_graph(solution.graph, solution.optimal_moves, title)
    except ValueError as error:
        raise InputError(f"{SOLVE}: argument --draw: {error}") from error


# gametheory nash


def add_nash(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    nash = commands.add_parser(
        name,
        description="Find the Nash equilibria of a game of any number of players, in one of Gambit's formats, .nfg, "
        ".efg, .agg or .bagg, or as rules in Python, given as for `solve`. Rules are solved as the tree of all plays.",
        epilog='example:\n  printf \'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1\' > pennies.nfg\n'
        "  gametheory nash pennies.nfg --exact",
    )
    help_text = (
        "file with a game in Gambit's format, or a table of payoffs as CSV; - reads standard input; or the rules of a "
        "game that ends, as for `solve`"
    )
    add_rules(nash, "NAME|FILE.nfg|.efg|.gam|.csv|-|FILE.py[:CLASS]|MODULE:CLASS", help_text)
    add = nash.add_argument
    add("--exact", action="store_true", help="print fractions instead of decimals (--json always has them)")
    add("--all", action="store_true", help="find all extreme equilibria even if slow")
    add(
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
    add("--player", metavar="NAME", help="print the strategies of one player")
    help_text = "print the rows from an information set of a tree on, given by its name"
    add("--from", dest="start", metavar="SET", help=help_text)
    add(
        "--best",
        metavar="EXPRESSION",
        help="also name the equilibria that are best for a sum of payoffs such as 'A + B', '2*A - 1/3*B' or '2, -1/3'",
    )
    help_text = "print only the equilibria with these numbers, such as 25 or 17-19,25"
    add("--number", dest="numbers", metavar="N", type=_numbers, help=help_text)
    _add_theorem(nash, "states that the first equilibrium is one, or the value of a zero-sum tree")
    help_text = "also write the printed table as LaTeX, or the probabilities of all actions as CSV"
    add("-o", dest="output", metavar="FILE.csv|.tex", type=table_file, help=help_text)
    help_text = (
        "compare a claimed list with the equilibria: which of its profiles are equilibria, and which are missing; "
        "status 1 unless all are and none is"
    )
    add("--check", metavar="ANSWERS.json", type=Path, help=help_text)
    help_text = "with --check: also accept profiles that differ from an equilibrium by at most T in each probability"
    add("--tolerance", metavar="T", type=positive_number, help=help_text)
    add_json(nash)
    nash.set_defaults(run=_run_nash)


def _run_nash(args: argparse.Namespace) -> int:
    loaded = _load_for_nash(args.game, args.arguments)
    require_player(NASH, loaded.game, args.player)
    _require_objective(args.best, loaded.game)
    claimed = _claimed_list(args)
    solution = _find_equilibria(loaded, args, claimed)
    if args.check:
        return _print_comparison(solution, claimed, args)
    if args.numbers:
        return _print_equilibria(solution, args)
    try:
        parts = list(solution.view(args.exact, args.player, args.start))
    except ValueError as error:
        raise InputError(f"{NASH}: argument --from: {error}") from error
    if args.theorem:
        _write_theorem(NASH, args.theorem, solution, " ".join([Path(args.game).name, *args.arguments]))
    if args.output:
        write_table(args.output, solution, parts)
    if args.json:
        document = solution.as_json()
        if args.theorem:
            document["theorem"] = str(args.theorem)
        print_json(document)
        return 0
    if args.output:
        parts.append(f"wrote {args.output}")
    print_view(parts)
    _print_theorem(args.theorem)
    return 0


def _numbers(text: str) -> list[int]:
    """Return the numbers of a list such as 17-19,25, from 0."""
    numbers: list[int] = []
    for part in text.split(","):
        match = NUMBERS.fullmatch(part.strip())
        if match is None:
            raise argparse.ArgumentTypeError(f"{shortened(text)}; allowed: numbers from 1 on, such as 25 or 17-19,25")
        first = int(match[1])
        last = int(match[2] or first)
        if last < first:
            raise argparse.ArgumentTypeError(f"{shortened(text)}: the range {part.strip()} is empty")
        # a long range is longer than the list, so that its first numbers suffice for a refusal
        numbers += range(first - 1, min(last, first + MAX_NUMBERS))
    return numbers


def _print_equilibria(solution: NashSolution, args: argparse.Namespace) -> int:
    """Print the equilibria of --number."""
    count = len(solution)
    # the list is as long as the search made it, so that a number is refused only here
    for number in args.numbers:
        if number >= count:
            raise InputError(f"{NASH}: argument --number: {number + 1}; the list has {count:,}")
    print_view([solution.table(args.numbers, args.exact)])
    print(f"Of {count:,} listed. Without --number all are printed, with facts about the game.")
    return 0


def _claimed_list(args: argparse.Namespace) -> Any:
    """Return the document of --check; refuse what it would ignore."""
    if args.numbers:
        for name, option in NOT_NUMBERED.items():
            if getattr(args, name):
                raise InputError(f"{NASH}: argument --number: not with {option}")
    if not args.check:
        if args.tolerance:
            raise InputError(f"{NASH}: argument --tolerance: only with --check ANSWERS.json")
        return None
    for name, option in NOT_COMPARED.items():
        if getattr(args, name):
            raise InputError(f"{NASH}: argument --check: not with {option}")
    allowed = "JSON that nash prints, or a list of profiles"
    return _read_json(f"{NASH}: argument --check", args.check, allowed)


def _print_comparison(solution: NashSolution, claimed: Any, args: argparse.Namespace) -> int:
    """Print what a claimed list has right and wrong; the status is 1 unless all of it is right."""
    comparison = _compare(solution, claimed, args)
    if args.json:
        print_json(comparison.as_json())
    else:
        print_view(comparison.view())
    return 0 if comparison.agrees else 1


def _compare(solution: NashSolution, claimed: Any, args: argparse.Namespace) -> Comparison:
    try:
        return solution.compare(claimed, args.tolerance)
    except ValueError as error:
        option, text = "--check", str(error).removeprefix("profile: ")
        if text.startswith("tolerance: "):
            option, text = "--tolerance", text.removeprefix("tolerance: ")
        raise InputError(f"{NASH}: argument {option}: {text}") from error


def _refuse_wrong_profiles(form: Any, claimed: Any, args: argparse.Namespace) -> None:
    """Refuse a claimed list that does not fit the game, before minutes of search."""
    from gametheory.model.extensive_form import ImperfectRecall
    from gametheory.solvers.nash_solution import NashSolution

    # without perfect recall, profiles are of the table of plans, which is made later
    with suppress(ImperfectRecall):
        _compare(NashSolution(form, (), "", complete=False, checked=()), claimed, args)


def _load_for_nash(name: str, arguments: list[str]) -> LoadedGame:
    """Return the game, with the name that begins a message about it."""
    path = Path(name)
    is_rules = path.suffix.partition(":")[0] == ".py" or (":" in name and not path.exists())
    if is_catalogue_name(NASH, name) or is_rules:
        return load_game(NASH, name, arguments)
    # any other name is that of a file, whatever its ending is
    if arguments:
        raise InputError(f"{NASH}: {arguments[0]!r}: a game in a file such as {name} takes no arguments")
    place = f"argument FILE: {'standard input' if name == STANDARD_INPUT else path}"
    return LoadedGame(read_game_file(f"{NASH}: argument FILE", name), place, name)


def _require_objective(objective: str | None, game: Any) -> None:
    """Refuse what is no sum of payoffs of the players; other rules are refused by the solver."""
    from gametheory.model.extensive_form import player_names
    from gametheory.solvers.questions import parse_objective

    # before the equilibria are searched for, which can take minutes
    if objective is None or not isinstance(getattr(game, "players", None), tuple):
        return
    try:
        parse_objective(objective, player_names(game.players))
    except ValueError as error:
        raise InputError(f"{NASH}: argument --best: {error}") from error


def _find_equilibria(loaded: LoadedGame, args: argparse.Namespace, claimed: Any) -> NashSolution:
    from gametheory.api import form_of, nash
    from gametheory.model.extensive_form import ImperfectRecall
    from gametheory.model.normal_form import NormalForm
    from gametheory.model.sequence_form import FormTooLarge
    from gametheory.solvers.pivoting import TooManyPivots, TooManyVertices
    from gametheory.solvers.refinements import TooManySequences
    from gametheory.solvers.sequence_form import TooManyEquilibria

    if args.refine and args.all:
        raise InputError(f"{NASH}: argument --all: not with --refine, which finds one equilibrium")
    for option in ("all", "limit"):
        if getattr(args, option) and (args.pure or args.subgame_perfect):
            which = "--pure" if args.pure else "--subgame-perfect"
            raise InputError(f"{NASH}: argument --{option}: not with {which}, which finds all pure ones without limit")
    # subgames and information sets are those of a tree
    for name in OPTIONS_OF_TREES:
        if getattr(args, name) and isinstance(loaded.game, NormalForm):
            option = name.replace("_", "-")
            allowed = f"only for rules or a game in a file .efg; {loaded.place} is a table"
            raise InputError(f"{NASH}: argument --{option}: {allowed}")
    more = "--limit N allows more"
    try:
        with rules_errors(NASH, loaded), solving_line() as progress:
            form = form_of(loaded.game)
            if args.check:
                _refuse_wrong_profiles(form, claimed, args)
            return nash(
                form,
                find_all=args.all,
                progress=progress,
                limit=args.limit,
                refine=args.refine,
                pure=args.pure,
                subgame_perfect=args.subgame_perfect,
                best=args.best,
            )
    except TooManySequences as error:
        raise InputError(f"{NASH}: argument --refine: {loaded.place}: {error}; {more}") from error
    except (TooManyEquilibria, TooManyVertices) as error:
        few = "without --all, one equilibrium is found"
        raise InputError(f"{NASH}: argument --all: {error}; {more}; {few}") from error
    except TooManyPivots as error:
        raise InputError(f"{NASH}: {loaded.name}: {error}; {more}") from error
    except (FormTooLarge, ImperfectRecall, PositionLimitExceeded, ValueError) as error:
        reason = str(error).removeprefix("game: ")
        raise InputError(f"{NASH}: {loaded.name}: {reason}; see {LIMITS}") from error


# Questions about a strategy


def add_question(commands: Commands, name: str) -> None:
    """Add a command that answers a question about a game."""
    parser = commands.add_parser(
        name,
        description=f"{QUESTIONS[name]}. The game is given as for `nash`.",
        epilog=f"example:\n  {CHICKEN}\n  gametheory {name} chicken.nfg",
    )
    add_rules(parser, "NAME|FILE.nfg|.efg|.gam|.csv|-|FILE.py[:CLASS]|MODULE:CLASS", "the game")
    add_json(parser)
    parser.set_defaults(run=_run_question, question=name)
    match name:
        case "correlated":
            parser.add_argument(
                "--best",
                metavar="EXPRESSION",
                help="what to maximize: a sum of players' payoffs such as 'A + B' or '2*A - 1/3*B', or the weights in "
                "order, such as '2, -1/3' (default: all of them)",
            )
            help_text = "players can deviate only before they hear the recommendation (coarse correlated equilibrium)"
            parser.add_argument("--coarse", action="store_true", help=help_text)
        case "regret":
            profile = "gametheory nash chicken.nfg --json > profile.json"
            parser.epilog = f"example:\n  {CHICKEN}\n  {profile}\n  gametheory regret chicken.nfg profile.json"
            help_text = "the strategies, in the form that `nash --json` or `solve --json` prints"
            parser.add_argument("profile", metavar="PROFILE.json", help=help_text)
        case "dominance":
            help_text = "eliminate weakly dominated strategies, too: in each round all of them"
            parser.add_argument("--weak", action="store_true", help=help_text)
        case "stackelberg":
            help_text = "the player who commits (default: the first one)"
            parser.add_argument("--leader", metavar="NAME", help=help_text)
            help_text = "the follower breaks ties against the leader, and not in favor (weak Stackelberg)"
            parser.add_argument("--weak", action="store_true", help=help_text)


def _run_question(args: argparse.Namespace) -> int:
    answer = _answer(args)
    if args.json:
        print_json(answer.as_json())
    else:
        print_view(answer.view())
    return 0


def _answer(args: argparse.Namespace) -> Answer:
    from gametheory import api
    from gametheory.model.extensive_form import ImperfectRecall
    from gametheory.model.sequence_form import FormTooLarge

    command = f"gametheory {args.question}"
    loaded = load_game(command, args.game, args.arguments)
    options = {name: value for name, value in vars(args).items() if name in OPTIONS_OF_QUESTIONS}
    if "profile" in options:
        options["profile"] = _read_json(f"{command}: argument PROFILE.json", Path(args.profile))
    try:
        with rules_errors(command, loaded), solving_line():
            answer: Answer = getattr(api, args.question)(loaded.game, **options)
            return answer
    except (FormTooLarge, ImperfectRecall, PositionLimitExceeded, ValueError) as error:
        reason = str(error).removeprefix("game: ")
        raise InputError(f"{command}: {loaded.name}: {reason}") from error


def _read_json(prefix: str, path: Path, allowed: str = "JSON that nash or solve prints") -> Any:
    """Return the document of a file, with decimals as they are written."""
    from gametheory.storage.files import read_bytes

    try:
        return json.loads(read_bytes(path, MAX_BYTES), parse_float=_decimal, object_pairs_hook=_unique)
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{prefix}: cannot read {path}: {reason}; allowed: {allowed}") from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object; a key that comes twice is refused, since JSON drops the first value."""
    document = dict(pairs)
    if len(document) < len(pairs):
        raise ValueError(f"a key of {', '.join(document):.60} comes twice")
    return document


def _decimal(text: str) -> Fraction | str:
    """Return a decimal exactly; one with a large exponent remains text, which is no number of a profile."""
    exponent = text.lower().partition("e")[2]
    # 1e999999999 would be a number of a billion digits
    if len(text) > MAX_DIGITS or len(exponent) > 3:
        return text
    return Fraction(text)


# The option --theorem: a file of Rocq or ACL2 that states the answer, with its proof


def _add_theorem(parser: argparse.ArgumentParser, content: str) -> None:
    """Add the option; `content` says what the theorem states."""
    help_text = f"also write a theorem of Rocq (.v) or ACL2 (.lisp) that {content}, with its proof, for `recheck`"
    parser.add_argument("--theorem", metavar="FILE.v|FILE.lisp", type=_theorem_file, help=help_text)


def _theorem_file(text: str) -> Path:
    from gametheory.render.theorems import theorem_path

    try:
        return theorem_path(text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot write {text}: {error}") from error
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _write_theorem(command: str, path: Path, solution: Solution | NashSolution, title: str) -> None:
    """Write the theorem of a solution that its prover accepts, and the files of the library next to it."""
    from gametheory.render.acl2_theorems import ACL2
    from gametheory.render.theorems import ROCQ, NotStated, theorem_of, write_theorem

    is_lisp = path.suffix == ".lisp"
    try:
        theorem = theorem_of(solution, path.stem, title, ACL2 if is_lisp else ROCQ)
        # no file is written that the prover would refuse
        with progress_line() as progress:
            if is_lisp:
                _certify(command, path, theorem.text)
            else:
                _compile(command, path, theorem.text, progress)
        write_theorem(path, theorem)
    except NotStated as error:
        raise InputError(f"{command}: argument --theorem: {error}") from error
    except OSError as error:
        raise InputError(f"{command}: cannot write {path}: {error.strerror or error}") from error


def _compile(command: str, path: Path, text: str, progress: Progress | None) -> None:
    from gametheory.claims.recheck import compilation_error
    from gametheory.prove.kernel import find_program
    from gametheory.render.theorems import NotStated

    if find_program() is None:
        print(f"{command}: {path} was not compiled, because Rocq is not installed", file=sys.stderr)
        return
    reason = compilation_error(path.stem, text, progress)
    if reason:
        raise NotStated(f"Rocq does not accept the theorem: {visible(reason)}")


def _certify(command: str, path: Path, text: str) -> None:
    from gametheory.claims.provers import NO_ACL2, certify_text
    from gametheory.prove.acl2 import find_acl2
    from gametheory.render.theorems import NotStated

    if find_acl2() is None:
        print(f"{command}: {path} was not certified: {NO_ACL2}", file=sys.stderr)
        return
    try:
        reason = certify_text(path.stem, text).reason
    except ValueError as error:
        # the data are nested too deeply, or ACL2 does not start
        reason = str(error)
    if reason:
        raise NotStated(f"ACL2 does not accept the theorem: {visible(reason)}")


def _print_theorem(path: Path | None) -> None:
    """Print the name of the file, and the command that checks it."""
    if path:
        print(f"wrote {path}\ncheck it: gametheory recheck {path}")
