"""A paper of ten pages in Markdown and in LaTeX: its twelve planted mistakes are found, and nothing else."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from gametheory.render.html import PAGE
from tests.program import call

PAPER = Path(__file__).parents[1] / "data" / "paper"
MISTAKES = {
    "wronglost",
    "sums[3,6]",
    "sums[7,3]",
    "wrongvalue",
    "wrongmoves",
    "taking[7,3]",
    "wrongbound",
    "wrongcount",
    "cubes",
    "odd",
    "wrongchance",
    "wrongmisere",
}
needs_latex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
# The commands of BioDisCo's style verified-badges, with words for its pictures.
BADGES = "\\ProvidesPackage{verified-badges}\\newcommand{\\rocqproof}[1]{[BADGE]\\typeout{badge #1}}\n"


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A copy of the paper."""
    return Path(shutil.copytree(PAPER, tmp_path / "paper", ignore=shutil.ignore_patterns("__pycache__")))


def typeset(folder: Path, name: str) -> str:
    """Typeset a text and return the log."""
    shutil.copy(PAGE / "gametheory-claims.sty", folder)
    assert len((folder / "gametheory-claims.sty").read_text().splitlines()) <= 60
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, errors="replace")
    assert done.returncode == 0, done.stdout[-2000:]
    assert (folder / name).with_suffix(".pdf").stat().st_size > 1000
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nim.md", "nim.tex"])
def test_the_planted_mistakes_are_found_and_nothing_else(paper: Path, name: str) -> None:
    artifact = paper / "nim.claims"
    done = call("annotate", name, "--run", "-o", artifact, cwd=paper)
    assert done.returncode == 0, done.stderr
    (text,) = json.loads(artifact.read_text())["texts"]
    assert text["faults"] == []
    assert len(text["marks"]) == 134
    assert {mark["id"] for mark in text["marks"] if mark["label"] == "refuted"} == MISTAKES
    assert text["counts"] == {"hold": 122, "refuted": 12, "open": 0, "changed": 0}
    rechecked = call("recheck", artifact, "--json")
    assert json.loads(rechecked.stdout)["sound"], rechecked.stdout
    artifact.write_text(artifact.read_text().replace("So is the position", "So is a position"))
    assert "the sentence of the mark does not have its hash" in call("recheck", artifact, "--json").stdout


@pytest.mark.slow
@needs_latex
def test_the_paper_is_typeset_with_and_without_verdicts(paper: Path) -> None:
    assert "10 pages" in typeset(paper, "nim.tex")
    lines = [
        f"\\claimverdict{{{id}}}{{refuted}}{{a counterexample}}" for id in ("wronglost", "sums", "bouton", "misere")
    ]
    (paper / "nim.verdicts").write_text("\n".join(lines))
    typeset(paper, "nim.tex")
    (paper / "verified-badges.sty").write_text(BADGES)
    source = (paper / "nim.tex").read_text().replace("gametheory-claims}", "gametheory-claims,verified-badges}")
    (paper / "nim.tex").write_text(source)
    (paper / "nim.verdicts").write_text("\\claimverdict{value}{proved}{for all}\n\\claimverdict{bouton}{open}{no}")
    assert typeset(paper, "nim.tex").count("badge .") == 1


@needs_latex
def test_a_text_becomes_a_pdf_with_its_margin(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(
        "\\documentclass{article}\\usepackage{gametheory-claims}\\claimimport{math}\\begin{document}\n"
        '\\claim[check="math.comb(4, 2) == 7"]{A}{There are 7 pairs, 100\\% of them.}\n\\end{document}\n'
    )
    done = call("annotate", "a.tex", "-o", "b.pdf", "-o", "b.sty", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")
    found = "counterexample math.comb(4, 2) == 7: math.comb(4, 2) is 6"
    assert f"\\claimverdict{{A}}{{refuted}}{{{found}}}" in (tmp_path / "a.verdicts").read_text()
    (tmp_path / "a.tex").write_text("\\documentclass{article}\\usepackage{nothing}\\begin{document}\\end{document}")
    done = call("annotate", "a.tex", "-o", "c.pdf", cwd=tmp_path)
    assert done.returncode == 2
    assert "pdflatex ended with an error: ! LaTeX Error: File `nothing.sty' not found." in done.stderr
    assert not (tmp_path / "c.pdf").exists()
