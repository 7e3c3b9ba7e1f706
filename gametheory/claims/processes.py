"""The processes of claims files, for the process that prints: one for each file, which ends with the run.

A file cannot change what another one states, since no two of them share a process. The process of a file is killed when
it does not answer in time. What it sends is JSON text, and counts as what this file states, whatever it says.

`Checker` answers the plugin of pytest: what a file declares, and the verdict on each claim, established in this
process. It is for `pytest FOLDER`, as a user runs it; `gametheory check` asks in the same way, with a `Session`.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE
from threading import Lock, Timer
from typing import IO, Any, NamedTuple

from gametheory.claims.collect import ClaimsFile, broken_file, claims_of_marks, described_file
from gametheory.claims.declare import Appendix, Claim, ClaimsError, Place, item_name, topological_order, with_unique_ids
from gametheory.claims.evidence import error_text, escaped, read_json, untypeset
from gametheory.claims.results import Result, ask_kernel, established, holds, lift, today
from gametheory.claims.sources import claims_files, claims_folder
from gametheory.claims.verdict import Verdict, open_
from gametheory.claims.worker import Job, answers_of
from gametheory.parallel.limits import available_cores, has_processes
from gametheory.texts.marks import is_text

PACKAGE = Path(__file__).parent.parent
CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
MOST_SENT = 1 << 28  # bytes of an answer
MOST_WAITING = 50  # processes that have read their files; those of further files read them again
PROGRAM = """\
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that prints ends this one
sys.path[:] = {path!r}
from gametheory.claims import worker
"""


class Ended(Exception):
    """The process of a claims file has ended, or was killed; the message says why."""


class Stated(NamedTuple):
    """What a claim or an appendix has stated: JSON text, or the reason why there is none."""

    text: str = ""
    reason: str = ""  # why there is no text
    raised: bool = False  # whether the check has raised an error, which the text describes
    printed: str = ""
    seconds: float = 0.0
    machines: tuple[str, ...] = ()  # of a cluster, which have checked some of its cases


def start_interpreter(program: str, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Start a program of this package; no file of the current folder answers for a library (-P)."""
    path = [entry for entry in (*sys.path, str(PACKAGE.parent)) if os.path.isabs(entry)]
    # Texts in a set have one order in all runs, and so have the claims that are declared for each of them.
    fixed = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-P", "-c", PROGRAM.format(path=path) + program, *arguments]
    return subprocess.Popen(command, env=fixed | os.environ, **options)


def start_server(control: socket.socket, warm: Iterable[Path]) -> subprocess.Popen[bytes]:
    """Start the interpreter that forks the processes of claims files."""
    program = "import socket; worker.serve_forks(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])"
    return start_interpreter(program, str(control.fileno()), *map(str, warm), pass_fds=[control.fileno()])


def refuse_missing_cluster(address: str) -> None:
    """Raise ClaimsError if no cluster can be used; a process of its own asks, since what a scheduler sends is code."""
    process = start_interpreter("worker.try_cluster(sys.argv[1])", address, stdout=PIPE, stderr=DEVNULL)
    with process:
        try:
            answer, _ = process.communicate()
        finally:
            process.kill()
    if answer or process.returncode:
        reason = answer.decode(errors="replace").strip() or "connecting to it failed"
        raise ClaimsError(f"--cluster: {reason}")


class FileProcess:
    """The process of one claims file."""

    def __init__(self, questions: IO[bytes], answers: IO[bytes], kill: Callable[[], None]) -> None:
        self._questions = questions
        self._answers = answers
        self._kill = kill
        self._ending = Lock()
        self._is_late = self._has_ended = False

    def ask(self, question: object, seconds: float) -> Any:
        """Return the answer to a question; raise `Ended` if none comes in time, or none that is JSON."""
        timer = Timer(seconds, self._stop)
        timer.daemon = True
        if seconds:
            timer.start()
        try:
            self._questions.write(json.dumps(question).encode() + b"\n")
            self._questions.flush()
            line = self._answers.readline(MOST_SENT)
        except (OSError, ValueError):  # also of a file that is closed
            line = b""
        finally:
            timer.cancel()
        if self._is_late:
            raise Ended(f"did not end within {seconds:g} seconds")
        if not line.endswith(b"\n"):
            raise Ended("ended its process" if len(line) < MOST_SENT else f"sent more than {MOST_SENT:,} bytes")
        try:
            return read_json(line.decode())
        except (ValueError, RecursionError) as error:
            raise Ended(f"sent no JSON: {error_text(error)}") from error

    def _stop(self) -> None:
        self._is_late = True
        self.end()

    def end(self) -> None:
        """End the process with all that it has started."""
        with self._ending:
            if self._has_ended:
                return
            self._has_ended = True
            self._kill()
            for file in (self._questions, self._answers):
                with suppress(OSError):
                    file.close()


