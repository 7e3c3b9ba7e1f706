"""Other programs of a data set: their commands, and what they answer to the file of a game."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import perf_counter
from typing import IO, NamedTuple

from gametheory.numbers.format import JsonObject
from gametheory.numbers.rationals import parse_rational
from gametheory.parallel.extras import ends_with_parent
from gametheory.solvers.questions.comparison import ABSENT, CLAIMS, MAX_REASON, SOME
from gametheory.storage.files import read_text

KEYS = ("equilibria", "error", "refused", "version", "seconds")  # of an answer
SECONDS_TO_START = 60  # a program whose libraries take long to load, before its first answer
MAX_TOML = 1_000_000  # bytes


class Program(NamedTuple):
    """A program: its command, whether it claims all equilibria, and what its documentation says of its numbers.

    `regret` is the gain that the documentation allows, relative to the range of the payoffs of all players.
    """

    name: str
    command: str
    claims: str = SOME
    documented: str = ""
    regret: str = "0"


def read_programs(path: Path, python: str) -> list[Program]:
    """Return the programs of a TOML file: a table for each, with `command`, `claims` and `documented`.

    `{python}` in a command is the interpreter, and `{folder}` the folder of the file.
    """
    programs = []
    for name, fields in tomllib.loads(read_text(path, MAX_TOML)).items():
        try:
            program = Program(name, **fields)
            parse_rational(program.regret)
            command = program.command.replace("{python}", shlex.quote(python))
        except (AttributeError, TypeError, ValueError) as error:
            raise ValueError(f"[{name}]: {error}; allowed: texts {', '.join(Program._fields[1:])}") from error
        if program.claims not in CLAIMS:
            raise ValueError(f"[{name}] claims {program.claims!r}, which is none of {', '.join(CLAIMS)}")
        folder = shlex.quote(str(path.resolve().parent))
        programs.append(program._replace(command=command.replace("{folder}", folder)))
    return programs


# What a program answers


class Session:
    """A program that is asked for one game after another, and starts with the first one; `close` ends it."""

    def __init__(self, program: Program, seconds: float) -> None:
        self.program, self.seconds = program, seconds
        self.process: subprocess.Popen[str] | None = None
        self.lines: Queue[str] = Queue()

    def ask(self, path: Path) -> JsonObject:
        """Return the answer to the game of a file, as the program gave it or with the reason why there is none."""
        began = perf_counter()
        try:
            once = "{file}" in self.program.command
            document = read_answer(self._run_once(path) if once else self._ask_next(path))
        except FileNotFoundError:
            return {"refused": ABSENT}
        except (OSError, RecursionError, ValueError) as error:
            document = {"error": str(error)[:MAX_REASON]}
        document.setdefault("seconds", round(perf_counter() - began, 4))
        return document

    def _run_once(self, path: Path) -> str:
        words = [word.replace("{file}", str(path)) for word in shlex.split(self.program.command)]
        try:
            done = subprocess.run(_found(words), capture_output=True, text=True, timeout=self.seconds, check=False)
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
            self.lines.queue.clear()  # what it has printed without a question
            paths.write(f"{path}\n")
            paths.flush()
            line = self.lines.get(timeout=seconds)
        except Empty:
            self.close()
            raise ValueError(self._too_long()) from None
        # the end of the output: the program has crashed, and starts again for the next game
        if not line:
            status = self.process.wait()
            self.close()
            raise ValueError(f"it ended without an answer, status {status}")
        return line

    def _too_long(self) -> str:
        return f"no answer within {self.seconds:g} s"

    def _start(self) -> None:
        words = _found(shlex.split(self.program.command))
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.lines = Queue()
        Thread(target=_pass_lines, args=(self.process.stdout, self.lines), daemon=True).start()

    def close(self) -> None:
        """End the program."""
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        self.process = None


def _found(words: list[str]) -> list[str]:
    """Return the words that run a command; raise FileNotFoundError if there is no such program."""
    # the tool that ends a program with its parent would report that as its own error
    if not words or shutil.which(words[0]) is None:
        raise FileNotFoundError
    return ends_with_parent(words)


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
    answer = {key: document[key] for key in KEYS if key in document}
    if not isinstance(answer.get("seconds", 0), int | float):
        raise ValueError(f"seconds: {answer['seconds']!r:.60} is no number")
    return answer
