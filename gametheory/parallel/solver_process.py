"""The SMT solver cvc5 in a process of its own, which can be ended: a step of its algebra looks at no limit."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from threading import Timer

from gametheory.parallel.extras import ends_with_parent, library

SECONDS_TO_BEGIN = 0.5
PROGRAM = """
import cvc5, json, sys
for line in sys.stdin:
    script, units = json.loads(line)
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit-per", str(units))
    parser, answer = cvc5.InputParser(solver), ""
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    try:
        while not (command := parser.nextCommand()).isNull():
            answer += command.invoke(solver, parser.getSymbolManager())
    except RuntimeError as error:
        answer = f"“{' '.join(str(error).split())}”"
    print(json.dumps(answer.strip()), flush=True)
"""
_processes: dict[int, subprocess.Popen[str]] = {}  # by the process that asks: one that is forked has its own


def ask_cvc5(script: str, seconds: float, units: int = 0) -> str:
    """Return cvc5's answer to a script; unknown after this many seconds or, unless 0, units of work.

    An answer in quotation marks is its message if it refuses the script: it refuses variables with the names of its
    own functions, of which each version has others.
    """
    library("cvc5", "prove")
    process = _processes.get(os.getpid())
    if process is None or process.poll() is not None:
        process = _start()
    assert process.stdin is not None
    assert process.stdout is not None
    timer = Timer(seconds + SECONDS_TO_BEGIN, process.kill)
    timer.start()
    answer = ""
    try:
        process.stdin.write(json.dumps([script, units]) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
    finally:  # after Ctrl-C, too, this answer must not be taken for that of the next script
        timer.cancel()
        if not answer:
            _end()
    return str(json.loads(answer)) if answer else "unknown (TIMEOUT)"


def _start() -> subprocess.Popen[str]:
    # -P: a file in the current folder, which can be a stranger's, is not imported in place of a library.
    command = ends_with_parent([sys.executable, "-P", "-c", PROGRAM])
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if not _processes:
        atexit.register(_end)
    _processes[os.getpid()] = process
    return process


def _end() -> None:
    """End the process of this one."""
    if process := _processes.pop(os.getpid(), None):
        process.kill()
        process.wait()
