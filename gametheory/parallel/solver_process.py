"""The SMT solver cvc5 in a process of its own, which can be ended: a step of its algebra looks at no limit.

The limit of a question is work, which depends on the script alone. One step can take hours, and then the process is
ended, after processor time, so that other programs on the machine do not change the answer. This file imports nothing
that a browser lacks.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys

from gametheory.parallel.extras import ends_with_parent, library

SECONDS = 60  # of processor time; the slowest question of proofs/ takes 2
TIMED_OUT = f"unknown (a step takes more than {SECONDS} seconds of processor time)"
PROGRAM = """
import cvc5, json, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that asks, which then ends this one
for line in sys.stdin:
    script, units, seconds = json.loads(line)
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.setitimer(signal.ITIMER_PROF, seconds)  # no handler: the signal ends the process
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


def ask_cvc5(script: str, units: int) -> str:
    """Return cvc5's answer to a script; unknown after this many units of work.

    An answer in quotation marks is its message if it refuses the script: it refuses variables with the names of its
    own functions, of which each version has others.
    """
    library("cvc5", "prove")
    process = _processes.get(os.getpid())
    # it can have ended after the time of the last question
    if process is None or process.poll() is not None:
        process = _start()
    assert process.stdin is not None
    assert process.stdout is not None
    answer = ""
    try:
        question = json.dumps([script, units, SECONDS])
        process.stdin.write(f"{question}\n")
        process.stdin.flush()
        answer = process.stdout.readline()
    finally:  # after Ctrl-C, too, this answer must not be taken for that of the next script
        if not answer:
            _end()
    if not answer:
        return _why_it_ended(process)
    return str(json.loads(answer))


def _why_it_ended(process: subprocess.Popen[str]) -> str:
    """Return the answer of a process that ended without one."""
    if hasattr(signal, "SIGPROF") and process.returncode == -signal.SIGPROF:
        return TIMED_OUT
    return f"unknown (its process ended with status {process.returncode})"


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
    cvc5 = _processes.pop(os.getpid(), None)
    if cvc5 is not None:
        cvc5.kill()
        cvc5.wait()
