"""Texts on the command line: `gametheory check post.md`, its lock file, and `pytest post.md`."""

import json
import re
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
    assert "post.md:8:24: wrong: refuted: math.comb(5, 2) is 10" in output
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


TEXT = """\
---
import: math
title: Sums
---
By J. Smith there are 6 (cf. p. 3).
They are pairs.<!-- claim: A check="math.comb(4, 2) == 6" -->

- First (cf. Fig. 2),

  there are 6 (cf. Fig. 3).<!-- claim: item check="math.comb(4, 2) == 6" -->
  1. They are pairs inside.
- Another item.

| pairs of | 2 | note |
|---|---|---|
| 4 soldiers | 6 <!-- claim: row check="math.comb(4, 2) == 6" --> | by Thm. 2 |
| 5 | 10 | none |

| n | 2 | 3 |
|---|---|---|
| 4 | 6 | 4 |
| 5 | 10 | 10 |
<!-- claim: T cells="math.comb" -->

Another paragraph.
"""
CELLS = ("4,2", "4,3", "5,2", "5,3")


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("there are 6 (cf. p", "there are 7 (cf. p", ["A (sentence)"]),
        ("By J. Smith", "By K. Smith", ["A (sentence)"]),
        ("They are pairs.<", "They are trios.<", ["A (sentence)"]),
        ("are 6 (cf. Fig", "are 7 (cf. Fig", ["item (sentence)"]),
        ("(cf. Fig. 2)", "(cf. Fig. 3)", ["item (sentence)"]),
        ("pairs inside", "trios inside", ["item (sentence)"]),
        ("by Thm. 2", "by Thm. 3", ["row (sentence)"]),
        ("4 soldiers", "4 castles", ["row (sentence)"]),
        ("pairs of", "trios of", ["row (sentence)"]),
        ("| n | 2", "| k | 2", [f"T[{cell}] (sentence)" for cell in CELLS]),
        ("| 5 | 10 | 10 |", "| 5 | 10 | – |", ["T[5,2] (sentence)"]),
        ('A check="math.comb(4, 2) == 6"', 'A check="math.comb(4, 2) > 5"', ["A (formula)"]),
        (
            'T cells="math.comb"',
            'T cells="math.perm"',
            [f"T[{cell}] (formula)" for cell in ("4,2", "4,3", "5,2", "5,3")],
        ),
        ("title: Sums", "title: Products", []),
        ("import: math", "import: math, gametheory.games.castle as castle", None),
        ("Another paragraph", "A third paragraph", []),
        ("Another item", "A third item", []),
        ("| 5 | 10 | none", "| 5 | 11 | none", []),
        ("They are pairs.<", "They\nare   pairs.<", []),
    ],
)
def test_the_lock_holds_the_whole_block(post: Path, old: str, new: str, changed: list[str] | None) -> None:
    post.write_text(TEXT)
    assert checked(post, "-q", "--record", "--strict")[0] == 0
    assert checked(post, "-q", "--strict")[0] == 0
    assert TEXT.count(old) == 1
    post.write_text(TEXT.replace(old, new))
    status, output, _ = checked(post, "-q", "--strict")
    ids = ("A", "item", "row", *(f"T[{cell}]" for cell in CELLS))
    expected = [f"{id} (header)" for id in ids] if changed is None else changed
    found = re.findall(r": ([\w,\[\]]+): text changed since it was checked (\(.*\))", output)
    assert sorted(map(" ".join, found)) == sorted(expected)
    assert status == (1 if expected or "perm" in new else 0)


