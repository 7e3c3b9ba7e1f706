"""Marks for a text of others, by few words; and the plugin of MyST."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gametheory.render.page import PAGE
from gametheory.texts.text import read_places, with_marks
from tests.program import ROOT, call

SAVED = """\
# A post

First, the *castle* wins in
[15 waves](https://example.org). Then, at 16, not.

- It loses `castle wins in 15 waves`, never
- It **ends**.
"""
PLACES = [("A", "castle wins in 15 waves"), ("B", "it ends"), ("C", "it loses"), ("D", "nowhere")]


def test_a_mark_stands_behind_the_sentence_whatever_the_emphasis_and_links() -> None:
    text, found = with_marks(SAVED, [("A", "castle wins in"), *PLACES[1:]], "claims")
    assert found == ["A", "C", "B"]
    assert "(https://example.org).<!-- claim: A --> Then" in text
    assert "never<!-- claim: C -->\n" in text
    assert text.endswith("**ends**.<!-- claim: B -->\n")
    assert with_marks("It ends. So", [("B", "it ends")], "c")[0].endswith("It ends.<!-- claim: B --> So"), (
        "at the start"
    )


def test_front_matter_stays_in_front_and_marks_stay_out_of_code(tmp_path: Path) -> None:
    saved = "\ufeff---\r\ntitle: it ends\r\n---\r\n\r\n    it ends\r\n\r\n| a |\r\n|---|\r\n| it ends. Yes |\r\n"
    (tmp_path / "post.md").write_bytes(saved.encode())
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "places.tsv").write_text("id\twords\nB\tit ends\n")
    call("annotate", "post.md", "--places", "claims", "-o", "post.html", cwd=tmp_path)
    written = (tmp_path / "post.marked.md").read_text()
    assert written.startswith("---\ntitle: it ends\n---\n<!-- claims: claims -->\n\n\n    it ends\n")
    assert "| it ends.<!-- claim: B --> Yes |" in written
    (tmp_path / "post.marked.md").write_text("mine")
    done = call("annotate", "post.md", "--places", "claims", "-o", "post.html", cwd=tmp_path)
    assert "post.marked.md exists, and is no copy of this program" in done.stderr
    assert (tmp_path / "post.marked.md").read_text() == "mine"


def test_the_places_of_proofs_are_claims() -> None:
    ids = [id for id, _ in read_places(ROOT / "proofs")]
    known = [line.split("\t")[0] for line in (ROOT / "proofs" / "expected.tsv").read_text().splitlines()[1:]]
    assert len(set(ids)) == len(ids) > 60
    assert set(ids) <= set(known)


@pytest.mark.parametrize(
    ("rows", "post", "message"),
    [
        ("id\twords\nS1", "One.", "is not an id, a tab and some words"),
        ("id\twords\nS1\ttwo three", "One.", "no words of claims are in post.md"),
        (None, "One.", "No such file"),
    ],
)
def test_wrong_places_are_one_line(tmp_path: Path, rows: str | None, post: str, message: str) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "post.md").write_text(post)
    if rows:
        (tmp_path / "claims" / "places.tsv").write_text(rows)
    done = call("annotate", "post.md", "--places", "claims", "-o", "post.html", cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "post.html").exists()


def test_the_plugin_of_myst_shows_marks(tmp_path: Path) -> None:
    def plugin(*arguments: str, typed: str = "") -> dict:
        command = [sys.executable, str(PAGE / "gametheory-myst"), *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, input=typed, capture_output=True, text=True, timeout=60, check=True
        )
        return json.loads(done.stdout)

    assert plugin()["transforms"] == [{"name": "gametheory-claims", "stage": "document"}]
    witness = {"case": "3", "explanation": "3 is not 4"}
    marks = [{"id": "T[1,2]", "label": "refuted", "claim": {"witness": witness}}]
    (tmp_path / "post.claims").write_text(json.dumps({"texts": [{"marks": marks}]}))
    comment = {"type": "html", "value": '<!-- claim: T cells="math.comb" -->'}
    other = {"type": "html", "value": "<!-- a comment -->"}
    tree = {"type": "root", "children": [{"type": "paragraph", "children": [comment, other]}]}
    (paragraph,) = plugin("--transform", "gametheory-claims", typed=json.dumps(tree))["children"]
    sign, unchanged = paragraph["children"]
    assert unchanged == other
    assert sign["children"] == [{"type": "text", "value": " ✗"}]
    assert sign["title"].startswith("T[1,2]: refuted. 3: 3 is not 4 (no program compares")
