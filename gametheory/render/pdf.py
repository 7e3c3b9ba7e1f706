"""PDF reports: a browser prints the HTML page, whose style sheet has rules for print."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from gametheory.parallel.child import ends_with_parent, find_on_path

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
    "--no-sandbox",  # root in a container cannot use the sandbox; the page is our own and loads nothing
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--virtual-time-budget=10000",
)
TIMEOUT = 300  # seconds


def find_browser() -> str | None:
    """Return the path of the first installed browser of `BROWSERS`; None if there is none."""
    return next(filter(None, map(find_on_path, BROWSERS)), None)


def print_pdf(html: str) -> bytes:
    """Print an HTML page with an installed browser of the Chromium family; this needs no network.

    Parameters
    ----------
    html
        The text of the page.

    Returns
    -------
    bytes
        The content of the PDF file.

    Raises
    ------
    ValueError
        If no browser is installed, or if it fails to print.
    """
    program = find_browser()
    if program is None:
        raise ValueError(
            "a PDF needs a browser of the Chromium family (chromium, google-chrome, msedge); none was found"
        )
    with TemporaryDirectory(prefix="gametheory-") as folder:
        page, printed = Path(folder, "page.html"), Path(folder, "page.pdf")
        page.write_text(html, encoding="utf-8")
        command = [program, *OPTIONS, f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}", page.as_uri()]
        try:
            run = subprocess.run(ends_with_parent(command), capture_output=True, timeout=TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ValueError(f"{program} did not print: {error}") from error
        if not printed.is_file():
            raise ValueError(f"{program} did not print: {run.stderr.decode(errors='replace').strip()[-200:]}")
        return printed.read_bytes()
