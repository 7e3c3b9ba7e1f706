"""For any file content, a reader returns a value or raises its own error with the position; commands print one line."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from hostile_sizes import CASES, MEGABYTES, SECONDS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gametheory.formats import FormatError
from gametheory.formats.gambit import read_efg, read_nfg
from gametheory.games.wargame.solution_file import SolutionFileError, read_solution
from tests.fuzz.readers import READERS

HOSTILE = ROOT / "tests" / "data" / "hostile"
READ = {
    ".nfg": (lambda data: read_nfg(data.decode()), FormatError),
    ".efg": (lambda data: read_efg(data.decode()), FormatError),
    ".wargame": (read_solution, SolutionFileError),
}
MESSAGES = {
    "arabic-digits.nfg": "line 1, column 26: expected the number of strategies",
    "backslashes.nfg": "line 1, column 9: this name has no closing quotation mark",
    "exponent.nfg": "line 1, column 32: '1e999999999' has more than 2,000 digits",
    "exponents.nfg": "the numbers with exponents have more than 10,000,000 digits in total",
    "no-strategy.nfg": "line 1, column 28: a player has no strategy",
    "product.nfg": "line 1, column 28: more than 1,000,000 payoffs",
    "chances.efg": "line 2, column 8: the probabilities of a chance event",
    "missing-branch.efg": "line 4, column 1: expected a node: c, p or t, found the end of the file",
    "no-action.efg": "line 2, column 10: an information set without an action",
    "nul.efg": "line 2, column 1: expected a node: c, p or t, found 't\\x00'",
    "unknown-outcome.efg": "line 2, column 7: expected the name and the payoffs of outcome 7",
    "damaged.wargame": "ended before the end-of-stream marker",
    "deep.wargame": "maximum recursion depth",
    "exponent.wargame": "'1e999999999' is no exact number",
    "fewer-lines.wargame": "it ends too early",
    "float-soldiers.wargame": "2.0 is not a whole number",
    "infinite.wargame": "inf is no exact number",
    "no-distribution.wargame": "not a probability distribution on the moves",
    "long-payoff.wargame": "a number of more than 100 characters in the rules",
    "more-lines.wargame": "wrong checksum",
    "no-division.wargame": "zero denominator",
    "no-end-of-line.wargame": "one of its lines is too long",
    "too-short.wargame": "more than 50,000,000 positions",
    "value.wargame": "a value is outside the range of its payoffs",
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_hostile_file_is_refused_by_its_reader_and_by_a_command(name, wrong):
    read, kind = READ[Path(name).suffix]
    with pytest.raises(kind) as refused:
        read((HOSTILE / name).read_bytes())
    assert type(refused.value) is kind
    assert MESSAGES[name] in str(refused.value)
    wrong([*(["wargame", "verify"] if name.endswith(".wargame") else ["nash"]), HOSTILE / name], MESSAGES[name])


def test_every_hostile_file_is_tried():
    assert {path.name for path in HOSTILE.iterdir()} == set(MESSAGES)


@pytest.mark.parametrize("name", [name for name in MESSAGES if name.endswith(".wargame")])
def test_a_hostile_file_is_not_overwritten(name, wrong, tmp_path):
    data = (HOSTILE / name).read_bytes()
    file = tmp_path.parent / name
    file.write_bytes(data)
    wrong(["wargame", "solve", "--soldiers", 2, "--rounds", 2, "-o", file], MESSAGES[name])
    assert file.read_bytes() == data


@st.composite
def mutated(draw, texts):
    """Return the bytes of a file with a part removed, doubled or replaced, or with one bit changed."""
    data = draw(st.sampled_from(texts))
    start, end = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
    other = draw(st.sampled_from(texts))
    part = draw(st.sampled_from([b"", data[start:end] * 2, other[start:end], b"0", b"-1", b"9" * 30, b'"', b"{", b"/"]))
    if start < len(data) and draw(st.booleans()):
        end, part = start + 1, bytes([data[start] ^ 1 << draw(st.integers(0, 7))])
    return data[:start] + (part if part else draw(st.binary(max_size=9))) + data[end:]


@pytest.mark.parametrize("name", READERS)
def test_arbitrary_bytes_are_read_or_refused(name):
    """As in the fuzzers: refused with a position in the text, or equal after writing and reading again."""
    attempt, seeds = READERS[name].prepare(), list(READERS[name].seeds())
    assert "read" in [attempt(seed) for seed in seeds], "otherwise only invalid files would be tried"

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.binary(max_size=200) | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")) | mutated(seeds))
    def check(data):
        assert attempt(data) in ("read", "refused")

    check()


RUNS_CODE = {  # the modules that may run code, and why
    "claims.collect": "claims folders are code; a text imports gametheory.games, and other modules with --run alone",
    "claims.processes": "starts the processes of claims files",
    "claims.worker": "imports this package's own modules and libraries before the processes of claims files are forked",
    "prove.sweep": "computes the sides of a comparison that a claim has just made",
    "claims.session": "pytest compiles -k, in which names, and, or, not and parentheses are allowed",
    "cli.loading": "a game of one's own is code",
    "cli.__init__": "imports the module of a command of this package",
    "games.catalogue.__init__": "imports this package's own modules",
    "__init__": "imports this package's own modules",
    "prove.kernel": "starts the programs of Rocq",
    "parallel.solver_process": "a solver in a process that can be ended",
    "parallel.processes": "pieces of work between own processes",
    "parallel.extras": "imports the libraries that are extras",
    "dataset.folder": "imports pyarrow, by its own name, if it is installed",
    "dataset.programs": "starts the programs that are to answer",
}


def test_files_are_data_and_run_no_code():
    running = {"eval", "exec", "compile", "exec_module", "import_module", "__import__", "system", "Popen", "Unpickler"}
    for path in sorted((ROOT / "gametheory").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT / "gametheory").with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            owner = ast.unparse(node.func).rpartition(".")[0]
            unpickles = name in ("load", "loads") and owner in (
                "pickle",
                "cloudpickle",
                "marshal",
                "shelve",
                "yaml",
                "np",
            )
            unpickles = unpickles or name == "recv"  # a connection's; its `recv_bytes` is not
            runs = unpickles or (name in running and (name, owner) != ("compile", "re"))
            assert not runs or module in RUNS_CODE, f"{path}, line {node.lineno}: {ast.unparse(node)}"
            pickles = [word.value for word in node.keywords if word.arg == "allow_pickle"]
            assert all(ast.unparse(value) == "False" for value in pickles), f"{path}, line {node.lineno}"


SLOWEST = 10.0
SIZES = {
    "gzip bomb without a line": "SolutionFileError: the file is damaged: it ends too early, or one of its lines",
    "gzip bomb with lines": "SolutionFileError: not a solution of the Wargame",
    "gzip bomb of one long number": "SolutionFileError: the file is damaged: it ends too early, or one of its lines",
    "few lines for many positions": "SolutionFileError: the file is damaged: it ends too early",
    "many rounds": "is more than 1,000",
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
    assert SIZES[name] in message
    assert seconds < SLOWEST
