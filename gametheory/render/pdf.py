"""Texts as PDF, by other programs: pdflatex for LaTeX, and a browser for HTML.

A text can be a stranger's. What pdflatex reads is below the folder of the text or belongs to TeX, and what it
writes is in a folder that is deleted.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from gametheory.parallel.extras import ends_with_parent, find_on_path
from gametheory.render.html import PAGE

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 300
# Letters, digits and a few signs: others mean something to TeX, which reads the name as a part of a text.
PLAIN_NAME = re.compile(r"\w[\w.+ -]*")
OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "-no-parse-first-line", "-recorder")
SOURCE, STYLE, HOME = "source", "style", "home"  # in the folder in which pdflatex runs


class NoPdf(Exception):
    """A PDF cannot be made: a program is missing, or refuses its input."""


def pdf_of_latex(text: Path, verdicts: str) -> bytes:
    """Typeset a LaTeX text twice, with its verdicts and the style file of this package, and return the PDF."""
    if not PLAIN_NAME.fullmatch(text.stem):
        raise NoPdf(f"the name {text.name} has signs that mean something to TeX")
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        # with -output-directory, pdflatex reads ../FILE from there whatever openin_any says
        (folder / SOURCE).symlink_to(text.parent.resolve())
        (folder / STYLE).symlink_to(PAGE)
        (folder / HOME).mkdir()
        (folder / f"{text.stem}.verdicts").write_text(verdicts, encoding="utf-8")
        for _ in range(2):  # references are right in the second run
            _run(("pdflatex",), [*OPTIONS, f"{SOURCE}/{text.name}"], folder, _environment(folder))
        _refuse_others(folder, text)
        return (folder / f"{text.stem}.pdf").read_bytes()


def _environment(folder: Path) -> dict[str, str]:
    """Return the variables by which TeX reads no file of a parent folder, and no settings of a user."""
    home = str(folder / HOME)
    trees = dict.fromkeys(("HOME", "TEXMFHOME", "TEXMFVAR", "TEXMFCONFIG"), home)
    paranoid = dict.fromkeys(("openin_any", "openout_any"), "p")
    # what is below TEXMFOUTPUT may be read
    return trees | paranoid | {"TEXINPUTS": f".:./{SOURCE}:./{STYLE}:", "TEXMFOUTPUT": home}


def _refuse_others(folder: Path, text: Path) -> None:
    r"""Refuse a PDF for which a file was read that is neither the text's nor TeX's.

    openin_any does not hold for `\pdfobj`, nor for a link in the folder of the text that leads out of it.
    """
    trees = _run(("kpsewhich",), ["-expand-path=$TEXMF"], folder, _environment(folder)).strip().split(":")
    allowed = [folder, PAGE.resolve(), text.parent.resolve()]
    for name in dict.fromkeys(_files_read(folder / f"{text.stem}.fls")):
        path = folder / name
        in_tree = ".." not in path.parts and any(path.is_relative_to(tree) for tree in trees if tree)
        is_of_tex = in_tree or path.name == "texmf.cnf"
        if not is_of_tex and not any(path.resolve().is_relative_to(each) for each in allowed):
            raise NoPdf(f"the text reads {name.removeprefix(f'{SOURCE}/')}, which is not below its folder")


def _files_read(record: Path) -> Iterator[str]:
    for line in record.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        kind, _, name = line.partition(" ")
        if kind == "INPUT":
            yield name


def pdf_of_html(page: str) -> bytes:
    """Print a page in a browser without a window, and return the PDF."""
    with TemporaryDirectory() as folder:
        Path(folder, "page.html").write_text(page, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=page.pdf"]
        _run(BROWSERS, [*options, f"--user-data-dir={folder}/profile", "page.html"], Path(folder), {})
        return Path(folder, "page.pdf").read_bytes()


def _run(names: tuple[str, ...], arguments: list[str], folder: Path, variables: Mapping[str, str]) -> str:
    program = next(filter(None, map(find_on_path, names)), None)
    if program is None:
        raise NoPdf(f"{names[0]} is not installed")
    command = ends_with_parent([program, *arguments])
    try:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **variables}, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise NoPdf(f"{names[0]} did not end within {SECONDS} seconds") from error
    output = done.stdout.decode(errors="replace")
    if done.returncode:
        lines = [line for line in output.splitlines() if line.startswith("!")]
        raise NoPdf(f"{names[0]} ended with an error{f': {lines[0]}' if lines else ''}")
    return output