class ThisProcess:
    """A claims file that this process reads, where it can start no other: no limit of time ends its claims."""

    def __init__(self) -> None:
        self._answers: Generator[object, str, None] | None = None

    def ask(self, question: Any, seconds: float) -> Any:  # noqa: ARG002
        """Return the answer to a question, as the process of a file would send it."""
        if self._answers is None:
            self._answers = answers_of(Job(**question))
            answer = next(self._answers)
        else:
            answer = self._answers.send(question)
        return read_json(json.dumps(answer, default=str))

    def end(self) -> None:
        """Forget the file and what it has imported."""
        if self._answers is not None:
            self._answers.close()


class Processes:
    """The processes of the claims files in a run. A process starts when its file is read, and ends with `close`."""

    def __init__(self, job: Job, seconds: float = 0, warm: Iterable[Path] = ()) -> None:
        self._job, self._seconds = job, seconds
        self._started = list[FileProcess | ThisProcess]()
        self._reading: dict[Path, FileProcess | ThisProcess] = {}  # by file: the process that has read it
        self._lock = Lock()
        self._starting = Lock()
        self._is_closed = False
        self._server: subprocess.Popen[bytes] | None = None
        if CAN_FORK and has_processes():
            self._control, theirs = socket.socketpair()
            with theirs:
                self._server = start_server(theirs, warm)

    def read(self, folder: Path, file: str) -> ClaimsFile:
        """Return what a claims file declares; its process waits for questions."""
        path = folder / file
        try:
            described = self._read(folder, file)
        except Ended as error:
            shown = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else path
            return broken_file(folder, file, f"{shown}: reading the file {error}")
        # files that share a process would also share what they import: each is read again when it is asked
        if described.broken or len(self._reading) > MOST_WAITING or not has_processes():
            self.release(path)
        return described

    def _read(self, folder: Path, file: str) -> ClaimsFile:
        path = folder / file
        self.release(path)
        process = self._reading[path] = self._start()
        try:
            job = self._job._replace(folder=str(folder), file=file)
            return described_file(file, process.ask(job._asdict(), self._seconds))
        except Ended:
            self.release(path)
            raise
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            self.release(path)
            raise Ended(f"sent no description of claims: {error_text(error)}") from error

    def state(self, folder: Path, file: str, name: str) -> Stated:
        """Let a claim or an appendix state its verdict."""
        path = folder / file
        began = time.monotonic()
        try:
            if path not in self._reading:
                self._read(folder, file)
            began = time.monotonic()
            stated = _read_answer(self._reading[path].ask(name, self._seconds), name)
        except Ended as error:
            self.release(path)
            stated = Stated(reason=f"the check {error}")
        return stated._replace(seconds=time.monotonic() - began)

    def release(self, path: Path) -> None:
        """End the process of a file."""
        if process := self._reading.pop(path, None):
            process.end()

    def close(self) -> None:
        """End all processes; a thread that goes on to another claim starts none."""
        with self._starting:
            self._is_closed = True
        for process in self._started:
            process.end()
        if self._server:
            self._control.close()
            self._server.kill()
            self._server.wait()

    def _start(self) -> FileProcess | ThisProcess:
        with self._starting:
            if self._is_closed:
                raise Ended("was not begun, because the run has ended")
            process: FileProcess | ThisProcess
            if self._server:
                process = self._fork()
            elif has_processes():
                process = self._new_interpreter()
            else:
                process = ThisProcess()
            self._started.append(process)
        return process

    def _new_interpreter(self) -> FileProcess:
        process = start_interpreter("worker.serve_pipes()", stdin=PIPE, stdout=PIPE)
        assert process.stdin is not None
        assert process.stdout is not None
        return FileProcess(process.stdin, process.stdout, process.kill)

    def _fork(self) -> FileProcess:
        ours, theirs = socket.socketpair()
        with theirs:
            number = self._ask_server(b"fork", theirs.fileno())

        def kill() -> None:
            with suppress(OSError):
                ours.shutdown(socket.SHUT_RDWR)  # something that the process has started could have its end open
            with suppress(ClaimsError):  # it has ended with the server
                self._ask_server(number)
            ours.close()

        return FileProcess(ours.makefile("wb"), ours.makefile("rb"), kill)

    def _ask_server(self, request: bytes, *handles: int) -> bytes:
        answer = b""
        with suppress(OSError), self._lock:
            socket.send_fds(self._control, [request], handles)
            answer = self._control.recv(32)
        if not answer:
            raise ClaimsError("the process that starts those of the claims files has ended")
        return answer