PAPER = r"""\documentclass{article}
\usepackage{gametheory-claims}
\usepackage{words}
\claimimport{math}
\newcommand{\days}{three}
\begin{document}
\input{chapter}
\newcommand{\ways}{ten} % a comment

By J. Smith, it is so. \claim[check="math.comb(3, 1) == 3"]{days}{It takes \days{} days.} As we said.

Another paragraph, and \claim[check="math.comb(5, 2) == 10"]{ways}{\ways{} ways}.
\end{document}
"""


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("paper.tex", r"\days}{three}", r"\days}{seven}", "days (header), ways (header)"),
        ("paper.tex", r"\ways}{ten}", r"\ways}{nine}", "days (header), ways (header)"),
        ("words.sty", "three", "seven", "days (header), ways (header)"),
        ("chapter.tex", "three", "seven", "days (header), ways (header)"),
        ("inner.tex", "three", "seven", "days (header), ways (header)"),
        ("paper.tex", "By J.", "By K.", "days (sentence)"),
        ("paper.tex", "As we", "As I", "days (sentence)"),
        ("paper.tex", "It takes", "It needs", "days (sentence)"),
        ("paper.tex", "(5, 2) ==", "(5, 2) >=", "ways (formula)"),
        ("paper.tex", "Another", "Some", "ways (sentence)"),
        ("paper.tex", "a comment", "another comment", ""),
        ("other.tex", "three", "seven", ""),
    ],
)
def test_the_lock_holds_each_macro_of_latex(post: Path, file: str, old: str, new: str, changed: str) -> None:
    folder, paper = post.parent, post.with_name("paper.tex")
    paper.write_text(PAPER)
    for name in ("words.sty", "inner.tex", "other.tex"):
        (folder / name).write_text(r"\newcommand{\number}{three}")
    (folder / "chapter.tex").write_text("\\input{inner} \\newcommand{\\digit}{three}")
    assert checked(paper, "-q", "--record")[0] == 0
    content = (folder / file).read_text()
    assert old in content
    (folder / file).write_text(content.replace(old, new))
    status, output, _ = checked(paper, "-q", "--strict")
    found = re.findall(r": (\w+): text changed since it was checked (\(.*\))", output)
    assert ", ".join(map(" ".join, found)) == changed
    assert status == bool(changed)


def test_front_matter_is_locked_where_its_values_can_be_in_the_text(post: Path) -> None:
    content = '---\nimport: math\nways: six\n---\nThere are {{ ways }}.<!-- claim: A check="math.comb(4, 2) == 6" -->'
    post.write_text(content)
    assert checked(post, "-q", "--record")[0] == 0
    post.write_text(content.replace("six", "seven"))
    assert "A: text changed since it was checked (header)" in checked(post, "-q", "--strict")[1]


def test_a_lock_of_an_earlier_version_is_recorded_again(post: Path) -> None:
    post.write_text(TEXT)
    assert checked(post, "-q", "--record")[0] == 0
    lock = post.with_name("post.md.lock")
    marks = json.loads(lock.read_text())["marks"]
    for entry in marks.values():
        del entry["block_hash"], entry["header_hash"]
    lock.write_text(json.dumps({"marks": marks}))
    status, _, errors = checked(post, "-q")
    assert status == 2
    assert errors.splitlines()[-1].startswith("gametheory: post.md.lock: the block of ")
    assert errors.endswith("does not have its hash; --record writes the file again\n")
    assert checked(post, "-q", "--record")[0] == 0
    assert checked(post, "-q", "--strict")[0] == 0
    # one part of a mark is not as recorded, and neither is the other one
    for side in ("sentence", "formal"):
        marks = json.loads(lock.read_text())["marks"]
        marks["A"][side] = "other words"
        (post.parent / "post.md.lock").write_text(json.dumps({"marks": marks}))
        assert f"the {side} of A does not have its hash; --record writes the file again" in checked(post)[2]
        assert checked(post, "-q", "--record")[0] == 0


CLAIMS = """\
"Claims."
from sympy import Symbol
from gametheory.claims import Correction, check_all, claim, open_, prove, refuted
from gametheory.prove.smt import for_all
x = Symbol("x", integer=True)
def corrected():
    proved = prove(for_all([x], [], x**2 >= x))
    return check_all(range(5), lambda x: x * x > x, correction=Correction("x^2 >= x", proved))
RESULTS = {
    "refuted": lambda: check_all(range(5), lambda x: x < 3),
    "corrected": corrected,
    "open": lambda: open_("not known"),
    "verified": lambda: check_all(range(5), lambda x: x < 9),
    "proved": lambda: prove(for_all([x], [], x**2 >= x)),
}
"""
BY_RANK = ["refuted", "corrected", "open", "verified", "proved"]


