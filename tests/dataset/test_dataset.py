"""A data set: made, checked again, and refused after each change; and the verdicts on other programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from gametheory import nash
from gametheory.claims.recheck import NothingToRecheck
from gametheory.cli import main
from gametheory.dataset import folder as module
from gametheory.dataset.folder import RECORDS, build, recheck_dataset
from gametheory.dataset.programs import Program, Session, read_answer, read_programs
from gametheory.dataset.records import Made, Settings, find_sources, proved_by, solve_source
from gametheory.numbers.format import json_text
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.questions.comparison import (
    ABSENT,
    ALL,
    ALL_UNLESS_DEGENERATE,
    APPROXIMATE,
    FAILED,
    INCOMPLETE,
    MISSED,
    REFUSED,
    RIGHT,
    SOME,
    UNCLEAR,
    WRONG,
)
from gametheory.solvers.questions.comparison import judge as judge_answer

TOLERANCE = Fraction(1, 1000)
# Battle of the sexes: (1, 0) with itself, (0, 1) with itself, and (2/3, 1/3) with (1/3, 2/3).
SEXES = nash([[2, 0], [0, 1]], [[1, 0], [0, 2]])
PURE, OTHER, MIXED = [[1, 0], [1, 0]], [[0, 1], [0, 1]], [["2/3", "1/3"], ["1/3", "2/3"]]
# The second player never cares, so that whatever the second plays is part of an equilibrium with up.
SEGMENT = nash([[1, 1], [0, 0]], [[3, 3], [0, 0]])
TOO_DEEP = "maximum recursion depth exceeded while decoding a JSON array from a unicode string"
TREE = """EFG 2 R "signal" { "A" "B" } ""
p "" 1 1 "a" { "x" "y" } 0
p "" 2 1 "b" { "l" "r" } 0
t "" 1 "" { 1 2 }
t "" 2 "" { 0 0 }
p "" 2 2 "c" { "l" "r" } 0
t "" 3 "" { 2 1 }
t "" 4 "" { 0 3 }
"""
THREE = 'NFG 1 R "three" { "A" "B" "C" } { 2 2 2 } 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 2 2'


def judge(solution: Any, answer: dict[str, Any], claims: str = SOME, regret: Fraction = Fraction(0)) -> Any:
    """Return the verdict with the tolerance of these tests."""
    return judge_answer(solution, answer, TOLERANCE, claims, regret)


def silent(*_: Any) -> None:
    """Show nothing."""


# The verdicts


@pytest.mark.parametrize(
    ("claims", "answer", "verdict"),
    [
        ("some", {"equilibria": [PURE]}, RIGHT),
        (ALL, {"equilibria": [PURE, OTHER, MIXED]}, RIGHT),
        (ALL, {"equilibria": [PURE, OTHER]}, MISSED),
        (ALL_UNLESS_DEGENERATE, {"equilibria": [PURE, OTHER]}, MISSED),
        (ALL, {"equilibria": []}, MISSED),
        ("some", {"equilibria": []}, FAILED),
        ("some", {"equilibria": [[[1, 0], [0, 1]]]}, WRONG),
        ("some", {"equilibria": [[[0.6669, 0.3331], [0.333, 0.667]]]}, RIGHT),
        ("some", {"equilibria": [[[0.669, 0.331], [0.333, 0.667]]]}, WRONG),
        ("some", {"equilibria": [[["nan", "nan"], [1, 0]]]}, FAILED),
        ("some", {"equilibria": [[[0.9, 0.0], [1, 0]]]}, FAILED),
        ("some", {"error": "it crashed"}, FAILED),
        ("some", {"refused": "a tree"}, REFUSED),
        ("some", {"refused": ABSENT}, ABSENT),
    ],
)
def test_the_verdict_on_an_answer(claims: str, answer: dict[str, Any], verdict: str) -> None:
    assert judge(SEXES, answer, claims).verdict == verdict


@pytest.mark.parametrize(
    ("claims", "profiles", "verdict"),
    [
        (ALL, [[[1, 0], [0.25, 0.75]]], RIGHT),
        (ALL, [], MISSED),
        (ALL_UNLESS_DEGENERATE, [], INCOMPLETE),
        (ALL, [[[0, 1], [1, 0]]], WRONG),
        # 1/500 of down gains 1/500: less than a profile within 1/1000 of an equilibrium can gain, which is 4/1000
        (ALL, [[[0.998, 0.002], [0.25, 0.75]]], UNCLEAR),
    ],
)
def test_the_verdict_if_equilibria_are_not_isolated(claims: str, profiles: list[Any], verdict: str) -> None:
    assert judge(SEGMENT, {"equilibria": profiles}, claims).verdict == verdict


def test_documentation_can_allow_a_gain_and_no_greater_one() -> None:
    far = {"equilibria": [[[0.5, 0.5], [0.25, 0.75]]]}  # gains 1/2 of a range of 3 of all payoffs
    assert judge(SEGMENT, far, SOME, Fraction(1, 6)).verdict == APPROXIMATE
    assert judge(SEGMENT, far, SOME, Fraction(1, 7)).verdict == WRONG


@pytest.mark.parametrize("shape", [(2, 2), (3, 4), (2, 2, 2)])
def test_a_profile_within_the_tolerance_is_never_wrong(shape: tuple[int, ...]) -> None:
    random = Random(str(shape))
    for _ in range(2 if len(shape) > 2 else 6):
        solution = _random_game(random, shape)
        for equilibrium in solution.as_json()["equilibria"]:
            moved = [_moved(random, list(map(_middle, mixed))) for mixed in equilibrium["strategies"]]
            judged = judge(solution, {"equilibria": [moved]})
            assert judged.verdict in (RIGHT, UNCLEAR), judged.why


def _random_game(random: Random, shape: tuple[int, ...]) -> NashSolution:
    def table(sizes: tuple[int, ...]) -> Any:
        return [table(sizes[1:]) for _ in range(sizes[0])] if sizes else random.randint(0, 2)

    return nash([table(shape) for _ in shape]) if len(shape) > 2 else nash(table(shape), table(shape))


def _middle(number: Any) -> Fraction:
    return Fraction(number) if isinstance(number, str) else sum(map(Fraction, number)) / 2


def _moved(random: Random, mixed: list[Fraction]) -> list[str]:
    """Return a distribution whose numbers differ by at most the tolerance, up to the error of an interval."""
    source = max(range(len(mixed)), key=mixed.__getitem__)
    target = random.randrange(len(mixed))
    step = min(mixed[source], TOLERANCE * Fraction(999, 1000))
    mixed[source] -= step
    mixed[target] += step
    return list(map(str, mixed))


# Programs


def program(tmp_path: Path, text: str, once: bool = True) -> Program:
    """Return a program in Python that runs for each file, or for all of them."""
    path = tmp_path / "program.py"
    path.write_text(text)
    return Program("mine", f"{sys.executable} {path}" + " {file}" * once)


@pytest.mark.parametrize(
    ("text", "once", "answer"),
    [
        ("print('[[[1, 0], [1, 0]]]')", True, {"equilibria": [PURE]}),
        ("import sys\nfor line in sys.stdin: print('{\"error\": \"' + line[-5:-1] + '\"}', flush=True)", False,
         {"error": ".nfg"}),
        ("raise SystemExit(3)", True, {"error": "no answer, status 3: "}),
        ("raise SystemExit(3)", False, {"error": "it ended without an answer, status 3"}),
        ("print('hello')", True, {"error": "Expecting value: line 1 column 1 (char 0)"}),
        ("print('{\"error\": \"x\", \"seconds\": \"long\"}')", True, {"error": "seconds: 'long' is no number"}),
        ("print('[' * 100000)", True, {"error": TOO_DEEP}),
        ("print('{}')", True, {"error": "the answer has none of the keys equilibria, error, refused"}),
        ("import time; time.sleep(60)", True, {"error": "no answer within 0.5 s"}),
    ],
)  # fmt: skip
def test_what_a_program_answers(tmp_path: Path, text: str, once: bool, answer: dict[str, Any]) -> None:
    with closing(Session(program(tmp_path, text, once), 0.5 if "sleep" in text else 30)) as session:
        for _ in range(2):
            found = session.ask(tmp_path / "game.nfg")
            assert found.pop("seconds") >= 0
            assert found == answer


@pytest.mark.parametrize("command", ["no-such-program {file}", "no-such-program", "/no/such {file}", ""])
def test_a_program_that_is_not_there_is_not_installed(tmp_path: Path, command: str) -> None:
    with closing(Session(Program("none", command), 5)) as session:
        assert session.ask(tmp_path / "game.nfg") == {"refused": ABSENT}


def test_numbers_that_are_none_are_text() -> None:
    assert read_answer("[[[NaN, 1], [1, 0]]]") == {"equilibria": [[["NaN", 1], [1, 0]]]}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[a]\nclaims = 'all'", "[a]: "),
        ("[a]\ncommand = 'x'\nclaims = 'much'", "claims 'much'"),
        ("[a]\ncommand = 'x'\nregret = 'small'", "'small' is no exact number"),
        ("a = 1", "[a]: "),
    ],
)
def test_wrong_programs_are_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "programs.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=why.replace("[", r"\[")):
        read_programs(path, "python")


def test_the_programs_of_the_benches_can_be_read() -> None:
    path = Path(__file__).parents[2] / "bench" / "programs.toml"
    programs = read_programs(path, "/usr/bin/python3")
    assert len(programs) == 17
    assert programs[0].command == f"/usr/bin/python3 {path.parent}/programs.py gambit enummixed"


# The folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with games, a program, and the data set of them."""
    place = tmp_path_factory.mktemp("built")
    games = place / "mine"
    games.mkdir()
    (games / "three.nfg").write_text(THREE)
    (games / "tree.efg").write_text(TREE)
    (games / "broken.nfg").write_text("NFG 1 R")
    answer = program(place, "print('[[[1, 0], [1, 0]], [[0, 1], [0, 1]]]')")._replace(claims=ALL)
    sources = find_sources(["chicken", "truel", "entry", str(games)])
    build(sources, place / "dataset", Settings((answer,)), 30, silent)
    return place


