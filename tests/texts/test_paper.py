"""A paper of ten pages in Markdown and in LaTeX: its twelve planted mistakes are found, and nothing else."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gametheory.render.page import PAGE
from gametheory.render.pages import NoPdf, pdf_of_latex
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
    source = (paper / "nim.tex").read_text()
    sentence = re.search(r"\\claim(?:\[[^\]]*\])?\{value\}\{([^{}]*)\}", source)
    assert sentence
    verdicts = ["\\claimverdict{value}{proved}{for all}", f"\\claimsentence{{value}}{{{sentence[1]}}}"]
    (paper / "nim.verdicts").write_text("\n".join([*verdicts, "\\claimverdict{bouton}{open}{no}"]))
    assert typeset(paper, "nim.tex").count("badge .") == 1


COMPARED = r"""\documentclass{article}\usepackage{gametheory-claims}\claimimport{math}
\makeatletter\let\shown\claim@show\renewcommand\claim@show[2]{\typeout{SIGN #1}\shown{#1}{#2}}\makeatother
\newtheorem{theorem}{Theorem}
\newcommand\again[2]{\csname claim\endcsname{#1}{#2}}
\begin{document}
%s
\end{document}
"""
SENTENCES = {
    r'\claim[check="1 == 1"]{A}{There are 6 pairs, 100\% of % a comment }' + "\n"
    r"  them, \textbf{said} \emph {so}~here---``ä'' $a_1^2$" + "\n\n" + r"\ and a   second paragraph.}": ["verified"],
    r'\section{\claim[check="1 == 1"]{A}{One $\frac 12$.}}': ["verified"],
    r'\begin{theorem}[{\claim[check="1 == 1"]{A}{Title}}]Body.\end{theorem}': ["verified"],
    r'\claim[check="1 == 1"]{A}{Outer \claim[check="7 \% 4 == 3"]{B}{inner} more.}': ["verified", "verified"],
    r'\claim[check="1 == 1"]{A}{One.} \again{A}{Two.}': ["verified", "changed"],
    r'\let\say\claim \claim[check="1 == 1"]{A}{One.} \say{A}{One, and two.}': ["verified", "changed"],
    r'\claim[check="1 == 2"]{A}{One.} \makeatletter\@input{other}': ["refuted", "changed"],
}


@needs_latex
@pytest.mark.parametrize("words", SENTENCES)
def test_tex_puts_a_sign_only_behind_the_sentence_that_was_checked(tmp_path: Path, words: str) -> None:
    (tmp_path / "a.tex").write_text(COMPARED % words)
    (tmp_path / "other.tex").write_text(r"\claim{A}{What nothing has checked.}")
    call("check", "a.tex", cwd=tmp_path)
    signs = re.findall(r"SIGN (\w+)", typeset(tmp_path, "a.tex"))
    assert signs == SENTENCES[words]


@needs_latex
def test_a_text_becomes_a_pdf_with_its_margin(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(
        "\\documentclass{article}\\usepackage{gametheory-claims}\\claimimport{math}\\begin{document}\n"
        '\\claim[check="math.comb(4, 2) == 7"]{A}{There are 7 pairs, 100\\% of them.}\n\\end{document}\n'
    )
    done = call("annotate", "a.tex", "-o", "b.pdf", "-o", "b.sty", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:3] == ["wrote b.pdf", "wrote b.sty", "wrote a.verdicts"]
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")
    found = "counterexample math.comb(4, 2) == 7: math.comb(4, 2) is 6"
    assert f"\\claimverdict{{A}}{{refuted}}{{{found}}}" in (tmp_path / "a.verdicts").read_text()
    (tmp_path / "a.tex").write_text("\\documentclass{article}\\usepackage{nothing}\\begin{document}\\end{document}")
    done = call("annotate", "a.tex", "-o", "c.pdf", cwd=tmp_path)
    assert done.returncode == 2
    assert "pdflatex ended with an error: ! LaTeX Error: File `nothing.sty' not found." in done.stderr
    assert not (tmp_path / "c.pdf").exists()


READS = r"""\documentclass{article}\usepackage{gametheory-claims,graphicx}\claimimport{math}\begin{document}
\claim[check="math.comb(4, 2) == 6"]{A}{Six.}
%s
\end{document}
"""
TRIES = r"\newread\r \openin\r=%s \ifeof\r\typeout{not read}\errmessage{not read}\else\read\r to\x \x\fi"


@needs_latex
@pytest.mark.parametrize(
    "reads",
    [
        TRIES % "/etc/hostname",
        TRIES % "../other/words.txt",
        TRIES % "../../etc/hostname",
        TRIES % "link.txt",
        TRIES % "folder/words.txt",
        TRIES % ".hidden",
        r"\input{../other/words.txt}",
        r"\input{link.txt}",
        r"\immediate\pdfobj stream file {/etc/hostname}\pdfrefobj\pdflastobj",
        r"\immediate\pdfobj stream file {../other/words.txt}\pdfrefobj\pdflastobj",
        r"\immediate\pdfobj stream file {source/../../other/words.txt}\pdfrefobj\pdflastobj",
        r"\immediate\pdfobj stream file {source/link.txt}\pdfrefobj\pdflastobj",
        r"\includegraphics{../other/figure.pdf}",
        r"\pdfmapfile{/etc/hostname}",
        r"\newwrite\w \immediate\openout\w=../other/new.txt",
        r"\immediate\write18{touch ../other/new.txt} \input{|touch ../other/new.txt}",
    ],
)
def test_a_pdf_has_no_file_from_outside_the_folder_of_the_text(tmp_path: Path, reads: str) -> None:
    text, other = tmp_path / "text", tmp_path / "other"
    (text / "inner").mkdir(parents=True)
    other.mkdir()
    for file in (other / "words.txt", text / "inner" / "words.txt", text / ".hidden"):
        file.write_text("words of a file")
    (text / "link.txt").symlink_to("../other/words.txt")
    (text / "folder").symlink_to(other)
    (text / "a.tex").write_text(READS % reads)
    with pytest.raises(NoPdf):
        pdf_of_latex(text / "a.tex", "")
    assert not (other / "new.txt").exists()


@needs_latex
@pytest.mark.parametrize("reads", [TRIES % "inner/words.txt", r"\input{inner/words.txt}", TRIES % "../words.txt"])
def test_a_pdf_has_files_from_below_the_folder_of_the_text(tmp_path: Path, reads: str) -> None:
    (tmp_path / "text" / "inner").mkdir(parents=True)
    for folder in ("text/inner", "."):
        (tmp_path / folder / "words.txt").write_text("words of a file")
    (tmp_path / "text" / "a.tex").write_text(READS % reads)
    done = call("annotate", "a.tex", "-o", "a.pdf", cwd=tmp_path / "text")
    assert done.returncode == (2 if ".." in reads else 0)
    assert len(done.stderr.splitlines()) == (1 if ".." in reads else 0)
    assert (tmp_path / "text" / "a.pdf").exists() == (".." not in reads)


@needs_latex
def test_settings_of_tex_in_the_folder_of_the_text_are_not_read(tmp_path: Path) -> None:
    for name in ("texmf.cnf", "texmf/web2c/texmf.cnf", ".texlive/texmf.cnf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("openin_any = a\nshell_escape = t\n")
    (tmp_path / "a.tex").write_text("%&pdftex -shell-escape\n" + READS % (TRIES % "/etc/hostname"))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "TEXMFHOME", "TEXMFOUTPUT"):
            patch.setenv(name, str(tmp_path / "texmf") if name != "TEXMFOUTPUT" else "/etc")
        patch.setenv("openin_any", "a")
        done = call("annotate", "a.tex", "-o", "a.pdf", cwd=tmp_path)
    assert done.returncode == 2
    assert "not read" in done.stderr


@pytest.mark.parametrize("content", ["Verdicts of a court.\n", "% 1 hold\nmine\n", "\\newcommand{\\claimverdict}[3]{}"])
@pytest.mark.parametrize("command", [("check",), ("annotate", "-o", "a.pdf")])
def test_a_file_of_others_is_not_overwritten_by_verdicts(
    tmp_path: Path, content: str, command: tuple[str, ...]
) -> None:
    (tmp_path / "a.tex").write_text(READS % "")
    (tmp_path / "a.verdicts").write_text(content)
    done = call(command[0], "a.tex", *command[1:], cwd=tmp_path)
    assert done.returncode == 2
    assert "cannot write a.verdicts: this program did not write it" in done.stderr
    assert (tmp_path / "a.verdicts").read_text() == content
    assert not (tmp_path / "a.pdf").exists()
    (tmp_path / "a.verdicts").write_text("% 1 refuted\n\\claimverdict{A}{refuted}{an earlier run}\n")
    done = call("check", "a.tex", cwd=tmp_path)
    assert done.returncode == 0
    assert "wrote a.verdicts" in done.stdout
    assert "an earlier run" not in (tmp_path / "a.verdicts").read_text()
    (tmp_path / "a.verdicts").unlink()
    (tmp_path / "a.verdicts").symlink_to("new.txt")
    assert call("check", "a.tex", cwd=tmp_path).returncode == 2
    assert not (tmp_path / "new.txt").exists()


@needs_latex
def test_a_name_that_means_something_to_tex_is_refused(tmp_path: Path) -> None:
    for name in ("a#b.tex", "a%b.tex", "a~b.tex", "$a.tex", "a{b}.tex", "a^^b.tex"):
        (tmp_path / name).write_text(READS % "")
        done = call("annotate", f"./{name}", "-o", "a.pdf", cwd=tmp_path)
        assert (done.returncode, "has signs that mean something to TeX" in done.stderr) == (2, True)
    (tmp_path / "a b-c_2.tex").write_text(READS % "")
    assert call("annotate", "a b-c_2.tex", "-o", "a.pdf", cwd=tmp_path).returncode == 0


@needs_latex
def test_ids_with_signs_are_found_in_the_margin(tmp_path: Path) -> None:
    ids = ["a_b", "T[1,2]", "a:b;c", "a|b", "ö", "a'b", "a<b>"]
    marks = [rf'\claim[check="math.comb(4, 2) == 6"]{{{id}}}{{Six {number}.}}' for number, id in enumerate(ids)]
    shows = r"\makeatletter\let\old\claim@show\def\claim@show#1#2{\typeout{shown #1}\old{#1}{#2}}\makeatother"
    (tmp_path / "a.tex").write_text(READS % "\n\n".join([shows, *marks]))
    assert call("check", "a.tex", cwd=tmp_path).returncode == 0
    assert typeset(tmp_path, "a.tex").count("shown verified") == len(ids)