@pytest.mark.parametrize("worse", range(4))
def test_of_several_results_the_worst_stands(tmp_path: Path, worse: int) -> None:
    """A mark names a family of claims in one file, and claims of two files; each pair of ranks is in both orders."""
    better = [(BY_RANK[worse], other) for other in BY_RANK[worse + 1 :]]
    (tmp_path / "_results.py").write_text(CLAIMS)
    for file, side in (("a.py", 0), ("b.py", 1)):
        lines = ['"Claims."', "from gametheory import claim", "from _results import RESULTS"]
        for number, pair in enumerate(better):
            for order in (1, -1):
                lines.append(f'claim("P{number}{order % 3}", "It is so.", "p. 1")(RESULTS["{pair[::order][side]}"])')
        if side:
            family = [f'claim("F[{at}]", "It is so.", "p. 1")(RESULTS["{each}"])' for at, each in enumerate(better[0])]
            lines += family
        (tmp_path / file).write_text("\n".join(lines))
    ids = [f"P{number}{order}" for number in range(len(better)) for order in (1, 2)] + ["F"]
    marks = "\n\n".join(f"Sentence {id}.<!-- claim: {id} -->" for id in ids)
    (tmp_path / "ids.md").write_text(f"<!-- claims: . -->\n\n{marks}\n")
    done = call("check", "ids.md", "--run", "--json", cwd=tmp_path)
    text = json.loads(done.stdout)["texts"][0]
    assert {mark["id"]: mark["label"] for mark in text["marks"]} == dict.fromkeys(ids, BY_RANK[worse])
    word = {"corrected": "refuted", "verified": "hold"}.get(BY_RANK[worse], BY_RANK[worse])
    assert text["counts"] == dict.fromkeys(("hold", "refuted", "open", "changed"), 0) | {word: len(ids)}
    assert done.returncode == (0 if word == "hold" else 1)
    outputs = [word for name in ("a.html", "a.md", "a.svg") for word in ("-o", name)]
    assert call("annotate", "ids.md", "--run", *outputs, cwd=tmp_path).returncode == 0
    assert re.findall(r'class="claim ([a-z]+)', (tmp_path / "a.html").read_text()) == [BY_RANK[worse]] * len(ids)
    assert f">{len(ids)} {word}<" in (tmp_path / "a.svg").read_text()
    assert (tmp_path / "a.md").read_text().count(f": {BY_RANK[worse]}. ") == len(ids)


def test_a_mark_that_is_refuted_now_is_refuted_whatever_was_recorded(post: Path) -> None:
    post.write_text(TEXT)
    assert checked(post, "-q", "--record")[0] == 0
    post.write_text(
        TEXT.replace("By J.", "By K.").replace('A check="math.comb(4, 2) == 6"', 'A check="math.comb(4, 2) == 7"')
    )
    status, output, _ = checked(post, "-q")
    assert status == 1
    assert "A: text changed since it was checked (sentence and formula)" in output
    assert "A: refuted: math.comb(4, 2) is 6" in output
    assert "7 marks: 6 hold, 1 refuted\n" in output


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
    assert checked(post)[2].strip().splitlines()[-1].startswith("gametheory: post.md.lock: it is not the lock file")


@pytest.mark.parametrize("wrong", [{"verdict": 7}, {"verdict": None}, {"sentence": 7}, {"formal_hash": 7}])
def test_an_entry_of_the_lock_with_other_values_is_no_entry(post: Path, wrong: dict[str, object]) -> None:
    assert checked(post, "-q", "--record")[0] == 0
    lock = post.with_name("post.md.lock")
    document = json.loads(lock.read_text())
    document["marks"]["pairs"] |= wrong
    lock.write_text(json.dumps(document))
    status, _, errors = checked(post, "-q")
    assert status == 2
    assert errors.splitlines()[-1].startswith("gametheory: post.md.lock: ")


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


