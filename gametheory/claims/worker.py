"""The process of one claims file: it reads the file, and its claims state their verdicts. Nothing here is trusted.

A new interpreter imports what claims files need of this package, and forks a process for each file. So no import is
paid twice, and no file sees what another one has imported or changed. The process that prints has sent for all of
this (`gametheory.claims.processes`). Each line that it sends is a question in JSON, and each line back is an answer.
"""

from __future__ import annotations

import ast
import gc
import importlib
import io
import json
import os
import pdb
import signal
import socket
import sys
import traceback
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext, redirect_stdout, suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader, SourcelessFileLoader
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

from gametheory.claims.collect import ClaimsFile, SourceLoader, read_claims_file
from gametheory.claims.declare import Appendix, Claim, item_name
from gametheory.claims.results import called, raised, verdict_text
from gametheory.claims.sources import is_library
from gametheory.claims.verdict import Verdict, open_
from gametheory.parallel.extras import MissingExtra
from gametheory.parallel.limits import end_with_parent, limit_cores
from gametheory.parallel.processes import Cluster, ClusterUnreachable, dask_cluster, serial_worker
from gametheory.prove.proof import stating
from gametheory.texts.marks import is_text

MOST_PRINTED = 100_000  # bytes of what a check prints
WARM = frozenset({"gametheory", "networkx", "numpy", "scipy", "sympy"})  # imported before the processes are forked


class Job(NamedTuple):
    """What the process of a claims file is for."""

    folder: str = ""
    file: str = ""
    run: bool = False  # whether a text may run the code of others
    deep: bool = False
    cores: int | None = None  # None: other processes use the other cores
    shown: bool = False  # whether what checks print goes to the terminal immediately
    debug: bool = False  # whether to debug each check that raises an error
    newest: int = 0  # the time of the newest file when the run began; 0 if it is not known
    cluster: str = ""  # the scheduler whose workers share each sweep; "" for this machine alone


def try_cluster(address: str) -> None:
    """Print why no cluster answers at an address, or nothing."""
    try:
        with dask_cluster(address):
            pass
    except (ClusterUnreachable, MissingExtra) as error:
        print(error, flush=True)
        os._exit(0)  # a client without a scheduler would wait for it once more


def serve_forks(control: socket.socket, files: Iterable[str]) -> None:
    """Fork a process for each socket that comes; end a process for each number that comes."""
    warm_up(files)
    gc.freeze()  # what exists now is shared by all processes, and collecting garbage would copy it
    living: dict[int, socket.socket] = {}
    server = os.getpid()
    signal.signal(signal.SIGCHLD, lambda *_: _hang_up(living))
    while True:
        request, handles, *_ = socket.recv_fds(control, 32, 1)
        if handles:
            connection = socket.socket(fileno=handles[0])
            process = os.fork()
            if not process:
                for other in (control, *living.values()):  # what these send is not for this process to write
                    other.close()
                _serve_socket(connection, server)
            living[process] = connection
            _hang_up(living)  # it could have ended before it was in the table
            control.sendall(b"%d" % process)
        elif request:
            connection = living.pop(int(request))
            _end(int(request))
            connection.close()
            control.sendall(b"ended")
        else:  # the process that prints has ended
            break
    while living:
        process, _ = living.popitem()
        _end(process)


def _hang_up(living: Mapping[int, socket.socket]) -> None:
    """Close the connection of each process that has ended: what it has started could still have it open."""
    for process, connection in list(living.items()):
        if os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def _end(process: int) -> None:
    """End a process with all that it has started; until it is waited for, no other process gets its number."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def warm_up(files: Iterable[str]) -> None:
    """Import what claims files import of this package and of the libraries that it needs itself."""
    names = sorted({name for file in files for name in _imported_names(Path(file))})
    for module, _, name in (each.partition(":") for each in names):
        with suppress(Exception, SystemExit):  # the claims file will say what is wrong
            getattr(importlib.import_module(module), name, None) if name else importlib.import_module(module)


def _imported_names(path: Path) -> Iterator[str]:
    """Yield the imports of a file that can be done before, as `module` or `module:name`."""
    try:
        nodes = list(ast.walk(ast.parse(path.read_bytes())))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _is_warm(alias.name))
        elif isinstance(node, ast.ImportFrom) and not node.level and _is_warm(str(node.module)):
            yield from (f"{node.module}:{alias.name}" for alias in node.names)


def _is_warm(module: str) -> bool:
    """Return whether a module may be imported before; none that runs as a program, such as `gametheory.__main__`."""
    return module.partition(".")[0] in WARM and "._" not in module


def _serve_socket(connection: socket.socket, server: int) -> NoReturn:
    """Answer the questions that come through a socket, and end."""
    try:
        end_with_parent()
        if os.getppid() == server:  # otherwise it ended before its end could be a signal
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            serve(connection.makefile("rb"), connection.makefile("wb"))
    finally:
        os._exit(0)


def serve_pipes() -> None:
    """Answer the questions that come through standard input, where processes cannot be forked."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(questions, answers)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Read a claims file, and then let each claim state its verdict that is asked for."""
    own = os.getpid()

    def answer(value: object) -> None:
        if os.getpid() != own:  # the code of the claims has forked this process
            os._exit(0)
        answers.write(json.dumps(value, default=str).encode() + b"\n")
        answers.flush()

    job = Job(**json.loads(questions.readline()))
    _prepare(job)
    stated = answers_of(job)
    answer(next(stated))
    for line in questions:
        answer(stated.send(json.loads(line)))


