"""The command line program `gametheory`: its commands, its streams, and its exit status."""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from gametheory.cli.arguments import MAX_DIGITS, InputError, Parser
from gametheory.parallel.extras import DISTRIBUTION, MissingExtra
from gametheory.parallel.limits import (
    Terminated,
    has_threads,
    interrupt_cause,
    limit_cores,
    terminable,
    within_free_memory,
)

SHELLS = "bash", "zsh", "tcsh"
DISK_FULL = errno.ENOSPC, errno.EDQUOT, errno.EFBIG
NO_THREAD = "can't start new thread"  # the RuntimeError if there is no memory for its stack


class Command(NamedTuple):
    """A command: the file with its parser, the function that adds the parser, and a line for the help."""

    module: str
    function: str
    summary: str


# This table is read before any parser is built: a command imports its own file, and no other command.
GROUPS = {
    "check claims": {
        "report": Command("check", "add_report", "check the claims in a folder and write an HTML report"),
        "check": Command("check", "add_check", "check the claims in a folder and print the verdicts"),
        "annotate": Command("annotate", "add_annotate", "write a text of Markdown or LaTeX with its verdicts in place"),
        "recheck": Command("check", "add_recheck", "discharge certificates again, without any code of the claims"),
        "init": Command("init", "add_init", "write an example of a folder of claims"),
    },
    "solve a game of your own, or one of the catalogue": {
        "games": Command("play", "add_games", "list the games of the catalogue, or show one"),
        "solve": Command("solve", "add_solve", "solve any game: a class in your file, or a name of the catalogue"),
        "nash": Command("solve", "add_nash", "find the Nash equilibria of a game in a .nfg or .efg file"),
        "play": Command("play", "add_play", "play a game against its solution"),
        "dataset": Command("dataset", "add_dataset", "write all equilibria of many games, as a table and a page"),
    },
    "ask about a strategy": {
        "correlated": Command("solve", "add_question", "find the best correlated equilibrium"),
        "regret": Command("solve", "add_question", "compute what each player gains by another strategy"),
        "dominance": Command("solve", "add_question", "eliminate dominated strategies, round after round"),
        "maximin": Command("solve", "add_question", "find what each player can guarantee"),
        "ess": Command("solve", "add_question", "find the evolutionarily stable strategies of a symmetric table"),
        "stackelberg": Command("solve", "add_question", "find the best strategy to commit to"),
    },
    "the games of the sources": {
        "castle": Command("castle", "add_castle", "the castle game: solve, count, play, draw"),
        "battle": Command("battle", "add_battle", "the Warlight battle: odds, need, table, simulate"),
        "wargame": Command("wargame", "add_wargame", "the Wargame of two armies: solve, state, verify, play"),
        "towers": Command("battle", "add_towers", "the tower game: odds"),
    },
}
COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}
EXAMPLES = """\
examples:
  gametheory report                     check every claim in proofs/ and write report.html
  gametheory check -k CD2.9             check one claim and its dependencies
  gametheory castle solve 10 43 8       fewest waves for each side, and a fastest play
  gametheory battle odds 40 25          odds of a Warlight battle, turn by turn
  gametheory wargame solve              value and optimal opening of the Wargame
  gametheory nash FILE.nfg              Nash equilibria of a game in a file
  gametheory solve gametheory.games.castle:Castle 10 11 15
                                        any game, also a class in your own file.py:CLASS
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command."""
    # Its threads gain nothing for our small matrices, and without memory for them OpenBLAS waits for it without end.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # arguments have at most MAX_DIGITS digits, and their product twice as many
    sys.set_int_max_str_digits(2 * MAX_DIGITS)
    output = None
    try:
        output = _prepare_streams()
        with terminable(), within_free_memory():
            _check_current_folder()
            args = _parse(sys.argv[1:] if arguments is None else arguments)
            with limit_cores(getattr(args, "workers", None)):
                status = _run(args)
            sys.stdout.flush()
            return status
    except (BrokenPipeError, SystemExit) as error:  # argparse leaves after --help, and rich without a reader
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        _silence_stdout()
        if output and not output.is_used:
            print("gametheory: cannot write the output: its reader has exited", file=sys.stderr)
            return 2
        return int(isinstance(error, SystemExit))  # the reader, such as `head`, has what it needs
    except (Exception, KeyboardInterrupt) as error:
        return _ended_by(error)


# The parser


def help_text() -> str:
    """Return what the program does, and all commands with a line for each, in groups."""
    lines = ["Solve games exactly, and check published claims about them."]
    for title, group in GROUPS.items():
        lines += ["", f"{title}:"]
        lines += [f"  {name:<12}{command.summary}" for name, command in group.items()]
    return "\n".join(lines) + "\n"


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    # --help, --completion and an unknown name need all commands
    if arguments and arguments[0] in COMMANDS:
        name = arguments[0]
    else:
        name = None
    try:
        return _parser(name).parse_args(arguments)
    except SystemExit:
        sys.stdout.flush()  # an error of --help is reported here, not when Python ends
        raise