SUM = 'claim("{}", "It is small.", "p. 1")(lambda: check_all(range(5), lambda n: n < {}))'


def test_a_mark_names_a_claim_of_the_folder_of_its_text_and_no_other(post: Path) -> None:
    """With another folder in the same run, ids that are equal there do not help, and do not harm."""
    folders = {"claims": {"S1": 9, "S2": 3}, "others": {"S1": 3, "S2": 9, "S3": 9}}
    for name, limits in folders.items():
        (post.parent / name).mkdir()
        lines = ['"Sums."', "from gametheory import check_all, claim", *(SUM.format(*each) for each in limits.items())]
        (post.parent / name / "sums.py").write_text("\n".join(lines))
    marks = "\n\n".join(f"All are small.<!-- claim: {id} -->" for id in folders["others"])
    post.write_text(f"<!-- claims: claims -->\n\n{marks}\n")
    own = '<!-- import: math -->\n\nA.<!-- claim: S3 check="math.gcd(1, 1) == 1" -->\n'
    post.with_name("own.md").write_text(own)
    done = call("check", "post.md", "own.md", "others", "--run", "--json", cwd=post.parent)
    text, other = json.loads(done.stdout)["texts"]
    assert {mark["id"]: mark["label"] for mark in text["marks"]} == {"S1": "verified", "S2": "refuted"}
    assert [fault["message"] for fault in text["faults"]] == ["no claim of claims has the id S3"]
    assert [mark["label"] for mark in other["marks"]] == ["verified"]
    assert done.returncode == 2


def test_of_a_mark_that_is_not_checked_nothing_is_said(post: Path) -> None:
    """A run can end early, or select claims: a mark that is left out is no fault, and one that is refuted stays so."""
    (post.parent / "claims").mkdir()
    lines = ['"Sums."', "from gametheory import check_all, claim"]
    lines += [SUM.format(id, limit) for id, limit in {"F[0]": 3, "F[1]": 9, "G[0]": 9, "G[1]": 9, "H": 9}.items()]
    (post.parent / "claims" / "sums.py").write_text("\n".join(lines))
    marks = "\n\n".join(f"All are small.<!-- claim: {id} -->" for id in ("F", "G", "H", "I"))
    post.write_text(f"<!-- claims: claims -->\n\n{marks}\n")

    def labels(*options: str) -> dict[str, str]:
        text = json.loads(call("check", "post.md", "--run", "--json", *options, cwd=post.parent).stdout)["texts"][0]
        assert [fault["message"] for fault in text["faults"]] == ["no claim of claims has the id I"]
        return {mark["id"]: mark["label"] for mark in text["marks"]}

    assert labels() == {"F": "refuted", "G": "verified", "H": "verified"}
    assert labels("--maxfail", "1", "--workers", "1") == {"F": "refuted"}
    assert labels("-k", "H") == {"H": "verified"}
    assert labels("-k", "G") == {"G": "verified"}
    assert labels("-k", "F[0]") == {"F": "refuted"}
    assert labels("-k", "F[1]") == {}, "F[0] is refuted"
    assert labels("-k", "G[1]") == {}, "G[0] could be"


def by_pytest(post: Path) -> dict[str, str]:
    """Run pytest on a text, and return the outcomes of its marks."""
    words = ["-q", "-p", "no:cacheprovider", "-p", "gametheory.pytest_plugin", "-c", "/dev/null"]
    reports = Reports()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        pytest.main([*words, f"--rootdir={post.parent}", str(post)], plugins=[reports])
    return reports.found


