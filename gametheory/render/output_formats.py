"""The formats of a report, by file extension."""

from __future__ import annotations

from collections.abc import Callable

from gametheory.numbers.visible import json_text
from gametheory.render.html import html_page
from gametheory.render.junit import junit_xml
from gametheory.render.manifest import Manifest
from gametheory.render.markdown import markdown_summary
from gametheory.render.pdf import print_pdf

OUTPUT_FORMATS: dict[str, Callable[[Manifest], str | bytes]] = {
    ".html": html_page,
    ".md": markdown_summary,
    ".pdf": lambda manifest: print_pdf(html_page(manifest)),
    ".xml": junit_xml,
    ".json": lambda manifest: json_text(manifest, default=str) + "\n",
}
EXTENSIONS = tuple(OUTPUT_FORMATS)
DRAWN = ".html", ".pdf"  # formats with a map of the claims


def render_as(manifest: Manifest, extension: str) -> str | bytes:
    """Return the report on a manifest as the content of a file.

    Parameters
    ----------
    manifest
        The manifest of a run.
    extension
        One of `EXTENSIONS`, or "" for HTML.

    Raises
    ------
    ValueError
        If the manifest cannot be rendered in this format; the message gives the reason.

    Examples
    --------
    >>> render_as({"claims": [], "problems": []}, ".xml").splitlines()[-1]
    '<testsuites name="gametheory" tests="0" failures="0" time="0.000" />'
    """
    return OUTPUT_FORMATS[extension or ".html"](manifest)
