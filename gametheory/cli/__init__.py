"""The command `gametheory`."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence

from gametheory.cli.arguments import MOST_DIGITS, InputError, Parser
from gametheory.parallel.cores import limit_cores
from gametheory.parallel.signals import Terminated, terminable, unwrap_interrupt

FULL = errno.ENOSPC, errno.EDQUOT, errno.EFBIG
WHAT_FOR = """\
Formal game-theory analysis.

check claims:
  report    check a folder of claims and write an HTML report
  check     check a folder of claims and print the verdicts

solve a game of your own:
  solve     any game: a class in your file
  nash      the Nash equilibria of a game in a .nfg or .efg file

the games of the sources:
  castle    the castle game: solve, count, play, draw
  battle    the Warlight battle: odds, need, table, simulate
  wargame   the Wargame of two armies: solve, state, verify, play
  towers    the tower game: odds
"""
EXAMPLES = """\
examples:
  gametheory report                     check every claim in proofs/ and write report.html
  gametheory check -k CD2.9             check one claim and what it rests on
  gametheory castle solve 10 43 8       fewest waves for either side, and the play
  gametheory battle odds 40 25          the chances of a Warlight battle, turn by turn
  gametheory wargame solve              how to open the Wargame, and what it is worth
  gametheory nash FILE.nfg              the Nash equilibria of a game in a file
  gametheory solve gametheory.games.castle:Castle 10 11 15
                                        any game, a class in your own file.py:CLASS too
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 done, 1 a check failed, 2 the input was wrong.

    130 or 143 where Ctrl-C or SIGTERM ended it. `--workers` says how many cores are used, here and below.
    """
    sys.set_int_max_str_digits(2 * MOST_DIGITS)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal without ∀ or ✓ shows a ? there
        sys.stdout.reconfigure(errors="replace")
    try:
        with terminable():
            chosen = _parser().parse_args(arguments)
            with limit_cores(getattr(chosen, "workers", None)):
                status: int = chosen.run(chosen)
            sys.stdout.flush()
            return status
    except InputError as error:
        print(error.lines, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, SystemError) as error:
        return _interrupted(error)
    except BrokenPipeError:  # the reader of our output, `head` say, has gone
        _say_no_more()
        return 0
    except OSError as error:
        if error.errno not in FULL:
            raise
        _say_no_more()
        print(f"gametheory: cannot write what was found: {error.strerror}", file=sys.stderr)
        return 2


def _say_no_more() -> None:
    """What is still waiting to be printed goes nowhere, in place of failing once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupted(error: BaseException) -> int:
    interrupt = unwrap_interrupt(error)
    if interrupt is None:
        raise error
    terminated = isinstance(interrupt, Terminated)
    print(f"gametheory: {'terminated' if terminated else 'interrupted'}", file=sys.stderr)
    return 143 if terminated else 130


def _parser() -> Parser:
    """The parser of all commands, which are imported here: Ctrl-C meanwhile ends in one line too."""
    from importlib.metadata import version

    from gametheory.cli import battle, castle, check, nash, solve, towers, wargame
    from gametheory.cli.completion import Completion

    parser = Parser(prog="gametheory", description=WHAT_FOR, epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=f"gametheory {version('gametheory')}")
    parser.add_argument("--completion", action=Completion)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, help="one of the above; each has its own --help")
    check.add_commands(commands)
    castle.add_commands(commands)
    battle.add_commands(commands)
    nash.add_commands(commands)
    towers.add_commands(commands)
    solve.add_commands(commands)
    wargame.add_commands(commands)
    return parser