def collect(folder: Path) -> list[tuple[str, Claim]]:
    """Return descriptions of all claims of a folder, each with the name of its source."""
    place = claims_folder(folder)
    processes = Processes(Job(), warm=[place.path / file for file in claims_files(place)])
    try:
        files = [processes.read(place.path, file) for file in claims_files(place)]
    finally:
        processes.close()
    titles = [each.title for each in files for _ in each.claims]
    claims = with_unique_ids([item for each in files for item in each.claims])
    if not claims:
        raise ClaimsError(f"{folder}: no claim found; a claim is a function decorated with @claim in a Python file")
    topological_order(claims)
    return list(zip(titles, claims, strict=True))


def _read_answer(answer: Any, name: str) -> Stated:
    """Return what the process of a claims file has answered."""
    form = {"name": str, "stated": str, "raised": bool, "printed": str, "machines": list}
    if not isinstance(answer, dict) or {key: type(value) for key, value in answer.items()} != form:
        raise Ended("sent no verdict")
    if answer["name"] != name:
        raise Ended(f"sent a verdict on {answer['name'][:80]}")
    machines = tuple(escaped(str(machine)) for machine in answer["machines"])
    return Stated(answer["stated"], raised=answer["raised"], printed=escaped(answer["printed"]), machines=machines)


class Checker:
    """The verdicts on claims in a run of pytest, each from the process of its file."""

    def __init__(self, shown: bool, debug: bool) -> None:
        self._processes = Processes(Job(run=True, cores=available_cores(), shown=shown, debug=debug))
        self._broken: dict[Path, str] = {}  # by file that does not run to its end: why

    def items(self, path: Path) -> Iterator[tuple[Claim | Appendix, Place]]:
        """Yield what a file declares, or the claim of each mark of a text."""
        if is_text(path):
            yield from claims_of_marks(path, self._processes.read)
            return
        folder = claims_folder(path.parent).path
        file = path.relative_to(folder).as_posix()
        declared = self._processes.read(folder, file)
        if declared.broken:
            self._broken[path] = declared.broken
        for item in declared.claims:
            yield item, Place(folder, file, item_name(item))

    def skip(self, name: str) -> None:
        """Take note of a claim that is to be skipped."""

    def result(self, name: str, item: Claim | Appendix, place: Place) -> Result | None:  # noqa: ARG002
        """Return the result of a claim."""
        assert isinstance(item, Claim)
        broken = self._broken.get(place.folder / place.file)
        if not place.file:  # a fault in a text, which says what it is
            broken = item.statement
        if broken:
            stated = Stated(reason=broken)
        else:
            stated = self._processes.state(*place)
        ask_kernel(place.folder, [item])
        verdict = lift(verdict_of(stated), item)
        details = False, place.folder, stated.printed, today()
        return Result(item, "", verdict, holds(verdict), stated.seconds, *details)

    def release(self, path: Path) -> None:
        """End the process of a file."""
        self._processes.release(path)

    def close(self) -> None:
        """End all processes."""
        self._processes.close()


def verdict_of(stated: Stated) -> Verdict:
    """Return the verdict that a claim has stated, as far as it can be established."""
    if stated.reason:
        return open_(untypeset(escaped(stated.reason)))
    return established(stated.text)
