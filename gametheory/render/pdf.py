"""Texts as PDF, by other programs: pdflatex for LaTeX, and a browser for HTML."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from gametheory.parallel.extras import ends_with_parent, find_on_path
from gametheory.render.html import PAGE

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 300


class NoPdf(Exception):
    """A PDF cannot be made: a program is missing, or refuses its input."""


def pdf_of_latex(text: Path) -> bytes:
    """Typeset a LaTeX text twice, with the style file of this package, and return the PDF."""
    with TemporaryDirectory() as folder:
        options = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"-output-directory={folder}"]
        for _ in range(2):  # references are right in the second run
            _run(("pdflatex",), [*options, text.name], text.parent, {"TEXINPUTS": f".:{PAGE}:"})
        return Path(folder, f"{text.stem}.pdf").read_bytes()


def pdf_of_html(page: str) -> bytes:
    """Print a page in a browser without a window, and return the PDF."""
    with TemporaryDirectory() as folder:
        Path(folder, "page.html").write_text(page, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=page.pdf"]
        _run(BROWSERS, [*options, f"--user-data-dir={folder}/profile", "page.html"], Path(folder), {})
        return Path(folder, "page.pdf").read_bytes()


def _run(names: tuple[str, ...], arguments: list[str], folder: Path, variables: dict[str, str]) -> None:
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
    if done.returncode:
        lines = [line for line in done.stdout.decode(errors="replace").splitlines() if line.startswith("!")]
        raise NoPdf(f"{names[0]} ended with an error{f': {lines[0]}' if lines else ''}")