def _parser(name: str | None = None) -> Parser:
    """Build the parser of one command, or of all. Files are imported here, so that `main` handles Ctrl-C meanwhile."""
    parser = Parser(prog="gametheory", description=help_text(), epilog=EXAMPLES)
    parser.add_argument("--version", action=_Version, help="print the version and exit")
    parser.add_argument("--completion", action=_Completion)
    commands = parser.add_subparsers(
        metavar="COMMAND", required=True, help="one of the commands above; each has its own --help"
    )
    for chosen in [name] if name else COMMANDS:
        command = COMMANDS[chosen]
        module = import_module(f"gametheory.cli.{command.module}")
        getattr(module, command.function)(commands, chosen)
    return parser


class _Version(argparse.Action):
    """Print the version; it is read only here, because that takes longer than all parsers together."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"gametheory {version(DISTRIBUTION)}")
        parser.exit()


class _Completion(argparse.Action):
    """Print the script that lets a shell complete commands, options and files, and exit."""

    def __init__(self, option_strings: Sequence[str], dest: str, **_: object) -> None:
        help_text = f"print the completion script for a shell and exit: {', '.join(SHELLS)}"
        super().__init__(option_strings, dest, choices=SHELLS, metavar="SHELL", help=help_text)

    def __call__(self, parser: argparse.ArgumentParser, *values: Any) -> None:
        import shtab

        print(shtab.complete(parser, values[1]))
        parser.exit()


def _run(args: argparse.Namespace) -> int:
    """Run the command of the arguments. The code of a game or a bot must not choose the status by SystemExit."""
    try:
        status: int = args.run(args)
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # raised by rich
            raise
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.filename}, line {place.lineno}"
        raise InputError(f"gametheory: {where}: SystemExit: {error}; a game or a bot cannot end the command") from error
    return status


# How a command ends


def _ended_by(error: BaseException) -> int:
    """Print why a command has ended, and return its status; raise an error that is due to neither user nor system."""
    status = 2
    interrupt = interrupt_cause(error)
    # an interrupt can be the cause of any other error, as of one from a pool of processes
    if isinstance(error, InputError):
        message = error.lines
    elif isinstance(interrupt, Terminated):
        message, status = "gametheory: terminated", 143
    elif interrupt:
        message, status = "gametheory: interrupted", 130
    elif isinstance(error, MissingExtra):
        message = f"gametheory: {error}"
    elif isinstance(error, MemoryError) or (str(error) == NO_THREAD and has_threads()):
        message = "gametheory: not enough memory"
    elif isinstance(error, OSError) and error.errno in DISK_FULL:
        _silence_stdout()
        message = f"gametheory: cannot write the output: {error.strerror}"
    else:
        raise error
    print(message, file=sys.stderr)
    return status


def _check_current_folder() -> None:
    try:
        os.getcwd()
    except FileNotFoundError as error:
        raise InputError("gametheory: the current folder no longer exists") from error


class _Output(io.FileIO):
    """Standard output that notes whether anything was written before the reader of a pipe exited."""

    is_used = False

    def write(self, data: Any, /) -> int:
        """Write bytes."""
        count = super().write(data)
        self.is_used = True
        return count


def _prepare_streams() -> _Output | None:
    """Replace a closed standard error, and standard output by one that notes its use; refuse to print nowhere."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the process ends
    if sys.stdout is None:
        raise InputError("gametheory: standard output is closed; > /dev/null discards the output")
    if not isinstance(sys.stdout, io.TextIOWrapper):
        return None
    sys.stdout.reconfigure(errors="replace")  # print ? for characters such as ∀ that the terminal lacks
    unbuffered = isinstance(sys.stdout.buffer, io.FileIO)  # by PYTHONUNBUFFERED
    if unbuffered:
        file = sys.stdout.buffer
    else:
        file = getattr(sys.stdout.buffer, "raw", None)
    if not isinstance(file, io.FileIO) or sys.stdout.isatty():
        return None
    # the buffer of Python hides whether a reader such as `head` got anything
    output = _Output(file.fileno(), "wb", closefd=False)
    sys.stdout = io.TextIOWrapper(
        output if unbuffered else io.BufferedWriter(output),
        encoding=sys.stdout.encoding,
        errors="replace",
        write_through=unbuffered,
    )
    return output


def _silence_stdout() -> None:
    """Redirect standard output to /dev/null, so that flushing at exit cannot raise again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
