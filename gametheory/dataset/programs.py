"""Other programs: the command of each, what it answers to a game in a file, and whether that is right, exactly.

A program answers with one JSON document: `{"equilibria": [...]}`, profiles as `nash --check` takes them, or `error`, or
`refused` for a game that it does not solve by its documentation. `version` and `seconds` are optional. A command that
contains `{file}` runs once for each game. Any other command starts once: it reads a path from each line of standard
input, and writes one line of JSON for each.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import perf_counter
from types import TracebackType
from typing import IO, Any, NamedTuple

from gametheory.model.normal_form import NormalForm
from gametheory.numbers.format import JsonObject, pluralize
from gametheory.numbers.rationals import parse_rational
from gametheory.parallel.extras import ends_with_parent
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.questions.comparison import NONE, Claimed, Comparison
from gametheory.storage.files import read_text

RIGHT, WRONG, MISSED, FAILED = "right", "wrong", "missed", "failed"
INCOMPLETE, APPROXIMATE = "missed, as documented", "approximate, as documented"
UNCLEAR, REFUSED, ABSENT = "unclear", "refused", "not installed"
VERDICTS = {
    RIGHT: "all that was found is within the tolerance of an equilibrium, and nothing that was claimed is missing",
    WRONG: "a profile is proved to be farther than the tolerance from every equilibrium",
    MISSED: "it claims all equilibria, and a component has none of its profiles",
    INCOMPLETE: "the same, and its documentation excepts degenerate games",
    APPROXIMATE: "a profile is far from every equilibrium, and the documentation allows its gain",
    UNCLEAR: "a profile is not near a known equilibrium, and not proved to be far from all",
    FAILED: "no answer: an error, no profile, no distribution, or too much time",
    REFUSED: "the game is none that the program solves",
    ABSENT: "the program is not on this machine",
}
ALL, ALL_UNLESS_DEGENERATE, SOME = "all", "all unless degenerate", "some"
CLAIMS = (ALL, ALL_UNLESS_DEGENERATE, SOME)
KEYS = ("equilibria", "error", "refused", "version", "seconds")  # of an answer
SECONDS_TO_START = 60  # a program whose libraries take long to load, before its first answer
MAX_TOML, MAX_REASON = 1_000_000, 300


class Program(NamedTuple):
    """A program: its command, whether it claims all equilibria, and what its documentation says of its numbers.

    `regret` is the gain that the documentation allows, relative to the range of the payoffs of all players.
    """

    name: str
    command: str
    claims: str = SOME
    documented: str = ""
    regret: str = "0"


class Judged(NamedTuple):
    """The verdict on an answer, and the reason for it."""

    verdict: str
    why: str = ""


def read_programs(path: Path, python: str) -> list[Program]:
    """Return the programs of a TOML file: a table for each, with `command`, `claims` and `documented`.

    `{python}` in a command is the interpreter, and `{folder}` the folder of the file.
    """
    programs = []
    for name, fields in tomllib.loads(read_text(path, MAX_TOML)).items():
        known = isinstance(fields, dict) and fields.keys() <= set(Program._fields[1:])
        if not known or not all(isinstance(value, str) for value in fields.values()) or "command" not in fields:
            raise ValueError(f"[{name}] has other keys than {', '.join(Program._fields[1:])}, or no text")
        program = Program(name, **fields)
        if program.claims not in CLAIMS:
            raise ValueError(f"[{name}] claims {program.claims!r}, which is none of {', '.join(CLAIMS)}")
        parse_rational(program.regret)
        command = program.command.replace("{python}", shlex.quote(python))
        folder = shlex.quote(str(path.resolve().parent))
        programs.append(program._replace(command=command.replace("{folder}", folder)))
    return programs


# What a program answers


class Session:
    """A program that is asked for one game after another; a context manager that ends it."""

    def __init__(self, program: Program, seconds: float) -> None:
        self.program, self.seconds = program, seconds
        self.process: subprocess.Popen[str] | None = None
        self.lines: Queue[str] = Queue()

    def __enter__(self) -> Session:
        """Return the session; the program starts with the first question."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the program."""
        self._end()

    def ask(self, path: Path) -> JsonObject:
        """Return the answer to the game of a file, as the program gave it or with the reason why there is none."""
        began = perf_counter()
        try:
            once = "{file}" in self.program.command
            document = read_answer(self._run_once(path) if once else self._ask_next(path))
        except FileNotFoundError:
            return {"refused": ABSENT}
        except (OSError, ValueError) as error:
            document = {"error": str(error)[:MAX_REASON]}
        document.setdefault("seconds", round(perf_counter() - began, 4))
        return document

    def _run_once(self, path: Path) -> str:
        words = [word.replace("{file}", str(path)) for word in shlex.split(self.program.command)]
        try:
            done = subprocess.run(
                ends_with_parent(words), capture_output=True, text=True, timeout=self.seconds, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise ValueError(self._too_long()) from error
        # a status other than 0 with an answer is that of a program that reports by its status, too
        if not done.stdout.strip():
            raise ValueError(f"no answer, status {done.returncode}: {done.stderr.strip()[-MAX_REASON:]}")
        return done.stdout

    def _ask_next(self, path: Path) -> str:
        seconds = self.seconds
        if self.process is None or self.process.poll() is not None:
            self._start()
            seconds += SECONDS_TO_START
            assert self.process is not None
        paths = self.process.stdin
        assert paths is not None
        try:
            paths.write(f"{path}\n")
            paths.flush()
            line = self.lines.get(timeout=seconds)
        except Empty:
            self._end()
            raise ValueError(self._too_long()) from None
        # the end of the output: the program has crashed, and starts again for the next game
        if not line:
            status = self.process.wait()
            self._end()
            raise ValueError(f"it ended without an answer, status {status}")
        return line

    def _too_long(self) -> str:
        return f"no answer within {self.seconds:g} s"

    def _start(self) -> None:
        words = ends_with_parent(shlex.split(self.program.command))
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.lines = Queue()
        Thread(target=_pass_lines, args=(self.process.stdout, self.lines), daemon=True).start()

    def _end(self) -> None:
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        self.process = None


def _pass_lines(stream: IO[str], lines: Queue[str]) -> None:
    """Put each line of a stream into a queue, and an empty one at its end."""
    try:
        for line in stream:
            lines.put(line)
    except ValueError:  # the stream was closed, because no answer is expected
        return
    lines.put("")


def read_answer(text: str) -> JsonObject:
    """Return the document of an answer; a list is that of the equilibria. Raise ValueError if it has another form.

    >>> read_answer('[[[1, 0], [1, 0]]]'), read_answer('{"refused": "a tree"}')
    ({'equilibria': [[[1, 0], [1, 0]]]}, {'refused': 'a tree'})
    """
    document = json.loads(text, parse_constant=str)
    if isinstance(document, list):
        return {"equilibria": document}
    if not isinstance(document, dict) or not any(key in document for key in KEYS[:3]):
        raise ValueError(f"the answer has none of the keys {', '.join(KEYS[:3])}")
    return {key: document[key] for key in KEYS if key in document}


# Whether an answer is right


def judge(solution: NashSolution, program: Program, answer: Mapping[str, Any], tolerance: Fraction) -> Judged:
    """Return whether an answer is right, compared with the equilibria of a game.

    A profile is wrong only if that is proved: by a gain that is too great for any profile within the tolerance of an
    equilibrium, or by its distance from all equilibria, if they are known and finitely many.

    >>> from gametheory import nash
    >>> solution = nash([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> pure = {"equilibria": [[[1, 0], [1, 0]], [[0, 1], [0, 1]]]}
    >>> [judge(solution, Program("p", "p", claims), pure, Fraction(1, 1000)).verdict for claims in (ALL, SOME)]
    ['missed', 'right']
    """
    if "refused" in answer:
        verdict = ABSENT if answer["refused"] == ABSENT else REFUSED
        return Judged(verdict, str(answer["refused"]))
    if "error" in answer:
        return Judged(FAILED, str(answer["error"]))
    if not answer["equilibria"] and program.claims == SOME:
        return Judged(FAILED, "no profile")
    try:
        compared = solution.compare(answer["equilibria"], tolerance)
    except ValueError as error:
        return Judged(FAILED, str(error)[:MAX_REASON])
    far = [number for number, claim in enumerate(compared.claimed, 1) if claim.verdict == NONE]
    if far:
        judged = _judge_far(solution, compared, far, answer, tolerance)
        allowed = parse_rational(program.regret)
        is_allowed = allowed and all(_gains_at_most(solution, compared.claimed[number - 1], allowed) for number in far)
        return judged._replace(verdict=APPROXIMATE) if is_allowed and judged.verdict == WRONG else judged
    return _judge_missing(solution, compared, program.claims)


def _judge_far(
    solution: NashSolution, compared: Comparison, far: list[int], answer: Mapping[str, Any], tolerance: Fraction
) -> Judged:
    """Return the verdict if some profiles, by their numbers, are not near an equilibrium that is known."""
    for number in far:
        reason = _proof_by_gain(solution, compared.claimed[number - 1], tolerance)
        if reason:
            return Judged(WRONG, f"profile {number}: {reason}")
    if not _all_isolated(solution, compared):
        return Judged(UNCLEAR, f"profile {far[0]} is near no equilibrium that is known, and gains little")
    # distances of irrational equilibria are bounds, which twice the tolerance covers
    again = solution.compare(answer["equilibria"], 2 * tolerance)
    for number in far:
        if again.claimed[number - 1].verdict == NONE:
            return Judged(WRONG, f"profile {number}: farther than {tolerance} from each of all equilibria")
    return Judged(UNCLEAR, f"profile {far[0]} is at about the tolerance from an equilibrium")


def _proof_by_gain(solution: NashSolution, claim: Claimed, tolerance: Fraction) -> str:
    """Return why a profile of a table is farther than the tolerance from any equilibrium; nothing if that is open.

    Let R be the range of the payoffs of a player, and N the number of strategies of all players. A profile whose
    probabilities differ from those of an equilibrium by at most t changes an expected payoff by at most R t N / 2,
    since its distributions differ by at most t N in total. No player gains there, so that here each gains at most
    R t N.
    """
    game = solution.game
    if not isinstance(game, NormalForm):
        return ""
    strategies = sum(map(len, game.strategies))
    for player, regret in enumerate(claim.regrets):
        payoffs = [outcome.payoffs[player] for outcome in game.outcomes]
        most = (max(payoffs) - min(payoffs)) * tolerance * strategies
        if regret.gain > most:
            action = ", ".join(regret.deviation.values())
            return f"{regret.player} gains {float(regret.gain):.6g} by {action}"
    return ""


def _gains_at_most(solution: NashSolution, claim: Claimed, regret: Fraction) -> bool:
    """Whether no player of a table gains more than a part of the range of all payoffs."""
    if not isinstance(solution.game, NormalForm):
        return False
    payoffs = [payoff for outcome in solution.game.outcomes for payoff in outcome.payoffs]
    most = (max(payoffs) - min(payoffs)) * regret
    return all(each.gain <= most for each in claim.regrets)


def _all_isolated(solution: NashSolution, compared: Comparison) -> bool:
    """Whether all equilibria are known, and each is a component of its own."""
    if not solution.complete:
        return False
    return all(component.continuum is None and len(component.equilibria) == 1 for component in compared.components)


def _judge_missing(solution: NashSolution, compared: Comparison, claims: str) -> Judged:
    """Return the verdict if all profiles are near an equilibrium."""
    missing = sum(not component.listed for component in compared.components)
    if not missing or claims == SOME:
        return Judged(RIGHT)
    why = f"{pluralize(missing, 'component')} of {len(compared.components)} missing"
    if claims == ALL_UNLESS_DEGENERATE and is_degenerate(solution):
        return Judged(INCOMPLETE, why)
    return Judged(MISSED, why)


def is_degenerate(solution: NashSolution) -> bool:
    """Whether the game is degenerate; of more than two players, whether it is not known to be regular."""
    if solution.degenerate is not None:
        return solution.degenerate
    regular: bool = getattr(solution, "regular", False)
    return not regular