def test_pytest_collects_a_text(post: Path) -> None:
    outcomes = {"post.md::pairs": "passed", "post.md::wrong": "failed", "post.md::weak": "passed"}
    assert by_pytest(post) == outcomes
    assert checked(post, "-q", "--record")[0] == 0
    assert by_pytest(post) == outcomes | {"post.md::wrong": "passed"}, "as it is recorded"
    lock = post.with_name("post.md.lock")
    lock.write_text(lock.read_text().replace("six pairs", "seven pairs"))
    assert by_pytest(post) == {}, "a lock that was edited is refused"


def test_pytest_checks_each_claim_that_a_mark_names(post: Path) -> None:
    """A mark can name a family, and claims of two files: the first of them is true."""
    (post.parent / "claims").mkdir()
    head = '"Sums."\nfrom gametheory import check_all, claim\n'
    files = {"a.py": {"F[0]": 9, "F[1]": 3, "S": 9, "T": 9}, "b.py": {"S": 3}}
    for name, limits in files.items():
        lines = "\n".join(SUM.format(id, limit) for id, limit in limits.items())
        (post.parent / "claims" / name).write_text(head + lines)
    marks = "\n\n".join(f"All are small.<!-- claim: {id} -->" for id in ("F", "F[0]", "S", "a.py::S", "T"))
    post.write_text(f"<!-- claims: claims -->\n\n{marks}\n")
    assert by_pytest(post) == {
        "post.md::F (a.py, F[0])": "passed",
        "post.md::F (a.py, F[1])": "failed",
        "post.md::F[0]": "passed",
        "post.md::S (a.py, S)": "passed",
        "post.md::S (b.py, S)": "failed",
        "post.md::a.py::S": "passed",
        "post.md::T": "passed",
    }


class Reports:
    """A plugin that notes the outcomes."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.found[report.nodeid] = report.outcome


def test_an_id_of_the_claims_folder_is_not_answered_by_another_text(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("<!-- claims: . -->\n\nAll is well.<!-- claim: Y -->\n")
    (tmp_path / "other.md").write_text('One is one.<!-- claim: Y check="1 == 1" -->\n')
    done = call("check", "x.md", "other.md", "--run", cwd=tmp_path)
    assert "x.md:3:13: no claim of . has the id Y" in done.stderr
    assert done.returncode == 2
    assert "other.md: 1 mark: 1 hold" in done.stdout


@pytest.mark.parametrize(
    "read", [r"\input{inc}", r"\include{inc}", r"\subfile{inc}", r"\import{./}{inc}", r"\input inc "]
)
@pytest.mark.parametrize("inside", ["", 'x \\claim[check="1 + 1 == 3"]{sum}{The sum is 3.}'])
def test_a_mark_of_a_file_that_latex_reads_is_a_fault(tmp_path: Path, read: str, inside: str) -> None:
    """It would be typeset with the sign of the mark with the same id."""
    mark = r'\claim[check="1 + 1 == 2"]{sum}{The sum is 2.}'
    begin = r"\documentclass{article}\usepackage{gametheory-claims}\begin{document}"
    (tmp_path / "a.tex").write_text(f"{begin}\n{mark}\n\n{read}\n" + r"\end{document}" + "\n")
    (tmp_path / "inc.tex").write_text(f"Words.\n{inside}\n")
    done = call("check", "a.tex", cwd=tmp_path)
    assert ("inc.tex has a \\claim" in done.stderr) is bool(inside)
    assert (done.returncode == 0) is not inside


def test_the_expression_of_cells_cannot_close_the_brackets_around_it(tmp_path: Path) -> None:
    table = "| | 1 | 2 |\n|---|---|---|\n| 1 | {} | 3 |\n\n"
    mark = '<!-- claim: t cells="{}" -->\n'
    (tmp_path / "a.md").write_text(table.format(2) + mark.format("row) == row or (row"))
    assert "unmatched ')'" in call("check", "a.md", cwd=tmp_path).stderr
    for number, status in ((2, 0), (7, 1)):
        (tmp_path / "a.md").write_text(table.format(number) + mark.format("row + column"))
        assert call("check", "a.md", cwd=tmp_path).returncode == status
