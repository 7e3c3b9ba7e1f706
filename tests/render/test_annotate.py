"""Annotated texts: HTML, Markdown, the margin of LaTeX and the badge."""

import html
import re
import shutil
from html import escape
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from gametheory.render.annotate import annotated_html, annotated_markdown, badge, margin_file
from gametheory.texts.markdown import parser
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
    said = call("recheck", folder / "post.claims").stdout
    assert said == "0 certificates: 0 accepted\n3 verdicts without a certificate, by code that was not run\n"


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


def test_drawings_are_only_from_below_the_folder_of_the_text(tmp_path: Path) -> None:
    for folder in ("other", "text/inner"):
        (tmp_path / folder).mkdir(parents=True)
    for place in ("other", "text/inner", "text"):
        (tmp_path / place / "a drawing.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (tmp_path / "text" / "link.svg").symlink_to("../other/a drawing.svg")
    (tmp_path / "text" / "near.svg").symlink_to("inner/a drawing.svg")
    (tmp_path / "text" / "folder").symlink_to(tmp_path / "other")
    text = {"file": "post.md", "marks": [], "faults": [], "counts": {"hold": 0}}
    inside = ("a%20drawing.svg", "inner/a%20drawing.svg", "inner/../a%20drawing.svg", "near.svg")
    outside = ("../other/a%20drawing.svg", "link.svg", "folder/a%20drawing.svg", f"{tmp_path}/other/a%20drawing.svg")
    for name in (*inside, *outside):
        page = annotated_html(text, f"![drawn]({name})", tmp_path / "text")
        assert ("data:image/svg+xml" in page) is (name in inside)
        assert ("this drawing is not below the folder of the text" in page) is (name in outside)


ANNOTATED = {"file": "post.md", "faults": [], "comments": [], "counts": {"hold": 0}}
CLAIM = {"witness": None, "status": "verified", "evidence": [], "scope": "1 to 9", "note": "", "correction": None}


def mark(id: str, shown: int = 0, label: str = "verified", explanation: str = "") -> dict:
    """A mark as it is in the JSON of a text."""
    witness = {"case": "3", "explanation": explanation} if explanation else None
    known = {"id": id, "written": id, "label": label, "changed": "", "formal": "", "source": "", "shown": shown}
    return known | {"claim": CLAIM | {"witness": witness, "code": None}}


@pytest.mark.parametrize(
    "written",
    [
        "&#xE000;m0&#xE001;",
        "\ue000m0\ue001",
        "&#xE000;m7&#xE001;",
        "&#xE000;f0&#xE001;",
        '<span class="claim proved"><span class="sign">∀</span></span>',
        '<div class="claim proved">\nproved\n</div>',
        "\n<script>alert(1)</script>\n",
        '[a](javascript:alert(1)) ![a](x.svg" class="claim)',
        '`<span class="claim proved">`',
        '```claim proved\n<span class="claim proved">\n```',
        '$\\text{<span class="claim proved">}$',
        '<img src=x onerror="alert(1)">',
        '# <span class="claim proved">',
        "| <b class=claim> |\n|---|\n| <i class=claim> |",
    ],
)
def test_nothing_that_an_author_writes_is_a_verdict(tmp_path: Path, written: str) -> None:
    content = f"P = NP.\n\n{written}\n\nSix.<!-- claim: A -->"
    page = annotated_html(ANNOTATED | {"marks": [mark("A", len(content))]}, content, tmp_path)
    body = page[page.index("<body>") :]
    assert re.findall(r'<[^>]*\bclass="claim ([a-z]+)', body) == ["verified"]
    assert not re.search(r"<[^>]*(onerror|javascript:)|<(script|i|b) ", re.sub(r"<b>verified</b>", "", body))
    assert '<p>Six.<span class="claim verified"' in body
    if "<" not in written:
        assert html.unescape(written).split("](")[0].strip("[]`$ ") in html.unescape(body)


@pytest.mark.parametrize("text", ["Price is $5 and $6 today.", "It is 2$ or 3$.", "\\$x\\$ and $ y $", "a$b and c$d"])
def test_prices_are_the_text_of_the_author(tmp_path: Path, text: str) -> None:
    page = annotated_html(ANNOTATED | {"marks": []}, text, tmp_path)
    if "a$b" not in text:
        assert f"<p>{text}</p>".replace("\\", "") in page
    page = annotated_html(ANNOTATED | {"marks": []}, f"$x$ {text}", tmp_path)
    assert page.count("<math") == (2 if "a$b" in text else 1)


def test_a_formula_at_the_beginning_of_a_paragraph_that_ends_with_a_digit(tmp_path: Path) -> None:
    page = annotated_html(ANNOTATED | {"marks": []}, "$x$ is $$y$$ of 5", tmp_path)
    assert page.count("<math") == 2


def test_each_verdict_is_after_its_mark(tmp_path: Path) -> None:
    content = (
        "One.<!-- claim: A --> <!-- claim: B -->\n<!-- claim: C -->\n\n- item\n\n<!-- claim: D -->\n\n"
        "<p>HTML <!-- claim: E --> more</p>\n\n| n | 1 |\n|---|---|\n| 2 | 3 <!-- claim: F --> |\n<!-- claim: G -->\n"
    )
    ends = [found.end() for found in re.finditer("-->", content)]
    marks = [mark(id, end) for id, end in zip("ABCDEFG", ends, strict=True)]
    page = annotated_html(ANNOTATED | {"marks": marks}, content, tmp_path)
    page = re.sub(
        r'<span class="claim.*?<span class="id">(\w)</span>.*?</small>\s*</span></span>', r"(\1)", page, flags=re.S
    )
    body = re.sub(r"\s+", " ", page[page.index("</p>") + 4 : page.index("</body>")])
    assert "<p>One.(A) (B)(C)</p>" in body
    assert "<li>item</li> </ul> <p>(D)</p>" in body
    assert "&lt;p&gt;HTML (E) more&lt;/p&gt;" in body
    assert "<td>3 (F)</td>" in body
    assert "</table> <p>(G)</p>" in body


def test_the_words_of_others_are_escaped_in_each_output(tmp_path: Path) -> None:
    id, words = "a_b*[x](y)<i>`", "\\input{x} ＼input %# <b> [^claim-1] *x* $y$ ~&"
    content = f"One.<!-- claim: {id} --> [^claim-1]\n\n[^claim-1]: mine"
    text = ANNOTATED | {"marks": [mark(id, len("One.<!-- claim:  -->") + len(id), "refuted", words)]}
    text["comments"] = [(4, 4 + len(f"<!-- claim: {id} -->"))]
    page = annotated_html(text, content, tmp_path)
    assert "a_b*[x](y)&lt;i&gt;`" in page
    assert "<i>" not in page
    written = annotated_markdown(text, content)
    assert "One. ✗[^claim-verdict-1] [^claim-1]" in written
    note = written.splitlines()[-1]
    assert note.startswith(r"[^claim-verdict-1]: a\_b\*\[x\](y)\<i\>\`: refuted. counterexample 3: ")
    assert parser().render(note.partition(": ")[2]).strip() == f"<p>{escape(note_text(id, words))}</p>"
    line = margin_file(text).splitlines()[1]
    commands = set(re.findall(r"\\[a-zA-Z]+", line.partition("{refuted}")[2]))
    assert commands == {"\\textbackslash", "\\textasciicircum", "\\textasciitilde"}


def note_text(id: str, words: str) -> str:
    return f"{id}: refuted. counterexample 3: {words}"


def test_the_badge_says_the_counts() -> None:
    counts = {"hold": 41, "refuted": 9, "open": 2, "changed": 0}
    assert ">41 hold, 9 refuted, 2 open<" in badge(counts)
    assert ">no marks<" in badge(dict.fromkeys(counts, 0))


def test_the_margin_names_the_worst_cell_of_a_table() -> None:
    def cell(id: str, label: str, explanation: str = "") -> dict:
        witness = {"case": "{a_b}", "explanation": explanation} if explanation else None
        claim = {"witness": witness, "status": label, "evidence": [], "scope": "1 to 9", "note": "", "code": {}}
        return {
            "id": id,
            "written": "T",
            "source": "a\n\n b",
            "label": label,
            "changed": "",
            "tested": True,
            "claim": claim | {"code": {"text": ""}},
        }

    marks = [cell("T[1,1]", "verified"), cell("T[1,2]", "refuted", "x² & 50%"), cell("T[2,1]", "refuted", "y")]
    lines = margin_file({"marks": marks, "counts": {"hold": 1, "refuted": 2}}).splitlines()
    assert lines == [
        "% 1 hold, 2 refuted",
        "\\claimverdict{T}{refuted}{{[}1,2]: counterexample \\{a\\_b\\}: x$^2$ \\& 50\\% (2 of 3)}",
        "\\claimsentence{T}{a",
        "  \\par",
        "  b}",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["post.txt", "-o", "a.html"], "post.txt: a text ends in .md, .qmd, .ipynb, .rst, .tex"),
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
