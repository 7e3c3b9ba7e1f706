"""A page on paper: a browser prints the HTML file, whose style sheet has rules for print."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
OPTIONS = (
    "--headless",
    "--no-sandbox",  # the page is our own and loads nothing; a container's root has no other way
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--virtual-time-budget=10000",
)
MOST_SECONDS = 300


def browser() -> str | None:
    """The first of the browsers that are known to print and found on this computer."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def print_pdf(html: str) -> bytes:
    """An HTML page printed by a browser of the Chromium family, without a network.

    Raises ValueError where there is none, or where it does not print.
    """
    program = browser()
    if program is None:
        raise ValueError(
            "a PDF needs a browser of the Chromium family (chromium, google-chrome, msedge); none was found"
        )
    with TemporaryDirectory(prefix="gametheory-") as folder:
        page, printed = Path(folder, "page.html"), Path(folder, "page.pdf")
        page.write_text(html, encoding="utf-8")
        command = [program, *OPTIONS, f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}", page.as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=MOST_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ValueError(f"{program} did not print: {error}") from error
        if not printed.is_file():
            raise ValueError(f"{program} did not print: {done.stderr.decode(errors='replace').strip()[-200:]}")
        return printed.read_bytes()