@pytest.fixture
def made(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data set of this test; its theorems are not proved here, since provers take seconds."""
    monkeypatch.setattr(module, "find_program", lambda: None)
    monkeypatch.setattr(module, "find_acl2", lambda: None)
    copytree(built, tmp_path / "copy")
    return tmp_path / "copy" / "dataset"


def records(folder: Path) -> list[Any]:
    return list(map(json.loads, (folder / RECORDS).read_text().splitlines()))


def test_a_data_set_has_what_is_known_and_is_accepted(made: Path) -> None:
    header, *games = records(made)
    by_name = {record["game"]: record for record in games}
    assert header["games"] == list(by_name) == ["chicken", "truel", "entry", "broken.nfg", "three.nfg", "tree.efg"]
    assert len(by_name["chicken"]["list"]["equilibria"]) == 3
    assert by_name["chicken"]["programs"]["mine"]["verdict"] == WRONG  # both dare, or both yield
    assert by_name["truel"]["list"] is None
    assert by_name["broken.nfg"]["refused"] == (
        "line 1, column 8: expected the title in quotation marks, found the end of the file"
    )
    assert by_name["tree.efg"]["certificate"] == by_name["three.nfg"]["certificate"] == "proved complete"
    found = recheck_dataset(made, silent)
    assert found.sound, found.rejected
    assert "Not checked: 3 theorems, because Rocq is not installed; 2 theorems, because ACL2" in found.established


def lines(change: Callable[[list[str]], Any]) -> Callable[[Path], Any]:
    """Return what changes the lines of the records."""

    def apply(folder: Path) -> None:
        text = (folder / RECORDS).read_text().splitlines()
        change(text)
        (folder / RECORDS).write_text("\n".join(text) + "\n")

    return apply


def replaced(line: int, before: str, after: str) -> Callable[[Path], Any]:
    def change(text: list[str]) -> None:
        assert before in text[line]
        text[line] = text[line].replace(before, after, 1)

    return lines(change)


def without_an_equilibrium(text: list[str]) -> None:
    record = json.loads(text[1])
    del record["list"]["equilibria"][1]
    text[1] = json.dumps(record)


def without_a_proof(text: list[str]) -> None:
    record = json.loads(text[5])
    record["list"]["certificate"]["supports"] = []
    supports = map(" | ".join, product(("0", "1", "0 1"), repeat=3))
    record["list"]["certificate"]["unproved"] = list(supports)
    text[5] = json_text(record)


def with_names_of_supports(text: list[str]) -> None:
    without_a_proof(text)
    text[5] = text[5].replace('"proved complete"', '"proved complete, except with supports that it names"')


def without_words(text: list[str]) -> None:
    record = json.loads(text[5])
    record["list"] |= {"method": "another", "checked": []}
    text[5] = json_text(record)


def of_no_prover(text: list[str]) -> None:
    text[5] = json_text(json.loads(text[5]) | {"theorems": ["x.txt"], "file": "nowhere"})


def game_of_the_catalogue(text: list[str]) -> None:
    record = json.loads(text[5]) | {"game": "nim"}
    text[0] = text[0].replace("three.nfg", "nim")
    text[5] = json_text(record)


CHANGES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "a dropped equilibrium": (lines(without_an_equilibrium), "chicken"),
    "a changed probability": (replaced(1, '"2/3"', '"3/4"'), "chicken"),
    "a changed value": (replaced(2, '"B": "7/10"', '"B": "4/5"'), "truel"),
    "no proof": (lines(without_a_proof), "three.nfg"),
    "a changed version": (replaced(0, '"version": "', '"version": "2'), RECORDS),
    "an added sentence": (replaced(0, '{"program"', '{"more": "all games", "program"'), RECORDS),
    "a name of the catalogue": (lines(game_of_the_catalogue), "nim"),
    "a game twice": (lines(lambda text: text.append(text[1])), RECORDS),
    "theorems of no prover": (lines(of_no_prover), "three.nfg"),
    "a link to a folder": (lambda folder: (folder / "more").symlink_to(folder.parent), "more"),
    "a dropped game": (lines(lambda text: text.pop(2)), RECORDS),
    "a changed verdict": (replaced(1, '"verdict": "wrong"', '"verdict": "right"'), "chicken"),
    "a changed answer": (replaced(1, '"equilibria": [[[1, 0], [1, 0]]', '"equilibria": [[[0, 1], [1, 0]]'), "chicken"),
    "a changed tolerance": (replaced(0, "1/1000", "1/10"), "chicken"),
    "an added key": (replaced(1, '{"game"', '{"more": 1, "game"'), "chicken"),
    "a list in place of a record": (replaced(1, '"list": {', '"list": [], "other": {'), "chicken"),
    "a missing table": (lambda folder: (folder / "games.csv").unlink(), "games.csv"),
    "a missing theorem": (lambda folder: (folder / "theorems/game_entry.v").unlink(), "theorems/game_entry.v"),
    "an extra file": (lambda folder: (folder / "theorems/more.v").write_text(""), "theorems/more.v"),
    "a changed page": (
        lambda folder: (folder / "index.html").write_text((folder / "index.html").read_text().replace("✗", "✓")),
        "index.html",
    ),
    "a changed game": (lambda folder: (folder.parent / "mine/three.nfg").write_text(THREE + " "), "three.nfg"),
    "a missing game": (lambda folder: (folder.parent / "mine/tree.efg").unlink(), "tree.efg"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_data_set_is_refused(made: Path, name: str) -> None:
    change, file = CHANGES[name]
    change(made)
    found = recheck_dataset(made, silent)
    assert not found.sound
    assert file in {rejection.file for rejection in found.rejected}


@pytest.mark.parametrize("cell", ["1", "1/2"])
def test_a_proof_is_about_the_game_of_its_file(cell: str, tmp_path: Path) -> None:
    """The list of a prisoner's dilemma stays as it is if mutual defection pays less, and so does most of its proof."""
    (tmp_path / "dilemma.nfg").write_text('NFG 1 R "" { "A" "B" } { 2 2 } 3 3 0 2 2 0 1 1')
    folder = tmp_path / "dataset"
    build(find_sources([str(tmp_path / "dilemma.nfg")]), folder, Settings(theorems=False), 30, silent)
    proof = nash([[3, 2], [0, Fraction(cell)]], [[3, 0], [2, Fraction(cell)]]).as_json()["certificate"]

    def change(text: list[str]) -> None:
        record = json.loads(text[1])
        record["list"]["certificate"] = proof
        text[1] = json_text(record)

    lines(change)(folder)
    reasons = [each.why for each in recheck_dataset(folder, silent).rejected]
    assert bool(reasons) == (cell == "1/2"), reasons


def test_a_proof_with_exceptions_says_so(made: Path) -> None:
    lines(with_names_of_supports)(made)
    assert "three.nfg" not in {each.file for each in recheck_dataset(made, silent).rejected}
    assert proved_by({"certificate": {"unproved": []}, "continua": []}) == "proved complete"
    assert proved_by({"certificate": {"unproved": ["0"]}}) == proved_by({"certificate": {}, "continua": [1]})


def test_words_on_the_method_can_be_those_of_another_version(made: Path) -> None:
    lines(without_words)(made)
    reasons = [each.file for each in recheck_dataset(made, silent).rejected]
    assert "three.nfg" not in reasons


def test_a_folder_with_other_files_is_not_replaced(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (made / "notes.txt").write_text("mine")
    assert main(["dataset", "chicken", "--no-theorems", "-o", str(made)]) == 2
    assert "has other files, too, such as notes.txt; move them first" in capsys.readouterr().err
    assert (made / "notes.txt").read_text() == "mine"
    (made / "notes.txt").unlink()
    assert main(["dataset", "chicken", "--no-theorems", "-o", str(made)]) == 0


def test_a_certificate_is_checked_without_the_solver(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the solver made the same mistake again, the checker of the list would notice it."""
    lines(without_an_equilibrium)(made)
    text = (made / RECORDS).read_text().splitlines()[1]

    def mistaken(source: Any, limit: int | None) -> Any:
        solved = solve_source(source, limit)
        if source.name != "chicken":
            return solved
        solved.listed.__class__.__dict__["equilibria"].__set__(solved.listed, tuple(solved.listed.equilibria[::2]))
        return solved

    monkeypatch.setattr(module, "solve_source", mistaken)
    reasons = [each.why for each in recheck_dataset(made, silent).rejected if each.file == "chicken"]
    assert len(json.loads(text)["list"]["equilibria"]) == 2
    assert any("missing" in reason for reason in reasons), reasons


def test_an_interrupt_leaves_the_former_data_set(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    before = sorted((path, path.read_bytes()) for path in made.rglob("*") if path.is_file())
    monkeypatch.setattr(module, "_files", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build(find_sources(["chicken"]), made, Settings(), 30, silent)
    assert sorted((path, path.read_bytes()) for path in made.rglob("*") if path.is_file()) == before
    assert sorted(path.name for path in made.parent.iterdir()) == ["dataset", "mine", "program.py"]


def test_a_folder_without_records_is_no_data_set(tmp_path: Path) -> None:
    (tmp_path / RECORDS).write_text("[]\n")
    with pytest.raises(NothingToRecheck, match="it is no data set"):
        recheck_dataset(tmp_path, silent)


# The command


def test_the_command_writes_a_data_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(tmp_path / "made")
    command = f"{sys.executable} -c 'print([[[1, 0], [1, 0]]])' {{file}}"
    assert main(["dataset", "matching-pennies", "-o", output, "--with", command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["games"], document["proved"]) == (1, 1)
    assert document["programs"][0]["wrong"] == 1
    # again: the folder is a data set, and is replaced
    assert main(["dataset", "chicken", "-o", output]) == 0
    assert [record["game"] for record in records(tmp_path / "made")[1:]] == ["chicken"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chiken"], "chiken: no file, folder or game of the catalogue; did you mean chicken?"),
        (["."], ".: no file in it ends in .nfg, .efg, .agg, .bagg, .gam, .umb"),
        (["chicken", "-o", "there"], "there: it is there and is no data set; allowed: a new folder"),
        (["chicken", "-o", "no/where"], "there is no folder no"),
        (["chicken", "--programs", "none.toml"], "cannot read none.toml: No such file or directory"),
        (["chicken", "--tolerance", "1/2"], "1/2 is more than 1/20"),
        (["chicken", "--with", "x {file}", "--with", "x {file}"], "the same command twice"),
        (["one/a.nfg", "two/a.nfg"], "2 games have the name a_nfg"),
    ],
)
def test_wrong_input_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if arguments != ["."]:
        for folder in ("there", "one", "two"):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "a.nfg").write_text(THREE)
    assert main(["dataset", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") <= 2
    assert not (tmp_path / "dataset").exists()


# The games on which published programs err

WRONG_ANSWERS = Path(__file__).parents[2] / "bench" / "wrong_answers"


def test_the_stored_games_are_proved_and_programs_err_on_each() -> None:
    header, *games = records(WRONG_ANSWERS / "dataset")
    files = [path.name for path in sorted((WRONG_ANSWERS / "games").iterdir())]
    assert header["games"] == [record["game"] for record in games] == files
    assert len(games) == 200
    erring = set()
    for record in games:
        assert record["certificate"].startswith("proved complete")
        errors = [name for name, answer in record["programs"].items() if answer["verdict"] in (WRONG, MISSED, FAILED)]
        assert errors, record["game"]
        erring.update(errors)
    assert {name.split()[0] for name in erring} == {"Gambit", "QuantEcon", "Nashpy"}


def test_the_stored_table_and_page_are_those_of_the_records() -> None:
    header, *games = records(WRONG_ANSWERS / "dataset")
    made = [Made(record, {}) for record in games]
    for name, content in module._files(header, made).items():
        assert (WRONG_ANSWERS / "dataset" / name).read_bytes() == content, name


@pytest.mark.slow  # 200 games are solved again
def test_the_stored_data_set_is_accepted() -> None:
    found = recheck_dataset(WRONG_ANSWERS / "dataset", silent)
    assert found.sound, found.rejected
