"""Texts on the command line: `gametheory check post.md`, its lock file, and `pytest post.md`."""

import json
from pathlib import Path

import pytest

from tests.program import call

POST = """\
---
import: math
---
# Sums

There are six pairs of four.<!-- claim: pairs check="math.comb(4, 2) == 6" -->
There are five of five.<!-- claim: wrong check="math.comb(5, 2) == 5" -->
It is not negative.<!-- claim: weak check="math.isqrt(4) >= 0 or math.gcd(1, 1) == 1" -->
"""


@pytest.fixture
def post(tmp_path: Path) -> Path:
    """A text with a claim of each kind."""
    file = tmp_path / "post.md"
    file.write_text(POST)
    return file


def checked(post: Path, *options: str):
    """Check a text in this process, and return status, output and errors."""
    done = call("check", post.name, "-s", *options, cwd=post.parent)
    return done.returncode, done.stdout, done.stderr


def test_a_text_is_recorded_and_an_edit_on_either_side_is_noticed(post: Path) -> None:
    status, output, _ = checked(post, "-q")
    assert status == 1
    assert "post.md:7:24: wrong: refuted: math.comb(5, 2) is 10" in output
    assert "3 marks: 2 hold, 1 refuted" in output
    assert checked(post, "-q", "--record")[0] == 0
    lock = json.loads((post.parent / "post.md.lock").read_text())["marks"]
    assert lock["wrong"]["verdict"] == "refuted"
    assert lock["pairs"]["sentence"] == "There are six pairs of four."
    assert checked(post, "-q", "--strict")[0] == 0
    post.write_text(POST.replace("six pairs", "seven pairs"))
    status, output, _ = checked(post, "-q")
    assert status == 0
    assert [line for line in output.splitlines() if "changed since" in line] == [
        "post.md:6:31: pairs: text changed since it was checked (sentence)"
    ]
    assert checked(post, "-q", "--strict")[0] == 1
    post.write_text(POST.replace("math.comb(4, 2) ==", "math.comb(4, 2) >="))
    assert "pairs: text changed since it was checked (formula)" in checked(post, "-q")[1]
    assert checked(post, "-q", "--record", "--strict")[0] == 0


def test_faults_are_lines_and_the_others_are_checked(post: Path) -> None:
    post.write_text(POST + '\nBad.<!-- claim: bad check="math.comb(4, 2)[0] == 6" -->\n')
    done = call("check", "post.md", "post.md::pairs", "--json", cwd=post.parent)
    assert done.returncode == 2
    document = json.loads(done.stdout)
    assert [each["message"][:18] for each in document["texts"][0]["faults"]] == ["math.comb(4, 2)[0]"]
    assert document["counts"]["verified"] == 2
    assert [each["id"] for each in document["texts"][1]["marks"]] == ["pairs"]


def test_what_has_no_value_is_open_at_its_place(post: Path) -> None:
    post.write_text('<!-- import: math -->\nA.<!-- claim: A check="math.comb(-1, 2) == 2" -->')
    reason = "(post.md:2:3: math.comb(-1, 2) has no value: n must be a non-negative integer)"
    assert reason in " ".join(checked(post, "-q")[1].split())
    done = call("check", "post.md::B", cwd=post.parent)
    assert (done.returncode, done.stderr) == (2, "gametheory: post.md::B: no mark of this text has the id B\n")


def test_only_faults(post: Path) -> None:
    post.write_text("A.<!-- claim: X -->")
    status, output, errors = checked(post)
    assert (status, output) == (2, "post.md: 0 marks: none checked; 1 fault\n")
    assert "post.md:1:3: the header names no folder of claims for the id X" in errors
    (post.parent / "post.md.lock").write_text("{}")
    assert checked(post)[2].strip().splitlines()[-1].startswith("gametheory: post.md.lock: it is no lock file")


def test_marks_by_id_run_the_code_of_a_folder_only_with_run(post: Path) -> None:
    folder = post.parent / "claims"
    folder.mkdir()
    (folder / "sums.py").write_text(
        '"Sums."\nfrom gametheory import check_all, claim\n'
        'claim("S1", "It is small.", "p. 1")(lambda: check_all(range(5), lambda n: n < 3))\n'
    )
    post.write_text("<!-- claims: claims -->\nOne. All are small.<!-- claim: S1 --> Two.<!-- claim: S2 -->\n")
    status, _, errors = checked(post)
    assert status == 2
    assert "post.md:1:14: the claims of claims are Python code; it is run only with --run" in errors
    status, output, errors = checked(post, "--run", "-q")
    assert status == 2
    assert "post.md:2:20: S1: refuted" in output
    assert "post.md:2:43: no claim of claims has the id S2" in errors
    assert checked(post, "--run", "-q", "--record")[0] == 2
    assert not (folder / "expected.tsv").exists()


def test_pytest_collects_a_text(post: Path, pytestconfig: pytest.Config) -> None:
    arguments = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "gametheory.pytest_plugin",
        "-c",
        "/dev/null",
        f"--rootdir={post.parent}",
    ]
    reports = Reports()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        pytest.main([*arguments, str(post)], plugins=[reports])
    assert reports.found == {
        "post.md::pairs": "passed",
        "post.md::wrong": "failed",
        "post.md::weak": "passed",
    }


class Reports:
    """A plugin that notes the outcomes."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.found[report.nodeid] = report.outcome
