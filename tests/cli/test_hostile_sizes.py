"""No file makes its reader need excessive memory or time: `hostile_sizes` in a process with limits."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT
from hostile_sizes import CASES, MEGABYTES, SECONDS

SLOWEST = 10.0
MESSAGES = {
    "gzip bomb without a line": "SolutionFileError: the file is damaged: it ends too early, or one of its lines",
    "gzip bomb with lines": "SolutionFileError: not a solution of the Wargame",
    "gzip bomb of one long number": "SolutionFileError: the file is damaged: it ends too early, or one of its lines",
    "few lines for many positions": "SolutionFileError: the file is damaged: it ends too early",
    "many rounds": "SolutionFileError: the file has more than 100 soldiers or 1000 rounds",
    "long name": "FormatError: line 1, column 9: this name has no closing quotation mark",
    "long word": "FormatError: line 1, column 9: expected the title",
    "long number": "has more than 2,000 digits without exponent",
    "short numbers of many digits": "the numbers with exponents have more than 10,000,000 digits in total",
    "strategies without a player": "FormatError: line 1, column 24: a player has no strategy",
    "deep tree": "read",
}


@pytest.fixture(scope="module")
def outcomes():
    """Return the seconds of a core and the message by name, up to the point that the process reached."""
    command = [sys.executable, ROOT / "tests" / "hostile_sizes.py"]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each thread takes address space, on 64 cores too much
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1_000)
    assert "Traceback" not in done.stderr, done.stderr
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    return {name: (float(seconds), message) for name, seconds, message in lines}


@pytest.mark.parametrize("name", CASES)
def test_a_file_needs_little_memory_and_time(name, outcomes):
    assert name in outcomes, f"the process ended before or in it; it may take {MEGABYTES} MB and {SECONDS} s of a core"
    seconds, message = outcomes[name]
    assert MESSAGES[name] in message
    assert seconds < SLOWEST
