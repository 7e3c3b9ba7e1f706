"""For any file content, a reader returns a value or raises its own error with the position; commands print one line."""

import ast
import json
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.readers import READERS
from gametheory.claims.explain import why_false
from gametheory.formats import FormatError
from gametheory.formats.gambit.efg import read_efg
from gametheory.formats.gambit.nfg import read_nfg
from gametheory.formats.graphml import read_graphml
from gametheory.formats.node_link import read_node_link, to_node_link
from gametheory.games.battle.table import read_npz
from gametheory.games.wargame.solution_file import SolutionFileError, read_solution
from gametheory.solvers.product_game.checkpoint_files import exact_checkpoint_files, float_checkpoint_files

HOSTILE = ROOT / "tests" / "data" / "hostile"
READ = {
    ".nfg": (lambda data: read_nfg(data.decode()), FormatError),
    ".efg": (lambda data: read_efg(data.decode()), FormatError),
    ".graphml": (lambda data: read_graphml(data.decode()), FormatError),
    ".json": (lambda data: read_node_link(data.decode()), FormatError),
    ".npz": (lambda data: read_npz(BytesIO(data)), ValueError),
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
    "billion-laughs.graphml": "line 2, column 1: a document type, <!DOCTYPE",
    "external-entity.graphml": "line 1, column 1: a document type, <!DOCTYPE",
    "external-type.graphml": "line 1, column 1: a document type, <!DOCTYPE",
    "deep-position.graphml": "RecursionError",
    "exponent.graphml": "'1e999999999' is no exact number",
    "nested.graphml": "line 1, column 12001: not XML: no element found",
    "no-start.graphml": "KeyError: 'start'",
    "same-position.graphml": "node 'n1' has the id or the position of another node",
    "undirected.graphml": "there is no directed graph",
    "deep.json": "line 1, column",
    "deep-position.json": "maximum recursion depth",
    "exponent.json": "'1e999999999' is no exact number",
    "infinity.json": "Infinity is not an exact number",
    "long-number.json": "a number of more than 20,000 digits",
    "same-edge.json": "there are two edges 0 from 0 to 1",
    "same-id.json": "node 0 has the id or the position of another node",
    "text-for-moves.json": "the moves of an edge are not a list",
    "compressed.npz": "the array rules is compressed",
    "deep-rules.npz": "not a table of odds",
    "encrypted.npz": "is encrypted",
    "exponent.npz": "'1e999999999' is no exact number",
    "huge-member.npz": "is compressed, or larger than the file",
    "huge-rules.npz": "it contains no probabilities of the shape (1000000001, 1000000001)",
    "huge-shape.npz": "the array win is not of the kind 'f', or not as long as stated",
    "negative-shape.npz": "not a table of odds",
    "outside.npz": "There is no item named 'rules.npy'",
    "pickled.npz": "the array win is not of the kind 'f'",
    "turns.npz": "turns: -1 is not a whole number of at least 1",
    "damaged.wargame": "ended before the end-of-stream marker",
    "deep.wargame": "one of its lines is too long",
    "exponent.wargame": "'1e999999999' is no exact number",
    "fewer-lines.wargame": "it ends too early",
    "float-soldiers.wargame": "2.0 is not a whole number",
    "infinite.wargame": "inf is no exact number",
    "no-distribution.wargame": "not a probability distribution on the moves",
    "long-payoff.wargame": "a number of more than 100 characters in the rules",
    "more-lines.wargame": "wrong checksum",
    "no-division.wargame": "zero denominator",
    "no-end-of-line.wargame": "one of its lines is too long",
    "too-short.wargame": "the file is too short for the positions of its rules",
    "value.wargame": "a value is outside the range of its payoffs",
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_hostile_file_raises_the_error_of_its_reader(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    read, kind = READ[Path(name).suffix]
    with pytest.raises(kind) as refused:
        read((HOSTILE / name).read_bytes())
    assert type(refused.value) is kind
    assert MESSAGES[name] in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_every_hostile_file_is_tried():
    assert {path.name for path in HOSTILE.iterdir()} == {*MESSAGES, "surrogate.json"}


def test_a_name_that_is_not_utf8_survives_a_round_trip():
    text = (HOSTILE / "surrogate.json").read_text(encoding="utf-8")
    graph = read_node_link(text)
    assert "\ud800" in {outcome.name for _, outcome in graph.nodes(data="outcome") if outcome}
    assert read_node_link(to_node_link(graph)).nodes == graph.nodes


@pytest.mark.parametrize("name", [name for name in MESSAGES if name.endswith(("fg", ".wargame"))])
def test_a_command_reports_a_wrong_file_in_one_line(name, wrong):
    command = ["wargame", "verify"] if name.endswith(".wargame") else ["nash"]
    wrong([*command, HOSTILE / name], MESSAGES[name])


@pytest.mark.parametrize("name", [name for name in MESSAGES if name.endswith(".wargame")])
def test_a_hostile_file_is_not_overwritten(name, wrong, tmp_path):
    data = (HOSTILE / name).read_bytes()
    file = tmp_path.parent / name
    file.write_bytes(data)
    wrong(["wargame", "solve", "--soldiers", 2, "--rounds", 2, "-o", file], MESSAGES[name])
    assert file.read_bytes() == data


@pytest.mark.parametrize(
    "kinds", [[["<u,", [1]]], [["|O", [1]]], [["|u1", [-1]]], [["|u1", [2**62, 4]]], [[[], []]], {}]
)
def test_a_saved_round_with_hostile_types_is_ignored(kinds, tmp_path):
    head = {"of": {}, "round": 1, "facts": {"symmetric": True, "error": "0x0p+0"}, "arrays": kinds}
    (tmp_path / "round-0001.part").write_bytes(
        json.dumps(head | {"sha256": sha256(b"0").hexdigest()}).encode() + b"\n0"
    )
    assert float_checkpoint_files(tmp_path, {}).load(1) is None
    assert exact_checkpoint_files(tmp_path, {}).load(1) is None


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
    for seed in seeds:
        attempt(seed)

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.binary(max_size=200) | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")) | mutated(seeds))
    def check(data):
        assert attempt(data) in ("read", "refused")

    check()


def test_seeds_are_valid():
    """Otherwise the tests would only try invalid files."""
    for name, reader in READERS.items():
        attempt = reader.prepare()
        assert "read" in [attempt(seed) for seed in reader.seeds()], name


RUNS_CODE = {  # the modules that may run code, and why
    "claims.collect": "claims folders are code",
    "claims.hosted": "imports libraries that claims import, and reads what the command sends",
    "parallel.isolated": "reads, in a child, the pieces of work of the process that started it",
    "claims.explain": "evaluates again what the function of a claim returned, in the process that has just run it",
    "cli.loading": "a game of one's own is code",
    "__init__": "imports this package's own modules",
    "prove.kernel.program": "starts the programs of Rocq",
    "parallel.by_value": "pieces of work between own processes",
    "parallel.extras": "imports the libraries that are extras",
}


@pytest.mark.parametrize("path", sorted((ROOT / "gametheory").rglob("*.py")), ids=lambda path: path.stem)
def test_files_are_data_and_run_no_code(path):
    module = ".".join(path.relative_to(ROOT / "gametheory").with_suffix("").parts)
    running = {"eval", "exec", "compile", "exec_module", "import_module", "__import__", "system", "Popen", "Unpickler"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        owner = ast.unparse(node.func).rpartition(".")[0]
        unpickles = name in ("load", "loads") and owner in ("pickle", "cloudpickle", "marshal", "shelve", "yaml", "np")
        compiles = name == "compile" and owner == "re"
        unpickles = unpickles or name == "recv"  # a connection's; its `recv_bytes` is not
        runs = (name in running and not compiles) or unpickles
        assert not runs or module in RUNS_CODE, f"{path}, line {node.lineno}: {ast.unparse(node)}"
        pickles = [word.value for word in node.keywords if word.arg == "allow_pickle"]
        assert all(ast.unparse(value) == "False" for value in pickles), f"{path}, line {node.lineno}"


def test_an_explanation_runs_no_file_with_the_name_of_code_without_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "<stdin>").write_text("lambda n: n < open('made', 'w').fileno() < 0\n")
    function = eval(compile("lambda n: n < 3", "<stdin>", "eval"), {"open": open})
    assert why_false(function, 4) == ""
    assert not (tmp_path / "made").exists()