def answers_of(job: Job) -> Generator[object, str, None]:
    """Yield what a claims file declares, and then what each claim states whose name is sent."""
    finder = FolderFinder(os.path.realpath(job.folder), job.newest)
    if job.run or not is_text(job.file):
        sys.meta_path.insert(0, finder)
    sys.dont_write_bytecode = True  # an edit within the same second would not be noticed
    before = set(sys.modules)
    cluster = Cluster(job.cluster)
    lifetime = ExitStack()
    if job.cluster:
        lifetime.enter_context(cluster)
    try:
        file = read_claims_file(Path(job.folder), job.file, job.run)
        name = yield file.as_json()
        while True:
            cluster.machines.clear()
            stated = _stated(file, name, job)
            machines = [] if stated["raised"] else sorted(cluster.machines)
            name = yield stated | {"machines": machines}
    finally:
        lifetime.close()
        # the next file of this process, if there is one, finds neither this folder nor what this file has imported
        if finder in sys.meta_path:
            sys.meta_path.remove(finder)
        for name in set(sys.modules) - before:
            if finder.is_inside(getattr(sys.modules[name], "__file__", None)):
                del sys.modules[name]


def _prepare(job: Job) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that prints ends this one
    if not (job.shown or job.debug):  # these need the terminal, which a session of its own does not have
        if hasattr(os, "setsid"):
            os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)


class FolderFinder:
    """Finds the modules of a claims folder, of which none answers for a library: not json.py, and not numpy.py."""

    def __init__(self, folder: str, newest: int) -> None:
        self._folder = folder
        self._newest = newest

    def find_spec(self, name: str, path: Sequence[str] | None, _: object = None) -> ModuleSpec | None:
        """Return the module with a name, if it is one of the folder or of a package in it."""
        if path is None:
            folders = [] if is_library(name) else [self._folder]
        else:
            folders = [folder for folder in path if self.is_inside(folder)]
        spec = PathFinder.find_spec(name, folders) if folders else None
        if spec is None:
            return None
        if isinstance(spec.loader, SourcelessFileLoader):
            raise ImportError(f"{spec.origin} is bytecode without a source")
        # Another claims file could have written it, and could remove it before the run ends.
        if self._newest and spec.has_location and os.stat(str(spec.origin)).st_ctime_ns > self._newest:
            raise ImportError(f"{spec.origin} has changed since the run began")
        if isinstance(spec.loader, SourceFileLoader):
            spec.loader = SourceLoader(name, spec.loader.path)
        return spec

    def is_inside(self, file: str | None) -> bool:
        """Return whether a file or a folder is below the claims folder, under its name or behind a link."""
        if file is None:
            return False
        places = (Path(os.path.abspath(file)), Path(os.path.realpath(file)))
        return any(place.is_relative_to(self._folder) for place in places)


class _Printed(io.BytesIO):
    """The beginning of what is written."""

    def write(self, data: Any) -> int:
        super().write(bytes(data)[: max(MOST_PRINTED - self.tell(), 0)])
        return len(data)


def _stated(file: ClaimsFile, name: str, job: Job) -> dict[str, Any]:
    """Return what a claim or an appendix states, whether it has raised an error, and what it has printed."""
    items: list[Claim | Appendix] = [*file.claims, *file.appendices]
    item = next((each for each in items if item_name(each) == name), None)
    printed = _Printed()
    stream = io.TextIOWrapper(printed, encoding="utf-8", errors="backslashreplace", write_through=True)
    with nullcontext() if job.shown else redirect_stdout(stream):
        verdict, has_raised = _verdict(item, job)
        sys.stdout.flush()
    text = printed.getvalue().decode(errors="ignore")
    return {"name": name, "stated": verdict_text(verdict), "raised": has_raised, "printed": text}


def _verdict(item: Claim | Appendix | None, job: Job) -> tuple[Verdict, bool]:
    if item is None:
        return open_("the file does not declare this claim any more"), True
    try:
        with stating(), serial_worker() if job.cores is None else limit_cores(job.cores):
            return called(item, job.deep), False
    except BaseException as error:  # SystemExit, too, ends this check alone
        if job.debug:
            traceback.print_exc(file=sys.stdout)
            pdb.post_mortem(error.__traceback__)
        return raised(error), True
