"""Annotated texts: HTML, Markdown, the margin of LaTeX and the badge."""

import re
import shutil
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from gametheory.render.annotate import annotated_html, badge, margin_file
from tests.program import call, refused

POST = """\
---
title: Sums
import: math
---
# Sums & <b>more</b>

There are $\\binom{4}{2} = 6$ pairs.<!-- claim: good check="math.comb(4, 2) == 6" --> There
are 5 of five.<!-- claim: bad check="math.comb(5, 2) == 5" --> <script>alert(1)</script>
<!-- a comment -->

| n | 2 |
|---|---|
| 4 | 7 |
<!-- claim: T cells="math.comb" -->

Not <!-- claim: broken check="math.comb" -->
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an annotated text."""
    (tmp_path / "post.md").write_text(POST)
    outputs = [word for name in ("post.html", "out.md", "post.svg", "post.claims") for word in ("-o", name)]
    done = call("annotate", "post.md", *outputs, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("post.md:16:31: math.comb is a number, and a statement must be here")
    return tmp_path


def test_the_text_is_given_back_with_its_verdicts(folder: Path) -> None:
    page = (folder / "post.html").read_text()
    assert re.findall(r'class="claim ([a-z]+)', page) == ["verified", "refuted", "refuted"]
    assert "counterexample math.comb(5, 2) == 5: math.comb(5, 2) is 10" in page
    assert page.count("no program compares the sentence with the formula") == 3
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<math" in page
    assert "a comment" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    assert re.search(r"<td>7\s*<span class=\"claim refuted", page)
    text = (folder / "out.md").read_text()
    assert "pairs. ✓[^claim-1] There\nare 5 of five. ✗[^claim-2]" in text
    assert "[^claim-2]: bad: refuted. counterexample math.comb(5, 2) == 5: math.comb(5, 2) is 10" in text
    assert "| 4 | 7 ✗[^claim-3] |" in text
    assert fromstring((folder / "post.svg").read_text()).get("aria-label") == "claims: 1 hold, 2 refuted"
    assert call("recheck", folder / "post.claims").stdout == "0 certificates: 0 accepted\n"


def test_drawings_are_part_of_the_page_and_links_to_other_files_are_text(tmp_path: Path) -> None:
    (tmp_path / "one.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    text = {"file": "post.md", "marks": [], "faults": [], "counts": {"hold": 0}}
    content = (
        "![drawn](one.svg) ![gone](two.svg) ![far](https://x.org/a.svg) [page](b.md) [top](#a) [web](https://x.org)"
    )
    page = annotated_html(text, content, tmp_path)
    assert re.findall(r'<img src="([^"]{0,19})', page) == ["data:image/svg+xml;", "", "https://x.org/a.svg"]
    assert re.findall(r'<a href="([^"]*)">', page) == ["#a", "https://x.org"]
    assert " page " in page


def test_the_badge_says_the_counts() -> None:
    counts = {"hold": 41, "refuted": 9, "open": 2, "changed": 0}
    assert ">41 hold, 9 refuted, 2 open<" in badge(counts)
    assert ">no marks<" in badge(dict.fromkeys(counts, 0))


def test_the_margin_names_the_worst_cell_of_a_table() -> None:
    def cell(id: str, label: str, explanation: str = "") -> dict:
        witness = {"case": "{a_b}", "explanation": explanation} if explanation else None
        claim = {"witness": witness, "status": label, "evidence": [], "scope": "1 to 9", "note": "", "code": {}}
        return {"id": id, "label": label, "changed": "", "claim": claim | {"code": {"text": ""}}}

    marks = [cell("T[1,1]", "verified"), cell("T[1,2]", "refuted", "x² & 50%"), cell("T[2,1]", "refuted", "y")]
    lines = margin_file({"marks": marks, "counts": {"hold": 1, "refuted": 2}}).splitlines()
    assert lines == [
        "% 1 hold, 2 refuted",
        "\\claimverdict{T}{refuted}{{[}1,2]: counterexample \\{a\\_b\\}: x$^2$ \\& 50\\% (2 of 3)}",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["post.txt", "-o", "a.html"], "post.txt: a text ends in .md or .tex"),
        (["post.md", "-o", "a.doc"], "argument -o: a.doc: of a text .md the output ends in .html, .md, .pdf"),
        (["paper.tex", "-o", "a.html"], "argument -o: a.html: of a text .tex the output ends in .pdf, .verdicts"),
        (["post.md", "-o", "post.md"], "argument -o: post.md is the text itself"),
        (["none.md", "-o", "a.html"], "gametheory: none.md: No such file or directory"),
    ],
)
def test_wrong_arguments_are_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "post.md").write_text(POST)
    assert message in refused("annotate", *arguments, cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed")
def test_markdown_becomes_a_pdf(tmp_path: Path) -> None:
    (tmp_path / "post.md").write_text("A.<!-- claim: A check='2 == 2' -->\n\nB.<!-- claim: B check=\"2 == 2\" -->")
    done = call("annotate", "post.md", "-o", "post.pdf", cwd=tmp_path)
    assert done.returncode == 2, done.stderr  # of the mark with other quotes
    assert (tmp_path / "post.pdf").read_bytes().startswith(b"%PDF")
